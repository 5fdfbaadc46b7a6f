//! What the types extend that code declares which is passed over: anonymous classes, and types with names.
//!
//! A name too many costs whoever looks for subtypes a look into the file; one too few hides a subtype. What is not written
//! plainly gives all its words.

use memchr::{memchr2, memmem};

use super::scan::{Class, Scanner, class};
use crate::model::ByteRange;

/// How many bytes of a type behind `new` are read as one; what is longer gives all its words. Each `new` reads them again.
const LONGEST_TYPE: usize = 256;

/// The names, as far as the code has been passed over.
#[derive(Debug, Default)]
pub struct Made {
    /// Where they stand.
    pub names: Vec<ByteRange>,
    /// The bracket behind the type that the last `new` makes, and the type's name.
    next: Option<(usize, ByteRange)>,
    /// Up to where words have been taken: none is twice, however headers overlap.
    taken: usize,
    /// Of each round bracket that is open, the name of what the call behind `new` makes.
    open: Vec<Option<ByteRange>>,
}

impl Made {
    /// Takes note of a `new` that was passed.
    pub fn new_passed(&mut self, scanner: &Scanner<'_>) {
        let mut at = scanner.after(scanner.at);
        let mut name = at..at;
        loop {
            let length = scanner.word_at(at).len();
            if length == 0 || at > scanner.at + LONGEST_TYPE {
                return self.words(scanner, scanner.at);
            }
            name = at..at + length;
            at = scanner.after(name.end);
            if scanner.bytes.get(at) != Some(&b'.') {
                break;
            }
            at = scanner.after(at + 1);
        }
        if scanner.bytes.get(at) == Some(&b'<') {
            let Some(end) = after_arguments(scanner, at) else { return self.words(scanner, scanner.at) };
            at = scanner.after(end);
        }
        match scanner.bytes.get(at) {
            Some(b'(') => self.next = Some((at, range(name.start, name.end))),
            // An array.
            Some(b'[') => {}
            _ => self.words(scanner, scanner.at),
        }
    }

    /// Takes note of the `(` at the scanner's place.
    pub fn opens(&mut self, scanner: &Scanner<'_>) {
        let of_new = self.next.take_if(|(bracket, _)| *bracket == scanner.at);
        self.open.push(of_new.map(|(_, name)| name));
    }

    /// Takes note of the `)` at the scanner's place.
    pub fn closes(&mut self, scanner: &Scanner<'_>) {
        let Some(name) = self.open.pop().flatten() else { return };
        // Behind a comment there may be a body.
        if matches!(scanner.bytes.get(scanner.after(scanner.at + 1)), Some(b'{' | b'/')) {
            self.names.push(name);
        }
    }

    /// Takes note of the header of a type behind its name, which ends at `from`.
    pub fn header(&mut self, scanner: &Scanner<'_>, from: usize) {
        self.words(scanner, from);
    }

    /// All words from `from` up to a brace outside of parentheses; those of comments and strings are none.
    fn words(&mut self, scanner: &Scanner<'_>, from: usize) {
        let (mut at, mut rounds) = (from.max(self.taken), 0_i32);
        while let Some(byte) = scanner.bytes.get(at) {
            match byte {
                b'(' => rounds += 1,
                b')' => rounds -= 1,
                b'{' | b'}' if rounds <= 0 => break,
                b'/' | b'"' | b'\'' => {
                    at = after_text(&scanner.bytes[at..]).map_or(at + 1, |length| at + length);
                    continue;
                }
                _ => {}
            }
            let length = scanner.word_at(at).len();
            if length > 0 {
                self.names.push(range(at, at + length));
            }
            at += length.max(1);
        }
        self.taken = self.taken.max(at);
    }
}

/// How long the comment or literal is that a text begins with; none: it begins with neither.
fn after_text(bytes: &[u8]) -> Option<usize> {
    let ended =
        |from: usize, end: &[u8]| memmem::find(&bytes[from..], end).map_or(bytes.len(), |at| from + at + end.len());
    match bytes {
        [b'/', b'*', ..] => Some(ended(2, b"*/")),
        [b'/', b'/', ..] => Some(memchr2(b'\n', b'\r', bytes).unwrap_or(bytes.len())),
        [b'"', b'"', b'"', ..] => Some(after_quotes(&bytes[3..], b"\"\"\"", false) + 3),
        [quote @ (b'"' | b'\''), ..] => Some(after_quotes(&bytes[1..], &[*quote], true) + 1),
        _ => None,
    }
}

/// Where a literal ends that ends with these quotes, or with its line.
fn after_quotes(bytes: &[u8], quotes: &[u8], in_line: bool) -> usize {
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 1,
            b'\n' | b'\r' if in_line => return at,
            _ if bytes[at..].starts_with(quotes) => return at + quotes.len(),
            _ => {}
        }
        at += 1;
    }
    bytes.len()
}

/// Where type arguments end that begin at `at`; none: they are not written plainly.
fn after_arguments(scanner: &Scanner<'_>, at: usize) -> Option<usize> {
    let mut depth = 0_u32;
    for (length, byte) in scanner.bytes[at..].iter().take(LONGEST_TYPE).enumerate() {
        match byte {
            b'<' => depth += 1,
            b'>' if depth == 1 => return Some(at + length + 1),
            b'>' => depth -= 1,
            b'.' | b',' | b'?' | b'&' | b'[' | b']' => {}
            _ if matches!(class(*byte), Class::Word | Class::Space) => {}
            _ => return None,
        }
    }
    None
}

fn range(start: usize, end: usize) -> ByteRange {
    ByteRange { start: start as u32, end: end as u32 }
}

#[cfg(test)]
mod tests {
    use super::{Made, Scanner};

    #[test]
    fn what_comments_and_strings_hold_ends_no_header() {
        for (text, expected) in [
            ("/* {@link X} */ implements Base {}", "implements Base"),
            ("// see {@link Base}\n implements Other {", "implements Other"),
            ("(int a /* {@code 1} */) /* } */ implements Base { x", "int a implements Base"),
            ("@An({\"{\", \"\\\"}\"}) Base(') {') {", "An Base"),
            ("<T extends A<'\\''>> extends \"\"\"\n{\"\"\" Base }", "T extends A extends Base"),
            ("a / b { c", "a b"),
        ] {
            let mut made = Made::default();
            made.header(&Scanner::new(text), 0);
            let names: Vec<&str> = made.names.iter().map(|name| name.of(text)).collect();
            assert_eq!(names.join(" "), expected, "{text}");
        }
        let long = format!("<{}> implements Base {{", "T extends Comparable<T>, ".repeat(500));
        let mut made = Made::default();
        made.header(&Scanner::new(&long), 0);
        assert_eq!(made.names.last().map(|name| name.of(&long)), Some("Base"));
    }
}

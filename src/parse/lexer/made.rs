//! What the types extend that code declares which is passed over: anonymous classes, and types with names.
//!
//! A name too many costs whoever looks for subtypes a look into the file; one too few hides a subtype. What is not written
//! plainly gives all its words.

use super::scan::{Class, Scanner, class};
use crate::model::ByteRange;

/// How many bytes of a header are read; real ones stay below a thousand.
const LONGEST_HEADER: usize = 4096;

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

    /// All words from `from` up to a brace outside of parentheses.
    fn words(&mut self, scanner: &Scanner<'_>, from: usize) {
        let (mut at, mut rounds) = (from.max(self.taken), 0_i32);
        let end = scanner.bytes.len().min(from + LONGEST_HEADER);
        while at < end {
            match scanner.bytes[at] {
                b'(' => rounds += 1,
                b')' => rounds -= 1,
                b'{' | b'}' if rounds <= 0 => break,
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

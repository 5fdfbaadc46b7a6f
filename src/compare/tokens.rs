//! Tokens of Java and Kotlin: what a comparison goes by, so that blanks and comments do not count.
//!
//! Time in the length of the text, no recursion; never fails. Kotlin's string templates are one token with the string.

/// A token: a piece of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token<'t> {
    pub text: &'t str,
    /// A name, keyword or number.
    pub is_word: bool,
}

/// The tokens of a text, comments left out.
#[must_use]
pub fn tokens(text: &str) -> Vec<Token<'_>> {
    walk(text).collect()
}

/// The same, one after the other: for whoever needs only those that a text begins with.
pub fn walk(text: &str) -> impl Iterator<Item = Token<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let (start, end, is_word) = next(text, at)?;
        at = end;
        Some(Token { text: &text[start..end], is_word })
    })
}

/// Whether two texts have the same tokens.
#[must_use]
pub fn same_tokens(left: &str, right: &str) -> bool {
    let (mut at_left, mut at_right) = (0, 0);
    loop {
        match (next(left, at_left), next(right, at_right)) {
            (None, None) => return true,
            (Some((a, b, _)), Some((c, d, _))) if left[a..b] == right[c..d] => (at_left, at_right) = (b, d),
            _ => return false,
        }
    }
}

/// The next token at or after `at`: where it begins and ends, and whether it is a word.
fn next(text: &str, mut at: usize) -> Option<(usize, usize, bool)> {
    let bytes = text.as_bytes();
    loop {
        let byte = *bytes.get(at)?;
        match byte {
            b' ' | b'\t' | b'\n' | b'\r' | 0x0C => at += 1,
            b'/' if bytes.get(at + 1) == Some(&b'/') => {
                at += bytes[at..].iter().position(|byte| matches!(byte, b'\n' | b'\r')).unwrap_or(bytes.len() - at);
            }
            b'/' if bytes.get(at + 1) == Some(&b'*') => {
                at = text[at + 2..].find("*/").map_or(bytes.len(), |end| at + 2 + end + 2);
            }
            _ => break,
        }
    }
    let byte = bytes[at];
    let (length, is_word) = match byte {
        b'"' if bytes[at..].starts_with(b"\"\"\"") => (block(&bytes[at..]), false),
        b'"' | b'\'' => (quoted(&bytes[at..]), false),
        b'`' => (bytes[at + 1..].iter().position(|byte| *byte == b'`').map_or(1, |end| end + 2), true),
        byte if is_word_byte(byte) => (word(bytes, at), true),
        b'-' if bytes.get(at + 1) == Some(&b'>') => (2, false),
        b'.' if bytes[at..].starts_with(b"...") => (3, false),
        _ => (1, false),
    };
    Some((at, at + length, is_word))
}

fn word(bytes: &[u8], at: usize) -> usize {
    bytes[at..].iter().position(|byte| !is_word_byte(*byte)).unwrap_or(bytes.len() - at)
}

const fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80
}

/// The length of a string or character; one that does not end does so with its line.
fn quoted(bytes: &[u8]) -> usize {
    let quote = bytes[0];
    let mut at = 1;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'\\' => at += 1,
            b'\n' | b'\r' => return at,
            byte if *byte == quote => return at + 1,
            _ => {}
        }
        at += 1;
    }
    bytes.len()
}

/// The length of a text block or raw string: it may end with more quotes than three.
fn block(bytes: &[u8]) -> usize {
    let mut at = 3;
    while at < bytes.len() {
        if bytes[at] == b'\\' {
            at += 2;
        } else if bytes[at..].starts_with(b"\"\"\"") {
            at += 3;
            while bytes.get(at) == Some(&b'"') {
                at += 1;
            }
            return at;
        } else {
            at += 1;
        }
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_and_comments_do_not_count() {
        assert!(same_tokens("return a+b; // sum", "return a /* one */ + b;"));
        assert!(!same_tokens("return \"a b\";", "return \"a  b\";"));
        assert!(!same_tokens("return ab;", "return a b;"));
        assert!(!same_tokens("x('/*');", "x();"));
        assert!(same_tokens("\"\"\"\n // \"\" no comment\"\"\" ;", "\"\"\"\n // \"\" no comment\"\"\";"));
        let texts: Vec<_> = tokens("fun `in x`(a: Int...) -> 'é' /* cut").iter().map(|token| token.text).collect();
        assert_eq!(texts, ["fun", "`in x`", "(", "a", ":", "Int", "...", ")", "->", "'é'"]);
    }

    #[test]
    fn ends_on_anything() {
        for text in ["\"", "'\\", "`", "/*", "\"\"\"\\", "é\u{0}\u{7f}", "\\\r"] {
            assert!(tokens(text).len() <= text.len());
        }
    }
}

//! Import declarations that are written plainly: their words and dots tell all there is to say, so no grammar need see them.

use crate::model::{ByteRange, ImportKind};

/// An import; ranges are those of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Imported {
    pub kind: ImportKind,
    /// What is imported, without the star.
    pub path: ByteRange,
    /// The declaration with its semicolon.
    pub bytes: ByteRange,
}

/// The import that begins at `at`: names of ASCII letters with nothing but dots between them, blanks where there must be
/// some. None: it is written in another way, or is none.
pub fn plain(bytes: &[u8], at: usize) -> Option<Imported> {
    let place = |rest: &[u8]| (bytes.len() - rest.len()) as u32;
    let mut rest = after_blanks(bytes.get(at..)?.strip_prefix(b"import")?)?;
    let is_static = match rest.strip_prefix(b"static").and_then(after_blanks) {
        Some(after) => {
            rest = after;
            true
        }
        None => false,
    };
    let start = place(rest);
    let (end, star) = loop {
        let length = rest.iter().position(|byte| !is_name_byte(*byte))?;
        let (name, after) = rest.split_at(length);
        if !is_name(name) {
            return None;
        }
        rest = after;
        let end = place(rest);
        match after {
            [b'.', b'*', after @ ..] => {
                rest = after;
                break (end, true);
            }
            [b'.', after @ ..] => rest = after,
            _ => break (end, false),
        }
    };
    let rest = after_blanks(rest).unwrap_or(rest).strip_prefix(b";")?;
    let kind = match (is_static, star) {
        (true, true) => ImportKind::StaticStar,
        (true, false) => ImportKind::Static,
        (false, true) => ImportKind::Star,
        (false, false) => ImportKind::Single,
    };
    let path = ByteRange { start, end };
    Some(Imported { kind, path, bytes: ByteRange { start: at as u32, end: place(rest) } })
}

/// What follows the blanks here; none where there are none.
fn after_blanks(bytes: &[u8]) -> Option<&[u8]> {
    let count = bytes.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    (count > 0).then(|| &bytes[count..])
}

const fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$')
}

/// Whether a word is a name wherever it stands. What may be a keyword is the grammar's to judge.
fn is_name(word: &[u8]) -> bool {
    word.first().is_some_and(|byte| !byte.is_ascii_digit()) && !KEYWORDS.contains(&word)
}

/// The reserved words of Java, and the one that makes an import one of a module.
const KEYWORDS: [&[u8]; 55] = [
    b"_",
    b"abstract",
    b"assert",
    b"boolean",
    b"break",
    b"byte",
    b"case",
    b"catch",
    b"char",
    b"class",
    b"const",
    b"continue",
    b"default",
    b"do",
    b"double",
    b"else",
    b"enum",
    b"extends",
    b"false",
    b"final",
    b"finally",
    b"float",
    b"for",
    b"goto",
    b"if",
    b"implements",
    b"import",
    b"instanceof",
    b"int",
    b"interface",
    b"long",
    b"module",
    b"native",
    b"new",
    b"null",
    b"package",
    b"private",
    b"protected",
    b"public",
    b"return",
    b"short",
    b"static",
    b"strictfp",
    b"super",
    b"switch",
    b"synchronized",
    b"this",
    b"throw",
    b"throws",
    b"transient",
    b"true",
    b"try",
    b"void",
    b"volatile",
    b"while",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_imports_are_read() {
        let read = |text: &str| {
            let found = plain(text.as_bytes(), 0)?;
            Some((found.kind, found.path.of(text).to_owned(), found.bytes.of(text).to_owned()))
        };
        for (text, kind, path) in [
            ("import a.b.C;x", ImportKind::Single, "a.b.C"),
            ("import \t a.b.* ;", ImportKind::Star, "a.b"),
            ("import static a.$B.c_1;", ImportKind::Static, "a.$B.c_1"),
            ("import static a.B.*;", ImportKind::StaticStar, "a.B"),
        ] {
            let end = text.find(';').unwrap() + 1;
            assert_eq!(read(text), Some((kind, path.to_owned(), text[..end].to_owned())));
        }
        for other in [
            "import",
            "import a",
            "imports a;",
            "import a. b;",
            "import a/**/;",
            "import module a.b;",
            "import a.module.B;",
            "import a.enum.B;",
            "import a..b;",
            "import a.*.b;",
            "import a.1;",
            "import static;",
            "import static\na.B;",
            "import ä.B;",
            "import a.b, c;",
        ] {
            assert_eq!(read(other), None, "{other}");
        }
    }
}

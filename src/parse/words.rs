//! The words of a text and where they stand: what the word postings of an index are made of.
//!
//! A word is a maximal run of ASCII letters, digits, `_`, `$` and bytes of characters beyond ASCII. It stands in code, or
//! in text, which is comments, strings and everything in files of no known language; or in both.

use std::collections::HashMap;

use crate::model::Language;

/// A word of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Word {
    /// Where it stands first, in bytes.
    pub start: u32,
    pub end: u32,
    /// It stands in code somewhere.
    pub code: bool,
    /// It stands in a comment, a string or a file of no known language somewhere.
    pub text: bool,
}

/// The distinct words of `text` in order of first occurrence.
#[must_use]
pub fn words(language: Option<Language>, text: &str) -> Vec<Word> {
    let bytes = text.as_bytes();
    let mut found: Vec<Word> = Vec::new();
    let mut places: HashMap<&[u8], usize> = HashMap::new();
    let mut state = if language.is_some() { State::Code } else { State::Plain };
    let mut at = 0;
    while at < bytes.len() {
        if !is_word_byte(bytes[at]) {
            let (next, step) = state.after(&bytes[at..], language);
            (state, at) = (next, at + step);
            continue;
        }
        let end = bytes[at..].iter().position(|byte| !is_word_byte(*byte)).map_or(bytes.len(), |length| at + length);
        let place = *places.entry(&bytes[at..end]).or_insert_with(|| {
            found.push(Word { start: at as u32, end: end as u32, code: false, text: false });
            found.len() - 1
        });
        let seen = if state == State::Code { &mut found[place].code } else { &mut found[place].text };
        *seen = true;
        at = end;
    }
    found
}

/// Whether a byte belongs to a word.
#[must_use]
pub const fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | 0x80..)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Plain,
    Code,
    Line,
    /// A comment, and how many are open in it: Kotlin's nest.
    Block(u32),
    Quoted(u8),
    /// `"""`.
    Long,
}

impl State {
    /// The state after what `rest` begins with, which is no word, and how many bytes that takes.
    fn after(self, rest: &[u8], language: Option<Language>) -> (Self, usize) {
        match self {
            Self::Code if rest.starts_with(b"//") => (Self::Line, 2),
            Self::Code if rest.starts_with(b"/*") => (Self::Block(1), 2),
            Self::Code if rest.starts_with(b"\"\"\"") => (Self::Long, 3),
            Self::Code if matches!(rest[0], b'"' | b'\'') => (Self::Quoted(rest[0]), 1),
            Self::Line | Self::Quoted(_) if matches!(rest[0], b'\n' | b'\r') => (Self::Code, 1),
            Self::Block(open) if rest.starts_with(b"*/") => {
                (if open > 1 { Self::Block(open - 1) } else { Self::Code }, 2)
            }
            Self::Block(open) if language == Some(Language::Kotlin) && rest.starts_with(b"/*") => {
                (Self::Block(open + 1), 2)
            }
            Self::Quoted(quote) if rest[0] == quote => (Self::Code, 1),
            // A quote that is escaped ends nothing; a letter after a backslash is looked at as any other.
            Self::Quoted(_) if rest[0] == b'\\' => (self, escape(rest)),
            Self::Long if rest.starts_with(b"\"\"\"") => (Self::Code, 3),
            Self::Long if language == Some(Language::Java) && rest[0] == b'\\' => (self, escape(rest)),
            _ => (self, 1),
        }
    }
}

/// Bytes of a backslash and, where it is one of a quote's or its own, the character after it.
fn escape(rest: &[u8]) -> usize {
    if matches!(rest.get(1), Some(b'"' | b'\'' | b'\\')) { 2 } else { 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(language: Option<Language>, text: &str) -> Vec<String> {
        let place = |word: &Word| match (word.code, word.text) {
            (true, true) => "both",
            (true, false) => "code",
            _ => "text",
        };
        let word = |word: &Word| format!("{} {}", &text[word.start as usize..word.end as usize], place(word));
        words(language, text).iter().map(word).collect()
    }

    #[test]
    fn words_know_where_they_stand() {
        let java = "int größe = f(\"a\\\"b\", 'c'); // int d\n/* e \"f\" */ g$1.h_();";
        assert_eq!(
            shown(Some(Language::Java), java),
            [
                "int both",
                "größe code",
                "f both",
                "a text",
                "b text",
                "c text",
                "d text",
                "e text",
                "g$1 code",
                "h_ code"
            ]
        );
        assert_eq!(
            shown(Some(Language::Kotlin), "/* a /* b */ c */ d \"\"\"e\"f\"\"\" g"),
            ["a text", "b text", "c text", "d code", "e text", "f text", "g code"]
        );
        assert_eq!(shown(None, "a b a-c"), ["a text", "b text", "c text"]);
        assert!(words(Some(Language::Java), "").is_empty());
    }
}

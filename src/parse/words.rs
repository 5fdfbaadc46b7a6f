//! The words of a file: what an index of words is built of.
//!
//! Promises every distinct word of a text once, in the order of first occurrence, and every place where one stands. Knows
//! nothing of indexes.

use crate::model::Language;
use crate::parse::lexer;

/// A word where it stands first in its text, and what kind of place it stands in anywhere.
///
/// A word is a maximal run of ASCII letters, digits, `_`, `$` and of characters beyond ASCII, anywhere in the text; it says
/// nothing of identifiers or numbers. The positions are bytes of the decoded text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Word {
    pub start: u32,
    pub end: u32,
    /// It stands at least once outside of comments and literals. Code inside a Kotlin string template is outside.
    pub code: bool,
    /// It stands at least once inside a comment or a string or character literal; in a text of no language, anywhere.
    pub text: bool,
}

impl Word {
    /// The word itself.
    #[must_use]
    pub fn of<'t>(&self, text: &'t str) -> &'t str {
        text.get(self.start as usize..self.end as usize).unwrap_or("")
    }
}

/// A word at one of the places where it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// Its first byte.
    pub start: u32,
    /// Which of the distinct words it is.
    pub word: u32,
}

/// The words of a text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Words {
    /// Each distinct word where it stands first, in order of these places.
    pub distinct: Vec<Word>,
    /// Every place of every word, about in order. A name in a Kotlin string stands inside of the word that has its `$`.
    pub places: Vec<Place>,
}

/// Whether a byte belongs to a word.
#[must_use]
pub const fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | 0x80..)
}

/// The words of `text`.
///
/// For text that is damaged, what is code and what is not is as the lexer sees it.
#[must_use]
pub fn words(language: Option<Language>, text: &str) -> Words {
    match language {
        Some(Language::Java) => lexer::java::read(text).words,
        Some(Language::Kotlin) => lexer::kotlin::words(text),
        None => lexer::scan::plain_words(text),
    }
}

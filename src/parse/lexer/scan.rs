//! What all lexers share: a place in a text, its words, and the classes of bytes.

use std::ops::Range;

use super::collect::{CODE, Collector, TEXT};
use crate::parse::words::{Word, is_word_byte};

/// What a byte can begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// Nothing that a lexer looks at.
    Other,
    /// A word.
    Word,
    /// A blank or a line end.
    Space,
    /// `"`
    Quote,
    /// `'`
    Apostrophe,
    /// `/`: a comment or an operator.
    Slash,
    /// `{`
    Open,
    /// `}`
    Close,
    /// `(`
    OpenRound,
    /// `)`
    CloseRound,
    /// `;`
    Semicolon,
    /// `,`
    Comma,
    /// `=`
    Equals,
    /// `@`
    At,
    /// `.`
    Dot,
    /// `` ` ``
    Backtick,
}

/// The class of each byte.
pub const CLASS: [Class; 256] = classes();

const fn classes() -> [Class; 256] {
    let mut all = [Class::Other; 256];
    let mut byte = 0;
    while byte < 256 {
        all[byte] = match byte as u8 {
            byte if is_word_byte(byte) => Class::Word,
            b' ' | b'\t' | b'\n' | b'\r' | 0x0C => Class::Space,
            b'"' => Class::Quote,
            b'\'' => Class::Apostrophe,
            b'/' => Class::Slash,
            b'{' => Class::Open,
            b'}' => Class::Close,
            b'(' => Class::OpenRound,
            b')' => Class::CloseRound,
            b';' => Class::Semicolon,
            b',' => Class::Comma,
            b'=' => Class::Equals,
            b'@' => Class::At,
            b'.' => Class::Dot,
            b'`' => Class::Backtick,
            _ => Class::Other,
        };
        byte += 1;
    }
    all
}

/// The class of a byte.
#[inline]
pub fn class(byte: u8) -> Class {
    CLASS[byte as usize]
}

/// A place in a text, and the words met so far.
pub struct Scanner<'t> {
    pub bytes: &'t [u8],
    pub at: usize,
    pub words: Collector<'t>,
    /// The last comments with nothing but blanks between them.
    comments: Range<usize>,
}

impl<'t> Scanner<'t> {
    pub fn new(text: &'t str) -> Self {
        Self { bytes: text.as_bytes(), at: 0, words: Collector::new(text.as_bytes()), comments: 0..0 }
    }

    /// The byte `distance` further on.
    #[inline]
    pub fn peek(&self, distance: usize) -> Option<u8> {
        self.bytes.get(self.at + distance).copied()
    }

    /// Passes a word that begins here; gives it.
    #[inline]
    pub fn word(&mut self, place: u8) -> &'t [u8] {
        let start = self.at;
        let rest = &self.bytes[start..];
        let length = rest.iter().position(|byte| class(*byte) != Class::Word).unwrap_or(rest.len());
        self.at = start + length;
        self.words.add(start, self.at, place);
        &rest[..length]
    }

    /// Passes a line comment that begins here, up to its line end, which is LF or a lone CR: the CR of a CR LF is the
    /// comment's, as the grammars have it.
    pub fn line_comment(&mut self) {
        while let Some(byte) = self.peek(0) {
            match byte {
                b'\n' => return,
                b'\r' if self.peek(1) != Some(b'\n') => return,
                _ if class(byte) == Class::Word => {
                    self.word(TEXT);
                }
                _ => self.at += 1,
            }
        }
    }

    /// Passes a block comment that begins here; false: it does not end.
    pub fn block_comment(&mut self) -> bool {
        self.at += 2;
        while let Some(byte) = self.peek(0) {
            if class(byte) == Class::Word {
                self.word(TEXT);
            } else if byte == b'*' && self.peek(1) == Some(b'/') {
                self.at += 2;
                return true;
            } else {
                self.at += 1;
            }
        }
        self.at = self.bytes.len();
        false
    }

    /// Takes note of a comment that was passed and began at `start`, for [`Self::before`].
    pub fn commented(&mut self, start: usize) {
        let first = if self.blank_since(start) == self.comments.end { self.comments.start } else { start };
        self.comments = first..self.at;
    }

    /// The last byte of code before `at`: no blank and, where comments were noted, of no comment.
    pub fn before(&self, at: usize) -> Option<u8> {
        let mut end = self.blank_since(at);
        if end == self.comments.end {
            end = self.blank_since(self.comments.start);
        }
        self.bytes[..end].last().copied()
    }

    /// Where the blanks begin that end at `at`.
    fn blank_since(&self, at: usize) -> usize {
        self.bytes[..at].iter().rposition(|byte| class(*byte) != Class::Space).map_or(0, |last| last + 1)
    }

    /// Where the first byte at or after `at` is that is no blank.
    pub fn after(&self, at: usize) -> usize {
        let rest = &self.bytes[at..];
        at + rest.iter().position(|byte| class(*byte) != Class::Space).unwrap_or(rest.len())
    }

    /// The word at `at`; empty where there is none.
    pub fn word_at(&self, at: usize) -> &'t [u8] {
        let rest = &self.bytes[at..];
        &rest[..rest.iter().position(|byte| class(*byte) != Class::Word).unwrap_or(rest.len())]
    }
}

/// The words of a text of no language: all of them are text.
pub fn plain_words(text: &str) -> Vec<Word> {
    let mut scanner = Scanner::new(text);
    while let Some(byte) = scanner.peek(0) {
        if class(byte) == Class::Word {
            scanner.word(TEXT);
        } else {
            scanner.at += 1;
        }
    }
    scanner.words.finish()
}

/// Words that are code, of a text that has been read up to some place and cannot be understood further.
pub fn rest_as_code(scanner: &mut Scanner<'_>) {
    while let Some(byte) = scanner.peek(0) {
        if class(byte) == Class::Word {
            scanner.word(CODE);
        } else {
            scanner.at += 1;
        }
    }
}

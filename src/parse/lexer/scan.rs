//! What all lexers share: a place in a text, its words, and the classes of bytes.

use std::ops::Range;

use memchr::memmem::Finder;

use super::collect::{CODE, Collector, TEXT};
use super::marks::Marks;
use crate::parse::words::{Words, is_word_byte};

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
    marks: Marks,
    comment_end: Finder<'static>,
    /// The last comments with nothing but blanks between them.
    comments: Range<usize>,
}

impl<'t> Scanner<'t> {
    pub fn new(text: &'t str) -> Self {
        let bytes = text.as_bytes();
        Self {
            bytes,
            at: 0,
            words: Collector::new(bytes),
            marks: Marks::of(bytes),
            comment_end: Finder::new(b"*/"),
            comments: 0..0,
        }
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
        self.at = self.marks.word_end(start);
        self.words.add(start, self.at, place);
        &self.bytes[start..self.at]
    }

    /// Passes everything up to `end`, where no word goes on; its words are of one place.
    pub fn words_up_to(&mut self, end: usize, place: u8) {
        let mut start = self.marks.word(self.at);
        while start < end {
            let word_end = self.marks.word_end(start);
            self.words.add(start, word_end, place);
            start = self.marks.word(word_end);
        }
        self.at = end;
    }

    /// Passes what is neither word nor bracket, quote, slash or backtick.
    #[inline]
    pub fn skip_to_token(&mut self) {
        self.at = self.marks.token(self.at);
    }

    /// Passes a line comment that begins here, up to its line end, which is LF or a lone CR: the CR of a CR LF is the
    /// comment's, as the grammars have it.
    pub fn line_comment(&mut self) {
        let rest = &self.bytes[self.at..];
        let is_end = |at: &usize| rest[*at] == b'\n' || rest.get(at + 1) != Some(&b'\n');
        let end = memchr::memchr2_iter(b'\n', b'\r', rest).find(is_end).unwrap_or(rest.len());
        self.words_up_to(self.at + end, TEXT);
    }

    /// Passes a block comment that begins here; false: it does not end.
    pub fn block_comment(&mut self) -> bool {
        self.at += 2;
        let end = self.comment_end.find(&self.bytes[self.at..]);
        self.words_up_to(end.map_or(self.bytes.len(), |end| self.at + end), TEXT);
        if end.is_some() {
            self.at += 2;
        }
        end.is_some()
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
pub fn plain_words(text: &str) -> Words {
    let mut scanner = Scanner::new(text);
    scanner.words_up_to(text.len(), TEXT);
    scanner.words.finish()
}

/// Words that are code, of a text that has been read up to some place and cannot be understood further.
pub fn rest_as_code(scanner: &mut Scanner<'_>) {
    scanner.words_up_to(scanner.bytes.len(), CODE);
}

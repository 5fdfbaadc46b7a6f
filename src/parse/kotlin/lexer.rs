//! Where each token of a Kotlin text ends: words, strings with their templates, comments.
//!
//! Moves on over bytes, without recursion and without looking back; every step takes what it passes.

use super::tokens::TokenKind;
use crate::model::ByteRange;

/// A place in the bytes, moving on.
pub(super) struct Lexer<'a> {
    bytes: &'a [u8],
    pub at: usize,
    /// How deep string templates were nested at most.
    pub template_depth: usize,
    /// The longest run of `$` met.
    pub longest_dollars: usize,
    /// Where the comment or raw string begins that the text ends in.
    pub unclosed: Option<usize>,
    /// The code of string templates, without that of others in it.
    pub templates: Vec<ByteRange>,
    template_start: usize,
}

/// What encloses a place inside a string literal.
enum Inside {
    Text {
        triple: bool,
        dollars: usize,
    },
    /// Code of a template; the number of braces open in it.
    Template(usize),
}

impl<'a> Lexer<'a> {
    /// From a byte of a text on.
    pub fn new(text: &'a str, at: usize) -> Self {
        Self {
            bytes: text.as_bytes(),
            at,
            template_depth: 0,
            longest_dollars: 0,
            unclosed: None,
            templates: Vec::new(),
            template_start: at,
        }
    }

    pub fn peek(&self, ahead: usize) -> Option<u8> {
        self.bytes.get(self.at + ahead).copied()
    }

    fn starts_with(&self, what: &[u8]) -> bool {
        self.bytes[self.at..].starts_with(what)
    }

    pub fn skip_line(&mut self) {
        let rest = &self.bytes[self.at..];
        self.at += memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
    }

    /// Kotlin's block comments nest.
    pub fn skip_block_comment(&mut self) {
        let start = self.at;
        self.at += 2;
        let mut depth = 1_usize;
        while depth > 0 && self.at < self.bytes.len() {
            if self.starts_with(b"*/") {
                depth -= 1;
                self.at += 2;
            } else if self.starts_with(b"/*") {
                depth += 1;
                self.at += 2;
            } else {
                let rest = &self.bytes[self.at + 1..];
                self.at += 1 + memchr::memchr2(b'*', b'/', rest).unwrap_or(rest.len());
            }
        }
        if depth > 0 {
            self.unclosed = self.unclosed.or(Some(start));
        }
    }

    /// Passes the token that begins with `first`.
    pub fn skip_token(&mut self, first: u8) -> TokenKind {
        match first {
            b'"' => {
                self.skip_string();
                TokenKind::Literal
            }
            b'$' if self.dollars_of_string() > 0 => {
                self.skip_string();
                TokenKind::Literal
            }
            b'$' => {
                self.at += self.run_of(b'$');
                TokenKind::Punctuation(b'$')
            }
            b'\'' => {
                self.skip_character();
                TokenKind::Literal
            }
            b'`' => {
                let rest = &self.bytes[self.at + 1..];
                match memchr::memchr3(b'`', b'\n', b'\r', rest) {
                    Some(end) if rest[end] == b'`' => {
                        self.at += end + 2;
                        TokenKind::Word
                    }
                    _ => {
                        self.at += 1;
                        TokenKind::Punctuation(first)
                    }
                }
            }
            _ if is_word_byte(first) => {
                let number = first.is_ascii_digit();
                self.at += 1;
                while let Some(byte) = self.peek(0) {
                    let fraction = number && byte == b'.' && self.peek(1).is_some_and(|b| b.is_ascii_digit());
                    if !is_word_byte(byte) && !fraction {
                        break;
                    }
                    self.at += 1;
                }
                TokenKind::Word
            }
            _ => {
                self.at += 1;
                TokenKind::Punctuation(first)
            }
        }
    }

    fn skip_character(&mut self) {
        self.at += 1;
        while let Some(byte) = self.peek(0) {
            match byte {
                b'\n' | b'\r' => return,
                b'\\' => self.at += 2,
                b'\'' => {
                    self.at += 1;
                    return;
                }
                _ => self.at += 1,
            }
        }
        self.at = self.at.min(self.bytes.len());
    }

    /// How many `$` stand here in front of a quotation mark; 0 where no string begins after them.
    fn dollars_of_string(&mut self) -> usize {
        let count = self.run_of(b'$');
        self.longest_dollars = self.longest_dollars.max(count);
        if self.peek(count) == Some(b'"') { count } else { 0 }
    }

    fn open_string(&mut self, stack: &mut Vec<Inside>) {
        let dollars = self.dollars_of_string();
        self.at += dollars;
        let triple = self.starts_with(b"\"\"\"");
        self.at += if triple { 3 } else { 1 };
        stack.push(Inside::Text { triple, dollars: dollars.max(1) });
        // Text and template take turns on the stack.
        self.template_depth = self.template_depth.max(stack.len().div_ceil(2));
    }

    fn step_over_dollars(&mut self, stack: &mut Vec<Inside>) {
        if self.dollars_of_string() > 0 {
            self.open_string(stack);
        } else {
            self.at += self.run_of(b'$');
        }
    }

    fn run_of(&self, byte: u8) -> usize {
        self.bytes[self.at..].iter().take_while(|b| **b == byte).count()
    }

    fn skip_string(&mut self) {
        let start = self.at;
        let mut stack = Vec::new();
        self.open_string(&mut stack);
        while let Some(inside) = stack.last_mut() {
            let Some(byte) = self.peek(0) else {
                self.unclosed = self.unclosed.or(Some(start));
                return;
            };
            match inside {
                Inside::Text { triple, dollars } => {
                    let (triple, dollars) = (*triple, *dollars);
                    self.step_in_text(byte, triple, dollars, &mut stack);
                }
                Inside::Template(braces) => match byte {
                    b'{' => {
                        *braces += 1;
                        self.at += 1;
                    }
                    b'}' => {
                        *braces -= 1;
                        self.at += 1;
                        if *braces == 0 {
                            stack.pop();
                            self.end_template(&stack);
                        }
                    }
                    b'"' => self.open_string(&mut stack),
                    b'$' => self.step_over_dollars(&mut stack),
                    b'/' if self.peek(1) == Some(b'/') => self.skip_line(),
                    b'/' if self.peek(1) == Some(b'*') => self.skip_block_comment(),
                    b'\'' | b'`' => {
                        self.skip_token(byte);
                    }
                    _ => self.at += 1,
                },
            }
            self.at = self.at.min(self.bytes.len());
        }
    }

    /// Keeps what stood between the braces of a template, where it is in no other.
    fn end_template(&mut self, stack: &[Inside]) {
        if stack.len() == 1 {
            let (start, end) = (self.template_start as u32, self.at as u32 - 1);
            self.templates.push(ByteRange { start, end });
        }
    }

    fn step_in_text(&mut self, byte: u8, triple: bool, dollars: usize, stack: &mut Vec<Inside>) {
        match byte {
            b'\\' if !triple => self.at += 2,
            b'"' if triple => {
                let quotes = self.run_of(b'"');
                self.at += quotes;
                if quotes >= 3 {
                    stack.pop();
                }
            }
            b'"' => {
                self.at += 1;
                stack.pop();
            }
            // A one-line string that is never closed ends with its line, as kotlinc has it.
            b'\n' | b'\r' if !triple => {
                stack.pop();
            }
            b'$' => {
                let run = self.run_of(b'$');
                self.longest_dollars = self.longest_dollars.max(run);
                self.at += run;
                if run >= dollars && self.peek(0) == Some(b'{') {
                    self.at += 1;
                    if stack.len() == 1 {
                        self.template_start = self.at;
                    }
                    stack.push(Inside::Template(1));
                }
            }
            _ => self.at += 1,
        }
    }
}

fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

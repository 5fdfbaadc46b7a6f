//! Kotlin text as a flat list of tokens with matched brackets: what the grammar's tree cannot be trusted with.
//!
//! One pass without recursion, for any input. Comments are kept apart from code; a string literal is one token, its
//! templates included. Knows nothing of declarations.

use super::lexer::Lexer;
use crate::model::ByteRange;

/// Tokens of the longest type argument list that is looked through; keeps hostile text from costing its square.
const LONGEST_ANGLES: usize = 2000;

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// A keyword, identifier or number; back-ticked identifiers with their back-ticks.
    Word,
    /// A string or character literal, templates included.
    Literal,
    /// One byte of punctuation.
    Punctuation(u8),
}

/// A token of code by its place in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Token {
    pub kind: TokenKind,
    pub start: u32,
    pub end: u32,
    /// Index of the bracket that closes or opens this one; its own index where there is none.
    pub partner: u32,
}

/// A comment by its place in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Comment {
    pub start: u32,
    pub end: u32,
}

/// All tokens of one text.
#[derive(Default)]
pub(super) struct Tokens<'a> {
    pub text: &'a str,
    pub code: Vec<Token>,
    pub comments: Vec<Comment>,
    /// How deep string templates nest at most: 1 for a plain string.
    pub template_depth: usize,
    /// The longest run of `$` anywhere in code and strings.
    pub longest_dollars: usize,
    /// Where the first bracket without a partner is; else a comment or raw string without an end.
    pub unbalanced: Option<u32>,
    /// The code of string templates, without that of others in it.
    pub templates: Vec<ByteRange>,
}

impl<'a> Tokens<'a> {
    /// Splits `text`; never fails.
    pub fn of(text: &'a str) -> Self {
        let mut lexer = Lexer::new(text, 0);
        if text.starts_with("#!") {
            lexer.skip_line();
        }
        Self::read(text, text.len() / 6, lexer)
    }

    /// Splits a part of `text`; places are those in all of it.
    pub fn within(text: &'a str, part: ByteRange) -> Self {
        let upto = text.get(..part.end as usize).unwrap_or(text);
        Self::read(text, (part.end - part.start) as usize / 6, Lexer::new(upto, part.start as usize))
    }

    fn read(text: &'a str, expected: usize, mut lexer: Lexer<'a>) -> Self {
        let mut tokens = Self { text, code: Vec::with_capacity(expected), ..Self::default() };
        let mut open = OpenBrackets::default();
        while let Some(byte) = lexer.peek(0) {
            let start = lexer.at;
            match (byte, lexer.peek(1)) {
                (b' ' | b'\t' | b'\n' | b'\r' | 0x0C, _) => lexer.at += 1,
                (b'/', Some(b'/')) => {
                    lexer.skip_line();
                    tokens.comments.push(Comment { start: start as u32, end: lexer.at as u32 });
                }
                (b'/', Some(b'*')) => {
                    lexer.skip_block_comment();
                    tokens.comments.push(Comment { start: start as u32, end: lexer.at as u32 });
                }
                _ => {
                    let kind = lexer.skip_token(byte);
                    tokens.push(kind, start, lexer.at, &mut open);
                }
            }
        }
        tokens.template_depth = lexer.template_depth;
        tokens.longest_dollars = lexer.longest_dollars;
        tokens.templates = lexer.templates;
        let unmatched = (0..tokens.code.len()).find(|at| tokens.is_unmatched(*at)).map(|at| tokens.code[at].start);
        tokens.unbalanced = unmatched.or(lexer.unclosed.map(|start| start as u32));
        tokens
    }

    fn push(&mut self, kind: TokenKind, start: usize, end: usize, open: &mut OpenBrackets) {
        let index = self.code.len() as u32;
        let mut partner = index;
        match kind {
            TokenKind::Punctuation(bracket @ (b'(' | b'[' | b'{')) => open.push(bracket, index),
            TokenKind::Punctuation(bracket @ (b')' | b']' | b'}')) => {
                if let Some(opening) = open.close(bracket) {
                    partner = opening;
                    self.code[opening as usize].partner = index;
                }
            }
            _ => {}
        }
        self.code.push(Token { kind, start: start as u32, end: end as u32, partner });
    }

    /// The text of the token at `index`; empty beyond the last.
    pub fn word(&self, index: usize) -> &'a str {
        self.code.get(index).map_or("", |token| &self.text[token.start as usize..token.end as usize])
    }

    /// Whether the token at `index` is this byte of punctuation.
    pub fn is(&self, index: usize, byte: u8) -> bool {
        self.code.get(index).is_some_and(|token| token.kind == TokenKind::Punctuation(byte))
    }

    /// Whether the token at `index` is a word.
    pub fn is_word(&self, index: usize) -> bool {
        self.code.get(index).is_some_and(|token| token.kind == TokenKind::Word)
    }

    /// The index of the bracket that matches the one at `index`, or of the last token where none does.
    pub fn closing(&self, index: usize) -> usize {
        match self.code.get(index) {
            Some(token) if token.partner as usize > index => token.partner as usize,
            _ => self.code.len().saturating_sub(1).max(index),
        }
    }

    /// Whether the token at `index` has a matching bracket after it.
    pub fn is_closed(&self, index: usize) -> bool {
        self.code.get(index).is_some_and(|token| token.partner as usize > index)
    }

    /// Whether the token at `index` is a bracket without a partner.
    pub fn is_unmatched(&self, index: usize) -> bool {
        let Some(token) = self.code.get(index) else { return false };
        token.partner as usize == index
            && matches!(token.kind, TokenKind::Punctuation(b'(' | b')' | b'[' | b']' | b'{' | b'}'))
    }

    /// Whether nothing stands between the token at `index` and the one before it.
    pub fn touches_previous(&self, index: usize) -> bool {
        index > 0 && self.code.get(index).is_some_and(|token| self.code[index - 1].end == token.start)
    }

    /// Whether a line ends between the token at `index` and the one before it; true for the first token.
    pub fn starts_line(&self, index: usize) -> bool {
        match (index.checked_sub(1).and_then(|before| self.code.get(before)), self.code.get(index)) {
            (Some(before), Some(token)) => self.text.as_bytes()[before.end as usize..token.start as usize]
                .iter()
                .any(|b| matches!(b, b'\n' | b'\r')),
            _ => true,
        }
    }

    /// The index of the first token that starts at `offset` or after it.
    pub fn at_or_after(&self, offset: u32) -> usize {
        self.code.partition_point(|token| token.start < offset)
    }

    /// The index after the `>` that closes the `<` at `index`, arrows not counted; `index` where it is never closed.
    pub fn after_angles(&self, index: usize) -> usize {
        let mut depth = 0_usize;
        let mut at = index;
        while let Some(token) = self.code.get(at).filter(|_| at < index + LONGEST_ANGLES) {
            match token.kind {
                TokenKind::Punctuation(b'<') => depth += 1,
                TokenKind::Punctuation(b'>') if at > 0 && self.is(at - 1, b'-') && self.touches_previous(at) => {}
                TokenKind::Punctuation(b'>') => {
                    depth -= 1;
                    if depth == 0 {
                        return at + 1;
                    }
                }
                TokenKind::Punctuation(b'(' | b'[') => at = self.closing(at),
                TokenKind::Punctuation(b'{' | b'}' | b';' | b')' | b']') => return index,
                TokenKind::Word
                    if matches!(self.word(at), "class" | "fun" | "val" | "var" | "interface" | "object") =>
                {
                    return index;
                }
                _ => {}
            }
            at += 1;
        }
        index
    }
}

/// The brackets open at a place.
#[derive(Default)]
struct OpenBrackets {
    stack: Vec<(u8, u32)>,
    braces: usize,
}

impl OpenBrackets {
    fn push(&mut self, bracket: u8, index: u32) {
        self.braces += usize::from(bracket == b'{');
        self.stack.push((bracket, index));
    }

    /// The bracket that `closing` closes. One left open ends with the brace around it; a stray one closes nothing.
    fn close(&mut self, closing: u8) -> Option<u32> {
        if closing == b'}' {
            if self.braces == 0 {
                return None;
            }
            self.braces -= 1;
            while let Some((bracket, index)) = self.stack.pop() {
                if bracket == b'{' {
                    return Some(index);
                }
            }
            return None;
        }
        let opening = if closing == b')' { b'(' } else { b'[' };
        let (_, index) = self.stack.pop_if(|(bracket, _)| *bracket == opening)?;
        Some(index)
    }
}

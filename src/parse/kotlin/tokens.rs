//! Kotlin text as a flat list of tokens with matched brackets: what the grammar's tree cannot be trusted with.
//!
//! One pass without recursion, for any input. Comments are kept apart from code; a string literal is one token, its
//! templates included. Knows nothing of declarations.

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
pub(super) struct Tokens<'a> {
    pub text: &'a str,
    pub code: Vec<Token>,
    pub comments: Vec<Comment>,
    /// How deep string templates nest at most: 1 for a plain string.
    pub template_depth: usize,
    /// The longest run of `$` anywhere in code and strings.
    pub longest_dollars: usize,
    /// Where the first bracket without a partner is.
    pub unbalanced: Option<u32>,
}

impl<'a> Tokens<'a> {
    /// Splits `text`; never fails.
    pub fn of(text: &'a str) -> Self {
        let mut lexer = Lexer { bytes: text.as_bytes(), at: 0, template_depth: 0, longest_dollars: 0 };
        let mut tokens = Self {
            text,
            code: Vec::with_capacity(text.len() / 6),
            comments: Vec::new(),
            template_depth: 0,
            longest_dollars: 0,
            unbalanced: None,
        };
        let mut open = OpenBrackets::default();
        if text.starts_with("#!") {
            lexer.skip_line();
        }
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
        tokens.unbalanced = (0..tokens.code.len()).find(|at| tokens.is_unmatched(*at)).map(|at| tokens.code[at].start);
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

/// A place in the bytes, moving on.
struct Lexer<'a> {
    bytes: &'a [u8],
    at: usize,
    template_depth: usize,
    longest_dollars: usize,
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

impl Lexer<'_> {
    fn peek(&self, ahead: usize) -> Option<u8> {
        self.bytes.get(self.at + ahead).copied()
    }

    fn starts_with(&self, what: &[u8]) -> bool {
        self.bytes[self.at..].starts_with(what)
    }

    fn skip_line(&mut self) {
        let rest = &self.bytes[self.at..];
        self.at += memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
    }

    /// Kotlin's block comments nest.
    fn skip_block_comment(&mut self) {
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
    }

    fn skip_token(&mut self, first: u8) -> TokenKind {
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
        let mut stack = Vec::new();
        self.open_string(&mut stack);
        while let Some(inside) = stack.last_mut() {
            let Some(byte) = self.peek(0) else { return };
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

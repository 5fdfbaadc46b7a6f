//! Headers of types: where the body begins, and what the grammar must be spared between the name and the body.

use super::outline::{Scan, expects_more, is_companion, is_declaring_word, is_type_keyword};
use super::prefix::{self, Gap, Prefix};
use super::tokens::TokenKind;

/// What a token is to the header of a type.
enum HeaderStep {
    /// Part of it; the index of the next token to look at.
    Next(usize),
    /// The brace of the body.
    Body,
    /// Part of what comes after a header without a body.
    End,
}

impl Scan<'_, '_> {
    /// Reads a type's header from its keyword on: mends it and takes note of the brace of its body.
    /// The index of the token to go on with.
    pub fn header(&mut self, keyword: usize) -> usize {
        let tokens = self.tokens;
        let mut at = keyword + 1;
        // A companion without a name ends with its line, where no more of a header follows.
        if tokens.is_word(at) && !(is_companion(tokens, keyword) && tokens.starts_line(at)) {
            at += 1;
        }
        if tokens.is(at, b'<') {
            let after = tokens.after_angles(at);
            self.outline.doubtful |= after == at;
            at = after;
        }
        let name_end = at;
        let mut next = keyword + 1;
        let constructor = Prefix::read(tokens, at, tokens.code.len()).keyword;
        if tokens.word(constructor) == "constructor" && tokens.is(constructor + 1, b'(') {
            // The grammar wants it on the line of the name, and knows few modifiers there.
            self.edit(tokens.code[name_end - 1].end, tokens.code[constructor].start, " ");
            if constructor > name_end {
                self.outline.prefixes.push((constructor, name_end));
            }
            at = constructor + 1;
            next = constructor;
        }
        let calls = self.emptied.len();
        if tokens.is(at, b'(') {
            if !tokens.is_closed(at) {
                return next;
            }
            if self.reduce {
                self.constructor_parameters(at);
            }
            at = tokens.closing(at) + 1;
        }
        if let Some(body) = self.rest_of_header(at) {
            self.bodies.push(body);
            if self.enum_keyword == Some(keyword) {
                self.enum_body = Some(body);
            }
        }
        self.emptied[calls..].reverse();
        next
    }

    /// From the token after a constructor's parameters to the brace of the body; none where the header has no body. A
    /// delegate (`by …`) is taken away: the grammar may read the body as an argument of its last call.
    fn rest_of_header(&mut self, from: usize) -> Option<usize> {
        let tokens = self.tokens;
        let mut at = from;
        let mut delegate = None;
        let body = loop {
            let Some(step) = self.header_step(at, from) else { break None };
            let by = tokens.word(at) == "by" && at > from;
            let ends_delegate = matches!(step, HeaderStep::Body) || tokens.is(at, b',') || tokens.word(at) == "where";
            if ends_delegate {
                self.cut_delegate(delegate.take(), at);
            } else if by && delegate.is_none() {
                delegate = Some(at);
            }
            match step {
                HeaderStep::Next(next) => at = next,
                HeaderStep::Body => break Some(at),
                HeaderStep::End => break None,
            }
        };
        self.cut_delegate(delegate, at);
        body
    }

    fn cut_delegate(&mut self, by: Option<usize>, end: usize) {
        let tokens = self.tokens;
        if let Some(by) = by {
            self.edit(tokens.code[by - 1].end, tokens.code[end - 1].end, "");
            self.outline.delegates.push((by, end));
        }
    }

    /// What the token at `at` is to a header whose list of supertypes begins at `from`; none after the last token.
    fn header_step(&mut self, at: usize, from: usize) -> Option<HeaderStep> {
        let tokens = self.tokens;
        let fresh = tokens.starts_line(at) && !expects_more(tokens, at - 1);
        Some(match tokens.code.get(at)?.kind {
            TokenKind::Punctuation(b'{') if tokens.word(at - 1) == "by" && tokens.is_closed(at) => {
                HeaderStep::Next(tokens.closing(at) + 1)
            }
            TokenKind::Punctuation(b'{') => HeaderStep::Body,
            TokenKind::Punctuation(b'}' | b')' | b']' | b';') => HeaderStep::End,
            TokenKind::Punctuation(b'(' | b'[') if !tokens.is_closed(at) || at == from => HeaderStep::End,
            TokenKind::Punctuation(byte @ (b'(' | b'[')) => {
                let after = tokens.closing(at) + 1;
                if self.reduce && byte == b'(' && self.calls_supertype(at, after) {
                    self.emptied.push(at);
                }
                HeaderStep::Next(after)
            }
            TokenKind::Punctuation(b'@') if !prefix::is_annotation(tokens, at) => HeaderStep::Next(at + 1),
            TokenKind::Punctuation(b'@') if fresh || at == from => HeaderStep::End,
            TokenKind::Punctuation(b'@') => {
                let after = prefix::annotation(tokens, at, Gap::None, None);
                let end = tokens.code.get(after).map_or(tokens.text.len() as u32, |token| token.start);
                self.edit(tokens.code[at].start, end, "");
                HeaderStep::Next(after)
            }
            TokenKind::Punctuation(b'<') => HeaderStep::Next(tokens.after_angles(at).max(at + 1)),
            TokenKind::Word => match tokens.word(at) {
                "where" => HeaderStep::Next(at + 1),
                "by" if at > from => HeaderStep::Next(at + 1),
                _ if fresh || at == from => HeaderStep::End,
                "object" => self.after_object_expression(at).map_or(HeaderStep::End, HeaderStep::Next),
                "class" if !is_type_keyword(tokens, at) => HeaderStep::Next(at + 1),
                word if is_declaring_word(word) => HeaderStep::End,
                _ => HeaderStep::Next(at + 1),
            },
            _ => HeaderStep::Next(at + 1),
        })
    }

    /// Whether the parentheses at `open`, which end before `after`, hold the arguments of a supertype's constructor.
    fn calls_supertype(&self, open: usize, after: usize) -> bool {
        let tokens = self.tokens;
        let name = tokens.is_word(open - 1) && tokens.word(open - 1) != "suspend" || tokens.is(open - 1, b'>');
        let arrow = |at| tokens.is(at, b'-') && tokens.is(at + 1, b'>');
        let of_function = arrow(after) || open > 1 && arrow(open - 2);
        name && !of_function && !tokens.starts_line(open)
    }

    /// `by object : Type(…) { … }`: the index after its brace.
    fn after_object_expression(&self, object: usize) -> Option<usize> {
        let tokens = self.tokens;
        let mut at = object + 1;
        loop {
            match tokens.code.get(at)?.kind {
                TokenKind::Punctuation(b'{') => return tokens.is_closed(at).then(|| tokens.closing(at) + 1),
                TokenKind::Punctuation(b'(' | b'[') if tokens.is_closed(at) => at = tokens.closing(at) + 1,
                TokenKind::Punctuation(b'}' | b')' | b']' | b';') => return None,
                TokenKind::Word if is_declaring_word(tokens.word(at)) => return None,
                _ => at += 1,
            }
        }
    }
}

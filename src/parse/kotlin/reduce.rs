//! What of a declaration's text the grammar need not see: values, delegates, arguments of constructor calls.
//!
//! Asked only of text whose brackets are balanced. Where an expression ends is said only where the tokens leave no doubt;
//! otherwise it stays in the text, and the grammar decides.

use super::outline::{Scan, declares, expects_more};
use super::prefix;
use super::rewrite::Edit;
use super::signature;
use super::tokens::{TokenKind, Tokens};

/// What stands in the place of a value.
const VALUE: &str = "0";

impl Scan<'_, '_> {
    /// Reads the header of the function or property whose keyword is at `keyword`; a name takes the header's place. The
    /// index of the token after it.
    pub(super) fn member(&mut self, keyword: usize) -> Option<usize> {
        let tokens = self.tokens;
        let before = self.outline.parameters.len();
        let function = tokens.word(keyword) == "fun";
        let header = match tokens.word(keyword) {
            "fun" => signature::function(tokens, keyword, &mut self.outline.parameters),
            "val" | "var" => signature::property(tokens, keyword),
            _ => None,
        };
        let Some(header) = header else {
            self.outline.parameters.truncate(before);
            return None;
        };
        if function {
            self.outline.lists.push((header.name + 1, before..self.outline.parameters.len()));
        }
        self.outline.headers.push(header);
        let (start, end) = (tokens.code[keyword + 1].start, tokens.code[header.end - 1].end);
        let replacement = if function { "a()" } else { "a" };
        self.outline.cuts.push(Edit { start, end, replacement, stands_for: true });
        self.count_local_types(keyword + 1, header.end);
        Some(header.end)
    }

    /// Reads the parameters of a constructor in the parentheses at `open`, and has them cut.
    pub(super) fn constructor_parameters(&mut self, open: usize) {
        let before = self.outline.parameters.len();
        if signature::parameter_list(self.tokens, open, &mut self.outline.parameters).is_some() {
            self.outline.lists.push((open, before..self.outline.parameters.len()));
            self.emptied.push(open);
        } else {
            self.outline.parameters.truncate(before);
        }
    }

    /// The `=` at `at` gives a parameter its default, a property its value or a function its body: one number takes the
    /// expression's place. The index of the token to go on with.
    pub(super) fn assignment(&mut self, at: usize) -> usize {
        if !is_assignment(self.tokens, at) {
            return at + 1;
        }
        let end = if self.in_brackets(at) {
            end_of_default(self.tokens, at + 1)
        } else if self.tokens.word(self.current) == "typealias" {
            None
        } else {
            end_of_expression(self.tokens, at + 1, self.holds_accessors())
        };
        self.stand_in(at + 1, end)
    }

    /// The `by` at `at` delegates a property. The index of the token to go on with.
    pub(super) fn delegate(&mut self, at: usize) -> usize {
        let tokens = self.tokens;
        let named = [b':', b'=', b'.', b'<'].iter().any(|byte| tokens.is(at + 1, *byte));
        let delegates = !self.in_brackets(at)
            && self.holds_accessors()
            && at > self.current + 1
            && !named
            && !tokens.is(at - 1, b'.')
            && !tokens.is(at - 1, b':');
        if !delegates {
            return at + 1;
        }
        let end = end_of_expression(tokens, at + 1, true);
        self.stand_in(at + 1, end)
    }

    /// Whether the declaration that was begun last is a property.
    fn holds_accessors(&self) -> bool {
        matches!(self.tokens.word(self.current), "val" | "var")
    }

    fn stand_in(&mut self, first: usize, end: Option<usize>) -> usize {
        let tokens = self.tokens;
        let Some(end) = end.filter(|end| *end > first) else { return first };
        let (start, last) = (tokens.code[first].start, tokens.code[end - 1].end);
        self.outline.cuts.push(Edit { start, end: last, replacement: VALUE, stands_for: true });
        self.count_local_types(first, end);
        end
    }

    /// The arguments in the parentheses at `open` are cut; the index after them.
    pub(super) fn arguments(&mut self, open: usize) -> usize {
        let close = self.tokens.closing(open);
        self.empty(open, close);
        self.count_local_types(open + 1, close);
        close + 1
    }

    /// The parameters of the secondary constructor whose keyword is at `keyword`, and its call of another one.
    pub(super) fn secondary_constructor(&mut self, keyword: usize) {
        let tokens = self.tokens;
        let colon = tokens.closing(keyword + 1) + 1;
        let calls = tokens.is(colon, b':') && matches!(tokens.word(colon + 1), "this" | "super");
        if calls && tokens.is(colon + 2, b'(') {
            self.emptied.push(colon + 2);
        }
        self.constructor_parameters(keyword + 1);
    }

    /// The arguments of the entries of the enum whose body begins at `open`.
    pub(super) fn enum_entries(&mut self, open: usize) {
        let tokens = self.tokens;
        let mut at = open + 1;
        let first = self.emptied.len();
        loop {
            while tokens.is(at, b'@') {
                at = prefix::skip_annotation(tokens, at).max(at + 1);
            }
            if !tokens.is_word(at) {
                break;
            }
            at += 1;
            if tokens.is(at, b'(') {
                self.emptied.push(at);
                at = tokens.closing(at) + 1;
            }
            if tokens.is(at, b'{') {
                at = tokens.closing(at) + 1;
            }
            if !tokens.is(at, b',') {
                break;
            }
            at += 1;
        }
        self.emptied[first..].reverse();
    }
}

/// Whether the `=` at `at` is not part of a longer operator.
pub(super) fn is_assignment(tokens: &Tokens, at: usize) -> bool {
    let begins_operator = tokens.is(at + 1, b'=') && tokens.touches_previous(at + 1);
    let ends_operator = tokens.touches_previous(at)
        && matches!(
            tokens.code[at - 1].kind,
            TokenKind::Punctuation(b'=' | b'!' | b'<' | b'>' | b'+' | b'-' | b'*' | b'/' | b'%')
        );
    !begins_operator && !ends_operator
}

/// Index after the default value that begins at `first`: of the `,` before the next parameter, or of the closing bracket.
pub(super) fn end_of_default(tokens: &Tokens, first: usize) -> Option<usize> {
    let mut at = first;
    loop {
        match tokens.code.get(at)?.kind {
            TokenKind::Punctuation(b')') => return Some(at),
            TokenKind::Punctuation(b'(' | b'[' | b'{') => at = tokens.closing(at),
            TokenKind::Punctuation(b']' | b'}' | b';') => return None,
            TokenKind::Punctuation(b'=') if is_assignment(tokens, at) => return None,
            TokenKind::Punctuation(b',') if tokens.is(at + 1, b')') || is_parameter(tokens, at + 1) => return Some(at),
            _ => {}
        }
        at += 1;
    }
}

/// Whether a parameter with its type begins at `first`.
fn is_parameter(tokens: &Tokens, first: usize) -> bool {
    let mut at = prefix::skip(tokens, first);
    at += usize::from(matches!(tokens.word(at), "val" | "var") && tokens.is_word(at + 1));
    tokens.is_word(at) && tokens.is(at + 1, b':') && !tokens.is(at + 2, b':')
}

/// Index after the expression that begins at `first` outside of all brackets of a type's body, where that is certain.
fn end_of_expression(tokens: &Tokens, first: usize, accessors: bool) -> Option<usize> {
    let mut at = first;
    while let Some(token) = tokens.code.get(at) {
        let may_end = at > first && tokens.starts_line(at) && !needs_operand(tokens, at - 1);
        if may_end && !continues(tokens, at) && !is_operand(tokens, first, at) {
            return begins_next(tokens, at, accessors).then_some(at);
        }
        match token.kind {
            TokenKind::Punctuation(b'}' | b';') => return Some(at),
            TokenKind::Punctuation(b')' | b']') => return None,
            TokenKind::Punctuation(b'(' | b'[' | b'{') => at = tokens.closing(at),
            TokenKind::Punctuation(b'=') if is_assignment(tokens, at) => return None,
            TokenKind::Word => match tokens.word(at) {
                "val" | "var" | "typealias" | "interface" => return None,
                "fun" | "object" if tokens.is_word(at + 1) => return None,
                "class" if !tokens.is(at - 1, b':') => return None,
                _ => {}
            },
            _ => {}
        }
        at += 1;
    }
    Some(at)
}

/// Whether an expression cannot end with the token at `at`.
fn needs_operand(tokens: &Tokens, at: usize) -> bool {
    if tokens.is(at, b')') {
        let open = tokens.code[at].partner as usize;
        return open > 0 && matches!(tokens.word(open - 1), "if" | "while" | "for" | "when");
    }
    expects_more(tokens, at) || tokens.is(at, b'*')
}

/// Whether the token at `at`, the first of its line, can only go on with an expression.
fn continues(tokens: &Tokens, at: usize) -> bool {
    match tokens.code[at].kind {
        TokenKind::Punctuation(b'.' | b'?' | b'}' | b')' | b']' | b';' | b',') => true,
        TokenKind::Punctuation(b'&' | b'|') => tokens.touches_previous(at + 1),
        TokenKind::Word => matches!(tokens.word(at), "else" | "as" | "catch" | "finally"),
        _ => false,
    }
}

/// Whether the word at `at`, the first of its line, is named like a modifier and yet the right operand of the infix function
/// that ends the line before, in the expression that begins at `first`. The grammar takes it for a modifier.
fn is_operand(tokens: &Tokens, first: usize, at: usize) -> bool {
    let follows_infix = at >= first + 2
        && tokens.is_word(at - 1)
        && !tokens.is(at - 2, b'?')
        && !tokens.is(at - 2, b'@')
        && !needs_operand(tokens, at - 2);
    follows_infix && prefix::is_modifier(tokens, at) && tokens.starts_line(at + 1)
}

/// Whether the next member of a type begins at `at`, the first token of its line.
fn begins_next(tokens: &Tokens, at: usize, accessors: bool) -> bool {
    if let Some(keyword) = declares(tokens, at) {
        return accessors || !matches!(tokens.word(keyword), "get" | "set");
    }
    match tokens.word(at) {
        "init" => tokens.is(at + 1, b'{'),
        "field" => accessors && (tokens.is(at + 1, b'=') || tokens.is(at + 1, b':')),
        _ => false,
    }
}

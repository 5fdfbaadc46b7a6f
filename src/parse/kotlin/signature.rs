//! Headers of functions and properties, and parameter lists, read from the tokens alone.
//!
//! Strict: what is not plainly such a header or list gives none, and the grammar reads it.

use super::prefix::{self, Gap};
use super::reduce::{end_of_default, is_assignment};
use super::tokens::{TokenKind, Tokens};

/// How deep types nest at most in what is read here; more is left to the grammar.
const DEEPEST_NESTING: usize = 40;

/// One parameter, by indexes of its tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ParameterTokens {
    pub first: usize,
    /// The name; `val` or `var` stands before it where the parameter is a property.
    pub name: usize,
    /// After the type.
    pub type_end: usize,
    /// After the default value.
    pub end: usize,
}

/// A function or property up to its body or value, by indexes of its tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct HeaderTokens {
    pub keyword: usize,
    pub name: usize,
    /// First token of the receiver's type, and the one after it.
    pub receiver: Option<(usize, usize)>,
    /// The token after the header.
    pub end: usize,
}

/// The header of the function whose `fun` is at `keyword`; its parameters go to `parameters`.
pub(super) fn function(tokens: &Tokens, keyword: usize, parameters: &mut Vec<ParameterTokens>) -> Option<HeaderTokens> {
    let (receiver, name) = receiver_and_name(tokens, keyword)?;
    let close = parameter_list(tokens, name + 1, parameters)?;
    let mut end = close + 1;
    if tokens.is(end, b':') {
        end = type_end(tokens, end + 1, 0)?;
    }
    let ended = tokens.is(end, b'{') || tokens.is(end, b'=') && is_assignment(tokens, end) || ends(tokens, end);
    ended.then_some(HeaderTokens { keyword, name, receiver, end })
}

/// The header of the property whose `val` or `var` is at `keyword`.
pub(super) fn property(tokens: &Tokens, keyword: usize) -> Option<HeaderTokens> {
    let (receiver, name) = receiver_and_name(tokens, keyword)?;
    let mut end = name + 1;
    if tokens.is(end, b':') {
        end = type_end(tokens, end + 1, 0)?;
    }
    let valued = tokens.is(end, b'=') && is_assignment(tokens, end) || tokens.word(end) == "by";
    (valued || ends(tokens, end)).then_some(HeaderTokens { keyword, name, receiver, end })
}

/// Whether a declaration can end before the token at `at`.
fn ends(tokens: &Tokens, at: usize) -> bool {
    at >= tokens.code.len()
        || tokens.is(at, b'}')
        || tokens.is(at, b';')
        || tokens.starts_line(at) && (tokens.is_word(at) && tokens.word(at) != "where" || tokens.is(at, b'@'))
}

/// The receiver's type and the name after the type parameters that follow `keyword`.
fn receiver_and_name(tokens: &Tokens, keyword: usize) -> Option<(Option<(usize, usize)>, usize)> {
    let mut first = keyword + 1;
    if tokens.is(first, b'<') {
        first = type_parameters(tokens, first)?;
    }
    // The usual function has no receiver.
    if tokens.is_word(first)
        && !tokens.is(first + 1, b'.')
        && !tokens.is(first + 1, b'<')
        && !tokens.is(first + 1, b'?')
    {
        let plain = !prefix::is_modifier(tokens, first) && !prefix::is_context_clause(tokens, first);
        return plain.then_some((None, first));
    }
    // The last segment of what looks like a qualified type is the name.
    let (receiver, end) = receiver(tokens, first)?;
    (tokens.is(end, b'.') && tokens.is_word(end + 1)).then_some((Some((first, receiver)), end + 1))
}

/// The end of the receiver's type that begins at `first`: of all but its last segment; and the `.` after it.
fn receiver(tokens: &Tokens, first: usize) -> Option<(usize, usize)> {
    let mut at = first;
    if tokens.is(at, b'(') {
        let close = tokens.closing(at);
        let inner = type_end(tokens, at + 1, 0)?;
        at = close + 1;
        if inner != close || is_arrow(tokens, at) {
            return None;
        }
    } else {
        loop {
            if !tokens.is_word(at) {
                return None;
            }
            at = type_arguments(tokens, at + 1, 0)?;
            // One segment more, unless it is the name.
            let segment = tokens.is(at, b'.') && tokens.is_word(at + 1);
            if !segment || !(tokens.is(at + 2, b'.') || tokens.is(at + 2, b'<') || tokens.is(at + 2, b'?')) {
                break;
            }
            at += 1;
        }
    }
    while tokens.is(at, b'?') {
        at += 1;
    }
    Some((at, at))
}

/// Index after the type parameters whose `<` is at `open`.
fn type_parameters(tokens: &Tokens, open: usize) -> Option<usize> {
    let mut at = open + 1;
    loop {
        at = skip_prefix(tokens, at)?;
        if !tokens.is_word(at) {
            return None;
        }
        at += 1;
        if tokens.is(at, b':') {
            at = type_end(tokens, at + 1, 0)?;
        }
        let ended;
        (at, ended) = after_element(tokens, at)?;
        if ended {
            return Some(at);
        }
    }
}

/// Reads the list of parameters in the parentheses at `open`; the index of the closing one.
pub(super) fn parameter_list(tokens: &Tokens, open: usize, out: &mut Vec<ParameterTokens>) -> Option<usize> {
    if !tokens.is(open, b'(') || !tokens.is_closed(open) {
        return None;
    }
    let close = tokens.closing(open);
    let mut first = open + 1;
    while first < close {
        let mut name = skip_prefix(tokens, first)?;
        if matches!(tokens.word(name), "val" | "var") && tokens.is_word(name + 1) {
            name += 1;
        }
        if !tokens.is_word(name) || !tokens.is(name + 1, b':') {
            return None;
        }
        let type_end = type_end(tokens, name + 2, 0)?;
        let mut end = type_end;
        if tokens.is(end, b'=') && is_assignment(tokens, end) {
            end = end_of_default(tokens, end + 1).filter(|value_end| *value_end > end + 1)?;
        }
        out.push(ParameterTokens { first, name, type_end, end });
        if end != close && !tokens.is(end, b',') {
            return None;
        }
        first = end + 1;
    }
    Some(close)
}

/// Index after the annotations and modifiers that begin at `first`.
fn skip_prefix(tokens: &Tokens, first: usize) -> Option<usize> {
    let mut at = first;
    loop {
        if tokens.is(at, b'@') {
            at = annotation(tokens, at)?;
        } else if prefix::is_modifier(tokens, at) {
            at += 1;
        } else {
            return Some(at);
        }
    }
}

/// Index after the annotation at `at`; none where it is not certain whose parentheses follow it.
fn annotation(tokens: &Tokens, at: usize) -> Option<usize> {
    let next = prefix::annotation(tokens, at, Gap::None, None);
    (next > at + 1 && tokens.touches_previous(at + 1) && !tokens.is(next, b'(')).then_some(next)
}

/// Index after the type that begins at `first`.
pub(super) fn type_end(tokens: &Tokens, first: usize, depth: usize) -> Option<usize> {
    if depth > DEEPEST_NESTING {
        return None;
    }
    let mut at = first;
    while tokens.is(at, b'@') {
        at = annotation(tokens, at)?;
    }
    let suspends = tokens.word(at) == "suspend" && (tokens.is(at + 1, b'(') || tokens.is_word(at + 1));
    at += usize::from(suspends);
    at = match tokens.code.get(at)?.kind {
        TokenKind::Punctuation(b'(') => {
            let close = function_parameters(tokens, at, depth)?;
            if is_arrow(tokens, close + 1) {
                return type_end(tokens, close + 3, depth + 1);
            }
            close + 1
        }
        TokenKind::Word if !prefix::is_context_clause(tokens, at) => user_type(tokens, at, depth)?,
        _ => return None,
    };
    while tokens.is(at, b'?') && !tokens.is(at + 1, b':') {
        at += 1;
    }
    if tokens.is(at, b'.') && tokens.is(at + 1, b'(') {
        let close = function_parameters(tokens, at + 1, depth)?;
        return if is_arrow(tokens, close + 1) { type_end(tokens, close + 3, depth + 1) } else { None };
    }
    if suspends {
        return None;
    }
    if tokens.is(at, b'&') {
        return type_end(tokens, at + 1, depth + 1);
    }
    Some(at)
}

/// The closing one of the parentheses at `open`, which hold the parameters of a function type, or a type.
fn function_parameters(tokens: &Tokens, open: usize, depth: usize) -> Option<usize> {
    if !tokens.is_closed(open) {
        return None;
    }
    let close = tokens.closing(open);
    let mut at = open + 1;
    while at < close {
        if tokens.is_word(at) && tokens.is(at + 1, b':') {
            at += 2;
        }
        at = type_end(tokens, at, depth + 1)?;
        if at != close && !tokens.is(at, b',') {
            return None;
        }
        at += usize::from(at != close);
    }
    Some(close)
}

fn user_type(tokens: &Tokens, first: usize, depth: usize) -> Option<usize> {
    let mut at = type_arguments(tokens, first + 1, depth)?;
    while tokens.is(at, b'.') && tokens.is_word(at + 1) {
        at = type_arguments(tokens, at + 2, depth)?;
    }
    Some(at)
}

/// Index after the type arguments that may begin at `open`.
fn type_arguments(tokens: &Tokens, open: usize, depth: usize) -> Option<usize> {
    if !tokens.is(open, b'<') {
        return Some(open);
    }
    let mut at = open + 1;
    loop {
        if tokens.is(at, b'*') {
            at += 1;
        } else {
            at += usize::from(matches!(tokens.word(at), "in" | "out") && !tokens.is(at + 1, b'>'));
            at = type_end(tokens, at, depth + 1)?;
        }
        let ended;
        (at, ended) = after_element(tokens, at)?;
        if ended {
            return Some(at);
        }
    }
}

/// Past what follows an element of a list in angle brackets, and whether the list ends there. None: neither a comma nor its end.
fn after_element(tokens: &Tokens, at: usize) -> Option<(usize, bool)> {
    let next = at + usize::from(tokens.is(at, b','));
    if tokens.is(next, b'>') {
        return Some((next + 1, true));
    }
    (next > at).then_some((next, false))
}

pub(super) fn is_arrow(tokens: &Tokens, at: usize) -> bool {
    tokens.is(at, b'-') && tokens.is(at + 1, b'>')
}

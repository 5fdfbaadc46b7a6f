//! Calls with type arguments behind an operator, which the grammar takes for a call of all that stands before the type
//! arguments: `!f<T>()`, `a to f<T>()`, `a ?: b.f<T>()`. In parentheses it takes them for what they are.

use super::super::rewrite::Edit;
use super::super::templates::Templates;
use super::super::tokens::{TokenKind, Tokens};

/// Words before an expression that are no infix functions.
const NO_INFIX: [&str; 27] = [
    "if",
    "while",
    "when",
    "for",
    "catch",
    "else",
    "is",
    "as",
    "return",
    "throw",
    "do",
    "try",
    "by",
    "class",
    "interface",
    "fun",
    "object",
    "typealias",
    "val",
    "var",
    "constructor",
    "where",
    "package",
    "import",
    "super",
    "continue",
    "break",
];

/// Adds the parentheses around such operands, in templates too. What `edits` replaces stays as it is.
pub(super) fn add(tokens: &Tokens, templates: &Templates, edits: &mut Vec<Edit>) {
    let replaced: Vec<(u32, u32)> =
        edits.iter().filter(|edit| edit.start < edit.end).map(|edit| (edit.start, edit.end)).collect();
    add_in(tokens, &replaced, edits);
    for template in templates.all() {
        add_in(template, &replaced, edits);
    }
}

fn add_in(tokens: &Tokens, replaced: &[(u32, u32)], edits: &mut Vec<Edit>) {
    for angle in 1..tokens.code.len() {
        if !tokens.is(angle, b'<') || !tokens.touches_previous(angle) {
            continue;
        }
        let Some((first, end)) = operand(tokens, angle) else { continue };
        let (start, end) = (tokens.code[first].start, tokens.code[end - 1].end);
        if !replaced.iter().any(|(from, to)| *from < end && start < *to) {
            for (at, replacement) in [(start, "("), (end, ")")] {
                edits.push(Edit { start: at, end: at, replacement, stands_for: false });
            }
        }
    }
}

/// The first token of the operand whose call has the type arguments at `angle`, where an operator stands before it, and the
/// token behind it.
fn operand(tokens: &Tokens, angle: usize) -> Option<(usize, usize)> {
    let suffix = after_type_arguments(tokens, angle)?;
    let first = first_of(tokens, angle - 1)?;
    follows_operator(tokens, first).then(|| (first, end_of(tokens, suffix)))
}

/// The parenthesis or brace of a call behind the type arguments at `angle`.
fn after_type_arguments(tokens: &Tokens, angle: usize) -> Option<usize> {
    let end = tokens.after_angles(angle);
    let is_of_types = |at: usize| match tokens.code[at].kind {
        TokenKind::Word => true,
        TokenKind::Literal => false,
        TokenKind::Punctuation(byte) => b"<>,.?*-():@".contains(&byte),
    };
    let is_call = (tokens.is(end, b'(') || tokens.is(end, b'{')) && !tokens.starts_line(end);
    (end > angle && is_call && (angle..end).all(is_of_types)).then_some(end)
}

/// The first token of the chain of calls that ends in the name at `last`.
fn first_of(tokens: &Tokens, last: usize) -> Option<usize> {
    let mut at = last;
    loop {
        if !tokens.is_word(at) || NO_INFIX.contains(&tokens.word(at)) {
            return None;
        }
        let Some(mut before) = at.checked_sub(1).filter(|before| tokens.is(*before, b'.')) else { return Some(at) };
        before = before.checked_sub(1)?;
        if tokens.is(before, b'.') {
            // A range.
            return Some(at);
        }
        if tokens.is(before, b'?') {
            before = before.checked_sub(1)?;
        }
        while tokens.is(before, b'!') {
            before = before.checked_sub(1)?;
        }
        at = receiver(tokens, before)?;
    }
}

/// The name of the call or index that ends at a token, or the name there; none for other receivers.
fn receiver(tokens: &Tokens, last: usize) -> Option<usize> {
    let mut at = last;
    while tokens.is(at, b')') || tokens.is(at, b']') || tokens.is(at, b'}') {
        let opening = tokens.code[at].partner as usize;
        at = opening.checked_sub(1).filter(|_| opening < at)?;
    }
    Some(at)
}

/// Whether an operator stands before the operand at `first` that the grammar binds closer than type arguments.
fn follows_operator(tokens: &Tokens, first: usize) -> bool {
    let Some(before) = first.checked_sub(1) else { return false };
    let has_left = before.checked_sub(1).is_some_and(|left| ends_expression(tokens, left));
    match tokens.code[before].kind {
        // A dot that is left here is the second one of a range.
        TokenKind::Punctuation(b'!' | b'-' | b'+' | b'.') => true,
        // The same of a range without its end.
        TokenKind::Punctuation(b'<') => before > 0 && tokens.is(before - 1, b'.') && tokens.touches_previous(before),
        // Else it spreads an array.
        TokenKind::Punctuation(b'*' | b'/' | b'%') => has_left,
        TokenKind::Punctuation(b':') => before > 0 && tokens.is(before - 1, b'?') && tokens.touches_previous(before),
        _ => is_infix(tokens, before),
    }
}

/// Whether the token at `at` is a word behind an expression on its line: the name of an infix function.
pub(super) fn is_infix(tokens: &Tokens, at: usize) -> bool {
    let has_left = at.checked_sub(1).is_some_and(|left| ends_expression(tokens, left));
    has_left && tokens.is_word(at) && !tokens.starts_line(at) && !NO_INFIX.contains(&tokens.word(at))
}

/// Whether an expression may end with the token at `at`.
pub(super) fn ends_expression(tokens: &Tokens, at: usize) -> bool {
    match tokens.code[at].kind {
        TokenKind::Word => !NO_INFIX.contains(&tokens.word(at)),
        TokenKind::Literal => true,
        TokenKind::Punctuation(byte) => b")]}!".contains(&byte),
    }
}

/// The token behind a chain of calls, from the suffix at `at` on.
fn end_of(tokens: &Tokens, mut at: usize) -> usize {
    loop {
        let is_open = tokens.is(at, b'(') || tokens.is(at, b'[') || tokens.is(at, b'{');
        if is_open && tokens.is_closed(at) && !tokens.starts_line(at) {
            at = tokens.closing(at) + 1;
        } else if tokens.is(at, b'!') && tokens.is(at + 1, b'!') && tokens.touches_previous(at + 1) {
            at += 2;
        } else if let Some(name) = member_at(tokens, at) {
            at = after_type_arguments(tokens, name + 1).filter(|_| tokens.is(name + 1, b'<')).unwrap_or(name + 1);
        } else {
            return at;
        }
    }
}

/// The name behind a `.` or `?.` at a token.
fn member_at(tokens: &Tokens, at: usize) -> Option<usize> {
    let dot = if tokens.is(at, b'?') { at + 1 } else { at };
    (tokens.is(dot, b'.') && tokens.is_word(dot + 1)).then_some(dot + 1)
}

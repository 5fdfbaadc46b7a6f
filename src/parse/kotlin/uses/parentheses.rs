//! Parentheses that begin a statement or a branch. The grammar takes those on a new line for arguments of what stands before
//! them, and a name alone in them for the start of a destructuring: `(a).b()`. It reads `;(a + b).c()` and `((a)).b()`.

use super::super::reduce::is_assignment;
use super::super::rewrite::Edit;
use super::super::signature::is_arrow;
use super::super::templates::Templates;
use super::super::tokens::{TokenKind, Tokens};
use super::operands::{ends_expression, is_infix};

/// Words that parentheses on the next line still belong to.
const EXPECTING: [&str; 15] =
    ["if", "while", "when", "for", "catch", "else", "in", "is", "as", "throw", "do", "try", "by", "val", "var"];

/// Most tokens of type arguments that are gone back over.
const LONGEST_TYPES: usize = 64;

/// Adds parentheses around names in parentheses, in templates too.
pub(super) fn add(tokens: &Tokens, templates: &Templates, edits: &mut Vec<Edit>) {
    for tokens in std::iter::once(tokens).chain(templates.all()) {
        for at in 1..tokens.code.len() {
            if is_name_alone(tokens, at) && begins_branch(tokens, at) {
                for (place, replacement) in [(tokens.code[at].start, "("), (tokens.code[at + 2].end, ")")] {
                    edits.push(Edit { start: place, end: place, replacement, stands_for: false });
                }
            }
        }
    }
}

/// Whether a name alone stands in the parentheses at `at`, that is no parameter of a lambda and given no value.
fn is_name_alone(tokens: &Tokens, at: usize) -> bool {
    let next = at + 3;
    let is_parameter = is_arrow(tokens, next) || tokens.is(next, b',') || tokens.is(next, b':');
    let is_given = tokens.is(next, b'=') && is_assignment(tokens, next);
    tokens.is(at, b'(') && tokens.is_word(at + 1) && tokens.is(at + 2, b')') && !is_parameter && !is_given
}

/// Whether what is at `at` begins a statement, or a branch of one.
fn begins_branch(tokens: &Tokens, at: usize) -> bool {
    match tokens.code[at - 1].kind {
        TokenKind::Punctuation(b'{' | b';') => true,
        TokenKind::Punctuation(b'>') if is_arrow(tokens, at.saturating_sub(2)) => true,
        TokenKind::Word if matches!(tokens.word(at - 1), "else" | "do") => true,
        _ => ends_header(tokens, at - 1) || begins_statement(tokens, at),
    }
}

/// Whether what is at `at` begins a line and belongs to nothing before it. It has something before it.
pub(super) fn begins_statement(tokens: &Tokens, at: usize) -> bool {
    if !tokens.starts_line(at) {
        return false;
    }
    let before = at - 1;
    match tokens.code[before].kind {
        TokenKind::Word => !EXPECTING.contains(&tokens.word(before)) && !is_infix_function(tokens, before),
        TokenKind::Punctuation(b')') => !ends_header(tokens, before),
        // A `?` at the end of a line is that of a type.
        TokenKind::Literal | TokenKind::Punctuation(b']' | b'}' | b'?') => true,
        TokenKind::Punctuation(b'>') => ends_types(tokens, before),
        TokenKind::Punctuation(sign @ (b'!' | b'+' | b'-')) => {
            let is_double = before > 1 && tokens.is(before - 1, sign) && tokens.touches_previous(before);
            is_double && ends_expression(tokens, before - 2)
        }
        TokenKind::Punctuation(_) => false,
    }
}

/// Whether the word at `at` is the name of an infix function, whose right side may stand on the next line.
fn is_infix_function(tokens: &Tokens, at: usize) -> bool {
    if !is_infix(tokens, at) || ends_header(tokens, at - 1) {
        return false;
    }
    let is_negated = tokens.is(at - 1, b'!') && tokens.touches_previous(at);
    let is_behind_label = at > 1 && tokens.is(at - 2, b'@');
    !is_negated && !is_behind_label
}

/// Whether the token at `at` closes the parentheses behind `if`, `for` or a `while` that begins a loop.
fn ends_header(tokens: &Tokens, at: usize) -> bool {
    let open = tokens.code[at].partner as usize;
    if !tokens.is(at, b')') || open >= at || open == 0 {
        return false;
    }
    match tokens.word(open - 1) {
        "if" | "for" => true,
        "while" => !ends_do(tokens, open - 1),
        _ => false,
    }
}

/// Whether the `while` at `at` stands behind the braces of a `do`.
fn ends_do(tokens: &Tokens, at: usize) -> bool {
    let Some(brace) = at.checked_sub(1).filter(|brace| tokens.is(*brace, b'}')) else { return false };
    let open = tokens.code[brace].partner as usize;
    open > 0 && open < brace && tokens.word(open - 1) == "do"
}

/// Whether the `>` at `at` closes type arguments.
fn ends_types(tokens: &Tokens, at: usize) -> bool {
    for open in (at.saturating_sub(LONGEST_TYPES)..at).rev() {
        match tokens.code[open].kind {
            TokenKind::Punctuation(b'<') if tokens.after_angles(open) == at + 1 => {
                return tokens.touches_previous(open);
            }
            TokenKind::Punctuation(byte) if b"<>,.?*-():@".contains(&byte) => {}
            TokenKind::Word => {}
            TokenKind::Punctuation(_) | TokenKind::Literal => return false,
        }
    }
    false
}

//! What the grammar must be spared inside bodies, which are cut where only declarations are looked for.

use super::super::outline::Outline;
use super::super::rewrite::Edit;
use super::super::templates::Templates;
use super::super::tokens::{TokenKind, Tokens};
use super::operands;
use super::parentheses::{self, begins_statement};

/// The edits of headers, and those of bodies.
pub(super) fn edits(tokens: &Tokens, outline: &Outline, templates: &Templates) -> Vec<Edit> {
    let mut edits = outline.header_edits.clone();
    for cut in &outline.cuts {
        body(tokens, tokens.at_or_after(cut.start), tokens.at_or_after(cut.end), &mut edits);
    }
    delegates(tokens, outline, &mut edits);
    parentheses::add(tokens, templates, &mut edits);
    operands::add(tokens, templates, &mut edits);
    edits
}

/// A supertype that nobody has: what an interface is delegated to stands in its call.
pub(super) const DELEGATE: &str = "__by__";

/// Puts what types delegate to where the grammar reads it, `I by f(x)` as `I, __by__(f(x))`: behind `by` it may take the body for
/// an argument of the last call.
fn delegates(tokens: &Tokens, outline: &Outline, edits: &mut Vec<Edit>) {
    for (by, end) in &outline.delegates {
        let (from, to) = (tokens.code[by - 1].end, tokens.code[end - 1].end);
        let cut = edits.iter().position(|edit| (edit.start, edit.end, edit.replacement) == (from, to, ""));
        // What begins so has a brace of its own, that was taken for the body; nothing stands there in damaged text.
        let is_whole = by + 1 < *end && !["if", "when", "try"].contains(&tokens.word(by + 1));
        if let Some(cut) = cut.filter(|_| is_whole) {
            let of_call = [(tokens.code[*by].start, tokens.code[*by].end, ", __by__("), (to, to, ")")];
            let of_call = of_call.map(|(start, end, replacement)| Edit { start, end, replacement, stands_for: false });
            edits.splice(cut..=cut, of_call);
        }
    }
}

/// Edits between the tokens `first` and `end` (exclusive).
fn body(tokens: &Tokens, first: usize, end: usize, edits: &mut Vec<Edit>) {
    let mut insert = |at: usize, text: &'static str| {
        let start = tokens.code[at].start;
        edits.push(Edit { start, end: start, replacement: text, stands_for: false });
    };
    // Whether the innermost bracket around is a brace.
    let mut open: Vec<bool> = Vec::new();
    let mut removed = Vec::new();
    for at in first..end {
        match tokens.code[at].kind {
            TokenKind::Punctuation(b'(') => {
                if open.last().copied().unwrap_or(true) && at > first && begins_statement(tokens, at) {
                    insert(at, ";");
                }
                open.push(false);
            }
            // The grammar takes it for constraints of whatever stands before it.
            TokenKind::Word
                if open.last().copied().unwrap_or(true)
                    && is_called_where(tokens, at)
                    && at > first
                    && begins_statement(tokens, at) =>
            {
                insert(at, ";");
            }
            TokenKind::Punctuation(b'[') => open.push(false),
            TokenKind::Punctuation(b'{') => open.push(true),
            TokenKind::Punctuation(b')' | b']') => drop(open.pop()),
            TokenKind::Punctuation(b'}') => {
                open.pop();
                // The grammar wants a line end after the last member of a type.
                if !tokens.starts_line(at) && at > first && !tokens.is(at - 1, b'{') {
                    insert(at, "\n");
                }
            }
            // `Type?::member`, which the grammar does not know.
            TokenKind::Punctuation(b'?') if tokens.is(at + 1, b':') && tokens.is(at + 2, b':') => removed.push(at),
            _ => {}
        }
    }
    edits.extend(removed.into_iter().map(|at| Edit {
        start: tokens.code[at].start,
        end: tokens.code[at].end,
        replacement: "",
        stands_for: false,
    }));
}

/// Whether the word at `at` is `where` as a name: constraints go on with `T :`, after annotations.
fn is_called_where(tokens: &Tokens, at: usize) -> bool {
    tokens.word(at) == "where"
        && !tokens.is(at + 1, b'@')
        && !(tokens.is_word(at + 1) && tokens.is(at + 2, b':') && !tokens.is(at + 3, b':'))
}

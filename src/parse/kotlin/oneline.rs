//! Pieces of source on one line: the tokens as written, without comments and annotations.

use super::prefix::{self, Gap, Prefix};
use super::tokens::{TokenKind, Tokens};

/// The tokens from index `first` to `end` (exclusive) on one line. Gaps become one blank, except beside brackets where a
/// line end, comment or annotation went; the lines of a raw string are joined by a blank, and what stands between braces
/// that close on a later line is written `…`.
pub(super) fn one_line(tokens: &Tokens, first: usize, end: usize) -> String {
    let prefix = Prefix::read(tokens, first, end);
    join(tokens, first, end, prefix.keyword)
}

/// The same for a type, where parentheses after an annotation and a blank are no arguments.
pub(super) fn one_line_type(tokens: &Tokens, first: usize, end: usize) -> String {
    join(tokens, first, end, first)
}

fn join(tokens: &Tokens, first: usize, end: usize, keyword: usize) -> String {
    let mut out = String::new();
    let mut previous: Option<usize> = None;
    let mut at = first;
    let end = end.min(tokens.code.len());
    while at < end {
        if prefix::is_annotation(tokens, at) {
            let gap = if at < keyword { Gap::SameLine } else { Gap::None };
            at = prefix::annotation(tokens, at, gap, None);
            continue;
        }
        if is_trailing_comma(tokens, at, end) {
            at += 1;
            continue;
        }
        if previous.is_some_and(|before| needs_blank(tokens, before, at)) {
            out.push(' ');
        }
        push_token(tokens, at, &mut out);
        previous = Some(at);
        if tokens.is(at, b'{') && tokens.is_closed(at) && spans_lines(tokens, at) {
            out.push_str(" … }");
            at = tokens.closing(at);
            previous = Some(at);
        }
        at += 1;
    }
    out
}

/// Whether a comma stands before a closing bracket, as in lists of one item a line; on one line it says nothing.
fn is_trailing_comma(tokens: &Tokens, at: usize, end: usize) -> bool {
    let closing =
        matches!(tokens.code.get(at + 1).map(|token| token.kind), Some(TokenKind::Punctuation(b')' | b']' | b'>')));
    closing && at + 1 < end && tokens.is(at, b',')
}

fn push_token(tokens: &Tokens, at: usize, out: &mut String) {
    let word = tokens.word(at);
    if tokens.code[at].kind != TokenKind::Literal || !word.contains(['\n', '\r']) {
        out.push_str(word);
        return;
    }
    let lines: Vec<&str> = word.split(['\n', '\r']).map(str::trim).filter(|line| !line.is_empty()).collect();
    out.push_str(&lines.join(" "));
}

fn spans_lines(tokens: &Tokens, open: usize) -> bool {
    let close = tokens.closing(open);
    let range = tokens.code[open].end as usize..tokens.code[close].start as usize;
    tokens.text[range].contains(['\n', '\r'])
}

fn needs_blank(tokens: &Tokens, before: usize, at: usize) -> bool {
    let gap = &tokens.text[tokens.code[before].end as usize..tokens.code[at].start as usize];
    if gap.is_empty() {
        return false;
    }
    let plain = gap.bytes().all(|byte| matches!(byte, b' ' | b'\t'));
    let after_opening = matches!(tokens.code[before].kind, TokenKind::Punctuation(b'(' | b'[' | b'<'));
    let before_closing =
        matches!(tokens.code[at].kind, TokenKind::Punctuation(b')' | b']' | b'>' | b',' | b'.' | b'?'));
    plain || !(after_opening || before_closing)
}

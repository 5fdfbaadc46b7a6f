//! Artifact text for people's eyes: control and bidirectional characters made visible.

use std::borrow::Cow;

/// `text` with control characters (tab and line feed left as they are) and bidirectional, zero-width and tag characters
/// written as `\u{…}`.
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if is_hidden(c) { out.extend(c.escape_unicode()) } else { out.push(c) }
    }
    Cow::Owned(out)
}

/// As [`visible`], for a name or a message that has to stay on its line: a line feed in it is written `\u{a}`.
#[must_use]
pub fn visible_on_one_line(text: &str) -> Cow<'_, str> {
    match visible(text) {
        shown if shown.contains('\n') => Cow::Owned(shown.replace('\n', "\\u{a}")),
        shown => shown,
    }
}

/// Bytes that [`visible`] adds to `text`.
#[must_use]
pub fn added(text: &str) -> usize {
    // No hidden character is of other bytes. Looked at without a branch, so that many are looked at together.
    let is_suspect = |byte: u8| (byte < b' ' && byte != b'\n' && byte != b'\t') | (byte == 0x7f) | (byte >= 0xc2);
    if !text.bytes().fold(false, |found, byte| found | is_suspect(byte)) {
        return 0;
    }
    text.chars().filter(|c| is_hidden(*c)).map(|c| c.escape_unicode().len() - c.len_utf8()).sum()
}

fn is_hidden(c: char) -> bool {
    match c {
        '\t' | '\n' => false,
        '\u{200B}'..='\u{200F}'
        | '\u{202A}'..='\u{202E}'
        | '\u{2060}'..='\u{2069}'
        | '\u{FEFF}'
        | '\u{E0000}'..='\u{E007F}' => true,
        c => c.is_control(),
    }
}

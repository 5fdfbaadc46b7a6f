//! Artifact text for people's eyes: control and bidirectional characters made visible.

use std::borrow::Cow;

use super::redact::without_secrets;

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

/// Longest text that a message quotes, in characters: a coordinate may have 386.
const LONGEST_QUOTED: usize = 400;

/// What somebody sent, as a message quotes it: without secrets of URLs, and of a long text the beginning.
#[must_use]
pub fn quoted(text: &str) -> String {
    let text = without_secrets(text);
    match text.char_indices().nth(LONGEST_QUOTED) {
        Some((end, _)) => as_typed(&text[..end]) + "…",
        None => as_typed(&text),
    }
}

/// What somebody typed, for a message: characters that are not seen are escaped as in Rust, and a backslash or a quote stands as it
/// is.
#[must_use]
pub fn as_typed(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for piece in text.split_inclusive(['\\', '\'', '"']) {
        let plain = piece.trim_end_matches(['\\', '\'', '"']);
        out.extend(plain.escape_debug());
        out.push_str(&piece[plain.len()..]);
    }
    out
}

/// Bytes that [`visible`] adds to `text`.
#[must_use]
pub fn added(text: &str) -> usize {
    // No hidden character is of other bytes. Looked at without a branch, so that many are looked at together.
    let is_suspect = |byte: u8| !matches!(byte, b'\t' | b'\n' | b' '..=b'~' | 0x80..=0xc1);
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

#[cfg(test)]
mod tests {
    use super::{added, visible};

    #[test]
    fn what_is_added_is_what_is_written() {
        for code in (0..0x1_0000).chain(0xe_0000..0xe_0100) {
            let Some(c) = char::from_u32(code) else { continue };
            let text = format!("a\n\t{c} ~");
            assert_eq!(added(&text), visible(&text).len() - text.len(), "{code:x}");
        }
    }
}

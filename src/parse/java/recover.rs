//! Mends of the text before it is parsed, byte for byte of the same length, so that offsets hold in the original.

use std::borrow::Cow;

/// What ends a line for javac ends it for the grammar: a lone CR becomes LF; a final Ctrl-Z, which javac ignores, a blank.
pub fn line_ends(text: &str) -> Cow<'_, str> {
    let bytes = text.as_bytes();
    let lone_return = |at: usize| bytes.get(at + 1) != Some(&b'\n');
    let any_lone = memchr::memchr_iter(b'\r', bytes).any(lone_return);
    let control_z = text.ends_with('\u{1A}');
    if !any_lone && !control_z {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        out.push(if c == '\r' && lone_return(at) { '\n' } else { c });
    }
    if control_z {
        out.pop();
        out.push(' ');
    }
    Cow::Owned(out)
}

/// `enum` and `assert` as names, as before Java 5 and 1.4 (`package org.apache.commons.lang.enum;`), spelled so that the
/// grammar takes them for names. None: there is nothing to mend.
pub fn old_keywords(text: &str) -> Option<String> {
    let mut out: Option<Vec<u8>> = None;
    for (keyword, name) in [("enum", "enu_"), ("assert", "asser_")] {
        for at in memchr::memmem::find_iter(text.as_bytes(), keyword) {
            if is_old_name(text, at, keyword) {
                let out = out.get_or_insert_with(|| text.as_bytes().to_vec());
                out[at..at + name.len()].copy_from_slice(name.as_bytes());
            }
        }
    }
    String::from_utf8(out?).ok()
}

fn is_old_name(text: &str, at: usize, keyword: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
    let before = text[..at].chars().next_back();
    let after = &text[at + keyword.len()..];
    if before.is_some_and(is_word) || after.starts_with(is_word) {
        return false;
    }
    let next = after.trim_start().chars().next();
    match keyword {
        // A declaration of an enum goes on with its name.
        "enum" => !next.is_some_and(is_word),
        // A statement goes on with an expression; a name is followed by what can follow a name, or named by a dot.
        _ => before == Some('.') || next.is_some_and(|c| matches!(c, '.' | '=' | ';' | ',' | ')' | ']')),
    }
}

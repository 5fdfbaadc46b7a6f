//! Bytes to text: a pure function of the bytes.
//!
//! The same bytes give the same text on every machine, so that byte ranges and line numbers kept in an index hold for
//! whoever decodes the file again. No locale, no guess at national code pages.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_16BE, UTF_16LE};

/// How far a NUL makes a file binary, in bytes of the decoded text.
const BINARY_WINDOW: usize = 8 * 1024;

/// How many bytes are looked at to tell UTF-16 without a byte order mark.
const UTF_16_SAMPLE: usize = 1024;

/// A decoded file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decoded<'a> {
    /// UTF-8, byte order mark left out.
    pub text: Cow<'a, str>,
    /// None: UTF-8 (with or without byte order mark); else `UTF-16LE`, `UTF-16BE`, `ISO-8859-1`.
    pub encoding: Option<&'static str>,
}

/// Decodes a file's bytes: by byte order mark, else UTF-16 where its zeros show it, else UTF-8, else Latin-1. None: binary
/// (a NUL among the first 8 KiB after decoding).
///
/// UTF-16 that is damaged decodes with replacement characters; Latin-1 never fails.
#[must_use]
pub fn decode(bytes: &[u8]) -> Option<Decoded<'_>> {
    let decoded = match bytes {
        [0xEF, 0xBB, 0xBF, rest @ ..] => utf_8_or_latin_1(rest),
        [0xFF, 0xFE, rest @ ..] => utf_16(UTF_16LE, rest),
        [0xFE, 0xFF, rest @ ..] => utf_16(UTF_16BE, rest),
        _ => match unmarked_utf_16(bytes) {
            Some(encoding) => utf_16(encoding, bytes),
            None => utf_8_or_latin_1(bytes),
        },
    };
    let window = &decoded.text.as_bytes()[..decoded.text.len().min(BINARY_WINDOW)];
    memchr::memchr(0, window).is_none().then_some(decoded)
}

fn utf_8_or_latin_1(bytes: &[u8]) -> Decoded<'_> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Decoded { text: Cow::Borrowed(text), encoding: None };
    }
    let text: String = bytes.iter().map(|byte| char::from(*byte)).collect();
    Decoded { text: Cow::Owned(text), encoding: Some("ISO-8859-1") }
}

fn utf_16(encoding: &'static Encoding, bytes: &[u8]) -> Decoded<'static> {
    let (text, _) = encoding.decode_without_bom_handling(bytes);
    Decoded { text: Cow::Owned(text.into_owned()), encoding: Some(encoding.name()) }
}

/// UTF-16 by its zeros: an even number of bytes whose sample has mostly zeros in one half of its pairs, next to none in the
/// other, and decodes without damage or control characters. Anything less certain stays what it was.
fn unmarked_utf_16(bytes: &[u8]) -> Option<&'static Encoding> {
    let sample = &bytes[..bytes.len().min(UTF_16_SAMPLE)];
    if sample.len() < 4 || !bytes.len().is_multiple_of(2) || memchr::memchr(0, sample).is_none() {
        return None;
    }
    let zeros = |half: usize| sample.iter().skip(half).step_by(2).filter(|byte| **byte == 0).count();
    let pairs = sample.len() / 2;
    let (even, odd) = (zeros(0), zeros(1));
    // Java and XML are mostly ASCII; a character whose low half is zero (U+0100, some surrogates) is rare.
    let mostly = |many: usize, few: usize| many * 4 >= pairs * 3 && few * 16 <= pairs;
    let encoding = if mostly(odd, even) {
        UTF_16LE
    } else if mostly(even, odd) {
        UTF_16BE
    } else {
        return None;
    };
    let text = encoding.decode_without_bom_handling_and_without_replacement(even_cut(sample, encoding))?;
    let plain = |c: char| !c.is_control() || matches!(c, '\t' | '\n' | '\r' | '\u{C}');
    text.chars().all(plain).then_some(encoding)
}

/// The sample without half of a surrogate pair at its end.
fn even_cut<'a>(sample: &'a [u8], encoding: &'static Encoding) -> &'a [u8] {
    let Some((_, last)) = sample.split_last_chunk::<2>() else { return sample };
    let unit = if encoding == UTF_16LE { u16::from_le_bytes(*last) } else { u16::from_be_bytes(*last) };
    if (0xD800..0xDC00).contains(&unit) { &sample[..sample.len() - 2] } else { sample }
}

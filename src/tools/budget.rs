//! How large an answer may be, and cutting text and lists to it.
//!
//! Sizes are bytes of the compact JSON text, because that is what a client counts. Without a cap (the command line)
//! nothing is cut. What is cut never splits a character and, where it can, never a line.

use serde::Serialize;

use super::Call;
use crate::text::escape;
use crate::text::lines::Lines;

/// Largest text block where the caller asks for nothing more, from the contract.
pub const USUAL: usize = 20_480;
/// Largest text block where the caller asks for more: 200 KB.
pub const RAISED: usize = 200 * 1024;
/// Room for what is added to an answer after it was measured: pagination, `truncated`, a cursor.
const RESERVE: usize = 256;
/// Longest signature in lists of declarations, in characters. What is longer is made by a program, or to do harm.
pub const LONGEST_SIGNATURE: usize = 2000;
/// Longest text of the caller's that an answer repeats where there is a cap, in characters: each takes up to nine bytes, and there
/// are three of them.
const LONGEST_ECHO: usize = 500;
/// A piece of source is never cut below this, however small the cap.
const SMALLEST_PIECE: usize = 64;

/// The cap of this call: none where nothing is cut; `max_bytes` as asked; 200 KB where the caller named a size of its
/// own; else the face's.
#[must_use]
pub fn cap(call: &Call<'_>) -> Option<usize> {
    if let Some(asked) = call.args.number("max_bytes") {
        return Some(usize::try_from(asked).unwrap_or(RAISED).min(RAISED));
    }
    let usual = call.cap?;
    let asked = ["page_size", "limit", "max_results"].iter().any(|name| call.args.has(name));
    Some(if asked { usual.max(RAISED) } else { usual })
}

/// What is left of a cap for lists or source once the rest of the answer is in: `rest` is the answer without them.
#[must_use]
pub fn left(cap: Option<usize>, rest: &impl Serialize) -> Option<usize> {
    cap.map(|cap| cap.saturating_sub(json_size(rest) + RESERVE))
}

/// Bytes of a value as compact JSON.
#[must_use]
pub fn json_size(value: &impl Serialize) -> usize {
    struct Counter(usize);
    impl std::io::Write for Counter {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0 += bytes.len();
            Ok(bytes.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let mut counter = Counter(0);
    // Answers are structs, texts and lists: they cannot fail to serialise, and a size too small only cuts too little.
    let _ = serde_json::to_writer(&mut counter, value);
    counter.0
}

/// Bytes of a text in an answer: inside a JSON string, quotes left out, or in the plain form, whichever is more.
#[must_use]
pub fn escaped_size(text: &str) -> usize {
    // Few enough at a time for their sum to be a byte: the processor then counts many together.
    let more: usize =
        text.as_bytes().chunks(32).map(|some| usize::from(some.iter().map(|byte| added_to(*byte)).sum::<u8>())).sum();
    (text.len() + more).max(text.len() + escape::added(text))
}

/// Bytes that a byte takes in a JSON string besides itself.
const fn added_to(byte: u8) -> u8 {
    match byte {
        b'"' | b'\\' | b'\n' | b'\r' | b'\t' | 0x08 | 0x0C => 1,
        0..0x20 => 5,
        _ => 0,
    }
}

/// A piece of text from its start, as much as fits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece<'a> {
    pub text: &'a str,
    /// Lines in it; a line that was cut counts.
    pub lines: u32,
    /// Whether anything is left out.
    pub truncated: bool,
}

/// As many whole lines of `text` as fit into `budget` escaped bytes; of a first line that does not, as many characters.
#[must_use]
pub fn cut(text: &str, budget: Option<usize>) -> Piece<'_> {
    let budget = match budget {
        Some(budget) if text.len() > budget || escaped_size(text) > budget => budget.max(SMALLEST_PIECE),
        _ => return Piece { text, lines: Lines::of(text).count(), truncated: false },
    };
    // No byte takes less than one, so what fits ends before this. A line may have fifty million.
    let end = (budget..=budget + 4).rev().find(|at| text.is_char_boundary(*at));
    let text = &text[..end.unwrap_or(text.len())];
    let lines = Lines::of(text);
    let mut used = 0;
    for line in 1..=lines.count() {
        let range = lines.bytes_of(line, line);
        used += escaped_size(&text[range.clone()]);
        if used > budget && line == 1 {
            let text = cut_characters(text, budget);
            return Piece { text, lines: 1, truncated: true };
        }
        if used > budget {
            return Piece { text: &text[..range.start], lines: line - 1, truncated: true };
        }
    }
    Piece { text, lines: lines.count(), truncated: false }
}

/// The first characters of `text` that take at most `budget` escaped bytes.
fn cut_characters(text: &str, budget: usize) -> &str {
    let mut used = 0;
    for (at, c) in text.char_indices() {
        used += escaped_size(c.encode_utf8(&mut [0; 4]));
        if used > budget {
            return &text[..at];
        }
    }
    text
}

/// The first `characters` of a text, with `…` where something is left out.
#[must_use]
pub fn clip(text: &str, characters: usize) -> String {
    match text.char_indices().nth(characters) {
        Some((at, _)) => format!("{}…", text[..at].trim_end()),
        None => text.to_owned(),
    }
}

/// A text that the caller sent, as the answer repeats it.
#[must_use]
pub fn echo(call: &Call<'_>, text: &str) -> String {
    if call.cap.is_some() { clip(text, LONGEST_ECHO) } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escaped_size_is_what_serde_writes() {
        let text = "a\"b\\c\n\n\n\n\n\n\t\u{1}é𝄞 \u{2028}";
        assert_eq!(escaped_size(text) + 2, serde_json::to_string(text).unwrap().len());
        assert_eq!(json_size(&text), escaped_size(text) + 2);
    }

    #[test]
    fn escaped_size_is_what_plain_text_writes_where_that_is_more() {
        for text in ["\u{202e}rtl", "a\r\u{8}\u{c}\u{1}\u{7f}\u{85}", "é\u{feff}"] {
            assert_eq!(escaped_size(text), escape::visible(text).len());
        }
    }

    #[test]
    fn cuts_at_a_line_and_puts_together_again() {
        let text = "a line of text\r\n".repeat(40);
        let (mut rest, mut whole, mut lines) = (text.as_str(), String::new(), 0);
        while !rest.is_empty() {
            let piece = cut(rest, Some(100));
            assert!(escaped_size(piece.text) <= 100);
            assert!(piece.text.ends_with("\r\n"));
            whole.push_str(piece.text);
            lines += piece.lines;
            rest = &rest[piece.text.len()..];
        }
        assert_eq!(whole, text);
        assert_eq!(lines, 40);
    }

    #[test]
    fn cuts_one_long_line_at_a_character() {
        let text = "é".repeat(100);
        let piece = cut(&text, Some(65));
        assert!(piece.truncated);
        assert_eq!(piece.text, "é".repeat(32));
        assert_eq!(cut(&text, None), Piece { text: &text, lines: 1, truncated: false });
    }
}

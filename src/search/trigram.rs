//! Trigrams of a text: what its posting lists are made of.
//!
//! A trigram is three bytes in a row of the folded text, as one number. Folding is what makes one index serve searches with
//! and without case: ASCII letters to lower case, and the two other letters that are equal to an ASCII letter without
//! case, the Kelvin sign to `k` and the long s to `s`. Other letters stay: a search without case then looks for each of
//! their forms. The same folding is applied to what a pattern requires ([`super::plan`]), so whatever matches has, folded,
//! the trigrams that are looked for: a file is never lost.

use std::borrow::Cow;
use std::cell::RefCell;

/// UTF-8 of U+212A KELVIN SIGN, equal to `k` without case.
const KELVIN: &[u8] = "\u{212A}".as_bytes();
/// UTF-8 of U+017F LATIN SMALL LETTER LONG S, equal to `s` without case.
const LONG_S: &[u8] = "\u{17F}".as_bytes();

thread_local! {
    /// One bit a trigram, two mebibytes a thread that indexes; empty between calls.
    static SEEN: RefCell<Seen> = RefCell::new(Seen::new());
}

/// The trigrams of a text: ascending, distinct codes (`byte 1 << 16 | byte 2 << 8 | byte 3`).
#[must_use]
pub fn collect(text: &str) -> Vec<u32> {
    let folded = without_rare_letters(text.as_bytes());
    SEEN.with_borrow_mut(|seen| seen.collect(&folded))
}

/// The text folded as its trigrams are.
pub(super) fn fold(text: &[u8]) -> Vec<u8> {
    without_rare_letters(text).to_ascii_lowercase()
}

/// The text with `k` for the Kelvin sign and `s` for the long s.
fn without_rare_letters(text: &[u8]) -> Cow<'_, [u8]> {
    let holds = |letter| memchr::memmem::find(text, letter).is_some();
    if !holds(KELVIN) && !holds(LONG_S) {
        return Cow::Borrowed(text);
    }
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(&byte) = rest.first() {
        if let Some(after) = rest.strip_prefix(KELVIN) {
            out.push(b'k');
            rest = after;
        } else if let Some(after) = rest.strip_prefix(LONG_S) {
            out.push(b's');
            rest = after;
        } else {
            out.push(byte);
            rest = &rest[1..];
        }
    }
    Cow::Owned(out)
}

/// A set of trigrams that gives its members in order without sorting: a bit for each, and a bit for each word of bits.
struct Seen {
    bits: Vec<u64>,
    words: Vec<u64>,
}

impl Seen {
    fn new() -> Self {
        Self { bits: vec![0; 1 << 18], words: vec![0; 1 << 12] }
    }

    fn collect(&mut self, text: &[u8]) -> Vec<u32> {
        let mut code = 0_usize;
        for (position, byte) in text.iter().enumerate() {
            code = (code << 8 | usize::from(byte.to_ascii_lowercase())) & 0xff_ffff;
            if position >= 2 {
                self.bits[code >> 6] |= 1 << (code & 63);
                self.words[code >> 12] |= 1 << (code >> 6 & 63);
            }
        }
        let mut codes = Vec::with_capacity(text.len().min(text.len() / 3 + 64));
        for (high, word) in self.words.iter_mut().enumerate() {
            for middle in ones(std::mem::take(word)) {
                let place = high << 6 | middle;
                codes.extend(ones(std::mem::take(&mut self.bits[place])).map(|low| (place << 6 | low) as u32));
            }
        }
        codes
    }
}

/// The places of the bits that are set, ascending.
fn ones(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let place = word.trailing_zeros() as usize;
            word &= word - 1;
            place
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trigrams_are_those_of_the_folded_text() {
        for text in ["", "ab", "abc", "ABCabc", "Größe \u{212A}m \u{17F}o \r\n\tx", "\u{17F}\u{17F}\u{212A}", "été"]
        {
            let folded = fold(text.as_bytes());
            let mut expected: Vec<u32> = folded
                .windows(3)
                .map(|three| u32::from(three[0]) << 16 | u32::from(three[1]) << 8 | u32::from(three[2]))
                .collect();
            expected.sort_unstable();
            expected.dedup();
            assert_eq!(collect(text), expected, "{text:?}");
        }
        assert_eq!(collect("\u{17F}\u{17F}\u{212A}"), collect("SsK"));
    }
}

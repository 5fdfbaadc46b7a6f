//! Where words stand in a text, and the bytes that a lexer looks at: a bit for each byte, found for the whole text at once, so
//! that the way from one to the next is a few instructions and no loop over bytes.

/// Bytes whose bits are in one number.
const GROUP: usize = 64;

/// What moves the lowest bits of eight bytes next to one another, into the highest byte of the product.
const GATHER: u64 = 0x0102_0408_1020_4080;

/// The marks of a text.
pub struct Marks {
    /// The bytes of words.
    words: Vec<u64>,
    /// The bytes of words, and those that open or close something: brackets, quotes, slashes, backticks.
    tokens: Vec<u64>,
    length: usize,
}

impl Marks {
    /// Marks a text.
    pub fn of(text: &[u8]) -> Self {
        // One group more than are full, so that every place up to the end of the text has one.
        let count = text.len() / GROUP + 1;
        let (mut words, mut tokens) = (Vec::with_capacity(count), Vec::with_capacity(count));
        let (groups, rest) = text.as_chunks::<GROUP>();
        let mut last = [b' '; GROUP];
        last[..rest.len()].copy_from_slice(rest);
        for group in groups.iter().chain([&last]) {
            words.push(bits(group, is_word));
            tokens.push(bits(group, is_token));
        }
        Self { words, tokens, length: text.len() }
    }

    /// Where the first word begins at or after `at`, or goes on there; the end of the text where there is none.
    #[inline]
    pub fn word(&self, at: usize) -> usize {
        next(&self.words, at).unwrap_or(self.length)
    }

    /// Where the first byte of a word, bracket, quote, slash or backtick is at or after `at`; else the end of the text.
    #[inline]
    pub fn token(&self, at: usize) -> usize {
        next(&self.tokens, at).unwrap_or(self.length)
    }

    /// Where the word ends that begins at `at`, or goes on there.
    #[inline]
    pub fn word_end(&self, at: usize) -> usize {
        let mut group = at / GROUP;
        let mut bits = !self.words[group] >> (at % GROUP);
        if bits != 0 {
            return at + bits.trailing_zeros() as usize;
        }
        // The last group has blanks at its end.
        loop {
            group += 1;
            bits = !self.words[group];
            if bits != 0 {
                return group * GROUP + bits.trailing_zeros() as usize;
            }
        }
    }
}

/// [`crate::parse::words::is_word_byte`] without branches, which the compiler can do for many bytes at once.
#[inline]
#[expect(clippy::needless_bitwise_bool, reason = "branches would be one byte at a time")]
const fn is_word(byte: u8) -> bool {
    ((byte | 0x20).wrapping_sub(b'a') < 26)
        | (byte.wrapping_sub(b'0') < 10)
        | (byte == b'_')
        | (byte == b'$')
        | (byte >= 0x80)
}

#[inline]
#[expect(clippy::needless_bitwise_bool, reason = "branches would be one byte at a time")]
const fn is_token(byte: u8) -> bool {
    let is_bracket = (byte == b'{') | (byte == b'}') | (byte == b'(') | (byte == b')');
    let is_quote = (byte == b'"') | (byte == b'\'') | (byte == b'`');
    is_word(byte) | is_bracket | is_quote | (byte == b'/')
}

/// The place of the first bit that is set at or after `at`.
#[inline]
fn next(groups: &[u64], at: usize) -> Option<usize> {
    let mut group = at / GROUP;
    let mut bits = groups.get(group)? >> (at % GROUP) << (at % GROUP);
    while bits == 0 {
        group += 1;
        bits = *groups.get(group)?;
    }
    Some(group * GROUP + bits.trailing_zeros() as usize)
}

/// A bit for each byte that is marked.
#[inline]
fn bits(group: &[u8; GROUP], is_marked: impl Fn(u8) -> bool) -> u64 {
    let mut marked = [0; GROUP];
    for (mark, byte) in marked.iter_mut().zip(group) {
        *mark = u8::from(is_marked(*byte));
    }
    let (eights, _) = marked.as_chunks::<8>();
    let byte = |eight: &[u8; 8]| u64::from_le_bytes(*eight).wrapping_mul(GATHER) >> 56;
    eights.iter().rev().fold(0, |bits, eight| bits << 8 | byte(eight))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::words::is_word_byte;

    #[test]
    fn marks_are_those_of_each_byte() {
        let mut random = fastrand::Rng::with_seed(3);
        for length in [0, 1, 7, 63, 64, 65, 128, 200, 1000] {
            let few = random.bool();
            let text: Vec<u8> =
                (0..length).map(|_| if few { b" a"[random.usize(..2)] } else { random.u8(..) }).collect();
            let marks = Marks::of(&text);
            for at in 0..=length {
                let from = |is: fn(u8) -> bool| {
                    text[at..].iter().position(|byte| is(*byte)).map_or(length, |distance| at + distance)
                };
                assert_eq!(marks.word(at), from(is_word_byte));
                assert_eq!(marks.token(at), from(is_token));
                assert_eq!(marks.word_end(at), from(|byte| !is_word_byte(byte)));
            }
        }
    }
}

//! Grams of a text: what its posting lists are made of.
//!
//! A gram is four characters in a row, each a class of bytes, of which there are 64: a letter without case, a digit, one or
//! two punctuation marks. Four say far more than three, and the codes stay below 1 << 24. No match holds a line end, so
//! grams end at one: the class 0 only stands last, and whatever three characters stand in a row begin a gram.
//!
//! ASCII letters have no case, and the two other letters that are equal to one without case, the Kelvin sign and the long s,
//! are that letter's. Other letters stay: a search without case then looks for each of their forms. The same classes are
//! those of what a pattern requires ([`super::plan`]), so whatever matches has the grams that are looked for: a file is
//! never lost.

use std::borrow::Cow;
use std::cell::RefCell;
use std::ops::RangeInclusive;

use crate::store::strings::STRING_BITS;
use crate::store::write::{Grams, Piece, pieces};

/// UTF-8 of U+212A KELVIN SIGN, equal to `k` without case.
const KELVIN: &[u8] = "\u{212A}".as_bytes();
/// UTF-8 of U+017F LATIN SMALL LETTER LONG S, equal to `s` without case.
const LONG_S: &[u8] = "\u{17F}".as_bytes();

/// Bits of a class.
const CLASS_BITS: u32 = 6;
/// Bits of a gram.
const CODE_BITS: u32 = 4 * CLASS_BITS;
/// Words of 64 bits that hold a bit for each gram.
const GROUPS: usize = 1 << (CODE_BITS - 6);
/// The same for each number of a string.
const STRING_GROUPS: usize = 1 << (STRING_BITS - 6);
/// Characters of a string.
const STRING: usize = 6;
/// Spreads strings over their numbers: the golden ratio of 1 << 64.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// The bits of a group of which nothing was met.
const NONE: u64 = u64::MAX;

/// Longest text, in bytes, whose memory is kept for the next one.
const MOST_KEPT: usize = 1 << 20;

/// The classes after those of letters (1 to 26) and digits (27 to 36): the bytes of each, what is missing being 63.
const MARKS: [&[u8]; 26] = [
    b" ", b".", b",", b";", b":", b"(", b")", b"{", b"}", b"[]", b"<", b">", b"=", b"+", b"-", b"*", b"/", b"&|^~",
    b"!?", b"\"", b"'", b"@", b"_", b"\t\\", b"#", b"$%`",
];

/// The class of each byte.
static CLASSES: [u8; 256] = classes();

const fn classes() -> [u8; 256] {
    let mut classes = [63; 256];
    let mut byte = 0;
    while byte < 256 {
        let letter = (byte as u8).to_ascii_lowercase();
        if letter.is_ascii_lowercase() {
            classes[byte] = letter - b'a' + 1;
        } else if letter.is_ascii_digit() {
            classes[byte] = letter - b'0' + 27;
        } else if byte >= 0x80 {
            // Pieces of other letters, spread over all classes.
            classes[byte] = (byte % 61) as u8 + 1;
        }
        byte += 1;
    }
    let mut class = 0;
    while class < MARKS.len() {
        let mut at = 0;
        while at < MARKS[class].len() {
            classes[MARKS[class][at] as usize] = class as u8 + 37;
            at += 1;
        }
        class += 1;
    }
    classes[b'\n' as usize] = 0;
    classes[b'\r' as usize] = 0;
    classes
}

thread_local! {
    /// One bit a gram, two mebibytes a thread that indexes; empty between calls.
    static SEEN: RefCell<Seen> = RefCell::new(Seen::new());
}

/// The grams of a text: of each of its pieces the distinct codes, the class of the first character highest, and the numbers
/// of its strings.
#[must_use]
pub fn collect(text: &str) -> Grams {
    SEEN.with_borrow_mut(|seen| seen.collect(text))
}

/// The grams of which a text that holds these folded bytes holds at least one each: of four characters one, of three alone
/// every one that begins so.
pub(super) fn of_string(folded: &[u8]) -> Vec<RangeInclusive<u32>> {
    let code =
        |bytes: &[u8]| bytes.iter().fold(0, |code, byte| code << CLASS_BITS | u32::from(CLASSES[*byte as usize]));
    let is_in_line = |bytes: &&[u8]| !bytes.contains(&b'\n') && !bytes.contains(&b'\r');
    if folded.len() == 3 {
        let first = code(folded) << CLASS_BITS;
        return Some(folded).filter(is_in_line).map(|_| first..=first | ((1 << CLASS_BITS) - 1)).into_iter().collect();
    }
    folded.windows(4).filter(is_in_line).map(|four| code(four)..=code(four)).collect()
}

/// The numbers of strings of which a text that holds these folded bytes holds each.
pub(super) fn strings(folded: &[u8]) -> Vec<u32> {
    let code = |bytes: &[u8]| bytes.iter().fold(0, |code, byte| with_class(code, *byte));
    let is_in_line = |bytes: &&[u8]| !bytes.contains(&b'\n') && !bytes.contains(&b'\r');
    folded.windows(STRING).filter(is_in_line).map(|six| number(code(six))).collect()
}

/// The number of a string by the classes of its characters.
const fn number(code: u64) -> u32 {
    (code.wrapping_mul(SPREAD) >> (64 - STRING_BITS)) as u32
}

/// The classes of a string's last characters with one more.
fn with_class(code: u64, byte: u8) -> u64 {
    (code << CLASS_BITS | u64::from(CLASSES[usize::from(byte)])) & ((1 << (STRING as u32 * CLASS_BITS)) - 1)
}

/// The text folded as its grams are.
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

/// Sets of grams and of strings: a bit for each that is missing, and the members as they were met.
///
/// The bits are of what is missing because memory that is written at once is mapped once. Zeroed memory is mapped when it is read, and again, with
/// the other threads stopped, when it is written: that was 5 % of the time of indexing spring-core.
struct Seen {
    bits: Vec<u64>,
    string_bits: Vec<u64>,
    /// Room for one more than there are: what is met again is written there as well, and written over.
    met: Vec<u32>,
    strings_met: Vec<u32>,
}

impl Seen {
    fn new() -> Self {
        Self {
            bits: vec![NONE; GROUPS],
            string_bits: vec![NONE; STRING_GROUPS],
            met: Vec::new(),
            strings_met: Vec::new(),
        }
    }

    fn collect(&mut self, text: &str) -> Grams {
        let most = text.len() + 1;
        if self.met.len() < most {
            self.met.resize(most, 0);
            self.strings_met.resize(most, 0);
        }
        let (mut from, mut strings_met) = (0, 0);
        let of_piece = |end: usize| {
            let codes = self.piece(&without_rare_letters(&text.as_bytes()[from..end]), &mut strings_met);
            from = end;
            Piece { end: end as u32, codes }
        };
        let pieces = pieces(text).into_iter().map(of_piece).collect();
        for string in &self.strings_met[..strings_met] {
            self.string_bits[*string as usize / 64] = NONE;
        }
        let found = Grams { pieces, strings: self.strings_met[..strings_met].to_vec() };
        if most > MOST_KEPT {
            (self.met, self.strings_met) = (Vec::new(), Vec::new());
        }
        found
    }

    /// The codes of a piece; takes note of its strings.
    fn piece(&mut self, mut rest: &[u8], strings_met: &mut usize) -> Vec<u32> {
        let mut met = 0;
        while !rest.is_empty() {
            let end = memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
            self.line(&rest[..end], &mut met, strings_met);
            rest = rest.get(end + 1..).unwrap_or_default();
        }
        for code in &self.met[..met] {
            self.bits[*code as usize / 64] = NONE;
        }
        self.met[..met].to_vec()
    }

    /// Takes note of the grams of a line, the last of which holds its end, and of its strings. `met` and `strings_met` are how
    /// many there are.
    fn line(&mut self, line: &[u8], met: &mut usize, strings_met: &mut usize) {
        let Ok(bits) = <&mut [u64; GROUPS]>::try_from(&mut self.bits[..]) else { return };
        let Ok(string_bits) = <&mut [u64; STRING_GROUPS]>::try_from(&mut self.string_bits[..]) else { return };
        // All blanks of an indentation but the last few have one gram and one string.
        let blanks = line.iter().take_while(|byte| **byte == b' ').count();
        let line = &line[blanks.saturating_sub(STRING)..];
        let Some((first, rest)) = line.split_first_chunk::<3>() else { return };
        let (grams, mut new) = (&mut self.met[*met..=*met + rest.len()], 0);
        let mut gram = |code: u64| {
            let code = code as u32 & ((1 << CODE_BITS) - 1);
            new += note(&mut bits[code as usize / 64], code, &mut grams[new]);
        };
        let mut code = first.iter().fold(0, |code, byte| with_class(code, *byte));
        let (short, long) = rest.split_at(rest.len().min(STRING - 4));
        for byte in short {
            code = with_class(code, *byte);
            gram(code);
        }
        let (strings, mut new_strings) = (&mut self.strings_met[*strings_met..=*strings_met + long.len()], 0);
        for byte in long {
            code = with_class(code, *byte);
            gram(code);
            let string = number(code);
            new_strings += note(&mut string_bits[string as usize / 64], string, &mut strings[new_strings]);
        }
        gram(with_class(code, b'\n'));
        (*met, *strings_met) = (*met + new, *strings_met + new_strings);
    }
}

/// Takes note of a number and writes it down; 1 where it was not there before. Without a branch: whether a number is new cannot be
/// foreseen.
fn note(word: &mut u64, number: u32, place: &mut u32) -> usize {
    let is_new = *word >> (number % 64) & 1 == 1;
    *place = number;
    *word &= !(1 << (number % 64));
    usize::from(is_new)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Those of a text of one piece.
    fn codes(text: &str) -> Vec<u32> {
        let mut pieces = collect(text).pieces;
        assert_eq!(pieces.len(), 1);
        pieces.remove(0).codes
    }

    #[test]
    fn grams_end_with_their_line() {
        let four = |text: &str| *of_string(text.as_bytes())[0].start();
        let mut expected =
            [four("abca"), four("bcab"), four("cabc"), four("abc ") & !63, four("12.x"), four("2.x ") & !63];
        expected.sort_unstable();
        let sorted = |text: &str| {
            let mut codes = codes(text);
            codes.sort_unstable();
            codes
        };
        assert_eq!(sorted("ABCabc\r\nab\n12.x"), expected);
        assert_eq!(sorted("\u{17F}\u{17F}\u{212A}!"), sorted("SsK?"));
        assert_eq!(sorted("         a"), sorted("     a\n    a\n"));
        assert_eq!((codes("ab\ncd\n"), codes("")), (vec![], vec![]));
    }

    #[test]
    fn what_a_text_holds_has_its_grams() {
        let text = "if (größe[3] != 'x') { return `$a` + \"\u{4f60}\u{597d}\"; } // 100 %\tK\u{212A}\u{1}";
        let (codes, strings) = (codes(text), collect(text).strings);
        let folded = fold(text.as_bytes());
        for piece in folded.windows(9) {
            assert!(super::strings(piece).iter().all(|string| strings.contains(string)), "{piece:?}");
        }
        assert!(super::strings(b"elephants").iter().all(|string| !strings.contains(string)));
        let blanks = collect("         int a;\n     x\r\n12345").strings;
        assert_eq!(blanks.len(), 7 + 1, "all blanks of an indentation but the last six have one string");
        assert!(super::strings(b"    int a;").iter().all(|string| blanks.contains(string)));
        for length in [3, 4, 5, 9] {
            for piece in folded.windows(length) {
                let ranges = of_string(piece);
                assert_eq!(ranges.len(), (length - 3).max(1));
                assert!(ranges.iter().all(|range| codes.iter().any(|code| range.contains(code))), "{piece:?}");
            }
        }
        assert!(CLASSES.iter().all(|class| *class < 64));
        let strange = of_string(b"elephant");
        assert!(!strange.iter().all(|range| codes.iter().any(|code| range.contains(code))));
    }
}

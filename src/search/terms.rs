//! Terms: what ranked search compares instead of words.
//!
//! A word is cut where an identifier is (`parseHTTPHeader2` gives parse, http, header and 2), each part is folded to lower
//! case and brought to its English stem. The same cut is made of what is indexed and of what is asked, so that whatever is
//! spelled the same way meets. Knows no index and no fields.

use std::collections::HashSet;
use std::sync::LazyLock;

use rust_stemmers::{Algorithm, Stemmer};

use crate::text::interned::Interned;

/// Longer words are data (an encoded key, say): none of their parts says anything.
const LONGEST_WORD: usize = 64;
/// A word of more parts is data as well.
const MOST_PARTS: usize = 16;
/// A longer number is data.
const LONGEST_NUMBER: usize = 4;
/// Words whose terms are remembered: more than a text has, few enough to cost some megabytes.
const MOST_WORDS: usize = 1 << 17;
/// Parts of words that are remembered, as they are spelled.
const MOST_PARTS_KNOWN: usize = 1 << 18;

/// Words that stand everywhere: of English, and the keywords of both languages that say nothing of what code is about.
const COMMON: &str = "a about above after again all also am an and any are as at be because been before being below both but by can \
    cannot could did do does doing down during each either etc few for from further had has have having he her here hers him \
    his how i if in into is it its itself just let may me might more most must my no nor not now of off on once only or other \
    our ours out over own same shall she should so some such than that the their them then there these they this those \
    through thus to too under until up upon us very via was we were what when where whether which while who whom why will \
    with within without would you your \
    class extends final finally fun implements import instanceof new package private protected public return returns static \
    super throw throws try catch val var void else override code link param see since author nbsp lt gt amp quot";

static COMMON_WORDS: LazyLock<HashSet<&'static str>> = LazyLock::new(|| COMMON.split_whitespace().collect());

/// Whether a part of a word stands everywhere, so that it is only kept where it is part of a name.
#[must_use]
pub fn is_common(part: &str) -> bool {
    COMMON_WORDS.contains(part) || part.chars().nth(1).is_none()
}

/// Gives the parts of a word, in order and in lower case. Nothing of a word that is data.
pub fn parts(word: &str, mut give: impl FnMut(&str)) {
    if word.len() > LONGEST_WORD {
        return;
    }
    if word.starts_with(|c: char| c.is_ascii_digit()) {
        if word.len() <= LONGEST_NUMBER && word.bytes().all(|byte| byte.is_ascii_digit()) {
            give(word);
        }
        return;
    }
    let mut characters = word.char_indices().map(|(at, c)| (at, Kind::of(c))).peekable();
    let mut found = [(0_usize, 0_usize); MOST_PARTS];
    let (mut count, mut start, mut before) = (0, None, Kind::Between);
    while let Some((at, kind)) = characters.next() {
        let next = characters.peek().map(|(_, kind)| *kind);
        if let Some(begun) = start
            && is_cut(before, kind, next, &word[at..])
        {
            let Some(place) = found.get_mut(count) else { return };
            (*place, count, start) = ((begun, at), count + 1, None);
        }
        if kind != Kind::Between && start.is_none() {
            start = Some(at);
        }
        before = kind;
    }
    if let Some(begun) = start {
        let Some(place) = found.get_mut(count) else { return };
        (*place, count) = ((begun, word.len()), count + 1);
    }
    for (start, end) in &found[..count] {
        let part = &word[*start..*end];
        if part.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit()) {
            give(part);
        } else {
            give(&part.to_lowercase());
        }
    }
}

/// What a character is to the way identifiers are cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Lower,
    Upper,
    Digit,
    /// `_`, `$`, and whatever is no letter.
    Between,
}

impl Kind {
    fn of(c: char) -> Self {
        match c {
            'a'..='z' => Self::Lower,
            'A'..='Z' => Self::Upper,
            '0'..='9' => Self::Digit,
            _ if c.is_ascii() => Self::Between,
            _ if c.is_uppercase() => Self::Upper,
            _ if c.is_alphanumeric() => Self::Lower,
            _ => Self::Between,
        }
    }
}

/// Whether a part ends before a character, with which `rest` begins.
fn is_cut(before: Kind, kind: Kind, next: Option<Kind>, rest: &str) -> bool {
    match (before, kind) {
        (_, Kind::Between) | (Kind::Lower, Kind::Upper) => true,
        (Kind::Digit, other) | (other, Kind::Digit) => before != kind && other != Kind::Digit,
        // `HTTPServer` is cut before the S, `URLs` nowhere.
        (Kind::Upper, Kind::Upper) => next == Some(Kind::Lower) && rest.chars().skip(1).ne(['s']),
        _ => false,
    }
}

/// Brings parts of words to their stems.
pub struct Stems(Stemmer);

impl Default for Stems {
    fn default() -> Self {
        Self(Stemmer::create(Algorithm::English))
    }
}

impl Stems {
    /// The stem of a part, which is its term.
    #[must_use]
    pub fn term<'a>(&self, part: &'a str) -> std::borrow::Cow<'a, str> {
        let is_word = part.len() > 2 && part.bytes().all(|byte| byte.is_ascii_lowercase());
        if is_word { self.0.stem(part) } else { part.into() }
    }
}

/// The terms of words, remembered by number: whoever reads a whole artifact meets the same words again and again.
#[derive(Default)]
pub struct Vocabulary {
    stems: Stems,
    terms: Interned,
    /// Parts of words as they are spelled, and what each is.
    spelled: Interned<Option<Part>>,
    words: Interned<Cut>,
    parts: Vec<Part>,
}

/// Where the parts of a word are among those of all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Cut {
    start: u32,
    count: u16,
    is_known: bool,
}

/// A part of a word: the number of its term, and a bit below.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part(u32);

impl Part {
    fn new(term: u32, is_common: bool) -> Self {
        Self(term << 1 | u32::from(is_common))
    }

    /// The number of its term.
    #[must_use]
    pub const fn term(self) -> u32 {
        self.0 >> 1
    }

    /// Whether it stands everywhere and counts in names only.
    #[must_use]
    pub const fn is_common(self) -> bool {
        self.0 & 1 != 0
    }
}

impl Vocabulary {
    /// The term of a number.
    #[must_use]
    pub fn text(&self, term: u32) -> &str {
        std::str::from_utf8(self.terms.text(term)).unwrap_or_default()
    }

    /// Forgets everything once it is much. Numbers that were given out mean nothing any more then.
    pub fn trim(&mut self) {
        if self.spelled.len() > MOST_PARTS_KNOWN {
            *self = Self { stems: std::mem::take(&mut self.stems), ..Self::default() };
        } else if self.words.len() > MOST_WORDS {
            (self.words, self.parts) = Default::default();
        }
    }

    /// The parts of a word in order.
    pub fn parts(&mut self, word: &str) -> &[Part] {
        let mut found = Cut::default();
        self.cut(std::iter::once(word), |cut| found = cut);
        self.parts_of(found)
    }

    /// Gives where the parts of each word are, until [`Self::trim`].
    pub fn cut<'t>(&mut self, words: impl Iterator<Item = &'t str> + Clone, mut give: impl FnMut(Cut)) {
        let Self { stems, terms, spelled, words: known, parts: all } = self;
        // What is data has no parts, and is not kept.
        let words = words.map(|word| if word.len() > LONGEST_WORD { "" } else { word });
        let mut texts = words.clone();
        known.each(words.map(str::as_bytes), |_, cut| {
            let word = texts.next().unwrap_or_default();
            if !cut.is_known {
                let start = all.len();
                parts(word, |part| {
                    let number = spelled.number(part.as_bytes());
                    let new = || Part::new(terms.number(stems.term(part).as_bytes()), is_common(part));
                    all.push(*spelled.value_mut(number).get_or_insert_with(new));
                });
                *cut = Cut { start: start as u32, count: (all.len() - start) as u16, is_known: true };
            }
            give(*cut);
        });
    }

    /// The parts of a word that was cut, in order.
    #[must_use]
    pub fn parts_of(&self, cut: Cut) -> &[Part] {
        &self.parts[cut.start as usize..][..usize::from(cut.count)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(word: &str) -> Vec<String> {
        let mut found = Vec::new();
        parts(word, |part| found.push(part.to_owned()));
        found
    }

    #[test]
    fn words_are_cut_as_identifiers_are_read() {
        for (word, expected) in [
            ("parseHTTPHeader2", "parse http header 2"),
            ("MAX_VALUE", "max value"),
            ("URLs", "urls"),
            ("getURLsOf", "get ur ls of"),
            ("this$0", "this 0"),
            ("base64Url", "base 64 url"),
            ("größeÄndern", "größe ändern"),
            ("ÜBERÄste", "über äste"),
            ("НДСа", "нд са"),
            ("HTTPСервер", "http сервер"),
            ("I", "i"),
            ("2024", "2024"),
            ("0xCAFE", ""),
            ("123456", ""),
            ("___", ""),
            ("", ""),
        ] {
            assert_eq!(cut(word).join(" "), expected, "{word}");
        }
        assert_eq!(cut(&"aB".repeat(40)), [""; 0], "data");
    }

    #[test]
    fn terms_are_stems() {
        let stems = Stems::default();
        assert_eq!(stems.term("connections"), stems.term("connecting"));
        assert_eq!(stems.term("64"), "64");
        for word in ["dying", "skies", "ying", "yes", "ios", "as", "sses", "gently", "only", "eying", "aas", "generic"]
        {
            assert_eq!(stems.term(word).bytes().next(), word.bytes().next(), "{word}");
        }
        let mut vocabulary = Vocabulary::default();
        let parts = vocabulary.parts("isConnected").to_vec();
        assert!(parts[0].is_common() && !parts[1].is_common());
        assert_eq!(vocabulary.text(parts[1].term()), "connect");
        assert_eq!(vocabulary.parts("connecting")[0], parts[1]);
    }
}

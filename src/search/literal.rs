//! A string that every match holds: what it says of the grams and the words of a file.
//!
//! Inside the string a run of word bytes between two others is a whole word; one at an end of the string is a part of a
//! word. Where case counts the string is known letter by letter, else only folded.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use memchr::memmem;
use regex_automata::Input;
use regex_automata::meta::Regex;

use super::gram::{self, fold};
use crate::store::LONGEST_WORD;

/// Stands in a string where the pattern asks for the edge of a word. No UTF-8 holds this byte.
const EDGE: u8 = 0xff;

/// Most grams of one string that are looked up: about ten microseconds each, and the rarest few decide.
const MOST_GRAMS: usize = 16;

/// A string as far as it is known.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) struct Literal {
    folded: Vec<u8>,
    /// The same as it is written; none where case does not count.
    spelled: Option<Vec<u8>>,
}

impl Literal {
    /// The empty string.
    pub(super) fn empty() -> Self {
        Self::spelled(&[])
    }

    /// A string of which every letter is known.
    pub(super) fn spelled(text: &[u8]) -> Self {
        Self { folded: fold(text), spelled: Some(text.to_vec()) }
    }

    /// A string of which letters are known without case.
    #[cfg(test)]
    pub(super) fn folded(text: &[u8]) -> Self {
        Self { folded: fold(text), spelled: None }
    }

    /// A place at which a word begins or ends.
    pub(super) fn edge() -> Self {
        Self { folded: vec![EDGE], spelled: Some(vec![EDGE]) }
    }

    /// This string and another one after it.
    pub(super) fn then(&self, next: &Self) -> Self {
        let spelled = self.spelled.as_ref().zip(next.spelled.as_ref());
        Self {
            folded: [&self.folded[..], &next.folded].concat(),
            spelled: spelled.map(|(this, next)| [&this[..], next].concat()),
        }
    }

    /// Its last three bytes, which make grams with what follows.
    pub(super) fn end(&self) -> Self {
        let last = |text: &Vec<u8>| text[text.len().saturating_sub(3)..].to_vec();
        Self { folded: last(&self.folded), spelled: self.spelled.as_ref().map(last) }
    }

    /// Bytes of it, edges included.
    pub(super) fn len(&self) -> usize {
        self.folded.len()
    }

    /// These strings, each once: what differs only in case is one that is known folded.
    pub(super) fn distinct(strings: impl Iterator<Item = Self>) -> BTreeSet<Self> {
        let mut sorted: Vec<Self> = strings.collect();
        sorted.sort_unstable();
        sorted.dedup();
        let merged = sorted.chunk_by(|one, other| one.folded == other.folded).map(|same| match same {
            [one] => one.clone(),
            _ => Self { folded: same[0].folded.clone(), spelled: None },
        });
        merged.collect()
    }

    /// It in lower case, edges included, where case does not count.
    pub(super) fn without_case(&self) -> Option<&[u8]> {
        self.spelled.is_none().then_some(&self.folded)
    }

    /// Whether files can be told by it.
    pub(super) fn tells(&self) -> bool {
        !self.grams().is_empty() || self.runs().iter().any(Run::is_word)
    }

    fn grams(&self) -> Vec<RangeInclusive<u32>> {
        gram::of_string(&self.characters())
    }

    /// It folded, without edges.
    pub(super) fn characters(&self) -> Vec<u8> {
        self.folded.iter().copied().filter(|byte| *byte != EDGE).collect()
    }

    /// Ranges of grams of each of which a file must hold one, evenly chosen where they are many.
    pub(super) fn codes(&self) -> Vec<RangeInclusive<u32>> {
        let mut seen = BTreeSet::new();
        let mut codes = self.grams();
        codes.retain(|range| seen.insert(*range.start()));
        if codes.len() > MOST_GRAMS {
            let last = codes.len() - 1;
            codes = (0..MOST_GRAMS).map(|at| codes[at * last / (MOST_GRAMS - 1)].clone()).collect();
        }
        codes
    }

    /// Its runs of word bytes, in order.
    pub(super) fn runs(&self) -> Vec<Run> {
        let (bytes, spelled) = match &self.spelled {
            Some(spelled) => (&spelled[..], true),
            None => (&self.folded[..], false),
        };
        let mut runs: Vec<Run> = Vec::new();
        let mut at = 0;
        while at < bytes.len() {
            if bytes[at] == EDGE || !is_word_byte(bytes[at]) {
                at += 1;
                continue;
            }
            let is_inside = |byte: &u8| *byte != EDGE && is_word_byte(*byte);
            let end = bytes[at..].iter().position(|byte| !is_inside(byte)).map_or(bytes.len(), |length| at + length);
            runs.push(Run {
                text: bytes[at..end].to_vec(),
                spelled,
                left: side(bytes[at], bytes[..at].iter().rev()),
                right: side(bytes[end - 1], bytes[end..].iter()),
            });
            at = end;
        }
        runs
    }
}

/// What stands beside a run, beginning with the byte next to it; `last` is the run's own byte there.
fn side<'a>(last: u8, mut beside: impl Iterator<Item = &'a u8>) -> Side {
    let mut edge = false;
    let next = beside.find(|byte| {
        edge |= **byte == EDGE;
        **byte != EDGE
    });
    match next {
        Some(byte) if !is_word_byte(*byte) => Side::Closed,
        // Beside a letter of any alphabet the edge of a word is that word's; beside a dollar sign it may be another's.
        _ if edge && (last.is_ascii_alphanumeric() || last == b'_') => Side::Edge,
        _ => Side::Open,
    }
}

/// Whether a byte belongs to a word of the word postings.
const fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | 0x80..)
}

/// A run of word bytes, which is a word of the file or a part of one.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Run {
    pub text: Vec<u8>,
    /// Else folded.
    pub spelled: bool,
    left: Side,
    right: Side,
}

/// What is known of the place beside a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Side {
    Open,
    /// The word ends there.
    Closed,
    /// No letter, digit or underscore stands there; a dollar sign, which a search does not take for a part of a word, may.
    Edge,
}

impl Side {
    fn allows(self, beside: Option<&u8>) -> bool {
        match self {
            Self::Open => true,
            Self::Closed => beside.is_none(),
            Self::Edge => beside.is_none_or(|byte| matches!(byte, b'$' | 0x80..)),
        }
    }
}

impl Run {
    /// Whether it is a whole word.
    pub(super) fn is_word(&self) -> bool {
        self.left == Side::Closed && self.right == Side::Closed
    }

    /// Whether it is a word that can be looked up as it is.
    pub(super) fn is_whole_word(&self) -> bool {
        self.is_word() && self.spelled && self.text.len() <= LONGEST_WORD
    }

    /// Whether it can be the piece of `word` from `start` to `end`.
    pub(super) fn fits(&self, word: &[u8], start: usize, end: usize) -> bool {
        self.left.allows(start.checked_sub(1).and_then(|at| word.get(at))) && self.right.allows(word.get(end))
    }
}

impl Run {
    /// What finds the run in words; none where it cannot be looked for: it is a piece of a character.
    pub(super) fn finder(&self) -> Option<Finder> {
        if self.spelled {
            let finder = memmem::Finder::new(&self.text).into_owned();
            return Some(Finder { run: self.clone(), what: What::Bytes(Box::new(finder)) });
        }
        // The other letters are equal to few without case, which stand as strings of their own.
        let text = std::str::from_utf8(&self.text).ok()?;
        let letters = text.chars().map(|c| {
            let letter = regex_syntax::escape(c.encode_utf8(&mut [0; 4]));
            if c.is_ascii() { format!("(?i:{letter})") } else { letter }
        });
        Some(Finder { run: self.clone(), what: What::Pattern(Regex::new(&letters.collect::<String>()).ok()?) })
    }
}

/// Finds a run in words, of which many stand in a row with line feeds between them.
#[derive(Debug, Clone)]
pub(super) struct Finder {
    run: Run,
    what: What,
}

#[derive(Debug, Clone)]
enum What {
    Bytes(Box<memmem::Finder<'static>>),
    Pattern(Regex),
}

impl Finder {
    /// Where the next word that holds the run begins and ends, from `from` on, where a word begins.
    pub(super) fn next(&self, words: &[u8], from: usize) -> Option<(usize, usize)> {
        let mut at = from;
        loop {
            let (start, end) = match &self.what {
                What::Bytes(finder) => {
                    let start = at + finder.find(words.get(at..)?)?;
                    (start, start + self.run.text.len())
                }
                What::Pattern(regex) => {
                    let found = regex.find(Input::new(words).range(at.min(words.len())..))?;
                    (found.start(), found.end())
                }
            };
            let first = memchr::memrchr(b'\n', &words[from..start]).map_or(from, |line| from + line + 1);
            let last = memchr::memchr(b'\n', &words[end..]).map_or(words.len(), |line| end + line);
            if self.run.fits(&words[first..last], start - first, end - first) {
                return Some((first, last));
            }
            at = start + 1;
        }
    }

    #[cfg(test)]
    pub(super) fn is_in(&self, word: &[u8]) -> bool {
        self.next(word, 0).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sides(literal: &Literal) -> Vec<(String, Side, Side)> {
        let text = |run: &Run| String::from_utf8(run.text.clone()).unwrap();
        literal.runs().iter().map(|run| (text(run), run.left, run.right)).collect()
    }

    #[test]
    fn runs_know_their_sides() {
        use Side::{Closed, Edge, Open};
        let spelled = |text: &str| Literal::spelled(text.as_bytes());
        assert_eq!(sides(&spelled("foo")), [("foo".to_owned(), Open, Open)]);
        assert_eq!(
            sides(&spelled("a b(c$")),
            [("a".to_owned(), Open, Closed), ("b".to_owned(), Closed, Closed), ("c$".to_owned(), Closed, Open)]
        );
        let whole = |text: &str| Literal::edge().then(&spelled(text)).then(&Literal::edge());
        assert_eq!(sides(&whole("foo")), [("foo".to_owned(), Edge, Edge)]);
        assert_eq!(sides(&whole("$foo(")), [("$foo".to_owned(), Open, Closed)]);
        assert_eq!(sides(&spelled("(").then(&whole("foo")).then(&spelled("."))), [("foo".to_owned(), Closed, Closed)]);
        let run = &whole("foo").runs()[0];
        assert!(run.fits(b"foo", 0, 3) && run.fits(b"$foo", 1, 4) && !run.fits(b"foo_", 0, 3));
    }
}

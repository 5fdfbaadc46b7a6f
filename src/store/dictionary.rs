//! Word postings: which files hold a word, and whether in code or in comments and strings.
//!
//! The words of an artifact, sorted, are its dictionary; a word's number is its place in it, from 0. The word 0 is the empty
//! one: its files are those that hold a word too long to be kept, which may be any word. `schema/index.sql` (tables
//! `dictionary` and `word`) says how both are packed.

use super::number::put;
use super::posting::{Broken, Coded};
use crate::text::interned::Interned;

/// Longest word that is kept, in bytes. Longer ones are data, and a search finds them by their grams.
pub const LONGEST_WORD: usize = 128;

/// Bytes of a block of the dictionary before compression: one is inflated to look up a word, all to look for a part of one.
const BLOCK_BYTES: usize = 64 << 10;

/// The distinct words of one file, packed one after the other.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Words {
    /// Of each word: where it stands ([`Standing`]), its length in bytes, its bytes.
    packed: Vec<u8>,
    /// Where words stand that are too long to be kept.
    long: Option<Standing>,
}

/// Where a word stands in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    /// In code.
    pub code: bool,
    /// In comments, strings, or a file of no known language.
    pub text: bool,
}

impl Standing {
    const fn bits(self) -> u8 {
        (self.code as u8) << 1 | self.text as u8
    }

    const fn of_bits(bits: u8) -> Self {
        Self { code: bits & 2 != 0, text: bits & 1 != 0 }
    }
}

impl Words {
    /// Adds a word that was not added before.
    pub fn push(&mut self, word: &str, standing: Standing) {
        if word.len() > LONGEST_WORD {
            let before = self.long.map_or(0, Standing::bits);
            self.long = Some(Standing::of_bits(before | standing.bits()));
            return;
        }
        self.packed.extend([standing.bits(), word.len() as u8]);
        self.packed.extend_from_slice(word.as_bytes());
    }

    fn iter(&self) -> impl Iterator<Item = (&[u8], u8)> + Clone {
        let mut rest = &self.packed[..];
        std::iter::from_fn(move || {
            let [bits, length, tail @ ..] = rest else { return None };
            let (word, next) = tail.split_at_checked(usize::from(*length))?;
            rest = next;
            Some((word, *bits))
        })
    }
}

/// Gathers the words of files: each word gets a number when it is met first, and of a file only numbers are kept.
#[derive(Default)]
pub(super) struct Collector {
    words: Interned<Held>,
    /// What the files hold, one file after the other: number of the word and standing.
    pairs: Vec<u32>,
    /// The id of each file, and where its pairs end.
    files: Vec<(u32, usize)>,
    long: List,
}

/// The files that hold a word.
#[derive(Default)]
struct Held {
    /// The last of them, 0 before the first.
    last: u32,
    /// Bytes of their packed list.
    bytes: u32,
}

#[derive(Default)]
struct List {
    packed: Vec<u8>,
    last: u32,
}

impl List {
    fn add(&mut self, file: u32, bits: u8) {
        put(&mut self.packed, (file - self.last) << 2 | u32::from(bits));
        self.last = file;
    }
}

impl Collector {
    /// Adds a file; files come in order of id, below 1 << 30.
    pub(super) fn add(&mut self, file: u32, words: &Words) {
        let mut standings = words.iter().map(|(_, bits)| u32::from(bits));
        self.pairs.reserve(words.packed.len() / 8);
        self.words.each(words.iter().map(|(word, _)| word), |number, held| {
            let bits = standings.next().unwrap_or(0);
            held.bytes += width((file - held.last) << 2 | bits);
            held.last = file;
            self.pairs.push(number << 2 | bits);
        });
        self.files.push((file, self.pairs.len()));
        if let Some(standing) = words.long {
            self.long.add(file, standing.bits());
        }
    }

    /// The words in order, the empty one first, each with its packed list.
    pub(super) fn sorted(mut self) -> Sorted {
        let order = self.words.sorted();
        // From here on, `bytes` of a word is where the rest of its list goes.
        let mut ends = Vec::with_capacity(order.len());
        let mut end = 0;
        for number in &order {
            let held = self.words.value_mut(*number);
            (held.bytes, end, held.last) = (end, end + held.bytes, 0);
            ends.push(end);
        }
        let mut lists = vec![0; end as usize];
        let mut start = 0;
        for (file, end) in &self.files {
            for pair in &self.pairs[start..*end] {
                let held = self.words.value_mut(pair >> 2);
                held.bytes += write(&mut lists[held.bytes as usize..], (file - held.last) << 2 | pair & 3);
                held.last = *file;
            }
            start = *end;
        }
        Sorted { words: self.words, order, lists, ends, long: self.long.packed }
    }
}

/// How many bytes a number takes in a list.
const fn width(number: u32) -> u32 {
    (38 - (number | 1).leading_zeros()) / 7
}

/// Writes a number of a list; gives how many bytes it took.
fn write(to: &mut [u8], mut number: u32) -> u32 {
    let mut at = 0;
    while number >= 0x80 {
        to[at] = number as u8 | 0x80;
        number >>= 7;
        at += 1;
    }
    to[at] = number as u8;
    at as u32 + 1
}

/// Every word with its list.
pub(super) struct Sorted {
    words: Interned<Held>,
    /// Numbers of the words in order of the words.
    order: Vec<u32>,
    lists: Vec<u8>,
    /// In order of the words, where the list of each ends.
    ends: Vec<u32>,
    long: Vec<u8>,
}

impl Sorted {
    /// The words in order, the empty one first.
    pub(super) fn words(&self) -> impl Iterator<Item = &[u8]> {
        std::iter::once(&[][..]).chain(self.order.iter().map(|number| self.words.text(*number)))
    }

    /// The packed lists, in the same order.
    pub(super) fn lists(&self) -> impl Iterator<Item = &[u8]> {
        let starts = std::iter::once(&0).chain(&self.ends);
        let lists = starts.zip(&self.ends).map(|(start, end)| &self.lists[*start as usize..*end as usize]);
        std::iter::once(&self.long[..]).chain(lists)
    }
}

/// The dictionary in blocks: the number of the first word, that word, and the words, each followed by a line feed.
pub(super) fn blocks(words: &Sorted) -> Vec<(u32, String, Vec<u8>)> {
    let mut blocks: Vec<(u32, String, Vec<u8>)> = Vec::new();
    for (word, number) in words.words().zip(0_u32..) {
        if blocks.last().is_none_or(|(_, _, text)| text.len() + word.len() >= BLOCK_BYTES) {
            blocks.push((number, String::from_utf8_lossy(word).into_owned(), Vec::new()));
        }
        if let Some((_, _, text)) = blocks.last_mut() {
            text.extend_from_slice(word);
            text.push(b'\n');
        }
    }
    blocks
}

/// The files of a packed list, ascending.
pub(super) fn files(list: Coded<'_>) -> Result<Vec<(u32, Standing)>, Broken> {
    let mut files = Vec::new();
    let mut file = 0_u32;
    list.steps(|step| {
        file = file.checked_add(step >> 2)?;
        files.push((file, Standing::of_bits(step as u8 & 3)));
        Some(())
    })?;
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_come_back_sorted_with_their_files() {
        let standing = |code, text| Standing { code, text };
        let mut collector = Collector::default();
        for file in [1, 2, 700] {
            let mut words = Words::default();
            words.push("größe", standing(true, false));
            if file != 2 {
                words.push("a", standing(file == 1, true));
                words.push(&"x".repeat(LONGEST_WORD + 1), standing(true, false));
                words.push(&"y".repeat(LONGEST_WORD + 1), standing(false, file == 1));
            }
            words.push(&"z".repeat(LONGEST_WORD), standing(false, true));
            collector.add(file, &words);
        }
        let sorted = collector.sorted();
        let lengths: Vec<usize> = sorted.words().map(<[u8]>::len).collect();
        assert_eq!(lengths, [0, 1, 7, LONGEST_WORD]);
        let list = |at: usize| files(Coded::of_varints(sorted.lists().nth(at).unwrap())).unwrap();
        assert_eq!(list(0), [(1, standing(true, true)), (700, standing(true, false))]);
        assert_eq!(list(1), [(1, standing(true, true)), (700, standing(false, true))]);
        assert_eq!(list(2).iter().map(|(file, _)| *file).collect::<Vec<_>>(), [1, 2, 700]);
        assert_eq!(files(Coded::of_varints(&[0x80])), Err(Broken));
    }
}

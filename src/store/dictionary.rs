//! Word postings: which files hold a word, and whether in code or in comments and strings.
//!
//! The words of an artifact, sorted, are its dictionary; a word's number is its place in it, from 0. The word 0 is the empty
//! one: its files are those that hold a word too long to be kept, which may be any word. `schema/index.sql` (tables
//! `dictionary` and `word`) says how both are packed.

use std::collections::HashMap;

use super::number::put;
use super::posting::{Broken, Coded};

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

    fn iter(&self) -> impl Iterator<Item = (&[u8], u8)> {
        let mut rest = &self.packed[..];
        std::iter::from_fn(move || {
            let [bits, length, tail @ ..] = rest else { return None };
            let (word, next) = tail.split_at_checked(usize::from(*length))?;
            rest = next;
            Some((word, *bits))
        })
    }
}

/// Gathers the words of files.
#[derive(Default)]
pub(super) struct Collector {
    numbers: HashMap<Box<[u8]>, u32, foldhash::fast::RandomState>,
    lists: Vec<List>,
    long: List,
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
        for (word, bits) in words.iter() {
            if let Some(number) = self.numbers.get(word) {
                self.lists[*number as usize].add(file, bits);
            } else {
                self.numbers.insert(word.into(), self.lists.len() as u32);
                let mut list = List::default();
                list.add(file, bits);
                self.lists.push(list);
            }
        }
        if let Some(standing) = words.long {
            self.long.add(file, standing.bits());
        }
    }

    /// The words in order, the empty one first, each with its packed list.
    pub(super) fn sorted(self) -> Vec<(Box<[u8]>, Vec<u8>)> {
        let Self { numbers, mut lists, long } = self;
        let mut words: Vec<(Box<[u8]>, u32)> = numbers.into_iter().collect();
        words.sort_unstable();
        let words = words.into_iter().map(|(word, number)| {
            let list = std::mem::take(&mut lists[number as usize].packed);
            (word, list)
        });
        [(Box::default(), long.packed)].into_iter().chain(words).collect()
    }
}

/// The dictionary in blocks: the number of the first word, that word, and the words, each followed by a line feed.
pub(super) fn blocks(words: &[(Box<[u8]>, Vec<u8>)]) -> Vec<(u32, String, Vec<u8>)> {
    let mut blocks: Vec<(u32, String, Vec<u8>)> = Vec::new();
    for ((word, _), number) in words.iter().zip(0_u32..) {
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
        let lengths: Vec<usize> = sorted.iter().map(|(word, _)| word.len()).collect();
        assert_eq!(lengths, [0, 1, 7, LONGEST_WORD]);
        let list = |at: usize| files(Coded::of_varints(&sorted[at].1)).unwrap();
        assert_eq!(list(0), [(1, standing(true, true)), (700, standing(true, false))]);
        assert_eq!(list(1), [(1, standing(true, true)), (700, standing(false, true))]);
        assert_eq!(list(2).iter().map(|(file, _)| *file).collect::<Vec<_>>(), [1, 2, 700]);
        assert_eq!(files(Coded::of_varints(&[0x80])), Err(Broken));
    }
}

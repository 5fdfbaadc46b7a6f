//! Word postings: which files hold a word, and whether in code or in comments and strings.
//!
//! The words of an artifact, sorted, are its dictionary; a word's number is its place in it, from 0. The word 0 is the empty
//! one: its files are those that hold a word too long to be kept, which may be any word. `schema/index.sql` (tables
//! `dictionary` and `word`) says how both are packed.

use std::hash::BuildHasher;

use super::number::put;
use super::posting::{Broken, Coded};

/// Longest word that is kept, in bytes. Longer ones are data, and a search finds them by their grams.
pub const LONGEST_WORD: usize = 128;

/// Bytes of a block of the dictionary before compression: one is inflated to look up a word, all to look for a part of one.
const BLOCK_BYTES: usize = 64 << 10;

/// How many slots the table of words begins with.
const FIRST_SLOTS: usize = 1 << 12;

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

/// Gathers the words of files: each word gets a number when it is met first, and of a file only numbers are kept.
///
/// Most of the time here goes to waiting for memory, so what is known of a word lies in one place, and the words of a file are
/// looked up in two rounds, the first of which only asks for what the second one reads.
pub(super) struct Collector {
    hashing: foldhash::fast::RandomState,
    /// Half a hash above, the number of a word plus one below; 0 where there is none. Open addressing by the highest bits of
    /// the half, at most half full.
    slots: Vec<u64>,
    entries: Vec<Entry>,
    /// The words, one after the other.
    text: Vec<u8>,
    /// What the files hold, one file after the other: number of the word and standing.
    pairs: Vec<u32>,
    /// The id of each file, and where its pairs end.
    files: Vec<(u32, usize)>,
    long: List,
    /// Scratch: of each word of a file half its hash, and what was in the slot where it should be.
    guesses: Vec<(u32, u64)>,
}

/// What is known of a word: half a line of the processor's cache.
struct Entry {
    head: Head,
    /// Where in the text of all words it begins.
    start: u32,
    /// The last file that holds it, 0 before the first.
    last: u32,
    /// Bytes of its packed list.
    bytes: u32,
}

/// The length of a word with its first and its last eight bytes, the missing ones 0: all of it, up to 16 bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Head {
    first: u64,
    last: u64,
    length: u8,
}

impl Head {
    fn of(word: &[u8]) -> Self {
        let eight = |bytes: &[u8]| match bytes.first_chunk() {
            Some(chunk) => u64::from_be_bytes(*chunk),
            None => bytes.iter().zip((0..8).rev()).fold(0, |all, (byte, place)| all | u64::from(*byte) << (8 * place)),
        };
        Self { first: eight(word), last: eight(&word[word.len().saturating_sub(8)..]), length: word.len() as u8 }
    }

    /// Whether the bytes here are not all of the word.
    const fn is_part(self) -> bool {
        self.length > 16
    }
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

impl Default for Collector {
    fn default() -> Self {
        Self {
            hashing: foldhash::fast::RandomState::default(),
            slots: vec![0; FIRST_SLOTS],
            entries: Vec::new(),
            text: Vec::new(),
            pairs: Vec::new(),
            files: Vec::new(),
            long: List::default(),
            guesses: Vec::new(),
        }
    }
}

impl Collector {
    /// Adds a file; files come in order of id, below 1 << 30.
    pub(super) fn add(&mut self, file: u32, words: &Words) {
        let mut guesses = std::mem::take(&mut self.guesses);
        guesses.clear();
        guesses.extend(words.iter().map(|(word, _)| {
            let hash = (self.hashing.hash_one(word) >> 32) as u32;
            (hash, self.slots[self.slot_of(hash)])
        }));
        for ((word, bits), (hash, guess)) in words.iter().zip(&guesses) {
            let head = Head::of(word);
            let number = match guess.checked_sub(1).map(|number| number as u32) {
                Some(number) if guess >> 32 == u64::from(*hash) && self.is_word(number, head, word) => number,
                _ => self.number(*hash, head, word),
            };
            let entry = &mut self.entries[number as usize];
            entry.bytes += width((file - entry.last) << 2 | u32::from(bits));
            entry.last = file;
            self.pairs.push(number << 2 | u32::from(bits));
        }
        self.guesses = guesses;
        self.files.push((file, self.pairs.len()));
        if let Some(standing) = words.long {
            self.long.add(file, standing.bits());
        }
    }

    /// Where a word with this half of a hash should be.
    fn slot_of(&self, hash: u32) -> usize {
        ((u64::from(hash) * self.slots.len() as u64) >> 32) as usize
    }

    fn is_word(&self, number: u32, head: Head, word: &[u8]) -> bool {
        let entry = &self.entries[number as usize];
        entry.head == head && (!head.is_part() || self.word(entry) == word)
    }

    fn word(&self, entry: &Entry) -> &[u8] {
        &self.text[entry.start as usize..][..usize::from(entry.head.length)]
    }

    /// The number of a word, which is a new one's where there is none.
    fn number(&mut self, hash: u32, head: Head, word: &[u8]) -> u32 {
        let mut at = self.slot_of(hash);
        while self.slots[at] != 0 {
            let number = (self.slots[at] - 1) as u32;
            if self.slots[at] >> 32 == u64::from(hash) && self.is_word(number, head, word) {
                return number;
            }
            at = (at + 1) & (self.slots.len() - 1);
        }
        let number = self.entries.len() as u32;
        self.entries.push(Entry { head, start: self.text.len() as u32, last: 0, bytes: 0 });
        self.text.extend_from_slice(word);
        self.slots[at] = u64::from(hash) << 32 | u64::from(number + 1);
        if self.entries.len() * 2 > self.slots.len() {
            self.grow();
        }
        number
    }

    fn grow(&mut self) {
        let before = std::mem::take(&mut self.slots);
        self.slots = vec![0; before.len() * 4];
        for slot in before.into_iter().filter(|slot| *slot != 0) {
            let mut at = self.slot_of((slot >> 32) as u32);
            while self.slots[at] != 0 {
                at = (at + 1) & (self.slots.len() - 1);
            }
            self.slots[at] = slot;
        }
    }

    /// The words in order, the empty one first, each with its packed list.
    pub(super) fn sorted(mut self) -> Sorted {
        self.slots = Vec::new();
        let mut order: Vec<(u64, u32)> = self.entries.iter().map(|entry| entry.head.first).zip(0..).collect();
        order.sort_unstable_by(|(first, one), (other_first, other)| {
            let word = |number: u32| self.word(&self.entries[number as usize]);
            first.cmp(other_first).then_with(|| word(*one).cmp(word(*other)))
        });
        // From here on, `bytes` of an entry is where the rest of its list goes.
        let mut ends = Vec::with_capacity(order.len());
        let mut end = 0;
        for (_, number) in &order {
            let entry = &mut self.entries[*number as usize];
            (entry.bytes, end, entry.last) = (end, end + entry.bytes, 0);
            ends.push(end);
        }
        let mut lists = vec![0; end as usize];
        let mut start = 0;
        for (file, end) in &self.files {
            for pair in &self.pairs[start..*end] {
                let entry = &mut self.entries[(pair >> 2) as usize];
                entry.bytes += write(&mut lists[entry.bytes as usize..], (file - entry.last) << 2 | pair & 3);
                entry.last = *file;
            }
            start = *end;
        }
        Sorted { entries: self.entries, text: self.text, order, lists, ends, long: self.long.packed }
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
    entries: Vec<Entry>,
    text: Vec<u8>,
    /// Numbers of the words in order of the words.
    order: Vec<(u64, u32)>,
    lists: Vec<u8>,
    /// In order of the words, where the list of each ends.
    ends: Vec<u32>,
    long: Vec<u8>,
}

impl Sorted {
    /// The words in order, the empty one first.
    pub(super) fn words(&self) -> impl Iterator<Item = &[u8]> {
        let word = |(_, number): &(u64, u32)| {
            let entry = &self.entries[*number as usize];
            &self.text[entry.start as usize..][..usize::from(entry.head.length)]
        };
        std::iter::once(&[][..]).chain(self.order.iter().map(word))
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

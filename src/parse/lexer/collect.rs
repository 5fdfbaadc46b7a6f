//! The distinct words of one text and where they stand, collected while it is scanned.

use crate::parse::words::{Place, Word, Words};

/// Outside of comments and literals.
pub const CODE: u8 = 1;

/// Inside a comment or a literal.
pub const TEXT: u8 = 2;

/// How many slots a table begins with; enough for nine files of ten.
const FIRST_SLOTS: usize = 1024;

/// Words with where they stand first, found by their hash. Open addressing, at most half full.
pub struct Collector<'t> {
    bytes: &'t [u8],
    /// Half a hash above, a number of a word plus one below; 0 where there is none.
    slots: Vec<u64>,
    words: Vec<Found>,
    places: Vec<Place>,
}

struct Found {
    /// The bytes of a word of at most eight, the first one lowest; a longer one has its hash here.
    key: u64,
    start: u32,
    end: u32,
    places: u8,
}

impl<'t> Collector<'t> {
    /// A collector of the words of `bytes`.
    pub fn new(bytes: &'t [u8]) -> Self {
        Self { bytes, slots: vec![0; FIRST_SLOTS], words: Vec::with_capacity(FIRST_SLOTS / 4), places: Vec::new() }
    }

    /// Takes note of the word from `start` to `end`, in one of the places [`CODE`] and [`TEXT`].
    #[inline]
    pub fn add(&mut self, start: usize, end: usize, place: u8) {
        let length = end - start;
        let is_short = length <= 8;
        let key = if is_short { self.short(start, length) } else { self.hash(start, end) };
        let hash = if is_short { mix(key, length as u64) } else { key };
        let mask = self.slots.len() - 1;
        let mut at = slot_of(hash) & mask;
        loop {
            let slot = self.slots[at];
            if slot == 0 {
                break;
            }
            if slot >> 32 == hash >> 32 {
                let number = slot as u32 - 1;
                let word = &mut self.words[number as usize];
                let is_like = word.key == key && (word.end - word.start) as usize == length;
                if is_like && (is_short || self.bytes[word.start as usize..][..length] == self.bytes[start..end]) {
                    word.places |= place;
                    self.places.push(Place { start: start as u32, word: number });
                    return;
                }
            }
            at = (at + 1) & mask;
        }
        self.places.push(Place { start: start as u32, word: self.words.len() as u32 });
        self.words.push(Found { key, start: start as u32, end: end as u32, places: place });
        self.slots[at] = hash >> 32 << 32 | self.words.len() as u64;
        if self.words.len() * 2 > self.slots.len() {
            self.grow();
        }
    }

    /// The words in the order they were met first, and all places in the order they were met.
    pub fn finish(self) -> Words {
        let word = |found: &Found| Word {
            start: found.start,
            end: found.end,
            code: found.places & CODE != 0,
            text: found.places & TEXT != 0,
        };
        Words { distinct: self.words.iter().map(word).collect(), places: self.places }
    }

    fn grow(&mut self) {
        let mask = self.slots.len() * 4 - 1;
        let mut slots = vec![0; mask + 1];
        for slot in self.slots.iter().filter(|slot| **slot != 0) {
            let mut at = slot_of(*slot) & mask;
            while slots[at] != 0 {
                at = (at + 1) & mask;
            }
            slots[at] = *slot;
        }
        self.slots = slots;
    }

    /// The hash of a word of more than eight bytes.
    #[inline]
    fn hash(&self, start: usize, end: usize) -> u64 {
        let length = end - start;
        let mut hash = length as u64;
        let mut at = start;
        while at + 8 < end {
            hash = mix(hash, self.eight(at));
            at += 8;
        }
        mix(hash, self.eight(end - 8))
    }

    /// The eight bytes at `at`, which are there.
    #[inline]
    fn eight(&self, at: usize) -> u64 {
        self.bytes[at..].first_chunk().map_or(0, |chunk| u64::from_le_bytes(*chunk))
    }

    /// The first `length` bytes at `at`, at most eight; the others are 0.
    #[inline]
    fn short(&self, at: usize, length: usize) -> u64 {
        if let Some(chunk) = self.bytes[at..].first_chunk() {
            return u64::from_le_bytes(*chunk) & (u64::MAX >> (64 - 8 * length));
        }
        self.bytes[at..at + length].iter().rev().fold(0, |all, byte| all << 8 | u64::from(*byte))
    }
}

/// Two halves of a product, folded: every bit of what goes in moves every bit of what comes out.
#[inline]
fn mix(one: u64, other: u64) -> u64 {
    let product = u128::from(one ^ 0x9E37_79B9_7F4A_7C15) * u128::from(other ^ 0xC2B2_AE3D_27D4_EB4F);
    (product >> 64) as u64 ^ product as u64
}

/// Where to look first for a word, by the half of its hash that the table keeps, before it is cut to the size of the table.
#[inline]
const fn slot_of(hash: u64) -> usize {
    (hash >> 32) as usize
}

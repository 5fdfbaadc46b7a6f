//! Texts, each kept once, numbered from 0 in the order they were met first, each with what is known of it.
//!
//! Most of the time here goes to waiting for memory: what is known of a text lies in one place, half a line of the
//! processor's cache, and texts that are looked up together are in two rounds, the first of which only asks for what the
//! second one reads.

use std::hash::BuildHasher;

/// How many slots the table begins with.
const FIRST_SLOTS: usize = 1 << 10;

/// What a slot holds that holds no text. It is not 0, since zeroed memory is mapped when it is read, and again when it is written, with the other
/// threads stopped: a table is read and written all over.
const EMPTY: u64 = u64::MAX;

/// Texts with their numbers, and a value of each.
pub struct Interned<V = ()> {
    hashing: foldhash::fast::RandomState,
    /// Half a hash above, the number of a text below; or [`EMPTY`]. Open addressing by the highest bits of the half, at most
    /// half full.
    slots: Vec<u64>,
    entries: Vec<Entry<V>>,
    /// The texts, one after the other.
    bytes: Vec<u8>,
    /// Scratch: of each text of a round half its hash, and what was in the slot where it should be.
    guesses: Vec<(u32, u64)>,
}

/// What is known of a text; its head lies open here, so that all of it is half a line of the processor's cache.
struct Entry<V> {
    first: u64,
    last: u64,
    length: u32,
    /// Where among the bytes of all texts it begins.
    start: u32,
    value: V,
}

impl<V> Entry<V> {
    fn head(&self) -> Head {
        Head { first: self.first, last: self.last, length: self.length }
    }
}

/// The length of a text with its first and its last eight bytes, the missing ones 0: all of it, up to 16 bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Head {
    first: u64,
    last: u64,
    length: u32,
}

impl Head {
    fn of(text: &[u8]) -> Self {
        let eight = |bytes: &[u8]| match bytes.first_chunk() {
            Some(chunk) => u64::from_be_bytes(*chunk),
            None => bytes.iter().zip((0..8).rev()).fold(0, |all, (byte, place)| all | u64::from(*byte) << (8 * place)),
        };
        Self { first: eight(text), last: eight(&text[text.len().saturating_sub(8)..]), length: text.len() as u32 }
    }

    /// Whether the bytes here are not all of the text.
    const fn is_part(self) -> bool {
        self.length > 16
    }
}

impl<V> Default for Interned<V> {
    fn default() -> Self {
        Self {
            hashing: foldhash::fast::RandomState::default(),
            slots: vec![EMPTY; FIRST_SLOTS],
            entries: Vec::new(),
            bytes: Vec::new(),
            guesses: Vec::new(),
        }
    }
}

impl<V: Default> Interned<V> {
    /// The number of a text, which is added where it is new: its number is then how many there were.
    pub fn number(&mut self, text: &[u8]) -> u32 {
        self.find(self.half_hash(text), Head::of(text), text)
    }

    /// Gives the number and the value of each of some texts, which are added where they are new. Quicker than one after the
    /// other.
    pub fn each<'t>(&mut self, texts: impl Iterator<Item = &'t [u8]> + Clone, mut give: impl FnMut(u32, &mut V)) {
        let mut guesses = std::mem::take(&mut self.guesses);
        guesses.clear();
        guesses.extend(texts.clone().map(|text| {
            let hash = self.half_hash(text);
            (hash, self.slots[self.slot_of(hash)])
        }));
        for (text, (hash, guess)) in texts.zip(&guesses) {
            let head = Head::of(text);
            let number =
                if self.is_at(*guess, *hash, head, text) { *guess as u32 } else { self.find(*hash, head, text) };
            give(number, &mut self.entries[number as usize].value);
        }
        self.guesses = guesses;
    }

    fn find(&mut self, hash: u32, head: Head, text: &[u8]) -> u32 {
        let mut at = self.slot_of(hash);
        while self.slots[at] != EMPTY {
            if self.is_at(self.slots[at], hash, head, text) {
                return self.slots[at] as u32;
            }
            at = (at + 1) & (self.slots.len() - 1);
        }
        let number = self.entries.len() as u32;
        let Head { first, last, length } = head;
        self.entries.push(Entry { first, last, length, start: self.bytes.len() as u32, value: V::default() });
        self.bytes.extend_from_slice(text);
        self.slots[at] = u64::from(hash) << 32 | u64::from(number);
        if self.entries.len() * 2 > self.slots.len() {
            self.grow();
        }
        number
    }
}

impl<V> Interned<V> {
    /// How many there are: numbers are below.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The text of a number that was given.
    #[must_use]
    pub fn text(&self, number: u32) -> &[u8] {
        let entry = &self.entries[number as usize];
        &self.bytes[entry.start as usize..][..entry.length as usize]
    }

    /// What is known of the text of a number that was given.
    #[must_use]
    pub fn value(&self, number: u32) -> &V {
        &self.entries[number as usize].value
    }

    /// The same, to be changed.
    pub fn value_mut(&mut self, number: u32) -> &mut V {
        &mut self.entries[number as usize].value
    }

    /// All numbers in byte order of their texts. No text is looked up any more: the room for that is given back.
    #[must_use]
    pub fn sorted(&mut self) -> Vec<u32> {
        (self.slots, self.guesses) = (Vec::new(), Vec::new());
        let mut order: Vec<(u64, u32)> = self.entries.iter().map(|entry| entry.first).zip(0..).collect();
        order.sort_unstable_by(|(first, one), (other_first, other)| {
            first.cmp(other_first).then_with(|| self.text(*one).cmp(self.text(*other)))
        });
        order.into_iter().map(|(_, number)| number).collect()
    }

    fn half_hash(&self, text: &[u8]) -> u32 {
        (self.hashing.hash_one(text) >> 32) as u32
    }

    /// Where a text with this half of a hash should be.
    fn slot_of(&self, hash: u32) -> usize {
        ((u64::from(hash) * self.slots.len() as u64) >> 32) as usize
    }

    /// Whether a slot holds this text.
    fn is_at(&self, slot: u64, hash: u32, head: Head, text: &[u8]) -> bool {
        slot >> 32 == u64::from(hash) && slot != EMPTY && {
            let number = slot as u32;
            self.entries[number as usize].head() == head && (!head.is_part() || self.text(number) == text)
        }
    }

    fn grow(&mut self) {
        let before = std::mem::take(&mut self.slots);
        self.slots = vec![EMPTY; before.len() * 4];
        for slot in before.into_iter().filter(|slot| *slot != EMPTY) {
            let mut at = self.slot_of((slot >> 32) as u32);
            while self.slots[at] != EMPTY {
                at = (at + 1) & (self.slots.len() - 1);
            }
            self.slots[at] = slot;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_keep_their_numbers_and_values() {
        let mut interned: Interned<u32> = Interned::default();
        let texts: Vec<String> =
            (0..5000).map(|at| format!("{}{at}", "w".repeat(at % 40))).chain([String::new()]).collect();
        let bytes = || texts.iter().map(String::as_bytes);
        let mut expected = 0..;
        interned.each(bytes(), |number, value| {
            assert_eq!(Some(number), expected.next());
            *value = number * 2;
        });
        interned.each(bytes().rev(), |number, value| *value += number);
        for (text, number) in bytes().zip(0..) {
            assert_eq!(
                (interned.number(text), interned.text(number), *interned.value(number)),
                (number, text, number * 3)
            );
        }
        assert_eq!(interned.len(), texts.len());
        // One that comes twice in a round is one.
        let mut numbers = Vec::new();
        interned.each([&b"new"[..], b"newer", b"new"].into_iter(), |number, _| numbers.push(number));
        assert_eq!(numbers, [5001, 5002, 5001]);
        let sorted = interned.sorted();
        assert!(sorted.is_sorted_by_key(|number| interned.text(*number)) && sorted.len() == interned.len());
    }
}

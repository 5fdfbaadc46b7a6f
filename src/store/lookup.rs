//! Which blocks of text hold a gram, and which files a word.

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;
use rusqlite::Row;

use super::dictionary::{self, Standing};
use super::posting::{self, Broken, Coded, OwnedCoded};
use super::read::{Index, StoreError, keep};
use super::text::Packed;

/// The row that holds the list of a gram, if any does.
const GRAMS: &str = "SELECT first, crc, data FROM gram WHERE first <= ? ORDER BY first DESC LIMIT 1";

/// The rows that hold the lists of a range of grams.
const GRAMS_OF: &str = "SELECT first, crc, data FROM gram \
     WHERE first >= ifnull((SELECT max(first) FROM gram WHERE first <= ?1), 0) AND first <= ?2 ORDER BY first";

/// The row that holds the list of a word, if any does.
const WORDS: &str = "SELECT first, crc, data FROM word WHERE first <= ? ORDER BY first DESC LIMIT 1";

/// Rows of the dictionary that are worth a thread: some hundred microseconds.
const SHARE: usize = 8;

/// The blocks that hold one gram, or the files that hold one word, still packed.
pub struct Posting(OwnedCoded);

impl Posting {
    /// About how many: 0 for none only.
    #[must_use]
    pub fn size(&self) -> usize {
        self.0.size()
    }

    /// Of a gram: the ids of the blocks, ascending.
    pub fn blocks(&self) -> Result<Vec<u32>, StoreError> {
        posting::ids(self.0.list()).map_err(|_| damaged_list())
    }

    /// Of a gram: leaves of some blocks, ascending, those that hold it.
    pub fn keep(&self, blocks: &mut Vec<u32>) -> Result<(), StoreError> {
        if let Some(holds) = self.0.map() {
            blocks.retain(|id| holds(*id));
        } else {
            let own = self.blocks()?;
            intersect(blocks, &own);
        }
        Ok(())
    }

    /// Of a word: the ids of the files, ascending, and where in them it stands.
    pub fn standings(&self) -> Result<Vec<(u32, Standing)>, StoreError> {
        dictionary::files(self.0.list()).map_err(|_| damaged_list())
    }
}

fn damaged_list() -> StoreError {
    StoreError::Damaged("a posting list is damaged".to_owned())
}

/// Leaves of `one` what the other list holds too; both are ascending.
pub(crate) fn intersect(one: &mut Vec<u32>, other: &[u32]) {
    let mut rest = other;
    one.retain(|id| {
        // Most often the next entries are skipped one by one; where many are to be skipped, by ever larger steps.
        let mut step = 1;
        while rest.get(step).is_some_and(|candidate| candidate < id) {
            step *= 2;
        }
        let near = &rest[step / 2..rest.len().min(step + 1)];
        rest = &rest[step / 2 + near.partition_point(|candidate| candidate < id)..];
        rest.first() == Some(id)
    });
}

/// The beginning of a row of the dictionary.
pub(super) struct FirstWord {
    number: u32,
    word: String,
}

impl Index {
    /// The ids of all text files, in order.
    pub fn text_files(&self) -> Result<Vec<u32>, StoreError> {
        self.list("SELECT id FROM file WHERE block IS NOT NULL ORDER BY id", [], |row| row.get(0))
    }

    /// Which blocks hold one gram; in an index of little text those that hold one of some that differ in the last character.
    pub fn posting(&self, code: u32) -> Result<Posting, StoreError> {
        self.packed_list(GRAMS, self.gram(code))
    }

    /// A code as the lists of this index have it.
    fn gram(&self, code: u32) -> u32 {
        code & self.gram_mask
    }

    /// The blocks that hold a gram of a range, ascending.
    pub fn blocks_with_one_of(&self, codes: RangeInclusive<u32>) -> Result<Vec<u32>, StoreError> {
        let mut found = vec![false; self.layout()?.blocks().end as usize];
        let lease = self.pool.lease()?;
        let mut rows = lease.prepare_cached(GRAMS_OF)?;
        let mut rows = rows.query([self.gram(*codes.start()), *codes.end()])?;
        while let Some(row) = rows.next()? {
            let (first, data) = (row.get(0)?, row.get_ref(2)?.as_blob().map_err(rusqlite::Error::from)?);
            if crc32fast::hash(data) != row.get::<_, u32>(1)? {
                return Err(damaged_list());
            }
            let given = posting::within(first, data, &(self.gram(*codes.start())..=*codes.end()), |list| {
                posting::ids(list)?.into_iter().try_for_each(|id| {
                    *found.get_mut(id as usize).ok_or(Broken)? = true;
                    Ok(())
                })
            });
            given.map_err(|_| damaged_list())?;
        }
        Ok((0_u32..).zip(found).filter_map(|(id, is_found)| is_found.then_some(id)).collect())
    }

    /// Which files hold the word of this number.
    pub fn word_posting(&self, number: u32) -> Result<Posting, StoreError> {
        self.packed_list(WORDS, number)
    }

    /// The list of a code, empty where there is none.
    fn packed_list(&self, sql: &str, code: u32) -> Result<Posting, StoreError> {
        let list = self.one(sql, [code], |row| {
            let data = row.get_ref(2)?.as_blob()?;
            if crc32fast::hash(data) != row.get::<_, u32>(1)? {
                return Ok(Err(Broken));
            }
            Ok(posting::find(row.get(0)?, data, code)
                .map(|list| list.map_or_else(OwnedCoded::default, Coded::to_owned)))
        })?;
        list.unwrap_or_else(|| Ok(OwnedCoded::default())).map(Posting).map_err(|_| damaged_list())
    }

    /// The number of a word in the dictionary; none where no file holds it, or where it is too long to be kept.
    pub fn word_number(&self, word: &str) -> Result<Option<u32>, StoreError> {
        let firsts = self.first_words()?;
        let after = firsts.partition_point(|first| first.word.as_bytes() <= word.as_bytes());
        let Some(first) = after.checked_sub(1).map(|at| &firsts[at]) else { return Ok(None) };
        let block = self.block(Packed::Dictionary, first.number)?;
        let mut needle = Vec::with_capacity(word.len() + 2);
        needle.push(b'\n');
        needle.extend_from_slice(word.as_bytes());
        needle.push(b'\n');
        // Words stand between line feeds, save the first of a row.
        let at = if block.starts_with(&needle[1..]) {
            0
        } else {
            match memchr::memmem::find(&block, &needle) {
                Some(at) => at + 1,
                None => return Ok(None),
            }
        };
        Ok(Some(first.number + memchr::memchr_iter(b'\n', &block[..at]).count() as u32))
    }

    /// The numbers of the words that `find` finds, ascending; none where they are more than `most`. `find` is given words, a
    /// line feed after each, and where to begin; it gives the first and the end of the next word it wants. All cores look.
    pub fn words_where(
        &self,
        find: impl Fn(&[u8], usize) -> Option<(usize, usize)> + Sync,
        most: usize,
    ) -> Result<Option<Vec<u32>>, StoreError> {
        let count = AtomicUsize::new(0);
        let in_block = |first: &FirstWord| {
            let mut numbers = Vec::new();
            if count.load(Ordering::Relaxed) > most {
                return Ok(numbers);
            }
            let block = self.block(Packed::Dictionary, first.number)?;
            let (mut at, mut number) = (0, first.number);
            while let Some((start, end)) = find(&block, at) {
                number += memchr::memchr_iter(b'\n', &block[at..start]).count() as u32;
                numbers.push(number);
                if count.fetch_add(1, Ordering::Relaxed) >= most {
                    break;
                }
                (at, number) = (end + 1, number + 1);
            }
            Ok(numbers)
        };
        let firsts = self.first_words()?;
        let found = firsts.par_iter().with_min_len(SHARE).map(in_block).collect::<Result<Vec<_>, StoreError>>()?;
        Ok((count.into_inner() <= most).then(|| found.concat()))
    }

    /// The files that hold one of the words with these numbers, which are ascending.
    pub fn files_with_words(&self, numbers: &[u32]) -> Result<Vec<u32>, StoreError> {
        let lease = self.pool.lease()?;
        let mut rows = lease.prepare_cached(WORDS)?;
        let mut found: Vec<u32> = Vec::new();
        let mut rest = numbers;
        while let Some(&number) = rest.first() {
            let mut rows = rows.query([number])?;
            let Some(row) = rows.next()? else { break };
            let (first, data) = (row.get(0)?, row.get_ref(2)?.as_blob().map_err(rusqlite::Error::from)?);
            if crc32fast::hash(data) != row.get::<_, u32>(1)? {
                return Err(damaged_list());
            }
            let taken = posting::each(first, data, rest, |list| {
                let files = dictionary::files(list)?;
                found.extend(files.into_iter().map(|(file, _)| file));
                Ok(())
            });
            rest = &rest[taken.map_err(|_| damaged_list())?.max(1)..];
        }
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }

    /// How many blocks the dictionary has.
    pub fn dictionary_blocks(&self) -> Result<usize, StoreError> {
        Ok(self.first_words()?.len())
    }

    fn first_words(&self) -> Result<Arc<Vec<FirstWord>>, StoreError> {
        keep(&self.dictionary, || {
            let row = |row: &Row<'_>| Ok(FirstWord { number: row.get(0)?, word: row.get(1)? });
            self.list("SELECT first, word FROM dictionary ORDER BY first", [], row)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::intersect;

    #[test]
    fn lists_meet() {
        let mut random = fastrand::Rng::with_seed(11);
        let meet = |mut one: Vec<u32>, other: &[u32]| {
            intersect(&mut one, other);
            one
        };
        for _ in 0..500 {
            let mut list = |most: u32| -> Vec<u32> { (0..200).filter(|_| random.u32(0..most) == 0).collect() };
            let (one, other) = (list(3), list(9));
            let expected: Vec<u32> = one.iter().copied().filter(|id| other.contains(id)).collect();
            assert_eq!(meet(one.clone(), &other), expected, "{one:?} {other:?}");
            assert_eq!(meet(other.clone(), &one), expected);
        }
        assert_eq!((meet(vec![], &[1]), meet(vec![1], &[])), (vec![], vec![]));
    }
}

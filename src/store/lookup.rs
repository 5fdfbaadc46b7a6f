//! Which files hold a trigram or a word.

use std::sync::Arc;

use rusqlite::Row;

use super::dictionary::{self, Standing};
use super::posting::{self, Broken};
use super::read::{Index, StoreError, keep};
use super::text::Packed;

/// The row that holds the list of a trigram, if any does.
const TRIGRAMS: &str = "SELECT first, crc, data FROM trigram WHERE first <= ? ORDER BY first DESC LIMIT 1";

/// The row that holds the list of a word, if any does.
const WORDS: &str = "SELECT first, crc, data FROM word WHERE first <= ? ORDER BY first DESC LIMIT 1";

/// The files that hold one trigram or one word, still packed.
pub struct Posting(Vec<u8>);

impl Posting {
    /// Bytes of the packed list: about as many as files.
    #[must_use]
    pub fn size(&self) -> usize {
        self.0.len()
    }

    /// Of a trigram: the ids of the files, ascending.
    pub fn files(&self) -> Result<Vec<u32>, StoreError> {
        posting::ids(&self.0).map_err(|_| damaged_list())
    }

    /// Of a word: the ids of the files, ascending, and where in them it stands.
    pub fn standings(&self) -> Result<Vec<(u32, Standing)>, StoreError> {
        dictionary::files(&self.0).ok_or_else(damaged_list)
    }
}

fn damaged_list() -> StoreError {
    StoreError::Damaged("a posting list is damaged".to_owned())
}

/// The beginning of a row of the dictionary.
pub(super) struct FirstWord {
    number: u32,
    word: String,
}

impl Index {
    /// Ids of the text files that hold all of these trigrams (folded codes), in order. No codes: nothing can be said, and
    /// every text file is answered.
    pub fn files_with_trigrams(&self, codes: &[u32]) -> Result<Vec<u32>, StoreError> {
        let mut lists = Vec::with_capacity(codes.len());
        for code in codes {
            lists.push(self.posting(*code)?);
        }
        lists.sort_unstable_by_key(Posting::size);
        let Some((rarest, others)) = lists.split_first() else {
            return self.list("SELECT id FROM file WHERE block IS NOT NULL ORDER BY id", [], |row| row.get(0));
        };
        let mut found = rarest.files()?;
        for other in others {
            let other = other.files()?;
            found.retain(|id| other.binary_search(id).is_ok());
        }
        Ok(found)
    }

    /// Which files hold one trigram.
    pub fn posting(&self, code: u32) -> Result<Posting, StoreError> {
        self.packed_list(TRIGRAMS, code)
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
            Ok(posting::find(row.get(0)?, data, code).map(|list| list.unwrap_or_default().to_vec()))
        })?;
        list.unwrap_or(Ok(Vec::new())).map(Posting).map_err(|_| damaged_list())
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
    /// line feed after each, and where to begin; it gives the first and the end of the next word it wants.
    pub fn words_where(
        &self,
        find: impl Fn(&[u8], usize) -> Option<(usize, usize)>,
        most: usize,
    ) -> Result<Option<Vec<u32>>, StoreError> {
        let mut numbers = Vec::new();
        for first in self.first_words()?.iter() {
            let block = self.block(Packed::Dictionary, first.number)?;
            let (mut at, mut number) = (0, first.number);
            while let Some((start, end)) = find(&block, at) {
                number += memchr::memchr_iter(b'\n', &block[at..start]).count() as u32;
                if numbers.len() == most {
                    return Ok(None);
                }
                numbers.push(number);
                (at, number) = (end + 1, number + 1);
            }
        }
        Ok(Some(numbers))
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
                let files = dictionary::files(list).ok_or(Broken)?;
                found.extend(files.into_iter().map(|(file, _)| file));
                Ok(())
            });
            rest = &rest[taken.map_err(|_| damaged_list())?.max(1)..];
        }
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }

    fn first_words(&self) -> Result<Arc<Vec<FirstWord>>, StoreError> {
        keep(&self.dictionary, || {
            let row = |row: &Row<'_>| Ok(FirstWord { number: row.get(0)?, word: row.get(1)? });
            self.list("SELECT first, word FROM dictionary ORDER BY first", [], row)
        })
    }
}

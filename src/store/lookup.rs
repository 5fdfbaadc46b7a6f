//! Which files hold a trigram or a word.

use std::sync::Arc;

use rusqlite::Row;

use super::dictionary::{self, Standing};
use super::posting::{self, Broken};
use super::read::{Index, StoreError, keep};
use super::text::Packed;

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
        self.packed_list("SELECT first, crc, data FROM trigram WHERE first <= ? ORDER BY first DESC LIMIT 1", code)
    }

    /// Which files hold the word of this number.
    pub fn word_posting(&self, number: u32) -> Result<Posting, StoreError> {
        self.packed_list("SELECT first, crc, data FROM word WHERE first <= ? ORDER BY first DESC LIMIT 1", number)
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

    fn first_words(&self) -> Result<Arc<Vec<FirstWord>>, StoreError> {
        keep(&self.dictionary, || {
            let row = |row: &Row<'_>| Ok(FirstWord { number: row.get(0)?, word: row.get(1)? });
            self.list("SELECT first, word FROM dictionary ORDER BY first", [], row)
        })
    }
}

//! Posting lists in rows: packed by ascending code while writing, found by code while reading.
//!
//! A code is a trigram or the number of a word; a list is bytes here. `schema/index.sql` (tables `trigram` and `word`) says
//! how lists are packed into rows.

use super::number::{put, take};

/// Bytes after which a row is closed: the row then fills one page of 4096 bytes (whose largest whole payload is 4061).
const ROW_BYTES: usize = 4000;

/// Packs lists into rows.
#[derive(Default)]
pub(super) struct Packer {
    first: u32,
    last: u32,
    data: Vec<u8>,
}

impl Packer {
    /// Adds the list of the next code; gives rows that are full.
    pub(super) fn add<E>(
        &mut self,
        code: u32,
        list: &[u8],
        each: &mut impl FnMut(u32, &[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        // Eight bytes are the most that the two numbers before a list take.
        if !self.data.is_empty() && self.data.len() + list.len() + 8 > ROW_BYTES {
            self.close(each)?;
        }
        if self.data.is_empty() {
            (self.first, self.last) = (code, code);
        }
        put(&mut self.data, code - self.last);
        put(&mut self.data, list.len() as u32);
        self.data.extend_from_slice(list);
        self.last = code;
        Ok(())
    }

    /// Gives the row that is left.
    pub(super) fn close<E>(&mut self, each: &mut impl FnMut(u32, &[u8]) -> Result<(), E>) -> Result<(), E> {
        if !self.data.is_empty() {
            each(self.first, &self.data)?;
            self.data.clear();
        }
        Ok(())
    }
}

/// The list of `code` in a row, still packed: `Ok(None)` when the row does not hold it, an error when the row is broken.
pub(super) fn find(first: u32, mut row: &[u8], code: u32) -> Result<Option<&[u8]>, Broken> {
    let mut at = first;
    while !row.is_empty() {
        at = at.checked_add(take(&mut row).ok_or(Broken)?).ok_or(Broken)?;
        let length = take(&mut row).ok_or(Broken)? as usize;
        let (list, rest) = row.split_at_checked(length).ok_or(Broken)?;
        if at >= code {
            return Ok((at == code).then_some(list));
        }
        row = rest;
    }
    Ok(None)
}

/// Gives the lists of those of `codes`, ascending, that a row holds; how many of the codes lie in the row, its list or not.
pub(super) fn each(
    first: u32,
    mut row: &[u8],
    codes: &[u32],
    mut give: impl FnMut(&[u8]) -> Result<(), Broken>,
) -> Result<usize, Broken> {
    let (mut at, mut done) = (first, 0);
    while !row.is_empty() && done < codes.len() {
        at = at.checked_add(take(&mut row).ok_or(Broken)?).ok_or(Broken)?;
        let length = take(&mut row).ok_or(Broken)? as usize;
        let (list, rest) = row.split_at_checked(length).ok_or(Broken)?;
        while codes.get(done).is_some_and(|code| *code < at) {
            done += 1;
        }
        if codes.get(done) == Some(&at) {
            give(list)?;
            done += 1;
        }
        row = rest;
    }
    Ok(done)
}

/// The ids of a packed list.
pub(super) fn ids(mut list: &[u8]) -> Result<Vec<u32>, Broken> {
    let mut ids = Vec::with_capacity(list.len());
    let mut id = 0_u32;
    while !list.is_empty() {
        id = id.checked_add(take(&mut list).ok_or(Broken)?).ok_or(Broken)?;
        ids.push(id);
    }
    Ok(ids)
}

/// A posting row that cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Broken;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_broken_row_is_an_error_and_no_empty_list() {
        let mut row = Vec::new();
        put(&mut row, 0);
        put(&mut row, 200);
        row.extend([1, 1]);
        assert_eq!(find(5, &row, 5), Err(Broken));
        assert_eq!(find(5, &[0x80], 9), Err(Broken));
        assert_eq!(ids(&[0xff, 0xff, 0xff, 0xff, 0xff, 0x01]), Err(Broken));
    }
}

//! The text of files, out of compressed blocks, with the last few blocks kept.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use rusqlite::OptionalExtension;

use super::block::inflate;
use super::read::{Index, StoreError};
use crate::text::decode;

/// Decompressed blocks kept per index: a search reads neighbours one after the other, and 32 blocks are one mebibyte.
const KEPT_BLOCKS: usize = 32;

/// The blocks used last, newest at the back.
#[derive(Default)]
pub(super) struct Kept(Mutex<VecDeque<(u32, Arc<Vec<u8>>)>>);

impl Kept {
    fn get(&self, id: u32) -> Option<Arc<Vec<u8>>> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = kept.iter().rposition(|(kept_id, _)| *kept_id == id)?;
        let entry = kept.remove(at)?;
        let block = Arc::clone(&entry.1);
        kept.push_back(entry);
        Some(block)
    }

    fn put(&self, id: u32, block: &Arc<Vec<u8>>) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= KEPT_BLOCKS {
            kept.pop_front();
        }
        kept.push_back((id, Arc::clone(block)));
    }
}

impl Index {
    /// The original bytes of a text file. A binary file's bytes are not kept: that is an error of the caller's, who knows
    /// it by [`super::FileRow::is_text`].
    pub fn bytes(&self, file: u32) -> Result<Vec<u8>, StoreError> {
        self.stored(file).map(|(bytes, _)| bytes)
    }

    /// The decoded text of a text file, byte order mark left out.
    pub fn text(&self, file: u32) -> Result<String, StoreError> {
        let (mut bytes, encoding) = self.stored(file)?;
        let broken = || StoreError::Damaged(format!("the text of file {file} is not what was written"));
        if encoding.is_none() {
            if bytes.starts_with(b"\xef\xbb\xbf") {
                bytes.drain(..3);
            }
            return String::from_utf8(bytes).map_err(|_| broken());
        }
        decode::decode(&bytes).map(|decoded| decoded.text.into_owned()).ok_or_else(broken)
    }

    /// The bytes of a text file and how they are to be decoded.
    fn stored(&self, file: u32) -> Result<(Vec<u8>, Option<String>), StoreError> {
        let (size, place, encoding) =
            self.pool.lease()?.prepare_cached("SELECT size, block, offset, encoding FROM file WHERE id = ?").and_then(
                |mut statement| {
                    statement.query_row([file], |row| {
                        let place: (Option<u32>, Option<u32>) = (row.get(1)?, row.get(2)?);
                        Ok((row.get::<_, u64>(0)?, place.0.zip(place.1), row.get::<_, Option<String>>(3)?))
                    })
                },
            )?;
        let Some((mut block, offset)) = place else {
            return Err(StoreError::Unreadable(format!("file {file} is binary and its bytes are not kept")));
        };
        let size = usize::try_from(size).map_err(|_| StoreError::Damaged(format!("file {file} has no size")))?;
        let mut bytes = Vec::new();
        let mut skip = offset as usize;
        while bytes.len() < size {
            let piece = self.block(block)?;
            let Some(rest) = piece.get(skip..).filter(|rest| !rest.is_empty()) else {
                return Err(StoreError::Damaged(format!("block {block} is too short for file {file}")));
            };
            bytes.extend_from_slice(&rest[..rest.len().min(size - bytes.len())]);
            (skip, block) = (0, block + 1);
        }
        Ok((bytes, encoding))
    }

    fn block(&self, id: u32) -> Result<Arc<Vec<u8>>, StoreError> {
        if let Some(block) = self.kept.get(id) {
            return Ok(block);
        }
        let lease = self.pool.lease()?;
        let mut statement = lease.prepare_cached("SELECT size, crc, data FROM block WHERE id = ?")?;
        let bytes = statement
            .query_row([id], |row| Ok(inflate(row.get(0)?, row.get(1)?, row.get_ref(2)?.as_blob()?)))
            .optional()?
            .flatten()
            .ok_or_else(|| StoreError::Damaged(format!("block {id} is missing or damaged")))?;
        let block = Arc::new(bytes);
        self.kept.put(id, &block);
        Ok(block)
    }
}

//! The text of files, out of compressed blocks, with the blocks used last kept.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

use rusqlite::OptionalExtension;

use super::block::inflate_with;
use super::read::{Index, StoreError};
use crate::text::decode;

/// Bytes of decompressed texts, details, headers and names of types that a process keeps, over all its indexes: what a few searches of a very large
/// artifact read.
const KEPT_BYTES: usize = 8 * 1024 * 1024;

/// The same of dictionaries: three times that of a JDK.
const KEPT_WORD_BYTES: usize = 16 * 1024 * 1024;

/// Largest text in several blocks that is put together for a glance, which each core may hold.
const LARGEST_GLANCE: usize = 512 * 1024;

/// Longest text that is put together although only some bytes of it are wanted: of a few blocks.
const SHORT_TEXT: usize = 64 * 1024;

/// The blocks used last by this process, of whichever index.
static KEPT: LazyLock<Mutex<Shelf>> = LazyLock::new(Mutex::default);

/// The same of dictionaries: one search may read as many blocks as are kept, and a dictionary takes some milliseconds to
/// inflate.
static KEPT_WORDS: LazyLock<Mutex<Shelf>> = LazyLock::new(Mutex::default);

/// Tells the indexes of a process apart; a number is never used again.
static INDEXES: AtomicU64 = AtomicU64::new(0);

#[derive(Default)]
struct Shelf {
    blocks: HashMap<(u64, Packed, u32), Used>,
    bytes: usize,
    /// Counts uses: the block with the lowest goes first.
    uses: u64,
}

/// What is kept in compressed blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Packed {
    Text,
    Detail,
    Header,
    TypeList,
    Dictionary,
}

impl Packed {
    /// The row of a block by its id.
    const fn sql(self) -> &'static str {
        match self {
            Self::Text => "SELECT size, crc, data FROM block WHERE id = ?",
            Self::Detail => "SELECT size, crc, data FROM detail WHERE id = ?",
            Self::Header => "SELECT size, crc, data FROM header WHERE id = ?",
            Self::TypeList => "SELECT size, crc, data FROM type_list WHERE id = ?",
            Self::Dictionary => "SELECT size, crc, data FROM dictionary WHERE first = ?",
        }
    }

    /// Most bytes of its shelf.
    const fn most(self) -> usize {
        match self {
            Self::Text | Self::Detail | Self::Header | Self::TypeList => KEPT_BYTES,
            Self::Dictionary => KEPT_WORD_BYTES,
        }
    }

    fn shelf(self) -> MutexGuard<'static, Shelf> {
        let shelf = match self {
            Self::Text | Self::Detail | Self::Header | Self::TypeList => &KEPT,
            Self::Dictionary => &KEPT_WORDS,
        };
        shelf.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A block and when it was used last.
type Used = (Arc<Vec<u8>>, u64);

/// One index's part of the kept blocks.
pub(super) struct Kept(u64);

impl Default for Kept {
    fn default() -> Self {
        Self(INDEXES.fetch_add(1, Ordering::Relaxed))
    }
}

impl Kept {
    fn get(&self, kind: Packed, id: u32) -> Option<Arc<Vec<u8>>> {
        let mut shelf = kind.shelf();
        shelf.uses += 1;
        let now = shelf.uses;
        let (block, used) = shelf.blocks.get_mut(&(self.0, kind, id))?;
        *used = now;
        Some(Arc::clone(block))
    }

    fn put(&self, kind: Packed, id: u32, block: &Arc<Vec<u8>>) {
        let mut shelf = kind.shelf();
        shelf.uses += 1;
        let now = shelf.uses;
        if shelf.blocks.insert((self.0, kind, id), (Arc::clone(block), now)).is_none() {
            shelf.bytes += block.len();
        }
        while shelf.bytes > kind.most() {
            // A few hundred blocks at most: looking at all of them costs less than inflating one.
            let Some(oldest) = shelf.blocks.iter().min_by_key(|(_, (_, used))| *used).map(|(key, _)| *key) else {
                break;
            };
            if let Some((gone, _)) = shelf.blocks.remove(&oldest) {
                shelf.bytes -= gone.len();
            }
        }
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        for kind in [Packed::Text, Packed::Dictionary] {
            let mut shelf = kind.shelf();
            let gone: usize =
                shelf.blocks.extract_if(|key, _| key.0 == self.0).map(|(_, (block, _))| block.len()).sum();
            shelf.bytes -= gone;
        }
    }
}

/// Bytes of a file, the block and the offset where they begin if they are kept, and how they are to be decoded.
type TextPlace = (usize, Option<(u32, u32)>, Option<String>);

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

    /// Some bytes of the decoded text of a text file: of a long text only the blocks are read that hold them. None where they
    /// are not there, or are no whole characters.
    pub fn text_between(&self, file: u32, wanted: Range<usize>) -> Result<Option<String>, StoreError> {
        let (size, place, encoding) = self.text_place(file)?;
        let place = place.filter(|_| encoding.is_none() && size > SHORT_TEXT);
        let (first, offset) = match place {
            // What stands alone may begin with a byte order mark.
            Some((block, offset)) if self.layout()?.is_plain(block) => (block, offset as usize),
            _ => return Ok(self.text(file)?.get(wanted).map(str::to_owned)),
        };
        if wanted.start > wanted.end || wanted.end > size {
            return Ok(None);
        }
        let mut bytes = Vec::with_capacity(wanted.len());
        // Where in the text the block begins: the first one may begin with other texts.
        let mut begin = 0_usize;
        for (block, length) in self.blocks_to(first, offset + wanted.end)? {
            let end = begin + length;
            let (from, to) = ((offset + wanted.start).max(begin), (offset + wanted.end).min(end));
            if from < to {
                let block = self.block(Packed::Text, block)?;
                bytes.extend_from_slice(block.get(from - begin..to - begin).unwrap_or_default());
            }
            begin = end;
        }
        if bytes.len() < wanted.len() {
            return Err(StoreError::Damaged(format!("the blocks from {first} on are too short for file {file}")));
        }
        Ok(String::from_utf8(bytes).ok())
    }

    /// The blocks of text from one on that hold so many bytes together, and their lengths.
    fn blocks_to(&self, first: u32, bytes: usize) -> Result<Vec<(u32, usize)>, StoreError> {
        let lease = self.pool.lease()?;
        let mut sizes = lease.prepare_cached("SELECT id, size FROM block WHERE id >= ? ORDER BY id")?;
        let mut rows = sizes.query([first])?;
        let (mut blocks, mut held) = (Vec::new(), 0);
        while held < bytes
            && let Some(row) = rows.next()?
        {
            let (id, length) = (row.get(0)?, row.get::<_, u32>(1)? as usize);
            blocks.push((id, length));
            held += length;
        }
        Ok(blocks)
    }

    /// Shows the decoded text of a file where that is cheap: it is UTF-8 and lies in few blocks. A binary file and an empty
    /// one show nothing. None: only [`Self::text`] gives it.
    pub fn glance<T>(&self, file: u32, look: impl FnOnce(&[u8]) -> T) -> Result<Option<T>, StoreError> {
        let (size, place, encoding) = self.text_place(file)?;
        let Some((block, offset)) = place.filter(|_| size > 0) else { return Ok(Some(look(&[]))) };
        if encoding.is_some() {
            return Ok(None);
        }
        let look = |bytes: &[u8]| look(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes));
        let piece = self.block(Packed::Text, block)?;
        match piece.get(offset as usize..).and_then(|rest| rest.get(..size)) {
            Some(bytes) => Ok(Some(look(bytes))),
            None if size <= LARGEST_GLANCE => Ok(Some(look(&self.joined(size, block, offset)?))),
            None => Ok(None),
        }
    }

    /// The block that the text of a file begins in; none where no text is kept of it.
    pub fn first_block(&self, file: u32) -> Result<Option<u32>, StoreError> {
        Ok(self.text_place(file)?.1.map(|(block, _)| block))
    }

    fn text_place(&self, file: u32) -> Result<TextPlace, StoreError> {
        let (size, place, encoding) =
            self.pool.lease()?.prepare_cached("SELECT size, block, offset, encoding FROM file WHERE id = ?").and_then(
                |mut statement| {
                    statement.query_row([file], |row| {
                        let place: (Option<u32>, Option<u32>) = (row.get(1)?, row.get(2)?);
                        Ok((row.get::<_, u64>(0)?, place.0.zip(place.1), row.get::<_, Option<String>>(3)?))
                    })
                },
            )?;
        let size = usize::try_from(size).map_err(|_| StoreError::Damaged(format!("file {file} has no size")))?;
        Ok((size, place, encoding))
    }

    /// The bytes of a text file and how they are to be decoded.
    fn stored(&self, file: u32) -> Result<(Vec<u8>, Option<String>), StoreError> {
        let (size, place, encoding) = self.text_place(file)?;
        let Some((block, offset)) = place else {
            return Err(StoreError::Unreadable(format!("file {file} is binary and its bytes are not kept")));
        };
        Ok((self.joined(size, block, offset)?, encoding))
    }

    /// The bytes of a text that begins in this block and may run on through others.
    fn joined(&self, size: usize, mut block: u32, offset: u32) -> Result<Vec<u8>, StoreError> {
        let mut bytes = Vec::new();
        let mut skip = offset as usize;
        while bytes.len() < size {
            let piece = self.block(Packed::Text, block)?;
            let Some(rest) = piece.get(skip..).filter(|rest| !rest.is_empty()) else {
                return Err(StoreError::Damaged(format!("block {block} is too short for its text")));
            };
            bytes.extend_from_slice(&rest[..rest.len().min(size - bytes.len())]);
            (skip, block) = (0, block + 1);
        }
        Ok(bytes)
    }

    /// The bytes of a block.
    pub(super) fn block(&self, kind: Packed, id: u32) -> Result<Arc<Vec<u8>>, StoreError> {
        if let Some(block) = self.kept.get(kind, id) {
            return Ok(block);
        }
        let block = Arc::new(self.inflated(kind, id)?);
        self.kept.put(kind, id, &block);
        Ok(block)
    }

    /// The bytes of a block of text, which stays at hand where `is_wanted` says so of them.
    pub fn look_at_block<T>(
        &self,
        id: u32,
        look: impl FnOnce(&[u8]) -> T,
        is_wanted: impl FnOnce(&T) -> bool,
    ) -> Result<T, StoreError> {
        if let Some(block) = self.kept.get(Packed::Text, id) {
            return Ok(look(&block));
        }
        let bytes = self.inflated(Packed::Text, id)?;
        let seen = look(&bytes);
        if is_wanted(&seen) {
            self.kept.put(Packed::Text, id, &Arc::new(bytes));
        }
        Ok(seen)
    }

    fn inflated(&self, kind: Packed, id: u32) -> Result<Vec<u8>, StoreError> {
        let dictionary = if kind == Packed::Text { Some(self.text_dictionary()?) } else { None };
        let dictionary = dictionary.as_ref().and_then(|dictionary| dictionary.get());
        let lease = self.pool.lease()?;
        let mut statement = lease.prepare_cached(kind.sql())?;
        statement
            .query_row([id], |row| Ok(inflate_with(dictionary, row.get(0)?, row.get(1)?, row.get_ref(2)?.as_blob()?)))
            .optional()?
            .flatten()
            .ok_or_else(|| StoreError::Damaged(format!("{kind:?} block {id} is missing or damaged")))
    }
}

//! Which files stand in which block of text.

use std::ops::{Range, RangeInclusive};
use std::sync::Arc;

use rusqlite::OptionalExtension;
use zstd::dict::DecoderDictionary;

use super::block::inflate;
use super::number::take;
use super::read::{Index, StoreError, keep};
use super::texts::{DICTIONARY_ROW, FILES_ROW};

/// Which files stand in which block: both are in the same order. Blocks count from 1.
#[derive(Debug)]
pub struct Layout {
    /// Of each block the file that it begins with.
    first_files: Vec<u32>,
    /// The blocks of texts that cannot be searched as they stand there, ascending.
    alone: Vec<u32>,
    /// Files of the index.
    files: u32,
}

impl Layout {
    fn of(data: &[u8], files: u32) -> Option<Self> {
        let (mut rest, mut file) = (data, 0_u32);
        let (mut first_files, mut alone) = (Vec::new(), Vec::new());
        while !rest.is_empty() {
            let number = take(&mut rest)?;
            file = file.checked_add(number >> 1)?;
            first_files.push(file);
            if number & 1 == 1 {
                alone.push(first_files.len() as u32);
            }
        }
        Some(Self { first_files, alone, files })
    }

    /// All blocks.
    #[must_use]
    pub fn blocks(&self) -> Range<u32> {
        1..self.first_files.len() as u32 + 1
    }

    /// Whether a block can be searched by itself: what it holds are whole lines, as they are.
    #[must_use]
    pub fn is_plain(&self, block: u32) -> bool {
        self.alone.binary_search(&block).is_err()
    }

    /// The files that a block may hold a part of: all that it does, and perhaps the one behind.
    #[must_use]
    pub fn files_of(&self, block: u32) -> RangeInclusive<u32> {
        let first = self.first_files.get((block as usize).wrapping_sub(1)).copied().unwrap_or(u32::MAX);
        first..=self.first_files.get(block as usize).copied().unwrap_or(self.files)
    }

    /// The blocks that may hold a part of a file.
    #[must_use]
    pub fn blocks_of(&self, file: u32) -> Range<u32> {
        self.blocks_of_all(&(file..file + 1))
    }

    /// The blocks that may hold a part of one of some files in a row.
    #[must_use]
    pub fn blocks_of_all(&self, files: &Range<u32>) -> Range<u32> {
        let first = self.first_files.partition_point(|first| *first < files.start) as u32;
        let end = self.first_files.partition_point(|first| *first < files.end) as u32;
        // Counted from 1, the last one that begins before the files has the place of the first that does not.
        first.max(1)..end + 1
    }

    /// The blocks that may hold a part of some files, ascending both.
    #[must_use]
    pub fn blocks_with(&self, files: &[u32]) -> Vec<u32> {
        let mut blocks: Vec<u32> = files.iter().flat_map(|file| self.blocks_of(*file)).collect();
        // Those of neighbours are the same, or follow.
        blocks.dedup();
        blocks.sort_unstable();
        blocks.dedup();
        blocks
    }

    /// The files that some blocks may hold a part of, ascending both.
    #[must_use]
    pub fn files_with(&self, blocks: &[u32]) -> Vec<u32> {
        let mut files: Vec<u32> = Vec::new();
        for block in blocks {
            let of = self.files_of(*block);
            let next = files.last().map_or(0, |last| last + 1);
            files.extend((*of.start()).max(next)..=*of.end());
        }
        files
    }

    /// Leaves of some blocks those that may hold a part of one of some files, ascending both.
    pub fn keep(&self, blocks: &mut Vec<u32>, files: &[u32]) {
        let mut rest = files;
        blocks.retain(|block| {
            let of = self.files_of(*block);
            rest = &rest[rest.partition_point(|file| file < of.start())..];
            rest.first().is_some_and(|file| file <= of.end())
        });
    }
}

/// What texts are compressed with; none: nothing.
pub(super) struct Dictionary(Option<DecoderDictionary<'static>>);

impl Dictionary {
    pub(super) fn get(&self) -> Option<&DecoderDictionary<'static>> {
        self.0.as_ref()
    }
}

impl Index {
    /// Which files stand in which block; kept in memory after the first call.
    ///
    /// # Errors
    /// When the index is damaged.
    pub fn layout(&self) -> Result<Arc<Layout>, StoreError> {
        keep(&self.layout, || {
            let files = u32::try_from(self.meta().counts.files).unwrap_or(u32::MAX - 1);
            let damaged = || StoreError::Damaged("where its texts stand is damaged".to_owned());
            Layout::of(&self.layout_row(FILES_ROW)?, files).ok_or_else(damaged)
        })
    }

    pub(super) fn text_dictionary(&self) -> Result<Arc<Dictionary>, StoreError> {
        keep(&self.text_dictionary, || {
            let bytes = self.layout_row(DICTIONARY_ROW)?;
            Ok(Dictionary((!bytes.is_empty()).then(|| DecoderDictionary::copy(&bytes))))
        })
    }

    fn layout_row(&self, id: u32) -> Result<Vec<u8>, StoreError> {
        let lease = self.pool.lease()?;
        let mut statement = lease.prepare_cached("SELECT size, crc, data FROM layout WHERE id = ?")?;
        let bytes = statement
            .query_row([id], |row| Ok(inflate(row.get(0)?, row.get(1)?, row.get_ref(2)?.as_blob()?)))
            .optional()?;
        bytes.flatten().ok_or_else(|| StoreError::Damaged(format!("row {id} of its layout is missing or damaged")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Blocks and the files in them, laid out at random: of each block its files, of which the first may run on from the one before.
    fn laid_out(random: &mut fastrand::Rng) -> (Layout, Vec<RangeInclusive<u32>>) {
        let (mut blocks, mut file) = (Vec::new(), 1);
        for _ in 0..random.usize(0..40) {
            let last = file + random.u32(0..3);
            blocks.push(file..=last);
            file = last + random.u32(0..2);
        }
        let first_files = blocks.iter().map(|files| *files.start()).collect();
        (Layout { first_files, alone: vec![2, 5], files: file + 2 }, blocks)
    }

    #[test]
    fn files_and_blocks_lead_to_each_other() {
        let mut random = fastrand::Rng::with_seed(11);
        for _ in 0..200 {
            let (layout, truth) = laid_out(&mut random);
            let files: Vec<u32> = (1..=layout.files).filter(|_| random.u8(0..4) == 0).collect();
            let blocks: Vec<u32> = layout.blocks().filter(|_| random.bool()).collect();
            let mut kept = blocks.clone();
            layout.keep(&mut kept, &files);
            for (block, held) in layout.blocks().zip(&truth) {
                assert!(held.clone().all(|file| layout.files_of(block).contains(&file)));
                assert!(*layout.files_of(block).start() == *held.start());
                let wanted = held.clone().any(|file| files.contains(&file));
                assert!(!wanted || layout.blocks_with(&files).contains(&block));
                assert!(!wanted || !blocks.contains(&block) || kept.contains(&block));
                for file in held.clone() {
                    assert!(layout.blocks_of(file).contains(&block), "{file} in {block} of {truth:?}");
                    assert!(!blocks.contains(&block) || layout.files_with(&blocks).contains(&file));
                }
            }
            assert!(layout.files_with(&blocks).is_sorted() && layout.blocks_with(&files).is_sorted());
            assert!(layout.blocks_with(&files).len() <= files.len() * 4 + truth.len());
        }
    }

    #[test]
    fn what_is_packed_comes_back() {
        let mut packed = Vec::new();
        for number in [1 << 1, 0, 300 << 1 | 1, 2 << 1] {
            super::super::number::put(&mut packed, number);
        }
        let layout = Layout::of(&packed, 400).unwrap();
        assert_eq!((layout.first_files.as_slice(), layout.blocks()), (&[1, 1, 301, 303][..], 1..5));
        assert_eq!((1..=4).map(|block| layout.is_plain(block)).collect::<Vec<_>>(), [true, true, false, true]);
        assert_eq!(
            (layout.files_of(4), layout.files_of(0).is_empty(), layout.files_of(9).is_empty()),
            (303..=400, true, true)
        );
        assert!(Layout::of(&[0x80], 1).is_none());
    }
}

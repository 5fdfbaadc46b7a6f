//! The texts of files while an index is written: cut into pieces at the ends of lines, laid out in blocks, each compressed.
//!
//! A block is what a search inflates, and what grams are told of: it is small, and whoever looks for a line in it needs no
//! other. What small blocks lose, since neighbours no longer compress together, a dictionary gives back: pieces of the
//! artifact's own text, taken from all over its beginning, which is held back until they are known.

use super::block::{Block, LEVEL, Packer, Place, Press};
use super::number::put;
use super::write::{Grams, WriteError};

/// Bytes of a block before compression. Measured on hibernate-core (25.8 MB) at the level of large texts: blocks of 64 KiB take 4.80 MB and
/// 63 microseconds each to inflate; of 16 KiB 5.79 MB and 20, with the dictionary 5.04 MB.
const BLOCK_BYTES: usize = 16 << 10;

/// The same of a source of more than [`MUCH_TEXT`]: the index of a JDK (213 MB) has 620 bytes for 1000 of text in blocks of 16 KiB.
const LARGE_BLOCK_BYTES: usize = 32 << 10;

/// From so many bytes on an index should be small before all.
const MUCH_TEXT: u64 = 64 << 20;

/// Longest piece that is kept in one block; a longer line is found by reading its file.
const LONGEST_PIECE: usize = 1 << 20;

/// Bytes of text that are held back until the dictionary is made of them.
const HELD_BYTES: usize = 4 << 20;

/// Longest dictionary.
const DICTIONARY_BYTES: usize = 64 << 10;

/// Which part of the text that is held back becomes the dictionary, at most.
const DICTIONARY_SHARE: usize = 16;

/// Bytes of a piece of the dictionary.
const SAMPLE_BYTES: usize = 1 << 10;

/// zstd level of texts that were held back to the end: for little text time is short and every page of an index counts.
const SMALL_LEVEL: i32 = 6;

/// Rows of `layout`.
pub(super) const DICTIONARY_ROW: u32 = 1;
pub(super) const FILES_ROW: u32 = 2;

/// Where the pieces of a text end, in bytes: each is as many lines as a block has room for.
#[must_use]
pub fn pieces(text: &str) -> Vec<usize> {
    let bytes = text.as_bytes();
    let (mut ends, mut from) = (Vec::new(), 0);
    while bytes.len() - from > BLOCK_BYTES {
        let most = from + BLOCK_BYTES;
        let last = memchr::memrchr(b'\n', &bytes[from..most]).map(|at| from + at + 1);
        let next = || memchr::memchr(b'\n', &bytes[most..]).map_or(bytes.len(), |at| most + at + 1);
        from = last.unwrap_or_else(next);
        ends.push(from);
    }
    if from < bytes.len() || ends.is_empty() {
        ends.push(bytes.len());
    }
    ends
}

/// Lays texts out.
pub(super) struct Texts {
    block_bytes: usize,
    open: Vec<u8>,
    /// Of each block its first file, and whether it stands alone.
    blocks: Vec<(u32, bool)>,
    /// Blocks that wait for the dictionary; then there is a press.
    held: Vec<Vec<u8>>,
    held_bytes: usize,
    dictionary: Vec<u8>,
    press: Option<Press>,
}

/// Where a text went.
pub(super) struct Laid {
    pub place: Place,
    /// The blocks that each of its pieces is in, first and last.
    pub pieces: Vec<(u32, u32)>,
}

impl Texts {
    /// For a source of so many bytes.
    pub(super) fn of(bytes: u64) -> Self {
        let block_bytes = if bytes > MUCH_TEXT { LARGE_BLOCK_BYTES } else { BLOCK_BYTES };
        Self {
            block_bytes,
            open: Vec::with_capacity(block_bytes),
            blocks: Vec::new(),
            held: Vec::new(),
            held_bytes: 0,
            dictionary: Vec::new(),
            press: None,
        }
    }

    /// Lays out the text of a file, whose pieces are those of its grams; files come in order of id. One that is not
    /// `plain`, its bytes not being those that were searched for grams, stands alone.
    pub(super) fn add(
        &mut self,
        file: u32,
        bytes: &[u8],
        grams: &Grams,
        plain: bool,
        mut full: impl FnMut(Block) -> Result<(), WriteError>,
    ) -> Result<Laid, WriteError> {
        let ends = || grams.pieces.iter().map(|piece| piece.end as usize);
        let lengths = ends().scan(0, |from, end| Some(end - std::mem::replace(from, end)));
        if !plain || lengths.max() > Some(LONGEST_PIECE) {
            return self.add_alone(file, bytes, grams.pieces.len(), full);
        }
        // Between two files of a block stands the end of a line.
        if self.open.last().is_some_and(|last| *last != b'\n') && self.open.len() < self.block_bytes {
            self.open.push(b'\n');
        }
        let mut place = None;
        let mut pieces = Vec::with_capacity(grams.pieces.len());
        let mut from = 0;
        for end in ends() {
            let piece =
                bytes.get(from..end).ok_or_else(|| WriteError::Input("a piece is not in its text".to_owned()))?;
            if !self.open.is_empty() && self.open.len() + piece.len() > self.block_bytes {
                self.close(&mut full)?;
            }
            place.get_or_insert(self.next_place());
            self.put(file, false, piece);
            let block = self.blocks.len() as u32;
            pieces.push((block, block));
            from = end;
        }
        Ok(Laid { place: place.unwrap_or_else(|| self.next_place()), pieces })
    }

    fn add_alone(
        &mut self,
        file: u32,
        bytes: &[u8],
        pieces: usize,
        mut full: impl FnMut(Block) -> Result<(), WriteError>,
    ) -> Result<Laid, WriteError> {
        self.close(&mut full)?;
        let place = self.next_place();
        for piece in bytes.chunks(LONGEST_PIECE) {
            self.put(file, true, piece);
            self.close(&mut full)?;
        }
        Ok(Laid { place, pieces: vec![(place.block, self.blocks.len() as u32); pieces] })
    }

    fn next_place(&self) -> Place {
        let block = self.blocks.len() + usize::from(self.open.is_empty());
        Place { block: block as u32, offset: self.open.len() as u32 }
    }

    fn put(&mut self, file: u32, alone: bool, piece: &[u8]) {
        if self.open.is_empty() && !piece.is_empty() {
            self.blocks.push((file, alone));
        }
        self.open.extend_from_slice(piece);
    }

    /// Ends the open block.
    fn close(&mut self, full: impl FnMut(Block) -> Result<(), WriteError>) -> Result<(), WriteError> {
        if self.open.is_empty() {
            return Ok(());
        }
        let bytes = std::mem::replace(&mut self.open, Vec::with_capacity(self.block_bytes));
        if let Some(press) = &mut self.press {
            return press.take(self.blocks.len() as u32, bytes, full);
        }
        self.hold(bytes);
        if self.held_bytes > HELD_BYTES { self.release(LEVEL) } else { Ok(()) }
    }

    fn hold(&mut self, bytes: Vec<u8>) {
        self.held_bytes += bytes.len();
        self.held.push(bytes);
    }

    /// Makes the dictionary and gives what was held back to the press, which may have it all at once: nobody waits for it.
    fn release(&mut self, level: i32) -> Result<(), WriteError> {
        let samples = (self.held_bytes / DICTIONARY_SHARE).min(DICTIONARY_BYTES) / SAMPLE_BYTES;
        let every = self.held.len().div_ceil(samples.max(1)).max(1);
        let sampled = if samples == 0 { &[][..] } else { &self.held[..] };
        let plain = sampled.iter().zip(&self.blocks).filter(|(_, (_, alone))| !alone);
        for (at, (block, _)) in plain.step_by(every).enumerate() {
            // From another place in each.
            let from = (at * SAMPLE_BYTES * 5) % block.len().saturating_sub(SAMPLE_BYTES).max(1);
            self.dictionary.extend(block.iter().skip(from).take(SAMPLE_BYTES));
        }
        let mut press = Press::start(level, &self.dictionary, self.held.len())?;
        for (bytes, id) in self.held.drain(..).zip(1..) {
            press.leave(id, bytes)?;
        }
        self.press = Some(press);
        Ok(())
    }

    /// No text comes any more: what is left is compressed while the writer does other things.
    pub(super) fn end(&mut self) -> Result<(), WriteError> {
        let last = std::mem::take(&mut self.open);
        if !last.is_empty() {
            match &mut self.press {
                Some(press) => press.leave(self.blocks.len() as u32, last)?,
                None => self.hold(last),
            }
        }
        if self.press.is_none() { self.release(SMALL_LEVEL) } else { Ok(()) }
    }

    /// Hands over the blocks that are left after [`Self::end`], and gives the rows of `layout`.
    pub(super) fn finish(self, full: impl FnMut(Block) -> Result<(), WriteError>) -> Result<[Block; 2], WriteError> {
        if let Some(press) = self.press {
            press.finish(full)?;
        }
        let mut files = Vec::new();
        let mut before = 0;
        for (file, alone) in self.blocks {
            put(&mut files, (file - before) << 1 | u32::from(alone));
            before = file;
        }
        let mut packer = Packer::new()?;
        Ok([packer.pack(DICTIONARY_ROW, &self.dictionary)?, packer.pack(FILES_ROW, &files)?])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_whole_lines() {
        let mut random = fastrand::Rng::with_seed(2);
        for _ in 0..50 {
            let line = |random: &mut fastrand::Rng| "x".repeat(random.usize(0..9_000)) + "\n";
            let mut text: String = (0..random.usize(0..20)).map(|_| line(&mut random)).collect();
            text.truncate(text.len().saturating_sub(random.usize(0..3)));
            let ends = pieces(&text);
            assert_eq!(ends.last(), Some(&text.len()));
            let mut from = 0;
            for end in ends {
                let piece = &text[from..end];
                assert!(piece.len() <= BLOCK_BYTES, "{}", piece.len());
                assert!(end == text.len() || piece.ends_with('\n'));
                from = end;
            }
        }
    }

    #[test]
    fn a_long_line_is_one_piece() {
        let long = "y".repeat(3 * BLOCK_BYTES);
        assert_eq!(pieces(&long), [long.len()]);
        assert_eq!(pieces(&format!("a\n{long}\nb")), [2, long.len() + 3, long.len() + 4]);
    }
}

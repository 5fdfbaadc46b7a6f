//! Text in blocks: files laid one after the other in path order, cut into pieces, each compressed.

use crate::store::write::WriteError;

/// Bytes of a block before compression. Measured on the JDK: reading one file out of 64 KiB takes 50 µs and the text
/// shrinks to a fifth; 256 KiB save another tenth of that and take three times as long.
const BLOCK_BYTES: usize = 64 << 10;

/// Largest block a reader accepts, so that a forged size cannot exhaust memory.
const LARGEST_BLOCK: usize = 16 << 20;

/// zstd level. Measured on the JDK (202 MB): level 1 takes LEVEL1.
const LEVEL: i32 = 1;

/// Where a file's bytes begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    pub block: u32,
    pub offset: u32,
}

/// A finished block, as a row.
pub(super) struct Block {
    pub id: u32,
    pub size: u32,
    pub crc: u32,
    pub data: Vec<u8>,
}

/// Lays files out and compresses what is full.
pub(super) struct Blocks {
    next: u32,
    open: Vec<u8>,
    compressor: zstd::bulk::Compressor<'static>,
}

impl Blocks {
    pub(super) fn new() -> Result<Self, WriteError> {
        let compressor = zstd::bulk::Compressor::new(LEVEL).map_err(WriteError::compression)?;
        Ok(Self { next: 1, open: Vec::with_capacity(BLOCK_BYTES), compressor })
    }

    /// Places the next file; hands over every block that is full by it.
    pub(super) fn add(
        &mut self,
        mut bytes: &[u8],
        mut full: impl FnMut(Block) -> Result<(), WriteError>,
    ) -> Result<Place, WriteError> {
        // A file that fits into one block is not spread over two: reading it then inflates one. No file begins at a
        // block's end.
        let overflows = self.open.len() + bytes.len() > BLOCK_BYTES;
        if self.open.len() == BLOCK_BYTES || overflows && bytes.len() <= BLOCK_BYTES {
            full(self.close()?)?;
        }
        let place = Place { block: self.next, offset: self.open.len() as u32 };
        while self.open.len() + bytes.len() > BLOCK_BYTES {
            let (piece, rest) = bytes.split_at(BLOCK_BYTES - self.open.len());
            self.open.extend_from_slice(piece);
            bytes = rest;
            full(self.close()?)?;
        }
        self.open.extend_from_slice(bytes);
        Ok(place)
    }

    /// The last block, where something is left for it.
    pub(super) fn finish(mut self) -> Result<Option<Block>, WriteError> {
        if self.open.is_empty() { Ok(None) } else { self.close().map(Some) }
    }

    fn close(&mut self) -> Result<Block, WriteError> {
        let data = self.compressor.compress(&self.open).map_err(WriteError::compression)?;
        let block = Block { id: self.next, size: self.open.len() as u32, crc: crc32fast::hash(&data), data };
        self.open.clear();
        self.next += 1;
        Ok(block)
    }
}

/// The bytes of a block row; none when it is damaged.
pub(super) fn inflate(size: u64, crc: u32, data: &[u8]) -> Option<Vec<u8>> {
    let size = usize::try_from(size).ok().filter(|size| *size <= LARGEST_BLOCK)?;
    if crc32fast::hash(data) != crc {
        return None;
    }
    zstd::bulk::decompress(data, size).ok().filter(|bytes| bytes.len() == size)
}

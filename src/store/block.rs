//! Bytes in blocks: pieces (texts of files, details of types) laid one after the other, cut into blocks, each compressed.

use std::cell::RefCell;
use std::sync::mpsc::{Receiver, Sender, channel};

use crate::store::write::WriteError;

/// Bytes of a block before compression. Measured on a JDK's sources (213 MB): 64 KiB give 41.4 MB, 32 KiB 44.9 and half the
/// time to read one file, which is some 50 microseconds.
const BLOCK_BYTES: usize = 64 << 10;

/// The same for texts of a source of up to [`FEW_BYTES`]: of many short files as Kotlin's (2.6 MB) level 3 in blocks of 64 KiB
/// leaves 556 KB, this and level 6 478 KB, for some 15 milliseconds.
const LARGE_BLOCK_BYTES: usize = 128 << 10;

/// Up to so many bytes of source time is short and every page of an index counts.
pub(super) const FEW_BYTES: u64 = 8 << 20;

/// Largest block a reader accepts, so that a forged size cannot exhaust memory.
const LARGEST_BLOCK: usize = 16 << 20;

/// zstd level. On the same sources level 1 gives 47.2 MB and takes nearly as long.
const LEVEL: i32 = 3;

/// The same for texts of a source of up to [`SMALL_BYTES`].
const SMALL_LEVEL: i32 = 6;

/// Beyond so many bytes time counts more than what a better level saves: guava's index (6.6 MB of text) is 3 % smaller by it, those of
/// three hundred artifacts 0.65 %.
const SMALL_BYTES: u64 = 3 << 20;

/// Blocks that may be under compression at a time. A block is handed over when this many later ones are full, never
/// earlier: where its row stands in the file must not depend on how fast a thread is.
const UNDER_WAY: usize = 16;

/// Where a piece begins.
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

/// Lays pieces out one after the other; a thread of its own compresses what is full.
pub(super) struct Blocks {
    next: u32,
    open: Vec<u8>,
    jobs: Sender<(u32, Vec<u8>)>,
    done: Receiver<Result<Block, WriteError>>,
    under_way: usize,
    block_bytes: usize,
}

/// Compresses blocks.
pub(super) struct Packer(zstd::bulk::Compressor<'static>);

impl Packer {
    pub(super) fn new() -> Result<Self, WriteError> {
        Self::of_level(LEVEL)
    }

    fn of_level(level: i32) -> Result<Self, WriteError> {
        zstd::bulk::Compressor::new(level).map(Self).map_err(WriteError::compression)
    }

    pub(super) fn pack(&mut self, id: u32, bytes: &[u8]) -> Result<Block, WriteError> {
        let data = self.0.compress(bytes).map_err(WriteError::compression)?;
        Ok(Block { id, size: bytes.len() as u32, crc: crc32fast::hash(&data), data })
    }
}

impl Blocks {
    /// Blocks of details.
    pub(super) fn new() -> Result<Self, WriteError> {
        Self::of(LEVEL, BLOCK_BYTES)
    }

    /// Blocks of the texts of a source of so many bytes.
    pub(super) fn of_texts(bytes: u64) -> Result<Self, WriteError> {
        let level = if bytes <= SMALL_BYTES { SMALL_LEVEL } else { LEVEL };
        Self::of(level, if bytes <= FEW_BYTES { LARGE_BLOCK_BYTES } else { BLOCK_BYTES })
    }

    fn of(level: i32, block_bytes: usize) -> Result<Self, WriteError> {
        let mut packer = Packer::of_level(level)?;
        let (jobs, todo) = channel::<(u32, Vec<u8>)>();
        let (finished, done) = channel();
        // Ends by itself when the writer, and with it the sender of jobs, is gone.
        std::thread::Builder::new()
            .name("jardex-compress".to_owned())
            .spawn(move || {
                for (id, bytes) in todo {
                    if finished.send(packer.pack(id, &bytes)).is_err() {
                        return;
                    }
                }
            })
            .map_err(WriteError::compression)?;
        Ok(Self { next: 1, open: Vec::with_capacity(block_bytes), jobs, done, under_way: 0, block_bytes })
    }

    /// Places the next piece; hands over blocks that are compressed by now.
    pub(super) fn add(
        &mut self,
        mut bytes: &[u8],
        mut full: impl FnMut(Block) -> Result<(), WriteError>,
    ) -> Result<Place, WriteError> {
        // A piece that fits into one block is not spread over two, and a longer one begins a block: reading it then
        // inflates as few as can be.
        if !self.open.is_empty() && self.open.len() + bytes.len() > self.block_bytes {
            self.close()?;
        }
        let place = Place { block: self.next, offset: self.open.len() as u32 };
        while self.open.len() + bytes.len() > self.block_bytes {
            let (piece, rest) = bytes.split_at(self.block_bytes - self.open.len());
            self.open.extend_from_slice(piece);
            bytes = rest;
            self.close()?;
            while self.under_way > UNDER_WAY {
                full(self.receive()?)?;
            }
        }
        self.open.extend_from_slice(bytes);
        while self.under_way > UNDER_WAY {
            full(self.receive()?)?;
        }
        Ok(place)
    }

    /// Hands over the blocks that are left.
    pub(super) fn finish(mut self, mut full: impl FnMut(Block) -> Result<(), WriteError>) -> Result<(), WriteError> {
        if !self.open.is_empty() {
            self.close()?;
        }
        while self.under_way > 0 {
            full(self.receive()?)?;
        }
        Ok(())
    }

    /// Gives the open block to the thread.
    fn close(&mut self) -> Result<(), WriteError> {
        let bytes = std::mem::replace(&mut self.open, Vec::with_capacity(self.block_bytes));
        self.under_way += 1;
        self.next += 1;
        self.jobs.send((self.next - 1, bytes)).map_err(WriteError::compression)
    }

    /// The oldest block under compression, waited for.
    fn receive(&mut self) -> Result<Block, WriteError> {
        self.under_way -= 1;
        self.done.recv().map_err(WriteError::compression)?
    }
}

thread_local! {
    /// What a thread inflates with, made once: it is larger than a block.
    static INFLATE: RefCell<Option<zstd::bulk::Decompressor<'static>>> = const { RefCell::new(None) };
}

/// The bytes of a block row; none when it is damaged.
pub(super) fn inflate(size: u64, crc: u32, data: &[u8]) -> Option<Vec<u8>> {
    let size = usize::try_from(size).ok().filter(|size| *size <= LARGEST_BLOCK)?;
    if crc32fast::hash(data) != crc {
        return None;
    }
    let bytes = INFLATE.with_borrow_mut(|inflate| match inflate {
        Some(inflate) => inflate.decompress(data, size),
        None => inflate.insert(zstd::bulk::Decompressor::new()?).decompress(data, size),
    });
    bytes.ok().filter(|bytes| bytes.len() == size)
}

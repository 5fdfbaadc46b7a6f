//! Text in blocks: files laid one after the other in path order, cut into pieces, each compressed.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, Sender, channel};

use crate::store::write::WriteError;

/// Bytes of a block before compression. Measured on a JDK's sources (213 MB): 32 KiB give 44.9 MB and half the time to read
/// one file of 64 KiB, which give 41.4; 16 KiB give 49.5.
const BLOCK_BYTES: usize = 32 << 10;

/// Largest block a reader accepts, so that a forged size cannot exhaust memory.
const LARGEST_BLOCK: usize = 16 << 20;

/// zstd level. On the same sources level 1 gives 47.2 MB and takes nearly as long.
const LEVEL: i32 = 3;

/// Blocks that may be under compression at a time. A block is handed over when this many later ones are full, never
/// earlier: where its row stands in the file must not depend on how fast a thread is.
const UNDER_WAY: usize = 16;

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

/// Lays files out; a thread of its own compresses what is full.
pub(super) struct Blocks {
    next: u32,
    open: Vec<u8>,
    jobs: Sender<Vec<u8>>,
    done: Receiver<std::io::Result<Packed>>,
    /// Id and size of each block under compression, in order.
    under_way: VecDeque<(u32, u32)>,
}

/// A compressed block and the CRC-32 of it.
type Packed = (Vec<u8>, u32);

impl Blocks {
    pub(super) fn new() -> Result<Self, WriteError> {
        let mut compressor = zstd::bulk::Compressor::new(LEVEL).map_err(WriteError::compression)?;
        let (jobs, todo) = channel::<Vec<u8>>();
        let (finished, done) = channel();
        // Ends by itself when the writer, and with it the sender of jobs, is gone.
        std::thread::Builder::new()
            .name("jardex-compress".to_owned())
            .spawn(move || {
                for bytes in todo {
                    let packed = compressor.compress(&bytes).map(|data| {
                        let crc = crc32fast::hash(&data);
                        (data, crc)
                    });
                    if finished.send(packed).is_err() {
                        return;
                    }
                }
            })
            .map_err(WriteError::compression)?;
        Ok(Self { next: 1, open: Vec::with_capacity(BLOCK_BYTES), jobs, done, under_way: VecDeque::new() })
    }

    /// Places the next file; hands over blocks that are compressed by now.
    pub(super) fn add(
        &mut self,
        mut bytes: &[u8],
        mut full: impl FnMut(Block) -> Result<(), WriteError>,
    ) -> Result<Place, WriteError> {
        // A file that fits into one block is not spread over two: reading it then inflates one. No file begins at a
        // block's end.
        let overflows = self.open.len() + bytes.len() > BLOCK_BYTES;
        if self.open.len() == BLOCK_BYTES || overflows && bytes.len() <= BLOCK_BYTES {
            self.close()?;
        }
        let place = Place { block: self.next, offset: self.open.len() as u32 };
        while self.open.len() + bytes.len() > BLOCK_BYTES {
            let (piece, rest) = bytes.split_at(BLOCK_BYTES - self.open.len());
            self.open.extend_from_slice(piece);
            bytes = rest;
            self.close()?;
            while self.under_way.len() > UNDER_WAY {
                full(self.receive()?)?;
            }
        }
        self.open.extend_from_slice(bytes);
        while self.under_way.len() > UNDER_WAY {
            full(self.receive()?)?;
        }
        Ok(place)
    }

    /// Hands over the blocks that are left.
    pub(super) fn finish(mut self, mut full: impl FnMut(Block) -> Result<(), WriteError>) -> Result<(), WriteError> {
        if !self.open.is_empty() {
            self.close()?;
        }
        while !self.under_way.is_empty() {
            full(self.receive()?)?;
        }
        Ok(())
    }

    /// Gives the open block to the thread.
    fn close(&mut self) -> Result<(), WriteError> {
        let bytes = std::mem::replace(&mut self.open, Vec::with_capacity(BLOCK_BYTES));
        self.under_way.push_back((self.next, bytes.len() as u32));
        self.next += 1;
        self.jobs.send(bytes).map_err(WriteError::compression)
    }

    /// The oldest block under compression, waited for.
    fn receive(&mut self) -> Result<Block, WriteError> {
        let (data, crc) = self.done.recv().map_err(WriteError::compression)?.map_err(WriteError::compression)?;
        let (id, size) = self.under_way.pop_front().ok_or_else(|| WriteError::compression("a block too many"))?;
        Ok(Block { id, size, crc, data })
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

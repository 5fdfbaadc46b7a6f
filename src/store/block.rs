//! Bytes in blocks: pieces (details of types) laid one after the other, cut into blocks, each compressed; and what compresses
//! the blocks of texts.

use std::cell::RefCell;
use std::sync::mpsc::{Receiver, Sender, channel};

use zstd::dict::DecoderDictionary;
use zstd::zstd_safe::DCtx;

use crate::store::write::WriteError;

/// Bytes of a block of details before compression.
const BLOCK_BYTES: usize = 64 << 10;

/// Up to so many bytes of source time is short and every page of an index counts.
pub(super) const FEW_BYTES: u64 = 8 << 20;

/// Largest block a reader accepts, so that a forged size cannot exhaust memory.
const LARGEST_BLOCK: usize = 16 << 20;

/// zstd level. On a JDK's sources (213 MB) level 1 gives 47.2 MB where this gives 41.4, and takes nearly as long.
pub(super) const LEVEL: i32 = 3;

/// Blocks that may be under compression at a time.
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

/// Compresses blocks on a thread of its own and hands them over in order.
pub(super) struct Press {
    jobs: Sender<(u32, Vec<u8>)>,
    done: Receiver<Result<Block, WriteError>>,
    under_way: usize,
    /// How many may be under way. A block is handed over when this many later ones are full, never earlier: where its row
    /// stands in the file must not depend on how fast a thread is.
    most: usize,
}

/// Lays pieces out one after the other.
pub(super) struct Blocks {
    next: u32,
    open: Vec<u8>,
    press: Press,
}

/// Compresses blocks.
pub(super) struct Packer<'a>(zstd::bulk::Compressor<'a>);

impl Packer<'static> {
    pub(super) fn new() -> Result<Self, WriteError> {
        zstd::bulk::Compressor::new(LEVEL).map(Self).map_err(WriteError::compression)
    }
}

impl Packer<'_> {
    pub(super) fn pack(&mut self, id: u32, bytes: &[u8]) -> Result<Block, WriteError> {
        let data = self.0.compress(bytes).map_err(WriteError::compression)?;
        Ok(Block { id, size: bytes.len() as u32, crc: crc32fast::hash(&data), data })
    }
}

impl Press {
    /// The thread ends by itself when this is gone. An empty dictionary is none. So many more blocks than else may wait.
    pub(super) fn start(level: i32, dictionary: &[u8], more: usize) -> Result<Self, WriteError> {
        let dictionary = zstd::dict::EncoderDictionary::copy(dictionary, level);
        let (jobs, todo) = channel::<(u32, Vec<u8>)>();
        let (finished, done) = channel();
        let press = move || {
            let mut packer = zstd::bulk::Compressor::with_prepared_dictionary(&dictionary).map(Packer);
            for (id, bytes) in todo {
                let packed = match &mut packer {
                    Ok(packer) => packer.pack(id, &bytes),
                    Err(error) => Err(WriteError::compression(error)),
                };
                if finished.send(packed).is_err() {
                    return;
                }
            }
        };
        std::thread::Builder::new().name("jardex-compress".to_owned()).spawn(press).map_err(WriteError::compression)?;
        Ok(Self { jobs, done, under_way: 0, most: UNDER_WAY + more })
    }

    /// Takes a block; hands over those that so many later ones came after.
    pub(super) fn take(
        &mut self,
        id: u32,
        bytes: Vec<u8>,
        mut full: impl FnMut(Block) -> Result<(), WriteError>,
    ) -> Result<(), WriteError> {
        self.leave(id, bytes)?;
        while self.under_way > self.most {
            full(self.receive()?)?;
        }
        Ok(())
    }

    /// Takes a block and hands over none.
    pub(super) fn leave(&mut self, id: u32, bytes: Vec<u8>) -> Result<(), WriteError> {
        self.jobs.send((id, bytes)).map_err(WriteError::compression)?;
        self.under_way += 1;
        Ok(())
    }

    /// Hands over the blocks that are left.
    pub(super) fn finish(mut self, mut full: impl FnMut(Block) -> Result<(), WriteError>) -> Result<(), WriteError> {
        while self.under_way > 0 {
            full(self.receive()?)?;
        }
        Ok(())
    }

    /// The oldest block under compression, waited for.
    fn receive(&mut self) -> Result<Block, WriteError> {
        self.under_way -= 1;
        self.done.recv().map_err(WriteError::compression)?
    }
}

impl Blocks {
    /// Blocks of details.
    pub(super) fn new() -> Result<Self, WriteError> {
        Ok(Self { next: 1, open: Vec::with_capacity(BLOCK_BYTES), press: Press::start(LEVEL, &[], 0)? })
    }

    /// Places the next piece; hands over blocks that are compressed by now.
    pub(super) fn add(
        &mut self,
        mut bytes: &[u8],
        mut full: impl FnMut(Block) -> Result<(), WriteError>,
    ) -> Result<Place, WriteError> {
        // A piece that fits into one block is not spread over two, and a longer one begins a block: reading it then
        // inflates as few as can be.
        if !self.open.is_empty() && self.open.len() + bytes.len() > BLOCK_BYTES {
            self.close(&mut full)?;
        }
        let place = Place { block: self.next, offset: self.open.len() as u32 };
        while self.open.len() + bytes.len() > BLOCK_BYTES {
            let (piece, rest) = bytes.split_at(BLOCK_BYTES - self.open.len());
            self.open.extend_from_slice(piece);
            bytes = rest;
            self.close(&mut full)?;
        }
        self.open.extend_from_slice(bytes);
        Ok(place)
    }

    /// Hands over the blocks that are left.
    pub(super) fn finish(mut self, mut full: impl FnMut(Block) -> Result<(), WriteError>) -> Result<(), WriteError> {
        if !self.open.is_empty() {
            self.close(&mut full)?;
        }
        self.press.finish(full)
    }

    /// Gives the open block to the thread.
    fn close(&mut self, full: impl FnMut(Block) -> Result<(), WriteError>) -> Result<(), WriteError> {
        let bytes = std::mem::replace(&mut self.open, Vec::with_capacity(BLOCK_BYTES));
        self.next += 1;
        self.press.take(self.next - 1, bytes, full)
    }
}

thread_local! {
    /// What a thread inflates with, made once: it is larger than a block.
    static INFLATE: RefCell<Option<DCtx<'static>>> = const { RefCell::new(None) };
}

/// The bytes of a block row; none when it is damaged.
pub(super) fn inflate(size: u64, crc: u32, data: &[u8]) -> Option<Vec<u8>> {
    inflate_with(None, size, crc, data)
}

/// The same of one that was compressed with a dictionary.
pub(super) fn inflate_with(
    dictionary: Option<&DecoderDictionary<'_>>,
    size: u64,
    crc: u32,
    data: &[u8],
) -> Option<Vec<u8>> {
    let size = usize::try_from(size).ok().filter(|size| *size <= LARGEST_BLOCK)?;
    if crc32fast::hash(data) != crc {
        return None;
    }
    let mut bytes = Vec::with_capacity(size);
    let inflated = INFLATE.with_borrow_mut(|inflate| {
        let inflate = match inflate {
            Some(inflate) => inflate,
            None => inflate.insert(DCtx::try_create()?),
        };
        match dictionary {
            Some(dictionary) => inflate.decompress_using_ddict(&mut bytes, data, dictionary.as_ddict()),
            None => inflate.decompress(&mut bytes, data),
        }
        .ok()
    });
    inflated.filter(|inflated| *inflated == size).map(|_| bytes)
}

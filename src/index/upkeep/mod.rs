//! Looking after the cache: what takes how much room, what is damaged, what nobody needs, and taking it elsewhere.
//!
//! Promises: other processes read and build meanwhile. Nothing that a record points to is taken away before the record; what
//! is being built is left alone; a reader that has a file open goes on reading. Nothing is asked over the network.

mod archive;
mod export;
mod import;
mod prune;
mod stats;
mod survey;
mod verify;

use serde::Serialize;

pub use export::{Exported, pattern};
pub use import::Imported;
pub use prune::{Gone, Pruned, Pruning};
pub use stats::{ArtifactSize, KindSize, Stats};
pub use verify::{Damage, Verified};

use super::Explorer;
use super::engine::Engine;
use crate::cache::Guard;
use crate::coordinate::Coordinate;

/// The cache of an explorer, to be looked after.
pub struct Upkeep<'a> {
    engine: &'a Engine,
}

/// How much there is of something.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Size {
    pub files: u64,
    pub bytes: u64,
}

impl Size {
    fn add(&mut self, other: Self) {
        self.files += other.files;
        self.bytes += other.bytes;
    }
}

impl Explorer {
    /// The cache, to be looked after.
    #[must_use]
    pub fn upkeep(&self) -> Upkeep<'_> {
        Upkeep { engine: &self.engine }
    }
}

/// Whether work on a coordinate may begin.
enum Turn {
    Ours(#[allow(dead_code, reason = "held until it is dropped")] Option<Guard>),
    /// Somebody else is at work on it.
    Theirs,
}

impl Upkeep<'_> {
    /// Takes a coordinate's lock, where nobody else has it; where there are no locks, goes on without.
    fn turn(&self, coordinate: &Coordinate) -> Turn {
        /// A look at the lock by another process is over by then.
        const WAIT: std::time::Duration = std::time::Duration::from_millis(20);
        match self.engine.cache.lock(coordinate, WAIT) {
            None if self.engine.cache.is_locked(coordinate) => Turn::Theirs,
            lock => Turn::Ours(lock),
        }
    }
}

//! Cancellation and progress of long work: two plain values that every long function takes.
//!
//! A `Work` is cheap to clone; all clones share one cancel flag and one progress state. Work that is cancelled
//! stops at its next check and answers [`Failure::cancelled`].

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use crate::error::Failure;

/// What a long call is doing just now.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Progress {
    /// The stage, in a person's words: `resolving`, `downloading …`, `parsing`, `writing`.
    pub stage: String,
    /// Bytes done and, where known, to do, in this stage.
    pub bytes: Option<(u64, Option<u64>)>,
    /// Files done and to do, in this stage.
    pub files: Option<(u64, u64)>,
}

#[derive(Debug, Default)]
struct Shared {
    cancelled: AtomicBool,
    stage: Mutex<String>,
    bytes: AtomicU64,
    bytes_total: AtomicU64,
    files: AtomicU64,
    files_total: AtomicU64,
}

/// Handle of one piece of long work.
#[derive(Debug, Clone, Default)]
pub struct Work {
    shared: Arc<Shared>,
    /// When a part of it is given up.
    end: Option<Instant>,
}

impl Work {
    /// A part of it, which counts as cancelled from `end` on too; the rest goes on.
    #[must_use]
    pub fn until(&self, end: Instant) -> Self {
        Self { shared: Arc::clone(&self.shared), end: Some(self.end.map_or(end, |own| own.min(end))) }
    }

    /// Asks the work to stop.
    pub fn cancel(&self) {
        self.shared.cancelled.store(true, Ordering::Relaxed);
    }

    /// Whether the work was asked to stop, or its time is over.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.shared.cancelled.load(Ordering::Relaxed) || self.end.is_some_and(|end| Instant::now() >= end)
    }

    /// Fails when the work was asked to stop; call it between steps of at most a few milliseconds.
    ///
    /// # Errors
    /// [`Failure::cancelled`].
    pub fn check(&self) -> Result<(), Failure> {
        if self.is_cancelled() { Err(Failure::cancelled()) } else { Ok(()) }
    }

    /// Begins a stage: its name, and the counters from zero.
    pub fn stage(&self, name: impl Into<String>) {
        *lock(&self.shared.stage) = name.into();
        for counter in [&self.shared.bytes, &self.shared.bytes_total, &self.shared.files, &self.shared.files_total] {
            counter.store(0, Ordering::Relaxed);
        }
    }

    /// Says in other words what this stage is at; the counters stay.
    pub fn describe(&self, what: impl Into<String>) {
        *lock(&self.shared.stage) = what.into();
    }

    /// Says how many bytes this stage has to do.
    pub fn expect_bytes(&self, total: u64) {
        self.shared.bytes_total.store(total, Ordering::Relaxed);
    }

    /// Says how many files this stage has to do.
    pub fn expect_files(&self, total: u64) {
        self.shared.files_total.store(total, Ordering::Relaxed);
    }

    /// Adds bytes done.
    pub fn add_bytes(&self, count: u64) {
        self.shared.bytes.fetch_add(count, Ordering::Relaxed);
    }

    /// Adds files done.
    pub fn add_files(&self, count: u64) {
        self.shared.files.fetch_add(count, Ordering::Relaxed);
    }

    /// Shows the progress of `other` as its own: for a caller that waits for work somebody else began.
    pub fn mirror(&self, other: &Self) {
        let stage = lock(&other.shared.stage).clone();
        *lock(&self.shared.stage) = stage;
        for (mine, theirs) in [
            (&self.shared.bytes, &other.shared.bytes),
            (&self.shared.bytes_total, &other.shared.bytes_total),
            (&self.shared.files, &other.shared.files),
            (&self.shared.files_total, &other.shared.files_total),
        ] {
            mine.store(theirs.load(Ordering::Relaxed), Ordering::Relaxed);
        }
    }

    /// What the work is doing just now.
    #[must_use]
    pub fn progress(&self) -> Progress {
        let load = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        let (bytes, bytes_total) = (load(&self.shared.bytes), load(&self.shared.bytes_total));
        let (files, files_total) = (load(&self.shared.files), load(&self.shared.files_total));
        Progress {
            stage: lock(&self.shared.stage).clone(),
            bytes: (bytes + bytes_total > 0).then_some((bytes, (bytes_total > 0).then_some(bytes_total))),
            files: (files_total > 0).then_some((files, files_total)),
        }
    }
}

/// What a mutex guards, whatever became of who held it before.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

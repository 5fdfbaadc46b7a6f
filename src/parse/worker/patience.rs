//! How long a file may take to parse, given what the clock took of its artifact before.
//!
//! Sources that are made to hurt come in hundreds, and each would cost the whole limit. Files that a grammar cannot finish
//! are so rare that a few of them already tell what kind of artifact it is. Counts that know no clock come first
//! (`parse::tree`); this is the backstop.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// How long one file may take. The slowest real file met takes half a second; what takes longer than this is a file that
/// the grammar cannot finish.
pub const TIME_LIMIT: Duration = Duration::from_secs(10);

/// How many files may be lost to the clock, and the part of the limit that each file has until then.
const STEPS: &[(u32, u32)] = &[(3, 1), (13, 10)];

/// The part of the limit for a file after all of those. An ordinary one takes milliseconds.
const LEAST: u32 = 40;

/// How many limits may be lost to the clock altogether, by all threads: what comes after is not parsed.
const ALTOGETHER: u32 = 6;

/// What the clock took of an artifact. Shared by the children that parse it.
pub struct Patience {
    limit: Duration,
    lost: Mutex<Lost>,
}

#[derive(Clone, Copy, Default)]
struct Lost {
    files: u32,
    time: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self::of(TIME_LIMIT)
    }
}

impl Patience {
    /// With another limit for the first files.
    #[must_use]
    pub fn of(limit: Duration) -> Self {
        Self { limit, lost: Mutex::default() }
    }

    /// The time for the next file; none: it is not to be parsed.
    pub(super) fn limit(&self) -> Option<Duration> {
        let lost = self.lost();
        let part = STEPS.iter().find(|(most, _)| lost.files < *most).map_or(LEAST, |(_, part)| *part);
        (lost.time < self.limit * ALTOGETHER).then(|| self.limit / part)
    }

    /// A file was lost after this time.
    pub(super) fn lose(&self, time: Duration) {
        let mut lost = self.lost.lock().unwrap_or_else(PoisonError::into_inner);
        *lost = Lost { files: lost.files + 1, time: lost.time + time };
    }

    /// Whether a file was lost.
    #[must_use]
    pub fn has_lost(&self) -> bool {
        self.lost().files > 0
    }

    fn lost(&self) -> Lost {
        *self.lost.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

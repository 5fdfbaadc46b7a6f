//! How long a file may take to parse, given what the clock took of its artifact before.
//!
//! Sources that are made to hurt come in hundreds, and each would cost the whole limit. Files that a grammar cannot finish
//! are so rare that a few of them already tell what kind of artifact it is. Counts that know no clock come first
//! (`parse::tree`); this is the backstop.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::parse::worker::TIME_LIMIT;

/// How many files may be lost to the clock, and the time that each file has then. An ordinary one takes milliseconds.
const STEPS: &[(u32, Duration)] = &[(3, TIME_LIMIT), (13, Duration::from_secs(1))];

/// The time for a file after all of those.
const LEAST: Duration = Duration::from_millis(250);

/// Time that may be lost to the clock altogether, on all threads: what comes after it is not parsed.
const ALTOGETHER: Duration = Duration::from_secs(60);

/// What the clock took of an artifact.
#[derive(Default)]
pub struct Patience {
    lost: Mutex<(u32, Duration)>,
}

impl Patience {
    /// The time for the next file; none: it is not to be parsed.
    pub fn limit(&self) -> Option<Duration> {
        let (files, time) = *self.lost.lock().unwrap_or_else(PoisonError::into_inner);
        let step = STEPS.iter().find(|(most, _)| files < *most);
        (time < ALTOGETHER).then(|| step.map_or(LEAST, |(_, limit)| *limit))
    }

    /// A file was lost after this time.
    pub fn lose(&self, time: Duration) {
        let mut lost = self.lost.lock().unwrap_or_else(PoisonError::into_inner);
        *lost = (lost.0 + 1, lost.1 + time);
    }

    /// Whether a file was lost.
    pub fn has_lost(&self) -> bool {
        self.lost.lock().unwrap_or_else(PoisonError::into_inner).0 > 0
    }
}

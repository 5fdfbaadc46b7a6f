//! Whole projects: from their files to coordinates, and from those to indexes, many at once.
//!
//! Promises: what is done stays done, whoever interrupts or kills it (each artifact is published for itself); what is there
//! already costs a look; one artifact that fails costs only itself; at most so many builds run at once as there are worker
//! threads, and a few downloads beside them.

mod gather;
mod one;
pub(super) mod poms;
mod run;

use crate::coordinate::Coordinate;
use crate::error::Failure;
use crate::model::Origin;
use crate::project::{LeftOut, Tests};

pub use gather::{Gathered, Input, Understood, Wish};
pub use run::Seeding;

/// How artifacts are seeded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    /// Downloaded and indexed.
    Indexed,
    /// Only registered: the first question downloads and indexes.
    Lazy,
}

/// What became of an artifact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    Indexed,
    /// It was there.
    FromCache,
    /// It is to be indexed at its first question.
    Registered,
    /// It is a POM and nothing else: there is no JAR to index.
    NoJar,
    Failed,
    /// The work was interrupted before its turn.
    NotDone,
}

impl Outcome {
    /// The spelling in answers.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Indexed => "indexed",
            Self::FromCache => "from_cache",
            Self::Registered => "registered",
            Self::NoJar => "no_jar",
            Self::Failed => "failed",
            Self::NotDone => "not_done",
        }
    }
}

/// An artifact and what became of it.
#[derive(Debug, Clone)]
pub struct Seeded {
    pub coordinate: Coordinate,
    pub outcome: Outcome,
    /// Of its index, where there is one.
    pub origin: Option<Origin>,
    /// Source files in its index.
    pub files: u64,
    /// Seconds it took, waiting for others included.
    pub seconds: f64,
    /// Why it failed.
    pub failure: Option<Failure>,
}

impl Seeded {
    fn new(coordinate: &Coordinate, outcome: Outcome) -> Self {
        let coordinate = coordinate.clone();
        Self { coordinate, outcome, origin: None, files: 0, seconds: 0.0, failure: None }
    }
}

//! Looking at many artifacts at once for whether they are worth a search.

use rayon::prelude::*;

use super::Explorer;
use crate::coordinate::Coordinate;
use crate::error::{Failure, Incomplete};
use crate::search::content;
use crate::search::query::Query;
use crate::work::Work;

/// Artifacts that are worth a thread: some hundred microseconds.
const SHARE: usize = 4;

/// What a look at an artifact told.
#[derive(Debug, Clone)]
pub struct Glanced {
    /// Whether a file of it can match; where nothing was told, it can.
    pub may_match: bool,
    /// What of the artifact could not be read when it was indexed.
    pub incomplete: Vec<Incomplete>,
}

impl Explorer {
    /// Whether artifacts that are indexed can hold a match, in the order asked, on all cores.
    ///
    /// # Errors
    /// When the caller wants the work no longer.
    pub fn glance_at(&self, coordinates: &[&Coordinate], query: &Query, work: &Work) -> Result<Vec<Glanced>, Failure> {
        let one = |coordinate: &&Coordinate| {
            work.check()?;
            let Some(opened) = self.glance(coordinate) else {
                return Ok(Glanced { may_match: true, incomplete: Vec::new() });
            };
            // What cannot be read is told by the search itself.
            let may_match = content::may_match(&opened.index, query).unwrap_or(true);
            Ok(Glanced { may_match, incomplete: opened.incomplete })
        };
        coordinates.par_iter().with_min_len(SHARE).map(one).collect()
    }
}

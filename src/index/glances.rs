//! Looking at many artifacts at once for whether they are worth a search.

use rayon::prelude::*;

use super::{Explorer, Opened};
use crate::coordinate::Coordinate;
use crate::error::{Failure, Incomplete};
use crate::search::content::{self, Page, Request};
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

/// What was found in an artifact before its turn.
#[derive(Debug)]
pub struct FoundAhead {
    /// Of the index that was searched.
    pub generation: String,
    pub page: Page,
}

impl Explorer {
    /// Shows artifacts that are indexed, opened only to see where to look, on all cores: what `look` gives of each, in the order
    /// asked; none of one that cannot be opened so.
    ///
    /// # Errors
    /// When the caller wants the work no longer.
    pub fn look_at<T: Send>(
        &self,
        coordinates: &[&Coordinate],
        look: impl Fn(Opened) -> T + Sync,
        work: &Work,
    ) -> Result<Vec<Option<T>>, Failure> {
        let one = |coordinate: &&Coordinate| {
            work.check()?;
            Ok(self.glance(coordinate).map(&look))
        };
        coordinates.par_iter().with_min_len(SHARE).map(one).collect()
    }

    /// Opens artifacts as [`Self::open_indexed`] does, on all cores: whoever then asks for them one by one finds them open. What
    /// fails here fails there again.
    pub fn open_ahead(&self, coordinates: &[&Coordinate], work: &Work) {
        coordinates.par_iter().for_each(|coordinate| drop(self.open_indexed(coordinate, work)));
    }

    /// Whether artifacts that are indexed can hold a match, in the order asked, on all cores.
    ///
    /// # Errors
    /// When the caller wants the work no longer.
    pub fn glance_at(&self, coordinates: &[&Coordinate], query: &Query, work: &Work) -> Result<Vec<Glanced>, Failure> {
        let look = |opened: Opened| {
            // What cannot be read is told by the search itself.
            let may_match = content::may_match(&opened.index, query).unwrap_or(true);
            Glanced { may_match, incomplete: opened.incomplete }
        };
        let unseen = || Glanced { may_match: true, incomplete: Vec::new() };
        let glanced = self.look_at(coordinates, look, work)?;
        Ok(glanced.into_iter().map(|glanced| glanced.unwrap_or_else(unseen)).collect())
    }

    /// What a search finds in artifacts that are indexed, in the order asked, on all cores; none of one that cannot be opened or
    /// searched so, which whoever opens it is told. They are opened only to see where to look: what answers is opened again, and
    /// is what was searched where the generation is the same.
    ///
    /// # Errors
    /// When the caller wants the work no longer.
    pub fn search_ahead(
        &self,
        coordinates: &[&Coordinate],
        request: &Request<'_>,
        work: &Work,
    ) -> Result<Vec<Option<FoundAhead>>, Failure> {
        let one = |coordinate: &&Coordinate| {
            work.check()?;
            let found = self.glance(coordinate).and_then(|opened| {
                let page = content::search(&opened.index, request, work).ok()?;
                Some(FoundAhead { generation: opened.generation, page })
            });
            Ok(found)
        };
        coordinates.par_iter().map(one).collect()
    }
}

/// What is told of each of some things, in their order, on all cores.
pub fn on_all_cores<T: Sync, R: Send>(of: &[T], tell: impl Fn(&T) -> R + Sync) -> Vec<R> {
    of.par_iter().map(&tell).collect()
}

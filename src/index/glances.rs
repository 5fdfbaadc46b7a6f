//! Looking at many artifacts at once for whether they are worth a search.

use rayon::prelude::*;

use super::{Edition, Explorer, Opened};
use crate::coordinate::Coordinate;
use crate::error::{Failure, Incomplete};
use crate::search::content::{self, Candidates, Page, Request};
use crate::search::query::Query;
use crate::work::Work;

/// Artifacts that are worth a thread: some hundred microseconds.
const SHARE: usize = 4;

/// What a look at an artifact told.
pub struct Glanced {
    /// Whether a file of it can match; where nothing was told, it can.
    pub may_match: bool,
    /// What of the artifact could not be read when it was indexed.
    pub incomplete: Vec<Incomplete>,
    /// Where to look, if it can match.
    pub lead: Option<Lead>,
}

/// An artifact that was opened only to see where to look, and where that is.
pub struct Lead(Opened, Candidates);

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
        edition: Option<Edition>,
        look: impl Fn(Opened) -> T + Sync,
        work: &Work,
    ) -> Result<Vec<Option<T>>, Failure> {
        let one = |coordinate: &&Coordinate| {
            work.check()?;
            Ok(self.glance(coordinate, edition).map(&look))
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
    pub fn glance_at(
        &self,
        coordinates: &[&Coordinate],
        edition: Option<Edition>,
        query: &Query,
        work: &Work,
    ) -> Result<Vec<Glanced>, Failure> {
        let look = |opened: Opened| {
            // What cannot be read is told by the search itself.
            let candidates = Candidates::of(query, &opened.index).ok();
            let may_match = candidates.as_ref().is_none_or(Candidates::any);
            let incomplete = opened.incomplete.clone();
            let lead = candidates.filter(|_| may_match).map(|candidates| Lead(opened, candidates));
            Glanced { may_match, incomplete, lead }
        };
        let unseen = || Glanced { may_match: true, incomplete: Vec::new(), lead: None };
        let glanced = self.look_at(coordinates, edition, look, work)?;
        Ok(glanced.into_iter().map(|glanced| glanced.unwrap_or_else(unseen)).collect())
    }
}

/// What a search finds in artifacts that were looked at, in their order, on all cores; none of one that cannot be searched so, which
/// whoever opens it is told. What answers is opened again, and is what was searched where the generation is the same.
///
/// # Errors
/// When the caller wants the work no longer.
pub fn search_ahead(
    leads: Vec<Option<Lead>>,
    request: &Request<'_>,
    work: &Work,
) -> Result<Vec<Option<FoundAhead>>, Failure> {
    let one = |lead: Option<Lead>| {
        work.check()?;
        let found = lead.and_then(|Lead(opened, candidates)| {
            let page = content::search_among(&opened.index, candidates, request, work).ok()?;
            Some(FoundAhead { generation: opened.generation, page })
        });
        Ok(found)
    };
    leads.into_par_iter().map(one).collect()
}

/// What is told of each of some things, in their order, on all cores.
pub fn on_all_cores<T: Sync, R: Send>(of: &[T], tell: impl Fn(&T) -> R + Sync) -> Vec<R> {
    of.par_iter().map(&tell).collect()
}

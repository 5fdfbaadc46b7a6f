//! Artifacts that a search comes to next, looked at and searched on all cores before their turn.
//!
//! What is answered does not depend on it: a page that was found ahead counts only where the search of the artifact, once it is its
//! turn, would find the same.

use std::collections::BTreeMap;

use crate::error::{Failure, Incomplete};
use crate::index::{FoundAhead, Glanced, search_ahead};
use crate::search::content::Request;
use crate::tools::Call;
use crate::tools::scope::Scope;

/// Artifacts that are looked at together at first, and at most.
const FIRST_LOOK: usize = 16;
const LARGEST_LOOK: usize = 32;
/// Artifacts that are searched together at most, and the lines that may be found in them: all are in memory until their turn.
const LARGEST_SEARCH: usize = 16;
const MOST_LINES: usize = 800;

/// What is known of the artifacts that come next.
pub struct Ahead {
    /// The place of the first that was looked at.
    from: usize,
    glanced: Vec<Glanced>,
    /// What was found in those whose turn has not come.
    found: BTreeMap<usize, FoundAhead>,
    /// How many were searched.
    searched: usize,
    /// The place behind the last of them.
    end: usize,
}

/// What is known of one.
pub struct Looked {
    /// Whether there is anything to be told of it.
    pub may_match: bool,
    /// What of the artifact could not be read when it was indexed.
    pub incomplete: Vec<Incomplete>,
    pub found: Option<FoundAhead>,
}

impl Ahead {
    pub const fn from(from: usize) -> Self {
        Self { from, glanced: Vec::new(), found: BTreeMap::new(), searched: 0, end: from }
    }

    /// What was told of a place, by this request where it is to be searched now.
    pub fn at(
        &mut self,
        place: usize,
        scope: &Scope,
        call: &Call<'_>,
        request: &Request<'_>,
    ) -> Result<Looked, Failure> {
        self.look(place, scope, call, request)?;
        let Glanced { may_match, incomplete, .. } = &self.glanced[place - self.from];
        let (may_match, incomplete) = (*may_match, incomplete.clone());
        if !may_match {
            return Ok(Looked { may_match, incomplete, found: None });
        }
        if place >= self.end {
            self.search(place, call, request)?;
        }
        let found = self.found.remove(&place);
        let has_nothing = |found: &FoundAhead| {
            let page = &found.page;
            page.hits == 0 && page.total.exact && page.next.is_none() && page.incomplete.is_empty()
        };
        Ok(Looked { may_match: !found.as_ref().is_some_and(has_nothing), incomplete, found })
    }

    /// Looks up to a place at least; at more at a time the further it comes, since a page is mostly filled by the first.
    fn look(&mut self, place: usize, scope: &Scope, call: &Call<'_>, request: &Request<'_>) -> Result<(), Failure> {
        while self.from + self.glanced.len() <= place {
            let next = self.from + self.glanced.len();
            let end = scope.len().min(next + self.glanced.len().clamp(FIRST_LOOK, LARGEST_LOOK));
            let coordinates: Vec<_> = (next..end).map(|place| scope.coordinate(place)).collect();
            self.glanced.extend(call.explorer.glance_at(&coordinates, scope.edition(), request.query, call.work)?);
        }
        Ok(())
    }

    /// Searches what may match from a place on: the longer no page is full, the more at once, half of what was searched before, so
    /// that little is searched in vain when it is.
    fn search(&mut self, place: usize, call: &Call<'_>, request: &Request<'_>) -> Result<(), Failure> {
        let few = (1 + self.searched / 2).min(LARGEST_SEARCH).min(MOST_LINES / request.max_results).max(1);
        let may_match = |place: &usize| self.glanced[place - self.from].may_match;
        let places: Vec<usize> = (place..self.from + self.glanced.len()).filter(may_match).take(few).collect();
        let leads = places.iter().map(|place| self.glanced[place - self.from].lead.take()).collect();
        let found = search_ahead(leads, request, call.work)?;
        self.searched += places.len();
        self.end = places.last().map_or(self.end, |last| last + 1);
        self.found.extend(places.into_iter().zip(found).filter_map(|(place, found)| Some((place, found?))));
        Ok(())
    }
}

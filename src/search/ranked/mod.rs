//! Ranked search: the declarations that fit a query best, over any number of artifacts.
//!
//! Statistics are summed over the artifacts that are searched, so that scores compare within one answer. Lists are read
//! first, then every artifact is scored by itself, all cores at once; the order of equals is that of artifacts, then of
//! declarations.

mod best;
mod filter;
mod scorer;
mod words;

use std::collections::BTreeMap;
use std::sync::Arc;

use rayon::prelude::*;

use self::scorer::Scorer;
use super::ask::{Field, Group};
use super::wanted::Query;
use super::weights::{Counted, Scores, Weights, rarity};
use super::{Failed, SearchError};
use crate::store::declarations::Declarations;
use crate::store::read::{Index, StoreError};
use crate::store::term_list::TermList;
use crate::work::Work;

pub use self::filter::{Filter, Kind};
pub use super::wanted::tells;

pub(super) use self::best::Scored;
pub(super) use self::filter::Allowed;

/// What is searched for, and how much of it is wanted.
pub struct Request<'a> {
    pub group: &'a Group,
    pub weights: &'a Weights,
    pub filter: &'a Filter,
    /// How many of the best.
    pub most: usize,
}

/// A declaration that was found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hit {
    /// Place of its artifact among those searched.
    pub artifact: usize,
    /// Its number there.
    pub number: u32,
    pub score: f32,
}

/// What was found.
#[derive(Debug, Default)]
pub struct Found {
    /// The best, in order.
    pub hits: Vec<Hit>,
    /// How many there are in all.
    pub total: u64,
    /// Not all was read: there may be more.
    pub exact: bool,
}

/// Searches.
///
/// # Errors
/// When an index is damaged, or the caller gave up.
pub fn search(indexes: &[&Index], request: &Request<'_>, work: &Work) -> Result<Found, Failed> {
    let query = Query::of(request.group, request.weights.hint > 0.0);
    let read = |(place, index): (usize, &&Index)| {
        Artifact::read(index, &query).map_err(|error| (place, Box::new(SearchError::from(error))))
    };
    let artifacts = indexes.par_iter().enumerate().map(read).collect::<Result<Vec<_>, _>>()?;
    let statistics = Statistics::of(&query, &artifacts, request.weights);
    let mut found = Found { exact: true, ..Found::default() };
    for strict in [true, false] {
        let score = |(place, (index, artifact)): (usize, (&&Index, &Artifact))| {
            work.check().map_err(|failure| (place, Box::new(failure.into())))?;
            let scorer = Scorer { index, artifact, query: &query, statistics: &statistics, request, strict, work };
            scorer.run(place).map_err(|error| (place, Box::new(error)))
        };
        let parts = indexes.par_iter().zip(&artifacts).enumerate().map(score).collect::<Result<Vec<_>, _>>()?;
        found = Found { exact: true, ..Found::default() };
        for part in parts {
            found.total += part.total;
            found.exact &= part.exact;
            found.hits.extend(part.hits);
        }
        // Words that hold several ask for all of them; where nothing has all, for any. Operators and fields mean what they say.
        if found.total > 0 || !query.has_joined || !query.group.is_plain() {
            break;
        }
    }
    found.hits.sort_unstable_by(|one, other| {
        other.score.total_cmp(&one.score).then_with(|| (one.artifact, one.number).cmp(&(other.artifact, other.number)))
    });
    found.hits.truncate(request.most);
    Ok(found)
}

/// What an artifact says of a query's terms.
struct Artifact {
    declarations: Arc<Declarations>,
    lists: Vec<Option<TermList>>,
}

impl Artifact {
    fn read(index: &Index, query: &Query<'_>) -> Result<Self, StoreError> {
        Ok(Self { declarations: index.declarations()?, lists: index.terms(&query.terms)? })
    }
}

/// What all artifacts together say.
struct Statistics {
    /// Of each term.
    rarity: Vec<f32>,
    scores: BTreeMap<u8, Scores>,
}

impl Statistics {
    fn of(query: &Query<'_>, artifacts: &[Artifact], weights: &Weights) -> Self {
        let mut all = 0_u64;
        let (mut body, mut documentation, mut documented) = (0_u64, 0_u64, 0_u64);
        for artifact in artifacts {
            all += artifact.declarations.len() as u64;
            let sums = artifact.declarations.sums();
            body += sums.body;
            documentation += sums.documentation;
            documented += sums.documented;
        }
        let held = |at: usize| {
            artifacts.iter().filter_map(|artifact| artifact.lists[at].as_ref()).map(|list| u64::from(list.count)).sum()
        };
        let rarity = (0..query.terms.len()).map(|at| rarity(held(at), all)).collect();
        let average = |sum: u64, count: u64| sum as f32 / count.max(1) as f32;
        let (body, documentation) = (average(body, all), average(documentation, documented));
        let scores = [Field::Any, Field::Symbol, Field::Documentation, Field::Content]
            .map(|field| (field as u8, Scores::new(weights, counted(field), body, documentation)));
        Self { rarity, scores: BTreeMap::from(scores) }
    }
}

const fn counted(field: Field) -> Counted {
    let all = matches!(field, Field::Any);
    let content = all || matches!(field, Field::Content);
    Counted {
        name: content || matches!(field, Field::Symbol),
        owner: all,
        signature: content,
        documentation: content || matches!(field, Field::Documentation),
        body: content,
    }
}

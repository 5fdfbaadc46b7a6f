//! Ranked search: the declarations that fit a query best, over any number of artifacts.
//!
//! Statistics are summed over the artifacts that are searched, so that scores compare within one answer. Lists are read
//! first, then every artifact is scored by itself, all cores at once; the order of equals is that of artifacts, then of
//! declarations.

mod best;
mod filter;
mod meant;
mod named;
mod scorer;
mod words;

use std::collections::HashSet;
use std::sync::{Arc, OnceLock};

use rayon::prelude::*;

use self::best::Sums;
use self::scorer::Scorer;
use super::ask::{Field, Group};
use super::wanted::Query;
use super::weights::{Counted, Scores, Weights, rarity};
use super::{Failed, SearchError};
use crate::store::declarations::Declarations;
use crate::store::read::{Index, StoreError};
use crate::store::term_list::TermList;
use crate::store::terms::Traits;
use crate::work::Work;

pub use self::filter::{Filter, Kind};
pub use self::meant::{Name, extending, meant};
pub use self::named::Called;

pub(super) use self::best::Scored;
pub(super) use self::filter::Allowed;

/// Declarations that hold a term at most for it to be rare: some pages of an answer.
const RARE: u64 = 100;

/// What is searched for, and how much of it is wanted.
pub struct Request<'a> {
    pub group: &'a Group,
    /// The method that comes first, where the query is the signature of one.
    pub called: Option<&'a Called<'a>>,
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

impl Hit {
    /// Which declaration it is: its artifact, and its number there.
    #[must_use]
    pub const fn place(&self) -> (usize, u32) {
        (self.artifact, self.number)
    }
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
    /// The terms of the query that few declarations hold.
    pub rare: Vec<String>,
}

impl Found {
    /// What was found in all artifacts; the order is still to be made.
    pub(super) fn merged(parts: impl IntoIterator<Item = Self>) -> Self {
        let mut all = Self { exact: true, ..Self::default() };
        for part in parts {
            all.total += part.total;
            all.exact &= part.exact;
            all.hits.extend(part.hits);
        }
        all
    }

    /// Puts these before all others, in their order.
    pub fn put_first(&mut self, first: Vec<Hit>, most: usize) {
        let known: HashSet<(usize, u32)> = first.iter().map(Hit::place).collect();
        self.hits.retain(|hit| !known.contains(&hit.place()));
        let best = self.hits.first().map_or(0.0, |hit| hit.score);
        let first = first.into_iter().map(|hit| Hit { score: hit.score + best, ..hit });
        self.hits.splice(..0, first);
        self.hits.truncate(most);
    }

    /// Leaves the best, in order.
    pub(super) fn keep_best(&mut self, most: usize) {
        self.hits.sort_unstable_by(|one, other| {
            other.score.total_cmp(&one.score).then_with(|| one.place().cmp(&other.place()))
        });
        self.hits.truncate(most);
    }
}

/// Searches.
///
/// # Errors
/// When an index is damaged, or the caller gave up.
pub fn search(indexes: &[&Index], request: &Request<'_>, work: &Work) -> Result<Found, Failed> {
    let hints = request.weights.hint > 0.0;
    let found = search_for(&Query::of(request.group, request.called, hints), indexes, request, work)?;
    if found.total == 0
        && let Some(query) = Query::with_common(request.group, request.called, hints)
    {
        return search_for(&query, indexes, request, work);
    }
    Ok(found)
}

fn search_for(query: &Query<'_>, indexes: &[&Index], request: &Request<'_>, work: &Work) -> Result<Found, Failed> {
    let artifacts = Artifact::read_all(indexes, query)?;
    let statistics = Statistics::of(query, &artifacts, request.weights);
    let mut found = Found::default();
    for strict in [true, false] {
        let score = |sums: &mut Sums, (place, (index, artifact)): (usize, (&&Index, &Artifact))| {
            work.check().map_err(|failure| (place, Box::new(failure.into())))?;
            let scorer = Scorer { index, artifact, query, statistics: &statistics, request, strict, work };
            scorer.run(place, sums).map_err(|error| (place, Box::new(error)))
        };
        let artifacts = indexes.par_iter().zip(&artifacts).enumerate();
        found = Found::merged(artifacts.map_init(Sums::default, score).collect::<Result<Vec<_>, _>>()?);
        // Words that hold several ask for all of them; where nothing has all, for any. Operators and fields mean what they say.
        if found.total > 0 || !query.has_joined || !query.is_plain {
            break;
        }
    }
    found.keep_best(request.most);
    found.rare = statistics.rare(query);
    Ok(found)
}

/// What an artifact says of a query.
struct Artifact {
    declarations: Arc<Declarations>,
    /// By term.
    lists: Vec<Option<TermList>>,
    allowed: OnceLock<Allowed>,
}

impl Artifact {
    /// What each artifact says, all cores at once.
    fn read_all(indexes: &[&Index], query: &Query<'_>) -> Result<Vec<Self>, Failed> {
        let read = |(place, index): (usize, &&Index)| {
            Self::read(index, query).map_err(|error| (place, Box::new(SearchError::from(error))))
        };
        indexes.par_iter().enumerate().map(read).collect()
    }

    fn read(index: &Index, query: &Query<'_>) -> Result<Self, StoreError> {
        Ok(Self { declarations: index.declarations()?, lists: index.terms(&query.terms)?, allowed: OnceLock::new() })
    }

    /// What the filter lets through; read when it is asked for first.
    fn allowed(&self, index: &Index, filter: &Filter) -> Result<&Allowed, StoreError> {
        if let Some(allowed) = self.allowed.get() {
            return Ok(allowed);
        }
        let allowed = Allowed::of(filter, index)?;
        Ok(self.allowed.get_or_init(|| allowed))
    }
}

/// What all artifacts together say.
struct Statistics<'a> {
    weights: &'a Weights,
    /// How many artifacts there are.
    artifacts: usize,
    /// Of each term, by how many declarations it is held.
    held: Vec<u64>,
    /// The same as a number to weigh by.
    rarity: Vec<f32>,
    /// How many terms the average declaration has outside of its documentation, and how many the average documentation.
    average: (f32, f32),
    /// By field, made when they are asked for first.
    scores: [OnceLock<Scores>; 4],
    /// What a score is multiplied by, by traits.
    of_traits: Vec<f32>,
}

impl<'a> Statistics<'a> {
    fn of(query: &Query<'_>, artifacts: &[Artifact], weights: &'a Weights) -> Self {
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
        let held: Vec<u64> = (0..query.terms.len()).map(held).collect();
        let average = |sum: u64, count: u64| sum as f32 / count.max(1) as f32;
        Self {
            weights,
            artifacts: artifacts.len(),
            rarity: held.iter().map(|held| rarity(*held, all)).collect(),
            held,
            average: (average(body, all), average(documentation, documented)),
            scores: [const { OnceLock::new() }; 4],
            of_traits: (0..=u8::MAX).map(|traits| weights.of_traits(Traits(traits), query.makes)).collect(),
        }
    }

    /// The terms that few declarations hold.
    fn rare(&self, query: &Query<'_>) -> Vec<String> {
        let held = query.terms.iter().zip(&self.held);
        held.filter(|(_, held)| **held <= RARE).map(|(term, _)| term.clone()).collect()
    }

    /// What no declaration is given by terms: of each the most, in a name that is written so.
    fn most(&self) -> f32 {
        let of_term = (self.weights.saturation + 1.0) * (1.0 + self.weights.whole_word);
        of_term * self.rarity.iter().sum::<f32>()
    }

    /// The scores of terms in a field; none of paths, which have no terms.
    fn scores(&self, field: Field) -> Option<&Scores> {
        let (body, documentation) = self.average;
        let place = match field {
            Field::Any => 0,
            Field::Symbol => 1,
            Field::Documentation => 2,
            Field::Content => 3,
            Field::Path => return None,
        };
        Some(self.scores[place].get_or_init(|| Scores::new(self.weights, counted(field), body, documentation)))
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

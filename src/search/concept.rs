//! Descriptions in plain language: the fields of ranked search, weighted for sentences.

use super::Failed;
use super::ask::{self, Group};
use super::ranked::{self, Filter, Found, Request};
use super::weights;
use crate::error::Failure;
use crate::store::read::Index;
use crate::work::Work;

/// The name of the ranking; another number when its order changes.
pub const RANKER: &str = "bm25f-concept-2";

/// Reads a description.
///
/// # Errors
/// `invalid_argument` where it holds no word.
pub fn read(text: &str) -> Result<Group, Failure> {
    let group = ask::plain(text);
    if group.any.is_empty() {
        return Err(Failure::argument("concept_description", "holds no word"));
    }
    Ok(group)
}

/// The declarations that fit a description best.
///
/// # Errors
/// When an index is damaged, or the caller gave up.
pub fn search(indexes: &[&Index], group: &Group, filter: &Filter, most: usize, work: &Work) -> Result<Found, Failed> {
    ranked::search(indexes, &Request { group, called: None, weights: &weights::CONCEPT, filter, most }, work)
}

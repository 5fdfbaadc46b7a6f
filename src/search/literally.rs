//! Text as it is, ranked: the declarations around the places where a file holds exactly these characters.
//!
//! Grams say which files can hold it; those are read. A declaration ranks by how often it holds the text, its own name first.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use super::candidates::{self, Effort};
use super::query::{Query, QueryKind};
use super::ranked::{Allowed, Found, Hit, Request};
use super::weights::rarity;
use super::{Failed, SearchError};
use crate::model::ByteRange;
use crate::store::declarations::{Declarations, Span};
use crate::store::members::{MemberPlace, whole};
use crate::store::read::{Index, StoreError};
use crate::work::Work;

/// Declarations of one artifact after which it is looked through no further.
const MOST_FOUND: u64 = 1000;
/// Where many places level off.
const SATURATION: f32 = 1.5;
/// What a name that holds the text adds.
const NAMED: f32 = 3.0;

/// Searches for a text. Only the filter and the number of results of the request count.
///
/// # Errors
/// `invalid_argument` for a text of several lines; when an index is damaged, or the caller gave up.
pub fn search(indexes: &[&Index], text: &str, request: &Request<'_>, work: &Work) -> Result<Found, Failed> {
    look(indexes, text, request, &Enough::never(), work)
}

/// The same of what stands in few declarations; none where there are more than so many, which ends the search.
///
/// # Errors
/// As [`search`].
pub fn few(
    indexes: &[&Index],
    text: &str,
    most: u64,
    request: &Request<'_>,
    work: &Work,
) -> Result<Option<Found>, Failed> {
    let enough = Enough { found: AtomicU64::new(0), most };
    let found = look(indexes, text, request, &enough, work)?;
    Ok((!enough.is_met()).then_some(found))
}

/// When a search may end.
struct Enough {
    /// In all artifacts.
    found: AtomicU64,
    most: u64,
}

impl Enough {
    const fn never() -> Self {
        Self { found: AtomicU64::new(0), most: u64::MAX }
    }

    fn is_met(&self) -> bool {
        self.found.load(Ordering::Relaxed) > self.most
    }
}

fn look(indexes: &[&Index], text: &str, request: &Request<'_>, enough: &Enough, work: &Work) -> Result<Found, Failed> {
    let query =
        Query::parse(text, QueryKind::Text, Some(true), false).map_err(|failure| (0, Box::new(failure.into())))?;
    let read = |(place, index): (usize, &&Index)| {
        in_artifact(place, index, (text, &query), request, enough, work).map_err(|error| (place, Box::new(error)))
    };
    let parts = indexes.par_iter().enumerate().map(read).collect::<Result<Vec<_>, _>>()?;
    let all = parts.iter().map(|part| part.declarations).sum();
    let mut found = Found::merged(parts.into_iter().map(|part| part.found));
    let rarity = rarity(found.total, all);
    found.hits.iter_mut().for_each(|hit| hit.score *= rarity);
    found.keep_best(request.most);
    Ok(found)
}

struct Part {
    found: Found,
    declarations: u64,
}

fn in_artifact(
    place: usize,
    index: &Index,
    (text, query): (&str, &Query),
    request: &Request<'_>,
    enough: &Enough,
    work: &Work,
) -> Result<Part, SearchError> {
    let declarations = index.declarations()?;
    let allowed = Allowed::of(request.filter, index)?;
    let files = candidates::files(query, index, Effort::Full)?;
    let files = match files {
        Some(files) => files,
        None => index.text_files()?,
    };
    let mut found = Found { exact: true, ..Found::default() };
    let finder = memchr::memmem::Finder::new(text.as_bytes());
    for file in files {
        work.check()?;
        if found.total >= MOST_FOUND || enough.is_met() {
            found.exact = false;
            break;
        }
        let spans = spans_of(&declarations, file);
        if spans.is_empty() {
            continue;
        }
        let places = places(index, file, &finder)?;
        if places.is_empty() {
            continue;
        }
        for (number, count, is_named) in around(index, &declarations, spans, &places, text)? {
            let Some(traits) = declarations.traits().get(number as usize) else { continue };
            let at = declarations.type_of(number);
            let Some(span) = declarations.types().get(at) else { continue };
            if !allowed.has(at, span, number - span.first, *traits) {
                continue;
            }
            let often = count as f32 * (SATURATION + 1.0) / (SATURATION + count as f32);
            let often = often + if is_named { NAMED } else { 0.0 };
            found.total += 1;
            enough.found.fetch_add(1, Ordering::Relaxed);
            found.hits.push(Hit { artifact: place, number, score: often * request.weights.of_traits(*traits, false) });
        }
    }
    Ok(Part { found, declarations: declarations.len() as u64 })
}

/// Where a file holds a text.
fn places(index: &Index, file: u32, finder: &memchr::memmem::Finder<'_>) -> Result<Vec<u32>, StoreError> {
    let find = |text: &[u8]| finder.find_iter(text).map(|at| at as u32).collect::<Vec<_>>();
    match index.glance(file, find)? {
        Some(places) => Ok(places),
        None => Ok(find(index.text(file)?.as_bytes())),
    }
}

/// The places among the types of those of a file.
fn spans_of(declarations: &Declarations, file: u32) -> std::ops::Range<usize> {
    let types = declarations.types();
    types.partition_point(|span| span.file < file)..types.partition_point(|span| span.file <= file)
}

/// The innermost declarations around places, each with how many and whether its name holds the text.
fn around(
    index: &Index,
    declarations: &Declarations,
    spans: std::ops::Range<usize>,
    places: &[u32],
    text: &str,
) -> Result<Vec<(u32, u32, bool)>, StoreError> {
    let mut pieces: Vec<(ByteRange, u32)> = Vec::new();
    for at in spans {
        let Some(Span { first, .. }) = declarations.types().get(at).copied() else { continue };
        let id = at as u32 + 1;
        let row = index.type_by_id(id)?;
        pieces.push((whole(row.bytes, row.doc), first));
        pieces.extend(index.places_of_members(id)?.into_iter().map(MemberPlace::whole).zip(first + 1..));
    }
    let mut found: BTreeMap<u32, u32> = BTreeMap::new();
    for place in places {
        let holds = |range: &ByteRange| range.start <= *place && *place < range.end;
        let innermost =
            pieces.iter().filter(|(range, _)| holds(range)).min_by_key(|(range, _)| range.end - range.start);
        if let Some((_, number)) = innermost {
            *found.entry(*number).or_default() += 1;
        }
    }
    let is_named = |number: u32| match declarations.declaration(number) {
        Some(declaration) => index.name_of(declaration).map(|name| name.contains(text)),
        None => Ok(false),
    };
    found.into_iter().map(|(number, count)| Ok((number, count, is_named(number)?))).collect()
}

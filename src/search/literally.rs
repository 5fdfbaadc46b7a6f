//! Text as it is, ranked: the declarations around the places where a file holds exactly these characters.
//!
//! Grams say which files can hold it; those are read. A declaration ranks by how often it holds the text, its own name first.

use rayon::prelude::*;

use super::candidates::{self, Effort};
use super::query::{Query, QueryKind};
use super::ranked::{Allowed, Found, Hit, Request};
use super::weights::rarity;
use super::{Failed, SearchError};
use crate::model::ByteRange;
use crate::store::declarations::{Declarations, Span};
use crate::store::read::{Index, StoreError};
use crate::work::Work;

/// Declarations of one artifact after which it is looked through no further.
const MOST_FOUND: u64 = 1000;

/// Searches for a text. Only the filter and the number of results of the request count.
///
/// # Errors
/// `invalid_argument` for a text of several lines; when an index is damaged, or the caller gave up.
pub fn search(indexes: &[&Index], text: &str, request: &Request<'_>, work: &Work) -> Result<Found, Failed> {
    let query =
        Query::parse(text, QueryKind::Text, Some(true), false).map_err(|failure| (0, Box::new(failure.into())))?;
    let read = |(place, index): (usize, &&Index)| {
        in_artifact(place, index, (text, &query), request, work).map_err(|error| (place, Box::new(error)))
    };
    let parts = indexes.par_iter().enumerate().map(read).collect::<Result<Vec<_>, _>>()?;
    let mut found = Found { exact: true, ..Found::default() };
    let mut all = 0_u64;
    for part in parts {
        found.total += part.found.total;
        found.exact &= part.found.exact;
        found.hits.extend(part.found.hits);
        all += part.declarations;
    }
    let rarity = rarity(found.total, all);
    found.hits.iter_mut().for_each(|hit| hit.score *= rarity);
    found.hits.sort_unstable_by(|one, other| {
        other.score.total_cmp(&one.score).then_with(|| (one.artifact, one.number).cmp(&(other.artifact, other.number)))
    });
    found.hits.truncate(request.most);
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
    work: &Work,
) -> Result<Part, SearchError> {
    let declarations = index.declarations()?;
    let allowed = Allowed::of(request.filter, index)?;
    let files = candidates::of(query, index, Effort::Full)?;
    let files = match files {
        Some(files) => files,
        None => index.files_with_grams(&[])?,
    };
    let mut found = Found { exact: true, ..Found::default() };
    let finder = memchr::memmem::Finder::new(text.as_bytes());
    for file in files {
        work.check()?;
        if found.total >= MOST_FOUND {
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
            if !allowed.has_type(at) || !allowed.has(at, span, number - span.first) {
                continue;
            }
            let often = count as f32 * 2.5 / (1.5 + count as f32) + if is_named { 3.0 } else { 0.0 };
            found.total += 1;
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
    let mut pieces: Vec<(ByteRange, u32, bool)> = Vec::new();
    for at in spans {
        let Some(Span { first, methods, .. }) = declarations.types().get(at).copied() else { continue };
        let id = at as u32 + 1;
        let row = index.type_by_id(id)?;
        pieces.push((joined(row.bytes, row.doc), first, row.name.contains(text)));
        for (row, number) in index.methods(id)?.iter().zip(first + 1..) {
            pieces.push((joined(row.bytes, row.doc), number, row.name.contains(text)));
        }
        for (row, number) in index.fields(id)?.iter().zip(first + 1 + methods..) {
            pieces.push((joined(row.bytes, row.doc), number, row.name.contains(text)));
        }
    }
    let mut found: std::collections::BTreeMap<u32, (u32, bool)> = std::collections::BTreeMap::new();
    for place in places {
        let holds = |range: &ByteRange| range.start <= *place && *place < range.end;
        let innermost =
            pieces.iter().filter(|(range, ..)| holds(range)).min_by_key(|(range, ..)| range.end - range.start);
        if let Some((_, number, is_named)) = innermost {
            found.entry(*number).or_insert((0, *is_named)).0 += 1;
        }
    }
    Ok(found.into_iter().map(|(number, (count, is_named))| (number, count, is_named)).collect())
}

/// A declaration with its documentation.
fn joined(bytes: ByteRange, doc: Option<ByteRange>) -> ByteRange {
    let start = doc.map_or(bytes.start, |doc| doc.start.min(bytes.start));
    ByteRange { start, end: bytes.end.max(start) }
}

//! Uses in the order in which they are answered, and the place in it where a page begins.

use super::Asked;
use crate::error::Failure;
use crate::maven::version::Version;
use crate::search::references::Reference;
use crate::tools::cursor::{self, Position};
use crate::tools::places::Places;
use crate::tools::symbol;

/// A use, and the artifact it is in.
pub struct Row {
    pub artifact: String,
    pub reference: Reference,
}

impl Row {
    /// The declaration it stands in, as a symbol.
    pub fn inside(&self) -> Option<String> {
        self.reference.around.as_ref().map(symbol::of_place)
    }
}

/// Those of the kind that was asked for: the surest first, then by artifact, file, line.
pub fn ordered(found: Vec<Reference>, asked: &Asked, places: &Places<'_>) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::with_capacity(found.len());
    for reference in found {
        if asked.kind.is_some_and(|kind| kind != reference.kind) {
            continue;
        }
        let Some(coordinate) = places.coordinate(reference.place) else { continue };
        rows.push(Row { artifact: coordinate.to_string(), reference });
    }
    let order = |row: &Row| {
        let coordinate = places.coordinate(row.reference.place);
        let (group, artifact, version) = coordinate.map_or_else(Default::default, |one| {
            (one.group().to_owned(), one.artifact().to_owned(), one.version().to_owned())
        });
        let reference = &row.reference;
        let place = (reference.file, reference.line, reference.bytes.start, reference.kind);
        (reference.tier, group, artifact, Version::new(&version), place)
    };
    rows.sort_by_cached_key(order);
    rows
}

/// Where the page behind a position begins.
///
/// # Errors
/// `invalid_cursor` when what it stopped at is not there any more.
pub fn after(rows: &[Row], position: &Position, places: &Places<'_>) -> Result<usize, Failure> {
    let gone = || cursor::stale("what it stopped at is gone");
    let is_it = |row: &&Row| {
        let reference = &row.reference;
        (reference.file, reference.line) == (position.file, position.line)
            && places.coordinate(reference.place).is_some_and(|coordinate| position.is_in(&coordinate))
    };
    let first = rows.iter().find(is_it).ok_or_else(gone)?;
    let artifact = places.artifact(first.reference.place);
    position.check(&*artifact.ok_or_else(gone)?)?;
    // What other artifacts hold, and so how many stand before it, may be another now.
    let on_line = rows.iter().enumerate().filter(|(_, row)| is_it(row));
    on_line.map(|(at, _)| at + 1).nth(position.told as usize).ok_or_else(gone)
}

/// Where a page ends of which this row is the last: which of the rows of its line it is.
pub fn end_of(rows: &[Row], last: usize, places: &Places<'_>) -> Option<Position> {
    let row = &rows[last];
    let line = |row: &Row| (row.reference.place, row.reference.file, row.reference.line);
    let before = rows[..last].iter().filter(|other| line(other) == line(row)).count();
    let artifact = places.artifact(row.reference.place)?;
    let before = u32::try_from(before).unwrap_or(u32::MAX);
    Some(Position::new(&artifact, row.reference.file, row.reference.line, before))
}

//! Rows of a page, read on all cores before the page is filled.
//!
//! An artifact is read by one thread, so that it needs no second connection. What cannot be read here is read again by whoever
//! fills the page, and fails there.

use std::collections::{BTreeMap, HashMap};

use crate::error::Failure;
use crate::index::{self, Opened};
use crate::search::symbols::{Entry, Sort};
use crate::tools::declared::{self, Declared};

/// Rows that were read.
#[derive(Default)]
pub struct Ahead(HashMap<(usize, Sort, u32), Declared>);

impl Ahead {
    /// Reads the rows of entries, each with the place of its artifact.
    pub fn read(
        entries: impl Iterator<Item = (usize, Entry)>,
        mut open: impl FnMut(usize) -> Result<Option<Opened>, Failure>,
    ) -> Result<Self, Failure> {
        let mut wanted: BTreeMap<usize, Vec<Entry>> = BTreeMap::new();
        for (place, entry) in entries {
            wanted.entry(place).or_default().push(entry);
        }
        let mut opened = Vec::with_capacity(wanted.len());
        for (place, entries) in wanted {
            opened.extend(open(place)?.map(|artifact| (place, artifact, entries)));
        }
        let rows = index::on_all_cores(&opened, |(place, artifact, entries)| {
            let rows = declared::read_all(artifact, entries).unwrap_or_default();
            let key = |entry: &Entry| (*place, entry.sort, entry.id);
            entries.iter().map(key).zip(rows).collect::<Vec<_>>()
        });
        Ok(Self(rows.into_iter().flatten().collect()))
    }

    /// The row of an entry.
    pub fn take(&mut self, place: usize, entry: &Entry, artifact: &Opened) -> Result<Declared, Failure> {
        self.0.remove(&(place, entry.sort, entry.id)).map_or_else(|| declared::read(artifact, entry), Ok)
    }
}

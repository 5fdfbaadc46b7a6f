//! Tables of symbols of indexed artifacts, kept in memory: a search over hundreds of artifacts opens none of them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rayon::prelude::*;

use super::{Edition, Explorer, Opened};
use crate::coordinate::Coordinate;
use crate::error::Failure;
use crate::fs::{self, Stamp};
use crate::search::symbols::Table;
use crate::work::Work;

/// The table of an artifact; none where that is not indexed.
pub type Looked = Result<Option<Arc<Table>>, Failure>;

/// Bytes of tables that are kept. Measured: three hundred artifacts with 85,000 files take 60 MB.
const KEPT_BYTES: usize = 128 * 1024 * 1024;

/// The tables used last.
#[derive(Default)]
pub struct Symbols(Mutex<Kept>);

#[derive(Default)]
struct Kept {
    tables: HashMap<Coordinate, Place>,
    bytes: usize,
    uses: u64,
}

struct Place {
    /// The record the table was read by.
    record: Option<Stamp>,
    /// The last edition of the list in which it was found to be that record.
    edition: Option<Edition>,
    generation: String,
    /// Its source is a directory, which may have changed since.
    is_directory: bool,
    table: Arc<Table>,
    bytes: usize,
    used: u64,
}

impl Symbols {
    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn get(&self, coordinate: &Coordinate, fits: impl FnOnce(&mut Place) -> bool) -> Option<Arc<Table>> {
        let mut kept = self.lock();
        kept.uses += 1;
        let now = kept.uses;
        let place = kept.tables.get_mut(coordinate).and_then(|place| fits(place).then_some(place))?;
        place.used = now;
        Some(Arc::clone(&place.table))
    }

    fn put(&self, coordinate: &Coordinate, mut place: Place) {
        let mut kept = self.lock();
        kept.uses += 1;
        place.used = kept.uses;
        kept.bytes += place.bytes;
        if let Some(before) = kept.tables.insert(coordinate.clone(), place) {
            kept.bytes -= before.bytes;
        }
        while kept.bytes > KEPT_BYTES {
            let oldest = kept.tables.iter().min_by_key(|(_, place)| place.used).map(|(key, _)| key.clone());
            let Some(gone) = oldest.and_then(|oldest| kept.tables.remove(&oldest)) else { break };
            kept.bytes -= gone.bytes;
        }
    }
}

impl Explorer {
    /// The tables of symbols of these artifacts, in the order asked; none of one that is not indexed. A table that was compared with
    /// its record in this edition of the list is not compared again.
    ///
    /// # Errors
    /// When the caller wants the work no longer; for one artifact what [`Explorer::open_indexed`] fails with.
    pub fn symbols(
        &self,
        coordinates: &[&Coordinate],
        edition: Option<Edition>,
        work: &Work,
    ) -> Result<Vec<Looked>, Failure> {
        work.check()?;
        let table = |coordinate: &&Coordinate| self.table(coordinate, edition, work);
        let tables = coordinates.par_iter().with_min_len(8).map(table).collect();
        work.check()?;
        Ok(tables)
    }

    /// The table of an artifact that is open.
    ///
    /// # Errors
    /// When its index cannot be read.
    pub fn symbols_of(&self, opened: &Opened) -> Result<Arc<Table>, Failure> {
        let coordinate = &opened.coordinate;
        if let Some(table) = self.symbols.get(coordinate, |place| place.generation == opened.generation) {
            return Ok(table);
        }
        let table = Arc::new(Table::read(&opened.index).map_err(|error| opened.failure(&error))?);
        // Which record it was opened by is not known: it is found again by its generation alone.
        let is_directory = opened.source.1.stamp.is_some();
        self.symbols.put(coordinate, Place::new(None, &opened.generation, is_directory, &table));
        Ok(table)
    }

    fn table(&self, coordinate: &Coordinate, edition: Option<Edition>, work: &Work) -> Looked {
        let is_of_edition = |place: &mut Place| edition.is_some() && place.edition == edition && !place.is_directory;
        let known = self.symbols.get(coordinate, is_of_edition);
        if known.is_some() {
            return Ok(known);
        }
        let stamp = fs::stamp(&self.cache().record_file(coordinate)).ok();
        let known = self.symbols.get(coordinate, |place| {
            let is_known = place.record == stamp && stamp.is_some() && !place.is_directory;
            if is_known {
                place.edition = edition;
            }
            is_known
        });
        if known.is_some() {
            return Ok(known);
        }
        if let Some(table) = self.at_a_glance(coordinate, stamp) {
            return Ok(Some(table));
        }
        match self.open_indexed(coordinate, work)? {
            Some(opened) => self.symbols_of(&opened).map(Some),
            None => Ok(None),
        }
    }

    /// The table of an artifact that nothing seems to be wrong with: what is read carries its own digests, and what then
    /// answers is opened with the usual care.
    fn at_a_glance(&self, coordinate: &Coordinate, stamp: Option<Stamp>) -> Option<Arc<Table>> {
        let record = self.engine.record(coordinate).ok()??;
        let current = record.current.as_ref()?;
        if record.stamp.is_some() {
            return None;
        }
        let table = self.shelf.peek(&self.engine, &record, Table::read)?;
        let table = Arc::new(table.ok()?);
        self.symbols.put(coordinate, Place::new(stamp, &current.generation, false, &table));
        Some(table)
    }
}

impl Place {
    fn new(record: Option<Stamp>, generation: &str, is_directory: bool, table: &Arc<Table>) -> Self {
        let (table, bytes) = (Arc::clone(table), table.size());
        Self { record, edition: None, generation: generation.to_owned(), is_directory, table, bytes, used: 0 }
    }
}

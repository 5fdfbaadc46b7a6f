//! Open indexes: a bounded shelf of them, each checked once when it is opened.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::Opened;
use super::engine::{Engine, digest_of};
use crate::cache::Cache;
use crate::coordinate::Coordinate;
use crate::error::{Failure, Incomplete, Status};
use crate::fs::{self, Stamp};
use crate::registry::{Current, Record};
use crate::source::directory;
use crate::source::globs::Globs;
use crate::store::read::{Index, StoreError};

/// How many indexes are kept open: each costs a few descriptors and a page cache.
const MOST_OPEN: usize = 96;

/// How long a directory that was compared is taken for unchanged.
const COMPARED_FOR: Duration = Duration::from_secs(2);

/// Up to this length an index file is digested when a process opens it first: some milliseconds.
const DIGESTED_AT_OPEN: u64 = 4 * 1024 * 1024;

/// Whether a registered artifact can answer.
pub enum Ready {
    Yes,
    /// Something has to be done first: it was never indexed, or its directory has changed.
    Stale,
    No(Failure),
}

/// The open indexes of a process.
#[derive(Default)]
pub struct Shelf(Mutex<HashMap<Coordinate, Place>>);

struct Place {
    /// The record's file when the index was opened: another one means that another index may be in force.
    record: Stamp,
    opened: Opened,
    /// For a directory: the record to compare it with, and when that was done last.
    directory: Option<Record>,
    compared: Instant,
    used: Instant,
}

impl Shelf {
    /// The open index of a coordinate, if its record is still the same and its directory was compared just now.
    pub fn get(&self, engine: &Engine, coordinate: &Coordinate) -> Option<Opened> {
        let record = fs::stamp(&engine.cache.record_file(coordinate)).ok()?;
        let compare = {
            let mut places = self.lock();
            let place = places.get_mut(coordinate).filter(|place| place.record == record)?;
            place.used = Instant::now();
            match &place.directory {
                Some(directory) if place.compared.elapsed() > COMPARED_FOR => directory.clone(),
                _ => return Some(place.opened.clone()),
            }
        };
        if engine.has_changed(&compare) {
            return None;
        }
        let mut places = self.lock();
        let place = places.get_mut(coordinate).filter(|place| place.record == record)?;
        place.compared = Instant::now();
        Some(place.opened.clone())
    }

    /// Opens the index that a record points to and keeps it open.
    pub fn open(&self, engine: &Engine, record: &Record) -> Result<Opened, Failure> {
        let coordinate = &record.coordinate;
        let current =
            record.current.as_ref().ok_or_else(|| Failure::internal(format_args!("{coordinate} has no index")))?;
        // Taken before the index is opened: a record that is replaced meanwhile is seen as another one next time.
        let stamp = fs::stamp(&engine.cache.record_file(coordinate));
        let index = engine.open_file(coordinate, current)?;
        let opened = Opened {
            coordinate: coordinate.clone(),
            origin: index.meta().origin,
            generation: current.generation.clone(),
            version_assumed: false,
            incomplete: index.artifact_problems().map_err(|error| unreadable(coordinate, &error))?,
            index: Arc::new(index),
        };
        if let Ok(stamp) = stamp {
            self.keep(
                coordinate,
                Place {
                    record: stamp,
                    opened: opened.clone(),
                    directory: record.stamp.is_some().then(|| record.clone()),
                    compared: Instant::now(),
                    used: Instant::now(),
                },
            );
        }
        Ok(opened)
    }

    /// Opens what is there although its source could not be read again: it answers, and says so.
    pub fn open_as_is(&self, engine: &Engine, coordinate: &Coordinate, failure: &Failure) -> Option<Opened> {
        let record = engine.record(coordinate).ok()??;
        let mut opened = self.open(engine, &record).ok()?;
        opened.incomplete.push(Incomplete {
            what: coordinate.to_string(),
            reason: format!("answered from the index made before: {}", failure.message),
        });
        Some(opened)
    }

    fn keep(&self, coordinate: &Coordinate, place: Place) {
        let mut places = self.lock();
        places.insert(coordinate.clone(), place);
        if places.len() > MOST_OPEN
            && let Some(oldest) = places.iter().min_by_key(|(_, place)| place.used).map(|(key, _)| key.clone())
        {
            places.remove(&oldest);
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Coordinate, Place>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Opens the index file that a record points to, after a look at whether it is the one it was.
pub fn open_file(cache: &Cache, coordinate: &Coordinate, current: &Current) -> Result<Index, Failure> {
    let path = cache.index_file(coordinate, &current.generation);
    let damaged = |reason: String| {
        let message = format!("the index of {coordinate} is damaged: {reason}");
        Failure::new(Status::IndexingFailed, message).suggest("index_artifact")
    };
    let length = fs::stamp(&path).map_err(|error| damaged(error.reason().to_owned()))?.length;
    if length != current.length {
        return Err(damaged(format!("it has {length} bytes instead of {}", current.length)));
    }
    if length <= DIGESTED_AT_OPEN && digest_of(&path)?.0 != current.sha256 {
        return Err(damaged("its content is not what was written".to_owned()));
    }
    Index::open(&path).map_err(|error| unreadable(coordinate, &error))
}

fn unreadable(coordinate: &Coordinate, error: &StoreError) -> Failure {
    Failure::new(Status::IndexingFailed, format!("{coordinate}: {error}")).suggest("index_artifact")
}

/// Whether the files of a registered directory have changed since they were indexed. One that is gone has not.
pub fn changed_since(record: &Record, path: &Path) -> bool {
    stamp(record, path).is_some_and(|now| record.stamp.as_ref() != Some(&now))
}

/// The stamp of a registered directory; none when it is gone or cannot be read.
pub fn stamp(record: &Record, path: &Path) -> Option<String> {
    let globs = Globs::new(&record.source.include, &record.source.exclude).ok()?;
    directory::stamp(&record.source.uri, path, &globs).ok()
}

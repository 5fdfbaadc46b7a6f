//! Open indexes: a bounded shelf of them, each checked when it is opened.
//!
//! A file that is not what was written is [`Unopened::Unfit`] and is built again; a file that the system refuses is not
//! taken for damaged.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use super::build::digest_of;
use super::engine::{Engine, Seen};
use super::{Edition, Opened};
use crate::cache::Cache;
use crate::coordinate::Coordinate;
use crate::error::{Failure, Incomplete, Status};
use crate::fs::{self, FsError, Kind, Stamp};
use crate::registry::{self, Current, Record};
use crate::store::read::{Index, StoreError};
use crate::work::lock;

/// How many indexes are kept open: each costs a descriptor and a page cache. Opening one takes as long as asking ten. Where
/// a process may have 256 descriptors only, as elsewhere than on Linux, that is what fits.
const MOST_OPEN: usize = if cfg!(target_os = "linux") { 400 } else { 96 };

/// Up to this length an index file is digested when a process opens it first: some milliseconds. A longer one is digested
/// when its stamp is not the one in the record.
const DIGESTED_AT_OPEN: u64 = 4 * 1024 * 1024;

/// Why the index that a record points to cannot be opened.
pub enum Unopened {
    /// It is not there, not what was written, or of another format: it must be built again.
    Unfit(Failure),
    /// The system refused to read it; it may be well.
    Refused(Failure),
}

impl From<Unopened> for Failure {
    fn from(unopened: Unopened) -> Self {
        match unopened {
            Unopened::Unfit(failure) | Unopened::Refused(failure) => failure,
        }
    }
}

/// An index file that was opened.
pub struct Opening {
    pub index: Index,
    /// Its stamp, where all of a large file had to be read because the record has another one.
    pub stamp: Option<Stamp>,
}

/// The open indexes of a process.
pub struct Shelf {
    places: Mutex<HashMap<Coordinate, Place>>,
    /// The files of indexes that were found to be what was written, as they were then.
    found_whole: Mutex<HashMap<Coordinate, Stamp>>,
    /// How long a directory that was compared is taken for unchanged at most.
    compared_for: Duration,
}

/// A directory that was compared is taken for unchanged as long as so many comparisons take: whoever asks about what they edit sees it
/// at once, and a large directory is hardly looked at more often than it is asked about.
const COMPARISONS: u32 = 20;

struct Place {
    /// The record's file when the index was opened.
    record: Option<Stamp>,
    /// The last edition of the list in which it was found to be that record.
    edition: Option<Edition>,
    opened: Opened,
    /// For a directory: the record to compare it with.
    directory: Option<Record>,
    /// Its directory was not there.
    gone: bool,
    /// Something was wrong with its source: it is looked at again before long.
    doubtful: bool,
    /// Not all that the usual care reads of it was read yet: it only says where to look.
    glanced: bool,
    compared: Instant,
    /// How long that comparison took.
    took: Duration,
    used: Instant,
}

impl Shelf {
    pub fn new(compared_for: Duration) -> Self {
        Self { places: Mutex::default(), found_whole: Mutex::default(), compared_for }
    }

    /// Something was done for an artifact, parents of its POMs fetched, say: whoever asks next opens it anew.
    pub fn forget(&self, coordinate: &Coordinate) {
        self.lock().remove(coordinate);
    }

    /// The open index of a coordinate, if its record is still the same and its directory was compared just now.
    pub fn get(&self, engine: &Engine, coordinate: &Coordinate) -> Option<Opened> {
        self.get_with(engine, coordinate, Care::Usual, None)
    }

    /// The same, or one that only says where to look. What was compared with its record in this edition of the list is not compared
    /// again.
    pub fn get_at_a_glance(
        &self,
        engine: &Engine,
        coordinate: &Coordinate,
        edition: Option<Edition>,
    ) -> Option<Opened> {
        self.get_with(engine, coordinate, Care::Little, edition)
    }

    fn get_with(
        &self,
        engine: &Engine,
        coordinate: &Coordinate,
        care: Care,
        edition: Option<Edition>,
    ) -> Option<Opened> {
        let is_compared =
            edition.is_some() && self.lock().get(coordinate).is_some_and(|place| place.edition == edition);
        let record = (!is_compared).then(|| fs::stamp(&engine.cache.record_file(coordinate)).ok());
        let is_same = |place: &Place| record.is_none_or(|record| place.record == record);
        let (compare, was_gone) = {
            let mut places = self.lock();
            let place = places.get_mut(coordinate).filter(|place| is_same(place))?;
            place.edition = edition.or(place.edition);
            if place.glanced && care == Care::Usual {
                return None;
            }
            place.used = Instant::now();
            let (age, quickly) = (place.compared.elapsed(), place.took * COMPARISONS);
            match &place.directory {
                _ if place.doubtful && age > self.compared_for => return None,
                Some(directory) if age > self.compared_for.min(quickly) => (directory.clone(), place.gone),
                _ => return Some(place.opened.clone()),
            }
        };
        let now = Instant::now();
        if engine.is_gone(&compare) != was_gone || engine.has_changed(&compare) {
            return None;
        }
        let mut places = self.lock();
        let place = places.get_mut(coordinate).filter(|place| is_same(place))?;
        (place.compared, place.took) = (now, now.elapsed());
        Some(place.opened.clone())
    }

    /// What `tell` reads of the index that a record points to, opened with little care: that which is open, so that nothing is opened
    /// twice for one question; another one is closed again.
    pub fn peek<T>(&self, engine: &Engine, record: &Record, tell: impl FnOnce(&Index) -> T) -> Option<T> {
        let current = record.current.as_ref()?;
        let open = self.get_at_a_glance(engine, &record.coordinate, None);
        match open.filter(|open| open.generation == current.generation) {
            Some(open) => Some(tell(&open.index)),
            None => Some(tell(&open_file(&engine.cache, &record.coordinate, current, Care::Little).ok()?.index)),
        }
    }

    /// Opens the index that a record points to and keeps it open.
    pub fn open(&self, engine: &Engine, seen: &Seen) -> Result<Opened, Unopened> {
        self.open_with(engine, seen, None, Care::Usual)
    }

    /// The same with little care: what is opened so only says where to look.
    pub fn glance(&self, engine: &Engine, seen: &Seen) -> Result<Opened, Unopened> {
        self.open_with(engine, seen, None, Care::Little)
    }

    /// Opens what is there although its source could not be read again: it answers, and says so.
    pub fn open_as_is(&self, engine: &Engine, seen: &Seen, failure: &Failure) -> Result<Opened, Unopened> {
        self.open_with(
            engine,
            seen,
            Some(format!("answered from the index made before: {}", failure.message)),
            Care::Usual,
        )
    }

    fn open_with(&self, engine: &Engine, seen: &Seen, doubt: Option<String>, care: Care) -> Result<Opened, Unopened> {
        let internal = |what: &str| Unopened::Refused(Failure::internal(what));
        let record = seen.record.as_ref().ok_or_else(|| internal("what is not registered has no index"))?;
        let coordinate = &record.coordinate;
        let current = record.current.as_ref().ok_or_else(|| internal("what is not indexed cannot be opened"))?;
        let file = fs::stamp(&engine.cache.index_file(coordinate, &current.generation)).ok();
        // Whoever read all of a file does not read it again while it has the same stamp.
        let known = lock(&self.found_whole).get(coordinate).copied();
        let is_whole = file.is_some() && known == file;
        let needed = if is_whole { Care::Little } else { care };
        let opening = open_file(&engine.cache, coordinate, current, needed)?;
        if care == Care::Usual
            && let Some(file) = file.filter(|file| !is_whole && file.is_settled())
        {
            lock(&self.found_whole).insert(coordinate.clone(), file);
        }
        if let Some(stamp) = opening.stamp {
            engine.vouch(record, stamp);
        }
        let index = opening.index;
        let mut opened = Opened {
            coordinate: coordinate.clone(),
            origin: index.meta().origin,
            generation: current.generation.clone(),
            version_assumed: false,
            incomplete: index.artifact_problems().map_err(|error| unopened(coordinate, &error))?,
            index: Arc::new(index),
            source: Arc::new((engine.cache.clone(), record.clone())),
            poms: Arc::default(),
        };
        let doubtful = doubt.is_some();
        opened.incomplete.extend(doubt.map(|reason| Incomplete::new(coordinate.to_string(), reason)));
        let gone = record.stamp.is_some() && engine.is_gone(record);
        if gone {
            let reason = "its directory is gone or cannot be read: what was indexed of it answers";
            opened.incomplete.push(Incomplete::note(coordinate.to_string(), reason));
        }
        self.keep(
            coordinate,
            Place {
                record: seen.stamp,
                edition: None,
                opened: opened.clone(),
                directory: record.stamp.is_some().then(|| record.clone()),
                gone,
                doubtful,
                glanced: care == Care::Little && !is_whole,
                compared: Instant::now(),
                took: Duration::ZERO,
                used: Instant::now(),
            },
        );
        Ok(opened)
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
        lock(&self.places)
    }
}

/// How much of a file that has the stamp in its record is read to tell whether it is what was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Care {
    /// All of a small file: what answers.
    Usual,
    /// Nothing: what only says where to look.
    Little,
}

/// Opens the index file that a record points to, after a look at whether it is the one it was. What the system refuses is
/// tried once more.
pub fn open_file(cache: &Cache, coordinate: &Coordinate, current: &Current, care: Care) -> Result<Opening, Unopened> {
    match try_open(cache, coordinate, current, care) {
        Err(Unopened::Refused(_)) => try_open(cache, coordinate, current, care),
        tried => tried,
    }
}

fn try_open(cache: &Cache, coordinate: &Coordinate, current: &Current, care: Care) -> Result<Opening, Unopened> {
    let path = cache.index_file(coordinate, &current.generation);
    let unread = |error: FsError| match error.kind() {
        Kind::NotFound | Kind::NotPlain => damaged(coordinate, error.reason()),
        _ => Unopened::Refused(error.into()),
    };
    let stamp = fs::stamp(&path).map_err(unread)?;
    if stamp.length != current.length {
        return Err(damaged(coordinate, &format!("it has {} bytes instead of {}", stamp.length, current.length)));
    }
    let is_known = current.stamp == Some(stamp);
    let is_small = stamp.length <= DIGESTED_AT_OPEN;
    let is_read = !is_known || (is_small && care == Care::Usual);
    if is_read && digest_of(&path).map_err(unread)?.0 != current.digest {
        return Err(damaged(coordinate, "its content is not what was written"));
    }
    let index = Index::open(&path).map_err(|error| unopened(coordinate, &error))?;
    Ok(Opening { index, stamp: Some(stamp).filter(|_| !is_small && !is_known) })
}

fn damaged(coordinate: &Coordinate, reason: &str) -> Unopened {
    let message = format!("the index of {coordinate} is damaged: {reason}");
    Unopened::Unfit(Failure::new(Status::IndexingFailed, message).suggest("index_artifact"))
}

fn unopened(coordinate: &Coordinate, error: &StoreError) -> Unopened {
    let message = format!("{coordinate}: {error}");
    match error {
        StoreError::Damaged(_) | StoreError::OtherFormat { .. } => {
            Unopened::Unfit(Failure::new(Status::IndexingFailed, message).suggest("index_artifact"))
        }
        StoreError::Unreadable(_) => Unopened::Refused(Failure::internal(message)),
    }
}

/// Writes another stamp into the record of an index; none: whoever opens it next reads all of it. Only while that index
/// is in force, and only where nobody else is at work on the coordinate.
pub fn restamp(cache: &Cache, record: &Record, stamp: Option<Stamp>) {
    /// Whoever asks waits; the next process can do it as well.
    const WAIT: Duration = Duration::from_millis(50);
    let coordinate = &record.coordinate;
    let lock = cache.lock(coordinate, WAIT);
    if lock.is_none() && cache.is_locked(coordinate) {
        return;
    }
    let Ok(Some(mut now)) = registry::load(cache, coordinate) else { return };
    let generation = record.current.as_ref().map(|current| &current.generation);
    if let Some(current) = now.current.as_mut().filter(|current| Some(&current.generation) == generation) {
        current.stamp = stamp;
        // A cache that cannot be written goes without: its large files are read whole by every process.
        let _ = registry::save(cache, &now);
    }
    drop(lock);
}

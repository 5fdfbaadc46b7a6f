//! The records: what is registered, what is current, what failed last. One small JSON file a coordinate.
//!
//! Promises: a record is whole or not there, whoever is killed while writing it; what cannot be read is said to be
//! [`RegistryError::Unreadable`] and never taken for "not registered"; a record holds no secret and, for files below
//! the local Maven repository, the Gradle cache or the home, no absolute path. Fields that a newer jardex added are
//! ignored; a record of another shape lives in another folder. Knows nothing of what an index holds.

mod record;
mod roots;
mod time;

use std::path::Path;

pub use record::{Current, Failed, Record, Source};
pub use roots::Roots;
pub use time::rfc3339;

use crate::cache::{Cache, escape};
use crate::coordinate::Coordinate;
use crate::error::{Failure, Incomplete, Status};
use crate::fs::{self, FileKind, FsError, Kind, Limits, Walked};

/// Longest record that is read, in bytes: a real one has some 1,000.
const LARGEST_RECORD: u64 = 1024 * 1024;

/// Folders above a record, and how many records are listed at most.
const LIMITS: Limits = Limits { files: 1_000_000, depth: 3 };

/// Why a record could not be read.
#[derive(Debug, thiserror::Error)]
pub enum RegistryError {
    /// Cut short, empty, of another format or another coordinate: to be made again from the newest valid index.
    #[error("the record {path} cannot be used: {reason}")]
    Unreadable { path: String, reason: String },
    /// The system refused; the record may be well.
    #[error(transparent)]
    File(#[from] FsError),
}

impl From<RegistryError> for Failure {
    fn from(error: RegistryError) -> Self {
        match error {
            RegistryError::File(error) => error.into(),
            unreadable @ RegistryError::Unreadable { .. } => Self::new(Status::InternalError, unreadable.to_string())
                .hint("register the artifact again: that writes a new record"),
        }
    }
}

/// All that is registered.
#[derive(Debug, Default)]
pub struct Listing {
    /// By group, artifact, then version as text.
    pub records: Vec<Record>,
    /// Files in the registry's folder that are no usable record, and why.
    pub unreadable: Vec<Incomplete>,
}

/// The record of a coordinate; none when it is not registered.
pub fn load(cache: &Cache, coordinate: &Coordinate) -> Result<Option<Record>, RegistryError> {
    let path = cache.record_file(coordinate);
    let Some(bytes) = fs::read_if_exists(&path, LARGEST_RECORD)? else { return Ok(None) };
    let record = parse(cache, &path, &bytes)?;
    if record.coordinate == *coordinate {
        return Ok(Some(record));
    }
    Err(unreadable(cache, &path, format!("it is a record of {}", record.coordinate)))
}

/// The records of some coordinates, in the order asked.
pub fn load_many<'a>(
    cache: &Cache,
    coordinates: impl IntoIterator<Item = &'a Coordinate>,
) -> Vec<Result<Option<Record>, RegistryError>> {
    coordinates.into_iter().map(|coordinate| load(cache, coordinate)).collect()
}

/// Writes a record over the one before it.
///
/// # Errors
/// `not_permitted` when the cache cannot be written, `indexing_failed` when the disk is full; the one before stays.
pub fn save(cache: &Cache, record: &Record) -> Result<(), Failure> {
    cache.write(&cache.record_file(&record.coordinate), &record.to_bytes())
}

/// Removes the record of a coordinate. True: there was one.
///
/// # Errors
/// `not_permitted` when the cache cannot be written.
pub fn remove(cache: &Cache, coordinate: &Coordinate) -> Result<bool, Failure> {
    let path = cache.record_file(coordinate);
    let removed = fs::remove_file(&path).map_err(|error| cache.refuse(error))?;
    cache.remove_empty_above(&path);
    Ok(removed)
}

/// The registered versions of an artifact, in no particular order; those whose record cannot be read are among them.
///
/// # Errors
/// When the folder cannot be listed; one that does not exist means that there are none.
pub fn versions(cache: &Cache, group: &str, artifact: &str) -> Result<Vec<Coordinate>, Failure> {
    let listed = match fs::list(&cache.records_of(group, artifact)) {
        Ok(listed) => listed,
        Err(error) if error.kind() == Kind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error.into()),
    };
    let folder = format!("registry-v1/{}/{}", escape(group), escape(artifact));
    let known = listed.into_iter().filter_map(|file| {
        file.name.strip_suffix(".json")?;
        match read(cache, &file.path) {
            Ok(record) => record.map(|record| record.coordinate),
            Err(_) => cache.coordinate_of_record(&format!("{folder}/{}", file.name)),
        }
    });
    Ok(known.collect())
}

/// Every record there is. A record that cannot be read is left out and named.
///
/// # Errors
/// When the registry's folder cannot be listed; one that does not exist is an empty registry.
pub fn list(cache: &Cache) -> Result<Listing, RegistryError> {
    let walked = files(cache)?;
    let records = walked.files.iter().map(|file| read(cache, &file.place)).collect();
    Ok(listing(walked, records))
}

/// The same of files that were listed and of what was read of each by [`read`].
#[must_use]
pub fn listing(walked: Walked, records: Vec<Result<Option<Record>, String>>) -> Listing {
    let mut listing = Listing::default();
    for (file, record) in walked.files.iter().zip(records) {
        match record {
            Ok(Some(record)) => listing.records.push(record),
            Ok(None) => {}
            Err(reason) => listing.unreadable.push(named(&file.path, reason)),
        }
    }
    listing.unreadable.extend(walked.problems.into_iter().map(|(path, reason)| named(&path, reason)));
    listing.records.sort_by(|a, b| a.coordinate.cmp(&b.coordinate));
    listing
}

/// The files of all records, unread: their stamps tell which have changed.
///
/// # Errors
/// As [`list`].
pub fn files(cache: &Cache) -> Result<Walked, RegistryError> {
    let walked = fs::walk(&cache.records_folder(), LIMITS, |path, is_folder| {
        is_folder || Path::new(path).extension().is_some_and(|extension| extension == "json")
    });
    match walked {
        Ok(walked) => Ok(walked),
        Err(error) if error.kind() == Kind::NotFound => Ok(Walked::default()),
        Err(error) => Err(error.into()),
    }
}

fn named(path: &str, reason: String) -> Incomplete {
    Incomplete::new(format!("registry-v1/{path}"), reason)
}

/// The record at `path`, one of [`files`]; none when it vanished since it was listed.
///
/// # Errors
/// Why it cannot be used.
pub fn read(cache: &Cache, path: &Path) -> Result<Option<Record>, String> {
    let Some(bytes) = fs::read_if_exists(path, LARGEST_RECORD).map_err(|error| error.reason().to_owned())? else {
        return Ok(None);
    };
    let record = Record::from_bytes(&bytes)?;
    if cache.record_file(&record.coordinate) == path {
        return Ok(Some(record));
    }
    Err(format!("it is a record of {}, which lies elsewhere", record.coordinate))
}

fn parse(cache: &Cache, path: &Path, bytes: &[u8]) -> Result<Record, RegistryError> {
    Record::from_bytes(bytes).map_err(|reason| unreadable(cache, path, reason))
}

fn unreadable(cache: &Cache, path: &Path, reason: String) -> RegistryError {
    let path = path.strip_prefix(cache.root()).unwrap_or(path);
    RegistryError::Unreadable { path: path.display().to_string(), reason }
}

/// Whether a coordinate's folder of records holds a plain file for it; cheaper than [`load`].
#[must_use]
pub fn is_registered(cache: &Cache, coordinate: &Coordinate) -> bool {
    fs::kind_of(&cache.record_file(coordinate)).is_ok_and(|kind| kind == FileKind::Plain)
}

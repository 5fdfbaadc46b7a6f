//! What is registered and whether it can answer: the records behind the explorer.
//!
//! Every method runs to its end on the thread it is called on; [`super::jobs`] decides which thread that is. Where sources
//! are is in [`super::locate`], how indexes are made in [`super::build`].

use std::collections::BTreeMap;
use std::sync::OnceLock;
use std::time::SystemTime;

use rayon::prelude::*;

use super::build::{counts_value, digest_of, is_of_this_program};
use super::open::{self, Care, Opening, Unopened};
use super::{Artifact, Indexed, Registered, State, copies, listing};
use crate::cache::Cache;
use crate::config::Config;
use crate::coordinate::Coordinate;
use crate::error::{Failure, Status};
use crate::fs::{self, Kind, Stamp};
use crate::parse::worker::Program;
use crate::registry::{self, Current, Record, RegistryError, Roots};
use crate::source::SourceKind;
use crate::source::repository::Repositories;
use crate::store::read::Index;

/// Records that are worth a thread: some hundred microseconds.
const SHARE: usize = 16;

/// Outcome of a background job.
#[derive(Clone)]
pub enum Outcome {
    Ready,
    Registered(Registered),
    Indexed(Indexed),
}

/// Everything a job needs, shared by all of them.
pub struct Engine {
    pub config: Config,
    pub cache: Cache,
    pub program: Program,
    repositories: OnceLock<Repositories>,
}

/// A record as it was found.
pub struct Seen {
    /// The record's file just before it was read: another one later means that another index may be in force.
    pub stamp: Option<Stamp>,
    pub record: Option<Record>,
}

impl Seen {
    /// Whether there is an index to open.
    pub fn is_indexed(&self) -> bool {
        self.record.as_ref().is_some_and(|record| record.current.is_some())
    }
}

/// Whether a registered artifact can answer.
pub enum Ready {
    Yes,
    /// Something has to be done first: it is to be indexed at its first question, its directory has changed, or another
    /// program made its index.
    Stale,
    No(Failure),
}

impl Engine {
    pub fn new(config: Config, program: Program) -> Self {
        let cache = Cache::at(config.home.clone());
        Self { config, cache, program, repositories: OnceLock::new() }
    }

    /// Repositories and their settings files, read when first needed.
    pub fn repositories(&self) -> &Repositories {
        self.repositories.get_or_init(|| Repositories::open(&self.config, &self.cache))
    }

    pub fn roots(&self) -> Roots {
        Roots {
            maven_local: self.config.maven_local.clone(),
            gradle: self.config.gradle_home.clone(),
            home: self.config.user_home.clone(),
        }
    }

    /// The record of a coordinate, and what tells later whether it is still the same one.
    pub fn look(&self, coordinate: &Coordinate) -> Result<Seen, Failure> {
        // Looked at before it is read: a record that is replaced in between is then seen as another one next time.
        let stamp = fs::stamp(&self.cache.record_file(coordinate)).ok();
        let record = self.record(coordinate)?;
        Ok(Seen { stamp, record })
    }

    /// The record of a coordinate; one that cannot be read is made again from the newest valid index.
    pub fn record(&self, coordinate: &Coordinate) -> Result<Option<Record>, Failure> {
        let reason = match registry::load(&self.cache, coordinate) {
            Ok(record) => return Ok(record),
            Err(RegistryError::Unreadable { reason, .. }) => reason,
            // Something else lies in its place.
            Err(RegistryError::File(error)) if matches!(error.kind(), Kind::NotPlain | Kind::TooLarge) => {
                error.reason().to_owned()
            }
            Err(error) => return Err(error.into()),
        };
        tracing::warn!(%coordinate, reason, "the record cannot be used and is made again from the newest index");
        self.recover(coordinate)
    }

    fn recover(&self, coordinate: &Coordinate) -> Result<Option<Record>, Failure> {
        for (generation, path) in self.cache.index_files(coordinate)? {
            let Some(index) = Index::open(&path).ok().filter(|index| index.meta().coordinate == *coordinate) else {
                continue;
            };
            // The digest of the file went with the record: what can be checked without it is.
            if let Err(error) = index.check() {
                tracing::warn!(%coordinate, %error, "an index without a record was passed over");
                continue;
            }
            let mut source = registry::Source::new(SourceKind::Jar.as_str(), "");
            source.automatic = true;
            let mut record = Record::new(coordinate.clone(), source);
            let (digest, length) = digest_of(&path)?;
            record.current = Some(Current {
                source_digest: index.meta().source_digest.clone(),
                source_stamp: None,
                commit: None,
                generation,
                digest,
                length,
                stamp: fs::stamp(&path).ok(),
                built: registry::rfc3339(SystemTime::now()),
                seconds: Vec::new(),
                counts: counts_value(&index.meta().counts),
                notes: vec!["its record was lost and made again from the index".to_owned()],
                // Nothing vouches for the names in it: the next index_artifact builds it again.
                provisional: true,
                unasked: false,
            });
            // A cache that cannot be written still answers from what was recovered.
            let _ = registry::save(&self.cache, &record);
            return Ok(Some(record));
        }
        Ok(None)
    }

    /// Whether a registered artifact can be opened as it is.
    pub fn ready(&self, record: &Record) -> Ready {
        let coordinate = &record.coordinate;
        match (&record.current, &record.last_failure) {
            (Some(current), _) if !self.is_in_force(record, current) || self.has_changed(record) => Ready::Stale,
            (Some(_), _) => Ready::Yes,
            (None, _) if record.source.lazy => Ready::Stale,
            (None, Some(failed)) => {
                let message = format!("{coordinate} could not be indexed: {}", failed.reason);
                Ready::No(Failure::new(Status::IndexingFailed, message).suggest("index_artifact"))
            }
            (None, None) => {
                let message = format!("{coordinate} is registered but not indexed");
                Ready::No(Failure::new(Status::IndexingRequired, message).suggest("index_artifact"))
            }
        }
    }

    /// Whether an index is what this program would make now of the same source.
    pub fn is_in_force(&self, record: &Record, current: &Current) -> bool {
        is_of_this_program(record, current) && !self.may_have_sources(current)
    }

    /// Whether an index was made of class files only because the network was off, which it is not any more.
    pub fn may_have_sources(&self, current: &Current) -> bool {
        current.unasked && !self.repositories().client().is_offline()
    }

    /// Whether a registered directory differs from what was indexed. One that is gone does not.
    pub fn has_changed(&self, record: &Record) -> bool {
        let is_directory = SourceKind::parse(&record.source.kind) == Some(SourceKind::Directory);
        is_directory && self.directory_stamp(record).is_some_and(|now| record.stamp.as_ref() != Some(&now))
    }

    /// Opens the index file that a record points to, after a look at whether it is the one it was.
    pub fn open_file(&self, coordinate: &Coordinate, current: &Current) -> Result<Opening, Unopened> {
        open::open_file(&self.cache, coordinate, current, Care::Usual)
    }

    /// Writes into a record that the file of its index was found whole although it lies elsewhere than it did (restored,
    /// copied): the next process then need not read all of it.
    pub fn vouch(&self, record: &Record, stamp: Stamp) {
        open::restamp(&self.cache, record, Some(stamp));
    }

    /// All registered artifacts: by group, artifact, then Maven's version order. One whose record cannot be used is
    /// among them.
    pub fn artifacts(&self) -> Result<Vec<Artifact>, Failure> {
        let walked = registry::files(&self.cache)?;
        let read = walked.files.par_iter().with_min_len(SHARE).map(|file| registry::read(&self.cache, &file.place));
        let read = read.collect();
        let listing = registry::listing(walked, read);
        let mut copies = copies::among(&listing.records);
        let mut all = BTreeMap::new();
        let mut add = |artifact: Artifact| {
            all.insert(listing::in_order(&artifact.coordinate), artifact);
        };
        for record in listing.records {
            let copy_of = copies.remove(&record.coordinate);
            add(Artifact { copy_of, ..self.artifact(record) });
        }
        for unreadable in listing.unreadable {
            let Some(coordinate) = self.cache.coordinate_of_record(&unreadable.what) else {
                tracing::warn!(what = unreadable.what, reason = unreadable.reason, "no record");
                continue;
            };
            match self.record(&coordinate) {
                Ok(Some(record)) => add(self.artifact(record)),
                _ => add(Artifact {
                    coordinate,
                    state: State::Failed,
                    reason: Some(format!("its record cannot be used: {}", unreadable.reason)),
                    copy_of: None,
                }),
            }
        }
        Ok(all.into_values().collect())
    }

    /// A registered artifact and its state.
    pub fn artifact(&self, record: Record) -> Artifact {
        let (state, reason) = match (&record.current, &record.last_failure) {
            (Some(_), _) => (State::Indexed, None),
            _ if self.cache.is_locked(&record.coordinate) => (State::Indexing, None),
            (None, Some(failed)) => (State::Failed, Some(failed.reason.clone())),
            (None, None) => (State::Registered, None),
        };
        Artifact { coordinate: record.coordinate, state, reason, copy_of: None }
    }
}

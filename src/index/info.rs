//! Everything known of one artifact: its record, its index, and how its source stands now.
//!
//! Nothing is built or changed for it, save that an artifact nobody registered registers itself as for any question. A
//! source is compared by its stamp, and by its content where that tells nothing; nothing is asked over the network.

use std::path::Path;

use super::class_jar::{self, Comparison};
use super::engine::{Engine, Ready};
use super::{Explorer, State};
use crate::coordinate::Coordinate;
use crate::digest::{Sha256, hex};
use crate::error::{Failure, Incomplete, Status};
use crate::fetch::git::Address;
use crate::fs::{self, Kind};
use crate::model::{Language, Origin};
use crate::registry::Record;
use crate::source::{SourceKind, git};
use crate::store::read::{Index, StoreError};
use crate::store::{self, Counts};
use crate::text::url::file_uri;
use crate::work::Work;

/// What get_artifact_info tells.
pub struct Info {
    pub coordinate: Coordinate,
    /// The version was left out and this is the only one registered.
    pub version_assumed: bool,
    pub state: State,
    /// Why the last attempt failed, where it did.
    pub reason: Option<String>,
    pub record: Record,
    /// Where the source is, as a URI; none where nobody knows any more.
    pub uri: Option<String>,
    /// How the source stands to the index.
    pub source: Standing,
    /// The index in force, where it can be read.
    pub index: Option<Contents>,
    /// What the class JAR says of the index, where it is at hand.
    pub classes: Option<Comparison>,
    /// Where sources were laid out, below the cache root.
    pub extracted_to: Option<String>,
    /// What could not be told, and why.
    pub incomplete: Vec<Incomplete>,
}

/// How a source stands to the index that was made of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    Same,
    /// It is there and holds something else.
    Changed,
    /// It is not there any more; the index answers all the same.
    Gone,
    /// On another machine, or never indexed.
    Unknown,
}

/// What an index holds.
pub struct Contents {
    pub origin: Origin,
    pub counts: Counts,
    /// Files by language, most first.
    pub languages: Vec<(Language, u64)>,
    /// Types by origin, most first, where they are of several.
    pub types_by_origin: Vec<(Origin, u64)>,
    /// Files that did not parse cleanly and what else is wrong.
    pub problems: Vec<Incomplete>,
    /// The format of the file.
    pub format: u32,
}

impl Explorer {
    /// Everything known of an artifact; without a version, of the only one registered.
    ///
    /// # Errors
    /// Every status of a coordinate that is not registered and cannot be.
    pub fn info(&self, group: &str, artifact: &str, version: Option<&str>, work: &Work) -> Result<Info, Failure> {
        let coordinate = match version {
            Some(version) => Coordinate::new(group, artifact, version)?,
            None => self.only_version(group, artifact)?,
        };
        if self.engine.record(&coordinate)?.is_none() {
            self.open(group, artifact, Some(coordinate.version()), work)?;
        }
        let Some(record) = self.engine.record(&coordinate)? else {
            let message = format!("{coordinate} is being changed by another process; ask again in a few seconds");
            return Err(Failure::new(Status::Indexing, message));
        };
        Ok(Info { version_assumed: version.is_none(), ..self.engine.describe(record, work)? })
    }
}

impl Engine {
    fn describe(&self, record: Record, work: &Work) -> Result<Info, Failure> {
        let artifact = self.artifact(record.clone());
        let mut info = Info {
            coordinate: record.coordinate.clone(),
            version_assumed: false,
            state: artifact.state,
            reason: record.last_failure.as_ref().map(|failed| failed.reason.clone()),
            uri: self.source_uri(&record),
            source: self.source_standing(&record, work)?,
            index: None,
            classes: None,
            extracted_to: None,
            incomplete: Vec::new(),
            record,
        };
        let coordinate = &info.coordinate;
        if fs::exists(&self.cache.sources_folder(coordinate)) {
            info.extracted_to = Some(format!("{}/sources", self.cache.location(coordinate)));
        }
        let Some(current) = &info.record.current else { return Ok(info) };
        match self.open_file(coordinate, current).map_err(Failure::from) {
            Ok(opening) => {
                let index = opening.index;
                let unread = |error: StoreError| Failure::new(Status::IndexingFailed, format!("{coordinate}: {error}"));
                let of_git = SourceKind::parse(&info.record.source.kind) == Some(SourceKind::Git);
                info.index = Some(contents(&index, of_git).map_err(unread)?);
                if matches!(self.ready(&info.record), Ready::Stale) && info.source != Standing::Changed {
                    let reason = if self.may_have_sources(current) {
                        "it was made of class files while the network was off: its sources are looked for at its next use"
                    } else {
                        "its index was made by another version of jardex and is built again at its next use"
                    };
                    info.incomplete.push(Incomplete::note(coordinate.to_string(), reason));
                }
                if index.meta().origin == Origin::Source
                    && let Some(found) = self.repositories().local_classes(coordinate)
                {
                    match class_jar::compare(&found, &index, work) {
                        Ok(compared) => info.classes = Some(compared),
                        Err(failure) if failure == Failure::cancelled() => return Err(failure),
                        Err(failure) => {
                            let what = found.path.display().to_string();
                            info.incomplete.push(Incomplete::new(what, failure.message));
                        }
                    }
                }
            }
            Err(failure) => info.incomplete.push(Incomplete::new(
                coordinate.to_string(),
                format!("{}; it is built again at its next use", failure.message),
            )),
        }
        Ok(info)
    }

    /// Where a source is, as people and programs can follow it.
    fn source_uri(&self, record: &Record) -> Option<String> {
        let recorded = &record.source.uri;
        if recorded.is_empty() {
            return None;
        }
        let is_remote =
            SourceKind::parse(&record.source.kind) == Some(SourceKind::Git) && Address::parse(recorded).is_ok();
        if is_remote || recorded.contains("://") {
            return Some(recorded.clone());
        }
        Some(self.roots().resolve(recorded).map_or_else(|| recorded.clone(), |path| file_uri(&path)))
    }

    /// Whether the source on this machine is what the index was made of.
    fn source_standing(&self, record: &Record, work: &Work) -> Result<Standing, Failure> {
        let recorded = &record.source.uri;
        let Some(current) = &record.current else { return Ok(Standing::Unknown) };
        if recorded.is_empty() || recorded.contains("://") {
            return Ok(Standing::Unknown);
        }
        let Some(path) = self.roots().resolve(recorded) else { return Ok(Standing::Gone) };
        Ok(match SourceKind::parse(&record.source.kind) {
            Some(SourceKind::Directory | SourceKind::Git) if !fs::exists(&path) => Standing::Gone,
            Some(SourceKind::Directory) if self.has_changed(record) => Standing::Changed,
            Some(SourceKind::Directory) => Standing::Same,
            Some(SourceKind::Jar) => match fs::stamp_opened(&path) {
                Err(error) if matches!(error.kind(), Kind::NotFound | Kind::NotPlain) => Standing::Gone,
                Err(_) => Standing::Unknown,
                Ok(now) if current.source_stamp == Some(now) && now.tells() => Standing::Same,
                Ok(_) => has_content(&path, &current.source_digest, work)?,
            },
            Some(SourceKind::Git) => {
                let (git_ref, folder) = (record.source.git_ref.as_deref(), record.source.git_subdir.as_deref());
                match git::digest_now(recorded, &path, git_ref.unwrap_or_default(), folder) {
                    Ok(now) if current.source_digest == now => Standing::Same,
                    Ok(_) => Standing::Changed,
                    // Of the repository only this was taken.
                    Err(failure) if failure.status == Status::GitRefNotFound => Standing::Gone,
                    Err(_) => Standing::Unknown,
                }
            }
            None => Standing::Unknown,
        })
    }
}

/// Whether a file holds what has this digest.
fn has_content(path: &Path, digest: &str, work: &Work) -> Result<Standing, Failure> {
    let mut all = Sha256::new();
    let read = fs::read_pieces(path, |piece| {
        if !work.is_cancelled() {
            all.update(piece);
        }
    });
    work.check()?;
    Ok(match read {
        Ok(_) if format!("sha256:{}", hex(&all.finish())) == digest => Standing::Same,
        Ok(_) => Standing::Changed,
        Err(error) if error.kind() == Kind::NotFound => Standing::Gone,
        Err(_) => Standing::Unknown,
    })
}

fn contents(index: &Index, of_git: bool) -> Result<Contents, StoreError> {
    let meta = index.meta();
    let mut origins = index.types_by_origin()?;
    if origins.len() < 2 {
        origins.clear();
    }
    let told = |(origin, count)| (if of_git && origin == Origin::Source { Origin::Git } else { origin }, count);
    Ok(Contents {
        origin: meta.origin,
        counts: meta.counts,
        languages: index.languages()?,
        types_by_origin: origins.into_iter().map(told).collect(),
        problems: index.problems()?.as_ref().clone(),
        format: store::FORMAT,
    })
}

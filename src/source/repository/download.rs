//! One remote repository and one coordinate: what was downloaded before, what the repository answers now.
//!
//! Beside a downloaded JAR lies a record (`<name>.json`) with its digest: a file without one, or with another content,
//! is downloaded again. A not-found is remembered in `<name>.absent` for an hour.

use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use super::local::whole_archive;
use super::{Asking, Found, Place, Remote, Route, sources_name};
use crate::cache::Cache;
use crate::coordinate::Coordinate;
use crate::error::{Failure, Status};
use crate::fetch::{self, Client, Download, FetchError, Outcome, Request};
use crate::fs::{self, FsError};
use crate::maven::layout::{File, local_path, url};
use crate::maven::xml::{self, LARGEST_DOCUMENT};
use crate::work::Work;

/// How long a not-found serves those who ask by the way: releases appear seldom, and a question must not ask each time.
const REMEMBERED: Duration = Duration::from_secs(60 * 60);
/// Largest record or not-found file; both hold a few hundred bytes.
const LARGEST_RECORD: u64 = 64 * 1024;

/// What a repository has of a coordinate's sources.
pub(super) enum Answer {
    Found(Found),
    /// It has none; the class JAR it has instead, if that.
    Absent {
        class_jar: Option<String>,
    },
    /// It would have been asked.
    Offline,
    Failed(Box<Failure>),
}

/// A remote repository's place in the cache for one coordinate.
pub(super) struct Shelf<'a> {
    pub cache: &'a Cache,
    pub client: &'a Client,
    pub remote: &'a Remote,
    pub coordinate: &'a Coordinate,
}

/// What is known of a downloaded file.
#[derive(Debug, Serialize, Deserialize)]
struct Record {
    /// Redacted.
    url: String,
    sha256: String,
    bytes: u64,
    /// The algorithm of the checksum that was compared.
    checksum: Option<String>,
    etag: Option<String>,
}

/// A not-found.
#[derive(Debug, Serialize, Deserialize)]
struct Absence {
    /// Seconds since 1970.
    at: u64,
    class_jar: Option<String>,
}

impl Shelf<'_> {
    /// The sources in this repository.
    ///
    /// # Errors
    /// What is no trouble of this repository alone: cancelled, cache not writable, disk full.
    pub fn sources(&self, asking: Asking, largest: u64, work: &Work) -> Result<Answer, Failure> {
        match &self.remote.route {
            Route::Blocked(reason) => {
                let message = format!("the repository '{}' was not asked: {reason}", self.remote.id);
                Ok(Answer::Failed(Box::new(Failure::new(Status::DownloadFailed, message))))
            }
            Route::Folder(root) => {
                let path = local_path(root, self.coordinate, File::SOURCES);
                let whole = path.map(|path| whole_archive(&path, largest).map_err(|reason| (path, reason)));
                Ok(match whole {
                    Some(Ok((whole, _))) => Answer::Found(Found {
                        uri: whole.path.display().to_string(),
                        path: whole.path,
                        place: Place::Remote(self.remote.id.clone()),
                        sha256: whole.sha256,
                        bytes: whole.bytes,
                        pom: cached_pom(self.cache, self.remote, self.coordinate),
                        notes: Vec::new(),
                    }),
                    Some(Err((path, Some(reason)))) => {
                        let message = format!("{} does not serve: {reason}", path.display());
                        Answer::Failed(Box::new(Failure::new(Status::InvalidSource, message)))
                    }
                    Some(Err((_, None))) | None => Answer::Absent { class_jar: None },
                })
            }
            Route::Http(base) => self.over_http(base, asking, largest, work),
        }
    }

    fn over_http(&self, base: &str, asking: Asking, largest: u64, work: &Work) -> Result<Answer, Failure> {
        let cached = self.cached(largest);
        if let Some((found, _)) = &cached
            && (asking == Asking::ByTheWay || self.client.is_offline())
        {
            return Ok(Answer::Found(found.clone()));
        }
        if asking == Asking::ByTheWay
            && let Some(absence) = self.absence()
        {
            return Ok(Answer::Absent { class_jar: absence.class_jar });
        }
        if self.client.is_offline() {
            return Ok(Answer::Offline);
        }
        let asked = self.download(base, cached.as_ref().and_then(|(_, etag)| etag.clone()), work);
        Ok(match (asked, cached) {
            (Ok(found), _) => Answer::Found(found),
            (Err(Trouble::Unchanged), Some((found, _))) => Answer::Found(found),
            (Err(Trouble::Unchanged), None) => {
                let message = format!("{} answered that a file is unchanged that was not at hand", self.remote.shown());
                Answer::Failed(Box::new(Failure::new(Status::DownloadFailed, message)))
            }
            (Err(Trouble::Absent), _) => self.remember_absence(base, work)?,
            (Err(Trouble::General(failure)), _) => return Err(failure),
            (Err(Trouble::Remote(failure)), Some((mut found, _))) => {
                found.notes.push(format!("the earlier download was used: {}", failure.message));
                Answer::Found(found)
            }
            (Err(Trouble::Remote(failure)), None) => Answer::Failed(Box::new(failure)),
        })
    }

    fn download(&self, base: &str, etag: Option<String>, work: &Work) -> Result<Found, Trouble> {
        work.stage(format!("downloading {} from {}", sources_name(self.coordinate), self.remote.id));
        let request = Request {
            url: url(base, self.coordinate, File::SOURCES),
            etag,
            companion: Some(url(base, self.coordinate, File::POM)),
        };
        let mut staged = self.cache.stage().map_err(Trouble::General)?;
        let downloaded = match self.client.download(&request, staged.file(), work) {
            Ok(Outcome::Downloaded(downloaded)) => downloaded,
            Ok(Outcome::Unchanged) => return Err(Trouble::Unchanged),
            Err(error) if error.is_absent() => return Err(Trouble::Absent),
            Err(FetchError::Write { source, .. }) => {
                let error = FsError::new("write", staged.path(), &source);
                return Err(Trouble::General(self.cache.refuse(error)));
            }
            Err(error @ FetchError::Cancelled) => return Err(Trouble::General(error.into())),
            Err(error) => return Err(Trouble::Remote(error.into())),
        };
        let path = self.place(&sources_name(self.coordinate));
        staged.publish(&path).map_err(Trouble::General)?;
        self.keep(&downloaded).map_err(Trouble::General)?;
        Ok(self.found(path, downloaded))
    }

    /// Writes what lies beside the JAR: its record and its POM; and forgets that it was not there.
    fn keep(&self, downloaded: &Download) -> Result<(), Failure> {
        let record = Record {
            url: downloaded.url.clone(),
            sha256: downloaded.sha256.clone(),
            bytes: downloaded.bytes,
            checksum: downloaded.checksum.map(str::to_owned),
            etag: downloaded.etag.clone(),
        };
        self.write(&self.record_file(), &record)?;
        if let Some(pom) = downloaded.companion.as_ref().filter(|pom| is_pom(pom)) {
            self.cache.write(&self.place(&File::POM.name(self.coordinate)), pom)?;
        }
        // One that stays is passed over: the JAR is looked for first.
        let _ = fs::remove_file(&self.absence_file());
        Ok(())
    }

    fn found(&self, path: PathBuf, downloaded: Download) -> Found {
        Found {
            path,
            uri: downloaded.url,
            place: Place::Remote(self.remote.id.clone()),
            sha256: downloaded.sha256,
            bytes: downloaded.bytes,
            pom: cached_pom(self.cache, self.remote, self.coordinate),
            notes: unchecked(downloaded.checksum.is_none()),
        }
    }

    /// The earlier download and its entity tag, when it is still what was downloaded.
    fn cached(&self, largest: u64) -> Option<(Found, Option<String>)> {
        let record: Record = serde_json::from_slice(&fs::read(&self.record_file(), LARGEST_RECORD).ok()?).ok()?;
        let path = self.place(&sources_name(self.coordinate));
        let (whole, _) = whole_archive(&path, largest).ok()?;
        if whole.sha256 != record.sha256 {
            tracing::warn!("{} was damaged and is downloaded again", path.display());
            return None;
        }
        let found = Found {
            path,
            uri: record.url,
            place: Place::Remote(self.remote.id.clone()),
            sha256: record.sha256,
            bytes: record.bytes,
            pom: cached_pom(self.cache, self.remote, self.coordinate),
            notes: unchecked(record.checksum.is_none()),
        };
        Some((found, record.etag))
    }

    fn absence(&self) -> Option<Absence> {
        let absence: Absence = serde_json::from_slice(&fs::read(&self.absence_file(), LARGEST_RECORD).ok()?).ok()?;
        // A time that has not come yet was written by another clock: not believed.
        let age = now().checked_sub(absence.at)?;
        (age < REMEMBERED.as_secs()).then_some(absence)
    }

    /// Looks for the class JAR, so that the answer can tell a coordinate without sources from one that is not there.
    fn remember_absence(&self, base: &str, work: &Work) -> Result<Answer, Failure> {
        let classes = url(base, self.coordinate, File::CLASSES);
        let class_jar = match self.client.exists(&classes, work) {
            Ok(true) => Some(fetch::redact(&classes)),
            Err(FetchError::Cancelled) => return Err(Failure::cancelled()),
            Ok(false) | Err(_) => None,
        };
        // Only saves a request: a cache that cannot be written changes nothing of the answer.
        if let Err(failure) = self.write(&self.absence_file(), &Absence { at: now(), class_jar: class_jar.clone() }) {
            tracing::info!("a not-found could not be remembered: {failure}");
        }
        Ok(Answer::Absent { class_jar })
    }

    fn write<T: Serialize>(&self, path: &std::path::Path, value: &T) -> Result<(), Failure> {
        self.cache.write(path, &serde_json::to_vec(value).map_err(Failure::internal)?)
    }

    fn place(&self, name: &str) -> PathBuf {
        self.cache.download_file(&origin(self.remote), self.coordinate, name)
    }

    fn record_file(&self) -> PathBuf {
        self.place(&format!("{}.json", sources_name(self.coordinate)))
    }

    fn absence_file(&self) -> PathBuf {
        self.place(&format!("{}.absent", sources_name(self.coordinate)))
    }
}

/// Why a download did not give a file.
enum Trouble {
    Absent,
    Unchanged,
    /// Of this repository: another may serve.
    Remote(Failure),
    /// Of this machine or the caller: no other helps.
    General(Failure),
}

/// The POM of a coordinate that this repository gave before, or that lies in its folder.
pub(super) fn cached_pom(cache: &Cache, remote: &Remote, coordinate: &Coordinate) -> Option<Vec<u8>> {
    let path = match &remote.route {
        Route::Folder(root) => local_path(root, coordinate, File::POM)?,
        Route::Http(_) => cache.download_file(&origin(remote), coordinate, &File::POM.name(coordinate)),
        Route::Blocked(_) => return None,
    };
    fs::read(&path, LARGEST_DOCUMENT as u64).ok()
}

/// The name under which the cache keeps what this repository gave.
fn origin(remote: &Remote) -> String {
    match &remote.route {
        Route::Http(url) => fetch::redact(url),
        Route::Folder(_) | Route::Blocked(_) => remote.id.clone(),
    }
}

fn is_pom(bytes: &[u8]) -> bool {
    xml::parse(bytes).is_ok_and(|root| root.name == "project")
}

fn unchecked(is_unchecked: bool) -> Vec<String> {
    if is_unchecked { vec!["no checksum was published for this file".to_owned()] } else { Vec::new() }
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

//! One remote repository and one coordinate: what was downloaded before, what the repository answers now.
//!
//! Beside a downloaded JAR lies a record (`<name>.json`) with its digest: a file without one, or with another content,
//! is downloaded again. A not-found is remembered in `<name>.absent` for an hour.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use super::super::Located;
use super::local::open;
use super::{Asking, Found, Place, Remote, Route, Unfit};
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

/// What a repository has of a JAR.
#[allow(clippy::large_enum_variant, reason = "one is made for a request over the network")]
pub(super) enum Answer {
    Found(Found),
    /// It has none; where sources were asked for, the class JAR it has instead, if that.
    Absent {
        class_jar: Option<String>,
    },
    /// It would have been asked.
    Offline,
    Failed(Box<Failure>),
}

/// A remote repository's place in the cache for one JAR.
pub(super) struct Shelf<'a> {
    pub cache: &'a Cache,
    pub client: &'a Client,
    pub remote: &'a Remote,
    pub coordinate: &'a Coordinate,
    /// The sources or the classes.
    pub file: File<'static>,
}

/// What is known of a downloaded file.
#[derive(Debug, Serialize, Deserialize)]
struct Record {
    /// Redacted.
    url: String,
    /// `sha256:` and 64 hexadecimal digits.
    digest: String,
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
    /// The JAR in this repository.
    ///
    /// # Errors
    /// What is no trouble of this repository alone: cancelled, cache not writable, disk full.
    pub fn jar(&self, asking: Asking, largest: u64, work: &Work) -> Result<Answer, Failure> {
        match &self.remote.route {
            Route::Blocked(reason) => {
                let message = format!("the repository '{}' was not asked: {reason}", self.remote.id);
                Ok(Answer::Failed(Box::new(Failure::new(Status::DownloadFailed, message))))
            }
            Route::Folder(root) => Ok(self.in_folder(root, largest)),
            Route::Http(base) => self.over_http(base, asking, largest, work),
        }
    }

    fn in_folder(&self, root: &Path, largest: u64) -> Answer {
        let Some(path) = local_path(root, self.coordinate, self.file) else {
            return Answer::Absent { class_jar: None };
        };
        match open(&path, &path.display().to_string(), largest, |_| true) {
            Ok(source) => Answer::Found(self.found(path, source)),
            Err(Unfit::Missing) => {
                let classes = Some(File::CLASSES).filter(|classes| *classes != self.file);
                let classes = classes.and_then(|classes| local_path(root, self.coordinate, classes));
                let classes = classes.filter(|path| fs::exists(path));
                Answer::Absent { class_jar: classes.map(|path| path.display().to_string()) }
            }
            Err(Unfit::Damaged(reason)) => {
                let message = format!("{} does not serve: {reason}", path.display());
                Answer::Failed(Box::new(Failure::new(Status::InvalidSource, message)))
            }
        }
    }

    fn over_http(&self, base: &str, asking: Asking, largest: u64, work: &Work) -> Result<Answer, Failure> {
        let cached = self.cached(largest);
        let must_ask = asking == Asking::Explicitly && !self.client.is_offline();
        let (cached, etag) = match cached {
            Some((found, _)) if !must_ask => return Ok(Answer::Found(found)),
            Some((found, etag)) => (Some(found), etag),
            None => (None, None),
        };
        if asking == Asking::ByTheWay
            && let Some(absence) = self.absence()
        {
            return Ok(Answer::Absent { class_jar: absence.class_jar });
        }
        if self.client.is_offline() {
            return Ok(Answer::Offline);
        }
        match (self.download(base, etag, largest, work), cached) {
            (Ok(found), _) | (Err(Trouble::Unchanged), Some(found)) => Ok(Answer::Found(found)),
            (Err(Trouble::Absent), _) => self.remember_absence(base, work),
            (Err(Trouble::General(failure)), _) => Err(failure),
            (Err(Trouble::Remote(failure)), Some(mut found)) => {
                found.source.notes.push(format!("the earlier download was used: {}", failure.message));
                Ok(Answer::Found(found))
            }
            (Err(Trouble::Remote(failure)), None) => Ok(Answer::Failed(Box::new(failure))),
            (Err(Trouble::Unchanged), None) => {
                let message = format!("{} answered that a file is unchanged that was not at hand", self.remote.shown());
                Ok(Answer::Failed(Box::new(Failure::new(Status::DownloadFailed, message))))
            }
        }
    }

    fn download(&self, base: &str, etag: Option<String>, largest: u64, work: &Work) -> Result<Found, Trouble> {
        work.stage(format!("downloading {} from {}", self.file.name(self.coordinate), self.remote.id));
        let request = Request {
            url: url(base, self.coordinate, self.file),
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
        // Opened before it gets its name: what is no JAR is never in the cache.
        let source = open(staged.path(), &downloaded.url, largest, |_| true).map_err(|unfit| {
            let reason = if let Unfit::Damaged(reason) = unfit { reason } else { "the download is gone".to_owned() };
            Trouble::Remote(Failure::new(Status::InvalidSource, reason))
        })?;
        let path = self.place(&self.file.name(self.coordinate));
        staged.publish(&path).map_err(Trouble::General)?;
        self.keep(&downloaded).map_err(Trouble::General)?;
        Ok(self.found(path, noted(source, downloaded.checksum.is_some())))
    }

    /// Writes what lies beside the JAR: its record and its POM; and forgets that it was not there.
    fn keep(&self, downloaded: &Download) -> Result<(), Failure> {
        let record = Record {
            url: downloaded.url.clone(),
            digest: format!("sha256:{}", downloaded.sha256),
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

    fn found(&self, path: PathBuf, mut source: Located) -> Found {
        source.pom = cached_pom(self.cache, self.remote, self.coordinate);
        Found { path, place: Place::Remote(self.remote.id.clone()), source }
    }

    /// The earlier download and its entity tag, when it is still what was downloaded.
    fn cached(&self, largest: u64) -> Option<(Found, Option<String>)> {
        let record: Record = serde_json::from_slice(&fs::read(&self.record_file(), LARGEST_RECORD).ok()?).ok()?;
        let path = self.place(&self.file.name(self.coordinate));
        let source = open(&path, &record.url, largest, |_| true).ok().filter(|source| source.digest == record.digest);
        let Some(source) = source else {
            tracing::warn!("{} is missing or damaged and is downloaded again", path.display());
            return None;
        };
        Some((self.found(path, noted(source, record.checksum.is_some())), record.etag))
    }

    fn absence(&self) -> Option<Absence> {
        let absence: Absence = serde_json::from_slice(&fs::read(&self.absence_file(), LARGEST_RECORD).ok()?).ok()?;
        // A time that has not come yet was written by another clock: not believed.
        let age = now().checked_sub(absence.at)?;
        (age < REMEMBERED.as_secs()).then_some(absence)
    }

    /// Looks for the class JAR, so that the answer can tell a coordinate without sources from one that is not there.
    fn remember_absence(&self, base: &str, work: &Work) -> Result<Answer, Failure> {
        let mut class_jar = None;
        if self.file != File::CLASSES {
            let classes = url(base, self.coordinate, File::CLASSES);
            class_jar = match self.client.exists(&classes, work) {
                Ok(true) => Some(fetch::redact(&classes)),
                Err(FetchError::Cancelled) => return Err(Failure::cancelled()),
                Ok(false) | Err(_) => None,
            };
        }
        // Only saves a request: a cache that cannot be written changes nothing of the answer.
        if let Err(failure) = self.write(&self.absence_file(), &Absence { at: now(), class_jar: class_jar.clone() }) {
            tracing::info!("a not-found could not be remembered: {failure}");
        }
        Ok(Answer::Absent { class_jar })
    }

    fn write<T: Serialize>(&self, path: &Path, value: &T) -> Result<(), Failure> {
        self.cache.write(path, &serde_json::to_vec(value).map_err(Failure::internal)?)
    }

    fn place(&self, name: &str) -> PathBuf {
        self.cache.download_file(&origin(self.remote), self.coordinate, name)
    }

    fn record_file(&self) -> PathBuf {
        self.place(&format!("{}.json", self.file.name(self.coordinate)))
    }

    fn absence_file(&self) -> PathBuf {
        self.place(&format!("{}.absent", self.file.name(self.coordinate)))
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

/// The JAR with the note that nothing was there to check it by, where that is so.
fn noted(mut source: Located, is_checked: bool) -> Located {
    if !is_checked {
        source.notes.push("no checksum was published for this file".to_owned());
    }
    source
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

//! One remote repository and one coordinate: what was downloaded before, what the repository answers now.
//!
//! Beside a downloaded JAR lies a record (`<name>.json`) with its digest: a file without one, or with another content,
//! is downloaded again. A not-found is remembered in `<name>.absent` for an hour; nothing else that goes wrong is
//! remembered.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use super::super::Located;
use super::super::remote::unwritten;
use super::local::open;
use super::{Asking, Found, Place, Remote, Route, Unfit};
use crate::cache::Cache;
use crate::coordinate::Coordinate;
use crate::error::{Failure, Status};
use crate::fetch::{self, Client, Download, FetchError, Outcome, Request};
use crate::fs::{self, FsError};
use crate::maven::layout::{File, METADATA, local_path, url};
use crate::maven::settings::ChecksumPolicy;
use crate::maven::snapshot::Metadata;
use crate::maven::xml::{self, LARGEST_DOCUMENT};
use crate::work::Work;

/// How long a not-found serves those who ask by the way: releases appear seldom, and a question must not ask each time.
const REMEMBERED: Duration = Duration::from_secs(60 * 60);
/// Largest record or not-found file; both hold a few hundred bytes.
pub(super) const LARGEST_RECORD: u64 = 64 * 1024;

/// What a repository has of a JAR.
#[allow(clippy::large_enum_variant, reason = "one is made for a request over the network")]
pub(super) enum Answer {
    Found(Found),
    Absent,
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

/// A JAR of a coordinate: which one, and the coordinate in its name. Those two differ for a build of a SNAPSHOT.
#[derive(Clone, Copy)]
pub(super) struct Item<'a> {
    pub file: File<'static>,
    pub named: &'a Coordinate,
}

impl Item<'_> {
    fn name(&self) -> String {
        self.file.name(self.named)
    }
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
    /// Why it was taken without a checksum that agrees.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    doubt: Option<String>,
}

/// A not-found.
#[derive(Debug, Serialize, Deserialize)]
struct Absence {
    /// Seconds since 1970.
    at: u64,
}

impl Shelf<'_> {
    /// The JAR in this repository.
    ///
    /// # Errors
    /// What is no trouble of this repository alone: cancelled, cache not writable, disk full.
    pub fn jar(&self, item: Item<'_>, asking: Asking, largest: u64, work: &Work) -> Result<Answer, Failure> {
        match &self.remote.route {
            Route::Blocked(reason) => Ok(Answer::Failed(Box::new(self.blocked(reason)))),
            Route::Folder(root) => Ok(self.in_folder(root, item, largest)),
            Route::Http(base) => self.over_http(base, item, asking, largest, work),
        }
    }

    fn in_folder(&self, root: &Path, item: Item<'_>, largest: u64) -> Answer {
        let Some(path) = local_path(root, item.named, item.file) else { return Answer::Absent };
        match open(&path, &path.display().to_string(), largest, |_| true) {
            Ok(source) => Answer::Found(self.found(path, item, source)),
            Err(Unfit::Missing) => Answer::Absent,
            Err(Unfit::Damaged(reason)) => {
                let message = format!("{} does not serve: {reason}", path.display());
                Answer::Failed(Box::new(Failure::new(Status::InvalidSource, message)))
            }
        }
    }

    fn over_http(
        &self,
        base: &str,
        item: Item<'_>,
        asking: Asking,
        largest: u64,
        work: &Work,
    ) -> Result<Answer, Failure> {
        let cached = self.cached(item, largest);
        let must_ask = asking == Asking::Explicitly && !self.client.is_offline();
        let (cached, etag) = match cached {
            Some((found, _)) if !must_ask => return Ok(Answer::Found(found)),
            Some((found, etag)) => (Some(found), etag),
            None => (None, None),
        };
        if asking == Asking::ByTheWay && self.is_known_absent(&item.name()) {
            return Ok(Answer::Absent);
        }
        if self.client.is_offline() {
            return Ok(Answer::Offline);
        }
        match (self.download(base, item, etag, largest, work), cached) {
            (Ok(found), _) | (Err(Trouble::Unchanged), Some(found)) => Ok(Answer::Found(found)),
            (Err(Trouble::Absent), _) => {
                self.remember_absence(&item.name());
                Ok(Answer::Absent)
            }
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

    fn download(
        &self,
        base: &str,
        item: Item<'_>,
        etag: Option<String>,
        largest: u64,
        work: &Work,
    ) -> Result<Found, Trouble> {
        work.stage(format!("downloading {} from {}", item.name(), self.remote.id));
        let request = Request {
            url: url(base, item.named, item.file),
            etag,
            companion: Some(url(base, item.named, File::POM)),
            checksum: self.checksum_policy(),
        };
        let mut staged = self.cache.stage().map_err(Trouble::General)?;
        let downloaded = match self.client.download(&request, staged.file(), work) {
            Ok(Outcome::Downloaded(downloaded)) => downloaded,
            Ok(Outcome::Unchanged) => return Err(Trouble::Unchanged),
            Err(error) if error.is_absent() => return Err(Trouble::Absent),
            Err(FetchError::Write { source, needed, .. }) => {
                let error = FsError::new("write", staged.path(), &source);
                return Err(Trouble::General(unwritten(self.cache, self.coordinate, error, needed)));
            }
            Err(error @ FetchError::Cancelled) => return Err(Trouble::General(error.into())),
            Err(error) => return Err(Trouble::Remote(error.into())),
        };
        // Opened before it gets its name: what is no JAR is never in the cache.
        let source = open(staged.path(), &downloaded.url, largest, |_| true).map_err(|unfit| {
            let reason = if let Unfit::Damaged(reason) = unfit { reason } else { "the download is gone".to_owned() };
            Trouble::Remote(Failure::new(Status::InvalidSource, reason))
        })?;
        let path = self.place(&item.name());
        staged.publish(&path).map_err(Trouble::General)?;
        self.keep(item, &downloaded).map_err(Trouble::General)?;
        Ok(self.found(path, item, noted(source, downloaded.checksum.is_some(), downloaded.doubt)))
    }

    /// Writes what lies beside the JAR: its record and its POM; and forgets that it was not there.
    fn keep(&self, item: Item<'_>, downloaded: &Download) -> Result<(), Failure> {
        let record = Record {
            url: downloaded.url.clone(),
            digest: format!("sha256:{}", downloaded.sha256),
            bytes: downloaded.bytes,
            checksum: downloaded.checksum.map(str::to_owned),
            etag: downloaded.etag.clone(),
            doubt: downloaded.doubt.clone(),
        };
        self.write(&self.record_file(item), &record)?;
        if let Some(pom) = downloaded.companion.as_ref().filter(|pom| is_pom(pom)) {
            self.cache.write(&self.place(&File::POM.name(item.named)), pom)?;
        }
        self.forget_absence(&item.name());
        Ok(())
    }

    fn found(&self, path: PathBuf, item: Item<'_>, mut source: Located) -> Found {
        source.pom = self.kept_pom(item.named);
        Found { path, place: Place::Remote(self.remote.id.clone()), source, unasked: false }
    }

    /// The earlier download and its entity tag, when it is still what was downloaded.
    fn cached(&self, item: Item<'_>, largest: u64) -> Option<(Found, Option<String>)> {
        let record: Record = serde_json::from_slice(&fs::read(&self.record_file(item), LARGEST_RECORD).ok()?).ok()?;
        // Taken under laxer settings than today's.
        if record.doubt.is_some() && self.checksum_policy() == ChecksumPolicy::Fail {
            return None;
        }
        let path = self.place(&item.name());
        let source = open(&path, &record.url, largest, |_| true).ok().filter(|source| source.digest == record.digest);
        let Some(source) = source else {
            tracing::warn!("{} is missing or damaged and is downloaded again", path.display());
            return None;
        };
        Some((self.found(path, item, noted(source, record.checksum.is_some(), record.doubt)), record.etag))
    }

    /// The POM that this repository gave before, or that lies in its folder: of the coordinate itself, or of a build of it.
    fn kept_pom(&self, named: &Coordinate) -> Option<Vec<u8>> {
        let path = match &self.remote.route {
            Route::Folder(root) => local_path(root, named, File::POM)?,
            Route::Http(_) => self.place(&File::POM.name(named)),
            Route::Blocked(_) => return None,
        };
        fs::read(&path, LARGEST_DOCUMENT as u64).ok()
    }

    /// The same, of a SNAPSHOT that of the build that was newest when the repository was asked last.
    pub fn pom(&self) -> Option<Vec<u8>> {
        let metadata = self.listed_builds().and_then(|bytes| Metadata::read(&bytes).ok());
        // It came with the JAR: under the name of that build, where the list has none of its own for it.
        let builds = [File::POM, File::SOURCES, File::CLASSES].into_iter().filter_map(|file| {
            let build = metadata.as_ref()?.file_version(self.coordinate.version(), file)?;
            Coordinate::new(self.coordinate.group(), self.coordinate.artifact(), &build.version).ok()
        });
        let mut named = builds.chain([self.coordinate.clone()]);
        named.find_map(|build| self.kept_pom(&build))
    }

    /// The list of a SNAPSHOT's builds, as this repository gave it last.
    pub fn listed_builds(&self) -> Option<Vec<u8>> {
        match &self.remote.route {
            _ if !self.coordinate.is_snapshot() => None,
            Route::Folder(root) => local_path(root, self.coordinate, File::POM)
                .and_then(|path| fs::read(&path.with_file_name(METADATA), LARGEST_DOCUMENT as u64).ok()),
            Route::Http(_) => self.kept_document(METADATA),
            Route::Blocked(_) => None,
        }
    }

    /// Whether this repository said within the last hour that it has no file of this name.
    pub fn is_known_absent(&self, name: &str) -> bool {
        let read = fs::read(&self.absence_file(name), LARGEST_RECORD).ok();
        let absence: Option<Absence> = read.and_then(|bytes| serde_json::from_slice(&bytes).ok());
        // A time that has not come yet was written by another clock: not believed.
        let age = absence.and_then(|absence| now().checked_sub(absence.at));
        age.is_some_and(|age| age < REMEMBERED.as_secs())
    }

    /// Only saves a request: a cache that cannot be written changes nothing of the answer.
    pub fn remember_absence(&self, name: &str) {
        if let Err(failure) = self.write(&self.absence_file(name), &Absence { at: now() }) {
            tracing::info!("a not-found could not be remembered: {failure}");
        }
    }

    pub fn forget_absence(&self, name: &str) {
        // One that stays is passed over: the file itself is looked for first.
        let _ = fs::remove_file(&self.absence_file(name));
    }

    pub fn write<T: Serialize>(&self, path: &Path, value: &T) -> Result<(), Failure> {
        self.cache.write(path, &serde_json::to_vec(value).map_err(Failure::internal)?)
    }

    /// What a wrong checksum of what this repository has of the coordinate means.
    pub fn checksum_policy(&self) -> ChecksumPolicy {
        self.remote.policy(self.coordinate).checksum()
    }

    pub fn place(&self, name: &str) -> PathBuf {
        self.cache.download_file(&origin(self.remote), self.coordinate, name)
    }

    fn record_file(&self, item: Item<'_>) -> PathBuf {
        self.place(&format!("{}.json", item.name()))
    }

    fn absence_file(&self, name: &str) -> PathBuf {
        self.place(&format!("{name}.absent"))
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

/// The name under which the cache keeps what this repository gave.
pub(super) fn origin(remote: &Remote) -> String {
    match &remote.route {
        Route::Http(url) => shown(url),
        Route::Folder(_) | Route::Blocked(_) => remote.id.clone(),
    }
}

/// A URL without secrets.
pub(super) fn shown(url: &str) -> String {
    fetch::redact(url)
}

pub(super) fn is_pom(bytes: &[u8]) -> bool {
    xml::parse(bytes).is_ok_and(|root| root.name == "project")
}

/// The JAR with the note that nothing was there to check it by, or that it was taken all the same, where that is so.
fn noted(mut source: Located, is_checked: bool, doubt: Option<String>) -> Located {
    match doubt {
        Some(doubt) => source.notes.push(doubt),
        None if !is_checked => source.notes.push("no checksum was published for this file".to_owned()),
        None => {}
    }
    source
}

/// Seconds since 1970.
pub(super) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

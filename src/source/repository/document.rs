//! Small documents of a remote repository: POMs, Gradle's metadata, lists of builds. Kept beside the JARs of their
//! coordinate; a not-found is remembered as that of a JAR is.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::download::{LARGEST_RECORD, Shelf, now, shown};
use super::{Asking, Route};
use crate::error::{Failure, Status};
use crate::fetch::FetchError;
use crate::fs;
use crate::maven::layout::{local_folder, version_url};
use crate::maven::xml::LARGEST_DOCUMENT;
use crate::work::Work;

/// What a repository has of a document.
pub(super) enum Document {
    Found(Vec<u8>),
    /// What it had when it was asked last; it could not be asked again, for this reason.
    Earlier(Vec<u8>, Failure),
    Absent,
    /// It would have been asked.
    Offline,
    Failed(Failure),
    /// It answers, and does not give it.
    Refused(Failure),
}

/// How long a document serves those who ask by the way. Whoever asks explicitly gets a document that changes anew.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lasts {
    /// What is published stays as it is.
    Forever,
    For(Duration),
}

/// A document to look for.
#[derive(Clone, Copy)]
pub(super) struct Sought<'a> {
    /// Its name in the folder of the coordinate.
    pub name: &'a str,
    pub lasts: Lasts,
    /// Whether bytes are such a document: some servers answer everything with a page.
    pub is_one: fn(&[u8]) -> bool,
}

/// When a document that changes was read.
#[derive(Serialize, Deserialize)]
struct Record {
    /// Redacted.
    url: String,
    /// Seconds since 1970.
    at: u64,
}

impl Shelf<'_> {
    /// A document in the folder of the coordinate.
    ///
    /// # Errors
    /// [`Failure::cancelled`].
    pub fn document(&self, sought: Sought<'_>, asking: Asking, work: &Work) -> Result<Document, Failure> {
        match &self.remote.route {
            Route::Blocked(reason) => Ok(Document::Failed(self.blocked(reason))),
            Route::Folder(root) => {
                let path = local_folder(root, self.coordinate).map(|folder| folder.join(sought.name));
                match path.map(|path| fs::read_if_exists(&path, LARGEST_DOCUMENT as u64)) {
                    Some(Ok(Some(bytes))) if (sought.is_one)(&bytes) => Ok(Document::Found(bytes)),
                    Some(Ok(Some(_))) => Ok(Document::Failed(self.something_else(sought))),
                    Some(Err(error)) => Ok(Document::Failed(error.into())),
                    Some(Ok(None)) | None => Ok(Document::Absent),
                }
            }
            Route::Http(base) => {
                self.document_over_http(&version_url(base, self.coordinate, sought.name), sought, asking, work)
            }
        }
    }

    /// A document that was read before, however long ago.
    pub fn kept_document(&self, name: &str) -> Option<Vec<u8>> {
        fs::read(&self.place(name), LARGEST_DOCUMENT as u64).ok()
    }

    fn document_over_http(
        &self,
        url: &str,
        sought: Sought<'_>,
        asking: Asking,
        work: &Work,
    ) -> Result<Document, Failure> {
        let Sought { name, lasts, is_one } = sought;
        let earlier = self.kept_document(name).filter(|bytes| is_one(bytes));
        let is_fresh = earlier.is_some() && self.is_fresh(name, lasts, asking);
        match earlier {
            Some(bytes) if is_fresh || self.client.is_offline() => return Ok(Document::Found(bytes)),
            None if asking == Asking::ByTheWay && self.is_known_absent(name) => return Ok(Document::Absent),
            None if self.client.is_offline() => return Ok(Document::Offline),
            _ => {}
        }
        let read = self.client.read(url, LARGEST_DOCUMENT as u64, self.checksum_policy(), work);
        match (read, earlier) {
            (Ok(bytes), _) if is_one(&bytes) => {
                self.keep_document(name, url, lasts, &bytes);
                Ok(Document::Found(bytes))
            }
            (Ok(_), Some(bytes)) => Ok(Document::Earlier(bytes, self.something_else(sought))),
            (Ok(_), None) => Ok(Document::Failed(self.something_else(sought))),
            (Err(error), _) if error.is_absent() => {
                self.remember_absence(name);
                Ok(Document::Absent)
            }
            (Err(FetchError::Cancelled), _) => Err(Failure::cancelled()),
            (Err(error), Some(bytes)) => Ok(Document::Earlier(bytes, error.into())),
            (Err(error), None) if error.is_refusal() => Ok(Document::Refused(error.into())),
            (Err(error), None) => Ok(Document::Failed(error.into())),
        }
    }

    fn is_fresh(&self, name: &str, lasts: Lasts, asking: Asking) -> bool {
        let Lasts::For(time) = lasts else { return true };
        let record = fs::read(&self.place(&record_name(name)), LARGEST_RECORD).ok();
        let record: Option<Record> = record.and_then(|bytes| serde_json::from_slice(&bytes).ok());
        // A time that has not come yet was written by another clock: not believed.
        let age = record.and_then(|record| now().checked_sub(record.at));
        asking == Asking::ByTheWay && age.is_some_and(|age| age < time.as_secs())
    }

    /// Only saves requests: a cache that cannot be written changes nothing of the answer.
    fn keep_document(&self, name: &str, url: &str, lasts: Lasts, bytes: &[u8]) {
        let mut kept = self.cache.write(&self.place(name), bytes);
        if kept.is_ok() && lasts != Lasts::Forever {
            kept = self.write(&self.place(&record_name(name)), &Record { url: shown(url), at: now() });
        }
        if let Err(failure) = kept {
            tracing::info!("{name} could not be kept: {failure}");
        }
        self.forget_absence(name);
    }

    fn something_else(&self, sought: Sought<'_>) -> Failure {
        let message =
            format!("{} answers with something else where {} was asked for", self.remote.shown(), sought.name);
        Failure::new(Status::DownloadFailed, message)
    }

    pub(super) fn blocked(&self, reason: &str) -> Failure {
        let message = format!("the repository '{}' was not asked: {reason}", self.remote.id);
        Failure::new(Status::DownloadFailed, message)
    }
}

fn record_name(name: &str) -> String {
    format!("{name}.json")
}

//! How things stand: the cache, the repositories, what is indexed. Cheap: records are read, folders are not walked, and no
//! server is asked unless that is wanted.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::{Duration, Instant, SystemTime};

use super::Explorer;
use crate::coordinate::Coordinate;
use crate::error::Failure;
use crate::fs::{self, Stamp};
use crate::registry::{self, Record};
use crate::source::repository::{Remote, Repositories, Route};
use crate::work::{Work, lock};

/// How long repositories may take that are asked whether they answer.
const ASKING: Duration = Duration::from_secs(10);

/// How often is looked whether they have.
const BEAT: Duration = Duration::from_millis(10);

/// How things stand.
#[derive(Debug)]
pub struct Health {
    /// What is in the cache; the reason where it cannot be read.
    pub cache: Result<Totals, String>,
    /// Whether the cache can be written; the reason where it cannot.
    pub writable: Result<(), String>,
    pub repositories: Vec<RepositoryHealth>,
    /// Why no remote repository is asked, where settings.xml cannot be read.
    pub settings: Option<String>,
    /// How long this process has been there.
    pub uptime: Duration,
}

/// What is in the cache.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Totals {
    pub indexed: u64,
    pub registered: u64,
    pub indexing: u64,
    pub failed: u64,
    /// Of the indexes in force.
    pub bytes: u64,
}

/// A remote repository as it answered last.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RepositoryHealth {
    pub id: String,
    /// Without secrets.
    pub place: String,
    /// None: this process has not asked it.
    pub ok: Option<bool>,
    pub checked: Option<SystemTime>,
    pub error: Option<String>,
}

impl Explorer {
    /// How things stand. With `ask` every remote repository is asked now whether it answers.
    pub fn health(&self, ask: bool, work: &Work) -> Health {
        let repositories = self.engine.repositories();
        if ask && repositories.problem().is_none() {
            ask_all(repositories, work);
        }
        Health {
            cache: self.totals().map_err(|failure| failure.message),
            writable: self.engine.cache.check_writable().map_err(|failure| failure.message),
            repositories: repositories.remotes().iter().map(|remote| of_repository(repositories, remote)).collect(),
            settings: repositories.problem().map(str::to_owned),
            uptime: self.started.elapsed(),
        }
    }

    /// What is in the cache, by its records: those that are not what they were are read.
    fn totals(&self) -> Result<Totals, Failure> {
        let cache = &self.engine.cache;
        let mut known = lock(&self.glances.0);
        let walked = registry::files(cache)?;
        let mut totals = Totals { failed: walked.problems.len() as u64, ..Totals::default() };
        let mut now = HashMap::with_capacity(walked.files.len());
        for file in walked.files {
            let glance = match known.remove(&file.place).filter(|glance| glance.stamp == file.stamp) {
                Some(glance) => glance,
                None => match registry::read(cache, &file.place) {
                    Ok(None) => continue,
                    Ok(Some(record)) => Glance::of(file.stamp, Some(record)),
                    Err(_) => Glance::of(file.stamp, None),
                },
            };
            totals.bytes += glance.bytes;
            *match &glance.what {
                Glanced::Indexed => &mut totals.indexed,
                Glanced::Failed(coordinate) | Glanced::Registered(coordinate) if cache.is_locked(coordinate) => {
                    &mut totals.indexing
                }
                Glanced::Registered(_) => &mut totals.registered,
                Glanced::Failed(_) | Glanced::Unreadable => &mut totals.failed,
            } += 1;
            now.insert(file.place, glance);
        }
        *known = now;
        Ok(totals)
    }
}

/// What is remembered of records, so that asking often costs little.
#[derive(Default)]
pub struct Glances(Mutex<HashMap<PathBuf, Glance>>);

/// A record as it was when its file had this stamp.
struct Glance {
    stamp: Stamp,
    /// Of its index.
    bytes: u64,
    what: Glanced,
}

/// What a record says.
enum Glanced {
    Indexed,
    Registered(Coordinate),
    Failed(Coordinate),
    Unreadable,
}

impl Glance {
    fn of(stamp: Stamp, record: Option<Record>) -> Self {
        let bytes = record.as_ref().and_then(|record| record.current.as_ref()).map_or(0, |current| current.length);
        let what = match record {
            None => Glanced::Unreadable,
            Some(record) if record.current.is_some() => Glanced::Indexed,
            Some(record) if record.last_failure.is_some() => Glanced::Failed(record.coordinate),
            Some(record) => Glanced::Registered(record.coordinate),
        };
        Self { stamp, bytes, what }
    }
}

/// Asks every repository at once whether it answers; whoever does not in time is not waited for.
fn ask_all(repositories: &Repositories, work: &Work) {
    let asking = Work::default();
    std::thread::scope(|scope| {
        let remotes = repositories.remotes();
        let asking = &asking;
        let threads: Vec<_> =
            remotes.iter().map(|remote| scope.spawn(move || repositories.ask(remote, asking))).collect();
        let deadline = Instant::now() + ASKING;
        while threads.iter().any(|thread| !thread.is_finished()) {
            if work.is_cancelled() || Instant::now() >= deadline {
                asking.cancel();
                break;
            }
            std::thread::sleep(BEAT);
        }
        for (remote, thread) in remotes.iter().zip(threads) {
            // What the caller gave up says nothing of the repository.
            if thread.join().unwrap_or(false) && !work.is_cancelled() {
                repositories.note_silence(remote, ASKING);
            }
        }
    });
}

fn of_repository(repositories: &Repositories, remote: &Remote) -> RepositoryHealth {
    let mut health =
        RepositoryHealth { id: remote.id.clone(), place: remote.place(), ok: None, checked: None, error: None };
    match &remote.route {
        Route::Blocked(reason) => (health.ok, health.error) = (Some(false), Some(reason.clone())),
        Route::Folder(folder) => {
            health.ok = Some(fs::exists(folder));
            if health.ok == Some(false) {
                health.error = Some("there is no such folder".to_owned());
            }
        }
        Route::Http(base) => {
            if let Some(contact) = repositories.client().last_contact(base) {
                health.ok = Some(contact.error.is_none());
                (health.checked, health.error) = (Some(contact.when), contact.error);
            }
        }
    }
    health
}

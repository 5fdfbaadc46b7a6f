//! How things stand: the cache, the repositories, what is indexed. Cheap: records are read, folders are not walked, and no
//! server is asked unless that is wanted.

use std::time::{Duration, Instant, SystemTime};

use super::{Explorer, State};
use crate::error::Failure;
use crate::fs;
use crate::registry;
use crate::source::repository::{Remote, Repositories, Route};
use crate::work::Work;

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

    /// What is in the cache, by its records.
    fn totals(&self) -> Result<Totals, Failure> {
        let listing = registry::list(&self.engine.cache)?;
        let mut totals = Totals { failed: listing.unreadable.len() as u64, ..Totals::default() };
        for record in listing.records {
            totals.bytes += record.current.as_ref().map_or(0, |current| current.length);
            *match self.engine.artifact(record).state {
                State::Indexed => &mut totals.indexed,
                State::Registered => &mut totals.registered,
                State::Indexing => &mut totals.indexing,
                State::Failed => &mut totals.failed,
            } += 1;
        }
        Ok(totals)
    }
}

/// Asks every repository at once whether it answers; whoever does not in time is not waited for.
fn ask_all(repositories: &Repositories, work: &Work) {
    let asking = Work::default();
    std::thread::scope(|scope| {
        let threads: Vec<_> =
            repositories.remotes().iter().map(|remote| scope.spawn(|| repositories.ask(remote, &asking))).collect();
        let deadline = Instant::now() + ASKING;
        while threads.iter().any(|thread| !thread.is_finished()) {
            if work.is_cancelled() || Instant::now() >= deadline {
                asking.cancel();
                break;
            }
            std::thread::sleep(BEAT);
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

//! The POM of a coordinate alone: what a project depends on is told by POMs whose JARs nobody may want, and the versions that
//! an artifact was built with by those of its parents.

use std::collections::HashSet;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use super::document::{Document, Lasts, Sought};
use super::download::is_pom;
use super::{Asking, Remote, Repositories, Route, builds};
use crate::coordinate::Coordinate;
use crate::error::Failure;
use crate::maven::layout::File;
use crate::maven::pom::{self, effective, leaves_versions_open};
use crate::work::{Work, lock};

/// How long POMs are asked for that nobody waits for: somebody who registers a directory would wait for all of them.
const ROUND: Duration = Duration::from_secs(6);
/// How long one of them is waited for, so that a silent server leaves time to ask another one.
const TURN: Duration = Duration::from_secs(3);

/// What was found of a POM.
#[derive(Debug)]
pub enum Pom {
    Found(Vec<u8>),
    /// Every repository was asked and has none.
    Absent,
    /// Not every repository could be asked: the network is off, or one failed in this way.
    Unknown(String),
}

impl Repositories {
    /// The POM of a coordinate: from this machine, else from the first remote repository that has it, which is kept.
    ///
    /// # Errors
    /// [`Failure::cancelled`].
    pub fn pom(&self, coordinate: &Coordinate, work: &Work) -> Result<Pom, Failure> {
        if let Some(bytes) = self.local_pom(coordinate).filter(|bytes| is_pom(bytes)) {
            return Ok(Pom::Found(bytes));
        }
        if let Some(problem) = &self.problem {
            return Ok(Pom::Unknown(problem.clone()));
        }
        Ok(match self.remote_document(coordinate, File::POM, is_pom, Asking::Explicitly, work)? {
            Document::Found(bytes) | Document::Earlier(bytes, _) => Pom::Found(bytes),
            Document::Absent => Pom::Absent,
            Document::Offline => Pom::Unknown("the network is off".to_owned()),
            Document::Failed(failure) | Document::Refused(failure) => Pom::Unknown(failure.message),
        })
    }

    /// Has the parents and BOMs at hand that a POM leaves the versions of its dependencies to: a question that follows a
    /// supertype looks only on this machine. One that cannot be had costs what it would have said.
    pub(super) fn keep_parents(&self, pom: &[u8], work: &Work) {
        if !pom::Pom::read(pom).is_ok_and(|pom| leaves_versions_open(&pom)) {
            return;
        }
        // What is read on the way is kept.
        let _ = effective(pom, &|wanted| self.named_pom(wanted, Asking::ByTheWay, work));
    }

    /// A POM that another one names, from this machine or the first remote repository that has it, which is kept; none where it
    /// cannot be had.
    pub fn named_pom(&self, wanted: &Coordinate, asking: Asking, work: &Work) -> Option<Vec<u8>> {
        self.local_pom(wanted).or_else(|| self.document(wanted, File::POM, is_pom, asking, work).ok().flatten())
    }

    /// A document of a coordinate, from the first remote repository that has it. Where none has it, what went wrong first
    /// is told; else that one was not asked.
    ///
    /// # Errors
    /// [`Failure::cancelled`].
    pub(super) fn remote_document(
        &self,
        coordinate: &Coordinate,
        file: File<'static>,
        is_one: fn(&[u8]) -> bool,
        asking: Asking,
        work: &Work,
    ) -> Result<Document, Failure> {
        let mut without = Document::Absent;
        for remote in self.remotes_for(coordinate) {
            work.check()?;
            let shelf = self.shelf(remote, coordinate);
            let Some(name) = builds::name(&shelf, file, work)? else { continue };
            let document = shelf.document(Sought { name: &name, lasts: Lasts::Forever, is_one }, asking, work)?;
            match (&document, &without) {
                (Document::Found(_) | Document::Earlier(..), _) => return Ok(document),
                (Document::Failed(_) | Document::Refused(_), Document::Absent | Document::Offline)
                | (Document::Offline, Document::Absent) => without = document,
                _ => {}
            }
        }
        Ok(without)
    }
}

/// POMs that are asked for by the way, one after the other, for a few seconds in all. A server that failed once, or did not answer,
/// is not asked again.
pub struct Round<'a> {
    repositories: &'a Repositories,
    work: Work,
    failed: Mutex<HashSet<String>>,
}

impl Repositories {
    /// Begins to ask for POMs. What is done so ends with the work, too.
    #[must_use]
    pub fn round(&self, work: &Work) -> Round<'_> {
        Round { repositories: self, work: work.until(Instant::now() + ROUND), failed: Mutex::default() }
    }
}

impl Round<'_> {
    /// A POM from this machine, else from the first remote repository that has it, which is kept; none where it cannot be had.
    pub fn pom(&self, wanted: &Coordinate) -> Option<Vec<u8>> {
        let local = self.repositories.local_pom(wanted);
        local.or_else(|| self.repositories.remotes_for(wanted).find_map(|remote| self.ask(remote, wanted)))
    }

    fn ask(&self, remote: &Remote, wanted: &Coordinate) -> Option<Vec<u8>> {
        let server = server(remote);
        if self.repositories.problem.is_some() || self.work.is_cancelled() || lock(&self.failed).contains(server) {
            return None;
        }
        let turn = self.work.until(Instant::now() + TURN);
        let shelf = self.repositories.shelf(remote, wanted);
        let document = builds::name(&shelf, File::POM, &turn).and_then(|name| {
            let Some(name) = name else { return Ok(Document::Absent) };
            shelf.document(Sought { name: &name, lasts: Lasts::Forever, is_one: is_pom }, Asking::ByTheWay, &turn)
        });
        match document {
            Ok(Document::Found(bytes) | Document::Earlier(bytes, _)) => return Some(bytes),
            Ok(Document::Absent | Document::Offline | Document::Refused(_)) => {}
            Ok(Document::Failed(_)) | Err(_) => drop(lock(&self.failed).insert(server.to_owned())),
        }
        None
    }
}

/// What of the address of a repository names its server.
fn server(remote: &Remote) -> &str {
    match &remote.route {
        Route::Http(url) => {
            let host = url.find("://").map_or(0, |at| at + "://".len());
            url[host..].find('/').map_or(url, |end| &url[..host + end])
        }
        Route::Folder(_) | Route::Blocked(_) => &remote.id,
    }
}

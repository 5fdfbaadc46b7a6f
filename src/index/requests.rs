//! What jobs do: make an artifact ready for a question, register a source, index an artifact.
//!
//! Each takes the coordinate's lock first and looks then what another process has done meanwhile.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::build::{Build, Order};
use super::engine::{Engine, Ready};
use super::locate::{Git, Spot};
use super::open::Unopened;
use super::{Indexed, Registered, Registration, extract, poms, unknown};
use crate::cache::Guard;
use crate::coordinate::Coordinate;
use crate::error::{Failure, Status};
use crate::model::Origin;
use crate::registry::{self, Current, Record};
use crate::source::globs::Globs;
use crate::source::repository::Asking;
use crate::source::{Located, SourceKind, Tree};
use crate::work::Work;

/// Longest wait for another process that builds the same coordinate; then the work is done twice.
const LOCK_WAIT: Duration = Duration::from_secs(30);

impl Engine {
    /// Waits for the coordinate's lock, as long as the work is wanted. None: there are no locks here, or its holder takes
    /// too long.
    pub fn lock(&self, coordinate: &Coordinate, work: &Work) -> Result<Option<Guard>, Failure> {
        let guard = self.cache.lock_while(coordinate, LOCK_WAIT, || !work.is_cancelled());
        work.check()?;
        Ok(guard)
    }

    /// Registers (where nobody did) and indexes a coordinate that a question is about.
    pub fn make_ready(&self, coordinate: &Coordinate, work: &Work) -> Result<(), Failure> {
        let _lock = self.lock(coordinate, work)?;
        let Some(record) = self.record(coordinate)? else {
            return self.register_itself(coordinate, Asking::ByTheWay, work).map(drop);
        };
        // Another process may have done the work, or other work, while this one waited for the lock.
        match (self.ready(&record), &record.current) {
            (Ready::No(failure), _) => return Err(failure),
            (Ready::Yes, Some(current)) => match self.open_file(coordinate, current) {
                Ok(_) => return Ok(()),
                Err(Unopened::Refused(failure)) => return Err(failure),
                Err(Unopened::Unfit(_)) => {}
            },
            (Ready::Yes, None) | (Ready::Stale, _) => {}
        }
        let spot =
            self.locate_again(&record, Asking::ByTheWay, work).map_err(|failure| source_is_gone(&record, failure))?;
        if self.sources_in_force(Some(&record), &spot).is_some() {
            return Ok(());
        }
        let source = self.source_as_located(Some(&record), &spot);
        let kept = self.kept(Some(&record), &source, &spot.located);
        let settled = kept.and_then(|kept| {
            let previous = Some(record.clone());
            self.settle(Order { coordinate: coordinate.clone(), source, spot, previous, kept }, work)
        });
        settled.map(drop).map_err(|failure| self.note_failure(&record, failure))
    }

    fn register_itself(&self, coordinate: &Coordinate, asking: Asking, work: &Work) -> Result<Build, Failure> {
        let everything = Globs::new(&[], &[])?;
        let spot = self.locate_by_coordinate(coordinate, None, &everything, asking, work)?;
        let source = self.source_as_located(None, &spot);
        let order = Order { coordinate: coordinate.clone(), source, spot, previous: None, kept: None };
        self.settle(order, work)
    }

    /// What a record says of a source that was located: as it did before, but that it is not to be located first any more,
    /// and of one that nobody named, where it was found now.
    pub fn source_as_located(&self, record: Option<&Record>, spot: &Spot) -> registry::Source {
        let found = || self.recorded_uri(&spot.located);
        let Some(record) = record else {
            let mut source = registry::Source::new(spot.located.kind.as_str(), found());
            source.automatic = true;
            return source;
        };
        let mut source = registry::Source { lazy: false, ..record.source.clone() };
        if source.automatic {
            source.uri = found();
        }
        source
    }

    /// register_source. What fails leaves the earlier registration as it is.
    pub fn register(&self, request: &Registration, work: &Work) -> Result<Registered, Failure> {
        let coordinate = &request.coordinate;
        if request.git_subdir.is_some() && request.git_ref.is_none() {
            let what = "is missing: git_subdir is a folder of a Git repository, and git_ref says which state of it";
            return Err(
                Failure::argument("git_ref", what).hint("name a branch, a tag or a commit, or leave git_subdir out")
            );
        }
        let globs = Globs::new(&request.include, &request.exclude)?;
        let lock = self.lock(coordinate, work)?;
        let spot = match &request.source_uri {
            Some(text) => {
                let (reference, subdir) = (request.git_ref.as_deref(), request.git_subdir.as_deref());
                let git = Git { reference, subdir, known: None };
                self.locate_uri(text, git, coordinate, &globs, request.origin, work)?
            }
            None if request.git_ref.is_some() => {
                return Err(Failure::argument("git_ref", "is for Git repositories: it needs a source_uri"));
            }
            None => self.locate_by_coordinate(coordinate, request.origin, &globs, Asking::Explicitly, work)?,
        };
        let located = &spot.located;
        let source = recorded_source(request, located.kind, self.recorded_uri(located));
        let previous = self.record(coordinate)?;
        let is_same = |record: &&Record| request.source_uri.is_none() && record.source.origin == request.origin;
        if let Some(build) = self.sources_in_force(previous.as_ref().filter(is_same), &spot) {
            return Ok(Registered {
                indexed: true,
                unchanged: true,
                origin: Some(build.origin),
                commit: None,
                source_uri: source.uri,
                counts: Some(build.counts),
                notes: build.current.notes,
                incomplete: Vec::new(),
            });
        }
        let mut registered = Registered {
            indexed: true,
            unchanged: false,
            origin: Some(located.origin),
            commit: located.commit.clone(),
            source_uri: located.uri.clone(),
            counts: None,
            notes: located.notes.clone(),
            incomplete: located.tree.problems().to_vec(),
        };
        let kept = self.kept(previous.as_ref(), &source, located)?;
        if request.auto_index || kept.is_some() {
            let project = project(&spot.located);
            let order = Order { coordinate: coordinate.clone(), source, spot, previous, kept };
            let build = self.settle(order, work)?;
            registered.unchanged = build.unchanged;
            registered.origin = Some(build.origin);
            registered.counts = Some(build.counts);
            drop(lock);
            self.keep_parents(project.as_deref(), work);
        } else {
            read_through(located, work)?;
            let record = Record::new(coordinate.clone(), source);
            if previous.as_ref() != Some(&record) {
                registry::save(&self.cache, &record)?;
            }
            // What was indexed of another content is no answer about this one.
            self.tidy(&record, previous.as_ref());
            registered.indexed = false;
        }
        Ok(registered)
    }

    /// index_artifact.
    pub fn index(
        &self,
        coordinate: &Coordinate,
        force: bool,
        extracted: bool,
        work: &Work,
    ) -> Result<Indexed, Failure> {
        let began = Instant::now();
        let lock = self.lock(coordinate, work)?;
        let (build, project) = match self.record(coordinate)? {
            None if !self.config.auto_register => return Err(unknown(coordinate)),
            None => (self.register_itself(coordinate, Asking::Explicitly, work)?, None),
            Some(record) => {
                self.index_again(&record, force, work).map_err(|failure| self.note_failure(&record, failure))?
            }
        };
        let index = self.open_built(coordinate, &build)?;
        let unread = |error: &dyn std::fmt::Display| {
            Failure::new(Status::IndexingFailed, format!("{coordinate}: {error}")).suggest("index_artifact")
        };
        let mut incomplete = index.artifact_problems().map_err(|error| unread(&error))?;
        let mut extracted_to = None;
        if extracted {
            work.stage(format!("extracting {coordinate}"));
            incomplete.extend(extract::extract(&self.cache, coordinate, &index, work)?);
            extracted_to = Some(format!("{}/sources", self.cache.location(coordinate)));
        }
        let seconds = began.elapsed().as_secs_f64();
        drop(lock);
        self.keep_parents(project.as_deref(), work);
        Ok(Indexed {
            coordinate: coordinate.clone(),
            cache_location: self.cache.location(coordinate),
            origin: index.meta().origin,
            counts: build.counts,
            seconds,
            stage_seconds: if build.unchanged { Vec::new() } else { build.current.seconds },
            unchanged: build.unchanged,
            extracted_to,
            notes: build.current.notes,
            incomplete,
        })
    }

    /// The build, and the files of a project.
    fn index_again(
        &self,
        record: &Record,
        force: bool,
        work: &Work,
    ) -> Result<(Build, Option<Arc<dyn Tree>>), Failure> {
        let spot = self.locate_again(record, Asking::Explicitly, work)?;
        if let Some(build) = self.sources_in_force(Some(record), &spot) {
            return Ok((build, None));
        }
        let source = self.source_as_located(Some(record), &spot);
        let kept = if force { None } else { self.kept(Some(record), &source, &spot.located)? };
        let project = project(&spot.located);
        let (coordinate, previous) = (record.coordinate.clone(), Some(record.clone()));
        let build = self.settle(Order { coordinate, source, spot, previous, kept }, work)?;
        Ok((build, project))
    }

    /// Has the parents of a project's POMs at hand. Its record is written and its lock given back before: what a repository does,
    /// or does not do, takes nothing away from what is registered.
    fn keep_parents(&self, project: Option<&dyn Tree>, work: &Work) {
        if let Some(tree) = project {
            poms::keep_parents(self, tree, work);
        }
    }

    /// The index in force where it is made of sources, and of a source that nobody named only class files were found because
    /// repositories were not asked: it stays.
    fn sources_in_force(&self, record: Option<&Record>, spot: &Spot) -> Option<Build> {
        let record = record.filter(|record| record.source.automatic && record.source.origin.is_none())?;
        if !spot.unasked || spot.located.origin != Origin::Bytecode {
            return None;
        }
        let current = record.current.as_ref()?;
        let index = self.open_file(&record.coordinate, current).ok()?.index;
        (index.meta().origin == Origin::Source).then(|| {
            let note =
                "the index of sources stays: the network is off, and on this machine there are class files alone";
            let notes = current.notes.iter().cloned().chain([note.to_owned()]).collect();
            Build {
                counts: index.meta().counts,
                origin: Origin::Source,
                current: Current { notes, ..current.clone() },
                unchanged: true,
            }
        })
    }
}

/// What the record says of a source that was registered so.
pub fn recorded_source(request: &Registration, kind: SourceKind, uri: String) -> registry::Source {
    let mut source = registry::Source::new(kind.as_str(), uri);
    source.include.clone_from(&request.include);
    source.exclude.clone_from(&request.exclude);
    source.git_ref.clone_from(&request.git_ref);
    source.git_subdir.clone_from(&request.git_subdir);
    source.origin = request.origin;
    source.automatic = request.source_uri.is_none();
    source
}

/// The files of what was located, where it may be a project with POMs of its own.
fn project(located: &Located) -> Option<Arc<dyn Tree>> {
    (located.kind != SourceKind::Jar).then(|| Arc::clone(&located.tree))
}

/// Reads every file once: a damaged archive is refused when it is registered, not when somebody asks about it.
fn read_through(located: &Located, work: &Work) -> Result<(), Failure> {
    for at in 0..located.tree.entries().len() {
        work.check()?;
        located.tree.read(at)?;
    }
    Ok(())
}

/// What a question is told whose index must be built again from a source that cannot be had.
fn source_is_gone(record: &Record, failure: Failure) -> Failure {
    if record.current.is_none() || failure == Failure::cancelled() {
        return failure;
    }
    let message = format!(
        "{}: its index must be built again, and its source cannot be had: {}",
        record.coordinate, failure.message
    );
    Failure { status: Status::IndexingFailed, message, ..failure }
}

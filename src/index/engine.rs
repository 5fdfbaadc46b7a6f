//! The work behind the explorer: locate a source, build its index, publish it, keep the record.
//!
//! Every method runs to its end on the thread it is called on; [`super::jobs`] decides which thread that is. The order
//! of a build: index file published, then the record that points to it, then older index files removed. A kill between
//! any two of these leaves the artifact as it was or as it will be.

use std::path::PathBuf;
use std::sync::OnceLock;
use std::time::{Duration, Instant, SystemTime};

use sha2::{Digest, Sha256};

use super::open::{Ready, changed_since};
use super::pipeline::{self, Plan};
use super::{Artifact, Indexed, Registered, Registration, State, extract};
use crate::cache::Cache;
use crate::config::Config;
use crate::coordinate::Coordinate;
use crate::error::{Failure, Status};
use crate::fs;
use crate::maven::version::Version;
use crate::model::Origin;
use crate::parse;
use crate::parse::worker::Program;
use crate::registry::{self, Current, Failed, Record, RegistryError, Roots};
use crate::source::globs::Globs;
use crate::source::repository::{Asking, Repositories};
use crate::source::uri::{self, Location};
use crate::source::{self, Located, SourceKind};
use crate::store::read::Index;
use crate::store::{self, Counts};
use crate::work::Work;

/// Longest wait for another process that builds the same coordinate; then the work is done twice.
const LOCK_WAIT: Duration = Duration::from_secs(30);

/// Largest index file that is read whole to be digested.
const LARGEST_INDEX: u64 = 16 << 30;

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
    program: Program,
    repositories: OnceLock<Repositories>,
}

/// An index that was just built or found to be there.
struct Build {
    current: Current,
    counts: Counts,
    unchanged: bool,
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

    fn roots(&self) -> Roots {
        Roots {
            maven_local: self.config.maven_local.clone(),
            gradle: self.config.gradle_home.clone(),
            home: self.config.user_home.clone(),
        }
    }

    /// The record of a coordinate; one that cannot be read is made again from the newest valid index.
    pub fn record(&self, coordinate: &Coordinate) -> Result<Option<Record>, Failure> {
        match registry::load(&self.cache, coordinate) {
            Ok(record) => Ok(record),
            Err(RegistryError::Unreadable { reason, .. }) => {
                tracing::warn!(%coordinate, reason, "the record is made again from the newest index");
                self.recover(coordinate)
            }
            Err(error) => Err(error.into()),
        }
    }

    fn recover(&self, coordinate: &Coordinate) -> Result<Option<Record>, Failure> {
        for (generation, path) in self.cache.index_files(coordinate)? {
            let Ok(index) = Index::open(&path) else { continue };
            if index.meta().coordinate != *coordinate {
                continue;
            }
            let mut source = registry::Source::new("jar", "");
            source.automatic = true;
            let mut record = Record::new(coordinate.clone(), source);
            let (sha256, length) = digest_of(&path)?;
            record.current = Some(Current {
                source_digest: index.meta().source_digest.clone(),
                generation,
                sha256,
                length,
                built: registry::rfc3339(SystemTime::now()),
                seconds: Vec::new(),
                counts: counts_value(&index.meta().counts),
                notes: vec!["its record was lost and made again from the index".to_owned()],
                provisional: false,
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
            (Some(current), _) if !is_of_this_program(record, current) || self.has_changed(record) => Ready::Stale,
            (Some(_), _) => Ready::Yes,
            (None, _) if record.source.lazy || record.source.automatic => Ready::Stale,
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

    /// Whether a registered directory differs from what was indexed.
    pub fn has_changed(&self, record: &Record) -> bool {
        SourceKind::parse(&record.source.kind) == Some(SourceKind::Directory)
            && self.roots().resolve(&record.source.uri).is_some_and(|path| changed_since(record, &path))
    }

    /// Registers (where nobody did) and indexes a coordinate that a question is about. `damaged`: its index is there and
    /// cannot be used.
    pub fn make_ready(&self, coordinate: &Coordinate, damaged: bool, work: &Work) -> Result<(), Failure> {
        let _lock = self.cache.lock(coordinate, LOCK_WAIT);
        match self.record(coordinate)? {
            None => {
                let located = self.locate_by_coordinate(coordinate, Asking::ByTheWay, work)?;
                let mut source = registry::Source::new(located.kind.as_str(), self.recorded_uri(&located));
                source.automatic = true;
                self.settle(None, coordinate, source, located, work).map(|_| ())
            }
            Some(record) => {
                let whole = !damaged
                    && record
                        .current
                        .as_ref()
                        .is_some_and(|current| is_of_this_program(&record, current) && self.is_whole(&record, current));
                if whole && !self.has_changed(&record) {
                    // Another process did the work while this one waited for the lock.
                    return Ok(());
                }
                let located = self
                    .locate_again(&record, Asking::ByTheWay, work)
                    .map_err(|failure| rebuild_failed(&record, failure))?;
                let source = registry::Source { lazy: false, ..record.source.clone() };
                self.settle(Some(record), coordinate, source, located, work).map(|_| ())
            }
        }
    }

    /// register_source.
    pub fn register(&self, request: &Registration, work: &Work) -> Result<Registered, Failure> {
        let coordinate = &request.coordinate;
        if request.origin == Some(Origin::Bytecode) {
            let message = format!("{coordinate}: class files cannot be indexed yet");
            return Err(Failure::new(Status::UnsupportedSourceType, message).hint("leave origin out"));
        }
        let globs = Globs::new(&request.include, &request.exclude)?;
        let _lock = self.cache.lock(coordinate, LOCK_WAIT);
        let located = match &request.source_uri {
            Some(text) => {
                let location = uri::locate(text, &working_directory()?)?;
                let git_ref = request.git_ref.as_deref();
                self.locate_place(&location, git_ref, coordinate, &globs, Asking::Explicitly, work)?
            }
            None if request.git_ref.is_some() => {
                return Err(Failure::argument("git_ref", "is for Git repositories: it needs a source_uri"));
            }
            None => self.locate_by_coordinate(coordinate, Asking::Explicitly, work)?,
        };
        let located = Located { tree: source::globs::filtered(located.tree, &globs), ..located };
        let mut source = registry::Source::new(located.kind.as_str(), self.recorded_uri(&located));
        source.include.clone_from(&request.include);
        source.exclude.clone_from(&request.exclude);
        source.git_subdir.clone_from(&request.git_subdir);
        source.origin = request.origin;
        source.automatic = request.source_uri.is_none();
        let previous = self.record(coordinate)?;
        let incomplete = located.tree.problems().to_vec();
        let (origin, uri) = (located.origin, located.uri.clone());
        let kept = previous.as_ref().and_then(|record| {
            let current = record.current.as_ref()?;
            (current.generation == generation(&source, &located.digest) && self.is_whole(record, current)).then_some(())
        });
        if !request.auto_index && kept.is_none() {
            let mut record = Record::new(coordinate.clone(), source);
            record.source.lazy = false;
            record.source.automatic = false;
            registry::save(&self.cache, &record)?;
            return Ok(Registered {
                indexed: false,
                unchanged: false,
                origin: Some(origin),
                commit: None,
                source_uri: uri,
                counts: None,
                incomplete,
            });
        }
        let build = self.settle(previous, coordinate, source, located, work)?;
        Ok(Registered {
            indexed: true,
            unchanged: build.unchanged,
            origin: Some(origin),
            commit: None,
            source_uri: uri,
            counts: Some(build.counts),
            incomplete,
        })
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
        let _lock = self.cache.lock(coordinate, LOCK_WAIT);
        let record = match self.record(coordinate)? {
            None if !self.config.auto_register => return Err(super::unknown(coordinate)),
            record => record,
        };
        let build = match record {
            Some(mut record) => {
                let located = self
                    .locate_again(&record, Asking::Explicitly, work)
                    .map_err(|failure| self.note_failure(&record, failure))?;
                let source = registry::Source { lazy: false, ..record.source.clone() };
                if force {
                    record.current = None;
                }
                self.settle(Some(record), coordinate, source, located, work)?
            }
            None => {
                let located = self.locate_by_coordinate(coordinate, Asking::Explicitly, work)?;
                let mut source = registry::Source::new(located.kind.as_str(), self.recorded_uri(&located));
                source.automatic = true;
                self.settle(None, coordinate, source, located, work)?
            }
        };
        let index = self.open_file(coordinate, &build.current)?;
        let mut incomplete = index.artifact_problems().map_err(|error| Failure::internal(error.to_string()))?;
        let extracted_to = if extracted {
            work.stage(format!("extracting {coordinate}"));
            incomplete.extend(extract::extract(&self.cache, coordinate, &index, work)?);
            Some(format!("{}/sources", self.cache.location(coordinate)))
        } else {
            None
        };
        Ok(Indexed {
            coordinate: coordinate.clone(),
            cache_location: self.cache.location(coordinate),
            origin: index.meta().origin,
            counts: build.counts,
            seconds: began.elapsed().as_secs_f64(),
            stage_seconds: if build.unchanged { Vec::new() } else { build.current.seconds },
            unchanged: build.unchanged,
            extracted_to,
            incomplete,
        })
    }

    /// All registered artifacts.
    pub fn artifacts(&self) -> Result<Vec<Artifact>, Failure> {
        let mut all: Vec<(Version, Artifact)> = registry::list(&self.cache)?
            .records
            .into_iter()
            .map(|record| {
                let (state, reason) = match (&record.current, &record.last_failure) {
                    (Some(_), _) => (State::Indexed, None),
                    _ if self.cache.is_locked(&record.coordinate) => (State::Indexing, None),
                    (None, Some(failed)) => (State::Failed, Some(failed.reason.clone())),
                    (None, None) => (State::Registered, None),
                };
                (Version::new(record.coordinate.version()), Artifact { coordinate: record.coordinate, state, reason })
            })
            .collect();
        all.sort_by(|(a_version, a), (b_version, b)| {
            let key = |artifact: &Artifact| {
                (artifact.coordinate.group().to_owned(), artifact.coordinate.artifact().to_owned())
            };
            key(a).cmp(&key(b)).then_with(|| a_version.cmp(b_version)).then_with(|| a.coordinate.cmp(&b.coordinate))
        });
        Ok(all.into_iter().map(|(_, artifact)| artifact).collect())
    }

    /// Builds what is located, unless the index in force is made of just that, and writes the record. Where it fails, the
    /// record of an earlier registration keeps its index and says what failed.
    fn settle(
        &self,
        previous: Option<Record>,
        coordinate: &Coordinate,
        source: registry::Source,
        located: Located,
        work: &Work,
    ) -> Result<Build, Failure> {
        let generation = generation(&source, &located.digest);
        let same = previous.as_ref().and_then(|record| {
            let current = record.current.as_ref()?;
            (current.generation == generation && !current.provisional && self.is_whole(record, current))
                .then(|| current.clone())
        });
        let mut record = Record::new(coordinate.clone(), source);
        record.stamp = self.stamp_of(&record);
        record.pom = self.keep_pom(coordinate, located.pom.as_deref())?;
        let build = if let Some(current) = same {
            let counts = self.open_file(coordinate, &current)?.meta().counts;
            Build { current, counts, unchanged: true }
        } else {
            match self.build(coordinate, &generation, &located, work) {
                Ok(build) => build,
                Err(failure) => {
                    return Err(previous.map_or(failure.clone(), |previous| self.note_failure(&previous, failure)));
                }
            }
        };
        record.current = Some(build.current.clone());
        if previous.as_ref() != Some(&record) {
            registry::save(&self.cache, &record)?;
        }
        if !build.unchanged {
            self.remove_older(coordinate, &generation);
        }
        Ok(build)
    }

    fn build(
        &self,
        coordinate: &Coordinate,
        generation: &str,
        located: &Located,
        work: &Work,
    ) -> Result<Build, Failure> {
        let staged = self.cache.stage()?;
        let plan = Plan {
            coordinate,
            origin: located.origin,
            source_digest: &located.digest,
            commit: None,
            tree: located.tree.as_ref(),
            program: &self.program,
            threads: self.config.threads,
        };
        let built = pipeline::build(&plan, staged.path(), work)?;
        work.check()?;
        let (sha256, length) = digest_of(staged.path())?;
        staged.publish(&self.cache.index_file(coordinate, generation))?;
        let current = Current {
            source_digest: located.digest.clone(),
            generation: generation.to_owned(),
            sha256,
            length,
            built: registry::rfc3339(SystemTime::now()),
            seconds: built.stage_seconds,
            counts: counts_value(&built.counts),
            notes: located.notes.clone(),
            provisional: built.provisional,
        };
        Ok(Build { current, counts: built.counts, unchanged: false })
    }

    /// Whether the index file of a record is there and is the one it was.
    fn is_whole(&self, record: &Record, current: &Current) -> bool {
        self.open_file(&record.coordinate, current).is_ok()
    }

    /// Opens the index file that a record points to, after a look at whether it is the one it was.
    pub fn open_file(&self, coordinate: &Coordinate, current: &Current) -> Result<Index, Failure> {
        super::open::open_file(&self.cache, coordinate, current)
    }

    /// Writes into the record of an earlier registration what failed, and gives the failure back.
    fn note_failure(&self, record: &Record, failure: Failure) -> Failure {
        if failure == Failure::cancelled() {
            return failure;
        }
        let mut record = record.clone();
        record.last_failure = Some(Failed {
            when: registry::rfc3339(SystemTime::now()),
            status: failure.status,
            reason: failure.message.clone(),
        });
        // The failure itself is what the caller must hear of.
        let _ = registry::save(&self.cache, &record);
        failure
    }

    fn stamp_of(&self, record: &Record) -> Option<String> {
        if SourceKind::parse(&record.source.kind) != Some(SourceKind::Directory) {
            return None;
        }
        let path = self.roots().resolve(&record.source.uri)?;
        super::open::stamp(record, &path)
    }

    fn keep_pom(&self, coordinate: &Coordinate, pom: Option<&[u8]>) -> Result<Option<String>, Failure> {
        let Some(pom) = pom else { return Ok(None) };
        let file = self.cache.pom_file(coordinate);
        let digest = source::digest(pom);
        if fs::read_if_exists(&file, pom.len() as u64).ok().flatten().as_deref() != Some(pom) {
            self.cache.write(&file, pom)?;
        }
        Ok(Some(digest))
    }

    fn remove_older(&self, coordinate: &Coordinate, keep: &str) {
        let Ok(files) = self.cache.index_files(coordinate) else { return };
        for (generation, path) in files {
            if generation != keep {
                // Whoever has it open goes on reading; what cannot be removed is only in the way.
                let _ = fs::remove_file(&path);
            }
        }
    }

    fn recorded_uri(&self, located: &Located) -> String {
        if located.uri.contains("://") {
            return located.uri.clone();
        }
        self.roots().record(std::path::Path::new(&located.uri))
    }

    fn locate_again(&self, record: &Record, asking: Asking, work: &Work) -> Result<Located, Failure> {
        let globs = Globs::new(&record.source.include, &record.source.exclude)?;
        let located = if record.source.automatic {
            self.locate_by_coordinate(&record.coordinate, asking, work)?
        } else {
            let recorded = &record.source.uri;
            let location = if recorded.contains("://") {
                Location::Remote { url: recorded.clone(), shown: recorded.clone() }
            } else {
                Location::Local(self.roots().resolve(recorded).ok_or_else(|| {
                    let message = format!("{}: {recorded} is not known on this machine", record.coordinate);
                    Failure::new(Status::ResourceNotFound, message).suggest("register_source")
                })?)
            };
            self.locate_place(&location, None, &record.coordinate, &globs, asking, work)?
        };
        Ok(Located { tree: source::globs::filtered(located.tree, &globs), ..located })
    }

    fn locate_by_coordinate(&self, coordinate: &Coordinate, asking: Asking, work: &Work) -> Result<Located, Failure> {
        let found = self.repositories().locate(coordinate, asking, work).map_err(Failure::from)?;
        Ok(found.source)
    }

    fn locate_place(
        &self,
        location: &Location,
        git_ref: Option<&str>,
        coordinate: &Coordinate,
        globs: &Globs,
        asking: Asking,
        work: &Work,
    ) -> Result<Located, Failure> {
        match location {
            Location::Local(path) => {
                let shown = path.display().to_string();
                match uri::kind_at(path, git_ref)? {
                    SourceKind::Directory => source::directory::directory(&shown, path, globs, work),
                    SourceKind::Jar | SourceKind::Git => source::archive::jar_file(&shown, path),
                }
            }
            Location::Remote { .. } if git_ref.is_some() => Err(uri::refuse_git_ref(SourceKind::Jar)),
            Location::Remote { url, shown } => {
                let again = asking == Asking::Explicitly;
                let client = self.repositories().client();
                let found = source::remote::download(&self.cache, client, url, shown, coordinate, again, work)?;
                let mut located = source::archive::jar_file(shown, &found.path)?;
                located.notes.extend(found.notes);
                Ok(located)
            }
        }
    }
}

/// What relative paths are below.
fn working_directory() -> Result<PathBuf, Failure> {
    std::path::absolute(".").map_err(|error| {
        Failure::new(Status::ResourceNotFound, format!("the working directory cannot be told: {error}"))
    })
}

/// Whether an index was made by the formats, grammars and options that hold now.
fn is_of_this_program(record: &Record, current: &Current) -> bool {
    current.generation == generation(&record.source, &current.source_digest)
}

/// Names the index of a source: everything that decides its content.
fn generation(source: &registry::Source, digest: &str) -> String {
    let mut all = Sha256::new();
    let lists = [&source.include, &source.exclude];
    all.update(format!(
        "{} {} {digest}\n{:?}\n{:?}\n{:?}",
        store::FORMAT,
        parse::VERSION,
        lists,
        source.git_subdir,
        source.origin
    ));
    let hex = all.finalize().iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    hex[..32].to_owned()
}

fn counts_value(counts: &Counts) -> serde_json::Value {
    serde_json::to_value(counts).unwrap_or_default()
}

/// SHA-256 (64 hex digits) and length of a file.
pub fn digest_of(path: &std::path::Path) -> Result<(String, u64), Failure> {
    let bytes = fs::read(path, LARGEST_INDEX)?;
    let digest = source::digest(&bytes);
    Ok((digest.trim_start_matches("sha256:").to_owned(), bytes.len() as u64))
}

fn rebuild_failed(record: &Record, failure: Failure) -> Failure {
    if record.current.is_none() || failure == Failure::cancelled() {
        return failure;
    }
    let message = format!(
        "{}: its index must be built again, and its source cannot be had: {}",
        record.coordinate, failure.message
    );
    Failure { status: Status::IndexingFailed, message, ..failure }
}

//! The explorer: from a coordinate to an open index. The only composer of source, parse and store.
//!
//! Promises: a question is answered from a whole index of exactly the coordinate it names, or fails and says what to do;
//! two callers, threads or processes, that need the same index cause one build; a registration that fails leaves the
//! earlier one in force.

mod batch;
mod build;
mod class_jar;
pub mod classes;
mod copies;
mod decompile;
mod engine;
mod extract;
mod find;
mod glance;
mod glances;
mod health;
mod info;
mod jobs;
mod layout;
mod libraries;
mod listing;
mod locate;
mod modules;
mod open;
mod overlays;
mod pipeline;
mod poms;
mod removal;
mod requests;
pub mod seed;
mod symbols;
mod terms;
pub mod upkeep;

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::cache::Cache;
use crate::config::Config;
use crate::coordinate::{self, Coordinate};
use crate::error::{Failure, Incomplete, Status};
use crate::maven::version::Version;
use crate::model::Origin;
use crate::parse::worker::Program;
use crate::registry::{self, Record};
use crate::store::read::{Index, StoreError};
use crate::store::{Counts, ImportRow, TypeRow};
use crate::work::Work;
pub use class_jar::{Comparison, Difference};
use engine::{Engine, Outcome, Ready, Seen};
use find::Catalogue;
pub use glances::{FoundAhead, Glanced, on_all_cores, search_ahead};
use health::Glances;
pub use health::{Health, RepositoryHealth, Totals};
pub use info::{Contents, Info, Standing};
use jobs::Jobs;
pub use libraries::{Found, Known, Libraries, Library, Name};
pub use listing::{Edition, Listed};
use open::{Shelf, Unopened};
use poms::Once;

/// How much longer an explicit register or index waits than a question does before it answers `indexing`: clients give
/// up after some 60 s.
const EXPLICIT_PATIENCE: u32 = 2;

/// How long a directory that was compared with its index is taken for unchanged at most.
const COMPARED_FOR: Duration = Duration::from_secs(2);

/// How often an index is looked for that other processes replace while it is being opened.
const TRIES: usize = 4;

/// How many indexes are built in the background, at most, because a search over all artifacts met them unusable.
const MOST_BY_THE_WAY: usize = 4;

/// What the tools ask: registers, indexes, opens.
pub struct Explorer {
    engine: Arc<Engine>,
    jobs: Jobs<Outcome>,
    shelf: Arc<Shelf>,
    catalogue: Catalogue,
    patience: Option<Duration>,
    glances: Glances,
    listing: listing::Listing,
    symbols: symbols::Symbols,
    started: Instant,
}

/// An artifact that is open for questions.
#[derive(Clone)]
pub struct Opened {
    pub coordinate: Coordinate,
    pub index: Arc<Index>,
    pub origin: Origin,
    /// The digest that names the index: 32 hex digits. Part of every cursor.
    pub generation: String,
    /// The version was left out and this is the only one registered.
    pub version_assumed: bool,
    /// What of this artifact could not be read (a damaged entry, files that did not parse are not in here).
    pub incomplete: Vec<Incomplete>,
    /// The cache and the record it was opened by.
    source: Arc<(Cache, Record)>,
    /// What its POMs name, read when first asked.
    poms: Arc<Once>,
}

impl Opened {
    /// What is worth saying of the source of the index.
    fn notes(&self) -> &[String] {
        let (_, record) = &*self.source;
        record.current.as_ref().map_or(&[], |current| &current.notes)
    }

    /// When its index was made, in nanoseconds since 1970; 0 where that is not known.
    #[must_use]
    pub fn made(&self) -> u64 {
        let (_, record) = &*self.source;
        record.current.as_ref().and_then(|current| current.stamp).map_or(0, |stamp| stamp.modified)
    }

    /// What an index that cannot be read means to the caller. A damaged one is noted: whoever opens it next looks at all of
    /// it and builds it again where it is not what was written.
    #[must_use]
    pub fn failure(&self, error: &StoreError) -> Failure {
        let message = format!("{}: {error}", self.coordinate);
        match error {
            StoreError::Damaged(_) => {
                let (cache, record) = &*self.source;
                open::restamp(cache, record, None);
                Failure::new(Status::IndexingFailed, message)
                    .suggest("index_artifact")
                    .hint("ask again: the index is checked, and built again where it is damaged")
            }
            StoreError::OtherFormat { .. } => Failure::new(Status::IndexingFailed, message).suggest("index_artifact"),
            StoreError::Unreadable(_) => Failure::internal(message),
        }
    }
}

/// What register_source is asked.
#[derive(Debug, Clone)]
pub struct Registration {
    pub coordinate: Coordinate,
    /// None: the registry looks for it.
    pub source_uri: Option<String>,
    pub auto_index: bool,
    pub git_ref: Option<String>,
    pub git_subdir: Option<String>,
    pub include: Vec<String>,
    pub exclude: Vec<String>,
    pub origin: Option<Origin>,
}

/// What register_source did.
#[derive(Debug, Clone)]
pub struct Registered {
    pub indexed: bool,
    /// The same content was registered and indexed before: nothing was done.
    pub unchanged: bool,
    pub origin: Option<Origin>,
    pub commit: Option<String>,
    /// The source URI without secrets.
    pub source_uri: String,
    pub counts: Option<Counts>,
    /// What is worth saying of the source: which build of a SNAPSHOT it is, a missing checksum.
    pub notes: Vec<String>,
    pub incomplete: Vec<Incomplete>,
}

/// What index_artifact did.
#[derive(Debug, Clone)]
pub struct Indexed {
    pub coordinate: Coordinate,
    /// Relative to the cache root: `code/<group>/<artifact>/<version>`.
    pub cache_location: String,
    pub origin: Origin,
    pub counts: Counts,
    /// Seconds of the whole call.
    pub seconds: f64,
    /// Seconds per stage, in the order they ran: `read`, `parse`, `write`, ….
    pub stage_seconds: Vec<(String, f64)>,
    /// It was indexed before and nothing was built.
    pub unchanged: bool,
    /// Where the extracted files lie, relative to the cache root.
    pub extracted_to: Option<String>,
    /// What is worth saying of the source: which build of a SNAPSHOT it is, a missing checksum.
    pub notes: Vec<String>,
    pub incomplete: Vec<Incomplete>,
}

/// State of a registered artifact, as list_indexed_artifacts answers it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    Indexed,
    Registered,
    Indexing,
    Failed,
}

impl State {
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Indexed => "indexed",
            Self::Registered => "registered",
            Self::Indexing => "indexing",
            Self::Failed => "failed",
        }
    }
}

/// A registered artifact.
#[derive(Debug, Clone)]
pub struct Artifact {
    pub coordinate: Coordinate,
    pub state: State,
    /// Why it failed.
    pub reason: Option<String>,
    /// Another one that is indexed, whose file it answers with.
    pub copy_of: Option<Coordinate>,
}

/// A type found in some artifact on behalf of another.
pub struct FoundType {
    /// Where it was found.
    pub artifact: Opened,
    /// Every declaration of the name there; never empty.
    pub types: Vec<TypeRow>,
    /// Said when several registered versions held the type and one was taken.
    pub note: Option<Incomplete>,
    /// The version that a POM of the asker names, in place of which another one was taken.
    pub instead_of: Option<Coordinate>,
}

impl Explorer {
    /// An explorer over the cache that `config` names. `patience` is how long a question waits for indexing before it
    /// answers `indexing`; none: until it is done. Touches neither disk nor network.
    #[must_use]
    pub fn new(config: Config, program: Program, patience: Option<Duration>) -> Self {
        let engine = Arc::new(Engine::new(config, program));
        let (jobs, catalogue) = (Jobs::default(), Catalogue::default());
        let (shelf, glances, started) = (Arc::new(Shelf::new(COMPARED_FOR)), Glances::default(), Instant::now());
        let (listing, symbols) = (listing::Listing::default(), symbols::Symbols::default());
        Self { engine, jobs, shelf, catalogue, patience, glances, listing, symbols, started }
    }

    /// The same, with another time for which a directory that was compared is taken for unchanged at most.
    #[must_use]
    pub fn comparing_after(self, time: Duration) -> Self {
        Self { shelf: Arc::new(Shelf::new(time)), ..self }
    }

    /// Cancels what is done in the background and waits for its end, for at most `within`: before a process ends, so that
    /// nothing of it is left in the cache's `tmp/`.
    pub fn stop(&self, within: Duration) {
        self.jobs.stop(within);
    }

    /// The settings in force.
    #[must_use]
    pub fn config(&self) -> &Config {
        &self.engine.config
    }

    /// The program that parses.
    #[must_use]
    pub fn program(&self) -> &Program {
        &self.engine.program
    }

    /// The cache that is explored.
    #[must_use]
    pub fn cache(&self) -> &Cache {
        &self.engine.cache
    }

    /// Opens an artifact for questions: registers and indexes it first where that is allowed. Without a version, the only
    /// one registered is taken.
    ///
    /// # Errors
    /// Every status the contract gives for an artifact that cannot be asked.
    pub fn open(&self, group: &str, artifact: &str, version: Option<&str>, work: &Work) -> Result<Opened, Failure> {
        let Some(version) = version else {
            let version = self.only_version(group, artifact)?;
            let opened = self.open_exact(&version, work)?;
            return Ok(Opened { version_assumed: true, ..opened });
        };
        self.open_exact(&Coordinate::new(group, artifact, version)?, work)
    }

    fn open_exact(&self, coordinate: &Coordinate, work: &Work) -> Result<Opened, Failure> {
        if let Some(opened) = self.shelf.get(&self.engine, coordinate) {
            return Ok(opened);
        }
        let mut seen = self.engine.look(coordinate)?;
        let mut is_usable = self.is_usable(coordinate, &seen)?;
        for _ in 0..TRIES {
            if !is_usable {
                if let Err(failure) = self.make_ready(coordinate, self.patience, work) {
                    // A changed or vanished source does not take away the answers of the index that is there.
                    let stands_in = self.stands_in(coordinate, &failure);
                    return stands_in.ok_or_else(|| self.with_versions_near(coordinate, failure, work));
                }
                seen = self.engine.look(coordinate)?;
            }
            if seen.is_indexed() {
                match self.shelf.open(&self.engine, &seen) {
                    Ok(opened) => return Ok(opened),
                    Err(Unopened::Refused(failure)) => return Err(failure),
                    Err(Unopened::Unfit(_)) => {}
                }
            }
            // Another process may have put another index in force, and taken this one away.
            let now = self.engine.look(coordinate)?;
            is_usable = now.stamp != seen.stamp && self.is_usable(coordinate, &now)?;
            seen = now;
        }
        let message = format!("{coordinate} is being indexed again and again by others; ask again in a few seconds");
        Err(Failure::new(Status::Indexing, message))
    }

    /// Whether the index of a record can be opened as it is; not: something has to be done first.
    fn is_usable(&self, coordinate: &Coordinate, seen: &Seen) -> Result<bool, Failure> {
        match &seen.record {
            None if !self.engine.config.auto_register => Err(unknown(coordinate)),
            None => Ok(false),
            Some(record) => match self.engine.ready(record) {
                Ready::Yes => Ok(true),
                Ready::Stale => Ok(false),
                Ready::No(failure) => Err(failure),
            },
        }
    }

    /// Has the index of a coordinate built in the background and waits for it.
    fn make_ready(&self, coordinate: &Coordinate, patience: Option<Duration>, work: &Work) -> Result<(), Failure> {
        let (engine, target) = (Arc::clone(&self.engine), coordinate.clone());
        let name = format!("open {coordinate}");
        let run = move |work: &Work| engine.make_ready(&target, work).map(|()| Outcome::Ready);
        let outcome = self.jobs.run(coordinate, name, patience, work, run);
        self.catalogue.forget();
        outcome.map(drop)
    }

    /// The index that is there, where its source could not be read again.
    fn stands_in(&self, coordinate: &Coordinate, failure: &Failure) -> Option<Opened> {
        if failure.status == Status::Indexing || *failure == Failure::cancelled() {
            return None;
        }
        let seen = self.engine.look(coordinate).ok()?;
        self.shelf.open_as_is(&self.engine, &seen, failure).ok()
    }

    /// The version that a question without one means: the only one that is registered.
    ///
    /// # Errors
    /// `invalid_argument`, which lists the registered versions.
    pub fn only_version(&self, group: &str, artifact: &str) -> Result<Coordinate, Failure> {
        coordinate::check("group_id", group)?;
        coordinate::check("artifact_id", artifact)?;
        let mut registered = registry::versions(&self.engine.cache, group, artifact)?;
        registered.sort_by_cached_key(|coordinate| Version::new(coordinate.version()));
        if let [only] = &registered[..] {
            return Ok(only.clone());
        }
        let what = if registered.is_empty() {
            format!("is missing, and no version of {group}:{artifact} is registered")
        } else {
            format!("is missing, and {} versions of {group}:{artifact} are registered", registered.len())
        };
        let suggestions = if registered.is_empty() { self.spelt_like(group, artifact) } else { Vec::new() };
        let versions = registered.iter().map(|coordinate| coordinate.version().to_owned()).collect();
        let failure = Failure { suggestions, versions, ..Failure::argument("version", what).hint("say which version") };
        Err(if registered.is_empty() { failure.suggest("search_artifacts") } else { failure })
    }

    /// Registers a source, and indexes it where that is asked for. Registering what is registered already with the same
    /// content does nothing and says so.
    ///
    /// # Errors
    /// Every status the contract gives for register_source; the earlier registration stays in force.
    pub fn register(&self, request: &Registration, work: &Work) -> Result<Registered, Failure> {
        work.check()?;
        if let Some(registered) = self.engine.registered_before(&self.shelf, request) {
            return Ok(registered);
        }
        let (engine, request) = (Arc::clone(&self.engine), request.clone());
        let coordinate = request.coordinate.clone();
        let name = format!("register {request:?}");
        let patience = self.patience.map(|patience| patience * EXPLICIT_PATIENCE);
        let shelf = Arc::clone(&self.shelf);
        let run = move |work: &Work| {
            let registered = engine.register(&request, work);
            shelf.forget(&request.coordinate);
            registered.map(Outcome::Registered)
        };
        let outcome = self.jobs.run(&coordinate, name, patience, work, run);
        self.catalogue.forget();
        match outcome? {
            Outcome::Registered(registered) => Ok(registered),
            _ => Err(Failure::internal("a registration ended as something else")),
        }
    }

    /// Indexes a registered artifact; one that nobody registered registers itself first where that is allowed.
    ///
    /// # Errors
    /// Every status the contract gives for index_artifact.
    pub fn index(&self, coordinate: &Coordinate, force: bool, extract: bool, work: &Work) -> Result<Indexed, Failure> {
        work.check()?;
        if !force
            && !extract
            && let Some(indexed) = self.engine.indexed_before(&self.shelf, coordinate)
        {
            return Ok(indexed);
        }
        let (engine, target) = (Arc::clone(&self.engine), coordinate.clone());
        let name = format!("index {coordinate} force={force} extract={extract}");
        let patience = self.patience.map(|patience| patience * EXPLICIT_PATIENCE);
        let shelf = Arc::clone(&self.shelf);
        let run = move |work: &Work| {
            let indexed = engine.index(&target, force, extract, work);
            shelf.forget(&target);
            indexed.map(Outcome::Indexed)
        };
        let outcome = self.jobs.run(coordinate, name, patience, work, run);
        self.catalogue.forget();
        match outcome? {
            Outcome::Indexed(indexed) => Ok(indexed),
            _ => Err(Failure::internal("an indexing ended as something else")),
        }
    }

    /// All registered artifacts: by group, artifact, then Maven's version order.
    ///
    /// # Errors
    /// When the registry cannot be listed.
    pub fn artifacts(&self) -> Result<Vec<Artifact>, Failure> {
        self.listed().map(|listed| listed.artifacts.to_vec())
    }

    /// The same, with what tells that nothing has changed since. What is being downloaded and has no record yet is among them.
    ///
    /// # Errors
    /// When the registry cannot be listed.
    pub fn listed(&self) -> Result<Listed, Failure> {
        Ok(self.listing.get(&self.engine)?.with(self.jobs.coordinates()))
    }

    /// Opens an artifact that is indexed already; none when it is not. A changed directory is indexed again first; where the
    /// index is damaged or of another format, it is built again in the background.
    ///
    /// # Errors
    /// When its index or record cannot be read; `indexing` while it is built again.
    pub fn open_indexed(&self, coordinate: &Coordinate, work: &Work) -> Result<Option<Opened>, Failure> {
        if let Some(opened) = self.shelf.get(&self.engine, coordinate) {
            return Ok(Some(opened));
        }
        let seen = self.engine.look(coordinate)?;
        let Some(record) = seen.record.as_ref().filter(|record| record.current.is_some()) else { return Ok(None) };
        if self.engine.has_changed(record) {
            return self.open_exact(coordinate, work).map(Some);
        }
        match self.shelf.open(&self.engine, &seen) {
            Ok(opened) => return Ok(Some(opened)),
            Err(Unopened::Refused(failure)) => return Err(failure),
            Err(Unopened::Unfit(_)) => {}
        }
        let is_replaced = self.engine.look(coordinate)?.stamp != seen.stamp;
        if !is_replaced && self.patience.is_some() {
            // A search over hundreds of artifacts does not wait for each: after an update all of them are to be built again.
            if self.jobs.count() >= MOST_BY_THE_WAY {
                let message = format!("{coordinate} must be indexed again, and others are being indexed just now");
                return Err(Failure::new(Status::Indexing, format!("{message}; ask again in a few seconds")));
            }
            self.make_ready(coordinate, Some(Duration::ZERO), work)?;
        }
        self.open_exact(coordinate, work).map(Some)
    }

    /// Opens an artifact that is indexed already only to see whether it is worth asking: what then answers is opened by
    /// [`Self::open_indexed`], which reads all of a small file once. None where nothing can be said so. What was compared with
    /// its record in this edition of the list is not compared again.
    #[must_use]
    pub fn glance(&self, coordinate: &Coordinate, edition: Option<Edition>) -> Option<Opened> {
        if let Some(opened) = self.shelf.get_at_a_glance(&self.engine, coordinate, edition) {
            return Some(opened);
        }
        let seen = self.engine.look(coordinate).ok()?;
        seen.record.as_ref().filter(|record| record.current.is_some() && record.stamp.is_none())?;
        // A directory may have changed: whoever opens it compares it.
        self.shelf.glance(&self.engine, &seen).ok()
    }

    /// Finds the declarations of a qualified type name for a question asked of `asker`: in the artifact itself, in the
    /// versions its POM names, then among registered artifacts (highest version, releases first). `from` is the file that names
    /// it, where one does: modules of a project have POMs of their own.
    ///
    /// # Errors
    /// When an index cannot be read.
    pub fn find_type(
        &self,
        asker: &Opened,
        from: Option<&str>,
        qualified: &str,
        work: &Work,
    ) -> Result<Option<FoundType>, Failure> {
        find::find_type(self, asker, from, qualified, work)
    }

    /// The artifact in which [`Self::find_type`] finds a type for whoever does not say what it uses.
    ///
    /// # Errors
    /// When the registry cannot be read.
    pub fn first_with(&self, qualified: &str, work: &Work) -> Result<Option<Coordinate>, Failure> {
        find::first_with(self, qualified, work)
    }

    /// The path of the POM that holds for a file of an artifact, where there are some among its files: who asks for the file asks
    /// from there. Empty where none of them does.
    ///
    /// # Errors
    /// [`Failure::cancelled`].
    pub fn pom_of<'a>(&self, artifact: &'a Opened, file: u32, work: &Work) -> Result<Option<&'a str>, Failure> {
        // What cannot be read fails whoever looks into the file.
        let path = || Some(artifact.index.file_by_id(file).ok()?.path);
        Ok(find::poms(self, artifact, work)?.of_file(path))
    }

    /// POMs among the files of an artifact which do not say what it uses, and why.
    ///
    /// # Errors
    /// [`Failure::cancelled`].
    pub fn silent_poms(&self, artifact: &Opened, work: &Work) -> Result<Vec<(String, String)>, Failure> {
        Ok(find::poms(self, artifact, work)?.silent())
    }

    /// The imports of a file of an artifact, and behind those of modules what these export, each package as one that is imported whole.
    ///
    /// # Errors
    /// When an index cannot be read.
    pub fn imports(&self, asker: &Opened, file: u32, work: &Work) -> Result<Vec<ImportRow>, Failure> {
        modules::imports(self, asker, file, work)
    }

    /// The artifacts that have a package, for a question asked of one of them: itself, those of the versions that its POM
    /// names, then others, one version of each. `from` as for [`Self::find_type`].
    ///
    /// # Errors
    /// When an index cannot be read.
    pub fn holders(
        &self,
        asker: &Opened,
        from: Option<&str>,
        package: &str,
        work: &Work,
    ) -> Result<Vec<Opened>, Failure> {
        find::holders(self, asker, from, package, work)
    }
}

/// What an artifact that nobody registered answers where it may not register itself.
fn unknown(coordinate: &Coordinate) -> Failure {
    Failure::new(Status::SourceJarNotFound, format!("{coordinate} is not registered"))
        .suggest("register_source")
        .hint("register it, or let coordinates register themselves (JARDEX_AUTO_REGISTER)")
}

//! The explorer: from a coordinate to an open index. The only composer of source, parse and store.

use std::sync::Arc;
use std::time::Duration;

use crate::config::Config;
use crate::coordinate::Coordinate;
use crate::error::{Failure, Incomplete};
use crate::model::Origin;
use crate::parse::worker::Program;
use crate::store::read::Index;
use crate::store::{Counts, TypeRow};
use crate::work::Work;

/// What the tools ask: registers, indexes, opens.
pub struct Explorer {
    config: Config,
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
}

/// A type found in some artifact on behalf of another.
pub struct FoundType {
    /// Where it was found.
    pub artifact: Opened,
    /// Every declaration of the name there; never empty.
    pub types: Vec<TypeRow>,
    /// Said when several registered versions held the type and one was taken.
    pub note: Option<Incomplete>,
}

impl Explorer {
    /// An explorer over the cache that `config` names. `patience` is how long a question waits for indexing before it
    /// answers `indexing`; none: until it is done.
    ///
    /// # Errors
    /// When the cache root cannot be made or read.
    pub fn new(config: Config, program: Program, patience: Option<Duration>) -> Result<Self, Failure> {
        let _ = (program, patience);
        Ok(Self { config })
    }

    /// The settings in force.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Opens an artifact for questions: registers and indexes it first where that is allowed.
    ///
    /// # Errors
    /// Every status the contract gives for an artifact that cannot be asked.
    pub fn open(&self, group: &str, artifact: &str, version: Option<&str>, work: &Work) -> Result<Opened, Failure> {
        let _ = (group, artifact, version, work);
        unimplemented!()
    }

    /// Registers a source.
    pub fn register(&self, request: &Registration, work: &Work) -> Result<Registered, Failure> {
        let _ = (request, work);
        unimplemented!()
    }

    /// Indexes a registered artifact.
    pub fn index(&self, coordinate: &Coordinate, force: bool, extract: bool, work: &Work) -> Result<Indexed, Failure> {
        let _ = (coordinate, force, extract, work);
        unimplemented!()
    }

    /// All registered artifacts: by group, artifact, then Maven's version order.
    pub fn artifacts(&self) -> Result<Vec<Artifact>, Failure> {
        unimplemented!()
    }

    /// Opens an artifact that is indexed already and whose source need not be looked at; none when it is not.
    pub fn open_indexed(&self, coordinate: &Coordinate) -> Result<Option<Opened>, Failure> {
        let _ = coordinate;
        unimplemented!()
    }

    /// Finds the declarations of a qualified type name for a question asked of `asker`: in the artifact itself, in the
    /// versions its POM names, then among registered artifacts (highest version, releases first), then the JDK.
    pub fn find_type(&self, asker: &Opened, qualified: &str) -> Result<Option<FoundType>, Failure> {
        let _ = (asker, qualified);
        unimplemented!()
    }
}

//! Coordinate to bytes: one file per kind of source. A source is located, then read as a [`Tree`] of named files.

pub mod repository;

use std::sync::Arc;

use crate::error::{Failure, Incomplete};
use crate::model::Origin;
use crate::work::Work;

/// What a source is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SourceKind {
    Jar,
    Directory,
    Git,
}

/// A file of a source; its name is data and never becomes a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// As in the archive, `/` between segments.
    pub path: String,
    /// Whether the name stays inside the root and can be asked for.
    pub addressable: bool,
    /// Uncompressed bytes as announced.
    pub size: u64,
}

/// The files of a source, in byte order of path, each readable by any thread.
pub trait Tree: Send + Sync {
    fn entries(&self) -> &[Entry];
    /// The bytes of the entry at this place.
    ///
    /// # Errors
    /// `invalid_source` when the entry is damaged.
    fn read(&self, at: usize) -> Result<Vec<u8>, Failure>;
    /// Entries that were left out, and why.
    fn problems(&self) -> &[Incomplete];
}

/// A source whose bytes are at hand.
pub struct Located {
    pub kind: SourceKind,
    pub origin: Origin,
    /// Where it is, without secrets: what the record keeps and people read.
    pub uri: String,
    /// `sha256:` and 64 hex digits over the content.
    pub digest: String,
    pub tree: Arc<dyn Tree>,
    /// The POM beside the JAR, where there is one.
    pub pom: Option<Vec<u8>>,
    /// What is worth saying: a missing checksum, say.
    pub notes: Vec<String>,
}

#[allow(dead_code)]
fn _uses(_: &Work) {}

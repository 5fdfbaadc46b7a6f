//! Coordinate to bytes: one file per kind of source. A source is located, then read as a [`Tree`] of named files.
//!
//! Promises: names of files are data and never become paths; what is read stays within [`limits`], whatever a header
//! announces; what is left out is named, with the reason. A source is never written to. Knows nothing of languages and
//! of what is done with the bytes.

pub mod archive;
pub mod directory;
pub mod git;
pub mod globs;
pub mod jdk;
mod lfs;
pub mod limits;
pub mod pack;
pub mod parts;
pub mod remote;
mod repeated;
pub mod repository;
pub mod uri;
pub mod view;

use std::sync::Arc;

pub use archive::{jar, jar_file};
pub use directory::directory;

use crate::digest::{Sha256, hex};
use crate::error::{Failure, Incomplete};
use crate::fs::Stamp;
use crate::model::{Origin, ParsedFile};

/// What a source is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SourceKind {
    Jar,
    Directory,
    Git,
}

impl SourceKind {
    /// The spelling in records and answers.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Jar => "jar",
            Self::Directory => "directory",
            Self::Git => "git",
        }
    }

    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Jar, Self::Directory, Self::Git].into_iter().find(|kind| kind.as_str() == text)
    }
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
    /// What of the entry at this place could not be used, once it was read.
    fn flaw(&self, _at: usize) -> Option<String> {
        None
    }
    /// The class files that this tree shows as text.
    fn class_files(&self) -> Option<&Arc<dyn Tree>> {
        None
    }
    /// Another text for the entry at this place, where the one that was read declares something else than it should.
    fn instead(&self, _at: usize, _parsed: &ParsedFile) -> Option<Vec<u8>> {
        None
    }
    /// A clock cut short what this tree is made of: another time it may be more.
    fn is_cut_short(&self) -> bool {
        false
    }
}

/// A source whose bytes are at hand.
pub struct Located {
    pub kind: SourceKind,
    pub origin: Origin,
    /// Where it is, without secrets: what the record keeps and people read.
    pub uri: String,
    /// `sha256:` and 64 hex digits over the content.
    pub digest: String,
    /// Of a Git repository, the commit: 40 hex digits.
    pub commit: Option<String>,
    /// Of its file, where a file that has this stamp later has the same content.
    pub stamp: Option<Stamp>,
    pub tree: Arc<dyn Tree>,
    /// The POM beside the JAR, where there is one.
    pub pom: Option<Vec<u8>>,
    /// What is worth saying: a missing checksum, say.
    pub notes: Vec<String>,
}

/// `sha256:` and 64 hex digits over `bytes`.
#[must_use]
pub fn digest(bytes: &[u8]) -> String {
    written(&Sha256::of(bytes))
}

/// A finished SHA-256 as digests are written.
fn written(hash: &[u8]) -> String {
    format!("sha256:{}", hex(hash))
}

/// Whether a name inside a source stays inside its root, so that it can be asked for: not absolute, no drive, no `..`,
/// whichever of `/` and `\` separates its segments, and no folder without a name.
#[must_use]
pub fn stays_inside(name: &str) -> bool {
    let separators = ['/', '\\'];
    let drive = name.as_bytes().get(1) == Some(&b':') && name.as_bytes()[0].is_ascii_alphabetic();
    !name.is_empty()
        && !drive
        && !name.starts_with(separators)
        && !name.contains("//")
        && name.split(separators).all(|segment| segment != "..")
}

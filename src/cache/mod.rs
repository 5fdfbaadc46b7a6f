//! Where things lie on disk: places as types, locks, staging and publishing.
//!
//! ```text
//! <root>/
//!   CACHEDIR.TAG
//!   registry-v1/<group>/<artifact>/<version>.json   see `registry`
//!   code/<group>/<artifact>/<version>/              <generation>.db, and sources/ when extraction was asked for
//!   jars-v1/<origin>/<group>/<artifact>/<version>/  downloads, keyed by where they came from
//!   locks/<group>/<artifact>/<version>              saves double work, never keeps data right
//!   tmp/                                            staging; swept
//! ```

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::coordinate::Coordinate;
use crate::error::Failure;

/// The cache root and everything below it.
#[derive(Debug, Clone)]
pub struct Cache {
    root: PathBuf,
}

/// A file being written under `tmp/`; dropped unpublished, it is removed.
pub struct Staged {
    _path: PathBuf,
}

/// The lock of one coordinate; released when dropped.
pub struct Guard {}

impl Cache {
    /// The cache at `root`; made (mode 0700, CACHEDIR.TAG) at the first write, not here.
    #[must_use]
    pub fn at(root: PathBuf) -> Self {
        Self { root }
    }

    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// `code/<group>/<artifact>/<version>`, relative to the root, `/` between segments on every system.
    #[must_use]
    pub fn location(&self, coordinate: &Coordinate) -> String {
        let _ = coordinate;
        unimplemented!()
    }

    /// The index file of a generation.
    #[must_use]
    pub fn index_file(&self, coordinate: &Coordinate, generation: &str) -> PathBuf {
        let _ = (coordinate, generation);
        unimplemented!()
    }

    /// The index files that lie in the coordinate's folder: (generation, path).
    pub fn index_files(&self, coordinate: &Coordinate) -> Result<Vec<(String, PathBuf)>, Failure> {
        let _ = coordinate;
        unimplemented!()
    }

    /// Where the extracted sources of a coordinate go.
    #[must_use]
    pub fn sources_folder(&self, coordinate: &Coordinate) -> PathBuf {
        let _ = coordinate;
        unimplemented!()
    }

    /// The registry record of a coordinate.
    #[must_use]
    pub fn record_file(&self, coordinate: &Coordinate) -> PathBuf {
        let _ = coordinate;
        unimplemented!()
    }

    /// Where a download lies: keyed by its origin (repository URL without secrets), the coordinate and the file name.
    #[must_use]
    pub fn download_file(&self, origin: &str, coordinate: &Coordinate, file_name: &str) -> PathBuf {
        let _ = (origin, coordinate, file_name);
        unimplemented!()
    }

    /// A new file under `tmp/`, on the same file system as everything else.
    ///
    /// # Errors
    /// `not_permitted` when the cache cannot be written, `indexing_failed` when the disk is full.
    pub fn stage(&self) -> Result<Staged, Failure> {
        unimplemented!()
    }

    /// Takes the coordinate's lock: polled for at most `wait`, then the caller goes on without (None).
    pub fn lock(&self, coordinate: &Coordinate, wait: Duration) -> Option<Guard> {
        let _ = (coordinate, wait);
        unimplemented!()
    }

    /// Whether some process holds the coordinate's lock just now.
    #[must_use]
    pub fn is_locked(&self, coordinate: &Coordinate) -> bool {
        let _ = coordinate;
        unimplemented!()
    }
}

//! Staging of folders: extracted sources are laid out under `tmp/` and get their place when they are complete.

use std::path::{Path, PathBuf};

use super::Cache;
use super::stage::fresh_name;
use crate::error::Failure;
use crate::fs::{self, FsError, Kind};

/// A folder being filled under `tmp/`; dropped unpublished, it is removed.
#[derive(Debug)]
pub struct StagedFolder {
    cache: Cache,
    path: PathBuf,
}

impl StagedFolder {
    pub(super) fn in_folder(cache: &Cache, folder: &Path) -> Result<Self, Failure> {
        let path = folder.join(fresh_name());
        fs::create_folder(&path).map_err(|error| cache.refuse(error))?;
        Ok(Self { cache: cache.clone(), path })
    }

    /// Where it is filled.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes a read-only file under a name from outside, `/` between its segments. Not synced: what a power cut takes
    /// can be laid out again.
    ///
    /// # Errors
    /// [`Kind::NotPlain`] when the name does not stay inside the folder or cannot be a name on this system;
    /// [`Kind::Other`] when the name is taken already, as by one that differs in case alone where that makes no
    /// difference. The caller names what could not be laid out. [`Kind::Full`] when the disk is full.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<(), FsError> {
        if !name.split('/').all(is_plain_segment) {
            return Err(FsError::refused(Kind::NotPlain, "lay out", Path::new(name), "its name does not stay inside"));
        }
        let path = self.path.join(name);
        fs::write_new(&path, bytes)?;
        fs::set_read_only(&path)
    }

    /// Gives the folder its place, in exchange for the one that was there.
    ///
    /// # Errors
    /// As [`Cache::stage`]; the staged folder is gone then.
    pub fn publish(self, to: &Path) -> Result<(), Failure> {
        // A folder cannot be renamed over one that holds files: the old one goes aside first.
        let aside = self.path.with_extension("old");
        let moved = if fs::exists(to) { fs::rename(to, &aside) } else { Ok(()) };
        let published = moved.and_then(|()| fs::rename(&self.path, to));
        // Best effort: what stays is swept a day later.
        let _ = fs::remove_tree(&aside);
        published.map_err(|error| self.cache.refuse(error))
    }
}

impl Drop for StagedFolder {
    /// After publishing there is nothing left at the path.
    fn drop(&mut self) {
        let _ = fs::remove_tree(&self.path);
    }
}

/// Whether a segment is a name and nothing else, here and on Windows, where a colon begins a stream or ends a drive.
fn is_plain_segment(segment: &str) -> bool {
    let forbidden: &[char] = if cfg!(windows) { &['\\', '\0', ':'] } else { &['\\', '\0'] };
    !segment.is_empty() && segment != "." && segment != ".." && !segment.contains(forbidden)
}

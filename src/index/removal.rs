//! Taking an artifact away: first its record, then its files.
//!
//! Whoever has the index open goes on reading it, and a kill in the middle leaves files that no record points to, which are
//! in nobody's way. Downloads stay: they serve the next time, or go with `cache prune`.

use std::time::Duration;

use super::Explorer;
use super::engine::Engine;
use crate::coordinate::Coordinate;
use crate::error::{Failure, Removal, Status};
use crate::fs::{self, Kind, Limits, Walked};
use crate::registry;
use crate::work::Work;

/// Longest wait for whoever builds the artifact just now.
const LOCK_WAIT: Duration = Duration::from_secs(10);

/// Files and folders of one artifact: a source has 200,000 files, 64 folders deep, at most, and they may be laid out.
const LIMITS: Limits = Limits { files: 1_000_000, depth: 96 };

impl Explorer {
    /// What [`Explorer::remove`] would take away. Without a version, the only one registered is meant.
    ///
    /// # Errors
    /// `source_jar_not_found` where nothing of the coordinate is in the cache; `invalid_argument` where several versions are
    /// registered and none was said.
    pub fn removal(
        &self,
        group: &str,
        artifact: &str,
        version: Option<&str>,
    ) -> Result<(Coordinate, Removal), Failure> {
        let coordinate = match version {
            Some(version) => Coordinate::new(group, artifact, version)?,
            None => self.only_version(group, artifact)?,
        };
        let removal = self.engine.belongings(&coordinate)?;
        Ok((coordinate, removal))
    }

    /// Takes the record, the index and the extracted files of a coordinate away.
    ///
    /// # Errors
    /// As [`Explorer::removal`]; `indexing` while another process builds it; `not_permitted` when the cache cannot be
    /// written.
    pub fn remove(&self, coordinate: &Coordinate, work: &Work) -> Result<Removal, Failure> {
        let removed = self.engine.remove(coordinate, work);
        self.catalogue.forget();
        removed
    }
}

impl Engine {
    /// What is in the cache of a coordinate, downloads left out.
    fn belongings(&self, coordinate: &Coordinate) -> Result<Removal, Failure> {
        let mut removal = Removal::default();
        let folder = match fs::walk(&self.cache.artifact_folder(coordinate), LIMITS, |_, _| true) {
            Ok(walked) => Some(walked),
            Err(error) if error.kind() == Kind::NotFound => None,
            Err(error) => return Err(error.into()),
        };
        if let Some(Walked { files, problems }) = folder {
            removal.files = (files.len() + problems.len()) as u64;
            removal.bytes = files.iter().map(|file| file.stamp.length).sum();
            removal.paths.push(self.cache.location(coordinate));
        }
        let record = self.cache.record_file(coordinate);
        if let Ok(stamp) = fs::stamp(&record) {
            removal.files += 1;
            removal.bytes += stamp.length;
            removal.paths.push(self.cache.relative(&record));
        }
        if removal.paths.is_empty() {
            let message = format!("{coordinate} is not registered: there is nothing to remove");
            return Err(Failure::new(Status::SourceJarNotFound, message).suggest("list_indexed_artifacts"));
        }
        Ok(removal)
    }

    fn remove(&self, coordinate: &Coordinate, work: &Work) -> Result<Removal, Failure> {
        let lock = self.cache.lock_while(coordinate, LOCK_WAIT, || !work.is_cancelled());
        work.check()?;
        if lock.is_none() && self.cache.is_locked(coordinate) {
            let message = format!("{coordinate} is being indexed by another process");
            return Err(Failure::new(Status::Indexing, message).hint("remove it when that is done"));
        }
        let removal = self.belongings(coordinate)?;
        self.discard(coordinate)?;
        drop(lock);
        Ok(removal)
    }

    /// Takes away what belongs to a coordinate; the caller has its lock.
    pub fn discard(&self, coordinate: &Coordinate) -> Result<(), Failure> {
        registry::remove(&self.cache, coordinate)?;
        let folder = self.cache.artifact_folder(coordinate);
        self.cache.discard_folder(&folder);
        if fs::exists(&folder) {
            let message = format!("{} could not be removed", folder.display());
            return Err(Failure::new(Status::NotPermitted, message)
                .hint("see who may write there; its record is gone, so that it does not answer any more"));
        }
        self.cache.remove_empty_above(&folder);
        Ok(())
    }
}

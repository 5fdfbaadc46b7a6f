//! The list of what is registered, kept while nothing in the registry's folders has changed.
//!
//! Reading three hundred records takes some fifteen milliseconds, looking whether a folder of theirs changed takes one: every
//! search over all artifacts begins with this list. A record is replaced by renaming another one over it, which its folder
//! shows; whoever opens an artifact to answer looks at its record itself. Who only looks where to look compares what is kept with
//! its record once an [`Edition`] of the list.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;

use super::engine::Engine;
use super::{Artifact, State};
use crate::coordinate::Coordinate;
use crate::error::Failure;
use crate::fs::{self, FileKind, Stamp};
use crate::maven::version::Version;

/// Folders that are worth a thread: some hundred microseconds.
const SHARE: usize = 64;

/// Most folders of a registry that are looked at to keep its list.
const MOST_LOOKED_AT: usize = 20_000;

/// The list that was read last.
#[derive(Default)]
pub struct Listing {
    known: Mutex<Option<Known>>,
    /// It was asked for before: a process that asks once has nothing of what keeping it takes.
    asked: AtomicBool,
    /// How many editions there were.
    editions: AtomicU64,
}

/// Stands for the registry as it was when a list of it was read: a list has the edition of the one before while nothing has changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Edition(u64);

/// What is registered.
pub struct Listed {
    pub artifacts: Arc<Vec<Artifact>>,
    /// None where the list is not kept.
    pub edition: Option<Edition>,
}

impl Listed {
    /// The same with these coordinates, of which those that nobody registered yet are being indexed.
    pub(super) fn with(self, under_way: Vec<Coordinate>) -> Self {
        let is_known = |one: &Coordinate| self.artifacts.iter().any(|artifact| artifact.coordinate == *one);
        let mut new: Vec<Coordinate> = under_way.into_iter().filter(|one| !is_known(one)).collect();
        if new.is_empty() {
            return self;
        }
        new.sort_unstable();
        new.dedup();
        let new = new.into_iter().map(|coordinate| Artifact {
            coordinate,
            state: State::Indexing,
            reason: None,
            copy_of: None,
        });
        let mut artifacts: Vec<Artifact> = self.artifacts.iter().cloned().chain(new).collect();
        artifacts.sort_by_cached_key(|artifact| in_order(&artifact.coordinate));
        Self { artifacts: Arc::new(artifacts), ..self }
    }
}

struct Known {
    /// The folders of the registry as they were.
    places: Arc<Vec<(PathBuf, Stamp)>>,
    artifacts: Arc<Vec<Artifact>>,
    edition: Edition,
}

impl Listing {
    /// All registered artifacts, as [`Engine::artifacts`] lists them.
    pub fn get(&self, engine: &Engine) -> Result<Listed, Failure> {
        let known = {
            let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
            known.as_ref().map(|known| (Arc::clone(&known.places), Arc::clone(&known.artifacts), known.edition))
        };
        if let Some((places, artifacts, edition)) = known
            && places.par_iter().with_min_len(SHARE).all(|(path, stamp)| fs::stamp(path).is_ok_and(|now| now == *stamp))
        {
            return Ok(Listed { artifacts, edition: Some(edition) });
        }
        // Looked at before it is read: what changes in between then differs from what was seen.
        let places = if self.asked.swap(true, Ordering::Relaxed) { places(engine) } else { None };
        let artifacts = Arc::new(engine.artifacts()?);
        // Whether somebody works on what has no index yet is not in the records.
        let is_lasting = artifacts.iter().all(|artifact| artifact.state == State::Indexed);
        let kept = places.filter(|_| is_lasting).map(|places| Known {
            places: Arc::new(places),
            artifacts: Arc::clone(&artifacts),
            edition: Edition(self.editions.fetch_add(1, Ordering::Relaxed)),
        });
        let edition = kept.as_ref().map(|kept| kept.edition);
        *self.known.lock().unwrap_or_else(PoisonError::into_inner) = kept;
        Ok(Listed { artifacts, edition })
    }
}

/// What artifacts are put in order by: group, artifact, then Maven's version order.
pub(super) fn in_order(coordinate: &Coordinate) -> ((String, String), Version, String) {
    let version = coordinate.version();
    let group_and_artifact = (coordinate.group().to_owned(), coordinate.artifact().to_owned());
    (group_and_artifact, Version::new(version), version.to_owned())
}

/// The folders of the registry; none where there are too many, or where one changed just now, so that another
/// change need not show.
fn places(engine: &Engine) -> Option<Vec<(PathBuf, Stamp)>> {
    let root = engine.cache.records_folder();
    let mut places = vec![(root.clone(), fs::stamp(&root).ok()?)];
    let mut folders = vec![root];
    while let Some(folder) = folders.pop() {
        for listed in fs::list(&folder).ok()? {
            match listed.kind {
                FileKind::Folder => folders.push(listed.path.clone()),
                FileKind::Plain => continue,
                _ => return None,
            }
            places.push((listed.path, listed.stamp));
            if places.len() > MOST_LOOKED_AT {
                return None;
            }
        }
    }
    places.iter().all(|(_, stamp)| stamp.is_settled()).then_some(places)
}

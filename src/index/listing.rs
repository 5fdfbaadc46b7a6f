//! The list of what is registered, kept while nothing in the registry's folders has changed.
//!
//! Reading three hundred records takes some fifteen milliseconds, looking whether a folder of theirs changed takes one: every
//! search over all artifacts begins with this list. A record is replaced by renaming another one over it, which its folder
//! shows; whoever opens an artifact looks at its record itself.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;

use super::engine::Engine;
use super::{Artifact, State};
use crate::error::Failure;
use crate::fs::{self, FileKind, Stamp};

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
}

struct Known {
    /// The folders of the registry as they were.
    places: Arc<Vec<(PathBuf, Stamp)>>,
    artifacts: Arc<Vec<Artifact>>,
}

impl Listing {
    /// All registered artifacts, as [`Engine::artifacts`] lists them.
    pub fn get(&self, engine: &Engine) -> Result<Vec<Artifact>, Failure> {
        let known = {
            let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
            known.as_ref().map(|known| (Arc::clone(&known.places), Arc::clone(&known.artifacts)))
        };
        if let Some((places, artifacts)) = known
            && places.par_iter().with_min_len(SHARE).all(|(path, stamp)| fs::stamp(path).is_ok_and(|now| now == *stamp))
        {
            return Ok(artifacts.to_vec());
        }
        // Looked at before it is read: what changes in between then differs from what was seen.
        let places = if self.asked.swap(true, Ordering::Relaxed) { places(engine) } else { None };
        let artifacts = engine.artifacts()?;
        // Whether somebody works on what has no index yet is not in the records.
        let is_lasting = artifacts.iter().all(|artifact| artifact.state == State::Indexed);
        let kept = places
            .filter(|_| is_lasting)
            .map(|places| Known { places: Arc::new(places), artifacts: Arc::new(artifacts.clone()) });
        *self.known.lock().unwrap_or_else(PoisonError::into_inner) = kept;
        Ok(artifacts)
    }
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

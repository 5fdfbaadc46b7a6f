//! From a located source to the index in force: build, publish, record.
//!
//! The order: index file published, then the record that points to it, then what belonged to the record before removed. A
//! kill between any two of these leaves the artifact as it was or as it will be. What fails before the record is
//! written leaves the earlier registration in force.

use std::path::Path;
use std::sync::Arc;
use std::time::SystemTime;

use super::decompile;
use super::engine::Engine;
use super::locate::Spot;
use super::open::Unopened;
use super::pipeline::{self, Plan};
use crate::coordinate::Coordinate;
use crate::digest::{Blake3, Sha256, hex};
use crate::error::{Failure, Incomplete};
use crate::fs::{self, Stamp};
use crate::maven::pom::{Dependency, Pom};
use crate::model::Origin;
use crate::parse;
use crate::registry::{self, Current, Failed, Record};
use crate::source::{self, Located};
use crate::store::read::Index;
use crate::store::{self, Counts};
use crate::work::Work;

/// What is to become the registration in force.
pub struct Order {
    pub coordinate: Coordinate,
    /// What the record says of the source.
    pub source: registry::Source,
    pub spot: Spot,
    /// The registration so far.
    pub previous: Option<Record>,
    /// The index in force, where it is made of just this and is not to be built again.
    pub kept: Option<Build>,
}

/// Most dependencies that are named of an artifact that declares nothing.
const MOST_NAMED: usize = 8;

/// An index that was just built or found to be there.
pub struct Build {
    pub current: Current,
    pub counts: Counts,
    pub origin: Origin,
    pub unchanged: bool,
}

impl Engine {
    /// Builds what is located, unless the index in force is made of just that, and writes the record.
    pub fn settle(&self, order: Order, work: &Work) -> Result<Build, Failure> {
        let Order { coordinate, source, spot: Spot { located, stamp, unasked }, previous, kept } = order;
        let mut build = match kept {
            Some(build) => build,
            None => self.build(&coordinate, &generation(&source, &located.digest), &located, work)?,
        };
        build.current.source_stamp = located.stamp;
        // Another commit may hold the same files: the index is the same then.
        build.current.commit.clone_from(&located.commit);
        build.current.notes.clone_from(&located.notes);
        build.current.unasked = unasked;
        let mut record = Record::new(coordinate, source);
        record.stamp = stamp;
        record.pom = self.keep_pom(&record.coordinate, located.pom.as_deref())?;
        record.current = Some(build.current.clone());
        if previous.as_ref() != Some(&record) {
            registry::save(&self.cache, &record)?;
        }
        self.tidy(&record, previous.as_ref());
        Ok(build)
    }

    /// The index in force, where it is whole and made of just this.
    pub fn kept(
        &self,
        record: Option<&Record>,
        source: &registry::Source,
        located: &Located,
    ) -> Result<Option<Build>, Failure> {
        let Some((record, current)) = record.and_then(|record| Some((record, record.current.as_ref()?))) else {
            return Ok(None);
        };
        if current.generation != generation(source, &located.digest) || current.provisional {
            return Ok(None);
        }
        // Whoever asks for an index explicitly may do so because the one in force is doubted: its content is compared where
        // its stamp would not tell every change.
        let stamp = current.stamp.filter(Stamp::tells);
        match self.open_file(&record.coordinate, &Current { stamp, ..current.clone() }) {
            Ok(opening) => Ok(Some(Build {
                counts: opening.index.meta().counts,
                origin: opening.index.meta().origin,
                current: Current { stamp: opening.stamp.or(current.stamp), ..current.clone() },
                unchanged: true,
            })),
            Err(Unopened::Unfit(_)) => Ok(None),
            Err(Unopened::Refused(failure)) => Err(failure),
        }
    }

    fn build(
        &self,
        coordinate: &Coordinate,
        generation: &str,
        located: &Located,
        work: &Work,
    ) -> Result<Build, Failure> {
        let filled = decompile::filled(self, located, work)?;
        let (origin, tree) = filled.unwrap_or_else(|| (located.origin, Arc::clone(&located.tree)));
        let staged = self.cache.stage()?;
        let plan = Plan {
            coordinate,
            origin,
            source_digest: &located.digest,
            commit: None,
            tree: tree.as_ref(),
            program: &self.program,
            threads: self.config.threads,
            if_empty: &|| located.pom.as_deref().and_then(|pom| depending(coordinate, pom)),
        };
        let built = pipeline::build(&plan, staged.path(), work)?;
        work.check()?;
        let (digest, length) = digest_of(staged.path())?;
        let path = self.cache.index_file(coordinate, generation);
        // Readers may hold the file of that name open: while it is the same, it stays. What cannot be read is replaced.
        let is_there = fs::stamp(&path).is_ok_and(|stamp| stamp.length == length)
            && digest_of(&path).is_ok_and(|there| there == (digest.clone(), length));
        if is_there {
            drop(staged);
        } else {
            staged.publish(&path)?;
        }
        let current = Current {
            source_digest: located.digest.clone(),
            source_stamp: located.stamp,
            commit: located.commit.clone(),
            generation: generation.to_owned(),
            digest,
            length,
            stamp: fs::stamp(&path).ok(),
            built: registry::rfc3339(SystemTime::now()),
            seconds: built.stage_seconds,
            counts: counts_value(&built.counts),
            notes: located.notes.clone(),
            provisional: built.provisional,
            unasked: false,
        };
        Ok(Build { current, counts: built.counts, origin, unchanged: false })
    }

    /// Writes into a record why its source could not be indexed, and gives the failure back. Its index stays in force.
    pub fn note_failure(&self, record: &Record, failure: Failure) -> Failure {
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

    fn keep_pom(&self, coordinate: &Coordinate, pom: Option<&[u8]>) -> Result<Option<String>, Failure> {
        let Some(pom) = pom else { return Ok(None) };
        let file = self.cache.pom_file(coordinate);
        let digest = source::digest(pom);
        if fs::read_if_exists(&file, pom.len() as u64).ok().flatten().as_deref() != Some(pom) {
            self.cache.write(&file, pom)?;
        }
        Ok(Some(digest))
    }

    /// Removes what belongs to no registration any more, once `record` is the one in force: index files of other
    /// generations, a POM, sources that were laid out of another content. Whoever has a file open goes on reading; what
    /// cannot be removed is only in the way.
    pub fn tidy(&self, record: &Record, previous: Option<&Record>) {
        let coordinate = &record.coordinate;
        let generation = |record: &Record| record.current.as_ref().map(|current| current.generation.clone());
        let now = generation(record);
        for (other, path) in self.cache.index_files(coordinate).unwrap_or_default() {
            if now.as_ref() != Some(&other) {
                let _ = fs::remove_file(&path);
            }
        }
        if record.pom.is_none() {
            let _ = fs::remove_file(&self.cache.pom_file(coordinate));
        }
        if now.is_none() || previous.and_then(generation) != now {
            self.cache.discard_folder(&self.cache.sources_folder(coordinate));
        }
    }

    /// Opens the index that was just built or kept.
    pub fn open_built(&self, coordinate: &Coordinate, build: &Build) -> Result<Index, Failure> {
        match self.open_file(coordinate, &build.current) {
            Ok(opening) => Ok(opening.index),
            Err(Unopened::Unfit(failure) | Unopened::Refused(failure)) => Err(failure),
        }
    }
}

/// Whether an index was made by the formats, grammars and options that hold now.
pub fn is_of_this_program(record: &Record, current: &Current) -> bool {
    current.generation == generation(&record.source, &current.source_digest)
}

/// Names the index of a source: everything that decides its content.
pub fn generation(source: &registry::Source, digest: &str) -> String {
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
    let mut name = hex(&all.finish());
    name.truncate(32);
    name
}

/// The counts as a record keeps them.
pub fn counts_value(counts: &Counts) -> serde_json::Value {
    serde_json::to_value(counts).unwrap_or_default()
}

/// Digest (`blake3:` and 64 hex digits) and length of a file.
pub fn digest_of(path: &Path) -> Result<(String, u64), fs::FsError> {
    let mut all = Blake3::new();
    let length = fs::read_pieces(path, |piece| all.update(piece))?;
    Ok((format!("blake3:{}", hex(&all.finish())), length))
}

/// What stands for an artifact that declares nothing itself: what its POM depends on.
fn depending(coordinate: &Coordinate, pom: &[u8]) -> Option<Incomplete> {
    let pom = Pom::read(pom).ok()?;
    let is_passed_on = |one: &&Dependency| {
        !matches!(one.scope.as_deref(), Some("test" | "provided" | "system")) && one.optional.as_deref() != Some("true")
    };
    let mut names: Vec<String> = Vec::new();
    for one in pom.dependencies.iter().filter(is_passed_on) {
        let name = format!("{}:{}", one.group, one.artifact);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let more = names.len().saturating_sub(MOST_NAMED);
    names.truncate(MOST_NAMED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let reason = || format!("declares nothing itself; its POM depends on {}{more}", names.join(", "));
    (!names.is_empty()).then(|| Incomplete::note(coordinate.to_string(), reason()))
}

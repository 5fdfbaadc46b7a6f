//! `cache verify`: looks at all of every index, POM and download; with repair, drops what is damaged so that it is made again.

use std::path::{Path, PathBuf};

use rayon::prelude::*;
use serde::Serialize;

use super::survey::{Folder, Survey};
use super::{Turn, Upkeep};
use crate::coordinate::Coordinate;
use crate::error::{Failure, Incomplete};
use crate::fs::{self, FsError, Kind};
use crate::index::build::{digest_of, is_of_this_program};
use crate::registry::{self, Record};
use crate::source::{self, repository};
use crate::store::read::{Index, StoreError};
use crate::work::Work;

/// Longest POM that is looked at.
const LARGEST_POM: u64 = 8 * 1024 * 1024;

/// What was looked at, and what is wrong with it.
#[derive(Debug, Default, Serialize)]
pub struct Verified {
    pub records: u64,
    pub indexes: u64,
    pub downloads: u64,
    /// Indexes that another version of jardex made: they are built again at their next use.
    #[serde(skip_serializing_if = "is_zero")]
    pub stale: u64,
    pub damaged: Vec<Damage>,
    /// What could not be looked at.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub incomplete: Vec<Incomplete>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// Something that is not what was written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Damage {
    /// A place below the cache root.
    pub what: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub artifact: Option<String>,
    pub reason: String,
    /// It was dropped, to be made again when it is needed.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub repaired: bool,
}

/// What looking at a file gave.
enum Verdict {
    Whole,
    /// Whole as far as another program's file can be.
    Stale,
    Damaged(String),
    /// The system refused: it may be well.
    Unread(String),
}

impl From<FsError> for Verdict {
    fn from(error: FsError) -> Self {
        match error.kind() {
            Kind::NotFound => Self::Damaged("it is missing".to_owned()),
            Kind::NotPlain | Kind::TooLarge => Self::Damaged(error.reason().to_owned()),
            _ => Self::Unread(error.reason().to_owned()),
        }
    }
}

/// A file that was looked at.
struct Looked {
    path: PathBuf,
    coordinate: Option<Coordinate>,
    what: What,
    verdict: Verdict,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum What {
    Index,
    Pom,
    Download,
}

impl Upkeep<'_> {
    /// Looks at everything that a record points to, and at every download.
    ///
    /// # Errors
    /// When the cache cannot be listed; with `repair`, `not_permitted` when it cannot be written; [`Failure::cancelled`].
    pub fn verify(&self, repair: bool, work: &Work) -> Result<Verified, Failure> {
        if repair {
            self.engine.cache.check_writable()?;
        }
        let survey = self.survey(work)?;
        work.stage("verifying");
        work.expect_files((survey.records.len() + survey.downloads.len()) as u64);
        let mut verified = Verified { records: survey.records.len() as u64, ..Verified::default() };
        verified.incomplete.clone_from(&survey.problems);
        for unreadable in &survey.unreadable {
            verified.damaged.push(self.record_damage(unreadable, repair));
        }
        for looked in self.look_at(&survey, work)? {
            match looked.what {
                What::Index => verified.indexes += 1,
                What::Download => verified.downloads += 1,
                What::Pom => {}
            }
            let place = self.engine.cache.relative(&looked.path);
            match &looked.verdict {
                Verdict::Whole => {}
                Verdict::Stale => verified.stale += 1,
                Verdict::Unread(reason) => {
                    verified.incomplete.push(Incomplete::new(place, reason.clone()));
                }
                Verdict::Damaged(reason) => {
                    let repaired = repair && self.repair(&looked);
                    let artifact = looked.coordinate.as_ref().map(Coordinate::to_string);
                    verified.damaged.push(Damage { what: place, artifact, reason: reason.clone(), repaired });
                }
            }
        }
        Ok(verified)
    }

    fn look_at(&self, survey: &Survey, work: &Work) -> Result<Vec<Looked>, Failure> {
        let records = survey.records.par_iter().map(|record| {
            work.check()?;
            work.add_files(1);
            Ok(self.look_at_artifact(&record.coordinate))
        });
        let downloads = survey.downloads.par_iter().map(|folder| {
            work.check()?;
            work.add_files(1);
            Ok(look_at_downloads(folder))
        });
        let looked: Vec<Vec<Looked>> = records.chain(downloads).collect::<Result<_, Failure>>()?;
        Ok(looked.into_iter().flatten().collect())
    }

    /// The index and the POM of an artifact, by the record it has now. One that others replace meanwhile is looked at anew.
    fn look_at_artifact(&self, coordinate: &Coordinate) -> Vec<Looked> {
        /// How often an artifact may be replaced under the eyes of whoever looks at it.
        const TRIES: usize = 4;
        let cache = &self.engine.cache;
        let mut looked = Vec::new();
        for _ in 0..TRIES {
            looked.clear();
            // Removed, or damaged, since it was listed: nothing to say of it here.
            let Ok(Some(record)) = registry::load(cache, coordinate) else { return looked };
            let place = |path, what, verdict| Looked { path, coordinate: Some(coordinate.clone()), what, verdict };
            if let Some(current) = &record.current {
                let path = cache.index_file(coordinate, &current.generation);
                let verdict = index_verdict(&record, &path);
                looked.push(place(path, What::Index, verdict));
            }
            if let Some(digest) = &record.pom {
                let path = cache.pom_file(coordinate);
                let verdict = pom_verdict(&path, digest);
                looked.push(place(path, What::Pom, verdict));
            }
            let is_well = looked.iter().all(|one| matches!(one.verdict, Verdict::Whole | Verdict::Stale));
            if is_well || registry::load(cache, coordinate).is_ok_and(|now| now.as_ref() == Some(&record)) {
                break;
            }
        }
        looked
    }

    /// Drops what is damaged, so that it is made again. True: it is done.
    fn repair(&self, looked: &Looked) -> bool {
        let cache = &self.engine.cache;
        let turn = looked.coordinate.as_ref().map(|coordinate| self.turn(coordinate));
        if matches!(turn, Some(Turn::Theirs)) {
            return false;
        }
        match (looked.what, &looked.coordinate) {
            (What::Download, _) => {
                let beside = repository::record_beside(&looked.path);
                fs::remove_file(&looked.path).is_ok() && fs::remove_file(&beside).is_ok()
            }
            (What::Index, Some(coordinate)) => {
                let Ok(Some(record)) = registry::load(cache, coordinate) else { return true };
                match index_verdict(&record, &looked.path) {
                    Verdict::Damaged(_) => fs::remove_file(&looked.path).is_ok(),
                    // Built again meanwhile.
                    _ => true,
                }
            }
            (What::Pom, Some(coordinate)) => {
                let Ok(Some(mut record)) = registry::load(cache, coordinate) else { return true };
                record.pom = None;
                registry::save(cache, &record).is_ok() && fs::remove_file(&looked.path).is_ok()
            }
            (_, None) => false,
        }
    }

    /// A record that cannot be read: made again from its newest index, or dropped where there is none.
    fn record_damage(&self, unreadable: &Incomplete, repair: bool) -> Damage {
        let cache = &self.engine.cache;
        let coordinate = cache.coordinate_of_record(&unreadable.what);
        let repaired = repair
            && match &coordinate {
                Some(coordinate) => match self.engine.record(coordinate) {
                    Ok(Some(_)) => true,
                    Ok(None) => registry::remove(cache, coordinate).is_ok(),
                    Err(_) => false,
                },
                None => fs::remove_file(&cache.root().join(&unreadable.what)).is_ok(),
            };
        let artifact = coordinate.map(|coordinate| coordinate.to_string());
        Damage { what: unreadable.what.clone(), artifact, reason: unreadable.reason.clone(), repaired }
    }
}

/// Whether an index file is what its record says.
fn index_verdict(record: &Record, path: &Path) -> Verdict {
    let Some(current) = &record.current else { return Verdict::Whole };
    let (digest, length) = match digest_of(path) {
        Ok(found) => found,
        Err(error) => return error.into(),
    };
    if length != current.length {
        return Verdict::Damaged(format!("it has {length} bytes instead of {}", current.length));
    }
    if !is_of_this_program(record, current) {
        return Verdict::Stale;
    }
    if digest != current.digest {
        return Verdict::Damaged("its content is not what was written".to_owned());
    }
    match Index::open(path) {
        Ok(index) if index.meta().coordinate != record.coordinate => {
            Verdict::Damaged(format!("it is the index of {}", index.meta().coordinate))
        }
        Ok(index) if index.meta().source_digest != current.source_digest => {
            Verdict::Damaged("it was made of another source than its record says".to_owned())
        }
        Ok(_) => Verdict::Whole,
        Err(StoreError::Unreadable(reason)) => Verdict::Unread(reason),
        Err(error) => Verdict::Damaged(error.to_string()),
    }
}

fn pom_verdict(path: &Path, digest: &str) -> Verdict {
    match fs::read(path, LARGEST_POM) {
        Ok(bytes) if source::digest(&bytes) == digest => Verdict::Whole,
        Ok(_) => Verdict::Damaged("its content is not what was written".to_owned()),
        Err(error) => error.into(),
    }
}

fn look_at_downloads(folder: &Folder) -> Vec<Looked> {
    let coordinate = folder.coordinate();
    let files = folder.files.iter().filter(|file| repository::is_download(&file.place));
    let looked = files.map(|file| {
        let verdict = repository::damage(&file.place).map_or(Verdict::Whole, Verdict::Damaged);
        Looked { path: file.place.clone(), coordinate: coordinate.clone(), what: What::Download, verdict }
    });
    looked.collect()
}

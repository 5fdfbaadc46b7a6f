//! `cache prune`: takes away what nobody needs, then what is old, then what is too much.
//!
//! What no record points to: index files of earlier generations, folders and downloads without a record, what dead processes
//! left in `tmp/`. All of it only once it is an hour old: a process that builds without a lock, where there are none, puts an
//! index in place shortly before its record.

use std::collections::HashMap;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use serde::Serialize;

use super::survey::{Folder, Survey, size_of};
use super::{Size, Turn, Upkeep};
use crate::coordinate::Coordinate;
use crate::error::{Failure, Incomplete};
use crate::fs;
use crate::registry::{self, Record, rfc3339};
use crate::work::Work;

/// What is younger may be about to be pointed to.
const GRACE: Duration = Duration::from_secs(60 * 60);

/// What is to be taken away besides what nobody needs.
#[derive(Debug, Clone, Copy, Default)]
pub struct Pruning {
    /// Artifacts whose index was built before.
    pub older_than: Option<Duration>,
    /// Artifacts until the cache is no larger, those built longest ago first.
    pub max_size: Option<u64>,
    /// Only told, not done.
    pub dry_run: bool,
}

/// What was taken away.
#[derive(Debug, Default, Serialize)]
pub struct Pruned {
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub dry_run: bool,
    #[serde(flatten)]
    pub size: Size,
    pub removed: Vec<Gone>,
    /// Bytes that are left.
    pub left: u64,
    /// What was to go and stays, and why.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub incomplete: Vec<Incomplete>,
}

/// Something that was taken away.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Gone {
    /// A coordinate, or a place below the cache root.
    pub what: String,
    pub why: &'static str,
    #[serde(flatten)]
    pub size: Size,
}

/// A place that nobody needs.
struct Waste {
    /// Whose lock is taken; none where it cannot be told.
    coordinate: Option<Coordinate>,
    place: String,
    path: PathBuf,
    is_folder: bool,
    why: &'static str,
    size: Size,
}

impl Upkeep<'_> {
    /// Takes away what nobody needs, and what `pruning` says.
    ///
    /// # Errors
    /// `not_permitted` when the cache cannot be written; when it cannot be listed; [`Failure::cancelled`].
    pub fn prune(&self, pruning: Pruning, work: &Work) -> Result<Pruned, Failure> {
        let survey = self.survey(work)?;
        if !pruning.dry_run {
            self.engine.cache.check_writable()?;
        }
        let mut pruned = Pruned { dry_run: pruning.dry_run, ..Pruned::default() };
        let all: u64 = survey.everything().bytes;
        for waste in self.waste(&survey) {
            work.check()?;
            self.drop_waste(&waste, &mut pruned);
        }
        let mut artifacts = sized(&survey);
        artifacts.sort_by(|a, b| a.built.cmp(b.built).then_with(|| a.record.coordinate.cmp(&b.record.coordinate)));
        let oldest =
            pruning.older_than.map(|age| rfc3339(SystemTime::now().checked_sub(age).unwrap_or(SystemTime::UNIX_EPOCH)));
        for artifact in &artifacts {
            work.check()?;
            let is_old = oldest.as_ref().is_some_and(|oldest| artifact.built < oldest.as_str());
            let is_too_much = pruning.max_size.is_some_and(|most| all.saturating_sub(pruned.size.bytes) > most);
            if is_old || is_too_much {
                let why = if is_old { "built long ago" } else { "the cache is larger than wanted" };
                self.drop_artifact(artifact, why, &mut pruned);
            }
        }
        pruned.left = all.saturating_sub(pruned.size.bytes);
        Ok(pruned)
    }

    /// What nobody needs.
    fn waste(&self, survey: &Survey) -> Vec<Waste> {
        let records = survey.by_coordinate();
        let unreadable: Vec<Coordinate> =
            survey.unreadable.iter().filter_map(|one| self.engine.cache.coordinate_of_record(&one.what)).collect();
        // What belongs to a record that cannot be read is what it is made again from.
        let is_unreadable = |coordinate: &Option<Coordinate>| {
            coordinate.as_ref().is_some_and(|coordinate| unreadable.contains(coordinate))
        };
        let by_folder: HashMap<String, &Record> =
            records.values().map(|record| (self.engine.cache.location(&record.coordinate), *record)).collect();
        let mut waste = Vec::new();
        // Another version of jardex has records of its own here, which may point to what ours do not.
        let is_shared = survey.others.keys().any(|name| name.starts_with("registry-v") && name != "registry-v1");
        for folder in &survey.folders {
            let coordinate = folder.coordinate();
            match by_folder.get(&folder.place) {
                _ if is_shared => {}
                Some(record) => self.waste_of(record, folder, &mut waste),
                None if !is_unreadable(&coordinate) && is_old(folder.newest()) => {
                    waste.push(whole(folder, coordinate, "no record points to it"));
                }
                None => {}
            }
        }
        for folder in &survey.downloads {
            let coordinate = folder.coordinate();
            let is_known = coordinate.as_ref().is_none_or(|coordinate| records.contains_key(coordinate));
            if !is_shared && !is_known && !is_unreadable(&coordinate) && is_old(folder.newest()) {
                waste.push(whole(folder, coordinate, "its artifact is gone"));
            }
        }
        for staged in survey.staging.iter().filter(|staged| is_old(staged.newest()) && !is_alive(&staged.place)) {
            let is_folder = fs::kind_of(&staged.path).is_ok_and(|kind| kind == fs::FileKind::Folder);
            waste.push(Waste { is_folder, ..whole(staged, None, "left by a process that died") });
        }
        waste
    }

    /// What of an artifact's folder its record does not point to.
    fn waste_of(&self, record: &Record, folder: &Folder, waste: &mut Vec<Waste>) {
        let cache = &self.engine.cache;
        let current = record.current.as_ref().map(|current| cache.index_file(&record.coordinate, &current.generation));
        let mut sources = Vec::new();
        for file in &folder.files {
            let why = if file.place.starts_with(cache.sources_folder(&record.coordinate)) {
                if record.current.is_none() {
                    sources.push(file.clone());
                }
                continue;
            } else if file.place == cache.pom_file(&record.coordinate) {
                if record.pom.is_some() {
                    continue;
                }
                "its record has no POM"
            } else if Some(&file.place) != current.as_ref() && is_index(&file.place) {
                "an earlier generation"
            } else {
                continue;
            };
            if is_old(Some(file.stamp.modified)) {
                waste.push(Waste {
                    coordinate: Some(record.coordinate.clone()),
                    place: cache.relative(&file.place),
                    path: file.place.clone(),
                    is_folder: false,
                    why,
                    size: size_of(std::slice::from_ref(file)),
                });
            }
        }
        let laid_out = Folder {
            path: cache.sources_folder(&record.coordinate),
            place: format!("{}/sources", folder.place),
            files: sources,
        };
        if is_old(laid_out.newest()) {
            waste.push(whole(&laid_out, Some(record.coordinate.clone()), "laid out of an index that is gone"));
        }
    }

    fn drop_waste(&self, waste: &Waste, pruned: &mut Pruned) {
        let gone = Gone { what: waste.place.clone(), why: waste.why, size: waste.size };
        if pruned.dry_run {
            pruned.add(gone);
            return;
        }
        let _turn = match waste.coordinate.as_ref().map(|coordinate| (coordinate, self.turn(coordinate))) {
            Some((_, Turn::Theirs)) => return pruned.stays(&waste.place, "it is being indexed"),
            Some((coordinate, turn)) => {
                // Looked at again, now that nobody else is at work on it.
                if self.is_needed(coordinate, waste) {
                    return;
                }
                Some(turn)
            }
            None => None,
        };
        if waste.is_folder {
            self.engine.cache.discard_folder(&waste.path);
        } else {
            // What cannot be removed is seen below.
            let _ = fs::remove_file(&waste.path);
        }
        if fs::exists(&waste.path) {
            return pruned.stays(&waste.place, "it could not be removed");
        }
        self.engine.cache.remove_empty_above(&waste.path);
        pruned.add(gone);
    }

    /// Whether a record points to a place by now.
    fn is_needed(&self, coordinate: &Coordinate, waste: &Waste) -> bool {
        let cache = &self.engine.cache;
        match registry::load(cache, coordinate) {
            Ok(None) => false,
            // It appeared since: its folder and its downloads are its own.
            Ok(Some(_)) if waste.is_folder && waste.path != cache.sources_folder(coordinate) => true,
            Ok(Some(record)) if waste.path == cache.pom_file(coordinate) => record.pom.is_some(),
            Ok(Some(record)) => record.current.is_some_and(|current| {
                waste.is_folder || cache.index_file(coordinate, &current.generation) == waste.path
            }),
            // A record that cannot be read is made again from what lies there.
            Err(_) => true,
        }
    }

    /// Takes the index, the extracted files and the downloads of an artifact away. A source that somebody named stays
    /// registered, and is indexed again at the next question.
    fn drop_artifact(&self, artifact: &Sized<'_>, why: &'static str, pruned: &mut Pruned) {
        let coordinate = &artifact.record.coordinate;
        let gone = Gone { what: coordinate.to_string(), why, size: artifact.size };
        if pruned.dry_run {
            pruned.add(gone);
            return;
        }
        let Turn::Ours(_lock) = self.turn(coordinate) else {
            return pruned.stays(&coordinate.to_string(), "it is being indexed");
        };
        let is_same = registry::load(&self.engine.cache, coordinate)
            .is_ok_and(|now| now.is_some_and(|now| now.current == artifact.record.current));
        if !is_same {
            return pruned.stays(&coordinate.to_string(), "it was indexed again meanwhile");
        }
        match self.discard_index(artifact.record) {
            Ok(()) => {
                for folder in &artifact.downloads {
                    self.engine.cache.discard_folder(&folder.path);
                    self.engine.cache.remove_empty_above(&folder.path);
                }
                pruned.add(gone);
            }
            Err(failure) => pruned.stays(&coordinate.to_string(), &failure.message),
        }
    }

    fn discard_index(&self, record: &Record) -> Result<(), Failure> {
        self.engine.discard(&record.coordinate)?;
        if record.source.automatic {
            return Ok(());
        }
        let source = registry::Source { lazy: true, ..record.source.clone() };
        registry::save(&self.engine.cache, &Record::new(record.coordinate.clone(), source))
    }
}

impl Pruned {
    fn add(&mut self, gone: Gone) {
        self.size.add(gone.size);
        self.removed.push(gone);
    }

    fn stays(&mut self, what: &str, reason: &str) {
        self.incomplete.push(Incomplete::new(what, reason));
    }
}

impl Survey {
    /// How much there is of everything.
    fn everything(&self) -> Size {
        let mut all = Size::default();
        let folders = self.folders.iter().chain(&self.downloads).chain(&self.staging);
        folders.map(Folder::size).chain(self.others.values().copied()).for_each(|size| all.add(size));
        all
    }
}

/// An indexed artifact and what it takes.
struct Sized<'a> {
    record: &'a Record,
    built: &'a str,
    size: Size,
    downloads: Vec<&'a Folder>,
}

fn sized(survey: &Survey) -> Vec<Sized<'_>> {
    let mut folders: HashMap<Coordinate, Size> = HashMap::new();
    let mut downloads: HashMap<Coordinate, Vec<&Folder>> = HashMap::new();
    for folder in &survey.folders {
        if let Some(coordinate) = folder.coordinate() {
            folders.entry(coordinate).or_default().add(folder.size());
        }
    }
    for folder in &survey.downloads {
        if let Some(coordinate) = folder.coordinate() {
            downloads.entry(coordinate).or_default().push(folder);
        }
    }
    let sized = survey.records.iter().filter_map(|record| {
        let built = record.current.as_ref()?.built.as_str();
        let downloads = downloads.remove(&record.coordinate).unwrap_or_default();
        let mut size = folders.get(&record.coordinate).copied().unwrap_or_default();
        for folder in &downloads {
            size.add(folder.size());
        }
        Some(Sized { record, built, size, downloads })
    });
    sized.collect()
}

fn whole(folder: &Folder, coordinate: Option<Coordinate>, why: &'static str) -> Waste {
    Waste {
        coordinate,
        place: folder.place.clone(),
        path: folder.path.clone(),
        is_folder: true,
        why,
        size: folder.size(),
    }
}

fn is_index(path: &std::path::Path) -> bool {
    path.extension().is_some_and(|extension| extension == "db")
}

/// Whether a time, in nanoseconds since 1970, is longer ago than what may be about to be pointed to. One that is unknown
/// (0) or in the future says nothing.
fn is_old(modified: Option<u64>) -> bool {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    modified.is_some_and(|time| time > 0 && now.saturating_sub(Duration::from_nanos(time)) > GRACE)
}

/// Whether the process that stages a file runs, as far as this machine can tell.
fn is_alive(place: &str) -> bool {
    let process = place.rsplit('/').next().and_then(|name| name.split('-').next()).unwrap_or_default();
    let is_number = !process.is_empty() && process.bytes().all(|byte| byte.is_ascii_digit());
    // Where there is no such list, an hour without a change must do.
    is_number && fs::exists(&PathBuf::from("/proc").join(process))
}

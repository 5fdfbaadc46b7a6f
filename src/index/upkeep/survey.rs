//! What lies in the cache, found by looking.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

use super::{Size, Upkeep};
use crate::cache::unescape;
use crate::coordinate::Coordinate;
use crate::error::{Failure, Incomplete};
use crate::fs::{self, FileKind, Kind, Limits, WalkedFile};
use crate::registry::{self, Record};
use crate::work::Work;

/// Files of a whole cache: thousands of artifacts, some of them laid out.
const LIMITS: Limits = Limits { files: 20_000_000, depth: 128 };

/// What lies in the cache.
pub struct Survey {
    pub records: Vec<Record>,
    /// Records that cannot be read, by their place.
    pub unreadable: Vec<Incomplete>,
    /// Folders of artifacts, `code/<group>/<artifact>/<version>`.
    pub folders: Vec<Folder>,
    /// Folders of downloads, `jars-v1/<origin>/<group>/<artifact>/<version>`.
    pub downloads: Vec<Folder>,
    /// What is being written, or was when its process died.
    pub staging: Vec<Folder>,
    /// Everything else, by its first name: how much.
    pub others: BTreeMap<String, Size>,
    /// What could not be looked at.
    pub problems: Vec<Incomplete>,
}

/// A folder, or a single file, with all it holds.
pub struct Folder {
    pub path: PathBuf,
    /// Below the cache root.
    pub place: String,
    pub files: Vec<WalkedFile>,
}

impl Folder {
    pub fn size(&self) -> Size {
        size_of(&self.files)
    }

    /// When the last of its files was changed; none where a file does not say.
    pub fn newest(&self) -> Option<u64> {
        let times = self.files.iter().map(|file| file.stamp.modified);
        times.reduce(|one, other| if one == 0 || other == 0 { 0 } else { one.max(other) }).filter(|time| *time > 0)
    }

    /// The coordinate whose three names end the place; none where they were cut.
    pub fn coordinate(&self) -> Option<Coordinate> {
        let mut names = self.place.rsplit('/').map(unescape);
        let (version, artifact, group) = (names.next()??, names.next()??, names.next()??);
        Coordinate::new(&group, &artifact, &version).ok()
    }
}

pub fn size_of(files: &[WalkedFile]) -> Size {
    Size { files: files.len() as u64, bytes: files.iter().map(|file| file.stamp.length).sum() }
}

impl Upkeep<'_> {
    /// Looks at everything in the cache. One that is not there yet is empty.
    pub(super) fn survey(&self, work: &Work) -> Result<Survey, Failure> {
        work.stage("looking through the cache");
        let cache = &self.engine.cache;
        let listing = registry::list(cache)?;
        let mut survey = Survey {
            records: listing.records,
            unreadable: listing.unreadable,
            folders: Vec::new(),
            downloads: Vec::new(),
            staging: Vec::new(),
            others: BTreeMap::new(),
            problems: Vec::new(),
        };
        let listed = match fs::list(cache.root()) {
            Ok(listed) => listed,
            Err(error) if error.kind() == Kind::NotFound => return Ok(survey),
            Err(error) => return Err(error.into()),
        };
        for one in listed {
            work.check()?;
            let files = survey.walked(&one.path, &one.name, one.kind)?;
            match one.name.as_str() {
                "code" => survey.folders = by_folder(&one.path, "code", 3, files, &mut survey.others),
                "jars-v1" => survey.downloads = by_folder(&one.path, "jars-v1", 4, files, &mut survey.others),
                "tmp" => survey.staging = by_folder(&one.path, "tmp", 1, files, &mut survey.others),
                name => survey.others.entry(name.to_owned()).or_default().add(size_of(&files)),
            }
        }
        Ok(survey)
    }
}

impl Survey {
    /// The files below a place; what cannot be looked at is named.
    fn walked(&mut self, path: &Path, name: &str, kind: FileKind) -> Result<Vec<WalkedFile>, Failure> {
        match kind {
            FileKind::Folder => {}
            FileKind::Plain => {
                let found =
                    fs::stamp(path).map(|stamp| WalkedFile { path: String::new(), place: path.to_owned(), stamp });
                return Ok(found.into_iter().collect());
            }
            FileKind::Link | FileKind::Special => return Ok(Vec::new()),
        }
        match fs::walk(path, LIMITS, |_, _| true) {
            Ok(walked) => {
                let named = |(what, reason)| Incomplete::new(format!("{name}/{what}"), reason);
                self.problems.extend(walked.problems.into_iter().map(named));
                Ok(walked.files)
            }
            Err(error) if error.kind() == Kind::NotFound => Ok(Vec::new()),
            Err(error) => Err(error.into()),
        }
    }

    /// The records by their coordinate.
    pub fn by_coordinate(&self) -> HashMap<&Coordinate, &Record> {
        self.records.iter().map(|record| (&record.coordinate, record)).collect()
    }
}

/// Files in order of path, those whose first `depth` names are the same together; others are counted under `bucket`.
fn by_folder(
    root: &Path,
    bucket: &str,
    depth: usize,
    files: Vec<WalkedFile>,
    others: &mut BTreeMap<String, Size>,
) -> Vec<Folder> {
    let mut folders: BTreeMap<String, Vec<WalkedFile>> = BTreeMap::new();
    for file in files {
        let end = file.path.match_indices('/').nth(depth - 1).map(|(at, _)| at);
        match end {
            Some(end) => folders.entry(file.path[..end].to_owned()).or_default().push(file),
            // A file that is staged is an entry of its own.
            None if depth == 1 => folders.entry(file.path.clone()).or_default().push(file),
            None => others.entry(bucket.to_owned()).or_default().add(size_of(&[file])),
        }
    }
    let folder = |(name, files): (String, Vec<WalkedFile>)| Folder {
        path: root.join(&name),
        place: format!("{bucket}/{name}"),
        files,
    };
    folders.into_iter().map(folder).collect()
}

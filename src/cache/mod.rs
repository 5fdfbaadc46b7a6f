//! Where things lie on disk: places as types, locks, staging and publishing.
//!
//! ```text
//! <root>/
//!   CACHEDIR.TAG
//!   registry-v1/<group>/<artifact>/<version>.json   see `registry`
//!   code/<group>/<artifact>/<version>/              <generation>.db, pom.xml where there is one, and sources/ when
//!                                                   extraction was asked for
//!   git-v1/<origin>/                                bare Git repositories, keyed by where they came from; beside each its lock
//!   jars-v1/<origin>/<group>/<artifact>/<version>/  downloads, keyed by where they came from
//!   locks/<group>/<artifact>/<version>              saves double work, never keeps data right
//!   tmp/                                            staging; swept
//! ```
//!
//! Promises: no name from outside becomes a path unescaped; what has a name here is whole, because it was written under
//! `tmp/`, synced and renamed; a process that dies leaves nothing but a file in `tmp/`; a cache that cannot be written
//! can be read. The root is made for its user alone; what is below is as readable as the umask lets it be, so that opening the
//! root shares all of it. Nothing is made before the first write. Knows nothing of
//! what the files hold.

mod folder;
mod name;
mod stage;

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

pub use folder::StagedFolder;
pub use name::{escape, unescape};
pub use stage::Staged;

use crate::coordinate::Coordinate;
use crate::error::{Failure, Status};
use crate::fs::{self, FileKind, FileLock, FsError, Held, Kind};

/// First line of CACHEDIR.TAG, as <https://bford.info/cachedir/> fixes it: backups skip the folder.
pub const TAG: &str = "Signature: 8a477f597d28d172789f06886806bc55\n\
                   # This folder is a cache of jardex. It can be deleted: everything in it can be made again.\n";

/// Longest pause between two tries for a lock.
const LONGEST_PAUSE: Duration = Duration::from_millis(50);

/// The cache root and everything below it. Clones share what they found out about it.
#[derive(Debug, Clone)]
pub struct Cache {
    root: PathBuf,
    once: Arc<Once>,
}

/// What a process finds out or does once.
#[derive(Debug, Default)]
struct Once {
    swept: OnceLock<()>,
    locks_work: OnceLock<bool>,
}

/// The lock of one coordinate; released when dropped, or when the process ends.
#[derive(Debug)]
pub struct Guard {
    _lock: FileLock,
}

impl Cache {
    /// The cache at `root`; made (mode 0700, CACHEDIR.TAG) at the first write, not here.
    #[must_use]
    pub fn at(root: PathBuf) -> Self {
        Self { root, once: Arc::default() }
    }

    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// `code/<group>/<artifact>/<version>`, relative to the root, `/` between segments on every system.
    #[must_use]
    pub fn location(&self, coordinate: &Coordinate) -> String {
        format!(
            "code/{}/{}/{}",
            escape(coordinate.group()),
            escape(coordinate.artifact()),
            escape(coordinate.version())
        )
    }

    /// A place below the root as answers name it: relative, `/` between segments on every system.
    #[must_use]
    pub fn relative(&self, path: &Path) -> String {
        let below = path.strip_prefix(&self.root).unwrap_or(path).to_string_lossy();
        if cfg!(windows) { below.replace('\\', "/") } else { below.into_owned() }
    }

    /// Removes the folders above a place that hold nothing any more, up to the root's own.
    pub fn remove_empty_above(&self, path: &Path) {
        let buckets = path.ancestors().skip(1).take_while(|folder| folder.parent().is_some_and(|up| up != self.root));
        for folder in buckets.take_while(|folder| folder.starts_with(&self.root)) {
            fs::remove_empty_folder(folder);
        }
    }

    /// The folder of everything made out of a coordinate's source: [`Cache::location`] below the root.
    #[must_use]
    pub fn artifact_folder(&self, coordinate: &Coordinate) -> PathBuf {
        self.below("code", coordinate).join(escape(coordinate.version()))
    }

    /// The index file of a generation.
    #[must_use]
    pub fn index_file(&self, coordinate: &Coordinate, generation: &str) -> PathBuf {
        self.artifact_folder(coordinate).join(format!("{}.db", escape(generation)))
    }

    /// The index files that lie in the coordinate's folder: (generation, path), newest first. None when there is no
    /// such folder.
    ///
    /// # Errors
    /// When the folder cannot be listed.
    pub fn index_files(&self, coordinate: &Coordinate) -> Result<Vec<(String, PathBuf)>, Failure> {
        let mut listed = match fs::list(&self.artifact_folder(coordinate)) {
            Ok(listed) => listed,
            Err(error) if error.kind() == Kind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(error.into()),
        };
        listed.retain(|file| file.kind == FileKind::Plain);
        listed.sort_by(|a, b| b.stamp.modified.cmp(&a.stamp.modified).then_with(|| a.name.cmp(&b.name)));
        let generation_of =
            |name: &str| Some(name.strip_suffix(".db")?.to_owned()).filter(|name| escape(name) == *name);
        Ok(listed.into_iter().filter_map(|file| Some((generation_of(&file.name)?, file.path))).collect())
    }

    /// Where the extracted sources of a coordinate go.
    #[must_use]
    pub fn sources_folder(&self, coordinate: &Coordinate) -> PathBuf {
        self.artifact_folder(coordinate).join("sources")
    }

    /// The POM kept with a coordinate's index.
    #[must_use]
    pub fn pom_file(&self, coordinate: &Coordinate) -> PathBuf {
        self.artifact_folder(coordinate).join("pom.xml")
    }

    /// The folder of all registry records.
    #[must_use]
    pub fn records_folder(&self) -> PathBuf {
        self.root.join("registry-v1")
    }

    /// The registry record of a coordinate.
    #[must_use]
    pub fn record_file(&self, coordinate: &Coordinate) -> PathBuf {
        self.below("registry-v1", coordinate).join(format!("{}.json", escape(coordinate.version())))
    }

    /// The coordinate whose record has this place below the root, `/` between segments; none where it cannot be told.
    #[must_use]
    pub fn coordinate_of_record(&self, place: &str) -> Option<Coordinate> {
        let mut segments = place.strip_prefix("registry-v1/")?.strip_suffix(".json")?.split('/').map(unescape);
        let coordinate = Coordinate::new(&segments.next()??, &segments.next()??, &segments.next()??).ok()?;
        (segments.next().is_none() && self.record_file(&coordinate) == self.root.join(place)).then_some(coordinate)
    }

    /// The folder of the records of all versions of an artifact.
    #[must_use]
    pub fn records_of(&self, group: &str, artifact: &str) -> PathBuf {
        self.records_folder().join(escape(group)).join(escape(artifact))
    }

    /// Where a download lies: keyed by its origin (repository URL without secrets), the coordinate and the file name.
    #[must_use]
    pub fn download_file(&self, origin: &str, coordinate: &Coordinate, file_name: &str) -> PathBuf {
        let origin = self.root.join("jars-v1").join(escape(origin));
        origin
            .join(escape(coordinate.group()))
            .join(escape(coordinate.artifact()))
            .join(escape(coordinate.version()))
            .join(escape(file_name))
    }

    /// Where what was fetched from a Git repository lies: keyed by its URL without secrets.
    #[must_use]
    pub fn git_folder(&self, origin: &str) -> PathBuf {
        self.root.join("git-v1").join(escape(origin))
    }

    fn below(&self, bucket: &str, coordinate: &Coordinate) -> PathBuf {
        self.root.join(bucket).join(escape(coordinate.group())).join(escape(coordinate.artifact()))
    }

    /// A new file under `tmp/`, on the same file system as everything else. The first call of a process also removes
    /// what killed processes left there.
    ///
    /// # Errors
    /// `not_permitted` when the cache cannot be written, `indexing_failed` when the disk is full.
    pub fn stage(&self) -> Result<Staged, Failure> {
        Staged::in_folder(self, &self.staging()?)
    }

    /// A new folder under `tmp/`.
    ///
    /// # Errors
    /// As [`Cache::stage`].
    pub fn stage_folder(&self) -> Result<StagedFolder, Failure> {
        StagedFolder::in_folder(self, &self.staging()?)
    }

    fn staging(&self) -> Result<PathBuf, Failure> {
        self.make_root()?;
        let folder = self.root.join("tmp");
        self.once.swept.get_or_init(|| stage::sweep(&folder, self.locks_work()));
        Ok(folder)
    }

    /// Writes a whole small file by way of [`Cache::stage`].
    ///
    /// # Errors
    /// As [`Cache::stage`].
    pub fn write(&self, to: &Path, bytes: &[u8]) -> Result<(), Failure> {
        let mut staged = self.stage()?;
        staged.write_all(bytes)?;
        staged.publish(to)
    }

    /// Removes a folder and all it holds: out of the way at once, then file by file. What cannot be removed is left.
    pub fn discard_folder(&self, folder: &Path) {
        if fs::exists(folder)
            && let Ok(staged) = self.stage_folder()
        {
            // Dropped, the staged folder goes with all that is in it.
            let _ = fs::rename(folder, &staged.path().join("discarded"));
        }
    }

    /// Whether the cache can be written just now: tried out, which makes the root where it is missing.
    #[must_use]
    pub fn is_writable(&self) -> bool {
        self.check_writable().is_ok()
    }

    /// The same, with the reason.
    ///
    /// # Errors
    /// `not_permitted` when the cache cannot be written, `indexing_failed` when the disk is full.
    pub fn check_writable(&self) -> Result<(), Failure> {
        self.stage().map(drop)
    }

    /// Makes the root with its tag where it is missing.
    fn make_root(&self) -> Result<(), Failure> {
        let tag = self.root.join("CACHEDIR.TAG");
        if fs::exists(&tag) {
            return Ok(());
        }
        fs::create_private_folder(&self.root).map_err(|error| self.refuse(error))?;
        // Two processes may do this at once: both write the same bytes, each renames a file of its own.
        fs::write_atomically(&tag, TAG.as_bytes()).map_err(|error| self.refuse(error))
    }

    /// What a failed write to the cache is called.
    pub(crate) fn refuse(&self, error: FsError) -> Failure {
        match error.kind() {
            Kind::Full => fs::disk_full(&self.root, error.needed()),
            Kind::Circle | Kind::Other => error.into(),
            _ => {
                let message = format!("the cache {} cannot be written: {error}", self.root.display());
                Failure::new(Status::NotPermitted, message).hint(
                    "point JARDEX_HOME at a folder that can be written; what is indexed already can still be read",
                )
            }
        }
    }

    /// As [`Cache::lock_while`], without a way to give up earlier.
    #[must_use]
    pub fn lock(&self, coordinate: &Coordinate, wait: Duration) -> Option<Guard> {
        self.lock_while(coordinate, wait, || true)
    }

    /// Takes the coordinate's lock: tried for at most `wait` and as long as it is `wanted`, then the caller goes on without
    /// (None). None at once where locks cannot be had: a cache that cannot be written, a network file system, a system
    /// without locks.
    ///
    /// The lock only saves double work: whoever has it looks first whether another has done the work meanwhile. One try
    /// alone (`wait` of zero) can also fail because [`Cache::is_locked`] is looking just then.
    #[must_use]
    pub fn lock_while(&self, coordinate: &Coordinate, wait: Duration, wanted: impl Fn() -> bool) -> Option<Guard> {
        self.lock_place(&self.lock_file(coordinate), wait, wanted)
    }

    /// As [`Cache::lock_while`], for what was fetched from a Git repository.
    #[must_use]
    pub fn lock_git(&self, origin: &str, wait: Duration, wanted: impl Fn() -> bool) -> Option<Guard> {
        // No escaped name ends so: it is not the folder of another repository.
        let path = self.root.join("git-v1").join(format!("{}%lock", escape(origin)));
        self.lock_place(&path, wait, wanted)
    }

    fn lock_place(&self, path: &Path, wait: Duration, wanted: impl Fn() -> bool) -> Option<Guard> {
        if !fs::exists(path.parent()?) {
            self.make_root().ok()?;
            fs::create_folder(path.parent()?).ok()?;
        }
        if !self.locks_work() {
            return None;
        }
        let begin = Instant::now();
        let mut pause = Duration::from_millis(1);
        loop {
            match FileLock::attempt(path) {
                Ok(Held::Ours(lock)) => return Some(Guard { _lock: lock }),
                Ok(Held::Unsupported) | Err(_) => return None,
                Ok(Held::Theirs) => {}
            }
            let left = wait.saturating_sub(begin.elapsed());
            if left.is_zero() || !wanted() {
                return None;
            }
            std::thread::sleep(pause.min(left));
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }

    /// Whether some process holds the coordinate's lock just now.
    #[must_use]
    pub fn is_locked(&self, coordinate: &Coordinate) -> bool {
        let path = self.lock_file(coordinate);
        fs::exists(&path) && self.locks_work() && fs::is_held(&path)
    }

    fn lock_file(&self, coordinate: &Coordinate) -> PathBuf {
        self.below("locks", coordinate).join(escape(coordinate.version()))
    }

    fn locks_work(&self) -> bool {
        *self.once.locks_work.get_or_init(|| fs::are_locks_local(&self.root))
    }
}

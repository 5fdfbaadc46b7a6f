//! Staging: a file is written under `tmp/` and gets its name when it is whole.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::Cache;
use crate::error::Failure;
use crate::fs::{self, File, FileKind, FileLock, FsError, Held, Listed};

/// What lies longer in `tmp/` was left by a process that was killed: nothing is written for a day.
const ABANDONED: Duration = Duration::from_secs(24 * 60 * 60);

/// The same of a file of [`Staged`] that nobody holds the lock of, where these are locked while they are written.
const LET_GO: Duration = Duration::from_secs(60);

/// Whether a staged file is locked. Not where that lock is one with those of SQLite, which writes some of them.
const IS_LOCKED: bool = cfg!(target_os = "linux");

/// How many files one sweep removes at most: the first write of a process must not wait for a long backlog.
const SWEPT_AT_ONCE: usize = 1_000;

/// A file being written under `tmp/`; dropped unpublished, it is removed.
#[derive(Debug)]
pub struct Staged {
    cache: Cache,
    path: PathBuf,
    /// None once published.
    file: Option<File>,
}

impl Staged {
    pub(super) fn in_folder(cache: &Cache, folder: &Path) -> Result<Self, Failure> {
        let path = folder.join(fresh_name());
        let file = fs::create_new_with_folders(&path).map_err(|error| cache.refuse(error))?;
        if IS_LOCKED && cache.locks_work() {
            // Without a lock it is swept later.
            let _ = file.try_lock();
        }
        Ok(Self { cache: cache.clone(), path, file: Some(file) })
    }

    /// Where it is written: for writers that open a file by themselves.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The open file, empty at first.
    ///
    /// # Panics
    /// Never: only publishing takes the file away, and that takes the whole value.
    pub fn file(&mut self) -> &mut File {
        self.file.as_mut().expect("a staged file is open until it is published")
    }

    /// Appends bytes.
    ///
    /// # Errors
    /// `indexing_failed` when the disk is full.
    pub fn write_all(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        let written = self.file().write_all(bytes);
        written
            .map_err(|error| self.failed(&error).needing(bytes.len() as u64))
            .map_err(|error| self.cache.refuse(error))
    }

    /// Gives the file its name: synced, renamed over what is there, its folder synced. Missing folders are made.
    ///
    /// # Errors
    /// As [`Cache::stage`]; the staged file is gone then.
    pub fn publish(mut self, to: &Path) -> Result<(), Failure> {
        let Some(file) = self.file.take() else { return Ok(()) };
        let synced = file.sync_all().map_err(|error| self.failed(&error));
        // Where it is locked it stays so until it has its name.
        let held = IS_LOCKED.then_some(file);
        let published = synced.and_then(|()| fs::rename(&self.path, to));
        drop(held);
        if published.is_err() {
            self.discard();
        }
        published.map_err(|error| self.cache.refuse(error))
    }

    fn failed(&self, error: &std::io::Error) -> FsError {
        FsError::new("write", &self.path, error)
    }

    /// Best effort: what stays is swept later.
    fn discard(&self) {
        let _ = fs::remove_file(&self.path);
    }
}

impl Drop for Staged {
    fn drop(&mut self) {
        if self.file.take().is_some() {
            self.discard();
        }
    }
}

/// A name that no other process or thread uses.
pub(super) fn fresh_name() -> String {
    format!("{}-{:016x}", std::process::id(), fastrand::u64(..))
}

/// Whether a name is one of [`fresh_name`]: what somebody put beside a staged file is not locked.
fn is_fresh_name(name: &str) -> bool {
    let is_of = |text: &str, digit: fn(&u8) -> bool| !text.is_empty() && text.as_bytes().iter().all(digit);
    name.split_once('-').is_some_and(|(process, number)| {
        is_of(process, u8::is_ascii_digit) && number.len() == 16 && is_of(number, u8::is_ascii_hexdigit)
    })
}

/// Removes what was abandoned in `tmp/`; what cannot be removed is left for the next sweep.
pub(super) fn sweep(folder: &Path, locks_work: bool) {
    let Ok(listed) = fs::list(folder) else { return };
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    // A time that is unknown (0) or in the future says nothing.
    let is_older =
        |modified: u64, than: Duration| modified > 0 && now.saturating_sub(Duration::from_nanos(modified)) > than;
    let is_abandoned = |file: &&Listed| {
        let is_lockable = IS_LOCKED && locks_work && file.kind == FileKind::Plain && is_fresh_name(&file.name);
        let is_let_go = || is_lockable && is_unlocked(&file.path);
        let modified = file.stamp.modified;
        is_older(modified, ABANDONED) || is_older(modified, LET_GO) && is_let_go()
    };
    for file in listed.iter().filter(is_abandoned).take(SWEPT_AT_ONCE) {
        let _ = match file.kind {
            FileKind::Folder => fs::remove_tree(&file.path),
            _ => fs::remove_file(&file.path).map(|_| ()),
        };
    }
}

/// Whether nobody holds the lock of a file: whoever wrote it is gone.
fn is_unlocked(path: &Path) -> bool {
    matches!(FileLock::attempt(path), Ok(Held::Ours(_)))
}

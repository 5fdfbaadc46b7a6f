//! The bare repository in the cache that all versions from one remote share.
//!
//! It holds packs, each put there whole; references of our own, which only tell the server what it need not send again;
//! and Git's list of commits whose parents were not fetched. A process that is killed leaves a pack more or less, and locks
//! that whoever has the lock of the store takes away. What cannot be opened is made anew.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use gix::ObjectId;
use gix::refs::transaction::PreviousValue;

use super::{clone_failed, options};
use crate::cache::{Cache, Guard, StagedFolder};
use crate::digest::{Sha256, hex};
use crate::error::Failure;
use crate::fs::{self, FileKind, FsError};
use crate::text::escape::visible_on_one_line;
use crate::work::Work;

/// Longest wait for another process that fetches from the same remote; then the work is done beside it.
const LOCK_WAIT: Duration = Duration::from_secs(30);

/// Where our references are.
const REFS: &str = "refs/jardex";

/// A store that no other process knows of; it goes when nobody reads from it any more.
#[derive(Clone)]
pub struct Temporary(#[allow(dead_code, reason = "kept for its end")] Arc<StagedFolder>);

/// A store that is open for fetching.
pub struct Store {
    cache: Cache,
    origin: String,
    folder: PathBuf,
    pub repository: gix::Repository,
    guard: Option<Guard>,
    pub temporary: Option<Temporary>,
    /// Whether it was empty when it was opened.
    pub is_new: bool,
}

impl Store {
    /// The store of a remote, by its URL without secrets. Where its lock cannot be had, an empty one for this time.
    ///
    /// # Errors
    /// `not_permitted` when the cache cannot be written, `indexing_failed` when the disk is full.
    pub fn open(cache: &Cache, origin: &str, threads: usize, work: &Work) -> Result<Self, Failure> {
        let guard = cache.lock_git(origin, LOCK_WAIT, || !work.is_cancelled());
        work.check()?;
        if guard.is_none() {
            return Self::temporary(cache, origin, threads);
        }
        let folder = cache.git_folder(origin);
        let opened = fs::exists(&folder).then(|| {
            remove_locks(&folder);
            options(Some(threads)).open(&folder)
        });
        let is_new = !matches!(opened, Some(Ok(_)));
        let repository = match opened {
            Some(Ok(opened)) => opened.to_thread_local(),
            broken => {
                if let Some(Err(error)) = broken {
                    tracing::warn!(origin, %error, "what was fetched cannot be opened and is fetched again");
                    cache.discard_folder(&folder);
                }
                empty(cache)?.publish(&folder)?;
                open_new(origin, &folder, threads)?
            }
        };
        Ok(Self { cache: cache.clone(), origin: origin.to_owned(), folder, repository, guard, temporary: None, is_new })
    }

    fn temporary(cache: &Cache, origin: &str, threads: usize) -> Result<Self, Failure> {
        let staged = empty(cache)?;
        let folder = staged.path().to_owned();
        let repository = open_new(origin, &folder, threads)?;
        let temporary = Some(Temporary(Arc::new(staged)));
        Ok(Self {
            cache: cache.clone(),
            origin: origin.to_owned(),
            folder,
            repository,
            guard: None,
            temporary,
            is_new: true,
        })
    }

    /// Where a reference of the remote, or a commit, is kept: a name made of its digest, so that none is in the way of
    /// another (`a` and `a/b`, or names that differ in case alone).
    pub fn reference(name: &str) -> String {
        format!("{REFS}/{}", &hex(&Sha256::of(name.as_bytes()))[..32])
    }

    /// What a reference of the remote stood for when it was asked last.
    pub fn remembered(&self, name: &str) -> Option<ObjectId> {
        let found = self.repository.try_find_reference(Self::reference(name).as_str()).ok()??;
        found.target().try_id().map(ToOwned::to_owned)
    }

    /// Remembers what a reference stands for. Nothing depends on it: it saves bytes next time.
    pub fn remember(&self, name: &str, target: ObjectId) {
        let kept = self.repository.reference(Self::reference(name).as_str(), target, PreviousValue::Any, "");
        if let Err(error) = kept {
            tracing::debug!(origin = self.origin, %error, "a reference was not kept");
        }
    }

    /// The folder of everything that is kept of all branches and tags.
    pub fn everything() -> String {
        format!("{REFS}/all")
    }

    /// What a failed write is called, where it was one.
    pub fn write_failure(&self, error: &gix::Error) -> Option<Failure> {
        let error = error.downcast_any_ref::<std::io::Error>()?;
        let is_ours = matches!(
            error.kind(),
            std::io::ErrorKind::StorageFull
                | std::io::ErrorKind::QuotaExceeded
                | std::io::ErrorKind::PermissionDenied
                | std::io::ErrorKind::ReadOnlyFilesystem
        );
        is_ours.then(|| self.cache.refuse(FsError::new("write", &self.folder, error)))
    }

    /// Lets the packs be read by whom the rest of the store may be: `gix` keeps to this user what it writes.
    pub fn share_packs(&self) {
        let like = self.folder.join("HEAD");
        for file in fs::list(&self.folder.join("objects/pack")).unwrap_or_default() {
            if file.kind == FileKind::Plain {
                fs::share_as(&like, &file.path);
            }
        }
    }

    /// Takes the store away as [`Self::discard`] does, so that it can be put back.
    pub fn set_aside(self) -> Option<Aside> {
        self.guard.as_ref()?;
        let staged = self.cache.stage_folder().ok()?;
        let place = staged.path().join("aside");
        fs::rename(&self.folder, &place).ok()?;
        Some(Aside { _staged: staged, place, folder: self.folder.clone() })
    }

    /// Takes the store away: the next one begins empty.
    pub fn discard(self) {
        if self.guard.is_some() {
            self.cache.discard_folder(&self.folder);
        }
    }
}

/// A store that was taken away; it goes for good unless it is put back.
pub struct Aside {
    _staged: StagedFolder,
    place: PathBuf,
    folder: PathBuf,
}

impl Aside {
    /// Puts the store back, unless there is another one by now.
    pub fn put_back(self) {
        if !fs::exists(&self.folder)
            && let Err(error) = fs::rename(&self.place, &self.folder)
        {
            tracing::warn!(%error, "what was fetched before could not be put back");
        }
    }
}

/// A bare repository without objects: what `git init --bare` makes, without its examples of hooks.
fn empty(cache: &Cache) -> Result<StagedFolder, Failure> {
    let staged = cache.stage_folder()?;
    let refuse = |error: FsError| cache.refuse(error);
    for folder in ["objects/pack", "objects/info", "refs/heads", "refs/tags"] {
        fs::create_folder(&staged.path().join(folder)).map_err(refuse)?;
    }
    for (name, text) in [
        ("HEAD", "ref: refs/heads/main\n"),
        ("config", "[core]\n\trepositoryformatversion = 0\n\tfilemode = false\n\tbare = true\n"),
    ] {
        fs::write_new(&staged.path().join(name), text.as_bytes()).map_err(refuse)?;
    }
    Ok(staged)
}

fn open_new(origin: &str, folder: &Path, threads: usize) -> Result<gix::Repository, Failure> {
    let opened = options(Some(threads)).open(folder);
    let opened = opened.map_err(|error| {
        clone_failed(origin, format_args!("its store cannot be opened: {}", visible_on_one_line(&error.to_string())))
    })?;
    Ok(opened.to_thread_local())
}

/// Removes what a process that was killed left: it held the lock of the store, which is ours now.
fn remove_locks(folder: &Path) {
    for place in ["", "refs/jardex", "objects/pack"] {
        let is_left = |name: &str| {
            let is_lock = Path::new(name).extension().is_some_and(|extension| extension == "lock");
            is_lock || (place == "objects/pack" && !name.starts_with("pack-"))
        };
        for file in fs::list(&folder.join(place)).unwrap_or_default() {
            if file.kind == FileKind::Plain && is_left(&file.name) {
                let _ = fs::remove_file(&file.path);
            }
        }
    }
}

//! Directories: the plain files below a folder.
//!
//! Links, devices, pipes and sockets are left out and named; the folders of version control systems are left out
//! silently. A directory moves while it is read: each file's content is compared with what the digest was made of.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::globs::Globs;
use super::{Entry, Located, SourceKind, Tree, lfs, limits, stays_inside, written};
use crate::digest::{Sha256, hex};
use crate::error::{Failure, Incomplete, Status};
use crate::fs::{self, FileKind, Kind, Limits, Walked};
use crate::model::Origin;
use crate::work::Work;

/// Folders (and the files that stand for them in linked work trees) that hold no sources.
const VERSION_CONTROL: [&str; 3] = [".git", ".hg", ".svn"];

/// Reads the names and contents below `path` that `globs` keeps. `uri` is how people call it.
///
/// # Errors
/// `resource_not_found` when there is nothing, `invalid_source` when it is no folder or beyond [`limits`].
pub fn directory(uri: &str, path: &Path, globs: &Globs, work: &Work) -> Result<Located, Failure> {
    let walked = walk(uri, path, globs)?;
    let mut tree = Directory { uri: uri.to_owned(), entries: Vec::new(), files: Vec::new(), problems: Vec::new() };
    tree.problems.extend(walked.problems.into_iter().map(|(what, reason)| Incomplete::at(what, reason)));
    let mut total = 0_u64;
    let mut names = HashSet::new();
    let mut all = Sha256::new();
    for file in walked.files {
        work.check()?;
        if !names.insert(file.path.clone()) {
            tree.problem(&file.path, "its name cannot be told from another's once decoded; left out".to_owned());
            continue;
        }
        let bytes = match fs::read(&file.place, limits::FILE_BYTES) {
            Ok(bytes) => bytes,
            // Deleted since it was listed: as if it had never been there.
            Err(error) if error.kind() == Kind::NotFound => continue,
            Err(error) => {
                tree.problem(&file.path, error.reason().to_owned());
                continue;
            }
        };
        total += bytes.len() as u64;
        if total > limits::TOTAL_BYTES {
            return Err(too_large(uri, &format!("its files have more than {} bytes in all", limits::TOTAL_BYTES)));
        }
        work.add_bytes(bytes.len() as u64);
        let hash = Sha256::of(&bytes);
        all.update((file.path.len() as u64).to_le_bytes());
        all.update(file.path.as_bytes());
        all.update(hash);
        tree.entries.push(Entry { addressable: stays_inside(&file.path), path: file.path, size: bytes.len() as u64 });
        tree.files.push(File { place: file.place, hash, is_pointer: lfs::is_pointer(&bytes) });
    }
    let notes = if tree.entries.is_empty() { vec!["the folder holds no files".to_owned()] } else { Vec::new() };
    Ok(Located {
        kind: SourceKind::Directory,
        origin: Origin::Source,
        uri: uri.to_owned(),
        digest: written(&all.finish()),
        commit: None,
        stamp: None,
        tree: Arc::new(tree),
        pom: None,
        notes,
    })
}

/// What tells without reading any file that nothing below `path` has changed: 64 hex digits over path, length and time
/// of each file that `globs` keeps. Takes some milliseconds for a thousand files.
///
/// # Errors
/// As [`directory`].
pub fn stamp(uri: &str, path: &Path, globs: &Globs) -> Result<String, Failure> {
    let mut all = Sha256::new();
    for file in walk(uri, path, globs)?.files {
        all.update((file.path.len() as u64).to_le_bytes());
        all.update(file.path.as_bytes());
        all.update(file.stamp.length.to_le_bytes());
        all.update(file.stamp.modified.to_le_bytes());
    }
    Ok(hex(&all.finish()))
}

fn walk(uri: &str, path: &Path, globs: &Globs) -> Result<Walked, Failure> {
    if fs::kind_of(path)? != FileKind::Folder {
        return Err(Failure::new(Status::InvalidSource, format!("{uri} is no folder")));
    }
    let limits = Limits { files: limits::FILES, depth: limits::DEPTH };
    let wanted = |path: &str, is_folder: bool| {
        let name = path.rsplit('/').next().unwrap_or(path);
        !VERSION_CONTROL.contains(&name) && (is_folder || globs.keep(path))
    };
    fs::walk(path, limits, wanted).map_err(|error| match error.kind() {
        Kind::TooLarge => too_large(uri, error.reason()),
        _ => error.into(),
    })
}

fn too_large(uri: &str, reason: &str) -> Failure {
    Failure::new(Status::InvalidSource, format!("{uri} cannot be used: {reason}"))
        .hint("name a smaller folder, or say with include and exclude which files are wanted")
}

/// The files of a directory as they were when it was located.
struct Directory {
    uri: String,
    entries: Vec<Entry>,
    files: Vec<File>,
    problems: Vec<Incomplete>,
}

struct File {
    place: PathBuf,
    hash: [u8; 32],
    /// Of Git LFS.
    is_pointer: bool,
}

impl Directory {
    fn problem(&mut self, path: &str, reason: String) {
        self.problems.push(Incomplete::at(path, reason));
    }
}

impl Tree for Directory {
    fn entries(&self) -> &[Entry] {
        &self.entries
    }

    fn read(&self, at: usize) -> Result<Vec<u8>, Failure> {
        let changed = || {
            let message = format!("{} of {} changed while it was read", self.entries[at].path, self.uri);
            Failure::new(Status::InvalidSource, message).hint("ask again when the directory is at rest")
        };
        let bytes = fs::read(&self.files[at].place, limits::FILE_BYTES).map_err(|error| match error.kind() {
            Kind::NotFound | Kind::NotPlain => changed(),
            _ => error.into(),
        })?;
        let hash = Sha256::of(&bytes);
        if hash == self.files[at].hash { Ok(bytes) } else { Err(changed()) }
    }

    fn problems(&self) -> &[Incomplete] {
        &self.problems
    }

    fn flaw(&self, at: usize) -> Option<String> {
        let reason = "a pointer of Git LFS: what it stands for was not fetched, which `git lfs pull` does";
        self.files[at].is_pointer.then(|| reason.to_owned())
    }
}

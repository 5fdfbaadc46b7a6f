//! The files of a tree object, each read from the object database when it is wanted.

use std::collections::HashSet;
use std::sync::Mutex;

use gix::ObjectId;
use gix::bstr::ByteSlice;
use gix::objs::tree::EntryKind;

use super::clone_failed;
use super::store::Temporary;
use crate::error::{Failure, Incomplete, Status};
use crate::source::globs::Globs;
use crate::source::{Entry, Tree, lfs, limits, stays_inside};
use crate::text::escape::visible_on_one_line;
use crate::work::{Work, lock};

/// Longest path in a problem, in characters.
const SHOWN_NAME: usize = 120;

/// What is left out of a tree, and why.
pub const SUBMODULE: &str = "a submodule, which is not entered";
pub const LINK: &str = "a link, which is not followed";

/// Why the files of a commit cannot be had.
pub enum Unreadable {
    /// An object is not there or damaged: another fetch may bring it.
    Missing(Failure),
    /// Whatever is done.
    Refused(Failure),
}

impl Unreadable {
    pub fn missing(uri: &str, error: &gix::Error) -> Self {
        Self::Missing(clone_failed(
            uri,
            format_args!("an object cannot be read: {}", visible_on_one_line(&error.to_string())),
        ))
    }

    pub fn into_failure(self) -> Failure {
        match self {
            Self::Missing(failure) | Self::Refused(failure) => failure,
        }
    }
}

impl From<Failure> for Unreadable {
    fn from(failure: Failure) -> Self {
        Self::Refused(failure)
    }
}

/// A tree of files.
pub struct GitTree {
    uri: String,
    repository: gix::ThreadSafeRepository,
    /// Handles that no thread uses just now: each remembers what it unpacked last.
    handles: Mutex<Vec<gix::Repository>>,
    entries: Vec<Entry>,
    /// The object of each entry.
    objects: Vec<ObjectId>,
    /// Entries that turned out to be pointers of Git LFS.
    pointers: Mutex<HashSet<usize>>,
    problems: Vec<Incomplete>,
    _keep: Option<Temporary>,
}

impl GitTree {
    /// Lists what `globs` keeps of the tree.
    pub fn read(
        uri: &str,
        repository: gix::Repository,
        root: ObjectId,
        globs: &Globs,
        keep: Option<Temporary>,
        work: &Work,
    ) -> Result<Self, Unreadable> {
        let mut listing =
            Listing { uri, globs, files: Vec::new(), problems: Vec::new(), unnamed: 0, seen: 0, total: 0 };
        let mut folders = vec![(String::new(), root, 1)];
        while let Some((prefix, tree, depth)) = folders.pop() {
            work.check()?;
            listing.folder(&repository, &prefix, tree, depth, &mut folders)?;
        }
        let (entries, objects) = listing.in_order();
        let mut problems = listing.problems;
        problems.sort_by(|a, b| a.what.cmp(&b.what));
        if listing.unnamed > 0 {
            let reason = "left out as well, and not named one by one".to_owned();
            problems.push(Incomplete::new(format!("{} more entries", listing.unnamed), reason));
        }
        Ok(Self {
            uri: uri.to_owned(),
            handles: Mutex::new(vec![repository.clone()]),
            repository: repository.into_sync(),
            entries,
            objects,
            pointers: Mutex::default(),
            problems,
            _keep: keep,
        })
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    fn handles(&self) -> std::sync::MutexGuard<'_, Vec<gix::Repository>> {
        lock(&self.handles)
    }
}

impl Tree for GitTree {
    fn entries(&self) -> &[Entry] {
        &self.entries
    }

    fn read(&self, at: usize) -> Result<Vec<u8>, Failure> {
        let handle = self.handles().pop();
        let handle = handle.unwrap_or_else(|| self.repository.to_thread_local());
        let read = handle.find_object(self.objects[at]).map(|mut object| std::mem::take(&mut object.data));
        self.handles().push(handle);
        let bytes = read.map_err(|error| {
            let path = shown(&self.entries[at].path);
            let reason = visible_on_one_line(&error.to_string()).into_owned();
            Failure::new(Status::InvalidSource, format!("{path} of {} cannot be read: {reason}", self.uri))
        })?;
        if lfs::is_pointer(&bytes) {
            lock(&self.pointers).insert(at);
        }
        Ok(bytes)
    }

    fn problems(&self) -> &[Incomplete] {
        &self.problems
    }

    fn flaw(&self, at: usize) -> Option<String> {
        let is_pointer = lock(&self.pointers).contains(&at);
        is_pointer.then(|| "a pointer of Git LFS: what it stands for is not in the repository".to_owned())
    }
}

/// A listing while it is made.
struct Listing<'a> {
    uri: &'a str,
    globs: &'a Globs,
    files: Vec<(Entry, ObjectId)>,
    problems: Vec<Incomplete>,
    /// Left out beyond those that are named.
    unnamed: usize,
    /// Entries looked at.
    seen: usize,
    total: u64,
}

impl Listing<'_> {
    fn folder(
        &mut self,
        repository: &gix::Repository,
        prefix: &str,
        tree: ObjectId,
        depth: usize,
        folders: &mut Vec<(String, ObjectId, usize)>,
    ) -> Result<(), Unreadable> {
        let missing = |error: gix::Error| Unreadable::missing(self.uri, &error);
        let tree = repository.find_tree(tree).map_err(missing)?;
        for entry in tree.iter() {
            let entry = entry.map_err(missing)?;
            self.seen += 1;
            if self.seen > limits::ENTRIES {
                return Err(self.too_large(&format!("its folders hold more than {} entries in all", limits::ENTRIES)));
            }
            // A name is data: whatever it is called, it never becomes a path.
            let path = format!("{prefix}{}", entry.filename().to_str_lossy());
            if path.len() > limits::NAME_BYTES {
                self.leave_out(&path, format!("its path has more than {} bytes", limits::NAME_BYTES));
                continue;
            }
            match entry.mode().kind() {
                EntryKind::Tree if depth >= limits::DEPTH => {
                    self.leave_out(&path, format!("more than {} folders deep", limits::DEPTH));
                }
                EntryKind::Tree => folders.push((format!("{path}/"), entry.object_id(), depth + 1)),
                _ if !self.globs.keep(&path) => {}
                EntryKind::Commit => self.leave_out(&path, SUBMODULE.to_owned()),
                EntryKind::Link => self.leave_out(&path, LINK.to_owned()),
                EntryKind::Blob | EntryKind::BlobExecutable => self.file(repository, path, entry.object_id())?,
            }
        }
        Ok(())
    }

    fn file(&mut self, repository: &gix::Repository, path: String, id: ObjectId) -> Result<(), Unreadable> {
        let header = repository.find_header(id).map_err(|error| Unreadable::missing(self.uri, &error))?;
        if header.kind() != gix::object::Kind::Blob {
            self.leave_out(&path, "it is no file although the folder says so".to_owned());
            return Ok(());
        }
        let size = header.size();
        if size > limits::FILE_BYTES {
            self.leave_out(&path, format!("it has {size} bytes, more than {}", limits::FILE_BYTES));
            return Ok(());
        }
        self.total += size;
        if self.total > limits::TOTAL_BYTES {
            return Err(self.too_large(&format!("its files have more than {} bytes in all", limits::TOTAL_BYTES)));
        }
        if self.files.len() == limits::FILES {
            return Err(self.too_large(&format!("it holds more than {} files", limits::FILES)));
        }
        self.files.push((Entry { addressable: stays_inside(&path), path, size }, id));
        Ok(())
    }

    fn too_large(&self, reason: &str) -> Unreadable {
        let failure = Failure::new(Status::InvalidSource, format!("{} cannot be used: {reason}", self.uri));
        Unreadable::Refused(
            failure.hint("name a folder with git_subdir, or say with include and exclude which files are wanted"),
        )
    }

    fn leave_out(&mut self, path: &str, reason: String) {
        if self.problems.len() < limits::PROBLEMS {
            self.problems.push(Incomplete::at(shown(path), reason));
        } else {
            self.unnamed += 1;
        }
    }

    /// In byte order of path, each path once.
    fn in_order(&mut self) -> (Vec<Entry>, Vec<ObjectId>) {
        let mut files = std::mem::take(&mut self.files);
        files.sort_by(|(a, _), (b, _)| a.path.cmp(&b.path));
        let (mut entries, mut objects): (Vec<Entry>, Vec<ObjectId>) = (Vec::new(), Vec::new());
        for (entry, id) in files {
            if entries.last().is_some_and(|last| last.path == entry.path) {
                self.leave_out(&entry.path, "its name cannot be told from another's once decoded; left out".to_owned());
                continue;
            }
            entries.push(entry);
            objects.push(id);
        }
        (entries, objects)
    }
}

/// A path as a problem shows it.
fn shown(path: &str) -> String {
    match path.char_indices().nth(SHOWN_NAME) {
        Some((end, _)) => format!("{}…", &path[..end]),
        None => path.to_owned(),
    }
}

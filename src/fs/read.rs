//! Reading: plain files with a bound, folders in order, stamps.

use std::fs::{File, Metadata};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use super::error::{FsError, Kind};

/// What a path is, links followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileKind {
    Plain,
    Folder,
    /// A link, where links are not followed.
    Link,
    /// A device, pipe or socket.
    Special,
}

impl FileKind {
    pub(super) fn of(metadata: &Metadata) -> Self {
        let kind = metadata.file_type();
        if kind.is_file() {
            Self::Plain
        } else if kind.is_dir() {
            Self::Folder
        } else if kind.is_symlink() {
            Self::Link
        } else {
            Self::Special
        }
    }
}

/// What tells without reading that a file is still the same one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Stamp {
    /// Length in bytes.
    pub length: u64,
    /// Time of the last change, nanoseconds since 1970; 0 where the system does not say.
    pub modified: u64,
    /// Time of the last change of its content or its properties, which no program can set, nanoseconds since 1970; 0 where
    /// the system does not say. (Which device it lies on is left out: many file systems get another number at each start.)
    #[serde(default)]
    pub changed: u64,
    /// The inode on Unix, else 0.
    pub inode: u64,
}

/// How old a file's times must be when it is looked at, so that a change right after it shows: file systems count time in
/// steps of up to two seconds.
const SETTLED_AFTER: Duration = Duration::from_millis(2_500);

impl Stamp {
    pub(super) fn of(metadata: &Metadata) -> Self {
        let modified = metadata.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        Self {
            length: metadata.len(),
            modified: modified.and_then(|since| u64::try_from(since.as_nanos()).ok()).unwrap_or(0),
            changed: changed(metadata),
            inode: inode(metadata),
        }
    }

    /// That of an open file now.
    #[must_use]
    pub fn of_file(file: &File) -> Option<Self> {
        file.metadata().ok().map(|metadata| Self::of(&metadata))
    }

    /// Whether a file that is written has another stamp, whatever the writer did to its times: not where the system does
    /// not say when a file was changed. A program that writes to memory mapped from the file changes the times once only.
    #[must_use]
    pub fn tells(&self) -> bool {
        self.changed > 0
    }

    /// Whether that holds from now on: not of a file that was changed within the last two seconds or in the future.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let last = Duration::from_nanos(self.modified.max(self.changed));
        self.tells() && now.checked_sub(last).is_some_and(|age| age > SETTLED_AFTER)
    }
}

#[cfg(unix)]
fn inode(metadata: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::ino(metadata)
}

#[cfg(not(unix))]
fn inode(_: &Metadata) -> u64 {
    0
}

#[cfg(unix)]
fn changed(metadata: &Metadata) -> u64 {
    use std::os::unix::fs::MetadataExt;
    let nanoseconds = i128::from(metadata.ctime()) * 1_000_000_000 + i128::from(metadata.ctime_nsec());
    u64::try_from(nanoseconds).unwrap_or(0)
}

#[cfg(not(unix))]
fn changed(_: &Metadata) -> u64 {
    0
}

/// The bytes of the plain file at `path`, links followed; at most `limit` of them.
///
/// # Errors
/// [`Kind::NotPlain`] for folders, devices, pipes and sockets, [`Kind::TooLarge`] beyond the limit.
pub fn read(path: &Path, limit: u64) -> Result<Vec<u8>, FsError> {
    read_stamped(path, limit).map(|(bytes, _)| bytes)
}

/// As [`read`]; also the file's stamp, where a file that has it later still holds these bytes.
pub fn read_stamped(path: &Path, limit: u64) -> Result<(Vec<u8>, Option<Stamp>), FsError> {
    read_whole(path, limit).map(|whole| (whole.bytes, whole.stamp))
}

/// A file that was read.
#[derive(Debug)]
pub struct Whole {
    pub bytes: Vec<u8>,
    /// As [`read_stamped`] gives it.
    pub stamp: Option<Stamp>,
    /// Still open.
    pub file: File,
}

/// As [`read_stamped`]; also the file, open.
pub fn read_whole(path: &Path, limit: u64) -> Result<Whole, FsError> {
    let fail = |error: &std::io::Error| FsError::new("read", path, error);
    let mut file = open_plain(path)?;
    let before = Stamp::of(&file.metadata().map_err(|error| fail(&error))?);
    let (length, is_settled) = (before.length, before.is_settled());
    let too_large =
        || FsError::refused(Kind::TooLarge, "read", path, format!("longer than the {limit} bytes that are read"));
    if length > limit {
        return Err(too_large());
    }
    let mut bytes = Vec::with_capacity(usize::try_from(length).unwrap_or(0));
    (&mut file).take(limit.saturating_add(1)).read_to_end(&mut bytes).map_err(|error| fail(&error))?;
    if bytes.len() as u64 > limit {
        return Err(too_large());
    }
    let is_same = || file.metadata().is_ok_and(|after| Stamp::of(&after) == before);
    let stamp = (is_settled && bytes.len() as u64 == length && is_same()).then_some(before);
    Ok(Whole { bytes, stamp, file })
}

/// Reads the plain file at `path` piece by piece, however long it is; gives its length in bytes.
///
/// # Errors
/// As [`read`], without a limit.
pub fn read_pieces(path: &Path, mut take: impl FnMut(&[u8])) -> Result<u64, FsError> {
    let fail = |error: &std::io::Error| FsError::new("read", path, error);
    let mut file = open_plain(path)?;
    let mut piece = vec![0; 256 * 1024];
    let mut length = 0;
    loop {
        match file.read(&mut piece) {
            Ok(0) => return Ok(length),
            Ok(count) => {
                take(&piece[..count]);
                length += count as u64;
            }
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(error) => return Err(fail(&error)),
        }
    }
}

/// Opens the plain file at `path` for reading, links followed.
///
/// # Errors
/// [`Kind::NotPlain`] for folders, devices, pipes and sockets.
pub fn open_plain(path: &Path) -> Result<File, FsError> {
    let fail = |error: std::io::Error| FsError::new("read", path, &error);
    // Looked at before it is opened: opening a pipe waits for a writer.
    let what = match FileKind::of(&std::fs::metadata(path).map_err(fail)?) {
        FileKind::Plain => return File::open(path).map_err(fail),
        FileKind::Folder => "it is a folder",
        FileKind::Link | FileKind::Special => "it is a device, pipe or socket, not a plain file",
    };
    Err(FsError::refused(Kind::NotPlain, "read", path, what))
}

/// As [`read`], with none for a path that names nothing.
pub fn read_if_exists(path: &Path, limit: u64) -> Result<Option<Vec<u8>>, FsError> {
    match read(path, limit) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == Kind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// What is at `path`, links followed.
pub fn kind_of(path: &Path) -> Result<FileKind, FsError> {
    std::fs::metadata(path).map(|metadata| FileKind::of(&metadata)).map_err(|error| FsError::new("read", path, &error))
}

/// Whether `path` names something that can be looked at.
#[must_use]
pub fn exists(path: &Path) -> bool {
    std::fs::metadata(path).is_ok()
}

/// Whether `path` names a folder whose files can be listed.
#[must_use]
pub fn is_listable(path: &Path) -> bool {
    std::fs::read_dir(path).is_ok()
}

/// The stamp of the file at `path`, links followed.
pub fn stamp(path: &Path) -> Result<Stamp, FsError> {
    std::fs::metadata(path).map(|metadata| Stamp::of(&metadata)).map_err(|error| FsError::new("read", path, &error))
}

/// The same of a file that is opened for it: on a network file system that is when its times are asked for.
///
/// # Errors
/// [`Kind::NotPlain`] for folders, devices, pipes and sockets.
pub fn stamp_opened(path: &Path) -> Result<Stamp, FsError> {
    let metadata = open_plain(path)?.metadata();
    metadata.map(|metadata| Stamp::of(&metadata)).map_err(|error| FsError::new("read", path, &error))
}

/// `path` without links and `..`, absolute.
pub fn real_path(path: &Path) -> Result<PathBuf, FsError> {
    std::fs::canonicalize(path).map_err(|error| FsError::new("read", path, &error))
}

/// One thing in a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// Its name; characters that are no Unicode replaced.
    pub name: String,
    pub path: PathBuf,
    /// What it is, links not followed.
    pub kind: FileKind,
    pub stamp: Stamp,
}

/// What lies directly in a folder, by name; an entry that vanishes meanwhile is left out.
pub fn list(folder: &Path) -> Result<Vec<Listed>, FsError> {
    let fail = |error: &std::io::Error| FsError::new("list", folder, error);
    let mut listed = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(|error| fail(&error))? {
        let entry = entry.map_err(|error| fail(&error))?;
        let Ok(metadata) = entry.metadata() else { continue };
        listed.push(Listed {
            name: entry.file_name().to_string_lossy().into_owned(),
            path: entry.path(),
            kind: FileKind::of(&metadata),
            stamp: Stamp::of(&metadata),
        });
    }
    listed.sort_by(|a, b| a.name.cmp(&b.name).then_with(|| a.path.cmp(&b.path)));
    Ok(listed)
}

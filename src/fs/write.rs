//! Writing: stage, sync, rename.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use super::error::{FsError, Kind};
use super::read::{FileKind, kind_of, real_path};

/// Makes a folder and those above it; one that exists is left as it is. Who may read them is for the umask to say.
pub fn create_folder(path: &Path) -> Result<(), FsError> {
    std::fs::create_dir_all(path).map_err(|error| FsError::new("make the folder", path, &error))
}

/// The same, for the user alone (mode 0700 on Unix), whatever the umask.
pub fn create_private_folder(path: &Path) -> Result<(), FsError> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path).map_err(|error| FsError::new("make the folder", path, &error))
}

/// Makes a file that must not exist yet, open for reading and writing.
pub fn create_new(path: &Path) -> Result<File, FsError> {
    OpenOptions::new()
        .read(true)
        .write(true)
        .create_new(true)
        .open(path)
        .map_err(|error| FsError::new("write", path, &error))
}

/// As [`create_new`], making the folders above it where they are missing.
pub fn create_new_with_folders(path: &Path) -> Result<File, FsError> {
    in_folder(folder_of(path), || create_new(path), || true)
}

/// How often a folder is made again that is taken away before anything is in it.
const FOLDER_TRIES: usize = 16;

/// Puts something into a folder that is made where it is missing. Who tidies up takes empty folders away, also one that was just
/// made, or that another process made in between: then it is made again, as long as `may_retry`.
fn in_folder<T>(
    folder: &Path,
    put: impl Fn() -> Result<T, FsError>,
    may_retry: impl Fn() -> bool,
) -> Result<T, FsError> {
    let mut done = put();
    for _ in 0..FOLDER_TRIES {
        match &done {
            Err(error) if error.kind() == Kind::NotFound && may_retry() => {}
            _ => break,
        }
        done = match create_folder(folder) {
            Ok(()) => put(),
            Err(error) => Err(error),
        };
    }
    done
}

/// Writes a file that must not exist yet, making missing folders; not synced.
pub fn write_new(path: &Path, bytes: &[u8]) -> Result<(), FsError> {
    let written = create_new_with_folders(path)
        .and_then(|mut file| file.write_all(bytes).map_err(|error| FsError::new("write", path, &error)));
    written.map_err(|error| error.needing(bytes.len() as u64))
}

/// Writes a whole file: beside its place first, synced, then renamed over what is there. Makes missing folders.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> Result<(), FsError> {
    let fail = |error: FsError| error.needing(bytes.len() as u64);
    let beside = beside(path);
    let mut file = create_new_with_folders(&beside).map_err(fail)?;
    let written = file
        .write_all(bytes)
        .and_then(|()| file.sync_all())
        .map_err(|error| FsError::new("write", path, &error))
        .and_then(|()| {
            drop(file);
            rename(&beside, path)
        });
    if written.is_err() {
        // The first error is the one to tell; what is left is a small file with a name of its own.
        let _ = std::fs::remove_file(&beside);
    }
    written.map_err(fail)
}

/// Writes a whole file as [`write_atomically`] does, of what `write` gives piece by piece. What that failed with is given
/// back, and the file before stays. Links are followed; a device or pipe is no file that could be replaced: it is written to as
/// it stands.
///
/// # Errors
/// [`Kind::NotPlain`] for folders, and for what cannot be opened for writing, as a socket.
pub fn write_streamed<T, E>(
    path: &Path,
    write: impl FnOnce(&mut File) -> Result<T, E>,
) -> Result<Result<T, E>, FsError> {
    let end = match kind_of(path) {
        Ok(FileKind::Plain) => real_path(path)?,
        Ok(FileKind::Folder) => return Err(FsError::refused(Kind::NotPlain, "write", path, "it is a folder")),
        Ok(FileKind::Link | FileKind::Special) => return Ok(write(&mut open_special(path)?)),
        // Nothing is there yet, or nothing may be looked at: then writing says so.
        Err(_) => end_of_links(path)?,
    };
    let path = end.as_path();
    let beside = beside(path);
    let mut file = create_new_with_folders(&beside)?;
    let written = match write(&mut file) {
        Ok(written) => {
            let named = file.sync_all().map_err(|error| FsError::new("write", path, &error)).and_then(|()| {
                drop(file);
                rename(&beside, path)
            });
            named.map(|()| Ok(written))
        }
        Err(error) => Ok(Err(error)),
    };
    if !matches!(written, Ok(Ok(_))) {
        // The first error is the one to tell.
        let _ = std::fs::remove_file(&beside);
    }
    written
}

/// Opens a device or pipe for writing; of a pipe that nobody reads yet, when somebody does.
fn open_special(path: &Path) -> Result<File, FsError> {
    OpenOptions::new().write(true).open(path).map_err(|error| {
        let error = FsError::new("write", path, &error);
        match error.kind() {
            Kind::Other => FsError::refused(Kind::NotPlain, "write", path, error.reason()),
            _ => error,
        }
    })
}

/// Most links one behind the other, as Linux has it.
const MOST_LINKS: usize = 40;

/// Where a path leads whose last link names nothing yet.
fn end_of_links(path: &Path) -> Result<PathBuf, FsError> {
    let mut place = path.to_owned();
    for _ in 0..MOST_LINKS {
        let Ok(target) = std::fs::read_link(&place) else { return Ok(place) };
        place = folder_of(&place).join(target);
    }
    Err(FsError::refused(Kind::NotPlain, "write", path, "its links lead in a circle"))
}

/// A name in the same folder that nothing else uses.
fn beside(path: &Path) -> PathBuf {
    folder_of(path).join(format!(".{}-{:016x}.tmp", std::process::id(), fastrand::u64(..)))
}

/// The folder that holds `path`; the path itself where it is a root.
fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if parent.as_os_str().is_empty() => Path::new("."),
        Some(parent) => parent,
        None => path,
    }
}

/// Renames a file over what is there, makes missing folders above the new name, and syncs its folder.
pub fn rename(from: &Path, to: &Path) -> Result<(), FsError> {
    let folder = folder_of(to);
    let rename = || try_rename(from, to).map_err(|error| FsError::new("write", to, &error));
    in_folder(folder, rename, || super::exists(from))?;
    sync_folder(folder);
    Ok(())
}

#[cfg(not(windows))]
fn try_rename(from: &Path, to: &Path) -> std::io::Result<()> {
    std::fs::rename(from, to)
}

/// Windows refuses while a scanner or a reader has the target open: a few short tries see that through.
#[cfg(windows)]
fn try_rename(from: &Path, to: &Path) -> std::io::Result<()> {
    let mut pause = std::time::Duration::from_millis(1);
    loop {
        match std::fs::rename(from, to) {
            Err(error) if error.kind() == std::io::ErrorKind::PermissionDenied && pause.as_millis() < 500 => {
                std::thread::sleep(pause);
                pause *= 2;
            }
            done => return done,
        }
    }
}

/// Makes the names in a folder durable, where the system can: a power cut then finds the file under its new name.
/// Nothing depends on it but durability, so a file system that cannot is no error.
pub fn sync_folder(folder: &Path) {
    #[cfg(unix)]
    if let Ok(opened) = File::open(folder) {
        let _ = opened.sync_all();
    }
    #[cfg(not(unix))]
    let _ = folder;
}

/// Removes a file; one that is not there is no error. True: it was there.
pub fn remove_file(path: &Path) -> Result<bool, FsError> {
    match std::fs::remove_file(path) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(FsError::new("remove", path, &error)),
    }
}

/// Removes a folder and all it holds, links themselves and not what they name; one that is not there is no error.
pub fn remove_tree(path: &Path) -> Result<(), FsError> {
    match std::fs::remove_dir_all(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(FsError::new("remove", path, &error)),
        _ => Ok(()),
    }
}

/// Removes a folder that holds nothing; any other stays as it is.
pub fn remove_empty_folder(path: &Path) {
    let _ = std::fs::remove_dir(path);
}

/// Takes the write permission of a file away.
pub fn set_read_only(path: &Path) -> Result<(), FsError> {
    let fail = |error: std::io::Error| FsError::new("protect", path, &error);
    let mut permissions = std::fs::metadata(path).map_err(fail)?.permissions();
    permissions.set_readonly(true);
    std::fs::set_permissions(path, permissions).map_err(fail)
}

/// Lets a file be read and written by whom another one of the same owner may be. What cannot be is left as it is: nothing but
/// other users depends on it.
pub fn share_as(like: &Path, path: &Path) {
    #[cfg(unix)]
    if let Ok(metadata) = std::fs::metadata(like) {
        let _ = std::fs::set_permissions(path, metadata.permissions());
    }
    #[cfg(not(unix))]
    let _ = (like, path);
}

//! Advisory locks of the system, as one process sees another's.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::Path;

use super::error::FsError;

/// An exclusive lock, released when dropped or when the process ends, however it ends.
#[derive(Debug)]
pub struct FileLock {
    file: File,
}

/// Released by itself and not by closing: a child that has not become its program yet has the file open too, and would hold
/// the lock on.
impl Drop for FileLock {
    fn drop(&mut self) {
        // What cannot be unlocked is released with the last that has it open.
        let _ = self.file.unlock();
    }
}

/// What an attempt at a lock gave.
#[derive(Debug)]
pub enum Held {
    Ours(FileLock),
    /// Someone else holds it.
    Theirs,
    /// This file system has no locks.
    Unsupported,
}

impl FileLock {
    /// Tries once to lock the file at `path`, made where it is missing.
    pub fn attempt(path: &Path) -> Result<Held, FsError> {
        let fail = |error: &std::io::Error| FsError::new("lock", path, error);
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(|error| fail(&error))?;
        match file.try_lock() {
            Ok(()) => Ok(Held::Ours(Self { file })),
            Err(TryLockError::WouldBlock) => Ok(Held::Theirs),
            Err(TryLockError::Error(_)) => Ok(Held::Unsupported),
        }
    }
}

/// Whether someone holds the lock of the file at `path` just now; a file that cannot be opened is held by nobody.
#[must_use]
pub fn is_held(path: &Path) -> bool {
    let Ok(file) = File::open(path) else { return false };
    match file.try_lock_shared() {
        Ok(()) => drop(FileLock { file }),
        Err(TryLockError::WouldBlock) => return true,
        Err(TryLockError::Error(_)) => {}
    }
    false
}

/// Whether locks of files in `folder` work as on a local disk. On a network file system they may hang, or succeed for
/// everyone. Linux says in /proc/mounts what a folder lies on; elsewhere a file system that has none says so itself.
#[must_use]
pub fn are_locks_local(folder: &Path) -> bool {
    if !cfg!(target_os = "linux") {
        return true;
    }
    let Ok(mounts) = std::fs::read_to_string("/proc/mounts") else { return true };
    let folder = std::fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
    !file_system_of(&mounts, &folder).is_some_and(is_network)
}

/// The type of the file system that holds `folder`, of a table in the form of /proc/mounts: the deepest mount point
/// above it, the later one where two have the same.
fn file_system_of<'a>(mounts: &'a str, folder: &Path) -> Option<&'a str> {
    let mut best: Option<(usize, &str)> = None;
    for line in mounts.lines() {
        let mut fields = line.split(' ');
        let (Some(point), Some(kind)) = (fields.nth(1), fields.next()) else { continue };
        let point = unescape(point);
        if folder.starts_with(&point) && best.is_none_or(|(length, _)| point.len() >= length) {
            best = Some((point.len(), kind));
        }
    }
    best.map(|(_, kind)| kind)
}

/// Blanks, tabs, line ends and backslashes stand as three octal digits after a backslash.
fn unescape(field: &str) -> String {
    [("\\040", " "), ("\\011", "\t"), ("\\012", "\n"), ("\\134", "\\")]
        .iter()
        .fold(field.to_owned(), |text, (code, plain)| text.replace(code, plain))
}

fn is_network(kind: &str) -> bool {
    matches!(
        kind,
        "nfs"
            | "nfs4"
            | "cifs"
            | "smb3"
            | "smbfs"
            | "9p"
            | "afs"
            | "ceph"
            | "lustre"
            | "gpfs"
            | "beegfs"
            | "orangefs"
            | "virtiofs"
            | "vboxsf"
            | "prl_fs"
    ) || matches!(
        kind.strip_prefix("fuse."),
        Some(
            "grpcfuse"
                | "osxfs"
                | "vmhgfs-fuse"
                | "sshfs"
                | "glusterfs"
                | "s3fs"
                | "gcsfuse"
                | "rclone"
                | "cephfs"
                | "davfs2"
                | "juicefs"
        )
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOUNTS: &str = "/dev/sda1 / ext4 rw 0 0\nserver:/home /home nfs4 rw 0 0\ntmpfs /home/me/tmp tmpfs rw 0 0\n\
                          //nas/x /mnt/my\\040disk cifs rw 0 0\n";

    #[test]
    fn a_lock_that_is_released_is_free_whoever_has_the_file_open() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lock");
        let Held::Ours(lock) = FileLock::attempt(&path).unwrap() else { panic!("it is new") };
        let shared = lock.file.try_clone().unwrap();
        assert!(is_held(&path));
        drop(lock);
        assert!(!is_held(&path));
        assert!(matches!(FileLock::attempt(&path).unwrap(), Held::Ours(_)));
        drop(shared);
    }

    #[test]
    fn the_deepest_mount_decides() {
        for (folder, kind) in [
            ("/var/cache", "ext4"),
            ("/home/me", "nfs4"),
            ("/home/me/tmp/x", "tmpfs"),
            ("/homework", "ext4"),
            ("/mnt/my disk/cache", "cifs"),
        ] {
            assert_eq!(file_system_of(MOUNTS, Path::new(folder)), Some(kind), "{folder}");
        }
    }

    #[test]
    fn network_file_systems_are_known() {
        assert!(is_network("nfs4") && is_network("fuse.sshfs"));
        assert!(!is_network("ext4") && !is_network("overlay") && !is_network("fuse.portal"));
    }
}

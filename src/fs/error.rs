//! What went wrong with a file: the action, the path, the cause.

use std::io;
use std::path::{Path, PathBuf};

use crate::error::{Failure, Status};

/// A file that could not be read or written.
#[derive(Debug, thiserror::Error)]
#[error("cannot {action} {}: {reason}", path.display())]
pub struct FsError {
    kind: Kind,
    action: &'static str,
    path: PathBuf,
    reason: String,
    needed: Option<u64>,
}

/// What kind of trouble it was: what a caller decides by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The path names nothing.
    NotFound,
    /// The system refuses: permissions, or a file system mounted read-only.
    Denied,
    /// No space left, or the quota used up.
    Full,
    /// A device, a pipe, a socket, a folder where a file was meant, or a file where a folder was.
    NotPlain,
    /// Links that lead in a circle.
    Circle,
    /// Longer, deeper or more than the caller allows.
    TooLarge,
    /// Anything else; trying again may help.
    Other,
}

impl FsError {
    /// What the system said about `path` while trying to `action` it.
    #[must_use]
    pub fn new(action: &'static str, path: &Path, error: &io::Error) -> Self {
        Self { kind: Kind::of(error), action, path: path.to_owned(), reason: reason(error), needed: None }
    }

    /// A refusal of our own.
    #[must_use]
    pub fn refused(kind: Kind, action: &'static str, path: &Path, reason: impl Into<String>) -> Self {
        Self { kind, action, path: path.to_owned(), reason: reason.into(), needed: None }
    }

    /// The same error, with the bytes that were to be written.
    #[must_use]
    pub fn needing(mut self, bytes: u64) -> Self {
        self.needed = Some(bytes);
        self
    }

    #[must_use]
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The path it happened to.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The cause alone, in the words of the system or ours.
    #[must_use]
    pub fn reason(&self) -> &str {
        &self.reason
    }

    /// The bytes that were to be written, where known.
    #[must_use]
    pub fn needed(&self) -> Option<u64> {
        self.needed
    }
}

/// The system's number for links that lead in a circle, which `io::ErrorKind` does not name yet: ELOOP, and on Windows
/// ERROR_CANT_RESOLVE_FILENAME.
const LINK_LOOP: i32 = if cfg!(windows) {
    1921
} else if cfg!(any(target_os = "linux", target_os = "android")) {
    40
} else {
    62
};

impl Kind {
    fn of(error: &io::Error) -> Self {
        use io::ErrorKind as E;
        match error.kind() {
            // A path through a file, one too long and one holding a NUL name nothing either.
            E::NotFound | E::NotADirectory | E::InvalidFilename | E::InvalidInput => Self::NotFound,
            E::PermissionDenied | E::ReadOnlyFilesystem => Self::Denied,
            E::StorageFull | E::QuotaExceeded => Self::Full,
            E::IsADirectory | E::AlreadyExists => Self::NotPlain,
            E::FileTooLarge => Self::TooLarge,
            _ if error.raw_os_error() == Some(LINK_LOOP) => Self::Circle,
            _ => Self::Other,
        }
    }
}

/// The system's words without the number that std appends.
fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or(&text);
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}

impl From<FsError> for Failure {
    fn from(error: FsError) -> Self {
        let status = match error.kind {
            Kind::Full => return disk_full(&error.path, error.needed),
            Kind::NotFound => Status::ResourceNotFound,
            Kind::Denied if matches!(error.action, "read" | "list") => return not_readable(&error),
            Kind::Denied => Status::NotPermitted,
            Kind::NotPlain | Kind::TooLarge => Status::InvalidSource,
            Kind::Circle | Kind::Other => Status::InternalError,
        };
        Self::new(status, error.to_string())
    }
}

/// The failure to read what others may read, with the folder that is in the way.
fn not_readable(error: &FsError) -> Failure {
    let way = closed_folder(&error.path);
    let way = way.map_or_else(String::new, |folder| format!(": this user may not enter {}", folder.display()));
    Failure::new(Status::NotPermitted, format!("{error}{way}")).hint("let the user that jardex runs as read it")
}

/// The folder above `path` that this user may not enter, so that nothing can be said of `path`; none where all can be entered.
#[must_use]
pub fn closed_folder(path: &Path) -> Option<&Path> {
    let is_hidden = |path: &Path| {
        std::fs::symlink_metadata(path).is_err_and(|error| error.kind() == io::ErrorKind::PermissionDenied)
    };
    path.ancestors().take_while(|path| is_hidden(path)).last()?.parent()
}

/// The failure of a full disk or quota at `path`; `needed` is what was to be written, in bytes.
#[must_use]
pub fn disk_full(path: &Path, needed: Option<u64>) -> Failure {
    let needed = needed.map_or_else(String::new, |bytes| format!("; {bytes} bytes are needed"));
    Failure::new(Status::IndexingFailed, format!("no space left on the disk or quota of {}{needed}", path.display()))
        .hint("free some space, or point JARDEX_HOME at a larger disk")
}

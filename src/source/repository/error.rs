//! Why the repositories did not give the sources of a coordinate.

use crate::coordinate::Coordinate;
use crate::error::{Failure, Status};

/// A search without a find. Places are shown with `~` for the home folder and without secrets.
#[derive(Debug, thiserror::Error)]
pub enum RepositoryError {
    #[error("{}", not_found(.what, .coordinate, .looked, .notes))]
    NotFound { what: &'static str, coordinate: String, looked: Vec<String>, notes: Vec<String> },
    #[error("{coordinate} is not on this machine (looked in: {}) and the network is off; not asked: {}{}",
        list(.looked), list(.not_asked), noted(.notes))]
    Offline { coordinate: String, looked: Vec<String>, not_asked: Vec<String>, notes: Vec<String> },
    /// A settings file that cannot be read: going on without it could ask the wrong server.
    #[error("{coordinate} is not on this machine and no remote repository was asked: {problem}")]
    Settings { coordinate: String, problem: String },
    /// Relocations that lead back to where they began, or never end.
    #[error("{coordinate} is {said}: these relocations have no end")]
    Circle { coordinate: String, said: String },
    /// A repository could not be asked, or what it gave cannot be used, and no other has it.
    #[error("{coordinate} could not be fetched: {}{}", .failure.message, noted(.notes))]
    Failed { coordinate: String, looked: Vec<String>, failure: Box<Failure>, notes: Vec<String> },
    /// The cache cannot be written, the disk is full, the caller cancelled.
    #[error("{}", .0.message)]
    Other(Failure),
}

impl RepositoryError {
    /// A repository that could not be asked about a coordinate.
    pub(super) fn failed(coordinate: &Coordinate, failure: Failure) -> Self {
        if failure == Failure::cancelled() {
            return Self::Other(failure);
        }
        Self::Failed {
            coordinate: coordinate.to_string(),
            looked: Vec::new(),
            failure: Box::new(failure),
            notes: Vec::new(),
        }
    }

    /// The same, of a coordinate that was asked for by another one; `said` is how one led to the other.
    pub(super) fn after(self, first: &Coordinate, said: &str) -> Self {
        let of = |coordinate: String| format!("{coordinate} ({first} is {said})");
        match self {
            Self::NotFound { what, coordinate, looked, notes } => {
                Self::NotFound { what, coordinate: of(coordinate), looked, notes }
            }
            Self::Offline { coordinate, looked, not_asked, notes } => {
                Self::Offline { coordinate: of(coordinate), looked, not_asked, notes }
            }
            Self::Settings { coordinate, problem } => Self::Settings { coordinate: of(coordinate), problem },
            Self::Failed { coordinate, looked, failure, notes } => {
                Self::Failed { coordinate: of(coordinate), looked, failure, notes }
            }
            unchanged @ (Self::Circle { .. } | Self::Other(_)) => unchanged,
        }
    }
}

fn list(places: &[String]) -> String {
    if places.is_empty() { "nowhere".to_owned() } else { places.join("; ") }
}

fn not_found(what: &str, coordinate: &str, looked: &[String], notes: &[String]) -> String {
    format!("no {what} of {coordinate}; looked in: {}{}", list(looked), noted(notes))
}

/// What is said behind the rest.
fn noted(notes: &[String]) -> String {
    notes.iter().flat_map(|note| ["; ", note]).collect()
}

impl From<RepositoryError> for Failure {
    fn from(error: RepositoryError) -> Self {
        let message = error.to_string();
        match error {
            RepositoryError::NotFound { .. } => Self::new(
                Status::SourceJarNotFound,
                format!("{message}; search_artifacts lists the versions there are"),
            )
            .suggest("register_source")
            .hint("check group, artifact and version (jardex versions G:A), or register a local JAR or directory"),
            RepositoryError::Offline { .. } => Self::new(Status::Offline, message)
                .suggest("register_source")
                .hint("turn offline off, or register a local JAR or directory"),
            RepositoryError::Settings { .. } => Self::new(Status::DownloadFailed, message)
                .suggest("get_server_info")
                .hint("mend the settings file, or name another one"),
            RepositoryError::Circle { .. } => Self::new(Status::SourceJarNotFound, message)
                .suggest("register_source")
                .hint("register a local JAR or directory"),
            // How the repositories stand, and with which settings, tells what to mend.
            RepositoryError::Failed { failure, .. } if failure.suggested_action.is_none() => {
                Self { message, ..*failure }.suggest("get_server_info")
            }
            RepositoryError::Failed { failure, .. } => Self { message, ..*failure },
            RepositoryError::Other(failure) => failure,
        }
    }
}

impl From<Failure> for RepositoryError {
    fn from(failure: Failure) -> Self {
        Self::Other(failure)
    }
}

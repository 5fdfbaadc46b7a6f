//! Why the repositories did not give the sources of a coordinate.

use crate::error::{Failure, Status};

/// A search without a find. Places are shown with `~` for the home folder and without secrets.
#[derive(Debug, thiserror::Error)]
pub enum RepositoryError {
    #[error("{}", not_found(.what, .coordinate, .looked, .notes))]
    NotFound { what: &'static str, coordinate: String, looked: Vec<String>, notes: Vec<String> },
    #[error("{coordinate} is not on this machine (looked in: {}) and the network is off; not asked: {}",
        list(.looked), list(.not_asked))]
    Offline { coordinate: String, looked: Vec<String>, not_asked: Vec<String> },
    /// A settings file that cannot be read: going on without it could ask the wrong server.
    #[error("{coordinate} is not on this machine and no remote repository was asked: {problem}")]
    Settings { coordinate: String, problem: String },
    #[error("{coordinate} is a SNAPSHOT that is not on this machine (looked in: {}), and snapshots of remote repositories \
        are not supported yet", list(.looked))]
    Snapshot { coordinate: String, looked: Vec<String> },
    /// A repository could not be asked and no other has the sources.
    #[error("the sources of {coordinate} could not be fetched: {}", .failure.message)]
    Failed { coordinate: String, looked: Vec<String>, failure: Box<Failure> },
    /// The cache cannot be written, the disk is full, the caller cancelled.
    #[error("{}", .0.message)]
    Other(Failure),
}

fn list(places: &[String]) -> String {
    if places.is_empty() { "nowhere".to_owned() } else { places.join("; ") }
}

fn not_found(what: &str, coordinate: &str, looked: &[String], notes: &[String]) -> String {
    let mut text = format!("no {what} of {coordinate}; looked in: {}", list(looked));
    for note in notes {
        text.push_str("; ");
        text.push_str(note);
    }
    text
}

impl From<RepositoryError> for Failure {
    fn from(error: RepositoryError) -> Self {
        let message = error.to_string();
        match error {
            RepositoryError::NotFound { .. } => Self::new(Status::SourceJarNotFound, message)
                .suggest("register_source")
                .hint("check group, artifact and version, or register a local JAR or directory"),
            RepositoryError::Offline { .. } => {
                Self::new(Status::Offline, message).hint("turn offline off, or register a local JAR or directory")
            }
            RepositoryError::Settings { .. } => {
                Self::new(Status::DownloadFailed, message).hint("mend the settings file, or name another one")
            }
            RepositoryError::Snapshot { .. } => Self::new(Status::UnsupportedSourceType, message)
                .hint("build it into the local Maven repository, or register its sources JAR"),
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

//! What can go wrong with a download, and what the caller is told.

use std::time::Duration;

use crate::error::{Failure, Status};

/// Why a download did not succeed. Every URL in here is redacted already.
#[derive(Debug, thiserror::Error)]
pub enum FetchError {
    #[error("the network is off and {url} was not asked")]
    Offline { url: String },
    #[error("cancelled by the caller")]
    Cancelled,
    #[error("{url} cannot be asked: {what}")]
    Address { url: String, what: String },
    #[error("{url} answered HTTP {status}{}", later(*.retry_after))]
    Status { url: String, status: u16, retry_after: Option<Duration> },
    /// There are credentials for this server, and they did not help.
    #[error("{url} answered HTTP 401: {what}")]
    Credentials { url: String, what: String },
    /// No connection, or one that broke: worth another try.
    #[error("{url}: {cause}")]
    Broken { url: String, cause: String },
    /// A server that does not answer in time.
    #[error("{url}: no answer within {} s", .after.as_secs())]
    Silent { url: String, after: Duration },
    #[error("{url}: the download took longer than {} s", .after.as_secs())]
    Deadline { url: String, after: Duration },
    /// Somebody waited for an answer and went away.
    #[error("no answer within {} s", .waited.as_secs())]
    Unanswered { waited: Duration },
    #[error("{url}: the body has {received} bytes where {announced} were announced")]
    Cut { url: String, received: u64, announced: u64 },
    #[error("{url} is larger than the limit of {limit} bytes{}", announced_as(*.announced))]
    TooLarge { url: String, limit: u64, announced: Option<u64> },
    #[error("{url} redirects {what}")]
    Redirect { url: String, what: String },
    #[error("{url} sent a body encoded as '{encoding}', which was not asked for")]
    Encoded { url: String, encoding: String },
    #[error("{url} has the {algorithm} checksum {actual} where {expected} was expected")]
    Checksum { url: String, algorithm: &'static str, expected: String, actual: String },
    #[error("{url}: what is published as its {algorithm} checksum is none: '{published}'")]
    Unreadable { url: String, algorithm: &'static str, published: String },
    #[error("{url} is not a JAR: {what}")]
    NotAJar { url: String, what: String },
    #[error("the download of {url} could not be written: {source}")]
    Write {
        url: String,
        source: std::io::Error,
        /// The bytes that the server announced, else those that had arrived.
        needed: Option<u64>,
    },
}

fn later(retry_after: Option<Duration>) -> String {
    retry_after.map_or(String::new(), |after| format!(" and asks to wait {} s", after.as_secs()))
}

fn announced_as(announced: Option<u64>) -> String {
    announced.map_or(String::new(), |bytes| format!(" ({bytes} were announced)"))
}

impl FetchError {
    /// Whether the server said that there is no such file, as opposed to any trouble on the way.
    #[must_use]
    pub fn is_absent(&self) -> bool {
        matches!(self, Self::Status { status: 404 | 410, .. })
    }

    /// Whether the server wants to be left alone by everyone for a while.
    pub(super) fn asks_for_quiet(&self) -> bool {
        matches!(self, Self::Status { status: 429 | 503, retry_after: Some(_), .. })
    }

    /// How long to wait before the next try; none when another try cannot help.
    pub(super) fn retry_in(&self, pause: Duration, longest_asked: Duration) -> Option<Duration> {
        match self {
            Self::Status { status: 429 | 503, retry_after: Some(asked), .. } => {
                (*asked <= longest_asked).then_some(*asked)
            }
            Self::Status { status: 408 | 429 | 500 | 502..=504, .. } | Self::Broken { .. } | Self::Cut { .. } => {
                Some(pause)
            }
            _ => None,
        }
    }

    /// Whether the server has no such file to give, or gives something else: pages where a checksum was asked for, say. Asking
    /// again would not help.
    #[must_use]
    pub fn is_refusal(&self) -> bool {
        matches!(
            self,
            Self::Status { status: 400..=407 | 409..=428 | 430..=499, .. }
                | Self::Credentials { .. }
                | Self::TooLarge { .. }
                | Self::Encoded { .. }
                | Self::Redirect { .. }
        )
    }

    fn hint(&self) -> Option<&'static str> {
        match self {
            Self::Offline { .. } => Some("turn offline off, or register a local JAR or directory"),
            Self::Status { status: 401 | 403, .. } => Some(
                "the server wants credentials (a <server> of settings.xml, or JARDEX_REPOSITORY_<ID>_USERNAME and \
                    _PASSWORD), or refuses this address",
            ),
            Self::Credentials { .. } => Some("mend the credentials of this repository"),
            Self::Status { status: 407, .. } => Some("the proxy wants credentials"),
            Self::Status { status: 429 | 503, .. } => Some("ask again later"),
            Self::Broken { cause, .. } if cause.contains("certificate") => {
                Some("point SSL_CERT_FILE at the certificate authority of the server or the proxy")
            }
            Self::Broken { .. } | Self::Silent { .. } => {
                Some("check the network, the proxy settings (HTTPS_PROXY, settings.xml) and the address")
            }
            Self::TooLarge { .. } => {
                Some("if this is the right file, raise the limit: --max-download or JARDEX_MAX_DOWNLOAD")
            }
            Self::Deadline { .. } => {
                Some("ask again, or allow more time: --download-deadline or JARDEX_DOWNLOAD_DEADLINE")
            }
            Self::Status { status: 404 | 410, .. } => Some("check the address"),
            Self::Checksum { .. } | Self::Unreadable { .. } | Self::Cut { .. } => {
                Some("ask again; if it stays, the server's copy is damaged")
            }
            Self::NotAJar { .. } => Some("open the address in a browser to see what the server sends"),
            _ => None,
        }
    }
}

impl From<FetchError> for Failure {
    fn from(error: FetchError) -> Self {
        let status = match &error {
            FetchError::Cancelled => return Failure::cancelled(),
            FetchError::Offline { .. } => Status::Offline,
            FetchError::NotAJar { .. } => Status::InvalidSource,
            FetchError::Write { .. } => Status::IndexingFailed,
            _ => Status::DownloadFailed,
        };
        let mut failure = Failure::new(status, error.to_string());
        if status == Status::Offline {
            failure = failure.suggest("register_source");
        }
        match error.hint() {
            Some(hint) => failure.hint(hint),
            None => failure,
        }
    }
}

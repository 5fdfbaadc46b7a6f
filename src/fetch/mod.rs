//! The network: HTTP downloads and the connections of Git, checked, bounded, redacted. Nothing else in jardex opens a
//! connection.
//!
//! Promises: nothing is opened while the network is off; every download has a byte limit, a time limit between two
//! pieces and one for the whole, and stops when its work is cancelled; a body is compared with the announced length and
//! with the checksum its server publishes before anyone sees it; one host is asked for a few files at once and left alone
//! while it wants to be; redirects never lead from https to http, and credentials go to the origin they were given for
//! alone; no URL in an
//! error or a log shows a user, a password or a query. Knows nothing of coordinates and of where files go.

mod access;
mod address;
mod checksum;
mod client;
mod contact;
mod error;
mod exchange;
pub mod git;
mod host;
mod proxies;
mod published;
mod trust;

use std::path::PathBuf;
use std::time::Duration;

pub use access::{Access, Login};
pub use address::redact;
pub use client::Client;
pub use contact::Contact;
pub use error::FetchError;
pub use proxies::{Named, Proxies, Variable};

use crate::maven::settings::ChecksumPolicy;

/// How downloads are made.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Nothing is opened.
    pub offline: bool,
    /// Largest download in bytes.
    pub max_bytes: u64,
    /// Longest time for one download, retries, redirects and checksums included.
    pub deadline: Duration,
    /// Longest time for a connection to stand.
    pub connect_timeout: Duration,
    /// Longest time between two pieces of an answer.
    pub idle_timeout: Duration,
    /// Pause before the second try; four times that before the third and last.
    pub retry_pause: Duration,
    pub proxies: Proxies,
    /// What the servers of repositories are told of who asks.
    pub access: Vec<Access>,
    /// A file of certificates (SSL_CERT_FILE) to trust beside the system's.
    pub certificates_file: Option<PathBuf>,
    /// Folders of certificates (SSL_CERT_DIR) to trust beside the system's.
    pub certificates_folders: Vec<PathBuf>,
    pub git: git::Options,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            offline: false,
            max_bytes: 1024 * 1024 * 1024,
            deadline: Duration::from_secs(600),
            connect_timeout: Duration::from_secs(10),
            idle_timeout: Duration::from_secs(30),
            retry_pause: Duration::from_millis(200),
            proxies: Proxies::System,
            access: Vec::new(),
            certificates_file: None,
            certificates_folders: Vec::new(),
            git: git::Options::default(),
        }
    }
}

/// What is asked for.
#[derive(Debug, Clone, Default)]
pub struct Request {
    /// `http` or `https`.
    pub url: String,
    /// The version of the file that is at hand: a server that still has the same answers so and sends nothing.
    pub etag: Option<String>,
    /// A small file to fetch over the same connection once the download has begun; left out where the server has none.
    pub companion: Option<String>,
    /// What a wrong checksum means.
    pub checksum: ChecksumPolicy,
}

/// What a download gave.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    Downloaded(Download),
    /// The server still has the version of [`Request::etag`].
    Unchanged,
}

/// A file that arrived whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Download {
    /// Where it came from after all redirects, redacted.
    pub url: String,
    pub bytes: u64,
    /// 64 lower-case hexadecimal digits.
    pub sha256: String,
    /// The algorithm of the checksum that was compared (`sha1`, …); none when the server publishes none.
    pub checksum: Option<&'static str>,
    /// Why it was taken although its checksum does not agree, or was not compared.
    pub doubt: Option<String>,
    pub etag: Option<String>,
    pub companion: Option<Vec<u8>>,
}

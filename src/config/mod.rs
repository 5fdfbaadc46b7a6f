//! Configuration: one table of settings, each a flag, an environment variable and a key of config.toml.
//!
//! Promises: the only reader of the process environment besides the argument list; every value knows where it
//! came from; nothing here touches the network.

use std::path::PathBuf;
use std::time::Duration;

/// The form of MCP answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Format {
    #[default]
    Json,
    Text,
}

/// A remote Maven repository: where to ask for what is not local. `url` has no trailing slash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repository {
    pub id: String,
    pub url: String,
}

/// Every setting, resolved.
#[derive(Debug, Clone)]
pub struct Config {
    /// Cache root, absolute.
    pub home: PathBuf,
    pub offline: bool,
    /// Remote repositories as configured, in order; mirrors are not applied yet.
    pub repositories: Vec<Repository>,
    /// Whether `repositories` is the default (repositories of settings.xml profiles follow either way).
    /// settings.xml files to read, the user's before the installation's; those that do not exist are skipped.
    pub maven_settings: Vec<PathBuf>,
    /// The local Maven repository where a setting names it; else settings.xml says, else `$HOME/.m2/repository`.
    pub maven_local: Option<PathBuf>,
    /// `GRADLE_USER_HOME`.
    pub gradle_home: Option<PathBuf>,
    /// The user's home folder.
    pub user_home: Option<PathBuf>,
    pub auto_register: bool,
    pub threads: usize,
    /// Tool selection as written (`all`, `core`, or a comma-separated list), and the tools taken out.
    pub tools: String,
    pub disabled_tools: String,
    pub format: Format,
    pub log: String,
    /// Largest download in bytes.
    pub max_download: u64,
    /// Total time a download may take.
    pub download_deadline: Duration,
}

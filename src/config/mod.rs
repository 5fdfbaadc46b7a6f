//! Configuration: one table of settings, each a flag, an environment variable and a key of config.toml.
//!
//! Promises: the only reader of the process environment besides the argument list; every value knows where it came from;
//! a value that cannot be used is refused with its place and what is allowed, never replaced silently; nothing here
//! touches the network. Must not know: tools, clap, MCP.

mod file;
pub mod java;
mod load;
pub mod log;
pub mod maven;
mod netrc;
pub mod place;
mod resolved;
pub mod settings;
pub mod surroundings;
mod value;

use std::path::PathBuf;
use std::time::Duration;

use crate::text::url::shown;

pub use load::{Flags, load};
pub use netrc::Netrc;
pub use resolved::{Origin, Resolved};
pub use surroundings::{Environment, Platform, Surroundings};
pub use value::{bytes, seconds};

/// The form of MCP answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Format {
    #[default]
    Json,
    Text,
}

/// A remote Maven repository: where to ask for what is not local. `url` has no trailing slash; an empty one is the address
/// that everybody knows, of `central`.
#[derive(Clone, PartialEq, Eq)]
pub struct Repository {
    pub id: String,
    pub url: String,
}

impl std::fmt::Debug for Repository {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.url.as_str() {
            "" => out.write_str(&self.id),
            url => write!(out, "{}={}", self.id, shown(url)),
        }
    }
}

/// Which groups a repository is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RepositoryGroups {
    /// The repository's id: of a configured one, of one of settings.xml, or of a mirror.
    pub id: String,
    /// Patterns: `com.acme`, `com.acme.*` for one segment more, `com.acme.**` for it and everything below; those that begin
    /// with `!` take out what others take in.
    pub groups: Vec<String>,
    /// No other repository is asked for these groups.
    pub only: bool,
}

/// Every setting, resolved.
#[derive(Debug, Clone)]
pub struct Config {
    /// Cache root, absolute.
    pub home: PathBuf,
    /// Whether the network is off.
    pub offline: bool,
    /// Remote repositories as configured, in order; mirrors are not applied yet. Empty: nothing was configured, so the
    /// default (Maven Central) holds. Repositories of settings.xml profiles follow either way.
    pub repositories: Vec<Repository>,
    /// Which groups a repository is asked for; one without an entry is asked for all.
    pub repository_groups: Vec<RepositoryGroups>,
    /// settings.xml files to read, the user's before the installation's; those that do not exist are skipped.
    pub maven_settings: Vec<PathBuf>,
    /// Maven's own command line and the platform as Java sees it.
    pub maven: maven::Maven,
    /// The local Maven repository where a setting or Maven's command line names it; else settings.xml says, else `$HOME/.m2/repository`.
    pub maven_local: Option<PathBuf>,
    /// Gradle's user home: the setting, else `$HOME/.gradle`; none where there is no home folder.
    pub gradle_home: Option<PathBuf>,
    /// The JDK that a setting names.
    pub jdk_home: Option<PathBuf>,
    /// The JAR of a decompiler, where a setting names one, and the time that it may take for one artifact.
    pub decompiler: Option<PathBuf>,
    pub decompiler_deadline: Duration,
    /// The user's home folder.
    pub user_home: Option<PathBuf>,
    /// Whether an exploration tool may register a coordinate that nobody registered.
    pub auto_register: bool,
    /// Worker threads, at least one.
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
    /// The program that `ssh://` runs.
    pub ssh: String,
    /// Whether git may be asked for credentials.
    pub git_credentials: bool,
    /// Whether clients of the server may register Git repositories over anything and in local folders.
    pub git_anywhere: bool,
    /// The environment as it was at the start: `${env.X}` of settings.xml, `SSL_CERT_FILE`, `SSL_CERT_DIR`,
    /// `JARDEX_GIT_TOKEN`.
    pub environment: Environment,
    /// Every setting as a person or get_server_info may see it: value without secrets, and where it came from.
    pub resolved: Vec<Resolved>,
}

impl Config {
    /// Every setting with its default for a cache at `home`: one thread per processor, no user home, an empty
    /// environment. What tests and benches start from.
    #[must_use]
    pub fn at(home: PathBuf) -> Self {
        Self {
            home,
            offline: false,
            repositories: Vec::new(),
            repository_groups: Vec::new(),
            maven_settings: Vec::new(),
            maven: maven::Maven::default(),
            maven_local: None,
            gradle_home: None,
            jdk_home: None,
            decompiler: None,
            decompiler_deadline: settings::DEFAULT_DECOMPILER_DEADLINE,
            user_home: None,
            auto_register: true,
            threads: surroundings::processors(),
            tools: settings::ALL_TOOLS.to_owned(),
            disabled_tools: String::new(),
            format: Format::Json,
            log: settings::DEFAULT_LOG.to_owned(),
            max_download: settings::DEFAULT_MAX_DOWNLOAD,
            download_deadline: settings::DEFAULT_DOWNLOAD_DEADLINE,
            ssh: settings::DEFAULT_SSH.to_owned(),
            git_credentials: false,
            git_anywhere: false,
            environment: Environment::default(),
            resolved: Vec::new(),
        }
    }

    /// The home folder that Maven takes for the user's.
    #[must_use]
    pub fn maven_home(&self) -> Option<PathBuf> {
        self.maven.user_home().or_else(|| self.user_home.clone())
    }

    /// The value of a property of Maven that its command line does not set: `env.X`, `user.home`.
    #[must_use]
    pub fn property(&self, name: &str) -> Option<String> {
        match name.strip_prefix("env.") {
            Some(variable) => self.environment.text(variable).map(str::to_owned),
            None if name == "user.home" => self.maven_home().map(|home| home.display().to_string()),
            None => None,
        }
    }

    /// The extra trust roots: a bundle of certificates that the environment names.
    #[must_use]
    pub fn certificate_file(&self) -> Option<PathBuf> {
        self.environment.path("SSL_CERT_FILE")
    }

    /// The extra trust roots: folders of certificates that the environment names, in order.
    #[must_use]
    pub fn certificate_folders(&self) -> Vec<PathBuf> {
        let folders = self.environment.get("SSL_CERT_DIR");
        folders
            .map(|list| std::env::split_paths(list).filter(|path| !path.as_os_str().is_empty()).collect())
            .unwrap_or_default()
    }

    /// Where a setting's value was written, for a message about it: `--tools`, `JARDEX_TOOLS`, a file and line; its name
    /// where nobody set it.
    #[must_use]
    pub fn place(&self, name: &str) -> String {
        let one = self.resolved.iter().find(|one| one.setting.name == name);
        one.map_or_else(|| name.to_owned(), |one| one.origin.place(one.setting))
    }

    /// Every setting as JSON: `{name: {value, origin}}`, in the order of the table, without secrets.
    #[must_use]
    pub fn describe(&self) -> serde_json::Value {
        let entry = |one: &Resolved| {
            let value = serde_json::json!({ "value": one.value, "origin": one.origin.to_string() });
            (one.setting.name.to_owned(), value)
        };
        serde_json::Value::Object(self.resolved.iter().map(entry).collect())
    }
}

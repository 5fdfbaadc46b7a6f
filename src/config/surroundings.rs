//! What the process finds around itself: environment, folders, platform, processors. Read once, then a plain value.
#![allow(clippy::disallowed_methods, reason = "this is the one place that reads the environment")]

use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

/// The environment variables as they were at the start.
#[derive(Clone, Default)]
pub struct Environment(Arc<HashMap<String, OsString>>);

impl Environment {
    /// The value of a variable; one that is empty counts as not set.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&OsStr> {
        self.0.get(&key(name)).map(OsString::as_os_str).filter(|value| !value.is_empty())
    }

    /// The value of a variable as text; none where it is not UTF-8.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<&str> {
        self.get(name).and_then(OsStr::to_str)
    }

    /// The value of a variable as a path.
    #[must_use]
    pub fn path(&self, name: &str) -> Option<PathBuf> {
        self.get(name).map(PathBuf::from)
    }
}

impl<N: AsRef<str>, V: Into<OsString>> FromIterator<(N, V)> for Environment {
    fn from_iter<I: IntoIterator<Item = (N, V)>>(variables: I) -> Self {
        Self(Arc::new(variables.into_iter().map(|(name, value)| (key(name.as_ref()), value.into())).collect()))
    }
}

/// Names only: values may be secrets.
impl fmt::Debug for Environment {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} variables", self.0.len())
    }
}

/// Windows does not tell names apart by case.
fn key(name: &str) -> String {
    if cfg!(windows) { name.to_ascii_uppercase() } else { name.to_owned() }
}

/// Which conventions for folders hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Platform {
    /// Linux and the other Unixes: XDG.
    Xdg,
    MacOs,
    Windows,
}

/// What `load` needs to know of the process.
#[derive(Debug, Clone)]
pub struct Surroundings {
    pub environment: Environment,
    /// The user's home folder.
    pub user_home: Option<PathBuf>,
    /// What relative paths of flags and variables count from.
    pub working_folder: PathBuf,
    pub platform: Platform,
    /// The CPUs allowed to the process.
    pub processors: usize,
}

impl Surroundings {
    /// The surroundings of this process.
    #[must_use]
    pub fn of_process() -> Self {
        let environment: Environment =
            std::env::vars_os().filter_map(|(name, value)| Some((name.into_string().ok()?, value))).collect();
        let platform = if cfg!(windows) {
            Platform::Windows
        } else if cfg!(target_os = "macos") {
            Platform::MacOs
        } else {
            Platform::Xdg
        };
        Self {
            environment,
            user_home: std::env::home_dir().filter(|path| path.is_absolute()),
            working_folder: std::env::current_dir().unwrap_or_default(),
            platform,
            processors: processors(),
        }
    }

    /// Where caches go on this platform; none where there is no home folder.
    pub(super) fn cache_folder(&self) -> Option<PathBuf> {
        let under_home = |below: &str| self.user_home.as_ref().map(|home| home.join(below));
        match self.platform {
            // A relative XDG_CACHE_HOME is to be ignored, says the XDG base directory specification.
            Platform::Xdg => {
                let xdg = self.environment.path("XDG_CACHE_HOME").filter(|path| path.is_absolute());
                xdg.or_else(|| under_home(".cache"))
            }
            Platform::MacOs => under_home("Library/Caches"),
            Platform::Windows => self.environment.path("LOCALAPPDATA").or_else(|| under_home("AppData/Local")),
        }
    }
}

/// The CPUs allowed to this process: affinity and control groups counted where the platform tells.
pub(super) fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

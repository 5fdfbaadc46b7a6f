//! Paths in records: relative to the folders that differ between machines.

use std::path::{Path, PathBuf};

/// The folders that paths are recorded relative to. A cache restored under another user then still finds its sources.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Roots {
    /// The local Maven repository, written `~m2/…`.
    pub maven_local: Option<PathBuf>,
    /// `GRADLE_USER_HOME`, written `~gradle/…`.
    pub gradle: Option<PathBuf>,
    /// The user's home, written `~/…`.
    pub home: Option<PathBuf>,
}

impl Roots {
    /// The roots with their marks, what may lie in another before it.
    fn marked(&self) -> [(&'static str, Option<&Path>); 3] {
        [("~m2", self.maven_local.as_deref()), ("~gradle", self.gradle.as_deref()), ("~", self.home.as_deref())]
    }

    /// An absolute path as a record holds it: `/` between segments, characters that are no Unicode replaced.
    #[must_use]
    pub fn record(&self, path: &Path) -> String {
        for (mark, root) in self.marked() {
            let below = root.and_then(|root| path.strip_prefix(root).ok());
            if let Some(below) = below {
                return format!("{mark}/{}", with_slashes(below));
            }
        }
        with_slashes(path)
    }

    /// The path that [`Roots::record`] wrote; none when its root is not known here.
    #[must_use]
    pub fn resolve(&self, recorded: &str) -> Option<PathBuf> {
        if !recorded.starts_with('~') {
            return Some(PathBuf::from(recorded));
        }
        let (mark, below) = recorded.split_once('/')?;
        let (_, root) = self.marked().into_iter().find(|(known, _)| *known == mark)?;
        root.map(|root| if below.is_empty() { root.to_owned() } else { root.join(below) })
    }
}

fn with_slashes(path: &Path) -> String {
    let text = path.to_string_lossy();
    if cfg!(windows) { text.replace('\\', "/") } else { text.into_owned() }
}

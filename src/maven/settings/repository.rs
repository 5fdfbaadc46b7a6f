//! Repositories of a profile, with what they serve and how it is to be checked.

use super::{is_true, without_slash};
use crate::maven::xml::Element;

/// A repository of an active profile.
#[derive(Clone, PartialEq, Eq)]
pub struct Repository {
    pub id: String,
    /// Without a trailing slash; it may hold a user and a password.
    pub url: String,
    pub releases: Policy,
    pub snapshots: Policy,
}

/// The URL may hold a password.
impl std::fmt::Debug for Repository {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{} (releases: {:?}, snapshots: {:?})", self.id, self.releases, self.snapshots)
    }
}

/// What holds for the releases, or the snapshots, of a repository.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Policy {
    /// Whether the repository is asked for them at all.
    pub enabled: bool,
    /// What a missing or wrong checksum means; none: nobody said.
    pub checksum: Option<ChecksumPolicy>,
    pub update: UpdatePolicy,
}

/// What a wrong checksum means, the least strict first. Maven's own default is `warn`; here it is `fail`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum ChecksumPolicy {
    /// None is asked for.
    Ignore,
    /// The file is taken, and that is said.
    Warn,
    /// The file is refused.
    #[default]
    Fail,
}

/// When what may have changed (metadata, a not-found) is asked for again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum UpdatePolicy {
    Always,
    /// Maven's default.
    #[default]
    Daily,
    /// After so many minutes.
    Interval(u64),
    Never,
}

impl Policy {
    /// Asked, with nothing said about the rest.
    pub const ENABLED: Self = Self { enabled: true, checksum: None, update: UpdatePolicy::Daily };
    /// Not asked.
    pub const DISABLED: Self = Self { enabled: false, checksum: None, update: UpdatePolicy::Daily };

    /// What a wrong checksum means here.
    #[must_use]
    pub fn checksum(&self) -> ChecksumPolicy {
        self.checksum.unwrap_or_default()
    }

    /// With what is said of another repository at the same address: asked where either is, and as strict as the stricter.
    pub fn merge(&mut self, other: Self) {
        self.enabled |= other.enabled;
        self.checksum = Some(self.checksum().max(other.checksum()));
    }

    fn read(element: Option<&Element>) -> Self {
        let text = |name| element.and_then(|element| element.text_of(name));
        Self {
            enabled: text("enabled").is_none_or(is_true),
            checksum: match text("checksumPolicy") {
                Some("ignore") => Some(ChecksumPolicy::Ignore),
                Some("warn") => Some(ChecksumPolicy::Warn),
                Some("fail") => Some(ChecksumPolicy::Fail),
                _ => None,
            },
            update: update_policy(text("updatePolicy")),
        }
    }
}

/// As Maven reads it: a word it does not know is its default.
fn update_policy(text: Option<&str>) -> UpdatePolicy {
    match text {
        Some("always") => UpdatePolicy::Always,
        Some("never") => UpdatePolicy::Never,
        Some(text) => {
            let minutes = text.strip_prefix("interval:").and_then(|minutes| minutes.trim().parse().ok());
            minutes.map_or(UpdatePolicy::Daily, UpdatePolicy::Interval)
        }
        None => UpdatePolicy::Daily,
    }
}

/// A repository; none where it has another layout.
pub(super) fn read(element: &Element) -> Result<Option<Repository>, String> {
    if element.text_of("layout").unwrap_or("default") != "default" {
        return Ok(None);
    }
    let id = element.text_of("id").ok_or("a repository of a profile has no <id>")?.to_owned();
    let url = element.text_of("url").ok_or_else(|| format!("the repository '{}' has no <url>", id.escape_debug()))?;
    Ok(Some(Repository {
        url: without_slash(url),
        releases: Policy::read(element.child("releases")),
        snapshots: Policy::read(element.child("snapshots")),
        id,
    }))
}

//! Versions in Maven's orders, and the filters and ranges that are written in them.
//!
//! The order of [`Version`] is that of Maven 4's ComparableVersion (the class that Maven's own tools sort with), not that of Semantic
//! Versioning: `1 = 1.0 = 1-ga`, `1-alpha < 1-rc < 1-SNAPSHOT < 1 < 1-sp < 1-other < 1.1`. It differs from Maven 3's
//! in a few corners (`1.0.alpha.1 < 1.0-alpha` here). Every text is a version; nothing is refused.
//! Which version a range of a POM picks is decided in another order, that of the resolver: [`GenericVersion`].

mod filter;
mod generic;
mod parse;

use std::cmp::Ordering;

pub use filter::VersionFilter;
pub use generic::{GenericVersion, VersionRange};
use parse::Item;

/// A version: compared by Maven's order, so that `1.0` equals `1`; shown as it was written.
#[derive(Debug, Clone)]
pub struct Version {
    text: String,
    items: Vec<Item>,
}

impl Version {
    /// The version that this text is.
    #[must_use]
    pub fn new(text: &str) -> Self {
        Self { text: text.to_owned(), items: parse::items(text) }
    }

    /// As it was written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Whether this is a release: no SNAPSHOT, and no qualifier that Maven's order puts before the release (alpha, beta,
    /// milestone, release candidate). A qualifier that Maven does not know (`1.0-jre`, `1.0.Final`) makes no pre-release,
    /// save the few words that people write for one.
    #[must_use]
    pub fn is_release(&self) -> bool {
        let lower = self.text.to_lowercase();
        let mut words = lower.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
        !words.any(|word| PRE_RELEASES.contains(&word)) && !parse::has_pre_release(&self.items)
    }
}

/// Words of pre-releases. Maven's order knows the first five and `cr`.
const PRE_RELEASES: [&str; 12] =
    ["snapshot", "alpha", "beta", "milestone", "rc", "cr", "pre", "preview", "ea", "dev", "nightly", "incubating"];

impl std::fmt::Display for Version {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(&self.text)
    }
}

impl Ord for Version {
    fn cmp(&self, other: &Self) -> Ordering {
        parse::compare(&self.items, &other.items)
    }
}

impl PartialOrd for Version {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Version {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Version {}

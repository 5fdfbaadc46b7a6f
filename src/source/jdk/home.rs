//! One JDK: its folder, and what its `release` file says.

use std::path::{Path, PathBuf};

use super::first_plain;
use crate::fs;

/// Largest `release` file that is read; a real one has two kilobytes.
const LARGEST_RELEASE: u64 = 64 * 1024;

/// A JDK, or a Java runtime, in a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Home {
    /// The folder that holds `bin` and `lib`, without links.
    pub path: PathBuf,
    /// `17.0.15`, `21`, `1.8.0_402`.
    pub version: String,
    /// With the build: `17.0.15+6-LTS`; where the file says.
    pub runtime: Option<String>,
    /// Somebody named this folder.
    pub is_named: bool,
}

impl Home {
    /// The JDK in a folder; none where no `release` file says that one is there.
    #[must_use]
    pub fn at(folder: &Path) -> Option<Self> {
        let path = fs::real_path(folder).ok()?;
        let text = fs::read(&path.join("release"), LARGEST_RELEASE).ok()?;
        let text = String::from_utf8_lossy(&text);
        let version = value(&text, "JAVA_VERSION").filter(|version| feature_of(version).is_some())?;
        Some(Self { path, version, runtime: value(&text, "JAVA_RUNTIME_VERSION"), is_named: false })
    }

    /// Whether this is the version that was asked for: all of its numbers, or the first of them.
    #[must_use]
    pub fn is(&self, asked: &str) -> bool {
        let is_build = |runtime: &String| {
            let build = runtime.split('-').next().unwrap_or(runtime);
            *runtime == asked || build == asked
        };
        if asked.contains('+') {
            return self.runtime.as_ref().is_some_and(is_build);
        }
        if self.version == asked {
            return true;
        }
        !asked.contains('-') && numbers_of(asked).is_some_and(|asked| self.numbers().starts_with(&asked))
    }

    /// The feature release: 17, 8.
    #[must_use]
    pub fn feature(&self) -> u32 {
        feature_of(&self.version).unwrap_or(0)
    }

    /// What versions are compared by: `17.0.15` is 17, 0, 15; `1.8.0_402` is 8, 0, 402.
    #[must_use]
    pub fn numbers(&self) -> Vec<u32> {
        numbers_of(&self.version).unwrap_or_default()
    }

    /// `17.0.15 at /usr/lib/jvm/…`.
    #[must_use]
    pub fn shown(&self) -> String {
        format!("{} at {}", self.version, self.path.display())
    }

    /// The archive of its sources.
    pub(super) fn sources(&self) -> Option<PathBuf> {
        first_plain(&self.path, &["lib/src.zip", "src.zip"])
    }

    /// The file of its own class files.
    pub(super) fn classes(&self) -> Option<PathBuf> {
        first_plain(&self.path, &["lib/modules", "jre/lib/rt.jar", "lib/rt.jar"])
    }

    /// The signatures that it keeps of this and of earlier releases.
    pub(super) fn signatures(&self) -> Option<PathBuf> {
        // The one of Java 8 has other contents.
        first_plain(&self.path, &["lib/ct.sym"]).filter(|_| self.feature() >= 9)
    }
}

/// The value of a line `KEY="value"`.
fn value(text: &str, key: &str) -> Option<String> {
    let line = text.lines().find_map(|line| line.trim().strip_prefix(key)?.strip_prefix('='))?;
    let value = line.trim().trim_matches('"');
    let is_version = |c: char| c.is_ascii_alphanumeric() || "._+-".contains(c);
    (!value.is_empty() && value.len() <= 100 && value.chars().all(is_version)).then(|| value.to_owned())
}

/// The numbers of a version before its build; of the form `1.8` without the 1. None where it is made of anything else.
fn numbers_of(version: &str) -> Option<Vec<u32>> {
    let version = version.split(['-', '+']).next().unwrap_or(version);
    let numbers: Option<Vec<u32>> = version.split(['.', '_']).map(|number| number.parse().ok()).collect();
    numbers.map(|numbers| if numbers.len() > 1 && numbers[0] == 1 { numbers[1..].to_vec() } else { numbers })
}

fn feature_of(version: &str) -> Option<u32> {
    numbers_of(version)?.first().copied().filter(|feature| *feature > 0)
}

/// The feature release, where a version says nothing but that: `11`, `1.8`.
pub(super) fn feature_asked(version: &str) -> Option<u32> {
    numbers_of(version).filter(|numbers| numbers.len() == 1 && !version.contains(['-', '+']))?.first().copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn home(version: &str, runtime: &str) -> Home {
        Home { path: PathBuf::new(), version: version.to_owned(), runtime: Some(runtime.to_owned()), is_named: false }
    }

    #[test]
    fn versions_are_asked_for_by_their_first_numbers() {
        let seventeen = home("17.0.15", "17.0.15+6-LTS");
        for right in ["17", "17.0", "17.0.15", "17.0.15+6", "17.0.15+6-LTS"] {
            assert!(seventeen.is(right), "{right}");
        }
        for wrong in ["1", "7", "17.0.1", "17.0.14", "17.0.15+7", "17-ea", "17.0.15.1", "", "latest", "1.17"] {
            assert_eq!(seventeen.is(wrong), wrong == "1.17", "{wrong}");
        }
        let eight = home("1.8.0_402", "1.8.0_402-b06");
        for right in ["8", "1.8", "1.8.0_402", "8.0.402"] {
            assert!(eight.is(right), "{right}");
        }
        assert_eq!((eight.feature(), home("25", "25+36").feature()), (8, 25));
        assert!(home("17.0.15", "").numbers() > home("17.0.9", "").numbers());
    }

    #[test]
    fn only_a_feature_release_is_in_the_signatures_of_another_jdk() {
        assert_eq!(feature_asked("11"), Some(11));
        assert_eq!(feature_asked("1.8"), Some(8));
        for other in ["11.0.2", "11+28", "11-ea", "x"] {
            assert_eq!(feature_asked(other), None, "{other}");
        }
    }

    #[test]
    fn values_of_release_files_are_versions_or_nothing() {
        let text = "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"17.0.1\"\r\nJAVA_RUNTIME_VERSION=17+1\n";
        assert_eq!(value(text, "JAVA_VERSION").as_deref(), Some("17.0.1"));
        assert_eq!(value(text, "JAVA_RUNTIME_VERSION").as_deref(), Some("17+1"));
        assert_eq!(value("JAVA_VERSION=\"17\u{1b}[31m\"", "JAVA_VERSION"), None);
        assert_eq!(value("", "JAVA_VERSION"), None);
    }
}

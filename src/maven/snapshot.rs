//! SNAPSHOTs: which files a repository has of one just now, as the `maven-metadata.xml` of its folder says.
//!
//! Promises: order and completeness of what is written do not matter (some servers list the oldest first, some leave out
//! half of it): the newest entry of just the file that is asked for is taken, and what it names is a build of just the
//! version that is asked for, whatever else the document says. Only documents: who asks brings the bytes.

use super::layout::{File, base_version, timestamp};
use super::xml::{self, Element, XmlError};
use crate::coordinate;

/// What a repository says of the files of a SNAPSHOT.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Metadata {
    /// `yyyyMMddHHmmss`, UTC.
    last_updated: Option<String>,
    whole: Option<Whole>,
    builds: Vec<Build>,
}

/// `versioning/snapshot`: the whole build.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Whole {
    timestamp: Option<String>,
    build: Option<String>,
    local: bool,
}

/// `versioning/snapshotVersions/snapshotVersion`: one file of a SNAPSHOT.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Build {
    classifier: Option<String>,
    extension: String,
    value: String,
    updated: Option<String>,
}

/// The version in the name of a file of a SNAPSHOT, and when it was made.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Named {
    /// `yyyyMMddHHmmss`, UTC; empty where nobody says.
    pub updated: String,
    /// Of two builds within one second the higher is the newer.
    build: u64,
    /// `1.0-20240131.101112-3`, or the version asked for where the file is named so (built on this machine, say).
    pub version: String,
}

impl Named {
    /// A file that is named by the SNAPSHOT itself, made at this time (`yyyyMMddHHmmss`, UTC).
    #[must_use]
    pub fn plain(version: &str, updated: String) -> Self {
        Self { updated, build: 0, version: version.to_owned() }
    }
}

/// Why a document is no metadata.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MetadataError {
    #[error("the metadata is not well-formed: {0}")]
    Xml(#[from] XmlError),
    #[error("the document has <{0}> where <metadata> was expected")]
    Root(String),
}

impl Metadata {
    /// Reads a document.
    ///
    /// # Errors
    /// When it is not well-formed, too large or no `metadata`.
    pub fn read(bytes: &[u8]) -> Result<Self, MetadataError> {
        let root = xml::parse(bytes)?;
        if root.name != "metadata" {
            return Err(MetadataError::Root(root.name.escape_debug().to_string()));
        }
        let Some(versioning) = root.child("versioning") else { return Ok(Self::default()) };
        Ok(Self {
            last_updated: versioning.text_of("lastUpdated").and_then(digits),
            whole: versioning.child("snapshot").map(|snapshot| Whole {
                timestamp: snapshot.text_of("timestamp").map(str::to_owned),
                build: snapshot.text_of("buildNumber").map(str::to_owned),
                local: snapshot.text_of("localCopy") == Some("true"),
            }),
            builds: versioning.list("snapshotVersions", "snapshotVersion").filter_map(build).collect(),
        })
    }

    /// How `file` of the SNAPSHOT `version` is named: the newest entry for just this file, else what the document says of
    /// the whole build; none where it says nothing that can be used.
    #[must_use]
    pub fn file_version(&self, version: &str, file: File<'_>) -> Option<Named> {
        let same = |build: &&Build| build.extension == file.extension && build.classifier.as_deref() == file.classifier;
        let listed = self.builds.iter().filter(same).filter_map(|build| self.named(version, build));
        listed.max().or_else(|| self.of_the_whole(version))
    }

    fn named(&self, version: &str, build: &Build) -> Option<Named> {
        let updated = build.updated.as_deref().and_then(digits);
        if build.value == version {
            let updated = updated.or_else(|| self.last_updated.clone()).unwrap_or_default();
            return Some(Named::plain(version, updated));
        }
        let (made, number) = timestamp(&build.value).filter(|_| base_version(&build.value) == version)?;
        coordinate::check("version", &build.value).ok()?;
        Some(Named { updated: updated.unwrap_or(made), build: number, version: build.value.clone() })
    }

    fn of_the_whole(&self, version: &str) -> Option<Named> {
        let whole = self.whole.as_ref()?;
        if whole.local {
            let updated = self.last_updated.clone().unwrap_or_default();
            return Some(Named::plain(version, updated));
        }
        let (made, number) = (whole.timestamp.as_ref()?, whole.build.as_ref()?);
        let value = format!("{}{made}-{number}", version.strip_suffix("SNAPSHOT")?);
        let build = Build { classifier: None, extension: String::new(), value, updated: self.last_updated.clone() };
        self.named(version, &build)
    }
}

fn build(element: &Element) -> Option<Build> {
    Some(Build {
        classifier: element.text_of("classifier").map(str::to_owned),
        extension: element.text_of("extension")?.to_owned(),
        value: element.text_of("value")?.to_owned(),
        updated: element.text_of("updated").map(str::to_owned),
    })
}

/// A time as the documents write it: with and without the dot between day and hour.
fn digits(text: &str) -> Option<String> {
    let digits: String = text.chars().filter(|c| *c != '.').collect();
    (digits.len() == 14 && digits.bytes().all(|byte| byte.is_ascii_digit())).then_some(digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn metadata(versioning: &str) -> Metadata {
        let text = format!("<metadata><versioning>{versioning}</versioning></metadata>");
        Metadata::read(text.as_bytes()).expect("well-formed")
    }

    fn entry(classifier: &str, value: &str, updated: &str) -> String {
        format!(
            "<snapshotVersion>{classifier}<extension>jar</extension><value>{value}</value>{updated}</snapshotVersion>"
        )
    }

    fn named(versioning: &str) -> Option<String> {
        metadata(versioning).file_version("1.0-SNAPSHOT", File::SOURCES).map(|named| named.version)
    }

    #[test]
    fn the_newest_entry_of_the_file_is_taken_wherever_it_stands() {
        let sources = "<classifier>sources</classifier>";
        let updated = |time: &str| format!("<updated>{time}</updated>");
        let list = |entries: &[String]| format!("<snapshotVersions>{}</snapshotVersions>", entries.concat());
        let entries = [
            entry(sources, "1.0-20240101.000000-1", &updated("20240101000000")),
            entry(sources, "1.0-20240103.000000-10", &updated("20240103000000")),
            entry(sources, "1.0-20240103.000000-9", &updated("20240103000000")),
            entry(sources, "1.0-20240102.000000-2", ""),
            entry("", "1.0-20240109.000000-11", &updated("20240109000000")),
        ];
        assert_eq!(named(&list(&entries)).as_deref(), Some("1.0-20240103.000000-10"));
        let mut reversed = entries.clone();
        reversed.reverse();
        assert_eq!(named(&list(&reversed)).as_deref(), Some("1.0-20240103.000000-10"));
    }

    #[test]
    fn metadata_without_entries_tells_the_whole_build() {
        let whole = "<snapshot><timestamp>20240101.101112</timestamp><buildNumber>3</buildNumber></snapshot>";
        assert_eq!(named(whole).as_deref(), Some("1.0-20240101.101112-3"));
        let class_only = entry("", "1.0-20240109.000000-11", "");
        let partial = format!("{whole}<snapshotVersions>{class_only}</snapshotVersions>");
        assert_eq!(named(&partial).as_deref(), Some("1.0-20240101.101112-3"));
        assert_eq!(named("<snapshot><localCopy>true</localCopy></snapshot>").as_deref(), Some("1.0-SNAPSHOT"));
        for empty in ["", "<snapshot/>", "<snapshot><timestamp>x</timestamp><buildNumber>1</buildNumber></snapshot>"] {
            assert_eq!(named(empty), None, "{empty}");
        }
    }

    #[test]
    fn no_other_version_is_taken() {
        for value in ["2.0-20240101.000000-1", "../1.0-20240101.000000-1", "1.0", "1.0-20240101.000000-1/x"] {
            let entries = entry("<classifier>sources</classifier>", value, "<updated>20240101000000</updated>");
            assert_eq!(named(&format!("<snapshotVersions>{entries}</snapshotVersions>")), None, "{value}");
        }
    }
}

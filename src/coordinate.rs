//! Maven coordinates: `group:artifact:version`, valid by construction.
//!
//! A coordinate is data from outside: it never becomes a path except through [`crate::cache`], which escapes it,
//! or a URL except through [`crate::maven::layout`].

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::error::Failure;
use crate::text::escape::quoted;
use crate::text::redact::after_user;

/// Longest segment, in bytes. Maven itself names no limit; a file name has 255 bytes and holds two segments.
const LONGEST_SEGMENT: usize = 128;

/// A coordinate of an artifact: group, artifact and version, none of them empty.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Coordinate {
    #[serde(rename = "group_id")]
    group: String,
    #[serde(rename = "artifact_id")]
    artifact: String,
    version: String,
}

impl Coordinate {
    /// A coordinate of three segments.
    ///
    /// # Errors
    /// `invalid_argument` naming the segment that is empty, too long (128 bytes), or holds a character that no
    /// Maven coordinate has.
    pub fn new(group: &str, artifact: &str, version: &str) -> Result<Self, Failure> {
        check("group_id", group)?;
        check("artifact_id", artifact)?;
        check("version", version)?;
        Ok(Self { group: group.to_owned(), artifact: artifact.to_owned(), version: version.to_owned() })
    }

    /// Reads `group:artifact:version`.
    ///
    /// # Errors
    /// `invalid_argument` when there are not three segments or one of them is not valid.
    pub fn parse(text: &str) -> Result<Self, Failure> {
        let mut parts = text.split(':');
        match (parts.next(), parts.next(), parts.next(), parts.next()) {
            (Some(group), Some(artifact), Some(version), None) => Self::new(group, artifact, version),
            _ => Err(Failure::argument("coordinate", format_args!("'{}' is not group:artifact:version", quoted(text)))),
        }
    }

    #[must_use]
    pub fn group(&self) -> &str {
        &self.group
    }

    #[must_use]
    pub fn artifact(&self) -> &str {
        &self.artifact
    }

    #[must_use]
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Whether the version is one that is still being made (`-SNAPSHOT`).
    #[must_use]
    pub fn is_snapshot(&self) -> bool {
        self.version.ends_with("-SNAPSHOT") || self.version == "SNAPSHOT"
    }
}

impl fmt::Display for Coordinate {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}:{}:{}", self.group, self.artifact, self.version)
    }
}

/// A segment that is none, fit to be shown: a piece of a URL has what is before its host, or is all of that.
fn shown(segment: &str) -> String {
    if segment.contains("//") { "…".to_owned() } else { after_user(segment).escape_debug().to_string() }
}

/// What is said of a version that is written as one of Maven's ranges: a coordinate is one version, as it is named.
fn range(text: &str) -> String {
    let shown = shown(text);
    let only = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    match only.filter(|only| check("version", only).is_ok()) {
        Some(only) => format!("'{shown}' is Maven's range of one version: write {only}"),
        None => format!("'{shown}' is a range of versions, and a coordinate has one"),
    }
}

/// Checks one segment of a coordinate; `name` is its name on the wire.
///
/// # Errors
/// `invalid_argument`, naming the segment.
pub fn check(name: &str, segment: &str) -> Result<(), Failure> {
    if segment.is_empty() {
        return Err(Failure::argument(name, "is empty"));
    }
    if segment.len() > LONGEST_SEGMENT {
        return Err(Failure::argument(name, format_args!("is longer than {LONGEST_SEGMENT} bytes")));
    }
    if name == "version" && segment.starts_with(['[', '(']) {
        return Err(Failure::argument(name, range(segment)).suggest("search_artifacts"));
    }
    let forbidden = |c: char| c.is_control() || c.is_whitespace() || "\\/:\"<>|?*[]()@,${}#%&;'`".contains(c);
    if let Some(bad) = segment.chars().find(|c| forbidden(*c)) {
        let why = format!("'{}' holds '{}', which no coordinate has", shown(segment), bad.escape_debug());
        return Err(Failure::argument(name, why));
    }
    // A group is a path of folders, and the folder of one with an empty part is that of another group.
    let is_group = matches!(name, "group_id" | "group");
    if is_group && segment.split('.').any(str::is_empty) && !segment.chars().all(|c| c == '.') {
        return Err(Failure::argument(
            name,
            format_args!("'{}' has an empty part between two dots or at an end", segment.escape_debug()),
        ));
    }
    if segment.chars().all(|c| c == '.') {
        return Err(Failure::argument(name, format_args!("'{segment}' is no name")));
    }
    Ok(())
}

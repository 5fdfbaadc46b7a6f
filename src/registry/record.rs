//! The shape of a record.

use serde::{Deserialize, Deserializer, Serialize};

use crate::coordinate::{self, Coordinate};
use crate::error::Status;
use crate::fs::Stamp;
use crate::model::Origin;

/// The format of records: raised, together with the name of their folder, when an older jardex could not read them.
/// A field more does not raise it.
const FORMAT: u32 = 1;

/// Everything known of a coordinate apart from its index.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Record {
    format: u32,
    #[serde(flatten)]
    pub coordinate: Coordinate,
    pub source: Source,
    /// The index that answers; none: nothing was indexed yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub current: Option<Current>,
    /// The last attempt, where it failed; an index made before it still answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_failure: Option<Failed>,
    /// Digest of the POM kept in [`crate::cache::Cache::pom_file`], `sha256:` and 64 hex digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pom: Option<String>,
    /// The stamp of a directory when it was last indexed, see `source::directory::stamp`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stamp: Option<String>,
}

/// What was registered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    /// `jar`, `directory` or `git`.
    pub kind: String,
    /// A URL without secrets, or a path as [`super::Roots::record`] writes it.
    pub uri: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub include: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub exclude: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub git_ref: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub git_subdir: Option<String>,
    /// The origin asked for, where one was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin>,
    /// Nobody named the source: it was looked up by coordinate.
    #[serde(default, skip_serializing_if = "is_false")]
    pub automatic: bool,
    /// To be indexed at the first question, not before.
    #[serde(default, skip_serializing_if = "is_false")]
    pub lazy: bool,
}

/// The index in force.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Current {
    /// Digest of the source it was made from, `sha256:` and 64 hex digits.
    pub source_digest: String,
    /// The file of the source as it was when its digest was made; none: nothing short of reading it tells whether it is
    /// still the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source_stamp: Option<Stamp>,
    /// The commit that a Git source was read at: 40 hex digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// Names the index file: 32 hex digits.
    pub generation: String,
    /// Digest of the index file, `blake3:` and 64 hex digits; another one in records of earlier programs: where all of such a
    /// file has to be compared, it is built again. Its key is theirs, so that they can read the record too.
    #[serde(default, rename = "sha256", alias = "digest")]
    pub digest: String,
    /// Length of the index file in bytes.
    pub length: u64,
    /// The file as it was when its content was compared with `digest` last; none: it has to be compared again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stamp: Option<Stamp>,
    /// When it was built: RFC 3339, UTC.
    pub built: String,
    /// Seconds per stage, in the order they ran.
    #[serde(default)]
    pub seconds: Vec<(String, f64)>,
    /// The counts as index_artifact answers them.
    #[serde(default)]
    pub counts: serde_json::Value,
    /// What is worth saying of the source: a missing checksum, say.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// A file was lost to the clock and not to a rule: build again when asked.
    #[serde(default, skip_serializing_if = "is_false")]
    pub provisional: bool,
    /// It was made of class files while the network was off: its sources are looked for when it is on.
    #[serde(default, skip_serializing_if = "is_false")]
    pub unasked: bool,
}

/// An attempt that failed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failed {
    /// RFC 3339, UTC.
    pub when: String,
    #[serde(deserialize_with = "status")]
    pub status: Status,
    pub reason: String,
}

impl Record {
    /// The record of a coordinate that was registered and not indexed yet.
    #[must_use]
    pub fn new(coordinate: Coordinate, source: Source) -> Self {
        Self { format: FORMAT, coordinate, source, current: None, last_failure: None, pom: None, stamp: None }
    }

    /// One line of JSON; equal records give equal bytes.
    ///
    /// # Panics
    /// Never: what a record holds can be written.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = serde_json::to_vec(self).expect("a record has text keys and finite numbers only");
        bytes.push(b'\n');
        bytes
    }

    /// The record without what is only true on this machine: the stamps of files.
    #[must_use]
    pub fn portable(&self) -> Self {
        let mut record = self.clone();
        if let Some(current) = &mut record.current {
            (current.source_stamp, current.stamp) = (None, None);
        }
        record
    }

    /// Reads a record.
    ///
    /// # Errors
    /// Why it is none.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, String> {
        #[derive(Deserialize)]
        struct Format {
            format: u32,
        }
        if bytes.is_empty() {
            return Err("it is empty".to_owned());
        }
        let Format { format } = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
        if format != FORMAT {
            return Err(format!("it has format {format}, not {FORMAT}"));
        }
        let record: Self = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
        let read = &record.coordinate;
        for (name, segment) in
            [("group_id", read.group()), ("artifact_id", read.artifact()), ("version", read.version())]
        {
            coordinate::check(name, segment).map_err(|failure| failure.message)?;
        }
        Ok(record)
    }
}

impl Source {
    /// A source with nothing but its kind and place.
    #[must_use]
    pub fn new(kind: impl Into<String>, uri: impl Into<String>) -> Self {
        Self {
            kind: kind.into(),
            uri: uri.into(),
            include: Vec::new(),
            exclude: Vec::new(),
            git_ref: None,
            git_subdir: None,
            origin: None,
            automatic: false,
            lazy: false,
        }
    }
}

/// A status that a newer jardex added reads as the general one.
fn status<'de, D: Deserializer<'de>>(from: D) -> Result<Status, D::Error> {
    let text = String::deserialize(from)?;
    Ok(Status::parse(&text).unwrap_or(Status::IndexingFailed))
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_false(value: &bool) -> bool {
    !*value
}

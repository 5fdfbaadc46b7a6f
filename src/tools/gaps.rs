//! What a search over artifacts did not cover, and what it only notes: its entries of `incomplete`.

use schemars::JsonSchema;
use serde::Serialize;

use crate::coordinate::Coordinate;
use crate::error::{Incomplete, Lack, told};

/// Most entries that an answer names one by one.
const MOST_GAPS: usize = 10;

/// An entry of `incomplete`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Gap {
    pub what: String,
    /// Where several artifacts were searched.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub artifact: Option<String>,
    /// The path in the artifact.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    pub reason: String,
    #[serde(rename = "note", skip_serializing_if = "Lack::is_gap")]
    #[schemars(with = "bool")]
    pub lack: Lack,
}

impl Gap {
    /// Something that was not searched and is of no one artifact.
    #[must_use]
    pub fn new(what: impl Into<String>, reason: impl Into<String>) -> Self {
        Self { what: what.into(), artifact: None, file: None, reason: reason.into(), lack: Lack::Whole }
    }

    /// The same of what is worth knowing, though nothing is missing.
    #[must_use]
    pub fn note(what: impl Into<String>, reason: impl Into<String>) -> Self {
        Self { lack: Lack::Nothing, ..Self::new(what, reason) }
    }

    /// What an artifact lacks, which is named where several were searched.
    #[must_use]
    pub fn of(one: &Incomplete, coordinate: &Coordinate, is_named: bool) -> Self {
        let artifact = is_named.then(|| coordinate.to_string());
        let what = match &artifact {
            Some(artifact) if one.is_path => format!("{artifact}/{}", one.what),
            Some(artifact) if one.what != *artifact => format!("{artifact}: {}", one.what),
            _ => one.what.clone(),
        };
        let file = one.is_path.then(|| one.what.clone());
        Self { what, artifact, file, reason: one.reason.clone(), lack: one.lack }
    }

    /// As an entry of an answer that spans no artifacts.
    #[must_use]
    pub fn into_incomplete(self) -> Incomplete {
        Incomplete { lack: self.lack, ..Incomplete::new(self.what, self.reason) }
    }
}

/// As many as an answer may hold, what was not searched first.
#[must_use]
pub fn bounded(gaps: &[Gap]) -> Vec<Gap> {
    let mut gaps = gaps.to_vec();
    gaps.sort_by_key(|gap| gap.lack == Lack::Nothing);
    if gaps.len() > MOST_GAPS {
        let more = gaps.split_off(MOST_GAPS);
        let lack = more[0].lack;
        gaps.push(Gap { lack, ..Gap::new(format!("{} more", more.len()), "left out of this list") });
    }
    gaps
}

/// All of them on one line that tells what was not searched from what is only noted.
#[must_use]
pub fn list(gaps: &[Gap]) -> String {
    list_with(&[], gaps)
}

/// The same, with names of what no such search covers.
#[must_use]
pub fn list_with(names: &[&str], gaps: &[Gap]) -> String {
    told(names, gaps.iter().map(|gap| (gap.lack, gap.what.as_str(), gap.reason.as_str())))
}

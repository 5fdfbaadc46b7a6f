//! What an answer does not cover, and what is worth noting beside that: the entries of `incomplete`.

use serde::{Deserialize, Serialize, Serializer};

/// What of a thing was not searched. It decides which answers tell of it, and as what.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Lack {
    /// Nothing is known of it.
    #[default]
    Whole,
    /// What it declares is not known. Its files have names, and their text is searched.
    Declarations,
    /// Nothing: it says which of several was taken, what stands for what, what a list leaves out.
    Nothing,
}

impl Lack {
    /// The spelling in an index.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Whole => "whole",
            Self::Declarations => "declarations",
            Self::Nothing => "nothing",
        }
    }

    /// Whether something was not searched.
    #[must_use]
    pub fn is_gap(&self) -> bool {
        *self != Self::Nothing
    }

    /// What is spelled `text`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Whole, Self::Declarations, Self::Nothing].into_iter().find(|lack| lack.as_str() == text)
    }
}

/// In an answer: whether an entry is a note alone.
impl Serialize for Lack {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bool(!self.is_gap())
    }
}

/// Something that was not searched or not read, and why, or a choice that was made: an entry of `incomplete`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Incomplete {
    /// What was left out: a file, an artifact, a supertype.
    pub what: String,
    /// Why it was left out.
    pub reason: String,
    #[serde(rename = "note", skip_deserializing, skip_serializing_if = "Lack::is_gap")]
    #[schemars(with = "bool")]
    pub lack: Lack,
    /// Whether `what` is a path in the artifact.
    #[serde(skip)]
    #[schemars(skip)]
    pub is_path: bool,
}

impl Incomplete {
    /// Something of which nothing is known.
    #[must_use]
    pub fn new(what: impl Into<String>, reason: impl Into<String>) -> Self {
        Self { what: what.into(), reason: reason.into(), lack: Lack::Whole, is_path: false }
    }

    /// The same of what is at a path of the artifact.
    #[must_use]
    pub fn at(path: impl Into<String>, reason: impl Into<String>) -> Self {
        Self { is_path: true, ..Self::new(path, reason) }
    }

    /// What is worth knowing, though nothing is missing.
    #[must_use]
    pub fn note(what: impl Into<String>, reason: impl Into<String>) -> Self {
        Self { lack: Lack::Nothing, ..Self::new(what, reason) }
    }

    /// The same entry, where only declarations are missing.
    #[must_use]
    pub fn of_declarations(self) -> Self {
        Self { lack: Lack::Declarations, ..self }
    }

    /// Whether it says that something was not searched.
    #[must_use]
    pub fn is_gap(&self) -> bool {
        self.lack.is_gap()
    }

    /// Those that matter to an answer about files and their text, or about what certain ones of them declare.
    #[must_use]
    pub fn of_files(all: &[Self]) -> Vec<Self> {
        all.iter().filter(|one| one.lack != Lack::Declarations).cloned().collect()
    }

    /// All of them on one line.
    #[must_use]
    pub fn list(all: &[Self]) -> String {
        listed(all.iter().map(|one| (one.what.as_str(), one.reason.as_str())))
    }

    /// All of them on one line that tells what was not searched from what is only noted.
    #[must_use]
    pub fn told(all: &[Self]) -> String {
        told(&[], all.iter().map(|one| (one.lack, one.what.as_str(), one.reason.as_str())))
    }
}

/// `not searched: what (reason), what (reason); note: what (reason)`; empty where there is nothing to tell. `names` were not
/// searched either, for no reason of this answer's.
#[must_use]
pub fn told<'a>(names: &[&str], all: impl Iterator<Item = (Lack, &'a str, &'a str)>) -> String {
    let (notes, gaps): (Vec<_>, Vec<_>) = all.partition(|(lack, ..)| !lack.is_gap());
    let listed = |some: Vec<(Lack, &'a str, &'a str)>| listed(some.into_iter().map(|(_, what, reason)| (what, reason)));
    let gaps = names.iter().map(|name| (*name).to_owned()).chain(Some(listed(gaps)).filter(|text| !text.is_empty()));
    let parts = [("not searched", gaps.collect::<Vec<_>>().join(", ")), ("note", listed(notes))];
    let parts = parts.into_iter().filter(|(_, text)| !text.is_empty()).map(|(what, text)| format!("{what}: {text}"));
    parts.collect::<Vec<_>>().join("; ")
}

/// `what (reason), what, what (reason)`, for people: a reason stands once, behind all that it is of.
fn listed<'a>(all: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let mut by_reason: Vec<(&str, Vec<&str>)> = Vec::new();
    for (what, reason) in all {
        match by_reason.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, whats)) => whats.push(what),
            None => by_reason.push((reason, vec![what])),
        }
    }
    let told = by_reason.into_iter().map(|(reason, whats)| format!("{} ({reason})", whats.join(", ")));
    told.collect::<Vec<_>>().join(", ")
}

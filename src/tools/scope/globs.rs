//! The globs over coordinates that narrow where a call looks, and which of them lead nowhere.
//!
//! A library without a version, `group:artifact`, is a glob as well: it stands for every version that is registered.

use std::borrow::Cow;

use crate::coordinate::{self, Coordinate};
use crate::error::Failure;
use crate::index::Artifact;
use crate::search::pattern::{NamePattern, PackagePattern, PatternKind};
use crate::tools::resolve;

/// Whether a text stands for any number of coordinates, and not for one that is written out.
#[must_use]
pub fn is_glob(text: &str) -> bool {
    PackagePattern::is_pattern(text) || is_library(text)
}

/// Whether a text is `group:artifact`, of which every version is meant.
fn is_library(text: &str) -> bool {
    let is_segment = |name, segment| coordinate::check(name, segment).is_ok();
    text.split_once(':')
        .is_some_and(|(group, artifact)| is_segment("group_id", group) && is_segment("artifact_id", artifact))
}

/// The globs of one call.
pub struct Globs<'a>(Vec<Glob<'a>>);

struct Glob<'a> {
    text: &'a str,
    pattern: NamePattern,
    has_matched: bool,
}

impl<'a> Globs<'a> {
    /// # Errors
    /// `invalid_pattern`.
    pub fn parse(texts: Vec<&'a str>) -> Result<Self, Failure> {
        let parse = |text: &'a str| {
            let pattern = resolve::pattern("artifacts", &whole(text), PatternKind::Glob)?;
            Ok(Glob { text, pattern, has_matched: false })
        };
        texts.into_iter().map(parse).collect::<Result<_, _>>().map(Self)
    }

    /// Whether one of them matches a coordinate; takes note of each that does.
    pub fn wants(&mut self, coordinate: &Coordinate) -> bool {
        let name = coordinate.to_string();
        let mut is_wanted = false;
        for glob in &mut self.0 {
            let matches = glob.pattern.matches(&name);
            glob.has_matched |= matches;
            is_wanted |= matches;
        }
        is_wanted
    }

    /// Those that have matched nothing yet, each with what it would match among `registered` if case did not count.
    pub fn unmatched(&self, registered: &[Artifact]) -> Vec<(&'a str, Vec<String>)> {
        let in_any_case = |glob: &Glob<'a>| {
            let Ok(pattern) = NamePattern::in_any_case(&whole(glob.text), PatternKind::Glob) else { return Vec::new() };
            let names = registered.iter().map(|artifact| artifact.coordinate.to_string());
            names.filter(|name| pattern.matches(name)).take(resolve::MOST_SUGGESTIONS).collect()
        };
        self.0.iter().filter(|glob| !glob.has_matched).map(|glob| (glob.text, in_any_case(glob))).collect()
    }
}

/// The glob over whole coordinates that a text stands for.
fn whole(text: &str) -> Cow<'_, str> {
    if is_library(text) { Cow::Owned(format!("{text}:*")) } else { Cow::Borrowed(text) }
}

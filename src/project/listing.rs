//! What a file lists: artifacts whose JARs can be explored, and what was left out, with the reason.

use std::collections::HashSet;

use super::{Own, Tests};
use crate::coordinate::Coordinate;
use crate::maven::version::VersionRange;
use crate::text::redact::without_secrets;

/// An artifact as a file names it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Named {
    pub group: String,
    pub artifact: String,
    /// Empty where none is said.
    pub version: String,
    /// Maven's `type`; empty: `jar`.
    pub kind: String,
    /// Empty where there is none.
    pub classifier: String,
    /// Empty where none is said.
    pub scope: String,
}

/// What a file names and what is not seeded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftOut {
    /// As the file names it.
    pub what: String,
    pub reason: String,
}

/// Artifacts in the order they were named, each once.
#[derive(Debug, Default)]
pub struct Listing {
    pub artifacts: Vec<Coordinate>,
    /// Each once.
    pub left_out: Vec<LeftOut>,
    /// What is worth saying: a list that is not whole.
    pub notes: Vec<String>,
    /// What the project builds itself.
    pub own: Own,
    seen: HashSet<Coordinate>,
    seen_left_out: HashSet<(String, String)>,
}

/// Why what a project builds itself is left out.
pub(super) const OWN: &str = "part of the project itself";

/// Types of dependencies whose file is a JAR (or an AAR, which holds one) of main code.
const JARS: &[&str] = &["", "jar", "aar", "bundle", "eclipse-plugin", "ejb", "hk2-jar", "maven-plugin"];

/// Classifiers of files that stand beside the main JAR. Any other (a platform, a JDK) is a variant of it, and the sources
/// are those of the plain coordinate.
const BESIDE: &[&str] = &["sources", "javadoc", "tests", "test", "test-sources", "test-fixtures", "client-sources"];

/// Versions that name no version.
const DYNAMIC: &[&str] = &["LATEST", "RELEASE", "latest.release", "latest.integration", "latest.milestone"];

/// Whether a version of Gradle's or Maven's stands for whichever is the newest: `latest.release`, `LATEST`, `1.+`.
#[must_use]
pub fn is_dynamic(version: &str) -> bool {
    version.ends_with('+') || DYNAMIC.contains(&version)
}

/// The one version that a text stands for: itself, or that of a range of one alone, `[1.5]`; none for other ranges and for
/// whichever is the newest.
#[must_use]
pub fn exact_version(text: &str) -> Option<String> {
    let range = VersionRange::parse(text).ok();
    let version = range.as_ref().and_then(VersionRange::only).unwrap_or(text);
    let is_range = version.starts_with(['[', '(', ']']) || version.contains(',');
    (!is_range && !is_dynamic(version)).then(|| version.to_owned())
}

impl Listing {
    /// Whether it names nothing, nor was anything left out.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.artifacts.is_empty() && self.left_out.is_empty()
    }

    /// Takes an artifact in, or leaves it out.
    pub fn add(&mut self, named: &Named, tests: Tests) {
        match named.judge(tests) {
            Ok(coordinate) => self.add_coordinate(coordinate),
            Err(reason) => self.leave_out(named.to_string(), reason),
        }
    }

    /// Takes an artifact in.
    pub fn add_coordinate(&mut self, coordinate: Coordinate) {
        if self.seen.insert(coordinate.clone()) {
            self.artifacts.push(coordinate);
        }
    }

    /// Leaves something out. What is no coordinate may be a URL with a password in it.
    pub fn leave_out(&mut self, what: impl Into<String>, reason: impl Into<String>) {
        let (what, reason) = (without_secrets(&what.into()).into_owned(), reason.into());
        if self.seen_left_out.insert((what.clone(), reason.clone())) {
            self.left_out.push(LeftOut { what, reason });
        }
    }

    /// Takes in all of another listing.
    pub fn join(&mut self, other: Self) {
        for coordinate in other.artifacts {
            self.add_coordinate(coordinate);
        }
        for LeftOut { what, reason } in other.left_out {
            self.leave_out(what, reason);
        }
        self.notes.extend(other.notes);
        self.own.join(&other.own);
    }

    /// Moves what is built by projects themselves to what is left out.
    pub fn without(&mut self, own: &Own) {
        let (own, others) = std::mem::take(&mut self.artifacts).into_iter().partition(|one| own.holds(one));
        self.artifacts = others;
        let own: Vec<Coordinate> = own;
        for coordinate in own {
            self.leave_out(coordinate.to_string(), OWN);
        }
    }
}

impl Named {
    /// The coordinate of its JAR, or why there is none to explore.
    fn judge(&self, tests: Tests) -> Result<Coordinate, String> {
        match self.scope.as_str() {
            "test" if tests == Tests::LeftOut => return Err("test scope".to_owned()),
            "system" => return Err("system scope: a file of this machine".to_owned()),
            "import" => return Err("a BOM".to_owned()),
            _ => {}
        }
        if !JARS.contains(&self.kind.as_str()) {
            return Err(format!("type {}", self.kind.escape_debug()));
        }
        if BESIDE.contains(&self.classifier.as_str()) {
            return Err(format!("classifier {}", self.classifier));
        }
        if self.version.is_empty() {
            return Err("no version".to_owned());
        }
        let Some(version) = exact_version(&self.version) else {
            return Err("no exact version".to_owned());
        };
        if version.contains("${") {
            return Err("a property that the project does not set".to_owned());
        }
        Coordinate::new(&self.group, &self.artifact, &version)
            .map_err(|failure| format!("no coordinate: {}", failure.message))
    }
}

impl std::fmt::Display for Named {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{}:{}", self.group, self.artifact)?;
        let kind = if self.kind == "jar" && self.classifier.is_empty() { "" } else { &self.kind };
        for part in [kind, &self.classifier, &self.version].into_iter().filter(|part| !part.is_empty()) {
            write!(out, ":{part}")?;
        }
        Ok(())
    }
}

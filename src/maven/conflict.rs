//! What conflicts with what: of which dependencies one version is chosen.

use std::collections::HashMap;

use super::pom::Dependency;
use super::version::VersionRange;

/// What conflicts with what: group, artifact, extension, classifier.
pub type Conflict = (String, String, String, String);

/// What conflicts with what: types that stand for the same file are one.
#[must_use]
pub fn conflict(dependency: &Dependency) -> Conflict {
    let (extension, classifier) = match dependency.kind.as_str() {
        "maven-plugin" | "ejb" => ("jar", ""),
        "test-jar" => ("jar", "tests"),
        "ejb-client" => ("jar", "client"),
        "javadoc" => ("jar", "javadoc"),
        "java-source" => ("jar", "sources"),
        other => (other, ""),
    };
    let classifier = dependency.classifier.as_deref().unwrap_or(classifier);
    (dependency.group.clone(), dependency.artifact.clone(), extension.to_owned(), classifier.to_owned())
}

/// What is known of conflicts, from one round to the next.
#[derive(Default)]
pub struct Learned {
    /// What has to hold for the version that is chosen.
    pub constraints: HashMap<Conflict, Vec<VersionRange>>,
    /// What is one with another since it moved there.
    moved: HashMap<Conflict, Conflict>,
}

impl Learned {
    /// The conflict that stands for all that are one with it.
    pub fn of(&self, mut conflict: Conflict) -> Conflict {
        while let Some(other) = self.moved.get(&conflict) {
            conflict.clone_from(other);
        }
        conflict
    }

    pub fn constraints(&self, conflict: &Conflict) -> &[VersionRange] {
        self.constraints.get(conflict).map_or(&[], Vec::as_slice)
    }

    /// Makes two one; gives those that stood for them, where they were two.
    pub fn unite(&mut self, one: Conflict, other: Conflict) -> Option<[Conflict; 2]> {
        let (one, other) = (self.of(one), self.of(other));
        if one == other {
            return None;
        }
        let ranges = self.constraints.remove(&one).unwrap_or_default();
        self.constraints.entry(other.clone()).or_default().extend(ranges);
        self.moved.insert(one.clone(), other.clone());
        Some([one, other])
    }
}

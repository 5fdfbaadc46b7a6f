//! What a project builds itself, as its documents say it.

use std::collections::HashSet;

use crate::coordinate::Coordinate;

/// What documents say that their project builds itself.
#[derive(Debug, Clone, Default)]
pub struct Own {
    coordinates: HashSet<Coordinate>,
    /// Group and artifact, of any version: of what is named without one.
    names: HashSet<(String, String)>,
    /// Group and version, of any name: of a project whose modules are not named.
    releases: HashSet<(String, String)>,
}

impl Own {
    pub fn add(&mut self, coordinate: Coordinate) {
        self.coordinates.insert(coordinate);
    }

    /// Adds what a document names by text; of any version where that is none.
    pub fn add_named(&mut self, group: &str, artifact: &str, version: &str) {
        match Coordinate::new(group, artifact, version) {
            Ok(coordinate) => self.add(coordinate),
            Err(_) => {
                self.names.insert((group.to_owned(), artifact.to_owned()));
            }
        }
    }

    /// Adds all that has this group and version.
    pub fn add_release(&mut self, group: &str, version: &str) {
        self.releases.insert((group.to_owned(), version.to_owned()));
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.coordinates.is_empty() && self.names.is_empty() && self.releases.is_empty()
    }

    /// Adds what another document names: what only has its group and version is its own there alone.
    pub fn join(&mut self, other: &Self) {
        self.coordinates.extend(other.coordinates.iter().cloned());
        self.names.extend(other.names.iter().cloned());
    }

    #[must_use]
    pub fn holds(&self, coordinate: &Coordinate) -> bool {
        let is_in = |set: &HashSet<(String, String)>, other: &str| {
            set.contains(&(coordinate.group().to_owned(), other.to_owned()))
        };
        self.coordinates.contains(coordinate)
            || is_in(&self.names, coordinate.artifact())
            || is_in(&self.releases, coordinate.version())
    }
}

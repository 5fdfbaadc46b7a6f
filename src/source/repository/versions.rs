//! Which versions of a library there are: on this machine by looking, in remote repositories by their metadata.
//!
//! Folders of a remote repository are never listed. A version counts that has a file which can be indexed; a POM alone,
//! which resolving leaves behind of versions that were passed over, does not make one.

use std::path::Path;
use std::time::Duration;

use super::{Found, Place, Remote, Repositories, Route, Search};
use crate::coordinate::Coordinate;
use crate::fetch::FetchError;
use crate::fs::{self, FileKind};
use crate::maven::layout::{File, METADATA, metadata_path, metadata_url};
use crate::maven::published::{self, Newest};
use crate::maven::xml::LARGEST_DOCUMENT;
use crate::work::Work;

/// Endings of files that can be indexed.
const ARCHIVES: [&str; 3] = [".jar", ".war", ".aar"];

/// What was installed in the local repository.
const LOCAL: &str = "maven-metadata-local.xml";

/// Folders below a local repository that are looked into, at most: one of a large company has some 50,000.
const MOST_FOLDERS: usize = 500_000;

/// Folders one in another below a local repository: a group has seldom more than eight parts.
const DEEPEST: usize = 32;

/// Which group and artifact names are meant.
pub struct Wanted<'a> {
    /// The part of every group meant that holds no wildcard: other folders need not be looked into.
    pub prefix: &'a str,
    pub group: &'a dyn Fn(&str) -> bool,
    pub artifact: &'a dyn Fn(&str) -> bool,
}

/// What a remote repository says of an artifact.
pub enum Published {
    Versions(Vec<String>),
    /// It could not be asked, for this reason.
    Unknown(String),
}

/// The page at the root of a repository.
fn root(base: &str) -> String {
    format!("{}/", base.trim_end_matches('/'))
}

impl Repositories {
    /// The class JAR of a coordinate where it is on this machine; nothing is downloaded for it.
    #[must_use]
    pub fn local_classes(&self, coordinate: &Coordinate) -> Option<Found> {
        self.locate_local(coordinate, File::CLASSES, &mut Search::default())
    }

    /// Every version on this machine of the artifacts that are meant.
    #[must_use]
    pub fn local_versions(&self, wanted: &Wanted<'_>) -> Vec<(Coordinate, Place)> {
        let mut found = Vec::new();
        if let Some(root) = self.local.maven_root() {
            in_layout(root, wanted, &mut |coordinate| found.push((coordinate, Place::LocalMaven)));
        }
        for root in self.local.gradle_roots() {
            in_gradle(root, wanted, &mut |coordinate| found.push((coordinate, Place::Gradle)));
        }
        found
    }

    /// The versions that a range may stand for: those that the remote repositories list, with those that were
    /// installed on this machine; and why a repository could not be asked.
    pub fn versions_for_ranges(&self, group: &str, artifact: &str, work: &Work) -> (Vec<String>, Option<String>) {
        let wanted = Wanted { prefix: group, group: &|one| one == group, artifact: &|one| one == artifact };
        let mut versions: Vec<String> = Vec::new();
        let mut problem = self.problem.clone();
        for remote in self.remotes_for_group(group).filter(|_| self.problem.is_none()) {
            match self.published(remote, group, artifact, work) {
                Published::Versions(listed) => versions.extend(listed),
                Published::Unknown(reason) => problem = problem.or(Some(reason)),
            }
        }
        if let Some(root) = self.local.maven_root() {
            versions
                .extend(local(root, group, artifact, LOCAL).map(|installed| installed.versions).unwrap_or_default());
            // Where not everybody could be asked, what was fetched before is what is known.
            if problem.is_some() {
                in_layout(root, &wanted, &mut |coordinate| versions.push(coordinate.version().to_owned()));
            }
        }
        versions.sort();
        versions.dedup();
        (versions, problem)
    }

    /// Asks a remote repository whether it answers; how that went is what its client remembers. Gives whether it was left
    /// before it answered, since `work` was cancelled.
    pub fn ask(&self, remote: &Remote, work: &Work) -> bool {
        let Route::Http(base) = &remote.route else { return false };
        // Whether there is a page at its root says nothing: that it answers does.
        matches!(self.client().greet(&root(base), work), Err(FetchError::Cancelled))
    }

    /// Remembers that a remote repository did not answer for so long.
    pub fn note_silence(&self, remote: &Remote, waited: Duration) {
        if let Route::Http(base) = &remote.route {
            self.client().note_silence(&root(base), waited);
        }
    }

    /// The version that `LATEST` or `RELEASE` stands for, and why a repository could not be asked.
    pub fn newest_version(
        &self,
        group: &str,
        artifact: &str,
        newest: Newest,
        work: &Work,
    ) -> (Option<String>, Option<String>) {
        let mut published: Vec<published::Published> = Vec::new();
        let mut problem = self.problem.clone();
        let root = self.local.maven_root();
        published.extend(root.and_then(|root| local(root, group, artifact, LOCAL)));
        let may_have = |remote: &&Remote| match newest {
            Newest::Latest => remote.releases.enabled || remote.snapshots.enabled,
            Newest::Release => remote.releases.enabled,
        };
        for remote in self.remotes_for_group(group).filter(|_| self.problem.is_none()).filter(may_have) {
            match self.metadata(remote, group, artifact, work) {
                Ok(metadata) => published.extend(metadata),
                Err(reason) => {
                    // What Maven kept of it the last time.
                    let kept = format!("maven-metadata-{}.xml", remote.id);
                    published.extend(root.and_then(|root| local(root, group, artifact, &kept)));
                    problem = problem.or(Some(reason));
                }
            }
        }
        (newest.among(&published).map(str::to_owned), problem)
    }

    /// What a remote repository has of exactly this artifact.
    #[must_use]
    pub fn published(&self, remote: &Remote, group: &str, artifact: &str, work: &Work) -> Published {
        match (&remote.route, self.metadata(remote, group, artifact, work)) {
            (_, Ok(Some(metadata))) => Published::Versions(metadata.versions),
            (Route::Folder(root), _) => Published::Versions(in_folder(root, group, artifact)),
            (_, Ok(None)) => Published::Versions(Vec::new()),
            (_, Err(reason)) => Published::Unknown(reason),
        }
    }

    /// The metadata of an artifact in a remote repository, if it has any; else why that cannot be told.
    fn metadata(
        &self,
        remote: &Remote,
        group: &str,
        artifact: &str,
        work: &Work,
    ) -> Result<Option<published::Published>, String> {
        let bytes = match &remote.route {
            Route::Blocked(reason) => return Err(reason.clone()),
            Route::Folder(root) => return Ok(local(root, group, artifact, METADATA)),
            Route::Http(base) => {
                let url = metadata_url(base, group, artifact);
                self.client().read(&url, LARGEST_DOCUMENT as u64, remote.releases.checksum(), work)
            }
        };
        match bytes {
            Ok(bytes) => published::Published::read(&bytes)
                .map(Some)
                .map_err(|error| format!("its maven-metadata.xml cannot be read: {error}")),
            Err(error) if error.is_absent() => Ok(None),
            Err(FetchError::Offline { .. }) => Err("the network is off".to_owned()),
            Err(error) => Err(error.to_string()),
        }
    }
}

/// The metadata of an artifact in a folder, under one of the names that Maven gives it.
fn local(root: &Path, group: &str, artifact: &str, name: &str) -> Option<published::Published> {
    let path = metadata_path(root, group, artifact)?.with_file_name(name);
    published::Published::read(&fs::read(&path, LARGEST_DOCUMENT as u64).ok()?).ok()
}

/// What lies in a repository in a folder that keeps no metadata.
fn in_folder(root: &Path, group: &str, artifact: &str) -> Vec<String> {
    let mut versions = Vec::new();
    let (is_group, is_artifact) = (|name: &str| name == group, |name: &str| name == artifact);
    let wanted = Wanted { prefix: group, group: &is_group, artifact: &is_artifact };
    in_layout(root, &wanted, &mut |coordinate| versions.push(coordinate.version().to_owned()));
    versions
}

/// A folder in Maven's layout, `<group with slashes>/<artifact>/<version>/`: a folder of a version holds an archive that
/// begins with the name of the folder above it.
fn in_layout(root: &Path, wanted: &Wanted<'_>, found: &mut dyn FnMut(Coordinate)) {
    let mut waiting = vec![(root.to_owned(), Vec::<String>::new())];
    let mut looked = 0;
    while let Some((folder, names)) = waiting.pop() {
        looked += 1;
        if looked > MOST_FOLDERS {
            tracing::warn!("{} has more than {MOST_FOLDERS} folders; the rest was not looked into", root.display());
            return;
        }
        let Ok(listed) = fs::list(&folder) else { continue };
        if let [group @ .., artifact, version] = &names[..]
            && !group.is_empty()
            && (wanted.artifact)(artifact)
        {
            let group = group.join(".");
            let is_archive = |name: &str| is_archive_of(name, artifact);
            if (wanted.group)(&group)
                && listed.iter().any(|file| file.kind == FileKind::Plain && is_archive(&file.name))
            {
                add(found, &group, artifact, version);
            }
        }
        if names.len() >= DEEPEST {
            continue;
        }
        for inner in listed.into_iter().filter(|inner| inner.kind == FileKind::Folder) {
            let names: Vec<String> = names.iter().cloned().chain([inner.name]).collect();
            if may_lead_to(&names.join("."), wanted.prefix) {
                waiting.push((inner.path, names));
            }
        }
    }
}

/// Whether groups that begin with `prefix` can be below a folder of these names, or the folder be inside such a group.
fn may_lead_to(names: &str, prefix: &str) -> bool {
    names.starts_with(prefix) || prefix.starts_with(&format!("{names}.")) || prefix == names
}

/// Gradle's `<group>/<artifact>/<version>/<digest>/<file>`.
fn in_gradle(root: &Path, wanted: &Wanted<'_>, found: &mut dyn FnMut(Coordinate)) {
    let folders = |path: &Path| {
        let listed = fs::list(path).unwrap_or_default();
        listed.into_iter().filter(|one| one.kind == FileKind::Folder)
    };
    for group in folders(root).filter(|group| (wanted.group)(&group.name)) {
        for artifact in folders(&group.path).filter(|artifact| (wanted.artifact)(&artifact.name)) {
            for version in folders(&artifact.path) {
                let mut files = folders(&version.path).flat_map(|digest| fs::list(&digest.path).unwrap_or_default());
                if files.any(|file| is_archive_of(&file.name, &artifact.name)) {
                    add(found, &group.name, &artifact.name, &version.name);
                }
            }
        }
    }
}

/// Takes names from a disk for a coordinate, where they are one.
fn add(found: &mut dyn FnMut(Coordinate), group: &str, artifact: &str, version: &str) {
    if let Ok(coordinate) = Coordinate::new(group, artifact, version) {
        found(coordinate);
    }
}

fn is_archive_of(name: &str, artifact: &str) -> bool {
    name.strip_prefix(artifact).is_some_and(|rest| rest.starts_with('-'))
        && ARCHIVES.iter().any(|ending| name.ends_with(ending))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_that_cannot_hold_the_group_are_passed_over() {
        for (names, prefix, may) in [
            ("org", "org.example", true),
            ("org.example", "org.example", true),
            ("org.example.lib.1.0", "org.example", true),
            ("com", "org.example", false),
            ("or", "org.example", false),
            ("org.exam", "org.example", false),
            ("com", "", true),
            ("com.fast", "com.f", true),
        ] {
            assert_eq!(may_lead_to(names, prefix), may, "{names} {prefix}");
        }
    }

    #[test]
    fn archives_are_told_from_what_lies_beside_them() {
        assert!(is_archive_of("lib-1.0-sources.jar", "lib"));
        assert!(is_archive_of("lib-1.0.aar", "lib"));
        for other in ["lib-1.0.pom", "lib-1.0.jar.sha1", "library-1.0.jar", "lib-1.0.jar.lastUpdated"] {
            assert!(!is_archive_of(other, "lib"), "{other}");
        }
    }
}

//! The layout of a Maven repository: where the files of a coordinate lie below a repository's root.
//!
//! Promises: every character of a coordinate that means something in a URL is percent-encoded, so that a
//! coordinate names exactly one file below the root. A build of a SNAPSHOT (`1.0-20240131.101112-3`) lies in the folder of
//! its SNAPSHOT. Which builds there are is told by [`super::snapshot`].

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use crate::coordinate::Coordinate;
use crate::text::url::percent_encode;

/// The public repository every Maven build knows: its id and URL. The only host named in jardex.
pub const MAVEN_CENTRAL: (&str, &str) = ("central", "https://repo.maven.apache.org/maven2");

/// One file of a coordinate: `artifact-version[-classifier].extension`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct File<'a> {
    pub classifier: Option<&'a str>,
    pub extension: &'a str,
}

impl File<'static> {
    /// The sources, `-sources.jar`.
    pub const SOURCES: Self = Self { classifier: Some("sources"), extension: "jar" };
    /// The classes, `.jar`.
    pub const CLASSES: Self = Self { classifier: None, extension: "jar" };
    /// The classes and resources of an Android library, `.aar`.
    pub const ANDROID: Self = Self { classifier: None, extension: "aar" };
    /// The POM, `.pom`.
    pub const POM: Self = Self { classifier: None, extension: "pom" };
    /// Gradle's metadata, `.module`.
    pub const MODULE: Self = Self { classifier: None, extension: "module" };
}

impl File<'_> {
    /// The name of this file of `coordinate`, as Maven writes it (not encoded).
    #[must_use]
    pub fn name(self, coordinate: &Coordinate) -> String {
        let (artifact, version) = (coordinate.artifact(), coordinate.version());
        match self.classifier {
            Some(classifier) => format!("{artifact}-{version}-{classifier}.{}", self.extension),
            None => format!("{artifact}-{version}.{}", self.extension),
        }
    }
}

/// The document that says what a folder of a repository holds: versions of an artifact, builds of a SNAPSHOT.
pub const METADATA: &str = "maven-metadata.xml";

/// When a build of a SNAPSHOT was made (`yyyyMMddHHmmss`, UTC) and its number, from a version that ends like
/// `20240131.101112-3`; none for every other version.
#[must_use]
pub fn timestamp(version: &str) -> Option<(String, u64)> {
    let (rest, number) = version.rsplit_once('-')?;
    let made = rest.rsplit_once('-').map_or(rest, |(_, made)| made);
    let (day, clock) = made.split_once('.')?;
    let all_digits = |text: &str, length| text.len() == length && text.bytes().all(|byte| byte.is_ascii_digit());
    if !all_digits(day, 8) || !all_digits(clock, 6) || !all_digits(number, number.len()) {
        return None;
    }
    Some((format!("{day}{clock}"), number.parse().ok()?))
}

/// The version whose folder a version lies in: of a build of a SNAPSHOT that SNAPSHOT, of every other its own.
#[must_use]
pub fn base_version(version: &str) -> Cow<'_, str> {
    if timestamp(version).is_none() {
        return Cow::Borrowed(version);
    }
    let build = version.rsplitn(3, '-').nth(2);
    Cow::Owned(build.map_or_else(|| "SNAPSHOT".to_owned(), |base| format!("{base}-SNAPSHOT")))
}

/// Where `file` of `coordinate` lies below the root of a local repository; none where a segment would leave the folder
/// (a group like `a..b`, which no repository has).
#[must_use]
pub fn local_path(root: &Path, coordinate: &Coordinate, file: File<'_>) -> Option<PathBuf> {
    Some(local_folder(root, coordinate)?.join(file.name(coordinate)))
}

/// The folder of a version below the root of a local repository; none as for [`local_path`].
#[must_use]
pub fn local_folder(root: &Path, coordinate: &Coordinate) -> Option<PathBuf> {
    let mut path = root.to_path_buf();
    let base = base_version(coordinate.version());
    for segment in artifact_folder(coordinate.group(), coordinate.artifact()).chain([base.as_ref()]) {
        if segment.is_empty() || segment == "." || segment == ".." {
            return None;
        }
        path.push(segment);
    }
    Some(path)
}

/// The URL of `file` of `coordinate` in the repository at `base`.
#[must_use]
pub fn url(base: &str, coordinate: &Coordinate, file: File<'_>) -> String {
    version_url(base, coordinate, &file.name(coordinate))
}

/// The URL of the file called `name` in the folder of a version.
#[must_use]
pub fn version_url(base: &str, coordinate: &Coordinate, name: &str) -> String {
    let mut url = base.trim_end_matches('/').to_owned();
    let version = base_version(coordinate.version());
    for segment in artifact_folder(coordinate.group(), coordinate.artifact()).chain([version.as_ref(), name]) {
        url.push('/');
        encode(segment, &mut url);
    }
    url
}

/// The document of an artifact's folder that lists its versions, below the root of a repository in a folder; none where a
/// segment would leave it.
#[must_use]
pub fn metadata_path(root: &Path, group: &str, artifact: &str) -> Option<PathBuf> {
    let mut path = root.to_path_buf();
    for segment in artifact_folder(group, artifact) {
        if segment.is_empty() || segment == "." || segment == ".." {
            return None;
        }
        path.push(segment);
    }
    path.push(METADATA);
    Some(path)
}

/// The same in the repository at `base`.
#[must_use]
pub fn metadata_url(base: &str, group: &str, artifact: &str) -> String {
    let mut url = base.trim_end_matches('/').to_owned();
    for segment in artifact_folder(group, artifact) {
        url.push('/');
        encode(segment, &mut url);
    }
    format!("{url}/{METADATA}")
}

fn artifact_folder<'a>(group: &'a str, artifact: &'a str) -> impl Iterator<Item = &'a str> {
    group.split('.').chain([artifact])
}

/// Percent-encodes everything but RFC 3986's unreserved characters and `+`, which repositories keep as it is
/// (`1.0+build` is a plain file name to them).
fn encode(segment: &str, out: &mut String) {
    percent_encode(segment, b"+", out);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_and_urls_follow_the_default_layout() {
        let gson = Coordinate::parse("com.google.code.gson:gson:2.11.0").expect("valid");
        assert_eq!(
            url("https://example.org/maven2/", &gson, File::SOURCES),
            "https://example.org/maven2/com/google/code/gson/gson/2.11.0/gson-2.11.0-sources.jar"
        );
        let path = local_path(Path::new("/r"), &gson, File::POM).expect("inside");
        assert_eq!(path, Path::new("/r/com/google/code/gson/gson/2.11.0/gson-2.11.0.pom"));
    }

    #[test]
    fn odd_characters_are_encoded_in_urls() {
        let odd = Coordinate::parse("g:a:1.0+b~é^").expect("valid");
        assert_eq!(url("http://h", &odd, File::CLASSES), "http://h/g/a/1.0+b~%C3%A9%5E/a-1.0+b~%C3%A9%5E.jar");
    }

    #[test]
    fn a_build_of_a_snapshot_lies_in_the_folder_of_its_snapshot() {
        let build = Coordinate::parse("g:a:1.0-rc-20240131.101112-3").expect("valid");
        assert_eq!(
            url("http://h", &build, File::SOURCES),
            "http://h/g/a/1.0-rc-SNAPSHOT/a-1.0-rc-20240131.101112-3-sources.jar"
        );
        assert_eq!(timestamp(build.version()), Some(("20240131101112".to_owned(), 3)));
        assert_eq!(base_version("20240131.101112-3"), "SNAPSHOT");
        for other in ["1.0", "1.0-SNAPSHOT", "1.0-20240131.101112", "1.0-20240131.10111-3", "1-2024013a.101112-3"] {
            assert_eq!((timestamp(other), base_version(other).as_ref()), (None, other));
        }
    }

    #[test]
    fn a_group_with_empty_parts_is_none() {
        for odd in ["a..b:c:1", ".a:c:1", "a.:c:1"] {
            assert!(Coordinate::parse(odd).is_err(), "{odd}");
        }
    }
}

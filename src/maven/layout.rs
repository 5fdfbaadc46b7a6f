//! The layout of a Maven repository: where the files of a coordinate lie below a repository's root.
//!
//! Promises: every character of a coordinate that means something in a URL is percent-encoded, so that a
//! coordinate names exactly one file below the root. Knows nothing of SNAPSHOT metadata.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use crate::coordinate::Coordinate;

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

/// Where `file` of `coordinate` lies below the root of a local repository; none where a segment would leave the folder
/// (a group like `a..b`, which no repository has).
#[must_use]
pub fn local_path(root: &Path, coordinate: &Coordinate, file: File<'_>) -> Option<PathBuf> {
    let mut path = root.to_path_buf();
    for segment in folder(coordinate) {
        if segment.is_empty() || segment == "." || segment == ".." {
            return None;
        }
        path.push(segment);
    }
    path.push(file.name(coordinate));
    Some(path)
}

/// The URL of `file` of `coordinate` in the repository at `base`.
#[must_use]
pub fn url(base: &str, coordinate: &Coordinate, file: File<'_>) -> String {
    let mut url = base.trim_end_matches('/').to_owned();
    for segment in folder(coordinate) {
        url.push('/');
        encode(segment, &mut url);
    }
    url.push('/');
    encode(&file.name(coordinate), &mut url);
    url
}

fn folder(coordinate: &Coordinate) -> impl Iterator<Item = &str> {
    coordinate.group().split('.').chain([coordinate.artifact(), coordinate.version()])
}

/// Percent-encodes everything but RFC 3986's unreserved characters and `+`, which repositories keep as it is
/// (`1.0+build` is a plain file name to them).
fn encode(segment: &str, out: &mut String) {
    for byte in segment.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~+".contains(&byte) {
            out.push(char::from(byte));
        } else {
            // Writing to a String cannot fail.
            let _ = write!(out, "%{byte:02X}");
        }
    }
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
    fn a_group_with_empty_parts_names_no_local_file() {
        let odd = Coordinate::parse("a..b:c:1").expect("valid");
        assert_eq!(local_path(Path::new("/r"), &odd, File::POM), None);
    }
}

//! What a query asks of the path of a file, whatever its case: a part of it or, where `*` or `?` stands in it, a glob.
//!
//! A glob without `/` is matched on the file's name; one with `/` on the end of the path, from any folder on; behind a first `/` it is
//! matched on the whole path.

use super::pattern::{FilePattern, PatternKind};
use crate::error::Failure;

/// What the path of a file must be like.
pub(super) enum InPath {
    Part(String),
    Glob(FilePattern),
}

impl InPath {
    /// # Errors
    /// `invalid_pattern`.
    pub(super) fn parse(text: &str) -> Result<Self, Failure> {
        if !text.contains(['*', '?']) {
            return Ok(Self::Part(text.to_lowercase()));
        }
        let mut glob = text.to_lowercase();
        if glob.contains('/') && !glob.starts_with('/') && !glob.starts_with("**/") {
            glob.insert_str(0, "**/");
        }
        match FilePattern::parse(&glob, PatternKind::Glob) {
            Ok(pattern) => Ok(Self::Glob(pattern)),
            // What is wrong is told of what was written.
            Err(failure) => Err(FilePattern::parse(text, PatternKind::Glob).err().unwrap_or(failure)),
        }
    }

    pub(super) fn matches(&self, path: &str) -> bool {
        let rooted = format!("/{}", path.to_lowercase());
        match self {
            Self::Part(part) => rooted[1..].contains(part),
            Self::Glob(pattern) => pattern.matches(&rooted, &rooted),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::InPath;

    #[test]
    fn a_glob_stands_for_a_name_or_for_the_end_of_a_path() {
        for (asked, path, expected) in [
            (".kt", "a/Some.kts", true),
            ("*.kt", "a/Some.kt", true),
            ("*.kt", "a/Some.kts", false),
            ("some*", "a/SomeOther.kt", true),
            ("other*", "a/SomeOther.kt", false),
            ("S?me.kt", "Some.kt", true),
            ("*.{java,kt}", "a/Some.kt", true),
            ("b/*.kt", "a/b/Some.kt", true),
            ("b/*.kt", "b/Some.kt", true),
            ("b/*.kt", "a/bb/Some.kt", false),
            ("a/*.kt", "a/b/Some.kt", false),
            ("a/**/*.kt", "a/b/Some.kt", true),
            ("**/b/*", "a/b/Some.kt", true),
            ("*/b/*", "a/b/Some.kt", true),
            ("*/b/*", "c/a/b/Some.kt", true),
            ("/b/*.kt", "a/b/Some.kt", false),
            ("/a/b/*.kt", "a/b/Some.kt", true),
            ("/*.kt", "a/Some.kt", false),
            ("/*.kt", "Some.kt", true),
        ] {
            assert_eq!(InPath::parse(asked).unwrap().matches(path), expected, "{asked} {path}");
        }
        assert!(InPath::parse("*[a").is_err());
    }
}

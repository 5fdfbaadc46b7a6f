//! What a query asks of the path of a file, whatever its case: a part of it or, where `*`, `?`, `[` or `{` stands in it, a glob.
//!
//! A glob without `/` is matched on the file's name; one with `/` on the end of the path, from any folder on; behind a first `/` it is
//! matched on the whole path.

use super::pattern::FilePattern;
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
        if !text.contains(['*', '?', '[', '{']) {
            return Ok(Self::Part(text.to_lowercase()));
        }
        let folded = folded(text);
        if text.contains('/') && !text.starts_with('/') && !text.starts_with("**/") {
            // What is wrong is told of what was written.
            FilePattern::in_any_case(text)?;
            return FilePattern::in_any_case(&format!("**/{folded}")).map(Self::Glob);
        }
        FilePattern::in_any_case(&folded).map(Self::Glob)
    }

    pub(super) fn matches(&self, path: &str) -> bool {
        match self {
            Self::Part(part) => path.to_lowercase().contains(part),
            Self::Glob(pattern) => {
                let rooted = format!("/{}", folded(path));
                pattern.matches(&rooted, &rooted)
            }
        }
    }
}

/// A text in which letters that globs tell apart by case have one: theirs are ASCII's.
fn folded(text: &str) -> String {
    text.chars().flat_map(|c| c.to_lowercase().map(move |lower| if c.is_ascii() { c } else { lower })).collect()
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
            ("{SomeTest,Other}.java", "a/Other.java", true),
            ("{SomeTest,Other}.java", "a/Some.java", false),
            ("[OS]ome.kt", "a/some.kt", true),
            ("[Z-_]*", "_under.java", true),
            ("*\u{e4}rger*", "a/\u{c4}rger.java", true),
        ] {
            assert_eq!(InPath::parse(asked).unwrap().matches(path), expected, "{asked} {path}");
        }
        assert!(InPath::parse("*[a").is_err());
    }
}

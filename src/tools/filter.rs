//! Filters over names of types, members, packages and coordinates: glob or regular expression.
//!
//! A glob is matched on the whole name, a regular expression anywhere in it. In a package glob `*` stops at a dot and
//! `a.**` includes `a` itself.

use globset::{GlobBuilder, GlobMatcher};
use regex::Regex;

use super::args::Args;
use crate::error::{Failure, Status};
use crate::text::escape::visible;

/// Largest compiled regular expression, in bytes: what the regex crate takes by default is ten times as much.
const LARGEST_REGEX: usize = 1 << 20;

/// A filter over names.
#[derive(Debug, Clone)]
pub enum NameFilter {
    Glob(GlobMatcher),
    Regex(Regex),
}

impl NameFilter {
    /// The `name_filter` of a call, if it has one.
    ///
    /// # Errors
    /// `invalid_pattern` naming the position and the mend.
    pub fn of(args: &Args) -> Result<Option<Self>, Failure> {
        let Some(pattern) = args.text("name_filter") else { return Ok(None) };
        let filter = match args.text("name_filter_type") {
            Some("regex") => Self::Regex(regex("name_filter", pattern)?),
            _ => Self::Glob(glob("name_filter", pattern, false)?),
        };
        Ok(Some(filter))
    }

    /// Whether the name passes.
    #[must_use]
    pub fn matches(&self, name: &str) -> bool {
        match self {
            Self::Glob(glob) => glob.is_match(name),
            Self::Regex(regex) => regex.is_match(name),
        }
    }
}

/// A glob over a whole name; `argument` is its name on the wire. With `segments` a `*` stops at `/`.
///
/// # Errors
/// `invalid_pattern`.
pub fn glob(argument: &str, pattern: &str, segments: bool) -> Result<GlobMatcher, Failure> {
    let built = GlobBuilder::new(pattern).literal_separator(segments).backslash_escape(true).build();
    built.map(|glob| glob.compile_matcher()).map_err(|error| {
        invalid(argument, pattern, &error.kind().to_string(), "write [*] for a plain *, and close every [ and {")
    })
}

/// An unanchored regular expression; `argument` is its name on the wire.
///
/// # Errors
/// `invalid_pattern` with the position of the mistake.
pub fn regex(argument: &str, pattern: &str) -> Result<Regex, Failure> {
    if let Err(error) = regex_syntax::parse(pattern) {
        let (what, at) = match &error {
            regex_syntax::Error::Parse(error) => (error.kind().to_string(), error.span().start.offset),
            regex_syntax::Error::Translate(error) => (error.kind().to_string(), error.span().start.offset),
            other => (other.to_string(), 0),
        };
        let character = pattern.get(..at).map_or(at, |before| before.chars().count()) + 1;
        let what = format!("{what} at character {character}");
        return Err(invalid(argument, pattern, &what, "put a backslash before a character that is meant as it is"));
    }
    regex::RegexBuilder::new(pattern)
        .size_limit(LARGEST_REGEX)
        .build()
        .map_err(|_| invalid(argument, pattern, "it is too large", "use smaller repetitions"))
}

fn invalid(argument: &str, pattern: &str, what: &str, mend: &str) -> Failure {
    let shown: String = pattern.chars().take(200).collect();
    Failure::new(Status::InvalidPattern, format!("{argument}: '{}': {what}; {mend}", visible(&shown))).hint(mend)
}

/// A filter over package names: exact, or a glob.
#[derive(Debug, Clone)]
pub enum PackageFilter {
    Exact(String),
    Glob(Vec<GlobMatcher>),
}

impl PackageFilter {
    /// Reads a `package_filter`.
    ///
    /// # Errors
    /// `invalid_pattern`.
    pub fn new(argument: &str, pattern: &str) -> Result<Self, Failure> {
        if !has_wildcards(pattern) {
            return Ok(Self::Exact(pattern.to_owned()));
        }
        let path = pattern.replace('.', "/");
        let mut globs = vec![glob(argument, &path, true)?];
        if let Some(root) = path.strip_suffix("/**") {
            globs.push(glob(argument, root, true)?);
        }
        Ok(Self::Glob(globs))
    }

    /// Whether the package passes.
    #[must_use]
    pub fn matches(&self, package: &str) -> bool {
        match self {
            Self::Exact(exact) => exact == package,
            Self::Glob(globs) => {
                let path = package.replace('.', "/");
                globs.iter().any(|glob| glob.is_match(&path))
            }
        }
    }
}

/// Whether a text is a pattern rather than a name.
#[must_use]
pub fn has_wildcards(text: &str) -> bool {
    text.contains(['*', '?', '[', '{'])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(pattern: &str, name: &str) -> bool {
        PackageFilter::new("package_filter", pattern).unwrap().matches(name)
    }

    #[test]
    fn package_globs_stop_at_dots() {
        assert!(package("org.x.*", "org.x.a"));
        assert!(!package("org.x.*", "org.x.a.b"));
        assert!(!package("org.x.*", "org.x"));
        assert!(package("org.x.**", "org.x.a.b"));
        assert!(package("org.x.**", "org.x"));
        assert!(!package("org.x.**", "org.xy"));
        assert!(package("**.util", "a.b.util"));
        assert!(package("**", ""));
        assert!(package("", ""));
        assert!(!package("", "a"));
        assert!(package("org.{x,y}.**", "org.y"));
    }

    #[test]
    fn an_invalid_pattern_names_its_place() {
        let failure = regex("query", "é(a").unwrap_err();
        assert_eq!(failure.status, Status::InvalidPattern);
        assert!(failure.message.contains("query: 'é(a'"), "{}", failure.message);
        assert!(failure.message.contains("at character 2"), "{}", failure.message);
        let failure = glob("name_filter", "a[", false).unwrap_err();
        assert_eq!(failure.status, Status::InvalidPattern);
    }

    #[test]
    fn a_glob_is_on_the_whole_name() {
        let filter = NameFilter::Glob(glob("name_filter", "get*", false).unwrap());
        assert!(filter.matches("getName"));
        assert!(!filter.matches("forget"));
        let filter = NameFilter::Regex(regex("name_filter", "get").unwrap());
        assert!(filter.matches("forget"));
    }
}

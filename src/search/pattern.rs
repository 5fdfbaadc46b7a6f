//! Patterns as people write them: globs and regular expressions over names and paths.
//!
//! A glob is globset's and stands for the whole name; a regular expression is the regex crate's, not anchored, in linear
//! time. A bad one is `invalid_pattern`: where it goes wrong, and how to mend it.

use std::sync::Arc;

use globset::{GlobBuilder, GlobMatcher};
use regex::{Regex, RegexBuilder};
use regex_automata::Input;
use regex_automata::hybrid::dfa::{Cache, DFA};
use regex_automata::nfa::thompson::pikevm::PikeVM;
use regex_automata::nfa::thompson::{self, NFA};
use regex_automata::util::pool::Pool;
use regex_syntax::hir::{Hir, HirKind};

use super::mend;
use crate::error::{Failure, Status};
use crate::text::escape::quoted;

/// Most bytes a compiled expression may take, here and for content: enough for a few Unicode classes repeated, too little
/// to hurt the server.
pub(super) const SIZE_LIMIT: usize = 10 << 20;

/// Longest pattern, in bytes.
const LONGEST: usize = 4096;

/// How a pattern is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PatternKind {
    Glob,
    Regex,
}

impl PatternKind {
    /// The kind spelled `glob` or `regex`.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        match word {
            "glob" => Some(Self::Glob),
            "regex" => Some(Self::Regex),
            _ => None,
        }
    }
}

/// A pattern over the names of types, methods or fields: `*` stands for anything.
#[derive(Debug, Clone)]
pub struct NamePattern {
    matcher: Matcher,
    required: Option<String>,
}

impl NamePattern {
    /// # Errors
    /// `invalid_pattern`.
    pub fn parse(text: &str, kind: PatternKind) -> Result<Self, Failure> {
        Ok(Self { matcher: Matcher::parse(text, kind, false)?, required: required(text, kind) })
    }

    /// The same, with no regard to case.
    ///
    /// # Errors
    /// `invalid_pattern`.
    pub fn in_any_case(text: &str, kind: PatternKind) -> Result<Self, Failure> {
        bounded(text)?;
        let matcher = match kind {
            PatternKind::Glob => {
                let glob = builder(text, false).case_insensitive(true).build();
                Matcher::Glob(glob.map_err(|error| mend::glob(text, &error))?.compile_matcher())
            }
            PatternKind::Regex => Matcher::parse(&format!("(?i){text}"), kind, false)?,
        };
        Ok(Self { matcher, required: None })
    }

    /// A string that every name it matches holds, where one is known: the others need no look.
    #[must_use]
    pub fn required(&self) -> Option<&str> {
        self.required.as_deref()
    }

    #[must_use]
    pub fn matches(&self, name: &str) -> bool {
        self.matcher.matches(name)
    }

    /// Whether it matches a type's name, `Outer.Inner`, or the last segment of it.
    #[must_use]
    pub fn matches_type(&self, name: &str) -> bool {
        self.matches(name) || name.rsplit_once('.').is_some_and(|(_, last)| self.matches(last))
    }
}

/// A glob over package names: `*` stops at a dot, and `a.**` includes `a`.
#[derive(Debug, Clone)]
pub struct PackagePattern {
    glob: GlobMatcher,
    /// `a` of a pattern `a.**`.
    root: Option<GlobMatcher>,
}

impl PackagePattern {
    /// Whether a text is a pattern and not the exact name of a package.
    #[must_use]
    pub fn is_pattern(text: &str) -> bool {
        text.contains(['*', '?', '[', '{'])
    }

    /// # Errors
    /// `invalid_pattern`.
    pub fn parse(text: &str) -> Result<Self, Failure> {
        bounded(text)?;
        // A package is a path whose segments are parted by dots: the rules for paths then hold.
        let glob = |text: &str| glob(&text.replace('.', "/"), true).map_err(|error| mend::glob(text, &error));
        Ok(Self { glob: glob(text)?, root: text.strip_suffix(".**").map(glob).transpose()? })
    }

    #[must_use]
    pub fn matches(&self, package: &str) -> bool {
        let path = package.replace('.', "/");
        self.glob.is_match(&path) || self.root.as_ref().is_some_and(|root| root.is_match(&path))
    }
}

/// A pattern over files: a glob without `/` on the file's name, with `/` on the path below the start folder, `*` never
/// crossing a `/`; a regular expression on the whole path.
///
/// As in ripgrep a glob that begins with `/` is a path from the start folder on, and one that begins with `!` leaves out what the
/// rest of it matches: files, and folders with all that is below them. A glob that ends with `/` matches folders alone. Globs stand on
/// lines of their own, and the last that matches decides; what none matches is in where all of them leave out.
#[derive(Debug, Clone)]
pub struct FilePattern {
    /// In the order written; one at least.
    parts: Vec<Part>,
    /// What a path that matches holds for certain.
    required: Option<String>,
}

#[derive(Debug, Clone)]
struct Part {
    matcher: Matcher,
    sees: Sees,
    /// What it matches is left out.
    excludes: bool,
    /// It matches folders alone.
    folders: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sees {
    Name,
    PathBelow,
    Path,
}

impl FilePattern {
    /// # Errors
    /// `invalid_pattern`.
    pub fn parse(text: &str, kind: PatternKind) -> Result<Self, Failure> {
        if kind == PatternKind::Regex {
            let matcher = Matcher::parse(text, kind, true)?;
            let part = Part { matcher, sees: Sees::Path, excludes: false, folders: false };
            return Ok(Self { parts: vec![part], required: required(text, kind) });
        }
        bounded(text)?;
        let lines = if text.is_empty() { vec![text] } else { text.lines().collect() };
        let parts = lines.iter().map(|line| Part::parse(line)).collect::<Result<Vec<_>, _>>()?;
        let required = match (&lines[..], &parts[..]) {
            ([line], [part]) if !part.excludes => required(line.trim_matches('/'), kind),
            _ => None,
        };
        Ok(Self { parts, required })
    }

    /// A glob for which case does not count.
    ///
    /// # Errors
    /// `invalid_pattern`.
    pub fn in_any_case(text: &str) -> Result<Self, Failure> {
        let sees = if text.contains('/') { Sees::PathBelow } else { Sees::Name };
        bounded(text)?;
        let glob = builder(text, true).case_insensitive(true).build().map_err(|error| mend::glob(text, &error))?;
        let matcher = Matcher::Glob(glob.compile_matcher());
        Ok(Self { parts: vec![Part { matcher, sees, excludes: false, folders: false }], required: None })
    }

    /// A string that every path it matches holds, where one is known: the others need no look.
    #[must_use]
    pub fn required(&self) -> Option<&str> {
        self.required.as_deref()
    }

    /// Whether it matches the file at `path`, of which `below` is the part below the start folder.
    #[must_use]
    pub fn matches(&self, path: &str, below: &str) -> bool {
        if self.parts.iter().any(|part| part.excludes) {
            let mut folders = below.match_indices('/').map(|(end, _)| &below[..end]);
            // As ripgrep walks: nothing below a folder that is left out is looked at.
            if folders.any(|folder| self.decides(folder, folder, true) == Some(false)) {
                return false;
            }
        }
        self.decides(path, below, false).unwrap_or_else(|| self.parts.iter().all(|part| part.excludes))
    }

    /// Whether the last glob that matches a file or a folder takes it in; none where none matches.
    fn decides(&self, path: &str, below: &str, is_folder: bool) -> Option<bool> {
        let part = self.parts.iter().rfind(|part| part.matches(path, below, is_folder))?;
        Some(!part.excludes)
    }
}

impl Part {
    /// Reads one glob.
    fn parse(text: &str) -> Result<Self, Failure> {
        let (wanted, excludes) = text.strip_prefix('!').map_or((text, false), |rest| (rest, true));
        let (wanted, folders) = wanted.strip_suffix('/').map_or((wanted, false), |rest| (rest, true));
        let sees = if wanted.contains('/') { Sees::PathBelow } else { Sees::Name };
        let wanted = wanted.strip_prefix('/').unwrap_or(wanted);
        if wanted.is_empty() {
            let failure = Failure::new(Status::InvalidPattern, format!("the glob '{}' matches no file", quoted(text)));
            return Err(failure.hint("* matches every one, *.java those that end so, {*.java,*.kt} both"));
        }
        Ok(Self { matcher: Matcher::parse(wanted, PatternKind::Glob, true)?, sees, excludes, folders })
    }

    fn matches(&self, path: &str, below: &str, is_folder: bool) -> bool {
        let seen = match self.sees {
            Sees::Name => path.rsplit('/').next().unwrap_or(path),
            Sees::PathBelow => below,
            Sees::Path => path,
        };
        (is_folder || !self.folders) && self.matcher.matches(seen)
    }
}

/// A string that whatever a pattern matches holds; none where that is not easily told.
fn required(text: &str, kind: PatternKind) -> Option<String> {
    match kind {
        PatternKind::Glob => plain_part(text),
        PatternKind::Regex => {
            let expression = regex_syntax::parse(text).ok()?;
            literal_part(&expression).map(str::to_owned)
        }
    }
}

/// The longest string that every match of an expression holds, where one can be seen: whole characters, case counting.
fn literal_part(expression: &Hir) -> Option<&str> {
    match expression.kind() {
        HirKind::Literal(literal) => std::str::from_utf8(&literal.0).ok().filter(|text| !text.is_empty()),
        HirKind::Capture(capture) => literal_part(&capture.sub),
        HirKind::Repetition(repetition) if repetition.min > 0 => literal_part(&repetition.sub),
        HirKind::Concat(parts) => parts.iter().filter_map(literal_part).max_by_key(|part| part.len()),
        _ => None,
    }
}

/// The longest part of a glob that stands for itself; none where braces or escapes make that hard to tell.
fn plain_part(glob: &str) -> Option<String> {
    if glob.contains(['{', '}', '\\', '[', ']', '\n']) {
        return None;
    }
    // `**/` may stand for nothing, and then no slash is there.
    let parts = glob.split(['*', '?', '/']).max_by_key(|part| part.len());
    parts.filter(|part| !part.is_empty()).map(str::to_owned)
}

#[derive(Debug, Clone)]
enum Matcher {
    Glob(GlobMatcher),
    Quick(Arc<Quick>),
    Regex(Regex),
}

/// A regular expression of which nothing is asked but whether it matches, so that it only runs forward: for a class such as
/// `\w` that is built in a third of the time that [`Regex`] takes, which is longer than looking through all paths of a JDK.
#[derive(Debug)]
struct Quick {
    forward: DFA,
    caches: Pool<Cache, Box<dyn Fn() -> Cache + Send + Sync>>,
    /// For what `forward` gives up on.
    slow: PikeVM,
    slow_caches: Pool<thompson::pikevm::Cache, Box<dyn Fn() -> thompson::pikevm::Cache + Send + Sync>>,
}

impl Quick {
    /// None where it cannot be built: [`RegexBuilder`] says why.
    fn parse(text: &str) -> Option<Self> {
        let config = NFA::config().nfa_size_limit(Some(SIZE_LIMIT)).shrink(false);
        let nfa = thompson::Compiler::new().configure(config).build(text).ok()?;
        let config = DFA::config()
            .unicode_word_boundary(true)
            .skip_cache_capacity_check(true)
            // As the regex crate has it: a cache that is filled again and again helps nobody.
            .minimum_cache_clear_count(Some(3))
            .minimum_bytes_per_state(Some(10));
        let forward = DFA::builder().configure(config).build_from_nfa(nfa.clone()).ok()?;
        let slow = PikeVM::new_from_nfa(nfa).ok()?;
        let (cached, slow_cached) = (forward.clone(), slow.clone());
        Some(Self {
            forward,
            caches: Pool::new(Box::new(move || cached.create_cache())),
            slow,
            slow_caches: Pool::new(Box::new(move || slow_cached.create_cache())),
        })
    }

    fn matches(&self, text: &str) -> bool {
        let input = Input::new(text).earliest(true);
        match self.forward.try_search_fwd(&mut self.caches.get(), &input) {
            Ok(found) => found.is_some(),
            Err(_) => self.slow.is_match(&mut self.slow_caches.get(), input),
        }
    }
}

impl Matcher {
    fn parse(text: &str, kind: PatternKind, path: bool) -> Result<Self, Failure> {
        bounded(text)?;
        match kind {
            PatternKind::Glob => glob(text, path).map(Self::Glob).map_err(|error| mend::glob(text, &error)),
            PatternKind::Regex => match Quick::parse(text) {
                Some(quick) => Ok(Self::Quick(Arc::new(quick))),
                None => RegexBuilder::new(text)
                    .size_limit(SIZE_LIMIT)
                    .dfa_size_limit(SIZE_LIMIT)
                    .build()
                    .map(Self::Regex)
                    .map_err(|error| mend::regex(text, &error)),
            },
        }
    }

    fn matches(&self, text: &str) -> bool {
        match self {
            Self::Glob(glob) => glob.is_match(text),
            Self::Quick(quick) => quick.matches(text),
            Self::Regex(regex) => regex.is_match(text),
        }
    }
}

/// That a pattern is not too long to be looked for: no name and no path is as long.
fn bounded(text: &str) -> Result<(), Failure> {
    if text.len() <= LONGEST {
        return Ok(());
    }
    let message = format!("a pattern of {} bytes; at most {LONGEST} are taken", text.len());
    Err(Failure::new(Status::InvalidPattern, message).hint("shorten it, or ask with several patterns"))
}

fn glob(text: &str, literal_separator: bool) -> Result<GlobMatcher, globset::Error> {
    Ok(builder(text, literal_separator).build()?.compile_matcher())
}

fn builder(text: &str, literal_separator: bool) -> GlobBuilder<'_> {
    let mut builder = GlobBuilder::new(text);
    // Not left to the platform: a pattern means the same everywhere.
    builder.literal_separator(literal_separator).backslash_escape(true);
    builder
}

#[cfg(test)]
mod tests {
    use super::{FilePattern, LONGEST, NamePattern, PackagePattern, PatternKind, Quick};

    #[test]
    fn long_patterns_are_refused() {
        for (text, kind) in [("*", PatternKind::Glob), ("a", PatternKind::Regex)] {
            assert!(NamePattern::parse(&text.repeat(LONGEST), kind).is_ok());
            assert!(NamePattern::parse(&text.repeat(LONGEST + 1), kind).is_err());
        }
        let long = "?".repeat(LONGEST + 1);
        assert!(PackagePattern::parse(&long).is_err() && FilePattern::in_any_case(&long).is_err());
    }

    #[test]
    fn globs_exclude_and_begin_at_the_start_folder_as_in_ripgrep() {
        let paths = ["A.kt", "a/A.kt", "a/b/C.java", "C.java"];
        let matched = |text: &str| {
            let pattern = FilePattern::parse(text, PatternKind::Glob).unwrap();
            assert!(
                pattern.required().is_none_or(|part| paths.iter().all(|p| !pattern.matches(p, p) || p.contains(part)))
            );
            paths.into_iter().filter(|path| pattern.matches(path, path)).collect::<Vec<_>>()
        };
        assert_eq!(matched("!*.kt"), ["a/b/C.java", "C.java"]);
        assert_eq!(matched("!a/**"), ["A.kt", "C.java"]);
        assert_eq!(matched("/*.kt"), ["A.kt"]);
        assert_eq!(matched("/a/**"), ["a/A.kt", "a/b/C.java"]);
        assert_eq!(matched("!/C.java"), ["A.kt", "a/A.kt", "a/b/C.java"]);
        assert_eq!(matched("\\!*.kt"), [] as [&str; 0]);
    }

    #[test]
    fn what_a_pattern_requires_is_in_all_it_matches() {
        let glob = |text| NamePattern::parse(text, PatternKind::Glob).unwrap();
        let regex = |text| NamePattern::parse(text, PatternKind::Regex).unwrap();
        for (pattern, required) in [
            (glob("*Hash*Map"), Some("Hash")),
            (glob("{Hash,Tree}Map"), None),
            (glob("*"), None),
            (regex("Hash\\w+\\."), Some("Hash")),
            (regex("^(Tree)+Map?$"), Some("Tree")),
            (regex("Hash|Tree"), None),
            (regex("(?i)hash"), None),
            (regex("(Map){0,2}.*"), None),
            (regex("[H]ash"), Some("Hash")),
            (regex(""), None),
        ] {
            assert_eq!(pattern.required(), required, "{pattern:?}");
            for name in ["HashMap", "TreeMap", "TreeMa", "Hashx.Map", "hash", "Map", ""] {
                let holds = pattern.required().is_none_or(|part| name.contains(part));
                assert!(holds || !pattern.matches_type(name), "{pattern:?} {name}");
            }
        }
    }
    #[test]
    fn what_only_runs_forward_matches_alike() {
        let names = ["HashMap", "größe", "a b\u{4f60}.c", "", "K\u{212A}k", "xé", "éx", "\n", "\u{301}"];
        for text in [
            "\\bx\\b",
            "\\Bx",
            "^$",
            "(?i)k+$",
            "\\w+\\.",
            "[^a-z]",
            ".",
            "é\\b",
            "(?m)^a|c$",
            "\\p{Mn}",
            "",
            "(?-u:\\b)x",
            "a{0,3}$",
        ] {
            let (quick, whole) = (Quick::parse(text).unwrap(), regex::Regex::new(text).unwrap());
            for name in names {
                assert_eq!(quick.matches(name), whole.is_match(name), "{text} {name}");
            }
        }
        assert!(Quick::parse("(").is_none() && Quick::parse("(\\w{100}){100}").is_none());
    }
}

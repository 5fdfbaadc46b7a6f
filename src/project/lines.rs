//! Files of one coordinate a line: lists that people write, and Gradle's lock files.

use super::listing::{Listing, Named};
use super::{ProjectError, Tests, words};
use crate::text::redact::without_secrets;

/// What Gradle writes above its lock files.
const GRADLE_HEADER: &str = "# This is a Gradle generated file";

/// Types that may stand between artifact and version in a list that people write.
const TYPES: &[&str] = &["jar", "aar", "bundle", "ejb", "maven-plugin", "pom", "test-jar", "war", "zip"];

/// Whether a text is one of Gradle's lock files: by its header, by its lines, or by its name where it has neither.
pub fn is_gradle_lock(name: &str, text: &str) -> bool {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let Some(first) = lines.next() else { return false };
    let is_entry = |line: &str| {
        line.starts_with("empty=") || line.split_once('=').is_some_and(|(module, _)| module.split(':').count() == 3)
    };
    first.starts_with(GRADLE_HEADER)
        || name.ends_with(".lockfile")
        || std::iter::once(first).chain(lines).find(|line| !line.starts_with('#')).is_some_and(is_entry)
}

/// The configuration that an older lock file is of, `testRuntimeClasspath.lockfile`; empty where it is one of several.
pub fn configuration_of(name: &str) -> &str {
    let name = name.rsplit('/').next().unwrap_or(name);
    name.strip_suffix(".lockfile").filter(|configuration| !configuration.ends_with("gradle")).unwrap_or("")
}

/// Whether a text says nothing outside of comments.
pub fn is_bare(text: &str) -> bool {
    meaningful(text).next().is_none()
}

/// Whether each line that says something is one word with a colon: nothing that Maven prints around its dependencies is there,
/// and a person wrote the list.
pub fn is_list(text: &str) -> bool {
    let is_word = |entry: &str| entry.contains(':') && !entry.contains(char::is_whitespace);
    !is_bare(text) && entries(text).all(|(_, entry)| is_word(entry)) && !words::is_tree_of_blanks(text)
}

/// Reads a Gradle lock file: `gradle.lockfile` with its configurations behind `=`, or the older one of one configuration.
pub fn gradle_lock(text: &str, configuration: &str, tests: Tests) -> Result<Listing, ProjectError> {
    let mut listing = Listing::default();
    for (number, line) in meaningful(text) {
        let (module, configurations) = line.split_once('=').unwrap_or((line, configuration));
        if module == "empty" {
            continue;
        }
        let Some(mut named) = three(module) else {
            return Err(ProjectError::at(number, format!("'{}' is no entry of a lock file", shown(line))));
        };
        if !configurations.is_empty() && configurations.split(',').all(is_of_tests) {
            "test".clone_into(&mut named.scope);
        }
        listing.add(&named, tests);
    }
    Ok(listing)
}

/// Whether a configuration is one of tests: `testRuntimeClasspath`, `integrationTestCompileClasspath`, `debugUnitTest…`.
pub fn is_of_tests(configuration: &str) -> bool {
    let configuration = configuration.trim();
    configuration.starts_with("test") || configuration.contains("Test")
}

/// Reads a list of coordinates: `group:artifact:version` a line, `#` begins a comment; a type may stand before the version
/// (`g:a:jar:1.0`) or behind it (`g:a:1.0@aar`). A line may be as Maven names a dependency, too
/// (`g:a:jar:1.0:compile`, `g:a:jar:linux:1.0`), unless all of it is a tree of Maven's.
pub fn coordinates(text: &str, tests: Tests) -> Result<Listing, ProjectError> {
    let mut listing = Listing::default();
    let may_be_mavens = !words::is_tree_of_blanks(text);
    for (number, entry) in entries(text) {
        let mavens = || may_be_mavens.then(|| words::dependency(entry)).flatten();
        let Some(named) = entry_of(entry).or_else(mavens) else {
            let what =
                format!("'{}' is not group:artifact:version, and the file is nothing else that is known", shown(entry));
            return Err(ProjectError::at(number, what));
        };
        if let Err(failure) = crate::coordinate::check("group_id", &named.group)
            .and_then(|()| crate::coordinate::check("artifact_id", &named.artifact))
        {
            return Err(ProjectError::at(number, failure.message));
        }
        listing.add(&named, tests);
    }
    Ok(listing)
}

/// What such a line names, without a comment.
pub fn entry_of(entry: &str) -> Option<Named> {
    let (entry, kind) = entry.split_once('@').map_or((entry, ""), |(entry, kind)| (entry, kind));
    let parts: Vec<&str> = entry.split(':').collect();
    match parts[..] {
        [_, _, _] => Some(Named { kind: kind.to_owned(), ..three(entry)? }),
        [group, artifact, kind, version] if is_type(kind) => {
            Some(Named { kind: kind.to_owned(), ..three(&format!("{group}:{artifact}:{version}"))? })
        }
        _ => None,
    }
}

/// Whether a word is a type that may stand between artifact and version.
pub fn is_type(word: &str) -> bool {
    TYPES.contains(&word)
}

/// A line up to the comment at its end, or all of it.
pub fn without_comment(line: &str) -> &str {
    line.split('#').next().unwrap_or_default().trim_end()
}

fn three(module: &str) -> Option<Named> {
    let mut parts = module.split(':').map(str::to_owned);
    let named = Named { group: parts.next()?, artifact: parts.next()?, version: parts.next()?, ..Named::default() };
    let is_whole = parts.next().is_none()
        && [&named.group, &named.artifact, &named.version].iter().all(|part| !part.is_empty() && !part.contains(' '));
    is_whole.then_some(named)
}

/// What the lines of a list say, with their numbers.
pub fn entries(text: &str) -> impl Iterator<Item = (usize, &str)> {
    meaningful(text).map(|(number, line)| (number, without_comment(line)))
}

/// Lines that say something, with their numbers.
fn meaningful(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().enumerate().map(|(at, line)| (at + 1, line.trim()));
    lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

/// The beginning of a line that is not understood, fit to be shown.
fn shown(line: &str) -> String {
    let cut: String = without_secrets(line).chars().take(80).collect();
    cut.escape_debug().to_string()
}

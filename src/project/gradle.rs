//! What `gradle dependencies` prints: of each configuration a tree of what it resolved to.
//!
//! An entry says what was asked for and, behind an arrow, what was chosen in its place. Configurations that only declare are printed
//! too; what they ask for is in others, resolved.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap, HashSet};

use super::Tests;
use super::lines::is_of_tests;
use super::listing::{Listing, Named, OWN};
use super::log::plain;
use crate::text::floor;

/// What stands before an entry, behind the lines of the tree.
const BRANCHES: &[&str] = &["+--- ", "\\--- "];
/// The marks behind entries: a constraint, what a configuration declares that is not resolved, what could not be, what stands above already.
const CONSTRAINT: &str = "(c)";
const UNRESOLVED: &str = "(n)";
const FAILED: &str = "FAILED";
const MARKS: &[&str] = &[CONSTRAINT, UNRESOLVED, FAILED, "(*)"];
/// What stands before the name of a project of the build.
const PROJECT: &str = "project ";
/// What is said of a configuration that has none.
const NOTHING: &str = "No dependencies";
/// What stands between what was asked for and what was chosen.
const ARROW: &str = " -> ";

/// Bytes of a line that are shown.
const LONGEST_SHOWN: usize = 160;

/// Whether a text is such a report, or holds one: of output of Maven's only a tree tells.
pub fn is_report(text: &str, is_of_maven: bool) -> bool {
    let is_of_report = |line| entry(line).is_some() || (line == NOTHING && !is_of_maven);
    plain(text).lines().any(|line| is_of_report(without_time(line)))
}

/// Reads such a report, of one project or of many.
pub fn read(text: &str, tests: Tests) -> Listing {
    let text = plain(text);
    let mut report = Report { tests, ..Report::default() };
    // What stands below a blank line names a configuration; what Gradle downloads is told between it and its tree.
    let mut is_first = true;
    for (number, line) in (1..).zip(text.lines().map(without_time)) {
        match entry(line) {
            Some(entry) if report.entry(entry) => {}
            Some(entry) => {
                let shown = floor(entry, LONGEST_SHOWN).escape_debug().to_string();
                report.listing.leave_out(format!("line {number}: {shown}"), "not understood");
            }
            None if line.is_empty() => is_first = true,
            None if is_first => {
                report.is_of_tests = line.split_whitespace().next().is_some_and(is_of_tests);
                is_first = false;
            }
            None => {}
        }
        report.has_failed |= line.starts_with("BUILD FAILED");
    }
    report.finish()
}

#[derive(Default)]
struct Report {
    listing: Listing,
    tests: Tests,
    /// Whether only tests have what is read.
    is_of_tests: bool,
    /// What was resolved, in the order it was met.
    resolved: Vec<Named>,
    /// The same: whether only tests have it.
    only_tests: HashMap<Named, bool>,
    /// Groups and artifacts that Gradle tried to resolve.
    tried: HashSet<(String, String)>,
    /// Those that are asked for, as it stands there.
    asked_for: BTreeMap<(String, String), String>,
    has_failed: bool,
}

impl Report {
    /// Reads an entry; false where it is not understood.
    fn entry(&mut self, entry: &str) -> bool {
        let (entry, marks) = without_marks(entry);
        // What a constraint is about stands elsewhere.
        if marks.contains(&CONSTRAINT) {
            return true;
        }
        let (asked, chosen) = entry.split_once(ARROW).unwrap_or((entry, ""));
        if let Some(project) = [chosen, asked].into_iter().find_map(|what| what.strip_prefix(PROJECT)) {
            if let Some(named) = named(asked, "") {
                self.listing.own.add_named(&named.group, &named.artifact, &named.version);
            }
            self.listing.leave_out(format!("project :{}", project.trim_matches(['\'', ':'])), OWN);
            return true;
        }
        let Some(named) = named(asked, chosen) else { return false };
        let name = (named.group.clone(), named.artifact.clone());
        if marks.contains(&UNRESOLVED) {
            self.asked_for.insert(name, asked.to_owned());
            return true;
        }
        self.tried.insert(name);
        if marks.contains(&FAILED) {
            self.listing.leave_out(entry, "Gradle could not resolve it");
        } else {
            self.take(named);
        }
        true
    }

    fn take(&mut self, named: Named) {
        match self.only_tests.entry(named) {
            Entry::Occupied(mut known) => *known.get_mut() &= self.is_of_tests,
            Entry::Vacant(new) => {
                self.resolved.push(new.key().clone());
                new.insert(self.is_of_tests);
            }
        }
    }

    fn finish(self) -> Listing {
        let Self { mut listing, tests, resolved, only_tests, tried, asked_for, has_failed, .. } = self;
        for named in resolved {
            let scope = if only_tests.get(&named).is_some_and(|only| *only) { "test" } else { "" };
            listing.add(&Named { scope: scope.to_owned(), ..named }, tests);
        }
        for (_, asked) in asked_for.into_iter().filter(|(name, _)| !tried.contains(name)) {
            listing.leave_out(asked, "only declared: no classpath that is listed has it");
        }
        if has_failed {
            listing.notes.push("Gradle's build failed: the list may not be whole".to_owned());
        }
        listing
    }
}

/// A line without the time that a log has before it.
fn without_time(mut line: &str) -> &str {
    line = line.trim();
    while line.starts_with(|c: char| c.is_ascii_digit() || c == '[') {
        line = line.split_once(' ').map_or("", |(_, rest)| rest.trim_start());
    }
    line
}

/// What stands behind the branch of a tree, before which are the lines of others.
fn entry(line: &str) -> Option<&str> {
    let line = line.trim_start_matches(['|', ' ']);
    BRANCHES.iter().find_map(|branch| line.strip_prefix(branch))
}

/// An entry, and the marks behind it.
fn without_marks(mut entry: &str) -> (&str, Vec<&str>) {
    let mut marks = Vec::new();
    while let Some((rest, mark)) = entry.rsplit_once(' ').filter(|(_, mark)| MARKS.contains(mark)) {
        marks.push(mark);
        entry = rest.trim_end();
    }
    (entry, marks)
}

/// What was chosen: another version, or something else altogether; nothing is what was asked for. What is asked for may have no version,
/// a range of versions, or `{strictly 1.0}`.
fn named(asked: &str, chosen: &str) -> Option<Named> {
    let three = |text: &str| -> Option<Named> {
        let mut parts = text.splitn(3, ':');
        let (group, artifact) = (parts.next()?.to_owned(), parts.next()?.to_owned());
        let version = parts.next().unwrap_or_default().to_owned();
        let is_name = |name: &str| !name.is_empty() && !name.contains(char::is_whitespace);
        (is_name(&group) && is_name(&artifact)).then(|| Named { group, artifact, version, ..Named::default() })
    };
    if chosen.contains(':') {
        return three(chosen);
    }
    let asked = three(asked)?;
    let version = if chosen.is_empty() { asked.version } else { chosen.to_owned() };
    Some(Named { version, ..asked })
}

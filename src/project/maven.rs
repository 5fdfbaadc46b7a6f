//! What `mvn dependency:list` and `mvn dependency:tree` print or write: text, and the tree as JSON, dot, GraphML or TGF.
//!
//! All but JSON name a dependency by one word, `group:artifact:type[:classifier]:version:scope`, whatever stands around it;
//! the word of a project itself has no scope. So words are what is looked for, in every line.

use std::borrow::Cow;
use std::collections::HashSet;

use serde_json::Value;

use super::listing::{Listing, Named};
use super::{ProjectError, Tests, lines};
use crate::text::floor;

const SCOPES: &[&str] = &["compile", "provided", "runtime", "test", "system", "import"];

/// Packagings of projects, as the tree's first line has them.
const PACKAGINGS: &[&str] =
    &["jar", "pom", "war", "ear", "ejb", "rar", "maven-plugin", "bundle", "aar", "eclipse-plugin"];

/// What stands above or instead of a list.
const MARKS: &[&str] = &["The following files have been resolved:", "[INFO]", "digraph \""];

/// Bytes of a line that are shown.
const LONGEST_SHOWN: usize = 160;

/// Deepest tree; Maven's own are seldom 20 deep. The JSON reader ends at 128 levels, two to a level of the tree.
const DEEPEST: usize = 128;

/// Whether a text looks like such output.
pub fn is_output(text: &str) -> bool {
    let text = plain(text);
    MARKS.iter().any(|mark| text.contains(mark))
        || text.lines().any(|line| words(line).any(|word| matches!(kind_of(word), Some(Word::Dependency(_)))))
        || text
            .lines()
            .next()
            .is_some_and(|line| words(line).any(|word| matches!(kind_of(word), Some(Word::Project(_)))))
}

/// Reads such output, of one module or of many.
pub fn read(text: &str, tests: Tests) -> Result<Listing, ProjectError> {
    let is_log = text.contains("[INFO]");
    let text = cleaned(text);
    let mut found = Found { tests, is_log, ..Found::default() };
    let mut rest = &text[..];
    let mut line_number = 1;
    while !rest.is_empty() {
        let (line, after) = rest.split_once('\n').unwrap_or((rest, ""));
        let is_object = line.trim_end() == "{" || line.starts_with("{\"");
        if is_object {
            let mut values = serde_json::Deserializer::from_str(rest).into_iter::<Value>();
            let value = match values.next() {
                Some(Ok(value)) => value,
                Some(Err(error)) => {
                    let line = line_number + error.line() - 1;
                    return Err(ProjectError::at(line, format!("the tree is broken: {error}")));
                }
                None => Value::Null,
            };
            found.tree(&value, 0);
            let (read, unread) = rest.split_at(values.byte_offset());
            line_number += read.matches('\n').count();
            rest = unread;
            continue;
        }
        found.line(line_number, line);
        line_number += 1;
        rest = after;
    }
    found.finish()
}

#[derive(Default)]
struct Found {
    listing: Listing,
    tests: Tests,
    /// `group:artifact` of the projects that were built.
    own: HashSet<String>,
    /// A list was there, if an empty one.
    has_list: bool,
    /// What Maven said on the way is there too.
    is_log: bool,
    has_failed: bool,
    /// The first line that looks like a dependency and is none.
    unknown: Option<(usize, String)>,
}

impl Found {
    fn line(&mut self, number: usize, line: &str) {
        self.has_list |= line.contains(MARKS[0]);
        self.has_failed |= line.trim() == "BUILD FAILURE";
        // `---< group:artifact >---` stands above each module.
        if line.starts_with("--") && line.contains("< ") {
            self.own.extend(words(line).filter(|word| word.matches(':').count() == 1).map(str::to_owned));
            return;
        }
        // What a verbose tree leaves out is in it elsewhere, or is another version.
        if line.contains("omitted for ") {
            return;
        }
        // A line that a person added.
        if !self.is_log
            && let Some(named) = lines::entry_of(line.trim()).filter(|_| kind_of(line.trim()).is_none())
        {
            self.listing.add(&named, self.tests);
            return;
        }
        for word in words(line) {
            match kind_of(word) {
                Some(Word::Dependency(named)) => self.listing.add(&named, self.tests),
                Some(Word::Project(name)) => {
                    self.has_list = true;
                    self.own.insert(name);
                }
                None if word.split(':').skip(4).any(|part| SCOPES.contains(&part)) => {
                    self.unknown.get_or_insert_with(|| (number, line.trim().to_owned()));
                }
                None => {}
            }
        }
    }

    /// A tree as JSON: the root is the project.
    fn tree(&mut self, value: &Value, depth: usize) {
        let text = |name: &str| value.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
        let named = Named {
            group: text("groupId"),
            artifact: text("artifactId"),
            version: text("version"),
            kind: text("type"),
            classifier: text("classifier"),
            scope: text("scope"),
        };
        if depth == 0 {
            self.has_list |= !named.group.is_empty();
            self.own.insert(format!("{}:{}", named.group, named.artifact));
        } else {
            self.listing.add(&named, self.tests);
        }
        if depth < DEEPEST {
            for child in value.get("children").and_then(Value::as_array).into_iter().flatten() {
                self.tree(child, depth + 1);
            }
        }
    }

    fn finish(self) -> Result<Listing, ProjectError> {
        let Self { mut listing, own, has_list, has_failed, unknown, .. } = self;
        let is_empty = listing.artifacts.is_empty() && listing.left_out.is_empty();
        if let Some((number, line)) = unknown.filter(|_| is_empty && has_list) {
            let line = floor(&line, LONGEST_SHOWN).escape_debug();
            return Err(ProjectError::at(number, format!("this is not as Maven lists a dependency: {line}")));
        }
        if is_empty && !has_list {
            let what = if has_failed {
                "Maven's build failed, and no dependency is listed"
            } else {
                "no dependency is listed"
            };
            return Err(ProjectError::new(what));
        }
        if has_failed {
            listing.notes.push("Maven's build failed: the list may not be whole".to_owned());
        }
        listing.without_own(|coordinate| own.contains(&format!("{}:{}", coordinate.group(), coordinate.artifact())));
        Ok(listing)
    }
}

/// The dependency that a text names as Maven does, `group:artifact:type[:classifier]:version:scope`.
pub fn dependency(text: &str) -> Option<Named> {
    match kind_of(text)? {
        Word::Dependency(named) => Some(named),
        Word::Project(_) => None,
    }
}

enum Word {
    Dependency(Named),
    /// `group:artifact` of a project.
    Project(String),
}

fn kind_of(word: &str) -> Option<Word> {
    let parts: Vec<&str> = without_file(word).split(':').collect();
    if !(4..=6).contains(&parts.len()) || parts.iter().any(|part| part.is_empty() || part.contains(['/', '='])) {
        return None;
    }
    let (last, before) = parts.split_last()?;
    let named = |classifier: &str, version: &str| Named {
        group: parts[0].to_owned(),
        artifact: parts[1].to_owned(),
        version: version.to_owned(),
        kind: parts[2].to_owned(),
        classifier: classifier.to_owned(),
        scope: (*last).to_owned(),
    };
    match before {
        [_, _, _, version] if SCOPES.contains(last) => Some(Word::Dependency(named("", version))),
        [_, _, _, classifier, version] if SCOPES.contains(last) => Some(Word::Dependency(named(classifier, version))),
        [group, artifact, kind] if PACKAGINGS.contains(kind) => Some(Word::Project(format!("{group}:{artifact}"))),
        _ => None,
    }
}

/// The word without the path of a file that Maven writes behind the scope where it is asked to.
fn without_file(word: &str) -> &str {
    let is_file = |rest: &str| {
        rest.starts_with(['/', '\\'])
            || matches!(rest.as_bytes(), [drive, b':', b'/' | b'\\', ..] if drive.is_ascii_alphabetic())
    };
    let mut colons = word.match_indices(':').map(|(at, _)| at);
    let end = colons.find(|at| {
        let scope = word[..*at].rsplit(':').next().unwrap_or_default();
        SCOPES.contains(&scope) && is_file(&word[at + 1..])
    });
    end.map_or(word, |end| &word[..end])
}

/// The words of a line: what blanks, quotes, angle brackets and parentheses stand around.
fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| c.is_whitespace() || matches!(c, '"' | '<' | '>' | '(' | ')' | ';'))
        .filter(|word| word.contains(':'))
}

/// The text without colours and without the `[INFO]` before each line; lines of other levels are emptied.
fn cleaned(text: &str) -> String {
    let text = plain(text);
    let mut out = String::with_capacity(text.len());
    for line in text.lines() {
        match line.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
            Some(("INFO", rest)) => out.push_str(rest.strip_prefix(' ').unwrap_or(rest)),
            Some(("WARNING" | "ERROR" | "DEBUG", _)) => {}
            _ => out.push_str(line),
        }
        out.push('\n');
    }
    out
}

/// The text without escape sequences of terminals.
fn plain(text: &str) -> Cow<'_, str> {
    if !text.contains('\x1b') {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\x1b') {
        out.push_str(&rest[..at]);
        let sequence = rest[at + 1..].strip_prefix('[').unwrap_or_default();
        let end = sequence.find(|c: char| ('\x40'..='\x7e').contains(&c)).map_or(0, |end| end + 1);
        rest = if end > 0 { &sequence[end..] } else { &rest[at + 1..] };
    }
    out.push_str(rest);
    Cow::Owned(out)
}

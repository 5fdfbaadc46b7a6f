//! What `mvn dependency:list` and `mvn dependency:tree` print or write: text, and the tree as JSON, dot, GraphML or TGF.
//!
//! All but JSON name a dependency by one word, `group:artifact:type[:classifier]:version:scope`, whatever stands around it. So
//! words are what is looked for, in every line. The word of a project itself has no scope, and neither have those of a list
//! that is asked for without: it is where they stand that tells one from the other.

use serde_json::Value;

use super::listing::{Listing, Named, OWN};
use super::log::plain;
use super::words::{self, Place, Word, is_project, words};
use super::{ProjectError, Tests, lines};
use crate::text::floor;

/// What stands above a list.
const HEADER: &str = "The following files have been resolved:";
/// What stands before the lines of a log.
const LEVEL: &str = "[INFO]";
/// All levels, as a log has them in brackets.
const LEVELS: &[&str] = &["INFO", "WARNING", "ERROR", "DEBUG"];
/// What stands above a list or a tree, or before its lines.
const MARKS: &[&str] = &[HEADER, LEVEL, "digraph \""];

/// Bytes of a line that are shown.
const LONGEST_SHOWN: usize = 160;

/// Deepest tree; Maven's own are seldom 20 deep. The JSON reader ends at 128 levels, two to a level of the tree.
const DEEPEST: usize = 128;

/// Whether a text is such output: by what Maven prints around its lists, else by all of its lines, of which each has to be one
/// that is read.
pub fn is_output(text: &str) -> bool {
    let text = plain(text);
    if lines::entries(&text).any(|(_, entry)| MARKS.iter().any(|mark| entry.contains(mark))) {
        return true;
    }
    let mut found = Found::new(&text, Tests::Wanted);
    let mut lines = (1..).zip(text.lines());
    lines.all(|(number, line)| found.line(number, line)) && found.has_any()
}

/// Reads such output, of one module or of many.
pub fn read(text: &str, tests: Tests) -> Result<Listing, ProjectError> {
    let text = plain(text);
    let mut found = Found::new(&text, tests);
    let text = messages(&text);
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
    /// `group:artifact` of the project that the next line says the version of.
    banner: Option<String>,
    /// A list was there, if an empty one.
    has_list: bool,
    has_header: bool,
    /// The lines read last are a list's.
    is_in_list: bool,
    /// A root that nothing has been read below of yet.
    root: Option<Named>,
    /// Nothing but a list or a tree is there, and lines that people added.
    is_plain: bool,
    has_failed: bool,
    /// Lines that name something and were not understood, with their numbers.
    odd: Vec<(usize, String)>,
}

impl Found {
    fn new(text: &str, tests: Tests) -> Self {
        let is_log = lines::entries(text).any(|(_, entry)| entry.contains(LEVEL));
        Self { tests, is_plain: !is_log && !text.trim_start().starts_with('<'), ..Self::default() }
    }

    fn has_any(&self) -> bool {
        self.root.is_some() || !self.listing.is_empty() || !self.listing.own.is_empty()
    }

    /// Reads a line, and tells whether it is one that Maven prints for a list or a tree, or one that a person may add there.
    fn line(&mut self, number: usize, line: &str) -> bool {
        let line = if self.is_plain { lines::without_comment(line) } else { line };
        self.has_failed |= line.trim() == "BUILD FAILURE";
        if line.contains(HEADER) {
            (self.has_list, self.has_header, self.is_in_list) = (true, true, true);
            return true;
        }
        if self.banner(line) {
            return true;
        }
        // What a verbose tree leaves out is in it elsewhere, or is another version.
        if line.contains("omitted for ") {
            return true;
        }
        let is_read = self.added(line) || self.named(line);
        self.is_in_list &= is_read;
        let is_odd =
            !is_read && (self.is_plain && line.contains(':') || words(line).any(|(_, word)| words::is_odd(word)));
        if is_odd {
            self.odd.push((number, line.trim().to_owned()));
        }
        is_read || is_without_names(line)
    }

    /// Reads what stands above each module: `---< group:artifact >---`, and below it `Building name version [1/3]`.
    fn banner(&mut self, line: &str) -> bool {
        if let Some(name) = self.banner.take() {
            let said = line.strip_prefix("Building ").unwrap_or_default().trim_end();
            let said = said.rsplit_once(" [").filter(|_| said.ends_with(']')).map_or(said, |(said, _)| said);
            let version = said.split_whitespace().next_back().unwrap_or_default();
            let (group, artifact) = name.split_once(':').unwrap_or_default();
            self.listing.own.add_named(group, artifact, version);
        }
        let is_banner = line.starts_with("--") && line.contains("< ");
        if is_banner {
            let mut names = words(line).map(|(_, word)| word);
            self.banner = names.find(|word| word.matches(':').count() == 1).map(str::to_owned);
        }
        is_banner
    }

    /// Reads a line that a person added.
    fn added(&mut self, line: &str) -> bool {
        let named = lines::entry_of(line.trim()).filter(|_| self.is_plain && words::read(line.trim()).is_none());
        if let Some(named) = &named {
            self.listing.add(named, self.tests);
        }
        named.is_some()
    }

    /// Reads what a line of Maven's names.
    fn named(&mut self, line: &str) -> bool {
        let mut is_read = false;
        for (at, word) in words(line) {
            let place = Place::of(line, at, word);
            match words::read(word) {
                Some(Word::Dependency(named)) => {
                    self.listing.add(&named, self.tests);
                    self.root_ends(true);
                }
                Some(Word::Bare(named)) if self.is_listed(place) => self.listing.add(&named, self.tests),
                Some(Word::Bare(named)) if is_project(&named) && place == Place::Node => self.is_own(&named),
                Some(Word::Bare(named)) if is_project(&named) && place == Place::Root => {
                    self.root_ends(false);
                    self.root = Some(named);
                }
                _ => continue,
            }
            is_read = true;
        }
        is_read
    }

    /// Whether a word without a scope is an entry of a list. Lists of modules that are built at once stand in each other.
    fn is_listed(&self, place: Place) -> bool {
        match place {
            Place::Root => self.is_in_list,
            Place::Entry { is_indented } => self.is_in_list || (self.has_header && is_indented),
            Place::Node | Place::Elsewhere => false,
        }
    }

    /// Tells what the last root was: that of a tree, or alone in a plain list one more line that a person added.
    fn root_ends(&mut self, has_child: bool) {
        match self.root.take() {
            Some(root) if self.is_plain && self.has_header && !has_child => self.listing.add(&root, self.tests),
            Some(root) => {
                if self.is_plain && !has_child {
                    let Named { group, artifact, version, .. } = &root;
                    self.listing.leave_out(format!("{group}:{artifact}:{version}"), OWN);
                }
                self.is_own(&root);
            }
            None => {}
        }
    }

    fn is_own(&mut self, named: &Named) {
        self.has_list = true;
        self.listing.own.add_named(&named.group, &named.artifact, &named.version);
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
            self.listing.own.add_named(&named.group, &named.artifact, &named.version);
        } else {
            self.listing.add(&named, self.tests);
        }
        if depth < DEEPEST {
            for child in value.get("children").and_then(Value::as_array).into_iter().flatten() {
                self.tree(child, depth + 1);
            }
        }
    }

    fn finish(mut self) -> Result<Listing, ProjectError> {
        self.root_ends(false);
        let Self { mut listing, has_list, has_failed, odd, .. } = self;
        let shown = |line: &str| floor(line, LONGEST_SHOWN).escape_debug().to_string();
        if listing.is_empty() {
            if let Some((number, line)) = odd.first().filter(|_| has_list) {
                let what = format!("this is not as Maven lists a dependency: {}", shown(line));
                return Err(ProjectError::at(*number, what));
            }
            if !has_list {
                let what = if has_failed {
                    "Maven's build failed, and no dependency is listed"
                } else {
                    "no dependency is listed"
                };
                return Err(ProjectError::new(what));
            }
        }
        for (number, line) in odd {
            listing.leave_out(format!("line {number}: {}", shown(&line)), "not understood");
        }
        if has_failed {
            listing.notes.push("Maven's build failed: the list may not be whole".to_owned());
        }
        Ok(listing)
    }
}

/// Whether a line names nothing: a blank one, `none` in an empty list, and what stands around the nodes of a graph.
fn is_without_names(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    match words[..] {
        [] | ["none" | "}"] => true,
        // An edge of a graph as TGF.
        [one, other, _] => is_number(one) && is_number(other),
        _ => false,
    }
}

/// The messages of a log, without what stands around each: its level, before that what somebody adds (a time, a thread),
/// behind it the name of its logger. Lines of other levels are emptied; what is no log stays as it is.
fn messages(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.lines() {
        match level(line) {
            Some(("INFO", message)) => out.push_str(without_logger(message.strip_prefix(' ').unwrap_or(message))),
            Some(_) => {}
            None => out.push_str(line),
        }
        out.push('\n');
    }
    out
}

/// The level of a line of a log, and what is behind it. What names a dependency, or a comment, stands before no level.
fn level(line: &str) -> Option<(&str, &str)> {
    let (before, level, message) = line.match_indices('[').find_map(|(at, _)| {
        let (level, message) = line[at + 1..].split_once(']')?;
        LEVELS.contains(&level).then_some((&line[..at], level, message))
    })?;
    let is_around =
        !before.trim_start().starts_with('#') && words(before).all(|(_, word)| words::dependency(word).is_none());
    is_around.then_some((level, message))
}

/// A message without the name of its logger, which stands there where somebody asks for it: `ListMojo - message`.
fn without_logger(message: &str) -> &str {
    let is_name = |name: &str| {
        name.starts_with(|c: char| c.is_ascii_alphabetic())
            && name.chars().all(|c| c.is_ascii_alphanumeric() || "._$".contains(c))
    };
    message.split_once(" - ").filter(|(name, _)| is_name(name)).map_or(message, |(_, message)| message)
}

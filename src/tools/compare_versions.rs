//! `compare_versions`: what changed between two versions of an artifact, and what that means to those who use it.

mod classes;
mod filter;

use std::sync::Arc;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

use self::classes::NotBuilt;
use self::filter::Filter;
use super::hierarchy::{self, Known};
use super::page::{Page, Span, Style};
use super::paging::{Pagination, Request, Row as Paged};
use super::resolve::{self, Found, Rows};
use super::{Answer, Call, Command, Hints, ParamKind, Positional, Tool, budget, notes, params, schema, symbol};
use crate::compare::{
    self, Above, Change, CompareError, Compatibility, Hierarchy, Question, Row, Super, Version, unified,
};
use crate::coordinate;
use crate::error::{Failure, Incomplete, Status};
use crate::index::Opened;
use crate::model::{LineRange, Origin};
use crate::store::TypeRow;
use crate::text::lines::Lines;

pub(super) static TOOL: Tool = Tool {
    name: "compare_versions",
    title: "Compare two versions",
    description: "What changed between two versions of a library: types and members added, removed, changed, deprecated, moved to a supertype, bodies; each breaking, source_only or compatible, with the rule. Breaking first.",
    params: &[
        params::GROUP,
        params::ARTIFACT,
        params::required("from_version", ParamKind::Text, ""),
        params::required("to_version", ParamKind::Text, ""),
        params::optional("package_filter", ParamKind::Text, "exact, or a glob: org.x.**"),
        params::optional("type_name", ParamKind::Text, "this type and those in it"),
        params::optional("change", ParamKind::TextList, "added, removed, signature_changed, body_changed, ..."),
        params::optional("compatibility", ParamKind::TextList, "breaking (also if unsure), source_only, compatible"),
        params::optional("visibility", ParamKind::Choice(&["public", "all"]), "default public: and protected"),
        params::optional("include_diff", ParamKind::Flag, "unified diffs of the declarations"),
        params::PAGE,
        params::PAGE_SIZE,
    ],
    hints: Hints { read_only: true, destructive: false, idempotent: true, open_world: true },
    command: Command {
        verb: "diff",
        positionals: &[Positional::FromCoordinate, Positional::Param("to_version", "V2")],
        shortcuts: &[],
        presets: &[],
    },
    output: schema::output::<Changes>,
    run,
};

/// Most lines of one diff in an answer.
const LONGEST_DIFF: usize = 6 * 1024;

/// What is counted as neither class.
const UNSURE: &str = "unsure";

/// The changes of one page, and what all of them come to.
#[derive(Debug, Serialize, JsonSchema)]
struct Changes {
    status: &'static str,
    from: String,
    to: String,
    /// Whether any change is breaking, those that `change` and `compatibility` leave out as well; those that are unsure do not count.
    breaking: bool,
    /// Of the changes that are asked for.
    summary: Summary,
    pagination: Pagination,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    truncated: bool,
    changes: Vec<Listed>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    incomplete: Vec<Incomplete>,
    #[serde(skip)]
    #[schemars(skip)]
    all: All,
}

/// How many changes there are, how many of them are breaking, and how many more of them may be, whichever `change` and `compatibility`
/// choose.
#[derive(Debug, Clone, Copy)]
struct All {
    changes: u64,
    breaking: u64,
    perhaps: u64,
}

impl All {
    fn of(rows: &[Row]) -> Self {
        let breaking = || rows.iter().filter(|row| row.compatibility == Compatibility::Breaking);
        let perhaps = breaking().filter(|row| row.unsure).count() as u64;
        Self { changes: rows.len() as u64, breaking: breaking().count() as u64 - perhaps, perhaps }
    }
}

/// Numbers of changes, of every page; those that are none are left out. Of `compatibility`, `unsure` are those that `unsure`
/// is said of, which are not counted otherwise.
#[derive(Debug, Default, Serialize, JsonSchema)]
struct Summary {
    types: Counts,
    members: Counts,
    compatibility: Counts,
}

/// A word and how often it is met.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[serde(transparent)]
struct Counts(Map<String, Value>);

impl Counts {
    fn add(&mut self, word: &str) {
        let count = self.0.get(word).and_then(Value::as_u64).unwrap_or(0);
        self.0.insert(word.to_owned(), (count + 1).into());
    }

    /// `3 added, 1 removed`; nothing where there is none.
    fn shown(&self) -> Option<String> {
        let parts: Vec<String> = self
            .0
            .iter()
            .filter(|(_, count)| count.as_u64() != Some(0))
            .map(|(word, count)| format!("{count} {word}"))
            .collect();
        (!parts.is_empty()).then(|| parts.join(", "))
    }
}

/// One change.
#[derive(Debug, Clone, Serialize, JsonSchema)]
struct Listed {
    change: &'static str,
    /// What else changed of the same declaration.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    also: Vec<&'static str>,
    kind: &'static str,
    symbol: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    old: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    new: Option<String>,
    /// The supertype that declares it now.
    #[serde(skip_serializing_if = "Option::is_none")]
    moved_to: Option<String>,
    /// The artifact of that supertype, where it is another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    artifact: Option<String>,
    /// The public subtype by which users see a member of a type that is not public.
    #[serde(skip_serializing_if = "Option::is_none")]
    seen_through: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lines: Option<BothLines>,
    compatibility: &'static str,
    /// It hangs on a supertype that is not indexed, or is in another version than the one that is used, or on what Lombok adds, as
    /// `incomplete` says. Compatible: or on whether the type that Kotlin infers changed.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    unsure: bool,
    rule: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    diff: Option<String>,
    #[serde(skip)]
    #[schemars(skip)]
    owner: String,
}

/// Lines of a declaration in both versions.
#[derive(Debug, Clone, Serialize, JsonSchema)]
struct BothLines {
    old: String,
    new: String,
}

impl Paged for Listed {
    // What is clipped first where a page does not fit.
    fn description(&mut self) -> Option<&mut String> {
        self.diff.as_mut()
    }
}

fn run(call: &Call<'_>) -> Result<Box<dyn Answer>, Failure> {
    let mut filter = Filter::of(call)?;
    let (group, artifact) = (call.args.required("group_id")?, call.args.required("artifact_id")?);
    let open = |argument| {
        let given = call.args.required(argument)?;
        // The whole coordinate of the same library says no more than its version.
        let version = given.strip_prefix(&format!("{group}:{artifact}:")).unwrap_or(given);
        if version.contains(':') {
            let hint = format!("give a version of {group}:{artifact}: artifacts of other names are not compared");
            return Err(Failure::argument(argument, format_args!("is {version}, another library")).hint(hint));
        }
        coordinate::check(argument, version)?;
        call.explorer.open(group, artifact, Some(version), call.work)
    };
    let (old, new) = (open("from_version")?, open("to_version")?);
    filter.check(call, &old, &new)?;
    let (old_has_bodies, new_has_bodies) = (has_bodies(&old)?, has_bodies(&new)?);
    let is_mixed = is_mixed(&old, old_has_bodies) || is_mixed(&new, new_has_bodies);
    let same_origin = old_has_bodies == new_has_bodies && !is_mixed;
    let wants = |package: &str, name: &str| filter.wants_type(package, name);
    let question = Question { old: Arc::clone(&old.index), new: Arc::clone(&new.index), wants: &wants, same_origin };
    let mut supertypes = Supertypes { call, old: &old, new: &new, known: Known::default() };
    let compared = compare::compare(&question, &mut supertypes, call.work).map_err(|error| match error {
        CompareError::Store(Version::Old, error) => resolve::store_failed(&old, &error),
        CompareError::Store(Version::New, error) => resolve::store_failed(&new, &error),
        CompareError::Failure(failure) => failure,
    })?;
    let mut rows: Vec<Row> = compared.rows.into_iter().filter(|row| filter.sees(row)).collect();
    let not_built = NotBuilt::among(&mut rows, call, &old, &new);
    let all = All::of(&rows);
    rows.retain(|row| filter.wants(row));
    let mut incomplete = not_built.notes(&rows, &old, &new);
    incomplete.extend(gaps(&old, &new, compared.incomplete)?);
    // Where one version has no bodies at all that is said already.
    if is_mixed && reads_bodies(old.origin) == reads_bodies(new.origin) {
        incomplete.push(Incomplete::new(
            "bodies, annotations and initial values",
            "some types have a source and some are known from class files alone",
        ));
    }
    let mut answer = Changes {
        status: Status::Success.as_str(),
        from: old.coordinate.version().to_owned(),
        to: new.coordinate.version().to_owned(),
        breaking: all.breaking > 0,
        summary: summary(&rows),
        pagination: Pagination::default(),
        truncated: false,
        changes: Vec::new(),
        incomplete: resolve::bounded(incomplete),
        all,
    };
    let lines = old_has_bodies && new_has_bodies;
    let diffs = call.args.flag("include_diff", false) && same_origin && new_has_bodies;
    let diff_room = if diffs { LONGEST_DIFF * 2 } else { 0 };
    let paged = Request::of(call).page(
        &rows,
        &answer,
        |row| weight(row) + diff_room,
        |row| Listed { diff: if diffs { diff(row, &old, &new) } else { None }, ..listed(row, lines) },
    );
    (answer.pagination, answer.truncated, answer.changes) = (paged.pagination, paged.truncated, paged.rows);
    Ok(Box::new(answer))
}

/// Whether the bodies of all types are in what is indexed.
fn has_bodies(artifact: &Opened) -> Result<bool, Failure> {
    let of_outlines = |origin: &Origin| matches!(origin, Origin::Bytecode | Origin::Decompiled);
    let origins = artifact.index.types_by_origin().of(artifact)?;
    Ok(reads_bodies(artifact.origin) && !origins.iter().any(|(origin, _)| of_outlines(origin)))
}

/// Whether only some of an artifact's types have bodies.
fn is_mixed(artifact: &Opened, has_bodies: bool) -> bool {
    reads_bodies(artifact.origin) && !has_bodies
}

/// Whether bodies are in what is indexed.
fn reads_bodies(origin: Origin) -> bool {
    matches!(origin, Origin::Source | Origin::Git)
}

fn summary(rows: &[Row]) -> Summary {
    let mut summary = Summary::default();
    for compatibility in Compatibility::ALL {
        summary.compatibility.0.insert(compatibility.as_str().to_owned(), 0.into());
    }
    for change in Change::ALL {
        for row in rows.iter().filter(|row| row.change == change) {
            let counts = if row.member.is_some() { &mut summary.members } else { &mut summary.types };
            counts.add(change.as_str());
        }
    }
    for row in rows {
        summary.compatibility.add(if row.unsure { UNSURE } else { row.compatibility.as_str() });
    }
    summary
}

/// What was not compared.
fn gaps(old: &Opened, new: &Opened, more: Vec<Incomplete>) -> Result<Vec<Incomplete>, Failure> {
    let mut gaps = Vec::new();
    for artifact in [old, new] {
        let known = &artifact.incomplete;
        let problems = artifact.index.problems().of(artifact)?;
        let named = |problem: &Incomplete| Incomplete {
            what: format!("{}: {}", artifact.coordinate.version(), problem.what),
            ..problem.clone()
        };
        gaps.extend(problems.iter().filter(|problem| !known.contains(problem)).map(named));
        gaps.extend(known.iter().cloned());
    }
    if old.origin != new.origin {
        let what = if reads_bodies(old.origin) == reads_bodies(new.origin) {
            None
        } else {
            Some("bodies, annotations and initial values".to_owned())
        };
        gaps.extend(what.map(|what| {
            let (old_version, new_version) = (old.coordinate.version(), new.coordinate.version());
            let (old, new) = (old.origin.as_str(), new.origin.as_str());
            Incomplete::new(what, format!("{old_version} is of {old}, {new_version} of {new}"))
        }));
    } else if !reads_bodies(old.origin) {
        gaps.push(Incomplete::new("bodies", format!("both versions are of {}", old.origin.as_str())));
    }
    gaps.extend(more);
    Ok(gaps)
}

/// The symbol of what changed.
fn symbol_of(row: &Row) -> String {
    let Some(member) = &row.member else { return row.owner.clone() };
    let name = symbol::bare(&member.name);
    match &member.parameters {
        None => format!("{}#{name}", row.owner),
        Some(parameters) => {
            let types = member.receiver.iter().chain(parameters).map(|text| symbol::simple_type(text));
            format!("{}#{name}({})", row.owner, types.collect::<Vec<_>>().join(", "))
        }
    }
}

fn listed(row: &Row, lines: bool) -> Listed {
    let range = |lines: LineRange| {
        if lines.start == lines.end { lines.start.to_string() } else { format!("{}-{}", lines.start, lines.end) }
    };
    let both = row.old_place.zip(row.new_place).filter(|_| lines && row.change == Change::BodyChanged);
    let (moved_to, artifact) = row.moved_to.clone().map_or((None, None), |(name, artifact)| (Some(name), artifact));
    Listed {
        change: row.change.as_str(),
        also: row.also.iter().map(|change| change.as_str()).collect(),
        kind: row.kind,
        symbol: symbol_of(row),
        old: row.old.clone(),
        new: row.new.clone(),
        moved_to,
        artifact,
        seen_through: row.seen_through.clone(),
        unsure: row.unsure,
        lines: both.map(|(old, new)| BothLines { old: range(old.lines), new: range(new.lines) }),
        compatibility: row.compatibility.as_str(),
        rule: row.rule.clone(),
        diff: None,
        owner: row.owner.clone(),
    }
}

fn weight(row: &Row) -> usize {
    let texts = [&row.old, &row.new].into_iter().flatten().map(|text| budget::escaped_size(text)).sum::<usize>();
    let member = row.member.as_ref().map_or(0, |member| {
        let parameters = member.parameters.iter().flatten().map(|text| budget::escaped_size(text) + 2).sum::<usize>();
        member.name.len() + parameters + member.receiver.as_ref().map_or(0, String::len)
    });
    let moved =
        row.moved_to.as_ref().map_or(0, |(name, artifact)| name.len() + artifact.as_ref().map_or(0, String::len));
    let seen = row.seen_through.as_ref().map_or(0, |name| budget::escaped_size(name));
    texts + budget::escaped_size(&row.owner) * 2 + member * 2 + moved + seen + row.rule.len() + 360
}

/// The unified diff of a declaration that is in both versions.
fn diff(row: &Row, old: &Opened, new: &Opened) -> Option<String> {
    let (before, after) = row.old_place.zip(row.new_place)?;
    let piece = |artifact: &Opened, place: compare::Place| {
        let text = artifact.index.text(place.file).ok()?;
        let range = Lines::of(&text).bytes_of(place.lines.start, place.lines.end);
        Some(text[range].to_owned())
    };
    let (old, new) = (piece(old, before)?, piece(new, after)?);
    let diff = unified((&old, before.lines.start), (&new, after.lines.start))?;
    Some(budget::clip(&diff, LONGEST_DIFF)).filter(|diff| !diff.is_empty())
}

/// The hierarchies of both versions.
struct Supertypes<'a> {
    call: &'a Call<'a>,
    old: &'a Opened,
    new: &'a Opened,
    /// What the walks up have found out: most types have their supertypes in common with others.
    known: Known,
}

impl Supertypes<'_> {
    const fn artifact(&self, version: Version) -> &Opened {
        match version {
            Version::Old => self.old,
            Version::New => self.new,
        }
    }
}

impl Hierarchy for Supertypes<'_> {
    fn above(&mut self, version: Version, types: &[&TypeRow]) -> Result<Above, Failure> {
        let artifact = self.artifact(version);
        let found = Found { artifact: artifact.clone(), types: types.iter().map(|row| (*row).clone()).collect() };
        let walk = hierarchy::ancestors_with(self.call, &self.known, &found)?;
        let supers = walk.ancestors.into_iter().map(|ancestor| Super {
            artifact: (ancestor.artifact.coordinate != artifact.coordinate)
                .then(|| ancestor.artifact.coordinate.to_string()),
            index: ancestor.artifact.index,
            types: ancestor.types,
            instead_of: ancestor.instead_of,
        });
        let missing = walk.incomplete.into_iter().filter(Incomplete::is_gap);
        Ok(Above { supers: supers.collect(), missing: missing.collect() })
    }

    fn names_above(&mut self, version: Version, from: &TypeRow, name: &str) -> Result<Option<Vec<String>>, Failure> {
        let Some(found) = hierarchy::qualified(self.call, &self.known, (self.artifact(version), from), name)? else {
            return Ok(None);
        };
        let walk = hierarchy::ancestors_with(self.call, &self.known, &found)?;
        let missing = walk.incomplete.into_iter().filter(Incomplete::is_gap).map(|missing| missing.what);
        Ok(Some(walk.ancestors.iter().map(hierarchy::Ancestor::name).chain(missing).collect()))
    }
}

impl Answer for Changes {
    fn json(&self) -> Value {
        super::to_json(self)
    }

    fn page(&self, page: &mut Page) {
        let All { changes, breaking, perhaps } = self.all;
        let perhaps = if perhaps == 0 { String::new() } else { format!(", {perhaps} more perhaps") };
        let listed = self.pagination.total_count;
        let listed = if listed == changes { String::new() } else { format!(", {listed} of them asked for") };
        page.spans(vec![
            Span(Style::Heading, format!("{} -> {}", self.from, self.to)),
            Span(
                if self.breaking { Style::Warning } else { Style::Plain },
                format!("  breaking: {breaking} of {changes} changes{perhaps}{listed}"),
            ),
        ]);
        for (what, counts) in [
            ("types", &self.summary.types),
            ("members", &self.summary.members),
            ("compatibility", &self.summary.compatibility),
        ] {
            if let Some(shown) = counts.shown() {
                page.line(Style::Faint, format!("{what}: {shown}"));
            }
        }
        for group in self.changes.chunk_by(|left, right| left.owner == right.owner) {
            page.line(Style::Heading, group[0].owner.clone());
            for change in group {
                change.page(page);
            }
        }
        if self.changes.is_empty() {
            notes::empty(page, self.pagination, "changes");
        }
        notes::pages(page, self.pagination, "changes");
        notes::incomplete(page, &self.incomplete);
    }
}

impl Listed {
    fn page(&self, page: &mut Page) {
        let member = self.symbol.rsplit_once('#').map_or(self.symbol.as_str(), |(_, member)| member);
        let short = |text: &Option<String>| text.clone().unwrap_or_else(|| member.to_owned());
        let (mark, text) = match self.change {
            "added" => ("+", short(&self.new)),
            "removed" => ("-", short(&self.old)),
            "moved_to_supertype" => {
                let artifact = self.artifact.as_ref().map(|artifact| format!(" ({artifact})")).unwrap_or_default();
                let to = self.moved_to.as_deref().unwrap_or_default();
                let now = self.new.as_ref().filter(|new| self.old.as_ref() != Some(new));
                let now = now.map(|new| format!(" -> {new}")).unwrap_or_default();
                ("^", format!("{member} moved to {to}{artifact}: {}{now}", short(&self.old)))
            }
            "body_changed" => match &self.lines {
                Some(lines) => ("=", format!("{member} lines {} -> {}", lines.old, lines.new)),
                None => ("=", member.to_owned()),
            },
            _ if self.old == self.new => ("~", short(&self.new)),
            _ => ("~", format!("{} -> {}", short(&self.old), short(&self.new))),
        };
        let changes: Vec<&str> = std::iter::once(self.change).chain(self.also.iter().copied()).collect();
        let unsure = if self.unsure { ", unsure" } else { "" };
        let seen = self.seen_through.as_ref().map_or_else(String::new, |name| format!(", seen through {name}"));
        let style = if self.compatibility == "breaking" && !self.unsure { Style::Warning } else { Style::Faint };
        page.row(
            2,
            vec![
                Span(style, mark.to_owned()),
                Span(Style::Kind, self.kind.to_owned()),
                Span(Style::Name, text),
                Span(
                    style,
                    format!("({}, {}{unsure}, {}{seen})", changes.join(" and "), self.compatibility, self.rule),
                ),
            ],
        );
        if let Some(diff) = &self.diff {
            page.source(diff.clone(), None, 1);
        }
    }
}

//! `list_types`: the types of an artifact or of packages, by name.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::filter::{NameFilter, PackageFilter};
use super::page::{Item, Page, Span, Style};
use super::paging::{Pagination, Request, Row};
use super::resolve::{self, Rows};
use super::{Answer, Call, Command, Hints, ParamKind, Positional, Tool, budget, notes, params, schema};
use crate::error::{Failure, Incomplete, Status};
use crate::index::Opened;
use crate::model::{Origin, TypeKind};
use crate::store::TypeRow;
use crate::text::escape::visible;

@@TOOL@@
/// The types of one page.
#[derive(Debug, Serialize, JsonSchema)]
struct Types {
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<String>,
    /// The one package that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    package: Option<String>,
    origin: Origin,
    /// What to ask instead, where nothing can be here.
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    pagination: Pagination,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    truncated: bool,
    types: Vec<Listed>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    incomplete: Vec<Incomplete>,
}

/// One type; its name is relative to the package.
#[derive(Debug, Serialize, JsonSchema)]
struct Listed {
    name: String,
    kind: String,
    language: String,
    /// Where no one package was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    package: Option<String>,
    /// The file, where the name is declared in several.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    /// The Java release of a multi-release overlay.
    #[serde(skip_serializing_if = "Option::is_none")]
    release: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
}

impl Row for Listed {
    fn description(&mut self) -> Option<&mut String> {
        self.description.as_mut()
    }
}

/// A type and whether others bear its name.
struct Entry {
    row: TypeRow,
    doubled: bool,
}

fn run(call: &Call<'_>) -> Result<Box<dyn Answer>, Failure> {
    let names = NameFilter::of(call.args)?;
    let packages = call.args.text("package_filter").map(|text| PackageFilter::new("package_filter", text)).transpose()?;
    let artifact = resolve::open(call)?;
    let (ids, package, message) = choose(&artifact, packages.as_ref())?;
    let release = call.args.number("release").and_then(|release| u32::try_from(release).ok());
    let tests = call.args.flag("include_tests", true);
    let mut rows = artifact.index.types(ids.as_deref(), release).of(&artifact)?;
    rows.retain(|row| (tests || !row.test) && names.as_ref().is_none_or(|names| passes(names, &row.name)));
    let entries = entries(rows);
    let mut answer = Types {
        status: Status::Success.as_str(),
        version: resolve::assumed_version(&artifact),
        package,
        origin: artifact.origin,
        message,
        pagination: Pagination::default(),
        truncated: false,
        types: Vec::new(),
        incomplete: incomplete(&artifact)?,
    };
    let described = call.args.flag("include_description", false);
    let single = answer.package.is_some();
    let make = |entry: &Entry| listed(entry, single, described);
    let weight = |entry: &Entry| weight(entry, described);
    let paged = Request::of(call).page(&entries, &answer, weight, make);
    (answer.pagination, answer.truncated, answer.types) = (paged.pagination, paged.truncated, paged.rows);
    Ok(Box::new(answer))
}

type Chosen = (Option<Vec<u32>>, Option<String>, Option<String>);

/// The ids of the packages to list, the one package asked for, and what to say where it holds none.
fn choose(artifact: &Opened, filter: Option<&PackageFilter>) -> Result<Chosen, Failure> {
    match filter {
        None => Ok((None, None, None)),
        Some(PackageFilter::Exact(name)) => {
            if let Some(package) = artifact.index.package(name).of(artifact)? {
                return Ok((Some(vec![package.id]), Some(name.clone()), None));
            }
            let inside = format!("{name}.");
            let below = artifact.index.packages().of(artifact)?;
            let below = below.iter().filter(|package| package.name.starts_with(&inside)).count();
            if below == 0 && !name.is_empty() {
                return Err(super::list_packages::package_not_found(artifact, name));
            }
            let name = visible(name).into_owned();
            let message = (below > 0).then(|| format!("{name} holds no types itself; package_filter {name}.** takes the {below} packages below it"));
            Ok((Some(Vec::new()), Some(name), message))
        }
        Some(glob) => {
            let mut packages = artifact.index.packages().of(artifact)?;
            packages.retain(|package| glob.matches(&package.name));
            Ok((Some(packages.into_iter().map(|package| package.id).collect()), None, None))
        }
    }
}

/// A filter sees `Outer.Inner` and its last segment.
fn passes(filter: &NameFilter, name: &str) -> bool {
    filter.matches(name) || name.rsplit_once('.').is_some_and(|(_, last)| filter.matches(last))
}

/// One entry to a type: a facade of several files is one, `expect` and `actual` are two.
fn entries(rows: Vec<TypeRow>) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::with_capacity(rows.len());
    for row in rows {
        let same = entries.last().is_some_and(|last| last.row.name == row.name && last.row.package == row.package);
        if let (true, Some(last)) = (same, entries.last_mut()) {
            if row.kind == TypeKind::Facade && last.row.kind == TypeKind::Facade && row.part != last.row.part {
                last.row.description = last.row.description.take().or(row.description);
                continue;
            }
            last.doubled = true;
        }
        entries.push(Entry { row, doubled: same });
    }
    entries
}

fn listed(entry: &Entry, single: bool, described: bool) -> Listed {
    let row = &entry.row;
    Listed {
        name: row.name.clone(),
        kind: row.kind.as_str().to_owned(),
        language: row.language.as_str().to_owned(),
        package: (!single).then(|| row.package.clone()),
        file: entry.doubled.then(|| row.file_path.clone()),
        release: row.release,
        description: if described { row.description.clone() } else { None },
    }
}

fn weight(entry: &Entry, described: bool) -> usize {
    let row = &entry.row;
    let description = row.description.as_deref().filter(|_| described).map_or(0, budget::escaped_size);
    let file = if entry.doubled { budget::escaped_size(&row.file_path) } else { 0 };
    budget::escaped_size(&row.name) + budget::escaped_size(&row.package) + description + file + 128
}

/// What the list may lack: files that did not parse cleanly, and what of the artifact could not be read.
fn incomplete(artifact: &Opened) -> Result<Vec<Incomplete>, Failure> {
    let mut incomplete = artifact.incomplete.clone();
    for problem in artifact.index.problems().of(artifact)? {
        if !incomplete.contains(&problem) {
            incomplete.push(problem);
        }
    }
    Ok(resolve::bounded(incomplete))
}

impl Answer for Types {
    fn json(&self) -> Value {
        super::to_json(self)
    }

    fn page(&self, page: &mut Page) {
        if let Some(version) = &self.version {
            page.line(Style::Heading, version.clone());
        }
        if self.package.is_some() {
            self.types.iter().for_each(|listed| page.row(0, columns(listed, listed.language == "kotlin" && self.is_mixed())));
        } else {
            self.types.chunk_by(|left, right| left.package == right.package).for_each(|types| package_page(types, page));
        }
        if let Some(message) = &self.message {
            page.line(Style::Faint, message.clone());
        } else if self.types.is_empty() {
            notes::empty(page, self.pagination, "types");
        }
        notes::pages(page, self.pagination, "types");
        notes::incomplete(page, &self.incomplete);
    }

    fn found(&self) -> bool {
        !self.types.is_empty()
    }
}

impl Types {
    /// Whether both languages are on this page.
    fn is_mixed(&self) -> bool {
        is_mixed(&self.types)
    }
}

fn is_mixed(types: &[Listed]) -> bool {
    types.iter().any(|listed| listed.language != types[0].language)
}

/// The types of one package under its name: on one line, or one to a line with their descriptions.
fn package_page(types: &[Listed], page: &mut Page) {
    let package = types[0].package.as_deref().unwrap_or_default();
    let name = if package.is_empty() { "(default package)" } else { package };
    let mixed = is_mixed(types);
    let kotlin = if !mixed && types[0].language == "kotlin" { "  (kotlin)" } else { "" };
    page.spans(vec![Span(Style::Heading, name.to_owned()), Span(Style::Faint, kotlin.to_owned())]);
    let marked = |listed: &Listed| mixed && listed.language == "kotlin";
    if types.iter().any(|listed| listed.description.is_some()) {
        types.iter().for_each(|listed| page.row(2, columns(listed, marked(listed))));
    } else {
        page.names(2, types.iter().map(|listed| Item { label: columns(listed, marked(listed)), details: Vec::new() }).collect());
    }
}

/// `class Alpha`, and what else there is to say of it.
fn columns(listed: &Listed, marked: bool) -> Vec<Span> {
    let colon = if listed.description.is_some() { ":" } else { "" };
    let mut name = listed.name.clone();
    let mut columns = vec![Span(Style::Kind, listed.kind.clone())];
    let mut notes: Vec<String> = marked.then(|| listed.language.clone()).into_iter().collect();
    notes.extend(listed.file.clone());
    notes.extend(listed.release.map(|release| format!("release {release}")));
    if notes.is_empty() {
        name.push_str(colon);
        columns.push(Span(Style::Name, name));
    } else {
        columns.push(Span(Style::Name, name));
        columns.push(Span(Style::Faint, format!("({}){colon}", notes.join(", "))));
    }
    columns.extend(listed.description.clone().map(|description| Span(Style::Faint, description)));
    columns
}

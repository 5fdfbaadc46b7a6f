//! `list_types`: the types of an artifact or of packages, by name.

use std::collections::HashMap;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::page::{Item, Page, Span, Style};
use super::paging::{Pagination, Request, Row};
use super::resolve::{self, Rows};
use super::unmatched::{self, Name};
use super::{Answer, Call, Command, Hints, ParamKind, Positional, Tool, budget, notes, params, schema};
use crate::error::{Failure, Incomplete, Status};
use crate::index::Opened;
use crate::model::{Origin, TypeKind};
use crate::search::pattern::{NamePattern, PackagePattern};
use crate::store::{PackageRow, TypeName, TypeNames};
use crate::text::escape::visible;

pub(super) static TOOL: Tool = Tool {
    name: "list_types",
    title: "List types",
    description: "List the classes, interfaces, enums, records, annotations and Kotlin objects, facades and typealiases of an artifact or package, or find one by name.",
    params: &[
        params::GROUP,
        params::ARTIFACT,
        params::VERSION,
        params::optional("package_filter", ParamKind::Text, "exact, or a glob: org.x.**"),
        params::optional("name_filter", ParamKind::Text, "*Utils; matches Outer.Inner or its last part"),
        params::NAME_FILTER_TYPE,
        params::RELEASE,
        params::optional("include_tests", ParamKind::Flag, "default true"),
        params::PAGE,
        params::PAGE_SIZE,
        params::INCLUDE_DESCRIPTION,
    ],
    hints: Hints { read_only: true, destructive: false, idempotent: true, open_world: true },
    command: Command {
        verb: "types",
        positionals: &[Positional::Coordinate, Positional::Param("package_filter", "PACKAGE")],
        shortcuts: &[],
        presets: &[],
    },
    output: schema::output::<Types>,
    run,
};

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

/// A type, whether others bear its name, and what of its row the answer shows.
struct Entry<'a> {
    name: TypeName<'a>,
    doubled: bool,
    file: Option<String>,
    description: Option<String>,
}

fn run(call: &Call<'_>) -> Result<Box<dyn Answer>, Failure> {
    let names = resolve::name_filter(call.args)?;
    let filter = call.args.text("package_filter").map(PackageFilter::parse).transpose()?;
    let artifact = resolve::open(call)?;
    let packages = artifact.index.packages().of(&artifact)?;
    let (package, message) = check(call, &artifact, &packages, filter.as_ref())?;
    let release = call.args.number("release").and_then(|release| u32::try_from(release).ok());
    let tests = call.args.flag("include_tests", true);
    let wanted: HashMap<u32, &str> = packages
        .iter()
        .filter(|package| filter.as_ref().is_none_or(|filter| filter.matches(&package.name)))
        .map(|package| (package.id, package.name.as_str()))
        .collect();
    let all = artifact.index.type_names().of(&artifact)?;
    let is_there = |row: &TypeName<'_>| row.release == release && (tests || !row.test);
    let chosen = candidates(&all, &wanted, filter.as_ref(), names.as_ref())
        .filter(|row| is_there(row) && names.as_ref().is_none_or(|names| names.matches_type(row.name)));
    let mut entries = entries(chosen);
    let message = message.or_else(|| {
        let rows = candidates(&all, &wanted, filter.as_ref(), None).filter(is_there);
        let package = |row: &TypeName<'_>| wanted.get(&row.package).copied().unwrap_or_default();
        let names = rows.map(|row| Name { package: package(&row), name: row.name });
        entries.is_empty().then(|| unmatched::message(call, &TOOL, &names.collect::<Vec<_>>())).flatten()
    });
    fill(&artifact, &mut entries, call.args.flag("include_description", false))?;
    let mut answer = Types {
        status: Status::Success.as_str(),
        version: resolve::assumed_version(&artifact),
        package,
        origin: artifact.origin,
        message,
        pagination: Pagination::default(),
        truncated: false,
        types: Vec::new(),
        incomplete: resolve::problems_of_all(&artifact)?,
    };
    let single = answer.package.is_some();
    let package = |entry: &Entry<'_>| wanted.get(&entry.name.package).copied().unwrap_or_default();
    let make = |entry: &Entry<'_>| listed(entry, (!single).then(|| package(entry).to_owned()));
    let weight = |entry: &Entry<'_>| weight(entry, package(entry));
    let paged = Request::of(call).page(&entries, &answer, weight, make);
    let beside = || beside(call, &packages, filter.as_ref());
    answer.message = answer.message.or_else(|| paged.pagination.beyond("types")).or_else(beside);
    (answer.pagination, answer.truncated, answer.types) = (paged.pagination, paged.truncated, paged.rows);
    Ok(Box::new(answer))
}

/// The types of the packages wanted, without most of those whose name does not match.
fn candidates<'a>(
    all: &'a TypeNames,
    wanted: &'a HashMap<u32, &str>,
    filter: Option<&PackageFilter>,
    names: Option<&'a NamePattern>,
) -> Box<dyn Iterator<Item = TypeName<'a>> + 'a> {
    let is_everything = filter.is_none();
    let is_wanted = move |row: &TypeName<'_>| is_everything || wanted.contains_key(&row.package);
    match (filter, names.and_then(NamePattern::required)) {
        (Some(PackageFilter::Exact(_)), _) => Box::new(wanted.keys().flat_map(|package| all.of_package(*package))),
        (_, Some(part)) => Box::new(all.holding(part).filter(is_wanted)),
        (_, None) => Box::new(all.iter().filter(is_wanted)),
    }
}

/// The one package asked for, and what to say where it holds no types itself.
fn check(
    call: &Call<'_>,
    artifact: &Opened,
    packages: &[PackageRow],
    filter: Option<&PackageFilter>,
) -> Result<(Option<String>, Option<String>), Failure> {
    let Some(PackageFilter::Exact(name)) = filter else { return Ok((None, None)) };
    if name.is_empty() || packages.iter().any(|package| package.name == *name) {
        return Ok((Some(name.clone()), None));
    }
    let inside = format!("{name}.");
    match packages.iter().filter(|package| package.name.starts_with(&inside)).count() {
        0 => Err(super::list_packages::package_not_found(artifact, packages, name)),
        below => {
            let (shown, filter) = (visible(name), call.parameter(&TOOL, "package_filter"));
            let packages = if below == 1 { "package" } else { "packages" };
            let message =
                format!("{shown} holds no types itself; {filter} {shown}.** takes the {below} {packages} below it");
            Ok((Some(name.clone()), Some(message)))
        }
    }
}

/// That a package has types of its own, which a glob over those below it leaves out.
fn beside(call: &Call<'_>, packages: &[PackageRow], filter: Option<&PackageFilter>) -> Option<String> {
    let name = call.args.text("package_filter")?.strip_suffix(".*")?;
    let is_there = packages.iter().any(|package| package.name == name);
    let shown = visible(name);
    let parameter = call.parameter(&TOOL, "package_filter");
    (is_there && !filter?.matches(name))
        .then(|| format!("{shown} holds types itself; {parameter} {shown}.** takes them too"))
}

/// Which packages are meant: one, or those of a glob.
pub(super) enum PackageFilter {
    Exact(String),
    Glob(PackagePattern),
}

impl PackageFilter {
    pub(super) fn parse(text: &str) -> Result<Self, Failure> {
        if PackagePattern::is_pattern(text) {
            PackagePattern::parse(text).map(Self::Glob).map_err(|error| resolve::of_argument("package_filter", error))
        } else {
            Ok(Self::Exact(text.to_owned()))
        }
    }

    pub(super) fn matches(&self, package: &str) -> bool {
        match self {
            Self::Exact(exact) => exact == package,
            Self::Glob(glob) => glob.matches(package),
        }
    }
}

/// One entry to a type: a facade of several files is one, `expect` and `actual` are two.
fn entries<'a>(rows: impl Iterator<Item = TypeName<'a>>) -> Vec<Entry<'a>> {
    let mut entries: Vec<Entry<'_>> = Vec::new();
    for row in rows {
        let mut doubled = false;
        if let Some(last) = entries.last_mut()
            && last.name.name == row.name
            && last.name.package == row.package
        {
            if row.kind == TypeKind::Facade && last.name.kind == TypeKind::Facade && row.part != last.name.part {
                continue;
            }
            (last.doubled, doubled) = (true, true);
        }
        entries.push(Entry { name: row, doubled, file: None, description: None });
    }
    entries
}

/// Reads what only the rows themselves hold: descriptions where asked for, files where a name stands twice.
fn fill(artifact: &Opened, entries: &mut [Entry<'_>], described: bool) -> Result<(), Failure> {
    if described {
        let ids: Vec<u32> = entries.iter().map(|entry| entry.name.id).collect();
        for (entry, description) in entries.iter_mut().zip(artifact.index.descriptions(&ids).of(artifact)?) {
            entry.description = description;
        }
    }
    for entry in entries.iter_mut().filter(|entry| entry.doubled) {
        entry.file = Some(artifact.index.type_by_id(entry.name.id).of(artifact)?.file_path);
    }
    Ok(())
}

fn listed(entry: &Entry<'_>, package: Option<String>) -> Listed {
    Listed {
        name: entry.name.name.to_owned(),
        kind: entry.name.kind.as_str().to_owned(),
        language: entry.name.language.as_str().to_owned(),
        package,
        file: entry.file.clone(),
        release: entry.name.release,
        description: entry.description.clone(),
    }
}

fn weight(entry: &Entry<'_>, package: &str) -> usize {
    let texts = [entry.file.as_deref(), entry.description.as_deref(), Some(package), Some(entry.name.name)];
    texts.into_iter().flatten().map(budget::escaped_size).sum::<usize>() + 160
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
            if !self.is_mixed() && self.types.first().is_some_and(|listed| listed.language == "kotlin") {
                page.line(Style::Faint, "(kotlin)");
            }
            self.types
                .iter()
                .for_each(|listed| page.row(0, columns(listed, listed.language == "kotlin" && self.is_mixed())));
        } else {
            self.types
                .chunk_by(|left, right| left.package == right.package)
                .for_each(|types| package_page(types, page));
        }
        if self.types.is_empty() {
            notes::empty_but(page, self.pagination, "types", self.message.as_deref());
        } else if let Some(message) = &self.message {
            page.line(Style::Faint, message.clone());
        }
        notes::pages(page, self.pagination, "types");
        notes::incomplete(page, &self.incomplete);
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
        for listed in types {
            page.row(2, columns(listed, marked(listed)));
        }
    } else {
        page.names(
            2,
            types.iter().map(|listed| Item { label: columns(listed, marked(listed)), details: Vec::new() }).collect(),
        );
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

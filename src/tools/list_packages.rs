//! `list_packages`: the tree of packages.
//!
//! A package is named in full where the tree starts and by its last segment below. Without a start the tree begins at
//! the first packages that hold types or branch. What does not fit is cut breadth-first.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::page::{Page, Span, Style};
use super::resolve::{self, Rows};
use super::{Answer, Call, Command, Hints, ParamKind, Positional, Tool, budget, notes, params, schema};
use crate::error::{Failure, Incomplete, Status};
use crate::index::Opened;
use crate::model::Origin;
use crate::store::PackageRow;
use crate::text::escape::visible;

pub(super) static TOOL: Tool = Tool {
    name: "list_packages",
    title: "List packages",
    description: "Show the package tree of an artifact, with the number of types in each package.",
    params: &[
        params::GROUP,
        params::ARTIFACT,
        params::VERSION,
        params::optional(
            "parent_package",
            ParamKind::Text,
            "start here; left out: the first packages that hold types or branch",
        ),
        params::count("max_depth", None, "levels below the start; default 1"),
        params::INCLUDE_DESCRIPTION,
    ],
    hints: Hints { read_only: true, destructive: false, idempotent: true, open_world: true },
    command: Command {
        verb: "packages",
        positionals: &[Positional::Coordinate, Positional::Param("parent_package", "PACKAGE")],
        shortcuts: &[],
        presets: &[],
    },
    output: schema::output::<Packages>,
    run,
};

/// Characters of a description that a cut tree keeps.
const CLIPPED: usize = 80;

/// The packages below a start.
#[derive(Debug, Serialize, JsonSchema)]
struct Packages {
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<String>,
    origin: Origin,
    max_depth: u64,
    /// Something is left out, here or in a package below.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    truncated: bool,
    packages: Vec<Package>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    incomplete: Vec<Incomplete>,
}

/// A package; its name is full at the start of the tree and relative below.
#[derive(Debug, Serialize, JsonSchema)]
struct Package {
    name: String,
    type_count: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    packages: Vec<Package>,
    /// Its packages are left out: ask with it as parent_package.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    truncated: bool,
}

/// The packages of an artifact as a tree of segments.
#[derive(Default)]
struct Node<'a> {
    row: Option<&'a PackageRow>,
    children: BTreeMap<&'a str, Node<'a>>,
}

impl<'a> Node<'a> {
    fn of(rows: &'a [PackageRow]) -> Self {
        let mut root = Self::default();
        for row in rows {
            let segments = row.name.split('.').filter(|segment| !segment.is_empty());
            segments.fold(&mut root, |node, segment| node.children.entry(segment).or_default()).row = Some(row);
        }
        root
    }

    fn at(&self, package: &str) -> Option<&Self> {
        package.split('.').try_fold(self, |node, segment| node.children.get(segment))
    }

    fn type_count(&self) -> u32 {
        self.row.map_or(0, |row| row.type_count)
    }
}

fn run(call: &Call<'_>) -> Result<Box<dyn Answer>, Failure> {
    let artifact = resolve::open(call)?;
    let rows = artifact.index.packages().of(&artifact)?;
    let root = Node::of(&rows);
    // The default package stands beside the others, not above them.
    let default_package = (root.type_count() > 0).then(|| Node { row: root.row, children: BTreeMap::new() });
    let starts = match call.args.text("parent_package").filter(|name| !name.is_empty()) {
        Some(name) => vec![(name.to_owned(), root.at(name).ok_or_else(|| package_not_found(&artifact, &rows, name))?)],
        None => default_package.iter().map(|node| (String::new(), node)).chain(starts(&root)).collect(),
    };
    let max_depth = call.args.number("max_depth").unwrap_or(1);
    let mut answer = Packages {
        status: Status::Success.as_str(),
        version: resolve::assumed_version(&artifact),
        origin: artifact.origin,
        max_depth,
        truncated: false,
        packages: Vec::new(),
        incomplete: resolve::bounded(artifact.incomplete.clone()),
    };
    let left = budget::left(budget::cap(call), &answer);
    let described = call.args.flag("include_description", false);
    let mut tree = Tree { max_depth, descriptions: described.then_some(usize::MAX), left };
    (answer.packages, answer.truncated) = tree.grow(&starts);
    if answer.truncated && described {
        // Descriptions are clipped before packages are dropped.
        tree = Tree { max_depth, descriptions: Some(CLIPPED), left };
        (answer.packages, answer.truncated) = tree.grow(&starts);
    }
    Ok(Box::new(answer))
}

/// The failure of a package that does not exist, with packages of a close name.
pub(super) fn package_not_found(artifact: &Opened, rows: &[PackageRow], name: &str) -> Failure {
    let message = format!("no package {} in {}", visible(&resolve::short(name)), artifact.coordinate);
    let mut failure = Failure::new(Status::PackageNotFound, message).suggest("list_packages");
    failure.suggestions = resolve::near(name, with_parents(rows).into_iter());
    failure.not_searched(resolve::problems_of_all(artifact).unwrap_or_default())
}

/// All packages and those above them.
fn with_parents(rows: &[PackageRow]) -> BTreeSet<&str> {
    let above = |row: &'_ PackageRow| row.name.match_indices('.').map(|(at, _)| at).collect::<Vec<_>>();
    rows.iter()
        .flat_map(|row| above(row).into_iter().map(|at| &row.name[..at]).chain([row.name.as_str()]))
        .filter(|name| !name.is_empty())
        .collect()
}

/// The first packages that hold types or branch.
fn starts<'a, 'b>(root: &'b Node<'a>) -> Vec<(String, &'b Node<'a>)> {
    let mut starts = Vec::new();
    for (segment, child) in &root.children {
        let (mut name, mut node) = ((*segment).to_owned(), child);
        while node.type_count() == 0 && node.children.len() == 1 {
            let Some((segment, only)) = node.children.iter().next() else { break };
            name = format!("{name}.{segment}");
            node = only;
        }
        starts.push((name, node));
    }
    starts
}

/// Grows the tree of the answer level by level, as far as depth and size go.
struct Tree {
    max_depth: u64,
    /// How long descriptions may be; none without descriptions.
    descriptions: Option<usize>,
    left: Option<usize>,
}

impl Tree {
    fn grow<'a>(&mut self, starts: &[(String, &Node<'a>)]) -> (Vec<Package>, bool) {
        let mut truncated = false;
        let mut arena: Vec<(Package, Vec<usize>)> = Vec::new();
        let mut level: Vec<(usize, &Node<'a>)> = Vec::new();
        let mut roots = Vec::new();
        for (name, node) in starts {
            let package = self.package(name, node);
            if !self.take(&package) {
                truncated = true;
                break;
            }
            roots.push(arena.len());
            level.push((arena.len(), node));
            arena.push((package, Vec::new()));
        }
        for _ in 0..self.max_depth {
            if level.is_empty() {
                break;
            }
            let mut next = Vec::new();
            for (parent, node) in level {
                let children: Vec<_> =
                    node.children.iter().map(|(name, child)| (self.package(name, child), child)).collect();
                let size: usize = children.iter().map(|(package, _)| weight(package)).sum();
                if self.left.is_some_and(|left| size > left) {
                    arena[parent].0.truncated = true;
                    truncated = true;
                    continue;
                }
                self.left = self.left.map(|left| left - size);
                for (package, child) in children {
                    let place = arena.len();
                    arena[parent].1.push(place);
                    next.push((place, child));
                    arena.push((package, Vec::new()));
                }
            }
            level = next;
        }
        let mut arena: Vec<_> = arena.into_iter().map(Some).collect();
        (roots.into_iter().filter_map(|at| assemble(&mut arena, at)).collect(), truncated)
    }

    fn package(&self, name: &str, node: &Node<'_>) -> Package {
        let description = node.row.and_then(|row| row.description.as_deref());
        let description = self.descriptions.and_then(|length| Some(budget::clip(description?, length)));
        Package {
            name: name.to_owned(),
            type_count: node.type_count(),
            description,
            packages: Vec::new(),
            truncated: false,
        }
    }

    fn take(&mut self, package: &Package) -> bool {
        match self.left {
            None => true,
            Some(left) => {
                let size = weight(package);
                self.left = Some(left.saturating_sub(size));
                size <= left
            }
        }
    }
}

/// Bytes of a package in the answer, with the list and the mark it may get.
fn weight(package: &Package) -> usize {
    budget::json_size(package) + r#","packages":[],"truncated":true"#.len() + 1
}

fn assemble(arena: &mut [Option<(Package, Vec<usize>)>], at: usize) -> Option<Package> {
    let (mut package, children) = arena.get_mut(at)?.take()?;
    package.packages = children.into_iter().filter_map(|child| assemble(arena, child)).collect();
    Some(package)
}

impl Answer for Packages {
    fn json(&self) -> Value {
        super::to_json(self)
    }

    fn page(&self, page: &mut Page) {
        if let Some(version) = &self.version {
            page.line(Style::Heading, version.clone());
        }
        self.packages.iter().for_each(|package| package_page(package, 0, page));
        if self.packages.is_empty() {
            page.line(Style::Faint, "no packages");
        }
        if self.truncated {
            page.line(Style::Warning, "cut at +; next: list_packages with it as parent_package");
        }
        notes::incomplete(page, &self.incomplete);
    }
}

fn package_page(package: &Package, indent: usize, page: &mut Page) {
    let name = if package.name.is_empty() { "(default package)" } else { &package.name };
    let cut = if package.truncated { " +" } else { "" };
    let colon = if package.description.is_some() { ":" } else { "" };
    let mut columns = vec![Span(Style::Name, name.to_owned())];
    if package.type_count > 0 {
        columns.push(Span(Style::Number, format!("{}{cut}{colon}", package.type_count)));
    } else if !cut.is_empty() || !colon.is_empty() {
        columns.push(Span(Style::Number, format!("{}{colon}", cut.trim_start())));
    }
    if let Some(description) = &package.description {
        columns.push(Span(Style::Faint, description.clone()));
    }
    page.row(indent, columns);
    package.packages.iter().for_each(|inner| package_page(inner, indent + 2, page));
}

//! `list_folder_tree`: folders and files below a folder, cut breadth-first where it does not fit.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::page::{Item, Page, Span, Style};
use super::resolve::{self, Rows};
use super::{Answer, Call, Command, Hints, ParamKind, Positional, Tool, budget, notes, params, schema};
use crate::error::{Failure, Incomplete, Status};
use crate::index::Opened;
use crate::model::Origin;
use crate::store::{FileRow, FolderRow};
use crate::text::escape::visible;

pub(super) static TOOL: Tool = Tool {
    name: "list_folder_tree",
    title: "List folders and files",
    description: "Show the folders and files of an artifact, resources and META-INF included, with sizes and line counts.",
    params: &[
        params::GROUP,
        params::ARTIFACT,
        params::VERSION,
        params::optional("path", ParamKind::Text, "folder to start at"),
        params::optional("include_files", ParamKind::Flag, "default true"),
        params::count("max_depth", None, "levels below path; default 1"),
    ],
    hints: Hints { read_only: true, destructive: false, idempotent: true, open_world: true },
    command: Command {
        verb: "tree",
        positionals: &[Positional::Coordinate, Positional::Param("path", "PATH")],
        shortcuts: &[],
        presets: &[],
    },
    output: schema::output::<FolderTree>,
    run,
};

/// What is below a folder.
#[derive(Debug, Serialize, JsonSchema)]
struct FolderTree {
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<String>,
    path: String,
    origin: Origin,
    max_depth: u64,
    /// Something is left out, here or in a folder below.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    truncated: bool,
    /// How to see what is left out of the start itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    suggested_action: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    folders: Vec<Folder>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    files: Vec<File>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    incomplete: Vec<Incomplete>,
}

/// A folder and, as deep as was asked, what is in it.
#[derive(Debug, Serialize, JsonSchema)]
struct Folder {
    name: String,
    file_count: u32,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    files: Vec<File>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    folders: Vec<Folder>,
    /// What is in it is left out: ask with its path.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    truncated: bool,
}

impl Folder {
    /// Whether what is in it, or in a folder below, is left out.
    fn is_cut(&self) -> bool {
        self.truncated || self.folders.iter().any(Self::is_cut)
    }
}

/// A file; a binary one has no lines.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(super) struct File {
    name: String,
    size: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    line_count: Option<u32>,
}

impl File {
    fn of(row: &FileRow) -> Self {
        Self { name: row.name().to_owned(), size: size(row.size), line_count: row.line_count }
    }
}

/// Bytes as people say them: `312B`, `1KB`, `2.4MB`.
#[must_use]
pub fn size(bytes: u64) -> String {
    const KB: u64 = 1024;
    const MB: u64 = 1024 * KB;
    match bytes {
        0..KB => format!("{bytes}B"),
        KB..MB => format!("{}KB", (bytes + KB / 2) / KB),
        _ => format!("{:.1}MB", bytes as f64 / MB as f64),
    }
}

/// Whether a path is relative and stays inside the artifact: no `..`, no root, no drive, no backslash.
#[must_use]
pub(super) fn is_inside(path: &str) -> bool {
    let drive = path.as_bytes().get(1) == Some(&b':') && path.as_bytes()[0].is_ascii_alphabetic();
    !path.starts_with('/') && !path.contains('\\') && !drive && !path.split('/').any(|segment| segment == "..")
}

/// Why a path is none of an artifact.
#[must_use]
pub(super) fn why_outside(path: &str) -> &'static str {
    if is_inside(&path.replace('\\', "/")) {
        "folders are separated by /"
    } else {
        "a path is relative and stays inside the artifact"
    }
}

/// A path without the `./` that people write before it.
#[must_use]
pub(super) fn without_dot(path: &str) -> &str {
    let mut path = path;
    while let Some(rest) = path.strip_prefix("./") {
        path = rest;
    }
    if path == "." { "" } else { path }
}

/// The path of a folder without `./` before and `/` behind it; empty for the root.
#[must_use]
pub(super) fn folder_path(path: &str) -> &str {
    let inner = without_dot(path);
    // A slash alone is the root of the file system, which is no path of an artifact.
    if inner.starts_with('/') { inner } else { inner.trim_end_matches('/') }
}

/// The folder at a path; the root for none.
///
/// # Errors
/// `path_not_found`, with folders of a close name.
pub(super) fn find(artifact: &Opened, path: &str) -> Result<FolderRow, Failure> {
    let plain = folder_path(path);
    let shown = visible(&resolve::short(path)).into_owned();
    if !is_inside(plain) {
        let message = format!("no folder {shown} in {}: {}", artifact.coordinate, why_outside(plain));
        return Err(Failure::new(Status::PathNotFound, message).suggest("list_folder_tree"));
    }
    if let Some(folder) = artifact.index.folder(plain).of(artifact)? {
        return Ok(folder);
    }
    if artifact.index.file(plain).of(artifact)?.is_some() {
        let message = format!("{shown} is a file of {}", artifact.coordinate);
        return Err(Failure::new(Status::PathNotFound, message).suggest("get_file"));
    }
    let mut failure = Failure::new(Status::PathNotFound, format!("no folder {shown} in {}", artifact.coordinate))
        .suggest("list_folder_tree");
    let paths = artifact.index.paths().of(artifact)?;
    let inside = paths.iter().map(|(_, path, _)| path).filter(|path| is_inside(path));
    let mut folders: Vec<&str> = inside.filter_map(|path| Some(path.rsplit_once('/')?.0)).collect();
    folders.dedup();
    failure.suggestions = resolve::near(plain, folders.into_iter());
    Err(failure.not_searched(resolve::bounded(Incomplete::of_files(&artifact.incomplete))))
}

fn run(call: &Call<'_>) -> Result<Box<dyn Answer>, Failure> {
    let artifact = resolve::open(call)?;
    let start = find(&artifact, call.args.text("path").unwrap_or_default())?;
    let max_depth = call.args.number("max_depth").unwrap_or(1);
    let mut answer = FolderTree {
        status: Status::Success.as_str(),
        version: resolve::assumed_version(&artifact),
        path: start.path.clone(),
        origin: artifact.origin,
        max_depth,
        truncated: false,
        message: None,
        suggested_action: None,
        folders: Vec::new(),
        files: Vec::new(),
        incomplete: resolve::bounded(Incomplete::of_files(&artifact.incomplete)),
    };
    let mut growth = Growth {
        call,
        artifact: &artifact,
        files: call.args.flag("include_files", true),
        left: budget::left(budget::cap(call), &answer),
        nodes: Vec::new(),
    };
    let shown = growth.start(&start, max_depth > 1)?;
    growth.grow(max_depth)?;
    answer.truncated = shown.is_some() || growth.nodes.iter().any(|node| node.truncated);
    if let Some(shown) = shown {
        answer.suggested_action = Some("search_file_names");
        answer.message = Some(shown.message());
    }
    let mut nodes: Vec<_> = growth.nodes.into_iter().map(Some).collect();
    if let Some(root) = assemble(&mut nodes, 0) {
        (answer.folders, answer.files) = (root.folders, root.files);
    }
    Ok(Box::new(answer))
}

/// How much of the start is shown, where that is not all.
struct Shown {
    files: usize,
    all_files: usize,
    folders: usize,
    all_folders: usize,
}

impl Shown {
    /// What is missing and how to see it: the files of the start alone, or everything below it.
    fn message(&self) -> String {
        let Self { files, all_files, folders, all_folders } = self;
        let (shown, how) = if folders == all_folders {
            (format!("{files} of {all_files} files"), "start_path and max_depth 1 pages through the files")
        } else {
            (format!("{folders} of {all_folders} folders"), "start_path pages through all files below")
        };
        format!("{shown} shown; search_file_names with {how}")
    }
}

/// A folder of the tree while it grows.
struct Node {
    row: FolderRow,
    files: Vec<File>,
    folders: Vec<usize>,
    truncated: bool,
}

/// The tree while it grows: the start is node 0, children come after their parents.
struct Growth<'a> {
    call: &'a Call<'a>,
    artifact: &'a Opened,
    files: bool,
    left: Option<usize>,
    nodes: Vec<Node>,
}

impl Growth<'_> {
    /// What is in the start, as much as fits: folders first. Where not all does, how much does.
    fn start(&mut self, start: &FolderRow, opens: bool) -> Result<Option<Shown>, Failure> {
        let (mut folders, mut files) = self.children(start)?;
        let (all_files, all_folders) = (files.len(), folders.len());
        self.keep(&mut folders, |row| weigh_folder(row, opens));
        self.keep(&mut files, budget::json_size);
        let shown = Shown { files: files.len(), all_files, folders: folders.len(), all_folders };
        self.nodes.push(Node { row: start.clone(), files, folders: Vec::new(), truncated: false });
        self.add(0, folders);
        Ok((shown.files < all_files || shown.folders < all_folders).then_some(shown))
    }

    fn keep<T>(&mut self, items: &mut Vec<T>, weight: impl Fn(&T) -> usize) {
        let Some(left) = &mut self.left else { return };
        let fit = items.iter().position(|item| {
            let size = weight(item) + 1;
            let fits = size <= *left;
            *left = left.saturating_sub(size);
            !fits
        });
        items.truncate(fit.unwrap_or(items.len()));
    }

    fn add(&mut self, parent: usize, folders: Vec<FolderRow>) {
        for row in folders {
            let place = self.nodes.len();
            self.nodes[parent].folders.push(place);
            self.nodes.push(Node { row, files: Vec::new(), folders: Vec::new(), truncated: false });
        }
    }

    /// Opens the folders below, one after the other, while depth and room last.
    fn grow(&mut self, max_depth: u64) -> Result<(), Failure> {
        let mut level = 1..self.nodes.len();
        for depth in 1..max_depth {
            if level.is_empty() {
                break;
            }
            let end = self.nodes.len();
            for place in level {
                self.call.work.check()?;
                self.open(place, depth + 1 < max_depth)?;
            }
            level = end..self.nodes.len();
        }
        Ok(())
    }

    /// Opens a folder if what is in it fits; `opens`: those in it will be opened in their turn.
    fn open(&mut self, place: usize, opens: bool) -> Result<(), Failure> {
        let row = self.nodes[place].row.clone();
        let (folders, files) = self.children(&row)?;
        let size: usize = folders.iter().map(|row| weigh_folder(row, opens) + 1).sum::<usize>()
            + files.iter().map(|file| budget::json_size(file) + 1).sum::<usize>()
            + LISTS.len();
        if self.left.is_some_and(|left| size > left) {
            self.nodes[place].truncated = true;
            return Ok(());
        }
        self.left = self.left.map(|left| left - size);
        self.nodes[place].files = files;
        self.add(place, folders);
        Ok(())
    }

    fn children(&self, row: &FolderRow) -> Result<(Vec<FolderRow>, Vec<File>), Failure> {
        let folders = self.artifact.index.subfolders(row.id).of(self.artifact)?;
        let files = if self.files { self.artifact.index.files_in(row.id).of(self.artifact)? } else { Vec::new() };
        Ok((folders, files.iter().filter(|file| file.addressable).map(File::of).collect()))
    }
}

/// What the lists of an opened folder add to it.
const LISTS: &str = r#","files":[],"folders":[]"#;

/// Bytes of a folder in the answer; with the mark it may get where it `opens` later on.
fn weigh_folder(row: &FolderRow, opens: bool) -> usize {
    let mark = if opens { r#","truncated":true"#.len() } else { 0 };
    let folder = Folder {
        name: name(row).to_owned(),
        file_count: row.file_count,
        files: Vec::new(),
        folders: Vec::new(),
        truncated: false,
    };
    budget::json_size(&folder) + mark
}

fn name(row: &FolderRow) -> &str {
    row.path.rsplit('/').next().unwrap_or(&row.path)
}

fn assemble(nodes: &mut [Option<Node>], place: usize) -> Option<Folder> {
    let node = nodes.get_mut(place)?.take()?;
    let folders = node.folders.iter().filter_map(|child| assemble(nodes, *child)).collect();
    Some(Folder {
        name: name(&node.row).to_owned(),
        file_count: node.row.file_count,
        files: node.files,
        folders,
        truncated: node.truncated,
    })
}

impl Answer for FolderTree {
    fn json(&self) -> Value {
        super::to_json(self)
    }

    fn page(&self, page: &mut Page) {
        if let Some(version) = &self.version {
            page.line(Style::Heading, version.clone());
        }
        page.names(0, self.files.iter().map(item).collect());
        self.folders.iter().for_each(|folder| folder_page(folder, 0, page));
        if self.files.is_empty() && self.folders.is_empty() {
            page.line(Style::Faint, "empty");
        }
        if let Some(message) = &self.message {
            page.line(Style::Warning, message.clone());
        }
        if self.folders.iter().any(Folder::is_cut) {
            page.line(Style::Warning, "cut at +; next: list_folder_tree with its path");
        }
        notes::incomplete(page, &self.incomplete);
    }
}

fn folder_page(folder: &Folder, indent: usize, page: &mut Page) {
    let mut columns = vec![Span(Style::Path, format!("{}/", folder.name))];
    let shown = folder.files.len() == folder.file_count as usize;
    if !shown {
        columns.push(Span(Style::Number, folder.file_count.to_string()));
    }
    if folder.truncated {
        columns.push(Span(Style::Warning, "+".to_owned()));
    }
    page.row(indent, columns);
    page.names(indent + 2, folder.files.iter().map(item).collect());
    folder.folders.iter().for_each(|inner| folder_page(inner, indent + 2, page));
}

fn item(file: &File) -> Item {
    let lines = file.line_count.map_or_else(|| "binary".to_owned(), |lines| format!("{lines} lines"));
    Item {
        label: vec![Span(Style::Name, file.name.clone())],
        details: vec![Span(Style::Number, file.size.clone()), Span(Style::Faint, lines)],
    }
}

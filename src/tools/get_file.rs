//! `get_file`: a file of an artifact, whole or some lines of it.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::page::{Page, Style};
use super::resolve::{self, Rows};
use super::source::{Head, Source};
use super::{
    Answer, Call, Command, Effect, Hints, ParamKind, Positional, Shortcut, Tool, budget, list_folder_tree, params,
    schema,
};
use crate::error::{Failure, Incomplete, Status};
use crate::index::Opened;
use crate::model::{Language, LineRange, Origin};
use crate::store::FileRow;
use crate::text::escape::visible;
use crate::text::lines::Lines;
use crate::text::spelling::{Spelling, fold};

pub(super) static TOOL: Tool = Tool {
    name: "get_file",
    title: "Read a file",
    description: "Read a file of an artifact, whole or by lines; also goes on with source that was cut.",
    params: &[
        params::GROUP,
        params::ARTIFACT,
        params::VERSION,
        params::required("file_path", ParamKind::Text, "as in the archive; path:10-20 names lines"),
        params::count("start_line", None, ""),
        params::count("end_line", None, "inclusive"),
        params::MAX_BYTES,
    ],
    hints: Hints { read_only: true, destructive: false, idempotent: true, open_world: true },
    command: Command {
        verb: "cat",
        positionals: &[Positional::Coordinate, Positional::Param("file_path", "PATH")],
        shortcuts: &[Shortcut {
            long: Some("lines"),
            short: None,
            description: "only these lines: 10:20, 10:, :20 or 10",
            effect: Effect::Lines,
        }],
        presets: &[],
    },
    output: schema::output::<File>,
    run,
};

/// Lines of a file.
#[derive(Debug, Serialize, JsonSchema)]
struct File {
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<String>,
    origin: Origin,
    file_info: FileInfo,
    content: Content,
    /// Lines that were asked for are left out.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    truncated: bool,
    /// The call that goes on starts here.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_start_line: Option<u32>,
    /// That a line was cut: going on does not give the rest of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    #[serde(skip)]
    #[schemars(skip)]
    language: Option<Language>,
    #[serde(skip)]
    #[schemars(skip)]
    raw: Option<Vec<u8>>,
}

/// Which file it is.
#[derive(Debug, Serialize, JsonSchema)]
struct FileInfo {
    name: String,
    path: String,
    /// How it was decoded; left out for UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    encoding: Option<String>,
}

/// What is in these lines.
#[derive(Debug, Serialize, JsonSchema)]
struct Content {
    start_line: u32,
    end_line: u32,
    source_code: String,
}

fn run(call: &Call<'_>) -> Result<Box<dyn Answer>, Failure> {
    let path = list_folder_tree::without_dot(call.args.required("file_path")?);
    let artifact = resolve::open(call)?;
    let (row, named) = named(&artifact, path)?;
    let Some(count) = row.line_count else {
        return Err(Failure::new(
            Status::NotATextFile,
            format!("{} in {} is a binary file of {} bytes", visible(&row.path), artifact.coordinate, row.size),
        )
        .suggest("list_folder_tree"));
    };
    let lines = asked(call, named, count)?;
    let text = artifact.index.text(row.id).of(&artifact)?;
    let mut source = Source {
        file_path: None,
        line_range: Some(lines),
        source_code: text[Lines::of(&text).bytes_of(lines.start, lines.end)].to_owned(),
        ..Source::default()
    };
    let mut answer = File {
        status: Status::Success.as_str(),
        version: resolve::assumed_version(&artifact),
        origin: resolve::origin_of(&artifact, row.language, &row.path),
        file_info: FileInfo { name: row.name().to_owned(), path: row.path.clone(), encoding: row.encoding.clone() },
        content: Content { start_line: lines.start, end_line: lines.end.min(count), source_code: String::new() },
        truncated: false,
        next_start_line: None,
        message: None,
        language: row.language,
        raw: None,
    };
    source.cut_lines(budget::left(budget::cap(call), &answer));
    let whole = named.is_none() && !call.args.has("start_line") && !call.args.has("end_line");
    if whole && call.cap.is_none() {
        answer.raw = Some(artifact.index.bytes(row.id).of(&artifact)?);
    }
    if source.truncated {
        let shown = Lines::of(&source.source_code).count().max(1);
        answer.content.end_line = lines.start + shown - 1;
    }
    answer.truncated = source.truncated;
    (answer.next_start_line, answer.message) = (source.next_start_line, source.message);
    answer.content.source_code = source.source_code;
    Ok(Box::new(answer))
}

/// The file at a path, and the lines behind it where there are any and the path is that of no file: `a/B.java:12-20`, as answers
/// print places.
fn named(artifact: &Opened, path: &str) -> Result<(FileRow, Option<LineRange>), Failure> {
    let found = find(artifact, path);
    if found.is_err()
        && let Some((file, lines)) = with_lines(path)
        && let Ok(row) = find(artifact, file)
    {
        return Ok((row, Some(lines)));
    }
    found.map(|row| (row, None))
}

/// A path and the lines behind it; as compilers write it, one line and a column; as links do, `#L10-L20`.
fn with_lines(path: &str) -> Option<(&str, LineRange)> {
    if let Some((path, lines)) = path.rsplit_once("#L") {
        let (start, end) = lines.split_once('-').unwrap_or((lines, lines));
        let end = end.strip_prefix('L').unwrap_or(end);
        return range(start, end).map(|range| (path, range));
    }
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let of_column = |(path, column)| Some(path).filter(|path: &&str| is_number(column) && path.contains(':'));
    let (path, lines) = path.rsplit_once(':').and_then(of_column).unwrap_or(path).rsplit_once(':')?;
    let (start, end) = lines.split_once('-').unwrap_or((lines, lines));
    range(start, end).map(|range| (path, range))
}

fn range(start: &str, end: &str) -> Option<LineRange> {
    let (start, end) = (start.parse().ok()?, end.parse().ok()?);
    (0 < start && start <= end).then(|| LineRange::new(start, end))
}

/// The lines asked for, in a file of `count` lines. Parameters stand before what the path says.
fn asked(call: &Call<'_>, named: Option<LineRange>, count: u32) -> Result<LineRange, Failure> {
    let named = named.filter(|_| !call.args.has("start_line") && !call.args.has("end_line"));
    let line = |name: &str| call.args.number(name).map(|line| u32::try_from(line).unwrap_or(u32::MAX));
    let start = line("start_line").unwrap_or(named.map_or(1, |lines| lines.start));
    let end = line("end_line").unwrap_or(named.map_or(u32::MAX, |lines| lines.end));
    if end < start {
        return Err(Failure::argument("end_line", format_args!("is {end}, before start_line {start}")));
    }
    if start > count.max(1) {
        return Err(Failure::argument("start_line", format_args!("is {start}, but the file has {count} lines")));
    }
    Ok(LineRange::new(start, end.min(count)))
}

/// The file at a path of the artifact.
///
/// # Errors
/// `path_not_found`, with what is near; also for every path that leaves the artifact.
pub(super) fn find(artifact: &Opened, path: &str) -> Result<FileRow, Failure> {
    if list_folder_tree::is_inside(path)
        && let Some(row) = artifact.index.file(path).of(artifact)?
        && row.addressable
    {
        return Ok(row);
    }
    let shown = visible(&resolve::short(path)).into_owned();
    if !list_folder_tree::is_inside(path) {
        let message = format!("no file {shown} in {}: {}", artifact.coordinate, list_folder_tree::why_outside(path));
        let mut failure = Failure::new(Status::PathNotFound, message).suggest("list_folder_tree");
        let turned = path.replace('\\', "/");
        let turned = turned.trim_start_matches('/');
        if list_folder_tree::is_inside(turned) {
            failure.suggestions = near(artifact, turned)?;
        }
        return Err(failure);
    }
    if artifact.index.folder(path.trim_end_matches('/')).of(artifact)?.is_some() {
        let shown = if path.is_empty() { "the root" } else { &shown };
        let message = format!("{shown} is a folder of {}", artifact.coordinate);
        return Err(Failure::new(Status::PathNotFound, message).suggest("list_folder_tree"));
    }
    let mut failure = Failure::new(Status::PathNotFound, format!("no file {shown} in {}", artifact.coordinate))
        .suggest("search_file_names");
    failure.suggestions = near(artifact, path)?;
    Err(failure.not_searched(resolve::bounded(Incomplete::of_files(&artifact.incomplete))))
}

/// Paths near one that is not there: the same name elsewhere first. A type's name has no ending, and may have dots for slashes.
fn near(artifact: &Opened, path: &str) -> Result<Vec<String>, Failure> {
    let paths = artifact.index.paths().of(artifact)?;
    let path = with_lines(path).map_or(path, |(path, _)| path);
    let name = path.rsplit('/').next().unwrap_or(path);
    let stem = |name: &str| [".java", ".kt"].iter().find_map(|ending| name.strip_suffix(ending)).map(str::len);
    let is_type = |name: &str| name.starts_with(char::is_uppercase) && !name.contains('.');
    let type_name = name.rsplit('.').next().filter(|name| is_type(name));
    let wanted = Spelling::of(type_name.unwrap_or(name));
    let limit = 2.min(wanted.length() / 3);
    let mut folded = String::new();
    let mut close: Vec<(usize, &str)> = paths
        .iter()
        .filter(|(_, path, _)| list_folder_tree::is_inside(path))
        .filter_map(|(_, path, _)| {
            let name = path.rsplit('/').next().unwrap_or(path);
            let end = stem(name).filter(|_| type_name.is_some()).unwrap_or(name.len());
            fold(&name[..end], &mut folded);
            wanted.slips(&folded, limit).map(|slips| (slips, path))
        })
        .collect();
    close.sort_unstable();
    Ok(close.into_iter().take(resolve::MOST_SUGGESTIONS).map(|(_, path)| visible(path).into_owned()).collect())
}

impl Answer for File {
    fn json(&self) -> Value {
        super::to_json(self)
    }

    fn page(&self, page: &mut Page) {
        let Content { start_line, end_line, .. } = self.content;
        let lines = (start_line <= end_line).then(|| LineRange::new(start_line, end_line));
        if self.raw.is_none() {
            let head = Head {
                version: self.version.as_deref(),
                origin: self.origin,
                language: self.language,
                note: self.file_info.encoding.as_deref(),
            };
            head.page(page, Some(&self.file_info.path), lines);
        }
        page.source(self.content.source_code.clone(), self.language, start_line);
        if self.truncated {
            let cut = self.message.as_deref().unwrap_or("cut");
            let next = self.next_start_line.map(|next| format!("; next: start_line {next}")).unwrap_or_default();
            page.line(Style::Warning, format!("{cut}{next}"));
        }
    }

    fn raw(&self) -> Option<&[u8]> {
        self.raw.as_deref()
    }
}

//! `search_file_names`: files whose name or path matches, in one artifact or in many.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::cursor::{self, Position};
use super::gaps::{self, Gap};
use super::page::{Item, Page, Span, Style};
use super::resolve::{self, Rows};
use super::scope::{self, Scope};
use super::{Answer, Call, Command, Effect, Hints, ParamKind, Positional, Preset, Shortcut, Tool};
use super::{budget, list_folder_tree, params, schema, search_file_content, search_symbols};
use crate::error::{Failure, Status};
use crate::index::Opened;
use crate::model::Origin;
use crate::search::files::{self, NamePage};
use crate::search::pattern::{FilePattern, PatternKind};
use crate::store::FileRow;
use crate::text::escape::visible;

/// `limit` where none is asked for, from the contract.
const USUAL_LIMIT: usize = 100;

pub(super) static TOOL: Tool = Tool {
    name: "search_file_names",
    title: "Find files by name",
    description: "Find files by name in one artifact or in all indexed ones.",
    params: &[
        params::ANY_GROUP,
        params::ANY_ARTIFACT,
        params::VERSION,
        params::ARTIFACTS,
        params::required(
            "pattern",
            ParamKind::Text,
            "a glob without / matches the name, with / the path below start_path; a regex sees the path",
        ),
        params::required("pattern_type", ParamKind::Choice(&["glob", "regex"]), ""),
        params::START_PATH,
        params::SEARCH_DEPTH,
        params::count("limit", Some(1000), "default 100, at most 1000"),
        params::CURSOR,
    ],
    hints: Hints { read_only: true, destructive: false, idempotent: true, open_world: true },
    command: Command {
        verb: "find",
        positionals: &[Positional::Param("pattern", "PATTERN"), Positional::OptionalCoordinates],
        shortcuts: &[Shortcut {
            long: Some("regex"),
            short: None,
            description: "the pattern is a regular expression",
            effect: Effect::Sets(&[("pattern_type", Preset::Text("regex"))]),
        }],
        presets: &[("pattern_type", Preset::Text("glob"))],
    },
    output: schema::output::<FileNames>,
    run,
};

/// The files found.
#[derive(Debug, Serialize, JsonSchema)]
struct FileNames {
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<String>,
    /// Where one artifact was searched.
    #[serde(skip_serializing_if = "Option::is_none")]
    origin: Option<Origin>,
    search_config: SearchConfig,
    /// All that match, of every page.
    total_matches: u64,
    files: Vec<Listed>,
    /// Only where nothing was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    suggestion: Option<String>,
    /// The size of an answer ended the page.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    truncated: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    next_cursor: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    incomplete: Vec<Gap>,
}

/// What was searched for.
#[derive(Debug, Serialize, JsonSchema)]
struct SearchConfig {
    #[serde(skip_serializing_if = "Option::is_none")]
    start_path: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_depth: Option<u64>,
    pattern: String,
    pattern_type: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<usize>,
}

/// One file; a binary one has no lines.
#[derive(Debug, Serialize, JsonSchema)]
struct Listed {
    /// Where several artifacts were searched.
    #[serde(skip_serializing_if = "Option::is_none")]
    artifact: Option<String>,
    name: String,
    path: String,
    size: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    line_count: Option<u32>,
}

fn run(call: &Call<'_>) -> Result<Box<dyn Answer>, Failure> {
    let (text, kind) = (call.args.required("pattern")?, call.args.required("pattern_type")?);
    let kind = PatternKind::parse(kind).unwrap_or(PatternKind::Glob);
    let name = if kind == PatternKind::Glob { file_of(text) } else { text };
    let pattern = FilePattern::parse(name, kind).map_err(|error| resolve::of_argument("pattern", error))?;
    let position = cursor::decode(TOOL.name, call.args)?;
    let mut scope = Scope::of(call)?;
    let files = scope::files(call, Some(pattern))?;
    let asked = call.args.number("limit").map(|limit| usize::try_from(limit).unwrap_or(usize::MAX));
    let limit = asked.unwrap_or(if call.cap.is_none() { usize::MAX } else { USUAL_LIMIT });
    let mut answer = FileNames {
        status: Status::Success.as_str(),
        version: None,
        origin: None,
        search_config: SearchConfig {
            start_path: call.args.text("start_path").map(|text| budget::echo(call, text)),
            max_depth: call.args.number("max_depth"),
            pattern: budget::echo(call, text),
            pattern_type: call.args.required("pattern_type")?.to_owned(),
            limit: (limit != usize::MAX).then_some(limit),
        },
        total_matches: 0,
        files: Vec::new(),
        suggestion: None,
        truncated: false,
        next_cursor: None,
        incomplete: Vec::new(),
    };
    let start = position.as_ref().map(|position| scope.place_of(position)).transpose()?.unwrap_or(0);
    let left = budget::left(budget::cap(call), &(&answer, scope.gaps()));
    let mut found =
        Found { single: scope.single, limit, left, files: Vec::new(), last: None, more: false, is_cut: false };
    for place in 0..scope.len() {
        let Some(artifact) = scope.open(call, place)? else { continue };
        if scope.single {
            answer.version = resolve::assumed_version(&artifact);
            answer.origin = Some(artifact.origin);
            scope::check_start(call, &artifact)?;
        }
        let mut gaps = Vec::new();
        for gap in files.gaps(&artifact.incomplete) {
            // Of a file without text the name is known.
            if !gap.is_path || artifact.index.file(&gap.what).of(&artifact)?.is_none() {
                gaps.push(gap);
            }
        }
        scope.lacks(&artifact, &gaps);
        let after = after(position.as_ref().filter(|_| place == start), &artifact)?;
        let room = if place < start { 0 } else { found.room() };
        let page = files::search_names(&artifact.index, &files, after.as_deref(), room, call.work).of(&artifact)?;
        answer.total_matches += page.total;
        if place >= start {
            found.take(&artifact, &page);
        }
    }
    if answer.total_matches == 0 && !scope.single {
        scope.check_start(call)?;
    }
    if answer.total_matches == 0 {
        answer.suggestion = Some(suggestion(call, &mut scope, text, kind)?);
    }
    if let Some(position) = found.last.filter(|_| found.more) {
        answer.next_cursor = Some(cursor::encode(TOOL.name, call.args, &position));
    }
    (answer.files, answer.truncated, answer.incomplete) = (found.files, found.is_cut, scope.gaps());
    Ok(Box::new(answer))
}

/// The file that is meant where people write more: `./Main.java`, `Main.java:12`, `Main.java:12:5`.
fn file_of(text: &str) -> &str {
    let mut file = text.strip_prefix("./").unwrap_or(text);
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    while let Some((before, _)) =
        file.rsplit_once(':').filter(|(before, number)| !before.is_empty() && is_number(number))
    {
        file = before;
    }
    file
}

/// What to try where nothing is found.
fn suggestion(call: &Call<'_>, scope: &mut Scope, text: &str, kind: PatternKind) -> Result<String, Failure> {
    let mut tries = Vec::new();
    let last = text.rsplit('/').next().unwrap_or(text);
    if kind == PatternKind::Glob && !text.contains(['*', '?', '[', '{', '!', '\n']) && !last.is_empty() {
        tries.push(format!(
            "a glob is a whole name, in which case counts: *{}* finds those that hold it",
            visible(&resolve::short(last))
        ));
    }
    if text.contains('\\') && kind == PatternKind::Glob {
        tries.push("in a glob \\ takes a sign as it is: folders are separated by /".to_owned());
    } else if kind == PatternKind::Glob
        && let Ok(pattern) = FilePattern::in_any_case(text)
        && scope.has_files(call, &scope::files(call, Some(pattern))?)?
    {
        let kind = call.parameter(&TOOL, "pattern_type");
        tries.push(format!("files match but for the case of letters: {kind} regex takes (?i), which ignores it"));
    }
    tries.extend(call.leave_out(&TOOL, &["start_path", "max_depth", "artifacts", "group_id"]));
    let (names, text) = (call.tool(&search_symbols::TOOL), call.tool(&search_file_content::TOOL));
    tries.push(format!("{names} finds declarations by name, {text} text in files"));
    Ok(tries.join("; "))
}

/// The page while it fills.
struct Found {
    single: bool,
    limit: usize,
    left: Option<usize>,
    files: Vec<Listed>,
    last: Option<Position>,
    /// Something comes after what is on the page.
    more: bool,
    /// The size of an answer ended the page.
    is_cut: bool,
}

impl Found {
    /// How many files the page still takes; none once something was left out.
    fn room(&self) -> usize {
        if self.more { 0 } else { self.limit.saturating_sub(self.files.len()) }
    }

    fn take(&mut self, artifact: &Opened, page: &NamePage) {
        for row in &page.files {
            let listed = Listed::of(row, artifact, self.single);
            let size = budget::json_size(&listed) + 1;
            if self.left.is_some_and(|left| size > left) && !self.files.is_empty() {
                (self.more, self.is_cut) = (true, true);
                return;
            }
            self.left = self.left.map(|left| left.saturating_sub(size));
            self.last = Some(Position::new(artifact, row.id, u32::MAX, 0));
            self.files.push(listed);
        }
        self.more |= page.more;
    }
}

impl Listed {
    fn of(row: &FileRow, artifact: &Opened, single: bool) -> Self {
        Self {
            artifact: (!single).then(|| artifact.coordinate.to_string()),
            name: row.name().to_owned(),
            path: row.path.clone(),
            size: list_folder_tree::size(row.size),
            line_count: row.line_count,
        }
    }
}

/// The path behind which a page goes on.
fn after(position: Option<&Position>, artifact: &Opened) -> Result<Option<String>, Failure> {
    let Some(position) = position else { return Ok(None) };
    position.check(artifact)?;
    Ok(Some(artifact.index.file_by_id(position.file).of(artifact)?.path))
}

impl Answer for FileNames {
    fn json(&self) -> Value {
        super::to_json(self)
    }

    fn page(&self, page: &mut Page) {
        if let Some(version) = &self.version {
            page.line(Style::Heading, version.clone());
        }
        for files in self.files.chunk_by(|left, right| left.artifact == right.artifact) {
            artifact_page(files, page);
        }
        self.page_end(page);
    }

    fn found(&self) -> bool {
        !self.files.is_empty()
    }
}

/// The files of one artifact by folder; its coordinate stands once.
fn artifact_page(files: &[Listed], page: &mut Page) {
    let one_folder = files.iter().all(|file| file.folder() == files[0].folder());
    let artifact = files[0].artifact.as_ref();
    let heading = artifact.filter(|_| !one_folder);
    if let Some(artifact) = heading {
        page.line(Style::Heading, artifact.clone());
    }
    let indent = if heading.is_some() { 2 } else { 0 };
    for files in files.chunk_by(|left, right| left.folder() == right.folder()) {
        let folder = match artifact.filter(|_| one_folder) {
            Some(artifact) => format!("{artifact}/{}", files[0].folder()),
            None => files[0].folder().to_owned(),
        };
        if !folder.is_empty() {
            page.spans(vec![Span(Style::Path, format!("{}{}", " ".repeat(indent), folder.trim_end_matches('/')))]);
        }
        let below = if folder.is_empty() { indent } else { indent + 2 };
        page.names(below, files.iter().map(item).collect());
    }
}

impl FileNames {
    fn page_end(&self, page: &mut Page) {
        let gaps = gaps::list(&self.incomplete);
        if self.files.is_empty() {
            let tries = self.suggestion.iter().flat_map(|tries| ["; ", tries]).collect::<String>();
            page.line(Style::Faint, format!("no files{tries}"));
        }
        if let Some(cursor) = &self.next_cursor {
            page.line(Style::Faint, format!("{} files; more: next_cursor {cursor}", self.total_matches));
        }
        if !gaps.is_empty() {
            page.line(Style::Warning, gaps);
        }
    }
}

impl Listed {
    fn folder(&self) -> &str {
        self.path.rsplit_once('/').map_or("", |(folder, _)| folder)
    }
}

fn item(listed: &Listed) -> Item {
    let lines = listed.line_count.map_or_else(|| "binary".to_owned(), |lines| format!("{lines} lines"));
    Item {
        label: vec![Span(Style::Name, listed.name.clone())],
        details: vec![Span(Style::Number, listed.size.clone()), Span(Style::Faint, lines)],
    }
}

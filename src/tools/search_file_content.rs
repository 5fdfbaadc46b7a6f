//! `search_file_content`: lines that match, with their context, in one artifact or in many.
//!
//! What does not fit into the answer is left for the next page: the cursor goes on behind the last line that was told.

mod ahead;
mod parts;
mod readings;

use std::time::{Duration, Instant};

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use self::ahead::Ahead;
use super::cursor::{self, Position};
use super::gaps::{self, Gap};
use super::matches::{self, Match, Matches};
use super::page::{Page, Style};
use super::resolve::{self, Rows};
use super::scope::{self, Scope, Total};
use super::words::counted;
use super::{Answer, Call, Command, Effect, Hints, ParamKind, Positional, Preset, Shortcut, Tool};
use super::{budget, get_file, params, schema};
use crate::error::{Failure, Status};
use crate::index::{FoundAhead, Opened};
use crate::model::Origin;
use crate::search::content::{self, Context, FileHits, Request};
use crate::search::files::FileScope;
use crate::search::pattern::{FilePattern, PatternKind};
use crate::search::query::{Query, QueryKind};
use crate::text::escape::visible;

/// `max_results` where none is asked for, from the contract.
const USUAL_RESULTS: usize = 50;
/// Lines of context where none are asked for, from the contract.
const USUAL_CONTEXT: u32 = 2;
/// Artifacts of which the files are counted where nothing is found.
const COUNTED_ARTIFACTS: usize = 16;
/// How long one search over MCP may take before it answers with what it has.
const PATIENCE: Duration = Duration::from_secs(15);

pub(super) static TOOL: Tool = Tool {
    name: "search_file_content",
    title: "Search file contents",
    description: "Search the text of all files of one artifact or of all indexed ones, line by line as ripgrep does, with context lines.",
    params: &[
        params::ANY_GROUP,
        params::ANY_ARTIFACT,
        params::VERSION,
        params::ARTIFACTS,
        params::required("query", ParamKind::Text, ""),
        params::required("query_type", ParamKind::Choice(&["string", "regex"]), ""),
        params::START_PATH,
        params::SEARCH_DEPTH,
        params::optional(
            "file_pattern",
            ParamKind::Text,
            "globs, one a line: *.java, !*Test*; the last that matches decides",
        ),
        params::optional("case_sensitive", ParamKind::Flag, "left out: only if the query has capitals"),
        params::optional("whole_word", ParamKind::Flag, ""),
        params::optional(
            "context_before",
            ParamKind::Integer { min: 0, max: Some(10) },
            "lines; default 2, at most 10",
        ),
        params::optional("context_after", ParamKind::Integer { min: 0, max: Some(10) }, "the same"),
        params::count("max_results", Some(500), "matching lines; default 50, at most 500"),
        params::CURSOR,
    ],
    hints: Hints { read_only: true, destructive: false, idempotent: true, open_world: true },
    command: Command {
        verb: "grep",
        positionals: &[Positional::Param("query", "QUERY"), Positional::OptionalCoordinates],
        shortcuts: &[
            Shortcut {
                long: Some("fixed-strings"),
                short: Some('F'),
                description: "the query is plain text",
                effect: Effect::Sets(&[("query_type", Preset::Text("string"))]),
            },
            Shortcut {
                long: Some("ignore-case"),
                short: Some('i'),
                description: "ignore case",
                effect: Effect::Sets(&[("case_sensitive", Preset::Flag(false))]),
            },
            Shortcut {
                long: Some("word-regexp"),
                short: Some('w'),
                description: "whole words only",
                effect: Effect::Sets(&[("whole_word", Preset::Flag(true))]),
            },
            Shortcut {
                long: Some("context"),
                short: Some('C'),
                description: "lines before and after each hit",
                effect: Effect::Gives(&["context_before", "context_after"]),
            },
            Shortcut {
                long: Some("before-context"),
                short: Some('B'),
                description: "lines before each hit",
                effect: Effect::Gives(&["context_before"]),
            },
            Shortcut {
                long: Some("after-context"),
                short: Some('A'),
                description: "lines after each hit",
                effect: Effect::Gives(&["context_after"]),
            },
            Shortcut {
                long: Some("glob"),
                short: Some('g'),
                description: "only files that match, with ! before it all others; it can be repeated, and the last that matches decides",
                effect: Effect::GivesLines("file_pattern"),
            },
        ],
        presets: &[("query_type", Preset::Text("regex"))],
    },
    output: schema::output::<FileContent>,
    run,
};

/// The matches found.
#[derive(Debug, Serialize, JsonSchema)]
struct FileContent {
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<String>,
    /// Where one artifact was searched.
    #[serde(skip_serializing_if = "Option::is_none")]
    origin: Option<Origin>,
    search_config: SearchConfig,
    /// Matching lines.
    total: Total,
    /// By path, or by coordinate/path where several artifacts were searched.
    matches: Matches,
    /// Only where nothing was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    suggestion: Option<String>,
    /// The size of an answer ended the page, or a line was cut (`…` stands where), or lines around a match left out.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    truncated: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    next_cursor: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    incomplete: Vec<Gap>,
    #[serde(skip)]
    #[schemars(skip)]
    searched: Searched,
    /// Lines were cut or left out.
    #[serde(skip)]
    #[schemars(skip)]
    is_cut: bool,
}

/// Where nothing was found.
#[derive(Debug, Clone, Copy)]
enum Searched {
    Files(u64),
    /// Many: their files are not counted for a line of text.
    Artifacts(usize),
}

/// What was searched for.
#[derive(Debug, Serialize, JsonSchema)]
struct SearchConfig {
    query: String,
    query_type: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    start_path: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_depth: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file_pattern: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    case_sensitive: Option<bool>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    whole_word: bool,
    context_before: u32,
    context_after: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_results: Option<usize>,
}

fn run(call: &Call<'_>) -> Result<Box<dyn Answer>, Failure> {
    let config = SearchConfig::of(call)?;
    let kind = QueryKind::parse(&config.query_type).unwrap_or(QueryKind::Text);
    let query = Query::parse(call.args.required("query")?, kind, config.case_sensitive, config.whole_word)?;
    let pattern = call.args.text("file_pattern").map(|text| FilePattern::parse(text, PatternKind::Glob)).transpose();
    let files = scope::files(call, pattern.map_err(|error| resolve::of_argument("file_pattern", error))?)?;
    let position = cursor::decode(TOOL.name, call.args)?;
    let mut scope = Scope::of(call)?;
    let start = position.as_ref().map(|position| scope.place_of(position)).transpose()?.unwrap_or(0);
    let told = position.map_or(0, |position| u64::from(position.told));
    let mut answer = FileContent {
        status: Status::Success.as_str(),
        version: None,
        origin: None,
        search_config: config,
        total: Total { value: told, relation: "eq" },
        matches: Matches::default(),
        suggestion: None,
        truncated: false,
        next_cursor: None,
        incomplete: Vec::new(),
        searched: if scope.len() > COUNTED_ARTIFACTS { Searched::Artifacts(scope.len()) } else { Searched::Files(0) },
        is_cut: false,
    };
    let mut ahead = Ahead::from(start);
    let mut search = Search {
        call,
        query: &query,
        files: &files,
        context: answer.search_config.context(),
        deadline: call.cap.is_some().then(|| Instant::now() + PATIENCE),
        left: budget::left(budget::cap(call), &(&answer, scope.gaps())),
        room: answer.search_config.max_results.unwrap_or(usize::MAX),
        told,
        next: None,
        full_at: None,
        exact: true,
    };
    for place in start..scope.len() {
        if search.next.is_some() {
            // The page is full. What the artifacts behind it hold is not counted.
            search.exact = false;
            break;
        }
        // Where the page before stopped is looked at in any case.
        let looks_ahead = !scope.single && (place != start || position.is_none());
        let mut found: Option<FoundAhead> = None;
        if looks_ahead {
            let looked = ahead.at(place, &scope, call, &search.request(None))?;
            if !looked.may_match && !matches!(answer.searched, Searched::Files(_)) {
                if search.room > 0 {
                    scope.lacks_of(place, &files.gaps(&looked.incomplete));
                }
                continue;
            }
            found = looked.found;
        }
        let Some(artifact) = scope.open(call, place)? else { continue };
        let found = found.filter(|found| found.generation == artifact.generation).map(|found| found.page);
        if search.room == 0 {
            search.peek(&artifact, found)?;
            continue;
        }
        if scope.single {
            answer.version = resolve::assumed_version(&artifact);
            answer.origin = Some(artifact.origin);
            scope::check_start(call, &artifact).map_err(|failure| of_file(call, failure))?;
        }
        scope.lacks(&artifact, &files.gaps(&artifact.incomplete));
        let position = position.as_ref().filter(|_| place == start);
        search.artifact(&artifact, position, found, &mut scope, &mut answer)?;
    }
    if answer.matches.0.is_empty() && position.is_none() && search.next.is_none() && !scope.single {
        scope.check_start(call).map_err(|failure| of_file(call, failure))?;
    }
    let is_nothing = answer.matches.0.is_empty() && position.is_none() && search.next.is_none();
    answer.total.relation = if search.exact { "eq" } else { "gte" };
    answer.truncated |= answer.is_cut;
    answer.next_cursor = search.next.map(|position| cursor::encode(TOOL.name, call.args, &position));
    answer.incomplete = scope.gaps();
    if is_nothing
        && let Some(pattern) = call.args.text("file_pattern").filter(|_| scope.len() > 0)
        && !scope.has_files(call, &files)?
    {
        answer.searched = Searched::Files(0);
        answer.suggestion = Some(no_file(call, pattern));
        return Ok(Box::new(answer));
    }
    if is_nothing {
        let (text, case_sensitive) = (call.args.required("query")?, answer.search_config.case_sensitive);
        let whole_word = answer.search_config.whole_word;
        let asked = parts::Asked { text, kind, case_sensitive, whole_word, files: &files };
        answer.suggestion = parts::suggestion(call, &mut scope, &asked)?;
    }
    Ok(Box::new(answer))
}

/// What to say of a pattern that no file has the name of.
fn no_file(call: &Call<'_>, pattern: &str) -> String {
    let (pattern, name) = (visible(&resolve::short(pattern)).into_owned(), call.parameter(&TOOL, "file_pattern"));
    let also = call.leave_out(&TOOL, &["start_path", "max_depth"]);
    let rest = also.map(|also| format!("; {also}")).unwrap_or_default();
    format!(
        "no file has the name {pattern}: {name} is a glob for a whole name or path, in which case counts, folders are \
         separated by / and alternatives stand in braces (*.{{java,kt}}, com/x/**){rest}"
    )
}

/// The failure of a start that is a file: how to search one alone.
fn of_file(call: &Call<'_>, failure: Failure) -> Failure {
    if failure.suggested_action != Some(get_file::TOOL.name) {
        return failure;
    }
    let pattern = call.parameter(&TOOL, "file_pattern");
    Failure { message: format!("{}; {pattern} narrows a search to one file", failure.message), ..failure }
}

impl SearchConfig {
    fn of(call: &Call<'_>) -> Result<Self, Failure> {
        let args = call.args;
        let context =
            |name: &str| args.number(name).map_or(USUAL_CONTEXT, |lines| u32::try_from(lines).unwrap_or(u32::MAX));
        let max_results = args.number("max_results").map(|number| usize::try_from(number).unwrap_or(usize::MAX));
        Ok(Self {
            query: budget::echo(call, args.required("query")?),
            query_type: args.required("query_type")?.to_owned(),
            start_path: args.text("start_path").map(|text| budget::echo(call, text)),
            max_depth: args.number("max_depth"),
            file_pattern: args.text("file_pattern").map(|text| budget::echo(call, text)),
            case_sensitive: args.optional_flag("case_sensitive"),
            whole_word: args.flag("whole_word", false),
            context_before: context("context_before"),
            context_after: context("context_after"),
            max_results: max_results.or((call.cap.is_some()).then_some(USUAL_RESULTS)),
        })
    }

    const fn context(&self) -> Context {
        Context { before: self.context_before, after: self.context_after }
    }
}

/// The position behind everything an artifact holds.
fn end_of(artifact: &Opened, told: u64) -> Position {
    let files = u32::try_from(artifact.index.meta().counts.files).unwrap_or(u32::MAX);
    Position::new(artifact, files, u32::MAX, u32::try_from(told).unwrap_or(u32::MAX))
}

/// The search while its page fills.
struct Search<'a> {
    call: &'a Call<'a>,
    query: &'a Query,
    files: &'a FileScope,
    context: Context,
    deadline: Option<Instant>,
    /// Bytes left of the answer.
    left: Option<usize>,
    /// Matching lines left of the page.
    room: usize,
    /// Matching lines told so far, those of earlier pages included.
    told: u64,
    next: Option<Position>,
    /// Where the page was full to the brim: the next one begins here, if there is anything behind.
    full_at: Option<Position>,
    exact: bool,
}

impl<'a> Search<'a> {
    /// Takes what an artifact holds; `found`: what was found in it ahead, with as much room as there is now or more.
    fn artifact(
        &mut self,
        artifact: &Opened,
        position: Option<&Position>,
        found: Option<content::Page>,
        scope: &mut Scope,
        answer: &mut FileContent,
    ) -> Result<(), Failure> {
        let after = position.map(|position| Self::resume(artifact, position)).transpose()?;
        let page = match found.filter(|page| page.hits <= self.room && page.next.is_none()) {
            Some(page) => page,
            None => content::search(&artifact.index, &self.request(after.as_ref()), self.call.work).of(artifact)?,
        };
        scope.lacks(artifact, &page.incomplete);
        let before = self.told;
        let fitted = self.fit(artifact, page.files, scope.single, answer)?;
        // Only an answer without a match says how many files it is about: all paths are read to count them.
        if let (Searched::Files(files), true) = (answer.searched, answer.matches.0.is_empty()) {
            answer.searched = Searched::Files(files + self.files.text_files(&artifact.index).of(artifact)?);
        }
        answer.total.value = before + page.total.value;
        self.exact &= page.total.exact;
        self.next = match (fitted, page.next) {
            (Some(position), _) => Some(position),
            (None, Some(next)) => Some(self.position(artifact, &next)?),
            (None, None) => None,
        };
        if self.room == 0 {
            self.full_at = Some(end_of(artifact, self.told));
        }
        Ok(())
    }

    /// What is asked of an artifact now: matches for what is left of the page, the first alone where that is full.
    fn request<'b>(&self, after: Option<&'b content::Position>) -> Request<'b>
    where
        'a: 'b,
    {
        let (query, scope, context, deadline) = (self.query, self.files, self.context, self.deadline);
        Request { query, scope, context, max_results: self.room.max(1), after, deadline }
    }

    /// Looks whether anything comes after a page that is full: only then is there a next one.
    fn peek(&mut self, artifact: &Opened, found: Option<content::Page>) -> Result<(), Failure> {
        let page = match found {
            Some(page) => page,
            None => content::search(&artifact.index, &self.request(None), self.call.work).of(artifact)?,
        };
        if page.hits > 0 || page.next.is_some() {
            self.next = self.full_at;
            self.exact = false;
        }
        Ok(())
    }

    /// Where the search of this artifact goes on.
    fn resume(artifact: &Opened, position: &Position) -> Result<content::Position, Failure> {
        position.check(artifact)?;
        let path = artifact.index.file_by_id(position.file).of(artifact)?.path;
        Ok(content::Position { path, line: position.line, told: 0 })
    }

    fn position(&self, artifact: &Opened, next: &content::Position) -> Result<Position, Failure> {
        let file = artifact.index.first_file_from(&next.path).of(artifact)?.unwrap_or(1);
        Ok(Position::new(artifact, file, next.line, u32::try_from(self.told).unwrap_or(u32::MAX)))
    }

    /// Takes blocks into the answer while they fit; where one does not, the position it is left for.
    fn fit(
        &mut self,
        artifact: &Opened,
        files: Vec<FileHits>,
        single: bool,
        answer: &mut FileContent,
    ) -> Result<Option<Position>, Failure> {
        let mut last = None;
        for file in files {
            let key = if single { file.path.clone() } else { format!("{}/{}", artifact.coordinate, file.path) };
            self.left = self.left.map(|left| left.saturating_sub(budget::escaped_size(&key) + 6));
            let mut taken = Vec::new();
            let mut done = 0;
            for block in file.blocks {
                let (block, is_cut) =
                    if self.call.cap.is_some() { matches::clip_lines(block, self.query) } else { (block, false) };
                let mut block = Match::of(block);
                let block_hits = block.block.match_lines.len();
                let size = block.size();
                if self.left.is_some_and(|left| size > left) {
                    if !taken.is_empty() || !answer.matches.0.is_empty() {
                        answer.truncated = true;
                        if !taken.is_empty() {
                            answer.matches.0.push((key, taken));
                        }
                        let told = content::Position { path: file.path, line: done, told: 0 };
                        let behind = if done == 0 { last.unwrap_or(told) } else { told };
                        return self.position(artifact, &behind).map(Some);
                    }
                    // As many of its lines as can be answered; the rest is left for the next page.
                    let (shorter, cut) = matches::shorten(&block.block, self.left.unwrap_or(usize::MAX));
                    block = Match::of(shorter);
                    answer.is_cut |= cut || is_cut;
                    let all = block_hits == block.block.match_lines.len();
                    let cut = block.block.match_lines.last().copied().unwrap_or(done);
                    self.take(&block);
                    if all {
                        // Only context is missing: whether there is more is told by what comes after it.
                        done = cut;
                        taken.push(block);
                        continue;
                    }
                    answer.truncated = true;
                    answer.matches.0.push((key, vec![block]));
                    let told = content::Position { path: file.path, line: cut, told: 0 };
                    return self.position(artifact, &told).map(Some);
                }
                done = block.block.match_lines.last().copied().unwrap_or(done);
                answer.is_cut |= is_cut;
                self.take(&block);
                taken.push(block);
            }
            last = Some(content::Position { path: file.path, line: content::Position::WHOLE, told: 0 });
            answer.matches.0.push((key, taken));
        }
        Ok(None)
    }

    /// Counts a block that is in the answer.
    fn take(&mut self, block: &Match) {
        let hits = block.block.match_lines.len();
        self.left = self.left.map(|left| left.saturating_sub(block.size()));
        self.told += hits as u64;
        self.room = self.room.saturating_sub(hits);
    }
}

impl Answer for FileContent {
    fn json(&self) -> Value {
        super::to_json(self)
    }

    fn page(&self, page: &mut Page) {
        if let Some(version) = &self.version {
            page.line(Style::Heading, version.clone());
        }
        let separated = self.search_config.context_before + self.search_config.context_after > 0;
        self.matches.page(page, separated);
        self.page_end(page);
    }

    fn found(&self) -> bool {
        !self.matches.0.is_empty()
    }
}

impl FileContent {
    fn page_end(&self, page: &mut Page) {
        let gaps = gaps::list(&self.incomplete);
        if self.matches.0.is_empty() {
            let gaps = if gaps.is_empty() { gaps } else { format!("; {gaps}") };
            let searched = match self.searched {
                Searched::Files(files) => counted(files, "file"),
                Searched::Artifacts(artifacts) => counted(artifacts as u64, "artifact"),
            };
            let tries = self.suggestion.iter().flat_map(|tries| ["; ", tries]).collect::<String>();
            page.line(Style::Faint, format!("no matches in {searched}{gaps}{tries}"));
        } else if !gaps.is_empty() {
            page.line(Style::Warning, gaps);
        }
        if self.is_cut {
            page.line(Style::Warning, "long lines are cut or left out; get_file with max_bytes shows more of them");
        }
        if let Some(cursor) = &self.next_cursor {
            let least = if self.total.relation == "eq" { "" } else { "at least " };
            page.line(Style::Faint, format!("{least}{} lines; more: next_cursor {cursor}", self.total.value));
        }
    }
}

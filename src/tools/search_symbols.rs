//! `search_symbols`: types, methods and fields by name, in one artifact or in many.
//!
//! Which symbols there are, and in what order, is told from tables in memory; of the rows only those of the page are read,
//! and all of a name where parameters are asked for.

mod ahead;
mod asked;
mod fitting;
mod inherited;

use std::sync::Arc;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use self::ahead::Ahead;
use self::fitting::Fitting;
use super::cursor::{self, Position};
use super::declared::{self, Declared};
use super::gaps::{self, Gap};
use super::page::{Page, Span, Style};
use super::resolve;
use super::scope::{Scope, Total};
use super::symbol::{self, Pasted, Symbol};
use super::{
    Answer, Call, Command, Effect, Hints, ParamKind, Positional, Preset, Shortcut, Tool, budget, list_types, params,
    register_source, schema, search_file_content,
};
use crate::error::{Failure, Status};
use crate::index::Opened;
use crate::model::Language;
use crate::search::symbols::{self, Entry, Group, KINDS, Kinds, Query, Sort};

/// `max_results` where none is asked for, from the contract.
const USUAL_RESULTS: usize = 50;
/// Symbols of one name in one file that are put in order of line; of more the order of their types must do.
const MOST_IN_ORDER: usize = 500;

/// Rows that are read before a page is filled; what comes behind them is read as it is told.
const MOST_AHEAD: usize = 500;

pub(super) static TOOL: Tool = Tool {
    name: "search_symbols",
    title: "Search symbols",
    description: "Find types, methods and fields by name in all indexed artifacts or some: exact, then prefix, camel humps (NPE), substring. A symbol of the answer is what other tools take.",
    params: &[
        params::required("query", ParamKind::Text, "a name; Type#member, package.Type and m(String) narrow it"),
        params::ANY_GROUP,
        params::ANY_ARTIFACT,
        params::VERSION,
        params::ARTIFACTS,
        params::optional("kind", ParamKind::Choice(KINDS), "type, method and field mean all of their sort"),
        params::LANGUAGE,
        params::optional("case_sensitive", ParamKind::Flag, "default false"),
        params::optional("whole_word", ParamKind::Flag, "only the whole name"),
        params::count("max_results", Some(500), "default 50, at most 500"),
        params::CURSOR,
    ],
    hints: Hints { read_only: true, destructive: false, idempotent: true, open_world: true },
    command: Command {
        verb: "symbols",
        positionals: &[Positional::Param("query", "QUERY"), Positional::OptionalCoordinates],
        shortcuts: &[Shortcut {
            long: Some("word-regexp"),
            short: Some('w'),
            description: "the whole name only",
            effect: Effect::Sets(&[("whole_word", Preset::Flag(true))]),
        }],
        presets: &[],
    },
    output: schema::output::<Symbols>,
    run,
};

/// The symbols found.
#[derive(Debug, Serialize, JsonSchema)]
struct Symbols {
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<String>,
    /// All that answer, of every page.
    total: Total,
    symbols: Vec<Listed>,
    /// What to try instead, where there are none, or the query is a package.
    #[serde(skip_serializing_if = "Option::is_none")]
    suggestion: Option<String>,
    /// The size of an answer ended the page.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    truncated: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    next_cursor: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    incomplete: Vec<Gap>,
    #[serde(skip)]
    #[schemars(skip)]
    searched: usize,
}

/// One symbol.
#[derive(Debug, Serialize, JsonSchema)]
struct Listed {
    symbol: String,
    kind: &'static str,
    /// How its name answers: exact, prefix, humps, substring.
    r#match: &'static str,
    language: &'static str,
    artifact: String,
    file: String,
    /// Of its name; none where it is known from class files.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
    /// Of members.
    #[serde(skip_serializing_if = "Option::is_none")]
    signature: Option<String>,
}

fn run(call: &Call<'_>) -> Result<Box<dyn Answer>, Failure> {
    let Pasted { symbol, is_frame, line } = asked::asked(call)?;
    let position = cursor::decode(TOOL.name, call.args)?;
    let mut scope = Scope::of(call)?;
    let tables = scope.symbols(call)?;
    scope.unparsed(&tables);
    let mut query = query(call, &symbol, is_frame, &tables)?;
    if symbol.may_extend() && !is_frame {
        // What is called on a type may be declared elsewhere.
        query = query.or_extending();
    }
    let resumed =
        position.as_ref().map(|position| Resumed::of(call, position, &mut scope, &tables, &query)).transpose()?;
    let most = call.args.number("max_results").map(|number| usize::try_from(number).unwrap_or(usize::MAX));
    let room = most.unwrap_or(if call.cap.is_some() { USUAL_RESULTS } else { usize::MAX });
    let from = resumed.as_ref().map(|resumed| (resumed.place, &resumed.group));
    let mut fitting = Fitting::of(&symbol, line);
    let (total, groups) = if fitting.reads_rows() {
        fitting.search(call, &mut scope, &tables, &query, from)?
    } else {
        symbols::search(&tables, &query, from, room.saturating_add(2))
    };
    let mut answer = Symbols {
        status: Status::Success.as_str(),
        version: None,
        total: Total { value: total, relation: "eq" },
        symbols: Vec::new(),
        suggestion: None,
        truncated: false,
        next_cursor: None,
        incomplete: Vec::new(),
        searched: tables.iter().flatten().count(),
    };
    scope.open_ahead(call, groups.iter().take(room).map(|(place, _)| *place));
    let left = budget::left(budget::cap(call), &(&answer, scope.gaps()));
    let first = groups.iter().flat_map(|(place, group)| {
        let entries = tables[*place].as_deref().map(|table| table.entries(&query, group)).unwrap_or_default();
        entries.into_iter().map(|entry| (*place, entry))
    });
    // Where parameters or receivers are asked for, the rows were read to see who has them.
    let most = if fitting.reads_rows() { 0 } else { room.min(MOST_AHEAD) };
    let ahead = Ahead::read(first.take(most), |place| scope.open(call, place))?;
    let mut found = Filling { room, left, ahead, symbols: Vec::new(), last: None, more: false, is_cut: false };
    for (place, group) in &groups {
        let Some(table) = tables[*place].as_deref() else { continue };
        let Some(artifact) = scope.open(call, *place)? else { continue };
        if scope.single {
            answer.version = resolve::assumed_version(&artifact);
        }
        let told = resumed.as_ref().filter(|resumed| (resumed.place, &resumed.group) == (*place, group));
        let entries = fitting.take(*place, group).unwrap_or_else(|| table.entries(&query, group));
        found.group(call, (*place, &artifact), &entries, group, told.map(|resumed| resumed.told))?;
        if found.more {
            break;
        }
    }
    if let Some(last) = found.last.filter(|_| found.more) {
        answer.next_cursor = Some(cursor::encode(TOOL.name, call.args, &last));
    }
    (answer.symbols, answer.truncated) = (found.symbols, found.is_cut);
    let text = call.args.required("query")?;
    // A name of one segment is that of many declarations.
    let may_be_package = position.is_none() && (total == 0 || text.contains('.'));
    if may_be_package && tables.iter().flatten().any(|table| table.has_package(text)) {
        answer.suggestion = Some(format!("{text} is a package: {} lists its types", call.tool(&list_types::TOOL)));
    } else if total == 0 {
        let is_narrowed = ["kind", "language"].iter().any(|narrowing| call.args.has(narrowing));
        let inherited = if is_narrowed { None } else { inherited::suggestion(call, &mut scope, &tables, &symbol)? };
        answer.suggestion = Some(match inherited {
            Some(inherited) => inherited,
            None => suggestion(call, &symbol, &tables, &query)?,
        });
    }
    answer.incomplete = scope.gaps();
    Ok(Box::new(answer))
}

/// What is asked for: a name, and the type or package that stands before it. A `$` may belong to a name or separate; what
/// finds the better names is meant.
fn query(
    call: &Call<'_>,
    symbol: &Symbol,
    is_frame: bool,
    tables: &[Option<Arc<symbols::Table>>],
) -> Result<Query, Failure> {
    let separated = (symbol.qualifier.clone(), symbol.name.clone());
    let written = reading(call, symbol, is_frame, &symbol.written)?;
    if symbol.written == separated {
        return Ok(written);
    }
    let separated = reading(call, symbol, is_frame, &separated)?;
    let best = |query: &Query| symbols::search(tables, query, None, 1).1.first().map(|(_, group)| group.key.class);
    Ok(match (best(&written), best(&separated)) {
        (Some(name), Some(other)) if name <= other => written,
        (Some(_), None) => written,
        _ => separated,
    })
}

/// The query of a symbol that is read as this qualifier and this name.
fn reading(
    call: &Call<'_>,
    symbol: &Symbol,
    is_frame: bool,
    (qualifier, name): &(String, String),
) -> Result<Query, Failure> {
    let args = call.args;
    let mut kinds = args.text("kind").and_then(Kinds::parse).unwrap_or(Kinds::ALL);
    // Whoever writes parameters has written the name before them to its end.
    let is_whole = symbol.parameters.is_some() || is_frame;
    let (mut name, mut whole) = (name.as_str(), args.flag("whole_word", false) || is_whole);
    match symbol.sort {
        symbol::Sort::Constructor => {
            // A constructor bears the name of its type.
            name = qualifier.rsplit('.').next().unwrap_or_default();
            whole = true;
            kinds = kinds.and(Kinds::CONSTRUCTORS);
            if name.is_empty() {
                return Err(Failure::argument("query", "names no type").hint("write Type#<init>"));
            }
        }
        symbol::Sort::Method => kinds = kinds.and(Kinds::METHODS),
        symbol::Sort::Member => kinds = kinds.and(Kinds::MEMBERS),
        symbol::Sort::Any => {}
    }
    let language = args.text("language").and_then(Language::parse);
    Ok(Query::new(qualifier, name, args.flag("case_sensitive", false), whole).only(kinds, language).widely())
}

/// Where an earlier page stopped.
struct Resumed {
    place: usize,
    group: Group,
    /// The last symbol that was told.
    told: (Sort, u32),
}

impl Resumed {
    fn of(
        call: &Call<'_>,
        position: &Position,
        scope: &mut Scope,
        tables: &[Option<Arc<symbols::Table>>],
        query: &Query,
    ) -> Result<Self, Failure> {
        let place = scope.place_of(position)?;
        let gone = || cursor::stale("the artifact it stopped in cannot be read");
        position.check(&scope.open(call, place)?.ok_or_else(gone)?)?;
        let sort = match position.file {
            0 => Sort::Type,
            1 => Sort::Method,
            _ => Sort::Field,
        };
        let table = tables[place].as_deref().ok_or_else(gone)?;
        let group = table.group_of(query, sort, position.line);
        let group = group.ok_or_else(|| cursor::stale("what it stopped at is gone"))?;
        Ok(Self { place, group, told: (sort, position.line) })
    }
}

/// The page while it fills.
struct Filling {
    room: usize,
    left: Option<usize>,
    ahead: Ahead,
    symbols: Vec<Listed>,
    last: Option<Position>,
    more: bool,
    /// The size of an answer ended the page.
    is_cut: bool,
}

impl Filling {
    /// Takes the symbols of a group, those behind the one told last.
    fn group(
        &mut self,
        call: &Call<'_>,
        (place, artifact): (usize, &Opened),
        entries: &[Entry],
        group: &Group,
        mut told: Option<(Sort, u32)>,
    ) -> Result<(), Failure> {
        for file in entries.chunk_by(|left, right| left.file == right.file) {
            // The file that holds the last one told is looked through for it.
            if told.is_some_and(|told| !file.iter().any(|entry| (entry.sort, entry.id) == told)) {
                continue;
            }
            if self.room == 0 {
                self.more = true;
                return Ok(());
            }
            call.work.check()?;
            let mut rows = Vec::with_capacity(file.len());
            if file.len() > MOST_IN_ORDER {
                self.unordered(call, artifact, file, group, told.take())?;
                if self.more {
                    return Ok(());
                }
                continue;
            }
            for entry in file {
                rows.push((self.ahead.take(place, entry, artifact)?, entry));
            }
            rows.sort_by_key(|(row, entry)| (row.name_line(), entry.sort, entry.id));
            for (row, entry) in rows {
                if let Some(last) = told {
                    told = Some(last).filter(|last| (entry.sort, entry.id) != *last);
                } else if !self.take(artifact, &row, entry, group) {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// The same of a file with very many symbols of one name.
    fn unordered(
        &mut self,
        call: &Call<'_>,
        artifact: &Opened,
        entries: &[Entry],
        group: &Group,
        told: Option<(Sort, u32)>,
    ) -> Result<(), Failure> {
        let at = |last: (Sort, u32)| entries.iter().position(|entry| (entry.sort, entry.id) == last);
        let rest = &entries[told.and_then(at).map_or(0, |at| at + 1)..];
        for some in rest.chunks(MOST_IN_ORDER) {
            call.work.check()?;
            for (row, entry) in declared::read_all(artifact, some)?.iter().zip(some) {
                if !self.take(artifact, row, entry, group) {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Takes one symbol; false where it does not fit any more.
    fn take(&mut self, artifact: &Opened, row: &Declared, entry: &Entry, group: &Group) -> bool {
        let listed = Listed::of(row, artifact, group);
        let size = budget::json_size(&listed) + 1;
        if self.room == 0 || (self.left.is_some_and(|left| size > left) && !self.symbols.is_empty()) {
            (self.more, self.is_cut) = (true, self.room > 0);
            return false;
        }
        self.left = self.left.map(|left| left.saturating_sub(size));
        self.room -= 1;
        let sort = match entry.sort {
            Sort::Type => 0,
            Sort::Method => 1,
            Sort::Field => 2,
        };
        self.last = Some(Position::new(artifact, sort, entry.id, 0));
        self.symbols.push(listed);
        true
    }
}

impl Listed {
    fn of(row: &Declared, artifact: &Opened, group: &Group) -> Self {
        Self {
            symbol: row.symbol(),
            kind: row.kind(),
            r#match: group.key.class.as_str(),
            language: row.owner.language.as_str(),
            artifact: artifact.coordinate.to_string(),
            file: row.owner.file_path.clone(),
            line: (!resolve::is_outline(&row.owner.file_path)).then(|| row.name_line()),
            signature: row.signature().map(|text| budget::clip(text, budget::LONGEST_SIGNATURE)),
        }
    }
}

/// What to try where nothing answers.
fn suggestion(
    call: &Call<'_>,
    symbol: &Symbol,
    tables: &[Option<Arc<symbols::Table>>],
    query: &Query,
) -> Result<String, Failure> {
    let mut tries = Vec::new();
    let qualified = [&*symbol.qualifier, &*symbol.name].join(".");
    if declared::lacks_jdk(call, &qualified)? {
        let (add, jdk) = (call.tool(&register_source::TOOL), "such as jdk:jdk:17");
        tries.push(format!("it is the JDK's, and none is indexed: {add} takes one, {jdk}"));
    }
    // Of what is named with its package a bare name like it is none that was meant.
    let mut close = if symbol.qualifier.is_empty() { Vec::new() } else { declared::like_type(&qualified, tables) };
    if close.is_empty() {
        close = resolve::near(query.name(), symbols::like(tables, query.name()).into_iter());
    }
    if !close.is_empty() {
        tries.push(format!("close names: {}", close.join(", ")));
    }
    let narrowing = ["kind", "language", "case_sensitive", "whole_word", "artifacts", "group_id"];
    if symbol.parameters.is_some() {
        tries.push("leave out the parameters".to_owned());
    }
    tries.extend(call.leave_out(&TOOL, &narrowing));
    tries.push(format!("{} finds text that is no declaration", call.tool(&search_file_content::TOOL)));
    Ok(tries.join("; "))
}

impl Answer for Symbols {
    fn json(&self) -> Value {
        super::to_json(self)
    }

    fn page(&self, page: &mut Page) {
        if let Some(version) = &self.version {
            page.line(Style::Heading, version.clone());
        }
        for class in self.symbols.chunk_by(|left, right| left.r#match == right.r#match) {
            page.line(Style::Heading, class[0].r#match);
            for file in class.chunk_by(|left, right| (&left.artifact, &left.file) == (&right.artifact, &right.file)) {
                page.spans(vec![
                    Span(Style::Faint, format!("  {}/", file[0].artifact)),
                    Span(Style::Path, file[0].file.clone()),
                ]);
                for listed in file {
                    page.row(4, listed.columns());
                }
            }
        }
        let gaps = gaps::list(&self.incomplete);
        if let Some(suggestion) = &self.suggestion {
            let artifacts = if self.searched == 1 { "artifact" } else { "artifacts" };
            let none = format!("no symbols in {} {artifacts}; ", self.searched);
            page.line(Style::Faint, format!("{}{suggestion}", if self.found() { "" } else { &*none }));
        }
        if !gaps.is_empty() {
            page.line(Style::Warning, gaps);
        }
        if let Some(cursor) = &self.next_cursor {
            page.line(Style::Faint, format!("{} symbols; more: next_cursor {cursor}", self.total.value));
        }
    }

    fn found(&self) -> bool {
        !self.symbols.is_empty()
    }
}

impl Listed {
    fn columns(&self) -> Vec<Span> {
        let mut columns: Vec<Span> = self.line.map(|line| Span(Style::Number, line.to_string())).into_iter().collect();
        columns.push(Span(Style::Kind, self.kind.to_owned()));
        // The name of the file says Java of most.
        if self.language == Language::Kotlin.as_str() {
            columns.push(Span(Style::Faint, "(kotlin)".to_owned()));
        }
        match &self.signature {
            Some(signature) => {
                columns.push(Span(Style::Name, format!("{}:", self.symbol)));
                columns.push(Span(Style::Faint, signature.clone()));
            }
            None => columns.push(Span(Style::Name, self.symbol.clone())),
        }
        columns
    }
}

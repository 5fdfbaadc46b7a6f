//! `find_implementations`: subtypes of a type and overrides of a method, across artifacts.
//!
//! Declared ones come from the indexes; those in bodies from the files that name a supertype, which are parsed for it.

mod bases;
mod local;
mod overrides;

use std::collections::HashSet;
use std::time::{Duration, Instant};

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::cursor::{self, Position};
use super::declared::{self, Declared, Member};
use super::gaps::{self, Gap};
use super::heirs::{self, Heir, Heirs, Identity};
use super::page::{Page, Span, Style};
use super::resolve;
use super::scope::{Scope, Total};
use super::symbol;
use super::{Answer, Call, Command, Hints, ParamKind, Positional, Tool, budget, params, schema};
use crate::error::{Failure, Status};
use crate::index::Opened;
use crate::model::{TypeKind, jvm};

/// `max_results` where none is asked for, from the contract.
const USUAL_RESULTS: usize = 50;
/// How long one search over MCP may take before it answers with what it has.
const PATIENCE: Duration = Duration::from_secs(15);
/// What is never looked for.
const NOT_SEARCHED: &[&str] = &["lambdas"];
/// What is not looked for where every type is a subtype: too many bodies could hold one.
const NOT_SEARCHED_OF_MANY: &[&str] = &["lambdas", "anonymous and local classes"];
/// What is not looked for where function types are, which are written without a name to find them by.
const NOT_SEARCHED_OF_FUNCTIONS: &[&str] = &["lambdas", "anonymous and local classes with a function type above them"];

pub(super) static TOOL: Tool = Tool {
    name: "find_implementations",
    title: "Find implementations",
    description: "Find the subtypes of a type, or the overrides of a method, in all indexed artifacts: direct and transitive, anonymous and local classes, Java and Kotlin.",
    params: &[
        params::required("symbol", ParamKind::Text, "a.b.Type or a.b.Type#method(String)"),
        params::optional("group_id", ParamKind::Text, "where it is declared; only needed to tell versions apart"),
        params::ANY_ARTIFACT,
        params::VERSION,
        params::optional("transitive", ParamKind::Flag, "default true"),
        params::optional("artifacts", ParamKind::TextList, "where to look: globs over group:artifact:version"),
        params::count("max_results", Some(500), "default 50, at most 500"),
        params::CURSOR,
    ],
    hints: Hints { read_only: true, destructive: false, idempotent: true, open_world: true },
    command: Command {
        verb: "impls",
        positionals: &[Positional::Param("symbol", "SYMBOL"), Positional::Artifacts],
        shortcuts: &[],
        presets: &[],
    },
    output: schema::output::<Implementations>,
    run,
};

/// The subtypes, or the overrides.
#[derive(Debug, Serialize, JsonSchema)]
struct Implementations {
    status: &'static str,
    total: Total,
    /// What was asked for.
    symbol: String,
    /// Several artifacts declare it: the answer is about all of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    declared_in: Vec<String>,
    implementations: Vec<Listed>,
    /// How many of all are anonymous or local classes.
    #[serde(skip_serializing_if = "is_zero")]
    anonymous: u64,
    not_searched: &'static [&'static str],
    /// The size of an answer ended the page.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    truncated: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    next_cursor: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    incomplete: Vec<Gap>,
    /// How many artifacts were searched.
    #[serde(skip)]
    #[schemars(skip)]
    searched: usize,
}

/// One of them.
#[derive(Debug, Serialize, JsonSchema)]
struct Listed {
    symbol: String,
    kind: &'static str,
    /// The direct supertype it comes through, where it is not direct.
    #[serde(skip_serializing_if = "Option::is_none")]
    via: Option<String>,
    /// An anonymous or local class, or a member of one: the symbol is that of the declaration around it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    anonymous: bool,
    artifact: String,
    file: String,
    /// Of its name; none where it is known from class files.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_zero(count: &u64) -> bool {
    *count == 0
}

fn run(call: &Call<'_>) -> Result<Box<dyn Answer>, Failure> {
    let symbol = symbol::pasted("symbol", call.args.required("symbol")?)?.symbol;
    let position = cursor::decode(TOOL.name, call.args)?;
    Scope::asked(call)?;
    // Between an asked artifact and what is asked for there may be types of others. What nobody has is registered by it, and may
    // declare the symbol as well.
    let mut scope = Scope::narrowed_within_all(call)?;
    let mut bases = bases::find(call, &symbol)?;
    for base in &mut bases {
        let original = scope.copies().get(&base.artifact.coordinate);
        let original = original.map(|original| call.explorer.open_indexed(original, call.work)).transpose()?.flatten();
        if let Some(original) = original {
            base.artifact = original;
        }
    }
    let tables = scope.symbols(call)?;
    scope.unparsed(&tables);
    scope.note_choices(call, bases.iter().map(|base| (&base.artifact, base.declared.owner.qualified_name())))?;
    let transitive = call.args.flag("transitive", true);
    let deadline = call.cap.is_some().then(|| Instant::now() + PATIENCE);
    let mut search = Heirs::new(call, &mut scope, &tables, deadline).about(bases.iter().map(|base| &base.artifact));
    let is_type = bases[0].declared.member.is_none();
    let in_kotlin = bases::in_kotlin(call, &bases)?;
    let heirs = if is_type {
        let of_kotlin = identities(&in_kotlin);
        let mut heirs = search.of(&[identities(&bases), of_kotlin.clone()].concat(), transitive)?;
        heirs.retain(|heir| !of_kotlin.contains(&Identity::of(&heir.artifact, &heir.row)));
        heirs
    } else {
        overrides::candidates(&mut search, &bases, &in_kotlin, transitive)?
    };
    let mut overriders = Vec::new();
    let mut found: Vec<Hit> = if is_type {
        let is_twin = |heir: &&Heir| search.in_kotlin.contains(&Identity::of(&heir.artifact, &heir.row));
        heirs.iter().filter(|heir| !is_twin(heir)).map(Hit::of_type).collect()
    } else {
        overrides::find(&mut search, &bases, &in_kotlin, &heirs, transitive, &mut overriders)?
    };
    let (is_cut, aliases) = (search.is_cut, std::mem::take(&mut search.aliases));
    found.retain(|hit| scope.is_asked(hit.place));
    let is_of_many = heirs::is_implied(&bases[0].declared.owner.qualified_name());
    let local = if is_of_many {
        local::Local { hits: Vec::new(), left_out: 0 }
    } else {
        let overriders = overriders.into_iter().flatten().collect();
        let mut in_kotlin = in_kotlin;
        in_kotlin.append(&mut overrides::declared_in_kotlin(&bases, &in_kotlin)?);
        let asked = local::Asked {
            bases: &bases,
            in_kotlin: &in_kotlin,
            heirs: &heirs,
            aliases: &aliases,
            transitive,
            overriders: &overriders,
            deadline,
        };
        local::find(call, &mut scope, &tables, &asked)?
    };
    let anonymous = local.hits.len() as u64;
    found.extend(local.hits);
    let cuts =
        [(is_cut, "further subtypes".to_owned()), (local.left_out > 0, format!("bodies of {} files", local.left_out))];
    for (_, what) in cuts.into_iter().filter(|(is_cut, _)| *is_cut) {
        let reason = "the time for one answer was over; artifacts narrows the search".to_owned();
        scope.add_gap(Gap::new(what, reason));
    }
    let is_cut = is_cut || local.left_out > 0;
    leave_out_expected(&mut found);
    found.sort_by_key(Hit::order);
    let mut answer = Implementations {
        status: Status::Success.as_str(),
        total: Total { value: found.len() as u64, relation: if is_cut { "gte" } else { "eq" } },
        symbol: asked_for(&bases),
        declared_in: Vec::new(),
        implementations: Vec::new(),
        anonymous,
        not_searched: not_searched(&bases),
        truncated: false,
        next_cursor: None,
        incomplete: scope.gaps(),
        searched: (0..scope.len()).filter(|place| scope.is_asked(*place) && tables[*place].is_some()).count(),
    };
    if bases.iter().any(|base| base.artifact.coordinate != bases[0].artifact.coordinate) {
        let mut coordinates: Vec<String> = bases.iter().map(|base| base.artifact.coordinate.to_string()).collect();
        coordinates.dedup();
        answer.declared_in = coordinates;
    }
    let start = match &position {
        None => 0,
        Some(position) => resumed(position, &mut scope, call, &found)?,
    };
    fill(call, &mut answer, &found[start..]);
    Ok(Box::new(answer))
}

/// Leaves out what Kotlin expects where the artifact has the actual declaration too: both are one implementation.
fn leave_out_expected(found: &mut Vec<Hit>) {
    let actual = found.iter().filter(|hit| !hit.is_expected).map(|hit| (hit.place, hit.symbol.clone()));
    let actual: HashSet<(usize, String)> = actual.collect();
    found.retain(|hit| !hit.is_expected || !actual.contains(&(hit.place, hit.symbol.clone())));
}

/// What is never looked for of what was asked for. No lambda is of a class, and no interface is below one.
fn not_searched(bases: &[declared::Place]) -> &'static [&'static str] {
    use TypeKind::{Class, Enum, Facade, Object, Record};
    let is_class = |base: &declared::Place| matches!(base.declared.owner.kind, Class | Enum | Facade | Object | Record);
    let name = bases[0].declared.owner.qualified_name();
    match &*name {
        name if heirs::is_implied(name) => NOT_SEARCHED_OF_MANY,
        name if name.starts_with(jvm::FUNCTIONS) => NOT_SEARCHED_OF_FUNCTIONS,
        _ if bases.iter().all(is_class) => &[],
        _ => NOT_SEARCHED,
    }
}

/// A subtype or an override, before it is answered.
struct Hit {
    place: usize,
    artifact: Opened,
    file: u32,
    line: u32,
    /// Where it begins in the file.
    at: u32,
    is_local: bool,
    /// Whether an actual declaration may stand beside it.
    is_expected: bool,
    symbol: String,
    kind: &'static str,
    via: Option<String>,
    path: String,
}

impl Hit {
    fn of_type(heir: &Heir) -> Self {
        Self::of(heir, Declared { owner: heir.row.clone(), member: None })
    }

    fn of(heir: &Heir, declared: Declared) -> Self {
        Self {
            place: heir.place,
            artifact: heir.artifact.clone(),
            file: declared.owner.file,
            line: declared.name_line(),
            at: match &declared.member {
                None | Some(Member::Made(_)) => declared.owner.bytes.start,
                Some(Member::Method(method)) => method.bytes.start,
                Some(Member::Field(field)) => field.bytes.start,
            },
            is_local: false,
            is_expected: resolve::has_modifier(&declared.owner.modifiers, "expect"),
            symbol: declared.symbol(),
            kind: declared.kind(),
            via: heir.via.clone(),
            path: declared.owner.file_path,
        }
    }

    /// Whether both are the same declaration.
    fn is_of(&self, other: &Self) -> bool {
        self.symbol == other.symbol && self.order() == other.order()
    }

    /// By artifact, file, line.
    fn order(&self) -> (usize, u32, u32, bool, u32) {
        (self.place, self.file, self.line, self.is_local, self.at)
    }
}

fn identities(bases: &[declared::Place]) -> Vec<Identity> {
    bases.iter().map(|base| Identity::of(&base.artifact, &base.declared.owner)).collect()
}

/// The symbol of what was asked for; of several overloads the name alone.
fn asked_for(bases: &[declared::Place]) -> String {
    let symbol = bases[0].declared.symbol();
    match symbol.split_once('(') {
        Some((name, _)) if bases.iter().any(|base| base.declared.symbol() != symbol) => name.to_owned(),
        _ => symbol,
    }
}

/// Where a page goes on.
fn resumed(position: &Position, scope: &mut Scope, call: &Call<'_>, found: &[Hit]) -> Result<usize, Failure> {
    let place = scope.place_of(position)?;
    let artifact =
        scope.open(call, place)?.ok_or_else(|| cursor::stale("the artifact it stopped in cannot be read"))?;
    position.check(&artifact)?;
    let is_it = |hit: &Hit| {
        let same = (hit.place, hit.file, hit.at) == (place, position.file, position.line);
        same && u32::from(hit.is_local) == position.told
    };
    let last = found.iter().position(is_it).ok_or_else(|| cursor::stale("what it stopped at is gone"))?;
    Ok(last + 1)
}

/// Takes as many as the page holds.
fn fill(call: &Call<'_>, answer: &mut Implementations, found: &[Hit]) {
    let asked = call.args.number("max_results").map(|number| usize::try_from(number).unwrap_or(usize::MAX));
    let room = asked.unwrap_or(if call.cap.is_some() { USUAL_RESULTS } else { usize::MAX });
    let mut left = budget::left(budget::cap(call), answer);
    for (at, hit) in found.iter().enumerate() {
        let listed = Listed::of(hit);
        let size = budget::json_size(&listed) + 1;
        if at >= room || (left.is_some_and(|left| size > left) && at > 0) {
            let last = &found[at - 1];
            let position = Position::new(&last.artifact, last.file, last.at, u32::from(last.is_local));
            answer.next_cursor = Some(cursor::encode(TOOL.name, call.args, &position));
            answer.truncated = at < room;
            return;
        }
        left = left.map(|left| left.saturating_sub(size));
        answer.implementations.push(listed);
    }
}

impl Listed {
    fn of(hit: &Hit) -> Self {
        Self {
            symbol: hit.symbol.clone(),
            kind: hit.kind,
            via: hit.via.clone(),
            anonymous: hit.is_local,
            artifact: hit.artifact.coordinate.to_string(),
            file: hit.path.clone(),
            line: (!resolve::is_outline(&hit.path)).then_some(hit.line),
        }
    }
}

impl Answer for Implementations {
    fn json(&self) -> Value {
        super::to_json(self)
    }

    fn page(&self, page: &mut Page) {
        let declared =
            if self.declared_in.is_empty() { String::new() } else { format!(" ({})", self.declared_in.join(", ")) };
        page.spans(vec![Span(Style::Heading, self.symbol.clone()), Span(Style::Faint, declared)]);
        let same = |left: &Listed, right: &Listed| (&left.artifact, &left.file) == (&right.artifact, &right.file);
        for file in self.implementations.chunk_by(same) {
            page.spans(vec![
                Span(Style::Faint, format!("{}/", file[0].artifact)),
                Span(Style::Path, file[0].file.clone()),
            ]);
            for listed in file {
                page.row(2, listed.columns());
            }
        }
        if self.implementations.is_empty() {
            let plural = if self.searched == 1 { "" } else { "s" };
            page.line(Style::Faint, format!("no implementations in {} artifact{plural}", self.searched));
        }
        page.line(Style::Faint, gaps::list_with(self.not_searched, &self.incomplete));
        if let Some(cursor) = &self.next_cursor {
            let least = if self.total.relation == "eq" { "" } else { "at least " };
            page.line(Style::Faint, format!("{least}{} implementations; more: next_cursor {cursor}", self.total.value));
        }
    }

    fn found(&self) -> bool {
        !self.implementations.is_empty()
    }
}

impl Listed {
    fn columns(&self) -> Vec<Span> {
        let mut columns: Vec<Span> = self.line.map(|line| Span(Style::Number, line.to_string())).into_iter().collect();
        columns.push(Span(Style::Kind, self.kind.to_owned()));
        let inside = if self.anonymous { "in " } else { "" };
        columns.push(Span(Style::Name, format!("{inside}{}", self.symbol)));
        columns.extend(self.via.as_ref().map(|via| Span(Style::Faint, format!("via {via}"))));
        columns
    }
}

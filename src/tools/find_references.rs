//! `find_references`: where declarations are used, in all indexed artifacts, and how sure each use is.
//!
//! All uses are resolved before the first page is answered, because the surest come first; a page is then a piece of that
//! order. What cannot be resolved is counted by kind.

mod answer;
mod rows;

use std::time::{Duration, Instant};

use super::cursor::{self, Position};
use super::declared::{self, Member, Place};
use super::places::Places;
use super::resolve::{self, Rows};
use super::scope::Scope;
use super::symbol::Symbol;
use super::{Answer, Call, Command, Effect, Hints, ParamKind, Positional, Preset, Shortcut, Tool};
use super::{params, schema};
use crate::error::Failure;
use crate::index::Opened;
use crate::model::uses::{UseKind, Wanted};
use crate::model::{Language, MethodKind};
use crate::search::references::{self, CandidateFile, Request, Target, TargetKind, Tier};
use crate::source::jdk;
use answer::References;
use rows::Row;

/// `max_results` where none is asked for, from the contract.
const USUAL_RESULTS: usize = 50;
/// How long one search over MCP may take before it answers with what it has.
const PATIENCE: Duration = Duration::from_secs(15);

/// The words of `kind`.
const KINDS: [&str; 12] = [
    "call",
    "new",
    "type",
    "import",
    "extends",
    "annotation",
    "read",
    "write",
    "override",
    "method_reference",
    "doc",
    "string",
];

pub(super) static TOOL: Tool = Tool {
    name: "find_references",
    title: "Find references",
    description: "Find where a type, method, constructor or field is used, in all indexed artifacts. Tiers: exact (resolved \
                  through imports or a type's name), high (the receiver's type is known), medium (name and arity fit, type in \
                  sight), low (name only).",
    params: &[
        params::required(
            "symbol",
            ParamKind::Text,
            "a.b.T, a.b.T#m(String), a.b.T#field, a.b.T#<init>(int), or a bare name",
        ),
        params::optional("group_id", ParamKind::Text, "coordinates: where it is declared"),
        params::ANY_ARTIFACT,
        params::VERSION,
        params::optional("find_definitions", ParamKind::Flag, "default true"),
        params::optional("find_references", ParamKind::Flag, "default true"),
        params::optional("kind", ParamKind::Choice(&KINDS), "doc and string only when asked for"),
        params::optional("min_tier", ParamKind::Choice(&["exact", "high", "medium", "low"]), "default medium"),
        params::optional("group_by_file", ParamKind::Flag, "default true"),
        params::optional("context_lines", ParamKind::Integer { min: 0, max: Some(10) }, "default 0"),
        params::optional("artifacts", ParamKind::TextList, "where to look: globs over group:artifact:version"),
        params::optional("exclude_file", ParamKind::Text, "path"),
        params::optional("language", ParamKind::Choice(&["java", "kotlin"]), ""),
        params::count("max_results", Some(500), "default 50, at most 500"),
        params::CURSOR,
    ],
    hints: Hints { read_only: true, destructive: false, idempotent: true, open_world: true },
    command: Command {
        verb: "refs",
        positionals: &[Positional::Param("symbol", "SYMBOL"), Positional::Artifacts],
        shortcuts: &[
            Shortcut {
                long: Some("flat"),
                short: None,
                description: "one row a use, not grouped by file",
                effect: Effect::Sets(&[("group_by_file", Preset::Flag(false))]),
            },
            Shortcut {
                long: Some("context"),
                short: Some('C'),
                description: "lines before and after each use",
                effect: Effect::Gives(&["context_lines"]),
            },
        ],
        presets: &[],
    },
    output: schema::output::<References>,
    run,
};

/// What is asked beside the symbol.
pub struct Asked {
    pub kind: Option<UseKind>,
    pub min_tier: Tier,
    pub exclude_file: Option<String>,
    pub language: Option<Language>,
    pub context_lines: u32,
    pub grouped: bool,
    pub max_results: Option<usize>,
}

impl Asked {
    fn of(call: &Call<'_>) -> Self {
        let args = call.args;
        let number = |name: &str| args.number(name).map(|number| usize::try_from(number).unwrap_or(usize::MAX));
        Self {
            kind: args.text("kind").and_then(UseKind::parse),
            min_tier: args.text("min_tier").and_then(Tier::parse).unwrap_or(Tier::Medium),
            exclude_file: args.text("exclude_file").map(|path| path.trim_start_matches('/').to_owned()),
            language: args.text("language").and_then(Language::parse),
            context_lines: args.number("context_lines").map_or(0, |lines| u32::try_from(lines).unwrap_or(10)),
            grouped: args.flag("group_by_file", true),
            max_results: number("max_results").or(call.cap.is_some().then_some(USUAL_RESULTS)),
        }
    }

    /// Whether a file's uses are left out.
    fn excludes(&self, path: &str) -> bool {
        self.exclude_file.as_deref().is_some_and(|excluded| {
            path.strip_suffix(excluded).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
        })
    }
}

fn run(call: &Call<'_>) -> Result<Box<dyn Answer>, Failure> {
    let asked = Asked::of(call);
    let symbol = Symbol::parse("symbol", call.args.required("symbol")?)?;
    let position = cursor::decode(TOOL.name, call.args)?;
    let declarations = declared::find(call, &symbol)?;
    let mut answer = References::new(&asked);
    if call.args.flag("find_definitions", true) && position.is_none() {
        answer.define(&declarations);
    }
    answer.ambiguous = is_ambiguous(&declarations);
    if call.args.flag("find_references", true) {
        let places = Places::new(call);
        let mut scope = Scope::narrowed(call)?;
        let rows = collect(call, &asked, &declarations, &places, &mut scope, &mut answer)?;
        answer.fill(call, &asked, &places, &rows, position.as_ref(), scope.gaps())?;
    }
    Ok(Box::new(answer))
}

/// Whether a symbol names declarations of several names: overloads of one type are one name.
fn is_ambiguous(declarations: &[Place]) -> bool {
    let name = |one: &Place| {
        let symbol = one.declared.symbol();
        let name = symbol.split('(').next().unwrap_or("").to_owned();
        (one.artifact.coordinate.to_string(), name)
    };
    let first = declarations.first().map(name);
    declarations.iter().any(|one| Some(name(one)) != first)
}

/// Every use of the declarations, in order.
fn collect(
    call: &Call<'_>,
    asked: &Asked,
    declarations: &[Place],
    places: &Places<'_>,
    scope: &mut Scope,
    answer: &mut References,
) -> Result<Vec<Row>, Failure> {
    let targets: Vec<Target> = declarations.iter().map(|one| target(one, places)).collect();
    let wanted = wanted(&targets, asked);
    let mut files = Vec::new();
    for place in 0..scope.len() {
        call.work.check()?;
        let Some(artifact) = scope.open(call, place)? else { continue };
        answer.searched += 1;
        // The JDK uses nothing but itself.
        let is_jdk = jdk::is_jdk(artifact.coordinate.group(), artifact.coordinate.artifact());
        if is_jdk && !declarations.iter().any(|one| one.artifact.coordinate == artifact.coordinate) {
            continue;
        }
        scope.lacks(&artifact, &artifact.incomplete);
        add_files(&artifact, &wanted, asked, places, &mut files)?;
    }
    let request = Request {
        world: places,
        program: call.explorer.program(),
        threads: call.explorer.config().threads,
        targets: &targets,
        wanted: &wanted,
        files: &files,
        deadline: call.cap.is_some().then(|| Instant::now() + PATIENCE),
    };
    let found = references::search(&request, call.work).map_err(|error| match error {
        crate::search::SearchError::Failure(failure) => failure,
        crate::search::SearchError::Store(error) => Failure::internal(error.to_string()),
    })?;
    for unread in &found.unread {
        if let Some(coordinate) = places.coordinate(unread.place) {
            scope.gap(&coordinate, Some(unread.path.clone()), unread.reason.clone());
        }
    }
    answer.count_left_out(found.left_out);
    Ok(rows::ordered(found.references, asked, places))
}

/// The files of an artifact that are looked into.
fn add_files(
    artifact: &Opened,
    wanted: &Wanted,
    asked: &Asked,
    places: &Places<'_>,
    files: &mut Vec<CandidateFile>,
) -> Result<(), Failure> {
    let ids = references::candidate_files(&artifact.index, wanted).of(artifact)?;
    if ids.is_empty() {
        return Ok(());
    }
    let place = places.of(artifact);
    for row in artifact.index.files_by_id(&ids).of(artifact)? {
        let is_wanted = row.is_text()
            && row.language.is_some_and(|language| asked.language.is_none_or(|wanted| wanted == language))
            && !asked.excludes(&row.path);
        if is_wanted {
            files.push(CandidateFile { place, row });
        }
    }
    Ok(())
}

/// A declaration as the resolver asks for it.
fn target(one: &Place, places: &Places<'_>) -> Target {
    let has = |modifiers: &str, word: &str| resolve::has_modifier(modifiers, word);
    let of = match &one.declared.member {
        None => TargetKind::Type,
        Some(Member::Method(method)) => {
            let parameters = method.parameter_types.len();
            let varargs = method.parameter_types.last().is_some_and(|text| text.ends_with("..."));
            if method.kind == MethodKind::Constructor {
                TargetKind::Constructor { id: method.id, parameters, varargs }
            } else {
                TargetKind::Method {
                    id: method.id,
                    name: super::symbol::bare(&method.name).to_owned(),
                    parameters,
                    varargs,
                    is_static: has(&method.modifiers, "static"),
                }
            }
        }
        Some(Member::Field(field)) => TargetKind::Field {
            id: field.id,
            name: super::symbol::bare(&field.name).to_owned(),
            // The constants of an enum and the fields of an interface are static without saying so.
            is_static: has(&field.modifiers, "static")
                || field.kind == crate::model::FieldKind::EnumConstant
                || matches!(
                    one.declared.owner.kind,
                    crate::model::TypeKind::Interface | crate::model::TypeKind::Annotation
                ),
        },
    };
    Target { place: places.of(&one.artifact), type_name: one.declared.owner.qualified_name(), of }
}

fn wanted(targets: &[Target], asked: &Asked) -> Wanted {
    let mut names: Vec<String> = targets.iter().map(|target| target.name().to_owned()).collect();
    names.sort_unstable();
    names.dedup();
    Wanted {
        names,
        constructors: targets.iter().any(|target| matches!(target.of, TargetKind::Constructor { .. })),
        docs: asked.kind == Some(UseKind::Doc),
        strings: asked.kind == Some(UseKind::String),
    }
}

/// The cursor behind a row.
fn cursor_behind(call: &Call<'_>, places: &Places<'_>, row: &Row, told: usize) -> Option<String> {
    let artifact = places.artifact(row.reference.place)?;
    let told = u32::try_from(told).unwrap_or(u32::MAX);
    let position = Position::new(&artifact, row.reference.file, row.reference.line, told);
    Some(cursor::encode(TOOL.name, call.args, &position))
}

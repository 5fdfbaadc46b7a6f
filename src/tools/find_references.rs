//! `find_references`: where declarations are used, in all indexed artifacts, and how sure each use is.
//!
//! All uses are resolved before the first page is answered, because the surest come first; a page is then a piece of that
//! order. What cannot be resolved is counted by kind.

mod answer;
mod files;
mod reach;
mod rows;
mod twins;

use std::time::{Duration, Instant};

use super::cursor;
use super::declared::{self, Member, Place};
use super::gaps::Gap;
use super::places::{self, Places};
use super::resolve::{self, Rows};
use super::scope::Scope;
use super::symbol;
use super::{Answer, Call, Command, Effect, Hints, ParamKind, Positional, Preset, Shortcut, Tool};
use super::{budget, params, schema};
use crate::coordinate::Coordinate;
use crate::error::Failure;
use crate::model::uses::{UseKind, Wanted};
use crate::model::{Language, MethodKind, TypeKind, accessors, jvm, operators};
use crate::search::references::{self, CandidateFile, Made, MethodId, Request, Target, TargetKind, Tier};
use crate::text::escape::visible;
use answer::References;
use files::FilesOf;
use reach::Reach;
use rows::Row;

/// `max_results` where none is asked for, from the contract.
const USUAL_RESULTS: usize = 50;
/// How long one search over MCP may take before it answers with what it has.
const PATIENCE: Duration = Duration::from_secs(15);

/// Most artifacts that one reason names.
const MOST_NAMED: usize = 3;

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
        params::optional("exclude_file", ParamKind::Text, "path, or g:a:v/path"),
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
    pub excluded: Option<Excluded>,
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
            excluded: args.text("exclude_file").map(Excluded::parse),
            language: args.text("language").and_then(Language::parse),
            context_lines: args.number("context_lines").map_or(0, |lines| u32::try_from(lines).unwrap_or(10)),
            grouped: args.flag("group_by_file", true),
            max_results: number("max_results").or(call.cap.is_some().then_some(USUAL_RESULTS)),
        }
    }
}

/// A file whose uses are left out: its path, or the end of that; in any artifact, or in the one that stands before it as answers
/// over several write it, `g:a:v/path`.
pub struct Excluded {
    artifact: Option<Coordinate>,
    path: String,
}

impl Excluded {
    fn parse(text: &str) -> Self {
        let of_artifact =
            text.split_once('/').and_then(|(artifact, path)| Some((Coordinate::parse(artifact).ok()?, path)));
        match of_artifact {
            Some((artifact, path)) => Self { artifact: Some(artifact), path: path.to_owned() },
            None => Self { artifact: None, path: text.trim_start_matches('/').to_owned() },
        }
    }

    /// Whether it is this file of an artifact.
    fn is(&self, artifact: &Coordinate, path: &str) -> bool {
        self.artifact.as_ref().is_none_or(|own| own == artifact)
            && path.strip_suffix(&*self.path).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
    }
}

fn run(call: &Call<'_>) -> Result<Box<dyn Answer>, Failure> {
    let asked = Asked::of(call);
    let (definitions, references) = (call.args.flag("find_definitions", true), call.args.flag("find_references", true));
    if !definitions && !references {
        let (one, other) = (call.parameter(&TOOL, "find_definitions"), call.parameter(&TOOL, "find_references"));
        let hint = format!("leave out {one} or {other}");
        return Err(
            Failure::argument("find_references", "is false as find_definitions is: nothing is looked for").hint(hint)
        );
    }
    let symbol = symbol::pasted("symbol", call.args.required("symbol")?)?.symbol;
    let position = cursor::decode(TOOL.name, call.args)?;
    // What the call names and nobody has is registered by it, is searched, and may declare the symbol as well.
    Scope::asked(call)?;
    let mut scope = Scope::narrowed(call)?;
    let (mut declarations, is_inherited) = declared::find_or_inherited(call, &symbol)?;
    let is_ambiguous = is_ambiguous(&declarations);
    if asked.language != Some(Language::Java) {
        let twins = twins::of(call, call.args.required("symbol")?, &declarations)?;
        declarations.extend(twins.places);
        twins.notes.into_iter().for_each(|note| scope.add_gap(note));
    }
    if declarations.len() >= declared::MOST_PLACES {
        let reason = format!(
            "it may name more than {} declarations: uses of others are not listed; name the type, the parameters or the artifact",
            declared::MOST_PLACES
        );
        scope.add_gap(Gap::new(budget::echo(call, call.args.required("symbol")?), reason));
    }
    let mut answer = References::new(&asked);
    if definitions && position.is_none() {
        answer.define(&declarations)?;
    }
    answer.ambiguous = is_ambiguous;
    if references {
        let about = declarations.iter().map(|one| &one.artifact);
        let places = Places::new(call).about(about).one_with(scope.copies());
        if is_inherited {
            let owner = declarations[0].declared.owner.qualified_name();
            let what = format!("{}#{}", symbol.qualifier, symbol.name);
            scope.add_gap(Gap::note(what, format!("inherited from {owner}: what uses it there is listed")));
        }
        scope
            .note_choices(call, declarations.iter().map(|one| (&one.artifact, one.declared.owner.qualified_name())))?;
        let methods = declared::methods_beside(call, &symbol, &declarations)?;
        if !methods.is_empty() {
            let what = declared::suggested(&methods).join(", ");
            scope.add_gap(Gap::note(what, "the symbol means the field; with parentheses it means the method"));
        }
        let rows = collect(call, &asked, &declarations, &places, &mut scope, &mut answer)?;
        answer.fill(call, &asked, &places, &rows, position.as_ref(), scope.gaps())?;
    } else {
        answer.without_references(call, &asked, scope.gaps());
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
    let wanted = wanted(call, declarations, &targets, asked)?;
    // Whoever asks for the name alone gets it.
    let reach = Reach::of(call, declarations, &wanted, asked.min_tier == Tier::Low)?;
    let files_of = FilesOf { wanted: &wanted, reach: &reach, asked, declarations };
    let glanced = scope.look(call, |artifact| files_of.glance(&artifact))?;
    let may_use = |place: &usize| glanced[*place].as_ref().is_none_or(|glanced| glanced.may_use);
    scope.open_ahead(call, (0..scope.len()).filter(may_use));
    let (mut files, mut passed_over, mut without_bodies) = (Vec::new(), 0, Vec::new());
    let (mut jdks, mut excluded) = (Vec::new(), 0);
    for (place, glanced) in glanced.iter().enumerate() {
        call.work.check()?;
        if let Some(glanced) = glanced.as_ref().filter(|glanced| !glanced.may_use) {
            answer.searched += 1;
            passed_over += glanced.passed_over;
            without_bodies.extend(glanced.lacks_bodies.then(|| scope.coordinate(place).to_string()));
            scope.lacks_of(place, &glanced.incomplete);
            continue;
        }
        let Some(artifact) = scope.open(call, place)? else { continue };
        answer.searched += 1;
        if files_of.is_out_of_sight(&artifact) {
            continue;
        }
        without_bodies.extend(files_of.lacks_bodies(&artifact).then(|| artifact.coordinate.to_string()));
        scope.lacks(&artifact, &artifact.incomplete);
        let holding = files_of.holding(&artifact)?;
        passed_over += holding.passed_over;
        let mut rows = files_of.rows(&artifact, holding)?;
        if let Some(file) = &asked.excluded {
            let all = rows.len();
            rows.retain(|row| !file.is(&artifact.coordinate, &row.path));
            excluded += all - rows.len();
        }
        if !rows.is_empty() {
            scope.note_silent_poms(call, &artifact)?;
            let place = places.of(&artifact);
            jdks.extend(places::is_jdk(&artifact.coordinate).then_some(place));
            files.extend(rows.into_iter().map(|row| CandidateFile { place, row }));
        }
    }
    if asked.excluded.is_some() && excluded == 0 {
        let what = format!("exclude_file {}", resolve::short(call.args.text("exclude_file").unwrap_or_default()));
        scope.add_gap(Gap::note(visible(&what), "no file that holds the name is called so: none was left out"));
    }
    if !without_bodies.is_empty() {
        scope.add_gap(Gap::new(few_of(&without_bodies), "class files: what bodies of methods use is not known"));
    }
    if passed_over > 0 {
        let what = format!("{passed_over} file{}", if passed_over == 1 { "" } else { "s" });
        let reason =
            "the name stands there, no type that has the static member does; min_tier low looks into them".to_owned();
        scope.add_gap(Gap::new(what, reason));
    }
    files::most_telling_first(&mut files, &targets, &jdks);
    let request = Request {
        world: places,
        how: places.how(call.cap.is_some().then(|| Instant::now() + PATIENCE)),
        targets: &targets,
        wanted: &wanted,
        files: &files,
    };
    let found = references::search(&request, call.work).map_err(|error| resolve::search_failed(None, error))?;
    for unread in &found.unread {
        if let Some(coordinate) = places.coordinate(unread.place) {
            scope.unread(&coordinate, &unread.path, &unread.reason);
        }
    }
    answer.count_left_out(found.left_out);
    Ok(rows::ordered(found.answers, asked, places))
}

/// The first of some names, and how many more there are.
fn few_of(names: &[String]) -> String {
    let shown = names[..names.len().min(MOST_NAMED)].join(", ");
    match names.len().saturating_sub(MOST_NAMED) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
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
                TargetKind::Constructor { id: MethodId::Row(method.id), parameters, varargs }
            } else {
                TargetKind::Method {
                    id: MethodId::Row(method.id),
                    name: super::symbol::bare(&method.name).to_owned(),
                    parameters,
                    varargs,
                    is_static: has(&method.modifiers, "static"),
                }
            }
        }
        Some(Member::Made(member)) => {
            let (id, parameters) = (MethodId::Made(one.declared.owner.id, member.made), member.parameters.len());
            if member.made == Made::Constructor {
                TargetKind::Constructor { id, parameters, varargs: false }
            } else {
                let is_static = matches!(member.made, Made::Values | Made::ValueOf);
                TargetKind::Method { id, name: member.name.clone(), parameters, varargs: false, is_static }
            }
        }
        Some(Member::Field(field)) => TargetKind::Field {
            id: field.id,
            name: super::symbol::bare(&field.name).to_owned(),
            // The constants of an enum and the fields of an interface of Java are static without saying so.
            is_static: has(&field.modifiers, "static")
                || field.kind == crate::model::FieldKind::EnumConstant
                || (one.declared.owner.language == Language::Java
                    && matches!(one.declared.owner.kind, TypeKind::Interface | TypeKind::Annotation)),
        },
    };
    let only_in = match &one.declared.member {
        Some(Member::Method(method)) => has(&method.modifiers, "private").then_some(method.file),
        Some(Member::Field(field)) => has(&field.modifiers, "private").then_some(field.file),
        _ => None,
    };
    Target { place: places.of(&one.artifact), type_name: one.declared.owner.qualified_name(), of, only_in }
}

fn wanted(call: &Call<'_>, declarations: &[Place], targets: &[Target], asked: &Asked) -> Result<Wanted, Failure> {
    // Java never names what Kotlin has for its members.
    let (in_kotlin, others): (Vec<_>, Vec<_>) =
        declarations.iter().zip(targets).partition(|(_, target)| target.stands_for(targets));
    let mut names: Vec<String> = others.iter().map(|(_, target)| target.name().to_owned()).collect();
    // `@A(1)` does not name the element that it gives.
    let annotations: Vec<String> = declarations
        .iter()
        .zip(targets)
        .filter(|(one, target)| one.declared.owner.kind == TypeKind::Annotation && target.name() == "value")
        .map(|(_, target)| target.simple_type().to_owned())
        .collect();
    let elements = !annotations.is_empty();
    names.extend(annotations);
    let mut java_names = Vec::new();
    for (one, target) in others {
        java_names.extend(names_for_java(one)?);
        if matches!(target.of, TargetKind::Constructor { .. }) {
            names.extend(reach::aliases(call, &one.artifact, &one.declared.owner)?);
        }
    }
    // `super()` is a call of `Object` where nothing is said to be above.
    let is_of_object = |target: &Target| target.type_name == "java.lang.Object";
    if targets.iter().any(|target| matches!(target.of, TargetKind::Constructor { .. }) && is_of_object(target)) {
        names.push("super".to_owned());
    }
    names.sort_unstable();
    names.dedup();
    let mut kotlin_names: Vec<String> = in_kotlin.iter().map(|(_, target)| target.name().to_owned()).collect();
    kotlin_names.extend(declarations.iter().flat_map(names_for_kotlin));
    kotlin_names.sort_unstable();
    kotlin_names.dedup();
    java_names.sort_unstable();
    java_names.dedup();
    Ok(Wanted {
        names,
        java_names,
        constructors: targets.iter().any(|target| matches!(target.of, TargetKind::Constructor { .. })),
        kotlin_names,
        operators: declarations.iter().any(is_operator),
        values: false,
        elements,
        subtypes: false,
        docs: asked.kind == Some(UseKind::Doc),
        strings: asked.kind == Some(UseKind::String),
    })
}

/// What Java calls a member of Kotlin, where that is not its name.
fn names_for_java(one: &Place) -> Result<Vec<String>, Failure> {
    let (name, modifiers, annotations, file, bytes) = match &one.declared.member {
        _ if one.declared.owner.language != Language::Kotlin => return Ok(Vec::new()),
        Some(Member::Method(own)) => (&own.name, &own.modifiers, &own.annotations, own.file, own.bytes),
        Some(Member::Field(own)) => (&own.name, &own.modifiers, &own.annotations, own.file, own.bytes),
        Some(Member::Made(_)) | None => return Ok(Vec::new()),
    };
    let given = if jvm::is_renamed(annotations)
        && resolve::has_lines(resolve::origin_of_type(&one.artifact, &one.declared.owner))
    {
        jvm::names_given(bytes.of(&one.artifact.index.text(file).of(&one.artifact)?))
    } else {
        Vec::new()
    };
    let mut names: Vec<String> = given.into_iter().map(|(_, name)| name).collect();
    let name = super::symbol::bare(name);
    if matches!(one.declared.member, Some(Member::Field(_))) {
        names.extend([jvm::getter_of(name), jvm::setter_of(name)]);
    }
    if resolve::has_modifier(modifiers, "override") {
        names.extend(jvm::members_of_kotlin(name).map(|one| one.java.to_owned()));
    }
    Ok(names)
}

/// The names that Kotlin has for a method of Java: of properties that stand for getters and setters, of members of mapped types.
fn names_for_kotlin(one: &Place) -> Vec<String> {
    let Some(method) = one.declared.method_of_java() else { return Vec::new() };
    let mut names: Vec<String> = match method.parameter_types.len() {
        0 => accessors::property_of_getter(&method.name).into_iter().collect(),
        1 => accessors::properties_of_setter(&method.name).collect(),
        _ => Vec::new(),
    };
    let mapped = jvm::members_called_with(&method.name, &method.parameter_types);
    names.extend(mapped.map(|one| one.kotlin.to_owned()));
    names
}

/// Whether signs call it in Kotlin; a method of Java need not say so.
fn is_operator(one: &Place) -> bool {
    if let Some(method) = one.declared.method_of_java() {
        let count = method.parameter_types.len();
        let mut mapped = jvm::members_called_with(&method.name, &method.parameter_types);
        return operators::is_callable(&method.name, count)
            || mapped.any(|one| operators::is_callable(one.kotlin, count));
    }
    let method = match &one.declared.member {
        Some(Member::Method(method)) => method,
        Some(Member::Made(member)) => return matches!(member.made, Made::Component(_)),
        _ => return false,
    };
    let has = |word: &str| resolve::has_modifier(&method.modifiers, word);
    one.declared.owner.language == Language::Kotlin
        && (has("operator") || has("override"))
        && operators::signs_of(super::symbol::bare(&method.name)).next().is_some()
}

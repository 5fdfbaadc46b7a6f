//! From a call's coordinates and type name to rows: the artifact, the declarations of a type, near misses.

use std::sync::Arc;

use super::args::Args;
use super::{Call, declared, erasure};
use crate::error::{Failure, Incomplete, Status};
use crate::index::Opened;
use crate::model::{Language, Origin, TypeKind};
use crate::search::SearchError;
use crate::search::pattern::{NamePattern, PatternKind};
use crate::store::TypeRow;
use crate::store::read::{Index, StoreError};
use crate::text::escape::visible;
use crate::text::spelling::{Spelling, fold};

/// Most entries of `incomplete` in one answer; the rest is counted in a last one.
const MOST_INCOMPLETE: usize = 10;
/// Most near misses in one answer, from the contract.
pub const MOST_SUGGESTIONS: usize = 5;

/// Opens the artifact that a call names.
///
/// # Errors
/// Every status of an artifact that cannot be asked.
pub fn open(call: &Call<'_>) -> Result<Opened, Failure> {
    let (group, artifact) = (call.args.required("group_id")?, call.args.required("artifact_id")?);
    call.explorer.open(group, artifact, call.args.text("version"), call.work)
}

/// The `name_filter` of a call, if it has one.
///
/// # Errors
/// `invalid_pattern`.
pub fn name_filter(args: &Args) -> Result<Option<NamePattern>, Failure> {
    let kind = name_filter_kind(args);
    args.text("name_filter").map(|text| pattern("name_filter", text, kind)).transpose()
}

/// How the `name_filter` of a call is written.
#[must_use]
pub fn name_filter_kind(args: &Args) -> PatternKind {
    args.text("name_filter_type").and_then(PatternKind::parse).unwrap_or(PatternKind::Glob)
}

/// A pattern over whole names that stands in this argument.
///
/// # Errors
/// `invalid_pattern`, naming the argument.
pub fn pattern(argument: &str, text: &str, kind: PatternKind) -> Result<NamePattern, Failure> {
    if text.is_empty() {
        let failure =
            Failure::new(Status::InvalidPattern, format!("{argument}: the pattern is empty, and matches no name"));
        return Err(failure.hint("leave it out to see everything; * matches every name"));
    }
    NamePattern::parse(text, kind).map_err(|error| of_argument(argument, error))
}

/// The failure of a pattern, with the name of the argument it stands in.
#[must_use]
pub fn of_argument(argument: &str, failure: Failure) -> Failure {
    Failure { message: format!("{argument}: {}", failure.message), ..failure }
}

/// A type that was asked for: every declaration of its name, and where they are.
pub struct Found {
    pub artifact: Opened,
    /// Never empty: parts of a facade, `expect` and `actual`, or simply one.
    pub types: Vec<TypeRow>,
}

impl Found {
    /// The name as it is declared.
    #[must_use]
    pub fn name(&self) -> String {
        self.types[0].qualified_name()
    }

    /// Whether its declarations lie in several files.
    #[must_use]
    pub fn has_several_files(&self) -> bool {
        self.types.iter().any(|row| row.file != self.types[0].file)
    }
}

/// Finds the type that a call names with `type_name`.
///
/// # Errors
/// `type_not_found` with near misses, besides those of [`open`].
pub fn find_type(call: &Call<'_>) -> Result<Found, Failure> {
    let name = call.args.required("type_name")?.trim();
    if name.is_empty() {
        return Err(Failure::argument("type_name", "is empty"));
    }
    let artifact = open(call)?;
    let release = call.args.number("release").map(|release| u32::try_from(release).unwrap_or(u32::MAX));
    let types = artifact.index.type_of_release(name, release).of(&artifact)?;
    if types.is_empty() {
        return Err(or_function(call, &artifact, name, type_not_found(&artifact, name, release))?);
    }
    Ok(Found { artifact, types })
}

/// The failure of a type that is not there; where a function of Kotlin bears the name, what declares that.
fn or_function(call: &Call<'_>, artifact: &Opened, name: &str, failure: Failure) -> Result<Failure, Failure> {
    let functions = declared::first_symbols(declared::of_package(call, artifact, name)?.iter());
    if functions.is_empty() {
        return Ok(failure);
    }
    let message = format!("{}; it is a function, which the facade of its file declares", failure.message);
    let suggestions = functions.into_iter().map(|name| visible(&name).into_owned()).collect();
    Ok(Failure { message, suggestions, ..failure }.suggest("get_method_source"))
}

/// That a type is not there, in the overlay of a release where one was asked for, with names close to it.
#[must_use]
pub fn type_not_found(artifact: &Opened, name: &str, release: Option<u32>) -> Failure {
    let mut suggestions = meant(artifact, name);
    if suggestions.is_empty() {
        suggestions = artifact.index.similar_types(name).unwrap_or_default();
    }
    let mut message = format!("no type {} in {}", visible(&short(name)), artifact.coordinate);
    if let Some(release) = release {
        message = format!("{message} for release {release}");
        if artifact.index.type_named(name).is_ok_and(|types| !types.is_empty()) {
            message.push_str("; it is there without release");
            suggestions.clear();
        }
    }
    // An overlay may have it: then it is said which.
    let releases = artifact.index.releases_of(name).unwrap_or_default();
    if !releases.is_empty() {
        let all: Vec<String> = releases.iter().map(u32::to_string).collect();
        message = format!("{message}; overlays have it for release {}, which get_type_source takes", all.join(", "));
    }
    let mut failure = Failure::new(Status::TypeNotFound, message).suggest("list_types");
    // A file that did not parse, or was not read, may well declare it: then the answer is not a true negative.
    failure = failure.not_searched(problems_of_all(artifact).unwrap_or_default());
    failure.suggestions =
        suggestions.into_iter().take(MOST_SUGGESTIONS).map(|name| visible(&name).into_owned()).collect();
    failure
}

/// The type that is meant by its path, with type arguments or array brackets, or by one of its members.
fn meant(artifact: &Opened, name: &str) -> Vec<String> {
    let bare = name.split(['<', '[', '(', '#']).next().unwrap_or(name);
    let bare = [".java", ".kt", ".class"].iter().find_map(|ending| bare.strip_suffix(ending)).unwrap_or(bare);
    let bare = bare.trim_matches(['/', ' ', '@', ';']).replace('/', ".");
    let owner = bare.rsplit_once('.').map_or("", |(owner, _)| owner);
    let named = [bare.as_str(), owner].into_iter().filter(|name| !name.is_empty());
    let found = named.map(|name| artifact.index.type_named(name).unwrap_or_default()).find(|rows| !rows.is_empty());
    found.into_iter().flatten().take(1).map(|row| row.qualified_name()).collect()
}

/// A name as it may stand in a message: what a client sends can be of any length.
#[must_use]
pub fn short(name: &str) -> String {
    super::budget::clip(name, 200)
}

/// What an index that cannot be read means to the caller.
#[must_use]
pub fn store_failed(artifact: &Opened, error: &StoreError) -> Failure {
    artifact.failure(error)
}

/// Rows of an index, or the failure that names the artifact.
pub trait Rows<T> {
    /// # Errors
    /// As [`store_failed`] says.
    fn of(self, artifact: &Opened) -> Result<T, Failure>;
}

impl<T> Rows<T> for Result<T, SearchError> {
    fn of(self, artifact: &Opened) -> Result<T, Failure> {
        self.map_err(|error| match error {
            SearchError::Store(error) => store_failed(artifact, &error),
            SearchError::Failure(failure) => failure,
        })
    }
}

impl<T> Rows<T> for Result<T, StoreError> {
    fn of(self, artifact: &Opened) -> Result<T, Failure> {
        self.map_err(|error| store_failed(artifact, &error))
    }
}

/// The failure of a search through several artifacts, of which this one could not be searched.
#[must_use]
pub fn search_failed(artifact: Option<&Opened>, error: SearchError) -> Failure {
    match (artifact, error) {
        (Some(artifact), SearchError::Store(error)) => store_failed(artifact, &error),
        (None, SearchError::Store(error)) => Failure::internal(error),
        (_, SearchError::Failure(failure)) => failure,
    }
}

/// Names close to `wanted` among `known`, best first, at most five.
#[must_use]
pub fn near<'a>(wanted: &str, known: impl Iterator<Item = &'a str>) -> Vec<String> {
    let wanted = Spelling::of(wanted);
    let (text, length) = (wanted.folded(), wanted.length());
    // Two slips in a short name leave nothing of it.
    let limit = if length < 5 { length / 3 } else { 2.max(length / 3) };
    let mut folded = String::new();
    let mut close: Vec<(usize, &str)> = known
        .filter_map(|name| {
            fold(name, &mut folded);
            let is_part = !text.is_empty()
                && (folded.contains(text) || (folded.len() * 2 > text.len() && text.contains(&folded)));
            let slips = if is_part {
                // Of two that hold one another the rest is what differs.
                Some(folded.chars().count().abs_diff(length))
            } else {
                wanted.slips(&folded, limit)
            };
            Some((slips?, name))
        })
        .collect();
    close.sort_unstable();
    close.dedup();
    close.into_iter().take(MOST_SUGGESTIONS).map(|(_, name)| visible(name).into_owned()).collect()
}

/// Shortens a list of what was not searched to what an answer may hold; what is only noted comes last, and is not pushed out by
/// the rest: it says what stands for what.
#[must_use]
pub fn bounded(mut incomplete: Vec<Incomplete>) -> Vec<Incomplete> {
    /// Most notes that are kept beside a long list.
    const NOTES: usize = 2;
    incomplete.dedup();
    incomplete.sort_by_key(|one| !one.is_gap());
    if incomplete.len() <= MOST_INCOMPLETE {
        return incomplete;
    }
    let notes = incomplete.iter().filter(|one| !one.is_gap()).count().min(NOTES);
    let first_note = incomplete.iter().position(|one| !one.is_gap()).unwrap_or(incomplete.len());
    let kept: Vec<Incomplete> = incomplete.drain(first_note..first_note + notes).collect();
    let more = incomplete.split_off(MOST_INCOMPLETE - notes);
    let rest = Incomplete::new(format!("{} more", more.len()), "left out of this list");
    incomplete.extend(more.first().map(|first| Incomplete { lack: first.lack, ..rest }));
    incomplete.extend(kept);
    incomplete
}

/// Problems of all files of an artifact, and of it as a whole: what its declarations may lack.
///
/// # Errors
/// When the index cannot be read.
pub fn problems_of_all(artifact: &Opened) -> Result<Vec<Incomplete>, Failure> {
    let mut incomplete = artifact.incomplete.clone();
    for problem in artifact.index.problems().of(artifact)?.iter() {
        if !incomplete.contains(problem) {
            incomplete.push(problem.clone());
        }
    }
    Ok(bounded(incomplete))
}

/// Problems of the files that these declarations stand in, and of the artifact as a whole, where they may lack something by that:
/// types that are declared elsewhere and are not told take nothing from those that were found.
///
/// # Errors
/// When the index cannot be read.
pub fn problems_of(found: &Found) -> Result<Vec<Incomplete>, Failure> {
    let mut incomplete = Incomplete::of_files(&found.artifact.incomplete);
    let mut files: Vec<u32> = found.types.iter().map(|row| row.file).collect();
    files.dedup();
    for file in files {
        let row = found.artifact.index.file_by_id(file).of(&found.artifact)?;
        if let Some(reason) = row.problem {
            incomplete.push(Incomplete::at(row.path, reason).of_declarations());
        }
    }
    Ok(bounded(incomplete))
}

/// The version, where the answer must name it because the caller did not.
#[must_use]
pub fn assumed_version(artifact: &Opened) -> Option<String> {
    artifact.version_assumed.then(|| artifact.coordinate.version().to_owned())
}

/// Where a file of an artifact is from: a source file among class files is there as it was written, and a class file among
/// sources as an outline.
#[must_use]
pub fn origin_of(artifact: &Opened, language: Option<Language>, path: &str) -> Origin {
    match (artifact.origin, is_outline(path)) {
        (Origin::Bytecode | Origin::Decompiled, false) if language.is_some() => Origin::Source,
        (Origin::Source | Origin::Git, true) if language.is_some() => Origin::Bytecode,
        (origin, _) => origin,
    }
}

/// Whether what is declared in a file is told from a class file: its lines mean nothing.
#[must_use]
pub fn is_outline(path: &str) -> bool {
    path.strip_suffix(".class").is_some()
}

/// Where a declared type is from.
#[must_use]
pub fn origin_of_type(artifact: &Opened, row: &TypeRow) -> Origin {
    origin_of(artifact, Some(row.language), &row.file_path)
}

/// Whether lines mean anything for what this artifact holds.
#[must_use]
pub fn has_lines(origin: Origin) -> bool {
    !matches!(origin, Origin::Bytecode | Origin::Decompiled)
}

/// The companion objects directly inside a type.
///
/// # Errors
/// When the index cannot be read.
pub fn companions(index: &Arc<Index>, owner: u32) -> Result<Vec<TypeRow>, StoreError> {
    let mut nested = index.nested_types(owner)?;
    nested.retain(|row| row.kind == TypeKind::Object && has_modifier(&row.modifiers, "companion"));
    Ok(nested)
}

/// The type parameters of a type with their bounds, as its header writes them: `K extends Comparable<K>, V`.
///
/// # Errors
/// When the index cannot be read.
pub fn type_list(artifact: &Opened, row: &TypeRow) -> Result<String, Failure> {
    if row.type_parameters.is_empty() {
        return Ok(String::new());
    }
    Ok(erasure::type_list(&artifact.index.signature(row.id).of(artifact)?).to_owned())
}

/// The type parameters that members of a type can name, as headers write them: those of the types around it first.
///
/// # Errors
/// When the index cannot be read.
pub fn type_parameters(artifact: &Opened, row: &TypeRow) -> Result<String, Failure> {
    let mut lists = vec![type_list(artifact, row)?];
    let mut around = outer_of(row);
    while let Some(owner) = around {
        let outer = artifact.index.type_by_id(owner).of(artifact)?;
        lists.push(type_list(artifact, &outer)?);
        around = outer_of(&outer);
    }
    lists.retain(|list| !list.is_empty());
    lists.reverse();
    Ok(lists.join(", "))
}

/// The type around an inner class, whose type variables that sees.
fn outer_of(row: &TypeRow) -> Option<u32> {
    let is_inner = match row.language {
        Language::Java => row.kind == TypeKind::Class && !has_modifier(&row.modifiers, "static"),
        Language::Kotlin => has_modifier(&row.modifiers, "inner"),
    };
    row.owner.filter(|_| is_inner)
}

/// Whether a modifier is among those of a declaration.
#[must_use]
pub fn has_modifier(modifiers: &str, wanted: &str) -> bool {
    modifiers.split_whitespace().any(|modifier| modifier == wanted)
}

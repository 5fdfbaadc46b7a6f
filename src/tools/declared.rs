//! Declarations that a symbol names: in the artifact that was said, or in all that are indexed.

use super::Call;
use super::erasure;
use super::resolve::{self, Rows};
use super::scope::Scope;
use super::signature::Wanted;
use super::symbol::{self, Sort, Symbol, ends_with_segments};
use crate::error::{Failure, Status};
use crate::index::Opened;
use crate::model::MethodKind;
use crate::store::{FieldRow, MethodRow, TypeRow};
use crate::text::escape::visible;

/// Most declarations that one symbol may name: more are no question.
const MOST: usize = 500;

/// A declaration, and where it is.
#[derive(Clone)]
pub struct Declaration {
    pub artifact: Opened,
    /// The type, or the type of the member.
    pub row: TypeRow,
    pub member: Member,
}

/// What of the type it is.
#[derive(Clone)]
pub enum Member {
    Itself,
    Method(Box<MethodRow>),
    Field(Box<FieldRow>),
}

impl Declaration {
    /// How every tool writes it.
    #[must_use]
    pub fn symbol(&self) -> String {
        match &self.member {
            Member::Itself => symbol::of_type(&self.row),
            Member::Method(method) => symbol::of_method(&self.row, method),
            Member::Field(field) => symbol::of_field(&self.row, field),
        }
    }

    /// The line of its name.
    #[must_use]
    pub fn line(&self) -> u32 {
        match &self.member {
            Member::Itself => self.row.name_line,
            Member::Method(method) => method.name_line,
            Member::Field(field) => field.name_line,
        }
    }

    /// Its header on one line.
    #[must_use]
    pub fn signature(&self) -> &str {
        match &self.member {
            Member::Itself => &self.row.signature,
            Member::Method(method) => &method.signature,
            Member::Field(field) => &field.signature,
        }
    }

    /// Its kind, as the lists of types and members answer it.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match &self.member {
            Member::Itself => self.row.kind.as_str(),
            Member::Method(method) => method.kind.as_str(),
            Member::Field(field) => field.kind.as_str(),
        }
    }
}

/// The declarations that `symbol` names: in the artifact of the call's coordinates, where it has any, else in all indexed
/// ones. In the order of artifacts, then of their files.
///
/// # Errors
/// `type_not_found` or `method_not_found` where there is none; `invalid_argument` where there are too many.
pub fn find(call: &Call<'_>, wanted: &Symbol) -> Result<Vec<Declaration>, Failure> {
    if call.args.has("group_id") || call.args.has("artifact_id") {
        let artifact = resolve::open(call)?;
        let found = find_in(&artifact, wanted)?;
        return if found.is_empty() { Err(not_found(&artifact, wanted)) } else { bounded(found) };
    }
    let mut scope = Scope::all(call)?;
    let mut found = Vec::new();
    let mut one = None;
    for place in 0..scope.len() {
        call.work.check()?;
        let Some(artifact) = scope.open(call, place)? else { continue };
        found.append(&mut find_in(&artifact, wanted)?);
        one.get_or_insert(artifact);
        if found.len() > MOST {
            break;
        }
    }
    if found.is_empty() {
        let name = visible(&resolve::short(&wanted.name)).into_owned();
        let message = match scope.len() {
            1 => return Err(one.map_or_else(|| Failure::internal("no artifact"), |one| not_found(&one, wanted))),
            many => format!("none of {many} indexed artifacts declares {name}"),
        };
        return Err(Failure::new(Status::TypeNotFound, message)
            .suggest("search_file_content")
            .hint("say where it is declared: group_id, artifact_id and version register it as well"));
    }
    bounded(found)
}

fn bounded(found: Vec<Declaration>) -> Result<Vec<Declaration>, Failure> {
    if found.len() > MOST {
        let what = format!("names more than {MOST} declarations");
        return Err(Failure::argument("symbol", what).hint("name the type as well: a.b.Type#member"));
    }
    Ok(found)
}

fn not_found(artifact: &Opened, wanted: &Symbol) -> Failure {
    let name = visible(&resolve::short(&wanted.name)).into_owned();
    let (status, what, tool) = match wanted.sort {
        Sort::Any => (Status::TypeNotFound, "type or member", "list_types"),
        _ => (Status::MethodNotFound, "member", "list_methods"),
    };
    let around = if wanted.qualifier.is_empty() {
        String::new()
    } else {
        format!("{}.", visible(&resolve::short(&wanted.qualifier)))
    };
    let mut failure =
        Failure::new(status, format!("no {what} {around}{name} in {}", artifact.coordinate)).suggest(tool);
    let asked = format!("{around}{name}");
    failure.suggestions = artifact.index.similar_types(&asked).unwrap_or_default();
    failure.suggestions.truncate(resolve::MOST_SUGGESTIONS);
    failure
}

/// The declarations of one artifact that a symbol names.
///
/// # Errors
/// When the index cannot be read.
pub fn find_in(artifact: &Opened, wanted: &Symbol) -> Result<Vec<Declaration>, Failure> {
    let index = &artifact.index;
    let is_constructor = wanted.sort == Sort::Constructor;
    // What stands in no file of it is not declared in it.
    let names = [&wanted.name, &wanted.written.1];
    let mut stands = is_constructor;
    for name in names {
        stands = stands || index.word_number(name).of(artifact)?.is_some();
    }
    if !stands {
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    if wanted.sort == Sort::Any {
        let join = |qualifier: &str, name: &str| match qualifier {
            "" => name.to_owned(),
            qualifier => format!("{qualifier}.{name}"),
        };
        let qualified = join(&wanted.qualifier, &wanted.name);
        for row in types_named(artifact, &qualified, &join(&wanted.written.0, &wanted.written.1))? {
            // The parts of a facade are one type.
            if row.part == 0
                && !found.iter().any(|known: &Declaration| known.row.qualified_name() == row.qualified_name())
            {
                found.push(Declaration { artifact: artifact.clone(), row, member: Member::Itself });
            }
        }
        if !found.is_empty() && !wanted.qualifier.is_empty() {
            return Ok(found);
        }
    }
    let owners = if wanted.qualifier.is_empty() {
        types_with(artifact, &wanted.name)?
    } else {
        types_named(artifact, &wanted.qualifier, &wanted.written.0)?
    };
    for row in owners {
        add_members(artifact, &row, wanted, &mut found)?;
        if found.len() > MOST {
            break;
        }
    }
    Ok(found)
}

/// The members of a type that a symbol names.
fn add_members(artifact: &Opened, row: &TypeRow, wanted: &Symbol, found: &mut Vec<Declaration>) -> Result<(), Failure> {
    let is_wanted = |name: &str, kind: MethodKind| match (wanted.sort, kind) {
        (Sort::Constructor, kind) => kind == MethodKind::Constructor,
        // A constructor by its name, where it was said that a method is meant: `Type#Type(int)`.
        (Sort::Any, MethodKind::Constructor) => false,
        _ => symbol::bare(name) == wanted.name,
    };
    let declaration = |member| Declaration { artifact: artifact.clone(), row: row.clone(), member };
    if matches!(wanted.sort, Sort::Any | Sort::Member) {
        let before = found.len();
        for field in artifact.index.fields(row.id).of(artifact)? {
            if symbol::bare(&field.name) == wanted.name {
                found.push(declaration(Member::Field(Box::new(field))));
            }
        }
        // The symbol of a field is taken back as that; a method of the same name has parentheses.
        if found.len() > before && wanted.sort == Sort::Member {
            return Ok(());
        }
    }
    let before = found.len();
    for method in artifact.index.methods_where(row.id, is_wanted).of(artifact)? {
        let picked = wanted.parameters.as_ref().is_none_or(|list| list.picks(&method, erasure::type_list(row)));
        if picked {
            found.push(declaration(Member::Method(Box::new(method))));
        }
    }
    keep_exact(found, before, wanted);
    Ok(())
}

/// Leaves of the methods from a place on those that take just what was written, where there are such: `boolean` is also what
/// Kotlin calls `Boolean`, and a `T` what the machine calls `Object`.
fn keep_exact(found: &mut Vec<Declaration>, from: usize, wanted: &Symbol) {
    let Some(list) = &wanted.parameters else { return };
    let is_exact = |one: &Declaration| Wanted::parse(&one.symbol()) == *list;
    if found.len() > from + 1 && found[from..].iter().any(is_exact) {
        let mut at = 0;
        found.retain(|one| {
            at += 1;
            at <= from || is_exact(one)
        });
    }
}

/// Types by their qualified name, or by the last segments of it; as it is `written`, a `$` may belong to a name.
fn types_named(artifact: &Opened, name: &str, written: &str) -> Result<Vec<TypeRow>, Failure> {
    let index = &artifact.index;
    for exact in [written, name] {
        let exact = index.type_named(exact).of(artifact)?;
        if !exact.is_empty() {
            return Ok(exact);
        }
    }
    let simple = name.rsplit('.').next().unwrap_or(name);
    if simple.is_empty() {
        return Ok(Vec::new());
    }
    let packages = index.packages().of(artifact)?;
    let names = index.type_names().of(artifact)?;
    let mut ids = Vec::new();
    for candidate in names.holding(simple).filter(|candidate| candidate.release.is_none()) {
        if candidate.name.rsplit('.').next() != Some(simple) {
            continue;
        }
        let package = packages.get(candidate.package as usize - 1).map_or("", |package| package.name.as_str());
        let qualified =
            if package.is_empty() { candidate.name.to_owned() } else { format!("{package}.{}", candidate.name) };
        if ends_with_segments(&qualified, name) {
            ids.push(candidate.id);
        }
    }
    ids.sort_unstable();
    ids.into_iter().map(|id| index.type_by_id(id).of(artifact)).collect()
}

/// Types in whose files a word stands in code: one of them may declare it.
fn types_with(artifact: &Opened, word: &str) -> Result<Vec<TypeRow>, Failure> {
    let index = &artifact.index;
    let Some(number) = index.word_number(word).of(artifact)? else { return Ok(Vec::new()) };
    let mut found = Vec::new();
    for (file, standing) in index.word_posting(number).of(artifact)?.standings().of(artifact)? {
        if standing.code {
            found.append(&mut index.types_of_file(file).of(artifact)?);
        }
    }
    found.retain(|row| row.release.is_none());
    Ok(found)
}

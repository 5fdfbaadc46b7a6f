//! Declarations that symbols name: a type, or a member with the type that declares it.

mod extensions;
mod inherited;
mod missing;
mod qualified;
mod unwritten;

use std::collections::HashSet;
use std::sync::Arc;

use extensions::first_of;
pub use extensions::{extensions, is_on, of_package};
pub use inherited::of as inherited_of;
pub use missing::{lacks_jdk, like_type};
pub use unwritten::{accessor, made};

use super::Call;
use super::resolve::{self, Rows};
use super::scope::Scope;
use super::signature::Wanted;
use super::symbol::{self, Symbol};
use crate::error::{Failure, Status};
use crate::index::Opened;
use crate::model::{Language, MethodKind};
use crate::search::references::Made;
use crate::search::symbols::{self, Entry, Kinds, Query, Sort, Table};
use crate::store::{FieldRow, MethodRow, TypeRow};
use crate::text::java_name;

/// A declaration of an artifact.
#[derive(Debug, Clone)]
pub struct Declared {
    /// The type, or the type around the member.
    pub owner: TypeRow,
    pub member: Option<Member>,
}

/// A member of a type.
#[derive(Debug, Clone)]
pub enum Member {
    Method(MethodRow),
    Field(FieldRow),
    /// One that nobody wrote.
    Made(MadeMember),
}

/// A method or constructor that the language makes for a type.
#[derive(Debug, Clone)]
pub struct MadeMember {
    pub made: Made,
    /// `<init>` of a constructor.
    pub name: String,
    /// Types as written.
    pub parameters: Vec<String>,
    /// Of the name that it is made for: of the type, or of the component.
    line: u32,
}

/// The rows of a symbol that was found.
///
/// # Errors
/// When the index cannot be read.
pub fn read(artifact: &Opened, entry: &Entry) -> Result<Declared, Failure> {
    let missing = || Failure::internal("a symbol that was found has no row");
    read_all(artifact, std::slice::from_ref(entry))?.pop().ok_or_else(missing)
}

/// The rows of symbols that were found, in their order; those of one type in a row are read together.
///
/// # Errors
/// When the index cannot be read.
pub fn read_all(artifact: &Opened, entries: &[Entry]) -> Result<Vec<Declared>, Failure> {
    let index = &artifact.index;
    let mut read = Vec::with_capacity(entries.len());
    for alike in entries.chunk_by(|one, other| (one.type_id, one.sort) == (other.type_id, other.sort)) {
        let Entry { type_id, sort, .. } = alike[0];
        let owner = index.type_by_id(type_id).of(artifact)?;
        let ids: Vec<u32> = alike.iter().map(|entry| entry.id).collect();
        let members: Vec<Option<Member>> = match sort {
            Sort::Type => vec![None; ids.len()],
            Sort::Method => {
                let rows = index.methods_of(type_id, &ids).of(artifact)?;
                rows.into_iter().map(|row| Some(Member::Method(row))).collect()
            }
            Sort::Field => {
                let rows = index.fields_of(type_id, &ids).of(artifact)?;
                rows.into_iter().map(|row| Some(Member::Field(row))).collect()
            }
        };
        read.extend(members.into_iter().map(|member| Declared { owner: owner.clone(), member }));
    }
    Ok(read)
}

impl Declared {
    /// The symbol that names it.
    #[must_use]
    pub fn symbol(&self) -> String {
        match &self.member {
            None => symbol::of_type(&self.owner),
            Some(Member::Method(method)) => symbol::of_method(&self.owner, method),
            Some(Member::Field(field)) => symbol::of_field(&self.owner, field),
            Some(Member::Made(made)) => {
                symbol::of_member(&symbol::of_type(&self.owner), &made.name, made.parameters.iter())
            }
        }
    }

    /// The kind, in the words of the contract.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match &self.member {
            None => self.owner.kind.as_str(),
            Some(Member::Method(method)) => method.kind.as_str(),
            Some(Member::Field(field)) => field.kind.as_str(),
            Some(Member::Made(made)) => match made.made {
                Made::Constructor => MethodKind::Constructor.as_str(),
                _ => MethodKind::Method.as_str(),
            },
        }
    }

    /// The line of its name.
    #[must_use]
    pub const fn name_line(&self) -> u32 {
        match &self.member {
            None => self.owner.name_line,
            Some(Member::Method(method)) => method.name_line,
            Some(Member::Field(field)) => field.name_line,
            Some(Member::Made(made)) => made.line,
        }
    }

    /// Whether a line of its file is one of it, where lines of the file mean anything.
    #[must_use]
    pub fn holds_line(&self, line: u32) -> bool {
        let lines = match &self.member {
            None => Some(self.owner.lines),
            Some(Member::Method(method)) => Some(method.lines),
            Some(Member::Field(field)) => Some(field.lines),
            Some(Member::Made(_)) => None,
        };
        !resolve::is_outline(&self.owner.file_path) && lines.is_some_and(|lines| lines.holds(line))
    }

    /// Of a member that is written, its declaration on one line.
    #[must_use]
    pub fn signature(&self) -> Option<&str> {
        match self.member.as_ref()? {
            Member::Method(method) => Some(&method.signature),
            Member::Field(field) => Some(&field.signature),
            Member::Made(_) => None,
        }
    }
}

/// A declaration that a symbol leads to, and where it is.
pub struct Place {
    pub artifact: Opened,
    pub declared: Declared,
}

impl Place {
    /// Whether both are the same declaration.
    #[must_use]
    pub fn is(&self, other: &Self) -> bool {
        self.artifact.coordinate == other.artifact.coordinate
            && self.declared.symbol() == other.declared.symbol()
            && self.declared.name_line() == other.declared.name_line()
    }
}

/// The types of a qualified name: the place of the artifact, and what its table says.
#[must_use]
pub fn types_named(tables: &[Option<Arc<Table>>], name: &str) -> Vec<(usize, Entry)> {
    let (package, simple) = name.rsplit_once('.').unwrap_or(("", name));
    let query = Query::new(package, simple, true, true).only(Kinds::TYPES, None);
    let (_, groups) = symbols::search(tables, &query, None, MOST_PLACES);
    let found = groups.into_iter().filter_map(|(place, group)| {
        let table = tables[place].as_deref()?;
        let is_it = |entry: &Entry| table.qualified_name(entry.type_id) == name;
        Some((place, table.entries(&query, &group).into_iter().find(is_it)?))
    });
    found.collect()
}

/// Finds what a symbol names: in the artifact of the call's coordinates, or in all that are indexed. Of a symbol that says
/// neither, types go before members. Every overload that fits, every artifact that declares it; what is written in full goes
/// before what only ends alike. At most [`MOST_PLACES`].
///
/// # Errors
/// `type_not_found` or `method_not_found` with close names, and every status of an artifact that cannot be asked.
pub fn find(call: &Call<'_>, symbol: &Symbol) -> Result<Vec<Place>, Failure> {
    let mut scope = Scope::declaring(call)?;
    // Who asks for a symbol asks all of them for more.
    scope.look_ahead(call)?;
    let tables = scope.symbols(call)?;
    let places = find_any(call, &mut scope, &tables, symbol)?;
    if places.is_empty() && symbol.parameters.is_some() {
        let any = Symbol { parameters: None, ..symbol.clone() };
        let others = find_any(call, &mut scope, &tables, &any)?;
        if !others.is_empty() {
            return Err(missing::overload(symbol, &others, &mut scope, &tables));
        }
    }
    if places.is_empty() { Err(missing::declaration(call, symbol, &mut scope, &tables)?) } else { Ok(places) }
}

/// The same, and where the type of the symbol declares no such member, what it inherits by that name; and whether it does.
///
/// # Errors
/// As [`find`].
pub fn find_or_inherited(call: &Call<'_>, symbol: &Symbol) -> Result<(Vec<Place>, bool), Failure> {
    match find(call, symbol) {
        Err(failure) if matches!(failure.status, Status::MethodNotFound | Status::TypeNotFound) => {
            inherited::find(call, symbol, failure).map(|places| (places, true))
        }
        found => found.map(|places| (places, false)),
    }
}

/// Methods of the name of a symbol that [`find`] took for that of a field, in the same types: with parentheses it means them.
///
/// # Errors
/// When an index cannot be read.
pub fn methods_beside(call: &Call<'_>, symbol: &Symbol, found: &[Place]) -> Result<Vec<Place>, Failure> {
    let is_field = |place: &Place| matches!(place.declared.member, Some(Member::Field(_)));
    if symbol.sort == symbol::Sort::Method || !found.iter().any(is_field) {
        return Ok(Vec::new());
    }
    beside(call, symbol, symbol::Sort::Method, found)
}

/// Fields of the name of a symbol that [`find`] took for that of a method, in the same types: behind `#` it means them.
///
/// # Errors
/// When an index cannot be read.
pub fn fields_beside(call: &Call<'_>, symbol: &Symbol, found: &[Place]) -> Result<Vec<Place>, Failure> {
    let is_method = |place: &Place| matches!(place.declared.member, Some(Member::Method(_)));
    if symbol.sort != symbol::Sort::Any || !found.iter().any(is_method) {
        return Ok(Vec::new());
    }
    beside(call, symbol, symbol::Sort::Member, found)
}

/// What a symbol of a sort means in the types of what was found, beside that.
fn beside(call: &Call<'_>, symbol: &Symbol, sort: symbol::Sort, found: &[Place]) -> Result<Vec<Place>, Failure> {
    let mut scope = Scope::declaring(call)?;
    let tables = scope.symbols(call)?;
    let mut places = find_any(call, &mut scope, &tables, &Symbol { sort, ..symbol.clone() })?;
    let key = |place: &Place| (place.artifact.coordinate.clone(), place.declared.owner.id);
    let owners: Vec<_> = found.iter().map(key).collect();
    places.retain(|place| owners.contains(&key(place)) && !found.iter().any(|one| one.is(place)));
    Ok(places)
}

/// What a symbol names among the artifacts of these tables: what is written, else what nobody wrote.
///
/// # Errors
/// When an index cannot be read.
pub fn find_any(
    call: &Call<'_>,
    scope: &mut Scope,
    tables: &[Option<Arc<Table>>],
    symbol: &Symbol,
) -> Result<Vec<Place>, Failure> {
    // A `$` may belong to a name; where nothing is called so, it separates.
    let (written, separated) = (&symbol.written, (symbol.qualifier.clone(), symbol.name.clone()));
    let mut places = find_named(call, scope, tables, symbol, written)?;
    if places.is_empty() && *written != separated {
        places = find_named(call, scope, tables, symbol, &separated)?;
    }
    if places.is_empty() {
        places = find_unnamed(call, scope, tables, symbol, &separated)?;
    }
    if places.is_empty() && !separated.0.is_empty() && symbol.sort != symbol::Sort::Constructor {
        // Kotlin imports what a file declares from its package, and what a companion declares from its class.
        places = find_within(call, scope, tables, symbol, (&separated, true))?;
    }
    if places.is_empty() {
        places = unwritten::find_made(call, scope, tables, symbol)?;
    }
    if places.is_empty() { unwritten::find_properties(call, scope, tables, symbol) } else { Ok(places) }
}

/// What Java cannot name, by its real name: outlines have another for it.
fn find_unnamed(
    call: &Call<'_>,
    scope: &mut Scope,
    tables: &[Option<Arc<Table>>],
    symbol: &Symbol,
    (qualifier, name): &(String, String),
) -> Result<Vec<Place>, Failure> {
    let made = |part: &String| java_name::made(part).unwrap_or_else(|| part.clone());
    let is_type = symbol.sort == symbol::Sort::Any;
    let named = (made(qualifier), if is_type { made(name) } else { name.clone() });
    if named == (qualifier.clone(), name.clone()) {
        return Ok(Vec::new());
    }
    let real = if is_type && !qualifier.is_empty() {
        format!("{qualifier}.{name}")
    } else if is_type {
        name.clone()
    } else {
        qualifier.clone()
    };
    let mut places = find_named(call, scope, tables, symbol, &named)?;
    places.retain(|place| java_name::is_outline_of(&place.declared.owner.file_path, &real));
    Ok(places)
}

/// The symbols of some places, as many as an answer suggests.
#[must_use]
pub fn suggested(places: &[Place]) -> Vec<String> {
    first_symbols(places.iter().map(|place| &place.declared))
}

/// The same of some declarations.
#[must_use]
pub fn first_symbols<'a>(all: impl Iterator<Item = &'a Declared>) -> Vec<String> {
    let mut known = HashSet::new();
    let mut symbols: Vec<String> = all.map(Declared::symbol).filter(|symbol| known.insert(symbol.clone())).collect();
    symbols.truncate(resolve::MOST_SUGGESTIONS);
    symbols
}

/// The types of a name, all of their declarations; those too whose name only ends so.
///
/// # Errors
/// When an index cannot be read.
pub fn types_called(
    call: &Call<'_>,
    scope: &mut Scope,
    tables: &[Option<Arc<Table>>],
    name: &str,
) -> Result<Vec<Place>, Failure> {
    let (around, name) = name.rsplit_once('.').unwrap_or(("", name));
    let query = Query::new(around, name, true, true).only(Kinds::TYPES, None);
    let mut found = Vec::new();
    for (place, group) in symbols::search(tables, &query, None, MOST_PLACES).1 {
        let Some(table) = tables[place].as_deref() else { continue };
        let Some(artifact) = scope.open(call, place)? else { continue };
        for entry in table.entries(&query, &group).iter().take(MOST_PLACES) {
            call.work.check()?;
            let owner = artifact.index.type_by_id(entry.type_id).of(&artifact)?;
            found.push(Place { artifact: artifact.clone(), declared: Declared { owner, member: None } });
        }
    }
    Ok(found)
}

/// What a symbol names, read as this qualifier and this name.
fn find_named(
    call: &Call<'_>,
    scope: &mut Scope,
    tables: &[Option<Arc<Table>>],
    symbol: &Symbol,
    named: &(String, String),
) -> Result<Vec<Place>, Failure> {
    find_within(call, scope, tables, symbol, (named, false))
}

/// The same; where it is `wide`, members of facades and companions in what stands before the name as well.
fn find_within(
    call: &Call<'_>,
    scope: &mut Scope,
    tables: &[Option<Arc<Table>>],
    symbol: &Symbol,
    ((qualifier, name), wide): (&(String, String), bool),
) -> Result<Vec<Place>, Failure> {
    let name = match symbol.sort {
        symbol::Sort::Constructor => qualifier.rsplit('.').next().unwrap_or_default(),
        _ => name.as_str(),
    };
    let kinds: &[Kinds] = match symbol.sort {
        symbol::Sort::Any => &[Kinds::TYPES, Kinds::METHODS, Kinds::FIELDS],
        // The symbol of a field is taken back as that; that of a method has parentheses.
        symbol::Sort::Member => &[Kinds::FIELDS, Kinds::METHODS],
        symbol::Sort::Method => &[Kinds::METHODS],
        symbol::Sort::Constructor => &[Kinds::CONSTRUCTORS],
    };
    let mut places = Vec::new();
    for kinds in kinds {
        let query = Query::new(qualifier, name, true, true).only(*kinds, None);
        let query = if wide { query.widely() } else { query };
        let (_, groups) = symbols::search(tables, &query, None, MOST_PLACES);
        for (place, group) in groups {
            let Some(table) = tables[place].as_deref() else { continue };
            let mut entries = table.entries(&query, &group);
            entries.retain(|entry| symbol.sort == symbol::Sort::Any || entry.sort != symbols::Sort::Type);
            let Some(artifact) = scope.open(call, place)? else { continue };
            let mut left = MOST_PLACES;
            for some in entries.chunks(MOST_PLACES) {
                call.work.check()?;
                let mut fitting = Vec::new();
                for declared in read_all(&artifact, some)? {
                    if declared.fits(symbol, &artifact)? {
                        fitting.push(declared);
                    }
                }
                fitting.truncate(left);
                left -= fitting.len();
                places.extend(fitting.into_iter().map(|declared| Place { artifact: artifact.clone(), declared }));
                if left == 0 {
                    break;
                }
            }
        }
        // A constructor bears the name of its type, which is meant where nothing more was said.
        if matches!(symbol.sort, symbol::Sort::Any | symbol::Sort::Member) && !places.is_empty() {
            break;
        }
    }
    keep_whole(&mut places, qualifier, wide);
    qualified::keep(call, &mut places, symbol)?;
    keep_exact(&mut places, symbol);
    places.truncate(MOST_PLACES);
    Ok(places)
}

/// Leaves what a qualifier names in full, but for a facade or companion where it is `wide`, where there is such.
fn keep_whole(places: &mut Vec<Place>, qualifier: &str, wide: bool) {
    let is_whole = |place: &Place| {
        let container = place.declared.container();
        container == qualifier || (wide && container.rsplit_once('.').is_some_and(|(around, _)| around == qualifier))
    };
    if places.iter().any(is_whole) {
        places.retain(is_whole);
    }
}

/// Leaves the methods that take just what was written, where there are such: `boolean` is also what Kotlin calls `Boolean`,
/// and a `T` what the machine calls `Object`.
fn keep_exact(places: &mut Vec<Place>, symbol: &Symbol) {
    let Some(wanted) = &symbol.parameters else { return };
    let is_exact = |place: &Place| Wanted::parse(&place.declared.symbol()) == *wanted;
    if places.iter().any(is_exact) {
        places.retain(is_exact);
    }
}

/// Most declarations of one symbol.
pub const MOST_PLACES: usize = 200;

impl Declared {
    /// The method that it is, of Java and called on a value.
    #[must_use]
    pub fn method_of_java(&self) -> Option<&MethodRow> {
        let Some(Member::Method(method)) = &self.member else { return None };
        let is_one = method.kind == MethodKind::Method
            && self.owner.language == Language::Java
            && !resolve::has_modifier(&method.modifiers, "static");
        is_one.then_some(method)
    }

    /// What it stands in: the type of a member, the package or outer type of a type.
    #[must_use]
    pub fn container(&self) -> String {
        let name = self.owner.qualified_name();
        match self.member {
            Some(_) => name,
            None => name.rsplit_once('.').map_or_else(String::new, |(container, _)| container.to_owned()),
        }
    }

    /// Whether it has the parameters that a symbol names, if it names some.
    ///
    /// # Errors
    /// When the index cannot be read.
    pub fn fits(&self, symbol: &Symbol, artifact: &Opened) -> Result<bool, Failure> {
        Ok(match (&symbol.parameters, &self.member) {
            (None, _) => true,
            (Some(wanted), Some(Member::Method(method))) => {
                wanted.picks(method, &resolve::type_parameters(artifact, &self.owner)?)
            }
            (Some(wanted), Some(Member::Made(made))) => wanted.is_same(&Wanted::of(&made.parameters)),
            (Some(_), _) => false,
        })
    }
}

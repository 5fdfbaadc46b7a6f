//! Supertypes of a type, nearest first, across artifacts.
//!
//! A name in an `extends` clause is resolved as the language does it: nested types of the types around it, single
//! imports, the package, star imports, what the language imports by itself. Where a name leads is asked of the
//! explorer; what it cannot find is named, never guessed.

mod aliases;
mod functions;
mod names;
mod order;

use std::cell::RefCell;
use std::collections::hash_map::Entry;
use std::collections::{HashMap, VecDeque};
use std::rc::Rc;
use std::sync::Arc;

use self::aliases::through_aliases;
use super::Call;
use super::erasure::Variables;
use super::resolve::{self, Found, Rows};
use crate::error::{Failure, Incomplete};
use crate::index::Opened;
use crate::model::{Language, LineRange, Relation, TypeKind, jvm};
use crate::store::{ImportRow, SupertypeRow, TypeRow};

/// What the names of the JDK's own types begin with; of `javax`, which is others' too, what JDK 17 has.
const JDK_PACKAGES: [&str; 31] = [
    "java.",
    "jdk.",
    "javax.accessibility.",
    "javax.annotation.processing.",
    "javax.crypto.",
    "javax.imageio.",
    "javax.lang.model.",
    "javax.management.",
    "javax.naming.",
    "javax.net.",
    "javax.print.",
    "javax.rmi.ssl.",
    "javax.script.",
    "javax.security.auth.",
    "javax.security.cert.",
    "javax.security.sasl.",
    "javax.smartcardio.",
    "javax.sound.",
    "javax.sql.",
    "javax.swing.",
    "javax.tools.",
    "javax.transaction.xa.",
    "javax.xml.catalog.",
    "javax.xml.crypto.",
    "javax.xml.datatype.",
    "javax.xml.namespace.",
    "javax.xml.parsers.",
    "javax.xml.stream.",
    "javax.xml.transform.",
    "javax.xml.validation.",
    "javax.xml.xpath.",
];
/// How far aliases are followed.
const DEEPEST: usize = 8;
/// Most supertypes walked: hierarchies are small, and a list of members is only so long.
const MOST: usize = 500;

/// One supertype, with all declarations of its name.
pub struct Ancestor {
    pub artifact: Opened,
    pub types: Vec<TypeRow>,
    /// What the type variables of each declaration stand for, seen from the type that was asked for.
    pub variables: Vec<Rc<Variables>>,
    /// All types from the one that was asked for up to it are of one package.
    pub shares_package: bool,
    /// That it is of another version than the one that a POM names.
    pub instead_of: Option<Incomplete>,
}

impl Ancestor {
    /// The type itself, as the beginning of its own hierarchy.
    ///
    /// # Errors
    /// When the index cannot be read.
    pub fn subject(found: &Found) -> Result<Self, Failure> {
        let own = |row| Ok(Rc::new(Variables::own(&resolve::type_list(&found.artifact, row)?)));
        Ok(Self {
            artifact: found.artifact.clone(),
            types: found.types.clone(),
            variables: found.types.iter().map(own).collect::<Result<_, Failure>>()?,
            shares_package: true,
            instead_of: None,
        })
    }

    /// Its qualified name.
    #[must_use]
    pub fn name(&self) -> String {
        self.types[0].qualified_name()
    }

    fn package(&self) -> &str {
        &self.types[0].package
    }

    /// The lines of a member of the declaration at a place, where they mean anything.
    #[must_use]
    pub fn lines_of(&self, at: usize, lines: LineRange) -> Option<LineRange> {
        (!resolve::is_outline(&self.types[at].file_path)).then_some(lines)
    }
}

/// All supertypes of a type.
#[derive(Default)]
pub struct Ancestors {
    /// Nearest first; at the same distance a superclass before interfaces. A supertype stands once.
    pub ancestors: Vec<Ancestor>,
    /// The places of the direct supertypes: of the type itself, then of each ancestor.
    above: Vec<Vec<usize>>,
    /// Supertypes that were not found, and versions that were taken out of several.
    pub incomplete: Vec<Incomplete>,
}

/// Walks up from a type.
///
/// # Errors
/// When an index cannot be read or the caller wants the work no longer.
pub fn ancestors(call: &Call<'_>, found: &Found) -> Result<Ancestors, Failure> {
    ancestors_with(call, &Known::default(), found)
}

/// The same, with what other walks have found out: the artifacts that those walked stay open as long as it is kept.
///
/// # Errors
/// As [`ancestors`].
pub fn ancestors_with(call: &Call<'_>, known: &Known, found: &Found) -> Result<Ancestors, Failure> {
    // Most names are looked for in several places: where a name is not is told without a query from here on.
    found.artifact.index.type_names().of(&found.artifact)?;
    known.keep(&found.artifact);
    let start = Ancestor::subject(found)?;
    let mut walk = Ancestors::default();
    let mut seen = HashMap::from([(identity(&start.artifact, &start.name()), 0)]);
    let mut queue = VecDeque::from([start]);
    while let Some(current) = queue.pop_front() {
        call.work.check()?;
        let mut above = Vec::new();
        for mut parent in parents(call, known, &current, &mut walk.incomplete)? {
            let next = seen.len();
            match seen.entry(identity(&parent.artifact, &parent.name())) {
                Entry::Occupied(place) => above.push(*place.get()),
                Entry::Vacant(new) if next < MOST => {
                    new.insert(next);
                    above.push(next);
                    parent.shares_package = current.shares_package && parent.package() == current.package();
                    if parent.instead_of.is_none() && parent.artifact.coordinate == current.artifact.coordinate {
                        parent.instead_of.clone_from(&current.instead_of);
                    }
                    queue.push_back(parent);
                }
                Entry::Vacant(_) => {}
            }
        }
        walk.above.push(above);
        walk.ancestors.push(current);
    }
    walk.ancestors.remove(0);
    walk.put_object_last();
    Ok(walk)
}

/// The type of a qualified name, as a type of an artifact finds it.
///
/// # Errors
/// When an index cannot be read.
pub fn qualified(
    call: &Call<'_>,
    known: &Known,
    (artifact, row): (&Opened, &TypeRow),
    name: &str,
) -> Result<Option<Found>, Failure> {
    let target = Scope::of(call, known, artifact, row)?.find_qualified(name)?;
    Ok(target.map(|target| Found { artifact: target.artifact, types: target.types }))
}

/// The qualified name of the type that a member of a type means by a name; none where that is not known: nobody has the type, or
/// it may be an alias of another one.
///
/// # Errors
/// When an index cannot be read.
pub fn meant(
    call: &Call<'_>,
    known: &Known,
    (artifact, row): (&Opened, &TypeRow),
    name: &str,
) -> Result<Option<String>, Failure> {
    artifact.index.type_names().of(artifact)?;
    let scope = Scope::of(call, known, artifact, row)?;
    let Some(target) = scope.find_inside(name)? else { return Ok(scope.imported_name(name)) };
    let may_be_alias = |row: &TypeRow| {
        row.kind == TypeKind::Typealias
            || resolve::has_modifier(&row.modifiers, "expect")
            || jvm::machine_name(&row.qualified_name()).is_none() && jvm::may_be_alias(&row.qualified_name())
    };
    let is_sure = !target.types.iter().any(may_be_alias);
    Ok(target.types.first().filter(|_| is_sure).map(TypeRow::qualified_name))
}

fn identity(artifact: &Opened, name: &str) -> (String, String) {
    (artifact.coordinate.to_string(), name.to_owned())
}

/// The direct supertypes that a type writes and that are wanted, aliases followed; what is not found is left out.
///
/// # Errors
/// When an index cannot be read.
pub fn written(
    call: &Call<'_>,
    known: &Known,
    child: &Ancestor,
    wanted: impl Fn(&SupertypeRow) -> bool,
) -> Result<Vec<Ancestor>, Failure> {
    known.keep(&child.artifact);
    let mut found = Vec::new();
    for (row, variables) in child.types.iter().zip(&child.variables) {
        let scope = Scope::of(call, known, &child.artifact, row)?;
        for supertype in child.artifact.index.supertypes(row.id).of(&child.artifact)? {
            if supertype.relation != Relation::Permits
                && wanted(&supertype)
                && let Some((target, text)) = scope.find_supertype(&supertype)?
            {
                found.push(target.into_ancestor(&text, variables, &mut Vec::new()));
            }
        }
    }
    through_aliases(call, known, found, &mut Vec::new())
}

/// The direct supertypes of all declarations of a type.
fn parents(
    call: &Call<'_>,
    known: &Known,
    child: &Ancestor,
    incomplete: &mut Vec<Incomplete>,
) -> Result<Vec<Ancestor>, Failure> {
    let mut parents = Vec::new();
    for (row, variables) in child.types.iter().zip(&child.variables) {
        let scope = Scope::of(call, known, &child.artifact, row)?;
        let mut written = child.artifact.index.supertypes(row.id).of(&child.artifact)?;
        written.retain(|supertype| supertype.relation != Relation::Permits);
        written.sort_by_key(|supertype| supertype.relation != Relation::Extends);
        for supertype in &written {
            match scope.find_supertype(supertype)? {
                Some((target, text)) => parents.push(target.into_ancestor(&text, variables, incomplete)),
                None => incomplete.push(missing(scope.unfound(supertype), row)),
            }
        }
        if !written.iter().any(|supertype| supertype.relation == Relation::Extends) {
            implied(&scope, row, variables, &mut parents, incomplete)?;
        }
    }
    through_aliases(call, known, parents, incomplete)
}

/// The supertype that a declaration has without writing it. `Object` missing is no news; a missing `Enum` is.
fn implied(
    scope: &Scope<'_>,
    row: &TypeRow,
    variables: &Variables,
    parents: &mut Vec<Ancestor>,
    incomplete: &mut Vec<Incomplete>,
) -> Result<(), Failure> {
    let name = match (row.kind, row.language) {
        (TypeKind::Typealias | TypeKind::Facade | TypeKind::Interface, _) => return Ok(()),
        (TypeKind::Enum, Language::Java) => "java.lang.Enum",
        (TypeKind::Enum, Language::Kotlin) => "kotlin.Enum",
        (TypeKind::Record, _) => "java.lang.Record",
        (TypeKind::Annotation, _) => "java.lang.annotation.Annotation",
        (_, Language::Java) => "java.lang.Object",
        (_, Language::Kotlin) => "kotlin.Any",
    };
    if row.qualified_name() == name {
        return Ok(());
    }
    if let Some(target) = scope.find_qualified(name)? {
        parents.push(target.into_ancestor(name, variables, incomplete));
    } else if matches!(row.kind, TypeKind::Enum | TypeKind::Record) {
        incomplete.push(missing(name.to_owned(), row));
    }
    Ok(())
}

/// A supertype of `row` that was not found.
fn missing(what: String, row: &TypeRow) -> Incomplete {
    let mut reason = format!("supertype of {} that is in no registered artifact", row.qualified_name());
    if is_of_jdk(&what) {
        reason.push_str("; register a JDK, such as jdk:jdk:17");
    }
    Incomplete::new(what, reason)
}

/// Whether a qualified name is one of the JDK's own.
#[must_use]
pub fn is_of_jdk(name: &str) -> bool {
    JDK_PACKAGES.iter().any(|package| name.starts_with(package))
}

/// What one walk has found out: the types around a nested one are asked about each of its supertypes.
#[derive(Default)]
pub struct Known {
    /// The imports of a file.
    imports: RefCell<HashMap<File, Rc<Vec<ImportRow>>>>,
    /// Where a simple name leads from a type, looked for at a depth.
    targets: RefCell<HashMap<Name, Option<Target>>>,
    /// The member types of a name that a type inherits, looked for at a depth.
    inherited: RefCell<HashMap<Name, Option<Target>>>,
    /// Indexes are told apart by where they lie in memory: those that were walked stay there.
    artifacts: RefCell<HashMap<Place, Opened>>,
}

impl Known {
    fn keep(&self, artifact: &Opened) {
        self.artifacts.borrow_mut().entry(place(artifact)).or_insert_with(|| artifact.clone());
    }
}

/// A file of an index.
type File = (Place, u32);

/// A name as a type of an index writes it, and the depth at which it is looked for.
type Name = (Place, u32, usize, String);

/// Tells the indexes of a walk apart.
type Place = usize;

fn place(artifact: &Opened) -> Place {
    Arc::as_ptr(&artifact.index).addr()
}

/// A type that a name led to.
#[derive(Clone)]
struct Target {
    artifact: Opened,
    types: Vec<TypeRow>,
    note: Option<Incomplete>,
    instead_of: Option<Incomplete>,
}

impl Target {
    /// The supertype written as `text` in a type whose variables stand for `outer`.
    fn into_ancestor(self, text: &str, outer: &Variables, incomplete: &mut Vec<Incomplete>) -> Ancestor {
        incomplete.extend(self.note);
        let bound = |row: &TypeRow| Rc::new(Variables::bound(&row.type_parameters, text, outer));
        let variables = self.types.iter().map(bound).collect();
        let Self { artifact, types, instead_of, .. } = self;
        Ancestor { artifact, types, variables, shares_package: false, instead_of }
    }
}

/// Where a type's supertypes are named: its file's imports, its package, the types around it.
struct Scope<'a> {
    call: &'a Call<'a>,
    known: &'a Known,
    artifact: &'a Opened,
    row: &'a TypeRow,
    imports: Rc<Vec<ImportRow>>,
}

impl<'a> Scope<'a> {
    fn of(call: &'a Call<'a>, known: &'a Known, artifact: &'a Opened, row: &'a TypeRow) -> Result<Self, Failure> {
        known.keep(artifact);
        let key = (place(artifact), row.file);
        let read = known.imports.borrow().get(&key).map(Rc::clone);
        let imports = match read {
            Some(imports) => imports,
            None => Rc::new(call.explorer.imports(artifact, row.file, call.work)?),
        };
        known.imports.borrow_mut().insert(key, Rc::clone(&imports));
        Ok(Self { call, known, artifact, row, imports })
    }
}

fn join(package: &str, name: &str) -> String {
    if package.is_empty() { name.to_owned() } else { format!("{package}.{name}") }
}

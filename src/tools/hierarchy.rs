//! Supertypes of a type, nearest first, across artifacts.
//!
//! A name in an `extends` clause is resolved as the language does it: nested types of the types around it, single
//! imports, the package, star imports, what the language imports by itself. Where a name leads is asked of the
//! explorer; what it cannot find is named, never guessed.

mod aliases;
mod functions;
mod order;

use std::cell::RefCell;
use std::collections::hash_map::Entry;
use std::collections::{HashMap, VecDeque};
use std::rc::Rc;
use std::sync::Arc;

use self::aliases::through_aliases;
use super::Call;
use super::erasure::{self, Variables};
use super::resolve::{self, Found, Rows};
use crate::error::{Failure, Incomplete};
use crate::index::Opened;
use crate::model::{ImportKind, Language, LineRange, Relation, TypeKind, jvm};
use crate::store::{ImportRow, SupertypeRow, TypeRow};

/// What the names of the JDK's own types begin with; `javax` is others' too.
const JDK_PACKAGES: [&str; 2] = ["java.", "jdk."];
/// How deep nested types inherited by enclosing types are looked for, and aliases followed.
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
}

impl Ancestor {
    /// The type itself, as the beginning of its own hierarchy.
    #[must_use]
    pub fn subject(found: &Found) -> Self {
        let own = |row: &TypeRow| Rc::new(Variables::own(erasure::type_list(row)));
        Self {
            artifact: found.artifact.clone(),
            types: found.types.clone(),
            variables: found.types.iter().map(own).collect(),
            shares_package: true,
        }
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
    let start = Ancestor::subject(found);
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
    /// Where a name leads from a type, looked for at a depth.
    targets: RefCell<HashMap<Name, Option<Target>>>,
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
}

impl Target {
    /// The supertype written as `text` in a type whose variables stand for `outer`.
    fn into_ancestor(self, text: &str, outer: &Variables, incomplete: &mut Vec<Incomplete>) -> Ancestor {
        incomplete.extend(self.note);
        let bound = |row: &TypeRow| Rc::new(Variables::bound(&row.type_parameters, text, outer));
        let variables = self.types.iter().map(bound).collect();
        Ancestor { artifact: self.artifact, types: self.types, variables, shares_package: false }
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
            None => Rc::new(artifact.index.imports(row.file).of(artifact)?),
        };
        known.imports.borrow_mut().insert(key, Rc::clone(&imports));
        Ok(Self { call, known, artifact, row, imports })
    }

    /// What a name means here: its first segment by scope, or all of it as a qualified name.
    fn find(&self, name: &str, depth: usize) -> Result<Option<Target>, Failure> {
        let key = (place(self.artifact), self.row.id, depth, name.to_owned());
        if let Some(target) = self.known.targets.borrow().get(&key) {
            return Ok(target.clone());
        }
        let target = match self.look_for(name, depth)? {
            None => self.member_of(name, depth)?,
            found => found,
        };
        self.known.targets.borrow_mut().insert(key, target.clone());
        Ok(target)
    }

    fn look_for(&self, name: &str, depth: usize) -> Result<Option<Target>, Failure> {
        let (first, rest) = name.split_once('.').map_or((name, None), |(first, rest)| (first, Some(rest)));
        let qualify = |base: String| rest.map_or_else(|| base.clone(), |rest| format!("{base}.{rest}"));
        if let Some(target) = self.nested(name, depth)? {
            return Ok(Some(target));
        }
        for import in self.imports.iter() {
            if Self::brings(import, first) {
                // A single import hides everything further out, found or not.
                return self.find_qualified(&qualify(import.path.clone()));
            }
        }
        let own = join(&self.row.package, first);
        let wide: Vec<String> = std::iter::once(own).chain(self.stars(first)).map(qualify).collect();
        for candidate in &wide {
            if let Some(target) = self.find_here(candidate)? {
                return Ok(Some(target));
            }
        }
        for candidate in &wide {
            if let Some(target) = self.find_qualified(candidate)? {
                return Ok(Some(target));
            }
        }
        if rest.is_some() { self.find_qualified(name) } else { Ok(None) }
    }

    /// The nested type that the type before the last dot of a name inherits.
    fn member_of(&self, name: &str, depth: usize) -> Result<Option<Target>, Failure> {
        let is_type = |outer: &str| !outer.rsplit('.').next().unwrap_or(outer).starts_with(char::is_lowercase);
        let parts = name.rsplit_once('.').filter(|(outer, _)| depth < DEEPEST && is_type(outer));
        let Some((outer, inner)) = parts else { return Ok(None) };
        let Some(target) = self.find(outer, depth + 1)? else { return Ok(None) };
        let scope = Scope::of(self.call, self.known, &target.artifact, &target.types[0])?;
        scope.inherited_nested(&target.types[0], inner, depth + 1)
    }

    /// A nested type of the types around this one, theirs or inherited.
    fn nested(&self, name: &str, depth: usize) -> Result<Option<Target>, Failure> {
        let mut around = self.row.owner;
        while let Some(owner) = around {
            let owner = self.artifact.index.type_by_id(owner).of(self.artifact)?;
            if let Some(target) = self.find_here(&format!("{}.{name}", owner.qualified_name()))? {
                return Ok(Some(target));
            }
            if depth < DEEPEST
                && let Some(target) = self.inherited_nested(&owner, name, depth + 1)?
            {
                return Ok(Some(target));
            }
            around = owner.owner;
        }
        Ok(None)
    }

    /// A nested type that `owner` inherits.
    fn inherited_nested(&self, owner: &TypeRow, name: &str, depth: usize) -> Result<Option<Target>, Failure> {
        let scope = Scope { row: owner, imports: Rc::clone(&self.imports), ..*self };
        for supertype in self.artifact.index.supertypes(owner.id).of(self.artifact)? {
            if supertype.relation == Relation::Permits || supertype.name == self.row.name {
                continue;
            }
            let Some(target) = scope.find(&supertype.name, depth)? else { continue };
            let inner = format!("{}.{name}", target.types[0].qualified_name());
            let types = target.artifact.index.type_named(&inner).of(&target.artifact)?;
            if !types.is_empty() {
                return Ok(Some(Target { types, ..target }));
            }
            if depth < DEEPEST {
                let further = Scope::of(self.call, self.known, &target.artifact, &target.types[0])?;
                if let Some(found) = further.inherited_nested(&target.types[0], name, depth + 1)? {
                    return Ok(Some(found));
                }
            }
        }
        Ok(None)
    }

    /// Whether a single import brings in this simple name.
    fn brings(import: &ImportRow, name: &str) -> bool {
        if !matches!(import.kind, ImportKind::Single | ImportKind::Static) {
            return false;
        }
        match &import.alias {
            Some(alias) => alias == name,
            None => import.path.rsplit('.').next() == Some(name),
        }
    }

    /// What the star imports, written and implied, may mean by a simple name.
    fn stars(&self, name: &str) -> Vec<String> {
        let written =
            self.imports.iter().filter(|import| matches!(import.kind, ImportKind::Star | ImportKind::StaticStar));
        let implied = self.row.language.implied_imports().iter().copied();
        let packages = written.map(|import| import.path.as_str()).chain(implied);
        packages.map(|package| join(package, name)).collect()
    }

    fn find_here(&self, qualified: &str) -> Result<Option<Target>, Failure> {
        let types = self.artifact.index.type_named(qualified).of(self.artifact)?;
        Ok((!types.is_empty()).then(|| Target { artifact: self.artifact.clone(), types, note: None }))
    }

    fn find_qualified(&self, qualified: &str) -> Result<Option<Target>, Failure> {
        let find = |name: &str| self.call.explorer.find_type(self.artifact, name, self.call.work);
        let mut found = find(qualified)?;
        if found.is_none()
            && let Some(interface) = jvm::function_interface(qualified)
        {
            found = find(&interface)?;
        }
        Ok(found.map(|found| Target { artifact: found.artifact, types: found.types, note: found.note }))
    }

    /// The name of a supertype that was not found, as qualified as the imports make it.
    fn best_guess(&self, name: &str) -> String {
        let first = name.split('.').next().unwrap_or(name);
        match self.imports.iter().find(|import| Self::brings(import, first)) {
            Some(import) => format!("{}{}", import.path, &name[first.len()..]),
            None => name.to_owned(),
        }
    }
}

fn join(package: &str, name: &str) -> String {
    if package.is_empty() { name.to_owned() } else { format!("{package}.{name}") }
}

//! Subtypes of a type, downwards, across artifacts.
//!
//! A type that writes a supertype of the right simple name is a candidate; it is a subtype where that name leads to the type
//! that was asked for, in the artifact that was asked for: so that two versions of a library keep their own. Names that
//! imports and typealiases give are followed. What nobody writes (`Enum` of an enumeration) goes by the kind of type. What a
//! body declares (anonymous and local classes) is in no table and for others to find.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;
use std::time::Instant;

use super::Call;
use super::declared;
use super::hierarchy::{self, Ancestor, Known};
use super::places;
use super::resolve::{Found, Rows};
use super::scope::Scope;
use crate::coordinate::Coordinate;
use crate::error::Failure;
use crate::index::Opened;
use crate::model::{Language, Relation, TypeKind, jvm};
use crate::search::symbols::{self, Kinds, Query, Table, last};
use crate::store::TypeRow;

/// Most subtypes that are followed: more than any type but the language's own has.
const MOST: usize = 50_000;

/// What types have for a supertype by their kind, without writing it.
const BY_KIND: [(&str, TypeKind); 4] = [
    ("java.lang.Enum", TypeKind::Enum),
    ("kotlin.Enum", TypeKind::Enum),
    ("java.lang.Record", TypeKind::Record),
    ("java.lang.annotation.Annotation", TypeKind::Annotation),
];
/// What all types have for a supertype.
const OF_ALL: [&str; 2] = ["java.lang.Object", "kotlin.Any"];

/// Whether every type is a subtype of the type of this name.
#[must_use]
pub fn is_of_all(name: &str) -> bool {
    OF_ALL.contains(&name)
}

/// Whether types have this one for a supertype without writing it.
#[must_use]
pub fn is_implied(name: &str) -> bool {
    is_of_all(name) || BY_KIND.iter().any(|(known, _)| *known == name)
}

/// Whether a type has this one for a supertype without writing it.
fn is_implied_of(name: &str, row: &TypeRow) -> bool {
    let has_members = !matches!(row.kind, TypeKind::Facade | TypeKind::Typealias);
    // An enumeration of Java is no `kotlin.Enum` in its own language.
    let is_spoken = row.language == Language::Kotlin || !name.starts_with("kotlin.");
    (is_of_all(name) && has_members) || (is_spoken && BY_KIND.contains(&(name, row.kind)))
}

/// A type that others extend: its artifact, its qualified name.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Identity {
    coordinate: Coordinate,
    name: String,
}

impl Identity {
    /// Its qualified name.
    pub fn name(&self) -> &str {
        &self.name
    }

    #[must_use]
    pub fn of(artifact: &Opened, row: &TypeRow) -> Self {
        Self { coordinate: artifact.coordinate.clone(), name: row.qualified_name() }
    }

    /// The type of a qualified name in an artifact.
    #[must_use]
    pub fn new(coordinate: Coordinate, name: String) -> Self {
        Self { coordinate, name }
    }
}

/// A subtype.
pub struct Heir {
    /// The place of its artifact in the scope.
    pub place: usize,
    pub artifact: Opened,
    pub row: TypeRow,
    /// The direct supertype that it comes through, where it is not a direct subtype.
    pub via: Option<String>,
}

/// What an index calls the function type that suspends and is this interface for the virtual machine, which takes one thing
/// more.
fn suspending(name: &str) -> Option<String> {
    let count: u32 = name.strip_prefix(jvm::FUNCTIONS)?.parse().ok()?;
    Some(format!("SuspendFunction{}", count.checked_sub(1)?))
}

/// Who writes which supertypes in the artifact at a place, whose table this is; none where it cannot be opened.
///
/// # Errors
/// When the index cannot be read.
pub fn written_in<'t>(
    call: &Call<'_>,
    scope: &mut Scope,
    place: usize,
    table: &'t Table,
) -> Result<Option<&'t symbols::Heirs>, Failure> {
    if let Some(known) = table.known_heirs() {
        return Ok(Some(known));
    }
    let Some(artifact) = scope.open(call, place)? else { return Ok(None) };
    table.heirs(&artifact.index).of(&artifact).map(Some)
}

/// The search for subtypes.
pub struct Heirs<'a> {
    call: &'a Call<'a>,
    scope: &'a mut Scope,
    tables: &'a [Option<Arc<Table>>],
    known: Known,
    /// Where the supertypes of a simple name that a type writes lead.
    written: HashMap<(usize, u32, String), Vec<Identity>>,
    /// Where a qualified name leads from an artifact, or from the part of it that a POM holds for.
    led: HashMap<(usize, Option<String>, String), Option<Coordinate>>,
    /// The JDK that all artifacts are taken to be compiled against; none: the newest one that is registered.
    jdk: Option<Coordinate>,
    deadline: Option<Instant>,
    /// The types of Kotlin that stand for subtypes of Java which were found.
    pub in_kotlin: HashSet<Identity>,
    /// The typealiases that were followed.
    pub aliases: Vec<TypeRow>,
    /// The time was over before all was looked at.
    pub is_cut: bool,
}

impl<'a> Heirs<'a> {
    /// Searches the artifacts of a scope, whose tables these are, until `deadline`.
    pub fn new(
        call: &'a Call<'a>,
        scope: &'a mut Scope,
        tables: &'a [Option<Arc<Table>>],
        deadline: Option<Instant>,
    ) -> Self {
        Self {
            call,
            scope,
            tables,
            known: Known::default(),
            written: HashMap::new(),
            led: HashMap::new(),
            jdk: None,
            deadline,
            in_kotlin: HashSet::new(),
            aliases: Vec::new(),
            is_cut: false,
        }
    }

    /// The same for a question about these artifacts: where one JDK is among them, nobody extends types of another one.
    #[must_use]
    pub fn about<'b>(self, artifacts: impl Iterator<Item = &'b Opened>) -> Self {
        Self { jdk: places::only_jdk(artifacts).map(|jdk| jdk.coordinate.clone()), ..self }
    }

    /// The artifact that is meant where a name leads to this one.
    fn meant<'b>(&'b self, found: &'b Coordinate) -> &'b Coordinate {
        let original = self.scope.copies().get(found);
        self.jdk.as_ref().filter(|_| places::is_jdk(found)).or(original).unwrap_or(found)
    }

    fn identity_of(&self, ancestor: &Ancestor) -> Identity {
        Identity { coordinate: self.meant(&ancestor.artifact.coordinate).clone(), name: ancestor.name() }
    }

    /// The table of a place; none of another JDK than the one that is meant.
    fn table(&self, place: usize) -> Option<Arc<Table>> {
        let coordinate = self.scope.coordinate(place);
        self.tables[place].clone().filter(|_| self.meant(coordinate) == coordinate)
    }

    /// The subtypes of some types, each once, nearest first; `transitive`: those of subtypes too.
    ///
    /// # Errors
    /// When an index cannot be read or the caller wants the work no longer.
    pub fn of(&mut self, bases: &[Identity], transitive: bool) -> Result<Vec<Heir>, Failure> {
        let mut heirs = Vec::new();
        let mut seen: HashSet<(usize, u32)> = HashSet::new();
        let mut queue: VecDeque<(Identity, bool)> = bases.iter().map(|base| (base.clone(), true)).collect();
        let mut asked: HashSet<Identity> = bases.iter().cloned().collect();
        while let Some((base, is_asked)) = queue.pop_front() {
            for (place, artifact, row) in self.direct(&base)? {
                if heirs.len() >= MOST || !seen.insert((place, row.id)) {
                    continue;
                }
                let identity = Identity::of(&artifact, &row);
                if transitive {
                    let same = self.same_in_kotlin(&identity.name);
                    self.in_kotlin.extend(same.iter().cloned());
                    let below = std::iter::once(identity).chain(same);
                    queue.extend(below.filter(|one| asked.insert(one.clone())).map(|one| (one, false)));
                }
                heirs.push(Heir { place, artifact, row, via: (!is_asked).then(|| base.name.clone()) });
            }
            if self.is_cut {
                break;
            }
        }
        Ok(heirs)
    }

    /// The types of Kotlin's library that stand for a type of Java: who extends them in Kotlin extends it for the machine.
    fn same_in_kotlin(&self, name: &str) -> Vec<Identity> {
        let mut found = Vec::new();
        for name in jvm::kotlin_names(name) {
            for (place, _) in declared::types_named(self.tables, name) {
                found.push(Identity::new(self.scope.coordinate(place).clone(), name.to_owned()));
            }
        }
        found
    }

    /// The direct subtypes of a type.
    fn direct(&mut self, base: &Identity) -> Result<Vec<(usize, Opened, TypeRow)>, Failure> {
        let mut found = Vec::new();
        let mut names = vec![last(&base.name).to_owned()];
        names.extend(suspending(&base.name));
        let mut done: HashSet<String> = HashSet::new();
        while let Some(name) = names.pop() {
            if !done.insert(name.clone()) {
                continue;
            }
            for place in 0..self.tables.len() {
                if self.is_over()? {
                    return Ok(found);
                }
                self.in_artifact(place, base, &name, &mut found, &mut names)?;
            }
        }
        for (_, kind) in BY_KIND.iter().filter(|(name, _)| *name == base.name) {
            for place in 0..self.tables.len() {
                if self.is_over()? {
                    return Ok(found);
                }
                self.of_kind(place, base, *kind, &mut found)?;
            }
        }
        Ok(found)
    }

    /// Whether the time is over, which cuts the search.
    pub fn is_over(&mut self) -> Result<bool, Failure> {
        self.call.work.check()?;
        self.is_cut |= self.deadline.is_some_and(|deadline| Instant::now() > deadline);
        Ok(self.is_cut)
    }

    /// The types of one artifact that are of a kind, which makes this their supertype.
    fn of_kind(
        &mut self,
        place: usize,
        base: &Identity,
        kind: TypeKind,
        found: &mut Vec<(usize, Opened, TypeRow)>,
    ) -> Result<(), Failure> {
        let Some(table) = self.table(place) else { return Ok(()) };
        let mut ids = table.types_of(kind).peekable();
        if ids.peek().is_none() {
            return Ok(());
        }
        let Some(artifact) = self.scope.open(self.call, place)? else { return Ok(()) };
        for id in ids {
            let row = artifact.index.type_by_id(id).of(&artifact)?;
            if is_implied_of(&base.name, &row) && self.leads_there(place, &artifact, row.file, base)? {
                found.push((place, artifact.clone(), row));
            }
        }
        Ok(())
    }

    /// Whether the qualified name of a type means that one in a file of an artifact.
    fn leads_there(&mut self, place: usize, artifact: &Opened, file: u32, base: &Identity) -> Result<bool, Failure> {
        let pom = self.call.explorer.pom_of(artifact, file, self.call.work)?;
        let key = (place, pom.map(str::to_owned), base.name.clone());
        if let Some(led) = self.led.get(&key) {
            return Ok(led.as_ref() == Some(&base.coordinate));
        }
        let target = self.call.explorer.find_type(artifact, pom, &base.name, self.call.work)?;
        let led = target.map(|found| self.meant(&found.artifact.coordinate).clone());
        let is_there = led.as_ref() == Some(&base.coordinate);
        self.led.insert(key, led);
        Ok(is_there)
    }

    /// The types that have one of these implied supertypes and declare methods of a name: every type would be too many. Where those
    /// between are of no interest (`transitive`), only of the artifacts that are asked.
    ///
    /// # Errors
    /// As [`Self::of`].
    pub fn declaring(&mut self, bases: &[Identity], name: &str, transitive: bool) -> Result<Vec<Heir>, Failure> {
        let query = Query::new("", name, true, true).only(Kinds::METHODS, None);
        let (_, groups) = symbols::search(self.tables, &query, None, usize::MAX);
        let mut heirs = Vec::new();
        for (place, group) in groups {
            let Some(table) = self.table(place).filter(|_| !transitive || self.scope.is_asked(place)) else { continue };
            if self.is_over()? {
                break;
            }
            let Some(artifact) = self.scope.open(self.call, place)? else { continue };
            let mut types: Vec<u32> = table.entries(&query, &group).iter().map(|entry| entry.type_id).collect();
            types.sort_unstable();
            types.dedup();
            for id in types {
                let row = artifact.index.type_by_id(id).of(&artifact)?;
                let identity = Identity::of(&artifact, &row);
                for base in bases {
                    if identity != *base
                        && is_implied_of(&base.name, &row)
                        && self.leads_there(place, &artifact, row.file, base)?
                    {
                        let via = self.superclass(&artifact, &row)?.filter(|via| *via != base.name);
                        heirs.push(Heir { place, artifact: artifact.clone(), row, via });
                        break;
                    }
                }
            }
        }
        Ok(heirs)
    }

    /// The class that a class or the like has for a direct supertype; none that is implied of all.
    fn superclass(&self, artifact: &Opened, row: &TypeRow) -> Result<Option<String>, Failure> {
        if let Some((name, _)) = BY_KIND.iter().find(|(_, kind)| *kind == row.kind) {
            let is_kotlin = row.language == Language::Kotlin && row.kind == TypeKind::Enum;
            return Ok(Some(if is_kotlin { "kotlin.Enum" } else { name }.to_owned()));
        }
        let written = artifact.index.supertypes(row.id).of(artifact)?;
        let Some(class) = written.into_iter().find(|supertype| supertype.relation == Relation::Extends) else {
            return Ok(None);
        };
        let child = Ancestor::subject(&Found { artifact: artifact.clone(), types: vec![row.clone()] })?;
        let found = hierarchy::written(self.call, &self.known, &child, |one| one.relation == Relation::Extends)?;
        Ok(Some(found.first().map_or(class.name, Ancestor::name)))
    }

    /// Those of one artifact that write this name, or one that an import gives it.
    fn in_artifact(
        &mut self,
        place: usize,
        base: &Identity,
        name: &str,
        found: &mut Vec<(usize, Opened, TypeRow)>,
        names: &mut Vec<String>,
    ) -> Result<(), Failure> {
        let Some(table) = self.table(place) else { return Ok(()) };
        let Some(heirs) = written_in(self.call, self.scope, place, &table)? else { return Ok(()) };
        let written = std::iter::once(name).chain(heirs.renamed(name));
        let mut rows = written.flat_map(|name| heirs.of(name).map(move |id| (name, id))).peekable();
        if rows.peek().is_none() {
            return Ok(());
        }
        let Some(artifact) = self.scope.open(self.call, place)? else { return Ok(()) };
        for (name, id) in rows {
            let row = artifact.index.type_by_id(id).of(&artifact)?;
            if row.release.is_some() || row.part > 0 || !self.leads(place, &artifact, &row, name, base)? {
                continue;
            }
            if row.kind == TypeKind::Typealias {
                names.push(last(&row.name).to_owned());
                self.aliases.push(row);
            } else {
                found.push((place, artifact.clone(), row));
            }
        }
        Ok(())
    }

    /// Whether a supertype of this simple name that a type writes is the one asked for.
    fn leads(
        &mut self,
        place: usize,
        artifact: &Opened,
        row: &TypeRow,
        name: &str,
        base: &Identity,
    ) -> Result<bool, Failure> {
        let key = (place, row.id, name.to_owned());
        if let Some(identities) = self.written.get(&key) {
            return Ok(identities.contains(base));
        }
        let child = Ancestor::subject(&Found { artifact: artifact.clone(), types: vec![row.clone()] })?;
        let parents = hierarchy::written(self.call, &self.known, &child, |supertype| last(&supertype.name) == name)?;
        let identities: Vec<Identity> = parents.iter().map(|parent| self.identity_of(parent)).collect();
        let leads = identities.contains(base);
        self.written.insert(key, identities);
        Ok(leads)
    }

    /// The qualified name of the type that a member of a type means by a name, where that is known.
    ///
    /// # Errors
    /// When an index cannot be read.
    pub fn type_meant(&self, artifact: &Opened, row: &TypeRow, name: &str) -> Result<Option<String>, Failure> {
        hierarchy::meant(self.call, &self.known, (artifact, row), name)
    }

    /// The place of an artifact in the scope.
    pub fn place_of(&self, coordinate: &Coordinate) -> Option<usize> {
        (0..self.tables.len()).find(|place| self.scope.coordinate(*place) == coordinate)
    }

    /// The supertypes of a subtype, with what type variables stand for in each.
    ///
    /// # Errors
    /// When an index cannot be read.
    pub fn ancestors(&self, heir: &Heir) -> Result<Vec<(Identity, Ancestor)>, Failure> {
        self.above(&heir.artifact, &heir.row)
    }

    /// All supertypes of a type.
    ///
    /// # Errors
    /// When an index cannot be read.
    pub fn above(&self, artifact: &Opened, row: &TypeRow) -> Result<Vec<(Identity, Ancestor)>, Failure> {
        let found = Found { artifact: artifact.clone(), types: vec![row.clone()] };
        let walk = hierarchy::ancestors_with(self.call, &self.known, &found)?;
        Ok(walk.ancestors.into_iter().map(|ancestor| (self.identity_of(&ancestor), ancestor)).collect())
    }
}

//! The symbols of one artifact, ready to be searched.

use std::cmp::Ordering;
use std::collections::HashSet;
use std::sync::{Arc, OnceLock};

use rayon::prelude::*;

use super::best::{Best, Bound, Place};
use super::gather::{Bearers, Text};
use super::heirs::Heirs;
use super::name::Class;
use super::names::{Names, classify};
use super::query::{Kinds, Mark, Query};
use crate::error::Incomplete;
use crate::model::{Language, TypeKind};
use crate::store::read::{Index, StoreError};
use crate::store::{Members, SymbolList, TypeNames};

/// Types, and names of members with those who bear them. Multi-release overlays are left out: their names stand twice.
#[derive(Debug)]
pub struct Table {
    /// Names of members, each once.
    members: Names,
    /// Where those who bear a name begin in `bearers`; one more than there are names.
    first: Vec<u32>,
    /// Members by name, each in order of file, type, then place; a field has the highest bit.
    bearers: Vec<u32>,
    /// What each method, and each field, is, by id from 1.
    marks: [Vec<Mark>; 2],
    /// Where the members of each type begin, by id from 1.
    places: Vec<Members>,
    /// Names of types with those around them, `Outer.Inner`, by id from 1.
    outer: Names,
    /// Ids of their packages.
    packages_of: Vec<u32>,
    packages: Vec<String>,
    /// Simple names of the types that can be found, and what they are.
    types: Names,
    listed: Vec<Listed>,
    /// Ids of the types that stand for files of Kotlin, in order.
    facades: Vec<u32>,
    /// Who writes which supertypes, read when it is first asked for.
    heirs: OnceLock<Heirs>,
    /// Files that did not parse cleanly.
    pub unparsed: u64,
    /// What else of the artifact was not read.
    pub incomplete: Vec<Incomplete>,
}

/// A type that can be found.
#[derive(Debug, Clone, Copy)]
struct Listed {
    id: u32,
    kind: TypeKind,
    language: Language,
}

/// The bit of a field among bearers.
const FIELD: u32 = 1 << 31;

/// One symbol: ids of the index it is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// Counts files: two symbols of one file have the same.
    pub file: u32,
    /// The type, or the type around the member.
    pub type_id: u32,
    pub sort: Sort,
    /// The id of the row.
    pub id: u32,
}

/// What an id is the id of; types come before members.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sort {
    Type,
    Method,
    Field,
}

/// What symbols are put in order by, before artifact and place.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key {
    pub class: Class,
    pub is_member: bool,
    length: usize,
    is_recased: bool,
    name: String,
}

impl Key {
    fn new(query: &Query, class: Class, is_member: bool, name: &str) -> Self {
        let is_recased = query.is_recased(class, || name);
        Self { class, is_member, length: name.len(), is_recased, name: name.to_owned() }
    }
}

/// Symbols of one key: one type, or the members that bear a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    pub key: Key,
    at: usize,
}

impl Group {
    /// Tells the groups of a table apart that one query finds.
    #[must_use]
    pub const fn at(&self) -> usize {
        self.at
    }
}

/// What a table holds of a query.
#[derive(Debug, Default)]
struct Found {
    total: u64,
    groups: Vec<Group>,
}

/// Searches tables, the artifacts of which are in order; none stands for an artifact that is not searched. Gives how many
/// symbols answer in all, and the first `most` groups, each with the place of its table: all of them, or those from the one
/// on at which an earlier search stopped.
#[must_use]
pub fn search(
    tables: &[Option<Arc<Table>>],
    query: &Query,
    from: Option<(usize, &Group)>,
    most: usize,
) -> (u64, Vec<(usize, Group)>) {
    let bound = Bound::new();
    let one = |(place, table): (usize, &Option<Arc<Table>>)| {
        let Some(table) = table else { return (place, Found::default()) };
        let from = from.map(|(stopped, group)| {
            let at = match place.cmp(&stopped) {
                Ordering::Less => usize::MAX,
                Ordering::Equal => group.at,
                Ordering::Greater => 0,
            };
            (&group.key, at)
        });
        (place, table.find(query, from, most, &bound))
    };
    let found: Vec<(usize, Found)> = tables.par_iter().enumerate().with_min_len(8).map(one).collect();
    let total = found.iter().map(|(_, found)| found.total).sum();
    let groups = found.into_iter().flat_map(|(place, found)| found.groups.into_iter().map(move |group| (place, group)));
    let mut groups: Vec<(usize, Group)> = groups.collect();
    let order = |left: &(usize, Group), right: &(usize, Group)| {
        left.1.key.cmp(&right.1.key).then_with(|| (left.0, left.1.at).cmp(&(right.0, right.1.at)))
    };
    if groups.len() > most {
        groups.select_nth_unstable_by(most, order);
        groups.truncate(most);
    }
    groups.sort_unstable_by(order);
    (total, groups)
}

/// Names of types and members of the tables that are spelled much like this one.
#[must_use]
pub fn like<'a>(tables: &'a [Option<Arc<Table>>], name: &str) -> Vec<&'a str> {
    let found = tables.par_iter().flatten().map(|table| table.like(name)).collect::<Vec<_>>().concat();
    // Hundreds of artifacts have a name in common; each is compared once.
    found.into_iter().collect::<HashSet<_>>().into_iter().collect()
}

/// Names of types and members of the tables that are this one but for the case, as they are declared, in order.
#[must_use]
pub fn spelled<'a>(tables: &'a [Option<Arc<Table>>], name: &str) -> Vec<&'a str> {
    let query = Query::new("", name, false, true);
    let of = |table: &'a Arc<Table>| {
        let mut found = Vec::new();
        for names in [&table.types, &table.members] {
            names.each(&query, |at, _| found.push(names.get(at)));
        }
        found
    };
    let mut found = tables.par_iter().flatten().map(of).collect::<Vec<_>>().concat();
    found.sort_unstable();
    found.dedup();
    found
}

/// Qualified names of the types of the tables whose simple names are spelled much like this one.
#[must_use]
pub fn types_like(tables: &[Option<Arc<Table>>], name: &str) -> Vec<String> {
    let of = |table: &Arc<Table>| {
        let ids = places_like(&table.types, name).filter_map(|at| table.listed.get(at));
        ids.map(|listed| table.qualified_name(listed.id)).collect::<Vec<_>>()
    };
    tables.par_iter().flatten().map(of).collect::<Vec<_>>().concat()
}

impl Table {
    /// Reads the table of an index.
    ///
    /// # Errors
    /// When the index cannot be read.
    pub fn read(index: &Index) -> Result<Self, StoreError> {
        let (list, types, packages) = (index.symbol_list()?, index.type_names()?, index.packages()?);
        let packages = packages.iter().map(|package| package.name.clone()).collect();
        let table = Self::of(list, &types, packages, index.meta().counts.unparsed_files)
            .ok_or_else(|| StoreError::Damaged("the lists of types and of symbols disagree".to_owned()))?;
        Ok(Self { incomplete: index.artifact_problems()?, ..table })
    }

    fn of(list: SymbolList, types: &TypeNames, packages: Vec<String>, unparsed: u64) -> Option<Self> {
        let count = list.types.len();
        let mut by_id: Vec<Option<crate::store::TypeName<'_>>> = vec![None; count];
        for name in types.iter() {
            *by_id.get_mut((name.id as usize).checked_sub(1)?)? = Some(name);
        }
        let (mut outer, mut simple) = (Text::default(), Text::default());
        let (mut packages_of, mut listed) = (Vec::with_capacity(count), Vec::new());
        let mut marks = [Vec::with_capacity(list.methods.len()), Vec::with_capacity(list.fields.len())];
        let (mut bearers, mut facades) = (Bearers::new(list.ends.len()), Vec::new());
        for (at, name) in by_id.into_iter().enumerate() {
            let name = name?;
            outer.add(name.name);
            packages_of.push(name.package);
            if name.kind == TypeKind::Facade {
                facades.push(name.id);
            }
            if name.part == 0 && name.release.is_none() {
                simple.add(name.name.rsplit('.').next().unwrap_or(name.name));
                listed.push(Listed { id: name.id, kind: name.kind, language: name.language });
            }
            let end = list.types.get(at + 1);
            let (methods, fields) = (
                list.types[at].methods..end.map_or(list.methods.len() as u32, |end| end.methods),
                list.types[at].fields..end.map_or(list.fields.len() as u32, |end| end.fields),
            );
            for (id, (place, kind)) in
                methods.clone().zip(list.methods.get(methods.start as usize..methods.end as usize)?)
            {
                let is_shown = name.release.is_none();
                marks[0].push(if is_shown { Mark::method(*kind, name.language) } else { Mark::HIDDEN });
                bearers.count(*place, id, is_shown);
            }
            for (id, (place, kind)) in fields.clone().zip(list.fields.get(fields.start as usize..fields.end as usize)?)
            {
                let is_shown = name.release.is_none();
                marks[1].push(if is_shown { Mark::field(*kind, name.language) } else { Mark::HIDDEN });
                bearers.count(*place, id | FIELD, is_shown);
            }
        }
        let (first, bearers) = bearers.sorted();
        Some(Self {
            members: Names::of(list.text, list.ends)?,
            first,
            bearers,
            marks,
            places: list.types,
            outer: outer.names()?,
            packages_of,
            packages,
            types: simple.names()?,
            listed,
            facades,
            heirs: OnceLock::new(),
            unparsed,
            incomplete: Vec::new(),
        })
    }

    /// Bytes of memory, about.
    #[must_use]
    pub fn size(&self) -> usize {
        let members = 4 * (self.first.len() + self.bearers.len()) + self.marks[0].len() + self.marks[1].len();
        let types = 16 * self.places.len() + 8 * self.listed.len() + 4 * self.facades.len();
        self.members.size() + self.types.size() + self.outer.size() + members + types
    }

    /// How many symbols answer, and the first `most` groups of them from `from` on, those behind the bound left out: of those of its
    /// key the ones not before a place.
    fn find(&self, query: &Query, from: Option<(&Key, usize)>, most: usize, bound: &Bound) -> Found {
        let mut total = 0;
        let mut best = Best::new(self, most, bound);
        let is_after = |class: Class, is_member: bool, at: usize| {
            from.is_none_or(|(from, place)| {
                let name = self.name(is_member, at);
                let key = (class, is_member, name.len(), query.is_recased(class, || name), name, at);
                key >= (from.class, from.is_member, from.length, from.is_recased, from.name.as_str(), place)
            })
        };
        self.types.each(query, |at, class| {
            if self.wants_type(query, at) {
                total += 1;
                if is_after(class, false, at) {
                    best.add(query, class, false, at);
                }
            }
        });
        if query.kinds.has_members() {
            self.members.each(query, |at, class| {
                let count = self.count(query, class, at);
                total += count as u64;
                if count > 0 && is_after(class, true, at) {
                    best.add(query, class, true, at);
                }
            });
        }
        let group = |place: Place| Group {
            key: Key::new(query, place.class, place.is_member, self.name(place.is_member, place.at)),
            at: place.at,
        };
        Found { total, groups: best.sorted().into_iter().map(group).collect() }
    }

    pub(super) fn name(&self, is_member: bool, at: usize) -> &str {
        if is_member { self.members.get(at) } else { self.types.get(at) }
    }

    pub(super) fn length(&self, is_member: bool, at: usize) -> usize {
        if is_member { self.members.length(at) } else { self.types.length(at) }
    }

    /// The symbols of a group that answer, in order of file, type, then place.
    #[must_use]
    pub fn entries(&self, query: &Query, group: &Group) -> Vec<Entry> {
        if group.key.is_member {
            let bearers = self.bearers_of(group.at).iter();
            return bearers
                .filter(|bearer| self.wants(query, group.key.class, **bearer))
                .map(|bearer| self.entry(*bearer))
                .collect();
        }
        let Some(listed) = self.listed.get(group.at) else { return Vec::new() };
        let file = self.places[listed.id as usize - 1].file;
        vec![Entry { file, type_id: listed.id, sort: Sort::Type, id: listed.id }]
    }

    /// The group that a symbol is in, where it answers.
    #[must_use]
    pub fn group_of(&self, query: &Query, sort: Sort, id: u32) -> Option<Group> {
        let (is_member, at) = match sort {
            Sort::Type => (false, self.listed.binary_search_by_key(&id, |listed| listed.id).ok()?),
            Sort::Method | Sort::Field => {
                let bearer = id.checked_sub(1)? | if sort == Sort::Field { FIELD } else { 0 };
                let place = self.bearers.iter().position(|one| *one == bearer)?;
                (true, self.first.partition_point(|first| *first as usize <= place).checked_sub(1)?)
            }
        };
        let name = self.name(is_member, at);
        Some(Group { key: Key::new(query, classify(query, name)?, is_member, name), at })
    }

    /// Whether there is a package of this name.
    #[must_use]
    pub fn has_package(&self, name: &str) -> bool {
        self.packages.iter().any(|package| package == name)
    }

    /// Who writes which supertypes, where that was read before.
    #[must_use]
    pub fn known_heirs(&self) -> Option<&Heirs> {
        self.heirs.get()
    }

    /// Who writes which supertypes, as the index of this table has it.
    ///
    /// # Errors
    /// When the index cannot be read.
    pub fn heirs(&self, index: &Index) -> Result<&Heirs, StoreError> {
        if let Some(heirs) = self.heirs.get() {
            return Ok(heirs);
        }
        let heirs = Heirs::read(index)?;
        Ok(self.heirs.get_or_init(|| heirs))
    }

    /// Ids of the types of a kind, in order.
    pub fn types_of(&self, kind: TypeKind) -> impl Iterator<Item = u32> {
        self.listed.iter().filter(move |listed| listed.kind == kind).map(|listed| listed.id)
    }

    /// Names of types and members that are spelled much like this one.
    fn like<'a>(&'a self, name: &str) -> Vec<&'a str> {
        let of = |names: &'a Names| places_like(names, name).map(|at| names.get(at)).collect::<Vec<_>>();
        [of(&self.types), of(&self.members)].concat()
    }

    /// `a.b.Outer.Inner` of a type's id.
    #[must_use]
    pub fn qualified_name(&self, type_id: u32) -> String {
        let at = (type_id as usize).saturating_sub(1);
        let package = self.package(at);
        let name = self.outer.get(at);
        if package.is_empty() { name.to_owned() } else { format!("{package}.{name}") }
    }

    fn package(&self, at: usize) -> &str {
        // Ids of packages count up from 1 in the order of the list.
        let package = self.packages_of.get(at).and_then(|id| self.packages.get((*id as usize).checked_sub(1)?));
        package.map_or("", String::as_str)
    }

    fn bearers_of(&self, at: usize) -> &[u32] {
        &self.bearers[self.first[at] as usize..self.first[at + 1] as usize]
    }

    fn count(&self, query: &Query, class: Class, at: usize) -> usize {
        let bearers = self.bearers_of(at);
        if query.kinds == Kinds::ALL && query.language.is_none() && query.qualifier.is_empty() {
            return bearers.len();
        }
        bearers.iter().filter(|bearer| self.wants(query, class, **bearer)).count()
    }

    fn wants(&self, query: &Query, class: Class, bearer: u32) -> bool {
        let mark = self.marks[usize::from(bearer & FIELD != 0)][(bearer & !FIELD) as usize];
        query.kinds.holds_mark(mark)
            && query.language.is_none_or(|language| mark.language() == language)
            && (query.qualifier.is_empty()
                || query.may_extend(class, mark)
                || self.is_in(query, mark, self.entry(bearer).type_id))
    }

    /// Whether a symbol is inside what a query names before its name, and does not extend it from elsewhere.
    #[must_use]
    pub fn is_inside(&self, query: &Query, entry: &Entry) -> bool {
        let marks = match entry.sort {
            Sort::Type => return true,
            Sort::Method => &self.marks[0],
            Sort::Field => &self.marks[1],
        };
        marks.get((entry.id as usize).wrapping_sub(1)).is_some_and(|mark| self.is_in(query, *mark, entry.type_id))
    }

    /// Whether a member of a type is inside what a query names before its name.
    fn is_in(&self, query: &Query, mark: Mark, type_id: u32) -> bool {
        let name = self.qualified_name(type_id);
        query.is_in(&name) || query.is_in_widely(mark, &name, || self.facades.binary_search(&type_id).is_ok())
    }

    fn wants_type(&self, query: &Query, at: usize) -> bool {
        let Some(listed) = self.listed.get(at) else { return false };
        if !query.kinds.holds_type(listed.kind) || query.language.is_some_and(|language| language != listed.language) {
            return false;
        }
        query.qualifier.is_empty() || {
            let name = self.qualified_name(listed.id);
            query.is_in(name.rsplit_once('.').map_or("", |(container, _)| container))
        }
    }

    fn entry(&self, bearer: u32) -> Entry {
        let (place, is_field) = (bearer & !FIELD, bearer & FIELD != 0);
        // Of types without members that begin at the same place the last one is it.
        let begins = |members: &Members| if is_field { members.fields } else { members.methods };
        let at = self.places.partition_point(|members| begins(members) <= place).saturating_sub(1);
        let sort = if is_field { Sort::Field } else { Sort::Method };
        Entry { file: self.places[at].file, type_id: at as u32 + 1, sort, id: place + 1 }
    }
}

/// Slips that names are from each other at most which are spelled much alike.
const MOST_SLIPS: usize = 2;

/// Letters that one of two names has and the other has not, where one may be a slip of the other: each slip changes two.
const MOST_OTHER_LETTERS: u32 = 2 * MOST_SLIPS as u32;

/// The places of the names that are spelled much like this one.
fn places_like<'a>(names: &'a Names, name: &str) -> impl Iterator<Item = usize> + use<'a> {
    let (length, letters, counts) = (name.len(), letters(name), counts(name));
    let is_like = move |at: &usize| {
        names.length(*at).abs_diff(length) <= MOST_SLIPS
            && (letters ^ self::letters(names.get(*at))).count_ones() <= MOST_OTHER_LETTERS
            && may_be_slip(&counts, names.get(*at))
    };
    (0..names.len()).filter(is_like)
}

/// How often a name has each letter.
fn counts(name: &str) -> [i16; 32] {
    let mut counts = [0; 32];
    name.bytes().for_each(|byte| counts[place_of(byte)] += 1);
    counts
}

/// Whether a name has at most so many letters beyond those that were counted, or lacks as many, as slips are allowed: each slip
/// adds one at most and takes one.
fn may_be_slip(counts: &[i16; 32], name: &str) -> bool {
    let mut left = *counts;
    name.bytes().for_each(|byte| left[place_of(byte)] -= 1);
    let sum = |of: fn(i16) -> i16| left.iter().map(|left| usize::from(of(*left).max(0).unsigned_abs())).sum::<usize>();
    sum(|lacking| lacking) <= MOST_SLIPS && sum(|lacking| -lacking) <= MOST_SLIPS
}

/// The two cases of a letter are one.
const fn place_of(byte: u8) -> usize {
    (byte.to_ascii_lowercase() & 31) as usize
}

/// Which letters a name has.
fn letters(name: &str) -> u32 {
    name.bytes().fold(0, |bits, byte| bits | 1_u32 << place_of(byte))
}

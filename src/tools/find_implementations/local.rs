//! Subtypes in bodies: anonymous and local classes, which no index lists.
//!
//! An index knows the files in whose bodies a type extends one of a simple name. These are parsed, as for references, and what their
//! bodies declare is resolved. Which names to look for, the subtypes that indexes know tell.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;
use std::time::Instant;

use super::super::declared::{self, Member};
use super::super::heirs::{self, Heir, Identity};
use super::super::places::Places;
use super::super::resolve::{self, Rows, has_modifier};
use super::super::scope::Scope;
use super::super::{Call, symbol};
use super::Hit;
use crate::error::Failure;
use crate::index::Opened;
use crate::model::uses::Wanted;
use crate::model::{FieldKind, Language, MethodKind, TypeKind, jvm};
use crate::search::references::{
    self, CandidateFile, LocalSubtype, MethodId, Override, SubtypesRequest, Target, TargetKind,
};
use crate::search::symbols::{Heirs, Table, last};
use crate::store::{FileRow, TypeRow};

/// What is looked for in bodies.
pub struct Asked<'a> {
    pub bases: &'a [declared::Place],
    /// What stands for the bases in Kotlin: its types, and what they declare for members of Java.
    pub in_kotlin: &'a [declared::Place],
    /// Declared subtypes of the bases, at whatever depth.
    pub heirs: &'a [Heir],
    /// Typealiases of the bases and of these.
    pub aliases: &'a [TypeRow],
    pub transitive: bool,
    /// Types that override what was asked for: between them and it there is no direct override.
    pub overriders: &'a HashSet<Identity>,
    pub deadline: Option<Instant>,
}

/// What bodies hold, and how many files the time did not suffice for.
pub struct Local {
    pub hits: Vec<Hit>,
    pub left_out: usize,
}

/// Finds the subtypes, or the overrides, in the bodies of all artifacts of a scope.
///
/// # Errors
/// When an index cannot be read or the caller wants the work no longer.
pub fn find(
    call: &Call<'_>,
    scope: &mut Scope,
    tables: &[Option<Arc<Table>>],
    asked: &Asked<'_>,
) -> Result<Local, Failure> {
    let about = asked.bases.iter().map(|base| &base.artifact);
    let places = Places::new(call).about(about).one_with(scope.copies());
    let targets: Vec<Target> = asked.all_bases().filter_map(|base| target(base, &places)).collect();
    let names = Names::of(asked);
    let mut files: Vec<CandidateFile> = Vec::new();
    let mut wanted: Vec<Wanted> = Vec::new();
    let mut left_out = 0;
    // Where in the scope what the resolver numbers stands.
    let mut in_scope: HashMap<references::Place, usize> = HashMap::new();
    for place in (0..scope.len()).filter(|place| scope.is_asked(*place)).collect::<Vec<_>>() {
        call.work.check()?;
        if asked.deadline.is_some_and(|deadline| Instant::now() > deadline) {
            left_out += 1;
            continue;
        }
        let Some(table) = &tables[place] else { continue };
        let Some(heirs) = heirs::written_in(call, scope, place, table)? else { continue };
        let by_file = names.files(heirs);
        if by_file.is_empty() {
            continue;
        }
        let Some(artifact) = scope.open(call, place)? else { continue };
        scope.note_silent_poms(call, &artifact)?;
        in_scope.insert(places.of(&artifact), place);
        for (row, looked_for) in names.rows(&artifact, by_file)? {
            files.push(CandidateFile { place: places.of(&artifact), row });
            wanted.push(looked_for);
        }
    }
    let request = SubtypesRequest {
        world: &places,
        how: places.how(asked.deadline),
        bases: &targets,
        files: &files,
        wanted: &wanted,
    };
    let found = references::local_subtypes(&request, call.work).map_err(|error| resolve::search_failed(None, error))?;
    for unread in &found.unread {
        if let Some(coordinate) = places.coordinate(unread.place) {
            scope.unread(&coordinate, &unread.path, &unread.reason);
        }
    }
    let mut hits = Vec::new();
    for subtype in found.answers {
        let (artifact, place) = (places.artifact(subtype.place), in_scope.get(&subtype.place));
        if let (Some(artifact), Some(place)) = (artifact, place) {
            hits.extend(asked.hits(*place, &artifact, &subtype, &places));
        }
    }
    Ok(Local { hits, left_out: left_out + found.left_out })
}

impl Asked<'_> {
    fn all_bases(&self) -> impl Iterator<Item = &declared::Place> {
        self.bases.iter().chain(self.in_kotlin)
    }

    fn is_of_types(&self) -> bool {
        self.bases[0].declared.member.is_none()
    }

    /// What an anonymous or local class is answered as.
    fn hits(&self, place: usize, artifact: &Opened, subtype: &LocalSubtype, places: &Places<'_>) -> Vec<Hit> {
        let around = subtype.around.as_ref();
        let hit = |line: u32, at: u32, kind: &'static str| Hit {
            place,
            artifact: artifact.clone(),
            file: subtype.file,
            line,
            at,
            is_local: true,
            is_expected: false,
            symbol: around.map_or_else(|| subtype.path.clone(), symbol::of_place),
            kind,
            via: subtype.via.clone(),
            path: subtype.path.clone(),
        };
        if self.is_of_types() {
            let is_wanted = self.transitive || subtype.via.is_none();
            return is_wanted.then(|| hit(subtype.line, subtype.bytes.start, "class")).into_iter().collect();
        }
        let overrides = |(place, name): &(u32, String)| {
            let identity = places.coordinate(*place).map(|coordinate| Identity::new(coordinate, name.clone()));
            identity.is_some_and(|identity| self.overriders.contains(&identity))
        };
        if !self.transitive && subtype.supertypes.iter().any(overrides) {
            return Vec::new();
        }
        let kind =
            |one: &Override| if one.is_property { FieldKind::Property.as_str() } else { MethodKind::Method.as_str() };
        subtype.overrides.iter().map(|one| hit(one.line, one.bytes.start, kind(one))).collect()
    }
}

fn target(base: &declared::Place, places: &Places<'_>) -> Option<Target> {
    let name = |name: &str| symbol::bare(name).to_owned();
    let of = match &base.declared.member {
        None => TargetKind::Type,
        Some(Member::Method(method)) => TargetKind::Method {
            id: MethodId::Row(method.id),
            name: name(&method.name),
            parameters: method.parameter_types.len(),
            varargs: false,
            is_static: false,
        },
        Some(Member::Field(field)) => TargetKind::Field { id: field.id, name: name(&field.name), is_static: false },
        Some(Member::Made(_)) => return None,
    };
    Some(Target {
        place: places.of(&base.artifact),
        type_name: base.declared.owner.qualified_name(),
        of,
        only_in: None,
    })
}

/// The names to look for.
struct Names {
    /// Simple names of types that a body may extend, by the package without which a file names none of them; by none those that may
    /// be named in any file.
    types: BTreeMap<Option<String>, BTreeSet<String>>,
    /// The names of the members, without one of which nothing is overridden.
    members: Option<Vec<String>>,
}

/// What leads to a file: the names of supertypes in its bodies, by the packages without which it means others.
type Reasons<'n> = BTreeMap<Option<&'n str>, BTreeSet<&'n str>>;

impl Names {
    fn of(asked: &Asked<'_>) -> Self {
        let members = (!asked.is_of_types()).then(|| members(asked));
        let follows = asked.transitive || members.is_some();
        let heirs = asked.heirs.iter().filter(|_| follows).map(|heir| &heir.row);
        let mut types: BTreeMap<Option<String>, BTreeSet<String>> = BTreeMap::new();
        let all = asked.all_bases().map(|base| &base.declared.owner).chain(heirs).chain(asked.aliases);
        for row in all.filter(|row| may_be_extended(row)) {
            let package = is_told_by_package(row).then(|| row.package.clone());
            types.entry(package).or_default().insert(last(&row.name).to_owned());
        }
        Self { types, members }
    }

    /// The files of an artifact in whose bodies types seem to extend one of these.
    fn files<'n>(&'n self, heirs: &'n Heirs) -> BTreeMap<u32, Reasons<'n>> {
        let mut by_file: BTreeMap<u32, Reasons<'n>> = BTreeMap::new();
        for (package, names) in &self.types {
            for name in names.iter().flat_map(|name| std::iter::once(&**name).chain(heirs.renamed(name))) {
                for file in heirs.files_of(name) {
                    by_file.entry(file).or_default().entry(package.as_deref()).or_default().insert(name);
                }
            }
        }
        by_file
    }

    /// Those of them that hold the words of a package and the name of a member, and what is looked for in each.
    fn rows(&self, artifact: &Opened, by_file: BTreeMap<u32, Reasons<'_>>) -> Result<Vec<(FileRow, Wanted)>, Failure> {
        let holding = |names: &[String]| {
            let wanted = Wanted { names: names.to_owned(), ..Wanted::default() };
            references::candidate_files(&artifact.index, &wanted).of(artifact)
        };
        let holds_member = self.members.as_deref().map(holding).transpose()?;
        // Packages share most of their words.
        let mut by_word: HashMap<&str, Vec<u32>> = HashMap::new();
        let mut names_of: BTreeMap<u32, BTreeSet<&str>> = BTreeMap::new();
        for (file, reasons) in by_file {
            if holds_member.as_ref().is_some_and(|all| all.binary_search(&file).is_err()) {
                continue;
            }
            for (package, names) in reasons {
                let mut is_meant = true;
                for word in package.into_iter().flat_map(|package| package.split('.')) {
                    let holds_word = match by_word.entry(word) {
                        Entry::Occupied(known) => known.into_mut(),
                        Entry::Vacant(new) => new.insert(holding(&[word.to_owned()])?),
                    };
                    is_meant &= holds_word.binary_search(&file).is_ok();
                }
                if is_meant {
                    names_of.entry(file).or_default().extend(names);
                }
            }
        }
        let ids: Vec<u32> = names_of.keys().copied().collect();
        let rows = artifact.index.files_by_id(&ids).of(artifact)?.into_iter();
        let rows = rows.filter(|row| row.is_text() && row.language.is_some()).map(|row| {
            let types = names_of.remove(&row.id).unwrap_or_default().into_iter().map(str::to_owned);
            let names = types.chain(self.members.iter().flatten().cloned()).collect();
            (row, Wanted { names, subtypes: true, ..Wanted::default() })
        });
        Ok(rows.collect())
    }
}

/// Whether a file names a type only where the words of its package stand: in its own package clause, in an import, before the name.
/// A nested type may be inherited, and what a language or a module implies needs no import.
fn is_told_by_package(row: &TypeRow) -> bool {
    let is_implied = ["java", "javax", "jdk", "kotlin"].contains(&row.package.split('.').next().unwrap_or_default());
    row.owner.is_none() && !row.package.is_empty() && !is_implied
}

/// What the members that were asked for are called, in Kotlin too.
fn members(asked: &Asked<'_>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for base in asked.all_bases() {
        match &base.declared.member {
            Some(Member::Method(method)) => {
                names.push(symbol::bare(&method.name).to_owned());
                let mapped = jvm::members_called_with(&method.name, &method.parameter_types);
                names.extend(mapped.map(|one| one.kotlin.to_owned()));
            }
            Some(Member::Field(field)) => names.push(symbol::bare(&field.name).to_owned()),
            Some(Member::Made(_)) | None => {}
        }
    }
    names.sort_unstable();
    names.dedup();
    names
}

/// Whether a body may declare a subtype of it; of an enum, its constants.
fn may_be_extended(row: &TypeRow) -> bool {
    let has = |word: &str| has_modifier(&row.modifiers, word);
    match (row.kind, row.language) {
        (TypeKind::Interface | TypeKind::Annotation | TypeKind::Enum | TypeKind::Typealias, _) => true,
        (TypeKind::Class, Language::Java) => !has("final"),
        (TypeKind::Class, Language::Kotlin) => has("open") || has("abstract") || has("sealed"),
        _ => false,
    }
}

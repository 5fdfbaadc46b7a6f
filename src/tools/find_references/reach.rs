//! Where Java lets a declaration be used at all, so that a common name is not resolved in every file that holds it.
//!
//! A private member is used in its own file. A static one is written with the name of its type, of a type that inherits it or of
//! an alias, imported with one, or used inside of one: in each case such a name stands in the file. Where an expression stands
//! before it, or an heir that is in no index, no such name need stand there: how many files were passed over is counted.

use std::collections::BTreeSet;

use crate::coordinate::Coordinate;
use crate::error::Failure;
use crate::index::{Opened, State, on_all_cores};
use crate::model::uses::Wanted;
use crate::model::{FieldKind, Language, TypeKind};
use crate::search::references;
use crate::search::symbols::{Table, last};
use crate::store::{LONGEST_WORD, TypeRow};
use crate::tools::Call;
use crate::tools::declared::{Member, Place};
use crate::tools::resolve::{Rows, has_modifier};

/// Most names of types that files are told by: a member that more have is nearly everywhere.
const MOST_NAMES: usize = 512;

/// The files that can use some declarations.
pub enum Reach {
    /// All that hold a wanted name.
    Anywhere,
    /// Those of them in which one of the wanted names of types stands, and those that declare them.
    Naming(Wanted, Vec<(Coordinate, u32)>),
    /// One file.
    Within(Coordinate, u32),
}

impl Reach {
    /// Of declarations that are asked for together; `by_name`: also where the name may stand for another one.
    ///
    /// # Errors
    /// When the caller wants the work no longer.
    pub fn of(call: &Call<'_>, declarations: &[Place], wanted: &Wanted, by_name: bool) -> Result<Self, Failure> {
        let [first, ..] = declarations else { return Ok(Self::Anywhere) };
        let is_of_java = declarations.iter().all(|one| one.declared.owner.language == Language::Java);
        if wanted.docs || wanted.strings || !is_of_java {
            return Ok(Self::Anywhere);
        }
        let (coordinate, file) = (&first.artifact.coordinate, first.declared.owner.file);
        let is_private = |one: &Place| {
            has(one, "private") && one.artifact.coordinate == *coordinate && one.declared.owner.file == file
        };
        if declarations.iter().all(is_private) {
            return Ok(Self::Within(coordinate.clone(), file));
        }
        if declarations.iter().all(is_static) && !by_name {
            let types = declarations.iter().map(|one| Bearer::of(&one.artifact, &one.declared.owner)).collect();
            let own =
                declarations.iter().map(|one| (one.artifact.coordinate.clone(), one.declared.owner.file)).collect();
            let naming = |names| Self::Naming(Wanted { names, ..Wanted::default() }, own);
            return Ok(bearers(call, types)?.map_or(Self::Anywhere, naming));
        }
        Ok(Self::Anywhere)
    }

    /// Whether names tell which files are in reach.
    pub fn is_told_by_names(&self) -> bool {
        matches!(self, Self::Naming(..))
    }

    /// The files of an artifact that can; none: all of them.
    ///
    /// # Errors
    /// When its index cannot be read.
    pub fn files(&self, artifact: &Opened) -> Result<Option<Vec<u32>>, Failure> {
        match self {
            Self::Anywhere => Ok(None),
            Self::Naming(naming, own) => {
                let mut files = references::candidate_files(&artifact.index, naming).of(artifact)?;
                files.extend(own.iter().filter(|(of, _)| *of == artifact.coordinate).map(|(_, file)| file));
                files.sort_unstable();
                files.dedup();
                Ok(Some(files))
            }
            Self::Within(coordinate, file) if artifact.coordinate == *coordinate => Ok(Some(vec![*file])),
            Self::Within(..) => Ok(Some(Vec::new())),
        }
    }
}

/// Whether a member has a modifier.
fn has(one: &Place, modifier: &str) -> bool {
    match &one.declared.member {
        Some(Member::Method(method)) => has_modifier(&method.modifiers, modifier),
        Some(Member::Field(field)) => has_modifier(&field.modifiers, modifier),
        Some(Member::Made(_)) | None => false,
    }
}

/// Whether a member says that it is static. The constants of an enum do not, and a `case` names them without their type.
fn is_static(one: &Place) -> bool {
    let is_constant = |one: &Place| matches!(&one.declared.member, Some(Member::Field(field)) if field.kind == FieldKind::EnumConstant);
    has(one, "static") && !is_constant(one)
}

/// A name of a type that has a member, and where it is one.
#[derive(PartialEq, Eq, PartialOrd, Ord, Clone)]
struct Bearer {
    name: String,
    seen_from: Seen,
}

/// From where a type can be named.
#[derive(PartialEq, Eq, PartialOrd, Ord, Clone)]
enum Seen {
    Anywhere,
    Package(String),
    File(String, u32),
}

impl Bearer {
    fn of(artifact: &Opened, row: &TypeRow) -> Self {
        let has = |modifier: &str| has_modifier(&row.modifiers, modifier);
        // What is nested in an interface is public without saying so.
        let is_open = has("public") || has("protected") || row.language == Language::Kotlin || row.name.contains('.');
        let seen_from = if has("private") {
            Seen::File(artifact.coordinate.to_string(), row.file)
        } else if is_open {
            Seen::Anywhere
        } else {
            Seen::Package(row.package.clone())
        };
        Self { name: last(&row.name).to_owned(), seen_from }
    }

    /// Whether a type can name it.
    fn is_seen_by(&self, artifact: &Opened, row: &TypeRow) -> bool {
        match &self.seen_from {
            Seen::Anywhere => true,
            Seen::Package(package) => *package == row.package,
            Seen::File(coordinate, file) => row.file == *file && artifact.coordinate.to_string() == *coordinate,
        }
    }
}

/// The names of these types, and of those that inherit from one, as far as simple names lead; none where they are too many or not
/// all artifacts can be looked at.
fn bearers(call: &Call<'_>, types: BTreeSet<Bearer>) -> Result<Option<Vec<String>>, Failure> {
    let listed = call.explorer.listed()?;
    let indexed = listed.artifacts.iter().filter(|artifact| artifact.state == State::Indexed);
    let indexed: Vec<&Coordinate> = indexed.map(|artifact| &artifact.coordinate).collect();
    let mut looked = Vec::with_capacity(indexed.len());
    for (coordinate, table) in indexed.iter().zip(call.explorer.symbols(&indexed, listed.edition, call.work)?) {
        let Ok(Some(table)) = table else { return Ok(None) };
        looked.push((*coordinate, table));
    }
    let mut names: BTreeSet<String> = types.iter().map(|one| one.name.clone()).collect();
    let (mut all, mut newest) = (types.clone(), types);
    while !newest.is_empty() {
        call.work.check()?;
        let mut next = BTreeSet::new();
        for heirs in on_all_cores(&looked, |(coordinate, table)| heirs(call, coordinate, table, &newest)) {
            let Some(heirs) = heirs else { return Ok(None) };
            next.extend(heirs.into_iter().filter(|heir| !all.contains(heir)));
        }
        all.extend(next.iter().cloned());
        if all.len() > MOST_NAMES {
            return Ok(None);
        }
        newest = next;
    }
    // Where a private type can be named one above it is named too: there it is declared.
    names.extend(all.into_iter().filter(|one| !matches!(one.seen_from, Seen::File(..))).map(|one| one.name));
    if names.iter().any(|name| name.len() > LONGEST_WORD) {
        return Ok(None);
    }
    Ok(Some(names.into_iter().collect()))
}

/// What the artifact of a type calls it besides, by a `typealias`.
///
/// # Errors
/// When its index cannot be read.
pub fn aliases(call: &Call<'_>, artifact: &Opened, of: &TypeRow) -> Result<Vec<String>, Failure> {
    let mut names = Vec::new();
    let tables = call.explorer.symbols(&[&artifact.coordinate], None, call.work)?;
    let Some(Ok(Some(table))) = tables.into_iter().next() else { return Ok(names) };
    for id in table.heirs(&artifact.index).of(artifact)?.of(last(&of.name)) {
        let row = artifact.index.type_by_id(id).of(artifact)?;
        if row.kind == TypeKind::Typealias {
            names.push(row.name);
        }
    }
    Ok(names)
}

/// The types of an artifact that write one of these supertypes, or an alias of one; none where that cannot be told.
fn heirs(
    call: &Call<'_>,
    coordinate: &Coordinate,
    table: &Table,
    supertypes: &BTreeSet<Bearer>,
) -> Option<Vec<Bearer>> {
    let open =
        || call.explorer.glance(coordinate, None).or_else(|| call.explorer.open_indexed(coordinate, call.work).ok()?);
    let heirs = match table.known_heirs() {
        Some(heirs) => heirs,
        None => table.heirs(&open()?.index).ok()?,
    };
    let mut found = Vec::new();
    for supertype in supertypes {
        for written in std::iter::once(supertype.name.as_str()).chain(heirs.renamed(&supertype.name)) {
            for id in heirs.of(written) {
                let artifact = open()?;
                let row = artifact.index.type_by_id(id).ok()?;
                if supertype.is_seen_by(&artifact, &row) {
                    found.push(Bearer::of(&artifact, &row));
                }
            }
        }
    }
    Some(found)
}

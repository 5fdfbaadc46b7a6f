//! Where Java lets a declaration be used at all, so that a common name is not resolved in every file that holds it.
//!
//! A private member is used in its own file. A static one is written with the name of its type, of a type that inherits it or of
//! an alias, imported with one, or used inside of one: in each case such a name stands in the file. (An expression before a
//! static member names no type; in a file that names none of its types it is not found.)

use std::collections::BTreeSet;

use crate::coordinate::Coordinate;
use crate::error::Failure;
use crate::index::{Opened, State};
use crate::model::uses::Wanted;
use crate::model::{FieldKind, Language};
use crate::search::references;
use crate::search::symbols::{Heirs, last};
use crate::store::read::StoreError;
use crate::tools::Call;
use crate::tools::declared::{Member, Place};
use crate::tools::resolve::{Rows, has_modifier};

/// Most names of types that files are told by: a member that more have is nearly everywhere.
const MOST_NAMES: usize = 64;

/// The files that can use some declarations.
pub enum Reach {
    /// All that hold a wanted name.
    Anywhere,
    /// Those of them in which one of these names of types stands.
    Naming(Vec<String>),
    /// One file.
    Within(Coordinate, u32),
}

impl Reach {
    /// Of declarations that are asked for together.
    ///
    /// # Errors
    /// When the caller wants the work no longer.
    pub fn of(call: &Call<'_>, declarations: &[Place], wanted: &Wanted) -> Result<Self, Failure> {
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
        if declarations.iter().all(is_static) {
            let types = declarations.iter().map(|one| last(&one.declared.owner.name).to_owned()).collect();
            return Ok(bearers(call, types)?.map_or(Self::Anywhere, Self::Naming));
        }
        Ok(Self::Anywhere)
    }

    /// The files of an artifact that can; none: all of them.
    ///
    /// # Errors
    /// When its index cannot be read.
    pub fn files(&self, artifact: &Opened) -> Result<Option<Vec<u32>>, Failure> {
        match self {
            Self::Anywhere => Ok(None),
            Self::Naming(names) => {
                let naming = Wanted { names: names.clone(), ..Wanted::default() };
                references::candidate_files(&artifact.index, &naming).of(artifact).map(Some)
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

/// These names of types, and those of types that inherit from one, as far as simple names lead; none where they are too many or
/// not all artifacts can be looked at.
fn bearers(call: &Call<'_>, types: BTreeSet<String>) -> Result<Option<Vec<String>>, Failure> {
    let mut indexed = call.explorer.artifacts()?;
    indexed.retain(|artifact| artifact.state == State::Indexed);
    let indexed: Vec<&Coordinate> = indexed.iter().map(|artifact| &artifact.coordinate).collect();
    let (mut all, mut newest) = (types.clone(), types);
    while !newest.is_empty() {
        let look = |opened: Opened| heirs(&opened, &newest);
        let found = call.explorer.look_at(&indexed, look, call.work)?;
        let mut next = BTreeSet::new();
        for (coordinate, names) in indexed.iter().zip(found) {
            // A directory is compared before it is opened.
            let open = || call.explorer.open_indexed(coordinate, call.work).ok()?.map(look);
            let Some(Ok(names)) = names.or_else(open) else { return Ok(None) };
            next.extend(names.into_iter().filter(|name| !all.contains(name)));
        }
        all.extend(next.iter().cloned());
        if all.len() > MOST_NAMES {
            return Ok(None);
        }
        newest = next;
    }
    Ok(Some(all.into_iter().collect()))
}

/// The simple names of the types of an artifact that write one of these supertypes, or an alias of one.
fn heirs(artifact: &Opened, supertypes: &BTreeSet<String>) -> Result<Vec<String>, StoreError> {
    let mut named = Vec::new();
    for name in supertypes {
        if artifact.index.word_number(name)?.is_some() {
            named.push(name);
        }
    }
    if named.is_empty() {
        return Ok(Vec::new());
    }
    let heirs = Heirs::read(&artifact.index)?;
    let mut found = Vec::new();
    for name in named {
        for written in std::iter::once(name.as_str()).chain(heirs.renamed(name)) {
            for id in heirs.of(written) {
                found.push(last(&artifact.index.type_by_id(id)?.name).to_owned());
            }
        }
    }
    Ok(found)
}

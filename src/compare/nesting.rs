//! Types in types: which member types a type declares, and which it inherits from types of the same artifact (JLS 8.5).
//!
//! What a supertype is called may itself be inherited, so hierarchies are found in levels: the names in headers are looked up
//! with what the level below knows is inherited. That ends whatever a source says.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

use super::member::{self, has_word};
use super::names::Site;
use super::side::Side;
use crate::model::{Language, MemberType, Relation};
use crate::store::read::StoreError;
use crate::store::{ImportRow, TypeRow};

/// The highest level: an inherited type whose header names an inherited type, and again.
pub const DEEPEST: u8 = 3;

/// Most supertypes of one type that are looked into: real ones have a few dozen.
const MOST_ABOVE: usize = 256;

/// What is known so far: the places of the types that the header of a type names, by its id and the level.
#[derive(Default)]
pub struct Nesting {
    supertypes: Known,
}

type Known = Mutex<HashMap<(u32, u8), Arc<Vec<usize>>>>;

/// What is known, or is found now: two threads may find the same.
fn known(
    known: &Known,
    key: (u32, u8),
    find: impl FnOnce() -> Result<Vec<usize>, StoreError>,
) -> Result<Arc<Vec<usize>>, StoreError> {
    let lock = || known.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = lock().get(&key) {
        return Ok(Arc::clone(known));
    }
    let found = Arc::new(find()?);
    lock().insert(key, Arc::clone(&found));
    Ok(found)
}

/// The types with supertypes whose headers, and whose imports, are the same in another version.
pub struct SameHeaders<'s> {
    side: &'s Side,
    /// What headers name as supertypes, by the id of the type.
    written: HashMap<u32, Vec<String>>,
    /// The simple names of member types, by the id of the type around them.
    members: HashMap<u32, Vec<&'s str>>,
    rows: Vec<&'s TypeRow>,
}

impl<'s> SameHeaders<'s> {
    /// Adds what is inherited otherwise because a name in such a header means another type, which it may where it is one of these.
    ///
    /// # Errors
    /// When the index cannot be read.
    pub fn spread(&mut self, shifting: &mut HashSet<&'s str>) -> Result<(), StoreError> {
        loop {
            let count = shifting.len();
            let is_same = |name: &String| !name.split('.').any(|part| shifting.contains(part));
            let is_same = |row: &&TypeRow| self.written.get(&row.id).is_none_or(|names| names.iter().all(is_same));
            let (same, shifted): (Vec<_>, Vec<_>) = std::mem::take(&mut self.rows).into_iter().partition(is_same);
            self.rows = same;
            for row in shifted {
                shifting.extend(self.names_above(row)?);
            }
            if shifting.len() == count {
                return Ok(());
            }
        }
    }

    /// The simple names of the member types of a type's supertypes.
    fn names_above(&self, row: &TypeRow) -> Result<Vec<&'s str>, StoreError> {
        let above = self.side.above(row, DEEPEST - 1)?;
        Ok(above.into_iter().filter_map(|id| self.members.get(&id)).flatten().copied().collect())
    }
}

impl Side {
    /// The qualified name of a member type, declared or, where that is asked for, inherited. What cannot be read is inherited
    /// from nowhere: who reads the type itself is told.
    #[must_use]
    pub fn member_type(&self, row: &TypeRow, name: &str, level: u8, inherits: bool) -> Option<String> {
        let own = format!("{}.{name}", row.qualified_name());
        if self.holds(&own) {
            return Some(own);
        }
        let level = level.checked_sub(1).filter(|_| inherits)?;
        self.inherited(row, row.language, name, level, &mut HashSet::from([row.id])).map(TypeRow::qualified_name)
    }

    /// The member type that a type has of a supertype that its header names: one that this declares, which hides what it would
    /// inherit, or inherits itself. Each has to be accessible to whoever inherits it (JLS 8.5), as the language of who asks sees it.
    fn inherited(
        &self,
        row: &TypeRow,
        asker: Language,
        name: &str,
        level: u8,
        seen: &mut HashSet<u32>,
    ) -> Option<&TypeRow> {
        for at in self.named_above(row, level).ok()?.iter() {
            let above = &self.types[*at];
            if seen.len() > MOST_ABOVE || !seen.insert(above.id) {
                continue;
            }
            let declared = || self.declarations(&format!("{}.{name}", above.qualified_name())).first().copied();
            let found = self.has_member_types(above).then(declared).flatten();
            let found = found.or_else(|| self.inherited(above, asker, name, level, seen));
            if let Some(found) = found.filter(|found| self.is_inherited(found, row, asker)) {
                return Some(found);
            }
        }
        None
    }

    /// Whether a type has a member type of its supertypes.
    fn is_inherited(&self, found: &TypeRow, row: &TypeRow, asker: Language) -> bool {
        let member = MemberType {
            modifiers: &found.modifiers,
            language: found.language,
            of_interface: self.owner(found).is_some_and(|owner| member::is_interface(owner.kind)),
            shares_package: found.package == row.package,
        };
        member.is_inherited(asker)
    }

    /// The simple names of member types that are inherited otherwise than in another version, though both have them: of the
    /// types whose headers differ, and of those that are not accessible to the same. And the types whose headers are the same.
    ///
    /// # Errors
    /// When an index cannot be read.
    pub fn inherited_otherwise<'s>(&'s self, other: &Self) -> Result<(HashSet<&'s str>, SameHeaders<'s>), StoreError> {
        let mut found = HashSet::new();
        let others = other.headers()?;
        let mut same = SameHeaders { side: self, written: self.headers()?, members: HashMap::new(), rows: Vec::new() };
        for row in &self.types {
            same.members.entry(row.owner.unwrap_or(0)).or_default().push(super::side::last_part(&row.name));
        }
        for (name, at) in self.places() {
            let row = &self.types[at];
            let Some(others_row) = other.place(name).map(|at| &other.types[at]) else { continue };
            let access = |row: &TypeRow| ["public", "protected", "private"].map(|word| has_word(&row.modifiers, word));
            if row.owner.is_some() && access(row) != access(others_row) {
                found.insert(super::side::last_part(&row.name));
            }
            let written = same.written.get(&row.id);
            if written != others.get(&others_row.id) {
                found.extend(same.names_above(row)?);
            } else if written.is_some() {
                if self.has_imports_of(row, other, others_row)? {
                    same.rows.push(row);
                } else {
                    found.extend(same.names_above(row)?);
                }
            }
        }
        Ok((found, same))
    }

    /// Whether the file of a type imports the same as that of a type of another version.
    fn has_imports_of(&self, row: &TypeRow, other: &Self, others_row: &TypeRow) -> Result<bool, StoreError> {
        let (own, others) = (self.imports(row.file)?, other.imports(others_row.file)?);
        let is_same = |one: &ImportRow, other: &ImportRow| {
            (one.kind, &one.path, &one.alias) == (other.kind, &other.path, &other.alias)
        };
        Ok(own.len() == others.len() && own.iter().zip(others.iter()).all(|(one, other)| is_same(one, other)))
    }

    /// What the headers of types name as supertypes, by the id of the type.
    fn headers(&self) -> Result<HashMap<u32, Vec<String>>, StoreError> {
        let mut headers: HashMap<u32, Vec<String>> = HashMap::new();
        self.index.each_supertype(|id, relation, written| {
            if !matches!(relation, Relation::Permits | Relation::Alias) {
                headers.entry(id).or_default().push(written.to_owned());
            }
        })?;
        Ok(headers)
    }

    /// The supertypes of a type that have member types.
    fn above(&self, row: &TypeRow, level: u8) -> Result<HashSet<u32>, StoreError> {
        let mut seen = HashSet::from([row.id]);
        let mut found = HashSet::new();
        let mut next = self.named_above(row, level)?.to_vec();
        while let Some(at) = next.pop().filter(|_| seen.len() <= MOST_ABOVE) {
            let row = &self.types[at];
            if !seen.insert(row.id) {
                continue;
            }
            if self.has_member_types(row) {
                found.insert(row.id);
            }
            next.extend(self.named_above(row, level)?.iter());
        }
        Ok(found)
    }

    /// The types of the artifact that the header of a type names as its supertypes.
    pub(super) fn named_above(&self, row: &TypeRow, level: u8) -> Result<Arc<Vec<usize>>, StoreError> {
        known(&self.nesting.supertypes, (row.id, level), || {
            let written = self.supertypes(row)?;
            if written.is_empty() {
                return Ok(Vec::new());
            }
            let site = Site::header(self, row)?.at(level);
            let found = written.iter().filter_map(|one| {
                let name = site.look_up(&one.name);
                name.meanings().find_map(|meaning| self.place(meaning))
            });
            Ok(found.collect())
        })
    }
}

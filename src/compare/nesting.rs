//! Types in types: which member types a type declares, and which it inherits from types of the same artifact (JLS 8.5).
//!
//! What a supertype is called may itself be inherited, so hierarchies are found in levels: the names in headers are looked up
//! with what the level below knows is inherited. That ends whatever a source says.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

use super::member::{self, has_word};
use super::names::Site;
use super::side::Side;
use crate::model::{Language, Relation};
use crate::store::TypeRow;
use crate::store::read::StoreError;

/// The highest level: an inherited type whose header names an inherited type, and again.
pub const DEEPEST: u8 = 3;

/// What is known so far, by the id of a type and the level: places of types.
#[derive(Default)]
pub struct Nesting {
    supertypes: Known,
    /// Of all supertypes those with member types, nearest first.
    above: Known,
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
        let above = self.above(row, level).ok()?;
        above.iter().find_map(|at| {
            let name = format!("{}.{name}", self.types[*at].qualified_name());
            let found = self.declarations(&name).first().copied()?;
            is_inherited(found, &self.types[*at], row).then_some(name)
        })
    }

    /// The simple names of member types that are inherited otherwise than in another version, though both have them: of the
    /// types whose headers differ, and of those that are not accessible to the same.
    ///
    /// # Errors
    /// When an index cannot be read.
    pub fn inherited_otherwise<'s>(&'s self, other: &Self) -> Result<HashSet<&'s str>, StoreError> {
        let mut found = HashSet::new();
        let (own, others) = (self.headers()?, other.headers()?);
        for (name, at) in self.places() {
            let row = &self.types[at];
            let Some(others_row) = other.place(name).map(|at| &other.types[at]) else { continue };
            let access = |row: &TypeRow| ["public", "protected", "private"].map(|word| has_word(&row.modifiers, word));
            if row.owner.is_some() && access(row) != access(others_row) {
                found.insert(super::side::last_part(&row.name));
            }
            if own.get(&row.id) != others.get(&others_row.id) {
                let above = self.above(row, DEEPEST - 1)?;
                let above: HashSet<u32> = above.iter().map(|at| self.types[*at].id).collect();
                if !above.is_empty() {
                    let is_above = |row: &&TypeRow| row.owner.is_some_and(|owner| above.contains(&owner));
                    found.extend(self.types.iter().filter(is_above).map(|row| super::side::last_part(&row.name)));
                }
            }
        }
        Ok(found)
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

    fn above(&self, row: &TypeRow, level: u8) -> Result<Arc<Vec<usize>>, StoreError> {
        known(&self.nesting.above, (row.id, level), || {
            let mut seen = HashSet::from([row.id]);
            let mut found = Vec::new();
            let mut next: Vec<usize> = self.named_above(row, level)?.iter().rev().copied().collect();
            while let Some(at) = next.pop() {
                let row = &self.types[at];
                if !seen.insert(row.id) {
                    continue;
                }
                if self.has_member_types(row) {
                    found.push(at);
                }
                next.extend(self.named_above(row, level)?.iter().rev());
            }
            Ok(found)
        })
    }

    /// The types of the artifact that the header of a type names as its supertypes.
    fn named_above(&self, row: &TypeRow, level: u8) -> Result<Arc<Vec<usize>>, StoreError> {
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

/// Whether a type has a member type of a type above it, which has to be accessible there. In Kotlin interfaces pass on none.
fn is_inherited(found: &TypeRow, above: &TypeRow, row: &TypeRow) -> bool {
    let is = |word| has_word(&found.modifiers, word);
    let of_interface = member::is_interface(above.kind);
    match (row.language, found.language) {
        (Language::Kotlin, _) if of_interface => false,
        (_, Language::Kotlin) => !is("private"),
        (_, Language::Java) => {
            !is("private") && (of_interface || is("public") || is("protected") || found.package == row.package)
        }
    }
}

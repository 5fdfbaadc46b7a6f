//! Which types of an artifact write which supertypes, by the last segment of the name: where the search for subtypes begins.

use crate::model::Relation;
use crate::store::read::{Index, StoreError};

/// Types by the names of their supertypes.
#[derive(Debug, Default)]
pub struct Heirs {
    /// Digests of last segments, and who writes them; in order.
    by_name: Vec<(u32, u32)>,
    /// Digests of last segments that types in bodies seem to extend, and the files; in order.
    in_bodies: Vec<(u32, u32)>,
    /// Digests of last segments that imports give another name, and that name; in order.
    renamed: Vec<(u32, Box<str>)>,
}

impl Heirs {
    /// Reads them of an index: a fraction of a millisecond of most.
    ///
    /// # Errors
    /// When the index cannot be read.
    pub fn read(index: &Index) -> Result<Self, StoreError> {
        let mut heirs = Self::default();
        index.each_supertype(|type_id, relation, name| {
            if relation != Relation::Permits {
                heirs.by_name.push((digest(last(name)), type_id));
            }
        })?;
        index.each_renamed_import(|path, alias| heirs.renamed.push((digest(last(path)), alias.into())))?;
        index.each_local_supertype(|name, file| heirs.in_bodies.push((digest(name), file)))?;
        heirs.in_bodies.sort_unstable();
        heirs.in_bodies.dedup();
        heirs.by_name.sort_unstable();
        heirs.by_name.dedup();
        heirs.renamed.sort_unstable();
        heirs.renamed.dedup();
        Ok(heirs)
    }

    /// Ids of the types that seem to write a supertype of this simple name: a few may write another one.
    pub fn of(&self, name: &str) -> impl Iterator<Item = u32> {
        under(&self.by_name, name).copied()
    }

    /// Ids of the files in whose bodies a type seems to extend one of this simple name: a few may hold another one.
    pub fn files_of(&self, name: &str) -> impl Iterator<Item = u32> {
        under(&self.in_bodies, name).copied()
    }

    /// Other names that imports seem to give a type of this simple name.
    pub fn renamed(&self, name: &str) -> impl Iterator<Item = &str> {
        under(&self.renamed, name).map(|alias| &**alias)
    }
}

/// What an ordered list has for a name, by its digest.
fn under<'a, T>(list: &'a [(u32, T)], name: &str) -> impl Iterator<Item = &'a T> + use<'a, T> {
    let wanted = digest(name);
    let first = list.partition_point(|(digest, _)| *digest < wanted);
    list[first..].iter().take_while(move |(digest, _)| *digest == wanted).map(|(_, of)| of)
}

/// The last segment of a name.
#[must_use]
pub fn last(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

fn digest(name: &str) -> u32 {
    crc32fast::hash(name.as_bytes())
}

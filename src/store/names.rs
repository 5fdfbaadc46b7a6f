//! The names of all types in one piece of memory: what lists of types are chosen from.
//!
//! In the file they stand in packed rows, in the order of the list, because reading them out of the rows of `type` takes
//! tens of milliseconds of a large artifact. A row is: how many; of each the length of its name, how far its package is from
//! the one before, its id, kind, language and test root, part, release; then the names, one after the other.

use std::sync::Arc;

use memchr::memmem;
use rusqlite::Connection;

use super::block::{Packer, inflate};
use super::number::{put, take};
use super::read::{Index, StoreError, keep};
use super::tables::TypeRecord;
use super::write::{WriteError, insert_block};
use super::{TypeName, words};
use crate::model::{Language, TypeKind};

/// Types of one packed row: some 100 KB before compression.
const TYPES_OF_A_ROW: usize = 4096;

/// The types of an artifact, overlays included, by package name, then type name, then part, then file.
#[derive(Debug, Default)]
pub struct TypeNames {
    /// The names, one after the other.
    text: String,
    types: Vec<Listed>,
}

/// A type without its name.
#[derive(Debug)]
struct Listed {
    /// Where its name ends in the text.
    end: u32,
    id: u32,
    package: u32,
    part: u32,
    /// 0: none.
    release: u32,
    kind: TypeKind,
    language: Language,
    test: bool,
}

impl TypeNames {
    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.types.len()
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.types.is_empty()
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = TypeName<'_>> {
        (0..self.len()).filter_map(|at| self.get(at))
    }

    /// Those of the package with this id.
    pub fn of_package(&self, package: u32) -> impl Iterator<Item = TypeName<'_>> {
        let first = self.types.partition_point(|listed| listed.package < package);
        let end = self.types.partition_point(|listed| listed.package <= package);
        (first..end).filter_map(|at| self.get(at))
    }

    /// Whether the package with this id has a type of this name.
    #[must_use]
    pub(super) fn holds(&self, package: u32, name: &str) -> bool {
        let of = |at: usize| self.get(at).map_or((0, ""), |named| (named.package, named.name));
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low.midpoint(high);
            if of(middle) < (package, name) { low = middle + 1 } else { high = middle }
        }
        of(low) == (package, name)
    }

    /// Those whose name holds `part`, which is not empty.
    pub fn holding<'a>(&'a self, part: &'a str) -> impl Iterator<Item = TypeName<'a>> {
        let finder = memmem::Finder::new(part);
        let mut from = 0;
        std::iter::from_fn(move || {
            loop {
                let found = from + finder.find(self.text.as_bytes().get(from..)?)?;
                let at = self.types.partition_point(|listed| listed.end as usize <= found);
                let name = self.get(at)?;
                // What begins in one name and ends in the next is in neither.
                let is_inside = found + part.len() <= self.types[at].end as usize;
                from = if is_inside { self.types[at].end as usize } else { found + 1 };
                if is_inside {
                    return Some(name);
                }
            }
        })
    }

    fn get(&self, at: usize) -> Option<TypeName<'_>> {
        let listed = self.types.get(at)?;
        let start = at.checked_sub(1).map_or(0, |before| self.types[before].end);
        Some(TypeName {
            id: listed.id,
            package: listed.package,
            name: self.text.get(start as usize..listed.end as usize)?,
            kind: listed.kind,
            language: listed.language,
            part: listed.part,
            release: (listed.release > 0).then_some(listed.release),
            test: listed.test,
        })
    }

    /// Appends the types of a row; none where it is no such row.
    fn add(&mut self, mut bytes: &[u8]) -> Option<()> {
        let count = take(&mut bytes)?;
        let mut package = self.types.last().map_or(0, |listed| listed.package);
        let mut end = u32::try_from(self.text.len()).ok()?;
        for _ in 0..count {
            end = end.checked_add(take(&mut bytes)?)?;
            package = package.checked_add(take(&mut bytes)?)?;
            let id = take(&mut bytes)?;
            let kind = words::type_kind_of(take(&mut bytes)? as usize)?;
            let flags = take(&mut bytes)?;
            let language = if flags & 1 == 0 { Language::Java } else { Language::Kotlin };
            let (part, release) = (take(&mut bytes)?, take(&mut bytes)?);
            self.types.push(Listed { end, id, package, part, release, kind, language, test: flags & 2 != 0 });
        }
        self.text.push_str(std::str::from_utf8(bytes).ok()?);
        (self.text.len() == end as usize).then_some(())
    }
}

/// Writes the list of `types`, whose ids count from 1; `packages` are the ids of the packages they name by place.
pub(super) fn insert(connection: &Connection, types: &[TypeRecord], packages: &[u32]) -> Result<(), WriteError> {
    let package = |record: &TypeRecord| packages[record.package as usize];
    let mut order: Vec<(&TypeRecord, u32)> = types.iter().zip(1..).collect();
    order.sort_unstable_by_key(|(record, id)| {
        (package(record), &record.declaration.name, record.part, record.file, *id)
    });
    let mut packer = Packer::new()?;
    let mut before = 0;
    for (row, number) in order.chunks(TYPES_OF_A_ROW).zip(1..) {
        let mut bytes = Vec::new();
        put(&mut bytes, row.len() as u32);
        for (record, id) in row {
            put(&mut bytes, record.declaration.name.len() as u32);
            put(&mut bytes, package(record) - before);
            before = package(record);
            put(&mut bytes, *id);
            put(&mut bytes, words::type_kind(record.declaration.kind) as u32);
            put(&mut bytes, u32::from(record.language == Language::Kotlin) | u32::from(record.test) << 1);
            put(&mut bytes, record.part);
            put(&mut bytes, record.release.unwrap_or(0));
        }
        for (record, _) in row {
            bytes.extend_from_slice(record.declaration.name.as_bytes());
        }
        insert_block(connection, "type_list", &packer.pack(number, &bytes)?)?;
    }
    Ok(())
}

impl Index {
    /// The name, kind and place of every type; kept in memory after the first call.
    pub fn type_names(&self) -> Result<Arc<TypeNames>, StoreError> {
        keep(&self.type_names, || {
            let lease = self.pool.lease()?;
            let mut all = lease.prepare_cached("SELECT size, crc, data FROM type_list ORDER BY id")?;
            let mut rows = all.query([])?;
            let mut names = TypeNames::default();
            while let Some(row) = rows.next()? {
                let data = row.get_ref(2)?.as_blob().map_err(rusqlite::Error::from)?;
                let bytes = inflate(row.get(0)?, row.get(1)?, data);
                bytes
                    .and_then(|bytes| names.add(&bytes))
                    .ok_or_else(|| StoreError::Damaged("the list of types is damaged".to_owned()))?;
            }
            let types = self.meta().counts.types;
            if names.is_empty() && types > 0 {
                return Err(StoreError::Damaged("the list of types is missing".to_owned()));
            }
            Ok(names)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Listed, TypeNames};
    use crate::model::{Language, TypeKind};

    #[test]
    fn types_are_found_by_a_part_of_their_name() {
        let mut names = TypeNames::default();
        for (package, name) in [(1, "Abc"), (1, "AbcAbc"), (2, "bcd"), (4, "Zab")] {
            names.text.push_str(name);
            names.types.push(Listed {
                end: names.text.len() as u32,
                id: names.types.len() as u32 + 1,
                package,
                part: 0,
                release: 0,
                kind: TypeKind::Class,
                language: Language::Java,
                test: false,
            });
        }
        let ids = |part| names.holding(part).map(|name| name.id).collect::<Vec<_>>();
        assert_eq!((ids("bc"), ids("cA"), ids("ab"), ids("cb")), (vec![1, 2, 3], vec![2], vec![4], vec![]));
        assert!(names.holds(1, "Abc") && names.holds(4, "Zab"));
        assert!(!names.holds(2, "Abc") && !names.holds(4, "Zac") && !names.holds(3, "") && !names.holds(0, ""));
        let of = |package| names.of_package(package).map(|name| name.name).collect::<Vec<_>>();
        assert_eq!((of(1), of(3), of(4)), (vec!["Abc", "AbcAbc"], vec![], vec!["Zab"]));
    }

    #[test]
    fn what_is_no_row_is_refused() {
        for row in [&[][..], &[1], &[1, 3, 0, 1, 0, 0, 0, 0, b'a'], &[1, 1, 0, 1, 99, 0, 0, 0, b'a']] {
            assert!(TypeNames::default().add(row).is_none(), "{row:?}");
        }
        let mut names = TypeNames::default();
        assert!(names.add(&[1, 1, 7, 1, 0, 3, 0, 0, b'a']).is_some());
        let only = names.iter().next().unwrap();
        assert_eq!((only.name, only.package, only.language, only.test), ("a", 7, Language::Kotlin, true));
    }
}

//! The names of all types in one piece of memory: what lists of types are chosen from.
//!
//! In the file they stand in packed rows, in the order of the list, because reading them out of the rows of types takes
//! tens of milliseconds of a large artifact. A row is: how many; of each the length of its name, how far its package is from
//! the one before, its id, kind, language and test root, part, release; then the names, one after the other. What a row
//! begins with stands beside it, so that a type is found by its name in one row, and no index of names is needed.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use memchr::memmem;
use rusqlite::{Connection, Row, params};

use super::block::{Packer, inflate};
use super::number::{put, take};
use super::read::{Index, StoreError, keep};
use super::tables::TypeRecord;
use super::text::Packed;
use super::write::{WriteError, insert_into};
use super::{TypeName, words};
use crate::model::{Language, TypeKind};

/// Types of one packed row: some 12 KB before compression, which are looked through in some ten microseconds.
const TYPES_OF_A_ROW: usize = 512;

/// Types that are looked for in rows before all rows are read: who asks for so many asks for more.
const FEW_QUESTIONS: u32 = 64;

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

    /// Those of a package that have this name.
    fn named<'a>(&'a self, package: u32, name: &'a str) -> impl Iterator<Item = TypeName<'a>> {
        let of = |at: usize| self.get(at).map_or((0, ""), |named| (named.package, named.name));
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low.midpoint(high);
            if of(middle) < (package, name) { low = middle + 1 } else { high = middle }
        }
        (low..self.len())
            .map_while(move |at| self.get(at).filter(|found| (found.package, found.name) == (package, name)))
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
        let mut package = 0_u32;
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
pub(super) fn insert(
    connection: &Connection,
    packer: &mut Packer,
    types: &[TypeRecord],
    packages: &[u32],
) -> Result<(), WriteError> {
    let package = |record: &TypeRecord| packages[record.package as usize];
    let mut order: Vec<(&TypeRecord, u32)> = types.iter().zip(1..).collect();
    order.sort_unstable_by_key(|(record, id)| {
        (package(record), &record.declaration.name, record.part, record.file, *id)
    });
    let mut insert = insert_into(connection, "type_list", 6)?;
    for (row, number) in order.chunks(TYPES_OF_A_ROW).zip(1..) {
        let Some((first, _)) = row.first() else { continue };
        let mut bytes = Vec::new();
        let mut before = 0;
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
        let block = packer.pack(number, &bytes)?;
        insert.execute(params![block.id, package(first), first.declaration.name, block.size, block.crc, block.data])?;
    }
    Ok(())
}

/// What a packed row begins with.
pub(super) struct FirstType {
    package: u32,
    name: String,
}

/// Appends the ids of the types of a row that are in this package and release and have this name; none where it is no such row.
fn look(mut row: &[u8], package: u32, name: &str, release: u32, found: &mut Vec<u32>) -> Option<()> {
    let count = take(&mut row)?;
    let (mut end, mut current) = (0_usize, 0_u32);
    let mut candidates = Vec::new();
    for _ in 0..count {
        let length = take(&mut row)? as usize;
        current = current.checked_add(take(&mut row)?)?;
        let [id, _kind, _flags, _part, overlay] = [(); 5].map(|()| take(&mut row));
        if current == package && length == name.len() && overlay? == release {
            candidates.push((end, id?));
        }
        end = end.checked_add(length)?;
    }
    for (start, id) in candidates {
        if row.get(start..start + name.len())? == name.as_bytes() {
            found.push(id);
        }
    }
    (row.len() == end).then_some(())
}

impl Index {
    /// The ids of the types of a package that have this name, in the overlay of a release or in none, by part and file.
    pub(super) fn types_named(&self, package: u32, name: &str, release: Option<u32>) -> Result<Vec<u32>, StoreError> {
        let asks_often = || self.questions.fetch_add(1, Ordering::Relaxed) >= FEW_QUESTIONS;
        if self.type_names.get().is_some() || asks_often() {
            let names = self.type_names()?;
            return Ok(names.named(package, name).filter(|found| found.release == release).map(|one| one.id).collect());
        }
        let firsts = self.first_types()?;
        let before = firsts.partition_point(|first| (first.package, first.name.as_str()) < (package, name));
        let mut found = Vec::new();
        // Types of one name may stand in several rows.
        for at in before.saturating_sub(1)..firsts.len() {
            if (firsts[at].package, firsts[at].name.as_str()) > (package, name) {
                break;
            }
            let row = self.block(Packed::TypeList, at as u32 + 1)?;
            look(&row, package, name, release.unwrap_or(0), &mut found).ok_or_else(damaged)?;
        }
        Ok(found)
    }

    fn first_types(&self) -> Result<Arc<Vec<FirstType>>, StoreError> {
        keep(&self.first_types, || {
            let row = |row: &Row<'_>| Ok(FirstType { package: row.get(0)?, name: row.get(1)? });
            let firsts = self.list("SELECT package, name FROM type_list ORDER BY id", [], row)?;
            self.is_listed(firsts.is_empty())?;
            Ok(firsts)
        })
    }

    /// An error where an artifact of types has an empty list.
    fn is_listed(&self, is_empty: bool) -> Result<(), StoreError> {
        if is_empty && self.meta().counts.types > 0 {
            return Err(StoreError::Damaged("the list of types is missing".to_owned()));
        }
        Ok(())
    }

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
                bytes.and_then(|bytes| names.add(&bytes)).ok_or_else(damaged)?;
            }
            self.is_listed(names.is_empty())?;
            Ok(names)
        })
    }
}

fn damaged() -> StoreError {
    StoreError::Damaged("the list of types is damaged".to_owned())
}

#[cfg(test)]
mod tests {
    use super::{Listed, TypeNames, look};
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
        let named = |package, name: &str| names.named(package, name).map(|name| name.id).collect::<Vec<_>>();
        assert_eq!((named(1, "Abc"), named(4, "Zab")), (vec![1], vec![4]));
        for (package, name) in [(2, "Abc"), (4, "Zac"), (3, ""), (0, ""), (5, "A")] {
            assert!(named(package, name).is_empty(), "{package} {name}");
        }
        let of = |package| names.of_package(package).map(|name| name.name).collect::<Vec<_>>();
        assert_eq!((of(1), of(3), of(4)), (vec!["Abc", "AbcAbc"], vec![], vec!["Zab"]));
    }

    #[test]
    fn what_is_no_row_is_refused() {
        for row in [&[][..], &[1], &[1, 3, 0, 1, 0, 0, 0, 0, b'a'], &[1, 1, 0, 1, 99, 0, 0, 0, b'a']] {
            assert!(TypeNames::default().add(row).is_none(), "{row:?}");
            assert!(look(row, 0, "a", 0, &mut Vec::new()).is_none() || row.contains(&99), "{row:?}");
        }
        let mut names = TypeNames::default();
        assert!(names.add(&[1, 1, 7, 1, 0, 3, 0, 0, b'a']).is_some());
        assert!(names.add(&[2, 1, 7, 2, 0, 3, 0, 0, 1, 1, 3, 0, 0, 0, 9, b'a', b'b']).is_some(), "each row by itself");
        assert_eq!(names.named(7, "a").map(|name| name.id).collect::<Vec<_>>(), [1, 2]);
        let found = |package, name, release| {
            let mut found = Vec::new();
            look(&[2, 1, 7, 2, 0, 3, 0, 0, 1, 1, 3, 0, 0, 0, 9, b'a', b'b'], package, name, release, &mut found)
                .unwrap();
            found
        };
        assert_eq!(
            (found(7, "a", 0), found(8, "b", 9), found(8, "b", 0), found(7, "b", 9)),
            (vec![2], vec![3], vec![], vec![])
        );
        let only = names.iter().next().unwrap();
        assert_eq!((only.name, only.package, only.language, only.test), ("a", 7, Language::Kotlin, true));
    }
}

//! How the declarations of an artifact are numbered for ranked search, and what is known of each of them.
//!
//! `schema/index.sql` (table `declaration_list`) says how it is packed.

use std::sync::Arc;

use super::block::inflate;
use super::number::{put, put_step, take, take_step};
use super::read::{Index, StoreError, keep};
use super::terms::{Extent, Traits};
use super::words;
use crate::model::{FieldKind, MethodKind};

/// Most declarations that a program of this kind numbers: far beyond any artifact, and what a forged count is held against.
const MOST_DECLARATIONS: u64 = 1 << 28;

/// How the declarations of an artifact are numbered, from 0: type by type in the order of ids, each type before its methods,
/// these before its fields.
#[derive(Debug, Default)]
pub struct Declarations {
    types: Vec<Span>,
    /// The places of the types that are a facade's further files, ascending.
    further: Vec<u32>,
    extents: Vec<Extent>,
    traits: Vec<Traits>,
    sums: Sums,
}

/// How long all declarations of an artifact are together, in terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sums {
    /// Outside of documentations.
    pub body: u64,
    pub documentation: u64,
    /// How many have a documentation.
    pub documented: u64,
}

/// A type and its members among the declarations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    /// The number of the type itself; its methods follow.
    pub first: u32,
    pub methods: u32,
    pub fields: u32,
    /// The id of its first method, where it has one.
    pub first_method: u32,
    /// The id of its first field, where it has one.
    pub first_field: u32,
    /// The id of its file.
    pub file: u32,
    /// The id of its package.
    pub package: u32,
}

impl Span {
    /// How many declarations it is, itself counted.
    #[must_use]
    pub const fn len(&self) -> u32 {
        1 + self.methods + self.fields
    }

    /// Never: the type itself is one.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        false
    }
}

/// A declaration by the id of its row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Declaration {
    Type(u32),
    /// A method, and its type.
    Method(u32, u32),
    /// A field, and its type.
    Field(u32, u32),
}

/// What [`Declarations::type_of`] says of one declaration after the other, each not before the last: most are of the same
/// type as that or of one nearby, and halving all types for each of a hundred thousand takes most of a search.
#[derive(Debug)]
pub struct Cursor<'a> {
    types: &'a [Span],
    at: usize,
}

impl Cursor<'_> {
    /// The place among the types of the type that a declaration is or is of.
    #[inline]
    pub fn type_of(&mut self, number: u32) -> usize {
        // By ever larger steps, then by halving the last of them.
        let mut step = 1;
        while self.types.get(self.at + step).is_some_and(|span| span.first <= number) {
            step *= 2;
        }
        if step > 1 {
            let near = &self.types[self.at + step / 2..self.types.len().min(self.at + step)];
            self.at += step / 2 + near.partition_point(|span| span.first <= number) - 1;
        }
        self.at
    }
}

impl Declarations {
    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.extents.len()
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.extents.is_empty()
    }

    /// The types in order of id, which count from 1.
    #[must_use]
    pub fn types(&self) -> &[Span] {
        &self.types
    }

    /// Whether the type at a place is a facade's further file, for which its first stands.
    #[must_use]
    pub fn is_further(&self, place: usize) -> bool {
        self.further.binary_search(&(place as u32)).is_ok()
    }

    /// How long the declaration of a number is.
    #[must_use]
    pub fn extents(&self) -> &[Extent] {
        &self.extents
    }

    /// How long they are together.
    #[must_use]
    pub fn sums(&self) -> Sums {
        self.sums
    }

    /// What the declaration of a number is.
    #[must_use]
    pub fn traits(&self) -> &[Traits] {
        &self.traits
    }

    /// The place among [`Self::types`] of the type that a declaration is or is of.
    #[must_use]
    pub fn type_of(&self, number: u32) -> usize {
        self.types.partition_point(|span| span.first <= number).saturating_sub(1)
    }

    /// Finds the types of ascending declarations.
    #[must_use]
    pub fn cursor(&self) -> Cursor<'_> {
        Cursor { types: &self.types, at: 0 }
    }

    /// The declaration of a number.
    #[must_use]
    pub fn declaration(&self, number: u32) -> Option<Declaration> {
        let place = self.type_of(number);
        let span = self.types.get(place)?;
        let (id, within) = (place as u32 + 1, number - span.first);
        match within.checked_sub(1) {
            None => Some(Declaration::Type(id)),
            Some(at) if at < span.methods => Some(Declaration::Method(span.first_method + at, id)),
            Some(at) if at < span.methods + span.fields => {
                Some(Declaration::Field(span.first_field + at - span.methods, id))
            }
            Some(_) => None,
        }
    }

    /// Appends the types of a row; none where it is no such row.
    fn add(&mut self, mut bytes: &[u8]) -> Option<()> {
        let count = take(&mut bytes)?;
        let (mut file, mut package) = (0_u32, 0_u32);
        let begin = self.extents.len() as u64;
        let mut next = begin;
        for _ in 0..count {
            let (methods, fields) = (take(&mut bytes)?, take(&mut bytes)?);
            let (methods, is_further) = (methods >> 1, methods & 1 == 1);
            if is_further {
                self.further.push(self.types.len() as u32);
            }
            file = file.checked_add(take(&mut bytes)?)?;
            package = take_step(&mut bytes, package)?;
            let before = self.types.last();
            let first_method = before.map_or(1, |span| span.first_method + span.methods);
            let first_field = before.map_or(1, |span| span.first_field + span.fields);
            let first = u32::try_from(next).ok()?;
            next += 1 + u64::from(methods) + u64::from(fields);
            if next > MOST_DECLARATIONS {
                return None;
            }
            self.types.push(Span { first, methods, fields, first_method, first_field, file, package });
        }
        let (extents, traits) = bytes.split_at_checked((next - begin) as usize)?;
        for extent in extents.iter().map(|byte| Extent(*byte)) {
            self.sums.body += u64::from(extent.body());
            self.sums.documentation += u64::from(extent.documentation());
            self.sums.documented += u64::from(extent.documentation() > 0);
            self.extents.push(extent);
        }
        self.traits.extend(traits.iter().map(|byte| Traits(*byte)));
        (extents.len() == traits.len()).then_some(())
    }
}

impl Index {
    /// Which methods are of a kind, by id.
    ///
    /// # Errors
    /// When the index is damaged.
    pub fn methods_of_kind(&self, kind: MethodKind) -> Result<Vec<bool>, StoreError> {
        self.of_kind("SELECT id, kind FROM method_row ORDER BY id", words::method_kind(kind))
    }

    /// Which fields are of a kind, by id.
    ///
    /// # Errors
    /// When the index is damaged.
    pub fn fields_of_kind(&self, kind: FieldKind) -> Result<Vec<bool>, StoreError> {
        self.of_kind("SELECT id, kind FROM field_row ORDER BY id", words::field_kind(kind))
    }

    fn of_kind(&self, sql: &str, kind: usize) -> Result<Vec<bool>, StoreError> {
        let mut found = vec![false];
        found.extend(self.list(sql, [], |row| Ok(row.get::<_, usize>(1)? == kind))?);
        Ok(found)
    }

    /// How declarations are numbered; kept in memory after the first call.
    ///
    /// # Errors
    /// When the index is damaged.
    pub fn declarations(&self) -> Result<Arc<Declarations>, StoreError> {
        keep(&self.declarations, || {
            let lease = self.pool.lease()?;
            let mut all = lease.prepare_cached("SELECT size, crc, data FROM declaration_list ORDER BY id")?;
            let mut rows = all.query([])?;
            let mut declarations = Declarations::default();
            while let Some(row) = rows.next()? {
                let data = row.get_ref(2)?.as_blob().map_err(rusqlite::Error::from)?;
                let bytes = inflate(row.get(0)?, row.get(1)?, data);
                bytes.and_then(|bytes| declarations.add(&bytes)).ok_or_else(damaged)?;
            }
            Ok(declarations)
        })
    }
}

fn damaged() -> StoreError {
    StoreError::Damaged("a list of declarations is damaged".to_owned())
}

/// What waits of a type until the row of its list is made.
pub(super) struct Listed {
    /// A facade's further file.
    pub is_further: bool,
    pub methods: u32,
    pub fields: u32,
    pub file: u32,
    /// Place of its package among those met so far; its id once all are known.
    pub package: u32,
}

/// The types and the bytes of their declarations, as a row has them before compression.
pub(super) fn list(types: &[Listed], package_ids: &[u32], extents: &[Extent], traits: &[Traits]) -> Vec<u8> {
    let mut out = Vec::with_capacity(types.len() * 5 + extents.len() * 2);
    put(&mut out, types.len() as u32);
    let (mut file, mut package) = (0, 0);
    for one in types {
        let id = package_ids.get(one.package as usize).copied().unwrap_or(0);
        put(&mut out, one.methods << 1 | u32::from(one.is_further));
        put(&mut out, one.fields);
        put(&mut out, one.file - file);
        put_step(&mut out, package, id);
        (file, package) = (one.file, id);
    }
    out.extend(extents.iter().map(|extent| extent.0));
    out.extend(traits.iter().map(|traits| traits.0));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_are_numbered_type_by_type() {
        use Declaration::{Field, Method, Type};

        let listed = |methods, fields, file, package| Listed { is_further: file == 4, methods, fields, file, package };
        let types = [listed(2, 1, 1, 0), listed(0, 0, 1, 0), listed(1, 2, 4, 1)];
        let row = list(&types, &[7, 3], &[Extent(5); 9], &[Traits(1); 9]);
        let mut declarations = Declarations::default();
        declarations.add(&row).unwrap();
        let found: Vec<Declaration> = (0..9).map(|number| declarations.declaration(number).unwrap()).collect();
        assert_eq!(
            found,
            [
                Type(1),
                Method(1, 1),
                Method(2, 1),
                Field(1, 1),
                Type(2),
                Type(3),
                Method(3, 3),
                Field(2, 3),
                Field(3, 3)
            ]
        );
        assert_eq!(declarations.declaration(9), None);
        for step in 1..9 {
            let mut cursor = declarations.cursor();
            for number in (0..12).step_by(step) {
                assert_eq!(cursor.type_of(number), declarations.type_of(number), "{number} by {step}");
            }
        }
        assert_eq!([0, 1, 2].map(|place| declarations.is_further(place)), [false, false, true]);
        assert_eq!((declarations.types()[2].file, declarations.types()[2].package), (4, 3));
        for end in 0..row.len() {
            assert!(Declarations::default().add(&row[..end]).is_none());
        }
    }
}

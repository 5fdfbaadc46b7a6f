//! Reading what ranked search asks: the declarations that hold a term, and how declarations are numbered.

use std::sync::Arc;

use super::block::inflate;
use super::number::{take, take_step};
use super::posting::{Broken, bits_at};
use super::read::{Index, StoreError, keep};
use super::terms::{CODE_BITS, CODES, Extent, PLAIN_BITS, STANDINGS, Traits};
use super::words;
use crate::model::{FieldKind, MethodKind};

/// The row that holds the list of a term, if any does.
const TERMS: &str = "SELECT crc, data FROM term WHERE first <= ? ORDER BY first DESC LIMIT 1";

/// Most declarations that a program of this kind numbers: far beyond any artifact, and what a forged count is held against.
const MOST_DECLARATIONS: u64 = 1 << 28;

/// The declarations that hold a term, still packed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TermList {
    /// How many there are.
    pub count: u32,
    /// The number of the last one, from 1.
    last: u32,
    list: List,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum List {
    /// The only one has this code.
    One(u8),
    /// Of steps of which so many bits are plain.
    Bits(u32, Box<[u8]>),
}

impl TermList {
    /// Gives every declaration, numbered from 0 and ascending, with the code of the fields that hold the term
    /// ([`super::terms::Fields`]).
    ///
    /// # Errors
    /// When the list is damaged: what was given until then is not all.
    pub fn each(&self, mut give: impl FnMut(u32, u8)) -> Result<(), StoreError> {
        match &self.list {
            List::One(code) => give(self.last - 1, *code),
            List::Bits(plain, bits) => {
                bits_each(bits, *plain, self.count, self.last, &mut give).map_err(|_| damaged())?;
            }
        }
        Ok(())
    }
}

fn bits_each(data: &[u8], plain: u32, count: u32, last: u32, give: &mut impl FnMut(u32, u8)) -> Result<(), Broken> {
    /// Zeros before a number of 32 bits.
    const MOST_ZEROS: u32 = 31;
    let end = data.len() * 8;
    let (mut at, mut number) = (0_usize, 0_u32);
    for _ in 0..count {
        let window = bits_at(data, at);
        let width = window.trailing_zeros();
        if width > MOST_ZEROS || at > end {
            return Err(Broken);
        }
        at += width as usize + 1;
        let window = bits_at(data, at);
        let high = (window & ((1 << width) - 1) | 1 << width) - 1;
        let low = window >> width & ((1 << plain) - 1);
        at += (width + plain) as usize;
        let step = u32::try_from((high << plain | low) + 1).map_err(|_| Broken)?;
        number = number.checked_add(step).filter(|number| *number <= last).ok_or(Broken)?;
        let window = bits_at(data, at);
        let zeros = window.trailing_zeros();
        if zeros > MOST_ZEROS {
            return Err(Broken);
        }
        let rank = zeros << CODE_BITS | (window >> (zeros + 1)) as u32 & ((1 << CODE_BITS) - 1);
        at += (zeros + 1 + CODE_BITS) as usize;
        let code = CODES.get(rank as usize).copied().ok_or(Broken)?;
        if at > end || usize::from(code) >= STANDINGS {
            return Err(Broken);
        }
        give(number - 1, code);
    }
    if number == last { Ok(()) } else { Err(Broken) }
}

fn damaged() -> StoreError {
    StoreError::Damaged("a list of declarations is damaged".to_owned())
}

/// How the declarations of an artifact are numbered, from 0: type by type in the order of ids, each type before its methods,
/// these before its fields.
#[derive(Debug, Default)]
pub struct Declarations {
    types: Vec<Span>,
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
    /// The declarations that hold a term; none where none does.
    ///
    /// # Errors
    /// When the index is damaged.
    pub fn term(&self, term: &str) -> Result<Option<TermList>, StoreError> {
        let found = self.one(TERMS, [term], |row| {
            let data = row.get_ref(1)?.as_blob()?;
            if crc32fast::hash(data) != row.get::<_, u32>(0)? {
                return Ok(Err(Broken));
            }
            Ok(find(data, term.as_bytes()))
        })?;
        found.unwrap_or(Ok(None)).map_err(|_| damaged())
    }

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

/// The list of a term in a row.
fn find(mut row: &[u8], wanted: &[u8]) -> Result<Option<TermList>, Broken> {
    let mut term: Vec<u8> = Vec::new();
    while !row.is_empty() {
        let (shared, more) = (take(&mut row).ok_or(Broken)? as usize, take(&mut row).ok_or(Broken)? as usize);
        let (rest, after) = row.split_at_checked(more).ok_or(Broken)?;
        if shared > term.len() {
            return Err(Broken);
        }
        term.truncate(shared);
        term.extend_from_slice(rest);
        row = after;
        let list = take_list(&mut row)?;
        match term.as_slice().cmp(wanted) {
            std::cmp::Ordering::Less => {}
            std::cmp::Ordering::Equal => return list.to_owned().map(Some),
            std::cmp::Ordering::Greater => return Ok(None),
        }
    }
    Ok(None)
}

/// A list where it stands in a row.
struct Coded<'a> {
    count: u32,
    last: u32,
    code: u8,
    plain: u32,
    bits: &'a [u8],
}

fn take_list<'a>(row: &mut &'a [u8]) -> Result<Coded<'a>, Broken> {
    let count = take(row).ok_or(Broken)?;
    let first = take(row).ok_or(Broken)?;
    if count == 1 {
        let (rank, rest) = row.split_first().ok_or(Broken)?;
        *row = rest;
        let code = CODES.get(usize::from(*rank)).copied().ok_or(Broken)?;
        return Ok(Coded { count, last: first, code, plain: 0, bits: &[] });
    }
    let last = take(row).ok_or(Broken)?;
    let (bits, rest) = row.split_at_checked(first as usize >> 2).ok_or(Broken)?;
    *row = rest;
    Ok(Coded { count, last, code: 0, plain: PLAIN_BITS[first as usize & 3], bits })
}

impl Coded<'_> {
    fn to_owned(&self) -> Result<TermList, Broken> {
        if self.last == 0 || usize::from(self.code) >= STANDINGS {
            return Err(Broken);
        }
        let list = if self.count == 1 { List::One(self.code) } else { List::Bits(self.plain, self.bits.into()) };
        Ok(TermList { count: self.count, last: self.last, list })
    }
}

#[cfg(test)]
mod tests {
    use super::super::terms::{Collector, Fields, Listed, Terms, list};
    use super::*;

    #[test]
    fn lists_come_back() {
        let mut random = fastrand::Rng::with_seed(5);
        let mut expected: std::collections::BTreeMap<String, Vec<(u32, u8)>> = std::collections::BTreeMap::new();
        let (mut collector, mut before) = (Collector::default(), 0);
        for _ in 0..60 {
            let mut terms = Terms::default();
            let names: Vec<String> = (0..40).map(|at| format!("t{}", at * random.u32(1..30))).collect();
            let names: std::collections::BTreeSet<String> = names.into_iter().collect();
            for name in &names {
                terms.push(name);
            }
            let count = random.u32(1..900);
            for declaration in 0..count {
                for (at, name) in names.iter().enumerate() {
                    if random.u32(0..=at as u32 * 3) == 0 {
                        let fields = Fields {
                            name: random.u8(0..3),
                            signature: random.bool(),
                            documentation: random.u8(0..4),
                            body: random.u8(0..4),
                        };
                        assert_eq!(Fields::of_code(fields.code()), fields);
                        terms.stands(declaration, at as u32, fields);
                        expected.entry(name.clone()).or_default().push((before + declaration, fields.code()));
                    }
                }
            }
            collector.add(before, &terms);
            before += count;
        }
        let mut rows: Vec<(Vec<u8>, Vec<u8>)> = Vec::new();
        let gathered = collector.rows(|first, row| {
            rows.push((first.to_vec(), row.to_vec()));
            Ok::<(), ()>(())
        });
        gathered.unwrap();
        assert!(rows.len() > 1);
        for (name, wanted) in &expected {
            let at = rows.partition_point(|(first, _)| &first[..] <= name.as_bytes()) - 1;
            let list = find(&rows[at].1, name.as_bytes()).unwrap().unwrap();
            let mut found = Vec::new();
            list.each(|number, code| found.push((number, code))).unwrap();
            assert_eq!((&found, list.count as usize), (wanted, wanted.len()), "{name}");
            assert_eq!(find(&rows[at].1, format!("{name}x").as_bytes()), Ok(None));
        }
    }

    #[test]
    fn damage_is_an_error_and_no_short_list() {
        let mut collector = Collector::default();
        let mut terms = Terms::default();
        terms.push("a");
        (0..300).for_each(|number| terms.stands(number * 3, 0, Fields { body: 1, ..Fields::default() }));
        collector.add(0, &terms);
        let mut row = Vec::new();
        let gathered = collector.rows(|_, bytes| {
            row.extend_from_slice(bytes);
            Ok::<(), ()>(())
        });
        gathered.unwrap();
        for end in 1..row.len() {
            assert!(find(&row[..end], b"a").is_err(), "cut at {end}");
        }
        for at in 0..row.len() {
            for bit in 0..8 {
                let mut broken = row.clone();
                broken[at] ^= 1 << bit;
                // Whatever a changed bit makes of it, nothing panics and nothing is numbered past the last.
                if let Ok(Some(list)) = find(&broken, b"a") {
                    let _ = list.each(|number, _| assert!(number < list.last));
                }
            }
        }
    }

    #[test]
    fn declarations_are_numbered_type_by_type() {
        use Declaration::{Field, Method, Type};

        let listed = |methods, fields, file, package| Listed { methods, fields, file, package };
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
        assert_eq!((declarations.types()[2].file, declarations.types()[2].package), (4, 3));
        for end in 0..row.len() {
            assert!(Declarations::default().add(&row[..end]).is_none());
        }
    }
}

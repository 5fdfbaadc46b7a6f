//! Methods and fields of a type: their rows, put together with what `detail` knows of them.

use rusqlite::{Row, params};

use super::declarations::Declaration;
use super::detail::{self, Detail};
use super::read::{Index, StoreError};
use super::rows::{Columns, lines, name_line};
use super::spelling::Open;
use super::text::Packed;
use super::{FieldRow, MethodRow, words};
use crate::model::{ByteRange, MethodKind};

/// Where the members of a type stand.
#[derive(Clone, Copy)]
struct Place {
    file: u32,
    /// Ids of the rows, first and last.
    rows: (u32, u32),
    block: u32,
    offset: u32,
}

impl Place {
    fn lacks_rows(&self) -> StoreError {
        StoreError::Damaged(format!("rows of the members in block {} are missing", self.block))
    }
}

fn lacks_member(of: u32, id: u32) -> StoreError {
    StoreError::Damaged(format!("type {of} has no member {id}"))
}

/// Where a member stands, and its documentation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MemberPlace {
    pub bytes: ByteRange,
    pub doc: Option<ByteRange>,
}

impl MemberPlace {
    /// All of it, from the documentation on.
    #[must_use]
    pub fn whole(self) -> ByteRange {
        whole(self.bytes, self.doc)
    }
}

/// A declaration with its documentation, which stands before it.
#[must_use]
pub fn whole(bytes: ByteRange, doc: Option<ByteRange>) -> ByteRange {
    let start = doc.map_or(bytes.start, |doc| doc.start.min(bytes.start));
    ByteRange { start, end: bytes.end.max(start) }
}

/// Where the methods of a type stand.
const PLACE_OF_METHODS: &str =
    "SELECT file, first_method, last_method, detail_block, detail_offset FROM type_row WHERE id = ?";

/// Where the fields of a type stand.
const PLACE_OF_FIELDS: &str =
    "SELECT file, first_field, last_field, detail_block, detail_offset FROM type_row WHERE id = ?";

/// The rows of methods; what they say by number is looked up beside them.
const METHODS: &str = "SELECT id, name, kind, receiver, parameter_types, return_type, modifiers, annotations, \
     start_line, more_lines, name_after FROM method_row WHERE id BETWEEN ? AND ? ORDER BY id";

/// The rows of fields.
const FIELDS: &str = "SELECT id, name, kind, receiver, field_type, modifiers, annotations, \
     start_line, more_lines, name_after FROM field_row WHERE id BETWEEN ? AND ? ORDER BY id";

/// The kinds of members.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Method,
    Field,
}

impl Index {
    /// Methods of a type in file order.
    pub fn methods(&self, type_id: u32) -> Result<Vec<MethodRow>, StoreError> {
        let Some(place) = self.place(PLACE_OF_METHODS, type_id)? else { return Ok(Vec::new()) };
        self.details(&place, Kind::Method, |details| {
            self.join(METHODS, &place, details, |row, said, detail| method(type_id, &place, row, said, detail))
        })
    }

    /// Those that are wanted by their name and kind: the rest of them is read of no other.
    pub fn methods_where(
        &self,
        type_id: u32,
        is_wanted: impl Fn(&str, MethodKind) -> bool,
    ) -> Result<Vec<MethodRow>, StoreError> {
        let names = "SELECT m.id, name.text, kind FROM method_row AS m JOIN name ON name.id = m.name \
                     WHERE m.id BETWEEN ? AND ? ORDER BY m.id";
        let Some(place) = self.place(PLACE_OF_METHODS, type_id)? else { return Ok(Vec::new()) };
        let all = self.list(names, params![place.rows.0, place.rows.1], |row| {
            let mut columns = Columns::of(row);
            let id: u32 = columns.take()?;
            let name: String = columns.take()?;
            Ok((id, is_wanted(&name, columns.number(words::method_kind_of)?)))
        })?;
        if place.rows.1.checked_sub(place.rows.0).is_none_or(|more| all.len() != more as usize + 1) {
            return Err(place.lacks_rows());
        }
        if !all.iter().any(|(_, is_wanted)| *is_wanted) {
            return Ok(Vec::new());
        }
        let read = |id: u32, detail: &Detail<'_>| {
            let alone = Place { rows: (id, id), ..place };
            let found =
                self.join(METHODS, &alone, &[*detail], |row, said, detail| method(type_id, &place, row, said, detail));
            found?.pop().ok_or_else(|| place.lacks_rows())
        };
        self.details(&place, Kind::Method, |details| {
            let wanted = all.iter().zip(details).filter(|((_, is_wanted), _)| *is_wanted);
            wanted.map(|((id, _), detail)| read(*id, detail)).collect()
        })
    }

    /// The method of a type that has this id.
    ///
    /// # Errors
    /// When the index is damaged, or the type has no such method.
    pub fn method(&self, type_id: u32, id: u32) -> Result<MethodRow, StoreError> {
        self.methods_of(type_id, &[id])?.pop().ok_or_else(|| lacks_member(type_id, id))
    }

    /// The methods of a type that have these ids, in their order: sooner than one after the other.
    ///
    /// # Errors
    /// When the index is damaged, or the type has no such method.
    pub fn methods_of(&self, type_id: u32, ids: &[u32]) -> Result<Vec<MethodRow>, StoreError> {
        let place = self.place(PLACE_OF_METHODS, type_id)?;
        self.some(METHODS, place, Kind::Method, (type_id, ids), |place, row, said, detail| {
            method(type_id, place, row, said, detail)
        })
    }

    /// The field of a type that has this id.
    ///
    /// # Errors
    /// When the index is damaged, or the type has no such field.
    pub fn field(&self, type_id: u32, id: u32) -> Result<FieldRow, StoreError> {
        self.fields_of(type_id, &[id])?.pop().ok_or_else(|| lacks_member(type_id, id))
    }

    /// The fields of a type that have these ids, in their order: sooner than one after the other.
    ///
    /// # Errors
    /// When the index is damaged, or the type has no such field.
    pub fn fields_of(&self, type_id: u32, ids: &[u32]) -> Result<Vec<FieldRow>, StoreError> {
        let place = self.place(PLACE_OF_FIELDS, type_id)?;
        self.some(FIELDS, place, Kind::Field, (type_id, ids), |place, row, said, detail| {
            field(type_id, place, row, said, detail)
        })
    }

    /// Some members of a type.
    fn some<T>(
        &self,
        sql: &str,
        place: Option<Place>,
        kind: Kind,
        (of, ids): (u32, &[u32]),
        map: impl Fn(&Place, &Row<'_>, &Open<'_>, &Detail<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, StoreError> {
        let Some(first) = ids.first() else { return Ok(Vec::new()) };
        let place = place.ok_or_else(|| lacks_member(of, *first))?;
        let one = |id: u32, details: &[Detail<'_>]| {
            let at = id.checked_sub(place.rows.0).map(|at| at as usize);
            let detail = at.and_then(|at| details.get(at)).ok_or_else(|| lacks_member(of, id))?;
            let alone = Place { rows: (id, id), ..place };
            let mut found = self.join(sql, &alone, &[*detail], |row, said, detail| map(&place, row, said, detail))?;
            found.pop().ok_or_else(|| place.lacks_rows())
        };
        self.details(&place, kind, |details| ids.iter().map(|id| one(*id, details)).collect())
    }

    /// Where the methods of a type stand, then its fields, each in file order: read without their rows.
    ///
    /// # Errors
    /// When the index is damaged.
    pub fn places_of_members(&self, type_id: u32) -> Result<Vec<MemberPlace>, StoreError> {
        let mut found = Vec::new();
        for (sql, kind) in [(PLACE_OF_METHODS, Kind::Method), (PLACE_OF_FIELDS, Kind::Field)] {
            let Some(place) = self.place(sql, type_id)? else { continue };
            self.details(&place, kind, |details| {
                found.extend(details.iter().map(|detail| MemberPlace { bytes: detail.bytes, doc: detail.doc }));
                Ok(())
            })?;
        }
        Ok(found)
    }

    /// The name of a declaration.
    ///
    /// # Errors
    /// When the index is damaged.
    pub fn name_of(&self, declaration: Declaration) -> Result<String, StoreError> {
        let (sql, id) = match declaration {
            Declaration::Type(id) => {
                return self.the("SELECT name FROM type_row WHERE id = ?", id, |row| row.get(0));
            }
            Declaration::Method(id, _) => ("SELECT name FROM method_row WHERE id = ?", id),
            Declaration::Field(id, _) => ("SELECT name FROM field_row WHERE id = ?", id),
        };
        let lease = self.pool.lease()?;
        let said = self.spellings.open(&lease)?;
        let mut statement = lease.prepare_cached(sql)?;
        Ok(statement.query_row([id], |row| said.name(row, 0))?)
    }

    /// The bodies of the methods of a type, in file order.
    pub fn bodies(&self, type_id: u32) -> Result<Vec<ByteRange>, StoreError> {
        let Some(place) = self.place(PLACE_OF_METHODS, type_id)? else { return Ok(Vec::new()) };
        self.details(&place, Kind::Method, |details| Ok(details.iter().filter_map(|detail| detail.body).collect()))
    }

    /// Fields of a type in file order.
    pub fn fields(&self, type_id: u32) -> Result<Vec<FieldRow>, StoreError> {
        let Some(place) = self.place(PLACE_OF_FIELDS, type_id)? else { return Ok(Vec::new()) };
        self.details(&place, Kind::Field, |details| {
            self.join(FIELDS, &place, details, |row, said, detail| field(type_id, &place, row, said, detail))
        })
    }

    /// Where the members are; none where there are none, or no such type.
    fn place(&self, sql: &str, type_id: u32) -> Result<Option<Place>, StoreError> {
        let place = self.one(sql, [type_id], |row| {
            let first: Option<u32> = row.get(1)?;
            let Some(first) = first else { return Ok(None) };
            Ok(Some(Place { file: row.get(0)?, rows: (first, row.get(2)?), block: row.get(3)?, offset: row.get(4)? }))
        })?;
        Ok(place.flatten())
    }

    /// Shows the details of members.
    fn details<T>(
        &self,
        place: &Place,
        kind: Kind,
        show: impl FnOnce(&[Detail<'_>]) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let broken = || StoreError::Damaged(format!("the details in block {} are damaged", place.block));
        let count = place.rows.1.checked_sub(place.rows.0).ok_or_else(broken)? as usize + 1;
        let block = self.block(Packed::Detail, place.block)?;
        let mut piece = block.get(place.offset as usize..).ok_or_else(broken)?;
        let (length, methods, fields) = detail::measure(piece).ok_or_else(broken)?;
        // What is longer than a block goes on in those that follow.
        let whole;
        if length > piece.len() {
            let mut bytes = piece.to_vec();
            let mut next = place.block;
            while bytes.len() < length {
                next += 1;
                bytes.extend_from_slice(&self.block(Packed::Detail, next)?);
            }
            whole = bytes;
            piece = &whole;
        }
        let packed = if kind == Kind::Method { piece.get(methods..fields) } else { piece.get(fields..length) };
        show(&detail::unpack(packed.ok_or_else(broken)?, count).map_err(|_| broken())?)
    }

    /// Rows, what they say by number, and details side by side.
    fn join<T>(
        &self,
        sql: &str,
        place: &Place,
        details: &[Detail<'_>],
        map: impl Fn(&Row<'_>, &Open<'_>, &Detail<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, StoreError> {
        let lease = self.pool.lease()?;
        let said = self.spellings.open(&lease)?;
        let mut statement = lease.prepare_cached(sql)?;
        let mut rows = statement.query(params![place.rows.0, place.rows.1])?;
        let mut found = Vec::with_capacity(details.len());
        for detail in details {
            let row = rows.next()?.ok_or_else(|| place.lacks_rows())?;
            found.push(map(row, &said, detail)?);
        }
        if rows.next()?.is_none() { Ok(found) } else { Err(place.lacks_rows()) }
    }
}

/// A row of [`METHODS`] and its detail.
fn method(
    type_id: u32,
    place: &Place,
    row: &Row<'_>,
    said: &Open<'_>,
    detail: &Detail<'_>,
) -> rusqlite::Result<MethodRow> {
    Ok(MethodRow {
        id: row.get(0)?,
        type_id,
        file: place.file,
        name: said.name(row, 1)?,
        kind: Columns::from(row, 2).number(words::method_kind_of)?,
        receiver: said.phrase(row, 3)?,
        parameter_types: said.phrase(row, 4)?.map(|joined| words::split_parameters(&joined)).unwrap_or_default(),
        return_type: said.phrase(row, 5)?,
        modifiers: said.phrase(row, 6)?.unwrap_or_default(),
        annotations: said.phrase(row, 7)?.unwrap_or_default(),
        lines: lines(row.get(8)?, row.get(9)?),
        name_line: name_line(row.get(8)?, row.get(10)?),
        bytes: detail.bytes,
        body: detail.body,
        doc: detail.doc,
        signature: detail.signature.to_owned(),
    })
}

/// A row of [`FIELDS`] and its detail.
fn field(
    type_id: u32,
    place: &Place,
    row: &Row<'_>,
    said: &Open<'_>,
    detail: &Detail<'_>,
) -> rusqlite::Result<FieldRow> {
    Ok(FieldRow {
        id: row.get(0)?,
        type_id,
        file: place.file,
        name: said.name(row, 1)?,
        kind: Columns::from(row, 2).number(words::field_kind_of)?,
        receiver: said.phrase(row, 3)?,
        field_type: said.phrase(row, 4)?,
        modifiers: said.phrase(row, 5)?.unwrap_or_default(),
        annotations: said.phrase(row, 6)?.unwrap_or_default(),
        lines: lines(row.get(7)?, row.get(8)?),
        name_line: name_line(row.get(7)?, row.get(9)?),
        bytes: detail.bytes,
        doc: detail.doc,
        signature: detail.signature.to_owned(),
    })
}

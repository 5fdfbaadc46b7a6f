//! Rows of the index as values: which columns are asked for, and how they become a struct.

use rusqlite::types::{FromSql, Type};
use rusqlite::{Error, Result, Row};

use super::spelling::Open;
use super::{FileRow, FolderRow, ImportRow, PackageRow, SupertypeRow, TypeRow, words};
use crate::model::{ByteRange, Language, LineRange};

/// Reads the columns of a row one after the other.
pub(super) struct Columns<'a, 'b> {
    row: &'a Row<'b>,
    next: usize,
}

impl<'a, 'b> Columns<'a, 'b> {
    pub(super) fn of(row: &'a Row<'b>) -> Self {
        Self::from(row, 0)
    }

    /// From this column on.
    pub(super) fn from(row: &'a Row<'b>, next: usize) -> Self {
        Self { row, next }
    }

    pub(super) fn take<T: FromSql>(&mut self) -> Result<T> {
        self.next += 1;
        self.row.get(self.next - 1)
    }

    /// A word that only a few values spell.
    pub(super) fn word<T>(&mut self, parse: impl Fn(&str) -> Option<T>) -> Result<T> {
        self.next += 1;
        let word = self.row.get_ref(self.next - 1)?.as_str()?;
        parse(word).ok_or_else(|| unknown(self.next - 1, word))
    }

    fn optional_word<T>(&mut self, parse: impl Fn(&str) -> Option<T>) -> Result<Option<T>> {
        self.next += 1;
        let Some(word) = self.row.get_ref(self.next - 1)?.as_str_or_null()? else { return Ok(None) };
        parse(word).map(Some).ok_or_else(|| unknown(self.next - 1, word))
    }

    /// A number that stands for a word.
    pub(super) fn number<T>(&mut self, parse: impl Fn(usize) -> Option<T>) -> Result<T> {
        let number: usize = self.take()?;
        parse(number).ok_or_else(|| unknown(self.next - 1, &number.to_string()))
    }

    /// A phrase by its number, empty where there is none.
    fn phrase(&mut self, said: &Open<'_>) -> Result<String> {
        self.next += 1;
        Ok(said.phrase(self.row, self.next - 1)?.unwrap_or_default())
    }

    /// The first of some lines, and how many follow it.
    fn lines(&mut self) -> Result<LineRange> {
        Ok(lines(self.take()?, self.take()?))
    }

    /// The first of some bytes, and how many there are.
    fn bytes(&mut self) -> Result<ByteRange> {
        let (start, size): (u32, u32) = (self.take()?, self.take()?);
        Ok(ByteRange { start, end: start.saturating_add(size) })
    }

    fn optional_bytes(&mut self) -> Result<Option<ByteRange>> {
        let (start, end): (Option<u32>, Option<u32>) = (self.take()?, self.take()?);
        Ok(start.zip(end).map(|(start, end)| ByteRange { start, end }))
    }
}

/// The lines from `start` on.
pub(super) fn lines(start: u32, more: u32) -> LineRange {
    LineRange::new(start, start.saturating_add(more))
}

/// The line of a name, which may stand before the first line that counts.
pub(super) fn name_line(start: u32, after: i64) -> u32 {
    u32::try_from(i64::from(start) + after).unwrap_or(start)
}

fn unknown(column: usize, word: &str) -> Error {
    Error::FromSqlConversionFailure(column, Type::Text, format!("'{}' is no known word", word.escape_debug()).into())
}

pub(super) const PACKAGE: &str = "id, name, type_count, description";

pub(super) fn package(row: &Row<'_>) -> Result<PackageRow> {
    let mut columns = Columns::of(row);
    Ok(PackageRow {
        id: columns.take()?,
        name: columns.take()?,
        type_count: columns.take()?,
        description: columns.take()?,
    })
}

pub(super) const FOLDER: &str = "id, path, file_count";

pub(super) fn folder(row: &Row<'_>) -> Result<FolderRow> {
    let mut columns = Columns::of(row);
    Ok(FolderRow { id: columns.take()?, path: columns.take()?, file_count: columns.take()? })
}

pub(super) const FILE: &str = "id, path, size, line_count, encoding, language, addressable, test, release, \
                               import_start_line, import_end_line, import_start, import_end, problem";

pub(super) fn file(row: &Row<'_>) -> Result<FileRow> {
    let mut columns = Columns::of(row);
    Ok(FileRow {
        id: columns.take()?,
        path: columns.take()?,
        size: columns.take()?,
        line_count: columns.take()?,
        encoding: columns.take()?,
        language: columns.optional_word(Language::parse)?,
        addressable: columns.take()?,
        test: columns.take()?,
        release: columns.take()?,
        import_lines: columns.optional_bytes()?.map(|range| LineRange::new(range.start, range.end)),
        import_section: columns.optional_bytes()?,
        problem: columns.take()?,
    })
}

/// Columns of a type, its file and its package, and the tables they come from.
pub(super) const TYPE: &str = "start_line, more_lines, name_after, type.id, type.file, file.path, package.name, owner, type.name, kind, ifnull(file.language, 'java'), modifiers, \
     type_parameters, annotations, part, type.release, type.test, start_byte, type.size, \
     body_start, body_end, doc_start, doc_end \
     FROM type_row AS type JOIN file ON file.id = type.file JOIN package ON package.id = type.package";

pub(super) fn type_row(row: &Row<'_>, said: &Open<'_>) -> Result<TypeRow> {
    let mut columns = Columns::of(row);
    let lines = columns.lines()?;
    let name_line = name_line(lines.start, columns.take()?);
    Ok(TypeRow {
        id: columns.take()?,
        file: columns.take()?,
        file_path: columns.take()?,
        package: columns.take()?,
        owner: columns.take()?,
        name: columns.take()?,
        kind: columns.number(words::type_kind_of)?,
        language: columns.word(Language::parse)?,
        modifiers: columns.phrase(said)?,
        type_parameters: columns.phrase(said)?,
        annotations: columns.phrase(said)?,
        part: columns.take()?,
        release: columns.take()?,
        test: columns.take()?,
        lines,
        name_line,
        bytes: columns.bytes()?,
        body: columns.optional_bytes()?,
        doc: columns.optional_bytes()?,
    })
}

pub(super) fn supertype(row: &Row<'_>) -> Result<SupertypeRow> {
    let mut columns = Columns::of(row);
    Ok(SupertypeRow { relation: columns.number(words::relation_of)?, name: columns.take()?, text: columns.take()? })
}

pub(super) fn import(row: &Row<'_>) -> Result<ImportRow> {
    let mut columns = Columns::of(row);
    Ok(ImportRow {
        path: columns.take()?,
        alias: columns.take()?,
        kind: columns.number(words::import_kind_of)?,
        line: columns.take()?,
    })
}

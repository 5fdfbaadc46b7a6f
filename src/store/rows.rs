//! Rows of the index as values: which columns are asked for, and how they become a struct.

use rusqlite::types::{FromSql, Type};
use rusqlite::{Error, Result, Row};

use super::{FileRow, FolderRow, ImportRow, PackageRow, SupertypeRow, TypeRow, words};
use crate::model::{ByteRange, Language, LineRange, TypeKind};

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

    fn lines(&mut self) -> Result<LineRange> {
        Ok(LineRange::new(self.take()?, self.take()?))
    }

    fn bytes(&mut self) -> Result<ByteRange> {
        Ok(ByteRange { start: self.take()?, end: self.take()? })
    }

    fn optional_bytes(&mut self) -> Result<Option<ByteRange>> {
        let (start, end): (Option<u32>, Option<u32>) = (self.take()?, self.take()?);
        Ok(start.zip(end).map(|(start, end)| ByteRange { start, end }))
    }
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
pub(super) const TYPE: &str = "type.id, type.file, file.path, package.name, owner, type.name, kind, ifnull(file.language, 'java'), modifiers, signature, \
     type_parameters, annotations, part, type.release, type.test, start_line, end_line, name_line, start_byte, end_byte, \
     body_start, body_end, doc_start, doc_end, type.description \
     FROM type JOIN file ON file.id = type.file JOIN package ON package.id = type.package";

pub(super) fn type_row(row: &Row<'_>) -> Result<TypeRow> {
    let mut columns = Columns::of(row);
    Ok(TypeRow {
        id: columns.take()?,
        file: columns.take()?,
        file_path: columns.take()?,
        package: columns.take()?,
        owner: columns.take()?,
        name: columns.take()?,
        kind: columns.word(TypeKind::parse)?,
        language: columns.word(Language::parse)?,
        modifiers: columns.take()?,
        signature: columns.take()?,
        type_parameters: columns.take()?,
        annotations: columns.take()?,
        part: columns.take()?,
        release: columns.take()?,
        test: columns.take()?,
        lines: columns.lines()?,
        name_line: columns.take()?,
        bytes: columns.bytes()?,
        body: columns.optional_bytes()?,
        doc: columns.optional_bytes()?,
        description: columns.take()?,
    })
}

pub(super) fn supertype(row: &Row<'_>) -> Result<SupertypeRow> {
    let mut columns = Columns::of(row);
    Ok(SupertypeRow { relation: columns.word(words::parse_relation)?, name: columns.take()?, text: columns.take()? })
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

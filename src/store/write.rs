//! Writing an index: files in, one SQLite file out, the same bytes for the same input.
//!
//! Files come one by one in byte order of path, whatever threads prepared them. Rows that depend on all files (files,
//! folders, packages, types, postings) wait in memory until [`Writer::finish`]; members and text go to disk at once, so
//! that memory stays bounded by names, headers and postings. Nothing depends on clock, threads or machine: fixed page size,
//! explicit ids, one transaction, indexes after rows, no statistics.

use std::collections::HashMap;
use std::path::Path;

use rusqlite::{CachedStatement, Connection, params};

use super::block::{Block, Blocks, FEW_BYTES, Packer};
pub use super::dictionary::{Standing, Words};
use super::gather::{Gather, Row};
use super::grams::{CODE_BITS, FINE_BITS};
use super::phrases::Phrases;
pub use super::prepare::Prepared;
use super::prepare::{Declared, DeclaredType, FieldLine, MethodLine};
use super::schema::statements;
use super::symbols;
use super::tables::{FileRecord, Tables, TypeRecord};
use super::terms::Terms;
pub use super::texts::pieces;
use super::texts::{Laid, Texts};
use super::{APPLICATION_ID, Counts, FORMAT, words};
use crate::coordinate::Coordinate;
use crate::error::Incomplete;
use crate::model::{Import, Language, Origin, ParsedFile, TypeKind};

/// Why an index could not be written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The disk or the quota is full.
    #[error("no space left for the index: {0}")]
    Full(String),
    /// The caller broke a promise: files out of order, say.
    #[error("the index was fed wrongly: {0}")]
    Input(String),
    /// Anything else: the message says what.
    #[error("the index cannot be written: {0}")]
    Failed(String),
}

impl WriteError {
    pub(super) fn compression(error: impl std::fmt::Display) -> Self {
        Self::Failed(format!("compression failed: {error}"))
    }
}

impl From<rusqlite::Error> for WriteError {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(rusqlite::ErrorCode::DiskFull) => Self::Full(error.to_string()),
            _ => Self::Failed(error.to_string()),
        }
    }
}

/// What is known of the artifact before its files are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Facts {
    pub coordinate: Coordinate,
    pub origin: Origin,
    /// `sha256:` and 64 hex digits.
    pub source_digest: String,
    pub commit: Option<String>,
    /// Bytes of all files, as far as the source tells: of little text more is made than of much.
    pub bytes: u64,
}

/// One file of the artifact, ready to be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileInput {
    /// As in the archive, `/` between segments.
    pub path: String,
    /// Bytes as stored in the artifact.
    pub size: u64,
    /// Whether the name stays inside the root.
    pub addressable: bool,
    /// Under a test source root.
    pub test: bool,
    /// The Java release of a multi-release overlay.
    pub release: Option<u32>,
    /// None: binary.
    pub text: Option<TextInput>,
    pub language: Option<Language>,
    /// None: the file was not parsed.
    pub parsed: Option<ParsedFile>,
    /// First sentence of the package's documentation, where this file holds it (package-info.java, package.html, KDoc).
    pub package_description: Option<String>,
    /// Why the file was not parsed or not read, where there is no `parsed` to say it.
    pub problem: Option<String>,
}

/// The text of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextInput {
    /// The original bytes, as many as `size` says.
    pub bytes: Vec<u8>,
    /// As [`crate::text::decode`] says it: None is UTF-8.
    pub encoding: Option<&'static str>,
    pub line_count: u32,
    /// Of the decoded, folded text.
    pub grams: Grams,
    /// The words of the decoded text.
    pub words: Words,
    /// The terms of what it declares.
    pub terms: Terms,
}

/// What stands in a text, of each kind distinct and in any order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Grams {
    /// In order, as [`pieces`] cuts them.
    pub pieces: Vec<Piece>,
    /// The numbers of six, each below 1 << [`super::strings::STRING_BITS`].
    pub strings: Vec<u32>,
}

/// A piece of a text: whole lines.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Piece {
    /// Where it ends in the text.
    pub end: u32,
    /// The codes of four characters.
    pub codes: Vec<u32>,
}

/// An index file being written. Dropped unfinished it leaves a file that no reader opens.
pub struct Writer {
    connection: Connection,
    facts: Facts,
    tables: Tables,
    names: Phrases,
    phrases: Phrases,
    texts: Texts,
    details: Blocks,
    gather: Gather,
    symbols: symbols::Collector,
    packer: Packer<'static>,
    /// How many files the facade of this package, release and name has so far.
    parts: HashMap<(u32, Option<u32>, String), u32>,
    counts: Counts,
}

impl Writer {
    /// Begins the index at `path`, a new or empty file of the caller's; the caller syncs and publishes it when done.
    pub fn create(path: &Path, facts: Facts) -> Result<Self, WriteError> {
        let page_size = page_size(facts.bytes);
        let connection = Connection::open(path)?;
        connection.set_prepared_statement_cache_capacity(32);
        // A half-written file is thrown away, so nothing is journalled or synced here.
        connection.execute_batch(&format!(
            "PRAGMA page_size = {page_size}; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA encoding = 'UTF-8'; \
             PRAGMA locking_mode = EXCLUSIVE; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -4096; \
             PRAGMA auto_vacuum = NONE; PRAGMA application_id = {APPLICATION_ID}; BEGIN EXCLUSIVE"
        ))?;
        for statement in statements().filter(|statement| statement.starts_with("CREATE TABLE")) {
            connection.execute_batch(statement)?;
        }
        Ok(Self {
            connection,
            texts: Texts::of(facts.bytes),
            facts,
            tables: Tables::default(),
            names: Phrases::of("name"),
            phrases: Phrases::of("phrase"),
            details: Blocks::new()?,
            gather: Gather::new()?,
            symbols: symbols::Collector::default(),
            packer: Packer::new()?,
            parts: HashMap::new(),
            counts: Counts::default(),
        })
    }

    /// Adds the next file, in byte order of path.
    pub fn add(&mut self, file: FileInput) -> Result<(), WriteError> {
        self.add_prepared(Prepared::of(file))
    }

    /// Adds the next file, which another thread has prepared.
    pub fn add_prepared(&mut self, prepared: Prepared) -> Result<(), WriteError> {
        let Prepared { mut file, declared } = prepared;
        if self.tables.files.last().is_some_and(|last| last.path >= file.path) {
            return Err(WriteError::Input(format!("'{}' does not follow the file before it", file.path)));
        }
        let id = self.tables.files.len() as u32 + 1;
        self.counts.files += 1;
        self.counts.bytes += file.size;
        let mut record = FileRecord::of(&file);
        let mut terms = Terms::default();
        if let Some(text) = file.text.take() {
            let plain = text.encoding.is_none() && !text.bytes.starts_with(b"\xef\xbb\xbf");
            let insert = |block| insert_block(&self.connection, "block", &block);
            let Laid { place, pieces } = self.texts.add(id, &text.bytes, &text.grams, plain, insert)?;
            record.place = Some(place);
            self.counts.lines += u64::from(text.line_count);
            self.gather.add(id, text.grams, &pieces, text.words)?;
            terms = text.terms;
        }
        let count = declared.as_ref().map_or(0, Declared::count);
        if let Some(before) = self.tables.add_extents(&terms, count) {
            self.gather.add_terms(before, terms)?;
        }
        if let Some(declared) = declared {
            self.add_declared(id, &mut record, declared)?;
        }
        self.counts.unparsed_files += u64::from(record.problem.is_some());
        self.tables.files.push(record);
        Ok(())
    }

    fn add_declared(&mut self, file: u32, record: &mut FileRecord, declared: Declared) -> Result<(), WriteError> {
        // A module descriptor or an empty file in the root folder does not make a default package.
        let declares = !declared.package.is_empty() || !declared.types.is_empty();
        let package = declares.then(|| self.tables.package(&declared.package));
        record.package = package;
        record.imports = declared.import_section;
        record.local_types = declared.local_types;
        self.counts.local_types += u64::from(declared.local_types);
        self.insert_imports(file, &declared.imports)?;
        self.insert_local_supertypes(file, &declared.local_supertypes)?;
        let Some(package) = package else { return Ok(()) };
        let first_type = self.tables.types.len() as u32 + 1;
        let count = declared.types.len() as u32;
        let (first_method, first_field) = (self.counts.methods as u32 + 1, self.counts.fields as u32 + 1);
        self.symbols.file(&declared.types);
        self.insert_members(first_type, &declared)?;
        self.symbols.flush(&self.connection, &mut self.packer, false)?;
        let (mut next_method, mut next_field) = (first_method, first_field);
        for (position, one) in declared.types.into_iter().enumerate() {
            let DeclaredType { declaration, methods, fields, detail } = one;
            let owner = declaration.owner.filter(|owner| *owner < count && *owner as usize != position);
            let part = if declaration.kind == TypeKind::Facade {
                let next = self.parts.entry((package, record.release, declaration.name.clone())).or_insert(0);
                *next += 1;
                *next - 1
            } else {
                0
            };
            self.counts.types += u64::from(part == 0);
            if part == 0 && declaration.owner.is_none() && record.release.is_none() {
                self.tables.packages[package as usize].type_count += 1;
            }
            let place = if methods + fields == 0 {
                None
            } else {
                Some(self.details.add(&detail, |block| insert_block(&self.connection, "detail", &block))?)
            };
            self.tables.types.push(TypeRecord {
                file,
                package,
                owner: owner.map(|owner| first_type + owner),
                part,
                language: record.language.unwrap_or(Language::Java),
                release: record.release,
                test: record.test,
                methods: range(&mut next_method, methods),
                fields: range(&mut next_field, fields),
                detail: place,
                declaration,
            });
        }
        Ok(())
    }

    fn insert_imports(&mut self, file: u32, imports: &[Import]) -> Result<(), WriteError> {
        let mut paths = self.phrases.open(&self.connection)?;
        let mut insert = insert_into(&self.connection, "import_row", 6)?;
        for (position, import) in imports.iter().enumerate() {
            let kind = words::import_kind(import.kind);
            let path = paths.number(&import.path)?;
            insert.execute(params![file, position, import.line, path, import.alias, kind])?;
        }
        Ok(())
    }

    fn insert_local_supertypes(&mut self, file: u32, names: &[String]) -> Result<(), WriteError> {
        if names.is_empty() {
            return Ok(());
        }
        let mut phrases = self.phrases.open(&self.connection)?;
        let mut insert = insert_into(&self.connection, "local_supertype_row", 2)?;
        let mut numbers = names.iter().map(|name| phrases.number(name)).collect::<Result<Vec<_>, _>>()?;
        numbers.sort_unstable();
        for number in numbers {
            insert.execute(params![file, number])?;
        }
        Ok(())
    }

    /// Writes methods and fields, which no later file can change.
    fn insert_members(&mut self, first_type: u32, declared: &Declared) -> Result<(), WriteError> {
        let mut names = self.names.open(&self.connection)?;
        let mut phrases = self.phrases.open(&self.connection)?;
        let mut insert = insert_into(&self.connection, "method_row", 12)?;
        let mut methods = declared.methods.iter();
        for (one, id) in declared.types.iter().zip(first_type..) {
            for line in methods.by_ref().take(one.methods as usize) {
                let MethodLine { kind, parameter_types, common } = line;
                self.counts.methods += 1;
                let name = names.number(&common.name)?;
                self.symbols.method(name, line);
                insert.execute(params![
                    self.counts.methods,
                    id,
                    name,
                    words::method_kind(*kind),
                    phrases.optional(&common.modifiers)?,
                    phrases.optional(&common.annotations)?,
                    common.receiver.as_deref().map(|text| phrases.number(text)).transpose()?,
                    phrases.optional(parameter_types)?,
                    common.type_text.as_deref().map(|text| phrases.number(text)).transpose()?,
                    common.lines.start,
                    common.lines.end - common.lines.start,
                    i64::from(common.name_line) - i64::from(common.lines.start),
                ])?;
            }
        }
        drop(insert);
        let mut insert = insert_into(&self.connection, "field_row", 11)?;
        let mut fields = declared.fields.iter();
        for (one, id) in declared.types.iter().zip(first_type..) {
            for line in fields.by_ref().take(one.fields as usize) {
                let FieldLine { kind, common } = line;
                self.counts.fields += 1;
                let name = names.number(&common.name)?;
                self.symbols.field(name, line);
                insert.execute(params![
                    self.counts.fields,
                    id,
                    name,
                    words::field_kind(*kind),
                    phrases.optional(&common.modifiers)?,
                    phrases.optional(&common.annotations)?,
                    common.receiver.as_deref().map(|text| phrases.number(text)).transpose()?,
                    common.type_text.as_deref().map(|text| phrases.number(text)).transpose()?,
                    common.lines.start,
                    common.lines.end - common.lines.start,
                    i64::from(common.name_line) - i64::from(common.lines.start),
                ])?;
            }
        }
        Ok(())
    }

    /// What was written so far.
    #[must_use]
    pub const fn counts(&self) -> &Counts {
        &self.counts
    }

    /// Writes what waited, the indexes and the facts, and closes the file. `problems` are those of the artifact and of
    /// entries that are no files here.
    pub fn finish(self, problems: &[Incomplete]) -> Result<Counts, WriteError> {
        let Self {
            connection,
            facts,
            tables,
            mut phrases,
            mut texts,
            details,
            mut gather,
            mut symbols,
            mut packer,
            counts,
            ..
        } = self;
        gather.close()?;
        texts.end()?;
        details.finish(|block| insert_block(&connection, "detail", &block))?;
        tables.insert(&connection, &mut phrases)?;
        symbols.flush(&connection, &mut packer, true)?;
        {
            let mut insert = insert_into(&connection, "problem", 5)?;
            for (position, problem) in problems.iter().enumerate() {
                let Incomplete { what, reason, lack, is_path } = problem;
                insert.execute(params![position + 1, what, is_path, lack.as_str(), reason])?;
            }
        }
        let fine = insert_postings(&connection, gather)?;
        for row in texts.finish(|block| insert_block(&connection, "block", &block))? {
            insert_block(&connection, "layout", &row)?;
        }
        insert_meta(&connection, &facts, counts, fine)?;
        for statement in statements().filter(|statement| !statement.starts_with("CREATE TABLE")) {
            connection.execute_batch(statement)?;
        }
        // The version comes last: a file without it is not an index yet.
        connection.execute_batch(&format!("PRAGMA user_version = {FORMAT}; COMMIT"))?;
        connection.close().map_err(|(_, error)| WriteError::from(error))?;
        Ok(counts)
    }
}

/// Bytes of a page in the index of a source of so many bytes. Every table takes a page, and half of the last page of every
/// blob is empty: in 2 KiB the index of ktor (2.6 MB) has 905 bytes for 1000 of text, in 1 KiB 885; that of hibernate-core (25.8 MB)
/// 776 in 4 KiB, 733 in 2 KiB. Large blobs are read faster in large pages.
const fn page_size(bytes: u64) -> u32 {
    if bytes <= FEW_BYTES { 1024 } else { 2048 }
}

/// The ids of the next `count` rows, first and last.
fn range(next: &mut u32, count: u32) -> Option<(u32, u32)> {
    let first = *next;
    *next += count;
    (count > 0).then(|| (first, *next - 1))
}

pub(super) fn insert_block(connection: &Connection, table: &str, block: &Block) -> Result<(), WriteError> {
    insert_into(connection, table, 4)?.execute(params![block.id, block.size, block.crc, block.data])?;
    Ok(())
}

/// Whether the codes of grams are whole.
fn insert_postings(connection: &Connection, gather: Gather) -> Result<bool, WriteError> {
    let mut grams = insert_into(connection, "gram", 3)?;
    let mut strings = insert_into(connection, "string_map", 3)?;
    let mut dictionary = insert_into(connection, "dictionary", 5)?;
    let mut words = insert_into(connection, "word", 3)?;
    let mut terms = insert_into(connection, "term", 4)?;
    let mut term_rows = 0_u32;
    let mut fine = false;
    gather.rows(|row| {
        match row {
            Row::Fine => {
                fine = true;
                0
            }
            Row::Grams(row) => grams.execute(params![row.first, row.crc, row.data])?,
            Row::Strings(row) => strings.execute(params![row.first, row.crc, row.data])?,
            Row::Dictionary(block, word) => {
                dictionary.execute(params![block.id, word, block.size, block.crc, block.data])?
            }
            Row::Words(row) => words.execute(params![row.first, row.crc, row.data])?,
            Row::Terms(first, crc, data) => {
                term_rows += 1;
                terms.execute(params![term_rows, first, crc, data])?
            }
        };
        Ok(())
    })?;
    Ok(fine)
}

fn insert_meta(connection: &Connection, facts: &Facts, counts: Counts, fine: bool) -> Result<(), WriteError> {
    let coordinate = &facts.coordinate;
    let mut rows = vec![
        ("artifact_id", coordinate.artifact().to_owned()),
        ("bytes", counts.bytes.to_string()),
        ("fields", counts.fields.to_string()),
        ("files", counts.files.to_string()),
        ("format", FORMAT.to_string()),
        ("gram_bits", if fine { CODE_BITS } else { CODE_BITS - FINE_BITS }.to_string()),
        ("group_id", coordinate.group().to_owned()),
        ("lines", counts.lines.to_string()),
        ("local_types", counts.local_types.to_string()),
        ("methods", counts.methods.to_string()),
        ("origin", facts.origin.as_str().to_owned()),
        ("source_digest", facts.source_digest.clone()),
        ("types", counts.types.to_string()),
        ("unparsed_files", counts.unparsed_files.to_string()),
        ("version", coordinate.version().to_owned()),
    ];
    rows.extend(facts.commit.iter().map(|commit| ("commit", commit.clone())));
    rows.sort_unstable();
    let mut insert = insert_into(connection, "meta", 2)?;
    for (name, value) in rows {
        insert.execute(params![name, value])?;
    }
    Ok(())
}

/// The prepared insertion of a whole row of `columns` columns.
pub(super) fn insert_into<'a>(
    connection: &'a Connection,
    table: &str,
    columns: usize,
) -> Result<CachedStatement<'a>, WriteError> {
    let marks = vec!["?"; columns].join(",");
    Ok(connection.prepare_cached(&format!("INSERT INTO {table} VALUES ({marks})"))?)
}

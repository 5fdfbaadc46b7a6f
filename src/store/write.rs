//! Writing an index: files in, one SQLite file out, the same bytes for the same input.
//!
//! Files come one by one in byte order of path, whatever threads prepared them. Rows that depend on all files (files,
//! folders, packages, types, postings) wait in memory until [`Writer::finish`]; members and text go to disk at once, so
//! that memory stays bounded by names, headers and postings. Nothing depends on clock, threads or machine: fixed page size,
//! explicit ids, one transaction, indexes after rows, no statistics.

use std::collections::HashMap;
use std::path::Path;

use rusqlite::{CachedStatement, Connection, params};

use super::block::{Block, Blocks};
use super::posting::Collector;
use super::tables::{FileRecord, Tables, TypeRecord};
use super::{APPLICATION_ID, Counts, FORMAT, SCHEMA, words};
use crate::coordinate::Coordinate;
use crate::error::Incomplete;
use crate::model::{Language, Origin, ParsedFile, TypeKind};

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
    /// The trigram codes of the decoded, folded text: ascending, distinct.
    pub trigrams: Vec<u32>,
}

/// An index file being written. Dropped unfinished it leaves a file that no reader opens.
pub struct Writer {
    connection: Connection,
    facts: Facts,
    tables: Tables,
    blocks: Blocks,
    postings: Collector,
    /// How many files the facade of this package, release and name has so far.
    parts: HashMap<(u32, Option<u32>, String), u32>,
    counts: Counts,
}

impl Writer {
    /// Begins the index at `path`, a new or empty file of the caller's; the caller syncs and publishes it when done.
    pub fn create(path: &Path, facts: Facts) -> Result<Self, WriteError> {
        let connection = Connection::open(path)?;
        connection.set_prepared_statement_cache_capacity(32);
        // A half-written file is thrown away, so nothing is journalled or synced here.
        connection.execute_batch(&format!(
            "PRAGMA page_size = 4096; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA encoding = 'UTF-8'; \
             PRAGMA locking_mode = EXCLUSIVE; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -16384; \
             PRAGMA auto_vacuum = NONE; PRAGMA application_id = {APPLICATION_ID}; BEGIN EXCLUSIVE"
        ))?;
        for statement in statements(SCHEMA).filter(|statement| statement.starts_with("CREATE TABLE")) {
            connection.execute_batch(statement)?;
        }
        Ok(Self {
            connection,
            facts,
            tables: Tables::default(),
            blocks: Blocks::new()?,
            postings: Collector::new(),
            parts: HashMap::new(),
            counts: Counts::default(),
        })
    }

    /// Adds the next file, in byte order of path.
    pub fn add(&mut self, file: FileInput) -> Result<(), WriteError> {
        if self.tables.files.last().is_some_and(|last| last.path >= file.path) {
            return Err(WriteError::Input(format!("'{}' does not follow the file before it", file.path)));
        }
        let id = self.tables.files.len() as u32 + 1;
        self.counts.files += 1;
        self.counts.bytes += file.size;
        let mut record = FileRecord::of(&file);
        if let Some(text) = &file.text {
            let place = self.blocks.add(&text.bytes, |block| insert_block(&self.connection, &block))?;
            record.place = Some(place);
            self.counts.lines += u64::from(text.line_count);
            self.postings.add(id, &text.trigrams);
        }
        if let Some(parsed) = file.parsed {
            self.add_parsed(id, &mut record, parsed)?;
        }
        self.counts.unparsed_files += u64::from(record.problem.is_some());
        self.tables.files.push(record);
        Ok(())
    }

    fn add_parsed(&mut self, file: u32, record: &mut FileRecord, parsed: ParsedFile) -> Result<(), WriteError> {
        // A module descriptor or an empty file in the root folder does not make a default package.
        let declares = !parsed.package.is_empty() || !parsed.types.is_empty();
        let package = declares.then(|| self.tables.package(&parsed.package));
        record.package = package;
        record.imports = parsed.import_section.zip(parsed.import_lines);
        record.local_types = parsed.local_types;
        record.problem = record.problem.take().or_else(|| parsed.problem.clone());
        self.counts.local_types += u64::from(parsed.local_types);

        let first_type = self.tables.types.len() as u32 + 1;
        let count = parsed.types.len() as u32;
        self.insert_members(file, first_type, &parsed)?;
        let Some(package) = package else { return Ok(()) };
        for (position, declaration) in parsed.types.into_iter().enumerate() {
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
            self.tables.types.push(TypeRecord {
                file,
                package,
                owner: owner.map(|owner| first_type + owner),
                part,
                language: record.language.unwrap_or(Language::Java),
                release: record.release,
                test: record.test,
                declaration,
            });
        }
        Ok(())
    }

    /// Writes imports, methods and fields, which no later file can change.
    fn insert_members(&mut self, file: u32, first_type: u32, parsed: &ParsedFile) -> Result<(), WriteError> {
        let count = parsed.types.len() as u32;
        {
            let mut insert = insert_into(&self.connection, "import", 6)?;
            for (position, import) in parsed.imports.iter().enumerate() {
                let kind = words::import_kind(import.kind);
                insert.execute(params![file, position, import.line, import.path, import.alias, kind])?;
            }
        }
        {
            let mut insert = insert_into(&self.connection, "method", 21)?;
            for method in parsed.methods.iter().filter(|method| method.owner < count) {
                self.counts.methods += 1;
                insert.execute(params![
                    self.counts.methods,
                    first_type + method.owner,
                    file,
                    method.name,
                    method.kind.as_str(),
                    method.receiver,
                    words::join_parameters(&method.parameters),
                    method.return_type,
                    method.modifiers.join(" "),
                    method.signature,
                    method.annotations.join(", "),
                    method.lines.start,
                    method.lines.end,
                    method.name_line,
                    method.bytes.start,
                    method.bytes.end,
                    method.body.map(|range| range.start),
                    method.body.map(|range| range.end),
                    method.doc.map(|range| range.start),
                    method.doc.map(|range| range.end),
                    method.description,
                ])?;
            }
        }
        let mut insert = insert_into(&self.connection, "field", 18)?;
        for field in parsed.fields.iter().filter(|field| field.owner < count) {
            self.counts.fields += 1;
            insert.execute(params![
                self.counts.fields,
                first_type + field.owner,
                file,
                field.name,
                field.kind.as_str(),
                field.receiver,
                field.type_text,
                field.modifiers.join(" "),
                field.signature,
                field.annotations.join(", "),
                field.lines.start,
                field.lines.end,
                field.name_line,
                field.bytes.start,
                field.bytes.end,
                field.doc.map(|range| range.start),
                field.doc.map(|range| range.end),
                field.description,
            ])?;
        }
        Ok(())
    }

    /// Writes what waited, the indexes and the facts, and closes the file. `problems` are those of the artifact and of
    /// entries that are no files here.
    pub fn finish(self, problems: &[Incomplete]) -> Result<Counts, WriteError> {
        let Self { connection, facts, tables, blocks, postings, counts, .. } = self;
        blocks.finish(|block| insert_block(&connection, &block))?;
        tables.insert(&connection)?;
        {
            let mut insert = insert_into(&connection, "problem", 3)?;
            for (position, problem) in problems.iter().enumerate() {
                insert.execute(params![position + 1, problem.what, problem.reason])?;
            }
            let mut insert = insert_into(&connection, "trigram", 3)?;
            postings.rows(|first, data| {
                insert.execute(params![first, crc32fast::hash(data), data]).map(drop).map_err(WriteError::from)
            })?;
        }
        insert_meta(&connection, &facts, counts)?;
        for statement in statements(SCHEMA).filter(|statement| !statement.starts_with("CREATE TABLE")) {
            connection.execute_batch(statement)?;
        }
        // The version comes last: a file without it is not an index yet.
        connection.execute_batch(&format!("PRAGMA user_version = {FORMAT}; COMMIT"))?;
        connection.close().map_err(|(_, error)| WriteError::from(error))?;
        Ok(counts)
    }
}

fn insert_block(connection: &Connection, block: &Block) -> Result<(), WriteError> {
    insert_into(connection, "block", 4)?.execute(params![block.id, block.size, block.crc, block.data])?;
    Ok(())
}

fn insert_meta(connection: &Connection, facts: &Facts, counts: Counts) -> Result<(), WriteError> {
    let coordinate = &facts.coordinate;
    let mut rows = vec![
        ("artifact_id", coordinate.artifact().to_owned()),
        ("bytes", counts.bytes.to_string()),
        ("fields", counts.fields.to_string()),
        ("files", counts.files.to_string()),
        ("format", FORMAT.to_string()),
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

/// The statements of the data definition, the comments before each left out.
fn statements(sql: &str) -> impl Iterator<Item = &str> {
    let mut rest = sql;
    std::iter::from_fn(move || {
        loop {
            rest = rest.trim_start();
            if !rest.starts_with("--") {
                break;
            }
            rest = rest.split_once('\n').map_or("", |(_, after)| after);
        }
        // A semicolon inside a comment ends nothing.
        let mut end = None;
        let mut at = 0;
        for line in rest.split_inclusive('\n') {
            let code = line.split("--").next().unwrap_or(line);
            if let Some(semicolon) = code.find(';') {
                end = Some(at + semicolon);
                break;
            }
            at += line.len();
        }
        let (statement, after) = rest.split_at(end?);
        rest = &after[1..];
        Some(statement)
    })
}

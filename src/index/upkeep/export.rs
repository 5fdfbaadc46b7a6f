//! `cache export`: indexes and their records as one archive.

use std::io::{self, Write};

use serde::Serialize;

use super::archive::{END, Tally, append, header};
use super::{Size, Upkeep};
use crate::cache::TAG;
use crate::coordinate::Coordinate;
use crate::error::{Failure, Incomplete, Status};
use crate::fs;
use crate::index::build::{digest_of, is_of_this_program};
use crate::registry::{self, Record};
use crate::search::pattern::NamePattern;
use crate::source;
use crate::work::Work;

/// Longest POM that is kept with an index.
const LARGEST_POM: u64 = 8 * 1024 * 1024;

/// Level of compression: what indexes hold is packed already, and more costs much time for little.
const LEVEL: i32 = 3;

/// What was exported.
#[derive(Debug, Default, Serialize)]
pub struct Exported {
    pub artifacts: u64,
    /// Before compression.
    #[serde(flatten)]
    pub size: Size,
    /// What stayed out, and why.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub incomplete: Vec<Incomplete>,
}

/// The archive that is being written.
struct Archive<'a> {
    /// What it is called in errors.
    name: &'a str,
    /// Its bytes, about; none where it is packed.
    needed: Option<u64>,
}

impl Archive<'_> {
    /// A disk that is full, or a reader that went away.
    fn unwritten(&self, error: &io::Error) -> Failure {
        if !matches!(error.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded) {
            return Failure::new(Status::NotPermitted, format!("{} could not be written: {error}", self.name));
        }
        let needed = self.needed.map_or_else(String::new, |bytes| format!("; {bytes} bytes are needed"));
        Failure::new(Status::IndexingFailed, format!("no space left for {}{needed}", self.name))
            .hint("free some space there, or name a file on a larger disk")
    }
}

impl Upkeep<'_> {
    /// Writes the artifacts that one of the patterns matches, all without patterns, to `out`, which errors call `name`; packed
    /// with zstd where that is wanted.
    ///
    /// # Errors
    /// `source_jar_not_found` for a pattern that matches nothing, `indexing_failed` when the disk is full, `not_permitted` when
    /// `out` takes no more for another reason,
    /// [`Failure::cancelled`].
    pub fn export(
        &self,
        patterns: &[(String, NamePattern)],
        is_packed: bool,
        name: &str,
        out: &mut dyn Write,
        work: &Work,
    ) -> Result<Exported, Failure> {
        let listing = registry::list(&self.engine.cache)?;
        let matching = |pattern: &NamePattern, record: &Record| pattern.matches(&record.coordinate.to_string());
        for (text, pattern) in patterns {
            if !listing.records.iter().any(|record| matching(pattern, record)) {
                let message = format!("nothing that is registered is called {}", text.escape_debug());
                return Err(Failure::new(Status::SourceJarNotFound, message).suggest("list_indexed_artifacts"));
            }
        }
        let mut exported = Exported { incomplete: listing.unreadable, ..Exported::default() };
        let mut records = listing.records;
        records.retain(|record| patterns.is_empty() || patterns.iter().any(|(_, one)| matching(one, record)));
        work.stage("exporting");
        work.expect_files(records.len() as u64);
        let bytes = records.iter().filter_map(|record| Some(record.current.as_ref()?.length)).sum();
        let archive = Archive { name, needed: (!is_packed).then_some(bytes) };
        let written = if is_packed {
            let mut packer =
                zstd::stream::write::Encoder::new(out, LEVEL).map_err(|error| archive.unwritten(&error))?;
            self.write(&records, &archive, &mut packer, &mut exported, work)?;
            packer.finish().and_then(Write::flush)
        } else {
            self.write(&records, &archive, out, &mut exported, work)?;
            out.flush()
        };
        written.map_err(|error| archive.unwritten(&error))?;
        Ok(exported)
    }

    fn write(
        &self,
        records: &[Record],
        archive: &Archive<'_>,
        out: &mut dyn Write,
        exported: &mut Exported,
        work: &Work,
    ) -> Result<(), Failure> {
        let mut tar = tar::Builder::new(out);
        let mut tally = Tally::default();
        append(&mut tar, "CACHEDIR.TAG", TAG.as_bytes()).map_err(|error| archive.unwritten(&error))?;
        for record in records {
            work.check()?;
            work.add_files(1);
            let written = self.write_artifact(record, &mut tar, &mut tally, exported);
            if let Err(reason) = written.map_err(|error| archive.unwritten(&error))? {
                exported.incomplete.push(Incomplete::new(record.coordinate.to_string(), reason));
            }
        }
        exported.artifacts = tally.end().artifacts;
        let end = serde_json::to_vec(&tally.end()).map_err(Failure::internal)?;
        append(&mut tar, END, &end).and_then(|()| tar.finish()).map_err(|error| archive.unwritten(&error))
    }

    /// Writes one artifact; the reason where it stays out. It is looked at first: nothing is half written.
    fn write_artifact(
        &self,
        record: &Record,
        tar: &mut tar::Builder<impl Write>,
        tally: &mut Tally,
        exported: &mut Exported,
    ) -> io::Result<Result<(), String>> {
        let (cache, coordinate) = (&self.engine.cache, &record.coordinate);
        let mut record = record.portable();
        let mut index = None;
        if let Some(current) = &record.current {
            if !is_of_this_program(&record, current) {
                return Ok(Err("another version of jardex made its index; index it again first".to_owned()));
            }
            let path = cache.index_file(coordinate, &current.generation);
            // Held open, so that nobody takes it away once its record is written.
            let opened = fs::open_plain(&path).map_err(|error| error.reason().to_owned());
            let is_whole = digest_of(&path).is_ok_and(|found| found == (current.digest.clone(), current.length));
            match opened {
                Ok(file) if is_whole => index = Some((path, file, current.length)),
                Ok(_) => return Ok(Err("its index is damaged; cache verify --repair drops it".to_owned())),
                Err(reason) => return Ok(Err(reason)),
            }
        }
        let pom = record.pom.as_ref().and_then(|digest| {
            let bytes = fs::read(&cache.pom_file(coordinate), LARGEST_POM).ok()?;
            (source::digest(&bytes) == *digest).then_some(bytes)
        });
        if pom.is_none() {
            record.pom = None;
        }
        let bytes = record.to_bytes();
        let name = cache.relative(&cache.record_file(coordinate));
        let mut written = append(tar, &name, &bytes);
        exported.size.add(Size { files: 1, bytes: bytes.len() as u64 });
        if let (Ok(()), Some(pom)) = (&written, &pom) {
            written = append(tar, &cache.relative(&cache.pom_file(coordinate)), pom);
            exported.size.add(Size { files: 1, bytes: pom.len() as u64 });
        }
        if let (Ok(()), Some((path, file, length))) = (&written, index) {
            written = tar.append_data(&mut header(length), cache.relative(&path), file);
            exported.size.add(Size { files: 1, bytes: length });
        }
        tally.add(&bytes);
        written?;
        Ok(Ok(()))
    }
}

/// Whether a coordinate is meant by a text: `g:a:v`, `g:a` for all versions, or a glob.
///
/// # Errors
/// `invalid_argument` and `invalid_pattern`.
pub fn pattern(text: &str) -> Result<(String, NamePattern), Failure> {
    let parts = text.split(':').count();
    let whole = if parts == 2 { format!("{text}:*") } else { text.to_owned() };
    if parts > 3 || (parts == 3 && !text.contains(['*', '?', '[', '{'])) {
        Coordinate::parse(text)?;
    }
    let pattern = NamePattern::parse(&whole, crate::search::pattern::PatternKind::Glob)?;
    Ok((text.to_owned(), pattern))
}

//! `cache import`: takes an archive of indexes and their records.
//!
//! An archive may come from anywhere: only names of the layout are taken, each in its place; an index is digested before it
//! gets its name and a record is written only when the whole archive was seen. What is there already and newer stays.

use std::collections::HashSet;
use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use serde::Serialize;

use super::archive::{END, End, GZIP, Tally, ZSTD};
use super::{Size, Upkeep};
use crate::cache::TAG;
use crate::coordinate::Coordinate;
use crate::digest::{Blake3, hex};
use crate::error::{Failure, Incomplete, Status};
use crate::fs;
use crate::index::build::is_of_this_program;
use crate::registry::{self, Record};
use crate::source;
use crate::store::read::Index;
use crate::work::Work;

/// Longest record.
const LARGEST_RECORD: u64 = 1024 * 1024;
/// Longest POM.
const LARGEST_POM: u64 = 8 * 1024 * 1024;
/// Longest index: that of the largest source allowed stays below.
const LARGEST_INDEX: u64 = 4 * 1024 * 1024 * 1024;
/// Longest name: three names of at most 128 bytes, and those of the layout.
const LONGEST_NAME: u64 = 1024;
/// Records and POMs that are held until the end of the archive, in bytes.
const MOST_HELD: u64 = 512 * 1024 * 1024;
/// How many times its own size an archive may unpack to, beyond [`RATIO_FROM`]: indexes are packed already.
const RATIO: u64 = 100;
/// Below so many bytes an archive may be packed as tightly as it likes.
const RATIO_FROM: u64 = 64 * 1024 * 1024;
/// The window a packer may ask for, as a power of two: what `zstd --long` takes.
const LARGEST_WINDOW: u32 = 27;

/// Longest wait for whoever builds an artifact that was imported.
const LOCK_WAIT: Duration = Duration::from_secs(10);

/// What was imported.
#[derive(Debug, Default, Serialize)]
pub struct Imported {
    pub artifacts: u64,
    #[serde(flatten)]
    pub size: Size,
    /// Artifacts of the archive that were not taken, and why.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub skipped: Vec<Incomplete>,
}

/// What is being taken in.
struct Intake<'a> {
    upkeep: &'a Upkeep<'a>,
    force: bool,
    work: &'a Work,
    imported: Imported,
    tally: Tally,
    seen: HashSet<Coordinate>,
    /// Artifacts to be put in force when the archive ends well.
    ready: Vec<Arrived>,
    /// The artifact whose files come next.
    next: Option<Arrived>,
    held: u64,
    ended: bool,
}

/// An artifact of the archive.
struct Arrived {
    record: Record,
    pom: Option<Vec<u8>>,
    has_index: bool,
    /// It is not taken: its files are passed over.
    is_skipped: bool,
    /// Its index was put in place by this import.
    is_placed: bool,
}

impl Upkeep<'_> {
    /// Takes an archive in. With `force` what is there is replaced though it is newer.
    ///
    /// # Errors
    /// `invalid_source` for what is no whole archive of this format: nothing of it is in force then. `not_permitted` when the
    /// cache cannot be written, `indexing_failed` when the disk is full, [`Failure::cancelled`].
    pub fn import(&self, from: &mut dyn Read, force: bool, work: &Work) -> Result<Imported, Failure> {
        self.engine.cache.check_writable()?;
        work.stage("importing");
        let mut intake = Intake {
            upkeep: self,
            force,
            work,
            imported: Imported::default(),
            tally: Tally::default(),
            seen: HashSet::new(),
            ready: Vec::new(),
            next: None,
            held: 0,
            ended: false,
        };
        match intake.take(from) {
            Ok(()) => intake.commit(),
            Err(failure) => {
                intake.undo();
                Err(failure)
            }
        }
    }
}

impl Intake<'_> {
    fn take(&mut self, from: &mut dyn Read) -> Result<(), Failure> {
        let mut head = [0; 4];
        let length = fill(from, &mut head).map_err(|error| unread(&error))?;
        let whole = io::Cursor::new(head).take(length as u64).chain(from);
        if head.starts_with(&GZIP) {
            return Err(refuse("it is packed with gzip; unpack it first"));
        }
        if head != ZSTD {
            return self.entries(whole);
        }
        let packed = Arc::new(AtomicU64::new(0));
        let counted = Counted { inner: whole, count: Arc::clone(&packed) };
        let mut unpacker = zstd::stream::read::Decoder::new(counted).map_err(|error| unread(&error))?;
        unpacker.window_log_max(LARGEST_WINDOW).map_err(|error| unread(&error))?;
        self.entries(Bounded { inner: unpacker, packed, unpacked: 0 })
    }

    fn entries(&mut self, from: impl Read) -> Result<(), Failure> {
        let mut archive = tar::Archive::new(from);
        let mut long_name = None;
        // Raw: what stands for a long name must not be longer than a name may be.
        for entry in archive.entries().map_err(|error| unread(&error))?.raw(true) {
            let mut entry = entry.map_err(|error| unread(&error))?;
            self.work.check()?;
            if self.ended {
                return Err(refuse("something follows its end"));
            }
            match entry.header().entry_type() {
                tar::EntryType::GNULongName if long_name.is_none() => {
                    let mut name = read_whole(&mut entry, LONGEST_NAME, "a name")?;
                    name.truncate(name.iter().position(|byte| *byte == 0).unwrap_or(name.len()));
                    long_name = Some(name);
                }
                tar::EntryType::Regular => {
                    let name = long_name.take().unwrap_or_else(|| entry.path_bytes().into_owned());
                    let name = String::from_utf8(name).map_err(|_| refuse("a name in it is no text"))?;
                    let size = entry.header().size().map_err(|error| unread(&error))?;
                    self.file(&name, size, &mut entry)?;
                }
                _ => return Err(refuse("it holds something that is no plain file")),
            }
        }
        if self.ended { Ok(()) } else { Err(refuse("it ends too early")) }
    }

    /// A plain file of the archive.
    fn file(&mut self, name: &str, size: u64, content: &mut impl Read) -> Result<(), Failure> {
        let is_first = self.imported.size.files == 0;
        self.imported.size.add(Size { files: 1, bytes: 0 });
        match name {
            "CACHEDIR.TAG" if is_first => {
                let tag = read_whole(content, LARGEST_RECORD, name)?;
                if tag == TAG.as_bytes() { Ok(()) } else { Err(refuse("it is no archive of a cache of jardex")) }
            }
            _ if is_first => Err(refuse("it is no archive of a cache of jardex")),
            END => {
                self.settle()?;
                let end = read_whole(content, LARGEST_RECORD, name)?;
                let end: End = serde_json::from_slice(&end)
                    .map_err(|error| refuse(&format!("its end cannot be read: {error}")))?;
                self.ended = true;
                if end == self.tally.end() { Ok(()) } else { Err(refuse("its records are not those it was made of")) }
            }
            _ if name.starts_with("registry-v1/") => {
                self.settle()?;
                self.hold(size)?;
                let bytes = read_whole(content, LARGEST_RECORD, name)?;
                self.record(name, &bytes)
            }
            _ => self.part(name, size, content),
        }
    }

    /// A record: the artifact whose files follow.
    fn record(&mut self, name: &str, bytes: &[u8]) -> Result<(), Failure> {
        self.tally.add(bytes);
        let engine = self.upkeep.engine;
        let shown = name.escape_debug();
        let record = Record::from_bytes(bytes)
            .map_err(|reason| refuse(&format!("the record {shown} cannot be used: {reason}")))?;
        let coordinate = &record.coordinate;
        if engine.cache.relative(&engine.cache.record_file(coordinate)) != name {
            return Err(refuse(&format!("the record {shown} is one of {coordinate}")));
        }
        if !self.seen.insert(coordinate.clone()) {
            return Err(refuse(&format!("{coordinate} is in it twice")));
        }
        let record = record.portable();
        let existing = engine.record(coordinate)?;
        let skipped = self.reason_to_skip(&record, existing.as_ref());
        if let Some(reason) = &skipped {
            let (what, reason) = (coordinate.to_string(), reason.clone());
            self.imported.skipped.push(Incomplete::new(what, reason));
        }
        let is_skipped = skipped.is_some();
        self.next = Some(Arrived { record, pom: None, has_index: false, is_skipped, is_placed: false });
        Ok(())
    }

    /// Why an artifact of the archive is not taken.
    fn reason_to_skip(&self, record: &Record, existing: Option<&Record>) -> Option<String> {
        let engine = self.upkeep.engine;
        if record.current.as_ref().is_some_and(|current| !is_of_this_program(record, current)) {
            return Some("another version of jardex made its index".to_owned());
        }
        let existing = existing?;
        let Some(there) = &existing.current else {
            let is_other = !existing.source.automatic && existing.source != record.source;
            return (is_other && !self.force).then(|| "it is registered here with another source".to_owned());
        };
        let is_whole = is_of_this_program(existing, there) && engine.open_file(&existing.coordinate, there).is_ok();
        match &record.current {
            _ if !is_whole => None,
            None => Some("an index of it is here, and none is in the archive".to_owned()),
            Some(current) if current.generation == there.generation => Some("the same index is here".to_owned()),
            Some(current) if !self.force && there.built >= current.built => {
                Some("a newer index is here; --force takes the one of the archive".to_owned())
            }
            Some(_) => None,
        }
    }

    /// An index or a POM of the artifact whose record came before.
    fn part(&mut self, name: &str, size: u64, content: &mut impl Read) -> Result<(), Failure> {
        let cache = &self.upkeep.engine.cache;
        let stray = || refuse(&format!("{} belongs to no record before it", name.escape_debug()));
        let next = self.next.as_mut().ok_or_else(stray)?;
        let coordinate = next.record.coordinate.clone();
        let current = next.record.current.as_ref();
        let index = current.map(|current| cache.index_file(&coordinate, &current.generation));
        if name == cache.relative(&cache.pom_file(&coordinate)) && next.record.pom.is_some() && next.pom.is_none() {
            if !next.is_skipped {
                self.hold(size)?;
            }
            let pom = read_whole(content, LARGEST_POM, name)?;
            let next = self.next.as_mut().ok_or_else(stray)?;
            if next.record.pom.as_ref() != Some(&source::digest(&pom)) {
                return Err(refuse(&format!("{} is not what its record says", name.escape_debug())));
            }
            next.pom = Some(pom);
            return Ok(());
        }
        let (Some(path), Some(current)) = (index, current) else { return Err(stray()) };
        if name != cache.relative(&path) || next.has_index {
            return Err(stray());
        }
        next.has_index = true;
        let wrong = || refuse(&format!("the index of {coordinate} is not what its record says"));
        if size != current.length || size > LARGEST_INDEX {
            return Err(wrong());
        }
        if next.is_skipped {
            // Passed over with the entry.
            return Ok(());
        }
        let mut staged = cache.stage()?;
        let mut digest = Blake3::new();
        let mut piece = vec![0; 256 * 1024];
        loop {
            let count = content.read(&mut piece).map_err(|error| unread(&error))?;
            if count == 0 {
                break;
            }
            self.work.check()?;
            digest.update(&piece[..count]);
            staged.write_all(&piece[..count])?;
        }
        if format!("blake3:{}", hex(&digest.finish())) != current.digest {
            return Err(wrong());
        }
        let index =
            Index::open(staged.path()).map_err(|error| refuse(&format!("the index of {coordinate}: {error}")))?;
        if index.meta().coordinate != coordinate || index.meta().source_digest != current.source_digest {
            return Err(wrong());
        }
        drop(index);
        // It lies there and nothing points to it, until the record does.
        staged.publish(&path)?;
        next.is_placed = true;
        self.imported.size.bytes += size;
        Ok(())
    }

    /// The artifact before is whole: the next begins.
    fn settle(&mut self) -> Result<(), Failure> {
        let Some(arrived) = self.next.take() else { return Ok(()) };
        let is_whole = arrived.record.current.is_some() == arrived.has_index
            && arrived.record.pom.is_some() == arrived.pom.is_some();
        let coordinate = arrived.record.coordinate.clone();
        if !arrived.is_skipped {
            self.ready.push(arrived);
        }
        if is_whole { Ok(()) } else { Err(refuse(&format!("files of {coordinate} are missing"))) }
    }

    fn hold(&mut self, bytes: u64) -> Result<(), Failure> {
        self.held = self.held.saturating_add(bytes);
        if self.held > MOST_HELD { Err(refuse("its records are too many")) } else { Ok(()) }
    }

    /// Puts what arrived in force.
    fn commit(mut self) -> Result<Imported, Failure> {
        let engine = self.upkeep.engine;
        for Arrived { mut record, pom, is_placed, .. } in std::mem::take(&mut self.ready) {
            let coordinate = record.coordinate.clone();
            let _lock = engine.cache.lock(&coordinate, LOCK_WAIT);
            let existing = engine.record(&coordinate)?;
            // Somebody may have been faster; what was mended is not somebody else's.
            let generation = |record: &Record| record.current.as_ref().map(|current| current.generation.clone());
            let is_mended = is_placed && existing.as_ref().and_then(generation) == generation(&record);
            if !is_mended && let Some(reason) = self.reason_to_skip(&record, existing.as_ref()) {
                self.imported.skipped.push(Incomplete::new(coordinate.to_string(), reason));
                continue;
            }
            if let Some(current) = &mut record.current {
                current.stamp = fs::stamp(&engine.cache.index_file(&coordinate, &current.generation)).ok();
            }
            if let Some(pom) = pom {
                engine.cache.write(&engine.cache.pom_file(&coordinate), &pom)?;
            }
            registry::save(&engine.cache, &record)?;
            engine.tidy(&record, existing.as_ref());
            self.imported.artifacts += 1;
        }
        Ok(self.imported)
    }

    /// Takes away what was put in place of an archive that did not end well.
    fn undo(&mut self) {
        let engine = self.upkeep.engine;
        for arrived in self.ready.iter().chain(&self.next).filter(|arrived| arrived.is_placed) {
            let Some(current) = &arrived.record.current else { continue };
            let coordinate = &arrived.record.coordinate;
            let path = engine.cache.index_file(coordinate, &current.generation);
            let is_pointed_to = registry::load(&engine.cache, coordinate).is_ok_and(|now| {
                now.and_then(|now| now.current).is_some_and(|now| now.generation == current.generation)
            });
            if !is_pointed_to {
                // What stays is in nobody's way, and goes with the next prune.
                let _ = fs::remove_file(&path);
                engine.cache.remove_empty_above(&path);
            }
        }
    }
}

/// Reads an entry that must not be long.
fn read_whole(from: &mut impl Read, most: u64, what: &str) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    from.take(most + 1).read_to_end(&mut bytes).map_err(|error| unread(&error))?;
    if bytes.len() as u64 > most {
        return Err(refuse(&format!("{} is longer than {most} bytes", what.escape_debug())));
    }
    Ok(bytes)
}

/// As many bytes as there are, up to the length of `to`.
fn fill(from: &mut dyn Read, to: &mut [u8]) -> io::Result<usize> {
    let mut length = 0;
    while length < to.len() {
        match from.read(&mut to[length..]) {
            Ok(0) => break,
            Ok(count) => length += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(length)
}

fn refuse(what: &str) -> Failure {
    Failure::new(Status::InvalidSource, format!("the archive cannot be imported: {what}"))
        .hint("nothing of it was taken; make it again with jardex cache export")
}

fn unread(error: &io::Error) -> Failure {
    refuse(&format!("it cannot be read: {error}"))
}

/// Counts what is read.
struct Counted<R> {
    inner: R,
    count: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(to)?;
        self.count.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}

/// What comes out of a packed archive, as long as that is not out of all proportion.
struct Bounded<R> {
    inner: R,
    packed: Arc<AtomicU64>,
    unpacked: u64,
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(to)?;
        self.unpacked += count as u64;
        let most = RATIO_FROM.max(self.packed.load(Ordering::Relaxed).saturating_mul(RATIO));
        if self.unpacked > most {
            return Err(io::Error::other("it unpacks to far more than its size"));
        }
        Ok(count)
    }
}

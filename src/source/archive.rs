//! JARs: ZIP archives read as they are, never unpacked.
//!
//! A JAR whose headers contradict each other is refused as a whole, since two readers would see two different things
//! in it. Of entries of one name the one that Java reads is read, and the others are told where they hold something else. An entry that cannot be read for a reason of its own (encrypted, packed by a method no JAR uses, too large) is
//! left out and named.

use std::borrow::Cow;
use std::collections::HashSet;
use std::io::{Cursor, Read, Seek};
use std::path::Path;
use std::sync::Arc;

use memchr::memmem;
use zip::read::{ZipArchiveMetadata, ZipFileEntry};
use zip::result::ZipError;
use zip::{CompressionMethod, ZipArchive, ZipReadOptions};

use super::{Entry, Located, SourceKind, Tree, digest, limits, parts, repeated, stays_inside};
use crate::error::{Failure, Incomplete, Status};
use crate::fs::{self, Stamp};
use crate::model::Origin;
use crate::text::escape::visible;

/// Begins every header of the central directory.
const CENTRAL_HEADER: &[u8] = b"PK\x01\x02";

/// Begins the record that ends an archive; 18 bytes, the length of the comment and the comment follow.
const END_RECORD: &[u8] = b"PK\x05\x06";

/// Length of the end record without its comment.
const END_RECORD_LENGTH: usize = 22;

/// Longest name in an error or problem, in characters.
const SHOWN_NAME: usize = 120;

/// Opens a JAR whose bytes are at hand. `uri` is where it came from, without secrets.
///
/// # Errors
/// `invalid_source` when it is no ZIP archive, is damaged, contradicts itself or is beyond [`limits`].
pub fn jar(uri: &str, bytes: Vec<u8>) -> Result<Located, Failure> {
    located(uri, bytes, None)
}

/// As [`jar`], of a file that was read; a large one is let go of and read again entry by entry.
pub(super) fn jar_read(uri: &str, read: fs::Whole) -> Result<Located, Failure> {
    Ok(Located { stamp: read.stamp, ..located(uri, read.bytes, Some((read.file, read.stamp)))? })
}

fn located(uri: &str, bytes: Vec<u8>, file: Option<(fs::File, Option<Stamp>)>) -> Result<Located, Failure> {
    let budget = Budget::of(bytes.len() as u64);
    // The digest of a large archive takes longer than the look at its directory.
    let (digest, checked) = std::thread::scope(|scope| {
        let digest = scope.spawn(|| digest(&bytes));
        let checked = Checked::of(uri, &bytes);
        (digest.join(), checked)
    });
    let digest = digest.map_err(|_| Failure::internal(format_args!("{uri} could not be digested")))?;
    let content = match file {
        Some((file, stamp)) if bytes.len() >= limits::HELD_JAR_BYTES => Content::File { file, stamp },
        _ => Content::Memory(bytes),
    };
    let (jar, left, notes) = Jar::of(uri, content, checked?, &budget)?;
    Ok(Located {
        kind: SourceKind::Jar,
        origin: Origin::Source,
        uri: uri.to_owned(),
        digest,
        commit: None,
        stamp: None,
        tree: parts::opened(jar, left),
        pom: None,
        notes,
    })
}

/// Opens the JAR at `path`.
///
/// # Errors
/// As [`jar`]; `resource_not_found` when there is nothing, `invalid_source` when it is no plain file.
pub fn jar_file(uri: &str, path: &Path) -> Result<Located, Failure> {
    let read = fs::read_whole(path, limits::JAR_BYTES).map_err(|error| match error.kind() {
        // What the system cannot read is no fault of ours.
        fs::Kind::Circle | fs::Kind::Other => invalid(uri, error.reason()),
        _ => error.into(),
    })?;
    jar_read(uri, read)
}

/// What the files of an archive may have together.
#[derive(Debug, Clone, Copy)]
pub(super) struct Budget {
    files: usize,
    bytes: u64,
}

impl Budget {
    /// For an archive of so many bytes.
    fn of(length: u64) -> Self {
        Self { files: limits::FILES, bytes: limits::TOTAL_BYTES.max(limits::TOTAL_RATIO.saturating_mul(length)) }
    }
}

/// Where the bytes of an archive are.
enum Content {
    Memory(Vec<u8>),
    /// In a file that stays open. Another program may write to it: an entry is what it was as long as its checksum is.
    File {
        file: fs::File,
        stamp: Option<Stamp>,
    },
}

/// An archive whose directory was read.
pub(super) struct Jar {
    uri: String,
    content: Content,
    directory: Arc<ZipArchiveMetadata>,
    /// In byte order of path.
    entries: Vec<Entry>,
    /// Where each entry stands in the directory.
    places: Vec<usize>,
    problems: Vec<Incomplete>,
}

impl Jar {
    /// Opens an archive whose files keep within `budget`; gives what is left of that, and what is worth noting.
    pub(super) fn open(uri: &str, bytes: Vec<u8>, budget: &Budget) -> Result<(Self, Budget, Vec<String>), Failure> {
        let checked = Checked::of(uri, &bytes)?;
        Self::of(uri, Content::Memory(bytes), checked, budget)
    }

    fn of(
        uri: &str,
        content: Content,
        checked: Checked,
        budget: &Budget,
    ) -> Result<(Self, Budget, Vec<String>), Failure> {
        let mut jar = Self {
            uri: uri.to_owned(),
            content,
            directory: checked.directory,
            entries: Vec::new(),
            places: Vec::new(),
            problems: checked.problems,
        };
        let left = jar.list(*budget)?;
        Ok((jar, left, checked.notes))
    }

    /// Fills the entries, their places and the problems; gives what is left of the budget.
    fn list(&mut self, budget: Budget) -> Result<Budget, Failure> {
        let directory = Arc::clone(&self.directory);
        let most = budget.bytes;
        let mut total = 0_u64;
        let mut listed = Vec::new();
        let mut seen = HashSet::new();
        for place in 0..directory.len() {
            let header = directory.entry(place).map_err(|error| refuse(&self.uri, &error))?;
            if header.is_dir() {
                continue;
            }
            let path = String::from_utf8_lossy(header.name_raw()).into_owned();
            if let Some(reason) = unreadable(&header, &path) {
                self.problem(&path, reason);
                continue;
            }
            total = total.saturating_add(header.size());
            if total > most {
                let reason =
                    format!("its files announce more than {most} bytes, far beyond what a JAR of its size holds");
                return Err(invalid(&self.uri, &reason));
            }
            if path.as_bytes() != header.name_raw() {
                self.problem(&path, "its name is not UTF-8; what could not be decoded is replaced".to_owned());
            }
            if seen.insert(path.clone()) {
                if !stays_inside(&path) {
                    let reason = "its name leads out of the archive or through a folder without a name: it cannot be asked for by it";
                    self.problem(&path, reason.to_owned());
                }
                listed.push((Entry { addressable: stays_inside(&path), path, size: header.size() }, place));
            } else {
                self.problem(&path, "its name cannot be told from another's once decoded; left out".to_owned());
            }
        }
        listed.sort_by(|a, b| a.0.path.cmp(&b.0.path));
        (self.entries, self.places) = listed.into_iter().unzip();
        self.problems.sort_by(|a, b| (&a.what, &a.reason).cmp(&(&b.what, &b.reason)));
        let Some(files) = budget.files.checked_sub(self.entries.len()) else {
            return Err(invalid(&self.uri, &format!("with it there are more than {} files", limits::FILES)));
        };
        Ok(Budget { files, bytes: most - total })
    }

    fn problem(&mut self, path: &str, reason: String) {
        self.problems.push(Incomplete::at(shortened(path), reason));
    }

    /// Whether another program wrote to the file after it was looked through, as far as that shows.
    fn has_changed(&self) -> bool {
        match &self.content {
            Content::File { file, stamp: Some(stamp) } => Stamp::of_file(file) != Some(*stamp),
            _ => false,
        }
    }

    fn unpack(&self, at: usize) -> Result<Vec<u8>, ZipError> {
        let header = self.directory.entry(self.places[at])?;
        let size = header.size();
        let unpacked = match &self.content {
            Content::Memory(bytes) => unpacked(header, Cursor::new(bytes.as_slice())),
            Content::File { file, .. } => unpacked(header, fs::Place::new(file)),
        }?;
        if unpacked.len() as u64 == size {
            Ok(unpacked)
        } else {
            Err(ZipError::InvalidArchive(format!("{size} bytes are announced, {} are there", unpacked.len()).into()))
        }
    }
}

/// The content of an entry, and a byte more where it has more than its header announces.
fn unpacked(header: ZipFileEntry, mut archive: impl Read + Seek) -> Result<Vec<u8>, ZipError> {
    let size = header.size();
    // Not what the header announces: it may lie. Java source packs four or five to one.
    let likely = size.min(header.compressed_size().saturating_mul(8)).min(limits::FILE_BYTES);
    let mut content = Vec::with_capacity(usize::try_from(likely).unwrap_or(0));
    // The reader compares the checksum when it comes to the end.
    let reader = header.with_reader(&mut archive, ZipReadOptions::new())?;
    reader.take(size.saturating_add(1)).read_to_end(&mut content)?;
    Ok(content)
}

impl Tree for Jar {
    fn entries(&self) -> &[Entry] {
        &self.entries
    }

    fn read(&self, at: usize) -> Result<Vec<u8>, Failure> {
        self.unpack(at).map_err(|error| {
            if self.has_changed() {
                return invalid(&self.uri, "it was changed while it was read");
            }
            let name = shortened(&self.entries[at].path);
            invalid(&self.uri, &format!("its entry '{}' is damaged: {}", visible(&name), cause(&error)))
        })
    }

    fn problems(&self) -> &[Incomplete] {
        &self.problems
    }
}

/// Says in a person's words what a file is that is no archive at all.
fn refuse_what_is_no_archive(uri: &str, bytes: &[u8]) -> Result<(), Failure> {
    if bytes.is_empty() {
        return Err(invalid(uri, "it is empty"));
    }
    if is_markup(bytes) {
        let reason = "it is not a JAR but a web page (HTML or XML), perhaps an error page saved under its name";
        return Err(invalid(uri, reason));
    }
    if bytes.len() / CENTRAL_HEADER.len() > limits::FILES
        && memmem::find_iter(bytes, CENTRAL_HEADER).nth(limits::FILES).is_some()
    {
        // Counted before the directory is read, because reading it takes memory for every header.
        return Err(invalid(uri, &format!("it has more than {} entries", limits::FILES)));
    }
    Ok(())
}

fn is_markup(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes).trim_ascii_start();
    [b"<!".as_slice(), b"<html", b"<HTML", b"<?xml", b"<head", b"<Error"].iter().any(|start| bytes.starts_with(start))
}

/// A directory that was read, every header of it held against its counterpart, and what is worth noting.
struct Checked {
    directory: Arc<ZipArchiveMetadata>,
    notes: Vec<String>,
    /// What of its entries is not read.
    problems: Vec<Incomplete>,
}

impl Checked {
    fn of(uri: &str, bytes: &[u8]) -> Result<Self, Failure> {
        refuse_what_is_no_archive(uri, bytes)?;
        check(uri, bytes)
    }
}

fn check(uri: &str, bytes: &[u8]) -> Result<Checked, Failure> {
    let open = |bytes| ZipArchive::new(Cursor::new(bytes));
    let mut archive = open(Cow::Borrowed(bytes)).map_err(|error| not_opened(uri, bytes, &error))?;
    let mut problems = Vec::new();
    if archive.has_duplicate_names() {
        let place = |place: u64| usize::try_from(place).unwrap_or(usize::MAX);
        let (directory, before) = (place(archive.central_directory_start()), place(archive.offset()));
        let once = repeated::without(bytes, directory, before).map_err(|reason| invalid(uri, &reason))?;
        let reason = "the archive has it more than once; what it lists last is read, as Java does";
        let told = |name: &String| Incomplete::at(shortened(name), reason);
        problems = once.differing.iter().map(told).collect();
        archive = open(Cow::Owned(once.bytes)).map_err(|error| refuse(uri, &error))?;
    }
    archive.validate_header_consistency().map_err(|error| refuse(uri, &error))?;
    let trailing = trailing_bytes(bytes, archive.comment());
    let note = (trailing > 0).then(|| format!("{trailing} bytes follow the end of the archive and were not read"));
    Ok(Checked { directory: archive.metadata(), notes: note.into_iter().collect(), problems })
}

/// How many bytes follow the end record that carries `comment`.
fn trailing_bytes(bytes: &[u8], comment: &[u8]) -> usize {
    let end = memmem::rfind_iter(bytes, END_RECORD)
        .map(|start| start + END_RECORD_LENGTH)
        .find(|end| bytes.get(*end..).is_some_and(|rest| rest.starts_with(comment)))
        .map_or(bytes.len(), |end| end + comment.len());
    bytes.len() - end
}

/// Why an entry is left out, where it is.
fn unreadable(header: &ZipFileEntry, path: &str) -> Option<String> {
    let size = header.size();
    if header.encrypted() {
        return Some("it is encrypted".to_owned());
    }
    if !matches!(header.compression(), CompressionMethod::Stored | CompressionMethod::Deflated) {
        return Some(format!("it is packed by a method that JARs do not use ({})", header.compression()));
    }
    if path.contains('\0') {
        return Some("its name holds a NUL".to_owned());
    }
    if path.len() > limits::NAME_BYTES {
        return Some(format!("its name is longer than {} bytes", limits::NAME_BYTES));
    }
    if path.split('/').count() > limits::DEPTH {
        return Some(format!("it lies more than {} folders deep", limits::DEPTH));
    }
    if size > limits::FILE_BYTES {
        return Some(format!("its {size} bytes are more than the {} that are read", limits::FILE_BYTES));
    }
    if size > limits::RATIO_FROM && size / limits::FILE_RATIO > header.compressed_size() {
        return Some(format!("its {size} bytes are packed into {}, as no honest file is", header.compressed_size()));
    }
    None
}

fn not_opened(uri: &str, bytes: &[u8], error: &ZipError) -> Failure {
    let has_end = memmem::rfind(bytes, END_RECORD).is_some();
    if has_end {
        refuse(uri, error)
    } else if bytes.starts_with(b"PK\x03\x04") {
        invalid(uri, "it begins as a JAR and is cut short: the end of the archive is missing")
    } else {
        invalid(uri, "it is not a JAR: it is no ZIP archive")
    }
}

fn refuse(uri: &str, error: &ZipError) -> Failure {
    invalid(uri, &format!("the archive is damaged or contradicts itself: {}", cause(error)))
}

/// The archive reader's words, without what we have said already.
fn cause(error: &ZipError) -> String {
    let text = match error {
        ZipError::Io(error) => error.to_string(),
        ZipError::InvalidArchive(text) => text.to_string(),
        other => other.to_string(),
    };
    let text = text.strip_prefix("header inconsistency detected: ").unwrap_or(&text);
    // A capital before another is an acronym's.
    let is_acronym = text.chars().take(2).all(char::is_uppercase);
    let mut chars = text.chars();
    let lower = chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect());
    visible(if is_acronym { text } else { &lower }).into_owned()
}

fn invalid(uri: &str, reason: &str) -> Failure {
    Failure::new(Status::InvalidSource, format!("{uri} cannot be used: {reason}"))
        .hint("fetch or build the file again, or name another source")
}

pub(super) fn shortened(name: &str) -> String {
    match name.char_indices().nth(SHOWN_NAME) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.to_owned(),
    }
}

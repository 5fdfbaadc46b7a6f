//! A source's tree to one index file: threads read, decode and parse; one writer takes the files in order of path.
//!
//! The file that comes out depends only on the tree and the options: the writer sees files in order of path whatever
//! thread was first, so that the same input gives the same bytes with any number of threads.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::coordinate::Coordinate;
use crate::error::{Failure, Status};
use crate::fs;
use crate::index::layout;
use crate::index::patience::Patience;
use crate::model::{Language, Origin, ParsedFile};
use crate::parse::doc;
use crate::parse::worker::{Child, Program};
use crate::search::trigram;
use crate::source::{Entry, Tree};
use crate::store::Counts;
use crate::store::write::{Facts, FileInput, TextInput, WriteError, Writer};
use crate::text::decode::decode;
use crate::text::lines::Lines;
use crate::work::Work;

/// How far a thread may be ahead of the writer, in files: bounds the memory that one slow file can cost.
const WINDOW: usize = 256;

/// What is built.
pub struct Plan<'a> {
    pub coordinate: &'a Coordinate,
    pub origin: Origin,
    /// `sha256:` and 64 hex digits.
    pub source_digest: &'a str,
    pub commit: Option<&'a str>,
    pub tree: &'a dyn Tree,
    pub program: &'a Program,
    pub threads: usize,
}

/// What was built.
pub struct Built {
    pub counts: Counts,
    /// `read`, `parse` in thread seconds, `write` in seconds.
    pub stage_seconds: Vec<(String, f64)>,
    /// A file was lost to the clock: the index is not what another run would give.
    pub provisional: bool,
}

/// Builds the index file at `path`.
///
/// # Errors
/// `invalid_source` for a damaged source, `indexing_failed` when the file cannot be written, [`Failure::cancelled`].
pub fn build(plan: &Plan<'_>, path: &Path, work: &Work) -> Result<Built, Failure> {
    let entries = plan.tree.entries();
    work.stage(format!("indexing {}", plan.coordinate));
    work.expect_files(entries.len() as u64);
    let facts = Facts {
        coordinate: plan.coordinate.clone(),
        origin: plan.origin,
        source_digest: plan.source_digest.to_owned(),
        commit: plan.commit.map(str::to_owned),
    };
    // An index takes less than what is in it; packed text and postings vary too much to say how much less.
    let needed = entries.iter().map(|entry| entry.size).sum();
    let unwritten = |error: WriteError| unwritten(plan.coordinate, path, needed, &error);
    let mut writer = Writer::create(path, facts).map_err(unwritten)?;
    let gate = Gate::default();
    let clocks = Clocks::default();
    let threads = plan.threads.clamp(1, entries.len().max(1));
    let mut write_time = Duration::ZERO;
    thread::scope(|scope| -> Result<(), Failure> {
        let (sender, receiver) = sync_channel(threads * 4);
        for _ in 0..threads {
            let (sender, gate, clocks) = (sender.clone(), &gate, &clocks);
            scope.spawn(move || work_off(plan, gate, clocks, &sender, work));
        }
        drop(sender);
        let outcome = (|| {
            let mut waiting: BTreeMap<usize, FileInput> = BTreeMap::new();
            let mut next = 0;
            for (at, prepared) in &receiver {
                work.check()?;
                waiting.insert(at, prepared?);
                let began = Instant::now();
                while let Some(prepared) = waiting.remove(&next) {
                    writer.add(prepared).map_err(unwritten)?;
                    next += 1;
                    work.add_files(1);
                }
                write_time += began.elapsed();
                gate.open_to(next + WINDOW);
            }
            work.check()?;
            if next == entries.len() { Ok(()) } else { Err(Failure::internal("an indexing thread ended early")) }
        })();
        gate.close();
        // Threads that wait to send must see the channel end before the scope joins them.
        drop(receiver);
        outcome
    })?;
    let began = Instant::now();
    work.stage(format!("writing {}", plan.coordinate));
    let counts = writer.finish(plan.tree.problems()).map_err(unwritten)?;
    write_time += began.elapsed();
    Ok(Built {
        counts,
        stage_seconds: vec![
            ("read".to_owned(), clocks.read.seconds()),
            ("parse".to_owned(), clocks.parse.seconds()),
            ("write".to_owned(), write_time.as_secs_f64()),
        ],
        provisional: clocks.patience.has_lost(),
    })
}

/// Lets threads take files up to a bound that the writer moves.
#[derive(Default)]
struct Gate {
    taken: AtomicUsize,
    bound: Mutex<Option<usize>>,
    moved: Condvar,
    closed: AtomicBool,
}

impl Gate {
    /// The next file to work on, once the writer is near enough; none when there is no more to do.
    fn take(&self, count: usize) -> Option<usize> {
        let at = self.taken.fetch_add(1, Ordering::Relaxed);
        if at >= count {
            return None;
        }
        let mut bound = self.bound.lock().unwrap_or_else(PoisonError::into_inner);
        while at >= bound.unwrap_or(WINDOW) && !self.closed.load(Ordering::Relaxed) {
            bound = self.moved.wait(bound).unwrap_or_else(PoisonError::into_inner);
        }
        (!self.closed.load(Ordering::Relaxed)).then_some(at)
    }

    fn open_to(&self, bound: usize) {
        *self.bound.lock().unwrap_or_else(PoisonError::into_inner) = Some(bound);
        self.moved.notify_all();
    }

    fn close(&self) {
        let _held = self.bound.lock().unwrap_or_else(PoisonError::into_inner);
        self.closed.store(true, Ordering::Relaxed);
        self.moved.notify_all();
    }
}

#[derive(Default)]
struct Clocks {
    read: Clock,
    parse: Clock,
    patience: Patience,
}

/// Time added up over threads, in microseconds.
#[derive(Default)]
struct Clock(std::sync::atomic::AtomicU64);

impl Clock {
    fn time<T>(&self, run: impl FnOnce() -> T) -> T {
        let began = Instant::now();
        let result = run();
        self.0.fetch_add(u64::try_from(began.elapsed().as_micros()).unwrap_or(u64::MAX), Ordering::Relaxed);
        result
    }

    fn seconds(&self) -> f64 {
        self.0.load(Ordering::Relaxed) as f64 / 1e6
    }
}

type Sender = SyncSender<(usize, Result<FileInput, Failure>)>;

/// One thread: takes files until there are none, each through its own parser child.
fn work_off(plan: &Plan<'_>, gate: &Gate, clocks: &Clocks, sender: &Sender, work: &Work) {
    let entries = plan.tree.entries();
    let mut child = Child::new(plan.program.clone());
    while let Some(at) = gate.take(entries.len()) {
        if work.is_cancelled() {
            return;
        }
        let prepared = clocks.read.time(|| plan.tree.read(at)).map_err(|failure| name_artifact(failure, plan));
        let prepared = prepared.and_then(|bytes| {
            // A panic must not leave the writer waiting for a file that never comes.
            catch_unwind(AssertUnwindSafe(|| digest_file(&entries[at], bytes, &mut child, clocks))).map_err(|_| {
                Failure::internal(format_args!("{}: {} could not be read", plan.coordinate, entries[at].path))
            })
        });
        if sender.send((at, prepared)).is_err() {
            return;
        }
    }
}

fn unwritten(coordinate: &Coordinate, path: &Path, needed: u64, error: &WriteError) -> Failure {
    match error {
        WriteError::Input(_) => Failure::internal(format_args!("{coordinate}: {error}")),
        WriteError::Full(_) => {
            let full = fs::disk_full(path.parent().unwrap_or(path), Some(needed));
            Failure { message: format!("{coordinate}: {}", full.message), ..full }
        }
        WriteError::Failed(_) => {
            Failure::new(Status::IndexingFailed, format!("{coordinate}: {error}")).suggest("index_artifact")
        }
    }
}

fn name_artifact(failure: Failure, plan: &Plan<'_>) -> Failure {
    let message = format!("{}: {}", plan.coordinate, failure.message);
    Failure { message, ..failure }
}

/// Decodes and parses one file and makes it ready for the writer.
fn digest_file(entry: &Entry, bytes: Vec<u8>, child: &mut Child, clocks: &Clocks) -> FileInput {
    let path = entry.path.as_str();
    let mut file = FileInput {
        path: path.to_owned(),
        size: bytes.len() as u64,
        addressable: entry.addressable,
        test: layout::is_test(path),
        release: layout::release_of(path),
        text: None,
        language: None,
        parsed: None,
        package_description: None,
        problem: None,
    };
    let Some(decoded) = decode(&bytes) else { return file };
    file.language = Language::of_file(path);
    if let Some(language) = file.language {
        file.parsed = Some(clocks.parse.time(|| parse(language, path, &decoded.text, child, &clocks.patience)));
    }
    file.package_description = package_description(path, &decoded.text, file.parsed.as_ref());
    let line_count = Lines::of(&decoded.text).count();
    let (encoding, trigrams) = (decoded.encoding, trigram::collect(&decoded.text));
    drop(decoded);
    file.text = Some(TextInput { bytes, encoding, line_count, trigrams });
    file
}

/// Parses a file in the time that the artifact has left for it.
fn parse(language: Language, path: &str, text: &str, child: &mut Child, patience: &Patience) -> ParsedFile {
    let Some(limit) = patience.limit() else {
        let problem = "not parsed: other files of this artifact took too much time before it".to_owned();
        return ParsedFile { problem: Some(problem), ..ParsedFile::default() };
    };
    child.set_limit(limit);
    let began = Instant::now();
    let parsed = child.parse(language, path, text);
    if parsed.timed_out {
        patience.lose(began.elapsed());
    }
    parsed.file
}

/// What a file says about its package: the comment of package-info.java or of a Kotlin package header, or package.html.
fn package_description(path: &str, text: &str, parsed: Option<&ParsedFile>) -> Option<String> {
    if path.rsplit('/').next() == Some("package.html") {
        let lower = text.to_ascii_lowercase();
        let body = lower.find("<body").and_then(|at| Some(at + lower[at..].find('>')? + 1)).unwrap_or(0);
        let end = lower[body..].find("</body").map_or(text.len(), |at| body + at);
        return doc::description(&format!("/**{}*/", text[body..end].replace("*/", "")));
    }
    doc::description(parsed?.package_doc?.of(text))
}

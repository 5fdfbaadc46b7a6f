//! A source's tree to one index file: threads read, decode and parse; one writer takes the files in order of path.
//!
//! The file that comes out depends only on the tree and the options: the writer sees files in order of path whatever
//! thread was first, so that the same input gives the same bytes with any number of threads.

use std::collections::BTreeMap;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::coordinate::Coordinate;
use crate::error::{Failure, Incomplete, Status};
use crate::fs;
use crate::index::batch::{self, Clock, Digest};
use crate::index::terms;
use crate::model::{Language, Origin};
use crate::parse::worker::{Child, Patience, Program};
use crate::source::{Entry, Tree};
use crate::store::Counts;
use crate::store::write::{Facts, FileInput, Prepared, WriteError, Writer};
use crate::work::{Work, lock};

/// How far a thread may be ahead of the writer, in files: bounds the memory that one slow file can cost.
const WINDOW: usize = 256;

/// How many files a thread takes at once: they go to the parser together.
const MOST_TAKEN: usize = 16;

/// No more files go together once they have so many bytes.
const LARGEST_BATCH: usize = 1024 * 1024;

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
    /// What is said of it where it declares nothing.
    pub if_empty: &'a (dyn Fn() -> Option<Incomplete> + Sync),
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
        bytes: entries.iter().map(|entry| entry.size).sum(),
    };
    // An index takes less than what is in it; packed text and postings vary too much to say how much less.
    let needed = entries.iter().map(|entry| entry.size).sum();
    let unwritten = |error: WriteError| unwritten(plan.coordinate, path, needed, &error);
    let mut writer = Writer::create(path, facts).map_err(unwritten)?;
    let gate = Gate::default();
    let shared = Shared::default();
    let threads = plan.threads.clamp(1, entries.len().max(1));
    let mut write_time = Duration::ZERO;
    let counts = thread::scope(|scope| -> Result<Counts, Failure> {
        let (sender, receiver) = sync_channel(threads);
        for _ in 0..threads {
            let (sender, gate, shared) = (sender.clone(), &gate, &shared);
            scope.spawn(move || work_off(plan, gate, shared, &sender, work));
        }
        drop(sender);
        let outcome = (|| {
            let mut waiting: BTreeMap<usize, Vec<Prepared>> = BTreeMap::new();
            let mut next = 0;
            for (first, prepared) in &receiver {
                work.check()?;
                waiting.insert(first, prepared?);
                let began = Instant::now();
                while let Some(batch) = waiting.remove(&next) {
                    next += batch.len();
                    work.add_files(batch.len() as u64);
                    for prepared in batch {
                        writer.add_prepared(prepared).map_err(unwritten)?;
                    }
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
        outcome?;
        // The threads end their children meanwhile.
        let began = Instant::now();
        work.stage(format!("writing {}", plan.coordinate));
        let mut lost = std::mem::take(&mut *lock(&shared.lost));
        lost.sort_by(|one, other| one.what.cmp(&other.what));
        let mut problems = [plan.tree.problems(), &lost].concat();
        if writer.counts().types == 0 {
            problems.extend((plan.if_empty)());
        }
        let counts = writer.finish(&problems).map_err(unwritten)?;
        write_time += began.elapsed();
        Ok(counts)
    })?;
    Ok(Built {
        counts,
        stage_seconds: vec![
            ("read".to_owned(), shared.read.seconds()),
            ("parse".to_owned(), shared.parse.seconds()),
            ("write".to_owned(), write_time.as_secs_f64()),
        ],
        provisional: shared.patience.has_lost() || plan.tree.is_cut_short(),
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
    /// The next few files of `count` to work on, once the writer is near enough; none when there is no more to do.
    fn take(&self, count: usize, threads: usize) -> Option<Range<usize>> {
        let few = (count / (threads.max(1) * 4)).clamp(1, MOST_TAKEN);
        let first = self.taken.fetch_add(few, Ordering::Relaxed);
        if first >= count {
            return None;
        }
        let files = first..(first + few).min(count);
        let mut bound = lock(&self.bound);
        while files.end > bound.unwrap_or(WINDOW) && !self.closed.load(Ordering::Relaxed) {
            bound = self.moved.wait(bound).unwrap_or_else(PoisonError::into_inner);
        }
        (!self.closed.load(Ordering::Relaxed)).then_some(files)
    }

    fn open_to(&self, bound: usize) {
        *lock(&self.bound) = Some(bound);
        self.moved.notify_all();
    }

    fn close(&self) {
        let _held = lock(&self.bound);
        self.closed.store(true, Ordering::Relaxed);
        self.moved.notify_all();
    }
}

/// What the threads tell.
#[derive(Default)]
struct Shared {
    read: Clock,
    parse: Clock,
    patience: Arc<Patience>,
    /// Files that only their names are known of.
    lost: Mutex<Vec<Incomplete>>,
}

/// Sends files that follow one another, with the place of the first.
type Sender = SyncSender<(usize, Result<Vec<Prepared>, Failure>)>;

/// One thread: takes files until there are none, all through its own parser child.
fn work_off(plan: &Plan<'_>, gate: &Gate, shared: &Shared, sender: &Sender, work: &Work) {
    let entries = plan.tree.entries();
    let mut child = Child::sharing(plan.program.clone(), Arc::clone(&shared.patience));
    if entries.iter().any(|entry| Language::of_file(&entry.path).is_some()) {
        // It gets ready while the first files are read.
        child.start();
    }
    let mut known = terms::Known::default();
    while let Some(files) = gate.take(entries.len(), plan.threads) {
        let mut batch: Vec<(&Entry, Vec<u8>)> = Vec::new();
        for at in files.clone() {
            if work.is_cancelled() {
                return;
            }
            match shared.read.time(|| plan.tree.read(at)) {
                Ok(bytes) => batch.push((&entries[at], bytes)),
                Err(failure) => {
                    let _ = sender.send((at, Err(name_artifact(failure, plan))));
                    return;
                }
            }
            let is_full = batch.iter().map(|(_, bytes)| bytes.len()).sum::<usize>() >= LARGEST_BATCH;
            if is_full || at + 1 == files.end {
                let first = at + 1 - batch.len();
                let prepared = digest_guarded(plan, first, &mut batch, (&mut child, &mut known), shared);
                if sender.send((first, Ok(prepared))).is_err() {
                    return;
                }
            }
        }
    }
}

/// Digests a batch of files, the first of which is at `first`, and empties it. A panic must not leave the writer waiting for
/// a file that never comes: it costs the text of the file it happened on, and every answer says so.
fn digest_guarded(
    plan: &Plan<'_>,
    first: usize,
    batch: &mut Vec<(&Entry, Vec<u8>)>,
    (child, known): (&mut Child, &mut terms::Known),
    shared: &Shared,
) -> Vec<Prepared> {
    let mut guarded = |files: &[(&Entry, Vec<u8>)]| {
        let digests = catch_unwind(AssertUnwindSafe(|| batch::digest(files, child, known, &shared.parse)));
        // What is known of words may be half of it.
        digests.inspect_err(|_| *known = terms::Known::default())
    };
    let mut digests: Vec<Option<Digest>> = match guarded(batch) {
        Ok(digests) => digests.into_iter().map(Some).collect(),
        Err(_) => batch.chunks(1).map(|file| guarded(file).ok().and_then(|mut digests| digests.pop())).collect(),
    };
    digests.resize_with(batch.len(), || None);
    for (number, ((entry, bytes), digest)) in batch.iter_mut().zip(&mut digests).enumerate() {
        let parsed = digest.as_ref().and_then(Digest::parsed);
        let Some(instead) = parsed.and_then(|parsed| plan.tree.instead(first + number, parsed)) else { continue };
        *digest = guarded(&[(entry, instead.clone())]).ok().and_then(|mut digests| digests.pop());
        *bytes = instead;
    }
    let finished = batch.drain(..).zip(digests).enumerate().map(|(number, ((entry, bytes), digest))| {
        let file = if let Some(digest) = digest {
            let file = digest.with(bytes);
            if file.problem.as_deref() == Some(batch::NO_TEXT) {
                // No search looks into it, so that every one has to say so.
                lock(&shared.lost).push(Incomplete::at(entry.path.clone(), batch::NO_TEXT));
            }
            FileInput { problem: plan.tree.flaw(first + number).or(file.problem), ..file }
        } else {
            let reason = "could not be read: an internal error";
            lock(&shared.lost).push(Incomplete::at(entry.path.clone(), reason));
            FileInput { problem: Some(reason.to_owned()), ..batch::file_of(entry, bytes.len()) }
        };
        Prepared::of(file)
    });
    finished.collect()
}

fn unwritten(coordinate: &Coordinate, path: &Path, needed: u64, error: &WriteError) -> Failure {
    match error {
        WriteError::Input(_) => Failure::internal(format_args!("{coordinate}: {error}")),
        WriteError::Full(_) => {
            let full = fs::disk_full(path.parent().unwrap_or(path), Some(needed));
            Failure { message: format!("{coordinate}: {}", full.message), ..full }.suggest("index_artifact")
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

//! Files that parser children read, a few at a time, on several threads, until all are read or the time is over.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use super::universe::Universe;
use super::{CandidateFile, Unread};
use crate::model::Language;
use crate::model::uses::{FileUses, Wanted};
use crate::parse::worker::{Child, Patience, Program, UsesJob};
use crate::search::SearchError;
use crate::work::Work;

/// Files that go to the parser together.
const BATCH: usize = 8;

/// No more go together once they have so many bytes.
const LARGEST_BATCH: u64 = 256 * 1024;

/// What files are asked.
pub trait Asking: Sync {
    type Answer: Send;

    /// What is looked for in the file of this number.
    fn wanted(&self, at: usize) -> &Wanted;

    /// Whether the text of the file of this number can hold an answer.
    fn is_worth_parsing(&self, _at: usize, _language: Language, _text: &str) -> bool {
        true
    }

    /// What the uses in a file answer.
    fn answers(&self, file: &CandidateFile, language: Language, text: &str, uses: &FileUses) -> Vec<Self::Answer>;
}

/// How files are read.
#[derive(Clone, Copy)]
pub struct How<'a> {
    pub program: &'a Program,
    pub threads: usize,
    /// When to stop, with what was found so far.
    pub deadline: Option<Instant>,
}

/// What was found, in no order.
#[derive(Debug)]
pub struct Read<T> {
    pub answers: Vec<T>,
    pub unread: Vec<Unread>,
    /// How many files the deadline left out.
    pub left_out: usize,
}

/// Reads files.
///
/// # Errors
/// When an index cannot be read, or the caller wants the work no longer.
pub fn read<A: Asking>(
    files: &[CandidateFile],
    asking: &A,
    universe: &Universe<'_>,
    how: &How<'_>,
    work: &Work,
) -> Result<Read<A::Answer>, SearchError> {
    let reading = Reading {
        files,
        asking,
        universe,
        how,
        next: AtomicUsize::new(0),
        stopped: AtomicBool::new(false),
        patience: Arc::default(),
        found: Mutex::new(Read { answers: Vec::new(), unread: Vec::new(), left_out: 0 }),
        failed: Mutex::default(),
        work,
    };
    let threads = how.threads.clamp(1, files.len().div_ceil(BATCH).max(1));
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(|| reading.run());
        }
        reading.run();
    });
    if let Some(error) = reading.failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(error);
    }
    if let Some(failure) = universe.failed() {
        return Err(SearchError::Failure(failure));
    }
    work.check()?;
    let mut found = reading.found.into_inner().unwrap_or_else(PoisonError::into_inner);
    // Threads end as they do: what is said of files is in order.
    found.unread.sort_by(|one, other| (one.place, &one.path).cmp(&(other.place, &other.path)));
    Ok(found)
}

struct Reading<'a, A: Asking> {
    files: &'a [CandidateFile],
    asking: &'a A,
    universe: &'a Universe<'a>,
    how: &'a How<'a>,
    next: AtomicUsize,
    stopped: AtomicBool,
    patience: Arc<Patience>,
    found: Mutex<Read<A::Answer>>,
    failed: Mutex<Option<SearchError>>,
    work: &'a Work,
}

impl<A: Asking> Reading<'_, A> {
    /// Takes files and reads them until there are none left.
    fn run(&self) {
        let mut child = Child::sharing(self.how.program.clone(), Arc::clone(&self.patience));
        while !self.stopped.load(Ordering::Relaxed) {
            let taken = self.take();
            if taken.is_empty() {
                return;
            }
            if self.how.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                self.found().left_out += taken.len();
                continue;
            }
            let checked = self.work.check().map_err(SearchError::Failure);
            if let Err(error) = checked.and_then(|()| self.files(taken, &mut child)) {
                self.stopped.store(true, Ordering::Relaxed);
                self.failed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
            }
        }
    }

    /// The next files to read.
    fn take(&self) -> Range<usize> {
        let mut taken = 0..0;
        let _ = self.next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |first| {
            let mut bytes = 0;
            let fits = |file: &&CandidateFile| {
                bytes += file.row.size;
                bytes <= LARGEST_BATCH
            };
            let rest = self.files.get(first..).unwrap_or_default();
            // At least one, and no more than leaves work for the other threads.
            let most = BATCH.min(rest.len().div_ceil(self.how.threads.max(1))).max(1);
            let count = rest.iter().take(most).take_while(fits).count().max(1).min(rest.len());
            taken = first..first + count;
            (count > 0).then_some(first + count)
        });
        taken
    }

    fn found(&self) -> std::sync::MutexGuard<'_, Read<A::Answer>> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn files(&self, taken: Range<usize>, child: &mut Child) -> Result<(), SearchError> {
        let mut texts = Vec::with_capacity(taken.len());
        for at in taken {
            let file = &self.files[at];
            let Some(index) = self.universe.index(file.place) else { continue };
            let Some(language) = file.row.language else { continue };
            let text = index.text(file.row.id)?;
            if self.asking.is_worth_parsing(at, language, &text) {
                texts.push((at, language, text));
            }
        }
        let jobs: Vec<UsesJob<'_>> = texts
            .iter()
            .map(|(at, language, text)| UsesJob {
                language: *language,
                path: &self.files[*at].row.path,
                text,
                wanted: self.asking.wanted(*at),
            })
            .collect();
        let all = child.uses_of_all(&jobs);
        for ((at, language, text), uses) in texts.iter().zip(all) {
            let file = &self.files[*at];
            match uses {
                Ok(uses) => {
                    let mut answers = self.asking.answers(file, *language, text, &uses);
                    let mut found = self.found();
                    found.answers.append(&mut answers);
                    found.unread.extend(uses.problem.map(|problem| unread(file, problem)));
                }
                Err(reason) => self.found().unread.push(unread(file, reason)),
            }
        }
        Ok(())
    }
}

fn unread(file: &CandidateFile, reason: String) -> Unread {
    Unread { place: file.place, path: file.row.path.clone(), reason }
}

//! The child's side: read files, parse them, answer; end when the clock or the parent says so.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::exit;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use super::frame::{Answer, Task};
use super::{TIMED_OUT_EXIT, frame};
use crate::model::{Language, ParsedFile};
use crate::parse::{java, kotlin};

/// The parser's stack. Grammars recurse in a few places in the depth of what they read; pages that are not touched cost
/// nothing.
const STACK: usize = 64 * 1024 * 1024;

/// Address space of a child, in bytes. The largest text that is parsed takes a third of it; a grammar that asks for more is
/// refused by the system and aborts, which costs the file. (Counting allocations would miss the grammars', which are C.)
#[cfg(unix)]
const ADDRESS_SPACE: u64 = 1024 * 1024 * 1024;

/// How a child ends that could not do its work.
const FAILED_EXIT: i32 = 1;

/// Answers wait for the end of their batch up to so many bytes.
const LONGEST_WAITING: usize = 64 * 1024;

/// What the binary does when started with [`super::CHILD_ARGUMENT`]: frames in on stdin, frames out on stdout, until stdin
/// ends. Nothing else is ever written to standard output.
pub fn run_child() -> ! {
    limit_memory();
    let (batches, queue) = mpsc::channel::<Vec<u8>>();
    let shared = Arc::new(Shared { began: Instant::now(), deadline: AtomicU64::new(IDLE), waiting: Mutex::default() });
    let spawn = |name: &str| thread::Builder::new().name(name.to_owned());
    let watched = Arc::clone(&shared);
    let Ok(watchdog) = spawn("watchdog").spawn(move || watched.watch()) else { exit(FAILED_EXIT) };
    let watchdog = watchdog.thread().clone();
    if spawn("parser").stack_size(STACK).spawn(move || shared.parse_all(&queue, &watchdog)).is_err() {
        exit(FAILED_EXIT);
    }
    // This thread only reads, so that the end of standard input is noticed while a file is being parsed.
    let mut input = io::stdin().lock();
    loop {
        let mut content = Vec::new();
        if frame::receive(&mut input, &mut content).is_err() {
            exit(0);
        }
        if batches.send(content).is_err() {
            exit(FAILED_EXIT);
        }
    }
}

/// Bounds the memory of this process. Where the system does not let us, the clock still ends what grows without end.
#[cfg(unix)]
fn limit_memory() {
    use nix::sys::resource::{Resource, setrlimit};
    let _ = setrlimit(Resource::RLIMIT_AS, ADDRESS_SPACE, ADDRESS_SPACE);
}

#[cfg(not(unix))]
fn limit_memory() {}

/// The deadline while no file is being parsed.
const IDLE: u64 = u64::MAX;

/// What the parser and the watchdog share.
struct Shared {
    began: Instant,
    /// When the file that is being parsed must be done, in milliseconds after `began`.
    deadline: AtomicU64,
    /// Answers that were not sent yet.
    waiting: Mutex<Vec<u8>>,
}

impl Shared {
    /// Ends the process when a file takes longer than it may. What was parsed before it is sent, so that it alone is lost.
    fn watch(&self) {
        loop {
            let deadline = self.deadline.load(Ordering::Acquire);
            if deadline == IDLE {
                thread::park();
                continue;
            }
            let left = deadline.saturating_sub(self.now());
            if left == 0 {
                let _ = self.send();
                exit(TIMED_OUT_EXIT);
            }
            thread::park_timeout(Duration::from_millis(left));
        }
    }

    fn parse_all(&self, queue: &Receiver<Vec<u8>>, watchdog: &Thread) {
        while let Ok(content) = queue.recv() {
            let Ok(batch) = frame::decode::<frame::Batch<'_>>(&content) else { exit(FAILED_EXIT) };
            for (number, request) in batch.files.iter().enumerate() {
                self.deadline.store(self.now() + batch.limit_ms.max(1), Ordering::Release);
                if number == 0 {
                    // Later deadlines are seen when the first one is reached.
                    watchdog.unpark();
                }
                let answer = parse_one(request);
                self.deadline.store(IDLE, Ordering::Release);
                let is_last = number + 1 == batch.files.len();
                if self.answer(&answer, is_last).is_err() {
                    exit(FAILED_EXIT);
                }
            }
        }
    }

    /// Keeps an answer, and sends all that wait where it is time to.
    fn answer(&self, answer: &Answer, now: bool) -> io::Result<()> {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        *waiting = frame::encode(answer, std::mem::take(&mut *waiting))?;
        let full = waiting.len() >= LONGEST_WAITING;
        drop(waiting);
        if now || full { self.send() } else { Ok(()) }
    }

    fn send(&self) -> io::Result<()> {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        frame::send(&mut io::stdout(), &waiting)?;
        waiting.clear();
        Ok(())
    }

    fn now(&self) -> u64 {
        self.began.elapsed().as_millis() as u64
    }
}

fn parse_one(request: &frame::Request<'_>) -> Answer {
    let parsed = catch_unwind(AssertUnwindSafe(|| match (&request.task, request.language) {
        (Task::Uses(wanted), Language::Java) => Answer::Uses(java::uses::uses(request.path, request.text, wanted)),
        (Task::Uses(wanted), Language::Kotlin) => Answer::Uses(kotlin::uses::uses(request.path, request.text, wanted)),
        (Task::Reduced, Language::Java) => {
            java::outline_reduced(request.path, request.text).map_or(Answer::Refused, Answer::Outline)
        }
        (Task::Declarations, Language::Java) => Answer::Outline(java::outline(request.path, request.text)),
        (Task::Declarations | Task::Reduced, Language::Kotlin) => {
            Answer::Parsed(crate::parse::parse_whole(request.language, request.path, request.text))
        }
    }));
    parsed.unwrap_or_else(|_| match request.task {
        Task::Declarations => {
            let problem = Some("the parser failed on this file".to_owned());
            Answer::Parsed(ParsedFile { problem, ..ParsedFile::default() })
        }
        Task::Reduced | Task::Uses(_) => Answer::Refused,
    })
}

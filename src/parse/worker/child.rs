//! The child's side: read a file, parse it, answer; end when the clock or the parent says so.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::exit;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::Duration;

use super::{TIMED_OUT_EXIT, frame};
use crate::model::ParsedFile;

/// The parser's stack. Grammars recurse in a few places in the depth of what they read; pages that are not touched cost
/// nothing.
const STACK: usize = 64 * 1024 * 1024;

/// Address space of a child, in bytes. The largest text that is parsed takes a third of it; a grammar that asks for more is
/// refused by the system and aborts, which costs the file. (Counting allocations would miss the grammars', which are C.)
#[cfg(unix)]
const ADDRESS_SPACE: u64 = 1024 * 1024 * 1024;

/// How a child ends that could not do its work.
const FAILED_EXIT: i32 = 1;

/// What the binary does when started with [`super::CHILD_ARGUMENT`]: frames in on stdin, frames out on stdout, until stdin
/// ends. Nothing else is ever written to standard output.
pub fn run_child() -> ! {
    limit_memory();
    let (files, queue) = mpsc::channel::<Vec<u8>>();
    let (clock, ticks) = mpsc::channel::<Option<Duration>>();
    let spawn = |name: &str| std::thread::Builder::new().name(name.to_owned());
    let watchdog = spawn("watchdog").spawn(move || watch(&ticks));
    let parser = spawn("parser").stack_size(STACK).spawn(move || parse_all(&queue, &clock));
    if watchdog.is_err() || parser.is_err() {
        exit(FAILED_EXIT);
    }
    // This thread only reads, so that the end of standard input is noticed while a file is being parsed.
    let mut input = io::stdin().lock();
    loop {
        let mut content = Vec::new();
        if frame::receive(&mut input, &mut content).is_err() {
            exit(0);
        }
        if files.send(content).is_err() {
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

/// Ends the process when a file takes longer than it may.
fn watch(ticks: &Receiver<Option<Duration>>) {
    let mut limit = None;
    loop {
        let tick = match limit {
            None => ticks.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(limit) => ticks.recv_timeout(limit),
        };
        match tick {
            Ok(next) => limit = next,
            Err(RecvTimeoutError::Timeout) => exit(TIMED_OUT_EXIT),
            Err(RecvTimeoutError::Disconnected) => exit(FAILED_EXIT),
        }
    }
}

fn parse_all(queue: &Receiver<Vec<u8>>, clock: &Sender<Option<Duration>>) {
    let mut output = io::stdout().lock();
    while let Ok(content) = queue.recv() {
        let Ok(request) = frame::decode::<frame::Request<'_>>(&content) else { exit(FAILED_EXIT) };
        let _ = clock.send(Some(Duration::from_millis(request.limit_ms)));
        let file = parse_one(&request);
        let sent = frame::encode(&file).and_then(|frame| frame::send(&mut output, &frame));
        if sent.is_err() {
            exit(FAILED_EXIT);
        }
        let _ = clock.send(None);
    }
}

fn parse_one(request: &frame::Request<'_>) -> ParsedFile {
    let parsed = catch_unwind(AssertUnwindSafe(|| crate::parse::parse(request.language, request.path, request.text)));
    parsed.unwrap_or_else(|_| ParsedFile {
        problem: Some("the parser failed on this file".to_owned()),
        ..ParsedFile::default()
    })
}

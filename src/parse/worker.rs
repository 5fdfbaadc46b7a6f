//! The parser child: the same binary, re-executed, so that a grammar's abort or hang costs one file.
//!
//! The parent sends one file at a time over the child's standard input and reads what it declares from its standard
//! output. A child that dies costs the file it was given; the next file gets a new child. The clock is kept twice: the
//! child ends itself when a file takes too long or when its standard input ends (so none is orphaned), and the parent
//! kills a child that did not. A child that would take more memory than any real file needs dies of it. A child gets text only: no file name to open, no environment, no working files.

mod child;
mod frame;
mod guard;

use std::path::PathBuf;
use std::time::Duration;

use crate::model::{Language, ParsedFile};
use crate::parse::LARGEST_PARSED;
use guard::Running;

pub use child::run_child;

/// The hidden argument that makes the binary a parser child.
pub const CHILD_ARGUMENT: &str = "parse-worker";

/// How long one file may take. The slowest real file met takes half a second; what takes longer than this is a file that
/// the grammar cannot finish.
pub const TIME_LIMIT: Duration = Duration::from_secs(10);

/// How much longer the parent waits than the child, which should end itself.
const GRACE: Duration = Duration::from_secs(5);

/// What a child exits with when the clock ended it; no other exit uses it.
const TIMED_OUT_EXIT: i32 = 86;

/// The program to run as a parser child; the binary passes its own path, tests pass the built binary's.
#[derive(Debug, Clone)]
pub struct Program(pub PathBuf);

/// One child, started on first need, restarted after a death. Belongs to one thread at a time; dropping it ends the process.
pub struct Child {
    program: Program,
    limit: Duration,
    running: Option<Running>,
}

impl Child {
    /// A child that is not started yet.
    #[must_use]
    pub fn new(program: Program) -> Self {
        Self::with_limit(program, TIME_LIMIT)
    }

    /// The same with another limit for one file.
    #[must_use]
    pub fn with_limit(program: Program, limit: Duration) -> Self {
        Self { program, limit, running: None }
    }

    /// Gives the files that follow another limit. The parent's own clock stays at the first one: it is the backstop.
    pub fn set_limit(&mut self, limit: Duration) {
        self.limit = limit;
    }

    /// Parses in the child. A child that dies or runs out of time gives a file with nothing but a `problem`;
    /// `timed_out` is then true where the clock was the cause.
    pub fn parse(&mut self, language: Language, path: &str, text: &str) -> Parsed {
        if text.len() > LARGEST_PARSED {
            return Parsed::problem(super::too_large(), false);
        }
        let request = frame::Request { language, path, text, limit_ms: self.limit.as_millis() as u64 };
        let Ok(request) = frame::encode(&request) else {
            return Parsed::problem("the parser could not be asked for this file".to_owned(), false);
        };
        // A child that was alive before may have been ended by something that is not this file's fault.
        let mut reused = self.running.is_some();
        loop {
            let answer = match self.running() {
                Ok(running) => running.ask(&request),
                Err(error) => return Parsed::problem(format!("the parser could not be started: {error}"), false),
            };
            if let Some(file) = answer {
                return Parsed { file, timed_out: false };
            }
            let timed_out = self.running.take().is_some_and(Running::end);
            if timed_out {
                let seconds = self.limit.as_secs_f64();
                return Parsed::problem(format!("the parser ran out of time on this file ({seconds} s)"), true);
            }
            if !reused {
                return Parsed::problem("the parser died on this file".to_owned(), false);
            }
            reused = false;
        }
    }

    fn running(&mut self) -> std::io::Result<&mut Running> {
        if self.running.is_none() {
            self.running = Some(Running::start(&self.program, self.limit + GRACE)?);
        }
        self.running.as_mut().ok_or_else(|| std::io::ErrorKind::NotFound.into())
    }

    /// Ends the process now, if one runs; the next file starts another. For a pool that has been idle for a while.
    pub fn stop(&mut self) {
        if let Some(running) = self.running.take() {
            running.end();
        }
    }

    /// The number of the child's process, while one runs.
    #[must_use]
    pub fn process_id(&self) -> Option<u32> {
        self.running.as_ref().map(Running::process_id)
    }
}

/// A parsed file and whether the clock cut it short.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parsed {
    pub file: ParsedFile,
    pub timed_out: bool,
}

impl Parsed {
    fn problem(problem: String, timed_out: bool) -> Self {
        Self { file: ParsedFile { problem: Some(problem), ..ParsedFile::default() }, timed_out }
    }
}

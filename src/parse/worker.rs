//! The parser child: the same binary, re-executed, so that a grammar's abort or hang costs one file.
//!
//! The parent sends a few files at a time over the child's standard input and reads what they declare from its standard
//! output. A child that dies costs the one file it died on; the others are sent again, to a new child. The clock is kept
//! twice: the child ends itself when a file takes too long or when its standard input ends (so none is orphaned), and the
//! parent kills a child that did not. A child that would take more memory than any real file needs dies of it. A child gets
//! text only: no file name to open, no environment but a setting of the C library, no working files.
//!
//! Of a Java file the child gets what the lexer left of it, and all of it only where that does not tell what it declares.
//! Lines and documentation are found here, where the text is.

mod ask;
mod child;
mod frame;
mod guard;
mod patience;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crate::model::uses::FileUses;
use crate::model::{Language, ParsedFile};
use crate::parse::lexer;
use crate::text::lines::Lines;
use guard::{Ended, Running};

pub use ask::{Job, UsesJob};
pub use child::run_child;
pub use patience::{Patience, TIME_LIMIT};

/// The hidden argument that makes the binary a parser child.
pub const CHILD_ARGUMENT: &str = "parse-worker";

/// What a child exits with when the clock ended it; no other exit uses it.
const TIMED_OUT_EXIT: i32 = 86;

/// The program to run as a parser child; the binary passes its own path, tests pass the built binary's.
#[derive(Debug, Clone)]
pub struct Program(pub PathBuf);

/// One child, started on first need, restarted after a death. Belongs to one thread at a time; dropping it ends the process.
pub struct Child {
    program: Program,
    patience: Arc<Patience>,
    running: Option<Running>,
}

impl Child {
    /// A child that is not started yet.
    #[must_use]
    pub fn new(program: Program) -> Self {
        Self::sharing(program, Arc::default())
    }

    /// The same with another limit for one file.
    #[must_use]
    pub fn with_limit(program: Program, limit: Duration) -> Self {
        Self::sharing(program, Arc::new(Patience::of(limit)))
    }

    /// One of several that parse the same artifact.
    #[must_use]
    pub fn sharing(program: Program, patience: Arc<Patience>) -> Self {
        Self { program, patience, running: None }
    }

    /// Parses one file in the child; see [`Self::parse_all`].
    pub fn parse(&mut self, language: Language, path: &str, text: &str) -> Parsed {
        let reading = (language == Language::Java).then(|| lexer::java::read(text));
        let lines = Lines::of(text);
        let reduced = reading.as_ref().and_then(|reading| reading.reduced.as_ref());
        let parsed = self.parse_all(&[Job { language, path, text, lines: &lines, reduced }]);
        parsed.into_iter().next().unwrap_or_else(|| Parsed::problem("the parser gave no answer".to_owned(), false))
    }

    /// Parses files in the child, in one go; gives what each declares, in the same order. A file on which the child dies or
    /// runs out of time gives nothing but a `problem`; `timed_out` is then true where the clock was the cause.
    pub fn parse_all(&mut self, jobs: &[Job<'_>]) -> Vec<Parsed> {
        ask::parse_all(self, jobs)
    }

    /// Looks for names in files, in one go; gives what each says of them, in the same order, or why it cannot be told.
    pub fn uses_of_all(&mut self, jobs: &[UsesJob<'_>]) -> Vec<Result<FileUses, String>> {
        ask::uses_of_all(self, jobs)
    }

    /// The child that runs, started where none does, and whether it ran before.
    fn running(&mut self) -> std::io::Result<(&mut Running, bool)> {
        let reused = self.running.is_some();
        if self.running.is_none() {
            self.running = Some(Running::start(&self.program)?);
        }
        self.running.as_mut().map(|running| (running, reused)).ok_or_else(|| std::io::ErrorKind::NotFound.into())
    }

    /// Starts the process, where none runs, before there is a file to parse. Where that fails, the first file is told why.
    pub fn start(&mut self) {
        let _ = self.running();
    }

    /// Ends the process now, if one runs; the next file starts another. For a pool that has been idle for a while.
    pub fn stop(&mut self) {
        self.end();
    }

    /// Ends the process and tells how it came to its end.
    fn end(&mut self) -> Ended {
        self.running.take().map_or(Ended::Otherwise, Running::end)
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

//! The parser child: the same binary, re-executed, so that a grammar's abort or hang costs one file.

use std::path::PathBuf;

use crate::model::{Language, ParsedFile};

/// The hidden argument that makes the binary a parser child.
pub const CHILD_ARGUMENT: &str = "parse-worker";

/// The program to run as a parser child; the binary passes its own path, tests pass the built binary's.
#[derive(Debug, Clone)]
pub struct Program(pub PathBuf);

/// One child, started on first need, restarted after a death. Belongs to one thread at a time.
pub struct Child {
    program: Program,
}

impl Child {
    /// A child that is not started yet.
    #[must_use]
    pub fn new(program: Program) -> Self {
        Self { program }
    }

    /// Parses in the child. A child that dies or runs out of time gives a file with nothing but a `problem`;
    /// `timed_out` is then true where the clock was the cause.
    pub fn parse(&mut self, language: Language, path: &str, text: &str) -> Parsed {
        let _ = (&self.program, language, path, text);
        unimplemented!()
    }
}

/// A parsed file and whether the clock cut it short.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parsed {
    pub file: ParsedFile,
    pub timed_out: bool,
}

/// What the binary does when started with [`CHILD_ARGUMENT`]: frames in on stdin, frames out on stdout, until stdin ends.
pub fn run_child() -> ! {
    unimplemented!()
}

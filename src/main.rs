//! The binary: parse arguments, run, exit code.

use std::process::ExitCode;

use jardex::cli::{self, Next};
use jardex::config::Surroundings;
use jardex::mcp;
use jardex::parse::worker::{self, CHILD_ARGUMENT, Program};

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().collect();
    if arguments.get(1).is_some_and(|argument| argument == CHILD_ARGUMENT) {
        worker::run_child();
    }
    // The same binary parses in child processes. Where the system cannot say which it is, the name it was called by
    // is the best guess.
    let program =
        Program(std::env::current_exe().unwrap_or_else(|_| arguments.first().cloned().unwrap_or_default().into()));
    match cli::run(&arguments, &Surroundings::of_process(), program.clone()) {
        Next::Exit(code) => ExitCode::from(code),
        Next::Serve(config) => ExitCode::from(mcp::serve(*config, program)),
    }
}

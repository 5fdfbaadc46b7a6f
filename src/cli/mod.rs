//! The command line: one face of the table of tools.
//!
//! Promises: every tool is a command; on a terminal answers come with colour and columns, in a pipe as the plain form, with
//! `--json` as the object that MCP gives; a closed pipe ends it quietly; the exit code tells done, refused, wrong usage
//! and bug apart. Must not know: what a tool does, MCP.

mod arguments;
mod config;
mod grammar;
mod highlight;
mod output;
mod progress;
mod run;
mod terminal;

use std::ffi::OsString;

use clap::ArgMatches;

use crate::config::log::{self, Reader};
use crate::config::{Config, Surroundings, load};
use crate::error::Failure;
use crate::parse::worker::Program;
use output::{Code, Output};

/// What is left to do when the arguments are read.
pub enum Next {
    /// Nothing: end with this exit code.
    Exit(u8),
    /// Serve MCP on standard input and output.
    Serve(Box<Config>),
}

/// Reads `arguments` (the program's name first) and runs the command they name. `program` is started as parser child.
pub fn run(arguments: Vec<OsString>, surroundings: &Surroundings, program: Program) -> Next {
    let colour = grammar::colour_of(&arguments);
    let matches = match grammar::command().color(colour.for_help()).try_get_matches_from(arguments) {
        Ok(matches) => matches,
        Err(error) => return Next::Exit(usage(&error)),
    };
    let Some((verb, given)) = matches.subcommand() else { return Next::Exit(Code::Usage as u8) };
    let output = Output::new(given.get_flag(grammar::JSON), colour, &surroundings.environment);
    match verb {
        "completions" => Next::Exit(grammar::completions(given) as u8),
        "man" => Next::Exit(grammar::manual(given) as u8),
        _ => match configured(verb, given, surroundings) {
            Ok(config) if verb == "mcp" => Next::Serve(Box::new(config)),
            Ok(config) if verb == "config" => Next::Exit(output.answer(&config::Shown(&config)) as u8),
            Ok(config) => Next::Exit(run::tool(verb, given, config, program, &output) as u8),
            Err(failure) => Next::Exit(output.failure(&failure) as u8),
        },
    }
}

/// The settings in force, with the log started as they say.
fn configured(verb: &str, given: &ArgMatches, surroundings: &Surroundings) -> Result<Config, Failure> {
    let config = load(&grammar::flags(given), surroundings)?;
    log::start(&config, if verb == "mcp" { Reader::Server } else { Reader::Person })?;
    Ok(config)
}

/// Prints what clap has to say: help and version on standard output, an error on standard error.
fn usage(error: &clap::Error) -> u8 {
    // A pipe that is closed already has no reader to tell.
    let _ = error.print();
    let code = if error.use_stderr() { Code::Usage } else { Code::Done };
    code as u8
}

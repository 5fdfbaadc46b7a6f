//! The command line: one face of the table of tools.
//!
//! Promises: every tool is a command; on a terminal answers come with colour and columns, in a pipe as the plain form, with
//! `--json` as the object that MCP gives; a closed pipe ends it quietly; the exit code tells done, refused, wrong usage
//! and bug apart. Must not know: what a tool does, MCP.

mod arguments;
mod cache;
mod config;
mod grammar;
mod highlight;
mod output;
mod progress;
mod run;
mod seed;
mod terminal;

use std::ffi::OsString;
use std::io::Write;

use clap::ArgMatches;
use clap::error::{ContextValue, ErrorKind};

use crate::config::log::{self, Reader};
use crate::config::{Config, Surroundings, load};
use crate::error::{Failure, Status};
use crate::interrupt;
use crate::parse::worker::Program;
use crate::text::escape::visible;
use crate::text::redact::without_secrets;
use crate::work::Work;
use output::{Code, Output};

/// What is left to do when the arguments are read.
pub enum Next {
    /// Nothing: end with this exit code.
    Exit(u8),
    /// Serve MCP on standard input and output.
    Serve(Box<Config>),
}

/// Reads `arguments` (the program's name first) and runs the command they name. `program` is started as parser child.
pub fn run(arguments: &[OsString], surroundings: &Surroundings, program: Program) -> Next {
    let colour = grammar::colour_of(arguments);
    let matches = match grammar::command().color(colour.for_help()).try_get_matches_from(arguments) {
        Ok(matches) => matches,
        Err(error) if error.use_stderr() && grammar::wants_json(arguments) => {
            let output = Output::new(true, colour, &surroundings.environment);
            return Next::Exit(output.failure(&misuse(&redacted(error))) as u8);
        }
        Err(error) => return Next::Exit(usage(&redacted(error))),
    };
    let Some((verb, given)) = matches.subcommand() else { return Next::Exit(Code::Usage as u8) };
    let output = Output::new(given.get_flag(grammar::JSON), colour, &surroundings.environment);
    match verb {
        "completions" => Next::Exit(grammar::completions(given) as u8),
        "man" => Next::Exit(grammar::manual(given) as u8),
        _ => match configured(verb, given, surroundings) {
            Ok(config) if verb == "mcp" => Next::Serve(Box::new(config)),
            Ok(config) if verb == "config" => Next::Exit(output.answer(&config::Shown(&config)) as u8),
            Ok(config) if verb == "cache" => Next::Exit(cache::run(given, config, program, &output) as u8),
            Ok(config) if verb == "seed" => Next::Exit(seed::run(given, config, program, &output) as u8),
            Ok(config) => Next::Exit(run::tool(verb, given, config, program, &output) as u8),
            Err(failure) => Next::Exit(output.failure(&failure) as u8),
        },
    }
}

/// Work that Ctrl-C and its like cancel. Once a process.
fn interruptible() -> Work {
    let work = Work::default();
    let cancelled = work.clone();
    interrupt::first(move || {
        cancelled.cancel();
        // There is nobody to tell when standard error is closed.
        let _ = writeln!(std::io::stderr(), "interrupted: ending what is under way; once more ends at once");
    });
    work
}

/// The settings in force, with the log started as they say.
fn configured(verb: &str, given: &ArgMatches, surroundings: &Surroundings) -> Result<Config, Failure> {
    let config = load(&grammar::flags(given), surroundings)?;
    log::start(&config, if verb == "mcp" { Reader::Server } else { Reader::Person })?;
    Ok(config)
}

/// The same error without the secrets of URLs among the arguments that it names.
fn redacted(mut error: clap::Error) -> clap::Error {
    let clean = |text: &String| without_secrets(text).into_owned();
    let tells = |text: String| without_secrets(&text) != text;
    let tips: Vec<_> = error
        .context()
        .filter_map(|(kind, value)| match value {
            ContextValue::StyledStrs(tips) => tips.iter().any(|tip| tells(tip.to_string())).then_some(kind),
            _ => None,
        })
        .collect();
    for kind in tips {
        error.remove(kind);
    }
    let named: Vec<_> = error
        .context()
        .filter_map(|(kind, value)| match value {
            ContextValue::String(text) => Some((kind, ContextValue::String(clean(text)))),
            ContextValue::Strings(texts) => Some((kind, ContextValue::Strings(texts.iter().map(clean).collect()))),
            _ => None,
        })
        .collect();
    for (kind, value) in named {
        error.insert(kind, value);
    }
    error
}

/// Wrong usage as an answer: what is wrong, without the usage line that people get.
fn misuse(error: &clap::Error) -> Failure {
    let text = error.to_string();
    let what = match error.kind() {
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand | ErrorKind::MissingSubcommand => "no command is named",
        _ => text.split("\n\n").next().unwrap_or_default().trim_start_matches("error: "),
    };
    let what: Vec<&str> = what.split_whitespace().collect();
    Failure::new(Status::InvalidArgument, visible(&what.join(" ")))
}

/// Prints what clap has to say: help and version on standard output, an error on standard error.
fn usage(error: &clap::Error) -> u8 {
    // A pipe that is closed already has no reader to tell.
    let _ = error.print();
    let code = if error.use_stderr() { Code::Usage } else { Code::Done };
    code as u8
}

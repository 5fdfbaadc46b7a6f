//! Where answers and failures go: standard output or error, in which form, with which colour, and the exit code.
#![allow(clippy::disallowed_macros, clippy::disallowed_methods, reason = "the command line owns the standard streams")]

use std::fmt::Write as _;
use std::io::{ErrorKind, IsTerminal, Write};

use super::terminal;
use crate::config::Environment;
use crate::error::{Failure, Status};
use crate::interrupt;
use crate::text::escape::visible;
use crate::tools::page::Page;
use crate::tools::{Answer, TABLE, failure};

/// How a command ended; the number is the process's exit code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Code {
    Done = 0,
    Refused = 1,
    Usage = 2,
    Bug = 3,
    /// A signal ended it.
    Interrupted = interrupt::CODE as isize,
}

impl Code {
    fn of(status: Status) -> Self {
        match status {
            Status::InvalidArgument | Status::InvalidPattern | Status::InvalidCursor | Status::InvalidQuery => {
                Self::Usage
            }
            Status::InternalError => Self::Bug,
            status if status.is_success() => Self::Done,
            _ => Self::Refused,
        }
    }
}

/// `--color`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Colour {
    Auto,
    Always,
    Never,
}

impl Colour {
    pub(super) fn for_help(self) -> clap::ColorChoice {
        match self {
            Self::Auto => clap::ColorChoice::Auto,
            Self::Always => clap::ColorChoice::Always,
            Self::Never => clap::ColorChoice::Never,
        }
    }

    /// Whether a stream gets colour: `--color`, then NO_COLOR, then CLICOLOR_FORCE, then whether it is a terminal that can.
    fn on(self, environment: &Environment, is_terminal: bool) -> bool {
        let is_forced = environment.get("CLICOLOR_FORCE").is_some_and(|value| value != "0");
        let is_dumb = environment.get("TERM").is_some_and(|value| value == "dumb");
        let is_declined = environment.get("CLICOLOR").is_some_and(|value| value == "0");
        match self {
            Self::Always => true,
            Self::Never => false,
            Self::Auto if environment.get("NO_COLOR").is_some() => false,
            Self::Auto => is_forced || (is_terminal && !is_dumb && !is_declined),
        }
    }
}

/// One of the two streams: for people, or for a program.
#[derive(Debug, Clone, Copy)]
struct Stream {
    /// Columns, hints: the form for people. A person who forces colour into a pipe wants it as well.
    for_people: bool,
    colour: bool,
}

/// The standard streams of a command.
#[derive(Debug)]
pub(super) struct Output {
    json: bool,
    out: Stream,
    err: Stream,
    is_terminal: bool,
}

impl Output {
    pub(super) fn new(json: bool, choice: Colour, environment: &Environment) -> Self {
        let stream = |is_terminal: bool| {
            let colour = choice.on(environment, is_terminal);
            Stream { for_people: is_terminal || colour, colour }
        };
        let is_terminal = std::io::stdout().is_terminal();
        Self { json, out: stream(is_terminal), err: stream(std::io::stderr().is_terminal()), is_terminal }
    }

    /// Prints an answer.
    pub(super) fn answer(&self, answer: &dyn Answer) -> Code {
        let found = if answer.found() { Code::Done } else { Code::Refused };
        if self.json {
            return Self::line(&answer.json()).max(found);
        }
        if !self.is_terminal
            && let Some(raw) = answer.raw()
        {
            return Self::bytes(raw).max(found);
        }
        let mut page = Page::default();
        answer.page(&mut page);
        let text = if self.out.for_people { terminal::render(&page, self.out.colour) } else { page.plain() };
        Self::bytes(text.as_bytes()).max(found)
    }

    /// Tells on standard error what belongs to an answer and is no part of its text; as JSON the answer itself says it.
    pub(super) fn aside(&self, page: &Page) {
        if self.json {
            return;
        }
        let text = if self.err.for_people { terminal::render(page, self.err.colour) } else { page.plain() };
        // There is nobody to tell when standard error is closed.
        let _ = std::io::stderr().lock().write_all(text.as_bytes());
    }

    /// Prints a failure: on standard error, or as JSON on standard output, where a program waits for its answer.
    pub(super) fn failure(&self, failure: &Failure) -> Code {
        let code = Code::of(failure.status);
        if self.json {
            return match serde_json::to_value(failure) {
                Ok(value) => Self::line(&value).max(code),
                Err(_) => Code::Bug,
            };
        }
        let text = if self.err.for_people { self.explained(failure) } else { failure::page(failure).plain() };
        // There is nobody to tell when standard error is closed; the exit code still says it.
        let _ = std::io::stderr().lock().write_all(text.as_bytes());
        code
    }

    /// Asks somebody at a terminal whether what was refused is to be done; none where nobody is there to say.
    pub(super) fn ask(&self, failure: &Failure) -> Option<bool> {
        if self.json || !std::io::stdin().is_terminal() || !std::io::stderr().is_terminal() {
            return None;
        }
        let question = format!("{}\nGo on? [y/N] ", visible(&failure.message));
        std::io::stderr().lock().write_all(question.as_bytes()).ok()?;
        let mut answer = String::new();
        interrupt::while_asking(|| std::io::stdin().read_line(&mut answer)).ok()?;
        Some(["y", "yes"].contains(&answer.trim().to_ascii_lowercase().as_str()))
    }

    /// A failure for people: what happened, what to do.
    fn explained(&self, failure: &Failure) -> String {
        let (red, cyan, plain) = if self.err.colour { ("\x1b[1;31m", "\x1b[1;36m", "\x1b[0m") } else { ("", "", "") };
        let mut text = format!("{red}error:{plain} {}\n", visible(&failure.message));
        let mut hint = |what: &str| {
            // Writing to text cannot fail.
            let _ = writeln!(text, "{cyan}hint:{plain} {}", visible(what));
        };
        if !failure.suggestions.is_empty() {
            hint(&format!("did you mean {}?", failure.suggestions.join(", ")));
        }
        if !failure.versions.is_empty() {
            hint(&format!("registered versions: {}", failure.versions.join(", ")));
        }
        match (&failure.hint, failure.suggested_action) {
            (Some(own), _) => hint(own),
            (None, Some(tool)) => {
                let row = TABLE.iter().find(|row| row.name == tool);
                hint(&format!("try `jardex {}`", row.map_or(tool, |row| row.command.verb)));
            }
            (None, None) => {}
        }
        if failure.status == Status::InternalError {
            hint("this is a bug of jardex; please report it with the command that shows it");
        }
        text
    }

    fn line(value: &serde_json::Value) -> Code {
        Self::bytes(format!("{value}\n").as_bytes())
    }

    /// Prints bytes as they are. A reader that went away ends the command quietly: it has what it wanted.
    pub(super) fn bytes(bytes: &[u8]) -> Code {
        let mut out = std::io::stdout().lock();
        match out.write_all(bytes).and_then(|()| out.flush()) {
            Ok(()) => Code::Done,
            Err(error) if error.kind() == ErrorKind::BrokenPipe => std::process::exit(0),
            Err(error) => {
                let _ = writeln!(std::io::stderr(), "error: cannot write the answer: {error}");
                Code::Refused
            }
        }
    }
}

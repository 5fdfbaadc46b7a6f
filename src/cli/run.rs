//! Runs a tool as a command: opens the explorer, shows progress, prints what comes, tells how it went.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use clap::ArgMatches;
use serde_json::{Map, Value};

use super::output::{Code, Output};
use super::{arguments, grammar, interruptible, progress};
use crate::config::Config;
use crate::error::{Failure, Status};
use crate::index::Explorer;
use crate::parse::worker::Program;
use crate::tools::clamped::Clamped;
use crate::tools::{Answer, Call, Tool, args};
use crate::work::Work;

/// How long interrupted work may take to stop and to clean up.
const TIDY: Duration = Duration::from_secs(2);

/// Runs the command `verb`; of several calls the worst code.
pub(super) fn tool(verb: &str, given: &ArgMatches, config: Config, program: Program, output: &Output) -> Code {
    let Some(tool) = grammar::tool_of(verb) else {
        return output.failure(&Failure::internal(format_args!("the command {verb} has no tool")));
    };
    // On the command line a question waits for its work as long as that takes.
    let explorer = Explorer::new(config, program, None);
    let work = interruptible();
    let codes = arguments::calls(tool, given).into_iter().map(|call| {
        let mut answered = answer(tool, &explorer, call.clone(), &work);
        if let Err(failure) = &answered
            && failure.status == Status::ConfirmationRequired
            && let Some(agreed) = output.ask(failure)
        {
            if !agreed {
                return Code::Refused;
            }
            let confirmed = [("confirm".to_owned(), Value::Bool(true))];
            answered = answer(tool, &explorer, call.into_iter().chain(confirmed).collect(), &work);
        }
        match answered {
            Ok(answer) => output.answer(answer.as_ref()),
            Err(failure) if work.is_cancelled() && failure == Failure::cancelled() => Code::Interrupted,
            Err(failure) => output.failure(&failure),
        }
    });
    let code = codes.max().unwrap_or(Code::Done);
    if work.is_cancelled() {
        explorer.stop(TIDY);
    }
    // The process ends: closing hundreds of indexes one by one would only keep people waiting.
    std::mem::forget(explorer);
    code
}

/// One call. A panic is a bug of ours, and an answer like any other: the next coordinate still gets its turn.
fn answer(
    tool: &Tool,
    explorer: &Explorer,
    given: Map<String, Value>,
    work: &Work,
) -> Result<Box<dyn Answer>, Failure> {
    work.check()?;
    let clamped = Clamped::of(tool, &given);
    let args = args::check(tool, given)?;
    let _shown = progress::show(work);
    let call = Call { explorer, args: &args, work, cap: None };
    let run = catch_unwind(AssertUnwindSafe(|| (tool.run)(&call)));
    let answer = run.unwrap_or_else(|_| Err(Failure::internal(format_args!("{} panicked", tool.name))))?;
    Ok(clamped.shown_by(answer))
}

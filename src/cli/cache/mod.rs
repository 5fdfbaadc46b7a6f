//! `jardex cache`: looking after the cache. Commands without a tool: what they do is for people and for CI, not for agents.

mod grammar;
mod shown;

use std::io::{IsTerminal, Read};
use std::path::Path;

use clap::ArgMatches;

pub(super) use grammar::command;

use super::output::{Code, Output};
use super::{interruptible, progress};
use crate::config::Config;
use crate::error::{Failure, Incomplete, Status};
use crate::fs;
use crate::index::Explorer;
use crate::index::upkeep::{self, Pruning, Upkeep};
use crate::parse::worker::Program;
use crate::tools::Answer;
use crate::work::Work;
use shown::Shown;

/// Standard input or output.
const STREAM: &str = "-";
/// Other names of standard output: what is written there is all that it may hold.
const STANDARD_OUTPUT: [&str; 3] = ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];

/// Runs `jardex cache <verb>`.
pub(super) fn run(given: &ArgMatches, config: Config, program: Program, output: &Output) -> Code {
    let Some((verb, given)) = given.subcommand() else { return Code::Usage };
    let explorer = Explorer::new(config, program, None);
    let work = interruptible();
    let answered = {
        let _progress = progress::show(&work);
        answer(verb, given, &explorer.upkeep(), &work)
    };
    match answered {
        Ok(Some(answer)) => output.answer(answer.as_ref()),
        // The archive itself is what standard output got.
        Ok(None) => Code::Done,
        Err(failure) if work.is_cancelled() && failure == Failure::cancelled() => Code::Interrupted,
        Err(failure) => output.failure(&failure),
    }
}

fn answer(
    verb: &str,
    given: &ArgMatches,
    upkeep: &Upkeep<'_>,
    work: &Work,
) -> Result<Option<Box<dyn Answer>>, Failure> {
    Ok(Some(match verb {
        "stats" => Box::new(Shown(upkeep.stats(work)?)),
        "verify" => Box::new(Shown(upkeep.verify(given.get_flag(grammar::REPAIR), work)?)),
        "prune" => {
            let pruning = Pruning {
                older_than: given.get_one(grammar::OLDER_THAN).copied(),
                max_size: given.get_one(grammar::MAX_SIZE).copied(),
                dry_run: given.get_flag(grammar::DRY_RUN),
            };
            Box::new(Shown(upkeep.prune(pruning, work)?))
        }
        "export" => return export(given, upkeep, work),
        "import" => {
            let place = place(given);
            let force = given.get_flag(grammar::FORCE);
            Box::new(Shown(upkeep.import(&mut source(place)?, force, work)?))
        }
        verb => return Err(Failure::internal(format_args!("there is no command cache {verb}"))),
    }))
}

fn export(given: &ArgMatches, upkeep: &Upkeep<'_>, work: &Work) -> Result<Option<Box<dyn Answer>>, Failure> {
    let place = place(given);
    let asked = given.get_many::<String>(grammar::COORDINATES).into_iter().flatten();
    let patterns = asked.map(|text| upkeep::pattern(text)).collect::<Result<Vec<_>, _>>()?;
    let is_packed = given.get_flag(grammar::ZSTD) || Path::new(place).extension().is_some_and(|ending| ending == "zst");
    let no_terminal = |is_terminal: bool| {
        let refused = || {
            let what =
                format_args!("{} is a terminal, which takes no archive; name a file, or a pipe", place.escape_debug());
            Failure::argument("FILE", what)
        };
        if is_terminal { Err(refused()) } else { Ok(()) }
    };
    if place != STREAM && !STANDARD_OUTPUT.contains(&place) {
        let exported = fs::write_streamed(Path::new(place), |file| {
            no_terminal(file.is_terminal())?;
            upkeep.export(&patterns, is_packed, place, file, work)
        });
        return Ok(Some(Box::new(Shown(exported??))));
    }
    let mut out = std::io::stdout().lock();
    no_terminal(out.is_terminal())?;
    let exported = upkeep.export(&patterns, is_packed, "standard output", &mut out, work)?;
    if !exported.incomplete.is_empty() {
        tracing::warn!("left out: {}", Incomplete::list(&exported.incomplete));
    }
    Ok(None)
}

fn place(given: &ArgMatches) -> &str {
    given.get_one::<String>(grammar::PLACE).map_or(STREAM, String::as_str)
}

fn source(place: &str) -> Result<Box<dyn Read>, Failure> {
    if place == STREAM {
        return Ok(Box::new(std::io::stdin().lock()));
    }
    match fs::open_plain(Path::new(place)) {
        Ok(file) => Ok(Box::new(file)),
        Err(error) => Err(Failure::new(Status::ResourceNotFound, error.to_string())),
    }
}

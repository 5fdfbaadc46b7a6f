//! `jardex seed`: everything a project depends on, in one go.
#![allow(clippy::disallowed_macros, clippy::disallowed_methods, reason = "the command line owns the standard streams")]

use std::collections::BTreeMap;
use std::io::{IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use clap::{Arg, ArgAction, ArgMatches, Command};
use serde_json::{Value, json};

use super::output::{Code, Output};
use super::{interruptible, progress};
use crate::config::Config;
use crate::coordinate::Coordinate;
use crate::error::{Failure, Status};
use crate::index::Explorer;
use crate::index::seed::{Depth, Gathered, Input, Outcome, Seeded, Seeding, Wish};
use crate::model::Origin;
use crate::parse::worker::Program;
use crate::project::{LARGEST_FILE, Tests, is_dynamic};
use crate::text::escape::visible_on_one_line;
use crate::tools::Answer;
use crate::tools::page::{Page, Span, Style};
use crate::work::{Work, lock};

const INPUT: &str = "input";
const RESOLVE: &str = "resolve";
const RESOLVE_WITHIN: &str = "resolve-within";
const TESTS: &str = "tests";
const LAZY: &str = "lazy";
const DRY_RUN: &str = "dry-run";
const ALLOW_MISSING: &str = "allow-missing";

/// How long a build tool may take where nobody says: a first run downloads the tool itself.
const BUILD_TOOL_WITHIN: u64 = 600;

/// Most things of one kind that a table names; JSON has all.
const MOST_NAMED: usize = 20;

const LONG_ABOUT: &str = "\
Download and index everything a project depends on.

An input is a coordinate (group:artifact:version), a file, a folder, or - for standard input. What a file is, is told by its \
content: a list of coordinates (# begins a comment), gradle.lockfile and its like, what mvn dependency:list or dependency:tree \
printed or wrote (text, json, dot, graphml, tgf), what gradle dependencies printed, a CycloneDX or SPDX bill of materials, a pom.xml (with its modules and all \
that its dependencies need, as Maven chooses), a Gradle version catalog. Of a folder the lock files are read, else bills of \
materials, else its pom.xml, else its version catalogs.

It can be interrupted and run again: what is done stays done and costs a look.";

const EXIT_CODES: &str = "\
Examples:
  jardex seed .
  jardex seed gradle.lockfile build/reports/bom.json com.google.code.gson:gson:2.11.0
  mvn dependency:list | jardex seed -
  gradle dependencies | jardex seed -
  jardex seed --lazy pom.xml

Exit codes: 0 all is there, 1 something failed, 2 wrong usage or a file that is not understood, 3 a bug of jardex, \
130 interrupted.";

/// The command's grammar.
pub(super) fn command() -> Command {
    let flag = |name: &'static str, help: &'static str| Arg::new(name).long(name).action(ArgAction::SetTrue).help(help);
    Command::new("seed")
        .about("Download and index everything a project depends on")
        .long_about(LONG_ABOUT)
        .after_help(EXIT_CODES)
        .arg(
            Arg::new(INPUT)
                .value_name("INPUT")
                .required(true)
                .num_args(1..)
                .allow_hyphen_values(false)
                .help("Coordinates, project files, folders; - is standard input"),
        )
        .arg(flag(LAZY, "Only register: the first question about an artifact downloads and indexes it"))
        .arg(flag(TESTS, "Also what only tests need"))
        .arg(flag(RESOLVE, "Ask the project's own Maven or Gradle for the exact list; this runs what the project says"))
        .arg(
            Arg::new(RESOLVE_WITHIN)
                .long(RESOLVE_WITHIN)
                .value_name("SECONDS")
                .value_parser(clap::value_parser!(u64).range(1..=86_400))
                .help("Longest time for --resolve [default: 600]"),
        )
        .arg(flag(ALLOW_MISSING, "Do not fail for artifacts that no repository has"))
        .arg(flag(DRY_RUN, "Print the coordinates, one a line, and do nothing"))
}

/// Runs the command.
pub(super) fn run(given: &ArgMatches, config: Config, program: Program, output: &Output) -> Code {
    let work = interruptible();
    match seed(given, config, program, output, &work) {
        Ok(code) if work.is_cancelled() => code.max(Code::Interrupted),
        Ok(code) => code,
        Err(failure) if failure == Failure::cancelled() => Code::Interrupted,
        Err(failure) => output.failure(&failure),
    }
}

fn seed(given: &ArgMatches, config: Config, program: Program, output: &Output, work: &Work) -> Result<Code, Failure> {
    let wish = wish(given)?;
    let explorer = Explorer::new(config, program, None);
    let gathered = {
        let _shown = progress::show(work);
        explorer.gather(&wish, work)?
    };
    if given.get_flag(DRY_RUN) {
        let listed = Listed(gathered);
        let code = output.answer(&listed);
        output.aside(&listed.aside());
        return Ok(code);
    }
    let began = Instant::now();
    let depth = if given.get_flag(LAZY) { Depth::Lazy } else { Depth::Indexed };
    let seeded = {
        let _shown = progress::show_counting(work, "artifacts");
        let said = Said::new(gathered.artifacts.len());
        explorer.seed(&Seeding { artifacts: &gathered.artifacts, depth, done: &|one| said.line(one) }, work)
    };
    let seconds = began.elapsed().as_secs_f64();
    let missing_is_well = given.get_flag(ALLOW_MISSING);
    Ok(output.answer(&Done { gathered, seeded, seconds, missing_is_well }))
}

fn wish(given: &ArgMatches) -> Result<Wish, Failure> {
    let texts = given.get_many::<String>(INPUT).into_iter().flatten();
    let inputs = texts.map(|text| input(text)).collect::<Result<Vec<_>, Failure>>()?;
    let within = given.get_one::<u64>(RESOLVE_WITHIN).copied();
    let resolve = (given.get_flag(RESOLVE) || within.is_some()).then(|| within.unwrap_or(BUILD_TOOL_WITHIN));
    Ok(Wish {
        inputs,
        tests: if given.get_flag(TESTS) { Tests::Wanted } else { Tests::LeftOut },
        resolve: resolve.map(Duration::from_secs),
    })
}

/// What a word names: standard input, a file or folder that is there, else a coordinate.
fn input(text: &str) -> Result<Input, Failure> {
    if text == "-" {
        let mut bytes = Vec::new();
        let read = std::io::stdin().lock().take(LARGEST_FILE + 1).read_to_end(&mut bytes);
        read.map_err(|error| Failure::argument("-", format_args!("standard input cannot be read: {error}")))?;
        if bytes.len() as u64 > LARGEST_FILE {
            return Err(Failure::argument("-", format_args!("standard input has more than {LARGEST_FILE} bytes")));
        }
        return Ok(Input::Stdin(bytes));
    }
    if Path::new(text).exists() {
        return Ok(Input::Path(PathBuf::from(text)));
    }
    if text.matches(':').count() == 2 {
        return exact(Coordinate::parse(text)?).map(Input::Coordinate);
    }
    Err(Failure::new(Status::InvalidArgument, format!("{}: there is no such file or folder", text.escape_debug()))
        .hint("name a file, a folder, group:artifact:version, or - for standard input"))
}

/// Refuses a version that stands for whichever is the newest: what is seeded has to be what is asked about later.
fn exact(coordinate: Coordinate) -> Result<Coordinate, Failure> {
    if !is_dynamic(coordinate.version()) {
        return Ok(coordinate);
    }
    let (group, artifact) = (coordinate.group(), coordinate.artifact());
    let what = format!("{coordinate}: {} stands for the newest version and is none itself", coordinate.version());
    let hint = format!("name an exact version; jardex versions {group}:{artifact} lists them");
    Err(Failure::new(Status::InvalidArgument, what).hint(hint))
}

/// Tells of each artifact as it is done, where no bar is shown.
struct Said {
    total: usize,
    done: Mutex<usize>,
    is_silent: bool,
}

impl Said {
    fn new(total: usize) -> Self {
        Self { total, done: Mutex::new(0), is_silent: std::io::stderr().is_terminal() }
    }

    fn line(&self, seeded: &Seeded) {
        if self.is_silent {
            return;
        }
        let mut done = lock(&self.done);
        *done += 1;
        let Seeded { coordinate, outcome, files, seconds, failure, .. } = seeded;
        let more = match (outcome, failure) {
            (Outcome::Indexed, _) => {
                format!(" ({files} files, {seconds:.2} s{})", if is_bytecode(seeded) { ", bytecode" } else { "" })
            }
            (_, Some(failure)) => format!(": {failure}"),
            _ => String::new(),
        };
        let line = format!("[{done}/{}] {} {coordinate}{more}", self.total, outcome.as_str().replace('_', " "));
        // There is nobody to tell when standard error is closed.
        let _ = writeln!(std::io::stderr(), "{}", visible_on_one_line(&line));
    }
}

fn is_bytecode(seeded: &Seeded) -> bool {
    seeded.origin == Some(Origin::Bytecode)
}

/// What `--dry-run` answers.
struct Listed(Gathered);

impl Listed {
    /// What is no coordinate: the list stays one that other programs read.
    fn aside(&self) -> Page {
        let mut page = Page::default();
        left_out(&mut page, &self.0);
        incomplete(&mut page, &self.0);
        page
    }
}

impl Answer for Listed {
    fn json(&self) -> Value {
        let artifacts: Vec<String> = self.0.artifacts.iter().map(ToString::to_string).collect();
        let mut answer = json!({ "status": "success", "artifacts": artifacts });
        add_gathered(&mut answer, &self.0);
        answer
    }

    fn page(&self, page: &mut Page) {
        for coordinate in &self.0.artifacts {
            page.line(Style::Plain, coordinate.to_string());
        }
    }
}

/// What seeding answers.
struct Done {
    gathered: Gathered,
    seeded: Vec<Seeded>,
    seconds: f64,
    missing_is_well: bool,
}

impl Done {
    fn count(&self, outcome: Outcome) -> usize {
        self.of(outcome).count()
    }

    fn of(&self, outcome: Outcome) -> impl Iterator<Item = &Seeded> {
        self.seeded.iter().filter(move |one| one.outcome == outcome)
    }

    /// Those that count against the exit code.
    fn bad(&self) -> usize {
        let is_missing =
            |one: &Seeded| one.failure.as_ref().is_some_and(|failure| failure.status == Status::SourceJarNotFound);
        let failed = self.of(Outcome::Failed).filter(|one| !(self.missing_is_well && is_missing(one))).count();
        failed + self.count(Outcome::NotDone)
    }
}

impl Answer for Done {
    fn found(&self) -> bool {
        self.bad() == 0
    }

    fn json(&self) -> Value {
        let status = if self.bad() == 0 { Status::Success } else { Status::IndexingFailed };
        let mut counts = serde_json::Map::new();
        for outcome in [
            Outcome::Indexed,
            Outcome::FromCache,
            Outcome::Registered,
            Outcome::NoJar,
            Outcome::Failed,
            Outcome::NotDone,
        ] {
            counts.insert(outcome.as_str().to_owned(), self.count(outcome).into());
        }
        counts.insert("bytecode".to_owned(), self.seeded.iter().filter(|one| is_bytecode(one)).count().into());
        counts.insert("files".to_owned(), self.seeded.iter().map(|one| one.files).sum::<u64>().into());
        let mut answer = json!({ "status": status });
        if self.bad() > 0 {
            let message = format!("{} of {} artifacts are not there", self.bad(), self.seeded.len());
            answer["message"] = message.into();
        }
        answer["counts"] = counts.into();
        answer["seconds"] = rounded(self.seconds);
        answer["artifacts"] = self.seeded.iter().map(row).collect();
        add_gathered(&mut answer, &self.gathered);
        answer
    }

    fn page(&self, page: &mut Page) {
        let files: u64 = self.of(Outcome::Indexed).map(|one| one.files).sum();
        for (outcome, name) in [
            (Outcome::Indexed, "indexed"),
            (Outcome::FromCache, "from cache"),
            (Outcome::Registered, "registered"),
            (Outcome::NoJar, "only a POM"),
            (Outcome::Failed, "failed"),
            (Outcome::NotDone, "not done"),
        ] {
            let count = self.count(outcome);
            if count == 0 {
                continue;
            }
            let style =
                if matches!(outcome, Outcome::Failed | Outcome::NotDone) { Style::Error } else { Style::Heading };
            let mut columns = vec![Span(style, name.to_owned()), Span(Style::Number, count.to_string())];
            if outcome == Outcome::Indexed {
                columns.push(Span(Style::Faint, format!("{files} files in {:.1} s", self.seconds)));
            }
            page.row(0, columns);
        }
        let bytecode = || self.seeded.iter().filter(|one| is_bytecode(one)).map(|one| one.coordinate.to_string());
        named(page, "no sources (bytecode)", bytecode().collect());
        left_out(page, &self.gathered);
        for one in self.of(Outcome::Failed) {
            let why = one.failure.as_ref().map(ToString::to_string).unwrap_or_default();
            page.row(0, vec![Span(Style::Error, one.coordinate.to_string()), Span(Style::Plain, why)]);
        }
        incomplete(page, &self.gathered);
    }
}

fn left_out(page: &mut Page, gathered: &Gathered) {
    for (reason, what) in by_reason(gathered) {
        named(page, &format!("left out, {reason}"), what);
    }
}

fn incomplete(page: &mut Page, gathered: &Gathered) {
    for one in &gathered.incomplete {
        page.row(0, vec![Span(Style::Warning, one.what.clone()), Span(Style::Plain, one.reason.clone())]);
    }
}

/// A line for several things: how many, and the first of them.
fn named(page: &mut Page, what: &str, names: Vec<String>) {
    if names.is_empty() {
        return;
    }
    let count = names.len();
    let mut shown = names.into_iter().take(MOST_NAMED).collect::<Vec<_>>().join(", ");
    if count > MOST_NAMED {
        shown.push_str(", …");
    }
    let columns =
        vec![Span(Style::Faint, what.to_owned()), Span(Style::Number, count.to_string()), Span(Style::Plain, shown)];
    page.row(0, columns);
}

fn by_reason(gathered: &Gathered) -> BTreeMap<&str, Vec<String>> {
    let mut reasons: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for left in &gathered.left_out {
        reasons.entry(&left.reason).or_default().push(left.what.clone());
    }
    reasons
}

fn row(one: &Seeded) -> Value {
    let mut row = json!({ "artifact": one.coordinate.to_string(), "outcome": one.outcome.as_str() });
    if let Some(origin) = one.origin {
        row["origin"] = origin.as_str().into();
        row["files"] = one.files.into();
    }
    if one.outcome == Outcome::Indexed {
        row["seconds"] = rounded(one.seconds);
    }
    if let Some(failure) = &one.failure {
        row["status"] = failure.status.as_str().into();
        row["message"] = failure.message.clone().into();
    }
    row
}

/// Where the artifacts come from, what was left out, what is not known.
fn add_gathered(answer: &mut Value, gathered: &Gathered) {
    let inputs = gathered
        .inputs
        .iter()
        .map(|one| json!({ "input": one.input, "format": one.format, "artifacts": one.artifacts }));
    answer["inputs"] = inputs.collect();
    let left = by_reason(gathered);
    if !left.is_empty() {
        let left =
            left.into_iter().map(|(reason, what)| json!({ "reason": reason, "count": what.len(), "what": what }));
        answer["left_out"] = left.collect();
    }
    if !gathered.incomplete.is_empty() {
        answer["incomplete"] = serde_json::to_value(&gathered.incomplete).unwrap_or_default();
    }
}

/// Seconds to the millisecond.
fn rounded(seconds: f64) -> Value {
    Value::from((seconds * 1000.0).round() / 1000.0)
}

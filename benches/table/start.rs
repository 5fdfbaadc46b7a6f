//! Processes that start: the first answer of all, the handshake, one command.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::inputs::{Inputs, empty_home, jardex};
use crate::machine::cost_of;
use crate::page::{MISSING, Page, Table, at, millis, short};
use crate::server::INITIALIZE;
use crate::{Effort, say};

const UTILS: &str = "org.springframework.util.StringUtils";
const LIST: &str = "java.util.ArrayList";

/// What was measured, sorted.
struct Timed {
    what: String,
    times: Vec<Duration>,
    target: Option<f64>,
}

pub fn measure(inputs: &Inputs, effort: Effort, page: &mut Page) {
    say("starting");
    let mut all = Vec::new();
    let spring = inputs.corpus("spring-core").unwrap();
    let home = empty_home("start");
    all.push(timed("spring-core from its JAR to the first answer", Some(180.0), effort, || {
        fs::remove_dir_all(&home).unwrap();
        wall(jardex(&home).args(["methods", &spring.coordinate, UTILS]))
    }));
    all.push(timed("start to the answer of `initialize`", Some(15.0), effort, || handshake(&home)));
    all.push(timed("`jardex methods` on indexed spring-core", Some(20.0), effort, || {
        wall(jardex(&home).args(["methods", &spring.coordinate, UTILS]))
    }));
    all.push(timed("`jardex source` on indexed spring-core", Some(20.0), effort, || {
        wall(jardex(&home).args(["source", &spring.coordinate, UTILS]))
    }));
    if let Some(jdk) = inputs.corpus("jdk") {
        let home = jdk.indexed();
        // The first command after indexing digests the file; those after it are what people meet.
        wall(jardex(&home).args(["methods", &jdk.coordinate, LIST]));
        all.push(timed("`jardex methods` on the indexed JDK", Some(20.0), effort, || {
            wall(jardex(&home).args(["methods", &jdk.coordinate, LIST]))
        }));
        all.push(timed("`jardex grep` of a word on the indexed JDK", Some(20.0), effort, || {
            wall(jardex(&home).args(["grep", "ThreadLocalRandom", &jdk.coordinate]))
        }));
        all.push(timed("`jardex types` by name on the indexed JDK", Some(20.0), effort, || {
            wall(jardex(&home).args(["types", &jdk.coordinate, "--name-filter", "*HashMap"]))
        }));
    }
    let mut rows: Vec<Vec<String>> = all.iter().map(row).collect();
    for one in &all {
        if let Some(limit) = one.target {
            page.target(format!("{}, median", one.what), at(50, &one.times), limit, " ms");
        }
    }
    let javap = || {
        let mut command = Command::new("javap");
        cost_of(command.arg(LIST).stdout(Stdio::null()).stderr(Stdio::null())).map(|cost| cost.wall)
    };
    rows.push(match javap() {
        Some(_) => row(&timed("`javap` of one class of the JDK", None, effort, || javap().unwrap())),
        None => vec!["`javap` of one class of the JDK".to_owned(), MISSING.to_owned(), String::new(), String::new()],
    });
    page.table(Table {
        title: "Starting",
        note: format!(
            "Milliseconds of whole processes, {} of each. The JDK and spring-core were asked once before.",
            effort.starts
        ),
        head: vec!["process", "best", "median", "slowest"],
        rows,
    });
}

fn row(timed: &Timed) -> Vec<String> {
    let figures = [0, 50, 100].map(|percent| short(at(percent, &timed.times)));
    std::iter::once(timed.what.clone()).chain(figures).collect()
}

fn timed(what: &str, target: Option<f64>, effort: Effort, mut run: impl FnMut() -> Duration) -> Timed {
    let mut times: Vec<Duration> = (0..effort.starts).map(|_| run()).collect();
    times.sort_unstable();
    say(&format!("  {what}: {:.1} ms", millis(times[times.len() / 2])));
    Timed { what: what.to_owned(), times, target }
}

fn wall(command: &mut Command) -> Duration {
    cost_of(command).unwrap().wall
}

/// From the start of a server to its first answer.
fn handshake(home: &Path) -> Duration {
    let began = Instant::now();
    let mut child = jardex(home).arg("mcp").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    writeln!(input, "{INITIALIZE}").unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let took = began.elapsed();
    assert!(line.contains("protocolVersion"), "{line}");
    drop(input);
    child.wait().unwrap();
    took
}

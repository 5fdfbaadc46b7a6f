//! Content search beside ripgrep on the unpacked files.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::json;

use crate::ask::{Asker, Question};
use crate::corpus::Corpus;
use crate::draw::Drawer;
use crate::inputs::Inputs;
use crate::page::{MISSING, Page, Table, at, millis, short};
use crate::{Effort, say};

/// Milliseconds: rare words in the middle, any literal at worst.
const RARE: f64 = 2.0;
const LITERAL: f64 = 10.0;

/// How many of the queries ripgrep is given.
pub const RIPGREP_QUERIES: usize = 10;

pub fn measure(inputs: &Inputs, effort: Effort, page: &mut Page) {
    let ripgrep = ripgrep();
    let mut rows = Vec::new();
    for name in ["jdk", "spring-core"] {
        let Some(corpus) = inputs.corpus(name) else { continue };
        say(&format!("searching {name}"));
        measure_one(corpus, effort, ripgrep.as_deref(), &mut rows, page);
    }
    page.table(Table {
        title: "Content search",
        note: format!(
            "Milliseconds in process for the first page of an answer. Rare words are in at most five files; literals are pieces \
             of lines from anywhere in the text, 3 to 40 characters long; all different, drawn with a fixed seed. `rg` is the \
             median of {RIPGREP_QUERIES} of the same queries to ripgrep on the unpacked files, process start included."
        ),
        head: vec!["query", "index", "queries", "p50", "p99", "slowest", "rg p50", "rg / p50"],
        rows,
    });
}

fn measure_one(corpus: &Corpus, effort: Effort, ripgrep: Option<&Path>, rows: &mut Vec<Vec<String>>, page: &mut Page) {
    let home = corpus.indexed();
    let unpacked = corpus.unpacked();
    let files = corpus.files();
    let asker = Asker::new(&home, corpus);
    let mut drawer = Drawer::new(&asker, &files);
    let kinds = [
        ("rare word", "string", drawer.rare_words(&files, effort.questions)),
        ("literal", "string", drawer.literals(&files, effort.literals)),
        ("regex", "regex", drawer.regexes(&files, effort.questions)),
    ];
    drop(files);
    for (name, query_type, queries) in kinds {
        let asker = Asker::new(&home, corpus);
        asker.json("list_packages", json!({}));
        let question = |query: &String| Question {
            tool: "search_file_content",
            arguments: json!({"query": query, "query_type": query_type}),
        };
        let mut times: Vec<(Duration, &String)> =
            queries.iter().map(|query| (asker.ask(&question(query)).0, query)).collect();
        times.sort_unstable();
        for (time, query) in times.iter().rev().take(3) {
            say(&format!("  {name}, {:.2} ms: {query}", millis(*time)));
        }
        let sorted: Vec<Duration> = times.iter().map(|(time, _)| *time).collect();
        let (median, last, slowest) = (at(50, &sorted), at(99, &sorted), at(100, &sorted));
        let theirs = ripgrep.map(|ripgrep| ripgrep_median(ripgrep, &unpacked, query_type, &queries));
        let index = &corpus.name;
        match name {
            "rare word" => page.target(format!("content search, {name}, {index}, median"), median, RARE, " ms"),
            "literal" => {
                page.target(format!("content search, {name}, {index}, p99"), last, LITERAL, " ms");
                page.target(format!("content search, {name}, {index}, slowest"), slowest, LITERAL, " ms");
            }
            _ => {}
        }
        rows.push(vec![
            name.to_owned(),
            index.clone(),
            queries.len().to_string(),
            short(median),
            short(last),
            short(slowest),
            theirs.map_or(MISSING.to_owned(), short),
            theirs.map_or("-".to_owned(), |theirs| short(theirs / median)),
        ]);
    }
}

/// ripgrep of the path or where `.ci/run` installs it.
pub fn ripgrep() -> Option<PathBuf> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/tools/bin/rg");
    let works = |program: &PathBuf| {
        let status = Command::new(program).arg("--version").stdout(Stdio::null()).status();
        status.is_ok_and(|status| status.success())
    };
    [PathBuf::from("rg"), own].into_iter().find(works)
}

/// Milliseconds.
pub fn ripgrep_median(ripgrep: &Path, folder: &Path, query_type: &str, queries: &[String]) -> f64 {
    let every = (queries.len() / RIPGREP_QUERIES).max(1);
    let run = |query: &String| {
        let mut command = Command::new(ripgrep);
        command.args(["--line-number", "--smart-case", "--no-ignore", "--hidden"]);
        if query_type == "string" {
            command.arg("--fixed-strings");
        }
        command.arg("-e").arg(query).arg(folder).stdout(Stdio::null()).stderr(Stdio::null());
        let began = Instant::now();
        // It exits with 1 where nothing matches.
        let _ = command.status();
        began.elapsed()
    };
    let mut times: Vec<Duration> = queries.iter().step_by(every).take(RIPGREP_QUERIES).map(run).collect();
    times.sort_unstable();
    at(50, &times)
}

//! Three hundred artifacts in one cache: searches over all of them, in process, cold, and the memory of a server.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use jardex::tools;
use serde_json::{Value, json};

use crate::ask::{Asker, Question};
use crate::content::{RIPGREP_QUERIES, ripgrep, ripgrep_median};
use crate::corpus::{Corpus, File, unzip};
use crate::draw;
use crate::inputs::{self, jardex, root};
use crate::machine::{cost_of, memory};
use crate::page::{MISSING, Page, Table, at, millis, short};
use crate::server::INITIALIZE;
use crate::{Effort, say};

/// Milliseconds: literals, regular expressions, names, ranked words, usages of a method, a command from its start.
const LITERAL: f64 = 10.0;
const REGEX: f64 = 20.0;
const SYMBOLS: f64 = 10.0;
const RANKED: f64 = 20.0;
const REFERENCES: f64 = 300.0;
const COLD: f64 = 150.0;
/// Megabytes of a server after all of it.
const MEMORY: f64 = 300.0;
/// Files of each artifact that queries are drawn from.
const DRAWN_FROM: usize = 12;
/// Methods, static ones and others, that some five hundred places in the list call: 414 to 671.
const USED: [&str; 6] = [
    "org.springframework.util.StringUtils#hasLength",
    "org.springframework.util.CollectionUtils#isEmpty",
    "com.google.common.base.Preconditions#checkState",
    "io.netty.buffer.ByteBuf#readableBytes",
    "org.springframework.beans.factory.BeanFactory#getBean",
    "reactor.core.publisher.Mono#just",
];

/// Questions of one kind.
struct Asked {
    name: &'static str,
    limit: f64,
    questions: Vec<Question>,
    /// Whether ripgrep can be asked the same, and how.
    ripgrep: Option<(&'static str, Vec<String>)>,
}

pub fn measure(effort: Effort, page: &mut Page) {
    let corpora = inputs::many();
    let home = indexed(&corpora);
    let unpacked = unpacked(&corpora);
    let files = sample(&corpora);
    let asker = Asker::over(&home);
    let mut rows = Vec::new();
    let mut all = Vec::new();
    let ripgrep = ripgrep();
    for asked in questions(&files, effort) {
        if tools::find(asked.questions[0].tool).is_none() {
            say(&format!("no {}: left out", asked.questions[0].tool));
            continue;
        }
        say(&format!("{} over {} artifacts", asked.name, corpora.len()));
        // What is read once for all questions is read before.
        asker.ask(&asked.questions[0]);
        let mut times: Vec<(Duration, &Question)> =
            asked.questions.iter().map(|question| (asker.ask(question).0, question)).collect();
        times.sort_unstable_by_key(|(time, _)| *time);
        for (time, question) in times.iter().rev().take(5) {
            say(&format!("  {:.2} ms: {}", millis(*time), question.arguments));
        }
        let sorted: Vec<Duration> = times.iter().map(|(time, _)| *time).collect();
        let (median, last, slowest) = (at(50, &sorted), at(99, &sorted), at(100, &sorted));
        page.target(format!("{} over {} artifacts, p99", asked.name, corpora.len()), last, asked.limit, " ms");
        let theirs = asked.ripgrep.as_ref().and_then(|(query_type, queries)| {
            ripgrep.as_ref().map(|ripgrep| ripgrep_median(ripgrep, &unpacked, query_type, queries))
        });
        rows.push(vec![
            asked.name.to_owned(),
            asked.questions.len().to_string(),
            short(median),
            short(last),
            short(slowest),
            if asked.ripgrep.is_some() { theirs.map_or(MISSING.to_owned(), short) } else { "-".to_owned() },
            cold(&home, &asked, effort, page),
        ]);
        all.extend(asked.questions);
    }
    drop(asker);
    let after = served(&home, &all);
    page.target(
        format!("memory of a server after {} questions over {} artifacts", all.len(), corpora.len()),
        after,
        MEMORY,
        " MB",
    );
    let files: usize = corpora.iter().map(Corpus::sources).sum();
    page.table(Table {
        title: "Three hundred artifacts",
        note: format!(
            "Milliseconds in process for the first page of a question over {} artifacts with {files} Java and Kotlin files, all \
             in one cache; every question another one, drawn with a fixed seed. `rg` is the median of {RIPGREP_QUERIES} of the same \
             queries on the unpacked files; `cold` is the median of whole processes. A server that was asked all of them holds \
             {} MB.",
            corpora.len(),
            short(after)
        ),
        head: vec!["question", "count", "p50", "p99", "slowest", "rg p50", "cold"],
        rows,
    });
}

fn questions(files: &[File], effort: Effort) -> Vec<Asked> {
    let mut drawer = draw::Words::new(files);
    let content = |query: &String, query_type: &str| Question {
        tool: "search_file_content",
        arguments: json!({"query": query, "query_type": query_type}),
    };
    let literals = drawer.literals(effort.questions);
    let regexes = drawer.regexes(effort.questions);
    let names = drawer.names(effort.questions);
    let words = drawer.identifiers(effort.questions);
    vec![
        Asked {
            name: "literal",
            limit: LITERAL,
            questions: literals.iter().map(|query| content(query, "string")).collect(),
            ripgrep: Some(("string", literals)),
        },
        Asked {
            name: "regex",
            limit: REGEX,
            questions: regexes.iter().map(|query| content(query, "regex")).collect(),
            ripgrep: Some(("regex", regexes)),
        },
        Asked {
            name: "search_symbols",
            limit: SYMBOLS,
            questions: names
                .into_iter()
                .map(|name| Question { tool: "search_symbols", arguments: json!({"query": name}) })
                .collect(),
            ripgrep: None,
        },
        Asked {
            name: "search_code",
            limit: RANKED,
            questions: words
                .chunks_exact(2)
                .map(|words| Question { tool: "search_code", arguments: json!({"query": words.join(" ")}) })
                .collect(),
            ripgrep: None,
        },
        Asked {
            name: "find_references",
            limit: REFERENCES,
            questions: USED
                .iter()
                .map(|symbol| Question { tool: "find_references", arguments: json!({"symbol": symbol}) })
                .collect(),
            ripgrep: None,
        },
    ]
}

/// Whole processes of the first questions: their median in milliseconds.
fn cold(home: &Path, asked: &Asked, effort: Effort, page: &mut Page) -> String {
    let tool = tools::find(asked.questions[0].tool).unwrap();
    let run = |question: &Question| {
        let text = |name: &str| question.arguments[name].as_str().unwrap_or_default().to_owned();
        let mut command = jardex(home);
        command.arg(tool.command.verb).args(["--max-results", "50"]);
        if text("query_type") == "string" {
            command.arg("-F");
        }
        command.arg("--").arg(if question.arguments["symbol"].is_null() { text("query") } else { text("symbol") });
        // A search that finds nothing exits with 1.
        let began = std::time::Instant::now();
        let _ = command.status();
        began.elapsed()
    };
    let mut times: Vec<Duration> = asked.questions.iter().cycle().take(effort.starts).map(run).collect();
    times.sort_unstable();
    let median = at(50, &times);
    page.target(format!("{}, a command over all artifacts, median", asked.name), median, COLD, " ms");
    short(median)
}

/// The cache of all artifacts: kept from run to run, indexed where this program would index them again.
fn indexed(corpora: &[Corpus]) -> PathBuf {
    let home = root().join("homes").join("many");
    std::fs::create_dir_all(&home).unwrap();
    for some in corpora.chunks(25) {
        say(&format!("indexing {} and others", some[0].coordinate));
        let coordinates = some.iter().map(|corpus| &corpus.coordinate);
        cost_of(jardex(&home).arg("index").args(coordinates)).unwrap();
    }
    home
}

/// All sources as plain files, each artifact in its folder.
fn unpacked(corpora: &[Corpus]) -> PathBuf {
    let folder = root().join("unpacked-many");
    for corpus in corpora {
        let own = folder.join(corpus.coordinate.replace(':', "_"));
        if !own.exists() {
            unzip(&corpus.archive, &own);
        }
    }
    folder
}

/// Some files of every artifact.
fn sample(corpora: &[Corpus]) -> Vec<File> {
    let some = |corpus: &Corpus| {
        let files: Vec<File> = corpus.files().into_iter().filter(|file| file.language.is_some()).collect();
        let every = (files.len() / DRAWN_FROM).max(1);
        files.into_iter().step_by(every).take(DRAWN_FROM).collect::<Vec<_>>()
    };
    corpora.iter().flat_map(some).collect()
}

/// Megabytes of a server that was asked all of this.
fn served(home: &Path, questions: &[Question]) -> f64 {
    let mut child = jardex(home).arg("mcp").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut exchange = |line: &str| {
        writeln!(input, "{line}").unwrap();
        output.next().unwrap().unwrap()
    };
    exchange(INITIALIZE);
    for (at, question) in questions.iter().enumerate() {
        let params: Value = json!({"name": question.tool, "arguments": question.arguments});
        let line = json!({"jsonrpc": "2.0", "id": at + 1, "method": "tools/call", "params": params}).to_string();
        let answer = exchange(&line);
        assert!(!answer.contains("\"error\":{"), "{line}: {answer}");
    }
    let after = memory(&child);
    drop(input);
    child.wait().unwrap();
    after as f64 / 1e6
}

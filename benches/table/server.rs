//! The memory of a server: idle, and after a thousand mixed queries.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use serde_json::{Value, json};

use crate::ask::{Asker, Question};
use crate::draw::Drawer;
use crate::inputs::{Inputs, jardex};
use crate::machine::memory;
use crate::page::{Page, Table, short};
use crate::{Effort, say};

/// The first line of a session.
pub const INITIALIZE: &str = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"bench","version":"1"}}}"#;

/// Megabytes.
const IDLE: f64 = 20.0;
const AFTER: f64 = 60.0;

pub fn measure(inputs: &Inputs, effort: Effort, page: &mut Page) {
    let mut rows = Vec::new();
    for name in ["jdk", "spring-core"] {
        let Some(corpus) = inputs.corpus(name) else { continue };
        say(&format!("a server on {name}"));
        let home = corpus.indexed();
        let (idle, after) = {
            let asker = Asker::new(&home, corpus);
            let questions = mixed(&asker, &corpus.files(), effort.queries);
            let lines: Vec<Value> = questions
                .iter()
                .map(|question| json!({"name": question.tool, "arguments": asker.complete(question)}))
                .collect();
            run(&home, &lines)
        };
        page.target(format!("memory of an idle server, before {name}"), idle, IDLE, " MB");
        page.target(format!("memory of a server after {} queries on {name}", effort.queries), after, AFTER, " MB");
        rows.push(vec![name.to_owned(), effort.queries.to_string(), short(idle), short(after)]);
    }
    page.table(Table {
        title: "Memory of the server",
        note: "Resident megabytes of `jardex mcp` over standard input and output: after the handshake, and after queries of \
               all kinds, every one with other arguments."
            .to_owned(),
        head: vec!["index", "queries", "idle MB", "after MB"],
        rows,
    });
}

/// Questions of all kinds in turn.
fn mixed(asker: &Asker, files: &[crate::corpus::File], count: usize) -> Vec<Question> {
    let mut drawer = Drawer::new(asker, files);
    let search = |query: String, query_type: &str| Question {
        tool: "search_file_content",
        arguments: json!({"query": query, "query_type": query_type}),
    };
    // Three kinds of content search stand beside the others.
    let kinds = drawer.questions(asker, files, 1).len() + 3;
    let each = count.div_ceil(kinds);
    let mut by_kind: Vec<Vec<Question>> =
        drawer.questions(asker, files, each).into_iter().map(|(_, questions)| questions).collect();
    by_kind.push(drawer.rare_words(files, each).into_iter().map(|query| search(query, "string")).collect());
    by_kind.push(drawer.literals(files, each).into_iter().map(|query| search(query, "string")).collect());
    by_kind.push(drawer.regexes(files, each).into_iter().map(|query| search(query, "regex")).collect());
    let mut mixed: Vec<Question> = (0..each).flat_map(|at| by_kind.iter().map(move |kind| kind[at].clone())).collect();
    mixed.truncate(count);
    mixed
}

/// Megabytes idle and afterwards.
fn run(home: &std::path::Path, calls: &[Value]) -> (f64, f64) {
    let mut child = jardex(home).arg("mcp").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut exchange = |line: &str, is_answered: bool| {
        writeln!(input, "{line}").unwrap();
        is_answered.then(|| output.next().unwrap().unwrap())
    };
    exchange(INITIALIZE, true);
    exchange(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#, false);
    exchange(r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#, true);
    let idle = memory(&child);
    for (at, call) in calls.iter().enumerate() {
        let line = json!({"jsonrpc": "2.0", "id": at + 2, "method": "tools/call", "params": call}).to_string();
        let answer = exchange(&line, true).unwrap_or_default();
        assert!(!answer.contains("\"error\":{"), "{line}: {answer}");
    }
    let after = memory(&child);
    drop(input);
    child.wait().unwrap();
    (idle as f64 / 1e6, after as f64 / 1e6)
}

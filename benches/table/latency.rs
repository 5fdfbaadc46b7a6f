//! What each tool takes in process, with arguments drawn from the index.

use crate::ask::{Asker, Question};
use crate::corpus::Corpus;
use crate::draw::Drawer;
use crate::inputs::Inputs;
use crate::page::{Page, Table, at, short};
use crate::{Effort, say};

/// Milliseconds.
const MEDIAN: f64 = 0.5;
const LAST_OF_A_HUNDRED: f64 = 5.0;
const INHERITED: f64 = 5.0;

pub fn measure(inputs: &Inputs, effort: Effort, page: &mut Page) {
    let mut rows = Vec::new();
    for name in ["jdk", "spring-core"] {
        let Some(corpus) = inputs.corpus(name) else { continue };
        say(&format!("asking {name}"));
        measure_one(corpus, effort, &mut rows, page);
    }
    page.table(Table {
        title: "Latency of the tools",
        note: format!(
            "Milliseconds in process, from arguments to JSON. Every question is asked with {} different arguments, drawn \
             with a fixed seed from the index: once by an explorer that has just been opened (`first`), then all of them \
             again (`again`). search_file_content has a table of its own.",
            effort.questions
        ),
        head: vec!["question", "index", "p50 first", "p99 first", "p50 again", "p99 again"],
        rows,
    });
}

fn measure_one(corpus: &Corpus, effort: Effort, rows: &mut Vec<Vec<String>>, page: &mut Page) {
    let home = corpus.indexed();
    let files = corpus.files();
    let drawing = Asker::new(&home, corpus);
    let mut drawn = Drawer::new(&drawing, &files).questions(&drawing, &files, effort.questions);
    let same = |tool| vec![Question { tool, arguments: serde_json::json!({}) }; effort.questions];
    drawn.insert(0, ("index_artifact, unchanged", same("index_artifact")));
    let source = serde_json::json!({"source_uri": corpus.archive.to_string_lossy()});
    let register = vec![Question { tool: "register_source", arguments: source }; effort.starts];
    drawn.insert(0, ("register_source, unchanged", register));
    let (mut worst_median, mut worst_last) = ((0.0, ""), (0.0, ""));
    for (name, questions) in &drawn {
        let asker = Asker::new(&home, corpus);
        // Opening is what `start` measures.
        asker.json("list_packages", serde_json::json!({}));
        let mut passes = [asker.times(questions), asker.times(questions)];
        for times in &mut passes {
            times.sort_unstable();
        }
        let figures = [at(50, &passes[0]), at(99, &passes[0]), at(50, &passes[1]), at(99, &passes[1])];
        rows.push([(*name).to_owned(), corpus.name.clone()].into_iter().chain(figures.map(short)).collect());
        if name.ends_with("inherited") {
            page.target(format!("{name}, {}, p99", corpus.name), figures[1], INHERITED, " ms");
        }
        if figures[0] > worst_median.0 {
            worst_median = (figures[0], name);
        }
        if figures[1] > worst_last.0 {
            worst_last = (figures[1], name);
        }
    }
    let (index, (median, slow), (last, slowest)) = (&corpus.name, worst_median, worst_last);
    page.target(format!("slowest median of the tools, {index} ({slow})"), median, MEDIAN, " ms");
    page.target(format!("slowest p99 of the tools, {index} ({slowest})"), last, LAST_OF_A_HUNDRED, " ms");
}

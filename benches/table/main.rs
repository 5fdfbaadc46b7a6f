//! The table of docs/benchmarks.md: what indexing and questions cost, beside what everyone can run.
//!
//! `cargo bench --bench table` measures everything and prints Markdown; `-- --page` writes it to docs/benchmarks.md as
//! well, `-- --quick` repeats less (a smoke test of some minutes at the first run, when inputs are fetched),
//! and any other word keeps only the parts whose name holds it: `index`, `seed`, `start`, `latency`, `content`, `server`,
//! `many`.
//!
//! Ratios come from one run: each round measures the baseline and then jardex, and the best round of each stands in
//! the table. Inputs are the artifacts of `artifacts.txt` and the `src.zip` of a JDK on this machine; they are kept in
//! `target/bench-inputs`. Programs that are not installed are said to be missing.
#![allow(
    clippy::disallowed_macros,
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "a bench prints, touches files and stops at the first error"
)]

mod ask;
mod bare;
mod content;
mod corpus;
mod draw;
mod indexing;
mod inputs;
mod latency;
mod machine;
mod many;
mod page;
mod seed;
mod server;
mod start;

use inputs::Inputs;
use page::Page;

/// How much is repeated.
#[derive(Clone, Copy)]
pub struct Effort {
    /// Rounds of an artifact that is indexed in less than a second.
    pub small: usize,
    /// Rounds of a large one.
    pub large: usize,
    /// Starts of a process.
    pub starts: usize,
    /// Different arguments a tool is asked with.
    pub questions: usize,
    /// Random literals.
    pub literals: usize,
    /// Queries of a server before its memory is read.
    pub queries: usize,
    /// ctags too: it takes minutes for Kotlin.
    pub ctags: bool,
}

const FULL: Effort =
    Effort { small: 9, large: 3, starts: 25, questions: 400, literals: 2_000, queries: 1_000, ctags: true };
const QUICK: Effort =
    Effort { small: 2, large: 1, starts: 5, questions: 40, literals: 100, queries: 1_000, ctags: false };

fn main() {
    // Cargo adds a flag of its own.
    let given: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let has = |flag: &str| given.iter().any(|word| word == flag);
    let effort = if has("--quick") { QUICK } else { FULL };
    let words: Vec<&String> = given.iter().filter(|word| !word.starts_with("--")).collect();
    let wants = |part: &str| words.is_empty() || words.iter().any(|word| part.contains(word.as_str()));

    let mut page = Page::new(has("--quick"));
    if wants("seed") {
        seed::measure(effort, &mut page);
    }
    // A project brings its own inputs.
    if words.iter().any(|word| *word == "seed") && words.len() == 1 {
        println!("{}", page.markdown());
        return;
    }
    if wants("many") {
        many::measure(effort, &mut page);
    }
    if words.iter().any(|word| *word == "many") && words.len() == 1 {
        println!("{}", page.markdown());
        return;
    }
    let inputs = Inputs::gather();
    if wants("index") {
        indexing::measure(&inputs, effort, &mut page);
    }
    if wants("start") {
        start::measure(&inputs, effort, &mut page);
    }
    if wants("latency") {
        latency::measure(&inputs, effort, &mut page);
    }
    if wants("content") {
        content::measure(&inputs, effort, &mut page);
    }
    if wants("server") {
        server::measure(&inputs, effort, &mut page);
    }
    println!("{}", page.markdown());
    if has("--page") {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/benchmarks.md");
        std::fs::write(path, page.document()).unwrap();
    }
}

/// Says what is being measured; the table comes at the end.
pub fn say(line: &str) {
    eprintln!("{line}");
}

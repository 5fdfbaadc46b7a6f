//! What `find_references` answers, against what a compiler made of the same sources.
//!
//! `testdata/references/libraries.txt` lists libraries in Java. javac attributes their sources with their dependencies
//! (`testdata/references/oracle/Oracle.java`), and every name it resolved is a row: file, line, kind, declaration. The same
//! library, its dependencies and the JDK are indexed, a sample of declarations is drawn, and both lists of rows are
//! compared: what share of a tier's rows javac has, and what share of javac's rows a tier has.
//!
//! `JARDEX_REFERENCES=gson,guava` compares only these; `JARDEX_REFERENCES_SHOW=20` prints so many wrong and missing rows of
//! each kind; `JARDEX_REFERENCES_DRAW=100` sets the size of a sample; `JARDEX_REFERENCES_TABLE=file` writes the tables of
//! docs/references.md; `REAL_SEED` draws another sample.

mod asked;
mod draw;
mod kotlin;
mod list;
mod oracle;
mod table;
mod tally;

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Mutex;

use jardex::coordinate::Coordinate;

use self::asked::Asked;
use self::list::Library;
use self::oracle::{Declared, Oracle, Truth};
use self::tally::{Row, Tally};

/// How many libraries are worked on at once.
const THREADS: usize = 2;

/// Shares in percent that must be reached over all libraries.
const EXACT: f64 = 99.9;
const HIGH: f64 = 98.0;
const RECALL: f64 = 95.0;

/// The JDK that javac attributes with; the one on PATH.
fn jdk() -> Coordinate {
    let said = crate::place::other(std::process::Command::new("javac").arg("-version")).unwrap();
    let text = String::from_utf8(said).unwrap();
    let version = text.trim().trim_start_matches("javac ").to_owned();
    let feature = version.split('.').next().unwrap().to_owned();
    Coordinate::new("jdk", "jdk", &feature).unwrap()
}

/// The libraries of this run, their JARs here.
fn libraries() -> Vec<Library> {
    let mut all = list::read(include_str!("../../../testdata/references/libraries.txt"));
    if let Ok(names) = std::env::var("JARDEX_REFERENCES") {
        all.retain(|library| names.split(',').any(|name| library.id().starts_with(name)));
    }
    assert!(!all.is_empty(), "no library begins with one of JARDEX_REFERENCES");
    for library in &all {
        library.fetch();
    }
    all
}

/// Sources with one of everything, and beside them what the program has to print of them.
#[test]
fn the_oracle_tells_every_kind() {
    let Some(oracle) = Oracle::ready() else { return };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/references/oracle");
    let printed = list::root().join("sample.tsv");
    oracle.print(&folder.join("sample"), &[], &printed);
    let printed = std::fs::read_to_string(printed).unwrap();
    let expected = folder.join("sample.expected");
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&expected, &printed).unwrap();
    }
    assert_eq!(printed, std::fs::read_to_string(expected).unwrap());
}

/// What is left out is told, and is the smaller part of every library.
#[test]
fn javac_attributes_the_libraries() {
    let Some(oracle) = Oracle::ready() else { return };
    for library in libraries() {
        let truth = oracle.ask(&library);
        let rows: usize = truth.rows.values().map(BTreeSet::len).sum();
        crate::say(&format!(
            "{} ({}): javac attributes {} files, {rows} references; left out: {}",
            library.id(),
            library.why,
            truth.files.len(),
            truth.left_out.len()
        ));
        if std::env::var("JARDEX_REFERENCES_SHOW").is_ok() {
            for (file, reason) in &truth.left_out {
                crate::say(&format!("  {file}:{reason}"));
            }
        }
        assert!(truth.left_out.len() * 4 < truth.files.len(), "{}: javac lacks dependencies", library.id());
        assert!(rows > truth.files.len() * 10, "{}: {rows} references are too few", library.id());
    }
}

#[test]
fn javac_agrees() {
    let Some(oracle) = Oracle::ready() else { return };
    if jardex::tools::find("find_references").is_none() {
        return crate::say("skipped: references against javac: there is no find_references");
    }
    let all = libraries();
    asked::register(&jdk());
    let left = Mutex::new(all.iter());
    let done = Mutex::new(Vec::new());
    std::thread::scope(|threads| {
        for _ in 0..THREADS {
            threads.spawn(|| {
                loop {
                    let next = left.lock().unwrap().next();
                    let Some(library) = next else { return };
                    let truth = oracle.ask(library);
                    let tally = compare(library, &truth);
                    done.lock().unwrap().push((library.id(), truth.files.len(), truth.left_out.len(), tally));
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap();
    done.sort_by(|a, b| a.0.cmp(&b.0));
    settle(&done);
}

/// Tells the counts and holds them to what they must reach.
fn settle(done: &[(String, usize, usize, Tally)]) {
    let shown = table::written(done);
    crate::say(&shown);
    if let Ok(path) = std::env::var("JARDEX_REFERENCES_TABLE") {
        std::fs::write(path, &shown).unwrap();
    }
    if let Ok(many) = std::env::var("JARDEX_REFERENCES_SHOW") {
        for (id, .., tally) in done {
            crate::say(&format!("{id}\n{}", tally.shown(many.parse().unwrap())));
        }
    }
    let mut sum = tally::Count::default();
    for (.., tally) in done {
        sum.add(&tally.sum());
    }
    let [exact, high, _] = sum.tiers.map(tally::Tier::precision);
    let recall = sum.recall(2).unwrap_or(0.0);
    assert!(exact.is_some_and(|share| share >= EXACT), "exact: {exact:?} % are right, {EXACT} % are wanted");
    assert!(high.is_some_and(|share| share >= HIGH), "high: {high:?} % are right, {HIGH} % are wanted");
    assert!(recall >= RECALL, "{recall} % of javac's references are exact or high, {RECALL} % are wanted");
}

fn compare(library: &Library, truth: &Truth) -> Tally {
    for coordinate in library.dependencies.iter().chain([&library.coordinate]) {
        asked::register(coordinate);
    }
    let mut asked = Asked::start();
    let mut tally = Tally::default();
    let none = BTreeSet::new();
    for declared in draw::sample(truth) {
        let Some(coordinate) = place_of(library, declared) else { continue };
        let mut found = asked.references(&declared.symbol, &coordinate, &library.coordinate);
        let neutral = truth.neutral.get(declared).unwrap_or(&none);
        for tier in &mut found.tiers {
            tier.retain(|row| truth.files.contains(&row.file) && !neutral.contains(row));
        }
        if let Some(refused) = found.refused {
            tally.refused.push((declared.symbol.clone(), refused));
        } else if found.definitions.len() != 1 {
            let shown = format!("{} definitions: {}", found.definitions.len(), found.definitions.join(", "));
            tally.refused.push((declared.symbol.clone(), shown));
        }
        let rows: &BTreeSet<Row> = truth.rows.get(declared).unwrap_or(&none);
        tally.compare(&declared.symbol, &found.tiers, rows);
    }
    tally
}

/// The coordinate that declares it.
fn place_of(library: &Library, declared: &Declared) -> Option<Coordinate> {
    match declared.origin.as_str() {
        "library" => Some(library.coordinate.clone()),
        "jdk" => Some(jdk()),
        jar => library.dependencies.iter().find(|other| list::class_jar(other).ends_with(jar)).cloned(),
    }
}

//! Java and Kotlin read by their headers give what parsing all of it gives, file by file, on published libraries and a JDK's
//! own sources.
//!
//! The libraries are those of `testdata/truth/artifacts.txt`, the JDK is one that has its `src.zip`. A run looks at every
//! fifth file; `JARDEX_REDUCED=all` looks at all of them, and at those of the benches and of `testdata/truth/further.txt`.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use jardex::coordinate::Coordinate;
use jardex::model::Language;
use jardex::parse::{java, kotlin, lexer, parse_whole};
use jardex::source::{Located, archive};
use jardex::text::decode::decode;

use crate::{place, truth};

/// How many files are parsed at once.
const THREADS: usize = 2;

/// Artifacts that only a thorough run looks at; the last word of a line is the coordinate.
const FURTHER: [&str; 2] =
    [include_str!("../../benches/table/artifacts.txt"), include_str!("../../testdata/truth/further.txt")];

/// What was found in some files of one language.
#[derive(Default)]
struct Tally {
    files: AtomicUsize,
    /// All of the file had to be parsed, although it parses cleanly.
    refused: AtomicUsize,
    /// All of the file does not parse cleanly either.
    damaged: AtomicUsize,
    differing: Mutex<Vec<String>>,
}

#[test]
fn bodies_are_not_missed() {
    let (java, kotlin) = (Tally::default(), Tally::default());
    let coordinates = coordinates();
    for coordinate in &coordinates {
        compare(&truth::list::sources(coordinate), &java, &kotlin);
    }
    match place::jdk_sources().pop() {
        Some(path) => compare(&archive::jar_file("file:///src.zip", &path).unwrap(), &java, &kotlin),
        None => crate::say("reduced: no JDK with src.zip is on this machine"),
    }
    crate::say(&format!("reduced: {} libraries", coordinates.len()));
    java.judge("Java");
    kotlin.judge("Kotlin");
}

impl Tally {
    /// Fails where a file differs, or where more than one in a hundred has to be parsed whole.
    fn judge(self, language: &str) {
        let count = |counter: &AtomicUsize| counter.load(Ordering::Relaxed);
        let (files, refused, damaged) = (count(&self.files), count(&self.refused), count(&self.damaged));
        crate::say(&format!(
            "reduced: {files} {language} files, all of {refused} had to be parsed, {damaged} are damaged"
        ));
        let differing = self.differing.into_inner().unwrap();
        assert!(differing.is_empty(), "{} files differ: {:#?}", differing.len(), &differing[..differing.len().min(20)]);
        assert!(files > 300 && refused * 100 < files, "the quick way is the way of all but a few files");
    }
}

fn is_thorough() -> bool {
    std::env::var("JARDEX_REDUCED").is_ok_and(|asked| asked == "all")
}

/// What this run looks at, each once.
fn coordinates() -> Vec<Coordinate> {
    let listed = truth::list::all().into_iter().map(|listed| listed.coordinate);
    let further = FURTHER.into_iter().flat_map(str::lines).filter(|line| !line.starts_with('#'));
    let further = further.filter_map(|line| line.split_whitespace().last()).map(str::to_owned);
    let mut all: Vec<String> = listed.chain(further.filter(|_| is_thorough())).collect();
    all.sort();
    all.dedup();
    all.iter().map(|coordinate| Coordinate::parse(coordinate).unwrap()).collect()
}

fn compare(located: &Located, java: &Tally, kotlin: &Tally) {
    let step = if is_thorough() { 1 } else { 5 };
    let next = AtomicUsize::new(0);
    std::thread::scope(|threads| {
        for _ in 0..THREADS {
            threads.spawn(|| {
                loop {
                    let at = next.fetch_add(step, Ordering::Relaxed);
                    let Some(entry) = located.tree.entries().get(at) else { return };
                    let tally = match Language::of_file(&entry.path) {
                        Some(Language::Java) => java,
                        Some(Language::Kotlin) if !entry.path.ends_with(".kts") => kotlin,
                        _ => continue,
                    };
                    if let Some(decoded) = decode(&located.tree.read(at).unwrap()) {
                        compare_file(&entry.path, &decoded.text, tally);
                    }
                }
            });
        }
    });
}

fn compare_file(path: &str, text: &str, tally: &Tally) {
    let is_java = Language::of_file(path) == Some(Language::Java);
    let whole = if is_java { parse_whole(Language::Java, path, text) } else { kotlin::parse_thoroughly(path, text) };
    tally.files.fetch_add(1, Ordering::Relaxed);
    if whole.problem.is_some() {
        tally.damaged.fetch_add(1, Ordering::Relaxed);
        return;
    }
    let reduced = if is_java {
        java::parse_reduced(path, text, &lexer::java::read(text))
    } else {
        kotlin::parse_headers(path, text)
    };
    match reduced {
        None => drop(tally.refused.fetch_add(1, Ordering::Relaxed)),
        Some(reduced) if reduced.covers(&whole) => {}
        Some(_) => tally.differing.lock().unwrap().push(path.to_owned()),
    }
}

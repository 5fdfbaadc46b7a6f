//! Java read without bodies gives what parsing all of it gives, file by file, on published libraries and a JDK's own sources.
//!
//! The libraries are those of `testdata/truth/artifacts.txt`, the JDK is one that has its `src.zip`. A run looks at every
//! fifth file; `JARDEX_REDUCED=all` looks at all of them.

use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use jardex::model::Language;
use jardex::parse::{java, lexer, parse_whole};
use jardex::source::{Located, archive};
use jardex::text::decode::decode;

use crate::truth;

/// How many files are parsed at once.
const THREADS: usize = 2;

/// What was found in some files.
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
    let tally = Tally::default();
    for listed in truth::list::all() {
        compare(&truth::list::sources(&listed), &tally);
    }
    match jdk_sources() {
        Some(path) => compare(&archive::jar_file("file:///src.zip", &path).unwrap(), &tally),
        None => crate::say("reduced: no JDK with src.zip is on this machine"),
    }
    let count = |counter: &AtomicUsize| counter.load(Ordering::Relaxed);
    let (files, refused, damaged) = (count(&tally.files), count(&tally.refused), count(&tally.damaged));
    crate::say(&format!("reduced: {files} Java files, all of {refused} had to be parsed, {damaged} are damaged"));
    let differing = tally.differing.into_inner().unwrap();
    assert!(differing.is_empty(), "{} files differ: {:#?}", differing.len(), &differing[..differing.len().min(20)]);
    assert!(files > 1000 && refused * 1000 < files, "the quick way is the way of all but a few files");
}

fn compare(located: &Located, tally: &Tally) {
    let step = if std::env::var("JARDEX_REDUCED").is_ok_and(|asked| asked == "all") { 1 } else { 5 };
    let next = AtomicUsize::new(0);
    std::thread::scope(|threads| {
        for _ in 0..THREADS {
            threads.spawn(|| {
                loop {
                    let at = next.fetch_add(step, Ordering::Relaxed);
                    let Some(entry) = located.tree.entries().get(at) else { return };
                    if Language::of_file(&entry.path) == Some(Language::Java)
                        && let Some(decoded) = decode(&located.tree.read(at).unwrap())
                    {
                        compare_file(&entry.path, &decoded.text, tally);
                    }
                }
            });
        }
    });
}

fn compare_file(path: &str, text: &str, tally: &Tally) {
    let whole = parse_whole(Language::Java, path, text);
    tally.files.fetch_add(1, Ordering::Relaxed);
    if whole.problem.is_some() {
        tally.damaged.fetch_add(1, Ordering::Relaxed);
        return;
    }
    match java::parse_reduced(path, text, &lexer::java::read(text)) {
        None => drop(tally.refused.fetch_add(1, Ordering::Relaxed)),
        Some(reduced) if reduced == whole => {}
        Some(_) => tally.differing.lock().unwrap().push(path.to_owned()),
    }
}

/// The sources of a JDK: those of `JAVA_HOME`, or of one where Linux distributions put them.
fn jdk_sources() -> Option<PathBuf> {
    let home = std::env::var_os("JAVA_HOME").map(PathBuf::from);
    let installed = std::fs::read_dir("/usr/lib/jvm").into_iter().flatten().flatten().map(|entry| entry.path());
    let mut found: Vec<PathBuf> =
        home.into_iter().chain(installed).map(|home| home.join("lib/src.zip")).filter(|path| path.is_file()).collect();
    found.sort();
    found.pop()
}

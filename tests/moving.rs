//! Directories: sources that change while they are registered.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "tests")]

#[path = "common/library.rs"]
mod library;
#[path = "common/repositories.rs"]
mod repositories;
#[path = "common/server.rs"]
mod server;
#[path = "common/zip.rs"]
#[allow(dead_code, reason = "the archive tests use the rest")]
mod zip;

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use jardex::index::Explorer;
use jardex::parse::worker::Program;
use library::{LIB, Library, ask, class, of, types};
use serde_json::json;

fn library() -> Library {
    let library = Library::new();
    library.home.write("src/a/A.java", class("A").as_bytes());
    assert_eq!(library.register("src")["status"], "registered_and_indexed");
    library
}

#[test]
fn a_change_is_seen_at_the_next_question() {
    let library = library();
    let explorer = library.explorer();
    assert_eq!(types(&explorer, LIB), ["A"]);
    library.home.write("src/a/B.java", class("B").as_bytes());
    assert_eq!(types(&explorer, LIB), ["A", "B"]);
    library.home.write("src/a/A.java", class("Other").as_bytes());
    assert_eq!(types(&explorer, LIB), ["B", "Other"]);
    fs::remove_file(library.home.path("src/a/B.java")).unwrap();
    assert_eq!(types(&explorer, LIB), ["Other"]);
    assert_eq!(library.indexes().len(), 1);
}

#[test]
fn a_search_over_everything_sees_it_too() {
    let library = library();
    let explorer = library.explorer();
    let search = json!({"pattern": "*.java", "pattern_type": "glob"});
    assert_eq!(ask(&explorer, "search_file_names", search.clone())["total_matches"], 1);
    library.home.write("src/a/B.java", class("B").as_bytes());
    assert_eq!(ask(&explorer, "search_file_names", search)["total_matches"], 2);
}

/// Comparing a small directory takes next to nothing, so that it is done again before long, however seldom that would have to be.
#[test]
fn what_is_edited_is_seen_soon() {
    let library = library();
    let program = Program(PathBuf::from(env!("CARGO_BIN_EXE_jardex")));
    let patient = Explorer::new(library.home.config.clone(), program, None).comparing_after(Duration::from_secs(3600));
    assert_eq!(types(&patient, LIB), ["A"]);
    assert_eq!(types(&patient, LIB), ["A"]);
    library.home.write("src/a/B.java", class("B").as_bytes());
    let until = Instant::now() + Duration::from_secs(60);
    while types(&patient, LIB) != ["A", "B"] {
        assert!(Instant::now() < until, "an edit is not seen");
        std::thread::sleep(Duration::from_millis(5));
    }
    library.home.write("src/a/C.java", class("C").as_bytes());
    assert_eq!(library.types(), ["A", "B", "C"]);
    assert_eq!(types(&patient, LIB), ["A", "B", "C"], "another process indexed it");
}

#[test]
fn the_same_content_at_another_time_is_no_other_index() {
    let library = library();
    let (stamp, index) = (library.record()["stamp"].clone(), library.index());
    let built = library.record()["current"].clone();
    library.home.write("src/a/A.java", class("A").as_bytes());
    assert_eq!(library.types(), ["A"]);
    assert!(library.record()["stamp"] != stamp, "the new time is noted");
    assert_eq!((library.record()["current"].clone(), library.index()), (built, index));
}

#[test]
fn a_directory_that_is_gone_answers_as_it_was() {
    let library = library();
    let explorer = library.explorer();
    assert_eq!(types(&explorer, LIB), ["A"]);
    fs::rename(library.home.path("src"), library.home.path("away")).unwrap();
    assert_eq!(types(&explorer, LIB), ["A"]);
    assert_eq!(library.types(), ["A"]);
    let answer = library.ask("index_artifact", of(LIB, json!({})));
    assert_eq!(answer["status"], "resource_not_found", "asked for explicitly it is missed: {answer}");
    assert_eq!(library.types(), ["A"]);
    fs::rename(library.home.path("away"), library.home.path("src")).unwrap();
    library.home.write("src/a/B.java", class("B").as_bytes());
    assert_eq!(types(&explorer, LIB), ["A", "B"]);
}

#[test]
fn only_files_that_were_chosen_count() {
    let library = Library::new();
    library.home.write("src/a/A.java", class("A").as_bytes());
    library.home.write("src/notes.txt", b"one");
    let chosen = json!({"source_uri": library.home.path("src"), "include": ["*.java"]});
    library.ask("register_source", of(LIB, chosen));
    let record = library.record();
    library.home.write("src/notes.txt", b"two, longer");
    assert_eq!(library.types(), ["A"]);
    assert_eq!(library.record(), record, "nothing to do");
}

#[test]
fn a_registered_directory_is_recorded_below_the_home() {
    let library = library();
    assert_eq!(library.record()["source"]["uri"], "~/src");
}

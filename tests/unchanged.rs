//! Asking again for what is there: a source that has the stamp in its record is not read, and any other is.
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

use std::fs::{self, File};
use std::time::{Duration, SystemTime};

use library::{LIB, Library, jar_of, of};
use serde_json::json;

/// A library whose source counts as one that was looked at when it had been at rest for a while.
fn at_rest() -> Library {
    let library = Library::new();
    library.home.write("lib.jar", &jar_of(&["A", "B"]));
    assert_eq!(library.register("lib.jar")["status"], "registered_and_indexed");
    note_stamp(&library);
    library
}

fn note_stamp(library: &Library) {
    let stamp = jardex::fs::stamp(&library.home.path("lib.jar")).unwrap();
    library.edit_record(|record| record["current"]["source_stamp"] = json!(stamp));
}

/// Other content of the same length, in the same file, with the time it had.
fn change_quietly(library: &Library) {
    let path = library.home.path("lib.jar");
    let (time, length) = (fs::metadata(&path).unwrap().modified().unwrap(), fs::metadata(&path).unwrap().len());
    fs::write(&path, jar_of(&["A", "C"])).unwrap();
    File::options().write(true).open(&path).unwrap().set_modified(time).unwrap();
    assert_eq!(fs::metadata(&path).unwrap().len(), length);
}

#[test]
fn a_change_shows_whatever_its_times_say() {
    for tool in ["register_source", "index_artifact"] {
        let library = at_rest();
        change_quietly(&library);
        let source = json!({"source_uri": library.home.path("lib.jar")});
        let asked = if tool == "register_source" { source } else { json!({}) };
        let answer = library.ask(tool, of(LIB, asked));
        assert_eq!(answer.get("unchanged"), None, "{answer}");
        assert_eq!(library.types(), ["A", "C"], "{tool}");
    }
}

/// Only a disk that forgets can do this to a file: it shows that nothing is read.
#[test]
#[cfg(unix)]
fn what_has_the_recorded_stamp_is_not_read() {
    let library = at_rest();
    change_quietly(&library);
    note_stamp(&library);
    let record = fs::read(library.record_file()).unwrap();
    assert_eq!(library.register("lib.jar")["unchanged"], true);
    let answer = library.ask("index_artifact", of(LIB, json!({})));
    assert_eq!((&answer["unchanged"], &answer["counts"]["types"]), (&json!(true), &json!(2)), "{answer}");
    assert_eq!(library.types(), ["A", "B"]);
    assert!(fs::read(library.record_file()).unwrap() == record, "nothing is written");
    library.ask("index_artifact", of(LIB, json!({"force": true})));
    assert_eq!(library.types(), ["A", "C"], "whoever doubts can have it read");
}

#[test]
fn a_file_of_just_now_is_not_trusted() {
    let library = Library::new();
    library.home.write("lib.jar", &jar_of(&["A", "B"]));
    let later = SystemTime::now() + Duration::from_secs(60 * 60);
    File::options().write(true).open(library.home.path("lib.jar")).unwrap().set_modified(later).unwrap();
    library.register("lib.jar");
    assert_eq!(library.record()["current"].get("source_stamp"), None);
    assert_eq!(library.register("lib.jar")["unchanged"], true);
    assert_eq!(library.record()["current"].get("source_stamp"), None);
}

#[test]
fn another_source_or_choice_is_not_taken_for_the_same() {
    let library = at_rest();
    fs::copy(library.home.path("lib.jar"), library.home.path("copy.jar")).unwrap();
    let moved = library.register("copy.jar");
    assert_eq!((&moved["unchanged"], library.record()["source"]["uri"].as_str()), (&json!(true), Some("~/copy.jar")));
    library.register("lib.jar");
    note_stamp(&library);
    let chosen = json!({"source_uri": library.home.path("lib.jar"), "include": ["**/A.java"]});
    let answer = library.ask("register_source", of(LIB, chosen));
    assert_eq!(answer.get("unchanged"), None, "{answer}");
    assert_eq!(library.types(), ["A"]);
}

#[test]
fn a_damaged_index_is_not_taken_for_unchanged() {
    let library = at_rest();
    let golden = fs::read(library.index()).unwrap();
    let mut damaged = golden.clone();
    damaged[golden.len() / 2] ^= 1;
    fs::write(library.index(), &damaged).unwrap();
    assert_eq!(library.register("lib.jar").get("unchanged"), None);
    assert!(fs::read(library.index()).unwrap() == golden, "built again");
    fs::remove_file(library.index()).unwrap();
    note_stamp(&library);
    assert_eq!(library.ask("index_artifact", of(LIB, json!({}))).get("unchanged"), None);
    assert!(fs::read(library.index()).unwrap() == golden, "built again");
}

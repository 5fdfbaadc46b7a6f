//! Damage: of index files, of records, of what lies in their place. A question is answered right or refused.
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
use std::path::Path;
use std::time::{Duration, SystemTime};

use library::{LIB, Library, ask, jar_of, of, types};
use serde_json::json;
use zip::{Item, archive};

/// How far apart the bytes are that are turned over.
const STEP: usize = 1_000;

fn library() -> Library {
    let library = Library::new();
    library.home.write("lib.jar", &jar_of(&["A", "B"]));
    assert_eq!(library.register("lib.jar")["status"], "registered_and_indexed");
    library
}

/// The file with one byte turned over, at every thousandth place, and the file cut at some of them.
fn damages(golden: &[u8]) -> impl Iterator<Item = (String, Vec<u8>)> {
    let flipped = (0..golden.len()).step_by(STEP).map(|at| {
        let mut flipped = golden.to_vec();
        flipped[at] ^= 0x20;
        (format!("byte {at} turned over"), flipped)
    });
    let cut = |at: usize| (format!("cut after {at} bytes"), golden[..at].to_vec());
    flipped.chain((0..golden.len()).step_by(11 * STEP).map(cut))
}

/// Changes a file in place, so that only its content and perhaps its time tell.
fn overwrite(path: &Path, bytes: &[u8], time: Option<SystemTime>) {
    fs::write(path, bytes).unwrap();
    if let Some(time) = time {
        File::options().write(true).open(path).unwrap().set_modified(time).unwrap();
    }
}

#[test]
fn a_damaged_index_is_built_again() {
    let library = library();
    let (path, golden) = (library.index(), fs::read(library.index()).unwrap());
    for (damage, bytes) in damages(&golden) {
        fs::write(&path, bytes).unwrap();
        assert_eq!(library.types(), ["A", "B"], "{damage}");
        assert!(fs::read(&path).unwrap() == golden, "{damage}: built again");
    }
    fs::remove_file(&path).unwrap();
    assert_eq!(library.types(), ["A", "B"]);
}

#[test]
fn a_damaged_index_without_its_source_is_no_answer() {
    let library = library();
    fs::remove_file(library.home.path("lib.jar")).unwrap();
    assert_eq!(library.types(), ["A", "B"], "a source that is gone takes nothing away");
    let (path, golden) = (library.index(), fs::read(library.index()).unwrap());
    let time = fs::metadata(&path).unwrap().modified().unwrap();
    for (damage, bytes) in damages(&golden) {
        overwrite(&path, &bytes, Some(time));
        assert_eq!(library.types(), ["indexing_failed"], "{damage}");
    }
    fs::remove_file(&path).unwrap();
    assert_eq!(library.types(), ["indexing_failed"]);
    fs::write(&path, &golden).unwrap();
    assert_eq!(library.types(), ["A", "B"], "restored");
}

#[test]
fn a_search_over_everything_names_what_is_damaged() {
    let library = library();
    let other = library.home.path("other.jar");
    library.home.write("other.jar", &jar_of(&["C"]));
    library.ask("register_source", of("org.example:other:1.0", json!({"source_uri": other})));
    fs::remove_file(library.home.path("lib.jar")).unwrap();
    fs::write(library.index(), b"SQLite format 3\0 no more").unwrap();
    let search = json!({"query": "class", "query_type": "string"});
    let answer = library.ask("search_file_content", search.clone());
    assert_eq!(answer["matches"].as_object().unwrap().len(), 1, "{answer}");
    assert_eq!(answer["incomplete"][0]["artifact"], LIB, "{answer}");
    library.home.write("lib.jar", &jar_of(&["A", "B"]));
    let answer = library.ask("search_file_content", search);
    assert_eq!((answer["matches"].as_object().unwrap().len(), answer.get("incomplete")), (3, None), "{answer}");
}

#[test]
fn a_damaged_artifact_does_not_keep_others_from_answering() {
    let library = library();
    let jar = archive(&[Item::stored("c/C.java", b"package c; import a.A; public class C extends A {}")]);
    library.home.write("other.jar", &jar);
    let other = "org.example:other:1.0";
    library.ask("register_source", of(other, json!({"source_uri": library.home.path("other.jar")})));
    fs::remove_file(library.home.path("lib.jar")).unwrap();
    fs::write(library.index(), b"no more").unwrap();
    let answer = library.ask("list_methods", of(other, json!({"type_name": "c.C", "include_inherited": true})));
    assert_eq!(answer["status"], "success", "{answer}");
    assert_eq!(answer["incomplete"][0]["what"], "a.A", "{answer}");
}

/// A library whose index is too long to be read whole each time: text that hardly packs.
fn large() -> Library {
    let library = Library::new();
    let mut random = fastrand::Rng::with_seed(1);
    let texts: Vec<String> = (0..40)
        .map(|number| {
            let noise: String = (0..220_000).map(|_| random.alphanumeric()).collect();
            format!("package a;\nclass Big{number} {{ String noise = \"{noise}\"; }}\n")
        })
        .collect();
    let names: Vec<String> = (0..texts.len()).map(|number| format!("a/Big{number}.java")).collect();
    let items: Vec<Item> = names.iter().zip(&texts).map(|(name, text)| Item::stored(name, text.as_bytes())).collect();
    library.home.write("lib.jar", &archive(&items));
    assert_eq!(library.register("lib.jar")["counts"]["types"], 40);
    assert!(fs::metadata(library.index()).unwrap().len() > 4 << 20);
    library
}

#[test]
fn a_large_index_is_read_whole_when_its_file_is_another() {
    let library = large();
    let (path, golden) = (library.index(), fs::read(library.index()).unwrap());
    let time = fs::metadata(&path).unwrap().modified().unwrap();
    let first = of(LIB, json!({"file_path": "a/Big0.java", "start_line": 1, "end_line": 1}));
    let right = library.ask("get_file", first.clone());
    assert_eq!(right["status"], "success");

    // A restored cache: the same content, another time. It is compared once and noted.
    let recorded = library.record()["current"]["stamp"].clone();
    overwrite(&path, &golden, Some(time + Duration::from_secs(60)));
    assert_eq!(library.types().len(), 40);
    let noted = library.record()["current"]["stamp"].clone();
    assert!(noted != recorded && noted["length"] == recorded["length"], "{noted} after {recorded}");

    // Another content at another time is noticed before the question is answered.
    let mut damaged = golden.clone();
    let places: Vec<usize> = (0..golden.len()).step_by(golden.len() / 50).collect();
    for at in places {
        damaged[at] ^= 1;
    }
    overwrite(&path, &damaged, Some(time + Duration::from_secs(120)));
    assert_eq!(library.ask("get_file", first.clone()), right);
    assert!(fs::read(&path).unwrap() == golden, "built again");

    // What nothing outside tells is noticed where it is read, and mended for the next question.
    let time = fs::metadata(&path).unwrap().modified().unwrap();
    let explorer = library.explorer();
    assert_eq!(types(&explorer, LIB).len(), 40);
    let mut damaged = golden.clone();
    let middle = golden.len() / 4;
    for byte in &mut damaged[middle..golden.len() - middle] {
        *byte ^= 1;
    }
    for (asked, is_open) in [(library.explorer(), false), (explorer, true)] {
        if is_open {
            assert_eq!(types(&asked, LIB).len(), 40);
        }
        overwrite(&path, &damaged, Some(time));
        if !is_open {
            // A disk that forgets changes no times.
            let stamp = jardex::fs::stamp(&path).unwrap();
            library.edit_record(|record| record["current"]["stamp"] = json!(stamp));
        }
        let noise = of(LIB, json!({"query": "class Big", "query_type": "string", "max_results": 40}));
        let search = |noise| ask(&asked, "search_file_content", noise);
        let answer = search(noise.clone());
        assert_eq!(answer["status"], "indexing_failed", "{answer}");
        let answer = search(noise);
        assert_eq!((&answer["status"], &answer["total"]["value"]), (&json!("success"), &json!(40)), "{answer}");
        assert!(fs::read(&path).unwrap() == golden, "built again");
        File::options().write(true).open(&path).unwrap().set_modified(time).unwrap();
        library.types();
    }
}

#[test]
fn an_explicit_index_compares_all_of_a_large_file() {
    let library = large();
    let (path, golden) = (library.index(), fs::read(library.index()).unwrap());
    let time = fs::metadata(&path).unwrap().modified().unwrap();
    let mut damaged = golden.clone();
    damaged[golden.len() / 2] ^= 1;
    overwrite(&path, &damaged, Some(time));
    let answer = library.ask("index_artifact", of(LIB, json!({})));
    assert_eq!((&answer["status"], answer.get("unchanged")), (&json!("success"), None), "{answer}");
    assert!(fs::read(&path).unwrap() == golden);
}

#[test]
fn an_index_of_another_format_is_built_again_at_first_use() {
    let library = library();
    let golden = fs::read(library.index()).unwrap();
    let other = "0123456789abcdef0123456789abcdef";
    let make_old = |library: &Library| {
        let path = library.index();
        let old = path.with_file_name(format!("{other}.db"));
        fs::rename(&path, &old).unwrap();
        library.edit_record(|record| record["current"]["generation"] = json!(other));
        old
    };
    let old = make_old(&library);
    assert_eq!(library.types(), ["A", "B"]);
    assert!(!old.exists());
    assert!(fs::read(library.index()).unwrap() == golden);

    // Without its source the old one answers, and says so each time.
    let old = make_old(&library);
    fs::remove_file(library.home.path("lib.jar")).unwrap();
    let explorer = library.explorer();
    for _ in 0..2 {
        let answer = ask(&explorer, "list_types", of(LIB, json!({})));
        assert_eq!((&answer["status"], &answer["incomplete"][0]["what"]), (&json!("success"), &json!(LIB)), "{answer}");
    }
    assert!(old.exists());
}

#[test]
fn a_provisional_index_is_built_again_when_asked_for() {
    let library = library();
    library.edit_record(|record| record["current"]["provisional"] = json!(true));
    assert_eq!(library.types(), ["A", "B"], "it answers");
    assert_eq!(library.record()["current"]["provisional"], true);
    let answer = library.ask("index_artifact", of(LIB, json!({})));
    assert_eq!((&answer["status"], answer.get("unchanged")), (&json!("success"), None), "{answer}");
    assert_eq!(library.record()["current"].get("provisional"), None);
}

#[test]
fn a_torn_record_is_made_again_from_the_index() {
    let library = library();
    let golden = fs::read(library.record_file()).unwrap();
    for length in (0..golden.len()).step_by(97) {
        fs::write(library.record_file(), &golden[..length]).unwrap();
        let listed = library.ask("list_indexed_artifacts", json!({}));
        assert_eq!(listed["artifacts"][0]["status"], "indexed", "cut after {length} bytes: {listed}");
        assert_eq!(library.types(), ["A", "B"], "cut after {length} bytes");
    }
    fs::remove_file(library.record_file()).unwrap();
    fs::create_dir(library.record_file()).unwrap();
    assert_eq!(library.types(), ["A", "B"], "a folder in its place");
}

#[test]
fn a_torn_record_is_not_made_again_from_a_damaged_index() {
    let library = library();
    let golden = fs::read(library.index()).unwrap();
    let path = library.index();
    let record = fs::read(library.record_file()).unwrap();
    for (damage, bytes) in damages(&golden) {
        fs::write(&path, bytes).unwrap();
        fs::write(library.record_file(), "").unwrap();
        // The network is off: what is unknown cannot be looked for. Most bytes of so small a file are unused: one that
        // turned over there is no damage.
        match &library.types()[..] {
            [status] => assert_eq!(status, "offline", "{damage}"),
            types => assert!(types == ["A", "B"] && !damage.starts_with("cut"), "{damage}: {types:?}"),
        }
    }
    fs::write(&path, &golden[..golden.len() - 1]).unwrap();
    fs::write(library.record_file(), record).unwrap();
    assert_eq!(library.types(), ["A", "B"]);
}

#[test]
fn what_lost_its_record_registers_itself() {
    let library = Library::new();
    let local = ".m2/repository/org/example/lib/1.0/lib-1.0-sources.jar";
    library.home.write(local, &jar_of(&["A"]));
    assert_eq!(library.types(), ["A"]);
    fs::remove_file(library.record_file()).unwrap();
    assert_eq!(library.types(), ["A"]);
    fs::remove_file(library.record_file()).unwrap();
    fs::remove_file(library.home.path(local)).unwrap();
    assert_eq!(library.types(), ["offline"], "without a record it is not registered");
}

#[test]
fn what_a_record_names_elsewhere_is_not_followed() {
    let library = library();
    let outside = library.home.path("outside.db");
    fs::copy(library.index(), &outside).unwrap();
    library.edit_record(|record| record["current"]["generation"] = json!("../../../../../outside"));
    assert_eq!(library.types(), ["A", "B"], "built again under its own name");
    assert!(library.index().starts_with(library.cache().root()));
}

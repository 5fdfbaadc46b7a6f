//! Caches that cannot be written and disks that are full: what is there answers, writes say why not, nothing is half done.
//!
//! A file system of its own is needed for both: where none may be mounted, the tests print so and end.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::disallowed_methods, clippy::disallowed_macros, reason = "tests")]

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
use std::process::{Command, Stdio};
use std::time::Instant;

use jardex::work::Work;
use library::{LIB, Library, class, jar_of, of, snapshot};
use repositories::SOURCES;
use serde_json::json;
use server::{Reply, Server};
use zip::{Item, archive};

/// A small file system in memory; unmounted when dropped.
struct Disk(PathBuf);

impl Disk {
    /// Mounts one over the cache of a library; none where that is not allowed.
    fn over(library: &Library, size: &str) -> Option<Self> {
        let folder = library.home.config.home.clone();
        fs::create_dir_all(&folder).unwrap();
        let disk = run(&["-t", "tmpfs", "-o", &format!("size={size}"), "none", folder.to_str().unwrap()]);
        if !disk {
            eprintln!("skipped: no file system may be mounted here");
        }
        disk.then_some(Self(folder))
    }

    fn make_read_only(&self) {
        assert!(run(&["-o", "remount,ro", self.0.to_str().unwrap()]));
    }

    fn resize(&self, size: &str) {
        assert!(run(&["-o", &format!("remount,size={size}"), self.0.to_str().unwrap()]));
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(&self.0).status();
    }
}

fn run(arguments: &[&str]) -> bool {
    let mount = Command::new("mount").args(arguments).stderr(Stdio::null()).status();
    mount.is_ok_and(|status| status.success())
}

#[test]
fn a_read_only_cache_answers_and_refuses_writes() {
    let library = Library::new();
    let Some(disk) = Disk::over(&library, "16m") else { return };
    library.home.write("lib.jar", &jar_of(&["A"]));
    library.home.write("src/a/A.java", class("A").as_bytes());
    library.register("lib.jar");
    let directory = "org.example:directory:1.0";
    library.ask("register_source", of(directory, json!({"source_uri": library.home.path("src")})));
    disk.make_read_only();
    let before = snapshot(library.cache().root());

    assert_eq!(library.types(), ["A"]);
    assert_eq!(library.ask("list_indexed_artifacts", json!({}))["pagination"]["total_count"], 2);
    let same = library.register("lib.jar");
    assert_eq!(same["unchanged"], true, "what is there already needs no writing: {same}");
    let began = Instant::now();
    for (tool, arguments) in [
        ("remove_artifact", of(LIB, json!({"confirm": true}))),
        ("register_source", of("org.example:new:1", json!({"source_uri": library.home.path("lib.jar")}))),
        (
            "register_source",
            of("org.example:new:1", json!({"source_uri": library.home.path("src"), "auto_index": false})),
        ),
        ("index_artifact", of(LIB, json!({"force": true}))),
        ("index_artifact", of(LIB, json!({"extract": true}))),
    ] {
        let answer = library.ask(tool, arguments);
        assert_eq!(answer["status"], "not_permitted", "{answer}");
        assert!(answer["message"].as_str().unwrap().contains("cannot be written"), "{answer}");
    }
    assert!(began.elapsed().as_secs() < 20, "nobody waits for a lock that cannot be had");

    library.home.write("src/a/B.java", class("B").as_bytes());
    let answer = library.ask("list_types", of(directory, json!({})));
    assert_eq!(answer["status"], "success", "the index before the change answers");
    assert!(answer["incomplete"][0]["reason"].as_str().unwrap().contains("cannot be written"), "{answer}");
    assert!(snapshot(library.cache().root()) == before);
}

#[test]
fn a_full_disk_leaves_nothing_half_done() {
    let library = Library::new();
    let Some(disk) = Disk::over(&library, "16m") else { return };
    library.home.write("lib.jar", &jar_of(&["A"]));
    library.register("lib.jar");
    let before = snapshot(library.cache().root());
    let used: usize = before.iter().map(|(_, bytes)| bytes.len().div_ceil(4096) * 4096).sum();
    let mut random = fastrand::Rng::with_seed(1);
    let noise: String = (0..3_000_000).map(|_| random.alphanumeric()).collect();
    let text = format!("package a; class Big {{ String noise = \"{noise}\"; }}");
    library.home.write("big.jar", &archive(&[Item::stored("a/Big.java", text.as_bytes())]));
    let big = of("org.example:big:1.0", json!({"source_uri": library.home.path("big.jar")}));

    // From a disk that has no room for anything to one that has room for nearly all of it.
    let mut refused = 0;
    for more in [0, 8, 64, 256, 1024, 2048, 3072, 4096] {
        disk.resize(&format!("{}k", used / 1024 + more));
        let answer = library.ask("register_source", big.clone());
        if answer["status"] == "registered_and_indexed" {
            break;
        }
        refused += 1;
        assert_eq!(answer["status"], "indexing_failed", "{more} KiB: {answer}");
        let message = answer["message"].as_str().unwrap();
        assert!(message.contains("no space left") && message.contains("bytes are needed"), "{more} KiB: {message}");
        let mut after = snapshot(library.cache().root());
        after.retain(|(path, _)| !path.components().any(|part| part.as_os_str() == "locks"));
        let mut before = before.clone();
        before.retain(|(path, _)| !path.components().any(|part| part.as_os_str() == "locks"));
        assert!(after == before, "{more} KiB: nothing is left behind");
        assert_eq!(library.types(), ["A"], "{more} KiB: what was there answers");
    }
    assert!(refused > 4);
    disk.resize("32m");
    assert_eq!(library.ask("register_source", big)["status"], "registered_and_indexed");
}

#[test]
fn a_download_that_fills_the_disk_names_its_artifact_and_what_it_needs() {
    let server = Server::start();
    let library = Library::behind(&server);
    let Some(_disk) = Disk::over(&library, "1m") else { return };
    let jar = archive(&[Item::stored("a/Big.java", &vec![b' '; 3_000_000])]);
    server.on(SOURCES, Reply::ok(jar.clone()));
    server.on("/elsewhere/lib.jar", Reply::ok(jar.clone()));
    for more in [json!({}), json!({"source_uri": server.url("/elsewhere/lib.jar")})] {
        let answer = library.ask("register_source", of(LIB, more));
        let expected = format!(
            "{LIB}: no space left on the disk or quota of {}; {} bytes are needed",
            library.home.config.home.display(),
            jar.len()
        );
        assert_eq!((&answer["status"], &answer["message"]), (&json!("indexing_failed"), &json!(expected)), "{answer}");
        assert_eq!(answer["suggested_action"], "index_artifact", "{answer}");
    }
}

#[test]
fn a_full_disk_takes_an_archive_whole_or_not_at_all() {
    let giver = Library::new();
    let mut random = fastrand::Rng::with_seed(2);
    for number in 0..4 {
        let noise: String = (0..400_000).map(|_| random.alphanumeric()).collect();
        let text = format!("package a; class Big {{ String noise = \"{noise}\"; }}");
        giver.home.write("big.jar", &archive(&[Item::stored("a/Big.java", text.as_bytes())]));
        let source = json!({"source_uri": giver.home.path("big.jar")});
        giver.ask("register_source", of(&format!("org.example:big{number}:1.0"), source));
    }
    let mut packed = Vec::new();
    let exported = giver.explorer().upkeep().export(&[], false, "it", &mut packed, &Work::default()).unwrap();
    assert_eq!(exported.artifacts, 4);
    for (is_packed, needed) in [(false, true), (true, false)] {
        let Ok(mut full) = std::fs::OpenOptions::new().write(true).open("/dev/full") else { continue };
        let upkeep = giver.explorer();
        let failure = upkeep.upkeep().export(&[], is_packed, "it.tar", &mut full, &Work::default()).unwrap_err();
        assert_eq!(failure.status.as_str(), "indexing_failed", "{failure}");
        assert!(failure.message.starts_with("no space left for it.tar"), "{failure}");
        assert_eq!(failure.message.contains("bytes are needed"), needed, "{failure}");
    }

    let taker = Library::new();
    let Some(disk) = Disk::over(&taker, "1m") else { return };
    let import = |bytes: &[u8]| taker.explorer().upkeep().import(&mut &bytes[..], false, &Work::default());
    let failure = import(&packed).unwrap_err();
    assert_eq!(failure.status.as_str(), "indexing_failed", "{failure}");
    let left = snapshot(taker.cache().root());
    assert!(left.iter().all(|(path, _)| path.ends_with("CACHEDIR.TAG")), "nothing of it is left: {:?}", left[0].0);
    disk.resize("32m");
    assert_eq!(import(&packed).unwrap().artifacts, 4);
    assert!(taker.explorer().upkeep().verify(false, &Work::default()).unwrap().damaged.is_empty());
}

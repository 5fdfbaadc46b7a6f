//! Registration: what is in force after each call, what a question without a record does, what is laid out.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "tests")]

#[path = "explorer/answers.rs"]
mod answers;
#[path = "explorer/classes.rs"]
mod classes;
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

use library::{LIB, Library, ask, class, jar_of, of, snapshot, types};
use repositories::{SOURCES, jar};
use serde_json::{Value, json};
use server::{Reply, Server};
use zip::{Item, archive};

#[test]
fn the_same_content_twice_changes_nothing() {
    let library = Library::new();
    library.home.write("lib.jar", &jar_of(&["A", "B"]));
    let first = library.register("lib.jar");
    assert_eq!((&first["status"], first.get("unchanged")), (&json!("registered_and_indexed"), None), "{first}");
    assert_eq!(first["counts"]["types"], 2);
    let before = snapshot(library.cache().root());
    let second = library.register("lib.jar");
    assert_eq!((&second["status"], &second["unchanged"]), (&json!("registered_and_indexed"), &json!(true)));
    assert_eq!(second["counts"], first["counts"]);
    assert!(snapshot(library.cache().root()) == before, "nothing in the cache changed");
    let index = library.ask("index_artifact", of(LIB, json!({})));
    assert_eq!((&index["status"], &index["unchanged"]), (&json!("success"), &json!(true)), "{index}");
    assert!(snapshot(library.cache().root()) == before, "nothing in the cache changed");
}

#[test]
fn other_content_is_indexed_anew() {
    let library = Library::new();
    library.home.write("lib.jar", &jar_of(&["A"]));
    library.register("lib.jar");
    let explorer = library.explorer();
    assert_eq!(types(&explorer, LIB), ["A"]);
    library.home.write("lib.jar", &jar_of(&["B", "C"]));
    let again = library.register("lib.jar");
    assert_eq!(again.get("unchanged"), None, "{again}");
    assert_eq!(types(&explorer, LIB), ["B", "C"], "a server that was running sees it");
    assert_eq!(library.types(), ["B", "C"]);
    assert_eq!(library.indexes().len(), 1, "the index before is gone");
}

#[test]
fn the_same_content_from_elsewhere_keeps_the_index() {
    let library = Library::new();
    library.home.write("lib.jar", &jar_of(&["A"]));
    library.home.write("other.jar", &jar_of(&["A"]));
    library.register("lib.jar");
    let moved = library.register("other.jar");
    assert_eq!(moved["unchanged"], true, "{moved}");
    assert!(library.record()["source"]["uri"].as_str().unwrap().ends_with("other.jar"));
}

#[test]
fn a_registration_that_fails_leaves_the_earlier_in_force() {
    let server = Server::start();
    let library = Library::behind(&server);
    library.home.write("lib.jar", &jar_of(&["A"]));
    library.register("lib.jar");
    library.home.write("page.jar", b"<!DOCTYPE html><p>not here");
    library.home.write("damaged.jar", &damaged());
    fs::create_dir(library.home.path("locked")).unwrap();
    let before = (fs::read(library.record_file()).unwrap(), fs::read(library.index()).unwrap(), library.types());
    let url = server.url("/nothing.jar");
    for (arguments, status) in [
        (json!({"source_uri": library.home.path("missing.jar")}), "resource_not_found"),
        (json!({"source_uri": library.home.path("page.jar")}), "invalid_source"),
        (json!({"source_uri": library.home.path("damaged.jar")}), "invalid_source"),
        (json!({"source_uri": library.home.path("damaged.jar"), "auto_index": false}), "invalid_source"),
        (json!({"source_uri": url}), "download_failed"),
        (json!({"source_uri": "git@example.org:a/b.git"}), "invalid_argument"),
        (json!({"source_uri": "git@example.org:a/b.git", "git_ref": "HEAD~1"}), "invalid_argument"),
        (json!({"source_uri": "git://example.org/a/b.git", "git_ref": "main"}), "not_permitted"),
        (json!({"source_uri": library.home.path("lib.jar"), "git_ref": "v1"}), "invalid_argument"),
        (json!({"source_uri": library.home.path("lib.jar"), "git_subdir": "a"}), "invalid_argument"),
        (json!({"source_uri": library.home.path("lib.jar"), "include": ["["]}), "invalid_pattern"),
        (json!({"origin": "bytecode"}), "source_jar_not_found"),
        (json!({"source_uri": library.home.path("lib.jar"), "origin": "bytecode"}), "invalid_source"),
        (json!({}), "source_jar_not_found"),
    ] {
        let answer = library.ask("register_source", of(LIB, arguments.clone()));
        assert_eq!(answer["status"], status, "{arguments}: {answer}");
        let after = (fs::read(library.record_file()).unwrap(), fs::read(library.index()).unwrap(), library.types());
        assert!(after == before, "{arguments} changed what was registered");
    }
}

/// A JAR whose one entry is not what its checksum says.
fn damaged() -> Vec<u8> {
    archive(&[Item::stored("a/A.java", class("A").as_bytes()).but(|item| item.packed[20] ^= 1)])
}

#[test]
fn a_damaged_jar_is_never_registered() {
    let library = Library::new();
    library.home.write("damaged.jar", &damaged());
    for auto_index in [true, false] {
        let arguments = json!({"source_uri": library.home.path("damaged.jar"), "auto_index": auto_index});
        let answer = library.ask("register_source", of(LIB, arguments));
        assert_eq!(answer["status"], "invalid_source", "{answer}");
        assert!(answer["message"].as_str().unwrap().contains("a/A.java"), "{answer}");
        assert!(!library.record_file().exists());
        assert!(library.indexes().is_empty());
    }
}

#[test]
fn an_index_can_wait_until_it_is_asked_for() {
    let library = Library::new();
    library.home.write("lib.jar", &jar_of(&["A"]));
    let lazy = json!({"source_uri": library.home.path("lib.jar"), "auto_index": false});
    let answer = library.ask("register_source", of(LIB, lazy.clone()));
    assert_eq!((&answer["status"], &answer["indexed"]), (&json!("registered_only"), &json!(false)), "{answer}");
    assert_eq!(library.types(), ["indexing_required"]);
    assert_eq!(listed(&library), [json!("registered")]);
    assert_eq!(library.ask("index_artifact", of(LIB, json!({})))["status"], "success");
    assert_eq!(library.types(), ["A"]);
    assert_eq!(listed(&library), [json!("indexed")]);

    let same = library.ask("register_source", of(LIB, lazy.clone()));
    assert_eq!((&same["status"], &same["unchanged"]), (&json!("registered_and_indexed"), &json!(true)), "{same}");
    library.home.write("lib.jar", &jar_of(&["B"]));
    let other = library.ask("register_source", of(LIB, lazy));
    assert_eq!(other["status"], "registered_only", "{other}");
    assert_eq!(library.types(), ["indexing_required"], "the earlier content is no answer about this one");
    assert!(library.indexes().is_empty());
    assert_eq!(library.ask("index_artifact", of(LIB, json!({})))["status"], "success");
    assert_eq!(library.types(), ["B"]);
}

#[test]
fn a_coordinate_in_the_local_repository_can_wait_too() {
    let library = Library::new();
    library.home.write(".m2/repository/org/example/lib/1.0/lib-1.0-sources.jar", &jar_of(&["A"]));
    let answer = library.ask("register_source", of(LIB, json!({"auto_index": false})));
    assert_eq!(answer["status"], "registered_only", "{answer}");
    assert_eq!(library.types(), ["indexing_required"]);
    assert_eq!(library.ask("index_artifact", of(LIB, json!({})))["status"], "success");
    assert_eq!(library.types(), ["A"]);
}

/// What was indexed of a directory answers when that is gone, and says so; as long as nobody looks, it says nothing.
#[test]
fn a_directory_that_is_gone_is_told_of() {
    let library = Library::new();
    let path = library.home.path("src");
    library.home.write("src/a/A.java", class("A").as_bytes());
    library.register("src");
    let explorer = library.explorer();
    let told = |tool: &str, arguments: Value| ask(&explorer, tool, of(LIB, arguments)).get("incomplete").cloned();
    let questions = || {
        let types = told("list_types", json!({}));
        [types, told("search_symbols", json!({"query": "A"})), told("get_type_source", json!({"type_name": "a.A"}))]
    };
    assert_eq!(questions(), [None, None, None]);
    let aside = library.home.path("aside");
    fs::rename(&path, &aside).unwrap();
    let reason = "its directory is gone or cannot be read: what was indexed of it answers";
    let gone = json!([{"what": LIB, "reason": reason, "note": true}]);
    assert_eq!(questions(), [Some(gone.clone()), Some(gone.clone()), Some(gone.clone())]);
    fs::write(&path, "no directory").unwrap();
    assert_eq!(questions(), [Some(gone.clone()), Some(gone.clone()), Some(gone)]);
    fs::remove_file(&path).unwrap();
    fs::rename(&aside, &path).unwrap();
    assert_eq!(questions(), [None, None, None]);
}

fn listed(library: &Library) -> Vec<Value> {
    let answer = library.ask("list_indexed_artifacts", json!({}));
    answer["artifacts"].as_array().unwrap().iter().map(|artifact| artifact["status"].clone()).collect()
}

#[test]
fn a_failed_index_is_told_until_it_succeeds() {
    let library = Library::new();
    library.home.write("lib.jar", &jar_of(&["A"]));
    let lazy = json!({"source_uri": library.home.path("lib.jar"), "auto_index": false});
    library.ask("register_source", of(LIB, lazy));
    library.home.write("lib.jar", &damaged());
    assert_eq!(library.ask("index_artifact", of(LIB, json!({})))["status"], "invalid_source");
    assert_eq!(library.types(), ["indexing_failed"]);
    assert_eq!(listed(&library), [json!("failed")]);
    library.home.write("lib.jar", &jar_of(&["A"]));
    assert_eq!(library.ask("index_artifact", of(LIB, json!({})))["status"], "success");
    assert_eq!(library.types(), ["A"]);
    assert_eq!(listed(&library), [json!("indexed")]);
}

#[test]
fn a_forced_build_that_fails_keeps_the_index() {
    let library = Library::new();
    library.home.write("lib.jar", &jar_of(&["A"]));
    library.register("lib.jar");
    library.home.write("lib.jar", &damaged());
    assert_eq!(library.ask("index_artifact", of(LIB, json!({"force": true})))["status"], "invalid_source");
    assert_eq!(library.types(), ["A"]);
    library.home.write("lib.jar", &jar_of(&["A"]));
    let forced = library.ask("index_artifact", of(LIB, json!({"force": true})));
    assert_eq!((&forced["status"], forced.get("unchanged")), (&json!("success"), None), "{forced}");
    assert_eq!(library.record().get("last_failure"), None);
}

#[test]
fn a_version_that_is_left_out_is_the_only_one() {
    let library = Library::new();
    library.home.write("lib.jar", &jar_of(&["A"]));
    let asked = json!({"group_id": "org.example", "artifact_id": "lib"});
    let none = library.ask("list_types", asked.clone());
    assert_eq!(none["status"], "invalid_argument");
    assert!(none["message"].as_str().unwrap().starts_with("version: "), "{none}");
    library.register("lib.jar");
    let one = library.ask("list_types", asked.clone());
    assert_eq!((&one["status"], &one["version"]), (&json!("success"), &json!("1.0")), "{one}");
    let uri = json!({"source_uri": library.home.path("lib.jar")});
    for version in ["1.10", "1.9"] {
        library.ask("register_source", of(&format!("org.example:lib:{version}"), uri.clone()));
    }
    let several = library.ask("list_types", asked.clone());
    assert_eq!(several["status"], "invalid_argument");
    assert_eq!(several["versions"], json!(["1.0", "1.9", "1.10"]));
    fs::write(library.record_file(), "torn").unwrap();
    assert_eq!(library.ask("list_types", asked)["versions"], json!(["1.0", "1.9", "1.10"]), "a torn record counts");
}

#[test]
fn registering_itself_can_be_turned_off() {
    let mut library = Library::new();
    library.home.write(".m2/repository/org/example/lib/1.0/lib-1.0-sources.jar", &jar_of(&["A"]));
    library.home.config.auto_register = false;
    assert_eq!(library.types(), ["source_jar_not_found"]);
    assert_eq!(library.ask("index_artifact", of(LIB, json!({})))["status"], "source_jar_not_found");
    assert_eq!(library.ask("register_source", of(LIB, json!({})))["status"], "registered_and_indexed");
    assert_eq!(library.types(), ["A"]);
}

#[test]
fn only_questions_remember_what_was_not_there() {
    let server = Server::start();
    let library = Library::behind(&server);
    assert_eq!(library.types(), ["source_jar_not_found"]);
    assert_eq!(library.types(), ["source_jar_not_found"]);
    assert_eq!(server.count(SOURCES), 1, "the second question knew");
    assert_eq!(library.ask("register_source", of(LIB, json!({})))["status"], "source_jar_not_found");
    assert_eq!(server.count(SOURCES), 2);
    assert_eq!(library.ask("index_artifact", of(LIB, json!({})))["status"], "source_jar_not_found");
    assert_eq!(server.count(SOURCES), 3);
    server.on(SOURCES, Reply::ok(jar(&class("A"))));
    assert_eq!(library.types(), ["source_jar_not_found"], "an hour long");
    assert_eq!(library.ask("index_artifact", of(LIB, json!({})))["status"], "success");
    assert_eq!(library.types(), ["A"]);
}

#[test]
fn a_download_that_is_no_jar_does_not_take_the_place_of_one() {
    let server = Server::start();
    let library = Library::behind(&server);
    let uri = json!({"source_uri": server.url("/x/lib.jar")});
    server.on("/x/lib.jar", Reply::ok(jar_of(&["A"])));
    assert_eq!(library.ask("register_source", of(LIB, uri.clone()))["status"], "registered_and_indexed");
    let mut cut = jar_of(&["A", "B"]);
    cut.truncate(cut.len() - 30);
    server.on("/x/lib.jar", Reply::ok(cut));
    assert_eq!(library.ask("register_source", of(LIB, uri))["status"], "invalid_source");
    assert_eq!(library.types(), ["A"]);
    fs::remove_file(library.index()).unwrap();
    assert_eq!(library.types(), ["A"], "the earlier download is still there to build from");
}

#[test]
fn some_files_can_be_chosen() {
    let library = Library::new();
    library.home.write("lib.jar", &jar_of(&["A", "B", "ATest"]));
    let chosen = json!({"source_uri": library.home.path("lib.jar"), "exclude": ["*Test.java"]});
    assert_eq!(library.ask("register_source", of(LIB, chosen.clone()))["counts"]["files"], 2);
    assert_eq!(library.types(), ["A", "B"]);
    assert_eq!(library.ask("register_source", of(LIB, chosen))["unchanged"], true);
    let chosen = json!({"source_uri": library.home.path("lib.jar"), "include": ["a/A*.java"]});
    let again = library.ask("register_source", of(LIB, chosen));
    assert_eq!(again.get("unchanged"), None, "another choice is other content: {again}");
    assert_eq!(library.types(), ["A", "ATest"]);
    assert_eq!(library.ask("index_artifact", of(LIB, json!({})))["unchanged"], true, "the choice is kept");
    // A choice of nothing is a mistake, and takes nothing away.
    let chosen = json!({"source_uri": library.home.path("lib.jar"), "include": ["src/*.java"]});
    let refused = library.ask("register_source", of(LIB, chosen));
    assert_eq!(refused["status"], "invalid_argument", "{refused}");
    let said = refused["message"].as_str().unwrap();
    assert!(said.contains("keep none of the 3 files of "), "{said}");
    assert_eq!(library.types(), ["A", "ATest"]);
}

#[test]
fn the_number_of_threads_does_not_show_in_an_index() {
    let mut library = Library::new();
    let names: Vec<String> = (0..60).map(|number| format!("Type{number}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    library.home.write("lib.jar", &jar_of(&names));
    library.register("lib.jar");
    let golden = fs::read(library.index()).unwrap();
    for threads in [1, 2, 7] {
        library.home.config.threads = threads;
        fs::remove_file(library.index()).unwrap();
        let built = library.ask("index_artifact", of(LIB, json!({"force": true})));
        assert_eq!(built["counts"]["types"], 60, "{built}");
        assert!(fs::read(library.index()).unwrap() == golden, "{threads} threads");
    }
}

#[test]
fn sources_are_laid_out_for_tools_that_read_files() {
    let library = Library::new();
    let hostile = [
        Item::stored("a/A.java", class("A").as_bytes()),
        Item::stored("../outside.txt", b"out"),
        Item::stored("/absolute.txt", b"abs"),
        Item::stored("logo.png", b"\x89PNG\0\0"),
        // What a version control system would run when somebody asks it in that folder.
        Item::stored("p/.Git/config", b"[core]\n\tfsmonitor = touch x\n"),
        Item::stored("bare/HEAD", b"ref: refs/heads/main\n"),
        Item::stored("p/.hg/hgrc", b"[hooks]\n"),
    ];
    library.home.write("lib.jar", &archive(&hostile));
    library.register("lib.jar");
    let answer = library.ask("index_artifact", of(LIB, json!({"extract": true})));
    assert_eq!(answer["extracted_to"], "code/org.example/lib/1.0/sources", "{answer}");
    let folder = library.cache().root().join("code/org.example/lib/1.0/sources");
    let laid_out = snapshot(&folder);
    assert_eq!(laid_out, [(folder.join("a/A.java"), class("A").into_bytes())]);
    assert!(fs::metadata(folder.join("a/A.java")).unwrap().permissions().readonly());
    let gaps = answer["incomplete"].as_array().unwrap().iter();
    let gaps = gaps.filter(|gap| gap["reason"].as_str().unwrap().starts_with("not extracted"));
    let left_out: Vec<&str> = gaps.map(|gap| gap["what"].as_str().unwrap()).collect();
    assert_eq!(left_out, ["../outside.txt", "/absolute.txt", "bare/HEAD", "logo.png", "p/.Git/config", "p/.hg/hgrc"]);
    assert!(!library.cache().root().join("code/org.example/lib/outside.txt").exists());

    library.home.write("lib.jar", &jar_of(&["B"]));
    library.register("lib.jar");
    assert!(!folder.exists(), "what is laid out is never of another content");
    library.ask("index_artifact", of(LIB, json!({"extract": true})));
    assert_eq!(snapshot(&folder).len(), 1);
    library.ask("index_artifact", of(LIB, json!({})));
    assert_eq!(snapshot(&folder).len(), 1, "the same content stays laid out");
}

#[test]
fn a_pom_goes_with_its_registration() {
    let library = Library::new();
    let parent = archive(&[Item::stored("p/P.java", b"package p; public class P { public void up() {} }")]);
    let child = archive(&[Item::stored("a/A.java", b"package a; public class A extends p.P {}")]);
    library.home.write(".m2/repository/org/example/lib/1.0/lib-1.0-sources.jar", &child);
    let pom = "<project><groupId>org.example</groupId><artifactId>lib</artifactId><version>1.0</version><dependencies>\
        <dependency><groupId>org.example</groupId><artifactId>base</artifactId><version>1</version></dependency>\
        </dependencies></project>";
    library.home.write(".m2/repository/org/example/lib/1.0/lib-1.0.pom", pom.as_bytes());
    for version in ["1", "2"] {
        let path = format!(".m2/repository/org/example/base/{version}/base-{version}-sources.jar");
        library.home.write(&path, &parent);
        library.ask("register_source", of(&format!("org.example:base:{version}"), json!({})));
    }
    let explorer = library.explorer();
    let methods = of(LIB, json!({"type_name": "a.A", "include_inherited": true}));
    let answer = ask(&explorer, "list_methods", methods.clone());
    assert_eq!(answer["methods"][0]["artifact"], "org.example:base:1", "the POM's version: {answer}");
    library.home.write("lib.jar", &child);
    library.register("lib.jar");
    let answer = ask(&explorer, "list_methods", methods);
    assert_eq!(answer["methods"][0]["artifact"], "org.example:base:2", "no POM any more: {answer}");
    assert!(answer["incomplete"][0]["reason"].as_str().unwrap().contains("also in org.example:base:1"), "{answer}");
}

#[test]
fn a_snapshot_is_looked_up_again_when_it_is_indexed_and_says_its_build() {
    const SNAPSHOT: &str = "org.example:lib:1.0-SNAPSHOT";
    const FOLDER: &str = "/maven/org/example/lib/1.0-SNAPSHOT";
    let server = Server::start();
    let publish = |build: &str, time: &str, name: &str| {
        let list = format!(
            "<metadata><versioning><snapshot><timestamp>{time}</timestamp><buildNumber>{build}</buildNumber></snapshot>
             </versioning></metadata>"
        );
        server.on(&format!("{FOLDER}/maven-metadata.xml"), Reply::ok(list));
        server.on(&format!("{FOLDER}/lib-1.0-{time}-{build}-sources.jar"), Reply::ok(jar_of(&[name])));
    };
    publish("1", "20240101.000000", "A");
    let library = Library { home: repositories::Home::with_repository(&server) };
    assert_eq!(types(&library.explorer(), SNAPSHOT), ["A"]);
    publish("2", "20240102.000000", "B");
    let asked = server.asked().len();
    assert_eq!(types(&library.explorer(), SNAPSHOT), ["A"], "what is indexed asks nobody");
    assert_eq!(server.asked().len(), asked);
    let indexed = library.ask("index_artifact", of(SNAPSHOT, json!({})));
    let said = indexed["notes"].to_string();
    assert!(said.contains("org.example:lib:1.0-SNAPSHOT is 1.0-20240102.000000-2 of company"), "{indexed}");
    assert_eq!(types(&library.explorer(), SNAPSHOT), ["B"]);
    let again = library.ask("register_source", of(SNAPSHOT, json!({})));
    assert_eq!(again["unchanged"], true, "{again}");
    assert!(again["notes"].to_string().contains("20240102.000000-2"), "{again}");
    assert!(again["source_uri"].as_str().unwrap().ends_with("lib-1.0-20240102.000000-2-sources.jar"), "{again}");
}

#[test]
fn an_index_outlives_its_repository_until_somebody_asks_for_it_again() {
    let (one, two) = (Server::start(), Server::start());
    one.on(SOURCES, Reply::ok(jar_of(&["One"])));
    two.on(SOURCES, Reply::ok(jar_of(&["Two"])));
    let mut library = Library::behind(&one);
    assert_eq!(library.types(), ["One"]);
    library.home.settings(&repositories::mirror("central", &two.url("/maven"), ""));
    library.home.config.repositories.clear();
    assert_eq!(library.types(), ["One"]);
    assert_eq!(library.ask("index_artifact", of(LIB, json!({})))["status"], "success");
    assert_eq!(library.types(), ["Two"], "nothing of the first repository is taken for the second's");
}

#[test]
fn every_answer_about_a_relocated_artifact_says_so() {
    let server = Server::start();
    server.on(
        repositories::POM,
        Reply::ok(
            "<project><distributionManagement><relocation><artifactId>new</artifactId></relocation>
             </distributionManagement></project>",
        ),
    );
    server.on("/maven/org/example/new/1.0/new-1.0-sources.jar", Reply::ok(jar_of(&["A"])));
    let library = Library::behind(&server);
    for (tool, arguments) in [
        ("list_types", json!({})),
        ("list_packages", json!({})),
        ("list_folder_tree", json!({})),
        ("list_methods", json!({"type_name": "a.A"})),
        ("get_type_source", json!({"type_name": "a.A"})),
        ("index_artifact", json!({})),
        ("register_source", json!({})),
    ] {
        let answer = library.ask(tool, of(LIB, arguments));
        let said = answer["incomplete"][0]["reason"].as_str().unwrap_or_default();
        assert_eq!(said, "relocated to org.example:new:1.0, which answers in its place", "{tool}: {answer}");
    }
    // Among others it is named once, and no file is; who asks all of them need not know.
    for (tool, arguments) in [
        ("search_code", json!({"query": "zzz"})),
        ("search_symbols", json!({"query": "zzz"})),
        ("search_semantic_concept", json!({"concept_description": "zzz"})),
        ("search_file_content", json!({"query": "zzz", "query_type": "string"})),
        ("search_file_names", json!({"pattern": "zzz", "pattern_type": "glob"})),
        ("find_references", json!({"symbol": "a.A"})),
        ("find_implementations", json!({"symbol": "a.A"})),
    ] {
        let of_all = library.ask(tool, arguments.clone());
        assert_eq!(of_all.get("incomplete"), None, "{tool}: {of_all}");
        let mut chosen = arguments;
        chosen["artifacts"] = json!(["org.example:*"]);
        let answer = library.ask(tool, chosen);
        let said = "relocated to org.example:new:1.0, which answers in its place";
        assert_eq!(
            answer["incomplete"],
            json!([{"what": LIB, "artifact": LIB, "reason": said, "note": true}]),
            "{tool}: {answer}"
        );
    }
}

#[test]
fn a_search_asks_what_it_registers_itself() {
    let server = Server::start();
    let text = "package a;\n\nclass A {\n  A other() { return new A(); }\n}\n\nclass B extends A {}\n";
    server.on(repositories::SOURCES, Reply::ok(zip::archive(&[Item::deflated("a/A.java", text.as_bytes())])));
    for (tool, value) in [("find_references", 3), ("find_implementations", 1)] {
        let library = Library::behind(&server);
        let answer = library.ask(tool, json!({"symbol": "a.A", "artifacts": [LIB]}));
        assert_eq!(answer["total"], json!({"value": value, "relation": "eq"}), "{answer}");
    }
}

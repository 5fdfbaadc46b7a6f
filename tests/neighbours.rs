//! What other code search servers promise of their tools, as docs/guide/neighbours.md maps them to ours: their acceptance scenarios.
#![allow(
    clippy::disallowed_methods,
    clippy::needless_pass_by_value,
    reason = "tests look at files, and arguments are made where they are used"
)]

#[path = "common/home.rs"]
mod home;
#[path = "common/session.rs"]
mod session;

use std::collections::BTreeSet;

use home::{Home, text};
use serde_json::{Value, json};
use session::{Session, mcp};

/// A home with two libraries: one with many files, one of another group.
fn with_libraries() -> Home {
    let home = Home::new();
    for number in 0..60 {
        let body = format!(
            "package a;\n\nclass T{number} {{ Object log; Object logging; String text = \"Error error ERROR\"; }}\n"
        );
        home.write(&format!("many/src/a/T{number}.java"), &body);
    }
    home.write("many/package.json", "{}\n");
    home.write("other/README.md", "get getUser target\n");
    home.write("other/package.json", "{ \"name\": \"UserConfig userconfig\" }\n");
    home.write("other/b/ConfigTest.java", "package b;\n\nclass ConfigTest { int get() { return 1; } }\n");
    for (coordinate, folder) in [("org.a:many:1.0", "many"), ("org.b:other:2.0", "other")] {
        let added = home.run(&["add", coordinate, text(&home.path(folder))]);
        assert_eq!(added.code, 0, "{}{}", added.out, added.err);
    }
    home
}

/// A session, and the answers of its calls.
struct Server {
    session: Session,
    calls: u64,
}

impl Server {
    fn of(home: &Home) -> Self {
        Self { session: Session::initialized(&mut mcp(home, &[]), "2025-06-18"), calls: 1 }
    }

    fn ask(&mut self, tool: &str, arguments: Value) -> Value {
        self.calls += 1;
        let answer = self.session.ask(self.calls, "tools/call", &json!({"name": tool, "arguments": arguments}));
        serde_json::from_str(answer["result"]["content"][0]["text"].as_str().expect("text")).expect("JSON")
    }
}

/// The files of an answer of search_file_names.
fn paths(answer: &Value) -> Vec<String> {
    let files = answer["files"].as_array().expect("files");
    files.iter().map(|file| file["path"].as_str().expect("a path").to_owned()).collect()
}

/// How many lines an answer of search_file_content has hits in.
fn hits(answer: &Value) -> usize {
    let matches = answer["matches"].as_object().expect("matches");
    let pieces = matches.values().flat_map(|pieces| pieces.as_array().expect("pieces"));
    pieces.map(|piece| piece["match_lines"].as_str().expect("lines").split(',').count()).sum()
}

#[test]
fn files_are_found_by_name_in_every_artifact_or_in_one() {
    let home = with_libraries();
    let mut server = Server::of(&home);
    let everywhere = server.ask("search_file_names", json!({"pattern": "package.json", "pattern_type": "glob"}));
    assert_eq!(everywhere["total_matches"], 2);
    let artifacts: BTreeSet<&str> = everywhere["files"]
        .as_array()
        .expect("files")
        .iter()
        .map(|file| file["artifact"].as_str().expect("one"))
        .collect();
    assert_eq!(artifacts, BTreeSet::from(["org.a:many:1.0", "org.b:other:2.0"]));
    let regex = server.ask("search_file_names", json!({"pattern": ".*Test\\.java$", "pattern_type": "regex"}));
    assert_eq!(paths(&regex), ["b/ConfigTest.java"]);
    let one = server.ask("search_file_names", json!({"group_id": "org.b", "artifact_id": "other", "version": "2.0", "pattern": "README.md", "pattern_type": "glob"}));
    assert_eq!(paths(&one), ["README.md"]);
    let globs = [("*.java", 61), ("src/**/*.java", 60), ("**/T1?.java", 10), ("b/**/*", 1), ("src/a/T[12].java", 2)];
    for (pattern, count) in globs {
        let found = server.ask("search_file_names", json!({"pattern": pattern, "pattern_type": "glob"}));
        assert_eq!(found["total_matches"], count, "{pattern}");
        assert!(paths(&found).is_sorted() || found["files"][0].get("artifact").is_some(), "{pattern}");
    }
    let few = server.ask("search_file_names", json!({"pattern": "*.java", "pattern_type": "glob", "limit": 5}));
    assert_eq!(
        (paths(&few).len(), &few["total_matches"]),
        (5, &json!(61)),
        "the limit is kept, the total is that of all"
    );
    let none = server.ask("search_file_names", json!({"pattern": "*.rs", "pattern_type": "glob"}));
    assert_eq!((&none["status"], &none["total_matches"]), (&json!("success"), &json!(0)));
}

#[test]
fn patterns_that_are_none_say_what_is_wrong_with_them() {
    let home = with_libraries();
    let mut server = Server::of(&home);
    for (pattern, kind) in [("src/[ab", "glob"), ("{a,b", "glob"), ("(a", "regex")] {
        let answer = server.ask("search_file_names", json!({"pattern": pattern, "pattern_type": kind}));
        assert_eq!(answer["status"], "invalid_pattern", "{pattern}");
        assert!(answer["message"].as_str().expect("a message").len() > 20, "{answer}");
    }
    let content = server.ask("search_file_content", json!({"query": "a(b", "query_type": "regex"}));
    assert_eq!(content["status"], "invalid_pattern");
    assert!(content["message"].as_str().expect("a message").contains("group"), "{content}");
    let unknown = server.ask("search_file_content", json!({"query": "a", "query_type": "string", "filee": "x"}));
    assert_eq!(unknown["status"], "invalid_argument");
    assert!(unknown["message"].as_str().expect("a message").contains("file_pattern"), "{unknown}");
}

#[test]
fn every_hit_is_on_one_page_and_the_last_has_no_cursor() {
    let home = with_libraries();
    let mut server = Server::of(&home);
    let question = json!({"query": "class T", "query_type": "string", "case_sensitive": true, "max_results": 25});
    let (mut seen, mut pages, mut cursor) = (BTreeSet::new(), 0, None::<Value>);
    loop {
        let mut arguments = question.clone();
        if let Some(cursor) = &cursor {
            arguments["cursor"] = cursor.clone();
        }
        let answer = server.ask("search_file_content", arguments);
        assert_eq!(answer["status"], "success", "{answer}");
        for file in answer["matches"].as_object().expect("matches").keys() {
            assert!(seen.insert(file.clone()), "{file} is on two pages");
        }
        pages += 1;
        match answer.get("next_cursor") {
            Some(next) => cursor = Some(next.clone()),
            None => break,
        }
    }
    assert_eq!((seen.len(), pages), (60, 3));
    let other =
        server.ask("search_file_content", json!({"query": "class U", "query_type": "string", "cursor": cursor}));
    assert_eq!(other["status"], "invalid_cursor");
    let broken =
        server.ask("search_file_content", json!({"query": "class T", "query_type": "string", "cursor": "c1.nonsense"}));
    assert_eq!(broken["status"], "invalid_cursor");
}

#[test]
fn case_and_words_are_as_asked() {
    let home = with_libraries();
    let mut server = Server::of(&home);
    let mut count = |arguments: Value| {
        let mut all = json!({"query_type": "string", "artifacts": ["org.b:other:*"]});
        all.as_object_mut().expect("arguments").extend(arguments.as_object().expect("arguments").clone());
        hits(&server.ask("search_file_content", all))
    };
    assert_eq!(count(json!({"query": "USERCONFIG", "case_sensitive": true})), 0);
    assert_eq!(count(json!({"query": "UserConfig", "case_sensitive": true})), 1);
    assert_eq!(count(json!({"query": "USERCONFIG", "case_sensitive": false})), 1);
    assert_eq!(count(json!({"query": "userconfig"})), 1, "small letters mean any");
    assert_eq!(count(json!({"query": "get", "whole_word": true})), 2);
    assert_eq!(count(json!({"query": "getU", "whole_word": true})), 0);
    assert_eq!(count(json!({"query": "getU", "whole_word": false})), 1);
}

#[test]
fn words_are_found_without_what_they_are_part_of() {
    let home = Home::new();
    home.write("words/a.txt", "log\nlogging\ncatalog\ndialog\nthe log.\n");
    home.run(&["add", "org.c:words:1", text(&home.path("words"))]);
    let mut server = Server::of(&home);
    let whole = server.ask(
        "search_file_content",
        json!({"query": "log", "query_type": "string", "whole_word": true, "context_before": 0, "context_after": 0}),
    );
    assert_eq!(hits(&whole), 2, "{whole}");
    let all = server.ask("search_file_content", json!({"query": "log", "query_type": "string"}));
    assert_eq!(hits(&all), 5);
}

#[test]
fn the_state_of_the_server_can_be_read() {
    let home = with_libraries();
    let mut server = Server::of(&home);
    let health = server.session.ask(900, "resources/read", &json!({"uri": "jardex://health"}));
    let health: Value =
        serde_json::from_str(health["result"]["contents"][0]["text"].as_str().expect("text")).expect("JSON");
    assert!(health["health"]["cache"]["ok"].as_bool().expect("a state"), "{health}");
    assert!(["healthy", "degraded"].contains(&health["health"]["state"].as_str().expect("a state")));
    let info = server.ask("get_server_info", json!({}));
    assert_eq!(info["cache"]["artifacts"]["indexed"], 2);
    assert!(info["version"].is_string() && info["uptime_seconds"].is_u64() && info["config"].is_object(), "{info}");
}

#[test]
fn what_is_indexed_is_listed_described_and_removed_only_when_confirmed() {
    let home = with_libraries();
    let mut server = Server::of(&home);
    let listed = server.ask("list_indexed_artifacts", json!({}));
    assert_eq!(listed["pagination"]["total_count"], 2);
    let other = json!({"group_id": "org.b", "artifact_id": "other", "version": "2.0"});
    let info = server.ask("get_artifact_info", other.clone());
    assert_eq!((&info["state"], &info["counts"]["files"]), (&json!("indexed"), &json!(3)), "{info}");
    let asked = server.ask("remove_artifact", other.clone());
    assert_eq!(asked["status"], "confirmation_required");
    assert!(asked["would_remove"]["bytes"].as_u64().expect("bytes") > 0);
    assert_eq!(server.ask("list_indexed_artifacts", json!({}))["pagination"]["total_count"], 2);
    let mut confirmed = other;
    confirmed["confirm"] = json!(true);
    assert_eq!(server.ask("remove_artifact", confirmed)["status"], "success");
    assert_eq!(server.ask("list_indexed_artifacts", json!({}))["pagination"]["total_count"], 1);
}

#[test]
fn a_folder_is_indexed_with_globs_and_indexed_again_when_forced() {
    let home = Home::new();
    home.write("code/keep.java", "class Keep { }\n");
    home.write("code/target/skip.java", "class Skip { }\n");
    let mut server = Server::of(&home);
    let coordinate = json!({"group_id": "org.d", "artifact_id": "code", "version": "1"});
    let mut registration = coordinate.clone();
    registration["source_uri"] = json!(text(&home.path("code")));
    registration["include"] = json!(["**/*.java"]);
    registration["exclude"] = json!(["target/**"]);
    let registered = server.ask("register_source", registration);
    assert_eq!(
        (&registered["status"], &registered["counts"]["files"]),
        (&json!("registered_and_indexed"), &json!(1)),
        "{registered}"
    );
    let mut forced = coordinate.clone();
    forced["force"] = json!(true);
    let again = server.ask("index_artifact", forced);
    assert_eq!((&again["status"], again.get("unchanged")), (&json!("success"), None), "{again}");
    let mut file = coordinate;
    file["file_path"] = json!("keep.java");
    let read = server.ask("get_file", file);
    assert_eq!(read["content"]["source_code"], "class Keep { }\n", "{read}");
}

//! Ranked search over handmade artifacts: what ranks before what, filters, pages.
#![allow(clippy::format_collect, clippy::disallowed_methods, reason = "tests look at files")]

#[path = "common/home.rs"]
mod home;
#[path = "ranked/meant.rs"]
mod meant;
#[path = "ranked/queries.rs"]
mod queries;
#[path = "common/session.rs"]
mod session;

use home::{Home, text};
use serde_json::{Value, json};
use session::{Session, mcp};

const USERS: &str = r#"package org.example.auth;

/** Users and how they sign in. */
public class UserService {
    /** Authenticates a user with a password. Fails for the unknown. */
    public boolean authenticateUser(String name, String password) {
        return hash(password).equals(lookup("/users/{id}", name));
    }

    private String hash(String password) {
        // The user authentication function of old.
        return Integer.toHexString(password.hashCode());
    }

    public String lookup(String path, String name) {
        return path.replace("{id}", name);
    }

    @Deprecated
    public boolean login(String name) {
        return authenticateUser(name, "");
    }
}
"#;
const CONTROLLER: &str = r#"package org.example.web;

public class LoginController extends Base {
    static final int MAX_TRIES = 3;

    void signup(java.util.List<String> names) {
        System.out.printf("%s%n", names);
        a::b.run();
    }
}
"#;
const KOTLIN: &str = "package org.example.io\n\n/** Reads all bytes of a stream. */\nfun readFully(input: Stream): ByteArray = input.read()\n\nval loginTimeout = 3\n";
const EXAMPLE: &str = "package org.example.examples;\n\npublic class Sample {\n    public void authenticateUser(String name, String password) {}\n}\n";
const LIB: &str = "org.example:lib:1.0";
const OTHER: &str = "org.example:other:2.0";

fn with_libraries() -> Home {
    let home = Home::new();
    home.write("lib/org/example/auth/UserService.java", USERS);
    home.write("lib/org/example/web/LoginController.java", CONTROLLER);
    home.write("lib/org/example/examples/Sample.java", EXAMPLE);
    home.write("other/org/example/io/Streams.kt", KOTLIN);
    for (coordinate, folder) in [(LIB, "lib"), (OTHER, "other")] {
        let ran = home.run(&["add", coordinate, text(&home.path(folder))]);
        assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    }
    home
}

fn symbols(home: &Home, arguments: &[&str]) -> Vec<String> {
    let answer = home.json(arguments);
    assert_eq!(answer["status"], "success", "{arguments:?}: {answer}");
    let results = answer["results"].as_array().or_else(|| answer["symbols"].as_array()).expect("results");
    let scores: Vec<f64> = results.iter().filter_map(|row| row["score"].as_f64()).collect();
    assert!(scores.is_sorted_by(|one, other| one >= other), "{arguments:?}: {scores:?}");
    results.iter().filter_map(|row| row["symbol"].as_str().map(str::to_owned)).collect()
}

const AUTHENTICATE: &str = "org.example.auth.UserService#authenticateUser(String, String)";

#[test]
fn the_declaration_itself_comes_first() {
    let home = with_libraries();
    for query in ["authenticateUser", "authenticate user", "authenticating users", "password AND authenticate"] {
        assert_eq!(symbols(&home, &["search", query])[0], AUTHENTICATE, "{query}");
    }
    assert_eq!(symbols(&home, &["search", "UserService"])[0], "org.example.auth.UserService");
    assert_eq!(symbols(&home, &["search", "user_service"])[0], "org.example.auth.UserService");
    assert_eq!(symbols(&home, &["search", "MAX_TRIES"])[0], "org.example.web.LoginController#MAX_TRIES");
    let found = symbols(&home, &["search", "authenticateUser"]);
    let example = found.iter().position(|symbol| symbol.contains("Sample#"));
    assert!(example > Some(0), "an example stands behind: {found:?}");
    assert_eq!(symbols(&home, &["concept", "check the password of a user"])[0], AUTHENTICATE);
}

#[test]
fn a_facade_of_several_files_is_listed_once() {
    let home = Home::new();
    for (file, function) in [("Trim", "trim"), ("Pad", "pad"), ("Cut", "cut")] {
        let header = "@file:JvmName(\"Strings\")\n@file:JvmMultifileClass\n\npackage p\n\n";
        home.write(&format!("lib/p/{file}.kt"), &format!("{header}fun {function}(text: String) = text\n"));
    }
    assert_eq!(home.run(&["add", LIB, text(&home.path("lib"))]).code, 0);
    for question in
        [&["search", "Strings"] as &[_], &["search", "Strings", "--kind", "facade"], &["concept", "Strings"]]
    {
        let found = symbols(&home, question);
        assert_eq!(found.iter().filter(|found| *found == "p.Strings").count(), 1, "{question:?}: {found:?}");
    }
    let types = home.json(&["search", "Strings", "--kind", "type"]);
    assert_eq!((&types["total"]["value"], types["results"].as_array().map(Vec::len)), (&json!(1), Some(1)));
    assert_eq!(symbols(&home, &["search", "Strings pad"])[0], "p.Strings#pad(String)");
}

#[test]
fn coordinates_say_where_to_look() {
    let home = with_libraries();
    let mut session = Session::initialized(&mut mcp(&home, &[]), "2025-11-25");
    let mut ask = |tool: &str, arguments: Value| {
        let answer = session.ask(7, "tools/call", &json!({"name": tool, "arguments": arguments}));
        answer["result"]["structuredContent"].clone()
    };
    for (tool, query) in [("search_code", "query"), ("search_semantic_concept", "concept_description")] {
        let answer = ask(tool, json!({query: "login", "group_id": "org.example", "artifact_id": "other"}));
        assert_eq!((&answer["status"], &answer["version"]), (&json!("success"), &json!("2.0")), "{answer}");
        let results = answer["results"].as_array().expect("results");
        assert!(!results.is_empty() && results.iter().all(|row| row["artifact"] == OTHER), "{answer}");
        let answer = ask(tool, json!({query: "login", "group_id": "org.example"}));
        assert_eq!(answer["status"], "invalid_argument", "{answer}");
        let given = json!({query: "login", "group_id": "org.example", "artifact_id": "lib", "artifacts": ["*"]});
        assert_eq!(ask(tool, given)["status"], "invalid_argument");
        let answer = ask(tool, json!({query: "login", "artifacts": ["org.example:other"]}));
        assert_eq!(answer["results"][0]["artifact"], OTHER, "{answer}");
    }
}

#[test]
fn a_snippet_does_not_repeat_the_signature() {
    let home = with_libraries();
    let row = |query: &[&str]| home.json(&[&["search"], query].concat())["results"][0].clone();
    for query in [&["authenticateUser"] as &[_], &["login", LIB], &["MAX_TRIES"], &["authenticateUser(", "--literal"]] {
        let row = row(query);
        let (signature, snippet) = (row["signature"].as_str().unwrap(), row["snippet"].as_str().unwrap_or_default());
        let is_repeated = |line: &str| signature.contains(line.trim_end_matches(['{', ';', ' ']));
        assert!(!snippet.lines().any(is_repeated), "{query:?}: {row}");
    }
    // What it is set to is no part of a signature.
    assert_eq!(row(&["MAX_TRIES"])["snippet"], "static final int MAX_TRIES = 3;");
    let lookup = row(&["lookup"]);
    assert_eq!((&lookup["kind"], lookup.get("snippet")), (&json!("method"), None), "{lookup}");
}

#[test]
fn a_description_is_read_as_names_are_made() {
    let home = Home::new();
    home.write("shop/org/example/shop/Basket.java", meant::BASKET);
    assert_eq!(home.run(&["add", LIB, text(&home.path("shop"))]).code, 0);
    let first = |asked: &str| symbols(&home, &["concept", asked])[0].clone();
    // Count is what names say for number, is for whether; of two that fit, the shorter name is nearer.
    assert_eq!(first("the number of apples"), "org.example.shop.Basket#appleCount()");
    assert_eq!(first("tells whether one apple is ripe"), "org.example.shop.Basket#isRipe(int)");
    // A verb of making asks for a constructor, which stands behind otherwise.
    assert_eq!(first("construct a basket from apples"), "org.example.shop.Basket#<init>(String[])");
    // Documentation of the type alone finds its members too.
    assert!(symbols(&home, &["concept", "what was bought"]).iter().any(|symbol| symbol.contains('#')));
}

#[test]
fn an_answer_says_where_and_why() {
    let home = with_libraries();
    let answer = home.json(&["search", "authenticate password"]);
    assert_eq!(answer["ranker"], "bm25f-5");
    let first = &answer["results"][0];
    assert_eq!(first["artifact"], LIB);
    assert_eq!(first["file"], "org/example/auth/UserService.java");
    assert_eq!(first["line_range"], serde_json::json!({"start": 6, "end": 8}));
    assert_eq!(first["signature"], "public boolean authenticateUser(String name, String password)");
    let snippet = first["snippet"].as_str().expect("a snippet");
    assert!(snippet.contains("Authenticates a user with a password") && snippet.len() <= 200, "{snippet}");
    assert_eq!(answer["total"]["relation"], "eq");
    let plain = home.run(&["search", "authenticate password"]);
    for said in [AUTHENTICATE, LIB, "UserService.java:6-8", "public boolean", "bm25f-5"] {
        assert!(plain.out.contains(said), "{said}: {}", plain.out);
    }
    let concept = home.json(&["concept", "sign in with a password"]);
    let with_summary = concept["results"].as_array().expect("results").iter().find(|row| row["symbol"] == AUTHENTICATE);
    assert_eq!(with_summary.expect("the method")["summary"], "Authenticates a user with a password.");
}

#[test]
fn filters_choose() {
    let home = with_libraries();
    let of = |arguments: &[&str]| symbols(&home, &[&["search", "login"], arguments].concat());
    assert_eq!(of(&["--language", "kotlin"]), ["org.example.io.StreamsKt#loginTimeout"]);
    assert_eq!(of(&["--kind", "property"]), ["org.example.io.StreamsKt#loginTimeout"]);
    assert_eq!(of(&["--kind", "type"])[0], "org.example.web.LoginController");
    assert!(of(&["--kind", "method"]).iter().all(|symbol| symbol.contains('(')));
    assert_eq!(of(&["--kind", "interface"]), [""; 0]);
    assert_eq!(of(&[OTHER]), ["org.example.io.StreamsKt#loginTimeout"]);
    assert_eq!(of(&["org.example:o*:*"]), ["org.example.io.StreamsKt#loginTimeout"]);
}

#[test]
fn pages_are_one_ranking_and_a_cursor_holds_while_nothing_changes() {
    let home = with_libraries();
    let all = symbols(&home, &["search", "name OR password OR login OR stream"]);
    assert!(all.len() > 5, "{all:?}");
    let (mut paged, mut cursor) = (Vec::new(), None::<String>);
    loop {
        let mut arguments = vec!["search", "name OR password OR login OR stream", "--max-results", "2"];
        if let Some(cursor) = &cursor {
            arguments.extend(["--cursor", cursor]);
        }
        paged.extend(symbols(&home, &arguments));
        let answer = home.json(&arguments);
        assert_eq!(answer["total"]["value"], all.len() as u64);
        match answer["next_cursor"].as_str() {
            Some(next) => cursor = Some(next.to_owned()),
            None => break,
        }
    }
    assert_eq!(paged, all);
    let cursor = cursor.expect("several pages");
    // What comes later is not searched for these pages.
    home.write("later/x.txt", "login");
    home.write("later/Login.java", "/** Login, name and password. */\nclass Login { String name, password; }\n");
    assert_eq!(home.run(&["add", "org.example:later:1.0", text(&home.path("later"))]).code, 0);
    let arguments = ["search", "name OR password OR login OR stream", "--max-results", "2", "--cursor", &cursor];
    let answer = home.json(&arguments);
    assert_eq!((&answer["status"], &answer["total"]["value"]), (&"success".into(), &(all.len() as u64).into()));
    home.write("other/org/example/io/More.kt", "package org.example.io\n\nval more = 1\n");
    assert_eq!(home.run(&["index", OTHER, "--force"]).code, 0);
    let arguments = ["search", "name OR password OR login OR stream", "--max-results", "2", "--cursor", &cursor];
    assert_eq!(home.json(&arguments)["status"], "invalid_cursor");
}

#[test]
fn an_answer_is_no_larger_than_it_may_be_and_says_what_it_took() {
    let home = Home::new();
    let long = "much ".repeat(60);
    let methods: String =
        (0..60).map(|at| format!("    /** Weighs apples {long}. */ public void weighApples{at}() {{}}\n")).collect();
    home.write("shop/Basket.java", &format!("public class Basket {{\n{methods}}}\n"));
    assert_eq!(home.run(&["add", LIB, text(&home.path("shop"))]).code, 0);
    let mut session = Session::initialized(&mut mcp(&home, &[]), "2025-11-25");
    let mut ask = |id: u64, tool: &str, arguments: Value| {
        let answer = session.ask(id, "tools/call", &json!({"name": tool, "arguments": arguments}));
        answer["result"]["content"][0]["text"].as_str().expect("a text").to_owned()
    };
    let concept =
        ask(1, "search_semantic_concept", json!({"concept_description": "weigh apples", "top_n_results": 51}));
    assert!(concept.len() <= 20_480, "{}", concept.len());
    let read = |text: &str| serde_json::from_str::<Value>(text).expect("JSON");
    let concept = read(&concept);
    assert_eq!((&concept["truncated"], &concept["top_n_results"]), (&json!(true), &json!(50)));
    let symbols = read(&ask(2, "search_symbols", json!({"query": "weigh", "max_results": 100_000})));
    assert_eq!(symbols["max_results"], 500);
    let listed = read(&ask(3, "search_symbols", json!({"query": "weigh", "max_results": 500})));
    assert_eq!(listed.get("max_results"), None);
    let given = json!({"group_id": "org.example", "artifact_id": "lib", "version": "1.0", "page_size": 1000});
    let types = read(&ask(4, "list_types", given));
    assert_eq!((&types["pagination"]["page_size"], types.get("page_size")), (&json!(200), None));
    let plain = home.run(&["search", "apples", "--max-results", "101"]);
    assert!(plain.out.ends_with("max_results 100, the most\n"), "{}", plain.out);
}

#[test]
fn what_is_declared_for_every_platform_has_one_place_among_concepts() {
    let home = Home::new();
    for (folder, modifier) in [("commonMain", "expect"), ("jvmMain", "actual")] {
        let text =
            format!("package p\n\n/** Weighs apples. */\n{modifier} class Scale {{\n    {modifier} fun weigh()\n}}\n");
        home.write(&format!("lib/{folder}/p/Scale{modifier}.kt"), &text);
    }
    home.write("lib/commonMain/p/Stall.kt", "package p\n\n/** Has apples. */\nclass Stall\n");
    assert_eq!(home.run(&["add", LIB, text(&home.path("lib"))]).code, 0);
    let found = symbols(&home, &["concept", "weigh apples", "--top-n-results", "3"]);
    assert_eq!(found.iter().collect::<std::collections::HashSet<_>>().len(), 3, "{found:?}");
}

#[test]
fn versions_of_one_library_have_one_place_among_concepts() {
    let home = Home::new();
    let source =
        "/** Weighs apples. */\npublic class Scale { /** Weighs a basket of apples. */ public void weigh() {} }\n";
    for version in ["1.0", "1.1", "2.0"] {
        home.write(&format!("{version}/Scale.java"), source);
        let added = home.run(&["add", &format!("org.example:shop:{version}"), text(&home.path(version))]);
        assert_eq!(added.code, 0, "{}", added.err);
    }
    home.write("other/Stall.java", "/** Weighs apples. */\npublic class Stall {}\n");
    assert_eq!(home.run(&["add", "org.example:stall:1.0", text(&home.path("other"))]).code, 0);
    let answer = home.json(&["concept", "weigh apples", "--top-n-results", "3"]);
    let rows = answer["results"].as_array().expect("results");
    let mut symbols: Vec<&str> = rows.iter().filter_map(|row| row["symbol"].as_str()).collect();
    symbols.sort_unstable();
    assert_eq!(symbols, ["Scale", "Scale#weigh()", "Stall"], "{answer}");
    for row in rows {
        let count = row["also_in"].as_array().map_or(0, Vec::len);
        assert_eq!(count, if row["symbol"] == "Stall" { 0 } else { 2 }, "{row}");
    }
}

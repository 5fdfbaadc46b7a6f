//! References over handmade artifacts: every use is marked where it stands, and nothing else is answered.
//!
//! In `testdata/references/traps` and `mixed` a line says behind `//=` which declarations it refers to, how, and with which tier. Each
//! symbol that is named so (or behind `//?`) is asked for, and exactly the marked uses must come.
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

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use jardex::index::Explorer;
use jardex::tools::page::Page;
use jardex::tools::{Call, args, find};
use jardex::work::Work;
use library::{Library, ask, of};
use serde_json::{Value, json};

/// Artifacts, by folder below `testdata/references`.
type Artifacts = &'static [(&'static str, &'static str)];

const TRAPS: Artifacts = &[
    ("traps/base-1.0", "org.base:base:1.0"),
    ("traps/base-2.0", "org.base:base:2.0"),
    ("traps/app", "org.app:app:1.0"),
    ("traps/kt", "org.kt:kt:1.0"),
];

/// With what stands for the JDK and for Kotlin's library, so that no type is unknown.
const MIXED: Artifacts = &[
    ("mixed/java", "org.java:java:1.0"),
    ("mixed/kotlin", "org.kotlin:kotlin:1.0"),
    ("mixed/lib", "org.lib:lib:1.0"),
    ("mixed/user", "org.user:user:1.0"),
    ("mixed/signs", "org.signs:signs:1.0"),
];

fn folder_of(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/references").join(name)
}

/// Uses: artifact/file:line kind tier.
type Uses = BTreeSet<String>;

/// What the marks of an artifact's files say: uses by symbol.
fn marked(folder: &str, coordinate: &str, into: &mut BTreeMap<String, Uses>) {
    let root = folder_of(folder);
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let file = path.strip_prefix(&root).unwrap().to_str().unwrap().replace('\\', "/");
            for (number, line) in (1..).zip(fs::read_to_string(&path).unwrap().lines()) {
                if let Some((_, symbol)) = line.split_once("//? ") {
                    into.entry(symbol.trim().to_owned()).or_default();
                }
                let Some((_, marks)) = line.split_once("//= ") else { continue };
                for mark in marks.split(" | ") {
                    let mut words = mark.trim().rsplitn(3, ' ');
                    let (tier, kind, symbol) = (words.next().unwrap(), words.next().unwrap(), words.next().unwrap());
                    let use_ = format!("{coordinate}/{file}:{number} {kind} {tier}");
                    into.entry(symbol.to_owned()).or_default().insert(use_);
                }
            }
        }
    }
}

fn explorer(library: &Library) -> Explorer {
    registered(library, TRAPS)
}

fn registered(library: &Library, artifacts: Artifacts) -> Explorer {
    let explorer = library.explorer();
    for (folder, coordinate) in artifacts {
        let source = folder_of(folder).to_str().unwrap().to_owned();
        let answer = ask(&explorer, "register_source", of(coordinate, json!({"source_uri": source})));
        assert_eq!(answer["status"], "registered_and_indexed", "{answer}");
    }
    explorer
}

fn found(answer: &Value) -> Uses {
    let rows = answer["references"].as_array().unwrap_or_else(|| panic!("{answer}"));
    let text = |row: &Value, name: &str| row[name].as_str().unwrap().to_owned();
    rows.iter()
        .map(|row| {
            let place = format!("{}/{}:{}", text(row, "artifact"), text(row, "file"), row["line"]);
            format!("{place} {} {}", text(row, "kind"), text(row, "tier"))
        })
        .collect()
}

/// Where a symbol of the marks is declared.
fn declared_in(symbol: &str) -> &'static str {
    match symbol {
        _ if symbol.starts_with("org.base") => "org.base:base:2.0",
        _ if symbol.starts_with("org.kt") => "org.kt:kt:1.0",
        _ if symbol.starts_with("org.lib") => "org.lib:lib:1.0",
        _ if ["org.user", "Compact"].iter().any(|package| symbol.starts_with(package)) => "org.user:user:1.0",
        _ if ["org.signs", "org.every"].iter().any(|package| symbol.starts_with(package)) => "org.signs:signs:1.0",
        _ if symbol.starts_with("kotlin.") => "org.kotlin:kotlin:1.0",
        _ if symbol.starts_with("java.") => "org.java:java:1.0",
        _ => "org.app:app:1.0",
    }
}

#[test]
fn every_use_is_found_and_nothing_else() {
    check_marks(TRAPS);
}

#[test]
fn what_is_not_found_says_where_it_was_not_looked_for() {
    let library = Library::new();
    let explorer = explorer(&library);
    let source = folder_of("mixed/lib").to_str().unwrap().to_owned();
    let lazy = of("org.lib:lib:1.0", json!({"source_uri": source, "auto_index": false}));
    assert_eq!(ask(&explorer, "register_source", lazy)["status"], "registered_only");
    for tool in ["find_references", "find_implementations"] {
        let missing = ask(&explorer, tool, json!({"symbol": "org.lib.Given"}));
        assert_eq!(missing["status"], "type_not_found");
        let gap = json!({"what": "org.lib:lib:1.0", "reason": "registered, not indexed"});
        assert_eq!(missing["incomplete"], json!([gap]), "{missing}");
    }
    ask(&explorer, "index_artifact", of("org.lib:lib:1.0", json!({})));
    assert_eq!(ask(&explorer, "find_references", json!({"symbol": "org.lib.Given"}))["status"], "success");
    // What a companion declares is asked for at its class too, as Java has it.
    let through_class = ask(&explorer, "find_references", json!({"symbol": "org.lib.Given#of"}));
    assert_eq!(through_class["definitions"][0]["symbol"], "org.lib.Given.Companion#of(String)", "{through_class}");
    // So is what a file declares at its package, as imports of Kotlin have it.
    let through_package = ask(&explorer, "find_references", json!({"symbol": "org.lib.made"}));
    assert_eq!(
        through_package["definitions"][0]["symbol"], "org.lib.BuiltKt#made(Sink<T>.()->Unit)",
        "{through_package}"
    );
    // So is a property at the names of its accessors.
    for (accessor, property) in [
        ("org.lib.Given#getSize", "org.lib.Given#size"),
        ("org.lib.Given#setSize(int)", "org.lib.Given#size"),
        ("org.lib.Given#isOpen()", "org.lib.Given#isOpen"),
        ("org.lib.Top#getTop()", "org.lib.Top#top"),
    ] {
        let answer = ask(&explorer, "find_references", json!({"symbol": accessor}));
        assert_eq!(answer["definitions"][0]["symbol"], property, "{answer}");
    }
    for accessor in ["org.lib.Given#setName(String)", "org.lib.Given#getPlain()", "org.lib.Given#getSize(int)"] {
        let answer = ask(&explorer, "find_references", json!({"symbol": accessor}));
        assert_eq!(answer["status"], "method_not_found", "{answer}");
    }
}

#[test]
fn java_and_kotlin_use_each_other_where_all_types_are_known() {
    check_marks(MIXED);
}

fn check_marks(artifacts: Artifacts) {
    let library = Library::new();
    let explorer = registered(&library, artifacts);
    let mut all = BTreeMap::new();
    for (folder, coordinate) in artifacts {
        marked(folder, coordinate, &mut all);
    }
    let mut wrong = Vec::new();
    for (symbol, expected) in &all {
        let arguments = json!({"symbol": symbol, "group_by_file": false, "max_results": 500});
        let answer = ask(&explorer, "find_references", of(declared_in(symbol), arguments));
        let found = found(&answer);
        wrong.extend(found.difference(expected).map(|one| format!("{symbol}\n  not marked: {one}")));
        wrong.extend(expected.difference(&found).map(|one| format!("{symbol}\n  not found:  {one}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(all.len() > 20, "{all:?}");
}

#[test]
fn versions_are_kept_apart() {
    let library = Library::new();
    let explorer = explorer(&library);
    let arguments = json!({"symbol": "org.base.Base#run(int)", "group_by_file": false});
    let answer = ask(&explorer, "find_references", of("org.base:base:1.0", arguments.clone()));
    let expected = "org.base:base:1.0/org/base/Base.java:8 call high".to_owned();
    assert_eq!(found(&answer), BTreeSet::from([expected]));
    // Whose version nobody says is taken to be the highest.
    let higher = |answer: &Value| answer["incomplete"].to_string().contains("org.base:base:2.0");
    let of_newer = |tool| ask(&explorer, tool, of("org.base:base:2.0", json!({"symbol": "org.base.Base"})));
    let of_older = |tool| ask(&explorer, tool, of("org.base:base:1.0", json!({"symbol": "org.base.Base"})));
    for tool in ["find_references", "find_implementations"] {
        assert!(higher(&of_older(tool)) && !higher(&of_newer(tool)), "{tool}");
    }
    // Without a version it is the name of both.
    let both = ask(&explorer, "find_references", arguments);
    assert_eq!((both["ambiguous"].as_bool(), both["definitions"].as_array().unwrap().len()), (Some(true), 2));
}

#[test]
fn pages_put_together_are_all() {
    let library = Library::new();
    let explorer = explorer(&library);
    let base = json!({"symbol": "org.base.Base#run(int)", "group_by_file": false});
    let whole = ask(&explorer, "find_references", of("org.base:base:2.0", base.clone()));
    assert_eq!(whole["total"]["relation"], "eq");
    let mut pieces = Vec::new();
    let mut arguments = of("org.base:base:2.0", base);
    arguments["max_results"] = json!(3);
    loop {
        let page = ask(&explorer, "find_references", arguments.clone());
        assert_eq!(page["total"], whole["total"]);
        pieces.extend(page["references"].as_array().unwrap().clone());
        match page.get("next_cursor") {
            Some(cursor) => arguments["cursor"] = cursor.clone(),
            None => break,
        }
    }
    assert_eq!(json!(pieces), whole["references"]);
    assert!(pieces.len() > 6);
    arguments["symbol"] = json!("org.base.Base#run(long)");
    assert_eq!(ask(&explorer, "find_references", arguments)["status"], "invalid_cursor");
}

#[test]
fn a_cursor_holds_while_the_artifact_it_stopped_in_does() {
    let library = Library::new();
    let explorer = library.explorer();
    let write = |artifact: &str, file: usize, text: String| {
        let folder = library.home.path(artifact);
        fs::create_dir_all(&folder).unwrap();
        fs::write(Path::new(&folder).join(format!("C{file}.java")), text).unwrap();
    };
    let user = |artifact: &str, file: usize, calls: &str| {
        write(artifact, file, format!("package p.{artifact};\nclass C{file} {{ void m(p.Common c) {{ {calls} }} }}\n"));
    };
    let register = |artifact: &str| {
        let arguments = json!({"source_uri": library.home.path(artifact)});
        let answer = ask(&explorer, "register_source", of(&format!("g:{artifact}:1.0"), arguments));
        assert_eq!(answer["status"], "registered_and_indexed", "{answer}");
    };
    write("z", 0, "package p;\npublic class Common { public void foo() {} }\n".to_owned());
    for artifact in ["a", "b", "c"] {
        (0..5).for_each(|file| user(artifact, file, "c.foo();"));
        // Two on one line: a page may end between them.
        user(artifact, 1, "c.foo(); c.foo();");
        register(artifact);
    }
    register("z");
    let page = |cursor: &Value| {
        let symbol = "p.Common#foo()";
        let arguments = json!({"symbol": symbol, "group_by_file": false, "max_results": 8, "cursor": cursor});
        let answer = ask(&explorer, "find_references", arguments);
        let references = answer["references"].as_array().cloned().unwrap_or_default();
        let shown = |one: &Value| format!("{} {}", one["artifact"].as_str().unwrap(), one["file"].as_str().unwrap());
        (references.iter().map(shown).collect::<Vec<_>>(), answer)
    };
    let (told, first) = page(&Value::Null);
    assert_eq!(told.last().unwrap(), "g:b:1.0 C1.java");
    let (second, _) = page(&first["next_cursor"]);
    assert_eq!((second.len(), &*second[0]), (8, "g:b:1.0 C1.java"));
    for file in 5..9 {
        user("a", file, "c.foo();");
    }
    ask(&explorer, "index_artifact", of("g:a:1.0", json!({"force": true})));
    assert_eq!(page(&first["next_cursor"]).0, second, "another artifact changed");
    user("b", 4, "");
    ask(&explorer, "index_artifact", of("g:b:1.0", json!({"force": true})));
    assert_eq!(page(&first["next_cursor"]).1["status"], "invalid_cursor");
}

#[test]
fn what_is_asked_for_is_what_comes() {
    let library = Library::new();
    let explorer = explorer(&library);
    let ask = |arguments: Value| ask(&explorer, "find_references", arguments);
    let of_base = |arguments: Value| ask(of("org.base:base:2.0", arguments));
    let only = of_base(json!({"symbol": "org.base.Named", "kind": "extends", "group_by_file": false}));
    assert_eq!(only["kinds"], json!({"extends": 1}));
    // What was not looked for is not said to be nowhere.
    let none = of_base(
        json!({"symbol": "org.base.Named", "find_references": false, "artifacts": ["org.none:*:*"], "max_results": 1}),
    );
    let keys: Vec<&str> = none.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(keys, ["status", "definitions", "incomplete"], "{none}");
    assert_eq!(
        (none["definitions"].as_array().unwrap().len(), &none["incomplete"][0]["what"]),
        (1, &json!("org.none:*:*"))
    );
    let nothing = of_base(json!({"symbol": "org.base.Named", "find_references": false, "find_definitions": false}));
    assert_eq!(nothing["status"], "invalid_argument", "{nothing}");
    let exact = of_base(json!({"symbol": "org.base.Base#run(int)", "min_tier": "exact"}));
    assert_eq!((&exact["total"]["value"], &exact["references"]), (&json!(0), &json!([])));
    assert!(exact["tiers"]["high"].as_u64() > Some(5));
    let narrowed = of_base(json!({"symbol": "org.base.Base#run(int)", "artifacts": ["org.base:*:*"]}));
    assert_eq!(narrowed["file_count"], 1);
    let excluded = of_base(json!({"symbol": "org.base.Base#run(int)", "exclude_file": "app/Receivers.java"}));
    assert!(!excluded.to_string().contains("Receivers") && excluded.get("incomplete").is_none(), "{excluded}");
    let of_artifact = |path: &str| of_base(json!({"symbol": "org.base.Base#run(int)", "exclude_file": path}));
    let whole = of_artifact("org.app:app:1.0/org/app/Receivers.java");
    assert_eq!((&whole["total"], whole.get("incomplete")), (&excluded["total"], None), "{whole}");
    for path in ["org.app:app:2.0/org/app/Receivers.java", "app/Receiver.java"] {
        let none = of_artifact(path);
        assert!(none["total"]["value"].as_u64() > excluded["total"]["value"].as_u64(), "{none}");
        assert_eq!(none["incomplete"][0]["what"], format!("exclude_file {path}"), "{none}");
    }
    let docs = of_base(json!({"symbol": "org.base.Base#run(int)", "kind": "doc"}));
    assert_eq!(docs["references"][0]["hits"][0]["line"], 3, "{docs}");
    let context = of_base(json!({"symbol": "org.base.Maps#put(int)", "context_lines": 1}));
    let hit = &context["references"][0]["hits"][0];
    assert_eq!((hit["kind"].as_str(), hit["in"].as_str()), (Some("call"), Some("org.app.Lambdas#all(Maker, Work)")));
    assert_eq!(hit["context"]["content"].as_str().unwrap().lines().count(), 3);
    // Where no type that has it is named a static member is not looked for, and that is said.
    let tally = |tier: &str| of_base(json!({"symbol": "org.base.Tally#isEmpty(Object)", "min_tier": tier}));
    // What is on the next page is not said to be hidden: only what min_tier hides is.
    let shown = |tier: &str| {
        let given = of(
            "org.base:base:2.0",
            json!({"symbol": "org.base.Tally#isEmpty(Object)", "min_tier": tier, "max_results": 1}),
        );
        let args = args::check(find("find_references").unwrap(), given.as_object().cloned().unwrap()).unwrap();
        let call = Call { explorer: &explorer, args: &args, work: &Work::default(), cap: Some(20_480) };
        let mut page = Page::default();
        (find("find_references").unwrap().run)(&call).ok().unwrap().page(&mut page);
        page.plain()
    };
    assert!(!shown("medium").contains("not shown"), "{}", shown("medium"));
    assert!(shown("exact").contains("\n2 high not shown\n"), "{}", shown("exact"));
    let (usual, low) = (tally("medium"), tally("low"));
    assert_eq!((&usual["tiers"], usual.get("unresolved")), (&json!({"exact": 7, "high": 2}), None), "{usual}");
    assert_eq!(usual["incomplete"][0]["what"], "1 file", "{usual}");
    assert_eq!((&low["tiers"]["low"], low.get("incomplete")), (&json!(1), None), "{low}");
    // A field and a method of one name are two things, of which one is answered.
    let component = ask(of("org.app:app:1.0", json!({"symbol": "org.app.Made.Pair#left"})));
    assert_eq!(component["incomplete"][0]["what"], "org.app.Made.Pair#left()", "{component}");
    // A bare name of several declarations.
    let bare = ask(json!({"symbol": "run"}));
    assert_eq!(bare["ambiguous"], true);
    let count = bare["definitions"].as_array().unwrap().len();
    assert!(count > 5);
    let few = ask(json!({"symbol": "run", "max_results": 2}));
    assert_eq!(few["definitions"].as_array().unwrap().len(), 2, "{few}");
    assert!(few["incomplete"].to_string().contains(&format!("\"{} more definitions\"", count - 2)), "{few}");
    let missing = ask(json!({"symbol": "org.base.Nothing"}));
    assert_eq!(missing["status"], "type_not_found");
    // Of a member it is its type that is missing.
    for symbol in ["org.nope.Foo#bar", "org.nope.Foo#bar(int)", "org.nope.Foo#<init>()"] {
        assert_eq!(ask(json!({"symbol": symbol}))["status"], "type_not_found", "{symbol}");
    }
    assert_eq!(of_base(json!({"symbol": "org.base.Base#nothing()"}))["status"], "method_not_found");
    let other = of_base(json!({"symbol": "org.base.Base#run(Missing)"}));
    assert_eq!(
        (&other["status"], &other["suggestions"][0]),
        (&json!("method_not_found"), &json!("org.base.Base#run(int)"))
    );
    let nested = ask(of("org.app:app:1.0", json!({"symbol": "org.app.Made$Side#other(Missing)"})));
    assert_eq!(nested["suggestions"], json!(["org.app.Made.Side#other()"]), "{nested}");
    let made = ask(of("org.app:app:1.0", json!({"symbol": "org.app.Made.Pair#left(Missing)"})));
    assert_eq!(made["suggestions"], json!(["org.app.Made.Pair#left()"]), "{made}");
}

#[test]
fn what_names_nothing_is_led_on() {
    let library = Library::new();
    let explorer = explorer(&library);
    let ask = |symbol: &str| ask(&explorer, "find_references", json!({"symbol": symbol}));
    // The list of overloads stands where suggestions do, and nowhere else.
    let open = ask("org.app.Made.Side#other(int");
    let said = json!("symbol: no org.app.Made.Side#other takes these parameters; the parenthesis is not closed");
    assert_eq!((&open["message"], &open["suggestions"]), (&said, &json!(["org.app.Made.Side#other()"])), "{open}");
    // Members of the type that is named; where none is close, what lists them.
    let slip = ask("org.app.Made.Side#othr()");
    assert_eq!(slip["suggestions"], json!(["org.app.Made.Side#other"]), "{slip}");
    let far = ask("org.app.Made.Side#take(int)");
    assert_eq!(
        (&far["message"], far.get("suggestions"), &far["suggested_action"]),
        (&json!("symbol: org.app.Made.Side declares no take"), None, &json!("list_methods")),
        "{far}"
    );
    // Of a type that is not there a close one.
    let lost = ask("org.app.Mad.Side#other()");
    assert_eq!(lost["suggestions"][0], "org.app.Made.Side", "{lost}");
    assert_eq!(ask("org.app.Maed#other()")["suggestions"][0], "org.app.Made");
}

/// Everywhere else coordinates narrow where to look.
#[test]
fn coordinates_of_another_artifact_are_told_from_where_to_look() {
    let library = Library::new();
    let explorer = explorer(&library);
    for symbol in ["org.base.Base", "org.base.Base#run(int)"] {
        for tool in ["find_references", "find_implementations"] {
            let answer = ask(&explorer, tool, of("org.app:app:1.0", json!({"symbol": symbol})));
            let message = answer["message"].as_str().unwrap();
            assert!(message.contains("org.base:base:2.0 declares it: group_id, artifact_id"), "{answer}");
        }
    }
}

/// What the virtual machine, reflection or a line of code call a declaration is taken for its symbol.
#[test]
fn what_is_pasted_names_a_declaration() {
    let library = Library::new();
    let explorer = explorer(&library);
    let ask = |symbol: &str| ask(&explorer, "find_references", of("org.base:base:2.0", json!({"symbol": symbol})));
    for (pasted, symbol) in [
        ("at app//org.base.Base.get(Base.java:18) ~[base-2.0.jar:2.0]", "org.base.Base#get()"),
        ("public void org.base.Base.run(int) throws java.io.IOException", "org.base.Base#run(int)"),
        ("'void org.base.Base.run(long)'", "org.base.Base#run(long)"),
        ("org.base.Base.run(J)V", "org.base.Base#run(long)"),
        ("org/base/Named", "org.base.Named"),
    ] {
        let (found, expected) = (ask(pasted), ask(symbol));
        assert!(expected["total"]["value"].as_u64() > Some(0), "{symbol}: {expected}");
        assert_eq!(
            (&found["definitions"], &found["total"]),
            (&expected["definitions"], &expected["total"]),
            "{pasted}"
        );
    }
    let nothing = ask("in a sentence. Nothing");
    assert_eq!(nothing["hint"], "write a.b.Type, a.b.Type#member or a.b.Type#method(String)", "{nothing}");
}

#[test]
fn a_glob_that_matches_nothing_is_said() {
    let library = Library::new();
    let explorer = explorer(&library);
    for tool in ["find_references", "find_implementations", "search_symbols"] {
        let given = json!({"symbol": "org.app.Made", "query": "Made", "artifacts": ["org.ap:*"]});
        let mut given = given.as_object().cloned().unwrap();
        given.remove(if tool == "search_symbols" { "symbol" } else { "query" });
        let answer = ask(&explorer, tool, Value::Object(given));
        assert_eq!(answer["status"], "success", "{answer}");
        let gap =
            json!({"what": "org.ap:*", "reason": "no registered artifact matches; list_indexed_artifacts names them"});
        assert_eq!(answer["incomplete"], json!([gap]), "{tool}: {answer}");
    }
}

/// Kotlin's library once had what it declares for every platform in an artifact of its own, which POMs still name.
#[test]
fn what_is_expected_of_every_platform_stands_behind_what_this_one_has() {
    let library = Library::new();
    let [common, actual, user] = [
        "org.jetbrains.kotlin:kotlin-stdlib-common:1.9.0",
        "org.jetbrains.kotlin:kotlin-stdlib:1.9.0",
        "org.app:app:1.0",
    ];
    let files = [
        (
            common,
            "Made.kt",
            "package kotlin\npublic expect fun made(): Made\npublic expect class Made {\n    fun go()\n}\n",
        ),
        (
            actual,
            "MadeJvm.kt",
            "package kotlin\npublic actual fun made(): Made = Made()\npublic actual class Made {\n    actual fun go() {}\n}\n",
        ),
        (user, "App.kt", "package app\nfun run() = made().go()\nfun take(of: Made) = of.go()\n"),
    ];
    for (coordinate, path, text) in files {
        library.home.write(&format!("{}/{path}", coordinate.replace(':', "_")), text.as_bytes());
    }
    let explorer = library.explorer();
    let register = |coordinate: &str| {
        let source = json!({"source_uri": library.home.path(&coordinate.replace(':', "_"))});
        let registered = ask(&explorer, "register_source", of(coordinate, source));
        assert_eq!(registered["status"], "registered_and_indexed", "{registered}");
    };
    let calls = |declaring: &str| {
        let arguments =
            of(declaring, json!({"symbol": "kotlin.Made#go()", "artifacts": [user], "group_by_file": false}));
        found(&ask(&explorer, "find_references", arguments))
    };
    let both = [2, 3].map(|line| format!("{user}/App.kt:{line} call high"));
    register(common);
    register(user);
    assert_eq!(calls(common), BTreeSet::from(both.clone()), "where nothing else is known");
    register(actual);
    assert_eq!((calls(common), calls(actual)), (BTreeSet::new(), BTreeSet::from(both)));
}

/// Kotlin's files name types of Java by what its library calls them.
#[test]
fn what_kotlin_calls_a_type_of_java_is_that_type() {
    let library = Library::new();
    let files: [(&str, &str, &str); 5] = [
        (
            "org.java:java:1.0",
            "java/lang/ArithmeticException.java",
            "package java.lang;\npublic class ArithmeticException { public ArithmeticException(String s) {} }\n",
        ),
        ("org.java:java:1.0", "java/lang/String.java", "package java.lang;\npublic class String {}\n"),
        (
            "org.kotlin:kotlin:1.0",
            "kotlin/Expected.kt",
            "package kotlin\npublic class String\npublic expect class ArithmeticException {\n    public constructor(message: String?)\n}\n",
        ),
        (
            "org.kotlin:kotlin:1.0",
            "kotlin/Actual.kt",
            "package kotlin\npublic actual typealias ArithmeticException = java.lang.ArithmeticException\n",
        ),
        (
            "org.app:app:1.0",
            "app/App.kt",
            "package app\nfun fail(of: String): Any = ArithmeticException(of)\nfun take(of: ArithmeticException) {}\n",
        ),
    ];
    for (coordinate, path, text) in files {
        library.home.write(&format!("{}/{path}", coordinate.replace(':', "_")), text.as_bytes());
    }
    for coordinate in ["org.java:java:1.0", "org.kotlin:kotlin:1.0", "org.app:app:1.0"] {
        let source = library.home.path(&coordinate.replace(':', "_"));
        library.ask("register_source", of(coordinate, json!({"source_uri": source})));
    }
    let uses = |symbol: &str| {
        let answer = library.ask("find_references", json!({"symbol": symbol, "group_by_file": false}));
        (found(&answer).into_iter().filter(|one| one.starts_with("org.app")).collect::<Vec<_>>(), answer)
    };
    let made = "org.app:app:1.0/app/App.kt:2 new exact";
    assert_eq!(uses("java.lang.ArithmeticException").0, [made, "org.app:app:1.0/app/App.kt:3 type exact"]);
    assert_eq!(uses("java.lang.ArithmeticException#<init>(String)").0, [made]);
    // Coordinates say where the symbol is declared, not where Kotlin's library is.
    let narrowed = of(
        "org.java:java:1.0",
        json!({"symbol": "java.lang.ArithmeticException#<init>(String)", "artifacts": ["org.app:*"], "group_by_file": false}),
    );
    let narrowed = library.ask("find_references", narrowed);
    assert_eq!(found(&narrowed), BTreeSet::from([made.to_owned()]), "{narrowed}");
    // What Kotlin has as a type of its own is only told of.
    let (rows, answer) = uses("java.lang.String");
    assert!(
        rows.is_empty() && answer["incomplete"].to_string().contains("what Kotlin calls java.lang.String"),
        "{answer}"
    );
}

/// Each lambda needs the receiver of the one around it, and each builder what the one in it builds: that is found once.
#[test]
fn many_lambdas_in_each_other_are_resolved() {
    const DEEP: usize = 60;
    let with = format!("{}ok(){}", "with(a) { ".repeat(DEEP), " }".repeat(DEEP));
    let built = format!("{}add(a.ok()){}", "add(build { ".repeat(DEEP), "; self() })".repeat(DEEP));
    let text = format!(
        "package h\nclass A {{ fun ok(): Int = 1 }}\nclass Builder<T> {{ fun add(one: T) {{}}; fun self(): T = TODO() }}\n\
         fun <T> build(by: Builder<T>.() -> Unit): T = TODO()\nfun <T, R> with(of: T, by: T.() -> R): R = TODO()\n\
         fun one(a: A) = {with}\nfun other(a: A) = build {{ {built} }}\n"
    );
    let library = Library::new();
    library.home.write("lib/h/A.kt", text.as_bytes());
    library.register("lib");
    let answer = library.ask("find_references", json!({"symbol": "h.A#ok()", "group_by_file": false}));
    let at = |line: u32| format!("{}/h/A.kt:{line} call high", library::LIB);
    assert_eq!(found(&answer).into_iter().collect::<Vec<_>>(), [at(6), at(7)], "{answer}");
}

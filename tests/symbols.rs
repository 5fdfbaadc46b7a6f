//! Searching symbols: what answers to a name, in what order, and pages that neither overlap nor skip.

#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    clippy::needless_pass_by_value,
    reason = "a test writes files, and one that cannot go on fails"
)]

mod common;
#[path = "common/zip.rs"]
#[allow(dead_code, reason = "the archive tests use the rest")]
mod zip;

use std::path::{Path, PathBuf};

use jardex::config::Config;
use jardex::index::Explorer;
use jardex::parse::worker::Program;
use jardex::tools::{self, Call, args};
use jardex::work::Work;
use serde_json::{Value, json};

/// An explorer in whose cache some sources are registered.
struct Home {
    explorer: Explorer,
    folder: tempfile::TempDir,
}

impl Home {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let config = Config { offline: true, ..Config::at(folder.path().join("cache")) };
        let program = Program(PathBuf::from(env!("CARGO_BIN_EXE_jardex")));
        Self { explorer: Explorer::new(config, program, None), folder }
    }

    fn ask(&self, tool: &str, arguments: Value, cap: Option<usize>) -> Value {
        let tool = tools::find(tool).unwrap();
        let args = args::check(tool, arguments.as_object().cloned().unwrap()).unwrap();
        match (tool.run)(&Call { explorer: &self.explorer, args: &args, work: &Work::default(), cap }) {
            Ok(answer) => answer.json(),
            Err(failure) => serde_json::to_value(failure).unwrap(),
        }
    }

    fn register(&self, artifact: &str, version: &str, source: &Path) {
        let uri = source.to_str().unwrap();
        let given = json!({"group_id": "org.example", "artifact_id": artifact, "version": version, "source_uri": uri});
        assert_eq!(self.ask("register_source", given, None)["status"], "registered_and_indexed");
    }

    /// Registers a JAR of these files.
    fn jar(&self, artifact: &str, version: &str, files: &[(&str, &str)]) {
        let items: Vec<_> = files.iter().map(|(path, text)| zip::Item::stored(path, text.as_bytes())).collect();
        let path = self.folder.path().join(format!("{artifact}-{version}.jar"));
        std::fs::write(&path, zip::archive(&items)).unwrap();
        self.register(artifact, version, &path);
    }

    fn symbols(&self, arguments: Value) -> Vec<String> {
        let answer = self.ask("search_symbols", arguments, None);
        assert_eq!(answer["status"], "success", "{answer}");
        shown(&answer)
    }
}

fn shown(answer: &Value) -> Vec<String> {
    let text = |symbol: &Value, name: &str| symbol[name].as_str().unwrap().to_owned();
    let symbols = answer["symbols"].as_array().unwrap().iter();
    symbols
        .map(|symbol| format!("{} {} {}", text(symbol, "match"), text(symbol, "kind"), text(symbol, "symbol")))
        .collect()
}

const NPE: &str = "package a.b;\npublic class NullPointerException { int nullPointer; NullPointerException(int a) {}\n\
                   void nPE() {} void nullPointerException(java.util.Map<String, int[]> m, String... s) {} }\n";

#[test]
fn better_matches_come_first() {
    let home = Home::new();
    home.jar(
        "one",
        "1.0",
        &[("a/b/NullPointerException.java", NPE), ("a/MyNpe.java", "package a; interface MyNpe {}")],
    );
    assert_eq!(
        home.symbols(json!({"query": "NPE"})),
        [
            "exact method a.b.NullPointerException#nPE()",
            "humps class a.b.NullPointerException",
            "humps constructor a.b.NullPointerException#<init>(int)",
            "humps method a.b.NullPointerException#nullPointerException(Map, String...)",
            "substring interface a.MyNpe",
        ]
    );
    assert_eq!(
        home.symbols(json!({"query": "nullpointer", "kind": "field"})),
        ["exact field a.b.NullPointerException#nullPointer"]
    );
    assert_eq!(
        home.symbols(json!({"query": "NullPointerException", "case_sensitive": true, "whole_word": true})),
        ["exact class a.b.NullPointerException", "exact constructor a.b.NullPointerException#<init>(int)"]
    );
    // What an answer calls a symbol finds it again.
    for query in ["a.b.NullPointerException#nPE()", "NullPointerException.nPE", "b.NullPointerException#nPE"] {
        assert_eq!(home.symbols(json!({"query": query}))[0], "exact method a.b.NullPointerException#nPE()", "{query}");
    }
    assert_eq!(home.symbols(json!({"query": "x.NullPointerException"})), [""; 0]);
    assert_eq!(home.symbols(json!({"query": "a.b.NullPointerException", "kind": "type"})).len(), 1);
}

/// Of types, and of members: which of the two comes first does not hang on the case.
#[test]
fn of_equal_names_the_one_in_the_case_asked_for_comes_first() {
    let home = Home::new();
    home.jar("one", "1.0", &[("a/GET.java", "package a; class GET { void get() {} void GET() {} void Get() {} }")]);
    home.jar("two", "1.0", &[("b/Get.java", "package b; class Get { static class get {} }")]);
    for (query, expected) in [
        ("Get", ["class b.Get", "class a.GET", "class b.Get.get", "method a.GET#Get()", "method a.GET#GET()"]),
        ("get", ["class b.Get.get", "class a.GET", "class b.Get", "method a.GET#get()", "method a.GET#GET()"]),
        ("GET", ["class a.GET", "class b.Get", "class b.Get.get", "method a.GET#GET()", "method a.GET#Get()"]),
    ] {
        let expected: Vec<String> = expected.iter().map(|row| format!("exact {row}")).collect();
        assert_eq!(home.symbols(json!({"query": query}))[..5], expected, "{query}");
        // Pages are the same.
        let mut paged = Vec::new();
        let mut cursor = Value::Null;
        loop {
            let answer = home.ask("search_symbols", json!({"query": query, "max_results": 1, "cursor": cursor}), None);
            paged.extend(shown(&answer));
            cursor = answer["next_cursor"].clone();
            if cursor.is_null() {
                break;
            }
        }
        assert_eq!(paged, home.symbols(json!({"query": query})), "{query}");
    }
}

#[test]
fn dollars_belong_to_names_or_separate() {
    let home = Home::new();
    let text = "package g; public final class $Gson$Types { static class Wild { public int hashCode() { return 1; } } }\n\
                class Outer { class Inner { int a$b; } }\n";
    home.jar("one", "1.0", &[("g/Types.java", text)]);
    for (query, symbol) in [
        ("$Gson$Types", "exact class g.$Gson$Types"),
        ("g.$Gson$Types", "exact class g.$Gson$Types"),
        ("g.$Gson$Types.Wild#hashCode()", "exact method g.$Gson$Types.Wild#hashCode()"),
        ("g.Outer$Inner", "exact class g.Outer.Inner"),
        ("Outer$Inner#a$b", "exact field g.Outer.Inner#a$b"),
    ] {
        assert_eq!(home.symbols(json!({"query": query})), [symbol], "{query}");
    }
}

#[test]
fn parameters_are_those_that_were_written() {
    let home = Home::new();
    let text = "package g; class Many { static <E> void of(E a, E b) {} static void of() {} int of; void offer() {}\n\
                void of(java.util.Map<String, int[]> m, String... s) {} Many(int a) {} Many(long a) {} }\n";
    home.jar("one", "1.0", &[("g/Many.java", text)]);
    home.jar("two", "1.0", &[("g/Many.java", text)]);
    for (query, symbol) in [
        ("of()", "exact method g.Many#of()"),
        ("Many.OF()", "exact method g.Many#of()"),
        ("of(E, E)", "exact method g.Many#of(E, E)"),
        ("of(Object, java.lang.Object)", "exact method g.Many#of(E, E)"),
        ("g.Many#of(Map, String...)", "exact method g.Many#of(Map, String...)"),
        ("Many#<init>(int)", "exact constructor g.Many#<init>(int)"),
    ] {
        let whole = home.ask("search_symbols", json!({"query": query}), None);
        assert_eq!(shown(&whole), [symbol, symbol], "{query}");
        assert_eq!(whole["total"], json!({"value": 2, "relation": "eq"}), "{query}");
        let first = home.ask("search_symbols", json!({"query": query, "max_results": 1}), None);
        let more = json!({"query": query, "max_results": 1, "cursor": first["next_cursor"]});
        let second = home.ask("search_symbols", more, None);
        assert_eq!((&first["symbols"][0], &second["symbols"][0]), (&whole["symbols"][0], &whole["symbols"][1]));
        assert!(second.get("next_cursor").is_none() && second["total"] == whole["total"], "{second}");
    }
    let none = home.ask("search_symbols", json!({"query": "of(long)"}), None);
    assert_eq!(none["total"], json!({"value": 0, "relation": "eq"}));
    assert!(none["suggestion"].as_str().unwrap().contains("leave out the parameters"), "{none}");
}

/// As imports write them: no facade, no companion, and what is called on a type though another file declares it.
#[test]
fn names_of_kotlin_are_found_as_kotlin_writes_them() {
    let home = Home::new();
    let text = "package k.text\n\nfun CharSequence.isEmptyText(): Boolean = length == 0\nfun Scope.launch(times: Int) {}\n\
                fun listOf(): List<Any> = TODO()\nval Int.seconds: Long get() = 1L\nfun <T> Iterable<T>.each(f: (T) -> Unit) {}\n\
                fun Scope.Companion.made(): Scope = Scope()\nfun <T : Scope> T.bounded() {}\n\
                fun <C, R> C.behind() where C : Scope, C : Any {}\nfun <T> T.anything() {}\nval <T : Scope> T.held: Int get() = 1\n\
                class Scope { companion object { fun of(a: Int): Scope = Scope() }\n fun own() {} }\n";
    home.jar("one", "1.0", &[("k/text/Texts.kt", text), ("a/J.java", "package a; class J { void seconds(int i) {} }")]);
    for (query, symbol) in [
        ("k.text.listOf", "exact method k.text.TextsKt#listOf()"),
        ("k.text.listOf()", "exact method k.text.TextsKt#listOf()"),
        ("text.seconds", "exact property k.text.TextsKt#seconds"),
        ("Scope.of", "exact method k.text.Scope.Companion#of(Int)"),
        ("k.text.Scope#of(Int)", "exact method k.text.Scope.Companion#of(Int)"),
        ("Scope.launch", "exact method k.text.TextsKt#launch(Scope, Int)"),
        ("Scope.launch(Int)", "exact method k.text.TextsKt#launch(Scope, Int)"),
        ("Int.seconds", "exact property k.text.TextsKt#seconds"),
        ("kotlin.String.isEmptyText", "exact method k.text.TextsKt#isEmptyText(CharSequence)"),
        ("List.each", "exact method k.text.TextsKt#each(Iterable, (T)->Unit)"),
        ("Scope.made", "exact method k.text.TextsKt#made(Companion)"),
        ("k.text.Scope.Companion.made", "exact method k.text.TextsKt#made(Companion)"),
        ("Scope.bounded", "exact method k.text.TextsKt#bounded(T)"),
        ("Scope.behind()", "exact method k.text.TextsKt#behind(C)"),
        ("Scope.held", "exact property k.text.TextsKt#held"),
        ("Any.anything", "exact method k.text.TextsKt#anything(T)"),
        ("Scope.own", "exact method k.text.Scope#own()"),
    ] {
        assert_eq!(home.symbols(json!({"query": query})), [symbol], "{query}");
    }
    for tool in ["find_references", "find_implementations"] {
        let failure = home.ask(tool, json!({"symbol": "k.text.Scope#launch"}), None);
        assert_eq!(failure["suggestions"], json!(["k.text.TextsKt#launch(Scope, Int)"]), "{failure}");
    }
    for query in ["Long.seconds", "k.listOf", "Scope.launch(String)", "Int.bounded", "Int.behind"] {
        assert_eq!(home.symbols(json!({"query": query})), [""; 0], "{query}");
    }
    // Pages of extensions go on as others do.
    home.jar("two", "1.0", &[("k/text/Texts.kt", text)]);
    let first = home.ask("search_symbols", json!({"query": "Int.seconds", "max_results": 1}), None);
    let more = json!({"query": "Int.seconds", "max_results": 1, "cursor": first["next_cursor"]});
    let second = home.ask("search_symbols", more, None);
    assert_eq!(
        (&first["total"]["value"], &second["symbols"][0]["artifact"]),
        (&json!(2), &json!("org.example:two:1.0"))
    );
    assert_eq!(second.get("next_cursor"), None, "{second}");
    // A type of the same name with such a member does not hide them, and longer names are its own alone.
    home.jar("three", "1.0", &[("j/Scope.java", "package j; class Scope { void LAUNCH() {} void launched() {} }")]);
    let launch = "exact method k.text.TextsKt#launch(Scope, Int)";
    let expected = [launch, launch, "exact method j.Scope#LAUNCH()", "prefix method j.Scope#launched()"];
    assert_eq!(home.symbols(json!({"query": "Scope.launch"})), expected);
    let mut paged = Vec::new();
    let mut cursor = Value::Null;
    for _ in &expected {
        let asked = json!({"query": "Scope.launch", "max_results": 1, "cursor": cursor});
        let answer = home.ask("search_symbols", asked, None);
        assert_eq!(answer["total"]["value"], expected.len());
        paged.extend(shown(&answer));
        cursor = answer["next_cursor"].clone();
    }
    assert_eq!((paged, cursor), (expected.map(str::to_owned).to_vec(), Value::Null));
}

#[test]
fn what_is_pasted_is_found() {
    let home = Home::new();
    let text = "package com.base;\npublic class Splitter { public static Splitter on(char c) { return null; } Splitter() {} }\n";
    home.jar("one", "1.0", &[("com/base/Splitter.java", text)]);
    for query in
        ["com/base/Splitter", "Lcom/base/Splitter;", "class Splitter", "Splitter.class", "import com.base.Splitter;"]
    {
        assert_eq!(home.symbols(json!({"query": query}))[0], "exact class com.base.Splitter", "{query}");
    }
    for query in [
        "java.lang.NoClassDefFoundError: com/base/Splitter",
        "java.lang.NoSuchMethodError: 'void com.base.Splitter.on(boolean)'",
        "Caused by: com.base.Splitter: it broke",
        "com.base.Splitter: it broke",
        "e: file:///x/A.kt:1:2 Unresolved reference 'Splitter'.",
        "error: cannot find symbol\n  symbol:   class Splitter\n  location: package com.base",
    ] {
        let found = home.symbols(json!({"query": query}));
        assert!(found.first().is_some_and(|first| first.contains(" com.base.Splitter")), "{query}: {found:?}");
    }
    let words = home.ask("search_symbols", json!({"query": "None of these. What is it"}), None);
    assert!(words["hint"].as_str().unwrap_or_default().ends_with("jardex search takes text"), "{words}");
    let frame = json!({"query": "at com.base.Splitter.on(Splitter.java:123)"});
    assert_eq!(home.symbols(frame), ["exact method com.base.Splitter#on(char)"]);
    let imported = home.ask("search_symbols", json!({"query": "import com.base.*;"}), Some(20_480)).to_string();
    assert!(imported.contains("list_types lists the types of com.base where it is a package"), "{imported}");
    home.jar("two", "1.0", &[("org/com/baseline/A.java", "package org.com.baseline; public class A {}")]);
    let package = home.ask("search_symbols", json!({"query": "com.base"}), Some(20_480));
    assert_eq!(package["suggestion"], "com.base is a package: list_types lists its types", "{package}");
    let answer = home.ask("search_symbols", json!({"query": "S?litter"}), Some(20_480)).to_string();
    assert!(
        answer.contains("litter finds the names that begin with it or hold it, and name_filter of list_types"),
        "{answer}"
    );
}

/// What compilers make is led back to what was written, and of several of one name that is meant which holds the line.
#[test]
fn a_line_of_a_stack_trace_names_what_holds_it() {
    let home = Home::new();
    let text = "package a;\npublic class Pool {\n Pool() {}\n void take() { take(1); }\n void take(int n) {\n  go();\n }\n void takeAll() {}\n Runnable idle = new Runnable() {\n  public void run() {}\n };\n}\n";
    home.jar("one", "1.0", &[("a/Pool.java", text)]);
    for (query, expected) in [
        ("at a.Pool.take(Pool.java:6) ~[one-1.0.jar:1.0]", &["exact method a.Pool#take(int)"] as &[_]),
        ("\tat a.Pool.take(Pool.java:4) [one-1.0.jar!/:?]", &["exact method a.Pool#take()"]),
        // Where none holds the line, as in another version, all are meant.
        ("a.Pool.take(Pool.java:60)", &["exact method a.Pool#take()", "exact method a.Pool#take(int)"]),
        ("a.Pool.lambda$take$0(Pool.java:6)", &["exact method a.Pool#take(int)"]),
        ("a.Pool.lambda$new$0(Pool.java:3)", &["exact constructor a.Pool#<init>()"]),
        // Classes without a name, initialisers and accessors are at the line of what is around them.
        ("a.Pool.access$000(Pool.java:3)", &["exact constructor a.Pool#<init>()"]),
        ("a.Pool$1.run(Pool.java:6)", &["exact method a.Pool#take(int)"]),
        ("a.Pool$2.run(Pool.java:10)", &["exact field a.Pool#idle"]),
        ("a.Pool.<clinit>(Pool.java:2)", &["exact class a.Pool"]),
        ("a.Pool$1.run(Pool.java:60)", &["exact class a.Pool"]),
    ] {
        assert_eq!(home.symbols(json!({"query": query})), expected, "{query}");
    }
    let query = json!({"query": "a.Pool$1.run(Pool.java:6)", "kind": "class"});
    assert_eq!(home.symbols(query), ["exact class a.Pool"]);
}

#[test]
fn lines_put_symbols_of_a_file_in_order() {
    let home = Home::new();
    let text = "class A { class B { void go() {}\n }\n int go;\n void go(int a) {} class C {\n int go; } }\n";
    home.jar("one", "1.0", &[("A.java", text), ("META-INF/versions/11/A.java", "class A { void go(long a) {} }")]);
    let answer = home.ask("search_symbols", json!({"query": "go"}), None);
    let lines: Vec<u64> =
        answer["symbols"].as_array().unwrap().iter().map(|one| one["line"].as_u64().unwrap()).collect();
    assert_eq!(lines, [1, 3, 4, 5], "overlays are left out: {answer}");
    assert_eq!(answer["total"], json!({"value": 4, "relation": "eq"}));
}

#[test]
fn pages_put_together_are_the_list() {
    let home = Home::new();
    for artifact in ["base", "lib", "odd"] {
        home.register(artifact, "1.0", &Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/answers").join(artifact));
    }
    // The same twice: artifacts of one name follow one another.
    home.register("lib", "2.0", &Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/answers/lib"));
    for query in ["e", "a", "shape", "S", "Co", "toString"] {
        let whole = home.ask("search_symbols", json!({"query": query}), None);
        let all = whole["symbols"].as_array().unwrap();
        assert_eq!(whole["total"]["value"], all.len(), "{query}");
        for size in [1, 2, 7] {
            let mut pages: Vec<Value> = Vec::new();
            let mut given = json!({"query": query, "max_results": size});
            loop {
                let page = home.ask("search_symbols", given.clone(), Some(20_480));
                assert_eq!(page["total"], whole["total"]);
                pages.extend(page["symbols"].as_array().unwrap().iter().cloned());
                let Some(next) = page.get("next_cursor") else { break };
                given["cursor"] = next.clone();
                assert!(pages.len() <= all.len(), "{query} goes on for ever");
            }
            assert_eq!(&pages, all, "{query} by {size}");
        }
        // A page that the size of an answer cuts goes on where it was cut.
        let first = home.ask("search_symbols", json!({"query": query}), Some(1_500));
        let told = first["symbols"].as_array().unwrap();
        assert_eq!(told[..], all[..told.len()]);
        assert_eq!(first.get("next_cursor").is_some(), told.len() < all.len());
        // What is cut says so; a page that has as many as were asked for is not.
        assert_eq!(first["truncated"] == true, told.len() < all.len());
        let one = home.ask("search_symbols", json!({"query": query, "max_results": 1}), Some(1_500));
        assert_eq!(one.get("truncated"), None, "{one}");
    }
    let concepts = home.ask("search_semantic_concept", json!({"concept_description": "shape"}), Some(1_500));
    assert_eq!(concepts["truncated"], true, "{concepts}");
    assert_eq!(concepts["suggestion"], "artifacts, kind or language narrow it to what is left; search_code has pages");
    // Numbers that no reader of JSON has as they are written are not repeated.
    let far = json!({"group_id": "org.example", "artifact_id": "odd", "version": "1.0", "page": 1e30});
    assert_eq!(home.ask("list_types", far, None)["pagination"]["page"], 9_007_199_254_740_991_u64);
    for (tool, arguments) in [
        ("search_file_content", json!({"query": "e", "query_type": "string", "context_after": 10})),
        ("search_file_names", json!({"pattern": "*", "pattern_type": "glob"})),
        ("find_references", json!({"symbol": "Shape", "context_lines": 10})),
    ] {
        let cut = home.ask(tool, arguments.clone(), Some(1_500));
        assert_eq!((&cut["truncated"], cut["next_cursor"].is_string()), (&json!(true), true), "{cut}");
        let whole = home.ask(tool, arguments, None);
        assert_eq!(whole.get("truncated"), None, "{whole}");
    }
}

#[test]
fn very_many_of_one_name_are_listed_with_those_of_other_files() {
    let home = Home::new();
    let many: Vec<String> = (0..8_000).map(|at| format!("void same(A{at} a) {{}}\n")).collect();
    let big = format!("class Big {{ {} void use(A7999 a) {{ same(a); }} }}\nclass A7999 {{}}", many.concat());
    let files = [("Big.java", &*big), ("C.java", "class C { void same() {} }")];
    home.jar("many", "1.0", &files);
    let all = home.symbols(json!({"query": "same"}));
    assert_eq!((all.len(), all.last().unwrap().as_str()), (8_001, "exact method C#same()"));
    assert_eq!(home.symbols(json!({"query": "Big#same(A7999)"})), ["exact method Big#same(A7999)"]);
    let mut given = json!({"query": "same", "max_results": 500});
    let mut paged = Vec::new();
    while let Some(next) = {
        let page = home.ask("search_symbols", given.clone(), None);
        paged.extend(shown(&page));
        page.get("next_cursor").cloned()
    } {
        given["cursor"] = next;
    }
    assert!(paged == all, "{} of {}", paged.len(), all.len());
    let given = json!({"group_id": "org.example", "artifact_id": "many", "version": "1.0", "type_name": "Big", "method_name": "same"});
    let overloads = home.ask("get_method_source", given, None);
    assert_eq!(overloads["method_source"].as_array().map(Vec::len), Some(8_000), "{}", overloads["status"]);
    let uses = |symbol: &str| home.ask("find_references", json!({"symbol": symbol, "min_tier": "low"}), None);
    let used = uses("Big#same(A7999)");
    assert_eq!((&used["definitions"][0]["line"], &used["total"]["value"]), (&json!(8000), &json!(1)), "{used}");
    assert!(uses("Big#same")["incomplete"].to_string().contains("more than 200 declarations"));
}

#[test]
fn a_type_with_very_many_inside_has_an_outline() {
    let home = Home::new();
    let inside = |at: usize| {
        format!("static class In{at} {{ void f{at}() {{ g(); }} class Deep {{ int h() {{ return {at}; }} }} }}\n")
    };
    let many = (0..3_000).map(inside).collect::<Vec<_>>().concat();
    home.jar(
        "many",
        "1.0",
        &[("Big.java", &format!("class Big {{\n{many}}}\nclass Other {{ void f() {{ g(); }} }}\n"))],
    );
    let given = json!({"group_id": "org.example", "artifact_id": "many", "version": "1.0", "type_name": "Big", "outline": true});
    let answer = home.ask("get_type_source", given, None);
    let text = answer["type_info"]["source_code"].as_str().unwrap();
    assert!(text.contains("f2999()") && text.contains("int h()") && !text.contains("g()") && !text.contains("return"));
    let found = home.ask("search_code", json!({"query": "f2999"}), None);
    assert_eq!(found["results"][0]["symbol"], "Big.In2999#f2999()");
    let found = home.ask("search_code", json!({"query": "\"class In2999\""}), None);
    assert_eq!(found["results"].as_array().map(Vec::len), Some(1), "{found}");
}

#[test]
fn a_cursor_holds_while_its_artifact_does() {
    let home = Home::new();
    home.jar("one", "1.0", &[("A.java", "class A { void go() {} void goOn() {} }")]);
    let page = home.ask("search_symbols", json!({"query": "go", "max_results": 1}), None);
    let more = json!({"query": "go", "max_results": 1, "cursor": page["next_cursor"]});
    assert_eq!(shown(&home.ask("search_symbols", more.clone(), None)), ["prefix method A#goOn()"]);
    home.jar("two", "1.0", &[("B.java", "class B { void go() {} }")]);
    assert_eq!(home.ask("search_symbols", more.clone(), None)["status"], "success");
    home.jar("one", "1.0", &[("A.java", "class A { void going() {} }")]);
    assert_eq!(home.ask("search_symbols", more, None)["status"], "invalid_cursor");
}

/// What is called on a type of Kotlin may be declared in a file beside it.
#[test]
fn a_function_that_no_type_has_is_told_by_its_facade() {
    let home = Home::new();
    let scope = "package k\ninterface Scope\ninterface Wide : Scope\nclass Other";
    let text = "package k\nfun Scope.launch(a: Int) {}\nfun Scope.launch() {}\nfun Other.other() {}\nfun alone() {}\n";
    home.jar("one", "1.0", &[("k/Scope.kt", scope), ("k/Builders.kt", text)]);
    let of = |tool: &str, type_name: &str, method: Option<&str>| {
        let mut given =
            json!({"group_id": "org.example", "artifact_id": "one", "version": "1.0", "type_name": type_name});
        if let Some(method) = method {
            given["method_name"] = json!(method);
        }
        home.ask(tool, given, Some(20_480))
    };
    let launch = json!(["k.BuildersKt#launch(Scope, Int)", "k.BuildersKt#launch(Scope)"]);
    for owner in ["k.Scope", "k.Wide"] {
        let answer = of("get_method_source", owner, Some("launch"));
        assert_eq!((&answer["status"], &answer["suggestions"]), (&json!("method_not_found"), &launch), "{answer}");
        assert_eq!(answer["hint"], "type_name k.BuildersKt has it");
    }
    for (tool, name, expected) in [
        ("get_method_source", "k.launch", &launch),
        ("list_methods", "k.alone", &json!(["k.BuildersKt#alone()"])),
        ("get_type_source", "k.alone", &json!(["k.BuildersKt#alone()"])),
    ] {
        let answer = of(tool, name, (tool == "get_method_source").then_some("launch"));
        assert_eq!((&answer["status"], &answer["suggestions"]), (&json!("type_not_found"), expected), "{answer}");
        assert_eq!(answer["suggested_action"], "get_method_source", "{answer}");
    }
    for (owner, method) in [("k.Scope", "other"), ("k.Scope", "alone"), ("k.Other", "launch")] {
        let answer = of("get_method_source", owner, Some(method));
        assert_eq!((answer.get("hint"), &answer["suggested_action"]), (None, &json!("list_methods")), "{answer}");
    }
    for name in ["launch", "k.none", "x.launch", "k.Scope.launch"] {
        let answer = of("list_methods", name, None);
        assert_eq!(answer["suggested_action"], "list_types", "{name}: {answer}");
    }
}

/// People ask for the source of what they call, be it a method that someone wrote or not.
#[test]
fn what_bears_the_name_of_a_method_that_is_none_is_told() {
    let home = Home::new();
    let java = "package p;\npublic class T {\n  static final int MAX =\n    1;\n  enum E { ONE, TWO }\n  record R(int x) {}\n}\n";
    let kotlin = "package p\ndata class D(val id: Int) {\n  var name = 1\n}\n";
    home.jar("one", "1.0", &[("p/T.java", java), ("p/D.kt", kotlin)]);
    for (owner, method, told, hint) in [
        ("p.T", "MAX", "it has a field of that name", Some("get_file p/T.java has it in lines 3 to 4")),
        ("p.T.E", "TWO", "it has an enum constant of that name", Some("get_file p/T.java has it in line 5")),
        ("p.T.E", "values", "the language makes it, and nobody writes it", None),
        ("p.T.E", "valueOf(String)", "the language makes it, and nobody writes it", None),
        ("p.T.R", "x", "it is made for the record component of that name", Some("get_file p/T.java has it in line 6")),
        ("p.D", "copy", "the language makes it, and nobody writes it", None),
        ("p.D", "setName", "it is made for the property name", Some("get_file p/D.kt has it in line 3")),
        ("p.D", "getId", "it is made for the property id", Some("get_file p/D.kt has it in line 2")),
    ] {
        let given = json!({"group_id": "org.example", "artifact_id": "one", "version": "1.0", "type_name": owner, "method_name": method});
        let answer = home.ask("get_method_source", given, Some(20_480));
        assert_eq!(
            (&answer["status"], &answer["suggested_action"]),
            (&json!("method_not_found"), &json!("list_fields"))
        );
        let message = answer["message"].as_str().unwrap();
        assert!(message.ends_with(&format!(" in org.example:one:1.0; {told}")), "{message}");
        assert_eq!(answer.get("hint").and_then(Value::as_str), hint, "{answer}");
    }
    let none = json!({"group_id": "org.example", "artifact_id": "one", "version": "1.0", "type_name": "p.D", "method_name": "setId"});
    assert_eq!(home.ask("get_method_source", none, None)["suggested_action"], "list_methods");
}

/// What is called on a type may be declared above it.
#[test]
fn an_inherited_member_is_told_by_what_declares_it() {
    let home = Home::new();
    let config = "package p; public class Config<T> { public int max; public void set(int a) {} public void set(T a) {} private void own() {} }";
    home.jar(
        "base",
        "1.0",
        &[("p/Config.java", config), ("p/Sized.java", "package p; public interface Sized { int size(); }")],
    );
    let heirs = "package q; public class Source extends p.Config<String> implements p.Sized { void go() {} }";
    home.jar("heir", "1.0", &[("q/Source.java", heirs)]);
    let of = |query: &str| {
        let answer = home.ask("search_symbols", json!({"query": query}), None);
        assert_eq!(answer["total"]["value"], 0, "{query}");
        answer["suggestion"].as_str().unwrap().to_owned()
    };
    for (query, expected) in [
        ("Source#set", "inherited from p.Config: p.Config#set(int), p.Config#set(T)"),
        ("q.Source.set(int)", "inherited from p.Config: p.Config#set(int)"),
        ("q.Source#max", "inherited from p.Config: p.Config#max"),
        ("Source#size()", "inherited from p.Sized: p.Sized#size()"),
    ] {
        assert_eq!(of(query), expected, "{query}");
    }
    for query in ["Source#own", "Source#zzz", "Other#set", "Source#<init>(int)"] {
        assert!(!of(query).contains("inherited"), "{query}");
    }
    // Of another kind or language it is none that was asked for.
    for narrowed in
        [json!({"query": "Source#set", "kind": "field"}), json!({"query": "Source#set", "language": "kotlin"})]
    {
        let answer = home.ask("search_symbols", narrowed, None);
        assert!(answer["suggestion"].as_str().unwrap().contains("leave out"), "{answer}");
    }
}

#[test]
fn nothing_found_says_what_to_try() {
    let home = Home::new();
    home.jar("one", "1.0", &[("StringUtils.java", "class StringUtils { void isBlank() {} }")]);
    // In the words of whoever asked: a client, or a person at a terminal.
    for (cap, narrowing) in [(Some(20_480), "leave out kind"), (None, "leave out --kind")] {
        let answer = home.ask("search_symbols", json!({"query": "isBlanc", "kind": "method"}), cap);
        assert_eq!(answer["total"], json!({"value": 0, "relation": "eq"}));
        let suggestion = answer["suggestion"].as_str().unwrap();
        assert!(suggestion.contains("close names: isBlank") && suggestion.contains(narrowing), "{suggestion}");
    }
    assert!(home.ask("search_symbols", json!({"query": "isBlank"}), None).get("suggestion").is_none());
    let of_jdk = home.ask("search_symbols", json!({"query": "java.util.StringUtils"}), Some(20_480));
    assert_eq!(
        of_jdk["suggestion"],
        "it is the JDK's, and none is indexed: register_source takes one, such as jdk:jdk:17; close names: StringUtils; \
         search_file_content finds text that is no declaration"
    );
    // A coordinate is left out as a whole: half of one is refused.
    let one =
        json!({"group_id": "org.example", "artifact_id": "one", "version": "1.0", "query": "zebra", "kind": "type"});
    let answer = home.ask("search_symbols", one, Some(20_480));
    let suggestion = answer["suggestion"].as_str().unwrap();
    assert!(suggestion.contains("leave out kind, group_id, artifact_id and version;"), "{suggestion}");
    for query in ["", "  ", "#", "()"] {
        let answer = home.ask("search_symbols", json!({"query": query}), None);
        assert_eq!(answer["status"], "invalid_argument", "{query}: {answer}");
    }
    for (query, part) in [("is*", "is"), ("*Blank", "Blank"), ("is?lank", "lank")] {
        let answer = home.ask("search_symbols", json!({"query": query}), None).to_string();
        assert!(
            answer.contains("takes no wildcards") && answer.contains(&format!("wildcards: {part} finds")),
            "{answer}"
        );
    }
    let answer = home.ask("search_symbols", json!({"query": "isBlank(List<*>, String?)"}), None);
    assert_eq!(answer["status"], "success", "{answer}");
}

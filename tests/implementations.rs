//! Subtypes of types and overrides of methods: across artifacts, versions and languages.

#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    clippy::needless_pass_by_value,
    reason = "a test writes files, and one that cannot go on fails"
)]

#[path = "implementations/bodies.rs"]
mod bodies;
mod common;
#[path = "implementations/inherited.rs"]
mod inherited;
#[path = "implementations/kotlin.rs"]
mod kotlin;
#[path = "implementations/nested.rs"]
mod nested;
#[path = "implementations/overrides.rs"]
mod overrides;
#[path = "common/zip.rs"]
#[allow(dead_code, reason = "the archive tests use the rest")]
mod zip;

use std::path::PathBuf;

use jardex::config::Config;
use jardex::index::Explorer;
use jardex::parse::worker::Program;
use jardex::tools::{self, Call, args};
use jardex::work::Work;
use serde_json::{Value, json};

/// An explorer in whose cache some artifacts are registered.
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

    fn ask(&self, tool: &str, arguments: Value) -> Value {
        let tool = tools::find(tool).unwrap();
        let args = args::check(tool, arguments.as_object().cloned().unwrap()).unwrap();
        match (tool.run)(&Call { explorer: &self.explorer, args: &args, work: &Work::default(), cap: Some(20_480) }) {
            Ok(answer) => answer.json(),
            Err(failure) => serde_json::to_value(failure).unwrap(),
        }
    }

    /// Registers a JAR of these files under `artifact:version`.
    fn jar(&self, name: &str, files: &[(&str, &str)]) {
        let items: Vec<_> = files.iter().map(|(path, text)| zip::Item::stored(path, text.as_bytes())).collect();
        let path = self.folder.path().join(format!("{}.jar", name.replace(':', "-")));
        std::fs::write(&path, zip::archive(&items)).unwrap();
        let (artifact, version) = name.split_once(':').unwrap();
        let given = json!({"group_id": "org.example", "artifact_id": artifact, "version": version,
            "source_uri": path.to_str().unwrap()});
        assert_eq!(self.ask("register_source", given)["status"], "registered_and_indexed");
    }

    /// `artifact symbol`, and `via` where it is not direct.
    fn heirs(&self, arguments: Value) -> Vec<String> {
        let answer = self.ask("find_implementations", arguments);
        assert_eq!(answer["status"], "success", "{answer}");
        let found = answer["implementations"].as_array().unwrap();
        assert_eq!(answer["total"], json!({"value": found.len(), "relation": "eq"}));
        let shown = found.iter().map(|one| {
            let artifact = one["artifact"].as_str().unwrap().strip_prefix("org.example:").unwrap();
            let via = one.get("via").map_or(String::new(), |via| format!(" via {}", via.as_str().unwrap()));
            let inside = if one["anonymous"] == true { format!(":{} in", one["line"]) } else { String::new() };
            format!("{artifact}{inside} {}{via}", one["symbol"].as_str().unwrap())
        });
        shown.collect()
    }
}

const BASE: &str = "package a; public class Base<T> { public void take(T t, int n) {} public void take(T t) {}\n\
                    protected T give() { return null; } static void make() {} private void hide() {}\n\
                    void near() {} public Base() {} }";

fn family() -> Home {
    let home = Home::new();
    home.jar(
        "lib:1.0",
        &[
            ("a/Base.java", BASE),
            (
                "a/Mid.java",
                "package a; public abstract class Mid<U extends Number> extends Base<U> {\n\
                        public void take(U u, int n) {} void near() {} }",
            ),
            ("a/Other.java", "package a; class Other { static class Base {} class Not extends Base {} }"),
            ("b/Base.java", "package b; public class Base {} class Mine extends Base {}"),
        ],
    );
    home.jar("use:1.0", &[
        ("c/Leaf.java", "package c; import a.*; class Leaf extends Mid<Integer> { public void take(Integer i, int n) {}\n\
                         public void take(Number i, int n) {} void near() {} static void make() {} private void hide() {} }"),
        ("c/Text.java", "package c; class Text extends a.Base<String> { public void take(String s) {}\n\
                         protected String give() { return \"\"; } enum E { A { } } }"),
        ("c/Kot.kt", "package c\nimport a.Base as Root\ntypealias Strings = Root<String>\n\
                      class Direct : Root<Int>() { override fun take(t: Int, n: Int) {} }\n\
                      open class Aliased : Strings() { override fun take(t: String) {} }\nobject Single : Aliased()\n"),
    ]);
    home
}

#[test]
fn subtypes_of_a_type() {
    let home = family();
    assert_eq!(
        home.heirs(json!({"symbol": "a.Base"})),
        [
            "lib:1.0 a.Mid",
            "use:1.0 c.Direct",
            "use:1.0 c.Aliased",
            "use:1.0 c.Single via c.Aliased",
            "use:1.0 c.Leaf via a.Mid",
            "use:1.0 c.Text",
        ]
    );
    assert_eq!(
        home.heirs(json!({"symbol": "a.Base", "transitive": false})),
        ["lib:1.0 a.Mid", "use:1.0 c.Direct", "use:1.0 c.Aliased", "use:1.0 c.Text"]
    );
    assert_eq!(home.heirs(json!({"symbol": "a.Base", "artifacts": ["*:lib:*"]})), ["lib:1.0 a.Mid"]);
    // What is between stands in an artifact that is not asked.
    assert_eq!(
        home.heirs(json!({"symbol": "a.Base", "artifacts": ["*:use:*"]})),
        [
            "use:1.0 c.Direct",
            "use:1.0 c.Aliased",
            "use:1.0 c.Single via c.Aliased",
            "use:1.0 c.Leaf via a.Mid",
            "use:1.0 c.Text"
        ]
    );
    assert_eq!(home.heirs(json!({"symbol": "b.Base"})), ["lib:1.0 b.Mine"]);
    assert_eq!(home.heirs(json!({"symbol": "a.Other.Base"})), ["lib:1.0 a.Other.Not"]);
    assert_eq!(home.heirs(json!({"symbol": "c.Leaf"})), [""; 0]);
}

#[test]
fn overrides_of_a_method() {
    let home = family();
    // Parameters are those of the subtype's own supertypes.
    assert_eq!(
        home.heirs(json!({"symbol": "a.Base#take(T, int)"})),
        [
            "lib:1.0 a.Mid#take(U, int)",
            "use:1.0 c.Direct#take(Int, Int)",
            "use:1.0 c.Leaf#take(Integer, int) via a.Mid",
        ]
    );
    assert_eq!(
        home.heirs(json!({"symbol": "a.Base#take(T, int)", "transitive": false})),
        ["lib:1.0 a.Mid#take(U, int)", "use:1.0 c.Direct#take(Int, Int)"]
    );
    assert_eq!(
        home.heirs(json!({"symbol": "a.Base#take(Object)"})),
        ["use:1.0 c.Aliased#take(String)", "use:1.0 c.Text#take(String)"]
    );
    // Without parameters all overloads are meant.
    assert_eq!(home.heirs(json!({"symbol": "a.Base#take"})).len(), 5);
    assert_eq!(home.heirs(json!({"symbol": "a.Base#give"})), ["use:1.0 c.Text#give()"]);
    // What is for its package alone is overridden there.
    assert_eq!(home.heirs(json!({"symbol": "a.Base#near()"})), ["lib:1.0 a.Mid#near()"]);
    for symbol in ["a.Base#make()", "a.Base#hide", "a.Base#<init>"] {
        let answer = home.ask("find_implementations", json!({"symbol": symbol}));
        assert_eq!(answer["status"], "invalid_argument", "{symbol}: {answer}");
        let message = answer["message"].as_str().unwrap();
        assert!(message.contains(") cannot be overridden: only methods"), "{message}");
    }
}

/// What stands for the JDK, and types that have its supertypes without writing them.
fn implied() -> Home {
    let home = Home::new();
    home.jar(
        "rt:1.0",
        &[
            ("java/lang/Comparable.java", "package java.lang; public interface Comparable<T> { int compareTo(T o); }"),
            (
                "java/lang/Enum.java",
                "package java.lang; public abstract class Enum<E extends Enum<E>> implements Comparable<E> {\n\
                 public String toString() { return null; } }",
            ),
            (
                "java/lang/Object.java",
                "package java.lang; public class Object { public String toString() { return null; }\n\
                 public boolean equals(Object o) { return true; } protected Object clone() { return null; } }",
            ),
            (
                "java/lang/Record.java",
                "package java.lang; public abstract class Record { public abstract String toString(); }",
            ),
        ],
    );
    home.jar(
        "use:1.0",
        &[
            (
                "c/All.java",
                "package c; class All { public String toString() { return null; }\n\
                 public boolean equals(All o) { return true; } static String toString(int n) { return null; } }\n\
                 class Low extends All { public String toString() { return null; }\n\
                 public boolean equals(java.lang.Object o) { return true; } }\n\
                 interface Face { String toString();\n Object clone(); }\n\
                 enum Kind { ONE; public String toString() { return null; } }\n\
                 enum Plain { ONE }\n\
                 record Pair(int a) { public String toString() { return null; } }",
            ),
            ("c/Kot.kt", "package c\nclass Kot { override fun toString() = \"\" }\nfun toString() = 1\n"),
        ],
    );
    home
}

#[test]
fn supertypes_that_nobody_writes() {
    let home = implied();
    assert_eq!(
        home.heirs(json!({"symbol": "java.lang.Object#toString()"})),
        [
            "rt:1.0 java.lang.Enum#toString()",
            "rt:1.0 java.lang.Record#toString()",
            "use:1.0 c.All#toString()",
            "use:1.0 c.Low#toString() via c.All",
            "use:1.0 c.Face#toString()",
            "use:1.0 c.Kind#toString() via java.lang.Enum",
            "use:1.0 c.Pair#toString() via java.lang.Record",
            "use:1.0 c.Kot#toString()",
        ]
    );
    assert_eq!(
        home.heirs(json!({"symbol": "java.lang.Object#toString()", "transitive": false, "artifacts": ["*:use:*"]})),
        ["use:1.0 c.All#toString()", "use:1.0 c.Face#toString()", "use:1.0 c.Kot#toString()"]
    );
    assert_eq!(
        home.heirs(json!({"symbol": "java.lang.Object#toString()", "artifacts": ["*:use:*"]})),
        [
            "use:1.0 c.All#toString()",
            "use:1.0 c.Low#toString() via c.All",
            "use:1.0 c.Face#toString()",
            "use:1.0 c.Kind#toString() via java.lang.Enum",
            "use:1.0 c.Pair#toString() via java.lang.Record",
            "use:1.0 c.Kot#toString()"
        ]
    );
    assert_eq!(home.heirs(json!({"symbol": "java.lang.Object#toString()", "transitive": false})).len(), 5);
    assert_eq!(home.heirs(json!({"symbol": "java.lang.Object#equals"})), ["use:1.0 c.Low#equals(Object) via c.All"]);
    assert_eq!(home.heirs(json!({"symbol": "java.lang.Object#clone()"})), [""; 0]);
    assert_eq!(home.heirs(json!({"symbol": "java.lang.Enum#toString()"})), ["use:1.0 c.Kind#toString()"]);
    assert_eq!(home.heirs(json!({"symbol": "java.lang.Record#toString()"})), ["use:1.0 c.Pair#toString()"]);
    assert_eq!(home.heirs(json!({"symbol": "java.lang.Enum"})), ["use:1.0 c.Kind", "use:1.0 c.Plain"]);
    assert_eq!(
        home.heirs(json!({"symbol": "java.lang.Comparable"})),
        ["rt:1.0 java.lang.Enum", "use:1.0 c.Kind via java.lang.Enum", "use:1.0 c.Plain via java.lang.Enum"]
    );
    assert_eq!(home.ask("find_implementations", json!({"symbol": "java.lang.Object"}))["status"], "invalid_argument");
}

#[test]
fn what_is_missing_is_said() {
    let home = family();
    home.jar("bad:1.0", &[("d/Bad.java", "package d; class Bad {{{ void m( ) } ] }")]);
    let answer = home.ask("find_implementations", json!({"symbol": "a.Base"}));
    let gap = &answer["incomplete"][0];
    assert_eq!(
        (&gap["what"], &gap["artifact"]),
        (&json!("1 file in org.example:bad:1.0"), &json!("org.example:bad:1.0"))
    );
    home.jar("worse:1.0", &[("d/Bad.java", "package d; class Bad {{{ void m( ) } ] }")]);
    let answer = home.ask("find_implementations", json!({"symbol": "a.Base"}));
    assert_eq!(answer["incomplete"][0]["what"], "2 files in 2 artifacts: org.example:bad:1.0, org.example:worse:1.0");
    let answer = home.ask("find_implementations", json!({"symbol": "java.util.Map"}));
    assert_eq!(answer["status"], "type_not_found");
    assert!(answer["message"].as_str().unwrap().ends_with("register a JDK, such as jdk:jdk:17"), "{answer}");
}

#[test]
fn versions_keep_their_own() {
    let home = Home::new();
    for version in ["1.0", "2.0"] {
        let own = format!("package a; class In{} extends Base {{}}", &version[..1]);
        home.jar(&format!("lib:{version}"), &[("a/Base.java", "package a; public class Base {}"), ("a/In.java", &own)]);
    }
    home.jar("use:1.0", &[("c/Use.java", "package c; class Use extends a.Base {}")]);
    let of = |version: &str| json!({"symbol": "a.Base", "group_id": "org.example", "artifact_id": "lib", "version": version});
    assert_eq!(home.heirs(of("1.0")), ["lib:1.0 a.In1"]);
    // What says nothing of versions means the highest one.
    assert_eq!(home.heirs(of("2.0")), ["lib:2.0 a.In2", "use:1.0 c.Use"]);
    let both = home.ask("find_implementations", json!({"symbol": "a.Base"}));
    assert_eq!(both["declared_in"], json!(["org.example:lib:1.0", "org.example:lib:2.0"]));
    assert_eq!(both["total"]["value"], 3);
    assert_eq!(both["not_searched"], json!([]), "no lambda is of a class");
}

#[test]
fn pages_put_together_are_the_list() {
    let home = family();
    let whole = home.ask("find_implementations", json!({"symbol": "a.Base"}));
    for size in [1, 2, 5] {
        let mut given = json!({"symbol": "a.Base", "max_results": size});
        let mut all = Vec::new();
        loop {
            let page = home.ask("find_implementations", given.clone());
            assert_eq!(page["total"], whole["total"]);
            all.extend(page["implementations"].as_array().unwrap().iter().cloned());
            let Some(next) = page.get("next_cursor") else { break };
            given["cursor"] = next.clone();
        }
        assert_eq!(&all, whole["implementations"].as_array().unwrap(), "by {size}");
    }
}

#[test]
fn what_is_not_one_thing_is_refused() {
    let home = family();
    let ambiguous = home.ask("find_implementations", json!({"symbol": "Base"}));
    assert_eq!(ambiguous["status"], "invalid_argument");
    assert!(ambiguous["suggestions"].as_array().unwrap().contains(&json!("b.Base")), "{ambiguous}");
    let unknown = home.ask("find_implementations", json!({"symbol": "a.Bose"}));
    assert_eq!((&unknown["status"], &unknown["suggestions"][0]), (&json!("type_not_found"), &json!("a.Base")));
    // What the JDK declares is led to the JDK, and what else is close is a type that the next call takes.
    let of_jdk = home.ask("find_implementations", json!({"symbol": "java.util.Base"}));
    assert_eq!(
        (&of_jdk["status"], &of_jdk["suggested_action"]),
        (&json!("type_not_found"), &json!("register_source")),
        "{of_jdk}"
    );
    assert_eq!(of_jdk["suggestions"], json!(["a.Other.Base", "a.Base", "b.Base"]), "{of_jdk}");
    assert!(of_jdk["message"].as_str().unwrap().contains("such as jdk:jdk:17"), "{of_jdk}");
    let method = home.ask("find_implementations", json!({"symbol": "a.Base#tak()"}));
    assert_eq!((&method["status"], &method["suggestions"][0]), (&json!("method_not_found"), &json!("a.Base#take")));
    assert_eq!(home.ask("find_implementations", json!({"symbol": "a.Base#take(long)"}))["status"], "method_not_found");
}

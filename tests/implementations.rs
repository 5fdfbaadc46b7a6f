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
#[path = "implementations/kotlin.rs"]
mod kotlin;
#[path = "implementations/nested.rs"]
mod nested;
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

#[test]
fn inherited_members_are_those_of_their_type() {
    let home = family();
    let answer = home.ask("find_implementations", json!({"symbol": "a.Mid#give"}));
    assert_eq!(answer["symbol"], "a.Base#give()", "{answer}");
    assert_eq!(home.heirs(json!({"symbol": "c.Leaf#give()"})), ["use:1.0 c.Text#give()"]);
    // Uses are those of what is declared, which is said.
    let uses = home.ask("find_references", json!({"symbol": "a.Mid#give"}));
    assert_eq!(uses["definitions"][0]["symbol"], "a.Base#give()", "{uses}");
    assert_eq!(
        uses["incomplete"][0],
        json!({"what": "a.Mid#give", "reason": "inherited from a.Base: what uses it there is listed", "note": true}),
        "{uses}"
    );
    let declared = home.ask("find_references", json!({"symbol": "a.Base#give"}));
    assert_eq!(uses["total"], declared["total"], "{uses}");
    assert_eq!(declared["incomplete"], Value::Null, "{declared}");
    assert_eq!(home.ask("find_references", json!({"symbol": "a.Mid#hide"}))["status"], "method_not_found");
    // What is private is nobody else's.
    assert_eq!(home.ask("find_implementations", json!({"symbol": "a.Mid#hide"}))["status"], "method_not_found");
}

const ERASED: &str = "package p; public abstract class Base<T> { public void over(int a) {}\n public void over(String s) {}\n\
                      public void gen(T t) {}\n public void arr(T[] t) {} }\n\
                      class Mid extends Base<String> { public void over(int a) {} }\n\
                      class Low extends Mid { public void over(String s) {}\n public void over(int a) {} }\n\
                      class Bounded<T extends Number> extends Base<T> { public void gen(Number t) {}\n public void arr(Number[] t) {} }\n\
                      class SameName<T> extends Base<T> { public void gen(Object t) {} }\n\
                      class NotOver extends Base<String> { public void gen(Integer t) {} }\n";

const BOUNDS: &str = "package p; class Ordering<T> { <E extends T> E max(E a, E b) { return a; }\n\
                      class Wrapped { void add(int at, T t) {} } }\n\
                      class More<T> extends Ordering<T> { <E extends T> E max(E a, E b) { return b; }\n\
                      class Longer extends Wrapped { void add(int at, T t) {} } }\n";

#[test]
fn erasures_override() {
    let home = Home::new();
    home.jar("lib:1.0", &[("p/Base.java", ERASED), ("p/Ordering.java", BOUNDS)]);
    assert_eq!(
        home.heirs(json!({"symbol": "p.Base#gen"})),
        ["lib:1.0 p.Bounded#gen(Number)", "lib:1.0 p.SameName#gen(Object)"]
    );
    assert_eq!(home.heirs(json!({"symbol": "p.Base#arr"})), ["lib:1.0 p.Bounded#arr(Number[])"]);
    // Parameters may be written as the virtual machine has them, whatever bounds they come from.
    assert_eq!(home.heirs(json!({"symbol": "p.Ordering#max(java.lang.Object, Object)"})), ["lib:1.0 p.More#max(E, E)"]);
    assert_eq!(
        home.heirs(json!({"symbol": "p.Ordering.Wrapped#add(int, Object)"})),
        ["lib:1.0 p.More.Longer#add(int, T)"]
    );
    // What is overridden is not listed among what is inherited.
    for name in ["p.Bounded", "p.SameName"] {
        let given = json!({"group_id": "org.example", "artifact_id": "lib", "type_name": name,
            "include_inherited": true, "name_filter": "gen"});
        let answer = home.ask("list_methods", given);
        assert_eq!(answer["methods"].as_array().unwrap().len(), 1, "{answer}");
    }
}

/// A class may implement an interface by what its superclass, which knows nothing of it, declares.
#[test]
fn what_a_superclass_declares_implements() {
    let home = Home::new();
    home.jar(
        "base:1",
        &[
            ("a/Take.java", "package a; public interface Take<T> { void take(T t); }"),
            (
                "a/Store.java",
                "package a; public abstract class Store<K> {\n public void take(K k) {}\n public abstract void give(K k);\n void hide(K k) {} }",
            ),
        ],
    );
    home.jar(
        "lib:1",
        &[
            ("b/Words.java", "package b; class Words extends a.Store<String> implements a.Take<String> { public void give(String k) {} }"),
            ("b/More.java", "package b; class More extends Words { }"),
            ("b/Own.java", "package b; class Own extends a.Store<String> implements a.Take<String> { public void take(String k) {} }"),
            ("b/Below.java", "package b; class Below extends Own implements a.Take<String> { }"),
            ("b/Other.java", "package b; class Other extends a.Store<Integer> implements a.Take<String> { }"),
            ("b/Mid.kt", "package b\nopen class Mid { fun take(t: Long) {} }\nclass End : Mid(), a.Take<Long>\n"),
        ],
    );
    let of_lib = ["lib:1 b.Mid#take(Long) via b.End", "lib:1 b.Own#take(String)"];
    let all = ["base:1 a.Store#take(K) via b.Words", of_lib[0], of_lib[1]];
    assert_eq!(home.heirs(json!({"symbol": "a.Take#take"})), all);
    let narrowed = json!({"symbol": "a.Take#take", "artifacts": ["org.example:lib:*"]});
    assert_eq!(home.heirs(narrowed), of_lib, "what is declared elsewhere was not asked for");
}

/// A class may implement the interface that an annotation is.
#[test]
fn elements_of_annotations_are_overridden() {
    let home = Home::new();
    let text = "package p; @interface Ann { int value(); String[] names() default {}; }\n\
         abstract class Base { public int value() { return 0; } }\n abstract class Far extends Base implements Ann {}\n\
         abstract class One implements Ann { public int value() { return 1; }\n\
         static Ann two() { return new One() {\n public String[] names() { return null; } }; } }\n";
    home.jar("lib:1", &[("p/Ann.java", text)]);
    let value = home.heirs(json!({"symbol": "p.Ann#value"}));
    assert_eq!(value, ["lib:1 p.Base#value() via p.Far", "lib:1 p.One#value()"]);
    assert_eq!(home.heirs(json!({"symbol": "p.Ann#names()"})), ["lib:1:6 in p.One#two() via p.One"]);
}

/// The accessor that nobody wrote of a record's component (The Java Language Specification, 8.10.3).
#[test]
fn accessors_of_records_override() {
    let home = Home::new();
    let text = "package p; interface Shape<T> { T area(); T area(int scale); T name(); }\n\
         record Circle(Integer area, String other) implements Shape<Integer> { public Integer area(int scale) { return area; }\n\
         public Integer name() { return 0; } }\n\
         record Square(Integer area, Integer name) implements Shape<Integer> {\n\
         public Integer area() { return area; } public Integer area(int scale) { return area; } }\n";
    let kotlin = "package p\ninterface Wide { val width: Int\n val isOpen: Boolean }\n";
    let wide = "package p; record Window(int getWidth, boolean isOpen, int width) implements Wide {}";
    home.jar("lib:1", &[("p/Shape.java", text), ("p/Wide.kt", kotlin), ("p/Window.java", wide)]);
    let square = "lib:1 p.Square#area()";
    assert_eq!(home.heirs(json!({"symbol": "p.Shape#area()"})), ["lib:1 p.Circle#area()", square]);
    let scaled = ["lib:1 p.Circle#area(int)", "lib:1 p.Square#area(int)"];
    assert_eq!(home.heirs(json!({"symbol": "p.Shape#area(int)"})), scaled);
    let all = ["lib:1 p.Circle#area()", scaled[0], square, scaled[1]];
    assert_eq!(home.heirs(json!({"symbol": "p.Shape#area"})), all);
    assert_eq!(home.heirs(json!({"symbol": "p.Shape#name"})), ["lib:1 p.Circle#name()", "lib:1 p.Square#name()"]);
    assert_eq!(home.heirs(json!({"symbol": "p.Wide#width"})), ["lib:1 p.Window#getWidth()"]);
    assert_eq!(home.heirs(json!({"symbol": "p.Wide#isOpen"})), ["lib:1 p.Window#isOpen()"]);
}

/// What `list_methods` and `list_fields` tell a type of `lib` has from others, and who declares it.
fn given(home: &Home, tool: &str, type_name: &str) -> Vec<String> {
    let arguments =
        json!({"group_id": "org.example", "artifact_id": "lib", "type_name": type_name, "include_inherited": true});
    let answer = home.ask(tool, arguments);
    let key = if tool == "list_methods" { "methods" } else { "fields" };
    let rows = answer[key].as_array().unwrap_or_else(|| panic!("{answer}")).iter();
    rows.filter_map(|row| Some(format!("{} {}", row["declared_in"].as_str()?, row["signature"].as_str()?))).collect()
}

const ORDER: &str = "package p; interface I { void m(); default int d() { return 1; } static void s() {} private void v() {} int X = 1; }\n\
                     class A implements I { public void m() {} public int d() { return 2; } }\n\
                     class B extends A {}\n class C extends B implements I {}\n\
                     interface J extends I { default int d() { return 3; } }\n\
                     abstract class K implements J {}\n abstract class L extends K implements I {}\n\
                     class Plain { public void m() {} }\n class More extends Plain {}\n class Two extends More implements J {}\n\
                     abstract class None { abstract int d(); }\n abstract class Abstract extends None implements J {}\n\
                     class F implements I { int X; private int Y; }\n class G extends F { private int X, Z; }\n\
                     class H extends G implements I { }\n class Y { int Z; }\n class Z extends F { }\n";

/// A method of a superclass, however far, keeps those of interfaces from being inherited; among interfaces one that extends
/// another goes before it (The Java Language Specification, 8.4.8 and 9.4.1).
#[test]
fn inherited_is_what_the_language_inherits() {
    let home = Home::new();
    home.jar(
        "lib:1",
        &[
            ("p/I.java", ORDER),
            ("p/Far.java", "package p; public class Far { void near() {} protected void wide() {} }"),
            ("q/Between.java", "package q; public class Between extends p.Far { }"),
            ("p/Back.java", "package p; class Back extends q.Between { }"),
            (
                "k/k.kt",
                "package k\ninterface I { fun m()\n val x: Int\n fun d() = 1 }\n\
                 open class A : I { override fun m() {}\n override val x = 1\n override fun d() = 2 }\n\
                 open class B : A()\nclass C : B(), I\n",
            ),
        ],
    );
    let cases: [(&str, &[&str]); 6] = [
        ("p.C", &["p.A public void m()", "p.A public int d()"]),
        ("p.L", &["p.I void m()", "p.J default int d()"]),
        ("p.Two", &["p.J default int d()", "p.Plain public void m()"]),
        ("p.Abstract", &["p.None abstract int d()", "p.I void m()"]),
        // What a class between them does not have it cannot give.
        ("p.Back", &["p.Far protected void wide()"]),
        ("k.C", &["k.A override fun m()", "k.A override fun d()"]),
    ];
    for (name, expected) in cases {
        assert_eq!(given(&home, "list_methods", name), expected, "{name}");
    }
    let fields: [(&str, &[&str]); 4] = [
        // The private one hides that of F for what is below, and I is named again.
        ("p.H", &["p.I int X"]),
        ("p.G", &[]),
        ("p.Z", &["p.F int X"]),
        ("k.C", &["k.A override val x"]),
    ];
    for (name, expected) in fields {
        assert_eq!(given(&home, "list_fields", name), expected, "{name}");
    }
    for (name, method, declared_in) in
        [("p.C", "m", "p.A"), ("p.C", "d", "p.A"), ("p.L", "d", "p.J"), ("p.Two", "m", "p.Plain"), ("k.C", "m", "k.A")]
    {
        let arguments =
            json!({"group_id": "org.example", "artifact_id": "lib", "type_name": name, "method_name": method});
        let answer = home.ask("get_method_source", arguments);
        assert_eq!(answer["method_source"][0]["declared_in"], declared_in, "{name}#{method}: {answer}");
        let answer = home.ask("find_implementations", json!({"symbol": format!("{name}#{method}")}));
        assert_eq!(answer["symbol"], format!("{declared_in}#{method}()"), "{answer}");
    }
}

#[test]
fn overloads_are_overridden_one_by_one() {
    let home = Home::new();
    home.jar("lib:1.0", &[("p/Base.java", ERASED)]);
    let nearest = |symbol: &str| json!({"symbol": symbol, "transitive": false});
    assert_eq!(home.heirs(nearest("p.Base#over")), ["lib:1.0 p.Mid#over(int)", "lib:1.0 p.Low#over(String) via p.Mid"]);
    assert_eq!(home.heirs(nearest("p.Base#over(int)")), ["lib:1.0 p.Mid#over(int)"]);
    assert_eq!(home.ask("find_implementations", nearest("p.Base#over"))["symbol"], "p.Base#over");
    assert_eq!(home.ask("find_implementations", nearest("p.Base#over(int)"))["symbol"], "p.Base#over(int)");
}

/// A method with a primitive parameter does not override one with its box (The Java Language Specification, 8.4.2).
#[test]
fn a_primitive_is_not_its_box() {
    let home = Home::new();
    home.jar(
        "boxes:1",
        &[
            ("b/A.java", "package b; public abstract class A<T extends Comparable<T>> { public void less(T t) {} public void w(Boolean b) {} }"),
            ("b/B.java", "package b; public class B extends A<Byte> { public void less(byte b) {} public void w(boolean b) {} }"),
            ("b/C.java", "package b; public class C extends A<Byte> { public void less(Byte b) {} }"),
        ],
    );
    let asked = |tool: &str, more: Value| {
        let mut given = json!({"group_id": "org.example", "artifact_id": "boxes", "version": "1"});
        given.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        home.ask(tool, given)
    };
    let methods = asked("list_methods", json!({"type_name": "b.B", "include_inherited": true}));
    assert_eq!(methods["pagination"]["total_count"], 4, "{methods}");
    assert_eq!(home.heirs(json!({"symbol": "b.A#less(T)"})), ["boxes:1 b.C#less(Byte)"]);
    assert_eq!(home.heirs(json!({"symbol": "b.A#w(Boolean)"})), Vec::<String>::new());
    let inherited = json!({"type_name": "b.B", "method_name": "w", "method_signature": "(Boolean)"});
    let source = asked("get_method_source", inherited)["method_source"][0]["source_code"].clone();
    assert!(source.as_str().unwrap().contains("w(Boolean b)"), "{source}");
}

#[test]
fn a_superclass_that_is_called_as_the_interface_implements_it() {
    let home = Home::new();
    home.jar(
        "same:1",
        &[
            ("a/Task.java", "package a; public interface Task { default void go(int i) {} void stop(); }"),
            ("b/Task.java", "package b; public class Task { public void go(int i) {} public void stop() {} }"),
            ("c/Run.java", "package c; public class Run extends b.Task implements a.Task {}"),
            ("c/Same.java", "package c; import b.*; public class Same extends Task implements a.Task {}"),
            ("c/Far.java", "package c; public class Far extends Run {}"),
            ("d/Task.java", "package d; public class Task { public void go(int i) {} public void stop() {} }"),
            ("a/Near.java", "package a; import d.Task; public class Near extends Task implements a.Task {}"),
        ],
    );
    for method in ["stop", "go"] {
        let found = home.heirs(json!({"symbol": format!("a.Task#{method}")}));
        let parameters = if method == "go" { "(int)" } else { "()" };
        let of = |package: &str, via: &str| format!("same:1 {package}.Task#{method}{parameters} via {via}");
        assert_eq!(found, [of("b", "c.Run"), of("d", "a.Near")], "{method}");
    }
}

#[test]
fn an_inherited_source_says_which_version_it_is_of() {
    let home = Home::new();
    for version in ["1", "2"] {
        home.jar(&format!("lib:{version}"), &[("x/P.java", "package x; public class P { public void of() {} }")]);
    }
    home.jar("app:1", &[("q/H.java", "package q; public class H extends x.P { void own() {} }")]);
    let noted = |name: &str| {
        let arguments = json!({"group_id": "org.example", "artifact_id": "app", "version": "1", "type_name": "q.H",
            "method_name": name});
        home.ask("get_method_source", arguments)["incomplete"].clone()
    };
    let note =
        json!([{"what": "x.P", "reason": "taken from org.example:lib:2; also in org.example:lib:1", "note": true}]);
    assert_eq!((noted("of"), noted("own")), (note, Value::Null));
}

/// Suggestions name overloads so.
#[test]
fn an_overload_is_picked_by_what_stands_behind_its_name() {
    let home = family();
    let count = |name: &str| {
        let arguments = json!({"group_id": "org.example", "artifact_id": "lib", "version": "1.0",
            "type_name": "a.Base", "method_name": name});
        home.ask("get_method_source", arguments)["method_source"].as_array().map(Vec::len)
    };
    assert_eq!((count("take"), count("take(T)"), count("take (T, int)")), (Some(2), Some(1), Some(1)));
    assert_eq!(count("take(long)"), None);
}

#[test]
fn of_a_field_and_a_method_of_one_name_the_method_is_meant() {
    let home = Home::new();
    let source = "package p; class Base { int size; int size() { return size; } int only; }\n\
         class Sub extends Base { int size() { return 1; } }";
    home.jar("lib:1.0", &[("p/Base.java", source)]);
    assert_eq!(home.heirs(json!({"symbol": "p.Base#size"})), ["lib:1.0 p.Sub#size()"]);
    let field = home.ask("find_implementations", json!({"symbol": "p.Base#only"}));
    assert_eq!(field["status"], "invalid_argument", "{field}");
}

/// Types that are called alike are others: by imports, in full, nested.
#[test]
fn what_takes_another_type_of_the_same_name_does_not_override() {
    let home = Home::new();
    let base = "package p; public interface Left { enum Part { A } }\n public interface Right { enum Part { A } }\n interface Gone extends q.Made {}\n\
         abstract class Base<K> { public void at(java.util.Date d) {} public abstract void on(Left.Part p); public abstract void on(Right.Part[] p);\n\
         public abstract void on(Right.Part p); void made(q.Made m) {} void more(Text t) {} void key(K k, Left.Part p) {} }\n";
    let here = "package p; public class Full extends Base<String> { void at(java.sql.Date d) {}\n void made(Made m) {}\n\
         void on(Left.Part p) {}\n void on(Right.Part p) {}\n void more(p.Text t) {}\n void key(String k, p.Left.Part p) {} }\n\
         class In extends Full { static class Date {}\n void at(Date d) {}\n void at(java.util.Date d) {}\n\
         void key(String k, Right.Part p) {} }\n";
    let there = "package r; import java.sql.Date; import p.*; class Named extends p.Full implements Left {\n void at(Date d) {}\n\
         void on(Part p) {} void on(Right.Part[] p) {}\n }";
    let kotlin =
        "package p\nimport p.Right.Part\nabstract class Kot : Base<String>() { override fun on(p: Part) {} }\n";
    home.jar("lib:1", &[("p/Base.java", base), ("p/Full.java", here), ("p/Text.java", "package p; class Text {}")]);
    home.jar("use:1", &[("p/Kot.kt", kotlin), ("r/Named.java", there)]);
    let named = home.ask("find_implementations", json!({"symbol": "p.Base#at"}));
    assert_eq!(home.heirs(json!({"symbol": "p.Base#at"})), ["lib:1 p.In#at(Date) via p.Full"], "{named}");
    assert_eq!(named["implementations"][0]["line"], 9, "{named}");
    assert_eq!(home.heirs(json!({"symbol": "p.Base#more"})), ["lib:1 p.Full#more(Text)"]);
    assert_eq!(home.heirs(json!({"symbol": "p.Base#key"})), ["lib:1 p.Full#key(String, Part)"]);
    // Nobody knows what is not there.
    assert_eq!(home.heirs(json!({"symbol": "p.Base#made"})), ["lib:1 p.Full#made(Made)"]);
    let lines = |symbol: &str| -> Vec<String> {
        let answer = home.ask("find_implementations", json!({"symbol": symbol}));
        let rows = answer["implementations"].as_array().unwrap_or_else(|| panic!("{answer}")).iter();
        rows.map(|row| format!("{}:{}", row["symbol"].as_str().unwrap(), row["line"])).collect()
    };
    for symbol in ["p.Base#on(Left.Part)", "p.Base#on(p.Left.Part)", "p.Base#on(p.Left$Part p)"] {
        assert_eq!(lines(symbol), ["p.Full#on(Part):3", "r.Named#on(Part):3"], "{symbol}");
    }
    assert_eq!(lines("p.Base#on(Right.Part)"), ["p.Full#on(Part):4", "p.Kot#on(Part):3"]);
    assert_eq!(lines("p.Base#on(Right.Part[])"), ["r.Named#on(Part[]):3"]);
    assert_eq!(lines("p.Base#on(Part)").len(), 4);
    for symbol in ["p.Base#on(Bogus.Part)", "p.Base#on(q.Left.Part)", "r.Named#on(Right.Part)"] {
        let answer = home.ask("find_implementations", json!({"symbol": symbol}));
        let is_inherited = symbol.starts_with('r');
        assert_eq!(answer["status"], if is_inherited { "success" } else { "method_not_found" }, "{symbol}: {answer}");
    }
}

/// A name without parentheses means a property of Kotlin and the functions that are called as it is.
#[test]
fn a_name_alone_means_properties_and_functions() {
    let home = Home::new();
    let text = "package k\nopen class Base { open val hash = 0\n open fun hash() = hash\n open fun hash(of: Int) = of }\n\
        class Kot : Base() { override val hash = 1\n override fun hash() = 1\n override fun hash(of: Int) = 1 }\n\
        val one = object : Base() {\n override val hash = 2\n override fun hash() = 2 }\n";
    let java =
        "package k; class Jav extends Base { public int hash() { return 0; } public int getHash() { return 0; } }";
    home.jar("lib:1.0", &[("k/Base.kt", text), ("k/Jav.java", java)]);
    let getter = "lib:1.0 k.Jav#getHash()";
    let jav = "lib:1.0 k.Jav#hash()";
    let functions = ["lib:1.0 k.Kot#hash()", "lib:1.0 k.Kot#hash(Int)", "lib:1.0:10 in k.BaseKt#one", jav];
    let all =
        ["lib:1.0 k.Kot#hash", functions[0], functions[1], "lib:1.0:9 in k.BaseKt#one", functions[2], jav, getter];
    for symbol in ["k.Base#hash", "k.Base.hash"] {
        assert_eq!(home.heirs(json!({"symbol": symbol})), all, "{symbol}");
    }
    assert_eq!(home.heirs(json!({"symbol": "k.Base#hash()"})), [functions[0], functions[2], jav]);
    let answer = home.ask("find_implementations", json!({"symbol": "k.Base#hash"}));
    assert_eq!(answer["symbol"], "k.Base#hash", "{answer}");
    let rows = answer["implementations"].as_array().unwrap().iter();
    let kinds: Vec<&str> = rows.filter_map(|row| row["kind"].as_str()).collect();
    assert_eq!(kinds, ["property", "method", "method", "property", "method", "method", "method"]);
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

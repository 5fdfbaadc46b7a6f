//! Which method overrides which: by erasures, by what a superclass declares, by how its parameters are named.

use serde_json::{Value, json};

use super::{Home, family};

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

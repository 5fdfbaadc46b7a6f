//! Classes inside bodies.

use serde_json::json;

use super::Home;

/// Classes in bodies of Java and Kotlin, of another artifact than what they extend.
fn bodies() -> Home {
    let home = Home::new();
    home.jar(
        "lib:1.0",
        &[
            ("a/Task.java", "package a; public interface Task { void run(int n); default void run() {} }"),
            (
                "a/Slow.java",
                "package a; public abstract class Slow implements Task { public void run(int n) {}\n\
                 static final Task NONE = new Task() { public void run(int n) {} }; }",
            ),
            (
                "a/Kind.java",
                "package a; public enum Kind implements Task { ONE {\n public void run(int n) {} }, TWO;\n\
                             public void run(int n) {} }",
            ),
            ("b/Task.java", "package b; public class Task { Object no = new Task() {}; }"),
        ],
    );
    home.jar(
        "use:1.0",
        &[
            (
                "c/Use.java",
                "package c; import a.*; class Use {\n\
          Task field = new Task() { public void run(int n) {} };\n\
          static { new Slow() { }; }\n\
          void make(Task[] all, int n) {\n\
            class Local extends Slow { public void run(int n) {} }\n\
            all[0] = new Local() { @Override public void run(int n) { } public void run() {} };\n\
            call(() -> new a.Task() { public void run(int n) {} });\n\
            Task lambda = n -> {};\n\
          }\n\
          void call(Object of) {} }",
            ),
            (
                "c/Kot.kt",
                "package c\nimport a.Task as Job\nimport a.Slow\n\
          val top = object : Job {\n  override fun run(n: Int) {}\n}\n\
          fun String.make(): Job {\n  class Inner : Slow()\n  return object : Slow(), Comparable<String> {\n\
            override fun run(n: Int) {}\n    override fun compareTo(other: String) = 0\n  }\n}\n",
            ),
        ],
    );
    home
}

#[test]
fn classes_in_bodies() {
    let home = bodies();
    assert_eq!(
        home.heirs(json!({"symbol": "a.Task"})),
        [
            "lib:1.0 a.Kind",
            "lib:1.0:1 in a.Kind#ONE via a.Kind",
            "lib:1.0 a.Slow",
            "lib:1.0:2 in a.Slow#NONE",
            "use:1.0:4 in c.KotKt#top",
            "use:1.0:8 in c.KotKt#make(String) via a.Slow",
            "use:1.0:9 in c.KotKt#make(String) via a.Slow",
            "use:1.0:2 in c.Use#field",
            "use:1.0:3 in c.Use via a.Slow",
            "use:1.0:5 in c.Use#make(Task[], int) via a.Slow",
            "use:1.0:6 in c.Use#make(Task[], int) via Local",
            "use:1.0:7 in c.Use#make(Task[], int)",
        ]
    );
    let answer = home.ask("find_implementations", json!({"symbol": "a.Task"}));
    assert_eq!((&answer["anonymous"], &answer["not_searched"]), (&json!(10), &json!(["lambdas"])));
    assert_eq!(
        home.heirs(json!({"symbol": "a.Task", "transitive": false})),
        [
            "lib:1.0 a.Kind",
            "lib:1.0 a.Slow",
            "lib:1.0:2 in a.Slow#NONE",
            "use:1.0:4 in c.KotKt#top",
            "use:1.0:2 in c.Use#field",
            "use:1.0:7 in c.Use#make(Task[], int)",
        ]
    );
    assert_eq!(home.heirs(json!({"symbol": "b.Task"})), ["lib:1.0:1 in b.Task#no"]);
}

#[test]
fn overrides_in_bodies() {
    let home = bodies();
    assert_eq!(
        home.heirs(json!({"symbol": "a.Task#run(int)"})),
        [
            "lib:1.0:2 in a.Kind#ONE via a.Kind",
            "lib:1.0 a.Kind#run(int)",
            "lib:1.0 a.Slow#run(int)",
            "lib:1.0:2 in a.Slow#NONE",
            "use:1.0:5 in c.KotKt#top",
            "use:1.0:10 in c.KotKt#make(String) via a.Slow",
            "use:1.0:2 in c.Use#field",
            "use:1.0:5 in c.Use#make(Task[], int) via a.Slow",
            "use:1.0:6 in c.Use#make(Task[], int) via Local",
            "use:1.0:7 in c.Use#make(Task[], int)",
        ]
    );
    assert_eq!(
        home.heirs(json!({"symbol": "a.Task#run(int)", "transitive": false})),
        [
            "lib:1.0 a.Kind#run(int)",
            "lib:1.0 a.Slow#run(int)",
            "lib:1.0:2 in a.Slow#NONE",
            "use:1.0:5 in c.KotKt#top",
            "use:1.0:2 in c.Use#field",
            "use:1.0:7 in c.Use#make(Task[], int)",
        ]
    );
    assert_eq!(home.heirs(json!({"symbol": "a.Task#run()"})), ["use:1.0:6 in c.Use#make(Task[], int) via Local"]);
}

#[test]
fn pages_hold_classes_in_bodies() {
    let home = bodies();
    let whole = home.ask("find_implementations", json!({"symbol": "a.Task"}));
    let mut given = json!({"symbol": "a.Task", "max_results": 2});
    let mut all = Vec::new();
    loop {
        let page = home.ask("find_implementations", given.clone());
        all.extend(page["implementations"].as_array().unwrap().iter().cloned());
        let Some(next) = page.get("next_cursor") else { break };
        given["cursor"] = next.clone();
    }
    assert_eq!(&all, whole["implementations"].as_array().unwrap());
}

#[test]
fn anonymous_classes_of_types_that_only_a_value_has() {
    let home = Home::new();
    home.jar("lib:1.0", &[("p/A.java", "package p; public class A { public class Deep { public void go() {} } }")]);
    home.jar(
        "use:1.0",
        &[(
            "q/B.java",
            "package q;\nclass B { void f(p.A in) {\n p.A.Deep a = in.new Deep() {\n\
             @Override public void go() { super.go(); } };\n} }",
        )],
    );
    assert_eq!(home.heirs(json!({"symbol": "p.A.Deep"})), ["use:1.0:3 in q.B#f(A)"]);
    assert_eq!(home.heirs(json!({"symbol": "p.A.Deep#go()"})), ["use:1.0:4 in q.B#f(A)"]);
}

/// The last member of an object may end before the brace.
#[test]
fn objects_on_one_line() {
    let home = Home::new();
    let text = "package k\nabstract class Base { abstract fun run(); open val left = 1 }\n\
                val one = object : Base() { override fun run() { } }\n\
                val two = object : Base() { val more = 1; override fun run() = left }\n\
                fun three(of: Base) = object : Base() {\n    override fun run() { } }\n\
                val four = object : Base() { override val left get() = 2 }\n\
                fun five(one: Base) = listOf(object : Base() { override fun run() { five(one) } }).map { run() }\n\
                fun six(one: (() -> Unit) -> Unit) = one { fun run() { } }\n";
    home.jar("lib:1.0", &[("k/Base.kt", text)]);
    assert_eq!(
        home.heirs(json!({"symbol": "k.Base#run()"})),
        [
            "lib:1.0:3 in k.BaseKt#one",
            "lib:1.0:4 in k.BaseKt#two",
            "lib:1.0:6 in k.BaseKt#three(Base)",
            "lib:1.0:8 in k.BaseKt#five(Base)",
        ]
    );
    assert_eq!(home.heirs(json!({"symbol": "k.Base#left"})), ["lib:1.0:7 in k.BaseKt#four"]);
}

/// Local classes that give type arguments to one that takes them, and the name of a type around them.
#[test]
fn overrides_under_generic_local_classes() {
    let home = Home::new();
    let text = "package w;\npublic class B {\n interface Base<T> { T go(T t); }\n static class L {}\n void f(L before) {\n\
                class L<M> implements Base<M> { public M go(M m) { return m; } }\n\
                new L<String>() { public String go(String s) { return s; } };\n\
                class Two extends L<Integer> { public Integer go(Integer s) { return s; } }\n\
                class Not extends L<Integer> { public String go(String s) { return s; } }\n\
                class Three<K> extends L<K> { public K go(K s) { return s; } }\n\
                new L<>() { public Object go(Object s) { return s; } };\n} }\n";
    home.jar("lib:1.0", &[("w/B.java", text)]);
    let rows = [6, 7, 8, 10, 11].map(|line| {
        let via = if line == 6 { "" } else { " via L" };
        format!("lib:1.0:{line} in w.B#f(L){via}")
    });
    assert_eq!(home.heirs(json!({"symbol": "w.B.Base#go(T)"})), rows);
}

/// Such code does not compile: its arguments would grow for ever.
#[test]
fn local_classes_above_themselves() {
    let home = Home::new();
    let text = "package w;\nclass B {\n interface Two<A, B> {}\n interface Base<T> { T go(T t); }\n void f() {\n\
                class L<M> extends L.In<Two<M, M>> implements Base<M> {\n public M go(M m) { return m; }\n\
                class In<K> extends L<Two<K, K>> { public K go(K k) { return this.go(k); } } }\n\
                class D<M> extends D<Two<M, Two<M, M>>> implements Base<M> { public M go(M m) { return m; } }\n} }\n";
    home.jar("lib:1.0", &[("w/B.java", text)]);
    assert!(home.heirs(json!({"symbol": "w.B.Base#go(T)"})).len() >= 2);
}

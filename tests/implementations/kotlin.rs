//! Kotlin: types that stand for those of Java, function types, aliases, properties.

use serde_json::json;

use super::Home;

#[test]
fn what_extends_a_type_of_kotlin_extends_the_one_of_java_that_it_stands_for() {
    let home = Home::new();
    home.jar("rt:1.0", &[("java/lang/Comparable.java", "package java.lang; public interface Comparable<T> { }")]);
    home.jar("std:1.0", &[("kotlin/Comparable.kt", "package kotlin\npublic interface Comparable<in T>\n")]);
    home.jar("lib:1.0", &[("p/Path.kt", "package p\nclass Path : Comparable<Path>\nclass Low : Comparable<Low>\n")]);
    home.jar("java:1.0", &[("q/Size.java", "package q; class Size implements Comparable<Size> { }")]);
    let both = ["java:1.0 q.Size", "lib:1.0 p.Path", "lib:1.0 p.Low"];
    assert_eq!(home.heirs(json!({"symbol": "java.lang.Comparable"})), both);
    assert_eq!(home.heirs(json!({"symbol": "kotlin.Comparable"})), both[1..]);
}

#[test]
fn what_a_body_of_kotlin_extends_is_the_type_of_java_that_it_stands_for() {
    let home = Home::new();
    home.jar("rt:1.0", &[("java/util/Iterator.java", "package java.util; public interface Iterator<E> { }")]);
    home.jar(
        "std:1.0",
        &[(
            "kotlin/collections/Iterator.kt",
            "package kotlin.collections\npublic interface Iterator<out T>\n\
                           public interface MutableIterator<out T> : Iterator<T>\n",
        )],
    );
    home.jar(
        "lib:1.0",
        &[(
            "p/Path.kt",
            "package p\nclass Path : Iterator<Path>\nfun make() = object : Iterator<Path> {}\n\
                           fun change() {\n    class Own : MutableIterator<Path>\n}\n",
        )],
    );
    let own = ["lib:1.0 p.Path", "lib:1.0:3 in p.PathKt#make()", "lib:1.0:5 in p.PathKt#change()"];
    assert_eq!(home.heirs(json!({"symbol": "java.util.Iterator"})), own);
    assert_eq!(home.heirs(json!({"symbol": "java.util.Iterator", "transitive": false})), own);
}

#[test]
fn what_extends_a_type_of_kotlin_extends_what_is_above_that_of_java() {
    let home = Home::new();
    home.jar(
        "rt:1.0",
        &[
            ("java/io/Serializable.java", "package java.io; public interface Serializable { }"),
            (
                "java/lang/Throwable.java",
                "package java.lang; public class Throwable implements java.io.Serializable { \
                 public String getMessage() { return null; } }",
            ),
        ],
    );
    let common = "package kotlin\npublic expect open class Throwable()\n";
    let machine = "package kotlin\npublic actual open class Throwable actual constructor()\n";
    home.jar("std:1.0", &[("common/kotlin/Throwable.kt", common), ("jvm/kotlin/Throwable.kt", machine)]);
    home.jar(
        "lib:1.0",
        &[(
            "p/All.kt",
            "package p\nopen class One : Throwable()\nclass Two : One()\nval three = object : Throwable() {}\nval four = object : One() {}\n",
        )],
    );
    let below = [
        "lib:1.0 p.One via kotlin.Throwable",
        "lib:1.0 p.Two via p.One",
        "lib:1.0:4 in p.AllKt#three via kotlin.Throwable",
        "lib:1.0:5 in p.AllKt#four via p.One",
        "rt:1.0 java.lang.Throwable",
    ];
    assert_eq!(home.heirs(json!({"symbol": "java.io.Serializable"})), below);
    assert_eq!(home.heirs(json!({"symbol": "java.io.Serializable", "transitive": false})), below[4..]);
}

#[test]
fn what_stands_for_a_subtype_of_java_is_not_listed_beside_it() {
    let home = Home::new();
    home.jar(
        "rt:1.0",
        &[
            ("java/util/Collection.java", "package java.util; public interface Collection<E> { }"),
            ("java/util/Sequenced.java", "package java.util; public interface Sequenced<E> extends Collection<E> { }"),
            ("java/util/List.java", "package java.util; public interface List<E> extends Sequenced<E> { }"),
        ],
    );
    let lists = "package kotlin.collections\ninterface Collection<out E>\ninterface List<out E> : Collection<E>\n\
                 interface MutableList<E> : List<E>\n";
    home.jar("std:1.0", &[("kotlin/collections/Collections.kt", lists)]);
    let own = "package p\nclass Own : MutableList<Int>\nval one = object : MutableList<Int> {}\n";
    home.jar("lib:1.0", &[("p/Own.kt", own)]);
    let below = [
        "lib:1.0 p.Own via kotlin.collections.MutableList",
        "lib:1.0:3 in p.OwnKt#one via kotlin.collections.MutableList",
        "rt:1.0 java.util.List",
    ];
    assert_eq!(home.heirs(json!({"symbol": "java.util.Sequenced"})), below);
    assert_eq!(home.heirs(json!({"symbol": "kotlin.collections.Collection"})).len(), 4);
}

#[test]
fn what_is_expected_and_actual_is_one_implementation() {
    let home = Home::new();
    let sink = "package k\ninterface Sink { fun write() }\n";
    let common = "package k\nexpect class Hashing : Sink { override fun write() }\nexpect class Elsewhere : Sink\n";
    let machine = "package k\nactual class Hashing : Sink { actual override fun write() {} }\n";
    home.jar(
        "lib:1.0",
        &[("common/k/Sink.kt", sink), ("common/k/Hashing.kt", common), ("jvm/k/Hashing.jvm.kt", machine)],
    );
    assert_eq!(home.heirs(json!({"symbol": "k.Sink"})), ["lib:1.0 k.Elsewhere", "lib:1.0 k.Hashing"]);
    assert_eq!(home.heirs(json!({"symbol": "k.Sink#write()"})), ["lib:1.0 k.Hashing#write()"]);
    let answer = home.ask("find_implementations", json!({"symbol": "k.Sink"}));
    assert_eq!(
        (&answer["total"]["value"], &answer["implementations"][1]["file"]),
        (&json!(2), &json!("jvm/k/Hashing.jvm.kt"))
    );
}

const FUNCTIONS: &str = "package kotlin.jvm.functions\ninterface Function0<out R> : Function<R> { operator fun invoke(): R }\n\
                         interface Function1<in P1, out R> : Function<R> { operator fun invoke(p1: P1): R }\n\
                         interface Function2<in P1, in P2, out R> : Function<R> { operator fun invoke(p1: P1, p2: P2): R }\n";

#[test]
fn classes_of_kotlin_implement_function_types() {
    let home = Home::new();
    home.jar(
        "std:1.0",
        &[
            ("kotlin/Function.kt", "package kotlin\npublic interface Function<out R>\n"),
            ("kotlin/jvm/functions/Functions.kt", FUNCTIONS),
        ],
    );
    home.jar("lib:1.0", &[
        ("p/All.kt", "package p\nclass One : (Int) -> String { override fun invoke(p: Int) = \"\" }\n\
                      class Two : String.(Map<Int, String>) -> () -> Unit { override fun invoke(a: String, b: Map<Int, String>) = {} }\n\
                      class Waits : suspend (Int) -> String { override suspend fun invoke(p: Int) = \"\" }\n\
                      class Named : Function1<Int, String> { override fun invoke(p: Int) = \"\" }\n\
                      typealias Handler = (String) -> Unit\nclass Handles : Handler { override fun invoke(p: String) {} }\n\
                      class Deep : One()\n"),
        ("q/Own.kt", "package q\ninterface Function1<A, B>\nclass Not : Function1<(Int) -> String, Int>\n"),
    ]);
    let one = ["lib:1.0 p.One", "lib:1.0 p.Named", "lib:1.0 p.Handles"];
    let all = [&one[..], &["lib:1.0 p.Deep via p.One"]].concat();
    assert_eq!(home.heirs(json!({"symbol": "kotlin.jvm.functions.Function1"})), all);
    assert_eq!(home.heirs(json!({"symbol": "kotlin.Function1"})), all);
    assert_eq!(home.heirs(json!({"symbol": "kotlin.Function1", "transitive": false})), one);
    assert_eq!(home.heirs(json!({"symbol": "kotlin.Function2"})), ["lib:1.0 p.Two", "lib:1.0 p.Waits"]);
    let invoke = ["lib:1.0 p.One#invoke(Int)", "lib:1.0 p.Named#invoke(Int)", "lib:1.0 p.Handles#invoke(String)"];
    assert_eq!(home.heirs(json!({"symbol": "kotlin.Function1#invoke(P1)"})), invoke);
    let of_two = ["lib:1.0 p.Two#invoke(String, Map)", "lib:1.0 p.Waits#invoke(Int)"];
    assert_eq!(home.heirs(json!({"symbol": "kotlin.Function2#invoke"})), of_two);
    let answer = home.ask("find_implementations", json!({"symbol": "kotlin.Function1"}));
    assert!(answer["not_searched"].to_string().contains("with a function type above them"), "{answer}");
}

/// A function that suspends takes who goes on after it, where Java or a function type declares it anew.
#[test]
fn functions_that_suspend_are_overridden_as_the_machine_has_them() {
    let home = Home::new();
    home.jar(
        "lib:1.0",
        &[(
            "k/Task.kt",
            "package k\ninterface Task { suspend fun run(n: Int): String }\n\
             class One : Task { override suspend fun run(n: Int) = \"\" }\n",
        )],
    );
    let java = "package j; import kotlin.coroutines.Continuation; public class Two implements k.Task {\n\
                public Object run(int n, Continuation<? super String> then) { return null; }\n public Object run(int n) { return null; } }";
    home.jar("java:1.0", &[("j/Two.java", java)]);
    let both = ["java:1.0 j.Two#run(int, Continuation)", "lib:1.0 k.One#run(Int)"];
    assert_eq!(home.heirs(json!({"symbol": "k.Task#run"})), both);
}

#[test]
fn aliases_of_kotlin_stand_for_types() {
    let home = Home::new();
    let common = "package k\nexpect abstract class Scheduled()\nclass Early : Scheduled()\n";
    let machine = "package k\nactual typealias Scheduled = Task\nabstract class Task { open fun run() {} }\n\
                   class Late : Scheduled() { override fun run() {} }\ntypealias Job = Task\ntypealias Block = () -> Unit\n";
    home.jar("lib:1.0", &[("k/Task.common.kt", common), ("k/Task.jvm.kt", machine)]);
    for symbol in ["k.Task", "k.Scheduled", "k.Job"] {
        assert_eq!(home.heirs(json!({"symbol": symbol})), ["lib:1.0 k.Early", "lib:1.0 k.Late"], "{symbol}");
    }
    assert_eq!(home.ask("find_implementations", json!({"symbol": "k.Job"}))["symbol"], "k.Task");
    for symbol in ["k.Task#run", "k.Job#run()"] {
        assert_eq!(home.heirs(json!({"symbol": symbol})), ["lib:1.0 k.Late#run()"], "{symbol}");
    }
    let block = home.ask("find_implementations", json!({"symbol": "k.Block"}));
    assert!(block["message"].as_str().unwrap().contains("is a typealias of no type"), "{block}");
}

#[test]
fn properties_of_kotlin() {
    let home = Home::new();
    let text = "package k\ninterface Named { val name: String }\nclass One(override val name: String) : Named\n\
                class Two : Named { override val name get() = \"2\" }\nclass Three : Named by One(\"3\")\n";
    home.jar("lib:1.0", &[("k/Named.kt", text)]);
    assert_eq!(home.heirs(json!({"symbol": "k.Named#name"})), ["lib:1.0 k.One#name", "lib:1.0 k.Two#name"]);
    assert_eq!(home.heirs(json!({"symbol": "Named"})).len(), 3);
}

#[test]
fn accessors_of_java_override_properties() {
    let home = Home::new();
    home.jar(
        "lib:1.0",
        &[("k/Named.kt", "package k\ninterface Named { val name: String\n    var isOpen: Boolean\n    @get:JvmName(\"x\") val other: Int }\n")],
    );
    let text = "package j; public class One implements k.Named {\n public String getName() { return null; }\n\
                public String getName(int n) { return null; }\n public static String name() { return null; }\n\
                public boolean isOpen() { return true; }\n public void setOpen(boolean open) {}\n\
                public void setOpen(String open) {}\n public int getOther() { return 0; }\n }";
    home.jar("java:1.0", &[("j/One.java", text)]);
    assert_eq!(home.heirs(json!({"symbol": "k.Named#name"})), ["java:1.0 j.One#getName()"]);
    assert!(home.heirs(json!({"symbol": "k.Named#other"})).is_empty());
    let both = ["java:1.0 j.One#isOpen()", "java:1.0 j.One#setOpen(boolean)"];
    assert_eq!(home.heirs(json!({"symbol": "k.Named#isOpen"})), both);
}

/// A class may implement an interface by the property of a superclass that knows nothing of it.
#[test]
fn properties_of_a_superclass_implement() {
    let home = Home::new();
    let text = "package k\ninterface Named { val name: String\n val size: Int\n val String.more: Int\n val hidden: Int }\n\
         open class Base(val name: String, hidden: Int) { val size: Int get() = 2\n val more = 1\n protected val hidden = 1 }\n\
         class One : Base(\"1\", 1), Named\nclass Two : Named, Base(\"2\", 2) { override val size get() = 1 }\n";
    let java = "package k; public class Plain { public String getName() { return null; } }";
    let heirs = "package k; abstract class Three extends Plain implements Named { }";
    let kotlin = "package k\nabstract class Four : Plain(), Named\n";
    home.jar("lib:1.0", &[("k/A.kt", text), ("k/Plain.java", java), ("k/Three.java", heirs), ("k/Z.kt", kotlin)]);
    let named = ["lib:1.0 k.Base#name via k.One", "lib:1.0 k.Plain#getName() via k.Three"];
    assert_eq!(home.heirs(json!({"symbol": "k.Named#name"})), named);
    assert_eq!(home.heirs(json!({"symbol": "k.Named#size"})), ["lib:1.0 k.Base#size via k.One", "lib:1.0 k.Two#size"]);
    for symbol in ["k.Named#more", "k.Named#hidden"] {
        assert_eq!(home.heirs(json!({"symbol": symbol})), [""; 0], "{symbol}");
    }
}

#[test]
fn members_of_mapped_types_are_overridden_under_the_names_of_kotlin() {
    let home = Home::new();
    let list = "package java.util; public interface List<E> extends Collection<E> { int size(); E get(int index); E remove(int index); boolean remove(Object o); }";
    home.jar(
        "rt:1.0",
        &[
            (
                "java/util/Collection.java",
                "package java.util; public interface Collection<E> { int size(); boolean remove(Object o); }",
            ),
            ("java/util/List.java", list),
            (
                "java/util/AbstractList.java",
                "package java.util; public abstract class AbstractList<E> implements List<E> { public int size() { return 0; }\n\
                 public E remove(int index) { return null; } public int size(int least) { return 0; } }",
            ),
            ("java/lang/Comparable.java", "package java.lang; public interface Comparable<T> { int compareTo(T o); }"),
            (
                "java/util/Map.java",
                "package java.util; public interface Map<K, V> { interface Entry<K, V> { K getKey(); } }",
            ),
            (
                "java/lang/CharSequence.java",
                "package java.lang; public interface CharSequence { int length(); char charAt(int index); }",
            ),
        ],
    );
    let collections = "package kotlin.collections\npublic interface Collection<out E> { val size: Int }\n\
                       public interface MutableCollection<E> : Collection<E>\npublic interface List<out E> : Collection<E>\n\
                       public interface MutableList<E> : List<E>, MutableCollection<E> { fun removeAt(index: Int): E }\n";
    home.jar(
        "std:1.0",
        &[
            ("kotlin/collections/Collections.kt", collections),
            (
                "kotlin/Comparable.kt",
                "package kotlin\npublic interface Comparable<in T> { operator fun compareTo(other: T): Int }\n",
            ),
            (
                "kotlin/collections/Map.kt",
                "package kotlin.collections\npublic interface Map<K, out V> { public interface Entry<out K, out V> { val key: K } }\n",
            ),
            ("kotlin/CharSequence.kt", "package kotlin\npublic interface CharSequence { val length: Int }\n"),
        ],
    );
    let more = "package p\nclass Rest<E> : java.util.AbstractList<E>() {\n    override val size: Int get() = 0\n\
                override fun get(index: Int): E = TODO()\n    override fun removeAt(index: Int): E = TODO()\n\
                fun remove(index: Int) {}\n}\n";
    let text = "package p\nabstract class Own<E> : MutableList<E> {\n    override val size: Int get() = 0\n    override fun get(index: Int): E = TODO()\n\
                override fun removeAt(index: Int): E = TODO()\n    override fun remove(element: E): Boolean = false\n    fun remove(pair: Pair<Int, Int>) = 0\n    fun size(all: Boolean) = 0\n}\n\
                class Version : Comparable<Version> {\n    override fun compareTo(other: Version) = 0\n    fun compareTo(other: Int) = 0\n}\n\
                class Pair2(override val key: String) : Map.Entry<String, Int>\nclass Letters : CharSequence {\n    override val length = 0\n    override fun get(index: Int) = 'a'\n}\n";
    home.jar("lib:1.0", &[("p/Own.kt", text)]);
    home.jar("more:1.0", &[("p/Rest.kt", more)]);
    for (asked, expected) in [
        ("java.util.List#size()", "lib:1.0 p.Own#size"),
        ("java.util.Collection#size()", "lib:1.0 p.Own#size"),
        ("java.util.List#get(int)", "lib:1.0 p.Own#get(Int)"),
        ("java.util.List#remove(int)", "lib:1.0 p.Own#removeAt(Int)"),
        ("java.util.List#remove(Object)", "lib:1.0 p.Own#remove(E)"),
        ("java.lang.CharSequence#length()", "lib:1.0 p.Letters#length"),
        ("java.lang.CharSequence#charAt(int)", "lib:1.0 p.Letters#get(Int)"),
        ("java.lang.Comparable#compareTo", "lib:1.0 p.Version#compareTo(Version)"),
        ("java.util.Map.Entry#getKey()", "lib:1.0 p.Pair2#key"),
    ] {
        let mut found = home.heirs(json!({"symbol": asked}));
        found.retain(|heir| heir.starts_with("lib"));
        let found: Vec<&str> = found.iter().map(|heir| heir.split(" via ").next().unwrap()).collect();
        assert_eq!(found, [expected], "{asked}");
    }
    for (asked, expected) in [
        ("java.util.AbstractList#remove(int)", "more:1.0 p.Rest#removeAt(Int)"),
        ("java.util.AbstractList#size()", "more:1.0 p.Rest#size"),
    ] {
        assert_eq!(home.heirs(json!({"symbol": asked})), [expected], "{asked}");
    }
    // Each of the overloads that a name alone means has its own names in Kotlin.
    let removing = ["lib:1.0 p.Own#removeAt(Int)", "lib:1.0 p.Own#remove(E)", "more:1.0 p.Rest#removeAt(Int)"];
    let mut found = home.heirs(json!({"symbol": "java.util.List#remove"}));
    found.retain(|heir| !heir.starts_with("rt"));
    let found: Vec<&str> = found.iter().map(|heir| heir.split(" via ").next().unwrap()).collect();
    assert_eq!(found, removing);
    // What overrides no member of the mapped type keeps its name.
    assert_eq!(home.heirs(json!({"symbol": "java.util.AbstractList#size(int)"})), [""; 0]);
}

#[test]
fn elements_are_what_java_takes_for_anything() {
    let home = Home::new();
    home.jar(
        "rt:1.0",
        &[
            (
                "java/util/Collection.java",
                "package java.util; public interface Collection<E> { boolean contains(Object o); boolean remove(Object o); }",
            ),
            (
                "java/util/ArrayList.java",
                "package java.util; public class ArrayList<E> implements Collection<E> {\n\
                 public boolean contains(Object o) { return false; } public boolean remove(Object o) { return false; } }",
            ),
            (
                "java/util/HashMap.java",
                "package java.util; public class HashMap<K, V> implements Map<K, V> { public V get(Object key) { return null; } }",
            ),
            (
                "java/util/Map.java",
                "package java.util; public interface Map<K, V> { V get(Object key); boolean remove(Object key, Object value);\n\
                 interface Entry<K, V> { void copy(Map.Entry<K, V> from, Collection<K> keys); } }",
            ),
        ],
    );
    let bag = "package p; public class Bag { public boolean remove(Object o) { return false; } }";
    let text = "package p\nimport java.util.ArrayList\nimport java.util.HashMap\n\
                class Texts : ArrayList<String>() {\n    override fun remove(element: String) = true\n    fun contains(element: Int) = true\n}\n\
                open class Sums<T : Number> : ArrayList<T>() {\n    override fun contains(element: T) = true\n}\n\
                class Whole : Sums<Int>() { override fun contains(element: Int) = true }\n\
                class Counts<V> : HashMap<String, V>() {\n    override fun get(key: String): V? = null\n    override fun remove(key: String, value: V) = true\n}\n\
                interface Removes { fun remove(of: String): Boolean }\n\
                class Cell<K, V> : java.util.Map.Entry<K, V> { override fun copy(from: MutableMap.MutableEntry<K, V>, keys: MutableCollection<K>) {} }\n\
                class Both : Bag(), Removes { override fun remove(of: String) = true }\n\
                val one = object : ArrayList<Bag>() { override fun remove(element: Bag) = true }\n";
    home.jar("lib:1.0", &[("p/Bag.java", bag), ("p/Texts.kt", text)]);
    assert_eq!(
        home.heirs(json!({"symbol": "java.util.ArrayList#remove(Object)"})),
        ["lib:1.0 p.Texts#remove(String)", "lib:1.0:19 in p.TextsKt#one"]
    );
    let contains = ["lib:1.0 p.Sums#contains(T) via java.util.ArrayList", "lib:1.0 p.Whole#contains(Int) via p.Sums"];
    let all = [&contains[..], &["rt:1.0 java.util.ArrayList#contains(Object)"]].concat();
    assert_eq!(home.heirs(json!({"symbol": "java.util.Collection#contains"})), all);
    let of_lib = |symbol: &str| home.heirs(json!({"symbol": symbol, "artifacts": ["*:lib:*"]}));
    assert_eq!(of_lib("java.util.Map#get"), ["lib:1.0 p.Counts#get(String) via java.util.HashMap"]);
    assert_eq!(of_lib("java.util.Map#remove"), ["lib:1.0 p.Counts#remove(String, V) via java.util.HashMap"]);
    assert_eq!(of_lib("p.Bag#remove"), [""; 0]);
    assert_eq!(of_lib("java.util.Map.Entry#copy"), ["lib:1.0 p.Cell#copy(MutableEntry, MutableCollection)"]);
}

/// A class may implement a type of Java, by its name in Kotlin, with what a superclass has that knows nothing of it.
#[test]
fn members_of_a_superclass_implement_mapped_types() {
    let home = Home::new();
    let list = "package java.util; public interface Collection<E> { int size(); boolean remove(Object o); boolean hasAny(E e); }";
    home.jar("rt:1.0", &[("java/util/Collection.java", list)]);
    let collections = "package kotlin.collections\ninterface Collection<out E> { val size: Int }\n\
                       interface MutableCollection<E> : Collection<E> { fun remove(element: E): Boolean\n fun hasAny(e: E): Boolean }\n";
    home.jar("std:1.0", &[("kotlin/collections/Collections.kt", collections)]);
    let text = "package p\nopen class Base { val size = 0\n fun remove(of: Int) = true\n fun remove(of: String) = true\n\
                fun hasAny(of: Int) = true\n fun hasAny(of: String) = true }\n\
                abstract class Texts : Base(), MutableCollection<String>\n";
    home.jar("lib:1.0", &[("p/Base.kt", text)]);
    for (symbol, expected) in [("size", "size"), ("remove", "remove(String)"), ("hasAny", "hasAny(String)")] {
        let found = home.heirs(json!({"symbol": format!("java.util.Collection#{symbol}")}));
        assert_eq!(found, [format!("lib:1.0 p.Base#{expected} via p.Texts")], "{symbol}");
    }
}

#[test]
fn members_of_mapped_types_are_overridden_in_bodies() {
    let home = Home::new();
    home.jar(
        "rt:1.0",
        &[
            ("java/util/List.java", "package java.util; public interface List<E> { int size(); E remove(int index); }"),
            (
                "java/util/Map.java",
                "package java.util; public interface Map<K, V> { interface Entry<K, V> { K getKey(); } }",
            ),
            ("java/lang/Comparable.java", "package java.lang; public interface Comparable<T> { int compareTo(T o); }"),
        ],
    );
    let lists = "package kotlin.collections\ninterface List<out E> { val size: Int }\n\
                 interface MutableList<E> : List<E> { fun removeAt(index: Int): E }\n";
    let maps = "package kotlin.collections\ninterface Map<K, out V> { interface Entry<out K, out V> { val key: K } }\n\
                interface MutableMap<K, V> : Map<K, V> { interface MutableEntry<K, V> : Map.Entry<K, V> }\n";
    home.jar(
        "std:1.0",
        &[
            ("kotlin/collections/Lists.kt", lists),
            ("kotlin/collections/Maps.kt", maps),
            (
                "kotlin/Comparable.kt",
                "package kotlin\ninterface Comparable<in T> { operator fun compareTo(other: T): Int }\n",
            ),
        ],
    );
    let text = "package p\nopen class Plain { open val size = 1 }\nval list = object : MutableList<String> {\n\
                    override val size get() = 1\n    override fun removeAt(index: Int) = \"\"\n    fun remove(index: Int) {}\n}\n\
                val plain = object : Plain() {\n    override val size = 2\n}\n\
                fun entry() = object : MutableMap.MutableEntry<Int, Int> {\n    override val key = 1\n}\n\
                val compared = object : Comparable<Plain> {\n    override fun compareTo(other: Plain) = 0\n}\n";
    home.jar("lib:1.0", &[("p/Own.kt", text)]);
    for (symbol, place) in [
        ("java.util.List#size", "4 in p.OwnKt#list"),
        ("java.util.List#remove(int)", "5 in p.OwnKt#list"),
        ("java.util.Map.Entry#getKey", "12 in p.OwnKt#entry()"),
        ("java.lang.Comparable#compareTo", "15 in p.OwnKt#compared"),
    ] {
        let found = home.heirs(json!({"symbol": symbol}));
        assert_eq!(found, [format!("lib:1.0:{place}")], "{symbol}");
    }
}

//! Reading Java without bodies: what it gives is what parsing all of the file gives, for every fixture and damaged copies of them.
#![allow(clippy::disallowed_methods, reason = "fixtures are files")]

use jardex::model::{Language, ParsedFile};
use jardex::parse::lexer::java::read;
use jardex::parse::{java, parse_whole};
use jardex::text::decode::decode;
use proptest::prelude::*;

fn fixtures() -> Vec<(String, String)> {
    let entries = std::fs::read_dir("testdata/parse/java").expect("the folder of fixtures");
    let mut texts: Vec<(String, String)> = entries
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "java"))
        .map(|path| {
            let bytes = std::fs::read(&path).expect("a fixture");
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            (name, decode(&bytes).expect("fixtures are text").text.into_owned())
        })
        .collect();
    texts.sort();
    texts
}

fn reduced(path: &str, text: &str) -> Option<ParsedFile> {
    java::parse_reduced(path, text, &read(text))
}

/// Equal, or refused; where all of the text does not parse cleanly, there is nothing to be equal to.
fn assert_equal_or_refused(path: &str, text: &str) {
    let whole = parse_whole(Language::Java, path, text);
    if whole.problem.is_none()
        && let Some(reduced) = reduced(path, text)
    {
        assert_covers(&reduced, &whole, text);
    }
}

/// The same, with all names of supertypes in bodies: more of them cost nothing but time.
fn assert_covers(reduced: &ParsedFile, whole: &ParsedFile, what: &str) {
    assert!(reduced.covers(whole), "{what}\n{reduced:#?}\n{whole:#?}");
}

/// The text of the class `A` with `members`, read both ways; what it gives must not be refused.
fn assert_read(members: &str) -> ParsedFile {
    let text = format!("package a;\n\nclass A {{\n    {members}\n    int last;\n}}\n");
    let whole = parse_whole(Language::Java, "a/A.java", &text);
    assert_eq!(whole.problem, None, "{text}");
    let reduced = reduced("a/A.java", &text).expect("it is read");
    assert_covers(&reduced, &whole, &text);
    reduced
}

fn assert_refused(members: &str) {
    let text = format!("class A {{ {members} int last; }}");
    assert_eq!(reduced("A.java", &text), None, "{text}");
}

/// A brace too many closes the class: the members behind it are nobody's, and what their bodies declare is local.
#[test]
fn local_types_of_stray_members_are_counted_alike() {
    let text = "package a;\nclass A {\n    void first() {} }\n\n    void stray() {\n        class Local {}\n    }\n";
    let whole = parse_whole(Language::Java, "A.java", text);
    assert_eq!((whole.problem.as_ref(), whole.types.len(), whole.local_types), (None, 1, 1));
    assert_eq!(reduced("A.java", text), Some(whole));
}

#[test]
fn fixtures_are_read_alike() {
    let mut count = 0;
    for (path, text) in fixtures() {
        let whole = parse_whole(Language::Java, &path, &text);
        let reduced = reduced(&path, &text);
        // A constant called `sealed` is a token that the grammar misses, a package called `enum` and escaped letters are mended:
        // a reduced text is not believed then.
        let mended = ["enum.java", "keyword_package.java", "strange_tokens.java", "unicode_escapes.java"];
        if mended.contains(&path.as_str()) {
            assert_eq!(reduced, None);
        } else if whole.problem.is_none() {
            assert_covers(&reduced.expect("it is read"), &whole, &path);
            count += 1;
        }
    }
    assert!(count > 20, "only {count} fixtures parse cleanly");
}

#[test]
fn what_is_left_out_is_found_to_its_end() {
    for members in [
        "char a = '\"', b = '{', c = '\\'', d = '\\\\';",
        "String a = \"}\\\"}\", b = \"/*\", c = \"\\\\\";",
        "String a = \"\"\"\n        }\"}\\\"\"\" \"\" { \"\"\";",
        "Runnable a = () -> { if (true) { /* } */ } // }\n };",
        "Object a = new Object() {{ add(1); }};",
        "int[] a = {1, 2}, b[] = {{1}, {2}};",
        "int a = 1, b = f(2, 3), c, d = 4 < 5 ? 6 : 7, e = 8;",
        "java.util.Map<String, Integer> a = new java.util.HashMap<String, Integer>(), b = null;",
        "java.util.Map<A, B[]> a = new java.util.HashMap<A, B[]>() { int x; };",
        "F<A, B, C> f = new F<A, B, C>() { public C apply(A a, B b) { return null; } };",
        "F f = X.<A, B>f(1, 2), g = X.<A, B, C>f();",
        "boolean a = 1 < 2, b = 3 > 2;",
        "@S(\"}\") @T({\"{\", \")\"}) @a.b.C(x = @D(1), y = ')') int a;",
        "@S (\"a\") default_ a(@S(1) int @S(2) [] b, @S(3) String... c) throws @S(4) E { }",
        "int a() /* { */ { return 1; } // }\n",
        "int a /* b */, /** c */ d;",
        "boolean a = (b) instanceof final C c && c.d[1] instanceof E e, f = !g instanceof H;",
        "int a = (int) b, c = switch (d) { case 1 -> 2; default -> { yield 3; } };",
        "T<?> a = new T<@S Object>(null), b = (T<? extends C>) c, d = T.<@S C>e(), f = new T<? super C>();",
        "int a = b / c / 2 /* d */ / e, f = 1 / 2;",
        "C a = new // b\n C(), d = C /* e */ :: new;",
        "static { int a = 1; } { int b = 2; }",
        "/** Doc. */ /* no */ @S(1) /** Not this. */ public /* x */ int a = 1;",
        "/// One.\n    /// Two.\n    void a() {}",
        "/** Lost. */ ; void a() {}",
        "enum E { /** One. */ A(1, new int[] {2}) { int x() { return 1; } }, @S(2) B, /** C. */ C {}; E(int... a) {} }",
        "enum E { A, B, }",
        "enum E implements I { ; int a; }",
        "record R<T>(@S(\"(\") int a, T... b) implements I { R { if (a < 0) { throw null; } } static int c = 1; }",
        "record R(int a) {} int record = 1; R record(int record) { return null; } interface Q { R record(); }",
        "@interface N { String a() default \"}\"; int[] b() default {1, 2}; S c() default @S({\"x\"}); Class<?> d() default A.class; int E = 1; }",
        "interface I { @S(1) default void a() {} default int b() { return 1; } int c() ; }",
        "sealed interface I permits J {} non-sealed interface J extends I {} final class K implements J {}",
        "<T extends Comparable<T>> T a(T[] b)[] { return null; }",
        "int größe = 1; void é(int ñ) { int ö; }",
        "int a\r\n        =\r\n 1;\r\n\r\n    void\r\n  b ( )\r\n{\r\n}",
        "int a = 1;\r    /** Doc. */\r    int b;",
    ] {
        assert_read(members);
    }
}

#[test]
fn what_is_written_plainly_is_no_work_for_a_grammar() {
    let left_of = |member: &str| read(&format!("class A {{ {member} }}")).reduced.expect("it is sure").text;
    for member in [
        "int a;",
        "private static final java.util.Map<String, ? extends T<int[], ?>>[] a = f(1, \"}\") ;",
        "@S @a.b.T(since = \"9\", of = {1, @U(2)}) transient volatile int [] a\n = {1};",
        "A() { } <T> A(T a) throws E { } public A(int a){this();}",
        "@Override protected final <T extends Comparable<? super T> & I, U> T[] a(final @S(\"x\") T b, @S U... c) throws E, f.G { }",
        "public @S(\"x\") abstract\n  Map.Entry<K,V>\n  a ( int[] b ,\n\t X c )\n  throws E ;",
        "void a(){} native int b();",
        "public A.B<C>.D record_(Class<?> when_) { class L {} }",
    ] {
        assert_read(member);
        assert_eq!(left_of(member), "class A {}", "{member}");
    }
    for member in [
        "int open() { return 1; }",
        "int a(int with);",
        "int a[] = {1};",
        "int a()[] { return null; }",
        "@S('x') int a;",
        "@S(\"\\n\") int a;",
        "int /* b */ a;",
        "int a(int @S [] b);",
        "int größe;",
        "int a = 1, b;",
        "record R() {}",
        "void a(A this) {}",
    ] {
        assert_read(member);
        assert!(left_of(member).len() > "class A {}".len(), "{member}");
    }
    let within = "interface I { default int a() { return 1; } int b(); I C = null; }";
    assert_read(within);
    assert_eq!(left_of(within), "class A {interface I {}}");
    let element = "@interface I { int a(); }";
    assert_read(element);
    assert_eq!(left_of(element), "class A {@interface I {int a();}}");
}

#[test]
fn types_in_bodies_are_counted() {
    for (count, members) in [
        (1, "void a() { class L {} }"),
        (1, "void a() { f(A.class); f(A . /* x */ class); // L.\n class L {} }"),
        (4, "void a() { enum E {} interface I {} record R(int a) {} @S abstract class L {} }"),
        (1, "void a() { record R<T>(T a) {} }"),
        (0, "void a() { record = 1; record(2); var classes = 3; }"),
        (2, "Object a = new Object() { class L { enum E {} } };"),
        (1, "enum E { A { class L {} } }"),
        (1, "int a = f(new Object() { class L {} }), b, c = d < e ? 1 : 2;"),
        (1, "F<A, B, C> f = new F<A, B, C>() { class L {} };"),
    ] {
        assert_eq!(assert_read(members).local_types, count, "{members}");
    }
}

#[test]
fn names_of_supertypes_in_bodies_are_read() {
    for (names, members) in [
        ("Base", "void a() { f(new Base(1, g(\")\")) { }, new Other(), new Array[] { }); }"),
        ("Inner", "Object a = new a.b . Inner<Map<K, ?>>() { };"),
        ("Inner Outer", "Object a = o.new Outer(new Inner() { }) /* x */ { };"),
        ("Base Mark", "void a() { new @Mark Base() { }; }"),
        ("Base Other T extends implements", "void a() { class L<T> extends Base<T> implements Other { } }"),
        ("Kind", "enum Kind { A { }, B; } enum Other { A(1), B }"),
        ("Base Kind", "enum Kind { A(new Base() { }) { } }"),
        ("Base", "@S(1) int a, b = f(new Base() { });"),
        ("", "void a() { if (new Base().is()) { } }"),
    ] {
        let names: Vec<&str> = names.split_whitespace().collect();
        assert_eq!(assert_read(members).local_supertypes, names, "{members}");
    }
}

#[test]
fn what_only_a_parser_can_tell_is_refused() {
    for members in [
        "void a() { ",
        "void a() { String s = \"x; }",
        "void a() { char c = 'x; }",
        "void a() { f(; }",
        "void a() { record foo(int x) { return 1; } }",
        "String a = \"\\{ f(\"}\") }\";",
        "int a = 1",
        "int a = f(1)\n int[] b() { return null; }",
        "int a = b[1]\n T<A> c;",
        "void a(int b { }",
        "@S(1 int a;",
        "/* int a;",
        "int a; }",
        "int a = 1; int b c d;",
        "char a = '\\u005c''; void b() {} char c = '\\uu005C'';",
        "void a() { f(\"\\u0022); } void b() {}",
    ] {
        assert_refused(members);
    }
}

#[test]
fn members_of_one_type_called_record_are_no_types() {
    let text = "class A { record foo(int x) { return null; } }";
    assert_equal_or_refused("A.java", text);
}

#[test]
fn a_compact_source_file_is_read_alike() {
    let text =
        "import module java.base;\n\n// A comment.\nint count = 1;\n/** Doc. */\nvoid main() { f(() -> { }); }\n";
    let whole = parse_whole(Language::Java, "a/Main.java", text);
    assert_eq!(reduced("a/Main.java", text), Some(whole));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn damaged_files_are_read_alike_or_refused(
        which in any::<prop::sample::Index>(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), 0_usize..12, inserted()), 1..5),
    ) {
        let (path, mut text) = which.get(&fixtures()).clone();
        for (place, removed, inserted) in changes {
            let boundary = |mut at: usize| { while !text.is_char_boundary(at) { at += 1; } at };
            let start = boundary(place.index(text.len() + 1));
            let end = boundary((start + removed).min(text.len()));
            text.replace_range(start..end, inserted);
        }
        assert_equal_or_refused(&path, &text);
    }
}

fn inserted() -> impl Strategy<Value = &'static str> {
    let pieces = [
        "",
        "",
        "{",
        "}",
        "{}",
        "(",
        ")",
        "()",
        "\"",
        "\"\"\"",
        "'",
        "/*",
        "*/",
        "/**",
        "//",
        "@",
        "@A(1)",
        "<",
        ">",
        ";",
        ",",
        "=",
        ".",
        "\\",
        "\n",
        "\r",
        "é",
        "class ",
        "enum ",
        "record ",
        "record R(",
        "interface ",
        "default ",
        "int x = 1;",
        "A, B",
    ];
    prop::sample::select(pieces.to_vec())
}

//! Supertypes that are member types of others, named through the heirs of these: what each is was told by javac 17.

use serde_json::json;

use super::Home;

/// What a type inherits: the type that declares it, and its name.
fn inherited(home: &Home, artifact: &str, type_name: &str) -> Vec<String> {
    let answer = home.ask(
        "list_methods",
        json!({"group_id": "org.example", "artifact_id": artifact, "version": "1", "type_name": type_name,
               "include_inherited": true}),
    );
    let rows = answer["methods"].as_array().unwrap_or_else(|| panic!("{answer}")).iter();
    let shown = rows.map(|row| {
        let signature = row["signature"].as_str().unwrap();
        let name = signature.split('(').next().unwrap().rsplit(' ').next().unwrap();
        format!("{} {name}", row["declared_in"].as_str().unwrap())
    });
    shown.collect()
}

const LIBRARY: &[(&str, &str)] = &[
    (
        "x/P.java",
        "package x; public class P { public static class S { public void s() {}\n\
         public static class N { public void n() {} } } }",
    ),
    ("x/O.java", "package x; public class O extends P {}"),
    ("x/o.java", "package x; public class o extends P {}"),
    ("y/O.java", "package y; public class O { public static class S { public void y() {} } }"),
    (
        "u/B.java",
        "package u; public class B { private static class S { public void hidden() {} }\n\
         static class T { public void near() {} } }",
    ),
    ("u/J.java", "package u; public interface J { class S { public void j() {} } class T { public void t() {} } }"),
    ("u/O.java", "package u; public class O extends B implements J {}"),
];

#[test]
fn a_supertype_is_a_member_of_what_its_first_name_means() {
    let home = Home::new();
    let heirs: &[(&str, &str)] = &[
        ("x/I.java", "package x; class I extends O.S {}"),
        ("x/Deep.java", "package x; class Deep extends O.S.N {}"),
        ("x/Small.java", "package x; class Small extends o.S {}"),
        ("q/Whole.java", "package q; class Whole extends x.O.S.N {}"),
        ("q/Static.java", "package q; import static x.O.S; class Static extends S {}"),
        ("q/Star.java", "package q; import static x.O.*; class Star extends S.N {}"),
        ("w/O.java", "package w; class O extends x.P {}"),
        ("w/Near.java", "package w; import y.*; class Near extends O.S {}"),
        ("y/Outer.java", "package y; class Outer { static class O extends x.P {} static class I extends O.S {} }"),
        ("u/I.java", "package u; class I extends O.S {}"),
        ("v/K.java", "package v; class K extends u.O.T { class In extends u.O { class T2 extends T {} } }"),
    ];
    home.jar("app:1", &[LIBRARY, heirs].concat());
    for (heir, expected) in [
        ("x.I", "x.P.S s"),
        ("x.Deep", "x.P.S.N n"),
        ("x.Small", "x.P.S s"),
        ("q.Whole", "x.P.S.N n"),
        ("q.Static", "x.P.S s"),
        ("q.Star", "x.P.S.N n"),
        ("w.Near", "x.P.S s"),
        ("y.Outer.I", "x.P.S s"),
        ("u.I", "u.J.S j"),
        ("v.K", "u.J.T t"),
        ("v.K.In.T2", "u.J.T t"),
    ] {
        assert_eq!(inherited(&home, "app", heir), [expected], "{heir}");
    }
    // An artifact that has a type of the whole name has nothing to do with it.
    home.jar(
        "fork:1",
        &[("x/O.java", "package x; public class O { public static class S { public void fork() {} } }")],
    );
    assert_eq!(inherited(&home, "app", "x.I"), ["x.P.S s"]);
}

#[test]
fn long_lines_of_supertypes_pass_on_what_is_nested_in_the_first() {
    let home = Home::new();
    let mut files = vec![("l/C0.java".to_owned(), "package l; class C0 { static class S { void s() {} } }".to_owned())];
    for number in 1..=20 {
        let text = format!("package l; class C{number} extends C{} {{}}", number - 1);
        files.push((format!("l/C{number}.java"), text));
    }
    files.push(("l/Heir.java".to_owned(), "package l; class Heir extends C20.S {}".to_owned()));
    files.sort();
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    home.jar("long:1", &files);
    assert_eq!(inherited(&home, "long", "l.Heir"), ["l.C0.S s"]);
}

#[test]
fn the_package_goes_before_what_is_imported_on_demand_wherever_it_is() {
    let home = Home::new();
    home.jar("main:1", &[("p/Base.java", "package p; public class Base { public void main() {} }")]);
    home.jar("util:1", &[("q/Base.java", "package q; public class Base { public void util() {} }")]);
    home.jar("test:1", &[("p/X.java", "package p; import q.*; public class X extends Base {}")]);
    assert_eq!(inherited(&home, "test", "p.X"), ["p.Base main"]);
}

#[test]
fn what_holds_functions_is_no_supertype() {
    let home = Home::new();
    let files = [
        ("p/S.kt", "@file:JvmName(\"Strings\")\npackage p\nfun util() {}\n"),
        ("p/X.kt", "package p\nimport q.*\nclass X : Strings.Nested()\n"),
        ("q/Strings.kt", "package q\nopen class Strings { open class Nested { fun nested() {} } }\n"),
    ];
    home.jar("facade:1", &files);
    assert_eq!(inherited(&home, "facade", "p.X"), ["q.Strings.Nested nested"]);
}

//! What types inherit: which member it is, who declares it, and what uses it.

use serde_json::{Value, json};

use super::{Home, family};

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

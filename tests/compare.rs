//! Comparing two versions: pairs of sources in testdata/compare, one folder a rule, with the rows that are expected; pages, filters, refusals.
#![allow(clippy::disallowed_methods, clippy::format_collect, reason = "the pairs are files of the repository")]

#[path = "common/home.rs"]
mod home;
#[path = "common/zip.rs"]
#[allow(dead_code, clippy::unwrap_used, reason = "the archive tests use the rest")]
mod zip;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use home::{Home, text};
use serde_json::Value;
use zip::{Item, archive};

fn pairs() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/compare");
    let mut folders: Vec<PathBuf> = fs::read_dir(root)
        .expect("pairs")
        .map(|entry| entry.expect("a pair").path())
        .filter(|path| path.is_dir())
        .collect();
    folders.sort();
    folders
}

/// A home where both versions of a pair are registered as `org.example:<pair>:1` and `:2`.
fn registered(home: &Home, pair: &Path) -> String {
    let name = pair.file_name().expect("a name").to_str().expect("UTF-8").to_owned();
    for (version, folder) in [("1", "old"), ("2", "new")] {
        let added = home.run(&["add", &format!("org.example:{name}:{version}"), text(&pair.join(folder))]);
        assert_eq!(added.code, 0, "{name}: {}{}", added.out, added.err);
    }
    format!("org.example:{name}:1")
}

fn diff(home: &Home, from: &str, flags: &[&str]) -> Value {
    let ran = home.run(&[&["diff", from, "2", "--json"], flags].concat());
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{from}: {}", ran.out);
    serde_json::from_str(&ran.out).expect("JSON")
}

/// `breaking removed p.T#m(int) [JLS 13.4.12]`, a line a change.
fn rows(answer: &Value) -> Vec<String> {
    let word = |change: &Value, name: &str| change[name].as_str().unwrap_or_default().to_owned();
    let changes = answer["changes"].as_array().expect("changes");
    changes
        .iter()
        .map(|change| {
            let also: Vec<&str> = change["also"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
            let also = if also.is_empty() { String::new() } else { format!("+{}", also.join("+")) };
            let unsure = if change["unsure"] == true { "?" } else { "" };
            let seen = change["seen_through"].as_str().map(|by| format!(" by {by}")).unwrap_or_default();
            let moved = change["moved_to"].as_str().map(|to| format!(" -> {to}")).unwrap_or_default();
            format!(
                "{}{unsure} {}{also} {} {}{moved}{seen} [{}]",
                word(change, "compatibility"),
                word(change, "change"),
                word(change, "kind"),
                word(change, "symbol"),
                word(change, "rule")
            )
        })
        .collect()
}

#[test]
fn every_rule_gives_the_rows_beside_it() {
    let home = Home::new();
    let mut failed = Vec::new();
    for pair in pairs() {
        let from = registered(&home, &pair);
        let answer = diff(&home, &from, &[]);
        let found: String = rows(&answer).iter().map(|row| format!("{row}\n")).collect();
        let expected = pair.join("expected.txt");
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            fs::write(&expected, &found).expect("a file");
        }
        if fs::read_to_string(&expected).unwrap_or_default() != found {
            failed.push(format!("{}:\n{found}", pair.display()));
        }
        let counted: u64 =
            answer["summary"]["compatibility"].as_object().expect("counts").values().filter_map(Value::as_u64).sum();
        assert_eq!(counted, answer["pagination"]["total_count"], "the summary is over everything");
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[test]
fn a_version_is_the_same_as_itself() {
    let home = Home::new();
    for pair in pairs() {
        let from = registered(&home, &pair);
        let ran = home.run(&["diff", &from, "1", "--visibility", "all"]);
        assert!(ran.out.ends_with("no changes\n") || ran.out.contains("no changes\n"), "{}", ran.out);
    }
}

#[test]
fn pages_neither_overlap_nor_skip_and_each_has_the_whole_summary() {
    let home = Home::new();
    let pair = pairs().into_iter().find(|pair| pair.ends_with("fields")).expect("a pair");
    let from = registered(&home, &pair);
    let whole = diff(&home, &from, &[]);
    let mut seen = Vec::new();
    for page in 1.. {
        let answer = diff(&home, &from, &["--page", &page.to_string(), "--page-size", "3"]);
        assert_eq!(answer["summary"], whole["summary"]);
        let mut found = rows(&answer);
        if found.is_empty() {
            break;
        }
        seen.append(&mut found);
    }
    assert_eq!(seen, rows(&whole));
    assert_eq!(seen.iter().collect::<BTreeSet<_>>().len(), seen.len());
    let classes: Vec<&str> = seen.iter().map(|row| row.split(' ').next().expect("a class")).collect();
    assert!(
        classes.is_sorted_by_key(|class| ["breaking", "source_only", "compatible"].iter().position(|one| one == class))
    );
}

#[test]
fn filters_choose_and_bad_ones_are_refused() {
    let home = Home::new();
    let pair = pairs().into_iter().find(|pair| pair.ends_with("access")).expect("a pair");
    let from = registered(&home, &pair);
    let of = |flags: &[&str]| rows(&diff(&home, &from, flags));
    assert!(
        of(&["--visibility", "all"]).iter().any(|row| row.contains("p.Inside#gone()") && row.contains("not public"))
    );
    assert!(!of(&[]).iter().any(|row| row.contains("Inside")));
    assert!(of(&["--compatibility", "breaking"]).iter().all(|row| row.starts_with("breaking ")));
    assert_eq!(of(&["--change", "added"]), [] as [&str; 0]);
    assert_eq!(of(&["--package-filter", "p.**", "--type-name", "p.T"]), of(&[]));
    // Whether the versions break is not asked of what is listed alone.
    let added = diff(&home, &from, &["--change", "added"]);
    assert_eq!((&added["breaking"], &added["pagination"]["total_count"]), (&true.into(), &0.into()), "{added}");
    let page = home.run(&["diff", &from, "2", "--change", "added"]).out;
    let whole = home.run(&["diff", &from, "2"]).out;
    let counts = whole.lines().next().expect("a line");
    assert_eq!(page.lines().next(), Some(&*format!("{counts}, 0 of them asked for")), "{page}");
    for (flags, code, said) in [
        (&["--change", "grown"] as &[_], 2, "it takes added, removed"),
        (&["--compatibility", "bad"], 2, "it takes breaking"),
        (&["--type-name", "p.Tt"], 1, "type_not_found"),
        (&["--package-filter", "q"], 1, "package_not_found"),
        (&["--package-filter", ""], 1, "package_not_found"),
        (&["--type-name", " "], 2, "type_name: is empty"),
        (&["--type-name", "T"], 1, "close: p.T"),
    ] {
        let ran = home.run(&[&["diff", &from, "2"], flags].concat());
        assert_eq!(ran.code, code, "{flags:?}: {}{}", ran.out, ran.err);
        assert!(format!("{}{}", ran.out, ran.err).contains(said), "{flags:?}: {}{}", ran.out, ran.err);
    }
    // The whole coordinate of the newer version says the same; one of another library is none of this one's.
    let newer = from.replace(":1", ":2");
    assert_eq!(home.run(&["diff", &from, &newer]).out, home.run(&["diff", &from, "2"]).out);
    let other = home.run(&["diff", &from, "a:other:2"]);
    assert_eq!(other.code, 2, "{}", other.err);
    assert!(other.err.contains("to_version: is a:other:2, another library"), "{}", other.err);
    let missing = home.run(&["diff", &from, "3"]);
    assert_eq!(missing.code, 1, "{}", missing.err);
    let empty = home.run(&["diff", &from, ""]);
    assert!(format!("{}{}", empty.out, empty.err).contains("to_version: is empty"), "{}{}", empty.out, empty.err);
    let help = home.run(&["diff", "--help"]).out;
    assert!(help.contains("left out, everything is listed"), "{help}");
    let pair = pairs().into_iter().find(|pair| pair.ends_with("constructors")).expect("a pair");
    let from = registered(&home, &pair);
    let inner = ["--type-name", "p.T$Below"];
    assert!(rows(&diff(&home, &from, &inner)).iter().all(|row| row.contains("p.T.Below")));
    let short = home.run(&["diff", &from, "2", "--type-name", "T$Below"]);
    assert!(format!("{}{}", short.out, short.err).contains("close: p.T.Below"), "{}{}", short.out, short.err);
}

/// Of a type that is gone what was in it is not listed, unless it is what is asked for.
#[test]
fn a_type_in_one_that_is_gone_is_told_when_it_is_asked_for() {
    let home = Home::new();
    home.write("old/p/Gone.java", "package p; public class Gone { public static class In { public class Deep {} } }");
    home.write("new/p/Here.java", "package p; public class Here {}");
    for (version, folder) in [("1", "old"), ("2", "new")] {
        assert_eq!(home.run(&["add", &format!("x:y:{version}"), text(&home.path(folder))]).code, 0);
    }
    let of = |name: &str| diff(&home, "x:y:1", &["--type-name", name])["changes"].clone();
    for name in ["p.Gone", "p.Gone.In", "p.Gone$In", "p.Gone.In.Deep"] {
        let changes = of(name);
        let asked = name.replace('$', ".");
        assert_eq!(changes.as_array().map(Vec::len), Some(1), "{name}: {changes}");
        assert_eq!((&changes[0]["change"], &changes[0]["compatibility"]), (&"removed".into(), &"breaking".into()));
        assert_eq!(changes[0]["symbol"], asked.as_str(), "{changes}");
    }
}

#[test]
fn bodies_are_shown_as_unified_diffs() {
    let home = Home::new();
    let pair = pairs().into_iter().find(|pair| pair.ends_with("bodies")).expect("a pair");
    let from = registered(&home, &pair);
    let answer = diff(&home, &from, &["--include-diff"]);
    let change = answer["changes"].as_array().expect("changes").iter().find(|change| change["symbol"] == "p.T#other()");
    let change = change.expect("the body");
    assert_eq!(change["change"], "body_changed");
    assert_eq!(change["lines"], serde_json::json!({"old": "7", "new": "12"}));
    let shown = "@@ -7 +12 @@\n-    public int other() { return 1; }\n+    public int other() { return 2; }\n";
    assert_eq!(change["diff"], shown);
    let page = home.run(&["diff", &from, "2", "--include-diff"]).out;
    assert!(page.contains(shown) && page.starts_with("1 -> 2  breaking: 1 of "), "{page}");
}

#[test]
fn what_may_be_inherited_from_a_type_that_no_index_has_is_not_said_to_break() {
    let home = Home::new();
    let pair = pairs().into_iter().find(|pair| pair.ends_with("unknown_supertypes")).expect("a pair");
    let from = registered(&home, &pair);
    let flags = ["--type-name", "p.T.Faced"];
    let whole = diff(&home, &from, &[]);
    assert_eq!(whole["breaking"], true, "a constructor is not inherited");
    let noted = whole["incomplete"].as_array().expect("gaps");
    let of_stream = noted.iter().find(|gap| gap["what"] == "java.io.FilterInputStream").expect("the stream");
    let reason = of_stream["reason"].as_str().expect("a reason");
    assert!(reason.contains("p.T (p/T.java)") && reason.contains("register a JDK"), "{reason}");
    let page = home.run(&[&["diff", &from, "2"], &flags[..]].concat()).out;
    assert!(page.contains("(removed, breaking, unsure, JLS 13.4.12)"), "{page}");
    let faced = diff(&home, &from, &["--type-name", "p.T.Faced", "--change", "removed"]);
    let shared = rows(&faced).into_iter().find(|row| row.contains("shared")).expect("a static method");
    assert!(shared.starts_with("breaking "), "static methods of interfaces are not inherited");
    assert_eq!(faced["summary"]["compatibility"]["unsure"], 1);
}

#[test]
fn what_is_unsure_is_counted_and_a_supertype_that_was_not_searched_is_named_once() {
    let home = Home::new();
    let pair = pairs().into_iter().find(|pair| pair.ends_with("unsure_overrides")).expect("a pair");
    let from = registered(&home, &pair);
    let answer = diff(&home, &from, &[]);
    assert_eq!((&answer["breaking"], &answer["summary"]["compatibility"]["unsure"]), (&false.into(), &3.into()));
    let missing = answer["incomplete"].as_array().expect("gaps");
    let reasons: Vec<&str> = missing.iter().filter_map(|gap| gap["reason"].as_str()).collect();
    assert_eq!(missing.len(), 1, "{missing:?}");
    assert!(reasons[0].contains("what p.Kept (p/Kept.java), p.Same (p/Same.java) declare no longer"), "{reasons:?}");
    let page = home.run(&["diff", &from, "2", "--compatibility", "breaking"]).out;
    assert!(page.starts_with("1 -> 2  breaking: 0 of 7 changes, 3 more perhaps, 3 of them asked for\n"), "{page}");
}

#[test]
fn that_lombok_may_add_what_is_gone_is_said() {
    let home = Home::new();
    let pair = pairs().into_iter().find(|pair| pair.ends_with("lombok")).expect("a pair");
    let from = registered(&home, &pair);
    let said = |type_: &str| diff(&home, &from, &["--type-name", type_])["incomplete"].clone();
    let reason = "members that Lombok's @Builder adds are not in the source; class files have them: register_source with origin bytecode";
    let expected: Vec<Value> = ["p.Built.BuiltBuilder", "p.Built"]
        .iter()
        .map(|what| serde_json::json!({ "what": what, "reason": reason }))
        .collect();
    assert_eq!(said("p.Built"), Value::from(expected));
    assert_eq!(said("p.Written"), Value::Null, "what follows from the fields is there");
}

#[test]
fn what_rests_on_another_version_than_a_pom_names_is_unsure() {
    let home = Home::new();
    let add = |coordinate: &str, file: &str, text_: &str, uses: &str| {
        let folder = home.path(&coordinate.replace(':', "_"));
        fs::create_dir_all(&folder).expect("a folder");
        fs::write(folder.join(file), text_).expect("a file");
        let parts: Vec<&str> = coordinate.split(':').collect();
        let of = |[group, artifact, version]: [&str; 3]| {
            format!("<groupId>{group}</groupId><artifactId>{artifact}</artifactId><version>{version}</version>")
        };
        let used = format!("<dependencies><dependency>{}</dependency></dependencies>", of(["b", "base", uses]));
        let pom = format!(
            "<project><modelVersion>4.0.0</modelVersion>{}{used}</project>",
            of([parts[0], parts[1], parts[2]])
        );
        fs::write(folder.join("pom.xml"), pom).expect("a file");
        let added = home.run(&["add", coordinate, text(&folder)]);
        assert_eq!(added.code, 0, "{}{}", added.out, added.err);
    };
    add(
        "b:base:2",
        "Base.java",
        "package b; public interface Base extends Top { void given(); } interface Top { Object other(); }",
        "0",
    );
    for (group, uses) in [("used", "2"), ("not", "1")] {
        let type_ = |members: &str| format!("package p; public interface T extends b.Base {{ {members} }}");
        add(&format!("{group}:lib:1"), "T.java", &type_("String other(); @Override void gone(); void sure();"), uses);
        add(&format!("{group}:lib:2"), "T.java", &type_("void given();"), uses);
    }
    let sure = [
        "breaking removed method p.T#gone() [JLS 13.5.4]",
        "breaking moved_to_supertype+signature_changed method p.T#other() -> b.Top [JLS 13.4.15]",
        "breaking removed method p.T#sure() [JLS 13.5.4]",
        "compatible added method p.T#given() [JLS 13.5.4]",
    ];
    let answer = diff(&home, "used:lib:1", &[]);
    assert_eq!((rows(&answer), &answer["incomplete"]), (sure.map(str::to_owned).to_vec(), &Value::Null));
    let answer = diff(&home, "not:lib:1", &[]);
    let unsure = |row: &str| row.replacen(' ', "? ", 1);
    assert_eq!(rows(&answer), [unsure(sure[0]), unsure(sure[1]), sure[2].to_owned(), unsure(sure[3])]);
    let said = |version: &str| {
        let reason = format!("looked at in place of 1, which the POM of not:lib:{version} names");
        serde_json::json!({"what": "b:base:2", "reason": reason, "note": true})
    };
    assert_eq!(answer["incomplete"], Value::from(vec![said("2"), said("1")]));
}

#[test]
fn that_one_of_several_files_with_a_type_is_compared_is_said() {
    let home = Home::new();
    for (version, text_) in [("1", "class A { public void m() {} }"), ("2", "class A { public void m(int i) {} }")] {
        let folder = home.path(version);
        for (path, text_) in [("build/copy/a/A.java", "class A { public void m() {} }"), ("src/a/A.java", text_)] {
            let path = folder.join(path);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, format!("package a; public {text_}")).expect("a file");
        }
        let added = home.run(&["add", &format!("org.example:twice:{version}"), text(&folder)]);
        assert_eq!(added.code, 0, "{}{}", added.out, added.err);
    }
    let answer = diff(&home, "org.example:twice:1", &[]);
    assert_eq!(answer["incomplete"][0]["what"], "a.A");
    let reason = "declared in build/copy/a/A.java and in src/a/A.java: only the first is compared";
    assert_eq!(answer["incomplete"][0]["reason"], reason, "{answer}");
}

#[test]
fn that_test_sources_are_left_out_is_said() {
    let home = Home::new();
    let version = |version: &str, written: &str| {
        let folder = home.path(version);
        fs::create_dir_all(folder.join("src/main/java/t")).unwrap();
        fs::create_dir_all(folder.join("src/testFixtures/java/t")).unwrap();
        fs::write(folder.join("src/main/java/t/A.java"), "package t; public class A {}").unwrap();
        let fixture = format!("package t; public class Fixture {{ {written} }}");
        fs::write(folder.join("src/testFixtures/java/t/Fixture.java"), fixture).unwrap();
        assert_eq!(home.run(&["add", &format!("org.example:fixtures:{version}"), text(&folder)]).code, 0);
    };
    version("1", "public void gone() {}");
    version("2", "");
    let said = |flags: &[&str]| {
        let answer = diff(&home, "org.example:fixtures:1", flags);
        assert_eq!(rows(&answer), [""; 0]);
        answer["incomplete"].clone()
    };
    let expected = serde_json::json!([{
        "what": "types of test sources",
        "reason": "not compared: they are no part of the library (1 before, 1 after)",
        "note": true,
    }]);
    assert_eq!(said(&[]), expected);
    assert_eq!(said(&["--type-name", "t.Fixture"]), expected);
    assert_eq!(said(&["--type-name", "t.A"]), Value::Null);
}

#[test]
fn records_show_the_constructor_that_the_compiler_makes() {
    let home = Home::new();
    let pair = pairs().into_iter().find(|pair| pair.ends_with("records")).expect("a pair");
    let answer = diff(&home, &registered(&home, &pair), &[]);
    let changes = answer["changes"].as_array().expect("changes");
    let gone = changes.iter().find(|change| change["change"] == "removed").expect("the constructor");
    assert_eq!(gone["old"], "public T(int a, String b)");
}

#[test]
fn what_moved_is_shown_as_its_new_owner_declares_it() {
    let home = Home::new();
    let pair = pairs().into_iter().find(|pair| pair.ends_with("inherited_abstract")).expect("a pair");
    let from = registered(&home, &pair);
    let answer = diff(&home, &from, &["--type-name", "p.T.Two"]);
    let moved = &answer["changes"][0];
    assert_eq!(
        (&moved["old"], &moved["new"]),
        (&Value::from("default void abstractNow()"), &Value::from("void abstractNow()"))
    );
    let page = home.run(&["diff", &from, "2"]).out;
    for shown in [
        "abstractNow() moved to p.Face: default void abstractNow() -> void abstractNow() (",
        "concrete() moved to p.Base: public void concrete() (",
    ] {
        assert!(page.contains(shown), "{page}");
    }
}

#[test]
fn what_is_called_the_same_and_means_another_type_is_spelt_out() {
    let home = Home::new();
    let pair = pairs().into_iter().find(|pair| pair.ends_with("other_packages")).expect("a pair");
    let from = registered(&home, &pair);
    let answer = diff(&home, &from, &[]);
    let texts = |symbol: &str, key: &str| -> Vec<String> {
        let rows = answer["changes"].as_array().expect("rows").iter().filter(|row| row["symbol"] == symbol);
        rows.filter_map(|row| row[key].as_str().map(str::to_owned)).collect()
    };
    for (symbol, old, new) in [
        ("p.S#starred()", "public q.Name starred()", "public r.Name starred()"),
        ("p.T", "public class T implements q.Name", "public class T implements r.Name"),
        ("p.T#NAME", "public static final q.Name NAME", "public static final r.Name NAME"),
        ("p.T#all()", "public java.util.List<q.Name> all()", "public java.util.List<r.Name> all()"),
        ("p.T#given()", "public q.Name given()", "public r.Name given()"),
        ("p.T#taken(Name...)", "public void taken(q.Name... names)", "public void taken(r.Name... names)"),
    ] {
        assert_eq!((texts(symbol, "old"), texts(symbol, "new")), (vec![old.into()], vec![new.into()]), "{answer}");
    }
    let page = home.run(&["diff", &from, "2"]).out;
    assert!(page.contains("public q.Name given() -> public r.Name given()"), "{page}");
}

#[test]
fn class_files_against_sources_say_what_they_cannot_tell() {
    let home = Home::new();
    let pair = pairs().into_iter().find(|pair| pair.ends_with("left_out")).expect("a pair");
    let from = registered(&home, &pair);
    let answer = diff(&home, &from, &["--visibility", "all"]);
    assert_eq!(rows(&answer), [] as [&str; 0], "overlays and tests are left out");
    assert_eq!(answer["breaking"], false);
}

#[test]
fn names_in_class_files_are_those_of_the_sources() {
    let home = Home::new();
    let pair = pairs().into_iter().find(|pair| pair.ends_with("inherited_types")).expect("a pair");
    let from = registered(&home, &pair);
    let added = home.run(&["add", "org.example:inherited_types:0", text(&pair.join("old.jar"))]);
    assert_eq!(added.code, 0, "{}{}", added.out, added.err);
    let ran = home.run(&["diff", "org.example:inherited_types:0", "1", "--json"]);
    let answer: Value = serde_json::from_str(&ran.out).expect("JSON");
    // What Kotlin declares is not in the JAR.
    let expected = ["compatible added class p.E [JLS 13.3]", "compatible added class p.K [JLS 13.3]"];
    assert_eq!(rows(&answer), expected, "{from}");
}

#[test]
fn types_of_the_sources_that_the_class_jar_has_not_are_named() {
    let home = Home::new();
    let base = home.path("user/.m2/repository/org/example/lib");
    let of = |name: &str| format!("package p; public class {name} {{ public static class In {{}} }}");
    for (version, names, built) in [
        ("1", &["A", "Both", "Gone", "Left"][..], &["A", "Both", "Gone", "Gone$In"][..]),
        ("2", &["Both", "New"], &["Both"]),
    ] {
        let sources: Vec<Item> =
            names.iter().map(|name| Item::stored(&format!("p/{name}.java"), of(name).as_bytes())).collect();
        let classes: Vec<Item> = built.iter().map(|name| Item::stored(&format!("p/{name}.class"), b"any")).collect();
        fs::create_dir_all(base.join(version)).expect("folders");
        fs::write(base.join(format!("{version}/lib-{version}-sources.jar")), archive(&sources)).expect("a file");
        fs::write(base.join(format!("{version}/lib-{version}.jar")), archive(&classes)).expect("a file");
    }
    let answer = diff(&home, "org.example:lib:1", &[]);
    assert_eq!(
        answer["incomplete"],
        serde_json::json!([
            {"what": "p.Left", "reason": "in the sources of 1, but not in its class JAR", "note": true},
            {"what": "p.New", "reason": "in the sources of 2, but not in its class JAR", "note": true},
        ])
    );
    // What no program had breaks none.
    let unsure: Vec<&str> = answer["changes"]
        .as_array()
        .expect("changes")
        .iter()
        .filter(|row| row["unsure"] == true)
        .filter_map(|row| row["symbol"].as_str())
        .collect();
    assert_eq!((unsure, &answer["summary"]["compatibility"]["breaking"]), (vec!["p.Left"], &2.into()), "{answer}");
    for version in ["1", "2"] {
        fs::remove_file(base.join(format!("{version}/lib-{version}.jar"))).expect("a file");
    }
    assert!(diff(&home, "org.example:lib:1", &[]).get("incomplete").is_none());
}

/// What the signatures alone do not show of a change is shown beside them.
#[test]
fn what_changed_is_shown() {
    let home = Home::new();
    for (folder, expected) in [
        (
            "kotlin_shown",
            &[
                "@JvmName(\"one\") fun named() -> @JvmName(\"two\") fun named()",
                "fun plain() -> @JvmName(\"plain2\") fun plain()",
                "val x: Int -> @JvmField val x: Int",
                "var y: Int private set -> var y: Int",
                "var z: Int -> var z: Int private set",
                "@Throws(java.io.IOException::class) fun th() -> @Throws(java.io.EOFException::class) fun th()",
            ][..],
        ),
        (
            "kotlin_stand_ins",
            &[
                "fun make(): Made -> fun make(): Made /* = int */",
                "fun makes(): Makes /* = Made */ -> fun makes(): Makes /* = int */",
                "fun all(texts: Texts /* = List<String> */): Int -> fun all(texts: Texts /* = List<CharSequence> */): Int",
                "fun one(text: Text /* = String */): Int -> none",
                "none -> fun one(text: Text /* = CharSequence */): Int",
            ],
        ),
        (
            "sealed_shown",
            &[
                "public sealed interface S permits S.A, S.B -> public sealed interface S permits S.A",
                "sealed class K permits K.A -> sealed class K permits K.A, K.B",
                "public constructor() -> protected constructor()",
            ],
        ),
    ] {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/compare");
        let from = registered(&home, &root.join(folder));
        let answer = diff(&home, &from, &[]);
        let mut shown = Vec::new();
        for change in answer["changes"].as_array().expect("changes") {
            let of = |side: &str| change[side].as_str().unwrap_or("none").to_owned();
            assert_ne!(of("old"), of("new"), "{change}");
            shown.push(format!("{} -> {}", of("old"), of("new")));
        }
        for expected in expected {
            assert!(shown.iter().any(|row| row == expected), "{expected}\n{shown:#?}");
        }
    }
}

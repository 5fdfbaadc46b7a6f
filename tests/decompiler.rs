//! A decompiler that a setting names: what is taken of what it writes, and what a bad one costs. Programs of the test play
//! it, which javac compiles; the real ones are for the suite on real artifacts.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    clippy::unwrap_used,
    reason = "tests look at files and say what they pass over"
)]

#[path = "common/home.rs"]
mod home;
#[path = "common/zip.rs"]
#[allow(dead_code, reason = "only honest archives are written here")]
mod zip;

use std::path::{Path, PathBuf};
use std::process::Command;

use home::{Home, Ran, ran, text};
use serde_json::Value;
use zip::{Item, archive};

const SHAPES: &str = "org.example:shapes:1";
const PACKAGE: &str = "org/example/shapes";

fn fixture() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/classfile/shapes.jar")
}

/// A JAR with the main class of CFR, whose body is `main`; none where there is no javac.
fn decompiler(home: &Home, main: &str) -> Option<PathBuf> {
    let source = format!(
        "package org.benf.cfr.reader;\nimport java.nio.file.*;\npublic class Main {{\n  static Path out;\n  \
         static void put(String name, String text) throws Exception {{\n    Path file = out.resolve(name);\n    \
         Files.createDirectories(file.getParent());\n    Files.write(file, text.getBytes(\"UTF-8\"));\n  }}\n  \
         public static void main(String[] arguments) throws Exception {{\n    out = Paths.get(arguments[2]);\n    {main}\n  }}\n}}\n"
    );
    let file = home.write("program/Main.java", &source);
    let compiled = Command::new("javac").arg("-d").arg(home.path("program")).arg(file).output();
    let Ok(compiled) = compiled else {
        eprintln!("passed over: there is no javac");
        return None;
    };
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let class = std::fs::read(home.path("program/org/benf/cfr/reader/Main.class")).unwrap();
    let manifest = b"Manifest-Version: 1.0\nMain-Class: org.benf.cfr.reader.Main\n";
    let items =
        [Item::stored("META-INF/MANIFEST.MF", manifest), Item::stored("org/benf/cfr/reader/Main.class", &class)];
    let jar = home.path("decompiler.jar");
    std::fs::write(&jar, archive(&items)).unwrap();
    Some(jar)
}

fn with(home: &Home, jar: &Path, arguments: &[&str]) -> Ran {
    ran(home.command().env("JARDEX_DECOMPILER", jar).env("SECRET", "marker-of-a-secret").args(arguments))
}

fn json(ran: &Ran) -> Value {
    serde_json::from_str(&ran.out).unwrap_or_else(|_| panic!("{}{}", ran.out, ran.err))
}

/// What is incomplete: names and reasons.
fn incomplete(home: &Home) -> Vec<(String, String)> {
    let answer = json(&home.run(&["types", SHAPES, "--json"]));
    let told = answer["incomplete"].as_array().cloned().unwrap_or_default();
    let text = |one: &Value, key: &str| one[key].as_str().unwrap().to_owned();
    told.iter().map(|one| (text(one, "what"), text(one, "reason"))).collect()
}

fn staged(home: &Home) -> usize {
    std::fs::read_dir(home.cache().join("tmp")).unwrap().count()
}

#[test]
fn what_declares_the_type_is_taken_and_the_rest_stays_an_outline() {
    let home = Home::new();
    let main = format!(
        r#"put("{PACKAGE}/Beside.java", "package org.example.shapes;\nclass Beside {{\n  String own() {{ return \"made\"; }}\n  // "
            + System.getenv() + arguments.length + "\n}}\n");
           put("{PACKAGE}/Shapes.java", "package org.example.shapes;\npublic class Shapes {{ int broken( {{\n");
           put("{PACKAGE}/String.java", "package org.example.shapes;\nclass Other {{}}\n");
           put("elsewhere/Extra.java", "package elsewhere;\nclass Extra {{}}\n");"#
    );
    let Some(jar) = decompiler(&home, &main) else { return };
    let added = with(&home, &jar, &["add", SHAPES, text(&fixture())]);
    assert!(added.out.contains("(decompiled)"), "{}{}", added.out, added.err);
    let shown = json(&home.run(&["method", SHAPES, "org.example.shapes.Beside", "own", "--json"]));
    assert_eq!(shown["origin"], "decompiled", "{shown}");
    let source = &shown["method_source"][0];
    assert!(source["source_code"].as_str().unwrap().contains("return \"made\""), "{source}");
    assert_eq!(source["file_path"], format!("{PACKAGE}/Beside.class"));
    assert!(source["line_range"].is_null() && shown["message"].is_null(), "{shown}");
    let whole = home.run(&["cat", SHAPES, &format!("{PACKAGE}/Beside.class")]).out;
    assert!(whole.contains("// {}") && !whole.contains("marker"), "its environment is empty: {whole}");

    // The broken one and the one that declares another type are outlines, and named.
    let outline = home.run(&["cat", SHAPES, &format!("{PACKAGE}/Shapes.class")]).out;
    assert!(outline.contains("synchronized <T, X extends Exception> T each("), "{outline}");
    let compiled = json(&home.run(&["method", SHAPES, "org.example.shapes.Shapes", "each", "--json"]));
    assert!(compiled["message"].as_str().unwrap().contains("compiled"), "{compiled}");
    let types = home.run(&["types", SHAPES]).out;
    assert!(types.contains("record Shapes.Circle") && !types.contains("Other") && !types.contains("Extra"), "{types}");
    let told = incomplete(&home);
    let names: Vec<&str> = told.iter().map(|(what, _)| what.as_str()).collect();
    assert_eq!(names, [format!("{PACKAGE}/Shapes.class"), format!("{PACKAGE}/String.class")]);
    assert!(told.iter().all(|(_, reason)| reason.contains("is shown as an outline")), "{told:?}");
    assert_eq!(staged(&home), 0);
    let counts = json(&home.run(&["info", SHAPES, "--json"]))["counts"].take();
    assert_eq!(counts["types_by_origin"], serde_json::json!({"bytecode": 11, "decompiled": 1}), "{counts}");

    // The same again is no work; without the decompiler it is an outline again.
    let again = json(&with(&home, &jar, &["index", SHAPES, "--json"]));
    assert_eq!((&again["unchanged"], &again["origin"]), (&true.into(), &"decompiled".into()), "{again}");
    let without = json(&home.run(&["index", SHAPES, "--json"]));
    assert_eq!((&without["unchanged"], &without["origin"]), (&Value::Null, &"bytecode".into()), "{without}");
    assert_eq!(incomplete(&home), []);
}

#[test]
fn one_that_takes_too_long_is_ended_and_what_it_wrote_is_taken() {
    let home = Home::new();
    let main = format!(
        r#"put("{PACKAGE}/Beside.java", "package org.example.shapes;\nclass Beside {{ int made() {{ return 1; }} }}\n");
           Files.write(Paths.get("{}"), String.valueOf(ProcessHandle.current().pid()).getBytes());
           Thread.sleep(600_000);"#,
        text(&home.path("pid"))
    );
    let Some(jar) = decompiler(&home, &main) else { return };
    let added = with(&home, &jar, &["add", SHAPES, text(&fixture()), "--decompiler-deadline", "5s"]);
    assert!(added.out.contains("(decompiled)"), "{}{}", added.out, added.err);
    let told = incomplete(&home);
    assert!(told.iter().any(|(what, reason)| what == "decompiler" && reason.contains("took longer")), "{told:?}");
    assert!(told.iter().any(|(what, _)| what.ends_with("/Shapes.class")), "{told:?}");
    assert!(home.run(&["cat", SHAPES, &format!("{PACKAGE}/Beside.class")]).out.contains("made()"));
    let pid = std::fs::read_to_string(home.path("pid")).expect("it ran");
    assert!(!cfg!(target_os = "linux") || !Path::new("/proc").join(pid.trim()).exists(), "{pid} still runs");
    assert_eq!(staged(&home), 0);
    // Another time it may get further: it is not taken for settled.
    let again = json(&with(&home, &jar, &["index", SHAPES, "--decompiler-deadline", "5s", "--json"]));
    assert!(again["unchanged"].is_null(), "{again}");
}

#[test]
fn one_that_fails_leaves_outlines_and_is_named() {
    let home = Home::new();
    let Some(jar) = decompiler(&home, "System.exit(3);") else { return };
    let added = with(&home, &jar, &["add", SHAPES, text(&fixture())]);
    assert_eq!(added.code, 0, "{}", added.err);
    let told = incomplete(&home);
    assert!(told.iter().any(|(what, reason)| what == "decompiler" && reason.contains('3')), "{told:?}");
    assert!(home.run(&["types", SHAPES]).out.contains("record Shapes.Circle"));
}

#[test]
fn what_is_no_decompiler_is_never_run() {
    let home = Home::new();
    for (jar, said) in [(fixture(), "neither Vineflower nor CFR"), (home.path("nothing.jar"), "cannot be read")] {
        let added = with(&home, &jar, &["add", SHAPES, text(&fixture())]);
        assert!(added.out.contains("(bytecode)"), "{}{}", added.out, added.err);
        let told = incomplete(&home);
        assert!(told.len() == 1 && told[0].1.contains(said), "{told:?}");
    }
}

/// Sources are never decompiled, and a name that would leave the folder is never given to a decompiler.
#[test]
fn only_class_files_with_names_of_files_are_given_to_it() {
    let home = Home::new();
    let main = r#"try (var zip = new java.util.zip.ZipFile(arguments[0])) {
            StringBuilder names = new StringBuilder();
            zip.stream().forEach(entry -> names.append(entry.getName()).append(' '));
            put("a/Good.java", "package a;\nclass Good {\n// " + names + "\n}\n");
        }"#;
    let Some(jar) = decompiler(&home, main) else { return };
    let class = |name: &str| {
        let mut bytes = vec![0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 61, 0, 5, 7, 0, 2, 1];
        bytes.extend(u16::try_from(name.len()).unwrap().to_be_bytes());
        bytes.extend(name.as_bytes());
        bytes.extend([7, 0, 4, 1, 0, 16]);
        bytes.extend(b"java/lang/Object");
        bytes.extend([0, 0x20, 0, 1, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0]);
        bytes
    };
    let items: Vec<Item> = ["a/Good", "../up/Evil", "/abs/Evil", "a/../../Evil", "C:/Evil", "a\\..\\Evil"]
        .iter()
        .map(|name| Item::stored(&format!("{name}.class"), &class(name)))
        .collect();
    let library = home.path("library.jar");
    std::fs::write(&library, archive(&items)).unwrap();
    let added = with(&home, &jar, &["add", SHAPES, text(&library)]);
    assert!(added.out.contains("(decompiled)"), "{}{}", added.out, added.err);
    assert!(home.run(&["cat", SHAPES, "a/Good.class"]).out.contains("// a/Good.class \n"));

    home.write("sources/a/A.java", "package a; class A {}");
    let added = with(&home, &jar, &["add", SHAPES, text(&home.path("sources"))]);
    assert!(added.out.contains("(source)"), "{}", added.out);
}

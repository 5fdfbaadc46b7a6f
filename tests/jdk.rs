//! JDKs as sources: where they are found, which one is taken, what is read of them. Feature releases that nobody has, so that
//! the JDKs of the machine are in nobody's way.
#![allow(clippy::disallowed_methods, clippy::unwrap_used, reason = "tests look at files")]

#[path = "common/classfile.rs"]
#[allow(dead_code, reason = "only plain classes are needed")]
mod classfile;
#[path = "common/home.rs"]
mod home;
#[path = "common/image.rs"]
mod image;
#[path = "common/zip.rs"]
#[allow(dead_code, reason = "only honest archives are written here")]
mod zip;

use std::path::{Path, PathBuf};

use classfile::ClassFile;
use home::{Home, Ran, ran, text};
use jardex::coordinate::Coordinate;
use jardex::source::jdk::{self, Places};
use jardex::work::Work;
use serde_json::Value;
use zip::{Item, archive};

const LIST: &str = "package java.util;\npublic abstract class AbstractList<E> {\n  /** Adds. */\n  \
    public boolean add(E element) { return true; }\n}\n";

/// A JDK below the test's home.
fn jdk(home: &Home, folder: &str, version: &str) -> PathBuf {
    let release =
        format!("IMPLEMENTOR=\"Nobody\"\nJAVA_VERSION=\"{version}\"\nJAVA_RUNTIME_VERSION=\"{version}+7-X\"\n");
    home.write(&format!("{folder}/release"), &release);
    home.write(&format!("{folder}/bin/java"), "#!/bin/sh\ntouch executed\n");
    home.path(folder)
}

fn put(folder: &Path, below: &str, bytes: &[u8]) {
    let path = folder.join(below);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, bytes).unwrap();
}

/// The sources of a JDK, whose one type says where they are from.
fn with_sources(folder: &Path, mark: &str) {
    let marked = format!("package java.lang;\npublic class {mark} {{}}\n");
    let items = [
        Item::stored("java.base/java/lang/Mark.java", marked.as_bytes()),
        Item::stored("java.base/java/util/AbstractList.java", LIST.as_bytes()),
        Item::stored("java.base/module-info.java", b"module java.base { exports java.util; }"),
    ];
    put(folder, "lib/src.zip", &archive(&items));
}

fn json(ran: &Ran) -> Value {
    serde_json::from_str(&ran.out).unwrap_or_else(|_| panic!("{}{}", ran.out, ran.err))
}

/// The names in `java.lang`, and the whole answer.
fn marks(home: &Home, version: &str, set: &[(&str, &Path)]) -> (Vec<String>, Value) {
    let mut command = home.command();
    command.args(["types", &format!("jdk:jdk:{version}"), "java.lang", "--json"]);
    for (name, value) in set {
        command.env(name, value);
    }
    let answer = json(&ran(&mut command));
    let types = answer["types"].as_array().cloned().unwrap_or_default();
    (types.iter().map(|one| one["name"].as_str().unwrap().to_owned()).collect(), answer)
}

#[test]
fn the_newest_of_a_feature_release_is_taken_and_any_other_by_its_version() {
    let home = Home::new();
    for (folder, version, mark) in
        [("user/.jdks/a", "77.0.9", "Older"), ("user/.jdks/b", "77.0.15", "Newer"), ("user/.jdks/c", "78", "Next")]
    {
        with_sources(&jdk(&home, folder, version), mark);
    }
    for (version, mark) in [("77", "Newer"), ("77.0.9", "Older"), ("77.0.15+7", "Newer"), ("78", "Next")] {
        let (names, answer) = marks(&home, version, &[]);
        assert_eq!((names, &answer["origin"]), (vec![mark.to_owned()], &Value::from("source")), "{version}");
    }
    let added = json(&home.run(&["add", "jdk:jdk:77", "--json"]));
    assert!(added["source_uri"].as_str().unwrap().ends_with("/b/lib/src.zip"), "{added}");
    assert_eq!(added["unchanged"], true, "{added}");
    let record = std::fs::read_to_string(home.cache().join("registry-v1/jdk/jdk/77.json")).unwrap();
    assert!(record.contains("77 is 77.0.15 at ") && record.contains("also here: 77.0.9 at "), "{record}");
}

#[test]
fn modules_are_folders_and_packages_are_the_types_own() {
    let home = Home::new();
    with_sources(&jdk(&home, "user/.jdks/a", "77.0.9"), "Mark");
    let tree = home.run(&["tree", "jdk:jdk:77"]);
    assert!(tree.out.starts_with("java.base/"), "{}", tree.out);
    let shown = home.run(&["method", "jdk:jdk:77", "java.util.AbstractList", "add"]);
    assert!(shown.out.contains("java.base/java/util/AbstractList.java:4"), "{}", shown.out);
}

#[test]
fn it_is_found_by_setting_java_home_path_and_usual_folders() {
    let home = Home::new();
    let elsewhere = jdk(&home, "elsewhere/one", "77.0.1");
    with_sources(&elsewhere, "Elsewhere");
    let nothing = marks(&home, "77", &[]).1;
    assert_eq!(nothing["status"], "source_jar_not_found");
    let message = nothing["message"].as_str().unwrap();
    assert!(message.contains("no JDK 77 was found") && message.contains("looked in: "), "{message}");

    for name in ["JARDEX_JDK_HOME", "JAVA_HOME"] {
        let home = Home::new();
        assert_eq!(marks(&home, "77", &[(name, &elsewhere)]).0, ["Elsewhere"], "{name}");
    }
    for (folder, version) in [
        ("user/.sdkman/candidates/java/x", "81"),
        ("user/.gradle/jdks/y/z", "82"),
        ("user/.jdks/w/Contents/Home", "83"),
    ] {
        with_sources(&jdk(&home, folder, version), "Usual");
        assert_eq!(marks(&home, version, &[]).0, ["Usual"], "{folder}");
    }
    assert!(!home.path("executed").exists());
}

#[cfg(unix)]
#[test]
fn the_java_of_the_path_is_followed_to_its_jdk() {
    let home = Home::new();
    let elsewhere = jdk(&home, "elsewhere/one", "77.0.1");
    with_sources(&elsewhere, "Elsewhere");
    std::fs::create_dir(home.path("bin")).unwrap();
    std::os::unix::fs::symlink(elsewhere.join("bin/java"), home.path("alternative")).unwrap();
    std::os::unix::fs::symlink(home.path("alternative"), home.path("bin/java")).unwrap();
    assert_eq!(marks(&home, "77", &[("PATH", &home.path("bin"))]).0, ["Elsewhere"]);
    assert!(!home.path("executed").exists());
}

#[test]
fn the_jdk_of_the_setting_comes_before_a_newer_one() {
    let home = Home::new();
    with_sources(&jdk(&home, "user/.jdks/new", "77.0.9"), "Newer");
    let mine = jdk(&home, "mine", "77.0.1");
    with_sources(&mine, "Mine");
    assert_eq!(marks(&home, "77", &[("JARDEX_JDK_HOME", &mine)]).0, ["Mine"]);
}

/// `java.lang.Mark` and `java.util.AbstractList` as class files.
fn classes() -> [(&'static str, &'static str, Vec<u8>); 2] {
    let mut list = ClassFile::new("java/util/AbstractList");
    list.method(1, "add", "(Ljava/lang/Object;)Z", &[]);
    [
        ("java/lang", "Compiled", ClassFile::new("java/lang/Compiled").bytes()),
        ("java/util", "AbstractList", list.bytes()),
    ]
}

#[test]
fn without_its_sources_the_modules_of_a_jdk_answer() {
    let home = Home::new();
    let folder = jdk(&home, "user/.jdks/a", "77.0.1");
    let files = classes();
    let mut all: Vec<(&str, &str, &str, &str, &[u8])> =
        files.iter().map(|(package, name, bytes)| ("java.base", *package, *name, "class", &bytes[..])).collect();
    all.push(("java.base", "java/lang", "text", "properties", b"a=b\n"));
    all.push(("packages", "", "java.lang", "", b"12345678"));
    put(&folder, "lib/modules", &image::image(&all));
    let (names, answer) = marks(&home, "77", &[]);
    assert_eq!((names, &answer["origin"]), (vec!["Compiled".to_owned()], &Value::from("bytecode")), "{answer}");
    assert!(answer["incomplete"].is_null(), "{answer}");
    let file = home.run(&["cat", "jdk:jdk:77", "java.base/java/lang/text.properties"]);
    assert_eq!(file.out, "a=b\n");
    let sources = home.run(&["add", "jdk:jdk:77", "--origin", "source"]);
    assert!(sources.code == 1 && sources.err.contains("without its sources"), "{}", sources.err);

    // With sources the class files are still there for who asks for them.
    with_sources(&folder, "Written");
    let added = home.run(&["add", "jdk:jdk:77"]);
    assert!(added.out.contains("(source)"), "{}", added.out);
    let added = home.run(&["add", "jdk:jdk:77", "--bytecode"]);
    assert!(added.out.contains("(bytecode)"), "{}", added.out);
}

/// One digit a release: 30 is U, 31 is V.
#[test]
fn the_signatures_of_another_release_say_that_they_are_no_more() {
    let home = Home::new();
    let folder = jdk(&home, "user/.jdks/a", "31.0.1");
    let [(_, _, compiled), (_, _, list)] = classes();
    let items = [
        Item::deflated("UV/java.base/java/util/AbstractList.sig", &list),
        Item::deflated("U/java.base/java/lang/Compiled.sig", &compiled),
        Item::deflated("V/java.base/java/lang/Other.sig", &ClassFile::new("java/lang/Other").bytes()),
        Item::stored("V/system-modules", b"java.base\n"),
    ];
    put(&folder, "lib/ct.sym", &archive(&items));
    let (names, answer) = marks(&home, "30", &[]);
    assert_eq!((names, &answer["origin"]), (vec!["Compiled".to_owned()], &Value::from("bytecode")), "{answer}");
    let reason = answer["incomplete"][0]["reason"].as_str().unwrap();
    assert!(reason.contains("no JDK 30 is here") && reason.contains("31.0.1"), "{reason}");
    assert_eq!(marks(&home, "31", &[]).0, ["Other"]);
    // What is in it of a release is no patch level of it.
    assert_eq!(marks(&home, "30.0.1", &[]).1["status"], "source_jar_not_found");
    assert_eq!(marks(&home, "32", &[]).1["status"], "source_jar_not_found");
}

#[test]
fn members_are_inherited_from_a_registered_jdk() {
    let home = Home::new();
    with_sources(&jdk(&home, "user/.jdks/a", "77.0.1"), "Mark");
    home.write(
        "lib/a/Mine.java",
        "package a;\nimport java.util.AbstractList;\nclass Mine extends AbstractList<String> { void own() {} }\n",
    );
    assert_eq!(home.run(&["add", "a:lib:1", text(&home.path("lib"))]).code, 0);
    let inherited = ["methods", "a:lib:1", "a.Mine", "--include-inherited", "--json"];
    let before = json(&home.run(&inherited));
    let reason = before["incomplete"][0]["reason"].as_str().unwrap();
    assert!(reason.contains("register a JDK, such as jdk:jdk:"), "{reason}");
    assert_eq!(home.run(&["add", "jdk:jdk:77"]).code, 0);
    let after = json(&home.run(&inherited));
    let is_add = |one: &&Value| one["signature"] == "public boolean add(E element)";
    let method = after["methods"].as_array().unwrap().iter().find(is_add).expect("inherited");
    assert_eq!((&method["declared_in"], &method["artifact"]), (&"java.util.AbstractList".into(), &"jdk:jdk:77".into()));
    assert!(after["incomplete"].is_null(), "{after}");

    // What another artifact has too is not asked of the JDK.
    home.write(
        "copy/java/util/AbstractList.java",
        "package java.util;\nclass AbstractList<E> { public void copied() {} }\n",
    );
    assert_eq!(home.run(&["add", "z:copy:1", text(&home.path("copy"))]).code, 0);
    let answer = json(&home.run(&inherited));
    assert!(answer.to_string().contains("copied") && !answer.to_string().contains("jdk:jdk:77"), "{answer}");
}

/// A home in which two JDKs are registered, 77 and 78.
fn with_two() -> Home {
    let home = Home::new();
    for (folder, version) in [("user/.jdks/a", "77"), ("user/.jdks/b", "78")] {
        with_sources(&jdk(&home, folder, version), "Mark");
        assert_eq!(home.run(&["add", &format!("jdk:jdk:{version}")]).code, 0);
    }
    home
}

/// Which JDK a library was written for nobody says: the one that is asked about is it.
#[test]
fn uses_of_each_registered_jdk_are_found() {
    let home = with_two();
    home.write(
        "lib/a/Mine.java",
        "package a;\nimport java.util.AbstractList;\nclass Mine { boolean m(AbstractList<String> list) { return list.add(\"\"); } }\n",
    );
    assert_eq!(home.run(&["add", "a:lib:1", text(&home.path("lib"))]).code, 0);
    let found = |symbol: &str, version: &[&str]| {
        let asked = [&["refs", symbol, "--group-id", "jdk", "--artifact-id", "jdk", "--json"][..], version].concat();
        let answer = json(&home.run(&asked));
        (answer["total"]["value"].clone(), answer["tiers"].clone())
    };
    for (symbol, expected) in [
        ("java.util.AbstractList", (2.into(), serde_json::json!({"exact": 2}))),
        ("java.util.AbstractList#add", (1.into(), serde_json::json!({"high": 1}))),
    ] {
        for version in ["77", "78"] {
            assert_eq!(found(symbol, &["--version", version]), expected, "{symbol} of {version}");
        }
    }
}

/// The same of who extends it and overrides its methods.
#[test]
fn heirs_of_each_registered_jdk_are_found() {
    let home = with_two();
    home.write(
        "lib/a/Mine.java",
        "package a;\nabstract class Mine extends java.util.AbstractList<String> { public boolean add(String one) { return false; } }\n\
         abstract class Yours extends Mine { Object o = new Mine() { }; }\n",
    );
    assert_eq!(home.run(&["add", "a:lib:1", text(&home.path("lib"))]).code, 0);
    let found = |symbol: &str, version: &[&str]| {
        let asked = [&["impls", symbol, "--group-id", "jdk", "--artifact-id", "jdk", "--json"][..], version].concat();
        let answer = json(&home.run(&asked));
        let rows = answer["implementations"].as_array().unwrap_or_else(|| panic!("{answer}")).iter();
        let mut symbols: Vec<String> =
            rows.map(|row| format!("{} {}", row["artifact"], row["symbol"]).replace('"', "")).collect();
        symbols.sort_unstable();
        symbols
    };
    for version in ["77", "78"] {
        let types = found("java.util.AbstractList", &["--version", version]);
        assert_eq!(types, ["a:lib:1 a.Mine", "a:lib:1 a.Yours", "a:lib:1 a.Yours#o"], "{version}");
        let methods = found("java.util.AbstractList#add", &["--version", version]);
        assert_eq!(methods, ["a:lib:1 a.Mine#add(String)"], "{version}");
    }
}

#[test]
fn a_question_says_what_a_damaged_jdk_is() {
    let home = Home::new();
    for (folder, version, file, bytes) in [
        ("user/.jdks/a", "77", "lib/src.zip", &b"no archive"[..]),
        ("user/.jdks/b", "78", "lib/modules", b"no image"),
        ("user/.jdks/c", "79", "lib/modules", b""),
    ] {
        put(&jdk(&home, folder, version), file, bytes);
        let answer = marks(&home, version, &[]).1;
        assert_eq!(answer["status"], "invalid_source", "{answer}");
        assert!(answer["message"].as_str().unwrap().contains(folder), "{answer}");
    }
    home.write("user/.jdks/d/release", "JAVA_VERSION=\"80; rm -rf\"\n");
    home.write("user/.jdks/e/release", "nothing\u{0}\n");
    assert_eq!(marks(&home, "80", &[]).1["status"], "source_jar_not_found");
}

/// An image cut at every length and with every byte turned over: nothing panics, and nothing beyond the file is read.
#[test]
fn no_damage_breaks_the_reader_of_images() {
    let home = Home::new();
    let folder = jdk(&home, "jdk", "77");
    let good = image::image(&[("m", "a", "B", "class", b"12345"), ("m", "a", "C", "class", b"678")]);
    let places = Places { named: Some(folder.clone()), ..Places::default() };
    let coordinate = Coordinate::parse("jdk:jdk:77").unwrap();
    let read = |bytes: &[u8]| {
        put(&folder, "lib/modules", bytes);
        let located = jdk::locate(&coordinate, None, &places, &Work::default()).ok()?;
        let contents = (0..located.tree.entries().len()).map(|at| located.tree.read(at).unwrap());
        Some(contents.collect::<Vec<_>>())
    };
    assert_eq!(read(&good).unwrap(), [b"12345".to_vec(), b"678".to_vec()]);
    let whole = good.len();
    for cut in 0..whole {
        assert_eq!(read(&good[..cut]), None, "{cut}");
    }
    for at in 0..whole {
        let mut changed = good.clone();
        changed[at] = !changed[at];
        if let Some(contents) = read(&changed) {
            assert!(contents.concat().len() <= 2 * whole, "{at}");
        }
    }
}

//! Vineflower and CFR, as they are published: what they make of a library declares what its outlines declare, with bodies.

use std::collections::BTreeSet;
use std::process::Command;

use jardex::coordinate::Coordinate;
use jardex::maven::layout;
use serde_json::Value;

use crate::place;

/// A library without Kotlin, and what is left out of the comparison: members that a decompiler takes for the compiler's.
const LIBRARY: &str = "com.google.code.gson:gson:2.11.0";

const DECOMPILERS: [&str; 2] = ["org.vineflower:vineflower:1.11.1", "org.benf:cfr:0.152"];

fn fetched(coordinate: &str) -> std::path::PathBuf {
    let parsed = Coordinate::parse(coordinate).unwrap();
    let path = place::root().join("decompilers").join(layout::File::CLASSES.name(&parsed));
    place::fetch(&parsed, layout::File::CLASSES, &path);
    path
}

fn asked(command: &mut Command) -> Value {
    let output = command.arg("--json").output().unwrap();
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)))
}

/// Names of all types, and `type.method` of every method but constructors.
fn declared(coordinate: &str) -> (BTreeSet<String>, BTreeSet<String>) {
    let types = place::json(&["types", coordinate]);
    assert!(types["incomplete"].is_null(), "{}", types["incomplete"]);
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let names = types["types"].as_array().unwrap().iter();
    let names: BTreeSet<String> =
        names.map(|one| format!("{}.{}", text(&one["package"]), text(&one["name"]))).collect();
    let mut methods = BTreeSet::new();
    for name in &names {
        let simple = name.rsplit('.').next().unwrap();
        let listed = place::json(&["methods", coordinate, name]);
        for method in listed["methods"].as_array().unwrap() {
            let signature = text(&method["signature"]);
            let called = signature.split('(').next().unwrap().rsplit([' ', '.']).next().unwrap().to_owned();
            if called != simple {
                methods.insert(format!("{name}.{called}"));
            }
        }
    }
    (names, methods)
}

#[test]
fn what_they_write_declares_what_outlines_declare() {
    if place::other(Command::new("java").arg("-version")).is_none() {
        crate::say("skipped: the decompilers: there is no java on PATH");
        return;
    }
    let library = fetched(LIBRARY);
    let library = library.to_str().unwrap();
    let outlines = "org.example:gson-outlines:1";
    asked(place::jardex().args(["add", outlines, library]));
    let (types, methods) = declared(outlines);
    assert!(types.len() > 90 && methods.len() > 400, "{} types, {} methods", types.len(), methods.len());
    for decompiler in DECOMPILERS {
        let name = decompiler.split(':').nth(1).unwrap();
        let coordinate = format!("org.example:gson-{name}:1");
        let mut command = place::jardex();
        command.env("JARDEX_DECOMPILER", fetched(decompiler)).args(["add", &coordinate, library]);
        assert_eq!(asked(&mut command)["origin"], "decompiled", "{decompiler}");
        let (theirs, their_methods) = declared(&coordinate);
        assert_eq!(theirs, types, "{decompiler}");
        let lost: Vec<&String> = methods.difference(&their_methods).collect();
        assert!(lost.is_empty(), "{decompiler} lacks {lost:?}");
        let hits = place::json(&["grep", "-F", "compiled code", &coordinate]);
        assert_eq!(hits["total"]["value"], 0, "{decompiler}: {hits}");
        crate::say(&format!("{decompiler}: {} types and {} methods of {LIBRARY}", theirs.len(), their_methods.len()));
    }
}

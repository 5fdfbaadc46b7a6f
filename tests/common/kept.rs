//! A home with artifacts in its cache, and what the commands say of them.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use serde_json::{Value, json};

use crate::home::{Home, Ran, ran, text};
use crate::library::{jar_of, snapshot};

pub const ONE: &str = "org.example:one:1.0";
pub const TWO: &str = "org.example:two:1.0";

pub fn json_of(ran: &Ran) -> Value {
    serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error}: {ran:?}"))
}

/// The answer of a command and its exit code.
pub fn ask(home: &Home, arguments: &[&str]) -> (Value, i32) {
    let ran = ran(home.command().args(arguments).arg("--json"));
    (json_of(&ran), ran.code)
}

pub fn types(command: &mut Command, coordinate: &str) -> Vec<String> {
    let answer = json_of(&ran(command.args(["types", coordinate, "--json"])));
    let types = answer["types"].as_array().unwrap_or_else(|| panic!("{answer}"));
    types.iter().map(|one| one["name"].as_str().unwrap().to_owned()).collect()
}

/// A home with two artifacts, each of a JAR below the user's home.
pub fn filled() -> Home {
    let home = Home::new();
    for (coordinate, classes) in [(ONE, vec!["A", "B"]), (TWO, vec!["C"])] {
        add(&home, coordinate, &classes);
    }
    home
}

pub fn add(home: &Home, coordinate: &str, classes: &[&str]) {
    let jar = home.path(&format!("user/{}.jar", coordinate.split(':').nth(1).unwrap()));
    fs::write(&jar, jar_of(classes)).unwrap();
    let (answer, code) = ask(home, &["add", coordinate, text(&jar)]);
    assert_eq!((&answer["status"], code), (&json!("registered_and_indexed"), 0), "{answer}");
}

pub fn folder(home: &Home, coordinate: &str) -> PathBuf {
    home.cache().join("code").join(coordinate.replace(':', "/"))
}

pub fn index(home: &Home, coordinate: &str) -> PathBuf {
    let mut found = snapshot(&folder(home, coordinate));
    found.retain(|(path, _)| path.extension().is_some_and(|ending| ending == "db"));
    let [(path, _)] = &found[..] else { panic!("one index of {coordinate}, not {}", found.len()) };
    path.clone()
}

pub fn record(home: &Home, coordinate: &str) -> PathBuf {
    home.cache().join("registry-v1").join(format!("{}.json", coordinate.replace(':', "/")))
}

/// Changes when an artifact was built, as its record tells it.
pub fn built(home: &Home, coordinate: &str, when: &str) {
    let path = record(home, coordinate);
    let mut value: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    value["current"]["built"] = json!(when);
    fs::write(path, format!("{value}\n")).unwrap();
}

//! Who declares what a type inherits, against reflection over the class files: `Class.getMethod` goes by the rules of the language.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::artifacts::{Artifact, named};
use crate::declared::{self, Member, Type};
use crate::served::Served;
use crate::{place, say};

#[test]
fn commons_collections() {
    same_declaring_types(named("commons_collections"), 250);
}

#[test]
fn guava() {
    same_declaring_types(named("guava"), 300);
}

/// Methods by name and number of parameters, and the types that declare them.
type Declaring = BTreeMap<(String, usize), BTreeSet<String>>;

/// Compares what is declared in the artifact itself: what stands above that in a JDK is told only where one is registered.
fn same_declaring_types(artifact: &'static Artifact, least: usize) {
    let ready = place::ready(artifact);
    let types = declared::types(&place::json(&["types", &ready.coordinate])["types"]);
    let names: BTreeMap<String, &Type> = types.iter().map(|(binary, one)| (binary.replace('/', "."), one)).collect();
    let Some(theirs) = ask(artifact, &names) else { return };
    let mut served = Served::start(artifact);
    let (mut wrong, mut count) = (Vec::new(), 0);
    for (binary, expected) in theirs {
        let name = &names[&binary].name;
        let ours = ours(&mut served, name);
        for ((method, arity), declaring) in expected {
            let of_artifact: BTreeSet<String> =
                declaring.iter().filter_map(|one| names.get(one)).map(|one| one.name.clone()).collect();
            let found = ours.get(&(method.clone(), arity)).cloned().unwrap_or_default();
            // Of one signature we tell one: what ought to be told takes the place of what ought not.
            if of_artifact.len() == declaring.len() && !found.is_superset(&of_artifact) {
                wrong.push(format!("{name}#{method}/{arity}: Java has it from {declaring:?}, we from {found:?}"));
            }
            count += 1;
        }
    }
    say(&format!("{}: {count} inherited methods", artifact.name));
    assert!(count > least && wrong.is_empty(), "{count}: {wrong:#?}");
}

/// What reflection says of each type by its binary name: inherited methods with a body. None where there is no JDK.
fn ask(artifact: &'static Artifact, names: &BTreeMap<String, &Type>) -> Option<BTreeMap<String, Declaring>> {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/truth/Inherited.java");
    let mut java = Command::new("java");
    java.arg("-cp").arg(place::class_jar(artifact)).arg(program).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut java = match java.spawn() {
        Ok(java) => java,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            say("no java: inherited methods are not compared with reflection");
            return None;
        }
        Err(error) => panic!("java: {error}"),
    };
    let lines: String = names.keys().map(|name| format!("{name}\n")).collect();
    let mut input = java.stdin.take().unwrap();
    let writer = std::thread::spawn(move || input.write_all(lines.as_bytes()).unwrap());
    let output = java.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(output.status.success(), "java ended with {}", output.status);
    let mut found: BTreeMap<String, Declaring> = BTreeMap::new();
    for line in String::from_utf8(output.stdout).unwrap().lines() {
        let [name, method, arity, declared_in] = line.split('\t').collect::<Vec<_>>().try_into().unwrap();
        let of_type = found.entry(name.to_owned()).or_default();
        of_type.entry((method.to_owned(), arity.parse().unwrap())).or_default().insert(declared_in.to_owned());
    }
    Some(found)
}

/// The same by jardex.
fn ours(served: &mut Served, name: &str) -> Declaring {
    let arguments = json!({"type_name": name, "include_inherited": true, "page_size": 200});
    let mut found = Declaring::new();
    for item in served.items("list_methods", "methods", &arguments) {
        let text = |key: &str| item.get(key).and_then(Value::as_str).map(str::to_owned);
        let member = Member { signature: text("signature").unwrap(), start: 0, end: 0 };
        let key = member.named(false).unwrap_or_else(|| panic!("{name}: {}", member.signature));
        found.entry(key).or_default().insert(text("declared_in").unwrap_or_else(|| name.to_owned()));
    }
    found
}

//! find_implementations against class files: who extends and implements whom, as the compiler wrote it down.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::Read;
use std::path::Path;

use fastrand::Rng;
use serde_json::Value;

use crate::artifacts::{Artifact, named};
use crate::place;

/// Types of an artifact that are asked for: those with most subtypes, and as many of the others.
const TYPES: usize = 30;

#[test]
fn gson() {
    same_heirs(named("gson"));
}

#[test]
fn guava() {
    same_heirs(named("guava"));
}

#[test]
fn spring_core() {
    same_heirs(named("spring_core"));
}

fn same_heirs(artifact: &'static Artifact) {
    let ready = place::ready(artifact);
    let listed = place::json(&["types", &ready.coordinate]);
    let name = |one: &Value| {
        let (package, name) = (one["package"].as_str().unwrap_or_default(), one["name"].as_str().unwrap());
        if package.is_empty() { name.to_owned() } else { format!("{package}.{name}") }
    };
    let declared: BTreeSet<String> = listed["types"].as_array().unwrap().iter().map(name).collect();
    let heirs = heirs(&place::class_jar(artifact), &declared);
    let mut asked: Vec<(&String, BTreeSet<String>)> =
        heirs.keys().filter(|name| declared.contains(*name)).map(|name| (name, below(&heirs, name))).collect();
    asked.sort_by_key(|(name, below)| (std::cmp::Reverse(below.len()), *name));
    let rest = asked.split_off(asked.len().min(TYPES / 2));
    asked.extend(Rng::with_seed(3).choose_multiple(rest, TYPES / 2));
    let (mut count, mut bodies, mut other) = (0, 0, Vec::new());
    for (name, expected) in asked {
        let answer = place::json(&["impls", name, "--artifacts", &ready.coordinate]);
        let (found, anonymous): (Vec<&Value>, Vec<&Value>) =
            answer["implementations"].as_array().unwrap().iter().partition(|one| one["anonymous"].is_null());
        let found: BTreeSet<String> = found.into_iter().map(|one| one["symbol"].as_str().unwrap().to_owned()).collect();
        let (declared, in_bodies): (BTreeSet<_>, BTreeSet<_>) =
            expected.into_iter().partition(|name| declared.contains(name));
        assert_eq!(found, declared, "{name} of {}", ready.coordinate);
        if anonymous.len() != in_bodies.len() {
            other.push(format!(
                "{name}: {} in bodies, {} in the class JAR: {in_bodies:?}",
                anonymous.len(),
                in_bodies.len()
            ));
        }
        (count, bodies) = (count + found.len(), bodies + anonymous.len());
    }
    crate::say(&format!("{}: {count} subtypes of {TYPES} types and {bodies} in bodies", artifact.name));
    assert!(other.is_empty(), "{other:#?}");
    assert!(count > TYPES);
}

/// The direct subtypes of each type: those that the sources declare, and those of bodies, whose names end in a number.
fn heirs(jar: &Path, declared: &BTreeSet<String>) -> BTreeMap<String, BTreeSet<String>> {
    let mut heirs: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut archive = ::zip::ZipArchive::new(File::open(jar).unwrap()).unwrap();
    for at in 0..archive.len() {
        let mut entry = archive.by_index(at).unwrap();
        let path = entry.name().unwrap().into_owned();
        if !path.ends_with(".class") || path.starts_with("META-INF/") || path.ends_with("-info.class") {
            continue;
        }
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).unwrap();
        let (own, supertypes) = header(&bytes);
        let is_in_body = own.rsplit('.').next().is_some_and(|last| last.starts_with(|c: char| c.is_ascii_digit()));
        if declared.contains(&own) || is_in_body {
            for supertype in supertypes {
                heirs.entry(supertype).or_default().insert(own.clone());
            }
        }
    }
    heirs
}

fn below(heirs: &BTreeMap<String, BTreeSet<String>>, name: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut queue = vec![name.to_owned()];
    while let Some(name) = queue.pop() {
        for heir in heirs.get(&name).into_iter().flatten() {
            if found.insert(heir.clone()) {
                queue.push(heir.clone());
            }
        }
    }
    found
}

/// The name of a class and those of its supertypes, with dots, as chapter 4 of the virtual machine's specification lays
/// them out.
fn header(bytes: &[u8]) -> (String, Vec<String>) {
    let two = |at: usize| usize::from(u16::from_be_bytes([bytes[at], bytes[at + 1]]));
    let count = two(8);
    let mut places = vec![0; count];
    let (mut at, mut number) = (10, 1);
    while number < count {
        places[number] = at;
        let (length, entries) = match bytes[at] {
            1 => (3 + two(at + 1), 1),
            5 | 6 => (9, 2),
            7 | 8 | 16 | 19 | 20 => (3, 1),
            15 => (4, 1),
            _ => (5, 1),
        };
        (at, number) = (at + length, number + entries);
    }
    let class = |number: usize| {
        let text = places[two(places[number] + 1)];
        let name = &bytes[text + 3..text + 3 + two(text + 1)];
        String::from_utf8_lossy(name).replace(['/', '$'], ".")
    };
    let own = class(two(at + 2));
    let superclass = Some(two(at + 4)).filter(|number| *number > 0);
    let interfaces = (0..two(at + 6)).map(|place| two(at + 8 + 2 * place));
    (own, superclass.into_iter().chain(interfaces).map(class).collect())
}

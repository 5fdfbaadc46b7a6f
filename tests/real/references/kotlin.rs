//! What `find_references` answers of Kotlin, against the call sites of class files.
//!
//! A class file tells, for each call, the function, its class and the line. Functions and constructors of a library are drawn
//! and asked for in the library itself; a row is right when the class files have a call of that function on that line of a
//! file of that name; what was inlined counts where it was written. What a class file cannot tell is left out on both sides: inline
//! functions, which leave no call; accessors of properties; calls that the compiler made; files of which the sources have two with
//! one name.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use fastrand::Rng;
use jardex::coordinate::Coordinate;
use jardex::maven::layout::File;

use super::asked::{self, Asked};
use super::list::{self, Library};
use super::table;
use super::tally::{Row, Tally};
use crate::place;

/// What the program reads class files with.
const ASM: &str = "org.ow2.asm:asm:9.11.1";
/// Functions of one library.
const FUNCTIONS: usize = 150;
/// Constructors of one library.
const CONSTRUCTORS: usize = 40;
/// The seed of a run; `REAL_SEED` sets another.
const SEED: u64 = 20_261_121;

/// Shares in percent that must be reached over all libraries.
const EXACT: f64 = 99.9;
const HIGH: f64 = 98.0;
/// Of the calls in the class files of the first library, those that are exact or high.
const RECALL: f64 = 90.0;

/// What the class files of a library say.
#[derive(Default)]
struct Classes {
    /// Supertypes by class.
    supertypes: BTreeMap<String, Vec<String>>,
    sources: BTreeMap<String, String>,
    /// Names and descriptors of methods by class.
    methods: BTreeMap<String, BTreeSet<(String, String)>>,
    calls: Vec<Call>,
}

struct Call {
    class: String,
    /// The class whose file its line is of.
    place: String,
    method: String,
    is_made: bool,
    line: u32,
    owner: String,
    name: String,
    descriptor: String,
}

#[test]
fn call_sites_agree() {
    let Some(program) = program() else { return };
    let mut all = list::read(include_str!("../../../testdata/references/kotlin.txt"));
    let named = std::env::var("JARDEX_REFERENCES").ok();
    match &named {
        Some(names) => all.retain(|library| names.split(',').any(|name| library.id().starts_with(name))),
        // One suffices to see that nothing got worse; all of them take their time.
        None => all.truncate(1),
    }
    let mut done = Vec::new();
    for library in &all {
        library.fetch();
        asked::register(&super::jdk());
        for coordinate in library.dependencies.iter().chain([&library.coordinate]) {
            asked::register(coordinate);
        }
        let classes = read(&print(&program, library));
        let lines = lines_of(&library.unpacked());
        let tally = compare(library, &classes, &lines);
        done.push((library.id(), lines.values().flatten().count(), 0, tally));
    }
    let shown = table::written(&done);
    crate::say(&shown);
    if let Ok(path) = std::env::var("JARDEX_REFERENCES_TABLE_KOTLIN") {
        fs::write(path, &shown).unwrap();
    }
    if let Ok(many) = std::env::var("JARDEX_REFERENCES_SHOW") {
        for (id, .., tally) in &done {
            crate::say(&format!("{id}\n{}", tally.shown(many.parse().unwrap())));
        }
    }
    let mut sum = super::tally::Count::default();
    for (.., tally) in &done {
        sum.add(&tally.sum());
    }
    let [exact, high, _] = sum.tiers.map(super::tally::Tier::precision);
    assert!(exact.is_some_and(|share| share >= EXACT), "exact: {exact:?} % are right, {EXACT} % are wanted");
    assert!(high.is_some_and(|share| share >= HIGH), "high: {high:?} % are right, {HIGH} % are wanted");
    let recall = sum.recall(2).unwrap_or(0.0);
    assert!(named.is_some() || recall >= RECALL, "{recall} % of the calls are exact or high, {RECALL} % are wanted");
}

/// The compiled program's class path; none, with a line that says so, where there is no JDK.
fn program() -> Option<String> {
    if place::other(Command::new("javac").arg("-version")).is_none() {
        crate::say("skipped: references against call sites: there is no `javac` on PATH");
        return None;
    }
    let text = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/references/CallSites.java");
    let version = jardex::source::digest(&fs::read(&text).unwrap())[7..23].to_owned();
    let asm = Coordinate::parse(ASM).unwrap();
    let jar = list::class_jar(&asm);
    place::fetch(&asm, File::CLASSES, &jar);
    let classes = list::root().join("call-sites").join(version);
    place::once(&classes, |to| {
        let output = Command::new("javac").arg("-cp").arg(&jar).arg("-d").arg(to).arg(&text).output().unwrap();
        assert!(output.status.success(), "javac: {}", String::from_utf8_lossy(&output.stderr));
    });
    Some(std::env::join_paths([&classes, &jar]).unwrap().into_string().unwrap())
}

fn print(program: &str, library: &Library) -> PathBuf {
    let printed = list::root().join("printed").join(format!("{}.calls.tsv", library.id()));
    fs::create_dir_all(printed.parent().unwrap()).unwrap();
    let jar = list::class_jar(&library.coordinate);
    let output = Command::new("java").args(["-cp", program, "CallSites"]).arg(jar).arg(&printed).output().unwrap();
    assert!(output.status.success(), "java CallSites: {}", String::from_utf8_lossy(&output.stderr));
    printed
}

fn read(printed: &Path) -> Classes {
    const BRIDGE: u32 = 0x0040;
    const SYNTHETIC: u32 = 0x1000;
    let mut classes = Classes::default();
    for line in fs::read_to_string(printed).unwrap().lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        match fields[..] {
            ["T", class, supertypes] => {
                let all = supertypes.split(',').filter(|name| !name.is_empty()).map(str::to_owned).collect();
                classes.supertypes.insert(class.to_owned(), all);
            }
            ["S", class, source] => {
                classes.sources.insert(class.to_owned(), source.to_owned());
            }
            ["M", class, name, descriptor, access] => {
                if access.parse::<u32>().unwrap() & (BRIDGE | SYNTHETIC) == 0 {
                    let methods = classes.methods.entry(class.to_owned()).or_default();
                    methods.insert((name.to_owned(), descriptor.to_owned()));
                }
            }
            ["C", class, method, access, line, owner, name, descriptor, place] => classes.calls.push(Call {
                class: class.to_owned(),
                place: place.to_owned(),
                method: method.to_owned(),
                // Functions that are hidden, bodies that suspend in open classes and values of parameters are synthetic too.
                is_made: access.parse::<u32>().unwrap() & BRIDGE != 0 || method.starts_with("access$"),
                line: line.parse().unwrap(),
                owner: owner.to_owned(),
                name: name.to_owned(),
                descriptor: descriptor.to_owned(),
            }),
            _ => panic!("the program prints no such line: {line}"),
        }
    }
    classes
}

/// How many lines the files of each name have.
fn lines_of(folder: &Path) -> BTreeMap<String, Vec<u32>> {
    let mut found: BTreeMap<String, Vec<u32>> = BTreeMap::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.is_dir() {
                open.push(path);
            } else if name.ends_with(".kt") {
                let text = fs::read_to_string(&path).unwrap();
                found.entry(name).or_default().push(u32::try_from(text.lines().count()).unwrap());
            }
        }
    }
    found
}

/// A function in a source: its class and name.
type Target = (String, String);

impl Classes {
    /// The class that declares what a call names.
    fn declaring(&self, owner: &str, name: &str, descriptor: &str) -> Option<String> {
        let mut open = vec![owner.to_owned()];
        let mut met = BTreeSet::new();
        while let Some(class) = open.pop() {
            if !met.insert(class.clone()) {
                continue;
            }
            let methods = self.methods.get(&class);
            if methods.is_some_and(|all| all.contains(&(name.to_owned(), descriptor.to_owned()))) {
                return Some(class);
            }
            // Interfaces after the superclass: what is pushed last is looked at first.
            open.extend(self.supertypes.get(&class).into_iter().flatten().rev().cloned());
        }
        None
    }

    /// The function of the source that a call means.
    fn target(&self, call: &Call) -> Option<Target> {
        if let Some(name) = call.name.strip_suffix("$default") {
            let owner = call.owner.strip_suffix("$DefaultImpls").unwrap_or(&call.owner);
            return Some((facade(owner), plain(name)));
        }
        if call.name == "<init>" && call.descriptor.contains("DefaultConstructorMarker") {
            return Some((call.owner.clone(), call.name.clone()));
        }
        // What is private to a class its nested classes call through the compiler's own method.
        if let Some(name) = call.name.strip_prefix("access$") {
            return Some((facade(&call.owner), plain(name)));
        }
        let owner = self.declaring(&call.owner, &call.name, &call.descriptor)?;
        Some((facade(&owner), plain(&call.name)))
    }
}

/// A class behind a facade of several files is that facade.
fn facade(class: &str) -> String {
    class.split("__").next().unwrap().to_owned()
}

/// The name in the source: that of an internal function, or of one that takes value classes, ends with what the compiler
/// added.
fn plain(name: &str) -> String {
    if name.starts_with('<') { name.to_owned() } else { name.split(['$', '-']).next().unwrap().to_owned() }
}

fn compare(library: &Library, classes: &Classes, lines: &BTreeMap<String, Vec<u32>>) -> Tally {
    let mut rows: BTreeMap<Target, BTreeSet<Row>> = BTreeMap::new();
    // Calls of another constructor of the class: the compiler makes such as well, which cannot be told apart.
    let mut neutral: BTreeSet<Row> = BTreeSet::new();
    for call in &classes.calls {
        let Some(file) = classes.sources.get(&call.place) else { continue };
        let Some([most]) = lines.get(file).map(Vec::as_slice) else { continue };
        let Some(target) = classes.target(call) else { continue };
        let is_own = plain(call.method.trim_end_matches("$default")) == target.1
            && (call.method.ends_with("$default") || facade(&call.class) == target.0 && call.name == "<init>");
        let kind = if target.1 == "<init>" { "new" } else { "call" };
        let row = Row { file: file.clone(), line: call.line, kind: kind.to_owned() };
        if is_own {
            neutral.insert(row);
            continue;
        }
        if call.is_made || call.line == 0 || call.line > *most {
            continue;
        }
        rows.entry(target).or_default().insert(row);
    }
    let mut asked = Asked::start();
    let mut tally = Tally::default();
    for target in draw(classes, lines) {
        let symbol = format!("{}#{}", target.0.replace(['/', '$'], "."), target.1);
        let mut found = asked.functions(&symbol, &library.coordinate);
        if found.refused.is_some() || found.definitions.is_empty() {
            tally.refused.push((symbol, found.refused.unwrap_or_else(|| "no definition".to_owned())));
            continue;
        }
        // A class file has a method at the class for what its companion declares.
        if found.is_inline || found.definitions.iter().any(|one| one.split('(').next() != Some(&symbol)) {
            continue;
        }
        for tier in &mut found.tiers {
            *tier = tier
                .iter()
                .filter_map(|row| comparable(row, lines, &target.1))
                .filter(|row| !neutral.contains(row))
                .collect();
        }
        // What is in a better tier is not told again of a worse one.
        let none = BTreeSet::new();
        tally.compare(&symbol, &found.tiers, rows.get(&target).unwrap_or(&none));
    }
    tally
}

/// A row as class files could tell it.
fn comparable(row: &Row, lines: &BTreeMap<String, Vec<u32>>, name: &str) -> Option<Row> {
    let file = row.file.rsplit('/').next().unwrap().to_owned();
    if lines.get(&file).is_none_or(|all| all.len() != 1) {
        return None;
    }
    let kind = match (row.kind.as_str(), name) {
        ("new" | "call", "<init>") => "new",
        ("call", _) => "call",
        _ => return None,
    };
    Some(Row { file, line: row.line, kind: kind.to_owned() })
}

/// Functions and constructors of classes that a source names.
fn draw(classes: &Classes, lines: &BTreeMap<String, Vec<u32>>) -> Vec<Target> {
    let (mut functions, mut constructors): (BTreeSet<Target>, BTreeSet<Target>) = Default::default();
    for (class, methods) in &classes.methods {
        let is_named = class.rsplit('/').next().unwrap().split('$').all(|part| {
            part.starts_with(char::is_alphabetic) && !matches!(part, "DefaultImpls" | "WhenMappings" | "Companion")
        });
        let in_kotlin = classes.sources.get(class).is_some_and(|source| lines.contains_key(source));
        if !is_named || !in_kotlin {
            continue;
        }
        for (name, descriptor) in methods {
            let accessor = ["get", "set", "is"]
                .iter()
                .any(|prefix| name.strip_prefix(prefix).is_some_and(|rest| rest.starts_with(char::is_uppercase)));
            let is_made = name.starts_with("component")
                || matches!(
                    name.as_str(),
                    "copy"
                        | "equals"
                        | "hashCode"
                        | "toString"
                        | "values"
                        | "valueOf"
                        | "<clinit>"
                        | "invoke"
                        | "invokeSuspend"
                        | "create"
                )
                || name.contains("$lambda")
                // A property whose accessor has its name, and the function it replaced.
                || name.starts_with('-')
                || methods.iter().any(|(other, _)| *other == format!("-deprecated_{name}"));
            if is_made || accessor || name.starts_with("access$") {
                continue;
            }
            if name == "<init>" {
                if !descriptor.contains("Marker") {
                    constructors.insert((class.clone(), name.clone()));
                }
            } else {
                functions.insert((facade(class), plain(name)));
            }
        }
    }
    let seed = std::env::var("REAL_SEED").map_or(SEED, |seed| seed.parse().unwrap());
    let mut random = Rng::with_seed(seed);
    let functions_drawn = std::env::var("JARDEX_REFERENCES_DRAW").map_or(FUNCTIONS, |many| many.parse().unwrap());
    let mut drawn = Vec::new();
    for (all, many) in [(functions, functions_drawn), (constructors, CONSTRUCTORS.min(functions_drawn))] {
        let mut all: Vec<Target> = all.into_iter().collect();
        random.shuffle(&mut all);
        drawn.extend(all.into_iter().take(many));
    }
    drawn
}

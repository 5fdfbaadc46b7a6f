//! japicmp: run on two class JARs, and what it reports.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use jardex::coordinate::Coordinate;
use jardex::maven::layout;
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::{Class, Pair};
use crate::place;

/// The program: coordinate, classifier and SHA-256.
const PROGRAM: &str = "com.github.siom79.japicmp:japicmp:0.26.2";
const CLASSIFIER: &str = "jar-with-dependencies";

/// What it says of a class because of another one.
const ELSEWHERE: [&str; 7] = [
    "METHOD_DEFAULT_ADDED_IN_IMPLEMENTED_INTERFACE",
    "METHOD_REMOVED_IN_SUPERCLASS",
    "FIELD_REMOVED_IN_SUPERCLASS",
    "METHOD_ABSTRACT_ADDED_IN_SUPERCLASS",
    "METHOD_ABSTRACT_ADDED_IN_IMPLEMENTED_INTERFACE",
    "FIELD_LESS_ACCESSIBLE_THAN_IN_SUPERCLASS",
    "METHOD_LESS_ACCESSIBLE_THAN_IN_SUPERCLASS",
];

/// A change of one declaration.
#[derive(Debug, Clone)]
pub struct Change {
    pub class: Class,
    /// `NEW`, `REMOVED`, `MODIFIED`, `UNCHANGED`.
    pub status: String,
    pub kinds: BTreeSet<String>,
}

/// All changes by symbol: `a.b.Outer.Inner#name(Simple, int[])`.
#[derive(Default)]
pub struct Changes {
    pub all: BTreeMap<String, Change>,
}

pub struct Program(PathBuf);

impl Program {
    /// The program; none, with a line that says so, where there is no Java.
    pub fn ready() -> Option<Self> {
        if Command::new("java").arg("-version").output().is_err() {
            crate::say("skipped: comparing versions needs `java` on PATH");
            return None;
        }
        let path = place::root().join("compare/japicmp.jar");
        let file = layout::File { classifier: Some(CLASSIFIER), extension: "jar" };
        place::fetch(&Coordinate::parse(PROGRAM).unwrap(), file, &path);
        Some(Self(path))
    }

    /// What it says of two versions.
    pub fn changes(&self, pair: &Pair) -> Changes {
        let old = class_jar(&format!("{}:{}", pair.library, pair.old));
        let new = class_jar(&format!("{}:{}", pair.new_classes.unwrap_or(pair.library), pair.new));
        let report = place::root().join("compare").join(format!("{}.xml", pair.library.replace(':', "-")));
        let output = Command::new("java")
            .args(["-Xmx1g", "-jar"])
            .arg(&self.0)
            .args(["-a", "protected", "-m", "--ignore-missing-classes", "-o"])
            .arg(old)
            .arg("-n")
            .arg(new)
            .arg("-x")
            .arg(&report)
            .output()
            .unwrap();
        assert!(output.status.success(), "japicmp: {}", String::from_utf8_lossy(&output.stderr));
        read(&fs::read_to_string(report).unwrap())
    }
}

/// The class JAR of a coordinate.
pub fn class_jar(coordinate: &str) -> PathBuf {
    let parsed = Coordinate::parse(coordinate).unwrap();
    let path = place::root().join("compare/classes").join(layout::File::CLASSES.name(&parsed));
    place::fetch(&parsed, layout::File::CLASSES, &path);
    path
}

/// A declaration while its element is open.
#[derive(Default, Clone)]
struct Open {
    name: String,
    status: String,
    parameters: Option<Vec<String>>,
    kinds: Vec<(String, bool, bool)>,
    made: bool,
}

fn read(xml: &str) -> Changes {
    let mut reader = Reader::from_str(xml);
    let (mut class, mut member) = (Open::default(), None::<Open>);
    let mut statuses: BTreeMap<String, String> = BTreeMap::new();
    let mut found: Vec<(Open, Option<Open>)> = Vec::new();
    loop {
        match reader.read_event().unwrap() {
            Event::Start(element) => open(&element, &mut class, &mut member),
            Event::Empty(element) => {
                open(&element, &mut class, &mut member);
                close(element.name().as_ref(), &mut class, &mut member, &mut statuses, &mut found);
            }
            Event::End(element) => close(element.name().as_ref(), &mut class, &mut member, &mut statuses, &mut found),
            Event::Eof => break,
            _ => {}
        }
    }
    let mut changes = Changes::default();
    for (class, member) in found {
        add(&class, member.as_ref(), &statuses, &mut changes);
    }
    changes
}

fn attribute(element: &BytesStart<'_>, name: &str) -> String {
    let value = element.try_get_attribute(name).unwrap();
    value.map_or_else(String::new, |value| value.value.replace("&lt;", "<").replace("&gt;", ">"))
}

fn open(element: &BytesStart<'_>, class: &mut Open, member: &mut Option<Open>) {
    let status = attribute(element, "changeStatus");
    match element.name().as_ref() {
        "class" => *class = Open { name: attribute(element, "fullyQualifiedName"), status, ..Open::default() },
        "method" | "field" | "constructor" => {
            let parameters = (element.name().as_ref() != "field").then(Vec::new);
            let is_constructor = element.name().as_ref() == "constructor";
            let name = if is_constructor { "<init>".to_owned() } else { attribute(element, "name") };
            *member = Some(Open { name, status, parameters, ..Open::default() });
        }
        "parameter" => {
            if let Some(parameters) = member.as_mut().and_then(|member| member.parameters.as_mut()) {
                parameters.push(simple(&attribute(element, "type")));
            }
        }
        "compatibilityChange" => {
            let kind = attribute(element, "type");
            let change = (
                kind,
                attribute(element, "binaryCompatible") == "true",
                attribute(element, "sourceCompatible") == "true",
            );
            member.as_mut().unwrap_or(class).kinds.push(change);
        }
        "modifier" | "attribute" => {
            let values = [attribute(element, "oldValue"), attribute(element, "newValue")];
            if let Some(member) = member.as_mut() {
                member.made |= values.iter().any(|value| value == "SYNTHETIC" || value == "BRIDGE");
            }
        }
        _ => {}
    }
}

fn close(
    name: &str,
    class: &mut Open,
    member: &mut Option<Open>,
    statuses: &mut BTreeMap<String, String>,
    found: &mut Vec<(Open, Option<Open>)>,
) {
    match name {
        "method" | "field" | "constructor" => found.extend(member.take().map(|member| (class.clone(), Some(member)))),
        "class" => {
            statuses.insert(class.name.clone(), class.status.clone());
            found.push((std::mem::take(class), None));
        }
        _ => {}
    }
}

fn add(class: &Open, member: Option<&Open>, statuses: &BTreeMap<String, String>, changes: &mut Changes) {
    let is_local = class.name.split('$').skip(1).any(|part| part.starts_with(|c: char| c.is_ascii_digit()));
    let alone = |status: &str| status == "NEW" || status == "REMOVED";
    let outer = class.name.rsplit_once('$').and_then(|(outer, _)| statuses.get(outer));
    // Members of a class that came or went are told with it, and so are classes in it.
    let is_told =
        if member.is_some() { alone(&class.status) } else { alone(&class.status) && outer == Some(&class.status) };
    if is_local || is_told || member.is_some_and(|member| member.made) {
        return;
    }
    let one = member.unwrap_or(class);
    let kinds: Vec<_> = one.kinds.iter().filter(|(kind, ..)| !ELSEWHERE.contains(&kind.as_str())).collect();
    let breaking = kinds.iter().any(|(_, binary, _)| !binary) || (member.is_none() && class.status == "REMOVED");
    let level = match (breaking, kinds.iter().any(|(.., source)| !source)) {
        (true, _) => Class::Breaking,
        (_, true) => Class::SourceOnly,
        _ => Class::Compatible,
    };
    if level == Class::Compatible && !alone(&one.status) {
        return;
    }
    let owner = source_name(&class.name);
    let symbol = match member {
        None => owner,
        Some(Open { name, parameters: Some(parameters), .. }) => format!("{owner}#{name}({})", parameters.join(", ")),
        Some(member) => format!("{owner}#{}", member.name),
    };
    let kinds = kinds.into_iter().map(|(kind, ..)| kind.clone()).collect();
    changes.all.insert(symbol, Change { class: level, status: one.status.clone(), kinds });
}

/// `a.b.Outer$Inner` as sources have it; a `$` at the end of a name or at its start is part of it.
fn source_name(binary: &str) -> String {
    let (package, name) = binary.rsplit_once('.').map_or(("", binary), |(package, name)| (package, name));
    let letters: Vec<char> = name.chars().collect();
    let dotted: String = letters
        .iter()
        .enumerate()
        .map(|(at, c)| {
            let inside = at > 0 && at + 1 < letters.len() && !name.starts_with('$');
            if *c == '$' && inside { '.' } else { *c }
        })
        .collect();
    if package.is_empty() { dotted } else { format!("{package}.{dotted}") }
}

fn simple(name: &str) -> String {
    let (bare, array) = name.find('[').map_or((name, ""), |at| name.split_at(at));
    format!("{}{array}", bare.rsplit(['.', '$']).next().unwrap_or(bare))
}

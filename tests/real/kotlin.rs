//! Kotlin's functions and properties against the methods a compiler makes of them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use serde_json::json;

use crate::declared::{self, Member, Type};
use crate::javap::Class;
use crate::members::{Wrong, is_written};
use crate::place::Ready;
use crate::served::Served;

/// What the sources of an artifact call their methods for the virtual machine.
pub struct Names {
    /// The values of every `@JvmName("…")`.
    given: BTreeSet<String>,
}

/// What a compiler adds to classes of its own accord.
const ADDED: &[&str] = &[
    "copy",
    "equals",
    "hashCode",
    "toString",
    "values",
    "valueOf",
    "getEntries",
    "box-impl",
    "unbox-impl",
    "constructor-impl",
    "equals-impl",
    "equals-impl0",
    "hashCode-impl",
    "toString-impl",
];

impl Names {
    pub fn of(ready: &Ready) -> Self {
        let mut given = BTreeSet::new();
        for path in ready.files.iter().filter(|path| path.ends_with(".kt")) {
            let text = String::from_utf8_lossy(&fs::read(ready.unpacked.join(path)).unwrap()).into_owned();
            for rest in text.split("JvmName(").skip(1) {
                given.extend(rest.split('"').nth(1).map(str::to_owned));
            }
        }
        Self { given }
    }

    /// Whether some declaration asks for this name.
    pub fn gives(&self, method: &str) -> bool {
        self.given.contains(method)
    }

    /// Compares names both ways.
    pub fn compare(
        &mut self,
        served: &mut Served,
        classes: &BTreeMap<String, Class>,
        binary: &str,
        listed: &Type,
        members: &[Member],
        wrong: &mut Wrong,
    ) {
        let functions: BTreeSet<String> = members.iter().filter_map(|member| Some(member.named(true)?.0)).collect();
        // Members of an expected class are listed with those of the actual one, and need not be declared there.
        if !listed.is_expected {
            Self::ours_exist(served, classes, binary, listed, members, wrong);
        }
        self.theirs_are_told(served, classes, binary, listed, &functions, wrong);
    }

    /// Every function is a method of its class, or of the class that holds the bodies of its interface.
    fn ours_exist(
        served: &mut Served,
        classes: &BTreeMap<String, Class>,
        binary: &str,
        listed: &Type,
        members: &[Member],
        wrong: &mut Wrong,
    ) {
        let bodies = classes.get(&format!("{binary}$DefaultImpls"));
        let all = parts(classes, binary).chain([&classes[binary]]).chain(bodies);
        let methods: BTreeSet<&str> = all.flat_map(|class| class.methods.iter().map(|m| m.name.as_str())).collect();
        for member in members.iter().filter(|member| !member.is("expect")) {
            let Some((name, arity)) = member.named(true) else { continue };
            let is_there = methods.iter().any(|method| is_called(method, &name));
            if !is_there && !is_renamed(served, listed, &name, &methods) {
                wrong.only_ours.insert(format!("{}#{name}/{arity}", listed.name));
            }
        }
    }

    /// Every method that is not private is a function, an accessor, or something the compiler adds.
    fn theirs_are_told(
        &self,
        served: &mut Served,
        classes: &BTreeMap<String, Class>,
        binary: &str,
        listed: &Type,
        functions: &BTreeSet<String>,
        wrong: &mut Wrong,
    ) {
        let untold = |told: &BTreeSet<String>, fields: &BTreeSet<String>, name: &str| {
            !(told.iter().any(|function| is_called(name, function))
                || fields.iter().any(|field| is_accessor(name, field))
                || ADDED.contains(&base(name))
                || ADDED.contains(&name)
                || base(name).strip_prefix("component").is_some_and(|rest| rest.parse::<u32>().is_ok())
                || self.given.contains(name)
                || self.given.contains(base(name)))
        };
        let methods = classes[binary].methods.iter();
        let mut left: Vec<_> = methods
            .filter(|method| (is_written(method) || method.name.contains('-')) && !method.is("ACC_SYNTHETIC"))
            .filter(|method| !method.is("ACC_PRIVATE") && !method.name.starts_with('<'))
            .collect();
        let fields = fields(served, &listed.name, false);
        left.retain(|method| untold(functions, &fields, &method.name));
        if left.is_empty() {
            return;
        }
        // What a companion declares as static, and what is inherited with a body, is repeated in the class.
        let mut told = names(served, &listed.name, true);
        let mut fields = self::fields(served, &listed.name, true);
        if classes.contains_key(&format!("{binary}$Companion")) {
            let companion = format!("{}.Companion", listed.name);
            told.extend(names(served, &companion, true));
            fields.extend(self::fields(served, &companion, true));
        }
        left.retain(|method| untold(&told, &fields, &method.name));
        wrong.only_theirs.extend(left.iter().map(|m| format!("{}#{}/{}", listed.name, m.name, m.arity())));
    }
}

/// Whether the source of the function gives another name that is there.
fn is_renamed(served: &mut Served, listed: &Type, name: &str, methods: &BTreeSet<&str>) -> bool {
    let source = served.get("get_method_source", &json!({"type_name": listed.name, "method_name": name}));
    let sources = source["method_source"].as_array().unwrap().iter();
    sources.filter_map(|one| one["source_code"].as_str()).any(|text| {
        let mut given = text.split("JvmName(").skip(1).filter_map(|rest| rest.split('"').nth(1));
        given.any(|given| methods.contains(given))
    })
}

fn names(served: &mut Served, type_name: &str, inherited: bool) -> BTreeSet<String> {
    let members = declared::members(served, "list_methods", "methods", type_name, inherited);
    members.iter().filter_map(|member| Some(member.named(true).or_else(|| member.named(false))?.0)).collect()
}

fn fields(served: &mut Served, type_name: &str, inherited: bool) -> BTreeSet<String> {
    let members = declared::members(served, "list_fields", "fields", type_name, inherited);
    members.iter().map(Member::field).collect()
}

/// A name without what value classes and `internal` add to it.
fn base(method: &str) -> &str {
    method.split(['-', '$']).next().unwrap()
}

fn is_called(method: &str, function: &str) -> bool {
    method == function || (method.starts_with(function) && matches!(method.as_bytes()[function.len()], b'-' | b'$'))
}

fn is_accessor(method: &str, field: &str) -> bool {
    let method = base(method);
    let mut letters = field.chars();
    let capital: String = letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
    method == field
        || ["get", "set"].iter().any(|prefix| method.strip_prefix(prefix) == Some(capital.as_str()))
        || field.strip_prefix("is").is_some_and(|rest| method.strip_prefix("set") == Some(rest))
}

/// The classes that hold the bodies of a facade of several files.
pub fn parts<'a>(classes: &'a BTreeMap<String, Class>, facade: &str) -> impl Iterator<Item = &'a Class> {
    let prefix = format!("{facade}__");
    let below = classes.range(prefix.clone()..).take_while(move |(name, _)| name.starts_with(&prefix));
    below.filter(|(name, _)| !name.contains('$')).map(|(_, class)| class)
}

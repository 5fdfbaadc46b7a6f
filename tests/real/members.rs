//! The methods of the sources are those of the class files, and lie where their line tables say.

use std::collections::{BTreeMap, BTreeSet};

use crate::artifacts::Artifact;
use crate::declared::{self, Member, Type};
use crate::javap::{self, Class, Method};
use crate::served::Served;
use crate::{allowed, kotlin, place};

mod same_methods {
    crate::each_artifact!(super::same_methods);
}

fn same_methods(artifact: &'static Artifact) {
    let Some(theirs) = javap::classes(artifact) else { return };
    let ready = place::ready(artifact);
    let ours = declared::types(&place::json(&["types", &ready.coordinate])["types"]);
    let mut served = Served::start(artifact);
    let mut wrong = Wrong::default();
    let mut kotlin = kotlin::Names::of(ready);
    for (binary, listed) in &ours {
        let Some(class) = theirs.get(binary) else { continue };
        let members = declared::members(&mut served, "list_methods", "methods", &listed.name, false);
        if listed.is_kotlin {
            kotlin.compare(&mut served, &theirs, binary, listed, &members, &mut wrong);
        } else {
            java(class, listed, &members, &mut wrong);
        }
        wrong.methods += members.len();
        let parts: Vec<&Class> = kotlin::parts(&theirs, binary).collect();
        let bodies = if parts.is_empty() { vec![class] } else { parts };
        let mut fields = Vec::new();
        if listed.is_kotlin {
            fields = declared::members(&mut served, "list_fields", "fields", &listed.name, false);
        }
        for class in bodies {
            lines(class, listed, &members, &mut wrong, |method| {
                listed.is_kotlin && is_elsewhere(method, &kotlin, &members, &fields)
            });
        }
    }
    crate::say(&format!("{}: {} methods, {} line tables", artifact.name, wrong.methods, wrong.tables));
    allowed::check(artifact, "method-not-in-classes", &wrong.only_ours);
    allowed::check(artifact, "method-not-in-sources", &wrong.only_theirs);
    allowed::check(artifact, "line-outside", &wrong.outside);
}

/// What does not agree: `a.b.Type#name/arity`.
#[derive(Default)]
pub struct Wrong {
    pub only_ours: BTreeSet<String>,
    pub only_theirs: BTreeSet<String>,
    outside: BTreeSet<String>,
    methods: usize,
    tables: usize,
}

/// Java: the same names with the same numbers of parameters, as often.
fn java(class: &Class, listed: &Type, members: &[Member], wrong: &mut Wrong) {
    let mut balance: BTreeMap<(String, usize), i64> = BTreeMap::new();
    let simple = listed.name.rsplit('.').next().unwrap();
    for member in members {
        let (name, arity) = member.named(false).unwrap_or_else(|| panic!("{}: {}", listed.name, member.signature));
        if name != simple {
            *balance.entry((name, arity)).or_default() += 1;
        }
    }
    for method in class.methods.iter().filter(|method| is_written(method)) {
        *balance.entry((method.name.clone(), method.arity())).or_default() -= 1;
    }
    for ((name, arity), difference) in balance {
        let shown = format!("{}#{name}/{arity}", listed.name);
        if difference > 0 {
            wrong.only_ours.insert(shown);
        } else if difference < 0 && !is_given(listed, &name, arity, class) {
            wrong.only_theirs.insert(shown);
        }
    }
}

/// Whether a method of a class file was written, as far as the file tells.
pub fn is_written(method: &Method) -> bool {
    !method.is("ACC_SYNTHETIC") && !method.name.starts_with('<') && !method.name.contains('$')
}

/// What a Java compiler adds to enums and records.
fn is_given(listed: &Type, name: &str, arity: usize, class: &Class) -> bool {
    match listed.kind.as_str() {
        "enum" => matches!((name, arity), ("values", 0) | ("valueOf", 1)),
        "record" => arity == 0 || (name, arity) == ("equals", 1),
        _ => class.is("ACC_SYNTHETIC"),
    }
}

/// Every line of a Java method's table lies in the range of a method of its name; of a Kotlin one the first, because lines
/// of what was inlined are numbered beyond the file.
fn lines(class: &Class, listed: &Type, members: &[Member], wrong: &mut Wrong, is_elsewhere: impl Fn(&Method) -> bool) {
    let mut ranges: BTreeMap<String, Vec<(usize, &Member)>> = BTreeMap::new();
    for member in members {
        if let Some((name, arity)) = member.named(listed.is_kotlin) {
            ranges.entry(name).or_default().push((arity, member));
        }
    }
    let told = class.methods.iter().filter(|method| is_written(method) && !method.lines.is_empty());
    for method in told.filter(|method| !is_given(listed, &method.name, method.arity(), class)) {
        let Some(named) = ranges.get(&method.name) else { continue };
        wrong.tables += 1;
        let told = if listed.is_kotlin { &method.lines[..1] } else { &method.lines[..] };
        let fits = |(arity, member): &(usize, &Member)| {
            (listed.is_kotlin || *arity == method.arity()) && told.iter().all(|line| member.holds(*line))
        };
        if !named.iter().any(fits) && !is_elsewhere(method) {
            wrong.outside.insert(format!("{}#{}/{}", listed.name, method.name, method.arity()));
        }
    }
}

/// Whether a method of a Kotlin class comes from something of another name: an accessor of a property, a function that
/// asks for this name, a bridge to the declared one.
fn is_elsewhere(method: &Method, kotlin: &kotlin::Names, members: &[Member], fields: &[Member]) -> bool {
    let named = if kotlin.gives(&method.name) { members } else { &[] };
    method.is("ACC_BRIDGE") || fields.iter().chain(named).any(|member| member.holds(method.lines[0]))
}

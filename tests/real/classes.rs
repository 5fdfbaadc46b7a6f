//! The types of the sources are the classes of the class JAR, save what only a compiler makes.

use std::collections::BTreeSet;

use crate::artifacts::Artifact;
use crate::declared::{self, Member};
use crate::javap::{self, Class};
use crate::served::Served;
use crate::{allowed, place};

mod same_types {
    crate::each_artifact!(super::same_types);
}

fn same_types(artifact: &'static Artifact) {
    let Some(theirs) = javap::classes(artifact) else { return };
    let ready = place::ready(artifact);
    let mut ours = declared::types(&place::json(&["types", &ready.coordinate])["types"]);
    // A typealias is no class, and neither is a file whose declarations are all expected ones.
    let mut served = Served::start(artifact);
    ours.retain(|_, listed| {
        listed.kind != "typealias" && !(listed.kind == "facade" && is_promise(&mut served, &listed.name))
    });

    let only_ours = ours.keys().filter(|name| !theirs.contains_key(*name)).cloned().collect();
    // The classes behind a facade of several files are listed as that facade.
    let is_part = |name: &str| name.split_once("__").is_some_and(|(facade, _)| ours.contains_key(facade));
    let written = theirs.iter().filter(|(name, class)| !is_made(name, class) && !is_part(name));
    let only_theirs: BTreeSet<String> =
        written.map(|(name, _)| name).filter(|name| !ours.contains_key(*name)).cloned().collect();
    crate::say(&format!("{}: {} types against {} classes", artifact.name, ours.len(), theirs.len()));
    allowed::check(artifact, "type-not-in-classes", &only_ours);
    allowed::check(artifact, "class-not-in-types", &only_theirs);
}

/// Whether every member of a facade is expected, inline only for the compiler, or an alias.
fn is_promise(served: &mut Served, facade: &str) -> bool {
    let mut members = declared::members(served, "list_methods", "methods", facade, false);
    members.extend(declared::members(served, "list_fields", "fields", facade, false));
    let is_expected = |member: &Member| member.is("expect");
    members.iter().all(is_expected)
}

/// Whether only a compiler wrote it: anonymous and local classes, lambdas, Kotlin's helpers, the class it makes of a file
/// that holds nothing but typealiases.
fn is_made(name: &str, class: &Class) -> bool {
    let inner = name.rsplit('/').next().unwrap().split('$').skip(1);
    class.is("ACC_SYNTHETIC")
        || class.is_enclosed
        || (name.ends_with("Kt") && class.methods.iter().all(|method| method.is("ACC_SYNTHETIC")))
        || inner.clone().any(|part| part.starts_with(|c: char| c.is_ascii_digit()))
        || inner.last().is_some_and(|last| matches!(last, "DefaultImpls" | "WhenMappings" | "EntriesMappings"))
}

//! What Maven calls a POM of a dependency invalid for: it then knows nothing that this POM depends on, nor where it moved.
//!
//! The checks are those of Maven's model validator at its lowest level, at which it reads POMs out of repositories. A project's
//! own POM has to meet more, without which nothing is built.

use std::path::Path;

use super::model::Values;
use super::pom::{Dependency, Pom};
use crate::config::java;
use crate::text::redact::without_secrets;

/// Why a POM is invalid, of its lineage: itself and its parents, nearest first, with their active profiles put in.
pub(super) fn of_lineage(lineage: &[Pom], values: &Values) -> Option<String> {
    let pom = lineage.first()?;
    let of_parent = || lineage.iter().enumerate().find_map(|(at, pom)| as_written(pom).or_else(|| as_parent(at, pom)));
    let is_aggregator = pom.packaging.as_deref() == Some("pom");
    let missing = |what: &str| Some(format!("'{what}' is missing"));
    match pom {
        _ if pom.model_version.is_none() => missing("modelVersion"),
        _ if pom.packaging.as_deref() == Some("") => missing("packaging"),
        _ if !pom.modules.is_empty() && !is_aggregator => Some("'modules' need the packaging 'pom'".to_owned()),
        _ if values.known("project.version").is_empty() => missing("version"),
        _ => None,
    }
    .or_else(|| id("groupId", &values.known("project.groupId"), ""))
    .or_else(|| id("artifactId", &values.known("project.artifactId"), ""))
    .or_else(of_parent)
}

fn as_written(pom: &Pom) -> Option<String> {
    if let Some(part) = pom.parent_lacks {
        return Some(format!("'parent.{part}' is missing"));
    }
    let parent = pom.parent.as_ref()?;
    let is_itself = pom.group.as_ref() == Some(&parent.group) && pom.artifact.as_ref() == Some(&parent.artifact);
    is_itself.then(|| "it is its own parent".to_owned())
}

/// Of the pom that is so many generations above the one that is asked about.
fn as_parent(generations: usize, pom: &Pom) -> Option<String> {
    let packaging = pom.packaging.as_deref().unwrap_or("jar");
    let name = pom.artifact.as_deref().unwrap_or_default();
    (generations > 0 && packaging != "pom").then(|| format!("its parent {name} has the packaging '{packaging}'"))
}

/// Why a dependency makes its POM invalid, all known of it filled in. `absolute` completes the path of a file.
pub(super) fn of_dependency(dependency: &Dependency, absolute: &dyn Fn(&str) -> String) -> Option<String> {
    let name = name_of(dependency);
    let missing = |what: &str| Some(format!("'dependencies.dependency.{what}' for {name} is missing"));
    match dependency {
        _ if dependency.kind.is_empty() => missing("type"),
        _ if dependency.version.as_deref().is_none_or(str::is_empty) => missing("version"),
        _ => of_managed("dependencies", dependency, absolute),
    }
}

/// The same of an entry of dependencyManagement, which need not have a version; `list` is where it stands.
pub(super) fn of_managed(list: &str, dependency: &Dependency, absolute: &dyn Fn(&str) -> String) -> Option<String> {
    let name = name_of(dependency);
    let field = |what: &str| format!("{list}.dependency.{what}");
    let is_of_system = dependency.scope.as_deref() == Some("system");
    id(&field("artifactId"), &dependency.artifact, &name)
        .or_else(|| id(&field("groupId"), &dependency.group, &name))
        .or_else(|| match &dependency.system_path {
            None if is_of_system => Some(format!("'{}' for {name} is missing", field("systemPath"))),
            Some(_) if !is_of_system => Some(format!("'{}' for {name} is not of scope system", field("systemPath"))),
            Some(path) if !Path::new(&absolute(path)).is_absolute() => {
                Some(format!("'{}' for {name} is not absolute: {}", field("systemPath"), without_secrets(path)))
            }
            _ => None,
        })
}

/// As Maven names a dependency in what it says of it.
fn name_of(dependency: &Dependency) -> String {
    format!("{}:{}:{}", dependency.group, dependency.artifact, dependency.kind)
}

/// Whether something is left in a text that Maven replaces and nobody here may: of the machine, of the environment, of the model.
fn is_open(text: &str) -> bool {
    text.split("${").skip(1).any(|rest| {
        let name = rest.split('}').next().unwrap_or_default();
        ["env.", "project.", "pom.", "settings."].iter().any(|known| name.starts_with(known))
            || java::of_platform(name).is_some()
    })
}

/// Why a text is no group or artifact ID.
fn id(field: &str, text: &str, of: &str) -> Option<String> {
    let of = if of.is_empty() { String::new() } else { format!(" for {of}") };
    let is_valid = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    match text {
        "" => Some(format!("'{field}'{of} is missing")),
        _ if is_open(text) => None,
        _ if !text.chars().all(is_valid) => Some(format!("'{field}'{of} is no valid ID: {text}")),
        _ => None,
    }
}

//! The class JAR as a judge of the index: which types one has and the other has not.
//!
//! What a compiler adds is not counted: anonymous, local and synthetic classes, package and module descriptions, Kotlin's
//! facades and helpers. A type of the class JAR that no source file declares was generated, written in another language, or
//! lost; a type of the sources without a class belongs to another platform or was left out of the JAR.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use rayon::prelude::*;

use super::{Explorer, Opened};
use crate::error::{Failure, Status};
use crate::model::{Origin, TypeKind};
use crate::parse::classfile::{self, Standing};
use crate::source::repository::Found;
use crate::store::read::{Index, StoreError};
use crate::text::url::file_uri;
use crate::work::Work;

/// How many names are told of those that only one of the two has.
const NAMES: usize = 10;

/// How many classes one in another are followed.
const DEEPEST: usize = 64;

/// What a comparison found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comparison {
    /// The class JAR as a URI.
    pub uri: String,
    /// Types in the class JAR.
    pub types: u64,
    pub only_in_classes: Difference,
    pub only_in_index: Difference,
}

/// Types that one has and the other has not.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Difference {
    pub count: u64,
    /// The first of them, in order of name.
    pub names: Vec<String>,
}

impl Difference {
    fn of(names: &BTreeSet<&str>) -> Self {
        let first = names.iter().take(NAMES).map(|name| (*name).to_owned()).collect();
        Self { count: names.len() as u64, names: first }
    }
}

/// A class file by what it says of itself.
struct Said {
    standing: Standing,
    /// Its place in the JAR.
    at: usize,
}

impl Explorer {
    /// Of these types of an artifact, each a package and a name (`Outer.Inner`), those that its class JAR has no class of. Entries
    /// are looked for, no class is read. None where the artifact is not of sources or its class JAR is not on this machine.
    #[must_use]
    pub fn without_class<'n>(&self, artifact: &Opened, types: &[(&'n str, &'n str)]) -> Vec<(&'n str, &'n str)> {
        if artifact.origin != Origin::Source || types.is_empty() {
            return Vec::new();
        }
        let Some(jar) = self.engine.repositories().local_classes(&artifact.coordinate) else { return Vec::new() };
        let entries: HashSet<&str> = jar.source.tree.entries().iter().map(|entry| entry.path.as_str()).collect();
        let has_none = |(package, name): &(&str, &str)| {
            let folder = if package.is_empty() { String::new() } else { format!("{}/", package.replace('.', "/")) };
            !entries.contains(format!("{folder}{}.class", name.replace('.', "$")).as_str())
        };
        types.iter().copied().filter(has_none).collect()
    }
}

/// Compares the types of an index with those of its class JAR.
///
/// # Errors
/// When either cannot be read; [`Failure::cancelled`].
pub fn compare(jar: &Found, index: &Index, work: &Work) -> Result<Comparison, Failure> {
    work.stage("comparing with the class JAR");
    let tree = &jar.source.tree;
    let entries = tree.entries().iter().enumerate();
    let asked: Vec<usize> = entries.filter(|(_, entry)| is_asked(&entry.path)).map(|(at, _)| at).collect();
    let said = asked.par_iter().map(|at| {
        work.check()?;
        // A class file that is damaged has no name to compare.
        Ok(classfile::standing(&tree.read(*at)?).ok().map(|(name, standing)| (name, Said { standing, at: *at })))
    });
    let said: HashMap<String, Said> = said.collect::<Result<Vec<_>, Failure>>()?.into_iter().flatten().collect();
    let classes: BTreeMap<String, usize> =
        said.iter().filter_map(|(name, one)| Some((type_name(name, &said)?, one.at))).collect();
    let unread = |error: StoreError| Failure::new(Status::IndexingFailed, error.to_string());
    let declared = declared(index).map_err(unread)?;
    let candidates: Vec<(&str, usize)> = classes
        .iter()
        .filter(|(name, _)| !declared.contains_key(*name))
        .map(|(name, at)| (name.as_str(), *at))
        .collect();
    let written = candidates.par_iter().map(|(name, at)| {
        work.check()?;
        Ok(classfile::is_declared(&tree.read(*at)?).then_some(*name))
    });
    let written: Vec<Option<&str>> = written.collect::<Result<_, Failure>>()?;
    let only_in_classes: BTreeSet<&str> = written.into_iter().flatten().collect();
    let has_class = |name: &str| classes.contains_key(name);
    let only_in_index = declared.iter().filter(|(name, has)| **has && !has_class(name)).map(|(name, _)| name.as_str());
    let only_in_index: BTreeSet<&str> = only_in_index.collect();
    Ok(Comparison {
        uri: file_uri(&jar.path),
        types: (classes.len() - (candidates.len() - only_in_classes.len())) as u64,
        only_in_classes: Difference::of(&only_in_classes),
        only_in_index: Difference::of(&only_in_index),
    })
}

/// Whether an entry is a class that a type may have been compiled to; versions for later releases are not.
fn is_asked(path: &str) -> bool {
    let Some(stem) = path.strip_suffix(".class") else { return false };
    let name = stem.rsplit('/').next().unwrap_or(stem);
    !path.starts_with("META-INF/") && !["package-info", "module-info"].contains(&name)
}

/// The name of a type as sources write it; none where it is in no outline.
fn type_name(internal: &str, said: &HashMap<String, Said>) -> Option<String> {
    let mut parts = Vec::new();
    let mut at = internal;
    for _ in 0..DEEPEST {
        match said.get(at).map(|one| &one.standing) {
            Some(Standing::Hidden) => return None,
            Some(Standing::Member(outer)) => {
                parts.push(at.strip_prefix(outer.as_str())?.strip_prefix('$')?);
                at = outer;
            }
            // The class that holds it may not be here.
            Some(Standing::TopLevel) | None => {
                parts.push(at);
                parts.reverse();
                return Some(parts.join(".").replace('/', "."));
            }
        }
    }
    None
}

/// The types of an index by name, overlays left out; true: its class is in the class JAR where that is complete. What is
/// declared with `expect` and given by a typealias has none.
fn declared(index: &Index) -> Result<BTreeMap<String, bool>, StoreError> {
    let packages: HashMap<u32, String> =
        index.packages()?.iter().map(|package| (package.id, package.name.clone())).collect();
    let mut declared = BTreeMap::new();
    let mut aliases = Vec::new();
    for one in index.type_names()?.iter().filter(|one| one.release.is_none()) {
        let package = packages.get(&one.package).map_or("", String::as_str);
        let name = if package.is_empty() { one.name.to_owned() } else { format!("{package}.{}", one.name) };
        if one.kind == TypeKind::Typealias {
            aliases.push(name.clone());
        }
        let has_class = !one.test && one.kind != TypeKind::Facade;
        *declared.entry(name).or_insert(false) |= has_class;
    }
    for alias in aliases {
        declared.insert(alias, false);
    }
    Ok(declared)
}

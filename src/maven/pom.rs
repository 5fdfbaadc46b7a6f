//! POMs: what a project says of itself, and which versions its direct dependencies have.
//!
//! Promises: bounded (depth of parents and imports, number of documents, size of a property), safe from cycles, and
//! patient: a parent or BOM that is not at hand costs the versions it would have given, nothing else. Only documents: who
//! asks hands in a function that finds the POM of a coordinate.

use std::collections::{HashMap, HashSet};

use super::version::VersionRange;
use super::xml::{self, Element, XmlError};
use crate::coordinate::Coordinate;

/// Longest chain of parents, and of imports in imports. Deep corporate hierarchies have six.
const DEEPEST: usize = 10;
/// Most documents read for one POM: the BOM of Spring Boot imports some sixty, each with parents.
const MOST_DOCUMENTS: usize = 400;
/// Most replacements in one value, so that properties that multiply each other come to an end.
const MOST_REPLACEMENTS: usize = 64;
/// Longest value that is worth more replacements; a segment of a coordinate has at most 128 bytes.
const LONGEST_VALUE: usize = 1024;

/// A POM as written, nothing inherited or replaced.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Pom {
    pub parent: Option<Reference>,
    pub group: Option<String>,
    pub artifact: Option<String>,
    pub version: Option<String>,
    pub properties: Vec<(String, String)>,
    pub dependencies: Vec<Dependency>,
    /// The entries of dependencyManagement, imports among them.
    pub managed: Vec<Dependency>,
    /// Where the project went; what is left out stayed the same.
    pub relocation: Option<Relocation>,
}

/// Group, artifact and version as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    pub group: String,
    pub artifact: String,
    pub version: String,
}

/// A dependency, or an entry of dependencyManagement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dependency {
    pub group: String,
    pub artifact: String,
    pub version: Option<String>,
    pub classifier: Option<String>,
    /// `type`: `jar` where nothing is said.
    pub kind: String,
    pub scope: Option<String>,
    pub optional: bool,
}

/// `distributionManagement/relocation`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Relocation {
    pub group: Option<String>,
    pub artifact: Option<String>,
    pub version: Option<String>,
}

/// Why a document is no POM.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PomError {
    #[error("the POM is not well-formed: {0}")]
    Xml(#[from] XmlError),
    #[error("the document has <{0}> where <project> was expected")]
    Root(String),
}

impl Pom {
    /// Reads a POM.
    ///
    /// # Errors
    /// When it is not well-formed, too large or no `project`.
    pub fn read(bytes: &[u8]) -> Result<Self, PomError> {
        let root = xml::parse(bytes)?;
        if root.name != "project" {
            return Err(PomError::Root(root.name.escape_debug().to_string()));
        }
        let owned = |name: &str| root.text_of(name).map(str::to_owned);
        let properties = root.child("properties").map(|list| list.children.as_slice()).unwrap_or_default();
        let managed = root.child("dependencyManagement");
        let relocation = root.child("distributionManagement").and_then(|section| section.child("relocation"));
        Ok(Self {
            parent: root.child("parent").and_then(reference),
            group: owned("groupId"),
            artifact: owned("artifactId"),
            version: owned("version"),
            properties: properties.iter().map(|one| (one.name.clone(), one.text.clone())).collect(),
            dependencies: dependencies(&root),
            managed: managed.map(dependencies).unwrap_or_default(),
            relocation: relocation.map(|to| Relocation {
                group: to.text_of("groupId").map(str::to_owned),
                artifact: to.text_of("artifactId").map(str::to_owned),
                version: to.text_of("version").map(str::to_owned),
            }),
        })
    }
}

/// The direct dependencies of a project whose JARs its sources may name, in the order written, parents' last: with their
/// versions as far as the parents and BOMs that `find` gives tell them. Those for tests are left out, as are those without
/// a version that can be told (a range, say). A document that is no POM has none.
#[must_use]
pub fn effective(pom: &[u8], find: &dyn Fn(&Coordinate) -> Option<Vec<u8>>) -> Vec<Coordinate> {
    effective_among(pom, find, &|_, _| Vec::new())
}

/// The same; a range picks the highest version in it of those that `versions` gives for a group and an artifact.
#[must_use]
pub fn effective_among(
    pom: &[u8],
    find: &dyn Fn(&Coordinate) -> Option<Vec<u8>>,
    versions: &dyn Fn(&str, &str) -> Vec<String>,
) -> Vec<Coordinate> {
    let Ok(pom) = Pom::read(pom) else { return Vec::new() };
    Resolver { find, versions, documents: 0, imported: HashMap::new() }.dependencies(pom)
}

fn reference(element: &Element) -> Option<Reference> {
    Some(Reference {
        group: element.text_of("groupId")?.to_owned(),
        artifact: element.text_of("artifactId")?.to_owned(),
        version: element.text_of("version")?.to_owned(),
    })
}

fn dependencies(section: &Element) -> Vec<Dependency> {
    let one = |element: &Element| {
        let owned = |name: &str| element.text_of(name).map(str::to_owned);
        Some(Dependency {
            group: owned("groupId")?,
            artifact: owned("artifactId")?,
            version: owned("version"),
            classifier: owned("classifier"),
            kind: owned("type").unwrap_or_else(|| "jar".to_owned()),
            scope: owned("scope"),
            optional: element.text_of("optional").is_some_and(|text| text == "true"),
        })
    };
    section.list("dependencies", "dependency").filter_map(one).collect()
}

/// What names a dependency among others: group, artifact, type, classifier.
type Key = (String, String, String, Option<String>);

/// A managed dependency: its version and scope, replaced.
#[derive(Debug, Clone, Default)]
struct Managed {
    version: Option<String>,
    scope: Option<String>,
}

struct Resolver<'a> {
    find: &'a dyn Fn(&Coordinate) -> Option<Vec<u8>>,
    versions: &'a dyn Fn(&str, &str) -> Vec<String>,
    documents: usize,
    /// What each imported BOM manages; empty while it is being read, which ends cycles.
    imported: HashMap<Coordinate, HashMap<Key, Managed>>,
}

impl Resolver<'_> {
    fn dependencies(&mut self, pom: Pom) -> Vec<Coordinate> {
        let lineage = self.lineage(pom);
        let values = Values::of(&lineage);
        let managed = self.managed(&lineage, &values, 0);
        let mut seen = HashSet::new();
        let mut found = Vec::new();
        for dependency in lineage.iter().flat_map(|pom| &pom.dependencies) {
            let key = values.key(dependency);
            let of_management = managed.get(&key).cloned().unwrap_or_default();
            let scope = dependency.scope.as_deref().map(|scope| values.replace(scope)).or(of_management.scope);
            if !seen.insert(key.clone()) || scope.as_deref() == Some("test") || !is_jar(&key) {
                continue;
            }
            let version =
                dependency.version.as_deref().map(|version| values.replace(version)).or(of_management.version);
            if let Some(version) = version.and_then(|version| self.pick(&key, version))
                && let Ok(coordinate) = Coordinate::new(&key.0, &key.1, &version)
                && !found.contains(&coordinate)
            {
                found.push(coordinate);
            }
        }
        found
    }

    /// The version that is meant: of a range the highest there is.
    fn pick(&self, (group, artifact, ..): &Key, version: String) -> Option<String> {
        if !VersionRange::is_range(&version) {
            return Some(version);
        }
        let range = VersionRange::parse(&version).ok()?;
        let versions = (self.versions)(group, artifact);
        range.pick(versions.iter().map(String::as_str)).map(str::to_owned)
    }

    fn read(&mut self, coordinate: &Coordinate) -> Option<Pom> {
        if self.documents >= MOST_DOCUMENTS {
            return None;
        }
        self.documents += 1;
        Pom::read(&(self.find)(coordinate)?).ok()
    }

    /// The POM and its parents, nearest first.
    fn lineage(&mut self, pom: Pom) -> Vec<Pom> {
        let mut lineage = vec![pom];
        let mut seen = HashSet::new();
        while lineage.len() < DEEPEST {
            let parent = lineage.last().and_then(|pom| pom.parent.as_ref());
            let parent = parent.and_then(|it| Coordinate::new(&it.group, &it.artifact, &it.version).ok());
            let Some(parent) = parent.filter(|parent| seen.insert(parent.clone())) else { break };
            let Some(pom) = self.read(&parent) else { break };
            lineage.push(pom);
        }
        lineage
    }

    /// What is managed: the project's own entries before those of its parents, then the imports in the same order.
    fn managed(&mut self, lineage: &[Pom], values: &Values, depth: usize) -> HashMap<Key, Managed> {
        let mut managed = HashMap::new();
        let is_import = |entry: &Dependency| entry.scope.as_deref() == Some("import") && entry.kind == "pom";
        let (imports, entries): (Vec<_>, Vec<_>) =
            lineage.iter().flat_map(|pom| &pom.managed).partition(|entry| is_import(entry));
        for entry in entries {
            managed.entry(values.key(entry)).or_insert_with(|| Managed {
                version: entry.version.as_deref().map(|version| values.replace(version)),
                scope: entry.scope.as_deref().map(|scope| values.replace(scope)),
            });
        }
        for import in imports {
            let (group, artifact, ..) = values.key(import);
            let version = import.version.as_deref().map(|version| values.replace(version)).unwrap_or_default();
            let Ok(bom) = Coordinate::new(&group, &artifact, &version) else { continue };
            for (key, entry) in self.import(&bom, depth + 1) {
                managed.entry(key).or_insert(entry);
            }
        }
        managed
    }

    fn import(&mut self, bom: &Coordinate, depth: usize) -> HashMap<Key, Managed> {
        if let Some(known) = self.imported.get(bom) {
            return known.clone();
        }
        self.imported.insert(bom.clone(), HashMap::new());
        if depth > DEEPEST {
            return HashMap::new();
        }
        let Some(pom) = self.read(bom) else { return HashMap::new() };
        let lineage = self.lineage(pom);
        let values = Values::of(&lineage);
        let managed = self.managed(&lineage, &values, depth);
        self.imported.insert(bom.clone(), managed.clone());
        managed
    }
}

/// Whether a dependency is a JAR of compiled main code: its type, and not one of those classifiers that say otherwise.
fn is_jar((_, _, kind, classifier): &Key) -> bool {
    let is_other = matches!(classifier.as_deref(), Some("sources" | "javadoc" | "tests"));
    matches!(kind.as_str(), "jar" | "bundle" | "eclipse-plugin" | "ejb" | "maven-plugin") && !is_other
}

/// What `${…}` stands for in one project.
struct Values(HashMap<String, String>);

impl Values {
    fn of(lineage: &[Pom]) -> Self {
        let mut values = HashMap::new();
        for pom in lineage.iter().rev() {
            values.extend(pom.properties.iter().cloned());
        }
        let Some(pom) = lineage.first() else { return Self(values) };
        let parent = pom.parent.as_ref();
        let group = pom.group.as_ref().or(parent.map(|parent| &parent.group));
        let version = pom.version.as_ref().or(parent.map(|parent| &parent.version));
        for (name, value) in [
            ("groupId", group),
            ("artifactId", pom.artifact.as_ref()),
            ("version", version),
            ("parent.groupId", parent.map(|parent| &parent.group)),
            ("parent.artifactId", parent.map(|parent| &parent.artifact)),
            ("parent.version", parent.map(|parent| &parent.version)),
        ] {
            let Some(value) = value else { continue };
            values.insert(format!("project.{name}"), value.clone());
            values.insert(format!("pom.{name}"), value.clone());
            // The bare names are old spellings, and weaker than properties of the same name.
            values.entry(name.to_owned()).or_insert_with(|| value.clone());
        }
        Self(values)
    }

    fn key(&self, dependency: &Dependency) -> Key {
        (
            self.replace(&dependency.group),
            self.replace(&dependency.artifact),
            self.replace(&dependency.kind),
            dependency.classifier.as_deref().map(|classifier| self.replace(classifier)),
        )
    }

    /// The text with its properties replaced, those in their values too; what is not known stays as written.
    fn replace(&self, text: &str) -> String {
        let mut text = text.to_owned();
        let mut from = 0;
        for _ in 0..MOST_REPLACEMENTS {
            let Some(start) = text[from..].find("${").map(|at| from + at) else { break };
            let Some(end) = text[start..].find('}').map(|at| start + at) else { break };
            match self.0.get(&text[start + 2..end]) {
                Some(value) if text.len() < LONGEST_VALUE => text.replace_range(start..=end, value),
                _ => from = end + 1,
            }
        }
        text.trim().to_owned()
    }
}

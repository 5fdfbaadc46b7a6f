//! Models: POMs with their parents, profiles, properties and imported BOMs put in, as Maven builds them.
//!
//! Promises: bounded (depth of parents and imports, number of documents, size of a property), safe from cycles, and
//! patient: a parent or BOM that is not at hand costs what it would have said, nothing else. Only documents: who asks hands
//! in a function that finds the POM of a coordinate; it is asked once for each, from several threads.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

use super::pom::{Dependency, Pom, Relocation};
use super::profile::{Beside, Machine, with_profiles};
use super::settings::interpolate;
use super::validity;
use super::version::VersionRange;
use crate::coordinate::Coordinate;
use crate::work::lock;

/// Longest chain of parents, and of imports in imports. Deep corporate hierarchies have six.
const DEEPEST: usize = 10;
/// Most documents read for the direct dependencies of one POM: the BOM of Spring Boot imports some sixty, each with parents.
const MOST_DOCUMENTS: usize = 400;
/// Most replacements in one value, so that properties that multiply each other come to an end.
const MOST_REPLACEMENTS: usize = 64;
/// Longest value that is worth more replacements; a segment of a coordinate has at most 128 bytes.
const LONGEST_VALUE: usize = 1024;

/// Finds the POM of a coordinate.
pub type Find<'a> = dyn Fn(&Coordinate) -> Option<Vec<u8>> + Sync + 'a;

/// What names a dependency among others: group, artifact, type, classifier.
pub type Key = (String, String, String, Option<String>);

/// What a project says in the end.
#[derive(Debug, Clone)]
pub struct Model {
    pub group: String,
    pub artifact: String,
    pub version: String,
    pub packaging: String,
    /// Replaced, with what is managed filled in; each key once, the project's own before those of its parents.
    pub dependencies: Vec<Dependency>,
    pub management: Arc<Management>,
    /// Replaced.
    pub relocation: Option<Relocation>,
    /// Parents and BOMs that were not found.
    pub missing: Vec<Coordinate>,
    /// Why not all parents were followed, where that is not because one was not found.
    pub astray: Option<String>,
    /// Why Maven calls the POM invalid, where it is out of a repository: it then goes by nothing that this says. Not told where
    /// something is missing.
    pub invalid: Option<String>,
}

/// Why a POM does not tell the version of a dependency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Untold<'a> {
    /// A parent or BOM in which it may stand was not found.
    Missing(&'a Coordinate),
    /// Its parents lead nowhere, for this reason.
    Astray(&'a str),
    /// Neither it nor a parent or BOM says it, or a property is left that nobody sets.
    Nowhere(&'a Dependency),
}

/// A managed dependency, replaced.
#[derive(Debug, Clone, Default)]
pub struct Managed {
    pub version: Option<String>,
    pub scope: Option<String>,
    pub system_path: Option<String>,
    pub optional: Option<String>,
    pub exclusions: Vec<(String, String)>,
}

/// The dependencyManagement of a project: its own entries and those of its parents, then the imports in their order.
#[derive(Debug, Default)]
pub struct Management {
    own: HashMap<Key, Managed>,
    /// What it imports, and behind each what that imports, each once: BOMs that import one another make more ways than anybody can
    /// go through.
    imports: Vec<Arc<Management>>,
    missing: Vec<Coordinate>,
    /// Why Maven takes the POM, or one that it imports, for invalid.
    invalid: Option<String>,
}

impl Management {
    /// What is managed of a dependency.
    #[must_use]
    pub fn get(&self, key: &Key) -> Option<&Managed> {
        self.all().find_map(|one| one.own.get(key))
    }

    /// Itself and what it imports, the nearest first.
    fn all(&self) -> impl Iterator<Item = &Self> {
        std::iter::once(self).chain(self.imports.iter().map(|import| &**import))
    }

    fn missing(&self, all: &mut Vec<Coordinate>, met: &mut HashSet<Coordinate>) {
        for one in self.all() {
            all.extend(one.missing.iter().filter(|one| met.insert((*one).clone())).cloned());
        }
    }
}

type Once<T> = Arc<OnceLock<T>>;

/// A POM and its parents, nearest first.
struct Lineage {
    poms: Vec<Pom>,
    /// The parent that was not found.
    missing: Vec<Coordinate>,
    astray: Option<String>,
}

/// POMs and models, each read once.
pub struct Models<'a> {
    find: &'a Find<'a>,
    machine: Machine,
    /// For POMs that are not of the project.
    others: Machine,
    most: usize,
    documents: AtomicUsize,
    /// Of the project's own modules.
    modules: HashMap<Coordinate, Model>,
    poms: Mutex<HashMap<Coordinate, Once<Option<Arc<Pom>>>>>,
    imports: Mutex<HashMap<Coordinate, Option<Arc<Management>>>>,
}

impl<'a> Models<'a> {
    /// Models of POMs that `find` gives, at most `most` of them.
    #[must_use]
    pub fn new(find: &'a Find<'a>, machine: Machine, most: usize) -> Self {
        let others = machine.for_others();
        Self {
            find,
            machine,
            others,
            most,
            documents: AtomicUsize::new(0),
            modules: HashMap::new(),
            poms: Mutex::default(),
            imports: Mutex::default(),
        }
    }

    /// The same, where these POMs are at hand: nobody is asked for them.
    #[must_use]
    pub fn with_poms(self, poms: HashMap<Coordinate, Arc<Pom>>) -> Self {
        let known = poms.into_iter().map(|(coordinate, pom)| (coordinate, Arc::new(OnceLock::from(Some(pom)))));
        Self { poms: Mutex::new(known.collect()), ..self }
    }

    /// The same, where these are the models of the project's own modules: whoever depends on one has it as it is built.
    #[must_use]
    pub fn with_modules(self, modules: HashMap<Coordinate, Model>) -> Self {
        Self { modules, ..self }
    }

    /// The model of a dependency; none where its POM is not found or is none.
    pub fn of_dependency(&self, coordinate: &Coordinate) -> Option<Model> {
        let of_module = self.modules.get(coordinate).map(|model| Model { invalid: None, ..model.clone() });
        of_module.or_else(|| self.pom(coordinate).map(|pom| self.model(&pom)))
    }

    /// The POM of a coordinate, as written; none where it is not found or is none.
    pub fn pom(&self, coordinate: &Coordinate) -> Option<Arc<Pom>> {
        let once = Arc::clone(lock(&self.poms).entry(coordinate.clone()).or_default());
        once.get_or_init(|| {
            if self.documents.fetch_add(1, Ordering::Relaxed) >= self.most {
                return None;
            }
            Pom::read(&(self.find)(coordinate)?).ok().map(Arc::new)
        })
        .clone()
    }

    /// The model of a POM out of a repository.
    pub fn model(&self, pom: &Pom) -> Model {
        self.built(pom, &self.others, &*self.others.elsewhere)
    }

    /// The model of a project's own POM. `beside` tells which files lie beside it; the profiles of its parents ask that too.
    pub fn own_model(&self, pom: &Pom, beside: &Beside<'_>) -> Model {
        self.built(pom, &self.machine, beside)
    }

    fn built(&self, pom: &Pom, machine: &Machine, beside: &Beside<'_>) -> Model {
        let Lineage { poms: lineage, mut missing, astray } = self.lineage(pom, machine, beside);
        let values = Values::of(&lineage, &machine.given);
        let management = Arc::new(self.management(&lineage, &values, &mut Vec::new()));
        let mut met = missing.iter().cloned().collect();
        management.missing(&mut missing, &mut met);
        let mut dependencies = dependencies(&lineage, &values, &management);
        let invalid = self.invalid(&lineage, &values, &dependencies).or_else(|| management.invalid.clone());
        dependencies.retain(|one| !one.group.is_empty() && !one.artifact.is_empty());
        Model {
            group: values.known("project.groupId"),
            artifact: values.known("project.artifactId"),
            version: values.known("project.version"),
            packaging: values.replace(lineage[0].packaging.as_deref().unwrap_or("jar")),
            dependencies,
            management,
            relocation: lineage[0].relocation.as_ref().map(|to| Relocation {
                group: to.group.as_deref().map(|text| values.replace(text)),
                artifact: to.artifact.as_deref().map(|text| values.replace(text)),
                version: to.version.as_deref().map(|text| values.replace(text)),
            }),
            invalid: invalid.filter(|_| missing.is_empty()),
            missing,
            astray,
        }
    }

    /// Why Maven calls a POM out of a repository invalid; BOMs that it imports are not looked at.
    fn invalid(&self, lineage: &[Pom], values: &Values, dependencies: &[Dependency]) -> Option<String> {
        let absolute = |path: &str| interpolate(path, &|name| (self.others.property)(name));
        validity::of_lineage(lineage, values)
            .or_else(|| dependencies.iter().find_map(|one| validity::of_dependency(one, &absolute)))
            .or_else(|| {
                let mut managed = lineage.iter().flat_map(|pom| &pom.managed).filter(|entry| !is_import(entry));
                managed.find_map(|entry| {
                    validity::of_managed("dependencyManagement.dependencies", &values.replaced(entry), &absolute)
                })
            })
    }

    /// The POM with its profiles and its parents with theirs.
    fn lineage(&self, pom: &Pom, machine: &Machine, beside: &Beside<'_>) -> Lineage {
        let mut lineage =
            Lineage { poms: vec![with_profiles(pom, machine, beside)], missing: Vec::new(), astray: None };
        let mut seen = HashSet::new();
        let mut last = pom.parent.clone().ok_or(pom.parent_lacks);
        loop {
            let named = match last {
                Ok(named) => named,
                Err(lacks) => {
                    lineage.astray = lacks.map(|part| format!("a parent that it names has no {part}"));
                    return lineage;
                }
            };
            let parent = match Coordinate::new(&named.group, &named.artifact, &named.version) {
                Ok(parent) => parent,
                Err(failure) => {
                    lineage.astray = Some(format!("a parent that it names is none: {}", failure.message));
                    return lineage;
                }
            };
            if lineage.poms.len() >= DEEPEST {
                lineage.astray = Some(format!("it has more than {} parents one above the other", DEEPEST - 1));
                return lineage;
            }
            if !seen.insert(parent.clone()) {
                lineage.astray = Some(format!("{parent} is a parent of itself"));
                return lineage;
            }
            let Some(pom) = self.pom(&parent) else {
                lineage.missing.push(parent);
                return lineage;
            };
            last = pom.parent.clone().ok_or(pom.parent_lacks);
            // As in Maven, a file is looked for beside the project that inherits, not beside the parent.
            lineage.poms.push(with_profiles(&pom, machine, beside));
        }
    }

    /// What is managed: the project's own entries before those of its parents, then the imports in the same order. `path`
    /// is where we are: BOMs that import each other come to an end.
    fn management(&self, lineage: &[Pom], values: &Values, path: &mut Vec<Coordinate>) -> Management {
        let mut management = Management::default();
        let (imports, entries): (Vec<_>, Vec<_>) =
            lineage.iter().flat_map(|pom| &pom.managed).partition(|entry| is_import(entry));
        for entry in entries {
            let replaced = |text: &Option<String>| text.as_deref().map(|text| values.replace(text));
            management.own.entry(values.key(entry)).or_insert_with(|| Managed {
                version: replaced(&entry.version),
                scope: replaced(&entry.scope),
                system_path: replaced(&entry.system_path),
                optional: replaced(&entry.optional),
                exclusions: values.exclusions(entry),
            });
        }
        let mut met: HashSet<*const Management> = HashSet::new();
        for import in imports {
            let (group, artifact, ..) = values.key(import);
            let version = import.version.as_deref().map(|version| values.replace(version)).unwrap_or_default();
            let Ok(bom) = Coordinate::new(&group, &artifact, &version) else {
                management.invalid.get_or_insert_with(|| format!("it imports '{group}:{artifact}:{version}'"));
                continue;
            };
            match self.import(&bom, path) {
                Some(import) => {
                    let invalid = import.invalid.as_ref().map(|why| format!("it imports {bom}: {why}"));
                    management.invalid = management.invalid.or(invalid);
                    let all = std::iter::once(&import).chain(&import.imports).cloned();
                    management.imports.extend(all.filter(|one| met.insert(Arc::as_ptr(one))));
                }
                None => management.missing.push(bom),
            }
        }
        management
    }

    fn import(&self, bom: &Coordinate, path: &mut Vec<Coordinate>) -> Option<Arc<Management>> {
        if let Some(known) = lock(&self.imports).get(bom) {
            return known.clone();
        }
        if path.len() >= DEEPEST || path.contains(bom) {
            return Some(Arc::default());
        }
        let read = self.pom(bom).map(|pom| {
            let Lineage { poms: lineage, missing, .. } = self.lineage(&pom, &self.others, &*self.others.elsewhere);
            let values = Values::of(&lineage, &[]);
            path.push(bom.clone());
            let mut management = self.management(&lineage, &values, path);
            path.pop();
            management.missing.extend(missing);
            let dependencies = dependencies(&lineage, &values, &management);
            let invalid = self.invalid(&lineage, &values, &dependencies);
            management.invalid = invalid.or(management.invalid);
            Arc::new(management)
        });
        lock(&self.imports).insert(bom.clone(), read.clone());
        read
    }
}

fn is_import(entry: &Dependency) -> bool {
    entry.scope.as_deref() == Some("import") && entry.kind == "pom"
}

/// What a POM and its parents depend on, each key once, the POM's own before those of its parents.
fn dependencies(lineage: &[Pom], values: &Values, management: &Management) -> Vec<Dependency> {
    let mut dependencies: Vec<Dependency> = Vec::new();
    let mut places: HashMap<Key, (usize, usize)> = HashMap::new();
    for (generation, dependency) in lineage
        .iter()
        .enumerate()
        .flat_map(|(generation, pom)| pom.dependencies.iter().map(move |one| (generation, one)))
    {
        let key = values.key(dependency);
        let whole = filled(dependency, &key, values, management);
        match places.get(&key) {
            // Of two in one POM the later holds, in the place of the earlier; a parent's does not replace a child's.
            Some((first, place)) if *first == generation => dependencies[*place] = whole,
            Some(_) => {}
            None => {
                places.insert(key, (generation, dependencies.len()));
                dependencies.push(whole);
            }
        }
    }
    dependencies
}

/// A dependency, replaced, with what is managed where it says nothing.
fn filled(dependency: &Dependency, key: &Key, values: &Values, management: &Management) -> Dependency {
    let (group, artifact, kind, classifier) = key.clone();
    let managed = management.get(key).cloned().unwrap_or_default();
    let own = |text: &Option<String>| text.as_deref().map(|text| values.replace(text));
    let own_exclusions = values.exclusions(dependency);
    Dependency {
        group,
        artifact,
        version: own(&dependency.version).or(managed.version),
        classifier,
        kind,
        scope: own(&dependency.scope).or(managed.scope),
        system_path: own(&dependency.system_path).or(managed.system_path),
        optional: own(&dependency.optional).or(managed.optional),
        exclusions: if own_exclusions.is_empty() { managed.exclusions } else { own_exclusions },
    }
}

/// The direct dependencies of a project whose JARs its sources may name, in the order written, parents' last: with their
/// versions as far as the parents and BOMs that `find` gives tell them. Those for tests are left out, as are those without
/// a version that can be told (a range, say). A document that is no POM has none.
#[must_use]
pub fn effective(pom: &[u8], find: &Find<'_>) -> Vec<Coordinate> {
    effective_among(pom, find, &|_, _| Vec::new())
}

/// The same; a range picks the highest version in it of those that `versions` gives for a group and an artifact.
#[must_use]
pub fn effective_among(pom: &[u8], find: &Find<'_>, versions: &dyn Fn(&str, &str) -> Vec<String>) -> Vec<Coordinate> {
    let Ok(pom) = Pom::read(pom) else { return Vec::new() };
    let mut model = Models::new(find, Machine::default(), MOST_DOCUMENTS).model(&pom);
    model.dependencies.retain(|one| one.scope.as_deref() != Some("test"));
    model.named(versions)
}

impl Model {
    /// The JARs that its dependencies name; a range picks the highest version in it of those that `versions` gives for a group and
    /// an artifact.
    #[must_use]
    pub fn named(&self, versions: &dyn Fn(&str, &str) -> Vec<String>) -> Vec<Coordinate> {
        let (mut found, mut met) = (Vec::new(), HashSet::new());
        for Dependency { group, artifact, version, .. } in self.dependencies.iter().filter(|one| is_jar(one)) {
            if let Some(version) = version.as_ref().and_then(|version| pick(version, || versions(group, artifact)))
                && let Ok(coordinate) = Coordinate::new(group, artifact, &version)
                && met.insert(coordinate.clone())
            {
                found.push(coordinate);
            }
        }
        found
    }

    /// Why the version of a dependency is not told, where it is not told of each.
    #[must_use]
    pub fn untold(&self) -> Option<Untold<'_>> {
        let is_open = |one: &&Dependency| {
            is_jar(one) && one.version.as_deref().is_none_or(|version| version.is_empty() || version.contains("${"))
        };
        let open = self.dependencies.iter().find(is_open)?;
        let missing = self.missing.first().map(Untold::Missing);
        let astray = || self.astray.as_deref().map(Untold::Astray);
        Some(missing.or_else(astray).unwrap_or(Untold::Nowhere(open)))
    }
}

/// Whether a direct dependency has a version that only parents, or BOMs, can tell. What parents add is not asked for.
#[must_use]
pub fn leaves_versions_open(pom: &Pom) -> bool {
    let values = Values::of(std::slice::from_ref(pom), &[]);
    let is_open =
        |version: &Option<String>| version.as_deref().is_none_or(|version| values.replace(version).contains("${"));
    pom.dependencies.iter().any(|one| one.scope.as_deref() != Some("test") && is_jar(one) && is_open(&one.version))
}

/// The version that is meant: of a range the highest there is.
fn pick(version: &str, known: impl FnOnce() -> Vec<String>) -> Option<String> {
    if !VersionRange::is_range(version) {
        return Some(version.to_owned());
    }
    let range = VersionRange::parse(version).ok()?;
    // As in Maven: a range of one version needs no list.
    if let Some(only) = range.only() {
        return Some(only.to_owned());
    }
    range.pick(known().iter().map(String::as_str)).map(str::to_owned)
}

/// Whether a dependency is a JAR of compiled main code: its type, and not one of those classifiers that say otherwise.
fn is_jar(dependency: &Dependency) -> bool {
    let is_other = matches!(dependency.classifier.as_deref(), Some("sources" | "javadoc" | "tests"));
    matches!(dependency.kind.as_str(), "jar" | "bundle" | "eclipse-plugin" | "ejb" | "maven-plugin") && !is_other
}

/// What `${…}` stands for in one project.
pub(super) struct Values(HashMap<String, String>);

impl Values {
    /// What is given holds in the place of the properties of POMs, the first of a name.
    fn of(lineage: &[Pom], given: &[(String, String)]) -> Self {
        let mut values = HashMap::new();
        for pom in lineage.iter().rev() {
            values.extend(pom.properties.iter().cloned());
        }
        values.extend(given.iter().rev().cloned());
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

    fn exclusions(&self, dependency: &Dependency) -> Vec<(String, String)> {
        dependency.exclusions.iter().map(|(group, artifact)| (self.replace(group), self.replace(artifact))).collect()
    }

    /// An entry with what names it, and the path of its file, replaced.
    fn replaced(&self, entry: &Dependency) -> Dependency {
        let (group, artifact, kind, classifier) = self.key(entry);
        let replaced = |text: &Option<String>| text.as_deref().map(|text| self.replace(text));
        let (scope, system_path) = (replaced(&entry.scope), replaced(&entry.system_path));
        Dependency { group, artifact, classifier, kind, scope, system_path, ..entry.clone() }
    }

    /// The replaced value of a property; empty where nothing sets it.
    pub(super) fn known(&self, name: &str) -> String {
        self.0.get(name).map(|value| self.replace(value)).unwrap_or_default()
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

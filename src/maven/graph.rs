//! The dependencies of a project, its dependencies' dependencies, and so on, as Maven chooses among them: of each artifact
//! the version nearest to the project, the first of those that are equally near.
//!
//! What counts, as Maven's resolver has it: the project's dependencyManagement holds for everything below its direct
//! dependencies; of those, optional ones and those of scope test and provided are not followed; exclusions hold for the
//! whole branch; a POM that moved stands for where it moved to; a scope is the widest that any branch gives. A dependency
//! whose POM is not found is kept, and what it depends on is not known: that is told.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use super::model::{Key, Management, Model, Models};
use super::pom::{Dependency, Relocation};
use crate::coordinate::Coordinate;
use crate::work::lock;

/// Most dependencies that are looked at for one project, each as often as something names it. The largest real projects
/// have some 20,000.
const MOST_NODES: usize = 200_000;
/// Longest way from the project to a dependency.
const DEEPEST: usize = 100;
/// How often a POM may have moved.
const MOST_MOVES: usize = 10;

/// A dependency that was chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chosen {
    pub group: String,
    pub artifact: String,
    pub version: String,
    pub kind: String,
    pub classifier: Option<String>,
    pub scope: String,
}

/// What a project depends on.
#[derive(Debug, Default)]
pub struct Graph {
    /// Nearest first, then in the order the POMs name them.
    pub chosen: Vec<Chosen>,
    /// What could not be told, and why.
    pub problems: Vec<(String, String)>,
}

/// What conflicts with what: group, artifact, extension, classifier.
type Conflict = (String, String, String, String);

/// Patterns of group and artifact that are not wanted in a branch, the nearest first.
#[derive(Clone)]
struct Exclusions(Option<Arc<Branch>>);

/// What one dependency excludes, and those before it on the way.
struct Branch {
    patterns: Vec<(String, String)>,
    before: Exclusions,
}

/// A dependency on the way from the project.
struct Node {
    dependency: Dependency,
    version: String,
    conflict: Conflict,
    exclusions: Exclusions,
    /// The chosen dependency that names it; none: the project.
    parent: Option<usize>,
}

/// Who names an artifact, with which scope.
struct Edge {
    parent: Option<usize>,
    scope: String,
}

/// The dependencies of the project whose `model` it is. POMs are read on `threads` at once.
#[must_use]
pub fn resolve(models: &Models<'_>, model: &Model, threads: usize) -> Graph {
    let mut graph = Walk { management: Arc::clone(&model.management), threads, ..Walk::new(models) };
    let mut level = Vec::new();
    for dependency in &model.dependencies {
        graph.enter(&mut level, dependency.clone(), None, &Exclusions(None));
    }
    for _ in 0..DEEPEST {
        if level.is_empty() {
            break;
        }
        level = graph.step(level);
    }
    graph.finish()
}

struct Walk<'a> {
    models: &'a Models<'a>,
    management: Arc<Management>,
    threads: usize,
    nodes: usize,
    chosen: Vec<Node>,
    places: HashMap<Conflict, usize>,
    edges: HashMap<Conflict, Vec<Edge>>,
    problems: Vec<(String, String)>,
}

impl<'a> Walk<'a> {
    fn new(models: &'a Models<'a>) -> Self {
        Self {
            models,
            management: Arc::default(),
            threads: 1,
            nodes: 0,
            chosen: Vec::new(),
            places: HashMap::new(),
            edges: HashMap::new(),
            problems: Vec::new(),
        }
    }

    /// Puts a dependency among those to look at, if it has a version.
    fn enter(&mut self, level: &mut Vec<Node>, dependency: Dependency, parent: Option<usize>, exclusions: &Exclusions) {
        self.nodes += 1;
        if self.nodes > MOST_NODES {
            return;
        }
        let version = dependency.version.clone().unwrap_or_default();
        // A range of one version is that version.
        let exact = version.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).filter(|one| !one.contains(','));
        let version = exact.map_or(version.clone(), str::to_owned);
        let exclusions = exclusions.with(&dependency.exclusions);
        let conflict = conflict(&dependency);
        level.push(Node { dependency, version, conflict, exclusions, parent });
    }

    /// Looks at all dependencies of one distance and gives those one step further.
    fn step(&mut self, mut level: Vec<Node>) -> Vec<Node> {
        let wanted: Vec<Coordinate> = level.iter().filter_map(Node::coordinate).collect();
        in_parallel(&wanted, self.threads, |coordinate| {
            self.models.pom(coordinate);
        });
        for node in &mut level {
            self.move_on(node);
        }
        let first = self.chosen.len();
        for node in level {
            let scope = node.dependency.scope.clone().unwrap_or_else(|| "compile".to_owned());
            self.edges.entry(node.conflict.clone()).or_default().push(Edge { parent: node.parent, scope });
            if !self.places.contains_key(&node.conflict) {
                self.places.insert(node.conflict.clone(), self.chosen.len());
                self.chosen.push(node);
            }
        }
        let winners: Vec<(usize, Coordinate)> = (first..self.chosen.len())
            .filter(|at| self.chosen[*at].is_followed())
            .filter_map(|at| Some((at, self.chosen[at].coordinate()?)))
            .collect();
        let models = self.read(&winners);
        let mut next = Vec::new();
        for ((at, coordinate), model) in winners.into_iter().zip(models) {
            match model {
                Some(model) => self.follow(at, &model, &mut next),
                None => self.problems.push((
                    coordinate.to_string(),
                    "its POM was not found: what it depends on is not known".to_owned(),
                )),
            }
        }
        next
    }

    /// The models of what was chosen, each read on one of several threads: parents and BOMs come one after the other.
    fn read(&self, winners: &[(usize, Coordinate)]) -> Vec<Option<Model>> {
        let models: Mutex<Vec<Option<Model>>> = Mutex::new(vec![None; winners.len()]);
        let places: Vec<usize> = (0..winners.len()).collect();
        in_parallel(&places, self.threads, |place| {
            let model = self.models.pom(&winners[*place].1).map(|pom| self.models.model(&pom, &|_| None));
            lock(&models)[*place] = model;
        });
        models.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    fn follow(&mut self, at: usize, model: &Model, next: &mut Vec<Node>) {
        for missing in &model.missing {
            let reason = "this parent or BOM was not found: versions it gives are not known".to_owned();
            let problem = (missing.to_string(), reason);
            if !self.problems.contains(&problem) {
                self.problems.push(problem);
            }
        }
        let exclusions = self.chosen[at].exclusions.clone();
        for dependency in &model.dependencies {
            let is_optional = dependency.optional.as_deref() == Some("true");
            let is_left = matches!(dependency.scope.as_deref(), Some("test" | "provided"));
            if is_optional || is_left || exclusions.hold(&dependency.group, &dependency.artifact) {
                continue;
            }
            let managed = self.managed(dependency);
            self.enter(next, managed, Some(at), &exclusions);
        }
    }

    /// A dependency below the direct ones, as the project manages it.
    fn managed(&self, dependency: &Dependency) -> Dependency {
        let mut dependency = dependency.clone();
        let key: Key = (
            dependency.group.clone(),
            dependency.artifact.clone(),
            dependency.kind.clone(),
            dependency.classifier.clone(),
        );
        if let Some(managed) = self.management.get(&key) {
            dependency.version = managed.version.clone().or(dependency.version);
            dependency.scope = managed.scope.clone().or(dependency.scope);
            dependency.exclusions.extend(managed.exclusions.iter().cloned());
        }
        dependency
    }

    /// Follows a POM that moved.
    fn move_on(&self, node: &mut Node) {
        for _ in 0..MOST_MOVES {
            let Some(pom) = node.coordinate().and_then(|coordinate| self.models.pom(&coordinate)) else { return };
            if pom.relocation.is_none() {
                return;
            }
            let Some(Relocation { group, artifact, version }) = self.models.model(&pom, &|_| None).relocation else {
                return;
            };
            let dependency = &mut node.dependency;
            dependency.group = group.unwrap_or_else(|| dependency.group.clone());
            dependency.artifact = artifact.unwrap_or_else(|| dependency.artifact.clone());
            node.version = version.unwrap_or_else(|| node.version.clone());
            let moved = self.managed(dependency);
            if node.parent.is_some() && moved.version != dependency.version {
                node.version = moved.version.clone().unwrap_or_default();
            }
            node.conflict = conflict(&node.dependency);
        }
    }

    fn finish(mut self) -> Graph {
        if self.nodes > MOST_NODES {
            let reason = format!("more than {MOST_NODES} dependencies: not all were looked at");
            self.problems.push(("the project".to_owned(), reason));
        }
        let scopes = self.scopes();
        let chosen = self.chosen.into_iter().zip(scopes).map(|(node, scope)| Chosen {
            group: node.dependency.group,
            artifact: node.dependency.artifact,
            version: node.version,
            kind: node.dependency.kind,
            classifier: node.dependency.classifier,
            scope,
        });
        Graph { chosen: chosen.collect(), problems: self.problems }
    }

    /// The scope of everything chosen: what the project says of a direct dependency, else the widest that a branch gives.
    /// A scope that widens may widen those below it, so that they are looked at again.
    fn scopes(&self) -> Vec<String> {
        let mut scopes = vec![String::new(); self.chosen.len()];
        let mut below: HashMap<usize, HashSet<usize>> = HashMap::new();
        for (conflict, edges) in &self.edges {
            for parent in edges.iter().filter_map(|edge| edge.parent) {
                below.entry(parent).or_default().insert(self.places[conflict]);
            }
        }
        let mut waiting: VecDeque<usize> = (0..self.chosen.len()).collect();
        while let Some(at) = waiting.pop_front() {
            let edges = &self.edges[&self.chosen[at].conflict];
            let direct = edges.iter().find(|edge| edge.parent.is_none()).map(|edge| edge.scope.clone());
            let scope = direct.unwrap_or_else(|| {
                let given = edges.iter().filter_map(|edge| {
                    let above = &scopes[edge.parent?];
                    (!above.is_empty()).then(|| derived(above, &edge.scope))
                });
                given.min_by_key(|scope| width(scope)).unwrap_or_default().to_owned()
            });
            let is_wider = scopes[at].is_empty() || width(&scope) < width(&scopes[at]);
            if is_wider && !scope.is_empty() {
                scopes[at] = scope;
                waiting.extend(below.get(&at).into_iter().flatten());
            }
        }
        scopes
    }
}

impl Node {
    fn coordinate(&self) -> Option<Coordinate> {
        Coordinate::new(&self.dependency.group, &self.dependency.artifact, &self.version).ok()
    }

    /// Whether its POM says what else is needed: not of a file of this machine, nor of an archive that brings all it needs.
    fn is_followed(&self) -> bool {
        let is_whole = matches!(self.dependency.kind.as_str(), "war" | "ear" | "rar");
        self.dependency.scope.as_deref() != Some("system") && !is_whole
    }
}

impl Exclusions {
    fn with(&self, more: &[(String, String)]) -> Self {
        if more.is_empty() {
            return self.clone();
        }
        Self(Some(Arc::new(Branch { patterns: more.to_vec(), before: self.clone() })))
    }

    fn hold(&self, group: &str, artifact: &str) -> bool {
        let matches = |pattern: &str, text: &str| pattern == "*" || pattern == text;
        let mut rest = self;
        while let Some(here) = &rest.0 {
            if here.patterns.iter().any(|(of_group, name)| matches(of_group, group) && matches(name, artifact)) {
                return true;
            }
            rest = &here.before;
        }
        false
    }
}

impl Drop for Exclusions {
    /// One after the other: a long chain must not take the stack.
    fn drop(&mut self) {
        let mut rest = self.0.take();
        while let Some(here) = rest {
            rest = Arc::into_inner(here).and_then(|mut here| here.before.0.take());
        }
    }
}

/// What conflicts with what: types that stand for the same file are one.
fn conflict(dependency: &Dependency) -> Conflict {
    let (extension, classifier) = match dependency.kind.as_str() {
        "maven-plugin" | "ejb" => ("jar", ""),
        "test-jar" => ("jar", "tests"),
        "ejb-client" => ("jar", "client"),
        "javadoc" => ("jar", "javadoc"),
        "java-source" => ("jar", "sources"),
        other => (other, ""),
    };
    let classifier = dependency.classifier.as_deref().unwrap_or(classifier);
    (dependency.group.clone(), dependency.artifact.clone(), extension.to_owned(), classifier.to_owned())
}

/// The scope of what a dependency of scope `above` needs with scope `own`.
fn derived<'s>(above: &'s str, own: &'s str) -> &'s str {
    match (above, own) {
        (_, "system" | "test") => own,
        (_, "compile" | "") | ("test" | "runtime", _) => above,
        ("system" | "provided", _) => "provided",
        _ => "runtime",
    }
}

/// The order of scopes, the widest first.
fn width(scope: &str) -> usize {
    ["compile", "runtime", "provided", "test", "system"].iter().position(|known| *known == scope).unwrap_or(usize::MAX)
}

/// Runs `job` for each of `items` on at most so many threads.
fn in_parallel<T: Sync>(items: &[T], threads: usize, job: impl Fn(&T) + Sync) {
    let next = AtomicUsize::new(0);
    let run = || {
        while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
            job(item);
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads.min(items.len()) {
            scope.spawn(run);
        }
        run();
    });
}

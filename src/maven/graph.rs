//! The dependencies of a project, its dependencies' dependencies, and so on, as Maven chooses among them: of each artifact
//! the version nearest to the project, the first of those that are equally near.
//!
//! What counts, as Maven's resolver has it: the project's dependencyManagement holds for everything below its direct
//! dependencies; of those, optional ones and those of scope test and provided are not followed; exclusions hold for the
//! whole branch; a POM that moved stands for where it moved to; a scope is the one that the project manages, else the widest
//! that any branch gives. A range is a condition that what is chosen has to meet, whoever names it: the nearest that does is
//! chosen, and a range itself stands for the highest version in it that is known. The old and the new name of what moved are
//! names of one thing, of which one version is chosen. A dependency whose POM is not found is kept, and what it depends on is
//! not known: that is told. So is one whose POM is invalid, of which Maven takes no more than the name.

mod scopes;

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;

use super::conflict::{Conflict, Learned, conflict};
use super::exclusions::Exclusions;
use super::model::{Key, Management, Model, Models};
use super::pom::{Dependency, Relocation};
use super::published::Newest;
use super::version::{GenericVersion, VersionRange};
use crate::coordinate::Coordinate;
use crate::work::lock;

/// Most dependencies that are looked at for one project, each as often as something names it. The largest real projects
/// have some 20,000.
const MOST_NODES: usize = 200_000;
/// Longest way from the project to a dependency.
const DEEPEST: usize = 100;
/// How often a POM may have moved.
const MOST_MOVES: usize = 10;
/// How often all is chosen anew, since a range farther away rules out what was chosen. Each time at least one is learned.
const MOST_ROUNDS: usize = 20;

/// Tells the versions of a group and an artifact that a range may stand for; asked once for each, from several threads.
pub type Versions<'a> = dyn Fn(&str, &str) -> Vec<String> + Sync + 'a;

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

/// A dependency on the way from the project.
struct Node {
    dependency: Dependency,
    version: String,
    /// Where the version is written as one.
    range: Option<VersionRange>,
    conflict: Conflict,
    exclusions: Exclusions,
    /// The chosen dependency that names it; none: the project.
    parent: Option<usize>,
    /// The project manages its scope, which then is so wherever it stands.
    is_scope_managed: bool,
}

/// Who names an artifact, with which scope.
struct Edge {
    parent: Option<usize>,
    scope: String,
    is_scope_managed: bool,
}

/// The dependencies of the project whose `model` it is. POMs are read on `threads` at once.
#[must_use]
pub fn resolve(models: &Models<'_>, model: &Model, versions: &Versions<'_>, threads: usize) -> Graph {
    let known = Known { find: versions, lists: Mutex::default() };
    let mut learned = Learned::default();
    for _ in 1..MOST_ROUNDS {
        let mut graph = walk(models, model, &known, learned, threads);
        if !graph.is_overruled {
            return graph.finish();
        }
        learned = std::mem::take(&mut graph.learned);
    }
    walk(models, model, &known, learned, threads).finish()
}

/// One round: what is chosen with what is known of conflicts.
fn walk<'a>(models: &'a Models<'a>, model: &Model, known: &'a Known<'a>, learned: Learned, threads: usize) -> Walk<'a> {
    let mut graph = Walk {
        models,
        known,
        learned,
        is_overruled: false,
        management: Arc::clone(&model.management),
        threads,
        nodes: 0,
        chosen: Vec::new(),
        places: HashMap::new(),
        edges: HashMap::new(),
        problems: Vec::new(),
        unfit: HashMap::new(),
    };
    let mut level = Vec::new();
    for dependency in &model.dependencies {
        // What a direct dependency excludes itself adds to what is managed, though in its model the one replaces the other.
        let managed = model.management.get(&key(dependency));
        let exclusions = managed.map_or(Exclusions::NONE, |managed| Exclusions::NONE.with(&managed.exclusions));
        graph.enter(&mut level, (dependency.clone(), false), None, &exclusions);
    }
    for _ in 0..DEEPEST {
        if level.is_empty() {
            break;
        }
        level = graph.step(level);
    }
    graph
}

/// Versions, once they were asked for.
type Listed = OnceLock<Vec<String>>;

/// Lists of versions, each asked for once.
struct Known<'a> {
    find: &'a Versions<'a>,
    lists: Mutex<HashMap<(String, String), Arc<Listed>>>,
}

impl Known<'_> {
    /// The highest version of a dependency that is in its range and in all the others.
    fn pick(&self, dependency: &Dependency, range: &VersionRange, others: &[VersionRange]) -> Option<String> {
        let name = (dependency.group.clone(), dependency.artifact.clone());
        let once = Arc::clone(lock(&self.lists).entry(name).or_default());
        let only = range.only();
        let known = match &only {
            // As in Maven: a range of one version needs no list.
            Some(_) => &[],
            None => once.get_or_init(|| (self.find)(&dependency.group, &dependency.artifact)).as_slice(),
        };
        let fits = |version: &&str| others.iter().all(|other| other.contains(version));
        range.pick(known.iter().map(String::as_str).chain(only).filter(fits)).map(str::to_owned)
    }
}

struct Walk<'a> {
    models: &'a Models<'a>,
    known: &'a Known<'a>,
    learned: Learned,
    /// A range rules out what was chosen before it was seen, or that is one with what it was chosen beside.
    is_overruled: bool,
    management: Arc<Management>,
    threads: usize,
    nodes: usize,
    chosen: Vec<Node>,
    places: HashMap<Conflict, usize>,
    edges: HashMap<Conflict, Vec<Edge>>,
    problems: Vec<(String, String)>,
    /// What no version was chosen of yet, with one that a range rules out: its group and artifact, and that version.
    unfit: HashMap<Conflict, (String, String)>,
}

impl Walk<'_> {
    /// Puts a dependency among those to look at, if it has a version.
    fn enter(
        &mut self,
        level: &mut Vec<Node>,
        (dependency, is_scope_managed): (Dependency, bool),
        parent: Option<usize>,
        exclusions: &Exclusions,
    ) {
        self.nodes += 1;
        if self.nodes > MOST_NODES {
            return;
        }
        let version = dependency.version.clone().unwrap_or_default();
        let range = range(&version);
        let exclusions = exclusions.with(&dependency.exclusions);
        let conflict = self.learned.of(conflict(&dependency));
        level.push(Node { dependency, version, range, conflict, exclusions, parent, is_scope_managed });
    }

    /// Looks at all dependencies of one distance and gives those one step further.
    fn step(&mut self, mut level: Vec<Node>) -> Vec<Node> {
        self.settle(&mut level);
        self.constrain(&level);
        let first = self.chosen.len();
        for node in level {
            let scope = node.dependency.scope.clone().unwrap_or_else(|| "compile".to_owned());
            let edge = Edge { parent: node.parent, scope, is_scope_managed: node.is_scope_managed };
            self.edges.entry(node.conflict.clone()).or_default().push(edge);
            let constraints = self.learned.constraints(&node.conflict);
            let is_fit = !node.is_open() && constraints.iter().all(|range| range.contains(&node.version));
            if !is_fit {
                let name = format!("{}:{}", node.dependency.group, node.dependency.artifact);
                self.unfit.entry(node.conflict.clone()).or_insert((name, node.version));
            } else if let Some(place) = self.places.get(&node.conflict) {
                // As in Maven: of those that one POM names, under an old and a new name, the highest version.
                let winner = &mut self.chosen[*place];
                if winner.parent == node.parent && node.is_higher_than(winner) {
                    *winner = node;
                }
            } else {
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
                Some(Model { invalid: Some(why), .. }) => self.problems.push((
                    coordinate.to_string(),
                    format!("Maven calls its POM invalid ({why}): what it depends on is left out"),
                )),
                Some(model) => self.follow(at, &model, &mut next),
                None => self.problems.push((
                    coordinate.to_string(),
                    "its POM was not found: what it depends on is not known".to_owned(),
                )),
            }
        }
        next
    }

    /// Gives each of a level its version and the name that it has now; leaves out what moved to where those above exclude it.
    fn settle(&mut self, level: &mut Vec<Node>) {
        let mut ranges: HashMap<Conflict, Vec<VersionRange>> = HashMap::new();
        for node in level.iter() {
            ranges.entry(node.conflict.clone()).or_default().extend(node.range.clone());
        }
        let mut open: Vec<usize> = (0..level.len()).collect();
        let mut excluded = HashSet::new();
        // Once more for what moved to where a range is managed.
        for _ in 0..MOST_MOVES {
            self.pick(level, &open, &ranges);
            let wanted: Vec<Coordinate> = open.iter().filter_map(|at| level[*at].coordinate()).collect();
            in_parallel(&wanted, self.threads, |coordinate| {
                self.models.pom(coordinate);
            });
            open.retain(|at| {
                let node = &mut level[*at];
                let before = node.version.clone();
                if !self.move_on(node) {
                    excluded.insert(*at);
                    return false;
                }
                node.is_open() && node.version != before
            });
        }
        let mut at = 0..level.len();
        level.retain(|_| at.next().is_none_or(|at| !excluded.contains(&at)));
        for node in level {
            node.conflict = self.learned.of(node.conflict.clone());
        }
    }

    /// Notes the ranges of a level, and whether one rules out what was chosen nearer to the project.
    fn constrain(&mut self, level: &[Node]) {
        for node in level {
            let Some(range) = &node.range else { continue };
            let all = self.learned.constraints.entry(node.conflict.clone()).or_default();
            if all.contains(range) {
                continue;
            }
            all.push(range.clone());
            let chosen = self.places.get(&node.conflict).map(|place| &self.chosen[*place].version);
            self.is_overruled |= chosen.is_some_and(|version| !range.contains(version));
        }
    }

    /// Puts the version that each range stands for in its place, of some nodes of a level in which these ranges are.
    fn pick(&self, level: &mut [Node], some: &[usize], ranges: &HashMap<Conflict, Vec<VersionRange>>) {
        let picked: Mutex<HashMap<usize, Option<String>>> = Mutex::default();
        let with_range: Vec<usize> = some.iter().copied().filter(|at| level[*at].range.is_some()).collect();
        in_parallel(&with_range, self.threads, |at| {
            let node = &level[*at];
            let beside = ranges.get(&node.conflict).map_or(&[][..], Vec::as_slice);
            let others = [self.learned.constraints(&node.conflict), beside].concat();
            let version = node.range.as_ref().and_then(|range| self.known.pick(&node.dependency, range, &others));
            lock(&picked).insert(*at, version);
        });
        for (at, version) in picked.into_inner().unwrap_or_else(PoisonError::into_inner) {
            if let Some(version) = version {
                level[at].version = version;
            }
        }
    }

    /// The models of what was chosen, each read on one of several threads: parents and BOMs come one after the other.
    fn read(&self, winners: &[(usize, Coordinate)]) -> Vec<Option<Model>> {
        let models: Mutex<Vec<Option<Model>>> = Mutex::new(vec![None; winners.len()]);
        let places: Vec<usize> = (0..winners.len()).collect();
        in_parallel(&places, self.threads, |place| {
            let model = self.models.of_dependency(&winners[*place].1);
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

    /// A dependency below the direct ones, as the project manages it, and whether its scope is.
    fn managed(&self, dependency: &Dependency) -> (Dependency, bool) {
        let mut dependency = dependency.clone();
        let mut is_scope_managed = false;
        if let Some(managed) = self.management.get(&key(&dependency)) {
            dependency.version = managed.version.clone().or(dependency.version);
            dependency.scope = managed.scope.clone().or(dependency.scope);
            dependency.exclusions.extend(managed.exclusions.iter().cloned());
            is_scope_managed = managed.scope.is_some();
        }
        (dependency, is_scope_managed)
    }

    /// Follows a POM that moved; false: those above exclude where it moved to.
    fn move_on(&mut self, node: &mut Node) -> bool {
        for _ in 0..MOST_MOVES {
            let Some(pom) = node.coordinate().and_then(|coordinate| self.models.pom(&coordinate)) else { return true };
            if pom.relocation.is_none() {
                return true;
            }
            let model = self.models.model(&pom);
            let relocation = model.relocation.filter(|_| model.invalid.is_none());
            let Some(Relocation { group, artifact, version }) = relocation else { return true };
            let dependency = &mut node.dependency;
            let before = (dependency.group.clone(), dependency.artifact.clone());
            dependency.group = group.unwrap_or(before.0.clone());
            dependency.artifact = artifact.unwrap_or(before.1.clone());
            // What stands for the newest stands for that of the old name.
            let before_it_moved = if Newest::named(&node.version).is_some() { &model.version } else { &node.version };
            node.version = version.unwrap_or_else(|| before_it_moved.clone());
            node.range = range(&node.version);
            let moved = std::mem::replace(&mut node.conflict, conflict(dependency));
            if let Some(pair) = self.learned.unite(moved, node.conflict.clone()) {
                self.is_overruled |= pair.iter().any(|one| self.edges.contains_key(one));
            }
            if (&dependency.group, &dependency.artifact) == (&before.0, &before.1) {
                continue;
            }
            let above = node.parent.map(|parent| &self.chosen[parent].exclusions);
            if above.is_some_and(|above| above.hold(&dependency.group, &dependency.artifact)) {
                return false;
            }
            // Under its new name it is managed anew: all of it below the direct dependencies, of those what it excludes.
            node.is_scope_managed = false;
            let Some(managed) = self.management.get(&key(dependency)) else { continue };
            node.exclusions = node.exclusions.with(&managed.exclusions);
            if node.parent.is_some() {
                dependency.scope = managed.scope.clone().or(dependency.scope.take());
                node.is_scope_managed = managed.scope.is_some();
                node.version = managed.version.clone().unwrap_or_else(|| node.version.clone());
                node.range = range(&node.version);
            }
        }
        true
    }

    fn finish(mut self) -> Graph {
        if self.nodes > MOST_NODES {
            let reason = format!("more than {MOST_NODES} dependencies: not all were looked at");
            self.problems.push(("the project".to_owned(), reason));
        }
        let mut unfit: Vec<_> = std::mem::take(&mut self.unfit).into_iter().collect();
        unfit.retain(|(conflict, _)| !self.places.contains_key(conflict));
        unfit.sort();
        for (conflict, (name, version)) in &unfit {
            let ranges: Vec<&str> = self.learned.constraints(conflict).iter().map(VersionRange::as_str).collect();
            let reason = format!("no version that is known is in {}", ranges.join(" and "));
            let what = if VersionRange::is_range(version) { String::new() } else { format!(":{version}") };
            self.problems.push((format!("{name}{what}"), reason));
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
}

impl Node {
    fn coordinate(&self) -> Option<Coordinate> {
        Coordinate::new(&self.dependency.group, &self.dependency.artifact, &self.version).ok()
    }

    /// Whether its version is still to be chosen out of a range.
    fn is_open(&self) -> bool {
        self.range.is_some() && VersionRange::is_range(&self.version)
    }

    fn is_higher_than(&self, other: &Self) -> bool {
        GenericVersion::new(&self.version).compare(&GenericVersion::new(&other.version)).is_gt()
    }

    /// Whether its POM says what else is needed: not of a file of this machine, nor of an archive that brings all it needs.
    fn is_followed(&self) -> bool {
        let is_whole = matches!(self.dependency.kind.as_str(), "war" | "ear" | "rar");
        self.dependency.scope.as_deref() != Some("system") && !is_whole
    }
}

/// The range that a version is written as.
fn range(version: &str) -> Option<VersionRange> {
    VersionRange::is_range(version).then(|| VersionRange::parse(version).ok()).flatten()
}

/// What a dependency is managed by.
fn key(dependency: &Dependency) -> Key {
    let Dependency { group, artifact, kind, classifier, .. } = dependency;
    (group.clone(), artifact.clone(), kind.clone(), classifier.clone())
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

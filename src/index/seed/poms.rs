//! From the POMs of projects to what they and their modules depend on.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::Tests;
use super::gather::misunderstood;
use super::run::DOWNLOADS;
use crate::coordinate::Coordinate;
use crate::error::{Failure, Incomplete};
use crate::index::Explorer;
use crate::maven::graph;
use crate::maven::model::{Model, Models};
use crate::maven::pom::Pom;
use crate::maven::profile::Machine;
use crate::maven::published::Newest;
use crate::project::{self, Listing, Named, Reactor};
use crate::source::repository;
use crate::work::{Work, lock};

/// Most POMs that are read for one project.
const MOST_POMS: usize = 50_000;

/// Why a dependency is left out whose version stands for the newest.
const NO_NEWEST: &str = "no repository says which version this is";

/// What it means that a repository does not tell which versions it has.
const UNASKED: &str = "not every repository could be asked which versions it has: another one may be meant";

/// Why something could not be told, by coordinate.
type Reasons = Mutex<BTreeMap<String, String>>;

/// POMs of projects that lie on this machine, by coordinate.
pub type Poms = HashMap<Coordinate, Vec<u8>>;

/// A project on disk.
pub struct Project {
    shown: String,
    machine: Machine,
    pub reactor: Reactor,
    /// Its POMs, parents on disk included.
    pub own: Poms,
}

/// What a project depends on, and what could not be told.
#[derive(Default)]
pub struct Resolved {
    pub listing: Listing,
    pub incomplete: Vec<Incomplete>,
}

impl Project {
    /// Reads the POM of a project, and those that lie beside it where it has a path.
    ///
    /// # Errors
    /// `invalid_argument` when it is no POM.
    pub fn read(explorer: &Explorer, shown: &str, path: Option<&Path>, bytes: &[u8]) -> Result<Self, Failure> {
        let machine = machine(explorer, path.and_then(Path::parent));
        let reactor = match path {
            Some(path) => project::reactor(path, &machine).map_err(|error| misunderstood(shown, error))?,
            None => Reactor { modules: vec![(PathBuf::new(), bytes.to_vec())], ..Reactor::default() },
        };
        let own = own_poms(&reactor, &machine);
        Ok(Self { shown: shown.to_owned(), machine, reactor, own })
    }

    /// Resolves it. `beside` are the POMs of all projects that are resolved together.
    ///
    /// # Errors
    /// [`Failure::cancelled`].
    pub fn resolve(&self, explorer: &Explorer, beside: &Poms, tests: Tests, work: &Work) -> Result<Resolved, Failure> {
        let unknown = Reasons::default();
        let unsure = Reasons::default();
        let repositories = explorer.engine.repositories();
        let newest = Newests { explorer, work, known: Mutex::default(), unknown: &unknown, unsure: &unsure };
        let find = |wanted: &Coordinate| {
            let wanted = &newest.exact(wanted)?;
            if let Some(bytes) = self.own.get(wanted).or_else(|| beside.get(wanted)) {
                return Some(bytes.clone());
            }
            match repositories.pom(wanted, work) {
                Ok(repository::Pom::Found(bytes)) => Some(bytes),
                Ok(repository::Pom::Unknown(reason)) => {
                    lock(&unknown).insert(wanted.to_string(), reason);
                    None
                }
                Ok(repository::Pom::Absent) | Err(_) => None,
            }
        };
        let versions = |group: &str, artifact: &str| {
            let (versions, problem) = repositories.versions_for_ranges(group, artifact, work);
            if let Some(problem) = problem {
                let what = format!("{group}:{artifact}");
                lock(&unsure).insert(what.clone(), problem.clone());
                lock(&unknown).insert(what, problem);
            }
            versions
        };
        let models = Models::new(&find, self.machine.clone(), MOST_POMS);
        let mut modules = Vec::new();
        for (place, bytes) in &self.reactor.modules {
            work.check()?;
            let pom = Pom::read(bytes).map_err(|error| misunderstood(&self.shown, error))?;
            let folder = place.parent().unwrap_or_else(|| Path::new("."));
            modules.push(models.own_model(&pom, &|file| project::beside(folder, file)));
        }
        let models = models.with_modules(by_coordinate(&modules));
        let Resolved { mut listing, mut incomplete } = Resolved::default();
        let mut problems = BTreeMap::new();
        for model in &modules {
            work.check()?;
            for missing in &model.missing {
                problems.insert(missing.to_string(), "this parent or BOM was not found".to_owned());
            }
            let graph = graph::resolve(&models, model, &versions, DOWNLOADS);
            problems.extend(graph.problems);
            for chosen in graph.chosen {
                let Some(version) = newest.version(&chosen.group, &chosen.artifact, &chosen.version) else {
                    listing.leave_out(format!("{}:{}:{}", chosen.group, chosen.artifact, chosen.version), NO_NEWEST);
                    continue;
                };
                listing.add(
                    &Named {
                        group: chosen.group,
                        artifact: chosen.artifact,
                        version,
                        kind: chosen.kind,
                        classifier: chosen.classifier.unwrap_or_default(),
                        scope: chosen.scope,
                    },
                    tests,
                );
            }
        }
        work.check()?;
        let [unknown, mut unsure] =
            [unknown, unsure].map(|some| some.into_inner().unwrap_or_else(PoisonError::into_inner));
        for (what, reason) in problems {
            unsure.remove(&what);
            let reason = unknown.get(&what).map_or(reason.clone(), |why| format!("{reason} ({why})"));
            incomplete.push(Incomplete::new(what, reason));
        }
        // Of a range what is not listed, of tests say, is nobody's; what `LATEST` stands for may be a BOM.
        let names: HashSet<String> =
            listing.artifacts.iter().map(|one| format!("{}:{}", one.group(), one.artifact())).collect();
        unsure.retain(|what, _| what.matches(':').count() > 1 || names.contains(what));
        let unasked = |why| format!("{UNASKED} ({why})");
        incomplete.extend(unsure.into_iter().map(|(what, why)| Incomplete::new(what, unasked(why))));
        for coordinate in self.own.keys() {
            listing.own.add(coordinate.clone());
        }
        Ok(Resolved { listing, incomplete })
    }
}

/// What Maven would see if it were started in a folder.
fn machine(explorer: &Explorer, folder: Option<&Path>) -> Machine {
    let config = explorer.config().clone();
    let folder = folder.map(|folder| config.maven.working_folder().join(folder));
    let maven = folder.map_or_else(|| config.maven.clone(), |folder| config.maven.started_in(&folder));
    let repositories = explorer.engine.repositories();
    let (activated, of_settings) = (repositories.profiles().to_vec(), repositories.properties().to_vec());
    let (given, deactivated) = (maven.projects_properties(), maven.profiles(false));
    let activated = activated.into_iter().chain(maven.profiles(true)).collect();
    let of_maven = Arc::new(move |name: &str, of_settings: &dyn Fn() -> Option<String>| {
        maven.property(name).or_else(of_settings).or_else(|| config.property(name))
    });
    let of_others = Arc::clone(&of_maven);
    Machine {
        given,
        activated,
        deactivated,
        property: Arc::new(move |name| {
            let set = of_settings.iter().rev().find(|(known, _)| known == name);
            of_maven(name, &|| set.map(|(_, value)| value.expose().to_owned()))
        }),
        property_of_others: Arc::new(move |name| of_others(name, &|| None)),
        elsewhere: Arc::new(project::elsewhere),
    }
}

/// The POMs of a project by coordinate, parents on disk included.
pub fn own_poms(reactor: &Reactor, machine: &Machine) -> HashMap<Coordinate, Vec<u8>> {
    let none = |_: &Coordinate| None;
    let models = Models::new(&none, machine.clone(), 0);
    let mut own = HashMap::new();
    for (_, bytes) in reactor.modules.iter().chain(&reactor.parents) {
        let Ok(pom) = Pom::read(bytes) else { continue };
        let model = models.own_model(&pom, &|_| None);
        if let Ok(coordinate) = Coordinate::new(&model.group, &model.artifact, &model.version) {
            own.entry(coordinate).or_insert_with(|| bytes.clone());
        }
    }
    own
}

fn by_coordinate(modules: &[Model]) -> HashMap<Coordinate, Model> {
    let named = modules.iter().filter_map(|model| {
        Some((Coordinate::new(&model.group, &model.artifact, &model.version).ok()?, model.clone()))
    });
    named.collect()
}

/// The versions that `LATEST` and `RELEASE` stand for. As in Maven they are put in place only where files are looked for: while
/// versions are chosen they stand as they are written.
struct Newests<'a> {
    explorer: &'a Explorer,
    work: &'a Work,
    /// By group, artifact and which of the two.
    known: Mutex<HashMap<(String, String, Newest), Option<String>>>,
    /// Why it could not be told.
    unknown: &'a Reasons,
    /// Why it may be another one.
    unsure: &'a Reasons,
}

impl Newests<'_> {
    /// A coordinate with the version that its own stands for; none where nobody tells.
    fn exact(&self, coordinate: &Coordinate) -> Option<Coordinate> {
        let (group, artifact) = (coordinate.group(), coordinate.artifact());
        let version = self.version(group, artifact, coordinate.version())?;
        Coordinate::new(group, artifact, &version).ok()
    }

    fn version(&self, group: &str, artifact: &str, version: &str) -> Option<String> {
        let Some(newest) = Newest::named(version) else { return Some(version.to_owned()) };
        let key = (group.to_owned(), artifact.to_owned(), newest);
        if let Some(known) = lock(&self.known).get(&key) {
            return known.clone();
        }
        let repositories = self.explorer.engine.repositories();
        let (found, problem) = repositories.newest_version(group, artifact, newest, self.work);
        let what = format!("{group}:{artifact}:{version}");
        match (&found, problem) {
            (Some(_), None) => {}
            (Some(_), Some(problem)) => drop(lock(self.unsure).insert(what, problem)),
            (None, problem) => {
                let reason = problem.unwrap_or_else(|| "no maven-metadata.xml says so".to_owned());
                lock(self.unknown).insert(what, reason);
            }
        }
        lock(&self.known).insert(key, found.clone());
        found
    }
}

//! From what a person names (coordinates, files, folders) to the coordinates that are meant.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::run::DOWNLOADS;
use super::{LeftOut, Tests};
use crate::coordinate::Coordinate;
use crate::error::{Failure, Incomplete, Status};
use crate::fs::{self, FileKind};
use crate::index::Explorer;
use crate::maven::graph;
use crate::maven::model::{Model, Models};
use crate::maven::pom::Pom;
use crate::maven::profile::Machine;
use crate::project::{self, Format, LARGEST_FILE, Listing, Named, Reactor, tool};
use crate::source::repository;
use crate::work::{Work, lock};

/// Most POMs that are read for one project.
const MOST_POMS: usize = 50_000;

/// What a person names.
#[derive(Debug, Clone)]
pub enum Input {
    Coordinate(Coordinate),
    /// A file or a folder.
    Path(PathBuf),
    /// The content of standard input.
    Stdin(Vec<u8>),
}

/// What is to be gathered.
#[derive(Debug, Clone)]
pub struct Wish {
    pub inputs: Vec<Input>,
    pub tests: Tests,
    /// Ask the project's own build tool, for at most so long.
    pub resolve: Option<Duration>,
}

/// An input that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Understood {
    /// As it was named; for a file of a folder, its path.
    pub input: String,
    /// What it is.
    pub format: &'static str,
    /// How many artifacts it gave.
    pub artifacts: usize,
}

/// What the inputs name.
#[derive(Debug, Default)]
pub struct Gathered {
    /// Each once, in the order named.
    pub artifacts: Vec<Coordinate>,
    pub inputs: Vec<Understood>,
    pub left_out: Vec<LeftOut>,
    /// What could not be told, and what was passed over.
    pub incomplete: Vec<Incomplete>,
}

impl Explorer {
    /// Reads the inputs. POMs that a project's POM leads to are downloaded where they are not on this machine; nothing else
    /// is.
    ///
    /// # Errors
    /// `invalid_argument` naming the input that cannot be understood; [`Failure::cancelled`].
    pub fn gather(&self, wish: &Wish, work: &Work) -> Result<Gathered, Failure> {
        let mut gathering = Gathering {
            explorer: self,
            wish,
            work,
            all: Listing::default(),
            modules: HashSet::new(),
            gathered: Gathered::default(),
        };
        for input in &wish.inputs {
            work.check()?;
            match input {
                Input::Coordinate(coordinate) => gathering.all.add_coordinate(coordinate.clone()),
                Input::Stdin(bytes) => gathering.file("-", None, bytes)?,
                Input::Path(path) => gathering.path(path)?,
            }
        }
        Ok(gathering.finish())
    }
}

struct Gathering<'a> {
    explorer: &'a Explorer,
    wish: &'a Wish,
    work: &'a Work,
    all: Listing,
    /// POMs of projects and their modules that were read.
    modules: HashSet<PathBuf>,
    gathered: Gathered,
}

impl Gathering<'_> {
    fn path(&mut self, path: &Path) -> Result<(), Failure> {
        let shown = path.display().to_string();
        let kind = fs::kind_of(path).map_err(|error| misunderstood(&shown, error.reason()))?;
        if let Some(within) = self.wish.resolve {
            let folder = if kind == FileKind::Folder { path } else { path.parent().unwrap_or_else(|| Path::new(".")) };
            if kind == FileKind::Folder || path.file_name().is_some_and(|name| name == "pom.xml") {
                return self.ask_tool(&shown, folder, within);
            }
        }
        match kind {
            FileKind::Folder => self.folder(&shown, path),
            FileKind::Plain => self.file_at(&shown, path),
            _ => Err(misunderstood(&shown, "it is neither a file nor a folder")),
        }
    }

    fn folder(&mut self, shown: &str, folder: &Path) -> Result<(), Failure> {
        let chosen = project::choose(folder).map_err(|error| misunderstood(shown, error.reason()))?;
        if chosen.used.is_empty() {
            let what = "no lock file, bill of materials, pom.xml or version catalog is in it";
            return Err(
                misunderstood(shown, what).hint("name a file, or let the project's own build tool tell: --resolve")
            );
        }
        for (_, place) in &chosen.used {
            self.file_at(&place.display().to_string(), place)?;
        }
        for unused in chosen.unused {
            // A module's POM is read with that of its project.
            if fs::real_path(&unused).is_ok_and(|unused| self.modules.contains(&unused)) {
                continue;
            }
            let reason = "not read: what was read says more".to_owned();
            let what = unused.display().to_string();
            self.gathered.incomplete.push(Incomplete { what, reason });
        }
        Ok(())
    }

    fn file_at(&mut self, shown: &str, path: &Path) -> Result<(), Failure> {
        let bytes = fs::read(path, LARGEST_FILE).map_err(|error| misunderstood(shown, error.reason()))?;
        self.file(shown, Some(path), &bytes)
    }

    fn file(&mut self, shown: &str, path: Option<&Path>, bytes: &[u8]) -> Result<(), Failure> {
        let name = path.and_then(Path::file_name).map(|name| name.to_string_lossy()).unwrap_or_default();
        let document = project::read(&name, bytes, self.wish.tests).map_err(|error| misunderstood(shown, error))?;
        let listing = match document.format {
            Format::Pom => self.pom(shown, path, bytes)?,
            _ => document.listing,
        };
        self.take(shown, document.format.as_str(), listing);
        Ok(())
    }

    fn ask_tool(&mut self, shown: &str, folder: &Path, within: Duration) -> Result<(), Failure> {
        self.work.stage(format!("asking the build tool of {shown}"));
        let environment = &self.explorer.config().environment;
        let staged = self.explorer.cache().stage()?;
        let answer = tool::ask(folder, environment, staged.path(), within, self.work).map_err(|error| match error {
            tool::ToolError::Cancelled => Failure::cancelled(),
            error => {
                let status = match error {
                    tool::ToolError::NoBuild | tool::ToolError::NoTool(..) => Status::ResourceNotFound,
                    _ => Status::IndexingFailed,
                };
                Failure::new(status, format!("{shown}: {error}"))
                    .hint("leave --resolve out to read the project's files instead")
            }
        })?;
        let listing = answer.listing(self.wish.tests).map_err(|error| misunderstood(shown, error))?;
        self.take(shown, answer.what, listing);
        Ok(())
    }

    fn take(&mut self, shown: &str, format: &'static str, mut listing: Listing) {
        let artifacts = listing.artifacts.len();
        self.gathered.inputs.push(Understood { input: shown.to_owned(), format, artifacts });
        for note in std::mem::take(&mut listing.notes) {
            self.gathered.incomplete.push(Incomplete { what: shown.to_owned(), reason: note });
        }
        self.all.join(listing);
    }

    /// What a project's POM, and those of its modules, depend on.
    fn pom(&mut self, shown: &str, path: Option<&Path>, bytes: &[u8]) -> Result<Listing, Failure> {
        self.work.stage(format!("reading the POMs of {shown}"));
        let machine = self.machine(path.and_then(Path::parent));
        let reactor = match path {
            Some(path) => project::reactor(path, &machine).map_err(|error| misunderstood(shown, error))?,
            None => Reactor { modules: vec![(PathBuf::new(), bytes.to_vec())], ..Reactor::default() },
        };
        self.modules.extend(reactor.modules.iter().filter_map(|(place, _)| fs::real_path(place).ok()));
        for (what, reason) in &reactor.problems {
            self.gathered.incomplete.push(Incomplete { what: what.clone(), reason: reason.clone() });
        }
        let own = own_poms(&reactor, &machine);
        let unknown: Mutex<BTreeMap<String, String>> = Mutex::default();
        let repositories = self.explorer.engine.repositories();
        let find = |wanted: &Coordinate| {
            if let Some(bytes) = own.get(wanted) {
                return Some(bytes.clone());
            }
            match repositories.pom(wanted, self.work) {
                Ok(repository::Pom::Found(bytes)) => Some(bytes),
                Ok(repository::Pom::Unknown(reason)) => {
                    lock(&unknown).insert(wanted.to_string(), reason);
                    None
                }
                Ok(repository::Pom::Absent) | Err(_) => None,
            }
        };
        let versions = |group: &str, artifact: &str| {
            let (versions, problem) = repositories.versions_for_ranges(group, artifact, self.work);
            if let Some(problem) = problem {
                lock(&unknown).insert(format!("{group}:{artifact}"), problem);
            }
            versions
        };
        let models = Models::new(&find, machine, MOST_POMS);
        let mut modules = Vec::new();
        for (place, bytes) in &reactor.modules {
            self.work.check()?;
            let pom = Pom::read(bytes).map_err(|error| misunderstood(shown, error))?;
            let folder = place.parent().unwrap_or_else(|| Path::new("."));
            modules.push(models.own_model(&pom, &|file| project::beside(folder, file)));
        }
        let models = models.with_modules(by_coordinate(&modules));
        let mut listing = Listing::default();
        let mut problems = BTreeMap::new();
        for model in &modules {
            self.work.check()?;
            for missing in &model.missing {
                problems.insert(missing.to_string(), "this parent or BOM was not found".to_owned());
            }
            let graph = graph::resolve(&models, model, &versions, DOWNLOADS);
            problems.extend(graph.problems);
            for chosen in graph.chosen {
                listing.add(
                    &Named {
                        group: chosen.group,
                        artifact: chosen.artifact,
                        version: chosen.version,
                        kind: chosen.kind,
                        classifier: chosen.classifier.unwrap_or_default(),
                        scope: chosen.scope,
                    },
                    self.wish.tests,
                );
            }
        }
        self.work.check()?;
        let unknown = unknown.into_inner().unwrap_or_else(PoisonError::into_inner);
        for (what, reason) in problems {
            let reason = unknown.get(&what).map_or(reason.clone(), |why| format!("{reason} ({why})"));
            self.gathered.incomplete.push(Incomplete { what, reason });
        }
        listing.without_own(|coordinate| own.contains_key(coordinate));
        Ok(listing)
    }

    /// What Maven would see if it were started in a folder.
    fn machine(&self, folder: Option<&Path>) -> Machine {
        let config = self.explorer.config().clone();
        let folder = folder.map(|folder| config.maven.working_folder().join(folder));
        let maven = folder.map_or_else(|| config.maven.clone(), |folder| config.maven.started_in(&folder));
        let repositories = self.explorer.engine.repositories();
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

    fn finish(self) -> Gathered {
        let Self { all, mut gathered, .. } = self;
        // What one module has for its tests, another may have for more.
        let taken: HashSet<String> = all.artifacts.iter().map(ToString::to_string).collect();
        gathered.left_out = all.left_out.into_iter().filter(|left| !taken.contains(&left.what)).collect();
        gathered.artifacts = all.artifacts;
        gathered
    }
}

/// The POMs of a project by coordinate, parents on disk included.
fn own_poms(reactor: &Reactor, machine: &Machine) -> HashMap<Coordinate, Vec<u8>> {
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

fn misunderstood(shown: &str, what: impl std::fmt::Display) -> Failure {
    Failure::new(Status::InvalidArgument, format!("{}: {what}", shown.escape_debug()))
}

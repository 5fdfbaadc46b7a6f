//! Which versions an artifact uses, as POMs say it: the one that was kept with a JAR; of a directory or a commit those among its
//! files, each for the folder it lies in, else the one that lies on this machine under its coordinate.
//!
//! Only what is on this machine is read. A POM that cannot be understood names nothing, and says why.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock};

use super::engine::Engine;
use super::{Explorer, Opened};
use crate::cache::Cache;
use crate::coordinate::Coordinate;
use crate::error::Failure;
use crate::fs;
use crate::maven::model::{Models, Untold};
use crate::maven::pom::{self, Dependency, Pom};
use crate::maven::profile::Machine;
use crate::project;
use crate::registry::{self, Record};
use crate::source::{self, SourceKind, Tree};
use crate::text::escape::quoted;
use crate::work::{Work, lock};

/// Largest POM that is read; Maven Central's largest have some 300 KB.
const LARGEST_POM: u64 = 8 * 1024 * 1024;
/// How Maven calls the POM of a folder.
const POM: &str = "pom.xml";
/// Most POMs of a project that are read; the largest builds have some thousand.
const MOST_MODULES: usize = 5_000;
/// Most documents read for all of them: their own, and parents and BOMs out of repositories.
const MOST_DOCUMENTS: usize = MOST_MODULES + 1_000;
/// Most bytes of them together: twice what the largest builds have.
const MOST_BYTES: u64 = 128 * 1024 * 1024;

/// What the POMs of an artifact name.
#[derive(Default)]
pub struct Poms {
    /// For the artifact as a whole: of several modules the outermost one that names an artifact.
    whole: Vec<Coordinate>,
    /// For files that none of the modules holds: what lies deep in a project, among the files of a test, say, says nothing of those.
    others: Vec<Coordinate>,
    /// Folders above others before these.
    modules: Vec<Module>,
}

/// A POM among the files of an artifact.
struct Module {
    path: String,
    named: Vec<Coordinate>,
    /// Why it does not say all that it means to.
    silent: Option<String>,
}

impl Module {
    /// Whether it holds for a file, where no other one below does.
    fn is_above(&self, file: &str) -> bool {
        file.starts_with(&self.path[..self.path.len() - POM.len()])
    }
}

impl Poms {
    /// Reads what is on this machine of an artifact's POMs.
    ///
    /// # Errors
    /// [`Failure::cancelled`].
    pub fn read(explorer: &Explorer, artifact: &Opened, work: &Work) -> Result<Self, Failure> {
        let (cache, record) = &*artifact.source;
        if let Some(pom) = kept(cache, record) {
            return Ok(Self { whole: named(explorer, cache, &pom), ..Self::default() });
        }
        let is_project = SourceKind::parse(&record.source.kind).is_some_and(|kind| kind != SourceKind::Jar);
        if !is_project {
            return Ok(Self::default());
        }
        let own = own(artifact, work)?;
        let beside = explorer.engine.repositories().local_pom(&artifact.coordinate);
        let beside = beside.map(|pom| named(explorer, cache, &pom)).unwrap_or_default();
        if own.is_empty() {
            return Ok(Self { whole: beside, ..Self::default() });
        }
        Ok(Self { others: beside, ..Self::of_project(explorer, cache, own, work)? })
    }

    /// What the POMs of a project name, each with the parents among them and those in repositories.
    fn of_project(explorer: &Explorer, cache: &Cache, own: Project, work: &Work) -> Result<Self, Failure> {
        let repositories = explorer.engine.repositories();
        let find = |wanted: &Coordinate| if work.is_cancelled() { None } else { repositories.local_pom(wanted) };
        let models = Models::new(&find, Machine::default(), MOST_DOCUMENTS).with_poms(own.by_coordinate);
        let (mut modules, mut poms) = (own.silent, Self::default());
        let mut met: HashSet<(String, String)> = HashSet::new();
        for (path, pom) in own.poms {
            work.check()?;
            let model = models.model(&pom);
            let named = model.named(&|group, artifact| registered(cache, group, artifact));
            let silent = model.untold().map(said);
            let is_new = |one: &&Coordinate| met.insert((one.group().to_owned(), one.artifact().to_owned()));
            poms.whole.extend(named.iter().filter(is_new).cloned());
            modules.push(Module { path, named, silent });
        }
        work.check()?;
        modules.sort_by_cached_key(|module| depth(&module.path));
        poms.modules = modules;
        Ok(poms)
    }

    /// The same, some coordinates left out.
    pub fn without(mut self, is_left_out: impl Fn(&Coordinate) -> bool) -> Self {
        let all = [&mut self.whole, &mut self.others]
            .into_iter()
            .chain(self.modules.iter_mut().map(|module| &mut module.named));
        all.for_each(|named| named.retain(|one| !is_left_out(one)));
        self
    }

    /// What is used by a file, or by the artifact as a whole.
    pub fn named(&self, file: Option<&str>) -> &[Coordinate] {
        match file {
            Some(file) if !self.modules.is_empty() => self.module(file).map_or(&self.others, |module| &module.named),
            _ => &self.whole,
        }
    }

    /// The path of the POM that holds for a file: a file that asks as it does. Empty where none of several does.
    pub fn of_file(&self, file: impl FnOnce() -> Option<String>) -> Option<&str> {
        if self.modules.is_empty() {
            return None;
        }
        Some(self.module(&file()?).map_or("", |module| module.path.as_str()))
    }

    /// The paths of POMs that do not say all that they mean to, and why.
    pub fn silent(&self) -> Vec<(String, String)> {
        let silent = |module: &Module| Some((module.path.clone(), module.silent.clone()?));
        self.modules.iter().filter_map(silent).collect()
    }

    fn module(&self, file: &str) -> Option<&Module> {
        self.modules.iter().rev().find(|module| module.is_above(file))
    }
}

/// Has the parents and BOMs at hand that the POMs of a project leave versions to: a question looks only on this machine. One that
/// cannot be had costs what it would have said.
///
/// Nobody waits long for them: see [`Round`].
///
/// [`Round`]: crate::source::repository::Round
pub fn keep_parents(engine: &Engine, tree: &dyn Tree, work: &Work) {
    if engine.repositories().client().is_offline() {
        return;
    }
    let entries = tree.entries().iter().enumerate().filter(|(_, entry)| is_pom(&entry.path));
    let files = entries.map(|(at, entry)| File { path: entry.path.clone(), size: entry.size, at }).collect();
    let Ok(own) = Project::read(files, &|at| tree.read(at).ok(), work) else { return };
    work.stage("fetching parent POMs");
    let round = engine.repositories().round(work);
    let find = |wanted: &Coordinate| round.pom(wanted);
    let models = Models::new(&find, Machine::default(), MOST_DOCUMENTS).with_poms(own.by_coordinate);
    for (_, pom) in own.poms {
        if work.is_cancelled() {
            return;
        }
        if pom::leaves_versions_open(&pom) {
            // What is read on the way is kept.
            let _ = models.model(&pom);
        }
    }
}

/// What the POMs of an artifact name, once somebody asked.
#[derive(Default)]
pub struct Once {
    known: OnceLock<Poms>,
    /// Of several that ask at once one reads.
    turn: Mutex<()>,
}

impl Once {
    /// What is known, else what is read now. What was not read to its end is read again.
    pub fn get(&self, read: impl FnOnce() -> Result<Poms, Failure>) -> Result<&Poms, Failure> {
        if let Some(known) = self.known.get() {
            return Ok(known);
        }
        let _turn = lock(&self.turn);
        match self.known.get() {
            Some(known) => Ok(known),
            None => read().map(|poms| self.known.get_or_init(|| poms)),
        }
    }
}

/// A file that is named as a POM is.
struct File {
    path: String,
    size: u64,
    /// What its bytes are asked for by.
    at: usize,
}

/// The POMs of a project, as written but for its version. Their texts are not kept: most of one may be no part of it.
#[derive(Default)]
struct Project {
    /// Path and POM, folders above others before these.
    poms: Vec<(String, Arc<Pom>)>,
    by_coordinate: HashMap<Coordinate, Arc<Pom>>,
    /// Files that are no POMs.
    silent: Vec<Module>,
}

impl Project {
    fn is_empty(&self) -> bool {
        self.poms.is_empty() && self.silent.is_empty()
    }

    /// Reads these files.
    ///
    /// # Errors
    /// [`Failure::cancelled`].
    fn read(mut files: Vec<File>, bytes: &dyn Fn(usize) -> Option<Vec<u8>>, work: &Work) -> Result<Self, Failure> {
        files.sort_by_cached_key(|file| depth(&file.path));
        files.truncate(MOST_MODULES);
        let mut project = Self::default();
        let mut poms: Vec<(PathBuf, Pom)> = Vec::new();
        let mut left = MOST_BYTES;
        for File { path, size, at } in files {
            work.check()?;
            let read = if size > LARGEST_POM {
                Err(format!("it has {size} bytes, and at most {LARGEST_POM} are read"))
            } else if size > left {
                Err(format!("the POMs of the project have more than {MOST_BYTES} bytes in all, and no more are read"))
            } else {
                left -= size;
                let bytes = bytes(at).ok_or_else(|| "it cannot be read".to_owned());
                bytes.and_then(|bytes| Pom::read(&bytes).map_err(|error| error.to_string()))
            };
            match read {
                Ok(pom) => poms.push((PathBuf::from(path), pom)),
                Err(reason) => project.silent.push(Module { path, named: Vec::new(), silent: Some(reason) }),
            }
        }
        project::give_versions(&mut poms);
        let none = |_: &Coordinate| None;
        let models = Models::new(&none, Machine::default(), 0);
        for (path, pom) in poms {
            work.check()?;
            let pom = Arc::new(pom);
            let model = models.model(&pom);
            if let Ok(coordinate) = Coordinate::new(&model.group, &model.artifact, &model.version) {
                project.by_coordinate.entry(coordinate).or_insert_with(|| Arc::clone(&pom));
            }
            project.poms.push((path.to_string_lossy().into_owned(), pom));
        }
        Ok(project)
    }
}

/// How many folders a file lies in.
fn depth(path: &str) -> usize {
    path.matches('/').count()
}

/// Why the version of a dependency is not told.
fn said(untold: Untold<'_>) -> String {
    match untold {
        Untold::Missing(one) => format!("it leaves versions to {one}, which is not on this machine"),
        Untold::Astray(why) => format!("it leaves versions to its parents, and {why}"),
        Untold::Nowhere(Dependency { group, artifact, version, .. }) => {
            let what = quoted(&format!("{group}:{artifact}"));
            match version.as_deref().filter(|version| !version.is_empty()) {
                Some(version) => format!("the version of {what} is '{}', which nothing sets", quoted(version)),
                None => format!("nothing says the version of {what}"),
            }
        }
    }
}

/// The POM kept with an artifact, where it is the one that was kept.
fn kept(cache: &Cache, record: &Record) -> Option<Vec<u8>> {
    let digest = record.pom.as_ref()?;
    let bytes = fs::read_if_exists(&cache.pom_file(&record.coordinate), LARGEST_POM).ok()??;
    (source::digest(&bytes) == *digest).then_some(bytes)
}

/// What a POM out of a repository names, as far as its parents and imports are local. A range picks among what is registered.
fn named(explorer: &Explorer, cache: &Cache, pom: &[u8]) -> Vec<Coordinate> {
    let repositories = explorer.engine.repositories();
    pom::effective_among(pom, &|wanted| repositories.local_pom(wanted), &|group, artifact| {
        registered(cache, group, artifact)
    })
}

fn registered(cache: &Cache, group: &str, artifact: &str) -> Vec<String> {
    let known = registry::versions(cache, group, artifact).unwrap_or_default();
    known.iter().map(|coordinate| coordinate.version().to_owned()).collect()
}

fn is_pom(path: &str) -> bool {
    path.strip_suffix(POM).is_some_and(|folder| folder.is_empty() || folder.ends_with('/'))
}

/// The POMs among the files of an artifact.
fn own(artifact: &Opened, work: &Work) -> Result<Project, Failure> {
    // An index that cannot be read fails whoever asks it for what is wanted.
    let files = artifact.index.files().unwrap_or_default().into_iter().filter(|file| is_pom(&file.path));
    let files = files.map(|file| File { path: file.path, size: file.size, at: file.id as usize }).collect();
    let bytes = |at: usize| artifact.index.bytes(u32::try_from(at).ok()?).ok();
    Project::read(files, &bytes, work)
}

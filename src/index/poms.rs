//! Which versions an artifact uses, as POMs say it: the one that was kept with a JAR; of a directory or a commit those among its
//! files, each for the folder it lies in, else the one that lies on this machine under its coordinate.
//!
//! Only what is on this machine is read. A POM that cannot be understood names nothing, and says why.

use std::collections::HashSet;
use std::path::PathBuf;

use super::engine::Engine;
use super::seed::poms::own_poms;
use super::{Explorer, Opened};
use crate::cache::Cache;
use crate::coordinate::Coordinate;
use crate::fs;
use crate::maven::model::Models;
use crate::maven::pom::{self, Pom};
use crate::maven::profile::Machine;
use crate::project::Reactor;
use crate::registry::{self, Record};
use crate::source::{self, Entry, SourceKind, Tree};
use crate::store::read::StoreError;
use crate::work::Work;

/// Largest POM that is read; Maven Central's largest have some 300 KB.
const LARGEST_POM: u64 = 8 * 1024 * 1024;
/// How Maven calls the POM of a folder.
const POM: &str = "pom.xml";
/// Most POMs of a project that are read; the largest builds have some thousand.
const MOST_MODULES: usize = 5_000;
/// Most documents read for all of them: their own, and parents and BOMs out of repositories.
const MOST_DOCUMENTS: usize = MOST_MODULES + 1_000;

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
    pub fn read(explorer: &Explorer, artifact: &Opened) -> Self {
        let (cache, record) = &*artifact.source;
        if let Some(pom) = kept(cache, record) {
            return Self { whole: named(explorer, cache, &pom), ..Self::default() };
        }
        let is_project = SourceKind::parse(&record.source.kind).is_some_and(|kind| kind != SourceKind::Jar);
        if !is_project {
            return Self::default();
        }
        // An index that cannot be read fails whoever asks it for what is wanted.
        let own = own(artifact).unwrap_or_default();
        let beside = explorer.engine.repositories().local_pom(&artifact.coordinate);
        let beside = beside.map(|pom| named(explorer, cache, &pom)).unwrap_or_default();
        if own.is_empty() {
            return Self { whole: beside, ..Self::default() };
        }
        Self { others: beside, ..Self::of_project(explorer, cache, own) }
    }

    /// What the POMs of a project name, each with the parents among them and those in repositories.
    fn of_project(explorer: &Explorer, cache: &Cache, own: Vec<(PathBuf, Vec<u8>)>) -> Self {
        let reactor = Reactor::of(own);
        let by_coordinate = own_poms(&reactor, &Machine::default());
        let repositories = explorer.engine.repositories();
        let find = |wanted: &Coordinate| by_coordinate.get(wanted).cloned().or_else(|| repositories.local_pom(wanted));
        let models = Models::new(&find, Machine::default(), MOST_DOCUMENTS);
        let mut poms = Self::default();
        let mut met: HashSet<(String, String)> = HashSet::new();
        for (path, bytes) in &reactor.modules {
            let path = path.to_string_lossy().into_owned();
            let (named, silent) = match Pom::read(bytes) {
                Ok(pom) => {
                    let model = models.model(&pom);
                    let lacking =
                        |one: &Coordinate| format!("it leaves versions to {one}, which is not on this machine");
                    (model.named(&|group, artifact| registered(cache, group, artifact)), model.lacking().map(lacking))
                }
                Err(error) => (Vec::new(), Some(error.to_string())),
            };
            let is_new = |one: &&Coordinate| met.insert((one.group().to_owned(), one.artifact().to_owned()));
            poms.whole.extend(named.iter().filter(is_new).cloned());
            poms.modules.push(Module { path, named, silent });
        }
        poms
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
    let read = |(at, entry): (usize, &Entry)| Some((PathBuf::from(&entry.path), tree.read(at).ok()?));
    let reactor = Reactor::of(entries.take(MOST_MODULES).filter_map(read).collect());
    let by_coordinate = own_poms(&reactor, &Machine::default());
    work.stage("fetching parent POMs");
    let round = engine.repositories().round(work);
    let find = |wanted: &Coordinate| by_coordinate.get(wanted).cloned().or_else(|| round.pom(wanted));
    let models = Models::new(&find, Machine::default(), MOST_DOCUMENTS);
    for (_, bytes) in &reactor.modules {
        if work.is_cancelled() {
            return;
        }
        if let Some(pom) = Pom::read(bytes).ok().filter(pom::leaves_versions_open) {
            // What is read on the way is kept.
            let _ = models.model(&pom);
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

/// The POMs among the files of an artifact: path and content, folders above others before these.
fn own(artifact: &Opened) -> Result<Vec<(PathBuf, Vec<u8>)>, StoreError> {
    let mut files = artifact.index.files()?;
    files.retain(|file| is_pom(&file.path));
    files.sort_by_key(|file| file.path.matches('/').count());
    files.truncate(MOST_MODULES);
    files.into_iter().map(|file| Ok((PathBuf::from(&file.path), artifact.index.bytes(file.id)?))).collect()
}

//! Repositories: from a coordinate to the file that holds its sources, or its class files where nobody has its sources.
//!
//! Looked at in this order: the local Maven repository, the Gradle cache, the remote repositories with the mirrors of
//! settings.xml applied; in all of them for the sources first, then for the class JAR. Promises: a file that is given is
//! whole (a damaged local one is passed over and said), what was downloaded agrees with the checksum its repository
//! publishes, and a download lies in the cache under the address it came from. A version is never replaced by another.
//! Knows nothing of what is in the JAR.

mod download;
mod error;
mod local;
mod poms;
mod remotes;

use std::path::{Path, PathBuf};

pub use error::RepositoryError;
pub use poms::Pom;
pub use remotes::{Remote, Route};

use super::Located;
use crate::cache::Cache;
use crate::config::Config;
use crate::coordinate::Coordinate;
use crate::fetch::Client;
use crate::maven::layout::File;
use crate::model::Origin;
use crate::work::Work;
use download::Answer;

/// Who asks: it decides whether the repositories are asked about what is known already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asking {
    /// A person or agent asks for just this: repositories are always asked again.
    Explicitly,
    /// Something else needs it: an earlier download or an earlier not-found (for an hour) is good enough.
    ByTheWay,
}

/// Where a file was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    LocalMaven,
    Gradle,
    /// A remote repository, by its id (that of the mirror, where one stands for it).
    Remote(String),
}

/// Sources that are at hand.
pub struct Found {
    /// A plain file that can be read again.
    pub path: PathBuf,
    pub place: Place,
    /// The JAR, opened, with the POM beside it; its notes say what is worth saying: a missing checksum, a damaged file
    /// that was passed over.
    pub source: Located,
}

impl std::fmt::Debug for Found {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Found").field("path", &self.path).field("place", &self.place).finish_non_exhaustive()
    }
}

/// Why a file on this machine does not serve.
enum Unfit {
    Missing,
    /// It is there, and for this reason not to be used.
    Damaged(String),
}

/// Every place that is looked at, and the client that downloads.
#[derive(Debug)]
pub struct Repositories {
    cache: Cache,
    client: Client,
    local: local::Local,
    remotes: Vec<Remote>,
    /// Why no remote repository may be asked: a settings file that cannot be read.
    problem: Option<String>,
    user_home: Option<PathBuf>,
    largest: u64,
}

impl Repositories {
    /// The repositories that `config` and the settings.xml files it names give. A settings file that cannot be read is no
    /// error here: local places still serve, and remote ones are refused with that reason.
    #[must_use]
    pub fn open(config: &Config, cache: &Cache) -> Self {
        let (settings, problem) = remotes::read_settings(config);
        Self {
            cache: cache.clone(),
            client: Client::new(remotes::network(config, &settings)),
            local: local::Local::of(config, &settings),
            remotes: remotes::effective(config, &settings),
            problem,
            user_home: config.user_home.clone(),
            largest: config.max_download,
        }
    }

    /// The client, for sources that are named by their URL.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// The remote repositories in the order they are asked, mirrors applied.
    #[must_use]
    pub fn remotes(&self) -> &[Remote] {
        &self.remotes
    }

    /// Why no remote repository is asked, where a settings file cannot be read.
    #[must_use]
    pub fn problem(&self) -> Option<&str> {
        self.problem.as_deref()
    }

    /// The sources of a coordinate; its class JAR where there are none.
    ///
    /// # Errors
    /// [`RepositoryError`]: what was looked at and why it did not serve.
    pub fn locate(&self, coordinate: &Coordinate, asking: Asking, work: &Work) -> Result<Found, RepositoryError> {
        self.locate_origin(coordinate, None, asking, work)
    }

    /// The same, of one origin alone where one is `wanted`: the sources, or the class JAR.
    ///
    /// # Errors
    /// As [`Self::locate`].
    pub fn locate_origin(
        &self,
        coordinate: &Coordinate,
        wanted: Option<Origin>,
        asking: Asking,
        work: &Work,
    ) -> Result<Found, RepositoryError> {
        work.stage("resolving");
        let mut search = Search::default();
        if wanted == Some(Origin::Bytecode) {
            return match self.locate_classes(coordinate, asking, work, &mut search)? {
                Some(found) => Ok(found),
                None => Err(self.absent(coordinate, wanted, search, work)),
            };
        }
        if let Some(found) = self.locate_file(coordinate, File::SOURCES, asking, work, &mut search)? {
            return Ok(found);
        }
        // A repository that could not be asked may have the sources: they are asked for again sooner than done without.
        if wanted.is_none() && search.failures.is_empty() && !work.is_cancelled() {
            let mut classes =
                Search { with_classes: Some(search.with_classes.take().unwrap_or_default()), ..Search::default() };
            if let Some(mut found) = self.locate_classes(coordinate, asking, work, &mut classes)? {
                let looked = search.looked.iter().chain(&search.offline);
                let places = looked.map(String::as_str).collect::<Vec<_>>().join("; ");
                let not_asked = if search.offline.is_empty() { "" } else { " (the network is off)" };
                found.source.notes.push(format!("no sources were found{not_asked} in: {places}"));
                found.source.notes.append(&mut search.notes);
                return Ok(found);
            }
            search.failures = classes.failures;
        }
        Err(self.absent(coordinate, wanted, search, work))
    }

    /// The classes of a coordinate: its JAR, else the AAR of an Android library.
    fn locate_classes(
        &self,
        coordinate: &Coordinate,
        asking: Asking,
        work: &Work,
        search: &mut Search,
    ) -> Result<Option<Found>, RepositoryError> {
        let found = self.locate_file(coordinate, File::CLASSES, asking, work, search)?;
        if found.is_some() || !search.failures.is_empty() || work.is_cancelled() {
            return Ok(found);
        }
        // Who has no class JAR may have the other. The places are the same and are told once.
        let mut android = Search::default();
        let found = self.locate_file(coordinate, File::ANDROID, asking, work, &mut android)?;
        search.failures.append(&mut android.failures);
        search.notes.append(&mut android.notes);
        Ok(found)
    }

    /// A JAR of a coordinate, from this machine or from a remote repository.
    fn locate_file(
        &self,
        coordinate: &Coordinate,
        file: File<'static>,
        asking: Asking,
        work: &Work,
        search: &mut Search,
    ) -> Result<Option<Found>, RepositoryError> {
        let mut found = self.locate_local(coordinate, file, search);
        if found.is_none() {
            found = self.locate_remote(coordinate, file, asking, work, search)?;
        }
        if let Some(found) = &mut found {
            found.source.notes.append(&mut search.notes);
        }
        Ok(found)
    }

    /// The POM of a coordinate, from the places on this machine: nothing is asked over the network.
    #[must_use]
    pub fn local_pom(&self, coordinate: &Coordinate) -> Option<Vec<u8>> {
        let local = self.local.pom(coordinate);
        local.or_else(|| self.remotes.iter().find_map(|remote| download::cached_pom(&self.cache, remote, coordinate)))
    }

    /// The file on this machine that the sources of a coordinate are looked for in first.
    #[must_use]
    pub fn first_local(&self, coordinate: &Coordinate) -> Option<PathBuf> {
        self.local.first(coordinate, File::SOURCES)
    }

    fn locate_local(&self, coordinate: &Coordinate, file: File<'static>, search: &mut Search) -> Option<Found> {
        for (place, candidate) in self.local.candidates(coordinate, file, self.largest) {
            search.looked.push(self.shown(&candidate.looked));
            for (path, reason) in candidate.damaged {
                search.notes.push(format!("{} was passed over: {reason}", self.shown(&path)));
            }
            if let Some((path, mut source)) = candidate.found {
                source.pom = self.local_pom(coordinate);
                return Some(Found { path, place, source });
            }
        }
        None
    }

    fn locate_remote(
        &self,
        coordinate: &Coordinate,
        file: File<'static>,
        asking: Asking,
        work: &Work,
        search: &mut Search,
    ) -> Result<Option<Found>, RepositoryError> {
        if self.remotes.is_empty() {
            return Ok(None);
        }
        if let Some(problem) = &self.problem {
            return Err(RepositoryError::Settings { coordinate: coordinate.to_string(), problem: problem.clone() });
        }
        if coordinate.is_snapshot() {
            // Told only where this machine has nothing at all: a class JAR that was built here serves.
            return Ok(None);
        }
        let known = search.with_classes.clone();
        let mut with_classes = Vec::new();
        for remote in &self.remotes {
            if known.as_ref().is_some_and(|known| !known.contains(&remote.id)) {
                continue;
            }
            let shelf = download::Shelf { cache: &self.cache, client: &self.client, remote, coordinate, file };
            match shelf.jar(asking, self.largest, work)? {
                Answer::Found(found) => {
                    for failure in &search.failures {
                        search.notes.push(format!("another repository could not be asked: {failure}"));
                    }
                    return Ok(Some(found));
                }
                Answer::Absent { class_jar } => {
                    search.looked.push(remote.shown());
                    with_classes.extend(class_jar.map(|_| remote.id.clone()));
                }
                Answer::Offline => {
                    search.offline.push(remote.shown());
                    // What it gave before may be here.
                    with_classes.push(remote.id.clone());
                }
                Answer::Failed(failure) => {
                    search.looked.push(remote.shown());
                    search.failures.push(*failure);
                }
            }
        }
        search.with_classes = Some(with_classes);
        Ok(None)
    }

    fn absent(&self, coordinate: &Coordinate, wanted: Option<Origin>, search: Search, work: &Work) -> RepositoryError {
        let looked = search.looked;
        if work.is_cancelled() {
            return RepositoryError::Other(crate::error::Failure::cancelled());
        }
        if !search.offline.is_empty() {
            return RepositoryError::Offline { coordinate: coordinate.to_string(), looked, not_asked: search.offline };
        }
        if let Some(failure) = search.failures.into_iter().next() {
            return RepositoryError::Failed { coordinate: coordinate.to_string(), looked, failure: Box::new(failure) };
        }
        if coordinate.is_snapshot() && !self.remotes.is_empty() {
            return RepositoryError::Snapshot { coordinate: coordinate.to_string(), looked };
        }
        let what = match wanted {
            Some(Origin::Bytecode) => "class JAR",
            Some(_) => "sources",
            None => "sources and no class JAR",
        };
        RepositoryError::NotFound { what, coordinate: coordinate.to_string(), looked, notes: search.notes }
    }

    /// A path as people write it, the home folder as `~`.
    fn shown(&self, path: &Path) -> String {
        let below = self.user_home.as_ref().and_then(|home| path.strip_prefix(home).ok());
        below.map_or_else(|| path.display().to_string(), |below| Path::new("~").join(below).display().to_string())
    }
}

/// What a search has met so far.
#[derive(Default)]
struct Search {
    looked: Vec<String>,
    notes: Vec<String>,
    /// Remote repositories that would have been asked.
    offline: Vec<String>,
    failures: Vec<crate::error::Failure>,
    /// The ids of remote repositories that have no sources and do have the class JAR; none: it is not known.
    with_classes: Option<Vec<String>>,
}

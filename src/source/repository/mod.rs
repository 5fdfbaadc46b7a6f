//! Repositories: from a coordinate to the file that holds its sources, or its class files where nobody has its sources.
//!
//! Looked at in this order: the local Maven repository, the Gradle cache, the remote repositories with the mirrors of
//! settings.xml applied; in all of them for the sources first, then for the class JAR. A SNAPSHOT is the newest build that any
//! place has; a coordinate that points to another one (a relocation, the root of a Kotlin multiplatform library) is followed,
//! and that is said. Promises: a file that is given is whole (a damaged local one is passed over and said), what was
//! downloaded agrees with the checksum its repository publishes, and a download lies in the cache under the address it came
//! from; only a repository that says so has no such file, whatever else went wrong. A version is never replaced by another.
//! Of what is in the JAR it knows whether there is anything to ask about.

mod builds;
mod credentials;
mod document;
mod download;
mod error;
mod groups;
mod kept;
mod local;
mod moved;
mod poms;
mod remotes;
mod versions;

use std::path::{Path, PathBuf};

pub use error::RepositoryError;
pub use kept::{damage, is_download, record_beside};
pub use poms::{Pom, Round};
pub use remotes::{Remote, Route};
pub use versions::{Published, Wanted};

use super::Located;
use crate::cache::Cache;
use crate::config::{Config, Netrc};
use crate::coordinate::Coordinate;
use crate::fetch::Client;
use crate::maven::layout::File;
use crate::maven::snapshot::Named;
use crate::model::Origin;
use crate::text::secret::Secret;
use crate::work::Work;
use builds::is_unreleased;
use credentials::Logins;
use download::{Answer, Item, Shelf};

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
    /// It is a class JAR, and repositories that may have the sources were not asked: the network is off.
    pub unasked: bool,
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
    groups: groups::Groups,
    /// Why no remote repository may be asked: a settings file that cannot be read.
    problem: Option<String>,
    /// Profiles that Maven's command line and its settings name, and what active ones of the settings set.
    profiles: Vec<String>,
    properties: Vec<(String, Secret)>,
    /// What could not be decided about the settings, for whoever does not find what they look for.
    notes: Vec<String>,
    user_home: Option<PathBuf>,
    largest: u64,
}

impl Repositories {
    /// The repositories that `config` and the settings.xml files it names give. A settings file that cannot be read is no
    /// error here: local places still serve, and remote ones are refused with that reason.
    #[must_use]
    pub fn open(config: &Config, cache: &Cache) -> Self {
        let (settings, problem) = remotes::read_settings(config);
        let decrypter = credentials::Decrypter::of(config);
        let netrc = Netrc::of(config);
        let environment = &config.environment;
        let logins = Logins { environment, settings: &settings, decrypter: &decrypter, netrc: &netrc };
        let (remotes, access) = remotes::effective(config, &settings, &logins);
        let problem = problem.or_else(|| remotes::shared_variables(config, &remotes));
        Self {
            cache: cache.clone(),
            client: Client::new(remotes::network(config, &settings, &decrypter, access, netrc)),
            local: local::Local::of(config, &settings),
            remotes,
            groups: groups::Groups::new(&config.repository_groups),
            problem,
            profiles: settings.activated,
            properties: settings.properties,
            notes: settings.notes,
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

    /// Those that are asked for a coordinate, as a release or as a build that is none, in order: its group is theirs to serve.
    pub fn remotes_for<'a>(&'a self, coordinate: &Coordinate) -> impl Iterator<Item = &'a Remote> + use<'a> {
        let coordinate = coordinate.clone();
        self.remotes_for_group(coordinate.group()).filter(move |remote| remote.policy(&coordinate).enabled)
    }

    /// Those that are asked for anything of a group, in order. Whoever asks a remote repository for an artifact takes it
    /// from here or from [`Self::remotes_for`]: an internal group is nobody else's business.
    pub fn remotes_for_group<'a>(&'a self, group: &str) -> impl Iterator<Item = &'a Remote> + use<'a> {
        let group = group.to_owned();
        self.remotes.iter().filter(move |remote| remote.admits(&self.groups, &group))
    }

    /// The profiles that Maven's command line and its settings name.
    #[must_use]
    pub fn profiles(&self) -> &[String] {
        &self.profiles
    }

    /// What the active profiles of Maven's settings set; of a name the last holds.
    #[must_use]
    pub fn properties(&self) -> &[(String, Secret)] {
        &self.properties
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
        let first = self.locate_here(coordinate, wanted, asking, work);
        let found = self.follow(coordinate, first, wanted, asking, work)?;
        if let (Place::Remote(_), Some(pom)) = (&found.place, &found.source.pom) {
            self.keep_parents(pom, work);
        }
        Ok(found)
    }

    /// What lies under just this coordinate.
    fn locate_here(
        &self,
        coordinate: &Coordinate,
        wanted: Option<Origin>,
        asking: Asking,
        work: &Work,
    ) -> Result<Found, RepositoryError> {
        let mut search = Search::default();
        if wanted == Some(Origin::Bytecode) {
            return match self.locate_classes(coordinate, asking, work, &mut search)? {
                Some(found) => Ok(found),
                None => Err(self.absent(coordinate, wanted, search, work)),
            };
        }
        if let Some(found) = self.locate_file(coordinate, File::SOURCES, asking, work, &mut search)? {
            let newer = search.build.filter(|_| wanted.is_none());
            let newer = newer.and_then(|build| Some((self.newer_classes(coordinate, &build)?, build)));
            if let Some((newer, build)) = newer {
                let note = format!(
                    "no sources of {} were found; there are some of {}, which can be named as a version of its own",
                    newer.version, build.version
                );
                return self.classes_instead(found, note, coordinate, asking, work);
            }
            let is_enough = wanted.is_some() || !moved::is_hollow(&found);
            let note = format!("the sources JAR {} holds no sources", found.source.uri);
            return if is_enough { Ok(found) } else { self.classes_instead(found, note, coordinate, asking, work) };
        }
        // A repository that could not be asked may have the sources: they are asked for again sooner than done without.
        if wanted.is_none() && search.failures.is_empty() && !work.is_cancelled() {
            let mut classes = Search::default();
            if let Some(mut found) = self.locate_classes(coordinate, asking, work, &mut classes)? {
                let looked = search.looked.iter().chain(&search.offline);
                let places = looked.map(String::as_str).collect::<Vec<_>>().join("; ");
                let not_asked = if search.offline.is_empty() { "" } else { " (the network is off)" };
                found.source.notes.push(format!("no sources were found{not_asked} in: {places}"));
                found.unasked = !search.offline.is_empty();
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

    /// The class JAR in place of a sources JAR without sources, or of an earlier build, where there is something in it. The
    /// note says why.
    fn classes_instead(
        &self,
        sources: Found,
        note: String,
        coordinate: &Coordinate,
        asking: Asking,
        work: &Work,
    ) -> Result<Found, RepositoryError> {
        let mut search = Search::default();
        match self.locate_classes(coordinate, asking, work, &mut search)? {
            Some(mut found) if !moved::is_hollow(&found) => {
                found.source.notes.push(note);
                Ok(found)
            }
            None if !search.failures.is_empty() => Err(self.absent(coordinate, None, search, work)),
            Some(_) | None => Ok(sources),
        }
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
        let mut found = if coordinate.is_snapshot() {
            self.locate_build(coordinate, file, asking, work, search)?
        } else {
            match self.locate_local(coordinate, file, search) {
                None => self.locate_remote(coordinate, file, asking, work, search)?,
                found => found,
            }
        };
        if let Some(found) = &mut found {
            found.source.notes.extend(self.foreign(found));
            found.source.notes.append(&mut search.notes);
        }
        Ok(found)
    }

    /// The note that Maven would not take a file of its local repository, where that is so.
    fn foreign(&self, found: &Found) -> Option<String> {
        let origins = local::noted_origins(&found.path).filter(|_| found.place == Place::LocalMaven)?;
        let is_known = |id: &String| self.remotes.iter().any(|remote| remote.id == *id);
        (!origins.is_empty() && !origins.iter().any(is_known)).then(|| {
            let (ids, path) = (origins.join(", "), self.shown(&found.path));
            format!(
                "{path} came from the repository {ids}, which is not configured here: Maven would fetch the file again"
            )
        })
    }

    fn shelf<'a>(&'a self, remote: &'a Remote, coordinate: &'a Coordinate) -> Shelf<'a> {
        Shelf { cache: &self.cache, client: &self.client, remote, coordinate }
    }

    /// The POM of a coordinate, from the places on this machine: nothing is asked over the network.
    #[must_use]
    pub fn local_pom(&self, coordinate: &Coordinate) -> Option<Vec<u8>> {
        let local = self.local.pom(coordinate);
        local.or_else(|| self.remotes.iter().find_map(|remote| self.shelf(remote, coordinate).pom()))
    }

    /// The file on this machine that the sources of a coordinate are looked for in first; none for a SNAPSHOT, whose newest
    /// build may be elsewhere by now.
    #[must_use]
    pub fn first_local(&self, coordinate: &Coordinate) -> Option<PathBuf> {
        if coordinate.is_snapshot() { None } else { self.local.first(coordinate, File::SOURCES) }
    }

    fn locate_local(&self, coordinate: &Coordinate, file: File<'static>, search: &mut Search) -> Option<Found> {
        for (place, candidate) in self.local.candidates(coordinate, file, self.largest) {
            search.looked.push(self.shown(&candidate.looked));
            for (path, reason) in candidate.damaged {
                search.pass_over(&self.shown(&path), Unfit::Damaged(reason));
            }
            if let Some((path, mut source)) = candidate.found {
                source.pom = self.local_pom(coordinate);
                return Some(Found { path, place, source, unasked: false });
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
        for remote in self.remotes_for(coordinate) {
            let item = Item { file, named: coordinate };
            match self.shelf(remote, coordinate).jar(item, asking, self.largest, work)? {
                Answer::Found(found) => {
                    search.note_failures();
                    return Ok(Some(found));
                }
                Answer::Absent => search.looked.push(remote.shown()),
                Answer::Offline => search.offline.push(remote.shown()),
                Answer::Failed(failure) => search.fail(remote, *failure),
            }
        }
        Ok(None)
    }

    fn absent(&self, coordinate: &Coordinate, wanted: Option<Origin>, search: Search, work: &Work) -> RepositoryError {
        let looked = search.looked;
        if work.is_cancelled() {
            return RepositoryError::Other(crate::error::Failure::cancelled());
        }
        if !search.offline.is_empty() {
            let (coordinate, notes) = (coordinate.to_string(), search.notes);
            return RepositoryError::Offline { coordinate, looked, not_asked: search.offline, notes };
        }
        if let Some(failure) = search.failures.into_iter().next() {
            let (coordinate, failure, notes) = (coordinate.to_string(), Box::new(failure), search.notes);
            return RepositoryError::Failed { coordinate, looked, failure, notes };
        }
        let owners: Vec<&str> = self.groups.owners(coordinate.group()).collect();
        let mut notes = search.notes;
        if !owners.is_empty() {
            let (group, owners) = (coordinate.group(), owners.join("', '"));
            notes.push(format!("the group {group} is asked of the repository '{owners}' alone"));
        }
        notes.extend(self.notes.iter().cloned());
        let what = match wanted {
            Some(Origin::Bytecode) => "class JAR",
            Some(_) => "sources",
            None => "sources and no class JAR",
        };
        let others: Vec<String> =
            self.remotes.iter().filter(|remote| !remote.snapshots.enabled).map(Remote::shown).collect();
        if is_unreleased(coordinate) && !others.is_empty() {
            notes.push(format!("not asked, since it has no SNAPSHOTs: {}", others.join("; ")));
        }
        RepositoryError::NotFound { what, coordinate: coordinate.to_string(), looked, notes }
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
    /// The build of a SNAPSHOT that was found.
    build: Option<Named>,
    /// Remote repositories that would have been asked.
    offline: Vec<String>,
    failures: Vec<crate::error::Failure>,
}

impl Search {
    /// A repository that could not be asked.
    fn fail(&mut self, remote: &Remote, failure: crate::error::Failure) {
        self.looked.push(remote.shown());
        self.failures.push(failure);
    }

    /// Something was found although repositories failed: that is worth saying.
    fn note_failures(&mut self) {
        for failure in &self.failures {
            self.notes.push(format!("another repository could not be asked: {failure}"));
        }
    }

    /// A file that is there and does not serve.
    fn pass_over(&mut self, shown: &str, unfit: Unfit) {
        if let Unfit::Damaged(reason) = unfit {
            self.notes.push(format!("{shown} was passed over: {reason}"));
        }
    }
}

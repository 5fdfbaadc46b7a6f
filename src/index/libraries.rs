//! Which versions of a library there are, and where: registered, on this machine, in remote repositories.

use std::collections::{BTreeMap, HashMap};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use super::{Explorer, State};
use crate::coordinate::{self, Coordinate};
use crate::error::{Failure, Incomplete, Status};
use crate::maven::version::{Version, VersionFilter};
use crate::search::pattern::NamePattern;
use crate::source::jdk::{self, Places};
use crate::source::repository::{Place, Published, Remote, Wanted};
use crate::text::spelling::{Spelling, fold};
use crate::work::Work;

/// Most slips between the name of a library and a misspelling of it.
const MOST_SLIPS: usize = 2;
/// How often a caller that waits for repositories looks at its cancel flag.
const BEAT: Duration = Duration::from_millis(25);

/// A question about libraries.
pub struct Libraries {
    /// An exact group, or a glob.
    pub group: Name,
    /// An exact artifact, or a glob.
    pub artifact: Name,
    /// Whether remote repositories are asked, too.
    pub remote: bool,
}

/// A name, or which names are meant.
pub enum Name {
    Exact(String),
    /// The pattern, and what every name of it begins with.
    Like(NamePattern, String),
}

impl Name {
    fn matches(&self, name: &str) -> bool {
        match self {
            Self::Exact(exact) => exact == name,
            Self::Like(pattern, _) => pattern.matches(name),
        }
    }

    fn prefix(&self) -> &str {
        match self {
            Self::Exact(name) | Self::Like(_, name) => name,
        }
    }
}

/// A library and what is known of it.
#[derive(Debug, Default)]
pub struct Library {
    /// The highest first.
    pub versions: Vec<Known>,
    /// The highest version there is.
    pub latest: Option<String>,
    /// The highest that is a release.
    pub latest_release: Option<String>,
    /// Where each stands in the list, until that is put in order.
    place_of: HashMap<String, usize>,
}

/// A version of a library.
#[derive(Debug, Clone)]
pub struct Known {
    pub version: String,
    /// None: it is not registered.
    pub state: Option<State>,
    /// `registered`, `local_maven`, `gradle`, `jdk`, ids of remote repositories.
    pub places: Vec<String>,
}

/// What was found: libraries by group and artifact; what could not be asked.
#[derive(Debug, Default)]
pub struct Found {
    pub libraries: BTreeMap<(String, String), Library>,
    pub incomplete: Vec<Incomplete>,
}

/// Most versions that are named where one is not found.
const NEAR: usize = 5;

/// How many parts two versions begin with alike.
fn parts_alike(one: &str, other: &str) -> usize {
    one.split(['.', '-']).zip(other.split(['.', '-'])).take_while(|(one, other)| one == other).count()
}

impl Explorer {
    /// The versions of the libraries that are meant, as far as `filter` lets them through; `latest` is of all.
    ///
    /// # Errors
    /// When the registry cannot be listed; [`Failure::cancelled`].
    pub fn libraries(&self, asked: &Libraries, filter: Option<&VersionFilter>, work: &Work) -> Result<Found, Failure> {
        let mut found = Found::default();
        for artifact in self.artifacts()? {
            let coordinate = artifact.coordinate;
            if asked.group.matches(coordinate.group()) && asked.artifact.matches(coordinate.artifact()) {
                let key = (coordinate.group().to_owned(), coordinate.artifact().to_owned());
                found.add(key, coordinate.version(), "registered").state = Some(artifact.state);
            }
        }
        let (is_group, is_artifact) =
            (|name: &str| asked.group.matches(name), |name: &str| asked.artifact.matches(name));
        let wanted = Wanted { prefix: asked.group.prefix(), group: &is_group, artifact: &is_artifact };
        for (coordinate, place) in self.engine.repositories().local_versions(&wanted) {
            let place = if place == Place::LocalMaven { "local_maven" } else { "gradle" };
            let key = (coordinate.group().to_owned(), coordinate.artifact().to_owned());
            found.add(key, coordinate.version(), place);
        }
        if asked.group.matches(jdk::NAME) && asked.artifact.matches(jdk::NAME) {
            for home in Places::of(&self.engine.config).homes().0 {
                found.add((jdk::NAME.to_owned(), jdk::NAME.to_owned()), &home.version, jdk::NAME);
            }
        }
        work.check()?;
        if asked.remote {
            self.add_published(asked, &mut found, work)?;
        }
        for library in found.libraries.values_mut() {
            library.put_in_order(filter);
        }
        found.libraries.retain(|_, library| !library.versions.is_empty());
        Ok(found)
    }

    /// The failure of a coordinate that is nowhere, with versions of it that are: those registered and on this machine, the nearest
    /// first; where there are none, with libraries that may be meant. No repository is asked, since each was asked for the
    /// coordinate just now.
    pub(super) fn with_versions_near(&self, coordinate: &Coordinate, failure: Failure, work: &Work) -> Failure {
        if !matches!(failure.status, Status::SourceJarNotFound | Status::Offline) || !failure.suggestions.is_empty() {
            return failure;
        }
        let (group, artifact) = (coordinate.group(), coordinate.artifact());
        let exact = |name: &str| Name::Exact(name.to_owned());
        let asked = Libraries { group: exact(group), artifact: exact(artifact), remote: false };
        let found = self.libraries(&asked, None, work).unwrap_or_default();
        let mut known: Vec<&str> = found
            .libraries
            .values()
            .flat_map(|library| &library.versions)
            .map(|known| known.version.as_str())
            .collect();
        known.retain(|version| *version != coordinate.version());
        // The highest comes first, and stays before others that begin as the one asked for just as far.
        known.sort_by_key(|version| std::cmp::Reverse(parts_alike(version, coordinate.version())));
        let mut suggestions: Vec<String> =
            known.iter().take(NEAR).map(|version| format!("{group}:{artifact}:{version}")).collect();
        if suggestions.is_empty() {
            suggestions = self.spelt_like(group, artifact);
        }
        Failure { suggestions, ..failure }
    }

    /// Registered libraries that the name of one which is not registered may mean, the highest version of each: that name in
    /// another case, then the artifact in another group, then misspellings.
    pub(super) fn spelt_like(&self, group: &str, artifact: &str) -> Vec<String> {
        let artifacts = self.artifacts().unwrap_or_default();
        spelt_like(group, artifact, artifacts.iter().map(|registered| &registered.coordinate))
    }

    /// Asks every remote repository at once; one that does not answer in time is named and left.
    fn add_published(&self, asked: &Libraries, found: &mut Found, work: &Work) -> Result<(), Failure> {
        let repositories = self.engine.repositories();
        let (Name::Exact(group), Name::Exact(artifact)) = (&asked.group, &asked.artifact) else {
            let reason = "not asked: that takes an exact group_id and artifact_id".to_owned();
            found.lacks("remote repositories", reason);
            return Ok(());
        };
        if jdk::is_jdk(group, artifact) {
            // No repository has one.
            return Ok(());
        }
        coordinate::check("group_id", group)?;
        coordinate::check("artifact_id", artifact)?;
        if let Some(problem) = repositories.problem() {
            found.lacks("remote repositories", format!("not asked: {problem}"));
            return Ok(());
        }
        let remotes: Vec<&Remote> = repositories.remotes_for_group(group).collect();
        work.stage(format!("asking {} repositories", remotes.len()));
        let asking = Work::default();
        let deadline = self.patience.map(|patience| Instant::now() + patience * 3 / 4);
        let mut answers: Vec<Option<Published>> = remotes.iter().map(|_| None).collect();
        std::thread::scope(|scope| {
            let (send, receive) = mpsc::channel();
            for (at, remote) in remotes.iter().copied().enumerate() {
                let (send, asking) = (send.clone(), &asking);
                scope.spawn(move || {
                    // Nobody listens any more when the question was given up.
                    let _ = send.send((at, repositories.published(remote, group, artifact, asking)));
                });
            }
            drop(send);
            loop {
                match receive.recv_timeout(BEAT) {
                    Ok((at, answer)) => answers[at] = Some(answer),
                    Err(mpsc::RecvTimeoutError::Disconnected) => break,
                    Err(mpsc::RecvTimeoutError::Timeout) => {}
                }
                if work.is_cancelled() || deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                    asking.cancel();
                    break;
                }
            }
        });
        work.check()?;
        for (remote, answer) in remotes.iter().zip(answers) {
            found.take(remote, (group, artifact), answer);
        }
        Ok(())
    }
}

/// See [`Explorer::spelt_like`].
fn spelt_like<'a>(group: &str, artifact: &str, registered: impl Iterator<Item = &'a Coordinate>) -> Vec<String> {
    let wanted = Spelling::of(&format!("{group}:{artifact}"));
    let most = MOST_SLIPS.min(wanted.length() / 6);
    let mut folded = String::new();
    let mut near: BTreeMap<(usize, &str, &str), &Coordinate> = BTreeMap::new();
    for coordinate in registered {
        let (its_group, its_artifact) = (coordinate.group(), coordinate.artifact());
        fold(&format!("{its_group}:{its_artifact}"), &mut folded);
        let distance = match wanted.slips(&folded, most) {
            Some(0) => 0,
            _ if its_artifact.eq_ignore_ascii_case(artifact) => 1,
            Some(slips) => 1 + slips,
            None => continue,
        };
        let highest = near.entry((distance, its_group, its_artifact)).or_insert(coordinate);
        if Version::new(highest.version()) < Version::new(coordinate.version()) {
            *highest = coordinate;
        }
    }
    near.values().take(NEAR).map(ToString::to_string).collect()
}

impl Found {
    fn add(&mut self, key: (String, String), version: &str, place: &str) -> &mut Known {
        let Library { versions, place_of, .. } = self.libraries.entry(key).or_default();
        let at = *place_of.entry(version.to_owned()).or_insert_with(|| {
            versions.push(Known { version: version.to_owned(), state: None, places: Vec::new() });
            versions.len() - 1
        });
        let known = &mut versions[at];
        if !known.places.iter().any(|known| known == place) {
            known.places.push(place.to_owned());
        }
        known
    }

    fn lacks(&mut self, what: &str, reason: String) {
        self.incomplete.push(Incomplete::new(what, reason));
    }

    fn take(&mut self, remote: &Remote, (group, artifact): (&str, &str), answer: Option<Published>) {
        match answer {
            Some(Published::Versions(versions)) => {
                for version in versions {
                    self.add((group.to_owned(), artifact.to_owned()), &version, &remote.id);
                }
            }
            Some(Published::Unknown(reason)) => self.lacks(&remote.id, reason),
            None => self.lacks(&remote.id, "it did not answer in time".to_owned()),
        }
    }
}

impl Library {
    fn put_in_order(&mut self, filter: Option<&VersionFilter>) {
        // Versions that Maven takes for equal (`1`, `1.0`) stay apart: by their text.
        self.versions
            .sort_by_cached_key(|known| std::cmp::Reverse((Version::new(&known.version), known.version.clone())));
        self.latest = self.versions.first().map(|known| known.version.clone());
        let is_release = |known: &&Known| Version::new(&known.version).is_release();
        self.latest_release = self.versions.iter().find(is_release).map(|known| known.version.clone());
        if let Some(filter) = filter {
            self.versions.retain(|known| filter.matches(&known.version));
        }
    }
}

//! SNAPSHOTs: which of the builds that this machine and the repositories have is the newest.
//!
//! As in Maven every place is asked and the newest build is taken, wherever it is; one of this machine where two are of the
//! same time. What the repositories list is looked at once a day, and whenever somebody asks for just this.

use std::cmp::Reverse;
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

use super::document::{Document, Lasts, Sought};
use super::download::{Answer, Item, Shelf, now};
use super::local::open_at;
use super::{Asking, Found, Place, Remote, Repositories, RepositoryError, Search};
use crate::coordinate::Coordinate;
use crate::error::Failure;
use crate::fs;
use crate::maven::layout::{File, METADATA, timestamp};
use crate::maven::settings::UpdatePolicy;
use crate::maven::snapshot::{Metadata, Named};
use crate::maven::xml::LARGEST_DOCUMENT;
use crate::registry::rfc3339;
use crate::work::Work;

/// How long Maven's default `updatePolicy` lasts.
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// A file of a SNAPSHOT on this machine.
pub(super) struct Build {
    pub named: Named,
    /// Whether a list says when it was made; else that is the time of its file, which may be that of a download.
    pub is_listed: bool,
    pub place: Place,
    pub path: PathBuf,
}

impl Build {
    /// Whether it was built on this machine, rather than fetched from a repository.
    fn is_of_this_machine(&self, coordinate: &Coordinate) -> bool {
        self.place == Place::LocalMaven && self.named.version == coordinate.version()
    }

    /// Since its file was written; of one that is dated later than now, or not at all, longer than any other.
    fn age(&self) -> Duration {
        let modified = fs::stamp(&self.path).map_or(0, |stamp| stamp.modified);
        now().checked_sub(modified / 1_000_000_000).map_or(Duration::MAX, Duration::from_secs)
    }
}

/// What a repository lists of a file of a SNAPSHOT.
enum Listed {
    /// None: it lists no builds, and may have a file that is named by the SNAPSHOT itself.
    Build(Option<Named>, Option<Failure>),
    Offline,
    Failed(Failure),
}

/// Whether a version is a SNAPSHOT or a build of one.
pub(super) fn is_unreleased(coordinate: &Coordinate) -> bool {
    coordinate.is_snapshot() || timestamp(coordinate.version()).is_some()
}

impl Repositories {
    /// The newest build of a SNAPSHOT's JAR.
    pub(super) fn locate_build(
        &self,
        coordinate: &Coordinate,
        file: File<'static>,
        asking: Asking,
        work: &Work,
        search: &mut Search,
    ) -> Result<Option<Found>, RepositoryError> {
        let mut here = self.local.builds(coordinate, file);
        here.sort_by_key(|build| Reverse(build.named.clone()));
        search.looked.extend(self.local.places(coordinate, file).map(|path| self.shown(&path)));
        // As in Maven: what was built here today is what is meant, and nobody is asked.
        let is_built_today = here.first().is_some_and(|build| {
            let age = build.age();
            build.is_of_this_machine(coordinate) && self.remotes_for(coordinate).all(|remote| age < period(remote))
        });
        if asking == Asking::ByTheWay
            && is_built_today
            && let Some(found) = self.open_builds(coordinate, &here[..1], search)
        {
            return Ok(Some(found));
        }
        let there =
            if self.problem.is_some() { Vec::new() } else { self.listed(coordinate, file, asking, work, search)? };
        let newest = there.iter().filter_map(|(_, named)| named.as_ref()).max();
        let is_here = here.first().is_some_and(|build| newest.is_none_or(|newest| build.named >= *newest));
        if is_here && let Some(found) = self.open_builds(coordinate, &here, search) {
            return Ok(Some(found));
        }
        for (remote, named) in there {
            let version = named.as_ref().map_or(coordinate.version(), |named| &named.version);
            let build = Coordinate::new(coordinate.group(), coordinate.artifact(), version)?;
            // A build never changes; a file named by the SNAPSHOT itself does.
            let asking = if named.is_some() && build != *coordinate { Asking::ByTheWay } else { asking };
            let item = Item { file, named: &build };
            match self.shelf(remote, coordinate).jar(item, asking, self.largest, work)? {
                Answer::Found(mut found) => {
                    found.source.notes.push(format!("{coordinate} is {version} of {}", remote.shown()));
                    search.build = named;
                    search.note_failures();
                    return Ok(Some(found));
                }
                Answer::Absent => search.looked.push(remote.shown()),
                Answer::Offline => search.offline.push(remote.shown()),
                Answer::Failed(failure) => search.fail(remote, *failure),
            }
        }
        let found = if is_here { None } else { self.open_builds(coordinate, &here, search) };
        if found.is_none()
            && let Some(problem) = &self.problem
        {
            return Err(RepositoryError::Settings { coordinate: coordinate.to_string(), problem: problem.clone() });
        }
        if found.is_some() {
            search.note_failures();
        }
        Ok(found)
    }

    /// What the repositories list, the newest build first, then those that list none.
    fn listed(
        &self,
        coordinate: &Coordinate,
        file: File<'static>,
        asking: Asking,
        work: &Work,
        search: &mut Search,
    ) -> Result<Vec<(&Remote, Option<Named>)>, Failure> {
        let mut listed = Vec::new();
        for remote in self.remotes_for(coordinate) {
            match list(&self.shelf(remote, coordinate), file, asking, work)? {
                Listed::Build(named, doubt) => {
                    search.notes.extend(doubt.map(|failure| format!("an earlier list of builds was used: {failure}")));
                    listed.push((remote, named));
                }
                Listed::Offline => search.offline.push(remote.shown()),
                Listed::Failed(failure) => search.fail(remote, failure),
            }
        }
        listed.sort_by_key(|(_, named)| Reverse(named.clone()));
        Ok(listed)
    }

    /// The build that is newer than the one found, where only class files of it are listed: the sources that were found are of
    /// another build. Nobody is asked: what was listed just now is looked at again.
    pub(super) fn newer_classes(&self, coordinate: &Coordinate, found: &Named) -> Option<Named> {
        let here = self.local.builds(coordinate, File::CLASSES).into_iter().filter(|build| build.is_listed);
        let there = self.remotes_for(coordinate).filter_map(|remote| {
            let metadata = Metadata::read(&self.shelf(remote, coordinate).listed_builds()?).ok()?;
            metadata.file_version(coordinate.version(), File::CLASSES)
        });
        let newest = here.map(|build| build.named).chain(there).max()?;
        (newest > *found && newest.version != found.version).then_some(newest)
    }

    fn open_builds(&self, coordinate: &Coordinate, builds: &[Build], search: &mut Search) -> Option<Found> {
        for build in builds {
            match open_at(&build.place, &build.path, self.largest) {
                Ok(mut source) => {
                    let version = &build.named.version;
                    let at = self.shown(&build.path);
                    source.notes.push(format!("{coordinate} is {version} of this machine: {at}"));
                    source.pom = self.local_pom(coordinate);
                    search.build = Some(build.named.clone());
                    return Some(Found {
                        path: build.path.clone(),
                        place: build.place.clone(),
                        source,
                        unasked: false,
                    });
                }
                Err(unfit) => search.pass_over(&self.shown(&build.path), unfit),
            }
        }
        None
    }
}

/// How long a repository's list of builds serves those who ask by the way, and how long a build of this machine is not
/// doubted on its account.
fn period(remote: &Remote) -> Duration {
    match remote.snapshots.update {
        UpdatePolicy::Always => Duration::ZERO,
        UpdatePolicy::Daily => DAY,
        UpdatePolicy::Interval(minutes) => Duration::from_secs(minutes.saturating_mul(60)),
        UpdatePolicy::Never => Duration::MAX,
    }
}

fn list(shelf: &Shelf<'_>, file: File<'_>, asking: Asking, work: &Work) -> Result<Listed, Failure> {
    let lasts = Lasts::For(period(shelf.remote));
    let sought = Sought { name: METADATA, lasts, is_one: |bytes| Metadata::read(bytes).is_ok() };
    let (bytes, doubt) = match shelf.document(sought, asking, work)? {
        Document::Found(bytes) => (bytes, None),
        Document::Earlier(bytes, failure) => (bytes, Some(failure)),
        Document::Absent => return Ok(Listed::Build(None, None)),
        Document::Offline => return Ok(Listed::Offline),
        Document::Failed(failure) | Document::Refused(failure) => return Ok(Listed::Failed(failure)),
    };
    let metadata = Metadata::read(&bytes).unwrap_or_default();
    Ok(Listed::Build(metadata.file_version(shelf.coordinate.version(), file), doubt))
}

/// How a file of a coordinate is named in a repository, as far as the list of builds that was looked at just now says; none
/// where that lists no such file.
pub(super) fn name(shelf: &Shelf<'_>, file: File<'_>, work: &Work) -> Result<Option<String>, Failure> {
    if !shelf.coordinate.is_snapshot() {
        return Ok(Some(file.name(shelf.coordinate)));
    }
    let Listed::Build(Some(named), _) = list(shelf, file, Asking::ByTheWay, work)? else { return Ok(None) };
    let coordinate = shelf.coordinate;
    let build = Coordinate::new(coordinate.group(), coordinate.artifact(), &named.version)?;
    Ok(Some(file.name(&build)))
}

/// The builds in a SNAPSHOT's folder of the local Maven repository: those that the lists of the repositories they came from
/// name (`maven-metadata-<id>.xml`), and the file that is named by the SNAPSHOT itself.
pub(super) fn in_folder(folder: &Path, coordinate: &Coordinate, file: File<'_>) -> Vec<Build> {
    let version = coordinate.version();
    let listed = fs::list(folder).unwrap_or_default();
    let lists = listed.iter().filter(|entry| {
        entry.name.strip_prefix("maven-metadata").is_some_and(|rest| rest.strip_suffix(".xml").is_some())
    });
    let mut builds: Vec<Build> = lists
        .filter_map(|list| {
            let metadata = Metadata::read(&fs::read(&list.path, LARGEST_DOCUMENT as u64).ok()?).ok()?;
            let named = metadata.file_version(version, file)?;
            build(folder, coordinate, file, named)
        })
        .collect();
    // Maven keeps a copy of the newest build under that name: without a list of its own it is told apart by its time.
    if builds.is_empty() {
        builds.extend(build(folder, coordinate, file, Named::plain(version, String::new())));
    }
    for build in &mut builds {
        build.is_listed = !build.named.updated.is_empty();
        if !build.is_listed {
            build.named.updated = modified(&build.path);
        }
    }
    builds
}

fn build(folder: &Path, coordinate: &Coordinate, file: File<'_>, named: Named) -> Option<Build> {
    let of = Coordinate::new(coordinate.group(), coordinate.artifact(), &named.version).ok()?;
    let path = folder.join(file.name(&of));
    fs::exists(&path).then_some(Build { named, is_listed: false, place: Place::LocalMaven, path })
}

/// When a file was changed, as lists of builds write it; empty where that cannot be told.
pub(super) fn modified(path: &Path) -> String {
    let stamp = fs::stamp(path).ok().filter(|stamp| stamp.modified > 0);
    let time = stamp.map(|stamp| rfc3339(UNIX_EPOCH + Duration::from_nanos(stamp.modified)));
    time.unwrap_or_default().chars().filter(char::is_ascii_digit).collect()
}

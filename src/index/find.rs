//! Finding a type for a question asked of another artifact: whose supertype, whose version.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::poms::Poms;
use super::{Explorer, FoundType, Opened, State};
use crate::coordinate::Coordinate;
use crate::error::{Failure, Incomplete};
use crate::fs::{self, Stamp};
use crate::maven::version::Version;
use crate::source::jdk;
use crate::store::read::{Index, StoreError};
use crate::work::{Work, lock};

/// How long the list of what is registered is taken for current: one question asks for dozens of types. What this process
/// registers itself is seen at once.
const LISTED_FOR: Duration = Duration::from_secs(2);

/// What is remembered of all indexed artifacts: a name is then asked only of those whose packages it can be in.
#[derive(Default)]
pub struct Catalogue(Mutex<Known>);

#[derive(Default)]
struct Known {
    listed: Option<(Instant, Arc<Entries>)>,
    /// Packages by coordinate, with the stamp of the record they hold for.
    packages: HashMap<Coordinate, (Option<Stamp>, Packages)>,
}

/// The names of an artifact's packages, in order; the reason where they cannot be read.
type Packages = Result<Arc<Vec<String>>, Arc<str>>;

/// An indexed artifact.
struct Entry {
    coordinate: Coordinate,
    packages: Packages,
}

/// Every indexed artifact: by group and artifact, of each the highest version first, releases before others.
struct Entries {
    all: Vec<Entry>,
    /// The places of those that hold a package.
    holders: HashMap<String, Vec<usize>>,
    /// The places of those whose packages cannot be read.
    unread: Vec<usize>,
}

impl Entries {
    fn of(all: Vec<Entry>) -> Self {
        let (mut holders, mut unread): (HashMap<String, Vec<usize>>, _) = (HashMap::new(), Vec::new());
        for (place, entry) in all.iter().enumerate() {
            match &entry.packages {
                Ok(packages) => {
                    packages.iter().for_each(|package| holders.entry(package.clone()).or_default().push(place));
                }
                Err(_) => unread.push(place),
            }
        }
        Self { all, holders, unread }
    }

    /// Those that hold a package, in order.
    fn of_package(&self, package: &str) -> impl Iterator<Item = &Entry> {
        self.holders.get(package).into_iter().flatten().map(|place| &self.all[*place])
    }

    /// Those that can hold the type of a qualified name, in order: in a package that it can be in, or nobody knows.
    fn of_type(&self, qualified: &str) -> impl Iterator<Item = &Entry> {
        let packages = qualified.match_indices('.').map(|(dot, _)| &qualified[..dot]).chain([""]);
        let held = packages.filter_map(|package| self.holders.get(package)).flatten();
        let mut places: Vec<usize> = held.chain(&self.unread).copied().collect();
        places.sort_unstable();
        places.dedup();
        places.into_iter().map(|place| &self.all[place])
    }
}

impl Catalogue {
    /// Something was registered or indexed: what is known is looked at again.
    pub fn forget(&self) {
        self.lock().listed = None;
    }

    /// Every indexed artifact.
    fn entries(&self, explorer: &Explorer, work: &Work) -> Result<Arc<Entries>, Failure> {
        if let Some((when, entries)) = &self.lock().listed
            && when.elapsed() <= LISTED_FOR
        {
            return Ok(Arc::clone(entries));
        }
        let mut indexed = explorer.artifacts()?;
        indexed.retain(|artifact| artifact.state == State::Indexed && artifact.copy_of.is_none());
        // The first time every index is opened once and, where it is small, read whole.
        let mut entries = indexed
            .into_par_iter()
            .map(|artifact| {
                work.check()?;
                let packages = self.packages(explorer, &artifact.coordinate, work);
                Ok(Entry { coordinate: artifact.coordinate, packages })
            })
            .collect::<Result<Vec<_>, Failure>>()?;
        entries.sort_by_cached_key(|Entry { coordinate, .. }| {
            let version = Version::new(coordinate.version());
            let order = (Reverse(version.is_release()), Reverse(version));
            // What others have is theirs, even where the JDK has the name too.
            let is_jdk = jdk::is_jdk(coordinate.group(), coordinate.artifact());
            (is_expected(coordinate), is_jdk, coordinate.group().to_owned(), coordinate.artifact().to_owned(), order)
        });
        let entries = Arc::new(Entries::of(entries));
        self.lock().listed = Some((Instant::now(), Arc::clone(&entries)));
        Ok(entries)
    }

    fn packages(&self, explorer: &Explorer, coordinate: &Coordinate, work: &Work) -> Packages {
        let stamp = fs::stamp(&explorer.cache().record_file(coordinate)).ok();
        if let Some((_, packages)) = self.lock().packages.get(coordinate).filter(|(known, _)| *known == stamp) {
            return packages.clone();
        }
        let packages = match at_a_glance(explorer, coordinate) {
            Some(names) => Ok(names),
            None => match explorer.open_indexed(coordinate, work) {
                Ok(Some(opened)) => names(&opened.index).map_err(|error| opened.failure(&error).message.into()),
                Ok(None) => Ok(Arc::default()),
                Err(failure) => Err(failure.message.into()),
            },
        };
        // What could not be read is tried again.
        if packages.is_ok() {
            self.lock().packages.insert(coordinate.clone(), (stamp, packages.clone()));
        }
        packages
    }

    fn lock(&self) -> MutexGuard<'_, Known> {
        lock(&self.0)
    }
}

/// The packages of an artifact that nothing seems to be wrong with. Measured: reading 300 indexes whole to digest them takes
/// 1.4 s, and they only say where to look; what then answers is opened with the usual care.
fn at_a_glance(explorer: &Explorer, coordinate: &Coordinate) -> Option<Arc<Vec<String>>> {
    let record = explorer.engine.record(coordinate).ok()??;
    if explorer.engine.has_changed(&record) {
        return None;
    }
    explorer.shelf.peek(&explorer.engine, &record, names)?.ok()
}

fn names(index: &Index) -> Result<Arc<Vec<String>>, StoreError> {
    Ok(Arc::new(index.packages()?.iter().map(|package| package.name.clone()).collect()))
}

/// How Kotlin's libraries once called what they declare for every platform, beside the artifact of the JVM which has it all again:
/// `kotlin-stdlib-common` up to 1.9.20.
const COMMON: &str = "-common";

/// Whether an artifact has only what is expected of every platform; whoever runs on the JVM gets it from another one.
fn is_expected(coordinate: &Coordinate) -> bool {
    coordinate.group().starts_with("org.jetbrains.kotlin") && coordinate.artifact().ends_with(COMMON)
}

/// See [`Explorer::find_type`].
pub fn find_type(
    explorer: &Explorer,
    asker: &Opened,
    from: Option<&str>,
    qualified: &str,
    work: &Work,
) -> Result<Option<FoundType>, Failure> {
    if let Some(found) = look(asker, qualified)? {
        return Ok(Some(found));
    }
    let mut silent = Vec::new();
    let named = dependencies(explorer, asker, from, work)?;
    for coordinate in named {
        match look_in(explorer, coordinate, qualified, work) {
            Ok(None) => {}
            Ok(found) => return Ok(found),
            Err(failure) => silent.push(format!("{coordinate} ({})", failure.message)),
        }
    }
    let found = among_registered(explorer, asker, qualified, silent, work)?;
    Ok(found.map(|found| {
        let taken = &found.artifact.coordinate;
        let is_same = |one: &&Coordinate| (one.group(), one.artifact()) == (taken.group(), taken.artifact());
        FoundType { instead_of: named.iter().find(is_same).cloned(), ..found }
    }))
}

/// The coordinates that the POM of an artifact names, or of the module of it that a file lies in, those left out that have only
/// what is expected of every platform.
pub(super) fn dependencies<'a>(
    explorer: &Explorer,
    asker: &'a Opened,
    from: Option<&str>,
    work: &Work,
) -> Result<&'a [Coordinate], Failure> {
    Ok(poms(explorer, asker, work)?.named(from))
}

/// What the POMs of an artifact name, read when first asked.
pub(super) fn poms<'a>(explorer: &Explorer, asker: &'a Opened, work: &Work) -> Result<&'a Poms, Failure> {
    asker.poms.get(|| Ok(Poms::read(explorer, asker, work)?.without(is_expected)))
}

/// See [`Explorer::holders`].
pub fn holders(
    explorer: &Explorer,
    asker: &Opened,
    from: Option<&str>,
    package: &str,
    work: &Work,
) -> Result<Vec<Opened>, Failure> {
    let mut found: Vec<Opened> = Vec::new();
    let mut met: Vec<(String, String)> = Vec::new();
    let key = |coordinate: &Coordinate| (coordinate.group().to_owned(), coordinate.artifact().to_owned());
    met.push(key(&asker.coordinate));
    let has = |artifact: &Opened| -> Result<bool, Failure> {
        let packages = artifact.index.packages().map_err(|error| artifact.failure(&error))?;
        Ok(packages.iter().any(|row| row.name == package))
    };
    if has(asker)? {
        found.push(asker.clone());
    }
    for coordinate in dependencies(explorer, asker, from, work)? {
        // What cannot be read keeps no other from answering.
        let Ok(Some(artifact)) = explorer.open_indexed(coordinate, work) else { continue };
        met.push(key(coordinate));
        if has(&artifact)? {
            found.push(artifact);
        }
    }
    for Entry { coordinate, .. } in explorer.catalogue.entries(explorer, work)?.of_package(package) {
        let is_met = |(group, artifact): &(String, String)| {
            let is_actual = || coordinate.artifact().strip_suffix(COMMON) == Some(artifact) && is_expected(coordinate);
            group == coordinate.group() && (artifact == coordinate.artifact() || is_actual())
        };
        if met.iter().any(is_met) {
            continue;
        }
        // Entries are in the order of versions, the highest first.
        met.push(key(coordinate));
        if let Ok(Some(artifact)) = explorer.open_indexed(coordinate, work) {
            found.push(artifact);
        }
        work.check()?;
    }
    Ok(found)
}

/// The type in an artifact, where that is indexed.
fn look_in(
    explorer: &Explorer,
    coordinate: &Coordinate,
    qualified: &str,
    work: &Work,
) -> Result<Option<FoundType>, Failure> {
    match explorer.open_indexed(coordinate, work)? {
        Some(artifact) => look(&artifact, qualified),
        None => Ok(None),
    }
}

fn look(artifact: &Opened, qualified: &str) -> Result<Option<FoundType>, Failure> {
    let types = artifact.index.type_named(qualified).map_err(|error| artifact.failure(&error))?;
    Ok((!types.is_empty()).then(|| FoundType { artifact: artifact.clone(), types, note: None, instead_of: None }))
}

/// The highest registered version that holds the type, releases before others; a note when there was a choice, or when
/// not everything could be asked.
fn among_registered(
    explorer: &Explorer,
    asker: &Opened,
    qualified: &str,
    mut silent: Vec<String>,
    work: &Work,
) -> Result<Option<FoundType>, Failure> {
    let asked = &asker.coordinate;
    let mut found: Vec<FoundType> = Vec::new();
    for Entry { coordinate, packages } in explorer.catalogue.entries(explorer, work)?.of_type(qualified) {
        let is_asker = coordinate.group() == asked.group() && coordinate.artifact() == asked.artifact();
        let is_last_resort = jdk::is_jdk(coordinate.group(), coordinate.artifact());
        let is_in_place = is_last_resort && !is_jdk(&found) || is_expected(coordinate) && !found.is_empty();
        if is_asker || is_in_place {
            continue;
        }
        // One artifact that cannot be read does not keep the others from answering.
        match packages {
            Ok(_) => match look_in(explorer, coordinate, qualified, work) {
                Ok(held) => found.extend(held),
                Err(failure) => silent.push(format!("{coordinate} ({})", failure.message)),
            },
            Err(reason) => silent.push(format!("{coordinate} ({reason})")),
        }
        work.check()?;
    }
    let mut found = found.into_iter();
    let Some(mut first) = found.next() else { return Ok(None) };
    let others: Vec<String> = found.map(|other| other.artifact.coordinate.to_string()).collect();
    let mut reason = format!("taken from {}", first.artifact.coordinate);
    if !others.is_empty() {
        reason = format!("{reason}; also in {}", others.join(", "));
    }
    if !silent.is_empty() {
        reason = format!("{reason}; not searched: {}", silent.join(", "));
    }
    if !others.is_empty() || !silent.is_empty() {
        first.note = Some(Incomplete::note(qualified, reason));
    }
    Ok(Some(first))
}

/// See [`Explorer::first_with`].
pub fn first_with(explorer: &Explorer, qualified: &str, work: &Work) -> Result<Option<Coordinate>, Failure> {
    for Entry { coordinate, packages } in explorer.catalogue.entries(explorer, work)?.of_type(qualified) {
        // What cannot be read answers nobody.
        let holds = packages.is_ok() && matches!(look_in(explorer, coordinate, qualified, work), Ok(Some(_)));
        if holds {
            return Ok(Some(coordinate.clone()));
        }
        work.check()?;
    }
    Ok(None)
}

/// Whether only JDKs have the type, as far as is known.
fn is_jdk(found: &[FoundType]) -> bool {
    let coordinates = found.iter().map(|one| &one.artifact.coordinate);
    coordinates.into_iter().all(|one| jdk::is_jdk(one.group(), one.artifact()))
}

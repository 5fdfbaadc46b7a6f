//! A Maven project on disk: its POM, its modules, and the parents that lie beside them.

use std::collections::{HashMap, HashSet, VecDeque};
use std::path::{Component, Path, PathBuf};

use crate::fs;
use crate::maven::pom::{Pom, PomError};
use crate::maven::profile::{Machine, with_profiles};
use crate::maven::xml::LARGEST_DOCUMENT;

/// Most modules that are followed; the largest builds have some thousand.
const MOST_MODULES: usize = 5_000;
/// Parents one above the other that lie on disk.
const MOST_PARENTS: usize = 10;

/// Properties that may stand in the version of a project and of its parent.
const VERSIONS: [&str; 3] = ["revision", "changelist", "sha1"];
/// Longest value of those; a version has at most 128 bytes.
const LONGEST_VERSION: usize = 128;

/// The POMs of a project.
#[derive(Debug, Default)]
pub struct Reactor {
    /// The project asked for and its modules, outermost first: place and content.
    pub modules: Vec<(PathBuf, Vec<u8>)>,
    /// Parents outside of these that were found by their relative path.
    pub parents: Vec<(PathBuf, Vec<u8>)>,
    /// What could not be read, and why.
    pub problems: Vec<(String, String)>,
}

/// Reads the POM at `path`, the modules below it (those of profiles that are active on this machine too) and the parents
/// above it.
///
/// # Errors
/// When the POM itself is none; a module that cannot be read is a problem.
pub fn reactor(path: &Path, machine: &Machine) -> Result<Reactor, PomError> {
    let mut reactor = Reactor::default();
    let mut seen = HashSet::new();
    let mut waiting = VecDeque::from([path.to_owned()]);
    while let Some(place) = waiting.pop_front() {
        let real = fs::real_path(&place).unwrap_or_else(|_| place.clone());
        if !seen.insert(real) || seen.len() > MOST_MODULES {
            continue;
        }
        let bytes = match fs::read(&place, LARGEST_DOCUMENT as u64) {
            Ok(bytes) => bytes,
            Err(error) => {
                reactor.problems.push((place.display().to_string(), error.reason().to_owned()));
                continue;
            }
        };
        let pom = match Pom::read(&bytes) {
            Ok(pom) => pom,
            Err(error) if reactor.modules.is_empty() => return Err(error),
            Err(error) => {
                reactor.problems.push((place.display().to_string(), error.to_string()));
                continue;
            }
        };
        let folder = place.parent().unwrap_or_else(|| Path::new("."));
        for module in with_profiles(&pom, machine, &|file| beside(folder, file)).modules {
            let below = related(folder, &module);
            // A module is a folder, or a POM of another name.
            waiting.push_back(if fs::kind_of(&below).is_ok_and(|kind| kind == fs::FileKind::Folder) {
                below.join("pom.xml")
            } else {
                below
            });
        }
        parents(&place, &pom, &mut reactor.parents);
        reactor.modules.push((place, bytes));
    }
    reactor.give_versions(&machine.given);
    Ok(reactor)
}

/// Does the same with POMs whose files somebody else has listed: place and POM.
pub fn give_versions(poms: &mut [(PathBuf, Pom)]) {
    let placed: Vec<(&Path, &Pom)> = poms.iter().map(|(place, pom)| (place.as_path(), pom)).collect();
    let family = Family::of(&placed);
    let values: Vec<Values> = (0..poms.len()).map(|at| family.values(at, &[])).collect();
    for ((_, pom), values) in poms.iter_mut().zip(values) {
        // All else is inherited, or replaced, once the parent is found.
        let own = pom.version.iter_mut();
        for version in own.chain(pom.parent.as_mut().map(|parent| &mut parent.version)) {
            if let Some(whole) = put_in(version, &values, LARGEST_DOCUMENT) {
                *version = whole;
            }
        }
    }
}

impl Reactor {
    /// Puts the version of a project in where its POMs name it by one of those properties, as Maven does: a child names its
    /// parent's version so before it can inherit the property. Each has the values that it and its own parents give.
    fn give_versions(&mut self, given: &[(String, String)]) {
        let all = || self.parents.iter().chain(&self.modules);
        let poms: Vec<(&Path, Pom)> =
            all().filter_map(|(place, bytes)| Some((place.as_path(), Pom::read(bytes).ok()?))).collect();
        let poms: Vec<(&Path, &Pom)> = poms.iter().map(|(place, pom)| (*place, pom)).collect();
        let family = Family::of(&poms);
        let mut values: HashMap<PathBuf, Values> = HashMap::new();
        for (at, (place, _)) in poms.iter().enumerate() {
            values.entry(place.to_path_buf()).or_insert_with(|| family.values(at, given));
        }
        for (place, bytes) in self.parents.iter_mut().chain(&mut self.modules) {
            let (Ok(text), Some(values)) = (std::str::from_utf8(bytes), values.get(place)) else { continue };
            if let Some(text) = put_in(text, values, LARGEST_DOCUMENT) {
                *bytes = text.into_bytes();
            }
        }
    }
}

/// `${name}` and what it stands for.
type Values = Vec<(String, String)>;

/// The text with values put in; none where it names none of them.
fn put_in(text: &str, values: &Values, longest: usize) -> Option<String> {
    if !values.iter().any(|(name, _)| text.contains(name)) {
        return None;
    }
    // One of them may be made of the others.
    let mut text = text.to_owned();
    for (name, value) in values.iter().chain(values) {
        let grown = text.len() + text.matches(name.as_str()).count() * value.len();
        if grown <= longest {
            text = text.replace(name, value);
        }
    }
    Some(text)
}

/// POMs that lie beside each other, of one project or of several: which is whose parent.
struct Family<'a> {
    poms: &'a [(&'a Path, &'a Pom)],
    by_place: HashMap<PathBuf, usize>,
    /// By artifact; of some with the same name, and the same version as written, the first.
    by_name: HashMap<(&'a str, &'a str, &'a str), usize>,
}

impl<'a> Family<'a> {
    fn of(poms: &'a [(&'a Path, &'a Pom)]) -> Self {
        let (mut by_place, mut by_name) = (HashMap::new(), HashMap::new());
        for (at, (place, pom)) in poms.iter().enumerate() {
            by_place.entry(straight(place)).or_insert(at);
            if let (Some(group), Some(artifact), Some(version)) = names(pom) {
                by_name.entry((group, artifact, version)).or_insert(at);
            }
        }
        Self { poms, by_place, by_name }
    }

    /// The parent: what lies where the relative path says, where it is the one that is named; else that of its name.
    fn parent(&self, at: usize) -> Option<usize> {
        let (place, pom) = self.poms[at];
        let parent = pom.parent.as_ref()?;
        let relative = pom.parent_path.as_deref().unwrap_or("../pom.xml");
        let above = straight(&related(place.parent().unwrap_or_else(|| Path::new("")), relative));
        let beside = self.by_place.get(&above).or_else(|| self.by_place.get(&above.join("pom.xml"))).copied();
        let is_it = |at: &usize| {
            let (group, artifact, _) = names(self.poms[*at].1);
            group == Some(&parent.group) && artifact == Some(&parent.artifact)
        };
        let beside = beside.filter(|at| !relative.is_empty() && is_it(at));
        let named = || self.by_name.get(&(&*parent.group, &*parent.artifact, &*parent.version)).copied();
        beside.or_else(named)
    }

    /// What the properties stand for in a POM: as given, else as the nearest of it and its parents says.
    fn values(&self, at: usize, given: &[(String, String)]) -> Values {
        let lineage = std::iter::successors(Some(at), |at| self.parent(*at)).take(1 + MOST_PARENTS);
        let lineage: Vec<&Pom> = lineage.map(|at| self.poms[at].1).collect();
        let value = |wanted: &str| {
            let mut properties = given.iter().chain(lineage.iter().flat_map(|pom| &pom.properties));
            let found = properties.find(|(name, value)| name == wanted && value.len() <= LONGEST_VERSION);
            Some((format!("${{{wanted}}}"), found?.1.clone()))
        };
        VERSIONS.into_iter().filter_map(value).collect()
    }
}

/// Group, artifact and version of a POM as it is written.
fn names(pom: &Pom) -> (Option<&str>, Option<&str>, Option<&str>) {
    let parent = pom.parent.as_ref();
    let group = pom.group.as_ref().or(parent.map(|parent| &parent.group));
    let version = pom.version.as_ref().or(parent.map(|parent| &parent.version));
    (group.map(String::as_str), pom.artifact.as_deref(), version.map(String::as_str))
}

/// A path without `.` and `..`, as far as it has names to take away.
fn straight(path: &Path) -> PathBuf {
    let mut straight = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if matches!(straight.components().next_back(), Some(Component::Normal(_))) => {
                straight.pop();
            }
            part => straight.push(part),
        }
    }
    straight
}

/// Whether a file that a profile's activation names is there; none where the name has a property that nobody sets.
#[must_use]
pub fn beside(folder: &Path, file: &str) -> Option<bool> {
    // Maven 3 does not know this one here: it looks for a file of that very name.
    if file.contains("${project.basedir}") {
        return Some(false);
    }
    // Maven's is absolute: one that counts from the working folder would be looked for below itself.
    let folder = std::path::absolute(Path::new(".").join(folder)).unwrap_or_else(|_| folder.to_owned());
    let file = file.replace("${basedir}", &folder.display().to_string());
    (!file.contains("${")).then(|| fs::exists(&folder.join(file)))
}

/// The path that a POM in `folder` names: as in Java, relative to the folder even where it begins at a root.
fn related(folder: &Path, path: &str) -> PathBuf {
    let path = PathBuf::from(path.replace('\\', "/"));
    let below = path.components().filter(|part| !matches!(part, Component::Prefix(_) | Component::RootDir));
    folder.join(below.collect::<PathBuf>())
}

/// The same of a POM out of a repository: it lies in no folder, so that Maven follows absolute paths alone.
#[must_use]
pub fn elsewhere(file: &str) -> Option<bool> {
    let is_placed = Path::new(file).is_absolute() && !file.contains("${basedir}");
    is_placed.then(|| fs::exists(Path::new(file)))
}

/// The parents above a POM that lie where its `relativePath` says.
fn parents(place: &Path, pom: &Pom, found: &mut Vec<(PathBuf, Vec<u8>)>) {
    let (mut place, mut pom) = (place.to_owned(), pom.clone());
    for _ in 0..MOST_PARENTS {
        let Some(parent) = &pom.parent else { return };
        let relative = pom.parent_path.as_deref().unwrap_or("../pom.xml");
        if relative.is_empty() {
            return;
        }
        let mut above = related(place.parent().unwrap_or_else(|| Path::new(".")), relative);
        if fs::kind_of(&above).is_ok_and(|kind| kind == fs::FileKind::Folder) {
            above.push("pom.xml");
        }
        let Ok(bytes) = fs::read(&above, LARGEST_DOCUMENT as u64) else { return };
        let Ok(read) = Pom::read(&bytes) else { return };
        let group = read.group.as_ref().or(read.parent.as_ref().map(|parent| &parent.group));
        // Another project lies there: Maven asks the repositories then.
        if read.artifact.as_ref() != Some(&parent.artifact) || group != Some(&parent.group) {
            return;
        }
        found.push((above.clone(), bytes));
        (place, pom) = (above, read);
    }
}

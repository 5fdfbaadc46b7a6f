//! The places on this machine: the local Maven repository and Gradle's caches.

use std::cmp::Reverse;
use std::path::{Path, PathBuf};

use sha1::{Digest, Sha1};

use super::super::Located;
use super::super::archive::jar_read;
use super::builds::{self, Build};
use super::{Place, Unfit};
use crate::config::Config;
use crate::coordinate::Coordinate;
use crate::digest::hex;
use crate::fs::{self, FileKind, Kind};
use crate::maven::layout::{File, base_version, local_folder, local_path};
use crate::maven::settings::Settings;
use crate::maven::snapshot::Named;
use crate::maven::xml::LARGEST_DOCUMENT;

/// The folder of Gradle's files below its user home, and below a read-only cache (`GRADLE_RO_DEP_CACHE`).
const GRADLE_FILES: &str = "modules-2/files-2.1";

/// The roots of the local places.
#[derive(Debug)]
pub(super) struct Local {
    maven: Option<PathBuf>,
    gradle: Vec<PathBuf>,
}

/// What one place has of a file.
pub(super) struct Candidate {
    pub looked: PathBuf,
    pub found: Option<(PathBuf, Located)>,
    /// Files that are there and not whole, each with the reason.
    pub damaged: Vec<(PathBuf, String)>,
}

impl Local {
    /// The local Maven repository is the configured one, else that of settings.xml, else `~/.m2/repository`.
    pub fn of(config: &Config, settings: &Settings) -> Self {
        let named = settings.local_repository.as_ref().map(PathBuf::from);
        let default = || config.maven_home().map(|home| home.join(".m2").join("repository"));
        let gradle_home = config.gradle_home.iter().map(|home| home.join("caches").join(GRADLE_FILES));
        let gradle_shared = config.environment.path("GRADLE_RO_DEP_CACHE").map(|folder| folder.join(GRADLE_FILES));
        Self {
            maven: config.maven_local.clone().or(named).or_else(default),
            gradle: gradle_home.chain(gradle_shared).collect(),
        }
    }

    /// What each place has of a JAR, in the order they are looked at; each is looked at when the iterator gets there.
    pub fn candidates<'a>(
        &'a self,
        coordinate: &'a Coordinate,
        file: File<'a>,
        largest: u64,
    ) -> impl Iterator<Item = (Place, Candidate)> + 'a {
        let maven = self.maven.iter().filter_map(move |root| local_path(root, coordinate, file));
        let maven = maven.map(move |path| (Place::LocalMaven, in_maven(path, largest)));
        let gradle = self.gradle.iter().map(move |root| (Place::Gradle, in_gradle(root, coordinate, file, largest)));
        maven.chain(gradle)
    }

    /// The files of a SNAPSHOT in all places, in no particular order.
    pub fn builds(&self, coordinate: &Coordinate, file: File<'_>) -> Vec<Build> {
        let maven = self.maven.iter().filter_map(|root| local_folder(root, coordinate));
        let mut all: Vec<Build> = maven.flat_map(|folder| builds::in_folder(&folder, coordinate, file)).collect();
        for (_, path) in self.gradle.iter().flat_map(|root| gradle_files(root, coordinate, file)) {
            let named = Named::plain(coordinate.version(), builds::modified(&path));
            all.push(Build { named, is_listed: false, place: Place::Gradle, path });
        }
        all
    }

    /// Where a file is looked for.
    pub fn places<'a>(&'a self, coordinate: &'a Coordinate, file: File<'a>) -> impl Iterator<Item = PathBuf> + 'a {
        let maven = self.maven.iter().filter_map(move |root| local_path(root, coordinate, file));
        maven.chain(self.gradle.iter().map(|root| gradle_folder(root, coordinate)))
    }

    /// Gradle's metadata of a coordinate.
    pub fn module(&self, coordinate: &Coordinate) -> Option<Vec<u8>> {
        self.document(coordinate, File::MODULE)
    }

    /// The file that [`Local::candidates`] gives first where it is whole.
    pub fn first(&self, coordinate: &Coordinate, file: File<'_>) -> Option<PathBuf> {
        let maven = self.maven.iter().filter_map(|root| local_path(root, coordinate, file));
        let gradle = self.gradle.iter().flat_map(|root| gradle_files(root, coordinate, file));
        maven.chain(gradle.map(|(_, path)| path)).find(|path| fs::exists(path))
    }

    /// The local Maven repository.
    pub fn maven_root(&self) -> Option<&Path> {
        self.maven.as_deref()
    }

    /// The folders of Gradle's files.
    pub fn gradle_roots(&self) -> &[PathBuf] {
        &self.gradle
    }

    /// The POM of a coordinate; one that cannot be read counts as missing.
    pub fn pom(&self, coordinate: &Coordinate) -> Option<Vec<u8>> {
        self.document(coordinate, File::POM)
    }

    fn document(&self, coordinate: &Coordinate, file: File<'_>) -> Option<Vec<u8>> {
        let limit = LARGEST_DOCUMENT as u64;
        let maven = self.maven.iter().filter_map(|root| local_path(root, coordinate, file));
        let gradle = self.gradle.iter().flat_map(|root| gradle_files(root, coordinate, file));
        maven.chain(gradle.map(|(_, path)| path)).find_map(|path| fs::read(&path, limit).ok())
    }
}

fn in_maven(path: PathBuf, largest: u64) -> Candidate {
    let mut candidate = Candidate { looked: path.clone(), found: None, damaged: Vec::new() };
    match open(&path, &path.display().to_string(), largest, |_| true) {
        Ok(located) => candidate.found = Some((path, located)),
        Err(Unfit::Missing) => {}
        Err(Unfit::Damaged(reason)) => candidate.damaged.push((path, reason)),
    }
    candidate
}

/// The ids of the repositories that a file of the local Maven repository came from, as Maven noted them beside it
/// (`_remote.repositories`): empty for a file that was installed there, none where nothing is noted.
pub(super) fn noted_origins(path: &Path) -> Option<Vec<String>> {
    let name = path.file_name()?.to_str()?;
    let notes = fs::read(&path.with_file_name("_remote.repositories"), LARGEST_DOCUMENT as u64).ok()?;
    let notes = String::from_utf8_lossy(&notes).into_owned();
    // `file>id=`, a properties file: what means something there has a backslash before it.
    let keys = notes.lines().map(|line| line.trim().trim_end_matches('=').replace('\\', ""));
    let ids: Vec<String> =
        keys.filter_map(|key| key.strip_prefix(name)?.strip_prefix('>').map(str::to_owned)).collect();
    match ids.len() {
        0 => None,
        // An empty id is this machine's own.
        _ if ids.iter().any(String::is_empty) => Some(Vec::new()),
        _ => Some(ids),
    }
}

/// Gradle keeps a file in a folder named by its SHA-1, without leading zeros. Of several the newest whose content has that
/// digest is taken: the others are what the repository had before.
fn in_gradle(root: &Path, coordinate: &Coordinate, file: File<'_>, largest: u64) -> Candidate {
    let mut candidate = Candidate { looked: gradle_folder(root, coordinate), found: None, damaged: Vec::new() };
    for (digest, path) in gradle_files(root, coordinate, file) {
        match open(&path, &path.display().to_string(), largest, |bytes| is_of_folder(&digest, bytes)) {
            Ok(located) => {
                candidate.found = Some((path, located));
                break;
            }
            Err(Unfit::Missing) => {}
            Err(Unfit::Damaged(reason)) => candidate.damaged.push((path, reason)),
        }
    }
    candidate
}

/// Whether a file's content has the digest that its folder in Gradle's cache is named by.
fn is_of_folder(folder: &str, bytes: &[u8]) -> bool {
    format!("{folder:0>40}").eq_ignore_ascii_case(&hex(&Sha1::digest(bytes)))
}

/// `files-2.1/<group>/<artifact>/<version>`: the group is not split at its dots.
fn gradle_folder(root: &Path, coordinate: &Coordinate) -> PathBuf {
    root.join(coordinate.group()).join(coordinate.artifact()).join(base_version(coordinate.version()).as_ref())
}

/// The files of this name below the digest folders, with the digest: the newest first, of the same time by digest.
fn gradle_files(root: &Path, coordinate: &Coordinate, file: File<'_>) -> Vec<(String, PathBuf)> {
    let name = file.name(coordinate);
    let listed = fs::list(&gradle_folder(root, coordinate)).unwrap_or_default();
    let folders = listed.into_iter().filter(|entry| entry.kind == FileKind::Folder);
    let files = folders.map(|folder| (folder.name, folder.path.join(&name)));
    let mut dated: Vec<_> =
        files.filter_map(|(digest, path)| Some((Reverse(fs::stamp(&path).ok()?.modified), digest, path))).collect();
    dated.sort();
    dated.into_iter().map(|(_, digest, path)| (digest, path)).collect()
}

/// Opens a file of one of the places.
pub(super) fn open_at(place: &Place, path: &Path, largest: u64) -> Result<Located, Unfit> {
    let uri = path.display().to_string();
    match place {
        Place::Gradle => {
            let folder = path.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy();
            open(path, &uri, largest, |bytes| is_of_folder(&folder, bytes))
        }
        Place::LocalMaven | Place::Remote(_) => open(path, &uri, largest, |_| true),
    }
}

/// Opens the JAR at `path`, when it is a plain file and its bytes are `right`; `uri` is what it is called.
pub(super) fn open(path: &Path, uri: &str, largest: u64, right: impl Fn(&[u8]) -> bool) -> Result<Located, Unfit> {
    let read = fs::read_whole(path, largest).map_err(|error| match error.kind() {
        Kind::NotFound => Unfit::Missing,
        _ => Unfit::Damaged(error.reason().to_owned()),
    })?;
    if !right(&read.bytes) {
        return Err(Unfit::Damaged("its checksum is not the one it is kept under".to_owned()));
    }
    jar_read(uri, read).map_err(|failure| Unfit::Damaged(failure.message))
}

//! The JDKs of this machine, asked for as `jdk:jdk:<version>`: their sources, or the signatures of their class files.
//!
//! Promises: what is taken has the version that was asked for (`17` is any 17, the newest that is there; `17.0.15` is that
//! one) and is named; nothing is executed, a JDK's version is what its `release` file says; what is not found says where it
//! was looked for and what is there instead.
//!
//! In this order: `src.zip`; then the class files of the JDK itself (`lib/modules`, for Java 8 `rt.jar`); then, where only
//! another JDK is there, what that one keeps of earlier releases for `javac --release` (`lib/ct.sym`).

mod home;
mod image;
mod places;
mod signatures;

use std::cmp::Reverse;
use std::path::{Path, PathBuf};

pub use home::Home;
pub use places::Places;

use super::{Located, jar_file};
use crate::coordinate::Coordinate;
use crate::error::{Failure, Status};
use crate::fs;
use crate::model::Origin;
use crate::work::Work;

/// Group and artifact of the coordinate of a JDK.
pub const NAME: &str = "jdk";

/// Whether a coordinate means a JDK.
#[must_use]
pub fn is_jdk(group: &str, artifact: &str) -> bool {
    group == NAME && artifact == NAME
}

/// The JDK of a coordinate: its sources, or its class files where it has none; only what is of `wanted` where that is said.
///
/// # Errors
/// `source_jar_not_found` where no JDK of this version is there, or none with what is wanted; `invalid_source` where its
/// file is damaged; [`Failure::cancelled`].
pub fn locate(
    coordinate: &Coordinate,
    wanted: Option<Origin>,
    places: &Places,
    work: &Work,
) -> Result<Located, Failure> {
    work.stage("looking for JDKs");
    let (homes, looked) = places.homes();
    let version = coordinate.version();
    let matching = in_order(&homes, version);
    if wanted != Some(Origin::Bytecode)
        && let Some((home, sources)) = matching.iter().find_map(|home| Some((home, home.sources()?)))
    {
        return Ok(named(jar_file(&sources.display().to_string(), &sources)?, home, version, &matching));
    }
    if wanted.is_none() || wanted == Some(Origin::Bytecode) {
        work.check()?;
        if let Some((home, file)) = matching.iter().find_map(|home| Some((home, home.classes()?))) {
            let shown = file.display().to_string();
            let is_jar = file.extension().is_some_and(|extension| extension == "jar");
            let located = if is_jar { jar_file(&shown, &file)? } else { image::open(&shown, &file)? };
            return Ok(named(located, home, version, &matching));
        }
        if let Some((release, home)) = keeper(&homes, version) {
            return signatures::open(release, home, coordinate);
        }
    }
    Err(not_found(coordinate, wanted, &homes, &looked))
}

/// The file that the JDK of a coordinate is read from first, where nothing else decides which one that is.
#[must_use]
pub fn first_file(coordinate: &Coordinate, places: &Places) -> Option<PathBuf> {
    let (homes, _) = places.homes();
    in_order(&homes, coordinate.version()).iter().find_map(|home| home.sources())
}

/// The program that runs Java: that of the JDK a setting names, else of the newest that is found.
#[must_use]
pub fn java(places: &Places) -> Option<PathBuf> {
    let (mut homes, _) = places.homes();
    homes.sort_by_key(|home| Reverse((home.is_named, home.numbers())));
    homes.iter().find_map(|home| first_plain(&home.path, &["bin/java", "bin/java.exe"]))
}

/// The homes of a version: one that a setting names before others, then the newest.
fn in_order<'a>(homes: &'a [Home], version: &str) -> Vec<&'a Home> {
    let mut matching: Vec<&Home> = homes.iter().filter(|home| home.is(version)).collect();
    // Stable: of two of the same version the one that was looked at first.
    matching.sort_by_key(|home| Reverse((home.is_named, home.numbers())));
    matching
}

/// The JDK that keeps the signatures of a feature release that is not here itself: the newest.
fn keeper<'a>(homes: &'a [Home], version: &str) -> Option<(u32, &'a Home)> {
    let release = home::feature_asked(version)?;
    let mut keepers: Vec<&Home> = homes.iter().filter(|home| home.signatures().is_some()).collect();
    keepers.sort_by_key(|home| Reverse((home.is_named, home.numbers())));
    let keeps = |home: &&&Home| home.signatures().is_some_and(|file| signatures::has(&file, release));
    keepers.iter().find(keeps).map(|home| (release, *home))
}

/// Says which JDK was taken, and which others would have been right too.
fn named(mut located: Located, home: &Home, version: &str, matching: &[&Home]) -> Located {
    let others: Vec<String> =
        matching.iter().filter(|other| other.path != home.path).map(|other| other.shown()).collect();
    let mut note = format!("JDK {version} is {}", home.shown());
    if !others.is_empty() {
        note = format!("{note}; also here: {}", others.join(", "));
    }
    located.notes.push(note);
    located
}

fn not_found(coordinate: &Coordinate, wanted: Option<Origin>, homes: &[Home], looked: &[String]) -> Failure {
    let is_here = homes.iter().any(|home| home.is(coordinate.version()));
    let what = match wanted {
        _ if !is_here => format!("no JDK {} was found", coordinate.version()),
        Some(Origin::Bytecode) => format!("no class files of JDK {} were found", coordinate.version()),
        _ => format!("JDK {} is here without its sources (src.zip)", coordinate.version()),
    };
    let found: Vec<String> = homes.iter().map(Home::shown).collect();
    let found = if found.is_empty() { "none".to_owned() } else { found.join(", ") };
    let message = format!("{coordinate}: {what}; JDKs found: {found}; looked in: {}", looked.join("; "));
    Failure::new(Status::SourceJarNotFound, message)
        .suggest("register_source")
        .hint("name the JDK's folder with --jdk-home or JARDEX_JDK_HOME, or its src.zip as source_uri")
}

/// A plain file at one of some places below a folder.
fn first_plain(folder: &Path, below: &[&str]) -> Option<PathBuf> {
    let paths = below.iter().map(|below| folder.join(below));
    paths.into_iter().find(|path| fs::kind_of(path).is_ok_and(|kind| kind == fs::FileKind::Plain))
}

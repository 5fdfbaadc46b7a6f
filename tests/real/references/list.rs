//! The libraries whose references are compared, and where their JARs and unpacked sources lie.

use std::path::PathBuf;

use jardex::coordinate::Coordinate;
use jardex::maven::layout::File;
use jardex::source::repository::Asking;
use jardex::work::Work;

use crate::place;

/// A line of `libraries.txt`.
#[derive(Debug)]
pub struct Library {
    pub coordinate: Coordinate,
    /// Why it was chosen.
    pub why: &'static str,
    /// What its sources are attributed with, and what is registered beside it.
    pub dependencies: Vec<Coordinate>,
}

/// The whole list of a text of this form.
pub fn read(text: &'static str) -> Vec<Library> {
    let lines = text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    lines.map(library).collect()
}

fn library(line: &'static str) -> Library {
    let fields: Vec<&str> = line.split('|').map(str::trim).collect();
    let [coordinate, why, dependencies] = fields[..] else { panic!("three fields are wanted: {line}") };
    let parse = |text: &str| Coordinate::parse(text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
    Library { coordinate: parse(coordinate), why, dependencies: dependencies.split_whitespace().map(parse).collect() }
}

impl Library {
    /// `artifact-version`: what it is called in tables and in `JARDEX_REFERENCES`.
    pub fn id(&self) -> String {
        id(&self.coordinate)
    }

    /// Sees to it that all JARs are here and the sources are unpacked: one download after the other.
    pub fn fetch(&self) {
        for coordinate in self.dependencies.iter().chain([&self.coordinate]) {
            place::fetch(coordinate, File::CLASSES, &class_jar(coordinate));
        }
        let repositories = place::repositories();
        let sources = repositories.locate(&self.coordinate, Asking::ByTheWay, &Work::default());
        let sources = sources.unwrap_or_else(|error| panic!("{}: {error}", self.coordinate)).path;
        place::once(&self.unpacked(), |to| place::unzip(&sources, to));
    }

    /// The folder with the sources.
    pub fn unpacked(&self) -> PathBuf {
        root().join("unpacked").join(self.id())
    }
}

fn id(coordinate: &Coordinate) -> String {
    File::CLASSES.name(coordinate).trim_end_matches(".jar").to_owned()
}

/// Where the class JAR of a coordinate lies.
pub fn class_jar(coordinate: &Coordinate) -> PathBuf {
    root().join("classes").join(File::CLASSES.name(coordinate))
}

/// The folder of this suite.
pub fn root() -> PathBuf {
    place::root().join("references")
}

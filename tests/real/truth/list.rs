//! The artifacts, and where their two JARs lie once they are here.

use std::path::PathBuf;

use jardex::coordinate::Coordinate;
use jardex::maven::layout;
use jardex::source::repository::Asking;
use jardex::work::Work;

use crate::place;

/// A line of `artifacts.txt`.
#[derive(Debug)]
pub struct Listed {
    /// Its place in the file.
    pub number: usize,
    /// `group:artifact:version`.
    pub coordinate: String,
    /// `artifact-version`: what it is called in reports and in `known.txt`.
    pub id: String,
    /// Why it was chosen.
    pub why: &'static str,
}

/// The whole list.
pub fn all() -> Vec<Listed> {
    let lines = include_str!("../../../testdata/truth/artifacts.txt").lines();
    let kept = lines.map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    kept.enumerate().map(|(number, line)| listed(number, line)).collect()
}

fn listed(number: usize, line: &'static str) -> Listed {
    let (coordinate, why) = line.split_once('|').map_or((line, ""), |(left, right)| (left.trim(), right.trim()));
    let parts: Vec<&str> = coordinate.split(':').collect();
    assert!(parts.len() == 3 && !why.is_empty(), "artifacts.txt wants `group:artifact:version | why`: {line}");
    Listed { number, coordinate: coordinate.to_owned(), id: format!("{}-{}", parts[1], parts[2]), why }
}

/// The artifacts that this run compares.
pub fn wanted() -> Vec<Listed> {
    let mut all = all();
    if let Ok(names) = std::env::var("JARDEX_TRUTH") {
        all.retain(|listed| names.split(',').any(|name| listed.id.starts_with(name)));
        assert!(!all.is_empty(), "no artifact of artifacts.txt begins with one of JARDEX_TRUTH={names}");
    }
    all
}

/// The class JAR.
pub fn class_jar(listed: &Listed) -> PathBuf {
    place::root().join("truth/classes").join(format!("{}.jar", listed.id))
}

/// Sees to it that the class JAR is here; the sources JAR comes through jardex's own repositories.
pub fn fetch(listed: &Listed) {
    let coordinate = Coordinate::parse(&listed.coordinate).unwrap();
    place::fetch(&coordinate, layout::File::CLASSES, &class_jar(listed));
}

/// The sources JAR of a coordinate, opened.
pub fn sources(coordinate: &Coordinate) -> jardex::source::Located {
    let found = place::repositories().locate(coordinate, Asking::ByTheWay, &Work::default());
    found.unwrap_or_else(|error| panic!("{coordinate}: {error}")).source
}

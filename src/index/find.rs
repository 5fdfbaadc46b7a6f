//! Finding a type for a question asked of another artifact: whose supertype, whose version.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::{Explorer, FoundType, Opened};
use crate::coordinate::Coordinate;
use crate::error::{Failure, Incomplete};
use crate::fs;
use crate::maven::pom;
use crate::maven::version::Version;

/// Largest POM that is read; Maven Central's largest have some 300 KB.
const LARGEST_POM: u64 = 8 * 1024 * 1024;

/// See [`Explorer::find_type`].
pub fn find_type(explorer: &Explorer, asker: &Opened, qualified: &str) -> Result<Option<FoundType>, Failure> {
    if let Some(found) = look(asker, qualified)? {
        return Ok(Some(found));
    }
    for coordinate in named_by_pom(explorer, &asker.coordinate) {
        if let Some(artifact) = explorer.open_indexed(&coordinate)?
            && let Some(found) = look(&artifact, qualified)?
        {
            return Ok(Some(found));
        }
    }
    among_registered(explorer, asker, qualified)
}

fn look(artifact: &Opened, qualified: &str) -> Result<Option<FoundType>, Failure> {
    let types = artifact.index.type_named(qualified).map_err(|error| Failure::internal(error.to_string()))?;
    Ok((!types.is_empty()).then(|| FoundType { artifact: artifact.clone(), types, note: None }))
}

/// The registered versions that the POM kept with an artifact names, as far as its parents and imports are local.
fn named_by_pom(explorer: &Explorer, coordinate: &Coordinate) -> Vec<Coordinate> {
    let file = explorer.cache().pom_file(coordinate);
    let Ok(Some(bytes)) = fs::read_if_exists(&file, LARGEST_POM) else { return Vec::new() };
    let repositories = explorer.engine.repositories();
    pom::effective(&bytes, &|wanted| repositories.local_pom(wanted))
}

/// The highest registered version that holds the type, releases before others; a note when there was a choice.
fn among_registered(explorer: &Explorer, asker: &Opened, qualified: &str) -> Result<Option<FoundType>, Failure> {
    let mut versions: BTreeMap<(String, String), Vec<Coordinate>> = BTreeMap::new();
    for artifact in explorer.artifacts()? {
        let coordinate = artifact.coordinate;
        let same_library =
            coordinate.group() == asker.coordinate.group() && coordinate.artifact() == asker.coordinate.artifact();
        if !same_library {
            let key = (coordinate.group().to_owned(), coordinate.artifact().to_owned());
            versions.entry(key).or_default().push(coordinate);
        }
    }
    let mut found = Vec::new();
    for coordinates in versions.values_mut() {
        coordinates.sort_by_cached_key(|coordinate| {
            let version = Version::new(coordinate.version());
            (Reverse(version.is_release()), Reverse(version))
        });
        for coordinate in coordinates.iter() {
            if let Some(artifact) = explorer.open_indexed(coordinate)?
                && let Some(type_found) = look(&artifact, qualified)?
            {
                found.push(type_found);
            }
        }
    }
    let others: Vec<String> = found.iter().skip(1).map(|other| other.artifact.coordinate.to_string()).collect();
    let Some(mut first) = found.into_iter().next() else { return Ok(None) };
    if !others.is_empty() {
        first.note = Some(Incomplete {
            what: qualified.to_owned(),
            reason: format!("taken from {}; also in {}", first.artifact.coordinate, others.join(", ")),
        });
    }
    Ok(Some(first))
}

//! Gradle version catalogs: `libs.versions.toml`.

use toml::{Table, Value};

use super::listing::{Listing, Named, exact_version};
use super::{ProjectError, Tests};

/// Tables of a catalog.
const TABLES: &[&str] = &["[versions]", "[libraries]", "[plugins]", "[bundles]", "[metadata]"];

/// Whether a text is a catalog: by its name, or by its tables.
pub fn is_catalog(name: &str, text: &str) -> bool {
    let is_table = |line: &str| TABLES.contains(&line.split('#').next().unwrap_or_default().trim());
    name.ends_with(".versions.toml") || text.lines().any(is_table)
}

/// Reads the libraries of a catalog. One without a version is left out: a platform gives it, and which is not told here.
pub fn read(text: &str, tests: Tests) -> Result<Listing, ProjectError> {
    let catalog: Table = text.parse().map_err(|error: toml::de::Error| {
        let before = error.span().map_or("", |span| text.get(..span.start).unwrap_or_default());
        ProjectError::at(before.matches('\n').count() + 1, format!("the catalog is broken: {}", error.message()))
    })?;
    let versions = catalog.get("versions").and_then(Value::as_table);
    let libraries = catalog.get("libraries").and_then(Value::as_table);
    let mut listing = Listing::default();
    for (alias, library) in libraries.into_iter().flatten() {
        match named(library, versions) {
            Some(named) => listing.add(&named, tests),
            None => listing.leave_out(alias.clone(), "no group and name"),
        }
    }
    Ok(listing)
}

fn named(library: &Value, versions: Option<&Table>) -> Option<Named> {
    if let Some(text) = library.as_str() {
        let mut parts = text.splitn(3, ':').map(str::to_owned);
        let (group, artifact) = (parts.next()?, parts.next()?);
        let version = parts.next().as_deref().map(written).unwrap_or_default();
        return Some(Named { group, artifact, version, ..Named::default() });
    }
    let text = |name: &str| library.get(name).and_then(Value::as_str);
    let (group, artifact) = match text("module") {
        Some(module) => module.split_once(':')?,
        None => (text("group")?, text("name")?),
    };
    let version = library.get("version").and_then(|version| exact(version, versions)).unwrap_or_default();
    Some(Named { group: group.to_owned(), artifact: artifact.to_owned(), version, ..Named::default() })
}

/// The version that is meant: as written, by reference, or of a rich version what is preferred where a range goes with it.
fn exact(version: &Value, versions: Option<&Table>) -> Option<String> {
    if let Some(text) = version.as_str() {
        return Some(written(text));
    }
    let version = match version.get("ref").and_then(Value::as_str) {
        Some(reference) => match versions?.get(reference)? {
            Value::String(text) => return Some(written(text)),
            rich => rich,
        },
        None => version,
    };
    let text = |name: &str| version.get(name).and_then(Value::as_str);
    meant(text("strictly").or_else(|| text("require")), text("prefer"))
}

/// A version written as one text: before `!!` stands what it strictly is, after it what is preferred.
fn written(text: &str) -> String {
    let (bound, preferred) = text.split_once("!!").unwrap_or((text, ""));
    meant(Some(bound), Some(preferred).filter(|preferred| !preferred.is_empty())).unwrap_or_default()
}

fn meant(bound: Option<&str>, preferred: Option<&str>) -> Option<String> {
    match (bound, preferred) {
        (Some(bound), Some(preferred)) if exact_version(bound).is_none() => Some(preferred.to_owned()),
        (Some(bound), _) => Some(bound.to_owned()),
        (None, preferred) => preferred.map(str::to_owned),
    }
}

//! Downloads in the cache, looked at one by one: whether each is still what arrived.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::super::archive;
use crate::digest::{Sha256, hex};
use crate::fs::{self, Kind};
use crate::maven::xml::{self, LARGEST_DOCUMENT};

/// Largest record of a download; a real one has a few hundred bytes.
const LARGEST_RECORD: u64 = 64 * 1024;

/// What the record beside a download says of its content; nothing, where it only says when it was read.
#[derive(Deserialize)]
struct Noted {
    digest: Option<String>,
    bytes: Option<u64>,
}

/// The record beside a download.
#[must_use]
pub fn record_beside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".json");
    PathBuf::from(name)
}

/// Whether a file among downloads was downloaded, and is no note about one.
#[must_use]
pub fn is_download(path: &Path) -> bool {
    !path.extension().is_some_and(|extension| extension == "json" || extension == "absent")
}

/// What is wrong with a download; none: nothing that could be seen.
#[must_use]
pub fn damage(path: &Path) -> Option<String> {
    let noted = match fs::read_if_exists(&record_beside(path), LARGEST_RECORD) {
        Ok(Some(bytes)) => match serde_json::from_slice::<Noted>(&bytes) {
            Ok(noted) => noted,
            Err(_) => return Some("its record cannot be read".to_owned()),
        },
        Ok(None) => return damage_of_bare(path),
        Err(error) => return Some(format!("its record cannot be read: {}", error.reason())),
    };
    let (Some(digest), Some(bytes)) = (noted.digest, noted.bytes) else { return damage_of_bare(path) };
    let mut all = Sha256::new();
    match fs::read_pieces(path, |piece| all.update(piece)) {
        // Taken away since it was listed.
        Err(error) if error.kind() == Kind::NotFound => None,
        Err(error) => Some(error.reason().to_owned()),
        Ok(length) if length != bytes => Some(format!("it has {length} bytes instead of {bytes}")),
        Ok(_) if format!("sha256:{}", hex(&all.finish())) != digest => {
            Some("its content is not what arrived".to_owned())
        }
        Ok(_) => None,
    }
}

/// A download without a record is as good as it can be read.
fn damage_of_bare(path: &Path) -> Option<String> {
    if !fs::exists(path) {
        return None;
    }
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    match extension {
        "pom" | "xml" => match fs::read(path, LARGEST_DOCUMENT as u64) {
            Ok(bytes) => xml::parse(&bytes).err().map(|error| error.to_string()),
            Err(error) => Some(error.reason().to_owned()),
        },
        "jar" | "war" | "aar" | "zip" => {
            archive::jar_file(&path.display().to_string(), path).err().map(|failure| failure.message)
        }
        _ => None,
    }
}

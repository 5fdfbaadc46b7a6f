//! A JAR that a URL names: downloaded into the cache, keyed by where it came from.

use std::path::PathBuf;

use crate::cache::Cache;
use crate::coordinate::Coordinate;
use crate::error::Failure;
use crate::fetch::{Client, Outcome, Request};
use crate::fs;
use crate::work::Work;

/// A JAR that was downloaded.
#[derive(Debug, Clone)]
pub struct Remote {
    /// Where it lies in the cache.
    pub path: PathBuf,
    /// What is worth saying: a missing checksum.
    pub notes: Vec<String>,
}

/// The JAR at `url`, for `coordinate`. `shown` is the URL without secrets; it keys the download. With `again` the server
/// is asked even when there is an earlier download, which still serves when the network is off.
///
/// # Errors
/// `download_failed`, `invalid_source` when it is no JAR, `offline`; nothing is left in the cache then.
pub fn download(
    cache: &Cache,
    client: &Client,
    url: &str,
    shown: &str,
    coordinate: &Coordinate,
    again: bool,
    work: &Work,
) -> Result<Remote, Failure> {
    let (folder, name) = shown.rsplit_once('/').unwrap_or(("", shown));
    let path = cache.download_file(folder, coordinate, if name.is_empty() { "source.jar" } else { name });
    if fs::exists(&path) && (!again || client.is_offline()) {
        return Ok(Remote { path, notes: Vec::new() });
    }
    work.stage(format!("downloading {shown}"));
    let mut staged = cache.stage()?;
    let request = Request { url: url.to_owned(), ..Request::default() };
    let mut notes = Vec::new();
    if let Outcome::Downloaded(download) = client.download(&request, staged.file(), work)? {
        if download.checksum.is_none() {
            notes.push(format!("{shown} publishes no checksum: the download was not compared with one"));
        }
        staged.publish(&path)?;
    }
    Ok(Remote { path, notes })
}

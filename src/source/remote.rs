//! A JAR that a URL names: downloaded into the cache, keyed by where it came from.

use super::{Located, archive};
use crate::cache::Cache;
use crate::coordinate::Coordinate;
use crate::error::Failure;
use crate::fetch::{Client, FetchError, Outcome, Request};
use crate::fs::{self, FsError};
use crate::work::Work;

/// The JAR at `url`, for `coordinate`. `shown` is the URL without secrets; it keys the download. With `again` the server
/// is asked even when there is an earlier download, which still serves when the network is off.
///
/// # Errors
/// `download_failed`, `invalid_source` when it is no JAR, `offline`; an earlier download stays as it was then.
pub fn jar(
    cache: &Cache,
    client: &Client,
    url: &str,
    shown: &str,
    coordinate: &Coordinate,
    again: bool,
    work: &Work,
) -> Result<Located, Failure> {
    let (folder, name) = shown.rsplit_once('/').unwrap_or(("", shown));
    let path = cache.download_file(folder, coordinate, if name.is_empty() { "source.jar" } else { name });
    if fs::exists(&path) && (!again || client.is_offline()) {
        return archive::jar_file(shown, &path);
    }
    work.stage(format!("downloading {shown}"));
    let mut staged = cache.stage()?;
    let request = Request { url: url.to_owned(), ..Request::default() };
    let downloaded = match client.download(&request, staged.file(), work) {
        Ok(Outcome::Downloaded(downloaded)) => downloaded,
        // Nobody asked whether it is unchanged: what the server means is at hand or not there.
        Ok(Outcome::Unchanged) => return archive::jar_file(shown, &path),
        Err(FetchError::Write { source, needed, .. }) => {
            return Err(unwritten(cache, coordinate, FsError::new("write", staged.path(), &source), needed));
        }
        Err(error) => return Err(error.into()),
    };
    // Opened before it gets its name: what is no JAR never takes the place of one.
    let mut located = archive::jar_file(shown, staged.path())?;
    if downloaded.checksum.is_none() {
        located.notes.push(format!("{shown} publishes no checksum: the download was not compared with one"));
    }
    staged.publish(&path)?;
    Ok(located)
}

/// The failure of a download of `needed` bytes that the cache could not take.
pub(super) fn unwritten(cache: &Cache, coordinate: &Coordinate, error: FsError, needed: Option<u64>) -> Failure {
    let error = match needed {
        Some(bytes) => error.needing(bytes),
        None => error,
    };
    let failure = cache.refuse(error);
    let message = format!("{coordinate}: {}", failure.message);
    Failure { message, ..failure }.suggest("index_artifact")
}

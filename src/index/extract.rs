//! Laying an artifact's files out on disk, on request: plain read-only files for tools that read files.
//!
//! A name that does not stay inside is refused and named; the files are made below a staging folder that gets its place
//! when it is whole.

use crate::cache::Cache;
use crate::coordinate::Coordinate;
use crate::error::{Failure, Incomplete, Lack, Status};
use crate::fs::Kind;
use crate::store::read::{Index, StoreError};
use crate::work::Work;

/// Writes every text file of the index to the coordinate's `sources/` folder and says what was left out.
///
/// # Errors
/// When the cache cannot be written, the disk is full or the index is damaged; what lay there before is still there.
pub fn extract(cache: &Cache, coordinate: &Coordinate, index: &Index, work: &Work) -> Result<Vec<Incomplete>, Failure> {
    let unread = |error: StoreError| {
        let status = match error {
            StoreError::Unreadable(_) => Status::InternalError,
            StoreError::Damaged(_) | StoreError::OtherFormat { .. } => Status::IndexingFailed,
        };
        Failure::new(status, format!("{coordinate}: {error}")).suggest("index_artifact")
    };
    let files = index.files().map_err(unread)?;
    let staging = cache.stage_folder()?;
    work.expect_files(files.len() as u64);
    let mut left_out = Vec::new();
    for file in &files {
        work.check()?;
        work.add_files(1);
        if !file.is_text() {
            left_out.push(not_extracted(&file.path, "a binary file is not kept in the index"));
            continue;
        }
        if is_repositorys(&file.path) {
            left_out.push(not_extracted(
                &file.path,
                "a version control system would take it for its own, and run what it says",
            ));
            continue;
        }
        let bytes = index.bytes(file.id).map_err(unread)?;
        match staging.write(&file.path, &bytes) {
            Ok(()) => {}
            Err(error) if error.kind() == Kind::Full => return Err(error.into()),
            Err(error) => left_out.push(not_extracted(&file.path, error.reason())),
        }
    }
    staging.publish(&cache.sources_folder(coordinate))?;
    Ok(left_out)
}

/// Whether a version control system that is run in the folder would read a file as its own: settings of a repository name
/// programs that are then started. A folder without `HEAD` is no bare repository of Git.
fn is_repositorys(path: &str) -> bool {
    let mut segments = path.split(['/', '\\']).map(|segment| segment.trim_end_matches(['.', ' ']));
    let is_one =
        |segment: &str| [".git", ".hg", ".svn", "git~1"].iter().any(|known| known.eq_ignore_ascii_case(segment));
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    segments.any(is_one) || name.trim_end_matches(['.', ' ']).eq_ignore_ascii_case("HEAD")
}

fn not_extracted(path: &str, reason: &str) -> Incomplete {
    Incomplete { lack: Lack::Nothing, ..Incomplete::at(path, format!("not extracted: {reason}")) }
}

//! Laying an artifact's files out on disk, on request: plain read-only files for tools that read files.
//!
//! The only place where a name out of an archive becomes a path. A name that does not stay inside is refused and named;
//! the files are made below a staging folder that gets its place when it is whole.

use std::collections::HashSet;
use std::io::Write;
use std::path::Path;

use crate::cache::Cache;
use crate::coordinate::Coordinate;
use crate::error::{Failure, Incomplete};
use crate::fs;
use crate::store::read::Index;
use crate::work::Work;

/// Writes every text file of the index to the coordinate's `sources/` folder and says what was left out.
///
/// # Errors
/// When the cache cannot be written, the disk is full or the index is damaged; what lay there before is still there.
pub fn extract(cache: &Cache, coordinate: &Coordinate, index: &Index, work: &Work) -> Result<Vec<Incomplete>, Failure> {
    let files = index.files().map_err(|error| Failure::internal(error.to_string()))?;
    let staging = cache.stage_folder()?;
    work.expect_files(files.len() as u64);
    let mut left_out = Vec::new();
    let mut taken: HashSet<String> = HashSet::new();
    for file in files.iter() {
        work.check()?;
        work.add_files(1);
        let reason = if !file.is_text() {
            Some("a binary file is not kept in the index")
        } else if !file.addressable || !is_plain(&file.path) {
            Some("its name does not stay inside the artifact")
        } else if !taken.insert(file.path.to_lowercase()) {
            Some("its name differs from another's only in case")
        } else {
            None
        };
        if let Some(reason) = reason {
            left_out.push(Incomplete { what: file.path.clone(), reason: format!("not extracted: {reason}") });
            continue;
        }
        let bytes = index.bytes(file.id).map_err(|error| Failure::internal(error.to_string()))?;
        let target = staging.path().join(&file.path);
        if let Err(error) = write(&target, &bytes) {
            if error.kind() == fs::Kind::Full {
                return Err(error.into());
            }
            left_out.push(Incomplete { what: file.path.clone(), reason: format!("not extracted: {}", error.reason()) });
        }
    }
    staging.publish(&cache.sources_folder(coordinate))?;
    Ok(left_out)
}

fn write(target: &Path, bytes: &[u8]) -> Result<(), fs::FsError> {
    let mut file = fs::create_new_with_folders(target)?;
    file.write_all(bytes).map_err(|error| fs::FsError::new("write", target, &error))?;
    drop(file);
    fs::set_read_only(target)
}

/// Whether every segment is an ordinary file name on any system.
fn is_plain(path: &str) -> bool {
    path.split('/').all(|segment| {
        !segment.is_empty()
            && segment != "."
            && segment != ".."
            && segment.len() <= 255
            && !segment.contains(['\\', ':', '\0'])
    })
}

//! A new archive of bytes that are at hand.

use std::io::{BufWriter, Write};
use std::path::Path;

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::error::Failure;
use crate::fs::{self, FsError};

/// Writes a new archive at `path`, entry by entry as `items` gives them; nothing is packed tighter. Names are written as
/// they are: whoever unpacks by name must have checked them.
///
/// # Errors
/// What `items` fails with; `indexing_failed` when the disk is full.
pub fn write(path: &Path, items: impl Iterator<Item = Result<(String, Vec<u8>), Failure>>) -> Result<(), Failure> {
    let failed = |error: &std::io::Error| Failure::from(FsError::new("write", path, error));
    let mut archive = ZipWriter::new(BufWriter::new(fs::create_new(path)?));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    for item in items {
        let (name, bytes) = item?;
        archive.start_file(name, options).map_err(|error| failed(&error.into()))?;
        archive.write_all(&bytes).map_err(|error| failed(&error))?;
    }
    let mut file = archive.finish().map_err(|error| failed(&error.into()))?;
    file.flush().map_err(|error| failed(&error))
}

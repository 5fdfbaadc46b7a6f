//! The archive of a cache: what export writes and import takes.
//!
//! ```text
//! CACHEDIR.TAG
//! registry-v1/<group>/<artifact>/<version>.json      of each artifact, by coordinate: its record,
//! code/<group>/<artifact>/<version>/pom.xml           the POM it names,
//! code/<group>/<artifact>/<version>/<generation>.db   the index it points to
//! export.json                                         how many artifacts, and the digest of all records
//! ```
//!
//! A tar of plain files under the names they have in a cache: unpacked into an empty folder it is one. The same artifacts give
//! the same bytes; with zstd around it within one release of jardex.

use std::io::{self, Write};

use serde::{Deserialize, Serialize};

use crate::digest::{Blake3, hex};

/// The last entry: what was cut lacks it.
pub const END: &str = "export.json";

/// First bytes of a zstd frame.
pub const ZSTD: [u8; 4] = [0x28, 0xB5, 0x2F, 0xFD];

/// First bytes of a gzip member.
pub const GZIP: [u8; 2] = [0x1F, 0x8B];

/// The time of every entry, 2000-01-01: some programs warn of earlier ones.
const TIME: u64 = 946_684_800;

/// The format of archives: raised when an older jardex could not take one.
const FORMAT: u32 = 1;

/// What the last entry says.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct End {
    format: u32,
    pub artifacts: u64,
    /// Over all records as they stand in the archive.
    records: String,
}

/// Running over the records of an archive.
#[derive(Default)]
pub struct Tally {
    artifacts: u64,
    records: Blake3,
}

impl Tally {
    pub fn add(&mut self, record: &[u8]) {
        self.artifacts += 1;
        self.records.update(&(record.len() as u64).to_le_bytes());
        self.records.update(record);
    }

    pub fn end(&self) -> End {
        let records = format!("blake3:{}", hex(&self.records.finish()));
        End { format: FORMAT, artifacts: self.artifacts, records }
    }
}

/// A header of a plain file; the name goes with its content.
pub fn header(size: u64) -> tar::Header {
    let mut header = tar::Header::new_gnu();
    header.set_size(size);
    header.set_mode(0o644);
    header.set_mtime(TIME);
    header.set_uid(0);
    header.set_gid(0);
    header
}

/// Writes a small file into an archive.
pub fn append(to: &mut tar::Builder<impl Write>, name: &str, bytes: &[u8]) -> io::Result<()> {
    to.append_data(&mut header(bytes.len() as u64), name, bytes)
}

//! Looking at all of an index file whose digest nobody knows any more.

use super::block::inflate;
use super::read::{Index, StoreError};

/// Tables whose rows the facts count, and how.
const COUNTED: [&str; 2] = ["method", "field"];

impl Index {
    /// Checks what a file can tell about itself: its pages, the checksums of its blobs, and that it holds as many rows as its
    /// facts say. A changed letter in a name is not noticed: for that the digest of the whole file is needed.
    pub fn check(&self) -> Result<(), StoreError> {
        let damaged = |what: String| StoreError::Damaged(what);
        let lease = self.pool.lease()?;
        let verdict: String = lease.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))?;
        if verdict != "ok" {
            return Err(damaged(verdict));
        }
        let counts = &self.meta().counts;
        let files: u64 = lease.query_row("SELECT count(*) FROM file", [], |row| row.get(0))?;
        if files != counts.files {
            return Err(damaged(format!("it holds {files} files instead of {}", counts.files)));
        }
        for (table, expected) in COUNTED.iter().zip([counts.methods, counts.fields]) {
            let rows: u64 = lease.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get(0))?;
            if rows != expected {
                return Err(damaged(format!("it holds {rows} {table}s instead of {expected}")));
            }
        }
        let mut blocks = lease.prepare("SELECT id, size, crc, data FROM block")?;
        let mut rows = blocks.query([])?;
        while let Some(row) = rows.next()? {
            let id: u32 = row.get(0)?;
            if inflate(row.get(1)?, row.get(2)?, row.get_ref(3)?.as_blob().map_err(rusqlite::Error::from)?).is_none() {
                return Err(damaged(format!("block {id} is damaged")));
            }
        }
        let mut trigrams = lease.prepare("SELECT crc, data FROM trigram")?;
        let mut rows = trigrams.query([])?;
        while let Some(row) = rows.next()? {
            let data = row.get_ref(1)?.as_blob().map_err(rusqlite::Error::from)?;
            if crc32fast::hash(data) != row.get::<_, u32>(0)? {
                return Err(damaged("a row of its trigrams is damaged".to_owned()));
            }
        }
        Ok(())
    }
}

//! Looking at all of an index file whose digest nobody knows any more.

use super::block::inflate_with;
use super::read::{Index, StoreError};

/// Tables whose rows the facts count, and how.
const COUNTED: [&str; 2] = ["method", "field"];

/// The one whose blocks are compressed with a dictionary.
const TEXTS: &str = "block";

/// Tables of compressed blocks, and what their rows are known by.
const COMPRESSED: [(&str, &str); 8] = [
    ("layout", "id"),
    (TEXTS, "id"),
    ("detail", "id"),
    ("header", "id"),
    ("dictionary", "first"),
    ("declaration_list", "id"),
    ("symbol_list", "id"),
    ("type_list", "id"),
];

/// Tables of packed lists.
const PACKED: [&str; 3] = ["gram", "word", "term"];

impl Index {
    /// Checks what a file can tell about itself: its pages, the checksums of its blobs, and that it holds as many rows as its
    /// facts say. A changed letter in a name is not noticed: for that the digest of the whole file is needed.
    pub fn check(&self) -> Result<(), StoreError> {
        let damaged = |what: String| StoreError::Damaged(what);
        let dictionary = self.text_dictionary()?;
        self.layout()?;
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
            let rows: u64 = lease.query_row(&format!("SELECT count(*) FROM {table}_row"), [], |row| row.get(0))?;
            if rows != expected {
                return Err(damaged(format!("it holds {rows} {table}s instead of {expected}")));
            }
        }
        for (table, id) in COMPRESSED {
            let mut blocks = lease.prepare(&format!("SELECT {id}, size, crc, data FROM {table}"))?;
            let mut rows = blocks.query([])?;
            while let Some(row) = rows.next()? {
                let data = row.get_ref(3)?.as_blob().map_err(rusqlite::Error::from)?;
                let dictionary = dictionary.get().filter(|_| table == TEXTS);
                if inflate_with(dictionary, row.get(1)?, row.get(2)?, data).is_none() {
                    return Err(damaged(format!("row {} of its table {table} is damaged", row.get::<_, u32>(0)?)));
                }
            }
        }
        for table in PACKED {
            let mut lists = lease.prepare(&format!("SELECT crc, data FROM {table}"))?;
            let mut rows = lists.query([])?;
            while let Some(row) = rows.next()? {
                let data = row.get_ref(1)?.as_blob().map_err(rusqlite::Error::from)?;
                if crc32fast::hash(data) != row.get::<_, u32>(0)? {
                    return Err(damaged(format!("a row of its table {table} is damaged")));
                }
            }
        }
        Ok(())
    }
}

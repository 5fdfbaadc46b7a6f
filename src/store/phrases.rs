//! Strings that many rows repeat, each kept once: names of members in `name`, spellings of types, modifiers and annotations
//! and paths of imports in `phrase`.

use rusqlite::{CachedStatement, Connection, params};

use super::write::{WriteError, insert_into};
use crate::text::interned::Interned;

/// The strings of one table, numbered from 1 in order of first appearance.
pub(super) struct Phrases {
    table: &'static str,
    texts: Interned,
}

impl Phrases {
    pub(super) fn of(table: &'static str) -> Self {
        Self { table, texts: Interned::default() }
    }

    /// For a run of rows: where new strings are inserted.
    pub(super) fn open<'a>(&'a mut self, connection: &'a Connection) -> Result<Open<'a>, WriteError> {
        Ok(Open { insert: insert_into(connection, self.table, 2)?, texts: &mut self.texts })
    }
}

/// The strings of a table while rows are written.
pub(super) struct Open<'a> {
    insert: CachedStatement<'a>,
    texts: &'a mut Interned,
}

impl Open<'_> {
    /// The number of a string.
    pub(super) fn number(&mut self, text: &str) -> Result<u32, WriteError> {
        let known = self.texts.len();
        let number = self.texts.number(text.as_bytes());
        if number as usize == known {
            self.insert.execute(params![number + 1, text])?;
        }
        Ok(number + 1)
    }

    /// The number of a string that says something; none for an empty one.
    pub(super) fn optional(&mut self, text: &str) -> Result<Option<u32>, WriteError> {
        if text.is_empty() { Ok(None) } else { self.number(text).map(Some) }
    }
}

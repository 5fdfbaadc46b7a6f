//! Strings that many rows repeat, each kept once: names of members in `name`, spellings of types, modifiers and annotations
//! and paths of imports in `phrase`.

use std::collections::HashMap;

use rusqlite::{CachedStatement, Connection, params};

use super::write::{WriteError, insert_into};

/// A string and its number.
type Numbers = HashMap<Box<str>, u32, foldhash::fast::RandomState>;

/// The strings of one table, numbered from 1 in order of first appearance.
pub(super) struct Phrases {
    table: &'static str,
    numbers: Numbers,
}

impl Phrases {
    pub(super) fn of(table: &'static str) -> Self {
        Self { table, numbers: Numbers::default() }
    }

    /// For a run of rows: where new strings are inserted.
    pub(super) fn open<'a>(&'a mut self, connection: &'a Connection) -> Result<Open<'a>, WriteError> {
        Ok(Open { insert: insert_into(connection, self.table, 2)?, numbers: &mut self.numbers })
    }
}

/// The strings of a table while rows are written.
pub(super) struct Open<'a> {
    insert: CachedStatement<'a>,
    numbers: &'a mut Numbers,
}

impl Open<'_> {
    /// The number of a string.
    pub(super) fn number(&mut self, text: &str) -> Result<u32, WriteError> {
        if let Some(number) = self.numbers.get(text) {
            return Ok(*number);
        }
        let number = self.numbers.len() as u32 + 1;
        self.insert.execute(params![number, text])?;
        self.numbers.insert(text.into(), number);
        Ok(number)
    }

    /// The number of a string that says something; none for an empty one.
    pub(super) fn optional(&mut self, text: &str) -> Result<Option<u32>, WriteError> {
        if text.is_empty() { Ok(None) } else { self.number(text).map(Some) }
    }
}

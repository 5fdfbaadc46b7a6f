//! What rows say by number, kept once it was read: names of members, spellings of types and modifiers.
//!
//! Members repeat few of them: joining the tables for each row costs several times what the rows themselves do.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use rusqlite::{CachedStatement, Result, Row};

use super::connection::Lease;

/// Most spellings of a table that are kept: a megabyte or so. More than these, and all are forgotten.
const MOST: usize = 16_384;

/// What is known of the two tables, shared by all who read an index.
#[derive(Default)]
pub(super) struct Spellings {
    names: Mutex<Known>,
    phrases: Mutex<Known>,
}

type Known = HashMap<u32, Box<str>, foldhash::fast::RandomState>;

impl Spellings {
    /// For reading a run of rows.
    pub(super) fn open<'a>(&'a self, lease: &'a Lease<'_>) -> Result<Open<'a>> {
        Ok(Open {
            names: Table::of(&self.names, lease, "SELECT text FROM name WHERE id = ?")?,
            phrases: Table::of(&self.phrases, lease, "SELECT text FROM phrase WHERE id = ?")?,
        })
    }
}

/// The two tables while rows are read.
pub(super) struct Open<'a> {
    names: Table<'a>,
    phrases: Table<'a>,
}

impl Open<'_> {
    /// The name whose number is in this column.
    pub(super) fn name(&self, row: &Row<'_>, column: usize) -> Result<String> {
        self.names.get(row.get(column)?)
    }

    /// The phrase whose number is in this column; none where there is no number.
    pub(super) fn phrase(&self, row: &Row<'_>, column: usize) -> Result<Option<String>> {
        row.get::<_, Option<u32>>(column)?.map(|number| self.phrases.get(number)).transpose()
    }
}

struct Table<'a> {
    known: &'a Mutex<Known>,
    statement: RefCell<CachedStatement<'a>>,
}

impl<'a> Table<'a> {
    fn of(known: &'a Mutex<Known>, lease: &'a Lease<'_>, sql: &str) -> Result<Self> {
        Ok(Self { known, statement: RefCell::new(lease.prepare_cached(sql)?) })
    }

    fn get(&self, number: u32) -> Result<String> {
        if let Some(text) = self.known.lock().unwrap_or_else(PoisonError::into_inner).get(&number) {
            return Ok(text.to_string());
        }
        let text: String = self.statement.borrow_mut().query_row([number], |row| row.get(0))?;
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MOST {
            known.clear();
        }
        known.insert(number, text.as_str().into());
        Ok(text)
    }
}

//! Connections to one index file: opened read-only and immutable, a few at most, shared by threads.

use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};

use super::read::StoreError;
use super::{APPLICATION_ID, FORMAT};

/// Most connections to one file at a time; further threads wait. A query takes microseconds.
const MOST_CONNECTIONS: usize = 4;

/// Connections of this process beyond which a file keeps one: each costs a descriptor and memory.
const MANY_CONNECTIONS: usize = 200;

/// Kilobytes of pages that a connection keeps, and where a process has many. Pages that are not kept are in the system's cache.
const KEPT_KILOBYTES: usize = 384;
const KEPT_KILOBYTES_OF_MANY: usize = 96;
/// Statements that a connection keeps prepared: more than one kind of question needs; and where a process has many connections.
const KEPT_STATEMENTS: usize = 64;
const KEPT_STATEMENTS_OF_MANY: usize = 12;
/// How many are many.
const MANY: usize = 48;

/// Connections of this process.
static CONNECTIONS: AtomicUsize = AtomicUsize::new(0);

/// The first SQLite whose write-ahead log cannot lose pages. No index uses one, but a build with an older SQLite is not
/// what was tested.
const OLDEST_SQLITE: i32 = 3_051_003;

/// The connections of one file.
pub(super) struct Pool {
    path: PathBuf,
    state: Mutex<State>,
    returned: Condvar,
}

struct State {
    idle: Vec<Connection>,
    open: usize,
}

/// A connection in use; it goes back when dropped.
pub(super) struct Lease<'a> {
    pool: &'a Pool,
    connection: Option<Connection>,
}

impl Pool {
    /// Opens the file once, to see whether it is an index of this format.
    pub(super) fn open(path: &Path) -> Result<Self, StoreError> {
        let first = connect(path)?;
        CONNECTIONS.fetch_add(1, Ordering::Relaxed);
        Ok(Self {
            path: path.to_owned(),
            state: Mutex::new(State { idle: vec![first], open: 1 }),
            returned: Condvar::new(),
        })
    }

    /// A connection for one query.
    pub(super) fn lease(&self) -> Result<Lease<'_>, StoreError> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if let Some(connection) = state.idle.pop() {
                return Ok(Lease { pool: self, connection: Some(connection) });
            }
            if state.open < MOST_CONNECTIONS {
                state.open += 1;
                break;
            }
            state = self.returned.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        drop(state);
        match connect(&self.path) {
            Ok(connection) => {
                CONNECTIONS.fetch_add(1, Ordering::Relaxed);
                Ok(Lease { pool: self, connection: Some(connection) })
            }
            Err(error) => {
                let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
                state.open -= 1;
                // The file was replaced and its name is gone: the connections that are open still read it.
                while state.open > 0 {
                    if let Some(connection) = state.idle.pop() {
                        return Ok(Lease { pool: self, connection: Some(connection) });
                    }
                    state = self.returned.wait(state).unwrap_or_else(PoisonError::into_inner);
                }
                Err(error)
            }
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        let state = self.state.get_mut().unwrap_or_else(PoisonError::into_inner);
        CONNECTIONS.fetch_sub(state.open, Ordering::Relaxed);
    }
}

impl Deref for Lease<'_> {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        self.connection.as_ref().expect("a lease holds its connection until it is dropped")
    }
}

impl Drop for Lease<'_> {
    fn drop(&mut self) {
        if let Some(connection) = self.connection.take() {
            let mut state = self.pool.state.lock().unwrap_or_else(PoisonError::into_inner);
            if !state.idle.is_empty() && CONNECTIONS.load(Ordering::Relaxed) > MANY_CONNECTIONS {
                state.open -= 1;
                CONNECTIONS.fetch_sub(1, Ordering::Relaxed);
            } else {
                state.idle.push(connection);
            }
            drop(state);
            self.pool.returned.notify_one();
        }
    }
}

fn connect(path: &Path) -> Result<Connection, StoreError> {
    if rusqlite::version_number() < OLDEST_SQLITE {
        return Err(StoreError::Unreadable(format!("SQLite {} is too old", rusqlite::version())));
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(uri(path), flags)?;
    configure(&connection)?;
    let pragma = |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, u32>(0));
    if pragma("application_id")? != APPLICATION_ID {
        return Err(StoreError::Damaged("it is not an index file".to_owned()));
    }
    match pragma("user_version")? {
        FORMAT => {}
        0 => return Err(StoreError::Damaged("it was never finished".to_owned())),
        found => return Err(StoreError::OtherFormat { found }),
    }
    if holds_strangers(&connection)? {
        return Err(StoreError::Damaged("it holds views or triggers of someone else".to_owned()));
    }
    Ok(connection)
}

/// Whether the file defines more than tables and indexes: anything else could run code of whoever made the file.
fn holds_strangers(connection: &Connection) -> rusqlite::Result<bool> {
    connection.prepare("SELECT 1 FROM sqlite_schema WHERE type NOT IN ('table', 'index')")?.exists([])
}

/// Sets what a file from elsewhere must not be able to choose. Three hundred files may be open: caches are small, and
/// nothing is mapped, because a file that shrinks under a mapping kills the process.
fn configure(connection: &Connection) -> rusqlite::Result<()> {
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, false)?;
    // Plans know no values: else a statement is prepared again, for each of its values, at what several runs of it take.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    let is_many = CONNECTIONS.load(Ordering::Relaxed) >= MANY;
    let (kept, statements) =
        if is_many { (KEPT_KILOBYTES_OF_MANY, KEPT_STATEMENTS_OF_MANY) } else { (KEPT_KILOBYTES, KEPT_STATEMENTS) };
    connection.set_prepared_statement_cache_capacity(statements);
    connection.execute_batch(&format!(
        "PRAGMA query_only = ON; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0; PRAGMA cache_size = -{kept}; \
         PRAGMA temp_store = MEMORY",
    ))
}

/// The path as SQLite's URI, immutable: no lock is taken and no journal looked for.
fn uri(path: &Path) -> String {
    let text = path.to_string_lossy();
    #[cfg(unix)]
    let bytes = std::os::unix::ffi::OsStrExt::as_bytes(path.as_os_str());
    #[cfg(not(unix))]
    let bytes = text.as_bytes();
    // A drive letter needs a slash before it.
    let mut out = String::from(if text.as_bytes().get(1) == Some(&b':') { "file:/" } else { "file:" });
    for &byte in bytes {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b'~' => out.push(char::from(byte)),
            b'\\' if cfg!(windows) => out.push('/'),
            b':' if cfg!(windows) => out.push(':'),
            _ => out.extend(['%', hex(byte >> 4), hex(byte & 15)]),
        }
    }
    out.push_str("?immutable=1");
    out
}

fn hex(digit: u8) -> char {
    char::from_digit(u32::from(digit), 16).unwrap_or('0')
}

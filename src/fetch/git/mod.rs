//! Git's connections: smart HTTP over the client of all downloads, ssh through the user's own program, and the Git daemon.
//!
//! Promises: one byte limit, one deadline and one cancel flag hold for everything a [`Session`] reads; a silent server is
//! given up; no redirect leads to another host; a secret goes to the host it is bound to and over nothing that others can
//! read; nothing is executed but `ssh` and, where a setting allows it, `git credential fill`. Knows nothing of what the
//! bytes mean: that is the protocol's business.

mod address;
mod credentials;
mod daemon;
mod http;
mod pieces;
mod ssh;

use std::cell::{Cell, RefCell};
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use gix_transport::client::blocking_io::Transport;

pub use address::{Address, Scheme};
pub use credentials::Tokens;

use super::{Client, FetchError};
use crate::config::Netrc;
use crate::text::escape::visible;
use crate::text::redact::without_secrets;
use crate::work::{Work, lock};
use credentials::Login;

/// How often it is looked whether the work is still wanted.
const LOOKED_AGAIN: Duration = Duration::from_millis(25);

/// How Git repositories are reached.
#[derive(Debug, Clone)]
pub struct Options {
    /// The program that `ssh://` runs: a name looked up on the path, or a path.
    pub ssh: String,
    /// Whether `git credential fill` may be asked.
    pub credential_helper: bool,
    pub tokens: Tokens,
    /// Logins by host, where neither a token nor the URL has one.
    pub netrc: Netrc,
}

impl Default for Options {
    fn default() -> Self {
        Self { ssh: "ssh".to_owned(), credential_helper: false, tokens: Tokens::default(), netrc: Netrc::default() }
    }
}

/// Longest list of branches and tags: those of the largest repositories have some ten megabytes.
const LARGEST_LIST: u64 = 64 << 20;

/// Set when it goes.
struct Done<'a>(&'a AtomicBool);

impl Drop for Done<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The limits of one piece of work, shared by all the connections it makes.
pub struct Session<'a> {
    client: &'a Client,
    work: &'a Work,
    shown: String,
    end: Instant,
    received: Cell<u64>,
    /// Where `received` may not come while refs are listed.
    listed_until: Cell<Option<u64>>,
    /// Why a connection broke: the protocol's own words for it would only say that it did.
    failed: RefCell<Option<FetchError>>,
    /// What ssh said on its standard error.
    said: Arc<Mutex<Vec<u8>>>,
    login: RefCell<Option<Login>>,
    helper_asked: Cell<bool>,
}

impl<'a> Session<'a> {
    /// A session with the repository at `address`; connects to nothing yet.
    ///
    /// # Errors
    /// [`FetchError::Offline`] where the network is off.
    pub fn new(client: &'a Client, address: &Address, work: &'a Work) -> Result<Self, FetchError> {
        let shown = address.shown();
        if client.is_offline() {
            return Err(FetchError::Offline { url: shown });
        }
        let settings = client.settings();
        Ok(Self {
            client,
            work,
            shown,
            end: Instant::now() + settings.deadline,
            received: Cell::new(0),
            listed_until: Cell::new(None),
            failed: RefCell::default(),
            said: Arc::default(),
            login: RefCell::new(credentials::at_hand(address, &settings.git)),
            helper_asked: Cell::new(false),
        })
    }

    /// A connection over which the protocol can be spoken.
    ///
    /// # Errors
    /// [`FetchError`]: no connection.
    pub fn connect<'s>(&'s self, address: &Address) -> Result<Box<dyn Transport + 's>, FetchError> {
        tracing::debug!(url = self.shown, "connecting");
        match address.scheme {
            Scheme::Https | Scheme::Http => http::connect(self, address),
            Scheme::Ssh => ssh::connect(self, address),
            Scheme::Git => daemon::connect(self, address),
        }
    }

    /// Runs `job`, which is told by its flag to stop when nobody wants it any more or the deadline has come.
    pub fn watched<T>(&self, job: impl FnOnce(&AtomicBool) -> T) -> T {
        let (stop, done) = (AtomicBool::new(false), AtomicBool::new(false));
        let (work, end) = (self.work, self.end);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    if work.is_cancelled() || Instant::now() > end {
                        stop.store(true, Ordering::Relaxed);
                    }
                    std::thread::sleep(LOOKED_AGAIN);
                }
            });
            // Also where the job panics: the thread would watch for ever.
            let _done = Done(&done);
            job(&stop)
        })
    }

    /// Why it did not go well: what broke the connection, the deadline, or what the program said that made it.
    pub fn failure(&self) -> Option<FetchError> {
        if let Some(failed) = self.failed.take() {
            return Some(failed);
        }
        if let Err(error) = self.check() {
            return Some(error);
        }
        let said = lock(&self.said);
        let said = String::from_utf8_lossy(&said);
        let lines: Vec<&str> = said.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        let last = lines[lines.len().saturating_sub(3)..].join("; ");
        let cause = || visible(&without_secrets(&last)).into_owned();
        (!last.is_empty()).then(|| FetchError::Broken { url: self.shown.clone(), cause: cause() })
    }

    /// Runs `job`, in which the server lists its branches and tags: those are kept in memory, at four times their length.
    pub fn listing<T>(&self, job: impl FnOnce() -> T) -> T {
        self.listed_until.set(Some(self.received.get() + LARGEST_LIST));
        let done = job();
        self.listed_until.set(None);
        done
    }

    /// Bytes received so far.
    #[must_use]
    pub fn received(&self) -> u64 {
        self.received.get()
    }

    /// Whether it may go on.
    fn check(&self) -> Result<(), FetchError> {
        if self.work.is_cancelled() {
            return Err(FetchError::Cancelled);
        }
        if Instant::now() > self.end {
            return Err(FetchError::Deadline { url: self.shown.clone(), after: self.client.settings().deadline });
        }
        Ok(())
    }

    /// Counts what has come in.
    fn take(&self, bytes: usize) -> Result<(), FetchError> {
        let limit = self.client.settings().max_bytes;
        self.received.set(self.received.get() + bytes as u64);
        self.work.add_bytes(bytes as u64);
        if self.listed_until.get().is_some_and(|until| self.received.get() > until) {
            return Err(self.cause(format_args!("its list of branches and tags is longer than {LARGEST_LIST} bytes")));
        }
        if self.received.get() > limit {
            return Err(FetchError::TooLarge { url: self.shown.clone(), limit, announced: None });
        }
        Ok(())
    }

    /// Remembers why a connection broke, and says so to whoever reads from it.
    fn broken(&self, error: FetchError) -> io::Error {
        let said = io::Error::other(error.to_string());
        self.failed.borrow_mut().get_or_insert(error);
        said
    }

    fn cause(&self, cause: impl std::fmt::Display) -> FetchError {
        FetchError::Broken { url: self.shown.clone(), cause: cause.to_string() }
    }
}

//! Hosts: how many downloads one is asked for at once, and how long one that asked for quiet is left alone.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::work::lock;
use reqwest::Url;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Downloads from one host at once; each may have a checksum and a POM under way beside it. Browsers open six connections.
const MOST_AT_ONCE: usize = 6;

/// What is known of the hosts that were asked.
#[derive(Default)]
pub(super) struct Hosts(Mutex<HashMap<String, Arc<Host>>>);

/// A host, with scheme and port.
pub(super) struct Host {
    turns: Arc<Semaphore>,
    quiet_until: Mutex<Option<Instant>>,
}

impl Hosts {
    pub fn of(&self, url: &Url) -> Arc<Host> {
        let mut hosts = lock(&self.0);
        let new = || Arc::new(Host { turns: Arc::new(Semaphore::new(MOST_AT_ONCE)), quiet_until: Mutex::default() });
        Arc::clone(hosts.entry(url.origin().ascii_serialization()).or_insert_with(new))
    }
}

impl Host {
    /// Waits for a turn; it ends when what is given is dropped.
    pub async fn turn(&self) -> Option<OwnedSemaphorePermit> {
        // Nobody closes the semaphore.
        Arc::clone(&self.turns).acquire_owned().await.ok()
    }

    /// Everyone leaves the host alone for this long.
    pub fn hush(&self, time: Duration) {
        let until = Instant::now() + time;
        let mut quiet = lock(&self.quiet_until);
        *quiet = Some(quiet.map_or(until, |known| known.max(until)));
    }

    /// How long the host wants to be left alone from now on.
    pub fn quiet_for(&self) -> Duration {
        let quiet = *lock(&self.quiet_until);
        quiet.map_or(Duration::ZERO, |until| until.saturating_duration_since(Instant::now()))
    }
}

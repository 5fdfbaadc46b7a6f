//! Many artifacts at once: workers that locate, a bounded number of builds, one progress.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use super::{Depth, Outcome, Seeded};
use crate::coordinate::Coordinate;
use crate::error::Failure;
use crate::index::Explorer;
use crate::work::{Work, lock};

/// Most artifacts that are located, and most POMs that are read, at once: repositories close their doors to whoever opens
/// dozens of connections.
pub(super) const DOWNLOADS: usize = 6;

/// How often the cancel flag is passed on and progress is told.
const BEAT: Duration = Duration::from_millis(25);

/// How a build is let in: at most so many at once.
pub struct Slots {
    free: Mutex<usize>,
    freed: Condvar,
}

/// How much is done at once.
pub struct Pace {
    /// Locating, which may download.
    pub locating: Slots,
    /// Building, which takes processors.
    pub building: Slots,
}

/// Gives its place back when it is dropped.
pub struct Slot<'a>(&'a Slots);

impl Slots {
    fn new(count: usize) -> Self {
        Self { free: Mutex::new(count.max(1)), freed: Condvar::new() }
    }

    /// Waits for a place.
    pub fn take(&self, work: &Work) -> Result<Slot<'_>, Failure> {
        let mut free = lock(&self.free);
        while *free == 0 {
            work.check()?;
            free = self.freed.wait_timeout(free, BEAT).unwrap_or_else(PoisonError::into_inner).0;
        }
        *free -= 1;
        Ok(Slot(self))
    }
}

impl Drop for Slot<'_> {
    fn drop(&mut self) {
        *lock(&self.0.free) += 1;
        self.0.freed.notify_one();
    }
}

/// What is to be seeded, and how.
pub struct Seeding<'a> {
    pub artifacts: &'a [Coordinate],
    pub depth: Depth,
    /// Told of every artifact when it is done, from several threads.
    pub done: &'a (dyn Fn(&Seeded) + Sync),
}

impl Explorer {
    /// Seeds artifacts and gives what became of each, in the order asked. `work` counts artifacts as files. Cancelled, it
    /// stops soon; what was not done says so.
    pub fn seed(&self, seeding: &Seeding<'_>, work: &Work) -> Vec<Seeded> {
        let Seeding { artifacts, depth, done } = *seeding;
        work.stage("seeding");
        work.expect_files(artifacts.len() as u64);
        let threads = self.config().threads;
        let pace = Pace { locating: Slots::new(DOWNLOADS), building: Slots::new(threads) };
        let workers = (threads + DOWNLOADS).min(artifacts.len());
        let works: Vec<Mutex<Option<(usize, Work)>>> = (0..workers).map(|_| Mutex::default()).collect();
        let next = AtomicUsize::new(0);
        let running = AtomicUsize::new(workers);
        let outcomes: Vec<Mutex<Option<Seeded>>> = artifacts.iter().map(|_| Mutex::default()).collect();
        thread::scope(|scope| {
            for current in &works {
                let (next, running, outcomes, pace) = (&next, &running, &outcomes, &pace);
                scope.spawn(move || {
                    let _ends = Ends(running);
                    while !work.is_cancelled() {
                        let at = next.fetch_add(1, Ordering::Relaxed);
                        let Some(coordinate) = artifacts.get(at) else { break };
                        let own = Work::default();
                        *lock(current) = Some((at, own.clone()));
                        let seeded = self.engine.seed(coordinate, depth, pace, &own);
                        *lock(current) = None;
                        work.add_files(1);
                        done(&seeded);
                        *lock(&outcomes[at]) = Some(seeded);
                    }
                });
            }
            while running.load(Ordering::Acquire) > 0 {
                thread::sleep(BEAT);
                tell(&works, work);
            }
        });
        self.catalogue.forget();
        let outcomes = outcomes.into_iter().zip(artifacts).map(|(outcome, coordinate)| {
            let outcome = outcome.into_inner().unwrap_or_else(PoisonError::into_inner);
            outcome.unwrap_or_else(|| Seeded::new(coordinate, Outcome::NotDone))
        });
        outcomes.collect()
    }
}

/// Counts a worker out, also one that panics.
struct Ends<'a>(&'a AtomicUsize);

impl Drop for Ends<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Release);
    }
}

/// Passes a cancellation on, and tells what the worker that has been at it longest does.
fn tell(works: &[Mutex<Option<(usize, Work)>>], work: &Work) {
    let mut oldest: Option<(usize, String)> = None;
    for current in works {
        let current = lock(current);
        let Some((at, own)) = &*current else { continue };
        if work.is_cancelled() {
            own.cancel();
        }
        let stage = own.progress().stage;
        if !stage.is_empty() && oldest.as_ref().is_none_or(|(first, _)| at < first) {
            oldest = Some((*at, stage));
        }
    }
    if let Some((_, stage)) = oldest {
        work.describe(stage);
    }
}

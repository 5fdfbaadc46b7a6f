//! Long work in the background: one job a coordinate, however many callers wait for it.
//!
//! A caller waits for its patience and then leaves; the job goes on. A job that nobody wants any more, because each of
//! its callers cancelled, is cancelled too. A panic in a job is an `internal_error` to its callers, nothing more.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::coordinate::Coordinate;
use crate::error::{Failure, Status};
use crate::work::{Work, lock};

/// How often a waiting caller looks at its cancel flag and passes progress on.
const BEAT: Duration = Duration::from_millis(25);

/// The jobs under way, each with an outcome of type `T`.
pub struct Jobs<T> {
    running: Arc<Mutex<HashMap<String, Arc<Job<T>>>>>,
}

struct Job<T> {
    coordinate: Coordinate,
    work: Work,
    state: Mutex<JobState<T>>,
    done: Condvar,
}

struct JobState<T> {
    outcome: Option<Result<T, Failure>>,
    /// Callers that wait; a job that was left to the background counts one for ever.
    wanted: usize,
}

impl<T> Default for Jobs<T> {
    fn default() -> Self {
        Self { running: Arc::default() }
    }
}

impl<T: Clone + Send + 'static> Jobs<T> {
    /// Runs `task` in the background under `name`, or joins the job of that name, and waits for its outcome.
    ///
    /// # Errors
    /// The job's own failure; `indexing` when `patience` ran out first; [`Failure::cancelled`].
    pub fn run(
        &self,
        coordinate: &Coordinate,
        name: String,
        patience: Option<Duration>,
        caller: &Work,
        task: impl FnOnce(&Work) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        caller.check()?;
        let job = self.join_or_start(coordinate, name, task)?;
        let deadline = patience.map(|patience| Instant::now() + patience);
        let mut state = lock(&job.state);
        loop {
            if let Some(outcome) = &state.outcome {
                return outcome.clone();
            }
            if caller.is_cancelled() {
                state.wanted -= 1;
                if state.wanted == 0 {
                    job.work.cancel();
                }
                return Err(Failure::cancelled());
            }
            if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                return Err(under_way(coordinate, &job.work));
            }
            caller.mirror(&job.work);
            state = job.done.wait_timeout(state, BEAT).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn join_or_start(
        &self,
        coordinate: &Coordinate,
        name: String,
        task: impl FnOnce(&Work) -> Result<T, Failure> + Send + 'static,
    ) -> Result<Arc<Job<T>>, Failure> {
        let mut running = lock(&self.running);
        if let Some(job) = running.get(&name) {
            // Looked at under the lock that the last caller to leave holds while it cancels.
            let mut state = lock(&job.state);
            if !job.work.is_cancelled() {
                state.wanted += 1;
                return Ok(Arc::clone(job));
            }
        }
        let job = Arc::new(Job {
            coordinate: coordinate.clone(),
            work: Work::default(),
            state: Mutex::new(JobState { outcome: None, wanted: 1 }),
            done: Condvar::new(),
        });
        let (mine, all, key) = (Arc::clone(&job), Arc::clone(&self.running), name.clone());
        thread::Builder::new()
            .name("index".to_owned())
            .spawn(move || {
                let outcome = catch_unwind(AssertUnwindSafe(|| task(&mine.work)))
                    .unwrap_or_else(|_| Err(Failure::internal("a job panicked; the log on standard error says where")));
                let mut running = lock(&all);
                if running.get(&key).is_some_and(|current| Arc::ptr_eq(current, &mine)) {
                    running.remove(&key);
                }
                drop(running);
                lock(&mine.state).outcome = Some(outcome);
                mine.done.notify_all();
            })
            .map_err(|error| Failure::internal(format_args!("no thread could be started: {error}")))?;
        running.insert(name, Arc::clone(&job));
        Ok(job)
    }

    /// Cancels every job and waits for their end, for at most `within`.
    pub fn stop(&self, within: Duration) {
        let deadline = Instant::now() + within;
        loop {
            let running = lock(&self.running);
            if running.is_empty() || Instant::now() >= deadline {
                return;
            }
            for job in running.values() {
                job.work.cancel();
            }
            drop(running);
            thread::sleep(BEAT / 5);
        }
    }

    /// What the jobs under way are about.
    pub fn coordinates(&self) -> Vec<Coordinate> {
        lock(&self.running).values().map(|job| job.coordinate.clone()).collect()
    }

    /// How many jobs are under way.
    pub fn count(&self) -> usize {
        lock(&self.running).len()
    }
}

fn under_way(coordinate: &Coordinate, work: &Work) -> Failure {
    let progress = work.progress();
    let files = progress.files.map(|(done, all)| format!(", {done} of {all} files")).unwrap_or_default();
    let stage = if progress.stage.is_empty() { String::from("starting") } else { progress.stage };
    let message =
        format!("{coordinate} is being indexed in the background ({stage}{files}); ask again in a few seconds");
    Failure::new(Status::Indexing, message)
}

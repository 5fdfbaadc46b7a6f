//! Progress of a call as MCP's notifications: a number that only grows, and a message for people.

use std::time::{Duration, Instant};

use rmcp::model::{ProgressNotificationParam, ProgressToken};
use rmcp::service::{Peer, RoleServer};

use crate::work::{Progress, Work};

/// How often progress is looked at.
pub(super) const PERIOD: Duration = Duration::from_millis(200);
/// A sign of life is sent at least this often: clients count their time-out from the last one.
const SIGN_OF_LIFE: Duration = Duration::from_secs(5);
/// What a notification adds when nothing can be counted: the number has to grow.
const SMALL_STEP: f64 = 0.001;

/// The progress of one call, as far as it was told.
pub(super) struct Told {
    token: ProgressToken,
    peer: Peer<RoleServer>,
    stage: String,
    /// How many stages are done.
    stages: f64,
    last: f64,
    message: String,
    when: Instant,
}

impl Told {
    pub(super) fn new(token: ProgressToken, peer: Peer<RoleServer>) -> Self {
        let (stage, message) = (String::new(), String::new());
        Self { token, peer, stage, stages: 0.0, last: 0.0, message, when: Instant::now() }
    }

    /// Tells what is new; nothing when nothing is. Gives itself back for the next time.
    pub(super) async fn tell(mut self, work: &Work) -> Self {
        let Some((number, message)) = self.next(&work.progress()) else { return self };
        let params = ProgressNotificationParam::new(self.token.clone(), number).with_message(message);
        if let Err(error) = self.peer.notify_progress(params).await {
            tracing::debug!(%error, "cannot tell progress");
        }
        self
    }

    /// The number and message to send now.
    fn next(&mut self, progress: &Progress) -> Option<(f64, String)> {
        if progress.stage != self.stage {
            if !self.stage.is_empty() {
                self.stages += 1.0;
            }
            self.stage.clone_from(&progress.stage);
        }
        let message = describe(progress);
        if message == self.message && self.when.elapsed() < SIGN_OF_LIFE {
            return None;
        }
        // A stage is one; what is done of it is the fraction.
        self.last = (self.stages + fraction(progress)).max(self.last + SMALL_STEP);
        self.message.clone_from(&message);
        self.when = Instant::now();
        Some((self.last, message))
    }
}

fn fraction(progress: &Progress) -> f64 {
    let part = |done: u64, total: u64| if total == 0 { 0.0 } else { (done as f64 / total as f64).min(0.999) };
    match (progress.files, progress.bytes) {
        (Some((done, total)), _) | (None, Some((done, Some(total)))) => part(done, total),
        _ => 0.0,
    }
}

fn describe(progress: &Progress) -> String {
    let stage = if progress.stage.is_empty() { "working" } else { &progress.stage };
    match (progress.files, progress.bytes) {
        (Some((done, total)), _) => format!("{stage}: {done} of {total} files"),
        (None, Some((done, Some(total)))) => format!("{stage}: {done} of {total} bytes"),
        (None, Some((done, None))) => format!("{stage}: {done} bytes"),
        (None, None) => stage.to_owned(),
    }
}

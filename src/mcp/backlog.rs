//! How much waits to be written: a client that asks and does not read must not cost memory without bound.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use tokio::sync::Notify;

/// From so many bytes on no further call begins.
const MOST: usize = 8 << 20;

/// Bytes of answers that were given and not yet written.
#[derive(Debug, Default)]
pub(super) struct Backlog {
    bytes: AtomicUsize,
    is_closed: AtomicBool,
    change: Notify,
}

impl Backlog {
    pub(super) fn add(&self, bytes: usize) {
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
    }

    pub(super) fn written(&self, bytes: usize) {
        self.bytes.fetch_sub(bytes, Ordering::Relaxed);
        self.change.notify_waiters();
    }

    /// Nothing is written any more: nobody needs to wait for it.
    pub(super) fn close(&self) {
        self.is_closed.store(true, Ordering::Relaxed);
        self.change.notify_waiters();
    }

    fn has_room(&self) -> bool {
        self.bytes.load(Ordering::Relaxed) < MOST || self.is_closed.load(Ordering::Relaxed)
    }

    /// Waits until less is there to be written.
    pub(super) async fn room(&self) {
        loop {
            let change = self.change.notified();
            tokio::pin!(change);
            // What changes from here on wakes it.
            change.as_mut().enable();
            if self.has_room() {
                return;
            }
            change.await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_wait_until_enough_is_written() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        let soon = std::time::Duration::from_millis(50);
        runtime.block_on(async {
            let backlog = Backlog::default();
            backlog.room().await;
            backlog.add(MOST + 1);
            assert!(tokio::time::timeout(soon, backlog.room()).await.is_err());
            tokio::join!(backlog.room(), async { backlog.written(2) });
            backlog.add(2);
            tokio::join!(backlog.room(), async { backlog.close() });
        });
    }
}

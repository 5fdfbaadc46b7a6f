//! Ctrl-C and its like: the first one asks for an end, which then comes cleanly; the second one ends the process.

use std::sync::atomic::{AtomicBool, Ordering};

/// Exit code of a process that a signal ended: 128 and the number of SIGINT, as shells have it.
pub const CODE: u8 = 130;

/// From now on the first SIGINT, SIGTERM or SIGHUP (Ctrl-C on Windows) runs `first`, on a thread of its own. Once a process.
pub fn first(run: impl Fn() + Send + 'static) {
    let asked = AtomicBool::new(false);
    let handler = move || {
        if asked.swap(true, Ordering::Relaxed) {
            std::process::exit(CODE.into());
        }
        run();
    };
    if let Err(error) = ctrlc::set_handler(handler) {
        tracing::warn!(%error, "an interruption ends the process at once");
    }
}

//! Ctrl-C and its like: the first one cancels the work, which then ends cleanly; the second ends the process.
#![allow(clippy::disallowed_macros, clippy::disallowed_methods, reason = "the command line owns the standard streams")]

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};

use super::output::Code;
use crate::work::Work;

/// From now on SIGINT, SIGTERM and SIGHUP (Ctrl-C on Windows) cancel `work`. Once a process.
pub(super) fn cancels(work: &Work) {
    let work = work.clone();
    let asked = AtomicBool::new(false);
    let handler = move || {
        if asked.swap(true, Ordering::Relaxed) {
            std::process::exit(Code::Interrupted as i32);
        }
        work.cancel();
        // There is nobody to tell when standard error is closed.
        let _ = writeln!(std::io::stderr(), "interrupted: ending what is under way; once more ends at once");
    };
    if let Err(error) = ctrlc::set_handler(handler) {
        tracing::warn!(%error, "an interruption ends the process at once");
    }
}

//! Ctrl-C and its like: the first one asks for an end, which then comes cleanly and soon; the second one ends the process.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// Exit code of a process that a signal ended, whichever it was: 128 and the number of SIGINT, as shells have it.
pub const CODE: u8 = 130;

/// How long what is under way may take to end. What waits for another program that reads or writes slowly never looks.
const LONGEST: Duration = Duration::from_secs(5);

/// Somebody is asked and may answer so: there is nothing to clean up.
static IS_ASKING: AtomicBool = AtomicBool::new(false);

/// From now on the first SIGINT, SIGTERM or SIGHUP (Ctrl-C on Windows) runs `first`, on a thread of its own. What the process
/// was told to ignore, as `nohup` does, stays ignored. Once a process.
pub fn first(run: impl Fn() + Send + 'static) {
    let mut was_asked = false;
    let asked = move || {
        if std::mem::replace(&mut was_asked, true) || IS_ASKING.load(Ordering::Relaxed) {
            std::process::exit(CODE.into());
        }
        run();
        // Without a thread it is the second signal that ends it.
        let _ = thread::Builder::new().spawn(|| {
            thread::sleep(LONGEST);
            std::process::exit(CODE.into());
        });
    };
    if let Err(error) = listen(asked) {
        tracing::warn!(%error, "an interruption ends the process at once");
    }
}

/// Asks somebody: Ctrl-C ends the process meanwhile.
pub fn while_asking<T>(ask: impl FnOnce() -> T) -> T {
    IS_ASKING.store(true, Ordering::Relaxed);
    let answer = ask();
    IS_ASKING.store(false, Ordering::Relaxed);
    answer
}

#[cfg(unix)]
fn listen(mut asked: impl FnMut() + Send + 'static) -> std::io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

    let ignored = ignored();
    let heeded = [SIGHUP, SIGINT, SIGTERM].into_iter().filter(|signal| ignored >> (signal - 1) & 1 == 0);
    let mut signals = signal_hook::iterator::Signals::new(heeded)?;
    let heed = move || signals.forever().for_each(|_| asked());
    thread::Builder::new().name("signals".to_owned()).spawn(heed).map(drop)
}

/// A bit for each signal that this process was started to ignore, as Linux tells it; elsewhere nobody says.
#[cfg(unix)]
fn ignored() -> u64 {
    let status = crate::fs::read(std::path::Path::new("/proc/self/status"), 64 << 10).unwrap_or_default();
    let text = String::from_utf8_lossy(&status);
    let mask = text.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}

#[cfg(not(unix))]
fn listen(asked: impl FnMut() + Send + 'static) -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(asked)
}

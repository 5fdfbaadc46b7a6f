//! A progress bar on standard error while work takes long: stage, bytes, files. Only on a terminal.

use std::io::IsTerminal;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread::JoinHandle;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::text::escape::visible;
use crate::work::{Progress, Work};

/// Work shorter than this shows nothing: a bar that flashes says less than none.
const PATIENCE: Duration = Duration::from_millis(300);
/// How often the bar is drawn.
const PERIOD: Duration = Duration::from_millis(100);

/// Shows the progress of some work until it is dropped.
pub(super) struct Shown {
    /// Dropped first, which tells the thread to end.
    done: Option<mpsc::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// Begins to show what `work` does; on anything but a terminal it shows nothing.
pub(super) fn show(work: &Work) -> Shown {
    show_counting(work, "files")
}

/// The same, where what is counted is not files.
pub(super) fn show_counting(work: &Work, unit: &'static str) -> Shown {
    if !std::io::stderr().is_terminal() {
        return Shown { done: None, thread: None };
    }
    let (done, ended) = mpsc::channel();
    let work = work.clone();
    let thread = std::thread::Builder::new().name("progress".to_owned()).spawn(move || draw(&work, unit, &ended));
    Shown { done: Some(done), thread: thread.ok() }
}

impl Drop for Shown {
    fn drop(&mut self) {
        drop(self.done.take());
        // The bar is wiped before the answer is printed.
        self.thread.take().map(JoinHandle::join);
    }
}

fn draw(work: &Work, unit: &str, ended: &mpsc::Receiver<()>) {
    if ended.recv_timeout(PATIENCE) != Err(RecvTimeoutError::Timeout) {
        return;
    }
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    loop {
        update(&bar, unit, &work.progress());
        bar.tick();
        if ended.recv_timeout(PERIOD) != Err(RecvTimeoutError::Timeout) {
            break;
        }
    }
    bar.finish_and_clear();
}

fn update(bar: &ProgressBar, unit: &str, progress: &Progress) {
    let units = format!("{{pos}}/{{len}} {unit}");
    let (done, total, counted) = match (progress.files, progress.bytes) {
        (Some((done, total)), _) => (done, Some(total), units.as_str()),
        (None, Some((done, Some(total)))) => (done, Some(total), "{bytes}/{total_bytes}"),
        (None, Some((done, None))) => (done, None, "{bytes}"),
        (None, None) => (0, None, ""),
    };
    // The text comes last and is cut: what wraps on a narrow terminal cannot be wiped cleanly.
    let template = match total {
        Some(_) => format!("{{spinner}} [{{bar:12}}] {counted} {{wide_msg}}"),
        None => format!("{{spinner}} {counted} {{wide_msg}}"),
    };
    if let Ok(style) = ProgressStyle::with_template(&template) {
        bar.set_style(style.progress_chars("=> "));
    }
    bar.set_message(visible(&progress.stage).into_owned());
    match total {
        Some(total) => bar.set_length(total),
        None => bar.unset_length(),
    }
    bar.set_position(done);
}

//! The parent's side of one running child: its pipes, and a thread that kills it when it overstays.

use std::io;
use std::process::{ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::{CHILD_ARGUMENT, Program, TIMED_OUT_EXIT, frame};
use crate::model::ParsedFile;

/// How often the guard looks at the clock. It is the backstop: the child's own watchdog is exact.
const TICK: Duration = Duration::from_secs(1);

/// The clock's value while no file is in flight.
const IDLE: u64 = 0;

/// A child that was started.
pub struct Running {
    process: Arc<Mutex<std::process::Child>>,
    input: Option<ChildStdin>,
    output: ChildStdout,
    buffer: Vec<u8>,
    clock: Arc<Clock>,
    /// Dropped to end the guard.
    alive: Option<Sender<()>>,
    guard: Option<JoinHandle<()>>,
    process_id: u32,
}

/// When the file in flight was sent.
struct Clock {
    began: Instant,
    /// Milliseconds after `began`, plus one; [`IDLE`] while nothing is in flight.
    sent: AtomicU64,
    killed: AtomicU64,
}

impl Running {
    /// Starts a child. A file that takes longer than `patience` ends it.
    pub fn start(program: &Program, patience: Duration) -> io::Result<Self> {
        let mut command = Command::new(&program.0);
        command.arg(CHILD_ARGUMENT).env_clear().stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        // A terminal's Ctrl-C is the parent's to handle; the child ends with its standard input.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut process = command.spawn()?;
        let process_id = process.id();
        let pipes = process.stdin.take().zip(process.stdout.take());
        let (input, output) = pipes.ok_or_else(|| io::Error::from(io::ErrorKind::BrokenPipe))?;
        let process = Arc::new(Mutex::new(process));
        let clock = Arc::new(Clock { began: Instant::now(), sent: AtomicU64::new(IDLE), killed: AtomicU64::new(IDLE) });
        let (alive, ended) = mpsc::channel();
        let guard = std::thread::Builder::new().name("parse-guard".to_owned()).spawn({
            let (process, clock) = (Arc::clone(&process), Arc::clone(&clock));
            move || {
                while ended.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                    if clock.in_flight().is_some_and(|since| since > patience) {
                        clock.killed.store(1, Ordering::Release);
                        let mut process = process.lock().unwrap_or_else(PoisonError::into_inner);
                        let _ = process.kill();
                    }
                }
            }
        })?;
        Ok(Self {
            process,
            input: Some(input),
            output,
            buffer: Vec::new(),
            clock,
            alive: Some(alive),
            guard: Some(guard),
            process_id,
        })
    }

    /// Sends a request and waits for its answer. None: the child is gone or talks nonsense, and is of no further use.
    pub fn ask(&mut self, request: &[u8]) -> Option<ParsedFile> {
        self.clock.start();
        let answer = self.exchange(request);
        self.clock.stop();
        answer.ok()
    }

    fn exchange(&mut self, request: &[u8]) -> io::Result<ParsedFile> {
        let input = self.input.as_mut().ok_or_else(|| io::Error::from(io::ErrorKind::BrokenPipe))?;
        frame::send(input, request)?;
        frame::receive(&mut self.output, &mut self.buffer)?;
        frame::decode(&self.buffer)
    }

    /// The number of the process.
    pub fn process_id(&self) -> u32 {
        self.process_id
    }

    /// Ends the child and waits for it; true when the clock had ended it.
    pub fn end(mut self) -> bool {
        self.reap()
    }

    fn reap(&mut self) -> bool {
        if self.input.take().is_none() {
            return false;
        }
        // The end of its standard input ends a child, even one that is busy.
        drop(self.alive.take());
        if let Some(guard) = self.guard.take() {
            let _ = guard.join();
        }
        let mut process = self.process.lock().unwrap_or_else(PoisonError::into_inner);
        let timed_out = self.clock.killed.load(Ordering::Acquire) != IDLE;
        let exit = process.wait().ok().and_then(|status| status.code());
        timed_out || exit == Some(TIMED_OUT_EXIT)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.reap();
    }
}

impl Clock {
    fn now(&self) -> u64 {
        self.began.elapsed().as_millis() as u64 + 1
    }

    fn start(&self) {
        self.sent.store(self.now(), Ordering::Release);
    }

    fn stop(&self) {
        self.sent.store(IDLE, Ordering::Release);
    }

    /// How long the file in flight has been there.
    fn in_flight(&self) -> Option<Duration> {
        let sent = self.sent.load(Ordering::Acquire);
        (sent != IDLE).then(|| Duration::from_millis(self.now().saturating_sub(sent)))
    }
}

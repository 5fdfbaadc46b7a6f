//! The parent's side of one running child: its pipes, and a thread that kills it when it overstays.

use std::io::{self, BufReader};
use std::process::{ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::frame::Answer;
use super::{CHILD_ARGUMENT, Program, TIMED_OUT_EXIT, frame};

/// How often the guard looks at the clock. It is the backstop: the child's own watchdog is exact.
const TICK: Duration = Duration::from_secs(1);

/// The clock's value while no file is in flight.
const IDLE: u64 = u64::MAX;

/// How much of the answers is read at once: what a pipe holds.
const READ_AHEAD: usize = 64 * 1024;

/// How a child came to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// Its own clock ended it, after it had sent all answers but the one it was at.
    ByItsClock,
    /// It overstayed and was killed; answers may have been on their way.
    ByTheGuard,
    /// It died, or was told to go.
    Otherwise,
}

/// A child that was started.
pub struct Running {
    process: Arc<Mutex<std::process::Child>>,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    buffer: Vec<u8>,
    clock: Arc<Clock>,
    /// Dropped to end the guard.
    alive: Option<Sender<()>>,
    guard: Option<JoinHandle<()>>,
    process_id: u32,
}

/// When the files in flight must be done.
struct Clock {
    began: Instant,
    /// Milliseconds after `began`; [`IDLE`] while nothing is in flight.
    deadline: AtomicU64,
    killed: AtomicBool,
}

impl Running {
    /// Starts a child.
    pub fn start(program: &Program) -> io::Result<Self> {
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
        let clock =
            Arc::new(Clock { began: Instant::now(), deadline: AtomicU64::new(IDLE), killed: AtomicBool::new(false) });
        let (alive, ended) = mpsc::channel();
        let guard = std::thread::Builder::new().name("parse-guard".to_owned()).spawn({
            let (process, clock) = (Arc::clone(&process), Arc::clone(&clock));
            move || {
                while ended.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                    if clock.is_over() {
                        clock.killed.store(true, Ordering::Release);
                        let mut process = process.lock().unwrap_or_else(PoisonError::into_inner);
                        let _ = process.kill();
                    }
                }
            }
        })?;
        Ok(Self {
            process,
            input: Some(input),
            output: BufReader::with_capacity(READ_AHEAD, output),
            buffer: Vec::new(),
            clock,
            alive: Some(alive),
            guard: Some(guard),
            process_id,
        })
    }

    /// Sends a frame of files and waits for the answers, of which it gives each to `take`, for no longer than `patience`.
    /// False: the child is gone or talks nonsense, and is of no further use.
    pub fn ask(&mut self, batch: &[u8], count: usize, patience: Duration, take: impl FnMut(Answer)) -> bool {
        self.clock.start(patience);
        let answers = self.exchange(batch, count, take);
        self.clock.stop();
        answers.is_ok()
    }

    fn exchange(&mut self, batch: &[u8], count: usize, mut take: impl FnMut(Answer)) -> io::Result<()> {
        let input = self.input.as_mut().ok_or_else(|| io::Error::from(io::ErrorKind::BrokenPipe))?;
        frame::send(input, batch)?;
        for _ in 0..count {
            frame::receive(&mut self.output, &mut self.buffer)?;
            take(frame::decode(&self.buffer)?);
        }
        Ok(())
    }

    /// The number of the process.
    pub fn process_id(&self) -> u32 {
        self.process_id
    }

    /// Ends the child, waits for it, and tells how it came to its end.
    pub fn end(mut self) -> Ended {
        self.reap()
    }

    fn reap(&mut self) -> Ended {
        if self.input.take().is_none() {
            return Ended::Otherwise;
        }
        // The end of its standard input ends a child, even one that is busy.
        drop(self.alive.take());
        if let Some(guard) = self.guard.take() {
            let _ = guard.join();
        }
        let mut process = self.process.lock().unwrap_or_else(PoisonError::into_inner);
        match process.wait().ok().and_then(|status| status.code()) {
            Some(TIMED_OUT_EXIT) => Ended::ByItsClock,
            _ if self.clock.killed.load(Ordering::Acquire) => Ended::ByTheGuard,
            _ => Ended::Otherwise,
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.reap();
    }
}

impl Clock {
    fn now(&self) -> u64 {
        self.began.elapsed().as_millis() as u64
    }

    fn start(&self, patience: Duration) {
        self.deadline.store(self.now() + patience.as_millis() as u64, Ordering::Release);
    }

    fn stop(&self) {
        self.deadline.store(IDLE, Ordering::Release);
    }

    fn is_over(&self) -> bool {
        self.now() > self.deadline.load(Ordering::Acquire)
    }
}

//! The process of a decompiler: one run, within bounds.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::program::{Decompiler, Kind};
use crate::error::{Failure, Status};
use crate::fs::{self, Limits};
use crate::source::limits;
use crate::work::Work;

/// Memory for objects.
const HEAP: &str = "-Xmx1g";

/// How often the clock and the caller's wish are looked at.
const BEAT: Duration = Duration::from_millis(25);

/// How often what was written is counted.
const COUNTED: Duration = Duration::from_secs(1);

/// Where a run reads and writes: all of it below one folder.
pub struct Place {
    pub input: PathBuf,
    pub output: PathBuf,
    scratch: PathBuf,
}

impl Place {
    /// Makes the folders of a run.
    pub fn in_folder(folder: &Path) -> Result<Self, Failure> {
        let place = Self { input: folder.join("in.jar"), output: folder.join("out"), scratch: folder.join("scratch") };
        fs::create_folder(&place.output)?;
        fs::create_folder(&place.scratch)?;
        Ok(place)
    }
}

/// How a run came to its end. What was written until then is there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ended {
    Well,
    /// It failed by itself.
    Failed(String),
    TimedOut,
    /// It wrote more than any library has.
    TooMuch,
}

impl Ended {
    /// What to say of it.
    pub fn problem(&self) -> Option<String> {
        match self {
            Self::Well => None,
            Self::Failed(how) => Some(format!("it ended with {how}; types that it did not get to are shown as outlines")),
            Self::TimedOut => Some(
                "it took longer than decompiler_deadline allows and was ended; types that it did not get to are shown as \
                 outlines"
                    .to_owned(),
            ),
            Self::TooMuch => Some("it wrote more than any library has and was ended".to_owned()),
        }
    }
}

/// Runs the decompiler and waits for its end.
///
/// # Errors
/// `indexing_failed` where it cannot be started; [`Failure::cancelled`].
pub fn run(
    program: &Decompiler,
    place: &Place,
    threads: usize,
    deadline: Duration,
    work: &Work,
) -> Result<Ended, Failure> {
    let mut running = Running(command(program, place, threads).spawn().map_err(|error| {
        let message = format!("{} cannot be started: {error}", program.java.display());
        Failure::new(Status::IndexingFailed, message).hint("unset the setting decompiler, or name another JDK")
    })?);
    let began = Instant::now();
    let mut counted = Instant::now();
    loop {
        work.check()?;
        match running.0.try_wait() {
            Ok(Some(status)) if status.success() => return Ok(Ended::Well),
            Ok(Some(status)) => return Ok(Ended::Failed(status.to_string())),
            Ok(None) => {}
            Err(error) => return Ok(Ended::Failed(error.to_string())),
        }
        if began.elapsed() > deadline {
            return Ok(Ended::TimedOut);
        }
        if counted.elapsed() > COUNTED {
            if !is_within_bounds(&place.output) || !is_within_bounds(&place.scratch) {
                return Ok(Ended::TooMuch);
            }
            counted = Instant::now();
        }
        std::thread::sleep(BEAT);
    }
}

/// A process that ends with this value.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn command(program: &Decompiler, place: &Place, threads: usize) -> Command {
    let option = |name: &str, path: &Path| {
        let mut option = OsString::from(name);
        option.push(path);
        option
    };
    let mut command = Command::new(&program.java);
    command.env_clear().envs(program.environment.iter().map(|(name, value)| (name, value)));
    command.current_dir(&place.scratch).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.args([
        HEAP,
        "-XX:+UseSerialGC",
        "-XX:-UsePerfData",
        "-XX:+ExitOnOutOfMemoryError",
        "-Djava.awt.headless=true",
    ]);
    command.arg(format!("-XX:ActiveProcessorCount={}", threads.clamp(1, 64)));
    // Nothing answers there: a connection that anything in it tried would fail.
    command.args(["-DsocksProxyHost=127.0.0.1", "-DsocksProxyPort=9"]);
    command.arg(option("-Djava.io.tmpdir=", &place.scratch)).arg(option("-Duser.home=", &place.scratch));
    command.arg("-jar").arg(&program.jar).arg(&place.input);
    match program.kind {
        Kind::Vineflower => command.arg(&place.output),
        Kind::Cfr => command.arg("--outputdir").arg(&place.output).args(["--silent", "true"]),
    };
    // A terminal's Ctrl-C is the parent's to handle, which ends it then.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    command
}

/// Whether a folder holds no more than a source may.
fn is_within_bounds(folder: &Path) -> bool {
    let bounds = Limits { files: limits::FILES, depth: limits::DEPTH };
    let Ok(walked) = fs::walk(folder, bounds, |_, _| true) else { return false };
    walked.files.iter().map(|file| file.stamp.length).sum::<u64>() <= limits::TOTAL_BYTES
}

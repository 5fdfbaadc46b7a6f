//! What a process costs: time on the wall, time on processors with all its children, memory of the whole tree.

use std::fs;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeVal;

/// Time of one run.
#[derive(Debug, Clone, Copy, Default)]
pub struct Cost {
    pub wall: Duration,
    /// User and system time of the process and everything it started and waited for.
    pub cpu: Duration,
}

/// Cores that may be used.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// What this process spends on `run`.
pub fn cost_here(run: impl FnOnce()) -> Cost {
    cost(UsageWho::RUSAGE_SELF, run)
}

/// What a command costs, which has to succeed; none where its program is not installed.
pub fn cost_of(command: &mut Command) -> Option<Cost> {
    let mut ended = None;
    let cost = cost(UsageWho::RUSAGE_CHILDREN, || ended = command.status().ok());
    let status = ended?;
    assert!(status.success(), "{command:?}: {status}");
    Some(cost)
}

fn cost(of: UsageWho, run: impl FnOnce()) -> Cost {
    let (before, began) = (spent(of), Instant::now());
    run();
    Cost { wall: began.elapsed(), cpu: spent(of).saturating_sub(before) }
}

fn spent(of: UsageWho) -> Duration {
    let usage = getrusage(of).unwrap();
    let time = |value: TimeVal| {
        Duration::new(value.tv_sec().unsigned_abs(), 0) + Duration::from_micros(value.tv_usec().unsigned_abs())
    };
    time(usage.user_time()) + time(usage.system_time())
}

/// The most memory that a command's whole process tree held at once, in bytes, looked at every two milliseconds. Pages that
/// parent and children share count once for each.
pub fn peak_of(command: &mut Command) -> u64 {
    let mut child = command.spawn().unwrap();
    let mut peak = 0;
    while child.try_wait().unwrap().is_none() {
        peak = peak.max(memory(&child));
        std::thread::sleep(Duration::from_millis(2));
    }
    peak
}

/// Resident memory of a process and all below it, in bytes.
pub fn memory(child: &Child) -> u64 {
    memory_of(child.id())
}

fn memory_of(process: u32) -> u64 {
    let children = |task: fs::DirEntry| fs::read_to_string(task.path().join("children")).unwrap_or_default();
    let tasks = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let children: String = tasks.map(children).collect();
    let below: u64 = children.split_whitespace().filter_map(|id| id.parse().ok()).map(memory_of).sum();
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes = resident.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kilobytes.unwrap_or(0) * 1024 + below
}

/// Cores and processor, without a name of the machine.
pub fn described() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": ").map(|(_, name)| name));
    let memory = fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let memory =
        memory.lines().find_map(|line| line.strip_prefix("MemTotal:")?.split_whitespace().next()?.parse::<u64>().ok());
    let gigabytes = memory.unwrap_or(0).div_ceil(1 << 20);
    format!(
        "{} cores of {}, {gigabytes} GiB of memory, {}",
        cores(),
        model.unwrap_or("a processor"),
        std::env::consts::OS
    )
}

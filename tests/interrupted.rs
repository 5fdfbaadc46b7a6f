//! Signals in the midst of a download: a command and a server end cleanly, soon, and leave nothing half done.
#![cfg(unix)]
#![allow(clippy::disallowed_methods, clippy::unwrap_used, reason = "a test may panic and looks at files")]

#[path = "common/home.rs"]
mod home;
#[path = "common/server.rs"]
mod server;
#[path = "common/session.rs"]
mod session;

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use home::Home;
use serde_json::json;
use server::{Reply, Server};
use session::{Session, mcp};

/// A download that never comes to its end.
const STALLED: &str = "/slow-sources.jar";

fn stalled() -> Server {
    let server = Server::start();
    server.on(STALLED, Reply::ok("PK\u{3}\u{4}").announcing(1_000_000).stalling());
    server
}

fn until(what: &str, holds: impl Fn() -> bool) {
    let began = Instant::now();
    while !holds() {
        assert!(began.elapsed() < Duration::from_secs(20), "{what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

fn signal(process: u32, name: &str) {
    assert!(Command::new("kill").args([name, &process.to_string()]).status().unwrap().success());
}

/// Whether this test, and with it what it starts, was told to ignore a signal: `nohup` and CI systems do so.
fn is_ignored(signal: u32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.is_some_and(|mask| u64::from_str_radix(mask.trim(), 16).unwrap() >> (signal - 1) & 1 == 1)
}

fn staged(home: &Home) -> usize {
    std::fs::read_dir(home.cache().join("tmp")).map_or(0, Iterator::count)
}

#[test]
fn a_command_ends_cleanly() {
    for (name, number) in [("-INT", 2), ("-TERM", 15)] {
        if is_ignored(number) {
            continue;
        }
        let (home, server) = (Home::new(), stalled());
        let mut command = home.command();
        command.env("JARDEX_OFFLINE", "false").args(["add", "org.example:slow:1", &server.url(STALLED)]);
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        until("the download is under way", || staged(&home) > 0 && !server.asked().is_empty());
        signal(child.id(), name);
        let ended = child.wait_with_output().unwrap();
        let err = String::from_utf8(ended.stderr).unwrap();
        assert_eq!((ended.status.code(), ended.stdout.len(), staged(&home)), (Some(130), 0, 0), "{name}: {err}");
        assert_eq!(err, "interrupted: ending what is under way; once more ends at once\n");
    }
}

#[test]
fn a_server_ends_cleanly() {
    for (name, number) in [("-INT", 2), ("-TERM", 15), ("-HUP", 1)] {
        if is_ignored(number) {
            continue;
        }
        let (home, server) = (Home::new(), stalled());
        let mut session = Session::initialized(mcp(&home, &[]).env("JARDEX_OFFLINE", "false"), "2025-11-25");
        let given = json!({"group_id": "org.example", "artifact_id": "slow", "version": "1", "source_uri": server.url(STALLED)});
        let params = json!({"name": "register_source", "arguments": given});
        session.send(&json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}));
        until("the download is under way", || staged(&home) > 0 && !server.asked().is_empty());
        signal(session.process_id(), name);
        let (code, took) = session.ended();
        assert_eq!((code, staged(&home)), (Some(0), 0), "{name}");
        assert!(took < Duration::from_secs(2), "{name}: {took:?}");
    }
}

#[test]
fn a_server_that_nobody_spoke_to_ends_too() {
    let home = Home::new();
    let mut session = Session::start(&mut mcp(&home, &[]));
    // An answer shows that it has begun; a handshake it was not.
    session.ask(1, "server/discover", &json!({}));
    signal(session.process_id(), "-TERM");
    assert_eq!(session.ended().0, Some(0));
}

#[test]
fn a_command_that_nobody_reads_from_ends_before_long() {
    let home = Home::new();
    let text = format!("class A {{ /* {} */ }}\n", "x".repeat(4 << 20));
    home.write("src/A.java", &text);
    assert_eq!(home.run(&["add", "org.example:large:1", &home.path("src").display().to_string()]).code, 0);
    let mut command = home.command();
    command.args(["cat", "org.example:large:1", "A.java"]).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    std::thread::sleep(Duration::from_millis(500));
    assert!(child.try_wait().unwrap().is_none(), "it waits for its reader");
    signal(child.id(), "-TERM");
    let began = Instant::now();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(began.elapsed() < Duration::from_secs(20));
}

#[cfg(target_os = "linux")]
#[test]
fn what_is_to_be_ignored_stays_ignored() {
    let home = Home::new();
    let program = mcp(&home, &[]);
    let mut shell = Command::new("sh");
    shell.args(["-c", "trap '' HUP; exec \"$0\" mcp"]).arg(program.get_program());
    shell.envs(program.get_envs().filter_map(|(name, value)| Some((name, value?))));
    let mut session = Session::initialized(&mut shell, "2025-11-25");
    signal(session.process_id(), "-HUP");
    assert_eq!(session.ask(1, "ping", &json!({}))["result"], json!({}));
    signal(session.process_id(), "-TERM");
    assert_eq!(session.ended().0, Some(0));
}

//! An MCP session with the built program, line by line.
#![allow(dead_code, reason = "each test file uses its part")]

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::home::Home;

/// Longer than anything here takes.
const LIMIT: Duration = Duration::from_secs(30);

/// A server and the lines it says; every line has to be JSON.
pub struct Session {
    child: Child,
    to: Option<ChildStdin>,
    from: Receiver<Value>,
}

impl Session {
    pub fn start(command: &mut Command) -> Self {
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("the server starts");
        let out = BufReader::new(child.stdout.take().expect("standard output"));
        let (send, from) = mpsc::channel();
        std::thread::spawn(move || {
            for line in out.lines().map_while(Result::ok) {
                let value = serde_json::from_str(&line).unwrap_or_else(|_| panic!("standard output carries {line}"));
                if send.send(value).is_err() {
                    break;
                }
            }
        });
        let to = child.stdin.take();
        Self { child, to, from }
    }

    /// A server that has shaken hands in this version of the protocol.
    pub fn initialized(command: &mut Command, version: &str) -> Self {
        let mut session = Self::start(command);
        session.send(&initialize(version));
        assert_eq!(session.next()["result"]["protocolVersion"], version);
        session.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        session
    }

    pub fn process_id(&self) -> u32 {
        self.child.id()
    }

    pub fn raw(&mut self, bytes: &[u8]) {
        self.to.as_mut().expect("an open input").write_all(bytes).expect("the server reads");
    }

    pub fn send(&mut self, message: &Value) {
        self.raw(format!("{message}\n").as_bytes());
    }

    pub fn next(&self) -> Value {
        self.from.recv_timeout(LIMIT).expect("an answer in time")
    }

    pub fn ask(&mut self, id: u64, method: &str, params: &Value) -> Value {
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        let answer = self.next();
        assert_eq!(answer["id"], id, "{answer}");
        answer
    }

    /// Waits for the end of a server that was told to end, its input open; gives the exit code and how long it took.
    pub fn ended(mut self) -> (Option<i32>, Duration) {
        let begun = Instant::now();
        let code = self.child.wait().expect("the server ends").code();
        (code, begun.elapsed())
    }

    /// Closes the input; gives the exit code, what was still said, and how long it took.
    pub fn end(mut self) -> (Option<i32>, Vec<Value>, Duration) {
        let begun = Instant::now();
        drop(self.to.take());
        let code = self.child.wait().expect("the server ends").code();
        let took = begun.elapsed();
        (code, self.from.iter().collect(), took)
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // Only after a failed test is it still there.
        let _ = self.child.kill();
    }
}

/// `jardex mcp` in this home.
pub fn mcp(home: &Home, arguments: &[&str]) -> Command {
    let mut command = home.command();
    command.arg("mcp").args(arguments);
    command
}

/// The first request of a session with a handshake.
pub fn initialize(version: &str) -> Value {
    json!({"jsonrpc": "2.0", "id": "hello", "method": "initialize", "params": {
        "protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}})
}

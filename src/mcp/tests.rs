//! Sessions over pipes, with tools made for it: what no real tool does on command (wait, panic, tell progress).

use std::io::{BufRead, BufReader, PipeWriter, Write};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::server::Server;
use super::session;
use super::transport::Stdio;
use crate::config::{Config, Format};
use crate::error::Failure;
use crate::index::Explorer;
use crate::parse::worker::Program;
use crate::tools::page::{Page, Style};
use crate::tools::{Answer, Call, Command, Hints, Tool};

/// Longer than anything here takes: a test that waits for it has failed.
const LIMIT: Duration = Duration::from_secs(20);

struct Said(&'static str);

impl Answer for Said {
    fn json(&self) -> Value {
        json!({"status": "success", "said": self.0})
    }

    fn page(&self, page: &mut Page) {
        page.line(Style::Plain, self.0);
    }
}

const fn tool(name: &'static str, run: fn(&Call<'_>) -> Result<Box<dyn Answer>, Failure>) -> Tool {
    Tool {
        name,
        title: name,
        description: name,
        params: &[],
        hints: Hints { read_only: true, destructive: false, idempotent: true, open_world: false },
        command: Command { verb: name, positionals: &[], shortcuts: &[], presets: &[] },
        output: || json!({"type": "object"}),
        run,
    }
}

static QUICK: Tool = tool("quick", |_| Ok(Box::new(Said("done"))));
static PANICS: Tool = tool("panics", |_| panic!("on purpose"));
static WAITS: Tool = tool("waits", |call| {
    let begun = Instant::now();
    while begun.elapsed() < LIMIT {
        call.work.check()?;
        std::thread::yield_now();
    }
    Err(Failure::internal("nobody cancelled"))
});
static COUNTS: Tool = tool("counts", |call| {
    for stage in ["reading", "parsing"] {
        call.work.stage(stage);
        call.work.expect_files(3);
        for _ in 0..3 {
            std::thread::park_timeout(Duration::from_millis(150));
            call.work.add_files(1);
        }
    }
    Ok(Box::new(Said("counted")))
});

static SOON: Tool = tool("soon", |_| {
    std::thread::park_timeout(Duration::from_millis(300));
    Ok(Box::new(Said("in time")))
});

struct Client {
    to: Option<PipeWriter>,
    from: Receiver<Value>,
    server: Option<std::thread::JoinHandle<Duration>>,
}

impl Client {
    fn start(format: Format, threads: usize) -> Self {
        let home = std::env::temp_dir().join("jardex-nothing-is-written-here");
        let explorer = Explorer::new(Config::at(home), Program("unused".into()), None);
        let server = Arc::new(Server::new(explorer, vec![&QUICK, &PANICS, &WAITS, &COUNTS, &SOON], format, threads));
        let (input, to) = std::io::pipe().unwrap();
        let (from, output) = std::io::pipe().unwrap();
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_time().build().unwrap();
            let stdio = Stdio::open(BufReader::new(input), output, server.backlog());
            runtime.block_on(session(&server, &stdio));
            let begun = Instant::now();
            runtime.shutdown_background();
            begun.elapsed()
        });
        let (send, receive) = mpsc::channel();
        std::thread::spawn(move || {
            for line in BufReader::new(from).lines().map_while(Result::ok) {
                let value = serde_json::from_str(&line).expect("every line out is JSON");
                if send.send(value).is_err() {
                    break;
                }
            }
        });
        let mut client = Self { to: Some(to), from: receive, server: Some(thread) };
        client.send(&json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
            "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}}));
        assert_eq!(client.next()["result"]["protocolVersion"], "2025-06-18");
        client.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        client
    }

    fn send(&mut self, message: &Value) {
        writeln!(self.to.as_mut().unwrap(), "{message}").unwrap();
    }

    fn call(&mut self, id: u64, tool: &str) {
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": "tools/call",
            "params": {"name": tool, "arguments": {}, "_meta": {"progressToken": format!("token {id}")}}}));
    }

    fn cancel(&mut self, id: u64) {
        self.send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}}));
    }

    fn next(&self) -> Value {
        self.from.recv_timeout(LIMIT).expect("an answer in time")
    }

    /// The next message that is an answer.
    fn answer(&self) -> Value {
        loop {
            let message = self.next();
            if message.get("id").is_some() {
                return message;
            }
        }
    }

    /// Closes the input and waits for the session's end.
    fn end(mut self) -> Duration {
        let begun = Instant::now();
        drop(self.to.take());
        self.server.take().unwrap().join().unwrap();
        begun.elapsed()
    }
}

#[test]
fn a_cancelled_call_is_stopped_and_not_answered() {
    // More than may run at once: they would fill the server, were they not stopped.
    let mut client = Client::start(Format::Json, 1);
    for id in 1..=20 {
        client.call(id, "waits");
    }
    for id in 1..=20 {
        client.cancel(id);
    }
    client.call(21, "quick");
    let answer = client.answer();
    assert_eq!(answer["id"], 21);
    assert_eq!(answer["result"]["structuredContent"], json!({"status": "success", "said": "done"}));
}

#[test]
fn a_call_under_way_does_not_hold_the_end() {
    let mut client = Client::start(Format::Json, 1);
    client.call(1, "waits");
    client.call(2, "quick");
    assert_eq!(client.answer()["id"], 2);
    let took = client.end();
    assert!(took < Duration::from_secs(2), "{took:?}");
}

#[test]
fn an_answer_that_comes_just_after_the_end_of_input_is_given() {
    let mut client = Client::start(Format::Json, 1);
    client.call(1, "soon");
    drop(client.to.take());
    assert_eq!(client.answer()["result"]["structuredContent"]["said"], "in time");
}

#[test]
fn a_panic_is_an_internal_error_and_the_server_goes_on() {
    let mut client = Client::start(Format::Json, 1);
    client.call(1, "panics");
    let answer = client.answer();
    assert_eq!(answer["result"]["isError"], true);
    assert_eq!(answer["result"]["structuredContent"]["status"], "internal_error");
    client.call(2, "quick");
    assert_eq!(client.answer()["result"]["isError"], false);
}

#[test]
fn progress_grows_and_comes_before_the_answer() {
    let mut client = Client::start(Format::Json, 1);
    client.call(7, "counts");
    let mut numbers = Vec::new();
    let mut messages = Vec::new();
    loop {
        let message = client.next();
        if message["id"] == 7 {
            break;
        }
        assert_eq!(message["method"], "notifications/progress");
        assert_eq!(message["params"]["progressToken"], "token 7");
        numbers.push(message["params"]["progress"].as_f64().unwrap());
        messages.push(message["params"]["message"].as_str().unwrap().to_owned());
    }
    assert!(numbers.len() >= 2, "{numbers:?}");
    assert!(numbers.windows(2).all(|pair| pair[0] < pair[1]), "{numbers:?}");
    assert!(messages.iter().any(|message| message.starts_with("parsing: ")), "{messages:?}");
}

#[test]
fn the_text_form_is_one_block_without_structure_or_output_schema() {
    let mut client = Client::start(Format::Text, 1);
    client.call(1, "quick");
    assert_eq!(client.answer()["result"], json!({"content": [{"type": "text", "text": "done\n"}], "isError": false}));
    client.call(2, "panics");
    assert_eq!(
        client.answer()["result"],
        json!({"content": [{"type": "text", "text": "internal_error: panics panicked\n"}], "isError": true})
    );
    client.send(&json!({"jsonrpc": "2.0", "id": 3, "method": "tools/list"}));
    let tools = client.answer()["result"]["tools"].clone();
    let tools = tools.as_array().unwrap();
    assert_eq!(tools.len(), 5);
    assert!(tools.iter().all(|tool| tool.get("outputSchema").is_none()));
}

#[test]
fn a_batch_with_a_cancelled_call_is_answered_without_it() {
    let mut client = Client::start(Format::Json, 1);
    let call =
        |id: u64, name: &str| json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": name}});
    client.send(&json!([call(1, "waits"), call(2, "quick")]));
    client.call(3, "quick");
    assert_eq!(client.answer()["id"], 3);
    client.cancel(1);
    let batch = client.next();
    let ids: Vec<_> = batch.as_array().unwrap().iter().map(|answer| answer["id"].clone()).collect();
    assert_eq!(ids, [json!(2)]);
}

//! The transport under rmcp: standard input and output, lines of JSON-RPC.
//!
//! rmcp's own transport drops batches and cannot tell whose request a malformed message was. This one answers what can be
//! answered, skips the rest with a warning, and is a handle: a session that failed to begin can begin again on it.

use std::collections::{HashSet, VecDeque};
use std::io::{BufRead, Write};
use std::sync::{Arc, Mutex, MutexGuard, mpsc};
use std::time::Duration;

use memchr::memmem;
use rmcp::RoleServer;
use rmcp::model::{ClientJsonRpcMessage, ClientNotification, ErrorData, RequestId, ServerJsonRpcMessage};
use rmcp::transport::Transport;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Value, json};
use tokio::sync::mpsc as bounded;
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;

use super::backlog::Backlog;
use super::batch::Batches;
use super::lines::{self, Incoming, LONGEST_LINE, Outgoing};
use crate::work::lock;

/// Lines that are read ahead; the rest waits in the pipe.
const AHEAD: usize = 4;

/// Messages of a batch at most: each that is refused is answered, and those answers wait for the others.
const MOST_IN_BATCH: usize = 1_000;

/// How deep what is read may nest, as serde_json has it.
const DEEPEST: usize = 127;

/// The byte order mark some writers begin with.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// What is said of any other id.
const UNFIT_ID: &str = "a request needs an id that is text or a whole number of 64 bits";

/// A handle on standard input and output.
#[derive(Clone)]
pub(super) struct Stdio(Arc<Shared>);

struct Shared {
    incoming: tokio::sync::Mutex<bounded::Receiver<Incoming>>,
    outgoing: mpsc::Sender<Outgoing>,
    backlog: Arc<Backlog>,
    state: Mutex<State>,
    ended: CancellationToken,
    broken: CancellationToken,
}

#[derive(Default)]
struct State {
    /// Messages that were read and not handed over.
    queue: VecDeque<ClientJsonRpcMessage>,
    batches: Batches,
}

/// A message that cannot be handed over.
enum Refused {
    /// Nobody waits for an answer.
    Skip(String),
    Answer(Value, String),
}

impl Stdio {
    /// Reads lines from `input` and writes them to `output`, each on a thread of its own.
    pub(super) fn open(
        input: impl BufRead + Send + 'static,
        output: impl Write + Send + 'static,
        backlog: Arc<Backlog>,
    ) -> Self {
        let (send, incoming) = bounded::channel(AHEAD);
        let (outgoing, receive) = mpsc::channel();
        let (ended, broken) = (CancellationToken::new(), CancellationToken::new());
        let at_end = ended.clone().drop_guard();
        std::thread::spawn(move || {
            lines::read(input, LONGEST_LINE, &send);
            drop(at_end);
        });
        let at_break = broken.clone().drop_guard();
        let waiting = Arc::clone(&backlog);
        std::thread::spawn(move || {
            if let Err(error) = lines::write(output, &receive, &waiting) {
                tracing::debug!(%error, "cannot write standard output");
            }
            waiting.close();
            drop(at_break);
        });
        let state = Mutex::default();
        Self(Arc::new(Shared { incoming: tokio::sync::Mutex::new(incoming), outgoing, backlog, state, ended, broken }))
    }

    /// When standard input has ended.
    pub(super) async fn ended(&self) {
        self.0.ended.cancelled().await;
    }

    /// When standard output is closed.
    pub(super) async fn broken(&self) {
        self.0.broken.cancelled().await;
    }

    /// Waits until everything sent is written, at most this long.
    pub(super) async fn finish(&self, longest: Duration) {
        let (done, written) = oneshot::channel();
        if self.0.outgoing.send(Outgoing::Flush(done)).is_ok() {
            let _ = tokio::time::timeout(longest, written).await;
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.0.state)
    }

    fn line(&self, line: impl Into<Option<Vec<u8>>>) {
        let Some(line) = line.into() else { return };
        self.0.backlog.add(line.len());
        // With standard output closed the session is about to end.
        let _ = self.0.outgoing.send(Outgoing::Line(line));
    }

    /// Understands a line: its messages go into the queue, its refusals out.
    fn accept(&self, line: &[u8]) {
        let line = line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line).trim_ascii();
        if line.is_empty() {
            return;
        }
        let elements = elements(line);
        if elements.as_ref().is_some_and(|elements| elements.len() > MOST_IN_BATCH) {
            self.line(refusal(None, &format!("a batch has at most {MOST_IN_BATCH} messages")));
            return;
        }
        match serde_json::from_slice(line) {
            Ok(Value::Array(items)) => self.accept_batch(items.into_iter().map(element).collect()),
            Ok(value) => match message(value) {
                Ok(message) => self.hand_over(message),
                Err(Refused::Skip(why)) => tracing::warn!("skipped a message: {why}"),
                Err(Refused::Answer(id, why)) => self.line(refusal(Some(&id), &why)),
            },
            Err(error) => self.refuse(line, elements, &error),
        }
    }

    /// Takes what can be read of a line that as a whole cannot: the elements of a batch each for itself, of a message its id.
    fn refuse(&self, line: &[u8], elements: Option<Vec<&[u8]>>, error: &serde_json::Error) {
        if let Some(elements) = elements {
            let read = |part: &[u8]| serde_json::from_slice(part).map_or_else(|error| misread(part, &error), element);
            return self.accept_batch(elements.into_iter().map(read).collect());
        }
        let id = match Envelope::read(line) {
            Some(envelope) => envelope.request().cloned(),
            None => rough_id(line),
        };
        if let Some(id) = id {
            self.line(unreadable(&id, error));
        } else {
            tracing::warn!("skipped a line that is no JSON: {error}");
        }
    }

    fn accept_batch(&self, elements: Vec<Element>) {
        if elements.is_empty() {
            self.line(refusal(None, "an empty batch asks for nothing"));
            return;
        }
        let (mut waiting, mut answers, mut messages) = (HashSet::new(), Vec::new(), Vec::new());
        for element in elements {
            match element {
                Element::Message(message) => {
                    if let ClientJsonRpcMessage::Request(request) = &*message {
                        waiting.insert(request.id.clone());
                    }
                    messages.push(*message);
                }
                Element::Answer(answer) => answers.push(answer),
                Element::Unasked(why) => tracing::warn!("skipped a message: {why}"),
            }
        }
        let now = self.state().batches.begin(waiting, answers);
        self.line(now);
        for message in messages {
            self.hand_over(message);
        }
    }

    fn hand_over(&self, message: ClientJsonRpcMessage) {
        let mut state = self.state();
        let cancelled = cancelled(&message).and_then(|id| state.batches.give_up(id));
        state.queue.push_back(message);
        drop(state);
        self.line(cancelled);
    }
}

/// What is read of a message whose values cannot be: JSON may write what no text or number here can hold, half a surrogate
/// pair or `1e400`, and who sent that waits for an answer all the same.
#[derive(Deserialize)]
struct Envelope {
    id: Option<Value>,
    method: Option<IgnoredAny>,
}

impl Envelope {
    /// None of what is no object: an array of two would do for the fields.
    fn read(text: &[u8]) -> Option<Self> {
        text.starts_with(b"{").then(|| serde_json::from_slice(text).ok()).flatten()
    }

    /// The id to answer to.
    fn request(&self) -> Option<&Value> {
        self.id.as_ref().filter(|id| self.method.is_some() && (id.is_string() || id.is_number()))
    }
}

/// The id of a request that is no JSON, holding a bare `NaN` or a control character, say: who sent it waits all the same. None where
/// it may be that of something else.
fn rough_id(line: &[u8]) -> Option<Value> {
    let is_request = line.starts_with(b"{") && memmem::find(line, b"\"method\"").is_some();
    let mut places = memmem::find_iter(line, b"\"id\"").filter(|_| is_request);
    let place = places.next().filter(|_| places.next().is_none())?;
    let rest = line.get(place + b"\"id\"".len()..)?.trim_ascii_start().strip_prefix(b":")?;
    let id = serde_json::Deserializer::from_slice(rest).into_iter::<Value>().next()?.ok()?;
    Some(id).filter(|id| id.is_string() || id.is_number())
}

/// An element of a batch.
enum Element {
    Message(Box<ClientJsonRpcMessage>),
    /// What it is answered with, being no message.
    Answer(Vec<u8>),
    /// It cannot be read for this reason, and waits for no answer.
    Unasked(String),
}

/// Reads an element of a batch. Who writes something else among requests waits for as many answers.
fn element(value: Value) -> Element {
    match message(value) {
        Ok(message) => Element::Message(Box::new(message)),
        Err(Refused::Answer(id, why)) => Element::Answer(refusal(Some(&id), &why)),
        Err(Refused::Skip(why)) => Element::Answer(refusal(None, &why)),
    }
}

/// The elements of a line that is an array, of too many the first; none where it is none, or no JSON.
fn elements(line: &[u8]) -> Option<Vec<&[u8]>> {
    let mut rest = line.strip_prefix(b"[")?;
    let mut found = Vec::new();
    loop {
        let mut values = serde_json::Deserializer::from_slice(rest).into_iter::<IgnoredAny>();
        values.next()?.ok()?;
        let (element, after) = rest.split_at(values.byte_offset());
        found.push(element.trim_ascii());
        if found.len() > MOST_IN_BATCH {
            return Some(found);
        }
        match after.trim_ascii_start() {
            b"]" => return Some(found),
            [b',', more @ ..] => rest = more,
            _ => return None,
        }
    }
}

/// The request that a notification cancels.
fn cancelled(message: &ClientJsonRpcMessage) -> Option<&RequestId> {
    match message {
        ClientJsonRpcMessage::Notification(message) => match &message.notification {
            ClientNotification::CancelledNotification(cancelled) => cancelled.params.request_id.as_ref(),
            _ => None,
        },
        _ => None,
    }
}

/// Reads one message.
fn message(value: Value) -> Result<ClientJsonRpcMessage, Refused> {
    // JSON-RPC allows any number; who asked with one we do not take still waits for its answer.
    let id = value.get("id").filter(|id| id.is_string() || id.is_number()).cloned();
    let is_fit = id.as_ref().is_some_and(|id| serde_json::from_value::<RequestId>(id.clone()).is_ok());
    let is_call = value.get("method").is_some_and(Value::is_string);
    let is_answer = value.get("result").is_some() || value.get("error").is_some();
    serde_json::from_value(value).map_err(|error| match id {
        Some(id) if !is_answer && is_fit => Refused::Answer(id, format!("this is no request of JSON-RPC 2.0: {error}")),
        Some(id) if !is_answer => Refused::Answer(id, UNFIT_ID.to_owned()),
        _ if is_call => Refused::Skip(UNFIT_ID.to_owned()),
        _ => Refused::Skip(error.to_string()),
    })
}

/// An error answer; where the request has no id that can be read, JSON-RPC says null.
fn refusal(id: Option<&Value>, why: &str) -> Vec<u8> {
    let code = ErrorData::invalid_request("", None).code;
    json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": why}}).to_string().into_bytes()
}

/// What becomes of an element whose values cannot be read.
fn misread(text: &[u8], error: &serde_json::Error) -> Element {
    match Envelope::read(text).filter(|envelope| envelope.id.is_some() || envelope.method.is_some()) {
        Some(envelope) => match envelope.request() {
            Some(id) => Element::Answer(unreadable(id, error)),
            None => Element::Unasked(error.to_string()),
        },
        None => Element::Answer(refusal(None, &format!("this is no request of JSON-RPC 2.0: {error}"))),
    }
}

/// The answer to a request that holds what cannot be read.
fn unreadable(id: &Value, error: &serde_json::Error) -> Vec<u8> {
    let code = ErrorData::parse_error("", None).code;
    let why = format!(
        "cannot be read: {error}; text needs whole surrogate pairs, numbers fit into 64 bits, values nest {DEEPEST} deep at most"
    );
    json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": why}}).to_string().into_bytes()
}

impl Transport<RoleServer> for Stdio {
    type Error = std::io::Error;

    fn send(&mut self, item: ServerJsonRpcMessage) -> impl Future<Output = std::io::Result<()>> + Send + 'static {
        let sent = serde_json::to_vec(&item).map_err(std::io::Error::from).map(|bytes| {
            let id = match &item {
                ServerJsonRpcMessage::Response(response) => Some(&response.id),
                ServerJsonRpcMessage::Error(error) => error.id.as_ref(),
                _ => None,
            };
            let line = match id {
                Some(id) => self.state().batches.answer(id, bytes),
                None => Some(bytes),
            };
            self.line(line);
        });
        std::future::ready(sent)
    }

    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        loop {
            if let Some(message) = self.state().queue.pop_front() {
                return Some(message);
            }
            // Waiting may be broken off here and taken up again: nothing was taken yet.
            let next = self.0.incoming.lock().await.recv().await?;
            match next {
                Incoming::Line(line) => self.accept(&line),
                Incoming::TooLong => tracing::warn!("skipped a line of more than {LONGEST_LINE} bytes"),
            }
        }
    }

    async fn close(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

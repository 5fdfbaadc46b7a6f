//! A real HTTP server on loopback that answers as it is told and remembers what it was asked.
#![allow(dead_code, clippy::unwrap_used, reason = "each test file uses a part of it")]

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// What is sent for a request.
#[derive(Clone)]
pub struct Reply {
    status: u16,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
    /// The Content-Length that is sent; none: chunked.
    announced: Option<u64>,
    /// After the body the connection stays open, and nothing comes any more.
    stalls: bool,
    /// After the body more follows until the other side hangs up.
    endless: bool,
    /// Waits before it answers.
    pause: Duration,
}

impl Reply {
    /// A body with its length, status 200.
    pub fn ok(body: impl Into<Vec<u8>>) -> Self {
        let body = body.into();
        let announced = Some(body.len() as u64);
        Self { status: 200, headers: Vec::new(), body, announced, stalls: false, endless: false, pause: Duration::ZERO }
    }

    /// A status with a short body.
    pub fn status(status: u16) -> Self {
        Self { status, ..Self::ok("a page that says so") }
    }

    /// A redirect.
    pub fn to(status: u16, location: &str) -> Self {
        Self::status(status).header("Location", location)
    }

    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Announces another length than the body has.
    pub fn announcing(mut self, bytes: u64) -> Self {
        self.announced = Some(bytes);
        self
    }

    /// Sends the body in chunks, without its length.
    pub fn chunked(mut self) -> Self {
        self.announced = None;
        self
    }

    /// Falls silent after the body.
    pub fn stalling(mut self) -> Self {
        self.stalls = true;
        self
    }

    /// Takes its time to answer.
    pub fn after(mut self, pause: Duration) -> Self {
        self.pause = pause;
        self
    }

    /// Goes on for ever after the body, in chunks.
    pub fn endless(mut self) -> Self {
        self.announced = None;
        self.endless = true;
        self
    }
}

/// A request as it came.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    pub method: String,
    /// As in the request line: a path, or a whole URL when it came through a proxy.
    pub target: String,
    /// Names in lower case.
    pub headers: HashMap<String, String>,
}

#[derive(Default)]
struct Shared {
    /// Replies of a path (with its query); the last one stays.
    routes: Mutex<HashMap<String, Vec<Reply>>>,
    asked: Mutex<Vec<Asked>>,
    /// JARs that are being sent just now, and the most there ever were at once.
    jars: AtomicUsize,
    most_jars: AtomicUsize,
    /// A header that every request must have, and what is answered to one without it.
    guard: Mutex<Option<(String, String, Reply)>>,
}

/// The server; it lives as long as the process.
pub struct Server {
    address: SocketAddr,
    shared: Arc<Shared>,
}

impl Server {
    /// A server that answers 404 to everything.
    pub fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let shared = Arc::new(Shared::default());
        let serving = Arc::clone(&shared);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let serving = Arc::clone(&serving);
                std::thread::spawn(move || serve(&serving, &stream));
            }
        });
        Self { address, shared }
    }

    pub fn port(&self) -> u16 {
        self.address.port()
    }

    /// The URL of a path that begins with a slash.
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Answers this path (and query) so from now on.
    pub fn on(&self, path: &str, reply: Reply) {
        self.on_each(path, vec![reply]);
    }

    /// Answers this path with these in turn, and with the last for good.
    pub fn on_each(&self, path: &str, replies: Vec<Reply>) {
        self.shared.routes.lock().unwrap().insert(path.to_owned(), replies);
    }

    /// Asks everybody for this user and password, or for the Proxy-Authorization of a proxy.
    pub fn guard(&self, basic: &str, is_proxy: bool) {
        let (status, challenge, header) = if is_proxy {
            (407, "Proxy-Authenticate", "proxy-authorization")
        } else {
            (401, "WWW-Authenticate", "authorization")
        };
        let reply = Reply::status(status).header(challenge, "Basic realm=\"here\"");
        *self.shared.guard.lock().unwrap() = Some((header.to_owned(), basic.to_owned(), reply));
    }

    /// Every request so far.
    pub fn asked(&self) -> Vec<Asked> {
        self.shared.asked.lock().unwrap().clone()
    }

    /// `GET /path` of every request so far.
    pub fn lines(&self) -> Vec<String> {
        self.asked().into_iter().map(|asked| format!("{} {}", asked.method, asked.target)).collect()
    }

    /// The same without those for checksums.
    pub fn files(&self) -> Vec<String> {
        let is_checksum = |line: &String| [".sha512", ".sha256", ".sha1", ".md5"].iter().any(|end| line.ends_with(end));
        self.lines().into_iter().filter(|line| !is_checksum(line)).collect()
    }

    /// How many JARs were asked for at once, at most.
    pub fn most_jars_at_once(&self) -> usize {
        self.shared.most_jars.load(Ordering::SeqCst)
    }

    /// How often this path was asked for.
    pub fn count(&self, path: &str) -> usize {
        self.asked().iter().filter(|asked| asked.target == path).count()
    }
}

fn serve(shared: &Shared, stream: &TcpStream) {
    let Some(asked) = read_request(stream) else { return };
    let path = match asked.target.strip_prefix("http://") {
        Some(rest) => rest.find('/').map_or("/", |slash| &rest[slash..]).to_owned(),
        None => asked.target.clone(),
    };
    let head_only = asked.method == "HEAD";
    let guard = shared.guard.lock().unwrap().clone();
    let refusal = guard.filter(|(header, value, _)| asked.headers.get(header) != Some(value));
    shared.asked.lock().unwrap().push(asked);
    if let Some((_, _, reply)) = refusal {
        let _ = send(stream, &reply, head_only);
        return;
    }
    let reply = match shared.routes.lock().unwrap().get_mut(&path) {
        Some(replies) if replies.len() > 1 => replies.remove(0),
        Some(replies) => replies[0].clone(),
        None => Reply::status(404),
    };
    let is_jar = Path::new(&path).extension().is_some_and(|extension| extension == "jar");
    if is_jar {
        let open = shared.jars.fetch_add(1, Ordering::SeqCst) + 1;
        shared.most_jars.fetch_max(open, Ordering::SeqCst);
    }
    std::thread::sleep(reply.pause);
    if is_jar {
        shared.jars.fetch_sub(1, Ordering::SeqCst);
    }
    // The other side may hang up at any point: that is its right.
    let _ = send(stream, &reply, head_only);
}

fn read_request(stream: &TcpStream) -> Option<Asked> {
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line).ok()?;
    let mut words = line.split_whitespace();
    let (method, target) = (words.next()?.to_owned(), words.next()?.to_owned());
    let mut headers = HashMap::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim_end().split_once(':') else { break };
        headers.insert(name.to_lowercase(), value.trim().to_owned());
    }
    Some(Asked { method, target, headers })
}

fn send(mut stream: &TcpStream, reply: &Reply, head_only: bool) -> std::io::Result<()> {
    write!(stream, "HTTP/1.1 {} Said So\r\nConnection: close\r\n", reply.status)?;
    for (name, value) in &reply.headers {
        write!(stream, "{name}: {value}\r\n")?;
    }
    match reply.announced {
        Some(bytes) => write!(stream, "Content-Length: {bytes}\r\n\r\n")?,
        None => write!(stream, "Transfer-Encoding: chunked\r\n\r\n")?,
    }
    if head_only || reply.status == 304 {
        return Ok(());
    }
    if reply.announced.is_some() {
        stream.write_all(&reply.body)?;
    } else {
        for piece in reply.body.chunks(1000) {
            write!(stream, "{:x}\r\n", piece.len())?;
            stream.write_all(piece)?;
            stream.write_all(b"\r\n")?;
        }
        if reply.endless {
            loop {
                stream.write_all(b"400\r\n")?;
                stream.write_all(&[b'x'; 0x400])?;
                stream.write_all(b"\r\n")?;
            }
        }
    }
    if reply.stalls {
        // Ends when the other side hangs up.
        let _ = stream.read(&mut [0; 1]);
    } else if reply.announced.is_none() {
        stream.write_all(b"0\r\n\r\n")?;
    }
    Ok(())
}

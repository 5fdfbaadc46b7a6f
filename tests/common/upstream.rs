//! A Git repository made by the real git, and the real servers that serve it on loopback: `git http-backend`, `git daemon`
//! and sshd.
#![allow(dead_code, clippy::unwrap_used, clippy::disallowed_methods, clippy::disallowed_macros, reason = "tests")]

use std::collections::HashMap;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::os::fd::OwnedFd;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
use rustls::crypto::ring;
use rustls::pki_types::PrivateKeyDer;
use rustls::{ServerConfig, ServerConnection, StreamOwned};
use tempfile::TempDir;

/// Whether the test has to pass: said, not hidden.
pub fn lacks(program: &str) -> bool {
    let found = find(program).is_some();
    if !found {
        eprintln!("passed over: there is no {program} here");
    }
    !found
}

/// Where a program is.
pub fn find(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    folders.push("/usr/sbin".into());
    folders.into_iter().map(|folder| folder.join(program)).find(|path| path.is_file())
}

/// A repository with a work tree, and everything beside it.
pub struct Upstream {
    root: TempDir,
}

impl Upstream {
    /// An empty one, on the branch `main`.
    pub fn new() -> Self {
        let upstream = Self { root: tempfile::tempdir().unwrap() };
        fs::create_dir(upstream.path("user")).unwrap();
        upstream.in_folder(&upstream.path(""), &["init", "-q", "-b", "main", "repo"]);
        upstream
    }

    pub fn path(&self, below: &str) -> PathBuf {
        self.root.path().join(below)
    }

    /// The folder with the work tree.
    pub fn work(&self) -> PathBuf {
        self.path("repo")
    }

    /// Runs git in the work tree; gives what it says.
    pub fn git(&self, arguments: &[&str]) -> String {
        self.in_folder(&self.work(), arguments)
    }

    pub fn in_folder(&self, folder: &Path, arguments: &[&str]) -> String {
        let output = self.command(folder).args(arguments).output().unwrap();
        assert!(output.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }

    /// git with nothing of the user's.
    pub fn command(&self, folder: &Path) -> Command {
        let mut command = Command::new("git");
        command.current_dir(folder).env("HOME", self.path("user")).env("GIT_CONFIG_NOSYSTEM", "1");
        for (name, value) in [("NAME", "n"), ("EMAIL", "e@example.org"), ("DATE", "2020-01-01T00:00:00Z")] {
            command.env(format!("GIT_AUTHOR_{name}"), value).env(format!("GIT_COMMITTER_{name}"), value);
        }
        command
    }

    /// Gives git an input; gives what it says.
    pub fn feed(&self, arguments: &[&str], input: &[u8]) -> String {
        let mut command = self.command(&self.work());
        let mut child = command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(input).unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "git {arguments:?}");
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }

    pub fn write(&self, path: &str, text: &str) {
        let path = self.work().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Writes the Java classes, each in `core/src/main/java/a`, and commits; gives the commit.
    pub fn commit(&self, classes: &[&str]) -> String {
        for class in classes {
            let text = format!("package a;\n\npublic class {class} {{\n}}\n");
            self.write(&format!("core/src/main/java/a/{class}.java"), &text);
        }
        self.commit_all()
    }

    pub fn commit_all(&self) -> String {
        self.git(&["add", "-A"]);
        self.git(&["commit", "-q", "--allow-empty", "-m", "a commit"]);
        self.git(&["rev-parse", "HEAD"])
    }
}

/// A server on loopback that hands each connection to `serve`; it lives as long as the process.
fn listen(serve: impl Fn(TcpStream) + Send + Sync + 'static) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let serve = Arc::new(serve);
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let serve = Arc::clone(&serve);
            std::thread::spawn(move || serve(stream));
        }
    });
    address
}

/// Runs a program that speaks over the connection as its standard input and output.
fn inetd(stream: TcpStream, mut command: Command) {
    let input: OwnedFd = stream.try_clone().unwrap().into();
    let output: OwnedFd = stream.into();
    let _ = command.stdin(Stdio::from(input)).stdout(Stdio::from(output)).stderr(Stdio::null()).status();
}

/// `git daemon` over everything below a folder; gives the URL before the path.
pub fn daemon(root: &Path) -> String {
    let root = root.to_owned();
    let address = listen(move |stream| {
        let mut command = Command::new("git");
        command.args(["daemon", "--inetd", "--export-all", "--informative-errors"]);
        command.arg(format!("--base-path={}", root.display())).env("HOME", &root).env("GIT_CONFIG_NOSYSTEM", "1");
        inetd(stream, command);
    });
    format!("git://{address}")
}

/// A server that accepts and says nothing.
pub fn silent() -> SocketAddr {
    listen(|mut stream| {
        let _ = stream.read_to_end(&mut Vec::new());
    })
}

/// How [`Web`] behaves.
#[derive(Clone, Default)]
pub struct Ways {
    /// The `Authorization` it wants, as `user:password`.
    pub login: Option<String>,
    /// Where it sends who asks for a path that begins so, instead of serving.
    pub redirects: Vec<(String, String)>,
    /// Only so much of each body is sent; then it falls silent.
    pub stall_after: Option<usize>,
    /// It speaks no protocol but the oldest.
    pub old: bool,
    /// It speaks TLS, as this says.
    pub tls: Option<Arc<ServerConfig>>,
}

/// A certificate authority of the test's own.
pub struct Authority {
    issuer: Issuer<'static, KeyPair>,
    /// Its certificate, for whoever is to trust it.
    pub pem: String,
}

impl Authority {
    pub fn new() -> Self {
        let mut params = CertificateParams::new(Vec::new()).unwrap();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let key = KeyPair::generate().unwrap();
        let pem = params.self_signed(&key).unwrap().pem();
        Self { issuer: Issuer::new(params, key), pem }
    }

    /// How a server speaks that this authority says is of that name.
    pub fn server(&self, name: &str) -> Arc<ServerConfig> {
        let key = KeyPair::generate().unwrap();
        let certificate = CertificateParams::new(vec![name.to_owned()]).unwrap().signed_by(&key, &self.issuer).unwrap();
        let key = PrivateKeyDer::try_from(key.serialize_der()).unwrap();
        let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()));
        let config = config.with_safe_default_protocol_versions().unwrap().with_no_client_auth();
        Arc::new(config.with_single_cert(vec![certificate.der().clone()], key).unwrap())
    }
}

/// What was asked of [`Web`].
#[derive(Debug, Clone)]
pub struct Question {
    pub line: String,
    pub authorization: Option<String>,
}

/// Smart HTTP: `git http-backend` behind a small server.
pub struct Web {
    pub address: SocketAddr,
    asked: Arc<Mutex<Vec<Question>>>,
    sent: Arc<AtomicU64>,
    scheme: &'static str,
}

impl Web {
    /// Serves every repository below a folder.
    pub fn over(root: &Path, ways: Ways) -> Self {
        let (asked, sent) = (Arc::<Mutex<Vec<Question>>>::default(), Arc::<AtomicU64>::default());
        let (root, noting, counting) = (root.to_owned(), Arc::clone(&asked), Arc::clone(&sent));
        let scheme = if ways.tls.is_some() { "https" } else { "http" };
        let address = listen(move |stream| {
            // The other side may hang up at any point: that is its right.
            let _ = match &ways.tls {
                None => answer(stream, &root, &ways, &noting, &counting),
                Some(tls) => {
                    let tls = ServerConnection::new(Arc::clone(tls)).unwrap();
                    answer(StreamOwned::new(tls, stream), &root, &ways, &noting, &counting)
                }
            };
        });
        Self { address, asked, sent, scheme }
    }

    pub fn url(&self, path: &str) -> String {
        format!("{}://{}{path}", self.scheme, self.address)
    }

    pub fn asked(&self) -> Vec<Question> {
        self.asked.lock().unwrap().clone()
    }

    /// Bytes of all bodies so far.
    pub fn sent(&self) -> u64 {
        self.sent.load(Ordering::Relaxed)
    }
}

fn answer(
    mut stream: impl Read + Write,
    root: &Path,
    ways: &Ways,
    asked: &Mutex<Vec<Question>>,
    sent: &AtomicU64,
) -> std::io::Result<()> {
    let mut reader = BufReader::new(&mut stream);
    let mut line = String::new();
    reader.read_line(&mut line)?;
    let mut headers = HashMap::new();
    loop {
        let mut header = String::new();
        reader.read_line(&mut header)?;
        let Some((name, value)) = header.trim_end().split_once(':') else { break };
        headers.insert(name.to_lowercase(), value.trim().to_owned());
    }
    let length = headers.get("content-length").and_then(|length| length.parse().ok()).unwrap_or(0);
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    let authorization = headers.get("authorization").cloned();
    asked.lock().unwrap().push(Question { line: line.trim_end().to_owned(), authorization: authorization.clone() });
    let mut words = line.split_whitespace();
    let (method, target) = (words.next().unwrap_or_default().to_owned(), words.next().unwrap_or_default().to_owned());
    if let Some((_, to)) = ways.redirects.iter().find(|(from, _)| target.starts_with(from)) {
        return write!(
            stream,
            "HTTP/1.1 301 Moved\r\nLocation: {to}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        );
    }
    if let Some(login) = &ways.login
        && authorization.as_deref() != Some(&format!("Basic {}", base64(login.as_bytes())))
    {
        let close = "WWW-Authenticate: Basic realm=\"x\"\r\nContent-Length: 0\r\nConnection: close";
        return write!(stream, "HTTP/1.1 401 Unauthorized\r\n{close}\r\n\r\n");
    }
    let (path, query) = target.split_once('?').unwrap_or((&target, ""));
    let mut command = Command::new("git");
    command.arg("http-backend").env("GIT_PROJECT_ROOT", root).env("GIT_HTTP_EXPORT_ALL", "1");
    command.env("PATH_INFO", path).env("QUERY_STRING", query).env("REQUEST_METHOD", method).env("HOME", root);
    command.env("CONTENT_TYPE", headers.get("content-type").map_or("", String::as_str)).env("GIT_CONFIG_NOSYSTEM", "1");
    if let Some(protocol) = headers.get("git-protocol").filter(|_| !ways.old) {
        command.env("GIT_PROTOCOL", protocol);
    }
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
    let mut stdin = child.stdin.take().unwrap();
    let feeding = std::thread::spawn(move || stdin.write_all(&body));
    let output = child.wait_with_output()?;
    let _ = feeding.join();
    let end = output.stdout.windows(4).position(|four| four == b"\r\n\r\n").unwrap_or(output.stdout.len());
    let (head, rest) = output.stdout.split_at(end);
    let head = String::from_utf8_lossy(head).into_owned();
    let status = head.lines().find_map(|line| line.strip_prefix("Status: ")).unwrap_or("200 OK").to_owned();
    let mut rest = rest.get(4..).unwrap_or_default();
    write!(stream, "HTTP/1.1 {status}\r\nConnection: close\r\nContent-Length: {}\r\n{head}\r\n\r\n", rest.len())?;
    let stalls = ways.stall_after.is_some_and(|most| most < rest.len());
    rest = &rest[..ways.stall_after.unwrap_or(rest.len()).min(rest.len())];
    stream.write_all(rest)?;
    stream.flush()?;
    sent.fetch_add(rest.len() as u64, Ordering::Relaxed);
    if stalls {
        let _ = stream.read(&mut [0; 1]);
    }
    Ok(())
}

pub fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let number = three.iter().fold(0_u32, |all, byte| all << 8 | u32::from(*byte)) << (8 * (3 - three.len()));
        for place in 0..4 {
            let digit = DIGITS[(number >> (18 - 6 * place) & 63) as usize];
            text.push(if place > three.len() { '=' } else { char::from(digit) });
        }
    }
    text
}

/// A real sshd with keys of its own, and an ssh that knows it: a key to come in by, and its host key.
pub struct Ssh {
    pub address: SocketAddr,
    /// The program to give as `ssh`.
    pub program: PathBuf,
    folder: PathBuf,
}

impl Ssh {
    /// None where sshd or ssh is missing.
    pub fn start(folder: &Path) -> Option<Self> {
        let (sshd, ssh, keygen) = (find("sshd")?, find("ssh")?, find("ssh-keygen")?);
        let folder = folder.join("ssh");
        fs::create_dir(&folder).unwrap();
        for name in ["host", "user", "other"] {
            let mut command = Command::new(&keygen);
            let status = command.args(["-q", "-t", "ed25519", "-N", "", "-f"]).arg(folder.join(name)).status().unwrap();
            assert!(status.success());
        }
        fs::copy(folder.join("user.pub"), folder.join("authorized")).unwrap();
        let settings = format!(
            "HostKey {0}/host\nAuthorizedKeysFile {0}/authorized\nStrictModes no\nUsePAM no\nPasswordAuthentication no\n\
             KbdInteractiveAuthentication no\nPermitRootLogin yes\nAcceptEnv GIT_PROTOCOL\nPidFile none\n",
            folder.display()
        );
        fs::write(folder.join("sshd_config"), settings).unwrap();
        // Where it runs as root it wants this folder, which its package's service makes.
        let _ = fs::create_dir_all("/run/sshd");
        let configuration = folder.join("sshd_config");
        let address = listen(move |stream| {
            let mut command = Command::new(&sshd);
            command.arg("-i").arg("-f").arg(&configuration);
            inetd(stream, command);
        });
        let this = Self { address, program: folder.join("ssh.sh"), folder };
        this.trust("host");
        this.come_as("user", &ssh);
        Some(this)
    }

    /// Takes this key for the host's.
    pub fn trust(&self, key: &str) {
        let key = fs::read_to_string(self.folder.join(format!("{key}.pub"))).unwrap();
        let line = format!("[127.0.0.1]:{} {key}", self.address.port());
        fs::write(self.folder.join("known"), line).unwrap();
    }

    fn come_as(&self, key: &str, ssh: &Path) {
        let settings = format!(
            "IdentityFile {0}/{key}\nIdentitiesOnly yes\nIdentityAgent none\nUserKnownHostsFile {0}/known\n\
             GlobalKnownHostsFile none\nStrictHostKeyChecking no\n",
            self.folder.display()
        );
        fs::write(self.folder.join("ssh_config"), settings).unwrap();
        let configuration = self.folder.join("ssh_config");
        script(&self.program, &format!("exec {} -F {} \"$@\"", ssh.display(), configuration.display()));
    }

    pub fn url(&self, path: &Path) -> String {
        let user = Command::new("id").arg("-un").output().unwrap();
        let user = String::from_utf8(user.stdout).unwrap();
        format!("ssh://{}@{}{}", user.trim(), self.address, path.display())
    }
}

/// A program that is a script of the shell.
pub fn script(path: &Path, text: &str) {
    fs::write(path, format!("#!/bin/sh\n{text}\n")).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

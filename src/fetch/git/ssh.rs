//! ssh, by the user's own program: it has the keys, the agent, the known hosts and the user's settings for the host.
//!
//! It is run by argument vector, never through a shell on this machine; it asks nobody and takes no host it does not know.

use std::io::{self, Read};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use gix_transport::Protocol;
use gix_transport::client::blocking_io::Transport;
use gix_transport::client::git::ConnectMode;
use gix_transport::client::git::blocking_io::Connection;

use super::pieces::{Incoming, Outgoing};
use super::{Address, Session};
use crate::fetch::FetchError;
use crate::work::lock;

/// Most of what ssh says on its standard error that is kept.
const SAID: usize = 8 * 1024;

/// How long ssh may take to end by itself.
const GOODBYE: Duration = Duration::from_millis(300);

pub(super) fn connect<'s>(session: &'s Session<'s>, address: &Address) -> Result<Box<dyn Transport + 's>, FetchError> {
    lock(&session.said).clear();
    let settings = session.client.settings();
    let program = &settings.git.ssh;
    let mut command = Command::new(program);
    command.args(arguments(address, settings.connect_timeout));
    // What the server is told of the protocol; it sees it where it accepts the variable.
    command.env("GIT_PROTOCOL", "version=2").env("SSH_ASKPASS_REQUIRE", "never");
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| session.cause(format!("{program} cannot be run: {error}")))?;
    let missing = || session.cause(format!("{program} has no pipes"));
    let stdin = child.stdin.take().ok_or_else(missing)?;
    let stdout = child.stdout.take().ok_or_else(missing)?;
    let stderr = child.stderr.take().ok_or_else(missing)?;
    let said = Arc::clone(&session.said);
    let listening = Some(std::thread::spawn(move || listen(stderr, &said)));
    let running = Running { incoming: Incoming::of(session, stdout), child, listening };
    let connection = Connection::new(
        running,
        Outgoing::to(stdin),
        Protocol::V2,
        address.folder(),
        None::<(String, Option<u16>)>,
        ConnectMode::Process,
        false,
    );
    Ok(Box::new(connection.custom_url(Some(session.shown.as_str().into()))))
}

fn arguments(address: &Address, connect_timeout: Duration) -> Vec<String> {
    let mut arguments: Vec<String> = ["-T", "-x", "-a"].map(str::to_owned).into();
    let seconds = connect_timeout.as_secs().max(1);
    for option in [
        "BatchMode=yes",
        "StrictHostKeyChecking=yes",
        "ControlMaster=no",
        "PermitLocalCommand=no",
        "ClearAllForwardings=yes",
        "SendEnv=GIT_PROTOCOL",
        &format!("ConnectTimeout={seconds}"),
    ] {
        arguments.extend(["-o".to_owned(), option.to_owned()]);
    }
    if let Some(port) = address.port() {
        arguments.extend(["-p".to_owned(), port.to_string()]);
    }
    let user = address.user().map_or(String::new(), |user| format!("{user}@"));
    arguments.extend(["--".to_owned(), format!("{user}{}", address.host())]);
    arguments.push(format!("git-upload-pack {}", quoted(address.folder())));
    arguments
}

/// For the shell on the other machine.
fn quoted(folder: &str) -> String {
    format!("'{}'", folder.replace('\'', "'\\''").replace('!', "'\\!'"))
}

fn listen(mut from: impl Read, to: &Mutex<Vec<u8>>) {
    let mut piece = [0; 1024];
    while let Ok(read) = from.read(&mut piece) {
        if read == 0 {
            return;
        }
        let mut said = lock(to);
        let room = SAID.saturating_sub(said.len()).min(read);
        said.extend_from_slice(&piece[..room]);
    }
}

/// The program while it runs; dropped, it is over.
struct Running<'s> {
    incoming: Incoming<'s>,
    child: Child,
    listening: Option<JoinHandle<()>>,
}

impl Read for Running<'_> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        self.incoming.read(to)
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        let begun = Instant::now();
        let ended = loop {
            match self.child.try_wait() {
                Ok(Some(_)) => break true,
                Ok(None) if begun.elapsed() < GOODBYE => std::thread::sleep(Duration::from_millis(5)),
                _ => break false,
            }
        };
        if !ended {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
        // What it said last is why it ended. A program that it left behind may hold the pipe: that one is not waited for.
        if let Some(listening) = self.listening.take() {
            let begun = Instant::now();
            while !listening.is_finished() && begun.elapsed() < GOODBYE {
                std::thread::sleep(Duration::from_millis(5));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::Address;
    use super::{arguments, quoted};

    #[test]
    fn ssh_asks_nobody_and_the_host_follows_the_options() {
        let address = Address::parse("ssh://git@h:2222/a'b").unwrap();
        let arguments = arguments(&address, Duration::from_secs(10));
        let all = arguments.join(" ");
        assert!(all.contains("BatchMode=yes") && all.contains("StrictHostKeyChecking=yes"), "{all}");
        assert!(all.ends_with(r"-p 2222 -- git@h git-upload-pack '/a'\''b'"), "{all}");
        assert_eq!(quoted("a!b"), r"'a'\!'b'");
    }
}

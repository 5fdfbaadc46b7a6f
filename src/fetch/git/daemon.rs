//! The Git daemon: `git://host/path`, a bare TCP connection.

use std::net::{Shutdown, TcpStream, ToSocketAddrs};

use gix_transport::Protocol;
use gix_transport::client::blocking_io::Transport;
use gix_transport::client::git::ConnectMode;
use gix_transport::client::git::blocking_io::Connection;

use super::pieces::{Incoming, Outgoing};
use super::{Address, Session};
use crate::fetch::FetchError;

/// The daemon's port.
const PORT: u16 = 9418;

pub(super) fn connect<'s>(session: &'s Session<'s>, address: &Address) -> Result<Box<dyn Transport + 's>, FetchError> {
    let stream = open(session, address)?;
    let fail = |error: std::io::Error| session.cause(error);
    let (incoming, outgoing) = (stream.try_clone().map_err(fail)?, stream.try_clone().map_err(fail)?);
    let open = Open { stream, incoming: Incoming::of(session, incoming) };
    let host = Some((address.host().to_owned(), address.port()));
    let folder = address.folder();
    Ok(Box::new(Connection::new(open, Outgoing::to(outgoing), Protocol::V2, folder, host, ConnectMode::Daemon, false)))
}

/// The first of the host's addresses that answers.
fn open(session: &Session<'_>, address: &Address) -> Result<TcpStream, FetchError> {
    let settings = session.client.settings();
    let place = (address.host(), address.port().unwrap_or(PORT));
    let mut last = session.cause("the host has no address");
    for place in place.to_socket_addrs().map_err(|error| session.cause(error))? {
        session.check()?;
        match TcpStream::connect_timeout(&place, settings.connect_timeout) {
            Ok(stream) => {
                stream.set_write_timeout(Some(settings.idle_timeout)).map_err(|error| session.cause(error))?;
                return Ok(stream);
            }
            Err(error) if error.kind() == std::io::ErrorKind::TimedOut => {
                last = FetchError::Silent { url: session.shown.clone(), after: settings.connect_timeout };
            }
            Err(error) => last = session.cause(error),
        }
    }
    Err(last)
}

/// Hangs up when it is dropped, which ends the threads of both directions.
struct Open<'s> {
    stream: TcpStream,
    incoming: Incoming<'s>,
}

impl std::io::Read for Open<'_> {
    fn read(&mut self, to: &mut [u8]) -> std::io::Result<usize> {
        self.incoming.read(to)
    }
}

impl Drop for Open<'_> {
    fn drop(&mut self) {
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

//! Both directions of a connection that blocks, each driven by a thread, so that whoever speaks can stop at any time.

use std::io::{self, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::time::{Duration, Instant};

use super::{LOOKED_AGAIN, Session};
use crate::fetch::FetchError;

/// Bytes that are read at once.
const PIECE: usize = 64 * 1024;

/// Pieces that are read ahead.
const AHEAD: usize = 8;

/// What comes in; an error when it is not wanted any more, too much, or nothing came for too long.
pub(super) struct Incoming<'s> {
    session: &'s Session<'s>,
    from: Receiver<io::Result<Vec<u8>>>,
    piece: Vec<u8>,
    at: usize,
    idle: Duration,
}

impl<'s> Incoming<'s> {
    pub fn of(session: &'s Session<'s>, from: impl Read + Send + 'static) -> Self {
        let (send, receive) = sync_channel(AHEAD);
        std::thread::spawn(move || pump(from, &send));
        Self { session, from: receive, piece: Vec::new(), at: 0, idle: session.client.settings().idle_timeout }
    }

    fn next(&mut self) -> Result<Option<Vec<u8>>, FetchError> {
        let since = Instant::now();
        loop {
            self.session.check()?;
            match self.from.recv_timeout(LOOKED_AGAIN) {
                Ok(Ok(piece)) => {
                    self.session.take(piece.len())?;
                    return Ok(Some(piece));
                }
                Ok(Err(error)) => return Err(self.session.cause(error)),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) if since.elapsed() > self.idle => {
                    return Err(FetchError::Silent { url: self.session.shown.clone(), after: self.idle });
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

fn pump(mut from: impl Read, to: &SyncSender<io::Result<Vec<u8>>>) {
    loop {
        let mut piece = vec![0; PIECE];
        let read = match from.read(&mut piece) {
            Ok(0) => return,
            Ok(read) => {
                piece.truncate(read);
                Ok(piece)
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => Err(error),
        };
        let failed = read.is_err();
        if to.send(read).is_err() || failed {
            return;
        }
    }
}

impl Read for Incoming<'_> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        if self.at == self.piece.len() {
            match self.next() {
                Ok(piece) => (self.piece, self.at) = (piece.unwrap_or_default(), 0),
                Err(error) => return Err(self.session.broken(error)),
            }
        }
        let count = to.len().min(self.piece.len() - self.at);
        to[..count].copy_from_slice(&self.piece[self.at..self.at + count]);
        self.at += count;
        Ok(count)
    }
}

/// What goes out; the other end is closed when it is dropped.
pub(super) struct Outgoing(Sender<Vec<u8>>);

impl Outgoing {
    pub fn to(mut to: impl Write + Send + 'static) -> Self {
        let (send, receive) = channel::<Vec<u8>>();
        std::thread::spawn(move || {
            for piece in receive {
                if to.write_all(&piece).and_then(|()| to.flush()).is_err() {
                    return;
                }
            }
        });
        Self(send)
    }
}

impl Write for Outgoing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // Whoever hung up says so, or falls silent, where it is read from.
        let _ = self.0.send(bytes.to_vec());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

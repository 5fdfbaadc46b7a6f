//! Lines in, lines out: two threads that own the standard streams.
//!
//! Threads and not the runtime's handles: a read of standard input cannot be taken back, and must not hold the process
//! when everything else is done.

use std::io::{BufRead, Write};
use std::sync::mpsc;

use tokio::sync::mpsc as bounded;
use tokio::sync::oneshot;

use super::backlog::Backlog;

/// Longest line in bytes; a message that is longer is no question about a library.
pub(super) const LONGEST_LINE: usize = 16 << 20;

/// A line that came in.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Incoming {
    Line(Vec<u8>),
    /// A line longer than the limit, which was skipped.
    TooLong,
}

/// What the writer is asked.
#[derive(Debug)]
pub(super) enum Outgoing {
    Line(Vec<u8>),
    /// Says when all before it is written.
    Flush(oneshot::Sender<()>),
}

/// Reads lines until the input ends or nobody wants them. The last line may lack its end.
pub(super) fn read(mut input: impl BufRead, longest: usize, send: &bounded::Sender<Incoming>) {
    let mut line = Vec::new();
    let mut is_too_long = false;
    loop {
        let (used, is_whole) = match input.fill_buf() {
            Ok([]) => break,
            Ok(available) => {
                let end = memchr::memchr(b'\n', available);
                let used = end.map_or(available.len(), |end| end + 1);
                if is_too_long || line.len() + used > longest + 1 {
                    is_too_long = true;
                    line = Vec::new();
                } else {
                    line.extend_from_slice(&available[..used]);
                }
                (used, end.is_some())
            }
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(error) => {
                tracing::error!(%error, "cannot read standard input");
                break;
            }
        };
        input.consume(used);
        if is_whole {
            let next = if std::mem::take(&mut is_too_long) {
                Incoming::TooLong
            } else {
                Incoming::Line(std::mem::take(&mut line))
            };
            if send.blocking_send(next).is_err() {
                return;
            }
        }
    }
    if !line.is_empty() {
        // Nobody may be left to hear it, which is how a session ends.
        let _ = send.blocking_send(Incoming::Line(line));
    }
}

/// Writes lines until nobody sends any more, or the output is closed.
pub(super) fn write(
    mut output: impl Write,
    receive: &mpsc::Receiver<Outgoing>,
    backlog: &Backlog,
) -> std::io::Result<()> {
    while let Ok(next) = receive.recv() {
        match next {
            Outgoing::Line(line) => {
                output.write_all(&line)?;
                output.write_all(b"\n")?;
                output.flush()?;
                backlog.written(line.len());
            }
            Outgoing::Flush(done) => {
                output.flush()?;
                let _ = done.send(());
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_line_is_skipped_and_the_next_one_read() {
        let (send, mut receive) = bounded::channel(8);
        let input = b"abc\nabcd\nabcdefgh\nx\nend";
        read(std::io::BufReader::with_capacity(2, &input[..]), 4, &send);
        drop(send);
        let mut lines = Vec::new();
        while let Some(line) = receive.blocking_recv() {
            lines.push(line);
        }
        let line = |text: &str| Incoming::Line(text.as_bytes().to_vec());
        assert_eq!(lines, [line("abc\n"), line("abcd\n"), Incoming::TooLong, line("x\n"), line("end")]);
    }
}

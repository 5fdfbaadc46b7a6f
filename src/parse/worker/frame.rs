//! What goes over the pipes: a length of four bytes, little-endian, then that many bytes of postcard.

use std::io::{self, Read, Write};

use serde::{Deserialize, Serialize};

use crate::model::Language;

/// Longest frame that is accepted: an answer is bounded by what a parser gives, and a length beyond this is no frame.
const LONGEST: u32 = 256 * 1024 * 1024;

/// One file to parse.
#[derive(Debug, Serialize, Deserialize)]
pub struct Request<'a> {
    pub language: Language,
    pub path: &'a str,
    pub text: &'a str,
    /// Milliseconds that the file may take.
    pub limit_ms: u64,
}

/// A value as a frame.
pub fn encode<T: Serialize>(value: &T) -> io::Result<Vec<u8>> {
    let mut frame = postcard::to_extend(value, vec![0_u8; 4]).map_err(io::Error::other)?;
    let length = u32::try_from(frame.len() - 4).ok().filter(|length| *length <= LONGEST);
    let length = length.ok_or_else(|| io::Error::from(io::ErrorKind::FileTooLarge))?;
    frame[..4].copy_from_slice(&length.to_le_bytes());
    Ok(frame)
}

/// Sends a frame.
pub fn send(to: &mut impl Write, frame: &[u8]) -> io::Result<()> {
    to.write_all(frame)?;
    to.flush()
}

/// Receives a frame's content into `buffer`; an error at the end of the stream.
pub fn receive(from: &mut impl Read, buffer: &mut Vec<u8>) -> io::Result<()> {
    let mut length = [0; 4];
    from.read_exact(&mut length)?;
    let length = u32::from_le_bytes(length);
    if length > LONGEST {
        return Err(io::ErrorKind::InvalidData.into());
    }
    buffer.clear();
    // Grown by what really arrives: a length is a claim.
    let read = from.take(u64::from(length)).read_to_end(buffer)?;
    if read < length as usize { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(()) }
}

/// A frame's content as a value.
pub fn decode<'a, T: Deserialize<'a>>(content: &'a [u8]) -> io::Result<T> {
    postcard::from_bytes(content).map_err(io::Error::other)
}

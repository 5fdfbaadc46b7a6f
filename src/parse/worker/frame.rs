//! What goes over the pipes: a length of four bytes, little-endian, then that many bytes of postcard.

use std::borrow::Cow;
use std::io::{self, Read, Write};

use serde::{Deserialize, Serialize};

use crate::model::uses::{FileUses, Wanted};
use crate::model::{Language, ParsedFile};
use crate::parse::java::Outline;

/// Longest frame that is accepted: an answer is bounded by what a parser gives, and a length beyond this is no frame.
const LONGEST: u32 = 256 * 1024 * 1024;

/// Files to parse, in one frame; each is answered by a frame of its own, in the same order.
#[derive(Debug, Serialize, Deserialize)]
pub struct Batch<'a> {
    /// Milliseconds that each file may take.
    pub limit_ms: u64,
    #[serde(borrow)]
    pub files: Vec<Request<'a>>,
}

/// One file to parse.
#[derive(Debug, Serialize, Deserialize)]
pub struct Request<'a> {
    pub language: Language,
    pub path: &'a str,
    /// All of the file, or what the lexer left of it.
    pub text: &'a str,
    #[serde(borrow)]
    pub task: Task<'a>,
}

/// What is asked of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Task<'a> {
    /// What all of it declares.
    Declarations,
    /// What it declares, by what the lexer left of it.
    Reduced,
    /// Where it uses names.
    Uses(Cow<'a, Wanted>),
}

/// What a file declares, or what it uses.
#[derive(Debug, Serialize, Deserialize)]
pub enum Answer {
    /// A reduced text does not tell: all of the file is needed.
    Refused,
    /// Java: the file's text is needed to finish it.
    Outline(Outline),
    /// Complete.
    Parsed(ParsedFile),
    /// Where the names are used.
    Uses(FileUses),
}

/// Appends a value to `to` as a frame.
pub fn encode<T: Serialize>(value: &T, to: Vec<u8>) -> io::Result<Vec<u8>> {
    let start = to.len();
    let mut frames = to;
    frames.extend([0; 4]);
    let mut frames = postcard::to_extend(value, frames).map_err(io::Error::other)?;
    let length = u32::try_from(frames.len() - start - 4).ok().filter(|length| *length <= LONGEST);
    let length = length.ok_or_else(|| io::Error::from(io::ErrorKind::FileTooLarge))?;
    frames[start..start + 4].copy_from_slice(&length.to_le_bytes());
    Ok(frames)
}

/// Sends frames.
pub fn send(to: &mut impl Write, frames: &[u8]) -> io::Result<()> {
    to.write_all(frames)?;
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

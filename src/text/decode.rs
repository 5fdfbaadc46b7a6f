//! Bytes to text: a pure function of the bytes.

use std::borrow::Cow;

/// A decoded file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decoded<'a> {
    /// UTF-8, byte order mark left out.
    pub text: Cow<'a, str>,
    /// None: UTF-8 (with or without byte order mark); else `UTF-16LE`, `UTF-16BE`, `ISO-8859-1`.
    pub encoding: Option<&'static str>,
}

/// Decodes a file's bytes: by byte order mark, else UTF-16 where its zeros show it, else UTF-8, else Latin-1. None: binary
/// (a NUL among the first 8 KiB after decoding).
#[must_use]
pub fn decode(bytes: &[u8]) -> Option<Decoded<'_>> {
    let _ = bytes;
    unimplemented!()
}

//! Cursors of searches: opaque, without state in the server, and bound to the request and the index they came from.
//!
//! A cursor is a digest of the request and the last position: artifact, its generation, file, line. The index of a
//! generation never changes, so a file's id stands for its path. A cursor is stale only when the artifact it stopped in
//! was replaced or removed; that of a ranking, which is of all it searched, when one of these was.

use super::args::Args;
use crate::coordinate::Coordinate;
use crate::digest::Sha256;
use crate::error::{Failure, Status};
use crate::index::Opened;

/// What every cursor begins with; the number is the version of this form.
const PREFIX: &str = "c1.";
/// Bytes of each digest: enough to notice a mistake; nothing is secret.
const DIGEST: usize = 6;
/// Two digests and three numbers, then the seal.
const LENGTH: usize = 2 * DIGEST + 3 * 4 + DIGEST;
/// Arguments that may change between two pages of one search.
const FREE: [&str; 3] = ["cursor", "max_results", "limit"];

type Short = [u8; DIGEST];

/// Where a search stopped: the last file and line that were answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    artifact: Short,
    generation: Short,
    /// The file's id; in a ranking the upper half of when the newest index was made.
    pub file: u32,
    /// The last line told; 0: none of the file yet, [`u32::MAX`]: all of it; in a ranking the lower half.
    pub line: u32,
    /// How many results were told so far, in all artifacts.
    pub told: u32,
}

impl Position {
    /// A position in an artifact.
    #[must_use]
    pub fn new(artifact: &Opened, file: u32, line: u32, told: u32) -> Self {
        Self {
            artifact: short(&[artifact.coordinate.to_string().as_bytes()]),
            generation: short(&[artifact.generation.as_bytes()]),
            file,
            line,
            told,
        }
    }

    /// A position in a ranking of several artifacts: so many results were told.
    #[must_use]
    pub fn ranked(artifacts: &[Opened], told: u32) -> Self {
        let newest = artifacts.iter().map(Opened::made).max().unwrap_or(0);
        let (file, line) = ((newest >> 32) as u32, newest as u32);
        Self { artifact: short(&[b"ranked"]), generation: generations(artifacts), file, line, told }
    }

    /// Those of the artifacts that a position in a ranking knows nothing of: made after all that were searched.
    ///
    /// # Errors
    /// `invalid_cursor` when one of those that were searched was replaced or removed.
    pub fn newer(&self, artifacts: &[Opened]) -> Result<Vec<Coordinate>, Failure> {
        if self.generation == generations(artifacts) {
            return Ok(Vec::new());
        }
        let newest = u64::from(self.file) << 32 | u64::from(self.line);
        let (newer, searched): (Vec<&Opened>, Vec<&Opened>) =
            artifacts.iter().partition(|artifact| artifact.made() > newest);
        if self.generation == generations(searched) {
            Ok(newer.into_iter().map(|artifact| artifact.coordinate.clone()).collect())
        } else {
            Err(stale("one of the artifacts that were searched was replaced or removed"))
        }
    }

    /// Whether it is in the artifact of this coordinate.
    #[must_use]
    pub fn is_in(&self, coordinate: &Coordinate) -> bool {
        self.artifact == short(&[coordinate.to_string().as_bytes()])
    }

    /// Whether it holds still: the artifact is the one that was searched.
    ///
    /// # Errors
    /// `invalid_cursor` when the artifact was replaced.
    pub fn check(&self, artifact: &Opened) -> Result<(), Failure> {
        if self.generation == short(&[artifact.generation.as_bytes()]) {
            Ok(())
        } else {
            Err(stale(&format!("{} was indexed anew since", artifact.coordinate)))
        }
    }
}

/// The cursor that goes on behind `position` for a request of these arguments.
#[must_use]
pub fn encode(tool: &str, args: &Args, position: &Position) -> String {
    let mut bytes = Vec::with_capacity(LENGTH);
    bytes.extend_from_slice(&position.artifact);
    bytes.extend_from_slice(&position.generation);
    bytes.extend_from_slice(&position.file.to_be_bytes());
    bytes.extend_from_slice(&position.line.to_be_bytes());
    bytes.extend_from_slice(&position.told.to_be_bytes());
    bytes.extend_from_slice(&seal(tool, args, &bytes));
    format!("{PREFIX}{}", to_text(&bytes))
}

/// The position that the call's cursor names; none where there is no cursor.
///
/// # Errors
/// `invalid_cursor` for what is no cursor, or one of another request.
pub fn decode(tool: &str, args: &Args) -> Result<Option<Position>, Failure> {
    let Some(text) = args.text("cursor") else { return Ok(None) };
    let bytes = text.strip_prefix(PREFIX).and_then(from_text).filter(|bytes| bytes.len() == LENGTH);
    let Some(bytes) = bytes else { return Err(stale("it is none that jardex gave")) };
    let (body, sealed) = bytes.split_at(LENGTH - DIGEST);
    if sealed != seal(tool, args, body) {
        return Err(stale("it belongs to other arguments"));
    }
    let piece = |from: usize| <Short>::try_from(&body[from..from + DIGEST]);
    let number = |from: usize| <[u8; 4]>::try_from(&body[from..from + 4]).map(u32::from_be_bytes);
    let numbers = (number(2 * DIGEST), number(2 * DIGEST + 4), number(2 * DIGEST + 8));
    match (piece(0), piece(DIGEST), numbers) {
        (Ok(artifact), Ok(generation), (Ok(file), Ok(line), Ok(told))) => {
            Ok(Some(Position { artifact, generation, file, line, told }))
        }
        _ => Err(stale("it is none that jardex gave")),
    }
}

/// The failure of a cursor that cannot be gone on with.
#[must_use]
pub fn stale(why: &str) -> Failure {
    Failure::new(Status::InvalidCursor, format!("cursor: {why}; start again without it"))
        .hint("run the same search again without the cursor")
}

/// Binds a position to the request.
fn seal(tool: &str, args: &Args, body: &[u8]) -> Short {
    let mut request: Vec<_> = args.0.iter().filter(|(name, _)| !FREE.contains(&name.as_str())).collect();
    request.sort_by_key(|(name, _)| *name);
    let request: Vec<u8> = request.iter().flat_map(|(name, value)| format!("{name}={value}\n").into_bytes()).collect();
    short(&[tool.as_bytes(), b"\n", &request, body])
}

/// What tells these artifacts, as they are, from any others.
fn generations<'a>(artifacts: impl IntoIterator<Item = &'a Opened>) -> Short {
    let named: Vec<String> =
        artifacts.into_iter().map(|artifact| format!("{} {}\n", artifact.coordinate, artifact.generation)).collect();
    short(&[named.concat().as_bytes()])
}

fn short(parts: &[&[u8]]) -> Short {
    let mut digest = Sha256::new();
    for part in parts {
        digest.update(part);
    }
    let digest = digest.finish();
    std::array::from_fn(|at| digest[at])
}

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Six bits to a character, as in RFC 4648's URL-safe alphabet, without padding.
fn to_text(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let bits = chunk.iter().enumerate().fold(0u32, |bits, (at, byte)| bits | u32::from(*byte) << (16 - 8 * at));
        for place in 0..=chunk.len() {
            out.push(char::from(ALPHABET[(bits >> (18 - 6 * place)) as usize & 63]));
        }
    }
    out
}

fn from_text(text: &str) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(text.len() * 3 / 4);
    for chunk in text.as_bytes().chunks(4) {
        let mut bits = 0u32;
        for (place, character) in chunk.iter().enumerate() {
            let value = ALPHABET.iter().position(|known| known == character)?;
            bits |= u32::try_from(value).ok()? << (18 - 6 * place);
        }
        let bytes = bits.to_be_bytes();
        out.extend_from_slice(&bytes[1..chunk.len().max(1)]);
    }
    // Only as it was written: not with a character behind it that adds no byte.
    (to_text(&out) == text).then_some(out)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn args(value: &serde_json::Value) -> Args {
        Args(value.as_object().cloned().unwrap_or_default())
    }

    const POSITION: Position =
        Position { artifact: [1; DIGEST], generation: [2; DIGEST], file: 70_000, line: 12, told: 50 };

    proptest! {
        #[test]
        fn text_round_trips(bytes in prop::collection::vec(any::<u8>(), 0..40)) {
            prop_assert_eq!(from_text(&to_text(&bytes)), Some(bytes));
        }

        /// Any change of a cursor is noticed.
        #[test]
        fn a_forged_cursor_is_refused(place in 0usize..40, with in 0usize..64) {
            let request = args(&json!({"query": "x"}));
            let cursor = encode("t", &request, &POSITION);
            let mut forged = cursor.clone().into_bytes();
            let at = place.min(forged.len() - PREFIX.len() - 1) + PREFIX.len();
            forged[at] = ALPHABET[with];
            let forged = String::from_utf8(forged).unwrap();
            // Bits behind the last byte carry nothing.
            prop_assume!(from_text(&forged[PREFIX.len()..]) != from_text(&cursor[PREFIX.len()..]));
            let answer = decode("t", &args(&json!({"query": "x", "cursor": forged})));
            prop_assert_eq!(answer.unwrap_err().status, Status::InvalidCursor);
        }
    }

    #[test]
    fn holds_for_the_same_request_only() {
        let cursor = encode("t", &args(&json!({"query": "x", "limit": 5})), &POSITION);
        let with = |request: serde_json::Value| decode("t", &args(&request));
        assert_eq!(with(json!({"limit": 9, "cursor": cursor, "query": "x"})), Ok(Some(POSITION)));
        assert_eq!(with(json!({"query": "y", "cursor": cursor})).unwrap_err().status, Status::InvalidCursor);
        assert_eq!(with(json!({"query": "x", "cursor": ""})).unwrap_err().status, Status::InvalidCursor);
        assert_eq!(with(json!({"query": "x", "cursor": "c1.é"})).unwrap_err().status, Status::InvalidCursor);
        assert_eq!(with(json!({"query": "x"})), Ok(None));
        assert!(decode("u", &args(&json!({"query": "x", "cursor": cursor}))).is_err());
    }
}

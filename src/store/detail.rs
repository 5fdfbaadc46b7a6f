//! What an index knows of the members of a type besides their rows: signatures and exact places, packed.
//!
//! The details of a type are one piece: the bytes that its methods take, the bytes that its fields take, then both, in the
//! order of their rows. `schema/index.sql` (table `detail`) says how a member is written.

use super::number::{put, put_long, put_step, take, take_long, take_step};
use crate::model::ByteRange;

/// What a row of a method or field leaves out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Detail<'a> {
    pub bytes: ByteRange,
    pub body: Option<ByteRange>,
    pub doc: Option<ByteRange>,
    pub signature: &'a str,
}

/// Details that cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Broken;

/// Writes the details of one kind of members, one after the other.
#[derive(Default)]
pub(super) struct Packer {
    out: Vec<u8>,
    /// Where the member before ends.
    before: u32,
}

impl Packer {
    pub(super) fn add(&mut self, bytes: ByteRange, body: Option<ByteRange>, doc: Option<ByteRange>, signature: &str) {
        put_step(&mut self.out, self.before, bytes.start);
        put_step(&mut self.out, bytes.start, bytes.end);
        optional(&mut self.out, body, bytes);
        optional(&mut self.out, doc, bytes);
        put(&mut self.out, signature.len() as u32);
        self.out.extend_from_slice(signature.as_bytes());
        self.before = bytes.end;
    }
}

/// The piece of a type.
pub(super) fn piece(methods: &Packer, fields: &Packer) -> Vec<u8> {
    let mut out = Vec::with_capacity(methods.out.len() + fields.out.len() + 6);
    put(&mut out, methods.out.len() as u32);
    put(&mut out, fields.out.len() as u32);
    out.extend_from_slice(&methods.out);
    out.extend_from_slice(&fields.out);
    out
}

/// How long the piece that `head` begins with is, and where in it the methods and the fields begin; none when `head` is too
/// short to tell or broken.
pub(super) fn measure(head: &[u8]) -> Option<(usize, usize, usize)> {
    let mut rest = head;
    let (methods, fields) = (take(&mut rest)? as usize, take(&mut rest)? as usize);
    let begin = head.len() - rest.len();
    Some((begin + methods + fields, begin, begin + methods))
}

/// Reads `count` members.
pub(super) fn unpack(mut packed: &[u8], count: usize) -> Result<Vec<Detail<'_>>, Broken> {
    let mut details = Vec::with_capacity(count.min(packed.len()));
    let mut before = 0;
    for _ in 0..count {
        let detail = one(&mut packed, before).ok_or(Broken)?;
        before = detail.bytes.end;
        details.push(detail);
    }
    if packed.is_empty() { Ok(details) } else { Err(Broken) }
}

fn one<'a>(packed: &mut &'a [u8], before: u32) -> Option<Detail<'a>> {
    let start = take_step(packed, before)?;
    let bytes = ByteRange { start, end: take_step(packed, start)? };
    let body = take_optional(packed, bytes).ok()?;
    let doc = take_optional(packed, bytes).ok()?;
    let length = take(packed)? as usize;
    let (signature, rest) = packed.split_at_checked(length)?;
    *packed = rest;
    Some(Detail { bytes, body, doc, signature: std::str::from_utf8(signature).ok()? })
}

/// A range beside another one: 0 for none; else the way from the other's start, a bit for the direction and one more, then
/// the way from the other's end.
fn optional(out: &mut Vec<u8>, range: Option<ByteRange>, beside: ByteRange) {
    let Some(range) = range else { return put(out, 0) };
    let back = range.start < beside.start;
    put_long(out, 1 + (u64::from(range.start.abs_diff(beside.start)) << 1 | u64::from(back)));
    // A body ends near the end of its member, a doc comment near its start.
    put_step(out, if back { beside.start } else { beside.end }, range.end);
}

fn take_optional(packed: &mut &[u8], beside: ByteRange) -> Result<Option<ByteRange>, Broken> {
    let first = take_long(packed).ok_or(Broken)?;
    let Some(way) = first.checked_sub(1) else { return Ok(None) };
    take_range(packed, way, beside).map(Some).ok_or(Broken)
}

fn take_range(packed: &mut &[u8], way: u64, beside: ByteRange) -> Option<ByteRange> {
    let (distance, back) = (u32::try_from(way >> 1).ok()?, way & 1 == 1);
    let start = if back { beside.start.checked_sub(distance)? } else { beside.start.checked_add(distance)? };
    let end = take_step(packed, if back { beside.start } else { beside.end })?;
    Some(ByteRange { start, end })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(start: u32, end: u32) -> ByteRange {
        ByteRange { start, end }
    }

    #[test]
    fn details_come_back_whatever_their_places_are() {
        let details = [
            (range(100, 200), Some(range(150, 199)), Some(range(40, 95)), "void größe()"),
            (range(100, 200), None, None, ""),
            (range(7, 3), Some(range(0, u32::MAX)), Some(range(u32::MAX, 0)), "backwards"),
            (range(u32::MAX, u32::MAX), Some(range(u32::MAX, u32::MAX)), Some(range(0, 0)), "x"),
            (range(0, 0), Some(range(0, 0)), Some(range(0, 1)), "y"),
        ];
        let (mut methods, mut fields) = (Packer::default(), Packer::default());
        for (bytes, body, doc, signature) in details {
            methods.add(bytes, body, doc, signature);
        }
        fields.add(range(1, 2), None, None, "int a");
        let piece = piece(&methods, &fields);
        let (length, first, second) = measure(&piece).unwrap();
        assert_eq!(length, piece.len());
        let found = unpack(&piece[first..second], details.len()).unwrap();
        for ((bytes, body, doc, signature), found) in details.into_iter().zip(found) {
            assert_eq!(found, Detail { bytes, body, doc, signature });
        }
        assert_eq!(unpack(&piece[second..], 1).unwrap()[0].signature, "int a");
        assert_eq!(unpack(&piece[second..], 2), Err(Broken));
        assert_eq!(unpack(&piece[first..second], 1), Err(Broken), "more than there are members");
        for end in first..second {
            assert_eq!(unpack(&piece[first..end], details.len()), Err(Broken));
        }
    }
}

//! Signatures and descriptions of types: more than all else of a type, so that they stand compressed, many together.
//!
//! A row of `header` is: how many types; of each the length of its signature and that of its description plus one (0: none);
//! then these texts, one after the other.

use rusqlite::Connection;

use super::block::Packer;
use super::number::{put, take};
use super::read::{Index, StoreError};
use super::tables::TypeRecord;
use super::text::Packed;
use super::write::{WriteError, insert_block};

/// Types of one row: some 25 KB before compression. Twice as many make an index smaller by one part in a thousand, and
/// reading one type takes longer.
const TYPES_OF_A_ROW: u32 = 256;

/// What a type says of itself.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Header<'a> {
    pub signature: &'a str,
    pub description: Option<&'a str>,
}

/// Writes the headers of `types`, whose ids count from 1.
pub(super) fn insert(connection: &Connection, packer: &mut Packer, types: &[TypeRecord]) -> Result<(), WriteError> {
    let headers = types.iter().map(|record| Header {
        signature: &record.declaration.signature,
        description: record.declaration.description.as_deref(),
    });
    let headers: Vec<Header<'_>> = headers.collect();
    for (row, number) in headers.chunks(TYPES_OF_A_ROW as usize).zip(1..) {
        insert_block(connection, "header", &packer.pack(number, &pack(row))?)?;
    }
    Ok(())
}

fn pack(headers: &[Header<'_>]) -> Vec<u8> {
    let mut bytes = Vec::new();
    put(&mut bytes, headers.len() as u32);
    for header in headers {
        put(&mut bytes, header.signature.len() as u32);
        put(&mut bytes, header.description.map_or(0, |description| description.len() as u32 + 1));
    }
    for header in headers {
        bytes.extend_from_slice(header.signature.as_bytes());
        bytes.extend_from_slice(header.description.unwrap_or("").as_bytes());
    }
    bytes
}

/// The header at a place of a row; none where there is none such.
fn find(row: &[u8], place: u32) -> Option<Header<'_>> {
    let mut lengths = row;
    let count = take(&mut lengths)?;
    let (mut before, mut own) = (0, None);
    for at in 0..count {
        let (signature, description) = (take(&mut lengths)? as usize, take(&mut lengths)? as usize);
        if at == place {
            own = Some((before, signature, description));
        }
        before += signature + description.saturating_sub(1);
    }
    let (start, signature, description) = own?;
    let texts = lengths.get(start..)?;
    let (signature, rest) = texts.split_at_checked(signature)?;
    let signature = std::str::from_utf8(signature).ok()?;
    let Some(length) = description.checked_sub(1) else { return Some(Header { signature, description: None }) };
    let description = std::str::from_utf8(rest.get(..length)?).ok()?;
    Some(Header { signature, description: Some(description) })
}

impl Index {
    /// Shows the header of a type that is there.
    pub(super) fn header<T>(&self, type_id: u32, show: impl FnOnce(Header<'_>) -> T) -> Result<T, StoreError> {
        let broken = || StoreError::Damaged(format!("the header of type {type_id} is damaged"));
        let at = type_id.checked_sub(1).ok_or_else(broken)?;
        let row = self.block(Packed::Header, at / TYPES_OF_A_ROW + 1)?;
        find(&row, at % TYPES_OF_A_ROW).map(show).ok_or_else(broken)
    }

    /// The descriptions of the types with these ids, in the order asked.
    pub fn descriptions(&self, types: &[u32]) -> Result<Vec<Option<String>>, StoreError> {
        types.iter().map(|id| self.header(*id, |header| header.description.map(str::to_owned))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_come_back() {
        let headers = [
            Header { signature: "class Größe", description: Some("How large.") },
            Header { signature: "", description: None },
            Header { signature: "enum E", description: Some("") },
        ];
        let row = pack(&headers);
        for (header, place) in headers.iter().zip(0..) {
            assert_eq!(find(&row, place).as_ref(), Some(header));
        }
        assert_eq!(find(&row, 3), None);
        for end in 0..row.len() {
            assert_eq!(find(&row[..end], 2), None, "cut after {end} bytes");
        }
    }
}

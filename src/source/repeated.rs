//! Folders that an archive lists more than once, as tools leave them that put archives together: they hold nothing, and the
//! archive says the same without the further ones. A file that is listed again is two that one name stands for, and stays.

use std::collections::HashSet;

const CENTRAL_HEADER: &[u8] = b"PK\x01\x02";
const LOCAL_HEADER: &[u8] = b"PK\x03\x04";
const END_RECORD: &[u8] = b"PK\x05\x06";

/// Lengths of headers without the names and extra fields behind them.
const CENTRAL_LENGTH: usize = 46;
const LOCAL_LENGTH: usize = 30;
const END_LENGTH: usize = 22;

/// The flag of an entry whose sizes follow its content.
const SIZES_FOLLOW: usize = 8;

/// An archive without the folders that it lists again: the central directory, which begins at `directory`, has them no more, and
/// their local headers are blank. What comes before the directory stays where it is; `before` bytes of it are no part of the
/// archive.
///
/// # Errors
/// The name of an entry that is listed again and is no empty folder.
pub(super) fn without(bytes: &[u8], directory: usize, before: usize) -> Result<Vec<u8>, String> {
    let mut out = bytes.get(..directory).unwrap_or_default().to_vec();
    let mut names = HashSet::new();
    let mut again = Vec::new();
    let mut at = directory;
    while let Some(entry) = Entry::at(bytes, at) {
        at += entry.header.len();
        if names.insert(entry.name) {
            out.extend_from_slice(entry.header);
        } else {
            again.push(entry);
        }
    }
    let shown = |entry: &Entry<'_>| String::from_utf8_lossy(entry.name).into_owned();
    for entry in &again {
        let start = before.saturating_add(number(entry.header, 42, 4));
        let local =
            out.get_mut(start..start.saturating_add(LOCAL_LENGTH)).filter(|_| entry.is_empty_folder(bytes, start));
        local.ok_or_else(|| shown(entry))?.fill(0);
    }
    let end = bytes.get(at..).filter(|end| {
        end.len() >= END_LENGTH
            && end.starts_with(END_RECORD)
            && number(end, 10, 2) == names.len() + again.len()
            && number(end, 12, 4) == at - directory
    });
    let Some(end) = end else { return Err(again.first().map(shown).unwrap_or_default()) };
    let count = u16::try_from(names.len()).unwrap_or(u16::MAX).to_le_bytes();
    let length = u32::try_from(out.len() - directory).unwrap_or(u32::MAX).to_le_bytes();
    for part in [&end[..8], &count, &count, &length, &end[16..]] {
        out.extend_from_slice(part);
    }
    Ok(out)
}

/// An entry as the central directory lists it.
struct Entry<'a> {
    header: &'a [u8],
    name: &'a [u8],
}

impl<'a> Entry<'a> {
    fn at(bytes: &'a [u8], at: usize) -> Option<Self> {
        let rest = bytes.get(at..)?;
        let fixed = rest.get(..CENTRAL_LENGTH).filter(|fixed| fixed.starts_with(CENTRAL_HEADER))?;
        let end = CENTRAL_LENGTH + number(fixed, 28, 2);
        let header = rest.get(..end + number(fixed, 30, 2) + number(fixed, 32, 2))?;
        Some(Self { header, name: &header[CENTRAL_LENGTH..end] })
    }

    /// Whether it is a folder without content, and its local header, at `start`, says the same.
    fn is_empty_folder(&self, bytes: &[u8], start: usize) -> bool {
        let Some(local) = bytes.get(start..).filter(|rest| rest.len() >= LOCAL_LENGTH + self.name.len()) else {
            return false;
        };
        let (checksum, size) = (number(self.header, 16, 4), number(self.header, 24, 4));
        let sizes_agree = number(self.header, 8, 2) & SIZES_FOLLOW != 0 || local[14..26] == self.header[16..28];
        self.name.ends_with(b"/")
            && (checksum, size) == (0, 0)
            && local.starts_with(LOCAL_HEADER)
            && local[6..10] == self.header[8..12]
            && sizes_agree
            && local[26..28] == self.header[28..30]
            && local[LOCAL_LENGTH..].starts_with(self.name)
    }
}

/// A number of so many bytes in a header, the lowest first; the header is long enough.
fn number(header: &[u8], at: usize, length: usize) -> usize {
    header[at..at + length].iter().rev().fold(0, |number, byte| number << 8 | usize::from(*byte))
}

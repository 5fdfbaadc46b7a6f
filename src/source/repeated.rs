//! Entries that an archive lists more than once, as tools leave them that put archives together. Java's own reader takes the one
//! that is listed last; a copy of the archive without the others is checked as any archive is.

use std::collections::HashMap;
use std::ops::Range;

use crate::text::escape::visible;

const CENTRAL_HEADER: &[u8] = b"PK\x01\x02";
const LOCAL_HEADER: &[u8] = b"PK\x03\x04";
const END_RECORD: &[u8] = b"PK\x05\x06";

/// Lengths of headers without the names and extra fields behind them.
const CENTRAL_LENGTH: usize = 46;
const LOCAL_LENGTH: usize = 30;
const END_LENGTH: usize = 22;

/// The flag of an entry whose sizes follow its content.
const SIZES_FOLLOW: usize = 8;

/// An archive with each entry once.
pub(super) struct Once {
    pub bytes: Vec<u8>,
    /// The names of files that are listed again with other bytes, each once and in order.
    pub differing: Vec<String>,
}

/// An archive without what it lists again: the central directory, which begins at `directory`, has the last of each name alone, and
/// the others are blank. What comes before the directory stays where it is; `before` bytes of it are no part of the archive.
///
/// # Errors
/// Why it is refused: the headers of such an entry contradict each other, it is a folder that holds something, entries share bytes,
/// or the directory is not as long as the end of the archive says.
pub(super) fn without(bytes: &[u8], directory: usize, before: usize) -> Result<Once, String> {
    let mut entries = Vec::new();
    let mut at = directory;
    while let Some(entry) = Entry::at(bytes, at) {
        at += entry.header.len();
        entries.push(entry);
    }
    let last: HashMap<&[u8], usize> = entries.iter().enumerate().map(|(at, entry)| (entry.name, at)).collect();
    let mut out = bytes.get(..directory).unwrap_or_default().to_vec();
    let mut differing = Vec::new();
    for (at, entry) in entries.iter().enumerate() {
        let kept = &entries[last[entry.name]];
        if last[entry.name] == at {
            continue;
        }
        let name = String::from_utf8_lossy(entry.name);
        let is_folder = name.ends_with('/');
        let found = entry.found(bytes, before).zip(kept.found(bytes, before));
        let fits = !is_folder || (entry.is_empty() && kept.is_empty());
        let Some(([own, packed], [_, kept_packed])) = found.filter(|_| fits) else {
            return Err(format!(
                "two of its entries have the same name, '{}'",
                visible(&super::archive::shortened(&name))
            ));
        };
        let is_same = entry.method() == kept.method() && bytes[packed] == bytes[kept_packed];
        if !is_same && !is_folder {
            differing.push(name.into_owned());
        }
        if let Some(own) = out.get_mut(own) {
            own.fill(0);
        }
    }
    let is_apart = are_apart(entries.iter().map(|entry| entry.extent(bytes, before)).collect());
    let end = bytes.get(at..).filter(|end| {
        is_apart
            && end.len() >= END_LENGTH
            && end.starts_with(END_RECORD)
            && number(end, 10, 2) == entries.len()
            && number(end, 12, 4) == at - directory
    });
    let Some(end) = end else { return Err("the archive is damaged or contradicts itself".to_owned()) };
    for (_, entry) in entries.iter().enumerate().filter(|(at, entry)| last[entry.name] == *at) {
        out.extend_from_slice(entry.header);
    }
    let count = u16::try_from(last.len()).unwrap_or(u16::MAX).to_le_bytes();
    let length = u32::try_from(out.len() - directory).unwrap_or(u32::MAX).to_le_bytes();
    for part in [&end[..8], &count, &count, &length, &end[16..]] {
        out.extend_from_slice(part);
    }
    differing.sort();
    differing.dedup();
    Ok(Once { bytes: out, differing })
}

/// Whether no two of some entries share bytes; not where it is not known where one lies.
fn are_apart(extents: Vec<Option<Range<usize>>>) -> bool {
    let Some(mut extents) = extents.into_iter().collect::<Option<Vec<_>>>() else { return false };
    extents.sort_by_key(|extent| extent.start);
    extents.windows(2).all(|pair| pair[0].end <= pair[1].start)
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

    fn method(&self) -> usize {
        number(self.header, 10, 2)
    }

    /// Whether there is nothing in it, by its checksum and size.
    fn is_empty(&self) -> bool {
        (number(self.header, 16, 4), number(self.header, 24, 4)) == (0, 0)
    }

    /// Where its local header and content lie.
    fn extent(&self, bytes: &[u8], before: usize) -> Option<Range<usize>> {
        let start = before.checked_add(number(self.header, 42, 4))?;
        let local = bytes.get(start..start.checked_add(LOCAL_LENGTH)?)?;
        let packed = start + LOCAL_LENGTH + number(local, 26, 2) + number(local, 28, 2);
        let end = packed.checked_add(number(self.header, 20, 4))?;
        (end <= bytes.len()).then_some(start..end)
    }

    /// The same, and where its packed content lies, if the local header says what the directory says.
    fn found(&self, bytes: &[u8], before: usize) -> Option<[Range<usize>; 2]> {
        let extent = self.extent(bytes, before)?;
        let local = &bytes[extent.clone()];
        let sizes_agree = number(self.header, 8, 2) & SIZES_FOLLOW != 0 || local[14..26] == self.header[16..28];
        let agrees = local.starts_with(LOCAL_HEADER)
            && local[6..10] == self.header[8..12]
            && sizes_agree
            && local[26..28] == self.header[28..30]
            && local[LOCAL_LENGTH..].starts_with(self.name);
        let packed = extent.end - number(self.header, 20, 4)..extent.end;
        agrees.then_some([extent, packed])
    }
}

/// A number of so many bytes in a header, the lowest first; the header is long enough.
fn number(header: &[u8], at: usize, length: usize) -> usize {
    header[at..at + length].iter().rev().fold(0, |number, byte| number << 8 | usize::from(*byte))
}

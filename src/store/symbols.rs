//! Which methods and fields bear which names: all that a search for symbols chooses from, read at once.
//!
//! Reading the rows of all members takes a hundred times as long. In the file they stand in packed rows, by file. A row is
//! five pieces, each with its length before it: of each file the number of its types, of each of those how many methods and
//! fields it has; of each method, then each field of a file the number of its name, 0 where it is the next one that was not
//! seen before, else 1 and how many were seen since; the kinds, a byte each; of each new name its length; the new names, one
//! after the other. Names count on from row to row.

use rusqlite::Connection;

use super::block::{Packer, inflate};
use super::number::{put, take};
use super::prepare::{DeclaredType, FieldLine, MethodLine};
use super::read::{Index, StoreError};
use super::words;
use super::write::{WriteError, insert_block};
use crate::model::{FieldKind, MethodKind};

/// Members of a packed row, about: some 100 KB before compression.
const MEMBERS_OF_A_ROW: usize = 8192;

/// Methods and fields of an artifact by their ids, which count from 1: entry 0 is that of id 1.
#[derive(Debug, Default)]
pub struct SymbolList {
    /// The names, each once, one after the other.
    pub text: String,
    /// Where each name ends in the text.
    pub ends: Vec<u32>,
    /// Of each method the place of its name, and its kind.
    pub methods: Vec<(u32, MethodKind)>,
    /// The same of each field.
    pub fields: Vec<(u32, FieldKind)>,
    /// Of each type by its id.
    pub types: Vec<Members>,
}

/// Where the members of a type begin, and in which file it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Members {
    /// How many methods stand before its first.
    pub methods: u32,
    /// How many fields stand before its first.
    pub fields: u32,
    /// Counts files that declare types, in order.
    pub file: u32,
}

/// Packs the members of files as they are written.
#[derive(Default)]
pub(super) struct Collector {
    files: Vec<u8>,
    codes: Vec<u8>,
    kinds: Vec<u8>,
    lengths: Vec<u8>,
    text: Vec<u8>,
    /// Highest number of a name so far.
    known: u32,
    rows: u32,
}

impl Collector {
    /// A file whose types are these: its methods, then its fields follow.
    pub(super) fn file(&mut self, types: &[DeclaredType]) {
        put(&mut self.files, types.len() as u32);
        for one in types {
            put(&mut self.files, one.methods);
            put(&mut self.files, one.fields);
        }
    }

    pub(super) fn method(&mut self, number: u32, line: &MethodLine) {
        self.member(number, words::method_kind(line.kind), &line.common.name);
    }

    pub(super) fn field(&mut self, number: u32, line: &FieldLine) {
        self.member(number, words::field_kind(line.kind), &line.common.name);
    }

    /// A member whose name has this number; numbers count up from 1 in order of first appearance.
    fn member(&mut self, number: u32, kind: usize, name: &str) {
        self.kinds.push(kind as u8);
        if number > self.known {
            self.known = number;
            put(&mut self.codes, 0);
            put(&mut self.lengths, name.len() as u32);
            self.text.extend_from_slice(name.as_bytes());
        } else {
            put(&mut self.codes, 1 + self.known - number);
        }
    }

    /// Writes a row when there is enough for one; in the end, whatever is left.
    pub(super) fn flush(&mut self, connection: &Connection, packer: &mut Packer, all: bool) -> Result<(), WriteError> {
        if self.files.is_empty() || (!all && self.kinds.len() < MEMBERS_OF_A_ROW) {
            return Ok(());
        }
        let mut bytes = Vec::new();
        for piece in [&mut self.files, &mut self.codes, &mut self.kinds, &mut self.lengths, &mut self.text] {
            put(&mut bytes, piece.len() as u32);
            bytes.append(piece);
        }
        self.rows += 1;
        insert_block(connection, "symbol_list", &packer.pack(self.rows, &bytes)?)
    }
}

impl SymbolList {
    /// Appends the members of a row; none where it is no such row.
    fn add(&mut self, mut bytes: &[u8]) -> Option<()> {
        let mut pieces = [&[][..]; 5];
        for piece in &mut pieces {
            let length = take(&mut bytes)? as usize;
            (*piece, bytes) = bytes.split_at_checked(length)?;
        }
        let [mut files, mut codes, mut kinds, mut lengths, text] = pieces;
        let mut file = self.types.last().map_or(0, |last| last.file + 1);
        while !files.is_empty() {
            let (mut methods, mut fields) = (self.methods.len() as u32, self.fields.len() as u32);
            for _ in 0..take(&mut files)? {
                self.types.push(Members { methods, fields, file });
                methods = methods.checked_add(take(&mut files)?)?;
                fields = fields.checked_add(take(&mut files)?)?;
            }
            file = file.checked_add(1)?;
            for _ in self.methods.len() as u32..methods {
                let kind = words::method_kind_of(usize::from(*kinds.split_off_first()?))?;
                let name = self.name(&mut codes, &mut lengths)?;
                self.methods.push((name, kind));
            }
            for _ in self.fields.len() as u32..fields {
                let kind = words::field_kind_of(usize::from(*kinds.split_off_first()?))?;
                let name = self.name(&mut codes, &mut lengths)?;
                self.fields.push((name, kind));
            }
        }
        self.text.push_str(std::str::from_utf8(text).ok()?);
        let is_whole = self.text.len() == self.ends.last().map_or(0, |end| *end as usize);
        (is_whole && codes.is_empty() && kinds.is_empty() && lengths.is_empty()).then_some(())
    }

    /// The place of the name of the next member.
    fn name(&mut self, codes: &mut &[u8], lengths: &mut &[u8]) -> Option<u32> {
        let known = self.ends.len() as u32;
        match take(codes)? {
            0 => {
                let end = self.ends.last().copied().unwrap_or(0).checked_add(take(lengths)?)?;
                self.ends.push(end);
                Some(known)
            }
            since => known.checked_sub(since),
        }
    }
}

impl Index {
    /// The names of all methods and fields, and who bears them. Not kept: who asks keeps what is made of it.
    pub fn symbol_list(&self) -> Result<SymbolList, StoreError> {
        let broken = || StoreError::Damaged("the list of symbols is damaged".to_owned());
        let lease = self.pool.lease()?;
        let mut all = lease.prepare_cached("SELECT size, crc, data FROM symbol_list ORDER BY id")?;
        let mut rows = all.query([])?;
        let mut list = SymbolList::default();
        while let Some(row) = rows.next()? {
            let data = row.get_ref(2)?.as_blob().map_err(rusqlite::Error::from)?;
            inflate(row.get(0)?, row.get(1)?, data).and_then(|bytes| list.add(&bytes)).ok_or_else(broken)?;
        }
        let counts = &self.meta().counts;
        let is_whole = list.methods.len() as u64 == counts.methods && list.fields.len() as u64 == counts.fields;
        if is_whole { Ok(list) } else { Err(broken()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A row of one file with one type of two methods and a field.
    const ROW: &[u8] = &[3, 1, 2, 1, 3, 0, 0, 2, 3, 0, 1, 0, 2, 1, 2, 3, b'a', b'b', b'c'];

    #[test]
    fn rows_go_on_from_one_another() {
        let mut list = SymbolList::default();
        assert!(list.add(ROW).is_some());
        assert_eq!(list.ends, [1, 3]);
        assert_eq!(list.methods, [(0, MethodKind::Method), (1, MethodKind::Constructor)]);
        assert_eq!(list.fields, [(0, FieldKind::Field)]);
        assert!(list.add(ROW).is_some());
        assert_eq!((list.text.as_str(), &list.ends[..]), ("abcabc", &[1, 3, 4, 6][..]));
        assert_eq!(list.types[1], Members { methods: 2, fields: 1, file: 1 });
        assert_eq!(list.fields[1].0, 2, "the name before the last one");
    }

    #[test]
    fn what_is_no_row_is_refused() {
        for end in 0..ROW.len() {
            assert!(SymbolList::default().add(&ROW[..end]).is_none(), "{end}");
        }
        let mut changed = ROW.to_vec();
        changed[7] = 9;
        assert!(SymbolList::default().add(&changed).is_none(), "a name that was never seen");
    }
}

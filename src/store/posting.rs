//! Trigram postings as bytes: collected file by file while writing, found by code while reading.
//!
//! A posting list is the ascending ids of the files that hold a trigram, as varint differences. `schema/index.sql` (table
//! `trigram`) says how lists are packed into rows. Nothing here knows what a trigram means.

/// Bytes after which a row is closed: the row then fills one page of 4096 bytes (whose largest whole payload is 4061).
const ROW_BYTES: usize = 4000;

/// Appends `value` as a varint: seven bits a byte, lowest first.
fn put(out: &mut Vec<u8>, mut value: u32) {
    while value >= 0x80 {
        out.push((value & 0x7f) as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Takes a varint off the front; none where it is cut off or too long.
fn take(bytes: &mut &[u8]) -> Option<u32> {
    let mut value = 0_u32;
    for shift in (0..35).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        let bits = u32::from(byte & 0x7f);
        value |= bits.checked_shl(shift).filter(|shifted| shifted >> shift == bits)?;
        if byte < 0x80 {
            return Some(value);
        }
    }
    None
}

/// Gathers which file holds which codes, two bytes a pair, until the lists are written.
pub(super) struct Collector {
    /// By the highest byte of the code: runs of file id (two words), number of codes less one, the codes' other bytes.
    buckets: Vec<Vec<u16>>,
}

impl Collector {
    pub(super) fn new() -> Self {
        Self { buckets: vec![Vec::new(); 256] }
    }

    /// Adds a file; files come in order of id, `codes` are ascending, distinct and below 1 << 24.
    pub(super) fn add(&mut self, file: u32, codes: &[u32]) {
        for run in codes.chunk_by(|a, b| a >> 16 == b >> 16) {
            let bucket = &mut self.buckets[(run[0] >> 16) as usize & 0xff];
            bucket.extend([file as u16, (file >> 16) as u16, (run.len() - 1) as u16]);
            bucket.extend(run.iter().map(|code| *code as u16));
        }
    }

    /// Gives every row in ascending order of its first code.
    pub(super) fn rows<E>(self, mut each: impl FnMut(u32, &[u8]) -> Result<(), E>) -> Result<(), E> {
        let mut packer = Packer::default();
        let mut ends = vec![0_u32; 1 << 16];
        let mut ids = Vec::new();
        let mut list = Vec::new();
        for (high, bucket) in self.buckets.into_iter().enumerate() {
            if bucket.is_empty() {
                continue;
            }
            sort_into_lists(&bucket, &mut ends, &mut ids);
            let mut start = 0;
            for (low, end) in ends.iter().enumerate().filter(|(_, end)| **end > 0) {
                let end = *end as usize;
                if end == start {
                    continue;
                }
                list.clear();
                let mut before = 0;
                for id in &ids[start..end] {
                    put(&mut list, id - before);
                    before = *id;
                }
                packer.add((high << 16 | low) as u32, &list, &mut each)?;
                start = end;
            }
        }
        packer.close(&mut each)
    }
}

/// Counting sort of one bucket by code: `ids` grouped by code, `ends[code]` where each group ends.
fn sort_into_lists(bucket: &[u16], ends: &mut [u32], ids: &mut Vec<u32>) {
    let runs = |mut rest: &[u16], visit: &mut dyn FnMut(u32, &[u16])| {
        while let [low, high, more, tail @ ..] = rest {
            let (codes, next) = tail.split_at(*more as usize + 1);
            visit(u32::from(*low) | u32::from(*high) << 16, codes);
            rest = next;
        }
    };
    ends.fill(0);
    runs(bucket, &mut |_, codes| codes.iter().for_each(|code| ends[*code as usize] += 1));
    let mut total = 0;
    for end in ends.iter_mut() {
        (*end, total) = (total, total + *end);
    }
    ids.clear();
    ids.resize(total as usize, 0);
    runs(bucket, &mut |file, codes| {
        for code in codes {
            let place = &mut ends[*code as usize];
            ids[*place as usize] = file;
            *place += 1;
        }
    });
}

/// Packs lists into rows.
#[derive(Default)]
struct Packer {
    first: u32,
    last: u32,
    data: Vec<u8>,
}

impl Packer {
    fn add<E>(&mut self, code: u32, list: &[u8], each: &mut impl FnMut(u32, &[u8]) -> Result<(), E>) -> Result<(), E> {
        // Eight bytes are the most that the two numbers before a list take.
        if !self.data.is_empty() && self.data.len() + list.len() + 8 > ROW_BYTES {
            self.close(each)?;
        }
        if self.data.is_empty() {
            (self.first, self.last) = (code, code);
        }
        put(&mut self.data, code - self.last);
        put(&mut self.data, list.len() as u32);
        self.data.extend_from_slice(list);
        self.last = code;
        Ok(())
    }

    fn close<E>(&mut self, each: &mut impl FnMut(u32, &[u8]) -> Result<(), E>) -> Result<(), E> {
        if !self.data.is_empty() {
            each(self.first, &self.data)?;
            self.data.clear();
        }
        Ok(())
    }
}

/// The list of `code` in a row, still packed: `Ok(None)` when the row does not hold it, an error when the row is broken.
pub(super) fn find(first: u32, mut row: &[u8], code: u32) -> Result<Option<&[u8]>, Broken> {
    let mut at = first;
    while !row.is_empty() {
        at = at.checked_add(take(&mut row).ok_or(Broken)?).ok_or(Broken)?;
        let length = take(&mut row).ok_or(Broken)? as usize;
        let (list, rest) = row.split_at_checked(length).ok_or(Broken)?;
        if at >= code {
            return Ok((at == code).then_some(list));
        }
        row = rest;
    }
    Ok(None)
}

/// The ids of a packed list.
pub(super) fn ids(mut list: &[u8]) -> Result<Vec<u32>, Broken> {
    let mut ids = Vec::with_capacity(list.len());
    let mut id = 0_u32;
    while !list.is_empty() {
        id = id.checked_add(take(&mut list).ok_or(Broken)?).ok_or(Broken)?;
        ids.push(id);
    }
    Ok(ids)
}

/// A posting row that cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Broken;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_come_back_as_they_were_added() {
        let mut random = fastrand::Rng::with_seed(7);
        let files: Vec<Vec<u32>> = (0..400)
            .map(|_| {
                let mut codes: Vec<u32> =
                    (0..random.usize(0..300)).map(|_| random.u32(0..1 << 24) & 0x83_8f_07).collect();
                codes.sort_unstable();
                codes.dedup();
                codes
            })
            .collect();
        let mut collector = Collector::new();
        for (id, codes) in files.iter().enumerate() {
            collector.add(id as u32 + 1, codes);
        }
        let mut rows: Vec<(u32, Vec<u8>)> = Vec::new();
        let mut keep = |first: u32, data: &[u8]| {
            rows.push((first, data.to_vec()));
            Ok::<(), ()>(())
        };
        collector.rows(&mut keep).unwrap();
        assert!(rows.len() > 3 && rows.is_sorted_by(|a, b| a.0 < b.0));
        for code in (0..1 << 24).filter(|code| code & !0x83_8f_07 == 0).chain([0x7f, 0x20_20_20]) {
            let expected: Vec<u32> =
                (1..=400).filter(|id| files[*id as usize - 1].binary_search(&code).is_ok()).collect();
            let row = rows[..rows.partition_point(|row| row.0 <= code)].last();
            let found = row.and_then(|(first, data)| find(*first, data, code).unwrap());
            assert_eq!(ids(found.unwrap_or(&[])).unwrap(), expected, "code {code:06x}");
        }
    }

    #[test]
    fn a_broken_row_is_an_error_and_no_empty_list() {
        let mut row = Vec::new();
        put(&mut row, 0);
        put(&mut row, 200);
        row.extend([1, 1]);
        assert_eq!(find(5, &row, 5), Err(Broken));
        assert_eq!(find(5, &[0x80], 9), Err(Broken));
        assert_eq!(ids(&[0xff, 0xff, 0xff, 0xff, 0xff, 0x01]), Err(Broken));
    }
}

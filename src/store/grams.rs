//! Gram postings while an index is written: which block of text holds which codes, until the lists are made.
//!
//! Codes are gathered two bytes a pair. Whenever enough blocks have come, their pairs become lists, so that only joining the
//! lists is left at the end. Nothing here knows what a gram means.

use super::number::{put, take};
use super::posting::Packer;

/// Pairs of block and code after which lists are made of them: some 8 MB.
const SEGMENT_PAIRS: usize = 4 << 20;

/// Pairs from which on all four characters of a code are kept: those of some four megabytes of text.
const FINE_PAIRS: usize = 3 << 18;

/// Bits of a code.
pub(super) const CODE_BITS: u32 = 24;

/// The lowest bits of a code that are left out of the lists of few blocks, which should be small: of the last character its class is known
/// to one of eight.
pub(super) const FINE_BITS: u32 = 3;

const FINE: u32 = (1 << FINE_BITS) - 1;

/// Gathers the codes of blocks.
pub(super) struct Collector {
    open: Open,
    /// By the highest byte of the code: runs of block id (two words), number of codes less one, the codes' other bytes.
    buckets: Vec<Vec<u16>>,
    pairs: usize,
    segments: Vec<Segment>,
    sorter: Sorter,
    /// Scratch: the codes of a block by their highest byte.
    grouped: Vec<u16>,
}

/// The lists of blocks that follow one another, by code, packed: of a large artifact there are millions.
#[derive(Default)]
struct Segment {
    /// Of each list: its code less the one before, its first block, how far its last is from that, how many bytes the
    /// differences after the first block have, and these.
    packed: Vec<u8>,
    /// The code of the last list.
    code: u32,
}

impl Segment {
    fn add(&mut self, code: u32, first: u32, last: u32, differences: &[u8]) {
        for number in [code - self.code, first, last - first, differences.len() as u32] {
            put(&mut self.packed, number);
        }
        self.packed.extend_from_slice(differences);
        self.code = code;
    }

    fn lists(&self) -> impl Iterator<Item = List<'_>> {
        let (mut rest, mut code) = (&self.packed[..], 0);
        std::iter::from_fn(move || {
            code += take(&mut rest)?;
            let first = take(&mut rest)?;
            let last = first + take(&mut rest)?;
            let length = take(&mut rest)?;
            let differences = rest.split_off(..length as usize)?;
            Some(List { code, first, last, differences })
        })
    }
}

/// The blocks of a code within a segment.
struct List<'a> {
    code: u32,
    first: u32,
    last: u32,
    /// After `first`.
    differences: &'a [u8],
}

impl Collector {
    pub(super) fn new() -> Self {
        Self {
            open: Open::default(),
            buckets: vec![Vec::new(); 256],
            pairs: 0,
            segments: Vec::new(),
            sorter: Sorter::new(),
            grouped: Vec::new(),
        }
    }

    /// Adds a piece of a block; blocks come in order of id, the codes of a piece are distinct and below 1 << 24.
    pub(super) fn add_piece(&mut self, block: u32, codes: Vec<u32>) {
        if self.open.block != block {
            self.end();
            self.open.block = block;
        }
        self.open.add(codes);
    }

    /// No piece of the last block comes any more.
    pub(super) fn end(&mut self) {
        let codes = self.open.take();
        if !codes.is_empty() {
            self.add(self.open.block, &codes);
        }
    }

    fn add(&mut self, block: u32, codes: &[u32]) {
        let high = |code: u32| (code >> 16) as usize & 0xff;
        let mut ends = [0; 256];
        for code in codes {
            ends[high(*code)] += 1;
        }
        let mut total = 0;
        for end in &mut ends {
            (*end, total) = (total, total + *end);
        }
        if self.grouped.len() < codes.len() {
            self.grouped.resize(codes.len(), 0);
        }
        for code in codes {
            let end = &mut ends[high(*code)];
            self.grouped[*end] = *code as u16;
            *end += 1;
        }
        let mut start = 0;
        for (bucket, end) in self.buckets.iter_mut().zip(ends) {
            if start < end {
                bucket.extend([block as u16, (block >> 16) as u16, (end - start - 1) as u16]);
                bucket.extend_from_slice(&self.grouped[start..end]);
                start = end;
            }
        }
        self.pairs += codes.len();
        if self.pairs >= SEGMENT_PAIRS {
            self.close_segment(u16::MAX);
        }
    }

    /// Whether the lists are to be of whole codes: once there are lists of many blocks, all are.
    pub(super) fn is_fine(&self) -> bool {
        !self.segments.is_empty() || self.pairs >= FINE_PAIRS
    }

    /// Makes lists of what was gathered since the last time, of codes without the bits that are not in `mask`.
    fn close_segment(&mut self, mask: u16) {
        let mut segment = Segment::default();
        let mut differences = Vec::new();
        for (high, bucket) in self.buckets.iter_mut().enumerate() {
            self.sorter.lists(bucket, mask, |low, files| {
                differences.clear();
                let (first, mut last) = (files[0], files[0]);
                // A file is there more than once where codes differ in bits that are left out.
                for file in files {
                    if *file != last {
                        put(&mut differences, file - last);
                        last = *file;
                    }
                }
                segment.add((high as u32) << 16 | low, first, last, &differences);
            });
            bucket.clear();
        }
        self.pairs = 0;
        self.segments.push(segment);
    }

    /// Gives every row in ascending order of its first code.
    pub(super) fn rows<E>(mut self, mut each: impl FnMut(u32, &[u8]) -> Result<(), E>) -> Result<(), E> {
        if self.pairs > 0 {
            self.close_segment(if self.is_fine() { u16::MAX } else { !(FINE as u16) });
        }
        // What sorting needed is not needed any more.
        drop((std::mem::take(&mut self.buckets), std::mem::take(&mut self.sorter)));
        let mut packer = Packer::default();
        let mut segments: Vec<_> = self.segments.iter().map(|segment| segment.lists().peekable()).collect();
        let mut joined = Vec::new();
        while let Some(code) = segments.iter_mut().filter_map(|lists| Some(lists.peek()?.code)).min() {
            joined.clear();
            let mut before = 0;
            for lists in &mut segments {
                let Some(list) = lists.next_if(|list| list.code == code) else { continue };
                put(&mut joined, list.first - before);
                joined.extend_from_slice(list.differences);
                before = list.last;
            }
            packer.add(code, &joined, &mut each)?;
        }
        packer.close(&mut each)
    }
}

/// The codes of the block that pieces still come of.
#[derive(Default)]
struct Open {
    block: u32,
    codes: Vec<u32>,
    /// A bit for each code that is missing where they are of several pieces; else all are set. Two mebibytes, once they are needed:
    /// written at once, they are mapped once.
    missing: Vec<u64>,
    several: bool,
}

impl Open {
    fn add(&mut self, codes: Vec<u32>) {
        if self.codes.is_empty() {
            self.codes = codes;
            return;
        }
        if self.missing.is_empty() {
            self.missing = vec![u64::MAX; 1 << (CODE_BITS - 6)];
        }
        if !self.several {
            self.several = true;
            for code in &self.codes {
                is_new(&mut self.missing, *code);
            }
        }
        let missing = &mut self.missing;
        self.codes.extend(codes.into_iter().filter(|code| is_new(missing, *code)));
    }

    /// The codes, each once.
    fn take(&mut self) -> Vec<u32> {
        let codes = std::mem::take(&mut self.codes);
        if std::mem::take(&mut self.several) {
            for code in &codes {
                if let Some(word) = self.missing.get_mut(*code as usize >> 6) {
                    *word = u64::MAX;
                }
            }
        }
        codes
    }
}

/// Takes note of a code; whether it was missing.
fn is_new(missing: &mut [u64], code: u32) -> bool {
    let Some(word) = missing.get_mut(code as usize >> 6) else { return false };
    let is_new = *word >> (code & 63) & 1 == 1;
    *word &= !(1 << (code & 63));
    is_new
}

/// Counting sort of one bucket by code. What it costs depends on the codes that are there, not on those there could be.
#[derive(Default)]
struct Sorter {
    /// Of each code how many files hold it, then where they end; 0 between calls.
    ends: Vec<u32>,
    /// One bit a code that is there; empty between calls.
    used: Vec<u64>,
    /// The files, grouped by code.
    ids: Vec<u32>,
}

impl Sorter {
    fn new() -> Self {
        Self { ends: vec![0; 1 << 16], used: vec![0; 1 << 10], ids: Vec::new() }
    }

    /// Gives the lowest bytes of every code, ascending, with the files that hold it, one as often as it does.
    fn lists(&mut self, bucket: &[u16], mask: u16, mut give: impl FnMut(u32, &[u32])) {
        let Self { ends, used, ids } = self;
        each_run(bucket, |_, codes| {
            for code in codes.iter().map(|code| code & mask) {
                ends[usize::from(code)] += 1;
                used[usize::from(code >> 6)] |= 1 << (code & 63);
            }
        });
        let mut total = 0;
        each_used(used, |code| (ends[code], total) = (total, total + ends[code]));
        if ids.len() < total as usize {
            ids.resize(total as usize, 0);
        }
        each_run(bucket, |file, codes| {
            for code in codes.iter().map(|code| code & mask) {
                let place = &mut ends[usize::from(code)];
                ids[*place as usize] = file;
                *place += 1;
            }
        });
        let mut start = 0;
        each_used(used, |code| {
            let end = std::mem::take(&mut ends[code]) as usize;
            give(code as u32, &ids[start..end]);
            start = end;
        });
        used.fill(0);
    }
}

/// The runs of a bucket: a file and its codes.
fn each_run(mut rest: &[u16], mut visit: impl FnMut(u32, &[u16])) {
    while let [low, high, more, tail @ ..] = rest {
        let (codes, next) = tail.split_at(*more as usize + 1);
        visit(u32::from(*low) | u32::from(*high) << 16, codes);
        rest = next;
    }
}

/// The places of the bits that are set, ascending.
fn each_used(used: &[u64], mut visit: impl FnMut(usize)) {
    for (high, word) in used.iter().enumerate() {
        let mut word = *word;
        while word != 0 {
            visit(high << 6 | word.trailing_zeros() as usize);
            word &= word - 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::posting::{find, ids};
    use super::*;

    /// The rows of 400 files of few codes; `every` is how many files make a segment.
    fn rows(files: &[Vec<u32>], every: usize) -> Vec<(u32, Vec<u8>)> {
        let mut collector = Collector::new();
        for (id, codes) in files.iter().enumerate() {
            collector.add(id as u32 + 1, codes);
            if id % every == every - 1 {
                collector.close_segment(u16::MAX);
            }
        }
        let mut rows: Vec<(u32, Vec<u8>)> = Vec::new();
        let keep = |first: u32, data: &[u8]| {
            rows.push((first, data.to_vec()));
            Ok::<(), ()>(())
        };
        collector.rows(keep).unwrap();
        rows
    }

    #[test]
    fn lists_come_back_as_they_were_added() {
        let mut random = fastrand::Rng::with_seed(7);
        let files: Vec<Vec<u32>> = (0..400)
            .map(|_| {
                let mut codes: Vec<u32> =
                    (0..random.usize(0..300)).map(|_| random.u32(0..1 << 24) & 0x83_8f_c0).collect();
                codes.sort_unstable();
                codes.dedup();
                codes
            })
            .collect();
        let whole = rows(&files, 1000);
        assert!(whole.len() > 3 && whole.is_sorted_by(|a, b| a.0 < b.0));
        assert_eq!(rows(&files, 64), whole, "segments leave no trace");
        for code in (0..1 << 24).filter(|code| code & !0x83_8f_c0 == 0).chain([0x7f, 0x20_20_20]) {
            let expected: Vec<u32> =
                (1..=400).filter(|id| files[*id as usize - 1].binary_search(&code).is_ok()).collect();
            let row = whole[..whole.partition_point(|row| row.0 <= code)].last();
            let found = row.and_then(|(first, data)| find(*first, data, code).unwrap());
            assert_eq!(found.map_or_else(Vec::new, |list| ids(list).unwrap()), expected, "code {code:06x}");
        }
    }

    #[test]
    fn few_blocks_have_codes_without_their_lowest_bits() {
        let files = [vec![0x40, 0x41, 0x47, 0x48], vec![0x10_0041], vec![0x42, 0x49]];
        let rows = rows(&files, 1000);
        let [(first, data)] = rows.as_slice() else { panic!("{rows:?}") };
        let ids = |code| find(*first, data, code).unwrap().map(|list| ids(list).unwrap());
        assert_eq!((ids(0x40), ids(0x48), ids(0x10_0040)), (Some(vec![1, 3]), Some(vec![1, 3]), Some(vec![2])));
        assert_eq!((ids(0x41), ids(0x10_0041)), (None, None));
    }
}

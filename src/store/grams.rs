//! Gram postings while an index is written: which file holds which codes, until the lists are made.
//!
//! Codes are gathered two bytes a pair. Whenever enough files have come, their pairs become lists, so that only joining the
//! lists is left at the end. Nothing here knows what a gram means.

use super::number::put;
use super::posting::Packer;

/// Pairs of file and code after which lists are made of them: some 8 MB. An index of fewer pairs has few files.
pub(super) const SEGMENT_PAIRS: usize = 4 << 20;

/// Bits of a code that are left out of the lists of few files: of these three characters tell enough.
pub(super) const FINE_BITS: u32 = (1 << 6) - 1;

/// Gathers the codes of files.
pub(super) struct Collector {
    /// By the highest byte of the code: runs of file id (two words), number of codes less one, the codes' other bytes.
    buckets: Vec<Vec<u16>>,
    pairs: usize,
    segments: Vec<Segment>,
    /// Scratch of the counting sort.
    ends: Vec<u32>,
    ids: Vec<u32>,
}

/// The lists of files that follow one another.
#[derive(Default)]
struct Segment {
    lists: Vec<List>,
    bytes: Vec<u8>,
}

/// The files of a code within a segment.
struct List {
    code: u32,
    first: u32,
    last: u32,
    /// Where in the segment's bytes the differences after `first` end.
    end: u32,
}

impl Collector {
    pub(super) fn new() -> Self {
        Self { buckets: vec![Vec::new(); 256], pairs: 0, segments: Vec::new(), ends: vec![0; 1 << 16], ids: Vec::new() }
    }

    /// Adds a file; files come in order of id, `codes` are ascending, distinct and below 1 << 24.
    pub(super) fn add(&mut self, file: u32, codes: &[u32]) {
        for run in codes.chunk_by(|a, b| a >> 16 == b >> 16) {
            let bucket = &mut self.buckets[(run[0] >> 16) as usize & 0xff];
            bucket.extend([file as u16, (file >> 16) as u16, (run.len() - 1) as u16]);
            bucket.extend(run.iter().map(|code| *code as u16));
        }
        self.pairs += codes.len();
        if self.pairs >= SEGMENT_PAIRS {
            self.close_segment();
        }
    }

    /// Whether the lists are to be of whole codes: once there are lists of many files, all are.
    fn is_fine(&self) -> bool {
        !self.segments.is_empty()
    }

    /// Makes lists of what was gathered since the last time.
    fn close_segment(&mut self) {
        let mut segment = Segment::default();
        for (high, bucket) in self.buckets.iter_mut().enumerate().filter(|(_, bucket)| !bucket.is_empty()) {
            sort_into_lists(bucket, &mut self.ends, &mut self.ids);
            bucket.clear();
            let mut start = 0;
            for (low, end) in self.ends.iter().enumerate() {
                let end = *end as usize;
                if end == start {
                    continue;
                }
                let list = &self.ids[start..end];
                for two in list.windows(2) {
                    put(&mut segment.bytes, two[1] - two[0]);
                }
                segment.lists.push(List {
                    code: (high << 16 | low) as u32,
                    first: list[0],
                    last: list[list.len() - 1],
                    end: segment.bytes.len() as u32,
                });
                start = end;
            }
        }
        self.pairs = 0;
        self.segments.push(segment);
    }

    /// Gives every row in ascending order of its first code.
    pub(super) fn rows<E>(mut self, mut each: impl FnMut(u32, &[u8]) -> Result<(), E>) -> Result<(), E> {
        if !self.is_fine() {
            self.buckets.iter_mut().for_each(leave_out_fine_bits);
        }
        if self.pairs > 0 {
            self.close_segment();
        }
        // What sorting needed is not needed any more.
        drop((std::mem::take(&mut self.buckets), std::mem::take(&mut self.ids)));
        let mut packer = Packer::default();
        let mut places: Vec<(&Segment, usize, usize)> = self.segments.iter().map(|segment| (segment, 0, 0)).collect();
        let mut joined = Vec::new();
        while let Some(code) = places.iter().filter_map(|(segment, at, _)| Some(segment.lists.get(*at)?.code)).min() {
            joined.clear();
            let mut before = 0;
            for (segment, at, start) in &mut places {
                let Some(list) = segment.lists.get(*at).filter(|list| list.code == code) else { continue };
                put(&mut joined, list.first - before);
                joined.extend_from_slice(&segment.bytes[*start..list.end as usize]);
                (before, *at, *start) = (list.last, *at + 1, list.end as usize);
            }
            packer.add(code, &joined, &mut each)?;
        }
        packer.close(&mut each)
    }
}

/// Clears the lowest bits of the codes of a bucket, of each file each code once.
fn leave_out_fine_bits(bucket: &mut Vec<u16>) {
    let mut out = Vec::with_capacity(bucket.len());
    let mut rest = &bucket[..];
    while let [low, high, more, tail @ ..] = rest {
        let (codes, next) = tail.split_at(*more as usize + 1);
        out.extend([*low, *high, 0]);
        let first = out.len();
        for code in codes {
            let code = code & !(FINE_BITS as u16);
            if out.len() == first || out.last() != Some(&code) {
                out.push(code);
            }
        }
        out[first - 1] = (out.len() - first - 1) as u16;
        rest = next;
    }
    *bucket = out;
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
                collector.close_segment();
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
    fn few_files_have_codes_without_their_lowest_bits() {
        let files = [vec![0x40, 0x41, 0x7f, 0x80], vec![0x10_0041], vec![0x42, 0x81]];
        let rows = rows(&files, 1000);
        let [(first, data)] = rows.as_slice() else { panic!("{rows:?}") };
        let ids = |code| find(*first, data, code).unwrap().map(|list| ids(list).unwrap());
        assert_eq!((ids(0x40), ids(0x80), ids(0x10_0040)), (Some(vec![1, 3]), Some(vec![1, 3]), Some(vec![2])));
        assert_eq!((ids(0x41), ids(0x10_0041)), (None, None));
    }
}

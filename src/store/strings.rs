//! Which strings of six characters stand in which runs of blocks of text, roughly: maps of bits, so that a search over many artifacts
//! rules most of them out before it looks up anything.
//!
//! A string is a number below 1 << [`STRING_BITS`]; what it is made of nobody here knows. In a map a bit says that one of the
//! strings with its number stands in a block of the run: a bit that is not there is a true negative.

use std::ops::Range;
use std::sync::Arc;

use super::read::{Index, StoreError, keep};

/// Bits of the number of a string.
pub const STRING_BITS: u32 = 22;

/// Strings of files, each file's own once, after which a map is closed: those of some four megabytes of sources.
const STRINGS_OF_A_MAP: usize = 3 << 19;

/// Of ten bits of a map so many are set at most, unless it cannot be longer.
const MOST_SET: u32 = 7;

/// Makes the maps while files are written.
pub(super) struct Collector {
    bits: Vec<u64>,
    /// The first block of the map that is open.
    first: Option<u32>,
    /// The last one that a file given so far has a part in.
    last: u32,
    /// Strings of its files.
    given: usize,
    rows: Vec<(u32, Vec<u8>)>,
}

impl Collector {
    pub(super) fn new() -> Self {
        Self { bits: vec![0; 1 << (STRING_BITS - 6)], first: None, last: 0, given: 0, rows: Vec::new() }
    }

    /// Adds the strings of a file that is in these blocks; files come in order.
    pub(super) fn add(&mut self, first: u32, last: u32, strings: &[u32]) {
        // What is in a block that two files share is in one map.
        if self.given > STRINGS_OF_A_MAP && first > self.last {
            self.close();
        }
        self.first.get_or_insert(first);
        self.last = last;
        for string in strings {
            if let Some(word) = self.bits.get_mut(*string as usize >> 6) {
                *word |= 1 << (string & 63);
            }
        }
        self.given += strings.len();
    }

    fn close(&mut self) {
        let Some(first) = self.first.take() else { return };
        let empty = vec![0; self.bits.len()];
        let mut bits = std::mem::replace(&mut self.bits, empty);
        while bits.len() > 1 {
            let half: Vec<u64> = bits.chunks_exact(2).map(|two| joined(two[0]) | joined(two[1]) << 32).collect();
            let set: u32 = half.iter().map(|word| word.count_ones()).sum();
            if u64::from(set) * 10 > half.len() as u64 * 64 * u64::from(MOST_SET) {
                break;
            }
            bits = half;
        }
        self.given = 0;
        self.rows.push((first, bits.iter().flat_map(|word| word.to_le_bytes()).collect()));
    }

    /// The maps, each with the first block of its run.
    pub(super) fn rows(mut self) -> Vec<(u32, Vec<u8>)> {
        self.close();
        self.rows
    }
}

/// A bit for every two of a word: whether one of them is set.
const fn joined(word: u64) -> u64 {
    let mut bits = (word | word >> 1) & 0x5555_5555_5555_5555;
    bits = (bits | bits >> 1) & 0x3333_3333_3333_3333;
    bits = (bits | bits >> 2) & 0x0f0f_0f0f_0f0f_0f0f;
    bits = (bits | bits >> 4) & 0x00ff_00ff_00ff_00ff;
    bits = (bits | bits >> 8) & 0x0000_ffff_0000_ffff;
    (bits | bits >> 16) & 0x0000_0000_ffff_ffff
}

/// The strings of a run of blocks.
#[derive(Debug)]
pub struct StringMap {
    /// The first block of the run; the next map begins behind its last.
    first: u32,
    words: Box<[u64]>,
    /// Lowest bits of a string's number that the map does not tell.
    shift: u32,
}

impl StringMap {
    fn of(first: u32, data: &[u8]) -> Option<Self> {
        let words: Box<[u64]> = data.as_chunks::<8>().0.iter().map(|bytes| u64::from_le_bytes(*bytes)).collect();
        let length = words.len();
        let fits = length.is_power_of_two() && length * 8 == data.len() && length <= 1 << (STRING_BITS - 6);
        fits.then(|| Self { first, words, shift: STRING_BITS - 6 - length.ilog2() })
    }

    /// Whether a block of the run may hold the string; if not, none does.
    #[must_use]
    pub fn may_hold(&self, string: u32) -> bool {
        let place = string >> self.shift;
        self.words.get(place as usize >> 6).is_some_and(|word| word >> (place & 63) & 1 == 1)
    }
}

impl Index {
    /// The blocks of the runs of which `fits` is true; none where that are all. Maps are kept in memory after the first
    /// call.
    ///
    /// # Errors
    /// When the index is damaged.
    pub fn runs_where(&self, fits: impl Fn(&StringMap) -> bool) -> Result<Option<Vec<Range<u32>>>, StoreError> {
        let maps = self.string_maps()?;
        let ends = maps.iter().skip(1).map(|map| map.first).chain([u32::MAX]);
        let runs: Vec<Range<u32>> =
            maps.iter().zip(ends).filter(|(map, _)| fits(map)).map(|(map, end)| map.first..end).collect();
        Ok((runs.len() < maps.len()).then_some(runs))
    }

    fn string_maps(&self) -> Result<Arc<Vec<StringMap>>, StoreError> {
        keep(&self.string_maps, || {
            let lease = self.pool.lease()?;
            let mut all = lease.prepare_cached("SELECT first, crc, data FROM string_map ORDER BY first")?;
            let mut rows = all.query([])?;
            let mut maps = Vec::new();
            while let Some(row) = rows.next()? {
                let data = row.get_ref(2)?.as_blob().map_err(rusqlite::Error::from)?;
                let map = StringMap::of(row.get(0)?, data).filter(|_| Ok(crc32fast::hash(data)) == row.get(1));
                maps.push(map.ok_or_else(|| StoreError::Damaged("a map of strings is damaged".to_owned()))?);
            }
            Ok(maps)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_added_is_there() {
        let mut random = fastrand::Rng::with_seed(4);
        let mut collector = Collector::new();
        let files: Vec<Vec<u32>> =
            (0..9).map(|_| (0..random.usize(0..400_000)).map(|_| random.u32(0..1 << STRING_BITS)).collect()).collect();
        for (file, strings) in (1..).zip(&files) {
            collector.add(file * 3, file * 3 + 1, strings);
        }
        let maps: Vec<StringMap> =
            collector.rows().iter().map(|(first, data)| StringMap::of(*first, data).unwrap()).collect();
        assert!(maps[0].first == 3 && maps.len() > 1 && maps.is_sorted_by_key(|map| map.first));
        for (file, strings) in (1_u32..).zip(&files) {
            let map = maps.iter().rfind(|map| map.first <= file * 3).unwrap();
            assert!(strings.iter().all(|string| map.may_hold(*string)));
        }
    }

    #[test]
    fn a_map_is_as_long_as_its_strings_ask_for() {
        let mut collector = Collector::new();
        let strings: Vec<u32> = (0..1000).map(|at: u32| at.wrapping_mul(0x9e37_79b9) >> 10).collect();
        collector.add(1, 1, &strings);
        let rows = collector.rows();
        let map = StringMap::of(1, &rows[0].1).unwrap();
        let held = (0..1 << 12).filter(|at| map.may_hold(at << 10)).count();
        assert!(rows[0].1.len() <= 256 && held < 3300, "{} {held}", rows[0].1.len());
        assert!(strings.iter().all(|string| map.may_hold(*string)));
        assert!(StringMap::of(1, &[0; 12]).is_none() && StringMap::of(1, &[]).is_none());
        assert!(Collector::new().rows().is_empty());
    }

    #[test]
    fn bits_join_in_pairs() {
        assert_eq!((joined(0b1000_0001), joined(1 << 63), joined(u64::MAX)), (0b1001, 1 << 31, 0xffff_ffff));
    }
}

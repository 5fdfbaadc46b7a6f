//! The list of a term: which declarations hold it, in what fields; packed in bits, and read again.
//!
//! `schema/index.sql` (table `term`) says how it is packed.

use std::cmp::Ordering;
use std::sync::Arc;

use super::number::{put, take};
use super::posting::{BitWriter, Broken, bits_at};
use super::read::{Index, StoreError, keep};
use super::terms::STANDINGS;

/// A row of lists.
const ROW: &str = "SELECT crc, data FROM term WHERE id = ?";

/// The declarations that hold a term, still packed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TermList {
    /// How many there are.
    pub count: u32,
    /// The number of the last one, from 1.
    last: u32,
    list: List,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum List {
    /// The only one has this code.
    One(u8),
    /// Of steps of which so many bits are plain.
    Bits(u32, Box<[u8]>),
}

impl TermList {
    /// Gives every declaration, numbered from 0 and ascending, with the code of the fields that hold the term
    /// ([`super::terms::Fields`]).
    ///
    /// # Errors
    /// When the list is damaged: what was given until then is not all.
    pub fn each(&self, give: impl FnMut(u32, u8)) -> Result<(), StoreError> {
        self.each_up_to(u32::MAX, give)
    }

    /// The same of those up to this number: what is behind is not read.
    ///
    /// # Errors
    /// As [`Self::each`], save that damage behind is not seen.
    pub fn each_up_to(&self, most: u32, mut give: impl FnMut(u32, u8)) -> Result<(), StoreError> {
        match &self.list {
            List::One(code) if self.last - 1 <= most => give(self.last - 1, *code),
            List::One(_) => {}
            List::Bits(plain, bits) => {
                self.bits_up_to(most, bits, *plain, &mut give).map_err(|_| damaged())?;
            }
        }
        Ok(())
    }

    fn bits_up_to(&self, most: u32, data: &[u8], plain: u32, give: &mut impl FnMut(u32, u8)) -> Result<(), Broken> {
        /// Zeros before a number of 32 bits.
        const MOST_ZEROS: u32 = 31;
        /// Bits of a step, and zeros of a code, that one look at the bits tells together: 57 in all.
        const SHORT_STEP: u32 = 30;
        const SHORT_ZEROS: u32 = 57 - SHORT_STEP - 1 - CODE_BITS;
        let end = data.len() * 8;
        let (mut at, mut number) = (0_usize, 0_u32);
        for _ in 0..self.count {
            let window = bits_at(data, at);
            let width = window.trailing_zeros();
            if width > MOST_ZEROS || at > end {
                return Err(Broken);
            }
            let bits = 2 * width + 1 + plain;
            let is_short = bits <= SHORT_STEP;
            let value = if is_short { window >> (width + 1) } else { bits_at(data, at + width as usize + 1) };
            let high = (value & ((1 << width) - 1) | 1 << width) - 1;
            let low = value >> width & ((1 << plain) - 1);
            let step = u32::try_from((high << plain | low) + 1).map_err(|_| Broken)?;
            number = number.checked_add(step).filter(|number| *number <= self.last).ok_or(Broken)?;
            if number - 1 > most {
                return Ok(());
            }
            at += bits as usize;
            let mut code = if is_short { window >> bits } else { bits_at(data, at) };
            if code.trailing_zeros() > SHORT_ZEROS {
                code = bits_at(data, at);
            }
            let zeros = code.trailing_zeros();
            if zeros > MOST_ZEROS {
                return Err(Broken);
            }
            let rank = zeros << CODE_BITS | (code >> (zeros + 1)) as u32 & ((1 << CODE_BITS) - 1);
            at += (zeros + 1 + CODE_BITS) as usize;
            let code = CODES.get(rank as usize).copied().ok_or(Broken)?;
            if at > end || usize::from(code) >= STANDINGS {
                return Err(Broken);
            }
            give(number - 1, code);
        }
        if number == self.last { Ok(()) } else { Err(Broken) }
    }
}

fn damaged() -> StoreError {
    StoreError::Damaged("a list of declarations is damaged".to_owned())
}

/// Where the rows of terms begin: the id of each and its first term, in order.
pub(super) type FirstTerm = (u32, Box<str>);

impl Index {
    /// Of each of some terms the declarations that hold it; none where none does.
    ///
    /// # Errors
    /// When the index is damaged.
    pub fn terms(&self, wanted: &[String]) -> Result<Vec<Option<TermList>>, StoreError> {
        let rows = self.first_terms()?;
        let after = |term: &String| rows.partition_point(|(_, first)| first.as_bytes() <= term.as_bytes());
        // Those of one row together: it is read once.
        let mut order: Vec<(usize, usize)> = wanted.iter().map(after).zip(0..).collect();
        order.sort_unstable();
        let mut found = vec![None; wanted.len()];
        let lease = self.pool.lease()?;
        let mut read = lease.prepare_cached(ROW)?;
        for of_row in order.chunk_by(|one, other| one.0 == other.0) {
            let Some((id, _)) = of_row[0].0.checked_sub(1).and_then(|at| rows.get(at)) else { continue };
            let lists = read.query_row([id], |row| {
                let data = row.get_ref(1)?.as_blob()?;
                if crc32fast::hash(data) != row.get::<_, u32>(0)? {
                    return Ok(Err(Broken));
                }
                Ok(of_row.iter().try_for_each(|(_, place)| {
                    found[*place] = find(data, wanted[*place].as_bytes())?;
                    Ok(())
                }))
            })?;
            lists.map_err(|_| damaged())?;
        }
        Ok(found)
    }

    /// Where the rows of terms begin; kept in memory after the first call.
    fn first_terms(&self) -> Result<Arc<Vec<FirstTerm>>, StoreError> {
        keep(&self.first_terms, || {
            self.list("SELECT id, first FROM term ORDER BY first", [], |row| {
                Ok((row.get(0)?, row.get_ref(1)?.as_str()?.into()))
            })
        })
    }
}

/// The list of a term in a row.
fn find(mut row: &[u8], wanted: &[u8]) -> Result<Option<TermList>, Broken> {
    // How long the term before is, and how much of it the wanted one begins with.
    let (mut length, mut met) = (0, 0);
    while !row.is_empty() {
        let (shared, more) = (take(&mut row).ok_or(Broken)? as usize, take(&mut row).ok_or(Broken)? as usize);
        let (rest, after) = row.split_at_checked(more).ok_or(Broken)?;
        if shared > length {
            return Err(Broken);
        }
        length = shared + more;
        row = after;
        let list = take_list(&mut row)?;
        // Terms ascend: one that has more of the term before than the wanted one is before the wanted one as well, and one that
        // has less is behind it.
        match shared.cmp(&met) {
            Ordering::Greater => continue,
            Ordering::Less => return Ok(None),
            Ordering::Equal => {}
        }
        let tail = &wanted[met..];
        match rest.cmp(tail) {
            Ordering::Less => met += rest.iter().zip(tail).take_while(|(one, other)| one == other).count(),
            Ordering::Equal => return list.to_owned().map(Some),
            Ordering::Greater => return Ok(None),
        }
    }
    Ok(None)
}

/// A list where it stands in a row.
struct Coded<'a> {
    count: u32,
    last: u32,
    code: u8,
    plain: u32,
    bits: &'a [u8],
}

fn take_list<'a>(row: &mut &'a [u8]) -> Result<Coded<'a>, Broken> {
    let count = take(row).ok_or(Broken)?;
    let first = take(row).ok_or(Broken)?;
    if count == 1 {
        let (rank, rest) = row.split_first().ok_or(Broken)?;
        *row = rest;
        let code = CODES.get(usize::from(*rank)).copied().ok_or(Broken)?;
        return Ok(Coded { count, last: first, code, plain: 0, bits: &[] });
    }
    let last = take(row).ok_or(Broken)?;
    let (bits, rest) = row.split_at_checked(first as usize >> 2).ok_or(Broken)?;
    *row = rest;
    Ok(Coded { count, last, code: 0, plain: PLAIN_BITS[first as usize & 3], bits })
}

impl Coded<'_> {
    fn to_owned(&self) -> Result<TermList, Broken> {
        if self.last == 0 || usize::from(self.code) >= STANDINGS {
            return Err(Broken);
        }
        let list = if self.count == 1 { List::One(self.code) } else { List::Bits(self.plain, self.bits.into()) };
        Ok(TermList { count: self.count, last: self.last, list })
    }
}

/// How many bits of a step are written as they are at least, by the lowest two bits of the length of a list: members of one
/// type hold the same terms, so that most steps are short and some are long, which no single number fits.
const PLAIN_BITS: [u32; 4] = [0, 1, 2, 4];

/// Low bits of a code's place that are written as they are.
const CODE_BITS: u32 = 2;

/// Bits of a step less one, as Elias wrote numbers, of which so many are plain.
const fn width(value: u32, plain: u32) -> u32 {
    2 * (((value >> plain) + 1).ilog2()) + 1 + plain
}

/// Writes a list, given as the steps from each declaration to the next, numbered from 1, and their codes: one that is alone as
/// its place and code; else the length in bytes, the last place, and bits.
pub(super) fn encode(pairs: &[(u32, u8)], out: &mut Vec<u8>) {
    let rank = |code: u8| RANKS[usize::from(code & 0x7f)];
    if let [(step, code)] = pairs {
        put(out, *step);
        out.push(rank(*code));
        return;
    }
    let bits_of = |plain: u32| pairs.iter().map(|(step, _)| u64::from(width(step - 1, plain))).sum::<u64>();
    let choice = (0..PLAIN_BITS.len()).min_by_key(|at| bits_of(PLAIN_BITS[*at])).unwrap_or(0);
    let plain = PLAIN_BITS[choice];
    let mut bytes = Vec::new();
    let mut bits = BitWriter::new(&mut bytes);
    let mut last = 0;
    for (step, code) in pairs {
        let rank = u32::from(rank(*code));
        last += step;
        // The number of bits in zeros, then the bits.
        let value = ((step - 1) >> plain) + 1;
        let width = value.ilog2();
        bits.zeros(width);
        bits.put(1 | (value & ((1 << width) - 1)) << 1, width + 1);
        bits.put((step - 1) & ((1 << plain) - 1), plain);
        bits.zeros(rank >> CODE_BITS);
        bits.put(1 | (rank & ((1 << CODE_BITS) - 1)) << 1, CODE_BITS + 1);
    }
    bits.close();
    put(out, (bytes.len() as u32) << 2 | choice as u32);
    put(out, last);
    out.extend_from_slice(&bytes);
}

/// The place of a code among all, the most frequent first.
const RANKS: [u8; 128] = ranks();

/// The code at a place.
const CODES: [u8; 128] = codes();

/// The most frequent codes, counted over the JDK's sources; the others follow in order.
const FREQUENT: [u8; 28] =
    [1, 4, 12, 16, 2, 32, 64, 8, 3, 33, 17, 34, 44, 18, 28, 45, 29, 19, 65, 66, 13, 35, 46, 14, 30, 20, 36, 24];

const fn codes() -> [u8; 128] {
    let mut codes = [0; 128];
    let mut at = 0;
    while at < FREQUENT.len() {
        codes[at] = FREQUENT[at];
        at += 1;
    }
    let mut code = 0;
    while code < 128 {
        let mut known = 0;
        while known < FREQUENT.len() && FREQUENT[known] as usize != code {
            known += 1;
        }
        if known == FREQUENT.len() {
            codes[at] = code as u8;
            at += 1;
        }
        code += 1;
    }
    codes
}

const fn ranks() -> [u8; 128] {
    let codes = codes();
    let mut ranks = [0; 128];
    let mut at = 0;
    while at < 128 {
        ranks[codes[at] as usize] = at as u8;
        at += 1;
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::super::terms::{Collector, Fields, Terms};
    use super::*;

    #[test]
    fn lists_come_back() {
        let mut random = fastrand::Rng::with_seed(5);
        let mut expected: std::collections::BTreeMap<String, Vec<(u32, u8)>> = std::collections::BTreeMap::new();
        let (mut collector, mut before) = (Collector::default(), 0);
        for _ in 0..60 {
            let mut terms = Terms::default();
            let names: Vec<String> = (0..40).map(|at| format!("t{}", at * random.u32(1..30))).collect();
            let names: std::collections::BTreeSet<String> = names.into_iter().collect();
            for name in &names {
                terms.push(name);
            }
            let count = random.u32(1..900);
            for declaration in 0..count {
                for (at, name) in names.iter().enumerate() {
                    if random.u32(0..=at as u32 * 3) == 0 {
                        let fields = Fields {
                            name: random.u8(0..3),
                            signature: random.bool(),
                            documentation: random.u8(0..4),
                            body: random.u8(0..4),
                        };
                        assert_eq!(Fields::of_code(fields.code()), fields);
                        terms.stands(declaration, at as u32, fields);
                        expected.entry(name.clone()).or_default().push((before + declaration, fields.code()));
                    }
                }
            }
            collector.add(before, &terms);
            before += count;
        }
        let mut rows: Vec<(Vec<u8>, Vec<u8>)> = Vec::new();
        let gathered = collector.rows(|first, row| {
            rows.push((first.to_vec(), row.to_vec()));
            Ok::<(), ()>(())
        });
        gathered.unwrap();
        assert!(rows.len() > 1);
        for (name, wanted) in &expected {
            let at = rows.partition_point(|(first, _)| &first[..] <= name.as_bytes()) - 1;
            let list = find(&rows[at].1, name.as_bytes()).unwrap().unwrap();
            let mut found = Vec::new();
            list.each(|number, code| found.push((number, code))).unwrap();
            let (most, mut before) = (random.u32(0..before), Vec::new());
            list.each_up_to(most, |number, code| before.push((number, code))).unwrap();
            assert_eq!(before, found[..found.partition_point(|(number, _)| *number <= most)]);
            assert_eq!((&found, list.count as usize), (wanted, wanted.len()), "{name}");
            assert_eq!(find(&rows[at].1, format!("{name}x").as_bytes()), Ok(None));
        }
    }

    #[test]
    fn damage_is_an_error_and_no_short_list() {
        let mut collector = Collector::default();
        let mut terms = Terms::default();
        terms.push("a");
        (0..300).for_each(|number| terms.stands(number * 3, 0, Fields { body: 1, ..Fields::default() }));
        collector.add(0, &terms);
        let mut row = Vec::new();
        let gathered = collector.rows(|_, bytes| {
            row.extend_from_slice(bytes);
            Ok::<(), ()>(())
        });
        gathered.unwrap();
        for end in 1..row.len() {
            assert!(find(&row[..end], b"a").is_err(), "cut at {end}");
        }
        for at in 0..row.len() {
            for bit in 0..8 {
                let mut broken = row.clone();
                broken[at] ^= 1 << bit;
                // Whatever a changed bit makes of it, nothing panics and nothing is numbered past the last.
                if let Ok(Some(list)) = find(&broken, b"a") {
                    let _ = list.each(|number, _| assert!(number < list.last));
                }
            }
        }
    }
}

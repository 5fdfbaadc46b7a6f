//! Posting lists in rows: packed by ascending code while writing, found by code while reading.
//!
//! A code is a gram or the number of a word; a list is steps here, numbers from 1. `schema/index.sql` (tables `gram`
//! and `word`) says how lists are packed into rows.

use std::ops::RangeInclusive;

use super::number::{put, take};

/// Bytes after which a row is closed: the row then fills one page of 2048 bytes (whose largest whole payload is 2013), or two of the
/// smaller ones that small indexes have.
const ROW_BYTES: usize = 1950;

/// How a list is written, in the lowest bits of the number before it; the rest of that is the length of the list in bytes.
const VARINTS: u32 = 0;
const RICE: u32 = 1;
/// The rest is the only step.
const ONE: u32 = 2;

/// Packs lists into rows.
#[derive(Default)]
pub(super) struct Packer {
    first: u32,
    last: u32,
    data: Vec<u8>,
    /// Scratch: the steps of a list, and the list in Rice code.
    steps: Vec<u32>,
    rice: Vec<u8>,
}

impl Packer {
    /// Adds the list of the next code, its steps as varints; gives rows that are full.
    pub(super) fn add<E>(
        &mut self,
        code: u32,
        varints: &[u8],
        each: &mut impl FnMut(u32, &[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut rest = varints;
        let one = take(&mut rest).filter(|step| rest.is_empty() && *step < 1 << 30);
        let is_rice = self.write_rice(varints);
        let (head, list) = match one {
            Some(step) => (step << 2 | ONE, &[][..]),
            None if is_rice => ((self.rice.len() as u32) << 2 | RICE, &self.rice[..]),
            None => ((varints.len() as u32) << 2 | VARINTS, varints),
        };
        // Nine bytes are the most that the two numbers before a list take.
        if !self.data.is_empty() && self.data.len() + list.len() + 9 > ROW_BYTES {
            each(self.first, &self.data)?;
            self.data.clear();
        }
        if self.data.is_empty() {
            (self.first, self.last) = (code, code);
        }
        put(&mut self.data, code - self.last);
        put(&mut self.data, head);
        self.data.extend_from_slice(list);
        self.last = code;
        Ok(())
    }

    /// Gives the row that is left.
    pub(super) fn close<E>(&mut self, each: &mut impl FnMut(u32, &[u8]) -> Result<(), E>) -> Result<(), E> {
        if !self.data.is_empty() {
            each(self.first, &self.data)?;
            self.data.clear();
        }
        Ok(())
    }

    /// Writes a list in Rice code; whether that is shorter.
    fn write_rice(&mut self, mut varints: &[u8]) -> bool {
        // The parameter takes a byte, so a list of two bytes is as short as it gets.
        if varints.len() < 3 {
            return false;
        }
        let bytes = varints.len();
        self.steps.clear();
        while let Some(step) = take(&mut varints) {
            self.steps.push(step);
        }
        let sum: u64 = self.steps.iter().map(|step| u64::from(step.saturating_sub(1))).sum();
        let count = (self.steps.len() as u64).max(1);
        // The best parameter of numbers that are spread geometrically: half of them then need one bit for the high part.
        let parameter = ((sum * 24 / 25 + count / 2) / count).checked_ilog2().unwrap_or(0);
        self.rice.clear();
        self.rice.push(parameter as u8);
        let mut bits = BitWriter::new(&mut self.rice);
        for step in &self.steps {
            let value = step.saturating_sub(1);
            bits.zeros(value >> parameter);
            bits.put(1 | (value & ((1 << parameter) - 1)) << 1, parameter + 1);
        }
        bits.close();
        self.rice.len() < bytes
    }
}

/// Writes bits, the lowest of each byte first.
pub(super) struct BitWriter<'a> {
    out: &'a mut Vec<u8>,
    open: u64,
    count: u32,
}

impl<'a> BitWriter<'a> {
    pub(super) fn new(out: &'a mut Vec<u8>) -> Self {
        Self { out, open: 0, count: 0 }
    }

    pub(super) fn zeros(&mut self, mut count: u32) {
        while count > 0 {
            let some = count.min(32);
            self.put(0, some);
            count -= some;
        }
    }

    /// At most 32 bits.
    pub(super) fn put(&mut self, bits: u32, count: u32) {
        self.open |= u64::from(bits) << self.count;
        self.count += count;
        if self.count >= 32 {
            self.out.extend_from_slice(&(self.open as u32).to_le_bytes());
            self.open >>= 32;
            self.count -= 32;
        }
    }

    pub(super) fn close(self) {
        let bytes = self.count.div_ceil(8) as usize;
        self.out.extend_from_slice(&self.open.to_le_bytes()[..bytes]);
    }
}

/// A list as a row holds it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Coded<'a> {
    code: Code,
    data: &'a [u8],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Code {
    #[default]
    Varints,
    /// With this parameter.
    Rice(u8),
    /// Only this step, without data.
    One(u32),
}

impl<'a> Coded<'a> {
    fn take(row: &mut &'a [u8]) -> Option<Self> {
        let head = take(row)?;
        if head & 3 == ONE {
            return Some(Self { code: Code::One(head >> 2), data: &[] });
        }
        let (list, rest) = row.split_at_checked(head as usize >> 2)?;
        *row = rest;
        match head & 3 {
            VARINTS => Some(Self { code: Code::Varints, data: list }),
            RICE => {
                let (parameter, data) = list.split_first()?;
                (*parameter < 32).then_some(Self { code: Code::Rice(*parameter), data })
            }
            _ => None,
        }
    }

    #[cfg(test)]
    pub(super) fn of_varints(data: &'a [u8]) -> Self {
        Self { code: Code::Varints, data }
    }

    /// The list in memory of its own.
    pub(super) fn to_owned(self) -> OwnedCoded {
        OwnedCoded { code: self.code, data: self.data.to_vec() }
    }

    /// Gives every step, which the caller may refuse.
    pub(super) fn steps(self, mut give: impl FnMut(u32) -> Option<()>) -> Result<(), Broken> {
        match self.code {
            Code::One(step) => give(step).ok_or(Broken),
            Code::Rice(parameter) => rice_steps(self.data, u32::from(parameter), give),
            Code::Varints => {
                let mut rest = self.data;
                while !rest.is_empty() {
                    give(take(&mut rest).ok_or(Broken)?).ok_or(Broken)?;
                }
                Ok(())
            }
        }
    }
}

fn rice_steps(data: &[u8], parameter: u32, mut give: impl FnMut(u32) -> Option<()>) -> Result<(), Broken> {
    /// Bits that [`bits_at`] gives at least.
    const WINDOW: u32 = 57;
    let end = data.len() * 8;
    let (mut at, mut high) = (0_usize, 0_u32);
    while at < end {
        let window = bits_at(data, at);
        if window == 0 {
            (at, high) = (at + WINDOW as usize, high + WINDOW);
            continue;
        }
        let zeros = window.trailing_zeros().min(WINDOW);
        (at, high) = (at + zeros as usize, high.checked_add(zeros).ok_or(Broken)?);
        if zeros == WINDOW {
            continue;
        }
        let low = (bits_at(data, at) >> 1) as u32 & ((1 << parameter) - 1);
        if high.leading_zeros() < parameter {
            return Err(Broken);
        }
        give((high << parameter | low).checked_add(1).ok_or(Broken)?).ok_or(Broken)?;
        (at, high) = (at + 1 + parameter as usize, 0);
    }
    Ok(())
}

/// At least 57 bits from the bit at `at` on, zeros after the end.
pub(super) fn bits_at(data: &[u8], at: usize) -> u64 {
    let rest = data.get(at / 8..).unwrap_or_default();
    let word = rest.first_chunk::<8>().map_or_else(
        || rest.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte)),
        |bytes| u64::from_le_bytes(*bytes),
    );
    word >> (at % 8)
}

/// A list in memory of its own.
#[derive(Debug, Default)]
pub(super) struct OwnedCoded {
    code: Code,
    data: Vec<u8>,
}

impl OwnedCoded {
    pub(super) fn list(&self) -> Coded<'_> {
        Coded { code: self.code, data: &self.data }
    }

    /// About how many steps it has; 0 for none only.
    pub(super) fn size(&self) -> usize {
        match self.code {
            Code::One(_) => 1,
            Code::Rice(0) => self.data.iter().map(|byte| byte.count_ones() as usize).sum(),
            // A bit ends the high part of a step, which is half a bit long.
            Code::Rice(parameter) => (self.data.len() * 16 / (usize::from(parameter) * 2 + 3)).max(1),
            Code::Varints => self.data.len(),
        }
    }

    /// Whether its steps lead to `id`, where that can be told at once: with the parameter 0 a list is a map of bits.
    pub(super) fn map(&self) -> Option<impl Fn(u32) -> bool> {
        let data = (self.code == Code::Rice(0)).then_some(&self.data)?;
        Some(|id: u32| {
            let Some(bit) = id.checked_sub(1) else { return false };
            data.get(bit as usize / 8).is_some_and(|byte| byte >> (bit % 8) & 1 == 1)
        })
    }
}

/// The list of `code` in a row: `Ok(None)` when the row does not hold it, an error when the row is broken.
pub(super) fn find(first: u32, mut row: &[u8], code: u32) -> Result<Option<Coded<'_>>, Broken> {
    let mut at = first;
    while !row.is_empty() {
        at = at.checked_add(take(&mut row).ok_or(Broken)?).ok_or(Broken)?;
        let list = Coded::take(&mut row).ok_or(Broken)?;
        if at >= code {
            return Ok((at == code).then_some(list));
        }
    }
    Ok(None)
}

/// Gives the lists of those of `codes`, ascending, that a row holds; how many of the codes lie in the row, its list or not.
pub(super) fn each(
    first: u32,
    mut row: &[u8],
    codes: &[u32],
    mut give: impl FnMut(Coded<'_>) -> Result<(), Broken>,
) -> Result<usize, Broken> {
    let (mut at, mut done) = (first, 0);
    while !row.is_empty() && done < codes.len() {
        at = at.checked_add(take(&mut row).ok_or(Broken)?).ok_or(Broken)?;
        let list = Coded::take(&mut row).ok_or(Broken)?;
        while codes.get(done).is_some_and(|code| *code < at) {
            done += 1;
        }
        if codes.get(done) == Some(&at) {
            give(list)?;
            done += 1;
        }
    }
    Ok(done)
}

/// Gives the lists of those codes of a range that a row holds.
pub(super) fn within(
    first: u32,
    mut row: &[u8],
    codes: &RangeInclusive<u32>,
    mut give: impl FnMut(Coded<'_>) -> Result<(), Broken>,
) -> Result<(), Broken> {
    let mut at = first;
    while !row.is_empty() {
        at = at.checked_add(take(&mut row).ok_or(Broken)?).ok_or(Broken)?;
        let list = Coded::take(&mut row).ok_or(Broken)?;
        if at > *codes.end() {
            break;
        }
        if at >= *codes.start() {
            give(list)?;
        }
    }
    Ok(())
}

/// The ids of a list.
pub(super) fn ids(list: Coded<'_>) -> Result<Vec<u32>, Broken> {
    let mut ids = Vec::with_capacity(list.data.len());
    let mut id = 0_u32;
    list.steps(|step| {
        id = id.checked_add(step)?;
        ids.push(id);
        Some(())
    })?;
    Ok(ids)
}

/// A posting row that cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Broken;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_come_back_in_either_code() {
        let mut random = fastrand::Rng::with_seed(3);
        for most in [1, 2, 3, 5, 17, 60, 300, 5000, 1 << 20, u32::MAX] {
            for count in [1, 2, 3, 5, 100, 3000] {
                let steps: Vec<u32> =
                    (0..count).map(|at| if at % 50 == 9 { most } else { random.u32(1..=most) }).collect();
                let mut varints = Vec::new();
                for step in &steps {
                    put(&mut varints, *step);
                }
                let mut packer = Packer::default();
                let mut none = |_: u32, _: &[u8]| Ok::<(), ()>(());
                packer.add(7, &varints, &mut none).unwrap();
                assert!(packer.data.len() <= varints.len() + 4);
                let list = find(7, &packer.data, 7).unwrap().unwrap();
                let mut found = Vec::new();
                list.steps(|step| {
                    found.push(step);
                    Some(())
                })
                .unwrap();
                assert_eq!(found, steps, "of {most}");
                let owned = list.to_owned();
                assert!(owned.size() > 0);
                if let Some(map) = owned.map() {
                    let ids = ids(list).unwrap();
                    let last = *ids.last().unwrap() + 70;
                    assert!((0..last).all(|id| map(id) == ids.binary_search(&id).is_ok()));
                }
            }
        }
    }

    #[test]
    fn a_broken_row_is_an_error_and_no_empty_list() {
        let mut row = Vec::new();
        put(&mut row, 0);
        put(&mut row, 200 << 2);
        row.extend([1, 1]);
        assert_eq!(find(5, &row, 5), Err(Broken));
        assert_eq!(find(5, &[0x80], 9), Err(Broken));
        assert_eq!(find(5, &[0, 1], 5), Err(Broken), "a list in Rice code has a parameter");
        assert_eq!(find(5, &[0, 9, 32, 1], 5), Err(Broken), "which is below 32");
        assert_eq!(find(5, &[0, 3], 5), Err(Broken), "there is no fourth way to write a list");
        let varints = Coded::of_varints(&[0xff, 0xff, 0xff, 0xff, 0xff, 0x01]);
        assert_eq!(ids(varints), Err(Broken));
        let rice = Coded { code: Code::Rice(31), data: &[0xfc, 0xff, 0xff, 0xff, 0xff, 0x01] };
        assert_eq!(ids(rice), Err(Broken), "wider than 32 bits");
    }
}

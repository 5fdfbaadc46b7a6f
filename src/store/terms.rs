//! Terms of declarations while an index is written: which declaration holds a term, in what fields and about how often.
//!
//! Every file brings its terms as texts and what they stand in as numbers of its own; here each term gets its list. What a
//! term is nobody here knows. `schema/index.sql` (tables `term` and `declaration_list`) says how all of it is packed.

use std::collections::HashMap;

use super::number::{put, put_step};
use super::posting::BitWriter;

/// Bytes after which a row is closed, so that it fills a page with the first term beside it.
const ROW_BYTES: usize = 3950;

/// Longest term that is kept, in bytes.
pub const LONGEST_TERM: usize = 96;

/// Where a term stands in a declaration, and how often.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Fields {
    /// 0 not in the name, 1 a part of it, 2 all of it.
    pub name: u8,
    /// In the declaration before its body.
    pub signature: bool,
    /// 0 not in the documentation, 1 once, 2 more often, 3 in its first sentence.
    pub documentation: u8,
    /// 0 not in the body, 1 once, 2 two or three times, 3 more often.
    pub body: u8,
}

/// How many ways there are to be in fields.
pub const STANDINGS: usize = 96;

impl Fields {
    /// As one number below [`STANDINGS`].
    #[must_use]
    pub const fn code(self) -> u8 {
        self.name << 5 | (self.signature as u8) << 4 | self.documentation << 2 | self.body
    }

    /// What [`Self::code`] made.
    #[must_use]
    pub const fn of_code(code: u8) -> Self {
        Self { name: code >> 5, signature: code & 16 != 0, documentation: code >> 2 & 3, body: code & 3 }
    }
}

/// How long a declaration is, in terms: steps of about a half, four bits for its body, three for its documentation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Extent(pub u8);

/// From how many terms on a body or signature is of a step.
const BODY_STEPS: [u32; 16] = [0, 1, 2, 4, 6, 9, 13, 19, 28, 40, 58, 85, 125, 200, 400, 1000];
/// The same of documentation.
const DOCUMENTATION_STEPS: [u32; 8] = [0, 1, 6, 12, 24, 48, 96, 200];

impl Extent {
    /// Of so many terms outside and inside of the documentation.
    #[must_use]
    pub fn new(body: u32, documentation: u32) -> Self {
        let step = |steps: &[u32], count: u32| steps.iter().rposition(|from| *from <= count).unwrap_or(0) as u8;
        Self(step(&BODY_STEPS, body) | step(&DOCUMENTATION_STEPS, documentation) << 4)
    }

    /// The least number of terms outside of the documentation.
    #[must_use]
    pub const fn body(self) -> u32 {
        BODY_STEPS[self.0 as usize & 15]
    }

    /// The least number of terms of the documentation.
    #[must_use]
    pub const fn documentation(self) -> u32 {
        DOCUMENTATION_STEPS[self.0 as usize >> 4 & 7]
    }
}

/// What a declaration is, as far as ranking asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Traits(pub u8);

impl Traits {
    /// Not for users: private, internal, or of the package.
    pub const HIDDEN: u8 = 1;
    pub const CONSTRUCTOR: u8 = 2;
    /// It overrides, and says so.
    pub const OVERRIDE: u8 = 4;
    pub const DEPRECATED: u8 = 8;
    /// Of a test, an example, or made by a tool.
    pub const ASIDE: u8 = 16;
    /// Of a multi-release overlay: what it declares is declared elsewhere.
    pub const OVERLAY: u8 = 32;
    /// How many parts its name has, less one, up to three: from this bit on.
    const NAME_PARTS: u32 = 6;

    /// The same with a name of so many parts.
    #[must_use]
    pub const fn named(self, parts: usize) -> Self {
        let most = if parts > 4 { 4 } else { parts };
        Self(self.0 & 0x3f | (most.saturating_sub(1) as u8) << Self::NAME_PARTS)
    }

    /// How many parts its name has: four at most, and one at least.
    #[must_use]
    pub const fn name_parts(self) -> usize {
        (self.0 >> Self::NAME_PARTS) as usize + 1
    }

    /// Whether its name may have so many parts; of four and more only that they are at least four is known.
    #[must_use]
    pub const fn may_have(self, parts: usize) -> bool {
        let most = if parts > 4 { 4 } else { parts };
        self.name_parts() == most
    }

    #[must_use]
    pub const fn has(self, flag: u8) -> bool {
        self.0 & flag != 0
    }
}

/// The terms of the declarations of one file. Declarations are numbered type by type as they stand in the file, each type
/// before its methods, these before its fields.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Terms {
    /// Of each declaration.
    pub extents: Vec<Extent>,
    pub traits: Vec<Traits>,
    /// The terms, a length before each.
    packed: Vec<u8>,
    /// In order of declaration: the declaration, the place of a term, the code of its fields.
    standings: Vec<(u32, u32, u8)>,
}

impl Terms {
    /// Adds a term that was not added before; terms have places from 0. A longer one than [`LONGEST_TERM`] is cut.
    pub fn push(&mut self, term: &str) {
        let end = (0..=term.len().min(LONGEST_TERM)).rev().find(|at| term.is_char_boundary(*at)).unwrap_or(0);
        self.packed.push(end as u8);
        self.packed.extend_from_slice(&term.as_bytes()[..end]);
    }

    /// Says where a term stands; declarations come in ascending order, a term of each once.
    pub fn stands(&mut self, declaration: u32, term: u32, fields: Fields) {
        self.standings.push((declaration, term, fields.code()));
    }

    fn texts(&self) -> impl Iterator<Item = &[u8]> {
        let mut rest = &self.packed[..];
        std::iter::from_fn(move || {
            let (length, tail) = rest.split_first()?;
            let (term, next) = tail.split_at_checked(usize::from(*length))?;
            rest = next;
            Some(term)
        })
    }
}

/// Gathers the terms of files.
#[derive(Default)]
pub(super) struct Collector {
    numbers: HashMap<Box<[u8]>, u32, foldhash::fast::RandomState>,
    lists: Vec<List>,
    /// Scratch: the numbers of a file's terms.
    of_file: Vec<u32>,
}

/// A list while it grows: step from the declaration before, then the code, both in a varint.
#[derive(Default)]
struct List {
    last: u32,
    count: u32,
    packed: Vec<u8>,
}

impl Collector {
    /// Adds a file whose declarations follow `before` others.
    pub(super) fn add(&mut self, before: u32, terms: &Terms) {
        self.of_file.clear();
        for text in terms.texts() {
            let number = if let Some(number) = self.numbers.get(text) {
                *number
            } else {
                self.lists.push(List::default());
                self.numbers.insert(text.into(), self.lists.len() as u32 - 1);
                self.lists.len() as u32 - 1
            };
            self.of_file.push(number);
        }
        for (declaration, term, code) in &terms.standings {
            let Some(number) = self.of_file.get(*term as usize) else { continue };
            let list = &mut self.lists[*number as usize];
            // Declarations are numbered from 1 here, so that every step is one at least.
            let at = before + declaration + 1;
            super::number::put_long(&mut list.packed, u64::from(at - list.last) << 7 | u64::from(*code));
            (list.last, list.count) = (at, list.count + 1);
        }
    }

    /// Gives every row in order: its first term, its bytes.
    pub(super) fn rows<E>(self, mut each: impl FnMut(&[u8], &[u8]) -> Result<(), E>) -> Result<(), E> {
        let Self { numbers, mut lists, .. } = self;
        let mut order: Vec<(Box<[u8]>, u32)> = numbers.into_iter().collect();
        order.sort_unstable();
        let (mut row, mut first, mut before): (Vec<u8>, &[u8], &[u8]) = (Vec::new(), &[], &[]);
        let mut coded = Vec::new();
        for (term, number) in &order {
            let list = std::mem::take(&mut lists[*number as usize]);
            coded.clear();
            encode(&list, &mut coded);
            if !row.is_empty() && row.len() + coded.len() + term.len() + 8 > ROW_BYTES {
                each(first, &row)?;
                row.clear();
            }
            if row.is_empty() {
                (first, before) = (term, &[]);
            }
            let shared = term.iter().zip(before).take_while(|(one, other)| one == other).count();
            put(&mut row, shared as u32);
            put(&mut row, (term.len() - shared) as u32);
            row.extend_from_slice(&term[shared..]);
            put(&mut row, list.count);
            row.extend_from_slice(&coded);
            before = term;
        }
        if row.is_empty() { Ok(()) } else { each(first, &row) }
    }
}

/// How many bits of a step are written as they are at least, by the lowest two bits of the length of a list: members of one
/// type hold the same terms, so that most steps are short and some are long, which no single number fits.
pub(super) const PLAIN_BITS: [u32; 4] = [0, 1, 2, 4];

/// Low bits of a code's place that are written as they are.
pub(super) const CODE_BITS: u32 = 2;

/// Bits of a step less one, as Elias wrote numbers, of which so many are plain.
const fn width(value: u32, plain: u32) -> u32 {
    2 * (((value >> plain) + 1).ilog2()) + 1 + plain
}

/// Writes a list: one that is alone as its place and code; else the length in bytes, the last place, and bits.
fn encode(list: &List, out: &mut Vec<u8>) {
    let mut rest = &list.packed[..];
    let mut pairs = Vec::with_capacity(list.count as usize);
    while let Some(pair) = super::number::take_long(&mut rest) {
        pairs.push(((pair >> 7) as u32, RANKS[(pair & 0x7f) as usize]));
    }
    if let [(step, rank)] = pairs[..] {
        put(out, step);
        out.push(rank);
        return;
    }
    let bits_of = |plain: u32| pairs.iter().map(|(step, _)| u64::from(width(step - 1, plain))).sum::<u64>();
    let choice = (0..PLAIN_BITS.len()).min_by_key(|at| bits_of(PLAIN_BITS[*at])).unwrap_or(0);
    let plain = PLAIN_BITS[choice];
    let mut bytes = Vec::new();
    let mut bits = BitWriter::new(&mut bytes);
    for (step, rank) in pairs {
        // The number of bits in zeros, then the bits.
        let value = ((step - 1) >> plain) + 1;
        let width = value.ilog2();
        bits.zeros(width);
        bits.put(1 | (value & ((1 << width) - 1)) << 1, width + 1);
        bits.put((step - 1) & ((1 << plain) - 1), plain);
        bits.zeros(u32::from(rank) >> CODE_BITS);
        bits.put(1 | (u32::from(rank) & ((1 << CODE_BITS) - 1)) << 1, CODE_BITS + 1);
    }
    bits.close();
    put(out, (bytes.len() as u32) << 2 | choice as u32);
    put(out, list.last);
    out.extend_from_slice(&bytes);
}

/// The place of a code among all, the most frequent first.
pub(super) const RANKS: [u8; 128] = ranks();

/// The code at a place.
pub(super) const CODES: [u8; 128] = codes();

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

/// What waits of a type until the row of its list is made.
pub(super) struct Listed {
    pub methods: u32,
    pub fields: u32,
    pub file: u32,
    /// Place of its package among those met so far; its id once all are known.
    pub package: u32,
}

/// The types and the bytes of their declarations, as a row has them before compression.
pub(super) fn list(types: &[Listed], package_ids: &[u32], extents: &[Extent], traits: &[Traits]) -> Vec<u8> {
    let mut out = Vec::with_capacity(types.len() * 5 + extents.len() * 2);
    put(&mut out, types.len() as u32);
    let (mut file, mut package) = (0, 0);
    for one in types {
        let id = package_ids.get(one.package as usize).copied().unwrap_or(0);
        put(&mut out, one.methods);
        put(&mut out, one.fields);
        put(&mut out, one.file - file);
        put_step(&mut out, package, id);
        (file, package) = (one.file, id);
    }
    out.extend(extents.iter().map(|extent| extent.0));
    out.extend(traits.iter().map(|traits| traits.0));
    out
}

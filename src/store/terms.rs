//! Terms of declarations while an index is written: which declaration holds a term, in what fields and about how often.
//!
//! Every file brings its terms as texts and what they stand in as numbers of its own; here each term gets its list. What a
//! term is nobody here knows. `schema/index.sql` (tables `term` and `declaration_list`) says how all of it is packed.

use super::number::{put, put_long, take_long};
use super::term_list::encode;
use crate::text::floor;
use crate::text::interned::Interned;

/// Bytes after which a row is closed, so that it fills a page with the first term beside it, or two of the smaller ones that small
/// indexes have: each page is a read of its own.
const ROW_BYTES: usize = 1900;

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
    /// The terms one after the other, and how many bytes each has.
    texts: String,
    lengths: Vec<u8>,
    /// In order of declaration: the declaration, the place of a term, the code of its fields.
    standings: Vec<(u32, u32, u8)>,
}

impl Terms {
    /// Adds a term that was not added before; terms have places from 0. A longer one than [`LONGEST_TERM`] is cut.
    pub fn push(&mut self, term: &str) {
        let term = floor(term, LONGEST_TERM);
        self.lengths.push(term.len() as u8);
        self.texts.push_str(term);
    }

    /// Says where a term stands; declarations come in ascending order, a term of each once.
    pub fn stands(&mut self, declaration: u32, term: u32, fields: Fields) {
        self.standings.push((declaration, term, fields.code()));
    }

    fn texts(&self) -> impl Iterator<Item = &str> + Clone {
        let mut rest = &self.texts[..];
        self.lengths.iter().map(move |length| {
            let (term, next) = rest.split_at(usize::from(*length));
            rest = next;
            term
        })
    }
}

/// Gathers the terms of files.
#[derive(Default)]
pub(super) struct Collector {
    terms: Interned,
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

impl List {
    /// The steps, each with its code.
    fn steps(&self) -> Vec<(u32, u8)> {
        let mut rest = &self.packed[..];
        let mut steps = Vec::with_capacity(self.count as usize);
        while let Some(pair) = take_long(&mut rest) {
            steps.push(((pair >> 7) as u32, (pair & 0x7f) as u8));
        }
        steps
    }
}

impl Collector {
    /// Adds a file whose declarations follow `before` others.
    pub(super) fn add(&mut self, before: u32, terms: &Terms) {
        self.of_file.clear();
        self.terms.each(terms.texts().map(str::as_bytes), |number, ()| self.of_file.push(number));
        self.lists.resize_with(self.terms.len(), List::default);
        for (declaration, term, code) in &terms.standings {
            let Some(number) = self.of_file.get(*term as usize) else { continue };
            let list = &mut self.lists[*number as usize];
            // Declarations are numbered from 1 here, so that every step is one at least.
            let at = before + declaration + 1;
            put_long(&mut list.packed, u64::from(at - list.last) << 7 | u64::from(*code));
            (list.last, list.count) = (at, list.count + 1);
        }
    }

    /// Gives every row in order: its first term, its bytes.
    pub(super) fn rows<E>(self, mut each: impl FnMut(&[u8], &[u8]) -> Result<(), E>) -> Result<(), E> {
        let Self { mut terms, mut lists, .. } = self;
        let order = terms.sorted();
        let (mut row, mut first, mut before): (Vec<u8>, &[u8], &[u8]) = (Vec::new(), &[], &[]);
        let mut coded = Vec::new();
        for number in order {
            let term = terms.text(number);
            let list = std::mem::take(&mut lists[number as usize]);
            coded.clear();
            encode(&list.steps(), &mut coded);
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

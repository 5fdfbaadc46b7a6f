//! What a pattern requires of a file, in trigrams: which files can hold a match.
//!
//! Reads the pattern's own syntax tree: what stands in a row must all be there, of alternatives one, of a repetition at
//! least once its inside. Whatever is unsure requires nothing. So a file may be looked at in vain, and none is missed.

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use regex_syntax::hir::{Class, Hir, HirKind, Repetition};

use super::trigram::fold;
use crate::store::read::{Index, Posting, StoreError};

/// Most strings a piece of a pattern is spelled out to; more are cut into pieces.
const MOST_STRINGS: usize = 24;
/// Most characters of a class that are spelled out; larger ones require nothing.
const MOST_CHARACTERS: usize = 64;
/// Longest string that is spelled out, in bytes.
const LONGEST_STRING: usize = 256;
/// Most trigrams of one string that are looked up: about ten microseconds each, and the rarest few decide.
const MOST_TRIGRAMS: usize = 16;
/// Files that are few enough to be looked at without intersecting further.
const FEW_FILES: usize = 4;

/// What a file must hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Plan {
    /// Nothing: every file may match.
    All,
    /// All of these trigrams.
    Trigrams(Vec<u32>),
    And(Vec<Plan>),
    Or(Vec<Plan>),
}

impl Plan {
    /// The plan of a pattern.
    pub(super) fn of(hir: &Hir) -> Self {
        // A pattern that can match a piece of a character has pieces of strings that folding does not see.
        if !hir.properties().is_utf8() {
            return Self::All;
        }
        let piece = piece(hir);
        match piece.exact {
            Some(strings) => Self::one_of(&strings),
            None => piece.requires,
        }
    }

    /// One of these strings.
    fn one_of(strings: &BTreeSet<Vec<u8>>) -> Self {
        if strings.iter().any(|string| string.len() < 3) {
            return Self::All;
        }
        let mut plans: Vec<Self> = strings.iter().map(|string| Self::Trigrams(trigrams(string))).collect();
        if plans.len() == 1 { plans.remove(0) } else { Self::Or(plans) }
    }

    fn and(plans: Vec<Self>) -> Self {
        let mut plans: Vec<Self> = plans.into_iter().filter(|plan| *plan != Self::All).collect();
        match plans.len() {
            0 => Self::All,
            1 => plans.remove(0),
            _ => Self::And(plans),
        }
    }

    fn or(plans: Vec<Self>) -> Self {
        if plans.contains(&Self::All) { Self::All } else { Self::Or(plans) }
    }

    /// The ids of the files that can match, ascending; none when every file can.
    pub(super) fn candidates(&self, index: &Index) -> Result<Option<Vec<u32>>, StoreError> {
        self.evaluate(&mut Lookup { index, known: HashMap::new() })
    }

    fn evaluate(&self, lookup: &mut Lookup<'_>) -> Result<Option<Vec<u32>>, StoreError> {
        match self {
            Self::All => Ok(None),
            Self::Trigrams(codes) => lookup.files(codes).map(Some),
            Self::And(plans) => {
                let mut found: Option<Vec<u32>> = None;
                for plan in plans {
                    let Some(ids) = plan.evaluate(lookup)? else { continue };
                    found = Some(found.map_or_else(|| ids.clone(), |found| intersect(found, &ids)));
                }
                Ok(found)
            }
            Self::Or(plans) => {
                let mut found = Vec::new();
                for plan in plans {
                    let Some(mut ids) = plan.evaluate(lookup)? else { return Ok(None) };
                    found.append(&mut ids);
                }
                found.sort_unstable();
                found.dedup();
                Ok(Some(found))
            }
        }
    }
}

/// Posting lists that were read.
struct Lookup<'a> {
    index: &'a Index,
    known: HashMap<u32, Rc<Posting>>,
}

impl Lookup<'_> {
    fn files(&mut self, codes: &[u32]) -> Result<Vec<u32>, StoreError> {
        let mut lists = Vec::with_capacity(codes.len());
        for code in codes {
            let list = match self.known.get(code) {
                Some(list) => Rc::clone(list),
                None => Rc::new(self.index.posting(*code)?),
            };
            self.known.insert(*code, Rc::clone(&list));
            if list.size() == 0 {
                return Ok(Vec::new());
            }
            lists.push(list);
        }
        lists.sort_by_key(|list| list.size());
        let mut lists = lists.into_iter();
        let Some(rarest) = lists.next() else { return Ok(Vec::new()) };
        let mut found = rarest.files()?;
        for list in lists {
            if found.len() <= FEW_FILES {
                break;
            }
            found = intersect(found, &list.files()?);
        }
        Ok(found)
    }
}

fn intersect(mut one: Vec<u32>, other: &[u32]) -> Vec<u32> {
    let mut rest = other;
    one.retain(|id| {
        rest = &rest[rest.partition_point(|candidate| candidate < id)..];
        rest.first() == Some(id)
    });
    one
}

/// The distinct trigrams of a string, evenly chosen where they are many.
fn trigrams(string: &[u8]) -> Vec<u32> {
    let mut codes: Vec<u32> =
        string.windows(3).map(|three| u32::from_be_bytes([0, three[0], three[1], three[2]])).collect();
    if codes.len() > MOST_TRIGRAMS {
        let last = codes.len() - 1;
        codes = (0..MOST_TRIGRAMS).map(|at| codes[at * last / (MOST_TRIGRAMS - 1)]).collect();
    }
    codes.sort_unstable();
    codes.dedup();
    codes
}

/// What is known of a part of the pattern.
struct Piece {
    /// Every string it can match, folded; none: not known, or too many.
    exact: Option<BTreeSet<Vec<u8>>>,
    /// What a file that holds a match must hold, where the strings are not known.
    requires: Plan,
}

impl Piece {
    fn exactly(strings: BTreeSet<Vec<u8>>) -> Self {
        Self { exact: Some(strings), requires: Plan::All }
    }

    fn requires(requires: Plan) -> Self {
        Self { exact: None, requires }
    }

    fn into_plan(self) -> Plan {
        match self.exact {
            Some(strings) => Plan::one_of(&strings),
            None => self.requires,
        }
    }
}

fn nothing() -> BTreeSet<Vec<u8>> {
    BTreeSet::from([Vec::new()])
}

fn piece(hir: &Hir) -> Piece {
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => Piece::exactly(nothing()),
        HirKind::Literal(literal) => {
            let mut row = Row::new();
            // A long literal is taken in parts, so that the strings stay short.
            row.string(&fold(&literal.0));
            row.into_piece()
        }
        HirKind::Class(class) => characters(class).map_or(Piece::requires(Plan::All), Piece::exactly),
        HirKind::Capture(capture) => piece(&capture.sub),
        HirKind::Repetition(repetition) => {
            let mut row = Row::new();
            row.repetition(repetition);
            row.into_piece()
        }
        HirKind::Concat(parts) => {
            let mut row = Row::new();
            for part in parts {
                row.part(part);
            }
            row.into_piece()
        }
        HirKind::Alternation(parts) => alternation(parts),
    }
}

/// The characters of a class as folded strings, where they are few.
fn characters(class: &Class) -> Option<BTreeSet<Vec<u8>>> {
    let mut strings = BTreeSet::new();
    let mut spelled = 0;
    let mut add = |c: char| {
        spelled += 1;
        strings.insert(fold(c.encode_utf8(&mut [0; 4]).as_bytes()));
        spelled <= MOST_CHARACTERS && strings.len() <= MOST_STRINGS
    };
    let few = match class {
        Class::Unicode(class) => class.iter().all(|range| (range.start()..=range.end()).all(&mut add)),
        // A class of bytes that is left here holds ASCII only.
        Class::Bytes(class) => {
            class.iter().all(|range| (range.start()..=range.end()).all(|byte| add(char::from(byte))))
        }
    };
    few.then_some(strings)
}

fn alternation(parts: &[Hir]) -> Piece {
    let pieces: Vec<Piece> = parts.iter().map(piece).collect();
    if pieces.iter().all(|piece| piece.exact.is_some()) {
        let all: BTreeSet<Vec<u8>> = pieces.iter().flat_map(|piece| piece.exact.iter().flatten().cloned()).collect();
        if all.len() <= MOST_STRINGS {
            return Piece::exactly(all);
        }
    }
    Piece::requires(Plan::or(pieces.into_iter().map(Piece::into_plan).collect()))
}

/// Parts of a pattern that follow one another.
struct Row {
    /// Every string that the end of the row can be.
    ends: BTreeSet<Vec<u8>>,
    /// Whether `ends` is the whole row.
    whole: bool,
    required: Vec<Plan>,
}

impl Row {
    fn new() -> Self {
        Self { ends: nothing(), whole: true, required: Vec::new() }
    }

    fn part(&mut self, part: &Hir) {
        match part.kind() {
            HirKind::Literal(literal) => self.string(&fold(&literal.0)),
            HirKind::Capture(capture) => self.part(&capture.sub),
            HirKind::Concat(parts) => parts.iter().for_each(|part| self.part(part)),
            HirKind::Repetition(repetition) => self.repetition(repetition),
            _ => {
                let piece = piece(part);
                self.piece(piece);
            }
        }
    }

    fn string(&mut self, string: &[u8]) {
        for piece in string.chunks(LONGEST_STRING / 2) {
            self.strings(&BTreeSet::from([piece.to_vec()]));
        }
    }

    fn piece(&mut self, piece: Piece) {
        match piece.exact {
            Some(strings) => self.strings(&strings),
            None => self.gap(piece.requires),
        }
    }

    /// One of these strings follows.
    fn strings(&mut self, strings: &BTreeSet<Vec<u8>>) {
        let fits = |ends: &BTreeSet<Vec<u8>>| {
            let longest = |set: &BTreeSet<Vec<u8>>| set.iter().map(Vec::len).max().unwrap_or(0);
            ends.len() * strings.len() <= MOST_STRINGS && longest(ends) + longest(strings) <= LONGEST_STRING
        };
        if !fits(&self.ends) {
            // Required as far as it goes; its last two bytes make trigrams with what follows.
            self.required.push(Plan::one_of(&self.ends));
            self.whole = false;
            self.ends = self.ends.iter().map(|end| end[end.len().saturating_sub(2)..].to_vec()).collect();
            if !fits(&self.ends) {
                self.ends = nothing();
            }
        }
        self.ends =
            self.ends.iter().flat_map(|end| strings.iter().map(move |next| [&end[..], next].concat())).collect();
    }

    /// Something of which only this is known follows.
    fn gap(&mut self, requires: Plan) {
        self.required.push(Plan::one_of(&self.ends));
        self.required.push(requires);
        self.whole = false;
        self.ends = nothing();
    }

    fn repetition(&mut self, repetition: &Repetition) {
        let inner = piece(&repetition.sub);
        match (repetition.min, repetition.max) {
            (_, Some(0)) => {}
            (1, Some(1)) => self.piece(inner),
            (0, Some(1)) => match inner.exact {
                Some(mut strings) if strings.len() < MOST_STRINGS => {
                    strings.insert(Vec::new());
                    self.strings(&strings);
                }
                _ => self.gap(Plan::All),
            },
            (0, _) => self.gap(Plan::All),
            (min, max) => match inner.exact {
                // As often as it must, then, unless that is all, anything, which ends with it once more.
                Some(strings) => {
                    for _ in 0..min.min(4) {
                        self.strings(&strings);
                    }
                    if max != Some(min) || min > 4 {
                        self.gap(Plan::All);
                        self.strings(&strings);
                    }
                }
                None => self.gap(inner.requires),
            },
        }
    }

    fn into_piece(mut self) -> Piece {
        if self.whole && self.ends.iter().all(|end| end.len() < LONGEST_STRING) {
            return Piece::exactly(self.ends);
        }
        self.required.push(Plan::one_of(&self.ends));
        Piece::requires(Plan::and(self.required))
    }
}

#[cfg(test)]
mod tests {
    use regex_syntax::ParserBuilder;

    use super::*;

    fn matches(plan: &Plan, codes: &[u32]) -> bool {
        match plan {
            Plan::All => true,
            Plan::Trigrams(wanted) => wanted.iter().all(|code| codes.binary_search(code).is_ok()),
            Plan::And(plans) => plans.iter().all(|plan| matches(plan, codes)),
            Plan::Or(plans) => plans.iter().any(|plan| matches(plan, codes)),
        }
    }

    fn plan(pattern: &str, ignore_case: bool) -> Plan {
        let hir = ParserBuilder::new().case_insensitive(ignore_case).build().parse(pattern).unwrap();
        Plan::of(&hir)
    }

    fn one(text: &str) -> Plan {
        Plan::Trigrams(super::super::trigram::collect(text))
    }

    #[test]
    fn a_pattern_requires_what_it_must() {
        assert_eq!(plan("Hello", false), one("hello"));
        assert_eq!(plan("mask", true), one("mask"), "the Kelvin sign and the long s are folded, not spelled out");
        assert_eq!(plan(r"\bhello\s+world$", false), Plan::And(vec![one("hello"), one("world")]));
        assert_eq!(plan("foo(bar|baz)", false), Plan::Or(vec![one("foobar"), one("foobaz")]));
        assert_eq!(
            plan("ab+cd", false),
            Plan::And(vec![Plan::All; 0].into_iter().chain([one("bcd")]).collect::<Vec<_>>()).simplified()
        );
        assert_eq!(plan("colou?r", false), Plan::Or(vec![one("color"), one("colour")]));
        assert_eq!(plan("(?:abc){2}x", false), one("abcabcx"));
        for unsure in ["", "ab", ".*", "a|hello", "[a-z]+", r"\w{3}", "(hello)?", "(?:hello){0,3}"] {
            assert_eq!(plan(unsure, false), Plan::All, "{unsure}");
        }
    }

    impl Plan {
        fn simplified(self) -> Self {
            match self {
                Self::And(plans) => Self::and(plans),
                other => other,
            }
        }
    }

    /// A random pattern out of a few characters, so that matches happen.
    fn random_pattern(random: &mut fastrand::Rng, depth: u32) -> String {
        const ATOMS: &[&str] = &[
            "a", "b", "k", "s", "é", "É", "ab", "Kas", ".", "[ab]", "[a-d]", r"\w", "[^a]", "K", "ſ", "(?i:ks)", "ß",
            r"\b", "^",
        ];
        let atom = |random: &mut fastrand::Rng| (*random.choice(ATOMS).unwrap()).to_owned();
        if depth == 0 {
            return atom(random);
        }
        match random.u32(0..7) {
            0 => format!("(?:{}|{})", random_pattern(random, depth - 1), random_pattern(random, depth - 1)),
            1 => {
                let times = random.choice(["?", "*", "+", "{2}", "{1,3}", "{0}", "{2,}", "{5,6}"]).unwrap();
                format!("(?:{}){times}", random_pattern(random, depth - 1))
            }
            2 => atom(random),
            3 => format!("({})", random_pattern(random, depth - 1)),
            _ => (0..random.u32(1..5)).map(|_| random_pattern(random, depth - 1)).collect(),
        }
    }

    #[test]
    fn no_match_is_ever_lost() {
        const LETTERS: &[&str] = &["a", "b", "c", "k", "s", "A", "K", "S", "é", "É", "ß", "\u{212A}", "ſ", " ", "-"];
        let seed = fastrand::u64(..);
        let mut random = fastrand::Rng::with_seed(seed);
        let (mut found, mut excluded) = (0, 0);
        for _ in 0..3000 {
            let pattern = random_pattern(&mut random, 3);
            let ignore_case = random.bool();
            let regex = regex::RegexBuilder::new(&pattern).case_insensitive(ignore_case).build().unwrap();
            let plan = plan(&pattern, ignore_case);
            for _ in 0..20 {
                let text: String = (0..random.usize(0..24)).map(|_| *random.choice(LETTERS).unwrap()).collect();
                let candidate = matches(&plan, &super::super::trigram::collect(&text));
                let is_match = regex.is_match(&text);
                assert!(candidate || !is_match, "seed {seed}: {pattern:?} (ignoring case: {ignore_case}) in {text:?}");
                found += u32::from(is_match);
                excluded += u32::from(!candidate);
            }
        }
        assert!(found > 1000 && excluded > 1000, "seed {seed}: {found} matches, {excluded} texts excluded");
    }
}

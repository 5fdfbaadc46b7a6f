//! What a pattern requires of a file: strings, of which grams and words are known.
//!
//! Reads the pattern's own syntax tree: what stands in a row must all be there, of alternatives one, of a repetition at
//! least once its inside. Whatever is unsure requires nothing. So a file may be looked at in vain, and none is missed.

use std::collections::BTreeSet;

use regex_syntax::hir::{Class, Hir, HirKind, Look, Repetition};

use super::literal::Literal;

/// Most strings a piece of a pattern is spelled out to; more are cut into pieces.
const MOST_STRINGS: usize = 24;
/// Most characters of a class that are spelled out; larger ones require nothing.
const MOST_CHARACTERS: usize = 64;
/// Longest string that is spelled out, in bytes.
const LONGEST_STRING: usize = 256;
/// What a file must hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Plan {
    /// Nothing: every file may match.
    All,
    /// This string, which tells something.
    Literal(Literal),
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
    fn one_of(strings: &BTreeSet<Literal>) -> Self {
        if !strings.iter().all(Literal::tells) {
            return Self::All;
        }
        let mut plans: Vec<Self> = strings.iter().cloned().map(Self::Literal).collect();
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
}

/// What is known of a part of the pattern.
struct Piece {
    /// Every string it can match; none: not known, or too many.
    exact: Option<BTreeSet<Literal>>,
    /// What a file that holds a match must hold, where the strings are not known.
    requires: Plan,
}

impl Piece {
    fn exactly(strings: BTreeSet<Literal>) -> Self {
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

fn nothing() -> BTreeSet<Literal> {
    BTreeSet::from([Literal::empty()])
}

fn piece(hir: &Hir) -> Piece {
    match hir.kind() {
        HirKind::Empty => Piece::exactly(nothing()),
        HirKind::Look(look) => Piece::exactly(BTreeSet::from([looked_at(*look)])),
        HirKind::Literal(literal) => {
            let mut row = Row::new();
            // A long literal is taken in parts, so that the strings stay short.
            row.string(&literal.0);
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

/// What an assertion says of its place.
fn looked_at(look: Look) -> Literal {
    match look {
        Look::WordAscii
        | Look::WordUnicode
        | Look::WordStartAscii
        | Look::WordEndAscii
        | Look::WordStartUnicode
        | Look::WordEndUnicode
        | Look::WordStartHalfAscii
        | Look::WordEndHalfAscii
        | Look::WordStartHalfUnicode
        | Look::WordEndHalfUnicode => Literal::edge(),
        _ => Literal::empty(),
    }
}

/// The characters of a class as strings, where they are few.
fn characters(class: &Class) -> Option<BTreeSet<Literal>> {
    let mut strings = Vec::new();
    let mut add = |c: char| {
        strings.push(Literal::spelled(c.encode_utf8(&mut [0; 4]).as_bytes()));
        strings.len() <= MOST_CHARACTERS
    };
    let few = match class {
        Class::Unicode(class) => class.iter().all(|range| (range.start()..=range.end()).all(&mut add)),
        // A class of bytes that is left here holds ASCII only.
        Class::Bytes(class) => {
            class.iter().all(|range| (range.start()..=range.end()).all(|byte| add(char::from(byte))))
        }
    };
    if !few {
        return None;
    }
    let strings = Literal::distinct(strings.into_iter());
    (strings.len() <= MOST_STRINGS).then_some(strings)
}

fn alternation(parts: &[Hir]) -> Piece {
    let pieces: Vec<Piece> = parts.iter().map(piece).collect();
    if pieces.iter().all(|piece| piece.exact.is_some()) {
        let all = Literal::distinct(pieces.iter().flat_map(|piece| piece.exact.iter().flatten().cloned()));
        if all.len() <= MOST_STRINGS {
            return Piece::exactly(all);
        }
    }
    Piece::requires(Plan::or(pieces.into_iter().map(Piece::into_plan).collect()))
}

/// Parts of a pattern that follow one another.
struct Row {
    /// Every string that the end of the row can be.
    ends: BTreeSet<Literal>,
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
            HirKind::Literal(literal) => self.string(&literal.0),
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
        let mut rest = string;
        while !rest.is_empty() {
            // Never within a character: folding looks at whole ones.
            let mut end = rest.len().min(LONGEST_STRING / 2);
            while rest.get(end).is_some_and(|byte| byte & 0xc0 == 0x80) {
                end -= 1;
            }
            let (piece, after) = rest.split_at(end);
            self.strings(&BTreeSet::from([Literal::spelled(piece)]));
            rest = after;
        }
    }

    fn piece(&mut self, piece: Piece) {
        match piece.exact {
            Some(strings) => self.strings(&strings),
            None => self.gap(piece.requires),
        }
    }

    /// One of these strings follows.
    fn strings(&mut self, strings: &BTreeSet<Literal>) {
        let fits = |ends: &BTreeSet<Literal>| {
            let longest = |set: &BTreeSet<Literal>| set.iter().map(Literal::len).max().unwrap_or(0);
            ends.len() * strings.len() <= MOST_STRINGS && longest(ends) + longest(strings) <= LONGEST_STRING
        };
        if !fits(&self.ends) {
            // Required as far as it goes; its last three bytes make grams with what follows.
            self.required.push(Plan::one_of(&self.ends));
            self.whole = false;
            self.ends = Literal::distinct(self.ends.iter().map(Literal::end));
            if !fits(&self.ends) {
                self.ends = nothing();
            }
        }
        self.ends = Literal::distinct(self.ends.iter().flat_map(|end| strings.iter().map(|next| end.then(next))));
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
                    strings.insert(Literal::empty());
                    self.strings(&Literal::distinct(strings.into_iter()));
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

    use super::super::gram;
    use super::*;
    use crate::parse::words::words;

    /// Whether a text has the grams and the words that a string asks for.
    fn holds(literal: &Literal, text: &str) -> bool {
        let codes: Vec<u32> = gram::collect(text).pieces.into_iter().flat_map(|piece| piece.codes).collect();
        let words = words(None, text).distinct;
        literal.codes().iter().all(|range| codes.iter().any(|code| range.contains(code)))
            && literal.runs().iter().all(|run| {
                words.iter().any(|word| {
                    let word = &text.as_bytes()[word.start as usize..word.end as usize];
                    run.finder().is_none_or(|finder| finder.is_in(word))
                })
            })
    }

    fn matches(plan: &Plan, text: &str) -> bool {
        match plan {
            Plan::All => true,
            Plan::Literal(literal) => holds(literal, text),
            Plan::And(plans) => plans.iter().all(|plan| matches(plan, text)),
            Plan::Or(plans) => plans.iter().any(|plan| matches(plan, text)),
        }
    }

    fn plan(pattern: &str, ignore_case: bool) -> Plan {
        let hir = ParserBuilder::new().case_insensitive(ignore_case).build().parse(pattern).unwrap();
        Plan::of(&hir)
    }

    fn one(text: &str) -> Plan {
        Plan::Literal(Literal::spelled(text.as_bytes()))
    }

    #[test]
    fn a_pattern_requires_what_it_must() {
        assert_eq!(plan("Hello", false), one("Hello"));
        assert_eq!(
            plan("mask", true),
            Plan::Literal(Literal::folded(b"mask")),
            "the Kelvin sign and the long s are folded, not spelled out"
        );
        let hello = Plan::Literal(Literal::edge().then(&Literal::spelled(b"hello")));
        assert_eq!(plan(r"\bhello\s+world$", false), Plan::And(vec![hello, one("world")]));
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
        for _ in 0..1000 {
            let pattern = random_pattern(&mut random, 3);
            let ignore_case = random.bool();
            let regex = regex::RegexBuilder::new(&pattern).case_insensitive(ignore_case).build().unwrap();
            let plan = plan(&pattern, ignore_case);
            for _ in 0..20 {
                let text: String = (0..random.usize(0..24)).map(|_| *random.choice(LETTERS).unwrap()).collect();
                let candidate = matches(&plan, &text);
                let is_match = regex.is_match(&text);
                assert!(candidate || !is_match, "seed {seed}: {pattern:?} (ignoring case: {ignore_case}) in {text:?}");
                found += u32::from(is_match);
                excluded += u32::from(!candidate);
            }
        }
        assert!(found > 1000 && excluded > 1000, "seed {seed}: {found} matches, {excluded} texts excluded");
    }
}

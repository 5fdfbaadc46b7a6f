//! Which runs of blocks of text can hold a match, told by the strings of six characters that each of them holds: of many artifacts most
//! are ruled out so, in some hundred nanoseconds each.

use std::ops::Range;

use super::gram;
use super::literal::Literal;
use super::plan::Plan;
use crate::store::read::{Index, StoreError};
use crate::store::strings::StringMap;

/// Most strings of a literal that are looked at: by then a run that does not hold it is told.
const MOST_STRINGS: usize = 64;

/// What a run of blocks must hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Rough {
    /// Nothing that could be told.
    Any,
    /// All of these.
    Strings(Vec<u32>),
    And(Vec<Rough>),
    Or(Vec<Rough>),
}

impl Rough {
    /// What a plan asks of a run of blocks.
    pub(super) fn of(plan: &Plan) -> Self {
        match plan {
            Plan::All => Self::Any,
            Plan::Literal(literal) => Self::literal(literal),
            Plan::And(plans) => Self::And(plans.iter().map(Self::of).filter(|one| *one != Self::Any).collect()),
            Plan::Or(plans) => {
                let all: Vec<Self> = plans.iter().map(Self::of).collect();
                if all.contains(&Self::Any) { Self::Any } else { Self::Or(all) }
            }
        }
    }

    /// The same of a text as it is.
    pub(super) fn of_text(text: &str) -> Self {
        Self::literal(&Literal::spelled(text.as_bytes()))
    }

    fn literal(literal: &Literal) -> Self {
        let mut strings = gram::strings(&literal.characters());
        strings.truncate(MOST_STRINGS);
        if strings.is_empty() { Self::Any } else { Self::Strings(strings) }
    }

    /// The blocks that can match; none where all can.
    pub(super) fn runs(&self, index: &Index) -> Result<Option<Vec<Range<u32>>>, StoreError> {
        if *self == Self::Any { Ok(None) } else { index.runs_where(|map| self.fits(map)) }
    }

    fn fits(&self, map: &StringMap) -> bool {
        match self {
            Self::Any => true,
            Self::Strings(strings) => strings.iter().all(|string| map.may_hold(*string)),
            Self::And(all) => all.iter().all(|one| one.fits(map)),
            Self::Or(any) => any.iter().any(|one| one.fits(map)),
        }
    }
}

/// Leaves those of some blocks, ascending, that are in one of the runs, ascending too.
pub(super) fn keep(blocks: &mut Vec<u32>, runs: &[Range<u32>]) {
    let mut rest = runs;
    blocks.retain(|block| {
        while rest.first().is_some_and(|run| run.end <= *block) {
            rest = &rest[1..];
        }
        rest.first().is_some_and(|run| run.contains(block))
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_of_runs_stay() {
        let mut blocks = vec![1, 4, 5, 9, 10, 11, 300];
        keep(&mut blocks, &[4..6, 10..11, 200..u32::MAX]);
        assert_eq!(blocks, [4, 5, 10, 300]);
        keep(&mut blocks, &[]);
        assert!(blocks.is_empty());
    }

    #[test]
    fn what_is_unsure_asks_for_nothing() {
        let plan = |pattern: &str| Rough::of(&Plan::of(&regex_syntax::parse(pattern).unwrap()));
        assert_eq!(plan("short|or something long"), Rough::Any);
        assert_eq!(plan("hello"), Rough::Any);
        assert_eq!(plan("hello\\w+world!"), Rough::And(vec![Rough::of_text("world!")]));
        assert_eq!(
            plan("(class|object) Hello"),
            Rough::Or(vec![Rough::of_text("class Hello"), Rough::of_text("object Hello")])
        );
        assert_eq!(
            plan(r"\bhelloo\b"),
            Rough::of_text("HELLOO"),
            "the edges of words are no characters, case does not count"
        );
    }
}

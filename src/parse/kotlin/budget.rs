//! What the grammar may cost for one file, all attempts together.
//!
//! Counted in the parser's own steps and not by the clock, so that every machine gives the same. Of 11,678 real files the
//! costliest took two steps a byte, nearly all under a tenth; text made to hurt takes dozens, each of several
//! microseconds.

use tree_sitter::{Parser, Tree};

use crate::parse::tree;

/// Steps that the shortest text may take.
const LEAST: usize = 50_000;

/// Steps that each byte of a text may take.
const OF_BYTE: usize = 8;

/// Steps that the longest text may take: two seconds of an orderly text, up to ten where every step is an error.
const MOST: usize = 2_000_000;

/// What is left for one file.
pub(super) struct Budget {
    /// In steps.
    left: usize,
}

impl Budget {
    /// The budget of a text of `length` bytes.
    pub fn of(length: usize) -> Self {
        Self { left: (LEAST + length * OF_BYTE).min(MOST) }
    }

    /// Parses `text`; none when the budget is spent before the end.
    pub fn parse(&mut self, parser: &mut Parser, text: &str) -> Option<Tree> {
        tree::parse_within(parser, text, &mut self.left)
    }
}

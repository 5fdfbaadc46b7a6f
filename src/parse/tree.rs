//! One text to one tree of tree-sitter, with a bound on the work that knows no clock.
//!
//! A grammar's recovery from damaged text can take time in the square of its length. Two counts stop it, the same on
//! every machine: the steps of the parser, and the bytes its lexer asks for, since a token that never ends is looked for
//! again from every place where it might begin. What neither count sees is left to the clock of the parser child.

use std::cell::Cell;
use std::ops::ControlFlow;

use tree_sitter::{ParseOptions, ParseState, Parser, Tree};

/// Bytes given to the lexer at once; it asks again for whatever lies outside of them.
const PIECE: usize = 4096;

/// Steps of the parser between two calls of its progress callback.
const STEPS_PER_CALL: usize = 100;

/// Steps for each byte of text. Of 30,000 real files none takes more than three.
const STEPS_PER_BYTE: usize = 6;

/// How many times over the lexer may ask for the text. Of the same files none asks for more than nine times its pieces.
const READINGS: usize = 64;

/// What a short text may cost, as if it had this many bytes.
const AT_LEAST: usize = 128 * 1024;

/// The tree of `text`. None: it takes more work than any real text does, or the parser has no language.
pub fn parse(parser: &mut Parser, text: &str) -> Option<Tree> {
    let mut steps = text.len().max(AT_LEAST) * STEPS_PER_BYTE;
    parse_within(parser, text, &mut steps)
}

/// The same with a bound of one's own on the steps of the parser; what is left of them remains.
pub fn parse_within(parser: &mut Parser, text: &str, left: &mut usize) -> Option<Tree> {
    let bytes = text.as_bytes();
    let size = bytes.len().max(AT_LEAST);
    let steps = Cell::new(*left / STEPS_PER_CALL);
    let readings = Cell::new(size * READINGS / PIECE);
    let is_spent = |left: &Cell<usize>| left.replace(left.get().saturating_sub(1)) == 0;
    let mut progress = |_: &ParseState| {
        if readings.get() == 0 || is_spent(&steps) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let mut read = |at: usize, _| {
        if is_spent(&readings) {
            // The end, as far as the lexer knows: what it is looking for is not looked for any further.
            return &bytes[..0];
        }
        let end = (at / PIECE + 1) * PIECE;
        bytes.get(at..end.min(bytes.len())).unwrap_or_default()
    };
    let options = ParseOptions::new().progress_callback(&mut progress);
    let tree = parser.parse_with_options(&mut read, None, Some(options));
    *left = steps.get() * STEPS_PER_CALL;
    let tree = tree.filter(|_| readings.get() > 0);
    if tree.is_none() {
        // What was begun would else be gone on with at the next text.
        parser.reset();
    }
    tree
}

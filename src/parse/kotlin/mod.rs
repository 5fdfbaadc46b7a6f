//! Kotlin: declarations from the tree of tree-sitter-kotlin, mended where the grammar misreads.
//!
//! A text is first split into tokens and looked through for what the grammar does not know (`context(…)`, a modifier
//! before a primary constructor on a line of its own, one-line bodies, …); that is rewritten before the parse. When
//! ERROR nodes are left, the text is parsed again with all bodies emptied, and the tree that lost fewer bytes is taken.
//! Names, texts and positions are always those of the original. This module opens nothing and knows only the model.

mod attempt;
mod file;
mod header;
mod kinds;
mod lexer;
mod members;
mod oneline;
mod outline;
mod prefix;
mod rewrite;
mod tokens;
mod types;
mod walk;

use self::attempt::Attempt;
use self::outline::Outline;
use self::rewrite::Edit;
use self::tokens::Tokens;
use self::walk::Walk;
use super::LARGEST_PARSED;
use super::syntax::{Source, syntax_problem};
use crate::model::ParsedFile;

/// How deep string templates may nest: the grammar's scanner aborts the process at about 500, real code stays below 5.
const DEEPEST_TEMPLATE: usize = 64;

/// How many `$` may follow each other: the grammar's scanner takes the square of their number, real code has two or three.
const MOST_DOLLARS: usize = 256;

/// What a Kotlin file declares. `path` names the facade of its top-level functions and properties.
#[must_use]
pub fn parse(path: &str, text: &str) -> ParsedFile {
    if text.len() > LARGEST_PARSED {
        return refused(format!("not parsed: larger than {LARGEST_PARSED} bytes"));
    }
    let tokens = Tokens::of(text);
    if tokens.template_depth > DEEPEST_TEMPLATE {
        return refused(format!("not parsed: string templates nested deeper than {DEEPEST_TEMPLATE}"));
    }
    if tokens.longest_dollars > MOST_DOLLARS {
        return refused(format!("not parsed: more than {MOST_DOLLARS} dollar signs in a row"));
    }
    let outline = Outline::of(&tokens);
    let source = Source::new(text);
    let whole = &outline.header_edits;
    let emptied: Vec<Edit> = whole.iter().chain(&outline.cuts).copied().collect();
    // A script has statements at its top, which no class can hold.
    let wrapped = outline.first_declaration.filter(|_| path.strip_suffix(".kts").is_none());
    let mut best: Option<Reading> = None;
    for (edits, wrapped) in [(&emptied, wrapped), (whole, wrapped), (whole, None)] {
        let Some(attempt) = Attempt::new(text, edits.clone(), wrapped) else { continue };
        let reading = Reading::new(path, &source, &tokens, &outline, &attempt);
        let complete = reading.missed == 0 && reading.lost == 0;
        if best.as_ref().is_none_or(|best| (reading.missed, reading.lost) < (best.missed, best.lost)) {
            best = Some(reading);
        }
        if complete {
            break;
        }
    }
    best.map_or_else(|| refused("not parsed: the parser gave up".to_owned()), |reading| reading.file)
}

/// What one attempt gives.
struct Reading {
    file: ParsedFile,
    /// Declarations that the tokens show and the tree does not.
    missed: usize,
    /// Bytes that the grammar could not read.
    lost: u32,
}

impl Reading {
    fn new(path: &str, source: &Source, tokens: &Tokens, outline: &Outline, attempt: &Attempt) -> Self {
        let file = ParsedFile { local_types: outline.local_types, ..ParsedFile::default() };
        let mut walk = Walk { source, tokens, outline, attempt, file, too_deep: false, keywords: Vec::new() };
        walk.run();
        walk.settle_facade(path);
        let missed = walk.missed();
        let mut file = walk.file;
        file.problem = match (attempt.first_error.or(tokens.unbalanced), missed.first()) {
            (Some(error), _) => Some(syntax_problem(source, error as usize)),
            (None, Some(_)) if walk.too_deep => Some("types nested too deep were left out".to_owned()),
            (None, Some(missed)) => Some(syntax_problem(source, tokens.code[*missed].start as usize)),
            (None, None) => None,
        };
        Self { file, missed: missed.len(), lost: attempt.lost }
    }
}

fn refused(problem: String) -> ParsedFile {
    ParsedFile { problem: Some(problem), ..ParsedFile::default() }
}

//! Kotlin: declarations from the tree of tree-sitter-kotlin, mended where the grammar misreads.
//!
//! A text is first split into tokens and looked through for what the grammar does not know (`context(…)`, a modifier
//! before a primary constructor on a line of its own, one-line bodies, …); that is rewritten before the parse. When
//! ERROR nodes are left, the text is parsed again with all bodies emptied, and the tree that lost fewer bytes is taken.
//! Names, texts and positions are always those of the original. This module opens nothing and knows only the model.

mod attempt;
mod file;
mod kinds;
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
    let outline = Outline::of(&tokens);
    let Some(attempt) = best_attempt(path, text, &outline) else {
        return refused("not parsed: the parser gave up".to_owned());
    };
    let source = Source::new(text);
    let file = ParsedFile { local_types: outline.local_types, ..ParsedFile::default() };
    let mut walk =
        Walk { source: &source, tokens: &tokens, outline: &outline, attempt: &attempt, file, too_deep: false };
    walk.run();
    walk.settle_facade(path);
    let Walk { mut file, too_deep, .. } = walk;
    file.problem = match attempt.first_error {
        Some(first) => Some(syntax_problem(&source, first as usize)),
        None if too_deep => Some("types nested too deep were left out".to_owned()),
        None => None,
    };
    file
}

/// The text with its headers mended and its bodies emptied; where that is not read cleanly, with its bodies, and at last
/// without a class around it all. The first clean tree, else the one that lost least.
fn best_attempt<'a>(path: &str, text: &'a str, outline: &Outline) -> Option<Attempt<'a>> {
    let whole = &outline.header_edits;
    let emptied: Vec<Edit> = whole.iter().chain(&outline.cuts).copied().collect();
    // A script has statements at its top.
    let wrapped = outline.first_declaration.filter(|_| !path.ends_with(".kts"));
    let mut best: Option<Attempt<'a>> = None;
    for (edits, wrapped) in [(&emptied, wrapped), (whole, wrapped), (whole, None)] {
        let attempt = Attempt::new(text, edits.clone(), wrapped)?;
        if attempt.is_clean() {
            return Some(attempt);
        }
        if best.as_ref().is_none_or(|best| attempt.lost < best.lost) {
            best = Some(attempt);
        }
    }
    best
}

fn refused(problem: String) -> ParsedFile {
    ParsedFile { problem: Some(problem), ..ParsedFile::default() }
}

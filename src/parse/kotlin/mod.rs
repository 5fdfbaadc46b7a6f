//! Kotlin: declarations from the tree of tree-sitter-kotlin, mended where the grammar misreads.
//!
//! A text is first split into tokens and looked through for what the grammar does not know (`context(…)`, a modifier
//! before a primary constructor on a line of its own, one-line bodies, …); that is rewritten before the parse. The
//! grammar sees little more than headers: bodies, values, arguments and comments are cut, package and imports are read
//! from the tokens. When that leaves ERROR nodes or misses a declaration that the tokens show, the text is parsed with
//! only its bodies emptied, then with nothing cut, and the tree that shows most is taken.
//! Names, texts and positions are always those of the original. This module opens nothing and knows only the model.

mod attempt;
mod budget;
mod file;
mod header;
mod kinds;
mod lexer;
mod local;
mod members;
mod oneline;
mod outline;
mod preamble;
mod prefix;
mod reduce;
mod rewrite;
mod signature;
mod templates;
mod tokens;
mod types;
pub mod uses;
mod walk;

use self::attempt::Attempt;
use self::budget::Budget;
use self::outline::Outline;
use self::preamble::Preamble;
use self::tokens::Tokens;
use self::walk::Walk;
use super::LARGEST_PARSED;
use super::syntax::{Source, syntax_problem};
use crate::model::ParsedFile;

/// How deep string templates may nest: the grammar's scanner aborts the process at about 500, real code stays below 5.
const DEEPEST_TEMPLATE: usize = 64;

/// How many `$` may follow each other: the grammar's scanner takes the square of their number, real code has two or three.
const MOST_DOLLARS: usize = 256;

/// The problem of a file that cost more than it may before anything was found.
const TOO_COSTLY: &str = "not parsed: too costly for the grammar";

/// What a Kotlin file declares. `path` names the facade of its top-level functions and properties.
#[must_use]
pub fn parse(path: &str, text: &str) -> ParsedFile {
    read(text, |source, tokens, budget| {
        let reading = reduced(path, source, tokens, budget);
        match reading {
            Some(reading) if reading.is_complete() => Some(reading),
            // Something is better than nothing.
            reading => thorough(path, source, tokens, budget).or(reading),
        }
    })
}

/// What the headers alone give; none for a text that [`parse`] reads another way.
#[must_use]
pub fn parse_headers(path: &str, text: &str) -> Option<ParsedFile> {
    let mut complete = false;
    let file = read(text, |source, tokens, budget| {
        let reading = reduced(path, source, tokens, budget);
        complete = reading.as_ref().is_some_and(Reading::is_complete);
        reading
    });
    complete.then_some(file)
}

/// The same as [`parse`] with nothing cut but bodies: what it is compared with.
#[must_use]
pub fn parse_thoroughly(path: &str, text: &str) -> ParsedFile {
    read(text, |source, tokens, budget| thorough(path, source, tokens, budget))
}

/// Splits `text` into tokens and has them read, where that is safe.
fn read(text: &str, by: impl FnOnce(&Source, &Tokens, &mut Budget) -> Option<Reading>) -> ParsedFile {
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
    let reading = by(&Source::new(text), &tokens, &mut Budget::of(text.len()));
    let mut file = reading.map_or_else(|| refused(TOO_COSTLY.to_owned()), |reading| reading.file);
    let may_have_more = file.local_types > 0 || file.problem.is_some();
    file.local_supertypes = local::supertypes(&tokens, may_have_more);
    file
}

/// Parses little more than headers; none where that cannot give all.
fn reduced(path: &str, source: &Source, tokens: &Tokens, budget: &mut Budget) -> Option<Reading> {
    if tokens.unbalanced.is_some() || is_script(path) {
        return None;
    }
    let preamble = Preamble::read(tokens)?;
    let outline = Outline::of(tokens, true);
    if outline.doubtful {
        return None;
    }
    let from = tokens.code.get(preamble.end).map_or(source.text.len(), |token| token.start as usize);
    let attempt = Attempt::reduced(tokens, outline.edits(), from as u32, budget)?;
    Some(Reading::new(path, source, tokens, &outline, &attempt, Some(preamble)))
}

/// Parses the text with bodies emptied, then as it is, and takes what shows most.
fn thorough(path: &str, source: &Source, tokens: &Tokens, budget: &mut Budget) -> Option<Reading> {
    let outline = Outline::of(tokens, false);
    let (emptied, whole) = (outline.edits(), outline.header_edits.clone());
    // A script has statements at its top, which no class can hold.
    let wrapped = outline.first_declaration.filter(|_| !is_script(path));
    let mut best: Option<Reading> = None;
    for (edits, wrapped) in [(&emptied, wrapped), (&whole, wrapped), (&whole, None)] {
        // What was found before the budget was spent is taken.
        let Some(attempt) = Attempt::new(source.text, edits.clone(), wrapped, budget) else { break };
        let reading = Reading::new(path, source, tokens, &outline, &attempt, None);
        let complete = reading.is_complete();
        if best.as_ref().is_none_or(|best| (reading.missed, reading.lost) < (best.missed, best.lost)) {
            best = Some(reading);
        }
        if complete {
            break;
        }
    }
    best
}

fn is_script(path: &str) -> bool {
    path.strip_suffix(".kts").is_some()
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
    /// Walks the tree. What stands before the first declaration is in `preamble` where the tree has it not.
    fn new(
        path: &str,
        source: &Source,
        tokens: &Tokens,
        outline: &Outline,
        attempt: &Attempt,
        preamble: Option<Preamble>,
    ) -> Self {
        let file = ParsedFile { local_types: outline.local_types, ..ParsedFile::default() };
        let mut walk = Walk { source, tokens, outline, attempt, file, too_deep: false, keywords: Vec::new() };
        if let Some(preamble) = preamble {
            walk.preamble(preamble);
        }
        walk.run();
        walk.settle_imports();
        walk.settle_facade(path);
        let missed = walk.missed();
        let mut file = walk.file;
        let first_error = [attempt.first_error, tokens.unbalanced].into_iter().flatten().min();
        file.problem = match (first_error, missed.first()) {
            (Some(error), _) => Some(syntax_problem(source, error as usize)),
            (None, Some(_)) if walk.too_deep => Some("types nested too deep were left out".to_owned()),
            (None, Some(missed)) => Some(syntax_problem(source, tokens.code[*missed].start as usize)),
            (None, None) => None,
        };
        Self { file, missed: missed.len(), lost: attempt.lost }
    }

    fn is_complete(&self) -> bool {
        self.missed == 0 && self.lost == 0
    }
}

fn refused(problem: String) -> ParsedFile {
    ParsedFile { problem: Some(problem), ..ParsedFile::default() }
}

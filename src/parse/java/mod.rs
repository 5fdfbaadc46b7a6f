//! Java: declarations from the tree of tree-sitter-java.
//!
//! Promises what the model says for every declaration javac would accept up to Java 25, and for damaged files what the
//! grammar's recovery leaves. It knows no file and no index, and uses no stack in the depth of its input.
//!
//! Two ways lead to the same declarations: all of the text is parsed, or what the lexer left of it. The second is refused
//! where it could give anything else.

mod header;
mod kinds;
mod members;
mod place;
mod recover;
mod types;
pub mod uses;
mod walk;

use std::cell::RefCell;

use tree_sitter::{Parser, Tree};

use crate::model::ParsedFile;
use crate::parse::lexer::java::Reading;
use crate::parse::syntax::{self, Source};
use crate::parse::tree;
use crate::text::lines::Lines;

pub use place::Outline;

thread_local! {
    /// The parser of this thread: it keeps its memory from one file to the next.
    static PARSER: RefCell<Option<Parser>> = RefCell::new(new_parser());
}

/// What a Java file declares, with all of it parsed.
#[must_use]
pub fn parse_whole(path: &str, text: &str) -> ParsedFile {
    outline(path, text).place(text, &Lines::of(text))
}

/// What a Java file declares, by way of what the lexer left of it. None: only all of it tells.
#[must_use]
pub fn parse_reduced(path: &str, text: &str, reading: &Reading) -> Option<ParsedFile> {
    let reduced = reading.reduced.as_ref()?;
    outline_reduced(path, &reduced.text)?.place_reduced(reduced, text, &Lines::of(text))
}

/// The declarations of a text, damaged or not.
#[must_use]
pub fn outline(path: &str, text: &str) -> Outline {
    let problem = |problem: &str| Outline {
        file: ParsedFile { problem: Some(problem.to_owned()), ..ParsedFile::default() },
        package_start: None,
    };
    if recover::has_too_many_dimensions(text) {
        return problem("an array of more dimensions than the 255 there can be: not parsed");
    }
    let Some(tree) = best_tree(text) else { return problem("the parser gave up on this file") };
    let (_, first_error) = syntax::damage(tree.root_node());
    let state = if first_error.is_some() { walk::Text::Damaged } else { walk::Text::Whole };
    let mut outline = walk::walk(path, text, &tree, state);
    if let Some(first) = first_error {
        outline.file.problem = Some(syntax::syntax_problem(&Source::new(text), first));
    }
    if memchr::memmem::find(text.as_bytes(), b"\\u").is_some() {
        recover::read_escapes(&mut outline.file);
    }
    outline
}

/// The declarations of a reduced text; none where it is damaged at all.
#[must_use]
pub fn outline_reduced(path: &str, text: &str) -> Option<Outline> {
    if recover::has_too_many_dimensions(text) {
        return None;
    }
    let tree = tree(&recover::line_ends(text))?;
    if tree.root_node().has_error() {
        return None;
    }
    let outline = walk::walk(path, text, &tree, walk::Text::Reduced);
    outline.file.problem.is_none().then_some(outline)
}

fn new_parser() -> Option<Parser> {
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_java::LANGUAGE.into()).ok()?;
    Some(parser)
}

fn tree(text: &str) -> Option<Tree> {
    PARSER.with_borrow_mut(|parser| tree::parse(parser.as_mut()?, text))
}

/// The tree of `text`, or of `text` with a mend where that one has less damage. Mends keep every offset.
fn best_tree(text: &str) -> Option<Tree> {
    let plain = recover::line_ends(text);
    let whole = tree(&plain)?;
    let (lost, _) = syntax::damage(whole.root_node());
    if lost == 0 {
        return Some(whole);
    }
    let mut best = (lost, whole);
    for mended in [recover::old_keywords(&plain), recover::escaped_names(&plain)].into_iter().flatten() {
        let tree = tree(&mended)?;
        let (lost, _) = syntax::damage(tree.root_node());
        if lost < best.0 {
            best = (lost, tree);
        }
    }
    Some(best.1)
}

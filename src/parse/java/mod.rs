//! Java: declarations from the tree of tree-sitter-java.
//!
//! Promises what the model says for every declaration javac would accept up to Java 25, and for damaged files what the
//! grammar's recovery leaves. It knows no file and no index, and uses no stack in the depth of its input.

mod header;
mod kinds;
mod members;
mod recover;
mod types;
mod walk;

use tree_sitter::{Parser, Tree};

use crate::model::ParsedFile;
use crate::parse::syntax::{self, Source};
use crate::parse::tree;

/// What a Java file declares.
#[must_use]
pub fn parse(path: &str, text: &str) -> ParsedFile {
    if recover::has_too_many_dimensions(text) {
        let problem = Some("an array of more dimensions than the 255 there can be: not parsed".to_owned());
        return ParsedFile { problem, ..ParsedFile::default() };
    }
    let Some(tree) = best_tree(text) else {
        return ParsedFile { problem: Some("the parser gave up on this file".to_owned()), ..ParsedFile::default() };
    };
    let source = Source::new(text);
    let (_, first_error) = syntax::damage(tree.root_node());
    let mut file = walk::walk(path, &source, &tree, first_error.is_some());
    if let Some(first) = first_error {
        file.problem = Some(syntax::syntax_problem(&source, first));
    }
    file
}

/// The tree of `text`, or of `text` with a mend where that one has less damage. Mends keep every offset.
fn best_tree(text: &str) -> Option<Tree> {
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_java::LANGUAGE.into()).ok()?;
    let plain = recover::line_ends(text);
    let tree = tree::parse(&mut parser, &plain)?;
    let (lost, _) = syntax::damage(tree.root_node());
    if lost == 0 {
        return Some(tree);
    }
    let Some(mended) = recover::old_keywords(&plain) else { return Some(tree) };
    let second = tree::parse(&mut parser, &mended)?;
    let (lost_then, _) = syntax::damage(second.root_node());
    Some(if lost_then < lost { second } else { tree })
}

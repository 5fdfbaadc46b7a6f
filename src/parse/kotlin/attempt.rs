//! One parse of one rewriting of a text, and how much of the text the grammar could not read.

use tree_sitter::{Node, Parser, Tree};

use super::kinds::LANGUAGE;
use super::rewrite::{Edit, Rewrite};
use crate::parse::tree;

/// A tree with the way back to the original text.
pub(super) struct Attempt<'a> {
    pub rewrite: Rewrite<'a>,
    pub tree: Tree,
    /// Where in the rewritten text the class begins that was put around all declarations.
    pub wrapper: Option<usize>,
    /// Bytes of the original in ERROR nodes. Tokens that the parser made up cost nothing.
    pub lost: u32,
    /// Where in the original the first ERROR node begins.
    pub first_error: Option<u32>,
}

impl<'a> Attempt<'a> {
    /// Parses `text` with `edits` applied; none when the parser gives up. What begins at `wrapped_from` is put into a
    /// class: at the top of a file the grammar takes declarations for expressions (`object A` before a class as a call of
    /// `A`), among a class's members it cannot.
    pub fn new(text: &'a str, mut edits: Vec<Edit>, wrapped_from: Option<u32>) -> Option<Self> {
        if let Some(start) = wrapped_from {
            let end = text.len() as u32;
            edits.push(Edit { start, end: start, replacement: "class A {\n" });
            edits.push(Edit { start: end, end, replacement: "\n}" });
        }
        let rewrite = Rewrite::new(text, edits);
        let mut parser = Parser::new();
        parser.set_language(&LANGUAGE).ok()?;
        let tree = tree::parse(&mut parser, rewrite.text())?;
        let (lost, first_error) = damage(tree.root_node(), &rewrite);
        // Nothing is edited among package and imports, so that the start is the same in both texts.
        Some(Self { rewrite, tree, wrapper: wrapped_from.map(|start| start as usize), lost, first_error })
    }
}

/// Bytes under ERROR nodes, and the first one's start, both in the original text.
fn damage(root: Node<'_>, rewrite: &Rewrite<'_>) -> (u32, Option<u32>) {
    let mut lost = 0;
    let mut first = None;
    if !root.has_error() {
        return (lost, first);
    }
    let mut cursor = root.walk();
    loop {
        let node = cursor.node();
        let mut enter = node.has_error();
        if node.is_error() {
            let (start, end) = rewrite.original_range(node.start_byte(), node.end_byte());
            if end > start {
                lost += end - start;
                first = first.or(Some(start));
            }
            enter = false;
        }
        if enter && cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return (lost, first);
            }
        }
    }
}

//! One parse of one rewriting of a text, and how much of the text the grammar could not read.

use std::cell::RefCell;

use tree_sitter::{Node, Parser, Tree};

use super::budget::Budget;
use super::kinds::LANGUAGE;
use super::rewrite::{Edit, Rewrite};
use super::tokens::Tokens;

/// What is put around all declarations: at the top of a file the grammar takes declarations for expressions (`object A`
/// before a class as a call of `A`), among a class's members it cannot.
const WRAPPER: &str = "class A {\n";

thread_local! {
    /// A parser keeps the memory of its last parse for the next.
    static PARSER: RefCell<Option<Parser>> = RefCell::new(parser());
}

fn parser() -> Option<Parser> {
    let mut parser = Parser::new();
    parser.set_language(&LANGUAGE).ok()?;
    Some(parser)
}

/// A tree with the way back to the original text.
pub(super) struct Attempt {
    pub rewrite: Rewrite,
    pub tree: Tree,
    /// Where in the rewritten text the class begins that was put around all declarations.
    pub wrapper: Option<usize>,
    /// Bytes of the original in ERROR nodes. Tokens that the parser made up cost nothing.
    pub lost: u32,
    /// Where in the original the first ERROR node begins.
    pub first_error: Option<u32>,
}

impl Attempt {
    /// Parses `text` with `edits` applied; none when the parser gives up. What begins at `wrapped_from` is put into a
    /// class.
    pub fn new(text: &str, mut edits: Vec<Edit>, wrapped_from: Option<u32>, budget: &mut Budget) -> Option<Self> {
        if let Some(start) = wrapped_from {
            let end = text.len() as u32;
            edits.push(Edit { start, end: start, replacement: WRAPPER, stands_for: false });
            edits.push(Edit { start: end, end, replacement: "\n}", stands_for: false });
        }
        // Nothing is edited among package and imports, so that the start is the same in both texts.
        Self::parse(Rewrite::new(text, edits), wrapped_from.map(|start| start as usize), budget)
    }

    /// Parses only what begins at `from`, in a class, with comments and indentation taken away as well.
    pub fn reduced(tokens: &Tokens, edits: Vec<Edit>, from: u32, budget: &mut Budget) -> Option<Self> {
        Self::parse(Rewrite::squeezed(tokens.text, &tokens.comments, edits, from, WRAPPER), Some(0), budget)
    }

    fn parse(rewrite: Rewrite, wrapper: Option<usize>, budget: &mut Budget) -> Option<Self> {
        let tree = PARSER.with_borrow_mut(|parser| budget.parse(parser.as_mut()?, rewrite.text()))?;
        let (lost, first_error) = damage(tree.root_node(), &rewrite);
        Some(Self { rewrite, tree, wrapper, lost, first_error })
    }
}

/// Bytes under ERROR nodes, and the first one's start, both in the original text.
fn damage(root: Node<'_>, rewrite: &Rewrite) -> (u32, Option<u32>) {
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

//! Where statements end: JLS 14.22, as far as the syntax tells.

use tree_sitter::Node;

use super::Walker;
use super::syntax::{Children, Syntax, fields};

/// How deep statements are looked into; what is deeper may go on.
const DEEPEST: u32 = 40;

impl<'t> Walker<'t> {
    /// Whether nothing comes after a statement.
    pub fn leaves(&self, node: Node<'t>) -> bool {
        self.cannot_end(node, DEEPEST)
    }

    fn cannot_end(&self, node: Node<'t>, depth: u32) -> bool {
        if depth == 0 {
            return false;
        }
        let ends_not = |node: Node<'t>| self.cannot_end(node, depth - 1);
        match Syntax::of(node) {
            Syntax::Return | Syntax::Throw | Syntax::Jump | Syntax::Yield => true,
            Syntax::Block => {
                let last = self.children(node).into_iter().rfind(|child| child.syntax != Syntax::Mark);
                last.is_some_and(|last| ends_not(last.node))
            }
            Syntax::If => {
                let children = self.children(node);
                let branches = children.field(fields().consequence).zip(children.field(fields().alternative));
                branches.is_some_and(|(one, other)| ends_not(one.node) && ends_not(other.node))
            }
            Syntax::While | Syntax::Do | Syntax::For => self.is_endless(node, depth),
            Syntax::Synchronized => self.children(node).field(fields().body).is_some_and(|body| ends_not(body.node)),
            Syntax::Try => {
                let children = self.children(node);
                let of_kind = |syntax| children.iter().filter(move |child| child.syntax == syntax);
                let of_block = |node: Node<'t>| {
                    self.children(node).of_kind(Syntax::Block).is_some_and(|block| ends_not(block.node))
                };
                of_kind(Syntax::Finally).any(|part| of_block(part.node))
                    || (of_kind(Syntax::Block).all(|block| ends_not(block.node))
                        && of_kind(Syntax::Catch).all(|part| of_block(part.node)))
            }
            _ => false,
        }
    }

    /// Whether a loop goes on for ever: its condition is `true` or none, and nothing breaks it off.
    fn is_endless(&self, node: Node<'t>, depth: u32) -> bool {
        let children = self.children(node);
        let condition = children.field(fields().condition).map(|condition| self.text(condition.node));
        let is_always = match condition {
            Some(condition) => condition.trim_matches(['(', ')', ' ']) == "true",
            None => Syntax::of(node) == Syntax::For,
        };
        is_always && children.field(fields().body).is_some_and(|body| !self.breaks(body.node, true, depth))
    }

    /// Whether a `break` in a statement may end the loop around it: one with a label, or one that ends nothing in between, which
    /// `is_own` says.
    fn breaks(&self, node: Node<'t>, is_own: bool, depth: u32) -> bool {
        let any = |is_own| self.children(node).into_iter().any(|child| self.breaks(child.node, is_own, depth - 1));
        match Syntax::of(node) {
            _ if depth == 0 => true,
            Syntax::Jump => self.text(node).strip_prefix("break").is_some_and(|rest| is_own || rest.trim() != ";"),
            // What is in there is no part of the loop.
            Syntax::Lambda | Syntax::TypeBody => false,
            Syntax::While | Syntax::Do | Syntax::For | Syntax::ForEach | Syntax::Switch => any(false),
            _ => any(is_own),
        }
    }
}

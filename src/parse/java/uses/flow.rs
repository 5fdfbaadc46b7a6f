//! Where statements end, and where the variables of patterns are in sight: JLS 14.22 and 6.3, as far as the syntax tells.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use tree_sitter::Node;

use super::Walker;
use super::syntax::{Children, Syntax, fields};
use crate::model::uses::ExpressionId;

/// How deep statements are looked into; what is deeper may go on.
const DEEPEST: u32 = 40;

/// The names that expressions bind where they are true, or where they are false, by what identifies the node.
pub type Names<'t> = HashMap<(usize, bool), Rc<[&'t str]>>;

/// The variables that a condition binds where it is false, and where it is true.
type Bound<'t> = [Vec<(&'t str, ExpressionId)>; 2];

/// What the left side of an operator binds.
pub struct Left<'t> {
    /// Where variables begin that are in sight because of it.
    start: usize,
    /// Whether those are in sight that it binds where it is true, or those where it is false.
    in_sight: Option<bool>,
    /// What else it binds.
    bound: Bound<'t>,
}

impl<'t> Walker<'t> {
    /// `if`: what its condition binds is in sight in one branch, and behind it where the other one alone ends otherwise.
    pub fn condition(&mut self, node: Node<'t>) {
        let children = self.children(node);
        let (mut bound, mut leaves): (Bound<'t>, _) = (Bound::default(), [false; 2]);
        for child in &children {
            let branch = [fields().alternative, fields().consequence].iter().position(|at| child.field == Some(*at));
            if child.field == Some(fields().condition) {
                bound = self.bound_in(child.node);
            } else if let Some(branch) = branch {
                let locals = self.locals.len();
                self.locals.extend(&bound[branch]);
                self.any(child.node);
                self.locals.truncate(locals);
                leaves[branch] = self.leaves(child.node);
            } else {
                self.any(child.node);
            }
        }
        match leaves {
            [false, true] => self.locals.extend(&bound[0]),
            [true, false] => self.locals.extend(&bound[1]),
            _ => {}
        }
    }

    /// A loop with a condition: what that binds is in sight in the body, and behind it where nothing else ends the loop.
    pub fn repeat(&mut self, node: Node<'t>) {
        let locals = self.locals.len();
        let children = self.children(node);
        let mut bound = Bound::default();
        for child in &children {
            if child.field == Some(fields().condition) {
                bound = self.bound_in(child.node);
                self.locals.extend(&bound[1]);
            } else {
                self.any(child.node);
            }
        }
        self.locals.truncate(locals);
        let body = children.field(fields().body);
        if !bound[0].is_empty() && body.is_some_and(|body| !self.breaks(body.node, true, DEEPEST)) {
            self.locals.extend(&bound[0]);
        }
    }

    /// Goes through a condition; what it binds is in sight nowhere yet.
    pub fn bound_in(&mut self, condition: Node<'t>) -> Bound<'t> {
        let locals = self.locals.len();
        self.any(condition);
        self.bound_from(condition, locals)
    }

    /// The left side of an operator, with what it binds.
    pub fn left_of(&mut self, left: Node<'t>) -> (ExpressionId, Left<'t>) {
        let start = self.locals.len();
        let expression = self.binding(left, None);
        (expression, Left { start, in_sight: None, bound: self.bound_from(left, start) })
    }

    /// The right side of an operator, where that of its left side is in sight which the operator lets through; then that is bound
    /// which both sides bind. JLS 6.3.1.1, 6.3.1.2.
    pub fn right_of(&mut self, operator: &str, right: Node<'t>, left: &mut Left<'t>) -> ExpressionId {
        let when = match operator {
            "&&" => Some(true),
            "||" => Some(false),
            _ => None,
        };
        // Hundreds of `&&` in a row leave what they bind where it is.
        if when.is_none() || left.in_sight != when {
            let bound = std::mem::take(&mut left.bound);
            self.locals.truncate(left.start);
            self.locals.extend(when.into_iter().flat_map(|when| &bound[usize::from(when)]));
            left.in_sight = when;
        }
        let behind = self.locals.len();
        let expression = self.binding(right, None);
        let bound = self.bound_from(right, behind);
        self.locals.extend(when.into_iter().flat_map(|when| &bound[usize::from(when)]));
        expression
    }

    /// Has in sight all that an operation binds, for whoever tells where that is so.
    pub fn all_of(&mut self, left: Left<'t>) {
        self.locals.extend(left.bound.into_iter().flatten());
    }

    /// Takes what an expression bound, which are the variables from a place on, out of sight.
    pub fn bound_from(&mut self, expression: Node<'t>, place: usize) -> Bound<'t> {
        let all = self.locals.split_off(place);
        if all.is_empty() {
            return Bound::default();
        }
        [false, true].map(|when| {
            let names: HashSet<&str> = self.bound_where(expression, when).iter().copied().collect();
            all.iter().filter(|(name, _)| names.contains(name)).copied().collect()
        })
    }

    /// The names that an expression binds where it is true, or where it is false: JLS 6.3.1.
    fn bound_where(&mut self, expression: Node<'t>, is_true: bool) -> Rc<[&'t str]> {
        let mut names = Vec::new();
        let mut open = vec![(expression, is_true)];
        while let Some((node, is_true)) = open.pop() {
            if let Some(known) = self.bound.get(&(node.id(), is_true)) {
                names.extend_from_slice(known);
                continue;
            }
            let children = self.children(node);
            let operator = || children.field(fields().operator).map_or("", |operator| self.text(operator.node));
            let parts = children.iter().filter(|child| child.syntax != Syntax::Mark);
            match Syntax::of(node) {
                Syntax::Binary if operator() == if is_true { "&&" } else { "||" } => {
                    open.extend(parts.map(|part| (part.node, is_true)));
                }
                Syntax::Unary if operator() == "!" => open.extend(parts.map(|part| (part.node, !is_true))),
                Syntax::InstanceOf if is_true => {
                    names.extend(children.field(fields().name).map(|name| self.text(name.node)));
                    open.extend(children.field(fields().pattern).map(|pattern| (pattern.node, true)));
                }
                Syntax::TypePattern | Syntax::RecordPatternComponent => {
                    let name = children.iter().rfind(|child| child.syntax == Syntax::Identifier);
                    names.extend(name.map(|name| self.text(name.node)));
                }
                Syntax::Parenthesized | Syntax::Pattern | Syntax::RecordPattern | Syntax::RecordPatternBody => {
                    open.extend(parts.map(|part| (part.node, is_true)));
                }
                _ => {}
            }
        }
        let names: Rc<[&str]> = names.into();
        self.bound.insert((expression.id(), is_true), Rc::clone(&names));
        names
    }

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

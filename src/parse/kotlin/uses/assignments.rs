//! Assignments: what is written, and the operators that they call.

use tree_sitter::Node;

use super::super::kinds::{KINDS, child, children};
use super::Walker;
use crate::model::ByteRange;
use crate::model::uses::{ExpressionId, Subject, Target, Use, UseKind};

impl<'t> Walker<'t> {
    pub fn assignment(&mut self, node: Node<'t>) {
        let parts = children(node);
        let (Some(left), Some(right)) = (parts.first(), parts.last()) else { return };
        let (sign, bytes) = self.sign_between(*left, *right);
        if let Some((of, arguments, at)) = self.assigned_element(*left) {
            let value = self.expression(*right, None);
            let mut all = arguments.clone();
            if sign != "=" {
                let element = self.operator(of, "get", arguments, at);
                self.assigned_with(element, value, sign, bytes);
            }
            all.push(value);
            self.operator(of, "set", all, at);
            return;
        }
        let before = self.out.uses.len();
        let left = self.assigned(*left);
        if parts.len() > 1 {
            let is_written = |one: &Use| one.subject == Subject::Expression(left) && one.kind == UseKind::Write;
            let written = self.out.uses[before..].iter().position(is_written);
            let right = self.expression(*right, Some(Target::Like(left)));
            let by = self.assigned_with(left, right, sign, bytes);
            if let Some((at, by)) = written.zip(by) {
                self.out.uses[before + at].subject = Subject::Updated { of: left, by };
            }
        }
    }

    /// Of `of[arguments]` which is assigned to: its parts, and where the bracket stands.
    pub fn assigned_element(&mut self, node: Node<'t>) -> Option<(ExpressionId, Vec<ExpressionId>, ByteRange)> {
        if !matches!(node.kind(), "directly_assignable_expression" | "indexing_expression") {
            return None;
        }
        let parts = children(node);
        let (last, before) = parts.split_last().filter(|(last, _)| last.kind() == "indexing_suffix")?;
        let (first, suffixes) = before.split_first()?;
        let mut of = self.expression(*first, None);
        for suffix in suffixes {
            of = self.suffixed(of, *suffix, UseKind::Read);
        }
        let arguments = self.operands(*last);
        let start = self.bytes(*last).start;
        Some((of, arguments, ByteRange { start, end: start + 1 }))
    }

    /// What is assigned to: its name is written.
    pub fn assigned(&mut self, node: Node<'t>) -> ExpressionId {
        match node.kind() {
            "simple_identifier" => {
                let name = self.name(node);
                self.forget(name);
                self.simple_name(node, UseKind::Write)
            }
            "navigation_expression" => self.navigation(node, UseKind::Write),
            "directly_assignable_expression" => self.assigned_path(node),
            "parenthesized_expression" => match children(node).first() {
                Some(inner) => self.deeper(*inner, None, |walker| Some(walker.assigned(*inner))).unwrap_or(0),
                None => self.unknown(),
            },
            _ => self.expression(node, None),
        }
    }

    /// A primary expression and its suffixes, the last of which is assigned to.
    fn assigned_path(&mut self, node: Node<'t>) -> ExpressionId {
        let parts = children(node);
        let Some((first, suffixes)) = parts.split_first() else { return self.unknown() };
        if suffixes.is_empty() {
            return self.assigned(*first);
        }
        let mut value = self.expression(*first, None);
        for (at, suffix) in suffixes.iter().enumerate() {
            let kind = if at + 1 == suffixes.len() { UseKind::Write } else { UseKind::Read };
            value = self.suffixed(value, *suffix, kind);
        }
        value
    }

    /// What a suffix makes of a value: `of.name`, `of[…]`.
    fn suffixed(&mut self, of: ExpressionId, suffix: Node<'t>, kind: UseKind) -> ExpressionId {
        match suffix.kind() {
            "navigation_suffix" => match child(suffix, KINDS.simple_identifier) {
                Some(name) => self.selected(of, name, kind),
                None => self.unknown(),
            },
            "indexing_suffix" => self.indexed(of, &[suffix]),
            _ => of,
        }
    }
}

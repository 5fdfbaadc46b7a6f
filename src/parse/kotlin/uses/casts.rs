//! Smart casts: what a condition that holds, or does not, tells of the types of variables and of `this`.

use tree_sitter::Node;

use super::super::kinds::children;
use super::Walker;
use super::types::is_type;
use crate::model::uses::{Form, ScopeKind};

/// Functions of Kotlin's library that never return.
const NEVER_RETURN: [&str; 3] = ["error", "TODO", "exitProcess"];
/// Functions of Kotlin's library that return only where their first argument holds.
const CONTRACTS: [&str; 2] = ["require", "check"];
/// How deep conditions are looked through.
const DEEPEST: usize = 20;

impl<'t> Walker<'t> {
    /// Until the current block ends, variables and `this` are what `condition` says of them where it is `holds`.
    pub fn assume(&mut self, condition: Node<'t>, holds: bool) {
        let mut told = Vec::new();
        self.told(condition, holds, DEEPEST, &mut told);
        for (name, type_text) in told {
            self.know(name, type_text);
        }
    }

    fn know(&mut self, name: &'t str, type_text: String) {
        if name == "this" {
            self.open_scope(ScopeKind::Known(type_text));
        } else {
            let of = self.cast(name).or_else(|| self.local(name));
            let of = of.unwrap_or_else(|| self.expression_of(Form::Name(name.to_owned())));
            let value = self.expression_of(Form::Known { of, type_text });
            self.casts.push((name, Some(value)));
        }
    }

    /// A variable is of this type until the current block ends.
    pub fn assume_type(&mut self, variable: Node<'t>, type_node: Node<'t>) {
        if is_variable(variable) {
            let text = self.written(type_node);
            self.know(self.name(variable), text);
        }
    }

    fn told(&self, condition: Node<'t>, holds: bool, depth: usize, told: &mut Vec<(&'t str, String)>) {
        if depth == 0 {
            return;
        }
        let parts = children(condition);
        match (condition.kind(), &parts[..]) {
            ("parenthesized_expression", [inner]) => self.told(*inner, holds, depth - 1, told),
            ("prefix_expression", [inner]) if self.code(condition).starts_with('!') => {
                self.told(*inner, !holds, depth - 1, told);
            }
            ("conjunction_expression", [left, right]) if holds => {
                self.told(*left, holds, depth - 1, told);
                self.told(*right, holds, depth - 1, told);
            }
            ("disjunction_expression", [left, right]) if !holds => {
                self.told(*left, holds, depth - 1, told);
                self.told(*right, holds, depth - 1, told);
            }
            ("check_expression", [variable, type_node]) if is_variable(*variable) && is_type(*type_node) => {
                let is_negated = self.is_negated(condition, *variable);
                if is_negated != holds {
                    told.push((self.name(*variable), self.written(*type_node)));
                }
            }
            _ => {}
        }
    }

    /// Whether `!is` stands behind the first operand.
    fn is_negated(&self, check: Node<'t>, operand: Node<'t>) -> bool {
        let rest = self.rewrite.text().get(operand.end_byte()..check.end_byte()).unwrap_or("");
        rest.trim_start().starts_with('!')
    }

    /// What a call that returned tells, by the function's name.
    pub fn assume_returned(&mut self, name: &str, first: Node<'t>) {
        if CONTRACTS.contains(&name) && self.is_of_library(name) {
            self.assume(first, true);
        }
    }

    /// Whether a function of Kotlin's library seems to be meant: the file declares and imports no other one of the name.
    fn is_of_library(&self, name: &str) -> bool {
        let text = self.tokens.text;
        let is_other = |at: usize| {
            let before = text[..at].trim_end();
            before.ends_with("fun") || before.ends_with(" as") || (text[..at].ends_with('.') && names_another(before))
        };
        let is_whole = |at: usize| !text[at + name.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '_');
        !text.match_indices(name).any(|(at, _)| is_whole(at) && is_other(at))
    }

    /// Whether nothing comes after a branch: it ends with a jump, or with a call that never returns.
    pub fn leaves_here(&self, body: Node<'t>) -> bool {
        let mut at = body;
        loop {
            match at.kind() {
                "jump_expression" => return true,
                "call_expression" => {
                    let callee = children(at).into_iter().next();
                    let callee = callee.filter(|callee| callee.kind() == "simple_identifier");
                    let name = callee.map_or("", |callee| self.name(callee));
                    return NEVER_RETURN.contains(&name) && self.is_of_library(name);
                }
                "control_structure_body" | "statements" => match children(at).into_iter().next_back() {
                    Some(last) => at = last,
                    None => return false,
                },
                _ => return false,
            }
        }
    }

    /// What a variable is known to be at the current place, where that is more than declared.
    pub fn cast(&self, name: &str) -> Option<u32> {
        self.casts.iter().rev().find(|(known, _)| *known == name).and_then(|(_, value)| *value)
    }
}

/// Whether a node is a name, or `this` without one.
pub fn is_variable(node: Node<'_>) -> bool {
    node.kind() == "simple_identifier" || (node.kind() == "this_expression" && children(node).is_empty())
}

/// Whether the line that a text ends in imports from another package than Kotlin's, or declares an extension.
fn names_another(before: &str) -> bool {
    let line = before.rsplit('\n').next().unwrap_or(before).trim_start();
    let imported = line.strip_prefix("import ").map(str::trim_start);
    imported.map_or(line.contains("fun "), |path| !path.starts_with("kotlin."))
}

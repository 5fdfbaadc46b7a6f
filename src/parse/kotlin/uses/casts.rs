//! Smart casts: what a condition that holds, or does not, tells of the types of variables and of `this`.

use std::borrow::Cow;

use tree_sitter::Node;

use super::super::kinds::children;
use super::Walker;
use super::types::is_type;
use crate::model::uses::{ExpressionId, Form, NOT_NULL, ScopeKind};

/// Functions of Kotlin's library that never return.
const NEVER_RETURN: [&str; 3] = ["error", "TODO", "exitProcess"];
/// Functions of Kotlin's library that return only where their first argument holds.
const CONTRACTS: [&str; 2] = ["require", "check"];
/// Functions of Kotlin's library that return only where their argument is not null, and those that tell of a text or collection
/// that it is null or has nothing in it.
const NULL_CONTRACTS: [&str; 2] = ["requireNotNull", "checkNotNull"];
const NULL_OR_EMPTY: [&str; 2] = ["isNullOrEmpty", "isNullOrBlank"];
/// Names of a path that is told of, at most.
const LONGEST_PATH: usize = 8;
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

    fn know(&mut self, path: Cow<'t, str>, type_text: String) {
        if path == "this" {
            self.open_scope(ScopeKind::Known(type_text));
        } else {
            let of = self.value_of(&path);
            // The first name of a path is a property where no variable has it.
            let first = path.split('.').next().unwrap_or_default();
            let is_property = first != "this" && self.local(first).is_none();
            let properties = path.matches('.').count() as u8 + u8::from(is_property);
            let value = self.expression_of(Form::Known { of, type_text, properties });
            self.casts.push((path, Some(value)));
        }
    }

    /// What a path stands for: a variable, a property of one.
    pub fn value_of(&mut self, path: &str) -> ExpressionId {
        if let Some(cast) = self.cast(path) {
            return cast;
        }
        match path.rsplit_once('.') {
            Some((of, name)) => {
                let of = self.value_of(of);
                self.expression_of(Form::Select { of, name: name.to_owned() })
            }
            None if path == "this" => self.expression_of(Form::This(None)),
            None => match self.local(path) {
                Some(local) => local,
                None => self.expression_of(Form::Name(path.to_owned())),
            },
        }
    }

    /// A variable is of this type until the current block ends.
    pub fn assume_type(&mut self, variable: Node<'t>, type_node: Node<'t>) {
        if let Some(path) = self.path_of(variable) {
            let text = self.written(type_node);
            self.know(path, text);
        }
    }

    /// A variable is not null until the current block ends.
    pub fn assume_not_null(&mut self, variable: Node<'t>) {
        let mut told = Vec::new();
        self.told_not_null(variable, &mut told);
        for (path, type_text) in told {
            self.know(path, type_text);
        }
    }

    /// Takes what is not null where a value is not: it, and what stands before `?.` in it.
    fn told_not_null(&self, value: Node<'t>, told: &mut Vec<(Cow<'t, str>, String)>) {
        let mut at = value;
        loop {
            if let Some(path) = self.path_of(at).filter(|path| path != "this") {
                told.push((path, NOT_NULL.to_owned()));
            }
            let parts = children(at);
            at = match (at.kind(), &parts[..]) {
                ("parenthesized_expression", [inner]) => *inner,
                ("call_expression", [callee, ..]) if callee.kind() == "navigation_expression" => *callee,
                ("navigation_expression", [of, suffix]) if self.code(*suffix).starts_with("?.") => *of,
                _ => return,
            };
        }
    }

    /// A value where it is not null.
    pub fn not_null(&mut self, of: ExpressionId) -> ExpressionId {
        self.expression_of(Form::Known { of, type_text: NOT_NULL.to_owned(), properties: 0 })
    }

    fn told(&self, condition: Node<'t>, holds: bool, depth: usize, told: &mut Vec<(Cow<'t, str>, String)>) {
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
            ("check_expression", [variable, type_node]) if is_type(*type_node) => {
                if self.is_negated(condition, *variable) != holds
                    && let Some(path) = self.path_of(*variable)
                {
                    told.push((path, self.written(*type_node)));
                }
            }
            ("equality_expression", [one, other]) => {
                let (sign, _) = self.sign_between(*one, *other);
                let is_equal = sign.starts_with('=') == holds;
                for (value, beside) in [(one, other), (other, one)] {
                    if is_literal(*beside) && is_equal != (beside.kind() == "null_literal") {
                        self.told_not_null(*value, told);
                    }
                }
            }
            ("call_expression", [callee, _]) if !holds && callee.kind() == "navigation_expression" => {
                let inner = children(*callee);
                if let [of, suffix] = inner[..]
                    && let Some(name) = children(suffix).into_iter().next_back()
                    && NULL_OR_EMPTY.contains(&self.code(name))
                {
                    self.told_not_null(of, told);
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
        } else if NULL_CONTRACTS.contains(&name) && self.is_of_library(name) {
            self.assume_not_null(first);
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

    /// What a variable or a property of one is known to be at the current place, where that is more than declared.
    pub fn cast(&self, path: &str) -> Option<ExpressionId> {
        let is_it = |known: &str, told: bool| known == path || (!told && is_within(path, known));
        let found = self.casts.iter().rev().find(|(known, value)| is_it(known, value.is_some()));
        found.and_then(|(_, value)| *value)
    }

    /// The same of what names a property of something.
    pub fn cast_of(&self, node: Node<'t>) -> Option<ExpressionId> {
        if self.casts.is_empty() {
            return None;
        }
        self.cast(&self.path_of(node)?)
    }

    /// A name is another variable from here on, or may hold another value.
    pub fn forget(&mut self, name: &'t str) {
        if self.casts.iter().any(|(known, _)| known == name || is_within(known, name)) {
            self.casts.push((Cow::Borrowed(name), None));
        }
    }

    /// How a variable, `this` or a property of one is named: the same value each time, as far as Kotlin takes it for one.
    pub fn path_of(&self, node: Node<'t>) -> Option<Cow<'t, str>> {
        self.path_within(node, LONGEST_PATH)
    }

    fn path_within(&self, node: Node<'t>, most: usize) -> Option<Cow<'t, str>> {
        match node.kind() {
            "simple_identifier" => Some(Cow::Borrowed(self.name(node))),
            "this_expression" if children(node).is_empty() => Some(Cow::Borrowed("this")),
            "navigation_expression" if most > 1 => {
                let parts = children(node);
                let [of, suffix] = parts[..] else { return None };
                let inner = children(suffix);
                let [name] = inner[..] else { return None };
                if name.kind() != "simple_identifier" || self.is_reference(suffix) {
                    return None;
                }
                let name = self.name(name);
                let of = self.path_within(of, most - 1)?;
                // A property of `this` needs no more than its name.
                let is_alone = of == "this" && self.local(name).is_none();
                Some(if is_alone { Cow::Borrowed(name) } else { Cow::Owned(format!("{of}.{name}")) })
            }
            _ => None,
        }
    }
}

/// Whether an expression is a value that is written, `null` among them.
fn is_literal(node: Node<'_>) -> bool {
    node.kind().ends_with("_literal")
        && !matches!(node.kind(), "lambda_literal" | "object_literal" | "collection_literal")
}

/// Whether a path is of a property of what another one names.
fn is_within(path: &str, of: &str) -> bool {
    path.strip_prefix(of).is_some_and(|rest| rest.starts_with('.'))
}

/// Whether the line that a text ends in imports from another package than Kotlin's, or declares an extension.
fn names_another(before: &str) -> bool {
    let line = before.rsplit('\n').next().unwrap_or(before).trim_start();
    let imported = line.strip_prefix("import ").map(str::trim_start);
    imported.map_or(line.contains("fun "), |path| !path.starts_with("kotlin."))
}

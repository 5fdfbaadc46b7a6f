//! Statements: what they bind, and the expressions in them.

use tree_sitter::Node;

use super::super::kinds::{KINDS, child, children};
use super::Walker;
use super::types::is_type;
use crate::model::ByteRange;
use crate::model::uses::{ExpressionId, Form, Target, UseKind};

impl<'t> Walker<'t> {
    /// Everything in a node, with what it binds.
    pub fn all_in(&mut self, node: Node<'t>) {
        for part in children(node) {
            self.any(part);
        }
    }

    /// Whatever a node is: a declaration, a statement, a type or an expression.
    pub fn any(&mut self, node: Node<'t>) {
        self.deeper(node, (), |walker| {
            walker.statement(node, None);
        });
    }

    /// A statement; its value where it is an expression.
    fn statement(&mut self, node: Node<'t>, target: Option<Target>) -> Option<ExpressionId> {
        match node.kind() {
            "statements" => return self.block_value(node, target),
            "control_structure_body" => return self.body_value(node, target.as_ref()),
            "property_declaration" => self.local_variable(node),
            "function_declaration" => self.local_function(node),
            "class_declaration" | "object_declaration" | "type_alias" => self.type_declaration(node),
            "assignment" => self.assignment(node),
            "for_statement" => self.for_each(node),
            "while_statement" => self.apart(|walker| walker.repeat(node)),
            "do_while_statement" => self.apart(|walker| walker.repeat_after(node)),
            "label"
            | "annotation"
            | "modifiers"
            | "import_list"
            | "package_header"
            | "shebang_line"
            | "file_annotation"
            | "binding_pattern_kind"
            | "line_comment"
            | "multiline_comment" => {}
            "ERROR" | "destructuring_declaration" => self.all_in(node),
            _ if is_type(node) => self.type_uses(node, UseKind::Type),
            "class_body" | "enum_class_body" => self.members(node),
            "getter"
            | "setter"
            | "companion_object"
            | "anonymous_initializer"
            | "secondary_constructor"
            | "enum_entry" => self.member_or_statement(node),
            _ => return Some(self.expression(node, target)),
        }
        None
    }

    /// Statements one after the other; the value of the last where it is an expression.
    pub fn block_value(&mut self, node: Node<'t>, target: Option<Target>) -> Option<ExpressionId> {
        if node.kind() != "statements" {
            return self.statement(node, target);
        }
        self.apart(|walker| {
            let parts = children(node);
            let count = parts.len();
            let mut last = None;
            for (at, part) in parts.into_iter().enumerate() {
                let target = target.clone().filter(|_| at + 1 == count);
                last = walker.deeper(part, None, |walker| walker.statement(part, target));
            }
            last
        })
    }

    /// The body of a branch, in braces or not.
    pub fn body_value(&mut self, node: Node<'t>, target: Option<&Target>) -> Option<ExpressionId> {
        self.apart(|walker| {
            let mut last = None;
            for part in children(node) {
                last = walker.deeper(part, None, |walker| walker.statement(part, target.cloned()));
            }
            last
        })
    }

    fn local_variable(&mut self, node: Node<'t>) {
        let parts = children(node);
        let Some(variable) =
            parts.iter().find(|part| matches!(part.kind(), "variable_declaration" | "multi_variable_declaration"))
        else {
            return self.all_in(node);
        };
        let variable = *variable;
        let declared = if variable.kind() == "variable_declaration" { self.declared_type(variable) } else { None };
        let mut value = None;
        for part in parts.iter().copied().filter(|part| part.start_byte() >= variable.end_byte()) {
            match part.kind() {
                "property_delegate" => value = self.delegated(part, self.is_variable(node)),
                "getter" | "setter" | "type_constraints" => {}
                _ => {
                    let given = self.expression(part, declared.clone().map(Target::Type));
                    value = Some(if self.is_safe(part) { self.or_null(given) } else { given });
                }
            }
        }
        let value = match declared {
            Some(text) => self.typed(text),
            None => value.unwrap_or_else(|| self.unknown()),
        };
        if variable.kind() == "variable_declaration" {
            self.bind_variable(variable, value);
        } else {
            self.destructure(variable, value);
        }
    }

    /// A value, or `null`.
    fn or_null(&mut self, value: ExpressionId) -> ExpressionId {
        let null = self.expression_of(Form::Null);
        self.expression_of(Form::OneOf(vec![value, null]))
    }

    /// Binds the name of a variable declaration.
    pub fn bind_variable(&mut self, declaration: Node<'t>, value: ExpressionId) {
        if let Some(name) = child(declaration, KINDS.simple_identifier) {
            self.bind(self.name(name), value);
        }
    }

    /// The type of a variable declaration as written; its uses are taken.
    pub fn declared_type(&mut self, declaration: Node<'t>) -> Option<String> {
        let written = children(declaration).into_iter().find(|part| is_type(*part))?;
        self.type_uses(written, UseKind::Type);
        Some(self.written(written))
    }

    /// `(a, b)`: each is a component of a value.
    pub fn destructure(&mut self, pattern: Node<'t>, of: ExpressionId) {
        for (at, part) in children(pattern).into_iter().enumerate() {
            let declared = self.declared_type(part);
            let token = child(part, KINDS.simple_identifier).unwrap_or(part);
            let component = match self.code(token) {
                "_" => self.unknown(),
                _ => self.operator(of, &format!("component{}", at + 1), Vec::new(), self.bytes(token)),
            };
            let value = declared.map_or(component, |text| self.typed(text));
            self.bind_variable(part, value);
        }
    }

    fn for_each(&mut self, node: Node<'t>) {
        self.apart(|walker| {
            let parts = children(node);
            let mut variable = None;
            for part in parts {
                match part.kind() {
                    "variable_declaration" | "multi_variable_declaration" if variable.is_none() => {
                        variable = Some(part);
                    }
                    "annotation" => {}
                    "control_structure_body" => walker.any(part),
                    _ => {
                        let value = walker.expression(part, None);
                        let start = walker.bytes(part).start;
                        walker.iterated(value, ByteRange { start, end: start + 1 });
                        let element = walker.expression_of(Form::Element(value));
                        match variable {
                            Some(one) if one.kind() == "variable_declaration" => {
                                let element = match walker.declared_type(one) {
                                    Some(text) => walker.typed(text),
                                    None => element,
                                };
                                walker.bind_variable(one, element);
                            }
                            Some(several) => walker.destructure(several, element),
                            None => {}
                        }
                    }
                }
            }
        });
    }

    /// A `while`: what its condition tells holds in its body.
    fn repeat(&mut self, node: Node<'t>) {
        for part in children(node) {
            self.any(part);
            if part.kind() != "control_structure_body" {
                self.assume(part, true);
            }
        }
    }

    /// A `do`: what its body declares is in sight in the condition.
    fn repeat_after(&mut self, node: Node<'t>) {
        for part in children(node) {
            match part.kind() {
                "control_structure_body" => children(part).into_iter().for_each(|inner| match inner.kind() {
                    "statements" => self.all_in(inner),
                    _ => self.any(inner),
                }),
                _ => self.any(part),
            }
        }
    }

    pub fn if_expression(&mut self, node: Node<'t>, target: Option<&Target>) -> ExpressionId {
        let Some(condition) = node.child_by_field_name("condition") else {
            self.all_in(node);
            return self.unknown();
        };
        self.expression(condition, None);
        let mut branches = Vec::new();
        let mut leaves = false;
        let mut has_else = false;
        for (field, holds) in [("consequence", true), ("alternative", false)] {
            let Some(body) = node.child_by_field_name(field) else { continue };
            let value = self.apart(|walker| {
                walker.assume(condition, holds);
                walker.body_value(body, target)
            });
            branches.push(value.unwrap_or_else(|| self.unknown()));
            if holds {
                leaves = self.leaves_here(body);
            } else {
                has_else = true;
            }
        }
        if leaves && !has_else {
            self.assume(condition, false);
        }
        self.expression_of(Form::OneOf(branches))
    }

    pub fn when(&mut self, node: Node<'t>, target: Option<&Target>) -> ExpressionId {
        let branches = self.apart(|walker| {
            let mut subject = None;
            let mut branches = Vec::new();
            for part in children(node) {
                match part.kind() {
                    "when_subject" => subject = walker.when_subject(part),
                    "when_entry" => {
                        let value = walker.apart(|walker| walker.when_entry(part, subject, target));
                        branches.push(value.unwrap_or_else(|| walker.unknown()));
                        walker.assume_passed(part, subject);
                    }
                    _ => walker.any(part),
                }
            }
            branches
        });
        self.expression_of(Form::OneOf(branches))
    }

    /// What the branches behind one of a `when` may take for told: its only condition does not hold.
    fn assume_passed(&mut self, entry: Node<'t>, subject: Option<Node<'t>>) {
        let parts = children(entry);
        let conditions = parts.iter().filter(|part| part.kind() == "when_condition");
        let conditions: Vec<_> = conditions.flat_map(|condition| children(*condition)).collect();
        if parts.iter().any(|part| part.kind() == "guard_condition") {
            return;
        }
        match (&conditions[..], subject) {
            ([condition], None) => self.assume(*condition, false),
            (conditions, Some(subject)) if conditions.iter().any(|one| one.kind() == "null_literal") => {
                self.assume_not_null(subject);
            }
            _ => {}
        }
    }

    /// The variable that a `when` looks at, where it is one.
    fn when_subject(&mut self, node: Node<'t>) -> Option<Node<'t>> {
        let mut variable = None;
        let mut name = None;
        for part in children(node) {
            match part.kind() {
                "variable_declaration" => variable = Some(part),
                "annotation" => {}
                _ => {
                    let value = self.expression(part, None);
                    name = Some(part);
                    if let Some(variable) = variable {
                        let value = match self.declared_type(variable) {
                            Some(text) => self.typed(text),
                            None => value,
                        };
                        self.bind_variable(variable, value);
                        name = child(variable, KINDS.simple_identifier);
                    }
                }
            }
        }
        name
    }

    fn when_entry(
        &mut self,
        node: Node<'t>,
        subject: Option<Node<'t>>,
        target: Option<&Target>,
    ) -> Option<ExpressionId> {
        let parts = children(node);
        let conditions: Vec<_> = parts.iter().filter(|part| part.kind() == "when_condition").collect();
        for condition in &conditions {
            for part in children(**condition) {
                if part.kind() == "type_test" {
                    self.types_in(part, UseKind::Type);
                } else if part.kind() == "range_test" {
                    let start = self.bytes(part).start;
                    let path = subject.and_then(|subject| self.path_of(subject));
                    let one = path.map(|path| self.value_of(&path));
                    for all in children(part) {
                        let all = self.expression(all, None);
                        let one = one.unwrap_or_else(|| self.unknown());
                        self.operator(all, "contains", vec![one], ByteRange { start, end: start + 2 });
                    }
                } else {
                    self.expression(part, None);
                }
            }
        }
        if let [only] = conditions[..] {
            for part in children(*only) {
                match (part.kind(), subject) {
                    ("type_test", Some(subject)) if !self.code(part).starts_with('!') => {
                        if let Some(type_node) = children(part).into_iter().find(|part| is_type(*part)) {
                            self.assume_type(subject, type_node);
                        }
                    }
                    (_, None) => self.assume(part, true),
                    _ => {}
                }
            }
        }
        let mut value = None;
        for part in parts {
            match part.kind() {
                "control_structure_body" => value = self.body_value(part, target),
                "guard_condition" => {
                    for condition in children(part) {
                        self.expression(condition, None);
                        self.assume(condition, true);
                    }
                }
                _ => {}
            }
        }
        value
    }

    pub fn try_expression(&mut self, node: Node<'t>, target: Option<&Target>) -> ExpressionId {
        let mut values = Vec::new();
        for part in children(node) {
            match part.kind() {
                "statements" => values.extend(self.block_value(part, target.cloned())),
                "catch_block" => {
                    let value = self.apart(|walker| walker.catch(part, target));
                    values.extend(value);
                }
                _ => self.all_in(part),
            }
        }
        self.expression_of(Form::OneOf(values))
    }

    fn catch(&mut self, node: Node<'t>, target: Option<&Target>) -> Option<ExpressionId> {
        let mut value = None;
        let mut name = None;
        for part in children(node) {
            match part.kind() {
                "simple_identifier" => name = Some(part),
                "annotation" => {}
                "statements" => value = self.block_value(part, target.cloned()),
                _ if is_type(part) => {
                    self.type_uses(part, UseKind::Type);
                    let caught = self.written(part);
                    let caught = self.typed(caught);
                    if let Some(name) = name {
                        self.bind(self.name(name), caught);
                    }
                }
                _ => self.any(part),
            }
        }
        value
    }

    /// `return`, `throw`: nothing comes of it.
    pub fn jump(&mut self, node: Node<'t>) -> ExpressionId {
        let code = self.code(node);
        let label = code.strip_prefix("return@").map(|rest| {
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            &rest[..end]
        });
        let is_return = code.starts_with("return");
        for part in children(node) {
            if part.kind() == "label" {
                continue;
            }
            if let Some(label) = label {
                self.return_to(label, part);
            } else {
                let target = self.returns.last().cloned().flatten().filter(|_| is_return);
                self.expression(part, target);
            }
        }
        self.typed("kotlin.Nothing")
    }
}

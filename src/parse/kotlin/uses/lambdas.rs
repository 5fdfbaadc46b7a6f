//! Lambdas, anonymous functions and anonymous objects.

use tree_sitter::Node;

use super::super::kinds::{KINDS, child, children};
use super::Walker;
use super::types::is_type;
use crate::model::uses::{ExpressionId, Form, Lambda, LambdaBody, LocalType, New, ScopeKind, Target, UseKind};

/// Most calls of one lambda that are kept for what they tell of type variables.
const MOST_CALLS: usize = 256;

/// A lambda while it is walked.
pub struct Labelled<'t> {
    label: &'t str,
    id: ExpressionId,
    /// What `return@label` gives.
    returned: Vec<ExpressionId>,
}

impl<'t> Walker<'t> {
    /// A lambda; its body is a scope, because it may have a receiver.
    pub fn lambda(&mut self, node: Node<'t>, target: Option<Target>) -> ExpressionId {
        if node.kind() != "lambda_literal" {
            return self.expression(node, target);
        }
        let id = self.unknown();
        self.open_scope(ScopeKind::Lambda(id));
        let returns = std::mem::take(&mut self.returns);
        let before = self.unqualified.len();
        let label = std::mem::take(&mut self.callee);
        self.lambdas.push(Labelled { label, id, returned: Vec::new() });
        let (parameters, last) = self.apart(|walker| {
            let parts = children(node);
            let list = parts.iter().find(|part| part.kind() == "lambda_parameters");
            let mut parameters = Vec::new();
            if let Some(list) = list {
                parameters = walker.lambda_parameters(*list, id);
            } else {
                let it = walker.expression_of(Form::Parameter { lambda: id, number: 0 });
                walker.bind("it", it);
            }
            let statements = parts.into_iter().filter(|part| part.kind() != "lambda_parameters");
            let mut last = None;
            for part in statements {
                last = walker.block_value(part, Some(Target::Result(id)));
            }
            (parameters, last)
        });
        self.callee = label;
        let returned = self.lambdas.pop().map(|lambda| lambda.returned).unwrap_or_default();
        let results = last.into_iter().chain(returned).collect();
        self.returns = returns;
        self.close_scope();
        let calls = self.unqualified[before..].iter().take(MOST_CALLS).copied().collect();
        self.set(id, Form::Lambda(Lambda { parameters, results, calls, body: LambdaBody::Statement, target }));
        id
    }

    /// Walks the body of a local function, of which `return@name` is that function's own.
    pub fn local_body(&mut self, name: &'t str, walk: impl FnOnce(&mut Self)) {
        let id = self.unknown();
        self.lambdas.push(Labelled { label: name, id, returned: Vec::new() });
        walk(self);
        self.lambdas.pop();
    }

    /// `return@label value`: what the lambda of that label gives.
    pub fn return_to(&mut self, label: &str, value: Node<'t>) {
        let at = self.lambdas.iter().rposition(|lambda| !label.is_empty() && lambda.label == label);
        let target = at.map(|at| Target::Result(self.lambdas[at].id));
        let value = self.expression(value, target);
        if let Some(lambda) = at.and_then(|at| self.lambdas.get_mut(at)) {
            lambda.returned.push(value);
        }
    }

    fn lambda_parameters(&mut self, list: Node<'t>, lambda: ExpressionId) -> Vec<Option<String>> {
        let mut types = Vec::new();
        for part in children(list) {
            let number = types.len() as u32;
            match part.kind() {
                "variable_declaration" => {
                    let type_text = self.declared_type(part);
                    let form = match &type_text {
                        Some(text) => Form::Typed(text.clone()),
                        None => Form::Parameter { lambda, number },
                    };
                    let value = self.expression_of(form);
                    self.bind_variable(part, value);
                    types.push(type_text);
                }
                "multi_variable_declaration" => {
                    let value = self.expression_of(Form::Parameter { lambda, number });
                    self.destructure(part, value);
                    types.push(None);
                }
                _ => self.types_in(part, UseKind::Type),
            }
        }
        types
    }

    pub fn anonymous_function(&mut self, node: Node<'t>, target: Option<Target>) -> ExpressionId {
        let id = self.unknown();
        self.open_scope(ScopeKind::Lambda(id));
        let types = self.apart(|walker| {
            let parts = children(node);
            let mut types = Vec::new();
            if let Some(list) = child(node, KINDS.function_value_parameters) {
                types = walker.parameters(list);
            }
            let written = parts.iter().copied().find(|part| is_type(*part));
            if let Some(written) = written {
                walker.type_uses(written, UseKind::Type);
            }
            let returned = written.map(|written| Target::Type(walker.written(written)));
            if let Some(body) = child(node, KINDS.function_body) {
                walker.function_body(body, returned.as_ref());
            }
            types
        });
        self.close_scope();
        let parameters = types.into_iter().map(Some).collect();
        self.set(
            id,
            Form::Lambda(Lambda {
                parameters,
                results: Vec::new(),
                calls: Vec::new(),
                body: LambdaBody::Value,
                target,
            }),
        );
        id
    }

    /// `object : Base(…), Other { … }`, whose members may stand in a node beside it.
    pub fn object(&mut self, node: Node<'t>, members: Option<Node<'t>>) -> ExpressionId {
        let supertypes = self.supertypes_written(node);
        let bytes = self.bytes(node);
        let mut local = LocalType { bytes, supertypes: supertypes.clone(), ..LocalType::default() };
        let body = members.or_else(|| children(node).into_iter().find(|part| part.kind() == "class_body"));
        if let Some(body) = body {
            self.local_members(body, &mut local);
        }
        for part in children(node).into_iter().filter(|part| part.kind() == "delegation_specifier") {
            self.supertype(part);
        }
        let scope = self.open_scope(ScopeKind::Local(local));
        if let Some(body) = body {
            let returns = std::mem::take(&mut self.returns);
            let around = std::mem::replace(&mut self.parameters, 0..0);
            self.apart(|walker| {
                walker.hide_fields(scope);
                walker.members(body);
            });
            self.parameters = around;
            self.returns = returns;
        }
        self.close_scope();
        let type_text = supertypes.into_iter().next().unwrap_or_else(|| "kotlin.Any".to_owned());
        self.expression_of(Form::New(New {
            outer: None,
            type_text,
            arguments: Vec::new(),
            named: Vec::new(),
            body: Some(scope),
            target: None,
        }))
    }
}

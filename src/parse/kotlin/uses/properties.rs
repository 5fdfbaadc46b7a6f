//! Properties: their values, accessors and delegates.

use tree_sitter::Node;

use super::super::kinds::{KINDS, child, children};
use super::Walker;
use super::types::is_type;
use crate::model::ByteRange;
use crate::model::uses::{ExpressionId, Form, Member, ScopeId, ScopeKind, Subject, Target, TypeParameter, UseKind};

/// A property that accessors behind it belong to.
#[derive(Default, Clone)]
pub struct Property {
    name: String,
    /// Of the name.
    bytes: ByteRange,
    receiver: Option<String>,
    type_text: Option<String>,
    type_parameters: Vec<TypeParameter>,
    /// Its context clauses.
    contexts: Vec<usize>,
}

impl<'t> Walker<'t> {
    pub fn property(&mut self, node: Node<'t>) -> Property {
        let Some(variable) = child(node, KINDS.variable_declaration) else {
            self.all_in(node);
            return Property::default();
        };
        let receiver = node.child_by_field_name("receiver");
        let token = child(variable, KINDS.simple_identifier);
        let name = token.map(|name| self.name(name).to_owned()).unwrap_or_default();
        let bytes = token.map(|name| self.bytes(name)).unwrap_or_default();
        let written = children(variable).into_iter().find(|part| is_type(*part)).map(|written| self.written(written));
        let mut property = Property {
            name,
            bytes,
            receiver: receiver.map(|receiver| self.written(receiver)),
            type_text: written.clone(),
            type_parameters: Vec::new(),
            contexts: self.contexts_of(node),
        };
        if !self.is_mentioned(node) {
            property.type_parameters = self.type_parameters(node);
            return property;
        }
        let scope = self.open_property(&property);
        let is_variable = self.is_variable(node);
        self.apart(|walker| {
            property.type_parameters = walker.type_parameters(node);
            walker.set_type_parameters(scope, property.type_parameters.clone());
            walker.context_types(&property.contexts);
            if let Some(receiver) = receiver {
                walker.types_in(receiver, UseKind::Type);
            }
            if let Some(name) = child(variable, KINDS.simple_identifier)
                && walker.is_override(node)
            {
                let subject = || Subject::Declaration { parameters: Vec::new(), is_static: false, is_property: true };
                walker.use_name(name, UseKind::Override, subject);
            }
            walker.declared_type(variable);
            for part in children(node).into_iter().filter(|part| part.start_byte() >= variable.end_byte()) {
                match part.kind() {
                    "getter" | "setter" => {
                        walker.beside_parameters(|walker| walker.accessor_body(part, &property));
                    }
                    "type_constraints" => {}
                    "property_delegate" => {
                        let value = walker.delegated(part, is_variable);
                        walker.note_property(&property, value);
                    }
                    _ => {
                        let value = walker.expression(part, written.clone().map(Target::Type));
                        walker.note_property(&property, Some(value));
                    }
                }
            }
        });
        self.close_scope();
        property
    }

    fn note_property(&mut self, property: &Property, value: Option<ExpressionId>) {
        if property.type_text.is_none() {
            self.note_value(property.bytes, value);
        }
    }

    fn open_property(&mut self, property: &Property) -> ScopeId {
        let (name, receiver) = (Some(property.name.clone()), property.receiver.clone());
        self.open_scope(ScopeKind::Member(Member { name, receiver, ..Member::default() }))
    }

    pub fn accessor(&mut self, node: Node<'t>, property: &Property) {
        if self.is_mentioned(node) || (self.wanted.values && self.wanted.holds(&property.name)) {
            let scope = self.open_property(property);
            self.set_type_parameters(scope, property.type_parameters.clone());
            self.beside_parameters(|walker| walker.accessor_body(node, property));
            self.close_scope();
        }
    }

    fn accessor_body(&mut self, node: Node<'t>, property: &Property) {
        self.apart(|walker| {
            let type_text = property.type_text.clone();
            let field = match &type_text {
                Some(text) => walker.typed(text.clone()),
                None => walker.expression_of(Form::Name(property.name.clone())),
            };
            walker.bind("field", field);
            walker.bind_contexts(&property.contexts);
            for part in children(node) {
                match part.kind() {
                    "parameter_with_optional_type" => {
                        let declared = walker.declared_type(part);
                        let value = declared.map_or(field, |text| walker.typed(text));
                        walker.bind_variable(part, value);
                    }
                    "function_body" => {
                        let value = walker.function_body(part, type_text.clone().map(Target::Type).as_ref());
                        if node.kind() == "getter" {
                            walker.note_property(property, value);
                        }
                    }
                    _ if is_type(part) => walker.type_uses(part, UseKind::Type),
                    _ => {}
                }
            }
        });
    }

    /// What the lambda of a call of `lazy` gives.
    fn lazily(&self, call: ExpressionId) -> Option<ExpressionId> {
        let form = |id: ExpressionId| self.out.expression(id).map(|one| &one.form);
        let Some(Form::Call(call)) = form(call) else { return None };
        match form(*call.arguments.last()?)? {
            Form::Lambda(lambda) if call.name == "lazy" && call.receiver.is_none() => lambda.results.first().copied(),
            _ => None,
        }
    }

    /// Whether a property or local variable is a `var`.
    pub fn is_variable(&self, node: Node<'_>) -> bool {
        children(node).into_iter().any(|part| part.kind() == "binding_pattern_kind" && self.code(part) == "var")
    }

    /// What a delegate gives: the value of a lazy one, else what its operator does. That of a variable is given values too.
    pub fn delegated(&mut self, delegate: Node<'t>, is_variable: bool) -> Option<ExpressionId> {
        let by = self.bytes(delegate);
        let by = ByteRange { start: by.start, end: by.end.min(by.start + 2) };
        let mut value = None;
        for part in children(delegate) {
            let of = self.expression(part, None);
            let lazy = self.lazily(of);
            let (thing, property) = (self.unknown(), self.unknown());
            let provided = self.operator(of, "provideDelegate", vec![thing, property], by);
            let of = match lazy {
                Some(_) => self.typed("kotlin.Lazy"),
                None => self.expression_of(Form::Delegate { of, provided }),
            };
            let given = self.operator(of, "getValue", vec![thing, property], by);
            if is_variable {
                let new = self.unknown();
                self.operator(of, "setValue", vec![thing, property, new], by);
            }
            value = Some(lazy.unwrap_or(given));
        }
        value
    }
}

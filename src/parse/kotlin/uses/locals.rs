//! Functions and types in bodies, of which no index knows.

use tree_sitter::Node;

use super::super::kinds::{KINDS, child, children};
use super::Walker;
use super::declarations::{return_type, taken};
use super::types::is_type;
use crate::model::uses::{
    ExpressionId, Form, LocalField, LocalMethod, LocalType, Member, ScopeId, ScopeKind, Target, UseKind,
};

impl<'t> Walker<'t> {
    /// A function in a body: its name hides what stands behind it, in its own body too.
    pub fn local_function(&mut self, node: Node<'t>) {
        let returned = return_type(node).map(|written| self.written(written));
        let value = self.function_in_body(node, returned.clone());
        let has_receiver = node.child_by_field_name("receiver").is_some();
        let name = child(node, KINDS.simple_identifier);
        if let Some(name) = name.filter(|_| !has_receiver) {
            self.bind(self.name(name), value);
        }
        let receiver = node.child_by_field_name("receiver");
        let member = Member {
            parameters: Some(Vec::new()),
            receiver: receiver.map(|receiver| self.written(receiver)),
            ..Member::default()
        };
        let scope = self.open_scope(ScopeKind::Member(member));
        self.apart(|walker| {
            let parameters = walker.type_parameters(node);
            walker.set_type_parameters(scope, parameters);
            if let Some(receiver) = receiver {
                walker.types_in(receiver, UseKind::Type);
            }
            if let Some(list) = child(node, KINDS.function_value_parameters) {
                walker.parameters(list);
            }
            if let Some(written) = return_type(node) {
                walker.type_uses(written, UseKind::Type);
            }
            if let Some(body) = child(node, KINDS.function_body) {
                let label = name.map_or("", |name| walker.name(name));
                walker.local_body(label, |walker| {
                    walker.function_body(body, returned.map(Target::Type).as_ref());
                });
            }
        });
        self.close_scope();
    }

    fn function_in_body(&mut self, node: Node<'t>, returns: Option<String>) -> ExpressionId {
        let (mut least, mut most) = (0_u32, 0_u32);
        let mut is_vararg = false;
        let mut parameters = Vec::new();
        for part in child(node, KINDS.function_value_parameters).map(children).unwrap_or_default() {
            if part.kind() == "parameter" {
                let name = child(part, KINDS.simple_identifier).map_or("", |name| self.name(name));
                let written = children(part).into_iter().find(|part| is_type(*part));
                parameters.push((name.to_owned(), written.map_or_else(String::new, |written| self.written(written))));
            }
            match part.kind() {
                "parameter_modifiers" => is_vararg = self.code(part).contains("vararg"),
                "parameter" if is_vararg => {
                    most = u32::MAX;
                    is_vararg = false;
                }
                "parameter" => {
                    least += 1;
                    most = most.saturating_add(1);
                }
                // A default value.
                _ => least = least.saturating_sub(1),
            }
        }
        self.expression_of(Form::Function { least, most, parameters, returns })
    }

    /// Lets the member or local type around a local type know of it.
    pub fn register_local(&mut self, around: Option<ScopeId>, local: ScopeId) {
        let mut at = around;
        while let Some(scope) = at.and_then(|id| self.out.scopes.get_mut(id as usize)) {
            match &mut scope.kind {
                ScopeKind::Member(member) => return member.types.push(local),
                ScopeKind::Local(outer) => return outer.types.push(local),
                ScopeKind::Type(_) => return,
                ScopeKind::Lambda(_) | ScopeKind::Known(_) | ScopeKind::Header(_) | ScopeKind::InSight(_) => {
                    at = scope.parent;
                }
            }
        }
    }

    /// In the body of a local type its properties hide local variables of the same name.
    pub fn hide_fields(&mut self, scope: ScopeId) {
        let Some(ScopeKind::Local(local)) = self.out.scope(scope).map(|scope| &scope.kind) else { return };
        let names: Vec<(String, Option<String>)> =
            local.fields.iter().map(|field| (field.name.clone(), field.type_text.clone())).collect();
        let hidden: Vec<(&'t str, Option<String>)> = self
            .locals
            .iter()
            .filter_map(|(known, _)| {
                names.iter().find(|(name, _)| name == known).map(|(_, text)| (*known, text.clone()))
            })
            .collect();
        for (name, type_text) in hidden {
            let value = match type_text {
                Some(text) => self.typed(text),
                None => self.unknown(),
            };
            self.bind(name, value);
        }
    }

    /// The properties among the parameters of a local type's constructor.
    pub fn local_constructor(&self, node: Node<'t>, local: &mut LocalType) {
        for parameter in children(node).into_iter().filter(|part| part.kind() == "class_parameter") {
            let parts = children(parameter);
            let is_property = parts.iter().any(|part| part.kind() == "binding_pattern_kind");
            let Some(name) = parts.iter().find(|part| part.kind() == "simple_identifier") else { continue };
            let type_text = parts.iter().find(|part| is_type(**part)).map(|written| self.written(*written));
            if is_property {
                local.fields.push(LocalField { name: self.name(*name).to_owned(), type_text });
            }
        }
    }

    /// The type that the value of a property names: a call of its constructor, nothing done with it.
    fn named_by_value(&self, property: Node<'t>) -> Option<String> {
        let call = children(property).into_iter().find(|part| part.kind() == "call_expression")?;
        let callee = children(call).into_iter().next().filter(|callee| callee.kind() == "simple_identifier")?;
        let name = self.name(callee);
        name.starts_with(char::is_uppercase).then(|| name.to_owned())
    }

    fn parameter_types(&self, list: Node<'t>) -> Vec<String> {
        let mut types = Vec::new();
        let mut is_vararg = false;
        for part in children(list) {
            if part.kind() == "parameter_modifiers" {
                is_vararg = self.code(part).contains("vararg");
            } else if part.kind() == "parameter"
                && let Some(written) = children(part).into_iter().find(|part| is_type(*part))
            {
                types.push(taken(self.written(written), is_vararg));
                is_vararg = false;
            }
        }
        types
    }

    /// What the body of a local type declares.
    pub fn local_members(&self, body: Node<'t>, local: &mut LocalType) {
        for part in children(body) {
            match part.kind() {
                "function_declaration" => {
                    let Some(name) = child(part, KINDS.simple_identifier) else { continue };
                    let list = child(part, KINDS.function_value_parameters);
                    local.methods.push(LocalMethod {
                        name: self.name(name).to_owned(),
                        parameters: list.map(|list| self.parameter_types(list)).unwrap_or_default(),
                        return_type: return_type(part).map(|written| self.written(written)),
                        is_static: false,
                    });
                }
                "property_declaration" => {
                    let Some(variable) = child(part, KINDS.variable_declaration) else { continue };
                    let Some(name) = child(variable, KINDS.simple_identifier) else { continue };
                    let written = children(variable).into_iter().find(|part| is_type(*part));
                    let type_text = written.map(|written| self.written(written));
                    let type_text = type_text.or_else(|| self.named_by_value(part));
                    local.fields.push(LocalField { name: self.name(name).to_owned(), type_text });
                }
                _ => {}
            }
        }
    }
}

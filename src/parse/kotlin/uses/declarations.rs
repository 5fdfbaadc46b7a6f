//! Declarations: types, and the members that uses stand in.

use tree_sitter::Node;

use super::super::kinds::{KINDS, child, children};
use super::super::prefix::{Prefix, unquoted};
use super::Walker;
use super::mend::DELEGATE;
use super::properties::Property;
use super::types::{is_type, name_of_type};
use crate::model::ByteRange;
use crate::model::uses::{
    ExpressionId, Form, LocalType, Member, MemberValue, New, ScopeId, ScopeKind, Subject, Target, UseKind,
};

impl<'t> Walker<'t> {
    /// Members one after the other: of a body, of a file, and what a damaged text has between them.
    pub fn members(&mut self, body: Node<'t>) {
        self.deeper(body, (), |walker| {
            let mut property = Property::default();
            for part in children(body) {
                match part.kind() {
                    "getter" | "setter" => walker.accessor(part, &property),
                    "property_declaration" => property = walker.property(part),
                    "ERROR" => walker.members(part),
                    _ => walker.member_or_statement(part),
                }
            }
        });
    }

    /// A member, where a wanted name stands in it; or, between them, anything else.
    pub fn member_or_statement(&mut self, node: Node<'t>) {
        // What these call they do not name.
        let is_nameless = match node.kind() {
            "enum_entry" => self.wanted.constructors || self.wanted.subtypes,
            "secondary_constructor" => self.wanted.constructors,
            _ => false,
        };
        if !is_nameless && !self.is_mentioned(node) && !self.is_written_elsewhere(node) {
            return;
        }
        match node.kind() {
            "class_declaration" | "object_declaration" | "companion_object" | "type_alias" => {
                self.beside_parameters(|walker| walker.type_declaration(node));
            }
            "function_declaration" => self.beside_parameters(|walker| walker.function(node)),
            "property_declaration" => drop(self.property(node)),
            "getter" | "setter" => self.accessor(node, &Property::default()),
            "secondary_constructor" => self.beside_parameters(|walker| walker.secondary_constructor(node)),
            "anonymous_initializer" => self.initializer(node),
            "enum_entry" => self.enum_entry(node),
            _ => self.any(node),
        }
    }

    /// Runs `walk` where the parameters of the primary constructor are not in sight.
    pub fn beside_parameters(&mut self, walk: impl FnOnce(&mut Self)) {
        let range = std::mem::replace(&mut self.parameters, 0..0);
        let hidden: Vec<_> = match self.locals.get(range.clone()) {
            Some(_) => self.locals.drain(range.clone()).collect(),
            None => Vec::new(),
        };
        walk(self);
        let at = range.start.min(self.locals.len());
        self.locals.splice(at..at, hidden);
        self.parameters = range;
    }

    /// Whether annotations or documentation of a type or its members may hold a wanted name: the scope is needed for them.
    fn is_written_elsewhere(&self, node: Node<'t>) -> bool {
        let is_type = matches!(node.kind(), "class_declaration" | "object_declaration" | "companion_object");
        let text = self.bytes(node).of(self.tokens.text).as_bytes();
        is_type && self.mentions.stand_in(text)
    }

    /// Whether the current place is inside a body, so that no index knows what is declared here.
    fn is_local(&self) -> bool {
        let around = self.scope.and_then(|id| self.out.scope(id));
        around.is_some_and(|scope| !matches!(scope.kind, ScopeKind::Type(_)))
    }

    /// A type, wherever it is declared.
    pub fn type_declaration(&mut self, node: Node<'t>) {
        let name = child(node, KINDS.type_identifier).map(|name| self.name(name));
        let Some(name) = name.or((node.kind() == "companion_object").then_some("Companion")) else { return };
        if node.kind() == "type_alias" {
            self.type_parameters(node);
            for part in children(node).into_iter().filter(|part| is_type(*part)) {
                self.type_uses(part, UseKind::Type);
            }
            return;
        }
        let is_local = self.is_local();
        let kind = if is_local {
            ScopeKind::Local(self.local_type(Some(name), node))
        } else {
            let around = self.scope.and_then(|id| self.out.scope(id));
            ScopeKind::Type(match around.map(|scope| &scope.kind) {
                Some(ScopeKind::Type(outer)) => format!("{outer}.{name}"),
                _ => name.to_owned(),
            })
        };
        let around = self.scope;
        let scope = self.open_scope(kind);
        if is_local {
            self.register_local(around, scope);
        }
        self.note_range(node, scope);
        let parameters = self.type_parameters(node);
        self.set_type_parameters(scope, parameters);
        self.context_types(&self.contexts_of(node));
        let returns = std::mem::take(&mut self.returns);
        let around = std::mem::replace(&mut self.parameters, 0..0);
        self.apart(|walker| {
            if is_local {
                walker.hide_fields(scope);
            }
            walker.parts_of_type(node, is_local);
        });
        self.parameters = around;
        self.returns = returns;
        self.close_scope();
    }

    fn note_range(&mut self, node: Node<'t>, scope: ScopeId) {
        let mut bytes = self.bytes(node);
        let first = self.outline.start_of(self.tokens.at_or_after(bytes.start));
        if let Some(token) = self.tokens.code.get(first) {
            bytes.start = bytes.start.min(token.start);
        }
        self.ranges.push((bytes, scope));
    }

    fn parts_of_type(&mut self, node: Node<'t>, is_local: bool) {
        let mut properties = Vec::new();
        for part in children(node) {
            match part.kind() {
                "primary_constructor" => properties = self.primary_constructor(part),
                "delegation_specifier" => self.supertype(part),
                "class_body" | "enum_class_body" | "ERROR" => {
                    if !is_local {
                        self.leave_to_fields(&std::mem::take(&mut properties));
                    }
                    self.members(part);
                }
                _ => {}
            }
        }
    }

    /// Takes the parameters that are properties, too, out of sight: in the body of a type the name means the property, also where
    /// it is initialised.
    fn leave_to_fields(&mut self, properties: &[&str]) {
        let range = self.parameters.clone();
        let Some(parameters) = self.locals.get(range.clone()) else { return };
        let kept: Vec<_> = parameters.iter().filter(|(name, _)| !properties.contains(name)).copied().collect();
        self.parameters = range.start..range.start + kept.len();
        self.locals.splice(range, kept);
    }

    /// The parameters are in sight in initialisers, and in what supertypes are given; in functions they are properties, or
    /// nothing. Gives the names of those that are properties.
    fn primary_constructor(&mut self, node: Node<'t>) -> Vec<&'t str> {
        let mut properties = Vec::new();
        let mut bound: Vec<(&'t str, ExpressionId)> = Vec::new();
        for parameter in children(node).into_iter().filter(|part| part.kind() == "class_parameter") {
            let parts = children(parameter);
            let Some(name) = parts.iter().find(|part| part.kind() == "simple_identifier") else { continue };
            let type_text = self.declared_type(parameter);
            let before = self.rewrite.text().get(parameter.start_byte()..name.start_byte()).unwrap_or("");
            if before.split_whitespace().any(|word| word == "override") {
                let subject = || Subject::Declaration { parameters: Vec::new(), is_static: false, is_property: true };
                self.use_name(*name, UseKind::Override, subject);
            }
            let start = name.end_byte();
            for value in parts.iter().filter(|part| part.start_byte() >= start && !is_type(**part)) {
                self.apart(|walker| {
                    for (name, value) in &bound {
                        walker.bind(name, *value);
                    }
                    walker.expression(*value, type_text.clone().map(Target::Type));
                });
            }
            let value = match type_text {
                Some(text) if self.code(parameter).contains("vararg ") => self.typed(format!("kotlin.Array<{text}>")),
                Some(text) => self.typed(text),
                None => self.unknown(),
            };
            if before.split_whitespace().any(|word| matches!(word, "val" | "var")) {
                properties.push(self.name(*name));
            }
            bound.push((self.name(*name), value));
        }
        let start = self.locals.len();
        for (name, value) in bound {
            self.bind(name, value);
        }
        self.parameters = start..self.locals.len();
        properties
    }

    /// One entry of a list of supertypes: called, delegated or plain.
    pub fn supertype(&mut self, specifier: Node<'t>) {
        for part in children(specifier) {
            match part.kind() {
                "constructor_invocation" => {
                    let parts = children(part);
                    let Some(written) = parts.first().copied() else { continue };
                    if self.code(written) == DELEGATE {
                        let arguments = parts.iter().filter(|part| part.kind() == "value_arguments");
                        for part in arguments.flat_map(|list| children(*list)).flat_map(children) {
                            self.expression(part, None);
                        }
                        continue;
                    }
                    self.type_uses(written, UseKind::Extends);
                    let arguments = parts.iter().copied().find(|part| part.kind() == "value_arguments");
                    let call = self.constructor_call(Form::Super(None), arguments);
                    self.set_new(call, self.written(written), None);
                    if self.wanted.constructors
                        && let Some(name) = name_of_type(written)
                    {
                        self.use_name(name, UseKind::Call, || Subject::Expression(call));
                    }
                }
                "explicit_delegation" => {
                    for (at, part) in children(part).into_iter().enumerate() {
                        if at == 0 {
                            self.type_uses(part, UseKind::Extends);
                        } else {
                            self.expression(part, None);
                        }
                    }
                }
                _ => self.type_uses(part, UseKind::Extends),
            }
        }
    }

    /// The supertypes of a declaration as written.
    pub fn supertypes_written(&self, node: Node<'t>) -> Vec<String> {
        let specifiers = children(node).into_iter().filter(|part| part.kind() == "delegation_specifier");
        let written = specifiers.filter_map(|specifier| {
            let inner = children(specifier).into_iter().next()?;
            let wrapped = matches!(inner.kind(), "constructor_invocation" | "explicit_delegation");
            if wrapped { children(inner).into_iter().next() } else { Some(inner) }
        });
        written.filter(|written| self.code(*written) != DELEGATE).map(|written| self.written(written)).collect()
    }

    fn local_type(&self, name: Option<&str>, node: Node<'t>) -> LocalType {
        let token = child(node, KINDS.type_identifier).unwrap_or(node);
        let mut local = LocalType {
            name: name.map(str::to_owned),
            bytes: self.bytes(token),
            supertypes: self.supertypes_written(node),
            ..LocalType::default()
        };
        for part in children(node) {
            match part.kind() {
                "primary_constructor" => self.local_constructor(part, &mut local),
                "class_body" | "enum_class_body" => self.local_members(part, &mut local),
                _ => {}
            }
        }
        local
    }

    /// A function of a type or at the top of a file.
    fn function(&mut self, node: Node<'t>) {
        let Some(name) = child(node, KINDS.simple_identifier) else { return self.all_in(node) };
        let receiver = node.child_by_field_name("receiver");
        let text = self.name(name).to_owned();
        let receiver_text = receiver.map(|receiver| self.written(receiver));
        let extended = receiver_text.clone();
        let member =
            Member { name: Some(text), parameters: Some(Vec::new()), receiver: receiver_text, types: Vec::new() };
        let scope = self.open_scope(ScopeKind::Member(member));
        self.apart(|walker| {
            let parameters = walker.type_parameters(node);
            walker.set_type_parameters(scope, parameters);
            let contexts = walker.contexts_of(node);
            walker.context_types(&contexts);
            walker.bind_contexts(&contexts);
            if let Some(receiver) = receiver {
                walker.types_in(receiver, UseKind::Type);
            }
            let list = child(node, KINDS.function_value_parameters);
            let types = list.map(|list| walker.parameters(list)).unwrap_or_default();
            if let Some(ScopeKind::Member(member)) = walker.out.scopes.get_mut(scope as usize).map(|one| &mut one.kind)
            {
                member.parameters = Some(types.clone());
            }
            if walker.is_override(node) {
                walker.use_name(name, UseKind::Override, || Subject::Declaration {
                    parameters: extended.into_iter().chain(types).collect(),
                    is_static: false,
                    is_property: false,
                });
            }
            let returned = return_type(node);
            let returned = returned.map(|written| {
                walker.type_uses(written, UseKind::Type);
                Target::Type(walker.written(written))
            });
            if let Some(body) = child(node, KINDS.function_body) {
                let value = walker.function_body(body, returned.as_ref());
                if returned.is_none() {
                    walker.note_value(walker.bytes(name), value);
                }
            }
        });
        self.close_scope();
    }

    pub fn is_override(&self, node: Node<'t>) -> bool {
        let bytes = self.bytes(node);
        let first = self.tokens.at_or_after(bytes.start);
        let end = self.tokens.at_or_after(bytes.end);
        let prefix = Prefix::read(self.tokens, self.outline.start_of(first), end);
        prefix.modifiers.iter().any(|modifier| modifier == "override")
    }

    /// Notes what a member gives that states no type, where that is asked for.
    pub fn note_value(&mut self, name: ByteRange, value: Option<ExpressionId>) {
        if self.wanted.values
            && let Some(value) = value
            && self.wanted.holds(unquoted(name.of(self.tokens.text)))
        {
            self.out.values.push(MemberValue { bytes: name, value });
        }
    }

    /// A body in braces, or the value behind `=`, which it gives.
    pub fn function_body(&mut self, body: Node<'t>, returned: Option<&Target>) -> Option<ExpressionId> {
        self.returns.push(returned.cloned());
        let is_value = self.code(body).starts_with('=');
        let mut value = None;
        for part in children(body) {
            if is_value {
                value = Some(self.expression(part, returned.cloned()));
            } else {
                self.any(part);
            }
        }
        self.returns.pop();
        value
    }

    /// Takes the uses in a parameter list and binds its names; gives the types as written, `...` behind that of `vararg`.
    pub fn parameters(&mut self, list: Node<'t>) -> Vec<String> {
        let mut types: Vec<String> = Vec::new();
        let mut is_vararg = false;
        for part in children(list) {
            match part.kind() {
                "parameter_modifiers" => is_vararg = self.code(part).contains("vararg"),
                "parameter" | "parameter_with_optional_type" => {
                    let text = self.declared_type(part);
                    let value = match &text {
                        Some(text) if is_vararg => self.typed(format!("kotlin.Array<{text}>")),
                        Some(text) => self.typed(text.clone()),
                        None => self.unknown(),
                    };
                    self.bind_variable(part, value);
                    types.push(taken(text.unwrap_or_default(), is_vararg));
                    is_vararg = false;
                }
                // A default value.
                _ => {
                    let target = types.last().cloned().map(Target::Type);
                    self.expression(part, target);
                }
            }
        }
        types
    }

    fn secondary_constructor(&mut self, node: Node<'t>) {
        let member = Member { name: Some("<init>".to_owned()), parameters: Some(Vec::new()), ..Member::default() };
        let scope = self.open_scope(ScopeKind::Member(member));
        self.apart(|walker| {
            for part in children(node) {
                match part.kind() {
                    "function_value_parameters" => {
                        let types = walker.parameters(part);
                        if let Some(ScopeKind::Member(member)) =
                            walker.out.scopes.get_mut(scope as usize).map(|one| &mut one.kind)
                        {
                            member.parameters = Some(types);
                        }
                    }
                    "constructor_delegation_call" => walker.delegation_call(part),
                    "modifiers" => {}
                    _ => walker.any(part),
                }
            }
        });
        self.close_scope();
    }

    fn delegation_call(&mut self, node: Node<'t>) {
        let is_this = self.code(node).starts_with("this");
        let receiver = if is_this { Form::This(None) } else { Form::Super(None) };
        let call = self.constructor_call(receiver, children(node).into_iter().next());
        if self.wanted.constructors {
            let start = self.bytes(node).start;
            let bytes = crate::model::ByteRange { start, end: start + if is_this { 4 } else { 5 } };
            self.add_use(bytes, UseKind::Call, self.scope, Subject::Expression(call));
        }
    }

    fn initializer(&mut self, node: Node<'t>) {
        self.open_scope(ScopeKind::Member(Member::default()));
        self.returns.push(None);
        self.apart(|walker| walker.all_in(node));
        self.returns.pop();
        self.close_scope();
    }

    /// A constant of an enum: a call of a constructor, perhaps with a body.
    fn enum_entry(&mut self, node: Node<'t>) {
        let Some(name) = child(node, KINDS.simple_identifier) else { return };
        let around = self.scope.and_then(|id| self.out.scope(id)).map(|scope| &scope.kind);
        let type_text = match around {
            Some(ScopeKind::Type(path)) => path.rsplit('.').next().unwrap_or(path).to_owned(),
            _ => return self.all_in(node),
        };
        self.open_scope(ScopeKind::Member(Member { name: Some(self.name(name).to_owned()), ..Member::default() }));
        let mut arguments = None;
        let mut scope = None;
        for part in children(node) {
            match part.kind() {
                "value_arguments" => arguments = Some(part),
                "class_body" => scope = Some(self.entry_body(part, &type_text, name)),
                _ => {}
            }
        }
        let call = self.constructor_call(Form::This(None), arguments);
        self.set_new(call, type_text, scope);
        if self.wanted.constructors {
            self.add_use(self.bytes(name), UseKind::New, self.scope, Subject::Expression(call));
        }
        self.close_scope();
    }

    /// Says of a call of a constructor of which type it is.
    fn set_new(&mut self, call: ExpressionId, type_text: String, body: Option<ScopeId>) {
        let (arguments, named) = match self.out.expression(call).map(|one| &one.form) {
            Some(Form::Call(call)) => (call.arguments.clone(), call.named.clone()),
            _ => Default::default(),
        };
        self.set(call, Form::New(New { outer: None, type_text, arguments, named, body, target: None }));
    }

    fn entry_body(&mut self, body: Node<'t>, supertype: &str, name: Node<'t>) -> ScopeId {
        let bytes = self.bytes(name);
        let mut local = LocalType { bytes, supertypes: vec![supertype.to_owned()], ..LocalType::default() };
        self.local_members(body, &mut local);
        let scope = self.open_scope(ScopeKind::Local(local));
        self.apart(|walker| {
            walker.hide_fields(scope);
            walker.members(body);
        });
        self.close_scope();
        scope
    }
}

/// A parameter's type as it is stored: `...` behind that of `vararg`.
pub(super) fn taken(type_text: String, is_vararg: bool) -> String {
    if is_vararg { type_text + "..." } else { type_text }
}

/// The type that stands behind the parameters of a function.
pub(super) fn return_type(function: Node<'_>) -> Option<Node<'_>> {
    let list = child(function, KINDS.function_value_parameters)?;
    children(function).into_iter().find(|part| part.start_byte() >= list.end_byte() && is_type(*part))
}

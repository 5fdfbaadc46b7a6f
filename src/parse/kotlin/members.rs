//! Functions, constructors, properties and their parameters.

use tree_sitter::Node;

use super::kinds::{self, KINDS};
use super::oneline::{one_line, one_line_type};
use super::prefix::{Prefix, unquoted};
use super::signature::{HeaderTokens, ParameterTokens};
use super::walk::{Place, TOP_LEVEL, Walk};
use crate::model::{ByteRange, FieldDecl, FieldKind, MethodDecl, MethodKind, Parameter};

impl Walk<'_, '_> {
    /// Takes in a function.
    pub(super) fn function(&mut self, node: Node<'_>, owner: u32) {
        if let Some(header) = self.outline.header_of(self.first_token(node)) {
            if let Some(place) = self.place(node) {
                self.function_of_tokens(header, place, owner);
            }
            return;
        }
        let Some(name) = kinds::child(node, KINDS.simple_identifier) else { return };
        let Some(place) = self.place(node) else { return };
        let token = self.first_token(name);
        let prefix = Prefix::read(self.tokens, place.first, place.end);
        let body = kinds::child(node, KINDS.function_body).map(|body| self.first_token(body));
        let header_end = body.unwrap_or(place.end).min(place.end);
        let parameters = kinds::child(node, KINDS.function_value_parameters);
        let type_end = kinds::child(node, KINDS.type_constraints).map_or(header_end, |node| self.first_token(node));
        let method = MethodDecl {
            owner,
            name: unquoted(self.tokens.word(token)).to_owned(),
            kind: MethodKind::Method,
            receiver: self.receiver(node).map(|(first, end)| one_line_type(self.tokens, first, end)),
            parameters: parameters.map(|list| self.parameters(list)).unwrap_or_default(),
            return_type: parameters.and_then(|list| self.type_after(self.end_token(list), type_end)),
            modifiers: prefix.modifiers,
            annotations: prefix.annotations,
            signature: one_line(self.tokens, place.first, header_end),
            lines: place.lines,
            name_line: self.line_of_token(token),
            bytes: place.bytes,
            body: body.and_then(|first| self.body(first, place.end)),
            doc: place.doc,
        };
        self.file.methods.push(method);
    }

    /// Takes in a function whose header was read from the tokens.
    fn function_of_tokens(&mut self, header: HeaderTokens, place: Place, owner: u32) {
        let tokens = self.tokens;
        let prefix = Prefix::read(tokens, place.first, place.end);
        let open = header.name + 1;
        let list = self.outline.parameters_in(open).unwrap_or_default();
        let method = MethodDecl {
            owner,
            name: unquoted(tokens.word(header.name)).to_owned(),
            kind: MethodKind::Method,
            receiver: self.receiver_of(header),
            parameters: list.iter().map(|parameter| self.parameter(*parameter)).collect(),
            return_type: self.type_after(tokens.closing(open) + 1, header.end),
            modifiers: prefix.modifiers,
            annotations: prefix.annotations,
            signature: one_line(tokens, place.first, header.end),
            lines: place.lines,
            name_line: self.line_of_token(header.name),
            bytes: place.bytes,
            body: (header.end < place.end).then(|| self.body(header.end, place.end)).flatten(),
            doc: place.doc,
        };
        self.file.methods.push(method);
    }

    fn receiver_of(&self, header: HeaderTokens) -> Option<String> {
        header.receiver.map(|(first, end)| one_line_type(self.tokens, first, end))
    }

    /// A parameter that was read from the tokens.
    fn parameter(&self, tokens: ParameterTokens) -> Parameter {
        let prefix = Prefix::read(self.tokens, tokens.first, tokens.name);
        Parameter {
            name: unquoted(self.tokens.word(tokens.name)).to_owned(),
            type_text: self.type_after(tokens.name + 1, tokens.type_end).unwrap_or_default(),
            vararg: prefix.modifiers.iter().any(|modifier| modifier == "vararg"),
            has_default: tokens.type_end < tokens.end,
        }
    }

    /// A function's body: between the braces, or what follows `=`.
    fn body(&self, first: usize, end: usize) -> Option<ByteRange> {
        if self.tokens.is(first, b'{') {
            return Some(self.inside(first));
        }
        (self.tokens.is(first, b'=') && first + 1 < end).then(|| self.bytes(first + 1, end))
    }

    /// Takes in a primary constructor that has parameters, and the properties among them. Its place is its own, from
    /// its modifiers or its parenthesis on; `constructor` stands in its signature whether written or not.
    pub(super) fn primary_constructor(&mut self, node: Node<'_>, owner: u32, type_name: &str) {
        let Some(mut place) = self.place(node) else { return };
        let list: Vec<_> =
            kinds::children(node).into_iter().filter(|part| part.kind_id() == KINDS.class_parameter).collect();
        let prefix = Prefix::read(self.tokens, place.first, place.end);
        let open = prefix.keyword + usize::from(self.tokens.word(prefix.keyword) == "constructor");
        let read: Vec<ParameterTokens> = match self.outline.parameters_in(open) {
            Some(read) => read.to_vec(),
            None => list.iter().filter_map(|node| self.parameter_tokens(*node)).collect(),
        };
        if read.is_empty() {
            return;
        }
        // Documentation before the parenthesis is nobody's: the type's own comment documents its constructor.
        if self.tokens.is(place.first, b'(') {
            place.doc = None;
        }
        let written = one_line(self.tokens, place.first, place.end);
        let signature = if self.tokens.is(prefix.keyword, b'(') { format!("constructor{written}") } else { written };
        let parameters = read.into_iter().filter_map(|tokens| self.class_parameter(tokens, owner)).collect();
        self.file.methods.push(MethodDecl {
            owner,
            name: type_name.to_owned(),
            kind: MethodKind::Constructor,
            receiver: None,
            parameters,
            return_type: None,
            modifiers: prefix.modifiers,
            annotations: prefix.annotations,
            signature,
            lines: place.lines,
            name_line: self.line_of_token(prefix.keyword),
            bytes: place.bytes,
            body: None,
            doc: place.doc,
        });
    }

    /// The tokens of a primary constructor's parameter.
    fn parameter_tokens(&self, node: Node<'_>) -> Option<ParameterTokens> {
        let place = self.place(node)?;
        let keyword = Prefix::read(self.tokens, place.first, place.end).keyword;
        let name = keyword + usize::from(matches!(self.tokens.word(keyword), "val" | "var"));
        let type_end = self.equals_sign(node).unwrap_or(place.end);
        Some(ParameterTokens { first: place.first, name, type_end, end: place.end })
    }

    /// A primary constructor's parameter; a `val` or `var` is taken in as a property as well.
    fn class_parameter(&mut self, tokens: ParameterTokens, owner: u32) -> Option<Parameter> {
        let place = self.place_of_tokens(tokens.first, tokens.end)?;
        let prefix = Prefix::read(self.tokens, place.first, place.end);
        let name = tokens.name;
        let property = name > prefix.keyword;
        let parameter = self.parameter(tokens);
        if property {
            self.file.fields.push(FieldDecl {
                owner,
                name: parameter.name.clone(),
                kind: FieldKind::Property,
                receiver: None,
                type_text: Some(parameter.type_text.clone()),
                modifiers: prefix.modifiers,
                annotations: prefix.annotations,
                signature: one_line(self.tokens, place.first, tokens.type_end),
                lines: place.lines,
                name_line: self.line_of_token(name),
                bytes: place.bytes,
                doc: place.doc,
            });
        }
        Some(parameter)
    }

    /// Index of the `=` that is a child of this node.
    fn equals_sign(&self, node: Node<'_>) -> Option<usize> {
        let mut cursor = node.walk();
        let sign = node.children(&mut cursor).find(|child| child.kind() == "=")?;
        Some(self.first_token(sign))
    }

    /// Takes in a secondary constructor. The call of another constructor is no part of its signature.
    pub(super) fn secondary_constructor(&mut self, node: Node<'_>, owner: u32) {
        let Some(list) = kinds::child(node, KINDS.function_value_parameters) else { return };
        let Some(place) = self.place(node) else { return };
        let Some(holder) = self.file.types.get(owner as usize) else { return };
        let name = holder.name.rsplit('.').next().unwrap_or_default().to_owned();
        let prefix = Prefix::read(self.tokens, place.first, place.end);
        let header_end = self.end_token(list);
        let call = kinds::child(node, KINDS.constructor_delegation_call);
        let open = call.map_or(header_end, |call| self.end_token(call));
        let body = (open < place.end && self.tokens.is(open, b'{')).then(|| self.inside(open));
        let method = MethodDecl {
            owner,
            name,
            kind: MethodKind::Constructor,
            receiver: None,
            parameters: self.parameters(list),
            return_type: None,
            modifiers: prefix.modifiers,
            annotations: prefix.annotations,
            signature: one_line(self.tokens, place.first, header_end),
            lines: place.lines,
            name_line: self.line_of_token(prefix.keyword),
            bytes: place.bytes,
            body,
            doc: place.doc,
        };
        self.file.methods.push(method);
    }

    /// Takes in a property; its index. A destructuring declaration declares no property.
    pub(super) fn property(&mut self, node: Node<'_>, owner: u32) -> Option<usize> {
        let read = self.outline.header_of(self.first_token(node));
        let header = read.or_else(|| self.property_header(node))?;
        let place = self.place(node)?;
        let prefix = Prefix::read(self.tokens, place.first, place.end);
        let constrained = kinds::child(node, KINDS.type_constraints).filter(|_| read.is_none());
        let header_end = constrained.map_or(header.end, |node| self.end_token(node));
        self.file.fields.push(FieldDecl {
            owner,
            name: unquoted(self.tokens.word(header.name)).to_owned(),
            kind: FieldKind::Property,
            receiver: self.receiver_of(header),
            type_text: self.type_after(header.name + 1, header.end),
            modifiers: prefix.modifiers,
            annotations: prefix.annotations,
            signature: one_line(self.tokens, place.first, header_end),
            lines: place.lines,
            name_line: self.line_of_token(header.name),
            bytes: place.bytes,
            doc: place.doc,
        });
        Some(self.file.fields.len() - 1)
    }

    /// The tokens of a property's header, as the tree has them.
    fn property_header(&self, node: Node<'_>) -> Option<HeaderTokens> {
        let declared = kinds::child(node, KINDS.variable_declaration)?;
        let name = self.first_token(kinds::child(declared, KINDS.simple_identifier)?);
        let (keyword, end) = (self.first_token(node), self.end_token(declared));
        Some(HeaderTokens { keyword, name, receiver: self.receiver(node), end })
    }

    fn receiver(&self, node: Node<'_>) -> Option<(usize, usize)> {
        let receiver = kinds::child(node, KINDS.receiver_type)?;
        Some((self.first_token(receiver), self.end_token(receiver)))
    }

    /// The type after the colon at `colon`, up to the token at `end` (exclusive); none where no colon stands there.
    fn type_after(&self, colon: usize, end: usize) -> Option<String> {
        let stated = colon < end && self.tokens.is(colon, b':') && colon + 1 < end;
        stated.then(|| one_line_type(self.tokens, colon + 1, end))
    }

    fn parameters(&self, list: Node<'_>) -> Vec<Parameter> {
        if let Some(read) = self.outline.parameters_in(self.first_token(list)) {
            return read.iter().map(|parameter| self.parameter(*parameter)).collect();
        }
        let mut out = Vec::new();
        let mut modifiers = Vec::new();
        for part in kinds::children(list) {
            if part.kind_id() == KINDS.parameter_modifiers {
                modifiers = Prefix::read(self.tokens, self.first_token(part), self.end_token(part)).modifiers;
            } else if part.kind_id() == KINDS.parameter {
                let name = self.first_token(part);
                let end = self.end_token(part);
                out.push(Parameter {
                    name: unquoted(self.tokens.word(name)).to_owned(),
                    type_text: self.type_after(name + 1, end).unwrap_or_default(),
                    vararg: modifiers.iter().any(|modifier| modifier == "vararg"),
                    has_default: self.tokens.is(end, b'='),
                });
                modifiers.clear();
            }
        }
        out
    }

    /// Whether anything stands at the top of the file that a facade holds.
    pub(super) fn needs_facade(&self) -> bool {
        self.file.methods.iter().any(|method| method.owner == TOP_LEVEL)
            || self.file.fields.iter().any(|field| field.owner == TOP_LEVEL)
    }
}

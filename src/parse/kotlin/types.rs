//! Classes, interfaces, objects, enums, annotations, typealiases and facades.

use tree_sitter::Node;

use super::kinds::{self, KINDS};
use super::oneline::{one_line, one_line_type};
use super::prefix::{Prefix, unquoted};
use super::walk::{Place, TOP_LEVEL, Walk};
use crate::model::{ByteRange, FieldDecl, FieldKind, Relation, Supertype, TypeDecl, TypeKind};

impl Walk<'_, '_> {
    /// Takes in a type and its primary constructor; its index.
    pub(super) fn type_declaration(&mut self, node: Node<'_>, owner: u32) -> Option<u32> {
        let place = self.place(node)?;
        let prefix = Prefix::read(self.tokens, place.first, place.end);
        let companion = node.kind_id() == KINDS.companion_object;
        let (kind, keyword, mut modifiers) = self.kind_of(&prefix);
        let named = kinds::child(node, KINDS.type_identifier).map(|name| self.first_token(name));
        let (name, name_token) = match named {
            Some(token) => (unquoted(self.tokens.word(token)).to_owned(), token),
            None if companion => ("Companion".to_owned(), keyword),
            None => return None,
        };
        if matches!(kind, TypeKind::Enum | TypeKind::Annotation) {
            // The kind says it.
            modifiers.retain(|modifier| modifier != kind.as_str());
        }
        let body = kinds::child(node, KINDS.class_body).or_else(|| kinds::child(node, KINDS.enum_class_body));
        let body_token = body.map(|body| self.first_token(body)).filter(|open| self.tokens.is(*open, b'{'));
        let signature = one_line(self.tokens, place.first, body_token.unwrap_or(place.end));
        let declaration = TypeDecl {
            name: self.qualified(owner, &name),
            owner: (owner != TOP_LEVEL).then_some(owner),
            kind,
            modifiers,
            signature,
            type_parameters: self.type_parameters(node),
            supertypes: self.supertypes(node),
            annotations: prefix.annotations,
            lines: place.lines,
            name_line: self.line_of_token(name_token),
            bytes: place.bytes,
            body: body_token.map(|open| self.inside(open)),
            doc: place.doc,
            description: self.description(place.doc),
        };
        let index = self.file.types.len() as u32;
        self.file.types.push(declaration);
        if let Some(constructor) = kinds::child(node, KINDS.primary_constructor) {
            self.primary_constructor(constructor, index, &name);
        }
        Some(index)
    }

    /// The kind, the index of the keyword, and the modifiers with the `fun` of a fun interface.
    fn kind_of(&self, prefix: &Prefix) -> (TypeKind, usize, Vec<String>) {
        let mut modifiers = prefix.modifiers.clone();
        let mut keyword = prefix.keyword;
        if self.tokens.word(keyword) == "fun" {
            modifiers.push("fun".to_owned());
            keyword += 1;
        }
        let has = |wanted: &str| modifiers.iter().any(|modifier| modifier == wanted);
        let kind = match self.tokens.word(keyword) {
            "interface" => TypeKind::Interface,
            "object" => TypeKind::Object,
            _ if has("enum") => TypeKind::Enum,
            _ if has("annotation") => TypeKind::Annotation,
            _ => TypeKind::Class,
        };
        (kind, keyword, modifiers)
    }

    /// Takes in a typealias.
    pub(super) fn type_alias(&mut self, node: Node<'_>, owner: u32) {
        let Some(place) = self.place(node) else { return };
        let Some(name) = kinds::child(node, KINDS.type_identifier).map(|name| self.first_token(name)) else { return };
        let prefix = Prefix::read(self.tokens, place.first, place.end);
        let mut equals = name + 1;
        if self.tokens.is(equals, b'<') {
            equals = self.tokens.after_angles(equals);
        }
        let text = one_line_type(self.tokens, equals + 1, place.end);
        let target = kinds::children(node).into_iter().next_back().filter(|_| !text.is_empty());
        let supertypes = target
            .map(|target| Supertype { relation: Relation::Alias, name: self.name_of_type(target), text })
            .into_iter()
            .collect();
        self.file.types.push(TypeDecl {
            name: self.qualified(owner, unquoted(self.tokens.word(name))),
            owner: (owner != TOP_LEVEL).then_some(owner),
            kind: TypeKind::Typealias,
            modifiers: prefix.modifiers,
            signature: one_line(self.tokens, place.first, place.end),
            type_parameters: self.type_parameters(node),
            supertypes,
            annotations: prefix.annotations,
            lines: place.lines,
            name_line: self.line_of_token(name),
            bytes: place.bytes,
            body: None,
            doc: place.doc,
            description: self.description(place.doc),
        });
    }

    /// Takes in an enum entry; what its body declares is nobody's member.
    pub(super) fn enum_entry(&mut self, node: Node<'_>, owner: u32) {
        let (Some(place), Some(name)) = (self.place(node), kinds::child(node, KINDS.simple_identifier)) else { return };
        if owner == TOP_LEVEL {
            return;
        }
        let token = self.first_token(name);
        let prefix = Prefix::read(self.tokens, place.first, token);
        self.push_constant(owner, token, prefix, place);
    }

    fn push_constant(&mut self, owner: u32, token: usize, prefix: Prefix, place: Place) {
        self.file.fields.push(FieldDecl {
            owner,
            name: unquoted(self.tokens.word(token)).to_owned(),
            kind: FieldKind::EnumConstant,
            receiver: None,
            type_text: None,
            modifiers: prefix.modifiers,
            annotations: prefix.annotations,
            signature: self.tokens.word(token).to_owned(),
            lines: place.lines,
            name_line: self.line_of_token(token),
            bytes: place.bytes,
            doc: place.doc,
        });
    }

    /// `Outer.Inner` for a type called `name` in `owner`.
    fn qualified(&self, owner: u32, name: &str) -> String {
        match self.file.types.get(owner as usize) {
            Some(outer) => format!("{}.{name}", outer.name),
            None => name.to_owned(),
        }
    }

    fn type_parameters(&self, node: Node<'_>) -> Vec<String> {
        let Some(list) = kinds::child(node, KINDS.type_parameters) else { return Vec::new() };
        kinds::children(list)
            .into_iter()
            .filter_map(|parameter| kinds::child(parameter, KINDS.type_identifier))
            .map(|name| unquoted(self.tokens.word(self.first_token(name))).to_owned())
            .collect()
    }

    fn supertypes(&self, node: Node<'_>) -> Vec<Supertype> {
        kinds::children(node)
            .into_iter()
            .filter(|part| part.kind_id() == KINDS.delegation_specifier)
            .filter_map(|specifier| self.supertype(specifier))
            .collect()
    }

    /// One entry of the list of supertypes: called, delegated or plain.
    fn supertype(&self, specifier: Node<'_>) -> Option<Supertype> {
        let inner = kinds::children(specifier).into_iter().next()?;
        let called = inner.kind_id() == KINDS.constructor_invocation;
        let wrapped = called || inner.kind_id() == KINDS.explicit_delegation;
        let written = if wrapped { kinds::children(inner).into_iter().next()? } else { inner };
        // `suspend` of a function type stands before it in the specifier.
        let first = if wrapped { self.first_token(written) } else { self.first_token(specifier) };
        let end = if wrapped { self.end_token(written) } else { self.end_token(specifier) };
        let text = one_line_type(self.tokens, first, end);
        let relation = if called { Relation::Extends } else { Relation::Implements };
        let mut name = self.name_of_type(written);
        if self.tokens.word(first) == "suspend" && name.starts_with("Function") {
            name.insert_str(0, "Suspend");
        }
        Some(Supertype { relation, text, name })
    }

    /// A type's name alone; a function type's is that of the interface it stands for, `Function2`.
    fn name_of_type(&self, written: Node<'_>) -> String {
        let mut node = written;
        while node.kind_id() == KINDS.nullable_type || node.kind_id() == KINDS.parenthesized_type {
            let Some(inner) = kinds::children(node).into_iter().next() else { break };
            node = inner;
        }
        if node.kind_id() == KINDS.function_type {
            let receiver = usize::from(kinds::child(node, KINDS.receiver_type).is_some());
            let parameters = kinds::child(node, KINDS.function_type_parameters)
                .map_or(0, |list| kinds::children(list).iter().filter(|p| p.kind_id() != KINDS.type_modifiers).count());
            return format!("Function{}", receiver + parameters);
        }
        if node.kind_id() == KINDS.user_type {
            let names: Vec<&str> = kinds::children(node)
                .into_iter()
                .filter(|part| part.kind_id() == KINDS.type_identifier)
                .map(|part| unquoted(self.tokens.word(self.first_token(part))))
                .collect();
            return names.join(".");
        }
        one_line_type(self.tokens, self.first_token(node), self.end_token(node))
    }

    /// The whole file as the type that holds its top-level functions and properties.
    pub(super) fn facade(&self, name: String, modifiers: Vec<String>, annotations: Vec<String>) -> TypeDecl {
        let bytes = ByteRange { start: 0, end: self.source.text.len() as u32 };
        TypeDecl {
            signature: name.clone(),
            name,
            owner: None,
            kind: TypeKind::Facade,
            modifiers,
            type_parameters: Vec::new(),
            supertypes: Vec::new(),
            annotations,
            lines: self.source.lines(bytes),
            name_line: 1,
            bytes,
            body: None,
            doc: None,
            description: None,
        }
    }
}

//! Names of types as they are written, type parameters, and imports.

use tree_sitter::Node;

use super::super::kinds::KINDS;
use super::super::kinds::{child, children};
use super::super::preamble::Preamble;
use super::super::prefix::unquoted;
use super::Walker;
use crate::model::ByteRange;
use crate::model::uses::{Subject, TypeParameter, UseKind};

/// Whether a node is a type.
pub(super) fn is_type(node: Node<'_>) -> bool {
    matches!(
        node.kind(),
        "user_type"
            | "nullable_type"
            | "function_type"
            | "parenthesized_type"
            | "not_nullable_type"
            | "parenthesized_user_type"
            | "dynamic"
    )
}

impl<'t> Walker<'t> {
    /// Takes the uses in a type; `kind` is how the type itself is used, its arguments are only named.
    pub fn type_uses(&mut self, node: Node<'t>, kind: UseKind) {
        self.deeper(node, (), |walker| match node.kind() {
            "user_type" => walker.user_type(node, kind),
            "nullable_type" | "parenthesized_type" | "not_nullable_type" | "parenthesized_user_type" => {
                walker.types_in(node, kind);
            }
            "annotation" | "type_modifiers" => {}
            "function_type" => {
                walker.context_of_type(node);
                walker.types_in(node, UseKind::Type);
            }
            _ => walker.types_in(node, UseKind::Type),
        });
    }

    /// Takes the uses in the types that stand in a node.
    pub fn types_in(&mut self, node: Node<'t>, kind: UseKind) {
        for part in children(node) {
            if !matches!(part.kind(), "simple_identifier" | "quest" | "type_projection_modifiers") {
                self.type_uses(part, kind);
            }
        }
    }

    fn user_type(&mut self, node: Node<'t>, kind: UseKind) {
        let parts = children(node);
        let last = parts.iter().rposition(|part| part.kind() == "type_identifier");
        let mut path = String::new();
        for (at, part) in parts.into_iter().enumerate() {
            if part.kind() != "type_identifier" {
                self.types_in(part, UseKind::Type);
                continue;
            }
            if !path.is_empty() {
                path.push('.');
            }
            path.push_str(self.name(part));
            let kind = if Some(at) == last { kind } else { UseKind::Type };
            self.use_name(part, kind, || Subject::Type(path.clone()));
        }
    }

    /// Takes the uses in the type parameters of a declaration; gives their names and bounds.
    pub fn type_parameters(&mut self, declaration: Node<'t>) -> Vec<TypeParameter> {
        let mut found = Vec::new();
        if let Some(list) = child(declaration, KINDS.type_parameters) {
            for parameter in children(list) {
                let Some(name) = child(parameter, KINDS.type_identifier) else { continue };
                let bound = children(parameter).into_iter().find(|part| is_type(*part));
                if let Some(bound) = bound {
                    self.type_uses(bound, UseKind::Type);
                }
                let bounds = bound.map(|bound| self.written(bound)).into_iter().collect();
                found.push(TypeParameter { name: self.name(name).to_owned(), bounds });
            }
        }
        if let Some(list) = child(declaration, KINDS.type_constraints) {
            for constraint in children(list) {
                let parts = children(constraint);
                let name = parts.iter().find(|part| part.kind() == "type_identifier").map(|name| self.name(*name));
                let Some(bound) = parts.into_iter().find(|part| is_type(*part)) else { continue };
                self.type_uses(bound, UseKind::Type);
                let text = self.written(bound);
                if let Some(own) = found.iter_mut().find(|one| Some(one.name.as_str()) == name) {
                    own.bounds.push(text);
                }
            }
        }
        found
    }

    /// Takes the uses in imports: a name and each one before it, and the name that stands for it here.
    pub fn imports(&mut self) {
        let tokens = self.tokens;
        let Some(preamble) = Preamble::read(tokens) else { return };
        for line in preamble.imports {
            let mut path = String::new();
            let mut at = line.first + 1;
            while at < line.end && tokens.is_word(at) {
                let name = unquoted(tokens.word(at));
                if !path.is_empty() {
                    path.push('.');
                }
                path.push_str(name);
                let goes_on = tokens.is(at + 1, b'.') && at + 1 < line.end;
                if self.wanted.holds(name) {
                    let bytes = ByteRange { start: tokens.code[at].start, end: tokens.code[at].end };
                    let alias = line.alias.clone().filter(|_| !goes_on);
                    if alias.is_some() {
                        let alias = unquoted(tokens.word(line.end - 1));
                        self.aliases.push(alias);
                        self.mentions.add(alias);
                    }
                    let subject = Subject::Import { path: path.clone(), is_static: false, goes_on, alias };
                    self.add_use(bytes, UseKind::Import, None, subject);
                }
                if !goes_on {
                    break;
                }
                at += 2;
            }
        }
    }
}

/// The last name of a type, arguments left out.
pub(super) fn name_of_type(node: Node<'_>) -> Option<Node<'_>> {
    children(node).into_iter().rfind(|part| part.kind() == "type_identifier")
}

//! Types: header, modifiers, type parameters, supertypes.

use std::ops::Range;

use tree_sitter::Node;

use super::kinds::{Kind, child, children};
use super::place::UNPLACED;
use crate::model::{ByteRange, Relation, Supertype, TypeDecl, TypeKind};
use crate::parse::syntax::{self, Piece, Source};

/// How a node's text goes on one line: comments and annotations are left out, strings kept as they are.
pub fn piece(node: Node<'_>) -> Piece {
    match Kind::of(node) {
        kind if kind.is_comment() || kind.is_annotation() => Piece::Drop,
        Kind::StringLiteral | Kind::CharacterLiteral => Piece::Verbatim,
        _ => Piece::Enter,
    }
}

/// A node's text on one line.
pub fn text_of(source: &Source<'_>, node: Node<'_>) -> String {
    line_of(source, node, node.byte_range())
}

/// A part of a node's text on one line.
pub fn line_of(source: &Source<'_>, node: Node<'_>, range: Range<usize>) -> String {
    syntax::one_line(source.text, node, range, piece)
}

/// Modifiers and annotation names of a declaration, as written and in order.
#[derive(Debug, Default)]
pub struct Modifiers {
    pub modifiers: Vec<String>,
    pub annotations: Vec<String>,
}

impl Modifiers {
    /// Those of `declaration`: in its `modifiers`, and annotations of the type that stand after type parameters.
    pub fn of(source: &Source<'_>, declaration: Node<'_>) -> Self {
        let mut found = Self::default();
        let name = declaration.child_by_field_name("name").map_or(usize::MAX, |name| name.start_byte());
        for (kind, node) in children(declaration) {
            if node.start_byte() > name {
                // What follows are values and types of others.
                break;
            }
            if kind == Kind::Modifiers {
                found.add_list(source, node);
            } else {
                found.annotation(source, kind, node);
            }
        }
        found
    }

    /// Those of a `modifiers` node.
    pub fn in_list(source: &Source<'_>, list: Node<'_>) -> Self {
        let mut found = Self::default();
        found.add_list(source, list);
        found
    }

    fn add_list(&mut self, source: &Source<'_>, list: Node<'_>) {
        for (kind, node) in children(list) {
            match kind {
                Kind::Visibility | Kind::Modifier => self.modifiers.push(source.slice(node).to_owned()),
                _ => self.annotation(source, kind, node),
            }
        }
    }

    fn annotation(&mut self, source: &Source<'_>, kind: Kind, node: Node<'_>) {
        if kind.is_annotation() {
            self.annotations.push(super::header::dotted_name(source, node));
        }
    }
}

/// The range between the braces of a body.
pub fn inside(source: &Source<'_>, body: Node<'_>) -> ByteRange {
    let range = body.byte_range();
    let text = source.slice(body);
    let start = range.start + usize::from(text.starts_with('{'));
    let closed = text.len() > 1
        && text.ends_with('}')
        && body.child(body.child_count().saturating_sub(1)).is_none_or(|last| !last.is_missing());
    let end = range.end - usize::from(closed);
    syntax::bytes(&(start..end.max(start)))
}

/// A type as its node declares it. `owner` is its index and qualified name.
pub fn declare(
    source: &Source<'_>,
    node: Node<'_>,
    kind: Kind,
    owner: Option<(u32, &str)>,
    doc: Option<ByteRange>,
) -> Option<TypeDecl> {
    let name_node = node.child_by_field_name("name")?;
    let simple = source.slice(name_node);
    if simple.is_empty() {
        return None;
    }
    let body = node.child_by_field_name("body");
    let header_end = body.map_or(node.end_byte(), |body| body.start_byte());
    let Modifiers { modifiers, annotations } = Modifiers::of(source, node);
    Some(TypeDecl {
        name: owner.map_or_else(|| simple.to_owned(), |(_, owner)| format!("{owner}.{simple}")),
        owner: owner.map(|(index, _)| index),
        kind: type_kind(kind),
        modifiers,
        signature: line_of(source, node, node.start_byte()..header_end),
        type_parameters: type_parameters(source, node),
        supertypes: supertypes(source, node),
        annotations,
        lines: UNPLACED,
        name_line: name_node.start_byte() as u32,
        bytes: syntax::bytes(&node.byte_range()),
        body: body.map(|body| inside(source, body)),
        doc,
        description: None,
    })
}

/// The model's word for a type's node.
pub fn type_kind(kind: Kind) -> TypeKind {
    match kind {
        Kind::Interface => TypeKind::Interface,
        Kind::Enum => TypeKind::Enum,
        Kind::Annotation => TypeKind::Annotation,
        Kind::Record => TypeKind::Record,
        _ => TypeKind::Class,
    }
}

fn type_parameters(source: &Source<'_>, declaration: Node<'_>) -> Vec<String> {
    let Some(list) = child(declaration, Kind::TypeParameters) else { return Vec::new() };
    children(list)
        .into_iter()
        .filter(|(kind, _)| *kind == Kind::TypeParameter)
        .filter_map(|(_, parameter)| child(parameter, Kind::Identifier))
        .map(|name| source.slice(name).to_owned())
        .collect()
}

fn supertypes(source: &Source<'_>, declaration: Node<'_>) -> Vec<Supertype> {
    let mut found = Vec::new();
    for (kind, clause) in children(declaration) {
        let relation = match kind {
            Kind::Superclass => Relation::Extends,
            Kind::SuperInterfaces | Kind::ExtendsInterfaces => Relation::Implements,
            Kind::Permits => Relation::Permits,
            _ => continue,
        };
        let listed = child(clause, Kind::TypeList).unwrap_or(clause);
        for (kind, named) in children(listed) {
            if named.is_named() && !kind.is_comment() && kind != Kind::Error {
                let text = text_of(source, named);
                if !text.is_empty() {
                    found.push(Supertype { relation, name: without_arguments(&text), text });
                }
            }
        }
    }
    found
}

/// `Map.Entry<K, V>` as `Map.Entry`.
fn without_arguments(text: &str) -> String {
    let mut depth = 0_usize;
    text.chars()
        .filter(|c| {
            match c {
                '<' => depth += 1,
                '>' => {
                    depth = depth.saturating_sub(1);
                    return false;
                }
                _ => {}
            }
            depth == 0 && !c.is_whitespace()
        })
        .collect()
}

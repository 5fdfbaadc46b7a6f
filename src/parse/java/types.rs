//! Types: header, modifiers, type parameters, supertypes.

use std::ops::Range;

use tree_sitter::Node;

use super::kinds::{Kind, Parts, Reader, fields};
use super::place::UNPLACED;
use crate::model::{ByteRange, Relation, Supertype, TypeDecl, TypeKind};
use crate::parse::syntax::{self, Piece};

/// How a node's text goes on one line: comments and annotations are left out, strings kept as they are.
pub fn piece(node: Node<'_>) -> Piece {
    match Kind::of(node) {
        kind if kind.is_comment() || kind.is_annotation() => Piece::Drop,
        Kind::StringLiteral | Kind::CharacterLiteral => Piece::Verbatim,
        _ => Piece::Enter,
    }
}

/// A node's text on one line.
pub fn text_of(reader: &Reader<'_>, node: Node<'_>) -> String {
    line_of(reader, node, node.byte_range())
}

/// A part of a node's text on one line.
pub fn line_of(reader: &Reader<'_>, node: Node<'_>, range: Range<usize>) -> String {
    syntax::one_line(reader.source.text, node, range, piece)
}

/// Modifiers and annotation names of a declaration, as written and in order.
#[derive(Debug, Default)]
pub struct Modifiers {
    pub modifiers: Vec<String>,
    pub annotations: Vec<String>,
}

impl Modifiers {
    /// Those of `declaration`: in its `modifiers`, and annotations of the type that stand after type parameters.
    pub fn of<'t>(reader: &Reader<'t>, declaration: &Parts<'t>) -> Self {
        let mut found = Self::default();
        let name = declaration.field(fields().name).map_or(usize::MAX, |name| name.start_byte());
        for part in declaration.iter() {
            if part.kind == Kind::Modifiers || part.kind.is_annotation() {
                if part.node.start_byte() > name {
                    // What follows are values and types of others.
                    break;
                }
                if part.kind == Kind::Modifiers {
                    found.add_list(reader, part.node);
                } else {
                    found.annotation(reader, part.kind, part.node);
                }
            }
        }
        found
    }

    /// Those of a `modifiers` node.
    pub fn in_list<'t>(reader: &Reader<'t>, list: Node<'t>) -> Self {
        let mut found = Self::default();
        found.add_list(reader, list);
        found
    }

    fn add_list<'t>(&mut self, reader: &Reader<'t>, list: Node<'t>) {
        for part in reader.parts(list).iter() {
            match part.kind {
                Kind::Visibility | Kind::Modifier => self.modifiers.push(reader.slice(part.node).to_owned()),
                kind => self.annotation(reader, kind, part.node),
            }
        }
    }

    fn annotation<'t>(&mut self, reader: &Reader<'t>, kind: Kind, node: Node<'t>) {
        if kind.is_annotation() {
            self.annotations.push(super::header::dotted_name(reader, node));
        }
    }
}

/// The range between the braces of a body.
pub fn inside(reader: &Reader<'_>, body: Node<'_>) -> ByteRange {
    let range = body.byte_range();
    let text = reader.slice(body);
    let start = range.start + usize::from(text.starts_with('{'));
    let closed = text.len() > 1
        && text.ends_with('}')
        && (!body.has_error()
            || body.child(body.child_count().saturating_sub(1)).is_none_or(|last| !last.is_missing()));
    let end = range.end - usize::from(closed);
    syntax::bytes(&(start..end.max(start)))
}

/// A type as its node declares it. `owner` is its index and qualified name.
pub fn declare<'t>(
    reader: &Reader<'t>,
    node: Node<'t>,
    parts: &Parts<'t>,
    kind: Kind,
    owner: Option<(u32, &str)>,
    doc: Option<ByteRange>,
) -> Option<TypeDecl> {
    let name_node = parts.field(fields().name)?;
    let simple = reader.slice(name_node);
    if simple.is_empty() {
        return None;
    }
    let body = parts.field(fields().body);
    let header_end = body.map_or(node.end_byte(), |body| body.start_byte());
    let Modifiers { modifiers, annotations } = Modifiers::of(reader, parts);
    Some(TypeDecl {
        name: owner.map_or_else(|| simple.to_owned(), |(_, owner)| format!("{owner}.{simple}")),
        owner: owner.map(|(index, _)| index),
        kind: type_kind(kind),
        modifiers,
        signature: line_of(reader, node, node.start_byte()..header_end),
        type_parameters: type_parameters(reader, parts),
        supertypes: supertypes(reader, parts),
        annotations,
        lines: UNPLACED,
        name_line: name_node.start_byte() as u32,
        bytes: syntax::bytes(&node.byte_range()),
        body: body.map(|body| inside(reader, body)),
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

fn type_parameters<'t>(reader: &Reader<'t>, declaration: &Parts<'t>) -> Vec<String> {
    let Some(list) = declaration.child(Kind::TypeParameters) else { return Vec::new() };
    reader
        .parts(list)
        .iter()
        .filter(|part| part.kind == Kind::TypeParameter)
        .filter_map(|parameter| reader.parts(parameter.node).child(Kind::Identifier))
        .map(|name| reader.slice(name).to_owned())
        .collect()
}

fn supertypes<'t>(reader: &Reader<'t>, declaration: &Parts<'t>) -> Vec<Supertype> {
    let mut found = Vec::new();
    for clause in declaration.iter() {
        let relation = match clause.kind {
            Kind::Superclass => Relation::Extends,
            Kind::SuperInterfaces | Kind::ExtendsInterfaces => Relation::Implements,
            Kind::Permits => Relation::Permits,
            _ => continue,
        };
        let mut listed = reader.parts(clause.node);
        if let Some(list) = listed.child(Kind::TypeList) {
            listed = reader.parts(list);
        }
        for named in listed.iter() {
            if named.node.is_named() && !named.kind.is_comment() && named.kind != Kind::Error {
                let text = text_of(reader, named.node);
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

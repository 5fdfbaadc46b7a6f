//! Members: methods, constructors, annotation elements, fields, constants, record components.

use tree_sitter::Node;

use super::kinds::{Kind, child, children};
use super::place::UNPLACED;
use super::types::{Modifiers, inside, line_of, piece, text_of};
use crate::model::{ByteRange, FieldDecl, FieldKind, MethodDecl, MethodKind, Parameter};
use crate::parse::syntax::{self, Piece, Source};

/// A method, constructor, compact constructor or annotation element as its node declares it. `components` are the
/// parameters of the record that a compact constructor is for.
pub fn method(
    source: &Source<'_>,
    node: Node<'_>,
    kind: Kind,
    owner: u32,
    components: &[Parameter],
    doc: Option<ByteRange>,
) -> Option<MethodDecl> {
    let name = node.child_by_field_name("name")?;
    if source.slice(name).is_empty() {
        return None;
    }
    let body = node.child_by_field_name("body");
    let Modifiers { modifiers, annotations } = Modifiers::of(source, node);
    let parameters = match (kind, child(node, Kind::FormalParameters)) {
        (Kind::CompactConstructor, _) => components.to_vec(),
        (_, Some(list)) => parameters(source, list),
        (_, None) => Vec::new(),
    };
    Some(MethodDecl {
        owner,
        name: source.slice(name).to_owned(),
        kind: match kind {
            Kind::Method => MethodKind::Method,
            Kind::Element => MethodKind::Element,
            _ => MethodKind::Constructor,
        },
        receiver: None,
        parameters,
        return_type: node.child_by_field_name("type").map(|returned| {
            text_of(source, returned)
                + &node.child_by_field_name("dimensions").map(|d| text_of(source, d)).unwrap_or_default()
        }),
        modifiers,
        annotations,
        signature: header(source, node, body),
        lines: UNPLACED,
        name_line: name.start_byte() as u32,
        bytes: syntax::bytes(&node.byte_range()),
        body: body.map(|body| inside(source, body)),
        doc,
        description: None,
    })
}

/// The declaration on one line, without its body and the semicolon.
fn header(source: &Source<'_>, node: Node<'_>, body: Option<Node<'_>>) -> String {
    let end = body.map_or(node.end_byte(), |body| body.start_byte());
    let value = node.child_by_field_name("value").map(|value| value.start_byte());
    let mut line = line_of(source, node, node.start_byte()..value.unwrap_or(end));
    if let Some(value) = value {
        // An annotation as a default value is a value.
        line.push(' ');
        line += &syntax::one_line(source.text, node, value..end, value_piece);
    }
    if line.ends_with(';') {
        line.pop();
        line.truncate(line.trim_end().len());
    }
    line
}

fn value_piece(node: Node<'_>) -> Piece {
    if Kind::of(node).is_annotation() { Piece::Enter } else { piece(node) }
}

/// The parameters of a list; a receiver parameter (`Outer this`) is none.
pub fn parameters(source: &Source<'_>, list: Node<'_>) -> Vec<Parameter> {
    children(list).into_iter().filter_map(|(kind, node)| parameter(source, kind, node)).collect()
}

fn parameter(source: &Source<'_>, kind: Kind, node: Node<'_>) -> Option<Parameter> {
    let vararg = match kind {
        Kind::FormalParameter => false,
        Kind::SpreadParameter => true,
        _ => return None,
    };
    let mut type_text = text_of(source, node.child_by_field_name("type")?);
    let named = if vararg { child(node, Kind::VariableDeclarator)? } else { node };
    if let Some(dimensions) = named.child_by_field_name("dimensions") {
        type_text += &text_of(source, dimensions);
    }
    if vararg {
        type_text += "...";
    }
    let name = source.slice(named.child_by_field_name("name")?).to_owned();
    if name == "this" || name.ends_with(".this") {
        // The grammar takes a receiver with an annotation for a parameter.
        return None;
    }
    Some(Parameter { name, type_text, vararg, has_default: false })
}

/// The fields that one declaration declares: `int a, b[];` is two, each with a signature of its own.
pub fn fields(source: &Source<'_>, node: Node<'_>, owner: u32, doc: Option<ByteRange>) -> Vec<FieldDecl> {
    let Some(type_node) = node.child_by_field_name("type") else { return Vec::new() };
    let Modifiers { modifiers, annotations } = Modifiers::of(source, node);
    let before = line_of(source, node, node.start_byte()..type_node.end_byte());
    let type_text = text_of(source, type_node);
    let mut found = Vec::new();
    for (kind, declarator) in children(node) {
        let (Kind::VariableDeclarator, Some(name)) = (kind, declarator.child_by_field_name("name")) else { continue };
        if source.slice(name).is_empty() {
            continue;
        }
        let dimensions = declarator.child_by_field_name("dimensions").map(|d| text_of(source, d)).unwrap_or_default();
        let name_text = source.slice(name).to_owned();
        found.push(FieldDecl {
            owner,
            kind: FieldKind::Field,
            receiver: None,
            type_text: Some(format!("{type_text}{dimensions}")),
            modifiers: modifiers.clone(),
            annotations: annotations.clone(),
            signature: format!("{before} {name_text}{dimensions}"),
            name: name_text,
            lines: UNPLACED,
            name_line: name.start_byte() as u32,
            bytes: syntax::bytes(&node.byte_range()),
            doc,
            description: None,
        });
    }
    found
}

/// A constant of an enum. Its arguments and its body are what it is initialised with: its signature is its name.
pub fn enum_constant(source: &Source<'_>, node: Node<'_>, owner: u32, doc: Option<ByteRange>) -> Option<FieldDecl> {
    let Modifiers { mut modifiers, annotations } = Modifiers::of(source, node);
    let mut name = node.child_by_field_name("name")?;
    if source.slice(name).is_empty() {
        // A constant called `sealed` is taken for a modifier of nothing.
        name = children(child(node, Kind::Modifiers)?).pop()?.1;
        modifiers.pop()?;
    }
    Some(FieldDecl {
        owner,
        name: source.slice(name).to_owned(),
        kind: FieldKind::EnumConstant,
        receiver: None,
        type_text: None,
        modifiers,
        annotations,
        signature: source.slice(name).to_owned(),
        lines: UNPLACED,
        name_line: name.start_byte() as u32,
        bytes: syntax::bytes(&node.byte_range()),
        doc,
        description: None,
    })
}

/// The components of a record, one per parameter of its header.
pub fn components(source: &Source<'_>, record: Node<'_>, owner: u32) -> Vec<FieldDecl> {
    let Some(list) = child(record, Kind::FormalParameters) else { return Vec::new() };
    let mut found = Vec::new();
    for (kind, node) in children(list) {
        let Some(parameter) = parameter(source, kind, node) else { continue };
        let Modifiers { modifiers, annotations } = Modifiers::of(source, node);
        let named = child(node, Kind::VariableDeclarator).unwrap_or(node);
        let name_at = named.child_by_field_name("name").unwrap_or(node).start_byte();
        found.push(FieldDecl {
            owner,
            name: parameter.name,
            kind: FieldKind::RecordComponent,
            receiver: None,
            type_text: Some(parameter.type_text),
            modifiers,
            annotations,
            signature: text_of(source, node),
            lines: UNPLACED,
            name_line: name_at as u32,
            bytes: syntax::bytes(&node.byte_range()),
            doc: None,
            description: None,
        });
    }
    found
}

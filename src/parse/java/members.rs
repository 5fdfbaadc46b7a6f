//! Members: methods, constructors, annotation elements, fields, constants, record components.

use tree_sitter::Node;

use super::kinds::{Kind, Part, Parts, Reader, fields};
use super::place::UNPLACED;
use super::types::{Modifiers, inside, line_of, piece, text_of};
use crate::model::{ByteRange, FieldDecl, FieldKind, MethodDecl, MethodKind, Parameter};
use crate::parse::syntax::{self, Piece};

/// A method, constructor, compact constructor or annotation element as its node declares it. `components` are the
/// parameters of the record that a compact constructor is for.
pub fn method<'t>(
    reader: &Reader<'t>,
    node: Node<'t>,
    kind: Kind,
    owner: u32,
    components: &[Parameter],
    doc: Option<ByteRange>,
) -> Option<MethodDecl> {
    let parts = reader.parts(node);
    let name = parts.field(fields().name)?;
    if reader.slice(name).is_empty() {
        return None;
    }
    let body = parts.field(fields().body);
    let Modifiers { modifiers, annotations } = Modifiers::of(reader, &parts);
    let parameters = match (kind, parts.child(Kind::FormalParameters)) {
        (Kind::CompactConstructor, _) => components.to_vec(),
        (_, Some(list)) => parameters(reader, list),
        (_, None) => Vec::new(),
    };
    Some(MethodDecl {
        owner,
        name: reader.slice(name).to_owned(),
        kind: match kind {
            Kind::Method => MethodKind::Method,
            Kind::Element => MethodKind::Element,
            _ => MethodKind::Constructor,
        },
        receiver: None,
        parameters,
        return_type: parts.field(fields().type_).map(|returned| {
            text_of(reader, returned)
                + &parts.field(fields().dimensions).map(|d| text_of(reader, d)).unwrap_or_default()
        }),
        modifiers,
        annotations,
        signature: header(reader, node, &parts, body),
        lines: UNPLACED,
        name_line: name.start_byte() as u32,
        bytes: syntax::bytes(&node.byte_range()),
        body: body.map(|body| inside(reader, body)),
        doc,
    })
}

/// The declaration on one line, without its body and the semicolon.
fn header(reader: &Reader<'_>, node: Node<'_>, parts: &Parts<'_>, body: Option<Node<'_>>) -> String {
    let end = body.map_or(node.end_byte(), |body| body.start_byte());
    let value = parts.field(fields().value).map(|value| value.start_byte());
    let mut line = line_of(reader, node, node.start_byte()..value.unwrap_or(end));
    if let Some(value) = value {
        // An annotation as a default value is a value.
        line.push(' ');
        line += &syntax::one_line(reader.source.text, node, value..end, value_piece);
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
pub fn parameters<'t>(reader: &Reader<'t>, list: Node<'t>) -> Vec<Parameter> {
    let parameters = reader.parts(list);
    parameters.iter().filter(|part| is_parameter(part)).filter_map(|part| parameter(reader, part)).collect()
}

const fn is_parameter(part: &Part<'_>) -> bool {
    matches!(part.kind, Kind::FormalParameter | Kind::SpreadParameter)
}

fn parameter<'t>(reader: &Reader<'t>, part: &Part<'t>) -> Option<Parameter> {
    let vararg = part.kind == Kind::SpreadParameter;
    let parts = reader.parts(part.node);
    let mut type_text = text_of(reader, parts.field(fields().type_)?);
    let declarator = if vararg { Some(reader.parts(parts.child(Kind::VariableDeclarator)?)) } else { None };
    let named = declarator.as_ref().unwrap_or(&parts);
    if let Some(dimensions) = named.field(fields().dimensions) {
        type_text += &text_of(reader, dimensions);
    }
    if vararg {
        type_text += "...";
    }
    let name = reader.slice(named.field(fields().name)?).to_owned();
    if name.rsplit('.').next() == Some("this") {
        // The grammar takes a receiver with an annotation for a parameter.
        return None;
    }
    Some(Parameter { name, type_text, vararg, has_default: false })
}

/// The fields that one declaration declares: `int a, b[];` is two, each with a signature of its own.
pub fn declared_fields<'t>(reader: &Reader<'t>, node: Node<'t>, owner: u32, doc: Option<ByteRange>) -> Vec<FieldDecl> {
    let parts = reader.parts(node);
    let Some(type_node) = parts.field(fields().type_) else { return Vec::new() };
    let Modifiers { modifiers, annotations } = Modifiers::of(reader, &parts);
    let before = line_of(reader, node, node.start_byte()..type_node.end_byte());
    let type_text = text_of(reader, type_node);
    let mut found = Vec::new();
    for declarator in parts.iter().filter(|part| part.kind == Kind::VariableDeclarator) {
        let declarator = reader.parts(declarator.node);
        let Some(name) = declarator.field(fields().name).filter(|name| !reader.slice(*name).is_empty()) else {
            continue;
        };
        let dimensions = declarator.field(fields().dimensions).map(|d| text_of(reader, d)).unwrap_or_default();
        let name_text = reader.slice(name).to_owned();
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
        });
    }
    found
}

/// A constant of an enum. Its arguments and its body are what it is initialised with: its signature is its name.
pub fn enum_constant<'t>(reader: &Reader<'t>, node: Node<'t>, owner: u32, doc: Option<ByteRange>) -> Option<FieldDecl> {
    let parts = reader.parts(node);
    let Modifiers { mut modifiers, annotations } = Modifiers::of(reader, &parts);
    let mut name = parts.field(fields().name)?;
    if reader.slice(name).is_empty() {
        // A constant called `sealed` is taken for a modifier of nothing.
        name = reader.parts(parts.child(Kind::Modifiers)?).iter().last()?.node;
        modifiers.pop()?;
    }
    Some(FieldDecl {
        owner,
        name: reader.slice(name).to_owned(),
        kind: FieldKind::EnumConstant,
        receiver: None,
        type_text: None,
        modifiers,
        annotations,
        signature: reader.slice(name).to_owned(),
        lines: UNPLACED,
        name_line: name.start_byte() as u32,
        bytes: syntax::bytes(&node.byte_range()),
        doc,
    })
}

/// The components of a record, one per parameter of its header.
pub fn components<'t>(reader: &Reader<'t>, record: &Parts<'t>, owner: u32) -> Vec<FieldDecl> {
    let Some(list) = record.child(Kind::FormalParameters) else { return Vec::new() };
    let mut found = Vec::new();
    for part in reader.parts(list).iter().filter(|part| is_parameter(part)) {
        let Some(parameter) = parameter(reader, part) else { continue };
        let node = part.node;
        let parts = reader.parts(node);
        let Modifiers { modifiers, annotations } = Modifiers::of(reader, &parts);
        let declarator = parts.child(Kind::VariableDeclarator).map(|declarator| reader.parts(declarator));
        let name = declarator.as_ref().unwrap_or(&parts).field(fields().name);
        let name_at = name.unwrap_or(node).start_byte();
        found.push(FieldDecl {
            owner,
            name: parameter.name,
            kind: FieldKind::RecordComponent,
            receiver: None,
            type_text: Some(parameter.type_text),
            modifiers,
            annotations,
            signature: text_of(reader, node),
            lines: UNPLACED,
            name_line: name_at as u32,
            bytes: syntax::bytes(&node.byte_range()),
            doc: None,
        });
    }
    found
}

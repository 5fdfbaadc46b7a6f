//! What is done for text that does not parse as it is: mends before the parse, byte for byte of the same length so that
//! offsets hold in the original, and type headers found in what the grammar could not read.

use std::borrow::Cow;

use tree_sitter::Node;

use super::kinds::{Kind, Reader};
use super::place::UNPLACED;
use super::types::{Modifiers, line_of};
use crate::model::{ParsedFile, TypeDecl, TypeKind};
use crate::parse::syntax;

/// What ends a line for javac ends it for the grammar: a lone CR becomes LF; a final Ctrl-Z, which javac ignores, a blank.
pub fn line_ends(text: &str) -> Cow<'_, str> {
    let bytes = text.as_bytes();
    let lone_return = |at: usize| bytes.get(at + 1) != Some(&b'\n');
    let any_lone = memchr::memchr_iter(b'\r', bytes).any(lone_return);
    let control_z = text.ends_with('\u{1A}');
    if !any_lone && !control_z {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        out.push(if c == '\r' && lone_return(at) { '\n' } else { c });
    }
    if control_z {
        out.pop();
        out.push(' ');
    }
    Cow::Owned(out)
}

/// `enum` and `assert` as names, as before Java 5 and 1.4 (`package org.apache.commons.lang.enum;`), spelled so that the
/// grammar takes them for names. None: there is nothing to mend.
pub fn old_keywords(text: &str) -> Option<String> {
    let mut out: Option<Vec<u8>> = None;
    for (keyword, name) in [("enum", "enu_"), ("assert", "asser_")] {
        for at in memchr::memmem::find_iter(text.as_bytes(), keyword) {
            if is_old_name(text, at, keyword) {
                let out = out.get_or_insert_with(|| text.as_bytes().to_vec());
                out[at..at + name.len()].copy_from_slice(name.as_bytes());
            }
        }
    }
    String::from_utf8(out?).ok()
}

fn is_old_name(text: &str, at: usize, keyword: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
    let before = text[..at].chars().next_back();
    let after = &text[at + keyword.len()..];
    if before.is_some_and(is_word) || after.starts_with(is_word) {
        return false;
    }
    let next = after.trim_start().chars().next();
    match keyword {
        // A declaration of an enum goes on with its name.
        "enum" => !next.is_some_and(is_word),
        // A statement goes on with an expression; a name is followed by what can follow a name, or named by a dot.
        _ => before == Some('.') || next.is_some_and(|c| matches!(c, '.' | '=' | ';' | ',' | ')' | ']')),
    }
}

/// Names with letters written as Unicode escapes (`\\u0061bc`), spelled so that the grammar takes them for names. None: there
/// is nothing to mend.
pub fn escaped_names(text: &str) -> Option<String> {
    let mut out: Option<Vec<u8>> = None;
    for at in memchr::memmem::find_iter(text.as_bytes(), "\\u") {
        if escape(&text[at..]).is_some_and(|(c, _)| c.is_alphanumeric() || matches!(c, '_' | '$')) {
            out.get_or_insert_with(|| text.as_bytes().to_vec())[at] = b'_';
        }
    }
    String::from_utf8(out?).ok()
}

/// The character of the escape that `text` begins with, and how many bytes the escape takes: `\\u0061`, `\\uu0061`.
fn escape(text: &str) -> Option<(char, usize)> {
    let rest = text.strip_prefix('\\')?;
    let digits = rest.trim_start_matches('u');
    let start = text.len() - digits.len();
    let c = char::from_u32(u32::from_str_radix(digits.get(..4)?, 16).ok()?)?;
    (start > 1).then_some((c, start + 4))
}

/// Names with their escapes read; signatures stay as they are written.
pub fn read_escapes(file: &mut ParsedFile) {
    let types = file.types.iter_mut().flat_map(|declared| {
        let supertypes = declared.supertypes.iter_mut().map(|one| &mut one.name);
        std::iter::once(&mut declared.name).chain(&mut declared.type_parameters).chain(supertypes)
    });
    let methods = file.methods.iter_mut().flat_map(|declared| {
        let parameters = declared.parameters.iter_mut().flat_map(|one| [&mut one.name, &mut one.type_text]);
        std::iter::once(&mut declared.name).chain(&mut declared.return_type).chain(parameters)
    });
    let fields =
        file.fields.iter_mut().flat_map(|declared| std::iter::once(&mut declared.name).chain(&mut declared.type_text));
    for name in types.chain(methods).chain(fields).filter(|name| name.contains('\\')) {
        *name = unescaped(name);
    }
}

fn unescaped(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    let mut rest = name;
    while let Some(first) = rest.chars().next() {
        let (c, length) = escape(rest).unwrap_or((first, first.len_utf8()));
        out.push(c);
        rest = &rest[length..];
    }
    out
}

/// A type whose header stands in an ERROR node: `keyword` is its `class`, `interface`, `enum` or `record`. It goes on to the
/// end of the ERROR. None: the keyword is not that of a type.
pub fn declare_fragment<'t>(reader: &Reader<'t>, keyword: Node<'t>, owner: Option<(u32, &str)>) -> Option<TypeDecl> {
    let error = keyword.parent().filter(Node::is_error)?;
    let name = keyword.next_sibling().filter(|next| Kind::of(*next) == Kind::Identifier)?;
    let simple = reader.slice(name);
    let modifiers = keyword.prev_sibling().filter(|before| Kind::of(*before) == Kind::Modifiers);
    let is_annotation = keyword.prev_sibling().is_some_and(|before| reader.slice(before) == "@");
    let start = modifiers.unwrap_or(keyword).start_byte();
    let mut header_end = name.end_byte();
    let mut next = name.next_sibling();
    while let Some(part) = next.filter(|part| is_header_part(Kind::of(*part))) {
        header_end = part.end_byte();
        next = part.next_sibling();
    }
    let bytes = syntax::bytes(&(start..error.end_byte()));
    Some(TypeDecl {
        name: owner.map_or_else(|| simple.to_owned(), |(_, owner)| format!("{owner}.{simple}")),
        owner: owner.map(|(index, _)| index),
        kind: match Kind::of(keyword) {
            Kind::InterfaceKeyword if is_annotation => TypeKind::Annotation,
            Kind::InterfaceKeyword => TypeKind::Interface,
            Kind::EnumKeyword => TypeKind::Enum,
            Kind::RecordKeyword => TypeKind::Record,
            _ => TypeKind::Class,
        },
        modifiers: modifiers.map(|node| Modifiers::in_list(reader, node).modifiers).unwrap_or_default(),
        signature: line_of(reader, error, start..header_end),
        type_parameters: Vec::new(),
        supertypes: Vec::new(),
        annotations: modifiers.map(|node| Modifiers::in_list(reader, node).annotations).unwrap_or_default(),
        lines: UNPLACED,
        name_line: name.start_byte() as u32,
        bytes,
        body: None,
        doc: None,
        description: None,
    })
}

const fn is_header_part(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::TypeParameters | Kind::Superclass | Kind::SuperInterfaces | Kind::ExtendsInterfaces | Kind::Permits
    )
}
/// The most dimensions of an array type (JVMS 4.3.2).
const MOST_DIMENSIONS: usize = 255;

/// Whether brackets follow one another as in no array type. The grammar takes quadratic time for them: 40 KB of `[]` cost it
/// more than the ten seconds a file has.
pub(super) fn has_too_many_dimensions(text: &str) -> bool {
    let (mut run, mut end) = (0, 0);
    for at in memchr::memchr2_iter(b'[', b']', text.as_bytes()) {
        run = if text.as_bytes()[end..at].trim_ascii().is_empty() { run + 1 } else { 1 };
        end = at + 1;
        if run > 2 * MOST_DIMENSIONS {
            return true;
        }
    }
    false
}

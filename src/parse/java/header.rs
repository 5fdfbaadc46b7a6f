//! What stands above the types: package, imports, module.

use tree_sitter::Node;

use super::kinds::{Kind, Part, Reader};
use crate::model::{Import, ImportKind, ParsedFile};
use crate::parse::syntax;

/// The name that a package, import or module declaration gives, without white space and comments.
pub fn dotted_name<'t>(reader: &Reader<'t>, declaration: Node<'t>) -> String {
    name_among(reader, reader.parts(declaration).iter())
}

fn name_among<'p, 't: 'p>(reader: &Reader<'t>, mut parts: impl DoubleEndedIterator<Item = &'p Part<'t>>) -> String {
    let name = parts.rfind(|part| matches!(part.kind, Kind::Identifier | Kind::ScopedIdentifier));
    name.map(|name| without_blanks(reader, name.node)).unwrap_or_default()
}

fn without_blanks(reader: &Reader<'_>, name: Node<'_>) -> String {
    let written = reader.slice(name);
    if written.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'/') {
        return written.to_owned();
    }
    syntax::one_line(reader.source.text, name, name.byte_range(), super::types::piece).replace(' ', "")
}

/// Adds an import to the file.
pub fn add_import<'t>(file: &mut ParsedFile, reader: &Reader<'t>, node: Node<'t>) {
    let parts = reader.parts(node);
    let path = name_among(reader, parts.iter());
    if path.is_empty() {
        return;
    }
    let (mut is_static, mut star, mut module) = (false, false, false);
    for part in parts.iter() {
        is_static |= part.kind == Kind::StaticKeyword;
        star |= part.kind == Kind::Asterisk;
        module |= part.kind == Kind::ModuleKeyword;
    }
    let kind = match (module, is_static, star) {
        (true, _, _) => ImportKind::Module,
        (_, true, true) => ImportKind::StaticStar,
        (_, true, false) => ImportKind::Static,
        (_, false, true) => ImportKind::Star,
        (_, false, false) => ImportKind::Single,
    };
    file.imports.push(Import { path, alias: None, kind, line: node.start_byte() as u32 });
    let range = syntax::bytes(&node.byte_range());
    let section = file.import_section.get_or_insert(range);
    section.end = section.end.max(range.end);
}

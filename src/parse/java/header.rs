//! What stands above the types: package, imports, module.

use tree_sitter::Node;

use super::kinds::{Kind, children};
use crate::model::{Import, ImportKind, ParsedFile};
use crate::parse::syntax::{self, Source};

/// The name that a package, import or module declaration gives, without white space and comments.
pub fn dotted_name(source: &Source<'_>, declaration: Node<'_>) -> String {
    children(declaration)
        .into_iter()
        .rfind(|(kind, _)| matches!(kind, Kind::Identifier | Kind::ScopedIdentifier))
        .map(|(_, name)| without_blanks(source, name))
        .unwrap_or_default()
}

fn without_blanks(source: &Source<'_>, name: Node<'_>) -> String {
    let written = source.slice(name);
    if !written.contains(|c: char| c.is_whitespace() || c == '/') {
        return written.to_owned();
    }
    syntax::one_line(source.text, name, name.byte_range(), super::types::piece).replace(' ', "")
}

/// Adds an import to the file.
pub fn add_import(file: &mut ParsedFile, source: &Source<'_>, node: Node<'_>) {
    let path = dotted_name(source, node);
    if path.is_empty() {
        return;
    }
    let (mut is_static, mut star, mut module) = (false, false, false);
    for (kind, _) in children(node) {
        is_static |= kind == Kind::StaticKeyword;
        star |= kind == Kind::Asterisk;
        module |= kind == Kind::ModuleKeyword;
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

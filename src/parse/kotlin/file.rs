//! What belongs to the file itself: package, imports and the facade that holds its top-level members.

use tree_sitter::Node;

use super::kinds::{self, KINDS};
use super::preamble::{ImportLine, Preamble};
use super::prefix::{self, Gap, unquoted};
use super::tokens::{TokenKind, Tokens};
use super::walk::{TOP_LEVEL, Walk};
use crate::model::{Import, ImportKind};

impl Walk<'_, '_> {
    /// The package as declared, and the doc comment right before it unless it is a licence.
    pub(super) fn package(&mut self, node: Node<'_>) {
        let Some(name) = kinds::child(node, KINDS.identifier) else { return };
        let name = self.dotted(name);
        self.set_package(self.first_token(node), name);
    }

    fn set_package(&mut self, keyword: usize, name: String) {
        self.file.package = name;
        let doc = self.doc_before(keyword);
        self.file.package_doc = doc.filter(|doc| !is_licence(doc.of(self.source.text)));
    }

    /// One import. The node swallows comments after it, so that its end is that of its last part.
    pub(super) fn import(&mut self, node: Node<'_>) {
        let Some(name) = kinds::child(node, KINDS.identifier) else { return };
        let alias = kinds::child(node, KINDS.import_alias);
        let star = kinds::child(node, KINDS.wildcard_import);
        let last = alias.or(star).unwrap_or(name);
        let alias = alias
            .and_then(|alias| kinds::child(alias, KINDS.type_identifier))
            .map(|alias| unquoted(self.tokens.word(self.first_token(alias))).to_owned());
        let (first, end) = (self.first_token(node), self.end_token(last));
        self.push_import(ImportLine { first, end, path: self.dotted(name), alias, star: star.is_some() });
    }

    fn push_import(&mut self, line: ImportLine) {
        let bytes = self.bytes(line.first, line.end);
        let kind = if line.star { ImportKind::Star } else { ImportKind::Single };
        let number = self.source.line(bytes.start as usize);
        self.file.imports.push(Import { path: line.path, alias: line.alias, kind, line: number });
        let section = self.file.import_section.get_or_insert(bytes);
        section.end = section.end.max(bytes.end);
    }

    /// Package and imports as the tokens have them.
    pub(super) fn preamble(&mut self, preamble: Preamble) {
        if let Some((keyword, name)) = preamble.package {
            self.set_package(keyword, name);
        }
        for line in preamble.imports {
            self.push_import(line);
        }
    }

    fn dotted(&self, node: Node<'_>) -> String {
        let words: Vec<&str> = (self.first_token(node)..self.end_token(node))
            .filter(|index| self.tokens.is_word(*index))
            .map(|index| unquoted(self.tokens.word(index)))
            .collect();
        words.join(".")
    }

    /// The lines of the imports met.
    pub(super) fn settle_imports(&mut self) {
        self.file.import_lines = self.file.import_section.map(|section| self.source.lines(section));
    }

    /// Puts the facade in front of the types where the file has top-level members, and gives everything its number.
    pub(super) fn settle_facade(&mut self, path: &str) {
        if !self.needs_facade() {
            return;
        }
        let annotations = FileAnnotations::read(self.tokens);
        let name = annotations.jvm_name.unwrap_or_else(|| facade_name(path));
        let multifile = annotations.names.iter().any(|name| last_segment(name) == "JvmMultifileClass");
        let modifiers = if multifile { vec!["multifile".to_owned()] } else { Vec::new() };
        let facade = self.facade(name, modifiers, annotations.names);
        self.file.types.insert(0, facade);
        let shifted = |owner: u32| if owner == TOP_LEVEL { 0 } else { owner + 1 };
        for item in &mut self.file.types[1..] {
            item.owner = item.owner.map(shifted);
        }
        for method in &mut self.file.methods {
            method.owner = shifted(method.owner);
        }
        for field in &mut self.file.fields {
            field.owner = shifted(field.owner);
        }
    }
}

/// A licence in the form of a doc comment says nothing about the package.
fn is_licence(comment: &str) -> bool {
    let lower = comment.to_ascii_lowercase();
    ["copyright", "licensed under", "spdx-license"].iter().any(|mark| lower.contains(mark))
}

fn last_segment(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

/// The annotations that a file gives itself.
#[derive(Default)]
struct FileAnnotations {
    names: Vec<String>,
    /// The argument of `@file:JvmName`.
    jvm_name: Option<String>,
}

impl FileAnnotations {
    fn read(tokens: &Tokens) -> Self {
        let mut out = Self::default();
        let mut at = 0;
        while prefix::is_file_annotation(tokens, at) {
            let next = prefix::annotation(tokens, at, Gap::SameLine, Some(&mut out.names));
            out.jvm_name = out.jvm_name.or_else(|| jvm_name(tokens, at, next));
            at = next.max(at + 1);
        }
        out
    }
}

/// The string given to `JvmName` among the tokens `first` to `end` (exclusive).
fn jvm_name(tokens: &Tokens, first: usize, end: usize) -> Option<String> {
    let name = (first..end).find(|at| tokens.word(*at) == "JvmName" && tokens.is(at + 1, b'('))?;
    let literal = (name..tokens.closing(name + 1)).find(|at| tokens.code[*at].kind == TokenKind::Literal)?;
    let written = tokens.word(literal).trim_matches('"');
    (!written.is_empty()).then(|| written.to_owned())
}

/// The name that the Kotlin compiler gives to a file's facade: every character that is no letter or digit becomes `_`,
/// the first letter is upper-cased, `Kt` follows. A script's members are held by the class of the script, without `Kt`.
pub(super) fn facade_name(path: &str) -> String {
    let file = path.rsplit(['/', '\\']).next().unwrap_or(path);
    let (stem, suffix) = match file.strip_suffix(".kts") {
        Some(stem) => (stem, ""),
        None => (file.strip_suffix(".kt").unwrap_or(file), "Kt"),
    };
    let clean: String = stem.chars().map(|c| if c.is_alphabetic() || c.is_ascii_digit() { c } else { '_' }).collect();
    let mut rest = clean.chars();
    let start = match rest.next() {
        None => "_".to_owned(),
        Some(first) if first.is_ascii_digit() => format!("_{first}"),
        Some(first) => first.to_uppercase().collect(),
    };
    format!("{start}{}{suffix}", rest.as_str())
}

//! Names in doc comments: what they link to, and what else they mention.

use std::ops::Range;

use tree_sitter::Node;

use super::Walker;
use crate::model::ByteRange;
use crate::model::uses::{Subject, UseKind};
use crate::parse::syntax as shared;

/// Tags whose text begins with a reference.
const TAGS: [&str; 8] = ["{@link", "{@linkplain", "{@value", "@see", "@throws", "@exception", "@serialData", "@uses"];

impl<'t> Walker<'t> {
    /// The doc comment of the declaration that comes next: this one, where it is one and names are looked for in it.
    pub fn doc_of_next(&self, comment: Node<'t>, before: Option<Node<'t>>) -> Option<Node<'t>> {
        if !self.wanted.docs {
            return None;
        }
        let text = self.text(comment);
        let is_doc = shared::is_doc_block(text) || text.starts_with("///");
        if is_doc && self.is_mentioned(comment) { Some(comment) } else { before }
    }

    /// Takes the uses in a doc comment at the current place.
    pub fn doc(&mut self, comment: Node<'t>) {
        let range = comment.byte_range();
        let text = self.text(comment);
        let mut taken: Vec<u32> = Vec::new();
        for tag in TAGS {
            for at in memchr::memmem::find_iter(text.as_bytes(), tag) {
                let rest = &text[at + tag.len()..];
                let reference = rest.trim_start_matches([' ', '\t', '\n', '\r', '*']);
                if rest.len() == reference.len() {
                    continue;
                }
                self.link(range.start + text.len() - reference.len(), reference, &mut taken);
            }
        }
        if text.starts_with("///") {
            for at in memchr::memchr_iter(b'[', text.as_bytes()) {
                self.link(range.start + at + 1, &text[at + 1..], &mut taken);
            }
        }
        let before = self.out.uses.len();
        self.mentions(range, UseKind::Doc);
        let mut at = before;
        while at < self.out.uses.len() {
            if taken.contains(&self.out.uses[at].bytes.start) { drop(self.out.uses.remove(at)) } else { at += 1 }
        }
    }

    /// What `reference`, which begins at `start` in the text, links to.
    fn link(&mut self, start: usize, reference: &str, taken: &mut Vec<u32>) {
        let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
        let end = reference.find(|c: char| !is_name(c) && c != '.').unwrap_or(reference.len());
        let type_name = reference[..end].trim_end_matches('.');
        for (at, _) in type_name.char_indices().filter(|(at, _)| *at == 0 || type_name[..*at].ends_with('.')) {
            let length = type_name[at..].find('.').unwrap_or(type_name.len() - at);
            let path = &type_name[..at + length];
            if self.wanted.holds(&type_name[at..at + length]) {
                let subject = Subject::Link { type_name: path.to_owned(), member: None, parameters: None };
                self.linked(start + at, length, subject, taken);
            }
        }
        let Some(rest) = reference[end..].strip_prefix('#') else { return };
        let length = rest.find(|c: char| !is_name(c)).unwrap_or(rest.len());
        let member = &rest[..length];
        if !self.wanted.holds(member) {
            return;
        }
        let list = rest[length..].strip_prefix('(').and_then(|list| list.split_once(')')).map(|(list, _)| list);
        let parameters = list.filter(|list| list.len() < 1000).map(|list| {
            let list = list.replace(['\n', '\r', '*'], " ");
            let types = list.split(',').map(|one| one.split_whitespace().next().unwrap_or("").to_owned());
            types.filter(|one| !one.is_empty()).collect()
        });
        let subject = Subject::Link { type_name: type_name.to_owned(), member: Some(member.to_owned()), parameters };
        self.linked(start + end + 1, length, subject, taken);
    }

    fn linked(&mut self, start: usize, length: usize, subject: Subject, taken: &mut Vec<u32>) {
        let bytes = ByteRange { start: start as u32, end: (start + length) as u32 };
        if !taken.contains(&bytes.start) {
            taken.push(bytes.start);
            self.add_use_at(bytes, UseKind::Doc, self.scope, subject);
        }
    }

    /// Wanted names that stand as whole words in a piece of text.
    pub fn mentions(&mut self, range: Range<usize>, kind: UseKind) {
        let Some(text) = self.reader.source.text.get(range.clone()) else { return };
        let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
        for name in &self.wanted.names {
            for at in memchr::memmem::find_iter(text.as_bytes(), name) {
                let end = at + name.len();
                if text[..at].ends_with(is_name) || text[end..].starts_with(is_name) {
                    continue;
                }
                let bytes = ByteRange { start: (range.start + at) as u32, end: (range.start + end) as u32 };
                self.add_use_at(bytes, kind, self.scope, Subject::Mention);
            }
        }
    }
}

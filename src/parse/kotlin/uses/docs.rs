//! Names in KDoc: what it links to, and what else it mentions; and names in strings.

use super::Walker;
use crate::model::ByteRange;
use crate::model::uses::{ScopeId, Subject, UseKind};
use crate::parse::syntax::is_doc_block;

/// Tags that a reference follows.
const TAGS: [&str; 4] = ["@see", "@throws", "@exception", "@sample"];

impl Walker<'_> {
    /// Takes the uses in all doc comments, where names are looked for in them.
    pub fn docs(&mut self) {
        if !self.wanted.docs {
            return;
        }
        let tokens = self.tokens;
        for comment in &tokens.comments {
            let range = ByteRange { start: comment.start, end: comment.end };
            let text = range.of(tokens.text);
            if is_doc_block(text) && self.mentions.stand_in(text.as_bytes()) {
                let next = tokens.code.get(tokens.at_or_after(comment.end)).map_or(comment.end, |token| token.start);
                let scope = self.scope_at(next).or_else(|| self.scope_at(comment.start));
                self.doc(comment.start, text, scope);
            }
        }
    }

    fn doc(&mut self, start: u32, text: &str, scope: Option<ScopeId>) {
        let mut taken = Vec::new();
        for at in memchr::memchr_iter(b'[', text.as_bytes()) {
            let link = &text[at + 1..];
            if link.find([']', '\n', '[']).is_some_and(|end| link[end..].starts_with(']')) {
                self.link(start + at as u32 + 1, link, scope, &mut taken);
            }
        }
        for tag in TAGS {
            for at in memchr::memmem::find_iter(text.as_bytes(), tag) {
                let rest = &text[at + tag.len()..];
                let reference = rest.trim_start_matches([' ', '\t']);
                if reference.len() < rest.len() {
                    self.link(start + (text.len() - reference.len()) as u32, reference, scope, &mut taken);
                }
            }
        }
        self.mentions(start, text, UseKind::Doc, scope, &taken);
    }

    /// What the dotted name that begins at `start` links to: each of its names a type or a member of the one before it.
    fn link(&mut self, start: u32, text: &str, scope: Option<ScopeId>, taken: &mut Vec<u32>) {
        let end = text.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '.'))).unwrap_or(text.len());
        let path = text[..end].trim_end_matches('.');
        let mut from = 0;
        while from < path.len() {
            let to = path[from..].find('.').map_or(path.len(), |length| from + length);
            let place = start + from as u32;
            let name = &path[from..to];
            if self.wanted.holds(name) && !taken.contains(&place) {
                taken.push(place);
                let bytes = ByteRange { start: place, end: start + to as u32 };
                let is_type = name.starts_with(char::is_uppercase);
                let subject = if is_type {
                    Subject::Link { type_name: path[..to].to_owned(), member: None, parameters: None }
                } else {
                    let type_name = path[..from].trim_end_matches('.').to_owned();
                    Subject::Link { type_name, member: Some(name.to_owned()), parameters: None }
                };
                self.add_use(bytes, UseKind::Doc, scope, subject);
            }
            from = to + 1;
        }
    }

    /// Wanted names that stand as whole words in a piece of the original, but for those taken already.
    pub fn mentions(&mut self, start: u32, text: &str, kind: UseKind, scope: Option<ScopeId>, taken: &[u32]) {
        let is_name = |c: char| c.is_alphanumeric() || c == '_';
        let wanted = self.wanted;
        for name in &wanted.names {
            for at in memchr::memmem::find_iter(text.as_bytes(), name) {
                let end = at + name.len();
                let place = start + at as u32;
                if text[..at].ends_with(is_name) || text[end..].starts_with(is_name) || taken.contains(&place) {
                    continue;
                }
                let bytes = ByteRange { start: place, end: start + end as u32 };
                self.add_use(bytes, kind, scope, Subject::Mention);
            }
        }
    }
}

//! Annotations and what stands in their arguments, read from the tokens: before declarations the tree has none.

use super::super::prefix::{self, unquoted};
use super::super::tokens::TokenKind;
use super::Walker;
use crate::model::ByteRange;
use crate::model::uses::{Form, ScopeId, Subject, UseKind};

impl Walker<'_> {
    /// Takes the uses in all annotations of the file.
    pub fn annotations(&mut self) {
        let tokens = self.tokens;
        for at in 0..tokens.code.len() {
            if !prefix::is_annotation(tokens, at) {
                continue;
            }
            let mut next = at + 1;
            if tokens.is(next + 1, b':') && tokens.touches_previous(next + 1) && !tokens.is(next + 2, b':') {
                next += 2;
            }
            if tokens.is(next, b'[') {
                let close = tokens.closing(next);
                next += 1;
                while next < close {
                    next = self.annotation(next).max(next + 1);
                }
            } else {
                self.annotation(next);
            }
        }
    }

    /// Takes the annotation whose name begins at `first`; the token after it.
    fn annotation(&mut self, first: usize) -> usize {
        let tokens = self.tokens;
        let scope = self.scope_at(tokens.code.get(first).map_or(0, |token| token.start));
        let mut at = self.path(first, UseKind::Annotation, scope);
        if tokens.is(at, b'<') && tokens.touches_previous(at) {
            at = tokens.after_angles(at);
        }
        if !(tokens.is(at, b'(') && tokens.touches_previous(at) && tokens.is_closed(at)) {
            return at;
        }
        let close = tokens.closing(at);
        at += 1;
        while at < close {
            if tokens.code[at].kind == TokenKind::Literal {
                self.template(at, scope);
            }
            at = if tokens.is_word(at) { self.argument(at, scope).max(at + 1) } else { at + 1 };
        }
        close + 1
    }

    /// The constants in a string of an annotation: `"$NAME"`, `"${a.b.NAME}"`.
    fn template(&mut self, at: usize, scope: Option<ScopeId>) {
        let token = self.tokens.code[at];
        let text = &self.tokens.text[token.start as usize..token.end as usize];
        let is_name = |c: char| c.is_alphanumeric() || c == '_';
        for (dollar, _) in text.match_indices('$') {
            if text[..dollar].ends_with('\\') && !text.starts_with("\"\"\"") {
                continue;
            }
            let rest = &text[dollar + 1..];
            let (from, path) = match rest.strip_prefix('{') {
                Some(inner) => (dollar + 2, inner.split('}').next().unwrap_or_default()),
                None => (dollar + 1, &rest[..rest.find(|c| !is_name(c)).unwrap_or(rest.len())]),
            };
            let is_path = path.split('.').all(|part| !part.is_empty() && part.chars().all(is_name));
            if !is_path || path.starts_with(|c: char| c.is_ascii_digit()) {
                continue;
            }
            let mut start = token.start + from as u32;
            let names: Vec<(ByteRange, &str)> = path
                .split('.')
                .map(|name| {
                    let bytes = ByteRange { start, end: start + name.len() as u32 };
                    start = bytes.end + 1;
                    (bytes, name)
                })
                .collect();
            self.constant(&names, scope);
        }
    }

    /// Takes the uses in the dotted name of a value.
    fn constant(&mut self, names: &[(ByteRange, &str)], scope: Option<ScopeId>) {
        let around = std::mem::replace(&mut self.scope, scope);
        let mut of = None;
        for (bytes, name) in names {
            let name = (*name).to_owned();
            let is_wanted = self.wanted.holds(&name);
            let form = match of {
                None => Form::Name(name),
                Some(of) => Form::Select { of, name },
            };
            let id = self.expression_of(form);
            of = Some(id);
            if is_wanted {
                self.add_use(*bytes, UseKind::Read, scope, Subject::Expression(id));
            }
        }
        self.scope = around;
    }

    /// A dotted name in the arguments of an annotation: a class literal, a constant, or the name of an argument.
    fn argument(&mut self, first: usize, scope: Option<ScopeId>) -> usize {
        let tokens = self.tokens;
        let end = self.path_end(first);
        let is_class = tokens.is(end, b':') && tokens.is(end + 1, b':');
        if is_class || tokens.is(end, b'(') {
            return self.path(first, UseKind::Type, scope);
        }
        if tokens.is(end, b'=') {
            return end;
        }
        let words = (first..end).step_by(2).map(|at| {
            let bytes = ByteRange { start: tokens.code[at].start, end: tokens.code[at].end };
            (bytes, unquoted(tokens.word(at)))
        });
        let names: Vec<(ByteRange, &str)> = words.collect();
        self.constant(&names, scope);
        end
    }

    /// Takes the uses in the dotted name of a type; the token after it.
    pub fn path(&mut self, first: usize, kind: UseKind, scope: Option<ScopeId>) -> usize {
        let tokens = self.tokens;
        let end = self.path_end(first);
        let mut path = String::new();
        for at in (first..end).step_by(2) {
            let name = unquoted(tokens.word(at));
            if !path.is_empty() {
                path.push('.');
            }
            path.push_str(name);
            if self.wanted.holds(name) {
                let bytes = ByteRange { start: tokens.code[at].start, end: tokens.code[at].end };
                let kind = if at + 1 == end { kind } else { UseKind::Type };
                self.add_use(bytes, kind, scope, Subject::Type(path.clone()));
            }
        }
        end
    }

    /// The token after the dotted name that begins at `first`.
    fn path_end(&self, first: usize) -> usize {
        let tokens = self.tokens;
        let mut at = first;
        while tokens.code.get(at).is_some_and(|token| token.kind == TokenKind::Word) {
            at += 1;
            if !(tokens.is(at, b'.') && tokens.is_word(at + 1)) {
                break;
            }
            at += 1;
        }
        at
    }

    /// The innermost type around a place.
    pub fn scope_at(&self, at: u32) -> Option<ScopeId> {
        let around = self.ranges.iter().filter(|(range, _)| range.start <= at && at < range.end);
        around.min_by_key(|(range, _)| range.end - range.start).map(|(_, scope)| *scope)
    }
}

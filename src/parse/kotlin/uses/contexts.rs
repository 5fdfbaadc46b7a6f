//! Context clauses, `context(log: Logger, Tx)`: the grammar must be spared them, so they are read from the tokens.
//!
//! What has a name is a parameter that only bodies name; without a name it is a receiver, as the language once had it. Those in
//! types of functions have no names that anybody can use.

use tree_sitter::Node;

use super::super::oneline::one_line_type;
use super::super::prefix::{self, Gap, Prefix, unquoted};
use super::super::tokens::{TokenKind, Tokens};
use super::Walker;
use crate::model::uses::{ScopeKind, UseKind};

/// Clauses that may stand within one, in types of functions; real ones have one.
const MOST_WITHIN: usize = 16;

/// One entry of a clause: the tokens of its type.
struct Entry<'t> {
    name: Option<&'t str>,
    first: usize,
    end: usize,
}

/// The entries of the clause whose word is the token at `clause`.
fn entries<'t>(tokens: &'t Tokens<'t>, clause: usize) -> Vec<Entry<'t>> {
    let close = tokens.closing(clause + 1);
    let mut found = Vec::new();
    let mut first = clause + 2;
    while first < close {
        let end = end_of_entry(tokens, first, close);
        let named = tokens.is_word(first) && tokens.is(first + 1, b':') && !tokens.is(first + 2, b':');
        let name = named.then(|| unquoted(tokens.word(first)));
        found.push(Entry { name, first: if named { first + 2 } else { first }, end });
        first = end + 1;
    }
    found
}

/// The comma behind the entry that begins at `first`, or the end of the clause.
fn end_of_entry(tokens: &Tokens<'_>, first: usize, close: usize) -> usize {
    let (mut at, mut angles) = (first, 0_u32);
    while at < close {
        match tokens.code[at].kind {
            TokenKind::Punctuation(b'(' | b'[' | b'{') => at = tokens.closing(at),
            TokenKind::Punctuation(b'<') => angles += 1,
            // An arrow ends no list.
            TokenKind::Punctuation(b'>') if !tokens.is(at - 1, b'-') => angles = angles.saturating_sub(1),
            TokenKind::Punctuation(b',') if angles == 0 => return at,
            _ => {}
        }
        at += 1;
    }
    close
}

impl<'t> Walker<'t> {
    /// The clauses before a declaration.
    pub fn contexts_of(&self, node: Node<'t>) -> Vec<usize> {
        if self.outline.contexts.is_empty() {
            return Vec::new();
        }
        let first = self.outline.start_of(self.tokens.at_or_after(self.bytes(node).start));
        Prefix::read(self.tokens, first, self.tokens.code.len()).contexts
    }

    /// Takes the uses in the clauses of a declaration.
    pub fn context_types(&mut self, clauses: &[usize]) {
        let tokens = self.tokens;
        for entry in clauses.iter().flat_map(|clause| entries(tokens, *clause)) {
            self.types_between(entry.first, entry.end);
        }
    }

    /// Brings what the clauses of a declaration declare into sight.
    pub fn bind_contexts(&mut self, clauses: &[usize]) {
        let tokens = self.tokens;
        for entry in clauses.iter().flat_map(|clause| entries(tokens, *clause)) {
            let text = one_line_type(tokens, entry.first, entry.end);
            match entry.name {
                Some("_") => {}
                Some(name) => {
                    let value = self.typed(text);
                    self.bind(name, value);
                }
                None => drop(self.open_scope(ScopeKind::Known(text))),
            }
        }
    }

    /// Takes the uses in the clause of a function type, which the tree does not have.
    pub fn context_of_type(&mut self, node: Node<'t>) {
        if self.outline.contexts.is_empty() {
            return;
        }
        let tokens = self.tokens;
        let at = tokens.at_or_after(self.bytes(node).start);
        let is_before = |clause: &usize| *clause == at || tokens.closing(clause + 1) + 1 == at;
        // Between a clause and the type behind it there are at most clauses that stand in it.
        let nearest = self.outline.contexts_in(0..at + 1).iter().rev().take(MOST_WITHIN);
        if let Some(clause) = nearest.copied().find(is_before) {
            self.context_types(&[clause]);
        }
    }

    /// Takes the uses in the types among some tokens.
    fn types_between(&mut self, first: usize, end: usize) {
        let tokens = self.tokens;
        let mut at = first;
        while at < end {
            let is_name = tokens.is(at + 1, b':') && !tokens.is(at + 2, b':');
            if prefix::is_annotation(tokens, at) {
                at = prefix::annotation(tokens, at, Gap::None, None);
            } else if prefix::is_context_clause(tokens, at) || !tokens.is_word(at) || is_name {
                at += 1;
            } else {
                at = self.path(at, UseKind::Type, self.scope).max(at + 1);
            }
        }
    }

    /// Whether a wanted name may stand in the clauses before or in a node, which the grammar does not get.
    pub fn is_mentioned_in_contexts(&self, node: Node<'_>) -> bool {
        if self.outline.contexts.is_empty() {
            return false;
        }
        let (tokens, bytes) = (self.tokens, self.bytes(node));
        let first = self.outline.start_of(tokens.at_or_after(bytes.start));
        let end = tokens.at_or_after(bytes.end);
        self.outline.contexts_in(first..end).iter().any(|clause| {
            let (from, to) = (tokens.code[*clause].start, tokens.code[tokens.closing(clause + 1)].end);
            self.mentions.stand_in(&tokens.text.as_bytes()[from as usize..to as usize])
        })
    }
}

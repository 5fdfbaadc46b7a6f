//! The code in string templates as tokens of its own: in those of the whole text a string is one.

use super::tokens::Tokens;
use crate::model::ByteRange;

/// The templates of a text, by where they begin: one in a string of another behind that.
pub(super) struct Templates<'a> {
    parts: Vec<Part<'a>>,
}

struct Part<'a> {
    range: ByteRange,
    tokens: Tokens<'a>,
    /// The place of the one it is in.
    outer: Option<usize>,
}

impl<'a> Templates<'a> {
    /// Those of a text whose templates are not nested too deep.
    pub fn of(tokens: &Tokens<'a>) -> Self {
        let mut all = Self { parts: Vec::new() };
        all.add(tokens, None);
        all
    }

    fn add(&mut self, tokens: &Tokens<'a>, outer: Option<usize>) {
        for range in &tokens.templates {
            let part = Tokens::within(tokens.text, *range);
            let at = self.parts.len();
            self.parts.push(Part { range: *range, tokens: Tokens::default(), outer });
            self.add(&part, Some(at));
            self.parts[at].tokens = part;
        }
    }

    pub fn all(&self) -> impl Iterator<Item = &Tokens<'a>> {
        self.parts.iter().map(|part| &part.tokens)
    }

    /// The tokens of the innermost template around a place.
    pub fn around(&self, offset: u32) -> Option<&Tokens<'a>> {
        // The last one that begins before it is in those that have not ended.
        let mut at = self.parts.partition_point(|part| part.range.start <= offset).checked_sub(1);
        while let Some(part) = at.map(|at| &self.parts[at]) {
            if offset < part.range.end {
                return Some(&part.tokens);
            }
            at = part.outer;
        }
        None
    }
}

//! The code in string templates as tokens of its own: in those of the whole text a string is one.

use super::tokens::Tokens;
use crate::model::ByteRange;

/// The templates of a text, by where they begin: one in a string of another behind that.
pub(super) struct Templates<'a> {
    parts: Vec<(ByteRange, Tokens<'a>)>,
}

impl<'a> Templates<'a> {
    /// Those of a text whose templates are not nested too deep.
    pub fn of(tokens: &Tokens<'a>) -> Self {
        let mut all = Self { parts: Vec::new() };
        all.add(tokens);
        all
    }

    fn add(&mut self, tokens: &Tokens<'a>) {
        for range in &tokens.templates {
            let part = Tokens::within(tokens.text, *range);
            let at = self.parts.len();
            self.parts.push((*range, Tokens::default()));
            self.add(&part);
            self.parts[at].1 = part;
        }
    }

    pub fn all(&self) -> impl Iterator<Item = &Tokens<'a>> {
        self.parts.iter().map(|(_, tokens)| tokens)
    }

    /// The tokens of the innermost template around a place in a string.
    pub fn around(&self, offset: u32) -> Option<&Tokens<'a>> {
        let behind = self.parts.partition_point(|(range, _)| range.start <= offset);
        self.parts[..behind].iter().rev().find(|(range, _)| offset < range.end).map(|(_, tokens)| tokens)
    }
}

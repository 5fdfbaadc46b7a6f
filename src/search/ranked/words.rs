//! What the terms of a word say of an artifact's declarations, read off their lists.

use super::best::{Scored, join};
use super::scorer::Scorer;
use crate::search::SearchError;
use crate::search::ask::{Field, Word};
use crate::store::read::StoreError;
use crate::store::term_list::TermList;
use crate::store::terms::Fields;

impl Scorer<'_> {
    /// A word of several parts: all of them; a name that has just these parts says more.
    pub(super) fn word(&self, word: &Word) -> Result<Scored, SearchError> {
        let parts = self.query.parts(word);
        let counts_name = word.is_name() && matches!(word.field, Field::Any | Field::Symbol | Field::Content);
        let whole = self.query.whole(word);
        if self.strict {
            let found = self.all_of(&parts, word, counts_name && whole.len() == parts.len())?;
            if !counts_name || whole.len() == parts.len() {
                return Ok(found);
            }
            return Ok(self.raise_named(found, &whole, word.parts.len())?);
        }
        let lists = parts.iter().map(|term| self.term_list(term, word.field));
        let mut lists = lists.collect::<Result<Vec<_>, _>>()?;
        lists.sort_by_key(Vec::len);
        let mut found = lists.into_iter().reduce(|one, other| join(&one, &other)).unwrap_or_default();
        if counts_name {
            found = self.raise_named(found, &whole, word.parts.len())?;
        }
        Ok(found)
    }

    /// Gives more to the declarations whose names have just these terms.
    fn raise_named(&self, mut found: Scored, whole: &[String], parts: usize) -> Result<Scored, StoreError> {
        let factor = 1.0 + self.request.weights.whole_word;
        let named = self.named(whole, parts)?;
        for (number, score) in &mut found {
            if named.binary_search(number).is_ok() {
                *score *= factor;
            }
        }
        Ok(found)
    }

    /// The declarations that all of these terms say something of. One that is held nowhere rules out all: no list is read then,
    /// and of the others that of the rarest first.
    fn all_of(&self, parts: &[String], word: &Word, counts_name: bool) -> Result<Scored, StoreError> {
        let counted = parts.iter().map(|term| self.held(term).map(|list| (list.count, term)));
        let Some(mut parts) = counted.collect::<Option<Vec<_>>>() else { return Ok(Vec::new()) };
        parts.sort_unstable();
        // Each with its score and whether its name has all terms so far.
        let mut found: Vec<(u32, f32, bool)> = Vec::new();
        for (place, (_, term)) in parts.iter().enumerate() {
            if place == 0 {
                self.term(term, word.field, &mut |number, score, in_name| found.push((number, score, in_name)))?;
                continue;
            }
            let before = std::mem::take(&mut found);
            let mut rest = &before[..];
            if rest.is_empty() {
                break;
            }
            self.term(term, word.field, &mut |number, score, in_name| {
                while let [(first, ..), tail @ ..] = rest
                    && *first < number
                {
                    rest = tail;
                }
                if let Some((first, sum, named)) = rest.first()
                    && *first == number
                {
                    found.push((number, sum + score, *named && in_name));
                }
            })?;
        }
        let traits = self.artifact.declarations.traits();
        let factor = 1.0 + self.request.weights.whole_word;
        let is_named =
            |number: u32| traits.get(number as usize).is_some_and(|traits| traits.may_have(word.parts.len()));
        let whole = |(number, score, named): (u32, f32, bool)| {
            (number, if counts_name && named && is_named(number) { score * factor } else { score })
        };
        Ok(found.into_iter().map(whole).collect())
    }

    /// The list of a term in this artifact, where it holds the term.
    fn held(&self, term: &str) -> Option<&TermList> {
        let place = self.query.place(term)?;
        self.artifact.lists.get(place)?.as_ref()
    }

    /// The declarations whose names have these terms and so many parts, ascending.
    pub(super) fn named(&self, terms: &[String], count: usize) -> Result<Vec<u32>, StoreError> {
        let traits = self.artifact.declarations.traits();
        let mut found: Option<Vec<u32>> = None;
        for term in terms {
            let mut own = Vec::new();
            let place = self.query.place(term);
            if let Some(list) = place.and_then(|place| self.artifact.lists[place].as_ref()) {
                list.each(|number, code| {
                    let fits = traits.get(number as usize).is_some_and(|traits| traits.may_have(count));
                    if fits && Fields::of_code(code).name > 0 {
                        own.push(number);
                    }
                })?;
            }
            found = Some(match found {
                None => own,
                Some(mut found) => {
                    found.retain(|number| own.binary_search(number).is_ok());
                    found
                }
            });
        }
        Ok(found.unwrap_or_default())
    }

    pub(super) fn term_list(&self, term: &str, field: Field) -> Result<Scored, StoreError> {
        let mut found = Vec::new();
        self.term(term, field, &mut |number, score, _| found.push((number, score)))?;
        Ok(found)
    }

    /// Gives every declaration that a term says something of, ascending, and whether its name holds the term.
    pub(super) fn term(
        &self,
        term: &str,
        field: Field,
        give: &mut impl FnMut(u32, f32, bool),
    ) -> Result<(), StoreError> {
        let Some(place) = self.query.place(term) else { return Ok(()) };
        let Some(list) = &self.artifact.lists[place] else { return Ok(()) };
        let (Some(scores), rarity) = (self.statistics.scores.get(&(field as u8)), self.statistics.rarity[place]) else {
            return Ok(());
        };
        let declarations = &self.artifact.declarations;
        let (extents, types) = (declarations.extents(), declarations.types());
        let mut cursor = declarations.cursor();
        // Members of a type that says something of the term: up to where, what it says of them, and which was given last.
        let (mut owned_to, mut owner, mut next) = (0_u32, 0.0_f32, 0_u32);
        list.each(|number, code| {
            if next < owned_to.min(number) {
                let score = rarity * scores.score(owner);
                (next..owned_to.min(number)).for_each(|member| give(member, score, false));
            }
            let Some(extent) = extents.get(number as usize) else { return };
            let is_owned = number < owned_to;
            let said = scores.said(code, *extent) + if is_owned { owner } else { 0.0 };
            if said > 0.0 {
                give(number, rarity * scores.score(said), Fields::of_code(code).name > 0);
            }
            next = number + 1;
            let of_members = if is_owned { 0.0 } else { scores.of_members(code, *extent) };
            if of_members > 0.0 {
                let at = cursor.type_of(number);
                if let Some(span) = types.get(at).filter(|span| span.first == number) {
                    (owned_to, owner) = (number + span.len(), of_members);
                }
            }
        })?;
        let score = rarity * scores.score(owner);
        (next..owned_to).for_each(|member| give(member, score, false));
        Ok(())
    }
}

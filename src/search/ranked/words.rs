//! What the terms of a word say of an artifact's declarations, read off their lists.

use super::best::{Scored, join};
use super::scorer::Scorer;
use crate::search::ask::Field;
use crate::search::wanted::WordTerms;
use crate::store::read::StoreError;
use crate::store::terms::Fields;

impl Scorer<'_> {
    /// A word of several parts: all of them; a name that has just these parts says more. Beside others it is one word all the same,
    /// however many parts it has.
    pub(super) fn word(&self, wanted: &WordTerms<'_>) -> Result<Scored, StoreError> {
        let mut found = self.word_alone(wanted)?;
        if wanted.parts.len() > 1 && self.query.any.len() > 1 {
            let share = (wanted.parts.len() as f32).powf(-self.request.weights.joined);
            for (_, score) in &mut found {
                *score *= share;
            }
        }
        Ok(found)
    }

    fn word_alone(&self, wanted: &WordTerms<'_>) -> Result<Scored, StoreError> {
        if self.strict {
            let found = self.all_of(wanted)?;
            return if wanted.counts_name && !wanted.is_whole { self.raise_named(found, wanted) } else { Ok(found) };
        }
        let lists = wanted.parts.iter().map(|term| self.term_list(*term, wanted.word.field));
        let mut lists = lists.collect::<Result<Vec<_>, _>>()?;
        lists.sort_by_key(Vec::len);
        let found = lists.into_iter().reduce(|one, other| join(&one, &other)).unwrap_or_default();
        if wanted.counts_name { self.raise_named(found, wanted) } else { Ok(found) }
    }

    /// Gives more to the declarations whose names have just the terms of a word.
    fn raise_named(&self, mut found: Scored, wanted: &WordTerms<'_>) -> Result<Scored, StoreError> {
        if found.is_empty() {
            return Ok(found);
        }
        let factor = 1.0 + self.request.weights.whole_word;
        let named = self.named(&wanted.whole, wanted.word.parts.len())?;
        for (number, score) in &mut found {
            if named.binary_search(number).is_ok() {
                *score *= factor;
            }
        }
        Ok(found)
    }

    /// The declarations that all of the terms of a word say something of. One that is held nowhere rules out all: no list is read
    /// then, and of the others that of the rarest first.
    fn all_of(&self, wanted: &WordTerms<'_>) -> Result<Scored, StoreError> {
        let counted = wanted.parts.iter().map(|term| Some((self.artifact.lists[*term].as_ref()?.count, *term)));
        let Some(mut parts) = counted.collect::<Option<Vec<_>>>() else { return Ok(Vec::new()) };
        // Of equals the first in the order of texts.
        parts.sort_by_key(|(count, _)| *count);
        // Each with its score and whether its name has all terms so far.
        let mut found: Vec<(u32, f32, bool)> = Vec::new();
        for (place, (_, term)) in parts.iter().enumerate() {
            if place == 0 {
                self.term(*term, wanted.word.field, &mut |number, score, in_name| {
                    found.push((number, score, in_name));
                })?;
                continue;
            }
            let before = std::mem::take(&mut found);
            let mut rest = &before[..];
            let Some((last, ..)) = rest.last() else { break };
            self.term_up_to(*last, *term, wanted.word.field, &mut |number, score, in_name| {
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
            |number: u32| traits.get(number as usize).is_some_and(|traits| traits.may_have(wanted.word.parts.len()));
        let counts_name = wanted.counts_name && wanted.is_whole;
        let whole = |(number, score, named): (u32, f32, bool)| {
            (number, if counts_name && named && is_named(number) { score * factor } else { score })
        };
        Ok(found.into_iter().map(whole).collect())
    }

    /// The declarations whose names have these terms and so many parts, ascending.
    pub(super) fn named(&self, terms: &[usize], count: usize) -> Result<Vec<u32>, StoreError> {
        let lists = terms.iter().map(|term| self.artifact.lists[*term].as_ref());
        let Some(mut lists) = lists.collect::<Option<Vec<_>>>() else { return Ok(Vec::new()) };
        // The rarest is read whole, the others as far as it goes.
        lists.sort_by_key(|list| list.count);
        let traits = self.artifact.declarations.traits();
        let mut found: Option<Vec<u32>> = None;
        for list in lists {
            let last = match &found {
                None => u32::MAX,
                Some(found) => match found.last() {
                    Some(last) => *last,
                    None => break,
                },
            };
            let mut own = Vec::new();
            list.each_up_to(last, |number, code| {
                let fits = traits.get(number as usize).is_some_and(|traits| traits.may_have(count));
                if fits && Fields::of_code(code).name > 0 {
                    own.push(number);
                }
            })?;
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

    pub(super) fn term_list(&self, term: usize, field: Field) -> Result<Scored, StoreError> {
        let mut found = Vec::new();
        self.term(term, field, &mut |number, score, _| found.push((number, score)))?;
        Ok(found)
    }

    /// Gives every declaration that a term says something of, ascending, and whether its name holds the term.
    pub(super) fn term(
        &self,
        term: usize,
        field: Field,
        give: &mut impl FnMut(u32, f32, bool),
    ) -> Result<(), StoreError> {
        self.term_up_to(u32::MAX, term, field, give)
    }

    /// The same of no declarations behind a number; what is behind is not read.
    pub(super) fn term_up_to(
        &self,
        last: u32,
        term: usize,
        field: Field,
        give: &mut impl FnMut(u32, f32, bool),
    ) -> Result<(), StoreError> {
        let Some(list) = &self.artifact.lists[term] else { return Ok(()) };
        let Some(scores) = self.statistics.scores(field) else { return Ok(()) };
        let rarity = self.statistics.rarity[term];
        let declarations = &self.artifact.declarations;
        let (extents, types) = (declarations.extents(), declarations.types());
        let mut cursor = declarations.cursor();
        // Members of a type that says something of the term: up to where, what it says of them, and which was given last.
        let (mut owned_to, mut owner, mut next) = (0_u32, 0.0_f32, 0_u32);
        list.each_up_to(last, |number, code| {
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
        (next..owned_to.min(last.saturating_add(1))).for_each(|member| give(member, score, false));
        Ok(())
    }
}

//! The score of an artifact's declarations for a whole query: what its clauses give, put together.

use super::best::{Best, Scored, Sums, join, meet};
use super::{Artifact, Found, Hit, Request, Statistics};
use crate::search::SearchError;
use crate::search::ask::{Field, Phrase, Unit};
use crate::search::in_path::InPath;
use crate::search::in_text::InText;
use crate::search::wanted::{Query, Wanted, WordTerms};
use crate::search::weights::Weights;
use crate::store::read::{Index, StoreError};
use crate::store::terms::Fields;
use crate::work::Work;

/// Scores one artifact.
pub(super) struct Scorer<'a> {
    pub index: &'a Index,
    pub artifact: &'a Artifact,
    pub query: &'a Query<'a>,
    pub statistics: &'a Statistics<'a>,
    pub request: &'a Request<'a>,
    /// A word that holds several asks for all of them.
    pub strict: bool,
    pub work: &'a Work,
}

impl Scorer<'_> {
    /// Scores it; `sums` are for this alone, kept from one artifact to the next.
    pub fn run(&self, place: usize, sums: &mut Sums) -> Result<Found, SearchError> {
        let mut exact = true;
        let Weights { coverage, position, .. } = *self.request.weights;
        sums.fit(self.artifact.declarations.len());
        for (at, wanted) in self.query.any.iter().enumerate() {
            let share = 1.0 / (1.0 + position * self.query.before(at) as f32);
            self.alternative(wanted, &mut exact, &mut |number, score| sums.add(number, share * score))?;
        }
        let named = self.named_so()?;
        self.give_named(&named, sums)?;
        let Some(last) = sums.last() else { return Ok(Found { exact, ..Found::default() }) };
        self.hints(sums, last)?;
        let (mut sums, met) = sums.take();
        let asked = self.query.any.len();
        if coverage > 0.0 && asked > 1 {
            let factors: Vec<f32> = (0..=asked).map(|met| (met as f32 / asked as f32).powf(coverage)).collect();
            sums.iter_mut().zip(&met).for_each(|((_, sum), met)| *sum *= factors[*met as usize]);
        }
        self.names(&mut sums, last)?;
        named.raise(&mut sums, self.statistics.most());
        let sums = self.without(sums, &self.query.none, &mut exact)?;
        let found = self.best(place, sums)?;
        Ok(Found { exact, ..found })
    }

    /// Adds what names say to those that were found: words that stand everywhere elsewhere, and words of names that the words
    /// of the query are written as.
    fn hints(&self, sums: &mut Sums, last: u32) -> Result<(), StoreError> {
        let weight = self.request.weights.hint;
        for term in self.query.hints() {
            let add = &mut |number, score, _| sums.add_more(number, weight * score);
            self.term_up_to(last, term, Field::Symbol, add)?;
        }
        Ok(())
    }

    /// Raises those whose own name, or whose type's, consists of what is asked for: by the share of its parts that are.
    fn names(&self, sums: &mut Scored, last: u32) -> Result<(), StoreError> {
        let Weights { all_of_name, all_of_owner, .. } = *self.request.weights;
        if all_of_name <= 0.0 && all_of_owner <= 0.0 {
            return Ok(());
        }
        let declarations = &self.artifact.declarations;
        let mut held = vec![0_u8; last as usize + 1];
        for list in self.artifact.lists.iter().take(self.query.asked()).flatten() {
            list.each_up_to(last, |number, code| {
                if Fields::of_code(code).name > 0
                    && let Some(held) = held.get_mut(number as usize)
                {
                    *held = held.saturating_add(1);
                }
            })?;
        }
        let traits = declarations.traits();
        let share = |at: u32| match (held.get(at as usize), traits.get(at as usize)) {
            (Some(held), Some(traits)) if *held > 0 => (f32::from(*held) / traits.name_parts() as f32).min(1.0),
            _ => 0.0,
        };
        let mut cursor = declarations.cursor();
        for (number, score) in sums {
            let span = declarations.types().get(cursor.type_of(*number));
            let first = span.map_or(*number, |span| span.first);
            *score *= 1.0 + all_of_name * share(*number);
            if first < *number {
                *score *= 1.0 + all_of_owner * share(first);
            }
        }
        Ok(())
    }

    /// Those of some declarations that hold all of these phrases; where none are named, of all that the filter lets through: what it
    /// leaves out must not take the place of others.
    fn holding(&self, among: Option<Scored>, phrases: &[&Phrase], exact: &mut bool) -> Result<Scored, SearchError> {
        match among {
            Some(among) => self.in_text().only(among, phrases, exact),
            None => self.in_text().some(self.allowed()?, phrases, exact),
        }
    }

    /// All declarations that the filter lets through.
    fn allowed(&self) -> Result<Scored, SearchError> {
        let declarations = &self.artifact.declarations;
        let (types, traits) = (declarations.types(), declarations.traits());
        let allowed = self.artifact.allowed(self.index, self.request.filter)?;
        let mut cursor = declarations.cursor();
        let is_allowed = |number: &u32| {
            let at = cursor.type_of(*number);
            let (Some(span), Some(own)) = (types.get(at), traits.get(*number as usize)) else { return false };
            allowed.has(at, span, number - span.first, *own)
        };
        Ok((0..declarations.len() as u32).filter(is_allowed).map(|number| (number, 1.0)).collect())
    }

    /// The best of those that the filter lets through; they come in ascending order.
    fn best(&self, place: usize, sums: Scored) -> Result<Found, SearchError> {
        let declarations = &self.artifact.declarations;
        let (types, traits) = (declarations.types(), declarations.traits());
        let weights = self.request.weights;
        let allowed = self.artifact.allowed(self.index, self.request.filter)?;
        let mut best = Best { most: self.request.most, hits: Vec::new(), least: 0.0 };
        let mut total = 0;
        let mut cursor = declarations.cursor();
        for (number, score) in sums {
            let at = cursor.type_of(number);
            let (Some(span), Some(own)) = (types.get(at), traits.get(number as usize)) else { break };
            let within = number - span.first;
            if score <= 0.0 || !allowed.has(at, span, within, *own) {
                continue;
            }
            total += 1;
            let kind = if within == 0 {
                weights.types
            } else if within > span.methods {
                weights.fields
            } else {
                1.0
            };
            let score = score * kind * self.statistics.of_traits[usize::from(own.0)];
            best.add(Hit { artifact: place, number, score });
        }
        Ok(Found { hits: best.finish(), total, exact: true, ..Found::default() })
    }

    /// Gives every declaration that an alternative fits, in any order, once.
    fn alternative(
        &self,
        wanted: &Wanted<'_>,
        exact: &mut bool,
        give: &mut impl FnMut(u32, f32),
    ) -> Result<(), SearchError> {
        if let Wanted::Word(WordTerms { word, parts, .. }) = wanted
            && !word.is_name()
            && let [term] = parts[..]
        {
            return Ok(self.term(term, word.field, &mut |number, score, _| give(number, score))?);
        }
        self.list(wanted, exact)?.into_iter().for_each(|(number, score)| give(number, score));
        Ok(())
    }

    fn list(&self, wanted: &Wanted<'_>, exact: &mut bool) -> Result<Scored, SearchError> {
        match wanted {
            Wanted::Path(text) => self.path(text),
            Wanted::Word(word) => Ok(self.word(word)?),
            Wanted::Phrase(phrase, terms) => {
                let candidates = self.candidates(phrase, terms)?;
                self.holding(candidates, &[phrase], exact)
            }
            Wanted::All(all, none) => {
                let (mut lists, mut phrases) = (Vec::new(), Vec::new());
                for wanted in all {
                    if let Wanted::Phrase(phrase, terms) = wanted {
                        lists.extend(self.candidates(phrase, terms)?);
                        phrases.push(*phrase);
                    } else {
                        lists.push(self.list(wanted, exact)?);
                    }
                }
                lists.sort_by_key(Vec::len);
                let found = lists.into_iter().reduce(|one, other| meet(&one, &other));
                // Texts are read last, of what is left.
                let found = match found {
                    Some(found) if phrases.is_empty() => found,
                    found => self.holding(found, &phrases, exact)?,
                };
                self.without(found, none, exact)
            }
            Wanted::Any(any, none) => {
                let lists = any.iter().map(|wanted| self.list(wanted, exact)).collect::<Result<Vec<_>, _>>()?;
                let found = lists.into_iter().reduce(|one, other| join(&one, &other)).unwrap_or_default();
                self.without(found, none, exact)
            }
        }
    }

    fn without(&self, mut found: Scored, none: &[Wanted<'_>], exact: &mut bool) -> Result<Scored, SearchError> {
        for wanted in none {
            let excluded = match wanted {
                Wanted::Phrase(phrase, terms) => {
                    let candidates = self.candidates(phrase, terms)?;
                    let among = candidates.map_or_else(|| found.clone(), |candidates| meet(&found, &candidates));
                    self.in_text().all_of(among, phrase)?
                }
                wanted => self.list(wanted, exact)?,
            };
            found.retain(|(number, _)| excluded.binary_search_by_key(number, |(number, _)| *number).is_err());
        }
        Ok(found)
    }

    /// Every declaration of the files whose paths are like this.
    fn path(&self, wanted: &InPath) -> Result<Scored, SearchError> {
        let paths = self.index.paths()?;
        let files: Vec<u32> = paths.iter().filter(|(_, path, _)| wanted.matches(path)).map(|(id, ..)| id).collect();
        let mut found = Vec::new();
        for span in self.artifact.declarations.types() {
            if files.binary_search(&span.file).is_ok() {
                found.extend((span.first..span.first + span.len()).map(|number| (number, 1.0)));
            }
        }
        Ok(found)
    }

    /// The declarations that hold all terms of a phrase; none where it has no term that tells anything. A term that nothing holds
    /// does not: words are in the text whatever their case, and `requirenonnull` is another term than those of `requireNonNull`.
    fn candidates(&self, phrase: &Phrase, terms: &[usize]) -> Result<Option<Scored>, StoreError> {
        let is_held = |term: &&usize| self.artifact.lists[**term].is_some();
        if phrase.unit == Unit::Parts && !terms.iter().all(|term| is_held(&term)) {
            return Ok(Some(Vec::new()));
        }
        let mut lists = terms
            .iter()
            .filter(is_held)
            .map(|term| self.term_list(*term, phrase.field))
            .collect::<Result<Vec<_>, _>>()?;
        lists.sort_by_key(Vec::len);
        Ok(lists.into_iter().reduce(|one, other| meet(&one, &other)))
    }

    pub(super) fn in_text(&self) -> InText<'_> {
        let artifacts = self.statistics.artifacts;
        InText { index: self.index, declarations: &self.artifact.declarations, artifacts, work: self.work }
    }
}

//! Declarations whose names are all that is asked for: `hasText`, `Map.Entry`, `IndexWriter#commit`.

use std::collections::HashMap;

use super::best::{Scored, Sums};
use super::scorer::Scorer;
use crate::search::ask::Field;
use crate::search::wanted::{Qualified, Wanted, WordTerms};
use crate::search::{SearchError, ends_with};
use crate::store::read::StoreError;

/// What the score of a declaration is multiplied by where its whole name is all that is asked for.
const ALONE: f32 = 3.0;
/// The same where what stands around it was named too.
const QUALIFIED: f32 = 6.0;
/// Declarations whose names are read to tell `Futures` from `Future`, whose term is the same.
const MOST_NAMES: usize = 64;

/// Declarations that are called as is asked.
#[derive(Default)]
pub(super) struct Named {
    /// Ascending.
    numbers: Vec<u32>,
    /// The places of the terms of their name, where it was asked for with what stands around it.
    terms: Vec<usize>,
}

impl Named {
    /// Gives them more.
    pub fn raise(&self, sums: &mut Scored) {
        let factor = if self.terms.is_empty() { ALONE } else { QUALIFIED };
        for (number, sum) in sums {
            if self.numbers.binary_search(number).is_ok() {
                *sum *= factor;
            }
        }
    }
}

impl Scorer<'_> {
    /// The declarations whose whole name is all that is asked for.
    pub(super) fn named_so(&self) -> Result<Named, SearchError> {
        let asked = match &self.query.any[..] {
            [Wanted::Word(asked)] => asked,
            // Looked for in names, and beside them in texts.
            [Wanted::Word(asked), Wanted::Phrase(..)] if asked.word.is_common() => asked,
            _ => return Ok(Named::default()),
        };
        let WordTerms { word, whole, is_stems, qualified, .. } = asked;
        if word.words != 1 {
            return qualified.as_ref().map_or_else(|| Ok(Named::default()), |qualified| self.qualified(qualified));
        }
        let mut named = self.named(whole, word.parts.len())?;
        if named.len() <= MOST_NAMES && !is_stems {
            named = self.in_text().named(named, &word.parts)?;
        }
        Ok(Named { numbers: named, terms: Vec::new() })
    }

    /// Gives those of a name in the types and packages that were asked for even where they say nothing of these: what a package
    /// is called stands in no declaration.
    pub(super) fn give_named(&self, named: &Named, sums: &mut Sums) -> Result<(), StoreError> {
        let missing: Vec<u32> = named.numbers.iter().copied().filter(|number| !sums.has(*number)).collect();
        let Some(last) = missing.last().copied() else { return Ok(()) };
        for term in &named.terms {
            self.term_up_to(last, *term, Field::Any, &mut |number, score, _| {
                if missing.binary_search(&number).is_ok() {
                    sums.add(number, score);
                }
            })?;
        }
        Ok(())
    }

    /// Those of a name with what stands around it.
    fn qualified(&self, wanted: &Qualified) -> Result<Named, SearchError> {
        let mut named = self.named(&wanted.terms, wanted.parts.len())?;
        if named.is_empty() {
            return Ok(Named::default());
        }
        named = self.within(named, &wanted.around)?;
        if named.len() <= MOST_NAMES {
            named = self.in_text().named(named, &wanted.parts)?;
        }
        Ok(Named { numbers: named, terms: wanted.terms.clone() })
    }

    /// Those of the declarations, ascending, that stand in types or packages whose names end so, whatever the case.
    fn within(&self, named: Vec<u32>, around: &str) -> Result<Vec<u32>, StoreError> {
        let (mut cursor, spans) = (self.artifact.declarations.cursor(), self.artifact.declarations.types());
        let mut by_type: HashMap<u32, Vec<(u32, bool)>> = HashMap::new();
        for number in named {
            let at = cursor.type_of(number);
            let Some(span) = spans.get(at) else { continue };
            by_type.entry(at as u32 + 1).or_default().push((number, number == span.first));
        }
        let packages = self.index.packages()?;
        let mut found = Vec::new();
        for one in self.index.type_names()?.iter() {
            let Some(declared) = by_type.get(&one.id) else { continue };
            let package =
                packages.get((one.package as usize).wrapping_sub(1)).map_or("", |package| package.name.as_str());
            for (number, is_type) in declared {
                let types = if *is_type { one.name.rsplit_once('.').map(|(outer, _)| outer) } else { Some(one.name) };
                let package = Some(package).filter(|package| !package.is_empty());
                let container: Vec<&str> = package.into_iter().chain(types).collect();
                found.extend(ends_with(&container.join("."), around, false).then_some(*number));
            }
        }
        found.sort_unstable();
        Ok(found)
    }
}

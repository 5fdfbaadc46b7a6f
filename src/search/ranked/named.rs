//! Declarations whose names are all that is asked for: `hasText`, `Map.Entry`, `IndexWriter#commit`.

use std::collections::HashMap;

use super::best::{Scored, Sums};
use super::scorer::Scorer;
use crate::search::SearchError;
use crate::search::ask::{Field, Word};
use crate::search::terms;
use crate::search::wanted::{Wanted, WordTerms};
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
        let [Wanted::Word(WordTerms { word, whole, is_stems, .. })] = &self.query.any[..] else {
            return Ok(Named::default());
        };
        if word.words != 1 {
            return self.qualified(word);
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
    fn qualified(&self, word: &Word) -> Result<Named, SearchError> {
        let Some((around, name)) = word.qualified() else { return Ok(Named::default()) };
        let mut parts = Vec::new();
        terms::parts(&name, |part| parts.push(part.to_owned()));
        let stems = terms::Stems::default();
        let place = |part: &String| self.query.terms.iter().position(|term| *term == stems.term(part));
        let Some(places) = parts.iter().map(place).collect::<Option<Vec<_>>>() else { return Ok(Named::default()) };
        let mut named = self.named(&places, parts.len())?;
        if named.is_empty() {
            return Ok(Named::default());
        }
        named = self.within(named, &around)?;
        if named.len() <= MOST_NAMES {
            named = self.in_text().named(named, &parts)?;
        }
        Ok(Named { numbers: named, terms: places })
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
            let package = packages.get((one.package as usize).wrapping_sub(1)).map_or("", |package| &package.name);
            for (number, is_type) in declared {
                let types = if *is_type { one.name.rsplit_once('.').map_or("", |(outer, _)| outer) } else { one.name };
                let is_in =
                    ends_with(types, around) || ends_with(&[package, types].join(".").replace("..", "."), around);
                found.extend(is_in.then_some(*number));
            }
        }
        found.sort_unstable();
        Ok(found)
    }
}

/// Whether the last segments of a name are these.
fn ends_with(name: &str, segments: &str) -> bool {
    let name = name.trim_matches('.');
    let start = name.len().checked_sub(segments.len());
    start.is_some_and(|start| {
        name.get(start..).is_some_and(|end| end.eq_ignore_ascii_case(segments))
            && (start == 0 || name.as_bytes()[start - 1] == b'.')
    })
}

#[cfg(test)]
mod tests {
    use super::ends_with;

    #[test]
    fn whole_segments_count() {
        for (name, segments, is_so) in [
            ("Map", "Map", true),
            ("java.util.Map", "map", true),
            ("java.util.Map", "util.Map", true),
            ("java.util.HashMap", "Map", false),
            ("Map", "util.Map", false),
            ("java.util.", "util", true),
            ("", "Map", false),
        ] {
            assert_eq!(ends_with(name, segments), is_so, "{name} {segments}");
        }
    }
}

//! What terms alone do not say: the declarations that hold a phrase, read.
//!
//! Terms leave out the words that stand everywhere, and the order of all words. So a phrase, a name of several parts beside
//! an operator, or such a common word is looked for in the texts of the declarations that can hold it: those that hold its
//! terms, in the files that hold its grams.

use std::cmp::Reverse;

use rayon::iter::ParallelIterator;
use rayon::slice::ParallelSlice;

use super::SearchError;
use super::ask::{Field, Phrase};
use super::candidates::{self, Effort};
use super::own_text::{Reader, Sought};
use super::query::{Query, QueryKind};
use super::ranked::Scored;
use crate::store::declarations::{Declarations, Span};
use crate::store::read::{Index, StoreError};
use crate::work::Work;

/// Declarations of one artifact after which a phrase is looked for no further: what comes first is shown, and that there may be
/// more is said.
const MOST_FOUND: usize = 1000;
/// The same over all artifacts where no term says which come first: pages lead no further.
const MOST_IN_ALL: usize = 3_000;
/// The least of these that one artifact gives.
const LEAST_FOUND: usize = 10;
/// Declarations that are read before the first look at what was found, and of these how many one after the other.
const BATCH: usize = 1000;
const PART: usize = 250;
/// Words of phrases by which files are ruled out.
const MOST_LOOKED_UP: usize = 8;
/// What a phrase says more than its words.
const IN_A_ROW: f32 = 2.0;

/// Looks into the texts of one artifact.
pub(super) struct InText<'a> {
    pub index: &'a Index,
    pub declarations: &'a Declarations,
    /// How many artifacts are searched.
    pub artifacts: usize,
    pub work: &'a Work,
}

impl InText<'_> {
    /// Those of some declarations that hold all of these phrases, the best first until they are many.
    pub fn only(&self, among: Scored, phrases: &[&Phrase], exact: &mut bool) -> Result<Scored, SearchError> {
        self.first(MOST_FOUND, among, phrases, exact)
    }

    /// The same of declarations that are alike, which nothing says the best of: fewer, since thousands of each of hundreds of
    /// artifacts would take seconds to read.
    pub fn some(&self, among: Scored, phrases: &[&Phrase], exact: &mut bool) -> Result<Scored, SearchError> {
        let share = (MOST_IN_ALL / self.artifacts.max(1)).clamp(LEAST_FOUND, MOST_FOUND);
        self.first(share, among, phrases, exact)
    }

    fn first(
        &self,
        most: usize,
        mut among: Scored,
        phrases: &[&Phrase],
        exact: &mut bool,
    ) -> Result<Scored, SearchError> {
        self.keep_possible(&mut among, phrases)?;
        among.sort_unstable_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
        let mut found = Vec::new();
        let mut rest = &mut among[..];
        let mut size = BATCH.min(2 * most);
        while !rest.is_empty() {
            if found.len() >= most {
                *exact = false;
                break;
            }
            self.work.check()?;
            let (batch, behind) = rest.split_at_mut(size.min(rest.len()));
            // Those of one file together. Each batch reads files that the last one read: of what is rare there are few batches.
            batch.sort_unstable_by_key(|(number, _)| *number);
            found.extend(self.holding(batch, phrases)?.into_iter().map(|(number, score)| (number, score * IN_A_ROW)));
            (rest, size) = (behind, size * 2);
        }
        found.sort_unstable_by_key(|(number, _)| *number);
        Ok(found)
    }

    /// Those of some declarations that hold a phrase, however many.
    pub fn all_of(&self, mut among: Scored, phrase: &Phrase) -> Result<Scored, SearchError> {
        self.keep_possible(&mut among, &[phrase])?;
        self.holding(&among, &[phrase])
    }

    /// Those of some declarations that hold all of these phrases, in the order given: that of their numbers.
    fn holding(&self, among: &[(u32, f32)], phrases: &[&Phrase]) -> Result<Scored, SearchError> {
        let parts = among.par_chunks(PART).map(|part| {
            self.work.check()?;
            let mut reader = Reader::new(self.index, self.declarations);
            let mut sought: Vec<Sought<'_>> = phrases.iter().map(|phrase| Sought::new(phrase)).collect();
            let mut found = Vec::new();
            'next: for (number, score) in part {
                for one in &mut sought {
                    if !reader.holds(*number, one)? {
                        continue 'next;
                    }
                }
                found.push((*number, *score));
            }
            Ok(found)
        });
        Ok(parts.collect::<Result<Vec<Scored>, SearchError>>()?.concat())
    }

    /// Those of some declarations whose names have just these parts, whatever their case.
    pub fn named(&self, mut among: Vec<u32>, parts: &[String]) -> Result<Vec<u32>, StoreError> {
        let mut reader = Reader::new(self.index, self.declarations);
        let mut kept = Vec::with_capacity(among.len());
        for number in among.drain(..) {
            if reader.is_named(number, parts)? {
                kept.push(number);
            }
        }
        Ok(kept)
    }

    /// Leaves those whose files hold the words of some phrases, in the text or in the name: a facade of Kotlin is called as its
    /// file. They are in order of number.
    fn keep_possible(&self, among: &mut Scored, phrases: &[&Phrase]) -> Result<(), SearchError> {
        let in_text = phrases.iter().filter(|phrase| phrase.field != Field::Symbol);
        let mut words: Vec<&String> = in_text.flat_map(|phrase| &phrase.words).collect();
        words.sort_unstable_by_key(|word| (Reverse(word.len()), *word));
        words.dedup();
        // Long words are the rare ones; each more costs a look into the index.
        for word in words.into_iter().take(MOST_LOOKED_UP) {
            if among.is_empty() {
                break;
            }
            let query = Query::parse(word, QueryKind::Text, Some(false), false)?;
            let Some(files) = candidates::files(&query, self.index, Effort::Little)? else { continue };
            let in_name = word.to_lowercase();
            let in_name = in_name.strip_suffix("kt").unwrap_or(&in_name);
            let paths = self.index.paths()?;
            let is_possible = |file: u32| {
                files.binary_search(&file).is_ok()
                    || paths.get(file).is_some_and(|(path, _)| path.to_lowercase().contains(in_name))
            };
            let (types, mut cursor) = (self.declarations.types(), self.declarations.cursor());
            // Those of one file stand together.
            let mut last = None;
            among.retain(|(number, _)| {
                let Some(Span { file, .. }) = types.get(cursor.type_of(*number)).copied() else { return false };
                match last {
                    Some((kept, is_kept)) if kept == file => is_kept,
                    _ => last.insert((file, is_possible(file))).1,
                }
            });
        }
        Ok(())
    }
}

//! Which files can hold a match: what a plan requires, looked up in the trigrams and the words of an index.
//!
//! Trigrams of source code are common: a string of twenty letters may have its trigrams in a hundred files and stand in
//! one. Words are rare. So whole words of a string are looked up first; parts of words are looked for in the dictionary
//! where the trigrams leave many files.

use std::collections::HashMap;
use std::rc::Rc;

use super::literal::{Finder, Literal, Run};
use super::plan::Plan;
use crate::store::read::{Index, Posting, StoreError};

/// Files that are few enough to be looked at without intersecting further.
const FEW_FILES: usize = 4;

/// Files that are few enough to be looked at without going through the dictionary, which takes as long.
const FEW_TO_READ: usize = 24;

/// Most words that a part of a word may stand in to tell something; a part that stands in more is in most files.
const MOST_WORDS: usize = 600;

/// Most parts of words of one string that are looked for: the longest tell most.
const MOST_PARTS: usize = 2;

/// How far it is worth going to tell files apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Effort {
    /// As far as a fraction of a millisecond leads.
    Little,
    /// Through the dictionary too.
    Full,
}

/// The ids of the files that can match, ascending; none when every file can.
pub(super) fn of(plan: &Plan, index: &Index, effort: Effort) -> Result<Option<Vec<u32>>, StoreError> {
    Lookup { index, effort, known: HashMap::new() }.plan(plan)
}

/// Posting lists that were read.
struct Lookup<'a> {
    index: &'a Index,
    effort: Effort,
    known: HashMap<u32, Rc<Posting>>,
}

impl Lookup<'_> {
    fn plan(&mut self, plan: &Plan) -> Result<Option<Vec<u32>>, StoreError> {
        match plan {
            Plan::All => Ok(None),
            Plan::Literal(literal) => self.literal(literal),
            Plan::And(plans) => {
                let mut found: Option<Vec<u32>> = None;
                for plan in plans {
                    let Some(ids) = self.plan(plan)? else { continue };
                    found = Some(match found {
                        Some(found) => intersect(found, &ids),
                        None => ids,
                    });
                }
                Ok(found)
            }
            Plan::Or(plans) => {
                let mut found = Vec::new();
                for plan in plans {
                    let Some(mut ids) = self.plan(plan)? else { return Ok(None) };
                    found.append(&mut ids);
                }
                found.sort_unstable();
                found.dedup();
                Ok(Some(found))
            }
        }
    }

    /// The files that can hold a string; none where nothing can be told.
    fn literal(&mut self, literal: &Literal) -> Result<Option<Vec<u32>>, StoreError> {
        let runs = literal.runs();
        let mut lists: Vec<List> = Vec::new();
        for run in runs.iter().filter(|run| run.is_whole_word()) {
            let word = std::str::from_utf8(&run.text).ok().map(|word| self.index.word_number(word)).transpose()?;
            match word.flatten() {
                Some(number) => lists.push(List::Word(self.index.word_posting(number)?)),
                None => return Ok(Some(Vec::new())),
            }
        }
        for code in literal.codes() {
            let list = match self.known.get(&code) {
                Some(list) => Rc::clone(list),
                None => Rc::new(self.index.posting(code)?),
            };
            self.known.insert(code, Rc::clone(&list));
            if list.size() == 0 {
                return Ok(Some(Vec::new()));
            }
            lists.push(List::Trigram(list));
        }
        lists.sort_by_key(List::size);
        let mut found: Option<Vec<u32>> = None;
        for list in lists {
            found = Some(match found {
                Some(found) if found.len() <= FEW_FILES => return Ok(Some(found)),
                Some(found) => intersect(found, &list.files()?),
                None => list.files()?,
            });
        }
        match self.effort {
            Effort::Little => Ok(found),
            Effort::Full => self.parts(&runs, found),
        }
    }

    /// Leaves out the files that hold no word of which a run is a part.
    fn parts(&self, runs: &[Run], mut found: Option<Vec<u32>>) -> Result<Option<Vec<u32>>, StoreError> {
        let mut parts: Vec<&Run> = runs.iter().filter(|run| !run.is_whole_word() && run.text.len() > 1).collect();
        parts.sort_by_key(|run| std::cmp::Reverse(run.text.len()));
        for run in parts.into_iter().take(MOST_PARTS) {
            if found.as_ref().is_some_and(|found| found.len() <= FEW_TO_READ) {
                break;
            }
            let Some(finder) = run.finder() else { continue };
            let Some(files) = self.files_with(&finder)? else { continue };
            found = Some(match found {
                Some(found) => intersect(found, &files),
                None => files,
            });
        }
        Ok(found)
    }

    /// The files that hold one of the words that the finder finds; none where these are too many.
    fn files_with(&self, finder: &Finder<'_>) -> Result<Option<Vec<u32>>, StoreError> {
        let find = |words: &[u8], from: usize| finder.next(words, from);
        let Some(mut numbers) = self.index.words_where(find, MOST_WORDS)? else { return Ok(None) };
        // The word 0 stands for those that are too long to be in the dictionary.
        numbers.insert(0, 0);
        self.index.files_with_words(&numbers).map(Some)
    }
}

/// A packed list.
enum List {
    Trigram(Rc<Posting>),
    Word(Posting),
}

impl List {
    fn size(&self) -> usize {
        match self {
            Self::Trigram(list) => list.size(),
            Self::Word(list) => list.size(),
        }
    }

    fn files(&self) -> Result<Vec<u32>, StoreError> {
        match self {
            Self::Trigram(list) => list.files(),
            Self::Word(list) => Ok(list.standings()?.into_iter().map(|(file, _)| file).collect()),
        }
    }
}

/// What both lists hold; both are ascending.
pub(super) fn intersect(mut one: Vec<u32>, other: &[u32]) -> Vec<u32> {
    let mut rest = other;
    one.retain(|id| {
        // Most often the next entries are skipped one by one; where many are to be skipped, by ever larger steps.
        let mut step = 1;
        while rest.get(step).is_some_and(|candidate| candidate < id) {
            step *= 2;
        }
        let near = &rest[step / 2..rest.len().min(step + 1)];
        rest = &rest[step / 2 + near.partition_point(|candidate| candidate < id)..];
        rest.first() == Some(id)
    });
    one
}

#[cfg(test)]
mod tests {
    use super::intersect;

    #[test]
    fn lists_meet() {
        let mut random = fastrand::Rng::with_seed(11);
        for _ in 0..500 {
            let mut list = |most: u32| -> Vec<u32> { (0..200).filter(|_| random.u32(0..most) == 0).collect() };
            let (one, other) = (list(3), list(9));
            let expected: Vec<u32> = one.iter().copied().filter(|id| other.contains(id)).collect();
            assert_eq!(intersect(one.clone(), &other), expected, "{one:?} {other:?}");
            assert_eq!(intersect(other.clone(), &one), expected);
        }
        assert_eq!((intersect(vec![], &[1]), intersect(vec![1], &[])), (vec![], vec![]));
    }
}

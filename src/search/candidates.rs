//! Which files can hold a match: what a plan requires, looked up in the grams and the words of an index.
//!
//! Grams of source code are common: a string of twenty letters may have its grams in fifty files and stand in one. Words
//! are rare. So whole words of a string are looked up first; parts of words are looked for in the dictionary
//! where the grams leave many files.

use std::collections::HashMap;
use std::rc::Rc;

use super::literal::{Literal, Run};
use super::plan::Plan;
use super::query::Query;
use super::rough;
use crate::store::read::{Index, Posting, StoreError, intersect};

/// Files that are few enough to be looked at without intersecting further.
const FEW_FILES: usize = 4;

/// Files that are few enough to be looked at without going through the dictionary, which takes as long: so many for each of its
/// blocks, which are as long as those of texts.
const FILES_A_BLOCK: usize = 1;

/// At most so many, however large the dictionary is.
const FEW_TO_READ: usize = 24;

/// Most words that a part of a word may stand in to tell something; a part that stands in more is in most files.
const MOST_WORDS: usize = 600;

/// Shortest part of a word that is looked for, in bytes; a shorter one is in most files of an index that has many.
const SHORTEST_PART: usize = 4;

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
pub(super) fn of(query: &Query, index: &Index, effort: Effort) -> Result<Option<Vec<u32>>, StoreError> {
    let runs = query.rough.runs(index)?;
    if runs.as_ref().is_some_and(Vec::is_empty) {
        return Ok(Some(Vec::new()));
    }
    let mut found = Lookup { index, effort, known: HashMap::new(), parts: HashMap::new() }.plan(&query.plan)?;
    if let Some((found, runs)) = found.as_mut().zip(runs) {
        rough::keep(found, &runs);
    }
    Ok(found)
}

/// How many files are few enough to be looked at without going through the dictionary; none where it tells nothing.
pub(super) fn few_to_read(query: &Query, index: &Index) -> Result<Option<usize>, StoreError> {
    if !has_parts(&query.plan) {
        return Ok(None);
    }
    few_in(index).map(Some)
}

fn few_in(index: &Index) -> Result<usize, StoreError> {
    Ok((FILES_A_BLOCK * index.dictionary_blocks()?).min(FEW_TO_READ))
}

/// Whether a plan has parts of words to look for.
fn has_parts(plan: &Plan) -> bool {
    match plan {
        Plan::All => false,
        Plan::Literal(literal) => literal.runs().iter().any(is_part),
        Plan::And(plans) | Plan::Or(plans) => plans.iter().any(has_parts),
    }
}

/// Whether the dictionary is worth being looked through for a run.
fn is_part(run: &Run) -> bool {
    !run.is_whole_word() && run.text.len() >= SHORTEST_PART
}

/// Grams of one string that are looked up to see whether an index can hold it; neighbours tell much the same.
const GRAMS_AT_A_GLANCE: usize = 8;

/// Whether a file can match at all, told by strings and by few grams: what most artifacts of many do not hold is found out so in
/// a microsecond, else in some ten.
pub(super) fn can_be(query: &Query, index: &Index) -> Result<bool, StoreError> {
    if query.rough.runs(index)?.is_some_and(|runs| runs.is_empty()) {
        return Ok(false);
    }
    has_plan(&query.plan, index)
}

fn has_plan(plan: &Plan, index: &Index) -> Result<bool, StoreError> {
    match plan {
        Plan::All => Ok(true),
        Plan::Literal(literal) => has_grams(literal, index),
        Plan::And(plans) => {
            for plan in plans {
                if !has_plan(plan, index)? {
                    return Ok(false);
                }
            }
            Ok(true)
        }
        Plan::Or(plans) => {
            for plan in plans {
                if has_plan(plan, index)? {
                    return Ok(true);
                }
            }
            Ok(false)
        }
    }
}

/// Whether a file holds some grams of a string, from all over it.
fn has_grams(literal: &Literal, index: &Index) -> Result<bool, StoreError> {
    let mut codes: Vec<u32> =
        literal.codes().into_iter().filter(|codes| codes.start() == codes.end()).map(|codes| *codes.start()).collect();
    let every = codes.len().div_ceil(GRAMS_AT_A_GLANCE).max(1);
    codes = codes.into_iter().step_by(every).collect();
    let mut found: Option<Vec<u32>> = None;
    for code in codes {
        let list = index.posting(code)?;
        match &mut found {
            _ if list.size() == 0 => return Ok(false),
            Some(found) => list.keep(found)?,
            None => found = Some(list.files()?),
        }
        if found.as_ref().is_some_and(Vec::is_empty) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Posting lists that were read.
struct Lookup<'a> {
    index: &'a Index,
    effort: Effort,
    known: HashMap<u32, Rc<Posting>>,
    /// Files by part of a word; none where too many words hold it.
    parts: HashMap<Run, Option<Rc<Vec<u32>>>>,
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
                    meet(&mut found, ids);
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
        for codes in literal.codes() {
            let code = *codes.start();
            if code < *codes.end() {
                lists.push(List::Files(self.index.files_with_one_of(codes)?));
                continue;
            }
            let list = match self.known.get(&code) {
                Some(list) => Rc::clone(list),
                None => Rc::new(self.index.posting(code)?),
            };
            self.known.insert(code, Rc::clone(&list));
            if list.size() == 0 {
                return Ok(Some(Vec::new()));
            }
            lists.push(List::Gram(list));
        }
        lists.sort_by_key(List::size);
        let mut found: Option<Vec<u32>> = None;
        for list in lists {
            found = Some(match found {
                Some(found) if found.len() <= FEW_FILES => return Ok(Some(found)),
                Some(mut found) => {
                    list.keep(&mut found)?;
                    found
                }
                None => list.files()?,
            });
        }
        match self.effort {
            Effort::Little => Ok(found),
            Effort::Full => self.parts(&runs, found),
        }
    }

    /// Leaves out the files that hold no word of which a run is a part.
    fn parts(&mut self, runs: &[Run], mut found: Option<Vec<u32>>) -> Result<Option<Vec<u32>>, StoreError> {
        let mut parts: Vec<&Run> = runs.iter().filter(|run| is_part(run)).collect();
        parts.sort_by_key(|run| std::cmp::Reverse(run.text.len()));
        let few = few_in(self.index)?;
        for run in parts.into_iter().take(MOST_PARTS) {
            if found.as_ref().is_some_and(|found| found.len() <= few) {
                break;
            }
            let files = match self.parts.get(run) {
                Some(files) => files.clone(),
                None => self.files_with(run)?.map(Rc::new),
            };
            self.parts.insert(run.clone(), files.clone());
            let Some(files) = files else { continue };
            match &mut found {
                Some(found) => intersect(found, &files),
                None => found = Some(files.to_vec()),
            }
        }
        Ok(found)
    }

    /// The files that hold one of the words that the run is a part of; none where these are too many.
    fn files_with(&self, run: &Run) -> Result<Option<Vec<u32>>, StoreError> {
        let Some(finder) = run.finder() else { return Ok(None) };
        let find = |words: &[u8], from: usize| finder.next(words, from);
        let Some(mut numbers) = self.index.words_where(find, MOST_WORDS)? else { return Ok(None) };
        // The word 0 stands for those that are too long to be in the dictionary.
        numbers.insert(0, 0);
        self.index.files_with_words(&numbers).map(Some)
    }
}

/// A packed list.
enum List {
    Gram(Rc<Posting>),
    /// Unpacked already.
    Files(Vec<u32>),
    Word(Posting),
}

impl List {
    fn size(&self) -> usize {
        match self {
            Self::Gram(list) => list.size(),
            Self::Files(files) => files.len(),
            Self::Word(list) => list.size(),
        }
    }

    fn files(&self) -> Result<Vec<u32>, StoreError> {
        match self {
            Self::Gram(list) => list.files(),
            Self::Files(files) => Ok(files.clone()),
            Self::Word(list) => Ok(list.standings()?.into_iter().map(|(file, _)| file).collect()),
        }
    }

    /// Leaves those of the files that are in the list.
    fn keep(&self, found: &mut Vec<u32>) -> Result<(), StoreError> {
        match self {
            Self::Gram(list) => list.keep(found),
            Self::Word(_) | Self::Files(_) => {
                intersect(found, &self.files()?);
                Ok(())
            }
        }
    }
}

/// Leaves of what was found what is in the other list too; none is everything.
fn meet(found: &mut Option<Vec<u32>>, other: Vec<u32>) {
    match found {
        Some(found) => intersect(found, &other),
        None => *found = Some(other),
    }
}

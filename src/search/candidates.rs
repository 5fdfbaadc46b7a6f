//! Which blocks of text can hold a match: what a plan requires, looked up in the grams and the words of an index.
//!
//! Grams tell most. Where they leave many blocks, whole words of a string are looked up too, and parts of words are looked for
//! in the dictionary: of those it is known which files hold them.

use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::rc::Rc;

use super::literal::{Finder, Literal, Run};
use super::plan::Plan;
use super::query::Query;
use super::rough;
use crate::store::layout::Layout;
use crate::store::read::{Index, Posting, StoreError, intersect};

/// Blocks that are few enough to be looked at without intersecting further.
const FEW_BLOCKS: usize = 2;

/// Blocks that are few enough to be looked at without going through the dictionary, which takes as long: so many for each of its
/// own, which are longer.
const TEXTS_A_BLOCK: usize = 3;

/// At most so many, however large the dictionary is.
const FEW_TO_READ: usize = 64;

/// Most words that a part of a word may stand in to tell something; a part that stands in more is in most files.
const MOST_WORDS: usize = 600;

/// Shortest part of a word that is looked for, in bytes; a shorter one is in most files of an index that has many.
const SHORTEST_PART: usize = 4;

/// Most parts of words of one string that are looked for: the longest tell most.
const MOST_PARTS: usize = 2;

/// A part of a word that is a word of one of so many files tells too little for a look through the dictionary.
const TELLING: u64 = 2;

/// How far it is worth going to tell files apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Effort {
    /// As far as a fraction of a millisecond leads.
    Little,
    /// Through the dictionary too.
    Full,
}

/// The ids of the files that can match, ascending, and perhaps neighbours of theirs; none when every file can.
pub(super) fn files(query: &Query, index: &Index, effort: Effort) -> Result<Option<Vec<u32>>, StoreError> {
    let Some(blocks) = of(query, index, effort)? else { return Ok(None) };
    Ok(Some(index.layout()?.files_with(&blocks)))
}

/// The ids of the blocks that can match, ascending; none when every block can.
pub(super) fn of(query: &Query, index: &Index, effort: Effort) -> Result<Option<Vec<u32>>, StoreError> {
    let runs = query.rough.runs(index)?;
    if runs.as_ref().is_some_and(Vec::is_empty) {
        return Ok(Some(Vec::new()));
    }
    let layout = index.layout()?;
    let mut found = Lookup { query, index, layout: &layout, effort, known: HashMap::new(), parts: HashMap::new() }
        .plan(&query.plan)?;
    if let Some((found, runs)) = found.as_mut().zip(runs) {
        rough::keep(found, &runs);
    }
    Ok(found)
}

/// How many blocks are few enough to be looked at without going through the dictionary; none where it tells nothing.
pub(super) fn few_to_read(query: &Query, index: &Index) -> Result<Option<usize>, StoreError> {
    if query.parts().is_empty() {
        return Ok(None);
    }
    few_in(index).map(Some)
}

fn few_in(index: &Index) -> Result<usize, StoreError> {
    Ok((TEXTS_A_BLOCK * index.dictionary_blocks()?).min(FEW_TO_READ))
}

/// Whether the dictionary is worth being looked through for a run.
fn is_part(run: &Run) -> bool {
    !run.is_whole_word() && run.text.len() >= SHORTEST_PART
}

/// The parts of words that a plan asks for, with what finds each: making that takes as long as looking through a dictionary, of
/// which a search of many artifacts has many.
#[derive(Debug, Clone, Default)]
pub(super) struct Parts(HashMap<Run, Option<Finder>>);

impl Parts {
    pub(super) fn of(plan: &Plan) -> Self {
        let mut parts = Self::default();
        parts.add(plan);
        parts
    }

    fn add(&mut self, plan: &Plan) {
        match plan {
            Plan::All => {}
            Plan::Literal(literal) => {
                self.0.extend(literal.runs().into_iter().filter(is_part).map(|run| (run.clone(), run.finder())));
            }
            Plan::And(plans) | Plan::Or(plans) => plans.iter().for_each(|plan| self.add(plan)),
        }
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What finds a part; none where it cannot be looked for.
    fn finder(&self, run: &Run) -> Option<&Finder> {
        self.0.get(run)?.as_ref()
    }
}

/// Posting lists that were read.
struct Lookup<'a> {
    query: &'a Query,
    index: &'a Index,
    layout: &'a Layout,
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

    /// The blocks that can hold a string; none where nothing can be told.
    fn literal(&mut self, literal: &Literal) -> Result<Option<Vec<u32>>, StoreError> {
        let runs = literal.runs();
        let mut found = self.with_grams(literal.codes())?;
        for run in runs.iter().filter(|run| run.is_whole_word()) {
            if found.as_ref().is_some_and(|found| found.len() <= TEXTS_A_BLOCK) {
                break;
            }
            let word = std::str::from_utf8(&run.text).ok().map(|word| self.index.word_number(word)).transpose()?;
            let Some(number) = word.flatten() else { return Ok(Some(Vec::new())) };
            let files: Vec<u32> =
                self.index.word_posting(number)?.standings()?.into_iter().map(|(file, _)| file).collect();
            self.keep(&mut found, &files);
        }
        match self.effort {
            Effort::Little => Ok(found),
            Effort::Full => self.parts(&runs, found),
        }
    }

    /// The blocks that hold the grams of a string; none where it has no grams. A list takes a fraction of the time of a block to look
    /// up: those that tell nothing new are left where what was found is few.
    fn with_grams(&mut self, codes: Vec<RangeInclusive<u32>>) -> Result<Option<Vec<u32>>, StoreError> {
        let mut found: Option<Vec<u32>> = None;
        let mut idle = 0;
        for codes in spread(codes) {
            let before = found.as_ref().map_or(usize::MAX, Vec::len);
            if before <= FEW_BLOCKS * (1 + idle) {
                break;
            }
            let code = *codes.start();
            if code < *codes.end() {
                let blocks = self.index.blocks_with_one_of(codes)?;
                meet(&mut found, blocks);
            } else {
                let list = match self.known.get(&code) {
                    Some(list) => Rc::clone(list),
                    None => Rc::new(self.index.posting(code)?),
                };
                self.known.insert(code, Rc::clone(&list));
                match &mut found {
                    Some(found) => list.keep(found)?,
                    None => found = Some(list.blocks()?),
                }
            }
            let after = found.as_ref().map_or(usize::MAX, Vec::len);
            idle = if after < before { 0 } else { idle + 1 };
        }
        Ok(found)
    }

    /// Leaves of what was found the blocks of some files.
    fn keep(&self, found: &mut Option<Vec<u32>>, files: &[u32]) {
        match found {
            Some(found) => self.layout.keep(found, files),
            None => *found = Some(self.layout.blocks_with(files)),
        }
    }

    /// Leaves out the blocks of files that hold no word of which a run is a part.
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
            self.keep(&mut found, &files);
        }
        Ok(found)
    }

    /// Whether the run is itself a word of many files.
    fn is_common(&self, run: &Run) -> Result<bool, StoreError> {
        let word = std::str::from_utf8(&run.text).ok().map(|word| self.index.word_number(word)).transpose()?;
        let Some(number) = word.flatten() else { return Ok(false) };
        let files = self.index.word_posting(number)?.standings()?.len() as u64;
        Ok(files * TELLING > self.index.meta().counts.files)
    }

    /// The files that hold one of the words that the run is a part of; none where these are too many.
    fn files_with(&self, run: &Run) -> Result<Option<Vec<u32>>, StoreError> {
        let Some(finder) = self.query.parts().finder(run) else { return Ok(None) };
        if self.is_common(run)? {
            return Ok(None);
        }
        let find = |words: &[u8], from: usize| finder.next(words, from);
        let Some(mut numbers) = self.index.words_where(find, MOST_WORDS)? else { return Ok(None) };
        // The word 0 stands for those that are too long to be in the dictionary.
        numbers.insert(0, 0);
        self.index.files_with_words(&numbers).map(Some)
    }
}

/// The same in another order, in which neighbours are far from each other: they tell much the same.
fn spread<T>(all: Vec<T>) -> impl Iterator<Item = T> {
    let mut all: Vec<Option<T>> = all.into_iter().map(Some).collect();
    let room = all.len().next_power_of_two();
    let bits = room.trailing_zeros();
    (0..room).filter_map(move |at| {
        let place = if bits == 0 { 0 } else { at.reverse_bits() >> (usize::BITS - bits) };
        all.get_mut(place)?.take()
    })
}

/// Leaves of what was found what is in the other list too; none is everything.
fn meet(found: &mut Option<Vec<u32>>, other: Vec<u32>) {
    match found {
        Some(found) => intersect(found, &other),
        None => *found = Some(other),
    }
}

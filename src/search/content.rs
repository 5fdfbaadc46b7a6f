//! Search in the texts of one index: pages of matching lines with their contexts, in order of path, then line.
//!
//! A page is found without counting what comes after it, save a little: the total is exact where that was cheap, and says
//! so where it is not. Which files are read, and what is answered, depends on the index and the request alone; only a
//! deadline can cut a page short, and then the answer says it.

use std::ops::Range;
use std::sync::Arc;
use std::time::Instant;

use rayon::prelude::*;

use super::SearchError;
use super::candidates::{self, Effort};
use super::files::FileScope;
pub use super::hits::{Block, Context};
use super::hits::{Hit, Hits, Step, after_line, blocks};
use super::query::Query;
use crate::error::Incomplete;
use crate::store::layout::Layout;
use crate::store::read::{Index, intersect};
use crate::text::lines::Lines;
use crate::work::Work;

/// Bytes of text in which matches are still counted once a page is full: a fraction of a millisecond.
const COUNTED_BYTES: usize = 256 << 10;

/// Blocks or files of the first batch, which the first page often needs no more of; each batch is twice the one before.
const FIRST_BATCH: usize = 8;

/// Those of a batch at most.
const LARGEST_BATCH: usize = 128;

/// Those that are worth a thread: some hundred microseconds.
const SHARE: usize = 4;

/// Candidates that are looked into before the dictionary is asked which of the others can match.
const LOOKED_AT_FIRST: usize = 32;

/// Paths looked up one by one before reading all of them is worth it.
const FEW_LOOKUPS: u32 = 64;

/// What is asked of one index.
#[derive(Debug, Clone, Copy)]
pub struct Request<'a> {
    pub query: &'a Query,
    pub scope: &'a FileScope,
    pub context: Context,
    /// Most matching lines of a page; at least 1.
    pub max_results: usize,
    /// Where the page before ended.
    pub after: Option<&'a Position>,
    /// When to stop, with what was found so far.
    pub deadline: Option<Instant>,
}

/// A place between two pages.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Position {
    pub path: String,
    /// The line of the last hit told; [`Position::WHOLE`]: the whole file is done.
    pub line: u32,
    /// Hits told in this index so far.
    pub told: u64,
}

impl Position {
    /// The line of a position behind a whole file.
    pub const WHOLE: u32 = u32::MAX;
}

/// How many lines match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Total {
    pub value: u64,
    /// Whether that is all; else there are at least as many.
    pub exact: bool,
}

/// The hits of one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileHits {
    pub path: String,
    pub blocks: Vec<Block>,
}

/// One page of hits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    pub files: Vec<FileHits>,
    /// Matching lines on this page.
    pub hits: usize,
    /// Matching lines in the whole index, those of the pages before included.
    pub total: Total,
    /// Where the next page begins; none: this was the last.
    pub next: Option<Position>,
    /// What was not searched.
    pub incomplete: Vec<Incomplete>,
}

/// The blocks of an index that can match, as far as its grams tell at little cost.
#[derive(Debug)]
pub struct Candidates(Option<Vec<u32>>);

impl Candidates {
    /// Those of a query.
    ///
    /// # Errors
    /// When the index is damaged.
    pub fn of(query: &Query, index: &Index) -> Result<Self, SearchError> {
        Ok(Self(candidates::of(query, index, Effort::Little)?))
    }

    /// Whether there is any.
    #[must_use]
    pub fn any(&self) -> bool {
        self.0.as_ref().is_none_or(|blocks| !blocks.is_empty())
    }
}

/// Searches one index.
///
/// # Errors
/// When the index is damaged, or the caller gave up.
pub fn search(index: &Index, request: &Request<'_>, work: &Work) -> Result<Page, SearchError> {
    search_among(index, Candidates::of(request.query, index)?, request, work)
}

/// The same where the candidates of the query are known.
///
/// # Errors
/// As [`search`].
pub fn search_among(
    index: &Index,
    Candidates(candidates): Candidates,
    request: &Request<'_>,
    work: &Work,
) -> Result<Page, SearchError> {
    let mut files = request.scope.ids(index)?;
    if let Some(position) = request.after {
        files.start = index.first_file_from(&position.path)?.unwrap_or(files.end).clamp(files.start, files.end);
    }
    let mut search = Search {
        index,
        layout: index.layout()?,
        files,
        request,
        work,
        paths: Paths { index, lookups: 0 },
        told: request.after.map_or(0, |position| position.told),
        page: Page {
            files: Vec::new(),
            hits: 0,
            total: Total { value: 0, exact: true },
            next: None,
            incomplete: Vec::new(),
        },
        beyond: 0,
        counted_bytes: 0,
    };
    search.run(candidates)?;
    let mut page = search.page;
    page.total.value = search.told + page.hits as u64 + search.beyond;
    Ok(page)
}

struct Search<'a> {
    index: &'a Index,
    layout: Arc<Layout>,
    /// Those that are still to be searched.
    files: Range<u32>,
    request: &'a Request<'a>,
    work: &'a Work,
    paths: Paths<'a>,
    told: u64,
    page: Page,
    /// Hits found after the page was full.
    beyond: u64,
    counted_bytes: usize,
}

/// What is looked at from outside before it is read.
#[derive(Clone, Copy)]
enum Unit {
    File,
    Block,
}

/// How the search of a file, or of files, ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Searched,
    /// The rest is left for the next page.
    Stopped,
}

impl Search<'_> {
    /// `first` is what grams tell at little cost.
    fn run(&mut self, mut first: Option<Vec<u32>>) -> Result<(), SearchError> {
        let query = self.request.query;
        if first.is_none() {
            first = candidates::of(query, self.index, Effort::Full)?;
        }
        let Some(first) = first else {
            let all: Vec<u32> = self.files.clone().collect();
            return self.in_batches(&all, Unit::File).map(drop);
        };
        let within = self.layout.blocks_of_all(&self.files);
        let mut first: Vec<u32> = first.into_iter().filter(|block| within.contains(block)).collect();
        // What is common fills a page with the first blocks; only what is rare is worth a look at the dictionary.
        let few = candidates::few_to_read(query, self.index)?;
        let mut rest = first.split_off(first.len().min(few.map_or(LOOKED_AT_FIRST, |few| few.min(LOOKED_AT_FIRST))));
        if self.in_batches(&first, Unit::Block)? == Outcome::Stopped || rest.is_empty() {
            return Ok(());
        }
        if few.is_some_and(|few| rest.len() > few)
            && let Some(fewer) = candidates::of(query, self.index, Effort::Full)?
        {
            intersect(&mut rest, &fewer);
        }
        self.in_batches(&rest, Unit::Block).map(drop)
    }

    /// Searches blocks or files in order. What cannot match is told on all cores, a batch at a time; the rest is looked into
    /// one by one, so that the page does not depend on which thread was faster.
    fn in_batches(&mut self, mut ids: &[u32], unit: Unit) -> Result<Outcome, SearchError> {
        let mut size = FIRST_BATCH;
        while let Some(first) = ids.first().filter(|_| !self.files.is_empty()) {
            self.work.check()?;
            let (batch, rest) = ids.split_at(size.min(ids.len()));
            if self.out_of_time() {
                let file = match unit {
                    Unit::File => *first,
                    Unit::Block => self.files.start.max(*self.layout.files_of(*first).start()),
                };
                let (path, _) = self.paths.get(file)?;
                self.stop_for_time(&path, 0);
                return Ok(Outcome::Stopped);
            }
            let outcome = match unit {
                Unit::File => self.files(batch)?,
                Unit::Block => self.blocks(batch)?,
            };
            if outcome == Outcome::Stopped {
                return Ok(Outcome::Stopped);
            }
            (ids, size) = (rest, (size * 2).min(LARGEST_BATCH));
        }
        Ok(Outcome::Searched)
    }

    fn blocks(&mut self, blocks: &[u32]) -> Result<Outcome, SearchError> {
        let mut wanted = Vec::with_capacity(blocks.len());
        for block in blocks {
            // Of a file that is done, the blocks that are left say nothing.
            if self.is_chosen(*block)? {
                wanted.push(*block);
            }
        }
        let (index, query, layout) = (self.index, self.request.query, &self.layout);
        let glances = wanted.par_iter().with_min_len(SHARE).map(|block| glance_at_block(index, layout, query, *block));
        let glances = glances.collect::<Result<Vec<Glance>, SearchError>>()?;
        for (block, glance) in wanted.into_iter().zip(glances) {
            let outcome = match glance {
                Glance::Nothing(bytes) => self.nothing(bytes),
                Glance::Open => self.block(block)?,
            };
            if outcome == Outcome::Stopped {
                return Ok(Outcome::Stopped);
            }
        }
        Ok(Outcome::Searched)
    }

    /// Whether a file that may be in a block is one of those to be searched.
    fn is_chosen(&mut self, block: u32) -> Result<bool, SearchError> {
        for file in self.layout.files_of(block) {
            if self.files.contains(&file) && self.is_in_scope(file)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the scope takes a file, if more than its place decides.
    fn is_in_scope(&mut self, file: u32) -> Result<bool, SearchError> {
        if !self.request.scope.chooses() {
            return Ok(true);
        }
        let (path, is_text) = self.paths.get(file)?;
        Ok(is_text && self.request.scope.holds(&path))
    }

    /// Searches the files in a block, one after the other.
    fn block(&mut self, block: u32) -> Result<Outcome, SearchError> {
        let of = self.layout.files_of(block);
        for file in of.clone() {
            // The last one may begin behind it.
            let is_in = || Ok::<_, SearchError>(self.index.first_block(file)?.is_some_and(|first| first <= block));
            if !self.files.contains(&file) || file == *of.end() && !is_in()? {
                continue;
            }
            if self.files(&[file])? == Outcome::Stopped {
                return Ok(Outcome::Stopped);
            }
            self.files.start = file + 1;
        }
        Ok(Outcome::Searched)
    }

    fn files(&mut self, ids: &[u32]) -> Result<Outcome, SearchError> {
        let mut wanted = Vec::with_capacity(ids.len());
        for id in ids {
            if self.is_in_scope(*id)? {
                wanted.push(*id);
            }
        }
        let (index, query) = (self.index, self.request.query);
        let glances = wanted.par_iter().with_min_len(SHARE).map(|id| glance(index, query, *id));
        let glances = glances.collect::<Result<Vec<Glance>, SearchError>>()?;
        for (id, glance) in wanted.into_iter().zip(glances) {
            let outcome = match glance {
                Glance::Nothing(bytes) => self.nothing(bytes),
                Glance::Open => {
                    let (path, is_text) = self.paths.get(id)?;
                    if !is_text {
                        // Only what matches the empty text looks into a binary file.
                        Outcome::Searched
                    } else if self.out_of_time() {
                        self.stop_for_time(&path, 0);
                        Outcome::Stopped
                    } else {
                        self.file(id, &path)?
                    }
                }
            };
            if outcome == Outcome::Stopped {
                return Ok(Outcome::Stopped);
            }
        }
        Ok(Outcome::Searched)
    }

    /// Counts a file in which nothing matches, or what is left of one.
    fn nothing(&mut self, bytes: usize) -> Outcome {
        if self.page.hits >= self.request.max_results {
            self.counted_bytes += bytes;
            if self.beyond > 0 && self.counted_bytes > COUNTED_BYTES {
                self.page.total.exact = false;
                return Outcome::Stopped;
            }
        }
        Outcome::Searched
    }

    fn file(&mut self, id: u32, path: &str) -> Result<Outcome, SearchError> {
        let done = self.request.after.filter(|position| position.path == path).map_or(0, |position| position.line);
        if done == Position::WHOLE {
            return Ok(Outcome::Searched);
        }
        let text = self.index.text(id)?;
        let mut lines = None;
        let from = match done {
            0 => 0,
            line => after_line(&text, lines.insert(Lines::of(&text)), line),
        };
        let mut steps = Hits::new(self.request.query, &text, from);
        let mut hits: Vec<Hit> = Vec::new();
        let mut until = None;
        let mut outcome = Outcome::Searched;
        let mut searched = from;
        loop {
            match steps.step() {
                Step::End => break,
                Step::Pause => {
                    self.work.check()?;
                    if self.out_of_time() {
                        outcome = Outcome::Stopped;
                        break;
                    }
                }
                Step::Hit(hit) if self.page.hits + hits.len() < self.request.max_results => {
                    hits.push(hit);
                    searched = hit.end;
                }
                Step::Hit(hit) => {
                    self.beyond += 1;
                    until = until.or(Some(hit.start));
                    self.counted_bytes += hit.end - searched;
                    searched = hit.end;
                    if self.counted_bytes > COUNTED_BYTES {
                        outcome = Outcome::Stopped;
                        break;
                    }
                }
            }
        }
        let last_line = if hits.is_empty() {
            done
        } else {
            let lines = lines.get_or_insert_with(|| Lines::of(&text));
            let blocks = blocks(&text, lines, &hits, self.request.context, from, until);
            let last = blocks.last().and_then(|block| block.match_lines.last()).copied().unwrap_or(done);
            self.page.hits += hits.len();
            self.page.files.push(FileHits { path: path.to_owned(), blocks });
            last
        };
        self.mark_next(path, last_line);
        if outcome == Outcome::Stopped {
            if self.beyond == 0 {
                self.stop_for_time(path, last_line);
            }
            self.page.total.exact = false;
        }
        let rest = self.nothing(text.len().saturating_sub(searched));
        if rest == Outcome::Stopped {
            return Ok(rest);
        }
        Ok(outcome)
    }

    /// The first hit that is not told sets where the next page begins: behind the last one that is.
    fn mark_next(&mut self, path: &str, last_line: u32) {
        if self.beyond == 0 || self.page.next.is_some() {
            return;
        }
        self.page.next =
            Some(Position { path: path.to_owned(), line: last_line, told: self.told + self.page.hits as u64 });
    }

    fn out_of_time(&self) -> bool {
        self.request.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Ends the page before the file at `path`, or behind the given line of it.
    fn stop_for_time(&mut self, path: &str, line: u32) {
        self.page.total.exact = false;
        if self.page.next.is_some() {
            return;
        }
        self.page.next = Some(Position { path: path.to_owned(), line, told: self.told + self.page.hits as u64 });
        if self.page.hits < self.request.max_results {
            self.page.incomplete.push(Incomplete::new(
                format!("files from {path} on"),
                "the time for one search ran out; the cursor goes on from there",
            ));
        }
    }
}

/// What a file or a block looks like from outside.
enum Glance {
    /// Nothing in these many bytes matches, or no text is kept of the file.
    Nothing(usize),
    /// It has to be looked into.
    Open,
}

fn glance_at_block(index: &Index, layout: &Layout, query: &Query, block: u32) -> Result<Glance, SearchError> {
    if query.line_alone || !layout.is_plain(block) {
        return Ok(Glance::Open);
    }
    let look = |text: &[u8]| if query.is_in(text) { Glance::Open } else { Glance::Nothing(text.len()) };
    Ok(index.look_at_block(block, look, |glance| matches!(glance, Glance::Open))?)
}

fn glance(index: &Index, query: &Query, id: u32) -> Result<Glance, SearchError> {
    if query.line_alone {
        return Ok(Glance::Open);
    }
    let look = |text: &[u8]| if query.is_in(text) { Glance::Open } else { Glance::Nothing(text.len()) };
    let seen = index.glance(id, look)?;
    Ok(seen.unwrap_or(Glance::Open))
}

/// Paths by id: a few are looked up, for many all paths are read once.
struct Paths<'a> {
    index: &'a Index,
    lookups: u32,
}

impl Paths<'_> {
    /// The path of a file and whether it is text.
    fn get(&mut self, id: u32) -> Result<(String, bool), SearchError> {
        self.lookups += 1;
        let all = if self.lookups > FEW_LOOKUPS { Some(self.index.paths()?) } else { self.index.paths_at_hand() };
        if let Some((path, is_text)) = all.as_ref().and_then(|all| all.get(id)) {
            return Ok((path.to_owned(), is_text));
        }
        let file = self.index.file_by_id(id)?;
        let is_text = file.is_text();
        Ok((file.path, is_text))
    }
}

//! What is said where no line matches: another reading of the query that some do; of a message that was pasted, which of its words
//! stand in a line.
//!
//! A message as it was printed holds values (numbers, names in quotes, paths) that no source holds, and what a source holds may be
//! broken over lines. What is told was found, and a few short searches are all that it costs.

use std::time::{Duration, Instant};

use super::readings::{self, Reading};
use crate::error::Failure;
use crate::index::{self, Opened};
use crate::search::content::{self, Context, Request};
use crate::search::files::FileScope;
use crate::search::message::{FEWEST_WORDS, joined, parts};
use crate::search::query::{Query, QueryKind};
use crate::text::escape::visible;
use crate::tools::scope::Scope;
use crate::tools::{Call, resolve};

/// How long all the searches may take: an answer that finds nothing else is not to be slow.
const PATIENCE: Duration = Duration::from_secs(1);
/// Searches at most.
const MOST_TRIES: usize = 24;
/// Parts that are told at most, and the lines of each.
const MOST_PARTS: usize = 3;
const MOST_LINES: usize = 2;

/// What is searched again.
pub struct Asked<'a> {
    pub text: &'a str,
    pub kind: QueryKind,
    pub case_sensitive: Option<bool>,
    pub whole_word: bool,
    pub files: &'a FileScope,
}

/// What to say of a query that no line matches; nothing where that helps nobody.
///
/// # Errors
/// When the caller wants the work no longer.
pub fn suggestion(call: &Call<'_>, scope: &mut Scope, asked: &Asked<'_>) -> Result<Option<String>, Failure> {
    let readings = readings::of(call, asked);
    // What is an expression says itself what stands for values.
    let is_expression = asked.kind == QueryKind::Regex && asked.text.contains(['\\', '|', '*', '+', '^']);
    let parts = if is_expression { Vec::new() } else { parts(asked.text) };
    if readings.is_empty() && parts.is_empty() {
        return Ok(None);
    }
    let mut opened: Vec<Opened> = Vec::new();
    for (place, seen) in scope.look(call, |opened| opened)?.into_iter().enumerate() {
        opened.extend(if seen.is_some() { seen } else { scope.open(call, place)? });
    }
    let mut search = Search { call, opened, single: scope.single, asked, until: Instant::now() + PATIENCE, tries: 0 };
    for Reading { query, rule } in readings {
        if let Some(places) = search.places_of(&query)? {
            return Ok(Some(format!("{rule} it is in {}", places.join(", "))));
        }
    }
    let mut told: Vec<String> = Vec::new();
    for part in parts {
        if told.len() < MOST_PARTS
            && let Some((words, places)) = search.longest(&part)?
        {
            told.push(format!("\"{}\" is in {}", visible(&resolve::short(&words)), places.join(", ")));
        }
    }
    let all = "no line holds all of it, as where a message is put together from values";
    Ok((!told.is_empty()).then(|| format!("{all}; {}", told.join("; "))))
}

struct Search<'a> {
    call: &'a Call<'a>,
    opened: Vec<Opened>,
    single: bool,
    asked: &'a Asked<'a>,
    until: Instant,
    tries: usize,
}

impl Search<'_> {
    /// The most words of a part in a row that a line holds, and where.
    fn longest(&mut self, words: &[&str]) -> Result<Option<(String, Vec<String>)>, Failure> {
        let whole = joined(words);
        if let Some(places) = self.places(&whole)? {
            return Ok(Some((whole, places)));
        }
        let (mut from, mut to) = (0, FEWEST_WORDS);
        let mut best = None;
        while to <= words.len() && to - from < words.len() {
            let run = joined(&words[from..to]);
            if let Some(places) = self.places(&run)? {
                best = Some((run, places));
                to += 1;
            } else {
                // What is looked for from here on is longer than what was found.
                (from, to) = (from + 1, to + 1);
            }
        }
        Ok(best)
    }

    /// The first lines that hold a text; none as well where there was no time to look for them.
    fn places(&mut self, text: &str) -> Result<Option<Vec<String>>, Failure> {
        let Asked { kind, case_sensitive, whole_word, .. } = *self.asked;
        self.places_of(&Query::parse(text, kind, case_sensitive, whole_word)?)
    }

    /// The same of lines that a query matches.
    fn places_of(&mut self, query: &Query) -> Result<Option<Vec<String>>, Failure> {
        self.tries += 1;
        if self.tries > MOST_TRIES || Instant::now() >= self.until {
            return Ok(None);
        }
        let request = Request {
            query,
            scope: self.asked.files,
            context: Context { before: 0, after: 0 },
            // One more tells whether there are more.
            max_results: MOST_LINES + 1,
            after: None,
            deadline: Some(self.until),
        };
        let found = index::on_all_cores(&self.opened, |opened| {
            let page = content::search(&opened.index, &request, self.call.work).ok();
            let mut places = Vec::new();
            for file in page.into_iter().flat_map(|page| page.files) {
                let name = if self.single { file.path } else { format!("{}/{}", opened.coordinate, file.path) };
                let lines = file.blocks.iter().flat_map(|block| &block.match_lines);
                places.extend(lines.map(|line| format!("{}:{line}", visible(&name))));
            }
            places
        });
        self.call.work.check()?;
        let mut places: Vec<String> = found.into_iter().flatten().collect();
        let more = places.len() > MOST_LINES;
        places.truncate(MOST_LINES);
        if more {
            places.push("…".to_owned());
        }
        Ok((!places.is_empty()).then_some(places))
    }
}

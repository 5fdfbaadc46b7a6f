//! Hits in one text: which lines match, and the blocks they are shown in.
//!
//! A line here ends with LF (a CR before it belongs to the end), as ripgrep has it; the numbers are javac's, for whom a lone
//! CR ends a line too. They differ only in texts with lone CRs, where a line found here has the number of the hit in it.

use memchr::{memchr, memrchr};

use super::query::Query;
use crate::model::LineRange;
use crate::text::lines::Lines;

/// Bytes searched between two looks at the clock.
const STRIDE: usize = 1 << 20;

/// A line that matches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Hit {
    pub start: usize,
    /// Past the line end.
    pub end: usize,
    /// Where in the line a match ends.
    pub at: usize,
}

/// Matching lines of a text, one after the other.
pub(super) struct Hits<'a> {
    query: &'a Query,
    text: &'a [u8],
    next: usize,
    stride_end: usize,
}

/// What the next step of a search found.
pub(super) enum Step {
    Hit(Hit),
    /// Nothing yet: time to look at the clock.
    Pause,
    End,
}

impl<'a> Hits<'a> {
    /// The matching lines of `text` from the line that begins at `start` on.
    pub(super) fn new(query: &'a Query, text: &'a str, start: usize) -> Self {
        Self { query, text: text.as_bytes(), next: start, stride_end: start }
    }

    pub(super) fn step(&mut self) -> Step {
        if self.next >= self.text.len() {
            return Step::End;
        }
        if self.next >= self.stride_end {
            let least = (self.next + STRIDE).min(self.text.len());
            self.stride_end = line_end(self.text, least.saturating_sub(1).max(self.next));
        }
        let found = if self.query.line_alone { self.line_by_line() } else { self.at_once() };
        let Some(hit) = found else {
            self.next = self.stride_end;
            return Step::Pause;
        };
        self.next = hit.end;
        Step::Hit(hit)
    }

    /// No match crosses a line end, so many lines are searched in one go.
    fn at_once(&self) -> Option<Hit> {
        let stride = &self.text[..self.stride_end];
        let at = self.query.match_end(stride, self.next)?;
        let start = memrchr(b'\n', &stride[..at]).map_or(0, |end| end + 1);
        // An empty match behind the last line end is in no line of this stride.
        (start < stride.len()).then(|| Hit { start, end: line_end(stride, at), at })
    }

    fn line_by_line(&self) -> Option<Hit> {
        let stride = &self.text[..self.stride_end];
        let mut start = self.next;
        while start < stride.len() {
            let end = line_end(stride, start);
            let line = &stride[start..start + without_line_end(&stride[start..end]).len()];
            if let Some(at) = self.query.match_end(line, 0) {
                return Some(Hit { start, end, at: start + at });
            }
            start = end;
        }
        None
    }
}

/// Past the end of the line that holds the byte at `at`.
fn line_end(text: &[u8], at: usize) -> usize {
    memchr(b'\n', &text[at..]).map_or(text.len(), |end| at + end + 1)
}

fn without_line_end(line: &[u8]) -> &[u8] {
    let Some(line) = line.strip_suffix(b"\n") else { return line };
    line.strip_suffix(b"\r").unwrap_or(line)
}

/// Lines of a file that are shown together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// As the file has them, the last line end left out.
    pub content: String,
    pub lines: LineRange,
    /// The lines that were hit, ascending.
    pub match_lines: Vec<u32>,
}

impl Block {
    /// The lines one by one: number, text without its end, whether it was hit.
    pub fn numbered(&self) -> impl Iterator<Item = (u32, &str, bool)> {
        let mut number = self.lines.start;
        let mut pieces = self.content.split('\n').peekable();
        std::iter::from_fn(move || {
            let piece = pieces.next()?;
            // The end of the last line was left out already: a CR there is a line end of its own.
            let line = if pieces.peek().is_some() { piece.strip_suffix('\r').unwrap_or(piece) } else { piece };
            let first = number;
            // A lone CR ends a line for javac, so the next number is further on.
            number += 1 + line.matches('\r').count() as u32;
            Some((first, line, self.match_lines.iter().any(|hit| (first..number).contains(hit))))
        })
    }
}

/// How many lines are shown around a hit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Context {
    pub before: u32,
    pub after: u32,
}

/// The blocks in which these hits are shown. `from` is where the lines already told end, `until` where the next hit, which
/// is not told yet, begins: no block reaches beyond either, so that every hit a block shows is marked.
pub(super) fn blocks(
    text: &str,
    lines: &Lines,
    hits: &[Hit],
    context: Context,
    from: usize,
    until: Option<usize>,
) -> Vec<Block> {
    let bytes = text.as_bytes();
    let mut blocks: Vec<(usize, usize, Vec<u32>)> = Vec::new();
    for hit in hits {
        let mut start = hit.start;
        for _ in 0..context.before {
            if start <= from {
                break;
            }
            start = memrchr(b'\n', &bytes[..start - 1]).map_or(0, |end| end + 1);
        }
        let mut end = hit.end;
        for _ in 0..context.after {
            if end >= bytes.len() || until.is_some_and(|until| end >= until) {
                break;
            }
            end = line_end(bytes, end);
        }
        let number = lines.line_of(hit.at as u32);
        match blocks.last_mut() {
            Some(last) if start <= last.1 => {
                last.1 = end;
                last.2.push(number);
            }
            _ => blocks.push((start, end, vec![number])),
        }
    }
    blocks
        .into_iter()
        .map(|(start, end, match_lines)| {
            let content = without_line_end(&bytes[start..end]);
            let content_end = start + content.len();
            // A line end belongs to the line it ends; without one the last character is the last there is.
            let last = if content_end < end { content_end } else { content_end.saturating_sub(1).max(start) };
            Block {
                content: text[start..content_end].to_owned(),
                lines: LineRange::new(lines.line_of(start as u32), lines.line_of(last as u32)),
                match_lines,
            }
        })
        .collect()
}

/// Where the text goes on after the line that holds the hit with this number.
pub(super) fn after_line(text: &str, lines: &Lines, number: u32) -> usize {
    let start = lines.bytes_of(number, number).start;
    if start >= text.len() { text.len() } else { line_end(text.as_bytes(), start) }
}

//! Pieces of source: whole lines of a file, cut to what fits, and how they look on a page.

use schemars::JsonSchema;
use serde::Serialize;

use super::budget;
use super::page::{Page, Span, Style};
use crate::error::Incomplete;
use crate::model::{Language, LineRange, Origin};
use crate::store::TypeRow;
use crate::text::lines::Lines;

/// Bytes that cutting may add to a piece: where it goes on, and that a line was cut.
const CUT_NOTE: usize = 128;
/// A further piece that would be shorter than this many bytes is left out and only named.
const SHORTEST: usize = 64;

/// A piece of a file as an answer shows it. Consecutive pieces put together are the file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Source {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file_path: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line_range: Option<LineRange>,
    /// How the file was decoded; left out for UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub encoding: Option<String>,
    pub source_code: String,
    /// Something of the declaration is left out here.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub truncated: bool,
    /// The first line left out: get_file goes on from there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_start_line: Option<u32>,
    /// That a line was cut: going on does not give the rest of it. Of an outline, what it lacks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

/// Bytes that a piece takes at least, beside its path and its text.
const FRAME: usize = 120;

/// How many declarations of a type an answer of this cap shows, each in a file of its own: what names them may take half of
/// it. The first is shown always; what is said of the others.
#[must_use]
pub fn shown_of(types: &[TypeRow], cap: Option<usize>) -> (usize, Option<Incomplete>) {
    let mut left = cap.map_or(usize::MAX, |cap| cap / 2);
    let fits = |row: &&TypeRow| {
        let frame = FRAME + row.file_path.len();
        let is_in = left >= frame;
        left = left.saturating_sub(frame);
        is_in
    };
    let shown = types.iter().take_while(fits).count().max(1);
    let more = types.len().saturating_sub(shown);
    let gap = || Incomplete::new(format!("{more} more declarations"), "in other files; left out of this answer");
    (shown, (more > 0).then(gap))
}

impl Source {
    /// The whole lines of a declaration.
    #[must_use]
    pub fn of(path: &str, text: &str, lines: LineRange) -> Self {
        Self::among(path, text, &Lines::of(text), lines)
    }

    /// The same where it is known where the lines of the text begin.
    #[must_use]
    pub fn among(path: &str, text: &str, of_text: &Lines, lines: LineRange) -> Self {
        let range = of_text.bytes_of(lines.start, lines.end);
        Self {
            file_path: Some(path.to_owned()),
            line_range: Some(lines),
            source_code: text[range].to_owned(),
            ..Self::default()
        }
    }

    /// The same piece cut to `budget` escaped bytes; gives what is left of the budget. `line_of` tells the line of the
    /// file that a byte of the piece stands in.
    pub fn cut(&mut self, budget: Option<usize>, line_of: impl Fn(usize) -> u32) -> Option<usize> {
        let piece = budget::cut(&self.source_code, budget);
        if piece.truncated {
            let at = piece.text.len();
            // A line that was cut has no line to go on from but the next.
            let next = if piece.text.ends_with(['\n', '\r']) {
                line_of(at)
            } else {
                let line = line_of(at);
                self.message = Some(format!("line {line} is cut; a larger max_bytes shows more of it"));
                line + 1
            };
            let last = self.line_range.map_or(next, |lines| lines.end);
            self.next_start_line = (next <= last).then_some(next);
            self.truncated = true;
            self.source_code.truncate(at);
        }
        budget.map(|budget| budget.saturating_sub(budget::escaped_size(&self.source_code)))
    }

    /// The same piece cut, its lines being the file's.
    pub fn cut_lines(&mut self, budget: Option<usize>) -> Option<usize> {
        let first = self.first_line();
        let lines = Lines::of(&self.source_code);
        self.cut(budget, |at| first + lines.line_of(u32::try_from(at).unwrap_or(u32::MAX)) - 1)
    }

    /// The same piece as one of several: where no room is left, only where it is.
    pub fn cut_further(&mut self, budget: Option<usize>, line_of: impl Fn(usize) -> u32) -> Option<usize> {
        if budget.is_some_and(|budget| budget < SHORTEST && budget < budget::escaped_size(&self.source_code)) {
            self.next_start_line = self.line_range.map(|lines| lines.start);
            self.truncated = true;
            self.source_code = String::new();
            return budget;
        }
        self.cut(budget, line_of)
    }

    /// [`Self::cut_further`], its lines being the file's.
    pub fn cut_further_lines(&mut self, budget: Option<usize>) -> Option<usize> {
        let first = self.first_line();
        let lines = Lines::of(&self.source_code);
        self.cut_further(budget, |at| first + lines.line_of(u32::try_from(at).unwrap_or(u32::MAX)) - 1)
    }

    /// The header line and the source under it.
    pub fn page(&self, page: &mut Page, head: &Head<'_>) {
        self.head(page, head);
        page.source(self.source_code.clone(), head.language, self.first_line());
        self.page_rest(page);
    }

    /// The header line alone.
    pub fn head(&self, page: &mut Page, head: &Head<'_>) {
        let note: Vec<&str> = self.encoding.as_deref().into_iter().chain(head.note).collect();
        let note = note.join(", ");
        let head = Head { note: Some(note.as_str()).filter(|note| !note.is_empty()), ..*head };
        head.page(page, self.file_path.as_deref(), self.shown());
    }

    /// The lines that are there of those that were asked for.
    #[must_use]
    pub fn shown(&self) -> Option<LineRange> {
        self.line_range.map(|lines| match self.next_start_line {
            Some(next) if next > lines.start => LineRange::new(lines.start, next - 1),
            _ => lines,
        })
    }

    /// The number of the first line; 1 where lines mean nothing.
    #[must_use]
    pub fn first_line(&self) -> u32 {
        self.line_range.map_or(1, |lines| lines.start)
    }

    /// What was cut and the call that goes on.
    pub fn page_rest(&self, page: &mut Page) {
        if !self.truncated {
            return;
        }
        let cut = self.message.as_deref().unwrap_or("cut");
        let last = self.line_range.map_or_else(String::new, |lines| lines.end.to_string());
        let next = match (self.next_start_line, &self.file_path) {
            (Some(next), Some(path)) => format!("; next: get_file {path} {next}-{last}"),
            (Some(next), None) => format!("; next: start_line {next}"),
            (None, _) => String::new(),
        };
        page.line(Style::Warning, format!("{cut}{next}"));
    }
}

/// Bytes of these pieces in an answer besides their text; what cutting the first adds is in the answer's reserve.
#[must_use]
pub fn frames<'a>(pieces: impl Iterator<Item = &'a Source>) -> usize {
    let frame = |piece: &Source| budget::json_size(&Source { source_code: String::new(), ..piece.clone() });
    pieces.enumerate().map(|(at, piece)| frame(piece) + if at == 0 { 0 } else { CUT_NOTE }).sum()
}

/// What the header line of a piece of source says besides path and lines.
#[derive(Debug, Clone, Copy)]
pub struct Head<'a> {
    /// The version, where the caller left it out.
    pub version: Option<&'a str>,
    pub origin: Origin,
    pub language: Option<Language>,
    /// What else to say: where it is declared, that it is an outline.
    pub note: Option<&'a str>,
}

impl Head<'_> {
    pub fn page(&self, page: &mut Page, path: Option<&str>, lines: Option<LineRange>) {
        let mut spans = Vec::new();
        if let Some(version) = self.version {
            spans.push(Span(Style::Heading, format!("{version} ")));
        }
        spans.push(Span(Style::Path, path.unwrap_or_default().to_owned()));
        if let Some(lines) = lines {
            spans.push(Span(Style::Number, format!(":{}-{}", lines.start, lines.end)));
        }
        let note = self.note.map(|note| format!(", {note}")).unwrap_or_default();
        spans.push(Span(Style::Faint, format!(" ({}{note})", self.origin.as_str())));
        page.spans(spans);
    }
}

//! The plain form of an answer: lines of styled spans.
//!
//! A tool writes its page once. [`Page::plain`] is what goes into a pipe and into the text form of MCP answers; the
//! command line prints the same lines with colour, columns and highlighting on a terminal.

use crate::model::Language;

/// What a span is, for colour; plain text ignores it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    Plain,
    /// A package, an artifact, a heading.
    Heading,
    /// A file's path.
    Path,
    /// A line number, a size, a count.
    Number,
    /// A kind: `class`, `interface`.
    Kind,
    /// A name that was asked for.
    Name,
    /// Less important: context lines, notes.
    Faint,
    /// A line that was hit.
    Hit,
    /// A warning: what was not searched, what was cut.
    Warning,
    Error,
}

/// A piece of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Span(pub Style, pub String);

/// A line of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Line {
    /// Spans one after the other.
    Spans(Vec<Span>),
    /// Columns: joined with one blank in plain text, aligned with their neighbours on a terminal.
    Row { indent: usize, columns: Vec<Span> },
    /// Source text, verbatim, highlighted on a terminal. `first` is the number of its first line.
    Source { text: String, language: Option<Language>, first: u32 },
}

/// The plain form of one answer.
#[derive(Debug, Clone, Default)]
pub struct Page {
    pub lines: Vec<Line>,
}

impl Page {
    /// Adds a line of one span.
    pub fn line(&mut self, style: Style, text: impl Into<String>) {
        self.lines.push(Line::Spans(vec![Span(style, text.into())]));
    }

    /// Adds a line of spans.
    pub fn spans(&mut self, spans: Vec<Span>) {
        self.lines.push(Line::Spans(spans));
    }

    /// Adds a row of columns.
    pub fn row(&mut self, indent: usize, columns: Vec<Span>) {
        self.lines.push(Line::Row { indent, columns });
    }

    /// Adds source text.
    pub fn source(&mut self, text: impl Into<String>, language: Option<Language>, first: u32) {
        self.lines.push(Line::Source { text: text.into(), language, first });
    }
}

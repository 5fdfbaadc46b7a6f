//! The plain form of an answer: lines of styled spans.
//!
//! A tool writes its page once. [`Page::plain`] is what goes into a pipe and into the text form of MCP answers; the
//! command line prints the same lines with colour, columns and highlighting on a terminal. Control and bidirectional
//! characters of artifact text are made visible by whoever prints; in source only CR LF stays as it is.

use std::borrow::Cow;

use crate::model::Language;
use crate::text::escape::{visible, visible_on_one_line};

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

/// One of several names that plain text puts on one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// What plain text shows, joined with blanks: `class Alpha`, `StringUtils.java`.
    pub label: Vec<Span>,
    /// What a terminal adds in columns: size, lines.
    pub details: Vec<Span>,
}

/// A line of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Line {
    /// Spans one after the other.
    Spans(Vec<Span>),
    /// Columns: joined with one blank in plain text, aligned with their neighbours on a terminal.
    Row { indent: usize, columns: Vec<Span> },
    /// Names: on one line with commas in plain text; on a terminal one to a line, in columns.
    Names { indent: usize, items: Vec<Item> },
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

    /// Adds a row of columns; `indent` is in blanks.
    pub fn row(&mut self, indent: usize, columns: Vec<Span>) {
        self.lines.push(Line::Row { indent, columns });
    }

    /// Adds names that belong together; `indent` is in blanks. None at all adds nothing.
    pub fn names(&mut self, indent: usize, items: Vec<Item>) {
        if !items.is_empty() {
            self.lines.push(Line::Names { indent, items });
        }
    }

    /// Adds source text.
    pub fn source(&mut self, text: impl Into<String>, language: Option<Language>, first: u32) {
        self.lines.push(Line::Source { text: text.into(), language, first });
    }

    /// The whole page as plain text, every line ended; empty for an empty page.
    #[must_use]
    pub fn plain(&self) -> String {
        let mut out = String::new();
        for line in &self.lines {
            plain_line(line, &mut out);
        }
        out
    }
}

fn plain_line(line: &Line, out: &mut String) {
    match line {
        Line::Spans(spans) => spans.iter().for_each(|Span(_, text)| out.push_str(&visible_on_one_line(text))),
        Line::Row { indent, columns } => {
            out.extend(std::iter::repeat_n(' ', *indent));
            join(columns, out);
        }
        Line::Names { indent, items } => {
            out.extend(std::iter::repeat_n(' ', *indent));
            for (place, item) in items.iter().enumerate() {
                if place > 0 {
                    out.push_str(", ");
                }
                join(&item.label, out);
            }
        }
        Line::Source { text, .. } => {
            out.push_str(&visible_source(text));
            if text.is_empty() || text.ends_with('\n') {
                return;
            }
        }
    }
    out.push('\n');
}

fn join(spans: &[Span], out: &mut String) {
    for (place, Span(_, text)) in spans.iter().enumerate() {
        if place > 0 {
            out.push(' ');
        }
        out.push_str(&visible_on_one_line(text));
    }
}

/// Source with what hides in it made visible; its CR LF line ends are left alone.
#[must_use]
pub fn visible_source(text: &str) -> Cow<'_, str> {
    if !text.contains('\r') {
        return visible(text);
    }
    let lines: Vec<_> = text.split("\r\n").map(visible).collect();
    Cow::Owned(lines.join("\r\n"))
}

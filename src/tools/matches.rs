//! Matching lines in an answer: blocks by file, their two forms, and the part of a block that fits.

use schemars::JsonSchema;
use serde::Serialize;

use super::budget;
use super::page::{Page, Span, Style};
use crate::model::LineRange;
use crate::search::content::Block;
use crate::search::query::Query;
use crate::text::escape;

/// Bytes of a block in the answer besides its text.
const OVERHEAD: usize = 128;

/// Bytes of a line that an answer to a program shows: what is longer is data, or made by a program.
const LONGEST_LINE: usize = 2000;

/// Blocks by file, in order.
#[derive(Debug, Default)]
pub struct Matches(pub Vec<(String, Vec<Match>)>);

impl Serialize for Matches {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(file, blocks)| (file, blocks)))
    }
}

impl JsonSchema for Matches {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Matches".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        std::collections::BTreeMap::<String, Vec<Match>>::json_schema(generator)
    }

    fn inline_schema() -> bool {
        true
    }
}

/// Lines of a file that belong together.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Match {
    content: String,
    content_range: String,
    match_lines: String,
    #[serde(skip)]
    #[schemars(skip)]
    pub block: Block,
}

impl Match {
    /// A block as it is answered.
    #[must_use]
    pub fn of(block: Block) -> Self {
        let lines: Vec<String> = block.match_lines.iter().map(u32::to_string).collect();
        Self {
            content: block.content.clone(),
            content_range: format!("{}-{}", block.lines.start, block.lines.end),
            match_lines: lines.join(","),
            block,
        }
    }
}

impl Match {
    /// Bytes of the block in an answer with what stands between blocks, in the form that takes more.
    #[must_use]
    pub fn size(&self) -> usize {
        if self.content.len() > budget::RAISED {
            // More than any answer holds, and perhaps fifty million bytes on one line.
            return self.content.len();
        }
        let plain = self.content.len() + escape::added(&self.content) + numbers(&self.block) + "--\n".len();
        plain.max(budget::json_size(self) + 1)
    }
}

/// Bytes of the line numbers before the lines of a block, and of their ends.
fn numbers(block: &Block) -> usize {
    let lines = (block.lines.end - block.lines.start + 1) as usize;
    lines * (block.lines.end.to_string().len() + ":\n".len())
}

impl Matches {
    /// Writes the lines as grep prints them; `separated`: blocks of a file stand apart, because they have context.
    pub fn page(&self, page: &mut Page, separated: bool) {
        for (file, blocks) in &self.0 {
            page.line(Style::Path, file.clone());
            for (place, block) in blocks.iter().enumerate() {
                if place > 0 && separated {
                    page.line(Style::Faint, "--");
                }
                block.block.numbered().for_each(|(line, text, hit)| page.spans(spans(line, text, hit)));
            }
        }
    }
}

/// The first lines of a block that alone is more than the answer may hold; where no hit is among them, the first hit's
/// line, cut at a character; whether that was done.
#[must_use]
pub fn shorten(block: &Block, left: usize) -> (Block, bool) {
    let room = left.saturating_sub(OVERHEAD + 12 * block.match_lines.len() + numbers(block));
    let piece = budget::cut(&block.content, Some(room));
    let end = block.lines.start + piece.lines - 1;
    let whole = piece.text.ends_with(['\n', '\r']);
    let hits: Vec<u32> = block.match_lines.iter().copied().filter(|line| *line <= end).collect();
    if whole && !hits.is_empty() {
        let content = piece.text.trim_end_matches(['\n', '\r']).to_owned();
        return (Block { content, lines: LineRange::new(block.lines.start, end), match_lines: hits }, false);
    }
    let hit = block.numbered().find(|(_, _, hit)| *hit);
    let (line, text) = hit.map_or((block.lines.start, ""), |(line, text, _)| (line, text));
    let content = budget::cut(text, Some(room)).text.to_owned();
    (Block { content, lines: LineRange::new(line, line), match_lines: vec![line] }, true)
}

/// A block with no line longer than an answer to a program shows of one: of a hit what is around its first match, of others what
/// they begin with, `…` where something is left out; whether anything is.
#[must_use]
pub fn clip_lines(block: Block, query: &Query) -> (Block, bool) {
    // A lone CR counts as the end of a line, so that what holds one keeps all of it.
    let is_long = |line: &str| line.len() > LONGEST_LINE && !line.trim_end_matches('\r').contains('\r');
    if block.content.len() <= LONGEST_LINE || !block.content.split('\n').any(is_long) {
        return (block, false);
    }
    let mut content = String::new();
    let hits: Vec<bool> = block.numbered().map(|(_, _, hit)| hit).collect();
    for (place, (line, hit)) in block.content.split('\n').zip(hits).enumerate() {
        if place > 0 {
            content.push('\n');
        }
        if !is_long(line) {
            content.push_str(line);
            continue;
        }
        let (text, end) = line.strip_suffix('\r').map_or((line, ""), |text| (text, "\r"));
        let matched = if hit { query.end_in_line(text).unwrap_or(0) } else { 0 };
        content.push_str(&window(text, matched));
        content.push_str(end);
    }
    (Block { content, ..block }, true)
}

/// The part of a line around a place, at most [`LONGEST_LINE`] bytes of it.
fn window(line: &str, around: usize) -> String {
    let character = |at: usize| (at..line.len()).find(|at| line.is_char_boundary(*at)).unwrap_or(line.len());
    let end = character((around + LONGEST_LINE / 2).max(LONGEST_LINE));
    let start = character(end.saturating_sub(LONGEST_LINE));
    let (before, behind) = (if start > 0 { "…" } else { "" }, if end < line.len() { "…" } else { "" });
    format!("{before}{}{behind}", &line[start..end])
}

/// A line as grep prints it: `12:` a hit, `12-` its context.
fn spans(line: u32, text: &str, hit: bool) -> Vec<Span> {
    let (mark, style) = if hit { (':', Style::Hit) } else { ('-', Style::Faint) };
    vec![Span(Style::Number, format!("{line}{mark}")), Span(style, text.to_owned())]
}

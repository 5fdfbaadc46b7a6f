//! What the languages share: text on one line, doc comments before declarations, damage in a tree.
//!
//! Everything here works on byte offsets of the decoded text; rows of tree-sitter count only line feeds and are not used.
//! Trees may be as deep as a hostile file makes them, so nothing here recurses.

use std::cell::OnceCell;
use std::ops::Range;

use tree_sitter::Node;

use crate::model::{ByteRange, LineRange};
use crate::text::lines::Lines;

/// A file's text and where its lines begin.
pub struct Source<'a> {
    pub text: &'a str,
    lines: OnceCell<Lines>,
}

impl<'a> Source<'a> {
    #[must_use]
    pub fn new(text: &'a str) -> Self {
        Self { text, lines: OnceCell::new() }
    }

    /// The text of a node; empty for a node that the parser made up.
    #[must_use]
    pub fn slice(&self, node: Node<'_>) -> &'a str {
        self.text.get(node.byte_range()).unwrap_or("")
    }

    /// The line, 1-based, of the byte at `offset`.
    #[must_use]
    pub fn line(&self, offset: usize) -> u32 {
        self.found_lines().line_of(offset as u32)
    }

    /// Where lines begin: found when first asked for.
    fn found_lines(&self) -> &Lines {
        self.lines.get_or_init(|| Lines::of(self.text))
    }

    /// The lines of a range; its last line is that of its last byte.
    #[must_use]
    pub fn lines(&self, range: ByteRange) -> LineRange {
        let last = range.end.saturating_sub(1).max(range.start);
        let lines = self.found_lines();
        LineRange::new(lines.line_of(range.start), lines.line_of(last))
    }
}

/// A `Range` of offsets as the model has it.
#[must_use]
pub fn bytes(range: &Range<usize>) -> ByteRange {
    ByteRange { start: range.start as u32, end: range.end.max(range.start) as u32 }
}

/// What becomes of a node when its text is put on one line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Piece {
    /// Look at its children.
    Enter,
    /// A comment or an annotation: left out.
    Drop,
    /// A string: blanks in it are its own.
    Verbatim,
}

/// The tokens of `range` (inside `node`) on one line: what `classify` drops is left out, white space between two tokens
/// becomes one blank, and none is made up. A line break next to a bracket, comma or dot leaves no blank.
#[must_use]
pub fn one_line(text: &str, node: Node<'_>, range: Range<usize>, classify: impl Fn(Node<'_>) -> Piece) -> String {
    let Some(slice) = text.get(range.clone()) else { return String::new() };
    if !has_special(text, range.clone()) {
        return without_special(slice);
    }
    let mut line = OneLine::new(slice.len());
    let mut at = range.start;
    for (piece, special) in special_pieces(text, node, &range, classify) {
        if special.start < at {
            continue;
        }
        line.squeeze(&text[at..special.start]);
        let inside = &text[special.start..special.end.min(range.end)];
        match piece {
            Piece::Drop => line.removed = true,
            _ => line.verbatim(inside),
        }
        at = special.end.min(range.end);
    }
    line.squeeze(&text[at..range.end]);
    line.out
}

/// The same of a range that holds no comments and no strings but in the pieces to be left out, which are in order.
#[must_use]
pub fn one_line_without(text: &str, range: Range<usize>, dropped: &[Range<usize>]) -> String {
    let first = dropped.partition_point(|piece| piece.start < range.start);
    let dropped = dropped[first..].iter().take_while(|piece| piece.start < range.end);
    let mut line = OneLine::new(0);
    let mut at = range.start;
    for piece in dropped {
        if line.out.capacity() == 0 {
            line.out.reserve(range.len());
        }
        line.squeeze(&text[at..piece.start]);
        line.removed = true;
        at = piece.end;
    }
    if at == range.start {
        return without_special(&text[range]);
    }
    line.squeeze(&text[at..range.end]);
    line.out
}

/// A piece of text on one line that holds nothing to be left out.
fn without_special(piece: &str) -> String {
    if is_one_line(piece.as_bytes()) {
        return piece.to_owned();
    }
    let mut line = OneLine::new(piece.len());
    line.squeeze(piece);
    line.out
}

/// Whether a piece of text is on one line as it is written, as most are: ASCII with single blanks inside.
fn is_one_line(piece: &[u8]) -> bool {
    let mut before = b' ';
    for byte in piece {
        if !(b' '..=b'~').contains(byte) || *byte == b' ' && before == b' ' {
            return false;
        }
        before = *byte;
    }
    before != b' '
}

/// Whether an annotation, a comment or a string can be in a piece of text.
fn has_special(text: &str, range: Range<usize>) -> bool {
    text.as_bytes().get(range).is_some_and(|piece| memchr::memchr3(b'@', b'/', b'"', piece).is_some())
}

/// The same, characters included.
fn has_piece(text: &str, range: Range<usize>) -> bool {
    has_special(text, range.clone()) || text.as_bytes().get(range).is_some_and(|piece| piece.contains(&b'\''))
}

/// The dropped and verbatim nodes that begin in `range`, in order, outermost only.
fn special_pieces(
    text: &str,
    node: Node<'_>,
    range: &Range<usize>,
    classify: impl Fn(Node<'_>) -> Piece,
) -> Vec<(Piece, Range<usize>)> {
    let mut found = Vec::new();
    let mut cursor = node.walk();
    loop {
        let here = cursor.node();
        let bytes = here.byte_range();
        let mut enter = bytes.end > range.start && bytes.start < range.end && has_piece(text, bytes.clone());
        if enter && bytes.start >= range.start {
            let piece = classify(here);
            if piece != Piece::Enter {
                found.push((piece, bytes));
                enter = false;
            }
        }
        if enter && cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return found;
            }
        }
    }
}

/// Collects text and decides at every gap whether a blank belongs there.
struct OneLine {
    out: String,
    blank: bool,
    broken: bool,
    removed: bool,
}

impl OneLine {
    fn new(capacity: usize) -> Self {
        Self { out: String::with_capacity(capacity), blank: false, broken: false, removed: false }
    }

    fn squeeze(&mut self, text: &str) {
        let mut rest = text;
        loop {
            let words = rest.trim_start();
            let gap = &rest[..rest.len() - words.len()];
            self.blank |= !gap.is_empty();
            self.broken |= gap.bytes().any(|byte| matches!(byte, b'\n' | b'\r'));
            let Some(first) = words.chars().next() else { return };
            self.join(first);
            let end = words.find(char::is_whitespace).unwrap_or(words.len());
            self.out.push_str(&words[..end]);
            rest = &words[end..];
        }
    }

    fn verbatim(&mut self, text: &str) {
        let Some(first) = text.chars().next() else { return };
        self.join(first);
        if !text.contains(['\n', '\r']) {
            self.out.push_str(text);
            return;
        }
        for (number, part) in text.split(['\n', '\r']).map(str::trim).filter(|part| !part.is_empty()).enumerate() {
            if number > 0 {
                self.out.push(' ');
            }
            self.out.push_str(part);
        }
    }

    /// Closes the gap before `next`.
    fn join(&mut self, next: char) {
        let (blank, broken, removed) = (self.blank, self.broken, self.removed);
        (self.blank, self.broken, self.removed) = (false, false, false);
        let Some(last) = self.out.chars().next_back() else { return };
        let tight = matches!(last, '(' | '[' | '<' | '.') || matches!(next, ')' | ']' | '>' | ',' | ';' | '.');
        let wanted = if removed {
            (blank && !tight && next != '[') || (is_word(last) && is_word(next))
        } else {
            blank && !(broken && tight)
        };
        if wanted {
            self.out.push(' ');
        }
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$')
}

/// The documentation before the declaration that comes next, found while walking siblings in order: the last `/** */`, or
/// the last run of `///` lines; other comments may stand between.
#[derive(Debug, Default)]
pub struct PendingDoc {
    doc: Option<ByteRange>,
    /// Whether `doc` is a run of `///` lines that may grow.
    growing: bool,
}

impl PendingDoc {
    /// Takes note of a comment.
    pub fn comment(&mut self, text: &str, range: &Range<usize>) {
        let comment = text.get(range.clone()).unwrap_or("");
        // A rule of slashes is an ornament.
        let markdown = comment.starts_with("///") && !comment.starts_with("////");
        if markdown {
            match &mut self.doc {
                Some(doc) if self.growing && only_one_line_end(text, doc.end as usize..range.start) => {
                    doc.end = range.end as u32;
                }
                _ => self.doc = Some(bytes(range)),
            }
            self.growing = true;
            return;
        }
        self.growing = false;
        if is_doc_block(comment) {
            self.doc = Some(bytes(range));
        }
    }

    /// The documentation of the declaration that was just reached.
    pub fn take(&mut self) -> Option<ByteRange> {
        self.growing = false;
        self.doc.take()
    }
}

/// Whether a comment is a doc comment with something in it: `/**/` and `/***/` are not.
#[must_use]
pub fn is_doc_block(comment: &str) -> bool {
    comment.len() > 5 && comment.starts_with("/**")
}

fn only_one_line_end(text: &str, gap: Range<usize>) -> bool {
    let Some(gap) = text.get(gap) else { return false };
    let breaks = gap.matches('\n').count() + gap.replace("\r\n", "").matches('\r').count();
    // A line comment may hold its own line end or not, as the grammar has it.
    breaks <= 1 && gap.trim().is_empty()
}

/// How many bytes of a tree are in ERROR nodes, and where the first of them, or of the tokens it lacks, is.
#[must_use]
pub fn damage(root: Node<'_>) -> (usize, Option<usize>) {
    if !root.has_error() {
        return (0, None);
    }
    let mut lost = 0;
    let mut first = None;
    let mut cursor = root.walk();
    loop {
        let node = cursor.node();
        let mut enter = node.has_error();
        if node.is_error() && node.end_byte() > node.start_byte() {
            lost += node.end_byte() - node.start_byte();
            first = first.or(Some(node.start_byte()));
            enter = false;
        } else if node.is_missing() && !node.is_named() {
            // A name is also said to be missing where a contextual keyword is the name; that is no damage.
            first = first.or(Some(node.start_byte()));
        }
        if enter && cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return (lost, first);
            }
        }
    }
}

/// The message of [`crate::model::ParsedFile::problem`] for a tree with ERROR nodes.
#[must_use]
pub fn syntax_problem(source: &Source<'_>, first: usize) -> String {
    format!("syntax error near line {}", source.line(first))
}

/// The same of a file in which uses were looked for: those outside of the ERROR nodes are found.
#[must_use]
pub fn read_in_part(source: &Source<'_>, first: usize) -> String {
    format!("read in part: {}", syntax_problem(source, first))
}

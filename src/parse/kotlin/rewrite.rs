//! A text with some pieces replaced, and the way back from its positions to the original's.
//!
//! Makes the text that the grammar understands; whoever reads its tree takes every position through here and every
//! name from the original.

use super::tokens::Comment;

/// One piece of the original, `start` to `end`, and what stands in its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Edit {
    pub start: u32,
    pub end: u32,
    pub replacement: &'static str,
    /// Whether the replacement's place is that of the whole piece. Otherwise it has none: it is taken for the end of what
    /// stands before it, and for the start of what comes after it.
    pub stands_for: bool,
}

/// A rewritten text.
pub(super) struct Rewrite {
    text: String,
    /// What has a place in the original, in order.
    pieces: Vec<Piece>,
}

/// A piece of the new text and of the original; where both are of one length, a copy.
#[derive(Clone, Copy)]
struct Piece {
    new_start: u32,
    new_length: u32,
    old_start: u32,
    old_length: u32,
}

impl Rewrite {
    /// Applies `edits`; they are put in order, and one that overlaps an earlier one is left out.
    pub fn new(original: &str, edits: Vec<Edit>) -> Self {
        let mut out = Self { text: String::with_capacity(original.len()), pieces: Vec::new() };
        let end = out.apply(edits, 0, |out, from, to| out.copy(original, from, to));
        out.copy(original, end, original.len() as u32);
        out
    }

    /// The same for what begins at `from`, in braces after `opening`, without comments, indentation and empty lines.
    pub fn squeezed(original: &str, comments: &[Comment], edits: Vec<Edit>, from: u32, opening: &str) -> Self {
        let mut out = Self { text: String::with_capacity(original.len() / 4), pieces: Vec::new() };
        out.text.push_str(opening);
        let comments = &comments[comments.partition_point(|comment| comment.start < from)..];
        let mut squeeze = Squeeze { original, comments, gap: Gap::Line };
        let end = out.apply(edits, from, |out, from, to| squeeze.copy(out, from, to));
        squeeze.copy(&mut out, end, original.len() as u32);
        out.text.push_str("\n}");
        out
    }

    /// Goes through `edits` from `from` on, and calls `copy` for what stands between them. Where the last one ends.
    fn apply(&mut self, mut edits: Vec<Edit>, from: u32, mut copy: impl FnMut(&mut Self, u32, u32)) -> u32 {
        edits.sort_by_key(|edit| (edit.start, edit.end));
        let mut done = from;
        for edit in edits {
            if edit.start < done {
                continue;
            }
            copy(self, done, edit.start);
            if edit.stands_for {
                self.piece(edit.replacement.len(), edit.start, edit.end);
            }
            self.text.push_str(edit.replacement);
            done = edit.end;
        }
        done
    }

    fn copy(&mut self, original: &str, from: u32, to: u32) {
        if from < to {
            self.piece((to - from) as usize, from, to);
            self.text.push_str(&original[from as usize..to as usize]);
        }
    }

    /// Takes note of the piece that the text grows by next.
    fn piece(&mut self, new_length: usize, old_start: u32, old_end: u32) {
        let new_start = self.text.len() as u32;
        self.pieces.push(Piece {
            new_start,
            new_length: new_length as u32,
            old_start,
            old_length: old_end - old_start,
        });
    }

    /// The text as rewritten.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Where in the original the bytes `start` to `end` of the rewritten text are; never backwards.
    pub fn original_range(&self, start: usize, end: usize) -> (u32, u32) {
        let (from, to) = (self.start(start as u32), self.end(end as u32));
        (from, to.max(from))
    }

    fn start(&self, new: u32) -> u32 {
        let after = self.pieces.partition_point(|piece| piece.new_start + piece.new_length <= new);
        match (self.pieces.get(after), self.pieces.last()) {
            (Some(piece), _) if piece.is_copy() => piece.old_start + new.saturating_sub(piece.new_start),
            (Some(piece), _) => piece.old_start,
            (None, Some(last)) => last.old_start + last.old_length,
            (None, None) => 0,
        }
    }

    fn end(&self, new: u32) -> u32 {
        let count = self.pieces.partition_point(|piece| piece.new_start < new);
        match count.checked_sub(1).and_then(|last| self.pieces.get(last)) {
            Some(piece) if piece.is_copy() => piece.old_start + (new - piece.new_start).min(piece.new_length),
            Some(piece) => piece.old_start + piece.old_length,
            None => 0,
        }
    }
}

impl Piece {
    fn is_copy(&self) -> bool {
        self.new_length == self.old_length
    }
}

/// What the text since the last copied piece comes to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Gap {
    None,
    Blank,
    Line,
}

/// Copies without comments, and white space no longer than needed.
struct Squeeze<'a> {
    original: &'a str,
    /// Those not passed yet.
    comments: &'a [Comment],
    gap: Gap,
}

impl Squeeze<'_> {
    fn copy(&mut self, out: &mut Rewrite, from: u32, to: u32) {
        let mut at = from;
        while let Some((comment, rest)) = self.comments.split_first() {
            if comment.start >= to {
                break;
            }
            self.comments = rest;
            if comment.start >= at {
                self.lines(out, at, comment.start);
                self.widen(&self.original[comment.start as usize..comment.end as usize]);
                at = comment.end;
            }
        }
        self.lines(out, at, to);
        // An edit comes next.
        self.close_gap(out);
    }

    /// Copies code without comments.
    fn lines(&mut self, out: &mut Rewrite, from: u32, to: u32) {
        let bytes = self.original.as_bytes();
        let (mut at, to) = (from as usize, to as usize);
        while at < to {
            let rest = &bytes[at..to];
            let line = memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
            let trimmed = rest[..line].trim_ascii_start();
            if trimmed.len() < line {
                self.gap = self.gap.max(Gap::Blank);
            }
            let start = at + line - trimmed.len();
            let text = trimmed.trim_ascii_end();
            if !text.is_empty() {
                self.close_gap(out);
                out.copy(self.original, start as u32, (start + text.len()) as u32);
                if text.len() < trimmed.len() {
                    self.gap = Gap::Blank;
                }
            }
            at += line;
            if at < to {
                self.gap = Gap::Line;
                at += 1;
            }
        }
    }

    /// A comment is white space, as kotlinc has it.
    fn widen(&mut self, comment: &str) {
        let gap = if comment.contains(['\n', '\r']) { Gap::Line } else { Gap::Blank };
        self.gap = self.gap.max(gap);
    }

    fn close_gap(&mut self, out: &mut Rewrite) {
        match self.gap {
            Gap::None => {}
            Gap::Blank => out.text.push(' '),
            Gap::Line => out.text.push('\n'),
        }
        self.gap = Gap::None;
    }
}

//! A text with some pieces replaced, and the way back from its positions to the original's.
//!
//! Makes the text that the grammar understands; whoever reads its tree takes every position through here and every
//! name from the original.

/// One piece of the original, `start` to `end`, and what stands in its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Edit {
    pub start: u32,
    pub end: u32,
    pub replacement: &'static str,
}

/// A rewritten text; without edits a mere view of the original.
pub(super) struct Rewrite<'a> {
    original: &'a str,
    changed: Option<Changed>,
}

struct Changed {
    text: String,
    /// Copied pieces in order.
    pieces: Vec<Piece>,
}

#[derive(Clone, Copy)]
struct Piece {
    new_start: u32,
    old_start: u32,
    length: u32,
}

impl<'a> Rewrite<'a> {
    /// Applies `edits`; they are put in order, and one that overlaps an earlier one is left out.
    pub fn new(original: &'a str, mut edits: Vec<Edit>) -> Self {
        if edits.is_empty() {
            return Self { original, changed: None };
        }
        edits.sort_by_key(|edit| (edit.start, edit.end));
        let mut changed = Changed { text: String::with_capacity(original.len()), pieces: Vec::new() };
        let mut done = 0_u32;
        for edit in edits {
            if edit.start < done {
                continue;
            }
            changed.copy(original, done, edit.start);
            changed.text.push_str(edit.replacement);
            done = edit.end;
        }
        changed.copy(original, done, original.len() as u32);
        Self { original, changed: Some(changed) }
    }

    /// The text as rewritten.
    pub fn text(&self) -> &str {
        self.changed.as_ref().map_or(self.original, |changed| &changed.text)
    }

    /// Where in the original the bytes `start` to `end` of the rewritten text are; never backwards.
    pub fn original_range(&self, start: usize, end: usize) -> (u32, u32) {
        let (start, end) = (start as u32, end as u32);
        let Some(changed) = &self.changed else { return (start, end.max(start)) };
        let (from, to) = (changed.start(start), changed.end(end));
        (from, to.max(from))
    }
}

impl Changed {
    fn copy(&mut self, original: &str, from: u32, to: u32) {
        if from < to {
            let new_start = self.text.len() as u32;
            self.pieces.push(Piece { new_start, old_start: from, length: to - from });
            self.text.push_str(&original[from as usize..to as usize]);
        }
    }

    /// A start in inserted text is the start of the piece after it.
    fn start(&self, new: u32) -> u32 {
        let after = self.pieces.partition_point(|piece| piece.new_start + piece.length <= new);
        match (self.pieces.get(after), self.pieces.last()) {
            (Some(piece), _) => piece.old_start + new.saturating_sub(piece.new_start),
            (None, Some(last)) => last.old_start + last.length,
            (None, None) => 0,
        }
    }

    /// An end in inserted text is the end of the piece before it.
    fn end(&self, new: u32) -> u32 {
        let count = self.pieces.partition_point(|piece| piece.new_start < new);
        match count.checked_sub(1).and_then(|last| self.pieces.get(last)) {
            Some(piece) => piece.old_start + (new - piece.new_start).min(piece.length),
            None => 0,
        }
    }
}

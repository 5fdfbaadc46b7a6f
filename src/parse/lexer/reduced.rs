//! A file without what says nothing of its declarations, and the way back to where things stand in the file.

use super::imports::Imported;
use super::plain::Member;
use crate::model::ByteRange;

/// A shorter text that declares the same, and how it was made.
#[derive(Debug, Default)]
pub struct Reduced {
    pub text: String,
    /// Where each kept piece begins: in `text`, and in the file. In order, none empty.
    pieces: Vec<(u32, u32)>,
    /// Where each token begins that documentation stands before (in the file), and the documentation.
    docs: Vec<(u32, ByteRange)>,
    /// Where the braces open whose inside was left out, in the file, in order.
    emptied: Vec<u32>,
    /// The imports that were left out, in order.
    pub imports: Vec<Imported>,
    /// The members that were left out, in order.
    pub members: Vec<Member>,
    /// How many type bodies were read as such.
    pub type_bodies: u32,
    /// Types declared inside bodies and initial values, left out or not.
    pub local_types: u32,
    /// Names that stand in what types extend which are declared inside bodies and initial values, left out or not; and others.
    pub local_supertypes: Vec<ByteRange>,
}

impl Reduced {
    /// Adds the piece of `file` from `start` to `end`.
    pub fn keep(&mut self, file: &str, start: usize, end: usize) {
        if let Some(piece) = file.get(start..end).filter(|piece| !piece.is_empty()) {
            self.pieces.push((self.text.len() as u32, start as u32));
            self.text.push_str(piece);
        }
    }

    /// Takes note of the documentation before the token at `start`; called in order.
    pub fn document(&mut self, start: usize, doc: ByteRange) {
        self.docs.push((start as u32, doc));
    }

    /// Takes note of a brace whose inside is left out; called in order.
    pub fn empty(&mut self, brace: usize) {
        self.emptied.push(brace as u32);
    }

    /// Where in the file the byte is that `offset` names in the text.
    #[must_use]
    pub fn origin(&self, offset: u32) -> u32 {
        let after = self.pieces.partition_point(|(start, _)| *start <= offset);
        let Some((start, origin)) = after.checked_sub(1).and_then(|at| self.pieces.get(at)) else { return offset };
        origin + (offset - start)
    }

    /// Where in the file the piece ends that ends before `offset` in the text.
    #[must_use]
    pub fn origin_of_end(&self, offset: u32) -> u32 {
        offset.checked_sub(1).map_or(0, |last| self.origin(last) + 1)
    }

    /// A range of the text as one of the file.
    #[must_use]
    pub fn origin_of(&self, range: ByteRange) -> ByteRange {
        let start = self.origin(range.start);
        ByteRange { start, end: if range.end > range.start { self.origin_of_end(range.end) } else { start } }
    }

    /// The documentation of the declaration that begins at `start` in the file.
    #[must_use]
    pub fn doc_of(&self, start: u32) -> Option<ByteRange> {
        let at = self.docs.binary_search_by_key(&start, |(token, _)| *token).ok()?;
        Some(self.docs[at].1)
    }

    /// What was left out between two kept pieces, in the file, in order: the inside of a body, of brackets, a value, or
    /// whatever stood between declarations that were kept.
    pub fn gaps(&self) -> impl Iterator<Item = ByteRange> {
        self.pieces.windows(2).filter_map(|pair| {
            let [(start, origin), (next, behind)] = *pair else { return None };
            let end = origin + (next - start);
            (end < behind).then_some(ByteRange { start: end, end: behind })
        })
    }

    /// Whether a gap is the inside of a body.
    #[must_use]
    pub fn is_body(&self, gap: ByteRange) -> bool {
        gap.start.checked_sub(1).is_some_and(|brace| self.is_emptied(brace))
    }

    /// Whether the inside of the brace at `brace` in the file was left out.
    #[must_use]
    pub fn is_emptied(&self, brace: u32) -> bool {
        self.emptied.binary_search(&brace).is_ok()
    }
}

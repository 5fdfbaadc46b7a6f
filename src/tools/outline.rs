//! The outline of source: the same text, method bodies left out, and doc comments where there is no room for them.
//!
//! Nothing else changes: other comments, fields and blank lines stay as they are. A body in braces becomes `{ … }`, one after
//! Kotlin's `=` becomes `…`; an empty body stays. A doc comment goes with the lines that it has for itself.

use crate::model::ByteRange;

/// What stands for a body.
const ELIDED: &str = "…";

/// A text with pieces left out, and the way back to where the rest stands in the file.
#[derive(Debug, PartialEq, Eq)]
pub struct Outline {
    pub text: String,
    /// Where pieces begin: byte in the outline, byte in the file; ascending.
    places: Vec<(usize, usize)>,
    /// Doc comments are left out.
    pub lacks_docs: bool,
}

/// What is left out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Doc,
    Body,
}

impl Outline {
    /// The outline of the bytes `start..end` of `text` without these bodies and these doc comments.
    #[must_use]
    pub fn of(text: &str, start: usize, end: usize, bodies: &[ByteRange], docs: &[ByteRange]) -> Self {
        let is_there = |from: usize, to: usize| {
            start <= from && to <= end && text.get(from..to).is_some_and(|part| !part.trim().is_empty())
        };
        let all = |ranges: &[ByteRange], part: Part| -> Vec<(usize, usize, Part)> {
            let ranges = ranges.iter().map(|range| (range.start as usize, range.end as usize, part));
            ranges.filter(|(from, to, _)| is_there(*from, *to)).collect()
        };
        let mut parts = all(bodies, Part::Body);
        parts.extend(all(docs, Part::Doc).into_iter().map(|(from, to, part)| {
            let (from, to) = lines_of(text, from, to);
            (from.max(start), to.min(end), part)
        }));
        parts.sort_unstable();
        let mut outline = Self { text: String::new(), places: Vec::new(), lacks_docs: false };
        let mut at = start;
        for (from, to, part) in parts {
            if from < at {
                continue; // inside a body that is left out already
            }
            outline.keep(text, at, from);
            if part == Part::Doc {
                outline.lacks_docs = true;
                at = to;
                continue;
            }
            let braces = text[..from].ends_with('{');
            let blank_before = text[..from].ends_with([' ', '\t']);
            outline.text.push_str(match (braces, blank_before) {
                (true, _) => " … ",
                (false, true) => ELIDED,
                (false, false) => " …",
            });
            // What comes after a body that is no block goes on where its last token ended.
            at = if braces { to } else { from + text[from..to].trim_end().len() };
        }
        outline.keep(text, at, end);
        outline
    }

    fn keep(&mut self, text: &str, from: usize, to: usize) {
        self.places.push((self.text.len(), from));
        self.text.push_str(text.get(from..to).unwrap_or_default());
    }

    /// The byte of the file that a byte of the outline came from; inside what stands for a body, where the body began.
    #[must_use]
    pub fn file_byte(&self, byte: usize) -> usize {
        let piece = self.places.partition_point(|(place, _)| *place <= byte).saturating_sub(1);
        let (place, file) = self.places.get(piece).copied().unwrap_or((0, 0));
        file + (byte - place)
    }
}

/// A comment with the lines that it has for itself; where it shares one with code, with the blanks behind it.
fn lines_of(text: &str, from: usize, to: usize) -> (usize, usize) {
    let is_blank = |c: char| c == ' ' || c == '\t';
    let first = text[..from].trim_end_matches(is_blank);
    let rest = text[to..].trim_start_matches(is_blank);
    let end = text.len() - rest.len();
    let behind = ["\r\n", "\n", "\r"].iter().find(|ending| rest.starts_with(**ending));
    match behind {
        Some(ending) if first.is_empty() || first.ends_with(['\n', '\r']) => (first.len(), end + ending.len()),
        Some(_) => (from, to),
        None => (from, end),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body(text: &str, piece: &str) -> ByteRange {
        let start = text.find(piece).unwrap();
        ByteRange { start: start as u32, end: (start + piece.len()) as u32 }
    }

    #[test]
    fn leaves_out_bodies_and_nothing_else() {
        let text = "class A {\r\n  // c\r\n  int f = g();\r\n  void a() {\r\n    x();\r\n  }\r\n  void b() {}\r\n}\r\n";
        let bodies = [body(text, "\r\n    x();\r\n  "), ByteRange { start: 73, end: 73 }];
        let outline = Outline::of(text, 0, text.len(), &bodies, &[]);
        assert_eq!(outline.text, "class A {\r\n  // c\r\n  int f = g();\r\n  void a() { … }\r\n  void b() {}\r\n}\r\n");
        let byte = outline.text.find("void b").unwrap();
        assert_eq!(outline.file_byte(byte), text.find("void b").unwrap());
        assert_eq!(outline.file_byte(3), 3);
    }

    #[test]
    fn an_expression_body_and_one_inside_another() {
        let text = "fun a() =\n    b { c() }\nfun d() = 1\n";
        let bodies = [body(text, "\n    b { c() }"), body(text, " c() "), body(text, " 1")];
        let outline = Outline::of(text, 0, text.len(), &bodies, &[]);
        assert_eq!(outline.text, "fun a() = …\nfun d() = …\n");
    }

    #[test]
    fn doc_comments_go_with_their_lines() {
        let text = "class A {\r\n  /** a\r\n   * b */  \r\n  int f;\r\n\r\n  /** c */ void g() { h(); }\r\n  int i; /** d */\r\n}\r\n";
        let docs = [body(text, "/** a\r\n   * b */"), body(text, "/** c */"), body(text, "/** d */")];
        let outline = Outline::of(text, 0, text.len(), &[body(text, " h(); ")], &docs);
        assert_eq!(outline.text, "class A {\r\n  int f;\r\n\r\n  void g() { … }\r\n  int i; \r\n}\r\n");
        assert!(outline.lacks_docs);
        for kept in ["int f", "void g", "int i", "}\r\n  int i"] {
            let (shown, written) = (outline.text.find(kept).unwrap(), text.find(kept).unwrap());
            assert_eq!(outline.file_byte(shown), written, "{kept}");
        }
    }
}

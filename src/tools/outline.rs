//! The outline of source: the same text, method bodies left out.
//!
//! Nothing else changes: comments, fields and blank lines stay as they are. A body in braces becomes `{ … }`, one after
//! Kotlin's `=` becomes `…`; an empty body stays.

use crate::model::ByteRange;

/// What stands for a body.
const ELIDED: &str = "…";

/// A text with pieces left out, and the way back to where the rest stands in the file.
#[derive(Debug, PartialEq, Eq)]
pub struct Outline {
    pub text: String,
    /// Where pieces begin: byte in the outline, byte in the file; ascending.
    places: Vec<(usize, usize)>,
}

impl Outline {
    /// The outline of the bytes `start..end` of `text` without these bodies.
    #[must_use]
    pub fn of(text: &str, start: usize, end: usize, bodies: &[ByteRange]) -> Self {
        let mut bodies: Vec<(usize, usize)> = bodies
            .iter()
            .map(|body| (body.start as usize, body.end as usize))
            .filter(|(from, to)| {
                start <= *from && *to <= end && text.get(*from..*to).is_some_and(|body| !body.trim().is_empty())
            })
            .collect();
        bodies.sort_unstable();
        let mut outline = Self { text: String::new(), places: Vec::new() };
        let mut at = start;
        for (from, to) in bodies {
            if from < at {
                continue; // inside a body that is left out already
            }
            outline.keep(text, at, from);
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
        let outline = Outline::of(text, 0, text.len(), &bodies);
        assert_eq!(outline.text, "class A {\r\n  // c\r\n  int f = g();\r\n  void a() { … }\r\n  void b() {}\r\n}\r\n");
        let byte = outline.text.find("void b").unwrap();
        assert_eq!(outline.file_byte(byte), text.find("void b").unwrap());
        assert_eq!(outline.file_byte(3), 3);
    }

    #[test]
    fn an_expression_body_and_one_inside_another() {
        let text = "fun a() =\n    b { c() }\nfun d() = 1\n";
        let bodies = [body(text, "\n    b { c() }"), body(text, " c() "), body(text, " 1")];
        let outline = Outline::of(text, 0, text.len(), &bodies);
        assert_eq!(outline.text, "fun a() = …\nfun d() = …\n");
    }
}

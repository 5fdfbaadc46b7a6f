//! Members that are written plainly: every token of their headers is known here, so no grammar need see them.
//!
//! A header is plain where it is made of modifiers, annotations, types with arguments and dimensions, names, parameters and
//! `throws`, all of ASCII letters, with nothing but blanks between them, and where no word of it has a meaning in any Java
//! beside that of a name. Whatever else stands there is the grammar's to read. A header is looked at from its beginning to the
//! first byte that is not plain, once.

mod cursor;

use std::ops::Range;

use cursor::Cursor;

use crate::model::{ByteRange, FieldDecl, FieldKind, LineRange, MethodDecl, MethodKind, Parameter};
use crate::parse::syntax::one_line_without;

/// The body of a type that a member stands in, as far as its members depend on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Body {
    Class,
    Interface,
    /// Of an annotation: its elements are not plain.
    Annotation,
}

/// A member that is written plainly; places are those of the file.
#[derive(Debug)]
pub struct Member {
    /// Where the brace of the body stands that it is in.
    pub brace: u32,
    pub header: Header,
    /// The inside of its own body.
    pub body: Option<ByteRange>,
    pub end: u32,
}

/// The header of a member that is written plainly.
#[derive(Debug)]
pub struct Header {
    start: usize,
    /// Where the last token of it ends.
    signature_end: usize,
    /// Where what follows it stands: `{`, `;` or, for a field, `=`.
    pub end: usize,
    /// Where the round brackets of annotations open and close, in order.
    pub arguments: Vec<(usize, usize)>,
    /// The annotations, arguments included, in order.
    dropped: Vec<Range<usize>>,
    /// The names of those that stand before the type.
    annotations: Vec<Range<usize>>,
    modifiers: Vec<Range<usize>>,
    /// None for a constructor.
    of_type: Option<Range<usize>>,
    name: Range<usize>,
    /// None for a field.
    parameters: Option<Vec<Given>>,
}

/// A parameter.
#[derive(Debug)]
struct Given {
    of_type: Range<usize>,
    vararg: bool,
    name: Range<usize>,
}

impl Member {
    /// All of it, annotations included.
    #[must_use]
    pub fn bytes(&self) -> ByteRange {
        ByteRange { start: self.header.start as u32, end: self.end }
    }
}

impl Header {
    /// The plain header that begins at `at`, where a member of `body` does. None: what stands there is not plain.
    pub fn at(text: &str, at: usize, body: Body) -> Option<Self> {
        if body == Body::Annotation {
            return None;
        }
        let mut cursor = Cursor::at(text, at);
        let (mut annotations, mut modifiers) = (Vec::new(), Vec::new());
        loop {
            cursor.blanks();
            if cursor.peek() == b'@' {
                annotations.push(cursor.annotation()?);
            } else if let Some(modifier) = cursor.modifier(body) {
                modifiers.push(modifier);
            } else {
                break;
            }
        }
        let has_variables = cursor.peek() == b'<';
        if has_variables {
            cursor.variables()?;
        }
        let (of_type, name) = cursor.type_and_name(body)?;
        let mut signature_end = name.end;
        let is_void = of_type.as_ref().is_some_and(|of_type| text[of_type.clone()] == *"void");
        cursor.blanks();
        let parameters = match cursor.peek() {
            b'(' => Some(cursor.parameters()?),
            b';' | b'=' if !has_variables && !is_void => None,
            _ => return None,
        };
        if parameters.is_some() {
            signature_end = cursor.throws()?;
            cursor.blanks();
            let goes_on = if of_type.is_none() { cursor.peek() == b'{' } else { matches!(cursor.peek(), b'{' | b';') };
            if !goes_on {
                return None;
            }
        }
        let Cursor { at: end, arguments, dropped, .. } = cursor;
        Some(Self {
            start: at,
            signature_end,
            end,
            arguments,
            dropped,
            annotations,
            modifiers,
            of_type,
            name,
            parameters,
        })
    }

    /// A range on one line, without annotations.
    fn line(&self, text: &str, range: &Range<usize>) -> String {
        one_line_without(text, range.clone(), &self.dropped)
    }
}

impl Member {
    /// Where its first token begins.
    pub fn start(&self) -> u32 {
        self.header.start as u32
    }

    /// The method or constructor of `text` that it is, as the walk over a tree gives it: `name_line` is an offset, and lines
    /// are missing. None: it is a field.
    pub fn method(&self, text: &str, owner: u32, doc: Option<ByteRange>) -> Option<MethodDecl> {
        let header = &self.header;
        let parameters = header.parameters.as_ref()?.iter().map(|given| Parameter {
            name: text[given.name.clone()].to_owned(),
            type_text: header.line(text, &given.of_type) + if given.vararg { "..." } else { "" },
            vararg: given.vararg,
            has_default: false,
        });
        Some(MethodDecl {
            owner,
            name: text[header.name.clone()].to_owned(),
            kind: if header.of_type.is_some() { MethodKind::Method } else { MethodKind::Constructor },
            receiver: None,
            parameters: parameters.collect(),
            return_type: header.of_type.as_ref().map(|of_type| header.line(text, of_type)),
            modifiers: slices(text, &header.modifiers),
            annotations: slices(text, &header.annotations),
            signature: header.line(text, &(header.start..header.signature_end)),
            lines: LineRange { start: 0, end: 0 },
            name_line: header.name.start as u32,
            bytes: ByteRange { start: self.start(), end: self.end },
            body: self.body,
            doc,
        })
    }

    /// The field of `text` that it is, in the same way.
    pub fn field(&self, text: &str, owner: u32, doc: Option<ByteRange>) -> FieldDecl {
        let header = &self.header;
        let name = &text[header.name.clone()];
        let of_type = header.of_type.clone().unwrap_or_default();
        FieldDecl {
            owner,
            kind: FieldKind::Field,
            receiver: None,
            signature: header.line(text, &(header.start..of_type.end)) + " " + name,
            name: name.to_owned(),
            type_text: Some(header.line(text, &of_type)),
            modifiers: slices(text, &header.modifiers),
            annotations: slices(text, &header.annotations),
            lines: LineRange { start: 0, end: 0 },
            name_line: header.name.start as u32,
            bytes: ByteRange { start: self.start(), end: self.end },
            doc,
        }
    }
}

fn slices(text: &str, ranges: &[Range<usize>]) -> Vec<String> {
    ranges.iter().map(|range| text[range.clone()].to_owned()).collect()
}

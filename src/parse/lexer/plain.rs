//! Members that are written plainly: every token of their headers is known here, so no grammar need see them.
//!
//! A header is plain where it is made of modifiers, annotations, types with arguments and dimensions, names, parameters and
//! `throws`, all of ASCII letters, with nothing but blanks between them, and where no word of it has a meaning in any Java
//! beside that of a name. Whatever else stands there is the grammar's to read. A header is looked at from its beginning to the
//! first byte that is not plain, once.

use std::ops::Range;

use super::scan::{Class, class};
use crate::model::{ByteRange, FieldDecl, FieldKind, LineRange, MethodDecl, MethodKind, Parameter};
use crate::parse::syntax::one_line_without;
use crate::parse::words::is_word_byte;

/// How deep type arguments may be nested.
const DEEPEST: u32 = 8;

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

impl Header {
    /// The plain header that begins at `at`, where a member of `body` does. None: what stands there is not plain.
    pub fn at(text: &str, at: usize, body: Body) -> Option<Self> {
        if body == Body::Annotation {
            return None;
        }
        let mut cursor = Cursor { bytes: text.as_bytes(), at, arguments: Vec::new(), dropped: Vec::new() };
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

/// A place in a header.
struct Cursor<'t> {
    bytes: &'t [u8],
    at: usize,
    arguments: Vec<(usize, usize)>,
    dropped: Vec<Range<usize>>,
}

impl Cursor<'_> {
    /// The byte here; 0 at the end of the text.
    fn peek(&self) -> u8 {
        self.bytes.get(self.at).copied().unwrap_or(0)
    }

    fn blanks(&mut self) {
        while class(self.peek()) == Class::Space {
            self.at += 1;
        }
    }

    /// Passes blanks and then this byte, where it is there.
    fn passes(&mut self, byte: u8) -> bool {
        self.blanks();
        let is_there = self.peek() == byte;
        self.at += usize::from(is_there);
        is_there
    }

    /// The word of ASCII letters here, which is not passed.
    fn word(&self) -> Option<Range<usize>> {
        let rest = &self.bytes[self.at..];
        let length = rest.iter().position(|byte| !is_word_byte(*byte)).unwrap_or(rest.len());
        let word = &rest[..length];
        let is_plain = !word.first()?.is_ascii_digit() && word.is_ascii();
        is_plain.then(|| self.at..self.at + length)
    }

    /// Passes a name.
    fn name(&mut self) -> Option<Range<usize>> {
        let word = self.word().filter(|word| is_name(&self.bytes[word.clone()]))?;
        self.at = word.end;
        Some(word)
    }

    /// Passes a modifier of a member.
    fn modifier(&mut self, body: Body) -> Option<Range<usize>> {
        let word = self.word()?;
        let is_modifier = match &self.bytes[word.clone()] {
            b"default" => body == Body::Interface,
            other => matches!(
                other,
                b"public"
                    | b"protected"
                    | b"private"
                    | b"static"
                    | b"final"
                    | b"abstract"
                    | b"native"
                    | b"synchronized"
                    | b"transient"
                    | b"volatile"
                    | b"strictfp"
            ),
        };
        if !is_modifier {
            return None;
        }
        self.at = word.end;
        Some(word)
    }

    /// Passes an annotation; gives its name.
    fn annotation(&mut self) -> Option<Range<usize>> {
        let start = self.at;
        self.at += 1;
        let mut name = self.name()?;
        while self.peek() == b'.' {
            self.at += 1;
            name.end = self.name()?.end;
        }
        self.blanks();
        if self.peek() == b'(' {
            let open = self.at;
            self.arguments()?;
            self.arguments.push((open, self.at - 1));
            self.dropped.push(start..self.at);
        } else {
            self.dropped.push(start..name.end);
        }
        Some(name)
    }

    /// Passes the arguments of an annotation: no comments, characters or escapes among them.
    fn arguments(&mut self) -> Option<()> {
        let (mut rounds, mut braces) = (0_u32, 0_u32);
        loop {
            match self.peek() {
                b'(' => rounds += 1,
                b')' => rounds -= 1,
                b'{' => braces += 1,
                b'}' => braces = braces.checked_sub(1)?,
                b'"' => self.string()?,
                0 | b'\'' | b'\\' | b'/' | b';' | b'`' => return None,
                _ => {}
            }
            self.at += 1;
            if rounds == 0 {
                return (braces == 0).then_some(());
            }
        }
    }

    /// Passes a string up to the quote that ends it.
    fn string(&mut self) -> Option<()> {
        if self.bytes[self.at..].starts_with(b"\"\"\"") {
            return None;
        }
        let rest = &self.bytes[self.at + 1..];
        let length = rest.iter().position(|byte| matches!(byte, b'"' | b'\\' | b'\n' | b'\r'))?;
        self.at += length + 1;
        (rest[length] == b'"').then_some(())
    }

    /// Passes type parameters.
    fn variables(&mut self) -> Option<()> {
        self.at += 1;
        loop {
            self.blanks();
            self.name()?;
            if self.keyword(b"extends") {
                self.named_type(0)?;
                while self.passes(b'&') {
                    self.named_type(0)?;
                }
            }
            if !self.passes(b',') {
                break;
            }
        }
        let is_closed = self.passes(b'>');
        self.blanks();
        is_closed.then_some(())
    }

    /// Passes blanks and a keyword, where it is there.
    fn keyword(&mut self, keyword: &[u8]) -> bool {
        self.blanks();
        let is_there = self.word().is_some_and(|word| self.bytes[word] == *keyword);
        self.at += if is_there { keyword.len() } else { 0 };
        is_there
    }

    /// Passes the type and the name of a member; of a constructor there is a name only.
    fn type_and_name(&mut self, body: Body) -> Option<(Option<Range<usize>>, Range<usize>)> {
        let first = self.word()?;
        let of_type = if self.bytes[first.clone()] == *b"void" {
            self.at = first.end;
            first.clone()
        } else {
            self.a_type(0)?
        };
        self.blanks();
        if self.peek() == b'(' && body == Body::Class && of_type == first && is_name(&self.bytes[first.clone()]) {
            return Some((None, first));
        }
        Some((Some(of_type), self.name()?))
    }

    /// Passes a type.
    fn a_type(&mut self, depth: u32) -> Option<Range<usize>> {
        let word = self.word()?;
        let mut range = if is_primitive(&self.bytes[word.clone()]) {
            self.at = word.end;
            word
        } else {
            self.named_type(depth)?
        };
        for _ in 0..DEEPEST {
            let before = self.at;
            if !self.passes(b'[') {
                self.at = before;
                return Some(range);
            }
            if !self.passes(b']') {
                return None;
            }
            range.end = self.at;
        }
        None
    }

    /// Passes the type of a class or interface, with its arguments.
    fn named_type(&mut self, depth: u32) -> Option<Range<usize>> {
        self.blanks();
        let mut range = self.name()?;
        loop {
            let before = self.at;
            if self.passes(b'<') {
                self.type_arguments(depth + 1)?;
                range.end = self.at;
            } else if self.bytes[self.at..].starts_with(b".") && !self.bytes[self.at..].starts_with(b"...") {
                self.at += 1;
                self.blanks();
                range.end = self.name()?.end;
            } else {
                self.at = before;
                return Some(range);
            }
        }
    }

    /// Passes type arguments from behind their `<`.
    fn type_arguments(&mut self, depth: u32) -> Option<()> {
        if depth > DEEPEST {
            return None;
        }
        loop {
            self.blanks();
            if self.peek() == b'?' {
                self.at += 1;
                if self.keyword(b"extends") || self.keyword(b"super") {
                    self.blanks();
                    self.argument(depth)?;
                }
            } else {
                self.argument(depth)?;
            }
            if !self.passes(b',') {
                break;
            }
        }
        self.passes(b'>').then_some(())
    }

    /// Passes a type as an argument: one of a primitive type is an array.
    fn argument(&mut self, depth: u32) -> Option<()> {
        let found = self.a_type(depth)?;
        (!is_primitive(&self.bytes[found])).then_some(())
    }

    /// Passes parameters with their brackets.
    fn parameters(&mut self) -> Option<Vec<Given>> {
        self.at += 1;
        let mut all = Vec::new();
        self.blanks();
        if self.peek() == b')' {
            self.at += 1;
            return Some(all);
        }
        loop {
            loop {
                self.blanks();
                if self.peek() == b'@' {
                    self.annotation()?;
                } else if !self.keyword(b"final") {
                    break;
                }
            }
            let of_type = self.a_type(0)?;
            self.blanks();
            let vararg = self.bytes[self.at..].starts_with(b"...");
            self.at += if vararg { 3 } else { 0 };
            self.blanks();
            let name = self.name()?;
            all.push(Given { of_type, vararg, name });
            if self.passes(b')') {
                return Some(all);
            }
            if vararg || !self.passes(b',') {
                return None;
            }
        }
    }

    /// Passes what may be thrown; gives where that ends.
    fn throws(&mut self) -> Option<usize> {
        let mut end = self.at;
        if self.keyword(b"throws") {
            end = self.named_type(0)?.end;
            while self.passes(b',') {
                end = self.named_type(0)?.end;
            }
        }
        Some(end)
    }
}

const fn is_primitive(word: &[u8]) -> bool {
    matches!(word, b"boolean" | b"byte" | b"char" | b"short" | b"int" | b"long" | b"float" | b"double")
}

/// Whether a word is a name in every Java: no keyword, literal, or word that is one in some places.
fn is_name(word: &[u8]) -> bool {
    // All of those are of small letters.
    if word.len() > 12 || word.iter().any(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit()) {
        return true;
    }
    !matches!(
        word,
        b"_" | b"abstract"
            | b"assert"
            | b"boolean"
            | b"break"
            | b"byte"
            | b"case"
            | b"catch"
            | b"char"
            | b"class"
            | b"const"
            | b"continue"
            | b"default"
            | b"do"
            | b"double"
            | b"else"
            | b"enum"
            | b"exports"
            | b"extends"
            | b"false"
            | b"final"
            | b"finally"
            | b"float"
            | b"for"
            | b"goto"
            | b"if"
            | b"implements"
            | b"import"
            | b"instanceof"
            | b"int"
            | b"interface"
            | b"long"
            | b"module"
            | b"native"
            | b"new"
            | b"non"
            | b"null"
            | b"open"
            | b"opens"
            | b"package"
            | b"permits"
            | b"private"
            | b"protected"
            | b"provides"
            | b"public"
            | b"record"
            | b"requires"
            | b"return"
            | b"sealed"
            | b"short"
            | b"static"
            | b"strictfp"
            | b"super"
            | b"switch"
            | b"synchronized"
            | b"this"
            | b"throw"
            | b"throws"
            | b"to"
            | b"transient"
            | b"transitive"
            | b"true"
            | b"try"
            | b"uses"
            | b"var"
            | b"void"
            | b"volatile"
            | b"when"
            | b"while"
            | b"with"
            | b"yield"
    )
}

//! The tokens of a plain header, one after the other: what each may be, and nothing else.

use std::ops::Range;

use super::{Body, Given};
use crate::parse::lexer::scan::{Class, class};
use crate::parse::words::is_word_byte;

/// How deep type arguments may be nested.
const DEEPEST: u32 = 8;

/// A place in a header.
pub(super) struct Cursor<'t> {
    bytes: &'t [u8],
    pub at: usize,
    /// Where the round brackets of annotations open and close, in order.
    pub arguments: Vec<(usize, usize)>,
    /// The annotations, arguments included, in order.
    pub dropped: Vec<Range<usize>>,
}

impl<'t> Cursor<'t> {
    pub fn at(text: &'t str, at: usize) -> Self {
        Self { bytes: text.as_bytes(), at, arguments: Vec::new(), dropped: Vec::new() }
    }

    /// The byte here; 0 at the end of the text.
    pub fn peek(&self) -> u8 {
        self.bytes.get(self.at).copied().unwrap_or(0)
    }

    pub fn blanks(&mut self) {
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
    pub fn modifier(&mut self, body: Body) -> Option<Range<usize>> {
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
    pub fn annotation(&mut self) -> Option<Range<usize>> {
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
    pub fn variables(&mut self) -> Option<()> {
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
    pub fn type_and_name(&mut self, body: Body) -> Option<(Option<Range<usize>>, Range<usize>)> {
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
    pub fn parameters(&mut self) -> Option<Vec<Given>> {
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
    pub fn throws(&mut self) -> Option<usize> {
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

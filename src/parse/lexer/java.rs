//! One pass over a Java file: its words, and the file without what declares nothing to the outside.
//!
//! Left out are imports and members that are written plainly (which are read here), the insides of bodies, arguments of
//! annotations and enum constants, initial values, indentation, and the comments before declarations, of which the documentation is kept
//! track of. What is kept is kept as it is written, so that names, signatures and types read from it are those of the file.
//! Where braces do not match, literals do not end or a keyword stands where none should, there is no reduced text: all of
//! the file has to be parsed.

use super::collect::CODE;
use super::imports;
use super::plain::{Body, Header, Member};
use super::reduced::Reduced;
use super::scan::{Class, Scanner, class, rest_as_code};
use super::skip::{self, Passed, ValueEnd};
use crate::model::ByteRange;
use crate::parse::syntax::PendingDoc;
use crate::parse::words::Words;

/// What one pass over a Java file gives.
pub struct Reading {
    /// The words of the file.
    pub words: Words,
    /// The file without bodies; none where only all of it tells what it declares.
    pub reduced: Option<Reduced>,
}

/// Reads a Java file.
#[must_use]
pub fn read(text: &str) -> Reading {
    let mut reader = Reader::new(text);
    let sure = reader.run() && !reader.passed.unsure;
    rest_as_code(&mut reader.scanner);
    let Reader { scanner, mut reduced, passed, .. } = reader;
    reduced.local_types = passed.types;
    reduced.local_supertypes = passed.made.names;
    Reading { words: scanner.words.finish(), reduced: sure.then_some(reduced) }
}

/// What the last token was, as far as the next one depends on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Last {
    /// A declaration ended or a body began: the next token begins a declaration.
    Boundary,
    /// A word.
    Word,
    /// A dot.
    Dot,
    /// The `)` of parameters, or the `]` of an array.
    Bracket,
    Other,
}

/// How far an annotation has been read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Annotation {
    None,
    /// A part of its name comes next.
    Begun,
    /// Its name may be complete.
    Named,
}

/// How far the header of a record has been read: `record`, then a name, then what only a record has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Record {
    None,
    Keyword,
    Named,
}

/// What is known of the declaration that is being read.
#[derive(Debug, Clone, Copy)]
struct Progress {
    last: Last,
    annotation: Annotation,
    record: Record,
    /// It declares a type; the next brace is that of its body.
    is_type: bool,
    is_enum: bool,
    /// What that body is.
    body: Body,
    /// Round brackets that are open.
    rounds: u32,
    /// It is the default value of an annotation's element that is being read, which is part of what is declared.
    default: bool,
    /// Braces that are open in a default value.
    braces: u32,
}

impl Progress {
    const NEW: Self = Self {
        last: Last::Boundary,
        annotation: Annotation::None,
        record: Record::None,
        is_type: false,
        is_enum: false,
        body: Body::Class,
        rounds: 0,
        default: false,
        braces: 0,
    };
}

/// A type body.
struct Around {
    kind: Body,
    /// Where its brace opens.
    brace: usize,
    /// Whether enum constants were being read where it opened.
    in_constants: bool,
}

struct Reader<'t> {
    text: &'t str,
    scanner: Scanner<'t>,
    reduced: Reduced,
    passed: Passed,
    /// Where the piece begins that is being kept.
    kept: usize,
    header: Progress,
    /// The type bodies around.
    bodies: Vec<Around>,
    /// Whether the enum constants of the innermost are being read.
    in_constants: bool,
    doc: PendingDoc,
    /// Whether `doc` has seen a comment since the last token.
    commented: bool,
}

impl<'t> Reader<'t> {
    fn new(text: &'t str) -> Self {
        Self {
            text,
            scanner: Scanner::new(text),
            reduced: Reduced::default(),
            passed: Passed::default(),
            kept: 0,
            header: Progress::NEW,
            bodies: Vec::new(),
            in_constants: false,
            doc: PendingDoc::default(),
            commented: false,
        }
    }

    /// Reads to the end; false where it is not sure what the file declares.
    fn run(&mut self) -> bool {
        while let Some(byte) = self.scanner.peek(0) {
            let class = class(byte);
            match class {
                Class::Space => self.space(),
                Class::Slash if matches!(self.scanner.peek(1), Some(b'/' | b'*')) => {
                    if !self.comment() {
                        return false;
                    }
                }
                _ => {
                    if self.commented {
                        self.take_doc();
                    }
                    if !self.token(class, byte) {
                        return false;
                    }
                }
            }
        }
        self.keep_up_to(self.text.len());
        self.bodies.is_empty() && self.header.rounds == 0 && self.header.braces == 0
    }

    fn token(&mut self, class: Class, byte: u8) -> bool {
        let before = self.header;
        if before.last == Last::Boundary
            && (matches!(class, Class::Word | Class::At) || byte == b'<')
            && let Some(sure) = self.plain_member()
        {
            return sure;
        }
        if class != Class::Word {
            self.header.record = Record::None;
            if class != Class::Dot {
                self.header.annotation = Annotation::None;
            }
        }
        match class {
            Class::Word => self.word(before),
            Class::At => {
                self.header.annotation = if before.default { Annotation::None } else { Annotation::Begun };
                self.pass(Last::Other)
            }
            Class::Dot => {
                if before.annotation == Annotation::Named {
                    self.header.annotation = Annotation::Begun;
                }
                self.pass(Last::Dot)
            }
            Class::OpenRound => self.open_round(before),
            Class::CloseRound => {
                let Some(less) = before.rounds.checked_sub(1) else { return false };
                self.header.rounds = less;
                self.pass(Last::Bracket)
            }
            Class::Open => self.open(before),
            Class::Close => self.close(before),
            Class::Semicolon => self.semicolon(before),
            Class::Comma => {
                let ends_constant = self.in_constants && before.rounds == 0;
                self.pass(if ends_constant { Last::Boundary } else { Last::Other })
            }
            Class::Equals if before.rounds == 0 && !before.default && !self.in_constants => self.value(),
            Class::Quote | Class::Apostrophe => {
                self.header.last = Last::Other;
                skip::token(&mut self.scanner, class, &mut self.passed)
            }
            _ => {
                if byte == b'<' && before.record == Record::Named {
                    self.header.is_type = true;
                }
                self.pass(if byte == b']' { Last::Bracket } else { Last::Other })
            }
        }
    }

    /// Passes one byte that was a token.
    fn pass(&mut self, last: Last) -> bool {
        self.header.last = last;
        self.scanner.at += 1;
        true
    }

    fn word(&mut self, before: Progress) -> bool {
        if before.last == Last::Boundary && self.bodies.is_empty() && self.import() {
            return true;
        }
        let word = self.scanner.word(CODE);
        self.header.last = Last::Word;
        self.header.annotation = match before.annotation {
            Annotation::Begun => Annotation::Named,
            _ => Annotation::None,
        };
        self.header.record = if before.record == Record::Keyword { Record::Named } else { Record::None };
        if before.rounds > 0 || before.default || self.in_constants || before.last == Last::Dot {
            return true;
        }
        match word {
            b"class" => self.header.is_type = true,
            b"interface" => {
                self.header.is_type = true;
                self.header.annotation = Annotation::None;
                self.header.body =
                    if before.annotation == Annotation::Begun { Body::Annotation } else { Body::Interface };
            }
            b"enum" => {
                self.header.is_type = true;
                self.header.is_enum = true;
            }
            b"record" if before.annotation != Annotation::Begun => self.header.record = Record::Keyword,
            b"default" if before.last == Last::Bracket => self.header.default = true,
            _ => {}
        }
        true
    }

    /// Leaves out an import; false: there is none here, or one that is the grammar's to read.
    fn import(&mut self) -> bool {
        let start = self.scanner.at;
        let Some(import) = imports::plain(self.scanner.bytes, start) else { return false };
        self.scanner.words_up_to(import.bytes.end as usize, CODE);
        self.cut(start, self.scanner.at);
        self.reduced.imports.push(import);
        self.header = Progress::NEW;
        true
    }

    /// Leaves out a member that is written plainly and reads it. None: there is none here; false: the file is not sure.
    fn plain_member(&mut self) -> Option<bool> {
        let around = self.bodies.last().filter(|_| !self.in_constants)?;
        let (start, brace) = (self.scanner.at, around.brace as u32);
        let header = Header::at(self.text, start, around.kind)?;
        for (open, close) in &header.arguments {
            self.scanner.words_up_to(open + 1, CODE);
            if !skip::to_close(&mut self.scanner, true, &mut self.passed) || self.scanner.at != *close {
                return Some(false);
            }
        }
        self.scanner.words_up_to(header.end, CODE);
        let mut body = None;
        match self.scanner.peek(0) {
            Some(b'{') => {
                self.scanner.at += 1;
                let inside = self.scanner.at;
                if !skip::to_close(&mut self.scanner, false, &mut self.passed) {
                    return Some(false);
                }
                body = Some(ByteRange { start: inside as u32, end: self.scanner.at as u32 });
            }
            Some(b'=') => {
                self.scanner.at += 1;
                let end = skip::value(&mut self.scanner, &mut self.passed);
                if end != ValueEnd::Semicolon {
                    // Another field follows, or may: the grammar is to read them all.
                    self.header.last = Last::Other;
                    return Some(self.passed_value(header.end, end));
                }
            }
            _ => {}
        }
        self.scanner.at += 1;
        let end = self.scanner.at;
        self.cut(start, end);
        self.reduced.members.push(Member { brace, header, body, end: end as u32 });
        self.header = Progress::NEW;
        Some(true)
    }

    fn open_round(&mut self, before: Progress) -> bool {
        if before.record == Record::Named && before.rounds == 0 {
            self.header.is_type = true;
        }
        let is_annotation = before.annotation == Annotation::Named;
        if !is_annotation && (!self.in_constants || before.rounds > 0) {
            self.header.rounds += 1;
            return self.pass(Last::Other);
        }
        self.scanner.at += 1;
        let start = self.scanner.at;
        if !skip::to_close(&mut self.scanner, true, &mut self.passed) {
            return false;
        }
        self.cut(start, self.scanner.at);
        // Not that of parameters: `@A(1) default void m() {}` has no default value.
        self.pass(Last::Other)
    }

    fn open(&mut self, before: Progress) -> bool {
        if before.default {
            self.header.braces += 1;
            return self.pass(Last::Other);
        }
        if before.rounds > 0 {
            return false;
        }
        if before.is_type && !self.in_constants {
            self.reduced.type_bodies += 1;
            let kind = before.body;
            self.bodies.push(Around { kind, brace: self.scanner.at, in_constants: self.in_constants });
            self.in_constants = before.is_enum;
            self.header = Progress::NEW;
            return self.pass(Last::Boundary);
        }
        self.reduced.empty(self.scanner.at);
        self.scanner.at += 1;
        let start = self.scanner.at;
        if !skip::to_close(&mut self.scanner, false, &mut self.passed) {
            return false;
        }
        self.cut(start, self.scanner.at);
        self.header = Progress::NEW;
        self.pass(Last::Boundary)
    }

    fn close(&mut self, before: Progress) -> bool {
        if before.default {
            let Some(less) = before.braces.checked_sub(1) else { return false };
            self.header.braces = less;
            return self.pass(Last::Other);
        }
        let Some(around) = self.bodies.pop().filter(|_| before.rounds == 0) else { return false };
        self.in_constants = around.in_constants;
        self.header = Progress::NEW;
        self.pass(Last::Boundary)
    }

    fn semicolon(&mut self, before: Progress) -> bool {
        if before.rounds > 0 || before.braces > 0 {
            return false;
        }
        self.in_constants = false;
        self.header = Progress::NEW;
        self.pass(Last::Boundary)
    }

    /// Leaves out an initial value with its `=`.
    fn value(&mut self) -> bool {
        let start = self.scanner.at;
        self.scanner.at += 1;
        let end = skip::value(&mut self.scanner, &mut self.passed);
        self.header.last = Last::Other;
        self.passed_value(start, end)
    }

    /// Leaves out an initial value that was passed, from its `=` at `start` on.
    fn passed_value(&mut self, start: usize, end: ValueEnd) -> bool {
        match end {
            ValueEnd::Semicolon | ValueEnd::Comma => self.cut(start, self.scanner.at),
            ValueEnd::Doubtful => {}
            ValueEnd::Never => return false,
        }
        true
    }

    /// Passes white space; that before a declaration is left out, and indentation is.
    fn space(&mut self) {
        let start = self.scanner.at;
        let end = self.scanner.after(start);
        self.scanner.at = end;
        if self.header.last == Last::Boundary {
            self.cut(start, end);
            return;
        }
        let run = &self.scanner.bytes[start..end];
        if let Some(at) = memchr::memchr2(b'\n', b'\r', run) {
            // One line end tells the parser what all of them would.
            let ending = if run[at..].starts_with(b"\r\n") { 2 } else { 1 };
            self.cut(start + at + ending, end);
        }
    }

    /// Passes a comment; one before a declaration is left out.
    fn comment(&mut self) -> bool {
        let start = self.scanner.at;
        let ends = if self.scanner.peek(1) == Some(b'/') {
            self.scanner.line_comment();
            true
        } else {
            self.scanner.block_comment()
        };
        self.doc.comment(self.text, &(start..self.scanner.at));
        self.commented = true;
        if self.header.last == Last::Boundary {
            self.cut(start, self.scanner.at);
        }
        ends
    }

    fn take_doc(&mut self) {
        self.commented = false;
        if let Some(doc) = self.doc.take() {
            self.reduced.document(self.scanner.at, doc);
        }
    }

    /// Leaves out what stands from `start` to `end`.
    fn cut(&mut self, start: usize, end: usize) {
        if end > start {
            self.keep_up_to(start);
            self.kept = end;
        }
    }

    fn keep_up_to(&mut self, end: usize) {
        self.reduced.keep(self.text, self.kept, end);
        self.kept = end;
    }
}

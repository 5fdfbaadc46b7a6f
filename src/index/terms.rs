//! What a file's declarations are found by: each word counts for the innermost declaration around it, in the field it stands
//! in.
//!
//! A type has its header, its documentation and what none of its members has. Words outside of all declarations (imports, a
//! licence) count for none.

mod known;
mod traits;

pub use self::known::Known;

use self::known::{Count, Field};
use crate::model::{ByteRange, ParsedFile, TypeKind};
use crate::parse::words::Words;
use crate::store::terms::{Extent, Terms};

/// A piece of the text that belongs to a declaration.
struct Piece {
    start: u32,
    end: u32,
    declaration: u32,
    field: Field,
}

/// The terms of what a file declares.
#[must_use]
pub fn of_file(path: &str, text: &str, parsed: &ParsedFile, words: &Words, known: &mut Known) -> Terms {
    if parsed.types.is_empty() {
        return Terms::default();
    }
    known.begin(words.distinct.iter().map(|word| word.of(text)));
    let numbers = Numbers::of(parsed);
    let pieces = pieces(text, parsed, &numbers);
    let mut reader = Reader {
        text,
        words,
        known,
        sizes: vec![(0, 0); numbers.count as usize],
        name_parts: vec![0; numbers.count as usize],
    };
    reader.read(&pieces);
    reader.names(parsed, &numbers);
    let extents = reader.sizes.iter().map(|(body, documentation)| Extent::new(*body, *documentation)).collect();
    let traits = traits::of(path, parsed, &numbers);
    let traits = traits.into_iter().zip(&reader.name_parts).map(|(traits, parts)| traits.named(*parts)).collect();
    let mut terms = reader.finish();
    (terms.extents, terms.traits) = (extents, traits);
    terms
}

/// The numbers that the index gives the declarations of a file.
struct Numbers {
    types: Vec<u32>,
    /// None: of no type.
    methods: Vec<Option<u32>>,
    fields: Vec<Option<u32>>,
    count: u32,
}

impl Numbers {
    fn of(parsed: &ParsedFile) -> Self {
        let count = parsed.types.len();
        let mut sizes = vec![(0_u32, 0_u32); count];
        for method in &parsed.methods {
            if let Some((methods, _)) = sizes.get_mut(method.owner as usize) {
                *methods += 1;
            }
        }
        for field in &parsed.fields {
            if let Some((_, fields)) = sizes.get_mut(field.owner as usize) {
                *fields += 1;
            }
        }
        let mut next = 0;
        let (mut types, mut places) = (Vec::with_capacity(count), Vec::with_capacity(count));
        for (methods, fields) in sizes {
            types.push(next);
            places.push((next + 1, next + 1 + methods));
            next += 1 + methods + fields;
        }
        let mut take = |owner: u32, is_field: bool| {
            let place = places.get_mut(owner as usize)?;
            let next = if is_field { &mut place.1 } else { &mut place.0 };
            *next += 1;
            Some(*next - 1)
        };
        let methods = parsed.methods.iter().map(|method| take(method.owner, false)).collect();
        let fields = parsed.fields.iter().map(|field| take(field.owner, true)).collect();
        Self { types, methods, fields, count: next }
    }
}

/// The pieces of all declarations by where they begin, those around others first.
fn pieces(text: &str, parsed: &ParsedFile, numbers: &Numbers) -> Vec<Piece> {
    let mut pieces = Vec::with_capacity(numbers.count as usize * 3);
    for (declared, number) in parsed.types.iter().zip(&numbers.types) {
        let mut bytes = declared.bytes;
        if declared.kind == TypeKind::Facade {
            // It is the file, whose head says nothing of what is declared.
            let members = parsed.methods.iter().map(|method| method.bytes.start);
            let members = members.chain(parsed.fields.iter().map(|field| field.bytes.start));
            bytes.start = parsed.import_section.map(|section| section.end).or(members.min()).unwrap_or(bytes.start);
        }
        add(&mut pieces, text, *number, bytes, declared.body, declared.doc);
    }
    for (method, number) in parsed.methods.iter().zip(&numbers.methods) {
        let Some(number) = *number else { continue };
        add(&mut pieces, text, number, method.bytes, method.body, method.doc);
    }
    for (field, number) in parsed.fields.iter().zip(&numbers.fields) {
        let Some(number) = *number else { continue };
        add(&mut pieces, text, number, field.bytes, Some(field.bytes), field.doc);
    }
    pieces.sort_by_key(|piece| (piece.start, std::cmp::Reverse(piece.end)));
    pieces
}

fn add(
    pieces: &mut Vec<Piece>,
    text: &str,
    declaration: u32,
    bytes: ByteRange,
    body: Option<ByteRange>,
    doc: Option<ByteRange>,
) {
    let mut push =
        |range: ByteRange, field| pieces.push(Piece { start: range.start, end: range.end, declaration, field });
    push(bytes, Field::Signature);
    if let Some(body) = body {
        push(body, Field::Body);
    }
    if let Some(doc) = doc {
        push(doc, Field::Documentation);
        push(ByteRange { start: doc.start, end: doc.start + summary(doc.of(text)) }, Field::Summary);
    }
}

/// How many bytes of a comment its first sentence takes: up to a dot before a blank, or the first block tag.
fn summary(comment: &str) -> u32 {
    let bytes = comment.as_bytes();
    let ends = |at: &usize| match bytes[*at] {
        b'.' => bytes.get(at + 1).is_none_or(u8::is_ascii_whitespace),
        _ => bytes[..*at].iter().rev().find(|byte| !byte.is_ascii_whitespace()).is_some_and(|byte| *byte == b'*'),
    };
    memchr::memchr2_iter(b'.', b'@', bytes).find(ends).unwrap_or(bytes.len()) as u32
}

/// Goes through the places of a file's words.
struct Reader<'a> {
    text: &'a str,
    words: &'a Words,
    known: &'a mut Known,
    /// Terms outside and inside of the documentation, of each declaration.
    sizes: Vec<(u32, u32)>,
    /// Parts of the name of each declaration.
    name_parts: Vec<usize>,
}

impl Reader<'_> {
    fn read(&mut self, pieces: &[Piece]) {
        let mut open: Vec<&Piece> = Vec::new();
        let mut coming = pieces.iter().peekable();
        let (mut current, mut address_end) = (None, 0);
        let words = self.words;
        for place in &words.places {
            let at = place.start;
            while open.last().is_some_and(|piece| piece.end <= at) {
                open.pop();
            }
            while let Some(piece) = coming.next_if(|piece| piece.start <= at) {
                if piece.end > at {
                    open.push(piece);
                }
            }
            let Some(piece) = open.last() else { continue };
            let is_text = matches!(piece.field, Field::Summary | Field::Documentation);
            if at < address_end {
                continue;
            }
            if is_text && is_markup(self.text, at) {
                continue;
            }
            if is_text && let Some(end) = address(self.text, at) {
                address_end = end;
                continue;
            }
            if current != Some(piece.declaration) {
                self.close(current);
                current = Some(piece.declaration);
            }
            let terms = self.known.stands(place.word, piece.field);
            let size = &mut self.sizes[piece.declaration as usize];
            *if is_text { &mut size.1 } else { &mut size.0 } += terms;
        }
        self.close(current);
    }

    fn close(&mut self, declaration: Option<u32>) {
        if let Some(declaration) = declaration {
            self.known.close(declaration);
        }
    }

    fn names(&mut self, parsed: &ParsedFile, numbers: &Numbers) {
        for (declared, number) in parsed.types.iter().zip(&numbers.types) {
            self.name(*number, &declared.name);
        }
        for (method, number) in parsed.methods.iter().zip(&numbers.methods) {
            if let Some(number) = number {
                self.name(*number, &method.name);
            }
        }
        for (field, number) in parsed.fields.iter().zip(&numbers.fields) {
            if let Some(number) = number {
                self.name(*number, &field.name);
            }
        }
    }

    /// Adds a name: its parts, of which the last segment's alone may be all of it.
    fn name(&mut self, declaration: u32, name: &str) {
        let mut segments: Vec<&str> = name.split('.').collect();
        let Some(last) = segments.pop() else { return };
        let Known { vocabulary, local, found, .. } = &mut *self.known;
        for around in segments {
            let parts = vocabulary.parts(around);
            found.extend(parts.iter().map(|part| (declaration, local.place(part.term()), Count::in_name(1))));
        }
        let parts = vocabulary.parts(last);
        let level = if parts.len() == 1 { 2 } else { 1 };
        found.extend(parts.iter().map(|part| (declaration, local.place(part.term()), Count::in_name(level))));
        if let Some(parts_of) = self.name_parts.get_mut(declaration as usize) {
            *parts_of = parts.len();
        }
    }

    fn finish(self) -> Terms {
        let Known { vocabulary, local, found, .. } = self.known;
        let mut terms = Terms::default();
        local.terms.iter().for_each(|term| terms.push(vocabulary.text(*term)));
        found.sort_unstable_by_key(|(declaration, term, _)| u64::from(*declaration) << 32 | u64::from(*term));
        let mut found = found.drain(..).peekable();
        while let Some((declaration, term, mut count)) = found.next() {
            while let Some((_, _, more)) = found.next_if(|next| (next.0, next.1) == (declaration, term)) {
                count.join(more);
            }
            terms.stands(declaration, term, count.fields());
        }
        terms
    }
}

/// Where the web address ends that begins with a word, if one does: its parts are of no declaration.
fn address(text: &str, at: u32) -> Option<u32> {
    let rest = &text.as_bytes()[at as usize..];
    let is_address = rest.starts_with(b"http://") || rest.starts_with(b"https://");
    let length = || rest.iter().position(|byte| byte.is_ascii_whitespace() || b"\"'<>()".contains(byte));
    is_address.then(|| at + length().unwrap_or(rest.len()) as u32)
}

/// Whether a word of a comment is the name of a tag: `@param`, `<code>`, `</code>`.
fn is_markup(text: &str, at: u32) -> bool {
    let before = &text.as_bytes()[..at as usize];
    matches!(before, [.., b'@' | b'<'] | [.., b'<', b'/'])
}

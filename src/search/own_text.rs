//! The text of a declaration itself: its documentation and what it declares, without the members of a type.
//!
//! Phrases are looked for in it, and the lines that show best why it was found are taken from it. Texts are kept for the next
//! question while it is about the same file.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use regex::{Regex, RegexBuilder};

use super::ask::{Field, Phrase, Unit, words};
use super::terms::{self, Stems};
use crate::model::ByteRange;
use crate::store::declarations::{Declaration, Declarations};
use crate::store::members::{MemberPlace, whole};
use crate::store::read::{Index, StoreError};
use crate::text::floor;

/// Bytes of a declaration that are looked through for lines to show.
const LONGEST_SHOWN: usize = 64 << 10;
/// Bytes of lines that are shown.
const SNIPPET: usize = 200;
/// Lines that are shown.
const SNIPPET_LINES: usize = 2;

/// Reads declarations of one index.
pub struct Reader<'a> {
    index: &'a Index,
    declarations: &'a Declarations,
    /// The text of a file by its id: the last that was read; the same below.
    text: Option<(u32, String)>,
    /// The name of a type.
    owner: Option<(u32, String)>,
    /// Where the members of a type stand.
    members: Option<(u32, Vec<MemberPlace>)>,
    /// Where the types of a file stand that are in others.
    nested: Option<(u32, Nested)>,
}

/// A phrase that is looked for in one declaration after the other.
pub struct Sought<'p> {
    phrase: &'p Phrase,
    /// Finds its words in a row, without looking where the first begins and the last ends. None: it has to be looked for.
    row: Option<Regex>,
    /// Whether the file that was looked at last has them anywhere.
    last: Option<(u32, bool)>,
}

impl<'p> Sought<'p> {
    #[must_use]
    pub fn new(phrase: &'p Phrase) -> Self {
        let is_row = phrase.unit == Unit::Words && phrase.field != Field::Symbol;
        let words: Vec<String> = phrase.words.iter().map(|word| regex::escape(word)).collect();
        // What is no word byte of ASCII parts words.
        let row = RegexBuilder::new(&words.join(r"[[:ascii:]&&[^0-9A-Za-z_$]]+")).case_insensitive(true).build();
        Self { phrase, row: row.ok().filter(|_| is_row), last: None }
    }
}

/// Where types stand, by the id of the type around them.
type Nested = HashMap<u32, Vec<Range<usize>>>;

/// Where the text of a declaration stands.
struct Own {
    file: u32,
    documentation: Option<Range<usize>>,
    /// What is declared, members left out.
    pieces: Vec<Range<usize>>,
}

impl Own {
    /// The documentation, then what is declared.
    fn ranges(&self) -> impl Iterator<Item = &Range<usize>> {
        self.documentation.iter().chain(&self.pieces)
    }
}

/// The text from the beginning of a declaration to its end.
struct Excerpt {
    start: usize,
    text: String,
}

impl Excerpt {
    /// What stands in a range of the file.
    fn get(&self, range: &Range<usize>) -> Option<&str> {
        self.text.get(range.start.checked_sub(self.start)?..range.end.checked_sub(self.start)?)
    }
}

impl<'a> Reader<'a> {
    #[must_use]
    pub fn new(index: &'a Index, declarations: &'a Declarations) -> Self {
        Self { index, declarations, text: None, owner: None, members: None, nested: None }
    }

    /// Whether a declaration holds the words of a phrase in a row, whatever stands between them, or the parts of it in one word;
    /// where any field will do, the name of the type around holds them as well, and its own name holds the words as its parts.
    ///
    /// # Errors
    /// When the index is damaged.
    pub fn holds(&mut self, number: u32, sought: &mut Sought<'_>) -> Result<bool, StoreError> {
        let phrase = sought.phrase;
        let has = |text: &str| match phrase.unit {
            Unit::Words => has_row(text, &phrase.words),
            Unit::Parts => words(text).any(|word| has_parts([word], &phrase.words)),
        };
        if phrase.field == Field::Symbol {
            // The dots of a nested type's name end no row of parts.
            return Ok(self.name(number)?.is_some_and(|name| has_parts(words(&name), &phrase.words)));
        }
        if self.may_hold(number, sought)? {
            let Some(own) = self.own(number)? else { return Ok(false) };
            let text = self.text(own.file)?;
            let in_piece = |range: &Range<usize>| text.get(range.clone()).is_some_and(has);
            let is_documentation = phrase.field == Field::Documentation;
            if own.documentation.iter().any(in_piece) || !is_documentation && own.pieces.iter().any(in_piece) {
                return Ok(true);
            }
        }
        if phrase.field == Field::Documentation {
            return Ok(false);
        }
        let is_any = phrase.field == Field::Any;
        let has_as_parts = |name: &str| is_any && phrase.unit == Unit::Words && has_words(name, &phrase.words);
        Ok(self.name(number)?.is_some_and(|name| has(&name) || has_as_parts(&name))
            || is_any && self.owner(number)?.is_some_and(has))
    }

    /// Whether the file of a declaration has a phrase anywhere: most have not, and are passed over without looking where their
    /// declarations stand.
    fn may_hold(&mut self, number: u32, sought: &mut Sought<'_>) -> Result<bool, StoreError> {
        let Some(row) = &sought.row else { return Ok(true) };
        let types = self.declarations.types();
        let Some(file) = types.get(self.declarations.type_of(number)).map(|span| span.file) else { return Ok(true) };
        if let Some((last, has)) = sought.last
            && last == file
        {
            return Ok(has);
        }
        let has = row.is_match(self.text(file)?);
        sought.last = Some((file, has));
        Ok(has)
    }

    /// Whether the name of a declaration has just these parts, in lower case.
    ///
    /// # Errors
    /// When the index is damaged.
    pub fn is_named(&mut self, number: u32, parts: &[String]) -> Result<bool, StoreError> {
        let Some(name) = self.name(number)? else { return Ok(false) };
        // Of `Outer.Inner` the last segment is the name.
        let name = name.rsplit('.').next().unwrap_or_default();
        let mut own_parts = Vec::new();
        terms::parts(name, |part| own_parts.push(part.to_owned()));
        Ok(own_parts == parts)
    }

    fn name(&self, number: u32) -> Result<Option<String>, StoreError> {
        self.declarations.declaration(number).map(|declaration| self.index.name_of(declaration)).transpose()
    }

    /// The name of the type that a member is of.
    fn owner(&mut self, number: u32) -> Result<Option<&str>, StoreError> {
        let declaration = self.declarations.declaration(number);
        let Some(Declaration::Method(_, of) | Declaration::Field(_, of)) = declaration else { return Ok(None) };
        if self.owner.as_ref().is_none_or(|(kept, _)| *kept != of) {
            self.owner = Some((of, self.index.name_of(Declaration::Type(of))?));
        }
        Ok(self.owner.as_ref().map(|(_, name)| name.as_str()))
    }

    /// The two lines of a declaration that hold most of some terms, at most 200 bytes, without those that its signature says. None
    /// where the terms stand in these alone.
    ///
    /// # Errors
    /// When the index is damaged.
    pub fn snippet(&mut self, number: u32, wanted: &HashSet<String>, signature: &str) -> Result<String, StoreError> {
        let Some(own) = self.own(number)? else { return Ok(String::new()) };
        let text = self.excerpt(&own)?;
        let stems = Stems::default();
        // A stem begins as its word does, and most words begin as nothing that is wanted.
        let may_be = |part: &str| wanted.iter().any(|term| term.bytes().next() == part.bytes().next());
        let mut lines: Vec<(&str, HashSet<String>)> = Vec::new();
        let signature = without_blanks(signature);
        let mut is_in_signature = false;
        let mut left = LONGEST_SHOWN;
        for range in own.ranges() {
            let Some(piece) = text.get(range) else { continue };
            for line in piece.split(['\n', '\r']) {
                if left == 0 {
                    break;
                }
                left = left.saturating_sub(line.len() + 1);
                let line = line.trim();
                let mut held = HashSet::new();
                words(line).for_each(|word| {
                    terms::parts(word, |part| {
                        if !may_be(part) {
                            return;
                        }
                        let term = stems.term(part);
                        if wanted.contains(&*term) {
                            held.insert(term.into_owned());
                        }
                    });
                });
                if is_said(line, &signature) {
                    is_in_signature |= !held.is_empty();
                } else {
                    lines.push((line, held));
                }
            }
        }
        if is_in_signature && lines.iter().all(|(_, held)| held.is_empty()) {
            return Ok(String::new());
        }
        Ok(best_lines(&lines))
    }

    /// The first lines of a declaration that hold a text, at most 200 bytes, without those that its signature says.
    ///
    /// # Errors
    /// When the index is damaged.
    pub fn lines_with(&mut self, number: u32, wanted: &str, signature: &str) -> Result<String, StoreError> {
        let Some(own) = self.own(number)? else { return Ok(String::new()) };
        let text = self.excerpt(&own)?;
        let pieces = own.ranges().filter_map(|range| text.get(range));
        let plain = without_blanks(signature);
        let is_new = |line: &&str| !signature.contains(wanted) || !is_said(line, &plain);
        let lines = pieces.flat_map(|piece| piece.split(['\n', '\r'])).filter(|line| line.contains(wanted));
        let lines = lines.filter(is_new);
        let shown: Vec<&str> = lines.take(SNIPPET_LINES).map(|line| around(line, wanted)).collect();
        Ok(shown.join("\n"))
    }

    /// The file of a declaration, and where it stands.
    fn own(&mut self, number: u32) -> Result<Option<Own>, StoreError> {
        let at = self.declarations.type_of(number);
        let Some(span) = self.declarations.types().get(at) else { return Ok(None) };
        let (id, file) = (at as u32 + 1, span.file);
        if let Some(member) = (number - span.first).checked_sub(1) {
            let place = self.members(id)?.get(member as usize);
            return Ok(place.map(|place| Own {
                file,
                documentation: place.doc.map(range),
                pieces: vec![range(place.bytes)],
            }));
        }
        let row = self.index.type_by_id(id)?;
        let mut holes: Vec<Range<usize>> = self.members(id)?.iter().map(|place| range(place.whole())).collect();
        holes.extend_from_slice(self.nested(file, id)?);
        let pieces = without(range(row.bytes), holes);
        Ok(Some(Own { file, documentation: row.doc.map(range), pieces }))
    }

    /// Where the members of a type stand, in the order of their numbers.
    fn members(&mut self, of: u32) -> Result<&[MemberPlace], StoreError> {
        if self.members.as_ref().is_none_or(|(kept, _)| *kept != of) {
            self.members = Some((of, self.index.places_of_members(of)?));
        }
        Ok(self.members.as_ref().map_or(&[], |(_, places)| places))
    }

    /// Where the types directly in a type stand. Those of its file are read once: it may declare thousands.
    fn nested(&mut self, file: u32, of: u32) -> Result<&[Range<usize>], StoreError> {
        if self.nested.as_ref().is_none_or(|(kept, _)| *kept != file) {
            let mut nested = Nested::new();
            for row in self.index.types_of_file(file)? {
                if let Some(around) = row.owner {
                    nested.entry(around).or_default().push(range(whole(row.bytes, row.doc)));
                }
            }
            self.nested = Some((file, nested));
        }
        Ok(self.nested.as_ref().and_then(|(_, nested)| nested.get(&of)).map_or(&[], Vec::as_slice))
    }

    fn excerpt(&self, own: &Own) -> Result<Excerpt, StoreError> {
        let start = own.ranges().map(|range| range.start).min().unwrap_or(0);
        let end = own.ranges().map(|range| range.end).max().unwrap_or(start);
        let text = self.index.text_between(own.file, start..end)?.unwrap_or_default();
        Ok(Excerpt { start, text })
    }

    fn text(&mut self, file: u32) -> Result<&str, StoreError> {
        if self.text.as_ref().is_none_or(|(kept, _)| *kept != file) {
            self.text = Some((file, self.index.text(file)?));
        }
        Ok(self.text.as_ref().map_or("", |(_, text)| text))
    }
}

/// Whether a name holds the parts of some words in a row.
fn has_words(name: &str, wanted: &[String]) -> bool {
    let mut parts = Vec::new();
    for word in wanted {
        terms::parts(word, |part| parts.push(part.to_owned()));
    }
    has_parts(words(name), &parts)
}

fn range(bytes: ByteRange) -> Range<usize> {
    bytes.start as usize..bytes.end as usize
}

/// What is left of a range.
fn without(all: Range<usize>, mut holes: Vec<Range<usize>>) -> Vec<Range<usize>> {
    holes.sort_unstable_by_key(|hole| hole.start);
    let mut pieces = Vec::new();
    let mut at = all.start;
    for hole in holes {
        if hole.start > at && hole.start < all.end {
            pieces.push(at..hole.start);
        }
        at = at.max(hole.end);
    }
    if at < all.end {
        pieces.push(at..all.end);
    }
    pieces
}

/// Whether parts stand one after the other in a word, or in the words of a name.
fn has_parts<'a>(words: impl IntoIterator<Item = &'a str, IntoIter: Clone>, wanted: &[String]) -> bool {
    let words = words.into_iter();
    if words.clone().map(str::len).sum::<usize>() < wanted.iter().map(String::len).sum() {
        return false;
    }
    let mut parts = Vec::new();
    words.for_each(|word| terms::parts(word, |part| parts.push(part.to_owned())));
    parts.windows(wanted.len().max(1)).any(|some| some == wanted)
}

/// Whether words stand one after the other in a text, whatever their case.
fn has_row(text: &str, row: &[String]) -> bool {
    let Some((first, rest)) = row.split_first() else { return false };
    let is = |word: &str, wanted: &str| {
        word.eq_ignore_ascii_case(wanted) || !word.is_ascii() && word.to_lowercase() == wanted.to_lowercase()
    };
    let mut all = words(text);
    while let Some(word) = all.next() {
        if is(word, first) {
            let mut ahead = all.clone();
            if rest.iter().all(|wanted| ahead.next().is_some_and(|word| is(word, wanted))) {
                return true;
            }
        }
    }
    false
}

/// The line that holds most terms and the one that adds most to it, in the order of the text; of a text without any the first
/// line that says something.
fn best_lines(lines: &[(&str, HashSet<String>)]) -> String {
    let mut taken: Vec<usize> = Vec::new();
    let mut held: HashSet<&String> = HashSet::new();
    while taken.len() < SNIPPET_LINES {
        let worth = |at: usize| {
            let (_, terms) = &lines[at];
            (terms.iter().filter(|term| !held.contains(term)).count(), terms.len())
        };
        let best = (0..lines.len())
            .filter(|at| !taken.contains(at) && !lines[*at].1.is_empty())
            .max_by_key(|at| (worth(*at), std::cmp::Reverse(*at)));
        let Some(best) = best else { break };
        held.extend(&lines[best].1);
        taken.push(best);
    }
    if taken.is_empty() {
        taken.extend((0..lines.len()).find(|at| lines[*at].0.contains(char::is_alphanumeric)));
    }
    taken.sort_unstable();
    let room = SNIPPET / taken.len().max(1) - 1;
    let shown: Vec<&str> = taken.iter().map(|at| cut(lines[*at].0, room)).collect();
    shown.join("\n")
}

/// Whether a line says nothing that the signature, blanks left out, does not say: it is a line of the header. Annotations without
/// arguments and the brace that opens the body tell nothing of it.
fn is_said(line: &str, signature: &str) -> bool {
    let mut line = line.trim();
    while let Some((annotation, rest)) = line.split_once(char::is_whitespace)
        && annotation.starts_with('@')
        && !annotation.contains('(')
    {
        line = rest.trim_start();
    }
    let plain = without_blanks(line.trim_end_matches(['{', '}', ';', '=', ' ']));
    !plain.is_empty() && signature.contains(&plain)
}

fn without_blanks(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

/// The part of a line around a text that is in it.
fn around<'a>(line: &'a str, wanted: &str) -> &'a str {
    let room = SNIPPET / SNIPPET_LINES - 1;
    let at = line.find(wanted).unwrap_or(0);
    // Where all of it does not fit, it begins with the text.
    let from = if line.trim().len() <= room || at + wanted.len() <= room { 0 } else { at };
    cut(line[from..].trim(), room)
}

/// As many characters of a line as fit into so many bytes.
fn cut(line: &str, most: usize) -> &str {
    floor(line, most).trim_end()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_in_a_row_are_found() {
        let row = |text: &str| words(text).map(str::to_lowercase).collect::<Vec<_>>();
        assert!(has_row("the user\n * Authentication function", &row("user authentication")));
        assert!(has_row("a a b", &row("a b")) && has_row("fmt.Printf(x)", &row("fmt printf")));
        let parts = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let has = |name: &str, wanted: &str| has_parts(words(name), &parts(wanted));
        assert!(has("toString", "to string") && has("TO_STRING_LIST", "to string"));
        assert!(!has("string", "to string") && !has("stringTo", "to string"));
        assert!(has("Map.Entry", "map entry") && !has("Map.Entry", "entry map"));
        assert!(!has_row("user of authentication", &row("user authentication")));
        assert!(!has_row("users authentication", &row("user authentication")));
    }

    #[test]
    fn a_row_that_a_text_has_is_sought_in_it() {
        let row = |text: &str| words(text).map(str::to_owned).collect::<Vec<_>>();
        for (text, wanted) in [
            ("the user\n * Authentication function", "user AUTHENTICATION"),
            ("fmt.Printf(x)", "fmt printf"),
            ("größe(Länge)", "GRÖSSE LÄNGE"),
            ("GRÖẞE + länge", "größe Länge"),
            ("a$b.c", "a$b c"),
            ("one", "one"),
        ] {
            let phrase = Phrase { field: Field::Any, unit: Unit::Words, words: row(wanted) };
            let found = Sought::new(&phrase).row.is_some_and(|row| row.is_match(text));
            assert!(found || !has_row(text, &phrase.words), "{text} {wanted}");
        }
        let phrase = Phrase { field: Field::Any, unit: Unit::Words, words: row("user authentication") };
        let sought = Sought::new(&phrase);
        assert!(!sought.row.is_some_and(|row| row.is_match("user of authentication, user$authentication")));
    }

    #[test]
    fn members_are_left_out() {
        assert_eq!(without(0..100, vec![30..40, 10..20, 15..25, 90..100]), [0..10, 25..30, 40..90]);
        assert_eq!(without(10..20, vec![0..12, 17..18]), [12..17, 18..20]);
    }

    #[test]
    fn lines_of_the_header_are_said_by_the_signature() {
        let signature = without_blanks("public static <T> List<T> of(T first, T second)");
        for line in [
            "@Override public static <T> List<T> of(",
            "T first,",
            "  T second) {",
            "public static <T> List<T> of(T first, T second);",
        ] {
            assert!(is_said(line, &signature), "{line}");
        }
        for line in
            ["", "}", "@Override", "return of(first);", "T second) { return null; }", "@Nullable(\"T\") T first,"]
        {
            assert!(!is_said(line, &signature), "{line}");
        }
    }

    #[test]
    fn the_best_lines_are_shown_in_their_order() {
        let held = |terms: &str| terms.split_whitespace().map(str::to_owned).collect::<HashSet<_>>();
        let lines = [("zero", held("")), ("one b", held("b")), ("a b", held("a b")), ("c", held("c"))];
        assert_eq!(best_lines(&lines), "a b\nc");
        assert_eq!(best_lines(&lines[..1]), "zero");
        let long = "é".repeat(300);
        assert!(best_lines(&[(&long, held("a")), (&long, held("b"))]).len() <= SNIPPET);
    }
}

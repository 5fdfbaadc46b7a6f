//! What is asked of ranked search: words, phrases and operators, read out of what a person or an agent writes.
//!
//! Words without an operator are alternatives. `AND`, `OR` and `NOT` are operators in capitals only, `AND` before `OR`;
//! parentheses group; quotes make a phrase; `symbol:`, `doc:`, `content:` and `file_path:` say where. Everything else is text:
//! code needs no escaping, and what holds several words (`/users/{id}`, `a::b`) asks for all of them. A word with a colon
//! right behind it that is no field is an error where no code is written so.
//!
//! Where operators, fields or phrases are, a query says what has to hold and not only what to rank by: names of several parts,
//! words in a row and words that stand everywhere are then looked for in the text itself ([`Phrase`]).

use super::terms;
use crate::error::{Failure, More, Status, WrongQuery};
use crate::parse::words::is_word_byte;
use crate::text::floor;

/// The fields that may stand before a colon.
pub const PREFIXES: [&str; 4] = ["symbol", "doc", "content", "file_path"];
/// Longest query, in bytes.
const LONGEST_QUERY: usize = 4096;
/// Deepest nesting of parentheses.
const DEEPEST: usize = 32;
/// Most words and phrases of a query.
const MOST_CLAUSES: usize = 64;

/// Where a word is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Field {
    /// Everywhere, the name of the type around included.
    #[default]
    Any,
    /// In the name.
    Symbol,
    /// In the documentation.
    Documentation,
    /// In the text of the declaration.
    Content,
    /// In the path of the file, whatever its case.
    Path,
}

impl Field {
    fn parse(prefix: &str) -> Option<Self> {
        match prefix {
            "symbol" => Some(Self::Symbol),
            "doc" => Some(Self::Documentation),
            "content" => Some(Self::Content),
            "file_path" => Some(Self::Path),
            _ => None,
        }
    }
}

/// Clauses of which one is enough, and those that must not be.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Group {
    pub any: Vec<Clause>,
    pub none: Vec<Clause>,
}

impl Group {
    /// Whether these are words alone, looked for everywhere, any of which is enough.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        let is_word = |clause: &Clause| matches!(clause, Clause::Word(word) if word.field == Field::Any);
        self.none.is_empty() && self.any.iter().all(is_word)
    }

    /// Makes of words what is looked for in the text, where lists of terms would say less than was asked.
    fn make_strict(&mut self) {
        self.any.iter_mut().chain(&mut self.none).for_each(Clause::make_strict);
    }
}

/// A part of a query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Clause {
    Word(Word),
    Phrase(Phrase),
    /// All of these, and none of those.
    All(Vec<Clause>, Vec<Clause>),
    Group(Group),
}

impl Clause {
    fn make_strict(&mut self) {
        match self {
            Self::Word(word) => {
                if let Some(phrase) = word.strict() {
                    *self = Self::Phrase(phrase);
                }
            }
            Self::Phrase(_) => {}
            Self::All(all, none) => all.iter_mut().chain(none).for_each(Self::make_strict),
            Self::Group(group) => group.make_strict(),
        }
    }
}

/// A word, or several that were written without a blank between them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    pub field: Field,
    /// As written.
    pub text: String,
    /// The parts of its words, in lower case.
    pub parts: Vec<String>,
    /// How many words it holds.
    pub words: usize,
}

impl Word {
    /// Whether it is written as one name of several parts.
    #[must_use]
    pub fn is_name(&self) -> bool {
        self.words == 1 && self.parts.len() > 1
    }

    /// The same, to be looked for in the text; none where the terms say it all: of names every part is indexed, of text
    /// each word of one part that does not stand everywhere.
    fn strict(&self) -> Option<Phrase> {
        let in_text = !matches!(self.field, Field::Path | Field::Symbol);
        let of = |unit, words| Some(Phrase { field: self.field, unit, words });
        match &self.parts[..] {
            _ if !in_text => None,
            _ if self.words > 1 => of(Unit::Words, words(&self.text).map(str::to_lowercase).collect()),
            [part] if !terms::is_common(part) => None,
            [_] => of(Unit::Words, vec![self.text.to_lowercase()]),
            parts => of(Unit::Parts, parts.to_vec()),
        }
    }
}

/// What stands in a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// Whole words, whatever marks and blanks are between them.
    Words,
    /// Parts of one word, one after the other.
    Parts,
}

/// Words in a row, or parts of a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Phrase {
    pub field: Field,
    pub unit: Unit,
    /// In lower case.
    pub words: Vec<String>,
}

/// Reads a query.
///
/// # Errors
/// `invalid_query`, which says where.
pub fn parse(text: &str) -> Result<Group, Failure> {
    if text.trim().is_empty() {
        return Err(Failure::argument("query", "is empty"));
    }
    if text.len() > LONGEST_QUERY {
        return Err(Failure::argument("query", format_args!("is longer than {LONGEST_QUERY} bytes")));
    }
    let mut parser = Parser { text, at: 0, clauses: 0, open: 0, has_operator: false };
    let mut group = parser.group(Field::Any, None, 0)?;
    if group.any.is_empty() {
        let message = if group.none.is_empty() {
            "the query holds no word; literal: true looks for characters as they are"
        } else {
            "NOT leaves something out, but nothing says out of what"
        };
        return Err(invalid(message, 0));
    }
    if parser.has_operator || !group.is_plain() {
        group.make_strict();
    }
    Ok(group)
}

/// The alternatives of words in plain language: no operators, no fields.
#[must_use]
pub fn plain(text: &str) -> Group {
    let words = floor(text, LONGEST_QUERY).split_whitespace().filter_map(|chunk| word(Field::Any, chunk)).take(MOST_CLAUSES);
    Group { any: words.map(Clause::Word).collect(), none: Vec::new() }
}

fn invalid(message: impl std::fmt::Display, position: usize) -> Failure {
    let message = format!("query: {message} (at character {position})");
    let wrong = WrongQuery { position: position as u32, valid_prefixes: &[] };
    Failure { more: Some(Box::new(More::Query(wrong))), ..Failure::new(Status::InvalidQuery, message) }
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    clauses: usize,
    /// Parentheses that were opened within code, as in `equals(Object other)`, and are not closed yet.
    open: u32,
    has_operator: bool,
}

/// How the next clause joins the one before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Join {
    Or,
    And,
}

impl<'a> Parser<'a> {
    /// Clauses up to the end, or up to the parenthesis that closes the one at `opened`.
    fn group(&mut self, field: Field, opened: Option<usize>, depth: usize) -> Result<Group, Failure> {
        if depth > DEEPEST {
            return Err(self.failure("parentheses are nested too deeply", self.at));
        }
        let mut group = Group::default();
        let (mut join, mut operator): (Join, Option<(&str, usize)>) = (Join::Or, None);
        loop {
            self.skip_blanks();
            let begin = self.at;
            let Some(next) = self.rest().chars().next() else {
                if let Some(opened) = opened {
                    return Err(
                        self.failure("this parenthesis is not closed; quotes or literal: true take it as text", opened)
                    );
                }
                break;
            };
            if next == ')' && self.open > 0 {
                self.at += 1;
                self.open -= 1;
                continue;
            }
            if next == ')' {
                self.at += 1;
                if opened.is_none() {
                    return Err(
                        self.failure("this parenthesis closes nothing; quotes or literal: true take it as text", begin)
                    );
                }
                break;
            }
            if let Some(word) = self.operator() {
                self.has_operator = true;
                if let Some((before, at)) = operator
                    && word != "NOT"
                {
                    return Err(self.failure(&format!("{before} needs a word behind it"), at));
                }
                if group.any.is_empty() && group.none.is_empty() && word != "NOT" {
                    return Err(self.failure(&format!("{word} needs a word before it"), begin));
                }
                if word == "NOT" {
                    let excluded = self.negated(field, depth, begin)?;
                    if join == Join::And
                        && let Some(last) = group.any.pop()
                    {
                        group.any.push(with_none(last, excluded));
                    } else {
                        group.none.push(excluded);
                    }
                    (join, operator) = (Join::Or, None);
                } else {
                    (join, operator) = (if word == "AND" { Join::And } else { Join::Or }, Some((word, begin)));
                }
                continue;
            }
            let Some(clause) = self.clause(field, depth)? else { continue };
            match (join, group.any.pop()) {
                (Join::And, Some(last)) => group.any.push(with_all(last, clause)),
                (_, last) => group.any.extend(last.into_iter().chain([clause])),
            }
            (join, operator) = (Join::Or, None);
        }
        if let Some((word, at)) = operator {
            return Err(self.failure(&format!("{word} needs a word behind it"), at));
        }
        Ok(group)
    }

    /// What stands behind `NOT`, which is at `at`.
    fn negated(&mut self, field: Field, depth: usize, at: usize) -> Result<Clause, Failure> {
        loop {
            self.skip_blanks();
            let is_end = self.rest().is_empty() || self.rest().starts_with(')');
            if is_end || self.operator().is_some() {
                return Err(self.failure("NOT needs a word behind it", at));
            }
            if let Some(clause) = self.clause(field, depth)? {
                return Ok(clause);
            }
        }
    }

    /// The next word, phrase or group; none where there are only marks.
    fn clause(&mut self, field: Field, depth: usize) -> Result<Option<Clause>, Failure> {
        self.clauses += 1;
        if self.clauses > MOST_CLAUSES {
            return Err(self.failure(&format!("a query has at most {MOST_CLAUSES} words and phrases"), self.at));
        }
        let begin = self.at;
        if self.rest().starts_with('(') {
            self.at += 1;
            let group = self.group(field, Some(begin), depth + 1)?;
            if group.any.is_empty() && !group.none.is_empty() {
                return Err(self.failure("NOT leaves something out, but nothing says out of what", begin));
            }
            return Ok((!group.any.is_empty()).then_some(Clause::Group(group)));
        }
        if self.rest().starts_with('"') {
            return self.phrase(field);
        }
        if let Some(prefix) = self.prefix()? {
            let own = if prefix == Field::Any { field } else { prefix };
            return self.clause(own, depth);
        }
        let chunk = self.chunk();
        Ok(word(field, chunk).map(Clause::Word))
    }

    /// Passes a field and its colon. [`Field::Any`] is never given.
    fn prefix(&mut self) -> Result<Option<Field>, Failure> {
        let rest = self.rest();
        let length = rest.bytes().position(|byte| !(byte.is_ascii_lowercase() || byte == b'_')).unwrap_or(0);
        if length == 0 || !rest[length..].starts_with(':') {
            return Ok(None);
        }
        let (name, value) = (&rest[..length], &rest[length + 1..]);
        let Some(next) = value.chars().next().filter(|c| !c.is_whitespace() && *c != ':') else { return Ok(None) };
        if let Some(field) = Field::parse(name) {
            self.at += length + 1;
            return Ok(Some(field));
        }
        let chunk = value.split(char::is_whitespace).next().unwrap_or_default();
        // `name:String` is how Kotlin says what a name is of.
        let is_code = !(next.is_lowercase() || matches!(next, '_' | '"' | '(')) || chunk.contains([':', '/']);
        if is_code {
            return Ok(None);
        }
        let message = format!(
            "there is no field {name}:; fields are {}; quotes or literal: true take it as text",
            PREFIXES.map(|prefix| format!("{prefix}:")).join(", ")
        );
        let mut failure = self.failure(&message, self.at);
        if let Some(More::Query(wrong)) = failure.more.as_deref_mut() {
            wrong.valid_prefixes = &PREFIXES;
        }
        Err(failure)
    }

    fn phrase(&mut self, field: Field) -> Result<Option<Clause>, Failure> {
        let begin = self.at;
        let mut text = String::new();
        let mut characters = self.rest().char_indices().skip(1);
        while let Some((at, c)) = characters.next() {
            match c {
                '\\' => match characters.next() {
                    Some((_, next @ ('"' | '\\'))) => text.push(next),
                    Some((_, next)) => text.extend(['\\', next]),
                    None => {}
                },
                '"' => {
                    self.at += at + 1;
                    if matches!(field, Field::Path | Field::Symbol) {
                        // A name has its words in one.
                        return Ok(word(field, &text).map(|word| Clause::Word(Word { words: 1, ..word })));
                    }
                    let words: Vec<String> = words(&text).map(str::to_lowercase).collect();
                    let phrase = Phrase { field, unit: Unit::Words, words };
                    return Ok((!phrase.words.is_empty()).then_some(Clause::Phrase(phrase)));
                }
                _ => text.push(c),
            }
        }
        Err(self.failure("this quote is not closed; literal: true takes it as text", begin))
    }

    /// Passes text up to a blank, a quote, or a parenthesis that is not of the text. One that is opened right behind a word is of
    /// the text, and so is the one that closes it.
    fn chunk(&mut self) -> &'a str {
        let rest = self.rest();
        let mut end = rest.len();
        for (at, c) in rest.char_indices() {
            let stops = match c {
                '(' if at > 0 => {
                    self.open += 1;
                    false
                }
                ')' if self.open > 0 => {
                    self.open -= 1;
                    false
                }
                ')' => true,
                _ => c.is_whitespace() || c == '"' && self.open == 0,
            };
            if stops && at > 0 {
                end = at;
                break;
            }
        }
        self.at += end;
        &rest[..end]
    }

    /// Passes an operator.
    fn operator(&mut self) -> Option<&'static str> {
        let rest = self.rest();
        let found = ["AND", "OR", "NOT"].into_iter().find(|word| {
            rest.strip_prefix(word)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t', '\n', '(', ')', '"']))
        })?;
        self.at += found.len();
        Some(found)
    }

    fn skip_blanks(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// A failure at a byte of the query, told in characters from 0.
    fn failure(&self, message: &str, at: usize) -> Failure {
        invalid(message, self.text[..at].chars().count())
    }
}

fn with_all(last: Clause, clause: Clause) -> Clause {
    match last {
        Clause::All(mut all, none) => {
            all.push(clause);
            Clause::All(all, none)
        }
        other => Clause::All(vec![other, clause], Vec::new()),
    }
}

fn with_none(last: Clause, excluded: Clause) -> Clause {
    match last {
        Clause::All(all, mut none) => {
            none.push(excluded);
            Clause::All(all, none)
        }
        other => Clause::All(vec![other], vec![excluded]),
    }
}

/// The words of a text as an index has them.
pub fn words(text: &str) -> impl Iterator<Item = &str> + Clone {
    text.split(|c: char| c.is_ascii() && !is_word_byte(c as u8)).filter(|word| !word.is_empty())
}

/// What a piece without blanks asks for; none where it has no words.
fn word(field: Field, text: &str) -> Option<Word> {
    let mut parts = Vec::new();
    let mut count = 0;
    for one in words(text) {
        count += 1;
        terms::parts(one, |part| parts.push(part.to_owned()));
    }
    if field != Field::Path && parts.is_empty() || text.is_empty() {
        return None;
    }
    Some(Word { field, text: text.to_owned(), parts, words: count })
}

//! What is asked of ranked search: words, phrases and operators, read out of what a person or an agent writes.
//!
//! Words without an operator are alternatives. `AND`, `OR` and `NOT` are operators in capitals only, `AND` before `OR`;
//! parentheses group; quotes make a phrase; `symbol:`, `doc:`, `content:` and `file_path:` say where. Everything else is text:
//! code needs no escaping, and what holds several words (`/users/{id}`, `a::b`) asks for all of them. A word with a colon
//! right behind it that is no field is an error where no code is written so. The path of a file may be a glob.
//!
//! Where operators, fields or phrases are, a query says what has to hold and not only what to rank by: names of several parts,
//! words in a row and words that stand everywhere are then looked for in the text itself ([`Phrase`]). A query of nothing but words
//! that stand everywhere says what has to hold as well: there is nothing to rank by.

mod parser;

use std::collections::HashMap;

use super::in_path::InPath;
use super::terms;
use super::type_of_file;
use crate::error::Failure;
use crate::parse::words::is_word_byte;
use crate::text::floor;

/// The fields that may stand before a colon.
pub const PREFIXES: [&str; 4] = ["symbol", "doc", "content", "file_path"];
/// Longest query, in bytes.
const LONGEST_QUERY: usize = 4096;
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

    /// Whether it is one piece of single letters between marks (`a::b`, `i++`): only as it is written it says anything.
    #[must_use]
    pub fn is_as_written(&self) -> bool {
        let [Clause::Word(word)] = &self.any[..] else { return false };
        let is_bare = words(&word.text).eq([&*word.text]);
        self.is_plain() && !is_bare && word.parts.iter().all(|part| part.len() == 1)
    }

    /// Whether some of its words stand everywhere, and others do not: beside these they are looked for in names only.
    #[must_use]
    pub fn passes_over_words(&self) -> bool {
        self.is_plain() && self.any.iter().any(Clause::is_common)
    }

    /// The words that may be names of several parts in lower case (`typeadapter`), which no term is.
    #[must_use]
    pub fn lower_case_words(&self) -> Vec<&str> {
        let mut found = Vec::new();
        self.any.iter().for_each(|clause| clause.lower_case_words(&mut found));
        found
    }

    /// Puts names beside the words that are these but for the case: each stands for both.
    #[must_use]
    pub fn with_names(self, names: &HashMap<String, Vec<String>>) -> Self {
        let is_strict = !self.is_plain();
        let any = self.any.into_iter().flat_map(|clause| clause.with_names(names, is_strict)).collect();
        Self { any, none: self.none }
    }

    /// What is asked for where every word counts as if it was written with an operator: in the text, whatever it is.
    #[must_use]
    pub fn strict(mut self) -> Self {
        self.make_strict();
        self
    }

    /// Leaves out alternatives that stand everywhere, quoted or not, where others say what is looked for: beside a phrase each of
    /// them would be looked for in every text.
    fn leave_out_common(&mut self) {
        if self.is_plain() || self.any.iter().all(Clause::says_nothing) {
            return;
        }
        self.any.retain(|clause| !clause.says_nothing());
        for clause in &mut self.any {
            if let Clause::Group(group) = clause {
                group.any.retain(|clause| !clause.says_nothing());
            }
        }
    }

    /// Makes of words what is looked for in the text, where lists of terms would say less than was asked.
    fn make_strict(&mut self) {
        self.any = std::mem::take(&mut self.any).into_iter().flat_map(Clause::alternatives).collect();
        self.none.iter_mut().for_each(Clause::make_strict);
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
    /// Whether it is a word that stands everywhere.
    fn is_common(&self) -> bool {
        matches!(self, Self::Word(word) if word.is_common())
    }

    /// Whether all of it is words that stand everywhere, each by itself and in whatever field.
    fn says_nothing(&self) -> bool {
        match self {
            Self::Word(word) => word.field == Field::Any && word.is_common(),
            Self::Phrase(phrase) => phrase.field == Field::Any && phrase.is_common(),
            Self::Group(group) => group.none.is_empty() && group.any.iter().all(Self::says_nothing),
            Self::All(..) => false,
        }
    }

    fn lower_case_words<'a>(&'a self, found: &mut Vec<&'a str>) {
        match self {
            Self::Word(word) if word.may_be_name() => found.push(&word.text),
            Self::Word(_) | Self::Phrase(_) => {}
            Self::All(all, _) => all.iter().for_each(|clause| clause.lower_case_words(found)),
            Self::Group(group) => group.any.iter().for_each(|clause| clause.lower_case_words(found)),
        }
    }

    /// What it and the names of its word are, one of which is enough.
    fn with_names(self, names: &HashMap<String, Vec<String>>, is_strict: bool) -> Vec<Self> {
        match self {
            Self::Word(word) if word.may_be_name() => {
                let named = names.get(&word.text).into_iter().flatten();
                let mut named: Vec<Self> =
                    named.filter_map(|name| self::word(word.field, name).map(Self::Word)).collect();
                if is_strict {
                    named.iter_mut().for_each(Self::make_strict);
                }
                named.push(Self::Word(word));
                named
            }
            Self::All(all, none) => {
                let one = |clause: Self| match clause.with_names(names, is_strict) {
                    mut one if one.len() == 1 => one.remove(0),
                    any => Self::Group(Group { any, none: Vec::new() }),
                };
                vec![Self::All(all.into_iter().map(one).collect(), none)]
            }
            Self::Group(group) => {
                let any = group.any.into_iter().flat_map(|clause| clause.with_names(names, is_strict)).collect();
                vec![Self::Group(Group { any, none: group.none })]
            }
            Self::Word(_) | Self::Phrase(_) => vec![self],
        }
    }

    /// What an alternative is where every word counts. A word that stands everywhere is looked for in names, whose parts are all
    /// indexed, and in texts; elsewhere in texts alone.
    fn alternatives(mut self) -> Vec<Self> {
        let named = match &self {
            Self::Word(word) if word.field == Field::Any && word.words == 1 && self.is_common() => {
                Some(Self::Word(Word { field: Field::Symbol, ..word.clone() }))
            }
            _ => None,
        };
        self.make_strict();
        named.into_iter().chain([self]).collect()
    }

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
    /// Whether all of it stands everywhere.
    #[must_use]
    pub fn is_common(&self) -> bool {
        self.parts.iter().all(|part| terms::is_common(part))
    }

    /// Whether it may be a name of several parts in lower case: one part, or one with a number behind it, looked for where names
    /// are.
    fn may_be_name(&self) -> bool {
        let is_in_names = matches!(self.field, Field::Any | Field::Symbol | Field::Content);
        let is_one = match &self.parts[..] {
            [part] => *part == self.text,
            [part, number] => {
                let is_number = number.bytes().all(|byte| byte.is_ascii_digit());
                is_number && self.text.strip_suffix(number.as_str()) == Some(part.as_str())
            }
            _ => false,
        };
        is_in_names && is_one && !self.is_common()
    }

    /// Whether it is written as one name of several parts.
    #[must_use]
    pub fn is_name(&self) -> bool {
        self.words == 1 && self.parts.len() > 1
    }

    /// What stands around a name, dots between its segments, and the name, where it is written as one that is qualified:
    /// `Map.Entry`, `IndexWriter#commit()`, `List::of`.
    #[must_use]
    pub fn qualified(&self) -> Option<(String, String)> {
        let written = self.text.split_once('(').map_or(&*self.text, |(name, _)| name);
        let dotted = written.replace("::", ".").replace('#', ".");
        let (around, name) = dotted.rsplit_once('.')?;
        let is_segment = |segment: &str| !segment.is_empty() && words(segment).eq([segment]);
        dotted.split('.').all(is_segment).then(|| (around.to_owned(), name.to_owned()))
    }

    /// What it asks of the path of a file.
    pub(in crate::search) fn path(&self) -> InPath {
        // What is no glob was refused before.
        InPath::parse(&self.text).unwrap_or_else(|_| InPath::Part(self.text.to_lowercase()))
    }

    /// The same, to be looked for in the text; none where the terms say it all: of names every part is indexed, of text
    /// each word of one part that does not stand everywhere.
    fn strict(&self) -> Option<Phrase> {
        let in_text = !matches!(self.field, Field::Path | Field::Symbol);
        let of = |unit, words| Some(Phrase { field: self.field, unit, words });
        match &self.parts[..] {
            _ if !in_text => None,
            [part] if self.words == 1 && !terms::is_common(part) => None,
            parts if self.words == 1 && parts.len() > 1 => of(Unit::Parts, parts.to_vec()),
            _ => of(Unit::Words, words(&self.text).map(str::to_owned).collect()),
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
    /// Words as written, whose capitals say where they are cut into terms; parts in lower case.
    pub words: Vec<String>,
}

impl Phrase {
    /// Whether it is one word that stands everywhere.
    fn is_common(&self) -> bool {
        let [word] = &self.words[..] else { return false };
        let mut is_common = true;
        terms::parts(word, |part| is_common &= terms::is_common(part));
        is_common
    }
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
    let (mut group, has_operator) = parser::read(text)?;
    if group.any.is_empty() {
        let message = if group.none.is_empty() {
            "the query holds no word; literal: true looks for characters as they are"
        } else {
            "NOT leaves something out, but nothing says out of what"
        };
        return Err(parser::invalid(message, 0));
    }
    if !has_operator {
        group.leave_out_common();
    }
    let tells_nothing = group.any.iter().all(Clause::is_common) && !group.is_as_written();
    if has_operator || !group.is_plain() || tells_nothing {
        group.make_strict();
    }
    Ok(group)
}

/// The alternatives of words in plain language: no operators, no fields.
#[must_use]
pub fn plain(text: &str) -> Group {
    let words =
        floor(text, LONGEST_QUERY).split_whitespace().filter_map(|chunk| word(Field::Any, chunk)).take(MOST_CLAUSES);
    Group { any: words.map(Clause::Word).collect(), none: Vec::new() }
}

/// A name as an alternative; none where it has no words.
#[must_use]
pub fn name(text: &str) -> Option<Clause> {
    word(Field::Any, text).map(Clause::Word)
}

/// Whether a query says how its words belong together, or where they stand: who pastes text does neither.
#[must_use]
pub fn has_operators(text: &str) -> bool {
    text.split_whitespace().map(|chunk| chunk.trim_start_matches(['(', '-'])).any(|chunk| {
        matches!(chunk, "AND" | "OR" | "NOT")
            || PREFIXES.iter().any(|prefix| {
                chunk
                    .strip_prefix(prefix)
                    .is_some_and(|rest| rest.len() > 1 && rest.starts_with(':') && !rest.starts_with("::"))
            })
    })
}

/// Whether some word of a query has the sign behind it that stands for anything elsewhere, and here for nothing.
#[must_use]
pub fn has_wildcard(text: &str) -> bool {
    text.split_whitespace().any(|chunk| parser::has_wildcard(chunk.trim_matches(['(', ')'])))
}

/// The words of a text as an index has them.
pub fn words(text: &str) -> impl Iterator<Item = &str> + Clone {
    text.split(|c: char| c.is_ascii() && !is_word_byte(c as u8)).filter(|word| !word.is_empty())
}

/// What a piece without blanks asks for; none where it has no words.
fn word(field: Field, text: &str) -> Option<Word> {
    let text = if matches!(field, Field::Any | Field::Symbol) { type_of_file(text) } else { text };
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

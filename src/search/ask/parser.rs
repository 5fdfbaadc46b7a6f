//! The grammar of queries: operators, parentheses, fields and quotes; all else is text.

use super::{Clause, Field, Group, MOST_CLAUSES, PREFIXES, Phrase, Unit, Word, word, words};
use crate::error::{Failure, More, Status, WrongQuery};
use crate::search::in_path::InPath;

/// What other searches call their fields.
const OTHER_FIELDS: [&str; 10] =
    ["class", "file", "kind", "lang", "language", "method", "name", "package", "path", "type"];

/// Deepest nesting of parentheses.
const DEEPEST: usize = 32;

/// The clauses of a text, and whether it has operators.
pub(super) fn read(text: &str) -> Result<(Group, bool), Failure> {
    let mut parser = Parser { text, at: 0, clauses: 0, open: 0, has_operator: false };
    let group = parser.group(Field::Any, None, 0)?;
    Ok((group, parser.has_operator))
}

pub(super) fn invalid(message: impl std::fmt::Display, position: usize) -> Failure {
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
            return self.quoted(field);
        }
        if let Some(prefix) = self.prefix()? {
            let own = if prefix == Field::Any { field } else { prefix };
            return self.clause(own, depth);
        }
        let chunk = self.chunk();
        match field {
            Field::Path => InPath::parse(chunk).map(drop)?,
            Field::Any => {}
            _ => self.refuse_wildcard(field, chunk, begin)?,
        }
        Ok(word(field, chunk).map(Clause::Word))
    }

    /// In a field that is no path `*` is no wildcard: behind a word, and anywhere in a name, it would be passed over.
    fn refuse_wildcard(&self, field: Field, chunk: &str, at: usize) -> Result<(), Failure> {
        let in_name = || field == Field::Symbol && chunk.contains('*') && words(chunk).next().is_some();
        if !has_wildcard(chunk) && !in_name() {
            return Ok(());
        }
        let mend = if field == Field::Symbol {
            "parts of names are found without it, and search_symbols finds how names begin"
        } else {
            "words are found without it; quotes take it as text, and search_file_content finds parts of words"
        };
        Err(self.failure(&format!("* is a wildcard in file_path: only; {mend}"), at))
    }

    /// Passes a field, in letters of either case, and its colon. [`Field::Any`] is never given.
    fn prefix(&mut self) -> Result<Option<Field>, Failure> {
        let rest = self.rest();
        let length = rest.bytes().position(|byte| !(byte.is_ascii_alphabetic() || byte == b'_')).unwrap_or(0);
        if length == 0 || !rest[length..].starts_with(':') {
            return Ok(None);
        }
        let (name, value) = (&rest[..length], &rest[length + 1..]);
        let Some(next) = value.chars().next().filter(|c| !c.is_whitespace() && *c != ':') else { return Ok(None) };
        if let Some(field) = Field::parse(&name.to_ascii_lowercase()) {
            self.at += length + 1;
            return Ok(Some(field));
        }
        if name.bytes().any(|byte| byte.is_ascii_uppercase()) {
            return Ok(None);
        }
        let chunk = value.split(char::is_whitespace).next().unwrap_or_default();
        // `name:String` is how Kotlin says what a name is of, but hardly among words alone.
        let is_meant = OTHER_FIELDS.contains(&name) && self.is_of_words();
        let is_value = next.is_lowercase() || matches!(next, '_' | '"' | '(') || is_meant;
        let is_code = !is_value || chunk.contains([':', '/']);
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

    /// Whether the text is nothing but words and what stands before a colon: no declaration of Kotlin.
    fn is_of_words(&self) -> bool {
        let is_of_word = |c: char| c.is_alphanumeric() || c.is_whitespace() || matches!(c, '_' | '.' | ':');
        let declares = |word: &str| matches!(word, "val" | "var" | "fun");
        self.text.chars().all(is_of_word) && !self.text.split_whitespace().any(declares)
    }

    fn quoted(&mut self, field: Field) -> Result<Option<Clause>, Failure> {
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
                    if field == Field::Path {
                        InPath::parse(&text).map(drop)?;
                    }
                    return Ok(phrase(field, &text));
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

/// Whether a piece is a word with the sign behind it that stands for anything elsewhere: `get*`.
pub(super) fn has_wildcard(chunk: &str) -> bool {
    chunk.strip_suffix('*').is_some_and(|word| words(word).eq([word]))
}

/// What quoted text asks for.
fn phrase(field: Field, text: &str) -> Option<Clause> {
    let phrase = |unit, words| Clause::Phrase(Phrase { field, unit, words });
    match field {
        Field::Path | Field::Symbol => word(field, text).map(|word| match word.parts.len() {
            // A name has its words in one.
            2.. if field == Field::Symbol => phrase(Unit::Parts, word.parts),
            _ => Clause::Word(Word { words: 1, ..word }),
        }),
        _ => {
            let words: Vec<String> = words(text).map(str::to_owned).collect();
            (!words.is_empty()).then(|| phrase(Unit::Words, words))
        }
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

//! What is looked for in texts: a string or a regular expression, line by line.
//!
//! The rules are ripgrep's (release 14, `--crlf`): no match holds a line end, `^` and `$` are the ends of a line and know
//! CR LF, smart case looks at literal letters only, whole words are half boundaries, so that `-1` and `@Override` are found.

use std::sync::OnceLock;

use regex_automata::Input;
use regex_automata::meta::Regex;
use regex_syntax::ast::{self, Ast, ClassSet, ClassSetItem};
use regex_syntax::hir::translate::TranslatorBuilder;
use regex_syntax::hir::{Class, ClassBytes, ClassBytesRange, ClassUnicode, ClassUnicodeRange, Hir, HirKind, Look};

use super::candidates::Parts;
use super::mend;
use super::needle::Needle;
use super::pattern::SIZE_LIMIT;
use super::plan::Plan;
use super::rough::Rough;
use crate::error::Failure;

/// How a query is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QueryKind {
    /// Every character stands for itself.
    Text,
    Regex,
}

impl QueryKind {
    /// The kind spelled `string` or `regex`.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        match word {
            "string" => Some(Self::Text),
            "regex" => Some(Self::Regex),
            _ => None,
        }
    }
}

/// A query, ready to search with.
#[derive(Debug, Clone)]
pub struct Query {
    regex: Regex,
    needle: Option<Needle>,
    pub(super) plan: Plan,
    pub(super) rough: Rough,
    /// Made when they are first asked for.
    parts: OnceLock<Parts>,
    /// Whether it asks for the ends of the text (`\A`, `\z`): those are each line's, looked at by itself.
    pub(super) line_alone: bool,
}

impl Query {
    /// Reads a query. `case_sensitive` left out is smart case: a query without capital letters ignores case.
    ///
    /// # Errors
    /// `invalid_pattern` for a bad regular expression or one that asks for a line end, `invalid_argument` for a string that
    /// holds one.
    pub fn parse(text: &str, kind: QueryKind, case_sensitive: Option<bool>, whole_word: bool) -> Result<Self, Failure> {
        if kind == QueryKind::Text && text.contains(['\n', '\r']) {
            return Err(Failure::argument(
                "query",
                "search is line by line and no line holds a line end; search for one line",
            ));
        }
        let escaped;
        let pattern = if kind == QueryKind::Text {
            escaped = regex_syntax::escape(text);
            &escaped
        } else {
            text
        };
        let syntax = ast::parse::Parser::new().parse(pattern).map_err(|error| mend::syntax(text, &error.into()))?;
        let hir = TranslatorBuilder::new()
            .utf8(false)
            .case_insensitive(!case_sensitive.unwrap_or_else(|| has_capital(&syntax)))
            .multi_line(true)
            .crlf(true)
            .build()
            .translate(pattern, &syntax)
            .map_err(|error| mend::syntax(text, &error.into()))?;
        // One after the other: what is left of an alternative joins the class beside it before the next is taken out.
        let hir = without(hir, '\r').and_then(|hir| without(hir, '\n'));
        let mut hir = hir.ok_or_else(|| mend::line_end(text))?;
        if whole_word {
            hir = Hir::concat(vec![Hir::look(Look::WordStartHalfUnicode), hir, Hir::look(Look::WordEndHalfUnicode)]);
        }
        // From the tree, not from a pattern printed back from it: that is not the same pattern for nested repetitions.
        let limits =
            Regex::config().utf8_empty(false).nfa_size_limit(Some(SIZE_LIMIT)).hybrid_cache_capacity(SIZE_LIMIT);
        let regex = Regex::builder()
            .configure(limits)
            .build_from_hir(&hir)
            .map_err(|error| mend::unusable(text, error.size_limit().is_some(), &error))?;
        let line_alone = hir.properties().look_set().contains_anchor_haystack();
        let plan = Plan::of(&hir);
        let rough = Rough::of(&plan);
        Ok(Self { regex, needle: Needle::of(&plan), plan, rough, parts: OnceLock::new(), line_alone })
    }

    /// The parts of words that its plan asks for.
    pub(super) fn parts(&self) -> &Parts {
        self.parts.get_or_init(|| Parts::of(&self.plan))
    }

    /// Where in a line, given without its end, the first match ends.
    #[must_use]
    pub fn end_in_line(&self, line: &str) -> Option<usize> {
        self.match_end(line.as_bytes(), 0)
    }

    /// Whether something in a text matches.
    pub(super) fn is_in(&self, text: &[u8]) -> bool {
        self.needle.as_ref().is_none_or(|needle| needle.is_in(text)) && self.match_end(text, 0).is_some()
    }

    /// Where the match of `text` that ends first from `start` on ends.
    pub(super) fn match_end(&self, text: &[u8], start: usize) -> Option<usize> {
        let input = Input::new(text).range(start..).earliest(true);
        self.regex.search_half(&input).map(|found| found.offset())
    }
}

/// Whether case counts in smart case: a literal capital, or no literal letter at all to tell by.
fn has_capital(ast: &Ast) -> bool {
    let mut literals = Literals::default();
    literals.ast(ast);
    literals.capital || !literals.any
}

#[derive(Default)]
struct Literals {
    any: bool,
    capital: bool,
}

impl Literals {
    fn ast(&mut self, ast: &Ast) {
        match ast {
            Ast::Literal(literal) => self.literal(literal),
            Ast::ClassBracketed(class) => self.class(&class.kind),
            Ast::Repetition(repetition) => self.ast(&repetition.ast),
            Ast::Group(group) => self.ast(&group.ast),
            Ast::Alternation(parts) => parts.asts.iter().for_each(|part| self.ast(part)),
            Ast::Concat(parts) => parts.asts.iter().for_each(|part| self.ast(part)),
            _ => {}
        }
    }

    fn class(&mut self, set: &ClassSet) {
        match set {
            ClassSet::Item(item) => self.item(item),
            ClassSet::BinaryOp(operation) => {
                self.class(&operation.lhs);
                self.class(&operation.rhs);
            }
        }
    }

    fn item(&mut self, item: &ClassSetItem) {
        match item {
            ClassSetItem::Literal(literal) => self.literal(literal),
            ClassSetItem::Range(range) => {
                self.literal(&range.start);
                self.literal(&range.end);
            }
            ClassSetItem::Bracketed(class) => self.class(&class.kind),
            ClassSetItem::Union(union) => union.items.iter().for_each(|item| self.item(item)),
            _ => {}
        }
    }

    fn literal(&mut self, literal: &ast::Literal) {
        self.any = true;
        self.capital |= literal.c.is_uppercase();
    }
}

/// The pattern with a line end character taken out of its classes; none when it asks for that and nothing else.
fn without(hir: Hir, end: char) -> Option<Hir> {
    let all = |parts: Vec<Hir>| parts.into_iter().map(|part| without(part, end)).collect::<Option<Vec<_>>>();
    Some(match hir.into_kind() {
        HirKind::Empty => Hir::empty(),
        HirKind::Look(look) => Hir::look(look),
        HirKind::Literal(literal) if literal.0.contains(&(end as u8)) => return None,
        HirKind::Literal(literal) => Hir::literal(literal.0),
        HirKind::Class(Class::Unicode(mut class)) => {
            let was_empty = class.ranges().is_empty();
            class.difference(&ClassUnicode::new([ClassUnicodeRange::new(end, end)]));
            if class.ranges().is_empty() && !was_empty {
                return None;
            }
            Hir::class(Class::Unicode(class))
        }
        HirKind::Class(Class::Bytes(mut class)) => {
            let was_empty = class.ranges().is_empty();
            class.difference(&ClassBytes::new([ClassBytesRange::new(end as u8, end as u8)]));
            if class.ranges().is_empty() && !was_empty {
                return None;
            }
            Hir::class(Class::Bytes(class))
        }
        HirKind::Repetition(mut repetition) => {
            repetition.sub = Box::new(without(*repetition.sub, end)?);
            Hir::repetition(repetition)
        }
        HirKind::Capture(mut capture) => {
            capture.sub = Box::new(without(*capture.sub, end)?);
            Hir::capture(capture)
        }
        HirKind::Concat(parts) => Hir::concat(all(parts)?),
        HirKind::Alternation(parts) => Hir::alternation(all(parts)?),
    })
}

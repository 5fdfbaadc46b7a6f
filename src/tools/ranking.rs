//! What the ranked searches share: the kinds they choose from, and the rows they answer.

use std::collections::HashSet;

use schemars::JsonSchema;
use serde::Serialize;

use super::args::Args;
use super::page::{Page, Span, Style};
use super::resolve::{self, Rows as _};
use super::scope::Scope;
use super::{Call, Param, ParamKind, budget, params, symbol};
use crate::error::Failure;
use crate::index::Opened;
use crate::model::{ByteRange, FieldKind, Language, LineRange, MethodKind, TypeKind};
use crate::parse::doc;
use crate::search::ask::{Clause, Field, Group};
use crate::search::own_text::Reader;
use crate::search::ranked::{Filter, Found, Hit, Kind};
use crate::search::symbols::KINDS;
use crate::search::terms::{self, Stems};
use crate::store::declarations::{Declaration, Declarations};

pub const KIND: Param = params::optional("kind", ParamKind::Choice(KINDS), "");
pub const LANGUAGE: Param = params::optional("language", ParamKind::Choice(&["java", "kotlin"]), "");

/// Which declarations a call wants.
#[must_use]
pub fn filter(args: &Args) -> Filter {
    Filter {
        kind: args.text("kind").and_then(kind),
        language: args.text("language").and_then(Language::parse),
        only: None,
    }
}

fn kind(word: &str) -> Option<Kind> {
    Some(match word {
        "type" => Kind::AnyType,
        "method" => Kind::AnyMethod,
        "field" => Kind::AnyField,
        "constructor" => Kind::Method(MethodKind::Constructor),
        "element" => Kind::Method(MethodKind::Element),
        _ => match TypeKind::parse(word) {
            Some(kind) => Kind::Type(kind),
            None => Kind::Field(FieldKind::parse(word)?),
        },
    })
}

/// A declaration that was found.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Row {
    score: f64,
    symbol: String,
    kind: &'static str,
    artifact: String,
    /// Other versions in which it was found as well.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    also_in: Vec<String>,
    file: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    line_range: Option<LineRange>,
    signature: String,
    /// The lines that show best why it was found, beside the signature.
    #[serde(skip_serializing_if = "Option::is_none")]
    snippet: Option<String>,
    /// The first sentence of its documentation.
    #[serde(skip_serializing_if = "Option::is_none")]
    summary: Option<String>,
}

impl Row {
    /// Whether another row is of the same declaration in another version of the library.
    #[must_use]
    pub fn is_another_version(&self, other: &Self) -> bool {
        self.symbol == other.symbol && self.artifact != other.artifact && self.library().0 == other.library().0
    }

    /// Whether another row is of the same symbol of the same artifact.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        self.symbol == other.symbol && self.artifact == other.artifact
    }

    /// Notes the version of another row; gives the bytes that takes.
    pub fn take_in(&mut self, other: &Self) -> usize {
        let before = budget::json_size(self);
        let version = other.library().1;
        if !self.also_in.iter().any(|known| known == version) {
            self.also_in.push(version.to_owned());
        }
        budget::json_size(self) - before
    }

    /// Group and artifact, and the version.
    fn library(&self) -> (&str, &str) {
        self.artifact.rsplit_once(':').unwrap_or((&self.artifact, ""))
    }

    /// Writes the declaration: what it is and where, then how it is declared, then what shows it.
    pub fn page(&self, page: &mut Page) {
        let sign = if self.also_in.is_empty() { "" } else { ", " };
        let lines = self.line_range.map_or_else(String::new, |lines| format!(":{}-{}", lines.start, lines.end));
        page.spans(vec![
            Span(Style::Number, format!("{:.2} ", self.score)),
            Span(Style::Kind, format!("{} ", self.kind)),
            Span(Style::Name, self.symbol.clone()),
            Span(Style::Faint, format!("  {} ", [&self.artifact, &*self.also_in.join(", ")].join(sign))),
            Span(Style::Path, format!("{}{lines}", self.file)),
        ]);
        page.spans(vec![Span(Style::Plain, format!("  {}", self.signature))]);
        let shown = self.snippet.iter().chain(&self.summary).flat_map(|text| text.lines());
        shown.for_each(|line| page.spans(vec![Span(Style::Faint, format!("    {line}"))]));
    }
}

/// What the lines of a snippet are chosen by.
pub enum Shown {
    Terms(HashSet<String>),
    Text(String),
}

impl Shown {
    /// The terms that a query asks for.
    #[must_use]
    pub fn terms(group: &Group) -> Self {
        let mut found = HashSet::new();
        group.any.iter().for_each(|clause| collect(clause, &Stems::default(), &mut found));
        Self::Terms(found)
    }
}

fn collect(clause: &Clause, stems: &Stems, found: &mut HashSet<String>) {
    match clause {
        Clause::Word(word) if word.field != Field::Path => {
            let tell = word.parts.iter().filter(|part| !terms::is_common(part));
            found.extend(tell.map(|part| stems.term(part).into_owned()));
        }
        Clause::Word(_) => {}
        Clause::Phrase(phrase) => phrase.words.iter().for_each(|word| {
            terms::parts(word, |part| {
                found.insert(stems.term(part).into_owned());
            });
        }),
        Clause::All(all, _) => all.iter().for_each(|clause| collect(clause, stems, found)),
        Clause::Group(group) => group.any.iter().for_each(|clause| collect(clause, stems, found)),
    }
}

/// What a search finds in artifacts that were opened only to be looked at, once those that answer were opened with care. Where
/// one of them is not what it was taken for, or cannot be searched, all are opened so and searched again.
///
/// # Errors
/// When an index cannot be read, or the caller gave up.
pub fn confirmed(
    call: &Call<'_>,
    scope: &mut Scope,
    opened: &mut Vec<Opened>,
    search: impl Fn(&[Opened]) -> Result<Found, Failure>,
) -> Result<Found, Failure> {
    if let Ok(found) = search(opened)
        && scope.confirm(call, opened, found.hits.iter().map(|hit| hit.artifact))?
    {
        return Ok(found);
    }
    call.work.check()?;
    *opened = scope.open_all(call)?;
    search(opened)
}

/// Makes rows of hits.
pub struct Rows<'a> {
    opened: &'a [Opened],
}

impl<'a> Rows<'a> {
    #[must_use]
    pub fn new(opened: &'a [Opened]) -> Self {
        Self { opened }
    }

    /// A row with the lines that show best why it was found.
    ///
    /// # Errors
    /// When the index cannot be read.
    pub fn code(&self, hit: &Hit, shown: &Shown) -> Result<Option<Row>, Failure> {
        let artifact = &self.opened[hit.artifact];
        let declarations = artifact.index.declarations().of(artifact)?;
        let Some((row, _)) = row(artifact, &declarations, hit)? else { return Ok(None) };
        let mut reader = Reader::new(&artifact.index, &declarations);
        let snippet = match shown {
            Shown::Terms(terms) => reader.snippet(hit.number, terms, &row.signature),
            Shown::Text(text) => reader.lines_with(hit.number, text, &row.signature),
        };
        Ok(Some(Row { snippet: Some(snippet.of(artifact)?).filter(|text| !text.is_empty()), ..row }))
    }

    /// A row with what its documentation says first.
    ///
    /// # Errors
    /// When the index cannot be read.
    pub fn concept(&self, hit: &Hit) -> Result<Option<Row>, Failure> {
        let artifact = &self.opened[hit.artifact];
        let declarations = artifact.index.declarations().of(artifact)?;
        let Some((row, comment)) = row(artifact, &declarations, hit)? else { return Ok(None) };
        let summary = match comment {
            Some((file, comment)) => {
                let place = comment.start as usize..comment.end as usize;
                let text = artifact.index.text_between(file, place).of(artifact)?;
                text.as_deref().and_then(doc::description)
            }
            None => None,
        };
        Ok(Some(Row { summary, ..row }))
    }
}

/// The file of a doc comment, and where it stands there.
type Comment = (u32, ByteRange);

fn row(artifact: &Opened, declarations: &Declarations, hit: &Hit) -> Result<Option<(Row, Option<Comment>)>, Failure> {
    let Some(declaration) = declarations.declaration(hit.number) else { return Ok(None) };
    let index = &artifact.index;
    let of = match declaration {
        Declaration::Type(id) | Declaration::Method(_, id) | Declaration::Field(_, id) => id,
    };
    let owner = index.type_by_id(of).of(artifact)?;
    let (symbol, kind, lines, signature, comment) = match declaration {
        Declaration::Type(_) => {
            let signature = index.signature(of).of(artifact)?;
            (symbol::of_type(&owner), owner.kind.as_str(), owner.lines, signature, owner.doc)
        }
        Declaration::Method(id, _) => {
            let row = index.method(of, id).of(artifact)?;
            (symbol::of_method(&owner, &row), row.kind.as_str(), row.lines, row.signature, row.doc)
        }
        Declaration::Field(id, _) => {
            let row = index.field(of, id).of(artifact)?;
            (symbol::of_field(&owner, &row), row.kind.as_str(), row.lines, row.signature, row.doc)
        }
    };
    let row = Row {
        score: f64::from((hit.score * 1000.0).round()) / 1000.0,
        symbol,
        kind,
        artifact: artifact.coordinate.to_string(),
        also_in: Vec::new(),
        file: owner.file_path.clone(),
        line_range: (!resolve::is_outline(&owner.file_path)).then_some(lines),
        signature: budget::clip(&signature, budget::LONGEST_SIGNATURE),
        snippet: None,
        summary: None,
    };
    Ok(Some((row, comment.map(|comment| (owner.file, comment)))))
}

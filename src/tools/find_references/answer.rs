//! The answer: counts, definitions, and uses by tier and file.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::rows::{self, Row};
use super::{Asked, TOOL};
use crate::error::{Failure, Status};
use crate::model::uses::UseKind;
use crate::search::references::{Place, Tier};
use crate::text::lines::Lines;
use crate::tools::budget;
use crate::tools::cursor::{self, Position};
use crate::tools::declared;
use crate::tools::gaps::{self, Gap};
use crate::tools::page::{Page, Span, Style};
use crate::tools::places::Places;
use crate::tools::resolve::Rows;
use crate::tools::scope::Total;
use crate::tools::{Answer, Call};

/// Characters of a line that are shown.
const LONGEST_LINE: usize = 200;

/// Where the declarations are used.
#[derive(Debug, Serialize, JsonSchema)]
pub struct References {
    status: &'static str,
    #[serde(flatten)]
    counts: Option<Counts>,
    /// The symbol names several declarations that are not overloads of each other.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub ambiguous: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    definitions: Vec<Definition>,
    /// Where they were looked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    references: Option<Vec<Group>>,
    /// Uses of the name, by kind, of which it cannot be told what they mean.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    unresolved: BTreeMap<UseKind, u64>,
    /// The size of an answer ended the page.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    truncated: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    next_cursor: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    incomplete: Vec<Gap>,
    #[serde(skip)]
    #[schemars(skip)]
    pub searched: u64,
    #[serde(skip)]
    #[schemars(skip)]
    left_out: usize,
    #[serde(skip)]
    #[schemars(skip)]
    shows_kinds: bool,
    #[serde(skip)]
    #[schemars(skip)]
    min_tier: Tier,
}

/// How many uses there are, where they were looked for.
#[derive(Debug, Serialize, JsonSchema)]
struct Counts {
    /// Uses of the tiers that were asked for.
    total: Total,
    /// How many of each tier, low ones as well.
    tiers: BTreeMap<Tier, u64>,
    /// How many of each kind.
    kinds: BTreeMap<UseKind, u64>,
    file_count: u64,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Definition {
    symbol: String,
    kind: &'static str,
    artifact: String,
    file: String,
    line: u32,
    signature: String,
}

/// Uses of one tier in one file, or a single use where they are not grouped.
#[derive(Debug, Serialize, JsonSchema)]
struct Group {
    tier: Tier,
    artifact: String,
    file: String,
    #[serde(flatten)]
    single: Option<Hit>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    hits: Vec<Hit>,
}

/// One use.
#[derive(Debug, Serialize, JsonSchema)]
struct Hit {
    line: u32,
    kind: UseKind,
    /// The line.
    text: String,
    /// The declaration it stands in.
    #[serde(rename = "in", skip_serializing_if = "Option::is_none")]
    inside: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    context: Option<Context>,
}

/// Lines around a use.
#[derive(Debug, Serialize, JsonSchema)]
struct Context {
    content: String,
    content_range: String,
    #[serde(skip)]
    #[schemars(skip)]
    first: u32,
}

impl References {
    pub fn new(asked: &Asked) -> Self {
        Self {
            status: Status::Success.as_str(),
            counts: None,
            ambiguous: false,
            definitions: Vec::new(),
            references: None,
            unresolved: BTreeMap::new(),
            truncated: false,
            next_cursor: None,
            incomplete: Vec::new(),
            searched: 0,
            left_out: 0,
            shows_kinds: asked.kind.is_none(),
            min_tier: asked.min_tier,
        }
    }

    /// Takes the declarations that the symbol names.
    ///
    /// # Errors
    /// When the index cannot be read.
    pub fn define(&mut self, declarations: &[declared::Place]) -> Result<(), Failure> {
        let definition = |declared::Place { artifact, declared }: &declared::Place| {
            let of_type = || artifact.index.signature(declared.owner.id).of(artifact);
            Ok(Definition {
                symbol: declared.symbol(),
                kind: declared.kind(),
                artifact: artifact.coordinate.to_string(),
                file: declared.owner.file_path.clone(),
                line: declared.name_line(),
                signature: declared.signature().map_or_else(of_type, |signature| Ok(signature.to_owned()))?,
            })
        };
        self.definitions = declarations.iter().map(definition).collect::<Result<_, Failure>>()?;
        Ok(())
    }

    /// Says that files were not looked into because the time ran out.
    pub const fn count_left_out(&mut self, files: usize) {
        self.left_out = files;
    }

    /// Ends an answer of definitions alone.
    pub fn without_references(&mut self, call: &Call<'_>, asked: &Asked, gaps: Vec<Gap>) {
        self.incomplete = gaps;
        self.clip_definitions(call, asked);
    }

    /// Takes the counts of all uses, and those of this page.
    ///
    /// # Errors
    /// `invalid_cursor`; when an index cannot be read.
    pub fn fill(
        &mut self,
        call: &Call<'_>,
        asked: &Asked,
        places: &Places<'_>,
        rows: &[Row],
        position: Option<&Position>,
        gaps: Vec<Gap>,
    ) -> Result<(), Failure> {
        let mut files: BTreeSet<(Place, u32)> = BTreeSet::new();
        let (mut tiers, mut kinds) = (BTreeMap::new(), BTreeMap::new());
        let mut shown = 0;
        for row in rows {
            let reference = &row.reference;
            *tiers.entry(reference.tier).or_default() += 1;
            if reference.unresolved {
                *self.unresolved.entry(reference.kind).or_default() += 1;
            }
            if reference.tier <= asked.min_tier {
                *kinds.entry(reference.kind).or_default() += 1;
                files.insert((reference.place, reference.file));
                shown += 1;
            }
        }
        // Rows are in the order of their tiers: those that are told come first.
        let rows = &rows[..shown];
        let relation = if self.left_out > 0 { "gte" } else { "eq" };
        let total = Total { value: shown as u64, relation };
        self.counts = Some(Counts { total, tiers, kinds, file_count: files.len() as u64 });
        self.references = Some(Vec::new());
        self.incomplete = gaps;
        if self.left_out > 0 {
            let what = format!("{} files", self.left_out);
            self.incomplete.push(Gap::new(what, "the time for one search ran out; narrow it with artifacts"));
        }
        self.clip_definitions(call, asked);
        let start = position.map(|position| rows::after(rows, position, places)).transpose()?.unwrap_or(0);
        let mut left = budget::left(budget::cap(call), &*self);
        let mut texts = Texts::default();
        let mut told = start;
        for row in rows[start..].iter().take(asked.max_results.unwrap_or(usize::MAX)) {
            let hit = texts.hit(row, asked, places)?;
            let size = budget::json_size(&hit) + 1;
            let group = self.groups().last().is_some_and(|group| asked.grouped && group.is_of(row));
            let size = if group { size } else { size + row.artifact.len() + row.reference.path.len() + 60 };
            if left.is_some_and(|left| size > left) && told > start {
                self.truncated = true;
                break;
            }
            left = left.map(|left| left.saturating_sub(size));
            self.add(row, hit, asked.grouped);
            told += 1;
        }
        if told < rows.len() && told > start {
            let end = rows::end_of(rows, told - 1, places);
            self.next_cursor = end.map(|end| cursor::encode(TOOL.name, call.args, &end));
        }
        Ok(())
    }

    /// Of definitions there are no more than of uses, and they take at most half of an answer.
    fn clip_definitions(&mut self, call: &Call<'_>, asked: &Asked) {
        let mut left = budget::cap(call).map_or(usize::MAX, |cap| cap / 2);
        let fits = self.definitions.iter().take_while(|one| {
            let size = budget::json_size(one) + 1;
            let fits = size <= left;
            left = left.saturating_sub(size);
            fits
        });
        let count = fits.count().min(asked.max_results.unwrap_or(usize::MAX));
        let more = self.definitions.len() - count;
        if more > 0 {
            self.definitions.truncate(count);
            let what = format!("{more} more definitions");
            self.incomplete.push(Gap::note(what, "left out of this list; name the type as well"));
        }
    }

    fn add(&mut self, row: &Row, hit: Hit, grouped: bool) {
        let reference = &row.reference;
        let group = |single, hits| Group {
            tier: reference.tier,
            artifact: row.artifact.clone(),
            file: reference.path.clone(),
            single,
            hits,
        };
        let references = self.references.get_or_insert_default();
        if !grouped {
            return references.push(group(Some(hit), Vec::new()));
        }
        match references.last_mut().filter(|group| group.is_of(row)) {
            Some(group) => group.hits.push(hit),
            None => references.push(group(None, vec![hit])),
        }
    }

    fn groups(&self) -> &[Group] {
        self.references.as_deref().unwrap_or_default()
    }
}

impl Group {
    fn is_of(&self, row: &Row) -> bool {
        self.tier == row.reference.tier && self.file == row.reference.path && self.artifact == row.artifact
    }

    fn all(&self) -> impl Iterator<Item = &Hit> {
        self.single.iter().chain(&self.hits)
    }
}

/// Texts of the files of a page.
#[derive(Default)]
struct Texts(HashMap<(Place, u32), (String, Lines)>);

impl Texts {
    fn hit(&mut self, row: &Row, asked: &Asked, places: &Places<'_>) -> Result<Hit, Failure> {
        let reference = &row.reference;
        let key = (reference.place, reference.file);
        if !self.0.contains_key(&key) {
            // Rows of a file follow one another.
            self.0.clear();
            if let Some(artifact) = places.artifact(reference.place) {
                let text = artifact.index.text(reference.file).of(&artifact)?;
                let lines = Lines::of(&text);
                self.0.insert(key, (text, lines));
            }
        }
        let (text, lines) = self.0.get(&key).map_or(("", None), |(text, lines)| (text.as_str(), Some(lines)));
        let piece = |start: u32, end: u32| lines.and_then(|lines| text.get(lines.bytes_of(start, end))).unwrap_or("");
        let line = piece(reference.line, reference.line).trim();
        let context = (asked.context_lines > 0).then(|| {
            let last = lines.map_or(reference.line, Lines::count).max(1);
            let first = reference.line.saturating_sub(asked.context_lines).max(1);
            let end = reference.line.saturating_add(asked.context_lines).min(last);
            let content = piece(first, end).trim_end_matches(['\n', '\r']).to_owned();
            Context { content, content_range: format!("{first}-{end}"), first }
        });
        Ok(Hit {
            line: reference.line,
            kind: reference.kind,
            text: budget::clip(line, LONGEST_LINE),
            inside: row.inside(),
            context,
        })
    }
}

impl Answer for References {
    fn json(&self) -> Value {
        crate::tools::to_json(self)
    }

    fn page(&self, page: &mut Page) {
        for one in &self.definitions {
            page.spans(vec![
                Span(Style::Heading, format!("{} ", one.artifact)),
                Span(Style::Path, one.file.clone()),
                Span(Style::Number, format!(":{} ", one.line)),
                Span(Style::Plain, one.signature.clone()),
            ]);
        }
        let mut tier = None;
        for group in self.groups() {
            if tier != Some(group.tier) {
                tier = Some(group.tier);
                page.line(Style::Heading, group.tier.as_str());
            }
            self.group_page(group, page);
        }
        self.page_end(page);
    }
}

impl References {
    fn group_page(&self, group: &Group, page: &mut Page) {
        let mut spans =
            vec![Span(Style::Faint, format!("  {} ", group.artifact)), Span(Style::Path, group.file.clone())];
        if group.all().any(|hit| hit.context.is_some()) {
            page.spans(spans);
            for (place, hit) in group.all().enumerate() {
                let Some(context) = &hit.context else { continue };
                if place > 0 {
                    page.line(Style::Faint, "--");
                }
                for (number, text) in (context.first..).zip(context.content.lines()) {
                    let is_hit = number == hit.line;
                    let (mark, style) = if is_hit { (':', Style::Hit) } else { ('-', Style::Faint) };
                    let mut line = vec![Span(Style::Number, format!("{number}{mark}")), Span(style, text.to_owned())];
                    if is_hit && self.shows_kinds {
                        line.push(Span(Style::Faint, format!("  ({})", hit.kind.as_str())));
                    }
                    page.spans(line);
                }
            }
            return;
        }
        let mut before = None;
        for (place, hit) in group.all().enumerate() {
            let comma = if place == 0 { ": " } else { ", " };
            spans.push(Span(Style::Plain, comma.to_owned()));
            // A kind holds until another one is said.
            if self.shows_kinds && before != Some(hit.kind) {
                spans.push(Span(Style::Kind, format!("{} ", hit.kind.as_str())));
            }
            before = Some(hit.kind);
            spans.push(Span(Style::Number, hit.line.to_string()));
        }
        page.spans(spans);
    }

    fn page_end(&self, page: &mut Page) {
        let gaps = gaps::list(&self.incomplete);
        if self.groups().is_empty() && self.searched > 0 {
            let gaps = if gaps.is_empty() { gaps } else { format!("; {gaps}") };
            let plural = if self.searched == 1 { "" } else { "s" };
            page.line(Style::Faint, format!("no references in {} artifact{plural}{gaps}", self.searched));
        } else if !gaps.is_empty() {
            page.line(Style::Warning, gaps);
        }
        let hidden: Vec<String> = self
            .counts
            .iter()
            .flat_map(|counts| &counts.tiers)
            .filter(|(tier, _)| **tier > self.min_tier)
            .map(|(tier, count)| format!("{count} {}", tier.as_str()))
            .collect();
        if !hidden.is_empty() {
            page.line(Style::Faint, format!("{} not shown", hidden.join(", ")));
        }
        if !self.unresolved.is_empty() {
            let parts: Vec<String> =
                self.unresolved.iter().map(|(kind, count)| format!("{count} {}", kind.as_str())).collect();
            page.line(Style::Faint, format!("unresolved: {}", parts.join(", ")));
        }
        if self.ambiguous {
            page.line(Style::Faint, "the name is that of several declarations; references are to all of them");
        }
        if let Some((cursor, counts)) = self.next_cursor.as_ref().zip(self.counts.as_ref()) {
            let least = if counts.total.relation == "eq" { "" } else { "at least " };
            let (told, files) = (counts.total.value, counts.file_count);
            page.line(Style::Faint, format!("{least}{told} references in {files} files; more: next_cursor {cursor}"));
        }
    }
}

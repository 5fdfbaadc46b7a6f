//! Ranked search: the declarations that fit a query best, over any number of artifacts.
//!
//! Statistics are summed over the artifacts that are searched, so that scores compare within one answer. Lists are read
//! first, then every artifact is scored by itself, all cores at once; the order of equals is that of artifacts, then of
//! declarations.

use std::collections::BTreeMap;
use std::sync::Arc;

use rayon::prelude::*;

use super::ask::{Clause, Field, Group, Phrase, Word};
use super::own_text;
use super::wanted::Query;
pub use super::wanted::tells;
use super::weights::{Counted, Scores, Weights, rarity};
use super::{Failed, SearchError};
use crate::store::ranked::{Declarations, TermList};
use crate::store::read::{Index, StoreError};
use crate::store::terms::{Fields, Traits};
use crate::work::Work;

/// Most declarations of one artifact that are read for a phrase.
const MOST_READ: usize = 3000;

/// What is searched for, and how much of it is wanted.
pub struct Request<'a> {
    pub group: &'a Group,
    pub weights: &'a Weights,
    pub filter: &'a Filter,
    /// How many of the best.
    pub most: usize,
}

/// Which declarations are wanted; what is left out is any.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filter {
    pub kind: Option<Kind>,
    pub language: Option<crate::model::Language>,
    /// Of a search through one artifact, whether the declaration of a number is looked for: what measures a ranking chooses so.
    pub only: Option<Arc<[bool]>>,
}

/// Kinds of declarations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    AnyType,
    AnyMethod,
    AnyField,
    Type(crate::model::TypeKind),
    Method(crate::model::MethodKind),
    Field(crate::model::FieldKind),
}

/// A declaration that was found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hit {
    /// Place of its artifact among those searched.
    pub artifact: usize,
    /// Its number there.
    pub number: u32,
    pub score: f32,
}

/// What was found.
#[derive(Debug, Default)]
pub struct Found {
    /// The best, in order.
    pub hits: Vec<Hit>,
    /// How many there are in all.
    pub total: u64,
    /// Not all was read: there may be more.
    pub exact: bool,
}

/// Searches.
///
/// # Errors
/// When an index is damaged, or the caller gave up.
pub fn search(indexes: &[&Index], request: &Request<'_>, work: &Work) -> Result<Found, Failed> {
    let query = Query::of(request.group, request.weights.hint > 0.0);
    let read = |(place, index): (usize, &&Index)| {
        Artifact::read(index, &query).map_err(|error| (place, Box::new(SearchError::from(error))))
    };
    let artifacts = indexes.par_iter().enumerate().map(read).collect::<Result<Vec<_>, _>>()?;
    let statistics = Statistics::of(&query, &artifacts, request.weights);
    let mut found = Found { exact: true, ..Found::default() };
    for strict in [true, false] {
        let score = |(place, (index, artifact)): (usize, (&&Index, &Artifact))| {
            work.check().map_err(|failure| (place, Box::new(failure.into())))?;
            let scorer = Scorer { index, artifact, query: &query, statistics: &statistics, request, strict };
            scorer.run(place).map_err(|error| (place, Box::new(error)))
        };
        let parts = indexes.par_iter().zip(&artifacts).enumerate().map(score).collect::<Result<Vec<_>, _>>()?;
        found = Found { exact: true, ..Found::default() };
        for part in parts {
            found.total += part.total;
            found.exact &= part.exact;
            found.hits.extend(part.hits);
        }
        // Words that hold several ask for all of them; where nothing has all, for any.
        if found.total > 0 || !query.has_joined {
            break;
        }
    }
    found.hits.sort_unstable_by(|one, other| {
        other.score.total_cmp(&one.score).then_with(|| (one.artifact, one.number).cmp(&(other.artifact, other.number)))
    });
    found.hits.truncate(request.most);
    Ok(found)
}

/// What an artifact says of a query's terms.
struct Artifact {
    declarations: Arc<Declarations>,
    lists: Vec<Option<TermList>>,
}

impl Artifact {
    fn read(index: &Index, query: &Query<'_>) -> Result<Self, StoreError> {
        let lists = query.terms.iter().map(|term| index.term(term)).collect::<Result<Vec<_>, _>>()?;
        Ok(Self { declarations: index.declarations()?, lists })
    }
}

/// What all artifacts together say.
struct Statistics {
    /// Of each term.
    rarity: Vec<f32>,
    scores: BTreeMap<u8, Scores>,
}

impl Statistics {
    fn of(query: &Query<'_>, artifacts: &[Artifact], weights: &Weights) -> Self {
        let mut all = 0_u64;
        let (mut body, mut documentation, mut documented) = (0_u64, 0_u64, 0_u64);
        for artifact in artifacts {
            all += artifact.declarations.len() as u64;
            let sums = artifact.declarations.sums();
            body += sums.body;
            documentation += sums.documentation;
            documented += sums.documented;
        }
        let held = |at: usize| {
            artifacts.iter().filter_map(|artifact| artifact.lists[at].as_ref()).map(|list| u64::from(list.count)).sum()
        };
        let rarity = (0..query.terms.len()).map(|at| rarity(held(at), all)).collect();
        let average = |sum: u64, count: u64| sum as f32 / count.max(1) as f32;
        let (body, documentation) = (average(body, all), average(documentation, documented));
        let scores = [Field::Any, Field::Symbol, Field::Documentation, Field::Content]
            .map(|field| (field as u8, Scores::new(weights, counted(field), body, documentation)));
        Self { rarity, scores: BTreeMap::from(scores) }
    }
}

const fn counted(field: Field) -> Counted {
    let all = matches!(field, Field::Any);
    let content = all || matches!(field, Field::Content);
    Counted {
        name: content || matches!(field, Field::Symbol),
        owner: all,
        signature: content,
        documentation: content || matches!(field, Field::Documentation),
        body: content,
    }
}

/// Declarations with their scores, ascending.
type Scored = Vec<(u32, f32)>;

/// Scores one artifact.
struct Scorer<'a> {
    index: &'a Index,
    artifact: &'a Artifact,
    query: &'a Query<'a>,
    statistics: &'a Statistics,
    request: &'a Request<'a>,
    /// A word that holds several asks for all of them.
    strict: bool,
}

impl Scorer<'_> {
    fn run(&self, place: usize) -> Result<Found, SearchError> {
        let count = self.artifact.declarations.len();
        let group = self.query.group;
        let mut exact = true;
        let mut scores = vec![0.0_f32; count];
        let Weights { coverage, position, .. } = *self.request.weights;
        let mut met = if coverage > 0.0 { vec![0_u8; count] } else { Vec::new() };
        let mut asked = 0_u32;
        for (at, clause) in group.any.iter().enumerate() {
            let share = 1.0 / (1.0 + position * self.query.before(at) as f32);
            self.clause(clause, &mut exact, &mut |number, score| {
                if let Some(sum) = scores.get_mut(number as usize) {
                    *sum += share * score;
                }
                if let Some(met) = met.get_mut(number as usize) {
                    *met = met.saturating_add(1);
                }
            })?;
            asked += 1;
        }
        for clause in &group.none {
            for (number, _) in self.list(clause, &mut exact)? {
                if let Some(sum) = scores.get_mut(number as usize) {
                    *sum = 0.0;
                }
            }
        }
        self.hints(&mut scores)?;
        if coverage > 0.0 && asked > 1 {
            let factors: Vec<f32> = (0..=asked).map(|met| (met as f32 / asked as f32).powf(coverage)).collect();
            for (sum, met) in scores.iter_mut().zip(&met) {
                *sum *= factors[usize::from(*met).min(asked as usize)];
            }
        }
        self.names(&mut scores)?;
        let mut found = self.best(place, &scores)?;
        found.exact = exact;
        Ok(found)
    }

    /// Adds what names say to those that were found: words that stand everywhere elsewhere, and words of names that the words
    /// of the query are written as.
    fn hints(&self, scores: &mut [f32]) -> Result<(), StoreError> {
        let weight = self.request.weights.hint;
        for term in self.query.hints() {
            self.term(term, Field::Symbol, &mut |number, score| {
                if let Some(sum) = scores.get_mut(number as usize).filter(|sum| **sum > 0.0) {
                    *sum += weight * score;
                }
            })?;
        }
        Ok(())
    }

    /// Raises those whose own name, or whose type's, consists of what is asked for: by the share of its parts that are.
    fn names(&self, scores: &mut [f32]) -> Result<(), StoreError> {
        let Weights { all_of_name, all_of_owner, .. } = *self.request.weights;
        if all_of_name <= 0.0 && all_of_owner <= 0.0 {
            return Ok(());
        }
        let declarations = &self.artifact.declarations;
        let mut held = vec![0_u8; scores.len()];
        for list in self.artifact.lists.iter().take(self.query.asked()).flatten() {
            list.each(|number, code| {
                if Fields::of_code(code).name > 0
                    && let Some(held) = held.get_mut(number as usize)
                {
                    *held = held.saturating_add(1);
                }
            })?;
        }
        let traits = declarations.traits();
        let share = |at: usize| match (held.get(at), traits.get(at)) {
            (Some(held), Some(traits)) if *held > 0 => (f32::from(*held) / traits.name_parts() as f32).min(1.0),
            _ => 0.0,
        };
        for span in declarations.types() {
            let begin = span.first as usize;
            let of_owner = 1.0 + all_of_owner * share(begin);
            for at in begin..begin + span.len() as usize {
                let Some(score) = scores.get_mut(at).filter(|score| **score > 0.0) else { continue };
                *score *= 1.0 + all_of_name * share(at);
                if at > begin {
                    *score *= of_owner;
                }
            }
        }
        Ok(())
    }

    /// The best of those that the filter lets through.
    fn best(&self, place: usize, scores: &[f32]) -> Result<Found, SearchError> {
        let declarations = &self.artifact.declarations;
        let weights = self.request.weights;
        let makes = self.query.makes();
        let factors: Vec<f32> = (0..=u8::MAX).map(|traits| weights.of_traits(Traits(traits), makes)).collect();
        let allowed = Allowed::of(self.request.filter, self.index)?;
        let mut best = Best { most: self.request.most, hits: Vec::new(), least: 0.0 };
        let mut total = 0;
        for (at, span) in declarations.types().iter().enumerate() {
            if !allowed.has_type(at) {
                continue;
            }
            let begin = span.first as usize;
            let Some(of_type) = scores.get(begin..begin + span.len() as usize) else { continue };
            for (within, score) in of_type.iter().enumerate() {
                if *score <= 0.0 || !allowed.has(at, span, within as u32) {
                    continue;
                }
                total += 1;
                let kind = if within == 0 {
                    weights.types
                } else if within as u32 > span.methods {
                    weights.fields
                } else {
                    1.0
                };
                let score = score * kind * factors[usize::from(declarations.traits()[begin + within].0)];
                best.add(Hit { artifact: place, number: (begin + within) as u32, score });
            }
        }
        Ok(Found { hits: best.finish(), total, exact: true })
    }

    /// Gives every declaration that a clause fits, in any order, once.
    fn clause(&self, clause: &Clause, exact: &mut bool, give: &mut dyn FnMut(u32, f32)) -> Result<(), SearchError> {
        if let Clause::Word(word) = clause
            && !word.is_name()
            && let [term] = &self.query.parts(word)[..]
        {
            return Ok(self.term(term, word.field, give)?);
        }
        self.list(clause, exact)?.into_iter().for_each(|(number, score)| give(number, score));
        Ok(())
    }

    fn list(&self, clause: &Clause, exact: &mut bool) -> Result<Scored, SearchError> {
        match clause {
            Clause::Word(word) if word.field == Field::Path => self.path(&word.text),
            Clause::Word(word) => self.word(word),
            Clause::Phrase(phrase) => self.phrase(phrase, exact),
            Clause::All(all, none) => {
                let mut lists = all.iter().map(|clause| self.list(clause, exact)).collect::<Result<Vec<_>, _>>()?;
                lists.sort_by_key(Vec::len);
                let found = lists.into_iter().reduce(|one, other| meet(&one, &other)).unwrap_or_default();
                self.without(found, none, exact)
            }
            Clause::Group(group) => {
                let lists = group.any.iter().map(|clause| self.list(clause, exact)).collect::<Result<Vec<_>, _>>()?;
                self.without(
                    lists.into_iter().reduce(|one, other| join(&one, &other)).unwrap_or_default(),
                    &group.none,
                    exact,
                )
            }
        }
    }

    fn without(&self, mut found: Scored, none: &[Clause], exact: &mut bool) -> Result<Scored, SearchError> {
        for clause in none {
            let excluded = self.list(clause, exact)?;
            found.retain(|(number, _)| excluded.binary_search_by_key(number, |(number, _)| *number).is_err());
        }
        Ok(found)
    }

    /// A word of several parts: all of them; a name that has just these parts says more.
    fn word(&self, word: &Word) -> Result<Scored, SearchError> {
        let parts = self.query.parts(word);
        let lists = parts.iter().map(|term| self.term_list(term, word.field));
        let mut lists = lists.collect::<Result<Vec<_>, _>>()?;
        lists.sort_by_key(Vec::len);
        let both = if self.strict { meet } else { join };
        let mut found = lists.into_iter().reduce(|one, other| both(&one, &other)).unwrap_or_default();
        if word.is_name() && matches!(word.field, Field::Any | Field::Symbol | Field::Content) {
            let factor = 1.0 + self.request.weights.whole_word;
            let named = self.named(&parts, word.parts.len())?;
            for (number, score) in &mut found {
                if named.binary_search(number).is_ok() {
                    *score *= factor;
                }
            }
        }
        Ok(found)
    }

    /// The declarations whose names have these terms and so many parts, ascending.
    fn named(&self, terms: &[String], count: usize) -> Result<Vec<u32>, StoreError> {
        let traits = self.artifact.declarations.traits();
        let mut found: Option<Vec<u32>> = None;
        for term in terms {
            let mut own = Vec::new();
            let place = self.query.place(term);
            if let Some(list) = place.and_then(|place| self.artifact.lists[place].as_ref()) {
                list.each(|number, code| {
                    let fits = traits.get(number as usize).is_some_and(|traits| traits.may_have(count));
                    if fits && Fields::of_code(code).name > 0 {
                        own.push(number);
                    }
                })?;
            }
            found = Some(match found {
                None => own,
                Some(mut found) => {
                    found.retain(|number| own.binary_search(number).is_ok());
                    found
                }
            });
        }
        Ok(found.unwrap_or_default())
    }

    fn term_list(&self, term: &str, field: Field) -> Result<Scored, StoreError> {
        let mut found = Vec::new();
        self.term(term, field, &mut |number, score| found.push((number, score)))?;
        Ok(found)
    }

    /// Gives every declaration that a term says something of, ascending.
    fn term(&self, term: &str, field: Field, give: &mut dyn FnMut(u32, f32)) -> Result<(), StoreError> {
        let Some(place) = self.query.place(term) else { return Ok(()) };
        let Some(list) = &self.artifact.lists[place] else { return Ok(()) };
        let (Some(scores), rarity) = (self.statistics.scores.get(&(field as u8)), self.statistics.rarity[place]) else {
            return Ok(());
        };
        let declarations = &self.artifact.declarations;
        let (extents, types) = (declarations.extents(), declarations.types());
        // Members of a type that says something of the term: up to where, what it says of them, and which was given last.
        let (mut owned_to, mut owner, mut next) = (0_u32, 0.0_f32, 0_u32);
        list.each(|number, code| {
            if next < owned_to.min(number) {
                let score = rarity * scores.score(owner);
                (next..owned_to.min(number)).for_each(|member| give(member, score));
            }
            let Some(extent) = extents.get(number as usize) else { return };
            let is_owned = number < owned_to;
            let said = scores.said(code, *extent) + if is_owned { owner } else { 0.0 };
            if said > 0.0 {
                give(number, rarity * scores.score(said));
            }
            next = number + 1;
            let of_members = if is_owned { 0.0 } else { scores.of_members(code, *extent) };
            if of_members > 0.0 {
                let at = declarations.type_of(number);
                if let Some(span) = types.get(at).filter(|span| span.first == number) {
                    (owned_to, owner) = (number + span.len(), of_members);
                }
            }
        })?;
        let score = rarity * scores.score(owner);
        (next..owned_to).for_each(|member| give(member, score));
        Ok(())
    }

    /// Every declaration of the files whose path holds a text, whatever the case.
    fn path(&self, text: &str) -> Result<Scored, SearchError> {
        let wanted = text.to_lowercase();
        let paths = self.index.paths()?;
        let mut files = Vec::new();
        for (id, path, _) in paths.iter() {
            if path.to_lowercase().contains(&wanted) {
                files.push(id);
            }
        }
        let mut found = Vec::new();
        for span in self.artifact.declarations.types() {
            if files.binary_search(&span.file).is_ok() {
                found.extend((span.first..span.first + span.len()).map(|number| (number, 1.0)));
            }
        }
        Ok(found)
    }

    /// The declarations that hold words in a row: those that hold all of them, read.
    fn phrase(&self, phrase: &Phrase, exact: &mut bool) -> Result<Scored, SearchError> {
        let terms = self.query.phrase_terms(phrase);
        let lists = terms.iter().map(|term| self.term_list(term, phrase.field)).collect::<Result<Vec<_>, _>>()?;
        let mut lists: Vec<Scored> = lists;
        lists.sort_by_key(Vec::len);
        let mut found = match lists.into_iter().reduce(|one, other| meet(&one, &other)) {
            Some(found) => found,
            None => (0..self.artifact.declarations.len() as u32).map(|number| (number, 1.0)).collect(),
        };
        if found.len() > MOST_READ {
            // The best of them are read; the others may hold it too.
            *exact = false;
            found.sort_unstable_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
            found.truncate(MOST_READ);
            found.sort_unstable_by_key(|(number, _)| *number);
        }
        let mut reader = own_text::Reader::new(self.index, &self.artifact.declarations);
        let mut kept = Vec::new();
        for (number, score) in found {
            if reader.holds(number, phrase)? {
                kept.push((number, score * 2.0));
            }
        }
        Ok(kept)
    }
}

/// What is in both, scores added.
fn meet(one: &Scored, other: &Scored) -> Scored {
    let mut found = Vec::new();
    let mut rest = &other[..];
    for (number, score) in one {
        // By ever larger steps: the other list is the longer one.
        let mut step = 1;
        while rest.get(step).is_some_and(|(candidate, _)| candidate < number) {
            step *= 2;
        }
        let near = &rest[step / 2..rest.len().min(step + 1)];
        rest = &rest[step / 2 + near.partition_point(|(candidate, _)| candidate < number)..];
        if let Some((same, more)) = rest.first()
            && same == number
        {
            found.push((*number, score + more));
        }
    }
    found
}

/// What is in either, scores added.
fn join(one: &Scored, other: &Scored) -> Scored {
    let mut found = Vec::with_capacity(one.len() + other.len());
    let (mut left, mut right) = (one.iter().peekable(), other.iter().peekable());
    loop {
        match (left.peek(), right.peek()) {
            (Some((a, x)), Some((b, y))) if a == b => {
                found.push((*a, x + y));
                left.next();
                right.next();
            }
            (Some((a, _)), Some((b, _))) if a < b => found.extend(left.next()),
            (Some(_), None) => found.extend(left.next()),
            (_, Some(_)) => found.extend(right.next()),
            (None, None) => return found,
        }
    }
}

/// The best hits so far.
struct Best {
    most: usize,
    hits: Vec<Hit>,
    /// What a hit must reach.
    least: f32,
}

impl Best {
    fn add(&mut self, hit: Hit) {
        // Of equals the first stays.
        if hit.score <= self.least && self.hits.len() >= self.most {
            return;
        }
        self.hits.push(hit);
        if self.hits.len() >= self.most * 2 + 64 {
            self.cut();
        }
    }

    fn cut(&mut self) {
        self.hits.sort_unstable_by(|one, other| other.score.total_cmp(&one.score).then(one.number.cmp(&other.number)));
        self.hits.truncate(self.most);
        self.least = self.hits.last().filter(|_| self.hits.len() == self.most).map_or(0.0, |hit| hit.score);
    }

    fn finish(mut self) -> Vec<Hit> {
        self.cut();
        self.hits
    }
}

/// The declarations that a filter lets through.
pub(super) struct Allowed {
    kind: Option<Kind>,
    only: Option<Arc<[bool]>>,
    /// By place of the type: whether it is of the language, and of which kind.
    types: Option<Vec<(bool, Option<crate::model::TypeKind>)>>,
    /// By id from 1, where a kind of methods or of fields is wanted: whether it is of that kind.
    members: Option<Vec<bool>>,
}

impl Allowed {
    pub(super) fn of(filter: &Filter, index: &Index) -> Result<Self, StoreError> {
        let needs_types = filter.language.is_some() || matches!(filter.kind, Some(Kind::Type(_)));
        let types = if needs_types {
            let names = index.type_names()?;
            let mut types = vec![(false, None); names.len()];
            for name in names.iter() {
                if let Some(place) = types.get_mut(name.id as usize - 1) {
                    *place = (filter.language.is_none_or(|language| language == name.language), Some(name.kind));
                }
            }
            Some(types)
        } else {
            None
        };
        let members = match filter.kind {
            Some(Kind::Method(kind)) => Some(index.methods_of_kind(kind)?),
            Some(Kind::Field(kind)) => Some(index.fields_of_kind(kind)?),
            _ => None,
        };
        Ok(Self { kind: filter.kind, only: filter.only.clone(), types, members })
    }

    pub(super) fn has_type(&self, place: usize) -> bool {
        self.types.as_ref().is_none_or(|types| types.get(place).is_some_and(|(is_of, _)| *is_of))
    }

    pub(super) fn has(&self, place: usize, span: &crate::store::ranked::Span, within: u32) -> bool {
        if self.only.as_ref().is_some_and(|only| !only.get((span.first + within) as usize).copied().unwrap_or(false)) {
            return false;
        }
        let is_type = within == 0;
        let is_method = !is_type && within <= span.methods;
        let is_member =
            |id: u32| self.members.as_ref().is_none_or(|all| all.get(id as usize).copied().unwrap_or(false));
        match self.kind {
            None => true,
            Some(Kind::AnyType) => is_type,
            Some(Kind::AnyMethod) => is_method,
            Some(Kind::AnyField) => !is_type && !is_method,
            Some(Kind::Type(kind)) => {
                is_type
                    && self
                        .types
                        .as_ref()
                        .is_none_or(|types| types.get(place).is_some_and(|(_, own)| *own == Some(kind)))
            }
            Some(Kind::Method(_)) => is_method && is_member(span.first_method + within - 1),
            Some(Kind::Field(_)) => !is_type && !is_method && is_member(span.first_field + within - 1 - span.methods),
        }
    }
}

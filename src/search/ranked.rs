//! Ranked search: the declarations that fit a query best, over any number of artifacts.
//!
//! Statistics are summed over the artifacts that are searched, so that scores compare within one answer. Lists are read
//! first, then every artifact is scored by itself, all cores at once; the order of equals is that of artifacts, then of
//! declarations.

use std::collections::BTreeMap;
use std::sync::Arc;

use rayon::prelude::*;

use super::ask::{Clause, Field, Group, Phrase, Word};
use super::in_text::InText;
use super::wanted::Query;
pub use super::wanted::tells;
use super::weights::{Counted, Scores, Weights, rarity};
use super::{Failed, SearchError};
use crate::store::ranked::{Declarations, TermList};
use crate::store::read::{Index, StoreError};
use crate::store::terms::{Fields, Traits};
use crate::work::Work;

/// What a name that is all of a query says more where it is the whole name of a declaration.
const ALONE: f32 = 3.0;
/// Declarations whose names are read to tell `Futures` from `Future`, whose term is the same.
const MOST_NAMES: usize = 64;

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
            let scorer = Scorer { index, artifact, query: &query, statistics: &statistics, request, strict, work };
            scorer.run(place).map_err(|error| (place, Box::new(error)))
        };
        let parts = indexes.par_iter().zip(&artifacts).enumerate().map(score).collect::<Result<Vec<_>, _>>()?;
        found = Found { exact: true, ..Found::default() };
        for part in parts {
            found.total += part.total;
            found.exact &= part.exact;
            found.hits.extend(part.hits);
        }
        // Words that hold several ask for all of them; where nothing has all, for any. Operators and fields mean what they say.
        if found.total > 0 || !query.has_joined || !query.group.is_plain() {
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
pub(super) type Scored = Vec<(u32, f32)>;

/// Scores one artifact.
struct Scorer<'a> {
    index: &'a Index,
    artifact: &'a Artifact,
    query: &'a Query<'a>,
    statistics: &'a Statistics,
    request: &'a Request<'a>,
    /// A word that holds several asks for all of them.
    strict: bool,
    work: &'a Work,
}

impl Scorer<'_> {
    fn run(&self, place: usize) -> Result<Found, SearchError> {
        let group = self.query.group;
        let mut exact = true;
        let Weights { coverage, position, .. } = *self.request.weights;
        let mut given: Scored = Vec::new();
        let mut asked = 0_u32;
        for (at, clause) in group.any.iter().enumerate() {
            let share = 1.0 / (1.0 + position * self.query.before(at) as f32);
            self.clause(clause, &mut exact, &mut |number, score| given.push((number, share * score)))?;
            asked += 1;
        }
        if given.is_empty() {
            return Ok(Found { exact, ..Found::default() });
        }
        // Each clause gave its own in order: what is sorted are runs, and those of one number stay in the order of clauses.
        given.sort_by_key(|(number, _)| *number);
        let mut sums: Scored = Vec::new();
        let mut met: Vec<u32> = Vec::new();
        for of_one in given.chunk_by(|one, other| one.0 == other.0) {
            sums.push((of_one[0].0, of_one.iter().map(|(_, score)| *score).sum()));
            met.push((of_one.len() as u32).min(asked));
        }
        self.hints(&mut sums)?;
        if coverage > 0.0 && asked > 1 {
            let factors: Vec<f32> = (0..=asked).map(|met| (met as f32 / asked as f32).powf(coverage)).collect();
            sums.iter_mut().zip(&met).for_each(|((_, sum), met)| *sum *= factors[*met as usize]);
        }
        self.names(&mut sums)?;
        let named = self.named_so()?;
        sums.iter_mut().filter(|(number, _)| named.binary_search(number).is_ok()).for_each(|(_, sum)| *sum *= ALONE);
        if !group.none.is_empty() {
            sums = self.without(sums, &group.none, &mut exact)?;
        }
        let mut found = self.best(place, sums.into_iter())?;
        found.exact = exact;
        Ok(found)
    }

    /// Adds what names say to those that were found: words that stand everywhere elsewhere, and words of names that the words
    /// of the query are written as.
    fn hints(&self, sums: &mut Scored) -> Result<(), StoreError> {
        let weight = self.request.weights.hint;
        for term in self.query.hints() {
            let mut rest = &mut sums[..];
            self.term(term, Field::Symbol, &mut |number, score, _| {
                while let [(first, _), ..] = rest
                    && *first < number
                {
                    rest = &mut std::mem::take(&mut rest)[1..];
                }
                if let [(first, sum), ..] = rest
                    && *first == number
                {
                    *sum += weight * score;
                }
            })?;
        }
        Ok(())
    }

    /// Raises those whose own name, or whose type's, consists of what is asked for: by the share of its parts that are.
    fn names(&self, sums: &mut Scored) -> Result<(), StoreError> {
        let Weights { all_of_name, all_of_owner, .. } = *self.request.weights;
        if all_of_name <= 0.0 && all_of_owner <= 0.0 {
            return Ok(());
        }
        let declarations = &self.artifact.declarations;
        let mut held = vec![0_u8; declarations.len()];
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
        let share = |at: u32| match (held.get(at as usize), traits.get(at as usize)) {
            (Some(held), Some(traits)) if *held > 0 => (f32::from(*held) / traits.name_parts() as f32).min(1.0),
            _ => 0.0,
        };
        for (number, score) in sums {
            let span = declarations.types().get(declarations.type_of(*number));
            let first = span.map_or(*number, |span| span.first);
            *score *= 1.0 + all_of_name * share(*number);
            if first < *number {
                *score *= 1.0 + all_of_owner * share(first);
            }
        }
        Ok(())
    }

    /// The best of those that the filter lets through; they come in ascending order.
    fn best(&self, place: usize, sums: impl Iterator<Item = (u32, f32)>) -> Result<Found, SearchError> {
        let declarations = &self.artifact.declarations;
        let (types, traits) = (declarations.types(), declarations.traits());
        let weights = self.request.weights;
        let makes = self.query.makes();
        let factors: Vec<f32> = (0..=u8::MAX).map(|traits| weights.of_traits(Traits(traits), makes)).collect();
        let allowed = Allowed::of(self.request.filter, self.index)?;
        let mut best = Best { most: self.request.most, hits: Vec::new(), least: 0.0 };
        let (mut total, mut at) = (0, 0);
        for (number, score) in sums {
            if types.get(at + 1).is_some_and(|next| next.first <= number) {
                at += types[at..].partition_point(|span| span.first <= number) - 1;
            }
            let (Some(span), Some(own)) = (types.get(at), traits.get(number as usize)) else { break };
            let within = number - span.first;
            if score <= 0.0 || !allowed.has_type(at) || !allowed.has(at, span, within) {
                continue;
            }
            total += 1;
            let kind = if within == 0 {
                weights.types
            } else if within > span.methods {
                weights.fields
            } else {
                1.0
            };
            best.add(Hit { artifact: place, number, score: score * kind * factors[usize::from(own.0)] });
        }
        Ok(Found { hits: best.finish(), total, exact: true })
    }

    /// Gives every declaration that a clause fits, in any order, once.
    fn clause(&self, clause: &Clause, exact: &mut bool, give: &mut dyn FnMut(u32, f32)) -> Result<(), SearchError> {
        if let Clause::Word(word) = clause
            && !word.is_name()
            && let [term] = &self.query.parts(word)[..]
        {
            return Ok(self.term(term, word.field, &mut |number, score, _| give(number, score))?);
        }
        self.list(clause, exact)?.into_iter().for_each(|(number, score)| give(number, score));
        Ok(())
    }

    fn list(&self, clause: &Clause, exact: &mut bool) -> Result<Scored, SearchError> {
        match clause {
            Clause::Word(word) if word.field == Field::Path => self.path(&word.text),
            Clause::Word(word) => self.word(word),
            Clause::Phrase(phrase) => {
                let candidates = self.candidates(phrase)?;
                self.in_text().only(candidates, &[phrase], exact)
            }
            Clause::All(all, none) => {
                let (mut lists, mut phrases) = (Vec::new(), Vec::new());
                for clause in all {
                    if let Clause::Phrase(phrase) = clause {
                        lists.extend(self.candidates(phrase)?);
                        phrases.push(phrase);
                    } else {
                        lists.push(self.list(clause, exact)?);
                    }
                }
                lists.sort_by_key(Vec::len);
                let found = lists.into_iter().reduce(|one, other| meet(&one, &other));
                // Texts are read last, of what is left.
                let found = match found {
                    Some(found) if phrases.is_empty() => found,
                    found => self.in_text().only(found, &phrases, exact)?,
                };
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
            let excluded = match clause {
                Clause::Phrase(phrase) => {
                    let candidates = self.candidates(phrase)?;
                    let among = candidates.map_or_else(|| found.clone(), |candidates| meet(&found, &candidates));
                    self.in_text().all_of(among, phrase)?
                }
                clause => self.list(clause, exact)?,
            };
            found.retain(|(number, _)| excluded.binary_search_by_key(number, |(number, _)| *number).is_err());
        }
        Ok(found)
    }

    /// A word of several parts: all of them; a name that has just these parts says more.
    fn word(&self, word: &Word) -> Result<Scored, SearchError> {
        let parts = self.query.parts(word);
        let counts_name = word.is_name() && matches!(word.field, Field::Any | Field::Symbol | Field::Content);
        let whole = self.query.whole(word);
        if self.strict {
            let found = self.all_of(&parts, word, counts_name && whole.len() == parts.len())?;
            if !counts_name || whole.len() == parts.len() {
                return Ok(found);
            }
            return Ok(self.raise_named(found, &whole, word.parts.len())?);
        }
        let lists = parts.iter().map(|term| self.term_list(term, word.field));
        let mut lists = lists.collect::<Result<Vec<_>, _>>()?;
        lists.sort_by_key(Vec::len);
        let mut found = lists.into_iter().reduce(|one, other| join(&one, &other)).unwrap_or_default();
        if counts_name {
            found = self.raise_named(found, &whole, word.parts.len())?;
        }
        Ok(found)
    }

    /// Gives more to the declarations whose names have just these terms.
    fn raise_named(&self, mut found: Scored, whole: &[String], parts: usize) -> Result<Scored, StoreError> {
        let factor = 1.0 + self.request.weights.whole_word;
        let named = self.named(whole, parts)?;
        for (number, score) in &mut found {
            if named.binary_search(number).is_ok() {
                *score *= factor;
            }
        }
        Ok(found)
    }

    /// The declarations that all of these terms say something of. One that is held nowhere rules out all: no list is read then,
    /// and of the others that of the rarest first.
    fn all_of(&self, parts: &[String], word: &Word, counts_name: bool) -> Result<Scored, StoreError> {
        let counted = parts.iter().map(|term| self.held(term).map(|list| (list.count, term)));
        let Some(mut parts) = counted.collect::<Option<Vec<_>>>() else { return Ok(Vec::new()) };
        parts.sort_unstable();
        // Each with its score and whether its name has all terms so far.
        let mut found: Vec<(u32, f32, bool)> = Vec::new();
        for (place, (_, term)) in parts.iter().enumerate() {
            if place == 0 {
                self.term(term, word.field, &mut |number, score, in_name| found.push((number, score, in_name)))?;
                continue;
            }
            let before = std::mem::take(&mut found);
            let mut rest = &before[..];
            if rest.is_empty() {
                break;
            }
            self.term(term, word.field, &mut |number, score, in_name| {
                while let [(first, ..), tail @ ..] = rest
                    && *first < number
                {
                    rest = tail;
                }
                if let Some((first, sum, named)) = rest.first()
                    && *first == number
                {
                    found.push((number, sum + score, *named && in_name));
                }
            })?;
        }
        let traits = self.artifact.declarations.traits();
        let factor = 1.0 + self.request.weights.whole_word;
        let is_named =
            |number: u32| traits.get(number as usize).is_some_and(|traits| traits.may_have(word.parts.len()));
        let whole = |(number, score, named): (u32, f32, bool)| {
            (number, if counts_name && named && is_named(number) { score * factor } else { score })
        };
        Ok(found.into_iter().map(whole).collect())
    }

    /// The list of a term in this artifact, where it holds the term.
    fn held(&self, term: &str) -> Option<&TermList> {
        let place = self.query.place(term)?;
        self.artifact.lists.get(place)?.as_ref()
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
        self.term(term, field, &mut |number, score, _| found.push((number, score)))?;
        Ok(found)
    }

    /// Gives every declaration that a term says something of, ascending, and whether its name holds the term.
    fn term(&self, term: &str, field: Field, give: &mut impl FnMut(u32, f32, bool)) -> Result<(), StoreError> {
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
                (next..owned_to.min(number)).for_each(|member| give(member, score, false));
            }
            let Some(extent) = extents.get(number as usize) else { return };
            let is_owned = number < owned_to;
            let said = scores.said(code, *extent) + if is_owned { owner } else { 0.0 };
            if said > 0.0 {
                give(number, rarity * scores.score(said), Fields::of_code(code).name > 0);
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
        (next..owned_to).for_each(|member| give(member, score, false));
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

    /// The declarations that hold all terms of a phrase; none where it has no term that tells anything.
    fn candidates(&self, phrase: &Phrase) -> Result<Option<Scored>, StoreError> {
        let terms = self.query.phrase_terms(phrase);
        let lists = terms.iter().map(|term| self.term_list(term, phrase.field)).collect::<Result<Vec<_>, _>>()?;
        let mut lists: Vec<Scored> = lists;
        lists.sort_by_key(Vec::len);
        Ok(lists.into_iter().reduce(|one, other| meet(&one, &other)))
    }

    fn in_text(&self) -> InText<'_> {
        InText { index: self.index, declarations: &self.artifact.declarations, work: self.work }
    }

    /// The declarations whose whole name is all that is asked for, ascending.
    fn named_so(&self) -> Result<Vec<u32>, SearchError> {
        let [Clause::Word(word)] = &self.query.group.any[..] else { return Ok(Vec::new()) };
        if word.words != 1 || word.field == Field::Path {
            return Ok(Vec::new());
        }
        let mut named = self.named(&self.query.whole(word), word.parts.len())?;
        let is_stem = |part: &String| self.query.is_stem(part);
        if named.len() <= MOST_NAMES && !word.parts.iter().all(is_stem) {
            named = self.in_text().named(named, &word.parts)?;
        }
        Ok(named)
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

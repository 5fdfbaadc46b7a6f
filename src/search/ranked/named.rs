//! Declarations whose names are all that is asked for: `hasText`, `Map.Entry`, `IndexWriter#commit`, `fromJson(String, Class)`.

use std::collections::HashMap;

use super::best::{Scored, Sums};
use super::scorer::Scorer;
use crate::search::ask::{Field, Unit, words};
use crate::search::wanted::{Qualified, Wanted, WordTerms};
use crate::search::{SearchError, ends_with};
use crate::store::declarations::Declaration;
use crate::store::read::StoreError;
use crate::store::{MethodRow, TypeRow};

/// What the score of a declaration is multiplied by where its whole name is all that is asked for.
const ALONE: f32 = 3.0;
/// The same where what stands around it was named too.
const QUALIFIED: f32 = 6.0;
/// Declarations whose names are read to tell `Futures` from `Future`, whose term is the same.
const MOST_NAMES: usize = 64;

/// Most words that spell a name out.
const MOST_WORDS: usize = 5;

/// Methods of a name whose parameters are read to tell overloads apart: so many in all artifacts, and so many of one at least.
const MOST_READ: usize = 2_048;
const LEAST_READ: usize = 16;
/// How many times the most that terms can give is added to the methods of the name of a signature, and to those that take what it says:
/// enough for what traits take away. What is named in capitals and small letters just as it was asked for has as much as these.
const OF_NAME: f32 = 2.0;
const OF_SIGNATURE: f32 = 8.0;

/// A method that a query gives the signature of.
pub struct Called<'a> {
    /// Dots between its segments; empty: anything.
    pub around: String,
    pub name: String,
    /// Whether a method of a type takes the parameters that were given.
    pub takes: &'a (dyn Fn(&TypeRow, &MethodRow) -> bool + Sync),
}

/// Declarations that are called as is asked.
#[derive(Default)]
pub(super) struct Named {
    /// Ascending.
    pub numbers: Vec<u32>,
    /// The places of the terms of their name, where it was asked for with what stands around it.
    terms: Vec<usize>,
    /// Those of them, ascending, whose name is written as it was asked for, a capital letter in it.
    pub exact: Vec<u32>,
    /// Those of them, ascending, that take the parameters that were asked for; none: nobody asked.
    taking: Option<Vec<u32>>,
}

impl Named {
    /// Gives them more. Those of a signature, and those that are named just as was written, come before all others, none of which
    /// has more than `most` by its terms.
    pub fn raise(&self, sums: &mut Scored, most: f32) {
        if let Some(taking) = &self.taking {
            for (number, sum) in sums.iter_mut().filter(|(number, _)| self.numbers.binary_search(number).is_ok()) {
                let times = if taking.binary_search(number).is_ok() { OF_SIGNATURE } else { OF_NAME };
                *sum += times * most;
            }
            return;
        }
        let factor = if self.terms.is_empty() { ALONE } else { QUALIFIED };
        for (number, sum) in sums {
            if self.numbers.binary_search(number).is_ok() {
                *sum *= factor;
            }
            if self.exact.binary_search(number).is_ok() {
                *sum += OF_SIGNATURE * most;
            }
        }
    }
}

impl Scorer<'_> {
    /// The declarations whose whole name is all that is asked for.
    pub(super) fn named_so(&self) -> Result<Named, SearchError> {
        if let (Some(wanted), Some(called)) = (&self.query.called, self.request.called) {
            let named = self.called(wanted, called)?;
            if !named.numbers.is_empty() {
                return Ok(named);
            }
        }
        match &self.query.any[..] {
            [Wanted::Word(asked)] => self.named_as(asked),
            // Looked for in names, and beside them in texts.
            [Wanted::Word(asked), Wanted::Phrase(..)] if asked.word.is_common() => self.named_as(asked),
            [Wanted::Word(of), Wanted::Word(member)] if !is_spelled_as(&self.query.any[1], of) => {
                let exact = self.members_as_written(of, member)?;
                if !exact.is_empty() {
                    return Ok(Named { exact, ..Named::default() });
                }
                let mut named = self.spelled_out()?;
                named.numbers.extend(self.members_spelled(of, member)?);
                named.numbers.sort_unstable();
                named.numbers.dedup();
                Ok(named)
            }
            // A word in lower case, and the names that it may be.
            [Wanted::Word(name), others @ ..] if others.iter().all(|other| is_spelled_as(other, name)) => {
                let mut numbers = Vec::new();
                for wanted in &self.query.any {
                    if let Wanted::Word(asked) = wanted {
                        numbers.extend(self.named_as(asked)?.numbers);
                    }
                }
                numbers.sort_unstable();
                numbers.dedup();
                let exact = self.spelled_so(&self.types_among(&numbers).0, &name.word.text)?;
                Ok(Named { numbers, exact, ..Named::default() })
            }
            _ => self.spelled_out(),
        }
    }

    /// The declarations whose names are the words that are asked for, one after the other (`bean factory`), or a name of several
    /// parts among what has to hold. Of a description that says nothing.
    fn spelled_out(&self) -> Result<Named, SearchError> {
        let mut named = Named::default();
        if self.request.weights.hint > 0.0 {
            return Ok(named);
        }
        for (terms, parts) in self.spelled() {
            let mut numbers = self.named(&terms, parts.len())?;
            // Where some parts are no terms, names are told apart by what they are.
            if terms.len() < parts.len() && numbers.len() <= MOST_NAMES {
                numbers = self.in_text().named(numbers, &parts)?;
            }
            // The terms of a type's name are also those of the types around it.
            let (types, members) = self.types_among(&numbers);
            let types = self.spelled_so(&types, &parts.concat())?;
            named.exact.extend(&types);
            named.numbers.extend(types.into_iter().chain(members));
        }
        for numbers in [&mut named.numbers, &mut named.exact] {
            numbers.sort_unstable();
            numbers.dedup();
        }
        Ok(named)
    }

    /// The names that a query spells out: their terms and their parts.
    fn spelled(&self) -> Vec<(Vec<usize>, Vec<String>)> {
        let mut found = Vec::new();
        if !self.query.is_plain {
            let mut words = Vec::new();
            self.query.any.iter().for_each(|wanted| add_names(wanted, &mut found, &mut words));
            // One word among operators is what it is without them.
            if let ([word], true) = (&words[..], found.is_empty()) {
                found.push((word.whole.clone(), word.word.parts.clone()));
            }
            return found;
        }
        let (mut terms, mut parts) = (Vec::new(), Vec::new());
        for wanted in &self.query.any {
            match wanted {
                Wanted::Word(asked) if asked.word.parts.len() == 1 && asked.whole.len() == 1 => {
                    terms.extend(&asked.whole);
                    parts.extend(asked.word.parts.iter().cloned());
                }
                _ => return found,
            }
        }
        if (2..=MOST_WORDS).contains(&parts.len()) {
            found.push((terms, parts));
        }
        found
    }

    /// The types among some declarations, and the others.
    pub(super) fn types_among(&self, named: &[u32]) -> (Vec<u32>, Vec<u32>) {
        let (mut cursor, spans) = (self.artifact.declarations.cursor(), self.artifact.declarations.types());
        named.iter().partition(|number| spans.get(cursor.type_of(**number)).is_some_and(|span| span.first == **number))
    }

    /// Those of some declarations whose names are spelled so, whatever the case and what stands between the words; of very many not all.
    fn spelled_so(&self, among: &[u32], name: &str) -> Result<Vec<u32>, StoreError> {
        let mut found = Vec::new();
        for number in among.iter().copied().take(MOST_NAMES) {
            let Some(declaration) = self.artifact.declarations.declaration(number) else { continue };
            let own = self.index.name_of(declaration)?;
            let own = own.rsplit('.').next().unwrap_or_default().bytes().filter(u8::is_ascii_alphanumeric);
            if own.map(|byte| byte.to_ascii_lowercase()).eq(name.bytes().map(|byte| byte.to_ascii_lowercase())) {
                found.push(number);
            }
        }
        Ok(found)
    }

    pub(super) fn named_as(&self, asked: &WordTerms<'_>) -> Result<Named, SearchError> {
        let WordTerms { word, whole, is_stems, qualified, .. } = asked;
        if word.words != 1 {
            return qualified.as_ref().map_or_else(|| Ok(Named::default()), |qualified| self.qualified(qualified));
        }
        let mut named = self.named(whole, word.parts.len())?;
        if named.len() <= MOST_NAMES && !is_stems {
            named = self.in_text().named(named, &word.parts)?;
        }
        let exact = if self.is_as_written(asked) { self.as_written(&named, &word.text)? } else { Vec::new() };
        Ok(Named { numbers: named, exact, ..Named::default() })
    }

    /// Whether capital letters of a word say which of the names that are spelled alike is meant. Of a description they say nothing:
    /// a sentence begins with one.
    fn is_as_written(&self, asked: &WordTerms<'_>) -> bool {
        let word = asked.word;
        let is_name = matches!(word.field, Field::Any | Field::Symbol) && words(&word.text).eq([&*word.text]);
        is_name && word.text.contains(char::is_uppercase) && self.request.weights.hint <= 0.0
    }

    /// Those of the declarations whose names are written so; types are looked at first, and of very many not all.
    fn as_written(&self, named: &[u32], name: &str) -> Result<Vec<u32>, StoreError> {
        let (types, members) = self.types_among(named);
        let most = (MOST_READ / self.statistics.artifacts.max(1)).max(LEAST_READ);
        let mut found = Vec::new();
        for number in types.into_iter().chain(members).take(most) {
            let Some(declaration) = self.artifact.declarations.declaration(number) else { continue };
            let own = self.index.name_of(declaration)?;
            if own.rsplit('.').next() == Some(name) {
                found.push(number);
            }
        }
        found.sort_unstable();
        Ok(found)
    }

    /// The members that two words are the type and the name of, both as they are written: `EventBus register`.
    fn members_as_written(&self, of: &WordTerms<'_>, member: &WordTerms<'_>) -> Result<Vec<u32>, StoreError> {
        let is_any = of.word.field == Field::Any && member.word.field == Field::Any;
        if !is_any || !self.is_as_written(of) || member.whole.is_empty() {
            return Ok(Vec::new());
        }
        let named = self.named(&member.whole, member.word.parts.len())?;
        let types = self.as_written(&self.named(&of.whole, of.word.parts.len())?, &of.word.text)?;
        let members: Vec<u32> = self.inside(named, &types).into_iter().map(|(_, number)| number).collect();
        self.as_written(&members, &member.word.text)
    }

    /// The same whatever the case and the order: `base64 decode`. Of a description it says nothing.
    fn members_spelled(&self, one: &WordTerms<'_>, other: &WordTerms<'_>) -> Result<Vec<u32>, StoreError> {
        let is_name = |asked: &WordTerms<'_>| asked.word.field == Field::Any && !asked.whole.is_empty();
        if self.request.weights.hint > 0.0 || !is_name(one) || !is_name(other) {
            return Ok(Vec::new());
        }
        let split = |asked: &WordTerms<'_>| {
            let named = self.named(&asked.whole, asked.word.parts.len())?;
            Ok::<_, StoreError>(self.types_among(&named))
        };
        let ((types, members), (other_types, other_members)) = (split(one)?, split(other)?);
        let (name, other_name) = (&*one.word.text, &*other.word.text);
        let mut found = self.spelled_in((&types, name), (other_members, other_name))?;
        found.extend(self.spelled_in((&other_types, other_name), (members, name))?);
        Ok(found)
    }

    /// Those of some members that are spelled as one name, in those of some types that are spelled as another.
    fn spelled_in(
        &self,
        (types, type_name): (&[u32], &str),
        (members, name): (Vec<u32>, &str),
    ) -> Result<Vec<u32>, StoreError> {
        let members = self.inside(members, types);
        let mut types: Vec<u32> = members.iter().map(|(first, _)| *first).collect();
        types.dedup();
        let types = self.spelled_so(&types, type_name)?;
        let is_in = |first: u32| types.binary_search(&first).is_ok();
        let members: Vec<u32> =
            members.into_iter().filter(|(first, _)| is_in(*first)).map(|(_, number)| number).collect();
        self.spelled_so(&members, name)
    }

    /// Those of some declarations, ascending, that are members of one of these types, each behind its type.
    fn inside(&self, members: Vec<u32>, types: &[u32]) -> Vec<(u32, u32)> {
        let (mut cursor, spans) = (self.artifact.declarations.cursor(), self.artifact.declarations.types());
        let first = |number: u32| spans.get(cursor.type_of(number)).map_or(number, |span| span.first);
        let firsts: Vec<u32> = members.iter().copied().map(first).collect();
        let of_types = |(first, number): &(u32, u32)| first != number && types.binary_search(first).is_ok();
        firsts.into_iter().zip(members).filter(of_types).collect()
    }

    /// Gives those of a name in the types and packages that were asked for even where they say nothing of these: what a package
    /// is called stands in no declaration.
    pub(super) fn give_named(&self, named: &Named, sums: &mut Sums) -> Result<(), StoreError> {
        let missing: Vec<u32> = named.numbers.iter().copied().filter(|number| !sums.has(*number)).collect();
        let Some(last) = missing.last().copied() else { return Ok(()) };
        for term in &named.terms {
            self.term_up_to(last, *term, Field::Any, &mut |number, score, _| {
                if missing.binary_search(&number).is_ok() {
                    sums.add(number, score);
                }
            })?;
        }
        Ok(())
    }

    /// Those of a name with what stands around it.
    pub(super) fn qualified(&self, wanted: &Qualified) -> Result<Named, SearchError> {
        let mut named = self.named(&wanted.terms, wanted.parts.len())?;
        if named.is_empty() {
            return Ok(Named::default());
        }
        named = self.within(named, &wanted.around)?;
        if named.len() <= MOST_NAMES {
            named = self.in_text().named(named, &wanted.parts)?;
        }
        Ok(Named { numbers: named, terms: wanted.terms.clone(), ..Named::default() })
    }

    /// The methods of the name of a signature, and those of them that take what it says.
    fn called(&self, wanted: &Qualified, called: &Called<'_>) -> Result<Named, SearchError> {
        let mut numbers = self.named(&wanted.terms, wanted.parts.len())?;
        let method = |number: u32| match self.artifact.declarations.declaration(number) {
            Some(Declaration::Method(id, of)) => Some((number, id, of)),
            _ => None,
        };
        numbers.retain(|number| method(*number).is_some());
        if !wanted.around.is_empty() && !numbers.is_empty() {
            numbers = self.within(numbers, &wanted.around)?;
        }
        // What stands around it leaves few, and these in few artifacts.
        let artifacts = if wanted.around.is_empty() { self.statistics.artifacts.max(1) } else { 1 };
        let most = (MOST_READ / artifacts).max(LEAST_READ);
        if numbers.len() <= most {
            numbers = self.in_text().named(numbers, &wanted.parts)?;
        }
        let mut taking = Vec::new();
        for (number, id, of) in numbers.iter().filter_map(|number| method(*number)).take(most) {
            if (called.takes)(&self.index.type_by_id(of)?, &self.index.method(of, id)?) {
                taking.push(number);
            }
        }
        Ok(Named { numbers, terms: wanted.terms.clone(), taking: Some(taking), ..Named::default() })
    }

    /// Those of the declarations, ascending, that stand in types or packages whose names end so, whatever the case.
    fn within(&self, named: Vec<u32>, around: &str) -> Result<Vec<u32>, StoreError> {
        let (mut cursor, spans) = (self.artifact.declarations.cursor(), self.artifact.declarations.types());
        let mut by_type: HashMap<u32, Vec<(u32, bool)>> = HashMap::new();
        for number in named {
            let at = cursor.type_of(number);
            let Some(span) = spans.get(at) else { continue };
            by_type.entry(at as u32 + 1).or_default().push((number, number == span.first));
        }
        let packages = self.index.packages()?;
        let mut found = Vec::new();
        for one in self.index.type_names()?.iter() {
            let Some(declared) = by_type.get(&one.id) else { continue };
            let package =
                packages.get((one.package as usize).wrapping_sub(1)).map_or("", |package| package.name.as_str());
            for (number, is_type) in declared {
                let types = if *is_type { one.name.rsplit_once('.').map(|(outer, _)| outer) } else { Some(one.name) };
                let package = Some(package).filter(|package| !package.is_empty());
                let container: Vec<&str> = package.into_iter().chain(types).collect();
                found.extend(ends_with(&container.join("."), around, false).then_some(*number));
            }
        }
        found.sort_unstable();
        Ok(found)
    }
}

/// Adds the names of several parts among what has to hold, and the words.
fn add_names<'w, 'q>(
    wanted: &'w Wanted<'q>,
    found: &mut Vec<(Vec<usize>, Vec<String>)>,
    words: &mut Vec<&'w WordTerms<'q>>,
) {
    match wanted {
        Wanted::Phrase(phrase, terms) => {
            if phrase.unit == Unit::Parts && matches!(phrase.field, Field::Any | Field::Symbol) {
                found.push((terms.clone(), phrase.words.clone()));
            }
        }
        Wanted::All(all, _) | Wanted::Any(all, _) => all.iter().for_each(|one| add_names(one, found, words)),
        Wanted::Word(word) if matches!(word.word.field, Field::Any | Field::Symbol) => words.push(word),
        Wanted::Word(_) | Wanted::Path(_) => {}
    }
}

/// Whether a word is another but for the case.
fn is_spelled_as(wanted: &Wanted<'_>, other: &WordTerms<'_>) -> bool {
    matches!(wanted, Wanted::Word(own) if own.word.text.eq_ignore_ascii_case(&other.word.text))
}

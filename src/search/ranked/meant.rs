//! Declarations that names with all that stands around them mean: `a.b.Type`, `a.b.Type.member`.

use std::collections::HashSet;

use rayon::prelude::*;

use super::named::Called;
use super::scorer::Scorer;
use super::{Artifact, Hit, Request, Statistics};
use crate::model::TypeKind;
use crate::search::ask::{self, Group};
use crate::search::wanted::{Query, Wanted};
use crate::search::{Failed, SearchError};
use crate::store::declarations::Declaration;
use crate::store::read::{Index, StoreError};
use crate::work::Work;

/// Declarations of one name at most: of a library in several versions, or of a method with very many parameters.
const MOST_OF_NAME: usize = 10;
/// Functions of one name in an artifact that are looked at for what they extend.
const MOST_READ: usize = 512;

/// A name as traces, messages and imports hold it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// Dots between its segments; of an annotation its own name alone.
    pub written: String,
    /// The line of its file that is meant.
    pub line: Option<u32>,
    pub is_annotation: bool,
}

/// What names mean, in their order.
///
/// # Errors
/// When an index is damaged, or the caller gave up.
pub fn meant<'n>(
    indexes: &[&Index],
    names: &'n [Name],
    request: &Request<'_>,
    work: &Work,
) -> Result<Vec<Hit>, Failed> {
    let clause = |name: &'n Name| Some((name, ask::name(&name.written)?));
    let (names, any): (Vec<&Name>, Vec<_>) = names.iter().filter_map(clause).unzip();
    if names.is_empty() {
        return Ok(Vec::new());
    }
    let group = Group { any, none: Vec::new() };
    let request = &Request { group: &group, called: None, ..*request };
    let found = in_each(indexes, request, work, |scorer, place| scorer.meant(&names, place))?;
    let (mut hits, mut known) = (Vec::new(), HashSet::new());
    for at in 0..names.len() {
        let all = found.iter().flat_map(|one| &one[at]).copied();
        let mut of_name: Vec<Hit> = all.filter(|hit| known.insert(hit.place())).collect();
        // Stable: of equals the first artifact comes first.
        of_name.sort_by(|one, other| other.score.total_cmp(&one.score));
        of_name.truncate(MOST_OF_NAME);
        hits.extend(of_name.into_iter().map(|hit| Hit { score: (names.len() - at) as f32, ..hit }));
    }
    Ok(hits)
}

/// The functions of Kotlin that are called as is asked, and extend what `called` takes: files declare them, beside what they extend.
///
/// # Errors
/// When an index is damaged, or the caller gave up.
pub fn extending(
    indexes: &[&Index],
    called: &Called<'_>,
    request: &Request<'_>,
    work: &Work,
) -> Result<Vec<Hit>, Failed> {
    let group = Group { any: ask::name(&called.name).into_iter().collect(), none: Vec::new() };
    let request = &Request { group: &group, called: Some(called), ..*request };
    let found = in_each(indexes, request, work, |scorer, place| scorer.extending(called, place))?;
    let mut hits: Vec<Hit> = found.into_iter().flatten().collect();
    hits.sort_by(|one, other| other.score.total_cmp(&one.score));
    hits.truncate(MOST_OF_NAME);
    Ok(hits)
}

/// What `tell` finds in each artifact of what a request asks for, in their order, on all cores.
fn in_each<T: Send>(
    indexes: &[&Index],
    request: &Request<'_>,
    work: &Work,
    tell: impl Fn(&Scorer<'_>, usize) -> Result<T, SearchError> + Sync,
) -> Result<Vec<T>, Failed> {
    let query = Query::of(request.group, request.called, false);
    let failed = |place: usize| move |error: SearchError| (place, Box::new(error));
    let artifacts = Artifact::read_all(indexes, &query)?;
    let statistics = Statistics::of(&query, &artifacts, request.weights);
    let look = |(place, (index, artifact)): (usize, (&&Index, &Artifact))| {
        work.check().map_err(|error| failed(place)(error.into()))?;
        let scorer = Scorer { index, artifact, query: &query, statistics: &statistics, request, strict: true, work };
        tell(&scorer, place).map_err(failed(place))
    };
    indexes.par_iter().zip(&artifacts).enumerate().map(look).collect()
}

impl Scorer<'_> {
    /// The functions of this artifact that are called as is asked, and extend what is taken.
    fn extending(&self, called: &Called<'_>, place: usize) -> Result<Vec<Hit>, SearchError> {
        let Some(wanted) = &self.query.called else { return Ok(Vec::new()) };
        let mut numbers = self.named(&wanted.terms, wanted.parts.len())?;
        if numbers.is_empty() {
            return Ok(Vec::new());
        }
        let declarations = &self.artifact.declarations;
        let names = self.index.type_names()?;
        let facades: HashSet<u32> = names.iter().filter(|one| one.kind == TypeKind::Facade).map(|one| one.id).collect();
        numbers.retain(|number| facades.contains(&(declarations.type_of(*number) as u32 + 1)));
        numbers.truncate(MOST_READ);
        let mut found = Vec::new();
        for number in numbers {
            let Some(Declaration::Method(id, of)) = declarations.declaration(number) else { continue };
            let method = self.index.method(of, id)?;
            if method.name == called.name && (called.takes)(&self.index.type_by_id(of)?, &method) {
                found.push(number);
            }
        }
        self.hits(found, place)
    }

    /// What each name means in this artifact, scored by traits.
    fn meant(&self, names: &[&Name], place: usize) -> Result<Vec<Vec<Hit>>, SearchError> {
        let mut found = Vec::with_capacity(names.len());
        for (wanted, name) in self.query.any.iter().zip(names) {
            let mut numbers = self.bearing(wanted, name)?;
            if let Some(line) = name.line {
                numbers = self.at_line(numbers, line)?;
            }
            found.push(self.hits(numbers, place)?);
        }
        Ok(found)
    }

    /// Those of some declarations that are wanted, scored by traits.
    fn hits(&self, numbers: Vec<u32>, place: usize) -> Result<Vec<Hit>, SearchError> {
        let declarations = &self.artifact.declarations;
        let allowed = self.artifact.allowed(self.index, self.request.filter)?;
        let mut hits = Vec::new();
        for number in numbers {
            let at = declarations.type_of(number);
            let (Some(span), Some(own)) = (declarations.types().get(at), declarations.traits().get(number as usize))
            else {
                continue;
            };
            if allowed.has(at, span, number - span.first, *own) {
                hits.push(Hit { artifact: place, number, score: self.statistics.of_traits[usize::from(own.0)] });
            }
        }
        Ok(hits)
    }

    /// The declarations that bear a name.
    fn bearing(&self, wanted: &Wanted<'_>, name: &Name) -> Result<Vec<u32>, SearchError> {
        let Wanted::Word(asked) = wanted else { return Ok(Vec::new()) };
        if let Some(qualified) = &asked.qualified {
            return Ok(self.qualified(qualified)?.numbers);
        }
        if !name.is_annotation {
            return Ok(Vec::new());
        }
        let named = self.named_as(asked)?.exact;
        let (types, _) = self.types_among(&named);
        let names = self.index.type_names()?;
        let is_annotation = |number: &u32| {
            let id = self.artifact.declarations.type_of(*number) as u32 + 1;
            names.iter().any(|one| one.id == id && one.kind == TypeKind::Annotation)
        };
        Ok(types.into_iter().filter(is_annotation).collect())
    }

    /// Those methods of several that hold a line; all where none does, as in another version.
    fn at_line(&self, numbers: Vec<u32>, line: u32) -> Result<Vec<u32>, StoreError> {
        if numbers.len() < 2 {
            return Ok(numbers);
        }
        let mut holding = Vec::new();
        for number in numbers.iter().copied() {
            if let Some(Declaration::Method(id, of)) = self.artifact.declarations.declaration(number)
                && self.index.method(of, id)?.lines.holds(line)
            {
                holding.push(number);
            }
        }
        Ok(if holding.is_empty() { numbers } else { holding })
    }
}

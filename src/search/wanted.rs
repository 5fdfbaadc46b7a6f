//! The terms that a query asks for, and those that it only suggests.

use std::collections::HashMap;
use std::ops::Range;

use super::ask::{Clause, Field, Group, Phrase, Word};
use super::in_path::InPath;
use super::ranked::Called;
use super::terms::{self, Stems};
use super::vocabulary;

/// A query with its terms.
pub(super) struct Query<'a> {
    /// The alternatives.
    pub(super) any: Vec<Wanted<'a>>,
    /// What must not be.
    pub(super) none: Vec<Wanted<'a>>,
    /// Every term once: those that are asked for, then the hints.
    pub(super) terms: Vec<String>,
    asked: usize,
    has_hints: bool,
    /// Of each alternative how many before it look for something.
    before: Vec<u32>,
    /// Some word holds several.
    pub(super) has_joined: bool,
    /// It is words alone.
    pub(super) is_plain: bool,
    /// It begins with a verb of making.
    pub(super) makes: bool,
    /// What the method is called that it gives the signature of.
    pub(super) called: Option<Qualified>,
}

/// A clause with the terms it looks for. Terms are told by their places in [`Query::terms`], and stand in the order of texts.
pub(super) enum Wanted<'a> {
    Path(InPath),
    Word(WordTerms<'a>),
    Phrase(&'a Phrase, Vec<usize>),
    /// All of these, and none of those.
    All(Vec<Self>, Vec<Self>),
    /// One of these, and none of those.
    Any(Vec<Self>, Vec<Self>),
}

/// A word with its terms.
pub(super) struct WordTerms<'a> {
    pub(super) word: &'a Word,
    /// What is asked for.
    pub(super) parts: Vec<usize>,
    /// The terms of a name that is written so; empty where not all of them are looked for.
    pub(super) whole: Vec<usize>,
    /// What is asked for are all terms of such a name.
    pub(super) is_whole: bool,
    /// It is written as a name, and looked for where names are.
    pub(super) counts_name: bool,
    /// Each of its parts is a term as it is.
    pub(super) is_stems: bool,
    /// Its last segment, where it is written as a name with what stands around it and all terms of that are looked for.
    pub(super) qualified: Option<Qualified>,
}

/// A name with what stands around it.
pub(super) struct Qualified {
    /// Dots between its segments; empty: anything.
    pub(super) around: String,
    /// The parts of the name, and the places of their terms.
    pub(super) parts: Vec<String>,
    pub(super) terms: Vec<usize>,
}

impl<'a> Query<'a> {
    /// Reads the terms of a query, and of the method it may be the signature of; with `hints` those that its words only suggest as
    /// well.
    pub(super) fn of(group: &'a Group, called: Option<&Called<'_>>, hints: bool) -> Self {
        Self::read(group, called, hints, keeps_common(group))
    }

    /// The same with words that stand everywhere, where they were left out: what else was asked for is nowhere.
    pub(super) fn with_common(group: &'a Group, called: Option<&Called<'_>>, hints: bool) -> Option<Self> {
        let is_common = |clause: &Clause| match clause {
            Clause::Word(word) => word.parts.iter().any(|part| terms::is_common(part)),
            _ => false,
        };
        let leaves_out = group.is_plain() && !keeps_common(group) && group.any.iter().any(is_common);
        leaves_out.then(|| Self::read(group, called, hints, true))
    }

    fn read(group: &'a Group, called: Option<&Called<'_>>, hints: bool, keeps_common: bool) -> Self {
        let mut terms = Terms::new(keeps_common);
        terms.add_group(group);
        let asked = terms.texts.len();
        if hints {
            terms.add_hints(group);
        } else {
            group.any.iter().for_each(|clause| terms.add_whole(clause));
        }
        if let Some(called) = called {
            terms.add_name(&called.name);
        }
        let any = terms.all_wanted(&group.any);
        let looks = |wanted: &Wanted<'_>| match wanted {
            Wanted::Word(word) => !word.parts.is_empty(),
            Wanted::Path(_) => false,
            _ => true,
        };
        let count = |before: &mut u32, wanted: &Wanted<'_>| {
            let own = *before;
            *before += u32::from(looks(wanted));
            Some(own)
        };
        Self {
            before: any.iter().scan(0, count).collect(),
            any,
            none: terms.all_wanted(&group.none),
            asked,
            has_hints: hints,
            has_joined: terms.has_joined,
            is_plain: group.is_plain(),
            makes: terms.makes(group),
            called: called.and_then(|called| terms.qualified(called.around.clone(), &called.name)),
            terms: terms.texts,
        }
    }

    /// How many alternatives before one look for something.
    pub(super) fn before(&self, alternative: usize) -> u32 {
        self.before.get(alternative).copied().unwrap_or(0)
    }

    /// How many of the terms are asked for: they come first.
    pub(super) fn asked(&self) -> usize {
        self.asked
    }

    /// The places of terms that are looked for in names only, to tell apart what was found by others.
    pub(super) fn hints(&self) -> Range<usize> {
        if self.has_hints { self.asked..self.terms.len() } else { 0..0 }
    }
}

/// Terms while a query is read.
struct Terms {
    /// Every term once.
    texts: Vec<String>,
    places: HashMap<String, usize>,
    stems: Stems,
    has_joined: bool,
    /// Words that stand everywhere are looked for as well: there is little else.
    keeps_common: bool,
}

impl Terms {
    fn new(keeps_common: bool) -> Self {
        Self { texts: Vec::new(), places: HashMap::new(), stems: Stems::default(), has_joined: false, keeps_common }
    }

    /// Whether a query begins with a verb of making.
    fn makes(&self, group: &Group) -> bool {
        let first = group.any.iter().find_map(|clause| match clause {
            Clause::Word(word) => word.parts.iter().find(|part| !terms::is_common(part)),
            _ => None,
        });
        first.is_some_and(|first| vocabulary::MAKING.contains(&&*self.stems.term(first)))
    }

    /// Adds all terms of names, by which what is called just so is told.
    fn add_whole(&mut self, clause: &Clause) {
        match clause {
            Clause::Word(word) if word.field != Field::Path && (word.words == 1 || word.qualified().is_some()) => {
                self.add_terms(self.whole(word));
            }
            Clause::Word(_) | Clause::Phrase(_) => {}
            Clause::All(all, _) => all.iter().for_each(|clause| self.add_whole(clause)),
            Clause::Group(group) => group.any.iter().for_each(|clause| self.add_whole(clause)),
        }
    }

    /// Adds all terms of a name.
    fn add_name(&mut self, name: &str) {
        let mut found = Vec::new();
        terms::parts(name, |part| found.push(self.stems.term(part).into_owned()));
        self.add_terms(found);
    }

    fn add_hints(&mut self, group: &Group) {
        for clause in &group.any {
            let Clause::Word(word) = clause else { continue };
            for part in &word.parts {
                let term = self.stems.term(part).into_owned();
                for name in vocabulary::names_for(&term) {
                    self.add_term((*name).to_owned());
                }
                // What stands everywhere in prose says something in a name.
                if terms::is_common(part) {
                    self.add_term(term);
                }
            }
        }
    }

    fn add_group(&mut self, group: &Group) {
        for clause in group.any.iter().chain(&group.none) {
            self.add_clause(clause);
        }
    }

    fn add_clause(&mut self, clause: &Clause) {
        match clause {
            Clause::Word(word) => {
                let parts = self.parts(word);
                self.has_joined |= parts.len() > 1;
                self.add_terms(parts);
            }
            Clause::Phrase(phrase) => self.add_terms(self.of_phrase(phrase)),
            Clause::All(all, none) => all.iter().chain(none).for_each(|clause| self.add_clause(clause)),
            Clause::Group(group) => self.add_group(group),
        }
    }

    fn add_terms(&mut self, terms: Vec<String>) {
        for term in terms {
            self.add_term(term);
        }
    }

    fn add_term(&mut self, term: String) {
        let next = self.texts.len();
        if let std::collections::hash_map::Entry::Vacant(entry) = self.places.entry(term) {
            self.texts.push(entry.key().clone());
            entry.insert(next);
        }
    }

    /// The terms that a word asks for.
    fn parts(&self, word: &Word) -> Vec<String> {
        if word.field == Field::Path {
            return Vec::new();
        }
        // Names have all of their parts indexed.
        if word.field == Field::Symbol {
            return self.whole(word);
        }
        let tell: Vec<&String> = word.parts.iter().filter(|part| !terms::is_common(part)).collect();
        let wanted = if !tell.is_empty() {
            tell
        } else if self.keeps_common {
            word.parts.iter().collect()
        } else {
            Vec::new()
        };
        self.terms_of(wanted)
    }

    /// The terms of a name that is written so.
    fn whole(&self, word: &Word) -> Vec<String> {
        self.terms_of(word.parts.iter().collect())
    }

    fn terms_of(&self, parts: Vec<&String>) -> Vec<String> {
        let mut terms: Vec<String> = parts.into_iter().map(|part| self.stems.term(part).into_owned()).collect();
        terms.sort_unstable();
        terms.dedup();
        terms
    }

    fn of_phrase(&self, phrase: &Phrase) -> Vec<String> {
        let mut found = Vec::new();
        for word in &phrase.words {
            terms::parts(word, |part| {
                // Names have all of their parts indexed.
                if phrase.field == Field::Symbol || !terms::is_common(part) {
                    found.push(self.stems.term(part).into_owned());
                }
            });
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Clauses with the places of their terms, once all terms were added.
    fn all_wanted<'a>(&self, clauses: &'a [Clause]) -> Vec<Wanted<'a>> {
        clauses.iter().map(|clause| self.wanted(clause)).collect()
    }

    fn wanted<'a>(&self, clause: &'a Clause) -> Wanted<'a> {
        match clause {
            Clause::Word(word) if word.field == Field::Path => Wanted::Path(word.path()),
            Clause::Word(word) => Wanted::Word(self.word_terms(word)),
            Clause::Phrase(phrase) => Wanted::Phrase(phrase, self.places_of(&self.of_phrase(phrase))),
            Clause::All(all, none) => Wanted::All(self.all_wanted(all), self.all_wanted(none)),
            Clause::Group(group) => Wanted::Any(self.all_wanted(&group.any), self.all_wanted(&group.none)),
        }
    }

    fn word_terms<'a>(&self, word: &'a Word) -> WordTerms<'a> {
        let (parts, whole) = (self.parts(word), self.whole(word));
        let looked_for = self.places_of(&whole);
        WordTerms {
            word,
            parts: self.places_of(&parts),
            is_whole: parts.len() == whole.len(),
            whole: if looked_for.len() == whole.len() { looked_for } else { Vec::new() },
            counts_name: word.is_name() && matches!(word.field, Field::Any | Field::Symbol | Field::Content),
            is_stems: word.parts.iter().all(|part| self.stems.term(part) == *part),
            qualified: word.qualified().and_then(|(around, name)| self.qualified(around, &name)),
        }
    }

    fn qualified(&self, around: String, name: &str) -> Option<Qualified> {
        let mut parts = Vec::new();
        terms::parts(name, |part| parts.push(part.to_owned()));
        let place = |part: &String| self.places.get(&*self.stems.term(part)).copied();
        let terms = parts.iter().map(place).collect::<Option<_>>()?;
        Some(Qualified { around, parts, terms })
    }

    /// The places of those terms that were added.
    fn places_of(&self, terms: &[String]) -> Vec<usize> {
        terms.iter().filter_map(|term| self.places.get(term).copied()).collect()
    }
}

/// Whether words that stand everywhere are looked for as well: there is little else.
fn keeps_common(group: &Group) -> bool {
    let tells = |clause: &Clause| match clause {
        Clause::Word(word) => word.parts.iter().any(|part| !terms::is_common(part)),
        _ => true,
    };
    group.is_plain() && (group.any.len() <= 2 || !group.any.iter().any(tells))
}

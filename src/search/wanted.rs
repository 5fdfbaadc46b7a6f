//! The terms that a query asks for, and those that it only suggests.

use std::collections::HashMap;

use super::ask::{Clause, Field, Group, Phrase, Word};
use super::terms::{self, Stems};
use super::vocabulary;

/// A query with its terms.
pub(super) struct Query<'a> {
    pub(super) group: &'a Group,
    /// Every term once: those that are asked for, then the hints.
    pub(super) terms: Vec<String>,
    asked: usize,
    has_hints: bool,
    /// Of each alternative how many before it look for something.
    before: Vec<u32>,
    places: HashMap<String, usize>,
    stems: Stems,
    /// Some word holds several.
    pub(super) has_joined: bool,
    /// Words that stand everywhere are looked for as well: there is little else.
    keeps_common: bool,
}

impl<'a> Query<'a> {
    /// Reads the terms of a query; with `hints` those that its words only suggest as well.
    pub(super) fn of(group: &'a Group, hints: bool) -> Self {
        let mut query = Self {
            group,
            terms: Vec::new(),
            asked: 0,
            has_hints: hints,
            before: Vec::new(),
            places: HashMap::new(),
            stems: Stems::default(),
            has_joined: false,
            keeps_common: false,
        };
        let tells = |clause: &Clause| match clause {
            Clause::Word(word) => word.parts.iter().any(|part| !terms::is_common(part)),
            _ => true,
        };
        query.keeps_common = group.is_plain() && (group.any.len() <= 2 || !group.any.iter().any(tells));
        query.add_group(group);
        query.asked = query.terms.len();
        let mut before = 0;
        for clause in &group.any {
            query.before.push(before);
            before += match clause {
                Clause::Word(word) => u32::from(!query.parts(word).is_empty()),
                _ => 1,
            };
        }
        if hints {
            query.add_hints();
        } else {
            group.any.iter().for_each(|clause| query.add_whole(clause));
        }
        query
    }

    /// How many alternatives before one look for something.
    pub(super) fn before(&self, clause: usize) -> u32 {
        self.before.get(clause).copied().unwrap_or(0)
    }

    /// How many of the terms are asked for.
    pub(super) fn asked(&self) -> usize {
        self.asked
    }

    /// Terms that are looked for in names only, to tell apart what was found by others.
    pub(super) fn hints(&self) -> &[String] {
        if self.has_hints { self.terms.get(self.asked..).unwrap_or_default() } else { &[] }
    }

    /// The place of a term.
    pub(super) fn place(&self, term: &str) -> Option<usize> {
        self.places.get(term).copied()
    }

    /// Whether it begins with a verb of making.
    pub(super) fn makes(&self) -> bool {
        let first = self.group.any.iter().find_map(|clause| match clause {
            Clause::Word(word) => word.parts.iter().find(|part| !terms::is_common(part)),
            _ => None,
        });
        first.is_some_and(|first| vocabulary::MAKING.contains(&&*self.stems.term(first)))
    }

    /// Adds all terms of names, by which what is called just so is told.
    fn add_whole(&mut self, clause: &Clause) {
        match clause {
            Clause::Word(word) if word.words == 1 && word.field != Field::Path => {
                self.whole(word).into_iter().for_each(|term| self.add_term(term));
            }
            Clause::Word(_) | Clause::Phrase(_) => {}
            Clause::All(all, _) => all.iter().for_each(|clause| self.add_whole(clause)),
            Clause::Group(group) => group.any.iter().for_each(|clause| self.add_whole(clause)),
        }
    }

    fn add_hints(&mut self) {
        for clause in &self.group.any {
            let Clause::Word(word) = clause else { continue };
            for part in &word.parts {
                let term = self.stems.term(part).into_owned();
                vocabulary::names_for(&term).iter().for_each(|name| self.add_term((*name).to_owned()));
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
                self.has_joined |= self.parts(word).len() > 1;
                self.parts(word).into_iter().for_each(|term| self.add_term(term));
            }
            Clause::Phrase(phrase) => self.phrase_terms(phrase).into_iter().for_each(|term| self.add_term(term)),
            Clause::All(all, none) => all.iter().chain(none).for_each(|clause| self.add_clause(clause)),
            Clause::Group(group) => self.add_group(group),
        }
    }

    fn add_term(&mut self, term: String) {
        let next = self.terms.len();
        if let std::collections::hash_map::Entry::Vacant(entry) = self.places.entry(term) {
            self.terms.push(entry.key().clone());
            entry.insert(next);
        }
    }

    /// The terms that a word asks for.
    pub(super) fn parts(&self, word: &Word) -> Vec<String> {
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
    pub(super) fn whole(&self, word: &Word) -> Vec<String> {
        self.terms_of(word.parts.iter().collect())
    }

    /// Whether a part is a term as it is.
    pub(super) fn is_stem(&self, part: &str) -> bool {
        self.stems.term(part) == part
    }

    fn terms_of(&self, parts: Vec<&String>) -> Vec<String> {
        let mut terms: Vec<String> = parts.into_iter().map(|part| self.stems.term(part).into_owned()).collect();
        terms.sort_unstable();
        terms.dedup();
        terms
    }

    pub(super) fn phrase_terms(&self, phrase: &Phrase) -> Vec<String> {
        let mut found = Vec::new();
        for word in &phrase.words {
            terms::parts(word, |part| {
                if !terms::is_common(part) {
                    found.push(self.stems.term(part).into_owned());
                }
            });
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}

/// Whether a query has anything to rank by: a word that does not stand everywhere, or one that is looked for in names.
#[must_use]
pub fn tells(group: &Group) -> bool {
    let query = Query::of(group, false);
    group.any.iter().any(|clause| match clause {
        Clause::Word(word) => {
            word.field != Field::Any
                || word.parts.iter().any(|part| part.len() > 1 && (query.keeps_common || !terms::is_common(part)))
        }
        _ => true,
    })
}

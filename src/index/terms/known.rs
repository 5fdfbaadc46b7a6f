//! What is known of words while the files of an artifact are read one after the other, and the room that each file needs.

use crate::search::terms::{Cut, Vocabulary};
use crate::store::terms::Fields;

/// The field that a place belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Field {
    /// The first sentence of the documentation.
    Summary,
    Documentation,
    Signature,
    Body,
}

/// How often a term stands in the fields of a declaration. Counts stop at 255.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Count {
    name: u8,
    summary: bool,
    documentation: u8,
    signature: bool,
    body: u8,
}

impl Count {
    /// In a name: 1 a part of it, 2 all of it.
    pub(super) fn in_name(name: u8) -> Self {
        Self { name, ..Self::default() }
    }

    pub(super) fn add(&mut self, field: Field) {
        match field {
            Field::Summary => self.summary = true,
            Field::Documentation => self.documentation = self.documentation.saturating_add(1),
            Field::Signature => self.signature = true,
            Field::Body => self.body = self.body.saturating_add(1),
        }
    }

    pub(super) fn join(&mut self, other: Self) {
        self.name = self.name.max(other.name);
        self.summary |= other.summary;
        self.signature |= other.signature;
        self.documentation = self.documentation.saturating_add(other.documentation);
        self.body = self.body.saturating_add(other.body);
    }

    pub(super) const fn fields(self) -> Fields {
        Fields {
            name: self.name,
            // A name stands in its signature.
            signature: self.signature && self.name == 0,
            documentation: match (self.summary, self.documentation) {
                (true, _) => 3,
                (false, 0) => 0,
                (false, 1) => 1,
                _ => 2,
            },
            body: match self.body {
                0 => 0,
                1 => 1,
                2..=3 => 2,
                _ => 3,
            },
        }
    }
}

/// What is known of words and kept from file to file, its room too.
#[derive(Default)]
pub struct Known {
    pub(super) vocabulary: Vocabulary,
    pub(super) local: Local,
    /// Of each distinct word of a file where its parts are, and where the places of its terms are in `of_words`, once it was
    /// met.
    met: Vec<(Cut, Option<(u32, u32)>)>,
    of_words: Vec<u32>,
    /// What stands in declarations: each with the place of a term.
    pub(super) found: Vec<(u32, u32, Count)>,
    /// Of the terms by their place, in the declaration that is read, and the places of those it has.
    counts: Vec<Count>,
    touched: Vec<u32>,
}

/// The terms of one file by their place.
#[derive(Default)]
pub(super) struct Local {
    /// Of each term of the vocabulary its place and one more; 0 where the file has none of it.
    places: Vec<u32>,
    pub(super) terms: Vec<u32>,
}

impl Local {
    pub(super) fn place(&mut self, term: u32) -> u32 {
        if self.places.len() <= term as usize {
            self.places.resize(term as usize + 1024, 0);
        }
        let place = &mut self.places[term as usize];
        if *place == 0 {
            self.terms.push(term);
            *place = self.terms.len() as u32;
        }
        *place - 1
    }

    fn clear(&mut self) {
        for term in self.terms.drain(..) {
            self.places[term as usize] = 0;
        }
    }
}

impl Known {
    /// For a file of these distinct words.
    pub(super) fn begin<'t>(&mut self, words: impl Iterator<Item = &'t str> + Clone) {
        self.local.clear();
        self.vocabulary.trim();
        self.met.clear();
        self.vocabulary.cut(words, |cut| self.met.push((cut, None)));
        self.of_words.clear();
        self.found.clear();
        self.counts.clear();
        self.touched.clear();
    }

    /// Takes note of a word of a declaration; how many terms it has.
    pub(super) fn stands(&mut self, number: u32, field: Field) -> u32 {
        let (start, end) = self.meet(number);
        for term in &self.of_words[start as usize..end as usize] {
            if self.counts.len() <= *term as usize {
                self.counts.resize(*term as usize + 64, Count::default());
            }
            let count = &mut self.counts[*term as usize];
            if count.body == 0 && count.documentation == 0 && !count.signature && !count.summary {
                self.touched.push(*term);
            }
            count.add(field);
        }
        end - start
    }

    /// All words of a declaration were met.
    pub(super) fn close(&mut self, declaration: u32) {
        let Self { found, counts, touched, .. } = self;
        found.extend(touched.drain(..).map(|term| (declaration, term, std::mem::take(&mut counts[term as usize]))));
    }

    /// Where the places of the terms of a word are that are not common.
    fn meet(&mut self, number: u32) -> (u32, u32) {
        let Some((cut, met)) = self.met.get_mut(number as usize) else { return (0, 0) };
        *met.get_or_insert_with(|| {
            let start = self.of_words.len() as u32;
            let told = self.vocabulary.parts_of(*cut).iter().filter(|part| !part.is_common());
            self.of_words.extend(told.map(|part| self.local.place(part.term())));
            (start, self.of_words.len() as u32)
        })
    }
}

//! The table of `docs/retrieval.md`: each stage of the ranking on sentences of documentation and on the questions, beside plain
//! BM25 over the same declarations.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use jardex::model::MethodKind;
use jardex::search::weights::{self, Weights};
use jardex::store::read::Index;

use super::declared;
use super::measure::{Asked, Cut, Plain, Pool, Quality, all_texts, rank};
use super::questions::{Answer, Set};
use crate::place;

/// Methods that a sentence is looked for among.
const METHODS: usize = 6000;
/// Sentences, unless `JARDEX_RETRIEVAL_SENTENCES` says otherwise: few, because a build without optimisation asks.
const SENTENCES: usize = 200;

/// What the shipped ranking reaches at least: on the sentences of the JDK, and of plain BM25 over words and parts.
const LEAST_OF_JDK: f64 = 0.60;
const LEAST_OF_SENTENCES: f64 = 1.25;
const LEAST_OF_QUESTIONS: f64 = 1.15;

/// What is left of a ranking before anything was added: stems, every field alike.
pub const ONE_FIELD: Weights = Weights {
    signature: 1.0,
    documentation: 1.0,
    body: 1.0,
    long_documentation: 0.75,
    long_body: 0.75,
    ..weights::NEUTRAL
};

/// The stages, each with what the one before has.
fn stages() -> Vec<(&'static str, Weights)> {
    let shipped = weights::CONCEPT;
    let named = Weights { whole_name: shipped.whole_name, part_of_name: shipped.part_of_name, ..ONE_FIELD };
    let owned = Weights { owner: shipped.owner, ..named.clone() };
    let fielded = Weights {
        saturation: shipped.saturation,
        signature: shipped.signature,
        summary: shipped.summary,
        documentation: shipped.documentation,
        body: shipped.body,
        long_documentation: shipped.long_documentation,
        long_body: shipped.long_body,
        whole_word: shipped.whole_word,
        ..owned.clone()
    };
    let of_kinds = Weights {
        hidden: shipped.hidden,
        constructor: shipped.constructor,
        constructed: shipped.constructor,
        overriding: shipped.overriding,
        deprecated: shipped.deprecated,
        aside: shipped.aside,
        overlay: shipped.overlay,
        types: shipped.types,
        fields: shipped.fields,
        coverage: shipped.coverage,
        ..fielded.clone()
    };
    let said_of_type = Weights { owner_documentation: shipped.owner_documentation, ..of_kinds.clone() };
    let whole =
        Weights { all_of_name: shipped.all_of_name, all_of_owner: shipped.all_of_owner, ..said_of_type.clone() };
    let in_order = Weights { position: shipped.position, constructed: shipped.constructed, ..whole.clone() };
    vec![
        ("stems, one field", ONE_FIELD),
        ("and the name", named),
        ("and the type around", owned),
        ("weights of fields", fielded),
        ("kinds, traits, coverage", of_kinds),
        ("documentation of the type around", said_of_type),
        ("names all of which is asked for", whole),
        ("first words, verbs of making", in_order),
        ("shipped: what names say instead", shipped),
    ]
}

/// The same without what the documentation of a declaration says: sentences of it are what is asked. That of the type around is
/// another's.
pub fn hidden(weights: &Weights) -> Weights {
    Weights { documentation: 0.0, summary: 0.0, ..weights.clone() }
}

/// The index of a coordinate, which the program makes where it is not there.
pub fn open(set: &Set, library: &str) -> Option<Index> {
    let listed = &set.libraries[library];
    if listed.coordinate.starts_with("jdk:") {
        let release = listed.coordinate.rsplit(':').next().unwrap();
        let sources = super::jdk_sources(release)?;
        let files = listed.files.as_deref().unwrap();
        let gave = place::run(&["add", &listed.coordinate, sources.to_str().unwrap(), "--include", files]);
        assert_eq!(gave.code, 0, "{}", gave.err);
    }
    let answer = place::json(&["index", &listed.coordinate]);
    let folder = place::root().join("home").join(answer["cache_location"].as_str().unwrap());
    let files = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    let file = files.into_iter().find(|path| path.extension().is_some_and(|extension| extension == "db")).unwrap();
    Some(Index::open(Path::new(&file)).unwrap())
}

#[test]
fn sentences_lead_to_their_methods() {
    let set = Set::read();
    let sentences = std::env::var("JARDEX_RETRIEVAL_SENTENCES").map_or(SENTENCES, |many| many.parse().unwrap());
    for library in ["jdk", "guava", "commons-lang3", "spring-core"] {
        let Some(index) = open(&set, library) else {
            crate::say("retrieval: no JDK with lib/src.zip is on this machine: its sentences are passed over");
            continue;
        };
        let pool = Pool::of(&index, METHODS, sentences);
        crate::say(&format!("retrieval: {library}: {} sentences, {} methods", pool.asked.len(), pool.texts.len()));
        let words = pool.plain(Cut::Words);
        row(library, "plain BM25, whole words", words);
        let parts = pool.plain(Cut::Parts);
        row(library, "plain BM25, words and parts", parts);
        let mut last = parts;
        for (name, weights) in stages() {
            last = pool.ranked(&index, &hidden(&weights));
            row(library, name, last);
        }
        let least = if library == "jdk" { LEAST_OF_JDK } else { 0.0 };
        assert!(last.reciprocal >= least, "{library}: {last:?}");
        assert!(last.reciprocal >= LEAST_OF_SENTENCES * parts.reciprocal, "{library}: {last:?} of {parts:?}");
    }
}

#[test]
fn questions_lead_to_their_answers() {
    let set = Set::read();
    let mut indexes: BTreeMap<String, (usize, Index)> = BTreeMap::new();
    for library in set.libraries.keys() {
        let Some(index) = open(&set, library) else {
            crate::say("retrieval: no JDK with lib/src.zip is on this machine: the questions are passed over");
            return;
        };
        indexes.insert(library.clone(), (indexes.len(), index));
    }
    let asked = asked(&set, &indexes);
    let all: Vec<&Index> = indexes.values().map(|(_, index)| index).collect();
    let mut numbers = Vec::new();
    let mut texts = Vec::new();
    for (place, index) in all.iter().enumerate() {
        let of_index = all_texts(index);
        numbers.extend((0..of_index.len() as u32).map(|number| (place, number)));
        texts.extend(of_index);
    }
    let mut plain = Vec::new();
    for (name, cut) in [("plain BM25, whole words", Cut::Words), ("plain BM25, words and parts", Cut::Parts)] {
        let ranking = Plain::of(cut, texts.iter().map(String::as_str));
        let rank = |asked: &Asked| ranking.rank(&asked.text, |at| asked.right.contains(&numbers[at]));
        let quality = Quality::of(&asked.iter().map(rank).collect::<Vec<_>>());
        row("questions", name, quality);
        plain.push(quality);
    }
    let mut last = plain[1];
    for (name, weights) in stages() {
        last = Quality::of(&asked.iter().map(|asked| rank(&all, asked, &weights, None)).collect::<Vec<_>>());
        row("questions", name, last);
    }
    assert!(last.reciprocal >= LEAST_OF_QUESTIONS * plain[1].reciprocal, "{last:?} of {plain:?}");
}

fn row(of: &str, name: &str, quality: Quality) {
    crate::say(&format!("retrieval: | {of} | {name} | {:.3} | {:.3} |", quality.reciprocal, quality.in_ten));
}

/// The questions with the numbers of their answers.
pub fn asked(set: &Set, indexes: &BTreeMap<String, (usize, Index)>) -> Vec<Asked> {
    let of_question = |question: &super::questions::Question| {
        let mut right = BTreeSet::new();
        for answer in question.answers() {
            let (place, index) = &indexes[&answer.library];
            let numbers = numbers(index, answer);
            assert!(!numbers.is_empty(), "{} is not declared", answer.shown);
            right.extend(numbers.into_iter().map(|number| (*place, number)));
        }
        Asked { text: question.ask.clone(), right }
    };
    set.questions.iter().map(of_question).collect()
}

/// The numbers of the declarations that an answer names.
fn numbers(index: &Index, answer: &Answer) -> Vec<u32> {
    let declarations = index.declarations().unwrap();
    let mut found = Vec::new();
    for row in index.type_named(&answer.type_name).unwrap() {
        let span = declarations.types()[row.id as usize - 1];
        let Some(member) = &answer.member else {
            found.push(span.first);
            continue;
        };
        for (method, number) in index.methods(row.id).unwrap().into_iter().zip(span.first + 1..) {
            let is_named = if member == "<init>" {
                method.kind == MethodKind::Constructor
            } else {
                method.name.trim_matches('`') == member
            };
            let own = declared::parameters(&method.signature, &method.name);
            if is_named && answer.parameters.as_ref().is_none_or(|wanted| own.as_ref() == Some(wanted)) {
                found.push(number);
            }
        }
        for (field, number) in index.fields(row.id).unwrap().into_iter().zip(span.first + 1 + span.methods..) {
            if answer.parameters.is_none() && field.name.trim_matches('`') == member {
                found.push(number);
            }
        }
    }
    found
}

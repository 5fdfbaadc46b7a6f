//! The questions of `testdata/retrieval` are sound: they name declarations that are there, and give none of them away.
//!
//! Rankings are measured with these questions, so that a slip in them would be a slip in every number.

mod declared;
mod measure;
mod questions;
mod ranking;
mod wording;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use questions::{Answer, KINDS, Question, Set};

use crate::place;

/// Fewer questions tell one ranking from another too badly.
const LEAST_QUESTIONS: usize = 50;
/// Kinds are balanced: none has less than this part of an even share.
const LEAST_SHARE: f64 = 0.75;
/// Answers to one question; a question with more is too wide to be ranked by.
const MOST_BEST: usize = 8;
const MOST_ANSWERS: usize = 18;
/// One question in so many may share more than two words with the name of an answer.
const EASY: usize = 4;

/// A test for each library, which may be run by itself, and the names of all.
macro_rules! each_library {
    ($($name:ident)*) => {
        mod answers_are_declared { $(
            #[test]
            fn $name() {
                super::answers_are_declared(&stringify!($name).replace('_', "-"));
            }
        )* }
        const LIBRARIES: &[&str] = &[$(stringify!($name)),*];
    };
}
each_library! { jdk guava commons_lang3 commons_io spring_core jackson_databind jsoup okhttp okio coroutines ktor_http slf4j logback junit_jupiter }

#[test]
fn questions_are_well_formed() {
    let set = Set::read();
    assert!(set.questions.len() >= LEAST_QUESTIONS, "{} questions", set.questions.len());
    let mut asked = BTreeSet::new();
    let mut used = BTreeSet::new();
    for question in &set.questions {
        let ask = &question.ask;
        assert!(asked.insert(wording::plain(ask).join(" ")), "asked twice: {ask}");
        assert!(ask.trim() == ask && (5..=100).contains(&ask.chars().count()), "too short or too long: {ask:?}");
        assert!((1..=MOST_BEST).contains(&question.best.len()), "{} best answers: {ask}", question.best.len());
        assert!(question.answers().count() <= MOST_ANSWERS, "too many answers: {ask}");
        overlap(question);
        for answer in question.answers() {
            assert!(set.libraries.contains_key(&answer.library), "no library {} is listed: {ask}", answer.library);
            used.insert(answer.library.clone());
        }
    }
    let listed: BTreeSet<String> = set.libraries.keys().cloned().collect();
    assert_eq!(used, listed, "every library has answers");
    let tested: BTreeSet<String> = LIBRARIES.iter().map(|name| name.replace('_', "-")).collect();
    assert_eq!(tested, listed, "every library has a test of its own");
    kinds_are_balanced(&set);
}

/// No declaration is given twice, by itself or among all overloads of its name.
fn overlap(question: &Question) {
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    for answer in question.answers() {
        assert!(seen.insert(&answer.shown), "{} answers twice: {}", answer.shown, question.ask);
    }
    for answer in question.answers().filter(|answer| answer.parameters.is_some()) {
        let name = answer.shown.split('(').next().unwrap();
        assert!(!seen.contains(name), "{name} stands for {} already: {}", answer.shown, question.ask);
    }
}

fn kinds_are_balanced(set: &Set) {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for question in &set.questions {
        assert!(KINDS.contains(&question.kind.as_str()), "no kind {}: {}", question.kind, question.ask);
        *counts.entry(&question.kind).or_default() += 1;
    }
    let even = set.questions.len() as f64 / KINDS.len() as f64;
    for kind in KINDS {
        let count = counts.get(kind).copied().unwrap_or(0);
        assert!(count as f64 >= even * LEAST_SHARE, "{count} questions of kind {kind}");
    }
    crate::say(&format!("retrieval: {} questions {counts:?}", set.questions.len()));
}

#[test]
fn no_question_gives_a_name_away() {
    let set = Set::read();
    let (mut easy, mut quoting) = (Vec::new(), Vec::new());
    for question in &set.questions {
        let ask = wording::stems(&question.ask);
        let quoted = question.answers().filter(|answer| wording::quotes(&ask, answer));
        quoting.extend(quoted.map(|answer| format!("{:?} quotes the name of {}", question.ask, answer.shown)));
        if question.best.iter().any(|answer| wording::shared(&ask, answer) > 2) {
            easy.push(question.ask.as_str());
        }
    }
    assert!(quoting.is_empty(), "{}", quoting.join("\n"));
    crate::say(&format!("retrieval: {} questions share more than two words with a best answer's name", easy.len()));
    assert!(easy.len() * EASY <= set.questions.len(), "too many share words with a name: {easy:#?}");
}

fn answers_are_declared(library: &str) {
    let set = Set::read();
    let listed = &set.libraries[library];
    if listed.coordinate.starts_with("jdk:") {
        let release = listed.coordinate.rsplit(':').next().unwrap();
        let Some(sources) = jdk_sources(release) else {
            crate::say(&format!(
                "retrieval: no JDK {release} with lib/src.zip is on this machine: its answers are passed over"
            ));
            return;
        };
        let files = listed.files.as_deref().unwrap();
        let gave = place::run(&["add", &listed.coordinate, sources.to_str().unwrap(), "--include", files]);
        assert_eq!(gave.code, 0, "{}", gave.err);
    }
    let mut declared = declared::Library::of(&listed.coordinate);
    let mut wrong: Vec<String> = Vec::new();
    let mut checked = 0;
    for question in &set.questions {
        for answer in question.answers().filter(|answer| answer.library == library) {
            checked += 1;
            match declared.find(answer) {
                Err(why) => wrong.push(format!("{}: {why}", answer.shown)),
                Ok(sentences) => {
                    let quoted = sentences.iter().find(|sentence| wording::repeats(&question.ask, sentence));
                    wrong.extend(quoted.map(|sentence| format!("{:?} repeats {sentence:?}", question.ask)));
                }
            }
        }
    }
    crate::say(&format!("retrieval: {checked} answers of {}", listed.coordinate));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// `lib/src.zip` of a JDK of this release.
fn jdk_sources(release: &str) -> Option<PathBuf> {
    let is_release = |sources: &Path| {
        let told = std::fs::read_to_string(sources.with_file_name("../release")).unwrap_or_default();
        let version = told.lines().find_map(|line| line.strip_prefix("JAVA_VERSION=\""));
        version.and_then(|version| version.split(['.', '"', '-', '+']).next()) == Some(release)
    };
    place::jdk_sources().into_iter().find(|sources| is_release(sources))
}

/// Whether two answers mean the same declaration is told by their text, so that it has one form.
#[test]
fn answers_are_written_in_one_form() {
    let read = |text: &str| Answer::parse(text);
    let answer = read("lib a.b.Outer.Inner#method(Map, String...)").unwrap();
    assert_eq!((answer.type_name.as_str(), answer.member.as_deref()), ("a.b.Outer.Inner", Some("method")));
    assert_eq!(answer.parameters.unwrap(), ["Map", "String..."]);
    assert_eq!(read("lib a.b.Type#method()").unwrap().parameters.unwrap(), [""; 0]);
    assert_eq!(read("lib a.b.Type#FIELD").unwrap().parameters, None);
    assert_eq!(read("lib a.b.Type").unwrap().member, None);
    for wrong in [
        "a.b.Type",
        "lib  a.b.Type",
        "lib a.b.Type#",
        "lib a.b.Type#method(Map,String)",
        "lib a.b.Type#method(java.util.Map)",
        "lib a.b.Type#method(Map<K, V>)",
        "lib a.b.Type#method(Map, )",
        "lib a.b.Type#method(Map",
        "lib a.b.Type#method(final Map m)",
        "lib a.b#c#d",
    ] {
        assert!(read(wrong).is_err(), "{wrong}");
    }
}

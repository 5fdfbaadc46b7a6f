//! What jardex says changed between two versions, against japicmp on their class JARs.
//!
//! japicmp sees what the compiler made; jardex reads what was written. Every declaration that only one of them has, or that
//! they class differently, is put down to a cause by a rule below, or stands in `testdata/compare/known.txt` with its reason,
//! or the suite fails. Changes of bodies are compared with `javap -c`.
//!
//! `JARDEX_COMPARE_TABLE=file` writes the table of docs/comparison.md.

mod bodies;
mod causes;
mod japicmp;
mod ours;

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::say;

/// How a change is classed, or that there is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    Breaking,
    SourceOnly,
    Compatible,
}

/// Two versions of a library: sources as jardex takes them, and the artifact that has the class JAR where it is another.
pub struct Pair {
    pub library: &'static str,
    pub old: &'static str,
    pub new: &'static str,
    pub new_classes: Option<&'static str>,
    pub kotlin: bool,
}

const fn java(library: &'static str, old: &'static str, new: &'static str) -> Pair {
    Pair { library, old, new, new_classes: None, kotlin: false }
}

const PAIRS: [Pair; 12] = [
    java("org.jsoup:jsoup", "1.17.2", "1.21.2"),
    java("com.google.guava:guava", "31.1-jre", "33.4.0-jre"),
    java("com.fasterxml.jackson.core:jackson-databind", "2.15.4", "2.18.2"),
    java("com.google.code.gson:gson", "2.8.9", "2.11.0"),
    java("org.apache.commons:commons-lang3", "3.12.0", "3.17.0"),
    java("org.springframework:spring-core", "6.0.23", "6.1.14"),
    java("com.github.ben-manes.caffeine:caffeine", "2.9.3", "3.1.8"),
    java("org.slf4j:slf4j-api", "1.7.36", "2.0.16"),
    java("org.assertj:assertj-core", "3.24.2", "3.26.3"),
    java("commons-io:commons-io", "2.11.0", "2.17.0"),
    Pair { kotlin: true, ..java("org.jetbrains.kotlinx:kotlinx-coroutines-core-jvm", "1.7.3", "1.9.0") },
    Pair {
        kotlin: true,
        new_classes: Some("com.squareup.okhttp3:okhttp-jvm"),
        ..java("com.squareup.okhttp3:okhttp", "4.12.0", "5.1.0")
    },
];

/// What came of one pair.
#[derive(Default)]
struct Tally {
    same: usize,
    only_ours: usize,
    only_theirs: usize,
    otherwise: usize,
    causes: BTreeMap<&'static str, usize>,
    unknown: Vec<String>,
}

#[test]
fn japicmp_sees_the_same_changes() {
    let Some(program) = japicmp::Program::ready() else { return };
    let mut known = causes::known();
    let mut table = String::from(
        "| versions | both | classed otherwise | only jardex | only japicmp | not explained |\n|---|---|---|---|---|---|\n",
    );
    let mut all: BTreeMap<&'static str, usize> = BTreeMap::new();
    let mut failed = Vec::new();
    for pair in &PAIRS {
        let theirs = program.changes(pair);
        let ours = ours::Ours::of(pair);
        let mut tally = Tally::default();
        compare(pair, &theirs, &ours, &mut known, &mut tally);
        let line = format!(
            "| {} {} to {} | {} | {} | {} | {} | {} |\n",
            pair.library,
            pair.old,
            pair.new,
            tally.same,
            tally.otherwise,
            tally.only_ours,
            tally.only_theirs,
            tally.unknown.len()
        );
        say(line.trim_end());
        table.push_str(&line);
        for (cause, count) in tally.causes {
            *all.entry(cause).or_default() += count;
        }
        failed.extend(tally.unknown);
    }
    table.push_str("\n| cause | declarations |\n|---|---|\n");
    for (cause, count) in &all {
        say(&format!("{count} {cause}"));
        writeln!(table, "| {cause} | {count} |").unwrap();
    }
    if let Ok(path) = std::env::var("JARDEX_COMPARE_TABLE") {
        std::fs::write(path, table).unwrap();
    }
    failed.extend(known.iter().filter(|line| line.met != line.count).map(|line| {
        format!("{} and not {} are met of: {} | {} | {}", line.met, line.count, line.library, line.glob, line.reason)
    }));
    assert!(failed.is_empty(), "{} that nothing explains:\n  {}", failed.len(), failed.join("\n  "));
}

fn compare(pair: &Pair, theirs: &japicmp::Changes, ours: &ours::Ours, known: &mut [causes::Known], tally: &mut Tally) {
    let partners = ours.partners(pair, theirs);
    for (symbol, change) in &theirs.all {
        let partner = partners.get(symbol.as_str()).map(|own| &ours.public[own]);
        if partner.is_some_and(|own| own.class == change.class) {
            tally.same += 1;
            continue;
        }
        // Both say that nothing breaks: one of them says so by saying nothing.
        if partner.is_none() && change.class == Class::Compatible && change.status == "REMOVED" {
            continue;
        }
        *(if partner.is_some() { &mut tally.otherwise } else { &mut tally.only_theirs }) += 1;
        if let Some(cause) = causes::of_theirs(pair, symbol, change, partner, ours, theirs) {
            *tally.causes.entry(cause).or_default() += 1;
        } else {
            let own =
                partner.map(|own| format!("; ours {:?} {} {}", own.class, own.change, own.rule)).unwrap_or_default();
            let text = format!("theirs {symbol} {:?} {} {:?}{own}", change.class, change.status, change.kinds);
            unexplained(pair, symbol, &text, known, tally);
        }
    }
    let met: std::collections::BTreeSet<&String> = partners.values().collect();
    for (symbol, own) in ours.public.iter().filter(|(symbol, _)| !met.contains(symbol)) {
        if causes::says_nothing(own) {
            continue;
        }
        tally.only_ours += 1;
        if let Some(cause) = causes::of_ours(pair, symbol, own, theirs) {
            *tally.causes.entry(cause).or_default() += 1;
        } else {
            let text = format!("ours {symbol} {:?} {} {} {}", own.class, own.change, own.rule, own.shown);
            unexplained(pair, symbol, &text, known, tally);
        }
    }
}

fn unexplained(pair: &Pair, symbol: &str, text: &str, known: &mut [causes::Known], tally: &mut Tally) {
    let line = known.iter_mut().find(|line| pair.library == line.library && line.matcher.is_match(symbol));
    if let Some(line) = line {
        line.met += 1;
        *tally.causes.entry("stands in known.txt, with its reason").or_default() += 1;
    } else {
        tally.unknown.push(format!("{} | {text}", pair.library));
    }
}

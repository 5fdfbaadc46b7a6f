//! Disagreements that are known, each with its reason: the file `allowed.txt` beside this one.
//!
//! A line is `artifact | kind | glob | reason`. One that matches nothing any more fails its test: the list stays true. With a `?`
//! behind its kind it need not match: what it is about can be told once other tests have registered more in the same home.

use std::collections::BTreeSet;

use globset::{GlobBuilder, GlobMatcher};

use crate::artifacts::Artifact;

struct Line {
    text: &'static str,
    glob: GlobMatcher,
    may_be_idle: bool,
}

/// Fails with what is wrong and not allowed; `kind` names the law in the file.
pub fn check(artifact: &Artifact, kind: &str, wrong: &BTreeSet<String>) {
    let lines = of(artifact, kind);
    let (known, unknown): (Vec<_>, Vec<_>) =
        wrong.iter().partition(|name| lines.iter().any(|line| line.glob.is_match(name)));
    if !known.is_empty() {
        crate::say(&format!("{}: {kind}: {} known, see tests/real/allowed.txt", artifact.name, known.len()));
    }
    let shown: Vec<&str> = unknown.iter().map(|name| name.as_str()).take(200).collect();
    assert!(
        unknown.is_empty(),
        "{}: {} x {kind} that tests/real/allowed.txt does not explain:\n  {}",
        artifact.name,
        unknown.len(),
        shown.join("\n  ")
    );
    for line in lines.iter().filter(|line| !line.may_be_idle) {
        assert!(wrong.iter().any(|name| line.glob.is_match(name)), "no longer needed in allowed.txt: {}", line.text);
    }
}

fn of(artifact: &Artifact, kind: &str) -> Vec<Line> {
    let lines = include_str!("allowed.txt").lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    let fields = lines.map(|text| {
        let fields: Vec<&str> = text.split('|').map(str::trim).collect();
        assert!(fields.len() == 4 && !fields[3].is_empty(), "allowed.txt wants four fields: {text}");
        assert!(crate::artifacts::ALL.iter().any(|artifact| artifact.name == fields[0]), "no such artifact: {text}");
        (text, fields)
    });
    let mine = fields.filter(|(_, fields)| fields[0] == artifact.name && fields[1].trim_end_matches('?') == kind);
    let glob = |pattern: &str| GlobBuilder::new(pattern).literal_separator(true).build().unwrap().compile_matcher();
    mine.map(|(text, fields)| Line { text, glob: glob(fields[2]), may_be_idle: fields[1].ends_with('?') }).collect()
}

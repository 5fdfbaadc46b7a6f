//! Disagreements that are known, each with its reason: `testdata/truth/known.txt`.
//!
//! A line is `artifact | about | glob | count | reason`: so many disagreements of this artifact about this (`java-member`) have
//! names that fit. A line whose count is not the one met fails, so that the list stays true.

use globset::{GlobBuilder, GlobMatcher};

use super::list::Listed;
use super::tally::{Tally, Wrong};

struct Line {
    text: &'static str,
    artifact: &'static str,
    about: &'static str,
    glob: GlobMatcher,
    count: usize,
}

fn lines() -> Vec<Line> {
    let text = include_str!("../../../testdata/truth/known.txt");
    let lines = text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    let line = |text: &'static str| {
        let fields: Vec<&str> = text.splitn(5, '|').map(str::trim).collect();
        assert!(fields.len() == 5 && !fields[4].is_empty(), "known.txt wants five fields: {text}");
        let glob = GlobBuilder::new(fields[2]).literal_separator(false).build().unwrap().compile_matcher();
        Line { text, artifact: fields[0], about: fields[1], glob, count: fields[3].parse().unwrap() }
    };
    lines.map(line).collect()
}

/// Fails with every disagreement that is not known, and with every line that is not true.
pub fn check(done: &[(&Listed, Tally)]) {
    let lines = lines();
    let known = super::list::all();
    let mut failed = Vec::new();
    for line in &lines {
        if !known.iter().any(|listed| listed.id == line.artifact) {
            failed.push(format!("no such artifact: {}", line.text));
        }
    }
    for (listed, tally) in done {
        let mine: Vec<&Line> = lines.iter().filter(|line| line.artifact == listed.id).collect();
        let mut met = vec![0; mine.len()];
        for wrong in &tally.wrong {
            match mine.iter().position(|line| line.about == about(wrong) && line.glob.is_match(&wrong.name)) {
                Some(at) => met[at] += 1,
                None => failed.push(format!("{} | {} | {} | {}", listed.id, about(wrong), wrong.name, wrong.cause)),
            }
        }
        for (line, met) in mine.iter().zip(met) {
            if line.count != met {
                failed.push(format!("{met} and not {} are met of {}", line.count, line.text));
            }
        }
    }
    assert!(
        failed.is_empty(),
        "{} that testdata/truth/known.txt does not explain:\n  {}",
        failed.len(),
        failed.join("\n  ")
    );
}

fn about(wrong: &Wrong) -> String {
    format!("{}-{}", wrong.language.as_str(), wrong.about.as_str())
}

//! Pairs of files: an input and what is expected of it.
#![allow(clippy::disallowed_methods, reason = "the harness reads fixtures and one variable of its own")]

use std::fs;
use std::path::Path;

/// Runs `answer` on every file of `folder` with the given ending and compares with the `.expected` file beside it; with
/// `UPDATE_EXPECT` set, writes it instead.
pub fn check(folder: &Path, ending: &str, answer: impl Fn(&str, &[u8]) -> String) {
    let update = std::env::var_os("UPDATE_EXPECT").is_some();
    let mut inputs: Vec<_> = fs::read_dir(folder)
        .expect("the folder of fixtures")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|found| found == ending))
        .collect();
    inputs.sort();
    assert!(!inputs.is_empty(), "no fixtures in {}", folder.display());
    let mut wrong = Vec::new();
    for input in inputs {
        let name = input.file_name().expect("a file").to_string_lossy().into_owned();
        let found = answer(&name, &fs::read(&input).expect("a readable fixture"));
        let expected_path = folder.join(format!("{name}.expected"));
        if update {
            fs::write(&expected_path, &found).expect("a writable fixture");
            continue;
        }
        let expected = fs::read_to_string(&expected_path).unwrap_or_default();
        if expected != found {
            wrong.push(format!("== {name}\n{}", difference(&expected, &found)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The lines around the first difference.
fn difference(expected: &str, found: &str) -> String {
    let (mut left, mut right) = (expected.lines(), found.lines());
    let mut number = 0;
    loop {
        number += 1;
        match (left.next(), right.next()) {
            (None, None) => return "only line ends differ".to_owned(),
            (expected, found) if expected == found => {}
            (expected, found) => {
                let show = |line: Option<&str>| line.unwrap_or("(end)").to_owned();
                return format!("line {number}\n  expected {}\n  found    {}", show(expected), show(found));
            }
        }
    }
}

//! The walls of the house: no room reaches to a room on its right, no outside crate is used outside its room, and every
//! module says what it is.

#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "a test reads the sources")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Rooms from left to right. Rooms of one row may not use each other, save where `MAY` says so.
const ROWS: &[&[&str]] = &[
    &["text", "digest"],
    &["error"],
    &["model", "work", "coordinate"],
    &["fs", "config"],
    &["maven", "interrupt"],
    &["project"],
    &["fetch"],
    &["cache"],
    &["registry"],
    &["source", "parse", "store"],
    &["search"],
    &["compare"],
    &["index"],
    &["tools"],
    &["cli", "mcp"],
];

/// Uses inside one row.
const MAY: &[(&str, &str)] = &[("config", "fs")];

/// Rooms that know less than their place in the row would let them.
const ONLY: &[(&str, &[&str])] =
    &[("parse", &["error", "text", "model"]), ("store", &["error", "text", "model", "coordinate"])];

/// Outside crates and the rooms that may use them.
const CRATES: &[(&str, &[&str])] = &[
    ("aes", &["maven"]),
    ("base64", &["maven", "fetch"]),
    ("blake3", &["digest"]),
    ("gix", &["fetch", "source"]),
    ("gix_transport", &["fetch"]),
    ("rmcp", &["mcp"]),
    ("cbc", &["maven"]),
    ("clap", &["cli", "config"]),
    ("clap_complete", &["cli"]),
    ("clap_mangen", &["cli"]),
    ("ctrlc", &["interrupt"]),
    ("signal_hook", &["interrupt"]),
    ("indicatif", &["cli"]),
    ("rusqlite", &["store"]),
    ("zstd", &["store", "index"]),
    ("strsim", &["text", "config", "tools"]),
    ("tar", &["index"]),
    ("nix", &["parse", "project"]),
    ("noak", &["parse"]),
    ("prost", &["parse"]),
    ("tree_sitter", &["parse"]),
    ("tree_sitter_java", &["parse"]),
    ("tree_sitter_kotlin", &["parse"]),
    ("zip", &["source"]),
    ("reqwest", &["fetch"]),
    ("rustls", &["fetch"]),
    ("quick_xml", &["maven"]),
    ("rayon", &["compare", "index", "search", "store"]),
    ("line_diff", &["compare"]),
    ("tokio", &["mcp", "fetch", "main"]),
    ("toml", &["config", "project"]),
];

fn sources() -> Vec<PathBuf> {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    files.sort();
    files
}

fn room(path: &Path) -> String {
    let inside = path.strip_prefix(Path::new(env!("CARGO_MANIFEST_DIR")).join("src")).unwrap();
    let first = inside.components().next().unwrap().as_os_str().to_str().unwrap();
    first.trim_end_matches(".rs").to_owned()
}

/// The text without comments and without the test module at its end.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    let text = text.split("#[cfg(test)]").next().unwrap();
    text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

/// Words that stand directly before or after `::`.
fn path_heads(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices("::") {
        let head = text[..at].rsplit(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap();
        let start = at - head.len();
        let qualified = text[..start].ends_with("::") || text[..start].ends_with('.');
        if !head.is_empty() && !qualified {
            found.push((at, head));
        }
    }
    found
}

#[test]
fn no_room_reaches_to_its_right() {
    let place: BTreeMap<&str, usize> =
        ROWS.iter().enumerate().flat_map(|(row, rooms)| rooms.iter().map(move |room| (*room, row))).collect();
    let mut wrong = Vec::new();
    for path in sources() {
        let here = room(&path);
        let Some(&row) = place.get(here.as_str()) else { continue };
        let text = code(&path);
        for (at, _) in text.match_indices("crate::") {
            let rest = &text[at + 7..];
            let names: Vec<&str> = if let Some(group) = rest.strip_prefix('{') {
                group
                    .split('}')
                    .next()
                    .unwrap()
                    .split(',')
                    .map(|name| name.trim().split("::").next().unwrap())
                    .collect()
            } else {
                vec![rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap()]
            };
            for there in names {
                let Some(&target) = place.get(there) else { continue };
                let same = here == there;
                let allowed = same || target < row || MAY.contains(&(here.as_str(), there));
                let narrowed = ONLY.iter().find(|(room, _)| *room == here);
                if !allowed || narrowed.is_some_and(|(_, rooms)| !same && !rooms.contains(&there)) {
                    wrong.push(format!("{}: {here} uses {there}", path.display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn outside_crates_stay_in_their_rooms() {
    let mut wrong = Vec::new();
    for path in sources() {
        let here = room(&path);
        let text = code(&path);
        for (_, head) in path_heads(&text) {
            if let Some((name, rooms)) = CRATES.iter().find(|(name, _)| *name == head)
                && !rooms.contains(&here.as_str())
            {
                wrong.push(format!("{}: {name} outside {rooms:?}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_module_says_what_it_is() {
    let silent: Vec<String> = sources()
        .iter()
        .filter(|path| !fs::read_to_string(path).unwrap().starts_with("//! "))
        .map(|path| path.display().to_string())
        .collect();
    assert!(silent.is_empty(), "no module doc in\n{}", silent.join("\n"));
}

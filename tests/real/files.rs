//! Every file of the archive is there, under its name, with its lines and its bytes.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::sync::Mutex;

use serde_json::Value;

use crate::artifacts::Artifact;
use crate::place::{self, Ready};

/// How far a NUL makes a file binary.
const BINARY_WINDOW: usize = 8 * 1024;

mod listed_and_whole {
    crate::each_artifact!(super::listed_and_whole);
}

fn listed_and_whole(artifact: &'static Artifact) {
    let ready = place::ready(artifact);
    let theirs: BTreeSet<&str> = ready.files.iter().map(String::as_str).collect();

    let found = place::json(&["find", "*", &ready.coordinate]);
    let by_name: BTreeMap<&str, u64> = found["files"].as_array().unwrap().iter().map(path_and_lines).collect();
    assert_eq!(found["total_matches"], theirs.len(), "search_file_names counts");
    assert_eq!(by_name.keys().copied().collect::<BTreeSet<_>>(), theirs, "search_file_names lists what unzip lists");

    let tree = place::json(&["tree", &ready.coordinate, "--max-depth", "100"]);
    let mut in_tree = BTreeMap::new();
    walk(&tree, "", &mut in_tree);
    assert_eq!(in_tree.keys().map(String::as_str).collect::<BTreeSet<_>>(), theirs, "list_folder_tree lists the same");

    for (path, lines) in &by_name {
        let bytes = fs::read(ready.unpacked.join(path)).unwrap();
        let expected = if is_binary(&bytes) { 0 } else { lines_of(&bytes) };
        assert_eq!((*lines, in_tree[*path]), (expected, expected), "lines of {path}");
    }
    whole(ready);
}

fn path_and_lines(file: &Value) -> (&str, u64) {
    let (name, path) = (file["name"].as_str().unwrap(), file["path"].as_str().unwrap());
    assert!(path == name || path.ends_with(&format!("/{name}")), "{file}");
    (path, file["line_count"].as_u64().unwrap_or(0))
}

/// Every file below a folder; a folder's `file_count` is the number of files directly in it.
fn walk(node: &Value, path: &str, files: &mut BTreeMap<String, u64>) {
    let own = node["files"].as_array().map_or(&[][..], Vec::as_slice);
    for file in own {
        let name = file["name"].as_str().unwrap();
        files.insert(format!("{path}{name}"), file["line_count"].as_u64().unwrap_or(0));
    }
    if let Some(count) = node.get("file_count") {
        assert_eq!(count, own.len(), "file_count of {path}");
    }
    for folder in node["folders"].as_array().into_iter().flatten() {
        walk(folder, &format!("{path}{}/", folder["name"].as_str().unwrap()), files);
    }
}

/// Ends of line as javac counts them, and a last line without one.
fn lines_of(bytes: &[u8]) -> u64 {
    let mut count = 0;
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'\r' if bytes.get(at + 1) == Some(&b'\n') => (count, at) = (count + 1, at + 2),
            b'\r' | b'\n' => (count, at) = (count + 1, at + 1),
            _ => at += 1,
        }
    }
    count + u64::from(!bytes.is_empty() && !matches!(bytes[bytes.len() - 1], b'\r' | b'\n'))
}

/// No artifact of the suite holds UTF-16, where zeros are no sign.
pub fn is_binary(bytes: &[u8]) -> bool {
    bytes[..bytes.len().min(BINARY_WINDOW)].contains(&0)
}

/// `cat` gives every text file byte for byte, two at a time.
fn whole(ready: &'static Ready) {
    let left = Mutex::new(ready.files.iter());
    let next = || left.lock().unwrap().next();
    std::thread::scope(|threads| {
        for _ in 0..2 {
            threads.spawn(|| {
                while let Some(path) = next() {
                    let theirs = fs::read(ready.unpacked.join(path)).unwrap();
                    let gave = place::run(&["cat", &ready.coordinate, path]);
                    if is_binary(&theirs) {
                        assert_eq!(gave.code, 1, "{path}");
                        assert!(gave.err.starts_with("not_a_text_file: "), "{path}: {}", gave.err);
                    } else {
                        assert_eq!(gave.code, 0, "{path}: {}", gave.err);
                        assert!(gave.out == theirs, "cat {} {path} differs from the archive", ready.coordinate);
                    }
                }
            });
        }
    });
}

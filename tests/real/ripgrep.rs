//! Content search against the ripgrep program on the unpacked tree.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use fastrand::Rng;
use serde_json::Value;

use crate::artifacts::Artifact;
use crate::files::is_binary;
use crate::place::{self, Ready};
use crate::queries::Query;

/// The seed of a run; `REAL_SEED` sets another.
const SEED: u64 = 20_261_121;

/// Questions to one artifact.
const QUERIES: usize = 60;

/// The first release of ripgrep that is told to be equal.
const RELEASE: u32 = 14;

mod same_hits {
    crate::each_artifact!(super::same_hits);
}

/// A block of lines that touch: the number of the first, the lines, the numbers of those hit.
#[derive(Debug, PartialEq, Eq)]
struct Block {
    first: u64,
    lines: Vec<String>,
    hits: Vec<u64>,
}

/// Blocks by path.
type Answer = BTreeMap<String, Vec<Block>>;

fn same_hits(artifact: &'static Artifact) {
    let Some(program) = program() else {
        return crate::say(&format!("skipped: {}: no ripgrep {RELEASE} on PATH or in target/tools", artifact.name));
    };
    let ready = place::ready(artifact);
    let (tree, files) = texts(ready);
    let seed = std::env::var("REAL_SEED").map_or(SEED, |seed| seed.parse().unwrap());
    let mut random = Rng::with_seed(seed);
    let (mut found, mut lines) = (0, 0);
    for number in 0..QUERIES {
        let query = Query::random(&mut random, &tree, &files);
        let theirs = ripgrep(program, &tree, &query);
        let gave = place::jardex().args(query.of_jardex(&ready.coordinate)).output().unwrap();
        let answer: Value = serde_json::from_slice(&gave.stdout).unwrap_or_default();
        let ours = jardex(&answer);
        let hits: usize = theirs.values().flatten().map(|block| block.hits.len()).sum();
        let code = i32::from(hits == 0);
        let whole =
            answer["total"]["relation"] == "eq" && answer["total"]["value"] == hits && answer["incomplete"].is_null();
        assert!(
            theirs == ours && whole && gave.status.code() == Some(code),
            "seed {seed}, query {number}\njardex {}\nrg {}\n{}",
            query.of_jardex(&ready.coordinate).join(" "),
            query.of_ripgrep().join(" "),
            difference(&theirs, &ours, &answer)
        );
        found += usize::from(hits > 0);
        lines += hits;
    }
    crate::say(&format!("{}: seed {seed}: {QUERIES} queries, {found} with hits, {lines} lines", artifact.name));
    assert!(found > QUERIES / 3, "seed {seed}: only {found} queries hit");
}

/// Artifacts that are searched as one.
const TOGETHER: usize = 10;

/// What many artifacts hold together: each tree under its coordinate, as answers name files.
#[test]
fn ten_at_once() {
    let Some(program) = program() else {
        return crate::say(&format!("skipped: ten at once: no ripgrep {RELEASE} on PATH or in target/tools"));
    };
    let all: Vec<&Ready> = crate::artifacts::ALL.iter().take(TOGETHER).map(place::ready).collect();
    let tree = place::root().join("texts-together");
    let mut files = Vec::new();
    let trees: Vec<(&Ready, PathBuf, Vec<String>)> = all
        .iter()
        .map(|ready| {
            let (tree, files) = texts(ready);
            (*ready, tree, files)
        })
        .collect();
    place::once(&tree, |to| {
        for (ready, own, files) in &trees {
            for path in files {
                let copy = to.join(&ready.coordinate).join(path);
                fs::create_dir_all(copy.parent().unwrap()).unwrap();
                fs::copy(own.join(path), copy).unwrap();
            }
        }
    });
    for (ready, _, own) in &trees {
        files.extend(own.iter().map(|path| format!("{}/{path}", ready.coordinate)));
    }
    let mut random = Rng::with_seed(SEED);
    let (mut found, mut lines) = (0, 0);
    for number in 0..QUERIES {
        // Folders and depths are those of an artifact, of which ripgrep knows nothing here.
        let mut query = Query { start: None, depth: None, ..Query::random(&mut random, &tree, &files) };
        query.glob = query.glob.filter(|glob| !glob.contains('/'));
        let theirs = ripgrep(program, &tree, &query);
        let mut arguments = query.of_jardex(&all[0].coordinate);
        arguments.extend(all[1..].iter().map(|ready| ready.coordinate.clone()));
        let gave = place::jardex().args(&arguments).output().unwrap();
        let answer: Value = serde_json::from_slice(&gave.stdout).unwrap_or_default();
        let ours = jardex(&answer);
        let hits: usize = theirs.values().flatten().map(|block| block.hits.len()).sum();
        let whole = answer["total"]["relation"] == "eq" && answer["total"]["value"] == hits;
        assert!(
            theirs == ours && whole,
            "query {number}\njardex {}\nrg {}\n{}",
            arguments.join(" "),
            query.of_ripgrep().join(" "),
            difference(&theirs, &ours, &answer)
        );
        found += usize::from(hits > 0);
        lines += hits;
    }
    crate::say(&format!("{TOGETHER} at once: {QUERIES} queries, {found} with hits, {lines} lines"));
    assert!(found > QUERIES / 3, "only {found} queries hit");
}

/// ripgrep, new enough, from PATH or from where `.ci/run` puts it.
fn program() -> Option<&'static PathBuf> {
    static PROGRAM: OnceLock<Option<PathBuf>> = OnceLock::new();
    PROGRAM
        .get_or_init(|| {
            let own = Path::new(env!("CARGO_TARGET_TMPDIR")).join("../tools/bin/rg");
            [PathBuf::from("rg"), own].into_iter().find(|program| {
                let said = place::other(Command::new(program).arg("--version")).unwrap_or_default();
                let said = String::from_utf8_lossy(&said).into_owned();
                let release =
                    said.strip_prefix("ripgrep ").and_then(|rest| rest.split('.').next()?.parse::<u32>().ok());
                release.is_some_and(|release| release >= RELEASE)
            })
        })
        .as_ref()
}

/// The text files of the unpacked tree, those that are not UTF-8 decoded from Latin-1 (ripgrep knows no Latin-1).
fn texts(ready: &Ready) -> (PathBuf, Vec<String>) {
    let tree = place::folder("texts", ready.artifact);
    let mut files = ready.files.clone();
    files.retain(|path| !is_binary(&fs::read(ready.unpacked.join(path)).unwrap()));
    place::once(&tree, |to| {
        for path in &files {
            let bytes = fs::read(ready.unpacked.join(path)).unwrap();
            let text = String::from_utf8(bytes)
                .unwrap_or_else(|latin| latin.into_bytes().into_iter().map(char::from).collect::<String>());
            let lone = text.replace("\r\n", "").contains('\r');
            assert!(!lone, "{path} has a lone CR, where line numbers differ by design: leave it out here");
            let path = to.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
    });
    (tree, files)
}

fn ripgrep(program: &Path, tree: &Path, query: &Query) -> Answer {
    let start = query.start.clone().unwrap_or_default();
    let output = Command::new(program).args(query.of_ripgrep()).current_dir(tree.join(&start)).output().unwrap();
    assert!(output.status.code() != Some(2), "{query:?}: {}", String::from_utf8_lossy(&output.stderr));
    let mut answer = Answer::new();
    for event in String::from_utf8(output.stdout).unwrap().lines() {
        let event: Value = serde_json::from_str(event).unwrap();
        let is_hit = event["type"] == "match";
        if !is_hit && event["type"] != "context" {
            continue;
        }
        let data = &event["data"];
        let path = data["path"]["text"].as_str().unwrap().trim_start_matches("./");
        let path = if start.is_empty() { path.to_owned() } else { format!("{start}/{path}") };
        let number = data["line_number"].as_u64().unwrap();
        let blocks = answer.entry(path).or_default();
        if blocks.last().is_none_or(|block: &Block| block.first + block.lines.len() as u64 != number) {
            blocks.push(Block { first: number, lines: Vec::new(), hits: Vec::new() });
        }
        let block = blocks.last_mut().unwrap();
        block.lines.push(without_end(data["lines"]["text"].as_str().unwrap()).to_owned());
        if is_hit {
            block.hits.push(number);
        }
    }
    answer
}

fn without_end(line: &str) -> &str {
    let Some(line) = line.strip_suffix('\n') else { return line };
    line.strip_suffix('\r').unwrap_or(line)
}

fn jardex(answer: &Value) -> Answer {
    let mut all = Answer::new();
    for (path, blocks) in answer["matches"].as_object().into_iter().flatten() {
        let block = |block: &Value| {
            let text = |key: &str| block[key].as_str().unwrap_or_else(|| panic!("{block}"));
            let (first, last) = text("content_range").split_once('-').unwrap();
            let first: u64 = first.parse().unwrap();
            let lines: Vec<String> =
                text("content").split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line).to_owned()).collect();
            assert_eq!(first + lines.len() as u64 - 1, last.parse::<u64>().unwrap(), "{block}");
            Block { first, lines, hits: text("match_lines").split(',').map(|line| line.parse().unwrap()).collect() }
        };
        all.insert(path.clone(), blocks.as_array().unwrap().iter().map(block).collect());
    }
    all
}

fn difference(theirs: &Answer, ours: &Answer, answer: &Value) -> String {
    let wrong = theirs.keys().chain(ours.keys()).find(|path| theirs.get(*path) != ours.get(*path));
    let Some(path) = wrong else {
        let rest: Vec<_> = ["status", "message", "total", "incomplete"].map(|key| answer[key].to_string()).to_vec();
        return format!("the same lines, but {}", rest.join(" "));
    };
    let mut shown = format!("{path}\nrg: {:#?}\njardex: {:#?}", theirs.get(path), ours.get(path));
    shown.truncate(shown.char_indices().map(|(at, _)| at).take_while(|at| *at < 4000).last().unwrap_or(0));
    shown
}

//! Indexing beside a bare parse, ctags and unzip.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::bare::{self, best};
use crate::corpus::{Corpus, File, unzip};
use crate::inputs::{Inputs, empty_home, jardex, root};
use crate::machine::{Cost, cost_here, cost_of, peak_of};
use crate::page::{Page, Table, seconds, short};
use crate::{Effort, say};

/// Corpus, most of the bare parse's time, most of the text's bytes.
const TARGETS: &[(&str, f64, f64)] =
    &[("jdk", 0.55, 0.6), ("spring-core", 1.0, 0.9), ("guava", 0.85, 0.9), ("ktor", 1.0, 0.9), ("kotlin", 0.85, 0.9)];

/// Above this much text a corpus is large.
const LARGE: usize = 100 << 20;

const PEAK_MB: f64 = 400.0;

/// One measured set.
struct Measured {
    files: usize,
    bytes: usize,
    bare: Cost,
    ours: Cost,
    peak: u64,
    index: u64,
    ctags: Option<Cost>,
    unzip: Option<Cost>,
}

pub fn measure(inputs: &Inputs, effort: Effort, page: &mut Page) {
    let mut rows = Vec::new();
    for corpus in &inputs.corpora {
        let measured = measure_set(&corpus.name, std::slice::from_ref(corpus), effort);
        rows.push(row(&corpus.name, &measured));
        let (time, size) = (measured.ratio(), measured.index as f64 / measured.bytes as f64);
        if let Some((name, most_time, most_size)) = TARGETS.iter().find(|(name, ..)| *name == corpus.name) {
            page.target(format!("index of {name} / bare parse, time"), time, *most_time, "");
            page.target(format!("index of {name} / its text, bytes"), size, *most_size, "");
            page.target(format!("peak memory of indexing {name}"), measured.peak as f64 / 1e6, PEAK_MB, " MB");
        }
    }
    let measured = measure_set("hundred", &inputs.hundred, effort);
    rows.push(row("hundred", &measured));
    page.target(
        "index of a hundred artifacts / their text, bytes",
        measured.index as f64 / measured.bytes as f64,
        0.9,
        "",
    );
    page.target("peak memory of indexing a hundred artifacts", measured.peak as f64 / 1e6, PEAK_MB, " MB");
    page.table(Table {
        title: "Indexing",
        note: "`bare` is tree-sitter with the same grammars over the same files, inflated in memory beforehand, on all \
               cores; nothing else is done. `jardex` is the whole of `jardex index --force`, process start and the disk \
               included; for `hundred`, the sum of a hundred such runs. CPU is user and system time of the process and \
               its children, peak the resident memory of all of them at once. ctags is universal-ctags over the \
               unpacked files (one thread, names only), unzip the archive to empty folders; `-` where a program is not installed or \
               was left out."
            .to_owned(),
        head: vec![
            "corpus", "files", "text MB", "bare s", "jardex s", "ratio", "bare CPU s", "jardex CPU s", "peak MB",
            "index / text", "ctags s", "unzip s",
        ],
        rows,
    });
}

impl Measured {
    fn ratio(&self) -> f64 {
        self.ours.wall.as_secs_f64() / self.bare.wall.as_secs_f64()
    }
}

fn row(name: &str, measured: &Measured) -> Vec<String> {
    let wall = |cost: Option<Cost>| cost.map_or("-".to_owned(), |cost| seconds(cost.wall));
    vec![
        name.to_owned(),
        measured.files.to_string(),
        short(measured.bytes as f64 / 1e6),
        seconds(measured.bare.wall),
        seconds(measured.ours.wall),
        short(measured.ratio()),
        seconds(measured.bare.cpu),
        seconds(measured.ours.cpu),
        short(measured.peak as f64 / 1e6),
        short(measured.index as f64 / measured.bytes as f64),
        wall(measured.ctags),
        wall(measured.unzip),
    ]
}

fn measure_set(name: &str, corpora: &[Corpus], effort: Effort) -> Measured {
    say(&format!("indexing {name}"));
    let files: Vec<File> = corpora.iter().flat_map(Corpus::files).collect();
    let bytes = files.iter().map(|file| file.bytes.len()).sum();
    let rounds = if bytes > LARGE { effort.large } else { effort.small };
    let home = empty_home(&format!("index-{name}"));
    for corpus in corpora {
        corpus.register(&home);
    }
    let (mut bare, mut ours, mut unzips) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..rounds {
        bare.push(bare::parse(&files));
        ours.push(sum(corpora.iter().map(|corpus| cost_of(&mut index(&home, corpus)).unwrap())));
        unzips.extend(unzip_all(corpora));
    }
    let measured = Measured {
        files: files.iter().filter(|file| file.language.is_some()).count(),
        bytes,
        bare: best(&bare),
        ours: best(&ours),
        peak: corpora.iter().map(|corpus| peak_of(&mut index(&home, corpus))).max().unwrap_or(0),
        index: index_bytes(&home.join("code")),
        ctags: None,
        unzip: (!unzips.is_empty()).then(|| best(&unzips)),
    };
    drop(files);
    if effort.ctags { Measured { ctags: ctags(corpora), ..measured } } else { measured }
}

fn index(home: &Path, corpus: &Corpus) -> Command {
    let mut command = jardex(home);
    command.args(["index", &corpus.coordinate, "--force"]);
    command
}

fn sum(costs: impl Iterator<Item = Cost>) -> Cost {
    costs.fold(Cost::default(), |sum, cost| Cost { wall: sum.wall + cost.wall, cpu: sum.cpu + cost.cpu })
}

/// Unzips into empty folders, which is what a person does who wants to look.
fn unzip_all(corpora: &[Corpus]) -> Option<Cost> {
    let folder = root().join("unzipped");
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap();
    }
    let mut worked = true;
    let cost = cost_here(|| worked = corpora.iter().all(|corpus| unzip(&corpus.archive, &folder.join(&corpus.name))));
    worked.then_some(cost)
}

/// One run of universal-ctags over the unpacked files: it takes minutes for Kotlin.
fn ctags(corpora: &[Corpus]) -> Option<Cost> {
    let version = Command::new("ctags").arg("--version").output().ok()?;
    if !String::from_utf8_lossy(&version.stdout).contains("Universal Ctags") {
        return None;
    }
    let folders: Vec<PathBuf> = corpora.iter().map(Corpus::unpacked).collect();
    let mut command = Command::new("ctags");
    command
        .args(["-R", "--languages=Java,Kotlin", "-f", "-"])
        .args(folders)
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    cost_of(&mut command)
}

/// Bytes of the index files below a folder.
fn index_bytes(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).unwrap().flatten();
    entries
        .map(|entry| {
            let path = entry.path();
            if path.is_dir() {
                index_bytes(&path)
            } else if path.extension().is_some_and(|extension| extension == "db") {
                entry.metadata().unwrap().len()
            } else {
                0
            }
        })
        .sum()
}

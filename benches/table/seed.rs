//! A whole project: `jardex seed` from warm downloads, and the first answer after `jardex seed --lazy`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::bare::{self, best};
use crate::corpus::{Corpus, File, unzip};
use crate::inputs::{jardex, root};
use crate::machine::{Cost, cores, cost_here, cost_of, peak_of};
use crate::page::{Page, Table, millis, seconds, short};
use crate::{Effort, say};

/// A web shop: Spring Boot with JPA, and Ktor.
const LOCK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/seed/shop/gradle.lockfile");
const ASKED: [&str; 3] = ["types", "org.springframework:spring-core:6.1.14", "org.springframework.util"];

/// Most milliseconds on the wall for one source file, on two cores.
const FILE_MS: f64 = 0.35;
/// Most milliseconds from registering the project to the first answer.
const FIRST_ANSWER_MS: f64 = 2_000.0;

pub fn measure(effort: Effort, page: &mut Page) {
    say("seeding a project");
    let home = root().join("seeded");
    download(&home);
    let corpora: Vec<Corpus> = sources(&home.join("jars-v1"))
        .iter()
        .map(|path| Corpus::new(path.file_stem().unwrap().to_str().unwrap(), "", path))
        .collect();
    let files: Vec<File> = corpora.iter().flat_map(Corpus::files).collect();
    let count = files.iter().filter(|file| file.language.is_some()).count();
    let bytes: usize = files.iter().map(|file| file.bytes.len()).sum();

    let (mut bares, mut ours, mut unzips, mut firsts) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for _ in 0..effort.large {
        bares.push(bare::parse(&files));
        clear(&home);
        ours.push(cost_of(&mut seed(&home)).unwrap());
        unzips.extend(unzip_all(&corpora));
        clear(&home);
        firsts.push(first_answer(&home));
    }
    clear(&home);
    let peak = peak_of(&mut seed(&home));
    let again = cost_of(&mut seed(&home)).unwrap();
    let (bare, ours) = (best(&bares), best(&ours));
    let each = |time: Duration| millis(time) / count as f64;
    page.target("seeding a hundred artifacts, a source file", each(ours.wall), FILE_MS, " ms");
    let first = firsts.into_iter().min().unwrap_or_default();
    page.target("a hundred artifacts, from `seed --lazy` to the first answer", millis(first), FIRST_ANSWER_MS, " ms");
    let wall_of = |cost: Option<Cost>| cost.map_or("-".to_owned(), |cost| seconds(cost.wall));
    page.table(Table {
        title: "Seeding",
        note:
            "`jardex seed testdata/seed/shop/gradle.lockfile` from downloads that are there, on all cores. `bare` and \
               unzip as above, of the same sources JARs. busy is CPU time over time on the wall and cores; again is a \
               second run, which finds everything there."
                .to_owned(),
        head: vec![
            "artifacts",
            "files",
            "text MB",
            "bare s",
            "jardex s",
            "ms a file",
            "bare CPU s",
            "jardex CPU s",
            "busy",
            "peak MB",
            "again s",
            "unzip s",
        ],
        rows: vec![vec![
            corpora.len().to_string(),
            count.to_string(),
            short(bytes as f64 / 1e6),
            seconds(bare.wall),
            seconds(ours.wall),
            short(each(ours.wall)),
            seconds(bare.cpu),
            seconds(ours.cpu),
            short(ours.cpu.as_secs_f64() / ours.wall.as_secs_f64() / cores() as f64),
            short(peak as f64 / 1e6),
            seconds(again.wall),
            wall_of((!unzips.is_empty()).then(|| best(&unzips))),
        ]],
    });
}

fn seed(home: &Path) -> Command {
    let mut command = jardex(home);
    command.env("JARDEX_MAVEN_LOCAL", root().join("none")).args(["seed", LOCK]);
    command
}

/// Fetches what is missing.
fn download(home: &Path) {
    let is_there = home.join("jars-v1").exists() && seed(home).status().is_ok_and(|status| status.success());
    if !is_there {
        say("fetching the artifacts of the project");
        let mut command = seed(home);
        command.env("JARDEX_OFFLINE", "false").stderr(Stdio::inherit());
        assert!(command.status().unwrap().success(), "the project's artifacts cannot be had");
    }
}

/// Everything but the downloads goes.
fn clear(home: &Path) {
    for folder in ["code", "registry-v1", "locks", "tmp"] {
        let folder = home.join(folder);
        if folder.exists() {
            fs::remove_dir_all(folder).unwrap();
        }
    }
}

/// Registers all, and asks for the first time.
fn first_answer(home: &Path) -> Duration {
    let cost = cost_here(|| {
        assert!(seed(home).arg("--lazy").status().unwrap().success());
        let mut question = jardex(home);
        question.env("JARDEX_MAVEN_LOCAL", root().join("none")).args(ASKED);
        assert!(question.status().unwrap().success());
    });
    cost.wall
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.to_str().is_some_and(|path| path.ends_with("-sources.jar")) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn unzip_all(corpora: &[Corpus]) -> Option<Cost> {
    let folder = root().join("unzipped");
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap();
    }
    let mut worked = true;
    let cost = cost_here(|| worked = corpora.iter().all(|corpus| unzip(&corpus.archive, &folder.join(&corpus.name))));
    worked.then_some(cost)
}

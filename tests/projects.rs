//! Project files: what each of `testdata/seed/formats` is taken for, what is read of it, and how broken ones are refused.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "tests")]

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use jardex::project::{self, Chosen, Format, Tests};

fn formats() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/seed/formats")
}

fn fixtures() -> Vec<PathBuf> {
    let mut folders = vec![formats()];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let is_expected = path.extension().is_some_and(|extension| extension == "expected");
            if path.is_dir() {
                folders.push(path);
            } else if !is_expected {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

fn shown(path: &Path) -> String {
    let name = path.file_name().unwrap().to_str().unwrap();
    let document = match project::read(name, &fs::read(path).unwrap(), Tests::LeftOut) {
        Ok(document) => document,
        Err(error) => return format!("error: {error}\n"),
    };
    let mut out = format!("{}\n", document.format.as_str());
    let mut listing = document.listing;
    let own = std::mem::take(&mut listing.own);
    listing.without(&own);
    for coordinate in &listing.artifacts {
        writeln!(out, "  {coordinate}").unwrap();
    }
    for left in &listing.left_out {
        writeln!(out, "- {}: {}", left.what, left.reason).unwrap();
    }
    for note in &listing.notes {
        writeln!(out, "! {note}").unwrap();
    }
    out
}

#[test]
fn every_format_is_told_by_its_content() {
    let mut wrong = Vec::new();
    let fixtures = fixtures();
    assert!(fixtures.len() > 30, "{}", fixtures.len());
    for path in fixtures {
        let expected = PathBuf::from(format!("{}.expected", path.display()));
        let is = shown(&path);
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            fs::write(&expected, &is).unwrap();
        }
        let was = fs::read_to_string(&expected).unwrap_or_default();
        if is != was {
            wrong.push(format!("{}\n--- expected\n{was}--- is\n{is}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_is_broken_is_refused_with_its_line() {
    for path in fixtures().into_iter().filter(|path| path.parent().unwrap().ends_with("broken")) {
        let shown = shown(&path);
        assert!(shown.starts_with("error: "), "{}: {shown}", path.display());
        let has_line = !["empty", "package", "page", "maven"].iter().any(|name| path.file_stem().unwrap() == *name);
        assert_eq!(shown.starts_with("error: line "), has_line, "{}: {shown}", path.display());
    }
}

/// The same project gives the same artifacts, whichever tool lists them in whichever form.
#[test]
fn all_lists_of_one_project_agree() {
    let of = |name: &str| {
        let bytes = fs::read(formats().join(name)).unwrap();
        let mut listing = project::read(name, &bytes, Tests::LeftOut).unwrap().listing;
        let own = std::mem::take(&mut listing.own);
        listing.without(&own);
        listing.artifacts.iter().map(ToString::to_string).collect::<BTreeSet<_>>()
    };
    let whole = of("maven-list.txt");
    assert_eq!(whole.len(), 17);
    for other in [
        "maven-list-colour.txt",
        "maven-tree.txt",
        "maven-tree-colour.txt",
        "maven-tree-verbose.txt",
        "maven-tree-json.txt",
        "maven-tree-dot.txt",
        "maven-tree-graphml.txt",
        "maven-tree-tgf.txt",
        "cyclonedx.json",
        "cyclonedx.xml",
    ] {
        assert_eq!(of(other), whole, "{other}");
    }
    let core = of("core-list.txt");
    assert_eq!(core.len(), 10);
    for other in
        ["core-tree.json", "core-tree.dot", "core-tree.graphml", "core-tree.tgf", "core.spdx.json", "core.spdx"]
    {
        assert_eq!(of(other), core, "{other}");
    }
}

#[test]
fn tests_are_listed_where_they_are_wanted() {
    let bytes = fs::read(formats().join("maven-list.txt")).unwrap();
    let with = project::read("list", &bytes, Tests::Wanted).unwrap().listing;
    assert!(with.artifacts.iter().any(|one| one.artifact() == "junit-jupiter-api"));
    let bytes = fs::read(formats().join("gradle.lockfile")).unwrap();
    let with = project::read("", &bytes, Tests::Wanted).unwrap();
    assert_eq!(with.format, Format::GradleLock);
    assert!(with.listing.artifacts.iter().any(|one| one.artifact() == "junit"));
}

#[test]
fn build_scripts_are_refused_with_what_reads_them() {
    for name in ["build.gradle.kts", "settings.gradle"] {
        let refused = project::read(name, b"dependencies {\n}\n", Tests::LeftOut).unwrap_err().to_string();
        assert!(refused.contains("--resolve"), "{refused}");
    }
}

#[test]
fn documents_of_great_depth_are_refused_or_read_without_harm() {
    let deep = |open: &str, close: &str, count: usize| open.repeat(count) + &close.repeat(count);
    let json = format!("{{\"bomFormat\":\"CycloneDX\",\"components\":{}}}", deep("[", "]", 100_000));
    assert!(project::read("", json.as_bytes(), Tests::LeftOut).unwrap_err().to_string().contains("recursion limit"));
    let xml = format!("<bom>{}</bom>", deep("<components>", "</components>", 100_000));
    assert!(project::read("", xml.as_bytes(), Tests::LeftOut).unwrap_err().to_string().contains("deeply nested"));
    let toml = format!("[libraries]\na = {}", deep("[", "]", 100_000));
    assert!(project::read("", toml.as_bytes(), Tests::LeftOut).unwrap_err().line.is_some());
    let tree = deep("{\"groupId\":\"g\",\"artifactId\":\"a\",\"children\":[", "]}", 5_000);
    assert!(project::read("", tree.as_bytes(), Tests::LeftOut).is_err());
}

#[test]
fn of_a_folder_lock_files_come_first_and_the_rest_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let write = |path: &str| {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, "x").unwrap();
    };
    let used = || {
        let Chosen { used, unused } = project::choose(folder.path()).unwrap();
        let unused = unused.iter().map(|path| path.strip_prefix(folder.path()).unwrap().to_str().unwrap().to_owned());
        (used.into_iter().map(|(path, _)| path).collect::<Vec<_>>(), unused.collect::<Vec<_>>())
    };
    for hidden in ["src/test/resources/pom.xml", "target/bom.json", ".gradle/gradle.lockfile", "node_modules/x/pom.xml"]
    {
        write(hidden);
    }
    assert_eq!(used(), (vec![], vec![]));
    write("gradle/libs.versions.toml");
    assert_eq!(used().0, ["gradle/libs.versions.toml"]);
    write("app/pom.xml");
    write("pom.xml");
    assert_eq!(
        used(),
        (vec!["pom.xml".to_owned()], vec!["app/pom.xml".to_owned(), "gradle/libs.versions.toml".to_owned()])
    );
    write("sbom.cdx.json");
    assert_eq!(used().0, ["sbom.cdx.json"]);
    write("app/gradle.lockfile");
    write("gradle/dependency-locks/compileClasspath.lockfile");
    assert_eq!(used().0, ["app/gradle.lockfile", "gradle/dependency-locks/compileClasspath.lockfile"]);
    assert_eq!(used().1.len(), 4);
}

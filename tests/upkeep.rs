//! Looking after the cache: sizes, damage, what nobody needs, archives; while others read, from another user, under another
//! path, and of hostile archives.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, clippy::disallowed_macros, reason = "tests")]

#[path = "common/home.rs"]
mod home;
#[path = "common/library.rs"]
mod library;
#[path = "common/repositories.rs"]
mod repositories;
#[path = "common/server.rs"]
mod server;
#[path = "common/zip.rs"]
#[allow(dead_code, reason = "the archive tests use the rest")]
mod zip;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, SystemTime};

use home::{Home, Ran, ran, text};
use library::{jar_of, snapshot};
use repositories::{SOURCES, mirror, sha1};
use serde_json::{Value, json};
use server::{Reply, Server};

const ONE: &str = "org.example:one:1.0";
const TWO: &str = "org.example:two:1.0";
const WEEK: Duration = Duration::from_secs(7 * 24 * 60 * 60);

fn json_of(ran: &Ran) -> Value {
    serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error}: {ran:?}"))
}

/// The answer of a command and its exit code.
fn ask(home: &Home, arguments: &[&str]) -> (Value, i32) {
    let ran = ran(home.command().args(arguments).arg("--json"));
    (json_of(&ran), ran.code)
}

fn types(command: &mut Command, coordinate: &str) -> Vec<String> {
    let answer = json_of(&ran(command.args(["types", coordinate, "--json"])));
    let types = answer["types"].as_array().unwrap_or_else(|| panic!("{answer}"));
    types.iter().map(|one| one["name"].as_str().unwrap().to_owned()).collect()
}

/// A home with two artifacts, each of a JAR below the user's home.
fn filled() -> Home {
    let home = Home::new();
    for (coordinate, classes) in [(ONE, vec!["A", "B"]), (TWO, vec!["C"])] {
        add(&home, coordinate, &classes);
    }
    home
}

fn add(home: &Home, coordinate: &str, classes: &[&str]) {
    let jar = home.path(&format!("user/{}.jar", coordinate.split(':').nth(1).unwrap()));
    fs::write(&jar, jar_of(classes)).unwrap();
    let (answer, code) = ask(home, &["add", coordinate, text(&jar)]);
    assert_eq!((&answer["status"], code), (&json!("registered_and_indexed"), 0), "{answer}");
}

fn folder(home: &Home, coordinate: &str) -> PathBuf {
    home.cache().join("code").join(coordinate.replace(':', "/"))
}

fn index(home: &Home, coordinate: &str) -> PathBuf {
    let mut found = snapshot(&folder(home, coordinate));
    found.retain(|(path, _)| path.extension().is_some_and(|ending| ending == "db"));
    let [(path, _)] = &found[..] else { panic!("one index of {coordinate}, not {}", found.len()) };
    path.clone()
}

fn record(home: &Home, coordinate: &str) -> PathBuf {
    home.cache().join("registry-v1").join(format!("{}.json", coordinate.replace(':', "/")))
}

/// Lets a file, or all in a folder, have been changed a week ago.
fn age(path: &Path) {
    let files =
        if path.is_dir() { snapshot(path).into_iter().map(|(path, _)| path).collect() } else { vec![path.into()] };
    for file in files {
        fs::File::options().write(true).open(file).unwrap().set_modified(SystemTime::now() - WEEK).unwrap();
    }
}

#[test]
fn stats_count_every_file_once() {
    let home = filled();
    assert_eq!(ask(&home, &["index", ONE, "--extract"]).1, 0);
    let (stats, code) = ask(&home, &["cache", "stats"]);
    assert_eq!(code, 0);
    let there = snapshot(&home.cache());
    let bytes: usize = there.iter().map(|(_, bytes)| bytes.len()).sum();
    assert_eq!((&stats["files"], &stats["bytes"]), (&json!(there.len()), &json!(bytes)), "{stats}");
    let kinds = stats["kinds"].as_array().unwrap();
    let of = |kind: &str| kinds.iter().find(|one| one["kind"] == kind).map(|one| one["files"].clone());
    assert_eq!((of("indexes"), of("extracted"), of("records")), (Some(json!(2)), Some(json!(2)), Some(json!(2))));
    let first = &stats["artifacts"][0];
    assert_eq!(first["artifact"], ONE);
    let index = fs::metadata(index(&home, ONE)).unwrap().len();
    assert_eq!(first["index"], index, "{first}");
    assert_eq!(first["bytes"], index + first["extracted"].as_u64().unwrap());
    let plain = home.run(&["cache", "stats"]);
    assert!(plain.out.contains(ONE) && plain.out.contains(TWO), "{plain:?}");
}

#[test]
fn an_empty_cache_is_well() {
    let home = Home::new();
    let (stats, code) = ask(&home, &["cache", "stats"]);
    assert_eq!((&stats["files"], code), (&json!(0), 0));
    assert!(!home.cache().exists(), "asking makes nothing");
    assert_eq!(ask(&home, &["cache", "verify"]).0["damaged"], json!([]));
}

#[test]
fn verify_finds_every_kind_of_damage_and_repair_drops_it() {
    let home = filled();
    add(&home, "org.example:three:1.0", &["D"]);
    add(&home, "org.example:four:1.0", &["E"]);
    assert_eq!(ask(&home, &["cache", "verify"]).1, 0);
    // One byte, a cut, a missing file, a record that is none.
    let damaged = index(&home, ONE);
    let mut bytes = fs::read(&damaged).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&damaged, &bytes).unwrap();
    let cut = index(&home, TWO);
    let bytes = fs::read(&cut).unwrap();
    fs::write(&cut, &bytes[..bytes.len() / 2]).unwrap();
    fs::remove_file(index(&home, "org.example:three:1.0")).unwrap();
    fs::write(record(&home, "org.example:four:1.0"), "{").unwrap();
    let (found, code) = ask(&home, &["cache", "verify"]);
    assert_eq!((found["damaged"].as_array().unwrap().len(), code), (4, 1), "{found}");
    assert!(found["damaged"].as_array().unwrap().iter().all(|one| one.get("repaired").is_none()), "{found}");
    let (repaired, code) = ask(&home, &["cache", "verify", "--repair"]);
    assert_eq!(code, 0, "{repaired}");
    assert!(repaired["damaged"].as_array().unwrap().iter().all(|one| one["repaired"] == true), "{repaired}");
    assert!(!damaged.exists() && !cut.exists());
    for (coordinate, expected) in [
        (ONE, vec!["A", "B"]),
        (TWO, vec!["C"]),
        ("org.example:three:1.0", vec!["D"]),
        ("org.example:four:1.0", vec!["E"]),
    ] {
        assert_eq!(types(&mut home.command(), coordinate), expected);
    }
    assert_eq!(ask(&home, &["cache", "verify"]).1, 0);
}

#[test]
fn verify_looks_at_downloads() {
    let server = Server::start();
    let body = jar_of(&["A"]);
    server.on(SOURCES, Reply::ok(body.clone()));
    server.on(&format!("{SOURCES}.sha1"), Reply::ok(sha1(&body)));
    let home = Home::new();
    home.write(
        "user/.m2/settings.xml",
        &format!("<settings>{}</settings>", mirror("central", &server.url("/maven"), "")),
    );
    let online = |arguments: &[&str]| ran(home.command().env_remove("JARDEX_OFFLINE").args(arguments));
    assert_eq!(online(&["types", "org.example:lib:1.0"]).code, 0);
    let (found, code) = ask(&home, &["cache", "verify"]);
    assert_eq!((&found["downloads"], code), (&json!(1), 0), "{found}");
    let jars = snapshot(&home.cache().join("jars-v1"));
    let (jar, _) = jars.iter().find(|(path, _)| path.extension().is_some_and(|ending| ending == "jar")).unwrap();
    fs::write(jar, jar_of(&["Z"])).unwrap();
    let (found, code) = ask(&home, &["cache", "verify"]);
    assert_eq!((found["damaged"][0]["artifact"].as_str(), code), (Some("org.example:lib:1.0"), 1), "{found}");
    assert_eq!(ask(&home, &["cache", "verify", "--repair"]).1, 0);
    assert!(!jar.exists());
    assert_eq!(online(&["index", "org.example:lib:1.0", "--force"]).code, 0);
    assert_eq!(fs::read(jar).unwrap(), body, "downloaded again");
    // A document is as good as it can be read; what is noted of it is when it was.
    let document = jar.with_file_name("maven-metadata.xml");
    fs::write(jar.with_file_name("maven-metadata.xml.json"), r#"{"url":"http://localhost/","at":1}"#).unwrap();
    fs::write(&document, "<metadata/>").unwrap();
    assert_eq!(ask(&home, &["cache", "verify"]).1, 0);
    fs::write(&document, "<html><p></html>").unwrap();
    let (found, code) = ask(&home, &["cache", "verify"]);
    assert_eq!((found["damaged"].as_array().unwrap().len(), code), (1, 1), "{found}");
}

#[test]
fn prune_takes_what_nobody_needs_and_nothing_else() {
    let home = filled();
    let before = snapshot(&home.cache());
    let waste = [
        folder(&home, ONE).join("0123456789abcdef0123456789abcdef.db"),
        home.cache().join("code/org.gone/lib/1.0/00000000000000000000000000000000.db"),
        home.cache().join("code/org.gone/lib/1.0/sources/a/A.java"),
        home.cache().join("jars-v1/https%3A%2F%2Frepo.example/org.gone/lib/1.0/lib-1.0-sources.jar"),
        home.cache().join("tmp/999999999-0123456789abcdef"),
        home.cache().join("tmp/999999998-0123456789abcdef/a/A.java"),
    ];
    for file in &waste {
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, "waste").unwrap();
    }
    let (young, _) = ask(&home, &["cache", "prune"]);
    assert_eq!(young["removed"], json!([]), "what is young may be about to be pointed to: {young}");
    for file in &waste {
        age(file);
    }
    // What a process that lives stages is its own.
    let mine = home.cache().join(format!("tmp/{}-0123456789abcdef", std::process::id()));
    fs::write(&mine, "mine").unwrap();
    let hours = SystemTime::now() - Duration::from_secs(3 * 60 * 60);
    fs::File::options().write(true).open(&mine).unwrap().set_modified(hours).unwrap();
    // Another version of jardex shares this cache: what our records do not point to may be its own.
    let theirs = home.cache().join("registry-v2/org.gone/lib/1.0.json");
    fs::create_dir_all(theirs.parent().unwrap()).unwrap();
    fs::write(&theirs, "{}").unwrap();
    let (told, _) = ask(&home, &["cache", "prune", "--dry-run"]);
    assert_eq!(told["removed"].as_array().unwrap().len(), 2, "only what dead processes left: {told}");
    fs::remove_dir_all(home.cache().join("registry-v2")).unwrap();
    let (told, _) = ask(&home, &["cache", "prune", "--dry-run"]);
    assert_eq!((&told["dry_run"], told["removed"].as_array().unwrap().len()), (&json!(true), 5), "{told}");
    assert!(waste.iter().all(|file| file.exists()));
    let (pruned, code) = ask(&home, &["cache", "prune"]);
    assert_eq!((&pruned["removed"], code), (&told["removed"], 0));
    assert_eq!((&pruned["files"], &pruned["bytes"]), (&json!(6), &json!(30)), "{pruned}");
    assert!(waste.iter().all(|file| !file.exists()));
    assert!(mine.exists());
    fs::remove_file(&mine).unwrap();
    let left: Vec<_> =
        snapshot(&home.cache()).into_iter().filter(|(path, _)| !path.starts_with(home.cache().join("locks"))).collect();
    let before: Vec<_> = before.into_iter().filter(|(path, _)| !path.starts_with(home.cache().join("locks"))).collect();
    assert!(left == before, "nothing else went");
}

/// Changes when an artifact was built, as its record tells it.
fn built(home: &Home, coordinate: &str, when: &str) {
    let path = record(home, coordinate);
    let mut value: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    value["current"]["built"] = json!(when);
    fs::write(path, format!("{value}\n")).unwrap();
}

#[test]
fn prune_by_age_and_by_size_takes_what_was_built_longest_ago() {
    let home = filled();
    add(&home, "org.example:three:1.0", &["D"]);
    built(&home, ONE, "2020-01-02T00:00:00Z");
    built(&home, TWO, "2020-01-01T00:00:00Z");
    let size = ask(&home, &["cache", "stats"]).0["bytes"].as_u64().unwrap();
    let (pruned, _) = ask(&home, &["cache", "prune", "--max-size", &(size - 1).to_string()]);
    assert_eq!(
        (pruned["removed"][0]["what"].as_str(), pruned["removed"].as_array().unwrap().len()),
        (Some(TWO), 1),
        "{pruned}"
    );
    assert!(pruned["left"].as_u64().unwrap() < size);
    let (pruned, _) = ask(&home, &["cache", "prune", "--older-than", "30d"]);
    assert_eq!(
        (pruned["removed"][0]["what"].as_str(), pruned["removed"].as_array().unwrap().len()),
        (Some(ONE), 1),
        "{pruned}"
    );
    assert!(!folder(&home, ONE).exists());
    // Somebody named these sources: they stay registered and are indexed again when they are asked about.
    let listed = ask(&home, &["list"]).0;
    assert_eq!(listed["pagination"]["total_count"], 3, "{listed}");
    assert_eq!(types(&mut home.command(), ONE), ["A", "B"]);
    assert_eq!(home.run(&["cache", "prune", "--older-than", "soon"]).code, 2);
}

#[test]
fn an_archive_carries_a_cache_to_another_place() {
    let home = filled();
    let file = home.path("cache.tar");
    let (exported, code) = ask(&home, &["cache", "export", text(&file)]);
    assert_eq!((&exported["artifacts"], code), (&json!(2), 0), "{exported}");
    // The same again, through a pipe: the same bytes.
    let piped = home.command().args(["cache", "export", "-"]).output().unwrap();
    assert!(piped.status.success() && piped.stdout == fs::read(&file).unwrap());
    let packed = home.path("cache.tar.zst");
    assert_eq!(ask(&home, &["cache", "export", text(&packed)]).1, 0);
    assert_eq!(fs::read(&packed).unwrap()[..4], [0x28, 0xB5, 0x2F, 0xFD]);

    for archive in [&file, &packed] {
        let other = Home::new();
        let (imported, code) = ask(&other, &["cache", "import", text(archive)]);
        assert_eq!((&imported["artifacts"], code), (&json!(2), 0), "{imported}");
        assert_eq!(fs::read(index(&other, ONE)).unwrap(), fs::read(index(&home, ONE)).unwrap());
        assert_eq!(ask(&other, &["cache", "verify"]).1, 0);
        assert_eq!(types(&mut other.command(), ONE), ["A", "B"]);
        // The user's home is another one: the source is recorded relative to it, and is not there.
        let info = ask(&other, &["info", ONE]).0;
        assert_eq!((&info["state"], &info["source"]["now"]), (&json!("indexed"), &json!("gone")), "{info}");
        assert_eq!(info["source"]["uri"], format!("file://{}", text(&other.path("user/one.jar"))));
        let (again, _) = ask(&other, &["cache", "import", text(archive)]);
        assert_eq!((&again["artifacts"], again["skipped"].as_array().unwrap().len()), (&json!(0), 2), "{again}");
    }

    // Unpacked by hand it is a cache.
    let other = Home::new();
    fs::create_dir(other.cache()).unwrap();
    let unpacked = Command::new("tar").arg("-xf").arg(&file).arg("-C").arg(other.cache()).status();
    if unpacked.is_ok_and(|status| status.success()) {
        assert_eq!(types(&mut other.command(), TWO), ["C"]);
        assert_eq!(ask(&other, &["cache", "verify"]).1, 0);
    } else {
        eprintln!("skipped a part: there is no tar here");
    }

    let some = home.path("some.tar");
    assert_eq!(ask(&home, &["cache", "export", text(&some), "org.example:two"]).0["artifacts"], 1);
    assert_eq!(ask(&home, &["cache", "export", text(&some), "org.example:*:1.0"]).0["artifacts"], 2);
    let (none, code) = ask(&home, &["cache", "export", text(&some), "org.example:none:1.0"]);
    assert_eq!((&none["status"], code), (&json!("source_jar_not_found"), 1), "{none}");
}

#[test]
fn an_import_replaces_what_is_older_and_what_is_damaged() {
    let home = filled();
    let file = home.path("cache.tar");
    assert_eq!(ask(&home, &["cache", "export", text(&file), ONE]).1, 0);
    add(&home, ONE, &["Newer"]);
    built(&home, ONE, "2999-01-01T00:00:00Z");
    let (kept, _) = ask(&home, &["cache", "import", text(&file)]);
    assert!(kept["skipped"][0]["reason"].as_str().unwrap().contains("newer"), "{kept}");
    let index_of_newer = index(&home, ONE);
    let (forced, _) = ask(&home, &["cache", "import", text(&file), "--force"]);
    assert_eq!(forced["artifacts"], 1, "{forced}");
    assert!(!index_of_newer.exists(), "one generation is in force");
    assert_eq!(ask(&home, &["cache", "verify"]).1, 0);

    let damaged = index(&home, ONE);
    fs::write(&damaged, "rubbish").unwrap();
    let (mended, _) = ask(&home, &["cache", "import", text(&file)]);
    assert_eq!(mended["artifacts"], 1, "{mended}");
    assert_eq!(ask(&home, &["cache", "verify"]).1, 0);

    let other = Home::new();
    fs::write(other.path("user/mine.jar"), jar_of(&["Mine"])).unwrap();
    assert_eq!(ask(&other, &["add", ONE, text(&other.path("user/mine.jar")), "--no-index"]).1, 0);
    let (kept, _) = ask(&other, &["cache", "import", text(&file)]);
    assert!(kept["skipped"][0]["reason"].as_str().unwrap().contains("another source"), "{kept}");
}

/// A header of a tar and its content, padded.
fn entry(name: &str, kind: u8, content: &[u8], size: Option<u64>) -> Vec<u8> {
    let mut header = [0_u8; 512];
    let bytes = name.as_bytes();
    header[..bytes.len().min(100)].copy_from_slice(&bytes[..bytes.len().min(100)]);
    header[100..108].copy_from_slice(b"0000644\0");
    header[108..116].copy_from_slice(b"0000000\0");
    header[116..124].copy_from_slice(b"0000000\0");
    header[124..136].copy_from_slice(format!("{:011o}\0", size.unwrap_or(content.len() as u64)).as_bytes());
    header[136..148].copy_from_slice(b"00000000000\0");
    header[156] = kind;
    header[257..265].copy_from_slice(b"ustar  \0");
    header[148..156].copy_from_slice(b"        ");
    let sum: u32 = header.iter().map(|byte| u32::from(*byte)).sum();
    header[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    let mut all = header.to_vec();
    all.extend(content);
    all.resize(all.len().div_ceil(512) * 512, 0);
    all
}

/// Names and contents of an archive.
type Parts = Vec<(String, Vec<u8>)>;

/// The entries of an archive that export wrote, each with its header.
fn entries(archive: &[u8]) -> Parts {
    let mut found = Vec::new();
    let mut at = 0;
    while archive[at] != 0 {
        let header = &archive[at..at + 512];
        let name = String::from_utf8(header[..100].iter().copied().take_while(|byte| *byte != 0).collect()).unwrap();
        let size = std::str::from_utf8(&header[124..135]).unwrap();
        let size = usize::from_str_radix(size.trim_matches(char::from(0)).trim(), 8).unwrap();
        found.push((name, archive[at + 512..at + 512 + size].to_vec()));
        at += 512 + size.div_ceil(512) * 512;
    }
    found
}

fn packed(parts: &[Vec<u8>]) -> Vec<u8> {
    [parts.concat(), vec![0; 1024]].concat()
}

#[test]
fn hostile_archives_change_nothing() {
    let home = filled();
    let file = home.path("cache.tar");
    assert_eq!(ask(&home, &["cache", "export", text(&file)]).1, 0);
    let whole = fs::read(&file).unwrap();
    let parts = entries(&whole);
    let plain = |parts: &[(String, Vec<u8>)]| -> Vec<Vec<u8>> {
        parts.iter().map(|(name, content)| entry(name, b'0', content, None)).collect()
    };
    let with = |change: &dyn Fn(&mut Parts)| {
        let mut changed = parts.clone();
        change(&mut changed);
        packed(&plain(&changed))
    };
    let names: Vec<&str> = parts.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names.len(), 6, "tag, two records, two indexes, end: {names:?}");
    let index = names.iter().position(|name| name.starts_with("code/")).unwrap();
    let tag = entry("CACHEDIR.TAG", b'0', &parts[0].1, None);
    let cases: Vec<(&str, Vec<u8>)> = vec![
        ("nothing", Vec::new()),
        ("text", b"hello, this is no archive at all".repeat(40)),
        ("gzip", vec![0x1F, 0x8B, 8, 0, 0, 0, 0, 0]),
        ("a foreign tar", packed(&[entry("a/b.txt", b'0', b"x", None)])),
        ("an entry outside", packed(&[tag.clone(), entry("../outside", b'0', b"x", None)])),
        ("an absolute entry", packed(&[tag.clone(), entry("/outside", b'0', b"x", None)])),
        ("a link", packed(&[tag.clone(), entry("code/link", b'2', b"", None)])),
        ("a folder", packed(&[tag.clone(), entry("code/", b'5', b"", None)])),
        ("an index without a record", with(&|parts| drop(parts.remove(1)))),
        ("a record twice", with(&|parts| parts.insert(3, parts[1].clone()))),
        ("a record of another place", with(&|parts| parts[1].0 = parts[1].0.replace("1.0", "2.0"))),
        ("a record outside", with(&|parts| parts[1].0 = "registry-v1/../../x.json".to_owned())),
        ("a record that is none", with(&|parts| parts[1].1 = b"{}".to_vec())),
        (
            "a record that was changed",
            with(&|parts| {
                let record = String::from_utf8(parts[1].1.clone()).unwrap();
                parts[1].1 = record.replace("~/", "~/../").into_bytes();
            }),
        ),
        (
            "another index",
            with(&|parts| {
                let length = parts[index].1.len();
                parts[index].1[length / 2] ^= 1;
            }),
        ),
        ("a longer index", with(&|parts| parts[index].1.push(0))),
        ("an index that is missing", with(&|parts| drop(parts.remove(index)))),
        ("no end", with(&|parts| drop(parts.pop()))),
        ("more after its end", with(&|parts| parts.push(("code/x".to_owned(), b"x".to_vec())))),
        ("a name without end", packed(&[tag.clone(), entry("././@LongLink", b'L', &vec![b'a'; 5000], None)])),
        (
            "a size beyond reason",
            [tag.clone(), entry("registry-v1/g/a/1.json", b'0', b"", Some(0o7_777_777_777))].concat(),
        ),
    ];
    for (what, bytes) in &cases {
        let other = Home::new();
        let archive = other.path("hostile.tar");
        fs::write(&archive, bytes).unwrap();
        let (answer, code) = ask(&other, &["cache", "import", text(&archive)]);
        assert_eq!((&answer["status"], code), (&json!("invalid_source"), 1), "{what}: {answer}");
        let left = snapshot(&other.cache());
        assert!(left.iter().all(|(path, _)| path.ends_with("CACHEDIR.TAG")), "{what} left {:?}", left[0].0);
        assert!(!other.path("outside").exists() && !Path::new("/outside").exists());
    }
    // Cut anywhere.
    let mut random = fastrand::Rng::with_seed(11);
    for _ in 0..12 {
        let other = Home::new();
        let archive = other.path("cut.tar");
        fs::write(&archive, &whole[..random.usize(..whole.len() - 1024)]).unwrap();
        let (answer, code) = ask(&other, &["cache", "import", text(&archive)]);
        assert_eq!((&answer["status"], code), (&json!("invalid_source"), 1), "{answer}");
        assert_eq!(ask(&other, &["list"]).0["pagination"]["total_count"], 0);
    }
}

/// Indexes that another version of jardex made are of no use here, and no reason to refuse the rest.
#[test]
fn an_archive_of_another_version_brings_nothing_and_says_so() {
    let home = filled();
    let file = home.path("cache.tar");
    assert_eq!(ask(&home, &["cache", "export", text(&file)]).1, 0);
    let mut parts = entries(&fs::read(&file).unwrap());
    let mut digest = blake3::Hasher::new();
    for (name, content) in &mut parts {
        if name.starts_with("registry-v1/") && name.contains("/one/") {
            let mut record: Value = serde_json::from_slice(content).unwrap();
            record["current"]["generation"] = json!("0123456789abcdef0123456789abcdef");
            *content = format!("{record}\n").into_bytes();
        } else if name.starts_with("code/") && name.contains("/one/") {
            *name = format!("{}/0123456789abcdef0123456789abcdef.db", name.rsplit_once('/').unwrap().0);
        }
        if name.starts_with("registry-v1/") {
            digest.update(&(content.len() as u64).to_le_bytes());
            digest.update(content);
        }
    }
    let end = parts.last_mut().unwrap();
    end.1 = json!({"format": 1, "artifacts": 2, "records": format!("blake3:{}", digest.finalize())})
        .to_string()
        .into_bytes();
    let archive: Vec<_> = parts.iter().map(|(name, content)| entry(name, b'0', content, None)).collect();
    fs::write(&file, packed(&archive)).unwrap();
    let other = Home::new();
    let (imported, code) = ask(&other, &["cache", "import", text(&file)]);
    assert_eq!((&imported["artifacts"], code), (&json!(1), 0), "{imported}");
    let skipped = &imported["skipped"][0];
    assert_eq!(skipped["what"], ONE);
    assert!(skipped["reason"].as_str().unwrap().contains("another version"), "{imported}");
    assert_eq!(types(&mut other.command(), TWO), ["C"]);
    assert_eq!(ask(&other, &["list"]).0["pagination"]["total_count"], 1);
}

#[test]
fn an_archive_that_unpacks_without_end_is_given_up() {
    let home = Home::new();
    // A record that claims to be a gigabyte, of zeros: a few hundred bytes packed.
    let tag = b"Signature: 8a477f597d28d172789f06886806bc55\n# This folder is a cache of jardex. It can be deleted: everything \
        in it can be made again.\n";
    let mut bomb = entry("CACHEDIR.TAG", b'0', tag, None);
    bomb.extend(entry("code/g/a/1/x.db", b'0', b"", Some(1 << 30)));
    bomb.resize(bomb.len() + (300 << 20), 0);
    let archive = home.path("bomb.tar.zst");
    let mut packer = Command::new("zstd");
    let raw = home.path("bomb.tar");
    fs::write(&raw, &bomb).unwrap();
    if !packer.args(["-q", "-o"]).arg(&archive).arg(&raw).status().is_ok_and(|status| status.success()) {
        eprintln!("skipped: there is no zstd here");
        return;
    }
    let (answer, code) = ask(&home, &["cache", "import", text(&archive)]);
    assert_eq!((&answer["status"], code), (&json!("invalid_source"), 1), "{answer}");
}

/// Copies a folder with all it holds.
fn copy(from: &Path, to: &Path) {
    for (path, bytes) in snapshot(from) {
        let to = to.join(path.strip_prefix(from).unwrap());
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        fs::write(to, bytes).unwrap();
    }
}

#[test]
fn a_cache_works_under_another_path() {
    let home = filled();
    let moved = home.path("elsewhere/deep/cache");
    copy(&home.cache(), &moved);
    fs::remove_dir_all(home.cache()).unwrap();
    let command = || {
        let mut command = home.command();
        command.env("JARDEX_HOME", &moved);
        command
    };
    assert_eq!(types(&mut command(), ONE), ["A", "B"]);
    assert_eq!(ran(command().args(["cache", "verify"])).code, 0);
    let grep = ran(command().args(["grep", "class C"]));
    assert_eq!(grep.code, 0, "{grep:?}");
    for (path, bytes) in snapshot(&moved) {
        let text = String::from_utf8_lossy(&bytes);
        assert!(!text.contains(home.cache().to_str().unwrap()), "{} names its old place", path.display());
    }
}

/// `command` run as a user who is nobody here; none where that cannot be done.
#[cfg(unix)]
fn as_nobody(mut command: Command, owned: &[&Path]) -> Option<Command> {
    use std::os::unix::process::CommandExt;
    const NOBODY: u32 = 65_534;
    for path in owned {
        let chown = Command::new("chown").args(["-R", "65534:65534"]).arg(path).status();
        if !chown.is_ok_and(|status| status.success()) {
            eprintln!("skipped: only root may give files away");
            return None;
        }
    }
    command.uid(NOBODY).gid(NOBODY);
    Some(command)
}

#[cfg(unix)]
#[test]
fn a_cache_works_for_another_user_and_read_only() {
    use std::os::unix::fs::PermissionsExt;
    let home = filled();
    let folders = |path: &Path, mode: u32| {
        let mut all = vec![path.to_owned()];
        while let Some(folder) = all.pop() {
            fs::set_permissions(&folder, fs::Permissions::from_mode(mode)).unwrap();
            all.extend(fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir()));
        }
    };
    // Readable by everyone, writable by none: root still may, so that another user has to ask.
    folders(&home.cache(), 0o555);
    fs::set_permissions(home.path(""), fs::Permissions::from_mode(0o755)).unwrap();
    let mut command = home.command();
    command.env("HOME", home.path("nobody"));
    let Some(mut asked) = as_nobody(command, &[]) else { return };
    // The program itself may lie where that user cannot go.
    if asked.arg("--version").output().is_err() {
        eprintln!("skipped: no other user may run the program here");
        folders(&home.cache(), 0o755);
        return;
    }
    let nobody = |arguments: &[&str]| {
        let mut command = home.command();
        command.env("HOME", home.path("nobody")).args(arguments);
        ran(&mut as_nobody(command, &[]).unwrap())
    };
    let answer = json_of(&nobody(&["types", ONE, "--json"]));
    assert_eq!(answer["types"].as_array().map(Vec::len), Some(2), "{answer}");
    assert_eq!(nobody(&["cache", "verify"]).code, 0);
    let health = json_of(&nobody(&["status", "--json"]))["health"].clone();
    assert_eq!((&health["state"], &health["cache"]["writable"]), (&json!("degraded"), &json!(false)), "{health}");
    for arguments in [&["remove", ONE, "--yes"][..], &["cache", "prune"], &["cache", "verify", "--repair"]] {
        let refused = nobody(&[arguments, &["--json"]].concat());
        assert_eq!(
            (json_of(&refused)["status"].as_str(), refused.code),
            (Some("not_permitted"), 1),
            "{arguments:?}: {refused:?}"
        );
    }
    let mut exporting = home.command();
    exporting.env("HOME", home.path("nobody")).args(["cache", "export", "-"]);
    let exported = as_nobody(exporting, &[]).unwrap().output().unwrap();
    assert!(exported.status.success() && exported.stdout.len() > 10_000, "{:?}", exported.status);
    // Given to that user, who may then write.
    folders(&home.cache(), 0o755);
    let (cache, user) = (home.cache(), home.path("nobody"));
    fs::create_dir_all(&user).unwrap();
    if as_nobody(Command::new("true"), &[&cache, &user]).is_none() {
        return;
    }
    assert_eq!(nobody(&["remove", ONE, "--yes"]).code, 0);
    assert_eq!(nobody(&["cache", "prune", "--max-size", "1"]).code, 0);
}

/// Readers see what is there or register it again; whoever looks after the cache is never in their way.
#[test]
fn many_processes_read_while_the_cache_is_looked_after() {
    const READERS: usize = 32;
    let server = Server::start();
    for (artifact, classes) in [("one", vec!["A", "B"]), ("two", vec!["C"])] {
        let path = format!("/maven/org/example/{artifact}/1.0/{artifact}-1.0-sources.jar");
        server.on(&path, Reply::ok(jar_of(&classes)));
    }
    let home = Home::new();
    home.write(
        "user/.m2/settings.xml",
        &format!("<settings>{}</settings>", mirror("central", &server.url("/maven"), "")),
    );
    let command = || {
        let mut command = home.command();
        command.env_remove("JARDEX_OFFLINE");
        command
    };
    let archive = home.path("cache.tar");
    for coordinate in [ONE, TWO] {
        types(&mut command(), coordinate);
    }
    let written = ran(command().args(["cache", "export", text(&archive)]));
    assert_eq!(written.code, 0, "{written:?}");
    std::thread::scope(|scope| {
        let readers: Vec<_> = (0..READERS)
            .map(|number| {
                let command = &command;
                scope.spawn(move || {
                    for _ in 0..3 {
                        let (coordinate, expected) =
                            if number % 2 == 0 { (ONE, vec!["A", "B"]) } else { (TWO, vec!["C"]) };
                        assert_eq!(types(&mut command(), coordinate), expected);
                    }
                })
            })
            .collect();
        let mut rounds = 0;
        while rounds < 2 || readers.iter().any(|reader| !reader.is_finished()) {
            rounds += 1;
            for arguments in [
                &["remove", ONE, "--yes"][..],
                &["cache", "verify", "--repair"],
                &["cache", "prune", "--max-size", "1"],
                &["cache", "import", text(&archive)],
                &["cache", "stats"],
            ] {
                let done = ran(command().args(arguments));
                assert!(done.code < 2, "{arguments:?}: {done:?}");
            }
        }
    });
    assert_eq!(ran(command().args(["cache", "verify"])).code, 0);
    for (coordinate, expected) in [(ONE, vec!["A", "B"]), (TWO, vec!["C"])] {
        assert_eq!(types(&mut command(), coordinate), expected);
    }
}

#[test]
fn whoever_is_killed_leaves_a_cache_that_is_well() {
    const KILLS: usize = 30;
    let home = filled();
    let archive = home.path("cache.tar");
    assert_eq!(ask(&home, &["cache", "export", text(&archive)]).1, 0);
    let steps: [&[&str]; 4] = [
        &["cache", "import", text(&archive)],
        &["cache", "prune", "--max-size", "1"],
        &["remove", ONE, TWO, "--yes"],
        &["cache", "verify", "--repair"],
    ];
    let began = SystemTime::now();
    assert_eq!(home.run(steps[3]).code, 0);
    let usual = began.elapsed().unwrap();
    let mut random = fastrand::Rng::with_seed(17);
    let mut there = [0; 3];
    for kill in 0..KILLS {
        // What is about to be killed has something to do.
        let is_import = kill % 2 == 0;
        ran(home.command().args(if is_import { steps[2] } else { steps[0] }));
        let step = if is_import { steps[0] } else { steps[random.usize(1..4)] };
        let mut command = home.command();
        let mut child =
            command.args(step).stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null()).spawn().unwrap();
        // The moment of the kill is what this test is about.
        std::thread::sleep(usual.mul_f64(random.f64() * 1.2));
        child.kill().unwrap();
        child.wait().unwrap();
        let (verified, code) = ask(&home, &["cache", "verify"]);
        assert_eq!(code, 0, "{step:?}: {verified}");
        let listed = ask(&home, &["list"]).0;
        let artifacts = listed["artifacts"].as_array().unwrap();
        there[artifacts.len()] += 1;
        for artifact in artifacts {
            let (coordinate, expected) =
                if artifact["artifact_id"] == "one" { (ONE, vec!["A", "B"]) } else { (TWO, vec!["C"]) };
            assert_eq!(types(&mut home.command(), coordinate), expected, "{step:?}");
        }
    }
    assert!(there[0] > 0 && there[2] > 0, "some were killed early and some late: {there:?}");
    home.run(steps[2]);
    let rest = home.cache().join("tmp");
    age(&rest);
    age(&home.cache().join("code"));
    assert_eq!(ask(&home, &["cache", "prune"]).1, 0);
    let left = snapshot(&home.cache());
    let left: Vec<_> = left.iter().map(|(path, _)| text(path.strip_prefix(home.cache()).unwrap())).collect();
    assert!(left.iter().all(|name| name.starts_with("locks/") || *name == "CACHEDIR.TAG"), "{left:?}");
}

/// In this process, so that a panic shows: whatever is done to an archive, it is refused or its indexes are whole.
#[test]
fn mutated_archives_are_refused_or_right() {
    let giver = library::Library::new();
    giver.home.write("lib.jar", &jar_of(&["A"]));
    giver.register("lib.jar");
    let work = jardex::work::Work::default();
    let mut random = fastrand::Rng::with_seed(23);
    let mut refused = 0;
    for is_packed in [false, true] {
        let mut whole = Vec::new();
        giver.explorer().upkeep().export(&[], is_packed, &mut whole, &work).unwrap();
        // Headers and records are the first and the last few blocks.
        let edges: Vec<usize> =
            (0..4096.min(whole.len())).chain(whole.len().saturating_sub(4096)..whole.len()).collect();
        for round in 0..150 {
            let mut mutated = whole.clone();
            for _ in 0..random.usize(1..4) {
                let at = if round % 3 == 0 { random.usize(..whole.len()) } else { edges[random.usize(..edges.len())] };
                mutated[at] = if random.bool() { random.u8(..) } else { mutated[at] ^ (1 << random.u8(..8)) };
            }
            let taker = library::Library::new();
            let explorer = taker.explorer();
            match explorer.upkeep().import(&mut &mutated[..], false, &work) {
                Ok(_) => assert!(explorer.upkeep().verify(false, &work).unwrap().damaged.is_empty()),
                Err(failure) => {
                    refused += 1;
                    assert_eq!(failure.status, jardex::error::Status::InvalidSource, "{failure}");
                    assert!(taker.indexes().is_empty() && !taker.record_file().exists(), "{failure}");
                }
            }
        }
    }
    assert!(refused > 150, "{refused}");
}

//! Archives of a cache: what one carries to another machine, and hostile ones.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, clippy::disallowed_macros, reason = "tests")]

#[path = "common/home.rs"]
mod home;
#[path = "common/kept.rs"]
#[allow(dead_code, reason = "the tests of the cache use the rest")]
mod kept;
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
use std::path::Path;
use std::process::Command;

use home::{Home, text};
use kept::{ONE, TWO, add, ask, built, filled, index, types};
use library::{jar_of, snapshot};
use serde_json::{Value, json};

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

#[cfg(unix)]
#[test]
fn an_export_goes_through_links_and_pipes_and_replaces_neither() {
    use std::os::unix::fs::{FileTypeExt, symlink};
    let home = filled();
    let file = home.path("cache.tar");
    assert_eq!(ask(&home, &["cache", "export", text(&file)]).1, 0);
    let archive = fs::read(&file).unwrap();

    for (name, before) in [("there.tar", true), ("not-yet.tar", false)] {
        let (target, link) = (home.path(&format!("user/{name}")), home.path(name));
        if before {
            fs::write(&target, "before").unwrap();
        }
        symlink(Path::new("user").join(name), &link).unwrap();
        let (exported, code) = ask(&home, &["cache", "export", text(&link)]);
        assert_eq!((&exported["artifacts"], code), (&json!(2), 0), "{exported}");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink(), "{name}");
        assert_eq!(fs::read(&target).unwrap(), archive, "{name}");
    }

    let pipe = home.path("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || fs::read(pipe).unwrap()
    });
    let (exported, code) = ask(&home, &["cache", "export", text(&pipe)]);
    assert_eq!((&exported["artifacts"], code), (&json!(2), 0), "{exported}");
    assert!(fs::symlink_metadata(&pipe).unwrap().file_type().is_fifo());
    assert_eq!(reader.join().unwrap(), archive);
    // By its other name, too, standard output gets nothing but the archive.
    if Path::new("/dev/stdout").exists() {
        let piped = home.command().args(["cache", "export", "/dev/stdout"]).output().unwrap();
        assert!(piped.status.success() && piped.stdout == archive);
    }

    let socket = home.path("socket");
    let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
    let circle = home.path("circle");
    symlink("circle", &circle).unwrap();
    for refused in [&socket, &circle, &home.path("user"), &home.path("user/.")] {
        let (answer, code) = ask(&home, &["cache", "export", text(refused)]);
        assert_eq!((&answer["status"], code), (&json!("invalid_source"), 1), "{answer}");
    }
    let here =
        home.command().current_dir(home.path("user")).args(["--json", "cache", "export", "./"]).output().unwrap();
    let here: Value = serde_json::from_slice(&here.stdout).unwrap();
    assert_eq!(here["message"], "cannot write ./: it is a folder", "{here}");
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
        giver.explorer().upkeep().export(&[], is_packed, "it", &mut whole, &work).unwrap();
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

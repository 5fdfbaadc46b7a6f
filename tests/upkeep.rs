//! Looking after the cache: sizes, damage, what nobody needs; while others read, from another user and under another path.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, clippy::disallowed_macros, reason = "tests")]

#[path = "common/home.rs"]
mod home;
#[path = "common/kept.rs"]
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
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, SystemTime};

use home::{Home, ran, text};
use kept::{ONE, TWO, add, ask, built, filled, folder, index, json_of, record, types};
use library::{jar_of, snapshot};
use repositories::{SOURCES, mirror, sha1};
use serde_json::json;
use server::{Reply, Server};

const WEEK: Duration = Duration::from_secs(7 * 24 * 60 * 60);

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
    let held = fs::File::options().write(true).open(&mine).unwrap();
    held.set_modified(hours).unwrap();
    held.try_lock().unwrap();
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

/// The program run to its end with a umask of its own.
#[cfg(unix)]
fn with_umask(home: &Home, umask: &str, arguments: &[&str]) {
    let mut command = Command::new("/bin/sh");
    command.args(["-c", "umask \"$0\" && exec \"$@\"", umask, home::PROGRAM]).args(arguments);
    command.env_clear().env("HOME", home.path("user")).env("JARDEX_HOME", home.cache()).env("JARDEX_OFFLINE", "true");
    let ran = ran(&mut command);
    assert_eq!(ran.code, 0, "{arguments:?}: {ran:?}");
}

#[cfg(unix)]
#[test]
fn opening_the_root_shares_a_cache() {
    use std::os::unix::fs::PermissionsExt;
    let home = Home::new();
    let jar = home.path("user/one.jar");
    fs::write(&jar, jar_of(&["A"])).unwrap();
    let mode = |mode: u32| fs::Permissions::from_mode(mode);
    fs::set_permissions(home.path(""), mode(0o755)).unwrap();
    if as_nobody(home.command(), &[]).unwrap().arg("--version").output().is_err() {
        eprintln!("skipped: no other user may run the program here");
        return;
    }
    let nobody = |arguments: &[&str]| {
        let mut command = as_nobody(home.command(), &[]).unwrap();
        ran(command.env("HOME", home.path("nobody")).args(arguments))
    };
    with_umask(&home, "022", &["add", ONE, text(&jar)]);
    with_umask(&home, "022", &["index", ONE, "--extract"]);
    let refused = nobody(&["types", ONE]);
    assert!(refused.err.contains("this user may not enter") && refused.code == 1, "{refused:?}");
    fs::set_permissions(home.cache(), mode(0o755)).unwrap();
    let read = nobody(&["types", ONE, "--json"]);
    assert_eq!(json_of(&read)["types"].as_array().map(Vec::len), Some(1), "{read:?}");
    for arguments in [&["grep", "class A"][..], &["cache", "verify"], &["cache", "stats"]] {
        let read = nobody(arguments);
        assert_eq!(read.code, 0, "{arguments:?}: {read:?}");
    }
    let extracted = folder(&home, ONE).join("sources");
    let listed =
        as_nobody(Command::new("find"), &[]).unwrap().arg(&extracted).args(["-type", "f", "-readable"]).output();
    assert_eq!(String::from_utf8(listed.unwrap().stdout).unwrap().lines().count(), 1);

    // What is in the way is named, and what to do: a folder in the cache, a file in it, the cache itself.
    for (closed, told, next) in [
        ("registry-v1", "this user may not enter", "let the user"),
        ("code", "this user may not enter", "let the user"),
        ("", "cannot be read: this user may not enter", "chmod -R a+rX"),
    ] {
        let folder: PathBuf = home.cache().join(closed).components().collect();
        fs::set_permissions(&folder, mode(0o700)).unwrap();
        let refused = nobody(&["types", ONE]);
        fs::set_permissions(&folder, mode(0o755)).unwrap();
        let is_told = refused.err.contains(told) && refused.err.contains(text(&folder)) && refused.err.contains(next);
        assert!(is_told && refused.err.starts_with("not_permitted") && refused.code == 1, "{closed}: {refused:?}");
        assert!(!refused.err.contains("config.toml"), "{refused:?}");
    }
    let own = home.write("cache/config.toml", "threads = 2\n");
    fs::set_permissions(&own, mode(0o600)).unwrap();
    let refused = nobody(&["types", ONE]);
    let told = format!("cannot read {}: permission denied", own.display());
    assert!(refused.err.contains(&told) && refused.code == 1, "{refused:?}");

    // Who lets nobody else read what they make does so here, in a root that was there before as well.
    fs::remove_dir_all(home.cache()).unwrap();
    fs::create_dir(home.cache()).unwrap();
    fs::set_permissions(home.cache(), mode(0o755)).unwrap();
    with_umask(&home, "077", &["add", ONE, text(&jar)]);
    let refused = nobody(&["types", ONE]);
    assert!(refused.err.contains("this user may not enter") && refused.code == 1, "{refused:?}");
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

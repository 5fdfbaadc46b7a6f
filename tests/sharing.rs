//! Many processes, one cache: at once, over each other's work, killed in the middle.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "tests")]

#[path = "common/home.rs"]
mod home;
#[path = "common/library.rs"]
mod library;
#[path = "common/repositories.rs"]
mod repositories;
#[path = "common/server.rs"]
mod server;
#[path = "common/session.rs"]
mod session;
#[path = "common/zip.rs"]
#[allow(dead_code, reason = "the archive tests use the rest")]
mod zip;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use home::{Home, ran, text};
use library::{LIB, Library, ask, jar_of, of, snapshot};
use repositories::mirror;
use serde_json::{Value, json};
use server::{Reply, Server};
use session::{Session, mcp};

/// How long what is ended may take to be gone.
const SOON: Duration = Duration::from_secs(5);

/// Runs a command of the program and gives the object it prints.
fn json_of(command: &mut Command) -> Value {
    let ran = ran(command.arg("--json"));
    serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error}: {ran:?}"))
}

fn type_names(answer: &Value) -> Vec<String> {
    let types = answer["types"].as_array().unwrap_or_else(|| panic!("{answer}"));
    types.iter().map(|one| one["name"].as_str().unwrap().to_owned()).collect()
}

fn types(home: &Home) -> Vec<String> {
    type_names(&json_of(home.command().args(["types", LIB])))
}

/// The bytes of the index files below a cache, by path.
fn indexes(cache: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files = snapshot(&cache.join("code"));
    files.retain(|(path, _)| path.extension().is_some_and(|extension| extension == "db"));
    files.into_iter().map(|(path, bytes)| (text(path.strip_prefix(cache).unwrap()).to_owned(), bytes)).collect()
}

#[test]
fn processes_that_need_the_same_share_the_work() {
    const PROCESSES: usize = 8;
    let artifacts = ["one", "two", "three", "four", "five"];
    let server = Server::start();
    for artifact in artifacts {
        let jar = format!("/maven/org/example/{artifact}/1.0/{artifact}-1.0-sources.jar");
        server.on(&jar, Reply::ok(jar_of(&["A", artifact])));
    }
    let shared = |home: &Home| {
        let settings = format!("<settings>{}</settings>", mirror("central", &server.url("/maven"), ""));
        home.write("user/.m2/settings.xml", &settings);
    };
    let ask = |home: &Home, artifact: &str| {
        let mut command = home.command();
        command.env_remove("JARDEX_OFFLINE").args(["types", &format!("org.example:{artifact}:1.0")]);
        let names: BTreeSet<String> = type_names(&json_of(&mut command)).into_iter().collect();
        assert_eq!(names, BTreeSet::from(["A".to_owned(), artifact.to_owned()]));
    };
    let home = Home::new();
    shared(&home);
    std::thread::scope(|scope| {
        for _ in 0..PROCESSES {
            for artifact in artifacts {
                let (home, ask) = (&home, &ask);
                scope.spawn(move || ask(home, artifact));
            }
        }
    });
    let mut asked = server.lines();
    let all = asked.len();
    asked.sort();
    asked.dedup();
    assert_eq!(asked.len(), all, "each URL was asked for once");

    let alone = Home::new();
    shared(&alone);
    for artifact in artifacts {
        ask(&alone, artifact);
    }
    assert!(indexes(&home.cache()) == indexes(&alone.cache()), "the same bytes as from one process");
    assert_eq!(indexes(&home.cache()).len(), artifacts.len());
}

#[test]
fn a_killed_registration_is_as_if_it_had_not_begun_or_had_ended() {
    const KILLS: u64 = 40;
    let home = Home::new();
    let contents: Vec<Vec<String>> =
        (0..3).map(|which| (0..60).map(|number| format!("T{which}x{number}")).collect()).collect();
    let jars: Vec<String> = contents
        .iter()
        .enumerate()
        .map(|(which, names)| {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let path = home.path(&format!("lib{which}.jar"));
            fs::write(&path, jar_of(&names)).unwrap();
            text(&path).to_owned()
        })
        .collect();
    let sorted = |which: usize| contents[which].iter().cloned().collect::<BTreeSet<_>>();
    let add = |which: usize| {
        let mut command = home.command();
        command.args(["add", LIB, &jars[which]]).stdout(Stdio::null()).stderr(Stdio::null());
        command
    };
    let began = Instant::now();
    assert!(add(0).status().unwrap().success());
    let usual = began.elapsed();
    let mut in_force = 0;
    let mut random = fastrand::Rng::with_seed(7);
    let mut outcomes = [0; 2];
    for _ in 0..KILLS {
        let next = (in_force + 1 + random.usize(..2)) % contents.len();
        let mut child = add(next).spawn().unwrap();
        // The moment of the kill is what this test is about.
        std::thread::sleep(usual.mul_f64(random.f64() * 1.2));
        let parsers = children(child.id());
        child.kill().unwrap();
        child.wait().unwrap();
        let found: BTreeSet<String> = types(&home).into_iter().collect();
        let has_ended = found == sorted(next);
        assert!(has_ended || found == sorted(in_force), "neither the one before nor the new one: {found:?}");
        outcomes[usize::from(has_ended)] += 1;
        in_force = if has_ended { next } else { in_force };
        let listed = json_of(home.command().arg("list"));
        assert_eq!(
            (&listed["artifacts"][0]["status"], &listed["pagination"]["total_count"]),
            (&json!("indexed"), &json!(1))
        );
        await_end(&parsers);
    }
    assert!(outcomes[0] > 0, "some were killed before their end");
    for which in [in_force, (in_force + 1) % 3] {
        assert!(add(which).status().unwrap().success());
        assert_eq!(types(&home).into_iter().collect::<BTreeSet<_>>(), sorted(which));
    }
    assert_eq!(indexes(&home.cache()).len(), 1, "what was left of others is gone");
    let left = snapshot(&home.cache());
    let names: Vec<_> = left.iter().map(|(path, _)| text(path.strip_prefix(home.cache()).unwrap())).collect();
    let beside: Vec<_> = names.iter().filter(|name| !name.starts_with("tmp/") && !name.starts_with("locks/")).collect();
    assert_eq!(beside.len(), 3, "tag, record and index: {beside:?}");
}

/// The processes that a process has started.
fn children(parent: u32) -> Vec<u32> {
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let Ok(process) = entry.file_name().to_string_lossy().parse::<u32>() else { continue };
        if parent_of(process) == Some(parent) {
            found.push(process);
        }
    }
    found
}

/// The parent of a process that still runs.
fn parent_of(process: u32) -> Option<u32> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let mut fields = stat.rsplit_once(") ")?.1.split(' ');
    let (state, parent) = (fields.next()?, fields.next()?);
    (state != "Z").then(|| parent.parse().ok())?
}

fn await_end(processes: &[u32]) {
    let began = Instant::now();
    for process in processes {
        while parent_of(*process).is_some() {
            assert!(began.elapsed() < SOON, "process {process} outlives its parent");
            std::thread::yield_now();
        }
    }
}

#[test]
fn readers_never_miss_an_answer_while_others_register() {
    const READERS: usize = 3;
    let home = Home::new();
    let contents = [vec!["A"], vec!["B", "C"]];
    let jars = [home.path("one.jar"), home.path("two.jar")];
    for (path, names) in jars.iter().zip(&contents) {
        fs::write(path, jar_of(names)).unwrap();
    }
    let add = |which: usize| json_of(home.command().args(["add", LIB, text(&jars[which])]));
    add(0);
    let ended = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let readers: Vec<_> = (0..READERS)
            .map(|_| {
                scope.spawn(|| {
                    let mut session = Session::initialized(&mut mcp(&home, &[]), "2025-11-25");
                    let mut seen = BTreeSet::new();
                    let mut calls = 0;
                    while !ended.load(Ordering::Relaxed) {
                        calls += 1;
                        let tool = json!({"name": "list_types", "arguments": of(LIB, json!({}))});
                        let answer = session.ask(calls, "tools/call", &tool);
                        let names = type_names(&answer["result"]["structuredContent"]);
                        assert!(contents.iter().any(|content| names == *content), "{answer}");
                        seen.insert(names);
                    }
                    seen.len()
                })
            })
            .collect();
        // Readers that are not servers open the index anew each time.
        let opener = scope.spawn(|| {
            while !ended.load(Ordering::Relaxed) {
                let names = types(&home);
                assert!(contents.iter().any(|content| names == *content), "{names:?}");
            }
        });
        for round in 1..=30 {
            let answer = add(round % 2);
            assert_eq!(answer["status"], "registered_and_indexed", "{answer}");
        }
        ended.store(true, Ordering::Relaxed);
        opener.join().unwrap();
        for reader in readers {
            assert_eq!(reader.join().unwrap(), contents.len(), "a server sees both");
        }
    });
}

/// What a search keeps of the list and the tables of an artifact is that of its record, whoever replaces it.
#[test]
fn a_search_over_everything_sees_what_others_registered_meanwhile() {
    let library = Library::new();
    let explorer = library.explorer();
    let register = |name: &str| {
        library.home.write("lib.jar", &jar_of(&[name]));
        let answer = library.register("lib.jar");
        assert!(answer["status"].as_str().unwrap().starts_with("registered"), "{answer}");
    };
    let found = |tool: &str, arguments: Value| ask(&explorer, tool, arguments).to_string();
    let question = |tool: &str, name: &str| match tool {
        "search_file_content" => json!({"query": name, "query_type": "string"}),
        _ => json!({"query": name}),
    };
    let answers = |name: &str| {
        ["search_symbols", "search_code", "search_file_content"]
            .map(|tool| found(tool, question(tool, name)).contains(&format!("{name}.java")))
    };
    let mut before = "Nothing";
    for name in ["First", "Second"] {
        register(name);
        // From here on a change of the registry shows in the times of its folders: the list is kept from the second question on.
        std::thread::sleep(Duration::from_secs(3));
        for _ in 0..3 {
            assert_eq!((answers(name), answers(before)), ([true; 3], [false; 3]), "{name} instead of {before}");
        }
        before = name;
    }
    register("Third");
    assert_eq!((answers("Third"), answers(before)), ([true; 3], [false; 3]), "at once");
    library.ask("remove_artifact", of(LIB, json!({"confirm": true})));
    assert_eq!(answers("Third"), [false; 3], "removed");
}

#[test]
fn a_server_ends_in_the_middle_of_its_work() {
    let home = Home::new();
    let names: Vec<String> = (0..3000).map(|number| format!("Type{number}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    fs::write(home.path("lib.jar"), jar_of(&names)).unwrap();
    let mut session = Session::initialized(&mut mcp(&home, &["--threads", "1"]), "2025-11-25");
    let arguments = of(LIB, json!({"source_uri": home.path("lib.jar")}));
    session.send(&json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
        "name": "register_source", "arguments": arguments, "_meta": {"progressToken": 1}}}));
    // Progress, on any machine that does not index so much in the twinkling of an eye.
    session.next();
    let parsers = children(session.process_id());
    let (code, _, took) = session.end();
    assert_eq!(code, Some(0));
    assert!(took < Duration::from_secs(2), "{took:?}");
    await_end(&parsers);
    assert!(snapshot(&home.cache().join("tmp")).is_empty(), "nothing is left of it");
    let answer = json_of(home.command().args(["add", LIB, text(&home.path("lib.jar"))]));
    assert_eq!(answer["counts"]["types"], 3000, "{answer}");
}

#[test]
fn a_question_does_not_wait_for_a_registration_under_way() {
    let server = Server::start();
    let body = jar_of(&["B"]);
    server.on("/slow.jar", Reply::ok(body.clone()).announcing(body.len() as u64 + 1).stalling());
    let home = Home::new();
    fs::write(home.path("lib.jar"), jar_of(&["A"])).unwrap();
    json_of(home.command().args(["add", LIB, text(&home.path("lib.jar"))]));
    let mut slow = home.command();
    let slow = slow.env_remove("JARDEX_OFFLINE").args(["add", LIB, &server.url("/slow.jar")]);
    let mut slow = slow.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let began = Instant::now();
    while server.asked().is_empty() {
        assert!(began.elapsed() < SOON);
        std::thread::yield_now();
    }
    let began = Instant::now();
    assert_eq!(types(&home), ["A"]);
    assert!(began.elapsed() < SOON, "it did not wait for the lock");
    slow.kill().unwrap();
    slow.wait().unwrap();
}

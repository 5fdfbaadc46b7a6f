//! `jardex seed` against a repository on loopback: what is seeded, what is left out, interruptions, exit codes.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "tests")]

#[path = "common/classfile.rs"]
#[allow(dead_code, reason = "the bytecode tests use the rest")]
mod classfile;
#[path = "common/home.rs"]
mod home;
#[path = "seed/own.rs"]
mod own;
#[path = "seed/projects.rs"]
mod projects;
#[path = "common/server.rs"]
mod server;
#[path = "common/zip.rs"]
#[allow(dead_code, reason = "the archive tests use the rest")]
mod zip;

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use home::{Home, Ran, ran};
use serde_json::Value;
use server::{Reply, Server};

/// A repository and a home that knows no other.
struct Bench {
    server: Server,
    home: Home,
}

impl Bench {
    fn new() -> Self {
        Self { server: Server::start(), home: Home::new() }
    }

    /// The program, which may ask the repository.
    fn program(&self) -> Command {
        let mut command = self.home.command();
        command.env("JARDEX_OFFLINE", "false").env("JARDEX_THREADS", "2");
        command.env("JARDEX_REPOSITORIES", format!("central={}", self.server.url("/maven")));
        command
    }

    fn command(&self) -> Command {
        let mut command = self.program();
        command.arg("seed");
        command
    }

    fn seed(&self, arguments: &[&str]) -> Ran {
        ran(self.command().args(arguments))
    }

    fn json(&self, arguments: &[&str]) -> (i32, Value) {
        let Ran { code, out, err } = ran(self.command().arg("--json").args(arguments));
        (code, serde_json::from_str(&out).unwrap_or_else(|_| panic!("{out}{err}")))
    }

    /// Publishes a file of `org.example:<name>:1.0`.
    fn publish(&self, name: &str, end: &str, reply: Reply) {
        self.server.on(&path(name, end), reply);
    }

    fn publish_sources(&self, name: &str) {
        let source = format!("package {name};\n/** {name}. */\npublic class Type {{ int {name}() {{ return 1; }} }}\n");
        let jar = zip::archive(&[zip::Item::deflated(&format!("{name}/Type.java"), source.as_bytes())]);
        self.publish(name, "-sources.jar", Reply::ok(jar));
    }

    fn publish_pom(&self, name: &str, body: &str) {
        self.publish(name, ".pom", Reply::ok(pom(name, body)));
    }
}

fn path(name: &str, end: &str) -> String {
    format!("/maven/org/example/{name}/1.0/{name}-1.0{end}")
}

fn gav(name: &str) -> String {
    format!("org.example:{name}:1.0")
}

fn pom(name: &str, body: &str) -> String {
    format!(
        "<project><modelVersion>4.0.0</modelVersion><groupId>org.example</groupId><artifactId>{name}</artifactId><version>1.0</version>{body}</project>"
    )
}

fn dependency(name: &str, more: &str) -> String {
    format!("<dependency><groupId>org.example</groupId><artifactId>{name}</artifactId>{more}</dependency>")
}

const ONE: &str = "<version>1.0</version>";

fn outcomes(answer: &Value) -> Vec<(String, String)> {
    let text = |row: &Value, name: &str| row[name].as_str().unwrap().to_owned();
    answer["artifacts"].as_array().unwrap().iter().map(|row| (text(row, "artifact"), text(row, "outcome"))).collect()
}

fn lines(out: &str) -> Vec<&str> {
    out.lines().collect()
}

#[test]
fn a_mixed_lot_is_seeded_and_what_failed_is_told() {
    let bench = Bench::new();
    bench.publish_sources("alpha");
    bench.publish_sources("beta");
    let class = classfile::ClassFile::new("gamma/Type").bytes();
    bench.publish("gamma", ".jar", Reply::ok(zip::archive(&[zip::Item::stored("gamma/Type.class", &class)])));
    bench.publish_pom("bom", "<packaging>pom</packaging>");
    bench.publish("page", "-sources.jar", Reply::ok("<html>sign in</html>").header("Content-Type", "text/html"));
    bench.publish("denied", "-sources.jar", Reply::status(403));
    let list = ["alpha", "beta", "alpha", "gamma", "bom", "page", "denied", "missing"].map(gav).join("\n");
    let list = bench.home.write("list.txt", &format!("# all of them\n{list}\n"));

    let (code, answer) = bench.json(&[home::text(&list)]);
    assert_eq!(code, 1, "{answer}");
    let expected = [
        ("alpha", "indexed"),
        ("beta", "indexed"),
        ("gamma", "indexed"),
        ("bom", "no_jar"),
        ("page", "failed"),
        ("denied", "failed"),
        ("missing", "failed"),
    ];
    assert_eq!(outcomes(&answer), expected.map(|(name, outcome)| (gav(name), outcome.to_owned())));
    let rows = answer["artifacts"].as_array().unwrap();
    assert_eq!((&rows[0]["origin"], &rows[0]["files"]), (&"source".into(), &1.into()));
    assert_eq!(rows[2]["origin"], "bytecode");
    assert_eq!(rows[6]["status"], "source_jar_not_found");
    assert!(rows[5]["message"].as_str().unwrap().contains("403"), "{answer}");
    assert_eq!(answer["status"], "indexing_failed");
    assert_eq!(answer["message"], "3 of 7 artifacts are not there");
    assert_eq!((&answer["counts"]["indexed"], &answer["counts"]["bytecode"]), (&3.into(), &1.into()));

    // What is there costs no request; what is not is asked for again.
    let before = bench.server.asked().len();
    let table = bench.seed(&[home::text(&list)]);
    assert_eq!(table.code, 1);
    assert!(
        table.out.starts_with("from cache 3\nonly a POM 1\nfailed 3\nno sources (bytecode) 1 org.example:gamma:1.0\n"),
        "{}",
        table.out
    );
    let asked = bench.server.lines().split_off(before);
    assert!(!asked.iter().any(|line| ["alpha", "beta", "gamma"].iter().any(|name| line.contains(name))), "{asked:?}");
    assert!(asked.iter().any(|line| line.contains("missing")));
    assert_eq!(
        bench.home.run(&["types", &gav("beta")]).out,
        "beta
  class Type
",
        "offline"
    );
}

#[test]
fn what_no_repository_has_may_be_allowed_to_be_missing() {
    let bench = Bench::new();
    bench.publish_sources("alpha");
    let (code, answer) = bench.json(&["--allow-missing", &gav("alpha"), &gav("missing")]);
    assert_eq!((code, &answer["status"], &answer["counts"]["failed"]), (0, &"success".into(), &1.into()));
    bench.publish("denied", "-sources.jar", Reply::status(403));
    assert_eq!(bench.json(&["--allow-missing", &gav("alpha"), &gav("denied")]).0, 1, "another failure stays one");
}

#[test]
fn wrong_usage_is_told_from_failure() {
    let bench = Bench::new();
    let broken = bench.home.write("list.txt", "org.example:alpha:1.0\nwhat is this\n");
    let refused = bench.seed(&[home::text(&broken)]);
    assert_eq!(refused.code, 2);
    assert!(refused.err.contains("list.txt: line 2: 'what is this' is not group:artifact:version"), "{}", refused.err);
    for (arguments, part) in [
        (&["nowhere.txt"][..], "there is no such file or folder"),
        (&["g:a:1/2"], "version: '1/2' holds '/'"),
        (&["g:a:1.5@aar"], "version: '1.5@aar' holds '@'"),
        (&["g:a:1.5:sources@jar"], "g:a:1.5:sources@jar: there is no such file"),
        (&["joe:pw@corp.example"], "joe:…@corp.example: there is no such file"),
        (&["g:a:[1.5]"], "version: '[1.5]' is Maven's range of one version: write 1.5"),
        (&["g:a:[1.5,2)"], "version: '[1.5,2)' is a range of versions, and a coordinate has one"),
        (&[], "required"),
        (&["--fast", "g:a:1"], "--fast"),
    ] {
        let refused = bench.seed(arguments);
        assert_eq!((refused.code, refused.out.as_str()), (2, ""), "{arguments:?}: {}", refused.err);
        assert!(refused.err.contains(part), "{arguments:?}: {}", refused.err);
    }
    std::fs::create_dir(bench.home.path("empty")).unwrap();
    let (code, answer) = bench.json(&[home::text(&bench.home.path("empty"))]);
    assert_eq!((code, &answer["status"]), (2, &"invalid_argument".into()));
    assert!(bench.server.asked().is_empty());
}

#[test]
fn lazy_registers_without_asking_and_the_first_question_indexes() {
    let bench = Bench::new();
    bench.publish_sources("alpha");
    let (code, answer) = bench.json(&["--lazy", &gav("alpha"), &gav("missing")]);
    assert_eq!((code, &answer["counts"]["registered"]), (0, &2.into()));
    assert!(bench.server.asked().is_empty());
    let mut question = bench.program();
    let Ran { code, out, err } = ran(question.args(["types", &gav("alpha")]));
    assert_eq!((code, out.as_str()), (0, "alpha\n  class Type\n"), "{err}");
    let (_, again) = bench.json(&["--lazy", &gav("alpha"), &gav("missing")]);
    assert_eq!(outcomes(&again), [(gav("alpha"), "from_cache".to_owned()), (gav("missing"), "registered".to_owned())]);
}

#[test]
fn standard_input_is_an_input() {
    let bench = Bench::new();
    let mut command = bench.command();
    command.args(["--dry-run", "-"]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let said =
        b"[INFO] The following files have been resolved:\n[INFO]    g:a:jar:1:compile\n[INFO]    g:t:jar:1:test\n";
    child.stdin.take().unwrap().write_all(said).unwrap();
    let told = child.wait_with_output().unwrap();
    assert_eq!((&told.stdout[..], &told.stderr[..]), (&b"g:a:1\n"[..], &b"left out, test scope 1 g:t:1\n"[..]));
}

/// Starts seeding `alpha` to `delta`, of which the server holds `delta` back, and gives the process once the others are done.
#[cfg(unix)]
fn held_back(bench: &Bench) -> std::process::Child {
    for name in ["alpha", "beta", "gamma"] {
        bench.publish_sources(name);
    }
    bench.publish("delta", "-sources.jar", Reply::ok("PK\u{3}\u{4}").announcing(1_000_000).stalling());
    let mut command = bench.command();
    command.args(["delta", "alpha", "beta", "gamma"].map(gav)).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let said = BufReader::new(child.stderr.take().unwrap()).lines().map_while(Result::ok);
    assert_eq!(said.filter(|line| line.contains("indexed org.example")).take(3).count(), 3);
    child
}

#[cfg(unix)]
fn signal(child: &std::process::Child, name: &str) {
    assert!(Command::new("kill").args([name, &child.id().to_string()]).status().unwrap().success());
}

#[cfg(unix)]
#[test]
fn an_interruption_ends_cleanly_and_nothing_done_is_lost() {
    let bench = Bench::new();
    let child = held_back(&bench);
    signal(&child, "-TERM");
    let ended = child.wait_with_output().unwrap();
    assert_eq!(ended.status.code(), Some(130));
    let table = String::from_utf8(ended.stdout).unwrap();
    assert!(table.contains("indexed 3") && table.contains("not done 1"), "{table}");
    assert_eq!(std::fs::read_dir(bench.home.cache().join("tmp")).unwrap().count(), 0, "staging is gone");

    bench.publish_sources("delta");
    let (code, answer) = bench.json(&["delta", "alpha", "beta", "gamma"].map(gav).each_ref().map(String::as_str));
    assert_eq!(code, 0);
    assert_eq!((&answer["counts"]["indexed"], &answer["counts"]["from_cache"]), (&1.into(), &3.into()));
}

#[cfg(unix)]
#[test]
fn what_is_killed_loses_nothing_that_was_done() {
    let bench = Bench::new();
    let mut child = held_back(&bench);
    signal(&child, "-KILL");
    child.wait().unwrap();
    bench.publish_sources("delta");
    let (code, answer) = bench.json(&["delta", "alpha", "beta", "gamma"].map(gav).each_ref().map(String::as_str));
    assert_eq!((code, &answer["counts"]["from_cache"]), (0, &3.into()), "{answer}");
}

#[test]
fn two_processes_seed_the_same_and_each_finds_all_there() {
    let bench = Bench::new();
    let names: Vec<String> = (0..12).map(|number| format!("lib{number}")).collect();
    for name in &names {
        bench.publish_sources(name);
    }
    let all: Vec<String> = names.iter().map(|name| gav(name)).collect();
    let start = || bench.command().args(&all).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    for child in [start(), start()] {
        let ended = child.wait_with_output().unwrap();
        assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stdout));
    }
    let (code, answer) = bench.json(&all.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!((code, &answer["counts"]["from_cache"]), (0, &12.into()));
}

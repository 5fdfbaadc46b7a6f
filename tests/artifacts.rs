//! The tools about artifacts and the server: which versions there are and where, what one is, what taking one away does, how
//! everything stands.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, clippy::disallowed_macros, reason = "tests")]

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

use std::fs;
use std::path::Path;
use std::process::Command;

use jardex::config::{Repository, RepositoryGroups};
use jardex::index::Explorer;
use jardex::tools::{self, Call, args};
use jardex::work::Work;
use library::{LIB, Library, ask, class, jar_of, of, types};
use serde_json::{Value, json};
use server::{Reply, Server};
use session::{Session, mcp};
use zip::{Item, archive};

const METADATA: &str = "/maven/org/example/lib/maven-metadata.xml";

fn metadata(versions: &[&str]) -> Reply {
    let versions = format!("<version>{}</version>", versions.join("</version><version>"));
    // What was deployed last is not what is highest.
    Reply::ok(format!(
        "<metadata><groupId>org.example</groupId><artifactId>lib</artifactId><versioning><latest>1.0</latest>\
         <release>1.0</release><versions>{versions}</versions></versioning></metadata>"
    ))
}

fn library(group: &str, artifact: &str) -> Value {
    json!({"group_id": group, "artifact_id": artifact})
}

fn versions(answer: &Value) -> Vec<(String, Value, Value)> {
    let all = answer["artifacts"].as_array().unwrap_or_else(|| panic!("{answer}"));
    let versions = all.iter().flat_map(|one| one["versions"].as_array().unwrap());
    versions
        .map(|one| (one["version"].as_str().unwrap().to_owned(), one["state"].clone(), one["where"].clone()))
        .collect()
}

/// The plain form of an answer.
fn plain(explorer: &Explorer, tool: &str, arguments: Value) -> String {
    let tool = tools::find(tool).unwrap();
    let Value::Object(given) = arguments else { panic!("an object") };
    let args = args::check(tool, given).unwrap();
    let call = Call { explorer, args: &args, work: &Work::default(), cap: None };
    let mut page = tools::page::Page::default();
    (tool.run)(&call).unwrap_or_else(|failure| panic!("{failure}")).page(&mut page);
    page.plain()
}

#[test]
fn versions_are_told_with_their_places_newest_first() {
    let server = Server::start();
    server.on(METADATA, metadata(&["1.0", "1.10", "1.9", "2.0-rc1", "2.0.0-SNAPSHOT"]));
    let library_ = Library::behind(&server);
    let home = &library_.home;
    home.write("x.jar", &jar_of(&["A"]));
    library_.register("x.jar");
    // In the local repository: one with a JAR, one that resolving left a POM of, one that was not found.
    home.write(".m2/repository/org/example/lib/1.9/lib-1.9.jar", b"a JAR");
    home.write(".m2/repository/org/example/lib/1.8/lib-1.8.pom", b"<project/>");
    home.write(".m2/repository/org/example/lib/1.7/lib-1.7.jar.lastUpdated", b"");
    home.write(".gradle/caches/modules-2/files-2.1/org.example/lib/1.9/abc/lib-1.9-sources.jar", b"a JAR");
    home.write(".gradle/caches/modules-2/files-2.1/org.example/lib/1.6/abc/lib-1.6.pom", b"<project/>");
    let explorer = library_.explorer();
    let answer = ask(&explorer, "search_artifacts", library("org.example", "lib"));
    let expected = [
        ("2.0.0-SNAPSHOT", Value::Null, json!(["company"])),
        ("2.0-rc1", Value::Null, json!(["company"])),
        ("1.10", Value::Null, json!(["company"])),
        ("1.9", Value::Null, json!(["local_maven", "gradle", "company"])),
        ("1.0", json!("indexed"), json!(["registered", "company"])),
    ];
    assert_eq!(versions(&answer), expected.map(|(version, state, places)| (version.to_owned(), state, places)));
    let found = &answer["artifacts"][0];
    assert_eq!((&found["latest"], &found["latest_release"]), (&json!("2.0.0-SNAPSHOT"), &json!("1.10")), "{answer}");
    assert_eq!(answer["pagination"]["total_count"], 5);
    assert!(answer.get("incomplete").is_none(), "{answer}");
    assert_eq!(server.files(), [format!("GET {METADATA}")], "one document and no folder");

    let mut filtered = library("org.example", "lib");
    filtered["version_filter"] = json!("[1.9,2.0)");
    let answer = ask(&explorer, "search_artifacts", filtered);
    assert_eq!(
        versions(&answer).iter().map(|one| one.0.as_str()).collect::<Vec<_>>(),
        ["2.0.0-SNAPSHOT", "2.0-rc1", "1.10", "1.9"]
    );
    assert_eq!(answer["artifacts"][0]["latest"], "2.0.0-SNAPSHOT", "of all there are");
    let page = plain(&explorer, "search_artifacts", library("org.example", "lib"));
    assert_eq!(
        page,
        "org.example:lib (release 1.10) 2.0.0-SNAPSHOT, 2.0-rc1, 1.10 (company)\n  1.9 (local_maven, gradle, company)\n  \
         1.0 (indexed, company)\n"
    );
}

#[test]
fn globs_find_what_is_on_this_machine_and_say_so() {
    let library_ = Library::new();
    for (group, artifact) in [("org/example", "lib"), ("org/example/deep", "other"), ("com/acme", "lib")] {
        library_.home.write(&format!(".m2/repository/{group}/{artifact}/1.0/{artifact}-1.0.jar"), b"a JAR");
    }
    library_.home.write(".gradle/caches/modules-2/files-2.1/org.example.gradle/lib/3/0f/lib-3.jar", b"a JAR");
    let explorer = library_.explorer();
    let names = |arguments: Value| -> Vec<String> {
        let answer = ask(&explorer, "search_artifacts", arguments);
        assert!(answer["incomplete"][0]["reason"].as_str().unwrap().contains("exact"), "{answer}");
        // This machine may have JDKs.
        let found = answer["artifacts"].as_array().unwrap().iter().filter(|one| one["group_id"] != "jdk");
        found
            .map(|one| format!("{}:{}", one["group_id"].as_str().unwrap(), one["artifact_id"].as_str().unwrap()))
            .collect()
    };
    let all = ["com.acme:lib", "org.example:lib", "org.example.deep:other", "org.example.gradle:lib"];
    assert_eq!(names(json!({})), all);
    assert_eq!(names(json!({"group_id": "org.*"})), all[1..]);
    assert_eq!(names(json!({"artifact_id": "lib"})), [all[0], all[1], all[3]]);
    assert_eq!(names(json!({"group_id": "org.example.{deep,gradle}"})), all[2..]);
    let local = ask(
        &explorer,
        "search_artifacts",
        json!({"group_id": "org.example", "artifact_id": "nothing", "remote": false}),
    );
    assert_eq!((&local["artifacts"], local.get("incomplete")), (&json!([]), None), "a true negative");
    let bad = ask(&explorer, "search_artifacts", json!({"group_id": "org example"}));
    assert_eq!(bad["status"], "invalid_argument");
}

#[test]
fn a_repository_that_cannot_be_asked_is_named() {
    let (up, down) = (Server::start(), Server::start());
    up.on(METADATA, metadata(&["1.0"]));
    down.on(METADATA, Reply::status(403));
    let mut library_ = Library::behind(&up);
    library_.home.settings("");
    let repository = |id: &str, url: String| Repository { id: id.to_owned(), url };
    library_.home.config.repositories = vec![
        repository("up", up.url("/maven")),
        repository("down", down.url("/maven")),
        repository("page", down.url("/page")),
    ];
    down.on("/page/org/example/lib/maven-metadata.xml", Reply::ok("<html>sign in</html>"));
    let answer = library_.ask("search_artifacts", library("org.example", "lib"));
    assert_eq!(versions(&answer), [("1.0".to_owned(), Value::Null, json!(["up"]))]);
    let gaps = answer["incomplete"].as_array().unwrap();
    assert_eq!(gaps.iter().map(|gap| gap["what"].as_str().unwrap()).collect::<Vec<_>>(), ["down", "page"], "{answer}");
    assert!(gaps[0]["reason"].as_str().unwrap().contains("403"), "{answer}");
    library_.home.config.offline = true;
    let answer = library_.ask("search_artifacts", library("org.example", "lib"));
    assert_eq!(answer["incomplete"].as_array().unwrap().len(), 3, "{answer}");
    assert_eq!(answer["incomplete"][0], json!({"what": "up", "reason": "the network is off"}));
    let answer =
        library_.ask("search_artifacts", json!({"group_id": "org.example", "artifact_id": "lib", "remote": false}));
    assert!(answer.get("incomplete").is_none(), "nobody wanted to ask: {answer}");
}

/// What an internal group has is nobody else's business, and no repository has a JDK.
#[test]
fn nobody_is_asked_who_need_not_be() {
    let (inside, outside) = (Server::start(), Server::start());
    inside.on(METADATA, metadata(&["1.0"]));
    let mut library_ = Library::behind(&outside);
    library_.home.settings("");
    let home = library_.home.path("jdk");
    let config = &mut library_.home.config;
    let repository = |id: &str, url: String| Repository { id: id.to_owned(), url };
    config.repositories =
        vec![repository("outside", outside.url("/maven")), repository("inside", inside.url("/maven"))];
    config.repository_groups =
        vec![RepositoryGroups { id: "inside".to_owned(), groups: vec!["org.example.**".to_owned()], only: true }];
    config.jdk_home = Some(home);
    library_.home.write("jdk/release", b"JAVA_VERSION=\"17.0.99\"\n");
    library_.home.write("jdk/bin/java", b"");
    let answer = library_.ask("search_artifacts", library("org.example", "lib"));
    assert_eq!(versions(&answer), [("1.0".to_owned(), Value::Null, json!(["inside"]))]);
    let answer = library_.ask("search_artifacts", library("jdk", "jdk"));
    let found = versions(&answer);
    assert!(found.contains(&("17.0.99".to_owned(), Value::Null, json!(["jdk"]))), "{answer}");
    assert!(outside.lines().is_empty() && inside.files().len() == 1);
}

#[test]
fn pages_of_versions_hold_each_once() {
    let server = Server::start();
    let all: Vec<String> = (0..730).map(|number| format!("1.{number}")).collect();
    server.on(METADATA, metadata(&all.iter().map(String::as_str).collect::<Vec<_>>()));
    let library_ = Library::behind(&server);
    let explorer = library_.explorer();
    let (mut found, mut page) = (Vec::new(), 1);
    loop {
        let mut arguments = library("org.example", "lib");
        arguments["page"] = json!(page);
        let answer = ask(&explorer, "search_artifacts", arguments);
        assert!(answer.to_string().len() <= tools::budget::USUAL);
        assert_eq!(answer["artifacts"][0]["latest"], "1.729");
        found.extend(versions(&answer).into_iter().map(|one| one.0));
        if page == answer["pagination"]["total_pages"].as_u64().unwrap() {
            break;
        }
        page += 1;
    }
    found.reverse();
    assert_eq!(found, all);
}

#[test]
fn an_artifact_is_described() {
    let library_ = Library::new();
    let broken = Item::deflated("a/Broken.java", b"class Broken { void m( { }");
    let readme = Item::deflated("README", b"text");
    let source = class("A");
    library_.home.write("lib one.jar", &archive(&[Item::deflated("a/A.java", source.as_bytes()), broken, readme]));
    library_.register("lib one.jar");
    let explorer = library_.explorer();
    let info = ask(&explorer, "get_artifact_info", library("org.example", "lib"));
    let keys: Vec<&str> = info.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(keys[..6], ["status", "group_id", "artifact_id", "version", "state", "origin"]);
    assert_eq!(
        (&info["version"], &info["state"], &info["origin"]),
        (&json!("1.0"), &json!("indexed"), &json!("source"))
    );
    let uri = info["source"]["uri"].as_str().unwrap();
    assert!(uri.starts_with("file:///") && uri.ends_with("/lib%20one.jar"), "{uri}");
    let record = library_.record();
    assert_eq!(info["source"]["digest"], record["current"]["source_digest"]);
    assert_eq!(info["index"]["generation"], record["current"]["generation"]);
    assert_eq!(info["index"]["bytes"], fs::metadata(library_.index()).unwrap().len());
    let counts = &info["counts"];
    assert_eq!((&counts["files"], &counts["languages"]), (&json!(3), &json!({"java": 2})), "{info}");
    assert_eq!(counts["lines"], source.lines().count() + 2);
    assert_eq!(info["problems"][0]["file"], "a/Broken.java", "{info}");
    assert!(info["source"].get("now").is_none());
    // What can be asked of it has not changed it.
    assert!(types(&explorer, LIB).contains(&"A".to_owned()));
    let page = plain(&explorer, "get_artifact_info", of(LIB, json!({})));
    assert!(page.starts_with("org.example:lib:1.0 indexed (source)\njar file:///"), "{page}");
    assert!(page.contains("a/Broken.java: "), "{page}");

    // The same content with other times is the same source; other content is not; none is none.
    let path = library_.home.path("lib one.jar");
    let bytes = fs::read(&path).unwrap();
    fs::remove_file(&path).unwrap();
    assert_eq!(ask(&explorer, "get_artifact_info", of(LIB, json!({})))["source"]["now"], "gone");
    fs::write(&path, &bytes).unwrap();
    assert!(ask(&explorer, "get_artifact_info", of(LIB, json!({})))["source"].get("now").is_none());
    fs::write(&path, jar_of(&["B"])).unwrap();
    assert_eq!(ask(&explorer, "get_artifact_info", of(LIB, json!({})))["source"]["now"], "changed");
}

#[test]
fn states_that_are_not_indexed_are_described() {
    let library_ = Library::new();
    library_.home.write("lib.jar", &jar_of(&["A"]));
    let explorer = library_.explorer();
    let unknown = ask(&explorer, "get_artifact_info", of(LIB, json!({})));
    assert_eq!(unknown["status"], "offline", "{unknown}");
    let source = json!({"source_uri": library_.home.path("lib.jar"), "auto_index": false});
    ask(&explorer, "register_source", of(LIB, source));
    let info = ask(&explorer, "get_artifact_info", of(LIB, json!({})));
    assert_eq!((&info["state"], info.get("index"), info.get("counts")), (&json!("registered"), None, None), "{info}");
    fs::write(library_.home.path("lib.jar"), b"no archive").unwrap();
    ask(&explorer, "index_artifact", of(LIB, json!({})));
    let info = ask(&explorer, "get_artifact_info", of(LIB, json!({})));
    assert_eq!(info["state"], "failed");
    assert!(!info["reason"].as_str().unwrap().is_empty(), "{info}");
}

#[test]
fn a_directory_that_changed_is_told_and_not_indexed_for_it() {
    let library_ = Library::new();
    library_.home.write("src/a/A.java", class("A").as_bytes());
    library_.register("src");
    library_.home.write("src/a/B.java", class("B").as_bytes());
    let before = library_.record();
    let explorer = library_.explorer();
    let info = ask(&explorer, "get_artifact_info", of(LIB, json!({})));
    assert_eq!((&info["source"]["kind"], &info["source"]["now"]), (&json!("directory"), &json!("changed")), "{info}");
    assert_eq!(library_.record(), before);
    assert_eq!(types(&explorer, LIB), ["A", "B"]);
    fs::remove_dir_all(library_.home.path("src")).unwrap();
    let info = ask(&explorer, "get_artifact_info", of(LIB, json!({})));
    assert_eq!((&info["source"]["now"], &info["counts"]["types"]), (&json!("gone"), &json!(2)), "{info}");
}

/// The class JAR beside the sources, made by javac: what it has that the sources lack, and the other way round.
#[test]
fn the_class_jar_checks_the_index() {
    let library_ = Library::new();
    let folder = library_.home.path("build");
    let written = "package a;\npublic class A {\n  static class Inner { interface Deep {} }\n  enum E { X { } }\n  \
        Runnable r = new Runnable() { public void run() { class Local {} new Local(); } };\n  \
        int m(E e) { switch (e) { case X: return 1; default: return 2; } }\n}\n";
    let generated = "package a;\nclass Generated { class Inner {} }\n";
    fs::create_dir_all(folder.join("a")).unwrap();
    for (name, text) in
        [("A", written), ("Generated", generated), ("package-info", "/** Doc. */\n@Deprecated\npackage a;\n")]
    {
        fs::write(folder.join(format!("a/{name}.java")), text).unwrap();
    }
    let mut compiler = Command::new("javac");
    compiler.current_dir(&folder).args(["-d", "out", "a/A.java", "a/Generated.java", "a/package-info.java"]);
    if !compiler.status().is_ok_and(|status| status.success()) {
        eprintln!("skipped: there is no javac here");
        return;
    }
    let mut classes = Vec::new();
    for (path, bytes) in library::snapshot(&folder.join("out")) {
        let name = path.strip_prefix(folder.join("out")).unwrap().to_str().unwrap().to_owned();
        classes.push((name, bytes));
    }
    assert!(classes.len() > 8, "anonymous and local classes are among them");
    let classes: Vec<Item> = classes.iter().map(|(name, bytes)| Item::deflated(name, bytes)).collect();
    let base = ".m2/repository/org/example/lib/1.0/lib-1.0";
    library_.home.write(&format!("{base}.jar"), &archive(&classes));
    let absent = class("Absent");
    let sources = [Item::deflated("a/A.java", written.as_bytes()), Item::deflated("a/Absent.java", absent.as_bytes())];
    library_.home.write(&format!("{base}-sources.jar"), &archive(&sources));
    let explorer = library_.explorer();
    let info = ask(&explorer, "get_artifact_info", of(LIB, json!({})));
    let checked = &info["class_jar"];
    assert_eq!(
        checked["only_in_classes"],
        json!({"count": 2, "names": ["a.Generated", "a.Generated.Inner"]}),
        "{info}"
    );
    assert_eq!(checked["only_in_index"], json!({"count": 1, "names": ["a.Absent"]}), "{info}");
    assert_eq!(checked["types"], 6, "{info}");
    assert!(checked["uri"].as_str().unwrap().ends_with("/lib-1.0.jar"));
    let page = plain(&explorer, "get_artifact_info", of(LIB, json!({})));
    assert!(page.contains("only in the class JAR (2): a.Generated, a.Generated.Inner\n"), "{page}");
    // Damaged, it is named, and everything else is told.
    library_.home.write(&format!("{base}.jar"), b"no archive");
    let info = ask(&explorer, "get_artifact_info", of(LIB, json!({})));
    assert!(info.get("class_jar").is_none() && info["counts"]["types"] == 5, "{info}");
}

#[test]
fn removing_asks_first_and_takes_everything() {
    let library_ = Library::new();
    library_.home.write("lib.jar", &jar_of(&["A", "B"]));
    library_.register("lib.jar");
    let explorer = library_.explorer();
    ask(&explorer, "index_artifact", of(LIB, json!({"extract": true})));
    let refused = ask(&explorer, "remove_artifact", library("org.example", "lib"));
    assert_eq!(refused["status"], "confirmation_required");
    let would = &refused["would_remove"];
    assert_eq!(
        would["paths"],
        json!(["code/org.example/lib/1.0", "registry-v1/org.example/lib/1.0.json"]),
        "{refused}"
    );
    assert_eq!(would["files"], 4, "index, record, two sources: {refused}");
    assert_eq!(types(&explorer, LIB), ["A", "B"]);
    // Who has it open goes on reading.
    let opened = explorer.open("org.example", "lib", Some("1.0"), &Work::default()).unwrap();
    let removed = ask(&explorer, "remove_artifact", of(LIB, json!({"confirm": true})));
    assert_eq!(removed["removed"], json!({"files": would["files"], "bytes": would["bytes"]}), "{removed}");
    assert_eq!(opened.index.packages().unwrap().len(), 1);
    assert_eq!(opened.index.file("a/A.java").unwrap().map(|file| file.path), Some("a/A.java".to_owned()));
    assert!(!library_.cache().root().join("code/org.example").exists() && !library_.record_file().exists());
    assert_eq!(types(&explorer, LIB), ["offline"], "it is not known any more");
    let again = ask(&explorer, "remove_artifact", of(LIB, json!({"confirm": true})));
    assert_eq!(
        (&again["status"], &again["suggested_action"]),
        (&json!("source_jar_not_found"), &json!("list_indexed_artifacts"))
    );
}

#[test]
fn what_is_damaged_can_be_removed() {
    let library_ = Library::new();
    library_.home.write("lib.jar", &jar_of(&["A"]));
    library_.register("lib.jar");
    fs::write(library_.record_file(), "{").unwrap();
    fs::write(library_.index(), "rubbish").unwrap();
    let removed = library_.ask("remove_artifact", of(LIB, json!({"confirm": true})));
    assert_eq!(removed["removed"]["files"], 2, "{removed}");
    assert!(library_.indexes().is_empty() && !library_.record_file().exists());
}

#[test]
fn the_server_tells_how_it_stands() {
    let server = Server::start();
    let library_ = Library::behind(&server);
    let explorer = library_.explorer();
    let info = ask(&explorer, "get_server_info", json!({}));
    assert_eq!((&info["name"], &info["health"]["state"]), (&json!("jardex"), &json!("healthy")), "{info}");
    assert_eq!(info["tools"], tools::TABLE.len());
    let repository = &info["health"]["repositories"][0];
    assert_eq!((&repository["id"], repository.get("ok")), (&json!("company"), None), "nobody asked it: {info}");
    assert!(server.lines().is_empty());
    // Asked by the way, what it answered last is told: that something is not there is an answer.
    assert_eq!(types(&explorer, LIB), ["source_jar_not_found"]);
    let info = ask(&explorer, "get_server_info", json!({}));
    assert_eq!(info["health"]["repositories"][0]["ok"], true, "{info}");
    server.on("/maven/", Reply::status(500));
    let info = ask(&explorer, "get_server_info", json!({"check": true}));
    let repository = &info["health"]["repositories"][0];
    assert_eq!((&info["health"]["state"], &repository["ok"]), (&json!("degraded"), &json!(false)), "{info}");
    assert!(repository["error"].as_str().unwrap().contains("500"), "{info}");
    library_.home.write("lib.jar", &jar_of(&["A"]));
    ask(&explorer, "register_source", of(LIB, json!({"source_uri": library_.home.path("lib.jar")})));
    let cache = &ask(&explorer, "get_server_info", json!({}))["cache"];
    assert_eq!(cache["artifacts"], json!({"indexed": 1, "failed": 0}), "{cache}");
    assert_eq!(cache["bytes"], fs::metadata(library_.index()).unwrap().len());
}

#[test]
fn a_repository_that_never_answers_is_not_well() {
    // It takes connections and says nothing.
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let home = home::Home::new();
    let mut command = home.bare();
    command.env("JARDEX_HOME", home.cache());
    command.env("JARDEX_REPOSITORIES", format!("mute=http://{}/m2", listener.local_addr().unwrap()));
    let ran = home::ran(command.args(["status", "--check", "--json"]));
    let info: Value = serde_json::from_str(&ran.out).unwrap();
    let repository = &info["health"]["repositories"][0];
    assert_eq!((&info["health"]["state"], &repository["ok"]), (&json!("degraded"), &json!(false)), "{info}");
    assert_eq!(repository["error"], "no answer within 10 s", "{info}");
    assert!(repository["checked"].is_string(), "{info}");
}

#[test]
fn settings_are_told_with_their_origin_and_without_secrets() {
    let home = home::Home::new();
    let mut command = home.command();
    command.env("JARDEX_REPOSITORIES", "corp=https://joe:hunter2@repo.example/maven?token=hunter2");
    command.args(["status", "--threads", "3", "--json"]);
    let ran = home::ran(&mut command);
    assert!(!ran.out.contains("hunter2"), "{}", ran.out);
    let info: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(info["config"]["threads"], json!({"value": 3, "origin": "flag"}));
    assert_eq!(info["config"]["offline"], json!({"value": true, "origin": "env JARDEX_OFFLINE"}));
    assert_eq!(info["config"]["format"]["origin"], "default");
    let plain = home.run(&["status"]);
    assert!(plain.out.contains("offline true (env JARDEX_OFFLINE)"), "{}", plain.out);
}

/// Who watches the health wants to know whether repositories answer that nobody has asked yet.
#[test]
fn the_health_asks_the_repositories() {
    let home = home::Home::new();
    let server = Server::start();
    for (answers, state) in [(true, "healthy"), (false, "degraded")] {
        if !answers {
            server.on("/", Reply::status(503));
        }
        let mut command = mcp(&home, &["--offline=false", "--repositories", &format!("own={}", server.url("/"))]);
        let mut session = Session::initialized(&mut command, "2025-11-25");
        let read = session.ask(1, "resources/read", &json!({"uri": "jardex://health"}));
        let health: Value = serde_json::from_str(read["result"]["contents"][0]["text"].as_str().unwrap()).unwrap();
        let own = &health["health"]["repositories"][0];
        assert_eq!((&own["ok"], &health["health"]["state"]), (&json!(answers), &json!(state)), "{health}");
        assert!(own["checked"].is_string(), "{health}");
    }
}

#[test]
fn the_health_is_a_resource() {
    let home = home::Home::new();
    for (format, version) in [("json", "2025-11-25"), ("text", "2025-06-18")] {
        let mut session = Session::initialized(&mut mcp(&home, &["--format", format]), version);
        let list = session.ask(1, "resources/list", &json!({}));
        assert_eq!(list["result"]["resources"][0]["uri"], "jardex://health", "{list}");
        let read = session.ask(2, "resources/read", &json!({"uri": "jardex://health"}));
        let content = &read["result"]["contents"][0];
        let told = content["text"].as_str().unwrap();
        if format == "json" {
            let health: Value = serde_json::from_str(told).unwrap();
            assert_eq!((&health["health"]["state"], health.get("config")), (&json!("healthy"), None), "{health}");
        } else {
            assert!(told.starts_with("jardex ") && told.contains(" healthy "), "{told}");
        }
        let unknown = session.ask(3, "resources/read", &json!({"uri": "jardex://secrets"}));
        assert!(unknown["error"]["message"].as_str().unwrap().contains("jardex://secrets"), "{unknown}");
        let core =
            Session::initialized(&mut mcp(&home, &["--tools", "core"]), version).ask(1, "tools/list", &json!({}));
        assert_eq!(core["result"]["tools"].as_array().unwrap().len(), 14);
    }
}

#[test]
fn removal_on_the_command_line_wants_a_word() {
    let home = home::Home::new();
    let jar = home.path("lib.jar");
    fs::write(&jar, jar_of(&["A"])).unwrap();
    assert_eq!(home.run(&["add", LIB, home::text(&jar)]).code, 0);
    let refused = home.run(&["remove", LIB]);
    assert_eq!((refused.code, refused.out.as_str()), (1, ""));
    assert!(refused.err.starts_with("confirmation_required: ") && refused.err.contains("--yes"), "{}", refused.err);
    assert!(Path::new(&home.cache()).join("code/org.example/lib/1.0").exists());
    let removed = home.run(&["remove", "-y", LIB]);
    assert_eq!((removed.code, removed.out.split(':').next()), (0, Some("removed")), "{removed:?}");
}

/// On a terminal, which `script` makes.
#[cfg(target_os = "linux")]
#[test]
fn removal_on_a_terminal_asks() {
    use std::io::Write;
    use std::process::Stdio;
    let home = home::Home::new();
    let jar = home.path("lib.jar");
    fs::write(&jar, jar_of(&["A"])).unwrap();
    assert_eq!(home.run(&["add", LIB, home::text(&jar)]).code, 0);
    let answer = |word: &str| {
        let mut command = Command::new("script");
        command.env_clear().env("HOME", home.path("user")).env("PATH", "/usr/bin:/bin").env("TERM", "dumb");
        command.env("JARDEX_HOME", home.cache()).env("JARDEX_OFFLINE", "true").env("SHELL", "/bin/sh");
        command.args(["-qec", &format!("'{}' remove {LIB}", home::PROGRAM), "/dev/null"]);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()?;
        child.stdin.take().unwrap().write_all(format!("{word}\n").as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        Some((output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned()))
    };
    let Some((code, said)) = answer("no") else {
        eprintln!("skipped: there is no script here");
        return;
    };
    assert!(code == Some(1) && said.contains("would be removed") && said.contains("[y/N]"), "{said}");
    let folder = home.cache().join("code/org.example/lib/1.0");
    assert!(folder.exists());
    let (code, said) = answer("yes").unwrap();
    assert!(code == Some(0) && said.contains("removed: 2 files") && !folder.exists(), "{said}");
}

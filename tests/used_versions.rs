//! Which version of a library a project uses: the one that the POMs among its own files name, or the one on this machine.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "tests")]

#[path = "common/library.rs"]
mod library;
#[path = "common/repositories.rs"]
mod repositories;
#[path = "common/server.rs"]
mod server;
#[path = "common/zip.rs"]
#[allow(dead_code, reason = "the archive tests use the rest")]
mod zip;

use std::collections::BTreeSet;
use std::process::Command;
use std::thread;
use std::time::Duration;

use jardex::coordinate::Coordinate;
use jardex::index::Explorer;
use library::{Library, ask, of};
use serde_json::{Value, json};
use server::{Reply, Server};

const OLD: &str = "org.lib:store:1.0";
const NEW: &str = "org.lib:store:2.0";

/// A library with two versions of which the newer one lacks a method.
fn explorer(library: &Library) -> Explorer {
    with_versions(library, &[(OLD, "void old() {} public void put() {}"), (NEW, "void put() {}")])
}

fn with_versions(library: &Library, versions: &[(&str, &str)]) -> Explorer {
    let explorer = library.explorer();
    for (coordinate, members) in versions {
        let folder = coordinate.replace(':', "_");
        let text = format!("package lib;\npublic class Store {{ public {members} }}\n");
        library.home.write(&format!("{folder}/Store.java"), text.as_bytes());
        register(&explorer, library, coordinate, &folder);
    }
    explorer
}

fn register(explorer: &Explorer, library: &Library, coordinate: &str, folder: &str) {
    let source = json!({"source_uri": library.home.path(folder)});
    let answer = ask(explorer, "register_source", of(coordinate, source));
    assert_eq!(answer["status"], "registered_and_indexed", "{answer}");
}

/// A class of a package that calls what only the older version has, by a parameter and by what it inherits.
fn user(package: &str) -> String {
    format!(
        "package {package};\nclass User extends lib.Store {{\n  void by(lib.Store store) {{ store.old(); }}\n  void of() {{ old(); }}\n}}\n"
    )
}

fn pom(artifact: &str, body: &str) -> String {
    format!(
        "<project><modelVersion>4.0.0</modelVersion><groupId>app</groupId><artifactId>{artifact}</artifactId><version>1</version>{body}</project>"
    )
}

/// A dependency on the library; what is behind its name.
fn uses(more: &str) -> String {
    let dependency = format!("<dependency><groupId>org.lib</groupId><artifactId>store</artifactId>{more}</dependency>");
    format!("<dependencies>{dependency}</dependencies>")
}

/// The lines that call the method of the older version, and the subtypes of it.
fn found(explorer: &Explorer) -> (BTreeSet<String>, BTreeSet<String>) {
    let calls = references(explorer);
    let text = |row: &Value, name: &str| row[name].as_str().unwrap().to_owned();
    let place = |row: &Value| format!("{}/{}", text(row, "artifact").split(':').nth(1).unwrap(), text(row, "file"));
    let lines = calls["references"].as_array().unwrap_or_else(|| panic!("{calls}"));
    let lines = lines.iter().map(|row| format!("{}:{}", place(row), row["line"])).collect();
    let heirs = ask(explorer, "find_implementations", of(OLD, json!({"symbol": "lib.Store"})));
    let heirs =
        heirs["results"].as_array().or(heirs["implementations"].as_array()).unwrap_or_else(|| panic!("{heirs}"));
    (lines, heirs.iter().map(place).collect())
}

fn references(explorer: &Explorer) -> Value {
    ask(explorer, "find_references", of(OLD, json!({"symbol": "lib.Store#old()", "group_by_file": false})))
}

fn both_lines(files: &[&str]) -> BTreeSet<String> {
    files.iter().flat_map(|file| [3, 4].map(|line| format!("{file}:{line}"))).collect()
}

fn all(files: &[&str]) -> (BTreeSet<String>, BTreeSet<String>) {
    (both_lines(files), files.iter().map(|file| (*file).to_owned()).collect())
}

#[test]
fn the_pom_of_a_project_says_it() {
    let library = Library::new();
    let explorer = explorer(&library);
    let version = "<version>1.0</version>";
    let managed = format!("<dependencyManagement>{}</dependencyManagement>", uses("<version>${store}</version>"));
    let child = |name: &str, body: &str| {
        let parent =
            "<parent><groupId>app</groupId><artifactId>parent</artifactId><version>${revision}</version></parent>";
        format!("<project>{parent}<artifactId>{name}</artifactId>{body}</project>")
    };
    let parent = format!(
        "<project><groupId>app</groupId><artifactId>parent</artifactId><version>${{revision}}</version>\
         <properties><revision>7</revision><store>1.0</store></properties>{managed}</project>"
    );
    let files = [
        ("plain/pom.xml", pom("plain", &uses(version))),
        ("plain/src/main/java/User.java", user("plain")),
        // Its tests use what nobody else does.
        ("tested/pom.xml", pom("tested", &uses(&format!("{version}<scope>test</scope>")))),
        ("tested/src/test/java/User.java", user("tested")),
        ("newer/pom.xml", pom("newer", &uses("<version>2.0</version>"))),
        ("newer/User.java", user("newer")),
        ("silent/User.java", user("silent")),
        // Each module has a version of its own, most by the parent beside it.
        ("modules/pom.xml", parent),
        ("modules/one/pom.xml", child("one", &uses(""))),
        ("modules/one/User.java", user("one")),
        ("modules/two/pom.xml", child("two", &uses("<version>2.0</version>"))),
        ("modules/two/User.java", user("two")),
        ("modules/two/deep/pom.xml", child("deep", &uses(""))),
        (
            "modules/two/deep/User.kt",
            user("deep")
                .replace("class User extends lib.Store {", "class User : lib.Store() {")
                .replace("void by(lib.Store store)", "fun by(store: lib.Store)")
                .replace("void of()", "fun of()"),
        ),
    ];
    for (path, text) in &files {
        library.home.write(path, text.as_bytes());
    }
    for folder in ["plain", "tested", "newer", "silent", "modules"] {
        register(&explorer, &library, &format!("app:{folder}:1"), folder);
    }
    let expected = [
        "plain/src/main/java/User.java",
        "tested/src/test/java/User.java",
        "modules/one/User.java",
        "modules/two/deep/User.kt",
    ];
    assert_eq!(found(&explorer), all(&expected));
    // What is written into a POM holds from then on.
    library.home.write("newer/pom.xml", pom("newer", &uses(version)).as_bytes());
    assert!(found(&explorer).0.is_superset(&both_lines(&["newer/User.java"])));
}

#[test]
fn a_commit_has_the_pom_of_its_time() {
    let mut library = Library::new();
    library.home.config.git_anywhere = true;
    let explorer = explorer(&library);
    library.home.write("repo/pom.xml", pom("repo", &uses("<version>1.0</version>")).as_bytes());
    library.home.write("repo/User.java", user("repo").as_bytes());
    let repository = library.home.path("repo");
    for arguments in [
        &["init", "-q", "-b", "main"][..],
        &["add", "-A"],
        &["-c", "user.email=a@example.org", "-c", "user.name=a", "commit", "-q", "-m", "one"],
    ] {
        assert!(Command::new("git").arg("-C").arg(&repository).args(arguments).status().unwrap().success());
    }
    library.home.write("repo/pom.xml", pom("repo", &uses("<version>2.0</version>")).as_bytes());
    let source = json!({"source_uri": repository, "git_ref": "main"});
    let answer = ask(&explorer, "register_source", of("app:repo:1", source));
    assert_eq!(answer["status"], "registered_and_indexed", "{answer}");
    assert_eq!(found(&explorer), all(&["repo/User.java"]));
}

#[test]
fn a_pom_that_is_none_is_said() {
    let library = Library::new();
    for (path, text) in [
        ("app/pom.xml", "<project><dependencies>".to_owned()),
        ("app/User.java", user("app")),
        ("app/child/pom.xml", pom("child", &uses("")).replace("<artifactId>child", "<parent><groupId>far</groupId><artifactId>away</artifactId><version>1</version></parent><artifactId>child")),
        ("app/child/User.java", user("child")),
    ] {
        library.home.write(path, text.as_bytes());
    }
    // Who uses the one version there is has nothing to choose.
    let explorer = with_versions(&library, &[(OLD, "void old() {}")]);
    register(&explorer, &library, "app:app:1", "app");
    let answer = references(&explorer);
    assert!(!answer["incomplete"].to_string().contains("pom.xml") && answer["total"]["value"] == 4, "{answer}");
    let explorer = with_versions(&library, &[(NEW, "void put() {}")]);
    let answer = references(&explorer);
    let incomplete = answer["incomplete"].to_string();
    assert!(incomplete.contains("app:app:1/pom.xml") && incomplete.contains("not well-formed"), "{answer}");
    assert!(incomplete.contains("app:app:1/child/pom.xml") && incomplete.contains("far:away:1"), "{answer}");
    assert_eq!(answer["total"]["value"], 0);
}

#[test]
fn parents_of_a_project_are_fetched_when_it_is_registered() {
    let server = Server::start();
    let managed = format!(
        "<project><groupId>far</groupId><artifactId>away</artifactId><version>1</version>\
         <dependencyManagement>{}</dependencyManagement></project>",
        uses("<version>1.0</version>")
    );
    server.on("/maven/far/away/1/away-1.pom", Reply::ok(managed));
    let library = Library::behind(&server);
    let explorer = explorer(&library);
    let parent = "<parent><groupId>far</groupId><artifactId>away</artifactId><version>1</version></parent>";
    library.home.write("app/pom.xml", pom("app", &format!("{parent}{}", uses(""))).as_bytes());
    library.home.write(
        "app/sub/pom.xml",
        pom("sub", &format!("{}{}", parent.replace("far", "app").replace("away", "app"), uses(""))).as_bytes(),
    );
    library.home.write("app/sub/User.java", user("sub").as_bytes());
    register(&explorer, &library, "app:app:1", "app");
    // Its own POMs are nobody else's.
    assert_eq!(server.count("/maven/app/app/1/app-1.pom"), 0, "{:?}", server.lines());
    assert_eq!(found(&explorer), all(&["app/sub/User.java"]));
}

/// A project whose POM leaves its versions to these BOMs, and its user.
fn importing(library: &Library, boms: &[&str]) {
    let import = |name: &&str| {
        format!(
            "<dependency><groupId>far</groupId><artifactId>{name}</artifactId><version>1</version><type>pom</type><scope>import</scope></dependency>"
        )
    };
    let imports: String = boms.iter().map(import).collect();
    let managed = format!("<dependencyManagement><dependencies>{imports}</dependencies></dependencyManagement>");
    library.home.write("app/pom.xml", pom("app", &format!("{managed}{}", uses(""))).as_bytes());
    library.home.write("app/User.java", user("app").as_bytes());
}

#[test]
fn a_server_that_fails_is_asked_once_for_all_parents() {
    let server = Server::start();
    let boms = ["a", "b", "c"];
    for name in boms {
        server.on(&format!("/maven/far/{name}/1/{name}-1.pom"), Reply::status(501));
    }
    let library = Library::behind(&server);
    let explorer = explorer(&library);
    importing(&library, &boms);
    register(&explorer, &library, "app:app:1", "app");
    assert_eq!(server.files(), ["GET /maven/far/a/1/a-1.pom"]);
    assert!(references(&explorer)["incomplete"].to_string().contains("far:a:1"));
    // One that refuses a file may have the next.
    server.on("/maven/far/a/1/a-1.pom", Reply::status(403));
    let answer = ask(&explorer, "index_artifact", of("app:app:1", json!({"force": true})));
    assert_eq!(answer["status"], "success", "{answer}");
    assert_eq!(server.files()[1..], ["GET /maven/far/a/1/a-1.pom", "GET /maven/far/b/1/b-1.pom"]);
}

#[test]
fn a_project_answers_before_its_parents_arrived() {
    let server = Server::start();
    server.on("/maven/far/a/1/a-1.pom", Reply::ok("<project>").announcing(1000).stalling());
    let library = Library::behind(&server);
    let explorer = explorer(&library);
    importing(&library, &["a"]);
    let others = library.explorer();
    thread::scope(|scope| {
        let first = scope.spawn(|| register(&explorer, &library, "app:app:1", "app"));
        while server.asked().is_empty() && !first.is_finished() {
            thread::yield_now();
        }
        assert!(!first.is_finished(), "{:?}", server.lines());
        assert_eq!(library::types(&others, "app:app:1"), ["User"]);
        assert!(!library.cache().is_locked(&Coordinate::parse("app:app:1").unwrap()));
        // What is not waited for any more is registered all the same.
        explorer.stop(Duration::from_secs(60));
        first.join().unwrap();
    });
}

#[test]
fn what_has_no_pom_has_the_one_that_was_installed() {
    let library = Library::new();
    let explorer = explorer(&library);
    library.home.write("app/User.java", user("app").as_bytes());
    library.home.write(".m2/repository/app/app/1/app-1.pom", pom("app", &uses("<version>1.0</version>")).as_bytes());
    register(&explorer, &library, "app:app:1", "app");
    assert_eq!(found(&explorer), all(&["app/User.java"]));
}

#[test]
fn a_pom_that_leads_nowhere_is_said() {
    let library = Library::new();
    let explorer = explorer(&library);
    let child = |name: &str, parent: [&str; 3]| {
        let [group, artifact, version] = parent;
        let parent = format!(
            "<parent><groupId>{group}</groupId><artifactId>{artifact}</artifactId><version>{version}</version></parent>"
        );
        pom(name, &format!("{parent}{}", uses("")))
    };
    let open = "<properties><v>${w}</v><w>${v}</w></properties>";
    let cases = [
        ("self", child("self", ["app", "self", "1"]), "app:self:1 is a parent of itself"),
        ("one", child("one", ["app", "two", "1"]), "app:two:1 is a parent of itself"),
        ("two", child("two", ["app", "one", "1"]), "app:one:1 is a parent of itself"),
        ("up", child("up", ["..", "..", ".."]), "a parent that it names is none"),
        ("part", child("part", ["app", "", "1"]), "a parent that it names has no artifactId"),
        ("turn", pom("turn", &format!("{open}{}", uses("<version>${v}</version>"))), "org.lib:store is '${"),
        ("none", pom("none", &uses("")), "nothing says the version of org.lib:store"),
        ("told", pom("told", &uses("<version>2.0</version>")), ""),
    ];
    for (name, text, _) in &cases {
        library.home.write(&format!("app/{name}/pom.xml"), text.as_bytes());
    }
    library.home.write("app/User.java", user("app").as_bytes());
    register(&explorer, &library, "app:app:1", "app");
    let answer = references(&explorer);
    let incomplete: Vec<String> = answer["incomplete"].as_array().unwrap().iter().map(ToString::to_string).collect();
    for (name, _, reason) in cases {
        let of = incomplete.iter().find(|one| one.contains(&format!("app:app:1/{name}/pom.xml")));
        assert_eq!(of.is_some(), !reason.is_empty(), "{name}: {incomplete:#?}");
        assert!(of.is_none_or(|of| of.contains(reason)), "{name}: {of:?}");
    }
}

#[test]
fn a_pom_that_is_too_large_is_said() {
    let library = Library::new();
    let explorer = explorer(&library);
    let text = format!("<description>{}</description>{}", "word ".repeat(1_800_000), uses("<version>1.0</version>"));
    library.home.write("app/pom.xml", pom("app", &text).as_bytes());
    library.home.write("app/User.java", user("app").as_bytes());
    register(&explorer, &library, "app:app:1", "app");
    let incomplete = references(&explorer)["incomplete"].to_string();
    assert!(
        incomplete.contains("app:app:1/pom.xml") && incomplete.contains("at most 8388608 are read"),
        "{incomplete}"
    );
}

#[test]
fn a_pom_among_the_files_of_a_test_is_not_that_of_the_project() {
    let library = Library::new();
    let explorer = explorer(&library);
    library.home.write("app/build.gradle.kts", b"dependencies { implementation(\"org.lib:store:2.0\") }\n");
    library.home.write("app/src/main/java/User.java", user("app").as_bytes());
    let old = uses("<version>1.0</version>");
    library.home.write("app/src/test/resources/fixture/pom.xml", pom("fixture", &old).as_bytes());
    library.home.write("app/src/test/resources/fixture/User.java", user("fixture").as_bytes());
    register(&explorer, &library, "app:app:1", "app");
    let fixture = "app/src/test/resources/fixture/User.java";
    assert_eq!(found(&explorer), all(&[fixture]));
    // What was installed of the project says it.
    library.home.write(".m2/repository/app/app/1/app-1.pom", pom("app", &old).as_bytes());
    assert_eq!(found(&library.explorer()), all(&[fixture, "app/src/main/java/User.java"]));
}

#[test]
fn projects_beside_each_other_have_versions_of_their_own() {
    let library = Library::new();
    let explorer = explorer(&library);
    let whole = |name: &str, revision: &str| {
        let properties = format!("<properties><revision>{revision}</revision></properties>");
        pom(name, &format!("{properties}{}", uses("<version>${revision}</version>")))
            .replace("<version>1<", "<version>${revision}<")
    };
    // The same name a second time: the parent is the one that lies beside.
    let child = "<project><parent><groupId>app</groupId><artifactId>one</artifactId><version>${revision}</version></parent><artifactId>child</artifactId></project>";
    for (path, text) in [
        ("all/a/pom.xml", whole("one", "2.0")),
        ("all/a/User.java", user("a")),
        ("all/b/pom.xml", whole("two", "1.0")),
        ("all/b/User.java", user("b")),
        ("all/c/pom.xml", whole("one", "1.0")),
        ("all/c/child/pom.xml", child.to_owned()),
        ("all/c/child/User.java", user("c")),
    ] {
        library.home.write(path, text.as_bytes());
    }
    register(&explorer, &library, "app:all:1", "all");
    assert_eq!(found(&explorer), all(&["all/b/User.java", "all/c/child/User.java"]));
}

#[test]
fn what_of_several_that_have_a_type_is_taken_is_said() {
    let library = Library::new();
    let explorer = explorer(&library);
    library.home.write("fork/Store.java", b"package lib;\npublic class Store { public void old() {} }\n");
    library.home.write("user/User.java", user("user").as_bytes());
    register(&explorer, &library, "org.work:fork:7", "fork");
    register(&explorer, &library, "app:user:1", "user");
    let notes = |tool: &str, coordinate: &str| {
        let answer = ask(&explorer, tool, of(coordinate, json!({"symbol": "lib.Store"})));
        let notes = answer["incomplete"].as_array().into_iter().flatten().filter(|one| one["note"] == true);
        let said = notes.map(|one| format!("{} {}", one["what"].as_str().unwrap(), one["reason"].as_str().unwrap()));
        said.filter(|one| one.contains("taken to use")).collect::<Vec<_>>()
    };
    for tool in ["find_references", "find_implementations"] {
        let of_fork = format!(
            "{NEW} has lib.Store too: what does not say which of them it uses is taken to use it, not org.work:fork:7"
        );
        assert_eq!(notes(tool, "org.work:fork:7"), [of_fork]);
        let of_old =
            format!("{NEW} is indexed too: what does not say which version it uses is taken to use it, not {OLD}");
        assert_eq!(notes(tool, OLD), [of_old]);
        assert_eq!(notes(tool, NEW), [""; 0]);
    }
}

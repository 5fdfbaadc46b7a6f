//! From a coordinate to its sources: local Maven repository, Gradle's caches, remote repositories behind mirrors.
#![allow(clippy::unwrap_used, clippy::format_collect, clippy::disallowed_methods, reason = "tests")]

#[path = "repository/local.rs"]
mod local;
#[path = "common/repositories.rs"]
mod repositories;
#[path = "common/server.rs"]
mod server;
#[path = "repository/settings.rs"]
mod settings;
#[path = "common/zip.rs"]
#[allow(dead_code, reason = "the archive tests use the rest")]
mod zip;

use std::fs;

use jardex::cache::Cache;
use jardex::config::Repository;
use jardex::error::Failure;
use jardex::maven::pom::effective;
use jardex::model::Origin;
use jardex::source::repository::{Asking, Place};
use jardex::work::Work;
use repositories::{ANDROID, CLASSES, Home, POM, SOURCES, jar, lib, sha1, text};
use server::{Reply, Server};
use sha2::{Digest, Sha512};

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn a_remote_file_is_downloaded_once_and_asked_about_when_asked_for() {
    let server = Server::start();
    let bytes = jar("remote");
    server.on(SOURCES, Reply::ok(bytes.clone()).header("ETag", "\"1\""));
    server.on(&format!("{SOURCES}.sha512"), Reply::ok(hex(&Sha512::digest(&bytes))));
    server.on(POM, Reply::ok("<project><artifactId>lib</artifactId></project>"));
    let home = Home::mirrored(&server);
    let found = home.found(Asking::ByTheWay);
    assert_eq!((text(&found).as_str(), &found.place), ("remote", &Place::Remote("company".to_owned())));
    assert_eq!(found.source.uri, server.url(SOURCES));
    assert!(found.source.notes.is_empty(), "{:?}", found.source.notes);
    assert!(found.source.pom.as_deref().is_some_and(|pom| pom.starts_with(b"<project>")));
    assert_eq!(home.cached(), ["lib-1.0-sources.jar", "lib-1.0-sources.jar.json", "lib-1.0.pom"]);
    let mut lines = server.lines();
    lines.sort();
    let beside = ["", ".md5", ".sha1"].map(|end| format!("GET {POM}{end}"));
    assert_eq!(lines, [[format!("GET {SOURCES}"), format!("GET {SOURCES}.sha512")].as_slice(), &beside].concat());

    // By the way: nothing is asked. Explicitly: asked, and the answer is that nothing changed.
    assert_eq!(text(&home.found(Asking::ByTheWay)), "remote");
    assert_eq!(server.asked().len(), 5);
    server.on(SOURCES, Reply::status(304));
    assert_eq!(text(&home.found(Asking::Explicitly)), "remote");
    assert_eq!(server.asked().last().unwrap().headers["if-none-match"], "\"1\"");
    // Another file under the same name is taken when asked for.
    server.on(SOURCES, Reply::ok(jar("replaced")));
    server.on(&format!("{SOURCES}.sha512"), Reply::ok(hex(&Sha512::digest(jar("replaced")))));
    assert_eq!(text(&home.found(Asking::Explicitly)), "replaced");
    // A server that is down is no reason to lose what is at hand; it is said.
    server.on(SOURCES, Reply::status(403));
    let found = home.found(Asking::Explicitly);
    assert_eq!(text(&found), "replaced");
    assert!(found.source.notes[0].contains("HTTP 403"), "{:?}", found.source.notes);
    assert_eq!(home.repositories().local_pom(&lib()).unwrap(), found.source.pom.unwrap());
}

#[test]
fn the_parents_that_know_the_versions_of_dependencies_are_kept_with_an_artifact() {
    let parent = "<parent><groupId>org.example</groupId><artifactId>parent</artifactId><version>7</version></parent>";
    let dependency = |version: &str| {
        format!(
            "<dependencies><dependency><groupId>x</groupId><artifactId>other</artifactId>{version}</dependency></dependencies>"
        )
    };
    let managed = dependency("<version>1.${minor}</version>");
    let parent_path = "/maven/org/example/parent/7/parent-7.pom";
    let above_path = "/maven/org/example/above/1/above-1.pom";
    let above = "<parent><groupId>org.example</groupId><artifactId>above</artifactId><version>1</version></parent>";
    let server_with = |pom: String| {
        let server = Server::start();
        server.on(SOURCES, Reply::ok(jar("remote")));
        server.on(POM, Reply::ok(format!("<project>{parent}{pom}</project>")));
        let managed = format!("<dependencyManagement>{managed}</dependencyManagement>");
        server.on(parent_path, Reply::ok(format!("<project>{above}{managed}</project>")));
        server.on(
            above_path,
            Reply::ok("<project><properties><minor>2</minor></properties><packaging>pom</packaging></project>"),
        );
        server
    };
    let server = server_with(dependency(""));
    let home = Home::mirrored(&server);
    let found = home.found(Asking::Explicitly);
    let repositories = home.repositories();
    let versions = effective(found.source.pom.as_deref().unwrap(), &|wanted| repositories.local_pom(wanted));
    assert_eq!(versions.iter().map(ToString::to_string).collect::<Vec<_>>(), ["x:other:1.2"]);
    // They are asked for once.
    home.found(Asking::Explicitly);
    for path in [parent_path, above_path] {
        assert_eq!(server.lines().iter().filter(|line| **line == format!("GET {path}")).count(), 1, "{path}");
    }
    // Who says its versions itself needs no parent, and a parent that is nowhere costs nothing.
    let server = server_with(dependency("<version>1</version>"));
    Home::mirrored(&server).found(Asking::Explicitly);
    assert!(!server.lines().contains(&format!("GET {parent_path}")));
    let server = server_with(dependency(""));
    server.on(parent_path, Reply::status(404));
    let home = Home::mirrored(&server);
    assert_eq!(text(&home.found(Asking::Explicitly)), "remote");
    assert_eq!(text(&home.found(Asking::Explicitly)), "remote");
    assert_eq!(server.lines().iter().filter(|line| **line == format!("GET {parent_path}")).count(), 1);
}

#[test]
fn a_damaged_download_is_made_again() {
    let server = Server::start();
    server.on(SOURCES, Reply::ok(jar("remote")));
    let mut home = Home::mirrored(&server);
    let path = home.found(Asking::ByTheWay).path;
    fs::write(&path, jar("remotf")).unwrap();
    assert_eq!(text(&home.found(Asking::ByTheWay)), "remote");
    fs::write(&path, jar("remotf")).unwrap();
    home.config.offline = true;
    assert_eq!(home.failure(Asking::ByTheWay).0, "offline");
}

#[test]
fn the_checksum_policy_of_a_repository_is_followed() {
    let server = Server::start();
    server.on(SOURCES, Reply::ok(jar("remote")));
    server.on(&format!("{SOURCES}.sha1"), Reply::ok("0".repeat(40)));
    let home = Home::new();
    let policy = |policy: &str| {
        home.settings(&format!(
            "<profiles><profile><id>p</id><activation><activeByDefault>true</activeByDefault></activation><repositories>
             <repository><id>central</id><url>{}</url><releases>{policy}</releases></repository></repositories></profile>
             </profiles>",
            server.url("/maven")
        ));
    };
    let said = |asking| home.found(asking).source.notes.join("; ");
    for refused in ["", "<checksumPolicy>fail</checksumPolicy>", "<checksumPolicy>odd</checksumPolicy>"] {
        policy(refused);
        assert_eq!(home.failure_of_a_fresh_cache().0, "download_failed", "{refused}");
    }
    policy("<checksumPolicy>warn</checksumPolicy>");
    let (wrong, right) = ("0".repeat(40), sha1(&jar("remote")));
    for asking in [Asking::Explicitly, Asking::ByTheWay] {
        let said = said(asking);
        assert!(said.contains(&wrong) && said.contains(&right) && said.contains("warn"), "{said}");
    }
    server.on(&format!("{SOURCES}.sha1"), Reply::ok("<html>hi</html>"));
    let notes = said(Asking::Explicitly);
    assert!(notes.contains("<html>hi</html>") && notes.contains("warn"), "{notes}");
    // What was taken under laxer settings is not what stricter ones take.
    policy("");
    assert_eq!(home.failure(Asking::ByTheWay).0, "download_failed");
    policy("<checksumPolicy>ignore</checksumPolicy>");
    std::fs::remove_dir_all(&home.config.home).unwrap();
    let before = server.asked().len();
    assert!(said(Asking::Explicitly).contains("ignore"));
    assert!(server.lines()[before..].iter().all(|line| !line.contains(".sha")), "{:?}", server.lines());
}

#[test]
fn a_missing_checksum_is_noted_and_a_wrong_one_refused() {
    let server = Server::start();
    server.on(SOURCES, Reply::ok(jar("remote")));
    let home = Home::mirrored(&server);
    for _ in 0..2 {
        let notes = home.found(Asking::ByTheWay).source.notes;
        assert_eq!(notes, ["no checksum was published for this file"]);
    }
    let home = Home::mirrored(&server);
    server.on(&format!("{SOURCES}.sha1"), Reply::ok("0".repeat(40)));
    let (status, message) = home.failure(Asking::ByTheWay);
    assert_eq!(status, "download_failed");
    assert!(message.contains(&"0".repeat(40)) && message.contains(&sha1(&jar("remote"))), "{message}");
    assert!(home.cached().is_empty(), "{:?}", home.cached());
}

#[test]
fn failures_of_a_repository_are_told_and_nothing_is_kept() {
    let cut = jar("remote")[..40].to_vec();
    for (reply, status, part) in [
        (Reply::status(401), "download_failed", "HTTP 401"),
        (Reply::status(503).header("Retry-After", "99"), "download_failed", "HTTP 503"),
        (Reply::ok("<html>log in</html>"), "invalid_source", "an HTML page"),
        (Reply::ok(""), "invalid_source", "empty"),
        (Reply::ok(cut), "invalid_source", "lib-1.0-sources.jar"),
        (Reply::to(302, "ftp://x/"), "download_failed", "redirects"),
    ] {
        let server = Server::start();
        server.on(SOURCES, reply);
        let home = Home::mirrored(&server);
        let (answered, message) = home.failure(Asking::ByTheWay);
        assert_eq!(answered, status, "{message}");
        assert!(message.contains(part) && message.contains("org.example:lib:1.0"), "{message}");
        assert!(message.contains(&server.url("")), "{message}");
        assert!(home.cached().is_empty(), "{:?}", home.cached());
    }
}

#[test]
fn what_is_nowhere_lists_where_it_was_looked_for() {
    let server = Server::start();
    let home = Home::mirrored(&server);
    let (status, message) = home.failure(Asking::Explicitly);
    assert_eq!(status, "source_jar_not_found");
    for part in [
        "org.example:lib:1.0",
        "~/.m2/repository/org/example/lib/1.0/lib-1.0-sources.jar",
        "~/.gradle/caches/modules-2/files-2.1/org.example/lib/1.0",
        &format!("company ({})", server.url("/maven")),
    ] {
        assert!(message.contains(part), "{part} in {message}");
    }
    let asked = [SOURCES, CLASSES, ANDROID, POM].map(|path| format!("GET {path}"));
    assert_eq!(server.lines(), asked);
}

#[test]
fn a_not_found_is_remembered_for_those_who_ask_by_the_way() {
    let server = Server::start();
    let home = Home::mirrored(&server);
    home.failure(Asking::ByTheWay);
    let asked = server.asked().len();
    assert_eq!(home.failure(Asking::ByTheWay).0, "source_jar_not_found");
    assert_eq!(server.asked().len(), asked);
    // Published meanwhile: found when asked for explicitly, and by the way afterwards.
    server.on(SOURCES, Reply::ok(jar("new")));
    assert_eq!(home.failure(Asking::ByTheWay).0, "source_jar_not_found");
    assert_eq!(text(&home.found(Asking::Explicitly)), "new");
    assert_eq!(text(&home.found(Asking::ByTheWay)), "new");
    assert!(!home.cached().contains(&"lib-1.0-sources.jar.absent".to_owned()), "{:?}", home.cached());
}

#[test]
fn an_old_or_future_not_found_is_not_believed() {
    let server = Server::start();
    let home = Home::mirrored(&server);
    home.failure(Asking::ByTheWay);
    server.on(SOURCES, Reply::ok(jar("new")));
    let cache = Cache::at(home.config.home.clone());
    let remembered = cache.download_file(&server.url("/maven"), &lib(), "lib-1.0-sources.jar.absent");
    assert!(remembered.exists());
    for at in ["1", "99999999999", "\"x\""] {
        fs::write(&remembered, format!("{{\"at\":{at},\"class_jar\":null}}")).unwrap();
        let fresh = home.found(Asking::ByTheWay);
        assert_eq!(text(&fresh), "new");
        fs::remove_file(&fresh.path).unwrap();
    }
}

#[test]
fn the_archive_of_an_android_library_stands_in_where_nobody_has_a_class_jar() {
    let server = Server::start();
    server.on(ANDROID, Reply::ok(jar("android")));
    let home = Home::mirrored(&server);
    let found = home.found(Asking::ByTheWay);
    assert_eq!(text(&found), "android");
    assert!(found.source.uri.ends_with("/lib-1.0.aar"), "{}", found.source.uri);
    let asked = server.asked().len();
    assert_eq!(text(&home.found(Asking::ByTheWay)), "android");
    assert_eq!(server.asked().len(), asked, "both answers are remembered");
    // A class JAR goes before it.
    server.on(CLASSES, Reply::ok(jar("classes")));
    assert_eq!(text(&home.found(Asking::Explicitly)), "classes");
}

#[test]
fn a_class_jar_stands_in_where_nobody_has_the_sources() {
    let server = Server::start();
    server.on(CLASSES, Reply::ok(jar("remote classes")));
    let home = Home::mirrored(&server);
    let found = home.found(Asking::ByTheWay);
    assert_eq!(text(&found), "remote classes");
    let said = found.source.notes.join("; ");
    assert!(said.contains("no sources were found in") && said.contains(&server.url("/maven")), "{said}");
    let asked = server.asked().len();
    assert_eq!(text(&home.found(Asking::ByTheWay)), "remote classes");
    assert_eq!(server.asked().len(), asked, "both answers are remembered");
    // Sources that have appeared are taken by whoever asks for just this.
    server.on(SOURCES, Reply::ok(jar("sources")));
    assert_eq!(text(&home.found(Asking::ByTheWay)), "remote classes");
    assert_eq!(text(&home.found(Asking::Explicitly)), "sources");
    assert_eq!(text(&home.found(Asking::ByTheWay)), "sources");
}

#[test]
fn a_class_jar_that_cannot_be_used_is_not_called_sources() {
    let server = Server::start();
    let class = zip::Item::stored("a/A.class", b"");
    let lying = class.clone().but(|item| item.local_name = b"a/B.class".to_vec());
    server.on(CLASSES, Reply::ok(zip::archive(&[lying, class])));
    let (status, message) = Home::mirrored(&server).failure(Asking::ByTheWay);
    assert_eq!(status, "invalid_source", "{message}");
    assert!(message.contains("'a/A.class'") && !message.contains("the sources of"), "{message}");
}

#[test]
fn one_origin_can_be_asked_for_alone() {
    let server = Server::start();
    server.on(SOURCES, Reply::ok(jar("sources")));
    let home = Home::mirrored(&server);
    let ask = |origin| home.repositories().locate_origin(&lib(), Some(origin), Asking::Explicitly, &Work::default());
    let absent = jardex::error::Failure::from(ask(Origin::Bytecode).unwrap_err());
    assert_eq!(absent.status.as_str(), "source_jar_not_found");
    assert!(absent.message.contains("no class JAR of org.example:lib:1.0"), "{}", absent.message);
    server.on(CLASSES, Reply::ok(jar("classes")));
    assert_eq!(text(&ask(Origin::Bytecode).unwrap()), "classes");
    assert_eq!(text(&ask(Origin::Source).unwrap()), "sources");
}

#[test]
fn offline_says_whom_it_would_have_asked() {
    let server = Server::start();
    server.on(SOURCES, Reply::ok(jar("remote")));
    let mut home = Home::mirrored(&server);
    home.config.offline = true;
    let (status, message) = home.failure(Asking::Explicitly);
    assert_eq!(status, "offline");
    assert!(message.contains(&server.url("/maven")) && message.contains("~/.m2/repository"), "{message}");
    assert!(server.asked().is_empty());
    // What was downloaded before is there.
    home.config.offline = false;
    home.found(Asking::ByTheWay);
    home.config.offline = true;
    assert_eq!(text(&home.found(Asking::Explicitly)), "remote");
    // settings.xml can turn the network off as well.
    home.config.offline = false;
    home.settings("<offline>true</offline>");
    assert_eq!(home.failure(Asking::Explicitly).0, "offline");
}

#[test]
fn repositories_are_asked_in_order_and_each_once() {
    let (first, second) = (Server::start(), Server::start());
    second.on(SOURCES, Reply::ok(jar("second")));
    let mut home = Home::new();
    let repository = |id: &str, server: &Server| Repository { id: id.to_owned(), url: server.url("/maven") };
    home.config.repositories = vec![repository("one", &first), repository("again", &first)];
    home.settings(&format!(
        "<profiles><profile><id>p</id><repositories><repository><id>two</id><url>{}/</url></repository></repositories>
         </profile></profiles><activeProfiles><activeProfile>p</activeProfile></activeProfiles>",
        second.url("/maven")
    ));
    assert_eq!(home.found(Asking::ByTheWay).place, Place::Remote("two".to_owned()));
    assert_eq!(first.count(SOURCES), 1);
    // One that fails does not hide the next, and is told.
    first.on(SOURCES, Reply::status(403));
    let found = home.found(Asking::Explicitly);
    assert_eq!(text(&found), "second");
    assert!(found.source.notes.iter().any(|note| note.contains("HTTP 403")), "{:?}", found.source.notes);
}

#[test]
fn what_goes_wrong_is_never_remembered_as_not_found() {
    for (path, reply) in [
        (SOURCES, Reply::status(401)),
        (SOURCES, Reply::status(403)),
        (SOURCES, Reply::status(500)),
        (SOURCES, Reply::status(429).header("Retry-After", "99")),
        (SOURCES, Reply::ok("<html>log in</html>")),
        (CLASSES, Reply::status(500)),
        (CLASSES, Reply::status(403)),
        (POM, Reply::status(500)),
    ] {
        let server = Server::start();
        server.on(path, reply);
        let home = Home::mirrored(&server);
        let (status, message) = home.failure(Asking::ByTheWay);
        assert!(status == "download_failed" || status == "invalid_source", "{path}: {status}: {message}");
        // Asked again, and found as soon as it works.
        let asked = server.count(path);
        assert_ne!(home.failure(Asking::ByTheWay).0, "source_jar_not_found", "{path}");
        assert!(server.count(path) > asked, "{path}");
        server.on(SOURCES, Reply::ok(jar("works")));
        if path == SOURCES {
            assert_eq!(text(&home.found(Asking::ByTheWay)), "works");
        }
    }
}

#[test]
fn what_one_repository_gave_is_not_what_another_has() {
    let (one, two) = (Server::start(), Server::start());
    one.on(SOURCES, Reply::ok(jar("of the one")));
    two.on(SOURCES, Reply::ok(jar("of the other")));
    let mut home = Home::new();
    let from = |server: &Server| vec![Repository { id: "r".to_owned(), url: server.url("/maven") }];
    home.config.repositories = from(&one);
    assert_eq!(text(&home.found(Asking::ByTheWay)), "of the one");
    home.config.repositories = from(&two);
    assert_eq!(text(&home.found(Asking::ByTheWay)), "of the other");
    assert_eq!(two.count(SOURCES), 1);
    // Nor is a not-found.
    let three = Server::start();
    home.config.repositories = from(&three);
    assert_eq!(home.failure(Asking::ByTheWay).0, "source_jar_not_found");
    home.config.repositories = from(&one);
    assert_eq!(text(&home.found(Asking::ByTheWay)), "of the one");
    assert_eq!(one.count(SOURCES), 1, "its own download is still there");
}

#[test]
#[cfg(unix)]
fn a_cache_that_cannot_be_written_is_said() {
    let server = Server::start();
    server.on(SOURCES, Reply::ok(jar("remote")));
    let mut home = Home::mirrored(&server);
    // Below a plain file no folder can be made: by no user, the superuser included.
    home.write("file", b"");
    home.config.home = home.path("file/cache");
    assert_eq!(home.failure(Asking::ByTheWay).0, "not_permitted");
}

#[test]
fn cancelled_work_is_told_as_such() {
    let server = Server::start();
    server.on(SOURCES, Reply::ok(jar("remote")[..40].to_vec()).announcing(9_999).stalling());
    let home = Home::mirrored(&server);
    let work = Work::default();
    work.cancel();
    let error = home.repositories().locate(&lib(), Asking::ByTheWay, &work).unwrap_err();
    assert_eq!(Failure::from(error), Failure::cancelled());
    assert!(home.cached().is_empty());
}

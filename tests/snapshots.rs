//! SNAPSHOTs: the newest build that this machine or a repository has, as lists of builds say it.
#![allow(clippy::unwrap_used, clippy::format_collect, clippy::disallowed_methods, reason = "tests")]

#[path = "common/repositories.rs"]
mod repositories;
#[path = "common/server.rs"]
mod server;
#[path = "common/zip.rs"]
#[allow(dead_code, reason = "the archive tests use the rest")]
mod zip;

use std::fs;

use jardex::cache::Cache;
use jardex::config::Repository;
use jardex::coordinate::Coordinate;
use jardex::error::Failure;
use jardex::model::Origin;
use jardex::source::repository::{Asking, Found, Place, RepositoryError};
use jardex::work::Work;
use repositories::{Home, jar, text};
use server::{Reply, Server};

const FOLDER: &str = "/maven/org/example/lib/1.0-SNAPSHOT";
const LOCAL: &str = ".m2/repository/org/example/lib/1.0-SNAPSHOT";

fn metadata(versioning: &str) -> String {
    format!("<metadata><versioning>{versioning}</versioning></metadata>")
}

fn listing(builds: &[(&str, &str)]) -> String {
    let builds: String = builds
        .iter()
        .map(|(value, updated)| {
            format!(
                "<snapshotVersion><classifier>sources</classifier><extension>jar</extension><value>{value}</value>\
                 <updated>{updated}</updated></snapshotVersion>"
            )
        })
        .collect();
    metadata(&format!("<snapshotVersions>{builds}</snapshotVersions>"))
}

fn locate_version(home: &Home, version: &str, asking: Asking) -> Result<Found, RepositoryError> {
    let coordinate = Coordinate::new("org.example", "lib", version).unwrap();
    home.repositories().locate(&coordinate, asking, &Work::default())
}

fn found(home: &Home, asking: Asking) -> Found {
    locate_version(home, "1.0-SNAPSHOT", asking).unwrap_or_else(|error| panic!("{error}"))
}

fn failure(home: &Home, asking: Asking) -> Failure {
    locate_version(home, "1.0-SNAPSHOT", asking).unwrap_err().into()
}

/// A server with two builds, listed oldest first.
fn two_builds() -> Server {
    let server = Server::start();
    let list = listing(&[("1.0-20240101.000000-1", "20240101000000"), ("1.0-20240102.000000-2", "20240102000000")]);
    server.on(&format!("{FOLDER}/maven-metadata.xml"), Reply::ok(list));
    server.on(&format!("{FOLDER}/lib-1.0-20240101.000000-1-sources.jar"), Reply::ok(jar("first")));
    server.on(&format!("{FOLDER}/lib-1.0-20240102.000000-2-sources.jar"), Reply::ok(jar("second")));
    server.on(&format!("{FOLDER}/lib-1.0-20240102.000000-2.pom"), Reply::ok("<project/>"));
    server
}

#[test]
fn the_newest_build_of_a_repository_is_taken_and_said() {
    let server = two_builds();
    let home = Home::with_repository(&server);
    let got = found(&home, Asking::Explicitly);
    assert_eq!((text(&got).as_str(), &got.place), ("second", &Place::Remote("company".to_owned())));
    let said = got.source.notes.join("; ");
    assert!(said.contains("org.example:lib:1.0-SNAPSHOT is 1.0-20240102.000000-2 of company"), "{said}");
    assert!(got.source.uri.ends_with("/lib-1.0-20240102.000000-2-sources.jar"), "{}", got.source.uri);
    assert_eq!(got.source.pom.as_deref(), Some(&b"<project/>"[..]));
    let snapshot = Coordinate::parse("org.example:lib:1.0-SNAPSHOT").unwrap();
    assert_eq!(home.repositories().local_pom(&snapshot).as_deref(), Some(&b"<project/>"[..]));
}

/// Sources of an earlier build are another version's: the class files of the newest answer, and that is said.
#[test]
fn sources_of_an_earlier_build_do_not_stand_for_the_newest() {
    let server = Server::start();
    let (first, second) = ("1.0-20240101.000000-1", "1.0-20240102.000000-2");
    let entry = |classifier: &str, value: &str, updated: &str| {
        format!(
            "<snapshotVersion>{classifier}<extension>jar</extension><value>{value}</value><updated>{updated}</updated>\
             </snapshotVersion>"
        )
    };
    let sources = "<classifier>sources</classifier>";
    let list = |sources_of: &str, at: &str| {
        let entries = entry(sources, sources_of, at) + &entry("", second, "20240102000000");
        metadata(&format!("<snapshotVersions>{entries}</snapshotVersions>"))
    };
    let file = format!("{FOLDER}/maven-metadata.xml");
    server.on(&file, Reply::ok(list(first, "20240101000000")));
    server.on(&format!("{FOLDER}/lib-{first}-sources.jar"), Reply::ok(jar("first")));
    let classes = zip::archive(&[zip::Item::stored("a/A.class", b"second")]);
    server.on(&format!("{FOLDER}/lib-{second}.jar"), Reply::ok(classes));
    let home = Home::with_repository(&server);
    for asking in [Asking::Explicitly, Asking::ByTheWay] {
        let got = found(&home, asking);
        assert_eq!(text(&got), "second");
        let said = got.source.notes.join("; ");
        assert!(said.contains(&format!("no sources of {second} were found; there are some of {first}")), "{said}");
        assert!(said.contains(&format!("1.0-SNAPSHOT is {second} of company")), "{said}");
    }
    // Who asks for sources outright gets them, told which they are; a build is its own version.
    let repositories = home.repositories();
    let locate = |version: &str, wanted| {
        let coordinate = Coordinate::new("org.example", "lib", version).unwrap();
        repositories.locate_origin(&coordinate, wanted, Asking::ByTheWay, &Work::default()).unwrap()
    };
    let got = locate("1.0-SNAPSHOT", Some(Origin::Source));
    assert!(text(&got) == "first" && got.source.notes.join("; ").contains(&format!("is {first} of")));
    assert_eq!(text(&locate(first, None)), "first");
    // Where the newest build has sources too, they are taken; where its class JAR is gone, what there is.
    server.on(&format!("{FOLDER}/lib-{second}-sources.jar"), Reply::ok(jar("sources of the second")));
    server.on(&file, Reply::ok(list(second, "20240102000000")));
    assert_eq!(text(&found(&home, Asking::Explicitly)), "sources of the second");
    let home = Home::with_repository(&server);
    server.on(&file, Reply::ok(list(first, "20240101000000")));
    server.on(&format!("{FOLDER}/lib-{second}.jar"), Reply::status(404));
    assert_eq!(text(&found(&home, Asking::Explicitly)), "first");
    // A newer build of this machine without sources is the newest.
    let home = Home::with_repository(&server);
    home.write(&format!("{LOCAL}/lib-1.0-SNAPSHOT.jar"), &zip::archive(&[zip::Item::stored("a/A.class", b"local")]));
    let local = entry("", "1.0-SNAPSHOT", "20240301000000");
    let local = metadata(&format!(
        "<snapshot><localCopy>true</localCopy></snapshot><snapshotVersions>{local}</snapshotVersions>"
    ));
    home.write(&format!("{LOCAL}/maven-metadata-local.xml"), local.as_bytes());
    assert_eq!(text(&found(&home, Asking::Explicitly)), "local");
}

#[test]
fn the_list_of_builds_is_looked_at_daily_and_whenever_somebody_asks() {
    let server = two_builds();
    let home = Home::with_repository(&server);
    let list = format!("{FOLDER}/maven-metadata.xml");
    assert_eq!(text(&found(&home, Asking::ByTheWay)), "second");
    let new = "1.0-20240103.000000-3";
    server.on(&list, Reply::ok(listing(&[(new, "20240103000000")])));
    server.on(&format!("{FOLDER}/lib-{new}-sources.jar"), Reply::ok(jar("third")));
    let asked = server.asked().len();
    assert_eq!(text(&found(&home, Asking::ByTheWay)), "second");
    assert_eq!(server.asked().len(), asked, "within a day nothing is asked");
    // A day later, and where the clock was set back: asked again.
    let cache = Cache::at(home.config.home.clone());
    let snapshot = Coordinate::parse("org.example:lib:1.0-SNAPSHOT").unwrap();
    let record = cache.download_file(&server.url("/maven"), &snapshot, "maven-metadata.xml.json");
    let read = fs::read_to_string(&record).unwrap();
    let at = read.split("\"at\":").nth(1).unwrap().trim_end_matches('}').to_owned();
    fs::write(&record, read.replace(&at, "1000")).unwrap();
    assert_eq!(text(&found(&home, Asking::ByTheWay)), "third");
    server.on(&list, Reply::ok(listing(&[("1.0-20240104.000000-4", "20240104000000")])));
    server.on(&format!("{FOLDER}/lib-1.0-20240104.000000-4-sources.jar"), Reply::ok(jar("fourth")));
    assert_eq!(text(&found(&home, Asking::ByTheWay)), "third");
    assert_eq!(text(&found(&home, Asking::Explicitly)), "fourth");
    // A server that is down: what it listed last serves, and that is said.
    server.on(&list, Reply::status(403));
    let got = found(&home, Asking::Explicitly);
    assert_eq!(text(&got), "fourth");
    assert!(got.source.notes.join("; ").contains("an earlier list of builds was used"), "{:?}", got.source.notes);
}

#[test]
fn a_repositorys_update_policy_decides_when_its_list_is_old() {
    for (policy, expected) in [("always", "third"), ("interval:1", "second"), ("never", "second")] {
        let server = two_builds();
        let home = Home::new();
        home.settings(&format!(
            "<profiles><profile><id>p</id><repositories><repository><id>company</id><url>{}</url><snapshots>
             <updatePolicy>{policy}</updatePolicy></snapshots></repository></repositories></profile></profiles>
             <activeProfiles><activeProfile>p</activeProfile></activeProfiles>",
            server.url("/maven")
        ));
        assert_eq!(text(&found(&home, Asking::ByTheWay)), "second", "{policy}");
        let list = listing(&[("1.0-20240103.000000-3", "20240103000000")]);
        server.on(&format!("{FOLDER}/maven-metadata.xml"), Reply::ok(list));
        server.on(&format!("{FOLDER}/lib-1.0-20240103.000000-3-sources.jar"), Reply::ok(jar("third")));
        assert_eq!(text(&found(&home, Asking::ByTheWay)), expected, "{policy}");
        assert_eq!(text(&found(&home, Asking::Explicitly)), "third", "{policy}");
    }
}

#[test]
fn partial_lists_and_files_named_by_the_snapshot_itself_serve() {
    for (list, name) in [
        (
            Some("<snapshot><timestamp>20240105.101112</timestamp><buildNumber>7</buildNumber></snapshot>"),
            "1.0-20240105.101112-7",
        ),
        (Some("<snapshot/><lastUpdated>20240105101112</lastUpdated>"), "1.0-SNAPSHOT"),
        (None, "1.0-SNAPSHOT"),
    ] {
        let server = Server::start();
        if let Some(list) = list {
            server.on(&format!("{FOLDER}/maven-metadata.xml"), Reply::ok(metadata(list)));
        }
        let path = format!("{FOLDER}/lib-{name}-sources.jar");
        server.on(&path, Reply::ok(jar("one")));
        let home = Home::with_repository(&server);
        assert_eq!(text(&found(&home, Asking::ByTheWay)), "one", "{name}");
        // A name that stays is asked for again; a build never changes.
        server.on(&path, Reply::ok(jar("two")));
        let expected = if name == "1.0-SNAPSHOT" { "two" } else { "one" };
        assert_eq!(text(&found(&home, Asking::Explicitly)), expected, "{name}");
    }
}

#[test]
fn a_build_asked_for_by_its_name_lies_in_the_folder_of_its_snapshot() {
    let server = two_builds();
    let home = Home::with_repository(&server);
    let got = locate_version(&home, "1.0-20240101.000000-1", Asking::Explicitly).unwrap();
    assert_eq!(text(&got), "first");
    assert_eq!(server.count(&format!("{FOLDER}/maven-metadata.xml")), 0);
    home.write(&format!("{LOCAL}/lib-1.0-20240101.000000-1-sources.jar"), &jar("local"));
    assert_eq!(text(&locate_version(&home, "1.0-20240101.000000-1", Asking::Explicitly).unwrap()), "local");
}

#[test]
fn the_newest_of_this_machine_and_the_repositories_is_taken() {
    let server = two_builds();
    let home = Home::with_repository(&server);
    // Fetched by Maven from some repository: older than what the server has.
    home.write(&format!("{LOCAL}/lib-1.0-20240101.000000-1-sources.jar"), &jar("fetched"));
    home.write(&format!("{LOCAL}/lib-1.0-SNAPSHOT-sources.jar"), &jar("fetched"));
    let list = listing(&[("1.0-20240101.000000-1", "20240101000000")]);
    home.write(&format!("{LOCAL}/maven-metadata-company.xml"), list.as_bytes());
    assert_eq!(text(&found(&home, Asking::ByTheWay)), "second");
    // Built on this machine afterwards.
    home.write(&format!("{LOCAL}/lib-1.0-SNAPSHOT-sources.jar"), &jar("built here"));
    let built = metadata(
        "<snapshot><localCopy>true</localCopy></snapshot><lastUpdated>20240601000000</lastUpdated><snapshotVersions>\
         <snapshotVersion><classifier>sources</classifier><extension>jar</extension><value>1.0-SNAPSHOT</value>\
         <updated>20240601000000</updated></snapshotVersion></snapshotVersions>",
    );
    home.write(&format!("{LOCAL}/maven-metadata-local.xml"), built.as_bytes());
    let got = found(&home, Asking::Explicitly);
    assert_eq!((text(&got).as_str(), &got.place), ("built here", &Place::LocalMaven));
    let said = got.source.notes.join("; ");
    assert!(said.contains("1.0-SNAPSHOT of this machine: ~/.m2/repository"), "{said}");
    // The server has a newer one again.
    let list = listing(&[("1.0-20240701.000000-9", "20240701000000")]);
    server.on(&format!("{FOLDER}/maven-metadata.xml"), Reply::ok(list));
    server.on(&format!("{FOLDER}/lib-1.0-20240701.000000-9-sources.jar"), Reply::ok(jar("ninth")));
    assert_eq!(text(&found(&home, Asking::Explicitly)), "ninth");
}

#[test]
fn what_was_built_here_today_is_taken_without_asking_anybody() {
    let server = two_builds();
    let home = Home::with_repository(&server);
    let file = format!("{LOCAL}/lib-1.0-SNAPSHOT-sources.jar");
    home.write(&file, &jar("built here"));
    let list = metadata("<snapshot><localCopy>true</localCopy></snapshot><lastUpdated>20230601000000</lastUpdated>");
    home.write(&format!("{LOCAL}/maven-metadata-local.xml"), list.as_bytes());
    assert_eq!(text(&found(&home, Asking::ByTheWay)), "built here");
    assert!(server.asked().is_empty());
    assert_eq!(text(&found(&home, Asking::Explicitly)), "second", "whoever asks for just this gets the newest");
    let before = std::time::SystemTime::now() - std::time::Duration::from_secs(2 * 24 * 60 * 60);
    fs::File::options().write(true).open(home.path(&file)).unwrap().set_modified(before).unwrap();
    assert_eq!(text(&found(&home, Asking::ByTheWay)), "second");
}

#[test]
fn a_build_of_this_machine_serves_when_the_repositories_cannot_be_asked() {
    let server = Server::start();
    server.on(&format!("{FOLDER}/maven-metadata.xml"), Reply::status(403));
    let mut home = Home::with_repository(&server);
    assert_eq!(failure(&home, Asking::Explicitly).status.as_str(), "download_failed");
    home.write(&format!("{LOCAL}/lib-1.0-SNAPSHOT-sources.jar"), &jar("built here"));
    let got = found(&home, Asking::Explicitly);
    assert_eq!(text(&got), "built here");
    home.config.offline = true;
    let asked = server.asked().len();
    assert_eq!(text(&found(&home, Asking::Explicitly)), "built here");
    assert_eq!(server.asked().len(), asked);
}

#[test]
fn offline_what_was_downloaded_before_serves() {
    let server = two_builds();
    let mut home = Home::with_repository(&server);
    found(&home, Asking::ByTheWay);
    home.config.offline = true;
    assert_eq!(text(&found(&home, Asking::Explicitly)), "second");
    let fresh = Home::with_repository(&server);
    let mut offline = fresh;
    offline.config.offline = true;
    assert_eq!(failure(&offline, Asking::Explicitly).status.as_str(), "offline");
}

#[test]
fn of_several_repositories_the_one_with_the_newest_build_is_asked() {
    let (one, two) = (two_builds(), Server::start());
    let new = "1.0-20250101.000000-1";
    two.on(&format!("{FOLDER}/maven-metadata.xml"), Reply::ok(listing(&[(new, "20250101000000")])));
    two.on(&format!("{FOLDER}/lib-{new}-sources.jar"), Reply::ok(jar("of the second")));
    let mut home = Home::new();
    let repository = |id: &str, server: &Server| Repository { id: id.to_owned(), url: server.url("/maven") };
    home.config.repositories = vec![repository("one", &one), repository("two", &two)];
    assert_eq!(found(&home, Asking::ByTheWay).place, Place::Remote("two".to_owned()));
    assert_eq!(one.files(), [format!("GET {FOLDER}/maven-metadata.xml")]);
}

#[test]
fn a_list_that_is_none_and_a_build_that_is_gone_are_told() {
    let server = Server::start();
    server.on(&format!("{FOLDER}/maven-metadata.xml"), Reply::ok("<html>log in</html>"));
    let home = Home::with_repository(&server);
    let failed = failure(&home, Asking::ByTheWay);
    assert_eq!(failed.status.as_str(), "download_failed");
    assert!(failed.message.contains("something else"), "{}", failed.message);
    assert!(home.cached().is_empty(), "{:?}", home.cached());
    server.on(
        &format!("{FOLDER}/maven-metadata.xml"),
        Reply::ok(listing(&[("1.0-20240101.000000-1", "20240101000000"), ("2.0-20250101.000000-1", "20250101000000")])),
    );
    let failed = failure(&home, Asking::Explicitly);
    assert_eq!(failed.status.as_str(), "source_jar_not_found");
    assert!(server.asked().iter().all(|asked| !asked.target.contains("2.0-2025")), "{:?}", server.lines());
}

#[test]
fn a_folder_as_repository_has_builds_too() {
    let mut home = Home::new();
    home.add_repository(&format!("file://{}", home.path("repo").display()));
    let folder = "repo/org/example/lib/1.0-SNAPSHOT";
    home.write(
        &format!("{folder}/maven-metadata.xml"),
        listing(&[("1.0-20240101.000000-1", "20240101000000")]).as_bytes(),
    );
    home.write(&format!("{folder}/lib-1.0-20240101.000000-1-sources.jar"), &jar("in a folder"));
    home.write(&format!("{folder}/lib-1.0-20240101.000000-1.pom"), b"<project/>");
    let got = found(&home, Asking::ByTheWay);
    assert_eq!(text(&got), "in a folder");
    assert!(got.source.pom.is_some() && home.cached().is_empty());
}

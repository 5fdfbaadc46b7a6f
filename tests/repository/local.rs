//! Files on this machine: the local Maven repository, Gradle's caches, folders.

use std::fs;

use jardex::config::Environment;
use jardex::source::repository::{Asking, Place};

use super::repositories::{Home, SOURCES, jar, mirror, sha1, text};
use super::server::{Reply, Server};

#[test]
fn the_local_maven_repository_comes_first() {
    let server = Server::start();
    let home = Home::mirrored(&server);
    home.write(".m2/repository/org/example/lib/1.0/lib-1.0-sources.jar", &jar("local"));
    home.write(".m2/repository/org/example/lib/1.0/lib-1.0.pom", b"<project/>");
    let found = home.found(Asking::Explicitly);
    assert_eq!((text(&found).as_str(), &found.place), ("local", &Place::LocalMaven));
    assert_eq!(found.source.pom.as_deref(), Some(&b"<project/>"[..]));
    assert_eq!(found.source.uri, found.path.display().to_string());
    assert!(found.source.notes.is_empty() && server.asked().is_empty() && home.cached().is_empty());
}

#[test]
fn the_local_repository_is_where_the_settings_say() {
    let mut home = Home::new();
    home.config.environment = Environment::from_iter([("REPO", "elsewhere")]);
    home.settings("<localRepository>${user.home}/${env.REPO}</localRepository>");
    home.write("elsewhere/org/example/lib/1.0/lib-1.0-sources.jar", &jar("settings"));
    assert_eq!(text(&home.found(Asking::ByTheWay)), "settings");
    home.write("named/org/example/lib/1.0/lib-1.0-sources.jar", &jar("configured"));
    home.config.maven_local = Some(home.path("named"));
    assert_eq!(text(&home.found(Asking::ByTheWay)), "configured");
}

#[test]
fn gradles_cache_is_read_with_its_digests_leading_zeros_missing() {
    // Found by trying: a JAR whose SHA-1 begins with a zero.
    let (bytes, digest) = (0..)
        .map(|number| jar(&format!("gradle {number}")))
        .map(|bytes| (sha1(&bytes), bytes))
        .find_map(|(digest, bytes)| {
            digest.strip_prefix('0').map(|rest| (bytes, rest.trim_start_matches('0').to_owned()))
        })
        .unwrap();
    let home = Home::new();
    let folder = ".gradle/caches/modules-2/files-2.1/org.example/lib/1.0";
    home.write(&format!("{folder}/{digest}/lib-1.0-sources.jar"), &bytes);
    // The newer one is looked at first.
    home.write(&format!("{folder}/0123/lib-1.0-sources.jar"), &jar("not of this folder"));
    home.write(&format!("{folder}/abc/lib-1.0.pom"), b"<project/>");
    let found = home.found(Asking::Explicitly);
    assert_eq!(found.place, Place::Gradle);
    assert!(text(&found).starts_with("gradle "));
    assert_eq!(found.source.pom.as_deref(), Some(&b"<project/>"[..]));
    assert_eq!(found.source.notes.len(), 1, "{:?}", found.source.notes);
    assert!(
        found.source.notes[0].contains("0123") && found.source.notes[0].contains("checksum"),
        "{:?}",
        found.source.notes
    );
}

#[test]
fn damaged_local_files_are_passed_over_and_said() {
    let server = Server::start();
    server.on(SOURCES, Reply::ok(jar("remote")));
    let whole = jar("local");
    for (damaged, part) in [(&whole[..whole.len() - 30], "lib-1.0-sources.jar"), (b"", "lib-1.0-sources.jar")] {
        let home = Home::mirrored(&server);
        home.write(".m2/repository/org/example/lib/1.0/lib-1.0-sources.jar", damaged);
        let found = home.found(Asking::ByTheWay);
        assert_eq!(text(&found), "remote");
        let said = found.source.notes.join("; ");
        assert!(said.contains("~/.m2/repository") && said.contains(part) && said.contains("passed over"), "{said}");
        // Where nothing else is found, the reason may be all that helps.
        let mut home = Home::new();
        home.write(".m2/repository/org/example/lib/1.0/lib-1.0-sources.jar", damaged);
        home.config.offline = true;
        let (status, said) = home.failure(Asking::ByTheWay);
        assert!(status == "offline" && said.contains("passed over"), "{status}: {said}");
    }
}

#[test]
#[cfg(unix)]
fn a_pipe_in_the_local_repository_is_not_read() {
    let server = Server::start();
    server.on(SOURCES, Reply::ok(jar("remote")));
    let home = Home::mirrored(&server);
    home.write(".m2/repository/org/example/lib/1.0/x", b"");
    let pipe = home.path(".m2/repository/org/example/lib/1.0/lib-1.0-sources.jar");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    assert_eq!(text(&home.found(Asking::ByTheWay)), "remote");
}

#[test]
fn a_class_jar_on_this_machine_leads_to_the_sources_elsewhere_first() {
    let server = Server::start();
    server.on(SOURCES, Reply::ok(jar("remote sources")));
    let classes = ".m2/repository/org/example/lib/1.0/lib-1.0.jar";
    let home = Home::mirrored(&server);
    home.write(classes, &jar("local classes"));
    assert_eq!(text(&home.found(Asking::ByTheWay)), "remote sources");
    // Without the network, and where nobody has sources, it serves.
    let mut home = Home::mirrored(&server);
    home.write(classes, &jar("local classes"));
    home.config.offline = true;
    let found = home.found(Asking::Explicitly);
    assert_eq!((text(&found).as_str(), &found.place), ("local classes", &Place::LocalMaven));
    assert!(found.source.notes.join("; ").contains("the network is off"), "{:?}", found.source.notes);
    let home = Home::mirrored(&Server::start());
    home.write(classes, &jar("local classes"));
    assert_eq!(text(&home.found(Asking::ByTheWay)), "local classes");
    // A repository that fails may have the sources: nothing stands in for them.
    let server = Server::start();
    server.on(SOURCES, Reply::status(500));
    let home = Home::mirrored(&server);
    home.write(classes, &jar("local classes"));
    assert_eq!(home.failure(Asking::ByTheWay).0, "download_failed");
}

#[test]
fn a_local_repository_that_names_what_is_not_known_is_told() {
    let server = Server::start();
    let home = Home::mirrored(&server);
    let both =
        format!("<localRepository>${{env.NOWHERE}}/m2</localRepository>{}", mirror("*", &server.url("/maven"), ""));
    home.settings(&both);
    let (status, message) = home.failure(Asking::Explicitly);
    assert_eq!(status, "source_jar_not_found");
    assert!(message.contains("localRepository of settings.xml: no value is known for ${env.NOWHERE}"), "{message}");
}

#[test]
fn a_folder_can_be_a_repository() {
    let home = Home::new();
    home.settings(&mirror("central", &format!("file://{}", home.path("my%20mirror").display()), ""));
    home.write("my mirror/org/example/lib/1.0/lib-1.0-sources.jar", &jar("folder"));
    home.write("my mirror/org/example/lib/1.0/lib-1.0.pom", b"<project/>");
    let found = home.found(Asking::Explicitly);
    assert_eq!((text(&found).as_str(), found.place), ("folder", Place::Remote("company".to_owned())));
    assert!(found.source.pom.is_some() && home.cached().is_empty());
}

#[test]
fn of_several_files_in_gradles_cache_the_newest_whole_one_is_taken() {
    let home = Home::new();
    let place = |bytes: &[u8]| {
        let digest = sha1(bytes);
        let folder = digest.trim_start_matches('0');
        format!(".gradle/caches/modules-2/files-2.1/org.example/lib/1.0/{folder}/lib-1.0-sources.jar")
    };
    let write = |bytes: &[u8], at: &str, day: u64| {
        home.write(at, bytes);
        let time = std::time::SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(day * 86_400);
        fs::File::options().write(true).open(home.path(at)).unwrap().set_modified(time).unwrap();
    };
    let (old, new, damaged) = (jar("old"), jar("new"), jar("damaged"));
    write(&new, &place(&new), 20_000);
    write(&old, &place(&old), 10_000);
    write(&damaged[..50], &place(&damaged), 30_000);
    let found = home.found(Asking::ByTheWay);
    assert_eq!(text(&found), "new");
    assert!(found.source.notes[0].contains("passed over"), "{:?}", found.source.notes);
    // A read-only cache beside it is looked at as well.
    let mut other = Home::new();
    other.config.environment = Environment::from_iter([("GRADLE_RO_DEP_CACHE", home.path(".gradle/caches"))]);
    assert_eq!(text(&other.found(Asking::ByTheWay)), "new");
}

#[test]
fn a_local_file_counts_wherever_it_came_from_and_a_foreign_origin_is_said() {
    let folder = ".m2/repository/org/example/lib/1.0";
    for (noted, foreign) in [
        ("lib-1.0-sources.jar>central=", false),
        ("lib-1.0-sources.jar>=", false),
        ("lib-1.0-sources.jar>elsewhere=\nlib-1.0-sources.jar>=", false),
        ("lib-1.0.jar>elsewhere=", false),
        ("#NOTE\r\nlib-1.0-sources.jar>else\\:where=\r\n", true),
    ] {
        let home = Home::new();
        home.write(&format!("{folder}/lib-1.0-sources.jar"), &jar("local"));
        home.write(&format!("{folder}/lib-1.0-sources.jar.lastUpdated"), b"x=1");
        home.write(&format!("{folder}/_remote.repositories"), noted.as_bytes());
        let found = home.found(Asking::ByTheWay);
        assert_eq!(text(&found), "local");
        let said = found.source.notes.join("; ");
        assert_eq!(said.contains("came from the repository else:where"), foreign, "{noted}: {said}");
    }
}

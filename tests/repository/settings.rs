//! Mirrors, proxies and broken settings.

use jardex::config::Repository;
use jardex::source::repository::Asking;

use super::repositories::{Home, SOURCES, jar, mirror, text};
use super::server::{Reply, Server};

#[test]
fn a_mirror_of_everything_stands_for_all_and_a_blocking_one_for_none() {
    let (server, never) = (Server::start(), Server::start());
    let mut home = Home::new();
    let repository = |id: &str| Repository { id: id.to_owned(), url: never.url("/maven") };
    home.config.repositories = vec![repository("one"), repository("two")];
    home.settings(&mirror("*", &server.url("/maven"), ""));
    assert_eq!(home.failure(Asking::Explicitly).0, "source_jar_not_found");
    assert_eq!(server.count(SOURCES), 1);
    home.settings(&mirror("*", "http://0.0.0.0/", "<blocked>true</blocked>"));
    let (status, message) = home.failure(Asking::Explicitly);
    assert_eq!(status, "download_failed");
    assert!(message.contains("'one'") && message.contains("'company'") && message.contains("blocks"), "{message}");
    assert!(never.asked().is_empty());
}

#[test]
fn a_mirror_whose_url_is_none_is_not_asked_and_not_taken_for_a_folder() {
    let home = Home::new();
    let half_known = "http://127.0.0.1:9/${java.class.version}/${user.dir}";
    for url in ["mirror.example/maven", "${env.NOBODY_SETS_THIS}/maven", half_known, "s3://bucket/maven", ""] {
        home.settings(&mirror("*", url, ""));
        let (status, message) = home.failure(Asking::Explicitly);
        assert_eq!(status, "download_failed", "{url}: {message}");
        if url == half_known {
            assert!(message.contains("no value is known for ${java.class.version} of its URL"), "{message}");
        }
        assert!(!message.contains("source_uri"), "{message}");
    }
}

#[test]
fn proxies_of_the_settings_are_used() {
    let proxy = Server::start();
    proxy.on(SOURCES, Reply::ok(jar("through the proxy")));
    let home = Home::new();
    home.settings(&format!(
        "{}<proxies><proxy><host>127.0.0.1</host><port>{}</port></proxy></proxies>",
        mirror("central", "http://repo.invalid/maven", ""),
        proxy.port()
    ));
    assert_eq!(text(&home.found(Asking::ByTheWay)), "through the proxy");
    assert_eq!(proxy.asked()[0].target, format!("http://repo.invalid{SOURCES}"));
}

#[test]
fn a_broken_settings_file_stops_remote_requests_and_only_those() {
    let server = Server::start();
    let mut home = Home::new();
    home.config.repositories = vec![Repository { id: "r".to_owned(), url: server.url("/maven") }];
    home.settings("<mirrors><mirror>");
    let (status, message) = home.failure(Asking::Explicitly);
    assert_eq!(status, "download_failed");
    assert!(message.contains("settings.xml") && message.contains("line 1"), "{message}");
    assert!(server.asked().is_empty());
    assert!(home.repositories().problem().is_some());
    home.write(".m2/repository/org/example/lib/1.0/lib-1.0-sources.jar", &jar("local"));
    assert_eq!(text(&home.found(Asking::Explicitly)), "local");
}

#[test]
fn secrets_of_a_repository_url_are_sent_and_never_shown() {
    let server = Server::start();
    let mut home = Home::new();
    let url = server.url("/maven").replace("http://", "http://user:secret@");
    home.config.repositories = vec![Repository { id: "private".to_owned(), url }];
    let (_, message) = home.failure(Asking::Explicitly);
    assert!(message.contains("private (") && !message.contains("secret"), "{message}");
    assert!(!format!("{:?}", home.repositories()).contains("secret"));
    assert!(server.asked()[0].headers["authorization"].starts_with("Basic "));
    server.on(SOURCES, Reply::ok(jar("private")));
    let found = home.found(Asking::Explicitly);
    assert!(!found.path.display().to_string().contains("secret") && !found.source.uri.contains("secret"));
}

//! Downloads from a real server on loopback: what is accepted, what is refused, and what is said.
#![allow(clippy::unwrap_used, clippy::format_collect, reason = "tests")]

#[path = "common/server.rs"]
mod server;
#[path = "common/zip.rs"]
#[allow(dead_code, reason = "the archive tests use the rest")]
mod zip;

use std::fs::File;
use std::io::{Read, Seek};
use std::time::Duration;

use jardex::error::Failure;
use jardex::fetch::{Client, Download, FetchError, Named, Outcome, Proxies, Request, Settings, Variable};
use jardex::maven::settings::ChecksumPolicy;
use jardex::maven::settings::Proxy;
use jardex::text::secret::Secret;
use jardex::work::Work;
use md5::Md5;
use server::{Reply, Server};
use sha1::Sha1;
use sha2::{Digest, Sha256, Sha512};

fn jar() -> Vec<u8> {
    zip::archive(&[zip::Item::stored("a/A.java", &b"class A {}\n".repeat(500))])
}

fn settings() -> Settings {
    Settings {
        proxies: Proxies::Direct,
        retry_pause: Duration::from_millis(1),
        idle_timeout: Duration::from_secs(20),
        ..Settings::default()
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn download_with(settings: Settings, url: &str) -> Result<(Download, Vec<u8>), FetchError> {
    let mut file = tempfile::tempfile().unwrap();
    let request = Request { url: url.to_owned(), ..Request::default() };
    match Client::new(settings).download(&request, &mut file, &Work::default())? {
        Outcome::Downloaded(download) => Ok((download, content(&mut file))),
        Outcome::Unchanged => panic!("no tag was sent"),
    }
}

fn download(url: &str) -> Result<(Download, Vec<u8>), FetchError> {
    download_with(settings(), url)
}

fn content(file: &mut File) -> Vec<u8> {
    let mut bytes = Vec::new();
    file.rewind().unwrap();
    file.read_to_end(&mut bytes).unwrap();
    bytes
}

/// The failure that a caller gets: its status and its message.
fn failure(error: FetchError) -> (String, String) {
    let failure = Failure::from(error);
    (failure.status.as_str().to_owned(), failure.message)
}

#[test]
fn a_jar_arrives_whole_with_its_digest_and_progress() {
    let server = Server::start();
    server.on("/a.jar", Reply::ok(jar()).header("ETag", "\"v1\""));
    server.on("/a.pom", Reply::ok("<project/>"));
    let mut file = tempfile::tempfile().unwrap();
    let work = Work::default();
    work.stage("downloading");
    let request =
        Request { url: server.url("/a.jar#part"), companion: Some(server.url("/a.pom")), ..Request::default() };
    let Ok(Outcome::Downloaded(download)) = Client::new(settings()).download(&request, &mut file, &work) else {
        panic!("not downloaded")
    };
    let jar = jar();
    assert_eq!(content(&mut file), jar);
    assert_eq!((download.sha256, download.bytes), (hex(&Sha256::digest(&jar)), jar.len() as u64));
    assert_eq!((download.etag.as_deref(), download.companion.as_deref()), (Some("\"v1\""), Some(&b"<project/>"[..])));
    assert_eq!(download.url, server.url("/a.jar"));
    let progress = work.progress();
    assert_eq!(
        (progress.stage.as_str(), progress.bytes),
        ("downloading", Some((jar.len() as u64, Some(jar.len() as u64))))
    );
    let asked = &server.asked()[0];
    assert_eq!(asked.headers["user-agent"], concat!("jardex/", env!("CARGO_PKG_VERSION")));
    assert!(!asked.headers.contains_key("accept-encoding"));
}

#[test]
fn checksums_are_looked_for_in_headers_and_then_beside() {
    let jar = jar();
    let sha1 = hex(&Sha1::digest(&jar));
    let checked = |server: &Server| download(&server.url("/a.jar")).unwrap().0.checksum;

    let server = Server::start();
    server.on("/a.jar", Reply::ok(jar.clone()));
    assert_eq!(checked(&server), None);
    let siblings = ["/a.jar", "/a.jar.sha512", "/a.jar.sha256", "/a.jar.sha1", "/a.jar.md5"];
    assert_eq!(server.asked().iter().map(|asked| asked.target.as_str()).collect::<Vec<_>>(), siblings);

    // The strongest that is there.
    server.on("/a.jar.md5", Reply::ok(hex(&Md5::digest(&jar))));
    assert_eq!(checked(&server), Some("md5"));
    server.on("/a.jar.sha1", Reply::ok(sha1.clone()));
    assert_eq!(checked(&server), Some("sha1"));
    server.on("/a.jar.sha256", Reply::ok(format!("{} *a.jar\n", hex(&Sha256::digest(&jar)).to_uppercase())));
    assert_eq!(checked(&server), Some("sha256"));
    // A server that answers everything with a page has no checksum there.
    server.on("/a.jar.sha512", Reply::ok("<html>welcome</html>"));
    assert_eq!(checked(&server), Some("sha256"));
    server.on("/a.jar.sha512", Reply::ok(hex(&Sha512::digest(&jar))));
    assert_eq!(checked(&server), Some("sha512"));

    for (name, value, algorithm) in [
        ("X-Checksum-SHA1", sha1.clone(), "sha1"),
        ("x-goog-meta-checksum-sha256", hex(&Sha256::digest(&jar)), "sha256"),
        ("x-amz-meta-checksum-md5", hex(&Md5::digest(&jar)), "md5"),
        ("ETag", format!("\"{{SHA1{{{sha1}}}}}\""), "sha1"),
    ] {
        let server = Server::start();
        server.on("/a.jar", Reply::ok(jar.clone()).header(name, &value));
        assert_eq!(checked(&server), Some(algorithm), "{name}");
        assert_eq!(server.lines(), ["GET /a.jar"], "{name}: nothing else is asked for");
    }
    let server = Server::start();
    let both = Reply::ok(jar).header("x-checksum-md5", &"0".repeat(32)).header("x-checksum-sha1", &sha1);
    server.on("/a.jar", both);
    assert_eq!(checked(&server), Some("sha1"));
    assert_eq!(server.lines(), ["GET /a.jar"]);
}

#[test]
fn a_companion_that_fails_in_passing_is_asked_for_again() {
    for failing in [Reply::status(500), Reply::status(429).header("Retry-After", "0"), Reply::ok("<pr").announcing(10)]
    {
        let server = Server::start();
        server.on("/a.jar", Reply::ok(jar()));
        server.on_each("/a.pom", vec![failing, Reply::ok("<project/>")]);
        let request =
            Request { url: server.url("/a.jar"), companion: Some(server.url("/a.pom")), ..Request::default() };
        let mut file = tempfile::tempfile().unwrap();
        let outcome = Client::new(settings()).download(&request, &mut file, &Work::default()).unwrap();
        let Outcome::Downloaded(download) = outcome else { panic!("it was not asked whether it changed") };
        assert_eq!((download.companion.as_deref(), content(&mut file)), (Some(&b"<project/>"[..]), jar()));
    }
}

#[test]
fn a_companion_that_nobody_gives_is_no_failure_and_one_that_never_comes_is() {
    for (status, is_taken) in [(404, true), (403, true), (503, false)] {
        let server = Server::start();
        server.on("/a.jar", Reply::ok(jar()));
        server.on("/a.pom", Reply::status(status));
        let request =
            Request { url: server.url("/a.jar"), companion: Some(server.url("/a.pom")), ..Request::default() };
        let mut file = tempfile::tempfile().unwrap();
        let outcome = Client::new(settings()).download(&request, &mut file, &Work::default());
        assert_eq!(outcome.is_ok(), is_taken, "{status}");
        if let Err(error) = outcome {
            assert!(failure(error).1.contains("/a.pom"), "the failure names what failed");
        }
    }
}

#[test]
fn documents_are_compared_with_what_maven_would_compare_them_with() {
    let read = |server: &Server, policy| {
        Client::new(settings())
            .read(&server.url("/a.pom"), 100, policy, &Work::default())
            .map_err(|error| failure(error).1)
    };
    for (end, right) in [(".sha1", hex(&Sha1::digest("<project/>"))), (".md5", hex(&Md5::digest("<project/>")))] {
        let server = Server::start();
        server.on("/a.pom", Reply::ok("<project/>"));
        server.on(&format!("/a.pom{end}"), Reply::ok(right.clone()));
        assert_eq!(read(&server, ChecksumPolicy::Fail).unwrap(), b"<project/>", "{end}");
        server.on(&format!("/a.pom{end}"), Reply::ok("0".repeat(right.len())));
        let refused = read(&server, ChecksumPolicy::Fail).unwrap_err();
        assert!(refused.contains("a.pom") && refused.contains(&right) && refused.contains("0000"), "{refused}");
        assert!(read(&server, ChecksumPolicy::Warn).is_ok() && read(&server, ChecksumPolicy::Ignore).is_ok());
        server.on(&format!("/a.pom{end}"), Reply::ok("none"));
        assert!(read(&server, ChecksumPolicy::Fail).unwrap_err().contains("'none'"));
    }
    // Of what changes the two may be a moment apart.
    let (server, right) = (Server::start(), hex(&Sha1::digest("<project/>")));
    server.on("/a.pom", Reply::ok("<project/>"));
    server.on_each("/a.pom.sha1", vec![Reply::ok("0".repeat(40)), Reply::ok(right)]);
    assert!(read(&server, ChecksumPolicy::Fail).is_ok());
    let server = Server::start();
    server.on("/a.pom", Reply::ok("<project/>"));
    server.on("/a.pom.sha1", Reply::status(500));
    assert!(read(&server, ChecksumPolicy::Fail).is_err() && read(&server, ChecksumPolicy::Warn).is_ok());
    let server = Server::start();
    server.on("/a.pom", Reply::ok("<project/>"));
    assert!(read(&server, ChecksumPolicy::Fail).is_ok(), "there is none");
    server.on("/a.pom", Reply::ok("<project/>").header("x-checksum-sha1", &hex(&Sha1::digest("<project/>"))));
    assert!(read(&server, ChecksumPolicy::Fail).is_ok());
    assert_eq!(server.lines()[3..], ["GET /a.pom"], "what the headers say needs no file");
}

#[test]
fn a_wrong_checksum_is_refused_with_both() {
    let jar = jar();
    let (right, wrong) = (hex(&Sha1::digest(&jar)), "0".repeat(40));
    for header in [true, false] {
        let server = Server::start();
        let reply = Reply::ok(jar.clone());
        server.on("/a.jar", if header { reply.header("x-checksum-sha1", &wrong) } else { reply });
        server.on("/a.jar.sha1", Reply::ok(wrong.clone()));
        let (status, message) = failure(download(&server.url("/a.jar")).unwrap_err());
        assert_eq!(status, "download_failed");
        assert!(message.contains(&right) && message.contains(&wrong), "{message}");
    }
    for (suffix, digits) in [("sha256", 64), ("sha512", 128), ("md5", 32)] {
        let server = Server::start();
        server.on("/a.jar", Reply::ok(jar.clone()));
        server.on(&format!("/a.jar.{suffix}"), Reply::ok("0".repeat(digits)));
        let error = download(&server.url("/a.jar")).unwrap_err();
        assert!(matches!(&error, FetchError::Checksum { algorithm, .. } if *algorithm == suffix), "{error}");
    }
}

#[test]
fn what_is_published_as_a_checksum_and_is_none_is_refused() {
    let jar = jar();
    let sha1 = hex(&Sha1::digest(&jar));
    let marked = format!("\u{feff}{sha1}");
    for published in ["<html>hi</html>", "", &sha1[..20], &marked, &"<p>".repeat(3000)] {
        let server = Server::start();
        server.on("/a.jar", Reply::ok(jar.clone()));
        server.on("/a.jar.sha1", Reply::ok(published));
        server.on("/a.jar.md5", Reply::ok(hex(&Md5::digest(&jar))));
        let error = download(&server.url("/a.jar")).unwrap_err();
        assert!(matches!(&error, FetchError::Unreadable { algorithm: "sha1", .. }), "{published}: {error}");
        assert_eq!(failure(error).0, "download_failed");
    }
}

#[test]
fn statuses_are_reported_and_only_passing_ones_tried_again() {
    for (status, tries) in [(404, 1), (410, 1), (401, 1), (403, 1), (400, 1), (500, 3), (503, 3), (429, 3)] {
        let server = Server::start();
        server.on("/a.jar", Reply::status(status));
        let error = download(&server.url("/a.jar")).unwrap_err();
        assert_eq!(error.is_absent(), status == 404 || status == 410);
        let (answered, message) = failure(error);
        assert_eq!(answered, "download_failed");
        assert!(message.contains(&format!("HTTP {status}")) && message.contains(&server.url("/a.jar")), "{message}");
        assert_eq!(server.count("/a.jar"), tries, "{status}");
    }
}

#[test]
fn a_passing_failure_passes() {
    let server = Server::start();
    let jar = jar();
    let half = jar[..jar.len() / 2].to_vec();
    server.on_each(
        "/a.jar",
        vec![Reply::status(502), Reply::ok(half).announcing(jar.len() as u64), Reply::ok(jar.clone())],
    );
    assert_eq!(download(&server.url("/a.jar")).unwrap().1, jar);
    assert_eq!(server.count("/a.jar"), 3);
}

#[test]
fn retry_after_is_honoured_when_short_and_reported_when_long() {
    let server = Server::start();
    server.on_each("/a.jar", vec![Reply::status(429).header("Retry-After", "0"), Reply::ok(jar())]);
    assert!(download(&server.url("/a.jar")).is_ok());
    server.on("/b.jar", Reply::status(503).header("Retry-After", "3600"));
    let (status, message) = failure(download(&server.url("/b.jar")).unwrap_err());
    assert_eq!(status, "download_failed");
    assert!(message.contains("HTTP 503") && message.contains("3600 s"), "{message}");
    assert_eq!(server.count("/b.jar"), 1);
}

#[test]
fn what_is_no_jar_is_refused_before_it_is_read() {
    for (name, reply, part) in [
        ("html", Reply::ok("<!DOCTYPE html><p>sign in</p>").header("Content-Type", "text/html"), "an HTML page"),
        ("untyped html", Reply::ok("<html></html>"), "an HTML page"),
        ("garbage", Reply::ok("garbage"), "not begin like a ZIP"),
        ("empty", Reply::ok(""), "the body is empty"),
        ("short", Reply::ok("PK"), "not begin like a ZIP"),
        ("endless", Reply::ok("garbage").endless(), "not begin like a ZIP"),
    ] {
        let server = Server::start();
        server.on("/a.jar", reply);
        let (status, message) = failure(download(&server.url("/a.jar")).unwrap_err());
        assert_eq!(status, "invalid_source", "{name}");
        assert!(message.contains(part) && message.contains(&server.url("/a.jar")), "{name}: {message}");
    }
}

#[test]
fn bodies_that_do_not_keep_their_word_are_refused() {
    let server = Server::start();
    let jar = jar();
    server.on("/cut.jar", Reply::ok(jar.clone()).announcing(jar.len() as u64 + 10));
    assert_eq!(failure(download(&server.url("/cut.jar")).unwrap_err()).0, "download_failed");
    assert_eq!(server.count("/cut.jar"), 3);

    server.on("/encoded.jar", Reply::ok(jar.clone()).header("Content-Encoding", "gzip"));
    let (status, message) = failure(download(&server.url("/encoded.jar")).unwrap_err());
    assert_eq!(status, "download_failed");
    assert!(message.contains("'gzip'"), "{message}");

    let small = Settings { max_bytes: 4096, ..settings() };
    for (path, reply) in [
        ("/announced.jar", Reply::ok(jar.clone()).announcing(1 << 40)),
        ("/chunked.jar", Reply::ok(jar.clone()).chunked()),
        ("/endless.jar", Reply::ok(jar.clone()).endless()),
    ] {
        server.on(path, reply);
        let (status, message) = failure(download_with(small.clone(), &server.url(path)).unwrap_err());
        assert_eq!(status, "download_failed");
        assert!(message.contains("limit of 4096 bytes"), "{message}");
        assert_eq!(server.count(path), 1);
    }
    server.on("/fits.jar", Reply::ok(jar.clone()).chunked());
    assert_eq!(download(&server.url("/fits.jar")).unwrap().1, jar);
}

#[test]
fn a_silent_or_dripping_server_is_given_up() {
    let server = Server::start();
    server.on("/a.jar", Reply::ok(jar()[..100].to_vec()).announcing(100_000).stalling());
    let silent = Settings { idle_timeout: Duration::from_millis(60), ..settings() };
    let error = download_with(silent, &server.url("/a.jar")).unwrap_err();
    assert!(matches!(error, FetchError::Silent { .. }), "{error}");
    let short = Settings { deadline: Duration::from_millis(60), ..settings() };
    let error = download_with(short, &server.url("/a.jar")).unwrap_err();
    assert!(matches!(error, FetchError::Deadline { .. }), "{error}");
    assert_eq!(failure(error).0, "download_failed");
}

#[test]
fn a_cancelled_download_stops_at_once() {
    let server = Server::start();
    server.on("/a.jar", Reply::ok(jar()[..100].to_vec()).announcing(100_000).stalling());
    let work = Work::default();
    let cancelling = work.clone();
    let url = server.url("/a.jar");
    let downloading = std::thread::spawn(move || {
        let request = Request { url, ..Request::default() };
        Client::new(settings()).download(&request, &mut tempfile::tempfile().unwrap(), &cancelling)
    });
    while work.progress().bytes.is_none_or(|(done, _)| done == 0) {
        std::thread::yield_now();
    }
    work.cancel();
    let error = downloading.join().unwrap().unwrap_err();
    assert!(matches!(error, FetchError::Cancelled), "{error}");
}

#[test]
fn redirects_are_followed_five_times_and_never_anywhere_else() {
    let server = Server::start();
    let jar = jar();
    let other = Server::start();
    other.on("/end.jar?sig=secret", Reply::ok(jar.clone()));
    server.on("/1", Reply::to(301, "2"));
    server.on("/2", Reply::to(302, "/3"));
    server.on("/3", Reply::to(303, &server.url("/4")));
    server.on("/4", Reply::to(307, &server.url("/5")));
    server.on("/5", Reply::to(308, &other.url("/end.jar?sig=secret#x")));
    let (download_done, bytes) = download(&server.url("/1")).unwrap();
    assert_eq!(bytes, jar);
    assert_eq!(download_done.url, other.url("/end.jar?…"));

    server.on("/0", Reply::to(302, "/1"));
    for (path, part) in [("/0", "more than 5 times"), ("/loop", "more than 5 times"), ("/ftp", "not http")] {
        server.on("/loop", Reply::to(302, "/loop"));
        server.on("/ftp", Reply::to(302, "ftp://127.0.0.1/a.jar"));
        let (status, message) = failure(download(&server.url(path)).unwrap_err());
        assert_eq!(status, "download_failed");
        assert!(message.contains(part), "{message}");
    }
    // A redirect that says not where to is a status like any other.
    server.on("/nowhere", Reply::status(302));
    assert!(matches!(download(&server.url("/nowhere")), Err(FetchError::Status { status: 302, .. })));
}

#[test]
fn an_unchanged_file_is_not_sent_again() {
    let server = Server::start();
    server.on("/a.jar", Reply::status(304));
    let request = Request { url: server.url("/a.jar"), etag: Some("\"v1\"".to_owned()), ..Request::default() };
    let outcome = Client::new(settings()).download(&request, &mut tempfile::tempfile().unwrap(), &Work::default());
    assert_eq!(outcome.unwrap(), Outcome::Unchanged);
    assert_eq!(server.asked()[0].headers["if-none-match"], "\"v1\"");
}

#[test]
fn offline_opens_nothing() {
    let server = Server::start();
    server.on("/a.jar", Reply::ok(jar()));
    let off = Settings { offline: true, ..settings() };
    let (status, _) = failure(download_with(off.clone(), &server.url("/a.jar")).unwrap_err());
    assert_eq!(status, "offline");
    let client = Client::new(off);
    assert!(matches!(
        client.read(&server.url("/a.jar"), 10, ChecksumPolicy::Fail, &Work::default()),
        Err(FetchError::Offline { .. })
    ));
    assert!(server.asked().is_empty());
}

#[test]
fn addresses_that_cannot_be_asked_are_refused() {
    for url in ["ftp://127.0.0.1/a.jar", "file:///etc/passwd", "no url", "https://"] {
        let (status, _) = failure(download(url).unwrap_err());
        assert_eq!(status, "download_failed", "{url}");
    }
    // A port where nothing listens: bound once and let go.
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let error = download(&format!("http://user:secret@127.0.0.1:{port}/a.jar?token=secret")).unwrap_err();
    assert!(matches!(error, FetchError::Broken { .. }), "{error}");
    let (status, message) = failure(error);
    assert_eq!(status, "download_failed");
    assert!(message.contains(&format!("http://127.0.0.1:{port}/a.jar?…")) && !message.contains("secret"), "{message}");
}

#[test]
fn small_documents_are_read_up_to_their_limit() {
    let server = Server::start();
    server.on("/a.xml", Reply::ok("<a/>"));
    server.on("/large.xml", Reply::ok("<a/>".repeat(1000)));
    let client = Client::new(settings());
    assert_eq!(client.read(&server.url("/a.xml"), 4, ChecksumPolicy::Fail, &Work::default()).unwrap(), b"<a/>");
    let error = client.read(&server.url("/large.xml"), 100, ChecksumPolicy::Fail, &Work::default()).unwrap_err();
    assert!(matches!(error, FetchError::TooLarge { .. }), "{error}");
    assert!(client.read(&server.url("/b.xml"), 100, ChecksumPolicy::Fail, &Work::default()).unwrap_err().is_absent());
    // A checksum in the headers holds for them too.
    server.on("/a.xml", Reply::ok("<a/>").header("x-checksum-sha1", &hex(&Sha1::digest(b"<b/>"))));
    let error = client.read(&server.url("/a.xml"), 100, ChecksumPolicy::Fail, &Work::default()).unwrap_err();
    assert!(matches!(error, FetchError::Checksum { .. }), "{error}");
}

#[test]
fn a_server_that_asks_for_patience_gets_it() {
    let server = Server::start();
    let busy = |after: &str| Reply::status(429).header("Retry-After", after);
    server.on_each("/a.jar", vec![busy("0"), busy("Sun, 06 Nov 1994 08:49:37 GMT"), Reply::ok(jar())]);
    download(&server.url("/a.jar")).unwrap();
    assert_eq!(server.count("/a.jar"), 3);
    // Longer than anybody would wait: told at once, with the time.
    for after in ["3600", "Fri, 31 Dec 2999 23:59:59 GMT"] {
        server.on("/b.jar", busy(after));
        let before = server.count("/b.jar");
        let (status, message) = failure(download(&server.url("/b.jar")).unwrap_err());
        assert_eq!((status.as_str(), server.count("/b.jar") - before), ("download_failed", 1));
        assert!(message.contains("HTTP 429 and asks to wait"), "{message}");
    }
    // Tries end.
    for status in [429, 500, 502, 503, 504] {
        let path = format!("/{status}.jar");
        server.on(&path, Reply::status(status));
        download(&server.url(&path)).unwrap_err();
        assert_eq!(server.count(&path), 3, "{status}");
    }
    for status in [400, 401, 403, 404, 410, 501] {
        let path = format!("/{status}.jar");
        server.on(&path, Reply::status(status));
        download(&server.url(&path)).unwrap_err();
        assert_eq!(server.count(&path), 1, "{status}");
    }
}

#[test]
fn one_host_is_asked_for_a_few_files_at_once() {
    let server = Server::start();
    let client = Client::new(settings());
    std::thread::scope(|scope| {
        for number in 0..24 {
            let (server, client) = (&server, &client);
            scope.spawn(move || {
                let path = format!("/{number}.jar");
                server.on(&path, Reply::ok(jar()).after(Duration::from_millis(100)));
                let request = Request { url: server.url(&path), ..Request::default() };
                client.download(&request, &mut tempfile::tempfile().unwrap(), &Work::default()).unwrap();
            });
        }
    });
    assert!((2..=6).contains(&server.most_jars_at_once()), "{}", server.most_jars_at_once());
}

#[test]
fn proxies_of_settings_and_environment_are_used_and_spare_hosts() {
    let proxy = Server::start();
    proxy.on("/a.jar", Reply::ok(jar()));
    let of_settings = Proxy {
        id: "p".to_owned(),
        protocol: "http".to_owned(),
        host: "127.0.0.1".to_owned(),
        port: proxy.port(),
        non_proxy_hosts: vec!["127.*".to_owned()],
        username: None,
        password: Secret::default(),
    };
    let of_settings = Named { maven: vec![of_settings], ..Named::default() };
    let http = Variable { name: "HTTP_PROXY".to_owned(), value: proxy.url("") };
    let of_environment = Named { http: Some(http), except: Some("127.0.0.1".to_owned()), ..Named::default() };
    for named in [of_settings, of_environment] {
        let through = Settings { proxies: Proxies::Named(named), ..settings() };
        assert!(download_with(through.clone(), "http://repo.invalid/a.jar").is_ok());
        assert_eq!(proxy.asked()[0].target, "http://repo.invalid/a.jar");
        let direct = Server::start();
        direct.on("/a.jar", Reply::ok(jar()));
        assert!(download_with(through, &direct.url("/a.jar")).is_ok());
        assert_eq!(direct.asked()[0].target, "/a.jar");
    }
}

#[test]
fn downloads_of_many_threads_share_a_client() {
    let server = Server::start();
    let jar = jar();
    server.on("/a.jar", Reply::ok(jar.clone()));
    let client = Client::new(settings());
    std::thread::scope(|scope| {
        let all: Vec<_> = (0..8)
            .map(|_| {
                scope.spawn(|| {
                    let mut file = tempfile::tempfile().unwrap();
                    let request = Request { url: server.url("/a.jar"), ..Request::default() };
                    client.download(&request, &mut file, &Work::default()).unwrap();
                    content(&mut file)
                })
            })
            .collect();
        for one in all {
            assert_eq!(one.join().unwrap(), jar);
        }
    });
}

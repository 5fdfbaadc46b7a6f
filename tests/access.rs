//! Who is asked, and who is told what: credentials, proxies and groups of repositories, against servers on loopback.
#![allow(clippy::unwrap_used, clippy::format_collect, clippy::disallowed_methods, reason = "tests")]

#[path = "common/repositories.rs"]
mod repositories;
#[path = "common/server.rs"]
mod server;
#[path = "common/zip.rs"]
#[allow(dead_code, reason = "the archive tests use the rest")]
mod zip;

use jardex::cache::Cache;
use jardex::config::{Environment, Flags, Platform, Repository, RepositoryGroups, Surroundings, load};
use jardex::coordinate::Coordinate;
use jardex::error::Failure;
use jardex::source::repository::{Asking, Place, Repositories};
use jardex::work::Work;
use repositories::{Home, SOURCES, jar, lib, mirror, text};
use server::{Reply, Server};

/// `joe:s3cret`, as HTTP writes it.
const JOE: &str = "Basic am9lOnMzY3JldA==";

fn servers(entries: &str) -> String {
    format!("<servers>{entries}</servers>")
}

fn joe(id: &str) -> String {
    format!("<server><id>{id}</id><username>joe</username><password>s3cret</password></server>")
}

/// What was sent as Authorization, request by request; a dash for nothing.
fn authorizations(server: &Server) -> Vec<String> {
    server.asked().iter().map(|asked| asked.headers.get("authorization").map_or("-".to_owned(), Clone::clone)).collect()
}

fn served(guard: Option<&str>) -> Server {
    let server = Server::start();
    server.on(SOURCES, Reply::ok(jar("remote")));
    if let Some(guard) = guard {
        server.guard(guard, false);
    }
    server
}

fn repository(id: &str, server: &Server) -> Repository {
    Repository { id: id.to_owned(), url: server.url("/maven") }
}

#[test]
fn a_server_is_told_by_the_mirrors_id_once_it_asks() {
    let server = served(Some(JOE));
    let home = Home::new();
    let of = |entries: &str| mirror("central", &server.url("/maven"), "") + &servers(entries);
    // The repository that the mirror stands for lends it nothing.
    home.settings(&of(&joe("central")));
    assert!(home.failure(Asking::Explicitly).1.contains("HTTP 401"));
    assert!(authorizations(&server).iter().all(|sent| sent == "-"));
    home.settings(&of(&joe("company")));
    let asked = server.asked().len();
    assert_eq!(text(&home.found(Asking::Explicitly)), "remote");
    let sent = authorizations(&server).split_off(asked);
    assert_eq!(sent[..2], ["-", JOE], "not before it asks");
    assert!(sent[2..].iter().all(|sent| sent == JOE), "and then with every request: {sent:?}");
}

#[test]
fn a_password_that_is_refused_or_missing_is_said() {
    let server = served(Some(JOE));
    let home = Home::new();
    let failure = |entry: &str| {
        home.settings(&(mirror("*", &server.url("/maven"), "") + &servers(entry)));
        home.failure(Asking::Explicitly).1
    };
    let wrong = failure("<server><id>company</id><username>joe</username><password>MARKER</password></server>");
    assert!(wrong.contains("HTTP 401") && wrong.contains("refuses the credentials of the server 'company'"), "{wrong}");
    assert!(!wrong.contains("MARKER"));
    let header = "<configuration><httpHeaders><property><name>X-A</name><value>b</value></property></httpHeaders></configuration>";
    let none = failure(&format!("<server><id>company</id>{header}</server>"));
    assert!(none.contains("has no user and password"), "{none}");
    // A user without a password is nothing, as in Maven.
    let half = failure("<server><id>company</id><username>joe</username></server>");
    assert!(half.contains("HTTP 401"), "{half}");
}

#[test]
fn credentials_and_headers_stay_at_their_origin() {
    let (first, elsewhere) = (Server::start(), served(None));
    first.guard(JOE, false);
    first.on(SOURCES, Reply::to(302, &elsewhere.url(SOURCES)));
    let home = Home::new();
    let header =
        "<configuration><httpHeaders><property><name>Private-Token</name><value>t0ken</value></property></httpHeaders>
                  </configuration></server>";
    home.settings(&(mirror("*", &first.url("/maven"), "") + &servers(&joe("company").replace("</server>", header))));
    assert_eq!(text(&home.found(Asking::Explicitly)), "remote");
    assert!(first.asked().iter().all(|asked| asked.headers["private-token"] == "t0ken"));
    let redirected = elsewhere.asked();
    assert!(!redirected.is_empty());
    for asked in redirected {
        assert!(!asked.headers.contains_key("authorization") && !asked.headers.contains_key("private-token"));
        assert!(!format!("{asked:?}").contains("t0ken"));
    }
}

#[test]
fn a_redirect_to_another_repository_does_not_borrow_its_credentials() {
    let (first, second) = (Server::start(), served(Some(JOE)));
    first.on(SOURCES, Reply::to(302, &second.url(SOURCES)));
    let mut home = Home::new();
    home.config.repositories = vec![repository("one", &first), repository("two", &second)];
    home.settings(&servers(&joe("two")));
    // The first leads there without them; the second gives it when it is asked itself.
    let found = home.found(Asking::Explicitly);
    assert_eq!(found.place, Place::Remote("two".to_owned()));
    assert_eq!(authorizations(&second)[..2], ["-", "-"]);
}

#[test]
fn encrypted_passwords_are_decrypted() {
    // Made by Maven 3.8.7: `hunter2`, and under it `geheim`.
    let master = "<settingsSecurity><master>{UJLCtdfrxBMHz2n/eMI7HlAGg0eZAF20pNcF2I8SxSk=}</master></settingsSecurity>";
    let server = served(Some("Basic am9lOmdlaGVpbQ=="));
    let home = Home::new();
    let entry = |password: &str| {
        format!("<server><id>company</id><username>joe</username><password>{password}</password></server>")
    };
    let encrypted = entry("said in 2026 {WkyKbGnOMnUHThz2YZIGpyciQ5MK/LKCOU+66rZjtHM=}");
    home.settings(&(mirror("*", &server.url("/maven"), "") + &servers(&encrypted)));
    let (_, message) = home.failure(Asking::Explicitly);
    assert!(message.contains("settings-security.xml") && message.contains("master password"), "{message}");
    home.write("elsewhere/security.xml", master.as_bytes());
    home.write(
        ".m2/settings-security.xml",
        b"<settingsSecurity><relocation>~/elsewhere/security.xml</relocation></settingsSecurity>",
    );
    assert_eq!(text(&home.found(Asking::Explicitly)), "remote");

    // What cannot be decrypted is never sent as it is written.
    let before = server.asked().len();
    for (password, part) in [
        ("{WkyKbGnOMnUHThz2YZIGpyciQ5ML/LKCOU+66rZjtHM=}", "another master password"),
        ("{COQLCE6DU6GtcS5P=}", "damaged"),
        ("{[name=master,cipher=AES/GCM/NoPadding,version=4.0]vvq66pZ7rkvzSPStGTI9q4QDnsmuDwo+LtjraRel2b0=}", "Maven 4"),
    ] {
        home.settings(&(mirror("*", &server.url("/maven"), "") + &servers(&entry(password))));
        home.write("cache/x", b"");
        let (status, message) = home.failure_of_a_fresh_cache();
        assert_eq!(status, "download_failed");
        assert!(message.contains(part) && !message.contains(&password[2..10]), "{message}");
    }
    assert!(authorizations(&server)[before..].iter().all(|sent| sent == "-"));
    // A file that leads to itself ends.
    home.write(
        ".m2/settings-security.xml",
        b"<settingsSecurity><relocation>settings-security.xml</relocation></settingsSecurity>",
    );
    home.settings(&(mirror("*", &server.url("/maven"), "") + &servers(&encrypted)));
    assert!(home.failure_of_a_fresh_cache().1.contains("more than 5 times"));
}

#[test]
fn the_environment_names_credentials_by_the_repositorys_id() {
    let server = served(None);
    let mut home = Home::new();
    home.config.repositories = vec![repository("my-repo", &server)];
    let mut sent = |variables: &[(&str, &str)], settings: &str| {
        home.config.environment = variables.iter().copied().collect::<Environment>();
        home.settings(settings);
        let before = server.asked().len();
        home.found(Asking::Explicitly);
        authorizations(&server).split_off(before)[0].clone()
    };
    let joes = [("JARDEX_REPOSITORY_MY_REPO_USERNAME", "joe"), ("JARDEX_REPOSITORY_MY_REPO_PASSWORD", "s3cret")];
    assert_eq!(
        sent(&joes, &servers("<server><id>my-repo</id><username>x</username><password>y</password></server>")),
        JOE
    );
    assert_eq!(sent(&[("JARDEX_REPOSITORY_MY_REPO_TOKEN", "abc")], ""), "Bearer abc");
    assert_eq!(sent(&[("JARDEX_REPOSITORY_OTHER_TOKEN", "abc")], ""), "-");
    // Half of a pair is said when the server asks.
    server.guard(JOE, false);
    home.config.environment = Environment::from_iter([joes[1]]);
    let (_, message) = home.failure_of_a_fresh_cache();
    assert!(message.contains("JARDEX_REPOSITORY_MY_REPO_USERNAME") && message.contains("only one"), "{message}");
    // What a file or `echo` adds to a secret cannot be part of it.
    for (name, value, what) in [("TOKEN", "abc\n", "token"), ("PASSWORD", "s3c\r\nret", "password")] {
        let named = format!("JARDEX_REPOSITORY_MY_REPO_{name}");
        home.config.environment =
            Environment::from_iter([("JARDEX_REPOSITORY_MY_REPO_USERNAME", "joe"), (&named, value)]);
        let (_, message) = home.failure_of_a_fresh_cache();
        assert!(message.contains(&format!("the {what} of {named}")) || message.contains(&named), "{message}");
        assert!(message.contains("holds the end of a line") && !message.contains("abc"), "{message}");
    }
    // Two ids that share the variables: neither gets them.
    home.config.environment = Environment::from_iter(joes);
    home.config.repositories.push(Repository { id: "my.repo".to_owned(), url: server.url("/other") });
    let before = server.asked().len();
    let (_, message) = home.failure_of_a_fresh_cache();
    assert!(message.contains("'my-repo' or 'my.repo'"), "{message}");
    assert_eq!(server.asked().len(), before);
}

#[test]
fn an_internal_group_is_asked_of_its_repository_alone() {
    let (public, internal) = (served(None), served(None));
    let mut home = Home::new();
    home.config.repositories = vec![repository("public", &public), repository("corp", &internal)];
    let rule = |groups: &[&str], only| RepositoryGroups {
        id: "corp".to_owned(),
        groups: groups.iter().map(|&group| group.to_owned()).collect(),
        only,
    };
    home.config.repository_groups = vec![rule(&["org.example.**"], true)];
    assert_eq!(home.found(Asking::Explicitly).place, Place::Remote("corp".to_owned()));
    let nowhere = Coordinate::parse("org.example.secret:nothing:1.0").unwrap();
    let repositories = home.repositories();
    for asking in [Asking::Explicitly, Asking::ByTheWay] {
        let failure = Failure::from(repositories.locate(&nowhere, asking, &Work::default()).unwrap_err());
        assert_eq!(failure.status.as_str(), "source_jar_not_found");
        assert!(failure.message.contains("'corp' alone"), "{}", failure.message);
    }
    assert!(public.asked().is_empty(), "{:?}", public.lines());
    // What is not internal is not asked of it.
    let before = internal.asked().len();
    let open = Coordinate::parse("com.open:lib:1.0").unwrap();
    assert!(repositories.locate(&open, Asking::Explicitly, &Work::default()).is_err());
    assert_eq!((internal.asked().len(), public.asked().is_empty()), (before, false));

    // The same with a repository that is not there, or blocked: nobody else is asked.
    let before = public.asked().len();
    home.config.repositories.pop();
    assert!(home.locate(Asking::Explicitly).is_err());
    home.config.repositories.push(repository("corp", &internal));
    home.settings(&mirror("corp", "http://0.0.0.0/", "<blocked>true</blocked>"));
    assert!(home.failure_of_a_fresh_cache().1.contains("blocks"));
    assert_eq!(public.asked().len(), before);
    // Without `only` others may be asked too, in their order.
    home.config.repository_groups = vec![rule(&["org.example"], false)];
    assert_eq!(home.found(Asking::Explicitly).place, Place::Remote("public".to_owned()));
}

#[test]
fn a_mirror_of_both_serves_what_either_serves() {
    let (mirrored, never) = (served(None), Server::start());
    let mut home = Home::new();
    home.config.repositories = vec![repository("public", &never), repository("corp", &never)];
    home.config.repository_groups =
        vec![RepositoryGroups { id: "corp".to_owned(), groups: vec!["org.example".to_owned()], only: true }];
    home.settings(&mirror("*", &mirrored.url("/maven"), ""));
    assert_eq!(home.found(Asking::Explicitly).place, Place::Remote("company".to_owned()));
    let open = Coordinate::parse("com.open:lib:1.0").unwrap();
    assert!(home.repositories().locate(&open, Asking::Explicitly, &Work::default()).is_err());
    assert!(mirrored.lines().iter().any(|line| line.contains("/com/open/")) && never.asked().is_empty());
}

#[test]
fn a_repository_without_releases_is_not_asked_for_one() {
    let (snapshots, releases) = (served(None), served(None));
    let mut home = Home::new();
    home.config.repositories = vec![repository("releases", &releases)];
    home.settings(&format!(
        "<profiles><profile><id>p</id><activation><activeByDefault>true</activeByDefault></activation><repositories>
         <repository><id>s</id><url>{}</url><releases><enabled>false</enabled></releases></repository></repositories>
         </profile></profiles>",
        snapshots.url("/maven")
    ));
    home.config.repositories[0].url = releases.url("/nothing");
    assert_eq!(home.failure(Asking::Explicitly).0, "source_jar_not_found");
    assert!(snapshots.asked().is_empty());
    let snapshot = Coordinate::parse("org.example:lib:1.0-SNAPSHOT").unwrap();
    let ids = |coordinate: &Coordinate| {
        home.repositories().remotes_for(coordinate).map(|remote| remote.id.clone()).collect::<Vec<_>>()
    };
    assert_eq!(
        (ids(&snapshot), ids(&lib())),
        (vec!["releases".to_owned(), "s".to_owned()], vec!["releases".to_owned()])
    );
}

#[cfg(unix)]
#[test]
fn netrc_is_asked_where_nothing_else_names_a_login() {
    use std::os::unix::fs::PermissionsExt;
    let server = served(Some(JOE));
    let mut home = Home::new();
    let netrc = |text: &str, mode: u32| {
        home.write(".netrc", text.as_bytes());
        std::fs::set_permissions(home.path(".netrc"), std::fs::Permissions::from_mode(mode)).unwrap();
    };
    home.settings(&mirror("*", &server.url("/maven"), ""));
    netrc("machine other.example login joe password MARKER\ndefault login joe password MARKER", 0o600);
    let (_, message) = home.failure_of_a_fresh_cache();
    assert!(message.contains("HTTP 401"), "{message}");
    netrc("machine 127.0.0.1 login joe password s3cret", 0o644);
    home.failure_of_a_fresh_cache();
    assert!(authorizations(&server).iter().all(|sent| sent == "-"), "a file that others can read is not used");
    netrc("machine 127.0.0.1 login joe password s3cret", 0o600);
    let asked = server.asked().len();
    assert_eq!(text(&home.found(Asking::Explicitly)), "remote");
    assert_eq!(authorizations(&server)[asked..asked + 2], ["-", JOE], "not before it asks");
    // Whoever has a server in settings.xml has another login.
    netrc("machine 127.0.0.1 login joe password MARKER", 0o600);
    home.settings(&(mirror("*", &server.url("/maven"), "") + &servers(&joe("company"))));
    assert_eq!(text(&home.found(Asking::Explicitly)), "remote");
    home.settings(&mirror("*", &server.url("/maven"), ""));
    let (_, message) = home.failure_of_a_fresh_cache();
    assert!(message.contains("refuses the credentials of netrc for '127.0.0.1'"), "{message}");
    assert!(!message.contains("MARKER"));
    home.write("elsewhere/netrc", b"machine 127.0.0.1 login joe password s3cret");
    std::fs::set_permissions(home.path("elsewhere/netrc"), std::fs::Permissions::from_mode(0o600)).unwrap();
    home.config.environment = Environment::from_iter([("NETRC", home.path("elsewhere/netrc").to_str().unwrap())]);
    assert_eq!(text(&home.found(Asking::Explicitly)), "remote");
}

#[test]
fn proxies_are_told_their_own_credentials_and_no_server_is() {
    let proxy = served(None);
    proxy.guard(JOE, true);
    let mut home = Home::new();
    let settings = |more: &str| {
        mirror("*", "http://repo.invalid/maven", "")
            + &format!("<proxies><proxy><host>127.0.0.1</host><port>{}</port>{more}</proxy></proxies>", proxy.port())
    };
    home.settings(&settings("<username>joe</username><password>s3cret</password>"));
    assert_eq!(text(&home.found(Asking::Explicitly)), "remote");
    assert!(proxy.asked().iter().all(|asked| asked.headers["proxy-authorization"] == JOE));
    home.settings(&settings(""));
    let (_, message) = home.failure_of_a_fresh_cache();
    assert!(message.contains("HTTP 407"), "{message}");
    // The environment's come first, with the user of their URL.
    let other = served(None);
    other.guard(JOE, true);
    let address = other.url("").replace("http://", "http://joe:s3cret@");
    home.config.environment = Environment::from_iter([("http_proxy", address.as_str())]);
    home.settings(&settings("<username>joe</username><password>s3cret</password>"));
    let before = proxy.asked().len();
    assert_eq!(text(&home.found(Asking::Explicitly)), "remote");
    assert_eq!((proxy.asked().len(), other.asked().is_empty()), (before, false));
    // One for https alone leaves http to settings.xml, and NO_PROXY holds for both.
    home.config.environment = Environment::from_iter([("HTTPS_PROXY", address.as_str())]);
    home.found(Asking::Explicitly);
    assert!(proxy.asked().len() > before);
    let direct = served(None);
    home.settings(&settings("").replace("http://repo.invalid", &direct.url("")));
    home.config.environment = Environment::from_iter([("HTTPS_PROXY", address.as_str()), ("NO_PROXY", "127.0.0.1")]);
    assert_eq!(text(&home.found(Asking::Explicitly)), "remote");
    assert!(!direct.asked().is_empty());
    // One that cannot be spoken to is not passed by: whoever names a proxy does not want to be asked from here.
    for (name, address, is_excepted) in [
        ("HTTP_PROXY", "ftp://joe:s3cret@h:1", false),
        ("HTTP_PROXY", "socks5://h:1", false),
        ("http_proxy", "socks5://h:1", true),
        ("ALL_PROXY", "socks5://h:1", false),
        ("all_proxy", "socks5://h:1", false),
    ] {
        let except = if is_excepted { "127.0.0.1" } else { "h" };
        home.config.environment = Environment::from_iter([(name, address), ("NO_PROXY", except)]);
        home.settings(&mirror("*", &direct.url("/maven"), ""));
        let before = direct.asked().len();
        if is_excepted {
            assert_eq!(text(&home.found(Asking::Explicitly)), "remote");
        } else {
            let (_, message) = home.failure_of_a_fresh_cache();
            let scheme = address.split(':').next().unwrap();
            assert!(message.contains(&format!("{name} names a proxy of the scheme {scheme}")), "{message}");
            assert!(!message.contains("s3cret"), "{message}");
        }
        assert_eq!(direct.asked().len() > before, is_excepted, "{address}");
    }
}

/// What `mvn` 3.8.7 does with the same words.
#[test]
fn java_is_told_of_proxies_in_maven_opts() {
    let proxy = served(None);
    let cache = tempfile::tempdir().unwrap();
    let located = |options: &str, settings: &str| {
        let folder = tempfile::tempdir_in(cache.path()).unwrap();
        std::fs::write(folder.path().join("settings.xml"), settings).unwrap();
        let surroundings = Surroundings {
            environment: [("MAVEN_OPTS", options)].into_iter().collect(),
            user_home: Some(folder.path().to_path_buf()),
            working_folder: folder.path().to_path_buf(),
            platform: Platform::Xdg,
            processors: 1,
        };
        let mut config = load(&Flags::default(), &surroundings).unwrap();
        config.maven_settings = vec![folder.path().join("settings.xml")];
        config.repositories = vec![Repository { id: "r".to_owned(), url: "http://repo.invalid/maven".to_owned() }];
        let before = proxy.asked().len();
        let found = Repositories::open(&config, &Cache::at(config.home.clone()))
            .locate(&lib(), Asking::Explicitly, &Work::default())
            .is_ok();
        (found, proxy.asked().len() > before)
    };
    let at = |scheme: &str| format!("-D{scheme}.proxyHost=127.0.0.1 -D{scheme}.proxyPort={}", proxy.port());
    assert_eq!(located(&at("http"), "<settings/>"), (true, true));
    assert_eq!(located(&at("https"), "<settings/>"), (false, false), "each is for its scheme alone");
    let spared = |hosts: &str| format!("{} -Dhttp.nonProxyHosts={hosts}", at("http"));
    assert_eq!(located(&spared("'x|*.invalid'"), "<settings/>"), (false, false));
    assert_eq!(located(&spared("*.example"), "<settings/>"), (true, true));
    // Those of settings.xml come first; a host that they leave out is Java's.
    let of_settings = |more: &str| {
        format!("<settings><proxies><proxy><host>127.0.0.1</host><port>1</port>{more}</proxy></proxies></settings>")
    };
    assert_eq!(located(&at("http"), &of_settings("")), (false, false));
    assert_eq!(located(&at("http"), &of_settings("<nonProxyHosts>*.invalid</nonProxyHosts>")), (true, true));
}

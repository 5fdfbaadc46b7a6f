//! No secret leaves: settings, environment, URLs and proxies full of marked secrets, downloads that fail in every way, the
//! log at its most talkative; nothing that is printed or written holds a mark.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, clippy::format_push_string, reason = "tests")]

#[path = "common/home.rs"]
mod home;
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

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use home::{Home, Ran, ran};
use repositories::{SOURCES, jar};
use serde_json::{Value, json};
use server::{Reply, Server};
use session::Session;

/// What no output may hold. Every secret below has it, and has it where Base64 of `user:secret` begins anew.
const MARK: &str = "MARK3D";

fn secret(name: &str) -> String {
    format!("{MARK}{name}{MARK}")
}

/// The mark as it may look: plain, in lower case, and in Base64 at each of the three places it can have there, without the
/// letters that hold bits of what stands beside it.
const DISGUISES: [&str; 5] = [MARK, "mark3d", "TUFSSzNE", "1BUkszR", "NQVJLM0"];

fn assert_clean(what: &str, bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for disguise in DISGUISES {
        if let Some(at) = text.find(disguise) {
            let around: String = text[..at].chars().rev().take(300).collect::<Vec<_>>().into_iter().rev().collect();
            panic!("{what} holds a secret as {disguise}, behind: {around}");
        }
    }
}

fn clean_folder(folder: &Path) -> usize {
    let mut files = 0;
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        assert_clean("a name in the cache", path.to_string_lossy().as_bytes());
        if path.is_dir() {
            files += clean_folder(&path);
        } else if path.file_name().is_some_and(|name| name != "config.toml") {
            assert_clean(&path.display().to_string(), &fs::read(&path).unwrap());
            files += 1;
        }
    }
    files
}

/// A home whose every place for a secret has one.
fn marked(home: &Home, server: &Server, proxy: &Server) {
    let server_entry = |id: &str, password: &str| {
        format!(
            "<server><id>{id}</id><username>joe</username><password>{password}</password><configuration><httpHeaders>
             <property><name>Private-Token</name><value>{}</value></property></httpHeaders></configuration></server>",
            secret("header")
        )
    };
    let settings = format!(
        "<settings><servers>{}{}{}{}</servers>
         <proxies><proxy><protocol>https</protocol><host>127.0.0.1</host><port>{}</port><username>joe</username>
         <password>{}</password></proxy></proxies>
         <mirrors><mirror><id>company</id><mirrorOf>central</mirrorOf><url>{}</url></mirror>
         <mirror><id>far</id><mirrorOf>over-https</mirrorOf><url>https://joe:{}@repo.invalid/m2</url></mirror></mirrors>
         </settings>",
        server_entry("company", &secret("server")),
        server_entry("encrypted", &format!("{{{}}}", STANDARD.encode(secret("cipher")))),
        server_entry("asking", &secret("asking")),
        server_entry("from-environment", "${env.A_SECRET}"),
        proxy.port(),
        secret("proxy"),
        server.url("/maven"),
        secret("mirror"),
    );
    home.write("user/.m2/settings.xml", &settings);
    let security = format!("<settingsSecurity><master>{}</master></settingsSecurity>", secret("master"));
    home.write("user/.m2/settings-security.xml", &security);
    home.write(".mvn/maven.config", &format!("-Dtoken={}\n-s {}.xml\n", secret("property"), "other"));
}

fn command(home: &Home, repositories: &str) -> Command {
    let mut command = home.bare();
    command.env("JARDEX_HOME", home.cache()).env("JARDEX_LOG", "trace").env("JARDEX_REPOSITORIES", repositories);
    command.env("A_SECRET", secret("variable")).env("MAVEN_OPTS", format!("-Dsecret={}", secret("opts")));
    command.env("JARDEX_REPOSITORY_TOLD_USERNAME", "joe").env("JARDEX_REPOSITORY_TOLD_PASSWORD", secret("told"));
    command.env("JARDEX_REPOSITORY_TOKEN_TOKEN", secret("token"));
    command
}

fn check(ran: &Ran) {
    assert_clean("standard output", ran.out.as_bytes());
    assert_clean("standard error", ran.err.as_bytes());
}

#[test]
fn marks_are_found_in_every_disguise() {
    for before in ["", "j", "jo", "joe:", "user:x"] {
        let text = format!("Basic {}", STANDARD.encode(format!("{before}{}", secret("x"))));
        assert!(std::panic::catch_unwind(|| assert_clean("it", text.as_bytes())).is_err(), "{text}");
    }
}

/// URLs where something else is meant, so that nobody takes them for URLs.
#[test]
fn no_secret_of_a_misplaced_url_is_repeated() {
    let home = Home::new();
    for url in [
        format!("https://{}@h.example/x.git", secret("user")),
        format!("https://joe:{}@h.example:80/x", secret("password")),
        format!("https://{}@h.example:80/x", secret("port")),
        format!("https://{}{}@h.example/x", "long".repeat(30), secret("long")),
        format!("joe:{}@127.0.0.1:x/y.git", secret("login")),
        format!("joe:{}@h", secret("short")),
        format!("https://{}:x@h/x", secret("user")),
    ] {
        let list = home.write("coordinates.txt", &format!("{url}\n"));
        let list = list.to_string_lossy();
        let commands: [&[&str]; 14] = [
            &["seed", &url],
            &["seed", &list],
            &["add", &url, "g:a:1"],
            &["add", "a:b:1", &url, "--git-ref", "x"],
            &["add", "a:b:1", "https://h.example/x.git", "--git-ref", &url],
            &["types", &url],
            &["versions", &url],
            &["refs", &url],
            &["grep", "x", &url],
            &["status", &url],
            &["--maven-settings", &url, "list"],
            &["--threads", &url, "list"],
            &[&url],
            &["index", "g:a:1", &format!("--{url}")],
        ];
        for arguments in commands {
            for json in [&["--json"][..], &[]] {
                let mut command = home.command();
                let ran = ran(command.args(arguments).args(json));
                assert!(ran.code != 0, "{arguments:?}");
                check(&ran);
            }
        }
        let mut session = Session::initialized(home.command().arg("mcp"), "2025-11-25");
        let of = |group: &str, more: Value| {
            let mut all = json!({"group_id": group, "artifact_id": "b", "version": "1"});
            all.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            all
        };
        for (tool, arguments) in [
            ("list_types", of(&url, json!({}))),
            ("list_types", json!({"group_id": "a", "artifact_id": url, "version": "1"})),
            ("list_types", of("a", json!({url.as_str(): "x"}))),
            ("list_types", of("a", json!({"page": url}))),
            ("register_source", of("a", json!({"source_uri": url, "git_ref": "x"}))),
            ("find_references", json!({"symbol": url})),
            (url.as_str(), json!({})),
        ] {
            let answer = session.ask(1, "tools/call", &json!({"name": tool, "arguments": arguments}));
            assert_clean(tool, answer.to_string().as_bytes());
        }
    }
}

#[test]
fn no_secret_leaves() {
    let (server, proxy) = (Server::start(), Server::start());
    let home = Home::new();
    marked(&home, &server, &proxy);
    let with_user = |url: String, name: &str| url.replace("http://", &format!("http://joe:{}@", secret(name)));
    let one = |id: &str, url: String| format!("{id}={url}");
    let plain = server.url("/maven");
    let cut = Reply::ok(jar("cut")[..40].to_vec()).announcing(9_999);
    let elsewhere = Server::start();
    let replies = [
        Reply::status(401).header("WWW-Authenticate", "Basic realm=\"x\""),
        Reply::status(401).header("WWW-Authenticate", "Digest realm=\"x\""),
        Reply::status(403),
        Reply::status(404),
        Reply::status(500),
        Reply::ok("<html>no</html>"),
        cut,
        Reply::to(302, &with_user(elsewhere.url("/x"), "redirect")),
        Reply::to(302, "ftp://x/"),
        Reply::ok(jar("remote")),
    ];
    let repositories = [
        "central".to_owned(),
        "over-https=https://repo.invalid/m2".to_owned(),
        one("told", plain.clone()),
        one("token", plain.clone()),
        one("encrypted", plain.clone()),
        one("from-environment", plain.clone()),
        one("in-url", with_user(plain.clone(), "url")),
        one("in-query", format!("{plain}?key={}", secret("query"))),
        one("refused", with_user("http://127.0.0.1:1/m2".to_owned(), "refused")),
        one("malformed", format!("http://joe:{}/{}@127.0.0.1/m2", secret("a"), secret("b"))),
        one("both", format!("http://joe:{}@x/{}@127.0.0.1/m2", secret("a"), secret("b"))),
        one("port", format!("http://joe:12/{}@127.0.0.1/m2", secret("b"))),
    ];
    for (number, reply) in replies.into_iter().enumerate() {
        server.on(SOURCES, reply);
        // Those that are tried again after a pause are met with a login alone.
        let some = if [4, 6].contains(&number) { 2..4 } else { 0..repositories.len() };
        for repository in &repositories[some] {
            check(&ran(command(&home, repository).args(["index", "org.example:lib:1.0", "--force"])));
        }
        let uri = with_user(server.url(SOURCES), "uri") + "?sig=" + &secret("sig");
        check(&ran(command(&home, "central").args(["add", "org.example:uri:1.0", &uri])));
    }
    for repository in &repositories {
        check(&ran(command(&home, repository).arg("config")));
        check(&ran(command(&home, repository).args(["config", "--json"])));
    }
    // A bill of materials says where packages are: as a URL, and encoded in a package URL.
    let place = format!("https%3A%2F%2Fjoe%3A{}%40repo.invalid%2Fm2", secret("purl"));
    let component = |purl: String| json!({"type": "library", "name": "x", "purl": purl});
    let bill = json!({"bomFormat": "CycloneDX", "specVersion": "1.5", "components": [
        component(format!("pkg:generic/x@1?repository_url={place}")),
        component(format!("pkg:generic/y@1?repository_url={}", with_user(server.url("/m2"), "purl"))),
        component(format!("pkg:maven/g%2Fx/{place}@1?repository_url={place}")),
    ]});
    let bill = home.write("bom.json", &bill.to_string());
    let seeded = ran(command(&home, "central").args(["seed", "--json", home::text(&bill)]));
    assert!(seeded.out.contains("pkg:generic/x@1?repository_url=…"), "{}", seeded.out);
    check(&seeded);
    // Through proxies that refuse, and with a configuration that does not hold.
    let proxied = with_user(proxy.url(""), "environment");
    proxy.guard("Basic other", true);
    for name in ["http_proxy", "HTTPS_PROXY", "ALL_PROXY"] {
        for repository in &repositories {
            check(&ran(command(&home, repository).env(name, &proxied).args(["index", "org.example:none:1.0"])));
        }
    }
    home.write("cache/config.toml", &format!("[repository.x]\nurl = \"ftp://joe:{}@h\"\n", secret("file")));
    check(&ran(home.bare().env("JARDEX_HOME", home.cache()).arg("config")));
    home.write("user/.m2/settings.xml", &format!("<settings><servers>{}</settings>", secret("broken")));
    check(&ran(command(&home, "central").args(["index", "org.example:none:2.0"])));

    assert!(clean_folder(&home.cache()) > 5, "something was written");
    assert!(elsewhere.asked().iter().all(|asked| !format!("{asked:?}").contains("Private")));
    // They were sent where they belong, or all this shows nothing.
    let sent: Vec<String> = server.asked().iter().flat_map(|asked| asked.headers.values().cloned()).collect();
    let basic = |name: &str| format!("Basic {}", STANDARD.encode(format!("joe:{}", secret(name))));
    for expected in [
        basic("server"),
        basic("told"),
        basic("url"),
        basic("variable"),
        basic("uri"),
        format!("Bearer {}", secret("token")),
        secret("header"),
    ] {
        assert!(sent.contains(&expected), "{expected}");
    }
    let to_proxy: Vec<String> = proxy.asked().iter().flat_map(|asked| asked.headers.values().cloned()).collect();
    assert!(to_proxy.contains(&basic("environment")) && to_proxy.contains(&basic("proxy")), "{to_proxy:?}");
}

//! Git remotes that lie, stall, redirect or want a password, and repositories that are made to hurt: what is refused, what
//! leaks nowhere, and that nothing is executed.
#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    clippy::format_collect,
    reason = "tests"
)]

#[path = "common/home.rs"]
mod home;
#[path = "common/upstream.rs"]
mod upstream;

use std::fs;
use std::path::Path;
use std::time::Duration;

use home::{Home, Ran, ran, text};
use jardex::cache::Cache;
use jardex::error::Failure;
use jardex::fetch::git::{Address, Options, Tokens};
use jardex::fetch::{Client, Proxies, Settings};
use jardex::source::Located;
use jardex::source::git::{Wanted, local, remote};
use jardex::source::globs::Globs;
use jardex::work::Work;
use serde_json::Value;
use upstream::{Upstream, Ways, Web, base64, daemon, lacks, script, silent};

fn settings() -> Settings {
    Settings { proxies: Proxies::Direct, ..Settings::default() }
}

fn fetch(home: &Home, settings: Settings, url: &str, work: &Work) -> Result<Located, Failure> {
    let globs = Globs::new(&[], &[]).unwrap();
    let wanted = Wanted { git_ref: "main", subdir: None, globs: &globs, known: None };
    let address = Address::parse(url).unwrap();
    remote(&Cache::at(home.cache()), &Client::new(settings), &address, &wanted, 2, work)
}

fn refused(home: &Home, settings: Settings, url: &str) -> Failure {
    let failure = fetch(home, settings, url, &Work::default()).err().unwrap();
    assert_eq!(failure.status.as_str(), "git_clone_failed", "{failure}");
    failure
}

/// Whether any file below a folder holds these bytes.
fn holds(folder: &Path, needle: &str) -> bool {
    fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path()).any(|path| {
        if path.is_dir() {
            holds(&path, needle)
        } else {
            fs::read(&path).unwrap().windows(needle.len()).any(|window| window == needle.as_bytes())
        }
    })
}

#[test]
fn a_token_goes_to_its_host_and_is_written_nowhere() {
    if lacks("git") {
        return;
    }
    let upstream = Upstream::new();
    upstream.commit(&["One"]);
    let web = Web::over(&upstream.path(""), Ways { login: Some("me:geheim".to_owned()), ..Ways::default() });
    let home = Home::new();
    let url = web.url("/repo");
    let failure = refused(&home, settings(), &url);
    assert!(failure.message.contains("HTTP 401") && failure.hint.unwrap().contains("JARDEX_GIT_TOKEN"));
    assert!(web.asked().iter().all(|one| one.authorization.is_none()));

    let with = |token: &str| {
        let mut command = home.bare();
        command.env("JARDEX_HOME", home.cache()).env("JARDEX_GIT_TOKEN", token).env("JARDEX_LOG", "trace");
        ran(command.args(["add", "g:a:1", &url, "--git-ref", "main", "--json"]))
    };
    let mut said = Vec::new();
    for (token, outcome) in [
        ("elsewhere.example=me:geheim".to_owned(), "git_clone_failed"),
        ("me:geheim".to_owned(), "git_clone_failed"),
        (format!("{}=me:falsch-geheim", web.address), "git_clone_failed"),
        (format!("elsewhere.example=x,{}=me:geheim", web.address), "registered_and_indexed"),
    ] {
        let Ran { out, err, .. } = with(&token);
        let answer: Value = serde_json::from_str(&out).unwrap();
        assert_eq!(answer["status"], outcome, "{token}: {answer}");
        said.push(out + &err);
    }
    let last = web.asked().last().unwrap().authorization.clone();
    let secret = base64(b"me:geheim");
    assert_eq!(last, Some(format!("Basic {secret}")));
    for needle in ["geheim", &secret] {
        assert!(!said.iter().any(|said| said.contains(needle)), "{needle} was said: {said:?}");
        assert!(!holds(&home.cache(), needle), "{needle} was written");
    }
}

#[test]
fn the_credential_helper_is_asked_where_a_setting_says_so() {
    if lacks("git") {
        return;
    }
    let upstream = Upstream::new();
    upstream.commit(&["One"]);
    let web = Web::over(&upstream.path(""), Ways { login: Some("me:geheim".to_owned()), ..Ways::default() });
    let home = Home::new();
    let asked = home.path("asked");
    let helper = home.path("helper");
    script(&helper, &format!("cat >> {}; echo username=me; echo password=geheim", text(&asked)));
    home.write("user/.gitconfig", &format!("[credential]\n\thelper = {}\n", text(&helper)));
    let add = |flags: &[&str]| -> Value {
        let mut command = home.bare();
        command.env("JARDEX_HOME", home.cache()).env("PATH", std::env::var_os("PATH").unwrap());
        let ran = ran(command.args(["add", "g:a:1", &web.url("/repo"), "--git-ref", "main", "--json"]).args(flags));
        assert!(!ran.out.contains("geheim") && !ran.err.contains("geheim"), "{ran:?}");
        serde_json::from_str(&ran.out).unwrap()
    };
    assert_eq!(add(&[])["status"], "git_clone_failed");
    assert!(!asked.exists(), "nobody said that it may be asked");
    assert_eq!(add(&["--git-credentials"])["status"], "registered_and_indexed");
    assert!(fs::read_to_string(&asked).unwrap().contains(&format!("host={}", web.address)));
    assert!(!holds(&home.cache(), "geheim"));
}

#[test]
fn redirects_stay_on_their_host() {
    if lacks("git") {
        return;
    }
    let upstream = Upstream::new();
    upstream.commit(&["One"]);
    let other = Web::over(&upstream.path(""), Ways::default());
    let redirects = vec![
        ("/away".to_owned(), other.url("/repo/info/refs?service=git-upload-pack")),
        ("/moved".to_owned(), "/repo/info/refs?service=git-upload-pack".to_owned()),
        ("/nothing".to_owned(), "/login".to_owned()),
        ("/round".to_owned(), "/round/info/refs?service=git-upload-pack".to_owned()),
        ("/local".to_owned(), "file:///etc/passwd".to_owned()),
    ];
    let web = Web::over(&upstream.path(""), Ways { redirects, ..Ways::default() });
    let home = Home::new();
    let with_token = || {
        let tokens = Tokens::parse(&format!("{}=geheim", web.address));
        Settings { git: Options { tokens, ..Options::default() }, ..settings() }
    };
    let failure = refused(&home, with_token(), &web.url("/away"));
    assert!(failure.message.contains("another host"), "{failure}");
    assert!(other.asked().is_empty(), "the other host was not even asked");
    for path in ["/nothing", "/round", "/local"] {
        refused(&home, settings(), &web.url(path));
    }
    let located = fetch(&home, settings(), &web.url("/moved"), &Work::default()).unwrap();
    assert_eq!(located.uri, web.url("/moved"));
    assert!(web.asked().iter().any(|one| one.line.starts_with("POST /repo/git-upload-pack")));
}

#[test]
fn who_falls_silent_is_given_up() {
    if lacks("git") {
        return;
    }
    let upstream = Upstream::new();
    upstream.write("large", &(0..40_000).map(|n| format!("{:x}\n", n * 7_919_117_u64)).collect::<String>());
    upstream.commit(&["One"]);
    let web = Web::over(&upstream.path(""), Ways { stall_after: Some(20_000), ..Ways::default() });
    let home = Home::new();
    let ssh = home.path("ssh");
    script(&ssh, "exec sleep 600");
    let patient = |idle| Settings {
        idle_timeout: Duration::from_millis(idle),
        git: Options { ssh: text(&ssh).to_owned(), ..Options::default() },
        ..settings()
    };
    let address = silent();
    for url in [
        format!("http://{address}/repo"),
        format!("git://{address}/repo"),
        "ssh://host/repo".to_owned(),
        web.url("/repo"),
    ] {
        let failure = refused(&home, patient(300), &url);
        assert!(failure.message.contains("no answer within"), "{url}: {failure}");
        // The deadline of the whole holds as well.
        let short = Settings { deadline: Duration::from_millis(300), ..patient(60_000) };
        let failure = refused(&home, short, &url);
        assert!(failure.message.contains("took longer than"), "{url}: {failure}");
        // Nobody wants it any more, in the middle of it.
        let work = Work::default();
        let cancelling = work.clone();
        let thread = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(200));
            cancelling.cancel();
        });
        assert_eq!(fetch(&home, patient(60_000), &url, &work).err(), Some(Failure::cancelled()), "{url}");
        thread.join().unwrap();
    }
    let left = fs::read_dir(home.cache().join("tmp")).map_or(0, Iterator::count);
    assert_eq!(left, 0, "nothing half done is left");
}

#[test]
fn a_server_that_is_none_is_refused() {
    let home = Home::new();
    let nobody = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let gone = nobody.local_addr().unwrap();
    drop(nobody);
    for url in [format!("http://{gone}/a"), format!("git://{gone}/a"), format!("https://{gone}/a")] {
        let failure = refused(&home, settings(), &url);
        assert!(failure.message.contains(&url), "{failure}");
    }
    let offline = Settings { offline: true, ..settings() };
    for url in ["https://h.example/a", "git@h.example:a", "git://h.example/a"] {
        let failure = fetch(&home, offline.clone(), url, &Work::default()).err().unwrap();
        assert_eq!(failure.status.as_str(), "offline");
    }
}

/// A tree object with entries that git would not make, written as they are.
fn tree(upstream: &Upstream, entries: &[(&str, &str, &str)]) -> String {
    let mut bytes = Vec::new();
    for (mode, name, object) in entries {
        bytes.extend_from_slice(format!("{mode} {name}\0").as_bytes());
        let digits: Vec<u8> = object.bytes().map(|digit| char::from(digit).to_digit(16).unwrap() as u8).collect();
        bytes.extend(digits.chunks(2).map(|two| two[0] << 4 | two[1]));
    }
    upstream.feed(&["hash-object", "-t", "tree", "-w", "--literally", "--stdin"], &bytes)
}

#[test]
fn names_and_kinds_that_hurt_are_data() {
    if lacks("git") {
        return;
    }
    let upstream = Upstream::new();
    let commit = upstream.commit(&["One"]);
    let blob = |text: &str| upstream.feed(&["hash-object", "-w", "--stdin"], text.as_bytes());
    let class = blob("package a; class Two {}\n");
    let link = blob("/etc/passwd");
    let pointer = blob("version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 12345\n");
    let config = tree(&upstream, &[("100644", "config", &blob("[core]\n\tfsmonitor = touch x\n"))]);
    let up = tree(&upstream, &[("100644", "x", &class)]);
    let mut deep = tree(&upstream, &[("100644", "Deep.java", &class)]);
    for _ in 0..80 {
        deep = tree(&upstream, &[("40000", "d", &deep)]);
    }
    let root = tree(
        &upstream,
        &[
            ("100644", "../x", &class),
            ("40000", "..", &up),
            ("40000", ".git", &config),
            ("100644", "/etc/shadow", &class),
            ("100644", "A.java", &class),
            ("100644", "A.java", &pointer),
            ("100644", "asset.png", &pointer),
            ("100644", "C:\\x", &class),
            ("120000", "Link.java", &link),
            ("40000", "deep", &deep),
            ("160000", "module", &commit),
            ("100644", &"n".repeat(2000), &class),
        ],
    );
    let commit = upstream.git(&["commit-tree", "-m", "x", &root]);
    upstream.git(&["update-ref", "refs/heads/main", &commit]);

    let globs = Globs::new(&[], &[]).unwrap();
    let wanted = Wanted { git_ref: "main", subdir: None, globs: &globs, known: None };
    let near = local("it", &upstream.work(), &wanted, &Work::default()).unwrap();
    let files: Vec<(&str, bool)> = near.tree.entries().iter().map(|one| (one.path.as_str(), one.addressable)).collect();
    assert_eq!(
        files,
        [
            ("../x", false),
            (".git/config", true),
            ("/etc/shadow", false),
            ("A.java", true),
            ("C:\\x", false),
            ("asset.png", true),
        ]
    );
    let at = |path: &str| files.iter().position(|(one, _)| *one == path).unwrap();
    near.tree.read(at("asset.png")).unwrap();
    assert!(near.tree.flaw(at("asset.png")).unwrap().contains("Git LFS"));
    let problems: Vec<String> =
        near.tree.problems().iter().map(|one| format!("{}: {}", one.what, one.reason)).collect();
    for said in [
        "module: a submodule",
        "Link.java: a link, which is not followed",
        "folders deep",
        "more than 1024 bytes",
        "A.java: its name",
    ] {
        assert!(problems.iter().any(|problem| problem.contains(said)), "{said}: {problems:?}");
    }
    let refused = |subdir| {
        let wanted = Wanted { subdir: Some(subdir), ..wanted };
        local("it", &upstream.work(), &wanted, &Work::default()).err().unwrap()
    };
    let subdir = |subdir| refused(subdir).status.as_str();
    for folder in ["..", "../x", "/etc", "deep/../.."] {
        assert_eq!(subdir(folder), "invalid_argument", "{folder}");
    }
    for folder in ["module", "A.java", "Link.java/x"] {
        assert_eq!(subdir(folder), "resource_not_found", "{folder}");
    }
    for (folder, said) in
        [("module", "a submodule, which is not entered"), ("Link.java/x", "a link, which is not followed")]
    {
        assert!(refused(folder).message.contains(said), "{folder}: {}", refused(folder).message);
    }
    // A folder that calls another kind of object a file: no server sends it.
    let root = tree(&upstream, &[("100644", "a-tree", &up), ("100644", "b", &class)]);
    let commit = upstream.git(&["commit-tree", "-m", "x", &root]);
    upstream.git(&["update-ref", "refs/heads/odd", &commit]);
    let odd = local("it", &upstream.work(), &Wanted { git_ref: "odd", ..wanted }, &Work::default()).unwrap();
    assert_eq!(odd.tree.entries().len(), 1);
    assert!(odd.tree.problems()[0].reason.contains("it is no file"));

    // And over the wire, where nothing but the cache is written.
    let (web, home) = (Web::over(&upstream.path(""), Ways::default()), Home::new());
    let far = fetch(&home, settings(), &web.url("/repo"), &Work::default()).unwrap();
    assert_eq!(far.digest, near.digest);
    let mut names: Vec<_> = fs::read_dir(home.path("")).unwrap().map(|one| one.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["cache", "user"]);
}

#[test]
fn a_tree_without_end_is_refused() {
    if lacks("git") {
        return;
    }
    let upstream = Upstream::new();
    let commit = upstream.commit(&["One"]);
    // Of each: ten entries in ten folders in ten folders, twenty times over.
    let bombs = [("empty", ("40000", tree(&upstream, &[]))), ("modules", ("160000", commit))];
    for (name, (mode, mut object)) in bombs {
        let mut kind = mode;
        for _ in 0..20 {
            let names: Vec<String> = (0..10).map(|digit| format!("d{digit}")).collect();
            let entries: Vec<_> = names.iter().map(|name| (kind, name.as_str(), object.as_str())).collect();
            object = tree(&upstream, &entries);
            kind = "40000";
        }
        let commit = upstream.git(&["commit-tree", "-m", "x", &object]);
        upstream.git(&["update-ref", &format!("refs/heads/{name}"), &commit]);
        for exclude in [vec![], vec!["**".to_owned()]] {
            let globs = Globs::new(&[], &exclude).unwrap();
            let wanted = Wanted { git_ref: name, subdir: None, globs: &globs, known: None };
            let refused = local("it", &upstream.work(), &wanted, &Work::default()).err().unwrap();
            assert_eq!(refused.status.as_str(), "invalid_source");
            assert!(refused.message.contains("more than 1000000 entries in all"), "{}", refused.message);
        }
    }
    let entries: Vec<String> = (0..10_005).map(|number| format!("m{number}")).collect();
    let head = upstream.git(&["rev-parse", "HEAD"]);
    let entries: Vec<_> = entries.iter().map(|name| ("160000", name.as_str(), head.as_str())).collect();
    let commit = upstream.git(&["commit-tree", "-m", "x", &tree(&upstream, &entries)]);
    upstream.git(&["update-ref", "refs/heads/many", &commit]);
    let globs = Globs::new(&[], &[]).unwrap();
    let wanted = Wanted { git_ref: "many", subdir: None, globs: &globs, known: None };
    let many = local("it", &upstream.work(), &wanted, &Work::default()).unwrap();
    assert_eq!(many.tree.problems().len(), 10_001);
    assert_eq!(many.tree.problems().last().unwrap().what, "5 more entries");
}

#[test]
fn nothing_is_executed() {
    if lacks("git") {
        return;
    }
    let upstream = Upstream::new();
    upstream.write(".gitattributes", "*.java filter=trap diff=trap\n");
    upstream.write(".gitmodules", "[submodule \"m\"]\n\tpath = m\n\turl = ext::sh -c touch% x\n\tupdate = !touch x\n");
    upstream.commit(&["One"]);
    let traps = upstream.path("traps");
    fs::create_dir(&traps).unwrap();
    let sprung = upstream.path("sprung");
    for name in ["git", "sh", "ssh", "touch", "trap", "gpg", "cat", "git-upload-pack", "git-lfs"] {
        script(&traps.join(name), &format!("echo {name} \"$@\" >> {}", text(&sprung)));
    }
    let trap = traps.join("trap");
    for (name, value) in [
        ("core.fsmonitor", text(&trap)),
        ("core.sshCommand", text(&trap)),
        ("core.gitProxy", text(&trap)),
        ("filter.trap.smudge", text(&trap)),
        ("filter.trap.process", text(&trap)),
        ("filter.trap.required", "true"),
        ("uploadpack.packObjectsHook", text(&trap)),
        ("credential.helper", text(&trap)),
        ("core.alternateRefsCommand", text(&trap)),
        ("url.ext::sh -c touch% x/.insteadOf", "http://"),
    ] {
        upstream.git(&["config", name, value]);
    }
    for hook in ["post-checkout", "reference-transaction", "post-index-change", "pre-auto-gc"] {
        script(&upstream.work().join(".git/hooks").join(hook), &format!("echo hook >> {}", text(&sprung)));
    }
    let served = Upstream::new();
    served.write(".gitattributes", "*.java filter=trap\n");
    served.commit(&["Two"]);
    let web = Web::over(&served.path(""), Ways { login: None, ..Ways::default() });
    let home = Home::new();
    home.write("user/.gitconfig", &format!("[credential]\n\thelper = {0}\n[core]\n\tsshCommand = {0}\n", text(&trap)));
    let add = |version: &str, uri: &str| -> Value {
        let mut command = home.bare();
        command.env("JARDEX_HOME", home.cache()).env("PATH", &traps).env("GIT_SSH_COMMAND", &trap);
        command
            .env("GIT_ASKPASS", &trap)
            .env("GIT_PROXY_COMMAND", &trap)
            .env("GIT_CONFIG_GLOBAL", home.path("user/.gitconfig"));
        let ran = ran(command.args(["add", &format!("g:a:{version}"), uri, "--git-ref", "main", "--json"]));
        serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error}: {ran:?}"))
    };
    assert_eq!(add("1", text(&upstream.work()))["status"], "registered_and_indexed");
    assert_eq!(add("2", &web.url("/repo"))["status"], "registered_and_indexed");
    assert_eq!(add("3", &format!("{}/repo", daemon(&served.path(""))))["status"], "registered_and_indexed");
    let locked = Web::over(&served.path(""), Ways { login: Some("a:b".to_owned()), ..Ways::default() });
    assert_eq!(add("4", &locked.url("/repo"))["status"], "git_clone_failed");
    for uri in
        ["ext::sh -c touch% x", "--upload-pack=touch x", "ssh://-oProxyCommand=touch/x", "git@-oProxyCommand=touch:x"]
    {
        let status = add("5", &format!("./{uri}"))["status"].clone();
        assert_eq!(status, "resource_not_found", "{uri} is a path");
    }
    assert_eq!(add("5", "ssh://-oProxyCommand=touch/x")["status"], "invalid_argument");
    assert!(!sprung.exists(), "{}", fs::read_to_string(&sprung).unwrap());

    // ssh alone is run, by itself and with its arguments as they are.
    assert_eq!(
        add("6", "ssh://me@host.example:2222/a b'$(touch x)".replace(' ', "%20").as_str())["status"],
        "git_clone_failed"
    );
    let run = fs::read_to_string(&sprung).unwrap();
    assert_eq!(run.lines().count(), 1, "{run}");
    assert!(
        run.starts_with("ssh -T")
            && run.contains("BatchMode=yes")
            && run.contains("-p 2222 -- me@host.example git-upload-pack"),
        "{run}"
    );
}

#[test]
fn a_list_of_refs_without_end_is_refused() {
    use std::io::{Read, Write};
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/repo", listener.local_addr().unwrap());
    let server = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let _ = stream.read(&mut [0; 8192]);
        let packet = |text: &str| format!("{:04x}{text}", text.len() + 4);
        let id = "1".repeat(40);
        let refs: String = (0..10_000).map(|at| packet(&format!("{id} refs/heads/b{at}\n"))).collect();
        let head = "HTTP/1.1 200 OK\r\nContent-Type: application/x-git-upload-pack-advertisement\r\n\r\n";
        let begin = format!(
            "{head}{}0000{}",
            packet("# service=git-upload-pack\n"),
            packet(&format!("{id} HEAD\0multi_ack\n"))
        );
        let mut sent = stream.write(begin.as_bytes()).unwrap_or(0);
        while sent < 512 << 20 {
            match stream.write(refs.as_bytes()) {
                Ok(count) if count > 0 => sent += count,
                _ => break,
            }
        }
        sent
    });
    let failure = refused(&Home::new(), settings(), &url);
    assert!(failure.message.contains("its list of branches and tags is longer than"), "{failure}");
    assert!(server.join().unwrap() < 256 << 20, "nobody reads on");
}

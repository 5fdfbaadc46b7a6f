//! Git repositories as sources: references, what is fetched, what is read of a tree, what is kept, over every transport.
#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    clippy::format_push_string,
    reason = "tests"
)]

#[path = "common/home.rs"]
mod home;
#[path = "common/upstream.rs"]
mod upstream;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use home::{Home, ran, text};
use jardex::cache::Cache;
use jardex::error::Failure;
use jardex::fetch::git::{Address, Options};
use jardex::fetch::{Client, Proxies, Settings};
use jardex::source::Located;
use jardex::source::git::{Wanted, local, remote};
use jardex::source::globs::Globs;
use jardex::work::Work;
use serde_json::Value;
use upstream::{Authority, Ssh, Upstream, Ways, Web, daemon, lacks};

/// Fetches without an index in the way.
struct Fetcher {
    home: Home,
    settings: Settings,
}

impl Fetcher {
    fn new() -> Self {
        Self { home: Home::new(), settings: Settings { proxies: Proxies::Direct, ..Settings::default() } }
    }

    fn fetch(&self, url: &str, git_ref: &str) -> Result<Located, Failure> {
        self.fetch_part(url, git_ref, None)
    }

    fn fetch_part(&self, url: &str, git_ref: &str, subdir: Option<&str>) -> Result<Located, Failure> {
        let globs = Globs::new(&[], &[]).unwrap();
        let wanted = Wanted { git_ref, subdir, globs: &globs, known: None };
        let client = Client::new(self.settings.clone());
        let address = Address::parse(url).unwrap();
        remote(&Cache::at(self.home.cache()), &client, &address, &wanted, 2, &Work::default())
    }

    fn commit(&self, url: &str, git_ref: &str) -> String {
        match self.fetch(url, git_ref) {
            Ok(located) => located.commit.unwrap(),
            Err(failure) => failure.to_string(),
        }
    }
}

fn status(outcome: Result<Located, Failure>) -> &'static str {
    outcome.err().map_or("success", |failure| failure.status.as_str())
}

fn paths(located: &Located) -> Vec<&str> {
    located.tree.entries().iter().map(|entry| entry.path.as_str()).collect()
}

/// Every kind of reference to three commits.
fn check_references(upstream: &Upstream, fetcher: &Fetcher, url: &str) {
    let of = |name: &str| upstream.git(&["rev-parse", &format!("{name}^{{commit}}")]);
    let (first, second, third) = (of("v1"), of("v2"), of("side"));
    for (git_ref, commit) in [
        ("v1", &first),
        ("v2", &second),
        ("main", &second),
        ("HEAD", &second),
        ("side", &third),
        ("refs/heads/side", &third),
        ("refs/tags/v1", &first),
        ("tags/v1", &first),
        ("feature/a", &third),
        (&first[..], &first),
        (&first[..8], &first),
        (&third[..10], &third),
        ("both", &first),
    ] {
        assert_eq!(&fetcher.commit(url, git_ref), commit, "{git_ref} of {url}");
    }
    let tag = upstream.git(&["rev-parse", "v1"]);
    assert_eq!(fetcher.commit(url, &tag), first, "the number of a tag is its commit's");
    for unknown in ["nothing", "refs/heads/nothing", "0123456789012345678901234567890123456789", "0123456", "a-tree"] {
        let failure = fetcher.fetch(url, unknown).err().unwrap();
        assert_eq!(failure.status.as_str(), "git_ref_not_found", "{unknown} of {url}: {failure}");
        assert!(failure.message.contains(unknown), "{failure}");
    }
    let read = fetcher.fetch(url, "v1").unwrap();
    assert_eq!(paths(&read), ["core/src/main/java/a/One.java"]);
    assert_eq!(read.tree.read(0).unwrap(), fs::read(upstream.work().join("core/src/main/java/a/One.java")).unwrap());
}

/// Three commits with annotated and plain tags, branches, and a tag of a tree.
fn repository() -> Upstream {
    let upstream = Upstream::new();
    upstream.commit(&["One"]);
    upstream.git(&["tag", "-a", "inner", "-m", "a tag"]);
    upstream.git(&["tag", "-a", "v1", "inner", "-m", "a tag of a tag"]);
    upstream.git(&["tag", "both"]);
    upstream.commit(&["Two"]);
    upstream.git(&["tag", "v2"]);
    upstream.git(&["tag", "a-tree", "HEAD^{tree}"]);
    upstream.git(&["checkout", "-q", "-b", "side"]);
    upstream.commit(&["Three"]);
    upstream.git(&["branch", "feature/a"]);
    upstream.git(&["branch", "both"]);
    upstream.git(&["checkout", "-q", "main"]);
    upstream
}

#[test]
fn every_reference_over_smart_http() {
    if lacks("git") {
        return;
    }
    let upstream = repository();
    let web = Web::over(&upstream.path(""), Ways::default());
    check_references(&upstream, &Fetcher::new(), &web.url("/repo"));
    check_references(&upstream, &Fetcher::new(), &web.url("/repo/.git"));
}

#[test]
fn every_reference_over_http_of_the_oldest_protocol() {
    if lacks("git") {
        return;
    }
    let upstream = repository();
    let web = Web::over(&upstream.path(""), Ways { old: true, ..Ways::default() });
    check_references(&upstream, &Fetcher::new(), &web.url("/repo"));
}

#[test]
fn every_reference_from_the_daemon() {
    if lacks("git") {
        return;
    }
    let upstream = repository();
    let url = daemon(&upstream.path(""));
    check_references(&upstream, &Fetcher::new(), &format!("{url}/repo"));
    let failure = Fetcher::new().fetch(&format!("{url}/none"), "main").err().unwrap();
    assert_eq!(failure.status.as_str(), "git_clone_failed");
    assert!(failure.message.contains("/none"), "{failure}");
}

#[test]
fn the_umask_says_who_may_read_what_was_fetched() {
    use std::os::unix::fs::PermissionsExt;
    if lacks("git") {
        return;
    }
    let upstream = repository();
    let fetcher = Fetcher::new();
    fetcher.fetch(&format!("{}/repo", daemon(&upstream.path(""))), "v1").unwrap();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let made = fetcher.home.write("made", "");
    let mut packs = 0;
    let mut waiting = vec![fetcher.home.cache().join("git-v1")];
    while let Some(folder) = waiting.pop() {
        for place in fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()) {
            if place.is_dir() {
                waiting.push(place);
                continue;
            }
            packs += usize::from(place.extension().is_some_and(|extension| extension == "pack"));
            assert_eq!(mode(&place), mode(&made), "{}", place.display());
        }
    }
    assert_eq!(packs, 1);
}

#[test]
fn every_reference_over_https_from_a_server_that_is_trusted() {
    if lacks("git") {
        return;
    }
    let upstream = repository();
    let authority = Authority::new();
    let serve = |tls| Web::over(&upstream.path(""), Ways { tls: Some(tls), ..Ways::default() });
    let web = serve(authority.server("127.0.0.1"));
    let mut fetcher = Fetcher::new();
    fetcher.settings.retry_pause = Duration::from_millis(1);
    let failure = fetcher.fetch(&web.url("/repo"), "main").err().unwrap();
    assert_eq!(failure.status.as_str(), "git_clone_failed");
    assert!(failure.message.contains("certificate"), "{failure}");
    assert!(failure.hint.unwrap().contains("SSL_CERT_FILE"));
    assert!(web.asked().is_empty(), "nothing is said to a server that nobody vouches for");

    fetcher.settings.certificates_file = Some(fetcher.home.write("authority.pem", &authority.pem));
    check_references(&upstream, &fetcher, &web.url("/repo"));
    // A certificate is for its server alone.
    let other = serve(authority.server("git.example"));
    let failure = fetcher.fetch(&other.url("/repo"), "main").err().unwrap();
    assert!(failure.message.contains("not valid for name"), "{failure}");
    assert!(other.asked().is_empty());
}

#[test]
fn every_reference_over_ssh() {
    if lacks("git") || lacks("sshd") {
        return;
    }
    let upstream = repository();
    let ssh = Ssh::start(&upstream.path("")).unwrap();
    let mut fetcher = Fetcher::new();
    fetcher.settings.git = Options { ssh: text(&ssh.program).to_owned(), ..Options::default() };
    check_references(&upstream, &fetcher, &ssh.url(&upstream.work()));

    let failure = fetcher.fetch(&ssh.url(&upstream.path("none's")), "main").err().unwrap();
    assert_eq!(failure.status.as_str(), "git_clone_failed");
    assert!(failure.message.contains("none's"), "what the other side said: {failure}");

    // The settings of the user let every host in: ours do not.
    ssh.trust("other");
    let failure = fetcher.fetch(&ssh.url(&upstream.work()), "main").err().unwrap();
    assert_eq!(failure.status.as_str(), "git_clone_failed");
    assert!(failure.message.contains("Host key verification failed"), "{failure}");
    assert!(failure.hint.unwrap().contains("known_hosts"));
}

/// What a partial clone left out is fetched only by Git itself, which does it when it needs it.
#[test]
fn a_partial_clone_is_told_as_one() {
    if lacks("git") {
        return;
    }
    let upstream = repository();
    upstream.git(&["config", "uploadpack.allowFilter", "true"]);
    for (text, tag) in [("1", "before"), ("2", "after")] {
        upstream.write("core/X.txt", text);
        upstream.commit_all();
        upstream.git(&["tag", tag]);
    }
    let url = format!("file://{}", text(&upstream.work()));
    upstream.git(&["clone", "-q", "--filter=blob:none", &url, "../partial"]);
    let globs = Globs::new(&[], &[]).unwrap();
    let wanted = Wanted { git_ref: "before", subdir: None, globs: &globs, known: None };
    let failure = local("it", &upstream.path("partial"), &wanted, &Work::default()).err().unwrap();
    assert_eq!(failure.status.as_str(), "git_clone_failed");
    let hint = failure.hint.unwrap();
    assert!(hint.contains("a partial clone") && hint.contains("git archive"), "{hint}");
    upstream.in_folder(&upstream.path("partial"), &["archive", "-o", "../before.tar", "before"]);
    assert_eq!(status(local("it", &upstream.path("partial"), &wanted, &Work::default())), "success");
}

#[test]
fn a_local_repository_is_read_where_it_is() {
    if lacks("git") {
        return;
    }
    let upstream = repository();
    upstream.git(&["clone", "-q", "--bare", ".", "../bare.git"]);
    upstream.git(&["worktree", "add", "-q", "../linked", "side"]);
    upstream.git(&["gc", "-q"]);
    let globs = Globs::new(&[], &["*Two*".to_owned()]).unwrap();
    let read = |path: &Path, git_ref: &str| {
        let wanted = Wanted { git_ref, subdir: Some("core/src/"), globs: &globs, known: None };
        local("it", path, &wanted, &Work::default())
    };
    let third = upstream.git(&["rev-parse", "side"]);
    for place in ["repo", "repo/.git", "bare.git", "linked"] {
        let before = upstream::find("git").map(|_| fs::read_dir(upstream.path(place)).unwrap().count());
        for git_ref in ["side", "feature/a", &third, &third[..9]] {
            let located = read(&upstream.path(place), git_ref).unwrap();
            assert_eq!(located.commit.as_ref(), Some(&third), "{git_ref} of {place}");
            assert_eq!(paths(&located), ["main/java/a/One.java", "main/java/a/Three.java"]);
        }
        assert_eq!(status(read(&upstream.path(place), "nothing")), "git_ref_not_found");
        assert_eq!(before, Some(fs::read_dir(upstream.path(place)).unwrap().count()));
    }
    assert_eq!(status(read(&upstream.path("user"), "main")), "git_clone_failed");
    let same = |git_ref: &str| read(&upstream.work(), git_ref).unwrap().digest;
    assert_eq!(same("v1"), same("both"), "the same tree is the same content");
    assert_ne!(same("v1"), same("v2"));
    let wanted = Wanted { git_ref: "main", subdir: Some("nowhere"), globs: &globs, known: None };
    assert_eq!(status(local("it", &upstream.work(), &wanted, &Work::default())), "resource_not_found");
}

#[test]
fn a_repository_of_sha_256_objects_is_refused_as_what_it_is() {
    let upstream = Upstream::new();
    let made = upstream.command(&upstream.path("")).args(["init", "-q", "--object-format=sha256", "sha256"]).status();
    if !made.is_ok_and(|status| status.success()) {
        eprintln!("skipped: no git here that knows SHA-256");
        return;
    }
    let work = upstream.path("sha256");
    upstream.in_folder(&work, &["commit", "-q", "--allow-empty", "-m", "one"]);
    upstream.in_folder(&work, &["clone", "-q", "--bare", ".", "../bare256.git"]);
    upstream.in_folder(&work, &["worktree", "add", "-q", "../linked256"]);
    let globs = Globs::new(&[], &[]).unwrap();
    let wanted = Wanted { git_ref: "HEAD", subdir: None, globs: &globs, known: None };
    for place in ["sha256", "sha256/.git", "bare256.git", "linked256"] {
        let failure = local("it", &upstream.path(place), &wanted, &Work::default()).err().unwrap();
        assert_eq!(failure.status.as_str(), "git_clone_failed", "{place}");
        assert!(failure.message.contains("SHA-256"), "{place}: {failure}");
        assert!(failure.hint.unwrap().contains("git archive"), "{place}");
    }
    let commit = upstream.in_folder(&work, &["rev-parse", "HEAD"]);
    let web = |old| Web::over(&upstream.path(""), Ways { old, ..Ways::default() }).url("");
    for url in [daemon(&upstream.path("")), web(false), web(true)] {
        for git_ref in ["main", "HEAD", "nothing", &commit, &commit[..40], &commit[..8]] {
            let failure = Fetcher::new().fetch(&format!("{url}/bare256.git"), git_ref).err().unwrap();
            assert_eq!(failure.status.as_str(), "git_clone_failed", "{git_ref} of {url}");
            assert!(failure.message.contains("SHA-256"), "{git_ref} of {url}: {failure}");
            assert!(failure.hint.unwrap().contains("git archive"), "{git_ref} of {url}");
        }
    }
}

#[test]
fn only_what_a_version_needs_is_fetched() {
    const FILES: usize = 10_000;
    const COMMITS: usize = 3_000;
    if lacks("git") {
        return;
    }
    // As large as the Spring Framework: what its history weighs is what is not fetched.
    let upstream = Upstream::new();
    let mut stream = String::new();
    let line = |seed: usize| format!("{:x}{:x}\n", seed.wrapping_mul(0x9E37_79B9_7F4A_7C15), seed * 7919);
    let file = |number: usize, commit: usize| {
        let text: String = (0..24).map(|row| line(number * 1_000_003 + row + commit * 31)).collect();
        format!("M 100644 inline m{}/src/main/java/p/C{number}.java\ndata {}\n{text}\n", number % 40, text.len())
    };
    for commit in 0..COMMITS {
        stream += &format!("commit refs/heads/main\ncommitter n <e> {} +0000\ndata 1\nx\n", 1_500_000_000 + commit);
        let changed = if commit == 0 { 0..FILES } else { (commit * 3) % FILES..(commit * 3) % FILES + 3 };
        for number in changed {
            stream += &file(number % FILES, commit);
        }
        if commit == COMMITS - 50 {
            stream += "\nreset refs/tags/old\nfrom refs/heads/main\n\n";
        }
    }
    upstream.feed(&["fast-import", "--quiet"], stream.as_bytes());
    upstream.git(&["repack", "-q", "-a", "-d"]);
    let pack = |folder: &Path| -> u64 {
        let files = fs::read_dir(folder.join("objects/pack")).unwrap().map(|file| file.unwrap());
        files
            .filter(|file| file.path().extension().is_some_and(|end| end == "pack"))
            .map(|file| file.metadata().unwrap().len())
            .sum()
    };
    let whole = pack(&upstream.work().join(".git"));

    let web = Web::over(&upstream.path(""), Ways::default());
    let fetcher = Fetcher::new();
    let read = fetcher.fetch(&web.url("/repo"), "main").unwrap();
    assert_eq!(read.tree.entries().len(), FILES);
    let first = web.sent();
    assert!(first < whole / 2, "{first} bytes of {whole} for one version");
    fetcher.fetch(&web.url("/repo"), "old").unwrap();
    let second = web.sent() - first;
    assert!(second < first / 10, "{second} bytes for the version next to one of {first}");
    fetcher.fetch(&web.url("/repo"), "old").unwrap();
    let third = web.sent() - first - second;
    assert!(third < 10_000, "{third} bytes to ask where a tag is");
    eprintln!("{whole} bytes in all; {first}, {second} and {third} fetched");

    let mut small = Fetcher::new();
    small.settings.max_bytes = first / 2;
    let failure = small.fetch(&web.url("/repo"), "main").err().unwrap();
    assert_eq!(failure.status.as_str(), "git_clone_failed");
    assert!(failure.message.contains(&format!("limit of {} bytes", first / 2)), "{failure}");
}

fn json(home: &Home, arguments: &[&str]) -> Value {
    let mut command = home.bare();
    command.env("JARDEX_HOME", home.cache()).env("PATH", std::env::var_os("PATH").unwrap());
    let ran = ran(command.args(arguments).arg("--json"));
    serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error}: {ran:?}"))
}

/// What it holds as files are objects, which nobody asks about.
#[test]
fn a_repository_without_a_work_tree_is_no_directory() {
    if lacks("git") {
        return;
    }
    let upstream = Upstream::new();
    upstream.commit(&["One"]);
    upstream.git(&["clone", "-q", "--bare", ".", "../bare.git"]);
    let home = Home::new();
    for place in ["bare.git", "repo/.git"] {
        let added = json(&home, &["add", "g:a:1", text(&upstream.path(place))]);
        assert_eq!(added["status"], "invalid_argument", "{added}");
        assert!(added["message"].as_str().unwrap().starts_with("git_ref: is missing"), "{added}");
    }
    assert_eq!(json(&home, &["add", "g:a:1", text(&upstream.work())])["status"], "registered_and_indexed");
    // Files that are only called so are files.
    for folder in ["other/objects", "other/refs"] {
        std::fs::create_dir_all(home.path(folder)).unwrap();
    }
    home.write("other/HEAD", "headings");
    home.write("other/config", "a = 1");
    home.write("other/a/A.java", "package a; class A {}");
    assert_eq!(json(&home, &["add", "g:b:1", text(&home.path("other"))])["status"], "registered_and_indexed");
}

/// A question looks no branch up, but whoever asks about the artifact is told.
#[test]
fn a_local_repository_is_looked_at_for_what_became_of_a_branch() {
    if lacks("git") {
        return;
    }
    let upstream = Upstream::new();
    let first = upstream.commit(&["One"]);
    let (home, work) = (Home::new(), upstream.work());
    assert_eq!(json(&home, &["add", "g:a:1", text(&work), "--git-ref", "main"])["commit"], first);
    let now = || json(&home, &["info", "g:a:1"])["source"]["now"].clone();
    assert_eq!(now(), Value::Null);
    upstream.git(&["commit", "-q", "--allow-empty", "-m", "nothing changed"]);
    assert_eq!(now(), Value::Null, "the same files");
    upstream.commit(&["Two"]);
    assert_eq!(now(), "changed");
    upstream.git(&["branch", "-m", "main", "other"]);
    assert_eq!(now(), "gone");
    fs::rename(&work, upstream.path("elsewhere")).unwrap();
    assert_eq!(now(), "gone");
}

#[test]
fn a_branch_that_moved_is_indexed_again_when_it_is_registered_again() {
    if lacks("git") {
        return;
    }
    let upstream = Upstream::new();
    let first = upstream.commit(&["One"]);
    upstream.write("core/src/test/java/a/OneTest.java", "package a; class OneTest { }");
    upstream.write("core/src/jvmMain/kotlin/b/K.kt", "package b\nclass K\n");
    upstream.git(&["commit", "-q", "--allow-empty", "-m", "nothing changed"]);
    let second = upstream.git(&["rev-parse", "HEAD"]);
    let (web, home) = (Web::over(&upstream.path(""), Ways::default()), Home::new());
    let url = web.url("/repo").replace("://", "://me:geheim@");
    let add = || json(&home, &["add", "g:a:1", &url, "--git-ref", "main"]);

    let added = add();
    assert_eq!((&added["status"], &added["commit"]), (&"registered_and_indexed".into(), &second.clone().into()));
    assert_eq!(added["origin"], "git");
    upstream.git(&["reset", "-q", "--hard", &first]);
    let same = add();
    assert_eq!((&same["unchanged"], &same["commit"]), (&true.into(), &first.into()), "another commit, the same files");
    upstream.write("core/src/test/java/a/OneTest.java", "package a; class OneTest { }");
    upstream.write("core/src/jvmMain/kotlin/b/K.kt", "package b\nclass K\n");
    let third = upstream.commit(&["Two"]);
    let asked = web.asked().len();
    let types = |arguments: &[&str]| -> Vec<String> {
        let answer = json(&home, &[&["types", "g:a:1"], arguments].concat());
        assert_eq!(answer["origin"], "git", "{answer}");
        let types = answer["types"].as_array().unwrap().iter();
        types.map(|one| format!("{}.{}", one["package"].as_str().unwrap(), one["name"].as_str().unwrap())).collect()
    };
    assert_eq!(types(&[]), ["a.One"]);
    assert_eq!(web.asked().len(), asked, "a question asks no remote");
    assert_eq!(add()["commit"], third);
    assert_eq!(types(&[]), ["a.One", "a.OneTest", "a.Two", "b.K"]);
    assert_eq!(types(&["--include-tests=false"]), ["a.One", "a.Two", "b.K"]);
    let source = json(&home, &["source", "g:a:1", "a.Two"]);
    assert_eq!(source["origin"], "git", "{source}");

    // What was indexed stays, whatever becomes of the branch.
    upstream.git(&["checkout", "-q", "-b", "other"]);
    upstream.git(&["branch", "-q", "-D", "main"]);
    assert_eq!(add()["status"], "git_ref_not_found");
    assert_eq!(types(&[]), ["a.One", "a.OneTest", "a.Two", "b.K"]);
    let force = json(&home, &["index", "g:a:1", "--force"]);
    assert_eq!(force["status"], "git_ref_not_found", "{force}");
    let offline = json(&home, &["add", "g:a:1", &url, "--git-ref", "main", "--offline"]);
    assert_eq!((&offline["unchanged"], &offline["commit"]), (&true.into(), &third.clone().into()), "{offline}");
    assert_eq!(json(&home, &["add", "g:a:2", &url, "--git-ref", "other", "--offline"])["status"], "offline");
    let short = json(&home, &["add", "g:a:4", &url, "--git-ref", &third[..9], "--offline"]);
    assert_eq!(short["commit"], third, "the first digits of a commit that is here: {short}");
    assert_eq!(json(&home, &["add", "g:a:5", &url, "--git-ref", "0123456789", "--offline"])["status"], "offline");

    let part = ["add", "g:a:3", &url, "--git-ref", "other", "--git-subdir", "core", "--exclude", "**/test/**"];
    assert_eq!(json(&home, &part)["counts"]["files"], 3);
    let record = fs::read_to_string(home.cache().join("registry-v1/g/a/3.json")).unwrap();
    assert!(record.contains(&format!("\"uri\":\"{}\"", web.url("/repo"))) && record.contains(&third), "{record}");
    assert!(!record.contains("geheim"));
    let stores = fs::read_dir(home.cache().join("git-v1")).unwrap().filter(|one| one.as_ref().unwrap().path().is_dir());
    assert_eq!(stores.count(), 1, "one store for all versions");
}

#[test]
fn a_damaged_store_is_fetched_again() {
    if lacks("git") {
        return;
    }
    let upstream = repository();
    let web = Web::over(&upstream.path(""), Ways::default());
    let (fetcher, url) = (Fetcher::new(), web.url("/repo"));
    fetcher.fetch(&url, "main").unwrap();
    let store = Cache::at(fetcher.home.cache()).git_folder(&url);
    let packs = || -> Vec<_> {
        let files = fs::read_dir(store.join("objects/pack")).unwrap().map(|file| file.unwrap().path());
        files.filter(|file| file.extension().is_some_and(|end| end == "pack")).collect()
    };
    let cases: [(&str, &dyn Fn()); 5] = [
        ("a pack is gone", &|| fs::remove_file(&packs()[0]).unwrap()),
        ("a pack is cut", &|| {
            let half = fs::read(&packs()[0]).unwrap();
            fs::remove_file(&packs()[0]).unwrap();
            fs::write(store.join("objects/pack").join(packs_name(&store)), &half[..half.len() / 2]).unwrap();
        }),
        ("no configuration", &|| fs::remove_file(store.join("HEAD")).unwrap()),
        ("a killed process held its locks", &|| {
            fs::write(store.join("shallow.lock"), "").unwrap();
            fs::write(store.join("packed-refs.lock"), "").unwrap();
            fs::write(store.join("objects/pack/.tmp-x"), "x").unwrap();
        }),
        ("references that are none", &|| {
            for reference in fs::read_dir(store.join("refs/jardex")).unwrap() {
                let _ = fs::write(reference.unwrap().path(), "x");
            }
        }),
    ];
    for (what, damage) in cases {
        damage();
        for git_ref in ["main", "side", "v1"] {
            let located = fetcher.fetch(&url, git_ref).unwrap_or_else(|failure| panic!("{what}: {failure}"));
            for at in 0..located.tree.entries().len() {
                located.tree.read(at).unwrap_or_else(|failure| panic!("{what}: {failure}"));
            }
        }
    }
}

#[test]
fn a_remote_that_breaks_off_costs_nothing_of_what_is_kept() {
    if lacks("git") {
        return;
    }
    let upstream = repository();
    let web = Web::over(&upstream.path(""), Ways::default());
    let (fetcher, url) = (Fetcher::new(), web.url("/repo"));
    let first = fetcher.commit(&url, "main");
    let store = Cache::at(fetcher.home.cache()).git_folder(&url);
    let kept = packs_name(&store);
    upstream.write("src/Later.java", "class Later { int unlike = 4711; }");
    upstream.commit(&["Later"]);
    // The remote lacks what its branch names: it breaks off in the middle of its answer.
    let blob = upstream.git(&["rev-parse", "HEAD:src/Later.java"]);
    let folder = upstream.git(&["rev-parse", "--absolute-git-dir"]);
    fs::remove_file(Path::new(&folder).join("objects").join(&blob[..2]).join(&blob[2..])).unwrap();
    assert_eq!(status(fetcher.fetch(&url, "main")), "git_clone_failed");
    assert_eq!(packs_name(&store), kept, "what was fetched before is still there");
    assert!(fetcher.fetch(&url, &first).is_ok(), "and answers without the remote");
}

/// The name of the pack whose index is there.
fn packs_name(store: &Path) -> String {
    let mut files = fs::read_dir(store.join("objects/pack")).unwrap().map(|file| file.unwrap().path());
    let index = files.find(|file| file.extension().is_some_and(|end| end == "idx")).unwrap();
    text(index.with_extension("pack").file_name().unwrap().as_ref()).to_owned()
}

#[test]
fn processes_share_a_store_and_may_be_killed() {
    if lacks("git") {
        return;
    }
    let upstream = repository();
    let (web, home) = (Web::over(&upstream.path(""), Ways::default()), Home::new());
    let start = |version: &str, git_ref: &str| {
        let mut command: Command = home.bare();
        command.env("JARDEX_HOME", home.cache()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.args(["add", &format!("g:a:{version}"), &web.url("/repo"), "--git-ref", git_ref, "--json"]);
        command.spawn().unwrap()
    };
    for round in 0..6 {
        let mut killed = start("k", "main");
        std::thread::sleep(std::time::Duration::from_millis(15 * round));
        let _ = killed.kill();
        killed.wait().unwrap();
    }
    let all: Vec<_> = ["v1", "v2", "side", "both", "main"].map(|name| (name, start(name, name))).into();
    for (name, child) in all {
        let output = child.wait_with_output().unwrap();
        let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(answer["status"], "registered_and_indexed", "{name}: {answer}");
    }
}

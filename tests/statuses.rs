//! Every status of the contract, brought about over MCP: a real server process, a home of its own, a server on loopback
//! that stands for Maven Central.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, clippy::needless_pass_by_value, reason = "tests")]

#[path = "common/home.rs"]
mod home;
#[path = "common/library.rs"]
mod library;
#[path = "common/repositories.rs"]
mod repositories;
#[path = "common/server.rs"]
mod server;
#[path = "common/session.rs"]
mod session;
#[path = "common/zip.rs"]
#[allow(dead_code, reason = "the archive tests use the rest")]
mod zip;

use std::path::PathBuf;
use std::time::Duration;

use home::Home;
use jardex::error::Status;
use jardex::index::Explorer;
use jardex::parse::worker::Program;
use library::{LIB, Library, ask, jar_of, of};
use repositories::{SOURCES, mirror};
use serde_json::{Value, json};
use server::{Reply, Server};
use session::Session;
use zip::{Item, archive};

/// Statuses that belong to what is not built yet: ranked search.
const LATER: [Status; 1] = [Status::InvalidQuery];

/// How to bring a status about.
struct Case {
    status: Status,
    what: &'static str,
    run: fn(&mut Stage) -> Value,
}

const fn case(status: Status, what: &'static str, run: fn(&mut Stage) -> Value) -> Case {
    Case { status, what, run }
}

/// A home, a server, and an MCP session between them.
struct Stage {
    home: Home,
    server: Server,
    environment: Vec<(&'static str, String)>,
    session: Option<Session>,
    calls: u64,
}

impl Stage {
    fn new() -> Self {
        let (home, server) = (Home::new(), Server::start());
        let settings = format!("<settings>{}</settings>", mirror("central", &server.url("/maven"), ""));
        home.write("user/.m2/settings.xml", &settings);
        Self { home, server, environment: Vec::new(), session: None, calls: 0 }
    }

    /// A setting of the session, which must not have begun.
    fn set(&mut self, variable: &'static str, value: impl Into<String>) -> &mut Self {
        assert!(self.session.is_none());
        self.environment.push((variable, value.into()));
        self
    }

    fn call(&mut self, tool: &str, arguments: Value) -> Value {
        let session = self.session.get_or_insert_with(|| {
            let mut command = self.home.bare();
            command.env("JARDEX_HOME", self.home.cache()).arg("mcp");
            command.envs(self.environment.iter().map(|(name, value)| (*name, value.as_str())));
            Session::initialized(&mut command, "2025-11-25")
        });
        self.calls += 1;
        let answer = session.ask(self.calls, "tools/call", &json!({"name": tool, "arguments": arguments}));
        let result = &answer["result"];
        let object = result["structuredContent"].clone();
        let status = Status::parse(object["status"].as_str().unwrap()).unwrap();
        assert_eq!(result["isError"].as_bool().unwrap_or(false), !status.is_success(), "{answer}");
        assert_eq!(result["content"][0]["text"], object.to_string(), "the text block is the same object");
        if !status.is_success() {
            let message = object["message"].as_str().unwrap();
            assert!(!message.is_empty() && !message.ends_with('.'), "{message}");
            if status == Status::Offline {
                assert_eq!(object["suggested_action"], "register_source", "{object}");
            }
            if let Some(next) = object["suggested_action"].as_str() {
                assert!(jardex::tools::find(next).is_some(), "{next} is no tool");
            }
        }
        object
    }

    /// A file of the home, as its path.
    fn file(&self, name: &str, bytes: &[u8]) -> Value {
        std::fs::write(self.home.path(name), bytes).unwrap();
        json!(self.home.path(name))
    }

    /// A Git repository without a commit.
    fn empty_repository(&self) -> Value {
        self.home.write("repository/HEAD", "ref: refs/heads/main\n");
        self.home.write("repository/config", "[core]\n\tbare = true\n\trepositoryformatversion = 0\n");
        for folder in ["repository/objects", "repository/refs"] {
            std::fs::create_dir_all(self.home.path(folder)).unwrap();
        }
        json!(self.home.path("repository"))
    }

    /// Registers [`LIB`] from a place.
    fn register(&mut self, uri: &Value) -> Value {
        self.call("register_source", of(LIB, json!({"source_uri": uri})))
    }

    /// Registers [`LIB`] with a class and a picture.
    fn registered(&mut self) -> &mut Self {
        let class = b"package a; class Animal { void run() {} }".as_slice();
        let jar = archive(&[Item::stored("a/Animal.java", class), Item::stored("a.png", b"\x89PNG\0")]);
        let uri = self.file("lib.jar", &jar);
        assert_eq!(self.register(&uri)["status"], "registered_and_indexed");
        self
    }

    /// Asks something about [`LIB`].
    fn about(&mut self, tool: &str, arguments: Value) -> Value {
        self.call(tool, of(LIB, arguments))
    }

    /// Registers [`LIB`] from a URL that answers so; no secret of the URL comes back.
    fn register_url(&mut self, reply: Reply) -> Value {
        self.server.on("/x/lib.jar?token=geheim", reply);
        let url = self.server.url("/x/lib.jar?token=geheim").replace("://", "://me:geheim@");
        let answer = self.register(&json!(url));
        assert!(!answer.to_string().contains("geheim"), "{answer}");
        if answer["status"] == "download_failed" || answer["status"] == "invalid_source" {
            assert!(answer["message"].as_str().unwrap().contains("/x/lib.jar"), "the URL is named: {answer}");
            let left = library::snapshot(&self.home.cache().join("jars-v1"));
            assert!(left.is_empty(), "{left:?}");
            assert_eq!(self.about("list_types", json!({}))["status"], "source_jar_not_found", "nothing is registered");
        }
        answer
    }

    fn answering(&mut self, status: u16) -> Value {
        let answer = self.register_url(Reply::status(status));
        assert!(answer["message"].as_str().unwrap().contains(&status.to_string()), "{answer}");
        answer
    }
}

const CASES: &[Case] = &[
    case(Status::Success, "a question", |stage| stage.registered().about("list_types", json!({}))),
    case(Status::Success, "a question nobody prepared", |stage| {
        stage.server.on(SOURCES, Reply::ok(jar_of(&["A"])));
        stage.about("list_types", json!({}))
    }),
    case(Status::RegisteredAndIndexed, "a JAR", |stage| {
        let uri = stage.file("lib.jar", &jar_of(&["A"]));
        stage.register(&uri)
    }),
    case(Status::RegisteredAndIndexed, "a URL", |stage| stage.register_url(Reply::ok(jar_of(&["A"])))),
    case(Status::RegisteredOnly, "a JAR for later", |stage| {
        let uri = stage.file("lib.jar", &jar_of(&["A"]));
        stage.about("register_source", json!({"source_uri": uri, "auto_index": false}))
    }),
    case(Status::SourceJarNotFound, "nowhere", |stage| {
        let answer = stage.about("list_types", json!({}));
        let message = answer["message"].as_str().unwrap();
        for place in [".m2/repository", ".gradle", "/maven"] {
            assert!(message.contains(place), "{message} names {place}");
        }
        answer
    }),
    case(Status::SourceJarNotFound, "not allowed to look", |stage| {
        stage.set("JARDEX_AUTO_REGISTER", "false").about("list_types", json!({}))
    }),
    case(Status::IndexingRequired, "registered for later", |stage| {
        let uri = stage.file("lib.jar", &jar_of(&["A"]));
        stage.about("register_source", json!({"source_uri": uri, "auto_index": false}));
        stage.about("list_types", json!({}))
    }),
    case(Status::Indexing, "a source that takes its time", |stage| {
        // Over MCP that takes 20 s; here the explorer of the same tools has less patience.
        let body = jar_of(&["A"]);
        stage.server.on(SOURCES, Reply::ok(body.clone()).announcing(body.len() as u64 + 1).stalling());
        let explorer = impatient(&Library::behind(&stage.server));
        let answer = ask(&explorer, "list_types", of(LIB, json!({})));
        assert!(answer["message"].as_str().unwrap().ends_with("; ask again in a few seconds"), "{answer}");
        // Whoever asks of everything meanwhile is told of it; a download that broke off begins again where it is asked for.
        let meanwhile = |tool: &str, arguments: &Value, told: &dyn Fn(&Value) -> bool| {
            let mut answers = (0..20).map(|_| {
                ask(&explorer, "list_types", of(LIB, json!({})));
                ask(&explorer, tool, arguments.clone())
            });
            assert!(answers.any(|answer| told(&answer)), "{tool}");
        };
        meanwhile("list_indexed_artifacts", &json!({}), &|listed| {
            (&listed["pagination"]["total_count"], &listed["artifacts"][0]["status"]) == (&json!(1), &json!("indexing"))
        });
        let gap = json!([{"what": LIB, "artifact": LIB, "reason": "being indexed"}]);
        meanwhile("search_symbols", &json!({"query": "A"}), &|found| found["incomplete"] == gap);
        answer
    }),
    #[cfg(unix)]
    case(Status::InternalError, "a record that the system cannot read for a reason of its own", |stage| {
        stage.registered();
        let record = stage.home.cache().join("registry-v1/org.example/lib/1.0.json");
        std::fs::remove_file(&record).unwrap();
        std::os::unix::fs::symlink(&record, &record).unwrap();
        stage.about("list_types", json!({}))
    }),
    case(Status::ResourceNotFound, "no such path", |stage| stage.register(&json!("/no/such/lib.jar"))),
    case(Status::DownloadFailed, "a repository that fails, asked by the way", |stage| {
        stage.server.on(SOURCES, Reply::status(500));
        let answer = stage.about("list_types", json!({}));
        assert_eq!(answer["suggested_action"], "get_server_info", "{answer}");
        answer
    }),
    case(Status::DownloadFailed, "404", |stage| stage.answering(404)),
    case(Status::DownloadFailed, "401", |stage| stage.answering(401)),
    case(Status::DownloadFailed, "403", |stage| stage.answering(403)),
    case(Status::DownloadFailed, "429", |stage| stage.answering(429)),
    case(Status::DownloadFailed, "500", |stage| stage.answering(500)),
    case(Status::DownloadFailed, "a body that is cut", |stage| {
        let body = jar_of(&["A"]);
        stage.register_url(Reply::ok(body.clone()).announcing(body.len() as u64 + 100))
    }),
    case(Status::DownloadFailed, "a body beyond the limit", |stage| {
        stage
            .set("JARDEX_MAX_DOWNLOAD", "1000")
            .register_url(Reply::ok(jar_of(&["A", "B", "C", "D", "E", "F", "G", "H"])))
    }),
    case(Status::DownloadFailed, "a wrong checksum", |stage| {
        stage.server.on(SOURCES, Reply::ok(jar_of(&["A"])));
        stage.server.on(&format!("{SOURCES}.sha1"), Reply::ok("0".repeat(40)));
        let answer = stage.about("list_types", json!({}));
        assert!(answer["message"].as_str().unwrap().contains(&"0".repeat(40)), "{answer}");
        answer
    }),
    case(Status::DownloadFailed, "a server that falls silent", |stage| {
        stage.set("JARDEX_DOWNLOAD_DEADLINE", "1s").register_url(Reply::ok("PK").announcing(100).stalling())
    }),
    case(Status::DownloadFailed, "nobody there", |stage| {
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        stage.register(&json!(format!("http://127.0.0.1:{port}/lib.jar")))
    }),
    case(Status::InvalidSource, "a page instead of a JAR", |stage| {
        stage.register_url(Reply::ok("<!DOCTYPE html><title>Sign in</title>"))
    }),
    case(Status::InvalidSource, "nothing instead of a JAR", |stage| stage.register_url(Reply::ok(""))),
    case(Status::InvalidSource, "garbage instead of a JAR", |stage| stage.register_url(Reply::ok("garbage"))),
    case(Status::InvalidSource, "a JAR that ends too early", |stage| {
        let mut jar = jar_of(&["A", "B"]);
        jar.truncate(jar.len() / 2);
        stage.register_url(Reply::ok(jar))
    }),
    case(Status::InvalidSource, "a JAR with a damaged entry", |stage| {
        let jar = archive(&[Item::stored("a/A.java", b"class A {}").but(|item| item.packed[7] ^= 1)]);
        let uri = stage.file("lib.jar", &jar);
        stage.register(&uri)
    }),
    case(Status::InvalidSource, "a file that is no JAR", |stage| {
        let uri = stage.file("lib.jar", b"no JAR");
        stage.register(&uri)
    }),
    case(Status::InvalidArgument, "Git without a reference", |stage| {
        stage.register(&json!("https://example.org/a/b.git"))
    }),
    case(Status::InvalidArgument, "a git_ref on a JAR", |stage| {
        stage.about("register_source", json!({"source_uri": "https://example.org/lib.jar", "git_ref": "main"}))
    }),
    case(Status::GitCloneFailed, "a remote that is not there", |stage| {
        stage.about("register_source", json!({"source_uri": "https://127.0.0.1:1/a/b.git", "git_ref": "main"}))
    }),
    case(Status::GitRefNotFound, "a branch that a local repository has not", |stage| {
        stage.set("JARDEX_GIT_ANYWHERE", "true");
        let uri = stage.empty_repository();
        stage.about("register_source", json!({"source_uri": uri, "git_ref": "main"}))
    }),
    case(Status::NotPermitted, "a local repository, where no setting allows it", |stage| {
        let uri = stage.empty_repository();
        stage.about("register_source", json!({"source_uri": uri, "git_ref": "main"}))
    }),
    case(Status::UnsupportedSourceType, "another scheme", |stage| stage.register(&json!("ftp://example.org/lib.jar"))),
    case(Status::SourceJarNotFound, "no class JAR", |stage| {
        stage.about("register_source", json!({"origin": "bytecode"}))
    }),
    case(Status::SourceJarNotFound, "a SNAPSHOT that nobody has", |stage| {
        stage.call("list_types", of("org.example:lib:1.0-SNAPSHOT", json!({})))
    }),
    case(Status::InvalidArgument, "a number for a version", |stage| {
        stage.call("list_types", json!({"group_id": "org.example", "artifact_id": "lib", "version": 1.0}))
    }),
    case(Status::InvalidArgument, "no version where none is registered", |stage| {
        stage.call("list_types", json!({"group_id": "org.example", "artifact_id": "lib"}))
    }),
    case(Status::InvalidArgument, "no version of what is to be indexed", |stage| {
        stage.call("index_artifact", json!({"group_id": "org.example", "artifact_id": "lib"}))
    }),
    case(Status::InvalidArgument, "a word for the newest version", |stage| {
        let mut answer = json!({});
        for version in ["LATEST", "latest", "3.+"] {
            answer = stage.call("list_types", json!({"group_id": "g", "artifact_id": "a", "version": version}));
            assert_eq!(
                (&answer["status"], &answer["suggested_action"]),
                (&json!("invalid_argument"), &json!("search_artifacts"))
            );
        }
        answer
    }),
    case(Status::InvalidPattern, "a regex", |stage| {
        stage.registered().about("list_types", json!({"name_filter": "(", "name_filter_type": "regex"}))
    }),
    case(Status::InvalidPattern, "an empty glob over names", |stage| {
        stage.registered().about("list_types", json!({"name_filter": ""}))
    }),
    case(Status::InvalidPattern, "an empty glob over groups", |stage| {
        stage.call("list_indexed_artifacts", json!({"group_filter": ""}))
    }),
    case(Status::InvalidCursor, "a forged cursor", |stage| {
        let search = json!({"pattern": "*", "pattern_type": "glob", "cursor": "c1.AAAA"});
        stage.registered().about("search_file_names", search)
    }),
    case(Status::TypeNotFound, "a type", |stage| {
        let answer = stage.registered().about("get_type_source", json!({"type_name": "a.Anmal"}));
        assert_eq!(answer["suggestions"], json!(["a.Animal"]), "{answer}");
        answer
    }),
    case(Status::MethodNotFound, "a method", |stage| {
        stage.registered().about("get_method_source", json!({"type_name": "a.Animal", "method_name": "walk"}))
    }),
    case(Status::PackageNotFound, "a package", |stage| {
        stage.registered().about("list_types", json!({"package_filter": "b"}))
    }),
    case(Status::PathNotFound, "a path", |stage| stage.registered().about("get_file", json!({"file_path": "../x"}))),
    case(Status::NotATextFile, "a picture", |stage| {
        stage.registered().about("get_file", json!({"file_path": "a.png"}))
    }),
    case(Status::IndexingFailed, "a damaged index whose source is gone", |stage| {
        stage.registered();
        std::fs::remove_file(stage.home.path("lib.jar")).unwrap();
        let folder = stage.home.cache().join("code/org.example/lib/1.0");
        for (path, bytes) in library::snapshot(&folder) {
            std::fs::write(path, &bytes[1..]).unwrap();
        }
        stage.session = None;
        stage.about("list_types", json!({}))
    }),
    case(Status::IndexingFailed, "a source that was damaged since it was registered", |stage| {
        let uri = stage.file("lib.jar", &jar_of(&["A"]));
        stage.about("register_source", json!({"source_uri": uri, "auto_index": false}));
        stage.file("lib.jar", b"no more");
        assert_eq!(stage.about("index_artifact", json!({}))["status"], "invalid_source");
        stage.about("list_types", json!({}))
    }),
    case(Status::Offline, "the network is off", |stage| {
        stage.set("JARDEX_OFFLINE", "true");
        let answer = stage.about("list_types", json!({}));
        assert!(stage.server.asked().is_empty());
        answer
    }),
    case(Status::Offline, "a URL while the network is off", |stage| {
        let url = json!(stage.server.url("/lib.jar"));
        stage.set("JARDEX_OFFLINE", "true").register(&url)
    }),
    case(Status::ConfirmationRequired, "removing without a word", |stage| {
        let uri = stage.file("lib.jar", &jar_of(&["A"]));
        stage.register(&uri);
        stage.call("remove_artifact", of(LIB, json!({})))
    }),
    case(Status::NotPermitted, "a cache that cannot be made", |stage| {
        let home = stage.home.path("later/cache");
        let uri = stage.file("lib.jar", &jar_of(&["A"]));
        stage.set("JARDEX_HOME", home.to_str().unwrap()).call("list_indexed_artifacts", json!({}));
        stage.home.write("later", "in the way");
        stage.register(&uri)
    }),
];

/// An explorer that waits for nothing.
fn impatient(library: &Library) -> Explorer {
    let program = Program(PathBuf::from(env!("CARGO_BIN_EXE_jardex")));
    Explorer::new(library.home.config.clone(), program, Some(Duration::ZERO))
}

#[test]
fn every_case_answers_its_status() {
    let wrong: Vec<String> = std::thread::scope(|scope| {
        // Most cases wait for processes and retries.
        let running: Vec<_> = CASES.iter().map(|case| (case, scope.spawn(|| (case.run)(&mut Stage::new())))).collect();
        let mut wrong = Vec::new();
        for (Case { status, what, .. }, answer) in running {
            match answer.join() {
                Ok(answer) if answer["status"] == status.as_str() => {}
                Ok(answer) => wrong.push(format!("{what}: {answer}")),
                Err(_) => wrong.push(format!("{what}: failed on the way")),
            }
        }
        wrong
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_status_has_a_case() {
    for status in Status::ALL {
        let has_case = CASES.iter().any(|case| case.status == status);
        assert!(has_case != LATER.contains(&status), "{} has a case: {has_case}", status.as_str());
    }
}

#[test]
fn what_is_being_indexed_answers_in_the_end() {
    let library = Library::new();
    library.home.write(".m2/repository/org/example/lib/1.0/lib-1.0-sources.jar", &jar_of(&["A"]));
    let explorer = impatient(&library);
    let statuses: Vec<String> = std::iter::from_fn(|| {
        std::thread::yield_now();
        Some(ask(&explorer, "list_types", of(LIB, json!({})))["status"].as_str().unwrap().to_owned())
    })
    .take(10_000_000)
    .take_while(|status| status == "indexing")
    .collect();
    assert!(!statuses.is_empty(), "it was under way first");
    assert_eq!(library.types(), ["A"]);
}

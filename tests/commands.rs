//! Every tool as a command, and as a call of a session, over sources of its own: streams, exit codes, exact bytes, long work.
#![allow(clippy::disallowed_methods, reason = "tests look at files")]

#[path = "common/home.rs"]
mod home;
#[path = "common/session.rs"]
mod session;

use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use home::{Home, ran, text};
use serde_json::{Value, json};
use session::{Session, mcp};

const UTIL: &str = "package org.example;\r\n\r\nimport java.util.List;\r\n\r\n/** What helps. */\r\npublic class Util {\r\n    public static final int LIMIT = 7;\r\n    public static boolean hasText(String text) {\r\n        return text != null && !text.isBlank(); // NOT empty\r\n    }\r\n    public static boolean hasText(List<String> texts) { return !texts.isEmpty(); }\r\n}";
const FILES: &str =
    "package org.example.io\n\nfun readAll(path: String): String = path\n\nobject Files { val limit = 1 }\n";
const COORDINATE: &str = "org.example:lib:1.0";

/// A home where the sources above are registered and indexed.
fn with_library() -> Home {
    let home = Home::new();
    let folder = library(&home, "library");
    let added = home.run(&["add", COORDINATE, &folder]);
    assert_eq!(added.code, 0, "{}{}", added.out, added.err);
    home
}

/// The sources above as a folder.
fn library(home: &Home, name: &str) -> String {
    home.write(&format!("{name}/org/example/Util.java"), UTIL);
    home.write(&format!("{name}/org/example/io/Files.kt"), FILES);
    let folder = home.path(name);
    std::fs::write(folder.join("notes.txt"), b"caf\xe9\nplain\n").expect("a file");
    std::fs::write(folder.join("picture.bin"), b"\x00\x01\x02").expect("a file");
    text(&folder).to_owned()
}

fn json_of(home: &Home, arguments: &[&str]) -> Value {
    let ran = home.run(&[arguments, &["--json"]].concat());
    assert_eq!(ran.out.lines().count(), 1, "{arguments:?}: {}", ran.out);
    assert_eq!(ran.err, "");
    serde_json::from_str(&ran.out).expect("JSON")
}

#[test]
fn every_verb_answers() {
    let home = with_library();
    let folder = text(&home.path("library")).to_owned();
    for (arguments, said) in [
        (&["list"] as &[_], "org.example:lib"),
        (&["list", "org.*:lib"], "1.0"),
        (&["packages", COORDINATE], "org.example"),
        (&["types", COORDINATE], "class Util"),
        (&["types", COORDINATE, "org.example.io"], "facade FilesKt"),
        (&["source", COORDINATE, "org.example.Util"], "return text != null"),
        (&["source", COORDINATE, "org.example.Util", "--outline"], "hasText"),
        (&["methods", COORDINATE, "org.example.Util"], "public static boolean hasText(String text)"),
        (&["fields", COORDINATE, "org.example.Util"], "LIMIT"),
        (&["method", COORDINATE, "org.example.Util", "hasText", "(String)"], "NOT empty"),
        (&["imports", COORDINATE, "org.example.Util"], "import java.util.List;"),
        (&["tree", COORDINATE], "notes.txt"),
        (&["tree", COORDINATE, "org/example"], "Util.java"),
        (&["find", "*.kt", COORDINATE], "Files.kt"),
        (&["find", "*.kt"], "Files.kt"),
        (&["find", "Files.kt:12:5"], "Files.kt"),
        (&["find", "--regex", "Fi.*kt$"], "Files.kt"),
        (&["grep", "has[T]ext", COORDINATE], "8:"),
        (&["grep", "-F", "texts.isEmpty()"], "org.example:lib:1.0/org/example/Util.java"),
        (&["cat", COORDINATE, "org/example/io/Files.kt"], "fun readAll"),
        (&["index", COORDINATE], "lib"),
        (&["add", COORDINATE, &folder], "unchanged"),
    ] {
        let ran = home.run(arguments);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{arguments:?}: {}", ran.out);
        assert!(ran.out.contains(said), "{arguments:?}: {}", ran.out);
        let status = json_of(&home, arguments)["status"].clone();
        assert!(status == "success" || status == "registered_and_indexed", "{arguments:?}: {status}");
    }
}

#[test]
fn outline_leaves_the_bodies_out() {
    let home = with_library();
    let outline = home.run(&["source", COORDINATE, "org.example.Util", "--outline"]);
    assert!(!outline.out.contains("return"), "{}", outline.out);
}

#[test]
fn the_flags_of_grep_are_those_of_ripgrep() {
    let home = with_library();
    let lines = |arguments: &[&str]| {
        let ran = home.run(&[&["grep"], arguments, &[COORDINATE]].concat());
        let hits = ran
            .out
            .lines()
            .filter(|line| line.split_once(':').is_some_and(|(number, _)| number.parse::<u32>().is_ok()));
        (ran.code, hits.count())
    };
    assert_eq!(lines(&["not empty"]), (0, 1), "lower case ignores case");
    assert_eq!(lines(&["Not Empty"]), (1, 0), "capitals do not");
    assert_eq!(lines(&["-i", "Not Empty"]), (0, 1));
    assert_eq!(lines(&["-F", "has[T]ext"]), (1, 0));
    assert_eq!(lines(&["-F", "hasText("]), (0, 2));
    assert_eq!(lines(&["hasText("]), (2, 0), "no regex");
    assert_eq!(lines(&["-w", "limit"]), (0, 2));
    assert_eq!(lines(&["-w", "-g", "*.kt", "limit"]), (0, 1));
    assert_eq!(lines(&["-w", "-g", "*.kt", "-g", "*.java", "limit"]), (0, 2));
    assert_eq!(lines(&["-w", "-g", "*.kt", "-g", "*.java", "-g", "!io", "limit"]), (0, 1));
    let shown =
        |arguments: &[&str]| home.run(&[&["grep"], arguments, &["readAll", COORDINATE]].concat()).out.lines().count();
    assert_eq!(shown(&["-C", "0"]) + 2, shown(&["-C", "1"]));
    assert_eq!(shown(&["-C", "0"]) + 1, shown(&["-C", "0", "-A", "1"]));
    assert_eq!(shown(&["-C", "0"]) + 2, shown(&["-B", "2", "-A", "0"]));
}

#[test]
fn cat_gives_the_exact_bytes_into_a_pipe() {
    let home = with_library();
    let bytes = |path: &str| {
        let output = home.command().args(["cat", COORDINATE, path]).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        output.stdout
    };
    assert_eq!(bytes("org/example/Util.java"), UTIL.as_bytes());
    assert_eq!(bytes("notes.txt"), b"caf\xe9\nplain\n");
    let part = home.run(&["cat", COORDINATE, "org/example/Util.java", "--lines", "3:5"]);
    assert!(part.out.contains("import java.util.List;") && !part.out.contains("class Util"), "{}", part.out);
    assert_eq!(home.run(&["cat", COORDINATE, "picture.bin"]).code, 1);
    assert!(home.run(&["cat", COORDINATE, "../secret"]).err.starts_with("path_not_found: "));
}

#[test]
fn what_is_not_there_exits_with_1() {
    let home = with_library();
    let ran = home.run(&["source", COORDINATE, "org.example.Utl"]);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    assert!(ran.err.starts_with("type_not_found: ") && ran.err.contains("org.example.Util"), "{}", ran.err);
    let answer = json_of(&home, &["source", COORDINATE, "org.example.Utl"]);
    assert_eq!((&answer["status"], &answer["suggestions"][0]), (&json!("type_not_found"), &json!("org.example.Util")));
    assert_eq!(home.run(&["types", "org.example:other:1.0"]).code, 1);
    assert_eq!(home.run(&["grep", "[", COORDINATE]).code, 2);
    let nothing = home.run(&["grep", "no such text", COORDINATE]);
    assert_eq!((nothing.code, nothing.err.as_str()), (1, ""));
    assert!(nothing.out.starts_with("no matches in "), "{}", nothing.out);
}

#[cfg(unix)]
#[test]
fn a_type_that_is_not_there_is_no_true_negative_where_not_all_was_read() {
    let home = Home::new();
    home.write("linked/A.java", "class A {}\n");
    std::os::unix::fs::symlink("A.java", home.path("linked/B.java")).expect("a link");
    home.write("broken/A.java", "class A {}\n");
    home.write("broken/B.java", "class B { void m( { }\n");
    for (name, said) in
        [("linked", "B.java (a link, which is not followed)"), ("broken", "B.java (syntax error near line 1)")]
    {
        let coordinate = format!("l:{name}:1");
        assert_eq!(home.run(&["add", &coordinate, text(&home.path(name))]).code, 0);
        for arguments in [
            vec!["source", &coordinate, "Zzz"],
            vec!["types", &coordinate, "zzz"],
            vec!["packages", &coordinate, "zzz"],
        ] {
            let answer = json_of(&home, &arguments);
            assert_eq!(answer["incomplete"][0]["what"], "B.java", "{answer}");
            let told = home.run(&arguments).err;
            assert!(told.contains(&format!("; not searched: {said}")), "{told}");
        }
    }
}

#[test]
fn the_version_may_be_left_out_when_there_is_one() {
    let home = with_library();
    assert!(home.run(&["types", "org.example:lib"]).out.contains("Util"));
    let folder = library(&home, "second");
    assert_eq!(home.run(&["add", "org.example:lib:2.0", &folder]).code, 0);
    let ran = home.run(&["types", "org.example:lib"]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("1.0") && ran.err.contains("2.0"), "{}", ran.err);
}

#[test]
fn a_library_among_others_is_all_of_its_versions() {
    let home = with_library();
    let folder = text(&home.path("library")).to_owned();
    for coordinate in ["org.example:lib:2.0", "org.example:library:1.0", "org.other:lib:1.0"] {
        assert_eq!(home.run(&["add", coordinate, &folder]).code, 0);
    }
    for question in
        [&["grep", "-C0", "hasText"] as &[_], &["find", "Util.java"], &["symbols", "hasText"], &["search", "hasText"]]
    {
        let found = json_of(&home, &[question, &["org.example:lib", "org.other:lib:1.0"]].concat()).to_string();
        for (coordinate, is_asked) in [
            ("org.example:lib:1.0", true),
            ("org.example:lib:2.0", true),
            ("org.other:lib:1.0", true),
            ("library", false),
        ] {
            assert_eq!(found.contains(coordinate), is_asked, "{question:?} {coordinate}: {found}");
        }
        let found = json_of(&home, &[question, &["org.example:lib", "org.example:none"]].concat());
        let gaps = found["incomplete"].as_array().expect("what was not searched");
        assert!(gaps.iter().any(|gap| gap["what"] == "org.example:none"), "{question:?}: {found}");
    }
    let refused = json_of(&home, &["grep", "x", "org.example:*", "org.example:li/b"]);
    assert_eq!(refused["status"], "invalid_argument", "{refused}");
}

#[test]
fn several_coordinates_run_one_after_the_other_and_the_worst_code_counts() {
    let home = with_library();
    let ran = home.run(&["index", COORDINATE, "org.example:absent:1", "--json"]);
    assert_eq!(ran.code, 1);
    let answers: Vec<Value> = ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers.len(), 2);
    assert_eq!(answers[0]["status"], "success");
    assert_ne!(answers[1]["status"], "success");
    let folder = library(&home, "second");
    home.run(&["add", "org.example:other:1.0", &folder]);
    let both = home.run(&["grep", "-F", "readAll", COORDINATE, "org.example:other:1.0"]);
    assert!(both.out.contains("org.example:lib:1.0/") && both.out.contains("org.example:other:1.0/"), "{}", both.out);
    let glob = home.run(&["find", "*.kt", "org.example:o*:*"]);
    assert!(glob.out.contains("org.example:other:1.0") && !glob.out.contains("org.example:lib:1.0"), "{}", glob.out);
}

#[test]
fn registered_is_not_indexed() {
    let home = Home::new();
    let folder = library(&home, "library");
    let added = json_of(&home, &["add", COORDINATE, &folder, "--no-index"]);
    assert_eq!((&added["status"], &added["indexed"]), (&json!("registered_only"), &json!(false)));
    assert_eq!(json_of(&home, &["types", COORDINATE])["status"], "indexing_required");
    assert_eq!(home.run(&["index", COORDINATE]).code, 0);
    assert_eq!(home.run(&["types", COORDINATE]).code, 0);
}

#[test]
fn a_session_gives_what_the_command_gives() {
    let home = with_library();
    let mut json_session = Session::initialized(&mut mcp(&home, &[]), "2025-11-25");
    let mut text_session = Session::initialized(&mut mcp(&home, &["--format", "text"]), "2025-11-25");
    let parts = |mut more: Value| {
        for (name, value) in [("group_id", "org.example"), ("artifact_id", "lib"), ("version", "1.0")] {
            more[name] = value.into();
        }
        more
    };
    for (tool, arguments, command) in [
        ("list_types", json!({}), vec!["types"]),
        ("list_methods", json!({"type_name": "org.example.Util"}), vec!["methods", "org.example.Util"]),
        ("get_type_source", json!({"type_name": "org.example.Util"}), vec!["source", "org.example.Util"]),
        ("list_folder_tree", json!({}), vec!["tree"]),
    ] {
        let params = json!({"name": tool, "arguments": parts(arguments)});
        let command = [&command[..1], &[COORDINATE], &command[1..]].concat();
        let answer = json_session.ask(1, "tools/call", &params)["result"].clone();
        assert_eq!(answer["isError"], false, "{answer}");
        assert_eq!(answer["content"][0]["text"], answer["structuredContent"].to_string());
        let printed = json_of(&home, &command);
        assert_eq!(printed["status"], answer["structuredContent"]["status"]);
        let plain = text_session.ask(1, "tools/call", &params)["result"]["content"][0]["text"].clone();
        assert_eq!(plain, home.run(&command).out, "{tool}");
    }
}

#[test]
fn many_real_calls_at_once_give_what_one_gives() {
    let home = with_library();
    let mut session = Session::initialized(&mut mcp(&home, &[]), "2025-06-18");
    let call = json!({"name": "get_method_source", "arguments": {"group_id": "org.example", "artifact_id": "lib",
        "version": "1.0", "type_name": "org.example.Util", "method_name": "hasText"}});
    let expected = session.ask(100, "tools/call", &call)["result"].clone();
    assert_eq!(expected["isError"], false);
    for id in 0..32 {
        session.send(&json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": call}));
    }
    let mut answered = BTreeSet::new();
    for _ in 0..32 {
        let answer = session.next();
        assert_eq!(answer["result"], expected);
        answered.insert(answer["id"].as_u64().unwrap());
    }
    assert_eq!(answered, (0..32).collect());
}

/// A server that begins an answer and never ends it; says when somebody has asked, and holds what was asked open.
fn dripping() -> (String, Receiver<TcpStream>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    let (send, asked) = mpsc::channel();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let Ok(mut stream) = stream else { break };
            let mut request = [0; 4096];
            let begun = stream.read(&mut request).and_then(|_| {
                stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Type: application/java-archive\r\nContent-Length: 1000000\r\n\r\nPK\x03\x04")
            });
            if begun.is_err() || send.send(stream).is_err() {
                break;
            }
        }
    });
    (format!("http://{address}/lib-1.0-sources.jar"), asked)
}

/// A session with the network on, and a registration that hangs in it under this id.
fn hanging(home: &Home, id: u64) -> (Session, TcpStream) {
    let (uri, asked) = dripping();
    let mut command = mcp(home, &["--offline=false"]);
    let mut session = Session::initialized(&mut command, "2025-06-18");
    session.send(&json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {
        "name": "register_source",
        "arguments": {"group_id": "g", "artifact_id": "a", "version": "1", "source_uri": uri},
        "_meta": {"progressToken": "p"}}}));
    let stream = asked.recv_timeout(Duration::from_secs(20)).expect("the download begins");
    (session, stream)
}

#[test]
fn a_call_under_way_does_not_hold_the_end() {
    let home = Home::new();
    let (session, _stream) = hanging(&home, 1);
    let (code, _, took) = session.end();
    assert_eq!(code, Some(0));
    assert!(took < Duration::from_secs(2), "{took:?}");
}

#[test]
fn a_cancelled_download_is_given_up() {
    let home = Home::new();
    let (mut session, mut stream) = hanging(&home, 1);
    session.send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}}));
    session.send(&json!({"jsonrpc": "2.0", "id": 2, "method": "ping"}));
    while session.next().get("id") != Some(&json!(2)) {}
    // The other side of the connection is closed when the work has stopped.
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    let mut rest = [0; 64];
    assert!(matches!(stream.read(&mut rest), Ok(0)), "the download goes on");
}

#[test]
fn a_long_call_tells_progress() {
    let home = Home::new();
    let (session, _stream) = hanging(&home, 1);
    let told = session.next();
    assert_eq!(told["method"], "notifications/progress", "{told}");
    assert_eq!(told["params"]["progressToken"], "p");
    assert!(!told["params"]["message"].as_str().unwrap().is_empty());
}

#[test]
fn the_url_of_a_failed_download_is_named_without_its_secrets() {
    let home = Home::new();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let Ok(mut stream) = stream else { break };
            let mut request = [0; 4096];
            let _ = stream.read(&mut request);
            let _ = stream.write_all(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
        }
    });
    let uri = format!("http://joe:hunter2@{address}/x.jar");
    let failed = ran(home.command().args(["--offline=false", "add", "g:a:1", &uri]));
    assert_eq!((failed.code, failed.out.as_str()), (1, ""));
    assert!(failed.err.starts_with("download_failed: ") && failed.err.contains("404"), "{}", failed.err);
    assert!(!failed.err.contains("hunter2"), "{}", failed.err);
}

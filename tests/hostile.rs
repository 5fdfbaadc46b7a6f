//! Sources that hurt, through the real program: each costs at most its own file, which stays searchable and is named.
#![allow(clippy::disallowed_methods, reason = "tests look at files")]

#[path = "common/home.rs"]
mod home;
#[path = "common/session.rs"]
mod session;

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Cursor, Write};

use home::{Home, PROGRAM, text};
use jardex::config::Config;
use jardex::index::Explorer;
use jardex::parse::worker::Program;
use jardex::work::Work;
use serde_json::{Value, json};
use session::{Session, mcp};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

const COORDINATE: &str = "org.example:hostile:1";

/// As deep as the sources get.
const DEEP: usize = 200_000;

/// A file that hurts.
struct Case {
    path: &'static str,
    content: Vec<u8>,
    /// It is to be named, with these words; none: it may parse, or not.
    reason: Option<&'static str>,
}

fn case(path: &'static str, content: impl Into<Vec<u8>>) -> Case {
    Case { path, content: content.into(), reason: None }
}

fn refused(path: &'static str, content: impl Into<Vec<u8>>, reason: &'static str) -> Case {
    Case { reason: Some(reason), ..case(path, content) }
}

/// What stands in the place of `inside`, in a class that carries the file's marker.
fn java(inside: &str) -> String {
    format!("package h; class Hurt {{ /* MARKER */ {inside} }}\n")
}

fn kotlin(inside: &str) -> String {
    format!("package h\n/* MARKER */\n{inside}\n")
}

/// `open` and `close` around `inside`, one in another.
fn nested(depth: usize, open: &str, inside: &str, close: &str) -> String {
    format!("{}{inside}{}", open.repeat(depth), close.repeat(depth))
}

/// Things in a row, numbered.
fn numbered(count: usize, one: impl Fn(usize) -> String) -> String {
    (0..count).map(one).collect()
}

fn utf_16(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

fn nesting() -> Vec<Case> {
    vec![
        case("h/Parentheses.java", java(&format!("int x = {};", nested(DEEP, "(", "1", ")")))),
        case("h/OpenParentheses.java", java(&"(".repeat(DEEP))),
        case("h/Braces.java", java(&format!("void m() {}", nested(DEEP, "{", "", "}")))),
        case("h/OpenBraces.java", java(&"{".repeat(DEEP))),
        case("h/ClosingBraces.java", java(&"}".repeat(DEEP))),
        case("h/Generics.java", java(&format!("{} x;", nested(DEEP, "A<", "A", ">")))),
        refused("h/Dimensions.java", java(&format!("int{} x;", "[]".repeat(DEEP))), "more dimensions"),
        case("h/Lambdas.java", java(&format!("Object x = {}1;", "() -> ".repeat(DEEP)))),
        case("h/Annotations.java", java(&format!("{} int x;", nested(DEEP, "@A(", "", ")")))),
        refused("h/Types.java", nested(10_000, "class A { ", "/* MARKER */", "}"), "nested deeper than"),
        case("h/Dots.java", java(&format!("int x = a{};", ".b".repeat(DEEP)))),
        case("h/Sums.java", java(&format!("int x = 1{};", " + 1".repeat(DEEP)))),
        case("h/Strings.java", java(&format!("String x = \"\"{};", " + \"a\"".repeat(DEEP)))),
        case("h/Less.java", format!("MARKER {}", "<".repeat(DEEP))),
        refused("h/Templates.kt", kotlin(&format!("val a = {}", nested(600, "\"${", "1", "}\""))), "templates"),
        refused("h/OpenTemplates.kt", kotlin(&format!("val a = {}", "\"${".repeat(600))), "templates"),
        refused("h/Dollars.kt", kotlin(&format!("val a = {}\"a\"", "$".repeat(DEEP))), "dollar signs"),
        case("h/Parentheses.kt", kotlin(&format!("val x = {}", nested(DEEP, "(", "1", ")")))),
        case("h/Braces.kt", kotlin(&format!("fun m() {}", nested(DEEP, "{", "", "}")))),
        case("h/OpenBraces.kt", kotlin(&format!("fun m() {}", "{".repeat(DEEP)))),
        case("h/Generics.kt", kotlin(&format!("val x: {}", nested(DEEP, "A<", "A", ">")))),
        case("h/Annotations.kt", kotlin(&format!("{} val x = 1", nested(DEEP, "@A(", "", ")")))),
        case("h/Dots.kt", kotlin(&format!("val x = a{}", ".b".repeat(DEEP)))),
        case("h/Sums.kt", kotlin(&format!("val x = 1{}", " + 1".repeat(DEEP)))),
        case("h/Comments.kt", format!("// MARKER\n{}", nested(DEEP, "/*", "", "*/"))),
        case("h/OpenComments.kt", format!("// MARKER\n{}", "/*".repeat(DEEP))),
    ]
}

fn unfinished() -> Vec<Case> {
    vec![
        refused("h/Comment.java", java(&format!("/* {}", "/* ".repeat(DEEP))), ""),
        case("h/String.java", java(&format!("String s = \"{}", "a ".repeat(DEEP)))),
        case("h/Character.java", java(&format!("char c = '{}", "a ".repeat(DEEP)))),
        case("h/TextBlock.java", java(&format!("String s = \"\"\"\n{}", "a\n".repeat(DEEP)))),
        case("h/Quotes.java", format!("/* MARKER */ {}", "\"\n".repeat(DEEP))),
        case("h/String.kt", kotlin(&format!("val s = \"{}", "a ".repeat(DEEP)))),
        case("h/Raw.kt", kotlin(&format!("val s = \"\"\"{}", "a\n".repeat(DEEP)))),
        case("h/Backticks.kt", kotlin(&"`".repeat(DEEP))),
    ]
}

fn sizes() -> Vec<Case> {
    vec![
        refused("h/Line.java", java(&format!("/* {} */", "x ".repeat(25_000_000))), "larger than"),
        case("h/Lines.java", format!("// MARKER\nclass Lines {{{}}}\n", "\n".repeat(1_000_000))),
        case("h/Name.java", java(&format!("int {};", "x".repeat(1_000_000)))),
        case("h/Methods.java", java(&numbered(20_000, |at| format!("void m{at}() {{}}\n")))),
        case("h/Overloads.java", java(&numbered(20_000, |at| format!("void m(A{at} a) {{}}\n")))),
        case("h/Name.kt", kotlin(&format!("val {} = 1", "x".repeat(1_000_000)))),
        case("h/Functions.kt", kotlin(&numbered(20_000, |at| format!("fun m{at}() {{}}\n")))),
    ]
}

fn encodings() -> Vec<Case> {
    let latin = b"package h; class Latin { /* MARKER */ String caf\xe9 = \"\xfc\"; }".to_vec();
    let invalid = b"package h; class Invalid { /* MARKER */ int x; } // \xff\xfe\xfd \xc0\x80 \xed\xa0\x80".to_vec();
    vec![
        case("h/Latin.java", latin),
        case("h/Invalid.java", invalid),
        case("h/Nul.java", [java("int x; //").into_bytes(), vec![b'\n'; 9_000], vec![0; 100]].concat()),
        case("h/Marked.java", [b"\xff\xfe".to_vec(), utf_16("package h; class Marked { /* MARKER */ }")].concat()),
        case("h/Surrogates.java", java("String s = \"\\ud800\"; int \\udc00;")),
    ]
}

fn hierarchies() -> Vec<Case> {
    let chain = numbered(2_000, |at| format!("class C{at} extends C{} {{ void m{at}() {{}} }}\n", at + 1));
    vec![
        case("h/Itself.java", "package h; /* MARKER */ class Itself extends Itself { void own() {} }"),
        case(
            "h/Circle.java",
            "package h; /* MARKER */ class One extends Two { void one() {} } class Two extends One {}",
        ),
        case("h/Chain.java", format!("package h; /* MARKER */ {chain}")),
    ]
}

fn all() -> Vec<Case> {
    [nesting(), unfinished(), sizes(), encodings(), hierarchies()].into_iter().flatten().collect()
}

/// An archive of the cases, each with a neighbour that is as it should be.
fn archive(home: &Home, cases: &[Case]) -> String {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let mut add = |path: &str, content: &[u8]| {
        // Packed, they would be refused: nothing honest packs so well.
        let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
        zip.start_file(path, stored).expect("an entry");
        zip.write_all(content).expect("its content");
    };
    for (number, case) in cases.iter().enumerate() {
        add(case.path, &case.content);
        let neighbour = format!("package n; class Good{number} {{ int field; void method() {{}} }}\n");
        add(&format!("{}.Good{number}.java", case.path), neighbour.as_bytes());
    }
    let path = home.path("hostile-sources.jar");
    std::fs::write(&path, zip.finish().expect("an archive").into_inner()).expect("a file");
    text(&path).to_owned()
}

/// A session in which the cases are indexed.
fn indexed(home: &Home, cases: &[Case]) -> Session {
    let jar = archive(home, cases);
    let added = home.run(&["add", COORDINATE, &jar]);
    assert_eq!(added.code, 0, "{}{}", added.out, added.err);
    Session::initialized(&mut mcp(home, &[]), "2025-06-18")
}

fn ask(session: &mut Session, id: u64, tool: &str, mut arguments: Value) -> Value {
    for (key, value) in ["group_id", "artifact_id", "version"].into_iter().zip(COORDINATE.split(':')) {
        arguments[key] = value.into();
    }
    let answer = session.ask(id, "tools/call", &json!({"name": tool, "arguments": arguments}));
    answer["result"]["structuredContent"].clone()
}

/// Every type with its package.
fn types(session: &mut Session, filter: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for page in 1.. {
        let asked = json!({"package_filter": filter, "page": page, "page_size": 200});
        let answer = ask(session, 1, "list_types", asked);
        let types = answer["types"].as_array().expect("types");
        found.extend(types.iter().map(|item| item["name"].as_str().expect("a name").to_owned()));
        if types.is_empty() || Some(page) == answer["pagination"]["total_pages"].as_u64() {
            break;
        }
    }
    found
}

/// Files with the reason why something of them is missing. Answers list the first of them only.
fn problems(home: &Home) -> BTreeMap<String, String> {
    let config = Config { offline: true, ..Config::at(home.cache()) };
    let explorer = Explorer::new(config, Program(PROGRAM.into()), None);
    let [group, artifact, version] = ["org.example", "hostile", "1"];
    let opened = explorer.open(group, artifact, Some(version), &Work::default()).expect("it is indexed");
    let problems = opened.index.problems().expect("its problems");
    problems.iter().map(|problem| (problem.what.clone(), problem.reason.clone())).collect()
}

/// Every file that holds the marker.
fn marked(session: &mut Session) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut asked = json!({"query": "MARKER", "query_type": "string", "context_before": 0, "context_after": 0});
    loop {
        let answer = ask(session, 2, "search_file_content", asked.clone());
        assert_eq!(answer["status"], "success", "{answer}");
        found.extend(answer["matches"].as_object().expect("matches").keys().cloned());
        let Some(cursor) = answer["next_cursor"].as_str() else { return found };
        asked["cursor"] = cursor.into();
    }
}

/// The law for all cases.
fn check(cases: &[Case]) {
    let home = Home::new();
    let mut session = indexed(&home, cases);
    let good: BTreeSet<String> = (0..cases.len()).map(|number| format!("Good{number}")).collect();
    assert_eq!(types(&mut session, "n"), good, "a neighbour is missing");
    let files: BTreeSet<String> = cases.iter().map(|case| case.path.to_owned()).collect();
    assert_eq!(marked(&mut session), files, "a file is not found by what it says");
    let named = problems(&home);
    for case in cases {
        let reason = named.get(case.path).map(String::as_str);
        if let Some(expected) = case.reason {
            let reason = reason.unwrap_or_else(|| panic!("{} is not named", case.path));
            assert!(reason.contains(expected), "{}: {reason}", case.path);
            assert!(!reason.contains("ran out of time"), "{}: only the clock ended it", case.path);
        }
    }
    assert!(named.keys().all(|file| files.contains(file)), "{named:?}");
    // Whoever asks next finds all done.
    let again = home.run(&["index", COORDINATE, "--json"]);
    assert_eq!(again.code, 0, "{}{}", again.out, again.err);
}

#[test]
fn nesting_without_end() {
    check(&nesting());
}

#[test]
fn what_never_ends() {
    check(&unfinished());
}

#[test]
fn sizes_without_measure() {
    check(&sizes());
}

#[test]
fn encodings_of_all_kinds() {
    check(&encodings());
}

#[test]
fn types_that_inherit_from_themselves() {
    let cases = hierarchies();
    check(&cases);
    let home = Home::new();
    let mut session = indexed(&home, &cases);
    for (name, own) in [("h.Itself", "own"), ("h.One", "one"), ("h.Two", "one"), ("h.C0", "m0")] {
        for tool in ["list_methods", "list_fields"] {
            let answer = ask(&mut session, 3, tool, json!({"type_name": name, "include_inherited": true}));
            assert_eq!(answer["status"], "success", "{answer}");
            assert!(tool == "list_fields" || answer["methods"].to_string().contains(own), "{name}: {answer}");
        }
        let asked = json!({"type_name": name, "method_name": own});
        assert_eq!(ask(&mut session, 4, "get_method_source", asked)["status"], "success");
    }
}

#[test]
fn every_tool_answers_about_what_hurts() {
    let cases = all();
    let home = Home::new();
    let mut session = indexed(&home, &cases);
    for name in types(&mut session, "h").iter().take(100) {
        let asked = json!({"type_name": format!("h.{name}"), "max_bytes": 1000});
        for tool in ["get_type_source", "list_methods", "list_fields", "get_import_section"] {
            let mut asked = asked.clone();
            if tool != "get_type_source" {
                asked.as_object_mut().expect("an object").remove("max_bytes");
            }
            let answer = ask(&mut session, 5, tool, asked);
            assert_eq!(answer["status"], "success", "{tool} {name}: {answer}");
        }
    }
    for case in &cases {
        let answer = ask(&mut session, 6, "get_file", json!({"file_path": case.path}));
        assert_eq!(answer["status"], "success", "{}: {answer}", case.path);
        assert!(answer.to_string().len() < 64 * 1024, "{}: {} bytes", case.path, answer.to_string().len());
    }
}

#[test]
fn no_child_is_left() {
    let home = Home::new();
    let killers: Vec<Case> = all().into_iter().filter(|case| case.reason.is_some()).collect();
    let jar = archive(&home, &killers);
    let mut session = Session::initialized(&mut mcp(&home, &[]), "2025-06-18");
    let added = ask(&mut session, 7, "register_source", json!({"source_uri": jar}));
    assert_eq!(added["indexed"], true, "{added}");
    assert_eq!(added["counts"]["unparsed_files"], killers.len(), "{added}");
    assert_no_child(&session);
}

/// A parser that is done does not stay.
#[cfg(target_os = "linux")]
fn assert_no_child(session: &Session) {
    for task in std::fs::read_dir(format!("/proc/{}/task", session.process_id())).expect("its threads").flatten() {
        let children = std::fs::read_to_string(task.path().join("children")).unwrap_or_default();
        assert_eq!(children, "", "a child is left");
    }
}

#[cfg(not(target_os = "linux"))]
fn assert_no_child(_session: &Session) {}

//! What every tool answers about the fixture artifacts, in both forms: one file a question in testdata/answers/cases.
//!
//! `UPDATE_EXPECT=1` writes the answers anew.

#![allow(clippy::disallowed_methods, reason = "the fixtures are copied into a home of the test's own")]

mod common;

use std::path::{Path, PathBuf};

use jardex::config::Config;
use jardex::error::Failure;
use jardex::index::Explorer;
use jardex::parse::worker::Program;
use jardex::tools::page::Page;
use jardex::tools::{self, Answer, Call, ParamKind, args, budget, failure};
use jardex::work::Work;
use serde_json::{Map, Value, json};

/// An explorer over a cache of its own, in which the fixture artifacts are registered.
struct Bench {
    explorer: Explorer,
    home: tempfile::TempDir,
}

impl Bench {
    fn new() -> Self {
        let home = tempfile::tempdir().expect("a folder");
        let mut config = Config::at(home.path().join("cache"));
        config.offline = true;
        let program = Program(PathBuf::from(env!("CARGO_BIN_EXE_jardex")));
        Self { explorer: Explorer::new(config, program, None), home }
    }

    fn ask(&self, tool: &str, arguments: &Value, cap: Option<usize>) -> Result<Box<dyn Answer>, Failure> {
        let tool = tools::find(tool).expect("a tool");
        let args = args::check(tool, arguments.as_object().cloned().unwrap_or_default())?;
        (tool.run)(&Call { explorer: &self.explorer, args: &args, work: &Work::default(), cap })
    }

    fn json(&self, tool: &str, arguments: &Value, cap: Option<usize>) -> Value {
        match self.ask(tool, arguments, cap) {
            Ok(answer) => answer.json(),
            Err(failure) => serde_json::to_value(failure).expect("a failure"),
        }
    }

    /// Registers the fixture folder of an artifact of group org.example.
    fn register(&self, artifact: &str) -> Value {
        let source = fixtures().join(artifact);
        self.json(
            "register_source",
            &json!({"group_id": "org.example", "artifact_id": artifact, "version": "1.0",
            "source_uri": source.to_str().expect("UTF-8")}),
            None,
        )
    }

    fn with_fixtures() -> Self {
        let bench = Self::new();
        for artifact in ["base", "lib", "odd"] {
            assert_eq!(bench.register(artifact)["status"], "registered_and_indexed");
        }
        bench
    }
}

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/answers")
}

/// Both forms of an answer, one under the other.
fn shown(answer: Result<Box<dyn Answer>, Failure>) -> String {
    let (mut json, page) = match answer {
        Ok(answer) => {
            let mut page = Page::default();
            answer.page(&mut page);
            (answer.json(), page)
        }
        Err(failure) => (serde_json::to_value(&failure).expect("a failure"), failure::page(&failure)),
    };
    let mut plain = page.plain();
    // A cursor names a generation, which every change of format or grammar changes.
    if let Some(cursor) = json.get("next_cursor").and_then(Value::as_str).map(str::to_owned) {
        plain = plain.replace(&cursor, "c1.…");
        json["next_cursor"] = json!("c1.…");
    }
    format!("{}\n----\n{plain}", serde_json::to_string_pretty(&json).expect("JSON"))
}

#[test]
fn questions_and_answers() {
    let bench = Bench::with_fixtures();
    common::fixtures::check(&fixtures().join("cases"), "json", |_, case| {
        let case: Value = serde_json::from_slice(case).expect("a case");
        let cap = case.get("cap").map_or(Some(budget::USUAL), |cap| cap.as_u64().map(|cap| cap as usize));
        let answer = bench.ask(case["tool"].as_str().expect("a tool"), &case["arguments"], cap);
        if let (Ok(answer), Some(cap)) = (&answer, cap) {
            assert!(answer.json().to_string().len() <= cap, "an answer larger than its cap");
            let mut page = Page::default();
            answer.page(&mut page);
            assert!(page.plain().len() <= cap, "a page larger than its cap");
        }
        shown(answer)
    });
}

/// Both forms of what a tool says, in bytes: the larger.
fn size_of(said: Result<Box<dyn Answer>, Failure>) -> usize {
    let (json, page) = match said {
        Ok(answer) => {
            let mut page = Page::default();
            answer.page(&mut page);
            (answer.json(), page)
        }
        Err(failure) => (serde_json::to_value(&failure).expect("a failure"), failure::page(&failure)),
    };
    json.to_string().len().max(page.plain().len())
}

/// However long a text is that a caller sends, what comes back fits its cap.
#[test]
fn answers_to_endless_arguments_fit_their_cap() {
    let bench = Bench::with_fixtures();
    let usual = |param: &tools::Param| match (param.name, &param.kind) {
        ("group_id", _) => json!("org.example"),
        ("artifact_id", _) => json!("base"),
        ("version", _) => json!("1.0"),
        (_, ParamKind::Choice(words)) => json!(words.last()),
        (_, ParamKind::TextList) => json!(["x"]),
        (_, ParamKind::Integer { min, .. }) => json!(min),
        (_, ParamKind::Flag) => json!(true),
        (_, ParamKind::Text) => json!("x"),
    };
    let mut too_large = Vec::new();
    for (tool, endless) in tools::TABLE.iter().flat_map(|tool| tool.params.iter().map(move |param| (tool, param))) {
        // Some take more room where they are escaped, some are broken patterns.
        for start in ["x", "\u{1}", "(x", "[x", "a.B#"] {
            let text = start.to_owned() + &start[start.len() - 1..].repeat(100_000);
            let endless_value = match endless.kind {
                ParamKind::Text | ParamKind::Choice(_) => json!(text),
                ParamKind::TextList => json!([text]),
                ParamKind::Integer { .. } | ParamKind::Flag => continue,
            };
            let is_given =
                |param: &&tools::Param| param.required || (param.name.ends_with("_id") && endless.name != "artifacts");
            let given = tool.params.iter().filter(is_given).map(|param| (param.name.to_owned(), usual(param)));
            let mut arguments: Map<String, Value> = given.collect();
            arguments.insert(endless.name.to_owned(), endless_value);
            let size = size_of(bench.ask(tool.name, &Value::Object(arguments), Some(budget::USUAL)));
            if size > budget::USUAL {
                too_large.push(format!("{} {} of {start:?}: {size} bytes", tool.name, endless.name));
            }
        }
    }
    assert!(too_large.is_empty(), "{too_large:#?}");
}

/// What changes from run to run is left out.
fn steady(mut answer: Value) -> Value {
    if let Some(object) = answer.as_object_mut() {
        for (name, value) in object.iter_mut() {
            if name == "processing_time" || name == "stage_seconds" {
                *value = json!("…");
            }
        }
    }
    answer
}

#[test]
fn registering_and_indexing() {
    let bench = Bench::new();
    let coordinates = json!({"group_id": "org.example", "artifact_id": "base", "version": "1.0"});
    let with = |more: Value| -> Value {
        let mut all: Map<String, Value> = coordinates.as_object().expect("an object").clone();
        all.extend(more.as_object().expect("an object").clone());
        Value::Object(all)
    };
    let source = fixtures().join("base");
    let source = source.to_str().expect("UTF-8");
    let lazy = bench.json("register_source", &with(json!({"source_uri": source, "auto_index": false})), None);
    assert_eq!(lazy, with_status("registered_only", &coordinates, &json!({"indexed": false, "origin": "source"})));
    let asked = bench.json("list_types", &coordinates, None);
    assert_eq!((&asked["status"], &asked["suggested_action"]), (&json!("indexing_required"), &json!("index_artifact")));
    let built = steady(bench.json("index_artifact", &json!({"group_id": "org.example", "artifact_id": "base"}), None));
    assert_eq!(built["status"], "success");
    assert_eq!(built["version"], "1.0");
    assert_eq!(built["cache_location"], "code/org.example/base/1.0");
    assert!(bench.home.path().join("cache/code/org.example/base/1.0").is_dir());
    assert_eq!(built["counts"]["types"], 2);
    let again = bench.json("index_artifact", &coordinates, None);
    assert_eq!((&again["status"], &again["unchanged"]), (&json!("success"), &json!(true)));
    let same = bench.json("register_source", &with(json!({"source_uri": source})), None);
    assert_eq!((&same["status"], &same["unchanged"]), (&json!("registered_and_indexed"), &json!(true)));
    let keys: Vec<_> = same.as_object().expect("an object").keys().take(5).cloned().collect();
    assert_eq!(keys, ["status", "group_id", "artifact_id", "version", "indexed"]);
}

fn with_status(status: &str, coordinates: &Value, more: &Value) -> Value {
    let mut answer = json!({"status": status});
    for part in [coordinates, more] {
        for (name, value) in part.as_object().expect("an object") {
            answer[name] = value.clone();
        }
    }
    answer
}

/// The pages of a search, put together, are what a whole answer holds.
#[test]
fn pages_of_a_search_are_the_whole_search() {
    let bench = Bench::with_fixtures();
    for coordinates in [json!({}), json!({"group_id": "org.example", "artifact_id": "lib"})] {
        for size in [1, 2, 3, 7, 500] {
            let query = json!({"query": "[a-z]+\\(", "query_type": "regex", "context_before": 1, "context_after": 1});
            let whole = lines(&bench.json("search_file_content", &merged(&[&coordinates, &query]), None));
            assert!(whole.len() > 20);
            let (mut found, mut cursor) = (Vec::new(), Value::Null);
            loop {
                let page = merged(&[&coordinates, &query, &json!({"max_results": size, "cursor": cursor})]);
                let answer = bench.json("search_file_content", &page, Some(budget::USUAL));
                assert_eq!(answer["status"], "success", "{answer}");
                let told = lines(&answer);
                assert!(!told.is_empty() && told.len() <= size, "{size}: {answer}");
                found.extend(told);
                cursor = answer["next_cursor"].clone();
                if cursor.is_null() {
                    assert_eq!(answer["total"], json!({"value": whole.len(), "relation": "eq"}));
                    break;
                }
            }
            assert_eq!(found, whole, "pages of {size}");
        }
    }
}

/// Every hit as file and line.
fn lines(answer: &Value) -> Vec<(String, u32)> {
    let mut lines = Vec::new();
    for (file, blocks) in answer["matches"].as_object().expect("matches") {
        for block in blocks.as_array().expect("blocks") {
            let hits = block["match_lines"].as_str().expect("lines").split(',');
            lines.extend(hits.map(|line| (file.clone(), line.parse().expect("a number"))));
        }
    }
    lines
}

fn merged(parts: &[&Value]) -> Value {
    let mut all = Map::new();
    for part in parts {
        all.extend(part.as_object().expect("an object").clone());
    }
    Value::Object(all)
}

#[test]
fn pages_of_names_are_all_names() {
    let bench = Bench::with_fixtures();
    let query = json!({"pattern": "*", "pattern_type": "glob"});
    let whole = bench.json("search_file_names", &query, None)["files"].clone();
    let (mut found, mut cursor) = (Vec::new(), Value::Null);
    loop {
        let page = merged(&[&query, &json!({"limit": 5, "cursor": cursor})]);
        let answer = bench.json("search_file_names", &page, Some(budget::USUAL));
        assert_eq!(answer["total_matches"], whole.as_array().expect("files").len(), "{answer}");
        found.extend(answer["files"].as_array().expect("files").clone());
        cursor = answer["next_cursor"].clone();
        if cursor.is_null() {
            break;
        }
    }
    assert_eq!(Value::Array(found), whole);
}

/// A cursor goes stale with the artifact it stopped in, and with no other.
#[test]
fn a_cursor_goes_stale_with_its_artifact() {
    let bench = Bench::new();
    let copy = bench.home.path().join("source");
    std::fs::create_dir_all(&copy).expect("a folder");
    for name in ["A", "B", "C"] {
        std::fs::write(copy.join(format!("{name}.java")), format!("class {name} {{}}")).expect("a file");
    }
    let coordinates = json!({"group_id": "g", "artifact_id": "a", "version": "1"});
    let register = merged(&[&coordinates, &json!({"source_uri": copy.to_str().expect("UTF-8")})]);
    assert_eq!(bench.json("register_source", &register, None)["status"], "registered_and_indexed");
    let query = merged(&[&coordinates, &json!({"query": "class", "query_type": "string", "max_results": 1})]);
    let cursor = bench.json("search_file_content", &query, None)["next_cursor"].clone();
    assert!(cursor.is_string());
    bench.register("base");
    let next = merged(&[&query, &json!({"cursor": cursor})]);
    assert_eq!(bench.json("search_file_content", &next, None)["matches"]["B.java"][0]["match_lines"], "1");
    std::fs::write(copy.join("D.java"), "class D {}").expect("a file");
    assert_eq!(bench.json("register_source", &register, None)["status"], "registered_and_indexed");
    let stale = bench.json("search_file_content", &next, None);
    assert_eq!(stale["status"], "invalid_cursor", "{stale}");
}

/// Source that was cut goes on in get_file, and the pieces put together are the file.
#[test]
fn pieces_of_source_are_the_file() {
    let bench = Bench::with_fixtures();
    let file = json!({"group_id": "org.example", "artifact_id": "lib", "file_path": "org/example/lib/Shape.java"});
    let whole = bench.json("get_file", &file, None)["content"]["source_code"].as_str().expect("source").to_owned();
    let (mut found, mut start) = (String::new(), json!(1));
    while !start.is_null() {
        let answer = bench.json(
            "get_file",
            &merged(&[&file, &json!({"start_line": start, "max_bytes": 700})]),
            Some(budget::USUAL),
        );
        assert!(answer.to_string().len() <= 700);
        found.push_str(answer["content"]["source_code"].as_str().expect("source"));
        start = answer["next_start_line"].clone();
    }
    assert_eq!(found, whole);
    let cut = json!({"group_id": "org.example", "artifact_id": "lib", "type_name": "org.example.lib.Shape", "max_bytes": 900});
    let cut = bench.json("get_type_source", &cut, Some(budget::USUAL))["type_info"].clone();
    let rest = merged(&[&file, &json!({"start_line": cut["next_start_line"], "end_line": cut["line_range"]["end"]})]);
    let rest = bench.json("get_file", &rest, None)["content"]["source_code"].clone();
    let whole = json!({"group_id": "org.example", "artifact_id": "lib", "type_name": "org.example.lib.Shape"});
    let whole = bench.json("get_type_source", &whole, None)["type_info"]["source_code"].clone();
    assert_eq!(
        format!("{}{}", cut["source_code"].as_str().expect("source"), rest.as_str().expect("source")),
        whole.as_str().expect("source")
    );
}

/// Answers print places with their lines; what is printed is taken.
#[test]
fn a_path_may_name_lines() {
    let bench = Bench::with_fixtures();
    let ask = |path: &str, more: &Value| {
        let file = json!({"group_id": "org.example", "artifact_id": "lib", "file_path": path});
        bench.json("get_file", &merged(&[&file, more]), None)
    };
    let (path, none) = ("org/example/lib/Shape.java", json!({}));
    let lines = |start: u32, end: u32| ask(path, &json!({"start_line": start, "end_line": end}));
    for (named, expected) in
        [("3", lines(3, 3)), ("2-4", lines(2, 4)), ("2-100000", lines(2, 100_000)), ("3:7", lines(3, 3))]
    {
        assert_eq!(ask(&format!("{path}:{named}"), &none), expected, "{named}");
    }
    assert_eq!(ask(&format!("{path}:2-4"), &json!({"start_line": 3, "end_line": 3})), lines(3, 3));
    for named in ["0", "4-2", "x", "", "3:x", "-"] {
        assert_eq!(ask(&format!("{path}:{named}"), &none)["status"], "path_not_found", "{named}");
    }
    assert_eq!(ask(&format!("{path}:100000"), &none)["status"], "invalid_argument");
    assert_eq!(ask("org/example/lib/Shap.java:7", &none)["suggestions"], json!([path]));
    assert_eq!(ask(&format!("{path}#L2-L4"), &none), lines(2, 4));
    assert_eq!(ask(&format!("{path}#L2-4"), &none), lines(2, 4));
    assert_eq!(ask(&format!("{path}#L3"), &none), lines(3, 3));
    // Absolute paths are none of an artifact, and types are in files.
    for near in ["/org/example/lib/Shape.java", "org/example/lib/Shape", "org.example.lib.Shape", "Shap"] {
        let answer = ask(near, &none);
        assert_eq!((&answer["status"], &answer["suggestions"]), (&json!("path_not_found"), &json!([path])), "{near}");
    }
}

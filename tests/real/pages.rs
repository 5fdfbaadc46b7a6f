//! Pages and pieces over MCP are the whole, and the command line gives the whole.

use std::fs;

use serde_json::{Value, json};

use crate::artifacts::{Artifact, named};
use crate::place;
use crate::served::Served;

/// Bytes of a line that fits any answer, escaped as JSON.
const LONGEST_LINE: usize = 8_000;

mod whole_from_pieces {
    crate::each_artifact!(super::whole_from_pieces);
}

fn whole_from_pieces(artifact: &'static Artifact) {
    let ready = place::ready(artifact);
    let mut served = Served::start(artifact);

    for described in [false, true] {
        let pages = served.items("list_types", "types", &json!({"include_description": described}));
        let mut arguments = vec!["types", ready.coordinate.as_str()];
        arguments.extend(described.then_some("--include-description"));
        let names = |types: &[Value]| -> Vec<Value> {
            types.iter().map(|item| json!([item["package"], item["name"]])).collect()
        };
        let whole = place::json(&arguments)["types"].as_array().unwrap().clone();
        assert_eq!(names(&pages), names(&whole));
    }

    let mut files = Vec::new();
    let mut asked = json!({"pattern": "*", "pattern_type": "glob"});
    loop {
        let answer = served.get("search_file_names", &asked);
        files.extend(answer["files"].as_array().unwrap().iter().map(|file| file["path"].as_str().unwrap().to_owned()));
        let Some(cursor) = answer.get("next_cursor") else { break };
        asked["cursor"] = cursor.clone();
    }
    files.sort();
    assert_eq!(files, ready.files);

    let sources = ready.files.iter().filter(|path| path.ends_with(".java") || path.ends_with(".kt"));
    let texts =
        sources.filter_map(|path| Some((path, String::from_utf8(fs::read(ready.unpacked.join(path)).ok()?).ok()?)));
    // A line that is longer than an answer may be is cut.
    let shown = texts.filter(|(_, text)| text.lines().all(|line| line.len() < LONGEST_LINE));
    let (longest, text) = shown.max_by_key(|(_, text)| text.len()).unwrap();
    assert!(read(&mut served, longest) == text, "{longest} in pieces");

    let whole = place::json(&["grep", "-F", "return", &ready.coordinate, "-C0"]);
    assert_eq!(hits(&mut served, "return"), lines(&whole), "hits page by page");
}

/// A file, piece by piece.
fn read(served: &mut Served, path: &str) -> String {
    let mut text = String::new();
    let mut start = json!(1);
    loop {
        let answer = served.get("get_file", &json!({"file_path": path, "start_line": start}));
        let content = answer["content"].as_object().or(answer.as_object()).unwrap();
        text.push_str(content["source_code"].as_str().unwrap());
        let next = content.get("next_start_line").or_else(|| answer.get("next_start_line"));
        assert_eq!(next.is_some(), answer["truncated"] == true || content.get("truncated").is_some(), "{answer}");
        let Some(next) = next else { return text };
        start = next.clone();
    }
}

/// `path:line` of every hit, page by page.
fn hits(served: &mut Served, query: &str) -> Vec<String> {
    let mut told = Vec::new();
    let mut asked = json!({"query": query, "query_type": "string", "context_before": 0, "context_after": 0});
    loop {
        let answer = served.get("search_file_content", &asked);
        told.extend(lines(&answer));
        let Some(cursor) = answer.get("next_cursor") else { return told };
        asked["cursor"] = cursor.clone();
    }
}

fn lines(answer: &Value) -> Vec<String> {
    let blocks = answer["matches"].as_object().into_iter().flatten();
    let blocks = blocks.flat_map(|(path, blocks)| blocks.as_array().unwrap().iter().map(move |block| (path, block)));
    blocks
        .flat_map(|(path, block)| {
            block["match_lines"].as_str().unwrap().split(',').map(move |line| format!("{path}:{line}"))
        })
        .collect()
}

/// What people ask about these libraries, with the answers that a look into the archive gives.
#[test]
fn everyday_questions() {
    let mut gson = Served::start(named("gson"));
    let found = gson.get(
        "get_method_source",
        &json!({
        "type_name": "com.google.gson.Gson", "method_name": "toJson", "method_signature": "(Object)"}),
    );
    assert_eq!(found["method_source"].as_array().unwrap().len(), 1);
    let source = found["method_source"][0]["source_code"].as_str().unwrap();
    assert!(
        source.trim_start().starts_with("public String toJson(Object src) {") && source.trim_end().ends_with('}'),
        "{source}"
    );

    let mut okhttp = Served::start(named("okhttp"));
    let facade =
        okhttp.get("list_methods", &json!({"type_name": "okhttp3.internal._UtilJvmKt", "name_filter": "thread*"}));
    assert!(facade["methods"][0]["signature"].as_str().unwrap().contains("fun threadFactory("), "{facade}");

    let mut coroutines = Served::start(named("coroutines"));
    let launch = coroutines.get(
        "get_method_source",
        &json!({
        "type_name": "kotlinx.coroutines.BuildersKt", "method_name": "launch"}),
    );
    let source = launch["method_source"][0]["source_code"].as_str().unwrap();
    assert!(source.starts_with("public fun CoroutineScope.launch("), "a facade of several files: {source}");

    let mut guava = Served::start(named("guava"));
    let miss = guava.ask("get_type_source", &json!({"type_name": "com.google.common.collect.ImutableList"}));
    assert_eq!(miss["status"], "type_not_found");
    let close = miss["suggestions"].as_array().unwrap();
    assert!(close.contains(&json!("com.google.common.collect.ImmutableList")), "{miss}");

    let mut old = Served::start(named("commons_lang"));
    let entities = old.get("get_file", &json!({"file_path": "org/apache/commons/lang/Entities.java"}));
    assert!(entities.to_string().contains("ISO-8859-1"), "the decoding is said");
}

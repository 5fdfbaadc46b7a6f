//! MCP as a client sees it: raw lines to the real program, in every version of the protocol.

#[path = "common/home.rs"]
mod home;
#[path = "common/session.rs"]
mod session;

use std::collections::BTreeSet;
use std::io::Write;
use std::process::Stdio;
use std::time::Duration;

use home::{Home, ran};
use serde_json::{Value, json};
use session::{Session, initialize, mcp};

/// The parameters of a request of 2026-07-28, which has no handshake.
fn inline(mut params: Value) -> Value {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    params
}

/// A call that every build can answer: its arguments are wrong.
fn wrong_call() -> Value {
    json!({"name": "list_types", "arguments": {"group_id": "g"}})
}

fn assert_wrong_call(result: &Value) {
    assert_eq!(result["isError"], true, "{result}");
    let structured = &result["structuredContent"];
    assert_eq!(structured["status"], "invalid_argument");
    assert!(structured["message"].as_str().expect("a message").starts_with("artifact_id: "));
    let content = result["content"].as_array().expect("content");
    assert_eq!(content.len(), 1);
    assert_eq!(content[0]["text"], structured.to_string(), "the text block is the same object, compact");
}

#[test]
fn the_protocols_with_a_handshake() {
    let home = Home::new();
    for version in ["2025-03-26", "2025-06-18", "2025-11-25"] {
        let mut session = Session::start(&mut mcp(&home, &[]));
        session.send(&initialize(version));
        let hello = session.next();
        let result = &hello["result"];
        assert_eq!((&hello["id"], &result["protocolVersion"]), (&json!("hello"), &json!(version)));
        assert_eq!(result["serverInfo"]["name"], "jardex");
        assert!(result["capabilities"]["tools"].is_object());
        assert!(result["instructions"].as_str().unwrap().len() < 2048);
        session.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        assert_eq!(session.ask(1, "ping", &json!({}))["result"], json!({}));
        let list = session.ask(2, "tools/list", &json!({}));
        assert!(list["result"].get("resultType").is_none() && list["result"].get("ttlMs").is_none());
        assert_wrong_call(&session.ask(3, "tools/call", &wrong_call())["result"]);
        let (code, rest, took) = session.end();
        assert_eq!((code, rest), (Some(0), Vec::new()));
        assert!(took < Duration::from_secs(2), "{took:?}");
    }
}

#[test]
fn an_unknown_version_is_answered_with_one_that_is_known() {
    let home = Home::new();
    for version in ["2099-01-01", "2026-07-28"] {
        let mut session = Session::start(&mut mcp(&home, &[]));
        session.send(&initialize(version));
        assert_eq!(session.next()["result"]["protocolVersion"], "2025-11-25", "{version}");
    }
}

#[test]
fn the_protocol_without_a_handshake() {
    let home = Home::new();
    let mut session = Session::start(&mut mcp(&home, &[]));
    let discovered = session.ask(1, "server/discover", &inline(json!({})));
    let versions = discovered["result"]["supportedVersions"].as_array().unwrap();
    for version in ["2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"] {
        assert!(versions.contains(&json!(version)), "{version}");
    }
    assert!(discovered["result"]["capabilities"]["tools"].is_object());
    let list = session.ask(2, "tools/list", &inline(json!({})));
    assert_eq!(list["result"]["resultType"], "complete");
    assert!(list["result"]["ttlMs"].as_u64().unwrap() > 0);
    assert_eq!(list["result"]["cacheScope"], "public");
    let called = session.ask(3, "tools/call", &inline(wrong_call()));
    assert_eq!(called["result"]["resultType"], "complete");
    assert_wrong_call(&called["result"]);
    let other = session.ask(4, "tools/list", &{
        let mut params = inline(json!({}));
        params["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!("2099-01-01");
        params
    });
    assert_eq!(other["error"]["data"]["requested"], "2099-01-01", "{other}");
    assert_eq!(session.end().0, Some(0));
}

#[test]
fn a_request_without_handshake_or_metadata_is_refused_and_the_handshake_still_works() {
    let home = Home::new();
    let mut session = Session::start(&mut mcp(&home, &[]));
    session.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
    assert_eq!(session.ask(1, "tools/list", &json!({}))["error"]["code"], -32602);
    session.send(&json!({"jsonrpc": "2.0", "id": 5, "result": {}}));
    assert_eq!(session.ask(2, "ping", &json!({}))["result"], json!({}));
    session.send(&initialize("2025-06-18"));
    assert_eq!(session.next()["result"]["protocolVersion"], "2025-06-18");
    assert!(session.ask(3, "tools/list", &json!({}))["result"]["tools"].is_array());
}

#[test]
fn the_list_of_tools_is_the_table() {
    let home = Home::new();
    let mut session = Session::initialized(&mut mcp(&home, &[]), "2025-06-18");
    let list = session.ask(1, "tools/list", &json!({}));
    let tools = list["result"]["tools"].as_array().unwrap();
    let names: Vec<_> = tools.iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    let table: Vec<_> = jardex::tools::TABLE.iter().map(|tool| tool.name).collect();
    assert_eq!(names, table);
    let mut budget = 0;
    for tool in tools {
        let name = tool["name"].as_str().unwrap();
        assert!(!tool["title"].as_str().unwrap().is_empty(), "{name}");
        for hint in ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"] {
            assert!(tool["annotations"][hint].is_boolean(), "{name} {hint}");
        }
        assert_eq!(tool["inputSchema"]["type"], "object", "{name}");
        assert_eq!(tool["outputSchema"]["type"], "object", "{name}");
        let lifts = ["max_bytes", "page_size", "limit", "max_results"];
        let is_large = lifts.iter().any(|param| tool["inputSchema"]["properties"].get(param).is_some());
        assert_eq!(tool.pointer("/_meta/anthropic~1maxResultSizeChars").is_some(), is_large, "{name}");
        budget += [&tool["name"], &tool["description"], &tool["inputSchema"]]
            .map(|part| part.to_string().len())
            .iter()
            .sum::<usize>();
    }
    assert!(budget < 24 * 1024, "{budget} bytes");
}

#[test]
fn the_text_form_has_no_structure_and_no_output_schema() {
    let home = Home::new();
    let mut session = Session::initialized(&mut mcp(&home, &["--format", "text"]), "2025-11-25");
    let list = session.ask(1, "tools/list", &json!({}));
    assert!(list["result"]["tools"].as_array().unwrap().iter().all(|tool| tool.get("outputSchema").is_none()));
    let result = session.ask(2, "tools/call", &wrong_call())["result"].clone();
    assert_eq!(result["isError"], true);
    assert!(result.get("structuredContent").is_none());
    let text = result["content"][0]["text"].as_str().unwrap();
    assert!(text.starts_with("invalid_argument: artifact_id: "), "{text}");
}

#[test]
fn a_selection_offers_what_it_names() {
    let home = Home::new();
    let names = |arguments: &[&str], variable: Option<&str>| {
        let mut command = mcp(&home, arguments);
        command.envs(variable.map(|list| ("JARDEX_TOOLS", list)));
        let mut session = Session::initialized(&mut command, "2025-06-18");
        let list = session.ask(1, "tools/list", &json!({}));
        let tools = list["result"]["tools"].as_array().unwrap();
        let unoffered = session.ask(2, "tools/call", &json!({"name": "index_artifact", "arguments": {}}));
        let names: Vec<_> = tools.iter().map(|tool| tool["name"].as_str().unwrap().to_owned()).collect();
        assert_eq!(unoffered.get("error").is_some(), !names.contains(&"index_artifact".to_owned()));
        names
    };
    assert_eq!(names(&["--tools", "get_file,list_types"], None), ["list_types", "get_file"]);
    assert_eq!(names(&[], Some("list_types")), ["list_types"]);
    assert_eq!(names(&["--tools", "core", "--disable-tools", "index_artifact"], Some("list_types")).len(), 13);
    for (arguments, said) in
        [(["--tools", "list_typs"], "there is no tool 'list_typs'"), (["--disable-tools", "all"], "no tool is left")]
    {
        let ran = ran(mcp(&home, &arguments).stdin(Stdio::null()));
        assert_eq!((ran.code, ran.out.as_str()), (2, ""));
        assert!(ran.err.contains(said), "{}", ran.err);
    }
}

#[test]
fn protocol_errors_are_for_what_is_no_call() {
    let home = Home::new();
    let mut session = Session::initialized(&mut mcp(&home, &[]), "2025-11-25");
    let unknown = session.ask(1, "tools/call", &json!({"name": "no_such\u{202e}tool"}));
    assert_eq!(
        (&unknown["error"]["code"], &unknown["error"]["message"]),
        (&json!(-32602), &json!("unknown tool: no_such\\u{202e}tool"))
    );
    assert_eq!(session.ask(2, "tools/call", &json!({"arguments": {}}))["error"]["code"], -32602);
    assert_eq!(session.ask(3, "tools/call", &json!({"name": "list_types", "arguments": [1]}))["error"]["code"], -32602);
    assert_eq!(session.ask(4, "no/such/method", &json!({}))["error"]["code"], -32601);
    session.send(&json!({"id": 5, "method": "ping"}));
    let no_version = session.next();
    assert_eq!((&no_version["id"], &no_version["error"]["code"]), (&json!(5), &json!(-32600)));
    let number = session.ask(
        6,
        "tools/call",
        &json!({"name": "list_types", "arguments": {"group_id": "g", "artifact_id": "a", "version": 1.0}}),
    );
    let structured = &number["result"]["structuredContent"];
    assert_eq!(structured["status"], "invalid_argument");
    assert!(structured["message"].as_str().unwrap().contains("quotes"), "{structured}");
}

#[test]
fn lines_that_are_no_message_do_not_end_the_connection() {
    let home = Home::new();
    let mut session = Session::initialized(&mut mcp(&home, &[]), "2025-06-18");
    session.raw(b"garbage\n\n{\"jsonrpc\":\n\xff\xfe\x00\n[\n42\n\"text\"\nnull\n{}\n\r\n");
    session.raw(b"{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}\n{\"jsonrpc\":\"2.0\",\"method\":\"no/such/notification\"}\n");
    let deep = format!("{}{}\n", "[".repeat(100_000), "]".repeat(100_000));
    session.raw(deep.as_bytes());
    // A batch, of which one thing is no request.
    assert_eq!(session.next()[0]["error"]["code"], -32600);
    session.raw(b"\xEF\xBB\xBF{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\r\n");
    assert_eq!(session.next(), json!({"jsonrpc": "2.0", "id": 1, "result": {}}));
}

#[test]
fn a_line_beyond_the_limit_is_skipped() {
    let home = Home::new();
    let mut session = Session::initialized(&mut mcp(&home, &[]), "2025-06-18");
    let long = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
        "name": "list_types", "arguments": {"group_id": "x".repeat(17 << 20)}}});
    session.send(&long);
    assert_eq!(session.ask(2, "ping", &json!({}))["result"], json!({}));
    let within = json!({"name": "list_types", "arguments": {"group_id": "x".repeat(1 << 20)}});
    assert_eq!(session.ask(3, "tools/call", &within)["result"]["isError"], true);
}

#[test]
fn a_batch_is_answered_on_one_line() {
    let home = Home::new();
    let mut session = Session::initialized(&mut mcp(&home, &[]), "2025-03-26");
    session.send(&json!([
        {"jsonrpc": "2.0", "id": 1, "method": "ping"},
        {"jsonrpc": "2.0", "method": "notifications/progress", "params": {"progressToken": 1, "progress": 1}},
        {"jsonrpc": "2.0", "id": "two", "method": "tools/call", "params": wrong_call()},
        {"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": {"name": "nothing"}},
        {"id": 4, "method": "ping"},
        5,
    ]));
    let batch = session.next();
    let answers = batch.as_array().expect("a batch");
    let ids: BTreeSet<String> = answers.iter().map(|answer| answer["id"].to_string()).collect();
    assert_eq!(ids, ["1", "\"two\"", "3", "4", "null"].map(str::to_owned).into());
    assert_eq!(answers.len(), 5);
    let two = answers.iter().find(|answer| answer["id"] == "two").unwrap();
    assert_wrong_call(&two["result"]);
    // Notifications alone ask for no answer; an empty batch is an error.
    session.send(&json!([{"jsonrpc": "2.0", "method": "notifications/initialized"}]));
    session.send(&json!([]));
    assert_eq!(session.next()["error"]["code"], -32600);
    // One answer refuses all of too many.
    session.send(&json!(vec![5; 1_001]));
    let refused = session.next();
    assert_eq!((&refused["id"], &refused["error"]["code"]), (&Value::Null, &json!(-32600)), "{refused}");
    assert_eq!(session.ask(9, "ping", &json!({}))["result"], json!({}));
}

#[test]
fn many_calls_at_once_are_all_answered() {
    let home = Home::new();
    let mut session = Session::initialized(&mut mcp(&home, &[]), "2025-06-18");
    for id in 0..32 {
        session.send(&json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": wrong_call()}));
    }
    let mut answered = BTreeSet::new();
    for _ in 0..32 {
        let answer = session.next();
        assert_wrong_call(&answer["result"]);
        answered.insert(answer["id"].as_u64().unwrap());
    }
    assert_eq!(answered, (0..32).collect());
}

#[test]
fn requests_before_the_end_of_input_are_answered() {
    let home = Home::new();
    let mut session = Session::start(&mut mcp(&home, &[]));
    session.send(&initialize("2025-06-18"));
    // The last line lacks its end, as `printf` leaves it.
    let last = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": wrong_call()});
    session.raw(last.to_string().as_bytes());
    let (code, said, took) = session.end();
    assert_eq!(code, Some(0));
    assert_eq!(said.iter().map(|answer| answer["id"].clone()).collect::<Vec<_>>(), [json!("hello"), json!(1)]);
    assert!(took < Duration::from_secs(2), "{took:?}");
}

#[test]
fn it_ends_at_once_when_nobody_ever_spoke() {
    let home = Home::new();
    let (code, said, took) = Session::start(&mut mcp(&home, &[])).end();
    assert_eq!((code, said), (Some(0), Vec::new()));
    assert!(took < Duration::from_secs(2), "{took:?}");
}

#[test]
fn a_bad_setting_is_said_on_standard_error() {
    let home = Home::new();
    let ran = ran(mcp(&home, &[]).env("JARDEX_FORMAT", "xml").stdin(Stdio::null()));
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("JARDEX_FORMAT"), "{}", ran.err);
}

#[test]
fn the_log_goes_to_standard_error_only() {
    let home = Home::new();
    let input = format!("{}\nnonsense\n", initialize("2025-06-18"));
    let mut command = mcp(&home, &[]);
    command.env("JARDEX_LOG", "trace").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let out = String::from_utf8(output.stdout).unwrap();
    assert_eq!(out.lines().count(), 1);
    assert!(serde_json::from_str::<Value>(&out).is_ok());
    assert!(String::from_utf8(output.stderr).unwrap().contains("skipped a line that is no JSON"));
}

#[test]
fn a_request_whose_number_is_no_whole_one_is_answered_all_the_same() {
    let home = Home::new();
    let mut session = Session::initialized(&mut mcp(&home, &[]), "2025-06-18");
    for id in [json!(1.5), json!(u64::MAX), json!(-0.25)] {
        session.send(&json!({"jsonrpc": "2.0", "id": id, "method": "ping"}));
        let answer = session.next();
        assert_eq!((&answer["id"], &answer["error"]["code"]), (&id, &json!(-32600)));
    }
}

#[test]
fn a_request_that_cannot_be_read_is_answered_where_its_id_can() {
    let home = Home::new();
    let mut session = Session::initialized(&mut mcp(&home, &[]), "2025-03-26");
    let call = |id: &str, value: &str| {
        let arguments = format!(r#"{{"query":{value}}}"#);
        let params = format!(r#"{{"name":"search_code","arguments":{arguments}}}"#);
        format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{params}}}"#)
    };
    let deep = format!("{}{}", "[".repeat(500), "]".repeat(500));
    for (id, value) in [
        (json!(1), r#""cut: \ud83d""#),
        (json!("two"), r#""\udc00 alone""#),
        (json!(3), "1e400"),
        (json!(4), deep.as_str()),
        // These are no JSON.
        (json!(5), "\"\u{0}\""),
        (json!("six"), "NaN"),
        (json!(7), "\"a\tb\""),
    ] {
        session.raw(format!("{}\n", call(&id.to_string(), value)).as_bytes());
        let answer = session.next();
        assert_eq!((&answer["id"], &answer["error"]["code"]), (&id, &json!(-32700)), "{answer}");
        assert!(answer["error"]["message"].as_str().unwrap().contains("column "), "{answer}");
    }
    // Which of two ids is the request's is not known, and what is no request has none.
    session.raw(format!("{}\n", call("8", r#"NaN,"id":9"#)).as_bytes());
    session.raw(b"{\"jsonrpc\":\"2.0\",\"id\":8,\"result\":NaN}\n");
    // Of a batch each request is; what asks for no answer gets none.
    let notification = r#"{"jsonrpc":"2.0","method":"notifications/x","params":{"a":"\ud83d"}}"#;
    let response = r#"{"jsonrpc":"2.0","id":8,"result":{"a":"\ud83d"}}"#;
    session.raw(format!("{notification}\n{response}\n").as_bytes());
    session.raw(format!("[{},{notification},{}]\n", call("6", "1e400"), call("7", "1")).as_bytes());
    let batch = session.next();
    let ids: Vec<&Value> = batch.as_array().unwrap().iter().map(|answer| &answer["id"]).collect();
    assert_eq!(ids, [&json!(6), &json!(7)], "{batch}");
    // What can be read of it is done, whatever stands beside it.
    assert_eq!((&batch[0]["error"]["code"], batch[1]["error"].is_null()), (&json!(-32700), true), "{batch}");
    let ping = r#"{"jsonrpc":"2.0","id":10,"method":"ping"}"#;
    let odd = r#"{"a":1e400}"#;
    session.raw(
        format!(
            "[5, \"\\ud83d\",{} ,{notification},1e400,{response},{odd},[7,\"\\ud83d\"],{ping}]\n",
            call("11", "1e400")
        )
        .as_bytes(),
    );
    let batch = session.next();
    let answers: Vec<(&Value, &Value)> =
        batch.as_array().unwrap().iter().map(|answer| (&answer["id"], &answer["error"]["code"])).collect();
    let (nobody, invalid, unread) = (Value::Null, json!(-32600), json!(-32700));
    let (ten, eleven) = (json!(10), json!(11));
    let expected = [
        (&nobody, &invalid),
        (&nobody, &invalid),
        (&eleven, &unread),
        (&nobody, &invalid),
        (&nobody, &invalid),
        (&nobody, &invalid),
        (&ten, &nobody),
    ];
    assert_eq!(answers, expected, "{batch}");
    assert_eq!(session.ask(9, "ping", &json!({}))["result"], json!({}));
}

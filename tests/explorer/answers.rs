//! What answers say of what is not whole.

use serde_json::json;

use super::library::{LIB, Library, of};
use super::zip::{Item, archive};

#[test]
fn a_type_in_hundreds_of_files_is_answered_within_the_cap() {
    let texts: Vec<(String, String)> =
        (0..400).map(|at| (format!("v{at}/p/A.java"), format!("package p; class A {{ int f{at}; }}"))).collect();
    let items: Vec<Item> = texts.iter().map(|(path, text)| Item::deflated(path, text.as_bytes())).collect();
    let library = Library::new();
    library.home.write("lib.jar", &archive(&items));
    library.register("lib.jar");
    for tool in ["get_type_source", "get_import_section"] {
        let answer = library.ask(tool, of(LIB, json!({"type_name": "p.A"})));
        assert!(answer.to_string().len() <= 20_480, "{tool}: {}", answer.to_string().len());
        let gap = answer["incomplete"][0]["what"].as_str().unwrap_or_default();
        assert!(gap.ends_with(" more declarations"), "{tool}: {answer}");
    }
}

#[test]
fn a_source_that_is_no_text_is_said_not_to_be_searched() {
    let library = Library::new();
    let items = [
        Item::deflated("a/A.java", b"package a;\nclass A {}\n"),
        Item::deflated("a/B.java", b"class B { \0 int wanted; }"),
    ];
    library.home.write("lib.jar", &archive(&items));
    library.register("lib.jar");
    for (tool, arguments) in [
        ("search_file_content", of(LIB, json!({"query": "wanted", "query_type": "string"}))),
        ("search_file_content", json!({"query": "wanted", "query_type": "string"})),
        ("search_code", json!({"query": "wanted"})),
        ("search_symbols", json!({"query": "wanted"})),
        ("list_types", of(LIB, json!({}))),
        ("find_references", json!({"symbol": "a.A"})),
    ] {
        let answer = library.ask(tool, arguments);
        let gaps = answer["incomplete"].to_string();
        assert!(gaps.contains("a/B.java") && gaps.contains("a NUL"), "{tool}: {answer}");
    }
    // Where it is not among the files that are asked for, and where names are, nothing is missing.
    for (tool, arguments) in [
        ("search_file_content", json!({"query": "wanted", "query_type": "string", "file_pattern": "**/A.java"})),
        (
            "search_file_content",
            json!({"query": "wanted", "query_type": "string", "start_path": "a", "file_pattern": "A*"}),
        ),
        ("search_file_names", json!({"pattern": "*.java", "pattern_type": "glob"})),
    ] {
        for arguments in [of(LIB, arguments.clone()), arguments] {
            assert_eq!(library.ask(tool, arguments).get("incomplete"), None, "{tool}");
        }
    }
}

#[test]
fn a_long_line_is_shown_around_its_match() {
    let text =
        format!("// {}needle{}\nshort\n{}\n", "é ".repeat(100_000), " x".repeat(100_000), "context ".repeat(10_000));
    let library = Library::new();
    library.home.write("lib.jar", &archive(&[Item::deflated("a.txt", text.as_bytes())]));
    library.register("lib.jar");
    let asked = of(LIB, json!({"query": "needle", "query_type": "string", "context_after": 2}));
    let answer = library.ask("search_file_content", asked);
    let found = &answer["matches"]["a.txt"][0];
    let lines: Vec<&str> = found["content"].as_str().unwrap().split('\n').collect();
    let [hit, short, context] = lines[..] else { panic!("{found}") };
    assert!(hit.starts_with("…") && hit.contains("é needle x") && hit.ends_with("…") && hit.len() < 2_100, "{hit}");
    assert_eq!(short, "short");
    assert!(context.starts_with("context context") && context.ends_with("…") && context.len() < 2_100, "{context}");
    assert_eq!((&answer["truncated"], &found["content_range"]), (&json!(true), &json!("1-3")), "{answer}");
    assert_eq!((&found["match_lines"], &answer["total"]["value"]), (&json!("1"), &json!(1)), "{answer}");
}

#[test]
fn what_lombok_adds_is_said_to_be_missing() {
    let text = "package a;\n\nimport lombok.Data;\nimport lombok.extern.slf4j.Slf4j;\n\n@Data\n@Slf4j\nclass A {\n  private int size;\n}\n\n\
                @interface Data {}\n";
    let plain = "package b;\n\n@interface Data {}\n\n@Data\nclass B {}\n";
    let library = Library::new();
    let items = [Item::deflated("a/A.java", text.as_bytes()), Item::deflated("b/B.java", plain.as_bytes())];
    library.home.write("lib.jar", &archive(&items));
    library.register("lib.jar");
    for (tool, arguments, by) in [
        ("list_methods", json!({"type_name": "a.A"}), "@Data"),
        ("list_fields", json!({"type_name": "a.A"}), "@Slf4j"),
        ("get_method_source", json!({"type_name": "a.A", "method_name": "getSize"}), "@Data"),
    ] {
        let answer = library.ask(tool, of(LIB, arguments));
        let reason = answer["incomplete"][0]["reason"].as_str().unwrap_or_default();
        assert!(reason.contains(by) && reason.contains("origin bytecode"), "{tool}: {answer}");
    }
    assert_eq!(library.ask("list_methods", of(LIB, json!({"type_name": "b.B"}))).get("incomplete"), None);
}

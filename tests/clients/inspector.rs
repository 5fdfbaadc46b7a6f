//! The MCP Inspector's command line: one process and one connection per call, as scripts use it.

use std::process::Command;

use serde_json::{Value, json};

use crate::home::{Home, PROGRAM, text};
use crate::{client, fixture};

const WORDS: [&str; 3] = ["group_id=org.example", "artifact_id=words", "version=1.0.2"];

struct Inspector {
    home: Home,
}

impl Inspector {
    fn new() -> Self {
        client("inspector/node_modules/.bin/mcp-inspector");
        Self { home: Home::new() }
    }

    fn ask(&self, arguments: &[&str]) -> Value {
        let home = format!("JARDEX_HOME={}", text(&self.home.cache()));
        let user = format!("HOME={}", text(&self.home.path("user")));
        let mut command = Command::new("node");
        command.arg(client("inspector/node_modules/.bin/mcp-inspector")).arg("--cli");
        command.args(["-e", &home, "-e", &user, "-e", "JARDEX_OFFLINE=true", PROGRAM, "mcp"]).args(arguments);
        let output = command.output().expect("node is on PATH");
        let complained = String::from_utf8_lossy(&output.stderr);
        let said = String::from_utf8_lossy(&output.stdout);
        let json = said.find('{').map_or("", |start| &said[start..]);
        serde_json::from_str(json).unwrap_or_else(|_| panic!("{}: {said}\n{complained}", arguments.join(" ")))
    }

    /// The structured answer of a tool.
    fn call(&self, tool: &str, arguments: &[&str]) -> Value {
        let mut all = vec!["--method", "tools/call", "--tool-name", tool];
        all.extend(arguments.iter().flat_map(|argument| ["--tool-arg", *argument]));
        self.ask(&all)["structuredContent"].clone()
    }

    fn of_words(&self, tool: &str, arguments: &[&str]) -> Value {
        let answer = self.call(tool, &[&WORDS, arguments].concat());
        assert_eq!(answer["status"], "success", "{tool}: {answer}");
        answer
    }
}

#[test]
fn workflows() {
    let inspector = Inspector::new();
    let listed = inspector.ask(&["--method", "tools/list"]);
    assert_eq!(listed["tools"].as_array().unwrap().len(), 24);

    let uri = format!("source_uri={}", text(&fixture::words(&inspector.home)));
    let registered = inspector.call("register_source", &[&WORDS[..], &[&uri, "auto_index=false"]].concat());
    assert_eq!(registered["status"], "registered_only", "{registered}");
    assert_eq!(inspector.call("list_types", &WORDS)["status"], "indexing_required");
    inspector.of_words("index_artifact", &[]);
    let artifacts = inspector.call("list_indexed_artifacts", &[]);
    assert_eq!(artifacts["artifacts"][0]["status"], "indexed", "{artifacts}");

    let packages = inspector.of_words("list_packages", &["max_depth=2"]);
    assert_eq!(packages["packages"][0]["name"], "org.example.words");
    let types = inspector.of_words("list_types", &["name_filter=*Kt"]);
    assert_eq!(types["types"][0]["kind"], "facade");
    let greeter = "type_name=org.example.words.Greeter";
    let source = inspector.of_words("get_type_source", &[greeter]);
    assert_eq!(source["type_info"]["line_range"], json!({"start": 7, "end": 28}));
    let methods = inspector.of_words("list_methods", &[greeter, "name_filter=greet", "include_description=true"]);
    assert_eq!(methods["methods"][0]["description"], "Greets one.");
    let method = inspector.of_words("get_method_source", &[greeter, "method_name=greet", "method_signature=(String)"]);
    assert_eq!(method["method_source"].as_array().unwrap().len(), 1);
    let imports = inspector.of_words("get_import_section", &[greeter]);
    assert_eq!(imports["import_section"]["line_range"]["start"], 3);
    assert_eq!(inspector.of_words("list_fields", &[greeter])["fields"].as_array().unwrap().len(), 2);

    let tree = inspector.of_words("list_folder_tree", &["path=org/example/words"]);
    assert_eq!(tree["files"][0]["name"], "Greeter.java");
    let names = inspector.of_words("search_file_names", &["pattern=*.properties", "pattern_type=glob"]);
    assert_eq!(names["files"][0]["path"], "META-INF/words.properties");
    let file = inspector.of_words("get_file", &["file_path=META-INF/words.properties"]);
    assert_eq!(file["content"]["source_code"], "volume = high\n");
    let found = inspector.of_words("search_file_content", &["query=greet(", "query_type=string"]);
    assert_eq!(found["total"]["value"], 3, "{found}");
    let symbols = inspector.call("search_symbols", &["query=gree"]);
    assert_eq!(symbols["symbols"][0]["symbol"], "org.example.words.Greeter", "{symbols}");
    let code = inspector.call("search_code", &["query=greets people"]);
    assert_eq!(code["results"][0]["symbol"], "org.example.words.Greeter", "{code}");
}

/// The Inspector reads `1.0` as a number before it sends it: the answer says how to write it.
#[test]
fn a_version_that_became_a_number() {
    let inspector = Inspector::new();
    let refused = inspector.call("list_types", &["group_id=org.example", "artifact_id=words", "version=1.0"]);
    assert_eq!(refused["status"], "invalid_argument");
    assert!(refused["message"].as_str().unwrap().contains("quotes"), "{refused}");
}

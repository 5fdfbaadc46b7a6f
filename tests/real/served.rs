//! A server of the suite's cache, and its tools.

use serde_json::{Map, Value, json};

use crate::artifacts::Artifact;
use crate::place;
use crate::session::Session;

/// Protocol of the sessions.
const PROTOCOL: &str = "2025-06-18";

/// A session about one artifact.
pub struct Served {
    session: Session,
    artifact: &'static Artifact,
    asked: u64,
}

impl Served {
    pub fn start(artifact: &'static Artifact) -> Self {
        place::ready(artifact);
        let mut command = place::jardex();
        Self { session: Session::initialized(command.arg("mcp"), PROTOCOL), artifact, asked: 0 }
    }

    /// The structured answer, which the text block repeats.
    pub fn ask(&mut self, tool: &str, arguments: &Value) -> Value {
        let mut all: Map<String, Value> = Map::new();
        for (name, value) in
            [("group_id", self.artifact.group), ("artifact_id", self.artifact.id), ("version", self.artifact.version)]
        {
            all.insert(name.to_owned(), value.into());
        }
        all.extend(arguments.as_object().unwrap().clone());
        self.asked += 1;
        let answer = self.session.ask(self.asked, "tools/call", &json!({"name": tool, "arguments": all}));
        let result = &answer["result"];
        let text = result["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{answer}"));
        assert_eq!(serde_json::from_str::<Value>(text).unwrap(), result["structuredContent"], "both forms agree");
        if text.len() >= 20_480 {
            let raised = ["max_bytes", "page_size", "limit", "max_results"].iter().any(|name| all.contains_key(*name));
            assert!(raised && text.len() < 200 * 1024, "{tool} {arguments} answers {} bytes", text.len());
        }
        result["structuredContent"].clone()
    }

    /// The same, and it has to be a success.
    pub fn get(&mut self, tool: &str, arguments: &Value) -> Value {
        let answer = self.ask(tool, arguments);
        assert_eq!(answer["status"], "success", "{tool} {arguments} of {}: {answer}", self.artifact.name);
        answer
    }

    /// The items of all pages.
    pub fn items(&mut self, tool: &str, key: &str, arguments: &Value) -> Vec<Value> {
        let mut items: Vec<Value> = Vec::new();
        let mut asked = arguments.clone();
        loop {
            let answer = self.get(tool, &asked);
            let pagination = &answer["pagination"];
            items.extend(answer[key].as_array().into_iter().flatten().cloned());
            let (page, pages) = (pagination["page"].as_u64().unwrap(), pagination["total_pages"].as_u64().unwrap());
            if page >= pages {
                assert_eq!(pagination["total_count"], items.len(), "{tool} {arguments} of {}", self.artifact.name);
                return items;
            }
            asked["page"] = json!(page + 1);
            asked["page_size"] = pagination["page_size"].clone();
        }
    }
}

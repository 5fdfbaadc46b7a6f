//! What `find_references` answers, all pages of it.

use std::collections::BTreeSet;

use jardex::coordinate::Coordinate;
use serde_json::{Value, json};

use super::tally::{Row, TIERS};
use crate::place;
use crate::session::Session;

/// Protocol of the sessions.
const PROTOCOL: &str = "2025-06-18";
/// Rows of one page; the tool takes less where that is its most.
const ROWS: u64 = 500;

/// A server, and how often it was asked.
pub struct Asked {
    session: Session,
    number: u64,
}

/// An answer: the rows of each tier, and the declarations it found.
#[derive(Debug, Default)]
pub struct Found {
    pub tiers: [BTreeSet<Row>; 3],
    /// Symbols of the definitions.
    pub definitions: Vec<String>,
    /// Whether one of them is an inline function of Kotlin.
    pub is_inline: bool,
    /// A status that is no success.
    pub refused: Option<String>,
}

impl Asked {
    pub fn start() -> Self {
        let mut command = place::jardex();
        Self { session: Session::initialized(command.arg("mcp"), PROTOCOL), number: 0 }
    }

    /// The references to a declaration of `declared` that lie in `library`.
    pub fn references(&mut self, symbol: &str, declared: &Coordinate, library: &Coordinate) -> Found {
        let mut found = Found::default();
        let mut arguments = of(declared);
        let own = json!({
            "symbol": symbol, "artifacts": [library.to_string()], "min_tier": "medium",
            "group_by_file": false, "max_results": ROWS,
        });
        arguments.as_object_mut().unwrap().extend(own.as_object().unwrap().clone());
        loop {
            let mut answer = self.call("find_references", &arguments);
            if answer["status"] != "success" {
                found.refused = Some(answer.to_string());
                return found;
            }
            if answer["total"]["relation"] != "eq" {
                // A server has only so much patience, on a busy machine too; a command takes the time it needs.
                answer = commanded(symbol, declared, library);
                found = Found::default();
            }
            for definition in answer["definitions"].as_array().into_iter().flatten() {
                let signature = definition["signature"].as_str().unwrap_or_default();
                found.is_inline |= signature.split(['(', '<']).next().unwrap().split(' ').any(|word| word == "inline");
                found.definitions.push(definition["symbol"].as_str().unwrap().to_owned());
            }
            for row in answer["references"].as_array().into_iter().flatten() {
                found.add(row);
            }
            match answer.get("next_cursor") {
                Some(cursor) => arguments["cursor"] = cursor.clone(),
                None => return found,
            }
        }
    }

    /// The references to the functions of a name without parameters, which means a property where there is one.
    pub fn functions(&mut self, symbol: &str, library: &Coordinate) -> Found {
        let found = self.references(symbol, library, library);
        if found.refused.is_some() || found.definitions.iter().all(|definition| definition.contains('(')) {
            return found;
        }
        let name = symbol.rsplit('#').next().unwrap();
        let arguments = json!({
            "query": name, "kind": "method", "case_sensitive": true, "whole_word": true, "max_results": ROWS,
            "artifacts": [library.to_string()],
        });
        let answer = self.call("search_symbols", &arguments);
        let symbols = answer["symbols"].as_array().into_iter().flatten();
        let all: BTreeSet<&str> = symbols.filter_map(|one| one["symbol"].as_str()).collect();
        let mut sum = Found::default();
        for one in all.into_iter().filter(|one| one.strip_prefix(symbol).is_some_and(|rest| rest.starts_with('('))) {
            let mut found = self.references(one, library, library);
            for (tier, rows) in sum.tiers.iter_mut().zip(&mut found.tiers) {
                tier.append(rows);
            }
            sum.definitions.append(&mut found.definitions);
            sum.is_inline |= found.is_inline;
            sum.refused = sum.refused.or(found.refused);
        }
        sum
    }

    fn call(&mut self, tool: &str, arguments: &Value) -> Value {
        self.number += 1;
        let answer = self.session.ask(self.number, "tools/call", &json!({"name": tool, "arguments": arguments}));
        let content = &answer["result"]["structuredContent"];
        assert!(content.is_object(), "{tool} {arguments}: {answer}");
        content.clone()
    }
}

/// All of an answer, from a command.
fn commanded(symbol: &str, declared: &Coordinate, library: &Coordinate) -> Value {
    let library = library.to_string();
    let declared =
        ["--group-id", declared.group(), "--artifact-id", declared.artifact(), "--version", declared.version()];
    place::json(&[&["refs", symbol, &library, "--min-tier", "medium", "--flat"][..], &declared].concat())
}

/// Registers a coordinate and waits until it is indexed.
pub fn register(coordinate: &Coordinate) {
    place::json(&["index", &coordinate.to_string()]);
}

impl Found {
    fn add(&mut self, row: &Value) {
        let text = |key: &str| row[key].as_str().unwrap_or_else(|| panic!("{row}")).to_owned();
        let (tier, kind) = (text("tier"), text("kind"));
        // What comments and strings say is for no compiler to judge.
        if kind == "doc" || kind == "string" {
            return;
        }
        let Some(tier) = TIERS.iter().position(|known| *known == tier) else { return };
        let line = row["line"].as_u64().unwrap_or_else(|| panic!("{row}"));
        self.tiers[tier].insert(Row { file: text("file"), line: u32::try_from(line).unwrap(), kind });
    }
}

fn of(coordinate: &Coordinate) -> Value {
    json!({
        "group_id": coordinate.group(), "artifact_id": coordinate.artifact(), "version": coordinate.version(),
    })
}

//! `search_semantic_concept`: a description in plain language to the declarations that do it.
//!
//! Offline and deterministic: the fields of `search_code`, weighted for sentences.

use std::collections::HashMap;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::gaps::{self, Gap};
use super::page::{Page, Style};
use super::ranking::{self, Row};
use super::resolve;
use super::scope::Scope;
use super::words::counted;
use super::{Answer, Call, Command, Hints, ParamKind, Positional, Tool};
use super::{budget, params, schema, search_code, search_file_content, search_symbols};
use crate::error::{Failure, Status};
use crate::index::{self, Opened};
use crate::search::concept;

/// `top_n_results` where none is asked for, and the most; from the contract.
const USUAL_RESULTS: usize = 5;
const MOST_RESULTS: u64 = 50;
/// Versions of one library that may take the places of others before they are put together.
const MOST_VERSIONS: usize = 8;

pub(super) static TOOL: Tool = Tool {
    name: "search_semantic_concept",
    title: "Search by description",
    description: "Find the declarations that do what a sentence describes, where their names are not known. Offline.",
    params: &[
        params::required("concept_description", ParamKind::Text, ""),
        params::count("top_n_results", Some(MOST_RESULTS), "default 5, at most 50"),
        params::ANY_GROUP,
        params::ANY_ARTIFACT,
        params::VERSION,
        params::ARTIFACTS,
        ranking::LANGUAGE,
        ranking::KIND,
    ],
    hints: Hints { read_only: true, destructive: false, idempotent: true, open_world: true },
    command: Command {
        verb: "concept",
        positionals: &[Positional::Param("concept_description", "DESCRIPTION"), Positional::OptionalCoordinates],
        shortcuts: &[],
        presets: &[],
    },
    output: schema::output::<Concepts>,
    run,
};

/// What was found.
#[derive(Debug, Serialize, JsonSchema)]
struct Concepts {
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<String>,
    /// How scores were made; they compare within one answer only.
    ranker: &'static str,
    results: Vec<Row>,
    /// What to try where nothing was found, and how to see the rest where an answer holds no more.
    #[serde(skip_serializing_if = "Option::is_none")]
    suggestion: Option<String>,
    /// Fewer than asked for, because an answer holds no more.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    truncated: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    incomplete: Vec<Gap>,
    #[serde(skip)]
    #[schemars(skip)]
    searched: u64,
}

fn run(call: &Call<'_>) -> Result<Box<dyn Answer>, Failure> {
    let text = call.args.required("concept_description")?;
    let group = concept::read(text)?;
    let filter = ranking::filter(call.args);
    let mut scope = Scope::of(call)?;
    let mut opened = scope.look_at_all(call)?;
    scope.unparsed_of(&opened);
    let limit = call.args.number("top_n_results").map_or(USUAL_RESULTS, |limit| limit as usize);
    let search = |opened: &[Opened]| {
        // What is found twice must not take the place of others.
        let limit = limit.saturating_mul(most_versions(opened).min(MOST_VERSIONS) + 1);
        let indexes: Vec<_> = opened.iter().map(|artifact| &*artifact.index).collect();
        let found = concept::search(&indexes, &group, &filter, limit, call.work);
        found.map_err(|(place, error)| resolve::search_failed(opened.get(place), *error))
    };
    let found = ranking::confirmed(call, &mut scope, &mut opened, search)?;
    let mut answer = Concepts {
        status: Status::Success.as_str(),
        version: opened.first().filter(|_| scope.single).and_then(resolve::assumed_version),
        ranker: concept::RANKER,
        results: Vec::new(),
        suggestion: found.hits.is_empty().then(|| suggestion(call)),
        truncated: false,
        incomplete: scope.gaps(),
        searched: opened.iter().map(|artifact| artifact.index.meta().counts.files).sum(),
    };
    let mut left = budget::left(budget::cap(call), &answer);
    let rows = ranking::Rows::new(&opened);
    for hits in found.hits.chunks(limit.max(1)) {
        for row in index::on_all_cores(hits, |hit| rows.concept(hit)) {
            let Some(row) = row? else { continue };
            let size = budget::json_size(&row) + 1;
            // What is declared for every platform and for this one is one declaration.
            if answer.results.iter().any(|known| known.is_same(&row)) {
                continue;
            }
            // Versions of one library say the same again and again: one place for all of them.
            let known = answer.results.iter_mut().find(|known| known.is_another_version(&row));
            if let Some(known) = known {
                let more = known.take_in(&row);
                left = left.map(|left| left.saturating_sub(more));
                continue;
            }
            if answer.results.len() == limit {
                continue;
            }
            if left.is_some_and(|left| size > left) && !answer.results.is_empty() {
                answer.truncated = true;
                answer.suggestion = Some(rest(call));
                return Ok(Box::new(answer));
            }
            left = left.map(|left| left.saturating_sub(size));
            answer.results.push(row);
        }
    }
    Ok(Box::new(answer))
}

/// What to try where nothing is found.
fn suggestion(call: &Call<'_>) -> String {
    let mut tries = vec!["say it in other words".to_owned()];
    tries.extend(call.leave_out(&TOOL, &["language", "kind", "artifacts", "group_id"]));
    let (names, text) = (call.tool(&search_symbols::TOOL), call.tool(&search_file_content::TOOL));
    tries.push(format!("{names} finds names by a part of them, {text} any text"));
    tries.join("; ")
}

/// How to see what an answer has no room for.
fn rest(call: &Call<'_>) -> String {
    let parameter = |name| call.parameter(&TOOL, name);
    let (artifacts, kind, language) = (parameter("artifacts"), parameter("kind"), parameter("language"));
    let code = call.tool(&search_code::TOOL);
    format!("{artifacts}, {kind} or {language} narrow it to what is left; {code} has pages")
}

/// How many versions of one library there are at most.
fn most_versions(opened: &[Opened]) -> usize {
    let mut counts: HashMap<(&str, &str), usize> = HashMap::new();
    for artifact in opened {
        *counts.entry((artifact.coordinate.group(), artifact.coordinate.artifact())).or_default() += 1;
    }
    counts.into_values().max().unwrap_or(1)
}

impl Answer for Concepts {
    fn json(&self) -> Value {
        super::to_json(self)
    }

    fn page(&self, page: &mut Page) {
        if let Some(version) = &self.version {
            page.line(Style::Heading, version.clone());
        }
        self.results.iter().for_each(|row| row.page(page));
        let gaps = gaps::list(&self.incomplete);
        if self.results.is_empty() {
            let tries = self.suggestion.iter().flat_map(|tries| ["; ", tries]).collect::<String>();
            page.line(Style::Faint, format!("no declarations in {}{tries}", counted(self.searched, "file")));
        } else {
            let tries = self.suggestion.as_deref().filter(|_| self.truncated);
            let cut = tries.map_or_else(String::new, |tries| format!("; truncated: an answer holds no more; {tries}"));
            page.line(Style::Faint, format!("ranked by {}{cut}", self.ranker));
        }
        if !gaps.is_empty() {
            page.line(Style::Warning, gaps);
        }
    }

    fn found(&self) -> bool {
        !self.results.is_empty()
    }
}

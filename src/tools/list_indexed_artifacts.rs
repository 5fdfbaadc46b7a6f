//! `list_indexed_artifacts`: what is registered, and in which state.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::page::{Page, Span, Style};
use super::paging::{Head, Request, Row};
use super::{Answer, Call, Command, Hints, ParamKind, Positional, Tool, notes, params, resolve, schema};
use crate::error::Failure;
use crate::index::{Artifact, State};
use crate::maven::version::VersionFilter;
use crate::search::pattern::PatternKind;

pub(super) static TOOL: Tool = Tool {
    name: "list_indexed_artifacts",
    title: "List artifacts",
    description: "List the registered artifacts and whether each is indexed.",
    params: &[
        params::optional("group_filter", ParamKind::Text, "glob"),
        params::optional("artifact_filter", ParamKind::Text, "glob"),
        params::VERSION_FILTER,
        params::PAGE,
        params::PAGE_SIZE,
    ],
    hints: Hints { read_only: true, destructive: false, idempotent: true, open_world: false },
    command: Command { verb: "list", positionals: &[Positional::Filter], shortcuts: &[], presets: &[] },
    output: schema::output::<Artifacts>,
    run,
};

/// The artifacts of one page.
#[derive(Debug, Serialize, JsonSchema)]
struct Artifacts {
    #[serde(flatten)]
    head: Head,
    artifacts: Vec<Listed>,
}

/// One artifact.
#[derive(Debug, Serialize, JsonSchema)]
struct Listed {
    group_id: String,
    artifact_id: String,
    version: String,
    status: String,
    /// Why it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

impl Row for Listed {
    fn description(&mut self) -> Option<&mut String> {
        self.reason.as_mut()
    }
}

fn run(call: &Call<'_>) -> Result<Box<dyn Answer>, Failure> {
    let glob =
        |name: &str| call.args.text(name).map(|pattern| resolve::pattern(name, pattern, PatternKind::Glob)).transpose();
    let (group, artifact) = (glob("group_filter")?, glob("artifact_filter")?);
    let version = call.args.text("version_filter").map(VersionFilter::parse).transpose()?;
    let passes = |listed: &Artifact| {
        let coordinate = &listed.coordinate;
        group.as_ref().is_none_or(|glob| glob.matches(coordinate.group()))
            && artifact.as_ref().is_none_or(|glob| glob.matches(coordinate.artifact()))
            && version.as_ref().is_none_or(|filter| filter.matches(coordinate.version()))
    };
    let listed: Vec<Artifact> = call.explorer.artifacts()?.into_iter().filter(passes).collect();
    let mut answer = Artifacts { head: Head::default(), artifacts: Vec::new() };
    let weight = |listed: &Artifact| {
        let reason = listed.reason.as_deref().map_or(0, super::budget::escaped_size);
        listed.coordinate.to_string().len() + reason + 96
    };
    let paged = Request::of(call).page(&listed, &answer, weight, |listed| Listed {
        group_id: listed.coordinate.group().to_owned(),
        artifact_id: listed.coordinate.artifact().to_owned(),
        version: listed.coordinate.version().to_owned(),
        status: listed.state.as_str().to_owned(),
        reason: listed.reason.clone(),
    });
    answer.head.take(&paged);
    answer.artifacts = paged.rows;
    Ok(Box::new(answer))
}

impl Answer for Artifacts {
    fn json(&self) -> Value {
        super::to_json(self)
    }

    fn page(&self, page: &mut Page) {
        let same =
            |left: &Listed, right: &Listed| left.group_id == right.group_id && left.artifact_id == right.artifact_id;
        for versions in self.artifacts.chunk_by(same) {
            let name = format!("{}:{}", versions[0].group_id, versions[0].artifact_id);
            let shown: Vec<String> = versions.iter().map(shown).collect();
            page.row(0, vec![Span(Style::Heading, name), Span(Style::Name, shown.join(", "))]);
        }
        if self.artifacts.is_empty() {
            notes::empty(page, self.head.pagination, "artifacts");
        }
        notes::pages(page, self.head.pagination, "artifacts");
    }
}

/// A version; its state unless it is indexed.
fn shown(listed: &Listed) -> String {
    let mut shown = listed.version.clone();
    if listed.status != State::Indexed.as_str() {
        shown.extend([" ", &listed.status]);
    }
    if let Some(reason) = &listed.reason {
        shown.extend([" (", reason, ")"]);
    }
    shown
}

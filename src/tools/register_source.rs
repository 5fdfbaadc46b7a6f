//! `register_source`: says where the sources of a coordinate are.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::page::{Page, Span, Style};
use super::{Answer, Call, Command, Effect, Hints, ParamKind, Positional, Preset, Shortcut, Tool};
use super::{budget, notes, params, resolve, schema};
use crate::coordinate::Coordinate;
use crate::error::{Failure, Incomplete, Status};
use crate::index::Registration;
use crate::model::Origin;
use crate::source::uri;
use crate::store::Counts;
use crate::text::url::shown;

/// Longest place of a source, in bytes of an answer: the longest path that Linux takes.
const LONGEST_PLACE: usize = 4096;

pub(super) static TOOL: Tool = Tool {
    name: "register_source",
    title: "Register a source",
    description: "Register where the sources of group:artifact:version are: a JAR, a directory or a Git repository. Only needed for sources of your own or to refresh: the other tools find published versions by themselves.",
    params: &[
        params::GROUP,
        params::ARTIFACT,
        params::required("version", ParamKind::Text, ""),
        params::optional(
            "source_uri",
            ParamKind::Text,
            "path, file: or https: URI of a JAR or directory, or a Git URL; left out: looked for in the local Maven repository, the Gradle cache, the remote repositories",
        ),
        params::optional("auto_index", ParamKind::Flag, "index at once; default true"),
        params::optional("git_ref", ParamKind::Text, "branch, tag or commit; required for Git only"),
        params::optional("git_subdir", ParamKind::Text, "only this folder of the repository"),
        params::optional("include", ParamKind::TextList, "globs of files to take"),
        params::optional("exclude", ParamKind::TextList, "globs of files to leave out"),
        params::optional("origin", ParamKind::Choice(&["source", "bytecode"]), "take only this kind of JAR"),
    ],
    hints: Hints { read_only: false, destructive: false, idempotent: true, open_world: true },
    command: Command {
        verb: "add",
        positionals: &[Positional::Coordinate, Positional::Param("source_uri", "SOURCE_URI")],
        shortcuts: &[
            Shortcut {
                long: Some("no-index"),
                short: None,
                description: "register only, index later",
                effect: Effect::Sets(&[("auto_index", Preset::Flag(false))]),
            },
            Shortcut {
                long: Some("bytecode"),
                short: None,
                description: "the class JAR even where there are sources: --origin bytecode",
                effect: Effect::Sets(&[("origin", Preset::Text("bytecode"))]),
            },
        ],
        presets: &[],
    },
    output: schema::output::<Registered>,
    run,
};

/// What was registered.
#[derive(Debug, Serialize, JsonSchema)]
struct Registered {
    status: &'static str,
    group_id: String,
    artifact_id: String,
    version: String,
    indexed: bool,
    /// The same content was registered before: nothing was done.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    unchanged: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    origin: Option<Origin>,
    /// The commit that git_ref resolved to.
    #[serde(skip_serializing_if = "Option::is_none")]
    commit: Option<String>,
    /// Where the sources were found, when the caller did not say.
    #[serde(skip_serializing_if = "Option::is_none")]
    source_uri: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    counts: Option<Counts>,
    /// About the source: which build of a SNAPSHOT it is, a missing checksum.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    incomplete: Vec<Incomplete>,
}

fn run(call: &Call<'_>) -> Result<Box<dyn Answer>, Failure> {
    let args = call.args;
    let coordinate =
        Coordinate::new(args.required("group_id")?, args.required("artifact_id")?, args.required("version")?)?;
    let text = |name: &str| args.text(name).map(str::to_owned);
    let list = |name: &str| args.list(name).into_iter().map(str::to_owned).collect();
    let request = Registration {
        coordinate: coordinate.clone(),
        source_uri: text("source_uri"),
        auto_index: args.flag("auto_index", true),
        git_ref: text("git_ref"),
        git_subdir: text("git_subdir"),
        include: list("include"),
        exclude: list("exclude"),
        origin: args.text("origin").and_then(Origin::parse),
    };
    refuse_long(call)?;
    permit(call, &request)?;
    let done = call.explorer.register(&request, call.work)?;
    let status = if done.indexed { Status::RegisteredAndIndexed } else { Status::RegisteredOnly };
    Ok(Box::new(Registered {
        status: status.as_str(),
        group_id: coordinate.group().to_owned(),
        artifact_id: coordinate.artifact().to_owned(),
        version: coordinate.version().to_owned(),
        indexed: done.indexed,
        unchanged: done.unchanged,
        origin: done.origin,
        commit: done.commit,
        source_uri: request.source_uri.is_none().then_some(done.source_uri),
        counts: done.counts,
        notes: done.notes,
        incomplete: resolve::bounded(done.incomplete),
    }))
}

/// Refuses what is longer than any path or URL, before a message names it or a glob is made of it.
fn refuse_long(call: &Call<'_>) -> Result<(), Failure> {
    for name in ["source_uri", "git_ref", "git_subdir", "include", "exclude"] {
        let mut texts = call.args.text(name).into_iter().chain(call.args.list(name));
        if texts.any(|text| budget::escaped_size(text) > LONGEST_PLACE) {
            return Err(Failure::argument(name, format_args!("is longer than {LONGEST_PLACE} bytes")));
        }
    }
    Ok(())
}

/// On the command line everything may be registered; a client of the server may not name every repository, since what
/// it does may be what somebody's text told it to do.
fn permit(call: &Call<'_>, request: &Registration) -> Result<(), Failure> {
    let is_client = call.cap.is_some() && !call.explorer.config().git_anywhere;
    let Some(text) = request.source_uri.as_ref().filter(|_| is_client) else { return Ok(()) };
    let base = std::path::absolute(".").unwrap_or_default();
    if uri::is_for_everybody(text, request.git_ref.as_deref(), &base) {
        return Ok(());
    }
    let message = format!(
        "source_uri: {} is a Git repository on this machine, or over neither https nor ssh: only a server that was started \
             with --git-anywhere takes it; without git_ref a folder is indexed as it is",
        shown(text)
    );
    Err(Failure::new(Status::NotPermitted, message)
        .hint("register it on the command line (jardex add), or start the server with --git-anywhere"))
}

impl Answer for Registered {
    fn json(&self) -> Value {
        super::to_json(self)
    }

    fn page(&self, page: &mut Page) {
        let state = match (self.unchanged, self.indexed) {
            (true, _) => "unchanged",
            (false, true) => "registered and indexed",
            (false, false) => "registered, not indexed",
        };
        let mut spans = vec![Span(Style::Plain, state.to_owned())];
        if let Some(origin) = self.origin {
            spans.push(Span(Style::Faint, format!(" ({})", origin.as_str())));
        }
        if let Some(commit) = &self.commit {
            spans.push(Span(Style::Plain, format!(" at {commit}")));
        }
        if let Some(uri) = &self.source_uri {
            spans.push(Span(Style::Path, format!(" from {uri}")));
        }
        page.spans(spans);
        if let Some(counts) = &self.counts {
            page.line(Style::Plain, super::index_artifact::counted(counts));
        }
        notes::of_source(page, &self.notes);
        notes::incomplete(page, &self.incomplete);
    }
}

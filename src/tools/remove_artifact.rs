//! `remove_artifact`: takes the index and the extracted files of one coordinate away.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::page::{Page, Span, Style};
use super::{
    Answer, Call, Command, Effect, Hints, ParamKind, Positional, Preset, Shortcut, Tool, params, schema, size,
};
use crate::error::{Failure, More, Removal, Status};

pub(super) static TOOL: Tool = Tool {
    name: "remove_artifact",
    title: "Remove an artifact",
    description: "Remove the index and extracted files of one coordinate. Without confirm true it only says what would go.",
    params: &[params::GROUP, params::ARTIFACT, params::VERSION, params::optional("confirm", ParamKind::Flag, "do it")],
    hints: Hints { read_only: false, destructive: true, idempotent: true, open_world: false },
    command: Command {
        verb: "remove",
        positionals: &[Positional::Coordinates],
        shortcuts: &[Shortcut {
            long: Some("yes"),
            short: Some('y'),
            description: "do it without asking: --confirm",
            effect: Effect::Sets(&[("confirm", Preset::Flag(true))]),
        }],
        presets: &[],
    },
    output: schema::output::<Removed>,
    run,
};

/// What was removed.
#[derive(Debug, Serialize, JsonSchema)]
struct Removed {
    status: &'static str,
    /// The version that was taken, when the caller named none.
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<String>,
    removed: Removal,
    /// In a refusal: what would go.
    #[serde(skip_serializing_if = "Option::is_none")]
    would_remove: Option<Removal>,
}

fn run(call: &Call<'_>) -> Result<Box<dyn Answer>, Failure> {
    let (group, artifact) = (call.args.required("group_id")?, call.args.required("artifact_id")?);
    let (coordinate, removal) = call.explorer.removal(group, artifact, call.args.text("version"))?;
    if !call.args.flag("confirm", false) {
        let message = format!("{coordinate}: {} in {} would be removed", counted(&removal), removal.paths.join(", "));
        let mut failure = Failure::new(Status::ConfirmationRequired, message)
            .suggest("remove_artifact")
            .hint("call it again with confirm true (--yes on the command line)");
        failure.more = Some(Box::new(More::Removal { would_remove: removal }));
        return Err(failure);
    }
    let removed = call.explorer.remove(&coordinate, call.work)?;
    Ok(Box::new(Removed {
        status: Status::Success.as_str(),
        version: (!call.args.has("version")).then(|| coordinate.version().to_owned()),
        removed: Removal { paths: Vec::new(), ..removed },
        would_remove: None,
    }))
}

fn counted(removal: &Removal) -> String {
    let files = if removal.files == 1 { "file" } else { "files" };
    format!("{} {files}, {}", removal.files, size(removal.bytes))
}

impl Answer for Removed {
    fn json(&self) -> Value {
        super::to_json(self)
    }

    fn page(&self, page: &mut Page) {
        let version = self.version.iter().map(|version| Span(Style::Heading, format!("{version} ")));
        let removed = Span(Style::Plain, format!("removed: {}", counted(&self.removed)));
        page.spans(version.chain([removed]).collect());
    }
}

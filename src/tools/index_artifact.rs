//! `index_artifact`: indexes a registered artifact, or builds its index again.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

use super::page::{Page, Span, Style};
use super::{Answer, Call, Command, Hints, ParamKind, Positional, Tool, notes, params, resolve, schema};
use crate::coordinate::Coordinate;
use crate::error::{Failure, Incomplete, Status};
use crate::model::Origin;
use crate::store::Counts;

pub(super) static TOOL: Tool = Tool {
    name: "index_artifact",
    title: "Index an artifact",
    description: "Index a registered artifact, after register_source with auto_index false or to build it again. Gives counts and timings.",
    params: &[
        params::GROUP,
        params::ARTIFACT,
        params::VERSION,
        params::optional("force", ParamKind::Flag, "build again"),
        params::optional("extract", ParamKind::Flag, "also lay the sources out as plain files"),
    ],
    hints: Hints { read_only: false, destructive: false, idempotent: true, open_world: true },
    command: Command { verb: "index", positionals: &[Positional::Coordinates], shortcuts: &[], presets: &[] },
    output: schema::output::<Indexed>,
    run,
};

/// What was indexed.
#[derive(Debug, Serialize, JsonSchema)]
struct Indexed {
    status: &'static str,
    /// The version that was taken, when the caller named none.
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<String>,
    /// Below the cache root.
    cache_location: String,
    processing_time: String,
    /// It was indexed before and nothing was built.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    unchanged: bool,
    origin: Origin,
    counts: Counts,
    #[serde(skip_serializing_if = "Map::is_empty")]
    stage_seconds: Map<String, Value>,
    /// Where the files were laid out, below the cache root.
    #[serde(skip_serializing_if = "Option::is_none")]
    extracted_to: Option<String>,
    /// About the source: which build of a SNAPSHOT it is, a missing checksum.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    incomplete: Vec<Incomplete>,
}

fn run(call: &Call<'_>) -> Result<Box<dyn Answer>, Failure> {
    let coordinate = coordinate(call)?;
    let done = call.explorer.index(
        &coordinate,
        call.args.flag("force", false),
        call.args.flag("extract", false),
        call.work,
    )?;
    Ok(Box::new(Indexed {
        status: Status::Success.as_str(),
        version: (!call.args.has("version")).then(|| coordinate.version().to_owned()),
        cache_location: done.cache_location,
        processing_time: duration(done.seconds),
        unchanged: done.unchanged,
        origin: done.origin,
        counts: done.counts,
        stage_seconds: done.stage_seconds.into_iter().map(|(stage, seconds)| (stage, rounded(seconds))).collect(),
        extracted_to: done.extracted_to,
        notes: done.notes,
        incomplete: resolve::bounded(done.incomplete),
    }))
}

/// The coordinate to index: as given, or the only version that is registered.
fn coordinate(call: &Call<'_>) -> Result<Coordinate, Failure> {
    let (group, artifact) = (call.args.required("group_id")?, call.args.required("artifact_id")?);
    match call.args.text("version") {
        Some(version) => Coordinate::new(group, artifact, version),
        None => call.explorer.only_version(group, artifact),
    }
}

/// Seconds as people say them.
fn duration(seconds: f64) -> String {
    if seconds < 1.0 { format!("{seconds:.2}s") } else { format!("{seconds:.1}s") }
}

/// Seconds to the millisecond.
fn rounded(seconds: f64) -> Value {
    Value::from((seconds * 1000.0).round() / 1000.0)
}

/// The counts on one line.
pub(super) fn counted(counts: &Counts) -> String {
    let mut line = format!(
        "{} files, {} types, {} methods, {} fields, {}",
        counts.files,
        counts.types,
        counts.methods,
        counts.fields,
        super::list_folder_tree::size(counts.bytes)
    );
    if counts.unparsed_files > 0 {
        let files = if counts.unparsed_files == 1 { "file" } else { "files" };
        line = format!("{line}, {} {files} not parsed cleanly", counts.unparsed_files);
    }
    line
}

impl Answer for Indexed {
    fn json(&self) -> Value {
        super::to_json(self)
    }

    fn page(&self, page: &mut Page) {
        let state = if self.unchanged { "unchanged" } else { "indexed" };
        let mut spans = Vec::new();
        if let Some(version) = &self.version {
            spans.push(Span(Style::Heading, format!("{version} ")));
        }
        spans.push(Span(Style::Plain, format!("{state} in {}", self.processing_time)));
        spans.push(Span(Style::Faint, format!(" ({})", self.origin.as_str())));
        spans.push(Span(Style::Path, format!(" {}", self.cache_location)));
        page.spans(spans);
        page.line(Style::Plain, counted(&self.counts));
        if !self.stage_seconds.is_empty() {
            let stages: Vec<_> =
                self.stage_seconds.iter().map(|(stage, seconds)| format!("{stage} {seconds}s")).collect();
            page.line(Style::Faint, stages.join(", "));
        }
        if let Some(path) = &self.extracted_to {
            page.line(Style::Path, format!("extracted to {path}"));
        }
        notes::of_source(page, &self.notes);
        notes::incomplete(page, &self.incomplete);
    }
}

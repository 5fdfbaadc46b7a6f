//! `get_artifact_info`: everything known of one artifact.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

use super::page::{Page, Span, Style};
use super::{Answer, Call, Command, Hints, Positional, Tool, budget, notes, params, resolve, schema, size};
use crate::error::{Failure, Incomplete, Status};
use crate::index::{Comparison, Difference, Info, Standing};
use crate::model::Origin;
use crate::registry::Current;

pub(super) static TOOL: Tool = Tool {
    name: "get_artifact_info",
    title: "Artifact info",
    description: "One artifact: its source and digest, its index, counts, files that did not parse, what its class JAR has besides.",
    params: &[params::GROUP, params::ARTIFACT, params::VERSION],
    hints: Hints { read_only: true, destructive: false, idempotent: true, open_world: true },
    command: Command { verb: "info", positionals: &[Positional::Coordinates], shortcuts: &[], presets: &[] },
    output: schema::output::<Artifact>,
    run,
};

/// An artifact.
#[derive(Debug, Serialize, JsonSchema)]
struct Artifact {
    status: &'static str,
    group_id: String,
    artifact_id: String,
    version: String,
    state: &'static str,
    /// Why the last attempt to index it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    origin: Option<Origin>,
    source: Source,
    #[serde(skip_serializing_if = "Option::is_none")]
    index: Option<Index>,
    #[serde(skip_serializing_if = "Option::is_none")]
    counts: Option<Counts>,
    /// What is worth saying of the source: a missing checksum, say.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
    /// Files that did not parse cleanly, entries that were left out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    problems: Vec<Problem>,
    /// How many problems there are, where not all are listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    problem_count: Option<u64>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    truncated: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    class_jar: Option<ClassJar>,
    /// Where the files were laid out, below the cache root.
    #[serde(skip_serializing_if = "Option::is_none")]
    extracted_to: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    incomplete: Vec<Incomplete>,
}

/// Where it is from.
#[derive(Debug, Serialize, JsonSchema)]
struct Source {
    kind: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    uri: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    digest: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    commit: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    git_ref: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    git_subdir: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    include: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    exclude: Vec<String>,
    /// Found by its coordinate: nobody named the source.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    automatic: bool,
    /// gone or changed since it was indexed.
    #[serde(skip_serializing_if = "Option::is_none")]
    now: Option<&'static str>,
}

/// Its index.
#[derive(Debug, Serialize, JsonSchema)]
struct Index {
    generation: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    format: Option<u32>,
    bytes: u64,
    built: String,
    #[serde(skip_serializing_if = "Map::is_empty")]
    seconds: Map<String, Value>,
}

/// What is in it.
#[derive(Debug, Serialize, JsonSchema)]
struct Counts {
    files: u64,
    types: u64,
    methods: u64,
    fields: u64,
    lines: u64,
    source_bytes: u64,
    /// Files that did not parse cleanly.
    #[serde(skip_serializing_if = "is_zero")]
    unparsed_files: u64,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    languages: BTreeMap<&'static str, u64>,
    /// Where an archive has types of several origins.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    types_by_origin: BTreeMap<&'static str, u64>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// A problem of a file.
#[derive(Debug, Serialize, JsonSchema)]
struct Problem {
    file: String,
    reason: String,
}

/// What the class JAR says of the index.
#[derive(Debug, Serialize, JsonSchema)]
struct ClassJar {
    uri: String,
    types: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    only_in_classes: Option<Only>,
    #[serde(skip_serializing_if = "Option::is_none")]
    only_in_index: Option<Only>,
}

/// Types that one of two has.
#[derive(Debug, Serialize, JsonSchema)]
struct Only {
    count: u64,
    /// The first of them.
    names: Vec<String>,
}

fn run(call: &Call<'_>) -> Result<Box<dyn Answer>, Failure> {
    let (group, artifact) = (call.args.required("group_id")?, call.args.required("artifact_id")?);
    let mut info = call.explorer.info(group, artifact, call.args.text("version"), call.work)?;
    let problems = info.index.as_mut().map(|index| std::mem::take(&mut index.problems)).unwrap_or_default();
    let mut answer = artifact_of(info);
    answer.list(problems, budget::cap(call));
    Ok(Box::new(answer))
}

fn artifact_of(info: Info) -> Artifact {
    let record = info.record;
    let contents = info.index;
    Artifact {
        status: Status::Success.as_str(),
        group_id: info.coordinate.group().to_owned(),
        artifact_id: info.coordinate.artifact().to_owned(),
        version: info.coordinate.version().to_owned(),
        state: info.state.as_str(),
        reason: info.reason,
        origin: contents.as_ref().map(|contents| contents.origin),
        source: Source {
            kind: record.source.kind,
            uri: info.uri,
            digest: record.current.as_ref().map(|current| current.source_digest.clone()),
            commit: record.current.as_ref().and_then(|current| current.commit.clone()),
            git_ref: record.source.git_ref,
            git_subdir: record.source.git_subdir,
            include: record.source.include,
            exclude: record.source.exclude,
            automatic: record.source.automatic,
            now: match info.source {
                Standing::Gone => Some("gone"),
                Standing::Changed => Some("changed"),
                Standing::Same | Standing::Unknown => None,
            },
        },
        index: record.current.as_ref().map(|current| index_of(current, contents.as_ref().map(|index| index.format))),
        counts: contents.map(|contents| Counts {
            files: contents.counts.files,
            types: contents.counts.types,
            methods: contents.counts.methods,
            fields: contents.counts.fields,
            lines: contents.counts.lines,
            source_bytes: contents.counts.bytes,
            unparsed_files: contents.counts.unparsed_files,
            languages: contents.languages.into_iter().map(|(language, count)| (language.as_str(), count)).collect(),
            types_by_origin: contents
                .types_by_origin
                .into_iter()
                .map(|(origin, count)| (origin.as_str(), count))
                .collect(),
        }),
        notes: record.current.map(|current| current.notes).unwrap_or_default(),
        problems: Vec::new(),
        problem_count: None,
        truncated: false,
        class_jar: info.classes.map(class_jar),
        extracted_to: info.extracted_to,
        incomplete: resolve::bounded(info.incomplete),
    }
}

fn index_of(current: &Current, format: Option<u32>) -> Index {
    let rounded = |seconds: f64| Value::from((seconds * 1000.0).round() / 1000.0);
    Index {
        generation: current.generation.clone(),
        format,
        bytes: current.length,
        built: current.built.clone(),
        seconds: current.seconds.iter().map(|(stage, seconds)| (stage.clone(), rounded(*seconds))).collect(),
    }
}

fn class_jar(compared: Comparison) -> ClassJar {
    let only = |difference: Difference| {
        (difference.count > 0).then_some(Only { count: difference.count, names: difference.names })
    };
    ClassJar {
        uri: compared.uri,
        types: compared.types,
        only_in_classes: only(compared.only_in_classes),
        only_in_index: only(compared.only_in_index),
    }
}

impl Artifact {
    /// Takes in as many problems as an answer may hold.
    fn list(&mut self, problems: Vec<Incomplete>, cap: Option<usize>) {
        let all = problems.len();
        let mut left = budget::left(cap, self);
        for Incomplete { what: file, reason, .. } in problems {
            let problem = Problem { file, reason };
            if let Some(left) = &mut left {
                // The plain form indents each by two and ends its line.
                let Some(rest) = left.checked_sub(budget::json_size(&problem) + 4) else { break };
                *left = rest;
            }
            self.problems.push(problem);
        }
        if self.problems.len() < all {
            (self.problem_count, self.truncated) = (Some(all as u64), true);
        }
    }
}

impl Answer for Artifact {
    fn json(&self) -> Value {
        super::to_json(self)
    }

    fn page(&self, page: &mut Page) {
        let mut head = vec![Span(Style::Heading, format!("{}:{}:{}", self.group_id, self.artifact_id, self.version))];
        head.push(Span(Style::Plain, format!(" {}", self.state)));
        if let Some(origin) = self.origin {
            head.push(Span(Style::Faint, format!(" ({})", origin.as_str())));
        }
        page.spans(head);
        if let Some(reason) = &self.reason {
            page.line(Style::Warning, format!("last attempt failed: {reason}"));
        }
        self.source.page(page);
        if let Some(index) = &self.index {
            index.page(page);
        }
        if let Some(counts) = &self.counts {
            page.line(Style::Plain, counts.line());
        }
        for note in &self.notes {
            page.line(Style::Faint, format!("note: {note}"));
        }
        if let Some(path) = &self.extracted_to {
            page.line(Style::Path, format!("extracted to {path}"));
        }
        if let Some(classes) = &self.class_jar {
            classes.page(page);
        }
        for problem in &self.problems {
            page.spans(vec![
                Span(Style::Path, problem.file.clone()),
                Span(Style::Warning, format!(": {}", problem.reason)),
            ]);
        }
        if let Some(count) = self.problem_count {
            page.line(Style::Faint, format!("{count} problems; the first {} are shown", self.problems.len()));
        }
        notes::incomplete(page, &self.incomplete);
    }
}

impl Source {
    fn page(&self, page: &mut Page) {
        let mut spans = vec![Span(Style::Kind, self.kind.clone())];
        if let Some(uri) = &self.uri {
            spans.push(Span(Style::Path, format!(" {uri}")));
        }
        if let Some(reference) = &self.git_ref {
            spans.push(Span(Style::Plain, format!(" {reference}")));
        }
        if let Some(folder) = &self.git_subdir {
            spans.push(Span(Style::Path, format!(" in {folder}")));
        }
        match self.now {
            Some("gone") => spans.push(Span(Style::Warning, " (gone; the index answers)".to_owned())),
            Some(_) => spans.push(Span(Style::Warning, " (changed since it was indexed)".to_owned())),
            None => {}
        }
        page.spans(spans);
        for (what, globs) in [("include", &self.include), ("exclude", &self.exclude)] {
            if !globs.is_empty() {
                page.line(Style::Plain, format!("{what} {}", globs.join(", ")));
            }
        }
        if let Some(commit) = &self.commit {
            page.line(Style::Faint, format!("commit {commit}"));
        }
        if let Some(digest) = &self.digest {
            page.line(Style::Faint, digest);
        }
    }
}

impl Index {
    fn page(&self, page: &mut Page) {
        let mut line = format!("index {}, {}, built {}", self.generation, size(self.bytes), self.built);
        if let Some(format) = self.format {
            line = format!("{line}, format {format}");
        }
        for (stage, seconds) in &self.seconds {
            line = format!("{line}, {stage} {seconds}s");
        }
        page.line(Style::Plain, line);
    }
}

impl Counts {
    fn line(&self) -> String {
        let among = |counts: &BTreeMap<&str, u64>| {
            let parts: Vec<String> = counts.iter().map(|(name, count)| format!("{count} {name}")).collect();
            if parts.is_empty() { String::new() } else { format!(" ({})", parts.join(", ")) }
        };
        let (languages, origins) = (among(&self.languages), among(&self.types_by_origin));
        let unparsed = match self.unparsed_files {
            0 => String::new(),
            count => format!(", {count} not parsed cleanly"),
        };
        format!(
            "{} files{languages}, {} types{origins}, {} methods, {} fields, {} lines, {}{unparsed}",
            self.files,
            self.types,
            self.methods,
            self.fields,
            self.lines,
            size(self.source_bytes)
        )
    }
}

impl ClassJar {
    fn page(&self, page: &mut Page) {
        page.spans(vec![
            Span(Style::Plain, format!("class JAR of {} types ", self.types)),
            Span(Style::Path, self.uri.clone()),
        ]);
        let differences =
            [("only in the class JAR", &self.only_in_classes), ("only in the index", &self.only_in_index)];
        for (what, only) in differences.iter().filter_map(|(what, only)| Some((what, only.as_ref()?))) {
            let more = if only.count > only.names.len() as u64 { ", …" } else { "" };
            page.line(Style::Warning, format!("  {what} ({}): {}{more}", only.count, only.names.join(", ")));
        }
    }
}

//! `search_artifacts`: which versions of a library exist, and where.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::page::{Page, Span, Style};
use super::paging::{Head, Request, Row};
use super::{Answer, Call, Command, Hints, ParamKind, Positional, Tool, notes, params, resolve, schema};
use crate::coordinate;
use crate::error::{Failure, Incomplete};
use crate::index::{Libraries, Name, State};
use crate::maven::version::VersionFilter;
use crate::search::pattern::{PackagePattern, PatternKind};

pub(super) static TOOL: Tool = Tool {
    name: "search_artifacts",
    title: "Search artifacts",
    description: "Which versions of a library exist, newest first, and where: registered, in the local Maven repository, the Gradle cache, remote repositories. Globs find libraries on this machine only.",
    params: &[
        params::optional("group_id", ParamKind::Text, "exact, or a glob"),
        params::optional("artifact_id", ParamKind::Text, "exact, or a glob"),
        params::VERSION_FILTER,
        params::optional("remote", ParamKind::Flag, "ask remote repositories; default true"),
        params::PAGE,
        params::PAGE_SIZE,
    ],
    hints: Hints { read_only: true, destructive: false, idempotent: true, open_world: true },
    command: Command { verb: "versions", positionals: &[Positional::Library], shortcuts: &[], presets: &[] },
    output: schema::output::<Artifacts>,
    run,
};

/// The versions of one page, by library.
#[derive(Debug, Serialize, JsonSchema)]
struct Artifacts {
    #[serde(flatten)]
    head: Head,
    artifacts: Vec<Found>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    incomplete: Vec<Incomplete>,
}

/// A library.
#[derive(Debug, Serialize, JsonSchema)]
struct Found {
    group_id: String,
    artifact_id: String,
    versions: Vec<Version>,
    #[serde(skip_serializing_if = "Option::is_none")]
    latest: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    latest_release: Option<String>,
}

/// A version of a library.
#[derive(Debug, Clone, Serialize, JsonSchema)]
struct Version {
    version: String,
    /// Where it is registered.
    #[serde(skip_serializing_if = "Option::is_none")]
    state: Option<&'static str>,
    /// registered, local_maven, gradle, jdk, or the id of a remote repository.
    r#where: Vec<String>,
}

/// A row of a page: a version, and which library it is of. Its size is that of the first row of a library, which stands for
/// all.
#[derive(Debug, Serialize)]
struct Listed<'a> {
    library: usize,
    group_id: &'a str,
    artifact_id: &'a str,
    latest: Option<&'a str>,
    latest_release: Option<&'a str>,
    #[serde(flatten)]
    version: Version,
}

impl Row for Listed<'_> {
    fn description(&mut self) -> Option<&mut String> {
        None
    }
}

fn run(call: &Call<'_>) -> Result<Box<dyn Answer>, Failure> {
    let asked = Libraries {
        group: name(call, "group_id")?,
        artifact: name(call, "artifact_id")?,
        remote: call.args.flag("remote", true),
    };
    let filter = call.args.text("version_filter").map(VersionFilter::parse).transpose()?;
    let found = call.explorer.libraries(&asked, filter.as_ref(), call.work)?;
    let mut answer =
        Artifacts { head: Head::default(), artifacts: Vec::new(), incomplete: resolve::bounded(found.incomplete) };
    let libraries: Vec<_> = found.libraries.iter().collect();
    let rows = libraries.iter().enumerate();
    let rows: Vec<_> = rows.flat_map(|(at, (_, library))| library.versions.iter().map(move |one| (at, one))).collect();
    // A row may be the first of its library on the page, which then has its name on it as well.
    let weight = |(at, known): &(usize, &crate::index::Known)| {
        let ((group, artifact), library) = libraries[*at];
        let places: usize = known.places.iter().map(|place| place.len() + 3).sum();
        let length = |one: &Option<String>| one.as_ref().map_or(0, String::len);
        let latest = length(&library.latest) + length(&library.latest_release);
        group.len() + artifact.len() + known.version.len() + places + latest + 160
    };
    let paged = Request::of(call).page(&rows, &answer, weight, |(at, known)| {
        let ((group, artifact), library) = libraries[*at];
        Listed {
            library: *at,
            group_id: group,
            artifact_id: artifact,
            latest: library.latest.as_deref(),
            latest_release: library.latest_release.as_deref(),
            version: Version {
                version: known.version.clone(),
                state: known.state.map(State::as_str),
                r#where: known.places.clone(),
            },
        }
    });
    answer.head.take(&paged);
    for rows in paged.rows.chunk_by(|left, right| left.library == right.library) {
        let ((group, artifact), library) = libraries[rows[0].library];
        answer.artifacts.push(Found {
            group_id: group.clone(),
            artifact_id: artifact.clone(),
            versions: rows.iter().map(|row| row.version.clone()).collect(),
            latest: library.latest.clone(),
            latest_release: library.latest_release.clone(),
        });
    }
    Ok(Box::new(answer))
}

/// A name as it was asked for; left out, any.
fn name(call: &Call<'_>, argument: &str) -> Result<Name, Failure> {
    let text = call.args.text(argument).unwrap_or("*");
    if !PackagePattern::is_pattern(text) {
        coordinate::check(argument, text)?;
        return Ok(Name::Exact(text.to_owned()));
    }
    let pattern = resolve::pattern(argument, text, PatternKind::Glob)?;
    let prefix: String = text.chars().take_while(|c| c.is_alphanumeric() || "._-".contains(*c)).collect();
    Ok(Name::Like(pattern, prefix))
}

impl Answer for Artifacts {
    fn json(&self) -> Value {
        super::to_json(self)
    }

    fn found(&self) -> bool {
        !self.artifacts.is_empty()
    }

    fn page(&self, page: &mut Page) {
        for found in &self.artifacts {
            // Versions that are in the same places and the same state stand on one line.
            let like = |left: &Version, right: &Version| left.r#where == right.r#where && left.state == right.state;
            for (at, versions) in found.versions.chunk_by(like).enumerate() {
                let mut line = if at == 0 { found.name() } else { vec![Span(Style::Plain, "  ".to_owned())] };
                let names: Vec<&str> = versions.iter().map(|one| one.version.as_str()).collect();
                line.push(Span(Style::Name, names.join(", ")));
                line.push(Span(Style::Faint, format!(" {}", places(&versions[0]))));
                page.spans(line);
            }
        }
        if self.artifacts.is_empty() {
            notes::empty(page, self.head.pagination, "versions");
        }
        notes::pages(page, self.head.pagination, "versions");
        notes::incomplete(page, &self.incomplete);
    }
}

impl Found {
    /// Its name, and what the list does not say of its newest.
    fn name(&self) -> Vec<Span> {
        let mut name = vec![Span(Style::Heading, format!("{}:{} ", self.group_id, self.artifact_id))];
        let first = self.versions.first().map(|version| &version.version);
        for (what, version) in [("latest", &self.latest), ("release", &self.latest_release)] {
            if let Some(version) = version.as_ref().filter(|version| Some(*version) != first) {
                name.push(Span(Style::Faint, format!("({what} {version}) ")));
            }
        }
        name
    }
}

/// `(indexed, local_maven, central)`: the state says that it is registered.
fn places(version: &Version) -> String {
    let elsewhere = version.r#where.iter().map(String::as_str).filter(|place| *place != "registered");
    format!("({})", version.state.into_iter().chain(elsewhere).collect::<Vec<_>>().join(", "))
}

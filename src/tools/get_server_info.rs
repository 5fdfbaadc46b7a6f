//! `get_server_info`: how the program, its cache and its repositories stand, and which settings hold.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

use super::page::{Page, Span, Style};
use super::{Answer, Call, Command, Hints, ParamKind, TABLE, Tool, params, schema, selection, size};
use crate::error::{Failure, Status};
use crate::index::{Explorer, Health, RepositoryHealth};
use crate::registry::rfc3339;
use crate::work::Work;

pub(super) static TOOL: Tool = Tool {
    name: "get_server_info",
    title: "Server info",
    description: "Version, health of the cache and the repositories, every setting and where it came from.",
    params: &[params::optional("check", ParamKind::Flag, "ask the repositories now whether they answer")],
    hints: Hints { read_only: true, destructive: false, idempotent: true, open_world: true },
    command: Command { verb: "status", positionals: &[], shortcuts: &[], presets: &[] },
    output: schema::output::<Server>,
    run,
};

/// The versions of MCP that are spoken, newest first; the server's room holds them to what its library knows.
pub const PROTOCOL_VERSIONS: [&str; 5] = ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

/// How things stand.
#[derive(Debug, Serialize, JsonSchema)]
struct Server {
    status: &'static str,
    name: &'static str,
    version: &'static str,
    protocol_versions: Vec<&'static str>,
    uptime_seconds: u64,
    health: Standing,
    cache: Cache,
    /// How many tools are offered.
    tools: u64,
    /// Every setting: its value, without secrets, and where it came from.
    #[serde(skip_serializing_if = "Map::is_empty")]
    config: Map<String, Value>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Standing {
    /// healthy; degraded: something cannot be reached or written; unhealthy: the cache cannot be read.
    state: &'static str,
    cache: CacheStanding,
    repositories: Vec<Repository>,
    /// Why no repository is asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    settings_error: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct CacheStanding {
    ok: bool,
    writable: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// A repository as it answered last.
#[derive(Debug, Serialize, JsonSchema)]
struct Repository {
    id: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    url: String,
    /// Left out where this process has not asked it yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    ok: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    checked: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Cache {
    root: String,
    artifacts: Artifacts,
    /// Of the indexes in force.
    bytes: u64,
}

/// Artifacts by state.
#[derive(Debug, Serialize, JsonSchema)]
struct Artifacts {
    indexed: u64,
    #[serde(skip_serializing_if = "is_zero")]
    registered: u64,
    #[serde(skip_serializing_if = "is_zero")]
    indexing: u64,
    failed: u64,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

fn run(call: &Call<'_>) -> Result<Box<dyn Answer>, Failure> {
    let mut server = server(call.explorer, call.args.flag("check", false), call.work);
    call.work.check()?;
    if let Value::Object(config) = call.explorer.config().describe() {
        server.config = config;
    }
    Ok(Box::new(server))
}

/// The answer without the settings: the resource `jardex://health`. Who watches how the server stands wants to know whether the
/// repositories answer: they are asked, where the network is on.
#[must_use]
pub fn health(explorer: &Explorer) -> Box<dyn Answer> {
    Box::new(server(explorer, !explorer.config().offline, &Work::default()))
}

fn server(explorer: &Explorer, ask: bool, work: &Work) -> Server {
    let health = explorer.health(ask, work);
    let totals = health.cache.clone().unwrap_or_default();
    let offered = selection::select(explorer.config()).map_or(TABLE.len(), |tools| tools.len());
    Server {
        status: Status::Success.as_str(),
        name: env!("CARGO_PKG_NAME"),
        version: env!("CARGO_PKG_VERSION"),
        protocol_versions: PROTOCOL_VERSIONS.to_vec(),
        uptime_seconds: health.uptime.as_secs(),
        cache: Cache {
            root: explorer.cache().root().display().to_string(),
            artifacts: Artifacts {
                indexed: totals.indexed,
                registered: totals.registered,
                indexing: totals.indexing,
                failed: totals.failed,
            },
            bytes: totals.bytes,
        },
        health: standing(health),
        tools: offered as u64,
        config: Map::new(),
    }
}

fn standing(health: Health) -> Standing {
    let is_degraded = health.writable.is_err()
        || health.settings.is_some()
        || health.repositories.iter().any(|one| one.ok == Some(false));
    let state = match (&health.cache, is_degraded) {
        (Err(_), _) => "unhealthy",
        (Ok(_), true) => "degraded",
        (Ok(_), false) => "healthy",
    };
    Standing {
        state,
        cache: CacheStanding {
            ok: health.cache.is_ok(),
            writable: health.writable.is_ok(),
            error: health.cache.err().or(health.writable.err()),
        },
        repositories: health.repositories.into_iter().map(repository).collect(),
        settings_error: health.settings,
    }
}

fn repository(health: RepositoryHealth) -> Repository {
    Repository {
        id: health.id,
        url: health.place,
        ok: health.ok,
        checked: health.checked.map(rfc3339),
        error: health.error,
    }
}

impl Answer for Server {
    fn json(&self) -> Value {
        super::to_json(self)
    }

    fn page(&self, page: &mut Page) {
        page.spans(vec![
            Span(Style::Heading, format!("{} {}", self.name, self.version)),
            Span(Style::Plain, format!(" {}", self.health.state)),
            Span(Style::Faint, format!(" up {}s, {} tools, MCP {}", self.uptime_seconds, self.tools, self.protocols())),
        ]);
        page.spans(vec![
            Span(Style::Plain, "cache ".to_owned()),
            Span(Style::Path, self.cache.root.clone()),
            Span(Style::Plain, format!(" {}, {}", self.cache.artifacts.line(), size(self.cache.bytes))),
        ]);
        if let Some(error) = &self.health.cache.error {
            let what = if self.health.cache.ok { "not writable" } else { "not readable" };
            page.line(Style::Warning, format!("{what}: {error}"));
        }
        if let Some(error) = &self.health.settings_error {
            page.line(Style::Warning, format!("no repository is asked: {error}"));
        }
        for repository in &self.health.repositories {
            repository.page(page);
        }
        for (name, setting) in &self.config {
            let value = match &setting["value"] {
                Value::String(text) => text.clone(),
                Value::Array(items) => items.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(", "),
                other => other.to_string(),
            };
            let value = if value.is_empty() { "-".to_owned() } else { value };
            let origin = setting["origin"].as_str().unwrap_or_default();
            let mut columns = vec![Span(Style::Name, name.clone()), Span(Style::Plain, value)];
            if origin != "default" {
                columns.push(Span(Style::Faint, format!("({origin})")));
            }
            page.row(0, columns);
        }
    }
}

impl Server {
    fn protocols(&self) -> String {
        let oldest = self.protocol_versions.last().copied().unwrap_or_default();
        format!("{oldest} to {}", self.protocol_versions.first().copied().unwrap_or_default())
    }
}

impl Artifacts {
    fn line(&self) -> String {
        let states = [("registered", self.registered), ("being indexed", self.indexing), ("failed", self.failed)];
        let others = states.iter().filter(|(_, count)| *count > 0).map(|(what, count)| format!(", {count} {what}"));
        format!("{} indexed{}", self.indexed, others.collect::<String>())
    }
}

impl Repository {
    fn page(&self, page: &mut Page) {
        let state = match (self.ok, &self.checked) {
            (None, _) => "not asked yet".to_owned(),
            (Some(true), Some(when)) => format!("answered {when}"),
            (Some(true), None) => "ok".to_owned(),
            (Some(false), _) => format!("failed: {}", self.error.as_deref().unwrap_or_default()),
        };
        let style = if self.ok == Some(false) { Style::Warning } else { Style::Faint };
        let mut columns = vec![Span(Style::Name, self.id.clone())];
        if !self.url.is_empty() {
            columns.push(Span(Style::Path, self.url.clone()));
        }
        columns.push(Span(style, state));
        page.row(0, columns);
    }
}

//! The handler behind rmcp: the list of tools, and calls of them.

use std::sync::Arc;
use std::time::Duration;

use rmcp::ServerHandler;
use rmcp::model::{
    CacheScope, CallToolRequestParams, CallToolResponse, CustomRequest, CustomResult, ErrorCode, ErrorData,
    Implementation, JsonObject, ListResourcesResult, ListToolsResult, MetaObject, PaginatedRequestParams,
    ProtocolVersion, ReadResourceRequestParams, ReadResourceResponse, ServerCapabilities, ServerConfig,
    Tool as WireTool, ToolAnnotations,
};
use rmcp::service::{RequestContext, RoleServer};
use serde_json::Value;
use tokio::sync::Semaphore;

use super::backlog::Backlog;
use super::call::Reply;
use super::instructions;
use super::progress::{self, Told};
use super::resources;
use crate::config::Format;
use crate::error::Failure;
use crate::index::Explorer;
use crate::text::escape::visible;
use crate::text::redact::without_secrets;
use crate::tools::{Tool, budget, schema};
use crate::work::Work;

/// Calls that run at once beyond the worker threads, which bound the work itself: most of those that take long wait for the
/// network or for another process, and a quick question must not wait for them. Agents send some thirty at a time.
const WAITING_CALLS: usize = 64;
/// How long a client may keep the list of tools: it changes only with the process.
const LIST_LASTS_MS: u64 = 3_600_000;
/// The key that lifts a client's limit on the length of a result.
const LARGE_RESULT: &str = "anthropic/maxResultSizeChars";
/// The parameters that lift an answer's cap.
const LIFTING: [&str; 4] = ["max_bytes", "page_size", "limit", "max_results"];

/// The server: one explorer, the tools it offers, and how many calls may run at once.
pub(super) struct Server {
    explorer: Arc<Explorer>,
    tools: Vec<&'static Tool>,
    list: Vec<WireTool>,
    format: Format,
    running: Arc<Semaphore>,
    backlog: Arc<Backlog>,
}

/// Stops the work when its caller no longer waits.
struct StopWork(Work);

impl Drop for StopWork {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

impl Server {
    pub(super) fn new(explorer: Explorer, tools: Vec<&'static Tool>, format: Format, threads: usize) -> Self {
        let list = tools.iter().map(|tool| wire_tool(tool, format)).collect();
        let running = Arc::new(Semaphore::new(threads + WAITING_CALLS));
        Self { explorer: Arc::new(explorer), tools, list, format, running, backlog: Arc::default() }
    }

    /// What of its answers waits to be written.
    pub(super) fn backlog(&self) -> Arc<Backlog> {
        Arc::clone(&self.backlog)
    }

    /// Cancels what is done in the background and waits a little for its end.
    pub(super) fn stop(&self, within: Duration) {
        self.explorer.stop(within);
    }

    /// Runs a call on a thread for blocking work and waits for it, telling progress on the way.
    async fn run(
        &self,
        tool: &'static Tool,
        given: JsonObject,
        context: &RequestContext<RoleServer>,
    ) -> Result<Reply, ErrorData> {
        let cancelled = || ErrorData::internal_error("cancelled by the caller", None);
        let begin = async {
            self.backlog.room().await;
            self.running.clone().acquire_owned().await
        };
        let permit = tokio::select! {
            permit = begin => permit.map_err(|_| cancelled())?,
            () = context.ct.cancelled() => return Err(cancelled()),
        };
        let work = Work::default();
        let _stop = StopWork(work.clone());
        let (explorer, format) = (self.explorer.clone(), self.format);
        let blocking = work.clone();
        // The permit goes with the thread: a cancelled call counts until it has really stopped.
        let mut job = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            Reply::of(tool, &explorer, given, &blocking, format)
        });
        let mut told = context.meta.get_progress_token().map(|token| Told::new(token, context.peer.clone()));
        let mut clock = tokio::time::interval_at(tokio::time::Instant::now() + progress::PERIOD, progress::PERIOD);
        loop {
            tokio::select! {
                done = &mut job => return Ok(done.unwrap_or_else(|error| {
                    tracing::error!(%error, tool = tool.name, "a call panicked");
                    Reply::of_failure(&Failure::internal(format_args!("{} panicked", tool.name)), format)
                })),
                () = context.ct.cancelled() => return Err(cancelled()),
                _ = clock.tick(), if told.is_some() => {
                    // When the session ends nobody takes notifications any more; the answer must not wait for that.
                    told = match told.take() {
                        Some(one) => tokio::time::timeout(progress::PERIOD, one.tell(&work)).await.ok(),
                        None => None,
                    };
                }
            }
        }
    }
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let name = Implementation::new("jardex", env!("CARGO_PKG_VERSION"))
            .with_title("jardex")
            .with_description(env!("CARGO_PKG_DESCRIPTION"));
        ServerConfig::new(ServerCapabilities::builder().enable_tools().enable_resources().build())
            .with_protocol_version(ProtocolVersion::LATEST_WITH_INITIALIZE)
            .with_server_info(name)
            .with_instructions(instructions::text(&self.tools))
    }

    async fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let mut list = ListToolsResult::with_all_items(self.list.clone());
        if is_of_2026(&context) {
            list.ttl_ms = Some(LIST_LASTS_MS);
            list.cache_scope = Some(CacheScope::Public);
        }
        Ok(list)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(tool) = self.tools.iter().copied().find(|tool| tool.name == request.name) else {
            let name: String = visible(&without_secrets(&request.name)).chars().take(80).collect();
            return Err(ErrorData::invalid_params(format!("unknown tool: {name}"), None));
        };
        let reply = self.run(tool, request.arguments.unwrap_or_default(), &context).await?;
        Ok(reply.into_result().into())
    }

    async fn list_resources(
        &self,
        _request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let mut list = ListResourcesResult::with_all_items(vec![resources::health(self.format)]);
        if is_of_2026(&context) {
            list.ttl_ms = Some(LIST_LASTS_MS);
            list.cache_scope = Some(CacheScope::Public);
        }
        Ok(list)
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        if request.uri != resources::HEALTH {
            let uri: String = visible(&without_secrets(&request.uri)).chars().take(200).collect();
            return Err(ErrorData::resource_not_found(format!("unknown resource: {uri}"), None));
        }
        let (explorer, format) = (self.explorer.clone(), self.format);
        let read = tokio::task::spawn_blocking(move || resources::read_health(&explorer, format)).await;
        let mut result = read.map_err(|_| ErrorData::internal_error("the health could not be told", None))?;
        if is_of_2026(&context) {
            // It is how things stand now, on this machine.
            result.ttl_ms = Some(0);
            result.cache_scope = Some(CacheScope::Private);
        }
        Ok(result.into())
    }

    /// Requests that rmcp could not read: of a method nobody knows, or of one whose parameters have another shape.
    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        match request.method.as_str() {
            "tools/call" => {
                Err(ErrorData::invalid_params("tools/call takes name, a text, and arguments, an object", None))
            }
            "tools/list" => Err(ErrorData::invalid_params("tools/list takes an object", None)),
            method => {
                Err(ErrorData::new(ErrorCode::METHOD_NOT_FOUND, visible(&without_secrets(method)).into_owned(), None))
            }
        }
    }
}

/// Whether a request is of the protocol that has caching hints.
fn is_of_2026(context: &RequestContext<RoleServer>) -> bool {
    context.protocol_version().is_some_and(|version| version >= ProtocolVersion::V_2026_07_28)
}

/// A tool as `tools/list` shows it. In the text form there is no structured content, so no schema of it either.
fn wire_tool(tool: &'static Tool, format: Format) -> WireTool {
    let hints = &tool.hints;
    let annotations = ToolAnnotations::new()
        .read_only(hints.read_only)
        .destructive(hints.destructive)
        .idempotent(hints.idempotent)
        .open_world(hints.open_world);
    let mut wire = WireTool::new(tool.name, tool.description, object(schema::input(tool)))
        .with_title(tool.title)
        .with_annotations(annotations);
    if format == Format::Json {
        wire = wire.with_raw_output_schema(Arc::new(object((tool.output)())));
    }
    if tool.params.iter().any(|param| LIFTING.contains(&param.name)) {
        let meta = std::iter::once((LARGE_RESULT.to_owned(), Value::from(budget::RAISED)));
        wire = wire.with_meta(MetaObject(meta.collect()));
    }
    wire
}

fn object(schema: Value) -> JsonObject {
    match schema {
        Value::Object(object) => object,
        _ => JsonObject::new(),
    }
}

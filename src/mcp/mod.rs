//! The MCP server: the other face of the table of tools.
//!
//! Promises: standard output carries JSON-RPC and nothing else; a bad line never ends the connection; a failed call is an
//! answer with its status; the process ends within two seconds of standard input, or of SIGTERM and its like. Must not know:
//! what a tool does, the command line.

mod backlog;
mod batch;
mod call;
mod instructions;
mod lines;
mod progress;
mod resources;
mod server;
#[cfg(test)]
mod tests;
mod transport;

use std::io::{BufReader, IsTerminal, Write};
use std::sync::Arc;
use std::time::Duration;

use rmcp::service::{QuitReason, ServerInitializeError, serve_server};
use tokio_util::sync::CancellationToken;

use crate::config::Config;
use crate::error::{Failure, Status};
use crate::index::Explorer;
use crate::interrupt;
use crate::parse::worker::Program;
use crate::tools::selection;
use server::Server;
use transport::Stdio;

/// How long a question waits for indexing before it answers `indexing`: well below the 60 s after which clients give up.
const PATIENCE: Duration = Duration::from_secs(20);
/// How long calls under way may still answer when standard input has ended.
const GRACE: Duration = Duration::from_secs(1);
/// How long work in the background may take to stop and to clean up.
const TIDY: Duration = Duration::from_millis(300);
/// How long the last answers may take to be written.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// Serves MCP on standard input and output until standard input ends; gives the exit code.
pub fn serve(config: Config, program: Program) -> u8 {
    match prepared(config, program) {
        Ok(served) => served,
        Err(failure) => {
            // Standard output is for JSON-RPC; with standard error closed there is nobody to tell.
            let _ = writeln!(std::io::stderr(), "error: {}", failure.message);
            if let Some(hint) = &failure.hint {
                let _ = writeln!(std::io::stderr(), "hint: {hint}");
            }
            if failure.status == Status::InvalidArgument { 2 } else { 1 }
        }
    }
}

fn prepared(config: Config, program: Program) -> Result<u8, Failure> {
    let tools = selection::select(&config)?;
    let (format, threads) = (config.format, config.threads);
    let explorer = Explorer::new(config, program, Some(PATIENCE));
    let server = Arc::new(Server::new(explorer, tools, format, threads));
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_time()
        .build()
        .map_err(|error| Failure::internal(format_args!("cannot start the server: {error}")))?;
    if std::io::stdin().is_terminal() {
        // Somebody who tries it by hand would wait for a word.
        let _ = writeln!(std::io::stderr(), "serving MCP on standard input and output until standard input ends");
    }
    let interrupted = CancellationToken::new();
    let asked = interrupted.clone();
    interrupt::first(move || asked.cancel());
    let stdio = Stdio::open(BufReader::new(std::io::stdin()), std::io::stdout(), server.backlog());
    runtime.block_on(async {
        tokio::select! {
            () = session(&server, &stdio) => {}
            () = interrupted.cancelled() => tracing::debug!("calls under way were left at a signal"),
        }
        stdio.finish(LAST_WORDS).await;
    });
    // A call that still runs holds its thread; it ends with the process, and the cache is right at any moment.
    runtime.shutdown_background();
    server.stop(TIDY);
    Ok(0)
}

/// One connection, from the first line to the last.
async fn session(server: &Arc<Server>, stdio: &Stdio) {
    loop {
        match serve_server(server.clone(), stdio.clone()).await {
            Ok(running) => {
                let ended = async {
                    stdio.ended().await;
                    tokio::time::sleep(GRACE).await;
                };
                tokio::select! {
                    reason = running.waiting() => match reason {
                        Ok(QuitReason::Closed | QuitReason::Cancelled) => {}
                        other => tracing::error!(?other, "the session ended"),
                    },
                    () = ended => tracing::debug!("calls under way were left when standard input ended"),
                    () = stdio.broken() => tracing::debug!("standard output was closed"),
                }
                break;
            }
            // A notification before the handshake, or a handshake that failed: the client may try again.
            Err(
                error @ (ServerInitializeError::ExpectedInitializeRequest(_)
                | ServerInitializeError::InitializeFailed(_)),
            ) => {
                tracing::debug!(%error, "before the handshake");
                tracing::warn!("skipped a message before the handshake");
            }
            Err(error) => {
                tracing::debug!(%error, "the connection ended before the handshake");
                break;
            }
        }
    }
}

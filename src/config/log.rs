//! The log: events on standard error, never anywhere else.

use std::io::IsTerminal;

use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::LevelFilter;

use super::{Config, settings};
use crate::error::Failure;

/// Starts the log as `config` says. A second start in one process changes nothing.
///
/// # Errors
/// `invalid_argument` when the filter cannot be read.
pub fn start(config: &Config) -> Result<(), Failure> {
    let builder = tracing_subscriber::fmt().with_writer(std::io::stderr).with_ansi(std::io::stderr().is_terminal());
    // The usual case needs no filter language, which takes longer to start than a small question to answer.
    let started = if let Ok(level) = config.log.parse::<LevelFilter>() {
        builder.with_max_level(level).try_init()
    } else {
        let filter = EnvFilter::builder().parse(&config.log).map_err(|error| {
            Failure::argument(&config.place("log"), format_args!("'{}': {error}", config.log.escape_debug()))
                .hint(format!("a level such as {}, or target=level pairs separated by commas", settings::DEFAULT_LOG))
        })?;
        builder.with_env_filter(filter).try_init()
    };
    drop(started);
    Ok(())
}

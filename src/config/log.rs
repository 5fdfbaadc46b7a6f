//! The log: events on standard error, never anywhere else.

use std::io::IsTerminal;

use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::fmt::SubscriberBuilder;
use tracing_subscriber::fmt::format::{DefaultFields, Format, Full};
use tracing_subscriber::fmt::time::FormatTime;

use super::{Config, settings};
use crate::error::Failure;

/// Who reads the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reader {
    /// A person at a command: level and message.
    Person,
    /// Whoever reads a server's log later: time and place as well.
    Server,
}

/// Starts the log as `config` says. A second start in one process changes nothing.
///
/// # Errors
/// `invalid_argument` when the filter cannot be read.
pub fn start(config: &Config, reader: Reader) -> Result<(), Failure> {
    let builder = tracing_subscriber::fmt();
    match reader {
        Reader::Person => begin(builder.without_time().with_target(false), config),
        Reader::Server => begin(builder, config),
    }
}

fn begin<T>(builder: SubscriberBuilder<DefaultFields, Format<Full, T>>, config: &Config) -> Result<(), Failure>
where
    T: FormatTime + Send + Sync + 'static,
{
    let is_coloured = std::io::stderr().is_terminal() && config.environment.get("NO_COLOR").is_none();
    let builder = builder.with_writer(std::io::stderr).with_ansi(is_coloured);
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

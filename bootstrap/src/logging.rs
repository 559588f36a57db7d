//! Logs: to standard error, as text for people or as JSON for machines; `RUST_LOG` says how much.

use tracing_subscriber::EnvFilter;

use crate::configuration::LogFormat;

/// What is logged when `RUST_LOG` says nothing: actix tells of every start and stop of its own threads.
const DEFAULT_FILTER: &str = "info,actix_server=warn,actix_web=warn";

/// Begins to log. A second call, as tests may make, changes nothing.
pub(crate) fn start(format: LogFormat) {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(DEFAULT_FILTER));
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr);
    // An error means that a log has begun already.
    let _ = match format {
        LogFormat::Text => log.with_target(false).try_init(),
        LogFormat::Json => log
            .json()
            .flatten_event(true)
            .with_current_span(true)
            .with_span_list(false)
            .try_init(),
    };
}

//! What commands say to the person who runs them. Logs go elsewhere: see [`crate::logging`].
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "this is the one place that speaks to the terminal"
)]

use std::io::Write;

use aditus_application::ports::Clock;
use aditus_system::SystemClock;
use chrono::SecondsFormat;
use serde_json::json;

use crate::configuration::LogFormat;

/// A line of the answer, on standard output. A reader that hung up, as `head` does, is no fault of ours.
pub(crate) fn say(line: &str) {
    let mut out = std::io::stdout().lock();
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}

/// A line that `serve` says as it starts, on standard output: in the form of the log, where that is for machines.
pub(crate) fn announce(format: LogFormat, line: &str) {
    match format {
        LogFormat::Text => say(line),
        LogFormat::Json => {
            let now = SystemClock.now().to_rfc3339_opts(SecondsFormat::Micros, true);
            say(
                &json!({ "timestamp": now, "level": "INFO", "message": line, "target": "aditus" })
                    .to_string(),
            );
        }
    }
}

/// A line about what went wrong, on standard error.
pub(crate) fn complain(line: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{line}");
}

/// A question on standard error, so that the answer can be piped away.
pub(crate) fn ask(question: &str) {
    let mut out = std::io::stderr().lock();
    let _ = write!(out, "{question}").and_then(|()| out.flush());
}

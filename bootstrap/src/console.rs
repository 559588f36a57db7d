//! The output of commands on the terminal. Logs are separate: see [`crate::logging`].
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

/// Prints a line of the result on standard output. A closed pipe, as after `head`, is ignored.
pub(crate) fn print(line: &str) {
    let mut out = std::io::stdout().lock();
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}

/// Prints a start-up line of `serve` on standard output. It has the format of the log if that is
/// JSON.
pub(crate) fn announce(format: LogFormat, line: &str) {
    match format {
        LogFormat::Text => print(line),
        LogFormat::Json => {
            let now = SystemClock.now().to_rfc3339_opts(SecondsFormat::Micros, true);
            print(
                &json!({ "timestamp": now, "level": "INFO", "message": line, "target": "aditus" })
                    .to_string(),
            );
        }
    }
}

/// Prints a line about a failure on standard error.
pub(crate) fn print_error(line: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{line}");
}

/// Prints a question on standard error, so that the output can be piped.
pub(crate) fn prompt(question: &str) {
    let mut out = std::io::stderr().lock();
    let _ = write!(out, "{question}").and_then(|()| out.flush());
}

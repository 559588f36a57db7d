//! What the tool says.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "this is the one place that speaks to the terminal"
)]

use std::io::Write;

/// A result, on standard output.
pub(crate) fn say(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = writeln!(out, "{text}").and_then(|()| out.flush());
}

/// What is being done, or what went wrong, on standard error.
pub(crate) fn note(text: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{text}");
}

//! Output of the tool.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "this is the one place that speaks to the terminal"
)]

use std::io::Write;

/// Prints a result to standard output.
pub(crate) fn print(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = writeln!(out, "{text}").and_then(|()| out.flush());
}

/// Prints progress or an error to standard error.
pub(crate) fn progress(text: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{text}");
}

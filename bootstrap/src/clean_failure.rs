//! Failures that the person at the terminal can act on: one clear line, and exit code 2.

use std::error::Error;

use thiserror::Error;

/// Any error of a program's own adapter.
pub type BoxError = Box<dyn Error + Send + Sync>;

/// A failure, worded for the person who runs the command. The program prints it and ends with code
/// 2.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct CleanFailure(String);

impl CleanFailure {
    /// The exit code of a command that could not start or finish its work.
    pub(crate) const EXIT_CODE: u8 = 2;

    /// Creates a failure from a text that says what to do about it.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// Creates a failure from the action that failed and its error with all causes.
    pub fn because(what: &str, error: &dyn Error) -> Self {
        Self(format!("{what}: {}", chain(error)))
    }

    /// Converts an error of a program's own code. A `CleanFailure` stays unchanged.
    pub(crate) fn from_error(error: BoxError) -> Self {
        match error.downcast() {
            Ok(failure) => *failure,
            Err(error) => Self(chain(error.as_ref())),
        }
    }
}

/// Returns the error and its causes on one line, without repetitions.
pub(crate) fn chain(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let message = error.to_string();
        if !text.contains(&message) {
            text.push_str(": ");
            text.push_str(&message);
        }
        cause = error.source();
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

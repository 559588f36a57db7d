//! Failures that the person at the terminal can do something about: one clear line, and exit code 2.

use std::error::Error;

use thiserror::Error;

/// What went wrong, in words for the person who runs the command.
#[derive(Debug, Error)]
#[error("{0}")]
pub(crate) struct CleanFailure(String);

impl CleanFailure {
    /// The exit code of a command that could not begin or end its work.
    pub(crate) const EXIT_CODE: u8 = 2;

    /// A failure in our own words.
    pub(crate) fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// What failed, and why: the error with its causes.
    pub(crate) fn because(what: &str, error: &dyn Error) -> Self {
        Self(format!("{what}: {}", chain(error)))
    }
}

/// An error with its causes on one line, each said once.
pub(crate) fn chain(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let said = error.to_string();
        if !text.contains(&said) {
            text.push_str(": ");
            text.push_str(&said);
        }
        cause = error.source();
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

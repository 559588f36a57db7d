//! Failures that the person at the terminal can do something about: one clear line, and exit code 2.

use std::error::Error;

use thiserror::Error;

/// Any error that an adapter of one's own may end with.
pub type BoxError = Box<dyn Error + Send + Sync>;

/// What went wrong, in words for the person who runs the command. The program prints it and ends with code 2.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct CleanFailure(String);

impl CleanFailure {
    /// The exit code of a command that could not begin or end its work.
    pub(crate) const EXIT_CODE: u8 = 2;

    /// A failure in words that say what to do about it.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// What failed, and why: the error with its causes.
    pub fn because(what: &str, error: &dyn Error) -> Self {
        Self(format!("{what}: {}", chain(error)))
    }

    /// What somebody's own code ended with: a failure of ours stays as it is.
    pub(crate) fn of(error: BoxError) -> Self {
        match error.downcast() {
            Ok(failure) => *failure,
            Err(error) => Self(chain(error.as_ref())),
        }
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

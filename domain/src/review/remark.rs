//! Texts that people write about a request: comments, reasons, recommendations, suggestions.

use thiserror::Error;

use crate::text::{Unusable, prose};

/// The longest remark, in characters.
pub const REMARK_LIMIT: usize = 10_000;

/// A trimmed text of 1 to [`REMARK_LIMIT`] characters, without control characters except line feeds
/// and tabs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remark(String);

/// The reason why a text is not a valid remark.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum RemarkError {
    /// Longer than [`REMARK_LIMIT`] characters.
    #[error("The text is too long. The limit is {REMARK_LIMIT} characters.")]
    TooLong,
    /// It contains characters that are not allowed.
    #[error("The text {0}")]
    Unusable(#[from] Unusable),
}

impl Remark {
    /// Parses a remark. Returns `None` if the text has no visible characters.
    pub fn parse(raw: &str) -> Result<Option<Self>, RemarkError> {
        let text = prose(raw)?;
        if text.is_empty() {
            return Ok(None);
        }
        if text.chars().count() > REMARK_LIMIT {
            return Err(RemarkError::TooLong);
        }
        Ok(Some(Self(text)))
    }

    /// Creates a remark from a built-in text, for decisions without a human author.
    pub(super) fn built_in(words: &'static str) -> Self {
        Self(words.to_owned())
    }

    /// Returns the text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Converts into the text.
    pub fn into_string(self) -> String {
        self.0
    }
}

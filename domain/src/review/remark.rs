//! Text that people write about a request: comments, reasons, recommendations, suggestions.

use thiserror::Error;

use crate::text::{Unusable, prose};

/// The most characters a remark may have.
pub const REMARK_LIMIT: usize = 10_000;

/// A text that is not blank, has no control characters but line feeds and tabs, and no more than [`REMARK_LIMIT`]
/// characters; white space around it is cut off.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remark(String);

/// Why a text cannot be stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum RemarkError {
    /// Longer than [`REMARK_LIMIT`] characters.
    #[error("The text is too long. The limit is {REMARK_LIMIT} characters.")]
    TooLong,
    /// With characters that cannot be stored.
    #[error("The text {0}")]
    Unusable(#[from] Unusable),
}

impl Remark {
    /// The remark, or `None` when nothing visible was written.
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

    /// A remark of our own words, where nobody has written any.
    pub(super) fn of_ours(words: &'static str) -> Self {
        Self(words.to_owned())
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The text, given away.
    pub fn into_string(self) -> String {
        self.0
    }
}

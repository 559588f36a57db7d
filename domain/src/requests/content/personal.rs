//! Personal values of a content: names, contacts and identification numbers.

/// The SHA-256 of a salt and a personal value. A version stores only this digest of the value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Commitment(pub [u8; 32]);

/// A personal value. A version stores a commitment to it, and the value is stored separately. The
/// value can be erased, and the version can still be verified.
#[derive(Clone, PartialEq, Eq)]
pub enum Personal {
    /// The value.
    Known(String),
    /// The commitment to an erased value.
    Erased(Commitment),
}

impl From<&str> for Personal {
    fn from(value: &str) -> Self {
        Self::Known(value.to_owned())
    }
}

impl From<String> for Personal {
    fn from(value: String) -> Self {
        Self::Known(value)
    }
}

/// Hides the value, because logs must not contain personal data.
impl std::fmt::Debug for Personal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Known(_) => "Known(..)",
            Self::Erased(_) => "Erased(..)",
        })
    }
}

/// Writes the value for sentences about a person or thing.
impl std::fmt::Display for Personal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Known(value) => f.write_str(value),
            Self::Erased(_) => f.write_str("(erased)"),
        }
    }
}

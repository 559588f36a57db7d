//! What is personal in a content: names, contacts, identification numbers.

/// The SHA-256 of a salt and a personal value: all that a version itself holds of the value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Commitment(pub [u8; 32]);

/// A personal value. A version holds a commitment to it, and the value is kept apart, so that it can be erased and the version
/// still be proven.
#[derive(Clone, PartialEq, Eq)]
pub enum Personal {
    /// The value.
    Known(String),
    /// The value was erased; what was committed to it is left.
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

/// For the log, which never holds what is personal.
impl std::fmt::Debug for Personal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Known(_) => "Known(..)",
            Self::Erased(_) => "Erased(..)",
        })
    }
}

/// For sentences that name a person or a thing.
impl std::fmt::Display for Personal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Known(value) => f.write_str(value),
            Self::Erased(_) => f.write_str("(erased)"),
        }
    }
}

//! The name of an organisation.

use thiserror::Error;

use crate::text::{Unusable, line};

/// The name of an organisation: trimmed, without control characters, at most
/// [`OrganisationName::MAX_LENGTH`] characters.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct OrganisationName(String);

/// The reason a text is not a valid name of an organisation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum OrganisationNameError {
    /// Nothing was entered.
    #[error("Please enter name")]
    Missing,
    /// It is too long.
    #[error("The name must not be longer than 200 characters")]
    TooLong,
    /// It contains characters that are not allowed in a name.
    #[error("The name {0}")]
    Unusable(#[from] Unusable),
}

impl OrganisationName {
    /// The longest name, in characters.
    pub const MAX_LENGTH: usize = 200;

    /// Parses a name.
    pub fn parse(text: &str) -> Result<Self, OrganisationNameError> {
        let text = line(text)?;
        if text.is_empty() {
            Err(OrganisationNameError::Missing)
        } else if text.chars().count() > Self::MAX_LENGTH {
            Err(OrganisationNameError::TooLong)
        } else {
            Ok(Self(text))
        }
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_trimmed_and_limited() {
        assert_eq!(
            OrganisationName::parse(" National Health Institute ")
                .unwrap()
                .as_str(),
            "National Health Institute"
        );
        assert_eq!(
            OrganisationName::parse(" ").unwrap_err().to_string(),
            "Please enter name"
        );
        assert_eq!(
            OrganisationName::parse("a\0b"),
            Err(OrganisationNameError::Unusable(Unusable::ControlCharacters))
        );
        assert_eq!(
            OrganisationName::parse("National \u{202e}Institute")
                .unwrap_err()
                .to_string(),
            "The name must not contain invisible characters that change how it is read. Please type it anew."
        );
        assert_eq!(
            OrganisationName::parse(&"a".repeat(201)),
            Err(OrganisationNameError::TooLong)
        );
    }
}

//! The name of an organisation.

use thiserror::Error;

/// The name of an organisation: trimmed, without control characters, not longer than [`OrganisationName::MAX_LENGTH`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct OrganisationName(String);

/// Why a text is not the name of an organisation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum OrganisationNameError {
    /// Nothing was entered.
    #[error("Please enter name")]
    Missing,
    /// It is too long.
    #[error("The name must not be longer than 200 characters")]
    TooLong,
    /// It has control characters.
    #[error("The name must not contain control characters")]
    ControlCharacters,
}

impl OrganisationName {
    /// The longest name, in characters.
    pub const MAX_LENGTH: usize = 200;

    /// Reads a name.
    pub fn parse(text: &str) -> Result<Self, OrganisationNameError> {
        let text = text.trim();
        if text.is_empty() {
            Err(OrganisationNameError::Missing)
        } else if text.chars().count() > Self::MAX_LENGTH {
            Err(OrganisationNameError::TooLong)
        } else if text.chars().any(char::is_control) {
            Err(OrganisationNameError::ControlCharacters)
        } else {
            Ok(Self(text.to_owned()))
        }
    }

    /// The name.
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
            Err(OrganisationNameError::ControlCharacters)
        );
        assert_eq!(
            OrganisationName::parse(&"a".repeat(201)),
            Err(OrganisationNameError::TooLong)
        );
    }
}

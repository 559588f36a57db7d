//! The name of a person.

use thiserror::Error;

use crate::text::{Unusable, line};

/// One name of a person: trimmed, without control characters, at most [`PersonName::MAX_LENGTH`]
/// characters.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PersonName(String);

/// The field of a name, for the error message (1 §5.2, §5.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NameField {
    /// `fname`.
    First,
    /// `middle_name`.
    Middle,
    /// `sname`.
    Last,
}

impl NameField {
    /// The label of the field on screens.
    pub const fn label(self) -> &'static str {
        match self {
            Self::First => "First Name",
            Self::Middle => "Middle Name",
            Self::Last => "Last Name",
        }
    }
}

/// The reason a text is not a person's name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum NameError {
    /// Nothing was entered.
    #[error("{} is required", .0.label())]
    Missing(NameField),
    /// It is too long.
    #[error("{} must not be longer than {} characters", .0.label(), PersonName::MAX_LENGTH)]
    TooLong(NameField),
    /// It contains characters that are not allowed in a name.
    #[error("{} {}", .0.label(), .1)]
    Unusable(NameField, Unusable),
}

impl PersonName {
    /// The longest name, in characters.
    pub const MAX_LENGTH: usize = 100;

    /// Parses the name that was entered in `field`.
    pub fn parse(text: &str, field: NameField) -> Result<Self, NameError> {
        let text = line(text).map_err(|why| NameError::Unusable(field, why))?;
        if text.is_empty() {
            Err(NameError::Missing(field))
        } else if text.chars().count() > Self::MAX_LENGTH {
            Err(NameError::TooLong(field))
        } else {
            Ok(Self(text))
        }
    }

    /// Wraps a stored name without validation. Old accounts MUST stay readable when the rules for
    /// names change.
    pub fn stored(text: String) -> Self {
        Self(text)
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Display for PersonName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn name_is_trimmed() {
        assert_eq!(
            PersonName::parse("  Zoë Aciro ", NameField::First)
                .unwrap()
                .as_str(),
            "Zoë Aciro"
        );
    }

    #[test]
    fn full_width_letters_become_plain_and_direction_overrides_are_refused() {
        let plain = PersonName::parse("\u{ff21}da", NameField::First).unwrap();
        assert_eq!(plain.as_str(), "Ada");
        assert_eq!(
            PersonName::parse("A\u{202e}da", NameField::First)
                .unwrap_err()
                .to_string(),
            "First Name must not contain invisible characters that change how it is read. Please type it anew."
        );
    }

    #[test]
    fn errors_name_the_field() {
        let message = |text: &str, field| PersonName::parse(text, field).unwrap_err().to_string();
        assert_eq!(message(" ", NameField::First), "First Name is required");
        assert_eq!(message("", NameField::Last), "Last Name is required");
        assert_eq!(
            message("A\u{7}B", NameField::Middle),
            "Middle Name must not contain control characters."
        );
        assert_eq!(
            message(&"a".repeat(101), NameField::Last),
            "Last Name must not be longer than 100 characters"
        );
    }
}

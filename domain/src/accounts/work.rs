//! What a person does at their organisation.

use thiserror::Error;

use crate::text::{Unusable, line};

/// An occupation or a department: trimmed, without control characters, not longer than [`WorkDetail::MAX_LENGTH`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct WorkDetail(String);

/// Which detail is meant, for the message (1 §5.2, §5.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WorkField {
    /// `designation`, as the registration form calls it.
    Occupation,
    /// `designation`, as the profile calls it.
    Designation,
    /// `department`.
    Department,
}

impl WorkField {
    /// The label of the field on screens.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Occupation => "Occupation",
            Self::Designation => "Designation",
            Self::Department => "Department",
        }
    }
}

/// Why a text is no such detail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum WorkError {
    /// Nothing was entered.
    #[error("{} is required", .0.label())]
    Missing(WorkField),
    /// It is too long.
    #[error("{} must not be longer than {} characters", .0.label(), WorkDetail::MAX_LENGTH)]
    TooLong(WorkField),
    /// It has characters that no such detail has.
    #[error("{} {}", .0.label(), .1)]
    Unusable(WorkField, Unusable),
}

impl WorkDetail {
    /// The longest detail, in characters.
    pub const MAX_LENGTH: usize = 200;

    /// Reads the detail that was entered in `field`.
    pub fn parse(text: &str, field: WorkField) -> Result<Self, WorkError> {
        let text = line(text).map_err(|why| WorkError::Unusable(field, why))?;
        if text.is_empty() {
            Err(WorkError::Missing(field))
        } else if text.chars().count() > Self::MAX_LENGTH {
            Err(WorkError::TooLong(field))
        } else {
            Ok(Self(text))
        }
    }

    /// The detail.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_field_has_its_own_words() {
        let refusal = |text: &str, field| WorkDetail::parse(text, field).unwrap_err().to_string();
        assert_eq!(refusal(" ", WorkField::Occupation), "Occupation is required");
        assert_eq!(refusal("", WorkField::Designation), "Designation is required");
        assert_eq!(refusal("\t", WorkField::Department), "Department is required");
        assert_eq!(
            refusal(&"x".repeat(201), WorkField::Department),
            "Department must not be longer than 200 characters"
        );
        assert_eq!(
            refusal("a\u{7}b", WorkField::Occupation),
            "Occupation must not contain control characters."
        );
        assert_eq!(
            refusal("Sage\u{202e}femme", WorkField::Occupation),
            "Occupation must not contain invisible characters that change how it is read. Please type it anew."
        );
        let kept = WorkDetail::parse("  Sage-femme ", WorkField::Occupation).unwrap();
        assert_eq!(kept.as_str(), "Sage-femme");
    }
}

//! A person's occupation and department.

use thiserror::Error;

use crate::text::{Unusable, line};

/// An occupation or a department: trimmed, without control characters, at most
/// [`WorkDetail::MAX_LENGTH`] characters.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct WorkDetail(String);

/// The field of a work detail, for the error message (1 §5.2, §5.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WorkField {
    /// `designation` in the registration form.
    Occupation,
    /// `designation` in the profile.
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

/// The reason a text is not a valid work detail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum WorkError {
    /// Nothing was entered.
    #[error("{} is required", .0.label())]
    Missing(WorkField),
    /// It is too long.
    #[error("{} must not be longer than {} characters", .0.label(), WorkDetail::MAX_LENGTH)]
    TooLong(WorkField),
    /// It contains characters that are not allowed.
    #[error("{} {}", .0.label(), .1)]
    Unusable(WorkField, Unusable),
}

impl WorkDetail {
    /// The longest detail, in characters.
    pub const MAX_LENGTH: usize = 200;

    /// Parses the detail that was entered in `field`.
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

    /// The detail as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_the_field() {
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

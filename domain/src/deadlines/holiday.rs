//! Holidays.

use chrono::NaiveDate;
use thiserror::Error;

use crate::text::{Unusable, line};

/// A day on which people do not work, whatever its weekday.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Holiday {
    /// The date.
    pub day: NaiveDate,
    /// The name, for example "Easter Monday".
    pub name: HolidayName,
}

/// The name of a holiday: one line of 1 to [`HolidayName::MAX_LENGTH`] characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HolidayName(String);

/// The reason a text is not a valid name of a holiday.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum HolidayNameError {
    /// Nothing was entered.
    #[error("Enter the name of the holiday.")]
    Missing,
    /// It is too long.
    #[error(
        "The name of a holiday must not be longer than {} characters.",
        HolidayName::MAX_LENGTH
    )]
    TooLong,
    /// It contains characters that are not allowed in a name.
    #[error("The name of the holiday {0}")]
    Unusable(#[from] Unusable),
}

impl HolidayName {
    /// The longest name, in characters.
    pub const MAX_LENGTH: usize = 100;

    /// Parses a name.
    pub fn parse(text: &str) -> Result<Self, HolidayNameError> {
        let text = line(text)?;
        if text.is_empty() {
            Err(HolidayNameError::Missing)
        } else if text.chars().count() > Self::MAX_LENGTH {
            Err(HolidayNameError::TooLong)
        } else {
            Ok(Self(text))
        }
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

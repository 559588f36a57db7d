//! The phone number.

use thiserror::Error;

use crate::typed::{trimmed, with_plain_digits};

/// A phone number as it is dialled: digits, with a leading + if it has a country prefix (1 §5.5).
/// The phone directory decides if the number exists (decisions A6).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PhoneNumber(String);

/// The reason a text is not a phone number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum PhoneError {
    /// Nothing was entered.
    #[error("Phone is required")]
    Missing,
    /// The text has characters other than digits and a leading +, or too few or too many digits.
    #[error("The Phone does not exist")]
    Invalid,
}

impl PhoneNumber {
    /// The fewest digits of a subscriber number.
    pub const MIN_DIGITS: usize = 6;
    /// The most digits of an international number (E.164).
    pub const MAX_DIGITS: usize = 15;

    /// Parses a number. Trims white space, accepts digits of any script and a leading +, and
    /// refuses everything else.
    pub fn parse(text: &str) -> Result<Self, PhoneError> {
        let plain = with_plain_digits(trimmed(text));
        let text = plain.as_str();
        if text.is_empty() {
            return Err(PhoneError::Missing);
        }
        let digits = text.strip_prefix('+').unwrap_or(text);
        let sensible = (Self::MIN_DIGITS..=Self::MAX_DIGITS).contains(&digits.len());
        if sensible && digits.chars().all(|c| c.is_ascii_digit()) {
            Ok(Self(text.to_owned()))
        } else {
            Err(PhoneError::Invalid)
        }
    }

    /// Parses a number as a form field that "keeps only digits and +" (2 §5): drops all other
    /// characters first.
    pub fn parse_lenient(text: &str) -> Result<Self, PhoneError> {
        let kept: String = with_plain_digits(text)
            .chars()
            .filter(|c| c.is_ascii_digit() || *c == '+')
            .collect();
        Self::parse(&kept)
    }

    /// The number as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns only the last three digits, so that the owner recognises the telephone.
    pub fn masked(&self) -> String {
        let hidden = self.0.len().saturating_sub(3);
        format!("***{}", self.0.get(hidden..).unwrap_or_default())
    }
}

impl std::fmt::Display for PhoneNumber {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masked_number_shows_the_last_three_digits() {
        assert_eq!(PhoneNumber::parse("+256700123456").unwrap().masked(), "***456");
    }

    #[test]
    fn keeps_digits_and_plus() {
        assert_eq!(
            PhoneNumber::parse(" +256700123456 ").unwrap().as_str(),
            "+256700123456"
        );
        assert_eq!(
            PhoneNumber::parse_lenient("+256 (700) 123-456").unwrap().as_str(),
            "+256700123456"
        );
    }

    #[test]
    fn digits_of_other_scripts_become_ascii() {
        for text in [
            "+٢٥٦٧٠٠١٢٣٤٥٦",
            "＋２５６７００１２３４５６",
            "+२५६७००१२३४५६",
            "\u{202A}+256700123456\u{202C}",
        ] {
            assert_eq!(PhoneNumber::parse(text).unwrap().as_str(), "+256700123456");
            assert_eq!(
                PhoneNumber::parse_lenient(text).unwrap().as_str(),
                "+256700123456"
            );
        }
    }

    #[test]
    fn invalid_phone_numbers_are_rejected() {
        assert_eq!(
            PhoneNumber::parse("").unwrap_err().to_string(),
            "Phone is required"
        );
        assert_eq!(PhoneNumber::parse_lenient("none"), Err(PhoneError::Missing));
        for text in ["+", "12345", "1234567890123456", "25+6700123456", "0700 123456"] {
            assert_eq!(
                PhoneNumber::parse(text).unwrap_err().to_string(),
                "The Phone does not exist",
                "{text}"
            );
        }
    }
}

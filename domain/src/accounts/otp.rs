//! The six digits of a one-time code.

use thiserror::Error;

use super::CodePurpose;
use crate::typed::{is_invisible, trimmed, with_plain_digits};

/// The six digits of a one-time code (1 §5.3). `Debug` never prints them.
#[derive(Clone, PartialEq, Eq)]
pub struct OtpCode(String);

/// The place where a code is entered, which decides the wording (decisions, "Wording").
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OtpFlow {
    /// /otp-page after registration.
    SignUp,
    /// /otp-page after a forgotten password.
    ForgotPassword,
    /// Change Email of the profile.
    EmailChange,
    /// The Add Email page.
    AddEmail,
    /// /verifyPhone.
    PhoneChange,
    /// A decision on a request.
    Decision,
}

impl OtpFlow {
    /// The error message for an empty code.
    pub const fn missing_message(self) -> &'static str {
        match self {
            Self::SignUp | Self::ForgotPassword | Self::PhoneChange => "The OTP code is required",
            Self::EmailChange => "OTP is required in order to complete Email update.",
            Self::AddEmail => "The OTP Code is required",
            Self::Decision => "OTP is required",
        }
    }

    /// The error message for wrong digits (1 §8).
    pub const fn wrong_message(self) -> &'static str {
        match self {
            Self::SignUp | Self::PhoneChange => "Failed to verify OTP",
            Self::ForgotPassword => "Wrong OTP",
            Self::EmailChange | Self::AddEmail => "You have entered an incorrect otp. Please try again.",
            Self::Decision => "Invalid OTP. Try again.",
        }
    }
}

impl From<CodePurpose> for OtpFlow {
    fn from(purpose: CodePurpose) -> Self {
        match purpose {
            CodePurpose::SignUp => Self::SignUp,
            CodePurpose::ForgotPassword => Self::ForgotPassword,
            CodePurpose::EmailChange => Self::EmailChange,
            CodePurpose::PhoneChange => Self::PhoneChange,
            CodePurpose::Decision => Self::Decision,
        }
    }
}

/// The reason a text is not a one-time code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum OtpError {
    /// Nothing was entered.
    #[error("{}", .0.missing_message())]
    Missing(OtpFlow),
    /// The text does not contain six digits in the form of a code.
    #[error("{}", .0.wrong_message())]
    Malformed(OtpFlow),
}

impl OtpCode {
    /// The number of digits.
    pub const LENGTH: usize = 6;
    /// The number of different codes. Codes are drawn uniformly from `0..COUNT`.
    pub const COUNT: u32 = 1_000_000;

    /// The longest text that may contain a code, in characters.
    pub const MAX_TEXT: usize = 200;

    /// Finds the code in the text that was entered in `flow`: digits of any script, grouped or not,
    /// or the sentence of the email with the code in it.
    pub fn parse(text: &str, flow: OtpFlow) -> Result<Self, OtpError> {
        if trimmed(text).is_empty() {
            return Err(OtpError::Missing(flow));
        }
        find(text).map(Self).ok_or(OtpError::Malformed(flow))
    }

    /// Formats a random number as a code. Uses only the last six digits of the number.
    pub fn from_number(number: u32) -> Self {
        Self(format!("{:06}", number % Self::COUNT))
    }

    /// The digits, for sending and hashing.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

/// Finds the six digits of a code in a text. Skips digits next to a letter, such as the number of a
/// request. If several runs could be the code, prefers the one behind a colon, then the first.
fn find(text: &str) -> Option<String> {
    let shown: Vec<char> = with_plain_digits(text)
        .chars()
        .filter(|character| !is_invisible(*character))
        .collect();
    runs(&shown, |_| false).or_else(|| {
        runs(&shown, |character| {
            character.is_whitespace() || DASHES.contains(&character)
        })
    })
}

/// Characters that may separate the groups of a code, besides blanks.
const DASHES: [char; 9] = [
    '-', '\u{2010}', '\u{2011}', '\u{2012}', '\u{2013}', '\u{2014}', '\u{2212}', '.', '\u{B7}',
];

/// Finds the first run of six digits behind a colon, or else the first run. Digits may be separated
/// by single characters for which `joins` is true.
fn runs(text: &[char], joins: impl Fn(char) -> bool) -> Option<String> {
    let is_digit = |index: usize| text.get(index).is_some_and(char::is_ascii_digit);
    let is_letter = |character: Option<&char>| character.is_some_and(|character| character.is_alphanumeric());
    let (mut first, mut start) = (None, 0);
    while start < text.len() {
        if !is_digit(start) {
            start += 1;
            continue;
        }
        let mut end = start + 1;
        while is_digit(end) || (text.get(end).copied().is_some_and(&joins) && is_digit(end + 1)) {
            end += 1;
        }
        let digits: String = text[start..end].iter().filter(|c| c.is_ascii_digit()).collect();
        let before = &text[..start];
        if digits.len() == OtpCode::LENGTH && !is_letter(before.last()) && !is_letter(text.get(end)) {
            let sign = before.iter().rev().find(|character| !character.is_whitespace());
            if matches!(sign, Some(':' | '：')) {
                return Some(digits);
            }
            first.get_or_insert(digits);
        }
        start = end;
    }
    first
}

impl std::fmt::Debug for OtpCode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("OtpCode(…)")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn error_of_an_empty_code_depends_on_the_flow() {
        let message = |flow| OtpCode::parse(" ", flow).unwrap_err().to_string();
        assert_eq!(message(OtpFlow::SignUp), "The OTP code is required");
        assert_eq!(message(OtpFlow::PhoneChange), "The OTP code is required");
        assert_eq!(message(OtpFlow::AddEmail), "The OTP Code is required");
        assert_eq!(
            message(OtpFlow::EmailChange),
            "OTP is required in order to complete Email update."
        );
        assert_eq!(message(OtpFlow::Decision), "OTP is required");
    }

    #[test]
    fn malformed_code_has_the_error_of_a_wrong_code() {
        for text in ["12345", "1234567", "12a456", "-12345", "DAC001234", "123456x"] {
            let error = OtpCode::parse(text, OtpFlow::Decision).unwrap_err();
            assert_eq!(error.to_string(), "Invalid OTP. Try again.", "{text}");
        }
        let reset = OtpCode::parse("1", OtpFlow::ForgotPassword).unwrap_err();
        assert_eq!(reset.to_string(), "Wrong OTP");
    }

    /// The frontend test `lib/codes.test.ts` uses the same texts.
    #[test]
    fn browser_and_server_find_the_same_code() {
        let texts = include_str!("../../../frontend/src/testing/codeTexts.json");
        let (found, none) = texts.split_once("\"none\"").unwrap();
        // Each text has its own line in the file, because the domain has no JSON parser.
        let listed = |part: &'static str| {
            part.lines().filter_map(|line| {
                line.trim()
                    .trim_end_matches(',')
                    .strip_prefix('"')?
                    .strip_suffix('"')
            })
        };
        assert!(listed(found).count() > 10 && listed(none).count() > 5);
        for text in listed(found) {
            let code = OtpCode::parse(text, OtpFlow::Decision).map(|code| code.0);
            assert_eq!(code.as_deref(), Ok("123456"), "{text}");
        }
        for text in listed(none) {
            assert!(OtpCode::parse(text, OtpFlow::Decision).is_err(), "{text}");
        }
    }

    #[test]
    fn leading_zeros_are_kept_and_debug_hides_the_digits() {
        let code = OtpCode::from_number(42);
        assert_eq!(code.expose(), "000042");
        assert!(!format!("{code:?}").contains("42"));
    }

    proptest! {
        #[test]
        fn never_panics(text in "\\PC{0,12}") {
            let _ = OtpCode::parse(&text, OtpFlow::Decision);
        }

        #[test]
        fn every_generated_code_round_trips(number: u32) {
            let code = OtpCode::from_number(number);
            prop_assert_eq!(OtpCode::parse(code.expose(), OtpFlow::SignUp), Ok(code));
        }
    }
}

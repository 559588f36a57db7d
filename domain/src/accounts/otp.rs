//! The six digits of a one-time code.

use thiserror::Error;

use super::CodePurpose;

/// The digits of a one-time code (1 §5.3). `Debug` never shows them.
#[derive(Clone, PartialEq, Eq)]
pub struct OtpCode(String);

/// Where a code is entered, which decides the wording (decisions, "Wording").
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
    /// What an empty code gets.
    pub const fn missing(self) -> &'static str {
        match self {
            Self::SignUp | Self::ForgotPassword | Self::PhoneChange => "The OTP code is required",
            Self::EmailChange => "OTP is required in order to complete Email update.",
            Self::AddEmail => "The OTP Code is required",
            Self::Decision => "OTP is required",
        }
    }

    /// What wrong digits get (1 §8).
    pub const fn wrong(self) -> &'static str {
        match self {
            Self::SignUp | Self::PhoneChange => "This OTP does not exist please try again",
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

/// Why a text is not a one-time code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum OtpError {
    /// Nothing was entered.
    #[error("{}", .0.missing())]
    Missing(OtpFlow),
    /// It is not six digits; no code was ever sent that looks like it.
    #[error("{}", .0.wrong())]
    Malformed(OtpFlow),
}

impl OtpCode {
    /// The number of digits.
    pub const LENGTH: usize = 6;
    /// The number of different codes: a code is drawn evenly from `0..COUNT`.
    pub const COUNT: u32 = 1_000_000;

    /// Reads the code that was entered in `flow`; white space around it is dropped.
    pub fn parse(text: &str, flow: OtpFlow) -> Result<Self, OtpError> {
        let text = text.trim();
        if text.is_empty() {
            Err(OtpError::Missing(flow))
        } else if text.len() == Self::LENGTH && text.chars().all(|c| c.is_ascii_digit()) {
            Ok(Self(text.to_owned()))
        } else {
            Err(OtpError::Malformed(flow))
        }
    }

    /// The code for a number that was drawn; only its last six digits count.
    pub fn from_number(number: u32) -> Self {
        Self(format!("{:06}", number % Self::COUNT))
    }

    /// The digits, for the mail and for hashing.
    pub fn expose(&self) -> &str {
        &self.0
    }
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
    fn an_empty_code_is_worded_by_its_flow() {
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
    fn a_malformed_code_is_a_wrong_one() {
        for text in ["12345", "1234567", "12a456", "１２３４５６", "-12345"] {
            let error = OtpCode::parse(text, OtpFlow::Decision).unwrap_err();
            assert_eq!(error.to_string(), "Invalid OTP. Try again.", "{text}");
        }
        let reset = OtpCode::parse("1", OtpFlow::ForgotPassword).unwrap_err();
        assert_eq!(reset.to_string(), "Wrong OTP");
    }

    #[test]
    fn leading_zeros_stay_and_nothing_is_shown() {
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
        fn every_drawn_code_reads_back(number: u32) {
            let code = OtpCode::from_number(number);
            prop_assert_eq!(OtpCode::parse(code.expose(), OtpFlow::SignUp), Ok(code));
        }
    }
}

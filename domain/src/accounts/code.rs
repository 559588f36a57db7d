//! The life cycle of a one-time code (decisions A3).

use chrono::{DateTime, TimeDelta, Utc};
use thiserror::Error;

use super::OtpFlow;
use crate::ids::UserId;

/// The purpose of a one-time code. A code of one purpose is never valid for another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CodePurpose {
    /// Verifies a registration.
    SignUp,
    /// Completes a password reset.
    ForgotPassword,
    /// Verifies a new email address.
    EmailChange,
    /// Verifies a new phone number.
    PhoneChange,
    /// Confirms a decision on one stage of one request.
    Decision,
}

/// No purpose has this name.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("There is no such code purpose.")]
pub struct UnknownCodePurpose;

impl CodePurpose {
    /// All purposes.
    pub const ALL: [Self; 5] = [
        Self::SignUp,
        Self::ForgotPassword,
        Self::EmailChange,
        Self::PhoneChange,
        Self::Decision,
    ];

    /// The name in the database.
    pub const fn name(self) -> &'static str {
        match self {
            Self::SignUp => "SignUp",
            Self::ForgotPassword => "ForgotPassword",
            Self::EmailChange => "EmailChange",
            Self::PhoneChange => "PhoneChange",
            Self::Decision => "Decision",
        }
    }

    /// Parses the name in the database.
    pub fn parse(name: &str) -> Result<Self, UnknownCodePurpose> {
        Self::ALL
            .into_iter()
            .find(|purpose| purpose.name() == name)
            .ok_or(UnknownCodePurpose)
    }
}

/// The reason a code is no longer valid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SpentReason {
    /// The right digits were entered.
    Redeemed,
    /// The code was replaced by a newer one, entered wrongly too often, or the account or role that
    /// it was for changed.
    Voided,
}

/// The end of a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spent {
    /// The reason.
    pub how: SpentReason,
    /// The time of the end.
    pub at: DateTime<Utc>,
}

/// A one-time code that was sent. Contains a keyed hash of the digits, never the digits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OneTimeCode {
    /// The purpose of the code.
    pub purpose: CodePurpose,
    /// The subject of the code: an address, or one decision on one stage.
    pub subject: String,
    /// The account that the code was sent for, if any. The code is voided when the person loses the
    /// right to do what it confirms.
    pub account: Option<UserId>,
    /// The keyed hash of the digits.
    pub code_hash: [u8; 32],
    /// Binds the code of a decision to the outcome and a digest of the request (decisions C7).
    /// Empty for the other purposes.
    pub context: String,
    /// The time at which the code was sent.
    pub issued_at: DateTime<Utc>,
    /// The time from which the code is no longer accepted.
    pub expires_at: DateTime<Utc>,
    /// The number of wrong entries so far.
    pub wrong_entries: u8,
    /// The end of the code, once it is redeemed or voided.
    pub spent: Option<Spent>,
}

/// The input for a new code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Issue {
    /// The purpose of the code.
    pub purpose: CodePurpose,
    /// The subject of the code.
    pub subject: String,
    /// The account that the code is sent for, if any.
    pub account: Option<UserId>,
    /// The keyed hash of the digits.
    pub code_hash: [u8; 32],
    /// The context of a decision; empty for other purposes.
    pub context: String,
}

/// The reason a code was not accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum RedeemError {
    /// There is no live code: none was sent, or it was used or voided. Answered with 605.
    #[error("This OTP does not exist please try again")]
    Unknown,
    /// The five minutes are over.
    #[error("OTP Expired")]
    Expired,
    /// The digits are wrong. The wrong entry MUST be stored even if the rest of the transaction is
    /// rolled back. The entry that voids the code gets the same answer as a code that does not
    /// exist.
    #[error("{}", if *left == 0 { Self::Unknown.to_string() } else { OtpFlow::from(*purpose).wrong_message().to_owned() })]
    Wrong {
        /// The number of wrong entries left; at 0 the code is void.
        left: u8,
        /// The purpose of the code, which decides the wording.
        purpose: CodePurpose,
    },
}

impl RedeemError {
    /// Returns the text with the number of wrong entries left, or that the code is void.
    pub fn left(self) -> Option<String> {
        match self {
            Self::Wrong { left: 0, .. } => {
                Some("This OTP is void after 5 wrong entries, send a new one below".to_owned())
            }
            Self::Wrong { left: 1, .. } => Some("You can try once more.".to_owned()),
            Self::Wrong { left, .. } => Some(format!("You can try {left} more times.")),
            Self::Unknown | Self::Expired => None,
        }
    }

    /// Returns true if the answer has the code 605: there is no live code, or the digits are wrong
    /// for a purpose to which the specification gives this code. Wrong digits at sign-up or for a
    /// phone number are its "any other" case.
    pub const fn is_unknown_code(self) -> bool {
        match self {
            Self::Unknown | Self::Wrong { left: 0, .. } => true,
            Self::Wrong { purpose, .. } => !matches!(purpose, CodePurpose::SignUp | CodePurpose::PhoneChange),
            Self::Expired => false,
        }
    }
}

impl OneTimeCode {
    /// The lifetime of a code (1 §9).
    pub const LIFETIME: TimeDelta = TimeDelta::minutes(5);
    /// The number of wrong entries that voids a code.
    pub const MAX_WRONG_ENTRIES: u8 = 5;

    /// Creates a new code, sent `at`.
    pub fn issue(issue: Issue, at: DateTime<Utc>) -> Self {
        Self {
            purpose: issue.purpose,
            subject: issue.subject,
            account: issue.account,
            code_hash: issue.code_hash,
            context: issue.context,
            issued_at: at,
            expires_at: at + Self::LIFETIME,
            wrong_entries: 0,
            spent: None,
        }
    }

    /// Returns true if the code would be accepted now.
    pub fn is_live(&self, now: DateTime<Utc>) -> bool {
        self.spent.is_none() && now < self.expires_at
    }

    /// Redeems the code. `matches` is true if the entered digits have the hash of this code. The
    /// right digits spend the code. Wrong digits are counted, and the fifth wrong entry voids the
    /// code.
    pub fn redeem(&mut self, matches: bool, now: DateTime<Utc>) -> Result<(), RedeemError> {
        if self.spent.is_some() {
            return Err(RedeemError::Unknown);
        }
        if now >= self.expires_at {
            return Err(RedeemError::Expired);
        }
        if matches {
            self.spent = Some(Spent {
                how: SpentReason::Redeemed,
                at: now,
            });
            return Ok(());
        }
        self.wrong_entries = self.wrong_entries.saturating_add(1);
        let left = Self::MAX_WRONG_ENTRIES.saturating_sub(self.wrong_entries);
        if left == 0 {
            self.void(now);
        }
        Err(RedeemError::Wrong {
            left,
            purpose: self.purpose,
        })
    }

    /// Voids the code. A code that is already spent stays unchanged.
    pub fn void(&mut self, at: DateTime<Utc>) {
        if self.spent.is_none() {
            self.spent = Some(Spent {
                how: SpentReason::Voided,
                at,
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(1_780_000_000 + seconds, 0).unwrap()
    }

    fn code(purpose: CodePurpose) -> OneTimeCode {
        let issue = Issue {
            purpose,
            subject: "stage 7".into(),
            account: Some(UserId(3)),
            code_hash: [7; 32],
            context: "Approve".into(),
        };
        OneTimeCode::issue(issue, at(0))
    }

    #[test]
    fn code_is_accepted_once() {
        let mut code = code(CodePurpose::Decision);
        assert!(code.is_live(at(299)));
        assert_eq!(code.redeem(true, at(299)), Ok(()));
        assert_eq!(
            code.spent,
            Some(Spent {
                how: SpentReason::Redeemed,
                at: at(299)
            })
        );
        let again = code.redeem(true, at(299)).unwrap_err();
        assert_eq!(again.to_string(), "This OTP does not exist please try again");
    }

    #[test]
    fn code_expires_after_five_minutes() {
        let mut code = code(CodePurpose::Decision);
        assert!(!code.is_live(at(300)));
        assert_eq!(code.redeem(true, at(300)).unwrap_err().to_string(), "OTP Expired");
        assert_eq!(code.wrong_entries, 0);
    }

    #[test]
    fn fifth_wrong_entry_voids_the_code() {
        let mut code = code(CodePurpose::Decision);
        for left in [4, 3, 2, 1, 0] {
            let wrong = RedeemError::Wrong {
                left,
                purpose: CodePurpose::Decision,
            };
            assert_eq!(code.redeem(false, at(10)), Err(wrong));
            let expected = match left {
                0 => "This OTP is void after 5 wrong entries, send a new one below".to_owned(),
                1 => "You can try once more.".to_owned(),
                _ => format!("You can try {left} more times."),
            };
            assert_eq!(wrong.left(), Some(expected));
            let expected = if left == 0 {
                "This OTP does not exist please try again"
            } else {
                "Invalid OTP. Try again."
            };
            assert_eq!(wrong.to_string(), expected);
        }
        assert_eq!(
            code.spent,
            Some(Spent {
                how: SpentReason::Voided,
                at: at(10)
            })
        );
        assert_eq!(code.redeem(true, at(11)), Err(RedeemError::Unknown));
    }

    #[test]
    fn voiding_ends_a_live_code_but_not_a_redeemed_one() {
        let mut older = code(CodePurpose::SignUp);
        older.void(at(40));
        assert_eq!(older.redeem(true, at(41)), Err(RedeemError::Unknown));
        let mut used = code(CodePurpose::SignUp);
        used.redeem(true, at(1)).unwrap();
        used.void(at(2));
        assert_eq!(
            used.spent,
            Some(Spent {
                how: SpentReason::Redeemed,
                at: at(1)
            })
        );
    }

    #[test]
    fn error_of_wrong_digits_depends_on_the_purpose() {
        let message = |purpose| code(purpose).redeem(false, at(1)).unwrap_err().to_string();
        assert_eq!(message(CodePurpose::Decision), "Invalid OTP. Try again.");
        assert_eq!(message(CodePurpose::ForgotPassword), "Wrong OTP");
        assert_eq!(
            message(CodePurpose::EmailChange),
            "You have entered an incorrect otp. Please try again."
        );
        for purpose in [CodePurpose::SignUp, CodePurpose::PhoneChange] {
            assert_eq!(message(purpose), "Failed to verify OTP");
        }
    }

    #[test]
    fn wrong_digits_have_code_605_except_at_sign_up_and_phone_change() {
        let wrong = |purpose, left| RedeemError::Wrong { left, purpose }.is_unknown_code();
        for purpose in CodePurpose::ALL {
            let is_other = matches!(purpose, CodePurpose::SignUp | CodePurpose::PhoneChange);
            assert_eq!(wrong(purpose, 1), !is_other, "{purpose:?}");
            assert!(wrong(purpose, 0), "{purpose:?}");
        }
        assert!(RedeemError::Unknown.is_unknown_code());
        assert!(!RedeemError::Expired.is_unknown_code());
    }

    #[test]
    fn purpose_names_round_trip() {
        for purpose in CodePurpose::ALL {
            assert_eq!(CodePurpose::parse(purpose.name()), Ok(purpose));
        }
        assert!(CodePurpose::parse("Other").is_err());
    }
}

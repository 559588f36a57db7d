//! The life of a one-time code (decisions A3).

use chrono::{DateTime, TimeDelta, Utc};
use thiserror::Error;

use super::OtpFlow;
use crate::ids::UserId;

/// What a code is good for. A code of one purpose never serves another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CodePurpose {
    /// Verifies a registration.
    SignUp,
    /// Completes a password reset.
    ForgotPassword,
    /// Proves a new e-mail address.
    EmailChange,
    /// Proves a new phone number.
    PhoneChange,
    /// Confirms a decision on one stage of one request.
    Decision,
}

/// No purpose has this name.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("There is no such code purpose.")]
pub struct UnknownCodePurpose;

impl CodePurpose {
    /// Every purpose.
    pub const ALL: [Self; 5] = [
        Self::SignUp,
        Self::ForgotPassword,
        Self::EmailChange,
        Self::PhoneChange,
        Self::Decision,
    ];

    /// The name that is stored.
    pub const fn name(self) -> &'static str {
        match self {
            Self::SignUp => "SignUp",
            Self::ForgotPassword => "ForgotPassword",
            Self::EmailChange => "EmailChange",
            Self::PhoneChange => "PhoneChange",
            Self::Decision => "Decision",
        }
    }

    /// The purpose of this name.
    pub fn parse(name: &str) -> Result<Self, UnknownCodePurpose> {
        Self::ALL
            .into_iter()
            .find(|purpose| purpose.name() == name)
            .ok_or(UnknownCodePurpose)
    }
}

/// How a code came to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SpentHow {
    /// Someone entered it rightly.
    Redeemed,
    /// A newer code took its place, it was entered wrongly too often, or the account or role that it was for changed.
    Voided,
}

/// The end of a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spent {
    /// How it ended.
    pub how: SpentHow,
    /// When it ended.
    pub at: DateTime<Utc>,
}

/// A code that was sent. The digits themselves are not kept, only a keyed hash of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OneTimeCode {
    /// What it is good for.
    pub purpose: CodePurpose,
    /// Whom or what it concerns: an address, or one decision on one stage.
    pub subject: String,
    /// The account that it was sent for, where there is one: the code is void once the person loses what it opens.
    pub account: Option<UserId>,
    /// The keyed hash of the digits.
    pub code_hash: [u8; 32],
    /// What a decision is bound to, besides its subject: the outcome and a digest of the request (decisions C7).
    /// Empty for the other purposes.
    pub context: String,
    /// When it was sent.
    pub issued_at: DateTime<Utc>,
    /// From when on it is no longer taken.
    pub expires_at: DateTime<Utc>,
    /// How often wrong digits were entered.
    pub wrong_entries: u8,
    /// Its end, if it has come.
    pub spent: Option<Spent>,
}

/// What a new code is made from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Issue {
    /// What it is good for.
    pub purpose: CodePurpose,
    /// Whom or what it concerns.
    pub subject: String,
    /// The account that it is sent for, where there is one.
    pub account: Option<UserId>,
    /// The keyed hash of the digits.
    pub code_hash: [u8; 32],
    /// What a decision is bound to; else empty.
    pub context: String,
}

/// Why a code was not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum RedeemError {
    /// There is no live code: none was sent, or it was used or voided. Answered with 605.
    #[error("This OTP does not exist please try again")]
    Unknown,
    /// Its five minutes are over.
    #[error("OTP Expired")]
    Expired,
    /// The digits are wrong; the entry MUST be kept even when the rest is undone. The entry that voids the code is answered as a code
    /// that does not exist is from then on.
    #[error("{}", if *left == 0 { Self::Unknown.to_string() } else { OtpFlow::from(*purpose).wrong().to_owned() })]
    Wrong {
        /// How many more wrong entries the code stands; at 0 it is void.
        left: u8,
        /// What the code is good for, which decides the wording.
        purpose: CodePurpose,
    },
}

impl RedeemError {
    /// Says how many more wrong entries are left, or that the code is void.
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

    /// Returns true if the answer has the code 605: no code would be taken, or the digits were wrong where the specification gives wrong digits
    /// this code. At sign-up and for a phone number they are its "any other" case.
    pub const fn is_unknown_code(self) -> bool {
        match self {
            Self::Unknown | Self::Wrong { left: 0, .. } => true,
            Self::Wrong { purpose, .. } => !matches!(purpose, CodePurpose::SignUp | CodePurpose::PhoneChange),
            Self::Expired => false,
        }
    }
}

impl OneTimeCode {
    /// How long a code is taken (1 §9).
    pub const LIFETIME: TimeDelta = TimeDelta::minutes(5);
    /// The wrong entry that voids a code.
    pub const MAX_WRONG_ENTRIES: u8 = 5;

    /// A new code, sent `at`.
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

    /// Whether the code would still be taken.
    pub fn is_live(&self, now: DateTime<Utc>) -> bool {
        self.spent.is_none() && now < self.expires_at
    }

    /// Enters digits: `matches` says whether their hash is this code's. The right ones spend the code, wrong ones are
    /// counted and, the fifth time, void it.
    pub fn redeem(&mut self, matches: bool, now: DateTime<Utc>) -> Result<(), RedeemError> {
        if self.spent.is_some() {
            return Err(RedeemError::Unknown);
        }
        if now >= self.expires_at {
            return Err(RedeemError::Expired);
        }
        if matches {
            self.spent = Some(Spent {
                how: SpentHow::Redeemed,
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

    /// Ends the code because a newer one takes its place. A code that has ended stays as it is.
    pub fn void(&mut self, at: DateTime<Utc>) {
        if self.spent.is_none() {
            self.spent = Some(Spent {
                how: SpentHow::Voided,
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
    fn is_taken_once() {
        let mut code = code(CodePurpose::Decision);
        assert!(code.is_live(at(299)));
        assert_eq!(code.redeem(true, at(299)), Ok(()));
        assert_eq!(
            code.spent,
            Some(Spent {
                how: SpentHow::Redeemed,
                at: at(299)
            })
        );
        let again = code.redeem(true, at(299)).unwrap_err();
        assert_eq!(again.to_string(), "This OTP does not exist please try again");
    }

    #[test]
    fn ends_after_five_minutes() {
        let mut code = code(CodePurpose::Decision);
        assert!(!code.is_live(at(300)));
        assert_eq!(code.redeem(true, at(300)).unwrap_err().to_string(), "OTP Expired");
        assert_eq!(code.wrong_entries, 0);
    }

    #[test]
    fn the_fifth_wrong_entry_voids_it() {
        let mut code = code(CodePurpose::Decision);
        for left in [4, 3, 2, 1, 0] {
            let wrong = RedeemError::Wrong {
                left,
                purpose: CodePurpose::Decision,
            };
            assert_eq!(code.redeem(false, at(10)), Err(wrong));
            let said = match left {
                0 => "This OTP is void after 5 wrong entries, send a new one below".to_owned(),
                1 => "You can try once more.".to_owned(),
                _ => format!("You can try {left} more times."),
            };
            assert_eq!(wrong.left(), Some(said));
            let said = if left == 0 {
                "This OTP does not exist please try again"
            } else {
                "Invalid OTP. Try again."
            };
            assert_eq!(wrong.to_string(), said);
        }
        assert_eq!(
            code.spent,
            Some(Spent {
                how: SpentHow::Voided,
                at: at(10)
            })
        );
        assert_eq!(code.redeem(true, at(11)), Err(RedeemError::Unknown));
    }

    #[test]
    fn a_newer_code_voids_it_but_does_not_undo_its_use() {
        let mut older = code(CodePurpose::SignUp);
        older.void(at(40));
        assert_eq!(older.redeem(true, at(41)), Err(RedeemError::Unknown));
        let mut used = code(CodePurpose::SignUp);
        used.redeem(true, at(1)).unwrap();
        used.void(at(2));
        assert_eq!(
            used.spent,
            Some(Spent {
                how: SpentHow::Redeemed,
                at: at(1)
            })
        );
    }

    #[test]
    fn wrong_digits_are_worded_by_purpose() {
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
    fn wrong_digits_of_a_live_code_are_not_an_unknown_code_where_they_have_words_of_their_own() {
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
    fn purposes_lead_back() {
        for purpose in CodePurpose::ALL {
            assert_eq!(CodePurpose::parse(purpose.name()), Ok(purpose));
        }
        assert!(CodePurpose::parse("Other").is_err());
    }
}

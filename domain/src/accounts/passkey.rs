//! Passkeys, and the ceremonies in which they are used (decisions O6, O7).

use chrono::{DateTime, TimeDelta, Utc};
use thiserror::Error;

use crate::ids::{PasskeyId, UserId};
use crate::text::{Unusable, line};

/// The name that a person gives a passkey, such as "Work laptop".
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PasskeyName(String);

/// The reason a text is no name of a passkey.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum PasskeyNameError {
    /// Nothing was entered.
    #[error("The name is required")]
    Missing,
    /// It is too long.
    #[error("The name must not be longer than {} characters", PasskeyName::MAX_LENGTH)]
    TooLong,
    /// It contains characters that are not allowed in a name.
    #[error("The name {0}")]
    Unusable(#[from] Unusable),
}

impl PasskeyName {
    /// The longest name, in characters.
    pub const MAX_LENGTH: usize = 60;

    /// Parses the name that was entered.
    pub fn parse(text: &str) -> Result<Self, PasskeyNameError> {
        let text = line(text)?;
        if text.is_empty() {
            Err(PasskeyNameError::Missing)
        } else if text.chars().count() > Self::MAX_LENGTH {
            Err(PasskeyNameError::TooLong)
        } else {
            Ok(Self(text))
        }
    }

    /// Wraps a stored name without validation. Old passkeys MUST stay readable when the rules for
    /// names change.
    pub const fn stored(text: String) -> Self {
        Self(text)
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The number of passkeys that one account can have.
pub const MAX_PASSKEYS: usize = 20;

/// The purpose of a ceremony. A response to a challenge of one purpose is not accepted for another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CeremonyPurpose {
    /// A passkey alone signs a person in, who is not known yet.
    SignIn,
    /// A passkey completes a pending sign-in.
    SecondFactor,
    /// The owner of an account adds a passkey.
    Enrolment,
    /// A signed-in person confirms an act that needs the password.
    Confirmation,
    /// A reviewer confirms a decision.
    Decision,
}

/// No purpose has this name.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("There is no such purpose of a passkey.")]
pub struct UnknownCeremonyPurpose;

impl CeremonyPurpose {
    /// All purposes.
    pub const ALL: [Self; 5] = [
        Self::SignIn,
        Self::SecondFactor,
        Self::Enrolment,
        Self::Confirmation,
        Self::Decision,
    ];

    /// The name in the database.
    pub const fn name(self) -> &'static str {
        match self {
            Self::SignIn => "sign_in",
            Self::SecondFactor => "second_factor",
            Self::Enrolment => "enrolment",
            Self::Confirmation => "confirmation",
            Self::Decision => "decision",
        }
    }

    /// Parses the name in the database.
    pub fn parse(name: &str) -> Result<Self, UnknownCeremonyPurpose> {
        Self::ALL
            .into_iter()
            .find(|purpose| purpose.name() == name)
            .ok_or(UnknownCeremonyPurpose)
    }
}

/// A ceremony that has begun: a challenge was sent to the browser, and a response is awaited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ceremony {
    /// Its purpose.
    pub purpose: CeremonyPurpose,
    /// The person whose passkey is asked for; `None` if a passkey alone signs in.
    pub user: Option<UserId>,
    /// The random bytes that went into the challenge of a decision, or the user handle of a new
    /// passkey, followed by zeros; zeros for other purposes.
    pub nonce: [u8; 32],
    /// The time at which it began.
    pub begun_on: DateTime<Utc>,
}

/// The ceremony is unknown, was used before, has expired, or is someone else's or of another
/// purpose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("This took too long, or was already used. Try again with your passkey.")]
pub struct CeremonyExpired;

impl Ceremony {
    /// The time within which a response is accepted.
    pub const LIFETIME: TimeDelta = TimeDelta::minutes(10);

    /// The time from which no response is accepted.
    pub fn expires_on(&self) -> DateTime<Utc> {
        self.begun_on + Self::LIFETIME
    }

    /// Refuses a ceremony that has expired, or that is of another purpose or person.
    pub fn require(
        &self,
        purpose: CeremonyPurpose,
        user: Option<UserId>,
        now: DateTime<Utc>,
    ) -> Result<(), CeremonyExpired> {
        if self.purpose == purpose && self.user == user && now < self.expires_on() {
            Ok(())
        } else {
            Err(CeremonyExpired)
        }
    }
}

/// What a passkey signed to confirm a decision, with the key that verifies it (Web Authentication
/// level 2, section 7.2).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PasskeySignature {
    /// The passkey.
    pub passkey: PasskeyId,
    /// Its public key: a `SubjectPublicKeyInfo` in DER, as in the entry of its enrolment.
    pub public_key: Vec<u8>,
    /// The algorithm of the signature in the registry of COSE, such as -7 for ES256.
    pub algorithm: i64,
    /// The random bytes of the decision ([`ConfirmedDecision`](crate::audit::ConfirmedDecision)).
    pub nonce: [u8; 32],
    /// The authenticator data.
    pub authenticator_data: Vec<u8>,
    /// The client data: JSON with challenge and origin.
    pub client_data: Vec<u8>,
    /// The signature over the authenticator data and the SHA-256 of the client data.
    pub signature: Vec<u8>,
}

/// The ways in which a decision can be confirmed (`decisions.confirm_by`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConfirmBy {
    /// By a code that is mailed.
    pub code: bool,
    /// By a passkey.
    pub passkey: bool,
}

/// The text names no way to confirm a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("Write \"code\", \"passkey\", or both with a comma between them.")]
pub struct ConfirmByError;

impl Default for ConfirmBy {
    fn default() -> Self {
        Self {
            code: true,
            passkey: false,
        }
    }
}

impl ConfirmBy {
    /// Parses names of ways, separated by commas. At least one is needed.
    pub fn parse(names: &str) -> Result<Self, ConfirmByError> {
        let mut ways = Self {
            code: false,
            passkey: false,
        };
        for name in names.split(',').map(str::trim) {
            match name {
                "code" => ways.code = true,
                "passkey" => ways.passkey = true,
                _ => return Err(ConfirmByError),
            }
        }
        Ok(ways)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(1_780_000_000 + seconds, 0).unwrap()
    }

    fn ceremony(purpose: CeremonyPurpose, user: Option<UserId>) -> Ceremony {
        Ceremony {
            purpose,
            user,
            nonce: [0; 32],
            begun_on: at(0),
        }
    }

    #[test]
    fn name_is_one_line_of_at_most_sixty_characters() {
        assert_eq!(
            PasskeyName::parse("  Work laptop ").unwrap().as_str(),
            "Work laptop"
        );
        assert_eq!(PasskeyName::parse(" \u{200b} "), Err(PasskeyNameError::Missing));
        assert!(PasskeyName::parse(&"é".repeat(60)).is_ok());
        assert_eq!(
            PasskeyName::parse(&"é".repeat(61)),
            Err(PasskeyNameError::TooLong)
        );
        let unusable = PasskeyName::parse("a\u{0007}b").unwrap_err();
        assert!(unusable.to_string().starts_with("The name "), "{unusable}");
    }

    #[test]
    fn purpose_names_round_trip() {
        for purpose in CeremonyPurpose::ALL {
            assert_eq!(CeremonyPurpose::parse(purpose.name()), Ok(purpose));
        }
        assert!(CeremonyPurpose::parse("code").is_err());
    }

    #[test]
    fn response_is_accepted_for_ten_minutes() {
        let begun = ceremony(CeremonyPurpose::SignIn, None);
        assert_eq!(begun.require(CeremonyPurpose::SignIn, None, at(599)), Ok(()));
        let late = begun.require(CeremonyPurpose::SignIn, None, at(600));
        assert_eq!(late, Err(CeremonyExpired));
    }

    #[test]
    fn response_for_another_purpose_or_person_is_refused() {
        let (own, other) = (Some(UserId(1)), Some(UserId(2)));
        let begun = ceremony(CeremonyPurpose::Decision, own);
        assert_eq!(begun.require(CeremonyPurpose::Decision, own, at(1)), Ok(()));
        for (purpose, user) in [
            (CeremonyPurpose::Confirmation, own),
            (CeremonyPurpose::Decision, other),
            (CeremonyPurpose::Decision, None),
        ] {
            assert_eq!(begun.require(purpose, user, at(1)), Err(CeremonyExpired));
        }
    }

    #[test]
    fn decisions_are_confirmed_by_code_unless_said_otherwise() {
        let (code, passkey) = (ConfirmBy::default(), ConfirmBy::parse("passkey").unwrap());
        assert_eq!((code.code, code.passkey), (true, false));
        assert_eq!((passkey.code, passkey.passkey), (false, true));
        let both = ConfirmBy::parse(" passkey ,code").unwrap();
        assert_eq!((both.code, both.passkey), (true, true));
        for text in ["", "otp", "code,", "Code"] {
            assert_eq!(ConfirmBy::parse(text), Err(ConfirmByError), "{text}");
        }
    }
}

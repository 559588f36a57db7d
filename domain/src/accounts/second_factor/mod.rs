//! The second factor of an account: an authenticator app or passkeys with recovery codes, the people
//! who need one, and the steps of a sign-in (decisions A12, C15, O6).

mod base32;
mod recovery_code;
mod requirement;
mod sign_in;
mod totp;

use chrono::{DateTime, TimeDelta, Utc};
use thiserror::Error;

pub use recovery_code::{RecoveryCode, RecoveryCodes, RecoveryKey};
pub use requirement::{GRACE, Obligation, RequiredFor, RoleGroup, UnknownRoleGroup};
pub use sign_in::{
    CodeCheck, FirstProof, PendingError, PendingSignIn, PendingStep, SignInState, UnknownPendingStep,
    WrongEntry,
};
pub use totp::{TotpCode, TotpError, TotpSecret, TotpStep};

/// A code that a person entered as second factor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FactorCode {
    /// Six digits of the authenticator app.
    Totp(TotpCode),
    /// A recovery code.
    Recovery(RecoveryCode),
}

/// The reason a text is no code of a second factor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum FactorCodeError {
    /// Nothing was entered.
    #[error("The code is required")]
    Missing,
    /// The text is neither six digits nor a recovery code.
    #[error("Enter the 6 digits of your authenticator app, or one of your recovery codes")]
    Malformed,
    /// The text is not six digits, where only the app is asked for.
    #[error("Enter the 6 digits of your authenticator app")]
    NotDigits,
}

impl FactorCode {
    /// The longest text that may contain a code, in characters.
    pub const MAX_TEXT: usize = 100;

    /// Parses a code of either kind. They differ in length.
    pub fn parse(text: &str) -> Result<Self, FactorCodeError> {
        if crate::typed::trimmed(text).is_empty() {
            return Err(FactorCodeError::Missing);
        }
        TotpCode::parse(text)
            .map(Self::Totp)
            .or_else(|| RecoveryCode::parse(text).map(Self::Recovery))
            .ok_or(FactorCodeError::Malformed)
    }

    /// Parses the six digits that confirm a new authenticator app.
    pub fn parse_digits(text: &str) -> Result<TotpCode, FactorCodeError> {
        if crate::typed::trimmed(text).is_empty() {
            return Err(FactorCodeError::Missing);
        }
        TotpCode::parse(text).ok_or(FactorCodeError::NotDigits)
    }
}

/// A confirmed authenticator app.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuthenticatorApp {
    /// The sealed [`TotpSecret`].
    pub sealed_secret: Vec<u8>,
    /// The time at which it was confirmed.
    pub added_on: DateTime<Utc>,
    /// The time of the last sign-in or confirmation with it.
    pub last_used_on: Option<DateTime<Utc>>,
    /// The step of the last accepted code.
    pub last_step: TotpStep,
}

impl AuthenticatorApp {
    /// Accepts a code, once.
    pub fn redeem(
        &mut self,
        secret: &TotpSecret,
        code: TotpCode,
        now: DateTime<Utc>,
    ) -> Result<(), TotpError> {
        self.last_step = secret.verify(code, Some(self.last_step), now)?;
        self.last_used_on = Some(now);
        Ok(())
    }
}

/// An authenticator app that was shown and is not confirmed yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AppSetUp {
    /// The sealed [`TotpSecret`].
    pub sealed_secret: Vec<u8>,
    /// The time at which the secret was shown.
    pub begun_on: DateTime<Utc>,
}

impl AppSetUp {
    /// The time within which the app has to be confirmed.
    pub const LIFETIME: TimeDelta = TimeDelta::minutes(30);

    /// Returns true while the app can be confirmed.
    pub fn is_live(&self, now: DateTime<Utc>) -> bool {
        now < self.begun_on + Self::LIFETIME
    }

    /// Confirms the app with its first code, which is used up by that. An app is never confirmed
    /// with the code of another secret.
    pub fn confirm(
        self,
        sealed_secret: Vec<u8>,
        secret: &TotpSecret,
        code: TotpCode,
        now: DateTime<Utc>,
    ) -> Result<AuthenticatorApp, TotpError> {
        let last_step = secret.verify(code, None, now)?;
        Ok(AuthenticatorApp {
            sealed_secret,
            added_on: now,
            last_used_on: None,
            last_step,
        })
    }
}

/// The second factor of one account.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SecondFactor {
    /// The authenticator app.
    pub app: Option<AuthenticatorApp>,
    /// An app that is being set up.
    pub set_up: Option<AppSetUp>,
    /// The number of passkeys, which have a store of their own.
    pub passkeys: usize,
    /// The recovery codes. They replace a lost factor, and are no factor without one.
    pub recovery: Option<RecoveryCodes>,
    /// The first sign-in while the roles need a second factor.
    pub required_since: Option<DateTime<Utc>>,
}

impl SecondFactor {
    /// Returns true if signing in needs a code or a passkey.
    pub const fn is_active(&self) -> bool {
        self.app.is_some() || self.passkeys > 0
    }

    /// The number of unused recovery codes.
    pub fn recovery_codes_left(&self) -> usize {
        self.recovery.as_ref().map_or(0, |codes| codes.unused.len())
    }

    /// Removes the app, and an app that is being set up. The recovery codes stay while a passkey
    /// remains. Returns true if there was an app.
    pub fn remove_app(&mut self) -> bool {
        let had_app = self.app.take().is_some();
        self.set_up = None;
        self.void_codes_without_factor();
        had_app
    }

    /// Counts a removed passkey. The recovery codes stay while another factor remains.
    pub fn remove_passkey(&mut self) {
        self.passkeys = self.passkeys.saturating_sub(1);
        self.void_codes_without_factor();
    }

    /// Removes every factor, the recovery codes, and an app that is being set up. The period of
    /// grace stays as it is. Returns true if there was a factor.
    pub fn remove_all(&mut self) -> bool {
        let was_active = self.is_active();
        self.passkeys = 0;
        self.remove_app();
        was_active
    }

    fn void_codes_without_factor(&mut self) {
        if !self.is_active() {
            self.recovery = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: TotpSecret = TotpSecret::new([3; 20]);

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(1_780_000_000 + seconds, 0).unwrap()
    }

    fn code(seconds: i64) -> TotpCode {
        SECRET.code(TotpStep::at(at(seconds)))
    }

    fn set_up() -> AppSetUp {
        AppSetUp {
            sealed_secret: vec![1],
            begun_on: at(0),
        }
    }

    #[test]
    fn six_digits_are_of_the_app_and_ten_symbols_a_recovery_code() {
        assert!(matches!(FactorCode::parse("123 456"), Ok(FactorCode::Totp(_))));
        assert!(matches!(
            FactorCode::parse("12345-67890"),
            Ok(FactorCode::Recovery(_))
        ));
        assert_eq!(FactorCode::parse(" \u{200b} "), Err(FactorCodeError::Missing));
        for text in ["12345", "1234567", "abc", "12345-6789U"] {
            assert_eq!(FactorCode::parse(text), Err(FactorCodeError::Malformed), "{text}");
        }
    }

    #[test]
    fn new_app_is_confirmed_by_digits_only() {
        assert!(FactorCode::parse_digits("123456").is_ok());
        assert_eq!(FactorCode::parse_digits(""), Err(FactorCodeError::Missing));
        assert_eq!(
            FactorCode::parse_digits("12345-67890"),
            Err(FactorCodeError::NotDigits)
        );
    }

    #[test]
    fn confirming_code_cannot_be_used_to_sign_in() {
        let mut app = set_up().confirm(vec![2], &SECRET, code(60), at(60)).unwrap();
        assert_eq!((app.added_on, app.last_used_on), (at(60), None));
        assert_eq!(app.redeem(&SECRET, code(60), at(61)), Err(TotpError::Used));
        assert_eq!(app.redeem(&SECRET, code(90), at(91)), Ok(()));
        assert_eq!(app.last_used_on, Some(at(91)));
    }

    #[test]
    fn refused_code_changes_nothing() {
        let mut app = set_up().confirm(vec![2], &SECRET, code(60), at(60)).unwrap();
        let before = app.clone();
        assert!(app.redeem(&TotpSecret::new([4; 20]), code(90), at(91)).is_err());
        assert_eq!(app, before);
        assert_eq!(
            set_up().confirm(vec![2], &TotpSecret::new([4; 20]), code(60), at(60)),
            Err(TotpError::Wrong)
        );
    }

    #[test]
    fn set_up_expires_after_half_an_hour() {
        assert!(set_up().is_live(at(1799)));
        assert!(!set_up().is_live(at(1800)));
    }

    fn factor(app: bool, passkeys: usize) -> SecondFactor {
        SecondFactor {
            app: app
                .then(|| set_up().confirm(vec![2], &SECRET, code(60), at(60)))
                .and_then(Result::ok),
            set_up: Some(set_up()),
            passkeys,
            recovery: Some(RecoveryCodes {
                sealed_key: vec![5],
                unused: vec![[1; 32]; 10],
                made_on: at(60),
            }),
            required_since: Some(at(0)),
        }
    }

    #[test]
    fn removal_leaves_the_grace_as_it_is() {
        let bare = SecondFactor {
            required_since: Some(at(0)),
            ..SecondFactor::default()
        };
        for (app, passkeys) in [(true, 0), (false, 2), (true, 1)] {
            let mut factor = factor(app, passkeys);
            assert!(factor.is_active());
            assert_eq!(factor.recovery_codes_left(), 10);
            assert!(factor.remove_all());
            assert_eq!(factor, bare);
            assert!(!factor.remove_all());
            assert_eq!(factor.recovery_codes_left(), 0);
        }
    }

    #[test]
    fn recovery_codes_stay_until_the_last_factor_is_removed() {
        let mut factor = factor(true, 2);
        assert!(factor.remove_app());
        assert!(!factor.remove_app());
        assert_eq!((factor.passkeys, factor.recovery_codes_left()), (2, 10));
        assert_eq!(factor.set_up, None);
        factor.remove_passkey();
        assert_eq!((factor.is_active(), factor.recovery_codes_left()), (true, 10));
        factor.remove_passkey();
        assert_eq!((factor.is_active(), factor.recovery_codes_left()), (false, 0));
    }

    #[test]
    fn app_keeps_the_recovery_codes_of_a_removed_passkey() {
        let mut factor = factor(true, 1);
        factor.remove_passkey();
        assert_eq!((factor.is_active(), factor.recovery_codes_left()), (true, 10));
        assert!(factor.remove_app());
        assert_eq!((factor.is_active(), factor.recovery_codes_left()), (false, 0));
    }
}

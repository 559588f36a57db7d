//! The steps of a sign-in: signed out, first proof given and second factor pending, signed in.

use chrono::{DateTime, TimeDelta, Utc};
use thiserror::Error;

use super::requirement::Obligation;

/// The first proof of a person's identity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FirstProof {
    /// The password of the account.
    Password,
    /// A sign-in at an identity provider that is linked to the account.
    Provider {
        /// True if the provider states that the person used several factors there. Its sign-in then
        /// counts as the second factor.
        multi_factor: bool,
    },
    /// A passkey of the account. Its authenticator verified the person, so it is both factors.
    Passkey,
}

/// The step that a pending sign-in waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PendingStep {
    /// The person enters a code of the authenticator app or a recovery code, or uses a passkey.
    EnterCode,
    /// The account needs a second factor and has none. The person sets up an app and confirms it
    /// with a code, or adds a passkey.
    SetUp,
}

/// No step has this name.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("There is no such step of a sign-in.")]
pub struct UnknownPendingStep;

impl PendingStep {
    /// All steps.
    pub const ALL: [Self; 2] = [Self::EnterCode, Self::SetUp];

    /// The name in the database and in the API.
    pub const fn name(self) -> &'static str {
        match self {
            Self::EnterCode => "enter_code",
            Self::SetUp => "set_up",
        }
    }

    /// Parses the name in the database.
    pub fn parse(name: &str) -> Result<Self, UnknownPendingStep> {
        Self::ALL
            .into_iter()
            .find(|step| step.name() == name)
            .ok_or(UnknownPendingStep)
    }
}

/// The result of checking a code or a passkey that was entered for a pending sign-in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CodeCheck {
    /// The code is right, or the response of the passkey is valid.
    Right,
    /// The code is wrong.
    Wrong,
    /// The code was right, and was used before.
    Used,
    /// The response of the passkey is not valid.
    PasskeyRefused,
}

/// An entry that did not complete a sign-in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WrongEntry {
    /// A wrong code.
    Code,
    /// A code that was right before, and was used then.
    UsedCode,
    /// A passkey whose response is not valid.
    Passkey,
}

/// A sign-in whose first proof was given, and whose second factor is pending.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PendingSignIn {
    /// The step that it waits for.
    pub step: PendingStep,
    /// The time of the first proof.
    pub begun_on: DateTime<Utc>,
    /// The number of wrong entries so far.
    pub wrong_entries: u8,
}

/// The reason an entry did not complete a sign-in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum PendingError {
    /// The sign-in was completed or ended, or never began.
    #[error("This sign-in has ended. Enter your username and password again.")]
    Ended,
    /// Ten minutes have passed.
    #[error("This sign-in took too long. Enter your username and password again.")]
    Expired,
    /// The sign-in waits for the other step.
    #[error("{}", match .0 {
        PendingStep::EnterCode => "This sign-in needs your second factor: a code or a passkey.",
        PendingStep::SetUp => "This sign-in needs a second factor. Set one up first.",
    })]
    OtherStep(PendingStep),
    /// The entry is wrong. It MUST be stored even if the rest of the transaction is rolled
    /// back. After the last wrong entry the sign-in has ended.
    #[error("{}", entry.message(*left))]
    Wrong {
        /// The entry.
        entry: WrongEntry,
        /// The number of entries left; at 0 the sign-in has ended.
        left: u8,
    },
}

impl WrongEntry {
    fn message(self, left: u8) -> String {
        let (what, entries) = match self {
            Self::Code => ("This code is wrong.", "codes"),
            Self::UsedCode => ("This code was already used. Wait for the next one.", "codes"),
            Self::Passkey => ("This passkey was not accepted.", "entries"),
        };
        match left {
            0 => format!(
                "{what} After {} wrong {entries} this sign-in has ended. Enter your username and password again.",
                PendingSignIn::MAX_WRONG_ENTRIES
            ),
            1 => format!("{what} You can try once more."),
            _ => format!("{what} You can try {left} more times."),
        }
    }
}

impl PendingSignIn {
    /// The lifetime of a pending sign-in.
    pub const LIFETIME: TimeDelta = TimeDelta::minutes(10);
    /// The number of wrong entries that ends a pending sign-in.
    pub const MAX_WRONG_ENTRIES: u8 = 5;

    /// Returns what remains to be proven after the first proof, or `None` if that is all.
    /// `has_factor` is true if the account has a second factor.
    pub const fn after(
        first: FirstProof,
        has_factor: bool,
        obligation: Obligation,
        now: DateTime<Utc>,
    ) -> Option<Self> {
        let step = match (first, has_factor, obligation) {
            (FirstProof::Provider { multi_factor: true } | FirstProof::Passkey, _, _)
            | (_, false, Obligation::Optional | Obligation::Grace(_)) => return None,
            (_, true, _) => PendingStep::EnterCode,
            (_, false, Obligation::Required) => PendingStep::SetUp,
        };
        Some(Self {
            step,
            begun_on: now,
            wrong_entries: 0,
        })
    }

    /// The time from which no entry is accepted.
    pub fn expires_on(&self) -> DateTime<Utc> {
        self.begun_on + Self::LIFETIME
    }

    /// Refuses a pending sign-in that has ended or expired, or that waits for the other step.
    pub fn require(&self, step: PendingStep, now: DateTime<Utc>) -> Result<(), PendingError> {
        if self.wrong_entries >= Self::MAX_WRONG_ENTRIES {
            return Err(PendingError::Ended);
        }
        if now >= self.expires_on() {
            return Err(PendingError::Expired);
        }
        if self.step != step {
            return Err(PendingError::OtherStep(self.step));
        }
        Ok(())
    }
}

/// The state of one sign-in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SignInState {
    /// No proof was given, or the sign-in has ended.
    SignedOut,
    /// The first proof was given.
    Pending(PendingSignIn),
    /// Everything that is required was proven.
    SignedIn,
}

impl SignInState {
    /// Returns the state after the first proof; see [`PendingSignIn::after`].
    pub fn after(first: FirstProof, has_factor: bool, obligation: Obligation, now: DateTime<Utc>) -> Self {
        PendingSignIn::after(first, has_factor, obligation, now).map_or(Self::SignedIn, Self::Pending)
    }

    /// Applies the result of checking a code or passkey that was entered at this step. A right one
    /// completes the sign-in. The fifth that is wrong or already used ends it.
    pub fn enter(
        &mut self,
        step: PendingStep,
        code: CodeCheck,
        now: DateTime<Utc>,
    ) -> Result<(), PendingError> {
        let Self::Pending(mut pending) = *self else {
            return Err(PendingError::Ended);
        };
        if let Err(refused) = pending.require(step, now) {
            if matches!(refused, PendingError::Ended | PendingError::Expired) {
                *self = Self::SignedOut;
            }
            return Err(refused);
        }
        let entry = match code {
            CodeCheck::Right => {
                *self = Self::SignedIn;
                return Ok(());
            }
            CodeCheck::Wrong => WrongEntry::Code,
            CodeCheck::Used => WrongEntry::UsedCode,
            CodeCheck::PasskeyRefused => WrongEntry::Passkey,
        };
        pending.wrong_entries += 1;
        let left = PendingSignIn::MAX_WRONG_ENTRIES - pending.wrong_entries;
        *self = if left == 0 {
            Self::SignedOut
        } else {
            Self::Pending(pending)
        };
        Err(PendingError::Wrong { entry, left })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::sample::select;

    use super::*;

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(1_780_000_000 + seconds, 0).unwrap()
    }

    const OBLIGATIONS: [Obligation; 3] = [
        Obligation::Optional,
        Obligation::Grace(None),
        Obligation::Required,
    ];

    fn pending(step: PendingStep) -> SignInState {
        SignInState::Pending(PendingSignIn {
            step,
            begun_on: at(0),
            wrong_entries: 0,
        })
    }

    #[test]
    fn account_with_a_factor_enters_a_code_under_every_obligation() {
        for first in [FirstProof::Password, FirstProof::Provider { multi_factor: false }] {
            for obligation in OBLIGATIONS {
                let state = SignInState::after(first, true, obligation, at(0));
                assert_eq!(state, pending(PendingStep::EnterCode));
            }
        }
    }

    #[test]
    fn account_without_a_factor_sets_one_up_after_the_grace() {
        for first in [FirstProof::Password, FirstProof::Provider { multi_factor: false }] {
            let states = OBLIGATIONS.map(|obligation| SignInState::after(first, false, obligation, at(0)));
            let expected = [
                SignInState::SignedIn,
                SignInState::SignedIn,
                pending(PendingStep::SetUp),
            ];
            assert_eq!(states, expected);
        }
    }

    #[test]
    fn several_factors_at_the_provider_count_as_a_second_factor() {
        for (has_factor, obligation) in [(true, Obligation::Required), (false, Obligation::Required)] {
            let first = FirstProof::Provider { multi_factor: true };
            let state = SignInState::after(first, has_factor, obligation, at(0));
            assert_eq!(state, SignInState::SignedIn);
        }
    }

    #[test]
    fn passkey_alone_counts_as_both_factors() {
        for has_factor in [true, false] {
            for obligation in OBLIGATIONS {
                let state = SignInState::after(FirstProof::Passkey, has_factor, obligation, at(0));
                assert_eq!(state, SignInState::SignedIn);
            }
        }
    }

    #[test]
    fn refused_passkeys_count_like_wrong_codes() {
        let mut state = pending(PendingStep::EnterCode);
        let refused = CodeCheck::PasskeyRefused;
        for (left, then) in [
            (4, "You can try 4 more times."),
            (3, "You can try 3 more times."),
            (2, "You can try 2 more times."),
            (1, "You can try once more."),
            (
                0,
                "After 5 wrong entries this sign-in has ended. Enter your username and password again.",
            ),
        ] {
            let error = state.enter(PendingStep::EnterCode, refused, at(1)).unwrap_err();
            let entry = WrongEntry::Passkey;
            assert_eq!(error, PendingError::Wrong { entry, left });
            assert_eq!(
                error.to_string(),
                format!("This passkey was not accepted. {then}")
            );
        }
        assert_eq!(state, SignInState::SignedOut);
    }

    #[test]
    fn fifth_wrong_code_ends_the_sign_in() {
        let mut state = pending(PendingStep::EnterCode);
        for left in [4, 3, 2, 1, 0] {
            let (code, entry) = if left == 3 {
                (CodeCheck::Used, WrongEntry::UsedCode)
            } else {
                (CodeCheck::Wrong, WrongEntry::Code)
            };
            let error = state.enter(PendingStep::EnterCode, code, at(1)).unwrap_err();
            assert_eq!(error, PendingError::Wrong { entry, left });
            let (what, then) = match left {
                3 => (
                    "This code was already used. Wait for the next one.",
                    "You can try 3 more times.",
                ),
                1 => ("This code is wrong.", "You can try once more."),
                0 => (
                    "This code is wrong.",
                    "After 5 wrong codes this sign-in has ended. Enter your username and password again.",
                ),
                4 => ("This code is wrong.", "You can try 4 more times."),
                _ => ("This code is wrong.", "You can try 2 more times."),
            };
            assert_eq!(error.to_string(), format!("{what} {then}"));
        }
        assert_eq!(state, SignInState::SignedOut);
        let again = state.enter(PendingStep::EnterCode, CodeCheck::Right, at(1));
        assert_eq!(again, Err(PendingError::Ended));
    }

    #[test]
    fn pending_sign_in_expires_after_ten_minutes() {
        let mut state = pending(PendingStep::EnterCode);
        let late = state.enter(PendingStep::EnterCode, CodeCheck::Right, at(600));
        assert_eq!(
            (late, state),
            (Err(PendingError::Expired), SignInState::SignedOut)
        );
        let mut state = pending(PendingStep::EnterCode);
        assert_eq!(
            state.enter(PendingStep::EnterCode, CodeCheck::Right, at(599)),
            Ok(())
        );
        assert_eq!(state, SignInState::SignedIn);
    }

    #[test]
    fn right_code_at_the_other_step_is_refused() {
        for (waiting, entered) in [
            (PendingStep::EnterCode, PendingStep::SetUp),
            (PendingStep::SetUp, PendingStep::EnterCode),
        ] {
            let mut state = pending(waiting);
            let refused = state.enter(entered, CodeCheck::Right, at(1));
            assert_eq!(refused, Err(PendingError::OtherStep(waiting)));
            assert_eq!(state, pending(waiting));
        }
    }

    #[test]
    fn step_names_round_trip() {
        for step in PendingStep::ALL {
            assert_eq!(PendingStep::parse(step.name()), Ok(step));
        }
        assert!(PendingStep::parse("signed_in").is_err());
    }

    proptest! {
        /// Compares the state with what was proven, for any account and any entries.
        #[test]
        fn signed_in_without_what_is_required_is_unreachable(
            first in select(vec![
                FirstProof::Password,
                FirstProof::Provider { multi_factor: false },
                FirstProof::Provider { multi_factor: true },
                FirstProof::Passkey,
            ]),
            has_factor: bool,
            obligation in select(OBLIGATIONS.to_vec()),
            entries in proptest::collection::vec(
                (
                    select(PendingStep::ALL.to_vec()),
                    select(vec![
                        CodeCheck::Right,
                        CodeCheck::Wrong,
                        CodeCheck::Used,
                        CodeCheck::PasskeyRefused,
                    ]),
                    0_i64..200,
                ),
                0..12,
            ),
        ) {
            let multi_factor = matches!(
                first,
                FirstProof::Provider { multi_factor: true } | FirstProof::Passkey
            );
            let needs_code = has_factor && !multi_factor;
            let needs_set_up = !has_factor && !multi_factor && obligation == Obligation::Required;
            let expected_step = if has_factor { PendingStep::EnterCode } else { PendingStep::SetUp };
            let mut state = SignInState::after(first, has_factor, obligation, at(0));
            let (mut now, mut wrong, mut proven) = (0, 0, false);
            for (step, code, wait) in entries {
                now += wait;
                let alive = now < 600 && wrong < 5 && !proven;
                let result = state.enter(step, code, at(now));
                if !(needs_code || needs_set_up) || !alive || step != expected_step {
                    prop_assert!(result.is_err());
                } else if code == CodeCheck::Right {
                    proven = true;
                    prop_assert!(result.is_ok());
                } else {
                    wrong += 1;
                    prop_assert!(result.is_err());
                }
            }
            let complete = proven || !(needs_code || needs_set_up);
            prop_assert_eq!(state == SignInState::SignedIn, complete);
            prop_assert!(wrong < 5 || state == SignInState::SignedOut);
        }
    }
}

//! Sets up an authenticator app in an open session: `POST users/second-factor/` and `POST
//! users/second-factor/confirm/` (decisions C15).

use aditus_domain::accounts::second_factor::{FactorCode, FactorCodeError, TotpError};
use aditus_domain::audit::Act;
use aditus_domain::limits::Limit;
use thiserror::Error;

use super::confirm_owner::{self, Confirmation};
use super::notice;
use super::set_up_steps::{self, AppSecret, BeginError, ConfirmError, SetUpError};
use crate::access::{AccessError, Caller};
use crate::accounts::conflicts::{may_conflict, retry_conflicts};
use crate::audit::{self, Unrecorded};
use crate::failure::failure;
use crate::limits::{self, LimitError};
use crate::notifications::envelope::PostError;
use crate::ports::{Ports, SealError, StoreError};

/// Errors of setting up an authenticator app.
#[derive(Debug, Error)]
pub enum Error {
    /// The account was erased.
    #[error(transparent)]
    Access(#[from] AccessError),
    /// Neither the password nor the present factor confirms the change.
    #[error(transparent)]
    Confirmation(#[from] confirm_owner::Error),
    /// The text is no code.
    #[error(transparent)]
    Malformed(#[from] FactorCodeError),
    /// The code does not belong to the new app.
    #[error("{}", match .0 {
        TotpError::Wrong => "This code is wrong. Check that the time of your device is right, and enter the code that the app shows \
                             now.",
        TotpError::Used => "This code was already used. Wait for the next one.",
    })]
    Code(#[from] TotpError),
    /// No authenticator app is being set up.
    #[error(transparent)]
    SetUp(#[from] SetUpError),
    /// The caller made too many changes recently.
    #[error(transparent)]
    Limit(#[from] LimitError),
    /// The mail to the owner could not be queued.
    #[error(transparent)]
    Post(#[from] PostError),
    /// The secret could not be sealed or opened.
    #[error("Something went wrong on our side. Try again in a moment.")]
    Seal(#[from] SealError),
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

failure! {
    Error {
        forwards Access, Confirmation, SetUp, Limit, Post, Store;
        Malformed(_) => Invalid, reason: InvalidFields, field: "code";
        Code(_) => Invalid, reason: CodeWrong, field: "code";
        Seal(_) => Internal, reason: Internal;
    }
}

may_conflict!(Error);

impl From<BeginError> for Error {
    fn from(error: BeginError) -> Self {
        match error {
            BeginError::Seal(error) => error.into(),
            BeginError::Store(error) => error.into(),
        }
    }
}

impl From<ConfirmError> for Error {
    fn from(error: ConfirmError) -> Self {
        match error {
            ConfirmError::NotBegun(error) => error.into(),
            ConfirmError::Code(error) => error.into(),
            ConfirmError::Seal(error) => error.into(),
        }
    }
}

/// Returns a new secret for the authenticator app. The present app works until the new one is
/// confirmed.
pub fn begin(ports: &Ports, caller: &Caller, confirmation: &Confirmation) -> Result<AppSecret, Error> {
    confirm_owner::execute(ports, caller, confirmation)?;
    retry_conflicts(|| {
        let mut transaction = ports.database.begin()?;
        limits::spend_of(ports, transaction.as_mut(), Limit::Profile, caller)?;
        let account = transaction.accounts().by_id(caller.user)?;
        let account = account.ok_or(AccessError::Role)?;
        let secret = set_up_steps::begin(ports, transaction.as_mut(), &account)?;
        // Confirming the app has an audit entry.
        transaction.commit(audit::unrecorded(Unrecorded::PartOfRecordedOperation))?;
        Ok(secret)
    })
}

/// Confirms the app with its first code. Returns the recovery codes, which are shown once; none if
/// the app replaces another and the account has some left. Mails the owner.
pub fn confirm(ports: &Ports, caller: &Caller, code: &str) -> Result<Vec<String>, Error> {
    let code = FactorCode::parse_digits(code)?;
    let counter = limits::caller_counter(ports, Limit::Profile, Some(caller), "");
    limits::spend(ports, &counter)?;
    retry_conflicts(|| {
        let (user, now) = (caller.user, ports.clock.now());
        let mut transaction = ports.database.begin()?;
        let account = transaction.accounts().by_id(user)?.ok_or(AccessError::Role)?;
        let mut stored = transaction.second_factors().of_user(user)?;
        let confirmed = set_up_steps::confirm(ports, &mut stored, code, now)?;
        transaction.second_factors().save(&stored)?;
        notice::queue_added(ports, transaction.as_mut(), &account, confirmed.replaced, now)?;
        let act = Act::SecondFactorAdded {
            user,
            replaced: confirmed.replaced,
        };
        let recorded = audit::record(ports, transaction.as_mut(), caller, act)?;
        transaction.commit(recorded)?;
        Ok(confirmed.recovery_codes)
    })
}

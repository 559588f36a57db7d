//! Adds a passkey during a pending sign-in, for a person whose roles need a second factor and whose
//! period of grace is over: `POST users/signin/second-factor/passkey/options/` and `POST
//! users/signin/second-factor/passkey/` (decisions O6).

use aditus_domain::accounts::passkey::PasskeyName;
use aditus_domain::accounts::second_factor::{CodeCheck, PendingError, PendingStep};
use aditus_domain::limits::Limit;
use thiserror::Error;

use super::{Options, ceremony, enrolment};
use crate::accounts::conflicts::{may_conflict, retry_conflicts};
use crate::accounts::second_factor::pending::{self, Attempt, Origin};
use crate::accounts::second_factor::set_up_at_sign_in::Completed;
use crate::accounts::sign_in_limits::NotifyError;
use crate::accounts::sign_in_progress;
use crate::audit::{self, Unrecorded};
use crate::failure::failure;
use crate::limits::{self, LimitError};
use crate::ports::{Ports, StoreError};

/// The new passkey, and the pending sign-in. There is no `Debug`: the response must not reach a log.
#[derive(Clone)]
pub struct Command {
    /// The name that the person gives it.
    pub name: String,
    /// `RegistrationResponseJSON`.
    pub credential: String,
    /// The pending sign-in.
    pub origin: Origin,
}

/// Errors of adding a passkey during a sign-in.
#[derive(Debug, Error)]
pub enum Error {
    /// The sign-in has ended, or waits for another step.
    #[error(transparent)]
    Pending(pending::Error),
    /// The passkey is not accepted.
    #[error(transparent)]
    Enrolment(enrolment::Error),
    /// Too many ceremonies began recently.
    #[error(transparent)]
    Limit(#[from] LimitError),
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

impl From<pending::Error> for Error {
    fn from(error: pending::Error) -> Self {
        match error {
            pending::Error::Store(error) => error.into(),
            other => Self::Pending(other),
        }
    }
}

impl From<enrolment::Error> for Error {
    fn from(error: enrolment::Error) -> Self {
        match error {
            enrolment::Error::Store(error) => error.into(),
            other => Self::Enrolment(other),
        }
    }
}

impl From<NotifyError> for Error {
    fn from(error: NotifyError) -> Self {
        pending::Error::from(error).into()
    }
}

failure! {
    Error {
        forwards Pending, Enrolment, Limit, Store;
    }
}

may_conflict!(Error);

/// Returns the options with which the browser makes a passkey.
pub fn begin(ports: &Ports, origin: &Origin) -> Result<Options, Error> {
    ceremony::adapter(ports).map_err(enrolment::Error::from)?;
    let counter = limits::caller_counter(ports, Limit::PasskeySignIn, None, &origin.address);
    limits::spend(ports, &counter)?;
    retry_conflicts(|| {
        let (mut transaction, attempt) = Attempt::begin(ports, origin, PendingStep::SetUp)?;
        let options = enrolment::begin(ports, transaction.as_mut(), &attempt.account)?;
        // Adding the passkey has an audit entry.
        transaction.commit(audit::unrecorded(Unrecorded::PartOfRecordedOperation))?;
        Ok(options)
    })
}

/// Adds the passkey that the browser made, and signs the person in. Mails the owner.
pub fn execute(ports: &Ports, command: &Command) -> Result<Completed, Error> {
    PasskeyName::parse(&command.name).map_err(enrolment::Error::from)?;
    let user = pending::owner(ports, &command.origin)?;
    let new = enrolment::verify(ports, user, &command.name, &command.credential)?;
    retry_conflicts(|| {
        let (mut transaction, attempt) = Attempt::begin(ports, &command.origin, PendingStep::SetUp)?;
        if attempt.account.id != user || transaction.second_factors().of_user(user)?.factor.is_active() {
            // The account got a second factor elsewhere, and signing in needs that one.
            return Err(pending::Error::from(PendingError::Ended).into());
        }
        let added = enrolment::store(ports, transaction.as_mut(), &attempt.account, &new)?;
        let transaction = attempt.enter(ports, transaction, CodeCheck::Right)?;
        let sign_in = attempt.into_sign_in();
        let (factor, acts) = (Some("passkey"), vec![added.act]);
        let answer = sign_in_progress::complete(ports, transaction, sign_in, factor, acts)?;
        Ok(Completed {
            answer,
            recovery_codes: added.recovery_codes,
        })
    })
}

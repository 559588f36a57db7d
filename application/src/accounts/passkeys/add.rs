//! Adds a passkey in an open session: `POST users/passkeys/options/` and `POST users/passkeys/`
//! (decisions C15, O6).

use aditus_domain::ids::PasskeyId;
use aditus_domain::limits::Limit;
use thiserror::Error;

use super::{Options, ceremony, enrolment};
use crate::access::{AccessError, Caller};
use crate::accounts::conflicts::{may_conflict, retry_conflicts};
use crate::accounts::second_factor::confirm_owner::{self, Confirmation};
use crate::audit::{self, Unrecorded};
use crate::failure::failure;
use crate::limits::{self, LimitError};
use crate::ports::{Ports, StoreError};

/// The new passkey. There is no `Debug`: the response must not reach a log.
#[derive(Clone)]
pub struct Command {
    /// The name that the person gives it.
    pub name: String,
    /// `RegistrationResponseJSON`.
    pub credential: String,
}

/// The passkey that was added.
#[derive(Clone, PartialEq, Eq)]
pub struct Answer {
    /// Its id.
    pub passkey: PasskeyId,
    /// The recovery codes, which are shown once; empty if the account has some left.
    pub recovery_codes: Vec<String>,
}

/// Errors of adding a passkey in a session.
#[derive(Debug, Error)]
pub enum Error {
    /// The account was erased.
    #[error(transparent)]
    Access(#[from] AccessError),
    /// Neither the password nor the present factor confirms the change.
    #[error(transparent)]
    Confirmation(#[from] confirm_owner::Error),
    /// The passkey is not accepted.
    #[error(transparent)]
    Enrolment(enrolment::Error),
    /// The caller made too many changes recently.
    #[error(transparent)]
    Limit(#[from] LimitError),
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

impl From<enrolment::Error> for Error {
    fn from(error: enrolment::Error) -> Self {
        match error {
            enrolment::Error::Store(error) => error.into(),
            other => Self::Enrolment(other),
        }
    }
}

failure! {
    Error {
        forwards Access, Confirmation, Enrolment, Limit, Store;
    }
}

may_conflict!(Error);

/// Returns the options with which the browser makes a passkey.
pub fn begin(ports: &Ports, caller: &Caller, confirmation: &Confirmation) -> Result<Options, Error> {
    ceremony::adapter(ports).map_err(enrolment::Error::from)?;
    confirm_owner::execute(ports, caller, confirmation)?;
    retry_conflicts(|| {
        let mut transaction = ports.database.begin()?;
        limits::spend_of(ports, transaction.as_mut(), Limit::Profile, caller)?;
        let account = transaction.accounts().by_id(caller.user)?;
        let account = account.ok_or(AccessError::Role)?;
        let options = enrolment::begin(ports, transaction.as_mut(), &account)?;
        // Adding the passkey has an audit entry.
        transaction.commit(audit::unrecorded(Unrecorded::PartOfRecordedOperation))?;
        Ok(options)
    })
}

/// Adds the passkey that the browser made, and mails the owner.
pub fn execute(ports: &Ports, caller: &Caller, command: &Command) -> Result<Answer, Error> {
    let counter = limits::caller_counter(ports, Limit::Profile, Some(caller), "");
    limits::spend(ports, &counter)?;
    let new = enrolment::verify(ports, caller.user, &command.name, &command.credential)?;
    retry_conflicts(|| {
        let mut transaction = ports.database.begin()?;
        let account = transaction.accounts().by_id(caller.user)?;
        let account = account.ok_or(AccessError::Role)?;
        let added = enrolment::store(ports, transaction.as_mut(), &account, &new)?;
        let recorded = audit::record(ports, transaction.as_mut(), caller, added.act)?;
        transaction.commit(recorded)?;
        Ok(Answer {
            passkey: added.id,
            recovery_codes: added.recovery_codes,
        })
    })
}

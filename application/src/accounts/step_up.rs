//! Confirms the password in an open session: `POST users/confirm-password/` (decisions C15). For
//! the next minutes the session may make sensitive changes; see [`Caller::require_password`].

use thiserror::Error;

use super::confirm_password;
use crate::access::Caller;
use crate::audit::{self, Unrecorded};
use crate::failure::failure;
use crate::ports::{Ports, StoreError};

/// The password and the origin of the call. There is no `Debug`: the password must not reach a log.
#[derive(Clone)]
pub struct Command {
    /// The password as typed.
    pub password: String,
    /// The network address of the caller.
    pub address: String,
}

/// Errors of confirming the password.
#[derive(Debug, Error)]
pub enum Error {
    /// The password is missing.
    #[error("The password is required")]
    Missing,
    /// The password is wrong, or was wrong too often.
    #[error(transparent)]
    Password(#[from] confirm_password::Error),
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

failure! {
    Error {
        forwards Password, Store;
        Missing => Invalid, reason: InvalidFields, field: "password";
    }
}

/// Stores the confirmation in the session of this call only. If a change of the password has ended
/// the session in the meantime, nothing is stored.
pub fn execute(ports: &Ports, caller: &Caller, command: &Command) -> Result<(), Error> {
    if command.password.is_empty() {
        return Err(Error::Missing);
    }
    confirm_password::execute(ports, caller, &command.password, &command.address)?;
    let mut transaction = ports.database.begin()?;
    transaction
        .sessions()
        .record_password_confirmation(caller.session, ports.clock.now())?;
    // `confirm_password::execute` has already added the audit entry.
    transaction.commit(audit::unrecorded(Unrecorded::PartOfRecordedOperation))?;
    Ok(())
}

//! The password is given again in an open session: `POST users/confirm-password/` (decisions C15). For the next minutes the
//! session may do what a stolen one must not; see [`Caller::require_password`].

use thiserror::Error;

use super::confirm_password;
use crate::access::Caller;
use crate::audit::{self, Unrecorded};
use crate::failure::failure;
use crate::ports::{Ports, StoreError};

/// The password, and where it comes from. There is no `Debug`: the password must not reach a log.
#[derive(Clone)]
pub struct Command {
    /// As it was typed.
    pub password: String,
    /// The network address of the caller.
    pub address: String,
}

/// Why it does not count.
#[derive(Debug, Error)]
pub enum Error {
    /// None was given.
    #[error("The password is required")]
    Missing,
    /// It is wrong, or was wrong too often.
    #[error(transparent)]
    Password(#[from] confirm_password::Error),
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

failure! {
    Error {
        forwards Password, Store;
        Missing => Invalid, field: "password";
    }
}

/// Notes in the session of this call, and in no other, that its owner gave the password. Where a change of the password ended
/// the session meanwhile there is nothing left to note it in.
pub fn execute(ports: &Ports, caller: &Caller, command: &Command) -> Result<(), Error> {
    if command.password.is_empty() {
        return Err(Error::Missing);
    }
    confirm_password::execute(ports, caller, &command.password, &command.address)?;
    let mut transaction = ports.database.begin()?;
    transaction
        .sessions()
        .note_password(caller.session, ports.clock.now())?;
    // The entry was made where the password was found to be right.
    transaction.commit(audit::unrecorded(Unrecorded::PartOfAWork))?;
    Ok(())
}

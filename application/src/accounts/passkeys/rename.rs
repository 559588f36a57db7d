//! Renames a passkey of the caller: `PUT users/passkeys/{passkey_id}/` (decisions O6).

use aditus_domain::accounts::passkey::{PasskeyName, PasskeyNameError};
use aditus_domain::ids::PasskeyId;
use aditus_domain::limits::Limit;
use thiserror::Error;

use crate::access::Caller;
use crate::accounts::conflicts::{may_conflict, retry_conflicts};
use crate::audit::{self, Unrecorded};
use crate::failure::failure;
use crate::limits::{self, LimitError};
use crate::ports::{Ports, StoreError};

/// Errors of renaming a passkey.
#[derive(Debug, Error)]
pub enum Error {
    /// The name is missing or not allowed.
    #[error(transparent)]
    Name(#[from] PasskeyNameError),
    /// The account has no such passkey.
    #[error("You don't have this passkey any more.")]
    NotFound,
    /// The caller made too many changes recently.
    #[error(transparent)]
    Limit(#[from] LimitError),
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

failure! {
    Error {
        forwards Limit, Store;
        Name(_) => Invalid, reason: InvalidFields, field: "name";
        NotFound => NotFound, reason: PasskeyNotFound;
    }
}

may_conflict!(Error);

/// Gives the passkey another name.
pub fn execute(ports: &Ports, caller: &Caller, id: PasskeyId, name: &str) -> Result<(), Error> {
    let name = PasskeyName::parse(name)?;
    retry_conflicts(|| {
        let mut transaction = ports.database.begin()?;
        limits::spend_of(ports, transaction.as_mut(), Limit::Profile, caller)?;
        if !transaction.passkeys().rename(caller.user, id, &name)? {
            return Err(Error::NotFound);
        }
        // The name is for its owner alone, and decides nothing.
        transaction.commit(audit::unrecorded(Unrecorded::PrivateState))?;
        Ok(())
    })
}

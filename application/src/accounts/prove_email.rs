//! Verifies a new email address by a code: `POST users/verify-otp/` (1 §5.5, §8; decisions A5).

use aditus_domain::accounts::{CodePurpose, OtpCode};
use aditus_domain::audit::Act;
use aditus_domain::form::FormFaults;
use thiserror::Error;

use super::codes::{self, CodeEntry, EntryError};
use super::contact;
use crate::access::Caller;
use crate::audit;
use crate::failure::failure;
use crate::ports::{Ports, StoreError};

/// The new address and the code that was sent to it.
#[derive(Clone)]
pub struct Command {
    /// The address.
    pub username: String,
    /// The code.
    pub otp: String,
}

/// Errors of verifying the address.
#[derive(Debug, Error)]
pub enum Error {
    /// The address or code is missing or invalid.
    #[error(transparent)]
    Form(#[from] FormFaults),
    /// The code was refused.
    #[error(transparent)]
    Code(#[from] EntryError),
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

failure! {
    Error {
        forwards Code, Store;
        Form(faults) => Invalid, reason: InvalidFields, fields: faults.by_field();
    }
}

/// Redeems the caller's code. The address then counts as verified for ten minutes.
pub fn execute(ports: &Ports, caller: &Caller, command: &Command) -> Result<(), Error> {
    let mut transaction = ports.database.begin()?;
    let account = transaction.accounts().by_id(caller.user)?;
    let account = account.ok_or_else(|| StoreError::internal("the caller has no account"))?;
    let address = contact::new_address(&command.username).map_err(|faults| {
        // The call names the address `username`.
        FormFaults::one("username", faults.to_string())
    });
    let code = OtpCode::parse(&command.otp, contact::email_flow(&account))
        .map_err(|error| FormFaults::one("otp", error.to_string()).after(address.clone()))?;
    let address = address?;
    let subject = contact::subject(caller.user);
    let context = address.folded();
    let entry = CodeEntry {
        purpose: CodePurpose::EmailChange,
        subject: &subject,
        context: &context,
        code: &code,
        by: caller.into(),
        account: Some(caller.user),
        request: None,
    };
    let mut transaction = codes::redeem(ports, transaction, &entry)?;
    let act = Act::EmailProved { user: caller.user };
    let recorded = audit::record(ports, transaction.as_mut(), caller, act)?;
    transaction.commit(recorded)?;
    Ok(())
}

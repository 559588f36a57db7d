//! Changes the account's email address to a verified one: `PATCH users/update-user-email/` (1 §5.5,
//! §8; decisions A5).

use aditus_domain::accounts::{ContactChange, OtpFlow};
use aditus_domain::audit::{Act, Personal};
use aditus_domain::form::FormFaults;
use thiserror::Error;

use super::{codes, contact, owner_notice, take_back};
use crate::access::{AccessError, Caller};
use crate::audit;
use crate::failure::failure;
use crate::notifications::envelope::PostError;
use crate::ports::{Ports, StoreError};

/// The new address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    /// The address as typed.
    pub org_email: String,
}

/// Errors of changing the email address.
#[derive(Debug, Error)]
pub enum Error {
    /// The password has to be confirmed again.
    #[error(transparent)]
    Access(#[from] AccessError),
    /// The address is invalid or not verified.
    #[error(transparent)]
    Form(#[from] FormFaults),
    /// Another account has this address.
    #[error("This email is already registered by another user")]
    Taken,
    /// The mail to the owner could not be queued.
    #[error(transparent)]
    Post(#[from] PostError),
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

failure! {
    Error {
        forwards Access, Post, Store;
        Form(faults) => Invalid, reason: InvalidFields, fields: faults.by_field();
        Taken => Conflict, reason: EmailTaken, field: "org_email";
    }
}

/// Changes the address and mails the owner at both addresses. The mail to the old address contains
/// a link that reverts the change.
pub fn execute(ports: &Ports, caller: &Caller, command: &Command) -> Result<(), Error> {
    caller.require_password(ports.clock.now())?;
    let address = contact::new_address(&command.org_email)?;
    let mut transaction = ports.database.begin()?;
    let account = transaction.accounts().by_id(caller.user)?;
    let mut account = account.ok_or_else(|| StoreError::internal("the caller has no account"))?;
    if contact::is_taken(transaction.as_mut(), &address.folded(), caller.user)? {
        return Err(Error::Taken);
    }
    let now = ports.clock.now();
    if !contact::is_proven(transaction.as_mut(), caller.user, &address, now)? {
        return Err(FormFaults::one("otp", OtpFlow::EmailChange.missing_message()).into());
    }
    let old = account.org_email.replace(address.clone());
    account.email_is_verified = true;
    transaction
        .accounts()
        .save(&account)
        .map_err(|error| match error {
            StoreError::Duplicate(_) => Error::Taken,
            other => other.into(),
        })?;
    codes::void_all_of(ports, transaction.as_mut(), account.id)?;
    let old = old.filter(|old| old.folded() != address.folded());
    let link = match &old {
        Some(old) => {
            let change = ContactChange::Email {
                old: old.clone(),
                new: address.clone(),
            };
            take_back::store_change(ports, transaction.as_mut(), &account, change)?
        }
        None => String::new(),
    };
    let old = old.as_ref().map(|old| (old, link.as_str()));
    owner_notice::queue_email(ports, transaction.as_mut(), &account, &address, old, now)?;
    let act = Act::EmailChanged {
        user: account.id,
        email: Personal::new(address.as_str()),
    };
    let recorded = audit::record(ports, transaction.as_mut(), caller, act)?;
    transaction.commit(recorded)?;
    Ok(())
}

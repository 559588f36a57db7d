//! Changes the password of the signed-in caller: `PUT users/password/` (decisions C15). The current
//! password is confirmed as for every sensitive change; see [`Caller::require_password`].

use aditus_domain::accounts::{Password, PasswordFaults};
use aditus_domain::audit::Act;
use aditus_domain::limits::Limit;
use thiserror::Error;

use super::codes;
use super::owner_notice::{self, Ended, EndedSessions};
use super::strength::{self, PersonalDetails};
use crate::access::{AccessError, Caller};
use crate::audit;
use crate::failure::failure;
use crate::limits::{self, LimitError};
use crate::notifications::envelope::PostError;
use crate::ports::{PasswordError, Ports, StoreError, Weakness};

/// The new password. There is no `Debug`: it must not reach a log.
#[derive(Clone)]
pub struct Command {
    /// The password as typed.
    pub password: String,
}

/// Errors of changing the password.
#[derive(Debug, Error)]
pub enum Error {
    /// The current password has to be confirmed first, or the account was erased.
    #[error(transparent)]
    Access(#[from] AccessError),
    /// The new password is too weak.
    #[error(transparent)]
    Weak(#[from] PasswordFaults),
    /// The new password is too easy to guess.
    #[error(transparent)]
    Guessable(#[from] Weakness),
    /// The new password equals the current one.
    #[error("This is your current password. Choose another one.")]
    Same,
    /// Another call changed the password in the meantime.
    #[error("Your password has changed in the meantime. Enter the current one and try again.")]
    Changed,
    /// The caller made too many changes recently.
    #[error(transparent)]
    Limit(#[from] LimitError),
    /// The mail to the owner could not be queued.
    #[error(transparent)]
    Post(#[from] PostError),
    /// The password could not be hashed.
    #[error("Something went wrong on our side. Try again in a moment.")]
    Password(#[from] PasswordError),
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

failure! {
    Error {
        forwards Access, Limit, Post, Store;
        Weak(faults) => Invalid, reason: PasswordWeak, fields: faults
            .list()
            .iter()
            .map(|fault| ("password".to_owned(), fault.to_string()))
            .collect();
        Guessable(_) => Invalid, reason: PasswordGuessable, field: "password";
        Same => Invalid, reason: PasswordUnchanged, field: "password";
        Changed => Conflict, reason: PasswordChanged;
        Password(_) => Internal, reason: Internal;
    }
}

/// Replaces the password, ends every other session of the account and mails its owner. The session
/// of this call stays.
pub fn execute(ports: &Ports, caller: &Caller, command: &Command) -> Result<(), Error> {
    caller.require_password(ports.clock.now())?;
    let password = Password::parse(&command.password)?;
    let account = ports.database.read()?.account_lookup().by_id(caller.user)?;
    let account = account.ok_or(AccessError::Role)?;
    let organisation = strength::organisation_of(ports, &account)?;
    strength::require(
        ports,
        &password,
        &PersonalDetails::from_account(&account, &organisation),
    )?;
    let old_hash = account.password_hash;
    if ports.passwords.verify(password.expose(), &old_hash)? {
        return Err(Error::Same);
    }
    let new_hash = ports.passwords.hash(password.expose())?;

    let mut transaction = ports.database.begin()?;
    limits::spend_of(ports, transaction.as_mut(), Limit::Profile, caller)?;
    let account = transaction.accounts().by_id(caller.user)?;
    let Some(mut account) = account.filter(|account| account.password_hash == old_hash) else {
        return Err(Error::Changed);
    };
    account.password_hash = new_hash;
    transaction.accounts().save(&account)?;
    transaction.sessions().end_others(caller.user, caller.session)?;
    codes::void_all_of(ports, transaction.as_mut(), account.id)?;
    if let Some(to) = account.org_email.clone() {
        let now = ports.clock.now();
        owner_notice::queue_password(
            ports,
            transaction.as_mut(),
            &account,
            &to,
            Ended {
                sessions: EndedSessions::Others,
                feed: false,
            },
            now,
        )?;
    }
    let act = Act::PasswordChanged { user: account.id };
    let recorded = audit::record(ports, transaction.as_mut(), caller, act)?;
    transaction.commit(recorded)?;
    Ok(())
}

//! Sets the password of any account for an operator of the server: `aditus set-password`.
//!
//! It needs neither the present password nor a code, so only a command on the server's machine
//! calls it.

use aditus_domain::accounts::{Password, PasswordFaults};
use aditus_domain::audit::{Act, Actor};
use aditus_domain::ids::UserId;
use thiserror::Error;

use super::Account;
use super::codes;
use super::ended_feed;
use super::owner_notice::{self, Ended, EndedSessions};
use super::sign_in::Username;
use super::strength::{self, PersonalDetails};
use crate::audit;
use crate::notifications::envelope::PostError;
use crate::ports::{PasswordError, Ports, StoreError, Weakness};

/// The account and its new password. There is no `Debug`: the password must not reach a log.
#[derive(Clone)]
pub struct Command {
    /// The account, as [`find`] returns it.
    pub user: UserId,
    /// The new password.
    pub password: String,
}

/// Errors of setting a password.
#[derive(Debug, Error)]
pub enum Error {
    /// The account was erased in the meantime.
    #[error("this account no longer exists")]
    Unknown,
    /// The new password is too weak.
    #[error("the password: {0}")]
    Weak(#[from] PasswordFaults),
    /// The new password is too easy to guess.
    #[error("the password: {0}")]
    Guessable(#[from] Weakness),
    /// The mail to the owner could not be queued.
    #[error(transparent)]
    Post(#[from] PostError),
    /// The password could not be hashed.
    #[error("the password cannot be hashed")]
    Password(#[from] PasswordError),
    /// The database refused.
    #[error("the database refused the change")]
    Store(#[from] StoreError),
}

/// Returns the account that signs in with this email address or phone number, in any state.
pub fn find(ports: &Ports, username: &str) -> Result<Option<Account>, StoreError> {
    match Username::read(username).look_up {
        Some(look_up) => ports.database.read()?.account_lookup().by_username(&look_up),
        None => Ok(None),
    }
}

/// Replaces the password, ends every session and the calendar feed of the account, voids its codes
/// and mails its owner.
///
/// The state of the account stays: a disabled account cannot sign in with its new password either.
pub fn execute(ports: &Ports, command: &Command) -> Result<(), Error> {
    let password = Password::parse(&command.password)?;
    let account = ports.database.read()?.account_lookup().by_id(command.user)?;
    let account = account.ok_or(Error::Unknown)?;
    let organisation = strength::organisation_of(ports, &account)?;
    strength::require(
        ports,
        &password,
        &PersonalDetails::from_account(&account, &organisation),
    )?;
    let password_hash = ports.passwords.hash(password.expose())?;

    let mut transaction = ports.database.begin()?;
    let account = transaction.accounts().by_id(command.user)?;
    let mut account = account.ok_or(Error::Unknown)?;
    account.password_hash = password_hash;
    transaction.accounts().save(&account)?;
    transaction.sessions().end_all(account.id)?;
    let feed = ended_feed::end(transaction.as_mut(), account.id)?;
    codes::void_all_of(ports, transaction.as_mut(), account.id)?;
    if let Some(to) = account.org_email.clone() {
        let now = ports.clock.now();
        owner_notice::queue_password(
            ports,
            transaction.as_mut(),
            &account,
            &to,
            Ended {
                sessions: EndedSessions::ByOperator,
                feed: feed.is_some(),
            },
            now,
        )?;
    }
    let acts = [Act::PasswordSet { user: account.id }].into_iter().chain(feed);
    let recorded = audit::record_all(ports, transaction.as_mut(), Actor::System, acts)?;
    transaction.commit(recorded)?;
    Ok(())
}

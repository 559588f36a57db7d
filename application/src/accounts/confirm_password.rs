//! Asks a person who is signed in for the password again: an inner service of what must not be done by whoever finds an
//! open session (1 §6). Wrong entries are limited as failures to sign in are (decisions A12).

use aditus_domain::accounts::{Password, TooMany};
use aditus_domain::ids::UserId;
use thiserror::Error;

use super::attempts::{check_limit, note_failure};
use crate::failure::{Failure, Kind};
use crate::ports::{PasswordError, Ports, StoreError};

/// Why the password does not do.
#[derive(Debug, Error)]
pub enum Error {
    /// It is not the person's. The failure has been counted and committed.
    #[error("Invalid Password")]
    Wrong,
    /// Too many failures of this person or from this address.
    #[error(transparent)]
    TooMany(#[from] TooMany),
    /// The stored hash cannot be read.
    #[error("Something went wrong on our side. Try again in a moment.")]
    Password(#[from] PasswordError),
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

impl Failure for Error {
    fn kind(&self) -> Kind {
        match self {
            Self::Wrong => Kind::Unauthenticated,
            Self::TooMany(limit) => Kind::TooMany(limit.retry_after),
            Self::Password(_) => Kind::Internal,
            Self::Store(error) => error.kind(),
        }
    }
}

/// Returns when the password is the person's. It is hashed with no transaction open; the limit is looked at before and
/// after (`attempts`).
pub fn execute(ports: &Ports, user: UserId, password: &str, address: &str) -> Result<(), Error> {
    let key = key(user);
    let hash = {
        let mut views = ports.database.read()?;
        check_limit::<Error>(views.failed_sign_ins(), &key, address, ports.clock.now())?;
        let account = views.account_lookup().by_id(user)?.ok_or(Error::Wrong)?;
        account.password_hash
    };
    let possible = password.chars().count() <= Password::MAX_LENGTH;
    let right = possible && ports.passwords.verify(password, &hash)?;
    let now = ports.clock.now();
    let mut transaction = ports.database.begin()?;
    check_limit::<Error>(transaction.sign_in_attempts(), &key, address, now)?;
    if right {
        transaction.sign_in_attempts().forget_account(&key)?;
        transaction.commit()?;
        return Ok(());
    }
    note_failure(transaction.sign_in_attempts(), &key, address, now)?;
    transaction.commit()?;
    Err(Error::Wrong)
}

/// What failures are counted under. They have a count of their own: somebody who fails to sign in under the name of an
/// Admin must not keep the Admin, who is signed in, from working. Nobody can type this key as a username, because those
/// are counted in lower case.
fn key(user: UserId) -> String {
    format!("Password of {user}")
}

//! The code of a registration is sent again: `POST users/verify/resend` (1 §8; decisions A3).

use aditus_domain::accounts::EmailAddress;
use thiserror::Error;

use super::sign_up;
use crate::failure::failure;
use crate::ports::{Ports, StoreError};

pub use super::sign_up::{Answer, Command};

/// Why no code was sent.
#[derive(Debug, Error)]
pub enum Error {
    /// It was not said to whom.
    #[error("Failed to resend OTP")]
    NoUsername,
    /// As at the first time.
    #[error(transparent)]
    SignUp(#[from] sign_up::Error),
}

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Self {
        Self::SignUp(error.into())
    }
}

failure! {
    Error {
        forwards SignUp;
        NoUsername => Invalid, field: "username";
    }
}

/// Sends a new code and voids the one before it.
pub fn execute(ports: &Ports, command: &Command) -> Result<Answer, Error> {
    if command.username.trim().is_empty() {
        return Err(Error::NoUsername);
    }
    let address = EmailAddress::parse(&command.username).map_err(sign_up::Error::Email)?;
    sign_up::limit(ports, command).map_err(sign_up::Error::Send)?;
    let mut transaction = ports.database.begin()?;
    sign_up::refuse_taken(transaction.as_mut(), &address)?;
    let (sent, recorded) =
        sign_up::send(ports, transaction.as_mut(), &address).map_err(sign_up::Error::Send)?;
    transaction.commit(recorded)?;
    Ok(sent)
}

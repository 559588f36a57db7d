//! Resends the code of a registration: `POST users/verify/resend` (1 §8; decisions A3).

use aditus_domain::accounts::EmailAddress;
use thiserror::Error;

use super::sign_up;
use crate::failure::failure;
use crate::ports::{Ports, StoreError};

pub use super::sign_up::{Answer, Command};

/// Errors of resending the code.
#[derive(Debug, Error)]
pub enum Error {
    /// The address is missing.
    #[error("Failed to resend OTP")]
    NoUsername,
    /// The same errors as for the first code.
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
        NoUsername => Invalid, reason: InvalidFields, field: "username";
    }
}

/// Sends a new code and voids the previous one.
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

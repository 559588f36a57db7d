//! A stranger wants to register: `POST users/signup/` sends the code that proves the address (1 §4, §8; decisions A3).

use aditus_domain::accounts::{CodePurpose, EmailAddress, EmailError};
use chrono::{DateTime, Utc};
use thiserror::Error;

use super::SendError;
use super::code_sending::{self, Addressee};
use super::codes::Order;
use crate::failure::{Failure, Kind};
use crate::ports::{Ports, StoreError, Transaction};

/// Who wants to register.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    /// The e-mail address.
    pub username: String,
}

/// The code is on its way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Answer {
    /// When it was issued.
    pub issued_at: DateTime<Utc>,
}

/// Why no code was sent.
#[derive(Debug, Error)]
pub enum Error {
    /// This is no address.
    #[error(transparent)]
    Email(EmailError),
    /// An account has this address. `users/duplicate-email/` tells as much while the form is filled in.
    #[error("User with this email or phone number already exists")]
    Taken,
    /// A code that was sent before is still good.
    #[error("An OTP was already sent. Verify using that OTP")]
    AlreadySent {
        /// When it was issued.
        at: DateTime<Utc>,
    },
    /// The code could not be sent.
    #[error(transparent)]
    Send(#[from] SendError),
}

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Self {
        Self::Send(error.into())
    }
}

impl Failure for Error {
    fn kind(&self) -> Kind {
        match self {
            Self::Email(_) => Kind::Invalid,
            Self::Taken | Self::AlreadySent { .. } => Kind::Conflict,
            Self::Send(error) => error.kind(),
        }
    }

    fn code(&self) -> Option<u16> {
        match self {
            Self::AlreadySent { .. } => Some(601),
            Self::Send(error) => error.code(),
            Self::Email(_) | Self::Taken => None,
        }
    }

    fn code_sent_at(&self) -> Option<DateTime<Utc>> {
        match self {
            Self::AlreadySent { at } => Some(*at),
            _ => None,
        }
    }

    fn fields(&self) -> Vec<(String, String)> {
        match self {
            Self::Email(error) => vec![("username".to_owned(), error.to_string())],
            _ => Vec::new(),
        }
    }
}

/// Sends a code, unless one is on its way already.
pub fn execute(ports: &Ports, command: &Command) -> Result<Answer, Error> {
    let address = EmailAddress::parse(&command.username).map_err(Error::Email)?;
    let mut transaction = ports.database.begin()?;
    refuse_taken(transaction.as_mut(), &address)?;
    let sent = transaction
        .codes()
        .newest(CodePurpose::SignUp, &address.folded())?;
    if let Some(sent) = sent.filter(|sent| sent.code.is_live(ports.clock.now())) {
        return Err(Error::AlreadySent {
            at: sent.code.issued_at,
        });
    }
    let issued_at = send(ports, transaction.as_mut(), &address)?;
    transaction.commit()?;
    Ok(Answer { issued_at })
}

/// Refuses an address that an account has.
pub(super) fn refuse_taken(transaction: &mut dyn Transaction, address: &EmailAddress) -> Result<(), Error> {
    match transaction.accounts().by_username(&address.folded())? {
        Some(_) => Err(Error::Taken),
        None => Ok(()),
    }
}

/// Sends a code to an address that is about to be registered.
pub(super) fn send(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    address: &EmailAddress,
) -> Result<DateTime<Utc>, SendError> {
    let order = Order {
        purpose: CodePurpose::SignUp,
        subject: &address.folded(),
        context: "",
    };
    let addressee = Addressee {
        to: address,
        greeting: "there",
        purpose: "verify your email address and complete your registration",
    };
    let issued = code_sending::send(ports, transaction, &order, addressee)?;
    Ok(issued.issued_at)
}

//! Starts a registration: `POST users/signup/` sends the code that verifies the address (1 §4, §8;
//! decisions A3).

use aditus_domain::accounts::{CodePurpose, EmailAddress, EmailError};
use aditus_domain::audit::{Act, Actor, Personal};
use aditus_domain::limits::Limit;
use thiserror::Error;

use super::SendError;
use super::code_sending::{self, Addressee};
use super::codes::{self, CodeRequest};
use crate::audit::{self, Recorded};
use crate::failure::{Failure, Kind, Reason};
use crate::limits;
use crate::ports::{Ports, StoreError, Transaction};

/// The address to register.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    /// The email address.
    pub username: String,
    /// The network address of the caller.
    pub address: String,
}

/// The times of the code that was sent.
pub use super::codes::Sent as Answer;

/// Errors of starting a registration.
#[derive(Debug, Error)]
pub enum Error {
    /// The address is invalid.
    #[error(transparent)]
    Email(EmailError),
    /// An account has this address. `users/duplicate-email/` reveals the same while the form is
    /// filled in.
    #[error("User with this email or phone number already exists")]
    Taken,
    /// A code that was sent before is still valid.
    #[error("An OTP was already sent. Verify using that OTP")]
    AlreadySent(Answer),
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
            Self::Taken | Self::AlreadySent(_) => Kind::Conflict,
            Self::Send(error) => error.kind(),
        }
    }

    fn reason(&self) -> Reason {
        match self {
            Self::Email(_) => Reason::InvalidFields,
            Self::Taken => Reason::AccountExists,
            Self::AlreadySent(_) => Reason::CodeAlreadySent,
            Self::Send(error) => error.reason(),
        }
    }

    fn code(&self) -> Option<u16> {
        match self {
            Self::AlreadySent(_) => Some(601),
            Self::Send(error) => error.code(),
            Self::Email(_) | Self::Taken => None,
        }
    }

    fn code_sent(&self) -> Option<Answer> {
        match self {
            Self::AlreadySent(sent) => Some(*sent),
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

/// Sends a code, unless there is a live one.
pub fn execute(ports: &Ports, command: &Command) -> Result<Answer, Error> {
    let address = EmailAddress::parse(&command.username).map_err(Error::Email)?;
    limit(ports, command)?;
    let mut transaction = ports.database.begin()?;
    refuse_taken(transaction.as_mut(), &address)?;
    if let Some(sent) = codes::find_live(ports, transaction.as_mut(), &code_request(&address.folded()))? {
        return Err(Error::AlreadySent(sent));
    }
    let (sent, recorded) = send(ports, transaction.as_mut(), &address)?;
    transaction.commit(recorded)?;
    Ok(sent)
}

/// Counts the call in any case, because every answer reveals if an address is taken.
pub(super) fn limit(ports: &Ports, command: &Command) -> Result<(), SendError> {
    let counter = limits::caller_counter(ports, Limit::SignUp, None, &command.address);
    Ok(limits::spend(ports, &counter)?)
}

const fn code_request(subject: &str) -> CodeRequest<'_> {
    CodeRequest {
        purpose: CodePurpose::SignUp,
        subject,
        account: None,
        context: "",
    }
}

pub(super) fn refuse_taken(transaction: &mut dyn Transaction, address: &EmailAddress) -> Result<(), Error> {
    match transaction.accounts().by_username(&address.folded())? {
        Some(_) => Err(Error::Taken),
        None => Ok(()),
    }
}

/// Sends a code to an address that is about to be registered, and adds the audit entry.
pub(super) fn send(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    address: &EmailAddress,
) -> Result<(Answer, Recorded), SendError> {
    let addressee = Addressee {
        to: address,
        greeting: "there",
        purpose: "verify your email address and complete your registration",
    };
    let issued = code_sending::send(ports, transaction, &code_request(&address.folded()), addressee)?;
    let act = Act::SignUpCodeSent {
        email: Personal::new(address.as_str()),
    };
    let recorded = audit::record(ports, transaction, Actor::Anonymous, act)?;
    Ok((issued.sent(), recorded))
}

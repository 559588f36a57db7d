//! A forgotten password: `POST users/forgot-password` with the username alone sends the code (1 §5.4; decisions A9).

use aditus_domain::accounts::{CodePurpose, EmailAddress, EmailError};
use thiserror::Error;

use super::codes::{self, Order};
use super::{Account, SendError};
use crate::failure::{Failure, Kind};
use crate::notifications::code_mail::{self, CodeMail};
use crate::ports::{Ports, StoreError, Transaction};

/// Who forgot their password.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    /// The e-mail address.
    pub username: String,
}

/// If there is such an account, a code is on its way.
pub use super::codes::Sent as Answer;

/// Why no code is on its way. None of it says whether there is an account.
#[derive(Debug, Error)]
pub enum Error {
    /// This is no address.
    #[error(transparent)]
    Email(#[from] EmailError),
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
            Self::Send(error) => error.kind(),
        }
    }

    fn code(&self) -> Option<u16> {
        match self {
            Self::Email(_) => None,
            Self::Send(error) => error.code(),
        }
    }

    fn fields(&self) -> Vec<(String, String)> {
        match self {
            Self::Email(error) => vec![("username".to_owned(), error.to_string())],
            Self::Send(_) => Vec::new(),
        }
    }
}

/// Issues a code, whether there is an account or not: limits, stored rows and the time that all takes are the same. Where
/// there is none, the mail is of no use from the beginning, and the worker drops it unsent.
pub fn execute(ports: &Ports, command: &Command) -> Result<Answer, Error> {
    let address = EmailAddress::parse(&command.username)?;
    let mut transaction = ports.database.begin()?;
    let account = find(transaction.as_mut(), &address)?;
    let order = Order {
        purpose: CodePurpose::ForgotPassword,
        subject: &address.folded(),
        context: "",
    };
    let mut issued = codes::issue(ports, transaction.as_mut(), &order).map_err(SendError::from)?;
    let sent = issued.sent();
    if account.is_none() {
        issued.expires_at = issued.issued_at;
    }
    let greeting = account.as_ref().map_or("there", |account| account.fname.as_str());
    let mail = CodeMail {
        to: &address,
        greeting,
        purpose: "reset your password",
        code: &issued,
    };
    code_mail::queue(ports, transaction.as_mut(), &mail).map_err(SendError::from)?;
    transaction.commit()?;
    Ok(sent)
}

/// The account with this address, if it may sign in.
pub(super) fn find(
    transaction: &mut dyn Transaction,
    address: &EmailAddress,
) -> Result<Option<Account>, StoreError> {
    let account = transaction.accounts().by_username(&address.folded())?;
    Ok(account.filter(|account| account.state.may_sign_in()))
}

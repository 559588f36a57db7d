//! A forgotten password: `POST users/forgot-password` with the username alone sends the code (1 §5.4; decisions A9).

use aditus_domain::accounts::{CodePurpose, EmailAddress, EmailError, TooMany};
use chrono::{DateTime, Utc};
use thiserror::Error;

use super::Account;
use super::codes::{self, IssueError, Order};
use crate::failure::{Failure, Kind};
use crate::notifications::code_mail::{self, CodeMail};
use crate::notifications::envelope::PostError;
use crate::ports::{Ports, StoreError, Transaction};

/// Who forgot their password.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    /// The e-mail address.
    pub username: String,
}

/// If there is such an account, a code is on its way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Answer {
    /// When it was issued.
    pub issued_at: DateTime<Utc>,
}

/// Why no code is on its way. None of it says whether there is an account.
#[derive(Debug, Error)]
pub enum Error {
    /// This is no address.
    #[error(transparent)]
    Email(#[from] EmailError),
    /// It was asked for too soon or too often.
    #[error("{0}")]
    Limit(TooMany),
    /// The code could not be stored, or its mail not be queued.
    #[error("Failed!")]
    Unsent(#[source] Box<dyn std::error::Error + Send + Sync>),
}

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Self {
        Self::Unsent(Box::new(error))
    }
}

impl From<PostError> for Error {
    fn from(error: PostError) -> Self {
        Self::Unsent(Box::new(error))
    }
}

impl From<IssueError> for Error {
    fn from(error: IssueError) -> Self {
        match error {
            IssueError::TooMany(limit) => Self::Limit(limit),
            IssueError::Store(cause) => cause.into(),
        }
    }
}

impl Failure for Error {
    fn kind(&self) -> Kind {
        match self {
            Self::Email(_) => Kind::Invalid,
            Self::Limit(limit) => Kind::TooMany(limit.retry_after),
            Self::Unsent(_) => Kind::Unavailable,
        }
    }

    fn code(&self) -> Option<u16> {
        matches!(self, Self::Unsent(_)).then_some(606)
    }

    fn fields(&self) -> Vec<(String, String)> {
        match self {
            Self::Email(error) => vec![("username".to_owned(), error.to_string())],
            _ => Vec::new(),
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
    let mut issued = codes::issue(ports, transaction.as_mut(), &order)?;
    let issued_at = issued.issued_at;
    if account.is_none() {
        issued.expires_at = issued_at;
    }
    let greeting = account.as_ref().map_or("there", |account| account.fname.as_str());
    let mail = CodeMail {
        to: &address,
        greeting,
        purpose: "reset your password",
        code: &issued,
    };
    code_mail::queue(ports, transaction.as_mut(), &mail)?;
    transaction.commit()?;
    Ok(Answer { issued_at })
}

/// The account with this address, if it may sign in.
pub(super) fn find(
    transaction: &mut dyn Transaction,
    address: &EmailAddress,
) -> Result<Option<Account>, StoreError> {
    let account = transaction.accounts().by_username(&address.folded())?;
    Ok(account.filter(|account| account.state.may_sign_in()))
}

//! Issues a code and queues its mail or text message, for the use cases that verify an address, a
//! number or a person (decisions A3, A4).

use aditus_domain::accounts::{EmailAddress, PhoneNumber, TooMany};
use aditus_domain::limits::Limit;
use thiserror::Error;

use super::codes::{self, CodeRequest, IssueError, IssuedCode};
use crate::access::Caller;
use crate::failure::failure;
use crate::limits::{self, LimitError};
use crate::notifications::code_mail::{self, CodeMail};
use crate::notifications::code_text;
use crate::notifications::envelope::PostError;
use crate::ports::{Ports, StoreError, Transaction};

/// Errors of sending a code.
#[derive(Debug, Error)]
pub enum SendError {
    /// A code was requested too soon or too often (decisions A3).
    #[error("{0}")]
    Limit(TooMany),
    /// The code could not be stored, or its message could not be queued.
    #[error("Failed to send OTP. Resend using the link below")]
    Unsent(#[source] Box<dyn std::error::Error + Send + Sync>),
}

impl From<StoreError> for SendError {
    fn from(error: StoreError) -> Self {
        Self::Unsent(Box::new(error))
    }
}

impl From<LimitError> for SendError {
    fn from(error: LimitError) -> Self {
        match error {
            LimitError::TooMany(limit) => Self::Limit(limit),
            LimitError::Store(cause) => cause.into(),
        }
    }
}

impl From<PostError> for SendError {
    fn from(error: PostError) -> Self {
        Self::Unsent(Box::new(error))
    }
}

impl From<IssueError> for SendError {
    fn from(error: IssueError) -> Self {
        match error {
            IssueError::TooMany(limit) => Self::Limit(limit),
            IssueError::Store(cause) => cause.into(),
        }
    }
}

failure! {
    SendError {
        Limit(limit) => TooMany(limit.retry_after), reason: TooManyRequests;
        Unsent(_) => Unavailable, reason: CodeNotSent, code: Some(606);
    }
}

/// Counts a code request of this person, for any purpose.
pub(crate) fn limit(ports: &Ports, caller: &Caller) -> Result<(), LimitError> {
    limits::spend(
        ports,
        &limits::caller_counter(ports, Limit::Code, Some(caller), ""),
    )
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Addressee<'a> {
    pub to: &'a EmailAddress,
    pub greeting: &'a str,
    /// Completes the sentence "Enter this code to …".
    pub purpose: &'a str,
}

/// Issues a code, voids the previous one, and queues its mail, all within the transaction.
pub(super) fn send(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    code_request: &CodeRequest<'_>,
    addressee: Addressee<'_>,
) -> Result<IssuedCode, SendError> {
    let issued = codes::issue(ports, transaction, code_request)?;
    let mail = CodeMail {
        to: addressee.to,
        greeting: addressee.greeting,
        purpose: addressee.purpose,
        request: None,
        code: &issued,
    };
    code_mail::queue(ports, transaction, &mail)?;
    Ok(issued)
}

/// Issues a code, voids the previous one, and queues its text message, all within the transaction.
///
/// Call it only if [`crate::settings::Settings::text_messages`] is on.
pub(super) fn send_as_text(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    code_request: &CodeRequest<'_>,
    to: &PhoneNumber,
) -> Result<IssuedCode, SendError> {
    let issued = codes::issue(ports, transaction, code_request)?;
    code_text::queue(ports, transaction, to, &issued)?;
    Ok(issued)
}

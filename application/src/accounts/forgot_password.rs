//! Sends the code for a forgotten password: `POST users/forgot-password` with the username alone (1
//! §5.4; decisions A9).

use aditus_domain::accounts::{CodePurpose, EmailAddress, EmailError};
use aditus_domain::audit::{Act, Actor};
use aditus_domain::limits::{Limit, network_of};
use thiserror::Error;

use super::codes::{self, CodeRequest};
use super::known_browser::Browser;
use super::{Account, SendError};
use crate::audit;
use crate::failure::failure;
use crate::limits::{self, counter};
use crate::notifications::code_mail::{self, CodeMail};
use crate::ports::{Ports, StoreError, Transaction};

/// The account whose password was forgotten.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    /// The email address.
    pub username: String,
    /// The origin of the call.
    pub origin: ResetOrigin,
}

/// The origin of a password reset. A code is only valid at the origin that requested it, so that
/// requests and guesses from elsewhere do not affect the owner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResetOrigin {
    /// The network address of the caller.
    pub address: String,
    /// The browser cookie as sent; empty if there was none.
    pub browser: String,
}

impl ResetOrigin {
    /// Returns the browser's name if the browser is known to the account (decisions A12).
    fn known_browser(&self, ports: &Ports, account: Option<&Account>) -> Option<String> {
        let browser = Browser::read(ports, &self.browser)?;
        let is_known = account.is_some_and(|account| browser.is_known_to(account.id));
        is_known.then(|| browser.name().to_owned())
    }

    /// Returns the subject of codes for this address at this origin: the known browser, or else the
    /// network.
    pub(super) fn subject(&self, ports: &Ports, address: &EmailAddress, account: Option<&Account>) -> String {
        let here = self.known_browser(ports, account).map_or_else(
            || format!("network {}", network_of(&self.address)),
            |name| format!("browser {name}"),
        );
        format!("{}\n{here}", address.folded())
    }
}

/// The times of the code. The code is sent only if there is such an account.
pub use super::codes::Sent as Answer;

/// Errors of sending the code. None of them reveals if there is an account.
#[derive(Debug, Error)]
pub enum Error {
    /// The address is invalid.
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

failure! {
    Error {
        forwards Send;
        Email(_) => Invalid, reason: InvalidFields, field: "username";
    }
}

/// Issues a code even if there is no account, so that limits, stored rows, audit entry and response
/// time are the same.
///
/// Without an account, the mail is queued as expired and the worker drops it unsent. With one, it
/// goes to the stored address: the typed address may differ in ways that we treat as equal and a
/// mail server does not.
pub fn execute(ports: &Ports, command: &Command) -> Result<Answer, Error> {
    let address = EmailAddress::parse(&command.username)?;
    let mut transaction = ports.database.begin()?;
    let account = find(transaction.as_mut(), &address)?;
    limit(ports, transaction.as_mut(), command, &address, account.as_ref())?;
    let code_request = CodeRequest {
        purpose: CodePurpose::ForgotPassword,
        subject: &command.origin.subject(ports, &address, account.as_ref()),
        account: account.as_ref().map(|account| account.id),
        context: "",
    };
    let mut issued = codes::issue(ports, transaction.as_mut(), &code_request).map_err(SendError::from)?;
    let sent = issued.sent();
    if account.is_none() {
        issued.expires_at = issued.issued_at;
    }
    let greeting = account.as_ref().map_or("there", |account| account.fname.as_str());
    let stored = account.as_ref().and_then(|account| account.org_email.as_ref());
    let mail = CodeMail {
        to: stored.unwrap_or(&address),
        greeting,
        purpose: "reset your password",
        request: None,
        code: &issued,
    };
    code_mail::queue(ports, transaction.as_mut(), &mail).map_err(SendError::from)?;
    let act = Act::AccountCodeSent {
        user: account.map(|account| account.id),
        purpose: code_request.purpose,
    };
    let recorded = audit::record(ports, transaction.as_mut(), Actor::Anonymous, act)?;
    transaction.commit(recorded)?;
    Ok(sent)
}

/// Limits the mails. For a browser that is known to the account only the limit of its own codes
/// applies, so that other people's requests cannot block the owner.
fn limit(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    command: &Command,
    address: &EmailAddress,
    account: Option<&Account>,
) -> Result<(), Error> {
    if command.origin.known_browser(ports, account).is_some() {
        return Ok(());
    }
    let keys = ports.keys.as_ref();
    let counters = [
        counter(
            keys,
            Limit::ForgottenPassword,
            &[&network_of(&command.origin.address)],
        ),
        counter(keys, Limit::ResetMail, &[&address.folded()]),
    ];
    limits::spend_all_within(ports, transaction.limited_events(), &counters).map_err(SendError::from)?;
    Ok(())
}

/// Returns the account with this address, if it may sign in.
pub(super) fn find(
    transaction: &mut dyn Transaction,
    address: &EmailAddress,
) -> Result<Option<Account>, StoreError> {
    let account = transaction.accounts().by_username(&address.folded())?;
    Ok(account.filter(|account| account.state.may_sign_in()))
}

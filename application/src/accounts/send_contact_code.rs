//! Sends a code for a new address or number: `POST users/setting-otp/` (1 §5.5; decisions A4, A5).
//! The code for an address goes to that address. The code for a number goes to the number, or to
//! the account's email address if text messages are off.

use aditus_domain::accounts::{CodePurpose, EmailAddress, PhoneNumber};
use aditus_domain::audit::Act;
use aditus_domain::form::FormFaults;
use thiserror::Error;

use super::code_sending::{self, Addressee};
use super::codes::{CodeRequest, Sent};
use super::{Account, SendError, contact, phone_claims};
use crate::access::{AccessError, Caller};
use crate::audit;
use crate::failure::failure;
use crate::ports::{Ports, StoreError, Transaction};

/// The address or number to verify.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// A new email address, as typed.
    Email(String),
    /// A new phone number, as typed.
    Phone(String),
}

/// The code was sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// Says where the code was sent.
    pub message: String,
    /// The times of the code.
    pub sent: Sent,
}

/// Errors of sending the code.
#[derive(Debug, Error)]
pub enum Error {
    /// The password has to be confirmed again.
    #[error(transparent)]
    Access(#[from] AccessError),
    /// The address or number is not acceptable.
    #[error(transparent)]
    Form(#[from] FormFaults),
    /// The account has no address to which the code for a number could be sent.
    #[error("Your account has no email address to send an OTP to. Add one to your account.")]
    NoAddress,
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
        forwards Access, Send;
        Form(faults) => Invalid, reason: InvalidFields, fields: faults.by_field();
        NoAddress => Conflict, reason: NoEmailAddress;
    }
}

/// Sends a code to the caller and voids the previous one. The change itself needs a recent password
/// confirmation; it is required here already, so that a caller does not wait for a code they cannot
/// use.
pub fn execute(ports: &Ports, caller: &Caller, command: &Command) -> Result<Answer, Error> {
    caller.require_password(ports.clock.now())?;
    // Counted in any case, because the answer reveals if an address or number is taken.
    code_sending::limit(ports, caller).map_err(SendError::from)?;
    let mut transaction = ports.database.begin()?;
    let account = transaction.accounts().by_id(caller.user)?;
    let account = account.ok_or_else(|| StoreError::internal("the caller has no account"))?;
    let (answer, purpose) = match command {
        Command::Email(typed) => (
            for_address(ports, transaction.as_mut(), &account, typed)?,
            CodePurpose::EmailChange,
        ),
        Command::Phone(typed) => (
            for_number(ports, transaction.as_mut(), &account, typed)?,
            CodePurpose::PhoneChange,
        ),
    };
    let user = Some(account.id);
    let act = Act::AccountCodeSent { user, purpose };
    let recorded = audit::record(ports, transaction.as_mut(), caller, act)?;
    transaction.commit(recorded)?;
    Ok(answer)
}

fn for_address(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    account: &Account,
    typed: &str,
) -> Result<Answer, Error> {
    let product = &ports.settings.product_name;
    let address = contact::new_address(typed)?;
    let is_own = account.org_email.as_ref().map(EmailAddress::folded) == Some(address.folded());
    if contact::is_taken(transaction, &address.folded(), account.id)? || (is_own && account.email_is_verified)
    {
        let message = format!("The Email Address is already register on {product}");
        return Err(FormFaults::one("org_email", message).into());
    }
    let code_request = CodeRequest {
        purpose: CodePurpose::EmailChange,
        subject: &contact::subject(account.id),
        account: Some(account.id),
        context: &address.folded(),
    };
    let before = transaction
        .codes()
        .newest(code_request.purpose, code_request.subject)?;
    let again = before.is_some_and(|before| before.code.context == code_request.context);
    let addressee = Addressee {
        to: &address,
        greeting: account.fname.as_str(),
        purpose: &format!("make this the email address of your {product} account"),
    };
    let issued = code_sending::send(ports, transaction, &code_request, addressee)?;
    Ok(Answer {
        message: if again {
            format!("Sent an OTP to {address}")
        } else {
            "OTP sent successfully".to_owned()
        },
        sent: issued.sent(),
    })
}

fn for_number(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    account: &Account,
    typed: &str,
) -> Result<Answer, Error> {
    let product = &ports.settings.product_name;
    let number = contact::new_number(ports, typed, &account.phone)?;
    let now = ports.clock.now();
    if !phone_claims::is_releasable(transaction.accounts(), &number, now)?
        && contact::is_number_taken(ports, transaction, &number, account.id)?
    {
        let message = format!("The Phone is already register on {product}");
        return Err(FormFaults::one("phone", message).into());
    }
    let code_request = CodeRequest {
        purpose: CodePurpose::PhoneChange,
        subject: &contact::subject(account.id),
        account: Some(account.id),
        context: number.as_str(),
    };
    if ports.settings.text_messages {
        let issued = code_sending::send_as_text(ports, transaction, &code_request, &number)?;
        return Ok(Answer {
            message: format!("OTP sent successfully. It was sent as a text message to {number}"),
            sent: issued.sent(),
        });
    }
    instead_of_text(ports, transaction, account, &code_request, &number)
}

/// Sends the code for a number to the account's address instead, and says so (decisions A4).
fn instead_of_text(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    account: &Account,
    code_request: &CodeRequest<'_>,
    number: &PhoneNumber,
) -> Result<Answer, Error> {
    let product = &ports.settings.product_name;
    let address = account.org_email.as_ref().ok_or(Error::NoAddress)?;
    let addressee = Addressee {
        to: address,
        greeting: account.fname.as_str(),
        purpose: &format!("make {number} the phone number of your {product} account"),
    };
    let issued = code_sending::send(ports, transaction, code_request, addressee)?;
    Ok(Answer {
        message: format!(
            "OTP sent successfully. Text messages are not available, so it was sent to {}",
            address.masked()
        ),
        sent: issued.sent(),
    })
}

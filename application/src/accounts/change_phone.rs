//! Changes the account's phone number: `PATCH users/update-user-phone/` (1 §5.5, §8; decisions A4,
//! A6).

use aditus_domain::accounts::{CodePurpose, ContactChange, OtpCode, OtpFlow};
use aditus_domain::audit::{Act, Personal};
use aditus_domain::form::FormFaults;
use thiserror::Error;

use super::codes::{self, CodeEntry, EntryError};
use super::{contact, owner_notice, phone_claims, take_back};
use crate::access::{AccessError, Caller};
use crate::audit;
use crate::failure::failure;
use crate::notifications::envelope::PostError;
use crate::ports::{Ports, StoreError};

/// The new number and the code that was sent for it.
#[derive(Clone)]
pub struct Command {
    /// The number as typed.
    pub phone: String,
    /// The code.
    pub otp: String,
}

/// Errors of changing the phone number.
#[derive(Debug, Error)]
pub enum Error {
    /// The password has to be confirmed again.
    #[error(transparent)]
    Access(#[from] AccessError),
    /// The number is not acceptable, or the code is missing.
    #[error(transparent)]
    Form(#[from] FormFaults),
    /// Another account has this number.
    #[error("This phone is already registered by another user")]
    Taken,
    /// Another account took this number after the code was sent.
    #[error("User with this phone number already exists")]
    TakenMeanwhile,
    /// The code was refused.
    #[error(transparent)]
    Code(#[from] EntryError),
    /// The mail to the owner could not be queued.
    #[error(transparent)]
    Post(#[from] PostError),
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

failure! {
    Error {
        forwards Access, Code, Post, Store;
        Form(faults) => Invalid, reason: InvalidFields, fields: faults.by_field();
        Taken => Conflict, reason: PhoneTaken, field: "phone";
        TakenMeanwhile => Unauthenticated, reason: PhoneTaken, field: "phone";
    }
}

/// Changes the number and notifies the owner with a link that reverts the change.
///
/// A call without a code first checks whether the number is available. A call with the right code
/// fails with [`Error::TakenMeanwhile`] if another account took the number since the code was sent.
pub fn execute(ports: &Ports, caller: &Caller, command: &Command) -> Result<(), Error> {
    caller.require_password(ports.clock.now())?;
    let mut transaction = ports.database.begin()?;
    let account = transaction.accounts().by_id(caller.user)?;
    let mut account = account.ok_or_else(|| StoreError::internal("the caller has no account"))?;
    let code = OtpCode::parse(&command.otp, OtpFlow::PhoneChange)
        .map_err(|error| FormFaults::one("otp", error.to_string()));
    let number =
        contact::new_number(ports, &command.phone, &account.phone).map_err(|faults| match &code {
            Ok(_) => faults,
            Err(of_code) => faults.and(of_code.clone()),
        })?;
    let released = phone_claims::release_number(ports, transaction.as_mut(), &number, Some(caller.user))?;
    let taken = contact::is_number_taken(ports, transaction.as_mut(), &number, caller.user)?;
    if taken && command.otp.trim().is_empty() {
        return Err(Error::Taken);
    }
    let code = code?;
    let subject = contact::subject(caller.user);
    let entry = CodeEntry {
        purpose: CodePurpose::PhoneChange,
        subject: &subject,
        context: number.as_str(),
        code: &code,
        by: caller.into(),
        account: Some(caller.user),
        request: None,
    };
    let mut transaction = codes::redeem(ports, transaction, &entry)?;
    if taken {
        return Err(Error::TakenMeanwhile);
    }
    let old = std::mem::replace(&mut account.phone, number.clone());
    account.phone_claim = phone_claims::claim_after_code(ports);
    transaction
        .accounts()
        .save(&account)
        .map_err(|error| match error {
            StoreError::Duplicate(_) => Error::TakenMeanwhile,
            other => other.into(),
        })?;
    codes::void_all_of(ports, transaction.as_mut(), account.id)?;
    let now = ports.clock.now();
    let change = ContactChange::Phone {
        old: old.clone(),
        new: number,
    };
    let link = take_back::store_change(ports, transaction.as_mut(), &account, change)?;
    owner_notice::queue_phone(ports, transaction.as_mut(), &account, &old, &link, now)?;
    let changed = Act::PhoneChanged {
        user: account.id,
        phone: Personal::new(account.phone.as_str()),
    };
    let acts = released.into_iter().chain([changed]);
    let recorded = audit::record_all(ports, transaction.as_mut(), caller, acts)?;
    transaction.commit(recorded)?;
    Ok(())
}

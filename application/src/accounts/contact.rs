//! Shared parts of changing an email address and changing a phone number.
//!
//! A code is bound to the person who requested it and to the new address or number: its subject is
//! the account, its context the new address or number. A newer code voids the older one, so only
//! the last requested address counts.

use aditus_domain::accounts::{
    CodePurpose, EmailAddress, EmailError, OtpFlow, PhoneError, PhoneNumber, SpentReason,
};
use aditus_domain::form::FormFaults;
use aditus_domain::ids::UserId;
use chrono::{DateTime, TimeDelta, Utc};

use super::{Account, take_back};
use crate::ports::{Ports, StoreError, Transaction};

/// The time for which an address counts as verified (decisions A5).
const PROVEN_FOR: TimeDelta = TimeDelta::minutes(10);

/// Returns the subject of a person's codes for a new address or number. Adapters look codes up by
/// it.
pub fn subject(user: UserId) -> String {
    format!("user {user}")
}

/// Returns the screen on which the person enters the code for an address. A person without an
/// address adds one.
pub(super) fn email_flow(account: &Account) -> OtpFlow {
    match account.org_email {
        Some(_) => OtpFlow::EmailChange,
        None => OtpFlow::AddEmail,
    }
}

/// Parses a new address (1 §5.5).
pub(super) fn new_address(typed: &str) -> Result<EmailAddress, FormFaults> {
    EmailAddress::parse(typed).map_err(|error| {
        let message = match error {
            EmailError::Missing => "New Email Address is required".to_owned(),
            EmailError::Invalid | EmailError::LocalPart => error.to_string(),
        };
        FormFaults::one("org_email", message)
    })
}

/// Parses a new number, which must exist and differ from the current one (1 §5.5).
pub(super) fn new_number(
    ports: &Ports,
    typed: &str,
    current: &PhoneNumber,
) -> Result<PhoneNumber, FormFaults> {
    let refuse = |message: &str| FormFaults::one("phone", message);
    let unreal = "The phone number does not exist or is not a real phone number.";
    let number = PhoneNumber::parse(typed).map_err(|error| match error {
        PhoneError::Missing => refuse("New Phone Number is required"),
        PhoneError::Invalid => refuse(unreal),
    })?;
    let number = ports.phones.canonical(&number).ok_or_else(|| refuse(unreal))?;
    if number == *current {
        return Err(refuse(
            "This is your current phone number. Please enter a new one.",
        ));
    }
    Ok(number)
}

pub(super) fn is_taken(
    transaction: &mut dyn Transaction,
    username: &str,
    user: UserId,
) -> Result<bool, StoreError> {
    let found = transaction.accounts().by_username(username)?;
    Ok(found.is_some_and(|account| account.id != user))
}

/// Returns true if another account has this number, or may still revert a change away from it.
pub(super) fn is_number_taken(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    number: &PhoneNumber,
    user: UserId,
) -> Result<bool, StoreError> {
    Ok(is_taken(transaction, number.as_str(), user)?
        || take_back::is_reserved_for_another(ports, transaction, number, Some(user))?)
}

/// Returns true if this person entered a code that was sent to this address within the last ten
/// minutes (decisions A5). The client's own claim does not count.
pub(super) fn is_proven(
    transaction: &mut dyn Transaction,
    user: UserId,
    address: &EmailAddress,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let newest = transaction
        .codes()
        .newest(CodePurpose::EmailChange, &subject(user))?;
    Ok(newest.is_some_and(|stored| {
        stored.code.context == address.folded()
            && stored
                .code
                .spent
                .is_some_and(|spent| spent.how == SpentReason::Redeemed && now - spent.at <= PROVEN_FOR)
    }))
}

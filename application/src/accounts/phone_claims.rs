//! Releases phone numbers that were never verified, for the use cases in which an account gets a
//! number.
//!
//! An account that never verified its number blocks it for one week at most. An account without an
//! email address keeps its number, because it has no other way to sign in.

use aditus_domain::accounts::{PhoneClaim, PhoneClaimStatus, PhoneNumber};
use aditus_domain::audit::Act;
use chrono::{DateTime, Utc};

use super::{Account, AccountLookup, safety_mail};
use crate::notifications::envelope::PostError;
use crate::ports::{Ports, StoreError, Transaction};

/// Returns the claim to a number after a code or link for it was used. If text messages are off,
/// codes and links go to the account's email address and prove nothing about the number.
pub(super) fn claim_after_code(ports: &Ports) -> PhoneClaim {
    PhoneClaim {
        status: if ports.settings.text_messages {
            PhoneClaimStatus::Proven
        } else {
            PhoneClaimStatus::Unproven
        },
        since: ports.clock.now(),
    }
}

/// Returns the account with this number, if it has to release it to another account.
fn releasable_holder(
    accounts: &mut (impl AccountLookup + ?Sized),
    number: &PhoneNumber,
    now: DateTime<Utc>,
) -> Result<Option<Account>, StoreError> {
    let holder = accounts.by_username(number.as_str())?;
    Ok(holder.filter(|account| account.org_email.is_some() && account.phone_claim.is_releasable(now)))
}

pub(super) fn is_releasable(
    accounts: &mut (impl AccountLookup + ?Sized),
    number: &PhoneNumber,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    Ok(releasable_holder(accounts, number, now)?.is_some())
}

/// Releases the number if its holder did not verify it in time, within the transaction of the
/// account that gets it, and mails the former holder. Returns the act for the audit log, if the
/// number was released.
pub(super) fn release_number(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    number: &PhoneNumber,
    new_holder: Option<aditus_domain::ids::UserId>,
) -> Result<Option<Act>, PostError> {
    let now = ports.clock.now();
    let Some(mut account) = releasable_holder(transaction.accounts(), number, now)? else {
        return Ok(None);
    };
    if Some(account.id) == new_holder {
        return Ok(None);
    }
    account.phone_claim.status = PhoneClaimStatus::Released;
    transaction.accounts().save(&account)?;
    safety_mail::queue_released_number(ports, transaction, &account, now)?;
    Ok(Some(Act::PhoneReleased { user: account.id }))
}

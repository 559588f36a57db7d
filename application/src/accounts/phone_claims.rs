//! Numbers that give way: an inner service of the use cases in which an account gets a number. Who never proved a number keeps its
//! owner from it for a week and no longer. An account without an address keeps its number: there is no other way in.

use aditus_domain::accounts::{PhoneClaim, PhoneNumber, PhoneStanding};
use aditus_domain::audit::Act;
use chrono::{DateTime, Utc};

use super::{Account, AccountLookup, safety_mail};
use crate::notifications::envelope::PostError;
use crate::ports::{Ports, StoreError, Transaction};

/// The claim to a number from which a code or a link was just answered. Without text messages these go to the account's address, and
/// prove nothing of the number.
pub(super) fn reached(ports: &Ports) -> PhoneClaim {
    PhoneClaim {
        standing: if ports.settings.text_messages {
            PhoneStanding::Proven
        } else {
            PhoneStanding::Unproven
        },
        since: ports.clock.now(),
    }
}

/// The account that has this number and gives way to another one.
fn yielding(
    accounts: &mut (impl AccountLookup + ?Sized),
    number: &PhoneNumber,
    now: DateTime<Utc>,
) -> Result<Option<Account>, StoreError> {
    let holder = accounts.by_username(number.as_str())?;
    Ok(holder.filter(|account| account.org_email.is_some() && account.phone_claim.gives_way(now)))
}

/// Whether an account has this number and gives way.
pub(super) fn gives_way(
    accounts: &mut (impl AccountLookup + ?Sized),
    number: &PhoneNumber,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    Ok(yielding(accounts, number, now)?.is_some())
}

/// Has the account that gives way release the number, within the transaction of whoever gets it, and tells its owner. Answers what is
/// to be recorded of it.
pub(super) fn make_way(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    number: &PhoneNumber,
    getter: Option<aditus_domain::ids::UserId>,
) -> Result<Option<Act>, PostError> {
    let now = ports.clock.now();
    let Some(mut account) = yielding(transaction.accounts(), number, now)? else {
        return Ok(None);
    };
    if Some(account.id) == getter {
        return Ok(None);
    }
    account.phone_claim.standing = PhoneStanding::Released;
    transaction.accounts().save(&account)?;
    safety_mail::queue_of_released_number(ports, transaction, &account, now)?;
    Ok(Some(Act::PhoneReleased { user: account.id }))
}

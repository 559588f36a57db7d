//! The limit of wrong passwords, of an account and from an address (decisions A12): an inner service of all that asks for a
//! password.

use aditus_domain::accounts::{SignInRule, TooMany};
use chrono::{DateTime, Utc};

use crate::ports::{StoreError, Transaction};

/// Refuses when there were too many failures under this key, or from this address, of late.
pub(super) fn check_limit<E>(
    transaction: &mut dyn Transaction,
    key: &str,
    address: &str,
    now: DateTime<Utc>,
) -> Result<(), E>
where
    E: From<StoreError> + From<TooMany>,
{
    let since = now - SignInRule::WINDOW;
    let attempts = transaction.sign_in_attempts();
    let of_account = attempts.failures_of_account(key, since)?;
    let of_address = attempts.failures_of_address(address, since)?;
    SignInRule::check(&of_account, now)?;
    Ok(SignInRule::check(&of_address, now)?)
}

//! The limit of wrong passwords, of an account and from an address (decisions A12): an inner service of all that asks for a
//! password.
//!
//! It is looked at twice: before a password is hashed, to spare the work, and again in the transaction that notes the outcome,
//! so that many tries at once count like as many in a row. The first look needs no transaction: on SQLite it would wait for
//! every other one that writes.

use aditus_domain::accounts::{SignInRule, TooMany};
use chrono::{DateTime, Utc};

use super::{FailedSignIns, SignInAttempts};
use crate::ports::StoreError;

/// Refuses when there were too many failures under this key, or from this address, of late.
pub(super) fn check_limit<E>(
    failed: &mut dyn FailedSignIns,
    key: &str,
    address: &str,
    now: DateTime<Utc>,
) -> Result<(), E>
where
    E: From<StoreError> + From<TooMany>,
{
    let since = now - SignInRule::WINDOW;
    let of_account = failed.failures_of_account(key, since)?;
    let of_address = failed.failures_of_address(&SignInRule::origin(address), since)?;
    SignInRule::check(&of_account, now)?;
    Ok(SignInRule::check(&of_address, now)?)
}

/// Notes that a password under this key, from this address, was wrong.
pub(super) fn note_failure(
    attempts: &mut dyn SignInAttempts,
    key: &str,
    address: &str,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    attempts.failed(key, &SignInRule::origin(address), now)
}

//! Asks a signed-in person for the password again, before actions that must not be possible with an
//! unattended session (1 §6).
//!
//! Wrong entries have counters of their own, by person and network and by person alone. They do not
//! block signing in, and wrong passwords at sign-in do not block this (decisions A12).

use aditus_domain::accounts::Password;
use aditus_domain::audit::Act;
use aditus_domain::ids::UserId;
use aditus_domain::limits::{Limit, network_of};
use thiserror::Error;

use crate::access::Caller;
use crate::audit;
use crate::failure::failure;
use crate::limits::{self, Counter, LimitError, counter, person_subject};
use crate::ports::{Keys, PasswordError, Ports, StoreError};

/// Errors of confirming the password.
#[derive(Debug, Error)]
pub enum Error {
    /// The password is wrong. The failure has been counted and committed.
    #[error("Invalid Password")]
    Wrong,
    /// This person made too many wrong entries, or too many sign-ins and confirmations.
    #[error(transparent)]
    Limit(#[from] LimitError),
    /// The stored hash cannot be read.
    #[error("Something went wrong on our side. Try again in a moment.")]
    Password(#[from] PasswordError),
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

failure! {
    Error {
        forwards Limit, Store;
        Wrong => Unauthenticated, reason: WrongPassword;
        Password(_) => Internal, reason: Internal;
    }
}

/// Returns the counters of wrong entries that should confirm an action: by person and network, which
/// a right entry resets, and by person alone.
pub(super) fn wrong_entry_counters(keys: &dyn Keys, user: UserId, address: &str) -> [Counter; 2] {
    let person = person_subject(user);
    let network = network_of(address);
    [
        counter(keys, Limit::PasswordConfirmation, &[&person, &network]),
        counter(keys, Limit::PasswordConfirmationAccount, &[&person]),
    ]
}

/// Returns `Ok` if the password is the caller's.
///
/// The hash is computed with no transaction open, so the limits are checked before and after. Both
/// outcomes get an audit entry, independent of the action that the password was confirmed for.
pub fn execute(ports: &Ports, caller: &Caller, password: &str, address: &str) -> Result<(), Error> {
    let user = caller.user;
    let counters = wrong_entry_counters(ports.keys.as_ref(), user, address);
    let hash = {
        let mut views = ports.database.read()?;
        for counter in &counters {
            limits::check(ports, views.past_events(), counter, ports.clock.now())?;
        }
        let account = views.account_lookup().by_id(user)?.ok_or(Error::Wrong)?;
        account.password_hash
    };
    let possible = password.chars().count() <= Password::MAX_LENGTH;
    let right = possible && ports.passwords.verify(password, &hash)?;
    let now = ports.clock.now();
    let mut transaction = ports.database.begin_separate()?;
    let events = transaction.limited_events();
    events.lock_exclusive(&counters)?;
    for counter in &counters {
        limits::check(ports, events, counter, now)?;
    }
    if right {
        let confirmed = counter(ports.keys.as_ref(), Limit::Session, &[&person_subject(user)]);
        limits::check(ports, events, &confirmed, now)?;
        limits::note(ports, events, &confirmed, "", now)?;
        events.forget(&counters[0])?;
        let act = Act::PasswordConfirmed { user };
        let recorded = audit::record(ports, transaction.as_mut(), caller, act)?;
        transaction.commit(recorded)?;
        return Ok(());
    }
    for counter in &counters {
        limits::note(ports, events, counter, "", now)?;
    }
    let act = Act::PasswordRefused { user };
    let recorded = audit::record(ports, transaction.as_mut(), caller, act)?;
    transaction.commit(recorded)?;
    Err(Error::Wrong)
}

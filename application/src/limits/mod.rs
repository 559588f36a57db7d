//! Rate limits (decisions A3, A12): an inner service of the use cases that have one.
//!
//! A limit is checked before the work, to save effort, and again in the transaction that records
//! the event. That transaction holds the lock of its [`Counter`], so concurrent calls, also on
//! several nodes, count like consecutive ones.

mod repository;

use std::fmt::Write;

use aditus_domain::accounts::TooMany;
use aditus_domain::ids::UserId;
use aditus_domain::limits::{Limit, network_of};
use chrono::{DateTime, Utc};
use thiserror::Error;

use crate::access::Caller;
use crate::audit::{self, Unrecorded};
use crate::failure::failure;
use crate::ports::{KeyPurpose, Keys, Ports, StoreError, Transaction};

pub use repository::{Counter, Event, LimitedEvents, PastEvents, SUBJECT_BYTES, Subject};

/// An event was refused by a rate limit, or could not be counted.
#[derive(Debug, Error)]
pub enum LimitError {
    /// The limit is exceeded.
    #[error(transparent)]
    TooMany(#[from] TooMany),
    /// The database failed.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

failure! {
    LimitError {
        forwards Store;
        TooMany(limit) => TooMany(limit.retry_after), reason: TooManyRequests;
    }
}

pub(crate) fn counter(keys: &dyn Keys, limit: Limit, parts: &[&str]) -> Counter {
    let mut name = limit.name().to_owned();
    for part in parts {
        // The length keeps the parts unambiguous. Writing to a string cannot fail.
        let _ = write!(name, "\n{}:{part}", part.len());
    }
    Counter {
        limit,
        subject: subject(keys, &name),
    }
}

/// Returns a person as part of a [`counter`].
pub(crate) fn person_subject(user: UserId) -> String {
    format!("user {user}")
}

/// Returns the counter of a call: by account if the caller is signed in, otherwise by network.
pub(crate) fn caller_counter(ports: &Ports, limit: Limit, caller: Option<&Caller>, address: &str) -> Counter {
    let keys = ports.keys.as_ref();
    match caller {
        Some(caller) => counter(keys, limit, &[&person_subject(caller.user)]),
        None => counter(keys, limit, &[&network_of(address)]),
    }
}

/// Returns the counters of a submission by this person.
pub(crate) fn submission_counters(ports: &Ports, caller: &Caller) -> [Counter; 2] {
    [Limit::Submission, Limit::DailySubmission].map(|limit| caller_counter(ports, limit, Some(caller), ""))
}

/// Hashes a subject with a key, because a password may be entered as a username, and addresses are
/// personal data.
fn subject(keys: &dyn Keys, text: &str) -> Subject {
    let hash = keys.hash(KeyPurpose::LimitSubject, text.as_bytes());
    let mut subject = [0; SUBJECT_BYTES];
    subject.copy_from_slice(hash.split_at(SUBJECT_BYTES).0);
    Subject(subject)
}

/// Checks that the limit allows one more event.
pub(crate) fn check(
    ports: &Ports,
    events: &mut dyn PastEvents,
    counter: &Counter,
    now: DateTime<Utc>,
) -> Result<(), LimitError> {
    check_times(ports, events, counter, 1, now)
}

/// Checks that the limit allows `times` more events.
fn check_times(
    ports: &Ports,
    events: &mut dyn PastEvents,
    counter: &Counter,
    times: u32,
    now: DateTime<Utc>,
) -> Result<(), LimitError> {
    let allowance = ports.settings.limits.get(counter.limit);
    let passed_over = allowance.max_events().saturating_sub(times);
    let oldest = events.latest_but(counter, passed_over, now - allowance.window())?;
    Ok(allowance.check(oldest, now)?)
}

/// Records an event. `detail` distinguishes events of the same counter, if needed.
pub(crate) fn note(
    ports: &Ports,
    events: &mut dyn LimitedEvents,
    counter: &Counter,
    detail: &str,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    events.add(&Event {
        counter: *counter,
        detail: subject(ports.keys.as_ref(), detail),
        at: now,
        counts_until: now + ports.settings.limits.get(counter.limit).window(),
    })
}

/// Counts an event within the transaction, or refuses it.
pub(crate) fn spend_within(
    ports: &Ports,
    events: &mut dyn LimitedEvents,
    counter: &Counter,
) -> Result<(), LimitError> {
    spend_all_within(ports, events, &[*counter])
}

/// Like [`spend_within`], for an event under several limits.
pub(crate) fn spend_all_within(
    ports: &Ports,
    events: &mut dyn LimitedEvents,
    counters: &[Counter],
) -> Result<(), LimitError> {
    let now = ports.clock.now();
    events.lock_exclusive(counters)?;
    for counter in counters {
        check(ports, events, counter, now)?;
    }
    for counter in counters {
        note(ports, events, counter, "", now)?;
    }
    Ok(())
}

/// Refuses an event that [`spend_within`] would refuse, before any work is done for it.
pub(crate) fn refuse_early(ports: &Ports, counter: &Counter) -> Result<(), LimitError> {
    refuse_all_early(ports, &[*counter])
}

/// Like [`refuse_early`], for an event under several limits.
pub(crate) fn refuse_all_early(ports: &Ports, counters: &[Counter]) -> Result<(), LimitError> {
    let mut views = ports.database.read()?;
    let now = ports.clock.now();
    counters
        .iter()
        .try_for_each(|counter| check(ports, views.past_events(), counter, now))
}

/// Like [`spend_within`], for an event of a person.
pub(crate) fn spend_of(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    limit: Limit,
    caller: &Caller,
) -> Result<(), LimitError> {
    let counter = caller_counter(ports, limit, Some(caller), "");
    spend_within(ports, transaction.limited_events(), &counter)
}

/// Counts an event in its own transaction, or refuses it. A refusal costs no write.
pub(crate) fn spend(ports: &Ports, counter: &Counter) -> Result<(), LimitError> {
    spend_times(ports, counter, 1)
}

/// Like [`spend`], for several events at once. `times` is capped at the whole allowance.
pub(crate) fn spend_times(ports: &Ports, counter: &Counter, times: u32) -> Result<(), LimitError> {
    let times = times.min(ports.settings.limits.get(counter.limit).max_events());
    {
        let mut views = ports.database.read()?;
        check_times(ports, views.past_events(), counter, times, ports.clock.now())?;
    }
    let mut transaction = ports.database.begin_separate()?;
    let events = transaction.limited_events();
    let now = ports.clock.now();
    events.lock_exclusive(&[*counter])?;
    check_times(ports, events, counter, times, now)?;
    for _ in 0..times {
        note(ports, events, counter, "", now)?;
    }
    transaction.commit(audit::unrecorded(Unrecorded::Housekeeping))?;
    Ok(())
}

//! Limits on how often something may be done (decisions A3, A12): an inner service of the use cases that have one.
//!
//! A limit is looked at before the work, to spare it, and again in the transaction that notes what happened, in which all who
//! count under the same [`Counter`] take turns: many calls at once, on several nodes too, count like as many in a row.

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

/// Why something may not be done now.
#[derive(Debug, Error)]
pub enum LimitError {
    /// It was done too often of late.
    #[error(transparent)]
    TooMany(#[from] TooMany),
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

failure! {
    LimitError {
        forwards Store;
        TooMany(limit) => TooMany(limit.retry_after);
    }
}

/// What something is counted under.
pub(crate) fn counter(keys: &dyn Keys, limit: Limit, parts: &[&str]) -> Counter {
    let mut name = limit.name().to_owned();
    for part in parts {
        // With its length, so that the parts of one are never confused with those of another.
        // Writing to a string cannot fail.
        let _ = write!(name, "\n{}:{part}", part.len());
    }
    Counter {
        limit,
        subject: subject(keys, &name),
    }
}

/// A person as part of a [`counter`].
pub(crate) fn of_person(user: UserId) -> String {
    format!("user {user}")
}

/// What calls of somebody are counted under: of a person who is signed in, or else of the network that they come from.
pub(crate) fn of_caller(ports: &Ports, limit: Limit, caller: Option<&Caller>, address: &str) -> Counter {
    let keys = ports.keys.as_ref();
    match caller {
        Some(caller) => counter(keys, limit, &[&of_person(caller.user)]),
        None => counter(keys, limit, &[&network_of(address)]),
    }
}

/// The counters of a submission by this person.
pub(crate) fn of_submission(ports: &Ports, caller: &Caller) -> [Counter; 2] {
    [Limit::Submission, Limit::DailySubmission].map(|limit| of_caller(ports, limit, Some(caller), ""))
}

/// A keyed hash: what was typed as a username may be a password, and addresses are nobody's business.
fn subject(keys: &dyn Keys, text: &str) -> Subject {
    let hash = keys.hash(KeyPurpose::LimitSubject, text.as_bytes());
    let mut subject = [0; SUBJECT_BYTES];
    subject.copy_from_slice(hash.split_at(SUBJECT_BYTES).0);
    Subject(subject)
}

/// Refuses when it was done as often as is allowed.
pub(crate) fn check(
    ports: &Ports,
    events: &mut dyn PastEvents,
    counter: &Counter,
    now: DateTime<Utc>,
) -> Result<(), LimitError> {
    check_times(ports, events, counter, 1, now)
}

/// Refuses when it may not be done as many times more.
fn check_times(
    ports: &Ports,
    events: &mut dyn PastEvents,
    counter: &Counter,
    times: u32,
    now: DateTime<Utc>,
) -> Result<(), LimitError> {
    let allowance = ports.settings.limits.of(counter.limit);
    let passed_over = allowance.most().saturating_sub(times);
    let oldest = events.latest_but(counter, passed_over, now - allowance.window())?;
    Ok(allowance.check(oldest, now)?)
}

/// Notes that it was done. `detail` is what different ones are told apart by, where that matters.
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
        counts_until: now + ports.settings.limits.of(counter.limit).window(),
    })
}

/// Counts what the transaction does, or refuses it.
pub(crate) fn spend_within(
    ports: &Ports,
    events: &mut dyn LimitedEvents,
    counter: &Counter,
) -> Result<(), LimitError> {
    spend_all_within(ports, events, &[*counter])
}

/// As [`spend_within`], for what counts against several limits.
pub(crate) fn spend_all_within(
    ports: &Ports,
    events: &mut dyn LimitedEvents,
    counters: &[Counter],
) -> Result<(), LimitError> {
    let now = ports.clock.now();
    events.take_turns(counters)?;
    for counter in counters {
        check(ports, events, counter, now)?;
    }
    for counter in counters {
        note(ports, events, counter, "", now)?;
    }
    Ok(())
}

/// Refuses what [`spend_within`] would refuse, before any work is done for it.
pub(crate) fn refuse_early(ports: &Ports, counter: &Counter) -> Result<(), LimitError> {
    refuse_all_early(ports, &[*counter])
}

/// As [`refuse_early`], for what counts against several limits.
pub(crate) fn refuse_all_early(ports: &Ports, counters: &[Counter]) -> Result<(), LimitError> {
    let mut views = ports.database.read()?;
    let now = ports.clock.now();
    counters
        .iter()
        .try_for_each(|counter| check(ports, views.past_events(), counter, now))
}

/// As [`spend_within`], for what a person does.
pub(crate) fn spend_of(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    limit: Limit,
    caller: &Caller,
) -> Result<(), LimitError> {
    let counter = of_caller(ports, limit, Some(caller), "");
    spend_within(ports, transaction.limited_events(), &counter)
}

/// Counts in a transaction of its own what needs none otherwise, or refuses it. Who is refused costs no write.
pub(crate) fn spend(ports: &Ports, counter: &Counter) -> Result<(), LimitError> {
    spend_times(ports, counter, 1)
}

/// As [`spend`], for what is done so many times at once. What is more than the whole allowance takes all of it.
pub(crate) fn spend_times(ports: &Ports, counter: &Counter, times: u32) -> Result<(), LimitError> {
    let times = times.min(ports.settings.limits.of(counter.limit).most());
    {
        let mut views = ports.database.read()?;
        check_times(ports, views.past_events(), counter, times, ports.clock.now())?;
    }
    let mut transaction = ports.database.begin_aside()?;
    let events = transaction.limited_events();
    let now = ports.clock.now();
    events.take_turns(&[*counter])?;
    check_times(ports, events, counter, times, now)?;
    for _ in 0..times {
        note(ports, events, counter, "", now)?;
    }
    transaction.commit(audit::unrecorded(Unrecorded::Housekeeping))?;
    Ok(())
}

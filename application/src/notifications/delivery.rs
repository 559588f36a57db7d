//! The common part of delivering mails and text messages: an inner service of the steps of the
//! workers (decisions A4).

use std::time::Duration;

use aditus_domain::accounts::EmailAddress;
use aditus_domain::ids::{MessageId, UserId};
use aditus_domain::roles::Role;
use chrono::{DateTime, TimeDelta, Utc};

use super::envelope::OpenError;
use super::{Channel, ClaimedMessage, Destination, Outbox};
use crate::audit::{self, Unrecorded};
pub use crate::failure::Refused as Error;
use crate::failure::causes;
use crate::ports::{Entropy, Ports, StoreError, Transaction};

/// Duration of the lease on a claimed message. A message whose worker died is due again afterwards,
/// soon enough for a one-time code to arrive in time. An adapter MUST give up on one message within
/// [`LEASE`] less [`MAX_HOLD`].
pub const LEASE: TimeDelta = TimeDelta::minutes(2);

/// Number of messages claimed at once. Each claim is a commit, and on SQLite takes the write lock.
pub const CLAIMED_AT_ONCE: u32 = 8;

/// Time after a claim at which its untried messages are released.
pub const MAX_HOLD: TimeDelta = TimeDelta::seconds(10);

/// Maximum number of messages sent in one step, so that a worker notices a shutdown in time.
pub const MAX_BATCH: u32 = 50;

/// Maximum number of attempts for a message, which cover some five days.
pub const MAX_ATTEMPTS: i32 = 16;

/// Backoff after the first failed attempt. It doubles with each attempt, up to [`MAX_BACKOFF`].
pub const INITIAL_BACKOFF: TimeDelta = TimeDelta::seconds(15);

/// Maximum backoff between two attempts.
pub const MAX_BACKOFF: TimeDelta = TimeDelta::days(1);

/// The result of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Answer {
    /// Messages accepted by the server or gateway.
    pub sent: u32,
    /// Messages that will be retried.
    pub postponed: u32,
    /// Messages that failed permanently.
    pub given_up: u32,
    /// Messages dropped as obsolete: expired codes, and mails to people who have left.
    pub dropped: u32,
    /// Due time of the next message. In the past if more messages are due already.
    pub next_due: Option<DateTime<Utc>>,
}

impl Answer {
    fn count(&mut self, outcome: &Outcome) {
        match outcome {
            Outcome::Sent => self.sent += 1,
            Outcome::Postponed { .. } => self.postponed += 1,
            Outcome::GivenUp { .. } => self.given_up += 1,
            Outcome::Dropped(_) => self.dropped += 1,
        }
    }
}

/// A failed attempt to send a message.
pub(super) struct Refusal {
    is_permanent: bool,
    error: String,
}

impl Refusal {
    /// A permanent failure, without retries.
    pub(super) fn permanent(error: &dyn std::error::Error) -> Self {
        Self {
            is_permanent: true,
            error: chain(error),
        }
    }

    /// A temporary failure, with a retry later.
    pub(super) fn temporary(error: &dyn std::error::Error) -> Self {
        Self {
            is_permanent: false,
            error: chain(error),
        }
    }

    /// A sealed message that cannot be opened. If it was sealed with other secrets it is retried: a
    /// server that was not restarted after a rotation of the master secret can open it after its
    /// restart.
    pub(super) fn unreadable(error: OpenError) -> Self {
        match error {
            OpenError::Seal(_) => {
                tracing::error!(
                    %error,
                    "cannot open a message of the outbox; restart this server if the master secret was rotated; \
                     see KEYS.md"
                );
                Self::temporary(&error)
            }
            OpenError::Form => {
                tracing::error!(%error, "cannot read a message of the outbox");
                Self::permanent(&error)
            }
        }
    }
}

/// Opens a message and sends it. The address, if given, replaces the one in the message.
pub(super) type SendMessage<'a> = dyn Fn(&ClaimedMessage, Option<&EmailAddress>) -> Result<(), Refusal> + 'a;

/// The current destination of a message.
enum Route {
    AsWritten,
    To(EmailAddress),
    /// The message is obsolete for this reason.
    Undeliverable(&'static str),
}

enum Outcome {
    Sent,
    Postponed { until: DateTime<Utc>, error: String },
    GivenUp { error: String },
    Dropped(&'static str),
}

/// Reason for dropping an expired message.
const TOO_LATE: &str = "too late to be of use";

/// Sends the due messages of a channel. Messages are claimed in batches, and no transaction is open
/// while they are sent. The results of a batch are recorded in the transaction that claims the next
/// one. If a worker dies in between, at most [`CLAIMED_AT_ONCE`] sent messages are sent again
/// later, under the same references.
pub(super) fn execute(ports: &Ports, channel: Channel, send: &SendMessage<'_>) -> Result<Answer, Error> {
    let mut answer = Answer::default();
    let mut left = MAX_BATCH;
    let mut tried = Vec::new();
    let mut untried = Vec::new();
    loop {
        let mut transaction = ports.database.begin()?;
        let has_news = !tried.is_empty() || !untried.is_empty();
        record(ports, transaction.outbox(), &tried, &untried)?;
        let claimed = claim(ports, transaction.outbox(), channel, left.min(CLAIMED_AT_ONCE))?;
        let routes = routes(transaction.as_mut(), &claimed)?;
        if has_news || !claimed.is_empty() {
            transaction.commit(audit::unrecorded(Unrecorded::Housekeeping))?;
        }
        if claimed.is_empty() {
            break;
        }
        let until = ports.clock.now() + MAX_HOLD;
        (tried, untried) = (Vec::new(), Vec::new());
        for (message, route) in claimed.into_iter().zip(&routes) {
            if tried.is_empty() || ports.clock.now() < until {
                let outcome = deliver(ports, channel, &message, route, send);
                answer.count(&outcome);
                tried.push((message.id, outcome));
            } else {
                untried.push(message.id);
            }
        }
        left = left.saturating_sub(u32::try_from(tried.len()).unwrap_or(left));
    }
    answer.next_due = ports.database.begin()?.outbox().next_due(channel)?;
    Ok(answer)
}

fn claim(
    ports: &Ports,
    outbox: &mut dyn Outbox,
    channel: Channel,
    limit: u32,
) -> Result<Vec<ClaimedMessage>, StoreError> {
    if limit == 0 {
        return Ok(Vec::new());
    }
    let now = ports.clock.now();
    outbox.claim(channel, now, now + LEASE, limit.into())
}

/// Returns the current route of each message. Mails to accounts use the current address and state
/// of the account, which may have changed since they were queued.
fn routes(transaction: &mut dyn Transaction, messages: &[ClaimedMessage]) -> Result<Vec<Route>, StoreError> {
    messages
        .iter()
        .map(|message| match message.destination {
            Destination::AsWritten | Destination::Code(_) => Ok(Route::AsWritten),
            Destination::Account(user, role) => route_to(transaction, user, role),
        })
        .collect()
}

fn route_to(
    transaction: &mut dyn Transaction,
    user: UserId,
    role: Option<Role>,
) -> Result<Route, StoreError> {
    let account = transaction.accounts().by_id(user)?;
    let Some(account) = account.filter(|account| account.state.may_sign_in()) else {
        return Ok(Route::Undeliverable("the person may not sign in any more"));
    };
    if let Some(role) = role
        && transaction.roles().organisations_of(user, role)?.is_empty()
    {
        return Ok(Route::Undeliverable("the person does not hold the role any more"));
    }
    Ok(account
        .org_email
        .map_or(Route::Undeliverable("the account has no address"), Route::To))
}

fn deliver(
    ports: &Ports,
    channel: Channel,
    message: &ClaimedMessage,
    route: &Route,
    send: &SendMessage<'_>,
) -> Outcome {
    let has_expired = |at: DateTime<Utc>| message.useless_after.is_some_and(|end| at >= end);
    if has_expired(ports.clock.now()) {
        return Outcome::Dropped(TOO_LATE);
    }
    let to = match route {
        Route::AsWritten => None,
        Route::To(address) => Some(address),
        Route::Undeliverable(reason) => return Outcome::Dropped(reason),
    };
    let Err(Refusal { is_permanent, error }) = send(message, to) else {
        return Outcome::Sent;
    };
    let (channel, id) = (channel.name(), message.id);
    if is_permanent {
        tracing::warn!(channel, message = %id, %error, "message failed permanently, giving up");
        return Outcome::GivenUp { error };
    }
    let until = ports.clock.now() + backoff(message.attempts, ports.entropy.as_ref());
    if has_expired(until) {
        tracing::warn!(channel, message = %id, %error, "cannot send a message, which expires before the next attempt; dropping it");
        Outcome::Dropped(TOO_LATE)
    } else if message.attempts.saturating_add(1) >= MAX_ATTEMPTS {
        tracing::warn!(channel, message = %id, %error, "message failed {MAX_ATTEMPTS} times, giving up");
        Outcome::GivenUp { error }
    } else {
        tracing::warn!(channel, message = %id, %error, %until, "cannot send a message, retrying later");
        Outcome::Postponed { until, error }
    }
}

fn record(
    ports: &Ports,
    outbox: &mut dyn Outbox,
    tried: &[(MessageId, Outcome)],
    untried: &[MessageId],
) -> Result<(), StoreError> {
    let now = ports.clock.now();
    let mut sent = Vec::new();
    for (id, outcome) in tried {
        match outcome {
            Outcome::Sent => sent.push(*id),
            Outcome::Postponed { until, error } => outbox.postpone(*id, *until, error)?,
            Outcome::GivenUp { error } => outbox.finish(&[*id], now, Some(error))?,
            Outcome::Dropped(reason) => outbox.finish(&[*id], now, Some(reason))?,
        }
    }
    if !sent.is_empty() {
        outbox.finish(&sent, now, None)?;
    }
    if !untried.is_empty() {
        outbox.give_back(untried, now)?;
    }
    Ok(())
}

/// Returns the backoff after another failed attempt. It doubles with each attempt, with a random
/// reduction of up to a fifth, so that messages that failed together are not retried together.
fn backoff(attempts_before: i32, entropy: &dyn Entropy) -> TimeDelta {
    let doublings = u32::try_from(attempts_before).unwrap_or(0).min(20);
    let full = INITIAL_BACKOFF
        .checked_mul(1 << doublings)
        .unwrap_or(MAX_BACKOFF)
        .min(MAX_BACKOFF);
    let shorter_by = full * i32::try_from(entropy.below(201)).unwrap_or(0) / 1000;
    full - shorter_by
}

/// Returns an error with its causes, truncated to 300 characters.
fn chain(error: &dyn std::error::Error) -> String {
    causes(error).chars().take(300).collect()
}

/// Returns the time that a worker may sleep: until the next message is due, but limited in case a
/// signal was missed.
pub fn pause(answer: &Answer, now: DateTime<Utc>) -> Duration {
    const MAX_PAUSE: Duration = Duration::from_mins(1);
    let due_in = answer
        .next_due
        .map_or(MAX_PAUSE, |due| (due - now).to_std().unwrap_or(Duration::ZERO));
    due_in.min(MAX_PAUSE)
}

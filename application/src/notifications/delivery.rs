//! What delivering mails and delivering text messages have in common: an inner service of the workers' steps (decisions A4).

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

/// How long a claimed message is out of reach of other workers. One whose worker died is due again afterwards, which is early
/// enough for a one-time code to arrive in time. An adapter MUST give up on one message within [`LEASE`] less [`LONGEST_HOLD`].
pub const LEASE: TimeDelta = TimeDelta::minutes(2);

/// The messages that are claimed at once: each claim is a commit, and on SQLite takes the one writer.
pub const CLAIMED_AT_ONCE: u32 = 8;

/// When so much time has passed since a claim, the messages of it that were not tried yet are given back.
pub const LONGEST_HOLD: TimeDelta = TimeDelta::seconds(10);

/// The messages that one step sends at most, so that a worker hears of a shutdown in time.
pub const MOST_AT_ONCE: u32 = 50;

/// How often a message is tried before it is given up: for some five days.
pub const MOST_ATTEMPTS: i32 = 16;

/// The wait after the first attempt that failed. Each next wait is twice as long, up to [`LONGEST_WAIT`].
pub const FIRST_WAIT: TimeDelta = TimeDelta::seconds(15);

/// The longest wait between two attempts.
pub const LONGEST_WAIT: TimeDelta = TimeDelta::days(1);

/// What a step did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Answer {
    /// Messages that the next station has taken.
    pub sent: u32,
    /// Messages that will be tried again.
    pub postponed: u32,
    /// Messages that will never go.
    pub given_up: u32,
    /// Messages that are of no use any more: codes that have expired, and mails to people who have left.
    pub dropped: u32,
    /// When the next message is due; in the past when there is more to do at once.
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

/// Why a message was not handed over.
pub(super) struct Refusal {
    is_lasting: bool,
    error: String,
}

impl Refusal {
    /// Trying again is of no use.
    pub(super) fn for_good(error: &dyn std::error::Error) -> Self {
        Self {
            is_lasting: true,
            error: chain(error),
        }
    }

    /// Trying again later may be of use.
    pub(super) fn for_now(error: &dyn std::error::Error) -> Self {
        Self {
            is_lasting: false,
            error: chain(error),
        }
    }

    /// A sealed message cannot be read. One that other secrets have sealed is tried again: a server that was not restarted while the master
    /// secret was rotated opens it after its restart.
    pub(super) fn unreadable(error: OpenError) -> Self {
        tracing::error!(
            %error,
            "a message of the outbox cannot be read: restart this server if the master secret was rotated; see KEYS.md"
        );
        match error {
            OpenError::Seal(_) => Self::for_now(&error),
            OpenError::Form => Self::for_good(&error),
        }
    }
}

/// Opens a message and hands it over, to this address where it is not the one in the message.
pub(super) type HandOver<'a> = dyn Fn(&ClaimedMessage, Option<&EmailAddress>) -> Result<(), Refusal> + 'a;

/// Where a message goes by what is stored now.
enum Route {
    AsWritten,
    To(EmailAddress),
    /// Nowhere any more, for this reason.
    Nowhere(&'static str),
}

/// What became of a message.
enum Outcome {
    Sent,
    Postponed { until: DateTime<Utc>, error: String },
    GivenUp { error: String },
    Dropped(&'static str),
}

/// A code that has expired.
const TOO_LATE: &str = "too late to be of use";

/// Sends the messages of a channel that are due. They are claimed some at a time, and no transaction is open while they are sent. What
/// became of them is noted in the transaction that claims the next: a worker that dies in between leaves messages that are sent
/// again later under the same references, at most [`CLAIMED_AT_ONCE`].
pub(super) fn execute(ports: &Ports, channel: Channel, hand_over: &HandOver<'_>) -> Result<Answer, Error> {
    let mut answer = Answer::default();
    let mut left = MOST_AT_ONCE;
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
        let until = ports.clock.now() + LONGEST_HOLD;
        (tried, untried) = (Vec::new(), Vec::new());
        for (message, route) in claimed.into_iter().zip(&routes) {
            if tried.is_empty() || ports.clock.now() < until {
                let outcome = deliver(ports, channel, &message, route, hand_over);
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

/// Where each of these messages goes: mails follow the account, whose address or state may have changed since they were queued.
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
        return Ok(Route::Nowhere("the person may not sign in any more"));
    };
    if let Some(role) = role
        && transaction.roles().organisations_of(user, role)?.is_empty()
    {
        return Ok(Route::Nowhere("the person does not hold the role any more"));
    }
    Ok(account
        .org_email
        .map_or(Route::Nowhere("the account has no address"), Route::To))
}

fn deliver(
    ports: &Ports,
    channel: Channel,
    message: &ClaimedMessage,
    route: &Route,
    hand_over: &HandOver<'_>,
) -> Outcome {
    let is_useless = |at: DateTime<Utc>| message.useless_after.is_some_and(|end| at >= end);
    if is_useless(ports.clock.now()) {
        return Outcome::Dropped(TOO_LATE);
    }
    let to = match route {
        Route::AsWritten => None,
        Route::To(address) => Some(address),
        Route::Nowhere(reason) => return Outcome::Dropped(reason),
    };
    let Err(Refusal { is_lasting, error }) = hand_over(message, to) else {
        return Outcome::Sent;
    };
    let (channel, id) = (channel.name(), message.id);
    if is_lasting {
        tracing::warn!(channel, message = %id, %error, "a message cannot be sent and is given up");
        return Outcome::GivenUp { error };
    }
    let until = ports.clock.now() + wait(message.attempts, ports.entropy.as_ref());
    if is_useless(until) {
        tracing::warn!(channel, message = %id, %error, "a message could not be sent while it was of use");
        Outcome::Dropped(TOO_LATE)
    } else if message.attempts.saturating_add(1) >= MOST_ATTEMPTS {
        tracing::warn!(channel, message = %id, %error, "a message failed too often and is given up");
        Outcome::GivenUp { error }
    } else {
        tracing::warn!(channel, message = %id, %error, %until, "a message could not be sent yet");
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

/// The wait after one more attempt has failed: doubling, and up to a fifth shorter by chance, so that messages that failed
/// together do not all come back together.
fn wait(attempts_before: i32, entropy: &dyn Entropy) -> TimeDelta {
    let doublings = u32::try_from(attempts_before).unwrap_or(0).min(20);
    let full = FIRST_WAIT
        .checked_mul(1 << doublings)
        .unwrap_or(LONGEST_WAIT)
        .min(LONGEST_WAIT);
    let shorter_by = full * i32::try_from(entropy.below(201)).unwrap_or(0) / 1000;
    full - shorter_by
}

/// An error with its causes, at most 300 characters.
fn chain(error: &dyn std::error::Error) -> String {
    causes(error).chars().take(300).collect()
}

/// How long a worker may rest when nothing is due before then: until the next message is due, at most this long, in case a
/// signal was missed.
pub fn rest(answer: &Answer, now: DateTime<Utc>) -> Duration {
    const LONGEST: Duration = Duration::from_mins(1);
    let due_in = answer
        .next_due
        .map_or(LONGEST, |due| (due - now).to_std().unwrap_or(Duration::ZERO));
    due_in.min(LONGEST)
}

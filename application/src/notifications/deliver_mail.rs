//! The mail worker's step: sends what is due in the outbox, at least once (decisions A4).

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use thiserror::Error;

use super::{ClaimedMail, envelope};
use crate::failure::{Failure, Kind};
use crate::ports::{Entropy, MailError, Mailer, Ports, StoreError};

/// How long a claimed mail is out of reach of other workers. A mailer MUST give up on one mail before that; a mail whose
/// worker died is due again afterwards, which is early enough for a one-time code to arrive in time.
pub const LEASE: TimeDelta = TimeDelta::minutes(2);

/// The mails that one step sends at most, so that a worker hears of a shutdown in time.
pub const MOST_AT_ONCE: u32 = 50;

/// How often a mail is tried before it is given up: for some five days.
pub const MOST_ATTEMPTS: i32 = 16;

/// The wait after the first attempt that failed. Each next wait is twice as long, up to [`LONGEST_WAIT`].
pub const FIRST_WAIT: TimeDelta = TimeDelta::seconds(15);

/// The longest wait between two attempts.
pub const LONGEST_WAIT: TimeDelta = TimeDelta::days(1);

/// What a step did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Answer {
    /// Mails that the next station has taken.
    pub sent: u32,
    /// Mails that will be tried again.
    pub postponed: u32,
    /// Mails that will never go.
    pub given_up: u32,
    /// Mails that came too late to be of use: codes that have expired.
    pub dropped: u32,
    /// When the next mail is due; in the past when there is more to do at once.
    pub next_due: Option<DateTime<Utc>>,
}

/// Why the step broke off. What was claimed is due again when its lease ends.
#[derive(Debug, Error)]
pub enum Error {
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

impl Failure for Error {
    fn kind(&self) -> Kind {
        let Self::Store(error) = self;
        error.kind()
    }
}

/// What became of a mail.
enum Outcome {
    Sent,
    Postponed { until: DateTime<Utc>, error: String },
    GivenUp { error: String },
    Dropped,
}

/// Sends the mails that are due. Each is claimed, sent and finished by itself, with no transaction open while it is sent:
/// a worker that dies in between leaves a mail that is sent again later under the same reference.
pub fn execute(ports: &Ports, mailer: &dyn Mailer) -> Result<Answer, Error> {
    let mut answer = Answer::default();
    for _ in 0..MOST_AT_ONCE {
        let Some(mail) = claim(ports)? else { break };
        let outcome = deliver(ports, mailer, &mail);
        match &outcome {
            Outcome::Sent => answer.sent += 1,
            Outcome::Postponed { .. } => answer.postponed += 1,
            Outcome::GivenUp { .. } => answer.given_up += 1,
            Outcome::Dropped => answer.dropped += 1,
        }
        record(ports, &mail, &outcome)?;
    }
    answer.next_due = ports.database.begin()?.outbox().next_due()?;
    Ok(answer)
}

fn claim(ports: &Ports) -> Result<Option<ClaimedMail>, StoreError> {
    let now = ports.clock.now();
    let mut transaction = ports.database.begin()?;
    let claimed = transaction
        .outbox()
        .claim(now, now + LEASE, 1)?
        .into_iter()
        .next();
    if claimed.is_some() {
        transaction.commit()?;
    }
    Ok(claimed)
}

fn deliver(ports: &Ports, mailer: &dyn Mailer, mail: &ClaimedMail) -> Outcome {
    let is_useless = |at: DateTime<Utc>| mail.useless_after.is_some_and(|end| at >= end);
    if is_useless(ports.clock.now()) {
        return Outcome::Dropped;
    }
    let opened = match envelope::open(ports.keys.as_ref(), &mail.sealed) {
        Ok(opened) => opened,
        Err(error) => {
            tracing::error!(mail = %mail.id, %error, "a mail of the outbox cannot be read; were the secrets changed?");
            return Outcome::GivenUp {
                error: error.to_string(),
            };
        }
    };
    match mailer.send(&opened.mail, &opened.reference) {
        Ok(()) => Outcome::Sent,
        Err(error @ MailError::Permanent(_)) => {
            tracing::warn!(mail = %mail.id, error = %chain(&error), "a mail cannot be sent and is given up");
            Outcome::GivenUp { error: chain(&error) }
        }
        Err(error @ MailError::Temporary(_)) => {
            let until = ports.clock.now() + wait(mail.attempts, ports.entropy.as_ref());
            let error = chain(&error);
            if is_useless(until) {
                tracing::warn!(mail = %mail.id, %error, "a mail could not be sent while it was of use");
                Outcome::Dropped
            } else if mail.attempts.saturating_add(1) >= MOST_ATTEMPTS {
                tracing::warn!(mail = %mail.id, %error, "a mail failed too often and is given up");
                Outcome::GivenUp { error }
            } else {
                tracing::warn!(mail = %mail.id, %error, %until, "a mail could not be sent yet");
                Outcome::Postponed { until, error }
            }
        }
    }
}

fn record(ports: &Ports, mail: &ClaimedMail, outcome: &Outcome) -> Result<(), StoreError> {
    let now = ports.clock.now();
    let mut transaction = ports.database.begin()?;
    match outcome {
        Outcome::Sent => transaction.outbox().finish(mail.id, now, None)?,
        Outcome::Postponed { until, error } => transaction.outbox().postpone(mail.id, *until, error)?,
        Outcome::GivenUp { error } => transaction.outbox().finish(mail.id, now, Some(error))?,
        Outcome::Dropped => transaction
            .outbox()
            .finish(mail.id, now, Some("too late to be of use"))?,
    }
    transaction.commit()
}

/// The wait after one more attempt has failed: doubling, and up to a fifth shorter by chance, so that mails that failed
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
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        text.push_str(": ");
        text.push_str(&cause.to_string());
        source = cause.source();
    }
    text.chars().take(300).collect()
}

/// How long a worker may rest when nothing is due before then: until the next mail is due, at most this long, in case a
/// signal was missed.
pub fn rest(answer: &Answer, now: DateTime<Utc>) -> Duration {
    const LONGEST: Duration = Duration::from_mins(1);
    let due_in = answer
        .next_due
        .map_or(LONGEST, |due| (due - now).to_std().unwrap_or(Duration::ZERO));
    due_in.min(LONGEST)
}

//! What is watched of an installation beside the calls that it answers (design O1).

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};

use crate::notifications::Channel;
use crate::ports::{Clock, Database, StoreError};

/// What waits in the outbox for one channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Backlog {
    /// How it leaves.
    pub channel: Channel,
    /// How many messages wait.
    pub messages: u64,
    /// When the oldest of them was queued.
    pub oldest: DateTime<Utc>,
    /// When the first of them was or is due. One that a worker has in hand, or that is tried again, is due later.
    pub first_due: DateTime<Utc>,
}

impl Backlog {
    /// For how long the oldest message waits.
    pub fn age(&self, now: DateTime<Utc>) -> Duration {
        (now - self.oldest).to_std().unwrap_or_default()
    }

    /// For how long a message is due that nobody has taken: more than some seconds where no worker delivers.
    pub fn overdue(&self, now: DateTime<Utc>) -> Duration {
        (now - self.first_due).to_std().unwrap_or_default()
    }
}

/// Read models of what is watched. They are asked again and again: an adapter MUST answer each by one query that reads an index.
pub trait WatchedViews {
    /// What waits in the outbox, for each channel for which something does.
    fn backlog(&mut self) -> Result<Vec<Backlog>, StoreError>;

    /// Returns the number of people who hold the role of Super User, activated, in any state of their accounts.
    fn super_users(&mut self) -> Result<u64, StoreError>;

    /// The time by the clock of the machine that the database runs on; none where that is this machine.
    fn time_of_database(&mut self) -> Result<Option<DateTime<Utc>>, StoreError>;
}

/// The connections of one pool, as they are used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PoolUse {
    /// What they are for.
    pub name: &'static str,
    /// The most that there may be.
    pub most: u32,
    /// How many are open.
    pub open: u32,
    /// How many of these nobody uses.
    pub idle: u32,
    /// How often one was lent since the start.
    pub lent: u64,
    /// How long all who were lent one have waited for it, together.
    pub waited: Duration,
    /// How often somebody waited in vain.
    pub in_vain: u64,
}

/// How far the clock of this machine is ahead of that of the database's; negative where it is behind. None where they are the same clock.
///
/// All nodes share one database: two whose clocks agree with its clock agree with each other.
pub fn clock_skew(database: &dyn Database, clock: &dyn Clock) -> Result<Option<TimeDelta>, StoreError> {
    let mut views = database.read()?;
    // The connection is there: what is measured from here on is one question and its answer.
    let before = clock.now();
    let Some(theirs) = views.watched().time_of_database()? else {
        return Ok(None);
    };
    let ours = before + (clock.now() - before) / 2;
    Ok(Some(ours - theirs))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_due_yet_is_not_overdue() {
        let at = |seconds| DateTime::from_timestamp(seconds, 0).unwrap();
        let backlog = Backlog {
            channel: Channel::Mail,
            messages: 2,
            oldest: at(100),
            first_due: at(160),
        };
        for (now, age, overdue) in [(90, 0, 0), (130, 30, 0), (200, 100, 40)] {
            assert_eq!(backlog.age(at(now)), Duration::from_secs(age));
            assert_eq!(backlog.overdue(at(now)), Duration::from_secs(overdue));
        }
    }
}

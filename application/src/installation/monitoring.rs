//! Metrics of an installation besides those of its calls (decisions O1).

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};

use crate::notifications::Channel;
use crate::ports::{Clock, Database, StoreError};

/// The waiting messages of one channel in the outbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Backlog {
    /// The channel.
    pub channel: Channel,
    /// The number of waiting messages.
    pub messages: u64,
    /// The time at which the oldest of them was queued.
    pub oldest: DateTime<Utc>,
    /// The earliest due time. A message that a worker has claimed, or that waits for a retry, is
    /// due later.
    pub first_due: DateTime<Utc>,
}

impl Backlog {
    /// Returns the waiting time of the oldest message.
    pub fn age(&self, now: DateTime<Utc>) -> Duration {
        (now - self.oldest).to_std().unwrap_or_default()
    }

    /// Returns the time for which a due message has been unclaimed. More than some seconds mean
    /// that no worker is delivering.
    pub fn overdue(&self, now: DateTime<Utc>) -> Duration {
        (now - self.first_due).to_std().unwrap_or_default()
    }
}

/// Read models of metrics. They are polled: an adapter MUST answer each with one query on an index.
pub trait MonitoringViews {
    /// Returns the waiting messages of each channel that has any.
    fn backlog(&mut self) -> Result<Vec<Backlog>, StoreError>;

    /// Returns the number of people with the activated role of Super User, in any account state.
    fn super_users(&mut self) -> Result<u64, StoreError>;

    /// Returns the time of the database server's clock; `None` for an embedded database, which uses
    /// the clock of this machine.
    fn database_time(&mut self) -> Result<Option<DateTime<Utc>>, StoreError>;

    /// Returns the time at which a server last sent the reminders that were due; `None` before the
    /// first time.
    fn reminders_ran_on(&mut self) -> Result<Option<DateTime<Utc>>, StoreError>;
}

/// The usage of a connection pool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PoolUse {
    /// The purpose of the pool.
    pub name: &'static str,
    /// The maximum number of connections.
    pub most: u32,
    /// The number of open connections.
    pub open: u32,
    /// The number of idle connections.
    pub idle: u32,
    /// The number of checkouts since the start.
    pub lent: u64,
    /// The total time that callers waited for a checkout.
    pub waited: Duration,
    /// The number of checkouts that timed out.
    pub timeouts: u64,
}

/// Returns how far this machine's clock is ahead of the database server's; negative if it is
/// behind. `None` if they are the same clock.
///
/// All nodes share one database: two nodes whose clocks agree with the database's agree with each
/// other.
pub fn clock_skew(database: &dyn Database, clock: &dyn Clock) -> Result<Option<TimeDelta>, StoreError> {
    let mut views = database.read()?;
    // The connection is open already, so the measured time is one round trip.
    let before = clock.now();
    let Some(theirs) = views.monitoring().database_time()? else {
        return Ok(None);
    };
    let ours = before + (clock.now() - before) / 2;
    Ok(Some(ours - theirs))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_not_overdue_before_its_due_time() {
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

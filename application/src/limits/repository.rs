//! The store of events counted against rate limits.

use aditus_domain::limits::Limit;
use chrono::{DateTime, Utc};

use crate::ports::StoreError;

/// Length of a [`Subject`].
pub const SUBJECT_BYTES: usize = 16;

/// The subject of a limit, as a keyed hash that reveals nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Subject(pub [u8; SUBJECT_BYTES]);

/// A counter: a limit for one subject.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Counter {
    /// The limit.
    pub limit: Limit,
    /// Subject of the limit.
    pub subject: Subject,
}

/// A counted event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Event {
    /// Counter of the event.
    pub counter: Counter,
    /// Distinguishes events of the same counter.
    pub detail: Subject,
    /// Time of the event.
    pub at: DateTime<Utc>,
    /// Time after which the event no longer counts.
    pub counts_until: DateTime<Utc>,
}

/// Read access to recent events, with or without a transaction.
pub trait PastEvents {
    /// Returns the time of the latest event after skipping the latest `passed_over`, if it was
    /// after `since`.
    fn latest_but(
        &mut self,
        counter: &Counter,
        passed_over: u32,
        since: DateTime<Utc>,
    ) -> Result<Option<DateTime<Utc>>, StoreError>;

    /// Counts different details after `since`.
    fn different_details(&mut self, counter: &Counter, since: DateTime<Utc>) -> Result<u64, StoreError>;
}

/// The store of events.
pub trait LimitedEvents: PastEvents {
    /// Takes the exclusive locks of these counters until the transaction ends. Transactions on any
    /// node that share a counter MUST wait here meanwhile. Events that others have committed under
    /// these counters MUST be visible afterwards. Transactions MUST NOT deadlock, even if they name
    /// their counters in different orders. A transaction calls this once.
    fn lock_exclusive(&mut self, counters: &[Counter]) -> Result<(), StoreError>;

    /// Records an event.
    fn add(&mut self, event: &Event) -> Result<(), StoreError>;

    /// Deletes all events of this counter.
    fn forget(&mut self, counter: &Counter) -> Result<(), StoreError>;

    /// Deletes events that no longer count. Returns their number.
    fn delete_expired(&mut self, now: DateTime<Utc>) -> Result<u64, StoreError>;
}

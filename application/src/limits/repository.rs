//! The store of what is counted against limits.

use aditus_domain::limits::Limit;
use chrono::{DateTime, Utc};

use crate::ports::StoreError;

/// The length of a [`Subject`].
pub const SUBJECT_BYTES: usize = 16;

/// Whom or what something is counted by: a keyed hash, from which nothing can be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Subject(pub [u8; SUBJECT_BYTES]);

/// What something is counted under.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Counter {
    /// The limit.
    pub limit: Limit,
    /// Whose count.
    pub subject: Subject,
}

/// Something that counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Event {
    /// What it is counted under.
    pub counter: Counter,
    /// What different ones are told apart by.
    pub detail: Subject,
    /// When it happened.
    pub at: DateTime<Utc>,
    /// From when on it is of no interest any more.
    pub counts_until: DateTime<Utc>,
}

/// What happened of late, in a transaction or without one.
pub trait PastEvents {
    /// When it happened the last time but `passed_over`, if that was after `since`.
    fn latest_but(
        &mut self,
        counter: &Counter,
        passed_over: u32,
        since: DateTime<Utc>,
    ) -> Result<Option<DateTime<Utc>>, StoreError>;

    /// How many different details there were after `since`.
    fn different_details(&mut self, counter: &Counter, since: DateTime<Utc>) -> Result<u64, StoreError>;
}

/// The store of what is counted.
pub trait LimitedEvents: PastEvents {
    /// Waits for its turn with these counters. From then on until the transaction ends nobody else, on whatever node, MUST get
    /// beyond this call with any of them, and what others have committed under them MUST be seen. Two transactions MUST NOT wait
    /// for each other, whatever the order in which each names its counters; a transaction calls this once.
    fn take_turns(&mut self, counters: &[Counter]) -> Result<(), StoreError>;

    /// Notes that something happened.
    fn add(&mut self, event: &Event) -> Result<(), StoreError>;

    /// Forgets all that happened under this counter.
    fn forget(&mut self, counter: &Counter) -> Result<(), StoreError>;

    /// Removes what is of no interest any more; answers how many.
    fn sweep(&mut self, now: DateTime<Utc>) -> Result<u64, StoreError>;
}

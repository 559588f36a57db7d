//! The store of audit entries.

use aditus_domain::audit::Kind;
use aditus_domain::ids::{AuditEntryId, RequestId, UserId};
use aditus_domain::requests::content::Sha256;
use chrono::{DateTime, Utc};

use crate::ports::{EncodedEntry, StoreError};

/// An entry that has no id yet.
#[derive(Debug, Clone)]
pub struct NewEntry {
    /// The time of the act.
    pub at: DateTime<Utc>,
    /// The kind of act.
    pub kind: Kind,
    /// The person who acted, if it was a person with an account.
    pub user: Option<UserId>,
    /// The person whom the act concerns.
    pub concerns: Option<UserId>,
    /// The request that the act concerns.
    pub request: Option<RequestId>,
    /// The complete entry. The fields above are copies for queries.
    pub encoded: EncodedEntry,
    /// The MAC that proves that this installation wrote the entry. The log accepts no other
    /// entries.
    pub mac: [u8; 32],
}

/// An export or read, as counted within an hour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CountedRead {
    /// The person.
    pub user: UserId,
    /// The digest that identifies the act.
    pub act: Sha256,
    /// The start of the hour.
    pub hour: DateTime<Utc>,
    /// The time of the act.
    pub at: DateTime<Utc>,
}

/// The audit entries. There is no operation to change or remove one, and the database MUST refuse
/// such statements.
pub trait AuditEntries {
    /// Adds an entry, stores the values to which it commits beside it, and MUST queue it for the
    /// log with its MAC. Returns its id.
    fn add(&mut self, entry: &NewEntry) -> Result<AuditEntryId, StoreError>;

    /// Returns true if there is an entry of this kind. An adapter MUST use an index.
    fn has_any(&mut self, kind: Kind) -> Result<bool, StoreError>;

    /// Increments the counter beside the first entry of this hour. Returns false if there is no
    /// entry in this hour yet.
    fn increment_count(&mut self, read: &CountedRead) -> Result<bool, StoreError>;

    /// Starts the counter beside this entry for the rest of the hour.
    fn start_count(&mut self, entry: AuditEntryId, read: &CountedRead) -> Result<(), StoreError>;
}

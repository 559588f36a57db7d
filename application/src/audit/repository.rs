//! The store of the record.

use aditus_domain::audit::Kind;
use aditus_domain::ids::{AuditEntryId, RequestId, UserId};
use aditus_domain::requests::content::Sha256;
use chrono::{DateTime, Utc};

use crate::ports::{EncodedEntry, StoreError};

/// An entry that has no id yet.
#[derive(Debug, Clone)]
pub struct NewEntry {
    /// When.
    pub at: DateTime<Utc>,
    /// What was done.
    pub kind: Kind,
    /// Who did it, where it was somebody with an account.
    pub user: Option<UserId>,
    /// Whom it is about.
    pub concerns: Option<UserId>,
    /// The request that it is about.
    pub request: Option<RequestId>,
    /// All of it, of which the fields above are a part, to find it by.
    pub encoded: EncodedEntry,
    /// That this installation has written it: the log takes no other.
    pub mac: [u8; 32],
}

/// Something that a person reads out, as it is counted within an hour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReadOut {
    /// The person.
    pub user: UserId,
    /// Identifies what is read out.
    pub act: Sha256,
    /// The beginning of the hour.
    pub hour: DateTime<Utc>,
    /// When it is read out.
    pub at: DateTime<Utc>,
}

/// The entries of the record. There is no way to change or remove one, and the database MUST refuse it of whoever tries.
pub trait AuditEntries {
    /// Adds an entry, keeps beside it what it commits to, and MUST have it wait for the log with its MAC. Returns its id.
    fn add(&mut self, entry: &NewEntry) -> Result<AuditEntryId, StoreError>;

    /// Returns whether there is an entry of this kind. An adapter MUST find it by an index.
    fn has_any(&mut self, kind: Kind) -> Result<bool, StoreError>;

    /// Counts what is read out beside the entry of the first time in this hour. Returns false where this hour has no entry yet.
    fn count_again(&mut self, read: &ReadOut) -> Result<bool, StoreError>;

    /// Counts what is read out from now on, for the rest of this hour, beside this entry of the first time.
    fn count_beside(&mut self, entry: AuditEntryId, read: &ReadOut) -> Result<(), StoreError>;
}

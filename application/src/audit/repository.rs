//! The store of the record.

use aditus_domain::audit::Kind;
use aditus_domain::ids::{RequestId, UserId};
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

/// The entries of the record. There is no way to change or remove one, and the database MUST refuse it of whoever tries.
pub trait AuditEntries {
    /// Adds an entry, keeps beside it what it commits to, and MUST have it wait for the log with its MAC.
    fn add(&mut self, entry: &NewEntry) -> Result<(), StoreError>;
}

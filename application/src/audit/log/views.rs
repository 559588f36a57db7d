//! Read models of the transparency log.

use std::collections::HashMap;

use aditus_domain::audit::log::{Node, TreeHash};
use aditus_domain::ids::AuditEntryId;
use chrono::{DateTime, Utc};

use super::repository::{Checkpoint, PendingEntry};
use super::witness::NamedWitness;
use crate::ports::{IndexedFacts, SaltedValue, StoreError};

/// A current or former signing key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogKeyView {
    /// The origin of the log.
    pub origin: String,
    /// The public key that verifies its signatures.
    pub verifier_key: String,
    /// The time at which it started to sign.
    pub made_at: DateTime<Utc>,
}

/// The entries that are not in the tree yet.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Pending {
    /// Their number.
    pub entries: u64,
    /// The time of the first of them.
    pub oldest: Option<DateTime<Utc>>,
}

/// The insertion number of a checkpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct CheckpointId(pub i64);

/// The size of the log.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Extent {
    /// One more than the highest leaf index.
    pub leaves: u64,
    /// The number of entries of the largest checkpoint.
    pub signed: u64,
}

/// A leaf of the tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoggedLeaf {
    /// Its index.
    pub index: u64,
    /// The id of its entry.
    pub id: AuditEntryId,
    /// The entry; `None` if the row was removed.
    pub entry: Option<LoggedEntry>,
}

/// The entry of a leaf.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoggedEntry {
    /// The canonical form.
    pub canonical: String,
    /// The values of the indexed columns; `None` if they are unreadable.
    pub indexed: Option<IndexedFacts>,
}

/// An entry that waits for the log but cannot be added. There is none unless the tables were
/// altered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StuckEntry {
    /// The id of the entry.
    pub id: AuditEntryId,
    /// True if the entry is in the tree already; false if there is no such entry.
    pub is_logged: bool,
}

/// An entry with the stored values to which it commits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommittedEntry {
    /// The id.
    pub id: AuditEntryId,
    /// The canonical form.
    pub canonical: String,
    /// The stored values.
    pub values: Vec<SaltedValue>,
    /// The number of further rows whose salt or commitment has a wrong length. It is 0 unless the
    /// rows were altered.
    pub unreadable: u64,
}

/// The protection of the audit log against changes by the product's own database role.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WriteProtection {
    /// The database has no roles: write access to its file allows any change.
    NoRoles,
    /// The role can alter these tables, or disable their protection.
    Alterable(Vec<String>),
    /// The role can only insert.
    InsertOnly,
}

/// Reads the log.
pub trait AuditLogViews {
    /// Returns the newest checkpoint.
    fn newest(&mut self) -> Result<Option<Checkpoint>, StoreError>;

    /// Returns the keys, newest first.
    fn keys(&mut self) -> Result<Vec<LogKeyView>, StoreError>;

    /// Returns true if any entry waits for the sequencer. The query MUST be fast for any number of
    /// waiting entries.
    fn is_pending(&mut self) -> Result<bool, StoreError>;

    /// Returns the number of entries that wait for the sequencer, and the oldest time.
    fn pending(&mut self) -> Result<Pending, StoreError>;

    /// Returns hashes of the tree, in the order of `nodes`. Fails if one is missing.
    fn hashes(&mut self, nodes: &[Node]) -> Result<Vec<TreeHash>, StoreError>;

    /// Returns the size of the log. The leaves MUST be read before the checkpoints, or both in one
    /// snapshot, so that in a growing log every leaf has a checkpoint.
    fn extent(&mut self) -> Result<Extent, StoreError>;

    /// Returns the existing hashes among these nodes; the value is `None` if a row contains no
    /// valid hash.
    fn present_hashes(&mut self, nodes: &[Node]) -> Result<HashMap<Node, Option<TreeHash>>, StoreError>;

    /// Returns the node of the rightmost stored hash of each level.
    fn rightmost_hashes(&mut self) -> Result<Vec<Node>, StoreError>;

    /// Returns the leaves of `limit` indices from this one on, in order, with their entries.
    fn logged(&mut self, from: u64, limit: u32) -> Result<Vec<LoggedLeaf>, StoreError>;

    /// Returns the first index from this one on that has a leaf or a leaf hash.
    fn next_index(&mut self, from: u64) -> Result<Option<u64>, StoreError>;

    /// Returns at most `limit` entries after this one that wait for the sequencer, by id.
    fn waiting(&mut self, after: AuditEntryId, limit: u32) -> Result<Vec<PendingEntry>, StoreError>;

    /// Returns at most `limit` entries that are neither in the tree nor waiting for it, with their
    /// canonical forms. There are none unless the tables were altered.
    fn unlogged(&mut self, limit: u32) -> Result<Vec<(AuditEntryId, String)>, StoreError>;

    /// Returns at most `limit` entries that wait for the tree and cannot be added.
    fn stuck(&mut self, limit: u32) -> Result<Vec<StuckEntry>, StoreError>;

    /// Returns at most `limit` checkpoints after this one, in order of insertion; the value is
    /// `None` if a row contains no valid checkpoint.
    fn checkpoints(
        &mut self,
        after: Option<CheckpointId>,
        limit: u32,
    ) -> Result<Vec<(CheckpointId, Option<Checkpoint>)>, StoreError>;

    /// Returns every witness that was ever asked, with its state.
    fn witnesses(&mut self) -> Result<Vec<NamedWitness>, StoreError>;

    /// Returns the protection of the tables that must not change: entries, leaves, hashes,
    /// checkpoints, keys, and the texts beside entries, which the role may only erase.
    fn write_protection(&mut self) -> Result<WriteProtection, StoreError>;

    /// Returns at most `limit` entries after this one that have texts beside them.
    fn committed(&mut self, after: AuditEntryId, limit: u32) -> Result<Vec<CommittedEntry>, StoreError>;
}

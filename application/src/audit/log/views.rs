//! What is read of the log.

use aditus_domain::audit::log::{Node, TreeHash};
use aditus_domain::ids::AuditEntryId;
use chrono::{DateTime, Utc};

use super::repository::Checkpoint;
use super::witness::NamedWitness;
use crate::ports::{FoundBy, SaltedValue, StoreError};

/// A key that signs the log, or did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogKeyView {
    /// The origin of the log.
    pub origin: String,
    /// What checks its signatures.
    pub verifier_key: String,
    /// When it began to sign.
    pub made_at: DateTime<Utc>,
}

/// The entries that are in no tree yet.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Pending {
    /// How many.
    pub entries: u64,
    /// When the first of them was recorded.
    pub oldest: Option<DateTime<Utc>>,
}

/// A checkpoint by the order in which they were added.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct CheckpointId(pub i64);

/// An entry at its place in the tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoggedEntry {
    /// Its place.
    pub index: u64,
    /// The entry.
    pub id: AuditEntryId,
    /// All of it.
    pub canonical: String,
    /// What the columns say that it is found by.
    pub found_by: FoundBy,
}

/// An entry with what is kept of what it commits to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommittedEntry {
    /// The entry.
    pub id: AuditEntryId,
    /// All of it.
    pub canonical: String,
    /// What is kept.
    pub values: Vec<SaltedValue>,
}

/// What keeps the role of the database by which the product works from altering the record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Guard {
    /// The database knows no roles: whoever has its file can alter all of it.
    NoRoles,
    /// The role can alter these tables, or switch off what refuses it.
    Open(Vec<String>),
    /// The role can add, and nothing else.
    Closed,
}

/// Reads the log.
pub trait AuditLogViews {
    /// The newest checkpoint.
    fn newest(&mut self) -> Result<Option<Checkpoint>, StoreError>;

    /// The keys, newest first.
    fn keys(&mut self) -> Result<Vec<LogKeyView>, StoreError>;

    /// Whether anything waits for the sequencer. It MUST be answered at once, however much waits.
    fn is_pending(&mut self) -> Result<bool, StoreError>;

    /// What waits for the sequencer.
    fn pending(&mut self) -> Result<Pending, StoreError>;

    /// Hashes of the tree, in the order in which they are asked for. Fails where one is not there.
    fn hashes(&mut self, nodes: &[Node]) -> Result<Vec<TreeHash>, StoreError>;

    /// The entries in the tree from a place on, in their order, at most so many.
    fn logged(&mut self, from: u64, most: u32) -> Result<Vec<LoggedEntry>, StoreError>;

    /// Entries that are neither in the tree nor wait for it, at most so many. There are none unless somebody altered the tables.
    fn unlogged(&mut self, most: u32) -> Result<Vec<AuditEntryId>, StoreError>;

    /// The checkpoints after one, in the order in which they were added, at most so many.
    fn checkpoints(
        &mut self,
        after: Option<CheckpointId>,
        most: u32,
    ) -> Result<Vec<(CheckpointId, Checkpoint)>, StoreError>;

    /// Every witness that was ever asked, and how it stands with it.
    fn witnesses(&mut self) -> Result<Vec<NamedWitness>, StoreError>;

    /// Whether the role of the database by which the product works can alter what must stay: entries, leaves, hashes, checkpoints, keys, and
    /// the texts beside entries, which it may erase.
    fn guard(&mut self) -> Result<Guard, StoreError>;

    /// The entries after one that have texts beside them, at most so many.
    fn committed(&mut self, after: AuditEntryId, most: u32) -> Result<Vec<CommittedEntry>, StoreError>;
}

//! What is read of the log.

use std::collections::HashMap;

use aditus_domain::audit::log::{Node, TreeHash};
use aditus_domain::ids::AuditEntryId;
use chrono::{DateTime, Utc};

use super::repository::{Checkpoint, PendingEntry};
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

/// How far the log reaches.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Extent {
    /// One more than the highest place of a leaf.
    pub leaves: u64,
    /// The entries of the largest checkpoint.
    pub signed: u64,
}

/// A leaf at its place in the tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoggedLeaf {
    /// Its place.
    pub index: u64,
    /// The entry that it is of.
    pub id: AuditEntryId,
    /// The entry; none where somebody has removed it.
    pub entry: Option<LoggedEntry>,
}

/// An entry of a leaf.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoggedEntry {
    /// All of it.
    pub canonical: String,
    /// What the columns say that it is found by; none where they hold what cannot be read.
    pub found_by: Option<FoundBy>,
}

/// What waits for the log and cannot get into it. Nothing does unless somebody altered the tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WaitsInVain {
    /// What waits.
    pub id: AuditEntryId,
    /// Whether it is in the tree already; otherwise there is no such entry.
    pub is_logged: bool,
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
    /// How many rows are kept besides of which the salt or the commitment has another length than one has. There are none unless somebody
    /// altered them.
    pub unreadable: u64,
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

    /// How far it reaches. Its leaves MUST be looked at before its checkpoints are, or both at one moment: then none of a log that grows
    /// meanwhile is without a checkpoint.
    fn extent(&mut self) -> Result<Extent, StoreError>;

    /// Those of these hashes of the tree that are there; none for one whose row holds no hash.
    fn hashes_there(&mut self, nodes: &[Node]) -> Result<HashMap<Node, Option<TreeHash>>, StoreError>;

    /// The hash that is farthest to the right, of each level.
    fn last_hashes(&mut self) -> Result<Vec<Node>, StoreError>;

    /// The leaves at so many places from this one on, in their order, with their entries.
    fn logged(&mut self, from: u64, most: u32) -> Result<Vec<LoggedLeaf>, StoreError>;

    /// The first place from this one on that has a leaf, or the hash of one.
    fn resumes(&mut self, from: u64) -> Result<Option<u64>, StoreError>;

    /// The entries after one that wait for the sequencer, at most so many, by their ids.
    fn waiting(&mut self, after: AuditEntryId, most: u32) -> Result<Vec<PendingEntry>, StoreError>;

    /// Entries that are neither in the tree nor wait for it, at most so many, with the canonical form of each. There are none unless
    /// somebody altered the tables.
    fn unlogged(&mut self, most: u32) -> Result<Vec<(AuditEntryId, String)>, StoreError>;

    /// What waits for the tree and cannot get into it, at most so many.
    fn waits_in_vain(&mut self, most: u32) -> Result<Vec<WaitsInVain>, StoreError>;

    /// The checkpoints after one, in the order in which they were added, at most so many; none for one whose row holds no checkpoint.
    fn checkpoints(
        &mut self,
        after: Option<CheckpointId>,
        most: u32,
    ) -> Result<Vec<(CheckpointId, Option<Checkpoint>)>, StoreError>;

    /// Every witness that was ever asked, and how it stands with it.
    fn witnesses(&mut self) -> Result<Vec<NamedWitness>, StoreError>;

    /// Whether the role of the database by which the product works can alter what must stay: entries, leaves, hashes, checkpoints, keys, and
    /// the texts beside entries, which it may erase.
    fn guard(&mut self) -> Result<Guard, StoreError>;

    /// The entries after one that have texts beside them, at most so many.
    fn committed(&mut self, after: AuditEntryId, most: u32) -> Result<Vec<CommittedEntry>, StoreError>;
}

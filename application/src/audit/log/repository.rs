//! The store of the log.

use aditus_domain::audit::log::{Node, TreeHash, TreeHead};
use aditus_domain::ids::AuditEntryId;
use chrono::{DateTime, Utc};

use super::witness::WitnessState;
use crate::ports::StoreError;

/// An entry that is not in the tree yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PendingEntry {
    /// The entry.
    pub id: AuditEntryId,
    /// All of it.
    pub canonical: String,
    /// The MAC with which it was added, whatever its length: it may come from elsewhere.
    pub mac: Vec<u8>,
}

/// A checkpoint that was signed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checkpoint {
    /// The tree.
    pub head: TreeHead,
    /// When it was signed.
    pub signed_at: DateTime<Utc>,
    /// The checkpoint, with its signatures.
    pub note: String,
}

/// The key that signs.
#[derive(Clone, PartialEq, Eq)]
pub struct SigningKey {
    /// The origin of the log: who it is, for whoever checks it.
    pub origin: String,
    /// What checks its signatures.
    pub verifier_key: String,
    /// What signs, sealed with the secrets of the installation.
    pub sealed: Vec<u8>,
}

/// For the log of the server, which never holds keys.
impl std::fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SigningKey")
            .field("verifier_key", &self.verifier_key)
            .finish_non_exhaustive()
    }
}

/// What is appended to the tree.
#[derive(Debug, Clone, Copy)]
pub struct Appended<'a> {
    /// The number of leaves that there are before.
    pub from: u64,
    /// The entries whose leaves follow, in this order.
    pub entries: &'a [AuditEntryId],
    /// The hashes that come with them.
    pub nodes: &'a [(Node, TreeHash)],
}

/// The time for which a node has a witness to itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Turn {
    /// It begins now.
    pub now: DateTime<Utc>,
    /// Before that no other node has a turn, unless this one ends it.
    pub until: DateTime<Utc>,
    /// Nobody waits for longer than until then: what was noted by a clock that was ahead holds no longer.
    pub latest: DateTime<Utc>,
}

impl Turn {
    /// Whether it may begin, where a witness is not to be asked before this time.
    pub fn is_free(&self, next: DateTime<Utc>) -> bool {
        next <= self.now || next > self.latest
    }
}

/// The log: every entry becomes a leaf of its tree, once, and stays it.
pub trait AuditLog {
    /// Has the log to itself until the transaction ends. False where another node has it; then nothing of it may be changed.
    fn take_turn(&mut self) -> Result<bool, StoreError>;

    /// The key that signs now; none before the first.
    fn signing_key(&mut self) -> Result<Option<SigningKey>, StoreError>;

    /// Has this key sign from now on. The secret of the former one MUST be gone then; what checks its signatures MUST stay listed.
    fn set_signing_key(&mut self, key: &SigningKey, at: DateTime<Utc>) -> Result<(), StoreError>;

    /// The newest checkpoint.
    fn newest(&mut self) -> Result<Option<Checkpoint>, StoreError>;

    /// The entries after one that are in no tree, at most so many, by their ids.
    fn pending(&mut self, after: AuditEntryId, most: u32) -> Result<Vec<PendingEntry>, StoreError>;

    /// Gives entries that wait another MAC; one that waits no more stays so.
    fn set_macs(&mut self, macs: &[(AuditEntryId, [u8; 32])]) -> Result<(), StoreError>;

    /// Hashes of the tree, in the order in which they are asked for. Fails where one is not there.
    fn hashes(&mut self, nodes: &[Node]) -> Result<Vec<TreeHash>, StoreError>;

    /// Appends leaves, whose entries are pending no more. It MUST fail where the tree has another size than is said, so that no leaf is
    /// missing and none has two entries.
    fn append(&mut self, appended: Appended<'_>) -> Result<(), StoreError>;

    /// Adds a checkpoint. It MUST fail where there is one of a larger tree, or of another one of the same size.
    fn add_checkpoint(&mut self, checkpoint: &Checkpoint) -> Result<(), StoreError>;

    /// Takes a turn at a witness. Of several nodes that do at once, and while one has it, MUST one get it: the others get false.
    fn take_witness(&mut self, name: &str, turn: Turn) -> Result<bool, StoreError>;

    /// Keeps how it stands with a witness, and ends the turn at it.
    fn note_witness(&mut self, name: &str, state: &WitnessState) -> Result<(), StoreError>;
}

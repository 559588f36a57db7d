//! The store of the transparency log.

use aditus_domain::audit::log::{Node, TreeHash, TreeHead};
use aditus_domain::ids::AuditEntryId;
use chrono::{DateTime, Utc};

use super::witness::WitnessState;
use crate::ports::StoreError;

/// An entry that is not in the tree yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PendingEntry {
    /// The id.
    pub id: AuditEntryId,
    /// The canonical form.
    pub canonical: String,
    /// The stored MAC. Its length is not checked, because the row may have been written by others.
    pub mac: Vec<u8>,
}

/// A signed checkpoint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checkpoint {
    /// The tree head.
    pub head: TreeHead,
    /// The time of the signature.
    pub signed_at: DateTime<Utc>,
    /// The checkpoint, with its signatures.
    pub note: String,
}

/// The current signing key.
#[derive(Clone, PartialEq, Eq)]
pub struct SigningKey {
    /// The origin of the log, under which verifiers know it.
    pub origin: String,
    /// The public key that verifies its signatures.
    pub verifier_key: String,
    /// The private key, sealed with the secrets of the installation.
    pub sealed: Vec<u8>,
}

/// Omits the private key, even sealed, because it must not reach the log.
impl std::fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SigningKey")
            .field("verifier_key", &self.verifier_key)
            .finish_non_exhaustive()
    }
}

/// An addition to the tree.
#[derive(Debug, Clone, Copy)]
pub struct NewLeaves<'a> {
    /// The number of leaves before it.
    pub from: u64,
    /// The entries of the new leaves, in this order.
    pub entries: &'a [AuditEntryId],
    /// The new hashes.
    pub nodes: &'a [(Node, TreeHash)],
}

/// A node's lease on a witness.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WitnessLease {
    /// The start of the lease.
    pub now: DateTime<Utc>,
    /// The end of the lease, unless the node ends it earlier.
    pub until: DateTime<Utc>,
    /// The latest plausible time of a next attempt. A later one was stored by a node whose clock
    /// was ahead, and is ignored.
    pub latest: DateTime<Utc>,
}

impl WitnessLease {
    /// Returns true if the lease may start, given the stored time of the next attempt.
    pub fn can_start(&self, next: DateTime<Utc>) -> bool {
        next <= self.now || next > self.latest
    }
}

/// The transparency log. Every entry becomes a leaf of its tree once, and stays there.
pub trait AuditLog {
    /// Locks the log until the transaction ends. If it returns false, another node holds the lock
    /// and nothing may be changed.
    fn try_lock(&mut self) -> Result<bool, StoreError>;

    /// Returns the current signing key; `None` before the first.
    fn signing_key(&mut self) -> Result<Option<SigningKey>, StoreError>;

    /// Replaces the signing key. The secret of the former key MUST be deleted; its public key MUST
    /// stay listed.
    fn set_signing_key(&mut self, key: &SigningKey, at: DateTime<Utc>) -> Result<(), StoreError>;

    /// Returns the newest checkpoint.
    fn newest(&mut self) -> Result<Option<Checkpoint>, StoreError>;

    /// Returns at most `limit` entries after this one that are not in the tree, by id.
    fn pending(&mut self, after: AuditEntryId, limit: u32) -> Result<Vec<PendingEntry>, StoreError>;

    /// Replaces the MACs of waiting entries. An entry that no longer waits stays as it is.
    fn set_macs(&mut self, macs: &[(AuditEntryId, [u8; 32])]) -> Result<(), StoreError>;

    /// Returns hashes of the tree, in the order of `nodes`. Fails if one is missing.
    fn hashes(&mut self, nodes: &[Node]) -> Result<Vec<TreeHash>, StoreError>;

    /// Appends leaves, whose entries no longer wait. It MUST fail if the tree has a different size
    /// than `appended.from`, so that no leaf is missing and none has two entries.
    fn append(&mut self, appended: NewLeaves<'_>) -> Result<(), StoreError>;

    /// Adds a checkpoint. It MUST fail if there is a checkpoint of a larger tree, or of a different
    /// tree of the same size.
    fn add_checkpoint(&mut self, checkpoint: &Checkpoint) -> Result<(), StoreError>;

    /// Acquires the lease on a witness. Of several concurrent nodes exactly one MUST get it; the
    /// others get false, also while the lease lasts.
    fn try_lease_witness(&mut self, name: &str, lease: WitnessLease) -> Result<bool, StoreError>;

    /// Stores the state of a witness, and ends the lease.
    fn save_witness_state(&mut self, name: &str, state: &WitnessState) -> Result<(), StoreError>;
}

use aditus_domain::audit::log::{Node, TreeHash, TreeHead};
use thiserror::Error;

use super::{Entropy, StoreError};

/// Reads stored hashes of the tree, in the order of the given nodes.
pub type ReadHashes<'a> = &'a mut dyn FnMut(&[Node]) -> Result<Vec<TreeHash>, StoreError>;

/// The additions to a tree when leaves are appended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TreeUpdate {
    /// New hashes to store: those of the leaves and of each subtree that is complete now.
    pub nodes: Vec<(Node, TreeHash)>,
    /// Head of the tree after the leaves were appended.
    pub head: TreeHead,
}

/// A new signing key of the log.
pub struct NewLogKey {
    /// Public verifier key, in the form of C2SP signed-note.
    pub verifier_key: String,
    /// Signing key. Never logged, never returned.
    pub secret: Vec<u8>,
}

/// A checkpoint with a verified signature.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedHead {
    /// Origin (name) of the log.
    pub origin: String,
    /// Head of the tree.
    pub head: TreeHead,
}

/// Proof that a tree contains a leaf (C2SP tlog-proof).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeafProof {
    /// Index of the leaf.
    pub index: u64,
    /// Hashes from the sibling of the leaf up to the one below the root.
    pub path: Vec<TreeHash>,
    /// Signed checkpoint as it was published.
    pub checkpoint: String,
}

/// The log cannot be extended or read.
#[derive(Debug, Error)]
pub enum LogError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A key, a checkpoint or a proof is malformed.
    #[error("{0} is not in the form that it must have")]
    Form(&'static str),
    /// No trusted key has signed the checkpoint.
    #[error("the checkpoint is not signed by a key that is trusted")]
    NotSigned,
    /// The tree has no such leaf.
    #[error("the log has no such entry")]
    NoSuchLeaf,
}

/// The format of the log: an RFC 6962 Merkle tree whose heads are signed as C2SP tlog-checkpoint.
/// The implementation is stateless.
///
/// An adapter MUST follow the published formats, so that third-party verifiers can check its
/// output.
pub trait TransparencyLog: Send + Sync {
    /// Returns the hash of a leaf.
    fn leaf(&self, entry: &[u8]) -> TreeHash;

    /// Returns the hash of a complete subtree from the hashes of its halves.
    fn parent(&self, left: TreeHash, right: TreeHash) -> TreeHash;

    /// Computes the additions for leaves appended to a tree of `size` leaves. It MUST read only the
    /// hashes of the complete subtrees of that tree.
    fn append(&self, size: u64, leaves: &[TreeHash], read: ReadHashes<'_>) -> Result<TreeUpdate, LogError>;

    /// Computes the head of the tree of `size` leaves from the stored hashes.
    fn head(&self, size: u64, read: ReadHashes<'_>) -> Result<TreeHead, LogError>;

    /// Returns the inclusion path of a leaf in a tree of `size` leaves.
    fn prove_leaf(&self, size: u64, index: u64, read: ReadHashes<'_>) -> Result<Vec<TreeHash>, LogError>;

    /// Returns true if the path leads from this leaf to this head.
    fn has_leaf(&self, head: TreeHead, index: u64, leaf: TreeHash, path: &[TreeHash]) -> bool;

    /// Returns the consistency proof that a tree of `size` leaves extends the tree of `earlier`
    /// leaves. Empty if the sizes are equal or `earlier` is 0.
    fn prove_consistency(&self, earlier: u64, size: u64, read: ReadHashes<'_>) -> Result<Vec<TreeHash>, LogError>;

    /// Returns true if the consistency proof leads from the earlier head to the later one.
    fn is_consistent(&self, earlier: TreeHead, later: TreeHead, proof: &[TreeHash]) -> bool;

    /// Generates a key for the log of this origin. Fails if the origin is not allowed in a key.
    fn make_key(&self, origin: &str, entropy: &dyn Entropy) -> Result<NewLogKey, LogError>;

    /// Returns a checkpoint that is signed with each of these secrets.
    fn sign(&self, signed: &SignedHead, secrets: &[&[u8]]) -> Result<String, LogError>;

    /// Verifies a checkpoint against these keys and returns its contents. A wrong signature of any
    /// of these keys MUST refuse the whole checkpoint.
    fn open(&self, checkpoint: &str, verifier_keys: &[&str]) -> Result<SignedHead, LogError>;

    /// Writes the proof as text.
    fn write_proof(&self, proof: &LeafProof) -> String;

    /// Parses a proof written by [`write_proof`](Self::write_proof) or another program.
    fn read_proof(&self, text: &str) -> Result<LeafProof, LogError>;
}

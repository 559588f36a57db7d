use aditus_domain::audit::log::{Node, TreeHash, TreeHead};
use thiserror::Error;

use super::{Entropy, StoreError};

/// Reads hashes of the tree that is stored, in the order in which they are asked for.
pub type ReadHashes<'a> = &'a mut dyn FnMut(&[Node]) -> Result<Vec<TreeHash>, StoreError>;

/// What leaves add to a tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Growth {
    /// The hashes that are to be stored: those of the leaves, and those of each subtree that is complete now.
    pub nodes: Vec<(Node, TreeHash)>,
    /// The tree with the leaves.
    pub head: TreeHead,
}

/// A new key that signs the log.
pub struct NewLogKey {
    /// What checks its signatures, in the form of C2SP signed-note.
    pub verifier_key: String,
    /// What signs. Never logged, never returned.
    pub secret: Vec<u8>,
}

/// A checkpoint whose signature was checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedHead {
    /// The log that it is of.
    pub origin: String,
    /// The tree.
    pub head: TreeHead,
}

/// That a leaf is in a tree (C2SP tlog-proof).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeafProof {
    /// The place of the leaf.
    pub index: u64,
    /// From the hash beside the leaf up to the one below the root.
    pub path: Vec<TreeHash>,
    /// The signed checkpoint, as it was published.
    pub checkpoint: String,
}

/// The log cannot be continued or read.
#[derive(Debug, Error)]
pub enum LogError {
    /// The database refused.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A key, a checkpoint or a proof is not in its form.
    #[error("{0} is not in the form that it must have")]
    Form(&'static str),
    /// No key that is trusted has signed.
    #[error("the checkpoint is not signed by a key that is trusted")]
    NotSigned,
    /// The tree has no such leaf, or is smaller than that.
    #[error("the log has no such entry")]
    NoSuchLeaf,
}

/// The form of the log: a tree of hashes as RFC 6962 has it, heads signed as C2SP tlog-checkpoint has them. It keeps nothing.
///
/// An adapter MUST make and read these formats as they are published, so that any other program checks what this one made.
pub trait TransparencyLog: Send + Sync {
    /// The hash of a leaf.
    fn leaf(&self, entry: &[u8]) -> TreeHash;

    /// The hash of a complete subtree, by those of its two halves.
    fn parent(&self, left: TreeHash, right: TreeHash) -> TreeHash;

    /// What leaves add at the end of a tree of `size` leaves. It MUST read no more than the hashes of the complete subtrees of that tree.
    fn grow(&self, size: u64, leaves: &[TreeHash], read: ReadHashes<'_>) -> Result<Growth, LogError>;

    /// The tree of `size` leaves, by the hashes that are stored.
    fn head(&self, size: u64, read: ReadHashes<'_>) -> Result<TreeHead, LogError>;

    /// The path of a leaf in a tree of `size` leaves.
    fn prove_leaf(&self, size: u64, index: u64, read: ReadHashes<'_>) -> Result<Vec<TreeHash>, LogError>;

    /// Whether the path leads from this leaf to this head.
    fn has_leaf(&self, head: TreeHead, index: u64, leaf: TreeHash, path: &[TreeHash]) -> bool;

    /// That a tree of `size` leaves begins with the tree of `earlier` leaves. Empty where either has all the other has, or `earlier` is 0.
    fn prove_growth(&self, earlier: u64, size: u64, read: ReadHashes<'_>) -> Result<Vec<TreeHash>, LogError>;

    /// Whether the proof leads from the earlier head to the later one.
    fn has_grown(&self, earlier: TreeHead, later: TreeHead, proof: &[TreeHash]) -> bool;

    /// Makes a key for the log of this origin. Fails for an origin that no key may have.
    fn make_key(&self, origin: &str, entropy: &dyn Entropy) -> Result<NewLogKey, LogError>;

    /// A checkpoint, signed with each of these secrets.
    fn sign(&self, signed: &SignedHead, secrets: &[&[u8]]) -> Result<String, LogError>;

    /// What a checkpoint says, if one of these keys has signed it. A signature of one of them that is wrong MUST refuse the whole.
    fn open(&self, checkpoint: &str, verifier_keys: &[&str]) -> Result<SignedHead, LogError>;

    /// The proof as text.
    fn write_proof(&self, proof: &LeafProof) -> String;

    /// Reads what [`write_proof`](Self::write_proof) or another program wrote.
    fn read_proof(&self, text: &str) -> Result<LeafProof, LogError>;
}

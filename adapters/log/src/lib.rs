//! The transparency log in its published forms: tree hashes (RFC 6962), signed checkpoints (C2SP
//! tlog-checkpoint, signed-note) and proofs (C2SP tlog-proof). Also the client of its witness, over
//! HTTP (C2SP tlog-witness).

mod checkpoints;
mod cosignatures;
mod proofs;
mod tree;
mod witness;

use aditus_application::ports::{
    Entropy, TreeUpdate, LeafProof, LogError, NewLogKey, ReadHashes, SignedHead, TransparencyLog,
};
use aditus_domain::audit::log::{TreeHash, TreeHead};
use tlog_tiles::Hash;

pub use cosignatures::{WitnessKey, WitnessKeyError};
pub use witness::{HttpWitness, WitnessClientError, WitnessSettings, WitnessUrlError};

/// The log in the formats of C2SP.
#[derive(Debug, Clone, Copy, Default)]
pub struct C2spLog;

impl TransparencyLog for C2spLog {
    fn leaf(&self, entry: &[u8]) -> TreeHash {
        TreeHash(tlog_tiles::record_hash(entry).0)
    }

    fn parent(&self, left: TreeHash, right: TreeHash) -> TreeHash {
        TreeHash(tlog_tiles::node_hash(hash(left), hash(right)).0)
    }

    fn append(&self, size: u64, leaves: &[TreeHash], read: ReadHashes<'_>) -> Result<TreeUpdate, LogError> {
        tree::append(size, leaves, read)
    }

    fn head(&self, size: u64, read: ReadHashes<'_>) -> Result<TreeHead, LogError> {
        tree::head(size, read)
    }

    fn prove_leaf(&self, size: u64, index: u64, read: ReadHashes<'_>) -> Result<Vec<TreeHash>, LogError> {
        tree::prove_leaf(size, index, read)
    }

    fn has_leaf(&self, head: TreeHead, index: u64, leaf: TreeHash, path: &[TreeHash]) -> bool {
        tlog_tiles::check_record(&hashes(path), head.size, hash(head.root), index, hash(leaf)).is_ok()
    }

    fn prove_consistency(&self, earlier: u64, size: u64, read: ReadHashes<'_>) -> Result<Vec<TreeHash>, LogError> {
        tree::prove_consistency(earlier, size, read)
    }

    fn is_consistent(&self, earlier: TreeHead, later: TreeHead, proof: &[TreeHash]) -> bool {
        // The empty tree has a fixed root and precedes every tree.
        if earlier.size == 0 {
            return proof.is_empty() && hash(earlier.root) == tlog_tiles::EMPTY_HASH;
        }
        tlog_tiles::check_tree(
            &hashes(proof),
            later.size,
            hash(later.root),
            earlier.size,
            hash(earlier.root),
        )
        .is_ok()
    }

    fn make_key(&self, origin: &str, entropy: &dyn Entropy) -> Result<NewLogKey, LogError> {
        checkpoints::make_key(origin, entropy)
    }

    fn sign(&self, signed: &SignedHead, secrets: &[&[u8]]) -> Result<String, LogError> {
        checkpoints::sign(signed, secrets)
    }

    fn open(&self, checkpoint: &str, verifier_keys: &[&str]) -> Result<SignedHead, LogError> {
        checkpoints::open(checkpoint, verifier_keys)
    }

    fn write_proof(&self, proof: &LeafProof) -> String {
        proofs::write(proof)
    }

    fn read_proof(&self, text: &str) -> Result<LeafProof, LogError> {
        proofs::read(text)
    }
}

fn hash(hash: TreeHash) -> Hash {
    Hash(hash.0)
}

fn hashes(hashes: &[TreeHash]) -> Vec<Hash> {
    hashes.iter().copied().map(hash).collect()
}

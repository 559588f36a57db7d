use aditus_domain::audit::log::TreeHash;
use thiserror::Error;

/// A checkpoint submitted to a witness for its signature.
#[derive(Debug, Clone, Copy)]
pub struct Submission<'a> {
    /// Size of the tree that the witness signed last, as far as known. 0 for none.
    pub earlier: u64,
    /// Consistency proof from that tree to the tree of the checkpoint
    /// ([`TransparencyLog::prove_consistency`](super::TransparencyLog::prove_consistency)).
    pub proof: &'a [TreeHash],
    /// Checkpoint with the signatures of the log.
    pub checkpoint: &'a str,
}

/// The response of a witness.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WitnessResponse {
    /// The witness signed. Contains its signature lines, each with its final newline.
    Cosigned(String),
    /// The witness last signed a tree of this size, not of the size submitted as `earlier`.
    OtherSize(u64),
}

/// A witness did not sign.
#[derive(Debug, Error)]
pub enum WitnessError {
    /// The witness cannot be reached, or cannot work now.
    #[error("the witness does not answer")]
    Unreachable(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The witness does not accept checkpoints of this log, or none signed by its key.
    #[error("the witness refuses: {0}")]
    Refuses(String),
    /// The witness has signed another history of this log.
    #[error("the witness disagrees: the log does not go on from what it has signed before")]
    Disagrees,
}

/// A third party that signs a checkpoint of the log only if it extends the one that it signed
/// before (decisions P3).
///
/// An adapter MUST answer [`WitnessResponse::Cosigned`] only with signatures that it has verified
/// with the key of the witness. Its errors MUST NOT contain secrets.
pub trait Witness: Send + Sync {
    /// Returns the name of the witness for display. It MUST NOT contain a secret, and MUST NOT
    /// change for the same witness.
    fn name(&self) -> &str;

    /// Submits a checkpoint for signing.
    fn add_checkpoint(&self, submission: Submission<'_>) -> Result<WitnessResponse, WitnessError>;
}

use aditus_domain::audit::log::TreeHash;
use thiserror::Error;

/// What a witness is asked to sign.
#[derive(Debug, Clone, Copy)]
pub struct Submission<'a> {
    /// The leaves of the tree that it has signed last, as far as is known; 0 for none.
    pub earlier: u64,
    /// That the tree of the checkpoint begins with that one ([`TransparencyLog::prove_growth`](super::TransparencyLog::prove_growth)).
    pub proof: &'a [TreeHash],
    /// The checkpoint, with the signatures of the log.
    pub checkpoint: &'a str,
}

/// What a witness answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Witnessed {
    /// It has signed: its lines, each with the newline at its end.
    Agreed(String),
    /// It has signed a tree of another size last than it was told, which is this one.
    Knows(u64),
}

/// A witness has not signed.
#[derive(Debug, Error)]
pub enum WitnessError {
    /// It cannot be reached, or cannot work now.
    #[error("the witness does not answer")]
    Unreachable(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// It takes no checkpoints of this log, or none that its key has signed.
    #[error("the witness refuses: {0}")]
    Refuses(String),
    /// It has signed another history of this log.
    #[error("the witness disagrees: the log does not go on from what it has signed before")]
    Disagrees,
}

/// Somebody else, who signs a checkpoint of the log only where it goes on from the one that they signed before (design P3).
///
/// An adapter MUST answer [`Witnessed::Agreed`] only with signatures that it has checked against the key of the witness, and with no others.
/// Its errors MUST NOT hold secrets.
pub trait Witness: Send + Sync {
    /// What it is called where it is told of. It MUST hold no secret, and be the same as long as it is the same witness.
    fn name(&self) -> &str;

    /// Asks it to sign.
    fn add_checkpoint(&self, submission: Submission<'_>) -> Result<Witnessed, WitnessError>;
}

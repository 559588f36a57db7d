//! Where keys and answers are kept.

use chrono::{DateTime, Utc};

use crate::ports::{SealedPlace, StoreError};

/// The right to carry out a call, and to say what became of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Claim {
    /// The keyed hash of caller, call and key.
    pub key_hash: [u8; 32],
    /// Random: tells this attempt from another one that took its place.
    pub holder: [u8; 16],
}

impl Claim {
    /// Returns the place at which the answer of the call is sealed.
    pub(super) const fn place(&self) -> SealedPlace {
        SealedPlace::KeptAnswer(self.key_hash)
    }
}

/// A claim that is to be made.
#[derive(Debug, Clone)]
pub struct NewClaim {
    /// What is claimed, and by which attempt.
    pub claim: Claim,
    /// The keyed hash of the caller, to count their keys.
    pub caller_hash: [u8; 32],
    /// When it is claimed.
    pub at: DateTime<Utc>,
}

/// What is known of a call with a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptCall {
    /// The attempt that claimed it last.
    pub claim: Claim,
    /// When that was.
    pub claimed_at: DateTime<Utc>,
    /// Whether a transaction of it was committed.
    pub is_carried_out: bool,
    /// Its answer, once there is one.
    pub answer: Option<KeptAnswer>,
}

/// The answer to a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptAnswer {
    /// The keyed hash of the body that was sent.
    pub body_hash: [u8; 32],
    /// The status of HTTP.
    pub status: u16,
    /// The body of the answer, sealed.
    pub sealed: Vec<u8>,
}

/// What is known of calls with a key.
pub trait KeptCalls {
    /// The call of this key, if there is one.
    fn find(&mut self, key_hash: &[u8; 32]) -> Result<Option<KeptCall>, StoreError>;
}

/// The store of idempotency keys.
///
/// A transaction that was begun by [`crate::ports::Database::begin_marking`] MUST note in its commit that the call is carried out,
/// and MUST be refused with [`StoreError::Conflict`] when the claim is no longer its own.
pub trait IdempotencyKeys: KeptCalls {
    /// Claims a key that nobody has; answers whether it was free. Of several at once, one MUST get it.
    fn claim(&mut self, new: &NewClaim) -> Result<bool, StoreError>;
    /// Takes the place of a dead attempt, or of a forgotten one, if it is still as it was read; answers whether it was. What was
    /// known of the key is gone.
    fn take_over(&mut self, dead: &KeptCall, new: &NewClaim) -> Result<bool, StoreError>;
    /// How many keys of this caller are kept.
    fn count(&mut self, caller_hash: &[u8; 32]) -> Result<u64, StoreError>;
    /// Keeps the answer, if the claim is still held.
    fn finish(&mut self, claim: &Claim, answer: &KeptAnswer) -> Result<(), StoreError>;
    /// Gives a claim that is still held back, as if the call had never come. One that is carried out stays unless `even_carried_out`.
    fn release(&mut self, claim: &Claim, even_carried_out: bool) -> Result<(), StoreError>;
    /// Forgets keys that were claimed before; answers how many.
    fn sweep(&mut self, before: DateTime<Utc>) -> Result<u64, StoreError>;
}

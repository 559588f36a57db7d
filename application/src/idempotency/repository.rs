//! The store of idempotency keys and responses.

use chrono::{DateTime, Utc};

use crate::ports::{SealedPlace, StoreError};

/// The right to carry out a call and to report its outcome.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Claim {
    /// The keyed hash of caller, call and key.
    pub key_hash: [u8; 32],
    /// A random value that distinguishes this attempt from one that took over.
    pub holder: [u8; 16],
}

impl Claim {
    /// Returns the sealing context of the call's response.
    pub(super) const fn sealed_place(&self) -> SealedPlace {
        SealedPlace::StoredResponse(self.key_hash)
    }
}

/// A claim to add.
#[derive(Debug, Clone)]
pub struct NewClaim {
    /// The key and the attempt.
    pub claim: Claim,
    /// The keyed hash of the caller, to count their keys.
    pub caller_hash: [u8; 32],
    /// The time of the claim.
    pub at: DateTime<Utc>,
}

/// A stored call with a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredCall {
    /// The claim of the last attempt.
    pub claim: Claim,
    /// The time of that claim.
    pub claimed_at: DateTime<Utc>,
    /// True if one of its transactions was committed.
    pub is_carried_out: bool,
    /// Its response, once there is one.
    pub answer: Option<StoredResponse>,
}

/// The stored response of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredResponse {
    /// The keyed hash of the request body.
    pub body_hash: [u8; 32],
    /// The HTTP status.
    pub status: u16,
    /// The sealed response body.
    pub sealed: Vec<u8>,
}

/// Reads stored calls.
pub trait StoredCalls {
    /// Returns the call with this key, if there is one.
    fn find(&mut self, key_hash: &[u8; 32]) -> Result<Option<StoredCall>, StoreError>;
}

/// The store of idempotency keys.
///
/// A transaction that was started by [`crate::ports::Database::begin_idempotent`] MUST mark the
/// call as carried out in its commit, and MUST fail with [`StoreError::Conflict`] if it no longer
/// holds the claim.
pub trait IdempotencyKeys: StoredCalls {
    /// Claims a free key. Returns true if it was free; of several concurrent calls exactly one MUST
    /// get it.
    fn claim(&mut self, new: &NewClaim) -> Result<bool, StoreError>;
    /// Takes over a dead or expired attempt if it has not changed since it was read, and deletes
    /// its response. Returns true on success.
    fn take_over(&mut self, dead: &StoredCall, new: &NewClaim) -> Result<bool, StoreError>;
    /// Returns the number of stored keys of this caller.
    fn count(&mut self, caller_hash: &[u8; 32]) -> Result<u64, StoreError>;
    /// Stores the response, if the claim is still held.
    fn finish(&mut self, claim: &Claim, answer: &StoredResponse) -> Result<(), StoreError>;
    /// Releases a claim that is still held, as if the call had never been sent. A claim that is
    /// carried out stays unless `even_carried_out`.
    fn release(&mut self, claim: &Claim, even_carried_out: bool) -> Result<(), StoreError>;
    /// Deletes keys that were claimed before then. Returns their number.
    fn delete_expired(&mut self, before: DateTime<Utc>) -> Result<u64, StoreError>;
}

//! Finishes an idempotent call: stores the response, or releases the key.

use super::{Claim, MAX_RESPONSE_SIZE, StoredResponse};
use crate::audit::{self, Unrecorded};
pub use crate::failure::Refused as Error;
use crate::ports::{KeyPurpose, Ports, StoreError};

/// The outcome of the call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The call succeeded: repetitions get the same response.
    Succeeded {
        /// The digest of the request body.
        body: [u8; 32],
        /// The HTTP status.
        status: u16,
        /// The response body.
        answer: Vec<u8>,
    },
    /// The call was refused and changed nothing: the key is released.
    Refused,
    /// The call failed with an internal error. The key is released unless a transaction was
    /// committed.
    Failed,
}

/// The call and its outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    /// The claim under which the call was carried out.
    pub claim: Claim,
    /// The outcome.
    pub outcome: Outcome,
}

/// Stores the sealed response, or releases the key.
pub fn execute(ports: &Ports, command: &Command) -> Result<(), Error> {
    let mut transaction = ports.database.begin()?;
    let keys = transaction.idempotency_keys();
    match &command.outcome {
        Outcome::Succeeded { answer, .. } if answer.len() > MAX_RESPONSE_SIZE => {
            tracing::warn!(
                bytes = answer.len(),
                "response too large to be stored for its Idempotency-Key; a repetition of this call gets no stored response"
            );
        }
        Outcome::Succeeded { body, status, answer } => {
            let sealed = ports.keys.seal(&command.claim.sealed_place(), answer);
            let answer = StoredResponse {
                body_hash: body_hash(ports, body),
                status: *status,
                sealed: sealed.map_err(StoreError::internal)?,
            };
            keys.finish(&command.claim, &answer)?;
        }
        Outcome::Refused => keys.release(&command.claim, true)?,
        Outcome::Failed => keys.release(&command.claim, false)?,
    }
    Ok(transaction.commit(audit::unrecorded(Unrecorded::Housekeeping))?)
}

/// Returns the keyed hash under which the digest of a body is stored. Bodies may be easy to guess,
/// and a plain digest would confirm the guess.
pub fn body_hash(ports: &Ports, digest: &[u8; 32]) -> [u8; 32] {
    ports.keys.hash(KeyPurpose::IdempotencyKey, &of_body(digest))
}

/// Returns true if the stored hash is of the body with this digest.
pub fn is_body_hash(ports: &Ports, hash: &[u8; 32], digest: &[u8; 32]) -> bool {
    let purpose = KeyPurpose::IdempotencyKey;
    ports.keys.is_hash(hash, purpose, &of_body(digest))
}

fn of_body(digest: &[u8; 32]) -> Vec<u8> {
    [b"body\0".as_slice(), digest].concat()
}

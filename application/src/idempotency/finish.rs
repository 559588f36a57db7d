//! What became of a call that was carried out.

use super::{Claim, KeptAnswer, MOST_OF_AN_ANSWER};
use crate::audit::{self, Unrecorded};
pub use crate::failure::Refused as Error;
use crate::ports::{KeyPurpose, Ports, StoreError};

/// How the call ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// It succeeded: whoever sends it again gets the same answer.
    Succeeded {
        /// A digest of the body that was sent.
        body: [u8; 32],
        /// The status of HTTP.
        status: u16,
        /// The body of the answer.
        answer: Vec<u8>,
    },
    /// It was refused, and nothing was made: the key is free again.
    Refused,
    /// Something broke. The key is free again unless something was committed.
    Failed,
}

/// What the caller ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    /// The claim under which the call was carried out.
    pub claim: Claim,
    /// How it ended.
    pub outcome: Outcome,
}

/// Keeps the answer, sealed, or frees the key.
pub fn execute(ports: &Ports, command: &Command) -> Result<(), Error> {
    let mut transaction = ports.database.begin()?;
    let keys = transaction.idempotency_keys();
    match &command.outcome {
        Outcome::Succeeded { answer, .. } if answer.len() > MOST_OF_AN_ANSWER => {
            tracing::warn!(
                bytes = answer.len(),
                "an answer is too large to be kept for its Idempotency-Key"
            );
        }
        Outcome::Succeeded { body, status, answer } => {
            let sealed = ports.keys.seal(&command.claim.place(), answer);
            let answer = KeptAnswer {
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

/// The hash under which the digest of a body is kept. Bodies may hold what is easily guessed: a digest alone would give it away.
pub fn body_hash(ports: &Ports, digest: &[u8; 32]) -> [u8; 32] {
    ports.keys.hash(KeyPurpose::IdempotencyKey, &of_body(digest))
}

/// Returns true if the hash that was kept is of the body with this digest.
pub fn is_of_body(ports: &Ports, hash: &[u8; 32], digest: &[u8; 32]) -> bool {
    let purpose = KeyPurpose::IdempotencyKey;
    ports.keys.is_hash(hash, purpose, &of_body(digest))
}

fn of_body(digest: &[u8; 32]) -> Vec<u8> {
    [b"body\0".as_slice(), digest].concat()
}

//! Starts an idempotent call: claims the key, or returns the stored response.

use aditus_domain::ids::UserId;
use aditus_domain::limits::network_of;
use chrono::{DateTime, Utc};
use thiserror::Error;

use super::{Claim, LEASE, LIFETIME, MAX_KEYS_PER_CALLER, NewClaim, StoredCall};
use crate::audit::{self, Unrecorded};
use crate::failure::failure;
use crate::ports::{KeyPurpose, Keys, Ports, SealError, StoreError};

/// A call with an idempotency key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    /// The caller, if signed in.
    pub user: Option<UserId>,
    /// The network address of the caller.
    pub address: String,
    /// The method and the path.
    pub route: String,
    /// The key.
    pub key: String,
}

/// The action for the call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// Carry out the call, and report the outcome with [`super::finish`].
    CarryOut(Claim),
    /// Another attempt is still running.
    Running,
    /// The call was carried out; this is the response for the same body.
    Done {
        /// The keyed hash of the request body.
        body_hash: [u8; 32],
        /// The HTTP status.
        status: u16,
        /// The response body.
        body: Vec<u8>,
    },
    /// The call was carried out, but its response was not stored: it was too large, or the server
    /// died first.
    AnswerLost,
}

/// Errors of starting the call.
#[derive(Debug, Error)]
pub enum Error {
    /// The caller has too many stored keys.
    #[error("Too many actions at once. Try again later.")]
    TooMany,
    /// The stored response was sealed with other secrets.
    #[error("Something went wrong on our side. Try again in a moment.")]
    Seal(#[from] SealError),
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

failure! {
    Error {
        forwards Store;
        // The oldest of a thousand keys expires within a day, so a shorter retry time would be of
        // no use.
        TooMany => TooMany(std::time::Duration::from_hours(1)), reason: TooManyIdempotencyKeys;
        Seal(_) => Internal, reason: Internal;
    }
}

/// Claims the key, or finds the earlier call. A key is scoped to a caller and a route.
pub fn execute(ports: &Ports, command: &Command) -> Result<Answer, Error> {
    let now = ports.clock.now();
    let caller = caller(command);
    let new = new_claim(ports, command, &caller, now);
    let Some(known) = find(ports, command, &caller)? else {
        return claim(ports, &new);
    };
    let age = now - known.claimed_at;
    if age >= LIFETIME || (age >= LEASE && !known.is_carried_out && known.answer.is_none()) {
        return take_over(ports, &known, &new);
    }
    match known.answer {
        Some(answer) => Ok(Answer::Done {
            body_hash: answer.body_hash,
            status: answer.status,
            body: ports.keys.open(&known.claim.sealed_place(), &answer.sealed)?,
        }),
        None if age >= LEASE => Ok(Answer::AnswerLost),
        None => Ok(Answer::Running),
    }
}

/// Finds an earlier attempt, with each of the currently valid secrets.
fn find(ports: &Ports, command: &Command, caller: &str) -> Result<Option<StoredCall>, StoreError> {
    let hashed = joined(&parts_of_key(command, caller));
    let mut views = ports.database.read()?;
    for hash in ports.keys.hashes(KeyPurpose::IdempotencyKey, &hashed) {
        if let Some(known) = views.stored_calls().find(&hash)? {
            return Ok(Some(known));
        }
    }
    Ok(None)
}

fn claim(ports: &Ports, new: &NewClaim) -> Result<Answer, Error> {
    let mut transaction = ports.database.begin()?;
    let keys = transaction.idempotency_keys();
    if keys.count(&new.caller_hash)? >= MAX_KEYS_PER_CALLER {
        return Err(Error::TooMany);
    }
    let is_ours = keys.claim(new)?;
    transaction.commit(audit::unrecorded(Unrecorded::Housekeeping))?;
    Ok(carry_out(is_ours, new))
}

fn take_over(ports: &Ports, dead: &StoredCall, new: &NewClaim) -> Result<Answer, Error> {
    let mut transaction = ports.database.begin()?;
    let is_ours = transaction.idempotency_keys().take_over(dead, new)?;
    transaction.commit(audit::unrecorded(Unrecorded::Housekeeping))?;
    Ok(carry_out(is_ours, new))
}

fn carry_out(is_ours: bool, new: &NewClaim) -> Answer {
    if is_ours {
        Answer::CarryOut(new.claim)
    } else {
        Answer::Running
    }
}

fn caller(command: &Command) -> String {
    match command.user {
        Some(user) => caller_of(user),
        None => format!("network {}", network_of(&command.address)),
    }
}

fn parts_of_key<'a>(command: &'a Command, caller: &'a str) -> [&'a str; 4] {
    ["key", caller, &command.route, &command.key]
}

fn new_claim(ports: &Ports, command: &Command, caller: &str, at: DateTime<Utc>) -> NewClaim {
    let keys = ports.keys.as_ref();
    let mut holder = [0; 16];
    ports.entropy.fill(&mut holder);
    NewClaim {
        claim: Claim {
            key_hash: hash(keys, &parts_of_key(command, caller)),
            holder,
        },
        caller_hash: hash(keys, &["caller", caller]),
        at,
    }
}

/// Returns the keyed hashes of a signed-in person under which their calls may be stored: one for
/// each secret that is valid.
pub(crate) fn caller_hashes(keys: &dyn Keys, user: UserId) -> Vec<[u8; 32]> {
    keys.hashes(KeyPurpose::IdempotencyKey, &joined(&["caller", &caller_of(user)]))
}

fn caller_of(user: UserId) -> String {
    format!("user {user}")
}

fn hash(keys: &dyn Keys, parts: &[&str]) -> [u8; 32] {
    keys.hash(KeyPurpose::IdempotencyKey, &joined(parts))
}

/// Joins the parts with a character that none of them contains.
fn joined(parts: &[&str]) -> Vec<u8> {
    parts.join("\0").into_bytes()
}

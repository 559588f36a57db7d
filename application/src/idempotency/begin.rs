//! May this call be carried out, or was it before?

use aditus_domain::ids::UserId;
use aditus_domain::limits::network_of;
use chrono::{DateTime, Utc};
use thiserror::Error;

use super::{Claim, KEPT, KeptCall, LEASE, MOST_OF_A_CALLER, NewClaim};
use crate::audit::{self, Unrecorded};
use crate::failure::{Failure, Kind};
use crate::ports::{KeyPurpose, Keys, Ports, SealError, StoreError};

/// A call with a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    /// Who calls, if they are signed in.
    pub user: Option<UserId>,
    /// The network address of the caller.
    pub address: String,
    /// Method and path.
    pub route: String,
    /// The key.
    pub key: String,
}

/// What is to be done with the call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// Carry it out, and say what became of it.
    CarryOut(Claim),
    /// An earlier attempt still runs.
    Running,
    /// It was carried out; this is the answer for the same body.
    Done {
        /// The keyed hash of the body that came with it.
        body_hash: [u8; 32],
        /// The status of HTTP.
        status: u16,
        /// The body of the answer.
        body: Vec<u8>,
    },
    /// It was carried out, and its answer is lost: the server died in between.
    AnswerLost,
}

/// The call may not be carried out.
#[derive(Debug, Error)]
pub enum Error {
    /// The caller has too many keys.
    #[error("You have sent too many different calls with an Idempotency-Key. Try again later.")]
    TooMany,
    /// The stored answer was sealed with other secrets.
    #[error("Something went wrong on our side. Try again in a moment.")]
    Seal(#[from] SealError),
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

impl Failure for Error {
    fn kind(&self) -> Kind {
        match self {
            // The oldest of a thousand keys is forgotten within the day; it is of no use to ask for the minute.
            Self::TooMany => Kind::TooMany(std::time::Duration::from_hours(1)),
            Self::Seal(_) => Kind::Internal,
            Self::Store(error) => error.kind(),
        }
    }
}

/// Claims the key, or finds what is known of it. A key is the caller's own, and of one route.
pub fn execute(ports: &Ports, command: &Command) -> Result<Answer, Error> {
    let now = ports.clock.now();
    let new = new_claim(ports, command, now);
    let known = ports.database.read()?.kept_calls().find(&new.claim.key_hash)?;
    let Some(known) = known else {
        return claim(ports, &new);
    };
    let age = now - known.claimed_at;
    if age >= KEPT || (age >= LEASE && !known.is_carried_out && known.answer.is_none()) {
        return take_over(ports, &known, &new);
    }
    match known.answer {
        Some(answer) => Ok(Answer::Done {
            body_hash: answer.body_hash,
            status: answer.status,
            body: ports.keys.open(&known.claim.place(), &answer.sealed)?,
        }),
        None if age >= LEASE => Ok(Answer::AnswerLost),
        None => Ok(Answer::Running),
    }
}

fn claim(ports: &Ports, new: &NewClaim) -> Result<Answer, Error> {
    let mut transaction = ports.database.begin()?;
    let keys = transaction.idempotency_keys();
    if keys.count(&new.caller_hash)? >= MOST_OF_A_CALLER {
        return Err(Error::TooMany);
    }
    let is_ours = keys.claim(new)?;
    transaction.commit(audit::unrecorded(Unrecorded::Housekeeping))?;
    Ok(carry_out(is_ours, new))
}

fn take_over(ports: &Ports, dead: &KeptCall, new: &NewClaim) -> Result<Answer, Error> {
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

fn new_claim(ports: &Ports, command: &Command, at: DateTime<Utc>) -> NewClaim {
    let caller = match command.user {
        Some(user) => caller_of(user),
        None => format!("network {}", network_of(&command.address)),
    };
    let mut holder = [0; 16];
    ports.entropy.fill(&mut holder);
    NewClaim {
        claim: Claim {
            key_hash: hash(
                ports.keys.as_ref(),
                &["key", &caller, &command.route, &command.key],
            ),
            holder,
        },
        caller_hash: hash(ports.keys.as_ref(), &["caller", &caller]),
        at,
    }
}

/// The keyed hash of a person who is signed in, under which their calls are kept.
pub(crate) fn caller_hash(keys: &dyn Keys, user: UserId) -> [u8; 32] {
    hash(keys, &["caller", &caller_of(user)])
}

fn caller_of(user: UserId) -> String {
    format!("user {user}")
}

/// The parts are kept apart by a character that none of them holds.
fn hash(keys: &dyn Keys, parts: &[&str]) -> [u8; 32] {
    keys.hash(KeyPurpose::IdempotencyKey, parts.join("\0").as_bytes())
}

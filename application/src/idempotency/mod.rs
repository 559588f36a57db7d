//! Idempotent calls: a call that creates something is carried out once, however often it is sent
//! with the same `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header).
//!
//! A call claims its key first. Its transaction marks the claim as carried out, so that a crash
//! between the commit and the response never leads to a second execution. The response is stored
//! for repetitions.

pub mod begin;
pub mod finish;
mod idempotent_database;
mod repository;

use chrono::TimeDelta;

pub(crate) use begin::caller_hashes;
pub use idempotent_database::IdempotentDatabase;
pub use repository::{Claim, IdempotencyKeys, NewClaim, StoredCall, StoredCalls, StoredResponse};

/// The lifetime of keys and responses.
pub const LIFETIME: TimeDelta = TimeDelta::hours(24);

/// The lease of a call. A call that neither ended nor changed anything within this time has died
/// with its server, and another attempt may take over. If it is still alive, its transaction is
/// refused.
pub const LEASE: TimeDelta = TimeDelta::minutes(2);

/// The maximum number of stored keys of one caller.
pub const MAX_KEYS_PER_CALLER: u64 = 1_000;

/// The maximum size of a stored response, in bytes. Responses of calls that create something are
/// far smaller.
pub const MAX_RESPONSE_SIZE: usize = 64 * 1024;

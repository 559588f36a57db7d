//! A call that makes something is carried out once, however often it is sent with the same `Idempotency-Key`
//! (draft-ietf-httpapi-idempotency-key-header).
//!
//! A call claims its key before anything else. The transaction in which it does its work marks the claim as carried out, so
//! that a crash between the work and its answer never leads to a second one; its answer is kept for whoever sends it again.

pub mod begin;
pub mod finish;
mod marking;
mod repository;

use chrono::TimeDelta;

pub(crate) use begin::caller_hashes;
pub use marking::Marking;
pub use repository::{Claim, IdempotencyKeys, KeptAnswer, KeptCall, KeptCalls, NewClaim};

/// Keys and answers are kept this long.
pub const KEPT: TimeDelta = TimeDelta::hours(24);

/// A call that neither ended nor changed anything for so long has died with its server: another may take its place. Should it
/// be alive after all, its transaction is refused.
pub const LEASE: TimeDelta = TimeDelta::minutes(2);

/// The most keys of one caller that are kept at a time.
pub const MOST_OF_A_CALLER: u64 = 1_000;

/// The most bytes of an answer that are kept. Calls that make something answer with far less.
pub const MOST_OF_AN_ANSWER: usize = 64 * 1024;

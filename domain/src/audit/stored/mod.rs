//! Accounts and records of the administration against the entries that changed them.
//!
//! The entry of an act that changes such a row holds a digest of each part of the row as it is stored from then on. What is stored later is
//! compared with the digests of the last entry about the row.

mod check;
mod fault;
mod subject;
#[cfg(test)]
mod tests;

pub use check::{LastSaid, check};
pub use fault::Fault;
pub use subject::{Part, StateSaid, Subject, SubjectKind};

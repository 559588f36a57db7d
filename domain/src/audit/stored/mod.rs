//! Checks accounts and records of the administration against the audit entries that changed them.
//!
//! The audit entry of a change contains a digest of each part of the row in its new state. The
//! check compares the stored row with the digests of the last entry about it.

mod check;
mod fault;
mod subject;
#[cfg(test)]
mod tests;

pub use check::{LastEntry, check};
pub use fault::Fault;
pub use subject::{Part, RowDigests, Subject, SubjectKind};

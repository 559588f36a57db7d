//! Checks assigned roles against the audit entries that granted and withdrew them (decisions P5).
//! Replaying the entries of a role gives its expected status, which is compared with the stored
//! one.

mod check;
mod entry;
mod fault;
#[cfg(test)]
mod tests;

pub use check::check;
pub use entry::{RecordedRole, RoleAct, RoleEntry, RoleIdentity, StoredRole};
pub use fault::Fault;

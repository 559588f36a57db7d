//! The roles that people hold against the entries that gave and took them (design P5). What is recorded of a role leads to one status, and that
//! is compared with what is stored.

mod check;
mod entry;
mod fault;
#[cfg(test)]
mod tests;

pub use check::check;
pub use entry::{RoleAct, RoleEntry, RoleNamed, RoleSaid, StoredRole};
pub use fault::Fault;
